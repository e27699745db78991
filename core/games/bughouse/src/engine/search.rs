//! The hooks of the search for a [`SearchBughouse`]: the hooks of one board, applied to the boards
//! that are searched.

use std::ops::ControlFlow;

use super::super::{Action, BoardId, Position};
use super::eval::TeamEvaluator;
use super::search_game::{Focus, SearchBughouse, SearchPosition, TeamPly, is_first};
use chess::{Board, Move};
use chess_games::eval::Evaluator;
use chess_games::{BughouseBoardVariant, OneBoard};
use contract::game::{Game, Outcome, Seat};
use contract::history::{EmptyHistory, PositionHistory};
use search::levels::{Ladder, Rung};
use search::{Params, Searched, Stage};

/// Players of all strengths; see `docs/strength.md`. Errors are in centipawns. Half of all turns
/// have a score of more than three pawns, which decides nothing yet: levels that were careful
/// there played alike.
const LADDER: Ladder = Ladder::new(&[
    Rung::new(100, 20, 2400, 1000),
    Rung::new(300, 23, 1600, 947),
    Rung::new(500, 29, 1036, 850),
    Rung::new(700, 43, 650, 701),
    Rung::new(900, 74, 380, 506),
    Rung::new(1100, 200, 194, 286),
    Rung::new(1300, 3_000, 62, 70),
    Rung::new(1500, 5_200, 44, 36),
    Rung::new(1700, 9_500, 34, 19),
    Rung::new(1900, 17_000, 26, 9),
    Rung::new(2100, 36_000, 16, 2),
    Rung::new(2300, 80_000, 8, 0),
    Rung::new(2500, 200_000, 0, 0),
])
.decided_at(900);

type One = OneBoard<BughouseBoardVariant>;
type BoardNode = <One as Searched>::Node;

/// The facts of the nodes of the boards that are searched.
type BoardNodes = [Option<BoardNode>; 2];

/// A position of a board cannot come again in fewer plies.
const SHORTEST_CYCLE: u32 = 4;

impl SearchBughouse {
    const fn board_rules(&self) -> &One {
        self.game.one_board()
    }

    /// The boards after the best capture on one of them, if there is one that wins
    /// enough: what the other team is about to take is soon in somebody's hand.
    pub(super) fn assume_best_capture(&self, both: Position, id: BoardId) -> Position {
        let (one, board) = (self.board_rules(), both.board(id));
        let mut best: Option<(i32, Move)> = None;
        let _ = one.legal(board, &EmptyHistory, |mv| {
            if let Some(gain) = one
                .max_gain(board, &mv)
                .filter(|_| board.captured_by(mv).is_some())
            {
                let better = best.is_none_or(|(known, _)| gain > known);
                if better && one.see_at_least(board, &mv, self.weights.foreseen) {
                    best = Some((gain, mv));
                }
            }
            ControlFlow::Continue(())
        });
        let after = best.map(|(_, mv)| self.game.play(&both, &Action { board: id, mv }).0);
        after
            .filter(|after| self.game.decided(after).is_none())
            .unwrap_or(both)
    }

