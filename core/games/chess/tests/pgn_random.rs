//! Random games written, read, damaged, and read in other ways.

use std::sync::Arc;

use boardwright_chess_games::{Chess, Crazyhouse};
use chess::{Board, Move};
use contract::game::{Game, Seat};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::{Rules, State};
use contract::value::Dict;
use records::columns::{self, BoardRules, ColumnOptions, Columns, Reading};
use records::write::{WriteOptions, pgn};
use records::{
    Annotations, Damage, DamageKind, Eval, GameResult, Limits, Lines, Mark, MarkColor, Node,
    NodeId, ReadOptions, Record, Tree, games, games_in,
};
use serde_json::json;

fn full() -> bool {
    std::env::var_os("BOARDWRIGHT_FULL").is_some()
}

fn rules<G: Game>(options: &serde_json::Value) -> Arc<Rules<G>> {
    let options: Dict = options.as_object().cloned().unwrap_or_default();
    Rules::new(&options).unwrap()
}

const TEXTS: [&str; 6] = [
    "a plain comment",
    "with ; ( ) $5 * 1-0 and [brackets] inside",
    "long enough to be wrapped: the quick brown fox jumps over the lazy dog and comes back",
    "Ünïcode ♞",
    "% per cent",
    "[%unknown 5] stays",
];

fn annotated<A>(rng: &mut Rng, node: &mut Node<A>, fresh: bool) {
    let square = |rng: &mut Rng| chess::Square::new(rng.below(64) as u8).unwrap();
    if rng.below(4) == 0 {
        node.nags.push(1 + rng.below(139) as u8);
    }
    if rng.below(3) == 0 {
        node.after.push(TEXTS[rng.below(6) as usize].into());
    }
    if fresh && rng.below(4) == 0 {
        node.before.push(TEXTS[rng.below(6) as usize].into());
    }
    if rng.below(2) == 0 {
        node.notes.clock = Some(u64::from(rng.below(9_999_999)));
    }
    if rng.below(4) == 0 {
        node.notes.elapsed = Some(u64::from(rng.below(99_999)));
    }
    if rng.below(4) == 0 {
        node.notes.eval = Some(match rng.below(3) {
            0 => Eval::Mate(rng.below(20) as i32 - 10),
            _ => Eval::Centipawns(rng.below(4000) as i32 - 2000),
        });
        node.notes.depth = (rng.below(2) == 0).then(|| rng.below(60));
    }
    if rng.below(8) == 0 {
        let (from, to) = (square(rng), square(rng));
        let color = MarkColor::Green;
        node.notes.marks.push(Mark { color, from, to });
    }
}

/// A game with variations in variations.
fn game<G: Game<Position = Board, Action = Move>>(
    rules: &Arc<Rules<G>>,
    rng: &mut Rng,
    most: u32,
) -> Record<G> {
    let start = State::start(rules).unwrap();
    let mut tree: Tree<Move> = Tree::default();
    let mut states: Vec<(Option<NodeId>, State<G>)> = vec![(None, start.clone())];
    for ply in 0..rng.below(most + 1) {
        // Mostly the line goes on; sometimes a variation begins at an earlier move.
        let back = if ply > 4 && rng.below(6) == 0 {
            rng.below(states.len() as u32) as usize
        } else {
            states.len() - 1
        };
        let (parent, state) = states[back].clone();
        let moves = state.legal(None);
        if moves.is_empty() {
            continue;
        }
        let action = moves[rng.below(moves.len() as u32) as usize];
        let seat = state.game().actor(state.position(), &action);
        let fresh = tree.children(parent).next().is_some();
        let mut node = Node::new(seat, action);
        annotated(rng, &mut node, fresh);
        let id = tree.push(parent, node);
        states.push((Some(id), state.play(&action).unwrap()));
    }
    let results = [
        GameResult::FirstWins,
        GameResult::SecondWins,
        GameResult::Draw,
        GameResult::Unknown,
    ];
    if rng.below(3) == 0 {
        tree.comments.push("before the game".into());
    }
    Record {
        line: 0,
        tags: vec![
            ("Event".into(), "a \"quoted\" \\ event".into()),
            ("White".into(), "Ünï".into()),
            ("Annotator".into(), rng.below(1000).to_string()),
        ],
        start,
        moves: tree,
        result: Some(results[rng.below(4) as usize]),
    }
}

