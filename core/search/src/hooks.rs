//! Hooks by which the search knows more of a game than its rules.
//!
//! An evaluation is enough: everything else has a default that is sound for any
//! game, and each hook that a game overrides makes the search faster or deeper,
//! never possible. Nothing here may look at a game's hidden parts: a search is
//! only ever made from a state whose seat may know all of it.

use std::hash::{Hash, Hasher};
use std::panic::{RefUnwindSafe, UnwindSafe};

use super::levels::{LADDER, Ladder};
use super::params::Params;
use contract::fnv::Fnv;
use contract::game::{Flow, Game, Outcome, Seat};
use contract::history::PositionHistory;

/// Unit of the scores.
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

/// Indices of a move in the statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryIndex {
    /// Its [`slot`](Searched::slot).
    pub slot: u32,
    /// Its [`pair`](Searched::pair).
    pub pair: u32,
}

/// A move with what decides when it is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMove<A> {
    /// The move.
    pub action: A,
    /// Place of its statistics.
    pub place: HistoryIndex,
    /// Its [`order_score`](Searched::order_score).
    pub promise: i32,
}

/// A game that can be searched.
///
/// Scores are whole numbers from the side of a seat and its allies against all
/// others; whatever lies beyond [`EVAL_LIMIT`](super::EVAL_LIMIT) is cut there.
/// With more than two sides the search is paranoid: everybody who is not allied
/// to the seat that decides plays against it.
pub trait Searched: Game {
    /// Evaluator of one search thread: weights, caches.
    type Evaluator: Clone + Send + Sync + UnwindSafe + RefUnwindSafe + 'static;
    /// Facts computed once for each searched position: checks, pins. `()` for games that need none.
    type Node: Copy;

    /// Unit of the scores.
    const UNIT: Unit = Unit::Centipawns;
    /// The margins and reductions of the search, in the units of the evaluation.
    const PARAMS: Params = Params::DEFAULT;
    /// Players of all strengths.
    const LADDER: Ladder = LADDER;
    /// Number of different values of [`slot`](Self::slot).
    const SLOTS: usize = 4096;
    /// Number of different values of [`pair`](Self::pair); 0 for no statistics of pairs of moves.
    /// Their table has the square of this number of entries, two bytes each.
    const PAIRS: usize = 0;
    /// True if [`decode`](Self::decode) is much cheaper than generating all moves.
    const CHEAP_DECODE: bool = false;
    /// Number of kinds of [`structure`](Self::structure)s; 0 for none.
    const STRUCTURES: usize = 0;

    /// True if quiescence evaluates a position before it reads what the table knows of it, which
    /// then arrives from memory meanwhile; worth it where an evaluation takes no longer than that.
    const EVALUATES_EARLY: bool = false;

    /// Number of nodes that a search visits between two reads of the clock; smaller where a node
    /// takes long.
    const NODES_PER_LOOK: u64 = 256;

    /// An evaluator with what is shipped: a network where the game has one, otherwise weights.
    fn evaluator(&self) -> Self::Evaluator;

    /// An evaluator by weights, without a network; the same as [`evaluator`](Self::evaluator)
    /// where the game has none.
    fn hand_written(&self) -> Self::Evaluator {
        self.evaluator()
    }

    /// Returns the static score of a position for a seat and its allies. It need not foresee
    /// captures: quiescence does that where there are tactical moves.
    fn evaluate(
        &self,
        evaluator: &mut Self::Evaluator,
        position: &Self::Position,
        seat: Seat,
    ) -> i32;

    /// Computes the facts of a position that the search uses at its node.
    fn node(&self, position: &Self::Position) -> Self::Node;

    /// Whose move it is; in a position without a live seat it does not matter.
    fn to_move(&self, position: &Self::Position) -> Seat {
        self.live(position).iter().next().unwrap_or(Seat(0))
    }

    /// Returns true if two seats win and lose together.
    fn allied(&self, a: Seat, b: Seat) -> bool {
        self.team(a).contains(b)
    }

