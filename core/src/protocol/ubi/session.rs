//! What goes on between one host and the engine: two boards, what is searched on
//! each, what the partner has said.

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::time::Duration;

use super::demand::{self, WORTH};
use super::message::{Haste, Heard, Message};
use super::{options, position};
use crate::bots;
use crate::bughouse::{BoardId, SEATS, partner_of, seat_of};
use crate::chess::{Color, Piece};
use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::Seat;
use crate::jobs::{Control, Finished, Ticket};
use crate::protocol::declared::Declarations;
use crate::protocol::desk::{self, Desk};
use crate::protocol::uci::{go::Asked, info};
use crate::rim::{Bot, Clock, Limits, MoveRef, SeatRef, State, Subject, Work};
use crate::value::{Dict, Value};

/// How many pairs of metadata are kept, and the longest of them in bytes.
const METADATA: (usize, usize) = (1000, 10_000);

/// The state of a session.
pub(in crate::protocol) struct Session {
    pub(super) options: Declarations,
    pub(super) clocks: [Option<u64>; 4],
    state: State,
    boards: [Side; 2],
    heard: Heard,
    metadata: Vec<(String, String)>,
    next_id: u64,
}

/// What is searched on one board.
#[derive(Default)]
struct Side {
    running: Option<Running>,
    waiting: VecDeque<Go>,
    bot: Option<Bot>,
    /// The last that was said of threats and of the balance.
    threat: u8,
    balance: i64,
}

/// A `go` with all that it is about.
#[derive(Clone)]
struct Go {
    board: BoardId,
    seat: Seat,
    state: State,
    /// The options of the bot that searches.
    options: Dict,
    limits: Limits,
    infinite: bool,
    stopped: bool,
    /// Whether no move that could be chosen from was named.
    none: bool,
    /// Whether it says nothing: the opponent's time is used.
    silent: bool,
    /// By how much a piece must help to be asked for; `None` for no messages.
    margin: Option<i64>,
    /// Whether to go on thinking when it has been answered.
    ponder: bool,
    /// How long it sits because the partner wants it to.
    stall: Duration,
}

/// A search under way, or one whose answer is held back.
struct Running {
    id: u64,
    go: Go,
    ticket: Option<Ticket>,
    answer: Option<Answer>,
    /// Whether the answer is held back for a time.
    sits: bool,
}