/// The tree as paths of texts with all that is said, whatever the order of its list.
fn described<G: Game<Action = Move>>(tree: &Tree<G::Action>) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack: Vec<(Option<NodeId>, String)> = vec![(None, String::new())];
    while let Some((at, path)) = stack.pop() {
        for id in tree.children(at) {
            let node = tree.node(id);
            let path = format!("{path} {}", node.action);
            out.push(format!(
                "{path}: {:?} {:?} {:?} {:?}",
                node.nags, node.before, node.after, node.notes
            ));
            stack.push((Some(id), path));
        }
    }
    out
}

fn round_trips<G: Game<Position = Board, Action = Move>>(options: &serde_json::Value, seed: u64) {
    let rules = rules::<G>(options);
    let count = if full() { 2000 } else { 60 };
    let mut rng = Rng::derived(&[seed]);
    let written: Vec<_> = (0..count).map(|_| game(&rules, &mut rng, 80)).collect();
    let text: String = written
        .iter()
        .map(|record| pgn(record, WriteOptions::default()).unwrap())
        .collect();
    for line in text.lines() {
        assert!(line.chars().count() < 80 || !line.contains(' ') || line.starts_with('['));
    }
    let read: Vec<_> = games(&rules, text.as_bytes(), ReadOptions::default()).collect();
    assert_eq!(read.len(), written.len());
    for (read, written) in read.iter().zip(&written) {
        let read = read.as_ref().unwrap();
        assert_eq!(described::<G>(&read.moves), described::<G>(&written.moves));
        assert_eq!(read.moves.comments, written.moves.comments);
        assert_eq!(read.start, written.start);
        assert_eq!(read.result, written.result);
        for (name, value) in &written.tags {
            assert_eq!(read.tag(name), Some(value.as_str()));
        }
        assert_eq!(
            pgn(read, WriteOptions::default()).unwrap(),
            pgn(written, WriteOptions::default()).unwrap()
        );
    }
    // A slice, a stream in crumbs and lines say the same.
    let damages = |all: Vec<Result<Record<G>, Damage>>| -> Vec<String> {
        let told = all.into_iter().map(|read| match read {
            Ok(record) => format!("{} {:?}", record.line, described::<G>(&record.moves)),
            Err(damage) => damage.to_string(),
        });
        told.collect()
    };
    let crumbs = Crumbs(text.as_bytes(), Rng::new(seed));
    let lines = Lines::new(text.lines());
    let expected = damages(read);
    assert_eq!(
        damages(games_in(&rules, text.as_bytes(), ReadOptions::default()).collect()),
        expected
    );
    assert_eq!(
        damages(games(&rules, crumbs, ReadOptions::default()).collect()),
        expected
    );
    assert_eq!(
        damages(games(&rules, lines, ReadOptions::default()).collect()),
        expected
    );
}

/// A stream that gives a few bytes at a time.
struct Crumbs<'a>(&'a [u8], Rng);

impl std::io::Read for Crumbs<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let length = (self.1.below(50) as usize + 1)
            .min(out.len())
            .min(self.0.len());
        let (now, rest) = self.0.split_at(length);
        out[..length].copy_from_slice(now);
        self.0 = rest;
        Ok(length)
    }
}

#[test]
fn what_is_written_is_read() {
    round_trips::<Chess>(&json!({}), 1);
    round_trips::<Chess>(&json!({ "chess960": true, "chess960_position": 77 }), 2);
    round_trips::<Crazyhouse>(&json!({}), 3);
}

fn read_columns(
    bytes: &[u8],
    rules: &Arc<Rules<Chess>>,
    threads: usize,
    options: ReadOptions,
) -> Columns {
    let options = ColumnOptions {
        read: options,
        clocks: true,
        evals: true,
        starts: true,
        boards: true,
        fens: true,
        headers: vec!["White".into(), "Annotator".into()],
    };
    let rules: Arc<dyn BoardRules> = Arc::clone(rules) as _;
    let reading = Reading {
        threads,
        stop: false,
        progress: &|_| {},
        control: &Control::new(None),
    };
    let read = |options| {
        columns::read(
            bytes,
            &columns::always(Arc::clone(&rules)),
            options,
            &reading,
        )
    };
    let columns = read(&options).unwrap();
    // Without positions there are other ways through a game.
    let plain = ColumnOptions {
        boards: false,
        fens: false,
        ..options.clone()
    };
    let expected = Columns {
        boards: Vec::new(),
        fens: columns::Texts::default(),
        ..columns.clone()
    };
    assert_eq!(read(&plain).unwrap(), expected);
    columns
}

