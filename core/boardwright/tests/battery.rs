//! The battery: what must hold for every game, run for each one in the registry.
//! A new game is under test by being registered.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::mpsc;

use boardwright::error::ErrorKind;
use boardwright::host::{
    self, Bot, Game, Limits, MoveRef, PerftOptions, PlayoutOptions, SeatRef, State, Subject,
};
use boardwright::jobs::{self, Control};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Serialize, Value};

/// Number of random games in each test, and of plies after which a game is cut off.
const GAMES_EACH: u64 = 12;
const PLIES: usize = 300;

fn each_game(test: impl Fn(&Game)) {
    assert!(!GAMES.is_empty());
    for entry in GAMES {
        test(&Game::new(entry.info().name, &Dict::new()).unwrap());
    }
}

/// Plays seeded random games and shows every state that comes up, with the move
/// that is made there.
fn each_position(game: &Game, mut see: impl FnMut(&State, Option<&str>)) {
    for seed in 0..GAMES_EACH {
        let mut rng = Rng::derived(&[seed, 0xba77]);
        let mut state = game.start().unwrap();
        for _ in 0..PLIES {
            let moves = state.legal_moves(None, None).unwrap();
            if moves.is_empty() {
                break;
            }
            let chosen = &moves[rng.below(moves.len() as u32) as usize];
            see(&state, Some(chosen));
            state = state.play(None, MoveRef::Text(chosen), None).unwrap();
        }
        see(&state, None);
    }
}

fn run<T: Serialize + Send + 'static>(work: host::Work<T>) -> Value {
    host::plain(work).run(&Control::default()).unwrap()
}

#[test]
fn notation_round_trips() {
    each_game(|game| {
        each_position(game, |state, _| {
            let text = state.notation();
            let read = game.parse(&text, &[]).unwrap();
            assert_eq!(read.notation(), text);
            assert_eq!(read.key(), state.key(), "{text}");
        });
    });
}

#[test]
fn saved_states_go_on_the_same() {
    each_game(|game| {
        let mut ply = 0;
        each_position(game, |state, chosen| {
            ply += 1;
            if ply % 7 != 0 {
                return;
            }
            let loaded = host::load(&state.save().unwrap()).unwrap();
            assert!(loaded == *state, "{state:?}");
            assert_eq!(loaded.hash_code(), state.hash_code());
            assert_eq!(
                loaded.describe(None).unwrap(),
                state.describe(None).unwrap()
            );
            for seat in 0..game.seats().len() as i64 {
                let seat = SeatRef::Index(seat);
                assert!(loaded.observe(seat).unwrap() == state.observe(seat).unwrap());
            }
            if let Some(chosen) = chosen {
                let next = |s: &State| s.play(None, MoveRef::Text(chosen), None).unwrap();
                assert!(next(&loaded) == next(state));
            }
        });
    });
}

#[test]
fn every_listed_move_can_be_played_and_read_back() {
    each_game(|game| {
        let mut ids = Vec::new();
        let mut ply = 0;
        each_position(game, |state, _| {
            ply += 1;
            if ply % 5 != 0 {
                return;
            }
            let moves = state.legal_moves(None, None).unwrap();
            assert_eq!(state.count_legal(None).unwrap(), moves.len() as u64);
            let mut sorted = moves.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(
                sorted.len(),
                moves.len(),
                "a move is listed twice: {moves:?}"
            );
            let has_ids = state.legal_ids(None, &mut ids).is_ok();
            assert_eq!(has_ids, !game.action_texts().is_empty());
            for (i, text) in moves.iter().enumerate() {
                let next = state.play(None, MoveRef::Text(text), None).unwrap();
                assert_eq!(next.ply(), state.ply() + 1);
                if has_ids {
                    assert_eq!(*game.action_texts()[ids[i] as usize], **text);
                    assert_eq!(state.action_id(None, text).unwrap(), ids[i]);
                    assert!(state.play(None, MoveRef::Id(ids[i]), None).unwrap() == next);
                }
                for style in game.info().styles {
                    let written = state
                        .move_text(None, MoveRef::Text(text), Some(style), None)
                        .unwrap();
                    let read = state
                        .play(None, MoveRef::Text(&written), Some(style))
                        .unwrap_or_else(|e| panic!("{written} in {style}: {e}"));
                    assert!(read == next, "{text} is {written} in {style}");
                }
            }
            let by_seat: usize = (0..game.seats().len() as i64)
                .map(|s| {
                    state
                        .legal_moves(Some(SeatRef::Index(s)), None)
                        .unwrap()
                        .len()
                })
                .sum();
            assert_eq!(
                by_seat,
                moves.len(),
                "the seats' moves are not all the moves"
            );
        });
    });
}

