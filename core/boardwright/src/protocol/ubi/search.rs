//! The course of a search: begun, begun anew with what the partner says, held back,
//! answered.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::format::{failure, found, line, reserves, written};
use super::partner::{has_time, is_apart};
use super::session::{Go, UbiSession};
use crate::protocol::driver::SessionDriver;
use bughouse::engine::TeamBot;
use bughouse::team::{self, Finding, QuestionNodes, Talk, VerifiedClaims};
use bughouse::{Action, BoardId, SEATS};
use contract::bot::{self, Decision, Info, Limits};
use contract::error::{Error, Result};
use contract::jobs::{Control, Finished, JobHandle, Kind, Work};

/// A search under way, or one whose answer is held back.
pub(super) struct BoardSearch {
    id: u64,
    go: Go,
    handle: Option<JobHandle>,
    answer: Option<BoardAnswer>,
    sitting: Sitting,
    /// True if the search must restart with the partner's messages.
    renew: bool,
}

/// The state of an answer that may be held back for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sitting {
    NotYet,
    /// Because that is better than to move.
    ForItself,
    /// Because the partner wins meanwhile.
    ForPartner,
    Over,
}

/// Result of a search.
#[derive(Default)]
pub(super) struct BoardAnswer {
    pub(super) lines: Vec<String>,
    /// The move and the reply that is expected.
    pub(super) best: Option<(Action, Option<Action>)>,
    pub(super) value: Option<i64>,
    /// Number of positions searched.
    pub(super) nodes: u64,
    /// Time that the answer is held back: the seat sits.
    pub(super) hold: Duration,
}

impl BoardAnswer {
    /// Returns true if its score says that it mates.
    pub(super) fn mates(&self) -> bool {
        self.value.is_some_and(team::is_won)
    }
}

impl BoardSearch {
    /// Returns true if its answer is held back.
    fn sits(&self) -> bool {
        matches!(self.sitting, Sitting::ForItself | Sitting::ForPartner)
    }

    pub(super) fn stop(&mut self) {
        self.go.stopped = true;
        if let Some(handle) = &self.handle {
            handle.finish_early();
        }
    }
}

impl UbiSession {
    /// Gives the answer that nothing holds back any more, and begins what waits.
    pub(super) fn settle(&mut self, driver: &Arc<SessionDriver<Self>>, board: BoardId) {
        loop {
            let side = &mut self.boards[board.index()];
            let Some(running) = &side.running else {
                let Some(go) = side.waiting.pop_front() else {
                    return;
                };
                self.begin(driver, go);
                continue;
            };
            let goes_on = running.go.infinite && !running.go.stopped;
            if goes_on || running.answer.is_none() || self.holds_back(driver, board) {
                return;
            }
            let taken = self.boards[board.index()].running.take();
            let Some((go, answer)) = taken.and_then(|r| Some((r.go, r.answer?))) else {
                return;
            };
            if !go.silent {
                self.answer(driver, &go, &answer);
                self.start_after_move(driver, &go, &answer);
                self.ponder(go, answer);
            }
        }
    }

    /// Returns true if the answer of a board is held back, now or from now on.
    fn holds_back(&mut self, driver: &Arc<SessionDriver<Self>>, board: BoardId) -> bool {
        let running = self.boards[board.index()].running.as_ref();
        let Some((running, answer)) = running.and_then(|r| Some((r, r.answer.as_ref()?))) else {
            return false;
        };
        let sitting = match running.sitting {
            _ if running.go.stopped => Sitting::Over,
            Sitting::NotYet => {
                let [stall, wait] = self.patience(&running.go, answer);
                let hold = answer.hold.max(stall).max(wait);
                if !hold.is_zero() {
                    hold_back(driver, board, running.id, hold);
                }
                match hold {
                    Duration::ZERO => Sitting::Over,
                    _ if stall > answer.hold => Sitting::ForPartner,
                    _ => Sitting::ForItself,
                }
            }
            sitting => sitting,
        };
        let running = self.boards[board.index()].running.as_mut();
        running.is_some_and(|running| {
            running.sitting = sitting;
            running.sits()
        })
    }

    /// Returns the times that an answer is held back: for the partner's sake, and for a piece that
    /// decides.
    fn patience(&self, go: &Go, answer: &BoardAnswer) -> [Duration; 2] {
        let mut out = [Duration::ZERO; 2];
        if answer.mates() {
            return out;
        }
        let talk = &self.boards[go.board.index()].talk;
        if !go.silent {
            out[0] = talk.stall(&self.params(), go.seat, &go.limits);
        }
        let wait = Talk::patience(&go.params, go.limits.clock);
        if !wait.is_zero() && talk.waits(&go.state, go.seat) {
            out[1] = wait;
        }
        out
    }