/// Columns and records of one text are the same, the damages included: the fast way accepts
/// and refuses what the states do.
fn columns_agree(bytes: &[u8], rules: &Arc<Rules<Chess>>, columns: &Columns) {
    // Variations are skipped in columns.
    let options = ReadOptions {
        skip_variations: true,
        ..ReadOptions::default()
    };
    let mut game = 0;
    let mut damages = columns.damages.iter();
    for read in games(rules, bytes, options) {
        match read {
            Err(damage) => assert_eq!(Some(&damage), damages.next()),
            Ok(record) => {
                assert_eq!(columns.lines[game], record.line as u64);
                let from = columns.ply_offsets[game] as usize;
                let to = columns.ply_offsets[game + 1] as usize;
                let mut state = record.start.clone();
                let mut at = from;
                for node in record.moves.main_line() {
                    assert_eq!(columns.moves[at], node.action.to_bits());
                    let clock = node.notes.clock.map_or(-1, |ms| ms as i32);
                    assert_eq!(columns.clocks[at], clock);
                    assert_eq!(
                        columns.evals[at] == columns::NO_EVAL,
                        node.notes.eval.is_none()
                    );
                    if let Some(Eval::Centipawns(cp)) = node.notes.eval {
                        // What 16 bits hold beside the mates.
                        assert_eq!(i32::from(columns.evals[at]), cp.clamp(-20_000, 20_000));
                    }
                    assert_eq!(columns.fens.get(at + game), Some(state.notation().as_str()));
                    // The slow way: a state with its whole history.
                    let san = state.write(&node.action, Some("san")).unwrap();
                    assert_eq!(state.read(None, &san, Some("san")).unwrap(), node.action);
                    state = state.play(&node.action).unwrap();
                    at += 1;
                }
                assert_eq!(at, to);
                assert_eq!(
                    columns.headers[1].get(game),
                    record.tag("Annotator").or(Some(""))
                );
                game += 1;
            }
        }
    }
    assert_eq!(game, columns.games());
    assert_eq!(damages.next(), None);
    let plies = columns.moves.len();
    assert_eq!(columns.boards.len(), 64 * (plies + game));
}

#[test]
fn columns_are_what_records_are() {
    let rules = rules::<Chess>(&json!({}));
    let mut rng = Rng::derived(&[9]);
    let text: String = (0..200)
        .map(|_| pgn(&game(&rules, &mut rng, 120), WriteOptions::default()).unwrap())
        .collect();
    let columns = read_columns(text.as_bytes(), &rules, 1, ReadOptions::default());
    assert_eq!(columns.games(), 200);
    columns_agree(text.as_bytes(), &rules, &columns);
}

/// Parts are cut where games seem to begin; a comment that looks so does not matter.
#[test]
fn columns_do_not_depend_on_threads_or_streams() {
    let rules = rules::<Chess>(&json!({}));
    let mut rng = Rng::derived(&[10]);
    let mut text = String::new();
    while text.len() < 10_000_000 {
        for _ in 0..20 {
            text += &pgn(&game(&rules, &mut rng, 40), WriteOptions::default()).unwrap();
        }
        let copy = text.clone();
        text += &copy;
        text += "[Event \"x\"]\n\n1. e4 {\n\n[a comment\n} e5 2. Ke3 *\n\n";
    }
    let one = read_columns(text.as_bytes(), &rules, 1, ReadOptions::default());
    for threads in [2, 3, 7] {
        let more = read_columns(text.as_bytes(), &rules, threads, ReadOptions::default());
        assert!(more == one, "{threads} threads");
    }
    let options = ColumnOptions::default();
    let rules: Arc<dyn BoardRules> = Arc::clone(&rules) as _;
    let reading = Reading {
        threads: 2,
        stop: false,
        progress: &|_| {},
        control: &Control::new(None),
    };
    let mut all = Columns::new(&options);
    let mut parts = 0;
    columns::read_stream(
        text.as_bytes(),
        &columns::always(rules),
        &options,
        &reading,
        &mut |part| {
            parts += 1;
            all.append(part, 1);
            Ok(())
        },
    )
    .unwrap();
    assert!(parts > 1);
    assert_eq!(all.moves, one.moves);
    assert_eq!(all.lines, one.lines);
    assert_eq!(all.damages, one.damages);
}

