//! Making a move, and how the game ends.

use super::bits::Bits;
use super::movegen::Sides;
use super::moves::Action;
use super::position::{Layout, NOBODY, Piece};
use super::rules::BoostRules;
use contract::error::{Error, Result};
use contract::game::{Outcome, Seat, Seats};
use contract::history::PositionHistory;

impl<B: Bits> BoostRules<B> {
    /// The position after a move that is permitted.
    pub(super) fn made(&self, p: &Layout<B>, action: Action) -> Layout<B> {
        contract::work::add(1);
        let mut next = *p;
        let mut goal = None;
        match action {
            Action::Pass => {}
            Action::Make(at) => match self.take(&mut next, at) {
                None => self.put(&mut next, Piece::Tower(p.mover), at),
                Some(_) => self.put(&mut next, Piece::Knight(p.mover), at),
            },
            Action::Move { from, to } => {
                if let Some(piece) = p.at(from) {
                    let sides = self.sides(p);
                    for at in self.taken(p, &sides, piece, from, to).points() {
                        self.take(&mut next, at);
                    }
                    self.take(&mut next, from);
                    self.put(&mut next, piece, to);
                    goal = (piece == Piece::Dragon).then_some(to);
                }
            }
        }
        if let Some(dragon) = goal {
            next.victor = self.circler(&next, p.mover, dragon);
        }
        next.mover = self.after(p.mover);
        next
    }

    /// The player after one.
    #[inline]
    pub(super) const fn after(&self, player: u8) -> u8 {
        (player + 1) % self.settings.players
    }

    /// The player before one.
    pub(super) const fn before(&self, player: u8) -> u8 {
        (player + self.settings.players - 1) % self.settings.players
    }

    /// The towers of players who are not out with dragons on all four sides.
    #[inline]
    pub(super) fn circled(&self, p: &Layout<B>) -> B {
        let circled = self.enclosed(p.dragons) & p.towers;
        if circled.is_empty() {
            return circled;
        }
        (0..self.settings.players)
            .filter(|player| !self.out(p, *player))
            .fold(B::EMPTY, |all, player| all | circled & p.of(player))
    }

    /// Whose circle counts after a dragon has come to a point: the mover's own
    /// first, then in the order north, south, west, east of the dragon.
    fn circler(&self, p: &Layout<B>, mover: u8, dragon: u8) -> u8 {
        let circled = self.circled(p);
        if circled.is_empty() {
            return NOBODY;
        }
        if !(circled & p.of(mover)).is_empty() {
            return mover;
        }
        let at = B::single(dragon);
        [self.north(at), self.south(at), self.west(at), self.east(at)]
            .into_iter()
            .find_map(|side| (circled & side).first())
            .and_then(|tower| p.at(tower)?.owner())
            .unwrap_or(NOBODY)
    }

    /// The same where it is not known which dragon came last: the first of those
    /// beside all towers concerned, or beside the first of them.
    pub(super) fn circler_at_sight(&self, p: &Layout<B>) -> u8 {
        let circled = self.circled(p);
        let Some(tower) = circled.first() else {
            return NOBODY;
        };
        let near = circled
            .points()
            .fold(self.beside(tower), |near, tower| near & self.beside(tower));
        let dragon = near.first().or_else(|| self.beside(tower).first());
        self.circler(p, self.before(p.mover), dragon.unwrap_or(tower))
    }

    /// Returns true if a player has lost by the pieces on the board: no tower and fewer than four
    /// pieces, or towers alone.
    #[inline]
    pub(super) fn defeated(&self, p: &Layout<B>, player: u8) -> bool {
        let of = p.of(player);
        let towers = of & p.towers;
        if towers.is_empty() {
            of.len() < 4
        } else {
            of == towers
        }
    }

    /// Returns true if a player is out of the game: it has resigned, or is defeated and the game is
    /// no demo.
    #[inline]
    pub(super) fn out(&self, p: &Layout<B>, player: u8) -> bool {
        p.forfeited >> player & 1 != 0 || !self.settings.demo && self.defeated(p, player)
    }

    /// The players who are not out, as bits.
    #[inline]
    pub(super) fn living(&self, p: &Layout<B>) -> u8 {
        (0..self.settings.players)
            .filter(|player| !self.out(p, *player))
            .fold(0, |all, player| all | 1 << player)
    }

    /// Returns the outcome by the position alone, if the game has ended.
    #[inline]
    pub(super) fn outcome_of(&self, p: &Layout<B>) -> Option<Outcome> {
        let living = self.living(p);
        let won = |player, reason| Some(Outcome::win(Seats::only(Seat(player)), reason));
        if self.settings.players > 1 && living.is_power_of_two() {
            return won(living.trailing_zeros() as u8, "opponents_defeated");
        }
        if p.victor != NOBODY {
            return won(p.victor, "dragon_circle");
        }
        (living == 0).then_some(Outcome::draw("all_defeated"))
    }

