//! Programs at the seats of tables.
//!
//! A program is kept by a thread of its own, which asks it one question of its table after the
//! other; no thread of the library waits for it. The program is ended when neither the host nor a
//! table has it any more.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::arena::{Decided, Fault, MovesSoFar, Player, RestartSignal, Setup, Stop};
use boardwright::arena::{TeamChat, Turn};
use boardwright::bots::{Decision, Limits};
use boardwright::error::quoted;
use boardwright::game::Seat;
use boardwright::host::{Game, SeatRef};
use boardwright::own::{Question, QuestionKind, bot_failed};
use boardwright::table::{Table, WeakTable};
use boardwright::value::Value;
use boardwright::{Error, Result};

use crate::command::EngineCommand;
use crate::player::{EnginePlayer, Launch};
use crate::protocol::{EngineProtocol, Language};
use crate::wire::Dial;

/// Time in which a program that was told to answer at once may do so, before it is ended.
const LAST_CHANCE: Duration = Duration::from_millis(500);

/// Thinking time where neither a time, nor positions, nor a clock is given.
const MOVETIME: Duration = Duration::from_secs(1);

/// Longest text of a move that is passed on, in bytes.
const LONGEST_MOVE: usize = 100;

/// A running program that answers for one seat of a table at a time.
#[derive(Clone)]
pub struct TableEngine(Arc<Shared>);

struct Shared {
    language: Language,
    game: Game,
    name: String,
    orders: Sender<Order>,
    stop: Arc<Stop>,
    /// True while it is asked.
    thinks: Arc<AtomicBool>,
    sitting: Mutex<Sitting>,
}

/// The table at which a program sits.
#[derive(Default)]
struct Sitting {
    table: Option<WeakTable>,
    number: u64,
}

/// An item of the program's thread.
enum Order {
    /// A question, and the number of the sitting.
    Ask(Box<Pending>, u64, WeakTable),
    /// Someone who is to hear whether the program answers.
    Check(Checking),
    Close,
}

/// A question on its way to the program. Dropped without an answer, it is one to a program that
/// was closed.
struct Pending(Question);

impl Drop for Pending {
    fn drop(&mut self) {
        self.0.fail(closed());
    }
}

/// Someone who hears whether a program answers, also where its thread ends before.
struct Checking(Option<Box<dyn FnOnce(Result<()>) + Send>>);

impl Checking {
    fn tell(&mut self, checked: Result<()>) {
        if let Some(told) = self.0.take() {
            told(checked);
        }
    }
}

impl Drop for Checking {
    fn drop(&mut self) {
        self.tell(Err(closed()));
    }
}

/// Frees a program when its table does not ask it any more.
struct Seated {
    shared: Arc<Shared>,
    number: u64,
}

/// Tells the host how the start came out, also where the thread ends before it does.
struct Done(Option<Box<dyn FnOnce(Result<TableEngine>) + Send>>);

impl Done {
    fn call(&mut self, engine: Result<TableEngine>) {
        if let Some(done) = self.0.take() {
            done(engine);
        }
    }
}

impl Drop for Done {
    fn drop(&mut self) {
        self.call(Err(Error::internal("the thread of the program ended")));
    }
}

static SITTINGS: AtomicU64 = AtomicU64::new(1);

impl std::fmt::Debug for TableEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TableEngine({})", quoted(&self.0.name))
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        let mut sitting = self.shared.sitting();
        if sitting.number == self.number {
            sitting.table = None;
        }
    }
}

impl Shared {
    // Nothing under this lock leaves it half changed.
    fn sitting(&self) -> MutexGuard<'_, Sitting> {
        self.sitting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn closed() -> Error {
    bot_failed("the program was closed")
}

impl TableEngine {
    /// Starts a program for a game on a thread of its own, which calls `done` with it or with the
    /// reason why it cannot play.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game that the protocol does not play, one that hides something among
    /// them; `internal` where there is no thread. To `done` those of [`EnginePlayer::new`].
    pub fn start(
        command: EngineCommand,
        game: &Game,
        done: impl FnOnce(Result<Self>) + Send + 'static,
    ) -> Result<()> {
        let EngineCommand {
            language,
            command,
            options,
        } = command;
        Self::begin(language, Launch::Command(command), options, game, done)
    }

    /// As [`start`](Self::start), with a program that is reached by a way of the host's own and is
    /// called `name` until it says its own.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub fn connect(
        name: &str,
        language: Language,
        options: Vec<(String, String)>,
        dial: Dial,
        game: &Game,
        done: impl FnOnce(Result<Self>) + Send + 'static,
    ) -> Result<()> {
        let launch = Launch::Dial(name.to_owned(), dial);
        Self::begin(language, launch, options, game, done)
    }

