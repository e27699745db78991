//! Bots of this process as players.
//!
//! A decision runs on the thread that plays the game, not on the pool of
//! [`contract::jobs`]: a match has its threads to itself, and the pool's lowered
//! priority would handicap a bot against a program of its own process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::player::{Decided, Fault, FaultKind, Player, Setup, Stop, TeamChat, Turn};
use crate::host::{Bot, Decision, Game, Heard, Limits, Subject, guard};
use contract::bot::{LEAST_TIME_TO_TALK, MAX_RESTARTS};
use contract::error::{Error, ErrorKind, Result};
use contract::game::Seat;
use contract::jobs::Control;
use contract::value::Dict;

/// Time by which a bot's deadline lies after the referee's, so that it is the referee who finds
/// that it is late.
const SLACK: Duration = Duration::from_millis(200);

/// A bot by name. Every game is played by a fresh one, so that what it decides
/// follows from the game's seed alone.
#[derive(Debug)]
pub struct BotPlayer {
    /// The name of the bot.
    name: String,
    /// The name it is made by.
    made: String,
    options: Dict,
    bot: Option<Bot>,
    /// Messages of its partners in this game.
    heard: Vec<Heard>,
}

impl BotPlayer {
    /// A bot of the game with these options, called `label`.
    ///
    /// # Errors
    ///
    /// `unknown_bot` and `invalid_option`, both with what exists.
    pub fn new(label: &str, name: &str, options: &Dict, game: &Game) -> Result<Self> {
        Bot::new(name, game.name(), options, 0)?;
        Ok(Self {
            name: label.to_owned(),
            made: name.to_owned(),
            options: options.clone(),
            bot: None,
            heard: Vec::new(),
        })
    }
}

impl Player for BotPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, setup: &Setup<'_>, _: &Stop) -> Result<()> {
        let bot = Bot::new(&self.made, setup.game.name(), &self.options, setup.seed)?;
        self.bot = Some(bot);
        self.heard.clear();
        Ok(())
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        let Some(bot) = self.bot.clone() else {
            let error = Error::internal("the bot was asked before the game began");
            return Err(fault(stop, &error));
        };
        let decided = match bot.talks() {
            false => self.run(&bot, turn, turn.limits.clone(), stop, |_| {}),
            true => self.confer(&bot, turn, stop),
        };
        decided.map_err(|error| fault(stop, &error))
    }

    fn reflect(&mut self, seat: Seat, post: &TeamChat, control: &Control) {
        let Some(bot) = self.bot.as_ref().filter(|bot| bot.talks()) else {
            return;
        };
        speak(control, seat, post);
        // What it does not find out it does not say.
        let _ = guard(|| bot.reflect()?.run(control));
    }
}

/// Has what a bot says while it is at work sent to its partners.
fn speak(control: &Control, seat: Seat, post: &TeamChat) {
    let post = post.clone();
    control.when_said(move |said| post.send(seat, &said.text));
}

fn fault(stop: &Stop, error: &Error) -> Fault {
    if stop.asked() {
        return Fault::Stopped;
    }
    let kind = match error.kind() {
        ErrorKind::Cancelled => FaultKind::Timeout,
        _ => FaultKind::Crash,
    };
    Fault::Of(kind, format!("[{}] {error}", error.code()))
}

impl BotPlayer {
    /// Decides on this thread; `begins` is handed the control before.
    fn run(
        &self,
        bot: &Bot,
        turn: &Turn<'_>,
        limits: Limits,
        stop: &Stop,
        begins: impl FnOnce(&Arc<Control>),
    ) -> Result<Decided> {
        let control = stop.control(turn.allowance.saturating_add(SLACK));
        turn.recall.concludes(&control);
        begins(&control);
        let work = bot.decide(&Subject::Observation(turn.observation), limits);
        guard(|| Ok(decided(work?.run(&control)?)))
    }

    /// Decides with what the partners say, and anew a few times when that is urgent.
    fn confer(&mut self, bot: &Bot, turn: &Turn<'_>, stop: &Stop) -> Result<Decided> {
        let (game, seat) = (turn.observation.game(), turn.seat);
        if game.team(seat).len() < 2 {
            return self.run(bot, turn, turn.limits.clone(), stop, |_| {});
        }
        let began = Instant::now();
        let ply = turn.line.map_or(0, |line| line.moves.len() as u64);
        // What was said before the turn was said of another position.
        turn.hear(ply.saturating_sub(1), &mut self.heard);
        let mut renewals = 0;
        loop {
            let recalled = Arc::new(AtomicBool::new(false));
            let mut limits = turn.limits.clone();
            limits.heard = Some(self.heard.clone());
            pass(&mut limits, seat, began.elapsed());
            let short = limits
                .clock_of(seat)
                .is_some_and(|c| c.remaining < LEAST_TIME_TO_TALK);
            let (game, known) = (game.clone(), self.heard.clone());
            let mut listening = None;
            let decided = self.run(bot, turn, limits, stop, |control| {
                speak(control, seat, turn.post);
                if short || renewals >= MAX_RESTARTS {
                    return;
                }
                let (told, control) = (Arc::clone(&recalled), Arc::downgrade(control));
                listening = Some(turn.post.listen(seat, move |text| {
                    if let Some(control) = control.upgrade().filter(|_| is_new(&game, &known, text))
                    {
                        told.store(true, Ordering::Release);
                        control.finish_early();
                    }
                }));
            });
            drop(listening);
            if !recalled.load(Ordering::Acquire) || turn.recall.came() || decided.is_err() {
                return decided;
            }
            renewals += 1;
            turn.hear(ply, &mut self.heard);
        }
    }
}

/// Returns true if a message that was not known is a reason to decide anew.
fn is_new(game: &Game, known: &[Heard], text: &str) -> bool {
    !known.iter().any(|heard| heard.text == text) && game.is_urgent(known, text)
}

/// Takes from times what has passed of them.
fn pass(limits: &mut Limits, seat: Seat, spent: Duration) {
    let clocks = limits.clock.iter_mut();
    let clocks = clocks.chain(limits.clocks.get_mut(seat.index()));
    let clocks = clocks.map(|clock| &mut clock.remaining);
    let moving = [&mut limits.movetime, &mut limits.deadline];
    for time in moving.into_iter().flatten().chain(clocks) {
        *time = time.saturating_sub(spent);
    }
}

/// A decision of a bot as that of a player; what is 0 is not known.
fn decided(decision: Decision<String>) -> Decided {
    Decided {
        text: decision.action,
        score: decision.score,
        depth: Some(decision.depth).filter(|n| *n > 0),
        nodes: Some(decision.nodes).filter(|n| *n > 0),
        fallback: decision.fallback,
        hold: decision.hold,
        resigns: decision.resign,
    }
}
