//! Finding the positions: games are played by number, each from a stream of its
//! own, and looked through in batches side by side. What is taken depends on the
//! order of the games alone, so that a seed always makes the same file.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use boardwright::chess::mates::Mate;
use boardwright::chess::{Board, Color, Piece};
use boardwright::rng::Rng;
use rayon::prelude::*;

use super::{EACH, HEADER, KINDS, LONGEST, MateKind, first_moves, is_bare, path, play, worth};
use crate::Failure;

/// The seed of the committed file.
pub const SEED: u64 = 1;

/// Games that are looked through side by side, and when to give up.
const BATCH: u64 = 8;
const BATCHES: u64 = 400;
/// Node limit of a proof, by the length of the mate.
const NODES: [u64; LONGEST as usize] = [10_000, 1_000_000, 4_000_000];
/// Of a game's positions so many are tried for the longest mates.
const TRIES: u32 = 8;

// Of the positions of a game and a length at most so many:
/// with as many pieces as each other,
const ALIKE: usize = 2 * EACH / 5;
/// with more than one first move,
const AMBIGUOUS: usize = EACH / 4;
/// with a winner who is ahead by [`LEAD`] or more,
const CRUSHING: usize = EACH / 2;
const LEAD: i32 = 9;
/// with a bare king.
const BARE: usize = EACH / 10;

/// Makes the file anew, and names it.
///
/// # Errors
///
/// If the games do not have enough such positions, or the file cannot be
/// written.
pub fn make(root: &Path, seed: u64) -> Result<Vec<String>, Failure> {
    let mut text = HEADER.to_owned();
    for (number, kind) in (0..).zip(&KINDS) {
        let shelves = gather(kind, seed, number)?;
        for (moves, shelf) in (1..).zip(&shelves) {
            for (index, found) in (1..).zip(&shelf.found) {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{name} in {moves}, {index} ; {name} ; {} ; mate {moves} ; {}",
                    kind.notation(&found.board),
                    first_moves(&found.mate),
                    name = kind.name,
                );
            }
        }
    }
    let path = path(root);
    crate::write(&path, &text)?;
    let shown = path.strip_prefix(root).unwrap_or(&path);
    Ok(vec![shown.display().to_string()])
}

fn gather(kind: &MateKind, seed: u64, number: u64) -> Result<Vec<Shelf>, Failure> {
    let mut shelves: Vec<Shelf> = (0..LONGEST).map(|_| Shelf::default()).collect();
    let mut keys = HashSet::new();
    for batch in 0..BATCHES {
        let open: Vec<bool> = shelves.iter().map(|shelf| !shelf.is_full()).collect();
        if !open.contains(&true) {
            break;
        }
        let games: Vec<Vec<FoundMate>> = (batch * BATCH..(batch + 1) * BATCH)
            .into_par_iter()
            .map(|game| look_through(kind, &open, &mut Rng::derived(&[seed, number, game])))
            .collect();
        for game in games {
            // One of a game, of the longest mate that is wanted.
            for found in game {
                let shelf = &mut shelves[usize::from(found.mate.moves) - 1];
                if shelf.wants(&found) && keys.insert(found.board.hash()) {
                    shelf.found.push(found);
                    break;
                }
            }
        }
    }
    let counts: Vec<_> = shelves.iter().map(|shelf| shelf.found.len()).collect();
    if counts.iter().any(|count| *count < EACH) {
        return Err(Failure::new(format!(
            "{}: {counts:?} positions by length, not {EACH} of each",
            kind.name
        )));
    }
    Ok(shelves)
}

/// A position with its mate.
struct FoundMate {
    board: Board,
    mate: Mate,
}

/// The mates in a game, the longest first; only of lengths that are open.
fn look_through(kind: &MateKind, open: &[bool], rng: &mut Rng) -> Vec<FoundMate> {
    let boards = play::game(&kind.rules, rng);
    let mut found = Vec::new();
    for board in &boards {
        // A proof knows no history, so the position must not bring any along.
        let board = board.with_counters(0, 1);
        let last = boards.len() as u32;
        let deepest = match rng.below(last) < TRIES {
            true => LONGEST,
            false => LONGEST - 1,
        };
        let wanted = (1..=deepest)
            .rev()
            .find(|moves| open[usize::from(*moves) - 1]);
        let Some(moves) = wanted else {
            continue;
        };
        let allowance = NODES[usize::from(moves) - 1];
        if let Some(mate) = kind.prove(&board, moves, allowance)
            && open[usize::from(mate.moves) - 1]
        {
            found.push(FoundMate { board, mate });
        }
    }
    // Those with one first move before the others; within them by lot, lest the
    // games' ends be preferred.
    let mut keyed: Vec<_> = found
        .into_iter()
        .map(|found| {
            let ambiguous = found.mate.first.len() > 1;
            (
                (LONGEST - found.mate.moves, ambiguous, rng.next_u32()),
                found,
            )
        })
        .collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, found)| found).collect()
}

/// The positions of one length that were taken.
#[derive(Default)]
struct Shelf {
    found: Vec<FoundMate>,
}

impl Shelf {
    fn is_full(&self) -> bool {
        self.found.len() >= EACH
    }

    /// Returns true if a position fits into the wanted mixture.
    fn wants(&self, new: &FoundMate) -> bool {
        let below = |most: usize, like: &dyn Fn(&FoundMate) -> bool| {
            !like(new) || self.found.iter().filter(|f| like(f)).count() < most
        };
        !self.is_full()
            && below(ALIKE, &|f| amount(&f.board) == amount(&new.board))
            && below(AMBIGUOUS, &|f| f.mate.first.len() > 1)
            && below(CRUSHING, &|f| lead(&f.board) >= LEAD)
            && below(BARE, &|f| is_bare(&f.board))
    }
}

/// Returns a measure of material: 0 to 3 by quarters of a full board if the pockets are empty, else
/// 4 plus the binary logarithm of the number of pieces in pockets.
fn amount(board: &Board) -> u32 {
    let pocketed: u32 = Color::ALL
        .into_iter()
        .flat_map(|color| Piece::DROPPABLE.map(|piece| u32::from(board.pocket(color, piece))))
        .sum();
    match pocketed {
        0 => board.occupied().len().saturating_sub(1) / 8,
        count => 4 + count.ilog2(),
    }
}

/// By how many pawns' worth the side to move is ahead.
fn lead(board: &Board) -> i32 {
    let sum = |color| -> i32 {
        Piece::DROPPABLE
            .into_iter()
            .map(|piece| {
                let standing = board.colored_pieces(color, piece).len() as i32;
                worth(piece) * (standing + i32::from(board.pocket(color, piece)))
            })
            .sum()
    };
    sum(board.turn()) - sum(!board.turn())
}