    fn begin(
        language: Language,
        launch: Launch,
        options: Vec<(String, String)>,
        game: &Game,
        done: impl FnOnce(Result<Self>) + Send + 'static,
    ) -> Result<()> {
        let protocol = EngineProtocol::of(language, game)?;
        let start = game.start()?.notation();
        let game = game.clone();
        let thread = std::thread::Builder::new().name("boardwright-program".into());
        // The program is bound to this thread, and ends with it.
        let mut done = Done(Some(Box::new(done)));
        let spawned = thread.spawn(move || {
            let label = match &launch {
                Launch::Command(command) => command.first().cloned().unwrap_or_default(),
                Launch::Dial(name, _) => name.clone(),
            };
            let player =
                EnginePlayer::launched(&label, launch, &options, protocol, LAST_CHANCE, &game);
            let player = match player {
                Ok(player) => player.hurried(),
                Err(error) => return done.call(Err(error)),
            };
            let (send, orders) = mpsc::channel();
            let stop = Arc::new(Stop::new());
            let thinks = Arc::new(AtomicBool::new(false));
            done.call(Ok(Self(Arc::new(Shared {
                language,
                game: game.clone(),
                name: player.title().unwrap_or(&label).to_owned(),
                orders: send,
                stop: Arc::clone(&stop),
                thinks: Arc::clone(&thinks),
                sitting: Mutex::default(),
            }))));
            Server {
                player,
                game,
                start,
                stop,
                thinks,
                began: 0,
            }
            .serve(&orders);
        });
        let error = |error| Error::internal(format!("no thread can be started: {error}"));
        spawned.map(drop).map_err(error)
    }

    /// The name that the program gives itself, or else its command.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The game that it plays.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.0.game
    }

    /// Has the program answer for a seat at which a bot of the host's own sits.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a table of another game; `bot_busy` while it sits at a table whose
    /// game goes on; as [`Table::attend`].
    pub fn attend(&self, table: &Table, seat: SeatRef<'_>) -> Result<()> {
        let (game, own) = (table.game(), &self.0.game);
        let told = |game: &Game| self.0.language.told(game);
        if game.name() != own.name() || told(&game)? != told(own)? {
            return Err(Error::invalid_option(format!(
                "program: was started for {}, or for other options of it than those of the table",
                own.name()
            )));
        }
        if self.0.stop.asked() {
            return Err(closed());
        }
        let number = SITTINGS.fetch_add(1, Ordering::Relaxed);
        let seated = self.take_seat(table, number)?;
        let weak = table.downgrade();
        table.attend(
            seat,
            Arc::new(move |question| {
                let orders = &seated.shared.orders;
                // Where it was closed the question is dropped.
                let _ = orders.send(Order::Ask(
                    Box::new(Pending(question)),
                    seated.number,
                    weak.clone(),
                ));
            }),
        )
    }

    fn take_seat(&self, table: &Table, number: u64) -> Result<Seated> {
        let before = {
            let sitting = self.0.sitting();
            sitting.table.clone()
        };
        // Neither lock is held while the other is taken.
        let other = before.and_then(|table| table.upgrade());
        if other.is_some_and(|table| !table.is_over()) {
            return Err(Error::bot_busy("the program sits at a table already"));
        }
        let mut sitting = self.0.sitting();
        *sitting = Sitting {
            table: Some(table.downgrade()),
            number,
        };
        Ok(Seated {
            shared: Arc::clone(&self.0),
            number,
        })
    }

    /// Has `told` hear if the program answers: at once while it thinks, in which time its limits
    /// bound it, otherwise when it has said that it is ready. One that is gone begins anew.
    pub fn check(&self, told: impl FnOnce(Result<()>) + Send + 'static) {
        let mut checking = Checking(Some(Box::new(told)));
        if self.0.thinks.load(Ordering::Relaxed) {
            checking.tell(Ok(()));
        } else {
            // A thread that has ended drops it, which says so.
            let _ = self.0.orders.send(Order::Check(checking));
        }
    }

    /// Ends the program; what it is still asked fails, so that others answer.
    pub fn close(&self) {
        self.0.stop.ask();
        // Where the thread has ended there is nothing to close.
        let _ = self.0.orders.send(Order::Close);
    }
}

/// The thread of a program.
struct Server {
    player: EnginePlayer,
    game: Game,
    /// The game's own first position.
    start: String,
    stop: Arc<Stop>,
    thinks: Arc<AtomicBool>,
    /// The sitting whose game the program has begun; 0 for none.
    began: u64,
}

