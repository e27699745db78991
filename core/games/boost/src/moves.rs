//! Moves: what they are, their texts and their dense ids.

use super::bits::Bits;
use super::movegen::MoveSet;
use super::settings::{BoostSettings, read_point};
use contract::error::{Error, Result, quoted};
use contract::ids::IdSet;

/// The most steps that a piece can take, and so how far it comes.
const FARTHEST: i32 = 4;
const SPAN: i32 = 2 * FARTHEST + 1;
/// Ids of one point: a move by each number of files and ranks.
const WAYS: u32 = (SPAN * SPAN) as u32;
/// The id of no file and no rank among those of a point.
const STAY: u32 = (FARTHEST * SPAN + FARTHEST) as u32;

/// Action of a player. Points are indices on the board of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Moves a piece from one point to another.
    Move {
        /// From where.
        from: u8,
        /// To where.
        to: u8,
    },
    /// Builds a tower on an empty point, or promotes the pawn on a point.
    Make(u8),
    /// Does nothing, where nothing else can be done.
    Pass,
}

impl BoostSettings {
    /// The text of a move: `a1a3`, `e4e4` or `--`.
    #[must_use]
    pub fn text(&self, action: Action) -> String {
        match action {
            Action::Move { from, to } => self.point(from) + &self.point(to),
            Action::Make(at) => self.point(at).repeat(2),
            Action::Pass => "--".into(),
        }
    }

    /// Reads the text of a move.
    ///
    /// # Errors
    ///
    /// `invalid_notation`; `illegal_move` for points farther apart than any piece
    /// goes.
    pub fn read(&self, text: &str) -> Result<Action> {
        if text == "--" {
            return Ok(Action::Pass);
        }
        let read = |text| read_point(text, self.width, self.height);
        let points = read(text).and_then(|(from, rest)| match read(rest) {
            Some((to, "")) => Some((from, to)),
            _ => None,
        });
        let Some((from, to)) = points else {
            return Err(Error::invalid_notation(format!(
                "{} is no move like a1a3, e4e4 or -- on a board of {} files and {} ranks",
                quoted(text),
                self.width,
                self.height
            )));
        };
        if from == to {
            return Ok(Action::Make(from));
        }
        match self.way(from, to) {
            Some(_) => Ok(Action::Move { from, to }),
            None => Err(Error::illegal_move(format!(
                "{text}: no piece goes farther than {FARTHEST} steps"
            ))),
        }
    }

    /// Counts the action ids: for each point the points within four files and four ranks of it,
    /// then the pass.
    #[must_use]
    pub const fn action_count(&self) -> u32 {
        self.area() as u32 * WAYS + 1
    }

    fn way(&self, from: u8, to: u8) -> Option<u32> {
        let part = |a: u8, b: u8| {
            let by = i32::from(b) - i32::from(a);
            (by.abs() <= FARTHEST).then_some(by)
        };
        let (from_file, from_rank) = self.file_and_rank(from);
        let (to_file, to_rank) = self.file_and_rank(to);
        let files = part(from_file, to_file)?;
        let ranks = part(from_rank, to_rank)?;
        let near = files.abs() + ranks.abs() <= FARTHEST;
        near.then(|| ((ranks + FARTHEST) * SPAN + files + FARTHEST) as u32)
    }

    /// The id of a move.
    #[must_use]
    pub fn action_id(&self, action: Action) -> u32 {
        let (from, to) = match action {
            Action::Move { from, to } => (from, to),
            Action::Make(at) => (at, at),
            Action::Pass => return self.action_count() - 1,
        };
        let way = self.way(from, to).unwrap_or_default();
        u32::from(from) * WAYS + way
    }

    /// Visits the ids of moves that are listed together, in sets.
    #[inline]
    pub(super) fn each_id<B: Bits>(&self, set: MoveSet<B>, mut visit: impl FnMut(IdSet)) {
        match set {
            MoveSet::From(from, ends) => self.ids_from(from, ends, visit),
            MoveSet::Make(made) => {
                for index in 0..B::WORDS {
                    let base = (index as u32 * 64 * WAYS + STAY) as i32;
                    let ids = IdSet::new(base, WAYS, made.word(index));
                    if !ids.is_empty() {
                        visit(ids);
                    }
                }
            }
            MoveSet::Pass => visit(IdSet::one(self.action_count() - 1)),
        }
    }

    #[inline]
    fn ids_from<B: Bits>(&self, from: u8, ends: B, mut visit: impl FnMut(IdSet)) {
        let stay = (u32::from(from) * WAYS + STAY) as i32;
        if i32::from(self.width) == SPAN {
            // Ids and points follow each other alike.
            for index in 0..B::WORDS {
                let ids = IdSet::new(
                    stay - i32::from(from) + index as i32 * 64,
                    1,
                    ends.word(index),
                );
                if !ids.is_empty() {
                    visit(ids);
                }
            }
            return;
        }
        let (from_file, from_rank) = self.file_and_rank(from);
        let mut left = ends;
        for rank in 0..i32::from(self.height) {
            let row = left.word(0) & ((1 << self.width) - 1);
            if row != 0 {
                let ranks = rank - i32::from(from_rank);
                visit(IdSet::new(
                    stay + ranks * SPAN - i32::from(from_file),
                    1,
                    row,
                ));
            }
            left = left >> u32::from(self.width);
        }
    }

    /// The move of an id; `None` where it leads off the board or too far.
    #[must_use]
    pub fn action(&self, id: u32) -> Option<Action> {
        if id + 1 >= self.action_count() {
            return (id + 1 == self.action_count()).then_some(Action::Pass);
        }
        let (from, way) = ((id / WAYS) as u8, (id % WAYS) as i32);
        let (from_file, from_rank) = self.file_and_rank(from);
        let file = i32::from(from_file) + way % SPAN - FARTHEST;
        let rank = i32::from(from_rank) + way / SPAN - FARTHEST;
        let on = (0..i32::from(self.width)).contains(&file)
            && (0..i32::from(self.height)).contains(&rank);
        if !on {
            return None;
        }
        let to = (rank * i32::from(self.width) + file) as u8;
        if from == to {
            return Some(Action::Make(from));
        }
        self.way(from, to).map(|_| Action::Move { from, to })
    }
}
