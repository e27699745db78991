//! Proving every line of the file again.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use boardwright::chess::Board;
use boardwright::chess::mates::{Mate, MateProof, find_mate};
use rayon::prelude::*;

use super::{EACH, KINDS, LONGEST, MateKind, first_moves, is_bare, path};
use crate::Failure;

/// Number of proved lines, by game and length.
#[derive(Debug)]
pub struct Counts(Vec<(&'static str, Vec<usize>)>);

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, counts)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{name}:")?;
            for (moves, count) in (1..).zip(counts) {
                write!(f, " {count} in {moves}")?;
            }
        }
        Ok(())
    }
}

/// Proves that every line has its mate, none shorter, and these first moves;
/// and that the file is as large and as mixed as it should be.
///
/// # Errors
///
/// Names each line that is wrong.
pub fn verify(root: &Path) -> Result<Counts, Failure> {
    let text = crate::read(&path(root))?;
    let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
    let results: Vec<Result<MateLine, String>> = lines.par_iter().map(|line| read(line)).collect();
    let mut wrong = Vec::new();
    let mut keys = HashSet::new();
    let mut counts = Counts(
        KINDS
            .iter()
            .map(|k| (k.name, vec![0; LONGEST.into()]))
            .collect(),
    );
    let mut bare = 0;
    for (text, result) in lines.iter().zip(results) {
        let line = match result {
            Ok(line) => line,
            Err(why) => {
                wrong.push(format!("{text}: {why}"));
                continue;
            }
        };
        if !keys.insert((line.kind, line.board.hash())) {
            wrong.push(format!("{text}: the position stands there twice"));
        }
        counts.0[line.kind].1[usize::from(line.mate.moves) - 1] += 1;
        bare += usize::from(is_bare(&line.board));
    }
    for (name, counts) in &counts.0 {
        if counts.iter().any(|count| *count < EACH) {
            wrong.push(format!(
                "{name}: {counts:?} lines by length, not {EACH} of each"
            ));
        }
    }
    if 10 * bare > lines.len() {
        wrong.push(format!("{bare} of {} lines have a bare king", lines.len()));
    }
    if wrong.is_empty() {
        Ok(counts)
    } else {
        Err(Failure::new(wrong.join("\n")))
    }
}

/// A line that is right.
struct MateLine {
    /// The place in [`KINDS`].
    kind: usize,
    board: Board,
    mate: Mate,
}

fn read(line: &str) -> Result<MateLine, String> {
    let fields: Vec<_> = line.split(" ; ").collect();
    let [_, name, position, moves, first] = fields[..] else {
        return Err("not five fields".into());
    };
    let kind = KINDS.iter().position(|k| k.name == name);
    let kind = kind.ok_or_else(|| format!("no game {name}"))?;
    let MateKind { rules, options, .. } = &KINDS[kind];
    let board = Board::from_fen(position, options).map_err(|e| e.to_string())?;
    let moves: u8 = moves
        .strip_prefix("mate ")
        .and_then(|n| n.parse().ok())
        .filter(|n| (1..=LONGEST).contains(n))
        .ok_or_else(|| format!("{moves}: not mate 1 to mate {LONGEST}"))?;
    match find_mate(&board, rules, moves, u64::MAX) {
        MateProof::Mate(mate) if mate.moves < moves => {
            Err(format!("there is mate in {}", mate.moves))
        }
        MateProof::Mate(mate) if first_moves(&mate) != first => {
            Err(format!("the first moves are {}", first_moves(&mate)))
        }
        MateProof::Mate(mate) => Ok(MateLine { kind, board, mate }),
        MateProof::NoMate | MateProof::Undecided => Err("there is no such mate".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_wrong_line_is_refused() {
        let right = "a ; chess ; 7k/8/6K1/8/8/8/8/R7 w - - 0 1 ; mate 1 ; a1a8";
        assert!(read(right).is_ok());
        for (old, new, why) in [
            ("mate 1", "mate 2", "there is mate in 1"),
            ("a1a8", "a1a7", "the first moves are a1a8"),
            ("a1a8", "a1a8 a1b1", "the first moves are a1a8"),
            (" w ", " b ", "there is no such mate"),
            ("chess", "chequers", "no game chequers"),
            ("mate 1", "mate 0", "mate 0: not mate 1 to mate 3"),
            (" ; mate 1", "", "not five fields"),
        ] {
            let got = read(&right.replace(old, new)).err().unwrap_or_default();
            assert!(got.starts_with(why), "{new}: {got}");
        }
    }
}
