//! A position with its rules and its history: the state that hosts see.
//!
//! States are values: [`State::play`] returns a new one and leaves the old. This module
//! knows no game; it adds to the rules the parts that all games share: turns, ends,
//! repetition keys, the moves that led to a state, saved forms.

mod interventions;
mod leaving;
mod moves;
mod observation;
mod saved;

pub use leaving::{Departure, leave_reason};
pub use observation::Observation;
pub use saved::Saved;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use drawing::Scene;

use crate::bot::Limits;
use crate::description::{PositionDescription, StateDescription, TablePosition};
use crate::error::{Error, ErrorKind, Result};
use crate::fork;
use crate::game::{Flow, Game, Outcome, Seat, Seats};
use crate::history::{History, HistoryEntry, PositionHistory};
use crate::ids::IdSet;
use crate::options::Options;
use crate::picture;
use crate::value::Dict;
use interventions::Interventions;

/// Longest notation of a position or a move that is accepted, in bytes.
const LONGEST_NOTATION: usize = 1 << 16;

/// A game's rules with the options they were made from, shared by its states.
#[derive(Debug)]
pub struct Rules<G: Game> {
    game: G,
    options: Options,
    seats: Vec<String>,
    texts: OnceLock<Box<[Box<str>]>>,
    /// The same rules without their seeds, if the seats must not know those.
    for_seats: Option<Arc<Self>>,
}

impl<G: Game> Rules<G> {
    /// Creates the rules under the options given by name.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and the options that exist.
    pub fn new(given: &Dict) -> Result<Arc<Self>> {
        let options = Options::read(G::INFO.name, G::INFO.options, given)?;
        let mut rules = Self::under(options)?;
        let bare = rules.options.without_seeds();
        if rules.game.hidden() && bare != rules.options {
            rules.for_seats = Some(Arc::new(Self::under(bare)?));
        }
        Ok(Arc::new(rules))
    }

    fn under(options: Options) -> Result<Self> {
        Ok(Self::with(G::new(&options)?, options))
    }

    fn with(game: G, options: Options) -> Self {
        Self {
            seats: game.seat_names(),
            game,
            options,
            texts: OnceLock::new(),
            for_seats: None,
        }
    }

    /// Wraps a game that was made with more than its options say; it hides nothing.
    pub fn of(game: G, options: Options) -> Arc<Self> {
        Arc::new(Self::with(game, options))
    }

    /// Returns the game itself.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the options, defaults included.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the names of the seats.
    #[must_use]
    pub fn seat_names(&self) -> &[String] {
        &self.seats
    }

    /// Returns the texts of all action ids; empty for a game without ids.
    #[must_use]
    pub fn action_texts(&self) -> &[Box<str>] {
        let texts = || {
            let count = self.game.action_count().unwrap_or(0);
            (0..count)
                .map(|id| self.game.action_text(id).unwrap_or_default().into())
                .collect()
        };
        fork::once(&self.texts, texts).as_ref()
    }
}

/// The history of a state of a game.
pub type HistoryOf<G> = History<<G as Game>::Action, <G as Game>::Record>;

/// A position with its rules and its history.
///
/// States are equal if position, options, and the keys and records of their histories are. The
/// moves between those positions do not count: a state that [`parse`](State::parse) makes from a
/// position and earlier ones equals the same state reached by moves.
pub struct State<G: Game> {
    rules: Arc<Rules<G>>,
    position: G::Position,
    history: HistoryOf<G>,
    /// The position from which the moves are known; empty where none have been made since.
    origin: OnceLock<Arc<Origin<G::Position>>>,
    interventions: Interventions<G::Record>,
    outcome: OnceLock<Option<Outcome>>,
}

/// The position from which the moves of a state are known, shared by the states after it.
#[derive(Debug)]
struct Origin<P> {
    position: P,
    /// Number of plies before it.
    ply: usize,
}

impl<G: Game> Clone for State<G> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            position: self.position.clone(),
            history: self.history.clone(),
            origin: self.origin.clone(),
            interventions: self.interventions.clone(),
            outcome: self.outcome.clone(),
        }
    }
}

// `{:?}` must not leak the position of a hidden game into a log.
impl<G: Game> std::fmt::Debug for State<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.rules.game.hidden() {
            write!(f, "State({}, hidden)", G::INFO.name)
        } else {
            write!(f, "State({}, {:?})", G::INFO.name, self.notation())
        }
    }
}

impl<G: Game> PartialEq for State<G> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.rules.options == other.rules.options
            && self.history == other.history
            && self.interventions.same(&other.interventions)
    }
}

impl<G: Game> Eq for State<G> {}

