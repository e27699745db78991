//! Facts of a node, and the results of its parts.

use crate::hooks::{HistoryIndex, Searched};
use crate::picker::Pick;
use crate::tt::TableEntry;

/// The facts of a node by which its moves are searched.
pub(super) struct NodeFacts<'n, G: Searched> {
    pub(super) position: &'n G::Position,
    pub(super) node: &'n G::Node,
    /// True if the side to move is that of the root.
    pub(super) mine: bool,
    /// The depth to which it is searched, in plies.
    pub(super) depth: i32,
    /// The distance from the root, in plies.
    pub(super) ply: usize,
    /// True if a move good enough is expected.
    pub(super) cut: bool,
    /// The move that is left out; 0 for none.
    pub(super) excluded: u16,
    /// The entry of the transposition table.
    pub(super) entry: Option<TableEntry>,
    /// True in check.
    pub(super) danger: bool,
    /// The static evaluation before it is corrected; 0 in check.
    pub(super) raw: i32,
    /// The static evaluation, and the least score in check.
    pub(super) static_score: i32,
    /// The static evaluation corrected by the score of the table.
    pub(super) likely: i32,
    /// True if the static evaluation is better than two plies ago.
    pub(super) improving: bool,
}

impl<G: Searched> NodeFacts<'_, G> {
    /// The move of the transposition table; 0 for none.
    pub(super) fn table_code(&self) -> u16 {
        self.entry.map_or(0, |entry| entry.code)
    }
}

/// The result of a search of the moves of a node.
pub(super) enum Searches {
    /// The search was stopped.
    Stopped,
    /// There is no move.
    None,
    /// Several moves are good enough.
    Cut(i32),
    /// The best score, and the move that reached alpha, 0 for none; `quiet` unless that is
    /// tactical.
    Best { score: i32, code: u16, quiet: bool },
}

/// The decision about a move before it is searched.
pub(super) enum Verdict {
    Search,
    Skip,
    /// Neither this move nor any quiet one after it is searched.
    SkipQuiets,
}

impl Verdict {
    pub(super) const fn skip_if(skip: bool) -> Self {
        if skip { Self::Skip } else { Self::Search }
    }
}

/// The result of a search without the move of the table.
pub(super) enum Singular {
    /// The plies by which the move is searched deeper.
    Extend(i32),
    /// The score of a position in which several moves are good enough.
    Cut(i32),
    /// The search was stopped.
    Stopped,
}

/// The place of a move in the order of its node.
#[derive(Clone, Copy)]
pub(super) struct MoveOrder {
    /// Its number, from 1.
    pub(super) number: usize,
    /// True if it may be reduced.
    pub(super) late: bool,
    /// False for a move that forces or answers a check.
    pub(super) calm: bool,
    /// The reduction, in hundredths of a ply.
    pub(super) reduction: i32,
    /// The extension, in plies.
    pub(super) extension: i32,
}

/// The moves that were tried without being good enough.
#[derive(Default)]
pub(super) struct TriedMoves {
    pub(super) quiet: smallvec::SmallVec<[HistoryIndex; 32]>,
    pub(super) tactical: smallvec::SmallVec<[HistoryIndex; 16]>,
}

impl TriedMoves {
    pub(super) fn push<A>(&mut self, pick: &Pick<A>) {
        match pick.tactical {
            true => self.tactical.push(pick.place),
            false => self.quiet.push(pick.place),
        }
    }
}
