//! Handles for the bindings: any game's rules, states, observations and bots, by plain values.
//!
//! Every entry point returns a [`Result`] and catches panics. A host-language
//! binding converts arguments, calls one of these, and converts the result; it
//! names no game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::json;

mod bot;
mod cursor;
mod drawing;
mod many;
mod moving;
mod observation;
mod state;
mod vector;

pub(crate) use bot::unfolded;
pub use bot::{Bot, Subject};
pub use contract::drawing::{Hue, variables as drawing_variables};
pub use cursor::Cursor;
pub use drawing::{
    ArrowOption, DRAWING, DrawingOption, DrawingOptions, LastMove, MOST_MARKS, SIZES, SeatName,
    Theme,
};
pub use moving::Committed;
pub use observation::Observation;
pub use state::State;
pub use vector::{Arrays, Between, NOBODY, Observations, VectorEnv, VectorOptions};

pub use contract::bot::{BeliefCounters, Clock, Decision, Heard, Info, Limits, Said, Score};
pub use contract::jobs::Work;
pub use dynamic::MoveRef;
use dynamic::{AnyGame, GameDescription};
pub use search::perft::{PerftOptions, Progress as PerftProgress, TableUse};
pub use search::playouts::{NamedPlayouts, PlayoutOptions};

use crate::records::operations_to_plain;
use crate::registry;
pub use contract::briefing::Briefing;
use contract::error::{Error, Result, quoted};
pub use contract::game::NamedOutcome;
use contract::game::{GameInfo, Seat, Seats};
use contract::planes::PlaneLayout;
pub use contract::question::{ArgumentDescription, QuestionDescription};
use contract::value::{Dict, Value, to_value};
use serde::Serialize;

/// Runs a call from a host; a panic becomes an `internal` error.
///
/// # Errors
///
/// Those of the call, and `internal`.
pub fn guard<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        Err(Error::internal(
            "the library failed unexpectedly; please report what you called",
        ))
    })
}

/// Keeps panics from being printed: a message could show a hidden position, and a
/// library does not write to its host's console. For the initialisation of a
/// binding, whose hook is its own.
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|_| {}));
}

/// All games, for clients.
#[must_use]
pub fn games() -> Vec<GameDescription> {
    registry::GAMES
        .iter()
        .map(|entry| entry.describe())
        .collect()
}

/// Lists all presets of composed chess: what each does, brings along, requires and excludes, in
/// the order in which a whole set of them comes into force.
///
/// # Errors
///
/// `internal` where a shipped one cannot be made.
pub fn presets() -> Result<Vec<presets::PresetInfo>> {
    guard(presets::presets)
}

/// A seat as a host names it.
#[derive(Clone, Copy, Debug)]
pub enum SeatRef<'a> {
    /// By its index, from 0.
    Index(i64),
    /// By its name.
    Name(&'a str),
}

impl<'a> SeatRef<'a> {
    /// Reads a key of a map of seats: a whole number is an index, all else a name.
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        text.parse().map_or(Self::Name(text), Self::Index)
    }
}

impl Game {
    /// The seat that a host names.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one that does not exist, with what does.
    pub fn seat(&self, of: SeatRef<'_>) -> Result<Seat> {
        seat(&self.0, of)
    }
}

fn seat(rules: &AnyGame, seat: SeatRef<'_>) -> Result<Seat> {
    let names = rules.seat_names();
    let index = match seat {
        SeatRef::Index(i) => usize::try_from(i).ok().filter(|i| *i < names.len()),
        SeatRef::Name(name) => names.iter().position(|n| n == name),
    };
    index.map(|i| Seat(i as u8)).ok_or_else(|| {
        let got = match seat {
            SeatRef::Index(i) => i.to_string(),
            SeatRef::Name(name) => quoted(name),
        };
        Error::invalid_option(format!(
            "seat: there is no seat {got}: there are {} (0 to {})",
            names.join(", "),
            names.len() - 1
        ))
    })
}

fn maybe_seat(rules: &AnyGame, of: Option<SeatRef<'_>>) -> Result<Option<Seat>> {
    of.map(|s| seat(rules, s)).transpose()
}

