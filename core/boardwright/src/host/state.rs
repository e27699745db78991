//! States: what they are, tell and come from.

use super::{Game, Observation, SeatRef, guard, maybe_seat, seat, seat_names};
use crate::records::{operations_from_plain, tags_from_plain};
use contract::error::{Error, Result};
use contract::game::{NamedOutcome, Outcome, Seat, Seats};
use contract::jobs::Work;
use contract::plain::Plain;
use contract::state::key_text;
use contract::value::{Dict, Named, Value};
use dynamic::{AnyState, MoveRef, SeatEvents};
use records::write::WriteOptions;
use search::perft::{PerftOptions, Progress};
use search::playouts::{NamedPlayouts, PlayoutOptions};
use std::sync::Arc;

/// A position with its rules and its past; a value.
#[derive(Clone)]
pub struct State(pub(super) AnyState);

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
    pub(crate) const fn of(state: AnyState) -> Self {
        Self(state)
    }

    pub(crate) const fn erased(&self) -> &AnyState {
        &self.0
    }

    /// Writes it as a line of EPD with operations, as [`Game::parse_epd`] reads them, their
    /// moves canonical or in SAN; of a hidden game for the referee.
    ///
    /// # Errors
    ///
    /// `unsupported` for a position that EPD cannot hold, those of moves that are not legal,
    /// and `invalid_option` for an operation that cannot be written.
    pub fn epd(&self, operations: &Dict) -> Result<String> {
        guard(|| self.0.write_epd(&operations_from_plain(operations)?))
    }

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

    /// The moves that led to it from the position at which its known moves begin, in a style
    /// or the canonical one; of a hidden game, the referee's.
    ///
    /// ```
    /// use boardwright::host::{self, MoveRef};
    ///
    /// let start = host::start("chess", &Default::default())?;
    /// let moves = ["e2e4", "e7e5", "g1f3"].map(MoveRef::Text);
    /// let state = start.play_many(None, &moves, None)?;
    /// assert_eq!(state.moves(None)?, ["e2e4", "e7e5", "g1f3"]);
    /// assert_eq!(state.moves(Some("san"))?, ["e4", "e5", "Nf3"]);
    /// assert_eq!(state.at_ply(0)?, start);
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that does not exist.
    pub fn moves(&self, style: Option<&str>) -> Result<Vec<String>> {
        guard(|| self.0.moves(style))
    }

    /// The last of its [`moves`](Self::moves), if there are any.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    pub fn last_move(&self, style: Option<&str>) -> Result<Option<String>> {
        guard(|| self.0.last_move(style))
    }

    /// The state at an earlier ply, by its known moves.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a ply before these or beyond the last.
    pub fn at_ply(&self, ply: usize) -> Result<Self> {
        guard(|| Ok(Self(self.0.at_ply(ply)?)))
    }

    /// The game that led to it as PGN: its [`moves`](Self::moves) and its result, with tags,
    /// whose values are texts; of a hidden game for the referee.
    /// [`Record::new`](crate::records::Record::new) makes records with comments and variations.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without SAN, `invalid_option` for a tag that cannot be written.
    pub fn pgn(&self, tags: &Dict) -> Result<String> {
        guard(|| {
            let tags = tags_from_plain(tags)?;
            self.0.record_so_far(&tags)?.pgn(WriteOptions::default())
        })
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

    /// The whole state in plain values, or what a seat may see of it.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn describe(&self, of: Option<SeatRef<'_>>) -> Result<Value> {
        guard(|| self.description(of)?.value())
    }

    /// The same as [`describe`](Self::describe), to be written in any form.
    ///
    /// # Errors
    ///
    /// As [`describe`](Self::describe).
    pub fn description(&self, of: Option<SeatRef<'_>>) -> Result<Plain> {
        guard(|| {
            Ok(match self.maybe_seat(of)? {
                None => self.0.description(),
                Some(seat) => self.0.observe(seat).description(),
            })
        })
    }

    /// The state in English sentences, or what a seat may know of it. Of a hidden game the
    /// state's own words are the referee's.
    ///
    /// ```
    /// use boardwright::host;
    ///
    /// let state = host::start("boost", &Default::default())?;
    /// assert!(state.describe_text(None)?.starts_with("Player a to move. "));
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn describe_text(&self, of: Option<SeatRef<'_>>) -> Result<String> {
        guard(|| {
            Ok(match self.maybe_seat(of)? {
                None => self.0.describe_text(),
                Some(seat) => self.0.observe(seat).describe_text(),
            })
        })
    }

    /// A legal move in English words, without a full stop; two moves of a state never have
    /// the same. Of a hidden game these are the referee's words.
    ///
    /// ```
    /// use boardwright::host::{self, MoveRef};
    ///
    /// let state = host::start("chess", &Default::default())?;
    /// let words = state.move_in_words(None, MoveRef::Text("Nf3"), Some("san"))?;
    /// assert_eq!(words, "knight from g1 to f3");
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `unsupported` for a style that does not exist.
    pub fn move_in_words(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<String> {
        guard(|| self.0.move_in_words(self.maybe_seat(of)?, action, style))
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

    /// Answers one of the [questions](Game::questions) that the game declares, in plain values;
    /// of a hidden game it is the referee's answer. The end of the game does not matter.
    ///
    /// ```
    /// use boardwright::host;
    /// use serde_json::json;
    ///
    /// let state = host::start("chess", &Default::default())?;
    /// let given = json!({ "square": "f3", "by": "white" });
    /// let answer = state.ask("attackers", given.as_object().unwrap())?;
    /// assert_eq!(answer, json!(["g1", "e2", "g2"]));
    /// let error = state.ask("atackers", &Default::default()).unwrap_err();
    /// assert!(error.message().contains("there are pieces, piece_at"));
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `invalid_option` for a question or an argument that does not exist, which says what does;
    /// `unsupported` for a game without questions; those of moves.
    pub fn ask(&self, question: &str, given: &Dict) -> Result<Value> {
        guard(|| self.0.ask(question, given))
    }

    /// Returns the observation of a seat: all that it may know.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn observe(&self, of: SeatRef<'_>) -> Result<Observation> {
        guard(|| Ok(Observation(self.0.observe(seat(&self.0.rules(), of)?))))
    }

    /// Everything, as text for [`load`](super::load).
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn save(&self) -> Result<String> {
        guard(|| self.0.save())
    }

    /// A count of leaves.
    ///
    /// ```
    /// use boardwright::host::{self, PerftOptions};
    ///
    /// let state = host::start("chess", &Default::default())?;
    /// assert_eq!(state.perft(4, PerftOptions::default()).wait()?, 197_281);
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    pub fn perft(&self, depth: u32, options: PerftOptions) -> Work<u64> {
        self.0.perft(depth, options)
    }

    /// A count of leaves below each move.
    pub fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: Box<dyn Fn(Progress) + Send + Sync>,
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

    /// Returns the outcome by the game's rules, if it has ended.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        guard(|| Ok(self.0.outcome())).ok().flatten()
    }

    /// Returns the state in which a seat has left the game, whoever's turn it is, while the
    /// others play on. `reason` is `resigned`, `timeout`, `abandoned` or `bot_unavailable`; it
    /// is that of the outcome if a single side is left.
    ///
    /// ```
    /// use boardwright::host;
    /// use serde_json::json;
    ///
    /// let options = json!({ "players": 3 }).as_object().cloned().unwrap_or_default();
    /// let state = host::start("boost", &options)?.leave("b", "resigned")?;
    /// assert_eq!((state.out(), state.outcome()), (vec!["b".to_owned()], None));
    /// let last = state.leave("c", "timeout")?.outcome();
    /// assert_eq!(last.map(|end| (end.winners, end.reason)), Some((vec!["a".to_owned()], "timeout")));
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `unsupported` for a game that ends when a seat leaves, `game_over` after its end and for a
    /// seat that is out of it, `invalid_option` for a seat or a reason that does not exist.
    pub fn leave(&self, seat: &str, reason: &str) -> Result<Self> {
        guard(|| {
            let seat = self.game().seat(SeatRef::read(seat))?;
            match self.0.leave(Seats::only(seat), reason)? {
                Some(left) => Ok(Self(left.state)),
                None => Err(Error::unsupported(format!(
                    "this game of {} ends when a seat leaves it",
                    self.game().name()
                ))),
            }
        })
    }

    /// The names of the seats that are out of the game while others play on: they have left it,
    /// or are out by its rules.
    #[must_use]
    pub fn out(&self) -> Vec<String> {
        seat_names(&self.game(), self.seats_out())
    }

    /// Returns the state without seats that leave, and the events for the seats; `None` if the
    /// game ends when they leave.
    pub(crate) fn without(&self, seats: Seats, reason: &str) -> Result<Option<(Self, SeatEvents)>> {
        guard(|| {
            let left = self.0.leave(seats, reason)?;
            Ok(left.map(|left| (Self(left.state), left.told)))
        })
    }

    /// Returns who left the game while others played on, and why, in order.
    pub(crate) fn departures(&self) -> Vec<(Seats, &'static str)> {
        guard(|| Ok(self.0.departures())).unwrap_or_default()
    }

    /// Returns the legal moves of a seat; none if they cannot be listed.
    pub(crate) fn legal_of(&self, seat: Seat) -> Vec<String> {
        guard(|| self.0.legal_texts(Some(seat), None)).unwrap_or_default()
    }

    /// Returns the seats that are out of the game.
    pub(crate) fn seats_out(&self) -> Seats {
        guard(|| Ok(self.0.out())).unwrap_or_default()
    }

    /// Returns a draw of those who are still in the game.
    pub(crate) fn drawn(&self, reason: &'static str) -> Outcome {
        guard(|| Ok(self.0.drawn(reason))).unwrap_or(Outcome::draw(reason))
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

    /// Describes a seat's observation beside what a table says.
    pub(crate) fn describe_at_table(&self, seat: Seat) -> Result<Plain> {
        guard(|| Ok(self.0.observe(seat).description_at_table()))
    }

    pub(super) fn maybe_seat(&self, of: Option<SeatRef<'_>>) -> Result<Option<Seat>> {
        match of {
            None => Ok(None),
            some => maybe_seat(&self.0.rules(), some),
        }
    }
}