    /// Says an answer, and what the partner should know.
    fn answer(&mut self, driver: &Arc<SessionDriver<Self>>, go: &Go, answer: &BoardAnswer) {
        let letter = go.board.letter();
        for line in &answer.lines {
            driver.out.put(line.clone());
        }
        if let Some(value) = answer.value {
            let params = self.params();
            let talk = &mut self.boards[go.board.index()].talk;
            let messages = talk.decided(&params, value);
            self.pass_on(driver, go, messages);
        }
        let text = |action: &Action| written(go.state.game(), action);
        driver.out.put(match &answer.best {
            None => format!("bestmove board {letter} (none)"),
            Some((best, None)) => format!("bestmove board {letter} {}", text(best)),
            Some((best, Some(reply))) => {
                let (best, reply) = (text(best), text(reply));
                format!("bestmove board {letter} {best} ponder {reply}")
            }
        });
        self.boards[go.board.index()].nodes = answer.nodes;
    }

    /// Lets go of an answer that is held back for the partner's sake.
    pub(super) fn release(&mut self, driver: &Arc<SessionDriver<Self>>, board: BoardId) {
        let running = self.boards[board.index()].running.as_mut();
        if let Some(running) = running.filter(|r| r.sitting == Sitting::ForPartner) {
            running.sitting = Sitting::Over;
            self.settle(driver, board);
        }
    }

    /// Begins a search, or notes the answer where there is nothing to search.
    fn begin(&mut self, driver: &Arc<SessionDriver<Self>>, go: Go) {
        if !go.silent && go.renewals == 0 {
            self.cancel_background(go.board);
            self.boards[go.board.index()].talk.begin();
        }
        self.next_id += 1;
        let id = self.next_id;
        let (handle, answer) = match self.submit(driver, id, &go) {
            Ok(handle) => (Some(handle), None),
            Err(error) => (None, Some(failure(&error))),
        };
        let side = &mut self.boards[go.board.index()];
        let mut running = BoardSearch {
            id,
            go,
            handle,
            answer,
            sitting: Sitting::NotYet,
            renew: false,
        };
        if running.go.stopped || !side.waiting.is_empty() {
            running.stop();
        }
        side.running = Some(running);
    }

    fn submit(&mut self, driver: &Arc<SessionDriver<Self>>, id: u64, go: &Go) -> Result<JobHandle> {
        if let Some(outcome) = go.state.outcome() {
            return Err(Error::game_over(format!(
                "the game has ended: {}",
                outcome.reason
            )));
        }
        if go.none {
            return Err(Error::illegal_move("there is no move to choose from"));
        }
        let waits = !go.state.live().contains(go.seat);
        let asks = go.renewals == 0 && has_time(go);
        let beside = asks && !waits && is_apart(go);
        let nodes = QuestionNodes::beside(self.takes(go));
        let (told, asked) = (Arc::clone(driver), go.clone());
        let class = contract::bot::class(&go.limits, go.seat);
        let work = Work::new(Kind::Analysis, class, move |control| {
            if asks && !beside {
                let margin = asked.params.need_margin;
                let needs = team::needs(&asked.state, asked.seat, margin, nodes, control)?;
                told.enter(|session| session.found_out(&told, &asked, Finding::Needs(needs)));
            }
            if waits {
                let name = SEATS[asked.seat.index()];
                let what = format!("{name} has no move, and waits");
                return Err(Error::not_your_turn(what));
            }
            let held = team::verified(&asked.state, asked.seat, asked.doubtful, nodes, control)?;
            let player = told.with(|session| session.player(&asked))?;
            search(&told, &asked, &player, held, control)
        });
        let of = go.clone();
        let done = move |session: &mut Self,
                         driver: &Arc<SessionDriver<Self>>,
                         finished: Finished<Decision<Action>>| {
            let answer = match finished.result {
                Ok(decision) => found(&of, &decision),
                Err(error) => failure(&error),
            };
            let side = &mut session.boards[of.board.index()];
            if let Some(running) = side.running.as_mut().filter(|r| r.id == id) {
                running.handle = None;
                if running.renew && !running.go.stopped && side.waiting.is_empty() {
                    session.begin_anew(driver, of);
                    return;
                }
                running.answer = Some(answer);
            }
            session.settle(driver, of.board);
        };
        let handle = driver.submit(self.caller, work, done)?;
        if beside {
            self.start_during_search(driver, go);
        }
        Ok(handle)
    }

    /// Has the search of a board begin anew with what its seat has just heard, under way or
    /// with its answer held back.
    pub(super) fn renew(&mut self, driver: &Arc<SessionDriver<Self>>, board: BoardId) {
        let (options, params) = (self.of_player(), self.params());
        let side = &mut self.boards[board.index()];
        let advice = side.talk.advice(&params);
        let Some(running) = side.running.as_mut() else {
            return;
        };
        let go = &running.go;
        let may = go.renewals < contract::bot::MAX_RESTARTS
            && has_time(go)
            && !go.stopped
            && !go.infinite;
        if !may || (&go.options, go.advice) == (&options, advice) {
            return;
        }
        match &running.handle {
            Some(handle) => {
                running.renew = true;
                handle.finish_early();
            }
            None if running.sits() => {
                let go = go.clone();
                self.begin_anew(driver, go);
            }
            None => {}
        }
    }