/// The rules of a game with their options fixed.
#[derive(Clone)]
pub struct Game(pub(super) AnyGame);

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({})", self.name())
    }
}

impl Game {
    /// The rules of a game under the given options.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `invalid_option`; both say what exists.
    pub fn new(name: &str, options: &Dict) -> Result<Self> {
        guard(|| Ok(Self(registry::rules(name, options)?)))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns the properties of the game that do not depend on its options.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    /// The options, defaults included.
    #[must_use]
    pub fn options(&self) -> Dict {
        self.0.options().to_dict()
    }

    /// The names of the seats.
    #[must_use]
    pub fn seats(&self) -> &[String] {
        self.0.seat_names()
    }

    /// The seats that win and lose with this one, itself among them.
    #[must_use]
    pub fn team(&self, seat: Seat) -> Seats {
        self.0.team(seat)
    }

    /// Returns true if a partner's message is a reason to decide anew for a seat that has heard
    /// the others before.
    #[must_use]
    pub fn is_urgent(&self, heard: &[Heard], message: &str) -> bool {
        self.0.is_urgent(heard, message)
    }

    /// The side of each seat, numbered in the order of their first seats; seats that
    /// win and lose together are of one side.
    #[must_use]
    pub fn sides(&self) -> Vec<usize> {
        let mut sides: Vec<usize> = Vec::new();
        let mut next = 0;
        for seat in 0..self.seats().len() {
            let first = self.team(Seat(seat as u8)).iter().next();
            let known = first.and_then(|first| sides.get(first.index()).copied());
            sides.push(known.unwrap_or_else(|| {
                next += 1;
                next - 1
            }));
        }
        sides
    }

    /// Returns true if some seat sees less than everything.
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.0.hidden()
    }

    /// Returns the rules in words, for players who may not know them.
    #[must_use]
    pub fn briefing(&self) -> Briefing {
        self.0.briefing()
    }

    /// Returns the questions about states that [`State::ask`] answers, with their arguments.
    #[must_use]
    pub fn questions(&self) -> Vec<QuestionDescription> {
        self.0.questions().describe()
    }

    /// Returns true if the answer to a question may take more than a millisecond.
    #[must_use]
    pub fn is_long(&self, question: &str) -> bool {
        let mut all = self.0.questions().all.iter();
        self.slow() || all.any(|known| known.name == question && known.long)
    }

    /// Returns true if one call about a state may take more than a millisecond, for hosts that must
    /// not block the calling thread for so long.
    #[must_use]
    pub fn slow(&self) -> bool {
        self.0.slow()
    }

    /// Returns true if there are moments in which a seat must not know whose turn it is.
    pub(crate) fn hides_turns(&self) -> bool {
        self.0.hides_turns()
    }

    /// Returns the number of refusals of a bot's moves in one turn that a table tolerates by
    /// default.
    pub(crate) fn max_rejections(&self) -> u32 {
        self.0.max_rejections()
    }

    /// The texts of all action ids; empty for a game without ids. Made at the
    /// first call and shared by all states of these rules.
    #[must_use]
    pub fn action_texts(&self) -> &[Box<str>] {
        self.0.action_texts()
    }

    /// Returns the planes in which a seat's knowledge is written for learning.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without planes.
    pub fn planes(&self) -> Result<PlaneLayout> {
        guard(|| self.0.planes())
    }

