//! What goes on between one host and the engine: two boards, what is searched on
//! each, what the partner has said.

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::course::Running;
use super::demand::Claims;
use super::message::{Heard, Pieces};
use super::outlook::Outlook;
use super::{options, position};
use crate::host::{Bot, Clock, Limits, SeatRef, State};
use crate::protocol::declared::Declarations;
use crate::protocol::desk::{self, Desk};
use crate::protocol::uci::go::Asked;
use bughouse::{BoardId, SEATS, seat_of};
use chess::Color;
use contract::error::{Error, Result, quoted};
use contract::game::Seat;
use contract::jobs;
use contract::value::Dict;

/// How many pairs of metadata are kept, and the longest of them in bytes.
const METADATA: (usize, usize) = (1000, 10_000);

/// The state of a session.
pub(in crate::protocol) struct Session {
    pub(super) options: Declarations,
    pub(super) clocks: [Option<u64>; 4],
    state: State,
    pub(super) boards: [Side; 2],
    metadata: Vec<(String, String)>,
    pub(super) next_id: u64,
    /// Under which number its searches are queued.
    pub(super) caller: u64,
}

/// What is searched on one board.
#[derive(Default)]
pub(super) struct Side {
    pub(super) running: Option<Running>,
    pub(super) waiting: VecDeque<Go>,
    pub(super) bot: Option<Bot>,
    /// What its seat was told by its partner, and still counts.
    pub(super) heard: Heard,
    /// The last that was said of threats and of the balance.
    pub(super) threat: (u8, Pieces),
    /// What was found last to mate the seat.
    pub(super) fears: Pieces,
    /// The pieces of which it was said that they decide for the seat.
    pub(super) wants: Pieces,
    /// The pieces that decide for the seat if one comes before it moves.
    pub(super) needs: Pieces,
    /// What is found out about the last answer.
    pub(super) outlook: Option<Outlook>,
    pub(super) balance: i64,
    /// Whether it was said of the last decision that it wins.
    pub(super) wins: bool,
    /// How many positions the last decision took.
    pub(super) nodes: u64,
    /// The move that was last asked for, by its number.
    number: Option<String>,
}

/// A `go` with all that it is about.
#[derive(Clone)]
pub(super) struct Go {
    pub(super) board: BoardId,
    pub(super) seat: Seat,
    pub(super) state: State,
    /// The options of the bot that searches.
    pub(super) options: Dict,
    /// What in them is to be held against the other board.
    pub(super) doubtful: Claims,
    pub(super) limits: Limits,
    pub(super) infinite: bool,
    pub(super) stopped: bool,
    /// Whether no move that could be chosen from was named.
    pub(super) none: bool,
    /// Whether it says nothing: the opponent's time is used.
    pub(super) silent: bool,
    /// By how much a piece must help to be asked for.
    pub(super) margin: i64,
    /// Whether both seats are played, so that what one finds out the other knows.
    pub(super) dual: bool,
    /// Whether to go on thinking when it has been answered.
    pub(super) ponder: bool,
    /// How long it waits for a piece with which it mates, if the partner can take one.
    pub(super) wait: Duration,
    /// When it was asked for.
    pub(super) asked: Instant,
    /// How often it was begun anew because of what the partner has said.
    pub(super) renewals: u32,
}

impl Go {
    /// Whether it is White's seat that searches.
    pub(super) const fn is_white(&self) -> bool {
        self.seat.0.is_multiple_of(2)
    }
}

impl Desk<Session> {
    /// Says something to people.
    pub(super) fn say(&self, text: impl Display) {
        self.out.put(format!("info string {text}"));
    }
}

impl Session {
    pub(in crate::protocol) fn new() -> Result<Self> {
        Ok(Self {
            options: options::all()?,
            clocks: [None; 4],
            state: position::game()?.start()?,
            boards: Default::default(),
            metadata: Vec::new(),
            next_id: 0,
            caller: jobs::new_caller(),
        })
    }

    /// Takes up a `go`.
    pub(super) fn go(&mut self, desk: &Arc<Desk<Self>>, board: BoardId, asked: Asked) {
        let go = self.prepare(desk, board, asked);
        let side = &mut self.boards[board.index()];
        side.waiting.push_back(go);
        if let Some(running) = &mut side.running {
            running.stop();
        }
        self.settle(desk, board);
    }

    /// Fixes what a search is about, so that later lines do not change it.
    fn prepare(&mut self, desk: &Desk<Self>, board: BoardId, asked: Asked) -> Go {
        let Asked {
            mut limits,
            infinite,
            ..
        } = asked;
        let state = self.state.clone();
        let seat = seat_of(board, self.to_move(board).unwrap_or(Color::White));
        let team = if seat.0 == 0 || seat.0 == 3 { "A" } else { "B" };
        let told = self.options.word("Team");
        if told != "none" && told != team {
            desk.say(format_args!(
                "go: {} is of the other team",
                SEATS[seat.index()]
            ));
        }
        if let Some(moves) = &mut limits.moves {
            let of = Some(SeatRef::Index(i64::from(seat.0)));
            desk::choose(moves, &state, of, |why| desk.say(why));
        }
        self.count(&state, board);
        limits.lines = u32::try_from(self.options.number("MultiPV")).ok();
        if let (false, false, Some(ms)) = (limits.bind(), infinite, self.clocks[seat.index()]) {
            limits.clock = Some(Clock {
                remaining: Duration::from_millis(ms),
                ..Clock::default()
            });
        }
        limits.clocks = self.all_clocks(seat, limits.clock);
        self.hurry(board, &mut limits);
        let asked = Instant::now();
        Go {
            options: self.of_bot(board),
            doubtful: self.doubtful(board, asked),
            board,
            seat,
            none: limits.moves.as_ref().is_some_and(Vec::is_empty),
            state,
            infinite,
            stopped: false,
            silent: false,
            margin: self.options.number("Need Margin"),
            dual: self.dual(),
            ponder: self.options.flag("Ponder"),
            wait: self.share_of("Wait Share", limits.clock),
            asked,
            renewals: 0,
            limits,
        }
    }

    /// What was heard has got older if another move is asked for than the last time.
    fn count(&mut self, state: &State, board: BoardId) {
        let notation = state.notation().unwrap_or_default();
        let half = notation.split('|').nth(board.index()).unwrap_or_default();
        let number = half.split_ascii_whitespace().next_back().map(str::to_owned);
        let side = &mut self.boards[board.index()];
        if side.number.is_some() && side.number != number {
            side.heard.moved();
        }
        side.number = number;
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

    /// Who is to move on a board.
    pub(super) fn to_move(&self, board: BoardId) -> Result<Color> {
        let notation = self.state.notation()?;
        let half = notation.split('|').nth(board.index()).unwrap_or_default();
        Ok(match half.split_ascii_whitespace().nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        })
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
            self.look_away(board);
            let side = &mut self.boards[board.index()];
            // A bot that is at work cannot forget: another takes its place.
            side.bot = None;
            side.heard.forget();
            side.number = None;
            side.nodes = 0;
            side.threat = Default::default();
            side.fears = Pieces::default();
            side.wants = Pieces::default();
            side.needs = Pieces::default();
            side.balance = 0;
            side.wins = false;
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
