//! What the generic search is told of a [`Lens`]: the hooks of one board, applied
//! to the boards that are looked at.

use std::ops::ControlFlow;

use super::super::{Action, BoardId, Position};
use super::lens::{Focus, Lens, Seen, Step, is_first};
use super::worth::Judge;
use chess::{Board, Move};
use chess_games::{BughouseBoardVariant, OneBoard};
use contract::game::{Game, Outcome, Seat};
use contract::history::{NoPast, Past};
use search::{Params, Searched, Stage};

type One = OneBoard<BughouseBoardVariant>;
type Site = <One as Searched>::Node;

/// What is known of the boards that are looked at.
type Sites = [Option<Site>; 2];

/// A position of a board cannot come again in fewer plies.
const SHORTEST_CYCLE: u32 = 4;

impl Lens {
    const fn one(&self) -> &One {
        self.game.one_board()
    }

    /// The boards after the best capture on one of them, if there is one that wins
    /// enough: what the other team is about to take is soon in somebody's hand.
    pub(super) fn foreseen(&self, both: Position, id: BoardId) -> Position {
        let (one, board) = (self.one(), both.board(id));
        let mut best: Option<(i32, Move)> = None;
        let _ = one.legal(board, &NoPast, |mv| {
            if let Some(gain) = one
                .gain(board, &mv)
                .filter(|_| board.captured_by(mv).is_some())
            {
                let better = best.is_none_or(|(known, _)| gain > known);
                if better && one.exchange(board, &mv, self.weights.foreseen) {
                    best = Some((gain, mv));
                }
            }
            ControlFlow::Continue(())
        });
        let after = best.map(|(_, mv)| self.game.play(&both, &Action { board: id, mv }).0);
        after
            .filter(|after| self.game.settled(after).is_none())
            .unwrap_or(both)
    }

