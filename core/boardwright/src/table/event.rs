//! Events of the table itself. Those that a move brings about come from the game, as
//! `contract::game::SeatEvent`.

use contract::game::NamedOutcome;
use contract::value::Dict;
use serde::Serialize;

/// Something that a table tells; serialised its `kind` says which.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableEvent {
    /// The game begins. To all.
    Started {
        /// The name of the game.
        game: String,
    },
    /// Somebody sits down. To all.
    Seated {
        /// Seat at which somebody sits down.
        seat: String,
        /// `human`, `external`, `empty` or `bot`.
        occupant: &'static str,
        /// The name of the bot, if it is one.
        bot: Option<String>,
        /// Name at the table, if it is a bot.
        name: Option<String>,
    },
    /// A person has not come back in time. To all, or as `resigned`.
    Abandoned {
        /// Its seat.
        seat: String,
    },
    /// No bot could take the seat of a person who has not come back. To all.
    NoBot {
        /// The seat.
        seat: String,
    },
    /// A person has gone. To all.
    Disconnected {
        /// Its seat.
        seat: String,
    },
    /// A person is back. To all.
    Reconnected {
        /// Its seat.
        seat: String,
    },
    /// A seat has given up. To all, or where no seat must know whose turn it is, and the game goes
    /// on, to the seat.
    Resigned {
        /// The seat.
        seat: String,
    },
    /// A seat has left the game, which goes on without it. To all.
    Left {
        /// The seat.
        seat: String,
        /// `resigned`, `timeout`, `abandoned` or `bot_unavailable`; `left` for another seat where
        /// no seat must know whose turn it is.
        reason: &'static str,
    },
    /// A flag has fallen, and the seat plays on without time. To all, or where no seat must know
    /// whose turn it is to the seat.
    FlagFell {
        /// The seat.
        seat: String,
    },
    /// A seat offers a draw. To all.
    DrawOffered {
        /// The seat.
        seat: String,
    },
    /// A seat accepts the draw that is offered. To all.
    DrawAccepted {
        /// The seat.
        seat: String,
    },
    /// A seat declines the draw that is offered, which lapses. To all.
    DrawDeclined {
        /// The seat.
        seat: String,
    },
    /// The draw that was offered lapsed with a move. To all.
    DrawLapsed,
    /// A seat has claimed a draw that there was not. To all.
    ClaimRefused {
        /// The seat.
        seat: String,
    },
    /// A seat says something to its partners. To them and to itself.
    Message {
        /// The seat.
        seat: String,
        /// The words.
        text: String,
    },
    /// A seat wants moves taken back. To all.
    UndoWanted {
        /// The seat.
        seat: String,
        /// The number of plies.
        plies: usize,
    },
    /// Moves were taken back. To all.
    Undone {
        /// The number of plies.
        plies: usize,
    },
    /// A seat wants the position or the rules changed. To all.
    EditWanted {
        /// The seat.
        seat: String,
        /// The changes.
        changes: Dict,
    },
    /// The position or the rules were changed. To all.
    Edited {
        /// The changes.
        changes: Dict,
    },
    /// A bot's move could not be made. To its seat.
    Refused {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// The code of the error.
        code: &'static str,
        /// Its message.
        reason: String,
    },
    /// A bot could not answer. To its seat.
    BotFailed {
        /// The code of the error.
        code: &'static str,
        /// Its message.
        reason: String,
        /// The bot that answers for it, if there is one.
        fallback: Option<String>,
    },
    /// A seat has made or tried a move in a game that hides something. To the referee, and to
    /// spectators when they may know.
    Attempted {
        /// The seat.
        seat: String,
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// True if the seat has moved by it.
        moved: bool,
    },
    /// Too many of a bot's moves were refused in one turn. To its seat.
    RetryCapReached,
    /// The host has stopped the clocks; nobody moves meanwhile. To all.
    Paused,
    /// The clocks go on. To all.
    Resumed,
    /// The game has ended. To all.
    Ended(NamedOutcome),
}