    /// Returns the outcome if the game has ended; called before moves are generated. `ply` is the
    /// distance from the root: a repetition since the root may count at once.
    fn terminal(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> Option<Outcome> {
        let _ = ply;
        self.outcome(position, past)
    }

    /// Returns true if the side to move can bring about an earlier position, which
    /// [`terminal`](Self::terminal) would call a draw: no score of it is then worse than a draw,
    /// whichever moves are left out.
    fn can_go_back(
        &self,
        position: &Self::Position,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> bool {
        let _ = (position, past, ply);
        false
    }

    /// Returns the worth of a move of the position that a search begins with, at a first look: only
    /// those of the greatest worth are searched.
    fn first_look(&self, position: &Self::Position, action: &Self::Action) -> u8 {
        let _ = (position, action);
        0
    }

    /// Returns the outcome of a position without a legal move.
    fn no_moves_outcome(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        past: &dyn PositionHistory,
    ) -> Option<Outcome> {
        let _ = node;
        self.outcome(position, past)
    }

    /// Returns true if the side to move is in such danger, as in check, that the search must look
    /// more closely. Nothing is then pruned by the static score, and quiescence tries all moves.
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

    /// Returns true if a move belongs to [`Stage::Tactical`].
    fn tactical(&self, position: &Self::Position, action: &Self::Action) -> bool {
        let _ = (position, action);
        false
    }

    /// Returns true if the move that led to a position captured something.
    fn captured(&self, position: &Self::Position, last: &Self::Action) -> bool {
        let _ = (position, last);
        false
    }

    /// Returns true if a move takes what has just captured by the move `last`.
    fn takes_back(
        &self,
        position: &Self::Position,
        last: &Self::Action,
        action: &Self::Action,
    ) -> bool {
        let _ = (position, last, action);
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

    /// The moves of a stage, as [`moves`](Self::moves) has them, with what decides when they are
    /// tried, added to `out`. `room` is empty before and after.
    fn ranked_moves(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        past: &dyn PositionHistory,
        stage: Stage,
        room: &mut Vec<Self::Action>,
        out: &mut Vec<RankedMove<Self::Action>>,
    ) {
        self.moves(position, node, past, stage, room);
        let ranked = room
            .drain(..)
            .map(|action| self.ranked(position, node, action));
        out.extend(ranked);
    }

    /// A move with what decides when it is tried.
    fn ranked(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        action: Self::Action,
    ) -> RankedMove<Self::Action> {
        RankedMove {
            place: self.place(position, &action),
            promise: self.order_score(position, node, &action),
            action,
        }
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

    /// Returns true if a move is such a threat that it is never pruned unsearched.
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

    /// Returns true if the static exchange on the move's target square wins at least `least`, in
    /// the units of the evaluation.
    fn see_at_least(&self, position: &Self::Position, action: &Self::Action, least: i32) -> bool {
        let _ = (position, action);
        least <= 0
    }

    /// Returns an upper bound of the gain of a tactical move, for pruning in quiescence; `None` if
    /// there is no known bound.
    fn max_gain(&self, position: &Self::Position, action: &Self::Action) -> Option<i32> {
        let _ = (position, action);
        None
    }

    /// Returns the index of a move's statistics, below [`SLOTS`](Self::SLOTS).
    fn slot(&self, position: &Self::Position, action: &Self::Action) -> usize {
        let _ = position;
        short_hash(action) as usize % Self::SLOTS
    }

    /// Returns the index of a move in the statistics of pairs of moves, below
    /// [`PAIRS`](Self::PAIRS).
    fn pair(&self, position: &Self::Position, action: &Self::Action) -> usize {
        let _ = (position, action);
        0
    }

    /// Returns both indices of a move.
    #[inline]
    fn place(&self, position: &Self::Position, action: &Self::Action) -> HistoryIndex {
        HistoryIndex {
            slot: self.slot(position, action) as u32,
            pair: match Self::PAIRS {
                0 => 0,
                _ => self.pair(position, action) as u32,
            },
        }
    }

    /// Returns a hash of a part of a position that its evaluation rests on, such as the pawns;
    /// `kind` is below [`STRUCTURES`](Self::STRUCTURES). The static evaluation is corrected by
    /// what searches found wrong with it where that part was the same.
    fn structure(&self, position: &Self::Position, kind: usize) -> u64 {
        let _ = (position, kind);
        0
    }

    /// Returns the [`search_key`](Game::search_key) that the position after a move is likely to
    /// have, if that is found in much less time than the move is made. A search asks for what its
    /// table knows by it, so that it is there in time; a wrong one costs time only.
    fn key_after(&self, position: &Self::Position, action: &Self::Action) -> Option<u64> {
        let _ = (position, action);
        None
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