    /// Whether a board stands as it stood since the search began, or twice before.
    fn repeated(&self, seen: &Seen, past: &dyn Past, id: BoardId, ply: usize) -> bool {
        let span = u32::from(seen.both.board(id).halfmove());
        if span < SHORTEST_CYCLE || !self.game.counts_repetition() {
            return false;
        }
        let now = self.game.half_key(seen.both.board(id));
        let mut turn = now & 1;
        let (mut back, mut runs, mut count) = (0, 0, 0);
        let found = past.each(&mut |key| {
            let half = super::super::ends::half_of(key, id);
            back += 1;
            if half & 1 != turn {
                turn = half & 1;
                runs += 1;
            }
            if runs > span {
                return ControlFlow::Continue(());
            }
            if runs > 0 && half == now {
                count += 1;
                if back <= ply || count >= 2 {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found.is_break()
    }
}

/// The board of a move, and the move.
const fn parts(step: &Step) -> Option<(BoardId, Move)> {
    match step {
        Step::Move(Action { board, mv }) => Some((*board, *mv)),
        Step::Sit => None,
    }
}

impl Lens {
    /// Asks the hooks of one board about a move; what a sit is to them is `sit`.
    fn ask<T>(&self, seen: &Seen, step: &Step, sit: T, ask: impl FnOnce(&Board, Move) -> T) -> T {
        match parts(step) {
            Some((id, mv)) => ask(seen.both.board(id), mv),
            None => sit,
        }
    }
}

impl Searched for Lens {
    type Evaluator = Judge;
    type Node = Sites;

    const PARAMS: Params = <One as Searched>::PARAMS;
    const SLOTS: usize = 2 * <One as Searched>::SLOTS;
    const PAIRS: usize = 2 * <One as Searched>::PAIRS;
    const CHEAP_DECODE: bool = true;
    const NODES_PER_LOOK: u64 = 128;

    fn evaluator(&self) -> Judge {
        Judge::new()
    }

    fn evaluate(&self, judge: &mut Judge, seen: &Seen, seat: Seat) -> i32 {
        self.worth(judge, seen, is_first(seat))
    }

    /// Of a team that is in check on a board where it has a move, that board alone
    /// is looked at, and none where it is frozen: a check that is left standing
    /// while the other board goes on and on has no end.
    fn node(&self, seen: &Seen) -> Sites {
        let sites = BoardId::ALL.map(|id| {
            seen.mover(id)?;
            Some(self.one().node(seen.both.board(id)))
        });
        if matches!(seen.focus, Focus::One(_)) || !self.in_danger(&sites) {
            return sites;
        }
        let checked = |id: BoardId| {
            sites[id.index()]
                .as_ref()
                .is_some_and(|site| self.one().in_danger(site))
        };
        let free = |id: BoardId| seen.both.board(id).has_legal(self.one().rules());
        let urgent = BoardId::ALL.map(|id| checked(id) && free(id));
        BoardId::ALL.map(|id| {
            let looked = if urgent.contains(&true) {
                urgent[id.index()]
            } else {
                !checked(id)
            };
            sites[id.index()].filter(|_| looked)
        })
    }

    fn to_move(&self, seen: &Seen) -> Seat {
        self.actor(seen, &Step::Sit)
    }

    fn ended(&self, seen: &Seen, past: &dyn Past, ply: usize) -> Option<Outcome> {
        // On one board it shows when there is no move; of two, the other has some.
        if let (Focus::Team { .. }, Some((_, outcome))) =
            (seen.focus, self.game.settled(&seen.both))
        {
            return Some(outcome);
        }
        if let Some(outcome) = self.mated_by_what_came(seen, ply) {
            return Some(outcome);
        }
        BoardId::ALL
            .into_iter()
            .filter(|id| match seen.focus {
                Focus::One(only) => only == *id,
                Focus::Team { .. } => true,
            })
            .any(|id| self.repeated(seen, past, id, ply))
            .then(|| Outcome::draw("repetition"))
    }

    fn stuck(&self, seen: &Seen, _: &Sites, _: &dyn Past) -> Option<Outcome> {
        // Frozen, waiting, or the end; the first two are for the evaluation.
        self.game.settled(&seen.both).map(|(_, outcome)| outcome)
    }

    fn in_danger(&self, sites: &Sites) -> bool {
        sites
            .iter()
            .flatten()
            .any(|site| self.one().in_danger(site))
    }

    fn null(&self, seen: &Seen, sites: &Sites) -> Option<Seen> {
        match seen.focus {
            Focus::One(id) => {
                let site = sites[id.index()].as_ref()?;
                let board = self.one().null(seen.both.board(id), site)?;
                Some(seen.then(seen.both.with(id, board)))
            }
            // A team that sits passes.
            Focus::Team { .. } => (!self.in_danger(sites)).then(|| seen.then(seen.both)),
        }
    }

    fn tactical(&self, seen: &Seen, step: &Step) -> bool {
        self.ask(seen, step, false, |board, mv| {
            self.one().tactical(board, &mv)
        })
    }

    fn moves(
        &self,
        seen: &Seen,
        sites: &Sites,
        past: &dyn Past,
        stage: Stage,
        out: &mut Vec<Step>,
    ) {
        // Where a team has no move it lets the other go on.
        if sites.iter().all(Option::is_none) {
            if stage == Stage::Quiet && matches!(seen.focus, Focus::Team { .. }) {
                out.push(Step::Sit);
            }
            return;
        }
        let mut list = Vec::with_capacity(64);
        for (id, site) in BoardId::ALL.into_iter().zip(sites) {
            if let Some(site) = site {
                self.one()
                    .moves(seen.both.board(id), site, past, stage, &mut list);
                out.extend(
                    list.drain(..)
                        .map(|mv| Step::Move(Action { board: id, mv })),
                );
            }
        }
    }

    fn forcing_moves(&self, seen: &Seen, sites: &Sites, out: &mut Vec<Step>) {
        let mut list = Vec::new();
        for (id, site) in BoardId::ALL.into_iter().zip(sites) {
            if let Some(site) = site {
                self.one()
                    .forcing_moves(seen.both.board(id), site, &mut list);
                out.extend(
                    list.drain(..)
                        .map(|mv| Step::Move(Action { board: id, mv })),
                );
            }
        }
    }

    fn forcing(&self, seen: &Seen, sites: &Sites, step: &Step) -> bool {
        let Some((id, mv)) = parts(step) else {
            return false;
        };
        let site = sites[id.index()].as_ref();
        site.is_some_and(|site| self.one().forcing(seen.both.board(id), site, &mv))
    }

    fn promise(&self, seen: &Seen, sites: &Sites, step: &Step) -> i32 {
        let Some((id, mv)) = parts(step) else {
            return 0;
        };
        let site = sites[id.index()].as_ref();
        site.map_or(0, |site| self.one().promise(seen.both.board(id), site, &mv))
    }

    fn exchange(&self, seen: &Seen, step: &Step, least: i32) -> bool {
        self.ask(seen, step, least <= 0, |board, mv| {
            self.one().exchange(board, &mv, least)
        })
    }

    fn gain(&self, seen: &Seen, step: &Step) -> Option<i32> {
        self.ask(seen, step, None, |board, mv| self.one().gain(board, &mv))
    }

    fn slot(&self, seen: &Seen, step: &Step) -> usize {
        let Some((id, mv)) = parts(step) else {
            return 0;
        };
        id.index() * <One as Searched>::SLOTS + self.one().slot(seen.both.board(id), &mv)
    }

    fn pair(&self, seen: &Seen, step: &Step) -> usize {
        let Some((id, mv)) = parts(step) else {
            return 0;
        };
        id.index() * <One as Searched>::PAIRS + self.one().pair(seen.both.board(id), &mv)
    }

    /// A move of board B has the bits of one of board A turned over, so that the
    /// two are hardly ever taken for each other; whoever decodes asks again
    /// whether the move is legal.
    fn code(&self, step: &Step) -> u16 {
        match step {
            Step::Move(Action {
                board: BoardId::A,
                mv,
            }) => self.one().code(mv),
            Step::Move(Action {
                board: BoardId::B,
                mv,
            }) => (!self.one().code(mv)).max(1),
            Step::Sit => SIT,
        }
    }

    fn decode(&self, seen: &Seen, sites: &Sites, past: &dyn Past, code: u16) -> Option<Step> {
        if sites.iter().all(Option::is_none) {
            let team = matches!(seen.focus, Focus::Team { .. });
            return (code == SIT && team).then_some(Step::Sit);
        }
        let on = |id: BoardId, code: u16| {
            let site = sites[id.index()].as_ref()?;
            let mv = self.one().decode(seen.both.board(id), site, past, code)?;
            Some(Step::Move(Action { board: id, mv }))
        };
        on(BoardId::A, code).or_else(|| on(BoardId::B, !code))
    }
}

/// The code of a sit, which is asked for where there is no move.
const SIT: u16 = 1;
