//! Which moves there are. End points come as sets: only they matter, not the way.

use super::bits::Bits;
use super::moves::Action;
use super::position::{Layout, Piece};
use super::rules::{BoostRules, POINTS, WITHOUT_DRAGONS, without_player};
use contract::game::Flow;
use contract::history::PositionHistory;
use contract::key_filter::{KeyFilter, Seen};

/// Pieces of the player to move and of the others, and the empty points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<B> {
    /// The pieces of the player to move.
    pub own: B,
    /// The pieces of all others.
    pub enemies: B,
    pub occupied: B,
    pub empty: B,
}

/// Moves that are listed together.
#[derive(Clone, Copy, Debug)]
pub(super) enum MoveSet<B> {
    /// Those of the piece on a point to others.
    From(u8, B),
    /// Towers built, or pawns promoted, on points.
    Make(B),
    /// The pass.
    Pass,
}

impl<B: Bits> MoveSet<B> {
    /// Counts them.
    pub(super) fn len(self) -> u32 {
        match self {
            Self::From(_, points) | Self::Make(points) => points.len(),
            Self::Pass => 1,
        }
    }

    /// Visits them one by one.
    #[inline]
    pub(super) fn each(self, mut visit: impl FnMut(Action) -> Flow) -> Flow {
        match self {
            Self::From(from, ends) => ends.each(|to| visit(Action::Move { from, to })),
            Self::Make(made) => made.each(|at| visit(Action::Make(at))),
            Self::Pass => visit(Action::Pass),
        }
    }
}

/// The arrangements of the past, which no move may repeat.
pub(super) struct Earlier<'a, B> {
    past: &'a dyn PositionHistory,
    /// A filter of them; none where they all differ from the present one by more than moves of
    /// the player to move that take nothing.
    seen: Option<Seen<'a>>,
    /// The points on which a pawn or dragon may take a tower.
    flanking: B,
}

impl<'a, B: Bits> Earlier<'a, B> {
    /// Takes the past, the present arrangement, and the points on which a pawn or dragon may take
    /// a tower.
    #[inline]
    fn new(past: &'a dyn PositionHistory, p: &Layout<B>, flanking: B) -> Self {
        // After a move that takes nothing all but the mover's pieces, or all but the dragons,
        // stand as they stand now.
        let made = || {
            past.has_alike(p.key, [without_player(p.mover), WITHOUT_DRAGONS])
                .then(|| Seen::Made(KeyFilter::of(past)))
        };
        Self {
            past,
            seen: past.seen().or_else(made),
            flanking,
        }
    }

    /// Returns true if the arrangement of a key is among them.
    #[inline]
    fn has(&self, key: u64) -> bool {
        self.seen.as_ref().is_none_or(|seen| seen.may_have(key))
            && self.past.occurrences(key, usize::MAX) > 0
    }

    /// Returns false if a piece of these keys makes none of them, of others of the key `others`,
    /// on any of some points.
    #[inline]
    fn may_have_any(&self, others: u64, keys: &[u64; POINTS], points: B) -> bool {
        let key = |at: u8| others ^ keys[usize::from(at)];
        let Some(seen) = &self.seen else { return false };
        match seen {
            Seen::Kept(filter) => any(points, |at| filter.may_have(key(at))),
            Seen::Counted(counts) => any(points, |at| counts.may_have(key(at))),
            Seen::Made(filter) => any(points, |at| filter.may_have(key(at))),
        }
    }
}

/// Returns true if something is true of one of some points. All of them are asked, for it hardly
/// ever is.
#[inline]
fn any<B: Bits>(points: B, mut is_so: impl FnMut(u8) -> bool) -> bool {
    points.points().fold(false, |any, at| any | is_so(at))
}

impl<B: Bits> BoostRules<B> {
    pub(super) fn sides(&self, p: &Layout<B>) -> Sides<B> {
        let own = p.of(p.mover);
        let occupied = p.occupied();
        Sides {
            own,
            enemies: (p.pawns | p.knights | p.towers).without(own),
            occupied,
            empty: self.board.without(occupied),
        }
    }

    /// Returns the end points of a piece that takes one step and one more for each occupied
    /// neighbour, through empty points, no point twice. `last` are the points on which it may end;
    /// the point it stands on is not among them.
    #[inline]
    pub(super) fn reach(&self, at: u8, sides: &Sides<B>, last: B) -> B {
        let beside = self.beside(at);
        let first = beside & sides.empty;
        // After one or two steps no point can have come twice but the start, which
        // is not empty; after three the first, after four the second.
        match (beside & sides.occupied).len() {
            0 => beside & last,
            1 => self.step(first) & last,
            2 => first.points().fold(B::EMPTY, |ends, a| {
                let second = self.beside(a) & sides.empty;
                ends | (self.step(second) & last).without(B::single(a))
            }),
            3 => first.points().fold(B::EMPTY, |ends, a| {
                let start = B::single(a);
                (self.beside(a) & sides.empty)
                    .points()
                    .fold(ends, |ends, b| {
                        let third = (self.beside(b) & sides.empty).without(start);
                        ends | (self.step(third) & last).without(B::single(b))
                    })
            }),
            _ => B::EMPTY,
        }
    }