    fn begin_anew(&mut self, driver: &Arc<SessionDriver<Self>>, mut go: Go) {
        let (params, talk) = (self.params(), &self.boards[go.board.index()].talk);
        go.advice = talk.advice(&params);
        go.doubtful = talk.doubtful(&params, go.asked);
        go.options = self.of_player();
        go.renewals += 1;
        self.begin(driver, go);
    }

    /// Ends what is searched on a board, and what was to be searched after it.
    pub(super) fn stop(&mut self, driver: &Arc<SessionDriver<Self>>, board: BoardId) {
        self.cancel_background(board);
        let side = &mut self.boards[board.index()];
        for go in &mut side.waiting {
            go.stopped = true;
        }
        if let Some(running) = &mut side.running {
            running.stop();
        }
        self.settle(driver, board);
    }

    /// Cancels everything, without another word.
    pub(super) fn cancel_all(&mut self) {
        for board in BoardId::ALL {
            self.cancel_background(board);
            let side = &mut self.boards[board.index()];
            side.waiting.clear();
            if let Some(handle) = side.running.take().and_then(|r| r.handle) {
                handle.cancel();
            }
        }
    }

    /// Returns the bot that plays a board: the same for a whole game, so that it keeps what it has
    /// learnt.
    fn player(&mut self, go: &Go) -> Result<Arc<Mutex<TeamBot>>> {
        let side = &mut self.boards[go.board.index()];
        if let Some(player) = &side.player {
            return Ok(Arc::clone(player));
        }
        let player = Arc::new(Mutex::new(TeamBot::new(&go.options)?));
        side.player = Some(Arc::clone(&player));
        Ok(player)
    }

    /// Goes on thinking about the reply that is expected.
    fn ponder(&mut self, mut go: Go, answer: BoardAnswer) {
        let Some((best, Some(reply))) = answer.best else {
            return;
        };
        let side = &mut self.boards[go.board.index()];
        if !go.ponder || go.stopped || !side.waiting.is_empty() {
            return;
        }
        let after = go.state.play(&best);
        let Ok(state) = after.and_then(|after| after.play(&reply)) else {
            return;
        };
        go.state = state;
        go.limits = Limits::default();
        go.infinite = true;
        go.silent = true;
        side.waiting.push_back(go);
    }
}

/// Says that a board sits, and gives its answer when that is over.
fn hold_back(driver: &Arc<SessionDriver<UbiSession>>, board: BoardId, id: u64, hold: Duration) {
    let (letter, ms) = (board.letter(), hold.as_millis());
    driver.out.put(format!("info board {letter} sit {ms}"));
    driver.later(hold, move |session, driver| {
        let running = session.boards[board.index()].running.as_mut();
        if let Some(running) = running.filter(|running| running.id == id) {
            running.sitting = Sitting::Over;
            session.settle(driver, board);
        }
    });
}

/// Makes the search that a `go` asks for.
fn search(
    driver: &SessionDriver<UbiSession>,
    go: &Go,
    player: &Mutex<TeamBot>,
    held: VerifiedClaims,
    control: &Control,
) -> Result<Decision<Action>> {
    let mut limits = go.limits.clone();
    let spent = go.asked.elapsed();
    for time in [&mut limits.movetime, &mut limits.deadline] {
        *time = time.map(|time| time.saturating_sub(spent));
    }
    let clocks = limits
        .clock
        .iter_mut()
        .chain(limits.clocks.get_mut(go.seat.index()));
    for clock in clocks {
        clock.remaining = clock.remaining.saturating_sub(spent);
    }
    let advice = team::corrected(go.advice, &go.params, go.doubtful, held);
    let mut player = match player.lock() {
        Ok(player) => player,
        // What a search that panicked has left of it is not to be relied on.
        Err(poisoned) => {
            *poisoned.into_inner() = TeamBot::new(&go.options)?;
            player.clear_poison();
            player.lock().unwrap_or_else(PoisonError::into_inner)
        }
    };
    player.prepare(&go.options, advice)?;
    let reserves = reserves(go.state.position(), go.seat);
    let mut watch = |info: &Info<Action>| {
        if !go.silent {
            driver
                .out
                .put(line(info, go.state.game(), go.board, reserves));
            driver.out.deliver();
        }
    };
    let observation = go.state.observe(go.seat);
    bot::analyse(&mut *player, &observation, &limits, control, &mut watch)
}
