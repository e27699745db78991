//! Chess whose rules are composed at run time. A [`Preset`] is a rule that can be
//! switched on and off in a running game and composed with others: pieces with hit
//! points, rooks that explode, boards that wrap. The engine knows the chess of the
//! FIDE laws and none of the presets; each of them attaches through hooks, and
//! types of pieces join in as data or as Rust. `docs/presets.md` has every hook
//! with an example.
//!
//! Where the rules of presets are silent or say two things:
//!
//! - A whole set comes into force in the order of registration, which is that of
//!   `shipped/mod.rs`, then of the definitions, then of [`register`]; whoever wants
//!   shields before hit points puts them in force one after the other.
//! - A side may not lose its last king by its own move any more than leave it in check;
//!   a move that takes the last king of the other side may do both.
//! - Who loses the last king loses, where no preset says otherwise; a piece that is
//!   retracted is not lost.
//! - What presets add to the moves of a piece attacks; what they take away stays
//!   attacked, as by a piece that is pinned.
//! - A promoted piece keeps the attributes of the pawn.
//! - A target that survives stays, and so does its attacker; the move counts as made.
//! - A preset whose time is up, or that is replaced, takes with it those that require it.
//! - The explosion of a rook follows a capture that killed, once.

mod action;
mod betza;
mod board;
mod breadth;
mod briefing;
mod context;
mod data;
mod description;
mod ends;
mod engine;
mod fen;
mod hooks;
mod ids;
mod kinds;
mod library;
mod log;
mod movegen;
mod movement;
mod notation;
mod picture;
mod planes;
mod position;
mod preset;
mod questions;
mod report;
mod safety;
mod scope;
mod search;
mod settings;
mod shipped;

use std::sync::Arc;

pub use action::{Action, Special};
pub use board::{ColoredPiece, PieceTypeId};
pub use context::{
    AfterMove, BeforeCapture, BeforeMove, BoardMut, BoardRef, DescribeMove, FilterMoves,
    GameResult, HookContext, Listing, OnDamage, OnRetract, OnSpawn, Promotions, SelfCheck, Taken,
};
pub use description::{
    PieceTypeDescription, PresetDescription, PresetInfo, PresetsDescription, PresetsEvent, RookWay,
};
pub use kinds::PieceType;
pub use library::register;
pub use log::{Logged, MoveEntry, SideEffect};
pub use movement::{MoveSite, Movement, Moves};
pub use position::Position;
pub use preset::{Capture, Counter, Damage, Hooks, Preset, Verdict};
pub use scope::{Active, Scope};
pub use search::{Checked, Values};

use ::search::bots::SEARCHING;
use breadth::MOST_BREADTH;
use chess::{Color, Square};
use contract::bot::Bot;
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::{Error, Result, quoted};
use contract::game::{Flow, Game, GameInfo, Hidden, Outcome, Seat, Seats, unknown_style};
use contract::history::PositionHistory;
use contract::options::{OptionSpec, Options};
use contract::planes::PlaneLayout;
use contract::question::{Given, Questions};
use contract::state::{HistoryOf, State};
use contract::value::{Dict, Value, kind_of};
use contract::view::FullView;
use ends::seat_of;
use engine::MoveTrace;
use library::Library;
use settings::RuleSettings;

/// Presets in the list of games.
pub static ENTRY: dynamic::Entry = dynamic::Entry::of::<Presets>();

/// Lists all presets, shipped and registered, in the order of registration, in which a whole
/// set comes into force.
///
/// # Errors
///
/// Those of a shipped preset that cannot be made, which is a defect.
pub fn presets() -> Result<Vec<PresetInfo>> {
    Ok(Library::new(Vec::new())?.catalogue())
}

/// The rules with their options fixed.
#[derive(Clone)]
pub struct Presets {
    settings: Arc<RuleSettings>,
}

impl std::fmt::Debug for Presets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids = self.settings.chosen.iter();
        f.debug_list()
            .entries(ids.map(|a| self.library().id(a.preset)))
            .finish()
    }
}

impl Presets {
    fn library(&self) -> &Library {
        &self.settings.library
    }

    /// A position as a preset that is not in force would read it, with no state and
    /// for both sides; for tools and tests.
    #[must_use]
    pub fn board<'a>(&'a self, position: &'a Position) -> BoardRef<'a> {
        self.library().board(
            position,
            Active {
                preset: u16::MAX,
                scope: Scope::Both,
                turns: None,
            },
        )
    }

