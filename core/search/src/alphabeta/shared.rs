//! State that the threads of one search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::MATE;
use crate::hooks::Searched;
use crate::params::Params;
use crate::quota::Quota;
use crate::tt::TranspositionTable;
use contract::game::{Outcome, Seat};
use contract::state::Rules;

/// State shared by the threads of one search.
pub(crate) struct SharedSearch<G: Searched> {
    pub(crate) rules: Arc<Rules<G>>,
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) params: Params,
    pub(crate) stop: AtomicBool,
    pub(crate) nodes: AtomicU64,
    /// Nodes that the search may still visit.
    pub(crate) quota: Quota,
    pub(crate) root: Seat,
    /// Cost of a draw for the root's side, in the units of the evaluation.
    pub(crate) contempt: i32,
    /// Distinguishes positions by the root's seat where scores depend on it.
    salt: u64,
}

impl<G: Searched> SharedSearch<G> {
    pub(crate) fn new(
        rules: Arc<Rules<G>>,
        table: Arc<TranspositionTable>,
        params: Params,
        root: Seat,
        contempt: i32,
        nodes: u64,
    ) -> Self {
        let game = rules.game();
        let seats = rules.seat_names().len() as u8;
        let sides = (0..seats)
            .filter(|s| (0..*s).all(|earlier| !game.allied(Seat(earlier), Seat(*s))))
            .count();
        let salt = if sides > 2 {
            (u64::from(root.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        };
        Self {
            rules,
            table,
            params,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            quota: Quota::new(nodes),
            root,
            contempt,
            salt,
        }
    }

    /// Returns true if the side to move is the root's.
    #[inline]
    pub(crate) fn is_root_side(&self, position: &G::Position) -> bool {
        let game = self.rules.game();
        game.allied(game.to_move(position), self.root)
    }

    #[inline]
    pub(super) fn key(&self, position: &G::Position) -> u64 {
        self.rules.game().search_key(position) ^ self.salt
    }

    /// Begins to bring near what the table knows of the position after a move, where its key is
    /// known before the move is made.
    #[inline]
    pub(super) fn bring_near(&self, position: &G::Position, action: &G::Action) {
        if let Some(key) = self.rules.game().key_after(position, action) {
            self.table.prefetch(key ^ self.salt);
        }
    }

    /// Returns the score of a draw: for the root's side if `mine`, else for its opponents.
    #[inline]
    pub(crate) const fn draw_score(&self, mine: bool) -> i32 {
        if mine { -self.contempt } else { self.contempt }
    }

    /// Returns the score of an ended game: for the root's side if `mine`, else for its opponents.
    pub(crate) fn terminal_score(&self, outcome: Outcome, mine: bool, ply: usize) -> i32 {
        let game = self.rules.game();
        let value = if outcome.is_draw() {
            return self.draw_score(mine);
        } else if outcome.winners.iter().any(|s| game.allied(s, self.root)) {
            MATE - ply as i32
        } else {
            ply as i32 - MATE
        };
        if mine { value } else { -value }
    }
}
