//! Game-specific part of the search: values of pieces by their mobility, and the presets'
//! evaluations.

use super::Presets;
use super::action::Action;
use super::board::{PieceTypeId, mix};
use super::context::BoardRef;
use super::library::Library;
use super::movement::MoveSite;
use super::position::{NOWHERE, Position};
use super::preset::Hooks;
use chess::{Bitboard, Color, Square};
use contract::game::{Outcome, Seat};
use contract::history::PositionHistory;
use search::{EVAL_LIMIT, Searched};

/// Facts computed once for each position that is searched.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    check: bool,
}

/// Score for each square that a piece other than pawn or king reaches, in hundredths of a pawn.
const PER_SQUARE: i32 = 3;

/// Bonus of a pawn by the rank that it has reached, in hundredths of a pawn.
const PAWN_AHEAD: [i32; 8] = [0, 0, 2, 6, 14, 30, 60, 0];

impl Library {
    /// Returns the value of a type for which none is given: by the average number of squares it
    /// reaches, over all squares of boards with a quarter of them occupied. The factors give chess
    /// pieces their usual values.
    fn by_mobility(&self, kind: PieceTypeId) -> i32 {
        let mut sum = 0;
        for square in 0..64 {
            for sample in 0..4 {
                // Two random words in common leave a quarter of the bits.
                let seed = square * 8 + sample * 2;
                let occupied = Bitboard(mix(seed) & mix(seed + 1));
                let site = MoveSite {
                    from: Square::wrap(square as u8),
                    color: Color::White,
                    occupied,
                    friends: Bitboard::EMPTY,
                    unmoved: false,
                    cylinder: false,
                };
                let (quiet, captures) = self.type_of(kind).moves.targets(&site);
                sum += (quiet.len() + captures.len()) as i32;
            }
        }
        (60 + 40 * sum / 256).clamp(50, 2000)
    }

    pub(super) fn values(&self) -> Vec<i32> {
        (0..self.kinds.len())
            .map(|i| {
                self.kinds[i]
                    .value
                    .unwrap_or_else(|| self.by_mobility(PieceTypeId(i as u8)))
            })
            .collect()
    }

    /// Returns the score of a side: values, mobility and pawn ranks of its pieces, and the presets'
    /// evaluations.
    fn side(&self, position: &Position, color: Color, values: &[i32]) -> i32 {
        let mut sum = 0;
        for square in position.of(color) {
            let Some(man) = position.piece_at(square) else {
                continue;
            };
            sum += values.get(man.kind.index()).copied().unwrap_or_default();
            if man.kind == PieceTypeId::PAWN {
                let rank = square.rank().index();
                sum += PAWN_AHEAD[match color {
                    Color::White => rank,
                    Color::Black => 7 - rank,
                }];
            } else if man.kind != PieceTypeId::KING {
                let (quiet, captures) = self.targets(position, square, false);
                sum += PER_SQUARE * (quiet.len() + captures.len()) as i32;
            }
        }
        for own in &position.active {
            if own.scope.has(color) {
                let look = self.board(position, *own);
                sum += self.preset(own.preset).evaluate(&look, color, values);
            }
        }
        sum
    }
}

impl BoardRef<'_> {
    /// Returns the total value of a side's pieces by the value of each type, in hundredths of a
    /// pawn.
    #[must_use]
    pub fn material(&self, color: Color, values: &[i32]) -> i32 {
        let men = self.position.of(color).into_iter();
        men.filter_map(|s| self.position.piece_at(s))
            .filter_map(|man| values.get(man.kind.index()))
            .sum()
    }
}

/// Values of the piece types in hundredths of a pawn, in the order of [`PieceTypeId`].
pub type Values = Vec<i32>;

impl Searched for Presets {
    type Evaluator = Values;
    type Node = Checked;

    /// A position may take a millisecond.
    const NODES_PER_LOOK: u64 = 1;

    fn evaluator(&self) -> Values {
        self.library().values()
    }

    fn evaluate(&self, values: &mut Values, position: &Position, seat: Seat) -> i32 {
        let library = self.library();
        let white = library.side(position, Color::White, values);
        let black = library.side(position, Color::Black, values);
        let score = match seat.0 {
            0 => white - black,
            _ => black - white,
        };
        score.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn node(&self, position: &Position) -> Checked {
        let library = self.library();
        Checked {
            check: !library.safe(position, position.turn),
        }
    }

    fn to_move(&self, position: &Position) -> Seat {
        super::ends::seat_of(position.turn)
    }

    fn terminal(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> Option<Outcome> {
        self.settings.ended_in_search(position, past, ply)
    }

    fn no_moves_outcome(
        &self,
        position: &Position,
        _: &Checked,
        _: &dyn PositionHistory,
    ) -> Option<Outcome> {
        let over = self.library().over(position);
        Some(over.unwrap_or_else(|| self.library().without_moves(position)))
    }

    fn in_check(&self, node: &Checked) -> bool {
        node.check
    }

    /// Passing is worse than any move where nothing forces moves and pieces are there.
    fn null(&self, position: &Position, node: &Checked) -> Option<Position> {
        let forced = Hooks::FILTER_MOVES | Hooks::BEFORE_MOVE | Hooks::TURN_START;
        let turn = position.turn;
        let pieces = position.of(turn)
            - position.pieces(turn, PieceTypeId::PAWN)
            - position.pieces(turn, PieceTypeId::KING);
        if node.check || position.hooks.meets(forced) || pieces.is_empty() {
            return None;
        }
        let mut next = position.clone();
        next.turn = !turn;
        next.en_passant = NOWHERE;
        Some(next)
    }

    fn tactical(&self, position: &Position, action: &Action) -> bool {
        action.promotion().is_some() || self.library().is_capture(position, action)
    }

    /// A pawn that has just moved counts as well.
    fn captured(&self, position: &Position, _: &Action) -> bool {
        position.halfmove == 0
    }

    fn takes_back(&self, position: &Position, last: &Action, action: &Action) -> bool {
        action.to() == last.to() && self.library().is_capture(position, action)
    }

    fn order_score(&self, position: &Position, _: &Checked, action: &Action) -> i32 {
        let library = self.library();
        let eval = |kind: PieceTypeId| match kind {
            PieceTypeId::KING => 2000,
            kind => library.type_of(kind).value.unwrap_or(400),
        };
        let mut sum = action.promotion().map_or(0, eval);
        let taken = action
            .legs()
            .filter_map(|leg| library.target(position, action, position.turn, leg))
            .filter_map(|square| position.piece_at(square))
            .map(|man| eval(man.kind));
        let taken: i32 = taken.sum();
        if taken > 0 {
            let by = position.piece_at(action.from()).map_or(0, |m| eval(m.kind));
            sum += taken - by / 16;
        }
        sum
    }

    fn slot(&self, _: &Position, action: &Action) -> usize {
        action.from().index() * 64 + action.to().index()
    }
}
