//! The question about a board of Boost: where a piece can go.

use super::bits::Bits;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::read_point;
use contract::error::{Error, Result, quoted};
use contract::question::{AnswerKind, Given, Parameter, ParameterKind, Question, Questions};
use contract::value::Value;

/// The questions.
pub(super) const QUESTIONS: Questions = Questions::of(&[Question {
    name: "reach",
    doc: "The points to which the piece on a point can go by its steps, whoever's turn it is; none \
          for a tower and an empty point. A knight reaches enemies of its player as well. \
          Repetition is not looked at, and neither is who may lead a dragon.",
    takes: &[Parameter {
        name: "point",
        kind: ParameterKind::Text,
        required: true,
        doc: "a point, as e4",
    }],
    gives: AnswerKind::Texts,
    long: false,
}]);

impl<B: Bits> BoostRules<B> {
    /// Answers one of the [`QUESTIONS`].
    pub(super) fn answer(&self, p: &Layout<B>, given: &Given<'_>) -> Result<Value> {
        let (width, height) = (self.settings.width, self.settings.height);
        let text = given.text("point").unwrap_or_default();
        let Some((at, "")) = read_point(text, width, height) else {
            return Err(Error::invalid_option(format!(
                "point: {} is no point of the board",
                quoted(text)
            )));
        };
        let reached = self.reached(p, at).points();
        let named = reached.map(|to| self.settings.point(to));
        Ok(named.collect())
    }

    fn reached(&self, p: &Layout<B>, at: u8) -> B {
        let Some(piece) = p.at(at) else {
            return B::EMPTY;
        };
        let mut own = *p;
        own.mover = piece.owner().unwrap_or(p.mover);
        let sides = self.sides(&own);
        match piece {
            Piece::Tower(_) => B::EMPTY,
            Piece::Pawn(_) | Piece::Dragon => self.reach(at, &sides, sides.empty),
            Piece::Knight(_) => self.reach(at, &sides, sides.empty | sides.enemies),
        }
    }
}
