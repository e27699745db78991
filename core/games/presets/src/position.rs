//! A position of a preset game: the board, the counters of chess, and what the
//! presets keep.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use super::board::{ColoredPiece, PieceBoard, PieceTypeId, mix};
use super::library::Library;
use super::log::Log;
use super::preset::Hooks;
use super::scope::Active;
use chess::{Bitboard, Color, Rank, Square};
use contract::fnv::Fnv;
use contract::value::Value;

/// No square, in a byte that holds one.
pub(super) const NOWHERE: u8 = 0xff;

/// Value of an attribute that a piece lacks.
const ABSENT: i16 = i16::MIN;

type Plane = [i16; 64];

/// The attributes of the pieces, by attribute and square. Positions share them
/// until one writes.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes(Option<Arc<Vec<Plane>>>);

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (&self.0, &other.0) else {
            return self.is_empty() && other.is_empty();
        };
        Arc::ptr_eq(a, b)
            || (0..a.len().max(b.len())).all(|i| {
                let nothing = [ABSENT; 64];
                a.get(i).unwrap_or(&nothing) == b.get(i).unwrap_or(&nothing)
            })
    }
}

impl Eq for Attributes {}

impl Attributes {
    fn is_empty(&self) -> bool {
        self.planes().iter().flatten().all(|v| *v == ABSENT)
    }

    fn planes(&self) -> &[Plane] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }

    pub(super) fn get(&self, attribute: usize, square: Square) -> Option<i16> {
        let value = self.planes().get(attribute)?[square.index()];
        (value != ABSENT).then_some(value)
    }

    pub(super) fn set(&mut self, attribute: usize, square: Square, value: Option<i16>) {
        if self.get(attribute, square) == value {
            return;
        }
        let planes = Arc::make_mut(self.0.get_or_insert_default());
        if planes.len() <= attribute {
            planes.resize(attribute + 1, [ABSENT; 64]);
        }
        planes[attribute][square.index()] = value.unwrap_or(ABSENT);
    }

    /// Forgets an attribute of all pieces.
    pub(super) fn forget(&mut self, attribute: usize) {
        if self.planes().get(attribute).is_none() {
            return;
        }
        if let Some(planes) = &mut self.0 {
            Arc::make_mut(planes)[attribute] = [ABSENT; 64];
        }
        if self.is_empty() {
            self.0 = None;
        }
    }

    /// Removes the attributes of the piece on a square and returns them.
    pub(super) fn lift(&mut self, square: Square) -> Counters {
        let mut held = Counters::new();
        for (i, plane) in self.planes().iter().enumerate() {
            let value = plane[square.index()];
            if value != ABSENT {
                held.push((i as u8, value));
            }
        }
        if let Some(planes) = self.0.as_mut().filter(|_| !held.is_empty()) {
            for plane in Arc::make_mut(planes) {
                plane[square.index()] = ABSENT;
            }
        }
        held
    }

    /// Gives a piece what it had elsewhere.
    pub(super) fn lay(&mut self, square: Square, held: &Counters) {
        for (attribute, value) in held {
            self.set(usize::from(*attribute), square, Some(*value));
        }
    }

    fn key(&self) -> u64 {
        let mut key = 0;
        for (i, plane) in self.planes().iter().enumerate() {
            for (square, value) in plane.iter().enumerate() {
                if *value != ABSENT {
                    let place = ((i as u64) << 6 | square as u64) << 16;
                    key ^= mix(0xa77 << 40 | place | u64::from(*value as u16));
                }
            }
        }
        key
    }
}

/// The attributes of one piece: which, and how much.
pub(super) type Counters = SmallVec<[(u8, i16); 4]>;

/// The states of the presets, by their places in the library.
pub(super) type States = BTreeMap<u16, Value>;

/// A position: plain data, but for what the positions of a game share.
#[derive(Clone)]
pub struct Position {
    pub(super) board: PieceBoard,
    pub(super) turn: Color,
    /// The squares of the rooks that may castle, by colour: king's side, queen's side.
    pub(super) castling: [[u8; 2]; 2],
    pub(super) en_passant: u8,
    pub(super) halfmove: u16,
    pub(super) fullmove: u16,
    /// Squares of pieces that have not moved, of types for which that matters.
    pub(super) unmoved: u64,
    /// Sides that have lost their last royal piece, one bit for each side.
    pub(super) lost: u8,
    /// Hooks of all active presets together.
    pub(super) hooks: Hooks,
    pub(super) active: SmallVec<[Active; 4]>,
    pub(super) attributes: Attributes,
    pub(super) states: Option<Arc<States>>,
    /// Events so far. They are history and no part of the position: neither equality nor the key
    /// includes them.
    pub(super) log: Log,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.halfmove == other.halfmove
            && self.fullmove == other.fullmove
            && self.unmoved == other.unmoved
            && self.lost == other.lost
            && self.active == other.active
            && self.attributes == other.attributes
            && self.states == other.states
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
        self.halfmove.hash(state);
        self.fullmove.hash(state);
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({:016x})", self.key())
    }
}

