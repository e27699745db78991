//! What goes on between one host and the engine: two boards, what is searched on
//! each, what the partner has said.

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::message::{Heard, Message};
use super::told::{failure, found, line, reserves};
use super::{options, position};
use crate::bughouse::{BoardId, SEATS, seat_of};
use crate::chess::Color;
use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::Seat;
use crate::jobs::{Control, Finished, Ticket};
use crate::protocol::declared::Declarations;
use crate::protocol::desk::{self, Desk};
use crate::protocol::uci::go::Asked;
use crate::rim::{Bot, Clock, Limits, MoveRef, SeatRef, State, Subject, Work};
use crate::value::{Dict, Value};

/// How many pairs of metadata are kept, and the longest of them in bytes.
const METADATA: (usize, usize) = (1000, 10_000);

/// The state of a session.
pub(in crate::protocol) struct Session {
    pub(super) options: Declarations,
    pub(super) clocks: [Option<u64>; 4],
    state: State,
    pub(super) boards: [Side; 2],
    pub(super) heard: Heard,
    metadata: Vec<(String, String)>,
    next_id: u64,
}

/// What is searched on one board.
#[derive(Default)]
pub(super) struct Side {
    running: Option<Running>,
    waiting: VecDeque<Go>,
    pub(super) bot: Option<Bot>,
    /// The last that was said of threats and of the balance.
    pub(super) threat: u8,
    pub(super) balance: i64,
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
    pub(super) limits: Limits,
    pub(super) infinite: bool,
    pub(super) stopped: bool,
    /// Whether no move that could be chosen from was named.
    pub(super) none: bool,
    /// Whether it says nothing: the opponent's time is used.
    pub(super) silent: bool,
    /// By how much a piece must help to be asked for; `None` for no messages.
    pub(super) margin: Option<i64>,
    /// Whether to go on thinking when it has been answered.
    pub(super) ponder: bool,
    /// How long it sits because the partner wants it to.
    pub(super) stall: Duration,
    /// How long it waits for a piece with which it mates, if the partner can take one.
    pub(super) wait: Duration,
    /// Whether it was begun anew because of what the partner has said.
    pub(super) renewed: bool,
}

/// A search under way, or one whose answer is held back.
struct Running {
    id: u64,
    go: Go,
    ticket: Option<Ticket>,
    answer: Option<Answer>,
    /// Whether the answer is held back for a time.
    sits: bool,
    /// Whether it is to begin anew, with what the partner has said.
    renew: bool,
}

/// What a search came to.
#[derive(Default)]
pub(super) struct Answer {
    pub(super) lines: Vec<String>,
    /// The move and the reply that is expected.
    pub(super) best: Option<(String, Option<String>)>,
    pub(super) worth: Option<i64>,
    /// How many positions were looked at.
    pub(super) nodes: u64,
    /// How long it is held back: the seat sits.
    pub(super) hold: Duration,
}

