//! A position, or what a seat knows of it under fog, as planes for learning.

use contract::planes::{Plane, PlaneLayout, PlaneWriter};

use super::Jarls;
use super::fog::{Duty, Glimpse};
use super::mask::Mask;
use super::position::{Phase, Position};
use super::settings::SEATS;

/// Facts that both forms of the game have.
struct Seen {
    seat: u8,
    radius: u8,
    visible: Mask,
    pieces: [Mask; SEATS],
    jarls: Mask,
    holes: Mask,
    shields: Mask,
    mover: u8,
    first: u8,
    living: u8,
    placing: bool,
    starving: bool,
    round: u32,
}

impl Jarls {
    /// Returns the planes; players are numbered from the seat, which is 0.
    pub(crate) fn plane_layout(&self) -> PlaneLayout {
        let players = 0..self.settings().players;
        let mut planes = vec![
            Plane::flag("board", "hexes that are left of the board"),
            Plane::flag("visible", "hexes in sight; without fog all that are left"),
        ];
        for player in players.clone() {
            let whose = whose(player);
            planes.push(Plane::flag(
                format!("warriors_{player}"),
                format!("hexes of the warriors of {whose}"),
            ));
            planes.push(Plane::flag(
                format!("jarl_{player}"),
                format!("hex of the Jarl of {whose}"),
            ));
        }
        planes.push(Plane::flag(
            "holes",
            "holes; under fog those that the seat sees or has seen",
        ));
        planes.push(Plane::flag(
            "shields",
            "shields; under fog those that the seat sees or has seen",
        ));
        let each = [
            ("mover", "to move, as far as the seat is told"),
            ("first", "the first of the round"),
            ("living", "still in the game"),
        ];
        for (name, doc) in each {
            for player in players.clone() {
                let doc = format!("1 everywhere if {} is {doc}", whose(player));
                planes.push(Plane::flag(format!("{name}_{player}"), doc));
            }
        }
        planes.push(Plane::flag(
            "placing",
            "1 everywhere if a shield is to be placed; under fog by the seat",
        ));
        planes.push(Plane::flag(
            "starving",
            "1 everywhere if a warrior is to be given up; under fog by the seat",
        ));
        planes.push(Plane::count("round", "the number of the round", 64));
        if !self.settings().fog {
            planes.push(Plane::count(
                "quiet",
                "full rounds since the last elimination, plus 1",
                64,
            ));
            for player in players {
                let doc = format!(
                    "1 everywhere if {} still has to give up a warrior",
                    whose(player)
                );
                planes.push(Plane::flag(format!("starving_{player}"), doc));
            }
        }
        let side = u16::from(self.settings().radius) * 2 + 1;
        PlaneLayout {
            rows: side,
            columns: side,
            grid: "row is r plus the radius at the start, column is q plus it, in axial coordinates; \
                   places outside the hexagon are always 0",
            planes,
        }
    }

    fn grid_place(&self, hex: u8) -> usize {
        let radius = i32::from(self.settings().radius);
        let hex = self.board().hex(hex);
        let (row, column) = (i32::from(hex.r) + radius, i32::from(hex.q) + radius);
        // Both are from 0 to twice the radius, for the hex is on the board.
        (row * (2 * radius + 1) + column) as usize
    }

    fn write_planes(&self, seen: &Seen, out: &mut PlaneWriter<'_>) {
        let points = |out: &mut PlaneWriter<'_>, of: Mask| {
            out.points(of.iter().map(|hex| self.grid_place(hex)))
        };
        let order = || self.in_order(seen.seat);
        points(out, self.board().within(seen.radius));
        points(out, seen.visible);
        for player in order() {
            let of = seen.pieces[usize::from(player) % SEATS];
            points(out, of.without(seen.jarls));
            points(out, of & seen.jarls);
        }
        points(out, seen.holes);
        points(out, seen.shields);
        for player in order() {
            out.everywhere(u64::from(seen.mover == player));
        }
        for player in order() {
            out.everywhere(u64::from(seen.first == player));
        }
        for player in order() {
            out.everywhere(u64::from(seen.living >> player & 1));
        }
        out.everywhere(u64::from(seen.placing));
        out.everywhere(u64::from(seen.starving));
        out.everywhere(seen.round.into());
    }

    /// The players, beginning with a seat.
    fn in_order(&self, seat: u8) -> impl Iterator<Item = u8> {
        let players = self.settings().players;
        (0..players).map(move |i| (seat + i) % players)
    }

    /// Writes the planes of a position in which nothing is hidden.
    pub(crate) fn fill_open(&self, position: &Position, seat: u8, out: &mut [u8]) {
        let area = self.plane_layout_area();
        let mut out = PlaneWriter::new(out, area);
        let starving = match position.phase {
            Phase::Starving(who) => Some(who),
            _ => None,
        };
        let seen = Seen {
            seat,
            radius: position.radius,
            visible: self.board().within(position.radius),
            pieces: position.pieces,
            jarls: position.jarls,
            holes: position.holes,
            shields: position.shields,
            mover: position.mover,
            first: position.first,
            living: self.living(position),
            placing: position.phase == Phase::Placing,
            starving: starving.is_some(),
            round: position.round,
        };
        self.write_planes(&seen, &mut out);
        out.everywhere(u64::try_from(position.quiet + 1).unwrap_or_default());
        for player in self.in_order(seat) {
            out.everywhere(u64::from(starving.unwrap_or_default() >> player & 1));
        }
    }

    /// Writes the planes of what a seat sees and remembers under fog.
    pub(crate) fn fill_glimpse(&self, glimpse: &Glimpse, out: &mut [u8]) {
        let mut out = PlaneWriter::new(out, self.plane_layout_area());
        let seen = Seen {
            seat: glimpse.seat,
            radius: glimpse.radius,
            visible: glimpse.seen,
            pieces: glimpse.pieces,
            jarls: glimpse.jarls,
            holes: glimpse.holes,
            shields: glimpse.shields,
            mover: glimpse.mover,
            first: glimpse.first,
            living: glimpse.living,
            placing: glimpse.task == Duty::Place,
            starving: glimpse.task == Duty::GiveUp,
            round: glimpse.round,
        };
        self.write_planes(&seen, &mut out);
    }

    fn plane_layout_area(&self) -> usize {
        let side = usize::from(self.settings().radius) * 2 + 1;
        side * side
    }
}

/// A player as documentation has it.
fn whose(player: u8) -> String {
    match player {
        0 => "the seat".to_owned(),
        player => format!("the {player}. player after it"),
    }
}