impl Position {
    pub(super) fn empty() -> Self {
        Self {
            board: PieceBoard::EMPTY,
            turn: Color::White,
            castling: [[NOWHERE; 2]; 2],
            en_passant: NOWHERE,
            halfmove: 0,
            fullmove: 1,
            unmoved: 0,
            lost: 0,
            hooks: Hooks::NONE,
            active: SmallVec::new(),
            attributes: Attributes::default(),
            states: None,
            log: Log::default(),
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<ColoredPiece> {
        self.board.piece_at(square)
    }

    /// The pieces of a side.
    #[must_use]
    pub const fn of(&self, color: Color) -> Bitboard {
        self.board.of(color)
    }

    /// All pieces.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The pieces of a side and a type.
    #[must_use]
    pub fn pieces(&self, color: Color, kind: PieceTypeId) -> Bitboard {
        self.board.pieces(color, kind)
    }

    /// The presets in force, in the order of their activation.
    #[must_use]
    pub fn active(&self) -> &[Active] {
        &self.active
    }

    /// The key by which the rules know the position again: all of it but the
    /// counters of plies.
    pub(super) fn key(&self) -> u64 {
        let mut key = self.board.key() ^ self.attributes.key();
        if self.turn == Color::Black {
            key ^= mix(1 << 32);
        }
        for (i, rook) in self.castling.iter().flatten().enumerate() {
            if *rook != NOWHERE {
                key ^= mix(1 << 33 | (i as u64) << 8 | u64::from(*rook));
            }
        }
        if self.en_passant != NOWHERE {
            key ^= mix(1 << 34 | u64::from(self.en_passant));
        }
        if self.unmoved != 0 {
            key ^= mix(self.unmoved ^ mix(1 << 35));
        }
        if self.lost != 0 {
            key ^= mix(1 << 36 | u64::from(self.lost));
        }
        if !self.active.is_empty() || self.states.is_some() {
            let mut hasher = Fnv::new();
            for active in &self.active {
                let number = [
                    active.preset,
                    active.scope as u16,
                    active.turns.map_or(u16::MAX, |t| t),
                ];
                for part in number {
                    hasher.write(&part.to_le_bytes());
                }
            }
            for (preset, state) in self.states.iter().flat_map(|s| s.iter()) {
                hasher.write(&preset.to_le_bytes());
                hasher.write(state.to_string().as_bytes());
            }
            key ^= mix(hasher.finish());
        }
        key
    }

    /// Takes a piece from its square, and the rights that hang on it.
    pub(super) fn take(&mut self, square: Square) -> Option<(ColoredPiece, Counters)> {
        let man = self.board.take(square)?;
        let byte = square.index() as u8;
        for side in &mut self.castling {
            for rook in side {
                if *rook == byte {
                    *rook = NOWHERE;
                }
            }
        }
        if man.kind == PieceTypeId::KING {
            self.castling[man.color.index()] = [NOWHERE; 2];
        }
        self.unmoved &= !square.bit();
        Some((man, self.attributes.lift(square)))
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, man: ColoredPiece, held: &Counters) {
        self.board.put(square, man);
        self.attributes.lay(square, held);
    }

    /// Moves a piece to an empty square.
    pub(super) fn relocate(&mut self, from: Square, to: Square) {
        if let Some((man, held)) = self.take(from) {
            self.put(to, man, &held);
        }
    }

    pub(super) fn state(&self, preset: u16) -> Option<&Value> {
        self.states.as_ref()?.get(&preset)
    }

    pub(super) fn set_state(&mut self, preset: u16, value: Option<Value>) {
        if self.state(preset) == value.as_ref() {
            return;
        }
        let states = Arc::make_mut(self.states.get_or_insert_default());
        match value {
            Some(value) => drop(states.insert(preset, value)),
            None => drop(states.remove(&preset)),
        }
        if states.is_empty() {
            self.states = None;
        }
    }

    /// Brings what is derived from the active presets in step with them.
    pub(super) fn refresh(&mut self, library: &Library) {
        self.hooks = self
            .active
            .iter()
            .fold(Hooks::NONE, |all, a| all | library.hooks(a.preset));
    }

    /// The king of a side on its first rank, if it is the only one there.
    pub(super) fn king_at_home(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, PieceTypeId::KING) & Bitboard::rank(color.back_rank());
        let mut kings = kings.into_iter();
        kings.next().filter(|_| kings.next().is_none())
    }

    /// The rook furthest from that king on a side of it, 0 for the king's side.
    pub(super) fn outermost(&self, color: Color, side: usize) -> Option<Square> {
        let king = self.king_at_home(color)?;
        let home = Bitboard::rank(color.back_rank());
        let mut rooks = (self.pieces(color, PieceTypeId::ROOK) & home).into_iter();
        match side {
            0 => rooks.filter(|rook| rook.file() > king.file()).last(),
            _ => rooks.find(|rook| rook.file() < king.file()),
        }
    }

    pub(super) const fn rook(&self, color: Color, side: usize) -> Option<Square> {
        Square::new(self.castling[color.index()][side])
    }

    /// The square behind a pawn that has just gone two squares, where it can be
    /// taken in passing.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        Square::new(self.en_passant)
    }

    /// Returns true if a pawn of the side not to move may just have passed a square.
    pub(super) fn has_passed(&self, square: Square) -> bool {
        let (rank, behind) = match self.turn {
            Color::White => (Rank::Sixth, square.index() as i8 - 8),
            Color::Black => (Rank::Third, square.index() as i8 + 8),
        };
        let pawn = ColoredPiece::new(!self.turn, PieceTypeId::PAWN);
        let stands = Square::new(behind as u8).and_then(|s| self.piece_at(s));
        square.rank() == rank && stands == Some(pawn) && self.piece_at(square).is_none()
    }
}
