//! The referee's position: the whole board and what has happened in this turn.
//! Nothing of it reaches a seat but by way of `sight.rs` and `referee/`.

use std::fmt;
use std::hash::Hasher as _;

use super::Blind;
use super::attempt::Attempt;
use super::rules::{Play, Touch};
use super::seat::Turn;
use crate::chess::{Board, Color, FenOptions, Rules, Square};
use crate::error::{Error, Result, quoted};
use crate::fnv::Fnv;

/// The whole board, and what has happened since the last move.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) turn: Turn,
    /// Where a pawn has just passed, whether or not a king would be exposed by its
    /// capture; kept only where kings may be.
    pub(super) passed: Option<Square>,
    /// Who has taken the king; the board stays as it was before that.
    pub(super) won: Option<Color>,
}

// A position must not get into a log by way of `{:?}`.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Position(hidden)")
    }
}

impl Position {
    /// The whole board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether nothing has been attempted since the last move.
    #[must_use]
    pub(super) fn fresh(&self) -> bool {
        self.turn == Turn::default()
    }

    /// Adds to a key what has happened since the last move, and who has won.
    pub(super) fn stir(&self, key: &mut Fnv) {
        let turn = &self.turn;
        let square = turn.armed.map_or(64, |square| square.index() as u8);
        let asked = turn.asked.map_or(2, u8::from);
        let won = self.won.map_or(2, |color| color.index() as u8);
        key.write(&[square, turn.bound.into(), asked, turn.sensed.into(), won]);
        key.write(&turn.refused.to_le_bytes());
        for attempt in &turn.tried {
            key.write(&attempt.id().to_le_bytes());
        }
    }

    pub(super) fn new(board: Board, passed: Option<Square>) -> Self {
        Self {
            board,
            turn: Turn::default(),
            passed,
            won: None,
        }
    }
}

fn wrong(field: &str, value: &str) -> Error {
    Error::invalid_notation(format!("{field}: cannot be {}", quoted(value)))
}

fn flag(field: &str, value: &str) -> Result<bool> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(wrong(field, value)),
    }
}

impl Blind {
    pub(super) const fn board_rules(&self) -> &'static Rules {
        match self.rules.play {
            Play::Crazyhouse => &Rules::CRAZYHOUSE,
            _ => &Rules::CHESS,
        }
    }

    /// A FEN (a BFEN with reserves), and after it, where they differ from their
    /// defaults, `touched`, `bound`, `asked`, `tried`, `refused`, `sensed`,
    /// `passed`, `won`.
    pub(super) fn write(&self, position: &Position) -> String {
        let mut out = match self.rules.play {
            Play::Crazyhouse => position.board.bfen(),
            _ => position.board.fen(),
        };
        let turn = &position.turn;
        let mut add = |name: &str, value: String| {
            out.push_str(&format!(" {name}={value}"));
        };
        if let Some(square) = turn.armed {
            add("touched", square.to_string());
        }
        if turn.bound {
            add("bound", "yes".into());
        }
        if let Some(answer) = turn.asked {
            add("asked", if answer { "yes" } else { "no" }.into());
        }
        if !turn.tried.is_empty() {
            let tried: Vec<_> = turn.tried.iter().map(Attempt::to_string).collect();
            add("tried", tried.join(","));
        }
        if turn.refused > 0 {
            add("refused", turn.refused.to_string());
        }
        if turn.sensed {
            add("sensed", "yes".into());
        }
        if let Some(square) = position.passed {
            add("passed", square.to_string());
        }
        if let Some(color) = position.won {
            add("won", color.name().into());
        }
        out
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position> {
        let (fields, fen): (Vec<_>, Vec<_>) = text
            .split_ascii_whitespace()
            .partition(|part| part.contains('='));
        let options = FenOptions {
            rules: *self.board_rules(),
            allow_pocket: self.rules.play == Play::Crazyhouse,
            exposed_king: self.rules.takes_kings(),
        };
        let board = Board::from_fen(&fen.join(" "), &options)?;
        if !board.has_standard_castling() {
            return Err(Error::invalid_notation(
                "castling: king or rook do not stand as in chess",
            ));
        }
        let passed = board.en_passant().filter(|_| self.rules.takes_kings());
        let mut position = Position::new(board, passed);
        for field in fields {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            self.read_field(&mut position, name, value)?;
        }
        Ok(position)
    }

    fn read_field(&self, position: &mut Position, name: &str, value: &str) -> Result<()> {
        let square = || value.parse::<Square>().map_err(|_| wrong(name, value));
        let mover = position.board.turn();
        let turn = &mut position.turn;
        match name {
            "touched" => {
                let square = square()?;
                let man = position.board.color_at(square) == Some(mover);
                // A man that must be moved has to have a move.
                let binding = self.rules.touch == Touch::Binding;
                if !man || binding && position.board.legal_from(square).is_empty() {
                    return Err(wrong(name, value));
                }
                turn.armed = Some(square);
            }
            "bound" => {
                // It binds only a side that can comply.
                if flag(name, value)? && self.pawn_captures(&position.board).is_empty() {
                    return Err(wrong(name, value));
                }
                turn.bound = value == "yes";
            }
            "asked" => turn.asked = Some(flag(name, value)?),
            "tried" => {
                for text in value.split(',') {
                    let attempt = Attempt::read(text)?;
                    if !attempt.moves() || turn.tried.contains(&attempt) {
                        return Err(wrong(name, text));
                    }
                    turn.tried.push(attempt);
                }
            }
            "refused" => turn.refused = value.parse().map_err(|_| wrong(name, value))?,
            "sensed" => turn.sensed = flag(name, value)?,
            "passed" if self.rules.takes_kings() => {
                let square = square()?;
                // Seen from the side to move a pawn has passed on the sixth rank.
                let expected = match mover {
                    Color::White => crate::chess::Rank::Sixth,
                    Color::Black => crate::chess::Rank::Third,
                };
                if square.rank() != expected || position.board.occupied().has(square) {
                    return Err(wrong(name, value));
                }
                position.passed = Some(square);
            }
            "won" if self.rules.takes_kings() => {
                position.won = Color::ALL.into_iter().find(|c| c.name() == value);
                if position.won.is_none() {
                    return Err(wrong(name, value));
                }
            }
            _ => {
                return Err(Error::invalid_notation(format!(
                    "{} is no field of a position under the rules {}",
                    quoted(name),
                    self.rules.name
                )));
            }
        }
        Ok(())
    }
}