    /// Puts pieces on the board and takes them off; presets hear of both.
    fn placed(&self, position: &Position, value: &Value) -> Result<Position> {
        let wrong = |what: String| Error::invalid_option(format!("place: {what}"));
        let library = self.library();
        let men = value.as_object().ok_or_else(|| {
            wrong(format!(
                "takes a map from squares to letters of pieces, null to take one off, not {}",
                kind_of(value)
            ))
        })?;
        let mut next = position.clone();
        let mut trace = MoveTrace::default();
        for (square, piece) in men {
            let at: Square = square
                .parse()
                .map_err(|e: chess::Error| wrong(e.message().into()))?;
            let man = match piece {
                Value::Null => None,
                Value::String(letter) => Some(library.man_of(letter).ok_or_else(|| {
                    wrong(format!(
                        "{} for {square} is no piece: there are {}, in small letters for Black",
                        quoted(letter),
                        library.letters()
                    ))
                })?),
                other => {
                    let kind = kind_of(other);
                    return Err(wrong(format!(
                        "{square}: takes the letter of a piece, or null, not {kind}"
                    )));
                }
            };
            if library.retract(&mut next, &mut trace, at).is_none() && man.is_none() {
                return Err(wrong(format!("nobody stands on {square}")));
            }
            if let Some(man) = man {
                library.spawn(&mut next, &mut trace, at, man);
            }
        }
        trace.complete("place")?;
        for color in Color::ALL {
            let kings = |position: &Position| library.royals(&position.board, color);
            if kings(position).any() && kings(&next).is_empty() {
                return Err(wrong(format!("{} would have no king", color.name())));
            }
        }
        library.end_passing(&mut next);
        if !library.safe(&next, !next.turn) {
            let color = (!next.turn).name();
            return Err(wrong(format!("the king of {color} could be taken")));
        }
        Ok(next)
    }

    /// Puts a preset into force or out of it, or replaces them all.
    fn switched(&self, position: &Position, name: &str, value: &Value) -> Result<Position> {
        let library = self.library();
        let mut next = position.clone();
        let many = |value: &Value| settings::read_set(library, value, Scope::Both, None);
        let wanted = match name {
            "activate" => {
                let new = match value {
                    Value::Object(_) => many(&Value::Array(vec![value.clone()]))?,
                    other => many(other)?,
                };
                let mut all = position.active.to_vec();
                all.retain(|a| !new.iter().any(|n| n.preset == a.preset));
                all.extend(new);
                all
            }
            "deactivate" => {
                let gone = many(value)?;
                let there = |g: &Active| position.active.iter().any(|a| a.preset == g.preset);
                if let Some(missing) = gone.iter().find(|g| !there(g)) {
                    return Err(Error::invalid_option(format!(
                        "deactivate: {} is not in force",
                        library.id(missing.preset)
                    )));
                }
                let mut all = position.active.to_vec();
                all.retain(|a| !gone.iter().any(|g| g.preset == a.preset));
                all
            }
            "presets" => many(value)?,
            _ => {
                return Err(Error::invalid_option(format!(
                    "{} cannot change {}: there are activate, deactivate, place, presets",
                    Self::INFO.name,
                    quoted(name)
                )));
            }
        };
        let mut trace = MoveTrace::default();
        library.switch(&mut next, &mut trace, wanted)?;
        trace.complete(name)?;
        library.end_passing(&mut next);
        Ok(next)
    }
}

impl Game for Presets {
    type Position = Position;
    type Action = Action;
    type Record = Logged;
    type View = FullView<Self>;
    type Description = PresetsDescription;
    type Event = PresetsEvent;

    const INFO: GameInfo = GameInfo {
        name: "chess+",
        summary: "chess with rules composed at run time: chess+atomic, chess+piece-hp+king-heals, …",
        seats: (2, 2),
        hidden: Hidden::Never,
        options: settings::OPTIONS,
        styles: &["uci", "san", "lan"],
        bots: SEARCHING,
    };

    fn new(options: &Options) -> Result<Self> {
        Ok(Self {
            settings: RuleSettings::new(options)?.shared(),
        })
    }

    fn slow(&self) -> bool {
        true
    }

    fn named(rest: &str, options: &mut Dict) -> Result<()> {
        let given = options.get("presets").filter(|v| !v.is_null());
        if given.is_some_and(|v| v.as_str() != Some(rest)) {
            return Err(Error::invalid_option(
                "presets: they are in the name of the game already",
            ));
        }
        options.insert("presets".into(), rest.into());
        Ok(())
    }

    fn briefing(&self) -> Briefing {
        self.rules_in_words()
    }

    fn seat_names(&self) -> Vec<String> {
        Color::ALL.map(|c| c.name().to_owned()).to_vec()
    }

    fn start(&self) -> Result<Position> {
        let library = self.library();
        let own = self.settings.chosen.iter();
        let start = own
            .filter_map(|active| library.preset(active.preset).start())
            .next();
        let mut position = match start {
            None => self.settings.usual_start()?,
            Some(text) => self
                .settings
                .read_fen(text)
                .map_err(|e| Error::invalid_option(format!("start: {}", e.message())))?,
        };
        self.settings.set_unmoved(&mut position, true);
        self.settings.begin(&mut position)?;
        library.check_breadth(&position, MOST_BREADTH)?;
        Ok(position)
    }

    fn parse(&self, text: &str) -> Result<Position> {
        self.settings.read(text)
    }

