//! Mates by force: lines in which one side threatens at once with every move.
//!
//! Before a search deepens it looks whether checks alone win. All replies are
//! tried, so that what is found is proved, and only forcing moves are, so that it
//! sees much further than a search of all moves in the same time: in games with
//! drops such mates are long. Games that tell of no forcing moves
//! ([`Searched::forcing`], [`Searched::forcing_moves`]) lose nothing by it.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use super::alphabeta::SharedSearch;
use super::hooks::{Searched, Stage};
use super::timer::{Pace, Timer};
use contract::history::KeyStack;
use contract::state::HistoryOf;

/// Limits of the mate search.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBudget {
    /// Positions.
    pub(super) nodes: u64,
    /// Moves of the side that mates.
    pub(super) moves: u8,
    /// One part of the time in so many.
    pub(super) share: u32,
}

/// A mate that was proved.
#[derive(Debug)]
pub(super) struct Mate<A> {
    /// In how many moves of the side to move, by checks alone.
    pub(super) moves: u8,
    /// One way it may go, the longest resistance; ends with the mate.
    pub(super) line: Vec<A>,
}

/// Looks for a mate that begins with one of `moves`, with positions of the quota.
pub(super) fn find<G: Searched>(
    shared: &SharedSearch<G>,
    history: &HistoryOf<G>,
    position: &G::Position,
    moves: &[G::Action],
    timer: &Timer<'_>,
    allowance: NodeBudget,
) -> Option<Mate<G::Action>> {
    let allowance = NodeBudget {
        nodes: shared.quota.take_up_to(allowance.nodes),
        ..allowance
    };
    if allowance.nodes == 0 {
        return None;
    }
    let mut prover = Prover {
        shared,
        timer,
        allowance,
        line: KeyStack::after(history),
        known: HashMap::new(),
        lists: Vec::new(),
        nodes: 0,
        pace: Pace::every(G::NODES_PER_LOOK),
        stopped: false,
    };
    let found = prover.run(position, moves);
    shared.nodes.fetch_add(prover.nodes, Ordering::Relaxed);
    shared.quota.give_back(allowance.nodes - prover.nodes);
    found
}

/// Proved bounds of a position in which the mating side is to move: it wins within `won` moves (0:
/// not known), and does not within `not`.
#[derive(Clone, Copy, Debug, Default)]
struct ProofBounds {
    won: u8,
    not: u8,
}

struct Prover<'a, G: Searched> {
    shared: &'a SharedSearch<G>,
    timer: &'a Timer<'a>,
    allowance: NodeBudget,
    line: KeyStack<'a>,
    known: HashMap<u64, ProofBounds>,
    /// Lists that are used again.
    lists: Vec<Vec<G::Action>>,
    nodes: u64,
    pace: Pace,
    stopped: bool,
}

