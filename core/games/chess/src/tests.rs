use serde_json::json;

use super::*;
use crate::threats::Threats;
use contract::error::ErrorKind;
use contract::history::KeyStack;
use contract::rng::Rng;
use contract::state::Rules;
use contract::value::{Value, to_value};
use search::{RankedMove, Searched, Stage};

type Line = State<Chess>;

fn dict(value: Value) -> Dict {
    match value {
        Value::Object(dict) => dict,
        other => panic!("{other} is no map"),
    }
}

fn state<G: Game>(options: Value, fen: &str) -> State<G> {
    State::parse(&Rules::<G>::new(&dict(options)).unwrap(), fen, &[]).unwrap()
}

fn play<G: Game>(state: &State<G>, moves: &str) -> State<G> {
    moves.split_whitespace().fold(state.clone(), |s, text| {
        s.play(&s.read(None, text, None).unwrap()).unwrap()
    })
}

fn reason<G: Game>(state: &State<G>) -> Option<&'static str> {
    state.outcome().map(|o| o.reason)
}

fn start<G: Game>(options: Value) -> State<G> {
    State::start(&Rules::<G>::new(&dict(options)).unwrap()).unwrap()
}

#[test]
fn fools_mate_ends_the_game() {
    let end = play(&start::<Chess>(json!({})), "f2f3 e7e5 g2g4 d8h4");
    let outcome = end.outcome().unwrap();
    assert_eq!(
        (outcome.reason, outcome.winners.single()),
        ("checkmate", Some(Seat(1)))
    );
    assert!(end.live().is_empty() && end.legal(None).is_empty());
    let error = end.read(None, "a2a3", None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::GameOver);
    let outcome = outcome.named(end.rules().seat_names());
    assert_eq!(outcome.winner.as_deref(), Some("black"));
    assert_eq!(outcome.scores, [0.0, 1.0]);
}

#[test]
fn threefold_may_be_claimed_and_fivefold_ends() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    let s = start::<Chess>(json!({}));
    let twice = play(&s, there_and_back);
    assert_eq!(
        to_value(&twice.describe()).unwrap()["claimable_draw"],
        Value::Null
    );
    let thrice = play(&twice, there_and_back);
    assert_eq!(
        to_value(&thrice.describe()).unwrap()["claimable_draw"],
        "threefold_repetition"
    );
    assert_eq!(thrice.outcome(), None);
    assert_eq!(
        reason(&play(&s, &there_and_back.repeat(4))),
        Some("fivefold_repetition")
    );
    let strict = start::<Chess>(json!({ "repetition_count": 3 }));
    assert_eq!(
        reason(&play(&strict, &there_and_back.repeat(2))),
        Some("threefold_repetition")
    );
    let never = start::<Chess>(json!({ "repetition_count": 0 }));
    assert_eq!(reason(&play(&never, &there_and_back.repeat(9))), None);
}

#[test]
fn earlier_positions_given_to_parse_count() {
    let rules = Rules::<Chess>::new(&dict(json!({ "repetition_count": 3 }))).unwrap();
    let s = State::start(&rules).unwrap();
    let mut texts = Vec::new();
    let mut now = s;
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split_whitespace() {
        texts.push(now.notation());
        now = play(&now, text);
    }
    let earlier: Vec<_> = texts.iter().map(String::as_str).collect();
    let read = State::parse(&rules, &now.notation(), &earlier).unwrap();
    assert_eq!(read, now);
    assert_eq!(reason(&play(&read, "f6g8")), Some("threefold_repetition"));
}

#[test]
fn mate_goes_before_the_counted_draws() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 100";
    let s: Line = state(json!({}), fen);
    assert_eq!(reason(&play(&s, "a1a8")), Some("checkmate"));
    assert_eq!(reason(&play(&s, "a1a7")), Some("seventyfive_moves"));
    let claim: Line = state(json!({}), "7k/8/6K1/8/8/8/8/R7 w - - 100 100");
    assert_eq!(
        to_value(&claim.describe()).unwrap()["claimable_draw"],
        "fifty_moves"
    );
}