    /// The dragons that the player to move may move.
    #[inline]
    pub(super) fn led(&self, p: &Layout<B>, sides: &Sides<B>) -> B {
        p.dragons & self.step(sides.own)
    }

    /// Visits the pieces that can move, each with the set of its end points.
    #[inline]
    pub(super) fn each_piece(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        mut visit: impl FnMut(Piece, u8, B) -> Flow,
    ) -> Flow {
        (sides.own & p.pawns)
            .each(|at| visit(Piece::Pawn(p.mover), at, self.reach(at, sides, sides.empty)))?;
        let open = sides.empty | sides.enemies;
        (sides.own & p.knights)
            .each(|at| visit(Piece::Knight(p.mover), at, self.reach(at, sides, open)))?;
        self.led(p, sides)
            .each(|at| visit(Piece::Dragon, at, self.reach(at, sides, sides.empty)))
    }

    /// The points where the player to move can build a tower.
    #[inline]
    pub(super) fn sites(&self, p: &Layout<B>, sides: &Sides<B>) -> B {
        if (sides.own & p.towers).len() < self.settings.towers {
            self.enclosed(sides.own) & sides.empty
        } else {
            B::EMPTY
        }
    }

    /// The pawns that the player to move can promote.
    #[inline]
    pub(super) fn promotable(&self, p: &Layout<B>, sides: &Sides<B>) -> B {
        let towers = sides.own & p.towers;
        if (sides.own & p.knights).len() < towers.len() {
            sides.own & p.pawns & self.step(towers)
        } else {
            B::EMPTY
        }
    }

    /// The enemies that a pawn or dragon flanks which goes from one point to another.
    #[inline]
    pub(super) fn flanked(&self, p: &Layout<B>, sides: &Sides<B>, from: u8, to: u8) -> B {
        let near = self.beside(to) & sides.enemies;
        if near.is_empty() {
            return near;
        }
        let wall = (sides.own | p.dragons).without(B::single(from));
        let mover = B::single(to);
        let flanked = (self.north(mover) & self.south(wall))
            | (self.south(mover) & self.north(wall))
            | (self.west(mover) & self.east(wall))
            | (self.east(mover) & self.west(wall));
        near & flanked
    }

    /// The points on which a pawn or dragon of the player to move flanks one of some enemies,
    /// unless it was itself the piece behind that enemy.
    #[inline]
    pub(super) fn flanking(&self, p: &Layout<B>, sides: &Sides<B>, enemies: B) -> B {
        if enemies.is_empty() {
            return enemies;
        }
        let wall = sides.own | p.dragons;
        self.north(self.north(wall) & enemies)
            | self.south(self.south(wall) & enemies)
            | self.west(self.west(wall) & enemies)
            | self.east(self.east(wall) & enemies)
    }

