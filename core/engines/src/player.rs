//! A program that speaks UCI (the Universal Chess Interface of S. Meyer-Kahlen), UBI or
//! BEI as a player; what it is told and how its answers are read is in [`EngineProtocol`].
//!
//! It is kept from game to game and started again when it has broken down. What it
//! says is never trusted: a move goes to the referee, who finds whether it is legal.

use std::time::{Duration, Instant};

use boardwright::arena::{Decided, Fault, FaultKind, Player, Setup, Stop, Turn};
use boardwright::error::quoted;
use boardwright::host::Game;
use boardwright::text::check_seen;
use boardwright::value::Dict;
use boardwright::{Error, Result};

use crate::command::EngineCommand;
use crate::option::{EngineOption, option};
use crate::process::{ProcessEvent, Program};
use crate::protocol::EngineProtocol;
use crate::wire::Dial;

/// Time in which a program must start and get ready for a game.
const PREPARATION: Duration = Duration::from_secs(30);

/// Time in which a program that is too late may end its search before it is ended itself, where
/// hosts start programs.
const LAST_CHANCE: Duration = Duration::from_millis(500);

/// Starts the programs that tournaments name, for hosts.
///
/// # Errors
///
/// As [`EnginePlayer::of_plain`].
pub fn start_program(name: &str, program: &Dict, game: &Game) -> Result<Box<dyn Player>> {
    EnginePlayer::of_plain(name, program, LAST_CHANCE, game)
}

/// Longest name of a program, in characters.
const LONGEST_NAME: usize = 100;

/// Time that we wait longer than the referee, so that it is the referee who finds that an answer is
/// late.
const SLACK: Duration = Duration::from_millis(100);

/// Interval at which a program that thinks is given news: messages of its partner, or that it has
/// to decide again.
const NEWS: Duration = Duration::from_millis(5);

/// The way in which a program begins.
#[derive(Clone)]
pub(crate) enum Launch {
    /// By a command: the program and its arguments.
    Command(Vec<String>),
    /// By a way to one that is called so.
    Dial(String, Dial),
}

impl std::fmt::Debug for Launch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Launch({})", self.shown())
    }
}

impl Launch {
    fn shown(&self) -> String {
        match self {
            Self::Command(command) => quoted(&command.join(" ")),
            Self::Dial(name, _) => quoted(name),
        }
    }

    fn begin(&self) -> std::io::Result<Program> {
        match self {
            Self::Command(command) => Program::start(command),
            Self::Dial(_, dial) => Program::dial(dial),
        }
    }
}

/// A program as a player.
#[derive(Debug)]
pub struct EnginePlayer {
    label: String,
    /// The name that the program gives itself.
    title: Option<String>,
    launch: Launch,
    /// As `setoption` wants them.
    settings: Vec<String>,
    protocol: EngineProtocol,
    /// Time in which it may end its search when it is too late, before it is ended itself.
    last_chance: Duration,
    /// True if that is all it has when it is recalled, and not what is left of its allowance.
    hurried: bool,
    program: Option<Program>,
}

impl EnginePlayer {
    /// Starts a program, called `label`, for a game. One that is late, and does not answer within
    /// `last_chance` after that, is ended.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game that the protocol or the program does not play;
    /// `invalid_option` for a program that does not start or has no such option.
    pub fn new(
        label: &str,
        command: &[String],
        options: &[(String, String)],
        protocol: EngineProtocol,
        last_chance: Duration,
        game: &Game,
    ) -> Result<Self> {
        let launch = Launch::Command(command.to_vec());
        Self::launched(label, launch, options, protocol, last_chance, game)
    }

    /// As [`new`](Self::new), in whatever way the program begins.
    pub(crate) fn launched(
        label: &str,
        launch: Launch,
        options: &[(String, String)],
        protocol: EngineProtocol,
        last_chance: Duration,
        game: &Game,
    ) -> Result<Self> {
        let mut player = Self {
            label: label.to_owned(),
            title: None,
            launch,
            settings: Vec::new(),
            protocol,
            last_chance,
            hurried: false,
            program: None,
        };
        let stop = Stop::new();
        let (mut program, offered, title) = player.start(&stop)?;
        player.title = title;
        player.settings = (player.protocol.settings(&offered, options, game))
            .map_err(|error| error.at(player.shown()))?;
        player.prepare(&mut program, &stop)?;
        player.program = Some(program);
        Ok(player)
    }

