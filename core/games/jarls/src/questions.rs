//! The question about a board of Jarls: what counts in the attacks on a hex.

use super::Jarls;
use super::description::Attack;
use super::hex::Hex;
use super::movegen::PathEnd;
use super::moves::Action;
use super::position::Position;
use contract::error::{Error, Result, quoted};
use contract::game::{Flow, Game};
use contract::question::{AnswerKind, Given, Parameter, ParameterKind, Question, Questions};
use contract::value::{Value, to_value};

/// The questions.
pub(super) const QUESTIONS: Questions = Questions::of(&[Question {
    name: "attacks_on",
    doc: "The attacks of a player on the piece on a hex, weighed as `attacks` of a description: the \
          `attacker` and the `defender`, the strengths of either side (`attack` and `defence`, with \
          momentum and support), whether it is a `push` or `blocked` (`outcome`) and what holds the \
          line (`stop`), and the `move`. None where nobody can be attacked.",
    takes: &[
        Parameter {
            name: "hex",
            kind: ParameterKind::Text,
            required: true,
            doc: "a hex, as 3,-1",
        },
        Parameter {
            name: "by",
            kind: ParameterKind::Text,
            required: false,
            doc: "the seat that attacks, whoever's turn it is; the one to move if it is not given",
        },
    ],
    gives: AnswerKind::Maps,
    long: false,
}]);

impl Jarls {
    /// Answers one of the [`QUESTIONS`].
    pub(super) fn answer(&self, position: &Position, given: &Given<'_>) -> Result<Value> {
        let text = given.text("hex").unwrap_or_default();
        let at = Hex::read(text).and_then(|hex| self.board.index_of(hex));
        let at = at.filter(|at| self.board.distance(*at) <= position.radius);
        let at = at.ok_or_else(|| {
            Error::invalid_option(format!("hex: {} is no hex of the board", quoted(text)))
        })?;
        let player = match given.text("by") {
            None => position.mover,
            Some(name) => {
                let seats = self.seat_names();
                let player = seats.iter().position(|seat| seat == name);
                player.ok_or_else(|| {
                    Error::invalid_option(format!(
                        "by: there is no seat {}: there are {}",
                        quoted(name),
                        seats.join(", ")
                    ))
                })? as u8
            }
        };
        let sides = self.sides(position, player);
        let mut attacks = Vec::new();
        let _ = self.each_step(position, &sides, |step, kind| {
            if kind == PathEnd::Attack && self.board.end(step) == at {
                let combat = self.weigh(position, &sides, step);
                attacks.push(Attack {
                    text: self.board.text(Action::Move(step)),
                    combat: self.combat(&combat),
                });
            }
            Flow::Continue(())
        });
        to_value(&attacks)
    }
}
