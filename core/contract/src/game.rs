//! The contract between a game's rules and everything else.
//!
//! A [`Game`] is the rules with their options fixed; a position is plain data without
//! history; a [`View`] is the knowledge of one seat. Perft, playouts, search and bots are
//! generic over these and monomorphised. Hosts see a [`State`], a position with its
//! history. Nothing here knows any game, and nothing here may give a seat more than its
//! view.

mod event;
mod info;
mod made;
mod outcome;
mod seats;
mod styles;
mod view;

pub use event::{GameEvent, NoEvent, SeatEvent};
pub use info::{GameInfo, Hidden};
pub use made::{Effect, MoveContext, SampledMove};
pub use outcome::{LEAVE_REASONS, NamedOutcome, Outcome};
pub use seats::{Seat, Seats};
pub use styles::{canonical_only, read_and_check, unknown_style};
pub use view::View;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::panic::{RefUnwindSafe, UnwindSafe};

use drawing::Scene;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bot::{self, Bot, Heard};
use crate::briefing::Briefing;
use crate::error::{Error, ErrorKind, Result};
use crate::history::PositionHistory;
use crate::ids::IdSet;
use crate::options::{OptionSpec, Options};
use crate::picture;
use crate::planes::PlaneLayout;
use crate::question::{Given, Questions};
use crate::rng::Rng;
use crate::schema::Described;
use crate::state::{HistoryOf, State};
use crate::text::decoded;
use crate::value::{Dict, Value};
use crate::words;

/// Bounds of the record of a move; `()` for games that need none.
pub trait MoveRecord:
    Clone
    + Eq
    + Hash
    + Default
    + Debug
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + UnwindSafe
    + RefUnwindSafe
    + 'static
{
}

impl<T> MoveRecord for T where
    T: Clone
        + Eq
        + Hash
        + Default
        + Debug
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + UnwindSafe
        + RefUnwindSafe
        + 'static
{
}

/// Data that may cross threads and panics: positions, moves and views.
pub trait Data: Clone + Eq + Hash + Send + Sync + UnwindSafe + RefUnwindSafe + 'static {}

impl<T: Clone + Eq + Hash + Send + Sync + UnwindSafe + RefUnwindSafe + 'static> Data for T {}

/// The decision to continue or stop a visit.
pub type Flow = ControlFlow<()>;