    /// Gives it no more than its last chance when it is recalled: for where nobody waits for what
    /// it answers then.
    pub(crate) const fn hurried(mut self) -> Self {
        self.hurried = true;
        self
    }

    /// Starts a program by plain values, as [`EngineCommand::read`] takes them.
    ///
    /// # Errors
    ///
    /// As [`EngineCommand::read`] and [`EnginePlayer::new`].
    pub fn of_plain(
        label: &str,
        program: &Dict,
        last_chance: Duration,
        game: &Game,
    ) -> Result<Box<dyn Player>> {
        let EngineCommand {
            language,
            command,
            options,
        } = EngineCommand::read(program)?;
        let protocol = EngineProtocol::of(language, game)?;
        let player = Self::new(label, &command, &options, protocol, last_chance, game)?;
        Ok(Box::new(player))
    }

    fn shown(&self) -> String {
        self.launch.shown()
    }

    fn broken(&self, what: &str) -> Error {
        Error::invalid_option(format!("{} cannot play: {what}", self.shown()))
    }

    /// The name that the program gives itself.
    pub(crate) fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// A new process that has said what it is, with its options and its name.
    fn start(&self, stop: &Stop) -> Result<(Program, Vec<EngineOption>, Option<String>)> {
        let mut program = (self.launch.begin())
            .map_err(|error| self.broken(&format!("it cannot be started: {error}")))?;
        let (mut offered, mut title) = (Vec::new(), None);
        let (hello, done) = self.protocol.hello();
        self.tell(&mut program, hello)?;
        self.wait(&mut program, done, stop, |line| {
            title = title.take().or_else(|| name(line));
            offered.extend(option(line));
        })?;
        Ok((program, offered, title))
    }

    /// Sets a new process up.
    fn prepare(&self, program: &mut Program, stop: &Stop) -> Result<()> {
        for setting in &self.settings {
            self.tell(program, setting)?;
        }
        self.ready(program, stop)
    }

    fn ready(&self, program: &mut Program, stop: &Stop) -> Result<()> {
        self.tell(program, "isready")?;
        self.wait(program, "readyok", stop, |_| ())
    }

