//! What goes on between one host and the engine: two boards, what is searched on
//! each, what the partner has said.
//!
//! The lock of the session is held for as long as a line is taken up or an answer
//! noted, never while something is searched or told.

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::SplitAsciiWhitespace;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::demand::{self, WORTH};
use super::message::{Haste, Heard, Message};
use super::{options, position};
use crate::bughouse::{BoardId, SEATS, partner_of, seat_of};
use crate::chess::{Color, Piece};
use crate::error::{Error, Result, quoted};
use crate::game::Seat;
use crate::jobs::{self, Control, Finished, Request, Ticket};
use crate::protocol::declared::Declarations;
use crate::protocol::outbox::Outbox;
use crate::protocol::uci::{go::Asked, info};
use crate::rim::{Bot, Clock, Limits, MoveRef, SeatRef, State, Subject, Work};
use crate::value::{Dict, Value};

/// How many pairs of metadata are kept, and the longest of them in bytes.
const METADATA: (usize, usize) = (1000, 10_000);

/// What a session is, and those who wait for it.
pub(super) struct Shared {
    pub(super) out: Arc<Outbox>,
    session: Mutex<Session>,
    /// Told when a search has ended and all is said of it.
    quiet: Condvar,
}

/// The state of a session.
pub(super) struct Session {
    pub(super) options: Declarations,
    pub(super) closed: bool,
    pub(super) clocks: [Option<u64>; 4],
    state: State,
    boards: [Side; 2],
    heard: Heard,
    metadata: Vec<(String, String)>,
    /// Jobs that have not ended, with all that is said of them.
    busy: usize,
    next_id: u64,
}

/// What is searched on one board.
#[derive(Default)]
struct Side {
    running: Option<Running>,
    waiting: VecDeque<Go>,
    /// The bot, with the options that it was made with.
    bot: Option<(Dict, Bot)>,
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
    bot: Result<Bot>,
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
}

/// A search under way, or one whose answer is held back.
struct Running {
    id: u64,
    go: Go,
    ticket: Option<Ticket>,
    answer: Option<Answer>,
}

/// What a search came to.
#[derive(Default)]
struct Answer {
    lines: Vec<String>,
    /// The move and the reply that is expected.
    best: Option<(String, Option<String>)>,
    worth: Option<i64>,
}

impl Running {
    fn stop(&mut self) {
        self.go.stopped = true;
        if let Some(ticket) = &self.ticket {
            ticket.conclude();
        }
    }
}

