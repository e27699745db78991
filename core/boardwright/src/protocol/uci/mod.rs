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

use std::ops::ControlFlow;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;

use super::driver::{self, SessionDriver};
use super::network_line;
use super::uci_options::name_and_value;
use contract::error::Result;
use options::Change;
pub(super) use session::UciSession;

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

impl UciSession {
    fn introduce(&self, driver: &SessionDriver<Self>) {
        let out = &driver.out;
        out.put(concat!("id name Boardwright ", env!("CARGO_PKG_VERSION")));
        out.put(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for line in self.options.lines() {
            out.put(line);
        }
        for (game, network) in position::networks() {
            out.put(network_line(game, &network));
        }
        out.put("uciok");
    }

    fn set(&mut self, driver: &SessionDriver<Self>, words: SplitAsciiWhitespace<'_>) -> Result<()> {
        let Some((name, value)) = name_and_value(words) else {
            driver.say("setoption: takes name, the name, value and the value");
            return Ok(());
        };
        match self.options.set(&name, &value)? {
            Change::Nothing => Ok(()),
            // A bot that is at work cannot forget: another takes its place.
            Change::Clear | Change::Bot => {
                self.bot = None;
                Ok(())
            }
            Change::Rules => {
                self.bot = None;
                self.position = position::start(&self.options)?;
                Ok(())
            }
        }
    }

    fn search(&mut self, driver: &Arc<SessionDriver<Self>>, words: SplitAsciiWhitespace<'_>) {
        let live = self.position.live().single();
        let asked = go::read(words, live.map_or(0, |seat| seat.index()));
        for complaint in &asked.complaints {
            driver.say(complaint);
        }
        self.go(driver, asked);
    }
}

impl driver::ProtocolSession for UciSession {
    fn line(&mut self, driver: &Arc<SessionDriver<Self>>, line: &str) -> ControlFlow<()> {
        let mut words = line.split_ascii_whitespace();
        let Some(command) = driver::command(&mut words, COMMANDS, |why| driver.say(why)) else {
            return ControlFlow::Continue(());
        };
        let mut done = Ok(());
        match command {
            "uci" => self.introduce(driver),
            "isready" => driver.out.put("readyok"),
            "setoption" => done = self.set(driver, words),
            "ucinewgame" => self.bot = None,
            "position" => {
                done =
                    position::read(self.position.game(), words).map(|state| self.position = state);
            }
            "go" => self.search(driver, words),
            "stop" => self.stop(driver),
            "ponderhit" => self.ponder_hit(driver),
            "quit" => return ControlFlow::Break(()),
            // There is nothing to register, and nothing more to say when debugged.
            _ => {}
        }
        if let Err(error) = done {
            driver.say(format_args!("{command}: {error}"));
        }
        ControlFlow::Continue(())
    }

    fn cancel(&mut self) {
        self.cancel_all();
    }
}
