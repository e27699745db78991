//! Messages between partners, and how long they count.

use std::time::Instant;

use chess::Piece;

/// A message of one partner to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// A piece would help the speaker.
    Need {
        /// The piece.
        piece: Piece,
        /// The urgency.
        urgency: Urgency,
    },
    /// The partner should sit for so many moves; for none: no longer.
    Stall(u32),
    /// The partner should hurry.
    PlayFast(Option<Reason>),
    /// The speaker is in danger.
    Threat {
        /// The present danger.
        danger: Danger,
        /// The pieces with which its opponent would mate it.
        pieces: Pieces,
    },
    /// The balance of the speaker's board for it, in centipawns.
    Material(i32),
}

/// The urgency of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// It would not decide anything.
    Low,
    /// It would help.
    Medium,
    /// It mates, or saves from a mate.
    High,
}

/// A degree of danger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// None to speak of.
    #[default]
    Low,
    /// Behind.
    Medium,
    /// Far behind.
    High,
    /// Being mated.
    Critical,
}

impl Danger {
    /// Thirds of the greatest danger, from 0 to 3.
    #[must_use]
    pub const fn thirds(self) -> i32 {
        self as i32
    }
}

/// A reason to hurry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The speaker is short of time.
    Time,
    /// The speaker is under pressure.
    Pressure,
}

/// A set of kinds of pieces that can be in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces(u8);

impl Pieces {
    /// No piece.
    pub const NONE: Self = Self(0);

    /// Pawn to queen.
    pub const ALL: Self = Self((1 << Piece::DROPPABLE.len()) - 1);

    /// The pieces, pawn to queen.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::DROPPABLE
            .into_iter()
            .filter(move |piece| self.contains(*piece))
    }

    /// Returns true if there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if a piece is among them.
    #[must_use]
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 != 0
    }

    /// The same and a piece.
    #[must_use]
    pub const fn with(self, piece: Piece) -> Self {
        self.and(Self(1 << piece.index()))
    }

    /// The pieces of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self((self.0 | other.0) & Self::ALL.0)
    }

    /// The pieces that are not in another set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::default(), Self::with)
    }
}

/// Pieces that were said to decide the partner's board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The pieces with which the partner mates, or is saved.
    pub wants: Pieces,
    /// The pieces with which the partner's opponent mates.
    pub fears: Pieces,
}

/// Own moves for which a message counts that does not say it.
const MOVES: u32 = 3;

/// Own moves for which an urgent need counts: what decides now does not do so for long.
const URGENT_MOVES: u32 = 2;

impl Message {
    /// Own moves for which it counts.
    const fn lasts(self) -> u32 {
        match self {
            Self::Stall(moves) => moves,
            Self::Need {
                urgency: Urgency::High,
                ..
            } => URGENT_MOVES,
            _ => MOVES,
        }
    }

    /// Returns true if a later message takes the place of this one.
    pub(crate) fn yields_to(self, later: Self) -> bool {
        match (self, later) {
            (Self::Need { piece: a, .. }, Self::Need { piece: b, .. }) => a == b,
            // One cannot wait and hurry.
            (Self::Stall(_) | Self::PlayFast(_), Self::Stall(_) | Self::PlayFast(_)) => true,
            _ => std::mem::discriminant(&self) == std::mem::discriminant(&later),
        }
    }
}

/// The messages of a partner that still count.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageLog(Vec<LoggedMessage>);

#[derive(Clone, Copy, Debug)]
struct LoggedMessage {
    message: Message,
    /// Own moves for which it still counts.
    left: u32,
    at: Instant,
}

impl MessageLog {
    pub(super) fn hear(&mut self, message: Message, now: Instant) {
        self.hear_late(message, now, 0);
    }

    /// Hears a message since which so many own moves have been made.
    pub(super) fn hear_late(&mut self, message: Message, at: Instant, moves: u32) {
        self.0.retain(|earlier| !earlier.message.yields_to(message));
        self.0.push(LoggedMessage {
            message,
            left: message.lasts().saturating_sub(moves),
            at,
        });
        self.0.retain(|said| said.left > 0);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Message> {
        self.0.iter().map(|said| said.message)
    }

    /// The pieces of which it was said that they decide the partner's board; those of before
    /// a time.
    pub(super) fn claims(&self, before: Option<Instant>) -> Claims {
        let mut claims = Claims::default();
        let old = |said: &&LoggedMessage| before.is_none_or(|time| said.at < time);
        for said in self.0.iter().filter(old) {
            match said.message {
                Message::Need {
                    piece,
                    urgency: Urgency::High,
                } => claims.wants = claims.wants.with(piece),
                Message::Threat { pieces, .. } => claims.fears = pieces,
                _ => {}
            }
        }
        claims
    }

    /// Returns true if it was said that the partner is being mated.
    pub(super) fn is_critical(&self) -> bool {
        self.iter().any(|message| {
            matches!(
                message,
                Message::Threat {
                    danger: Danger::Critical,
                    ..
                }
            )
        })
    }

    /// Notes that an own move was made.
    pub(super) fn moved(&mut self) {
        for said in &mut self.0 {
            said.left = said.left.saturating_sub(1);
        }
        self.0.retain(|said| said.left > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn need(piece: Piece, urgency: Urgency) -> Message {
        Message::Need { piece, urgency }
    }

    #[test]
    fn what_was_heard_expires_and_yields() {
        let mut heard = MessageLog::default();
        let now = Instant::now();
        let hear = |heard: &mut MessageLog, message| heard.hear(message, now);
        hear(&mut heard, Message::Stall(2));
        hear(&mut heard, need(Piece::Knight, Urgency::Low));
        hear(&mut heard, need(Piece::Pawn, Urgency::Medium));
        hear(&mut heard, need(Piece::Knight, Urgency::High));
        assert_eq!(heard.iter().count(), 3);
        hear(&mut heard, Message::PlayFast(None));
        let all: Vec<_> = heard.iter().collect();
        assert_eq!(
            all,
            [
                need(Piece::Pawn, Urgency::Medium),
                need(Piece::Knight, Urgency::High),
                Message::PlayFast(None),
            ]
        );
        hear(&mut heard, Message::Stall(1));
        assert_eq!(heard.iter().count(), 3);
        hear(&mut heard, Message::Stall(0));
        assert_eq!(heard.iter().count(), 2);
        hear(&mut heard, Message::Stall(1));
        heard.moved();
        assert_eq!(heard.iter().count(), 2);
        heard.moved();
        heard.moved();
        assert_eq!(heard.iter().count(), 0);
    }

    #[test]
    fn sets_of_pieces_are_sets() {
        let both: Pieces = [Piece::Queen, Piece::Pawn, Piece::Queen]
            .into_iter()
            .collect();
        assert!(both.iter().eq([Piece::Pawn, Piece::Queen]));
        assert!(both.contains(Piece::Queen) && !both.contains(Piece::Rook));
        // There is no king in hand.
        assert_eq!(both.with(Piece::King), both);
        assert_eq!(Pieces::ALL.without(both).iter().count(), 3);
        assert!(both.without(Pieces::ALL).is_empty());
    }
}
