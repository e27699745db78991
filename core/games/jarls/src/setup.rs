//! The first position: where the pieces start, and the terrain drawn from the
//! seed.
//!
//! Pieces are placed first and terrain around them, so that whether a radius is
//! large enough does not depend on the seed. A hole lies neither where any piece
//! starts nor between there and the Throne; a shield not where any piece starts
//! nor between a Jarl and the Throne.

use std::f64::consts::PI;

use super::board::HexBoard;
use super::hex::{DIRECTIONS, Hex};
use super::mask::Mask;
use super::position::{Phase, Position};
use super::settings::{JarlsSettings, SEATS, Terrain};
use contract::error::{Error, Result};
use contract::rng::Rng;

/// Angles that differ by less are the same.
const SAME_ANGLE: f64 = 1e-9;

/// Tells the draws of terrain from others with the same seed.
const TERRAIN: u64 = 0x0074_6572_7261_696e;

/// The first position.
///
/// # Errors
///
/// `invalid_option` for a radius that is too small for the pieces.
pub(super) fn start(board: &HexBoard, settings: &JarlsSettings) -> Result<Position> {
    let starts = pieces(board, settings)?;
    let mut position = Position {
        pieces: [Mask::EMPTY; SEATS],
        jarls: Mask::EMPTY,
        holes: Mask::EMPTY,
        shields: Mask::EMPTY,
        radius: board.radius(),
        mover: 0,
        first: 0,
        phase: Phase::Moving,
        turn: 1,
        round: 1,
        quiet: 0,
    };
    for (mask, hexes) in position.pieces.iter_mut().zip(&starts) {
        *mask = hexes.iter().filter_map(|h| board.index_of(*h)).collect();
    }
    let jarls = starts.iter().filter_map(|hexes| hexes.first());
    position.jarls = jarls.filter_map(|h| board.index_of(*h)).collect();
    let mut rng = Rng::derived(&[settings.seed, TERRAIN]);
    match settings.terrain {
        Terrain::Bare => {}
        Terrain::Holes(count) => {
            let all = starts.iter().flatten().copied();
            position.holes = draw(open(board, all), count as usize, 1, board, &mut rng);
        }
        Terrain::Shields(count) => {
            let from = open_for_shields(board, settings, &position);
            let fold = symmetry(settings.players);
            position.shields = draw(from, count as usize, fold, board, &mut rng);
        }
        Terrain::Drafted if open_for_shields(board, settings, &position).is_empty() => {}
        Terrain::Drafted => {
            position.phase = Phase::Placing;
            position.mover = settings.players - 1;
        }
    }
    Ok(position)
}

/// Returns the hexes on which a shield may stand at the start: not the Throne, an edge hex, a
/// piece, shield or hole, nor the line from a Jarl's start to the Throne, so that everybody keeps a
/// straight one.
pub(super) fn open_for_shields(
    board: &HexBoard,
    settings: &JarlsSettings,
    position: &Position,
) -> Mask {
    let lines = jarls(board, settings.players).into_iter();
    open(board, lines)
        .without(position.all())
        .without(position.shields | position.holes)
}

/// Returns the order of the terrain's rotational symmetry: hexes turn by a sixth of a circle at
/// least, so this is the greatest common divisor of six and the number of players.
pub(super) const fn symmetry(players: u8) -> usize {
    match players {
        2 | 4 => 2,
        3 => 3,
        6 => 6,
        _ => 1,
    }
}

/// The hexes that are neither the Throne nor on the edge nor on the way from one
/// of these to the Throne.
fn open(board: &HexBoard, starts: impl Iterator<Item = Hex>) -> Mask {
    let ways: Mask = starts
        .flat_map(|start| start.line_to(Hex::THRONE))
        .filter_map(|hex| board.index_of(hex))
        .collect();
    board
        .within(board.radius() - 1)
        .without(ways)
        .without(Mask::single(board.throne()))
}

/// So many of the hexes, as many as fit, in sets that turn onto themselves.
fn draw(from: Mask, count: usize, fold: usize, board: &HexBoard, rng: &mut Rng) -> Mask {
    let mut sets: Vec<Mask> = Vec::new();
    for hex in from.iter() {
        let mut turn = board.hex(hex);
        let mut set = Mask::EMPTY;
        for _ in 0..fold {
            set = set | board.index_of(turn).map_or(Mask::EMPTY, Mask::single);
            for _ in 0..6 / fold {
                turn = turn.turned();
            }
        }
        let whole = set.without(from).is_empty() && set.len() as usize == fold;
        if whole && set.first() == Some(hex) {
            sets.push(set);
        }
    }
    let mut out = Mask::EMPTY;
    for _ in 0..(count / fold).min(sets.len()) {
        out = out | sets.swap_remove(rng.below(sets.len() as u32) as usize);
    }
    out
}

/// Returns the starting hexes of the Jarls: the edge hexes nearest the angles that divide the
/// circle evenly.
pub(super) fn jarls(board: &HexBoard, players: u8) -> Vec<Hex> {
    let mut edge: Vec<Hex> = board.hexes().to_vec();
    edge.retain(|h| h.distance(Hex::THRONE) == board.radius());
    let angle = |h: &Hex| {
        let (q, r) = (f64::from(h.q), f64::from(h.r));
        let root = 3f64.sqrt();
        (1.5 * r).atan2(root * q + root / 2.0 * r)
    };
    (0..players)
        .map(|i| {
            let target = 2.0 * PI * f64::from(i) / f64::from(players);
            let apart = |h: &Hex| {
                let apart = (angle(h) - target).rem_euclid(2.0 * PI);
                apart.min(2.0 * PI - apart)
            };
            // Hexes are in the order of q, then r, so the first of equals stays.
            let mut best = 0;
            for (place, hex) in edge.iter().enumerate() {
                if apart(hex) < apart(&edge[best]) - SAME_ANGLE {
                    best = place;
                }
            }
            edge.remove(best)
        })
        .collect()
}

/// Returns the starting hexes of each player's pieces, the Jarl first.
fn pieces(board: &HexBoard, settings: &JarlsSettings) -> Result<Vec<Vec<Hex>>> {
    let mut starts: Vec<Vec<Hex>> = jarls(board, settings.players)
        .into_iter()
        .map(|jarl| vec![jarl])
        .collect();
    for player in 0..starts.len() {
        let jarl = starts[player][0];
        let mut places = jarl.line_to(Hex::THRONE);
        let nearest = (0..6).min_by_key(|d| (jarl + DIRECTIONS[*d]).distance(Hex::THRONE));
        let toward = nearest.unwrap_or(0);
        let fan = [0, 1, 5, 2, 4, 3].map(|turn| DIRECTIONS[(toward + turn) % 6]);
        places.extend(fan.map(|step| jarl + step));
        places.extend(fan.map(|step| jarl + step + step));
        for hex in places {
            let taken = hex == Hex::THRONE || starts.iter().flatten().any(|h| *h == hex);
            if starts[player].len() > usize::from(settings.warriors) {
                break;
            }
            if !taken && board.index_of(hex).is_some() {
                starts[player].push(hex);
            }
        }
        if starts[player].len() <= usize::from(settings.warriors) {
            return Err(Error::invalid_option(format!(
                "radius: a board of radius {} is too small for {} players with {} warriors each",
                board.radius(),
                settings.players,
                settings.warriors
            )));
        }
    }
    Ok(starts)
}