    /// The arrangements of the past, if there is one.
    #[inline]
    pub(super) fn earlier<'a>(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        past: &'a dyn PositionHistory,
    ) -> Option<Earlier<'a, B>> {
        let towers = sides.enemies & p.towers;
        (!past.is_empty()).then(|| Earlier::new(past, p, self.flanking(p, sides, towers)))
    }

    /// The enemies that a move takes.
    #[inline]
    pub(super) fn taken(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        piece: Piece,
        from: u8,
        to: u8,
    ) -> B {
        match piece {
            Piece::Knight(_) => sides.enemies & B::single(to),
            _ => self.flanked(p, sides, from, to),
        }
    }

    /// The key of the arrangement after a move of a piece; `None` where it takes a pawn or knight,
    /// of which there were never so few: none are added in a game.
    #[inline]
    fn key_after(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        (piece, from, to): (Piece, u8, u8),
    ) -> Option<u64> {
        let taken = self.taken(p, sides, piece, from, to);
        if !taken.without(p.towers).is_empty() {
            return None;
        }
        let keys = self.keys_of(piece);
        let moved = keys[usize::from(from)] ^ keys[usize::from(to)];
        let towers = taken
            .points()
            .filter_map(|at| p.at(at).map(|tower| self.zobrist(tower, at)));
        Some(towers.fold(p.key ^ moved, |key, tower| key ^ tower))
    }

    /// The key of the arrangement after a move, if there can have been that arrangement before.
    pub(super) fn key_of(&self, p: &Layout<B>, sides: &Sides<B>, action: Action) -> Option<u64> {
        match action {
            Action::Pass => Some(p.key),
            // There were never so few pawns.
            Action::Make(at) if p.pawns.has(at) => None,
            Action::Make(at) => Some(p.key ^ self.zobrist(Piece::Tower(p.mover), at)),
            Action::Move { from, to } => self.key_after(p, sides, (p.at(from)?, from, to)),
        }
    }

    /// Returns those of the end points of a piece on which it leaves an arrangement that was not
    /// there before.
    #[inline]
    pub(super) fn new_ends(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        earlier: Option<&Earlier<'_, B>>,
        (piece, from): (Piece, u8),
        ends: B,
    ) -> B {
        let Some(earlier) = earlier else { return ends };
        let keys = self.keys_of(piece);
        let others = p.key ^ keys[usize::from(from)];
        // All others take nothing, or what is never added again.
        let sharp = match piece {
            Piece::Knight(_) => ends & sides.enemies & p.towers,
            _ => ends & earlier.flanking,
        };
        let quiet = ends.without(sharp);
        let old = match earlier.may_have_any(others, keys, quiet) {
            true => ends,
            false => sharp,
        };
        match old.is_empty() {
            true => ends,
            false => ends.without(self.old_ends(p, sides, earlier, (piece, from), old)),
        }
    }

    /// Returns those of the end points of a piece on which it leaves an arrangement of the past,
    /// whatever it takes.
    // Apart, for it is seldom needed, and the many loads of its loop would come before all.
    #[inline(never)]
    fn old_ends(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        earlier: &Earlier<'_, B>,
        (piece, from): (Piece, u8),
        ends: B,
    ) -> B {
        ends.points().fold(B::EMPTY, |old, to| {
            let key = self.key_after(p, sides, (piece, from, to));
            match key.is_some_and(|key| earlier.has(key)) {
                true => old | B::single(to),
                false => old,
            }
        })
    }

    /// Returns those of the points where something can be made at which that makes an arrangement
    /// that was not there before.
    #[inline]
    pub(super) fn new_made(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        earlier: Option<&Earlier<'_, B>>,
        made: B,
    ) -> B {
        let Some(earlier) = earlier else { return made };
        let repeats = |at| {
            let key = self.key_of(p, sides, Action::Make(at));
            key.is_some_and(|key| earlier.has(key))
        };
        made.points().fold(made, |new, at| match repeats(at) {
            true => new.without(B::single(at)),
            false => new,
        })
    }

    /// Visits the moves of a player who is not out, the pass excepted, in sets that are not
    /// empty: those that repeat no arrangement of the past, or all where none is given.
    #[inline]
    pub(super) fn each_set(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        past: Option<&dyn PositionHistory>,
        mut visit: impl FnMut(MoveSet<B>) -> Flow,
    ) -> Flow {
        let earlier = past.and_then(|past| self.earlier(p, sides, past));
        let earlier = earlier.as_ref();
        self.each_piece(p, sides, |piece, from, ends| {
            let new = self.new_ends(p, sides, earlier, (piece, from), ends);
            if new.is_empty() {
                return Flow::Continue(());
            }
            visit(MoveSet::From(from, new))
        })?;
        for made in [self.sites(p, sides), self.promotable(p, sides)] {
            let new = self.new_made(p, sides, earlier, made);
            if !new.is_empty() {
                visit(MoveSet::Make(new))?;
            }
        }
        Flow::Continue(())
    }

    /// Returns true if the player to move can do anything but pass, repetitions left aside.
    pub(super) fn mobile(&self, p: &Layout<B>) -> bool {
        let sides = self.sides(p);
        self.each_set(p, &sides, None, |_| Flow::Break(()))
            .is_break()
    }

    /// Visits the legal moves in sets that are not empty.
    #[inline]
    pub(super) fn legal(
        &self,
        p: &Layout<B>,
        past: &dyn PositionHistory,
        mut visit: impl FnMut(MoveSet<B>) -> Flow,
    ) -> Flow {
        if self.outcome_of(p).is_some() {
            return Flow::Continue(());
        }
        if self.out(p, p.mover) {
            return visit(MoveSet::Pass);
        }
        let sides = self.sides(p);
        let mut any = false;
        let earlier = (!past.is_empty()).then_some(past);
        // Where every move repeats an arrangement, every one may.
        for past in [earlier, None] {
            self.each_set(p, &sides, past, |set| {
                any = true;
                visit(set)
            })?;
            if any || past.is_none() {
                break;
            }
        }
        match any {
            true => Flow::Continue(()),
            false => visit(MoveSet::Pass),
        }
    }

    /// Counts the legal moves.
    pub(super) fn count(&self, p: &Layout<B>, past: &dyn PositionHistory) -> u64 {
        let mut count = 0;
        let _ = self.legal(p, past, |set| {
            count += u64::from(set.len());
            Flow::Continue(())
        });
        count
    }
}
