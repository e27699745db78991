//! Reading of hooks: what is known, what fits together, and how much there may be.

use serde::Deserialize;

use super::condition::{Condition, PieceTest, place_names};
use super::effect::{Effect, names_in};
use super::frame::Place;
use crate::preset::Hooks;

/// The most hooks of a document.
const MOST_HOOKS: usize = 32;

/// The most conditions and effects of all hooks of a document, counted by their cost: those
/// that look for attacks count eight.
const MOST_PARTS: usize = 192;

/// The largest depth of conditions in conditions.
const DEEPEST: usize = 4;

/// The longest text of a hook, in bytes.
const LONGEST: usize = 200;

macro_rules! events {
    ($($name:ident = $text:literal: $places:expr;)+) => {
        /// Event to which a hook attaches.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Event {
            $(#[doc = $text] $name,)+
        }

        impl Event {
            /// Its word in a document.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }

            /// The places that it is about.
            const fn places(self) -> &'static [Place] {
                match self {
                    $(Self::$name => $places,)+
                }
            }
        }
    };
}

use Place::{Attacker, From, Landed, Moved, Piece, Target, To};

events! {
    BeforeMove = "before_move": &[Piece, From, To];
    BeforeCapture = "before_capture": &[Piece, Target, Attacker, From, To];
    OnDamage = "on_damage": &[Piece, Attacker];
    AfterMove = "after_move": &[Piece, Moved, Landed, From, To];
    OnCapture = "on_capture": &[Piece, Moved, Landed, From, To, Target, Attacker];
    OnCheck = "on_check": &[Piece, Moved, Landed, From, To];
    TurnStart = "turn_start": &[];
    GameResult = "game_result": &[];
    DescribeMove = "describe_move": &[From, To];
    OnActivate = "on_activate": &[];
    OnDeactivate = "on_deactivate": &[];
    FilterMoves = "filter_moves": &[Piece, From, To];
    OnSpawn = "on_spawn": &[Piece];
    OnRetract = "on_retract": &[Piece];
    FilterSelfCheck = "filter_self_check": &[];
    CannotWin = "cannot_win": &[];
}

impl Event {
    /// Returns true if it comes when the move has been made.
    pub(super) const fn follows_move(self) -> bool {
        matches!(self, Self::AfterMove | Self::OnCapture | Self::OnCheck)
    }

    /// Returns true if the board may change.
    const fn changes(self) -> bool {
        !matches!(
            self,
            Self::GameResult
                | Self::DescribeMove
                | Self::FilterMoves
                | Self::FilterSelfCheck
                | Self::CannotWin
        )
    }

    /// The events in which a condition has a meaning; `None` for all.
    ///
    /// Attacks may be asked for only where the list of attacks does not run the hook again, and
    /// moves only where no list of moves does.
    const fn allowing(condition: &Condition) -> Option<&'static [Self]> {
        match condition {
            Condition::Captures(_) => Some(&[
                Self::BeforeMove,
                Self::BeforeCapture,
                Self::FilterMoves,
                Self::AfterMove,
                Self::OnCapture,
                Self::OnCheck,
            ]),
            Condition::GivesCheck(_) => Some(&[Self::BeforeMove]),
            Condition::CanMove(_) => Some(&[Self::GameResult, Self::DescribeMove]),
            Condition::Check(_) | Condition::Attacked(_) => Some(&[
                Self::BeforeMove,
                Self::AfterMove,
                Self::OnCapture,
                Self::OnCheck,
                Self::TurnStart,
                Self::GameResult,
                Self::DescribeMove,
                Self::FilterMoves,
                Self::FilterSelfCheck,
            ]),
            Condition::Damage(_) => Some(&[Self::OnDamage, Self::OnRetract]),
            Condition::Died(_) => Some(&[Self::OnRetract]),
            Condition::Move(_) => Some(&[
                Self::BeforeMove,
                Self::BeforeCapture,
                Self::FilterMoves,
                Self::AfterMove,
                Self::OnCapture,
                Self::OnCheck,
                Self::DescribeMove,
            ]),
            _ => None,
        }
    }

    /// Returns true if an effect has a meaning in it.
    const fn takes(self, effect: &Effect) -> bool {
        match effect {
            Effect::Forbid(_) => matches!(self, Self::BeforeMove | Self::FilterMoves),
            Effect::Consume | Effect::Take => matches!(self, Self::BeforeCapture),
            Effect::Absorb | Effect::Kill | Effect::Amount(_) => matches!(self, Self::OnDamage),
            Effect::PlayOn => matches!(self, Self::GameResult),
            Effect::Note(_) => matches!(self, Self::DescribeMove),
            Effect::Yes => matches!(self, Self::FilterSelfCheck | Self::CannotWin),
            Effect::End(_) => matches!(self, Self::GameResult) || self.changes() && !self.is_last(),
            Effect::Deactivate => self.changes() && !self.is_last(),
            _ => self.changes(),
        }
    }

    /// Returns true if the preset is forgotten afterwards.
    const fn is_last(self) -> bool {
        matches!(self, Self::OnDeactivate)
    }

    const fn attaches(self) -> Hooks {
        match self {
            Self::BeforeMove => Hooks::BEFORE_MOVE,
            Self::BeforeCapture => Hooks::BEFORE_CAPTURE,
            Self::OnDamage => Hooks::ON_DAMAGE,
            Self::AfterMove | Self::OnCapture | Self::OnCheck => Hooks::AFTER_MOVE,
            Self::TurnStart => Hooks::TURN_START,
            Self::GameResult => Hooks::GAME_RESULT,
            Self::DescribeMove => Hooks::DESCRIBE_MOVE,
            Self::OnActivate => Hooks::ON_ACTIVATE,
            Self::OnDeactivate => Hooks::ON_DEACTIVATE,
            Self::FilterMoves => Hooks::FILTER_MOVES,
            Self::OnSpawn => Hooks::ON_SPAWN,
            Self::OnRetract => Hooks::ON_RETRACT,
            Self::FilterSelfCheck => Hooks::FILTER_SELF_CHECK,
            Self::CannotWin => Hooks::NONE,
        }
    }
}

