//! Making a move: the piece, the push, whoever leaves the board, and whose turn
//! it is then. The only place that changes a position.

use super::events::{Cause, EventSink, Happening, PieceInPlay};
use super::mask::{Mask, NONE};
use super::moves::{Action, PathStep};
use super::position::{Phase, Position};
use super::{Jarls, setup};
use contract::game::{Seat, Seats};

/// Rounds without an elimination until players starve, and until rings fall; then
/// again every so many.
const STARVATION: i32 = 10;
const SUDDEN_DEATH: i32 = 20;
const AGAIN: i32 = 5;

impl Jarls {
    /// The position after a move that is permitted.
    pub(super) fn made(
        &self,
        position: &Position,
        action: Action,
        listener: &mut impl EventSink,
    ) -> Position {
        contract::work::add(1);
        let mut next = *position;
        match action {
            Action::Move(step) => {
                self.step(&mut next, step, listener);
                listener.tell(|| Happening::TurnEnded {
                    player: position.mover,
                });
                next.turn = next.turn.saturating_add(1);
                if !self.decided(&next) {
                    let last = next.mover;
                    self.pass_on(&mut next, last, listener);
                }
            }
            Action::Shield(at) => {
                let player = next.mover;
                next.shields.insert(at);
                listener.tell(|| Happening::Shield { player, at });
                self.place_on(&mut next, player, listener);
            }
            Action::GiveUp(at) => {
                let player = next.mover;
                self.remove(&mut next, at, Cause::Starved, listener);
                let left = match next.phase {
                    Phase::Starving(who) => who & !(1 << player),
                    _ => 0,
                };
                match self.in_turn(&next).find(|p| left >> p & 1 != 0) {
                    Some(player) => {
                        next.phase = Phase::Starving(left);
                        next.mover = player;
                    }
                    None => self.begin(&mut next, listener),
                }
            }
        }
        next
    }

    /// Lets the player who places a shield after one do so, or the first round begin.
    fn place_on(&self, position: &mut Position, after: u8, listener: &mut impl EventSink) {
        match (0..after).rev().find(|p| position.lives(*p)) {
            // Where no shield fits any more, the rest are left out.
            Some(next) if !self.shield_hexes(position).is_empty() => position.mover = next,
            _ => self.begin(position, listener),
        }
    }

    /// The position after players have left the game: they are out as if their Jarls had been
    /// eliminated. If it is the turn of one of them it passes to the next.
    pub(super) fn deserted(
        &self,
        position: &Position,
        seats: Seats,
        listener: &mut impl EventSink,
    ) -> Position {
        let mut next = *position;
        for seat in seats.iter() {
            if let Some(jarl) = next.jarl(seat.0) {
                self.remove(&mut next, jarl, Cause::Left, listener);
            }
        }
        self.bury(&mut next, listener);
        let mover = position.mover;
        let turn = seats.contains(Seat(mover));
        if self.decided(&next) {
            // Nothing is to be done any more.
            next.phase = Phase::Moving;
            return next;
        }
        match position.phase {
            Phase::Moving if turn => {
                listener.tell(|| Happening::TurnEnded { player: mover });
                next.turn = next.turn.saturating_add(1);
                self.pass_on(&mut next, mover, listener);
            }
            Phase::Placing if turn => self.place_on(&mut next, mover, listener),
            Phase::Starving(who) => {
                let who = seats.iter().fold(who, |who, seat| who & !(1 << seat.0));
                // The round has not begun: the next player in the game begins it.
                next.first = self
                    .in_turn(&next)
                    .find(|p| next.lives(*p))
                    .unwrap_or(next.first);
                match self.in_turn(&next).find(|p| who >> p & 1 != 0) {
                    Some(player) => {
                        next.phase = Phase::Starving(who);
                        next.mover = if turn { player } else { mover };
                    }
                    None => self.begin(&mut next, listener),
                }
            }
            Phase::Moving | Phase::Placing | Phase::Throne => {}
        }
        next
    }

    /// Returns true if the position itself ends the game: the Throne is taken, or at most one side
    /// is left.
    #[inline]
    pub(super) fn decided(&self, position: &Position) -> bool {
        if position.phase == Phase::Throne {
            return true;
        }
        let mut side = None;
        for player in 0..self.settings.players {
            if position.lives(player) {
                let of = self.settings.side(player);
                if side.is_some_and(|s| s != of) {
                    return false;
                }
                side = Some(of);
            }
        }
        true
    }

