//! The moves of a state, for every game in the registry: they lead to it, give the states on the
//! way, stay with its save, and reach no observation.

use boardwright::error::ErrorKind;
use boardwright::host::{self, Game, MoveRef, SeatRef, State};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};

const GAMES_EACH: u64 = 6;
const PLIES: usize = 120;

fn each_game(mut test: impl FnMut(&Game)) {
    assert!(!GAMES.is_empty());
    for entry in GAMES {
        test(&Game::new(entry.info().name, &Dict::new()).unwrap());
    }
}

/// A random game: all its states, and the moves between them.
fn random_game(start: &State, seed: u64) -> (Vec<State>, Vec<String>) {
    let mut rng = Rng::derived(&[seed, 0x3a0e]);
    let (mut states, mut line) = (vec![start.clone()], Vec::new());
    for _ in 0..PLIES {
        let state = &states[states.len() - 1];
        let moves = state.legal_moves(None, None).unwrap();
        if moves.is_empty() {
            break;
        }
        let chosen = moves[rng.below(moves.len() as u32) as usize].clone();
        states.push(state.play(None, MoveRef::Text(&chosen), None).unwrap());
        line.push(chosen);
    }
    (states, line)
}

fn each_random_game(game: &Game, test: impl Fn(&[State], &[String])) {
    for seed in 0..GAMES_EACH {
        let (states, line) = random_game(&game.start().unwrap(), seed);
        assert!(!line.is_empty());
        test(&states, &line);
    }
}

/// All that can be seen of a state, history included.
fn shown(state: &State) -> (String, usize, usize, Value, String) {
    (
        state.key(),
        state.ply(),
        state.repetitions(),
        state.describe(None).unwrap(),
        state.save().unwrap(),
    )
}

#[test]
fn moves_lead_to_the_state_and_give_the_states_on_the_way() {
    each_game(|game| {
        each_random_game(game, |states, line| {
            let last = &states[line.len()];
            assert_eq!(last.moves(None).unwrap(), line);
            let replayed: Vec<_> = line.iter().map(|text| MoveRef::Text(text)).collect();
            let replayed = states[0].play_many(None, &replayed, None).unwrap();
            assert!(replayed == *last);
            assert_eq!(replayed.moves(None).unwrap(), line);
            for (ply, state) in states.iter().enumerate() {
                let again = last.at_ply(ply).unwrap();
                assert!(again == *state, "{} at ply {ply}", game.name());
                assert_eq!(again.hash_code(), state.hash_code());
                assert_eq!(again.moves(None).unwrap(), line[..ply]);
                let newest = ply.checked_sub(1).map(|i| line[i].clone());
                assert_eq!(state.last_move(None).unwrap(), newest);
                assert_eq!(again.last_move(None).unwrap(), newest);
                if ply % 7 == 0 {
                    assert_eq!(shown(&again), shown(state));
                }
                // A state on the way goes on as the one that was there.
                if let Some(text) = line.get(ply) {
                    let next = again.play(None, MoveRef::Text(text), None).unwrap();
                    assert!(next == states[ply + 1]);
                }
            }
            let beyond = last.at_ply(line.len() + 1).unwrap_err();
            assert_eq!(beyond.kind(), ErrorKind::InvalidOption);
            assert!(beyond.message().starts_with("ply: "), "{beyond}");
        });
    });
}

#[test]
fn moves_are_written_in_every_style_as_where_they_were_made() {
    each_game(|game| {
        each_random_game(game, |states, line| {
            for style in game.info().styles {
                let texts: Vec<_> = line
                    .iter()
                    .zip(states)
                    .map(|(text, state)| {
                        let text = MoveRef::Text(text);
                        state.move_text(None, text, Some(style), None).unwrap()
                    })
                    .collect();
                let last = &states[line.len()];
                assert_eq!(last.moves(Some(style)).unwrap(), texts);
                assert_eq!(last.last_move(Some(style)).unwrap(), texts.last().cloned());
            }
            for state in [&states[0], &states[line.len()]] {
                let error = state.moves(Some("morse")).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Unsupported);
                let error = state.last_move(Some("morse")).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Unsupported);
            }
        });
    });
}

