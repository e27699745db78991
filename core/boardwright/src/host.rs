//! Handles for the bindings: any game's rules, states, observations and bots, by plain values.
//!
//! Every entry point returns a [`Result`] and catches panics. A host-language
//! binding converts arguments, calls one of these, and converts the result; it
//! names no game.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use serde_json::json;

pub use contract::bot::{BeliefCounters, Clock, Decision, Info, Limits, Score};
pub use contract::jobs::Work;
pub use dynamic::MoveRef;
use dynamic::{AnyBot, AnyGame, AnyObservation, AnyState, GameDescription, SeatEvents};
pub use search::perft::PerftOptions;
pub use search::playouts::{NamedPlayouts, PlayoutOptions};

use crate::registry;
use contract::error::{Error, Result, quoted};
use contract::fork;
pub use contract::game::NamedOutcome;
use contract::game::{Effect, GameInfo, Outcome, Seat, Seats};
use contract::options::OptionKind;
use contract::rng::Rng;
use contract::state::key_text;
use contract::value::{Dict, Named, Value, to_value};
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

/// A seat as a host names it.
#[derive(Clone, Copy, Debug)]
pub enum SeatRef<'a> {
    /// By its index, from 0.
    Index(i64),
    /// By its name.
    Name(&'a str),
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
pub struct Game(AnyGame);

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

    /// Returns true if both are the rules of one game under the same options.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        self.name() == other.name() && self.0.options() == other.0.options()
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
    /// Apart from what else is derived from the seed of a table.
    const TERRAIN: u64 = 0x7e44;
    guard(|| {
        let mut options = options.clone();
        for (i, spec) in registry::find(name)?.info().options.iter().enumerate() {
            let open = options.get(spec.name).is_none_or(Value::is_null);
            if let (OptionKind::Seed { max }, true) = (spec.kind, open) {
                let count = max.unsigned_abs().saturating_add(1);
                let drawn = Rng::derived(&[seed, TERRAIN, i as u64]).next_u64();
                options.insert(spec.name.into(), (drawn % count).into());
            }
        }
        Ok(options)
    })
}

/// Reads a position of a game.
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

/// A position with its rules and its past; a value.
#[derive(Clone)]
pub struct State(AnyState);

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.inspect())
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.same(&*other.0)
    }
}

impl Eq for State {}

impl State {
    /// The rules.
    #[must_use]
    pub fn game(&self) -> Game {
        Game(self.0.rules())
    }

    /// The position in the game's notation; of a hidden game, the referee's.
    #[must_use]
    pub fn notation(&self) -> String {
        self.0.notation()
    }

    /// The repetition key, 16 hexadecimal digits.
    #[must_use]
    pub fn key(&self) -> String {
        key_text(self.0.key())
    }

    /// The state with its types, where it is one of that game.
    #[must_use]
    pub fn typed<G: contract::game::Game>(&self) -> Option<&contract::state::State<G>> {
        (*self.0).as_any().downcast_ref()
    }

