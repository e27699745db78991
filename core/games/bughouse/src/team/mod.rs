//! Team play: what partners tell each other, and what they make of it.
//!
//! A [`Talk`] is one seat's side of it, and knows neither protocol nor clock: whoever seats a
//! [`TeamBot`](crate::engine::TeamBot) tells it what was heard, decided and [found
//! out](Finding), and passes on what it says. What a board needs and fears is found out by
//! searching it with one more piece in hand ([`needs`], [`before_a_move`],
//! [`after_a_move`]), and what a partner claims is [`verified`] against its board.

mod message;
mod outlook;
mod params;
mod piece_value;
mod talk;
mod text;
mod words;

pub use message::{Claims, Danger, Message, Pieces, Reason, Urgency};
pub use outlook::{Finding, after_a_move, before_a_move};
pub use params::Params;
pub use piece_value::{
    Needs, QuestionNodes, VerifiedClaims, capturable, centipawns, is_lost, is_won, needs,
    value_in_hand, verified,
};
pub use talk::{Change, Talk, corrected};
pub use text::read;
pub use words::understood;
