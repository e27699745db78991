//! Drives every fuzz target on stable Rust with seeded garbage and with texts
//! that are nearly right. Each body panics by itself where something is wrong.

use boardwright::host::{Game, MoveRef, State};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::{Dict, to_value};
use boardwright_fuzz::mutate::{damaged, garbage};

/// Inputs for each target, half of them random bytes and half damaged texts.
fn inputs() -> u64 {
    match std::env::var_os("BOARDWRIGHT_FULL") {
        Some(_) => 1_000_000,
        None => 20_000,
    }
}

/// Gives a body the inputs, with the bytes that `head` makes in front.
fn drive(
    body: fn(&[u8]) -> bool,
    texts: &[String],
    head: impl Fn(&mut Rng) -> Vec<u8>,
    least_accepted: u64,
) {
    let count = inputs();
    let pick = |rng: &mut Rng| &texts[rng.below(texts.len() as u32) as usize];
    let mut accepted = 0;
    for index in 0..count {
        let mut rng = Rng::derived(&[0xf022, index]);
        let mut data = head(&mut rng);
        if index % 2 == 0 {
            data.extend(garbage(&mut rng, 120));
        } else {
            let text = pick(&mut rng);
            let other = pick(&mut rng);
            data.extend(damaged(&mut rng, text, other));
        }
        accepted += u64::from(body(&data));
    }
    // Where nothing gets through, the damage was too great to test anything.
    assert!(
        (least_accepted..count / 2).contains(&accepted),
        "{accepted} of {count} inputs were accepted"
    );
}

fn bytes<const N: usize>(rng: &mut Rng) -> Vec<u8> {
    (0..N).map(|_| rng.next_u32() as u8).collect()
}

/// States of random games of every game.
fn states() -> Vec<State> {
    let mut states = Vec::new();
    for (seed, entry) in (0..).zip(GAMES) {
        let mut rng = Rng::derived(&[0x57a7, seed]);
        let game = Game::new(entry.info().name, &Dict::new()).expect("rules");
        let mut state = game.start().expect("a start");
        for _ in 0..60 {
            states.push(state.clone());
            let moves = state.legal_moves(None, None).expect("moves");
            let Some(text) = moves.get(rng.below(moves.len() as u32) as usize) else {
                break;
            };
            state = state
                .play(None, MoveRef::Text(text), None)
                .expect("a legal move");
        }
    }
    states
}

/// The third field of the shared vectors: positions chosen for their oddities.
fn positions() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let mut texts: Vec<String> = states().iter().map(|s| s.notation()).collect();
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the vectors")
        .map(|file| file.expect("a file").path())
        .collect();
    paths.sort();
    let before = texts.len();
    for path in paths {
        let lines = std::fs::read_to_string(&path).expect("text");
        let position = |line: &str| line.split(" ; ").nth(2).map(str::to_owned);
        texts.extend(
            lines
                .lines()
                .filter(|l| !l.starts_with('#'))
                .filter_map(position),
        );
    }
    assert!(texts.len() > before, "no vector was read");
    texts
}

#[test]
fn positions_are_read_or_refused() {
    drive(boardwright_fuzz::position, &positions(), bytes::<2>, 100);
}

#[test]
fn moves_are_read_or_refused() {
    let mut texts = Vec::new();
    for state in states() {
        for style in state.game().info().styles {
            texts.extend(state.legal_moves(None, Some(style)).expect("moves"));
        }
    }
    let head = |rng: &mut Rng| {
        let mut head = bytes::<6>(rng);
        // Most moves that exist are moves of the opening.
        head[3] %= 24;
        head
    };
    drive(boardwright_fuzz::moves, &texts, head, 100);
}

#[test]
fn saved_states_are_read_or_refused() {
    let texts: Vec<_> = states().iter().map(|s| s.save().expect("a text")).collect();
    drive(boardwright_fuzz::load, &texts, bytes::<0>, 100);
}

#[test]
fn options_are_read_or_refused() {
    let mut texts = vec![String::new(), "{}".into()];
    for entry in GAMES {
        texts.push(entry.info().name.into());
        texts.extend(entry.bots().into_iter().map(str::to_owned));
        let game = Game::new(entry.info().name, &Dict::new()).expect("rules");
        texts.push(serde_json::to_string(&game.options()).expect("JSON"));
        for spec in entry.info().options {
            let (name, option) = (spec.name, to_value(&spec.describe()).expect("a value"));
            for value in option["values"].as_array().into_iter().flatten() {
                texts.push(format!("{name}={value}"));
                texts.push(format!("{{\"{name}\":{value}}}"));
            }
            for value in [&option["default"], &option["min"], &option["max"]] {
                texts.push(format!("{name}={value}"));
            }
            texts.push(format!("{name}=true"));
        }
    }
    let head = |rng: &mut Rng| match rng.below(8) {
        0 => vec![u8::MAX],
        _ => vec![rng.below(GAMES.len() as u32) as u8],
    };
    drive(boardwright_fuzz::options, &texts, head, 100);
}

#[test]
fn changes_are_made_or_refused() {
    let texts = [
        r#"{"pocket":"QRBNPqrbnp"}"#,
        r#"{"pocket":"PPPPPPPPpppp"}"#,
        r#"{"add":"N"}"#,
        "pocket=Qn",
        "pocket=",
    ];
    let texts: Vec<_> = texts.map(str::to_owned).into();
    drive(boardwright_fuzz::edit, &texts, bytes::<4>, 100);
}

#[test]
fn games_are_read_or_named() {
    let texts = [
        "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O {[%clk 0:01:02]} Ke7 1-0\n\n",
        "1. e4 e5 (1... c5 2. Nf3 {a} (2. c3)) 2. Nf3!? $14 {[%eval 0.3,12] b} Nc6 1/2-1/2\n",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[Event \"y\"]\n\n1. d4 -- *\n",
        "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 *\n% escaped\n[Event \"z\"]\n\n1. e4 ; c\ne5 *\n",
    ];
    let texts: Vec<_> = texts.map(str::to_owned).into();
    drive(boardwright_fuzz::pgn, &texts, bytes::<1>, 100);
}

#[test]
fn operations_are_read_or_refused() {
    let texts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 Nf3; id \"a;b\"; ce 12;",
        "4k3/8/8/8/8/8/8/R3K3 w Q - pv O-O-O Ke7; hmvc 4; fmvn 70; odd word \"x\";",
        "4k3/P7/8/8/8/8/8/4K3 w - - am a8=Q+; dm 3; acd 5; noop;",
    ];
    let texts: Vec<_> = texts.map(str::to_owned).into();
    drive(boardwright_fuzz::epd, &texts, |_| vec![0], 100);
}

#[test]
fn positions_are_repaired_or_refused() {
    let chess = |text: &String| text.split(' ').count() == 6;
    let texts: Vec<_> = positions().into_iter().filter(chess).collect();
    drive(boardwright_fuzz::repair, &texts, bytes::<0>, 100);
}