    /// Returns the number of plies in its history.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Returns the number of times that its position has occurred, this time included: the
    /// states in its history and this one that have its [`key`](Self::key).
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.0.repetitions()
    }

    /// The seats that may act.
    #[must_use]
    pub fn live(&self) -> Seats {
        self.0.live()
    }

    /// The seats whose clocks run: those that may act, and any that must wait with
    /// their clock running.
    #[must_use]
    pub fn on_clock(&self) -> Seats {
        self.0.on_clock()
    }

    /// A key of what a seat's decision rests on where others can act meanwhile.
    pub(crate) fn decision_key(&self, seat: Seat) -> u64 {
        self.0.decision_key(seat)
    }

    /// Returns the outcome, if the game has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<NamedOutcome> {
        let outcome = self.0.outcome();
        outcome.map(|outcome| outcome.named(self.0.rules().seat_names()))
    }

    /// The ids of the legal moves, in place of what `out` held.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids, `invalid_option` for a seat that does not exist.
    pub fn legal_ids(&self, of: Option<SeatRef<'_>>, out: &mut Vec<u32>) -> Result<()> {
        out.clear();
        guard(|| self.0.legal_ids(self.maybe_seat(of)?, out))
    }

    /// The texts of the legal moves, in a style or the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that does not exist, `invalid_option` for such a seat.
    pub fn legal_moves(&self, of: Option<SeatRef<'_>>, style: Option<&str>) -> Result<Vec<String>> {
        guard(|| self.0.legal_texts(self.maybe_seat(of)?, style))
    }

    /// Counts the legal moves.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn count_legal(&self, of: Option<SeatRef<'_>>) -> Result<u64> {
        guard(|| Ok(self.0.count_legal(self.maybe_seat(of)?)))
    }

    /// The state after a move.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, `illegal_move`, `not_your_turn`, `game_over`.
    pub fn play(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Self> {
        self.play_many(of, &[action], style)
    }

    /// The state after several moves.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play), saying which move it was.
    pub fn play_many(
        &self,
        of: Option<SeatRef<'_>>,
        moves: &[MoveRef<'_>],
        style: Option<&str>,
    ) -> Result<Self> {
        self.play_part(of, moves, 0..moves.len(), style)
    }

    /// The state after a part of several moves, for a host that looks up in between: an
    /// error says which of all moves it was.
    ///
    /// # Errors
    ///
    /// As [`play_many`](Self::play_many).
    pub fn play_part(
        &self,
        of: Option<SeatRef<'_>>,
        moves: &[MoveRef<'_>],
        part: Range<usize>,
        style: Option<&str>,
    ) -> Result<Self> {
        guard(|| {
            Ok(Self(self.0.play(
                self.maybe_seat(of)?,
                moves,
                part,
                style,
            )?))
        })
    }

    /// A legal move in another style; `None` is the canonical one.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `unsupported` for a style that does not exist.
    pub fn move_text(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
        from_style: Option<&str>,
    ) -> Result<String> {
        guard(|| {
            self.0
                .rewrite(self.maybe_seat(of)?, action, from_style, style)
        })
    }

    /// The id of a legal move.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `unsupported` for a game without ids.
    pub fn action_id(&self, of: Option<SeatRef<'_>>, text: &str) -> Result<u32> {
        guard(|| self.0.action_id(self.maybe_seat(of)?, text))
    }

    /// The ordered events that a move would bring about.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play).
    pub fn report(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Value> {
        guard(|| {
            Ok(Value::Array(self.0.report(
                self.maybe_seat(of)?,
                action,
                style,
            )?))
        })
    }

    /// The whole state in plain values, or what a seat may see of it.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn describe(&self, of: Option<SeatRef<'_>>) -> Result<Value> {
        guard(|| match self.maybe_seat(of)? {
            None => self.0.describe(),
            Some(seat) => self.0.observe(seat).describe(),
        })
    }

    /// The position drawn in text.
    #[must_use]
    pub fn draw(&self) -> String {
        self.0.draw()
    }

    /// A state changed from outside, where the game has such changes.
    ///
    /// # Errors
    ///
    /// `unsupported`, `invalid_option`, `invalid_notation`.
    pub fn edit(&self, changes: &Dict) -> Result<Self> {
        guard(|| Ok(Self(self.0.edit(changes)?)))
    }

    /// Returns the observation of a seat: all that it may know.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn observe(&self, of: SeatRef<'_>) -> Result<Observation> {
        guard(|| Ok(Observation(self.0.observe(seat(&self.0.rules(), of)?))))
    }

    /// Everything, as text for [`load`].
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn save(&self) -> Result<String> {
        guard(|| self.0.save())
    }

    /// A count of leaves.
    pub fn perft(&self, depth: u32, options: PerftOptions) -> Work<u64> {
        self.0.perft(depth, options)
    }

    /// A count of leaves below each move.
    pub fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: Box<dyn Fn(usize) + Send + Sync>,
    ) -> Work<Named<u64>> {
        self.0.divide(depth, options, progress)
    }

    /// Random games.
    ///
    /// # Errors
    ///
    /// `invalid_option` for counts out of range.
    pub fn playouts(&self, options: PlayoutOptions) -> Result<Work<NamedPlayouts>> {
        guard(|| self.0.playouts(options))
    }

    /// A hash that goes with equality, for this process only.
    #[must_use]
    pub fn hash_code(&self) -> u64 {
        self.0.hash_code()
    }

    /// Makes a move for a seat, and says who is told what of it and what it came to.
    /// For whoever referees: it says what either side is told.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `not_your_turn` for a seat that may not act.
    pub fn commit(
        &self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Committed> {
        guard(|| {
            let made = self.0.commit(seat, action, style)?;
            Ok(Committed {
                state: Self(made.state),
                text: made.text,
                told: made.told,
                effect: made.effect,
            })
        })
    }

    /// Returns the outcome by the game's rules, if it has ended.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        guard(|| Ok(self.0.outcome())).ok().flatten()
    }

    /// Returns the outcome when seats lose by something that is not a move.
    pub(crate) fn forfeited(&self, losers: Seats, reason: &'static str) -> Outcome {
        guard(|| Ok(self.0.forfeited(losers, reason))).unwrap_or(Outcome::draw(reason))
    }

    /// The draw that may be claimed.
    pub(crate) fn claimable(&self) -> Option<&'static str> {
        guard(|| Ok(self.0.claimable())).ok().flatten()
    }

    /// Returns the observation of a seat: all that it may know.
    pub(crate) fn observe_seat(&self, seat: Seat) -> Result<Observation> {
        guard(|| Ok(Observation(self.0.observe(seat))))
    }

    /// Returns a seat's observation in plain values.
    pub(crate) fn describe_for(&self, seat: Seat) -> Result<Value> {
        guard(|| self.0.observe(seat).describe())
    }

    fn maybe_seat(&self, of: Option<SeatRef<'_>>) -> Result<Option<Seat>> {
        match of {
            None => Ok(None),
            some => maybe_seat(&self.0.rules(), some),
        }
    }
}

