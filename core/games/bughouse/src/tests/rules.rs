//! Seats, transfer, notation, reports.

use serde_json::json;

use super::super::{Action, BoardId, Bughouse, SEATS, partner_of, place_of, seat_of};
use super::{EMPTY, FROZEN, START, both, dict, play, rules, seat, with};
use chess::{Color, Piece};
use contract::ErrorKind;
use contract::game::{Game, Seat, Seats};
use contract::state::{Rules, State};
use contract::value::{Value, to_value};

#[test]
fn seats_teams_and_boards_fit() {
    let game = rules();
    for (i, name) in SEATS.iter().enumerate() {
        let here = Seat(i as u8);
        let (board, color) = place_of(here);
        assert_eq!(seat_of(board, color), here);
        assert_eq!(*name, format!("{}.{}", board.letter(), color.name()));
        let partner = partner_of(here);
        let (other, opposite) = place_of(partner);
        assert_eq!((other, opposite), (board.other(), !color));
        assert_eq!(game.game().team(here), Seats::only(here).with(partner));
    }
}

#[test]
fn both_boards_are_live_and_plies_come_in_any_order() {
    let state = both(START, START);
    assert_eq!(state.live(), Seats::only(Seat(0)).with(Seat(2)));
    assert_eq!(state.legal(None).len(), 40);
    assert_eq!(state.legal(Some(Seat(2))).len(), 20);
    let one = play(&state, "A:e2e4 A:e7e5 B:d2d4 A:g1f3");
    let other = play(&state, "B:d2d4 A:e2e4 A:e7e5 A:g1f3");
    assert_eq!(one.position(), other.position());
    assert_eq!(one.key(), other.key());
    assert_ne!(one, other, "the way there is part of a state");
    assert_eq!(one.live(), Seats::only(Seat(1)).with(Seat(3)));
    let early = state.read(None, "A:e7e5", None).unwrap();
    assert_eq!(
        state.check(Some(Seat(1)), &early).unwrap_err().kind(),
        ErrorKind::NotYourTurn
    );
    let swapped = both(EMPTY, START);
    assert_ne!(swapped.key(), both(START, EMPTY).key());
    assert_ne!(
        swapped.game().search_key(swapped.position()),
        swapped.game().search_key(both(START, EMPTY).position())
    );
}

#[test]
fn captures_go_to_the_partner_in_their_colour() {
    let state = play(&both(START, START), "A:e2e4 A:d7d5 A:e4d5");
    let b = state.position().board(BoardId::B);
    // A.white took a black pawn: B.black has it.
    assert_eq!(b.pocket(Color::Black, Piece::Pawn), 1);
    assert!(!state.position().board(BoardId::A).has_pocket(Color::White));
    let state = play(&state, "A:d8d5 B:e2e4 B:P@e5 B:P@d4");
    // A.black took a white pawn back, and B.white has dropped it.
    let b = state.position().board(BoardId::B);
    assert!(!b.has_pocket(Color::White) && !b.has_pocket(Color::Black));
    assert_eq!(b.pieces(Piece::Pawn).into_iter().count(), 18);
}

#[test]
#[should_panic = "A:P@e4"]
fn what_the_other_board_holds_cannot_be_dropped_here() {
    let _ = play(&both(START, START), "A:e2e4 A:d7d5 A:e4d5 A:P@e4");
}

#[test]
fn promoted_pieces_arrive_as_the_option_says() {
    let a = "4k3/1Q~6/8/8/4b3/8/K7/8[] b - - 0 1";
    for (option, arrives) in [
        ("pawn", Some(Piece::Pawn)),
        ("steal", Some(Piece::Queen)),
        ("discard", None),
    ] {
        let rules = with(&json!({ "promoted_capture": option }));
        let state = State::parse(&rules, &format!("{a} | {EMPTY}"), &[]).unwrap();
        let state = play(&state, "A:e4b7");
        let b = state.position().board(BoardId::B);
        for piece in Piece::DROPPABLE {
            let expected = u8::from(arrives == Some(piece));
            assert_eq!(b.pocket(Color::White, piece), expected, "{option}");
        }
        assert!(!b.has_pocket(Color::Black));
    }
    let passing = "4k3/8/8/8/1p6/8/P7/4K3[] w - - 0 1";
    let state = play(&both(passing, EMPTY), "A:a2a4 A:b4a3");
    let b = state.position().board(BoardId::B);
    assert_eq!(b.pocket(Color::White, Piece::Pawn), 1);
}

