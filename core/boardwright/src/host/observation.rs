//! Observations.

use super::{Game, State, guard};
use contract::error::{Error, Result};
use contract::game::NamedOutcome;
use contract::plain::Plain;
use contract::state::key_text;
use contract::value::{Dict, Value};
use dynamic::{AnyObservation, MoveRef};

/// All that one seat may know.
#[derive(Clone)]
pub struct Observation(pub(crate) AnyObservation);

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

    /// Answers one of the game's questions as [`State::ask`](super::State::ask), where the seat
    /// sees everything.
    ///
    /// # Errors
    ///
    /// `hidden_information` where something is hidden; those of the state's answer.
    pub fn ask(&self, question: &str, given: &Dict) -> Result<Value> {
        guard(|| self.0.ask(question, given))
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

    /// Returns the state that was observed.
    ///
    /// # Errors
    ///
    /// `hidden_information` unless the seat knows all of it.
    pub fn state(&self) -> Result<State> {
        self.0.state().map(State::of).ok_or_else(|| {
            Error::hidden_information(format!(
                "the observation has no state: {} hides something from the seat",
                self.game().name()
            ))
        })
    }

    /// Returns the seat's knowledge in the planes of [`Game::planes`], one after the other.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without planes.
    pub fn planes(&self) -> Result<Vec<u8>> {
        guard(|| {
            let mut out = vec![0; self.0.rules().planes()?.size()];
            self.0.fill_planes(&mut out);
            Ok(out)
        })
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

    /// The same in a style, in the same order.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have, and for any but the canonical
    /// one if the seat does not know all of the position.
    pub fn candidates_in(&self, style: &str) -> Result<Vec<String>> {
        guard(|| self.0.candidates_in(style))
    }

    /// Reads one of the moves that the seat may try, and writes it in the canonical style.
    ///
    /// # Errors
    ///
    /// Those of the game's notation and rules if the seat knows all of the position;
    /// otherwise `illegal_move` for any text but one of the candidates.
    pub fn read(&self, text: &str, style: &str) -> Result<String> {
        guard(|| self.0.read(text, style))
    }

    /// Returns the moves that led to the position in a style, if the seat may know them all.
    #[must_use]
    pub fn moves(&self, style: &str) -> Option<Vec<String>> {
        self.0.moves(style)
    }

    /// Returns the first position that is known, in the game's notation, and the moves since in
    /// the canonical style, if the seat may know them all.
    #[must_use]
    pub fn line(&self) -> Option<(String, Vec<String>)> {
        self.0.line()
    }

    /// Returns true if the seat knows all of the position.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.0.is_full()
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
        guard(|| self.description()?.value())
    }

    /// The same as [`describe`](Self::describe), to be written in any form.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn description(&self) -> Result<Plain> {
        guard(|| Ok(self.0.description()))
    }

    /// Describes the seat's knowledge in English sentences.
    #[must_use]
    pub fn describe_text(&self) -> String {
        self.0.describe_text()
    }

    /// Describes one of the moves that the seat may try in English words, as far as it knows
    /// what the move does; two of them never have the same.
    ///
    /// # Errors
    ///
    /// `illegal_move` for a move that is none of the [`candidates`](Self::candidates), which
    /// is to be given as they are; `unsupported` for an id in a game without ids.
    pub fn move_in_words(&self, action: MoveRef<'_>) -> Result<String> {
        guard(|| self.0.move_in_words(action))
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
