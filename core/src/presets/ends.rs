//! How a preset game ends: the presets are asked first, then come the lost king,
//! checkmate and stalemate, and at last the draws of chess that are counted.

use super::board::Kind;
use super::context::GameResult;
use super::library::Library;
use super::position::Position;
use super::preset::{Hooks, Verdict};
use super::settings::Settings;
use crate::chess::{Bitboard, Color};
use crate::game::{Outcome, Seat, Seats};
use crate::history::Past;

/// A position cannot come again in fewer plies.
const SHORTEST_CYCLE: usize = 4;
/// From how many plies without progress on a draw may be claimed.
const FIFTY_MOVES: u16 = 100;

pub(super) const fn seat_of(color: Color) -> Seat {
    Seat(color.index() as u8)
}

const fn win(color: Color, reason: &'static str) -> Outcome {
    Outcome::win(Seats::one(seat_of(color)), reason)
}

impl Library {
    fn verdict(&self, position: &Position) -> Verdict {
        for own in self.attached(position, Hooks::GAME_RESULT, None) {
            let context = GameResult {
                look: self.look(position, own),
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

    /// Whether nobody can ever mate: of chess alone, since any preset may change that.
    fn is_dead(position: &Position) -> bool {
        if !position.active.is_empty() {
            return false;
        }
        let of = |kind| position.pieces(Color::White, kind) | position.pieces(Color::Black, kind);
        let kings = of(Kind::KING);
        let bishops = of(Kind::BISHOP);
        let knights = of(Kind::KNIGHT);
        let rest = position.occupied() - kings - bishops - knights;
        if rest.any() || kings.len() != 2 {
            return false;
        }
        let one_color =
            (bishops & Bitboard::LIGHT).is_empty() || (bishops - Bitboard::LIGHT).is_empty();
        (knights.is_empty() && one_color) || (bishops.is_empty() && knights.len() == 1)
    }
}

impl Settings {
    pub(super) fn outcome(&self, position: &Position, past: &dyn Past) -> Option<Outcome> {
        let over = self.library.over(position);
        if over.is_some() {
            return over;
        }
        if !self.library.has_move(position) {
            let dead = Library::is_dead(position) && self.library.safe(position, position.turn);
            return Some(match dead {
                true => Outcome::draw("insufficient_material"),
                false => self.library.without_moves(position),
            });
        }
        self.drawn(position, past)
    }

    /// The draws that are counted.
    fn drawn(&self, position: &Position, past: &dyn Past) -> Option<Outcome> {
        if Library::is_dead(position) {
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
        past: &dyn Past,
        ply: usize,
    ) -> Option<Outcome> {
        let over = self.library.over(position);
        if over.is_some() {
            return over;
        }
        if Library::is_dead(position) {
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

    pub(super) fn claim(&self, position: &Position, past: &dyn Past) -> Option<&'static str> {
        if position.halfmove >= FIFTY_MOVES {
            return Some("fifty_moves");
        }
        (occurrences(position, past, 3) >= 3).then_some("threefold_repetition")
    }
}

/// How often the position has stood, as far as it can matter for `needed`.
fn occurrences(position: &Position, past: &dyn Past, needed: u32) -> u32 {
    let within = usize::from(position.halfmove);
    if within.min(past.len()) < SHORTEST_CYCLE * (needed as usize).saturating_sub(1) {
        return 1;
    }
    1 + past.occurrences(position.key(), within)
}