/// The rules of a game with their options fixed.
///
/// A position has no history; the rules that look back receive a [`PositionHistory`]. All
/// methods that take an action, except [`check`](Self::check), require one that `check`
/// accepts in that position; for any other the result is unspecified, but they do not
/// panic.
pub trait Game: Clone + Send + Sync + UnwindSafe + RefUnwindSafe + Sized + 'static {
    /// A position: plain data, no history.
    type Position: Data;
    /// A move of one seat.
    type Action: Data + Debug;
    /// The record that a move leaves in the history, from which views are folded.
    type Record: MoveRecord;
    /// The knowledge of a seat.
    type View: View<Self>;
    /// A position for clients: the part that the game adds to [`StateDescription`].
    ///
    /// [`StateDescription`]: crate::description::StateDescription
    type Description: Described;
    /// Something that a move brings about, for clients.
    type Event: GameEvent;

    /// The properties that do not depend on the options.
    const INFO: GameInfo;
    /// True if the list of legal moves depends on the history.
    const HISTORY_DEPENDENT: bool = false;

    /// Creates the rules under these options.
    ///
    /// # Errors
    ///
    /// `invalid_option` if the options contradict each other.
    fn new(options: &Options) -> Result<Self>;

    /// Adds the text after a game name that ends in `+` to the options.
    ///
    /// # Errors
    ///
    /// `unknown_game` unless the game has such names, `invalid_option`.
    fn named(rest: &str, options: &mut Dict) -> Result<()> {
        let _ = options;
        Err(Error::new(
            ErrorKind::UnknownGame,
            format!("there is no game {}{rest}", Self::INFO.name),
        ))
    }

    /// Returns the names of the seats, in order.
    fn seat_names(&self) -> Vec<String>;

    /// Returns true if some seat sees less than everything.
    fn hidden(&self) -> bool {
        !matches!(Self::INFO.hidden, Hidden::Never)
    }

    /// Returns true if one call about a position may take more than a millisecond, for
    /// instance because the rules are composed or defined by a user.
    fn slow(&self) -> bool {
        false
    }

    /// Returns the first position.
    ///
    /// # Errors
    ///
    /// `invalid_option` if the options allow none.
    fn start(&self) -> Result<Self::Position>;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the field and the fault.
    fn parse(&self, text: &str) -> Result<Self::Position>;

    /// Writes a position so that [`parse`](Self::parse) returns it exactly.
    fn notation(&self, position: &Self::Position) -> String;

    /// Returns the repetition key of a position.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns the seats that may act. Empty while all must wait for something from
    /// outside; the value after the end does not matter.
    fn live(&self, position: &Self::Position) -> Seats;

    /// Returns the seats whose clocks run during the game: those that are live, and any
    /// that must wait with their clock running.
    fn on_clock(&self, position: &Self::Position) -> Seats {
        self.live(position)
    }

    /// Returns true if there are moments in which a seat must not know whose turn it is,
    /// and so must not see the other seats' clocks.
    fn hides_turns(&self) -> bool {
        false
    }

    /// Returns a key of the basis of a seat's decision, in games in which others can act
    /// while it decides: a decision made on another basis is repeated. In most games
    /// nothing changes while a seat is to move.
    fn decision_key(&self, position: &Self::Position, seat: Seat) -> u64 {
        let _ = (position, seat);
        0
    }

    /// Returns the seats that win and lose with this one, itself included.
    fn team(&self, seat: Seat) -> Seats {
        Seats::only(seat)
    }

    /// Returns true if a message of a partner is a reason to decide anew for a seat that is at a
    /// decision, or holds its move back, and has heard the others before. Where nobody has a
    /// partner there are no messages.
    fn is_urgent(&self, heard: &[Heard], message: &str) -> bool {
        let _ = (heard, message);
        false
    }

    /// Returns the seat that makes the move.
    fn actor(&self, position: &Self::Position, action: &Self::Action) -> Seat;

    /// Returns a key that differs for all positions between which the rules make any
    /// difference; it may be finer than [`key`](Self::key).
    fn search_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }

    /// Visits the legal moves of all live seats until the visitor breaks. A position that
    /// ended the game by itself has none; ends by counters or history are left to
    /// [`outcome`](Self::outcome).
    fn legal(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        visit: impl FnMut(Self::Action) -> Flow,
    ) -> Flow;

    /// Counts the legal moves.
    fn count_legal(&self, position: &Self::Position, past: &dyn PositionHistory) -> u64 {
        let mut count = 0;
        let _ = self.legal(position, past, |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Counts the leaves of the tree of legal moves, 1 ply deep or more, if the game does so
    /// faster than move by move. Ends are ignored, as perft does, and the count must fit 64
    /// bits at up to three plies.
    fn count_leaves(&self, _: &Self::Position, _depth: u32) -> Option<u64> {
        None
    }

    /// Visits the ids of the legal moves in the order of [`legal`](Self::legal), in sets. Only
    /// called if [`action_count`](Self::action_count) is some.
    fn legal_ids(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        mut visit: impl FnMut(IdSet),
    ) {
        let _ = self.legal(position, past, |action| {
            visit(IdSet::one(self.action_id(&action)));
            Flow::Continue(())
        });
    }

    /// Checks that the rules accept the move; they may accept more than those listed by
    /// [`legal`](Self::legal).
    ///
    /// # Errors
    ///
    /// `illegal_move`, with the reason if it may be revealed.
    fn check(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        action: &Self::Action,
    ) -> Result<()> {
        let found = self.legal(position, past, |legal| {
            if legal == *action {
                Flow::Break(())
            } else {
                Flow::Continue(())
            }
        });
        match found {
            Flow::Break(()) => Ok(()),
            Flow::Continue(()) => Err(Error::illegal_move(format!(
                "{} is not legal",
                self.text(action)
            ))),
        }
    }

    /// Returns the position after the move, and the record for the history.
    fn play(
        &self,
        position: &Self::Position,
        action: &Self::Action,
    ) -> (Self::Position, Self::Record);

    /// Adds the start of a history to the record of its first move, so that it is kept once
    /// and not with every move.
    fn begins(&self, position: &Self::Position, record: &mut Self::Record) {
        let _ = (position, record);
    }

    /// Returns the outcome, if the game has ended.
    fn outcome(&self, position: &Self::Position, past: &dyn PositionHistory) -> Option<Outcome>;

    /// Returns the outcome, for a caller who has listed the [`legal`](Self::legal) moves and so
    /// knows that there are `some`.
    fn outcome_listed(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        some: bool,
    ) -> Option<Outcome> {
        let _ = some;
        self.outcome(position, past)
    }

    /// Draws a legal move with equal chances.
    fn sample(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        rng: &mut Rng,
    ) -> SampledMove<Self> {
        if let Some(outcome) = self.outcome(position, past) {
            return SampledMove::Over(outcome);
        }
        let mut moves = Vec::new();
        let _ = self.legal(position, past, |action| {
            moves.push(action);
            Flow::Continue(())
        });
        match moves.len() {
            0 => SampledMove::Waiting,
            n => SampledMove::Move(moves.swap_remove(rng.below(n as u32) as usize)),
        }
    }

    /// Returns the canonical text of a move, which does not depend on the position.
    fn text(&self, action: &Self::Action) -> String;

    /// Returns the text of a move in one of the styles of [`GameInfo::styles`].
    ///
    /// # Errors
    ///
    /// `unsupported` for another style.
    fn write(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        action: &Self::Action,
        style: &str,
    ) -> Result<String> {
        let _ = (position, past);
        canonical_only::<Self>(style)?;
        Ok(self.text(action))
    }

    /// Reads a move in the given style or in the canonical one, using the position as far
    /// as needed to understand it; legality is left to [`check`](Self::check). `seat` is
    /// the mover, if the caller named one.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, or `illegal_move` if no move can be meant.
    fn read(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        seat: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Self::Action>;

    /// Reads a move of a recorded game and checks that it may be played, as
    /// [`State::read`] and [`State::play`] do in a state with this history. `number` is what
    /// the record has before the move, without dots; in most games it means nothing. The
    /// text is in UTF-8 or else Latin-1, without blanks around it. With `play_on` an end by
    /// counters or history does not forbid further moves.
    ///
    /// # Errors
    ///
    /// `game_over`, `not_your_turn`, and those of [`read`](Self::read) and
    /// [`check`](Self::check).
    fn read_recorded(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        number: Option<&[u8]>,
        text: &[u8],
        style: &str,
        play_on: bool,
    ) -> Result<Self::Action> {
        let _ = number;
        read_and_check(self, position, past, None, &decoded(text), style, play_on)
    }

    /// Returns the number of a move in a recorded game, without dots, where it names the board
    /// that the move is made on; `None` if moves are numbered in pairs of plies. The text of
    /// such a move is written without its board, which stands before a colon.
    fn recorded_number(&self, position: &Self::Position, action: &Self::Action) -> Option<String> {
        let _ = (position, action);
        None
    }

    /// Returns the number of action ids, if moves have dense ids.
    fn action_count(&self) -> Option<u32> {
        None
    }

    /// Checks that all moves of a position have ids: where rules change in a running game,
    /// those of some positions may have none.
    ///
    /// # Errors
    ///
    /// `unsupported`, saying which moves have none.
    fn check_ids(&self, position: &Self::Position) -> Result<()> {
        let _ = position;
        Ok(())
    }

    /// Returns the id of a move. Only called if [`action_count`](Self::action_count) is
    /// some.
    fn action_id(&self, action: &Self::Action) -> u32 {
        let _ = action;
        0
    }

    /// Returns the move of an id in a position; `None` if the id has no move there.
    fn action_from_id(&self, position: &Self::Position, id: u32) -> Option<Self::Action> {
        let _ = (position, id);
        None
    }

    /// Returns the canonical text of an id, the same in every position.
    fn action_text(&self, id: u32) -> Option<String> {
        let _ = id;
        None
    }

    /// Returns the position for clients. The caller adds the fields that every state has
    /// (game, notation, key, live seats, outcome).
    fn describe(&self, position: &Self::Position, past: &dyn PositionHistory) -> Self::Description;

    /// Returns a seat as it is named within a sentence.
    fn seat_in_words(&self, seat: Seat) -> String {
        let names = self.seat_names();
        words::capitalised(names.get(seat.index()).map_or("?", String::as_str))
    }

    /// Returns the position in English sentences, without whose turn it is and how the game
    /// has ended, which [`State::describe_text`] says of every game. By default these are the
    /// fields of the description.
    fn position_in_words(&self, position: &Self::Position, past: &dyn PositionHistory) -> String {
        words::fields(&self.describe(position, past))
    }

    /// Returns a move in English words, without a full stop; different legal moves of a
    /// position have different words. By default it is the canonical text.
    fn move_in_words(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        action: &Self::Action,
    ) -> String {
        let _ = (position, past);
        self.text(action)
    }

    /// Returns the effects of the move as the ordered list of events that a client shows.
    fn report(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        action: &Self::Action,
    ) -> Vec<Self::Event> {
        let _ = (position, past, action);
        Vec::new()
    }

    /// Returns the outcome when seats lose by other means than a move: they resigned, ran
    /// out of time, did not come back. All others win; if none are left it is a draw.
    fn forfeited(&self, position: &Self::Position, losers: Seats, reason: &'static str) -> Outcome {
        let _ = position;
        let all = Seats::first(self.seat_names().len());
        Outcome::win(
            all.iter().filter(|s| !losers.contains(*s)).collect(),
            reason,
        )
    }

    /// Returns the position in which seats are out of the game because they leave it, whoever's
    /// turn it is, with the record that this leaves in the history. `None` if the game ends
    /// instead, as [`forfeited`](Self::forfeited) says: with fewer than three seats, or where
    /// the others cannot go on. `seats` are in the game, which has not ended.
    fn leave(
        &self,
        position: &Self::Position,
        seats: Seats,
    ) -> Option<(Self::Position, Self::Record)> {
        let _ = (position, seats);
        None
    }

    /// Returns the events that a seat sees when seats leave the game, in order; only called where
    /// [`leave`](Self::leave) is some.
    fn leave_events(
        &self,
        position: &Self::Position,
        seats: Seats,
        to: Seat,
    ) -> Vec<SeatEvent<Self::Event>> {
        let _ = (position, seats, to);
        Vec::new()
    }

    /// Returns the seats that are out of the game while others play on, because they left it or
    /// by what happened in it. Everybody knows who is out. They decide nothing any more: if one
    /// of them is live, it has a single move.
    fn out(&self, position: &Self::Position) -> Seats {
        let _ = position;
        Seats::NONE
    }

    /// Returns a draw of those who are still in the game, and of their teams.
    fn drawn(&self, position: &Self::Position, reason: &'static str) -> Outcome {
        let out = self.out(position);
        let all = Seats::first(self.seat_names().len());
        let lost: Seats = out
            .iter()
            .filter(|seat| self.team(*seat).iter().all(|ally| out.contains(ally)))
            .collect();
        // Where nobody is left all are equal.
        Outcome::draw(reason).without(if lost == all { Seats::NONE } else { lost })
    }

    /// Returns the reason of the draw that a seat may claim, if there is one.
    fn claimable(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
    ) -> Option<&'static str> {
        let _ = (position, past);
        None
    }

    /// Returns true if all seats see the same events of every move, which are then asked for
    /// once. By default they do if nothing is hidden.
    fn tells_all_alike(&self) -> bool {
        !self.hidden()
    }

    /// Returns the events that a seat sees of a move, in order. By default these are the
    /// move and its [`report`](Self::report) if nothing is hidden, and none otherwise.
    fn events_for(&self, made: &MoveContext<'_, Self>, to: Seat) -> Vec<SeatEvent<Self::Event>> {
        let _ = to;
        if self.hidden() {
            Vec::new()
        } else {
            self.open_events(made)
        }
    }

    /// Returns the events that every seat sees of a move if nothing is hidden.
    fn open_events(&self, made: &MoveContext<'_, Self>) -> Vec<SeatEvent<Self::Event>> {
        let moved = self.moved(made);
        // The table reports the end itself.
        let report = self.report(made.before, made.past, made.action);
        let report = report.into_iter().filter(|e| !e.ends_game());
        let report = report.map(SeatEvent::Game);
        std::iter::once(moved).chain(report).collect()
    }

    /// Returns the event that names the mover and the move.
    fn moved(&self, made: &MoveContext<'_, Self>) -> SeatEvent<Self::Event> {
        let mover = self.actor(made.before, made.action);
        SeatEvent::Moved {
            seat: made.seats.get(mover.index()).cloned(),
            text: self.text(made.action),
        }
    }

    /// Returns the effect of a move that was made. Only games in which a seat may try a
    /// move that is then refused, or act without ending its turn, override it.
    fn effect(&self, made: &MoveContext<'_, Self>) -> Effect {
        let _ = made;
        Effect::Moved
    }

    /// Returns the rules in words, for players who may not know them. By default this is the
    /// summary alone.
    fn briefing(&self) -> Briefing {
        Briefing::of(&Self::INFO)
    }

    /// Returns the number of refusals of a bot's moves in one turn that a table tolerates.
    fn max_rejections(&self) -> u32 {
        5
    }

    /// Draws the position as text.
    fn draw(&self, position: &Self::Position) -> String;

    /// Returns the picture of a position, seen from the side of a seat or of nobody in
    /// particular; by default a table of its [`describe`](Self::describe). The caller adds the
    /// title and the outcome.
    fn scene(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        from: Option<Seat>,
    ) -> Scene {
        let _ = from;
        picture::of_description(&self.describe(position, past))
    }

    /// Returns the planes in which a seat's knowledge is written for learning, if the game has
    /// them; only games whose moves have ids do.
    fn planes(&self) -> Option<PlaneLayout> {
        None
    }

    /// Writes the [`planes`](Self::planes) of a position as a seat sees it; only called while
    /// nothing is [hidden](Self::hidden), for views write the others. `out` has room for all.
    fn fill_planes(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        seat: Seat,
        out: &mut [u8],
    ) {
        let _ = (position, past, seat);
        out.fill(0);
    }

    /// Returns a position changed from outside, as far as the rules have such changes.
    ///
    /// # Errors
    ///
    /// `unsupported` if the rules have none, `invalid_option` for one that does not exist,
    /// `invalid_notation` for a value that cannot be read.
    fn edit(&self, position: &Self::Position, changes: &Dict) -> Result<Self::Position> {
        let _ = (position, changes);
        Err(Error::unsupported(format!(
            "{} has nothing to edit from outside",
            Self::INFO.name
        )))
    }

    /// Returns true if [`edit`](Self::edit) is a part of play: what comes from outside changes
    /// positions between moves, as pieces from a partner do.
    #[must_use]
    fn changes_outside() -> bool {
        false
    }

    /// The questions about positions that [`ask`](Self::ask) answers.
    #[must_use]
    fn questions() -> Questions {
        Questions::NONE
    }

    /// Answers one of the [`questions`](Self::questions), whether or not the game has ended.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an argument that the game cannot read, those of moves, and those
    /// that the question names.
    fn ask(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        let _ = (position, past);
        Err(Error::internal(format!(
            "{} does not answer {}",
            Self::INFO.name,
            given.question()
        )))
    }

    /// Creates one of the bots that [`GameInfo::bots`] names.
    ///
    /// # Errors
    ///
    /// `unknown_bot`, `invalid_option`.
    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        let _ = (options, seed);
        Err(bot::unknown::<Self>(name))
    }

    /// The options of one of its bots; none for a name that is none of theirs.
    #[must_use]
    fn bot_options(name: &str) -> &'static [OptionSpec] {
        let _ = name;
        &[]
    }

    /// Name and hash of the network by which its bots evaluate positions; `None` for a game
    /// whose evaluation is hand-written.
    #[must_use]
    fn network() -> Option<String> {
        None
    }

    /// A position taken up from a saved state, with the history that was saved with
    /// it; for games whose positions share a part of that history.
    fn restore(&self, position: Self::Position, history: &HistoryOf<Self>) -> Self::Position {
        let _ = history;
        position
    }

    /// Returns the view of a state for a seat.
    fn view(&self, state: &State<Self>, seat: Seat) -> Self::View;
}
