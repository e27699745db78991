//! Attempts of a side. An attempt states the intention, not the result: castling is a king's move,
//! and an en passant capture a pawn's.

use std::fmt;

use chess::{Color, File, Piece, Rank, Square};
use contract::error::{Error, Result, quoted};

/// An attempt of the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attempt {
    /// To move a piece, castling as the king's move of two files.
    Move {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Piece to which a pawn is promoted.
        promotion: Option<Piece>,
    },
    /// To drop a piece from the reserve.
    Drop {
        /// Which.
        piece: Piece,
        /// Square on which the piece is dropped.
        to: Square,
    },
    /// To take up a piece; where that does not bind, the same again lets go of it.
    Touch(Square),
    /// To ask whether a pawn can take something.
    AskAny,
    /// To look at the nine squares around one.
    Sense(Square),
    /// To do nothing.
    Pass,
}

const PLAIN: u32 = 64 * 64;
/// A colour, a file, one of three directions and one of four pieces.
const PROMOTIONS: u32 = 2 * 8 * 3 * 4;
const FIRST_DROP: u32 = PLAIN + PROMOTIONS;
const FIRST_TOUCH: u32 = FIRST_DROP + 5 * 64;
const FIRST_SENSE: u32 = FIRST_TOUCH + 64;
const ASK: u32 = FIRST_SENSE + 64;
const PASS: u32 = ASK + 1;

impl Attempt {
    /// Number of ids.
    pub(super) const IDS: u32 = PASS + 1;

    /// The square that the attempt starts from, where it moves a piece.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Move { from, .. } => Some(from),
            _ => None,
        }
    }

    /// Returns true if it would change the board: a move or a drop.
    #[must_use]
    pub const fn moves(self) -> bool {
        matches!(self, Self::Move { .. } | Self::Drop { .. })
    }

    /// The dense id; of moves that no piece can make it means nothing.
    pub(super) fn id(self) -> u32 {
        let index = |square: Square| square.index() as u32;
        match self {
            Self::Move {
                from,
                to,
                promotion: None,
            } => index(from) * 64 + index(to),
            Self::Move {
                from,
                to,
                promotion: Some(piece),
            } => {
                let black = u32::from(to.rank() == Rank::First);
                let file = from.file().index() as u32;
                let way = (to.file().index() as u32 + 1).saturating_sub(file).min(2);
                PLAIN + ((black * 8 + file) * 3 + way) * 4 + (piece.index() as u32 - 1).min(3)
            }
            Self::Drop { piece, to } => FIRST_DROP + (piece.index() as u32).min(4) * 64 + index(to),
            Self::Touch(square) => FIRST_TOUCH + index(square),
            Self::Sense(square) => FIRST_SENSE + index(square),
            Self::AskAny => ASK,
            Self::Pass => PASS,
        }
    }

    /// The attempt of an id, where it stands for one.
    pub(super) fn from_id(id: u32) -> Option<Self> {
        let square = |index: u32| Square::wrap(index as u8);
        Some(match id {
            0..PLAIN => {
                let (from, to) = (square(id / 64), square(id % 64));
                if from == to {
                    return None;
                }
                Self::Move {
                    from,
                    to,
                    promotion: None,
                }
            }
            PLAIN..FIRST_DROP => {
                let id = id - PLAIN;
                let piece = Piece::PROMOTIONS[(id % 4) as usize];
                let (way, file, black) = (id / 4 % 3, id / 12 % 8, id / 96 == 1);
                let to = (file + way).checked_sub(1).filter(|f| *f < 8)?;
                let (start, end) = if black {
                    (Rank::Second, Rank::First)
                } else {
                    (Rank::Seventh, Rank::Eighth)
                };
                Self::Move {
                    from: Square::at(File::wrap(file as u8), start),
                    to: Square::at(File::wrap(to as u8), end),
                    promotion: Some(piece),
                }
            }
            FIRST_DROP..FIRST_TOUCH => {
                let id = id - FIRST_DROP;
                Self::Drop {
                    piece: Piece::DROPPABLE[(id / 64) as usize],
                    to: square(id % 64),
                }
            }
            FIRST_TOUCH..FIRST_SENSE => Self::Touch(square(id - FIRST_TOUCH)),
            FIRST_SENSE..ASK => Self::Sense(square(id - FIRST_SENSE)),
            ASK => Self::AskAny,
            PASS => Self::Pass,
            _ => return None,
        })
    }

    /// Reads the canonical text.
    ///
    /// # Errors
    ///
    /// `invalid_notation`.
    pub fn read(text: &str) -> Result<Self> {
        let wrong = || {
            Error::invalid_notation(format!(
                "attempt: {} is not like e2e4, e7e8q, N@f3, touch:e2, any?, sense:e4 or pass",
                quoted(text)
            ))
        };
        let square = |text: &str| text.parse::<Square>().map_err(|_| wrong());
        match text {
            "any?" => return Ok(Self::AskAny),
            "pass" => return Ok(Self::Pass),
            _ => {}
        }
        if let Some(at) = text.strip_prefix("touch:") {
            return Ok(Self::Touch(square(at)?));
        }
        if let Some(at) = text.strip_prefix("sense:") {
            return Ok(Self::Sense(square(at)?));
        }
        if !text.is_ascii() {
            return Err(wrong());
        }
        if let Some((piece, to)) = text.split_once('@') {
            let mut letters = piece.chars();
            let piece = letters
                .next()
                .filter(|_| letters.next().is_none())
                .and_then(Piece::from_letter)
                .filter(|piece| Piece::DROPPABLE.contains(piece))
                .ok_or_else(wrong)?;
            let to = square(to)?;
            return Ok(Self::Drop { piece, to });
        }
        let (squares, promotion) = match text.len() {
            4 => (text, None),
            5 => (&text[..4], text.chars().last()),
            _ => return Err(wrong()),
        };
        let promotion = promotion
            .map(|letter| {
                Piece::from_letter(letter)
                    .filter(|piece| Piece::PROMOTIONS.contains(piece))
                    .ok_or_else(wrong)
            })
            .transpose()?;
        let (from, to) = (square(&squares[..2])?, square(&squares[2..])?);
        if from == to {
            return Err(wrong());
        }
        if promotion.is_some() && !promotes(from, to) {
            return Err(Error::invalid_notation(format!(
                "attempt: no pawn is promoted by {}",
                quoted(text)
            )));
        }
        Ok(Self::Move {
            from,
            to,
            promotion,
        })
    }
}

/// Returns true if a pawn could go from one square to the other and be promoted.
fn promotes(from: Square, to: Square) -> bool {
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = (from.rank(), to.rank());
    files <= 1 && (ranks == (Rank::Seventh, Rank::Eighth) || ranks == (Rank::Second, Rank::First))
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move {
                from,
                to,
                promotion,
            } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |piece| {
                    write!(f, "{}", piece.fen_letter(Color::Black))
                })
            }
            Self::Drop { piece, to } => write!(f, "{}@{to}", piece.letter()),
            Self::Touch(square) => write!(f, "touch:{square}"),
            Self::AskAny => f.write_str("any?"),
            Self::Sense(square) => write!(f, "sense:{square}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}
