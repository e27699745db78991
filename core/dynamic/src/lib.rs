//! The object-safe interface of every game, one blanket implementation each.
//!
//! Work that visits many positions is generic and stays behind one call of these
//! traits, so nothing is looked up per node. Hosts do not use the traits
//! directly but through the handles of the facade, which catches panics.

mod entry;
mod record;

#[cfg(feature = "schema")]
pub use entry::GameSchemas;
pub use entry::{Entry, GameDescription, SeatCount};
pub use record::{AnyRecord, DynRecord};

use std::any::Any;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use contract::bot::{self, BeliefCounters, Bot, Decision, Heard, Info, Limits, Said};
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::{Error, Result, quoted};
use contract::game::{
    Effect, Flow, Game, GameInfo, MoveContext, Outcome, Seat, Seats, View, canonical_only,
};
use contract::jobs::{Class, Control, Kind, Work};
use contract::options::Options;
use contract::state::{Observation, Rules, Saved, State};
use contract::value::{Dict, Named, Serialize, Value, to_value};
use records::epd::Operation;
use records::{GameResult, GameText, ReadOptions, Stop, Tree};
use search::perft::{self, PerftOptions};
use search::playouts::{self, NamedPlayouts, PlayoutOptions};

/// Rules of any game.
pub type AnyGame = Arc<dyn DynGame>;
/// A state of any game.
pub type AnyState = Arc<dyn DynState>;
/// An observation of any game.
pub type AnyObservation = Arc<dyn DynObservation>;
/// A bot for any game.
pub type AnyBot = Arc<dyn DynBot>;
/// A move as given by a host.
#[derive(Clone, Copy, Debug)]
pub enum MoveRef<'a> {
    /// By its text.
    Text(&'a str),
    /// By its action id.
    Id(u32),
}

/// Result of a move that was committed.
pub struct Committed {
    /// The state after it.
    pub state: AnyState,
    /// The move in the game's canonical notation.
    pub text: String,
    /// The events for the seats.
    pub told: SeatEvents,
    /// The effect of the move on the turn.
    pub effect: Effect,
}

/// Result of seats leaving a game that goes on.
pub struct Left {
    /// The state without them.
    pub state: AnyState,
    /// The events for the seats.
    pub told: SeatEvents,
}

fn values<T: Serialize>(of: &[T]) -> Result<Vec<Value>> {
    of.iter().map(to_value).collect()
}

/// An event of any game, or of the layers above the games.
pub type AnyEvent = Arc<dyn DynEvent>;

/// An event for seats: kept as its own type, and a map once it is serialised.
pub trait DynEvent:
    erased_serde::Serialize + Debug + Send + Sync + UnwindSafe + RefUnwindSafe + 'static
{
}

impl<T> DynEvent for T where
    T: Serialize + Debug + Send + Sync + UnwindSafe + RefUnwindSafe + 'static
{
}

erased_serde::serialize_trait_object!(DynEvent);

/// The events that seats see of a move.
#[derive(Clone, Debug)]
pub enum SeatEvents {
    /// The same for all seats.
    All(Vec<AnyEvent>),
    /// Separate for each seat, in the order of the seats.
    Each(Vec<Vec<AnyEvent>>),
}

impl SeatEvents {
    /// Erases the events of each seat, given in the order of the seats.
    fn of<E: DynEvent + PartialEq>(mut seats: Vec<Vec<E>>) -> Self {
        let erased = |events: Vec<E>| -> Vec<AnyEvent> {
            let events = events.into_iter();
            events.map(|event| Arc::new(event) as AnyEvent).collect()
        };
        match seats.pop() {
            Some(last) if seats.iter().all(|other| *other == last) => Self::All(erased(last)),
            last => Self::Each(seats.into_iter().chain(last).map(erased).collect()),
        }
    }
}

/// Bounds of all erased types: they cross threads and panics, and can be downcast.
pub trait Erased: Any + Send + Sync + UnwindSafe + RefUnwindSafe {}

impl<T: Any + Send + Sync + UnwindSafe + RefUnwindSafe> Erased for T {}

