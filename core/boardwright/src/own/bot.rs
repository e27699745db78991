//! A bot of the host's own that decides without a table: it is asked as there, and what it
//! answers is checked as far as the seat can know.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{
    Ask, Asked, BotAnswer, OWN, QuestionDetails, Refusal, ask, bot_failed, messages, milliseconds,
};
use crate::host::{Decision, Limits, Observation, Subject, Work, guard};
use crate::registry;
use crate::table::{TableSettings, only};
use contract::error::{Error, Result, quoted};
use contract::jobs::{Answer, Kind};
use contract::value::{Dict, Value};

/// A bot of the host's own by itself. Who asks it says each time who answers; it may be asked
/// any number of times at once.
#[derive(Clone, Debug)]
pub struct OwnBot {
    game: Option<&'static str>,
    retry_cap: Option<u32>,
    timeout: Duration,
    options: Arc<Dict>,
    /// The number of its next question.
    next: Arc<AtomicU64>,
}

/// The options of [`OwnBot::new`].
const OPTIONS: &[&str] = &["game", "retry_cap", "bot_timeout"];

impl OwnBot {
    /// Creates a bot. Of its options `game` names the one that it plays, any if it is not given;
    /// `retry_cap` and `bot_timeout` are those of a table.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and what it takes; `unknown_game`.
    pub fn new(options: &Dict) -> Result<Self> {
        guard(|| {
            only("a bot of the host's own", options, OPTIONS)?;
            let mut settings = options.clone();
            let game = match settings.remove("game") {
                None | Some(Value::Null) => None,
                Some(Value::String(name)) => Some(registry::find(&name)?.info().name),
                Some(_) => return Err(Error::invalid_option("game: takes the name of a game")),
            };
            let settings = TableSettings::read(&settings)?;
            Ok(Self {
                game,
                retry_cap: settings.retry_cap,
                timeout: Duration::from_millis(settings.bot_timeout),
                options: Arc::new(options.clone()),
                next: Arc::new(AtomicU64::new(1)),
            })
        })
    }

    /// Returns the name that all bots of the host's own have.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        OWN
    }

    /// Returns the name of the game that it plays; none for any.
    #[must_use]
    pub const fn game(&self) -> Option<&'static str> {
        self.game
    }

    /// Returns the options it was made with.
    #[must_use]
    pub fn options(&self) -> &Dict {
        &self.options
    }

    /// A decision, for which `host` is asked. It is that of
    /// [`host::Bot::decide`](crate::host::Bot::decide) but for what takes a search: no thread of
    /// the pool waits for the answer. An answer that cannot be read, or is none of the moves that
    /// the seat may try, is refused, and `host` asked again with the reason. One that resigns
    /// has the first of those moves.
    ///
    /// # Errors
    ///
    /// As there, and `unsupported` for limits that it is not told. The work ends with `bot_failed`
    /// where the bot fails, does not answer within its time or the deadline, or has more answers
    /// refused than are tolerated; with `cancelled` where it is cancelled, which the question
    /// tells.
    pub fn decide(
        &self,
        host: Ask,
        subject: &Subject<'_>,
        limits: &Limits,
    ) -> Result<Work<Decision<String>>> {
        guard(|| {
            let observation = subject.observation(self.game)?;
            let limits = observation.limits(limits)?;
            told(&limits)?;
            let observation = Observation(observation);
            let (timeout, cap) = (self.timeout, self.retry_cap);
            let consultation = Consultation {
                host,
                next: Arc::clone(&self.next),
                cap: cap.unwrap_or_else(|| observation.game().max_rejections()) as usize,
                timeout: limits.deadline.map_or(timeout, |left| left.min(timeout)),
                observation,
                limits,
                began: Instant::now(),
                turn: Mutex::default(),
            };
            Ok(Work::elsewhere(Kind::Decision, move |control, answer| {
                let consultation = Arc::new(consultation);
                consultation.turn().answer = Some(answer);
                let asked = Arc::downgrade(&consultation);
                control.when_cancelled(move || {
                    if let Some(consultation) = asked.upgrade() {
                        consultation.end(Err(Error::cancelled("cancelled by the caller")));
                    }
                });
                let heard = consultation.limits.heard.iter().flatten().cloned();
                consultation.ask(messages(heard));
            }))
        })
    }
}