    /// Returns the hexes on which a shield may be placed.
    pub(super) fn shield_hexes(&self, position: &Position) -> Mask {
        setup::open_for_shields(self.board, &self.settings, position)
    }

    /// Moves a piece, and whatever it pushes.
    pub(super) fn step(
        &self,
        position: &mut Position,
        step: PathStep,
        listener: &mut impl EventSink,
    ) {
        let board = self.board;
        let sides = self.sides(position, position.mover);
        let jarl = position.jarls.has(step.from);
        let one = board.next(step.from, step.direction);
        let mut to = board.end(step);
        if jarl && one == board.throne() && !sides.all.has(one) {
            to = one;
        }
        let attack = sides.enemies.has(to);
        let mut pushed = false;
        if attack {
            listener.tell(|| Happening::Combat(self.weigh(position, &sides, step)));
            pushed = self.pushes(position, &sides, step);
            if !pushed {
                // It stops before the defender.
                to = if step.length == 1 { step.from } else { one };
            }
        }
        let piece = PieceInPlay {
            player: position.mover,
            jarl,
        };
        // The attacker's way is told first, though the line makes room before it.
        if to != step.from {
            listener.tell(|| Happening::Move {
                piece,
                from: step.from,
                to,
                momentum: step.length == 2,
            });
        }
        if pushed {
            self.push(position, to, step.direction, sides.void, listener);
        }
        if to != step.from {
            carry(position, piece.player, step.from, to);
            if jarl && to == board.throne() {
                position.phase = Phase::Throne;
            }
        }
        if pushed {
            self.bury(position, listener);
        }
    }

    /// Shifts the line of pieces from a hex on by one.
    fn push(
        &self,
        position: &mut Position,
        at: u8,
        direction: u8,
        void: Mask,
        listener: &mut impl EventSink,
    ) {
        let board = self.board;
        let all = position.all();
        let mut line = [NONE; 2 * super::board::RADII.1 as usize + 1];
        let mut depth = 0;
        let mut hex = at;
        while all.has(hex) && depth < line.len() {
            line[depth] = hex;
            depth += 1;
            hex = board.next(hex, direction);
        }
        listener.tell(|| Happening::Push {
            at,
            direction,
            depth: depth as u8,
        });
        let end = hex;
        for i in (0..depth).rev() {
            let (from, to) = (line[i], if i + 1 < depth { line[i + 1] } else { end });
            if void.has(to) {
                position.quiet = -1;
                let cause = if position.holes.has(to) {
                    Cause::Hole
                } else {
                    Cause::Edge
                };
                self.remove(position, from, cause, listener);
            } else if let Some(player) = position.owner(from) {
                carry(position, player, from, to);
            }
        }
    }

    /// Takes one piece off the board.
    fn remove(&self, position: &mut Position, at: u8, cause: Cause, listener: &mut impl EventSink) {
        let Some(player) = position.owner(at) else {
            return;
        };
        let piece = PieceInPlay {
            player,
            jarl: position.jarls.has(at),
        };
        position.pieces[usize::from(player)].remove(at);
        position.jarls.remove(at);
        listener.tell(|| Happening::Eliminated { piece, at, cause });
    }

    /// Takes the warriors without a Jarl off the board.
    fn bury(&self, position: &mut Position, listener: &mut impl EventSink) {
        for player in 0..self.settings.players {
            if !position.lives(player) {
                for at in position.of(player).iter() {
                    self.remove(position, at, Cause::Orphaned, listener);
                }
            }
        }
    }

    /// The players from the first of the round on.
    fn in_turn(&self, position: &Position) -> impl Iterator<Item = u8> + use<> {
        self.round(position.first)
    }

    /// All players from one on.
    pub(super) fn round(&self, first: u8) -> impl Iterator<Item = u8> + use<> {
        let players = self.settings.players;
        (first..players).chain(0..first.min(players))
    }

    /// Lets the first player of the round begin, or the next who can.
    pub(super) fn begin(&self, position: &mut Position, listener: &mut impl EventSink) {
        position.phase = Phase::Moving;
        let first = position.first;
        if self.can_move(position, first) {
            position.mover = first;
        } else {
            if position.lives(first) {
                listener.tell(|| Happening::TurnSkipped { player: first });
            }
            self.pass_on(position, first, listener);
        }
    }

