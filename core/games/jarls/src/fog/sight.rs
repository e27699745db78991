//! The sight of a seat on a position and the events that it hears of a move: the referee's side.

use std::hash::Hasher;

use serde::{Deserialize, Serialize};

use crate::Jarls;
use crate::description::{JarlsEvent, name};
use crate::events::{Cause, Happening, PieceInPlay};
use crate::mask::{Mask, NONE};
use crate::moves::Action;
use crate::position::{Phase, Position};
use crate::settings::{SEATS, Terrain};
use contract::fnv::Fnv;
use contract::game::{Flow, SeatEvent};

/// The duty of a seat now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Duty {
    /// Nothing.
    Wait,
    /// To move a piece.
    Move,
    /// To place a shield.
    Place,
    /// To give up a warrior.
    GiveUp,
}

impl Duty {
    /// As a stable word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Wait => "waiting",
            Self::Move => "moving",
            Self::Place => "placing",
            Self::GiveUp => "starving",
        }
    }
}

/// The sight of a seat at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glimpse {
    pub(crate) seat: u8,
    /// The hexes in sight.
    pub(crate) seen: Mask,
    /// The pieces on them.
    pub(crate) pieces: [Mask; SEATS],
    pub(crate) jarls: Mask,
    pub(crate) holes: Mask,
    pub(crate) shields: Mask,
    pub(crate) radius: u8,
    pub(crate) mover: u8,
    pub(crate) first: u8,
    pub(crate) turn: u32,
    pub(crate) round: u32,
    /// The players who are still in the game, as bits.
    pub(crate) living: u8,
    pub(crate) task: Duty,
}

/// The record of a move, or of players leaving, for each seat, in the order of the seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SightedPly(Vec<SightedMove>);

/// The record of a ply for one seat: the terrain it saw, and a digest of all it saw before the move
/// and heard of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SightedMove {
    pub(crate) holes: Mask,
    pub(crate) shields: Mask,
    pub(crate) digest: u64,
}

impl SightedPly {
    /// Returns the record of a seat.
    pub(crate) fn of(&self, seat: u8) -> Option<SightedMove> {
        self.0.get(usize::from(seat)).copied()
    }
}

/// The sum of a text, another for each start.
pub(crate) fn digest(start: u64, text: &str) -> u64 {
    let mut sum = Fnv::seeded(start);
    sum.write(text.as_bytes());
    sum.finish()
}

impl Jarls {
    /// The hexes that a player's pieces see. While shields are placed the fog has
    /// not fallen.
    fn seen(&self, position: &Position, seat: u8) -> Mask {
        if position.phase == Phase::Placing {
            return self.board.within(self.board.radius());
        }
        let own = position.of(seat);
        own.iter()
            .fold(Mask::EMPTY, |seen, at| seen | self.board.sight(at))
    }

    /// Whose turn a player is told it is. While somebody gives up a warrior all others
    /// are told that it is the turn of whoever begins the round, as it will be.
    fn mover_shown(&self, position: &Position, seat: u8) -> u8 {
        match position.phase {
            Phase::Starving(_) if position.mover != seat => position.first,
            _ => position.mover,
        }
    }

    /// Returns the sight of a player on a position, and the public facts.
    pub(crate) fn glimpse(&self, position: &Position, seat: u8) -> Glimpse {
        let seen = self.seen(position, seat);
        let task = match position.phase {
            _ if position.mover != seat => Duty::Wait,
            Phase::Moving => Duty::Move,
            Phase::Placing => Duty::Place,
            Phase::Starving(_) => Duty::GiveUp,
            Phase::Throne => Duty::Wait,
        };
        let shields = match self.settings.terrain {
            Terrain::Drafted => position.shields,
            _ => position.shields & seen,
        };
        let glimpse = Glimpse {
            seat,
            seen,
            pieces: position.pieces.map(|of| of & seen),
            jarls: position.jarls & seen,
            holes: position.holes & seen,
            shields,
            radius: position.radius,
            mover: self.mover_shown(position, seat),
            first: position.first,
            turn: position.turn,
            round: position.round,
            living: self.living(position),
            task,
        };
        #[cfg(test)]
        let glimpse = leaks::into_glimpse(glimpse, position);
        glimpse
    }

    /// A position with nothing but what a seat sees, for the rules of moving.
    pub(crate) fn known_by(&self, glimpse: &Glimpse) -> Position {
        Position {
            pieces: glimpse.pieces,
            jarls: glimpse.jarls,
            holes: glimpse.holes,
            shields: glimpse.shields,
            radius: glimpse.radius,
            mover: glimpse.mover,
            first: glimpse.first,
            phase: match glimpse.task {
                Duty::Wait | Duty::Move => Phase::Moving,
                Duty::Place => Phase::Placing,
                Duty::GiveUp => Phase::Starving(1 << glimpse.seat),
            },
            turn: glimpse.turn,
            round: glimpse.round,
            quiet: 0,
        }
    }

    /// Visits what a seat may try. What it does not see makes no difference.
    pub(crate) fn tries(&self, glimpse: &Glimpse, visit: impl FnMut(Action) -> Flow) -> Flow {
        match glimpse.task {
            Duty::Wait => Flow::Continue(()),
            _ => self.listed(&self.known_by(glimpse), visit),
        }
    }

    /// Lists the events that a player hears of a move, in order.
    pub(crate) fn fog_events(
        &self,
        before: &Position,
        action: Action,
        happenings: &[Happening],
        to: u8,
    ) -> Vec<SeatEvent<JarlsEvent>> {
        let moved = (before.mover == to).then(|| SeatEvent::Moved {
            seat: Some(name(to)),
            text: self.board.text(action),
        });
        let told = self.told_in_fog(before, happenings, to);
        let told = told.into_iter().map(SeatEvent::Game);
        moved.into_iter().chain(told).collect()
    }