/// A hook as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    when: Event,
    each: Option<PieceTest>,
    #[serde(default, rename = "if")]
    conditions: Vec<Condition>,
    then: Vec<Effect>,
    #[serde(default)]
    always: bool,
}

/// A hook that fits together.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Written")]
pub(crate) struct Hook {
    pub(super) when: Event,
    /// The pieces for each of which it runs.
    pub(super) each: Option<PieceTest>,
    /// All of them have to hold.
    pub(super) conditions: Vec<Condition>,
    /// They follow in this order.
    pub(super) effects: Vec<Effect>,
    /// It runs for sides that are not in scope as well.
    pub(super) always: bool,
}

impl TryFrom<Written> for Hook {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let hook = Self {
            when: written.when,
            each: written.each,
            conditions: written.conditions,
            effects: written.then,
            always: written.always,
        };
        hook.check()?;
        Ok(hook)
    }
}

impl Hook {
    /// Checks that its parts have a meaning in its event.
    fn check(&self) -> Result<(), String> {
        if self.effects.is_empty() {
            return Err("then: a hook without an effect does nothing".into());
        }
        if let Some(test) = &self.each {
            if test.at.is_some() {
                return Err("each: takes no at, for each piece has a square of its own".into());
            }
            let around = test.around.into_iter().collect::<Vec<_>>();
            self.check_places("each", &around, false)?;
        }
        for condition in &self.conditions {
            self.check_condition(condition, 1)?;
        }
        for effect in &self.effects {
            self.check_effect(effect)?;
        }
        let has = |name: &str| self.effects.iter().any(|e| e.name() == name);
        if has("absorb") && has("kill") {
            return Err("then: damage is either absorbed or kills".into());
        }
        if has("end") && has("deactivate") {
            return Err("then: deactivate would forget the end, so a hook has one of them".into());
        }
        Ok(())
    }

    fn check_places(&self, part: &str, places: &[Place], own: bool) -> Result<(), String> {
        let fits = |place: Place| match place {
            Place::Square(_) => true,
            Place::It => self.each.is_some() && part != "each",
            place => self.when.places().contains(&place),
        };
        let wrong = places.iter().copied().find(|place| !fits(*place));
        // Without a place it is the piece of `each`, otherwise that of the event.
        let own = (own && !fits(Place::It) && !fits(Place::Piece)).then_some(Place::Piece);
        match wrong.or(own) {
            None => Ok(()),
            Some(place) => Err(format!(
                "{part}: {} has no place {:?}: there are {}",
                self.when.name(),
                place.name(),
                place_names(fits)
            )),
        }
    }

