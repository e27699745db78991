//! What partners tell each other: what is made of what was heard, and what is said.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::course::Answer;
use super::demand::{self, Claims, Held};
use super::message::{CRITICAL, Haste, Message};
use super::options;
use super::session::{Go, Session};
use crate::host::Limits;
use crate::protocol::desk::Desk;
use bughouse::engine::{FEARS, WANTS};
use bughouse::{BoardId, rival_of};
use contract::bot::Clock;
use contract::game::Seat;
use contract::jobs;
use contract::value::Dict;

/// With less on its clock a board neither looks for what it needs nor begins anew with what
/// it hears. What would decide it once it has moved it finds out on its opponent's.
const LEAST_TIME: Duration = Duration::from_millis(400);

/// So much more time than its rival a seat must have to sit it out, and so much is left on its
/// clock when it has.
const STALL_LEAD: Duration = Duration::from_millis(100);
const STALL_RESERVE: Duration = Duration::from_millis(300);
/// It is not worth it to sit for less.
const LEAST_STALL: Duration = Duration::from_millis(20);

/// For so many moves the partner is told to sit: until it is told otherwise.
const LONG: u32 = 50;

/// Whether there is time for messages in the course of a search.
pub(super) fn has_time(go: &Go) -> bool {
    let time = [
        go.limits.clock.map(|c| c.remaining),
        go.limits.movetime.map(|t| t.saturating_mul(20)),
    ];
    !go.silent && time.into_iter().flatten().all(|time| time >= LEAST_TIME)
}

/// Whether what a board needs is found out beside its search and not before: where there is a
/// thread for it, and time alone ends the search. One that ends with a number of positions or
/// plies says the same each time, in the same order.
pub(super) fn is_apart(go: &Go) -> bool {
    let limits = &go.limits;
    let timed = limits.clock.is_some() || limits.movetime.is_some();
    let by_time = timed && limits.nodes.is_none() && limits.depth.is_none();
    // Who plays both seats may be searching both boards.
    by_time && !go.dual && jobs::threads() > 1
}

impl Session {
    /// How long a seat waits for a piece that decides: if its partner can take one with its
    /// next move, or could if it were to move.
    pub(super) fn wait(&self, go: &Go, answer: &Answer) -> Duration {
        let needs = self.boards[go.board.index()].needs;
        if answer.mates() || needs.is_empty() || go.wait.is_zero() {
            return Duration::ZERO;
        }
        match demand::reach(go) {
            Ok(reach) if reach.without(needs) != reach => go.wait,
            // Also where the partner gives check: it could not move there now.
            _ => Duration::ZERO,
        }
    }

    /// How long a seat sits for the sake of its partner: until its rival over there, who may
    /// be about to lose, has to move, if that one has less time; else for a share of its
    /// clock, spread over the moves for which it was asked to.
    pub(super) fn stall(&self, go: &Go) -> Duration {
        let mut heard = self.boards[go.board.index()].heard.iter();
        let told = heard.find_map(|message| match message {
            Message::Stall(moves) => Some(moves.max(1)),
            _ => None,
        });
        let Some(moves) = told.filter(|_| self.weight() > 0 && !go.silent) else {
            return Duration::ZERO;
        };
        let clock = |seat: Seat| Some(go.limits.clocks.get(seat.index())?.remaining);
        if let (Some(own), Some(rival)) = (clock(go.seat), clock(rival_of(go.seat)))
            && own.saturating_sub(rival) > STALL_LEAD
        {
            return own.saturating_sub(STALL_RESERVE).min(rival);
        }
        let share = self.share_of("Stall Share", go.limits.clock) / moves;
        match share < LEAST_STALL {
            true => Duration::ZERO,
            false => share,
        }
    }

    /// A share of a clock for the sake of the partner.
    pub(super) fn share_of(&self, name: &str, clock: Option<Clock>) -> Duration {
        let share = u32::try_from(self.options.number(name) * self.weight()).unwrap_or(0);
        clock.map_or(Duration::ZERO, |clock| {
            clock.remaining.saturating_mul(share) / 10_000
        })
    }

    pub(super) fn dual(&self) -> bool {
        self.options.word("Control") == "dual"
    }

    /// The partner has said something, to whichever seat it is; whoever plays both seats has
    /// none.
    pub(super) fn hear(&mut self, desk: &Arc<Desk<Self>>, message: Message) {
        if !self.dual() {
            for board in BoardId::ALL {
                self.hear_on(desk, board, message);
            }
        }
    }

    /// Tells the partner something: aloud, or the other seat of the same player.
    pub(super) fn pass_on(&mut self, desk: &Arc<Desk<Self>>, go: &Go, message: Message) {
        match go.dual {
            true => self.hear_on(desk, go.board.other(), message),
            false => desk.out.put(format!("teammsg {message}")),
        }
    }

