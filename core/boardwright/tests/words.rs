//! Words: what is said of positions and moves of every game, under its options.
//!
//! That a seat is told nothing it does not know is tested with all else it can obtain, in the
//! crates of the games that hide something.

use std::collections::HashMap;

use boardwright::error::ErrorKind;
use boardwright::host::{self, Game, MoveRef, SeatRef, State};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use contract::text::is_unseen;

fn full() -> bool {
    std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1")
}

fn game(name: &str, options: &[(&str, Value)]) -> Game {
    let options = options.iter();
    let options: Dict = options.map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
    Game::new(name, &options).unwrap()
}

/// All games with their defaults, and with options that make other positions and moves.
fn games() -> Vec<Game> {
    let mut all: Vec<_> = GAMES.iter().map(|e| game(e.info().name, &[])).collect();
    all.push(game(
        "chess",
        &[("chess960", true.into()), ("chess960_position", 3.into())],
    ));
    for rules in [
        "wild16",
        "berkeley_any",
        "rand",
        "crazykrieg",
        "fog",
        "rbc",
        "vanilla",
    ] {
        all.push(game("blind", &[("rules", rules.into())]));
    }
    let jarls = |players: i32, more: (&'static str, Value)| {
        game(
            "jarls",
            &[("players", players.into()), ("fog", true.into()), more],
        )
    };
    all.push(jarls(3, ("starvation", true.into())));
    all.push(jarls(4, ("teams", 2.into())));
    all.push(game(
        "jarls",
        &[
            ("players", 2.into()),
            ("draft_shields", true.into()),
            ("terrain", "shields".into()),
        ],
    ));
    all.push(game("boost", &[("players", 4.into())]));
    for presets in [
        "piece-hp+king-heals+queen-splits",
        "explosive-rook+piece-shield",
        "atomic",
        "cannon",
        "wrap-board+knights-leap-twice",
        "berserker+poisoned-squares",
        "pawn-stamina+knight-immunity",
        "three-check",
        "horde",
        "antichess",
        "racing-kings",
    ] {
        all.push(game(&format!("chess+{presets}"), &[]));
    }
    all
}

/// Plays seeded random games to their end or for some hundred plies.
fn each_position(game: &Game, mut see: impl FnMut(&State)) {
    let (games, plies) = if full() { (20, 400) } else { (3, 120) };
    for seed in 0..games {
        let mut rng = Rng::derived(&[seed, 0x3017d]);
        let mut state = game.start().unwrap();
        for _ in 0..plies {
            let moves = state.legal_moves(None, None).unwrap();
            if moves.is_empty() {
                break;
            }
            see(&state);
            // Where something is hidden, seats try what is refused as well.
            let seat = state.live().iter().next().unwrap();
            let seat = SeatRef::Index(seat.index() as i64);
            let moves = match game.hidden() {
                true => state.observe(seat).unwrap().candidates(),
                false => moves,
            };
            let chosen = &moves[rng.below(moves.len() as u32) as usize];
            state = state.play(None, MoveRef::Text(chosen), None).unwrap();
        }
        see(&state);
    }
}

fn label(game: &Game) -> String {
    format!("{} {:?}", game.name(), game.options())
}

/// Text that can be read out: nothing unseen, no word of the code, no number glued to another.
fn check_plain(text: &str, label: &str) {
    assert!(!text.contains(is_unseen), "{label}: {text:?}");
    assert!(!text.contains('_'), "{label}: {text}");
    assert!(
        !text.contains("  ") && !text.contains(" ,"),
        "{label}: {text:?}"
    );
    assert!(text.trim() == text && !text.is_empty(), "{label}: {text:?}");
}