    /// Finds who moves after a player, in this round or a later one.
    pub(super) fn pass_on(
        &self,
        position: &mut Position,
        after: u8,
        listener: &mut impl EventSink,
    ) {
        let players = self.settings.players;
        let mut last = after;
        // Who was skipped is told once, however many rounds nobody can move in.
        let mut told = 0u8;
        let mut skip = |player: u8, listener: &mut _| {
            if told >> player & 1 == 0 {
                told |= 1 << player;
                EventSink::tell(listener, || Happening::TurnSkipped { player });
            }
        };
        loop {
            let mut player = (last + 1) % players;
            while player != position.first {
                if position.lives(player) {
                    if self.can_move(position, player) {
                        position.mover = player;
                        return;
                    }
                    skip(player, listener);
                }
                player = (player + 1) % players;
            }
            self.new_round(position, listener);
            if self.decided(position) || position.phase != Phase::Moving {
                return;
            }
            last = position.first;
            if self.can_move(position, last) {
                position.mover = last;
                return;
            }
            skip(last, listener);
            let over = self.settings.limited() && position.quiet >= self.settings.round_limit;
            let nobody = (0..players).all(|p| !self.can_move(position, p));
            if over && nobody {
                position.mover = last;
                return;
            }
        }
    }

    /// Ends a round and begins the next: the ring that falls, the hunger.
    fn new_round(&self, position: &mut Position, listener: &mut impl EventSink) {
        position.round = position.round.saturating_add(1);
        position.quiet = position.quiet.saturating_add(1);
        let due = |since: i32| position.quiet >= since && (position.quiet - since) % AGAIN == 0;
        let (falls, starves) = (
            self.settings.sudden_death && due(SUDDEN_DEATH),
            self.settings.starvation && due(STARVATION),
        );
        if falls && position.radius > 0 {
            self.ring_falls(position, listener);
        }
        let hungry = if starves {
            self.starve(position, listener)
        } else {
            0
        };
        if self.decided(position) {
            return;
        }
        let players = self.settings.players;
        let first = (1..=players)
            .map(|i| (position.first + i) % players)
            .find(|p| position.lives(*p));
        position.first = first.unwrap_or(position.first);
        listener.tell(|| Happening::Round {
            number: position.round,
            first: position.first,
        });
        if let Some(player) = self.in_turn(position).find(|p| hungry >> p & 1 != 0) {
            let among = (0..players)
                .filter(|p| hungry >> p & 1 != 0)
                .fold(Mask::EMPTY, |m, p| m | self.farthest(position, p));
            position.phase = Phase::Starving(hungry);
            position.mover = player;
            listener.tell(|| Happening::Starving {
                players: hungry,
                among,
            });
        }
    }

    /// The outer ring becomes edge, and the pieces on it fall off.
    fn ring_falls(&self, position: &mut Position, listener: &mut impl EventSink) {
        position.radius -= 1;
        let left = self.board.within(position.radius);
        position.holes = position.holes & left;
        position.shields = position.shields & left;
        listener.tell(|| Happening::Ring {
            radius: position.radius,
        });
        for at in position.all().without(left).iter() {
            self.remove(position, at, Cause::Edge, listener);
        }
        self.bury(position, listener);
    }

    /// Everybody loses the warrior farthest from the Throne; who has none loses the
    /// Jarl, though not the first time. Gives back who has to choose.
    fn starve(&self, position: &mut Position, listener: &mut impl EventSink) -> u8 {
        let mut choosing = 0;
        for player in 0..self.settings.players {
            let farthest = self.farthest(position, player);
            match farthest.len() {
                0 => {
                    if position.quiet > STARVATION
                        && let Some(jarl) = position.jarl(player)
                    {
                        self.remove(position, jarl, Cause::Starved, listener);
                    }
                }
                1 => {
                    if let Some(at) = farthest.first() {
                        self.remove(position, at, Cause::Starved, listener);
                    }
                }
                _ => choosing |= 1 << player,
            }
        }
        choosing
    }
}

/// Moves one piece, Jarl or warrior, to an empty hex.
#[inline]
fn carry(position: &mut Position, player: u8, from: u8, to: u8) {
    if let Some(of) = position.pieces.get_mut(usize::from(player)) {
        of.remove(from);
        of.insert(to);
    }
    if position.jarls.has(from) {
        position.jarls.remove(from);
        position.jarls.insert(to);
    }
}
