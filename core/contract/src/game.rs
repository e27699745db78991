//! The contract between a game's rules and everything else.
//!
//! A [`Game`] is the rules with their options fixed; a position is plain data
//! without a past; a [`View`] is what one seat may know. Perft, playouts, search
//! and bots are generic over these and monomorphised. What stands at the rim,
//! a position with its past, is [`State`]. Nothing here knows any
//! game, and nothing here may hand a seat more than its view.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::panic::{RefUnwindSafe, UnwindSafe};

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

use crate::bot::{self, Bot};
use crate::error::{Error, ErrorKind, Result};
use crate::history::{History, PositionHistory};
use crate::options::{OptionSpec, Options};
use crate::rng::Rng;
use crate::state::State;
use crate::value::Dict;

/// One of the places at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The index of the seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of up to sixteen seats; several may be live at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u16);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// The seats `0..count`.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        Self(((1u32 << count) - 1) as u16)
    }

    /// One seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << (seat.0 & 15))
    }

    /// Whether the seat is among them.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 & (1 << seat.0) != 0
    }

    /// With one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::only(seat).0)
    }

    /// Without a seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::only(seat).0)
    }

    /// How many they are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat, if it is a single one.
    #[must_use]
    pub const fn single(self) -> Option<Seat> {
        if self.0.is_power_of_two() {
            Some(Seat(self.0.trailing_zeros() as u8))
        } else {
            None
        }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..16).map(Seat).filter(move |s| self.contains(*s))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<T: IntoIterator<Item = Seat>>(iter: T) -> Self {
        iter.into_iter().fold(Self::NONE, Self::with)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winners: Seats,
    /// Why it ended, as a stable word in `snake_case`.
    pub reason: &'static str,
}

impl Outcome {
    /// A win.
    #[must_use]
    pub const fn win(winners: Seats, reason: &'static str) -> Self {
        Self { winners, reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: &'static str) -> Self {
        Self {
            winners: Seats::NONE,
            reason,
        }
    }

    /// Whether nobody won.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.winners.is_empty()
    }

    /// What a seat has of it: 1 for a win, 0 for a loss, a half for a draw.
    #[must_use]
    pub fn score(self, seat: Seat) -> f64 {
        match (self.is_draw(), self.winners.contains(seat)) {
            (true, _) => 0.5,
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    }

    /// The same with the names of the seats.
    #[must_use]
    pub fn named(self, seats: &[String]) -> NamedOutcome {
        let name = |s: Seat| seats.get(s.index()).cloned();
        NamedOutcome {
            winner: self.winners.single().and_then(name),
            winners: self.winners.iter().filter_map(name).collect(),
            draw: self.is_draw(),
            reason: self.reason,
            scores: (0..seats.len())
                .map(|i| self.score(Seat(i as u8)))
                .collect(),
        }
    }
}

/// [`Outcome`] for hosts, which know seats by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedOutcome {
    /// The winner, where one seat alone won.
    pub winner: Option<String>,
    /// All winners, in the order of the seats.
    pub winners: Vec<String>,
    /// Whether nobody won.
    pub draw: bool,
    /// Why it ended, as a stable word in `snake_case`.
    pub reason: &'static str,
    /// The points of each seat, in the order of the seats.
    pub scores: Vec<f64>,
}

/// Whether seats of a game may know everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// Every seat sees everything.
    Never,
    /// With some options not.
    Optional,
    /// No seat does.
    Always,
}

impl Hidden {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Optional => "optional",
            Self::Always => "always",
        }
    }
}

impl Serialize for Hidden {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// What is known of a game before its options are.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name it is started by.
    pub name: &'static str,
    /// A line about it.
    pub summary: &'static str,
    /// The least and the greatest number of seats.
    pub seats: (u8, u8),
    /// Whether it hides anything.
    pub hidden: Hidden,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its notations for moves, the canonical one first.
    pub styles: &'static [&'static str],
    /// Its bots, those that every game has excepted.
    pub bots: &'static [&'static str],
}

/// What the record of a move must be able to do; `()` for games that need none.
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

/// Data that may cross threads and panics: what positions, moves and views are.
pub trait Data: Clone + Eq + Hash + Send + Sync + UnwindSafe + RefUnwindSafe + 'static {}

impl<T: Clone + Eq + Hash + Send + Sync + UnwindSafe + RefUnwindSafe + 'static> Data for T {}

