//! Vectors of games and planes for learning, beside states that are played one by one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use boardwright::chess::{Board, Color, FenOptions, Piece, Rules, Square};
use boardwright::error::{Error, ErrorKind};
use boardwright::host::{
    Arrays, Between, Game, MoveRef, Observations, SeatRef, State, VectorEnv, VectorOptions,
};
use boardwright::rng::Rng;
use boardwright::value::Dict;

fn game(name: &str, options: &[(&str, &str)]) -> Game {
    let options: Dict = options
        .iter()
        .map(|(name, value)| {
            let plain = serde_json::from_str(value).unwrap_or_else(|_| (*value).into());
            ((*name).to_owned(), plain)
        })
        .collect();
    Game::new(name, &options).unwrap()
}

/// All games with planes, open and hidden.
fn games() -> Vec<Game> {
    vec![
        game("chess", &[]),
        game(
            "chess",
            &[("chess960", "true"), ("chess960_position", "12")],
        ),
        game("crazyhouse", &[]),
        game("bughouse-board", &[]),
        game("bughouse", &[]),
        game("blind", &[]),
        game("blind", &[("rules", "vanilla")]),
        game("blind", &[("rules", "fog")]),
        game("blind", &[("rules", "rbc")]),
        game("jarls", &[]),
        game("jarls", &[("fog", "true"), ("players", "3")]),
        game("boost", &[]),
        game("chess+atomic", &[]),
        game("chess+three-check+piece-hp+pawn-stamina", &[]),
        game("chess+antichess", &[]),
    ]
}

/// The arrays of a caller.
#[derive(Clone, Debug, PartialEq)]
struct Owned {
    bytes: Vec<u8>,
    floats: Vec<f32>,
    masks: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    seats: Vec<u8>,
}

impl Owned {
    fn of(env: &VectorEnv) -> Self {
        let n = env.games();
        // Nothing of this may be left after a call.
        Self {
            bytes: vec![77; n * env.layout().size()],
            floats: vec![77.0; n * env.layout().size()],
            masks: vec![77; n * env.actions()],
            rewards: vec![77.0; n * env.seats()],
            terminated: vec![77; n],
            truncated: vec![77; n],
            seats: vec![77; n],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: Some(Observations::U8(&mut self.bytes)),
            masks: Some(&mut self.masks),
            rewards: Some(&mut self.rewards),
            terminated: Some(&mut self.terminated),
            truncated: Some(&mut self.truncated),
            seats: Some(&mut self.seats),
        }
    }

    fn floats(&mut self) -> Arrays<'_> {
        Arrays {
            observations: Some(Observations::F32(&mut self.floats)),
            ..Arrays::default()
        }
    }
}

fn env(game: &Game, games: usize, threads: usize, ply_limit: u32) -> VectorEnv {
    let options = VectorOptions {
        games,
        seed: 5,
        threads,
        ply_limit,
        ..VectorEnv::DEFAULTS
    };
    VectorEnv::new(game, &options).unwrap()
}

