//! Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006).
//!
//! A tree is grown from the root, each time along the moves that promise most for
//! whoever makes them, and a new leaf is judged by the evaluation or by a random
//! game. It serves any number of seats, since every move is valued for its mover.
//! Values are whole numbers, so that a search with a limit of nodes is the same on
//! every machine.

use super::alphabeta::ln;
use super::engine::{RankedLine, SearchResult};
use super::hooks::Searched;
use super::timer::{Pace, Timer};
use super::{EVAL_LIMIT, MAX_PLY};
use contract::bot::Score;
use contract::game::{Outcome, SampledMove, Seat};
use contract::history::KeyStack as Past;
use contract::rng::Rng;
use contract::state::State;

/// Method by which leaves are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// By the evaluation.
    Evaluation,
    /// By random games.
    Playout,
}

/// Task of a tree search.
pub(crate) struct MctsTask<'a, G: Searched> {
    pub(crate) state: &'a State<G>,
    pub(crate) moves: Vec<G::Action>,
    pub(crate) leaf: Leaf,
    /// Weight of exploration, in hundredths: a greater value tries moves that do not look best more
    /// often.
    pub(crate) exploration: u32,
    pub(crate) iterations: u64,
    pub(crate) lines: usize,
    pub(crate) evaluator: G::Evaluator,
    pub(crate) rng: Rng,
}

/// The whole of a value: a sure win.
const ONE: u64 = 1 << 16;
/// The most nodes that a tree may have.
const MOST: usize = 1 << 20;
/// After so many plies a random game counts as drawn.
const PLAYOUT_PLIES: usize = 400;
/// Centipawns (or what the game counts) that are worth a factor of ten in the odds.
const TENFOLD: i32 = 400;

struct TreeNode<A> {
    action: A,
    /// Seat that made the move.
    mover: Seat,
    visits: u32,
    /// The sum of what it came to for its mover.
    value: u64,
    /// Indices of its children in the list of nodes.
    children: std::ops::Range<usize>,
    expanded: bool,
}

impl<A> TreeNode<A> {
    const fn new(action: A, mover: Seat) -> Self {
        Self {
            action,
            mover,
            visits: 0,
            value: 0,
            children: 0..0,
            expanded: false,
        }
    }

    fn mean(&self) -> u64 {
        self.value / u64::from(self.visits.max(1))
    }
}

/// Searches; the time, the iterations or the room for the tree end it.
pub(crate) fn run<G: Searched>(
    mut task: MctsTask<'_, G>,
    timer: &Timer<'_>,
) -> SearchResult<G::Action> {
    let (game, root) = (task.state.game(), task.state.position());
    let seats = task.state.rules().seat_names().len();
    let mut nodes: Vec<TreeNode<G::Action>> = task
        .moves
        .iter()
        .map(|action| TreeNode::new(action.clone(), game.actor(root, action)))
        .collect();
    let top = 0..nodes.len();
    let mut path = Vec::new();
    let mut done = 0_u64;
    let mut deepest = 0;
    let mut pace = Pace::every(G::NODES_PER_LOOK);
    let mut due = true;
    let is_over = |done: u64| match done {
        0 => timer.is_late(),
        _ => timer.is_over(),
    };
    while done < task.iterations && nodes.len() < MOST {
        if std::mem::take(&mut due) && is_over(done) {
            break;
        }
        let mut position = root.clone();
        let mut past = Past::after(task.state.history());
        path.clear();
        let (mut children, mut visits) = (top.clone(), done as u32 + 1);
        let values = loop {
            let at = select(&nodes, children.clone(), visits, task.exploration);
            due |= pace.step();
            past.push(game.key(&position));
            position = game.play(&position, &nodes[at].action).0;
            path.push(at);
            if let Some(outcome) = game.outcome(&position, &past) {
                break Some(terminal_scores(outcome, seats));
            }
            if nodes[at].visits == 0 || path.len() >= MAX_PLY {
                let mut is_over = || pace.step() && is_over(done);
                break judge(&mut task, &position, &mut past, seats, &mut is_over);
            }
            if !nodes[at].expanded {
                let first = nodes.len();
                let _ = game.legal(&position, &past, |action| {
                    let mover = game.actor(&position, &action);
                    nodes.push(TreeNode::new(action, mover));
                    std::ops::ControlFlow::Continue(())
                });
                let last = nodes.len();
                let node = &mut nodes[at];
                node.children = first..last;
                node.expanded = true;
            }
            if nodes[at].children.is_empty() {
                // Everybody waits for something that does not come.
                break Some(vec![ONE / 2; seats]);
            }
            children = nodes[at].children.clone();
            visits = nodes[at].visits;
        };
        // What was broken off counts for nothing.
        let Some(values) = values else { break };
        done += 1;
        deepest = deepest.max(path.len());
        for at in &path {
            let node = &mut nodes[*at];
            node.visits += 1;
            node.value += values[node.mover.index()];
        }
    }
    let mut best: Vec<usize> = top.collect();
    best.sort_by_key(|i| std::cmp::Reverse((nodes[*i].visits, nodes[*i].mean())));
    let tried = best.iter().filter(|i| nodes[**i].visits > 0).count();
    best.truncate(task.lines.clamp(1, tried.max(1)));
    SearchResult {
        lines: best.iter().map(|i| line(&nodes, *i, deepest)).collect(),
        depth: deepest as u32,
        nodes: done,
    }
}