/// See [`Rules`].
pub trait DynGame: Erased {
    /// Returns the properties that do not depend on the options.
    fn info(&self) -> &'static GameInfo;
    /// Returns the options, defaults included.
    fn options(&self) -> &Options;
    /// Returns the names of the seats.
    fn seat_names(&self) -> &[String];
    /// Returns the seats that win and lose with this one, itself included.
    fn team(&self, seat: Seat) -> Seats;
    /// Returns true if a partner's message is a reason to decide anew.
    fn is_urgent(&self, heard: &[Heard], message: &str) -> bool;
    /// Returns true if some seat sees less than everything.
    fn hidden(&self) -> bool;
    /// Returns true if one call about a position may take more than a millisecond.
    fn slow(&self) -> bool;
    /// Returns true if there are moments in which a seat must not know whose turn it is.
    fn hides_turns(&self) -> bool;
    /// Returns the number of refusals of a bot's moves in one turn that a table tolerates.
    fn max_rejections(&self) -> u32;
    /// Returns the rules in words, for players who may not know them.
    fn briefing(&self) -> Briefing;
    /// Returns the texts of all action ids; empty for a game without ids.
    fn action_texts(&self) -> &[Box<str>];
    /// Returns the first state.
    ///
    /// # Errors
    ///
    /// As in [`State::start`].
    fn start(self: Arc<Self>) -> Result<AnyState>;
    /// Reads a position.
    ///
    /// # Errors
    ///
    /// As in [`State::parse`].
    fn parse(self: Arc<Self>, text: &str, earlier: &[&str]) -> Result<AnyState>;
    /// Reads a game from the text of a record.
    ///
    /// # Errors
    ///
    /// As in [`records::read_game`].
    fn read_record(
        self: Arc<Self>,
        text: &mut GameText<'_>,
        options: &ReadOptions,
    ) -> Result<AnyRecord, Stop>;
    /// Reads a line of EPD; the moves of its operations become texts of a style, by default
    /// the canonical one.
    ///
    /// # Errors
    ///
    /// As in [`records::epd::Epd::parse`], and `unsupported` for a style that the game does
    /// not have.
    fn parse_epd(
        self: Arc<Self>,
        line: &str,
        style: Option<&str>,
    ) -> Result<(AnyState, Vec<Operation<String>>)>;
    /// Returns the value of the tag `Variant` for records of these rules.
    fn variant_name(&self) -> Option<String>;
    /// Restores a state that was saved under these rules.
    ///
    /// # Errors
    ///
    /// As in [`State::load_under`].
    fn load(self: Arc<Self>, saved: &Saved) -> Result<AnyState>;
}