impl Shared {
    pub(super) fn new(out: Arc<Outbox>) -> Result<Self> {
        Ok(Self {
            out,
            session: Mutex::new(Session {
                options: options::all()?,
                closed: false,
                clocks: [None; 4],
                state: position::game()?.start()?,
                boards: Default::default(),
                heard: Heard::default(),
                metadata: Vec::new(),
                busy: 0,
                next_id: 0,
            }),
            quiet: Condvar::new(),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something to people.
    pub(super) fn say(&self, text: impl Display) {
        self.out.put(format!("info string {text}"));
    }

    /// Takes up a `go`.
    pub(super) fn go(this: &Arc<Self>, session: &mut Session, board: BoardId, asked: Asked) {
        let go = this.prepare(session, board, asked);
        let side = &mut session.boards[board.index()];
        side.waiting.push_back(go);
        if let Some(running) = &mut side.running {
            running.stop();
        }
        Self::settle(this, session, board);
    }

    /// Fixes what a search is about, so that later lines do not change it.
    fn prepare(&self, session: &mut Session, board: BoardId, asked: Asked) -> Go {
        let Asked {
            mut limits,
            infinite,
            chosen,
            ..
        } = asked;
        let state = session.state.clone();
        let seat = seat_of(board, session.to_move(board).unwrap_or(Color::White));
        let team = if seat.0 == 0 || seat.0 == 3 { "A" } else { "B" };
        let told = session.options.word("Team");
        if told != "none" && told != team {
            self.say(format_args!(
                "go: {} is of the other team",
                SEATS[seat.index()]
            ));
        }
        if chosen {
            limits.moves.retain_mut(|text| {
                let of = Some(SeatRef::Index(i64::from(seat.0)));
                match state.rewrite(of, MoveRef::Text(text), None, None) {
                    Ok(canonical) => {
                        *text = canonical;
                        true
                    }
                    Err(error) => {
                        self.say(format_args!("go: searchmoves: {error}"));
                        false
                    }
                }
            });
        }
        limits.lines = u32::try_from(session.options.number("MultiPV")).ok();
        if let (false, false, Some(ms)) = (limits.bind(), infinite, session.clocks[seat.index()]) {
            limits.clock = Some(Clock {
                remaining: Duration::from_millis(ms),
                ..Clock::default()
            });
        }
        session.hurry(&mut limits);
        let dual = session.dual();
        Go {
            bot: session.bot(board),
            board,
            seat,
            none: chosen && limits.moves.is_empty(),
            state,
            limits,
            infinite,
            stopped: false,
            silent: false,
            margin: (!dual).then(|| session.options.number("Need Margin")),
            ponder: session.options.flag("Ponder"),
        }
    }

    /// Gives the answer that nothing holds back any more, and begins what waits.
    fn settle(this: &Arc<Self>, session: &mut Session, board: BoardId) {
        while !session.closed {
            let side = &mut session.boards[board.index()];
            match &mut side.running {
                Some(running) => {
                    if running.go.infinite && !running.go.stopped {
                        return;
                    }
                    let Some(answer) = running.answer.take() else {
                        return;
                    };
                    let Some(running) = side.running.take() else {
                        return;
                    };
                    if !running.go.silent {
                        this.answer(session, &running.go, &answer);
                        Self::ask(this, session, &running.go);
                        session.ponder(running.go, answer);
                    }
                }
                None => {
                    let Some(go) = side.waiting.pop_front() else {
                        return;
                    };
                    Self::begin(this, session, go);
                }
            }
        }
    }

    /// Says an answer, and what the partner should know.
    fn answer(&self, session: &mut Session, go: &Go, answer: &Answer) {
        let letter = go.board.letter();
        for line in &answer.lines {
            self.out.put(line.clone());
        }
        self.out.put(match &answer.best {
            None => format!("bestmove board {letter} (none)"),
            Some((best, None)) => format!("bestmove board {letter} {best}"),
            Some((best, Some(reply))) => format!("bestmove board {letter} {best} ponder {reply}"),
        });
        if answer.best.is_some() {
            session.heard.moved();
        }
        if go.margin.is_some() {
            for message in session.tell(go.board, answer) {
                self.out.put(format!("teammsg {message}"));
            }
        }
    }

    /// Begins a search, or notes the answer where there is nothing to search.
    fn begin(this: &Arc<Self>, session: &mut Session, go: Go) {
        session.next_id += 1;
        let id = session.next_id;
        let (ticket, answer) = match Self::submit(this, id, &go) {
            Ok(ticket) => {
                session.busy += 1;
                (Some(ticket), None)
            }
            Err(error) => (None, Some(failure(&error))),
        };
        let board = go.board.index();
        let mut running = Running {
            id,
            go,
            ticket,
            answer,
        };
        if running.go.stopped || !session.boards[board].waiting.is_empty() {
            running.stop();
        }
        session.boards[board].running = Some(running);
    }

    fn submit(this: &Arc<Self>, id: u64, go: &Go) -> Result<Ticket> {
        if let Some(outcome) = go.state.outcome()?.as_object() {
            let reason = outcome.get("reason").and_then(Value::as_str).unwrap_or("");
            return Err(Error::game_over(format!("the game has ended: {reason}")));
        }
        if go.none {
            return Err(Error::illegal_move("there is no move to choose from"));
        }
        let bot = go.bot.clone()?;
        let caller = bot.caller();
        if !go.state.live()?.contains(go.seat) {
            let name = SEATS[go.seat.index()];
            return Err(Error::not_your_turn(format!(
                "{name} has no move, and waits"
            )));
        }
        let work = Self::search(this, go, &bot)?;
        let (shared, go) = (Arc::clone(this), go.clone());
        let done = move |finished: Finished<Value>| {
            let answer = match finished.result {
                Ok(decision) => found(&go, &decision),
                Err(error) => failure(&error),
            };
            Self::finished(&shared, id, go.board, answer);
        };
        jobs::submit(request(caller), work, done)
    }

    /// Finds out what the board needs, and tells the partner when it is known;
    /// the answer does not wait for it.
    fn ask(this: &Arc<Self>, session: &mut Session, go: &Go) {
        let Some(margin) = go.margin.filter(|_| !session.closed) else {
            return;
        };
        let (Ok(board), Ok(bot)) = (position::alone(&go.state, go.board), &go.bot) else {
            return;
        };
        let white = go.seat.0 % 2 == 0;
        let work = move |control: &Control| demand::need(&board, white, margin, control);
        let shared = Arc::clone(this);
        let done = move |finished: Finished<Option<Message>>| {
            if let Ok(Some(message)) = finished.result {
                shared.out.put(format!("teammsg {message}"));
            }
            shared.out.deliver();
            shared.lock().busy -= 1;
            shared.quiet.notify_all();
        };
        if jobs::submit(request(bot.caller()), work, done).is_ok() {
            session.busy += 1;
        }
    }

    fn search(this: &Arc<Self>, go: &Go, bot: &Bot) -> Result<Work> {
        let of = SeatRef::Index(i64::from(go.seat.0));
        let subject = Subject::State(&go.state, Some(of));
        let (shared, board) = (Arc::clone(this), go.board);
        let (silent, reserves) = (go.silent, reserves(&go.state, go.seat)?);
        let watch = move |info: Dict| {
            if !silent {
                shared.out.put(line(&info, board, reserves));
                shared.out.deliver();
            }
        };
        bot.analyse(&subject, go.limits.clone(), Box::new(watch))
    }

    /// Notes the answer of a search that has ended.
    fn finished(this: &Arc<Self>, id: u64, board: BoardId, answer: Answer) {
        {
            let session = &mut *this.lock();
            let running = session.boards[board.index()].running.as_mut();
            if let Some(running) = running.filter(|r| r.id == id) {
                running.ticket = None;
                running.answer = Some(answer);
            }
            Self::settle(this, session, board);
        }
        this.out.deliver();
        this.lock().busy -= 1;
        this.quiet.notify_all();
    }

    /// Ends what is searched on a board, and what was to be searched after it.
    pub(super) fn stop(this: &Arc<Self>, session: &mut Session, board: BoardId) {
        let side = &mut session.boards[board.index()];
        for go in &mut side.waiting {
            go.stopped = true;
        }
        if let Some(running) = &mut side.running {
            running.stop();
        }
        Self::settle(this, session, board);
    }

    /// Ends everything, without another word.
    pub(super) fn quit(&self, session: &mut Session) {
        session.closed = true;
        self.out.close();
        for side in &mut session.boards {
            side.waiting.clear();
            if let Some(ticket) = side.running.take().and_then(|r| r.ticket) {
                ticket.cancel();
            }
        }
    }

    pub(super) fn wait(&self, timeout: Duration) -> bool {
        // Too far off to be represented is as good as for ever.
        let until = Instant::now().checked_add(timeout);
        let mut session = self.lock();
        while session.busy > 0 {
            let left = until.map_or(timeout, |at| at.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            session = self
                .quiet
                .wait_timeout(session, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }
}

impl Session {
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

    /// What messages do to the time: to hurry or to stall is to divide what is left
    /// by more moves or by fewer.
    fn hurry(&self, limits: &mut Limits) {
        if self.dual() || self.weight() == 0 {
            return;
        }
        for message in self.heard.iter() {
            let (name, faster) = match message {
                Message::Stall(_) => ("Stall Moves", 1),
                // Short of time is worse than short of moves.
                Message::PlayFast(Haste::Time) => ("Fast Moves", 2),
                Message::PlayFast(_) => ("Fast Moves", 1),
                _ => continue,
            };
            let moves = self.options.number(name).max(1) * faster;
            if let Some(clock) = &mut limits.clock {
                clock.moves_to_go = u32::try_from(moves).ok();
            } else if let (Message::PlayFast(_), Some(time)) = (message, &mut limits.movetime) {
                *time /= 2;
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

    /// The bot of a board, made anew where other options count than before.
    fn bot(&mut self, board: BoardId) -> Result<Bot> {
        let wanted = self.of_bot();
        let side = &mut self.boards[board.index()];
        if let Some((options, bot)) = &side.bot {
            if *options == wanted {
                return Ok(bot.clone());
            }
        }
        let bot = Bot::new("search", "bughouse", &wanted, 0)?;
        side.bot = Some((wanted, bot.clone()));
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
        // Who is being mated should be given time to get help.
        if demand::is_lost(worth) {
            out.push(Message::Stall(1));
        }
        out
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
    }
}

/// A job of a bot's; a `go` is answered, however busy the pool is.
const fn request(caller: u64) -> Request {
    Request {
        caller,
        deadline: None,
        patient: true,
    }
}