#[test]
fn moves_are_written_with_their_board() {
    let state = both(START, START);
    let read = |text: &str, seat: Option<Seat>, style: &str| state.read(seat, text, Some(style));
    let knight = read("B:Nf3", None, "san").unwrap();
    assert_eq!(state.write(&knight, None).unwrap(), "B:g1f3");
    assert_eq!(state.write(&knight, Some("san")).unwrap(), "B:Nf3");
    assert_eq!(read("g1f3", Some(Seat(2)), "uci").unwrap(), knight);
    for (text, part) in [
        ("g1f3", "on which"),
        ("C:g1f3", "neither A nor B"),
        ("a:g1f3", "neither A nor B"),
        ("A:g1", "g1"),
    ] {
        let error = read(text, None, "uci").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNotation, "{text}");
        assert!(error.message().contains(part), "{error}");
    }
    assert_eq!(
        read("A:g1f3", None, "pgn").unwrap_err().kind(),
        ErrorKind::Unsupported
    );
}

#[test]
fn positions_are_read_in_every_form_and_errors_name_the_field() {
    let rules = rules();
    let read = |text: &str| State::parse(&rules, text, &[]).map(|s| s.notation());
    let whole = format!("{START} | {EMPTY}");
    assert_eq!(read(&whole).unwrap(), whole);
    let slashed = "4k3/8/8/8/8/8/8/4K3/pNPq w - - 0 1|4k3/8/8/8/8/8/8/4K3[-] w - -";
    let text = read(slashed).unwrap();
    assert_eq!(
        text,
        format!("4k3/8/8/8/8/8/8/4K3[NPqp] w - - 0 1 | {EMPTY}")
    );
    let state = State::parse(&rules, slashed, &[]).unwrap();
    let described = to_value(&state.describe()).unwrap();
    let slash = &described["boards"]["A"]["slash_notation"];
    assert_eq!(slash, "4k3/8/8/8/8/8/8/4K3/NPqp w - - 0 1");
    let back = read(&format!("{} | {EMPTY}", slash.as_str().unwrap())).unwrap();
    assert_eq!(back, text);
    for (text, parts) in [
        (START.to_owned(), &["boards", "1"][..]),
        (format!("{START} | {START} | {START}"), &["boards", "3"]),
        (format!("{START} | x w - - 0 1"), &["board B", "placement"]),
        (
            format!("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1 | {EMPTY}"),
            &["board A", "pocket"],
        ),
        (
            format!("{EMPTY} | 4k3/8/8/8/8/8/8/4K3[] x - - 0 1"),
            &["board B", "side to move"],
        ),
        (
            format!("{EMPTY} | 4k3/8/8/8/8/8/8/4K3[] w Q - 0 1"),
            &["board B", "castling"],
        ),
    ] {
        let error = read(&text).unwrap_err();
        for part in parts {
            assert!(error.message().contains(part), "{error}: {part}");
        }
    }
}

#[test]
fn ids_are_those_of_the_boards_one_after_the_other() {
    let state = both(START, START);
    let game = state.game();
    let count = game.action_count().unwrap();
    assert_eq!(count, 2 * 4592);
    for action in state.legal(None) {
        let id = game.action_id(&action);
        assert_eq!(game.action_text(id).unwrap(), game.text(&action));
        assert_eq!(game.action_from_id(state.position(), id), Some(action));
    }
    assert_eq!(game.action_from_id(state.position(), count), None);
}

#[test]
fn a_description_says_who_may_do_what() {
    let state = both(FROZEN, "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1");
    let told = to_value(&state.describe()).unwrap();
    assert_eq!(
        told["teams"],
        json!([["A.white", "B.black"], ["A.black", "B.white"]])
    );
    assert_eq!(told["live"], json!(["B.white"]));
    assert_eq!(told["boards"]["B"]["pockets"]["black"], json!({ "Q": 1 }));
    assert_eq!(told["boards"]["A"]["status"], "frozen");
    let place = &told["places"]["A.black"];
    assert_eq!(place["status"], "frozen");
    assert_eq!(place["may"], json!([]));
    assert_eq!(place["partner"], "B.white");
    let place = &told["places"]["B.white"];
    assert_eq!(place["status"], "to_move");
    assert_eq!((&place["moves"], &place["drops"]), (&json!(5), &json!(62)));
    assert_eq!(place["may"], json!(["move", "drop", "sit"]));
    assert_eq!(told["places"]["B.black"]["status"], "off_turn");
    assert_eq!(
        state.game().on_clock(state.position()),
        Seats::only(Seat(1)).with(Seat(2))
    );
}