    /// Lists the events that a player hears of what happens in a position, in order.
    pub(crate) fn told_in_fog(
        &self,
        before: &Position,
        happenings: &[Happening],
        to: u8,
    ) -> Vec<JarlsEvent> {
        let seen = self.seen(before, to);
        let mut way = 0;
        let mut out = Vec::new();
        for happening in happenings {
            match happening {
                Happening::Combat(_) => {}
                Happening::Move {
                    piece,
                    from,
                    to: end,
                    ..
                } => {
                    if piece.player == to || (seen.has(*from) && seen.has(*end)) {
                        out.push(self.event(happening));
                    }
                }
                Happening::Push { at, direction, .. } => {
                    way = *direction;
                    if seen.has(*at) {
                        let depth = self.depth_seen(before, seen, *at, way);
                        out.push(self.event(&Happening::Push {
                            at: *at,
                            direction: way,
                            depth,
                        }));
                    }
                }
                Happening::Eliminated { piece, at, cause } => {
                    if self.sees_end(seen, *piece, *at, *cause, way, to) {
                        out.push(self.event(happening));
                    }
                    if piece.jarl {
                        out.push(JarlsEvent::Out {
                            seat: name(piece.player),
                        });
                    }
                }
                Happening::Starving { players, among } => {
                    if players >> to & 1 != 0 {
                        out.push(self.event(&Happening::Starving {
                            players: 1 << to,
                            among: *among & before.of(to),
                        }));
                    }
                }
                Happening::Shield { .. }
                | Happening::TurnEnded { .. }
                | Happening::TurnSkipped { .. }
                | Happening::Round { .. }
                | Happening::Ring { .. } => out.push(self.event(happening)),
            }
        }
        #[cfg(test)]
        leaks::into_told(self, &mut out, happenings);
        out
    }

    /// Counts the pieces of a pushed line that are in sight, from its first piece on.
    fn depth_seen(&self, before: &Position, seen: Mask, at: u8, direction: u8) -> u8 {
        let line = before.all() & seen;
        let mut depth = 0;
        let mut hex = at;
        while line.has(hex) {
            depth += 1;
            hex = self.board.next(hex, direction);
        }
        depth
    }

    /// Returns true if a player sees that a piece has gone for good. One that is pushed out of
    /// sight may have fallen into a hole there or not.
    fn sees_end(
        &self,
        seen: Mask,
        piece: PieceInPlay,
        at: u8,
        cause: Cause,
        way: u8,
        to: u8,
    ) -> bool {
        let hole = self.board.next(at, way);
        piece.player == to
            || seen.has(at)
                && match cause {
                    Cause::Hole => hole != NONE && seen.has(hole),
                    Cause::Edge | Cause::Starved | Cause::Orphaned | Cause::Left => true,
                }
    }

    /// Returns the record of a move, or of players leaving, for the seats, each of which hears
    /// the events given.
    pub(crate) fn traces(
        &self,
        before: &Position,
        heard: impl Fn(u8) -> Vec<SeatEvent<JarlsEvent>>,
    ) -> SightedPly {
        let trace = |seat: u8| {
            let glimpse = self.glimpse(before, seat);
            let mut sum = digest(0, &self.glimpse_text(&glimpse));
            for event in heard(seat) {
                sum = digest(sum, &serde_json::to_string(&event).unwrap_or_default());
            }
            SightedMove {
                holes: glimpse.holes,
                shields: glimpse.shields,
                digest: sum,
            }
        };
        SightedPly((0..self.settings.players).map(trace).collect())
    }
}

/// Leaks planted by the tests, to show that their comparison finds them.
#[cfg(test)]
pub(crate) mod leaks {
    use std::cell::Cell;

    use super::{Glimpse, Happening, Jarls, JarlsEvent, Position, name};

    /// The information that is leaked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Leak {
        /// A Jarl that is not in sight.
        Jarl,
        /// A hole that is not in sight.
        Hole,
        /// Rounds without an elimination.
        Quiet,
        /// The weights of a fight.
        Combat,
        /// Eliminations that are not in sight.
        Elimination,
    }

    impl Leak {
        pub(crate) const ALL: [Self; 5] = [
            Self::Jarl,
            Self::Hole,
            Self::Quiet,
            Self::Combat,
            Self::Elimination,
        ];
    }

    thread_local! {
        static PLANTED: Cell<Option<Leak>> = const { Cell::new(None) };
    }

    /// Plants a leak for what this thread does from now on.
    pub(crate) fn plant(leak: Option<Leak>) {
        PLANTED.set(leak);
    }

    /// Returns the leak that is planted.
    pub(crate) fn planted() -> Option<Leak> {
        PLANTED.get()
    }

    pub(super) fn into_glimpse(mut glimpse: Glimpse, position: &Position) -> Glimpse {
        match PLANTED.get() {
            Some(Leak::Jarl) => glimpse.jarls = position.jarls,
            Some(Leak::Hole) => glimpse.holes = position.holes,
            Some(Leak::Quiet) => glimpse.turn += position.quiet.unsigned_abs(),
            _ => {}
        }
        glimpse
    }

    pub(super) fn into_told(game: &Jarls, out: &mut Vec<JarlsEvent>, happenings: &[Happening]) {
        for happening in happenings {
            match (PLANTED.get(), happening) {
                (Some(Leak::Combat), Happening::Combat(_)) => out.push(game.event(happening)),
                (Some(Leak::Elimination), Happening::Eliminated { piece, .. }) => {
                    let seat = name(piece.player);
                    out.push(JarlsEvent::Out { seat });
                }
                _ => {}
            }
        }
    }
}