/// Compares what a game of a vector wrote with a state that was played beside it.
fn compare(env: &VectorEnv, out: &Owned, index: usize, state: &State) {
    let (size, actions) = (env.layout().size(), env.actions());
    let seat = SeatRef::Index(out.seats[index].into());
    let observation = state.observe(seat).unwrap();
    let mut ids = Vec::new();
    observation.candidate_ids(&mut ids).unwrap();
    let mask = &out.masks[index * actions..][..actions];
    let marked: Vec<u32> = (0..)
        .zip(mask)
        .filter(|(_, m)| **m == 1)
        .map(|(id, _)| id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(marked, ids, "{}", state.notation());
    assert!(mask.iter().all(|m| *m < 2));
    let planes = &out.bytes[index * size..][..size];
    assert!(
        planes == observation.planes().unwrap(),
        "{}",
        state.notation()
    );
    assert_eq!(env.notation(index).unwrap(), state.notation());
}

#[test]
fn vectors_play_as_states_do() {
    const GAMES: usize = 3;
    for game in games() {
        let mut env = env(&game, GAMES, 1, 40);
        let mut out = Owned::of(&env);
        env.reset(None, out.arrays()).unwrap();
        let mut states = vec![game.start().unwrap(); GAMES];
        let mut plies = [0; GAMES];
        let mut actions = [0; GAMES];
        for _ in 0..150 {
            for (index, state) in states.iter().enumerate() {
                compare(&env, &out, index, state);
            }
            env.sample(&mut actions).unwrap();
            env.step(&actions, out.arrays()).unwrap();
            for index in 0..GAMES {
                let id = MoveRef::Id(u32::try_from(actions[index]).unwrap());
                states[index] = states[index].play(None, id, None).unwrap();
                plies[index] += 1;
                let outcome = states[index].outcome();
                let rewards = &out.rewards[index * env.seats()..][..env.seats()];
                assert_eq!(out.terminated[index] == 1, outcome.is_some());
                assert_eq!(
                    out.truncated[index] == 1,
                    outcome.is_none() && plies[index] == 40
                );
                for (name, reward) in game.seats().iter().zip(rewards) {
                    // Nobody leaves these games before a draw.
                    let wanted = match &outcome {
                        None => 0.0,
                        Some(end) if end.draw => 0.0,
                        Some(end) if end.winners.contains(name) => 1.0,
                        Some(_) => -1.0,
                    };
                    assert_eq!(*reward, wanted, "{} {name} {outcome:?}", game.name());
                }
                if out.terminated[index] + out.truncated[index] > 0 {
                    states[index] = game.start().unwrap();
                    plies[index] = 0;
                }
            }
        }
    }
}

#[test]
fn a_game_that_waits_for_a_piece_from_outside_is_given_up_at_once() {
    const GAMES: usize = 64;
    const LIMIT: u32 = 150;
    let mut env = env(&game("bughouse-board", &[]), GAMES, 1, LIMIT);
    let mut out = Owned::of(&env);
    env.reset(None, out.arrays()).unwrap();
    let mut actions = [0; GAMES];
    let mut plies = [0; GAMES];
    let mut waited = 0;
    for _ in 0..600 {
        env.sample(&mut actions).unwrap();
        env.step(&actions, out.arrays()).unwrap();
        for (index, plies) in plies.iter_mut().enumerate() {
            *plies += 1;
            assert!(out.seats[index] < 2, "{}", env.notation(index).unwrap());
            let given_up = out.truncated[index] == 1;
            waited += u32::from(given_up && *plies < LIMIT);
            if given_up || out.terminated[index] == 1 {
                *plies = 0;
            }
        }
    }
    assert!(waited > 0);
}

#[test]
fn threads_change_nothing() {
    for game in games() {
        let play = |threads| {
            let mut env = env(&game, 5, threads, 60);
            let mut out = Owned::of(&env);
            env.reset(None, out.arrays()).unwrap();
            let mut actions = vec![0; 5];
            for _ in 0..80 {
                env.sample(&mut actions).unwrap();
                env.step(&actions, out.arrays()).unwrap();
            }
            env.write(out.floats()).unwrap();
            (actions, out)
        };
        let alone = play(1);
        assert!(alone == play(3), "{}", game.name());
        assert!(alone == play(64), "{}", game.name());
    }
}

#[test]
fn a_seed_makes_the_games_again() {
    let chess = game("chess", &[]);
    let mut env = env(&chess, 4, 1, 100);
    let mut play = |seed| {
        env.reset(Some(seed), Arrays::default()).unwrap();
        let mut actions = [0; 4];
        for _ in 0..120 {
            env.sample(&mut actions).unwrap();
            env.step(&actions, Arrays::default()).unwrap();
        }
        (0..4).map(|i| env.notation(i).unwrap()).collect::<Vec<_>>()
    };
    let first = play(1);
    assert_ne!(first, play(2));
    assert_eq!(first, play(1));
    assert_ne!(first[0], first[1]);
}

#[test]
fn floats_are_numbers_in_units_of_their_plane() {
    let crazyhouse = game("crazyhouse", &[]);
    let mut env = env(&crazyhouse, 2, 1, 1000);
    let mut out = Owned::of(&env);
    env.reset(None, out.arrays()).unwrap();
    let mut actions = [0; 2];
    let area = env.layout().area();
    let units: Vec<u8> = env.layout().planes.iter().map(|p| p.unit).collect();
    for _ in 0..60 {
        env.sample(&mut actions).unwrap();
        env.step(&actions, out.arrays()).unwrap();
        env.write(out.floats()).unwrap();
        for (i, (byte, float)) in out.bytes.iter().zip(&out.floats).enumerate() {
            let unit = units[i / area % units.len()];
            assert_eq!(*float, f32::from(*byte) / f32::from(unit));
        }
    }
}

#[test]
fn episodes_draw_terrain_of_their_own_where_asked() {
    let jarls = game("jarls", &[("terrain", "holes")]);
    let starts = |reseeded| {
        let options = VectorOptions {
            games: 3,
            reseeded,
            ..VectorEnv::DEFAULTS
        };
        let env = VectorEnv::new(&jarls, &options).unwrap();
        (0..3).map(|i| env.notation(i).unwrap()).collect::<Vec<_>>()
    };
    let fixed = starts(None);
    assert!(fixed.iter().all(|start| *start == fixed[0]));
    let drawn = starts(Some(VectorEnv::unseeded(&jarls)));
    assert_ne!(drawn[0], drawn[1]);
    assert_ne!(drawn[1], drawn[2]);
    assert_eq!(drawn, starts(Some(VectorEnv::unseeded(&jarls))));
}

#[test]
fn a_call_about_many_games_can_be_ended_between_its_parts() {
    let (asked, games) = (Arc::new(AtomicUsize::new(0)), 3 * 4096);
    let calls = Arc::clone(&asked);
    let between = Between::new(move || match calls.fetch_add(1, Ordering::Relaxed) {
        0 => Ok(()),
        _ => Err(Error::new(ErrorKind::Cancelled, "enough")),
    });
    let options = VectorOptions {
        games,
        between: Some(between),
        ..VectorEnv::DEFAULTS
    };
    let mut env = VectorEnv::new(&game("chess", &[]), &options).unwrap();
    let e2e4 = vec![12 * 64 + 28; games];
    let error = env.step(&e2e4, Arrays::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    let moved = |env: &VectorEnv, index| env.notation(index).unwrap().contains(" b ");
    let stepped = (0..games).filter(|index| moved(&env, *index)).count();
    assert_eq!(stepped, 2 * 4096);
    assert!(moved(&env, 0) && !moved(&env, games - 1));
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    let few = VectorOptions {
        games: 4096,
        ..options
    };
    let mut env = VectorEnv::new(&game("chess", &[]), &few).unwrap();
    env.step(&e2e4[..4096], Arrays::default()).unwrap();
    assert_eq!(
        asked.load(Ordering::Relaxed),
        2,
        "there is nothing between one part"
    );
}

#[test]
fn wrong_calls_are_refused_and_change_nothing() {
    let chess = game("chess", &[]);
    let mut env = env(&chess, 2, 1, 1000);
    let before = env.notation(0).unwrap();
    let e2e4 = 12 * 64 + 28;
    for wrong in [0, -1, i64::MAX, 1 << 33 | e2e4] {
        let error = env.step(&[e2e4, wrong], Arrays::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove);
        assert!(error.message().contains("game 1"), "{error}");
        assert_eq!(env.notation(0).unwrap(), before);
    }
    let error = env.step(&[e2e4], Arrays::default()).unwrap_err();
    assert!(
        error
            .message()
            .starts_with("actions: it must have 2 items, not 1")
    );
    let mut short = [0; 3];
    let arrays = Arrays {
        masks: Some(&mut short),
        ..Arrays::default()
    };
    let error = env.step(&[e2e4, e2e4], arrays).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.message().starts_with("masks: "), "{error}");
    assert_eq!(env.notation(0).unwrap(), before);
    assert!(env.notation(2).is_err());
    env.step(&[e2e4, e2e4], Arrays::default()).unwrap();
    assert_ne!(env.notation(0).unwrap(), before);
    let error = VectorEnv::new(&game("chess+berserker", &[]), &VectorEnv::DEFAULTS).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

/// Reads planes of a board back, all but the number of the move.
fn decoded(layout: &[String], planes: &[u8]) -> Board {
    let plane = |name: &str| {
        let at = layout.iter().position(|n| n == name).unwrap();
        &planes[at * 64..][..64]
    };
    let black = plane("black")[0] == 1;
    let own = if black { Color::Black } else { Color::White };
    let place = |square: usize| if black { square ^ 56 } else { square };
    let mut text = String::new();
    let names = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];
    let drops = layout.iter().any(|name| name == "promoted");
    for rank in (0..8).rev() {
        for file in 0..8 {
            let at = place(rank * 8 + file);
            let mut found = '1';
            for (name, letter) in names.iter().zip("PNBRQK".chars()) {
                let upper = |of: Color| match of {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                };
                if plane(&format!("own_{name}"))[at] == 1 {
                    found = upper(own);
                }
                if plane(&format!("their_{name}"))[at] == 1 {
                    found = upper(!own);
                }
            }
            match (found, text.pop()) {
                ('1', Some(count @ '1'..='7')) => text.push((count as u8 + 1) as char),
                (found, before) => text.extend(before.into_iter().chain([found])),
            }
            if drops && plane("promoted")[at] == 1 {
                text.push('~');
            }
        }
        if rank > 0 {
            text.push('/');
        }
    }
    if drops {
        text.push('[');
        for (side, of) in [("own", own), ("their", !own)] {
            for (name, letter) in names.iter().zip("PNBRQ".chars()) {
                let held = plane(&format!("{side}_pocket_{name}"))[0];
                for _ in 0..held {
                    text.push(if of == Color::White {
                        letter
                    } else {
                        letter.to_ascii_lowercase()
                    });
                }
            }
        }
        text.push(']');
    }
    let turn = if (plane("to_move")[0] == 1) == black {
        'b'
    } else {
        'w'
    };
    let corners = [(7, 'K'), (0, 'Q'), (63, 'k'), (56, 'q')];
    let rights: String = corners
        .into_iter()
        .filter(|(square, _)| plane("castling")[place(*square)] == 1)
        .map(|(_, letter)| letter)
        .collect();
    let passed = (0..64).find(|square| plane("en_passant")[place(*square)] == 1);
    let passed = passed.map_or_else(|| "-".into(), |s| Square::new(s as u8).unwrap().to_string());
    let rights = if rights.is_empty() {
        "-".into()
    } else {
        rights
    };
    let halfmoves = plane("halfmoves")[0];
    let text = format!("{text} {turn} {rights} {passed} {halfmoves} 1");
    let rules = if drops {
        Rules::CRAZYHOUSE
    } else {
        Rules::CHESS
    };
    let options = FenOptions {
        rules,
        allow_pocket: drops,
        exposed_king: false,
    };
    Board::from_fen(&text, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn planes_of_a_board_tell_the_position_to_both_seats() {
    for name in ["chess", "crazyhouse"] {
        let game = game(name, &[]);
        let layout: Vec<String> = game
            .planes()
            .unwrap()
            .planes
            .into_iter()
            .map(|p| p.name)
            .collect();
        for seed in 0..8 {
            let mut rng = Rng::derived(&[seed, 77]);
            let mut state = game.start().unwrap();
            for _ in 0..150 {
                let moves = state.legal_moves(None, None).unwrap();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[rng.below(moves.len() as u32) as usize];
                state = state.play(None, MoveRef::Text(mv), None).unwrap();
                for seat in ["white", "black"] {
                    let observation = state.observe(SeatRef::Name(seat)).unwrap();
                    let board = decoded(&layout, &observation.planes().unwrap());
                    let notation = if name == "chess" {
                        board.fen()
                    } else {
                        board.bfen()
                    };
                    let number = |text: &str| text.rsplit_once(' ').unwrap().0.to_owned();
                    assert_eq!(number(&notation), number(&state.notation()));
                    assert_eq!(board.pieces(Piece::King).len(), 2);
                }
            }
        }
    }
}

/// The position, and the planes and ids that a seat gets of it.
type Shown = (String, Vec<u8>, Vec<u32>);

#[test]
fn what_a_seat_cannot_tell_apart_has_the_same_planes_and_masks() {
    for game in games().into_iter().filter(Game::hidden) {
        let mut known: HashMap<(String, usize), Shown> = HashMap::new();
        let mut pairs = 0;
        for seed in 0..60 {
            let mut rng = Rng::derived(&[seed, 78]);
            let mut state = game.start().unwrap();
            for _ in 0..12 {
                for seat in 0..game.seats().len() {
                    let observation = state.observe(SeatRef::Index(seat as i64)).unwrap();
                    let mut ids = Vec::new();
                    observation.candidate_ids(&mut ids).unwrap();
                    let now = (state.notation(), observation.planes().unwrap(), ids);
                    let earlier = known
                        .entry((observation.text(), seat))
                        .or_insert_with(|| now.clone());
                    assert!(
                        earlier.1 == now.1 && earlier.2 == now.2,
                        "{}",
                        observation.text()
                    );
                    pairs += usize::from(earlier.0 != now.0);
                }
                let moves = state.legal_moves(None, None).unwrap();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[rng.below(moves.len() as u32) as usize];
                state = state.play(None, MoveRef::Text(mv), None).unwrap();
            }
        }
        assert!(pairs > 0, "{}: no two states looked alike", game.name());
    }
}

#[test]
fn layouts_have_names_of_their_own_and_documentation() {
    for game in games() {
        let layout = game.planes().unwrap();
        let mut names: Vec<_> = layout.planes.iter().map(|plane| &plane.name).collect();
        assert!(
            layout
                .planes
                .iter()
                .all(|plane| !plane.doc.is_empty() && plane.unit > 0)
        );
        names.sort();
        names.dedup();
        assert_eq!(names.len(), layout.planes.len(), "{}", game.name());
    }
}

#[test]
fn planes_fill_their_layout_exactly() {
    // One plane too few in the layout, or too many, would show in the last one.
    let last = |name: &str, options: &[(&str, &str)], seat: &str| {
        let game = game(name, options);
        let layout = game.planes().unwrap();
        let planes = game
            .start()
            .unwrap()
            .observe(SeatRef::Name(seat))
            .unwrap()
            .planes()
            .unwrap();
        assert_eq!(planes.len(), layout.size());
        let value = planes[layout.size() - 1];
        (layout.planes.last().unwrap().name.clone(), value)
    };
    assert_eq!(last("bughouse", &[], "B.white"), ("board_b".into(), 1));
    assert_eq!(last("bughouse", &[], "A.white"), ("board_b".into(), 0));
    assert_eq!(last("jarls", &[("fog", "true")], "p0"), ("round".into(), 1));
}
