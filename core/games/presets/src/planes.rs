//! Positions as planes for learning, from the side of a seat. Which planes there are follows from
//! the pieces that are known and from the presets that a game begins with.

use super::board::PieceTypeId;
use super::position::Position;
use super::scope::Active;
use super::settings::RuleSettings;
use chess::{Bitboard, Color, Square};
use chess_games::planes::{GRID, SIDES, seen_from};
use contract::history::PositionHistory;
use contract::planes::{Plane, PlaneLayout, PlaneWriter};

impl RuleSettings {
    /// Returns the layout.
    pub(super) fn plane_layout(&self) -> PlaneLayout {
        let mut planes = Vec::new();
        for (side, of) in SIDES {
            for kind in &self.library.kinds {
                let doc = format!("squares of {of} pieces of the type {}", kind.name);
                planes.push(Plane::flag(format!("{side}_{}", kind.id), doc));
            }
        }
        for (name, doc) in [
            ("castling", "squares of rooks that may still castle"),
            (
                "en_passant",
                "square behind a pawn that can be taken in passing",
            ),
            (
                "unmoved",
                "squares of pieces that have not moved, of the types for which that matters",
            ),
            ("black", "1 everywhere if the seat is Black"),
            ("to_move", "1 everywhere if the seat is to move"),
        ] {
            planes.push(Plane::flag(name, doc));
        }
        planes.push(Plane::count(
            "halfmoves",
            "plies since the last capture or move of a pawn",
            100,
        ));
        planes.push(Plane::count(
            "repetitions",
            "times that the position has stood before",
            2,
        ));
        for (side, of) in SIDES {
            planes.push(Plane::flag(
                format!("{side}_lost"),
                format!("1 everywhere if {of} last king is gone"),
            ));
        }
        for attribute in &self.attributes {
            let name = &self.library.attribute_names()[*attribute];
            planes.push(Plane::count(
                format!("attribute_{name}"),
                format!("{name} of the piece on each square, 0 where it has none"),
                4,
            ));
        }
        for (preset, counter) in &self.counters {
            let preset = self.library.id(*preset);
            let name = format!("{preset}_{}", counter.name);
            let doc = |of: &str| format!("{of} count of {} in {preset}", counter.name);
            if counter.fields[0] == counter.fields[1] {
                planes.push(Plane::count(name, doc("the common"), 4));
                continue;
            }
            for (side, of) in SIDES {
                planes.push(Plane::count(format!("{side}_{name}"), doc(of), 4));
            }
        }
        for active in &self.chosen {
            let preset = self.library.id(active.preset);
            for (side, of) in SIDES {
                planes.push(Plane::flag(
                    format!("{side}_{preset}_in_force"),
                    format!("1 everywhere if {preset} is in force for {of} pieces"),
                ));
            }
        }
        PlaneLayout {
            rows: 8,
            columns: 8,
            grid: GRID,
            planes,
        }
    }

    /// Writes the planes of a seat.
    pub(super) fn fill_planes(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        color: Color,
        out: &mut [u8],
    ) {
        let mut out = PlaneWriter::new(out, 64);
        let sides = [color, !color];
        let seen = |squares: Bitboard| seen_from(color, squares);
        for side in sides {
            for kind in 0..self.library.kinds.len() {
                out.bits(seen(position.board.pieces(side, PieceTypeId(kind as u8))));
            }
        }
        let rooks = position.castling.iter().flatten();
        out.bits(seen(rooks.filter_map(|rook| Square::new(*rook)).collect()));
        out.bits(seen(position.en_passant().into_iter().collect()));
        out.bits(seen(Bitboard(position.unmoved)));
        out.everywhere(u64::from(color == Color::Black));
        out.everywhere(u64::from(position.turn == color));
        out.everywhere(position.halfmove.into());
        let within = usize::from(position.halfmove);
        out.everywhere(past.occurrences(position.key(), within).into());
        for side in sides {
            out.everywhere(u64::from(position.lost >> side.index() & 1));
        }
        for attribute in &self.attributes {
            let plane = out.next_plane();
            for square in position.occupied() {
                let value = position.attributes.get(*attribute, square).unwrap_or(0);
                let at = Square::wrap(seen(square.into()).trailing_zeros() as u8);
                if let Some(place) = plane.get_mut(at.index()) {
                    *place = value.clamp(0, 255) as u8;
                }
            }
        }
        for (preset, counter) in &self.counters {
            let state = position.state(*preset);
            let mut tell = |field: &str| {
                let value = state.and_then(|state| state.get(field)?.as_i64());
                out.everywhere(value.unwrap_or(0).max(0) as u64);
            };
            if counter.fields[0] == counter.fields[1] {
                tell(&counter.fields[0]);
                continue;
            }
            for side in sides {
                tell(&counter.fields[side.index()]);
            }
        }
        for active in &self.chosen {
            for side in sides {
                let holds = |now: &Active| now.preset == active.preset && now.scope.has(side);
                out.everywhere(u64::from(position.active.iter().any(holds)));
            }
        }
    }
}
