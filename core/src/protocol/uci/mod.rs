//! The Universal Chess Interface, from the engine's side, for every registered
//! game of one board that can be searched.
//!
//! Where the protocol leaves something open:
//!
//! - Words that are not known are skipped, with an `info string`; so are values
//!   that cannot be read, and a limit with such a value does not bind.
//! - A position that cannot be taken up is refused with the reason, and the one
//!   before stays. A game that goes on after a draw by the rules (a repetition that
//!   nobody claims) is followed, its past up to there being forgotten.
//! - Every `go` has one `bestmove`. That of `go infinite` waits for `stop`, that of
//!   `go ponder` for `stop` or `ponderhit`, even when nothing is left to search. A
//!   `go` during a search ends that and begins when it has answered.
//! - Where there is no move, the answer is `bestmove (none)`.
//! - Options set during a search count from the next. Another `UCI_Variant` or
//!   `UCI_Chess960` sets the start position up; `UCI_AnalyseMode` leaves `Contempt`
//!   out.
//! - With `UCI_LimitStrength` there is one `info` for a search, at its end. Chances
//!   that it then takes come from `Seed` and the position.

pub(super) mod go;
pub(super) mod info;
mod options;
mod position;
mod session;
#[cfg(test)]
mod tests;

use std::str::SplitAsciiWhitespace;
use std::sync::Arc;
use std::time::Duration;

use super::Protocol;
use super::declared::name_and_value;
use super::outbox::Outbox;
use crate::error::{Result, quoted};
use options::Change;
use session::{Session, Shared};

/// The commands.
const COMMANDS: &[&str] = &[
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The engine's side of UCI.
pub(super) struct Uci(Arc<Shared>);

impl Uci {
    pub(super) fn new(out: Arc<Outbox>) -> Result<Self> {
        Ok(Self(Arc::new(Shared::new(out, position::games())?)))
    }

    fn say(&self, text: impl std::fmt::Display) {
        self.0.say(text);
    }

    fn introduce(&self, session: &Session) {
        let out = &self.0.out;
        out.put(concat!("id name Boardwright ", env!("CARGO_PKG_VERSION")));
        out.put(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for line in session.options.lines() {
            out.put(line);
        }
        out.put("uciok");
    }

    fn set(&self, session: &mut Session, words: SplitAsciiWhitespace<'_>) -> Result<()> {
        let Some((name, value)) = name_and_value(words) else {
            self.say("setoption: takes name, the name, value and the value");
            return Ok(());
        };
        match session.options.set(&name, &value)? {
            Change::Nothing => Ok(()),
            // A bot that is at work cannot forget: another takes its place.
            Change::Clear | Change::Bot => {
                session.bot = None;
                Ok(())
            }
            Change::Rules => {
                session.bot = None;
                session.position = position::start(&session.options)?;
                Ok(())
            }
        }
    }

    fn go(&self, session: &mut Session, words: SplitAsciiWhitespace<'_>) {
        let live = session.position.live().ok().and_then(|live| live.single());
        let asked = go::read(words, live.map_or(0, |seat| seat.index()));
        for complaint in &asked.complaints {
            self.say(complaint);
        }
        Shared::go(&self.0, session, asked);
    }
}

impl Protocol for Uci {
    fn line(&self, line: &str) {
        let session = &mut *self.0.lock();
        if session.closed {
            return;
        }
        let mut words = line.split_ascii_whitespace();
        let command = loop {
            match words.next() {
                None => return,
                Some(word) if COMMANDS.contains(&word) => break word,
                Some(word) => self.say(format_args!("unknown command {}", quoted(word))),
            }
        };
        let done = match command {
            "uci" => {
                self.introduce(session);
                Ok(())
            }
            "isready" => {
                self.0.out.put("readyok");
                Ok(())
            }
            "setoption" => self.set(session, words),
            "ucinewgame" => {
                session.bot = None;
                Ok(())
            }
            "position" => {
                position::read(session.position.game(), words).map(|state| session.position = state)
            }
            "go" => {
                self.go(session, words);
                Ok(())
            }
            "stop" => {
                Shared::stop(&self.0, session);
                Ok(())
            }
            "ponderhit" => {
                Shared::ponder_hit(&self.0, session);
                Ok(())
            }
            "quit" => {
                self.0.quit(session);
                Ok(())
            }
            // There is nothing to register, and nothing more to say when debugged.
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.say(format_args!("{command}: {error}"));
        }
    }

    fn close(&self) {
        self.0.quit(&mut self.0.lock());
    }

    fn is_closed(&self) -> bool {
        self.0.lock().closed
    }

    fn wait(&self, timeout: Duration) -> bool {
        self.0.wait(timeout)
    }
}
