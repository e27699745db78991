//! Movement of a type of piece: parts compiled from Betza's notation, or a trait object for
//! movements that the notation cannot express.

use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use chess::{Bitboard, Color, Square};

/// Uses of the squares of a part: moving, capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Modes {
    pub(super) moves: bool,
    pub(super) captures: bool,
}

/// Hurdle that a rider needs on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hop {
    /// Nothing: the first piece stops it.
    None,
    /// One piece, behind which it goes on as far as it likes (the cannon).
    Over,
    /// One piece, directly behind which it lands (the grasshopper).
    Behind,
}

/// One part of a movement: the same steps under the same conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MovementPart {
    /// Steps as files to the right and ranks ahead, seen from White.
    pub(super) steps: Vec<(i8, i8)>,
    pub(super) modes: Modes,
    /// The most steps one after the other.
    pub(super) range: u8,
    /// The piece does not jump: the squares that a step passes must be empty.
    pub(super) lame: bool,
    pub(super) hop: Hop,
    /// Only while the piece has not moved.
    pub(super) initial: bool,
    /// The files a and h adjoin.
    pub(super) cylinder: bool,
}

/// A movement that is written in Rust, for what Betza's notation cannot say.
pub trait Movement: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// The squares a piece goes to without capturing and those it captures on,
    /// in this order; what stands there is sorted out by the caller, who takes
    /// empty squares of the first set and squares of the others of the second.
    fn targets(&self, site: &MoveSite) -> (Bitboard, Bitboard);
}

/// Square of a piece and its surroundings.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MoveSite {
    /// The square.
    pub from: Square,
    /// The side of the piece.
    pub color: Color,
    /// All pieces.
    pub occupied: Bitboard,
    /// The pieces of its own side.
    pub friends: Bitboard,
    /// True if the piece has not moved.
    pub unmoved: bool,
    /// True if files a and h adjoin, whatever the piece.
    pub cylinder: bool,
}

/// Movement of a type of piece.
#[derive(Clone, Debug)]
pub struct Moves {
    /// As written, where it was written in Betza's notation.
    pub(super) text: Option<String>,
    pub(super) parts: Vec<MovementPart>,
    pub(super) own: Option<Arc<dyn Movement>>,
    /// Squares that the parts can reach from each square on any board, for White and for Black.
    span: Arc<[[Bitboard; 64]; 2]>,
    /// To how many squares they lead from where they lead to most.
    width: u32,
}

impl Moves {
    /// A movement written in Rust.
    #[must_use]
    pub fn of(movement: Arc<dyn Movement>) -> Self {
        Self {
            text: None,
            parts: Vec::new(),
            own: Some(movement),
            span: Arc::new([[!Bitboard::EMPTY; 64]; 2]),
            width: 64,
        }
    }

    /// A movement of such parts, written so.
    pub(super) fn of_parts(text: &str, parts: Vec<MovementPart>) -> Self {
        let free: Vec<MovementPart> = parts
            .iter()
            .map(|part| MovementPart {
                hop: Hop::None,
                ..part.clone()
            })
            .collect();
        let reach = |color: Color, square: usize| {
            let site = MoveSite {
                from: Square::wrap(square as u8),
                color,
                occupied: Bitboard::EMPTY,
                friends: Bitboard::EMPTY,
                unmoved: true,
                cylinder: false,
            };
            free.iter()
                .fold(Bitboard::EMPTY, |all, part| all | part.reach(&site))
        };
        let span: [[Bitboard; 64]; 2] =
            Color::ALL.map(|color| std::array::from_fn(|square| reach(color, square)));
        Self {
            width: span[0].iter().map(|to| to.len()).max().unwrap_or(0),
            text: Some(text.to_owned()),
            parts,
            own: None,
            span: Arc::new(span),
        }
    }

    /// The squares that it may lead to from a square, whatever stands on the board.
    pub(super) fn may_reach(&self, color: Color, from: Square) -> Bitboard {
        self.span[color.index()][from.index()]
    }