#[test]
fn positions_are_told_in_sentences() {
    for game in games() {
        let label = label(&game);
        each_position(&game, |state| {
            let mut texts = vec![state.describe_text(None).unwrap()];
            let told = texts[0].to_lowercase();
            for seat in state.live().iter() {
                let name = &game.seats()[seat.index()];
                for part in name.to_lowercase().split('.') {
                    assert!(told.contains(part), "{label}: {name} in {told}");
                }
            }
            match state.outcome() {
                Some(outcome) => {
                    let reason = outcome.reason.replace('_', " ");
                    assert!(told.starts_with("the game is over. "), "{label}: {told}");
                    assert!(told.contains(&reason), "{label}: {told}");
                }
                None => assert!(told.contains("move"), "{label}: {told}"),
            }
            for seat in 0..game.seats().len() as i64 {
                let seat = SeatRef::Index(seat);
                let observation = state.observe(seat).unwrap();
                let text = observation.describe_text();
                assert_eq!(state.describe_text(Some(seat)).unwrap(), text);
                assert!(text.starts_with("You are "), "{label}: {text}");
                texts.push(text);
            }
            for text in texts {
                check_plain(&text, &label);
                assert!(text.ends_with('.'), "{label}: {text}");
                assert!(!text.contains(".."), "{label}: {text}");
                // Whole games are not retold.
                assert!(text.len() < 6_000, "{label}: {} bytes", text.len());
            }
        });
    }
}

/// Finds two moves that have the same words.
fn told_alike(told: impl IntoIterator<Item = (String, String)>) -> Option<[String; 2]> {
    let mut known = HashMap::new();
    told.into_iter().find_map(|(text, words)| {
        let other = known.insert(words, text.clone())?;
        Some([other, text])
    })
}

#[test]
fn moves_that_are_told_alike_are_found() {
    let pair = |text: &str, words: &str| (text.to_owned(), words.to_owned());
    let apart = [pair("a1a2", "rook to a2"), pair("b1b2", "rook to b2")];
    assert_eq!(told_alike(apart.clone()), None);
    let planted = apart.into_iter().chain([pair("c2a2", "rook to a2")]);
    assert_eq!(
        told_alike(planted),
        Some(["a1a2", "c2a2"].map(String::from))
    );
    // Words that leave out where a piece comes from are the same for two rooks.
    let state = at("chess", "8/2k5/8/8/8/8/4K3/R6R w - - 0 1");
    let moves = state.legal_moves(None, None).unwrap();
    let vague = moves.iter().map(|text| {
        let words = told(&state, text);
        let (piece, rest) = words.split_once(" from ").unwrap();
        (text.clone(), format!("{piece} {}", &rest[2..]))
    });
    let [one, other] = told_alike(vague).unwrap();
    assert_eq!(one[2..4], other[2..4]);
    assert_ne!(one, other);
}

#[test]
fn no_two_moves_are_told_alike() {
    for game in games() {
        let label = label(&game);
        let mut ply = 0;
        each_position(&game, |state| {
            ply += 1;
            if ply % 3 != 1 && !full() {
                return;
            }
            let moves = state.legal_moves(None, None).unwrap();
            let told = moves.into_iter().map(|text| {
                let words = state.move_in_words(None, MoveRef::Text(&text), None);
                (text, words.unwrap())
            });
            let told = told.inspect(|(_, words)| {
                check_plain(words, &label);
                assert!(!words.ends_with('.'), "{label}: {words}");
            });
            assert_eq!(told_alike(told), None, "{label}: {}", state.notation());
            for seat in state.live().iter() {
                let observation = state.observe(SeatRef::Index(seat.index() as i64)).unwrap();
                let candidates = observation.candidates().into_iter();
                let told = candidates.map(|text| {
                    let words = observation.move_in_words(MoveRef::Text(&text)).unwrap();
                    check_plain(&words, &label);
                    (text, words)
                });
                assert_eq!(told_alike(told), None, "{label}: {}", observation.text());
            }
        });
    }
}

fn told(state: &State, text: &str) -> String {
    state
        .move_in_words(None, MoveRef::Text(text), None)
        .unwrap()
}

fn at(name: &str, position: &str) -> State {
    game(name, &[]).parse(position, &[]).unwrap()
}