/// Result of a committed move.
#[derive(Debug)]
pub struct Committed {
    /// The state after it.
    pub state: State,
    /// The move in the game's canonical notation.
    pub text: String,
    /// Events for each seat, in the order of the seats.
    pub told: SeatEvents,
    /// Effect of the move on the turn.
    pub effect: Effect,
}

/// All that one seat may know.
#[derive(Clone)]
pub struct Observation(AnyObservation);

impl std::fmt::Debug for Observation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Observation({}, {})", self.game().name(), self.seat())
    }
}

impl PartialEq for Observation {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

impl Eq for Observation {}

impl Observation {
    /// The rules.
    #[must_use]
    pub fn game(&self) -> Game {
        Game(self.0.rules())
    }

    /// The name of its seat.
    #[must_use]
    pub fn seat(&self) -> String {
        self.0
            .rules()
            .seat_names()
            .get(self.0.seat().index())
            .cloned()
            .unwrap_or_default()
    }

    /// All that the seat knows, as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The key of the information set, 16 hexadecimal digits.
    #[must_use]
    pub fn key(&self) -> String {
        key_text(self.0.key())
    }

    /// Returns true if the seat may act, as far as it can know.
    #[must_use]
    pub fn may_act(&self) -> bool {
        self.0.may_act()
    }

    /// Returns the outcome, if the game has ended and the seat was told.
    #[must_use]
    pub fn outcome(&self) -> Option<NamedOutcome> {
        let outcome = self.0.outcome();
        outcome.map(|outcome| outcome.named(self.0.rules().seat_names()))
    }

    /// The moves that the seat may try.
    #[must_use]
    pub fn candidates(&self) -> Vec<String> {
        self.0.candidates()
    }

    /// Their ids, in place of what `out` held.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids.
    pub fn candidate_ids(&self, out: &mut Vec<u32>) -> Result<()> {
        out.clear();
        guard(|| self.0.candidate_ids(out))
    }

    /// Returns the seat's knowledge in plain values.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn describe(&self) -> Result<Value> {
        guard(|| self.0.describe())
    }

    /// Draws the seat's view as text.
    #[must_use]
    pub fn draw(&self) -> String {
        self.0.draw()
    }

    /// A hash that goes with equality, for this process only.
    #[must_use]
    pub fn hash_code(&self) -> u64 {
        self.0.hash_code()
    }
}

/// Subject of a question to a bot.
#[derive(Clone, Debug)]
pub enum Subject<'a> {
    /// A state, for a game that hides nothing; with the seat, where several are live.
    State(&'a State, Option<SeatRef<'a>>),
    /// Observation of a seat.
    Observation(&'a Observation),
}

