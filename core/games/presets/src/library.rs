//! The presets and the types of pieces that the rules know, and which of them are
//! in force: coming, going, what they ask of each other.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, RwLock};

use smallvec::SmallVec;

use super::board::{ColoredPiece, PieceTypeId};
use super::context::{BoardMut, BoardRef, HookContext};
use super::engine::MoveTrace;
use super::kinds::{PieceType, check_id, chessmen};
use super::log::SideEffect;
use super::position::Position;
use super::preset::{Hooks, Preset};
use super::scope::{Active, Scope};
use super::shipped;
use chess::Color;
use contract::error::{Error, Result, quoted};
use contract::fork;
use contract::text::check_seen;

/// The most attributes and presets that rules hold.
const MOST_ATTRIBUTES: usize = 64;
const MOST_PRESETS: usize = 1024;

static REGISTERED: RwLock<Vec<Arc<dyn Preset>>> = RwLock::new(Vec::new());

/// Makes a preset known to all rules that are made from now on in this process, in
/// every host language. Keys of positions tell presets apart by their order: saves of
/// games with registered ones are for processes that register the same in the same order.
/// Other games stay what they are.
///
/// # Errors
///
/// `invalid_option` where its id is taken, or cannot be one.
pub fn register(preset: Arc<dyn Preset>) -> Result<()> {
    check_id(preset.id())?;
    // Whoever panicked while holding it had pushed or not.
    let _held = fork::hold();
    let mut known = REGISTERED.write().unwrap_or_else(|e| e.into_inner());
    let taken = |p: &Arc<dyn Preset>| p.id() == preset.id();
    if known.iter().any(taken) || shipped::all()?.iter().any(taken) {
        return Err(Error::invalid_option(format!(
            "there is a preset {} already",
            quoted(preset.id())
        )));
    }
    // Rules cannot be made with types that clash, so they are made once here.
    let mut all = known.clone();
    all.push(Arc::clone(&preset));
    Library::of(all, Vec::new())?;
    known.push(preset);
    Ok(())
}

/// A shipped preset that cannot be had, and why.
struct Missing {
    id: String,
    why: String,
}

/// All that the rules know.
pub(super) struct Library {
    pub(super) presets: Vec<Arc<dyn Preset>>,
    /// True if kings castle from any file, with rooks on any.
    pub(super) chess960: bool,
    hooks: Vec<Hooks>,
    owned: Vec<SmallVec<[usize; 2]>>,
    attributes: Vec<String>,
    pub(super) kinds: Vec<PieceType>,
    /// Types besides the king that may not be lost.
    pub(super) royal: Vec<PieceTypeId>,
    missing: Vec<Missing>,
}

impl UnwindSafe for Library {}
impl RefUnwindSafe for Library {}

impl Library {
    /// Collects the presets that are shipped, registered, and defined as data.
    pub(super) fn new(defined: Vec<Arc<dyn Preset>>) -> Result<Self> {
        let registered = {
            let _held = fork::hold();
            REGISTERED.read().unwrap_or_else(|e| e.into_inner()).clone()
        };
        Self::of(registered, defined)
    }