/// Refuses limits that a question has no place for.
fn told(limits: &Limits) -> Result<()> {
    let given = [
        ("depth", limits.depth.is_some()),
        ("mate", limits.mate.is_some()),
        ("lines", limits.lines.is_some()),
        ("moves", limits.moves.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((name, _)) => Err(Error::unsupported(format!(
            "{name}: a bot of the host's own takes movetime, deadline, nodes, clock, clocks, heard"
        ))),
    }
}

/// A decision under way.
struct Consultation {
    host: Ask,
    next: Arc<AtomicU64>,
    observation: Observation,
    limits: Limits,
    /// Number of refusals that are tolerated.
    cap: usize,
    /// Time for all its answers together.
    timeout: Duration,
    began: Instant,
    turn: Mutex<Turn>,
}

#[derive(Default)]
struct Turn {
    refused: Vec<Refusal>,
    asked: Option<Asked>,
    /// The receiver of the decision, until there is one.
    answer: Option<Answer<Decision<String>>>,
}

impl Consultation {
    // Nothing under the lock leaves the turn half changed.
    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the host, unless the decision is not awaited any more.
    fn ask(self: &Arc<Self>, events: Vec<Value>) {
        let mut turn = self.turn();
        if turn.answer.is_none() {
            return;
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        // The first question has the whole time, however late the machine is.
        let spent = match turn.refused.is_empty() {
            true => Duration::ZERO,
            false => self.began.elapsed(),
        };
        let left = milliseconds(self.timeout.saturating_sub(spent));
        let details = QuestionDetails {
            refused: turn.refused.clone(),
            events,
            ..QuestionDetails::for_move(id, self.observation.seat(), &self.limits, left)
        };
        let known = (self.observation.clone(), self.limits.clone());
        let consultation = Arc::clone(self);
        let reply = Box::new(move |answer| consultation.hear(answer));
        // An answer that comes at once waits for the lock, so that this question is there by then.
        let before = turn.asked.replace(ask(&self.host, details, known, reply));
        drop(turn);
        drop(before);
    }

    fn hear(self: &Arc<Self>, answer: Result<BotAnswer>) {
        let (text, error) = match answer.map(|answer| self.decision(answer)) {
            Err(error) => return self.end(Err(error)),
            Ok(Ok(decision)) => return self.end(Ok(decision)),
            Ok(Err(refused)) => refused,
        };
        let refused = {
            let mut turn = self.turn();
            turn.refused.push(Refusal::from((text.clone(), &error)));
            turn.refused.len()
        };
        if refused <= self.cap {
            return self.ask(Vec::new());
        }
        let answers = match refused {
            1 => "its answer was refused".to_owned(),
            count => format!("its answers were refused {count} times, at last"),
        };
        self.end(Err(bot_failed(&format!(
            "{answers} {}: {error}",
            quoted(&text)
        ))));
    }

    /// Reads an answer, or returns what is refused and why.
    fn decision(&self, answer: BotAnswer) -> Result<Decision<String>, (String, Error)> {
        let styles = self.observation.game().info().styles;
        let mut decision = match answer {
            BotAnswer::Move {
                decision,
                style,
                offer_draw,
            } => {
                let canonical = styles.first().copied().unwrap_or_default();
                let style = style.as_deref().unwrap_or(canonical);
                match self.observation.read(&decision.action, style) {
                    Ok(action) => Decision {
                        pv: vec![action.clone()],
                        action,
                        offer_draw,
                        ..decision
                    },
                    Err(error) => return Err((decision.action, error)),
                }
            }
            BotAnswer::Resign(messages) => {
                let first = self.observation.candidates().into_iter().next();
                Decision {
                    pv: Vec::new(),
                    resign: true,
                    messages,
                    ..Decision::plain(first.unwrap_or_default())
                }
            }
            BotAnswer::ClaimDraw => {
                let message = "a draw is claimed at a table: the answer is a move, or resign";
                return Err(("claim_draw".into(), Error::illegal_move(message)));
            }
            BotAnswer::Draw(accept) => {
                let message = "no draw is offered: the answer is a move, or resign";
                return Err((accept.to_string(), Error::illegal_move(message)));
            }
            BotAnswer::Unreadable(text, error) => return Err((text, error)),
        };
        decision.time = self.began.elapsed();
        Ok(decision)
    }

    /// Ends the decision; the question that is open is given up.
    fn end(&self, result: Result<Decision<String>>) {
        let (answer, asked) = {
            let mut turn = self.turn();
            (turn.answer.take(), turn.asked.take())
        };
        drop(asked);
        if let Some(answer) = answer {
            answer(result);
        }
    }
}
