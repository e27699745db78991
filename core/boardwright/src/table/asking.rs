//! Questions put to bots, and what is done with their answers: which bot is asked, on which
//! thread, who steps in, and how an answer is held back.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use super::bots::BotRequest;
use super::decider::Decider;
use super::occupants::{BotSeat, Occupant};
use super::state::TableState;
use super::{Shared, Table};
use crate::host::{Bot, SeatRef, Subject, Work};
use crate::own::{self, Ask, BotAnswer, bot_failed};
use crate::registry;
use contract::error::{Error, Result};
use contract::game::Seats;
use contract::jobs::{self, Class, Finished, Kind, Request};
use contract::value::Dict;

/// A bot that steps in, tried in this order as far as the game has it.
const FALLBACKS: &[&str] = &["casual", "heuristic", "random"];

/// The first fall-back bot there is, the one that failed excepted.
pub(super) fn fallback(game: &str, seed: u64, failed: Option<&str>) -> Option<Bot> {
    let bots = registry::find(game).ok()?.bots();
    FALLBACKS
        .iter()
        .filter(|name| bots.contains(*name) && failed != Some(**name))
        .find_map(|name| Bot::new(name, game, &Dict::new(), seed).ok())
}

impl Table {
    /// Puts the questions that are due to bots. The pool's own lock is all that
    /// is taken here besides the table's; it is never taken the other way round.
    pub(super) fn go_on(&self, inner: &mut TableState) {
        for order in inner.orders() {
            let (seat, id) = (order.seat, order.id);
            let instead = order
                .replaced
                .then(|| fallback(inner.game.name(), order.seed(), Some(order.bot.name())));
            let put = match instead {
                Some(None) => Err(bot_failed("no other bot can step in")),
                instead => self.put(inner, order, instead.flatten()),
            };
            if let Err(error) = put {
                // The pool has been shut down, or the machine has no threads.
                if inner.awaits(seat, id) {
                    inner.places[seat.index()].asked = None;
                }
                inner.bot_failed(seat, &error, None);
            }
        }
        self.reflect(inner);
    }

    fn put(
        &self,
        inner: &mut TableState,
        mut order: BotRequest,
        instead: Option<Bot>,
    ) -> Result<()> {
        let (seat, id) = (order.seat, order.id);
        let stand_in = instead.is_some();
        let question = order.question.take().filter(|_| !stand_in);
        let decider = instead.map_or_else(|| order.bot.clone(), Decider::Library);
        let asked = Instant::now();
        if let (Decider::Own(Some(host)), Some(question)) = (&decider, question) {
            let known = (order.observation.clone(), order.limits.clone());
            let done = self.completion(order, decider.clone(), stand_in, asked);
            let reply = Box::new(move |result| {
                done(Finished {
                    result,
                    queued: Duration::ZERO,
                    ran: asked.elapsed(),
                });
            });
            let question = own::ask(host, question, known, reply);
            if let Some(asked) = inner.asked_mut(seat, id) {
                asked.question = Some(question);
            }
            return Ok(());
        }
        let work = decided_by(&decider, &order);
        // A bot that cannot even be asked is as one that fails.
        let work =
            work.unwrap_or_else(|error| Work::new(Kind::Other, Class::Short, move |_| Err(error)));
        let patience = Duration::from_millis(inner.settings.bot_timeout);
        let talks = order.limits.heard.is_some();
        let weak = Arc::downgrade(&self.0);
        let work = work.prepared(move |control| {
            if talks {
                control.when_said(move |said| {
                    Self::told(&weak, |inner| {
                        if inner.awaits(seat, id) {
                            inner.bot_says(seat, &said);
                        }
                    });
                });
            }
            if let Some(end) = Instant::now().checked_add(patience) {
                control.set_deadline(end);
            }
        });
        let request = Request {
            caller: self.0.caller,
            deadline: None,
            patient: true,
        };
        let done = self.completion(order, decider, stand_in, asked);
        let handle = work.submit(request, done)?.owned();
        if let Some(asked) = inner.asked_mut(seat, id) {
            asked.handle = Some(handle);
        }
        Ok(())
    }

