//! Jarls against a slow implementation written from the rule page: legal moves,
//! results of moves, ends and counts of leaves, and what must hold in every game.

mod slow;

use std::collections::BTreeMap;

use boardwright::host::{Game, MoveRef, PerftOptions, State};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde_json::json;

use slow::{Rules, Thing};

fn full() -> bool {
    std::env::var_os("BOARDWRIGHT_FULL").is_some()
}

fn dict(value: Value) -> Dict {
    value.as_object().unwrap().clone()
}

/// Sets of options that between them use every rule.
fn settings() -> Vec<Dict> {
    let mut out: Vec<Value> = Vec::new();
    for players in 2..=6 {
        for terrain in ["none", "holes", "shields"] {
            out.push(json!({ "players": players, "terrain": terrain, "level": "chaotic", "seed": players }));
        }
        out.push(json!({ "players": players, "starvation": true }));
        out.push(json!({ "players": players, "sudden_death": true, "run_up_support": false }));
        out.push(json!({ "players": players, "starvation": true, "sudden_death": true, "terrain": "shields" }));
        out.push(json!({ "players": players, "terrain": "shields", "draft_shields": true, "draft": "adjacent" }));
    }
    for players in [4, 6] {
        out.push(json!({ "players": players, "teams": 2, "level": "treacherous" }));
        out.push(json!({ "players": players, "teams": 2, "starvation": true, "radius": 5 }));
        out.push(
            json!({ "players": players, "teams": 2, "sudden_death": true, "terrain": "shields" }),
        );
    }
    out.push(json!({ "radius": 2, "terrain": "none", "round_limit": 20 }));
    out.push(json!({ "players": 3, "radius": 3, "terrain": "none", "round_limit": 9 }));
    out.push(json!({ "players": 4, "radius": 4, "terrain": "shields", "shields": 8, "seed": 5 }));
    out.into_iter().map(dict).collect()
}

/// The slow rules of a game; hexes that are kept free of shields are read off its
/// first list of moves, the slow game has no set-up of its own.
fn rules(game: &Game, start: &State) -> Rules {
    let options = game.options();
    let text = start.notation();
    let number = |name: &str| options[name].as_i64().unwrap();
    let flag = |name: &str| options[name].as_bool().unwrap();
    let mut rules = Rules {
        players: number("players") as usize,
        teams: number("teams") == 2,
        adjacent: options["draft"] == "adjacent",
        run_up_support: flag("run_up_support"),
        starvation: flag("starvation"),
        sudden_death: flag("sudden_death"),
        round_limit: number("round_limit") as i32,
        options: text.rsplit(' ').next().unwrap().to_owned(),
        radius: text.split(' ').next().unwrap().parse().unwrap(),
        kept_free: Vec::new(),
    };
    if flag("draft_shields") {
        let listed = start.legal_moves(None, None).unwrap();
        let open = slow::Game::read(&rules, &text).moves(true);
        rules.kept_free = open
            .iter()
            .filter(|m| !listed.contains(m))
            .map(|m| m[1..].split_once(',').unwrap())
            .map(|(q, r)| (q.parse().unwrap(), r.parse().unwrap()))
            .collect();
        assert!(rules.kept_free.len() < rules.players * rules.radius as usize);
    }
    rules
}

/// Plays a random game, in which one move in eight is a blocked attack, and shows
/// each state with the move that is made there.
fn game(start: &State, seed: u64, plies: usize, mut see: impl FnMut(&State, Option<&str>)) {
    let mut rng = Rng::derived(&[seed, 0x6a61]);
    let mut state = start.clone();
    for _ in 0..plies {
        let mut moves = state.legal_moves(None, None).unwrap();
        if moves.is_empty() {
            break;
        }
        if rng.below(8) == 0 {
            let described = state.describe(None).unwrap();
            let blocked = described["blocked"].as_array().unwrap();
            if !blocked.is_empty() {
                moves = blocked
                    .iter()
                    .map(|m| m.as_str().unwrap().to_owned())
                    .collect();
            }
        }
        let chosen = &moves[rng.below(moves.len() as u32) as usize];
        see(&state, Some(chosen));
        state = state.play(None, MoveRef::Text(chosen), None).unwrap();
    }
    see(&state, None);
}

