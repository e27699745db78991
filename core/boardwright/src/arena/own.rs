//! Bots of the host's own as players, and what else of a match is the host's.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use super::player::{Decided, Fault, FaultKind, Player, Setup, Stop, Turn};
use super::spec::Programs;
use crate::host::{Game, Heard, Limits};
use crate::own::{self, Ask, BotAnswer, QuestionDetails, bot_failed};
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value};

/// Time that we wait longer than the referee, so that it is the referee who finds that an answer is
/// late.
const SLACK: Duration = Duration::from_millis(100);

/// Interval at which the end of the match, and a turn that is to be decided anew, are noticed.
const NEWS: Duration = Duration::from_millis(5);

/// A bot of the host's own: how it is asked, and the number of its next question, since all games of
/// a match may ask at once.
#[derive(Clone)]
struct Asking {
    ask: Ask,
    next: Arc<AtomicU64>,
}

/// The players of a match that are not of this crate: who starts programs, and who answers for
/// bots of the host's own.
pub struct Guests {
    programs: Box<Programs>,
    own: Vec<Asking>,
}

impl std::fmt::Debug for Guests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Guests({})", self.own.len())
    }
}

impl Default for Guests {
    fn default() -> Self {
        Self::new(no_programs)
    }
}

impl Guests {
    /// Programs that are started by this, and no bots of the host's own. By default there are no
    /// programs either.
    pub fn new(
        programs: impl Fn(&str, &Dict, &Game) -> Result<Box<dyn Player>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            programs: Box::new(programs),
            own: Vec::new(),
        }
    }

    /// Adds a bot of the host's own; returns its number among them, from 0, by which a player
    /// names it.
    pub fn add(&mut self, ask: Ask) -> usize {
        let next = Arc::default();
        self.own.push(Asking { ask, next });
        self.own.len() - 1
    }

    /// Starts a program.
    ///
    /// # Errors
    ///
    /// `unsupported` where none are started; those of the program.
    pub(super) fn program(
        &self,
        name: &str,
        program: &Dict,
        game: &Game,
    ) -> Result<Box<dyn Player>> {
        (self.programs)(name, program, game)
    }

    /// The bot of the host's own of this number, as a player.
    ///
    /// # Errors
    ///
    /// `invalid_option` where nobody answers for it.
    pub(super) fn own(&self, name: &str, number: usize) -> Result<OwnPlayer> {
        match self.own.get(number) {
            Some(asking) => Ok(OwnPlayer {
                name: name.to_owned(),
                asking: asking.clone(),
                heard: Vec::new(),
            }),
            None => Err(Error::invalid_option("nobody answers for it")),
        }
    }
}

fn no_programs(name: &str, _: &Dict, _: &Game) -> Result<Box<dyn Player>> {
    Err(Error::unsupported(format!(
        "players: {} is a program, and none are started here",
        quoted(name)
    )))
}

/// A bot of the host's own. The thread that plays the game waits for its answers.
pub(super) struct OwnPlayer {
    name: String,
    asking: Asking,
    /// Messages of its partners in this game.
    heard: Vec<Heard>,
}

impl OwnPlayer {
    /// Takes the messages that have come, and returns them as the events of the seat.
    fn listen(&mut self, turn: &Turn<'_>) -> Vec<Value> {
        let ply = turn.line.map_or(0, |line| line.moves.len() as u64);
        own::messages(turn.hear(ply, &mut self.heard))
    }

    fn question(&self, turn: &Turn<'_>, events: Vec<Value>) -> QuestionDetails {
        let id = self.asking.next.fetch_add(1, Ordering::Relaxed);
        let limits = Limits {
            clock: turn.clocks.get(turn.seat.index()).copied(),
            ..turn.limits.clone()
        };
        let timeout = own::milliseconds(turn.allowance);
        QuestionDetails {
            events,
            ..QuestionDetails::for_move(id, turn.observation.seat(), &limits, timeout)
        }
    }

    /// Reads an answer as a decision.
    fn decided(&self, turn: &Turn<'_>, answer: BotAnswer) -> Result<Decided, Fault> {
        let wrong = |what: String| Err(Fault::Of(FaultKind::IllegalMove, what));
        match answer {
            BotAnswer::Move {
                decision, style, ..
            } => {
                for said in &decision.says {
                    turn.post.send(turn.seat, &said.text);
                }
                let text = match style {
                    None => decision.action,
                    Some(style) => match turn.observation.read(&decision.action, &style) {
                        Ok(text) => text,
                        Err(error) => return wrong(error.to_string()),
                    },
                };
                Ok(Decided {
                    text,
                    ..Decided::default()
                })
            }
            BotAnswer::Resign(_) => Ok(Decided {
                resigns: true,
                ..Decided::default()
            }),
            BotAnswer::ClaimDraw => {
                wrong("there is nothing to claim: the referee claims draws at once".into())
            }
            BotAnswer::Draw(_) => wrong("no draw was offered".into()),
            BotAnswer::Unreadable(text, error) => wrong(format!("{}: {error}", quoted(&text))),
        }
    }
}

impl Player for OwnPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &Setup<'_>, _: &Stop) -> Result<()> {
        self.heard.clear();
        Ok(())
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        let events = self.listen(turn);
        let question = self.question(turn, events);
        let mut limits = turn.limits.clone();
        limits.heard = Some(self.heard.clone());
        let (send, answers) = mpsc::channel();
        let reply = Box::new(move |answer| {
            // Nobody waits any more once the turn is over.
            let _ = send.send(answer);
        });
        let began = Instant::now();
        let _asked = own::ask(
            &self.asking.ask,
            question,
            (turn.observation.clone(), limits),
            reply,
        );
        let answer = loop {
            match answers.recv_timeout(NEWS) {
                Ok(answer) => break answer,
                Err(_) if stop.asked() => return Err(Fault::Stopped),
                // An answer after that does not count.
                Err(_) if turn.recall.came() => return Ok(Decided::default()),
                Err(_) if began.elapsed() > turn.allowance + SLACK => {
                    break Err(bot_failed("there was no answer"));
                }
                Err(_) => {}
            }
        };
        match answer {
            Ok(answer) => self.decided(turn, answer),
            Err(error) => {
                let kind = match began.elapsed() < turn.allowance {
                    true => FaultKind::Crash,
                    false => FaultKind::Timeout,
                };
                Err(Fault::Of(kind, error.message().to_owned()))
            }
        }
    }
}