impl Server {
    fn serve(mut self, orders: &Receiver<Order>) {
        while let Ok(order) = orders.recv() {
            if self.stop.asked() {
                break;
            }
            match order {
                Order::Ask(question, sitting, table) => {
                    if !question.0.is_over() {
                        self.thinks.store(true, Ordering::Relaxed);
                        self.answer(&question.0, sitting, &table);
                        self.thinks.store(false, Ordering::Relaxed);
                    }
                }
                Order::Check(mut told) => {
                    let checked = self.player.check(&self.stop);
                    if checked.is_err() {
                        self.began = 0;
                    }
                    told.tell(checked);
                }
                Order::Close => break,
            }
        }
    }

    fn answer(&mut self, question: &Question, sitting: u64, table: &WeakTable) {
        let details = question.details();
        // The protocols know no draw offers.
        if details.kind == QuestionKind::Draw {
            question.answer(&Value::Bool(false));
            return;
        }
        // Asked again it would say the same.
        if let Some(last) = details.refused.last() {
            let (text, why) = (quoted(&last.text), &last.reason);
            question.fail(bot_failed(&format!("it answered {text}: {why}")));
            return;
        }
        let answered = self.decide(question, sitting, table);
        if let Err(error) = answered.map(|decided| question.decide(decision(decided))) {
            self.began = 0;
            question.fail(error);
        }
    }

    fn decide(&mut self, question: &Question, sitting: u64, table: &WeakTable) -> Result<Decided> {
        let details = question.details();
        let seats = self.game.seats().iter();
        let seat = seats.zip(0..).find(|(name, _)| **name == details.seat);
        let seat = seat.map(|(_, number)| Seat(number));
        let known = seat.zip(question.observation().line());
        let (seat, (start, moves)) =
            known.ok_or_else(|| Error::internal("the game cannot be told to a program"))?;
        if self.began != sitting {
            let game = &self.game;
            let setup = Setup {
                game,
                seat,
                seed: 0,
            };
            self.player.new_game(&setup, &self.stop)?;
            self.began = sitting;
        }
        let line = MovesSoFar {
            start: (start != self.start).then_some(start),
            moves,
        };
        let recall = Arc::new(RestartSignal::default());
        let told = Arc::clone(&recall);
        question.when_given_up(move || told.tell());
        let post = TeamChat::of(&self.game);
        let partner = self.game.team(seat).without(seat).iter().next();
        for (from, text) in details.events.iter().filter_map(message) {
            if let Some(partner) = partner.filter(|_| from != details.seat) {
                post.send(partner, text);
            }
        }
        let (table, name) = (table.clone(), details.seat.clone());
        let speaks = partner.map(|partner| {
            post.listen(partner, move |text| {
                if let Some(table) = table.upgrade() {
                    // Who has nobody to talk to, or whose game is over, says nothing.
                    let _ = table.say(SeatRef::read(&name), text);
                }
            })
        });
        let limits = limits(question.limits());
        let decided = self.player.decide(
            &Turn {
                seat,
                observation: question.observation(),
                line: Some(&line),
                limits: &limits,
                clocks: &limits.clocks,
                allowance: Duration::from_millis(details.timeout),
                post: &post,
                recall: &recall,
            },
            &self.stop,
        );
        drop(speaks);
        match decided {
            Ok(decided) if is_move(&decided.text) => Ok(decided),
            Ok(_) => Err(bot_failed("it answered with what is no move")),
            Err(Fault::Stopped) => Err(closed()),
            Err(Fault::Of(_, why)) => Err(bot_failed(&why)),
        }
    }
}

/// Reads an event by which a partner says something: the seat and the words.
fn message(event: &Value) -> Option<(&str, &str)> {
    let said = event["kind"] == "message";
    let (from, text) = (event["seat"].as_str()?, event["text"].as_str()?);
    said.then_some((from, text))
}

/// The limits of a question, with a time where there is none.
fn limits(given: &Limits) -> Limits {
    let mut limits = given.clone();
    if limits.movetime.is_none() && limits.nodes.is_none() && limits.clocks.is_empty() {
        limits.movetime = Some(MOVETIME);
    }
    limits
}

/// Returns true for a text that can be shown to people, whoever wrote it.
fn is_move(text: &str) -> bool {
    let printable = |c: char| c.is_ascii_graphic();
    (1..=LONGEST_MOVE).contains(&text.len()) && text.chars().all(printable)
}

fn decision(decided: Decided) -> Decision<String> {
    Decision {
        score: decided.score,
        depth: decided.depth.unwrap_or_default(),
        nodes: decided.nodes.unwrap_or_default(),
        hold: decided.hold,
        ..Decision::plain(decided.text)
    }
}