#[test]
fn legal_moves_results_and_ends_are_those_of_the_slow_rules() {
    let games = if full() { 40 } else { 1 };
    let (mut compared, mut reasons) = (0, BTreeMap::new());
    for options in settings() {
        let library = Game::new("jarls", &options).unwrap();
        let start = library.start().unwrap();
        let rules = rules(&library, &start);
        for seed in 0..games {
            let mut expected = slow::Game::read(&rules, &start.notation());
            game(&start, seed, 600, |state, chosen| {
                let text = state.notation();
                assert_eq!(text, expected.write(), "{options:?}");
                assert_eq!(text, slow::Game::read(&rules, &text).write());
                let outcome = json!(state.outcome());
                let found = outcome["reason"].as_str();
                let wanted = expected.outcome();
                assert_eq!(found, wanted.as_ref().map(|o| o.1), "{text}");
                if let Some((winners, reason)) = wanted {
                    let names: Vec<_> = winners.iter().map(|p| format!("p{p}")).collect();
                    assert_eq!(outcome["winners"], json!(names), "{text}");
                    *reasons.entry(reason).or_insert(0) += 1;
                    return;
                }
                let mut moves = state.legal_moves(None, None).unwrap();
                moves.sort();
                assert_eq!(moves, expected.moves(true), "{text} {options:?}");
                let described = state.describe(None).unwrap();
                let blocked = described["blocked"].as_array().unwrap();
                let mut blocked: Vec<_> = blocked.iter().map(|m| m.as_str().unwrap()).collect();
                blocked.sort();
                assert_eq!(blocked, expected.moves(false), "{text} {options:?}");
                compared += 1;
                if let Some(chosen) = chosen {
                    expected = expected.play(chosen);
                }
            });
        }
    }
    assert!(compared > 5_000, "{compared} positions only");
    for reason in ["throne", "last_standing", "round_limit"] {
        assert!(
            reasons.contains_key(reason),
            "no game ended by {reason}: {reasons:?}"
        );
    }
}