    /// Returns true if a board stands as it stood since the search began, or twice before.
    fn repeated(
        &self,
        seen: &SearchPosition,
        past: &dyn PositionHistory,
        id: BoardId,
        ply: usize,
    ) -> bool {
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
const fn parts(step: &TeamPly) -> Option<(BoardId, Move)> {
    match step {
        TeamPly::Move(Action { board, mv }) => Some((*board, *mv)),
        TeamPly::Sit => None,
    }
}

impl SearchBughouse {
    /// Asks the hooks of one board about a move; what a sit is to them is `sit`.
    fn ask<T>(
        &self,
        seen: &SearchPosition,
        step: &TeamPly,
        sit: T,
        ask: impl FnOnce(&Board, Move) -> T,
    ) -> T {
        match parts(step) {
            Some((id, mv)) => ask(seen.both.board(id), mv),
            None => sit,
        }
    }
}

impl Searched for SearchBughouse {
    type Evaluator = TeamEvaluator;
    type Node = BoardNodes;

    const PARAMS: Params = <One as Searched>::PARAMS;
    const LADDER: Ladder = LADDER;
    const SLOTS: usize = 2 * <One as Searched>::SLOTS;
    const PAIRS: usize = 2 * <One as Searched>::PAIRS;
    const CHEAP_DECODE: bool = true;
    const NODES_PER_LOOK: u64 = 128;

    fn evaluator(&self) -> TeamEvaluator {
        TeamEvaluator::new(Evaluator::shipped::<BughouseBoardVariant>())
    }

    fn hand_written(&self) -> TeamEvaluator {
        TeamEvaluator::new(Evaluator::hand_written(true))
    }

    fn evaluate(&self, judge: &mut TeamEvaluator, seen: &SearchPosition, seat: Seat) -> i32 {
        self.eval_team(judge, seen, is_first(seat))
    }

    /// Of a team that is in check on a board where it has a move, that board alone
    /// is looked at, and none where it is frozen: a check that is left standing
    /// while the other board goes on and on has no end.
    fn node(&self, seen: &SearchPosition) -> BoardNodes {
        let sites = BoardId::ALL.map(|id| {
            seen.mover(id)?;
            Some(self.board_rules().node(seen.both.board(id)))
        });
        if matches!(seen.focus, Focus::One(_)) || !self.in_check(&sites) {
            return sites;
        }
        let checked = |id: BoardId| {
            sites[id.index()]
                .as_ref()
                .is_some_and(|site| self.board_rules().in_check(site))
        };
        let rules = self.binding.one_board().rules();
        let free = |id: BoardId| seen.both.board(id).has_legal(rules);
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

    fn to_move(&self, seen: &SearchPosition) -> Seat {
        self.actor(seen, &TeamPly::Sit)
    }

    fn terminal(
        &self,
        seen: &SearchPosition,
        past: &dyn PositionHistory,
        ply: usize,
    ) -> Option<Outcome> {
        // On one board it shows when there is no move; of two, the other has some.
        if let (Focus::Team { .. }, Some((_, outcome))) =
            (seen.focus, self.game.decided(&seen.both))
        {
            return Some(outcome);
        }
        if let (Focus::One(id), true) = (seen.focus, self.board_rules().rules().exposed_kings) {
            let board = seen.both.board(id);
            if board.lost_its_king(board.turn()) {
                return self.game.decided(&seen.both).map(|(_, outcome)| outcome);
            }
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

    fn no_moves_outcome(
        &self,
        seen: &SearchPosition,
        _: &BoardNodes,
        _: &dyn PositionHistory,
    ) -> Option<Outcome> {
        // Frozen, waiting, or the end; the first two are for the evaluation.
        self.binding.decided(&seen.both).map(|(_, outcome)| outcome)
    }

    /// As on each board: a king is taken whatever the other board has.
    fn first_look(&self, seen: &SearchPosition, step: &TeamPly) -> u8 {
        self.ask(seen, step, 0, |board, mv| {
            self.board_rules().first_look(board, &mv)
        })
    }

    fn in_check(&self, sites: &BoardNodes) -> bool {
        sites
            .iter()
            .flatten()
            .any(|site| self.board_rules().in_check(site))
    }

    fn null(&self, seen: &SearchPosition, sites: &BoardNodes) -> Option<SearchPosition> {
        match seen.focus {
            Focus::One(id) => {
                let site = sites[id.index()].as_ref()?;
                let board = self.board_rules().null(seen.both.board(id), site)?;
                Some(seen.then(seen.both.with(id, board)))
            }
            // A team that sits passes.
            Focus::Team { .. } => (!self.in_check(sites)).then(|| seen.then(seen.both)),
        }
    }

    fn tactical(&self, seen: &SearchPosition, step: &TeamPly) -> bool {
        self.ask(seen, step, false, |board, mv| {
            self.board_rules().tactical(board, &mv)
        })
    }

    fn moves(
        &self,
        seen: &SearchPosition,
        sites: &BoardNodes,
        past: &dyn PositionHistory,
        stage: Stage,
        out: &mut Vec<TeamPly>,
    ) {
        // Where a team has no move it lets the other go on.
        if sites.iter().all(Option::is_none) {
            if stage == Stage::Quiet && matches!(seen.focus, Focus::Team { .. }) {
                out.push(TeamPly::Sit);
            }
            return;
        }
        let mut list = Vec::with_capacity(64);
        for (id, site) in BoardId::ALL.into_iter().zip(sites) {
            if let Some(site) = site {
                self.board_rules()
                    .moves(seen.both.board(id), site, past, stage, &mut list);
                out.extend(
                    list.drain(..)
                        .map(|mv| TeamPly::Move(Action { board: id, mv })),
                );
            }
        }
    }

    fn forcing_moves(&self, seen: &SearchPosition, sites: &BoardNodes, out: &mut Vec<TeamPly>) {
        let mut list = Vec::new();
        for (id, site) in BoardId::ALL.into_iter().zip(sites) {
            if let Some(site) = site {
                self.board_rules()
                    .forcing_moves(seen.both.board(id), site, &mut list);
                out.extend(
                    list.drain(..)
                        .map(|mv| TeamPly::Move(Action { board: id, mv })),
                );
            }
        }
    }

    fn forcing(&self, seen: &SearchPosition, sites: &BoardNodes, step: &TeamPly) -> bool {
        let Some((id, mv)) = parts(step) else {
            return false;
        };
        let site = sites[id.index()].as_ref();
        site.is_some_and(|site| self.board_rules().forcing(seen.both.board(id), site, &mv))
    }

    fn order_score(&self, seen: &SearchPosition, sites: &BoardNodes, step: &TeamPly) -> i32 {
        let Some((id, mv)) = parts(step) else {
            return 0;
        };
        let site = sites[id.index()].as_ref();
        site.map_or(0, |site| {
            self.board_rules()
                .order_score(seen.both.board(id), site, &mv)
        })
    }

    fn see_at_least(&self, seen: &SearchPosition, step: &TeamPly, least: i32) -> bool {
        self.ask(seen, step, least <= 0, |board, mv| {
            self.board_rules().see_at_least(board, &mv, least)
        })
    }

    fn max_gain(&self, seen: &SearchPosition, step: &TeamPly) -> Option<i32> {
        self.ask(seen, step, None, |board, mv| {
            self.board_rules().max_gain(board, &mv)
        })
    }

    fn slot(&self, seen: &SearchPosition, step: &TeamPly) -> usize {
        let Some((id, mv)) = parts(step) else {
            return 0;
        };
        id.index() * <One as Searched>::SLOTS + self.board_rules().slot(seen.both.board(id), &mv)
    }

    fn pair(&self, seen: &SearchPosition, step: &TeamPly) -> usize {
        let Some((id, mv)) = parts(step) else {
            return 0;
        };
        id.index() * <One as Searched>::PAIRS + self.board_rules().pair(seen.both.board(id), &mv)
    }

    /// A move of board B has the bits of one of board A turned over, so that the
    /// two are hardly ever taken for each other; whoever decodes asks again
    /// whether the move is legal.
    fn tt_move(&self, step: &TeamPly) -> u16 {
        match step {
            TeamPly::Move(Action {
                board: BoardId::A,
                mv,
            }) => self.board_rules().tt_move(mv),
            TeamPly::Move(Action {
                board: BoardId::B,
                mv,
            }) => (!self.board_rules().tt_move(mv)).max(1),
            TeamPly::Sit => SIT,
        }
    }

    fn decode(
        &self,
        seen: &SearchPosition,
        sites: &BoardNodes,
        past: &dyn PositionHistory,
        code: u16,
    ) -> Option<TeamPly> {
        if sites.iter().all(Option::is_none) {
            let team = matches!(seen.focus, Focus::Team { .. });
            return (code == SIT && team).then_some(TeamPly::Sit);
        }
        let on = |id: BoardId, code: u16| {
            let site = sites[id.index()].as_ref()?;
            let mv = self
                .board_rules()
                .decode(seen.both.board(id), site, past, code)?;
            Some(TeamPly::Move(Action { board: id, mv }))
        };
        on(BoardId::A, code).or_else(|| on(BoardId::B, !code))
    }
}

/// The code of a sit, which is asked for where there is no move.
const SIT: u16 = 1;