impl Running {
    fn stop(&mut self) {
        self.go.stopped = true;
        if let Some(ticket) = &self.ticket {
            ticket.conclude();
        }
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
            heard: Heard::default(),
            metadata: Vec::new(),
            next_id: 0,
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
            chosen,
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
        if chosen {
            let of = Some(SeatRef::Index(i64::from(seat.0)));
            desk::choose(&mut limits.moves, &state, of, |why| desk.say(why));
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
        self.hurry(&mut limits);
        let dual = self.dual();
        Go {
            options: self.of_bot(),
            board,
            seat,
            none: chosen && limits.moves.is_empty(),
            state,
            infinite,
            stopped: false,
            silent: false,
            margin: (!dual).then(|| self.options.number("Need Margin")),
            ponder: self.options.flag("Ponder"),
            stall: self.stall(limits.clock),
            wait: self.share_of("Wait Share", limits.clock),
            renewed: false,
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
            self.heard.moved();
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

    /// Gives the answer that nothing holds back any more, and begins what waits.
    fn settle(&mut self, desk: &Arc<Desk<Self>>, board: BoardId) {
        loop {
            let side = &mut self.boards[board.index()];
            match &mut side.running {
                Some(running) => {
                    if running.go.infinite && !running.go.stopped {
                        return;
                    }
                    let Some(mut answer) = running.answer.take() else {
                        return;
                    };
                    let hold = std::mem::take(&mut answer.hold);
                    let sits = running.sits || !hold.is_zero();
                    if sits && !running.go.stopped {
                        running.answer = Some(answer);
                        if !std::mem::replace(&mut running.sits, true) {
                            sit(desk, board, running.id, hold);
                        }
                        return;
                    }
                    let Some(running) = side.running.take() else {
                        return;
                    };
                    if !running.go.silent {
                        self.answer(desk, &running.go, &answer);
                        self.ponder(running.go, answer);
                    }
                }
                None => {
                    let Some(go) = side.waiting.pop_front() else {
                        return;
                    };
                    self.begin(desk, go);
                }
            }
        }
    }

    /// Says an answer, and what the partner should know.
    fn answer(&mut self, desk: &Desk<Self>, go: &Go, answer: &Answer) {
        let letter = go.board.letter();
        for line in &answer.lines {
            desk.out.put(line.clone());
        }
        if go.margin.is_some() {
            for message in self.tell(go.board, answer) {
                desk.out.put(format!("teammsg {message}"));
            }
        }
        desk.out.put(match &answer.best {
            None => format!("bestmove board {letter} (none)"),
            Some((best, None)) => format!("bestmove board {letter} {best}"),
            Some((best, Some(reply))) => format!("bestmove board {letter} {best} ponder {reply}"),
        });
        self.boards[go.board.index()].nodes = answer.nodes;
    }

    /// Begins a search, or notes the answer where there is nothing to search.
    fn begin(&mut self, desk: &Arc<Desk<Self>>, go: Go) {
        self.next_id += 1;
        let id = self.next_id;
        let (ticket, answer) = match self.submit(desk, id, &go) {
            Ok(ticket) => (Some(ticket), None),
            Err(error) => (None, Some(failure(&error))),
        };
        let side = &mut self.boards[go.board.index()];
        let mut running = Running {
            id,
            go,
            ticket,
            answer,
            sits: false,
            renew: false,
        };
        if running.go.stopped || !side.waiting.is_empty() {
            running.stop();
        }
        side.running = Some(running);
    }

    fn submit(&mut self, desk: &Arc<Desk<Self>>, id: u64, go: &Go) -> Result<Ticket> {
        if let Some(outcome) = go.state.outcome()?.as_object() {
            let reason = outcome.get("reason").and_then(Value::as_str).unwrap_or("");
            return Err(Error::game_over(format!("the game has ended: {reason}")));
        }
        if go.none {
            return Err(Error::illegal_move("there is no move to choose from"));
        }
        let bot = self.bot(go)?;
        let waits = !go.state.live()?.contains(go.seat);
        let (caller, ask, danger) = (bot.caller(), self.asks(go), self.danger(go));
        let (told, asked, changed) = (Arc::clone(desk), go.clone(), danger.is_some());
        let work = move |control: &Control| {
            let began = Instant::now();
            let needs = ask.map_or_else(Vec::new, |ask| ask.needs(control).unwrap_or_default());
            for message in &needs {
                told.out.put(format!("teammsg {message}"));
            }
            told.out.deliver();
            if waits {
                let name = SEATS[asked.seat.index()];
                let what = format!("{name} has no move, and waits");
                return Err(Error::not_your_turn(what));
            }
            let bot = match danger {
                Some(danger) => bot.with_options(&danger.options(&asked.options, control))?,
                None => bot,
            };
            let decision = search(&told, &asked, began.elapsed(), &bot)?(control)?;
            Ok((decision, needs, bot))
        };
        let go = go.clone();
        let done = move |session: &mut Self,
                         desk: &Arc<Desk<Self>>,
                         finished: Finished<(Value, Vec<Message>, Bot)>| {
            let side = &mut session.boards[go.board.index()];
            let own = side.running.as_ref().is_some_and(|r| r.id == id);
            let (answer, bot) = match finished.result {
                Ok((decision, needs, bot)) => (found(&go, &decision, &needs), Some(bot)),
                Err(error) => (failure(&error), None),
            };
            // It may have other options now than it began with.
            if own && (changed || bot.is_some()) {
                side.bot = bot;
            }
            if let Some(running) = side.running.as_mut().filter(|r| r.id == id) {
                running.ticket = None;
                if running.renew && !running.go.stopped && side.waiting.is_empty() {
                    let options = session.of_bot();
                    session.begin(
                        desk,
                        Go {
                            options,
                            renewed: true,
                            ..go
                        },
                    );
                    return;
                }
                running.answer = Some(answer);
            }
            session.settle(desk, go.board);
        };
        desk.submit(caller, work, done)
    }

    /// Has the searches under way begin anew with what the partner has just said, once
    /// each.
    pub(super) fn renew(&mut self) {
        let options = self.of_bot();
        for running in self
            .boards
            .iter_mut()
            .filter_map(|side| side.running.as_mut())
        {
            let go = &running.go;
            let may = !go.renewed && !go.silent && !go.stopped && !go.infinite;
            if let Some(ticket) = running
                .ticket
                .as_ref()
                .filter(|_| may && go.options != options)
            {
                running.renew = true;
                ticket.conclude();
            }
        }
    }

    /// Ends what is searched on a board, and what was to be searched after it.
    pub(super) fn stop(&mut self, desk: &Arc<Desk<Self>>, board: BoardId) {
        let side = &mut self.boards[board.index()];
        for go in &mut side.waiting {
            go.stopped = true;
        }
        if let Some(running) = &mut side.running {
            running.stop();
        }
        self.settle(desk, board);
    }

    /// Cancels everything, without another word.
    pub(super) fn cancel_all(&mut self) {
        for side in &mut self.boards {
            side.waiting.clear();
            if let Some(ticket) = side.running.take().and_then(|r| r.ticket) {
                ticket.cancel();
            }
        }
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
        self.heard.forget();
        self.clocks = [None; 4];
        for side in &mut self.boards {
            // A bot that is at work cannot forget: another takes its place.
            side.bot = None;
            side.number = None;
            side.nodes = 0;
            side.threat = 0;
            side.balance = 0;
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

    /// The bot of a board with the options of a search: the one that it has, if that can take
    /// them, so that it keeps its table whatever the partner says.
    fn bot(&mut self, go: &Go) -> Result<Bot> {
        let side = &mut self.boards[go.board.index()];
        let bot = match &side.bot {
            Some(bot) if *bot.options() == go.options => bot.clone(),
            Some(bot) => match bot.with_options(&go.options) {
                // What was cancelled may not have ended yet.
                Err(error) if error.kind() == ErrorKind::Busy => self::made(&go.options)?,
                bot => bot?,
            },
            None => self::made(&go.options)?,
        };
        side.bot = Some(bot.clone());
        Ok(bot)
    }

    /// Goes on thinking about the reply that is expected.
    fn ponder(&mut self, mut go: Go, answer: Answer) {
        let Some((best, Some(reply))) = answer.best else {
            return;
        };
        let side = &mut self.boards[go.board.index()];
        if !go.ponder || go.stopped || !side.waiting.is_empty() {
            return;
        }
        let both = [&best, &reply].map(|text| format!("{}:{text}", go.board.letter()));
        let moves = both.each_ref().map(|text| MoveRef::Text(text));
        let Ok(state) = go.state.play_many(None, &moves, None) else {
            return;
        };
        go.state = state;
        go.limits = Limits::default();
        go.infinite = true;
        go.silent = true;
        side.waiting.push_back(go);
    }
}

fn made(options: &Dict) -> Result<Bot> {
    Bot::new("search", "bughouse", options, 0)
}

/// Says that a board sits, and gives its answer when that is over.
fn sit(desk: &Arc<Desk<Session>>, board: BoardId, id: u64, hold: Duration) {
    let (letter, ms) = (board.letter(), hold.as_millis());
    desk.out.put(format!("info board {letter} sit {ms}"));
    desk.later(hold, move |session, desk| {
        let running = session.boards[board.index()].running.as_mut();
        if let Some(running) = running.filter(|running| running.id == id) {
            running.sits = false;
            session.settle(desk, board);
        }
    });
}

/// The search that a `go` asks for.
fn search(desk: &Arc<Desk<Session>>, go: &Go, spent: Duration, bot: &Bot) -> Result<Work> {
    let mut limits = go.limits.clone();
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
    let of = SeatRef::Index(i64::from(go.seat.0));
    let subject = Subject::State(&go.state, Some(of));
    let (desk, board) = (Arc::clone(desk), go.board);
    let (silent, reserves) = (go.silent, reserves(&go.state, go.seat)?);
    let watch = move |info: Dict| {
        if !silent {
            desk.out.put(line(&info, board, reserves));
            desk.out.deliver();
        }
    };
    bot.analyse(&subject, limits, Box::new(watch))
}