    /// Returns true if both are the rules of one game under the same options.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.name() == other.name() && self.0.options() == other.0.options()
    }

    /// Reads a line of EPD: the state and the operations by their codes, as plain values.
    ///
    /// `bm`, `am`, `sm` and `pv` are lists of moves in a style, by default the canonical one;
    /// other codes of the standard are numbers or texts. A code without a meaning here has
    /// the list of its words, those in quotes with their quotes.
    ///
    /// ```
    /// use boardwright::host::Game;
    ///
    /// let chess = Game::new("chess", &Default::default())?;
    /// let line = "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; id \"castling\";";
    /// let (state, operations) = chess.parse_epd(line, Some("san"))?;
    /// assert_eq!(operations["bm"][0], "O-O-O");
    /// assert_eq!(state.epd(&operations)?, line);
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `invalid_notation` and `illegal_move`, naming the column; `unsupported` for a game or a
    /// style without EPD.
    pub fn parse_epd(&self, line: &str, style: Option<&str>) -> Result<(State, Dict)> {
        guard(|| {
            let (state, operations) = Arc::clone(&self.0).parse_epd(line, style)?;
            Ok((State(state), operations_to_plain(&operations)))
        })
    }

    pub(crate) const fn erased(&self) -> &AnyGame {
        &self.0
    }

    /// Returns the value of the tag `Variant` in records of it; `None` for chess, which
    /// needs none.
    #[must_use]
    pub fn variant_name(&self) -> Option<String> {
        self.0.variant_name()
    }

    /// Returns true if both are one object, so that one table of texts serves both.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The first state.
    ///
    /// # Errors
    ///
    /// `invalid_option` where the options allow none.
    pub fn start(&self) -> Result<State> {
        guard(|| Ok(State(Arc::clone(&self.0).start()?)))
    }

    /// Reads a position, and earlier ones (oldest first).
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the field.
    pub fn parse(&self, text: &str, earlier: &[&str]) -> Result<State> {
        guard(|| Ok(State(Arc::clone(&self.0).parse(text, earlier)?)))
    }
}

/// The first state of a game.
///
/// ```
/// use boardwright::host;
/// use boardwright::value::Dict;
///
/// let state = host::start("chess+atomic", &Dict::new())?;
/// assert_eq!(state.count_legal(None)?, 20);
/// let error = host::start("atomic", &Dict::new()).unwrap_err();
/// assert!(error.message().contains("chess+atomic is one"));
/// # Ok::<(), boardwright::Error>(())
/// ```
///
/// # Errors
///
/// As [`Game::new`].
pub fn start(name: &str, options: &Dict) -> Result<State> {
    Game::new(name, options)?.start()
}

/// The options of a game with the seeds that they leave open derived from another seed: for
/// a table that starts a game by its name, whose terrain nobody is to foresee who does not
/// know the table's seed.
///
/// # Errors
///
/// `unknown_game`; the options themselves are looked at when the game is made.
pub fn derive_seeds(name: &str, options: &Dict, seed: u64) -> Result<Dict> {
    guard(|| {
        let specs = registry::find(name)?.info().options;
        Ok(contract::options::derive_seeds(specs, options, seed))
    })
}

/// Reads a position of a game.
///
/// ```
/// use boardwright::host;
/// use boardwright::value::Dict;
///
/// let state = host::parse("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[], &Dict::new())?;
/// let outcome = state.outcome().unwrap();
/// assert_eq!((outcome.draw, outcome.reason), (true, "stalemate"));
/// # Ok::<(), boardwright::Error>(())
/// ```
///
/// # Errors
///
/// As [`Game::new`] and [`Game::parse`].
pub fn parse(name: &str, text: &str, earlier: &[&str], options: &Dict) -> Result<State> {
    Game::new(name, options)?.parse(text, earlier)
}

/// Takes up what [`State::save`] wrote.
///
/// # Errors
///
/// As [`registry::load`].
pub fn load(text: &str) -> Result<State> {
    guard(|| Ok(State(registry::load(text)?)))
}

/// The same work with its result as a plain value, as bindings hand it on.
pub fn plain<T: Serialize + Send + 'static>(work: Work<T>) -> Work<Value> {
    work.then(|result| to_value(&result))
}

/// The fields of what is serialised as a map, as bindings hand them on; none of anything
/// else.
#[must_use]
pub fn fields<T: Serialize>(value: &T) -> Dict {
    match to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Dict::new(),
    }
}

/// The names of a set of seats, in order.
#[must_use]
pub fn seat_names(game: &Game, seats: Seats) -> Vec<String> {
    seats
        .iter()
        .filter_map(|s| game.seats().get(s.index()))
        .cloned()
        .collect()
}

/// The errors' codes, for the bindings' exception classes.
#[must_use]
pub fn error_codes() -> Value {
    json!(contract::error::ErrorKind::ALL.map(contract::error::ErrorKind::code))
}