/// See [`State`].
pub trait DynState: Erased {
    /// Returns the rules.
    fn rules(&self) -> AnyGame;
    /// Returns the position in the game's notation.
    fn notation(&self) -> String;
    /// Returns the repetition key.
    fn key(&self) -> u64;
    /// Returns the number of plies in its history.
    fn ply(&self) -> usize;
    /// Returns the number of times that its position has occurred, this time included.
    fn repetitions(&self) -> usize;
    /// Writes the moves that led to it.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    fn moves(&self, style: Option<&str>) -> Result<Vec<String>>;
    /// Writes the last of the moves.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    fn last_move(&self, style: Option<&str>) -> Result<Option<String>>;
    /// Returns the state at an earlier ply.
    ///
    /// # Errors
    ///
    /// As in [`State::at_ply`].
    fn at_ply(&self, ply: usize) -> Result<AnyState>;
    /// Returns the seats that may act.
    fn live(&self) -> Seats;
    /// Returns the seats whose clocks run.
    fn on_clock(&self) -> Seats;
    /// Returns a key of the basis of a seat's decision.
    fn decision_key(&self, seat: Seat) -> u64;
    /// Returns the outcome, if the game has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends the ids of the legal moves to `out`.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids.
    fn legal_ids(&self, seat: Option<Seat>, out: &mut Vec<u32>) -> Result<()>;
    /// Returns the texts of the legal moves.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    fn legal_texts(&self, seat: Option<Seat>, style: Option<&str>) -> Result<Vec<String>>;
    /// Counts the legal moves.
    fn count_legal(&self, seat: Option<Seat>) -> u64;
    /// Returns the state after a part of several moves, one after the other.
    ///
    /// # Errors
    ///
    /// As in [`State::play`] and [`State::read`]; of several moves names the wrong one.
    fn play(
        &self,
        seat: Option<Seat>,
        moves: &[MoveRef<'_>],
        part: Range<usize>,
        style: Option<&str>,
    ) -> Result<AnyState>;
    /// Makes a move and returns the events for each seat.
    ///
    /// # Errors
    ///
    /// As in [`State::play`] and [`State::read`].
    fn commit(&self, seat: Seat, action: MoveRef<'_>, style: Option<&str>) -> Result<Committed>;
    /// Returns the outcome when seats lose by other means than a move.
    fn forfeited(&self, losers: Seats, reason: &'static str) -> Outcome;
    /// Returns the state without seats that leave; see [`State::leave`].
    ///
    /// # Errors
    ///
    /// `game_over` and `invalid_option`.
    fn leave(&self, seats: Seats, reason: &str) -> Result<Option<Left>>;
    /// Returns who left the game while others played on, and why, in order.
    fn departures(&self) -> Vec<(Seats, &'static str)>;
    /// Returns the seats that are out of the game.
    fn out(&self) -> Seats;
    /// Returns a draw of those who are still in the game.
    fn drawn(&self, reason: &'static str) -> Outcome;
    /// Returns the reason of the draw that a seat may claim, if there is one.
    fn claimable(&self) -> Option<&'static str>;
    /// Rewrites a move from one style into another.
    ///
    /// # Errors
    ///
    /// As in [`State::read`] and [`State::write`]; the move must be legal.
    fn rewrite(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<String>;
    /// Returns the id of a legal move.
    ///
    /// # Errors
    ///
    /// As in [`State::read`]; `unsupported` for a game without ids.
    fn action_id(&self, seat: Option<Seat>, text: &str) -> Result<u32>;
    /// Returns the events of a move that is not made.
    ///
    /// # Errors
    ///
    /// As in [`State::play`].
    fn report(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Vec<Value>>;
    /// Returns the whole state in plain values.
    ///
    /// # Errors
    ///
    /// `internal` if a game has maps with keys that are not texts.
    fn describe(&self) -> Result<Value>;
    /// Describes the state in English sentences.
    fn describe_text(&self) -> String;
    /// Describes a legal move in English words.
    ///
    /// # Errors
    ///
    /// As in [`State::play`] and [`State::read`].
    fn move_in_words(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<String>;
    /// Draws the position as text.
    fn draw(&self) -> String;
    /// Returns the picture of the position.
    fn scene(&self, from: Option<Seat>) -> Scene;
    /// Returns a state changed from outside.
    ///
    /// # Errors
    ///
    /// As in [`State::edit`].
    fn edit(&self, changes: &Dict) -> Result<AnyState>;
    /// Returns the observation of a seat.
    fn observe(&self, seat: Seat) -> AnyObservation;
    /// Writes the whole state as text for `registry::load`.
    ///
    /// # Errors
    ///
    /// As in [`State::save`].
    fn save(&self) -> Result<String>;
    /// Prepares a perft count to run on the pool.
    fn perft(&self, depth: u32, options: PerftOptions) -> Work<u64>;
    /// Prepares a perft count below each move to run on the pool; `progress` is called on
    /// any thread each time a move is done.
    fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: Box<dyn Fn(usize) + Send + Sync>,
    ) -> Work<Named<u64>>;
    /// Prepares random games to run on the pool.
    ///
    /// # Errors
    ///
    /// As in [`playouts::check_options`].
    fn playouts(&self, options: PlayoutOptions) -> Result<Work<NamedPlayouts>>;
    /// Writes a line of EPD; the moves of the operations are texts in SAN or the canonical
    /// style.
    ///
    /// # Errors
    ///
    /// As in [`records::epd::Epd::write`] and [`State::read`].
    fn write_epd(&self, operations: &[Operation<String>]) -> Result<String>;
    /// Makes a record of moves that begin here, given as texts of a style, by default the
    /// canonical one.
    ///
    /// # Errors
    ///
    /// As in [`State::read`] and [`State::check`], naming the move by its index.
    fn record(
        &self,
        moves: &Tree<String>,
        tags: &[(String, String)],
        result: Option<GameResult>,
        style: Option<&str>,
    ) -> Result<AnyRecord>;
    /// Returns the record of the known moves that led to the state, with its result and tags.
    ///
    /// # Errors
    ///
    /// `internal` only.
    fn record_so_far(&self, tags: &[(String, String)]) -> Result<AnyRecord>;
    /// Returns true if the other is the same in position, counters, options and history.
    fn same(&self, other: &dyn DynState) -> bool;
    /// Returns a hash consistent with [`same`](Self::same), for this process only.
    fn hash_code(&self) -> u64;
    /// Returns a short text for a debugger; redacted if the game hides anything.
    fn inspect(&self) -> String;
    /// Returns itself for downcasts.
    fn as_any(&self) -> &dyn Any;
}

/// See [`Observation`].
pub trait DynObservation: Erased {
    /// Returns the rules.
    fn rules(&self) -> AnyGame;
    /// Returns the seat that observes.
    fn seat(&self) -> Seat;
    /// Returns the seat's knowledge as text.
    fn text(&self) -> String;
    /// Returns a key of the information set.
    fn key(&self) -> u64;
    /// Returns true if the seat may act, as far as it can know.
    fn may_act(&self) -> bool;
    /// Returns the outcome, if the game has ended and the seat knows it.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends the ids of the moves that the seat may try to `out`.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids.
    fn candidate_ids(&self, out: &mut Vec<u32>) -> Result<()>;
    /// Returns the texts of the moves that the seat may try.
    fn candidates(&self) -> Vec<String>;
    /// Returns the texts of the moves that the seat may try in a style, in the same order.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have, and for any but the canonical
    /// one if the seat does not know all of the position.
    fn candidates_in(&self, style: &str) -> Result<Vec<String>>;
    /// Reads one of the moves that the seat may try, and writes it in the canonical style.
    ///
    /// # Errors
    ///
    /// As in [`State::read`] and [`State::check`] if the seat knows all of the position;
    /// otherwise `illegal_move` for any text but one of the [`candidates`](Self::candidates),
    /// and `unsupported` for any style but the canonical one.
    fn read(&self, text: &str, style: &str) -> Result<String>;
    /// Returns true if the seat knows all of the position.
    fn is_full(&self) -> bool;
    /// Returns the moves that led to the state in a style, if the seat may know all of them.
    fn moves(&self, style: &str) -> Option<Vec<String>>;
    /// Returns the seat's knowledge in plain values.
    ///
    /// # Errors
    ///
    /// As in [`DynState::describe`].
    fn describe(&self) -> Result<Value>;
    /// Describes the seat's knowledge in English sentences.
    fn describe_text(&self) -> String;
    /// Describes one of the moves that the seat may try in English words.
    ///
    /// # Errors
    ///
    /// `illegal_move` for a move that is none of them.
    fn move_in_words(&self, action: MoveRef<'_>) -> Result<String>;
    /// Draws as text the part that the seat sees.
    fn draw(&self) -> String;
    /// Returns the text of the move that led to the state, if the seat may know all of it.
    fn last_move(&self) -> Option<String>;
    /// Returns the picture of the part that the seat knows.
    fn scene(&self, from: Option<Seat>) -> Scene;
    /// Returns true if the other is the same.
    fn same(&self, other: &dyn DynObservation) -> bool;
    /// Returns a hash consistent with [`same`](Self::same), for this process only.
    fn hash_code(&self) -> u64;
    /// Returns itself for downcasts.
    fn as_any(&self) -> &dyn Any;
}

/// A bot with the game it plays.
pub trait DynBot: Erased {
    /// Returns its name.
    fn name(&self) -> &str;
    /// Returns the properties of its game that do not depend on the options.
    fn info(&self) -> &'static GameInfo;
    /// Prepares a decision to run on the pool. The bot is engaged from this call until the
    /// work has run or is dropped.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an observation of another game, `game_over`, `not_your_turn`,
    /// and `bot_busy` while it is already engaged.
    fn decide(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
    ) -> Result<Work<Decision<String>>>;
    /// Prepares an analysis to run on the pool; `watch` receives each step on the thread
    /// that runs it. The bot is engaged meanwhile.
    ///
    /// # Errors
    ///
    /// As in [`decide`](Self::decide).
    fn analyse(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
        watch: Box<dyn FnMut(Info<String>) + Send>,
    ) -> Result<Work<Decision<String>>>;
    /// Makes it forget its knowledge of a game.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn new_game(self: Arc<Self>) -> Result<()>;
    /// Changes its options and keeps its knowledge. Returns false if it cannot.
    ///
    /// # Errors
    ///
    /// `invalid_option`, `bot_busy` while it is engaged.
    fn adjust(self: Arc<Self>, options: &Dict) -> Result<bool>;
    /// Returns true if it talks with those it plays with.
    fn talks(&self) -> bool;
    /// Returns true if it plays all seats of a team.
    fn plays_team(&self) -> bool;
    /// Prepares what it does after its decision has become a move, for those it plays with, to
    /// run on the pool. The bot is engaged meanwhile until anything else engages it, which then
    /// waits for this to end: cancel it.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn reflect(self: Arc<Self>) -> Result<Work<Vec<Said>>>;
    /// Prepares the answer to a draw offer to run on the pool, true to accept. The bot is
    /// engaged meanwhile.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an observation of another game, `bot_busy` while engaged.
    fn answer_draw(self: Arc<Self>, observation: AnyObservation) -> Result<Work<bool>>;
    /// Returns the keys of the positions that it held possible when it last decided.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn believed(self: Arc<Self>) -> Result<Option<Vec<u64>>>;
    /// Returns the statistics of its belief.
    ///
    /// # Errors
    ///
    /// `bot_busy` while it is engaged.
    fn belief_counters(self: Arc<Self>) -> Result<Option<BeliefCounters>>;
}

impl<G: Game> DynGame for Rules<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn options(&self) -> &Options {
        self.options()
    }

    fn seat_names(&self) -> &[String] {
        self.seat_names()
    }

    fn team(&self, seat: Seat) -> Seats {
        self.game().team(seat)
    }

    fn is_urgent(&self, heard: &[Heard], message: &str) -> bool {
        self.game().is_urgent(heard, message)
    }

    fn hidden(&self) -> bool {
        self.game().hidden()
    }

    fn slow(&self) -> bool {
        self.game().slow()
    }

    fn hides_turns(&self) -> bool {
        self.game().hides_turns()
    }

    fn max_rejections(&self) -> u32 {
        self.game().max_rejections()
    }

    fn briefing(&self) -> Briefing {
        self.game().briefing()
    }

    fn action_texts(&self) -> &[Box<str>] {
        self.action_texts()
    }

    fn start(self: Arc<Self>) -> Result<AnyState> {
        Ok(Arc::new(State::start(&self)?))
    }

    fn parse(self: Arc<Self>, text: &str, earlier: &[&str]) -> Result<AnyState> {
        Ok(Arc::new(State::parse(&self, text, earlier)?))
    }

    fn read_record(
        self: Arc<Self>,
        text: &mut GameText<'_>,
        options: &ReadOptions,
    ) -> Result<AnyRecord, Stop> {
        record::read(&self, text, options)
    }

    fn parse_epd(
        self: Arc<Self>,
        line: &str,
        style: Option<&str>,
    ) -> Result<(AnyState, Vec<Operation<String>>)> {
        record::parse_epd(&self, line, style)
    }

    fn variant_name(&self) -> Option<String> {
        records::write::variant_name(self)
    }

    fn load(self: Arc<Self>, saved: &Saved) -> Result<AnyState> {
        Ok(Arc::new(State::load_under(&self, saved)?))
    }
}

/// Finds the legal move that a host gives.
fn resolve<G: Game>(
    state: &State<G>,
    seat: Option<Seat>,
    action: MoveRef<'_>,
    style: Option<&str>,
) -> Result<G::Action> {
    let action = match action {
        MoveRef::Text(text) => state.read(seat, text, style)?,
        MoveRef::Id(id) => {
            let count = ids::<G>(state.game())?;
            state
                .game()
                .action_from_id(state.position(), id)
                .ok_or_else(|| match state.rules().action_texts().get(id as usize) {
                    Some(text) => Error::illegal_move(format!("{text} is not legal")),
                    None => Error::invalid_notation(format!(
                        "action id {id}: {} has the ids 0 to {}",
                        G::INFO.name,
                        count - 1
                    )),
                })?
        }
    };
    state.check(seat, &action)?;
    Ok(action)
}

fn ids<G: Game>(game: &G) -> Result<u32> {
    game.action_count()
        .ok_or_else(|| Error::unsupported(format!("{} has no action ids", G::INFO.name)))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<G: Game> DynState for State<G> {
    fn rules(&self) -> AnyGame {
        Arc::clone(self.rules()) as AnyGame
    }

    fn notation(&self) -> String {
        self.notation()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn ply(&self) -> usize {
        self.history().len()
    }

    fn repetitions(&self) -> usize {
        self.repetitions()
    }

    fn moves(&self, style: Option<&str>) -> Result<Vec<String>> {
        self.move_texts(style)
    }

    fn last_move(&self, style: Option<&str>) -> Result<Option<String>> {
        self.last_move_text(style)
    }

    fn at_ply(&self, ply: usize) -> Result<AnyState> {
        Ok(Arc::new(self.at_ply(ply)?))
    }

    fn live(&self) -> Seats {
        self.live()
    }

    fn on_clock(&self) -> Seats {
        self.on_clock()
    }

    fn decision_key(&self, seat: Seat) -> u64 {
        self.decision_key(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn legal_ids(&self, seat: Option<Seat>, out: &mut Vec<u32>) -> Result<()> {
        let game = self.game();
        ids(game)?;
        let _ = self.each_legal(seat, |action| {
            out.push(game.action_id(&action));
            Flow::Continue(())
        });
        Ok(())
    }

    fn legal_texts(&self, seat: Option<Seat>, style: Option<&str>) -> Result<Vec<String>> {
        self.legal(seat)
            .iter()
            .map(|action| self.write(action, style))
            .collect()
    }

    fn count_legal(&self, seat: Option<Seat>) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let live = self.game().live(self.position());
        match seat {
            Some(seat) if !live.contains(seat) => 0,
            Some(seat) if live.len() > 1 => self.legal(Some(seat)).len() as u64,
            _ => self.game().count_legal(self.position(), self.history()),
        }
    }

    fn play(
        &self,
        seat: Option<Seat>,
        moves: &[MoveRef<'_>],
        part: Range<usize>,
        style: Option<&str>,
    ) -> Result<AnyState> {
        if let [action] = moves {
            return Ok(Arc::new(
                self.play_unchecked(&resolve(self, seat, *action, style)?),
            ));
        }
        let mut state = self.clone();
        for (i, action) in moves.iter().enumerate().take(part.end).skip(part.start) {
            let action = resolve(&state, seat, *action, style).map_err(|e| {
                Error::new(e.kind(), format!("move {} of {}: {e}", i + 1, moves.len()))
            })?;
            state = state.play_unchecked(&action);
        }
        Ok(Arc::new(state))
    }

    fn commit(&self, seat: Seat, action: MoveRef<'_>, style: Option<&str>) -> Result<Committed> {
        let action = resolve(self, Some(seat), action, style)?;
        let state = self.play_unchecked(&action);
        let default = G::Record::default();
        let made = MoveContext {
            before: self.position(),
            past: self.history(),
            action: &action,
            after: state.position(),
            record: state.history().last().map_or(&default, |e| e.record),
        };
        let seats = 0..self.rules().seat_names().len();
        let told = seats.map(|i| self.game().events_for(&made, Seat(i as u8)));
        let told = SeatEvents::of(told.collect());
        Ok(Committed {
            text: self.game().text(&action),
            told,
            effect: self.game().effect(&made),
            state: Arc::new(state),
        })
    }

    fn forfeited(&self, losers: Seats, reason: &'static str) -> Outcome {
        self.game().forfeited(self.position(), losers, reason)
    }

    fn leave(&self, seats: Seats, reason: &str) -> Result<Option<Left>> {
        let Some(state) = self.leave(seats, reason)? else {
            return Ok(None);
        };
        // Who was out before does not leave.
        let seats = state.departures().last().map_or(seats, |left| left.seats);
        let all = 0..self.rules().seat_names().len();
        let told = all.map(|i| {
            self.game()
                .leave_events(self.position(), seats, Seat(i as u8))
        });
        Ok(Some(Left {
            told: SeatEvents::of(told.collect()),
            state: Arc::new(state),
        }))
    }

    fn departures(&self) -> Vec<(Seats, &'static str)> {
        let departures = self.departures().iter();
        departures.map(|left| (left.seats, left.reason)).collect()
    }

    fn out(&self) -> Seats {
        self.out()
    }

    fn drawn(&self, reason: &'static str) -> Outcome {
        self.game().drawn(self.position(), reason)
    }

    fn claimable(&self) -> Option<&'static str> {
        self.game().claimable(self.position(), self.history())
    }

    fn rewrite(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<String> {
        self.write(&resolve(self, seat, action, from)?, to)
    }

    fn action_id(&self, seat: Option<Seat>, text: &str) -> Result<u32> {
        ids(self.game())?;
        Ok(self
            .game()
            .action_id(&resolve(self, seat, MoveRef::Text(text), None)?))
    }

    fn report(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Vec<Value>> {
        let action = resolve(self, seat, action, style)?;
        values(&self.game().report(self.position(), self.history(), &action))
    }

    fn describe(&self) -> Result<Value> {
        to_value(&self.describe())
    }

    fn describe_text(&self) -> String {
        self.describe_text()
    }

    fn move_in_words(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<String> {
        Ok(self.move_in_words(&resolve(self, seat, action, style)?))
    }

    fn draw(&self) -> String {
        self.game().draw(self.position())
    }

    fn scene(&self, from: Option<Seat>) -> Scene {
        self.scene(from)
    }

    fn edit(&self, changes: &Dict) -> Result<AnyState> {
        Ok(Arc::new(self.edit(changes)?))
    }

    fn observe(&self, seat: Seat) -> AnyObservation {
        Arc::new(self.observe(seat))
    }

    fn save(&self) -> Result<String> {
        self.save()
    }

    fn perft(&self, depth: u32, options: PerftOptions) -> Work<u64> {
        let state = self.clone();
        Work::new(Kind::Perft, perft::class(depth), move |control| {
            perft::perft(&state, depth, options, control)
        })
    }

    fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: Box<dyn Fn(usize) + Send + Sync>,
    ) -> Work<Named<u64>> {
        let state = self.clone();
        Work::new(Kind::Perft, perft::class(depth), move |control| {
            let counts = perft::divide(&state, depth, options, control, &*progress)?;
            let game = state.game();
            let named = counts.iter().map(|(action, n)| (game.text(action), *n));
            Ok(Named(named.collect()))
        })
    }

    fn playouts(&self, options: PlayoutOptions) -> Result<Work<NamedPlayouts>> {
        playouts::check_options(&options)?;
        let state = self.clone();
        let class = playouts::class(&options);
        Ok(Work::new(Kind::Playouts, class, move |control| {
            let sum = playouts::playouts(&state, options, control)?;
            Ok(sum.named(state.rules().seat_names()))
        }))
    }

    fn write_epd(&self, operations: &[Operation<String>]) -> Result<String> {
        record::write_epd(self, operations)
    }

    fn record(
        &self,
        moves: &Tree<String>,
        tags: &[(String, String)],
        result: Option<GameResult>,
        style: Option<&str>,
    ) -> Result<AnyRecord> {
        record::record(self, moves, tags, result, style)
    }

    fn record_so_far(&self, tags: &[(String, String)]) -> Result<AnyRecord> {
        let mut record = records::Record::of_state(self)?;
        record.tags = tags.to_vec();
        Ok(Arc::new(record))
    }

    fn same(&self, other: &dyn DynState) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self == other)
    }

    fn hash_code(&self) -> u64 {
        hash_of(self)
    }

    fn inspect(&self) -> String {
        format!("{self:?}")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Game> DynObservation for Observation<G> {
    fn rules(&self) -> AnyGame {
        Arc::clone(self.rules()) as AnyGame
    }

    fn seat(&self) -> Seat {
        self.seat()
    }

    fn text(&self) -> String {
        self.text()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn may_act(&self) -> bool {
        self.may_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn candidate_ids(&self, out: &mut Vec<u32>) -> Result<()> {
        let game = self.rules().game();
        ids(game)?;
        out.extend(
            self.candidates()
                .iter()
                .map(|action| game.action_id(action)),
        );
        Ok(())
    }

    fn candidates(&self) -> Vec<String> {
        let game = self.rules().game();
        self.candidates()
            .iter()
            .map(|action| game.text(action))
            .collect()
    }

    fn candidates_in(&self, style: &str) -> Result<Vec<String>> {
        match self.view().full() {
            Some(state) if self.outcome().is_none() => {
                DynState::legal_texts(state, Some(self.seat()), Some(style))
            }
            _ => {
                canonical_only::<G>(style)?;
                Ok(DynObservation::candidates(self))
            }
        }
    }

    fn read(&self, text: &str, style: &str) -> Result<String> {
        if let Some(state) = self.view().full() {
            let text = MoveRef::Text(text);
            return DynState::rewrite(state, Some(self.seat()), text, Some(style), None);
        }
        canonical_only::<G>(style)?;
        let mut candidates = DynObservation::candidates(self).into_iter();
        candidates
            .find(|candidate| candidate == text.trim())
            .ok_or_else(|| {
                Error::illegal_move(format!(
                    "{} is none of the moves that the seat may try",
                    quoted(text)
                ))
            })
    }

    fn is_full(&self) -> bool {
        self.view().full().is_some()
    }

    fn moves(&self, style: &str) -> Option<Vec<String>> {
        DynState::moves(self.view().full()?, Some(style)).ok()
    }

    fn describe(&self) -> Result<Value> {
        to_value(&self.describe())
    }

    fn describe_text(&self) -> String {
        self.describe_text()
    }

    fn move_in_words(&self, action: MoveRef<'_>) -> Result<String> {
        let game = self.rules().game();
        let candidates = self.candidates();
        let found = match action {
            MoveRef::Text(text) => candidates.iter().find(|a| game.text(a) == text.trim()),
            MoveRef::Id(id) => {
                ids(game)?;
                candidates.iter().find(|a| game.action_id(a) == id)
            }
        };
        let found = found.ok_or_else(|| {
            let given = match action {
                MoveRef::Text(text) => quoted(text),
                MoveRef::Id(id) => format!("action id {id}"),
            };
            Error::illegal_move(format!(
                "{given} is none of the moves that the seat may try"
            ))
        })?;
        Ok(self.move_in_words(found))
    }

    fn draw(&self) -> String {
        self.view().draw(self.rules().game())
    }

    fn last_move(&self) -> Option<String> {
        self.view().full()?.last_move_text(None).ok().flatten()
    }

    fn scene(&self, from: Option<Seat>) -> Scene {
        self.scene(from)
    }

    fn same(&self, other: &dyn DynObservation) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self == other)
    }

    fn hash_code(&self) -> u64 {
        hash_of(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A bot and the work that it is engaged with.
struct BotHandle<G: Game> {
    name: &'static str,
    bot: Mutex<Box<dyn Bot<G>>>,
    /// Number of the work that it is engaged with; 0 for none.
    engaged: AtomicU64,
    /// True if it must forget its knowledge before it does anything else. That may take a
    /// while, so it is part of the next work and not of the call.
    needs_reset: AtomicBool,
    /// True if it talks with those it plays with, and if it plays all seats of a team: its lock
    /// may be taken by a decision.
    talks: AtomicBool,
    plays_team: AtomicBool,
}

/// Frees the bot when its work is done, dropped, or cancelled.
struct BotLease<G: Game> {
    session: Arc<BotHandle<G>>,
    number: u64,
}

/// Marks the number of work that any other takes the bot from.
const YIELDS: u64 = 1 << 63;

impl<G: Game> BotLease<G> {
    fn new(session: Arc<BotHandle<G>>) -> Result<Self> {
        Self::numbered(session, 0)
    }

    /// Engages the bot until anything else does.
    fn yielding(session: Arc<BotHandle<G>>) -> Result<Self> {
        Self::numbered(session, YIELDS)
    }

    fn numbered(session: Arc<BotHandle<G>>, mark: u64) -> Result<Self> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1 | mark;
        let free = |engaged| (engaged == 0 || engaged & YIELDS != 0).then_some(number);
        let engaged = &session.engaged;
        match engaged.fetch_update(Ordering::Acquire, Ordering::Relaxed, free) {
            Ok(_) => Ok(Self { session, number }),
            Err(_) => Err(bot_busy()),
        }
    }

    /// Returns true if no other work has taken the bot.
    fn holds(&self) -> bool {
        self.session.engaged.load(Ordering::Acquire) == self.number
    }

    /// Returns the urgency of a decision of the bot.
    fn class(&self, observation: &Observation<G>, limits: &Limits) -> Class {
        // While cancelled work still holds the bot, the limits alone decide.
        let quick = self
            .session
            .try_lock()
            .is_some_and(|bot| bot.is_quick(limits));
        if quick {
            Class::Short
        } else {
            bot::class(limits, observation.seat())
        }
    }

    /// Locks the bot for running work. Once the work is cancelled the bot may be engaged
    /// again, and the next work waits here until this one lets go.
    fn begin(&self, control: &Control) -> Result<MutexGuard<'_, Box<dyn Bot<G>>>> {
        let (session, number) = (Arc::downgrade(&self.session), self.number);
        control.when_cancelled(move || {
            if let Some(session) = session.upgrade() {
                session.free(number);
            }
        });
        loop {
            if let Some(mut bot) = self.session.try_lock() {
                if self.session.needs_reset.swap(false, Ordering::Relaxed) {
                    bot.new_game();
                }
                return Ok(bot);
            }
            control.check()?;
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

impl<G: Game> Drop for BotLease<G> {
    fn drop(&mut self) {
        self.session.free(self.number);
    }
}

impl<G: Game> BotHandle<G> {
    fn free(&self, number: u64) {
        // Otherwise it is already engaged with other work.
        let _ = self
            .engaged
            .compare_exchange(number, 0, Ordering::Release, Ordering::Relaxed);
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, Box<dyn Bot<G>>>> {
        match self.bot.try_lock() {
            Ok(bot) => Some(bot),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

fn bot_busy() -> Error {
    Error::bot_busy("the bot is still at work on another decision")
}

// A bot that panicked in a decision may be in any state of its own, but it shares no state
// with others; a poisoned lock is ignored.
impl<G: Game> UnwindSafe for BotHandle<G> {}
impl<G: Game> RefUnwindSafe for BotHandle<G> {}

impl<G: Game> DynBot for BotHandle<G> {
    fn name(&self) -> &str {
        self.name
    }

    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn decide(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
    ) -> Result<Work<Decision<String>>> {
        let observation = downcast::<G>(&observation)?;
        bot::check(&observation)?;
        let engaged = BotLease::new(self)?;
        let class = engaged.class(&observation, &limits);
        Ok(Work::new(Kind::Decision, class, move |control| {
            let mut bot = engaged.begin(control)?;
            let decision = bot::decide(&mut **bot, &observation, &limits, control)?;
            let game = observation.rules().game();
            Ok(decision.map(|action| game.text(action)))
        }))
    }

    fn analyse(
        self: Arc<Self>,
        observation: AnyObservation,
        limits: Limits,
        mut watch: Box<dyn FnMut(Info<String>) + Send>,
    ) -> Result<Work<Decision<String>>> {
        let observation = downcast::<G>(&observation)?;
        bot::check(&observation)?;
        let engaged = BotLease::new(self)?;
        let class = bot::class(&limits, observation.seat());
        Ok(Work::new(Kind::Analysis, class, move |control| {
            let mut bot = engaged.begin(control)?;
            let game = observation.rules().game();
            let text = |action: &G::Action| game.text(action);
            let decision = bot::analyse(&mut **bot, &observation, &limits, control, &mut |info| {
                watch(info.map(text));
            })?;
            Ok(decision.map(text))
        }))
    }

    fn new_game(self: Arc<Self>) -> Result<()> {
        let engaged = BotLease::new(self)?;
        engaged.session.needs_reset.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn adjust(self: Arc<Self>, options: &Dict) -> Result<bool> {
        let engaged = BotLease::new(self)?;
        let mut bot = engaged.session.try_lock().ok_or_else(bot_busy)?;
        let adjusted = bot.adjust(options)?;
        let session = &engaged.session;
        session.talks.store(bot.talks(), Ordering::Relaxed);
        session
            .plays_team
            .store(bot.plays_team(), Ordering::Relaxed);
        Ok(adjusted)
    }

    fn talks(&self) -> bool {
        self.talks.load(Ordering::Relaxed)
    }

    fn plays_team(&self) -> bool {
        self.plays_team.load(Ordering::Relaxed)
    }

    fn reflect(self: Arc<Self>) -> Result<Work<Vec<Said>>> {
        let engaged = BotLease::yielding(self)?;
        Ok(Work::new(Kind::Other, Class::Long, move |control| {
            let mut bot = engaged.begin(control)?;
            match engaged.holds() {
                true => bot.reflect(control),
                false => Ok(Vec::new()),
            }
        }))
    }

    fn answer_draw(self: Arc<Self>, observation: AnyObservation) -> Result<Work<bool>> {
        let observation = downcast::<G>(&observation)?;
        let engaged = BotLease::new(self)?;
        Ok(Work::new(Kind::DrawAnswer, Class::Short, move |control| {
            let mut bot = engaged.begin(control)?;
            bot.accepts_draw(&observation, control)
        }))
    }

    fn believed(self: Arc<Self>) -> Result<Option<Vec<u64>>> {
        let engaged = BotLease::new(self)?;
        let bot = engaged.session.try_lock().ok_or_else(bot_busy)?;
        Ok(bot.believed())
    }

    fn belief_counters(self: Arc<Self>) -> Result<Option<BeliefCounters>> {
        let engaged = BotLease::new(self)?;
        let bot = engaged.session.try_lock().ok_or_else(bot_busy)?;
        Ok(bot.belief_counters())
    }
}

fn downcast<G: Game>(observation: &AnyObservation) -> Result<Observation<G>> {
    (**observation)
        .as_any()
        .downcast_ref::<Observation<G>>()
        .cloned()
        .ok_or_else(|| {
            Error::invalid_option(format!(
                "the bot plays {} and was given an observation of {}",
                G::INFO.name,
                observation.rules().info().name
            ))
        })
}

/// Creates a bot of the game, erased.
///
/// # Errors
///
/// As in [`search::bots::make`].
pub fn make_bot<G: Game>(name: &str, options: &Dict, seed: u64) -> Result<AnyBot> {
    let bot = search::bots::make::<G>(name, options, seed)?;
    let name = bot::names::<G>().find(|n| *n == name).unwrap_or_default();
    Ok(Arc::new(BotHandle::<G> {
        name,
        talks: AtomicBool::new(bot.talks()),
        plays_team: AtomicBool::new(bot.plays_team()),
        bot: Mutex::new(bot),
        engaged: AtomicU64::new(0),
        needs_reset: AtomicBool::new(false),
    }))
}