    /// Returns the outcome, if the game has ended.
    pub(super) fn outcome(&self, p: &Layout<B>, past: &dyn PositionHistory) -> Option<Outcome> {
        if let Some(outcome) = self.outcome_of(p) {
            return Some(outcome);
        }
        // The turns in which every living player has had one. Nothing but a pass
        // leaves the arrangement as it is.
        let (mut left, mut turns, mut player) = (self.living(p), 0, p.mover);
        while left != 0 {
            player = self.before(player);
            left &= !(1 << player);
            turns += 1;
        }
        if past.len() >= turns && past.occurrences(p.key, turns) as usize == turns {
            return Some(Outcome::draw("all_passed"));
        }
        (past.len() >= self.settings.ply_limit).then_some(Outcome::draw("ply_limit"))
    }

    /// Checks that a move is legal.
    pub(super) fn permits(
        &self,
        p: &Layout<B>,
        past: &dyn PositionHistory,
        action: Action,
    ) -> bool {
        if self.out(p, p.mover) || action == Action::Pass {
            return action == Action::Pass && (self.out(p, p.mover) || !self.mobile(p));
        }
        let sides = self.sides(p);
        let possible = match action {
            Action::Pass => false,
            Action::Make(at) => (self.sites(p, &sides) | self.promotable(p, &sides)).has(at),
            Action::Move { from, to } => self.ends_of(p, &sides, from).has(to),
        };
        let repeats = |key| past.occurrences(key, usize::MAX) > 0;
        possible
            && (!self.key_of(p, &sides, action).is_some_and(repeats)
                || !self.has_new(p, &sides, past))
    }

    /// Returns the end points of the piece on a point, if the player to move may move it.
    pub(super) fn ends_of(&self, p: &Layout<B>, sides: &Sides<B>, from: u8) -> B {
        if (sides.own & p.pawns).has(from) {
            self.reach(from, sides, sides.empty)
        } else if (sides.own & p.knights).has(from) {
            self.reach(from, sides, sides.empty | sides.enemies)
        } else if self.led(p, sides).has(from) {
            self.reach(from, sides, sides.empty)
        } else {
            B::EMPTY
        }
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    ///
    /// `illegal_move`, with the reason.
    pub(super) fn check(
        &self,
        p: &Layout<B>,
        past: &dyn PositionHistory,
        action: Action,
    ) -> Result<()> {
        if self.permits(p, past, action) {
            return Ok(());
        }
        let text = self.settings.text(action);
        let refused = |why: String| Err(Error::illegal_move(format!("{text}: {why}")));
        if self.out(p, p.mover) {
            return refused("a defeated player passes".into());
        }
        let sides = self.sides(p);
        match action {
            Action::Pass => return refused("who can move does not pass".into()),
            Action::Make(at) => {
                if let Some(why) = self.not_made(p, &sides, at) {
                    return refused(why);
                }
            }
            Action::Move { from, to } => {
                if let Some(why) = self.not_moved(p, &sides, from, to) {
                    return refused(why);
                }
            }
        }
        refused("the same arrangement was on the board before".into())
    }

    pub(super) fn has_new(
        &self,
        p: &Layout<B>,
        sides: &Sides<B>,
        past: &dyn PositionHistory,
    ) -> bool {
        let stop = |_| std::ops::ControlFlow::Break(());
        self.each_set(p, sides, Some(past), stop).is_break()
    }

    /// Why nothing can be built or promoted on a point.
    fn not_made(&self, p: &Layout<B>, sides: &Sides<B>, at: u8) -> Option<String> {
        let point = self.settings.point(at);
        match p.at(at) {
            None if self.sites(p, sides).has(at) => None,
            None if self.enclosed(sides.own).has(at) => {
                Some(format!("{} towers are the most", self.settings.towers))
            }
            None => Some(format!(
                "{point} has not four pieces of its builder round it"
            )),
            Some(Piece::Pawn(player)) if player == p.mover => {
                let towers = sides.own & p.towers;
                if self.promotable(p, sides).has(at) {
                    None
                } else if (self.beside(at) & towers).is_empty() {
                    Some(format!("no tower of its player stands beside {point}"))
                } else {
                    Some("there are no fewer knights than towers".into())
                }
            }
            Some(piece) => Some(format!(
                "on {point} stands a {}, neither nothing nor a pawn of the player to move",
                piece.word()
            )),
        }
    }

    /// Why no piece goes from one point to another.
    fn not_moved(&self, p: &Layout<B>, sides: &Sides<B>, from: u8, to: u8) -> Option<String> {
        let point = self.settings.point(from);
        let mut last = sides.empty;
        let piece = match p.at(from) {
            None => return Some(format!("nothing stands on {point}")),
            Some(Piece::Tower(_)) => return Some("towers do not move".into()),
            Some(Piece::Dragon) if !self.led(p, sides).has(from) => {
                return Some(format!(
                    "the dragon on {point} is beside no piece of the player to move"
                ));
            }
            Some(piece) if piece.owner().is_some_and(|player| player != p.mover) => {
                return Some(format!(
                    "the {} on {point} is another player's",
                    piece.word()
                ));
            }
            Some(piece) => piece,
        };
        if matches!(piece, Piece::Knight(_)) {
            last |= sides.enemies;
        }
        if self.reach(from, sides, last).has(to) {
            return None;
        }
        let steps = 1 + (self.beside(from) & sides.occupied).len();
        Some(format!(
            "the {} on {point} takes exactly {steps} step{}, and cannot end on {}",
            piece.word(),
            if steps == 1 { "" } else { "s" },
            self.settings.point(to)
        ))
    }
}
