//! One seat's side of the talk between partners.

use std::time::{Duration, Instant};

use super::message::{Claims, Danger, Message, MessageLog, Pieces, Reason, Urgency};
use super::outlook::Finding;
use super::params::Params;
use super::piece_value::{self, VerifiedClaims};
use crate::engine::{Advice, MATES};
use crate::{Bughouse, rival_of};
use chess::Piece;
use contract::bot::{Clock, Limits};
use contract::game::Seat;
use contract::state::State;

/// The lead in time over its rival that a seat must have to sit it out, and what is left on
/// its clock when it has.
const STALL_LEAD: Duration = Duration::from_millis(100);
const STALL_RESERVE: Duration = Duration::from_millis(300);
/// The least time that is worth sitting for.
const LEAST_STALL: Duration = Duration::from_millis(20);

/// The moves for which the partner is told to sit: until it is told otherwise.
const LONG: u32 = 50;

/// The most that a balance adds to the contempt, and the greatest balance that is told, in
/// centipawns.
const MOST_CONTEMPT: i64 = 500;
const MOST_BALANCE: i64 = 5_000;

/// The messages that a seat has heard from its partner and sent to it.
///
/// The talk of a seat is told what the seat hears, decides and finds out, and says what its
/// partner should know, and what to make of what the partner has said.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    heard: MessageLog,
    /// The danger, and the pieces with which the seat would be mated, as they were told last.
    danger: Danger,
    threats: Pieces,
    /// The pieces that were found last to mate the seat.
    fears: Pieces,
    /// The pieces of which it was said that they decide for the seat.
    wants: Pieces,
    /// The pieces that decide for the seat if one comes before it moves.
    needs: Pieces,
    /// The balance that was told last.
    balance: i64,
    /// True if it was said of the last decision that it wins.
    wins: bool,
}

/// The immediate consequence of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// True if a decision under way should begin anew.
    pub renews: bool,
    /// True if an answer that is held back for the partner's sake is so no longer.
    pub releases: bool,
}

impl Talk {
    /// Takes note of a message of the partner, heard at a time.
    pub fn hear(&mut self, message: Message, now: Instant) -> Change {
        let before = self.heard.claims(None);
        self.heard.hear(message, now);
        let claims = self.heard.claims(None);
        Change {
            // What need not be feared any more is no reason to begin anew.
            renews: claims.wants != before.wants || !claims.fears.without(before.fears).is_empty(),
            releases: matches!(message, Message::Stall(0) | Message::PlayFast(_)),
        }
    }

    /// Takes note of a message of the partner, heard at a time since when the seat has made so
    /// many moves; for whoever is told everything anew before each decision.
    pub fn hear_late(&mut self, message: Message, at: Instant, moves: u32) {
        self.heard.hear_late(message, at, moves);
    }

    /// Forgets what the partner has said, and not what was said to it.
    pub fn forget_heard(&mut self) {
        self.heard.clear();
    }

    /// Notes that the seat is asked for another move than the last time: what was heard has
    /// got older.
    pub fn moved(&mut self) {
        self.heard.moved();
    }

    /// Notes that a decision begins.
    pub const fn begin(&mut self) {
        self.needs = Pieces::NONE;
    }