#[test]
fn what_is_not_listed_by_id_is_refused_unless_the_rules_take_more() {
    each_game(|game| {
        let mut ids = Vec::new();
        let mut ply = 0;
        each_position(game, |state, _| {
            ply += 1;
            if ply % 41 != 0 || state.legal_ids(None, &mut ids).is_err() {
                return;
            }
            for id in (0..game.action_texts().len() as u32 + 3).filter(|id| !ids.contains(id)) {
                let kind = match state.play(None, MoveRef::Id(id), None) {
                    Ok(_) => continue,
                    Err(e) => e.kind(),
                };
                assert!(matches!(
                    kind,
                    ErrorKind::IllegalMove
                        | ErrorKind::NotYourTurn
                        | ErrorKind::GameOver
                        | ErrorKind::InvalidNotation
                ));
            }
        });
    });
}

#[test]
fn equal_notations_have_equal_keys_and_different_ones_hardly_ever_do() {
    each_game(|game| {
        let mut keys = HashMap::new();
        each_position(game, |state, _| {
            // What the rules hold for the same position may differ in counters,
            // so the key is compared with what lies behind it: the moves.
            let moves = state.legal_moves(None, None).unwrap();
            if moves.is_empty() {
                return;
            }
            match keys.entry(state.key()) {
                Slot::Vacant(slot) => {
                    slot.insert(moves);
                }
                Slot::Occupied(slot) => assert_eq!(*slot.get(), moves),
            }
        });
        assert!(keys.len() > 20, "{}: the games went nowhere", game.name());
    });
}

#[test]
fn states_are_values() {
    each_game(|game| {
        each_position(game, |state, chosen| {
            let Some(chosen) = chosen else { return };
            let before = (state.notation(), state.key(), state.ply());
            let copy = state.clone();
            let next = state.play(None, MoveRef::Text(chosen), None).unwrap();
            assert_eq!((state.notation(), state.key(), state.ply()), before);
            assert!(copy == *state && next != *state);
            assert_eq!(copy.hash_code(), state.hash_code());
            let again = copy.play(None, MoveRef::Text(chosen), None).unwrap();
            assert!(again == next);
            assert_eq!(again.hash_code(), next.hash_code());
        });
    });
}

#[test]
fn the_order_of_the_past_counts_for_equality_and_several_moves_equal_one_by_one() {
    each_game(|game| {
        let mut line = Vec::new();
        let mut last = None;
        each_position(game, |state, chosen| match chosen {
            Some(chosen) => line.push(chosen.to_owned()),
            None => {
                let moves: Vec<_> = line.iter().map(|m| MoveRef::Text(m)).collect();
                let at_once = game.start().unwrap().play_many(None, &moves, None).unwrap();
                assert!(at_once == *state);
                assert!(line.is_empty() || game.parse(&state.notation(), &[]).unwrap() != *state);
                line.clear();
                last = Some(state.clone());
            }
        });
        assert!(last.is_some());
    });
}

#[test]
fn random_games_end_and_say_how() {
    each_game(|game| {
        let state = game.start().unwrap();
        let options = PlayoutOptions {
            games: 200,
            seed: 1,
            ply_limit: 10_000,
            threads: 1,
        };
        let one = run(state.playouts(options).unwrap());
        let two = run(state
            .playouts(PlayoutOptions {
                threads: 2,
                ..options
            })
            .unwrap());
        assert_eq!(one, two, "{}: threads change the result", game.name());
        assert_eq!(one["games"], 200);
        assert!(one["plies"].as_u64().unwrap() > 200);
        let unfinished = one["unfinished"].as_u64().unwrap();
        // A single board of bughouse waits for pieces that never come.
        assert!(unfinished < 200, "{}: no game ends", game.name());
        each_position(game, |state, chosen| {
            let Some(outcome) = state.outcome() else {
                let live = state.live();
                assert_eq!(chosen.is_none() && state.ply() < PLIES, live.is_empty());
                return;
            };
            assert!(chosen.is_none() && state.live().is_empty());
            assert!(!outcome.reason.is_empty());
            assert_eq!(outcome.scores.len(), game.seats().len());
            let refused = state.play(None, MoveRef::Text("a1a1"), None).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::GameOver);
        });
    });
}