/// Whether to go on with a visit.
pub type Flow = ControlFlow<()>;

/// The rules of a game with their options fixed.
///
/// A position has no past; the rules that look back are given a [`PositionHistory`]. All
/// methods that take an action, [`check`](Self::check) excepted, take one that
/// `check` accepts in that position; for any other they answer with whatever
/// they like, but do not panic.
pub trait Game: Clone + Send + Sync + UnwindSafe + RefUnwindSafe + Sized + 'static {
    /// A position: plain data, no past.
    type Position: Data;
    /// A move of one seat.
    type Action: Data + Debug;
    /// What a move leaves behind in the history, for views to be folded from.
    type Record: MoveRecord;
    /// What a seat may know.
    type View: View<Self>;
    /// A position for clients: what the game adds to [`StateDescription`].
    ///
    /// [`StateDescription`]: crate::description::StateDescription
    type Description: Serialize;
    /// Something that a move brings about, for clients.
    type Event: GameEvent;

    /// What is known of the game before its options are.
    const INFO: GameInfo;
    /// Whether the list of legal moves depends on the past.
    const HISTORY_DEPENDENT: bool = false;

    /// The rules under these options.
    ///
    /// # Errors
    ///
    /// `invalid_option` where options do not go together.
    fn new(options: &Options) -> Result<Self>;

    /// What follows the name of a game that ends in `+`, as options of it.
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

    /// The names of the seats, in order.
    fn seat_names(&self) -> Vec<String>;

    /// Whether seats see less than everything.
    fn hidden(&self) -> bool {
        !matches!(Self::INFO.hidden, Hidden::Never)
    }

    /// Whether one call about a position may take more than a millisecond, as where the
    /// rules are composed or defined by whoever sets up the game.
    fn slow(&self) -> bool {
        false
    }

    /// The first position.
    ///
    /// # Errors
    ///
    /// `invalid_option` where the options allow none.
    fn start(&self) -> Result<Self::Position>;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the field and what is wrong with it.
    fn parse(&self, text: &str) -> Result<Self::Position>;

    /// Writes a position so that [`parse`](Self::parse) gives it back exactly.
    fn notation(&self, position: &Self::Position) -> String;

    /// The key by which the rules know a position again.
    fn key(&self, position: &Self::Position) -> u64;

    /// The seats that may act. Empty when all must wait for something from
    /// outside; what is so after the end does not matter.
    fn live(&self, position: &Self::Position) -> Seats;

    /// The seats whose clocks run while the game does: those that are live, and
    /// any that must wait with their clock running.
    fn on_clock(&self, position: &Self::Position) -> Seats {
        self.live(position)
    }

    /// Whether there are moments in which a seat must not know whose turn it is, so
    /// that it is not to see the other seats' clocks either.
    fn hides_turns(&self) -> bool {
        false
    }

    /// A key of what a seat's decision rests on, in games in which others can act while
    /// it decides: a decision that was made on another basis is made anew. In most games
    /// nothing changes while a seat is to move.
    fn decision_key(&self, position: &Self::Position, seat: Seat) -> u64 {
        let _ = (position, seat);
        0
    }

    /// The seats that win and lose with this one, itself among them.
    fn team(&self, seat: Seat) -> Seats {
        Seats::only(seat)
    }

    /// Whose move it is.
    fn actor(&self, position: &Self::Position, action: &Self::Action) -> Seat;

    /// A key that tells apart all positions between which the rules make any
    /// difference; it may be finer than [`key`](Self::key).
    fn search_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }

    /// Visits the legal moves of all live seats until told to stop. A position
    /// that ended the game by itself has none; ends that counters or the past
    /// bring about are left to [`outcome`](Self::outcome).
    fn legal(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        visit: impl FnMut(Self::Action) -> Flow,
    ) -> Flow;

    /// How many legal moves there are.
    fn count_legal(&self, position: &Self::Position, past: &dyn PositionHistory) -> u64 {
        let mut count = 0;
        let _ = self.legal(position, past, |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Whether the rules accept the move, which they may for more than those
    /// listed by [`legal`](Self::legal).
    ///
    /// # Errors
    ///
    /// `illegal_move`, with the reason where it may be told.
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

    /// The position after the move, and what is left behind in the history.
    fn play(
        &self,
        position: &Self::Position,
        action: &Self::Action,
    ) -> (Self::Position, Self::Record);

    /// Adds to the record of the first move of a history where that history begins, so
    /// that it is kept once and not with every move.
    fn begins(&self, position: &Self::Position, record: &mut Self::Record) {
        let _ = (position, record);
    }

    /// How the game ended, if it has.
    fn outcome(&self, position: &Self::Position, past: &dyn PositionHistory) -> Option<Outcome>;

    /// A legal move drawn with equal chances.
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

    /// The canonical text of a move, which does not depend on the position.
    fn text(&self, action: &Self::Action) -> String;

    /// The text of a move in one of the styles of [`GameInfo::styles`].
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

    /// Reads a move in the given style, or in the canonical one, as far as the
    /// position is needed to understand it; whether it is legal is for
    /// [`check`](Self::check) to say. `seat` is who makes it, where the caller
    /// said so.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, or `illegal_move` where no move can be meant.
    fn read(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        seat: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Self::Action>;

    /// How many action ids there are, where moves have dense ids.
    fn action_count(&self) -> Option<u32> {
        None
    }

    /// The id of a move. Only called where [`action_count`](Self::action_count) is some.
    fn action_id(&self, action: &Self::Action) -> u32 {
        let _ = action;
        0
    }

    /// The move an id stands for in a position; `None` where it stands for nothing.
    fn action_from_id(&self, position: &Self::Position, id: u32) -> Option<Self::Action> {
        let _ = (position, id);
        None
    }

    /// The canonical text of an id, the same in every position.
    fn action_text(&self, id: u32) -> Option<String> {
        let _ = id;
        None
    }

    /// The position for clients. What every state has (game, notation, key,
    /// live seats, outcome) is added by the caller.
    fn describe(&self, position: &Self::Position, past: &dyn PositionHistory) -> Self::Description;

    /// What the move would do, as the ordered list of events that a client shows.
    fn report(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        action: &Self::Action,
    ) -> Vec<Self::Event> {
        let _ = (position, past, action);
        Vec::new()
    }

    /// How the game ends when seats lose by something that is not a move: they
    /// resigned, ran out of time, did not come back. Everybody else wins; where
    /// nobody is left it is a draw.
    fn forfeited(&self, position: &Self::Position, losers: Seats, reason: &'static str) -> Outcome {
        let _ = position;
        let all = Seats::first(self.seat_names().len());
        Outcome::win(
            all.iter().filter(|s| !losers.contains(*s)).collect(),
            reason,
        )
    }

    /// The draw that a seat may claim, as the reason it would have.
    fn claimable(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
    ) -> Option<&'static str> {
        let _ = (position, past);
        None
    }

    /// What a seat is told of a move when it has been made, in order. Of a game
    /// that hides nothing this is the move and its [`report`](Self::report); of
    /// any other nothing, unless the game says what.
    fn events_for(&self, made: &MoveContext<'_, Self>, to: Seat) -> Vec<SeatEvent<Self::Event>> {
        let _ = to;
        if self.hidden() {
            Vec::new()
        } else {
            self.open_events(made)
        }
    }

    /// What every seat is told of a move where nothing is hidden.
    fn open_events(&self, made: &MoveContext<'_, Self>) -> Vec<SeatEvent<Self::Event>> {
        let moved = self.moved(made);
        // The table tells of the end itself.
        let report = self.report(made.before, made.past, made.action);
        let report = report.into_iter().filter(|e| !e.ends_game());
        let report = report.map(SeatEvent::Game);
        std::iter::once(moved).chain(report).collect()
    }

    /// The event that says who has made which move.
    fn moved(&self, made: &MoveContext<'_, Self>) -> SeatEvent<Self::Event> {
        let mover = self.actor(made.before, made.action);
        SeatEvent::Moved {
            seat: self.seat_names().get(mover.index()).cloned(),
            text: self.text(made.action),
        }
    }

    /// What a move that was made has come to. Only games in which a seat may try
    /// what is then refused, or act without its turn being over, need say it.
    fn effect(&self, made: &MoveContext<'_, Self>) -> Effect {
        let _ = made;
        Effect::Moved
    }

    /// How many refusals of a bot's moves in one turn a table bears by itself.
    fn max_rejections(&self) -> u32 {
        5
    }

    /// The position drawn in text.
    fn draw(&self, position: &Self::Position) -> String;

    /// A position changed from outside, as far as the rules have such changes.
    ///
    /// # Errors
    ///
    /// `unsupported` where there are none, `invalid_option` for one that does
    /// not exist, `invalid_notation` for a value that cannot be read.
    fn edit(&self, position: &Self::Position, changes: &Dict) -> Result<Self::Position> {
        let _ = (position, changes);
        Err(Error::unsupported(format!(
            "{} has nothing to edit from outside",
            Self::INFO.name
        )))
    }

    /// Makes one of the bots that [`GameInfo::bots`] names.
    ///
    /// # Errors
    ///
    /// `unknown_bot`, `invalid_option`.
    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        let _ = (options, seed);
        Err(bot::unknown::<Self>(name))
    }

    /// A position taken up from a saved state, with the history that was saved with
    /// it; for games whose positions share a part of that history.
    fn restore(&self, position: Self::Position, history: &History<Self::Record>) -> Self::Position {
        let _ = history;
        position
    }

    /// What a seat may know of a state.
    fn view(&self, state: &State<Self>, seat: Seat) -> Self::View;
}

