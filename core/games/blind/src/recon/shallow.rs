//! Value of a position for the side to move if both sides saw all of it: a short search, quiescence
//! at its leaves. Made for thousands of different positions a second, each searched once, so it
//! keeps no table.

use chess::{Board, Move};
use contract::game::Seat;
use contract::history::EmptyHistory;
use search::{Searched, Stage};

/// The value of a mate at once.
pub(super) const MATE: i32 = 20_000;
/// Largest depth of quiescence, in plies.
const DEEPEST: u32 = 8;
/// Margin by which a capture may fall short of alpha and still be searched, in centipawns.
const MARGIN: i32 = 150;

/// Looks at positions of one game.
pub(super) struct ShallowSearch<'g, G: Searched> {
    game: &'g G,
    evaluator: G::Evaluator,
    /// True if the king may be taken.
    kings: bool,
    /// Positions looked at since it began.
    pub(super) nodes: u64,
    /// Largest number of positions that it may search.
    most: u64,
    /// True if the limit cut the search short.
    short: bool,
}

impl<'g, G: Searched<Position = Board, Action = Move>> ShallowSearch<'g, G> {
    pub(super) fn new(game: &'g G, kings: bool) -> Self {
        Self {
            game,
            evaluator: game.evaluator(),
            kings,
            nodes: 0,
            most: u64::MAX,
            short: false,
        }
    }

    /// Begins a look at not more than so many positions.
    pub(super) const fn begin(&mut self, most: u64) {
        (self.nodes, self.most, self.short) = (0, most, false);
    }

    /// Returns true if the search was complete; otherwise its result is void.
    pub(super) const fn is_whole(&self) -> bool {
        !self.short
    }

    /// Counts a position. Returns whether it may be looked at.
    fn count(&mut self) -> bool {
        self.short |= self.nodes >= self.most;
        self.nodes += u64::from(!self.short);
        !self.short
    }

    /// The score without looking ahead.
    pub(super) fn static_eval(&mut self, board: &Board) -> i32 {
        let seat = Seat(board.turn().index() as u8);
        self.game.evaluate(&mut self.evaluator, board, seat)
    }

    /// Returns true if the side to move can take the king.
    fn takes_king(&self, board: &Board) -> bool {
        self.kings && board.is_attacked(board.king(!board.turn()), board.turn())
    }

    fn sorted(&self, board: &Board, site: &G::Node, stage: Stage) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game
            .moves(board, site, &EmptyHistory, stage, &mut moves);
        moves.sort_by_cached_key(|mv| -self.game.order_score(board, site, mv));
        moves
    }

    /// The score after `depth` plies of any moves, and captures after them.
    pub(super) fn search(&mut self, board: &Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.quiet(board, 0, alpha, beta);
        }
        if !self.count() {
            return 0;
        }
        if self.takes_king(board) {
            return MATE;
        }
        let site = self.game.node(board);
        let mut best = -MATE - 1;
        let mut alpha = alpha;
        for stage in [Stage::Tactical, Stage::Quiet] {
            for mv in self.sorted(board, &site, stage) {
                let next = self.made(board, mv);
                let value = -self.search(&next, depth - 1, -beta, -alpha);
                if self.short {
                    return 0;
                }
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    return best;
                }
            }
        }
        if best < -MATE {
            // Later mates are better for who suffers them.
            return if self.game.in_check(&site) {
                -MATE - depth as i32
            } else {
                0
            };
        }
        best
    }

    fn made(&self, board: &Board, mv: Move) -> Board {
        self.game.play(board, &mv).0
    }

    fn quiet(&mut self, board: &Board, ply: u32, alpha: i32, beta: i32) -> i32 {
        if !self.count() {
            return 0;
        }
        if self.takes_king(board) {
            return MATE;
        }
        let site = self.game.node(board);
        let pressed = self.game.in_check(&site);
        let mut best = if pressed {
            -MATE
        } else {
            self.static_eval(board)
        };
        if !pressed && (best >= beta || ply >= DEEPEST) {
            return best;
        }
        if ply >= DEEPEST + 2 {
            return self.static_eval(board);
        }
        let mut alpha = alpha.max(best);
        let floor = best;
        for stage in [Stage::Tactical, Stage::Quiet] {
            if stage == Stage::Quiet && !pressed {
                break;
            }
            for mv in self.sorted(board, &site, stage) {
                if !pressed {
                    let gain = self.game.max_gain(board, &mv).unwrap_or(0);
                    if floor + gain + MARGIN <= alpha || !self.game.see_at_least(board, &mv, 0) {
                        continue;
                    }
                }
                let next = self.made(board, mv);
                let value = -self.quiet(&next, ply + 1, -beta, -alpha);
                if self.short {
                    return 0;
                }
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }
}
