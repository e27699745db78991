//! `tests/vectors/*.games`: random games that every language replays.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use boardwright::host::Game;
use boardwright::registry::{self, Entry, GAMES};
use boardwright::rng::Rng;
use boardwright::value::Dict;

use crate::Failure;
use crate::sample::{label, read_label, variants, walk};

/// Games under the default options; how many plies they have at most, in turns.
const GAMES_EACH: u64 = 24;
const PLIES: [usize; 4] = [20, 60, 150, 600];

/// Games under each other set of options, and their plies.
const GAMES_VARIED: u64 = 2;
const PLIES_VARIED: [usize; 2] = [60, 200];

/// Plies of a game from a position whose leaves are counted.
const PLIES_COUNTED: usize = 60;

/// Of so many games one starts from a position that a random walk came to.
const FROM_POSITION: u64 = 3;

const HEADER: &str = "\
# Seeded random games; made by `cargo run -p xtask -- vectors`, not by hand.
# name ; game(options) ; position or \"start\" ; moves ; final notation ; final key ; reason of the outcome or -
";

/// The file of a game.
#[must_use]
pub fn path(root: &Path, entry: &Entry) -> PathBuf {
    folder(root).join(format!("{}.games", entry.info().name))
}

fn folder(root: &Path) -> PathBuf {
    root.join("tests/vectors")
}

/// Makes the files of all games that are shipped anew, and names them.
///
/// # Errors
///
/// Names the file that cannot be read or written.
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let path = path(root, entry);
        crate::write(&path, &games(root, entry)?)?;
        written.push(
            path.strip_prefix(root)
                .unwrap_or(&path)
                .display()
                .to_string(),
        );
    }
    Ok(written)
}

/// The text of a game's file: random games under the default options and under
/// others, from the start and from positions that were come to at random; and
/// from those whose leaves are counted, which are chosen for their oddities.
///
/// # Errors
///
/// Those of the library; names the file that cannot be read.
pub fn games(root: &Path, entry: &Entry) -> Result<String, Failure> {
    let info = entry.info();
    let mut file = File {
        text: HEADER.to_owned(),
        lines: 0,
    };
    for options in std::iter::once(Dict::new()).chain(variants(info)?) {
        let game = Game::new(info.name, &options)?;
        let (count, plies) = match options.is_empty() {
            true => (GAMES_EACH, &PLIES[..]),
            false => (GAMES_VARIED, &PLIES_VARIED[..]),
        };
        for (index, plies) in (0..count).zip(plies.iter().cycle()) {
            let mut rng = file.rng();
            let from = match index % FROM_POSITION {
                0 => somewhere(&game, &mut rng)?,
                _ => None,
            };
            file.line(&game, &label(info.name, &options), from, &mut rng, *plies)?;
        }
    }
    for (options, position) in counted(root, info.name)? {
        let game = Game::new(info.name, &options)?;
        let mut rng = file.rng();
        let label = label(info.name, &options);
        file.line(&game, &label, Some(position), &mut rng, PLIES_COUNTED)?;
    }
    Ok(file.text)
}

struct File {
    text: String,
    lines: u64,
}

impl File {
    /// Returns the generator of the next line's moves.
    fn rng(&self) -> Rng {
        Rng::derived(&[self.lines + 1])
    }

    fn line(
        &mut self,
        game: &Game,
        label: &str,
        from: Option<String>,
        rng: &mut Rng,
        plies: usize,
    ) -> Result<(), Failure> {
        let start = match &from {
            Some(position) => game.parse(position, &[])?,
            None => game.start()?,
        };
        let (moves, last) = walk(&start, rng, plies)?;
        if moves.is_empty() {
            // A position in which the game has ended plays no game.
            return Ok(());
        }
        let outcome = last.outcome();
        self.lines += 1;
        let fields = [
            format!("random {}", self.lines),
            label.to_owned(),
            from.unwrap_or_else(|| "start".into()),
            moves.join(" "),
            last.notation(),
            last.key(),
            outcome.map_or("-", |outcome| outcome.reason).to_owned(),
        ];
        if let Some(field) = fields.iter().find(|f| f.is_empty() || f.contains(" ; ")) {
            return Err(Failure::new(format!(
                "{label}: {field:?} cannot be a field of a vector"
            )));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{}", fields.join(" ; "));
        Ok(())
    }
}

/// A position that a random walk comes to.
fn somewhere(game: &Game, rng: &mut Rng) -> Result<Option<String>, Failure> {
    let (_, state) = walk(&game.start()?, rng, 30)?;
    Ok(Some(state.notation()))
}

/// The positions of a game whose leaves are counted in the `*.perft` files, with
/// their options.
fn counted(root: &Path, name: &str) -> Result<Vec<(Dict, String)>, Failure> {
    let folder = folder(root);
    let files = fs::read_dir(&folder)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|e| Failure::new(format!("{}: {e}", folder.display())))?;
    let mut files: Vec<_> = files.iter().map(fs::DirEntry::path).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "perft"));
    files.sort();
    let mut found = Vec::new();
    for file in files {
        for line in crate::read(&file)?.lines().filter(|l| !l.starts_with('#')) {
            let fields: Vec<_> = line.split(" ; ").collect();
            let [_, label, position, ..] = fields[..] else {
                continue;
            };
            let (of, options) = read_label(label)
                .filter(|(of, _)| registry::find(of).is_ok())
                .ok_or_else(|| Failure::new(format!("{}: no game {label}", file.display())))?;
            if of == name {
                found.push((options, position.to_owned()));
            }
        }
    }
    Ok(found)
}
