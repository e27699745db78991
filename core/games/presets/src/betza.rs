//! Betza's notation for the movement of fairy pieces, compiled.
//!
//! Ralph Betza's "funny notation" in the form of XBoard's documentation (H. G.
//! Muller's "Betza 2.0") as far as a move goes in one leg:
//!
//! - atoms `W` (1,0) `F` (1,1) `D` (2,0) `N` (2,1) `A` (2,2) `H` (3,0) `L` and `C`
//!   (3,1) `J` and `Z` (3,2) `G` (3,3), and the shorthands `R` `B` `Q` `K`;
//! - ranges: a number after the atom for at most so many steps, 0 for any number; the
//!   atom doubled (`NN`) for any number, or doubled with a number;
//! - directions before the atom: `f b l r v s`, and in pairs (`fl`, `bs`, `ff`); on the
//!   atoms with eight steps a single letter is the pair of steps closest to it (`fN` is
//!   the knight of shogi) and `h` behind it the half of the board (`fhN`);
//! - `m` moves only, `c` captures only; `n` does not jump, `j` is written by some for
//!   that it does; `p` hops over one piece like the cannon, `g` lands directly behind it;
//!   `i` only as the first move of the piece; `o` on a board whose files a and h adjoin.
//!
//! Castling (`O`), legs (`a`), and en passant (`e`) are refused with the place.

use super::movement::{Hop, Modes, MovementPart, Moves};
use contract::error::{Error, Result, quoted};

/// Steps of riders without a limit: no line of the board is longer.
const UNLIMITED: u8 = 8;

/// The longest notation, in characters.
const LONGEST: usize = 256;

/// The most steps of a piece, each direction of each atom counted once.
const MOST_STEPS: usize = 96;

/// The shorter and the longer way of an atom.
fn atom(letter: char) -> Option<(i8, i8)> {
    Some(match letter {
        'W' => (0, 1),
        'F' => (1, 1),
        'D' => (0, 2),
        'N' => (1, 2),
        'A' => (2, 2),
        'H' => (0, 3),
        'L' | 'C' => (1, 3),
        'J' | 'Z' => (2, 3),
        'G' => (3, 3),
        _ => return None,
    })
}

/// Returns the atoms of a letter, and true if they are riders by themselves.
fn atoms(letter: char) -> Option<(Vec<(i8, i8)>, bool)> {
    Some(match letter {
        'R' => (vec![(0, 1)], true),
        'B' => (vec![(1, 1)], true),
        'Q' => (vec![(0, 1), (1, 1)], true),
        'K' => (vec![(0, 1), (1, 1)], false),
        other => (vec![atom(other)?], false),
    })
}

impl Moves {
    /// Compiles Betza's notation.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, with the place (from 1) and what is wrong there.
    pub fn parse(text: &str) -> Result<Self> {
        let mut reader = BetzaReader {
            chars: text.chars().collect(),
            at: 0,
        };
        if text.len() > LONGEST {
            return Err(reader.wrong(&format!("there are more than {LONGEST} characters")));
        }
        let mut parts = Vec::new();
        while reader.at < reader.chars.len() {
            reader.group(&mut parts)?;
        }
        if parts.is_empty() {
            return Err(reader.wrong("there is no atom"));
        }
        // What is said twice is the same.
        let mut different: Vec<MovementPart> = Vec::with_capacity(parts.len());
        for part in parts {
            if !different.contains(&part) {
                different.push(part);
            }
        }
        let steps: usize = different.iter().map(|part| part.steps.len()).sum();
        if steps > MOST_STEPS {
            let what = format!("there are {steps} different steps, and {MOST_STEPS} are the most");
            return Err(reader.wrong(&what));
        }
        Ok(Self::of_parts(text, different))
    }
}

struct BetzaReader {
    chars: Vec<char>,
    at: usize,
}

