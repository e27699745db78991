//! What partners tell each other: what is made of what was heard, and what is said.

use std::time::Duration;

use super::demand;
use super::message::{Haste, Message};
use super::session::{Answer, Go, Session};
use super::{options, position};
use crate::bots::Clock;
use crate::bughouse::BoardId;
use crate::bughouse::engine::{FEARS, WANTS};
use crate::bughouse::partner_of;
use crate::game::Seat;
use crate::jobs::Control;
use crate::rim::Limits;
use crate::value::Dict;

/// With less on its clock a board does not look for what it needs.
const LEAST_TIME: Duration = Duration::from_millis(400);

/// A partner in danger: what its opponent must not get.
pub(super) struct Danger {
    ask: demand::Ask,
    /// How much is made of it, in hundredths.
    weight: i64,
}

/// The most that a piece is feared, in centipawns.
const GREATEST_FEAR: i64 = 2_000;

impl Danger {
    /// The options of a bot that knows of it.
    pub(super) fn options(&self, usual: &Dict, control: &Control) -> Dict {
        let mut out = usual.clone();
        for (piece, cost) in self.ask.fears(control).unwrap_or_default() {
            if let Some(fear) = FEARS.get(piece.index()) {
                let cost = cost.min(GREATEST_FEAR) * self.weight / 100;
                out.insert((*fear).into(), cost.into());
            }
        }
        out
    }
}

impl Session {
    /// How long to sit because the partner said so.
    pub(super) fn stall(&self, clock: Option<Clock>) -> Duration {
        let told = self.heard.iter().any(|m| matches!(m, Message::Stall(_)));
        match told {
            true => self.share_of("Stall Share", clock),
            false => Duration::ZERO,
        }
    }

    /// A share of a clock for the sake of the partner.
    pub(super) fn share_of(&self, name: &str, clock: Option<Clock>) -> Duration {
        let share = match self.dual() {
            true => 0,
            false => self.options.number(name) * self.weight(),
        };
        let share = u32::try_from(share).unwrap_or(0);
        clock.map_or(Duration::ZERO, |clock| {
            clock.remaining.saturating_mul(share) / 10_000
        })
    }

    pub(super) fn dual(&self) -> bool {
        self.options.word("Control") == "dual"
    }

    /// The partner has said something; whoever plays both seats has none.
    pub(super) fn hear(&mut self, message: Message) {
        if !self.dual() {
            self.heard.hear(message);
            if matches!(message, Message::Need(_, 2..)) {
                self.renew();
            }
        }
    }

    /// How much is made of messages, in hundredths.
    fn weight(&self) -> i64 {
        let mode = self.options.word("TeamMessageMode");
        let known = options::MODES.iter().find(|(name, _)| *name == mode);
        known.map_or(0, |(_, weight)| *weight)
    }

    /// What messages do to the time that a move takes.
    pub(super) fn hurry(&self, limits: &mut Limits) {
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
    pub(super) fn of_bot(&self) -> Dict {
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

    /// What the partner should know that it was not told yet.
    pub(super) fn tell(&mut self, board: BoardId, answer: &Answer) -> Vec<Message> {
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

    /// What is to be found out about the partner's danger before a board is searched, if
    /// the partner has told of any.
    pub(super) fn danger(&self, go: &Go) -> Option<Danger> {
        let told = |message| matches!(message, Message::Threat(1..));
        let weight = self.options.number("Fear Weight") * self.weight() / 100;
        if self.dual() || weight == 0 || go.silent || !self.heard.iter().any(told) {
            return None;
        }
        let Seat(partner) = partner_of(go.seat);
        Some(Danger {
            ask: self.ask(go, go.board.other(), partner % 2 == 0, go.margin?)?,
            weight,
        })
    }

    /// What is to be found out about the needs of a board before it is searched, if that
    /// is to be told and there is time for it.
    pub(super) fn asks(&self, go: &Go) -> Option<demand::Ask> {
        let margin = go.margin.filter(|_| !go.silent && !go.renewed)?;
        self.ask(go, go.board, go.seat.0 % 2 == 0, margin)
    }

    /// A question about one of the boards, if there is time for it.
    fn ask(&self, go: &Go, board: BoardId, white: bool, margin: i64) -> Option<demand::Ask> {
        let time = [
            go.limits.clock.map(|c| c.remaining),
            go.limits.movetime.map(|t| t.saturating_mul(20)),
        ];
        if time.into_iter().flatten().any(|time| time < LEAST_TIME) {
            return None;
        }
        let known = self.boards[go.board.index()].nodes;
        Some(demand::Ask {
            board: position::alone(&go.state, board).ok()?,
            white,
            margin,
            nodes: go.limits.nodes.unwrap_or(known),
        })
    }
}
