//! UBI, an interface for programs that play bughouse, from the engine's side: line
//! by line, both boards searching at once, never blocked by a search.
//!
//! | host to engine | |
//! |---|---|
//! | `ubi` | answered by `id`, `option …`, `ubiok` |
//! | `isready` · `setoption name N [value V]` · `ubinewgame` · `quit` | as in UCI |
//! | `position board A\|B startpos\|bfen … [moves …]` | sets one board; what is taken in the moves leaves it |
//! | `position BFEN_A \| BFEN_B [clock WA BA WB BB]` | sets both at once |
//! | `clock white_A\|black_A\|white_B\|black_B MS` | what a clock shows, taken note of at any time |
//! | `go board A\|B [wtime btime winc binc movestogo movetime depth nodes mate searchmoves infinite]` | |
//! | `stop [board A\|B]` | answered by that board's `bestmove` |
//! | `partnermsg MESSAGE` | `need`, `stall`, `play_fast`, `threat`, `material` |
//! | `metadata KEY VALUE` | kept, and used for nothing |
//!
//! Where the protocol leaves something open:
//!
//! - Words that are not known get an `info string` and change nothing. A position
//!   that cannot be taken up is refused with the reason, and the one before stays.
//! - Every `go` has one `bestmove board X MOVE`, that of `go infinite` after `stop`. A
//!   `go` on a board that is searched ends that search and begins when it has
//!   answered. A side that has no move, frozen or mated, gets `bestmove board X (none)`.
//! - A `go` without limits of its own uses the clock that was told last.
//! - Positions before the one that was told are not known, so a repetition is seen
//!   within a line of play only.
//! - A message counts for three own moves, an urgent need for two, a stall for as many
//!   as it says; one of the same kind takes its place. `TeamMessageMode` says how much is
//!   made of it: nothing, half, all. With `Control` `dual` the engine plays both seats of
//!   a team: it says nothing and hears nothing, and what one seat finds out the other
//!   knows.
//! - What would decide a board is found out once its `bestmove` was said, and told then. A
//!   claim that was heard before the `position` is held against it; one that is heard in the
//!   middle of a search is believed.
//! - `threat LEVEL` may name the pieces with which the opponent would mate, as in
//!   `threat high pieces nq`, and `stall duration 0` says that a stall is over.
//! - A board on which it is better to sit says `info board X sit MS` and holds its
//!   `bestmove` back for so long, or until `stop` or another `go` there: whoever
//!   tells it of a move on the other board meanwhile should ask again. It sits only
//!   by clocks.
//! - With `Team` a `go` for a seat of the other team is searched, with an `info string`.
//! - With `Ponder` a board that has been answered goes on thinking about the reply
//!   that it expects, in silence, until it is asked again.

mod background;
mod format;
mod options;
mod partner;
mod position;
mod search;
mod session;

use std::ops::ControlFlow;
use std::str::SplitAsciiWhitespace;
use std::sync::Arc;

use super::driver::{self, SessionDriver};
use super::network_line;
use super::uci::go;
use super::uci_options::name_and_value;
use bughouse::{BoardId, Bughouse, place_of};
use contract::error::{Error, Result, quoted};
use contract::game::Game as _;
pub(super) use session::UbiSession;

/// The commands.
const COMMANDS: &[&str] = &[
    "ubi",
    "isready",
    "setoption",
    "ubinewgame",
    "position",
    "clock",
    "go",
    "stop",
    "partnermsg",
    "metadata",
    "quit",
];

impl UbiSession {
    fn introduce(&self, driver: &SessionDriver<Self>) {
        let out = &driver.out;
        out.put(concat!("id name Boardwright ", env!("CARGO_PKG_VERSION")));
        out.put(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for line in self.options.lines() {
            out.put(line);
        }
        if let Some(network) = Bughouse::network() {
            out.put(network_line(Bughouse::INFO.name, &network));
        }
        out.put("ubiok");
    }

    fn search(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        mut words: SplitAsciiWhitespace<'_>,
    ) -> Result<()> {
        let board = read_board(&mut words)?;
        let (_, color) = place_of(self.seat_to_move(board));
        let mut asked = go::read(words, color.index());
        if std::mem::take(&mut asked.limits.ponder) {
            driver.say("go: unknown word \"ponder\": the option Ponder says it");
        }
        for complaint in &asked.complaints {
            driver.say(complaint);
        }
        self.go(driver, board, asked);
        Ok(())
    }

    fn stop_any(
        &mut self,
        driver: &Arc<SessionDriver<Self>>,
        words: SplitAsciiWhitespace<'_>,
    ) -> Result<()> {
        let mut words = words.peekable();
        if words.peek().is_none() {
            for board in BoardId::ALL {
                self.stop(driver, board);
            }
            return Ok(());
        }
        let board = read_board(&mut words)?;
        self.stop(driver, board);
        Ok(())
    }
}

/// `board A` or `board B`.
fn read_board<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<BoardId> {
    let wrong = |got: Option<&str>| {
        let got = got.map_or_else(|| "nothing".into(), quoted);
        Error::invalid_notation(format!("takes board A or board B, not {got}"))
    };
    match words.next() {
        Some("board") => {}
        other => return Err(wrong(other)),
    }
    let letter = words.next();
    letter
        .and_then(BoardId::from_letter)
        .ok_or_else(|| wrong(letter))
}

/// `clock WHO MS`.
fn read_clock(words: SplitAsciiWhitespace<'_>) -> Result<(usize, u64)> {
    const NAMES: [&str; 4] = ["white_A", "black_A", "white_B", "black_B"];
    let words: Vec<_> = words.collect();
    let [name, ms] = words[..] else {
        return Err(Error::invalid_notation(format!(
            "takes a clock and its milliseconds, not {} words",
            words.len()
        )));
    };
    let seat = NAMES.iter().position(|n| *n == name).ok_or_else(|| {
        Error::invalid_notation(format!("{} is none of {}", quoted(name), NAMES.join(", ")))
    })?;
    Ok((seat, position::milliseconds(ms)?))
}

impl driver::ProtocolSession for UbiSession {
    fn line(&mut self, driver: &Arc<SessionDriver<Self>>, line: &str) -> ControlFlow<()> {
        let mut words = line.split_ascii_whitespace();
        let Some(command) = driver::command(&mut words, COMMANDS, |why| driver.say(why)) else {
            return ControlFlow::Continue(());
        };
        let done = match command {
            "ubi" => {
                self.introduce(driver);
                Ok(())
            }
            "isready" => {
                driver.out.put("readyok");
                Ok(())
            }
            "setoption" => match name_and_value(words) {
                Some((name, value)) => self.options.set(&name, &value).map(|_| ()),
                None => Err(Error::invalid_option(
                    "takes name, the name, value and the value",
                )),
            },
            "ubinewgame" => {
                self.new_game();
                Ok(())
            }
            "position" => self.set_position(line, words),
            "clock" => read_clock(words).map(|(seat, ms)| self.clocks[seat] = Some(ms)),
            "go" => self.search(driver, words),
            "stop" => self.stop_any(driver, words),
            "partnermsg" => {
                let text: Vec<_> = words.collect();
                bughouse::team::read(&text.join(" ")).map(|message| self.hear(driver, message))
            }
            "metadata" => self.note(words),
            _ => return ControlFlow::Break(()),
        };
        if let Err(error) = done {
            driver.say(format_args!("{command}: {error}"));
        }
        ControlFlow::Continue(())
    }

    fn cancel(&mut self) {
        self.cancel_all();
    }
}