    /// Checks that the program answers; one that does not is ended, and one that was ended begins
    /// anew.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(crate) fn check(&mut self, stop: &Stop) -> Result<()> {
        let checked = match self.program.take() {
            Some(mut program) => self.ready(&mut program, stop).map(|()| program),
            None => self.start(stop).and_then(|(mut program, ..)| {
                self.prepare(&mut program, stop)?;
                Ok(program)
            }),
        };
        self.program = Some(checked?);
        Ok(())
    }

    fn tell(&self, program: &mut Program, line: &str) -> Result<()> {
        program
            .say(line)
            .map_err(|_| self.broken(&format!("at {}: {}", quoted(line), program.end())))
    }

    /// Waits for a word on a line of its own.
    fn wait(
        &self,
        program: &mut Program,
        word: &str,
        stop: &Stop,
        mut other: impl FnMut(&str),
    ) -> Result<()> {
        let until = Instant::now() + PREPARATION;
        loop {
            match program.hear(until, stop) {
                ProcessEvent::Line(line) if line == word => return Ok(()),
                ProcessEvent::Line(line) => other(&line),
                ProcessEvent::Stopped => return Err(Error::cancelled("the match was stopped")),
                ProcessEvent::Nothing => {
                    return Err(self.broken(&format!(
                        "no {word} came within {} s",
                        PREPARATION.as_secs()
                    )));
                }
                ProcessEvent::Gone => {
                    return Err(self.broken(&format!("no {word} came: {}", program.end())));
                }
            }
        }
    }

    /// Has the process that is there begin a new game.
    fn renew(&self, program: &mut Program, stop: &Stop) -> Result<()> {
        self.tell(program, &self.protocol.new_game())?;
        self.tell(program, "isready")?;
        let mut declined = None;
        self.wait(program, "readyok", stop, |line| {
            declined = declined.take().or_else(|| self.protocol.declines(line));
        })?;
        declined.map_or(Ok(()), |why| Err(self.broken(&why)))
    }

    /// Asks for a move. A program that has not answered in the end is given up.
    fn ask(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        let crash = |what: String| Fault::Of(FaultKind::Crash, what);
        let lines = self
            .protocol
            .ask(turn)
            .map_err(|error| crash(format!("it cannot be told how the game went: {error}")))?;
        let Some(program) = self.program.as_mut() else {
            return Err(crash("it was asked before the game began".into()));
        };
        program.overhear(self.protocol.message_tap(turn));
        // What it had to say since it last answered.
        while let ProcessEvent::Line(_) = program.hear(Instant::now(), stop) {}
        let mail = self.protocol.partner_messages(turn);
        if mail
            .iter()
            .chain(&lines)
            .any(|line| program.say(line).is_err())
        {
            let end = program.end();
            self.program = None;
            return Err(crash(end));
        }
        let mut decided = Decided::default();
        let mut until = Instant::now() + turn.allowance + SLACK;
        let time = self.protocol.time(turn);
        let enough = time.and_then(|time| Instant::now().checked_add(time));
        let (mut late, mut told, mut recalled) = (false, false, false);
        loop {
            let patience = until.min(Instant::now() + NEWS);
            // It is asked anew when it has answered.
            if turn.recall.came() && !std::mem::replace(&mut recalled, true) {
                if self.hurried {
                    until = until.min(Instant::now() + self.last_chance);
                }
                if !std::mem::replace(&mut told, true) {
                    let _ = program.say("stop");
                }
            }
            let over = enough.is_some_and(|enough| Instant::now() >= enough);
            if over && !std::mem::replace(&mut told, true) {
                let _ = program.say("stop");
            }
            match program.hear(patience, stop) {
                ProcessEvent::Line(line) => {
                    if let Some(text) = self.protocol.best(&line, &mut decided) {
                        if late {
                            return Err(timeout(turn, "stopped, it"));
                        }
                        decided.text = text;
                        return Ok(decided);
                    }
                    // A move that it holds back is held back by the referee, who
                    // knows when the game goes on.
                    if !decided.hold.is_zero() && !told {
                        told = true;
                        let _ = program.say("stop");
                    }
                }
                ProcessEvent::Stopped => {
                    // It goes on thinking about a game that is over; if it cannot
                    // be told so it is found out when the next one begins.
                    let _ = program.say("stop");
                    return Err(Fault::Stopped);
                }
                // A program that is gone is noticed when it is listened to.
                ProcessEvent::Nothing if Instant::now() < until => {
                    for line in self.protocol.partner_messages(turn) {
                        let _ = program.say(&line);
                    }
                }
                ProcessEvent::Gone => {
                    let end = program.end();
                    self.program = None;
                    return Err(crash(end));
                }
                // It may yet answer, and be fit for the next game.
                ProcessEvent::Nothing if !late && program.say("stop").is_ok() => {
                    late = true;
                    until = Instant::now() + self.last_chance;
                }
                ProcessEvent::Nothing => {
                    program.kill();
                    self.program = None;
                    return Err(timeout(turn, "it never"));
                }
            }
        }
    }
}

/// Reads the name that a program gives itself, as far as it can be shown to people.
fn name(line: &str) -> Option<String> {
    let text = line.strip_prefix("id name ")?.trim();
    let short: String = text.chars().take(LONGEST_NAME).collect();
    (!short.is_empty() && check_seen("name", &short).is_ok()).then_some(short)
}

fn timeout(turn: &Turn<'_>, who: &str) -> Fault {
    let allowed = turn.allowance.as_millis();
    Fault::Of(
        FaultKind::Timeout,
        format!("no move within {allowed} ms; {who} answered"),
    )
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.label
    }

    fn new_game(&mut self, setup: &Setup<'_>, stop: &Stop) -> Result<()> {
        self.protocol.take_seat(setup);
        if let Some(mut program) = self.program.take() {
            match self.renew(&mut program, stop) {
                Ok(()) => {
                    self.program = Some(program);
                    return Ok(());
                }
                Err(error) if stop.asked() => return Err(error),
                // It has broken down since; another one may do better.
                Err(_) => program.kill(),
            }
        }
        let (mut program, ..) = self.start(stop)?;
        self.prepare(&mut program, stop)?;
        self.renew(&mut program, stop)?;
        self.program = Some(program);
        Ok(())
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        self.ask(turn, stop)
    }
}