    fn check_condition(&self, condition: &Condition, depth: usize) -> Result<(), String> {
        let part = format!("if {}", condition.name());
        if depth > DEEPEST {
            return Err(format!(
                "{part}: conditions lie in conditions at most {DEEPEST} deep"
            ));
        }
        if let Some(events) = Event::allowing(condition)
            && !events.contains(&self.when)
        {
            let names: Vec<_> = events.iter().map(|event| event.name()).collect();
            return Err(format!(
                "{part}: has no meaning in {}, only in {}",
                self.when.name(),
                names.join(", ")
            ));
        }
        self.check_places(&part, &condition.places(), condition.needs_own())?;
        match condition {
            Condition::Piece(test) if test.around.is_some() && test.at.is_none() => {
                return Err(format!("{part}: takes around only with at"));
            }
            Condition::Captures(test) if test.at.is_some() => {
                return Err(format!(
                    "{part}: takes no at, for it is about what is captured"
                ));
            }
            Condition::Pieces(test) if test.of.at.is_some() => {
                return Err(format!(
                    "{part}: takes no at, for it counts all pieces that fit"
                ));
            }
            Condition::Any(all) if all.is_empty() => {
                return Err(format!("{part}: needs a condition"));
            }
            _ => {}
        }
        let mut inner = condition.inner().iter();
        inner.try_for_each(|one| self.check_condition(one, depth + 1))
    }

    fn check_effect(&self, effect: &Effect) -> Result<(), String> {
        let part = format!("then {}", effect.name());
        if !self.when.takes(effect) {
            return Err(format!(
                "{part}: has no meaning in {}: there are {}",
                self.when.name(),
                self.effects_known()
            ));
        }
        self.check_places(&part, &effect.places(), effect.needs_own())?;
        let one_of = |set: bool, add: bool| match set != add {
            true => Ok(()),
            false => Err(format!("{part}: takes either set or add")),
        };
        match effect {
            Effect::Damage(hit) => {
                if hit.at.is_some() && hit.around.is_some() {
                    return Err(format!("{part}: takes either at or around"));
                }
                if hit.amount < 1 {
                    return Err(format!("{part}: takes an amount of 1 or more"));
                }
                if hit.kind == "capture" {
                    let only = "the kind \"capture\" is for captures, which take deals";
                    return Err(format!("{part}: {only}"));
                }
                check_word(&part, &hit.kind)
            }
            Effect::Attribute(change) if change.remove => {
                match change.set.is_some() || change.add.is_some() {
                    true => Err(format!("{part}: takes one of set, add and remove")),
                    false => Ok(()),
                }
            }
            Effect::Attribute(change) => one_of(change.set.is_some(), change.add.is_some()),
            Effect::Counter(change) => {
                check_counter(&part, &change.name)?;
                one_of(change.set.is_some(), change.add.is_some())
            }
            Effect::Amount(change) => one_of(change.set.is_some(), change.add.is_some()),
            Effect::Show(sight) => check_word(&part, &sight.kind),
            Effect::Forbid(text) | Effect::Note(text) => check_text(&part, text),
            _ => Ok(()),
        }
    }

    /// The words of the effects that have a meaning in the event.
    fn effects_known(&self) -> String {
        let answers: &[&str] = match self.when {
            Event::BeforeMove | Event::FilterMoves => &["forbid"],
            Event::BeforeCapture => &["consume", "take"],
            Event::OnDamage => &["absorb", "kill", "amount"],
            Event::GameResult => &["end", "play_on"],
            Event::DescribeMove => &["note"],
            Event::FilterSelfCheck | Event::CannotWin => &["yes"],
            _ => &[],
        };
        let changes: &[&str] = match (self.when.changes(), self.when.is_last()) {
            (false, _) => &[],
            (true, true) => &CHANGES[2..],
            (true, false) => CHANGES,
        };
        [answers, changes].concat().join(", ")
    }

    /// The types of pieces that it names.
    pub(super) fn piece_types(&self) -> Vec<&str> {
        let mut all = Vec::new();
        let mut tests: Vec<&PieceTest> = self.each.iter().collect();
        self.visit(&mut |condition| tests.extend(condition.piece_test()));
        for test in tests {
            all.extend(test.kind.iter().chain(&test.except).map(|kind| &*kind.0));
        }
        all.extend(self.effects.iter().filter_map(Effect::piece_type));
        all
    }