impl<'a, G: Searched> Prover<'a, G> {
    fn game(&self) -> &'a G {
        self.shared.rules.game()
    }

    fn run(&mut self, position: &G::Position, moves: &[G::Action]) -> Option<Mate<G::Action>> {
        let game = self.game();
        let node = game.node(position);
        let first: Vec<_> = moves
            .iter()
            .filter(|m| game.forcing(position, &node, m))
            .collect();
        if first.is_empty() {
            return None;
        }
        for moves in 1..=self.allowance.moves {
            for action in &first {
                let child = game.play(position, action).0;
                self.line.push(game.search_key(position));
                let won = self.is_lost(&child, moves - 1, 1);
                let rest =
                    (won && !self.stopped).then(|| self.longest_defence(&child, moves - 1, 1));
                self.line.pop();
                if self.stopped {
                    return None;
                }
                if let Some(rest) = rest {
                    let mut line = vec![(*action).clone()];
                    line.extend(rest);
                    return Some(Mate { moves, line });
                }
            }
        }
        None
    }

    fn count(&mut self) {
        if self.stopped {
            return;
        }
        self.nodes += 1;
        if self.nodes >= self.allowance.nodes
            || self.pace.step() && self.timer.has_used(self.allowance.share)
        {
            self.stopped = true;
        }
    }

    fn take_list(&mut self) -> Vec<G::Action> {
        self.lists.pop().unwrap_or_default()
    }

    fn give_list(&mut self, mut list: Vec<G::Action>) {
        list.clear();
        self.lists.push(list);
    }

    /// Returns true if the side to move, which is the mating side, mates within `moves` moves of
    /// its own, by forcing moves alone.
    fn is_won(&mut self, position: &G::Position, moves: u8, ply: usize) -> bool {
        if moves == 0 || !self.shared.is_root_side(position) {
            return false;
        }
        let game = self.game();
        let key = game.search_key(position);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.won > 0 && known.won <= moves {
            return true;
        }
        if known.not >= moves {
            return false;
        }
        let list = self.checking_moves(position);
        let won = list.iter().any(|action| {
            if self.stopped {
                return false;
            }
            let child = game.play(position, action).0;
            self.line.push(key);
            let won = self.is_lost(&child, moves - 1, ply + 1);
            self.line.pop();
            won
        });
        self.give_list(list);
        if !self.stopped {
            let known = self.known.entry(key).or_default();
            if won {
                known.won = moves;
            } else {
                known.not = moves;
            }
        }
        won && !self.stopped
    }

    /// The forcing moves of a position, those that win most first.
    fn checking_moves(&mut self, position: &G::Position) -> Vec<G::Action> {
        let game = self.game();
        let node = game.node(position);
        let mut list = self.take_list();
        game.moves(position, &node, &self.line, Stage::Tactical, &mut list);
        list.retain(|action| game.forcing(position, &node, action));
        list.sort_by_key(|action| std::cmp::Reverse(game.order_score(position, &node, action)));
        game.forcing_moves(position, &node, &mut list);
        list
    }

    /// Returns true if the side to move, which is the defending side, is mated already or will be
    /// within `moves` moves of the other side, whatever it plays.
    fn is_lost(&mut self, position: &G::Position, moves: u8, ply: usize) -> bool {
        self.count();
        if self.stopped {
            return false;
        }
        let game = self.game();
        if let Some(outcome) = game.terminal(position, &self.line, ply) {
            return self.wins(outcome);
        }
        let node = game.node(position);
        if self.shared.is_root_side(position) || !game.in_check(&node) {
            return false;
        }
        let mut list = self.take_list();
        game.moves(position, &node, &self.line, Stage::Tactical, &mut list);
        // With no move to go any reply is enough.
        if list.is_empty() || moves > 0 {
            game.moves(position, &node, &self.line, Stage::Quiet, &mut list);
        }
        let lost = if list.is_empty() {
            game.no_moves_outcome(position, &node, &self.line)
                .is_some_and(|outcome| self.wins(outcome))
        } else {
            moves > 0 && {
                let key = game.search_key(position);
                list.iter().all(|action| {
                    let child = game.play(position, action).0;
                    self.count();
                    self.line.push(key);
                    let ended = game.terminal(&child, &self.line, ply + 1);
                    let won = match ended {
                        Some(outcome) => self.wins(outcome),
                        None => !self.stopped && self.is_won(&child, moves, ply + 1),
                    };
                    self.line.pop();
                    won
                })
            }
        };
        self.give_list(list);
        lost && !self.stopped
    }

    fn wins(&self, outcome: contract::game::Outcome) -> bool {
        let game = self.game();
        outcome
            .winners
            .iter()
            .any(|seat| game.allied(seat, self.shared.root))
    }

    /// Returns the longest defence of a lost side, with the replies; everything asked here was
    /// proved before or follows easily from the known bounds.
    fn longest_defence(&mut self, position: &G::Position, moves: u8, ply: usize) -> Vec<G::Action> {
        let game = self.game();
        let node = game.node(position);
        let key = game.search_key(position);
        if moves == 0 || game.terminal(position, &self.line, ply).is_some() {
            return Vec::new();
        }
        let mut list = Vec::new();
        for stage in [Stage::Tactical, Stage::Quiet] {
            game.moves(position, &node, &self.line, stage, &mut list);
        }
        self.line.push(key);
        let mut longest: Option<(u8, G::Action)> = None;
        for action in list {
            let child = game.play(position, &action).0;
            let needed = (1..=moves).find(|m| self.is_won(&child, *m, ply + 1));
            // Stopped in between: what was proved stays proved.
            let needed = needed.unwrap_or(moves);
            if longest.as_ref().is_none_or(|(most, _)| needed > *most) {
                longest = Some((needed, action));
            }
        }
        let Some((needed, reply)) = longest else {
            self.line.pop();
            return Vec::new();
        };
        let child = game.play(position, &reply).0;
        let child_key = game.search_key(&child);
        let stroke = self.checking_moves(&child).into_iter().find(|action| {
            let next = game.play(&child, action).0;
            self.line.push(child_key);
            let lost = self.is_lost(&next, needed - 1, ply + 2);
            self.line.pop();
            lost
        });
        let mut line = vec![reply];
        if let Some(stroke) = stroke {
            let next = game.play(&child, &stroke).0;
            self.line.push(child_key);
            let rest = self.longest_defence(&next, needed - 1, ply + 2);
            self.line.pop();
            line.push(stroke);
            line.extend(rest);
        }
        self.line.pop();
        line
    }
}