impl<G: Game> Hash for State<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
        self.history.hash(state);
    }
}

/// The legal moves of a position that somebody may make.
enum Share {
    Nothing,
    All,
    /// Those of a seat, where several are live.
    Own(Seat),
}

impl<G: Game> State<G> {
    /// Returns the first state of a game.
    ///
    /// # Errors
    ///
    /// `invalid_option` if the options allow no start.
    pub fn start(rules: &Arc<Rules<G>>) -> Result<Self> {
        Ok(Self::new(
            Arc::clone(rules),
            rules.game.start()?,
            History::default(),
        ))
    }

    const fn new(rules: Arc<Rules<G>>, position: G::Position, history: HistoryOf<G>) -> Self {
        Self {
            rules,
            position,
            history,
            origin: OnceLock::new(),
            interventions: Interventions::NONE,
            outcome: OnceLock::new(),
        }
    }

    /// Creates a state from a position without history.
    pub fn at(rules: &Arc<Rules<G>>, position: G::Position) -> Self {
        Self::new(Arc::clone(rules), position, History::default())
    }

    /// Returns a state of another game with the same keys, from its position and this
    /// history. Its moves begin with the next.
    pub fn under<H: Game<Record = G::Record>>(
        &self,
        rules: Arc<Rules<H>>,
        position: H::Position,
    ) -> State<H> {
        State {
            interventions: self.interventions.of_before(),
            ..State::new(rules, position, self.history.without_moves())
        }
    }

    /// Reads a position, and earlier ones (oldest first) for the rules that look back. The moves
    /// between those are not known.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the field and the fault.
    pub fn parse(rules: &Arc<Rules<G>>, text: &str, earlier: &[&str]) -> Result<Self> {
        let read = |text: &str| {
            if text.len() > LONGEST_NOTATION {
                return Err(Error::invalid_notation(format!(
                    "the notation is {} bytes long, and {LONGEST_NOTATION} are the most",
                    text.len()
                )));
            }
            rules.game.parse(text)
        };
        let mut history = History::default();
        for text in earlier {
            let position = read(text)?;
            history.push(rules.game.key(&position), None, G::Record::default());
        }
        Ok(Self::new(Arc::clone(rules), read(text)?, history))
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// Returns the game itself.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.rules.game
    }

    /// Returns the position without its history.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// Returns the history.
    #[must_use]
    pub const fn history(&self) -> &HistoryOf<G> {
        &self.history
    }

    /// Returns the position in the game's notation.
    #[must_use]
    pub fn notation(&self) -> String {
        self.rules.game.notation(&self.position)
    }