    /// Returns the conclusions from the partner's messages for a decision.
    #[must_use]
    pub fn advice(&self, params: &Params) -> Advice {
        let mut advice = Advice::default();
        if params.heed == 0 {
            return advice;
        }
        let critical = self.heard.is_critical();
        for message in self.heard.iter() {
            match message {
                Message::Need { piece, urgency } => {
                    // A mate is one, whatever is made of messages. What saves does not mate.
                    let value = match urgency {
                        Urgency::Low => params.heeded(params.need_low),
                        Urgency::Medium => params.heeded(params.need_medium),
                        Urgency::High if critical => params.need_saving,
                        Urgency::High => params.need_high,
                    };
                    advice = advice.wanting(piece, centipawns(value));
                }
                Message::Threat { danger, pieces } => {
                    for piece in pieces.iter() {
                        advice = advice.fearing(piece, centipawns(params.fear));
                    }
                    let most = params.heeded(params.threat_weight);
                    advice.other_board = centipawns(most * i64::from(danger.thirds()) / 3);
                }
                // Behind on the other board a draw is welcome, ahead it is not.
                Message::Material(balance) => {
                    let more = i64::from(balance) * params.heeded(params.material_contempt) / 100;
                    advice.contempt = more.clamp(-MOST_CONTEMPT, MOST_CONTEMPT) as i32;
                }
                Message::Stall(_) | Message::PlayFast(_) => {}
            }
        }
        advice
    }

    /// Returns the part of the advice that is to be checked against the other board: it was claimed
    /// before a decision was asked for, and things may have changed since.
    #[must_use]
    pub fn doubtful(&self, params: &Params, asked: Instant) -> Claims {
        match params.heed {
            0 => Claims::default(),
            _ => self.heard.claims(Some(asked)),
        }
    }

    /// Takes from the time of a move what haste is to take.
    pub fn hurry(&self, params: &Params, limits: &mut Limits) {
        if params.heed == 0 {
            return;
        }
        for message in self.heard.iter() {
            // Short of time is worse than short of moves.
            let times = match message {
                Message::PlayFast(Some(Reason::Time)) => 2,
                Message::PlayFast(_) => 1,
                _ => continue,
            };
            let share = u32::try_from(params.fast_share).unwrap_or(100);
            let less =
                |time: Duration| (0..times).fold(time, |time, _| time.saturating_mul(share) / 100);
            if let Some(clock) = &mut limits.clock {
                clock.remaining = less(clock.remaining);
            } else if let Some(time) = &mut limits.movetime {
                *time = less(*time);
            }
        }
    }

    /// The time for which a seat sits for the sake of its partner: until its rival over there,
    /// who may be about to lose, has to move, if that one has less time; else a share of its
    /// clock, spread over the moves for which it was asked to.
    #[must_use]
    pub fn stall(&self, params: &Params, seat: Seat, limits: &Limits) -> Duration {
        let told = self.heard.iter().find_map(|message| match message {
            Message::Stall(moves) => Some(moves.max(1)),
            _ => None,
        });
        let Some(moves) = told.filter(|_| params.heed > 0) else {
            return Duration::ZERO;
        };
        let clock = |seat: Seat| Some(limits.clocks.get(seat.index())?.remaining);
        if let (Some(own), Some(rival)) = (clock(seat), clock(rival_of(seat)))
            && own.saturating_sub(rival) > STALL_LEAD
        {
            return own.saturating_sub(STALL_RESERVE).min(rival);
        }
        let share = params.share(params.stall_share, limits.clock) / moves;
        match share < LEAST_STALL {
            true => Duration::ZERO,
            false => share,
        }
    }

    /// The time for which a seat may wait for a piece that decides, with such a clock.
    #[must_use]
    pub fn patience(params: &Params, clock: Option<Clock>) -> Duration {
        params.share(params.wait_share, clock)
    }

    /// Returns true if the seat waits for a piece that decides: its partner can take one with its
    /// next move, or could if it were to move.
    #[must_use]
    pub fn waits(&self, state: &State<Bughouse>, seat: Seat) -> bool {
        if self.needs.is_empty() {
            return false;
        }
        let reach = piece_value::capturable(state.game(), state.position(), seat);
        reach.without(self.needs) != reach
    }

