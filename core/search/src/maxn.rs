//! Max^n: everybody plays for themselves (Luckhardt and Irani, 1986).
//!
//! Each position has a score for every seat, and whoever is to move takes what is
//! best for them; of equals, what is worst for the seat that decides, so that it
//! does not hope for kindness. Nothing can be pruned soundly, so it looks less far
//! than the paranoid search, which is the default.

use super::engine::{RankedLine, SearchResult, score};
use super::hooks::Searched;
use super::timer::{Pace, Timer};
use super::{EVAL_LIMIT, MATE};
use contract::game::{Flow, Outcome, Seat};
use contract::history::KeyStack as Past;
use contract::state::State;

/// Task of a max^n search.
pub(crate) struct MaxnTask<'a, G: Searched> {
    pub(crate) state: &'a State<G>,
    pub(crate) moves: Vec<G::Action>,
    pub(crate) seat: Seat,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// Positions after which it ends where it has a whole iteration.
    pub(crate) enough: u64,
    pub(crate) lines: usize,
    pub(crate) evaluator: G::Evaluator,
}

/// Score of a position for each seat.
type Worths = [i32; 16];

struct Searcher<'a, 'b, G: Searched> {
    task: &'a mut MaxnTask<'b, G>,
    timer: &'a Timer<'a>,
    seats: usize,
    nodes: u64,
    pace: Pace,
    may_stop: bool,
    stopped: bool,
}

/// Searches, deepening until time, nodes or depth end it.
pub(crate) fn run<G: Searched>(
    mut task: MaxnTask<'_, G>,
    timer: &Timer<'_>,
) -> SearchResult<G::Action> {
    let state = task.state;
    let (game, root) = (state.game(), state.position());
    let moves = task.moves.clone();
    let (depth, lines, seat) = (task.depth, task.lines, task.seat);
    let mut searcher = Searcher {
        seats: state.rules().seat_names().len().min(16),
        task: &mut task,
        timer,
        nodes: 0,
        pace: Pace::every(G::NODES_PER_LOOK),
        may_stop: false,
        stopped: false,
    };
    let mut best: Vec<(i32, Vec<G::Action>)> = moves.into_iter().map(|a| (0, vec![a])).collect();
    let mut done = 0;
    for depth in 1..=depth.min(64) {
        let mut found = Vec::with_capacity(best.len());
        for (_, line) in &best {
            let action = &line[0];
            let mut past = Past::after(state.history());
            past.push(game.key(root));
            let child = game.play(root, action).0;
            let mut moves = vec![action.clone()];
            let evals = searcher.search(&child, &mut past, depth - 1, 1, &mut moves);
            if searcher.stopped {
                break;
            }
            found.push((evals[seat.index().min(15)], moves));
        }
        if searcher.stopped && (searcher.may_stop || found.is_empty()) {
            break;
        }
        found.sort_by_key(|(eval, _)| std::cmp::Reverse(*eval));
        best = found;
        if searcher.stopped {
            // Not all were looked at, but some.
            searcher.may_stop = true;
            break;
        }
        done = depth;
        searcher.may_stop = true;
        // A win or a loss that is certain does not change with more depth.
        if best[0].0.abs() > EVAL_LIMIT || !timer.goes_on(100) {
            break;
        }
    }
    let nodes = searcher.nodes;
    best.truncate(lines.max(1));
    if !searcher.may_stop {
        // There was no time to look at anything: any move, worth what there is.
        best.truncate(1);
        best[0].0 = searcher.judged(root)[seat.index().min(15)];
    }
    SearchResult {
        lines: best
            .into_iter()
            .map(|(value, moves)| RankedLine {
                value,
                score: score(value, G::UNIT),
                deepest: moves.len() as u32,
                moves,
            })
            .collect(),
        depth: done,
        nodes,
    }
}

impl<G: Searched> Searcher<'_, '_, G> {
    fn search(
        &mut self,
        position: &G::Position,
        past: &mut Past<'_>,
        depth: u32,
        ply: usize,
        line: &mut Vec<G::Action>,
    ) -> Worths {
        self.stopped |= self.nodes >= self.task.nodes
            || self.may_stop && self.nodes >= self.task.enough
            || self.pace.step() && self.is_over();
        if self.stopped {
            return [0; 16];
        }
        self.nodes += 1;
        let game = self.task.state.game();
        if let Some(outcome) = game.outcome(position, past) {
            return self.terminal_scores(outcome, ply);
        }
        if depth == 0 {
            return self.judged(position);
        }
        let mut moves = Vec::new();
        let _ = game.legal(position, past, |action| {
            moves.push(action);
            Flow::Continue(())
        });
        let mover = game.to_move(position).index().min(15);
        let me = self.task.seat.index().min(15);
        let mut best: Option<(Worths, Vec<G::Action>)> = None;
        past.push(game.key(position));
        for action in moves {
            let child = game.play(position, &action).0;
            let mut tail = vec![action];
            let evals = self.search(&child, past, depth - 1, ply + 1, &mut tail);
            if self.stopped {
                break;
            }
            let better = best.as_ref().is_none_or(|(old, _)| {
                evals[mover] > old[mover] || evals[mover] == old[mover] && evals[me] < old[me]
            });
            if better {
                best = Some((evals, tail));
            }
        }
        past.pop();
        match best {
            Some((evals, tail)) => {
                line.extend(tail);
                evals
            }
            None => self.judged(position),
        }
    }

    fn is_over(&self) -> bool {
        match self.may_stop {
            true => self.timer.is_over(),
            false => self.timer.is_late(),
        }
    }

    fn terminal_scores(&self, outcome: Outcome, ply: usize) -> Worths {
        let game = self.task.state.game();
        std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            if outcome.is_draw() {
                0
            } else if outcome.winners.iter().any(|w| game.allied(w, seat)) {
                MATE - ply as i32
            } else {
                ply as i32 - MATE
            }
        })
    }

    fn judged(&mut self, position: &G::Position) -> Worths {
        let game = self.task.state.game();
        std::array::from_fn(|seat| {
            if seat >= self.seats {
                return 0;
            }
            game.evaluate(&mut self.task.evaluator, position, Seat(seat as u8))
                .clamp(-EVAL_LIMIT, EVAL_LIMIT)
        })
    }
}