/// A bot in the process that made it, and, where that was forked since, the one that
/// stands for it there: what a thread was at in the parent is left half-way in the child.
struct ProcessBot {
    process: u32,
    bot: AnyBot,
    after_fork: OnceLock<Arc<ProcessBot>>,
}

impl ProcessBot {
    fn new(bot: AnyBot) -> Arc<Self> {
        Arc::new(Self {
            process: std::process::id(),
            bot,
            after_fork: OnceLock::new(),
        })
    }
}

/// A bot for one game. In the child of a fork it is as new.
#[derive(Clone)]
pub struct Bot {
    inner: Arc<ProcessBot>,
    caller: u64,
    /// Its options and seed, so that a table can be saved.
    options: Arc<Dict>,
    seed: u64,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bot({}, {})", self.name(), self.game())
    }
}

impl Bot {
    /// A bot by name.
    ///
    /// # Errors
    ///
    /// `unknown_game`, `unknown_bot`, `invalid_option`; all say what exists.
    pub fn new(name: &str, game: &str, options: &Dict, seed: u64) -> Result<Self> {
        guard(|| {
            let inner = ProcessBot::new(registry::find(game)?.bot(name, options, seed)?);
            let caller = contract::jobs::new_caller();
            let options = Arc::new(options.clone());
            Ok(Self {
                inner,
                caller,
                options,
                seed,
            })
        })
    }

    /// The one of the running process.
    fn here(&self) -> AnyBot {
        let process = std::process::id();
        let mut own = &self.inner;
        while own.process != process {
            own = fork::once(&own.after_fork, || ProcessBot::new(self.made_anew()));
        }
        Arc::clone(&own.bot)
    }

    fn made_anew(&self) -> AnyBot {
        let made = registry::find(self.game())
            .and_then(|game| game.bot(self.name(), &self.options, self.seed));
        // What has been made once can be made again.
        made.unwrap_or_else(|_| Arc::clone(&self.inner.bot))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.inner.bot.name()
    }

    /// The name of the game it plays.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.inner.bot.info().name
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &Dict {
        &self.options
    }

    /// The seed it was made with.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The same bot without anything that it has learnt.
    #[must_use]
    pub fn renewed(&self) -> Self {
        // What has been made once can be made again.
        Self::new(self.name(), self.game(), &self.options, self.seed)
            .unwrap_or_else(|_| self.clone())
    }

    /// The bot with other options: the same one, which keeps what it has learnt and has them
    /// whoever asks it, if it can take them; else another one.
    ///
    /// # Errors
    ///
    /// `invalid_option`, `bot_busy` while the bot is engaged.
    pub fn with_options(&self, options: &Dict) -> Result<Self> {
        guard(|| {
            if !self.here().adjust(options)? {
                return Self::new(self.name(), self.game(), options, self.seed);
            }
            Ok(Self {
                options: Arc::new(options.clone()),
                ..self.clone()
            })
        })
    }