impl BetzaReader {
    fn wrong(&self, what: &str) -> Error {
        let text: String = self.chars.iter().collect();
        Error::invalid_notation(format!(
            "Betza {}, character {}: {what}",
            quoted(&text),
            self.at + 1
        ))
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Modifiers, an atom, and its range.
    fn group(&mut self, out: &mut Vec<MovementPart>) -> Result<()> {
        let mut directions = String::new();
        let mut modes = Modes {
            moves: false,
            captures: false,
        };
        let (mut lame, mut initial, mut cylinder) = (false, false, false);
        let mut hop = Hop::None;
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            match c {
                'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => directions.push(c),
                'm' => modes.moves = true,
                'c' => modes.captures = true,
                'n' => lame = true,
                'j' => lame = false,
                'p' => hop = Hop::Over,
                'g' => hop = Hop::Behind,
                'i' => initial = true,
                'o' => cylinder = true,
                'e' => return Err(self.wrong("en passant is not for pieces from notation")),
                'a' => return Err(self.wrong("moves of several legs are not supported")),
                _ => {
                    let what = format!("{} is no modifier", quoted(&c.to_string()));
                    return Err(self.wrong(&what));
                }
            }
            self.at += 1;
        }
        if !modes.moves && !modes.captures {
            modes = Modes {
                moves: true,
                captures: true,
            };
        }
        let Some(letter) = self.peek() else {
            return Err(self.wrong("an atom is missing"));
        };
        if letter == 'O' {
            return Err(self.wrong("castling is the king's and not for pieces from notation"));
        }
        let Some((shapes, rider)) = atoms(letter) else {
            let what = format!("{} is no atom", quoted(&letter.to_string()));
            return Err(self.wrong(&what));
        };
        let atom_at = self.at;
        self.at += 1;
        let doubled = self.peek() == Some(letter);
        if doubled {
            self.at += 1;
        }
        let range = match self.peek().and_then(|c| c.to_digit(10)) {
            None if rider || doubled || hop != Hop::None => UNLIMITED,
            None => 1,
            Some(digit) => {
                self.at += 1;
                if self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    return Err(self.wrong("a range has one digit"));
                }
                match digit as u8 {
                    0 => UNLIMITED,
                    n => n.min(UNLIMITED),
                }
            }
        };
        for shape in shapes {
            let steps = match steps(shape, &directions) {
                Some(steps) if !steps.is_empty() => steps,
                _ => {
                    self.at = atom_at;
                    let what = format!(
                        "the directions {} mean nothing on {letter}",
                        quoted(&directions)
                    );
                    return Err(self.wrong(&what));
                }
            };
            out.push(MovementPart {
                steps,
                modes,
                range,
                lame,
                hop,
                initial,
                cylinder,
            });
        }
        Ok(())
    }
}

/// All steps of an atom, to the right and ahead.
fn all(shape: (i8, i8)) -> Vec<(i8, i8)> {
    let mut out = Vec::new();
    for (a, b) in [shape, (shape.1, shape.0)] {
        for (x, y) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            if !out.contains(&(x, y)) {
                out.push((x, y));
            }
        }
    }
    out
}

/// Returns true if a step has a component in a direction.
fn goes(step: (i8, i8), direction: char) -> bool {
    match direction {
        'f' => step.1 > 0,
        'b' => step.1 < 0,
        'r' => step.0 > 0,
        'l' => step.0 < 0,
        'v' => step.1 != 0,
        's' => step.0 != 0,
        _ => false,
    }
}

/// Returns true if the longer component of a step is in a direction.
fn mainly(step: (i8, i8), direction: char) -> bool {
    let longer = match direction {
        'f' | 'b' | 'v' => step.1.abs() > step.0.abs(),
        _ => step.0.abs() > step.1.abs(),
    };
    longer && goes(step, direction)
}

/// The steps of an atom in the directions given; all where none are. `None` for
/// directions that it cannot have.
fn steps(shape: (i8, i8), directions: &str) -> Option<Vec<(i8, i8)>> {
    let steps = all(shape);
    if directions.is_empty() {
        return Some(steps);
    }
    let mut chosen: Vec<(i8, i8)> = Vec::new();
    let mut letters = directions.chars().peekable();
    while let Some(first) = letters.next() {
        if first == 'h' {
            return None;
        }
        let oblique = shape.0 != shape.1 && shape.0 != 0;
        let vertical = |c: char| matches!(c, 'f' | 'b' | 'v');
        let second = letters.peek().copied();
        let wanted: Box<dyn Fn((i8, i8)) -> bool> = if oblique {
            match second {
                Some('h') => {
                    letters.next();
                    Box::new(move |s| goes(s, first))
                }
                // Doubled: the two steps closest to the direction.
                Some(c) if c == first => {
                    letters.next();
                    Box::new(move |s| mainly(s, first))
                }
                // The first letter is where the longer way goes, except before
                // `s` and `v`, which name the ways themselves: `fs` is forward
                // on the sideways steps.
                Some(c) if vertical(c) != vertical(first) => {
                    letters.next();
                    match c {
                        's' | 'v' => Box::new(move |s| mainly(s, c) && goes(s, first)),
                        _ => Box::new(move |s| mainly(s, first) && goes(s, c)),
                    }
                }
                _ => Box::new(move |s| mainly(s, first)),
            }
        } else if shape.0 == shape.1 {
            match second {
                Some(c) if c != 'h' && vertical(c) != vertical(first) => {
                    letters.next();
                    Box::new(move |s| goes(s, first) && goes(s, c))
                }
                _ => Box::new(move |s| goes(s, first)),
            }
        } else {
            Box::new(move |s| goes(s, first))
        };
        for step in steps.iter().filter(|s| wanted(**s)) {
            if !chosen.contains(step) {
                chosen.push(*step);
            }
        }
    }
    Some(chosen)
}