    fn of(registered: Vec<Arc<dyn Preset>>, defined: Vec<Arc<dyn Preset>>) -> Result<Self> {
        let mut claimed = chessmen()?;
        for preset in registered.iter().chain(&defined) {
            check_texts(&**preset)?;
            add_kinds(&mut claimed, &**preset)?;
        }
        let mut presets: Vec<Arc<dyn Preset>> = Vec::new();
        let mut missing = Vec::new();
        for preset in shipped::all()? {
            let mut with = claimed.clone();
            let types = preset.piece_types();
            match types.into_iter().try_for_each(|k| add_kind(&mut with, k)) {
                Ok(()) => {
                    claimed = with;
                    presets.push(preset);
                }
                Err(why) => missing.push(Missing {
                    id: preset.id().to_owned(),
                    why,
                }),
            }
        }
        // The registered ones last, so that what is registered later changes the numbers of
        // nothing else.
        let mut kinds = chessmen()?;
        for preset in defined.iter().chain(&presets).chain(&registered) {
            add_kinds(&mut kinds, &**preset)?;
        }
        for preset in defined {
            if presets
                .iter()
                .chain(&registered)
                .any(|p| p.id() == preset.id())
            {
                return Err(Error::invalid_option(format!(
                    "there is a preset {} already",
                    quoted(preset.id())
                )));
            }
            presets.push(preset);
        }
        presets.extend(registered);
        for preset in &presets {
            preset.check(&kinds)?;
        }
        let mut attributes: Vec<String> = Vec::new();
        let mut owned = Vec::new();
        for preset in &presets {
            let mut own = SmallVec::new();
            for name in preset.piece_attributes() {
                let known = attributes.iter().position(|n| *n == name);
                own.push(known.unwrap_or_else(|| {
                    attributes.push(name);
                    attributes.len() - 1
                }));
            }
            owned.push(own);
        }
        if attributes.len() > MOST_ATTRIBUTES || presets.len() > MOST_PRESETS {
            return Err(Error::invalid_option(format!(
                "there are more than {MOST_ATTRIBUTES} attributes or {MOST_PRESETS} presets"
            )));
        }
        let royal = (PieceTypeId::OWN..kinds.len())
            .filter(|i| kinds[*i].royal)
            .map(|i| PieceTypeId(i as u8))
            .collect();
        Ok(Self {
            hooks: presets.iter().map(|p| p.hooks().effective()).collect(),
            presets,
            chess960: false,
            owned,
            attributes,
            kinds,
            royal,
            missing,
        })
    }

    pub(super) fn preset(&self, index: u16) -> &dyn Preset {
        &*self.presets[usize::from(index)]
    }

    pub(super) fn id(&self, index: u16) -> &str {
        self.preset(index).id()
    }

    pub(super) fn hooks(&self, index: u16) -> Hooks {
        self.hooks[usize::from(index)]
    }