    /// Makes the use of the answer to a question, which may have to be held back.
    fn completion(
        &self,
        order: BotRequest,
        bot: Decider,
        stand_in: bool,
        asked: Instant,
    ) -> impl FnOnce(Finished<BotAnswer>) + Send + 'static + use<> {
        let weak = Arc::downgrade(&self.0);
        move |finished: Finished<BotAnswer>| {
            let left = held(&weak, &order, stand_in, &finished.result);
            let hold = finished
                .result
                .as_ref()
                .map_or(Duration::ZERO, BotAnswer::hold);
            let wait = left.max(hold);
            if !hold.is_zero() {
                sits(&weak, &order);
            }
            if wait.is_zero() {
                return answered(&weak, order, bot, stand_in, asked, finished);
            }
            let Some(shared) = weak.upgrade() else {
                return;
            };
            let (seat, id) = (order.seat, order.id);
            let answer = move || answered(&weak, order, bot, stand_in, asked, finished);
            // Where it is not awaited any more, nothing comes of it.
            Self(shared)
                .lock()
                .holds_back(seat, id, || jobs::timer(wait, answer));
        }
    }

    /// Says who answers for a bot of the host's own that sits at a seat: the questions go to
    /// `ask`, and the one that waited since the table was made or loaded goes at once. An
    /// earlier receiver gets none any more, and the question under way is given up.
    ///
    /// # Errors
    ///
    /// `unsupported` where no bot of the host's own sits, and for a seat that does not exist
    /// as [`Game::seat`](crate::host::Game::seat).
    pub fn attend(&self, seat: SeatRef<'_>, ask: Ask) -> Result<()> {
        let seat = self.lock().game.seat(seat)?;
        self.change(None, |inner| {
            let name = inner.named(seat);
            let place = &mut inner.places[seat.index()];
            match &mut place.occupant {
                Occupant::Bot(BotSeat {
                    bot: Decider::Own(here),
                    ..
                }) => *here = Some(ask),
                _ => {
                    return Err(Error::unsupported(format!(
                        "{name}: no bot of the host's own sits there"
                    )));
                }
            }
            place.stop_asking();
            // It is told everything.
            place.heard = 0;
            inner.revision += 1;
            Ok(())
        })
    }
}

/// Makes the work by which a bot of the library answers.
fn decided_by(decider: &Decider, order: &BotRequest) -> Result<Work<BotAnswer>> {
    let Decider::Library(bot) = decider else {
        return Err(bot_failed("nobody answers for it"));
    };
    if order.draw {
        let work = bot.answer_draw(&order.observation)?;
        return Ok(work.then(|accept| Ok(BotAnswer::Draw(accept))));
    }
    let subject = Subject::Observation(&order.observation);
    let work = bot.decide(&subject, order.limits.clone())?;
    Ok(work.then(|decision| {
        if decision.resign {
            return Ok(BotAnswer::Resign(decision.messages));
        }
        Ok(BotAnswer::Move {
            offer_draw: decision.offer_draw,
            decision,
            style: None,
        })
    }))
}

/// A bot sits: it is asked anew as soon as the game goes on, at once if it has.
fn sits(table: &Weak<Shared>, order: &BotRequest) {
    let Some(shared) = table.upgrade() else {
        return;
    };
    let table = Table(shared);
    let mut inner = table.lock();
    if inner.sits(order.seat, order.id, order.plies) {
        table.go_on(&mut inner);
    }
    drop(inner);
    table.tell_quiet();
}

