//! Ends of a preset game: the presets are asked first, then come the lost king, checkmate and
//! stalemate, and last the counted draws of chess.

use super::board::PieceTypeId;
use super::context::GameResult;
use super::library::Library;
use super::position::Position;
use super::preset::{Hooks, Verdict};
use super::scope::Scope;
use super::settings::RuleSettings;
use chess::{Bitboard, Color};
use contract::game::{Outcome, Seat, Seats};
use contract::history::PositionHistory;

/// A position cannot come again in fewer plies.
const SHORTEST_CYCLE: usize = 4;
/// From how many plies without progress on a draw may be claimed.
const FIFTY_MOVES: u16 = 100;

pub(super) const fn seat_of(color: Color) -> Seat {
    Seat(color.index() as u8)
}

const fn win(color: Color, reason: &'static str) -> Outcome {
    Outcome::win(Seats::only(seat_of(color)), reason)
}

impl Library {
    fn verdict(&self, position: &Position) -> Verdict {
        for own in self.attached(position, Hooks::GAME_RESULT, None) {
            let context = GameResult {
                board: self.board(position, own),
                turn: position.turn,
            };
            match self.preset(own.preset).game_result(&context) {
                Verdict::Pass => {}
                answer => return answer,
            }
        }
        Verdict::Pass
    }

    /// The end that the position itself brings, whether or not there are moves.
    pub(super) fn over(&self, position: &Position) -> Option<Outcome> {
        match self.verdict(position) {
            Verdict::Over(outcome) => Some(outcome),
            Verdict::Playing => None,
            Verdict::Pass => match position.lost {
                0 => None,
                1 => Some(win(Color::Black, "king_lost")),
                2 => Some(win(Color::White, "king_lost")),
                _ => Some(Outcome::draw("kings_lost")),
            },
        }
    }

    /// The end of a position in which there is no move.
    pub(super) fn without_moves(&self, position: &Position) -> Outcome {
        let decided = self.verdict(position) != Verdict::Playing;
        if decided && !self.safe(position, position.turn) {
            win(!position.turn, "checkmate")
        } else {
            Outcome::draw("stalemate")
        }
    }

    /// Returns true if neither side can ever win.
    pub(super) fn is_dead(&self, position: &Position) -> bool {
        if !position.active.is_empty() {
            return Color::ALL.iter().all(|c| self.cannot_win(position, *c));
        }
        let of = |kind| position.pieces(Color::White, kind) | position.pieces(Color::Black, kind);
        let kings = of(PieceTypeId::KING);
        let bishops = of(PieceTypeId::BISHOP);
        let knights = of(PieceTypeId::KNIGHT);
        let rest = position.occupied() - kings - bishops - knights;
        if rest.any() || kings.len() != 2 {
            return false;
        }
        let one_color =
            (bishops & Bitboard::LIGHT).is_empty() || (bishops - Bitboard::LIGHT).is_empty();
        (knights.is_empty() && one_color) || (bishops.is_empty() && knights.len() == 1)
    }

    /// Returns true if what a preset counts has grown from one position to a later one.
    pub(super) fn has_counted(&self, before: &Position, after: &Position) -> bool {
        before.active.iter().any(|own| {
            self.preset(own.preset).only_grows()
                && before.state(own.preset) != after.state(own.preset)
        })
    }

    /// Returns true if a side can never win, for lack of material. Always false while a preset is
    /// active for a limited time or for one side only.
    pub(super) fn cannot_win(&self, position: &Position, color: Color) -> bool {
        if position.active.is_empty() {
            return helpless(position, color);
        }
        position.active.iter().all(|own| {
            own.turns.is_none()
                && own.scope == Scope::Both
                && self
                    .preset(own.preset)
                    .cannot_win(&self.board(position, *own), color)
        })
    }
}