    pub(super) fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|n| n == name)
    }

    pub(super) fn attribute_names(&self) -> &[String] {
        &self.attributes
    }

    pub(super) fn attributes_of(&self, active: &[Active]) -> Vec<&str> {
        let mut out: Vec<&str> = Vec::new();
        for active in active {
            for attribute in &self.owned[usize::from(active.preset)] {
                let name = self.attributes[*attribute].as_str();
                if !out.contains(&name) {
                    out.push(name);
                }
            }
        }
        out
    }

    pub(super) fn kind(&self, id: &str) -> Option<PieceTypeId> {
        let at = self.kinds.iter().position(|k| k.id == id)?;
        Some(PieceTypeId(at as u8))
    }

    pub(super) fn type_of(&self, kind: PieceTypeId) -> &PieceType {
        &self.kinds[kind.index()]
    }

    /// The piece of a letter, a small one for Black's.
    pub(super) fn man_of(&self, letter: &str) -> Option<ColoredPiece> {
        let mut chars = letter.chars();
        let (letter, None) = (chars.next()?, chars.next()) else {
            return None;
        };
        let large = letter.to_ascii_uppercase();
        let kind = self.kinds.iter().position(|k| k.letter == large)?;
        let color = match letter.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        Some(ColoredPiece::new(color, PieceTypeId(kind as u8)))
    }

    /// The letters of all types.
    pub(super) fn letters(&self) -> String {
        let letters = self.kinds.iter().map(|k| k.letter.to_string());
        letters.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn find(&self, id: &str) -> Result<u16> {
        if let Some(at) = self.presets.iter().position(|p| p.id() == id) {
            return Ok(at as u16);
        }
        if let Some(missing) = self.missing.iter().find(|m| m.id == id) {
            return Err(Error::invalid_option(format!(
                "presets: {id} cannot be had beside the types defined: {}",
                missing.why
            )));
        }
        let known: Vec<_> = self.presets.iter().map(|p| p.id()).collect();
        Err(Error::invalid_option(format!(
            "presets: there is no preset {}: there are {}",
            quoted(id),
            known.join(", ")
        )))
    }

    /// The active presets that attach to a hook, those of one side if it is given.
    pub(super) fn attached(
        &self,
        position: &Position,
        hook: Hooks,
        color: Option<Color>,
    ) -> SmallVec<[Active; 4]> {
        if !position.hooks.meets(hook) {
            return SmallVec::new();
        }
        position
            .active
            .iter()
            .filter(|a| self.hooks(a.preset).meets(hook))
            .filter(|a| color.is_none_or(|c| a.scope.has(c)))
            .copied()
            .collect()
    }

    pub(super) const fn board<'a>(&'a self, position: &'a Position, own: Active) -> BoardRef<'a> {
        BoardRef {
            library: self,
            position,
            own,
        }
    }

    /// Checks that the presets go together.
    pub(super) fn agree(&self, set: &[Active]) -> Result<()> {
        for (i, one) in set.iter().enumerate() {
            let id = self.id(one.preset);
            for other in &set[..i] {
                let theirs = self.id(other.preset);
                if id == theirs {
                    return Err(Error::invalid_option(format!(
                        "presets: {id} is named twice"
                    )));
                }
                let names = |a: u16, b: &str| {
                    let all = self.preset(a).incompatible_with();
                    all.iter().any(|n| n == b)
                };
                let clash = names(one.preset, theirs) || names(other.preset, id);
                if clash && one.scope.overlaps(other.scope) {
                    return Err(Error::invalid_option(format!(
                        "presets: {id} and {theirs} do not go together"
                    )));
                }
            }
            if let Some(needed) = self.lacks(*one, set) {
                return Err(Error::invalid_option(format!(
                    "presets: {id} requires {needed} for a side that both are for"
                )));
            }
        }
        Ok(())
    }

    /// Returns the first preset that another requires and does not find.
    fn lacks(&self, one: Active, set: &[Active]) -> Option<String> {
        self.preset(one.preset).requires().into_iter().find(|id| {
            !set.iter()
                .any(|other| self.id(other.preset) == id && other.scope.overlaps(one.scope))
        })
    }

    /// Replaces the active presets.
    pub(super) fn replace(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        set: &[(&str, Scope, Option<u16>)],
    ) -> Result<()> {
        let mut wanted = Vec::with_capacity(set.len());
        for (id, scope, turns) in set {
            if *turns == Some(0) {
                return Err(Error::invalid_option(format!(
                    "presets: {id} for 0 plies is never in force"
                )));
            }
            wanted.push(Active {
                preset: self.find(id)?,
                scope: *scope,
                turns: *turns,
            });
        }
        self.switch(position, trace, wanted)
    }

    /// Makes exactly these the active presets.
    pub(super) fn switch(
        &self,
        position: &mut Position,
        trace: &mut MoveTrace,
        mut wanted: Vec<Active>,
    ) -> Result<()> {
        self.agree(&wanted)?;
        let Some(()) = trace.deeper() else {
            return Err(Error::invalid_option(
                "presets: replaced again and again from inside the change",
            ));
        };
        let same = |a: &Active, b: &Active| a.preset == b.preset && a.scope == b.scope;
        let gone: Vec<Active> = position
            .active
            .iter()
            .filter(|a| !wanted.iter().any(|w| same(a, w)))
            .copied()
            .collect();
        for active in gone.iter().rev() {
            self.deactivate(position, trace, *active);
        }
        // A whole set comes into force in the order of registration.
        wanted.sort_by_key(|w| w.preset);
        for new in wanted {
            match position.active.iter_mut().find(|a| same(a, &new)) {
                Some(there) => there.turns = new.turns,
                None => self.activate(position, trace, new),
            }
        }
        trace.shallower();
        Ok(())
    }

    fn activate(&self, position: &mut Position, trace: &mut MoveTrace, active: Active) {
        position.active.push(active);
        position.refresh(self);
        trace.note(|| SideEffect::Activated {
            preset: self.id(active.preset).to_owned(),
            scope: active.scope.name().to_owned(),
        });
        if self.hooks(active.preset).has(Hooks::ON_ACTIVATE) {
            self.preset(active.preset)
                .on_activate(&mut self.standing(position, trace, active));
        }
    }

    fn deactivate(&self, position: &mut Position, trace: &mut MoveTrace, active: Active) {
        let there = |a: &Active| a.preset == active.preset;
        if !position.active.iter().any(there) {
            return;
        }
        if self.hooks(active.preset).has(Hooks::ON_DEACTIVATE) {
            self.preset(active.preset)
                .on_deactivate(&mut self.standing(position, trace, active));
        }
        position.active.retain(|a| a.preset != active.preset);
        position.set_state(active.preset, None);
        for attribute in &self.owned[usize::from(active.preset)] {
            let kept = position
                .active
                .iter()
                .any(|a| self.owned[usize::from(a.preset)].contains(attribute));
            if !kept {
                position.attributes.forget(*attribute);
            }
        }
        position.refresh(self);
        trace.note(|| SideEffect::Deactivated {
            preset: self.id(active.preset).to_owned(),
        });
    }

    fn standing<'a>(
        &'a self,
        position: &'a mut Position,
        trace: &'a mut MoveTrace,
        own: Active,
    ) -> HookContext<'a> {
        HookContext {
            turn: position.turn,
            board: BoardMut {
                library: self,
                position,
                trace,
                own,
            },
        }
    }

    /// A turn begins.
    pub(super) fn turn_start(&self, position: &mut Position, trace: &mut MoveTrace) {
        let turn = Some(position.turn);
        for own in self.attached(position, Hooks::TURN_START, turn) {
            self.preset(own.preset)
                .turn_start(&mut self.standing(position, trace, own));
        }
    }

    /// A ply has passed: presets whose time is up go out of force, and with them
    /// those that require them.
    pub(super) fn tick(&self, position: &mut Position, trace: &mut MoveTrace) {
        if position.active.iter().all(|a| a.turns.is_none()) {
            return;
        }
        for active in &mut position.active {
            active.turns = active.turns.map(|t| t.saturating_sub(1));
        }
        self.expire(position, trace);
    }

    /// Puts a preset out of force, and with it those that require it.
    pub(super) fn retire(&self, position: &mut Position, trace: &mut MoveTrace, active: Active) {
        if trace.deeper().is_none() {
            return;
        }
        self.deactivate(position, trace, active);
        self.expire(position, trace);
        trace.shallower();
    }

    fn expire(&self, position: &mut Position, trace: &mut MoveTrace) {
        loop {
            let set = position.active.clone();
            let over = |a: &&Active| a.turns == Some(0) || self.lacks(**a, &set).is_some();
            let Some(active) = set.iter().rev().find(over) else {
                return;
            };
            self.deactivate(position, trace, *active);
        }
    }
}

