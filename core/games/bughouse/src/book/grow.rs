//! Growth of the book: from the first position, the most promising positions first.

use std::collections::BTreeMap;

use super::{Book, BookLine, key};
use crate::{BoardId, Bughouse, seat_of};
use chess::Color;
use contract::bot::{Limits, Score};
use contract::error::Result;
use contract::game::Game as _;
use contract::jobs::Control;
use contract::state::State;
use contract::value::Dict;

/// Limits of a book's growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Largest number of positions that are searched.
    pub searches: usize,
    /// Positions that each search looks at.
    pub nodes: u64,
    /// Largest number of moves taken from a position.
    pub moves: u32,
    /// Largest difference of a move from the best one, in centipawns.
    pub margin: i32,
    /// By how much a position may favour a side more than the first does for its line to
    /// go on, in centipawns.
    pub balance: i32,
    /// By how many centipawns a move must be worse than another to be drawn half as
    /// often.
    pub half: i32,
}

/// The weight of the best move of a position.
const BEST: u32 = 64;

/// Cost of a ply on the way to a position, in centipawns of loss: of two ways with the same loss
/// the shorter one goes on first.
const PLY: i32 = 2;

/// A position that was searched: its moves, what a search thinks each is worth, and
/// what it leads to.
struct Searched {
    moves: Vec<(String, i32, Option<String>)>,
    /// True if it favours a side so much that the line ends there.
    far: bool,
}

/// Grows a book on board A of a game, the other standing as it stands: a position
/// is searched, its good moves are taken, and what they lead to is searched in
/// turn, first that to which the sides have come with the smallest loss. What turns
/// out to be worse than the margin when the next position is searched is left out in
/// the end. The same game and plan give the same book on every machine.
///
/// # Errors
///
/// `cancelled` through the control, and whatever the search says.
pub fn grow(start: &State<Bughouse>, plan: &Plan, control: &Control) -> Result<Book> {
    let mut options = Dict::new();
    options.insert("book".into(), false.into());
    options.insert("hash".into(), 8.into());
    let mut bot = search::bots::make::<Bughouse>("search", &options, 0)?;
    let limits = Limits {
        nodes: Some(plan.nodes),
        lines: Some(plan.moves.max(1)),
        ..Limits::default()
    };
    let mut searched = BTreeMap::new();
    let mut even = None;
    // What has been found and not searched, by the loss on the way and the moves.
    let mut open = BTreeMap::from([((0, Vec::<String>::new()), start.clone())]);
    while searched.len() < plan.searches {
        let Some(((loss, line), state)) = open.pop_first() else {
            break;
        };
        let board = state.position().board(BoardId::A);
        let seat = seat_of(BoardId::A, board.turn());
        let key = key(board).filter(|key| !searched.contains_key(key));
        let Some(key) = key.filter(|_| state.live().contains(seat)) else {
            continue;
        };
        // What an earlier search has left behind must not matter.
        bot.new_game();
        let decision = bot.decide(&state.observe(seat), &limits, control)?;
        let mut weighed = vec![(decision.action, decision.score)];
        weighed.extend(
            decision
                .alternatives
                .into_iter()
                .map(|a| (a.action, a.score)),
        );
        let weighed = weighed
            .into_iter()
            .filter_map(|(action, score)| match score {
                Some(Score::Centipawns(eval)) => Some((action, eval)),
                _ => None,
            });
        let weighed: Vec<_> = weighed.collect();
        let best = weighed.first().map(|(_, eval)| *eval);
        let white = board.turn() == Color::White;
        let for_white = best.map(|best| if white { best } else { -best });
        // What the other board is worth is in all of them.
        let even = *even.get_or_insert(for_white.unwrap_or_default());
        let far = for_white.is_none_or(|eval| (eval - even).abs() > plan.balance);
        let mut moves = Vec::new();
        for (action, eval) in weighed {
            let worse = best.unwrap_or(eval) - eval;
            if worse > plan.margin {
                continue;
            }
            let text = state.game().one_board().text(&action.mv);
            let next = state.play(&action)?;
            let leads_to = self::key(next.position().board(BoardId::A));
            if !far {
                let mut further = line.clone();
                further.push(text.clone());
                open.insert((loss + worse + PLY, further), next);
            }
            moves.push((text, eval, leads_to));
        }
        searched.insert(key, Searched { moves, far });
    }
    let first = key(start.position().board(BoardId::A));
    Ok(kept(&searched, first, plan))
}

/// Returns the part of the searched positions that is worth keeping. The score of a move is that of
/// the search of the position after it, where there is one: it looks a ply further.
fn kept(searched: &BTreeMap<String, Searched>, first: Option<String>, plan: &Plan) -> Book {
    let confirmed = |(_, eval, to): &(String, i32, Option<String>)| {
        let next = to.as_ref().and_then(|to| searched.get(to)?.moves.first());
        next.map_or(*eval, |(_, theirs, _)| -theirs)
    };
    let mut book = Book::default();
    let mut open: Vec<_> = first.into_iter().collect();
    while let Some(key) = open.pop() {
        let Some(position) = searched
            .get(&key)
            .filter(|_| !book.positions.contains_key(&key))
        else {
            continue;
        };
        let best = position.moves.iter().map(confirmed).max();
        let Some(best) = best.filter(|_| !position.far) else {
            continue;
        };
        let mut lines = Vec::new();
        for known in &position.moves {
            let eval = confirmed(known);
            let worse = best - eval;
            let weight = BEST >> (worse / plan.half.max(1)).min(31);
            if worse <= plan.margin && weight > 0 {
                lines.push(BookLine {
                    text: known.0.clone(),
                    weight,
                    value: eval,
                });
                open.extend(known.2.clone());
            }
        }
        // Stable, so that equals stay in the order in which the search had them.
        lines.sort_by_key(|line| -line.value);
        if !lines.is_empty() {
            book.positions.insert(key, lines);
        }
    }
    book
}
