//! Arguments of `go`.

use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use contract::bot::{Clock, Limits};
use contract::error::quoted;

/// Longer times count as this.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// A `go` as it was read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::protocol) struct GoCommand {
    pub(in crate::protocol) limits: Limits,
    /// True if the answer waits for `stop`.
    pub(in crate::protocol) infinite: bool,
    /// Messages about words that could not be understood.
    pub(in crate::protocol) complaints: Vec<String>,
}

/// Words after which something else than a move comes in `searchmoves`.
const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
];

/// Milliseconds; clocks that have run out may be given as less than nothing.
fn time(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0).unsigned_abs()).min(LONGEST)
}

fn count(n: i64) -> u32 {
    u32::try_from(n.max(0)).unwrap_or(u32::MAX)
}

/// Reads what follows `go`; `seat` is that of the side to move, White's being 0.
pub(in crate::protocol) fn read(words: SplitAsciiWhitespace<'_>, seat: usize) -> GoCommand {
    let mut asked = GoCommand::default();
    let (mut left, mut added, mut to_go) = ([None; 2], [None; 2], None);
    let limits = &mut asked.limits;
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => asked.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                let moves = limits.moves.get_or_insert_default();
                while let Some(text) = words.next_if(|w| !WORDS.contains(w)) {
                    moves.push(text.to_owned());
                }
            }
            word if WORDS.contains(&word) => {
                let Some(n) = words.peek().and_then(|text| text.parse::<i64>().ok()) else {
                    let got = words.next_if(|w| !WORDS.contains(w)).map(quoted);
                    let got = got.as_deref().unwrap_or("nothing");
                    asked
                        .complaints
                        .push(format!("go: {word} takes an integer, not {got}"));
                    continue;
                };
                words.next();
                match word {
                    "wtime" => left[0] = Some(time(n)),
                    "btime" => left[1] = Some(time(n)),
                    "winc" => added[0] = Some(time(n)),
                    "binc" => added[1] = Some(time(n)),
                    "movestogo" => to_go = Some(count(n)).filter(|n| *n > 0),
                    "depth" => limits.depth = Some(count(n)),
                    "nodes" => limits.nodes = Some(n.max(0).unsigned_abs()),
                    "mate" => limits.mate = Some(count(n).clamp(1, 1000)),
                    _ => limits.movetime = Some(time(n)),
                }
            }
            other => asked
                .complaints
                .push(format!("go: unknown word {}", quoted(other))),
        }
    }
    let own = seat.min(1);
    if let Some(remaining) = left[own] {
        limits.clock = Some(Clock {
            remaining,
            increment: added[own].unwrap_or_default(),
            moves_to_go: to_go,
        });
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GoCommand {
        super::read(text.split_ascii_whitespace(), 1)
    }

    #[test]
    fn all_words_are_read() {
        let asked = read(
            "searchmoves e2e4 N@f3 wtime 5 btime 60000 winc 7 binc -3 movestogo 12 depth 9 \
             nodes 12345678901 mate 2 movetime 250 ponder infinite",
        );
        let ms = Duration::from_millis;
        assert_eq!(
            asked,
            GoCommand {
                limits: Limits {
                    movetime: Some(ms(250)),
                    deadline: None,
                    nodes: Some(12_345_678_901),
                    depth: Some(9),
                    mate: Some(2),
                    clock: Some(Clock {
                        remaining: ms(60_000),
                        increment: ms(0),
                        moves_to_go: Some(12),
                    }),
                    clocks: Vec::new(),
                    moves: Some(vec!["e2e4".into(), "N@f3".into()]),
                    lines: None,
                    heard: None,
                    ponder: true,
                },
                infinite: true,
                complaints: vec![],
            }
        );
        assert_eq!(read(""), GoCommand::default());
        // The other side's clock is not ours.
        assert_eq!(
            read("wtime 100 winc 5 binc 5 movestogo 3"),
            GoCommand::default()
        );
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_is_taken() {
        for (text, complaint) in [
            ("depth x", "go: depth takes an integer, not \"x\""),
            ("depth", "go: depth takes an integer, not nothing"),
            ("depth infinite", "go: depth takes an integer, not nothing"),
            ("nodes 99999999999999999999", "go: nodes takes an integer"),
            ("movetime 1.5", "go: movetime takes an integer, not \"1.5\""),
            ("fast", "go: unknown word \"fast\""),
        ] {
            let asked = read(&format!("{text} mate 3"));
            assert_eq!(asked.complaints.len(), 1, "{text}");
            assert!(asked.complaints[0].starts_with(complaint), "{asked:?}");
            assert_eq!(asked.limits.mate, Some(3), "{text}");
        }
        let asked =
            read("depth -4 nodes -1 movestogo 0 btime -100 mate 0 movetime 9223372036854775807");
        assert!(asked.complaints.is_empty());
        let limits = asked.limits;
        assert_eq!(
            (limits.depth, limits.nodes, limits.mate),
            (Some(0), Some(0), Some(1))
        );
        assert_eq!(limits.movetime, Some(LONGEST));
        let clock = limits.clock.unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (Duration::ZERO, None));
    }
}