    /// Shows all conditions, those in conditions too.
    fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Condition)) {
        let mut left: Vec<&Condition> = self.conditions.iter().collect();
        while let Some(condition) = left.pop() {
            see(condition);
            left.extend(condition.inner());
        }
    }

    /// The extension points to which it attaches.
    pub(super) fn attaches(&self) -> Hooks {
        let plain = self.conditions.is_empty() && self.each.is_none();
        match self.when {
            // Asked once, not move by move.
            Event::FilterSelfCheck if plain && !self.always => Hooks::IGNORES_SELF_CHECK,
            event => event.attaches(),
        }
    }

    /// Returns true if it neither moves, adds, removes nor damages a piece.
    pub(super) fn is_quiet(&self) -> bool {
        self.effects.iter().all(|effect| {
            matches!(
                effect,
                Effect::Attribute(_) | Effect::Counter(_) | Effect::Show(_) | Effect::End(_)
            )
        })
    }

    /// Returns true if it may end the game.
    pub(super) fn ends(&self) -> bool {
        self.effects.iter().any(|e| matches!(e, Effect::End(_)))
    }

    fn cost(&self) -> usize {
        let mut parts = self.effects.len();
        self.visit(&mut |condition| {
            parts += match condition {
                Condition::Check(_)
                | Condition::GivesCheck(_)
                | Condition::CanMove(_)
                | Condition::Attacked(_) => 8,
                _ => 1,
            };
        });
        parts
    }
}

/// Effects wherever the board may change; the first two not when the preset ends.
const CHANGES: &[&str] = &[
    "end",
    "deactivate",
    "damage",
    "spawn",
    "retract",
    "relocate",
    "become",
    "attribute",
    "counter",
    "show",
];

fn check_word(part: &str, word: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    match !word.is_empty() && word.len() <= 64 && word.chars().all(fits) {
        true => Ok(()),
        false => Err(format!(
            "{part}: a kind takes 1 to 64 lower case letters, digits, _ and -, not {word:?}"
        )),
    }
}

fn check_counter(part: &str, name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let first = name.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    match first && name != "end" && name.len() <= 64 && name.chars().all(fits) {
        true => Ok(()),
        false => Err(format!(
            "{part}: the name of a counter takes 1 to 64 lower case letters, digits and _, begins \
             with a letter and is not \"end\", not {name:?}"
        )),
    }
}

fn check_text(part: &str, text: &str) -> Result<(), String> {
    if text.is_empty() || text.len() > LONGEST {
        return Err(format!("{part}: takes a text of 1 to {LONGEST} bytes"));
    }
    contract::text::check_seen(part, text).map_err(|e| e.message().to_owned())
}

/// Checks what spans several hooks: their number, attributes, counters.
pub(super) fn check_all(hooks: &[Hook], attributes: &[&str]) -> Result<(), String> {
    if hooks.len() > MOST_HOOKS {
        return Err(format!(
            "there are {} hooks, and {MOST_HOOKS} are the most",
            hooks.len()
        ));
    }
    let cost: usize = hooks.iter().map(Hook::cost).sum();
    if cost > MOST_PARTS {
        return Err(format!(
            "there are {cost} conditions and effects, those that look for attacks or moves \
             counted eight times, and {MOST_PARTS} are the most"
        ));
    }
    let effects = || hooks.iter().flat_map(|hook| &hook.effects);
    let counted: Vec<&str> = effects()
        .filter_map(|effect| match effect {
            Effect::Counter(change) => Some(&*change.name),
            _ => None,
        })
        .collect();
    for (i, hook) in hooks.iter().enumerate() {
        let mut named = Vec::new();
        let mut read = Vec::new();
        hook.visit(&mut |condition| match condition {
            Condition::Attribute(test) => named.push(&*test.name),
            Condition::Counter(test) => read.push(&*test.name),
            _ => {}
        });
        for effect in &hook.effects {
            match effect {
                Effect::Attribute(change) => named.push(&*change.name),
                Effect::Note(text) => read.extend(names_in(text)),
                _ => {}
            }
        }
        let missing = |what: &str, names: &[&str], known: &[&str]| {
            let name = names.iter().find(|name| !known.contains(*name))?;
            Some(format!(
                "hook[{i}]: there is no {what} {name:?}: there are {}",
                joined(known)
            ))
        };
        let wrong = missing("attribute", &named, attributes);
        if let Some(wrong) = wrong.or_else(|| missing("counter", &read, &counted)) {
            return Err(wrong);
        }
    }
    Ok(())
}

fn joined(names: &[&str]) -> String {
    match names {
        [] => "none".into(),
        names => names.join(", "),
    }
}
