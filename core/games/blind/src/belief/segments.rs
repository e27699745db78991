//! A seat's log in turns: what was answered to an attempt of its own, and what was
//! heard of a turn of the other side.

use crate::attempt::Attempt;
use crate::event::{Event, LogEntry};
use chess::Color;

/// A part of a log that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LogSegment {
    /// An attempt of the seat's own.
    Own {
        /// The seat's attempt.
        attempt: Attempt,
        /// The answer.
        heard: Vec<Event>,
        /// True if the log ends with it.
        last: bool,
    },
    /// A turn of the other side: what was heard before its move, and of the move.
    Theirs(Vec<Event>, Vec<Event>),
}

/// Returns true if an event is about the move that was just made.
const fn of_a_move(event: &Event) -> bool {
    matches!(
        event,
        Event::Dropped(_)
            | Event::Capture { .. }
            | Event::Promoted
            | Event::Check(_)
            | Event::PawnTries(_)
            | Event::RebuffCount(_)
            | Event::Sees(_)
    )
}

/// The part of a log that begins at `from`, and where it ends; none if it is not
/// complete.
pub(super) fn next(log: &[LogEntry], from: usize, own: Color) -> Option<(LogSegment, usize)> {
    let heard = |at: usize| match log.get(at) {
        Some(LogEntry::Heard(event)) => Some(*event),
        _ => None,
    };
    let mut events = Vec::new();
    let mut at = from;
    let (attempt, mover) = match log.get(from)? {
        LogEntry::Own(attempt) => {
            at += 1;
            (Some(*attempt), own)
        }
        LogEntry::Heard(_) => (None, !own),
    };
    let mut moved = None;
    while let Some(event) = heard(at) {
        if moved.is_some() && !of_a_move(&event) {
            break;
        }
        if event == Event::Moved(mover) {
            moved = Some(events.len());
        }
        events.push(event);
        at += 1;
    }
    let part = match (attempt, moved) {
        (Some(attempt), _) => LogSegment::Own {
            attempt,
            heard: events,
            last: at == log.len(),
        },
        (None, Some(moved)) => {
            let after = events.split_off(moved);
            LogSegment::Theirs(events, after)
        }
        (None, None) => return None,
    };
    Some((part, at))
}
