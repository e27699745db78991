//! Growth of a book: from a first position, the most promising positions first.

use std::collections::{BTreeSet, HashMap};

use super::Entries;
use crate::Boost;
use contract::bot::Limits;
use contract::error::Result;
use contract::game::Seat;
use contract::jobs::Control;
use contract::state::State;
use search::Engine;

/// Limits of a book's growth from one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowPlan {
    /// Largest number of positions that are searched.
    pub searches: usize,
    /// Positions that each search looks at.
    pub nodes: u64,
    /// Largest number of moves taken from a position.
    pub moves: u32,
    /// Largest difference of a move from the best one, in decitempi.
    pub margin: i32,
}

/// Megabytes of the table of a search.
const HASH: usize = 4;

/// A score that fits the file; what is decided counts as that.
const MOST: i32 = 9_999;

/// Grows a book from a position: it is searched, its good moves lead to positions of
/// the book, and these are searched in turn, those first to which the players have
/// come with the smallest loss. A line ends where a player has two towers, or the
/// game is over. The same position and plan give the same book on every machine.
///
/// # Errors
///
/// `cancelled` through the control, and whatever the search says.
pub fn grow(start: &State<Boost>, plan: &GrowPlan, control: &Control) -> Result<Entries> {
    let mut entries = Entries::new();
    // What has been found and not searched: the loss on the way, the plies, the
    // signature, by which the order is the same everywhere.
    let mut open = BTreeSet::new();
    let mut states = HashMap::new();
    let signature = start.game().opening_signature(start.position());
    open.insert((0_i64, 0_usize, signature));
    states.insert(signature, start.clone());
    let mut engine = Engine::new(HASH);
    for _ in 0..plan.searches {
        let Some((loss, ply, signature)) = open.pop_first() else {
            break;
        };
        let Some(state) = states.remove(&signature) else {
            continue;
        };
        let Some(seat) = state.live().single() else {
            continue;
        };
        // What an earlier search has left behind must not matter.
        engine.clear();
        let limits = Limits {
            nodes: Some(plan.nodes),
            lines: Some(plan.moves.max(1)),
            ..Limits::default()
        };
        let thought = engine.think(&state, seat, &limits, control, &mut |_| {})?;
        let best = thought.lines[0].value;
        for (rank, line) in (0..).zip(&thought.lines) {
            let worse = best.saturating_sub(line.value);
            let next = state.play(&line.moves[0])?;
            let signature = next.game().opening_signature(next.position());
            if worse > plan.margin || entries.contains_key(&signature) {
                continue;
            }
            entries.insert(signature, line.value.clamp(-MOST, MOST) as i16);
            if goes_on(&next, seat) {
                // Of moves that are worth the same the first goes on before the rest,
                // or else no line would come far.
                let lost = loss + i64::from(worse) + rank;
                open.insert((lost, ply + 1, signature));
                states.insert(signature, next);
            }
        }
    }
    Ok(entries)
}

/// Returns true if a line goes on after a player's move: the game has not ended, and the player has
/// fewer than two towers.
fn goes_on(state: &State<Boost>, mover: Seat) -> bool {
    state.outcome().is_none() && state.game().towers(state.position(), mover) < 2
}