    /// Returns the repetition key of the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.rules.game.key(&self.position)
    }

    /// Returns the number of times that the position has occurred, this time included: the
    /// states in the history and this one that have its key.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.history.occurrences(self.key(), usize::MAX) as usize + 1
    }

    /// Returns the outcome, if the game has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        *fork::once(&self.outcome, || {
            let outcome = self.rules.game.outcome(&self.position, &self.history)?;
            let nobody = self.out().len() == self.rules.seats.len();
            Some(
                self.interventions
                    .ended(self.history.len(), outcome, nobody),
            )
        })
    }

    /// Returns the seats that may act; none after the end.
    #[must_use]
    pub fn live(&self) -> Seats {
        if self.outcome().is_some() {
            Seats::NONE
        } else {
            self.rules.game.live(&self.position)
        }
    }

    /// Returns the seats whose clocks run; none after the end.
    #[must_use]
    pub fn on_clock(&self) -> Seats {
        if self.outcome().is_some() {
            Seats::NONE
        } else {
            self.rules.game.on_clock(&self.position)
        }
    }

    /// Returns a key of the basis of a seat's decision, see [`Game::decision_key`].
    #[must_use]
    pub fn decision_key(&self, seat: Seat) -> u64 {
        self.rules.game.decision_key(&self.position, seat)
    }

    /// Returns the share of a seat, or of all, in the legal moves of the position.
    fn share(&self, seat: Option<Seat>) -> Share {
        if self.outcome().is_some() {
            return Share::Nothing;
        }
        let Some(seat) = seat else {
            return Share::All;
        };
        match self.rules.game.live(&self.position) {
            live if !live.contains(seat) => Share::Nothing,
            live if live.len() == 1 => Share::All,
            _ => Share::Own(seat),
        }
    }

    /// Visits the legal moves of a seat, or of all; none after the end.
    pub fn each_legal(&self, seat: Option<Seat>, mut visit: impl FnMut(G::Action) -> Flow) -> Flow {
        let game = &self.rules.game;
        match self.share(seat) {
            Share::Nothing => Flow::Continue(()),
            Share::All => game.legal(&self.position, &self.history, visit),
            Share::Own(seat) => game.legal(&self.position, &self.history, |action| {
                if game.actor(&self.position, &action) == seat {
                    visit(action)
                } else {
                    Flow::Continue(())
                }
            }),
        }
    }

    /// Visits the ids of the legal moves of a seat, or of all, in the order of
    /// [`each_legal`](Self::each_legal), in sets. Only called of games that have ids.
    pub fn each_legal_id(&self, seat: Option<Seat>, mut visit: impl FnMut(IdSet)) {
        let game = &self.rules.game;
        if matches!(self.share(seat), Share::All) {
            return game.legal_ids(&self.position, &self.history, visit);
        }
        let _ = self.each_legal(seat, |action| {
            visit(IdSet::one(game.action_id(&action)));
            Flow::Continue(())
        });
    }

    /// Counts the legal moves of a seat, or of all; none after the end.
    #[must_use]
    pub fn count_legal(&self, seat: Option<Seat>) -> u64 {
        match self.share(seat) {
            Share::Nothing => 0,
            Share::All => (self.rules.game).count_legal(&self.position, &self.history),
            Share::Own(_) => self.legal(seat).len() as u64,
        }
    }

    /// Returns the legal moves of a seat, or of all; none after the end.
    #[must_use]
    pub fn legal(&self, seat: Option<Seat>) -> Vec<G::Action> {
        let mut out = Vec::new();
        let _ = self.each_legal(seat, |action| {
            out.push(action);
            Flow::Continue(())
        });
        out
    }

    /// Returns the legal moves of a seat among those that the limits allow.
    ///
    /// # Errors
    ///
    /// `invalid_notation` and `illegal_move` for moves in the limits that are not legal;
    /// `not_your_turn` if the seat has no move.
    pub fn choices(&self, seat: Seat, limits: &Limits) -> Result<Vec<G::Action>> {
        limits.choose(self.legal(Some(seat)), |text, _| {
            let action = self.read(Some(seat), text, None)?;
            self.check(Some(seat), &action)?;
            Ok(action)
        })
    }

    /// Returns the state after a move.
    ///
    /// # Errors
    ///
    /// `game_over` after the end, `not_your_turn` for a seat that is not live,
    /// `illegal_move` with the reason if it may be revealed.
    pub fn play(&self, action: &G::Action) -> Result<Self> {
        self.check(None, action)?;
        Ok(self.play_unchecked(action))
    }

    /// Returns the state after a move that [`play`](Self::play) would accept.
    #[must_use]
    pub fn play_unchecked(&self, action: &G::Action) -> Self {
        let mut history = self.history.clone();
        Self {
            rules: Arc::clone(&self.rules),
            position: advance(&self.rules.game, &self.position, &mut history, action),
            history,
            origin: OnceLock::from(Arc::clone(self.origin())),
            interventions: self.interventions.clone(),
            outcome: OnceLock::new(),
        }
    }

    /// Checks that the move may be played, by `seat` if one is given.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play).
    pub fn check(&self, seat: Option<Seat>, action: &G::Action) -> Result<()> {
        self.in_play()?;
        self.check_going_on(seat, action)
    }

    /// Checks the move as [`check`](Self::check) does, but for the end of the game.
    fn check_going_on(&self, seat: Option<Seat>, action: &G::Action) -> Result<()> {
        let game = &self.rules.game;
        let actor = game.actor(&self.position, action);
        let live = game.live(&self.position);
        if let Some(seat) = seat.filter(|s| *s != actor || !live.contains(*s)) {
            return Err(self.not_your_turn(seat, live));
        }
        if !live.contains(actor) {
            return Err(self.not_your_turn(actor, live));
        }
        game.check(&self.position, &self.history, action)
    }

    fn in_play(&self) -> Result<()> {
        match self.outcome() {
            None => Ok(()),
            Some(outcome) => Err(outcome.over()),
        }
    }

    fn not_your_turn(&self, seat: Seat, live: Seats) -> Error {
        let name = |s: Seat| self.rules.seats.get(s.index()).map_or("?", String::as_str);
        let others: Vec<_> = live.iter().map(name).collect();
        Error::not_your_turn(match (live.contains(seat), others.is_empty()) {
            (true, _) => format!("that is not a move of {}", name(seat)),
            (_, true) => format!("{} cannot move now, nor can anybody", name(seat)),
            // The seat to move may be a secret.
            _ if self.rules.game.hides_turns() => format!("it is not the turn of {}", name(seat)),
            _ => format!(
                "it is not the turn of {} but of {}",
                name(seat),
                others.join(", ")
            ),
        })
    }

    /// Reads a move in a style, by default the canonical one; blanks around it are ignored.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, `illegal_move` or `unsupported` as in [`Game::read`]; if the
    /// text is a legal move in another style of the game, the error names that style.
    pub fn read(&self, seat: Option<Seat>, text: &str, style: Option<&str>) -> Result<G::Action> {
        self.in_play()?;
        let style = style
            .or(G::INFO.styles.first().copied())
            .unwrap_or_default();
        if text.len() > LONGEST_NOTATION {
            return Err(Error::invalid_notation(format!(
                "no move is {} bytes long",
                text.len()
            )));
        }
        let text = text.trim();
        self.rules
            .game
            .read(&self.position, &self.history, seat, text, style)
            .map_err(|error| match self.other_style(seat, text, style, &error) {
                None => error,
                Some(other) => Error::new(
                    error.kind(),
                    format!("{}; the style {other} would read it", error.message()),
                ),
            })
    }

    /// Returns the style in which a text is a legal move that could not be read in the
    /// style given. Returns nothing for a game that hides anything, because the reading may
    /// depend on secrets.
    fn other_style(
        &self,
        seat: Option<Seat>,
        text: &str,
        style: &str,
        error: &Error,
    ) -> Option<&'static str> {
        let game = &self.rules.game;
        let unread = [ErrorKind::InvalidNotation, ErrorKind::IllegalMove].contains(&error.kind());
        if game.hidden() || !unread {
            return None;
        }
        let reads = |other: &&str| {
            let action = game.read(&self.position, &self.history, seat, text, other);
            action.is_ok_and(|action| self.check(seat, &action).is_ok())
        };
        let mut others = G::INFO.styles.iter().copied().filter(|s| *s != style);
        others.find(reads)
    }

    /// Writes a move in a style, by default the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    pub fn write(&self, action: &G::Action, style: Option<&str>) -> Result<String> {
        match style {
            None => Ok(self.rules.game.text(action)),
            Some(style) => self
                .rules
                .game
                .write(&self.position, &self.history, action, style),
        }
    }

    /// Returns the observation of a seat.
    #[must_use]
    pub fn observe(&self, seat: Seat) -> Observation<G> {
        let rules = self.rules.for_seats.as_ref().unwrap_or(&self.rules);
        Observation::new(Arc::clone(rules), seat, self.rules.game.view(self, seat))
    }

    /// Returns the whole state for clients.
    #[must_use]
    pub fn describe(&self) -> StateDescription<G::Description> {
        StateDescription {
            game: G::INFO.name,
            options: self.rules.options.to_dict(),
            seats: self.rules.seats.clone(),
            outcome: self.outcome().map(|o| o.named(&self.rules.seats)),
            known: self.describe_position(),
        }
    }

    /// Returns the picture of the position, seen from the side of a seat or of nobody in
    /// particular. Of a hidden game it is the referee's.
    #[must_use]
    pub fn scene(&self, from: Option<Seat>) -> Scene {
        let game = &self.rules.game;
        let scene = game.scene(&self.position, &self.history, from);
        picture::titled(scene, G::INFO.name, self.outcome(), &self.rules.seats)
    }

    pub(crate) fn describe_position(&self) -> PositionDescription<G::Description> {
        let seats = &self.rules.seats;
        let name = |s: Seat| seats.get(s.index()).cloned();
        let live = self.live();
        let TablePosition {
            notation,
            key,
            ply,
            position,
        } = self.describe_at_table();
        PositionDescription {
            notation,
            key,
            ply,
            live: live.iter().filter_map(name).collect(),
            to_move: live.single().and_then(name),
            position,
        }
    }

    pub(crate) fn describe_at_table(&self) -> TablePosition<G::Description> {
        TablePosition {
            notation: self.notation(),
            key: key_text(self.key()),
            ply: self.history.len(),
            position: self.rules.game.describe(&self.position, &self.history),
        }
    }
}

/// Makes a move: returns the position after it, and adds the position before it to the history.
fn advance<G: Game>(
    game: &G,
    position: &G::Position,
    history: &mut HistoryOf<G>,
    action: &G::Action,
) -> G::Position {
    let (next, mut record) = game.play(position, action);
    // Earlier positions that were given have no moves between them.
    let given = |entry: HistoryEntry<'_, _, G::Record>| *entry.record == G::Record::default();
    if history.last().is_none_or(given) {
        game.begins(position, &mut record);
    }
    history.push(game.key(position), Some(action.clone()), record);
    next
}

/// Returns a key as 16 hexadecimal digits.
#[must_use]
pub fn key_text(key: u64) -> String {
    format!("{key:016x}")
}