/// What a search came to.
#[derive(Default)]
struct Answer {
    lines: Vec<String>,
    /// The move and the reply that is expected.
    best: Option<(String, Option<String>)>,
    worth: Option<i64>,
    /// How many positions were looked at.
    nodes: u64,
    /// How long it is held back: the seat sits.
    hold: Duration,
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
            limits,
        }
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

    /// How long to sit because the partner said so.
    fn stall(&self, clock: Option<Clock>) -> Duration {
        let told = !self.dual() && self.heard.iter().any(|m| matches!(m, Message::Stall(_)));
        let share = self.options.number("Stall Share") * self.weight();
        match clock {
            Some(clock) if told => {
                let share = u32::try_from(share).unwrap_or(0);
                clock.remaining.saturating_mul(share) / 10_000
            }
            _ => Duration::ZERO,
        }
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
                        self.ask(desk, &running.go, &answer);
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
        desk.out.put(match &answer.best {
            None => format!("bestmove board {letter} (none)"),
            Some((best, None)) => format!("bestmove board {letter} {best}"),
            Some((best, Some(reply))) => format!("bestmove board {letter} {best} ponder {reply}"),
        });
        if answer.best.is_some() {
            self.heard.moved();
        }
        if go.margin.is_some() {
            for message in self.tell(go.board, answer) {
                desk.out.put(format!("teammsg {message}"));
            }
        }
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
        if !go.state.live()?.contains(go.seat) {
            let name = SEATS[go.seat.index()];
            return Err(Error::not_your_turn(format!(
                "{name} has no move, and waits"
            )));
        }
        let work = search(desk, go, &bot)?;
        let go = go.clone();
        let done = move |session: &mut Self, desk: &Arc<Desk<Self>>, finished: Finished<Value>| {
            let answer = match finished.result {
                Ok(decision) => found(&go, &decision),
                Err(error) => failure(&error),
            };
            let running = session.boards[go.board.index()].running.as_mut();
            if let Some(running) = running.filter(|r| r.id == id) {
                running.ticket = None;
                running.answer = Some(answer);
            }
            session.settle(desk, go.board);
        };
        desk.submit(bot.caller(), work, done)
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

    fn dual(&self) -> bool {
        self.options.word("Control") == "dual"
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
            side.threat = 0;
            side.balance = 0;
        }
    }

    /// The partner has said something; whoever plays both seats has none.
    pub(super) fn hear(&mut self, message: Message) {
        if !self.dual() {
            self.heard.hear(message);
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

    /// How much is made of messages, in hundredths.
    fn weight(&self) -> i64 {
        let mode = self.options.word("TeamMessageMode");
        let known = options::MODES.iter().find(|(name, _)| *name == mode);
        known.map_or(0, |(_, weight)| *weight)
    }

    /// What messages do to the time that a move takes.
    fn hurry(&self, limits: &mut Limits) {
        if self.dual() || self.weight() == 0 {
            return;
        }
        for message in self.heard.iter() {
            // Short of time is worse than short of moves.
            let times = match message {
                Message::PlayFast(Haste::Time) => 2,
                Message::PlayFast(_) => 1,
                _ => continue,
            };
            let share = u32::try_from(self.options.number("Fast Share")).unwrap_or(100);
            let less =
                |time: Duration| (0..times).fold(time, |time, _| time.saturating_mul(share) / 100);
            if let Some(clock) = &mut limits.clock {
                clock.remaining = less(clock.remaining);
            } else if let Some(time) = &mut limits.movetime {
                *time = less(*time);
            }
        }
    }

    /// The options of the bot: those that were set, and what messages add.
    fn of_bot(&self) -> Dict {
        let mut out = self.options.of_bot();
        out.insert("control".into(), self.options.word("Control").into());
        let weight = self.weight();
        if self.dual() || weight == 0 {
            return out;
        }
        let scaled = |name: &str| self.options.number(name) * weight / 100;
        for message in self.heard.iter() {
            match message {
                Message::Need(piece, urgency) => {
                    let name =
                        ["Need Low", "Need Medium", "Need High"][usize::from(urgency).min(2)];
                    if let Some(want) = WANTS.get(piece.index()) {
                        out.insert((*want).into(), scaled(name).into());
                    }
                }
                Message::Threat(level) => {
                    let more = scaled("Threat Weight") * i64::from(level) / 3;
                    let sum = self.options.number("Other Board") + more;
                    out.insert("other_board".into(), sum.min(400).into());
                }
                // Behind on the other board a draw is welcome, ahead it is not.
                Message::Material(balance) => {
                    let more = i64::from(balance) * scaled("Material Contempt") / 100;
                    let sum = self.options.number("Contempt") + more.clamp(-500, 500);
                    out.insert("contempt".into(), sum.clamp(-1000, 1000).into());
                }
                Message::Stall(_) | Message::PlayFast(_) => {}
            }
        }
        out
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

    /// What the partner should know that it was not told yet.
    fn tell(&mut self, board: BoardId, answer: &Answer) -> Vec<Message> {
        let mut out = Vec::new();
        let Some(worth) = answer.worth else {
            return out;
        };
        let side = &mut self.boards[board.index()];
        let threat = match worth {
            w if demand::is_lost(w) => 3,
            w if w < -self.options.number("Threat High") => 2,
            w if w < -self.options.number("Threat Medium") => 1,
            _ => 0,
        };
        if threat != side.threat {
            out.push(Message::Threat(threat));
        }
        side.threat = threat;
        let balance = worth.clamp(-5000, 5000);
        if (balance - side.balance).abs() >= self.options.number("Material Step") {
            side.balance = balance;
            out.push(Message::Material(balance as i32));
        }
        // Who is being mated sits, and its partner has no more time than that.
        if demand::is_lost(worth) {
            out.push(Message::PlayFast(Haste::Pressure));
        }
        out
    }

    /// Finds out what the board needs, and tells the partner when it is known; the
    /// answer does not wait for it.
    fn ask(&self, desk: &Arc<Desk<Self>>, go: &Go, answer: &Answer) {
        let Some(margin) = go.margin else {
            return;
        };
        // Who mates needs nothing more.
        if answer.worth.is_some_and(demand::is_won) {
            return;
        }
        let bot = self.boards[go.board.index()].bot.as_ref();
        let (Ok(board), Some(bot)) = (position::alone(&go.state, go.board), bot) else {
            return;
        };
        let white = go.seat.0 % 2 == 0;
        let nodes = answer.nodes;
        let work = move |control: &Control| demand::needs(&board, white, margin, nodes, control);
        let done = |_: &mut Self, desk: &Arc<Desk<Self>>, finished: Finished<Vec<Message>>| {
            for message in finished.result.unwrap_or_default() {
                desk.out.put(format!("teammsg {message}"));
            }
        };
        // Without room for it the partner is not asked for anything.
        let _ = desk.submit(bot.caller(), work, done);
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
fn search(desk: &Arc<Desk<Session>>, go: &Go, bot: &Bot) -> Result<Work> {
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
    bot.analyse(&subject, go.limits.clone(), Box::new(watch))
}

/// What the bots call the want of a piece, by piece.
const WANTS: [&str; 5] = crate::bughouse::engine::WANTS;

/// A move as UBI writes it: without its board, drops in lower case.
fn written(text: &str) -> String {
    let text = text.split_once(':').map_or(text, |(_, rest)| rest);
    if text.contains('@') {
        text.to_ascii_lowercase()
    } else {
        text.to_owned()
    }
}

/// What the seat and its partner hold, in centipawns.
fn reserves(state: &State, seat: Seat) -> Result<[i64; 2]> {
    let told = state.describe(None)?;
    let held = |seat: Seat| -> i64 {
        let name = SEATS[seat.index()];
        let (board, color) = name.split_once('.').unwrap_or((name, ""));
        let pocket = &told["boards"][board]["pockets"][color];
        Piece::DROPPABLE
            .into_iter()
            .zip(WORTH)
            .filter_map(|(piece, worth)| Some(pocket[piece.letter().to_string()].as_i64()? * worth))
            .sum()
    };
    Ok([held(seat), held(partner_of(seat))])
}

/// The line about a step of an analysis.
fn line(info: &Dict, board: BoardId, [own, partner]: [i64; 2]) -> String {
    let mut info = info.clone();
    let letter = board.letter().to_string();
    let pv = info.remove("pv").unwrap_or_default();
    let told = info::line(&info);
    let told = told.strip_prefix("info ").unwrap_or(&told);
    let mut out =
        format!("info board {letter} {told} reserve_value {own} partner_reserve_value {partner}");
    // A line over both boards is cut to the moves of this one.
    let moves: Vec<_> = pv
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|text| text.split_once(':').is_some_and(|(on, _)| on == letter))
        .map(written)
        .collect();
    if !moves.is_empty() {
        out.push_str(" pv ");
        out.push_str(&moves.join(" "));
    }
    out
}

/// What is said where nothing can be searched.
fn failure(error: &Error) -> Answer {
    Answer {
        lines: vec![format!("info string {error}")],
        ..Answer::default()
    }
}

/// How long a decision is held back: as the bot has it, or because the partner
/// wants it, unless it mates.
fn sits_for(go: &Go, decision: &Value) -> Duration {
    let own = bots::hold(decision);
    match demand::worth(decision) {
        Some(worth) if demand::is_won(worth) => own,
        _ => own.max(go.stall),
    }
}

/// What a search came to.
fn found(go: &Go, decision: &Value) -> Answer {
    let own = format!("{}:", go.board.letter());
    let best = decision["move"].as_str().unwrap_or_default();
    let reply = decision["pv"][1].as_str().filter(|reply| {
        let both = [MoveRef::Text(best), MoveRef::Text(reply)];
        reply.starts_with(&own) && go.state.play_many(None, &both, None).is_ok()
    });
    Answer {
        lines: Vec::new(),
        best: Some((written(best), reply.map(written))),
        worth: demand::worth(decision),
        nodes: decision["nodes"].as_u64().unwrap_or(0),
        hold: sits_for(go, decision),
    }
}
