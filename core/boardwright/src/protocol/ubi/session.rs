//! Session between one host and the engine: two boards, the search on each, and the partner's
//! messages.

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::SplitAsciiWhitespace;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::background::BackgroundSearch;
use super::search::BoardSearch;
use super::{options, position};
use crate::protocol::driver::{self, SessionDriver};
use crate::protocol::uci::go::GoCommand;
use crate::protocol::uci_options::UciOptions;
use bughouse::engine::{Advice, TeamBot};
use bughouse::team::{Claims, Params, Talk};
use bughouse::{BoardId, Bughouse, SEATS, seat_of};
use contract::bot::{Clock, Limits};
use contract::error::{Error, Result, quoted};
use contract::game::{Game as _, Seat};
use contract::jobs;
use contract::state::State;
use contract::value::Dict;

/// Maximum number of metadata pairs, and maximum length of one in bytes.
const METADATA: (usize, usize) = (1000, 10_000);

/// The state of a session.
pub(in crate::protocol) struct UbiSession {
    pub(super) options: UciOptions,
    pub(super) clocks: [Option<u64>; 4],
    state: State<Bughouse>,
    pub(super) boards: [Side; 2],
    metadata: Vec<(String, String)>,
    pub(super) next_id: u64,
    /// Under which number its searches are queued.
    pub(super) caller: u64,
}

/// Search and team play on one board.
#[derive(Default)]
pub(super) struct Side {
    pub(super) running: Option<BoardSearch>,
    pub(super) waiting: VecDeque<Go>,
    /// Bot that plays there, once it has been asked.
    pub(super) player: Option<Arc<Mutex<TeamBot>>>,
    /// The talk of its seat with its partner.
    pub(super) talk: Talk,
    /// Background search that follows the last answer.
    pub(super) outlook: Option<BackgroundSearch>,
    /// Number of positions that the last decision took.
    pub(super) nodes: u64,
    /// The number of the move that was last asked for.
    number: Option<u32>,
}

/// A `go` with all that it is about.
#[derive(Clone)]
pub(super) struct Go {
    pub(super) board: BoardId,
    pub(super) seat: Seat,
    pub(super) state: State<Bughouse>,
    /// The options of the player that searches.
    pub(super) options: Dict,
    /// Advice drawn from the partner's messages.
    pub(super) advice: Advice,
    /// Claims in that advice that are to be checked against the other board.
    pub(super) doubtful: Claims,
    /// The parameters of its team play.
    pub(super) params: Params,
    pub(super) limits: Limits,
    pub(super) infinite: bool,
    pub(super) stopped: bool,
    /// True if `searchmoves` names no move that can be chosen.
    pub(super) none: bool,
    /// True if the search sends no output: it uses the opponent's time.
    pub(super) silent: bool,
    /// True if both seats are played, so that each knows what the other finds out.
    pub(super) dual: bool,
    /// True if the search goes on after its answer.
    pub(super) ponder: bool,
    /// When it was asked for.
    pub(super) asked: Instant,
    /// Number of restarts because of the partner's messages.
    pub(super) renewals: u32,
}

impl SessionDriver<UbiSession> {
    /// Says something to people.
    pub(super) fn say(&self, text: impl Display) {
        self.out.put(format!("info string {text}"));
    }
}

impl UbiSession {
    pub(in crate::protocol) fn new() -> Result<Self> {
        Ok(Self {
            options: options::all()?,
            clocks: [None; 4],
            state: position::start()?,
            boards: Default::default(),
            metadata: Vec::new(),
            next_id: 0,
            caller: jobs::new_caller(),
        })
    }

    /// Takes up a `go`.
    pub(super) fn go(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        board: BoardId,
        asked: GoCommand,
    ) {
        let go = self.prepare(driver, board, asked);
        let side = &mut self.boards[board.index()];
        side.waiting.push_back(go);
        if let Some(running) = &mut side.running {
            running.stop();
        }
        self.settle(driver, board);
    }