#[test]
fn bare_kings_end_chess_but_not_crazyhouse() {
    let fen = "7k/8/6K1/8/8/8/8/8 w - - 0 1";
    assert_eq!(
        reason(&state::<Chess>(json!({}), fen)),
        Some("insufficient_material")
    );
    assert_eq!(reason(&state::<Crazyhouse>(json!({}), fen)), None);
}

#[test]
fn pockets_tell_positions_apart_unless_told_otherwise() {
    // White takes a pawn on the way, so the position differs in a pocket alone.
    let fen = "4k3/8/8/3p4/8/8/8/R3K3[] w Q - 0 1";
    for (mode, same) in [("with_pockets", false), ("without_pockets", true)] {
        let s: State<Crazyhouse> = state(json!({ "repetition": mode }), fen);
        let richer = state::<Crazyhouse>(
            json!({ "repetition": mode }),
            "4k3/8/8/3p4/8/8/8/R3K3[P] w Q - 0 1",
        );
        assert_eq!(s.key() == richer.key(), same, "{mode}");
        assert_ne!(s, richer);
    }
}

#[test]
fn a_frozen_side_waits_and_a_piece_thaws_it() {
    let s: State<BughouseBoard> = state(json!({}), "4R1k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1");
    assert_eq!(s.outcome(), None);
    assert!(s.live().is_empty());
    assert_eq!(to_value(&s.describe()).unwrap()["status"], "frozen");
    let fed = s.edit(&dict(json!({ "add": "n" }))).unwrap();
    assert_eq!(fed.live().single(), Some(Seat(1)));
    assert_eq!(fed.legal(None).len(), 1);
    let error = s.play(&fed.legal(None)[0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotYourTurn);
    let contact: State<BughouseBoard> = state(json!({}), "6k1/5pQp/5B2/8/8/8/5PPP/6K1[] b - - 0 1");
    assert_eq!(reason(&contact), Some("checkmate"));
}

#[test]
fn stalemate_on_a_bughouse_board_is_an_option() {
    let fen = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    for (word, end) in [
        ("wait", None),
        ("loss", Some("stalemate")),
        ("draw", Some("stalemate")),
    ] {
        let s: State<BughouseBoard> = state(json!({ "stalemate": word }), fen);
        assert_eq!(reason(&s), end, "{word}");
    }
    let fairy: State<BughouseBoard> = state(json!({ "rules": "fairy" }), fen);
    assert_eq!(fairy.outcome().unwrap().winners.single(), Some(Seat(0)));
    let own: State<BughouseBoard> = state(json!({ "rules": "fairy", "stalemate": "wait" }), fen);
    assert_eq!(reason(&own), None);
}

#[test]
fn a_capture_reports_what_is_handed_over() {
    let fen = "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1";
    let handed = |options: Value| {
        let s: State<BughouseBoard> = state(options, fen);
        let mv = s.read(None, "e4d5", None).unwrap();
        to_value(&s.game().report(s.position(), s.history(), &mv)).unwrap()
    };
    let events = handed(json!({}));
    assert_eq!(events[0]["kind"], "move");
    assert_eq!(events[1]["kind"], "capture");
    assert_eq!(events[1]["piece"], "q");
    assert_eq!(events[1]["promoted"], true);
    assert_eq!(events[1]["handed_over"], "p");
    assert_eq!(
        handed(json!({ "promoted_capture": "steal" }))[1]["handed_over"],
        "q"
    );
    assert_eq!(
        handed(json!({ "promoted_capture": "discard" }))[1]["handed_over"],
        Value::Null
    );
    let s: State<Crazyhouse> = state(json!({}), fen);
    let mv = s.read(None, "e4d5", None).unwrap();
    assert_eq!(
        to_value(&s.game().report(s.position(), s.history(), &mv)).unwrap()[1]["pocketed"],
        "P"
    );
}

#[test]
fn chess960_is_a_setting() {
    let s = start::<Chess>(json!({ "chess960": true, "chess960_position": 0 }));
    assert_eq!(
        s.notation(),
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    );
    let error = Rules::<Chess>::new(&dict(json!({ "chess960_position": 0 }))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let rules = Rules::<Chess>::new(&Dict::new()).unwrap();
    let error = State::parse(&rules, &s.notation(), &[]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidNotation);
}

#[test]
fn edits_are_checked() {
    let s = start::<BughouseBoard>(json!({}));
    let both = s.edit(&dict(json!({ "pocket": "QNpp" }))).unwrap();
    assert!(both.notation().contains("[QNpp]"));
    assert_eq!(both.edit(&dict(json!({ "pocket": "" }))).unwrap(), s);
    for (changes, kind) in [
        (json!({ "pocket": "K" }), ErrorKind::InvalidNotation),
        (json!({ "pocket": 3 }), ErrorKind::InvalidNotation),
        (json!({ "add": "P".repeat(300) }), ErrorKind::InvalidOption),
        (json!({ "side": "b" }), ErrorKind::InvalidOption),
    ] {
        assert_eq!(
            s.edit(&dict(changes.clone())).unwrap_err().kind(),
            kind,
            "{changes}"
        );
    }
    let chess = start::<Chess>(json!({}));
    let error = chess.edit(&dict(json!({ "pocket": "Q" }))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn an_error_names_the_style_that_would_read_a_move() {
    let start = start::<Chess>(json!({}));
    for text in ["e4", "Nf3", "e2-e4"] {
        let error = start.read(None, text, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNotation, "{text}");
        let named = error.message().ends_with("; the style san would read it");
        assert!(named, "{text}: {error}");
    }
    let error = start.read(None, "g1f3", Some("san")).unwrap_err();
    assert!(
        error.message().ends_with("; the style uci would read it"),
        "{error}"
    );
    // Nothing is said of what is no move in any style, or no legal one in another.
    for (text, style) in [
        ("hello", "uci"),
        ("e9", "uci"),
        ("e5", "uci"),
        ("O-O", "uci"),
        ("g1f5", "san"),
        ("e5", "san"),
    ] {
        let error = start.read(None, text, Some(style)).unwrap_err();
        assert!(!error.message().contains("the style"), "{text}: {error}");
    }
}

#[test]
fn blanks_around_a_move_are_not_looked_at() {
    let start = start::<Chess>(json!({}));
    for (text, style) in [(" e2e4\n", "uci"), ("\te4 ", "san")] {
        let action = start.read(None, text, Some(style)).unwrap();
        assert_eq!(start.write(&action, None).unwrap(), "e2e4", "{style}");
    }
    assert!(start.read(None, "e2 e4", None).is_err());
}

#[test]
fn bare_kings_play_on_in_crazyhouse() {
    // As on Lichess, which calls no position of this game dead.
    let kings = state::<Crazyhouse>(json!({}), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    assert_eq!(reason(&kings), None);
    let flag = kings
        .game()
        .forfeited(kings.position(), Seats::only(Seat(0)), "timeout");
    assert_eq!(
        (flag.reason, flag.winners.single()),
        ("timeout", Some(Seat(1)))
    );
}

/// Returns a quiet move with what a list knows of it beside: threats by pieces of less worth.
fn threatened(board: &Board, mut ranked: RankedMove<Move>) -> RankedMove<Move> {
    let threats = Threats::of(board);
    let (from, to) = (ranked.action.from(), ranked.action.to());
    ranked.promise += match ranked.action.dropped() {
        Some(piece) => threats.coming(piece, to),
        None => {
            let piece = board.piece_at(from).unwrap();
            threats.leaving(piece, from) + threats.coming(piece, to)
        }
    };
    ranked
}

/// Lists all moves with their places and promises, one by one and as the search has them.
fn ranked<V: Variant>(rng: &mut Rng) -> usize {
    let mut state = start::<OneBoard<V>>(json!({}));
    let mut seen = 0;
    for _ in 0..300 {
        let (game, board, past) = (state.game(), state.position(), state.history());
        let node = game.node(board);
        for stage in [Stage::Tactical, Stage::Quiet] {
            let (mut moves, mut room, mut listed) = (Vec::new(), Vec::new(), Vec::new());
            game.moves(board, &node, past, stage, &mut moves);
            game.ranked_moves(board, &node, past, stage, &mut room, &mut listed);
            let single = moves.into_iter().map(|mv| {
                let ranked = game.ranked(board, &node, mv);
                match stage {
                    Stage::Tactical => ranked,
                    Stage::Quiet => threatened(board, ranked),
                }
            });
            assert_eq!(listed, single.collect::<Vec<_>>(), "{}", state.notation());
            seen += listed.len();
        }
        let legal = state.legal(None);
        if legal.is_empty() {
            break;
        }
        state = state.play_unchecked(&legal[rng.below(legal.len() as u32) as usize]);
    }
    seen
}

#[test]
fn moves_are_ranked_in_sets_as_one_by_one() {
    let mut rng = Rng::new(11);
    let games =
        (0..20).map(|_| ranked::<ChessVariant>(&mut rng) + ranked::<CrazyhouseVariant>(&mut rng));
    assert!(games.sum::<usize>() > 100_000);
}

#[test]
fn structures_are_the_pawns_and_the_pieces_of_either_side() {
    let parts = |fen| {
        let state = state::<Chess>(json!({}), fen);
        [0, 1, 2].map(|kind| state.game().structure(state.position(), kind))
    };
    let changed = |a: [u64; 3], b: [u64; 3]| [0, 1, 2].map(|kind| a[kind] != b[kind]);
    let first = parts("r3k3/p7/8/8/8/8/7P/4K2R w - - 0 1");
    let moved = [
        ("r3k3/8/p7/8/8/8/7P/4K2R w - - 0 1", [true, false, false]),
        ("r3k3/p7/8/8/8/7P/8/4K2R w - - 0 1", [true, false, false]),
        ("r3k3/p7/8/8/8/8/7P/4K1R1 w - - 0 1", [false, true, false]),
        ("n3k3/p7/8/8/8/8/7P/4K2R w - - 0 1", [false, false, true]),
        ("r3k3/p7/8/8/8/8/7P/4K2R b - - 0 1", [false; 3]),
    ];
    for (fen, expected) in moved {
        assert_eq!(changed(first, parts(fen)), expected, "{fen}");
    }
}

#[test]
fn a_search_sees_each_way_back() {
    let rules = Rules::<Chess>::new(&dict(json!({}))).unwrap();
    let mut rng = Rng::new(5);
    let (mut ways, mut none) = (0, 0);
    // Few pieces that come and go without a capture meet again soon.
    for fen in [
        "4k3/8/8/p6p/P6P/8/8/4K3 w - - 0 1",
        "r3k3/p6p/8/8/8/8/P6P/4K2R w Kq - 0 1",
    ] {
        for _ in 0..20 {
            let mut state = State::<Chess>::parse(&rules, fen, &[]).unwrap();
            for _ in 0..60 {
                let legal = state.legal(None);
                if legal.is_empty() || state.outcome().is_some() {
                    break;
                }
                let (game, board, past) = (state.game(), state.position(), state.history());
                for ply in [1, 4, 6] {
                    let expected = legal.iter().any(|mv| {
                        let child = game.play(board, mv).0;
                        let mut line = KeyStack::after(past);
                        line.push(game.key(board));
                        let ended = game.terminal(&child, &line, ply + 1);
                        ended.is_some_and(|outcome| outcome.reason == "repetition")
                    });
                    assert_eq!(
                        Searched::can_go_back(game, board, past, ply),
                        expected,
                        "{board:?} at {ply}"
                    );
                    *if expected { &mut ways } else { &mut none } += 1;
                }
                state = state.play_unchecked(&legal[rng.below(legal.len() as u32) as usize]);
            }
        }
    }
    assert!(ways > 100 && none > 100, "{ways} {none}");
}