    /// Asks the bot whether it accepts a draw. Engages the bot as [`decide`](Self::decide) does.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn answer_draw(&self, observation: &Observation) -> Result<Work<bool>> {
        guard(|| self.here().answer_draw(Arc::clone(&observation.0)))
    }

    /// The keys of all positions that it held possible when it last decided, each as
    /// [`State::key`] writes it; none for a bot that keeps no such set. For
    /// measurements: who knows the truth can look whether it is among them.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn believed(&self) -> Result<Option<Vec<String>>> {
        guard(|| {
            let keys = self.here().believed()?;
            Ok(keys.map(|keys| keys.into_iter().map(key_text).collect()))
        })
    }

    /// Counts of what became of the positions that it holds possible in this game; none
    /// for a bot that keeps no such set.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn belief_counters(&self) -> Result<Option<BeliefCounters>> {
        guard(|| self.here().belief_counters())
    }

    /// Under which number its jobs are queued.
    #[must_use]
    pub const fn caller(&self) -> u64 {
        self.caller
    }

    /// A decision. The bot is engaged from this call until the work has run, is dropped, or was
    /// cancelled while it ran.
    ///
    /// # Errors
    ///
    /// `hidden_information` for a state of a game that hides anything,
    /// `not_your_turn`, `game_over`, `invalid_option`, and `bot_busy` while the bot is engaged.
    pub fn decide(&self, subject: &Subject<'_>, limits: Limits) -> Result<Work<Decision<String>>> {
        guard(|| self.here().decide(self.given(subject)?, limits))
    }

    /// An analysis: what [`decide`](Self::decide) gives, in full strength, with
    /// `watch` told of each step on the thread that runs it. Without limits it goes on until it is concluded
    /// or cancelled.
    ///
    /// # Errors
    ///
    /// As [`decide`](Self::decide).
    pub fn analyse(
        &self,
        subject: &Subject<'_>,
        limits: Limits,
        watch: Box<dyn FnMut(Info<String>) + Send>,
    ) -> Result<Work<Decision<String>>> {
        guard(|| self.here().analyse(self.given(subject)?, limits, watch))
    }

    /// Has it forget what it learnt of a game, so that the next decision is as if
    /// it were new.
    ///
    /// # Errors
    ///
    /// `bot_busy` while the bot is engaged.
    pub fn new_game(&self) -> Result<()> {
        guard(|| self.here().new_game())
    }

    /// Returns the observation for the bot. A wrong game is reported before any other error in the
    /// subject.
    fn given(&self, subject: &Subject<'_>) -> Result<AnyObservation> {
        let (what, game) = match subject {
            Subject::State(state, _) => ("a state", state.game()),
            Subject::Observation(observation) => ("an observation", observation.game()),
        };
        if game.name() != self.game() {
            return Err(Error::invalid_option(format!(
                "the bot plays {} and was given {what} of {}",
                self.game(),
                game.name()
            )));
        }
        subject.observation()
    }
}

impl Subject<'_> {
    fn observation(&self) -> Result<AnyObservation> {
        match self {
            Self::Observation(observation) => Ok(Arc::clone(&observation.0)),
            Self::State(state, of) => whole_observation(state, *of),
        }
    }
}

fn whole_observation(state: &State, of: Option<SeatRef<'_>>) -> Result<AnyObservation> {
    let rules = state.0.rules();
    if rules.hidden() {
        return Err(Error::hidden_information(format!(
            "{} hides information: give the bot state.observe(seat), not the state",
            rules.info().name
        )));
    }
    let live = state.0.live();
    let seat = match (maybe_seat(&rules, of)?, live.single()) {
        (Some(seat), _) | (None, Some(seat)) => seat,
        (None, None) if live.is_empty() => Seat(0),
        (None, None) => {
            let names: Vec<_> = live
                .iter()
                .filter_map(|s| rules.seat_names().get(s.index()))
                .cloned()
                .collect();
            return Err(Error::invalid_option(format!(
                "seat: several may act, so name one of {}",
                names.join(", ")
            )));
        }
    };
    Ok(state.0.observe(seat))
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

/// A state that is moved forward and back in place, for tight loops in hosts
/// where an object per ply costs more than a move.
#[derive(Clone, Debug)]
pub struct Cursor {
    line: Vec<State>,
}

impl Cursor {
    /// A cursor on a state.
    #[must_use]
    pub fn new(state: &State) -> Self {
        Self {
            line: vec![state.clone()],
        }
    }

    /// Returns the current state.
    #[must_use]
    pub fn state(&self) -> &State {
        // The first state is never taken off.
        &self.line[self.line.len() - 1]
    }

    /// Goes on by a move.
    ///
    /// # Errors
    ///
    /// As [`State::play`]; it then stays where it stood.
    pub fn play(
        &mut self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<()> {
        let next = self.state().play(of, action, style)?;
        self.line.push(next);
        Ok(())
    }

    /// Goes back by some plies; says how many it went, which is fewer where the
    /// line is shorter.
    pub fn undo(&mut self, plies: usize) -> usize {
        let back = plies.min(self.line.len() - 1);
        self.line.truncate(self.line.len() - back);
        back
    }

    /// Counts the moves made since the start.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.line.len() - 1
    }
}

/// The errors' codes, for the bindings' exception classes.
#[must_use]
pub fn error_codes() -> Value {
    json!(contract::error::ErrorKind::ALL.map(contract::error::ErrorKind::code))
}
