//! The suite of situations of two boards: that each line is what it says, by playing
//! at the rim. The quick form takes a part of them, the full form all. That the engine
//! solves them is tested where it is made, in `xtask`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use boardwright::host::{self, MoveRef, SeatRef, State};
use boardwright::value::Dict;

/// The quick form verifies one in so many.
const SAMPLE: usize = 6;

struct Line {
    name: String,
    position: String,
    seat: String,
    clocks: Option<Vec<u64>>,
    message: Option<String>,
    moves: Vec<String>,
}

impl Line {
    fn kind(&self) -> &str {
        self.name.split(' ').next().unwrap()
    }

    fn state(&self) -> State {
        let game = host::Game::new("bughouse", &Dict::new()).unwrap();
        game.parse(&self.position, &[]).unwrap()
    }

    /// The seat that plays against its partner, and the partner.
    fn others(&self) -> (&str, &str) {
        match self.seat.as_str() {
            "A.white" => ("B.white", "B.black"),
            "A.black" => ("B.black", "B.white"),
            "B.white" => ("A.white", "A.black"),
            _ => ("A.black", "A.white"),
        }
    }
}

fn suite() -> Vec<Line> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/bughouse.suite");
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<_> = line.split(" ; ").collect();
            let [name, position, seat, clocks, message, expected] = fields[..] else {
                panic!("not six fields: {line}");
            };
            let given = |text: &str| Some(text.to_owned()).filter(|t| t != "-");
            // The first word says what to do; it is judged where the engine is asked.
            let words = expected.split(' ').skip(1).map(str::to_owned);
            Line {
                name: name.into(),
                position: position.into(),
                seat: seat.into(),
                clocks: given(clocks)
                    .map(|all| all.split(' ').map(|ms| ms.parse().unwrap()).collect()),
                message: given(message),
                moves: words.collect(),
            }
        })
        .collect()
}

fn full() -> bool {
    std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1")
}

fn moves(state: &State, seat: &str) -> Vec<String> {
    state.legal_moves(Some(SeatRef::Name(seat)), None).unwrap()
}

fn play(state: &State, text: &str) -> State {
    state.play(None, MoveRef::Text(text), None).unwrap()
}

/// Returns true if a move ends the game by checkmate.
fn mates(state: &State, text: &str) -> bool {
    play(state, text)
        .outcome()
        .is_some_and(|o| o.reason == "checkmate")
}

/// Returns true if a seat has a mate in one.
fn can_mate(state: &State, seat: &str) -> bool {
    state.outcome().is_none() && moves(state, seat).iter().any(|text| mates(state, text))
}

/// Counts the pieces on a seat's board: one fewer after a capture.
fn men(state: &State, seat: &str) -> usize {
    let notation = state.notation();
    let board = notation
        .split(" | ")
        .nth(usize::from(seat.starts_with('B')))
        .unwrap();
    let squares = board.split(['[', ' ']).next().unwrap();
    squares.chars().filter(|c| c.is_ascii_alphabetic()).count()
}

fn opponent(seat: &str) -> String {
    let (board, color) = seat.split_once('.').unwrap();
    let other = if color == "white" { "black" } else { "white" };
    format!("{board}.{other}")
}

fn verify(line: &Line) {
    let state = line.state();
    let own = moves(&state, &line.seat);
    let (rival, partner) = line.others();
    let against = opponent(&line.seat);
    let named = |text: &String| line.moves.contains(text);
    for text in &line.moves {
        assert!(own.contains(text), "{}: {text}", line.name);
    }
    let good = |good: &dyn Fn(&String) -> bool| {
        for text in &own {
            assert_eq!(named(text), good(text), "{}: {text}", line.name);
        }
    };
    match line.kind() {
        "need" => good(&|text| {
            let after = play(&state, text);
            men(&after, &line.seat) < men(&state, &line.seat) && can_mate(&after, partner)
        }),
        "feed" => good(&|text| {
            let after = play(&state, text);
            let replies = moves(&after, &against);
            replies.iter().any(|reply| {
                let fed = play(&after, reply);
                men(&fed, &line.seat) < men(&after, &line.seat) && can_mate(&fed, rival)
            })
        }),
        "mate" => {
            good(&|text| mates(&state, text));
            let freezes = |text: &String| {
                let after = play(&state, text);
                !named(text)
                    && after.outcome().is_none()
                    && after.describe(None).unwrap()["places"][&*against]["status"] == "frozen"
            };
            assert!(own.iter().any(freezes), "{}", line.name);
        }
        "lost" => {
            for text in &own {
                assert!(
                    can_mate(&play(&state, text), &against),
                    "{}: {text}",
                    line.name
                );
            }
        }
        "flag" => {
            let places = &state.describe(None).unwrap()["places"];
            assert_eq!(places[rival]["status"], "frozen", "{}", line.name);
            let clocks = line.clocks.as_ref().unwrap();
            let clock = |seat: &str| {
                let names = ["A.white", "A.black", "B.white", "B.black"];
                clocks[names.iter().position(|n| *n == seat).unwrap()]
            };
            assert!(clock(rival) < clock(&line.seat), "{}", line.name);
        }
        "asked" => {
            let taken =
                |text: &String| men(&play(&state, text), &line.seat) < men(&state, &line.seat);
            assert!(line.moves.iter().all(taken), "{}", line.name);
            let others = own.iter().filter(|text| taken(text) && !named(text));
            // Nobody takes back what was asked for.
            for text in &line.moves {
                let after = play(&state, text);
                let square = &text[text.len() - 2..];
                let replies = moves(&after, &against);
                let back = replies.iter().any(|reply| {
                    reply.ends_with(square)
                        && men(&play(&after, reply), &line.seat) < men(&after, &line.seat)
                });
                assert!(!back, "{}: {text}", line.name);
            }
            assert!(others.count() > 0, "{}", line.name);
        }
        "stall" => {
            assert!(!can_mate(&state, &line.seat), "{}", line.name);
            assert_eq!(line.message.as_deref(), Some("stall"));
            assert!(!moves(&state, partner).is_empty(), "{}", line.name);
        }
        other => panic!("no such kind: {other}"),
    }
}

#[test]
fn there_are_enough_of_each_and_none_twice() {
    let suite = suite();
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in &suite {
        kinds.entry(line.kind()).or_default().push(&line.position);
    }
    assert!(suite.len() >= 100 && kinds.len() == 7, "{}", suite.len());
    for (kind, mut positions) in kinds {
        let all = positions.len();
        positions.sort_unstable();
        positions.dedup();
        assert!(all >= 15 && positions.len() == all, "{kind}: {all}");
    }
}

#[test]
fn each_is_what_it_says() {
    for line in suite().iter().step_by(if full() { 1 } else { SAMPLE }) {
        verify(line);
    }
}
