//! Seeded garbage, and texts that were nearly right.

use boardwright::rng::Rng;

/// Fragments on which parsers are likely to fail.
const PIECES: &[&str] = &[
    "0",
    "9",
    "-1",
    "99999999999999999999",
    "1e999",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "\"",
    "\\",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "♞",
    "\u{1f600}",
    "\u{10ffff}",
    "~",
    "[",
    "]",
    "[-]",
    "/",
    "//",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "@",
    "+",
    "#",
    "=",
    ":",
    ";",
    "|",
    "-",
    "K",
    "k",
    "Q",
    "p",
    "N@",
    "O-O",
    "e8=Q",
    "a9",
    "i1",
    "8/8",
];

/// Random bytes, up to so many.
pub fn garbage(rng: &mut Rng, most: u32) -> Vec<u8> {
    (0..rng.below(most + 1))
        .map(|_| rng.next_u32() as u8)
        .collect()
}

/// A text damaged in up to three places; `other` is what pieces are taken from.
pub fn damaged(rng: &mut Rng, text: &str, other: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let (from, to) = span(rng, bytes.len());
        match rng.below(9) {
            0 => bytes.truncate(from),
            1 => drop(bytes.drain(from..to)),
            2 => drop(bytes.drain(..from)),
            3 => {
                let copy = bytes[from..to].to_vec();
                bytes.splice(to..to, copy);
            }
            4 => {
                let (a, b) = span(rng, other.len());
                bytes.splice(from..to, other.as_bytes()[a..b].iter().copied());
            }
            5 => swap_fields(rng, &mut bytes),
            6 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte = rng.next_u32() as u8;
                }
            }
            7 => {
                let case = bytes.get_mut(from..to).unwrap_or_default();
                case.iter_mut()
                    .for_each(|b| *b ^= 0x20 * u8::from(b.is_ascii_alphabetic()));
            }
            _ => {
                let piece = PIECES[rng.below(PIECES.len() as u32) as usize];
                bytes.splice(from..from, piece.bytes());
            }
        }
    }
    bytes
}

/// A range of a text of so many bytes, mostly a short one.
fn span(rng: &mut Rng, length: usize) -> (usize, usize) {
    let from = rng.below(length as u32 + 1) as usize;
    let long = if rng.below(4) == 0 { length } else { 4 };
    (
        from,
        (from + rng.below(long as u32 + 1) as usize).min(length),
    )
}

fn swap_fields(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let separator = b" /,:"[rng.below(4) as usize];
    let mut fields: Vec<Vec<u8>> = bytes
        .split(|b| *b == separator)
        .map(<[u8]>::to_vec)
        .collect();
    let count = fields.len() as u32;
    fields.swap(rng.below(count) as usize, rng.below(count) as usize);
    *bytes = fields.join(&separator);
}
