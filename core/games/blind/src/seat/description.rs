//! The view of a seat for clients.

use std::ops::ControlFlow;

use serde::Serialize;

use super::text::{letters, names};
use super::view::SeatView;
use crate::attempt::Attempt;
use crate::event::{BlindEvent, Event, LogEntry};
use contract::value::Named;

/// The entries of its log that a seat is shown, the newest.
const LOG_SHOWN: usize = 1_000;

/// All that a seat knows. Pieces are letters as in FEN, capitals White's.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatDescription {
    /// The name of the rule set.
    pub rules: &'static str,
    /// The side to move.
    pub to_move: &'static str,
    /// The seat's own pieces, by square.
    pub pieces: Named<String>,
    /// The squares of its rooks that may still castle, as far as it knows.
    pub castling_rooks: Vec<String>,
    /// The letters of what it has in hand.
    pub reserve: String,
    /// The letters of what the other side has in hand.
    pub their_reserve: String,
    /// The check that was announced last, while it stands; else null.
    pub check: Option<CheckDescription>,
    /// The square of the piece that it has taken up; null for none.
    pub touched: Option<String>,
    /// True if it must try a capture by a pawn.
    pub must_try_pawn: bool,
    /// True if it may ask "any?" now.
    pub may_ask: bool,
    /// The number of attempts that were refused in this turn.
    pub rebuffs: u16,
    /// The attempts that were refused in this turn, as far as they are kept.
    pub tried: Vec<String>,
    /// The moves that its own pieces allow, whosever turn it is, captures by pawns left out.
    pub candidates: Vec<String>,
    /// The captures by pawns that they allow, whosever turn it is.
    pub tries: Vec<String>,
    /// The squares that it sees; null where the rules let it see nothing.
    pub sees: Option<SeenDescription>,
    /// The announcements with which its log begins.
    pub opening: Vec<BlindEvent>,
    /// The newest thousand entries of its log; absent at a table, which tells the seat its
    /// events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<LoggedEvent>>,
}

/// A check that was announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckDescription {
    /// The side that is in check.
    pub seat: &'static str,
    /// Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    pub directions: Vec<&'static str>,
}

/// Squares that a seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenDescription {
    /// The squares, its own pieces's included.
    pub squares: Vec<String>,
    /// The other side's pieces on them, by square.
    pub pieces: Named<String>,
}

/// An entry of a seat's log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoggedEvent {
    /// Its number in the log, from 0.
    pub seq: usize,
    /// The number of moves made by then, the one that it tells of included.
    pub ply: usize,
    /// The attempt, or the event.
    #[serde(flatten)]
    pub event: BlindEvent,
}

impl SeatView {
    fn listed(&self, tries: bool) -> Vec<String> {
        let mut out = Vec::new();
        let _ = self.shapes(tries, &mut |attempt| {
            out.push(attempt.to_string());
            ControlFlow::Continue(())
        });
        out
    }

    /// The view for clients.
    #[must_use]
    pub fn describe(&self) -> SeatDescription {
        // A log can be as long as one likes, and this is made anew for each view.
        let earlier = self.log.len().saturating_sub(LOG_SHOWN);
        let moved = |entry: &LogEntry| matches!(entry, LogEntry::Heard(Event::Moved(_)));
        let mut made = 0;
        let log = self.log.iter().enumerate().map(|(seq, entry)| {
            made += usize::from(moved(entry));
            // The attempt by which a seat moves belongs to the move.
            let own = matches!(entry, LogEntry::Own(_));
            let moves = own && self.log.get(seq + 1).is_some_and(moved);
            LoggedEvent {
                seq,
                ply: made + usize::from(moves),
                event: entry.describe(),
            }
        });
        SeatDescription {
            log: Some(log.skip(earlier).collect()),
            ..self.describe_now()
        }
    }

    /// The view for clients without the log.
    #[must_use]
    pub fn describe_now(&self) -> SeatDescription {
        let color = self.own.color;
        let own = self.own.all().into_iter().filter_map(|square| {
            let letter = self.own.piece_at(square)?.fen_letter(color);
            Some((square.to_string(), letter.to_string()))
        });
        let sees = self.sight.as_ref().map(|sight| {
            let men = sight.their_pieces().into_iter().filter_map(|square| {
                let letter = sight.piece_at(square)?.fen_letter(!color);
                Some((square.to_string(), letter.to_string()))
            });
            SeenDescription {
                squares: names(sight.seen | self.own.all()),
                pieces: Named(men.collect()),
            }
        });
        SeatDescription {
            rules: self.rules.name,
            to_move: self.to_move.name(),
            pieces: Named(own.collect()),
            castling_rooks: names(self.own.castling),
            reserve: letters(self.own.reserve),
            their_reserve: letters(self.reserve),
            check: self.check.map(|check| CheckDescription {
                seat: self.to_move.name(),
                directions: check.iter().map(|d| d.word()).collect(),
            }),
            touched: self.turn.armed.map(|s| s.to_string()),
            must_try_pawn: self.turn.bound,
            may_ask: self.may_ask(),
            rebuffs: self.turn.refused,
            tried: self.turn.tried.iter().map(Attempt::to_string).collect(),
            candidates: self.listed(false),
            tries: self.listed(true),
            sees,
            opening: self.opening.iter().map(|e| e.describe()).collect(),
            log: None,
        }
    }
}
