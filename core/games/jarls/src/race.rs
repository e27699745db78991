//! The race to the Throne: how many moves each Jarl needs to it as things stand,
//! and in which turn from now it could be there.

use super::Jarls;
use super::mask::Mask;
use super::position::Position;
use super::settings::SEATS;

/// A turn that no race comes to.
pub(super) const NEVER: i32 = 1_000;

impl Jarls {
    /// The turn from now on, the next one being 0, in which each player's Jarl could
    /// be on the Throne if nobody hindered it; `NEVER` for one that has no way.
    pub(super) fn arrivals(&self, position: &Position) -> [i32; SEATS] {
        let moves = self.ways(position);
        // Places in the order of this round.
        let mut places = [0; SEATS];
        let (mut living, mut now) = (0, 0);
        for player in self.round(position.first).filter(|p| position.lives(*p)) {
            places[usize::from(player)] = living;
            if player == position.mover {
                now = living;
            }
            living += 1;
        }
        std::array::from_fn(|player| {
            let (moves, place) = (moves[player], places[player]);
            if moves == NEVER {
                return NEVER;
            }
            // Each round begins with the next player, so one moves one place earlier.
            let round = moves - i32::from(place >= now);
            round * living + (place - round).rem_euclid(living.max(1)) - now
        })
    }

    /// Returns the player that moves after the player to move, if no living player is skipped.
    pub(super) fn follower(&self, position: &Position) -> u8 {
        let players = self.settings.players;
        let after = |player: u8| {
            (1..=players)
                .map(move |i| (player + i) % players)
                .filter(|p| position.lives(*p))
        };
        let mover = position.mover;
        let wraps = |p: u8| (p + players - position.first) % players;
        match after(mover).next() {
            // Still in this round.
            Some(next) if wraps(next) > wraps(mover) => next,
            _ => after(position.first).next().unwrap_or(mover),
        }
    }

    /// Counts the moves that each player's Jarl needs to the Throne: one a hex, and one more for
    /// each piece in the way, except one on the Throne. Ignores drafts.
    fn ways(&self, position: &Position) -> [i32; SEATS] {
        let board = self.board;
        let closed = position.holes | position.shields | !board.within(position.radius);
        let free = !(closed | position.all());
        let taken = position.all().without(closed);
        let mut ways = [NEVER; SEATS];
        let mut sought = position.jarls;
        // From the Throne outward: the hexes that are so many moves away, and those
        // that were one fewer, behind whose pieces one more is needed.
        let throne = Mask::single(board.throne());
        let (mut reached, mut last, mut around_before) = (throne, throne, Mask::EMPTY);
        let mut moves = 0;
        while !(sought.is_empty() || last.is_empty() && around_before.is_empty()) {
            moves += 1;
            let around = last
                .iter()
                .fold(Mask::EMPTY, |all, at| all | board.beside(at));
            for jarl in (around & sought).iter() {
                sought.remove(jarl);
                if let Some(player) = position.owner(jarl) {
                    ways[usize::from(player)] = moves;
                }
            }
            last = ((around & free) | (around_before & taken)).without(reached);
            reached = reached | last;
            around_before = around;
        }
        ways
    }
}