#[test]
fn perft_agrees_with_the_lists() {
    fn count(state: &State, depth: u32) -> u64 {
        let moves = state.legal_moves(None, None).unwrap();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .iter()
                .map(|m| {
                    count(
                        &state.play(None, MoveRef::Text(m), None).unwrap(),
                        depth - 1,
                    )
                })
                .sum(),
        }
    }
    each_game(|game| {
        let state = game.start().unwrap();
        for depth in 0..=3 {
            let expected = count(&state, depth);
            for options in [
                PerftOptions::default(),
                PerftOptions {
                    threads: 2,
                    hash: 0,
                },
                PerftOptions {
                    threads: 2,
                    hash: 1,
                },
            ] {
                let counted = match state.perft(depth, options).run(&Control::default()) {
                    // Where moves depend on the past no counts can be shared.
                    Err(error) if error.kind() == ErrorKind::Unsupported => {
                        assert!(options.hash > 0, "{}: {error}", game.name());
                        continue;
                    }
                    counted => counted.unwrap(),
                };
                assert_eq!(counted, expected, "{} at depth {depth}", game.name());
            }
        }
        let divided = run(state.divide(2, PerftOptions::default(), Box::new(|_| ())));
        let sum: u64 = divided
            .as_object()
            .unwrap()
            .values()
            .filter_map(Value::as_u64)
            .sum();
        assert_eq!(sum, count(&state, 2));
    });
}

#[test]
fn observations_hide_what_they_should() {
    each_game(|game| {
        let mut ply = 0;
        each_position(game, |state, _| {
            ply += 1;
            if ply % 9 != 0 {
                return;
            }
            for (i, name) in game.seats().iter().enumerate() {
                let observation = state.observe(SeatRef::Index(i as i64)).unwrap();
                assert!(observation == state.observe(SeatRef::Name(name)).unwrap());
                assert_eq!(observation.seat(), *name);
                let candidates = observation.candidates();
                assert_eq!(observation.may_act(), !candidates.is_empty());
                let legal = state.legal_moves(Some(SeatRef::Name(name)), None).unwrap();
                if game.hidden() {
                    assert_ne!(observation.text(), state.notation());
                    assert!(!format!("{state:?}").contains(&state.notation()));
                } else {
                    assert_eq!(candidates, legal);
                }
                let described = state.describe(Some(SeatRef::Index(i as i64))).unwrap();
                assert_eq!(described, observation.describe().unwrap());
            }
        });
    });
}

#[test]
fn bots_play_legal_games_and_repeat_themselves() {
    each_game(|game| {
        for entry in GAMES.iter().filter(|e| e.info().name == game.name()) {
            for name in entry
                .bots()
                .into_iter()
                .filter(|n| !n.starts_with("faulty"))
            {
                let bot = || Bot::new(name, game.name(), &Dict::new(), 7).unwrap();
                let (first, second) = (bot(), bot());
                let mut state = game.start().unwrap();
                for _ in 0..60 {
                    let live = state.live();
                    let Some(seat) = live.iter().next() else {
                        break;
                    };
                    let seat = SeatRef::Index(seat.index() as i64);
                    let observation = state.observe(seat).unwrap();
                    let subject = Subject::Observation(&observation);
                    let limits = Limits {
                        nodes: Some(500),
                        ..Limits::default()
                    };
                    let decision = run(first.decide(&subject, limits.clone()).unwrap());
                    let again = run(second.decide(&subject, limits).unwrap());
                    assert_eq!(decision["move"], again["move"]);
                    let text = decision["move"].as_str().unwrap();
                    state = state.play(None, MoveRef::Text(text), None).unwrap();
                }
            }
        }
    });
}

#[test]
fn a_bot_at_work_is_busy_and_a_hidden_state_is_not_for_bots() {
    each_game(|game| {
        let bot = Bot::new("random", game.name(), &Dict::new(), 7).unwrap();
        let state = game.start().unwrap();
        let seat = SeatRef::Index(0);
        let observation = state.observe(seat).unwrap();
        let subject = Subject::Observation(&observation);
        let work = bot.decide(&subject, Limits::default()).unwrap();
        let busy = bot.decide(&subject, Limits::default()).err().unwrap();
        assert_eq!(busy.kind(), ErrorKind::BotBusy);
        drop(work);
        let whole = bot.decide(&Subject::State(&state, Some(seat)), Limits::default());
        match whole {
            Ok(work) => {
                assert!(!game.hidden());
                run(work);
            }
            Err(e) => {
                assert!(game.hidden());
                assert_eq!(e.kind(), ErrorKind::HiddenInformation);
            }
        }
    });
}