/// Returns true if a side cannot mate by the rules of chess, whatever its enemy plays: as
/// [`chess::Board::has_insufficient_material`](chess::Board::has_insufficient_material).
fn helpless(position: &Position, color: Color) -> bool {
    let of = |color, kind| position.pieces(color, kind);
    let (own, theirs) = (position.of(color), position.of(!color));
    let men = own - of(color, PieceTypeId::KING);
    if own.len() != men.len() + 1 || of(!color, PieceTypeId::KING).is_empty() {
        return false;
    }
    let bishops = of(color, PieceTypeId::BISHOP);
    if men == of(color, PieceTypeId::KNIGHT) && men.any() {
        let harmless = of(!color, PieceTypeId::KING) | of(!color, PieceTypeId::QUEEN);
        return men.len() == 1 && (theirs - harmless).is_empty();
    }
    if men == bishops && men.any() {
        let all = bishops | of(!color, PieceTypeId::BISHOP);
        let harmless = of(!color, PieceTypeId::KING)
            | of(!color, PieceTypeId::QUEEN)
            | of(!color, PieceTypeId::ROOK)
            | of(!color, PieceTypeId::BISHOP);
        let one_color = (all & Bitboard::LIGHT).is_empty() || (all - Bitboard::LIGHT).is_empty();
        return one_color && (theirs - harmless).is_empty();
    }
    men.is_empty()
}

impl RuleSettings {
    pub(super) fn outcome(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
    ) -> Option<Outcome> {
        let over = self.library.over(position);
        if over.is_some() {
            return over;
        }
        if !self.library.has_move(position) {
            let dead = self.library.is_dead(position) && self.library.safe(position, position.turn);
            return Some(match dead {
                true => Outcome::draw("insufficient_material"),
                false => self.library.without_moves(position),
            });
        }
        self.drawn(position, past)
    }

    /// The draws that are counted.
    fn drawn(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        if self.library.is_dead(position) {
            return Some(Outcome::draw("insufficient_material"));
        }
        let limit = self.halfmove_limit;
        if limit > 0 && position.halfmove >= limit {
            return Some(Outcome::draw(match limit {
                150 => "seventyfive_moves",
                100 => "fifty_moves",
                _ => "halfmove_limit",
            }));
        }
        let needed = self.repetitions;
        if needed > 0 && occurrences(position, past, needed) >= needed {
            return Some(Outcome::draw(match needed {
                3 => "threefold_repetition",
                5 => "fivefold_repetition",
                _ => "repetition",
            }));
        }
        None
    }

    /// The ends that a search looks for before it lists moves.
    pub(super) fn ended_in_search(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> Option<Outcome> {
        let over = self.library.over(position);
        if over.is_some() {
            return over;
        }
        if self.library.is_dead(position) {
            return Some(Outcome::draw("insufficient_material"));
        }
        let limit = self.halfmove_limit;
        if limit > 0 && position.halfmove >= limit {
            return self.outcome(position, past);
        }
        let within = usize::from(position.halfmove);
        if self.repetitions == 0 || within < SHORTEST_CYCLE {
            return None;
        }
        let key = position.key();
        let count = past.occurrences(key, within);
        (count >= 2 || count > 0 && past.occurrences(key, within.min(ply)) > 0)
            .then(|| Outcome::draw("repetition"))
    }

    /// Returns the outcome when seats lose by something other than a move: a fallen flag loses only
    /// to a side that could still win.
    pub(super) fn forfeited(
        &self,
        position: &Position,
        losers: Seats,
        reason: &'static str,
    ) -> Outcome {
        let winner = Color::ALL
            .into_iter()
            .find(|c| !losers.contains(seat_of(*c)));
        match winner {
            None => Outcome::draw(reason),
            Some(color) if reason == "timeout" && self.library.cannot_win(position, color) => {
                Outcome::draw("timeout_against_insufficient_material")
            }
            Some(color) => win(color, reason),
        }
    }

    /// Returns the draws that the side to move may claim; none where it has no move.
    pub(super) fn claims(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
    ) -> Vec<&'static str> {
        let mut claims = Vec::new();
        if self.library.over(position).is_some() || !self.library.has_move(position) {
            return claims;
        }
        if position.halfmove >= FIFTY_MOVES {
            claims.push("fifty_moves");
        }
        if occurrences(position, past, 3) >= 3 {
            claims.push("threefold_repetition");
        }
        claims
    }

    pub(super) fn claim(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
    ) -> Option<&'static str> {
        if position.halfmove >= FIFTY_MOVES {
            return Some("fifty_moves");
        }
        (occurrences(position, past, 3) >= 3).then_some("threefold_repetition")
    }
}

/// Counts the occurrences of the position, this one included, as far as they can matter for
/// `needed`.
fn occurrences(position: &Position, past: &dyn PositionHistory, needed: u32) -> u32 {
    let within = usize::from(position.halfmove);
    if within.min(past.len()) < SHORTEST_CYCLE * (needed as usize).saturating_sub(1) {
        return 1;
    }
    1 + past.occurrences(position.key(), within)
}
