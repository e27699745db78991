//! Observations of any game.

use std::any::Any;
use std::sync::Arc;

use contract::bot::{self, Limits};
use contract::drawing::Scene;
use contract::error::{Error, Result, quoted};
use contract::game::{Game, Outcome, Seat, View, canonical_only};
use contract::plain::Plain;
use contract::question::id_count;
use contract::state::{Observation, State};
use contract::value::{Dict, Value};

use crate::{AnyGame, AnyState, DynState, Erased, MoveRef, hash_of};

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
    /// As in [`State::read`](contract::state::State::read) and
    /// [`State::check`](contract::state::State::check) if the seat knows all of the position;
    /// otherwise `illegal_move` for any text but one of the [`candidates`](Self::candidates),
    /// and `unsupported` for any style but the canonical one.
    fn read(&self, text: &str, style: &str) -> Result<String>;
    /// Returns true if the seat knows all of the position.
    fn is_full(&self) -> bool;
    /// Returns the limits of a decision with the seat's own clock.
    ///
    /// # Errors
    ///
    /// As in [`limits_of_seat`](bot::limits_of_seat).
    fn limits(&self, limits: &Limits) -> Result<Limits>;
    /// Returns the state, if the seat knows all of it.
    fn state(&self) -> Option<AnyState>;
    /// Returns the moves that led to the state in a style, if the seat may know all of them.
    fn moves(&self, style: &str) -> Option<Vec<String>>;
    /// Returns the first position that is known, in the game's notation, and the moves since in
    /// the canonical style, if the seat may know them all.
    fn line(&self) -> Option<(String, Vec<String>)>;
    /// Describes the seat's knowledge.
    fn description(&self) -> Plain;
    /// Describes the same for a table; see [`Observation::describe_at_table`].
    fn description_at_table(&self) -> Plain;
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
    /// Answers one of the questions of the game, where the seat sees everything.
    ///
    /// # Errors
    ///
    /// `hidden_information` where something is hidden; those of [`DynState::ask`].
    fn ask(&self, question: &str, given: &Dict) -> Result<Value>;
    /// Returns the text of the move that led to the state, if the seat may know all of it.
    fn last_move(&self) -> Option<String>;
    /// Writes the seat's knowledge in planes.
    fn fill_planes(&self, out: &mut [u8]);
    /// Returns the picture of the part that the seat knows.
    fn scene(&self, from: Option<Seat>) -> Scene;
    /// Returns true if the other is the same.
    fn same(&self, other: &dyn DynObservation) -> bool;
    /// Returns a hash consistent with [`same`](Self::same), for this process only.
    fn hash_code(&self) -> u64;
    /// Returns itself for downcasts.
    fn as_any(&self) -> &dyn Any;
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
        id_count(game, self.view().full().map(State::position))?;
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

    fn limits(&self, limits: &Limits) -> Result<Limits> {
        bot::limits_of_seat(self, limits)
    }

    fn state(&self) -> Option<AnyState> {
        Some(Arc::new(self.view().full()?.clone()))
    }

    fn moves(&self, style: &str) -> Option<Vec<String>> {
        DynState::moves(self.view().full()?, Some(style)).ok()
    }

    fn line(&self) -> Option<(String, Vec<String>)> {
        let state = self.view().full()?;
        let start = state.at_ply(state.unbroken_from()).ok()?;
        let mut moves = DynState::moves(state, None).ok()?;
        let since = moves.split_off(state.unbroken_from() - state.known_from());
        Some((start.notation(), since))
    }

    fn description(&self) -> Plain {
        Plain::of(self.describe())
    }

    fn description_at_table(&self) -> Plain {
        Plain::of(self.describe_at_table())
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
                id_count(game, self.view().full().map(State::position))?;
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

    fn ask(&self, question: &str, given: &Dict) -> Result<Value> {
        let state = self.view().full().ok_or_else(|| {
            Error::hidden_information(format!(
                "{} hides something from seats, and questions are answered from the whole state",
                G::INFO.name
            ))
        })?;
        state.ask(question, given)
    }

    fn draw(&self) -> String {
        self.view().draw(self.rules().game())
    }

    fn last_move(&self) -> Option<String> {
        self.view().full()?.last_move_text(None).ok().flatten()
    }

    fn fill_planes(&self, out: &mut [u8]) {
        self.fill_planes(out);
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
