//! The referee's position: the whole board and what has happened in this turn.
//! Nothing of it reaches a seat but by way of `sight.rs` and `referee/`.

use chess_games::OrError;
use std::fmt::{self, Write as _};
use std::hash::Hasher as _;

use super::Blind;
use super::attempt::Attempt;
use super::rules::{Play, Touch};
use super::seat::Turn;
use chess::{Board, Color, FenOptions, Rules, Square};
use contract::error::{Error, Result, quoted};
use contract::fnv::Fnv;

/// The whole board, and what has happened since the last move.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) turn: Turn,
    /// Square that a pawn has just passed, whether or not its capture would expose a king; kept
    /// only where kings may be exposed.
    pub(super) passed: Option<Square>,
    /// Side that has captured the king; the board stays as it was before that.
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

    /// Returns true if nothing has been attempted since the last move.
    #[must_use]
    pub(super) fn fresh(&self) -> bool {
        self.turn == Turn::default()
    }

    /// Visits the fields of the notation that follow the board: the state of the turn, the square
    /// that a pawn has just passed, and the winner.
    fn each_field(&self, add: &mut dyn FnMut(&str, &dyn fmt::Display)) {
        let turn = &self.turn;
        if let Some(square) = turn.armed {
            add("touched", &square);
        }
        if turn.bound {
            add("bound", &"yes");
        }
        if let Some(answer) = turn.asked {
            add("asked", &if answer { "yes" } else { "no" });
        }
        if !turn.tried.is_empty() {
            add("tried", &Listed(&turn.tried));
        }
        if turn.refused > 0 {
            add("refused", &turn.refused);
        }
        if turn.sensed {
            add("sensed", &"yes");
        }
        if let Some(square) = self.passed {
            add("passed", &square);
        }
        if let Some(color) = self.won {
            add("won", &color.name());
        }
    }

    /// Adds those fields to a key, without writing a text of all that was tried.
    pub(super) fn stir(&self, key: &mut Fnv) {
        self.each_field(&mut |name, value| {
            // Writing into a key cannot fail.
            let _ = write!(Stirred(key), "{name}={value}");
        });
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

/// Attempts with commas between.
struct Listed<'a>(&'a [Attempt]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, attempt) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{attempt}")?;
        }
        Ok(())
    }
}

/// A key that texts are written into.
struct Stirred<'a>(&'a mut Fnv);

impl fmt::Write for Stirred<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
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
        position.each_field(&mut |name, value| out.push_str(&format!(" {name}={value}")));
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
        let board = Board::from_fen(&fen.join(" "), &options).or_error()?;
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
                // A piece that must be moved has to have a move.
                let binding = self.rules.touch == Touch::Binding;
                let reached = position.board.legal_from(square, self.board_rules());
                if !man || binding && reached.is_empty() {
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
                    Color::White => chess::Rank::Sixth,
                    Color::Black => chess::Rank::Third,
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