/// Something that a move brings about. Serialised it is a map whose `kind` says which.
pub trait GameEvent:
    Serialize + Debug + PartialEq + Send + Sync + UnwindSafe + RefUnwindSafe + 'static
{
    /// Whether it tells that the game has ended.
    fn ends_game(&self) -> bool;
}

/// A game whose moves bring about nothing that clients would have to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NoEvent {}

impl GameEvent for NoEvent {
    fn ends_game(&self) -> bool {
        match *self {}
    }
}

/// What a seat is told of a move: the move, or what it has brought about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatEvent<E> {
    /// A seat has made a move.
    Moved {
        /// Who has.
        seat: Option<String>,
        /// The move, as the game writes it.
        #[serde(rename = "move")]
        text: String,
    },
    /// What the game says of it.
    #[serde(untagged)]
    Game(E),
}

/// What a move came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The seat has moved.
    Moved,
    /// The seat has done something else, and its turn goes on.
    Continued,
    /// It was refused, and the seat's turn goes on; why, as a stable word.
    Refused(&'static str),
}

/// A move that has been made.
pub struct MoveContext<'a, G: Game> {
    /// The position it was made in.
    pub before: &'a G::Position,
    /// The past of that position.
    pub past: &'a dyn PositionHistory,
    /// The move.
    pub action: &'a G::Action,
    /// The position it led to.
    pub after: &'a G::Position,
    /// What it left behind in the history.
    pub record: &'a G::Record,
}