    /// Fixes what a search is about, so that later lines do not change it.
    fn prepare(&mut self, driver: &SessionDriver<Self>, board: BoardId, asked: GoCommand) -> Go {
        let GoCommand {
            mut limits,
            infinite,
            ..
        } = asked;
        let state = self.state.clone();
        let seat = self.seat_to_move(board);
        let team = if seat.0 == 0 || seat.0 == 3 { "A" } else { "B" };
        let told = self.options.word("Team");
        if told != "none" && told != team {
            driver.say(format_args!(
                "go: {} is of the other team",
                SEATS[seat.index()]
            ));
        }
        if let Some(moves) = &mut limits.moves {
            let canonical = |text: &str| {
                let action = state.read(Some(seat), text, None)?;
                state.check(Some(seat), &action)?;
                Ok(state.game().text(&action))
            };
            driver::choose(moves, canonical, |why| driver.say(why));
        }
        self.count(board);
        limits.lines = u32::try_from(self.options.number("MultiPV")).ok();
        if let (false, false, Some(ms)) = (limits.bind(), infinite, self.clocks[seat.index()]) {
            limits.clock = Some(Clock {
                remaining: Duration::from_millis(ms),
                ..Clock::default()
            });
        }
        limits.clocks = self.all_clocks(seat, limits.clock);
        let (params, talk) = (self.params(), &self.boards[board.index()].talk);
        talk.hurry(&params, &mut limits);
        let asked = Instant::now();
        Go {
            options: self.of_player(),
            advice: talk.advice(&params),
            doubtful: talk.doubtful(&params, asked),
            params,
            board,
            seat,
            none: limits.moves.as_ref().is_some_and(Vec::is_empty),
            state,
            infinite,
            stopped: false,
            silent: false,
            dual: self.dual(),
            ponder: self.options.flag("Ponder"),
            asked,
            renewals: 0,
            limits,
        }
    }

    /// Ages the partner's messages if another move is asked for than the last time.
    fn count(&mut self, board: BoardId) {
        let number = self.state.position().board(board).fullmove();
        let side = &mut self.boards[board.index()];
        if side.number.is_some_and(|known| known != number) {
            side.talk.moved();
        }
        side.number = Some(number);
    }

    /// The clocks of all seats, if all are known, and the seat's own is to count.
    fn all_clocks(&self, seat: Seat, own: Option<Clock>) -> Vec<Clock> {
        let Some(own) = own else {
            return Vec::new();
        };
        let clock = |(index, told): (usize, &Option<u64>)| match index == seat.index() {
            true => Some(own),
            false => told.map(|ms| Clock {
                remaining: Duration::from_millis(ms),
                ..Clock::default()
            }),
        };
        let all: Option<Vec<_>> = self.clocks.iter().enumerate().map(clock).collect();
        all.unwrap_or_default()
    }

    /// Returns the seat to move on a board.
    pub(super) fn seat_to_move(&self, board: BoardId) -> Seat {
        seat_of(board, self.state.position().board(board).turn())
    }

    pub(super) fn set_position(
        &mut self,
        line: &str,
        words: SplitAsciiWhitespace<'_>,
    ) -> Result<()> {
        let told = position::read(&self.state, line, words)?;
        self.state = told.state;
        if let Some(clocks) = told.clocks {
            self.clocks = clocks.map(Some);
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self) {
        self.clocks = [None; 4];
        for board in BoardId::ALL {
            self.cancel_background(board);
            let side = &mut self.boards[board.index()];
            // One that is at work cannot forget: another takes its place.
            side.player = None;
            side.talk = Talk::default();
            side.number = None;
            side.nodes = 0;
        }
    }

    pub(super) fn note(&mut self, mut words: SplitAsciiWhitespace<'_>) -> Result<()> {
        let Some(key) = words.next() else {
            return Err(Error::invalid_notation("takes a key and a value"));
        };
        let value = words.collect::<Vec<_>>().join(" ");
        if key.len() + value.len() > METADATA.1 {
            return Err(Error::invalid_notation(format!(
                "{} is too long",
                quoted(key)
            )));
        }
        self.metadata.retain(|(known, _)| known != key);
        if self.metadata.len() >= METADATA.0 {
            return Err(Error::invalid_notation("there is no room for more"));
        }
        self.metadata.push((key.to_owned(), value));
        Ok(())
    }
}