#[test]
fn a_bot_whose_work_is_cancelled_can_be_asked_at_once() {
    each_game(|game| {
        if !game.info().bots.contains(&"search") || game.hidden() {
            return;
        }
        let bot = Bot::new("search", game.name(), &Dict::new(), 7).unwrap();
        let state = game.start().unwrap();
        let subject = Subject::State(&state, Some(SeatRef::Index(0)));
        if bot.decide(&subject, Limits::default()).is_err() {
            return;
        }
        for _ in 0..20 {
            let (told, infos) = mpsc::channel();
            let watch = Box::new(move |info| {
                let _ = told.send(info);
            });
            let work = bot.analyse(&subject, Limits::default(), watch).unwrap();
            let task = work.start(jobs::Request::default()).unwrap();
            infos.recv().unwrap();
            let busy = bot.new_game().unwrap_err();
            assert_eq!(busy.kind(), ErrorKind::BotBusy);
            task.handle().cancel();
            let limits = Limits {
                nodes: Some(50),
                ..Limits::default()
            };
            let decision = run(bot.decide(&subject, limits).unwrap());
            assert!(decision["move"].is_string());
            let ended = task.wait(None).unwrap();
            assert_eq!(ended.result.unwrap_err().kind(), ErrorKind::Cancelled);
            bot.new_game().unwrap();
        }
    });
}

#[test]
fn wrong_input_gets_typed_errors() {
    let kind = |r: boardwright::Result<State>| r.err().map(|e| e.kind());
    assert_eq!(
        kind(host::start("no such game", &Dict::new())),
        Some(ErrorKind::UnknownGame)
    );
    let option: Dict = [("colour".to_owned(), Value::from("red"))]
        .into_iter()
        .collect();
    each_game(|game| {
        let error = Game::new(game.name(), &option).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        let named = game
            .info()
            .options
            .iter()
            .all(|o| error.message().contains(o.name));
        assert!(named, "the error does not list what exists: {error}");
        let error = Bot::new("nobody", game.name(), &Dict::new(), 0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownBot);
        let state = game.start().unwrap();
        for seat in [
            SeatRef::Index(-1),
            SeatRef::Index(99),
            SeatRef::Name("nobody"),
        ] {
            assert_eq!(
                state.observe(seat).unwrap_err().kind(),
                ErrorKind::InvalidOption
            );
        }
        let error = state.legal_moves(None, Some("morse")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert_eq!(kind(game.parse("", &[])), Some(ErrorKind::InvalidNotation));
        assert_eq!(
            kind(game.parse(&"x".repeat(1 << 20), &[])),
            Some(ErrorKind::InvalidNotation)
        );
        for spec in game.info().options {
            let wrong: Dict = [(spec.name.to_owned(), Value::from(vec![1]))]
                .into_iter()
                .collect();
            let error = Game::new(game.name(), &wrong).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidOption);
            assert!(error.message().contains(spec.name));
        }
    });
}

#[test]
fn mutated_notations_moves_and_saves_never_panic() {
    // `rim` turns a panic into an `internal` error, so none may come.
    fn mutate(rng: &mut Rng, text: &str) -> String {
        const SPICE: &str = "0189/[]~-@ wbKQkqPpNn+#=x\u{0}\u{e9}\u{1f600}:,{}\"";
        let spice: Vec<char> = SPICE.chars().collect();
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=rng.below(3) {
            let at = rng.below(chars.len() as u32 + 1) as usize;
            let new = spice[rng.below(spice.len() as u32) as usize];
            match rng.below(4) {
                0 => chars.truncate(at),
                1 if at < chars.len() => chars[at] = new,
                2 if at < chars.len() => drop(chars.remove(at)),
                _ => chars.insert(at, new),
            }
        }
        chars.into_iter().collect()
    }
    fn sound<T>(result: boardwright::Result<T>, of: &str) {
        if let Err(e) = result {
            assert_ne!(e.kind(), ErrorKind::Internal, "{of:?}: {e}");
        }
    }
    each_game(|game| {
        let mut rng = Rng::new(99);
        each_position(game, |state, chosen| {
            let text = mutate(&mut rng, &state.notation());
            sound(game.parse(&text, &[]).and_then(|s| s.describe(None)), &text);
            let saved = mutate(&mut rng, &state.save().unwrap());
            sound(host::load(&saved).and_then(|s| s.describe(None)), &saved);
            let Some(chosen) = chosen else { return };
            for style in game.info().styles {
                let written = state
                    .move_text(None, MoveRef::Text(chosen), Some(style), None)
                    .unwrap();
                for _ in 0..4 {
                    let text = mutate(&mut rng, &written);
                    sound(state.play(None, MoveRef::Text(&text), Some(style)), &text);
                    sound(state.report(None, MoveRef::Text(&text), Some(style)), &text);
                }
            }
        });
    });
}