#[test]
fn chess_is_told_as_players_tell_it() {
    let state = at("chess", "r3k2r/1P6/8/3pP3/8/5p2/6PP/R3K1NR w KQkq d6 0 12");
    assert_eq!(
        state.describe_text(None).unwrap(),
        "White to move. Move 12. White: king e1, rooks a1 and h1, knight g1, pawns g2, h2, e5 and \
         b7. Black: king e8, rooks a8 and h8, pawns f3 and d5. White may castle on the king's side \
         and on the queen's side. Black may castle on the king's side and on the queen's side. A \
         pawn may be taken en passant on d6."
    );
    for (text, words) in [
        ("g1f3", "knight from g1 takes pawn on f3"),
        ("g1e2", "knight from g1 to e2"),
        ("e1c1", "castles on the queen's side"),
        ("e5d6", "pawn from e5 takes pawn on d5 en passant, to d6"),
        ("b7b8q", "pawn from b7 to b8, promotes to queen, check"),
        ("b7a8n", "pawn from b7 takes rook on a8, promotes to knight"),
    ] {
        assert_eq!(told(&state, text), words);
    }
    let mate = at("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    assert_eq!(told(&mate, "a1a8"), "rook from a1 to a8, checkmate");
    let stale = at("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    assert_eq!(told(&stale, "f6f7"), "king from f6 to f7, draw: stalemate");
    let over = mate.play(None, MoveRef::Text("a1a8"), None).unwrap();
    let text = over.describe_text(Some(SeatRef::Name("black"))).unwrap();
    assert!(
        text.starts_with("You are Black. The game is over. White wins: checkmate. Move 1. "),
        "{text}"
    );
    assert!(
        text.ends_with("Black is in check from the rook on a8."),
        "{text}"
    );
    let claim = at("chess", "7k/8/8/8/8/8/R7/K7 w - - 100 90");
    let text = claim.describe_text(None).unwrap();
    assert!(
        text.ends_with("A draw may be claimed: fifty moves."),
        "{text}"
    );
}

#[test]
fn drops_and_hands_are_told() {
    let state = at(
        "crazyhouse",
        "rnbqk1nr/ppp2ppp/8/8/8/8/PPPQ~PPPP/RNB1KBNR[NPPp] w KQkq - 0 5",
    );
    let text = state.describe_text(None).unwrap();
    for sentence in [
        " In White's hand: a knight and two pawns. ",
        " In Black's hand: a pawn. ",
        " Promoted pawns, taken as pawns: d2. ",
    ] {
        assert!(text.contains(sentence), "{text}");
    }
    assert_eq!(told(&state, "N@f3"), "drops a knight on f3");
    assert_eq!(
        told(&state, "d2d8"),
        "queen from d2 takes queen on d8, check"
    );
    let black = state.play(None, MoveRef::Text("N@f3"), None).unwrap();
    assert_eq!(
        told(&black, "d8d2"),
        "queen from d8 takes queen on d2, a promoted pawn, check"
    );
}

#[test]
fn two_boards_are_told_with_their_seats() {
    let start = game("bughouse", &[]).start().unwrap();
    let text = start.describe_text(None).unwrap();
    assert!(
        text.starts_with(
            "White on board A and White on board B to move. White on board A and Black on board B \
             are a team. Black on board A and White on board B are a team. Board A, move 1, White \
             to move. White: king e1, "
        ),
        "{text}"
    );
    let moves = ["A:e2e4", "A:d7d5"].map(MoveRef::Text);
    let state = start.play_many(None, &moves, None).unwrap();
    assert_eq!(
        told(&state, "A:e4d5"),
        "on board A, pawn from e4 takes pawn on d5, Black on board B gets a pawn"
    );
    assert_eq!(told(&state, "B:g1f3"), "on board B, knight from g1 to f3");
    let seat = Some(SeatRef::Name("B.black"));
    let text = state.describe_text(seat).unwrap();
    assert!(
        text.starts_with("You are Black on board B. White on board A and"),
        "{text}"
    );
}

#[test]
fn a_blind_seat_is_told_what_it_knows() {
    let start = game("blind", &[]).start().unwrap();
    let play = |state: &State, text: &str| state.play(None, MoveRef::Text(text), None).unwrap();
    let state = ["e2e4", "d7d5", "e4d5"]
        .iter()
        .fold(start, |s, m| play(&s, m));
    let black = state.observe(SeatRef::Name("black")).unwrap();
    let text = black.describe_text();
    for part in [
        "You are Black. It is your turn. Rules: blind. Your pieces: king e8, queen d8, ",
        "pawns a7, b7, c7, e7, f7, g7 and h7.",
        "You do not see White's pieces.",
        "Your log: White moved; you tried a piece from d7 to d5; you moved; White moved; a pawn was taken on d5",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let words = |text| black.move_in_words(MoveRef::Text(text)).unwrap();
    assert_eq!(words("g8f6"), "tries knight from g8 to f6");
    assert_eq!(words("e7d6"), "tries a capture with the pawn from e7 on d6");
    let error = black.move_in_words(MoveRef::Text("e2e4")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::IllegalMove);
    assert_eq!(
        error.message(),
        "\"e2e4\" is none of the moves that the seat may try"
    );
    // The referee names what a seat does not see.
    assert!(
        state
            .describe_text(None)
            .unwrap()
            .contains("White: king e1, ")
    );
    let any = game("blind", &[("rules", "berkeley_any".into())])
        .start()
        .unwrap();
    assert_eq!(told(&any, "any?"), "asks whether a pawn can take something");
}

#[test]
fn presets_are_told_with_their_rules() {
    let state = game("chess+piece-hp", &[]).start().unwrap();
    let moves = ["e2e4", "d7d5"].map(MoveRef::Text);
    let state = state.play_many(None, &moves, None).unwrap();
    let text = state.describe_text(None).unwrap();
    assert!(
        text.contains(" Hp: 2 on all pieces that have it. "),
        "{text}"
    );
    assert!(text.contains(" Preset "), "{text}");
    assert_eq!(told(&state, "e4d5"), "pawn from e4 hits pawn on d5 for 1");
    let atomic = at("chess+atomic", "4k3/3n4/8/8/8/8/8/3QK3 w - - 0 1");
    let words = told(&atomic, "d1d7");
    assert!(
        words.starts_with("queen from d1 takes knight on d7, "),
        "{words}"
    );
    assert!(
        words.contains("Black's king on e8 is lost to explosion"),
        "{words}"
    );
}

#[test]
fn hexes_and_points_are_told() {
    let jarls = game("jarls", &[]).start().unwrap();
    let text = jarls.describe_text(None).unwrap();
    assert!(
        text.starts_with("Player p0 to move. Turn 1, round 1, begun by player p0. "),
        "{text}"
    );
    assert!(text.contains("steps from the Throne, warriors "), "{text}");
    let moves = jarls.legal_moves(None, None).unwrap();
    let (from, to) = moves[0].split_once('>').unwrap();
    let words = told(&jarls, &moves[0]);
    assert!(words.contains(&format!(" from {from} to {to}")), "{words}");
    let boost = game("boost", &[]).start().unwrap();
    let text = boost.describe_text(None).unwrap();
    assert!(
        text.starts_with("Player a to move. The board has 9 files and 9 ranks. "),
        "{text}"
    );
    assert!(text.contains(" Player a moves "), "{text}");
}

#[test]
fn wrong_moves_and_seats_are_named() {
    let state = host::start("chess", &Dict::new()).unwrap();
    let kind = |result: boardwright::Result<String>| result.unwrap_err().kind();
    let given = |text| state.move_in_words(None, MoveRef::Text(text), None);
    assert_eq!(kind(given("e2e5")), ErrorKind::IllegalMove);
    assert_eq!(kind(given("x")), ErrorKind::InvalidNotation);
    assert_eq!(
        kind(state.describe_text(Some(SeatRef::Index(2)))),
        ErrorKind::InvalidOption
    );
    let observation = state.observe(SeatRef::Index(0)).unwrap();
    let id = state.action_id(None, "g1f3").unwrap();
    assert_eq!(
        observation.move_in_words(MoveRef::Id(id)).unwrap(),
        "knight from g1 to f3"
    );
    let other = observation.move_in_words(MoveRef::Id(u32::MAX));
    assert_eq!(kind(other), ErrorKind::IllegalMove);
}