#[test]
fn all_results_of_single_moves_are_those_of_the_slow_rules() {
    let mut compared = 0;
    for (i, options) in settings().into_iter().enumerate() {
        let library = Game::new("jarls", &options).unwrap();
        let start = library.start().unwrap();
        let rules = rules(&library, &start);
        let mut ply = i;
        game(&start, 99, if full() { 600 } else { 60 }, |state, _| {
            ply += 1;
            if ply % 10 != 0 {
                return;
            }
            let text = state.notation();
            let slow = slow::Game::read(&rules, &text);
            for listed in [true, false] {
                for text in slow.moves(listed) {
                    let next = state.play(None, MoveRef::Text(&text), None);
                    let Ok(next) = next else {
                        assert!(slow.outcome().is_some());
                        continue;
                    };
                    assert_eq!(next.notation(), slow.play(&text).write());
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 5_000, "{compared} moves only");
}

#[test]
fn everything_else_is_refused() {
    // Every way between two hexes, in a few positions: what the slow rules do not
    // know, the library does not play.
    let mut refused = 0;
    for options in settings().into_iter().step_by(7) {
        let library = Game::new("jarls", &options).unwrap();
        let start = library.start().unwrap();
        let rules = rules(&library, &start);
        let mut ply = 0;
        game(&start, 5, 60, |state, chosen| {
            ply += 1;
            if ply % 20 != 0 || chosen.is_none() {
                return;
            }
            let slow = slow::Game::read(&rules, &state.notation());
            let known = [slow.moves(true), slow.moves(false)].concat();
            for text in library
                .action_texts()
                .iter()
                .filter(|t| !known.contains(&t.to_string()))
            {
                match state.play(None, MoveRef::Text(text), None) {
                    Err(error) => {
                        assert_eq!(error.code(), "illegal_move", "{text}");
                        assert!(error.message().starts_with(&**text), "{error}");
                        refused += 1;
                    }
                    // Across the Throne a Jarl stops there, and has won.
                    Ok(next) => {
                        let reason = next.outcome().map(|outcome| outcome.reason);
                        assert_eq!(reason, Some("throne"), "{text}");
                    }
                }
            }
        });
    }
    assert!(refused > 1_000);
}

#[test]
fn counts_of_leaves_are_those_of_the_slow_rules() {
    for options in settings() {
        let library = Game::new("jarls", &options).unwrap();
        let start = library.start().unwrap();
        let rules = rules(&library, &start);
        let mut states = vec![start.clone()];
        let mut ply = 0;
        game(&start, 3, 200, |state, chosen| {
            ply += 1;
            if chosen.is_some() && (ply == 12 || ply % 70 == 0) {
                states.push(state.clone());
            }
        });
        let depth = if full() { 3 } else { 2 };
        for state in states {
            let text = state.notation();
            let counted = state
                .perft(depth, PerftOptions::default())
                .run(&Control::default())
                .unwrap();
            assert_eq!(
                counted,
                slow::Game::read(&rules, &text).perft(depth),
                "{text}"
            );
        }
    }
}

/// Checks the invariants of every position, and of every move to the next.
#[test]
fn nothing_ever_breaks_in_random_games() {
    let games = if full() { 20_000 } else { 120 };
    let settings = settings();
    let mut causes: BTreeMap<String, u64> = BTreeMap::new();
    let count = |text: &str| -> BTreeMap<String, u64> {
        let mut out = BTreeMap::new();
        let cells = slow_cells(text);
        for (_, thing) in cells {
            *out.entry(format!("{thing:?}")).or_insert(0) += 1;
        }
        out
    };
    for seed in 0..games {
        let options = &settings[seed as usize % settings.len()];
        let library = Game::new("jarls", options).unwrap();
        let mut before: Option<(BTreeMap<String, u64>, Vec<Value>)> = None;
        game(&library.start().unwrap(), seed, 2_000, |state, chosen| {
            // Reading refuses two pieces on a hex, a warrior on the Throne, a player
            // without a Jarl who has warriors, two Jarls.
            let text = state.notation();
            library
                .parse(&text, &[])
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            let mut expected = count(&text);
            expected.remove("Shield");
            expected.remove("Hole");
            if let Some((mut old, events)) = before.take() {
                for event in &events {
                    if event["kind"] == "eliminated" {
                        let kind = if event["piece"] == "jarl" {
                            "Jarl"
                        } else {
                            "Warrior"
                        };
                        let player = &event["seat"].as_str().unwrap()[1..];
                        *old.get_mut(&format!("{kind}({player})")).unwrap() -= 1;
                        *causes
                            .entry(event["cause"].as_str().unwrap().to_owned())
                            .or_insert(0) += 1;
                    }
                }
                old.retain(|_, n| *n > 0);
                assert_eq!(old, expected, "{text}: {events:?}");
                let ended = events.last().unwrap()["kind"] == "game_ended";
                assert_eq!(ended, state.outcome().is_some(), "{text}");
            }
            if let Some(chosen) = chosen {
                let events = state.report(None, MoveRef::Text(chosen), None).unwrap();
                before = Some((expected, events.as_array().unwrap().clone()));
            } else {
                assert!(state.outcome().is_some() || state.ply() == 2_000);
            }
        });
    }
    for cause in ["edge", "hole", "starved", "orphaned"] {
        assert!(
            causes.contains_key(cause),
            "nothing was eliminated by {cause}: {causes:?}"
        );
    }
}

/// Reads the contents of each hex from a notation alone; fails if a hex has two.
fn slow_cells(text: &str) -> BTreeMap<slow::Hex, Thing> {
    let players = text.split(' ').count() - 9;
    let rules = Rules {
        players,
        teams: false,
        adjacent: false,
        run_up_support: true,
        starvation: false,
        sudden_death: false,
        round_limit: 200,
        options: "-".into(),
        radius: 8,
        kept_free: Vec::new(),
    };
    slow::Game::read(&rules, text).cells
}

/// Leaves that the slow rules count themselves, quickly and at leisure.
const SLOW_LEAVES: [u64; 2] = [1_000, 300_000];

#[test]
fn the_shared_counts_are_those_of_the_slow_rules() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/jarls.perft"
    );
    let file = std::fs::read_to_string(path).unwrap();
    let most = SLOW_LEAVES[usize::from(full())];
    let mut counted = 0;
    for line in file.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split(" ; ").collect();
        let options = fields[1].strip_prefix("jarls").unwrap();
        let options: Dict = options
            .trim_matches(['(', ')'])
            .split(',')
            .filter_map(|o| o.split_once('='))
            .map(|(name, value)| (name.to_owned(), serde_json::from_str(value).unwrap()))
            .collect();
        let library = Game::new("jarls", &options).unwrap();
        let rules = rules(&library, &library.start().unwrap());
        let slow = slow::Game::read(&rules, fields[2]);
        for field in &fields[3..] {
            let (depth, leaves) = field[1..].split_once(' ').unwrap();
            let leaves: u64 = leaves.parse().unwrap();
            if leaves <= most {
                assert_eq!(slow.perft(depth.parse().unwrap()), leaves, "{line}");
                counted += 1;
            }
        }
    }
    assert!(counted > 30, "{counted} counts only");
}