    fn notation(&self, position: &Position) -> String {
        self.settings.write(position)
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn live(&self, position: &Position) -> Seats {
        Seats::only(seat_of(position.turn))
    }

    fn actor(&self, position: &Position, _: &Action) -> Seat {
        seat_of(position.turn)
    }

    fn legal(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        if self.library().over(position).is_some() {
            return Flow::Continue(());
        }
        self.library().each_move(position, visit)
    }

    fn check(&self, position: &Position, _: &dyn PositionHistory, action: &Action) -> Result<()> {
        let text = || self.library().text(action);
        if self.library().over(position).is_some() {
            return Err(Error::illegal_move(format!("{}: the game is over", text())));
        }
        self.library()
            .refused(position, action)
            .map_err(|why| Error::illegal_move(format!("{}: {why}", text())))
    }

    fn play(&self, position: &Position, action: &Action) -> (Position, Logged) {
        let (next, entry) = self.library().logged(position, action);
        (next, Logged(Some(entry)))
    }

    fn outcome(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        self.settings.outcome(position, past)
    }

    fn text(&self, action: &Action) -> String {
        self.library().text(action)
    }

    fn write(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        action: &Action,
        style: &str,
    ) -> Result<String> {
        match style {
            "uci" => Ok(self.text(action)),
            "san" => Ok(self.library().san(position, action)),
            "lan" => Ok(self.library().lan(position, action)),
            _ => Err(unknown_style::<Self>(style)),
        }
    }

    fn read(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        _: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Action> {
        match style {
            "uci" => self.library().read_uci(position, text),
            "san" | "lan" => self.library().read_san(position, text),
            _ => Err(unknown_style::<Self>(style)),
        }
    }

    fn action_count(&self) -> Option<u32> {
        let all_have = self.library().without_ids(&self.settings.chosen).is_none();
        all_have.then(|| self.library().id_count())
    }

    fn check_ids(&self, position: &Position) -> Result<()> {
        self.library().check_ids(position)
    }

    fn action_id(&self, action: &Action) -> u32 {
        action.id()
    }

    fn action_from_id(&self, position: &Position, id: u32) -> Option<Action> {
        self.library().move_of_id(position, id)
    }

    fn action_text(&self, id: u32) -> Option<String> {
        self.library().id_text(id)
    }

    fn planes(&self) -> Option<PlaneLayout> {
        Some(self.settings.plane_layout())
    }

    fn fill_planes(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        seat: Seat,
        out: &mut [u8],
    ) {
        let color = Color::ALL[seat.index() % 2];
        self.settings.fill_planes(position, past, color, out);
    }

    fn describe(&self, position: &Position, past: &dyn PositionHistory) -> PresetsDescription {
        self.settings.description(position, past)
    }

    fn position_in_words(&self, position: &Position, past: &dyn PositionHistory) -> String {
        self.board_in_words(position, past)
    }

    fn move_in_words(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> String {
        self.action_in_words(position, past, action)
    }

    fn report(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> Vec<PresetsEvent> {
        self.settings
            .events(position, past, action, &self.seat_names())
    }

    fn forfeited(&self, position: &Position, losers: Seats, reason: &'static str) -> Outcome {
        self.settings.forfeited(position, losers, reason)
    }

    fn claimable(&self, position: &Position, past: &dyn PositionHistory) -> Option<&'static str> {
        self.settings.claim(position, past)
    }

    fn draw(&self, position: &Position) -> String {
        self.library().diagram(position)
    }

    fn scene(&self, position: &Position, _: &dyn PositionHistory, from: Option<Seat>) -> Scene {
        let from = match from {
            Some(Seat(1)) => Color::Black,
            _ => Color::White,
        };
        self.library().picture(position, from)
    }

    /// Presets are switched in a running game.
    fn changes_outside() -> bool {
        true
    }

    fn questions() -> Questions {
        Self::QUESTIONS
    }

    fn ask(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        self.answer(position, past, given)
    }

    /// `activate` (an id, a map with id, scope and turns, or a list of them),
    /// `deactivate` (an id or a list), `presets` (all that shall be in force),
    /// `place` (a map from squares to letters of pieces, null to take one off).
    fn edit(&self, position: &Position, changes: &Dict) -> Result<Position> {
        let mut next = position.clone();
        for (name, value) in changes {
            next = match name.as_str() {
                "place" => self.placed(&next, value)?,
                _ => self.switched(&next, name, value)?,
            };
        }
        Ok(next)
    }

    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        ::search::bots::make_searching(name, options, seed)
    }

    fn bot_options(name: &str) -> &'static [OptionSpec] {
        ::search::bots::searching_options(name)
    }

    fn restore(&self, mut position: Position, history: &HistoryOf<Self>) -> Position {
        for record in history.forwards() {
            if let Some(entry) = &record.record.0 {
                position.log.push(Arc::clone(entry));
            }
        }
        position
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> FullView<Self> {
        FullView::new(state, seat)
    }
}

#[cfg(test)]
mod tests;
mod words;