    /// Returns the messages to the partner about a decision of such a score that were not sent yet.
    pub fn decided(&mut self, params: &Params, value: i64) -> Vec<Message> {
        let mut out = Vec::new();
        let danger = match value {
            w if piece_value::is_lost(w) => Danger::Critical,
            w if w < -params.threat_high => Danger::High,
            w if w < -params.threat_medium => Danger::Medium,
            _ => Danger::Low,
        };
        if danger != self.danger {
            self.danger = danger;
            out.push(self.threat());
        }
        let balance = value.clamp(-MOST_BALANCE, MOST_BALANCE);
        if (balance - self.balance).abs() >= params.material_step {
            self.balance = balance;
            out.push(Message::Material(balance as i32));
        }
        // While the partner sits nothing comes that could help who is being mated.
        let wins = value >= params.stall_above;
        if wins || self.wins {
            out.push(Message::Stall(LONG * u32::from(wins)));
        }
        self.wins = wins;
        // Who is being mated sits, and its partner has no more time than that.
        if piece_value::is_lost(value) {
            out.push(Message::PlayFast(Some(Reason::Pressure)));
        }
        out
    }

    /// Returns the messages to the partner about a finding.
    pub fn found(&mut self, finding: Finding) -> Vec<Message> {
        let mut out = Vec::new();
        match finding {
            Finding::Needs(needs) => {
                // First that it is mated: then a piece is to save it.
                if needs.lost && self.danger != Danger::Critical {
                    self.danger = Danger::Critical;
                    out.push(self.threat());
                }
                for (piece, urgency) in needs.pieces {
                    self.need(piece, urgency, &mut out);
                }
            }
            Finding::Decides(pieces) => {
                for piece in pieces.without(self.needs).iter() {
                    self.need(piece, Urgency::High, &mut out);
                }
            }
            Finding::Endangers(pieces) => {
                self.fears = self.fears.and(pieces);
                if !pieces.without(self.threats).is_empty() {
                    self.threats = self.threats.and(pieces);
                    out.push(self.threat());
                }
            }
            Finding::Threatens { pieces, whole } => {
                let known = std::mem::replace(&mut self.fears, pieces);
                // What could be found out a move ago may be found again.
                let fears = if whole { pieces } else { pieces.and(known) };
                let said = std::mem::replace(&mut self.threats, fears);
                // What is as it was is said again once, for what was heard expires.
                if fears != said || !(whole || fears.is_empty()) {
                    out.push(self.threat());
                }
            }
            Finding::Wants { pieces, whole } => {
                let over = self.wants.without(pieces);
                self.wants = if whole {
                    pieces
                } else {
                    pieces.and(self.wants)
                };
                let high = pieces.iter().map(|piece| (piece, Urgency::High));
                let low = over.iter().filter(|_| whole);
                let low = low.map(|piece| (piece, Urgency::Low));
                let needs = high.chain(low);
                out.extend(needs.map(|(piece, urgency)| Message::Need { piece, urgency }));
            }
        }
        out
    }

    const fn threat(&self) -> Message {
        Message::Threat {
            danger: self.danger,
            pieces: self.threats,
        }
    }

    fn need(&mut self, piece: Piece, urgency: Urgency, out: &mut Vec<Message>) {
        if urgency == Urgency::High {
            self.wants = self.wants.with(piece);
            self.needs = self.needs.with(piece);
        }
        out.push(Message::Need { piece, urgency });
    }
}

/// Advice in which what did not hold of some claims counts less, or not at all.
#[must_use]
pub fn corrected(
    mut advice: Advice,
    params: &Params,
    claims: Claims,
    held: VerifiedClaims,
) -> Advice {
    // A partner who asks may see what a short search does not.
    let unproved = claims.wants.without(held.mates.and(held.saves));
    let wanted = [
        (held.saves, params.need_saving),
        (unproved, params.need_unproved),
    ];
    for (pieces, value) in wanted {
        for piece in pieces.iter() {
            advice = advice.wanting(piece, centipawns(value));
        }
    }
    for piece in claims.fears.without(held.fears).iter() {
        advice = advice.fearing(piece, 0);
    }
    advice
}

/// A score that is none of a mate's beyond measure.
fn centipawns(value: i64) -> i32 {
    value.clamp(0, i64::from(MATES)) as i32
}
