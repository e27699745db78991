//! A position as planes for learning.

use contract::planes::{Plane, PlaneLayout, PlaneWriter};

use super::bits::Bits;
use super::position::Layout;
use super::settings::BoostSettings;

/// Returns the planes; players are numbered from the seat, which is 0.
pub(super) fn layout(settings: &BoostSettings) -> PlaneLayout {
    let mut planes = Vec::new();
    let whose = |player: u8| match player {
        0 => "the seat".to_owned(),
        player => format!("the {player}. player after it"),
    };
    for player in 0..settings.players {
        for kind in ["pawns", "knights", "towers"] {
            planes.push(Plane::flag(
                format!("{kind}_{player}"),
                format!("points of the {kind} of {}", whose(player)),
            ));
        }
    }
    planes.push(Plane::flag("dragons", "points of the dragons"));
    for (name, doc) in [("mover", "is to move"), ("resigned", "has left the game")] {
        for player in 0..settings.players {
            planes.push(Plane::flag(
                format!("{name}_{player}"),
                format!("1 everywhere if {} {doc}", whose(player)),
            ));
        }
    }
    PlaneLayout {
        rows: settings.height.into(),
        columns: settings.width.into(),
        grid: "row 0 is rank 1, column 0 is file a, whichever seat looks",
        planes,
    }
}

/// Writes the planes of a position as a seat sees it.
pub(super) fn fill<B: Bits>(
    settings: &BoostSettings,
    position: &Layout<B>,
    seat: u8,
    out: &mut [u8],
) {
    let mut out = PlaneWriter::new(out, settings.area());
    let players = settings.players;
    let order = || (0..players).map(|i| (seat + i) % players);
    let points = |out: &mut PlaneWriter<'_>, of: B| out.points(of.points().map(usize::from));
    for player in order() {
        for kind in [position.pawns, position.knights, position.towers] {
            points(&mut out, position.of(player) & kind);
        }
    }
    points(&mut out, position.dragons);
    for player in order() {
        out.everywhere(u64::from(position.mover == player));
    }
    for player in order() {
        out.everywhere(u64::from(position.forfeited >> player & 1));
    }
}