/// A game in a file of three is damaged in any way: nothing panics, what is damaged has a
/// line in its part of the file, and good games around it are read.
#[test]
fn damaged_games_are_named_and_the_others_read() {
    const ALPHABET: &[u8] = b"{}();$%[]\"\\ \n\r.0123456789-/*abcdefghKQRBNOx=+#!?@\xe9\0";
    let rules = rules::<Chess>(&json!({}));
    let mut rng = Rng::derived(&[11]);
    let rounds = if full() { 1_000_000 } else { 4000 };
    let good = "[Event \"good\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let pool: Vec<String> = (0..50)
        .map(|_| pgn(&game(&rules, &mut rng, 30), WriteOptions::default()).unwrap())
        .collect();
    let mut damaged = 0;
    for round in 0..rounds {
        let mut bytes = pool[rng.below(50) as usize].clone().into_bytes();
        // The blank line at the end stays: it parts the games.
        let end = bytes.len() - 2;
        for _ in 0..=rng.below(3) {
            let at = rng.below(end as u32) as usize;
            let letter = ALPHABET[rng.below(ALPHABET.len() as u32) as usize];
            match rng.below(4) {
                0 => bytes[at] = letter,
                1 => bytes.insert(at, letter),
                2 => drop(bytes.remove(at)),
                _ => bytes[at] = rng.next_u32() as u8,
            }
        }
        if !bytes.ends_with(b"\n\n") {
            bytes.extend_from_slice(b"\n\n");
        }
        let text = [good.as_bytes(), &bytes, good.as_bytes()].concat();
        let all: Vec<_> = games_in(&rules, &text, ReadOptions::default()).collect();
        let last = text.iter().filter(|byte| **byte == b'\n').count();
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        assert!(all.len() >= 2, "{}", shown());
        for read in [&all[0], &all[all.len() - 1]] {
            let record = read.as_ref().unwrap_or_else(|e| panic!("{e}: {}", shown()));
            assert_eq!(record.tag("Event"), Some("good"), "{}", shown());
            assert_eq!(record.moves.nodes().len(), 3);
        }
        for read in &all {
            if let Err(damage) = read {
                damaged += 1;
                assert!(damage.from <= damage.line && damage.line <= last + 1);
                assert!(damage.from >= 6 && damage.from < last - 3, "{damage}");
                assert!(!damage.message.is_empty());
            }
        }
        // The fast way sees the same.
        if round % 8 == 0 {
            let columns = read_columns(&text, &rules, 1, ReadOptions::default());
            columns_agree(&text, &rules, &columns);
        }
    }
    assert!(damaged > rounds / 4, "{damaged} of {rounds}");
}

/// A text that is no game is none in columns either.
#[test]
fn what_is_no_game_leaves_nothing_in_columns() {
    let rules = rules::<Chess>(&json!({}));
    for text in [
        "{a comment}\n\n[Event \"x\"]\n\n1. g3 *\n",
        ". .\n\n[Event \"x\"]\n\n1. g3 *\n\n. .\n",
        "$4\n\n[Event \"x\"]\n\n1. g3 *\n",
        "{a comment}",
    ] {
        let columns = read_columns(text.as_bytes(), &rules, 1, ReadOptions::default());
        columns_agree(text.as_bytes(), &rules, &columns);
        assert_eq!(columns.ply_offsets.len(), columns.games() + 1);
    }
}