    /// Returns the largest number of squares that it reaches from one square.
    pub(super) const fn width(&self) -> u32 {
        self.width
    }

    /// The text in Betza's notation, where there is one.
    #[must_use]
    pub fn betza(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns true if the movement may depend on the piece not having moved.
    pub(super) fn has_initial(&self) -> bool {
        self.own.is_some() || self.parts.iter().any(|part| part.initial)
    }

    /// The squares a piece goes to without capturing, and those it captures on
    /// if one of the others stands there.
    #[must_use]
    pub fn targets(&self, site: &MoveSite) -> (Bitboard, Bitboard) {
        let (mut quiet, mut captures) = match &self.own {
            Some(own) => own.targets(site),
            None => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        for part in self.parts.iter().filter(|p| !p.initial || site.unmoved) {
            let reached = part.reach(site);
            if part.modes.moves {
                quiet |= reached;
            }
            if part.modes.captures {
                captures |= reached;
            }
        }
        (quiet - site.occupied, captures - site.friends)
    }
}

impl MovementPart {
    /// The squares it reaches, the first obstacle included.
    fn reach(&self, site: &MoveSite) -> Bitboard {
        let mut out = Bitboard::EMPTY;
        let cylinder = self.cylinder || site.cylinder;
        let ahead = match site.color {
            Color::White => 1,
            Color::Black => -1,
        };
        for &(files, ranks) in &self.steps {
            self.ride(site, (files, ranks * ahead), cylinder, &mut out);
        }
        out
    }

    fn ride(&self, site: &MoveSite, step: (i8, i8), cylinder: bool, out: &mut Bitboard) {
        let mut at = site.from;
        let mut hopped = false;
        for _ in 0..self.range {
            if self.lame && !path_is_free(at, step, site.occupied, cylinder) {
                return;
            }
            let Some(next) = shifted(at, step, cylinder) else {
                return;
            };
            at = next;
            // Once around the cylinder.
            if at == site.from {
                return;
            }
            let taken = site.occupied.has(at);
            match (self.hop, hopped) {
                (Hop::None, _) | (Hop::Over, true) => {
                    *out |= at.into();
                    if taken {
                        return;
                    }
                }
                (Hop::Behind, true) => {
                    *out |= at.into();
                    return;
                }
                (_, false) => hopped = taken,
            }
        }
    }
}

/// The square so many files and ranks away, if there is one.
pub(super) fn shifted(from: Square, step: (i8, i8), cylinder: bool) -> Option<Square> {
    let mut file = from.file().index() as i8 + step.0;
    let rank = from.rank().index() as i8 + step.1;
    if cylinder {
        file = file.rem_euclid(8);
    }
    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
        return None;
    }
    Some(Square::wrap((rank * 8 + file) as u8))
}

/// Returns true if the squares that a lame step passes are empty. A step along a line passes the
/// squares of the line; any other first goes straight along its longer component, then diagonally
/// for its shorter one (the horse of xiangqi).
fn path_is_free(from: Square, step: (i8, i8), occupied: Bitboard, cylinder: bool) -> bool {
    let (files, ranks) = step;
    let longer = files.abs().max(ranks.abs());
    let shorter = files.abs().min(ranks.abs());
    let straight = if files.abs() > ranks.abs() {
        (files.signum(), 0)
    } else {
        (0, ranks.signum())
    };
    let slanted = (files.signum(), ranks.signum());
    let line = shorter == 0 || shorter == longer;
    let mut at = from;
    for passed in 1..longer {
        let unit = match (line, passed <= longer - shorter) {
            (true, _) if shorter == 0 => straight,
            (true, _) => slanted,
            (false, true) => straight,
            (false, false) => slanted,
        };
        match shifted(at, unit, cylinder) {
            Some(next) if !occupied.has(next) => at = next,
            _ => return false,
        }
    }
    true
}
