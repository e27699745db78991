//! A finished game, as it is kept and read again: one line of JSON.

use serde::{Deserialize, Serialize};

use super::player::FaultKind;
use contract::bot::Score;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedPly {
    /// The seat that made it.
    pub seat: u8,
    /// The move, in the game's canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Microseconds that the player took; `None` for the moves of an opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Its value, where the player had an opinion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Plies that the player looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions that the player looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The player that stepped in, where one had to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
}

/// Loss of a game for a reason other than a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faulted {
    /// Number of the player in the match.
    pub player: usize,
    /// At which seat.
    pub seat: u8,
    /// Kind of the fault.
    pub kind: FaultKind,
    /// Description of the fault in words.
    pub message: String,
}

impl Serialize for FaultKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for FaultKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::ALL
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or_else(|| serde::de::Error::custom("no such kind of fault"))
    }
}

/// A game of a match that has come to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the match, from 0.
    pub id: u64,
    /// Which opening it began with; games of one opening make a pair.
    pub opening: u64,
    /// The player at each seat.
    pub players: Vec<usize>,
    /// Starting position in the game's notation; `None` for the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Its moves, those of the opening first.
    pub plies: Vec<RecordedPly>,
    /// The seats that won; none in a draw.
    pub winners: Vec<u8>,
    /// Why it ended: a word of the game's, or `ply_limit`, `waiting` (nobody could
    /// move), `timeout`, `time_limit`, `illegal_move`, `crash`.
    pub reason: String,
    /// Fault, other than a move, by which a player lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Faulted>,
}

impl Played {
    /// Returns a player's result against the others, in half points: 2, 1 or 0. A player with
    /// several seats is compared by the average of its seats.
    #[must_use]
    pub fn half_points(&self, player: usize) -> u64 {
        half_points(&self.players, &self.winners, &player)
    }

    /// The moves that were decided, those of the opening excepted.
    pub fn decided(&self) -> impl Iterator<Item = &RecordedPly> {
        self.plies.iter().filter(|ply| ply.time.is_some())
    }

    /// Returns true if no seat won.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        self.winners.is_empty()
    }
}

/// The result against the others, in half points, of the player that holds some of the seats; by
/// the average of its seats.
pub(super) fn half_points<P: PartialEq>(players: &[P], winners: &[u8], player: &P) -> u64 {
    let share = |own: bool| {
        let seats = (0..players.len()).filter(|seat| (players[*seat] == *player) == own);
        let won = |seat: &usize| winners.iter().any(|w| usize::from(*w) == *seat);
        let count = seats.clone().count() as u64;
        (seats.filter(won).count() as u64, count)
    };
    let ((own, seats), (theirs, others)) = (share(true), share(false));
    match (own * others).cmp(&(theirs * seats)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}