/// A game of tags alone ends where the next one's begin, also where a tag of it is damaged.
#[test]
fn games_without_moves_keep_to_themselves() {
    let rules = rules::<Chess>(&json!({}));
    let good = "[Event \"good\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
    for tags in [
        "[Event \"x\"]\n\n",
        "[Event \"x\"]\n[Result \"1-0\"]\n%1. e4\n\n",
        "[Event \"x\"]\n[Annot\u{fffd}or \"871\"]\n\n",
        "[Event \"x\"]\n[Annot\u{fffd}or \"871\"]\n%1. Nc3 *\n\n\n",
        "[White \"x\"]\n\n[. Nc\u{fffd}3 *\n\n\n",
    ] {
        let text = format!("{tags}{good}");
        let all: Vec<_> = games_in(&rules, text.as_bytes(), ReadOptions::default()).collect();
        assert_eq!(all.len(), 2, "{tags}");
        assert_eq!(all[0].is_err(), tags.contains('\u{fffd}'), "{tags}");
        let last = all[1].as_ref().unwrap();
        assert_eq!(last.tag("Event"), Some("good"), "{tags}");
        assert_eq!(last.moves.nodes().len(), 2);
    }
}

#[test]
fn layouts_of_all_kinds_are_read() {
    let rules = rules::<Chess>(&json!({}));
    let line = |text: &[u8]| -> Vec<Result<Vec<String>, DamageKind>> {
        games(&rules, text, ReadOptions::default())
            .map(|read| match read {
                Ok(r) => Ok(r.moves.main_line().map(|n| n.action.to_string()).collect()),
                Err(damage) => Err(damage.kind),
            })
            .collect()
    };
    let two = vec![Ok(vec!["e2e4".to_owned(), "e7e5".to_owned()])];
    for text in [
        &b"1. e4 e5 *"[..],
        b"1.e4 e5 *",
        b"1 e4 e5 *",
        b"1. e4 1... e5 *\n",
        b"1.e4 1...e5*x",
        b"\xef\xbb\xbf[Event \"x\"]\r\n\r\n1. e4\r\ne5 *\r\n",
        b"[Event \"x\"][Site \"y\"]\n1. e4 e5 *",
        b"[Event \"a \"b\" c\"]\n\n1. e4 e5 *",
        b"[Event \"x\\\"]\"]\n\n1. e4 e5 *",
        b"[ Event \"x\" ]\n\n1. e4 e5 *",
        b"% escaped\n[Event \"x\"]\n% escaped 1. d4\n\n1. e4 ; to the end e6\ne5 *",
        b"1. e4 {a} {b} $1 $2 (1. d4 (1. c4 c5) d5 {\n\nx}) 1... e5 {c} *",
        b"1. e4!? e5?! 1/2-1/2",
        b"1. e4 e5 1-0 {White wins}\n",
        b"1. e4 e5",
        b"[Event \"Caf\xe9\"]\n\n1. e4 {\xe9} e5 *",
        b"1. e4 (1. d4 *) e5 *",
        b"\n\n\n1. e4 e5 *\n\n\n",
    ] {
        let text_shown = String::from_utf8_lossy(text);
        if text.ends_with(b"*x") {
            assert_eq!(
                line(text),
                [Err(DamageKind::UnreadableMove)],
                "{text_shown}"
            );
        } else {
            assert_eq!(line(text), two, "{text_shown}");
        }
    }
    for (text, kind) in [
        (&b"[Event x]\n\n1. e4 *"[..], DamageKind::Tag),
        (b"[Event \"x]\n\n1. e4 *", DamageKind::Tag),
        (b"[FEN \"8/8\"]\n\n1. e4 *", DamageKind::Start),
        (b"1. e4 e9 *", DamageKind::UnreadableMove),
        (b"1. e4 e4 *", DamageKind::IllegalMove),
        (b"1. e4 -- *", DamageKind::NullMove),
        (b"1. e4 Z0 *", DamageKind::NullMove),
        (b"1. e4 $256 *", DamageKind::Glyph),
        (b"1. e4 $ *", DamageKind::Glyph),
        (b"1. e4 { *", DamageKind::Comment),
        (b"1. e4 } *", DamageKind::Comment),
        (b"1. e4 ( 1. d4 *", DamageKind::Variation),
        (b"1. e4 ) *", DamageKind::Variation),
        (b"( 1. e4 ) *", DamageKind::Variation),
        (b"1. e4 ((1. d4)) *", DamageKind::Variation),
        (b"1. f3 e5 2. g4 Qh4# 3. a3 *", DamageKind::GameOver),
    ] {
        let shown = String::from_utf8_lossy(text);
        assert_eq!(line(text), [Err(kind)], "{shown}");
    }
}