/// The child that promises most: its mean, and the more the less it was tried.
fn select<A>(
    nodes: &[TreeNode<A>],
    children: std::ops::Range<usize>,
    visits: u32,
    exploration: u32,
) -> usize {
    let log = u64::from(ln(visits.max(2)));
    let (mut best, mut most) = (children.start, 0);
    for i in children {
        let node = &nodes[i];
        if node.visits == 0 {
            return i;
        }
        // ln in 1024ths; the root of it over the visits in 65536ths.
        let root = ((log << 22) / u64::from(node.visits)).isqrt();
        let promise = node.mean() + root * u64::from(exploration) / 100;
        if promise > most {
            (best, most) = (i, promise);
        }
    }
    best
}

fn terminal_scores(outcome: Outcome, seats: usize) -> Vec<u64> {
    (0..seats)
        .map(|s| match outcome {
            o if o.is_draw() => ONE / 2,
            o if o.winners.contains(Seat(s as u8)) => ONE,
            _ => 0,
        })
        .collect()
}

/// Returns the value of a leaf for each seat, 0 to [`ONE`]; `None` if the search is over before a
/// random game ends.
fn judge<G: Searched>(
    task: &mut MctsTask<'_, G>,
    position: &G::Position,
    past: &mut Past<'_>,
    seats: usize,
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Vec<u64>> {
    let game = task.state.game();
    if task.leaf == Leaf::Evaluation {
        let values = (0..seats).map(|s| {
            let eval = game.evaluate(&mut task.evaluator, position, Seat(s as u8));
            chance(eval)
        });
        return Some(values.collect());
    }
    let mut position = position.clone();
    for _ in 0..PLAYOUT_PLIES {
        if is_over() {
            return None;
        }
        match game.sample(&position, past, &mut task.rng) {
            SampledMove::Move(action) => {
                past.push(game.key(&position));
                position = game.play(&position, &action).0;
            }
            SampledMove::Over(outcome) => return Some(terminal_scores(outcome, seats)),
            SampledMove::Waiting => break,
        }
    }
    Some(vec![ONE / 2; seats])
}

/// The chance to win of a score: `x / (1 + |x|)` rises like the logistic function
/// and needs no exponential.
fn chance(eval: i32) -> u64 {
    let eval = i64::from(eval.clamp(-EVAL_LIMIT, EVAL_LIMIT));
    let half = (ONE / 2) as i64;
    (half + half * eval / (i64::from(TENFOLD) + eval.abs())) as u64
}

/// The chance to win of a score, in hundredths.
pub(crate) fn hundredths(eval: i32) -> i32 {
    (chance(eval) * 100 / ONE) as i32
}

fn line<A: Clone>(nodes: &[TreeNode<A>], first: usize, deepest: usize) -> RankedLine<A> {
    let mut moves = vec![nodes[first].action.clone()];
    let mut at = first;
    while let Some(next) = nodes[at]
        .children
        .clone()
        .filter(|i| nodes[*i].visits > 0)
        .max_by_key(|i| (nodes[*i].visits, std::cmp::Reverse(*i)))
    {
        moves.push(nodes[next].action.clone());
        at = next;
    }
    // Of what was not tried nothing is known: an even chance.
    let mean = match nodes[first].visits {
        0 => ONE / 2,
        _ => nodes[first].mean(),
    };
    RankedLine {
        value: mean as i32,
        score: Score::WinProbability(mean as f64 / ONE as f64),
        moves,
        deepest: deepest as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_worth() {
        assert_eq!(chance(0), ONE / 2);
        assert_eq!(chance(TENFOLD), ONE * 3 / 4);
        let all: Vec<_> = (-3000..3000).step_by(100).map(chance).collect();
        assert!(all.windows(2).all(|w| w[0] < w[1]));
        assert!(all[0] > 0 && all[59] < ONE);
    }

    #[test]
    fn what_was_not_tried_comes_first_and_then_the_better() {
        let mut nodes = vec![TreeNode::new((), Seat(0)), TreeNode::new((), Seat(0))];
        assert_eq!(select(&nodes, 0..2, 1, 100), 0);
        nodes[0].visits = 5;
        nodes[0].value = 5 * ONE / 2;
        assert_eq!(select(&nodes, 0..2, 5, 100), 1);
        nodes[1].visits = 5;
        nodes[1].value = 5 * ONE * 3 / 4;
        assert_eq!(select(&nodes, 0..2, 10, 100), 1);
        nodes[1].visits = 5000;
        nodes[1].value = 5000 * ONE * 3 / 4;
        assert_eq!(select(&nodes, 0..2, 5005, 100), 0);
    }
}