/// Returns the time that a bot's answer is held back: zero for one that is refused or does not end
/// the turn, so that all attempts of a turn lie within one delay.
fn held(
    table: &Weak<Shared>,
    order: &BotRequest,
    stand_in: bool,
    answer: &Result<BotAnswer>,
) -> Duration {
    let left = order.left(order.began.elapsed());
    if left.is_zero() {
        return left;
    }
    let counts = match (answer, table.upgrade()) {
        (_, None) => false,
        // Who steps in answers instead; where nobody does the table moves.
        (Err(_), _) => stand_in,
        (Ok(BotAnswer::Draw(_) | BotAnswer::Unreadable(..)), _) => false,
        (Ok(BotAnswer::Resign(_) | BotAnswer::ClaimDraw), _) => true,
        (
            Ok(BotAnswer::Move {
                decision, style, ..
            }),
            Some(shared),
        ) => {
            let (text, style) = (&decision.action, style.as_deref());
            let table = Table(shared);
            let inner = table.lock();
            inner.would_end_turn(order.seat, text, style)
        }
    };
    if counts { left } else { Duration::ZERO }
}

/// An answer of a bot has come, and its artificial delay has passed.
fn answered(
    table: &Weak<Shared>,
    order: BotRequest,
    bot: Decider,
    stand_in: bool,
    asked: Instant,
    finished: Finished<BotAnswer>,
) {
    let Some(shared) = table.upgrade() else {
        return;
    };
    let table = Table(shared);
    let mut inner = table.lock();
    if !inner.awaits(order.seat, order.id) {
        return;
    }
    // The host's clock has gone on since it last told the table; where it never
    // did, there is no time.
    let now = inner
        .timed
        .then(|| order.at.saturating_add(asked.elapsed().as_millis() as u64));
    inner.settle(now);
    let (seat, id) = (order.seat, order.id);
    match finished.result {
        _ if !inner.awaits(seat, id) => {}
        Ok(BotAnswer::Draw(accept)) => {
            inner.places[seat.index()].asked = None;
            let _ = inner.respond_draw(seat, accept);
        }
        Ok(BotAnswer::Move {
            mut decision,
            style,
            offer_draw,
        }) => {
            if matches!(bot, Decider::Own(_)) {
                decision.time = finished.ran;
            }
            for said in std::mem::take(&mut decision.says) {
                inner.bot_says(seat, &said);
            }
            if stand_in {
                decision.fallback = Some(bot.name().to_owned());
            }
            inner.decided(seat, decision, style.as_deref(), offer_draw);
        }
        Ok(BotAnswer::Resign(messages)) => {
            inner.places[seat.index()].asked = None;
            inner.resigns(seat, messages);
        }
        Ok(BotAnswer::ClaimDraw) => {
            inner.places[seat.index()].asked = None;
            if let Err(error) = inner.claim_draw(seat) {
                inner.not_taken(seat, "claim_draw".into(), &error);
            }
        }
        Ok(BotAnswer::Unreadable(text, error)) => inner.not_taken(seat, text, &error),
        Err(error) if inner.loses_by_failure(seat) && !stand_in => {
            inner.places[seat.index()].asked = None;
            inner.bot_failed(seat, &error, None);
            inner.leave(Seats::only(seat), "bot_unavailable");
        }
        Err(error) => {
            let next = fallback(inner.game.name(), order.seed(), Some(bot.name()));
            let next = next.filter(|_| !stand_in);
            inner.bot_failed(seat, &error, next.as_ref().map(Bot::name));
            match next {
                Some(next) if !order.draw => {
                    if table.put(&mut inner, order, Some(next)).is_err() {
                        inner.places[seat.index()].asked = None;
                    }
                }
                _ => {
                    inner.places[seat.index()].asked = None;
                    if order.draw {
                        let _ = inner.respond_draw(seat, false);
                    } else {
                        inner.play_any(seat);
                    }
                }
            }
        }
    }
    table.go_on(&mut inner);
    drop(inner);
    table.tell_listeners();
    table.tell_quiet();
}