#[test]
fn what_strangers_send_is_bounded() {
    let rules = rules::<Chess>(&json!({}));
    let limits = Limits {
        game_bytes: 1 << 16,
        comment_bytes: 1000,
        tags: 10,
        depth: 8,
    };
    let options = ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let good = "\n\n[Event \"good\"]\n\n1. e4 *\n";
    let nested = format!("1. e4 {}{} *", "(1. d4 ".repeat(9), ")".repeat(9));
    let endless = "[Event \"x\"]\n\n".to_owned() + &"1. e4 e5 ".repeat(100_000);
    let comment = "1. e4 {".to_owned() + &"a".repeat(2000) + "} *";
    let open = "1. e4 {".to_owned() + &"a ".repeat(200_000);
    let tags = "[A \"b\"]\n".repeat(11) + "\n1. e4 *";
    let tag_flood = "[A \"b\"]\n".repeat(100_000) + "\n1. e4 *";
    let starred = "1. e4 (1. d4 ".to_owned() + &"* ".repeat(20_000) + ") *";
    for (text, kind) in [
        (nested, Some(DamageKind::TooDeep)),
        (endless, Some(DamageKind::TooLong)),
        (comment, Some(DamageKind::TooLong)),
        (open, Some(DamageKind::TooLong)),
        (tags, Some(DamageKind::TooManyTags)),
        (tag_flood, Some(DamageKind::TooLong)),
        ("(".repeat(60_000), Some(DamageKind::Variation)),
        (starred, None),
    ] {
        let start = &text[..text.len().min(40)];
        let text = text.clone() + good;
        for all in [
            games(&rules, text.as_bytes(), options).collect::<Vec<_>>(),
            games_in(&rules, text.as_bytes(), options).collect(),
        ] {
            assert_eq!(
                all.len(),
                2,
                "{start}: {:?}",
                all.iter().map(|r| r.as_ref().err()).collect::<Vec<_>>()
            );
            assert_eq!(all[0].as_ref().err().map(|d| d.kind), kind, "{start}");
            assert_eq!(
                all[1].as_ref().unwrap().tag("Event"),
                Some("good"),
                "{start}"
            );
        }
    }
}

#[test]
fn options_choose_what_is_tolerated() {
    let rules = rules::<Chess>(&json!({}));
    let kings = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 Kd7 *\n";
    let castling = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQkq\"]\n\n1. O-O-O Ke7 *\n";
    let null = "1. e4 -- 2. d4 (2. c4 --) *\n";
    let read = |text: &str, options: ReadOptions| {
        let record = games(&rules, text.as_bytes(), options).next().unwrap();
        record.map(|r| r.moves.nodes().len()).map_err(|d| d.kind)
    };
    let strict = ReadOptions::default();
    assert_eq!(read(kings, strict), Err(DamageKind::GameOver));
    let play_on = ReadOptions {
        play_on: true,
        ..strict
    };
    assert_eq!(read(kings, play_on), Ok(2));
    assert_eq!(
        read("1. f3 e5 2. g4 Qh4# 3. a3 *", play_on),
        Err(DamageKind::IllegalMove)
    );
    assert_eq!(read(castling, strict), Err(DamageKind::Start));
    assert_eq!(
        read(
            castling,
            ReadOptions {
                lenient_fen: true,
                ..strict
            }
        ),
        Ok(2)
    );
    assert_eq!(read(null, strict), Err(DamageKind::NullMove));
    let null_moves = records::NullMoves::EndLine;
    assert_eq!(
        read(
            null,
            ReadOptions {
                null_moves,
                ..strict
            }
        ),
        Ok(1)
    );
    assert_eq!(
        read(
            "1. e4",
            ReadOptions {
                require_result: true,
                ..strict
            }
        ),
        Err(DamageKind::NoResult)
    );
    assert_eq!(
        read(
            "1. e4 (1. junk) *",
            ReadOptions {
                skip_variations: true,
                ..strict
            }
        ),
        Ok(1)
    );
    let record = Record::of(
        State::start(&rules).unwrap(),
        &[Board::start()
            .parse_san("e4", &chess::Rules::CHESS)
            .unwrap()],
    )
    .unwrap();
    assert_eq!(record.moves.main_line().next().unwrap().seat, Seat(0));
    assert_eq!(record.moves.notes, Annotations::default());
}