/// What [`Game::sample`] comes to.
#[derive(Clone, Debug)]
pub enum SampledMove<G: Game> {
    /// A legal move.
    Move(G::Action),
    /// The game is over.
    Over(Outcome),
    /// Nobody can move, and it is not over: something is awaited from outside.
    Waiting,
}

/// What one seat may know. For a game that hides anything this must be a type
/// from which the position cannot be reached.
pub trait View<G: Game>: Data {
    /// What the seat knows, for clients: what it adds to [`ObservationDescription`].
    ///
    /// [`ObservationDescription`]: crate::description::ObservationDescription
    type Description: Serialize;

    /// All that the seat knows, as text: equal exactly when it knows the same.
    fn text(&self, game: &G) -> String;

    /// Whether the seat may act, as far as it can know.
    fn may_act(&self, game: &G) -> bool;

    /// How the game ended, if it has and the seat was told.
    fn outcome(&self, game: &G) -> Option<Outcome>;

    /// The moves that the seat may try. Where nothing is hidden these are its
    /// legal moves.
    fn candidates(&self, game: &G, visit: &mut dyn FnMut(G::Action) -> Flow) -> Flow;

    /// What the seat knows, for clients.
    fn describe(&self, game: &G) -> Self::Description;

    /// What the seat sees drawn in text.
    fn draw(&self, game: &G) -> String;

    /// The state, where the seat may know all of it.
    fn full(&self) -> Option<&State<G>> {
        None
    }
}

/// `unsupported` unless the style is the game's canonical one.
pub fn canonical_only<G: Game>(style: &str) -> Result<()> {
    if G::INFO.styles.first() == Some(&style) {
        Ok(())
    } else {
        Err(unknown_style::<G>(style))
    }
}

/// The error for a style of notation that a game does not have.
pub fn unknown_style<G: Game>(style: &str) -> Error {
    Error::unsupported(format!(
        "{} has no notation {}: there are {}",
        G::INFO.name,
        crate::error::quoted(style),
        G::INFO.styles.join(", ")
    ))
}