#[test]
fn reports_tell_of_both_boards() {
    let kinds = |state: &State<Bughouse>, text: &str| -> Vec<Value> {
        let action = state.read(None, text, None).unwrap();
        let game = state.game();
        let events = game.report(state.position(), state.history(), &action);
        events
            .iter()
            .map(|event| to_value(event).unwrap())
            .collect()
    };
    // Taking the rook's defender gives A.black, frozen, what it needs.
    let state = both(FROZEN, "4k3/8/8/8/8/3n4/2P5/4K3[] w - - 0 1");
    let events = kinds(&state, "B:c2d3");
    let named: Vec<_> = events.iter().map(|e| e["kind"].as_str().unwrap()).collect();
    assert_eq!(named, ["move", "capture", "transfer", "freed"]);
    assert_eq!(events[0]["board"], "B");
    assert_eq!(
        events[2],
        json!({ "kind": "transfer", "board": "A", "seat": "A.black", "piece": "n" })
    );
    assert_eq!(events[3]["seat"], "A.black");
    let state = both("6k1/5ppp/8/8/8/8/5PPP/4R1K1[] w - - 0 1", START);
    let events = kinds(&state, "A:e1e8");
    assert_eq!(events.last().unwrap()["kind"], "frozen");
    assert_eq!(events.last().unwrap()["seat"], "A.black");
    let state = both("6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1", START);
    let events = kinds(&state, "A:g5f7");
    let end = events.last().unwrap();
    assert_eq!((&end["kind"], &end["board"]), (&json!("end"), &json!("A")));
    assert_eq!(end["winners"], json!(["A.white", "B.black"]));
}

#[test]
fn pockets_are_changed_from_outside() {
    let state = both(START, START);
    let edited = state
        .edit(&dict(json!({ "A.pocket": "QNpp", "B.add": "r" })))
        .unwrap();
    assert!(edited.notation().contains("[QNpp]") && edited.notation().contains("[r]"));
    for (changes, kind) in [
        (json!({ "C.add": "p" }), ErrorKind::InvalidOption),
        (json!({ "A.take": "p" }), ErrorKind::InvalidOption),
        (json!({ "pocket": "p" }), ErrorKind::InvalidOption),
        (json!({ "A.add": 3 }), ErrorKind::InvalidNotation),
        (json!({ "B.add": "k" }), ErrorKind::InvalidNotation),
    ] {
        assert_eq!(
            state.edit(&dict(changes.clone())).unwrap_err().kind(),
            kind,
            "{changes}"
        );
    }
}

#[test]
fn a_drawing_shows_partners_side_by_side() {
    let state = both("4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1", START);
    let drawn = state.game().draw(state.position());
    let lines: Vec<_> = drawn.lines().collect();
    assert_eq!(
        lines[0],
        format!("{:<22}{}", "  board A, white", "  board B, white")
    );
    assert_eq!(
        lines[1],
        format!("{:<22}{}", "8 . . . . k . . .", "1 R N B K Q B N R")
    );
    assert_eq!(
        lines[8],
        format!("{:<22}{}", "1 . . . . K . . .", "8 r n b k q b n r")
    );
    assert!(drawn.contains("white holds N\n") && drawn.contains("black holds q\n"));
}

#[test]
fn one_seat_of_a_team_loses_for_both() {
    let state = both(START, START);
    let game = state.game();
    let forfeited = |seats: Seats| game.forfeited(state.position(), seats, "timeout");
    let one = forfeited(Seats::only(seat("B.black")));
    assert_eq!(one.winners, Seats::only(Seat(1)).with(Seat(2)));
    let team = forfeited(game.team(seat("A.white")));
    assert_eq!(team.winners, one.winners);
    let all = forfeited(Seats::only(Seat(0)).with(Seat(1)));
    assert!(all.is_draw());
    assert_eq!(all.reason, "timeout");
}

#[test]
fn every_field_of_a_rule_set_can_be_set_alone() {
    for preset in ["lichess", "chess_com", "uscf", "fairy", "fics"] {
        let rules = with(&json!({ "rules": preset }));
        assert_eq!(rules.options().to_dict()["rules"], preset);
    }
    let set = with(&json!({ "rules": "chess_com", "stalemate": "loss", "deadlock": "flag" }));
    assert_eq!(set.options().to_dict()["stalemate"], "loss");
    let wrong = Rules::<Bughouse>::new(&dict(json!({ "deadlock": "win" }))).unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::InvalidOption);
}

#[test]
fn a_full_pocket_stays_full() {
    let mut board = *both(EMPTY, EMPTY).position().board(BoardId::B);
    board = board.with_pocket(Color::White, Piece::Pawn, 255).unwrap();
    let a = *both("4k3/8/8/8/1p6/P7/8/4K3[] b - - 0 1", EMPTY)
        .position()
        .board(BoardId::A);
    let state = State::parse(&rules(), &format!("{} | {}", a.bfen(), board.bfen()), &[]).unwrap();
    let next = play(&state, "A:b4a3");
    let b = next.position().board(BoardId::B);
    assert_eq!(b.pocket(Color::White, Piece::Pawn), 255);
    assert_eq!(b.hash(), b.recomputed_hash());
    let _: Option<Action> = next.legal(None).first().copied();
}
