//! What the search must know of a game beyond its rules.
//!
//! An evaluation is enough: everything else has a default that is sound for any
//! game, and each hook that a game overrides makes the search faster or deeper,
//! never possible. Nothing here may look at a game's hidden parts: a search is
//! only ever made from a state whose seat may know all of it.

use std::hash::{Hash, Hasher};
use std::panic::{RefUnwindSafe, UnwindSafe};

use super::params::Params;
use contract::fnv::Fnv;
use contract::game::{Flow, Game, Outcome, Seat};
use contract::history::PositionHistory;

/// What the worth of a position is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unit {
    /// Hundredths of a pawn.
    Centipawns,
    /// Tenths of an extra turn.
    Decitempi,
    /// Points of the game's own.
    Points,
}

/// The two halves in which moves are generated and tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Captures, promotions and whatever else changes much at once; what
    /// quiescence goes on with.
    Tactical,
    /// Everything else.
    Quiet,
}

/// A game that can be searched.
///
/// Scores are whole numbers from the side of a seat and its allies against all
/// others; whatever lies beyond [`EVAL_LIMIT`](super::EVAL_LIMIT) is cut there.
/// With more than two sides the search is paranoid: everybody who is not allied
/// to the seat that decides plays against it.
pub trait Searched: Game {
    /// What one thread of a search holds to evaluate: weights, caches.
    type Evaluator: Clone + Send + Sync + UnwindSafe + RefUnwindSafe + 'static;
    /// What is found out once for a position that is searched: checks, pins.
    /// `()` for games that need nothing.
    type Node: Copy;

    /// What scores are counted in.
    const UNIT: Unit = Unit::Centipawns;
    /// The margins and reductions of the search, in the units of the evaluation.
    const PARAMS: Params = Params::DEFAULT;
    /// How many different values [`slot`](Self::slot) has.
    const SLOTS: usize = 4096;
    /// How many different values [`pair`](Self::pair) has; 0 for no statistics of
    /// pairs of moves. Their table holds the square of it, two bytes each.
    const PAIRS: usize = 0;
    /// Whether [`decode`](Self::decode) is much cheaper than listing all moves.
    const CHEAP_DECODE: bool = false;

    /// How many positions a search looks at between two looks at the clock; less where
    /// a position takes long.
    const NODES_PER_LOOK: u64 = 256;

    /// An evaluator with the shipped weights.
    fn evaluator(&self) -> Self::Evaluator;

    /// What a position is worth for a seat and its allies. It need not see what a
    /// capture would change: quiescence does that where there are tactical moves.
    fn evaluate(
        &self,
        evaluator: &mut Self::Evaluator,
        position: &Self::Position,
        seat: Seat,
    ) -> i32;

    /// What is found out once for a position.
    fn node(&self, position: &Self::Position) -> Self::Node;

    /// Whose move it is; in a position without a live seat it does not matter.
    fn to_move(&self, position: &Self::Position) -> Seat {
        self.live(position).iter().next().unwrap_or(Seat(0))
    }

    /// Whether two seats win and lose together.
    fn allied(&self, a: Seat, b: Seat) -> bool {
        self.team(a).contains(b)
    }

    /// How the game ended, asked before moves are listed. `ply` is the distance
    /// from where the search began: a repetition since then may count at once.
    fn terminal(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> Option<Outcome> {
        let _ = ply;
        self.outcome(position, past)
    }

    /// How the game ended, asked when there is no move.
    fn no_moves_outcome(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        past: &dyn PositionHistory,
    ) -> Option<Outcome> {
        let _ = node;
        self.outcome(position, past)
    }

    /// Whether the side to move is in such danger that it must be looked at
    /// more closely: in check. Then nothing is pruned by its static worth, and
    /// quiescence tries all moves.
    fn in_check(&self, node: &Self::Node) -> bool {
        let _ = node;
        false
    }

    /// The position after the side to move has passed; `None` where that could be
    /// better than any move, or is against the rules of a search (in check).
    fn null(&self, position: &Self::Position, node: &Self::Node) -> Option<Self::Position> {
        let _ = (position, node);
        None
    }

    /// Whether a move belongs to [`Stage::Tactical`].
    fn tactical(&self, position: &Self::Position, action: &Self::Action) -> bool {
        let _ = (position, action);
        false
    }

    /// The legal moves of a stage, added to `out`. Together the two stages are all
    /// of them, each once.
    fn moves(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        past: &dyn PositionHistory,
        stage: Stage,
        out: &mut Vec<Self::Action>,
    ) {
        let _ = node;
        let _ = self.legal(position, past, |action| {
            if self.tactical(position, &action) == (stage == Stage::Tactical) {
                out.push(action);
            }
            Flow::Continue(())
        });
    }

    /// Quiet moves that quiescence tries at its first ply: checks.
    fn forcing_moves(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        out: &mut Vec<Self::Action>,
    ) {
        let _ = (position, node, out);
    }

    /// Whether a move threatens so much that it is never pruned unseen.
    fn forcing(&self, position: &Self::Position, node: &Self::Node, action: &Self::Action) -> bool {
        let _ = (position, node, action);
        false
    }

    /// In which order moves are tried before anything is known of them, greatest
    /// first: for tactical moves what they win, in the units of the evaluation.
    fn order_score(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        action: &Self::Action,
    ) -> i32 {
        let _ = (position, node, action);
        0
    }

    /// Whether the exchanges on the square of the move win at least `least`, in
    /// the units of the evaluation.
    fn see_at_least(&self, position: &Self::Position, action: &Self::Action, least: i32) -> bool {
        let _ = (position, action);
        least <= 0
    }

    /// What a tactical move takes at most, for pruning in quiescence; `None`
    /// where that cannot be said.
    fn max_gain(&self, position: &Self::Position, action: &Self::Action) -> Option<i32> {
        let _ = (position, action);
        None
    }

    /// Where the statistics of a move are kept, below [`SLOTS`](Self::SLOTS).
    fn slot(&self, position: &Self::Position, action: &Self::Action) -> usize {
        let _ = position;
        short_hash(action) as usize % Self::SLOTS
    }

    /// Where the statistics of a move after another one are kept, below
    /// [`PAIRS`](Self::PAIRS).
    fn pair(&self, position: &Self::Position, action: &Self::Action) -> usize {
        let _ = (position, action);
        0
    }

    /// A move in 16 bits, never 0. Moves of one position should differ.
    fn tt_move(&self, action: &Self::Action) -> u16 {
        (short_hash(action) as u16).max(1)
    }

    /// The legal move with this code, if there is one.
    fn decode(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        past: &dyn PositionHistory,
        code: u16,
    ) -> Option<Self::Action> {
        let _ = node;
        let mut found = None;
        let _ = self.legal(position, past, |action| {
            if self.tt_move(&action) == code {
                found = Some(action);
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        found
    }
}

/// The same number for the same move on every machine, unlike std's hasher.
pub(crate) fn short_hash(action: &impl Hash) -> u64 {
    let mut hasher = Fnv::new();
    action.hash(&mut hasher);
    let hash = hasher.finish();
    hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48
}
