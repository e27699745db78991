//! The weights of the evaluation: named groups of numbers, kept as data.
//!
//! `chess.json` and `drops.json` hold the shipped ones, made by
//! `cargo run --release -p boardwright-lab -- tune`; `docs/strength.md` says how.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use contract::error::{Error, Result, quoted};
use contract::fork;

/// Middlegame and endgame worth in one number: they add up in one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(i32);

impl Pair {
    pub(super) const fn new(middle: i32, end: i32) -> Self {
        Self((end << 16) + middle)
    }

    pub(super) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(super) const fn end(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }
}

impl std::ops::AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl std::ops::Sub for Pair {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Self;

    #[inline(always)]
    fn mul(self, by: i32) -> Self {
        Self(self.0 * by)
    }
}

macro_rules! groups {
    ($list:ident, $total:ident: $($(#[$doc:meta])* $name:ident $len:expr;)*) => {
        groups!(@offsets 0; $($(#[$doc])* $name $len;)*);
        pub(super) const $list: &[(&str, usize)] = &[$((stringify!($name), $len)),*];
        pub(super) const $total: usize = 0 $(+ $len)*;
    };
    (@offsets $at:expr; $(#[$doc:meta])* $name:ident $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        #[allow(non_upper_case_globals)]
        pub(super) const $name: usize = $at;
        groups!(@offsets $at + $len; $($rest)*);
    };
    (@offsets $at:expr;) => {};
}

groups! { TERMS, TERM_COUNT:
    /// A piece on the board, pawn to queen.
    material 5;
    /// The squares of pieces, from their own side: six tables of 64.
    squares 384;
    /// Pieces in hand, for each kind the first to the sixth.
    hand 30;
    /// Squares a knight, bishop, rook, queen can go to.
    knight_mobility 9;
    bishop_mobility 14;
    rook_mobility 15;
    queen_mobility 28;
    bishop_pair 1;
    /// On a file without own pawns; without any.
    rook_file 2;
    doubled_pawn 1;
    isolated_pawn 1;
    backward_pawn 1;
    /// By rank, beside or protected by another pawn.
    connected_pawn 8;
    /// By rank; with the square ahead free; protected; by distance of either king.
    passed_pawn 8;
    passed_free 8;
    passed_own_king 8;
    passed_their_king 8;
    /// A piece that pawns attack, knight to queen.
    pawn_threat 4;
    /// A rook or queen that a minor piece attacks, a queen that a rook attacks,
    /// and a piece that is attacked and not defended, pawn to queen.
    minor_threat 2;
    rook_threat 1;
    hanging 5;
    /// A minor piece on a square that pawns defend and none can attack.
    outpost 2;
    /// Own pawns before the king by how far ahead, on its file and beside it.
    shield 8;
    /// Enemy pawns before the king by how far ahead.
    storm 8;
    /// A file at the king without own pawns.
    open_king_file 1;
    /// Minor pieces at home.
    undeveloped 1;
    /// The right to castle, to either side.
    castling 2;
    /// The side to move.
    tempo 1;
}

groups! { DANGERS, DANGER_COUNT:
    /// Always.
    base 1;
    /// A knight, bishop, rook, queen that attacks the king's ring.
    attacker 4;
    /// A square of the ring that is attacked, for each attack of a piece.
    ring_attack 1;
    /// A square of the ring that pawns attack.
    ring_pawn 1;
    /// A square of the ring that only the king defends, and is attacked.
    weak_ring 1;
    /// A safe check by a knight, bishop, rook, queen on the board.
    safe_check 4;
    /// Any other check by them.
    unsafe_check 1;
    /// A safe check by a drop, pawn to queen.
    drop_check 5;
    /// A check by a drop beside the king, defended.
    contact_check 5;
    /// Pieces in the attacker's hand, pawn to queen: the first, the second, the rest each.
    attacker_hand 15;
    /// Pieces in the defender's hand.
    defender_hand 5;
    /// An empty square of the ring that only the king defends, with something to drop.
    hole 1;
    /// The same for each piece in hand, up to four.
    hole_hand 1;
    /// A file at the king without own pawns.
    bare_file 1;
    /// The attacker has no queen, on the board or in hand.
    no_queen 1;
    /// Pieces of the defender, king excepted, in the ring.
    defender 1;
    /// Pinned pieces of the defender.
    pinned 1;
}

/// The quantity between the two halves of each weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taper {
    /// The pieces there are: middlegame and endgame.
    Men,
    /// The pieces in hand: full hands and empty ones.
    Hands,
}

/// All weights.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalWeights {
    pub(super) taper: Taper,
    pub(super) terms: [Pair; TERM_COUNT],
    pub(super) dangers: [i32; DANGER_COUNT],
    /// A note on their meaning and origin.
    pub note: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    note: String,
    taper: Taper,
    terms: Map<String, Value>,
    danger: Map<String, Value>,
}

static CHESS: OnceLock<Arc<EvalWeights>> = OnceLock::new();
static DROPS: OnceLock<Arc<EvalWeights>> = OnceLock::new();

// The text is part of the program, and a test reads it.
fn shipped(text: &str) -> Arc<EvalWeights> {
    Arc::new(EvalWeights::read(text).expect("the shipped weights can be read"))
}

impl EvalWeights {
    /// The shipped weights, for chess or for games with drops.
    #[must_use]
    pub fn shipped(drops: bool) -> Arc<Self> {
        let (cell, text) = if drops {
            (&DROPS, include_str!("drops.json"))
        } else {
            (&CHESS, include_str!("chess.json"))
        };
        Arc::clone(fork::once(cell, || shipped(text)))
    }

    /// Reads weights.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the group.
    pub fn read(text: &str) -> Result<Self> {
        let file: File = serde_json::from_str(text)
            .map_err(|e| Error::invalid_notation(format!("weights: {e}")))?;
        let terms = read_groups(TERMS, &file.terms, |value| {
            let pair = value.as_array().filter(|a| a.len() == 2)?;
            Some(Pair::new(small(&pair[0])?, small(&pair[1])?))
        })?;
        let dangers = read_groups(DANGERS, &file.danger, small)?;
        Ok(Self {
            taper: file.taper,
            terms,
            dangers,
            note: file.note,
        })
    }

    /// Writes them so that [`read`](Self::read) gives them back.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::from("{\n");
        let taper = match self.taper {
            Taper::Men => "men",
            Taper::Hands => "hands",
        };
        out += &format!(
            "  \"note\": {},\n  \"taper\": \"{taper}\",\n  \"terms\": {{\n",
            Value::from(&*self.note)
        );
        let terms = |at: usize| {
            let pair = self.terms[at];
            format!("[{}, {}]", pair.middle(), pair.end())
        };
        out += &write_groups(TERMS, terms);
        out += "  },\n  \"danger\": {\n";
        out += &write_groups(DANGERS, |at| self.dangers[at].to_string());
        out += "  }\n}\n";
        out
    }

    /// All numbers in one list, for a tuner: middlegame and endgame of each term,
    /// then the dangers.
    #[must_use]
    pub fn to_list(&self) -> Vec<i32> {
        let terms = self.terms.iter().flat_map(|p| [p.middle(), p.end()]);
        terms.chain(self.dangers.iter().copied()).collect()
    }

    /// Weights of such a list; numbers beyond what a weight can be are cut.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a list of another length.
    pub fn from_list(taper: Taper, list: &[i32], note: &str) -> Result<Self> {
        let wanted = 2 * TERM_COUNT + DANGER_COUNT;
        if list.len() != wanted {
            return Err(Error::invalid_option(format!(
                "weights: there are {wanted}, not {}",
                list.len()
            )));
        }
        let (terms, dangers) = list.split_at(2 * TERM_COUNT);
        let cut = |n: i32| n.clamp(-LARGEST, LARGEST);
        Ok(Self {
            taper,
            terms: std::array::from_fn(|i| Pair::new(cut(terms[2 * i]), cut(terms[2 * i + 1]))),
            dangers: std::array::from_fn(|i| cut(dangers[i])),
            note: note.into(),
        })
    }

    pub(super) fn end(&self, term: usize) -> i32 {
        self.terms[term].end()
    }

    /// Counts the terms; each has two numbers in [`to_list`](Self::to_list).
    #[must_use]
    pub const fn term_count() -> usize {
        TERM_COUNT
    }

    /// The names of the groups and where each stands: terms in pairs, then dangers.
    #[must_use]
    pub fn groups() -> Vec<(&'static str, Range<usize>)> {
        let mut at = 0;
        TERMS
            .iter()
            .chain(DANGERS)
            .map(|(name, len)| {
                let range = at..at + len;
                at += len;
                (*name, range)
            })
            .collect()
    }
}

/// Sums of weights must not overflow half a word.
const LARGEST: i32 = 3000;

fn small(value: &Value) -> Option<i32> {
    let number = i32::try_from(value.as_i64()?).ok()?;
    (-LARGEST..=LARGEST).contains(&number).then_some(number)
}

fn read_groups<T: Copy + Default, const COUNT: usize>(
    groups: &[(&str, usize)],
    from: &Map<String, Value>,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<[T; COUNT]> {
    let wrong = |name: &str, what: String| {
        Err(Error::invalid_notation(format!(
            "weights: {} {what}",
            quoted(name)
        )))
    };
    if let Some(name) = from.keys().find(|k| groups.iter().all(|(n, _)| n != k)) {
        return wrong(name, "is no group".into());
    }
    let mut out = [T::default(); COUNT];
    let mut places = out.iter_mut();
    for (name, len) in groups {
        let list = from.get(*name).and_then(Value::as_array);
        let Some(list) = list.filter(|l| l.len() == *len) else {
            return wrong(name, format!("takes a list of {len}"));
        };
        for (value, place) in list.iter().zip(&mut places) {
            match read(value) {
                Some(weight) => *place = weight,
                None => return wrong(name, format!("holds {value}, which is no weight")),
            }
        }
    }
    Ok(out)
}

fn write_groups(groups: &[(&str, usize)], write: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (i, (name, len)) in groups.iter().enumerate() {
        let comma = if i + 1 < groups.len() { "," } else { "" };
        let numbers: Vec<_> = (at..at + len).map(&write).collect();
        at += len;
        if *len <= 8 {
            out += &format!("    \"{name}\": [{}]{comma}\n", numbers.join(", "));
        } else {
            let lines: Vec<_> = numbers
                .chunks(8)
                .map(|line| format!("      {}", line.join(", ")))
                .collect();
            out += &format!("    \"{name}\": [\n{}\n    ]{comma}\n", lines.join(",\n"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_up() {
        let mut sum = Pair::default();
        for (middle, end) in [(5, -7), (-300, 12), (0, -1), (77, 0)] {
            sum += Pair::new(middle, end) * 3;
        }
        assert_eq!((sum.middle(), sum.end()), (-654, 12));
        let back = Pair::default() - sum;
        assert_eq!((back.middle(), back.end()), (654, -12));
    }

    #[test]
    fn the_shipped_weights_are_read_and_written_again() {
        for (drops, text) in [
            (false, include_str!("chess.json")),
            (true, include_str!("drops.json")),
        ] {
            let weights = EvalWeights::shipped(drops);
            assert_eq!(weights.write(), text);
            let list = weights.to_list();
            assert_eq!(
                EvalWeights::from_list(weights.taper, &list, &weights.note).unwrap(),
                *weights
            );
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = include_str!("chess.json");
        for (from, to, part) in [
            ("\"tempo\"", "\"tempi\"", "tempi"),
            ("\"material\": [", "\"material\": [[1, 1], ", "material"),
            ("\"base\": [", "\"base\": [1.5, ", "base"),
        ] {
            let error = EvalWeights::read(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
