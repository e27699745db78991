//! The input of a person: a move, or one of a few commands.

use std::io::BufRead as _;

use boardwright::Error;

use super::reporter::{End, Reporter};
use super::table::{MadeMove, PlayTable, at};
use crate::console::Failure;

/// The commands and what they do.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("help", "this list"),
    ("moves [STYLE]", "the moves that you may make"),
    ("board", "the board once more"),
    ("describe", "all that you may know, as JSON"),
    ("wait", "let another seat go first, where several may act"),
    ("undo", "take your last move back, and what followed"),
    ("save FILE", "save the game, to go on with --load FILE"),
    ("resign", "give the game up"),
    ("quit", "leave"),
];

/// The result of a line of input.
pub(super) enum InputResult {
    /// A move was made.
    Moved(MadeMove),
    /// Something else; the game goes on.
    More,
    /// The person is done.
    Over(End),
}

/// A person at standard input.
#[derive(Default)]
pub(super) struct Person {
    line: Vec<u8>,
}

impl Person {
    /// Reads a line and does what it says. What cannot be done is told, and the
    /// game goes on.
    pub(super) fn act(
        &mut self,
        table: &mut PlayTable,
        teller: &mut Reporter<'_>,
        seat: usize,
    ) -> Result<InputResult, Failure> {
        teller.prompt(table, seat)?;
        self.line.clear();
        let read = std::io::stdin()
            .lock()
            .read_until(b'\n', &mut self.line)
            .map_err(|error| Failure::Io("cannot read standard input".into(), error))?;
        if read == 0 {
            teller.echo("")?;
            return Ok(InputResult::Over(End::Left));
        }
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim();
        teller.echo(line)?;
        match run_command(table, teller, seat, line) {
            Err(Failure::Library(error)) => {
                teller.refused(&Failure::Library(error))?;
                Ok(InputResult::More)
            }
            said => said,
        }
    }
}

fn run_command(
    table: &mut PlayTable,
    teller: &mut Reporter<'_>,
    seat: usize,
    line: &str,
) -> Result<InputResult, Failure> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("", _) => {}
        ("help" | "?", "") => teller.help()?,
        ("moves", style) => {
            let style = (!style.is_empty()).then_some(style);
            teller.moves(&moves(table, seat, style)?)?;
        }
        ("board", "") => teller.board(table, seat)?,
        ("describe", "") => teller.describe(&table.state.describe(Some(at(seat)))?)?,
        ("wait", "") => table.wait(seat),
        ("undo", "") => {
            table.undo()?;
            teller.undone(table)?;
        }
        ("save", "") => {
            return Err(Error::invalid_option("save: takes the name of a file").into());
        }
        ("save", file) => {
            let text = table.save()?;
            match std::fs::write(file, text + "\n") {
                Ok(()) => teller.saved(file)?,
                // A name mistyped must not end the game.
                Err(error) => {
                    teller.refused(&Failure::Io(format!("cannot write {file}"), error))?;
                }
            }
        }
        ("resign", "") => return Ok(InputResult::Over(End::Resigned(seat))),
        ("quit" | "exit", "") => return Ok(InputResult::Over(End::Left)),
        _ => return Ok(InputResult::Moved(table.play(seat, line)?)),
    }
    Ok(InputResult::More)
}

/// The moves that a seat may make, or may try where it cannot know.
fn moves(table: &PlayTable, seat: usize, style: Option<&str>) -> Result<Vec<String>, Error> {
    if !table.game.hidden() {
        return table.state.legal_moves(Some(at(seat)), style);
    }
    if style.is_some() {
        return Err(Error::unsupported(
            "where something is hidden, moves are listed in the first style only",
        ));
    }
    Ok(table.state.observe(at(seat))?.candidates())
}