/// Checks that all names that a preset gives to itself and its pieces can be seen; lines of a
/// description may end.
fn check_texts(preset: &dyn Preset) -> Result<()> {
    let of = |field: &str| format!("preset {}, {field}", preset.id());
    check_seen(&of("name"), preset.name())?;
    check_seen(&of("description"), &preset.description().replace('\n', " "))?;
    for attribute in preset.piece_attributes() {
        check_seen(&of("attribute"), &attribute)?;
    }
    for kind in preset.piece_types() {
        let field = |what: &str| of(&format!("piece {}, {what}", kind.id));
        check_seen(&field("name"), &kind.name)?;
        for glyph in &kind.glyphs {
            // Joiners make one picture of several.
            check_seen(&field("glyphs"), &glyph.replace('\u{200d}', ""))?;
        }
    }
    Ok(())
}

/// Adds the types of a preset; where one clashes, the error names the preset.
fn add_kinds(kinds: &mut Vec<PieceType>, preset: &dyn Preset) -> Result<()> {
    preset
        .piece_types()
        .into_iter()
        .try_for_each(|kind| add_kind(kinds, kind))
        .map_err(|why| Error::invalid_option(format!("{}: {why}", preset.id())))
}

/// Adds a type; one that is the same as another is that one. In words if it cannot be.
fn add_kind(kinds: &mut Vec<PieceType>, kind: PieceType) -> Result<(), String> {
    if kinds.iter().any(|k| k.same_as(&kind)) {
        return Ok(());
    }
    let clash = kinds
        .iter()
        .find(|k| k.id == kind.id || k.letter == kind.letter);
    match clash {
        Some(other) => Err(format!(
            "the piece type {} ({}) clashes with {} ({})",
            kind.id, kind.letter, other.id, other.letter
        )),
        None => {
            kinds.push(kind);
            Ok(())
        }
    }
}