    /// The seat of a board hears something.
    fn hear_on(&mut self, desk: &Arc<Desk<Self>>, board: BoardId, message: Message) {
        let heard = &mut self.boards[board.index()].heard;
        let before = heard.claims(None);
        heard.hear(message);
        let claims = heard.claims(None);
        // What need not be feared any more is no reason to begin anew.
        if claims.wants != before.wants || !claims.fears.without(before.fears).is_empty() {
            self.renew(desk, board);
        }
        if matches!(message, Message::Stall(0) | Message::PlayFast(_)) {
            self.release(desk, board);
        }
    }

    /// How much is made of messages, in hundredths; what one seat finds out the other one
    /// of the same player knows.
    fn weight(&self) -> i64 {
        if self.dual() {
            return 100;
        }
        let mode = self.options.word("TeamMessageMode");
        let known = options::MODES.iter().find(|(name, _)| *name == mode);
        known.map_or(0, |(_, weight)| *weight)
    }

    /// What messages do to the time that a move takes.
    pub(super) fn hurry(&self, board: BoardId, limits: &mut Limits) {
        if self.weight() == 0 {
            return;
        }
        for message in self.boards[board.index()].heard.iter() {
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

    /// The options of the bot of a board: those that were set, and what messages add.
    pub(super) fn of_bot(&self, board: BoardId) -> Dict {
        let mut out = self.options.of_bot();
        out.insert("control".into(), self.options.word("Control").into());
        let weight = self.weight();
        if weight == 0 {
            return out;
        }
        let scaled = |name: &str| self.options.number(name) * weight / 100;
        let heard = &self.boards[board.index()].heard;
        let critical = heard.is_critical();
        for message in heard.iter() {
            match message {
                Message::Need(piece, urgency) => {
                    // A mate is one, whatever is made of messages. What saves does not mate.
                    let worth = match urgency {
                        0 => scaled("Need Low"),
                        1 => scaled("Need Medium"),
                        _ if critical => self.options.number("Need Saving"),
                        _ => self.options.number("Need High"),
                    };
                    out.insert(WANTS[piece.index()].into(), worth.into());
                }
                Message::Threat(level, pieces) => {
                    for piece in pieces.iter() {
                        let worth = self.options.number("Fear");
                        out.insert(FEARS[piece.index()].into(), worth.into());
                    }
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

    /// What of the claims in some options is to be held against the other board: they were
    /// made before a search was asked for, and things may have changed since.
    pub(super) fn doubtful(&self, board: BoardId, asked: Instant) -> Claims {
        match self.weight() {
            0 => Claims::default(),
            _ => self.boards[board.index()].heard.claims(Some(asked)),
        }
    }

    /// Options in which what did not hold of some claims counts less, or not at all.
    pub(super) fn corrected(&self, mut options: Dict, claims: Claims, held: Held) -> Dict {
        // A partner who asks may see what a short search does not.
        let unproved = claims.wants.without(held.mates.and(held.saves));
        for (pieces, name) in [(held.saves, "Need Saving"), (unproved, "Need Unproved")] {
            let worth = self.options.number(name);
            for piece in pieces.iter() {
                options.insert(WANTS[piece.index()].into(), worth.into());
            }
        }
        for piece in claims.fears.without(held.fears).iter() {
            options.remove(FEARS[piece.index()]);
        }
        options
    }

    /// Whether an answer wins, if nothing comes to help the other side.
    fn wins(&self, answer: &Answer) -> bool {
        answer
            .worth
            .is_some_and(|worth| worth >= self.options.number("Stall Above"))
    }

    /// What the partner should know that it was not told yet.
    pub(super) fn tell(&mut self, board: BoardId, answer: &Answer) -> Vec<Message> {
        let mut out = Vec::new();
        let Some(worth) = answer.worth else {
            return out;
        };
        let wins = self.wins(answer);
        let side = &mut self.boards[board.index()];
        let threat = match worth {
            w if demand::is_lost(w) => CRITICAL,
            w if w < -self.options.number("Threat High") => 2,
            w if w < -self.options.number("Threat Medium") => 1,
            _ => 0,
        };
        if threat != side.threat.0 {
            side.threat.0 = threat;
            out.push(Message::Threat(threat, side.threat.1));
        }
        let balance = worth.clamp(-5000, 5000);
        if (balance - side.balance).abs() >= self.options.number("Material Step") {
            side.balance = balance;
            out.push(Message::Material(balance as i32));
        }
        // While the partner sits nothing comes that could help who is being mated.
        if wins || side.wins {
            out.push(Message::Stall(LONG * u32::from(wins)));
        }
        side.wins = wins;
        // Who is being mated sits, and its partner has no more time than that.
        if demand::is_lost(worth) {
            out.push(Message::PlayFast(Haste::Pressure));
        }
        out
    }

    /// How many positions a decision on the board of a search takes.
    pub(super) fn takes(&self, go: &Go) -> u64 {
        let known = self.boards[go.board.index()].nodes;
        go.limits.nodes.unwrap_or(known)
    }
}