#[test]
fn saves_keep_the_moves_and_are_small() {
    each_game(|game| {
        each_random_game(game, |states, line| {
            for (ply, state) in states.iter().enumerate().step_by(11) {
                let text = state.save().unwrap();
                let loaded = host::load(&text).unwrap();
                assert!(loaded == *state, "{} at ply {ply}", game.name());
                assert_eq!(loaded.moves(None).unwrap(), line[..ply]);
                assert!(loaded.at_ply(ply / 2).unwrap() == states[ply / 2]);
                assert_eq!(loaded.save().unwrap(), text);
                // They stand in the save with a blank between them.
                let saved: Value = serde_json::from_str(&text).unwrap();
                let moves = saved["moves"].as_str().unwrap_or_default();
                assert_eq!(moves.split_whitespace().count(), ply);
            }
        });
    });
}

#[test]
fn moves_begin_at_a_position_that_was_parsed() {
    each_game(|game| {
        let (states, line) = random_game(&game.start().unwrap(), 1);
        let notation = states[1].notation();
        let earlier = [states[0].notation()];
        let earlier: Vec<_> = earlier.iter().map(String::as_str).collect();
        let Ok(parsed) = game.parse(&notation, &earlier) else {
            panic!("{}: {notation}", game.name());
        };
        assert_eq!(parsed.ply(), 1);
        assert!(parsed.moves(None).unwrap().is_empty());
        assert_eq!(parsed.last_move(None).unwrap(), None);
        let Some(text) = line.get(1) else { return };
        let Ok(next) = parsed.play(None, MoveRef::Text(text), None) else {
            // What the position does not tell may decide about the move.
            return;
        };
        assert_eq!(next.moves(None).unwrap(), line[1..2]);
        assert!(next.at_ply(1).unwrap() == parsed);
        let error = next.at_ply(0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert_eq!(
            error.message(),
            "ply: takes an integer from 1 to 2, not 0; no moves are known before ply 1"
        );
        let loaded = host::load(&next.save().unwrap()).unwrap();
        assert!(loaded == next && loaded.at_ply(1).unwrap() == parsed);
        assert_eq!(loaded.moves(None).unwrap(), line[1..2]);
    });
}

/// The changed field of a save.
fn changed(save: &str, field: &str, value: Option<Value>) -> String {
    let mut saved: Dict = serde_json::from_str(save).unwrap();
    match value {
        Some(value) => saved.insert(field.to_owned(), value),
        None => saved.shift_remove(field),
    };
    serde_json::to_string(&saved).unwrap()
}

fn played(name: &str, moves: &[&str]) -> State {
    let start = host::start(name, &Dict::new()).unwrap();
    let moves: Vec<_> = moves.iter().map(|text| MoveRef::Text(text)).collect();
    start.play_many(None, &moves, None).unwrap()
}

#[test]
fn a_save_whose_moves_do_not_lead_to_its_position_is_refused_by_field() {
    let save = played("chess", &["e2e4", "e7e5", "g1f3"]).save().unwrap();
    let elsewhere = played("chess", &["e2e4", "e7e5", "g1h3"]).notation();
    for (field, value, message) in [
        (
            "moves",
            Some("e2e4 e7e5".into()),
            "saved state, position: the moves lead to ",
        ),
        (
            "position",
            Some(elsewhere.into()),
            "saved state, position: the moves lead to ",
        ),
        (
            "moves",
            Some("e2e4 e7e4 g1f3".into()),
            "saved state, moves: number 2: ",
        ),
        (
            "moves",
            Some("e2e4 e7e5 nonsense".into()),
            "saved state, moves: number 3: ",
        ),
        ("moves", None, "saved state, position: the moves lead to "),
        ("origin", None, "saved state, moves: without an origin"),
        ("origin", Some("8/8".into()), ""),
        ("keys", Some("00".into()), "saved state, keys: "),
        (
            "records",
            Some(vec![Value::Null].into()),
            "saved state, records: 1 of them for 0 keys",
        ),
        ("moves", Some(7.into()), "saved state: "),
    ] {
        let error = host::load(&changed(&save, field, value.clone())).unwrap_err();
        assert_eq!(
            error.kind(),
            ErrorKind::InvalidNotation,
            "{field} {value:?}"
        );
        assert!(error.message().starts_with(message), "{field}: {error}");
    }
}

#[test]
fn a_save_of_version_1_is_read_without_moves() {
    let state = played("chess", &["e2e4", "e7e5"]);
    let keys = state.at_ply(0).unwrap().key() + &state.at_ply(1).unwrap().key();
    let mut saved = Dict::new();
    for (field, value) in [
        ("format", Value::from("boardwright-state")),
        ("version", 1.into()),
        ("game", "chess".into()),
        ("options", Value::Object(state.game().options())),
        ("position", state.notation().into()),
        ("keys", keys.into()),
        ("records", Value::Array(Vec::new())),
    ] {
        saved.insert(field.into(), value);
    }
    let loaded = host::load(&serde_json::to_string(&saved).unwrap()).unwrap();
    assert!(loaded == state);
    assert_eq!((loaded.ply(), loaded.moves(None).unwrap().len()), (2, 0));
    let next = loaded.play(None, MoveRef::Text("g1f3"), None).unwrap();
    assert_eq!(next.moves(Some("san")).unwrap(), ["Nf3"]);
    assert!(host::load(&next.save().unwrap()).unwrap() == next);
}

/// Saves that the library wrote at version 1, of games with records and without.
#[test]
fn saves_that_version_1_wrote_are_read() {
    let (mut hidden, mut lines) = (0, 0);
    for line in include_str!("../../../tests/vectors/version-1.saves").lines() {
        if line.starts_with('#') {
            continue;
        }
        lines += 1;
        let [name, moves, save] = line.splitn(3, " ; ").collect::<Vec<_>>()[..] else {
            panic!("not three fields: {line}");
        };
        assert!(save.contains("\"version\":1,"), "{name}");
        let loaded = host::load(save).unwrap();
        let moves: Vec<_> = moves.split(' ').map(MoveRef::Text).collect();
        let played = loaded.game().start().unwrap();
        let played = played.play_many(None, &moves, None).unwrap();
        assert!(loaded == played, "{name}");
        assert_eq!(loaded.ply(), moves.len());
        assert!(loaded.moves(None).unwrap().is_empty());
        for seat in 0..loaded.game().seats().len() as i64 {
            let seat = SeatRef::Index(seat);
            let (one, other) = (loaded.observe(seat).unwrap(), played.observe(seat).unwrap());
            assert_eq!(one.text(), other.text(), "{name}");
            assert_eq!(one.describe_text(), other.describe_text(), "{name}");
        }
        // It goes on and is saved as any other.
        let next = loaded.legal_moves(None, None).unwrap().swap_remove(0);
        let next = MoveRef::Text(&next);
        let [loaded, played] = [&loaded, &played].map(|s| s.play(None, next, None).unwrap());
        assert!(loaded == played, "{name}");
        assert!(host::load(&loaded.save().unwrap()).unwrap() == loaded);
        hidden += u32::from(loaded.game().hidden());
    }
    assert!(lines > hidden && hidden > 2, "{hidden} of {lines}");
}

#[test]
fn moves_go_on_through_an_edit() {
    let state = played("bughouse-board", &["e2e4", "d7d5"]);
    let changes = [("add".to_owned(), Value::from("N"))];
    let edited = state.edit(&changes.into_iter().collect()).unwrap();
    assert_eq!((edited.ply(), edited.moves(None).unwrap().len()), (2, 2));
    let next = edited.play(None, MoveRef::Text("N@f3"), None).unwrap();
    assert_eq!(next.moves(None).unwrap(), ["e2e4", "d7d5", "N@f3"]);
    assert!(next.at_ply(2).unwrap() == edited);
    assert_eq!(next.at_ply(1).unwrap().moves(None).unwrap(), ["e2e4"]);
    assert!(host::load(&next.save().unwrap()).unwrap() == next);
}

#[test]
fn a_long_game_is_loaded_with_all_its_moves() {
    const PLIES: usize = 10_000;
    let mut options = Dict::new();
    options.insert("repetition_count".into(), 0.into());
    options.insert("halfmove_limit".into(), 0.into());
    let mut rng = Rng::derived(&[7, 0x3a0e]);
    let mut state = host::start("chess", &options).unwrap();
    // Random moves of the pieces on the first ranks and back, so that it does not end.
    let out = ["g1f3", "g1h3", "b1c3", "b1a3"];
    let (mut line, mut ply) = (Vec::new(), 0);
    while ply < PLIES {
        let white = out[rng.below(4) as usize];
        let black = out[rng.below(4) as usize]
            .replace('1', "8")
            .replace('3', "6");
        let back = |text: &str| format!("{}{}", &text[2..4], &text[..2]);
        line.extend([white.to_owned(), black.clone(), back(white), back(&black)]);
        ply += 4;
    }
    let given: Vec<_> = line.iter().map(|text| MoveRef::Text(text)).collect();
    state = state.play_many(None, &given, None).unwrap();
    assert_eq!((state.ply(), line.len()), (PLIES, PLIES));
    let save = state.save().unwrap();
    let loaded = host::load(&save).unwrap();
    assert!(loaded == state);
    assert_eq!(loaded.moves(None).unwrap(), line);
    assert_eq!(loaded.save().unwrap(), save);
    for ply in [0, 1, 4_999, PLIES] {
        assert!(loaded.at_ply(ply).unwrap() == state.at_ply(ply).unwrap());
    }
    // Six bytes a ply: a move and a blank.
    assert!(save.len() < 6 * PLIES, "{} bytes", save.len());
}

#[test]
fn of_a_very_long_game_the_last_moves_are_saved() {
    const MOST: usize = 1 << 16;
    let mut options = Dict::new();
    options.insert("repetition_count".into(), 0.into());
    options.insert("halfmove_limit".into(), 0.into());
    let mut state = host::start("chess", &options).unwrap();
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let line: Vec<_> = (0..MOST + 6).map(|i| MoveRef::Text(dance[i % 4])).collect();
    state = state.play_many(None, &line, None).unwrap();
    assert_eq!(state.moves(None).unwrap().len(), MOST + 6);
    let save = state.save().unwrap();
    let loaded = host::load(&save).unwrap();
    assert!(loaded == state);
    assert_eq!(loaded.moves(None).unwrap().len(), MOST);
    assert!(loaded.at_ply(6).unwrap() == state.at_ply(6).unwrap());
    assert!(loaded.at_ply(5).is_err());
    let saved: Value = serde_json::from_str(&save).unwrap();
    let longer = format!("{} g1f3", saved["moves"].as_str().unwrap());
    let error = host::load(&changed(&save, "moves", Some(longer.into()))).unwrap_err();
    assert_eq!(error.message(), "saved state, moves: more than 65536");
}

#[test]
fn moves_of_a_hidden_state_reach_no_text_of_a_seat() {
    let mut tried = 0;
    each_game(|game| {
        if !game.hidden() {
            return;
        }
        tried += 1;
        each_random_game(game, |states, line| {
            // One whose moves were made again shows the same, and neither shows the moves.
            let last = &states[line.len()];
            let loaded = host::load(&last.save().unwrap()).unwrap();
            assert!(!format!("{last:?}").contains(&line[line.len() - 1]));
            for seat in 0..game.seats().len() as i64 {
                let seat = SeatRef::Index(seat);
                let (one, other) = (last.observe(seat).unwrap(), loaded.observe(seat).unwrap());
                assert_eq!(one.text(), other.text());
                assert_eq!(one.describe().unwrap(), other.describe().unwrap());
                assert_eq!(format!("{one:?}"), format!("{other:?}"));
            }
        });
    });
    assert!(tried > 0);
}
