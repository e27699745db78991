//! BEI 2.0.0, the interface of Boost engines, from the engine's side.
//!
//! | from the controller | |
//! |---|---|
//! | `bei [args]` | is answered by `protocol`, `id` lines and `beiok` |
//! | `isready` | is answered by `readyok` |
//! | `newgame IDENTIFIER` | is answered by `known` or `unknown` |
//! | `setoption strength\|depth VALUE` | the later of the two counts |
//! | `setoption WEIGHT VALUE` | a weight of the evaluation, as the bots of the game have them |
//! | `setline POSITION [TABOO…]` | the position, and earlier ones that must not come again |
//! | `ponder TURNS` | thinks in the opponents' time |
//! | `go` | is answered by `move SCORE MOVE [MOVE…]`: the chosen one first, then the equally good ones |
//! | `stop` | |
//! | `quit` | |
//!
//! `newgame`, `setline`, `ponder`, `go` and `stop` end what is thought, at which the
//! `move` of a `go` is told; neither keeps any other line from being taken up. A
//! line that is wrong gets a `log` line with the reason and changes nothing.
//!
//! Where the protocol leaves something open:
//!
//! - Every `go` has one `move`; pondering has none. A `go` during another ends that
//!   and begins when it has answered.
//! - Scores are decitempi for the player to move; a game that is won or lost counts
//!   the `victory` of the evaluation, less the plies until then.
//! - A `newgame` sets the start position of the game up; what is `unknown` leaves
//!   all as it was. Options outlive games.
//! - Without an option, and with the greatest strength, the engine thinks for a
//!   million positions; with a depth, until it has reached that.
//! - Where the game is over, the `move` is a pass with the score of its end.

mod session;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::driver::{self, SessionDriver};
use crate::host::Game;
use boost::Weights;
use contract::error::{Error, Result, quoted};
use contract::options::OptionKind;
use contract::value::{Dict, Value};
pub(super) use session::BeiSession;
use session::{DEPTHS, STRENGTHS, Skill};

/// The version of the protocol.
const VERSION: &str = "2.0.0";

/// The game that is played.
const GAME: &str = "boost";

fn introduce(driver: &SessionDriver<BeiSession>) {
    let out = &driver.out;
    out.put(format!("protocol {VERSION}"));
    out.put("id name Boardwright");
    out.put(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
    out.put(concat!("id version ", env!("CARGO_PKG_VERSION")));
    out.put("beiok");
}

impl BeiSession {
    fn new_game(&mut self, driver: &Arc<SessionDriver<Self>>, words: &[&str]) -> Result<()> {
        let [identifier] = words else {
            return Err(Error::invalid_option("newgame: takes an identifier"));
        };
        let options: Dict = [("identifier".to_owned(), Value::from(*identifier))]
            .into_iter()
            .collect();
        self.halt(driver);
        let made = Game::new(GAME, &options).and_then(|game| Ok((game.start()?, game)));
        match made {
            Ok((start, game)) => {
                self.begin_game(game, start);
                driver.out.put("known");
            }
            Err(error) => {
                driver.log(format_args!("newgame: {error}"));
                driver.out.put("unknown");
            }
        }
        Ok(())
    }

    fn set_option(&mut self, driver: &SessionDriver<Self>, words: &[&str]) -> Result<()> {
        let [name, value] = words else {
            return Err(Error::invalid_option(
                "setoption: takes the name of an option and a value",
            ));
        };
        let weight = Weights::OPTIONS.iter().find(|spec| spec.name == *name);
        let (least, greatest) = match (*name, weight.map(|spec| spec.kind)) {
            ("strength", _) => STRENGTHS,
            ("depth", _) => DEPTHS,
            (_, Some(OptionKind::Int { min, max, .. })) => (min, max),
            (other, _) => {
                let weights: Vec<_> = Weights::OPTIONS.iter().map(|spec| spec.name).collect();
                return Err(Error::invalid_option(format!(
                    "setoption: there is no option {}: there are strength, depth, {}",
                    quoted(other),
                    weights.join(", ")
                )));
            }
        };
        let wanted = whole_number(value).ok_or_else(|| {
            Error::invalid_option(format!(
                "setoption: {name} takes an integer, not {}",
                quoted(value)
            ))
        })?;
        let taken = wanted.clamp(least, greatest);
        if taken != wanted {
            driver.log(format_args!(
                "setoption: {name} takes {least} to {greatest}; {value} counts as {taken}"
            ));
        }
        match *name {
            "strength" => self.set_skill(Skill::Strength(taken)),
            "depth" => self.set_skill(Skill::Depth(taken)),
            weight => self.set_weight(weight, taken)?,
        }
        Ok(())
    }

    fn set_line(&mut self, driver: &Arc<SessionDriver<Self>>, words: &[&str]) -> Result<()> {
        let [position, taboo @ ..] = words else {
            return Err(Error::invalid_notation("setline: takes a position"));
        };
        let Some(game) = self.game() else {
            return Err(no_game("setline"));
        };
        let state = game.parse(position, taboo)?;
        self.halt(driver);
        self.set_position(state);
        Ok(())
    }

    fn think_ahead(&mut self, driver: &Arc<SessionDriver<Self>>, words: &[&str]) -> Result<()> {
        let turns = match words {
            [turns] => whole_number(turns).filter(|n| *n >= 0),
            _ => None,
        };
        if turns.is_none() {
            return Err(Error::invalid_option(format!(
                "ponder: takes a number of turns, not {}",
                quoted(&words.join(" "))
            )));
        }
        self.ponder(driver)
    }
}

/// An integer; one that no 64 bits hold is as far off as they reach.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| {
        text.parse().unwrap_or(if digits.len() < text.len() {
            i64::MIN
        } else {
            i64::MAX
        })
    })
}

fn no_game(command: &str) -> Error {
    Error::invalid_option(format!(
        "{command}: there is no game yet; newgame begins one"
    ))
}

fn alone(command: &str, words: &[&str]) -> Result<()> {
    if words.is_empty() {
        Ok(())
    } else {
        Err(Error::invalid_option(format!(
            "{command}: takes nothing, not {}",
            quoted(&words.join(" "))
        )))
    }
}

impl driver::ProtocolSession for BeiSession {
    fn line(&mut self, driver: &Arc<SessionDriver<Self>>, line: &str) -> ControlFlow<()> {
        let mut words = line.split_ascii_whitespace();
        let Some(command) = words.next() else {
            return ControlFlow::Continue(());
        };
        let words: Vec<&str> = words.collect();
        let done = match command {
            "bei" => {
                introduce(driver);
                Ok(())
            }
            "isready" => alone(command, &words).map(|()| driver.out.put("readyok")),
            "newgame" => self.new_game(driver, &words),
            "setoption" => self.set_option(driver, &words),
            "setline" => self.set_line(driver, &words),
            "ponder" => self.think_ahead(driver, &words),
            "go" => alone(command, &words).and_then(|()| self.go(driver)),
            "stop" => alone(command, &words).map(|()| self.halt(driver)),
            "quit" => return ControlFlow::Break(()),
            other => Err(Error::unsupported(format!(
                "unknown command {}",
                quoted(other)
            ))),
        };
        if let Err(error) = done {
            driver.log(error);
        }
        ControlFlow::Continue(())
    }

    fn cancel(&mut self) {
        self.cancel_all();
    }
}
