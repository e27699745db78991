//! Boost against a slow implementation written from the rule page: legal moves,
//! results of moves, ends and counts of leaves.

mod slow;

use std::collections::BTreeMap;

use boardwright::host::{Game, MoveRef, PerftOptions, State};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde_json::json;

fn full() -> bool {
    std::env::var_os("BOARDWRIGHT_FULL").is_some()
}

fn dict(value: Value) -> Dict {
    value.as_object().unwrap().clone()
}

/// Games of all kinds of boards.
fn settings() -> Vec<Dict> {
    [
        json!({}),
        json!({ "compensation": true, "seed": 3 }),
        json!({ "dragon_count": 0 }),
        json!({ "identifier": "boost-7-7-2-8-2" }),
        json!({ "identifier": "boost-9-9-3-8-2" }),
        json!({ "identifier": "boost-9-9-4-8-2", "seed": 8 }),
        json!({ "identifier": "boost-16-16-2-14-3", "dragon_count": 12 }),
        json!({ "identifier": "boost-16-16-4-8-2", "dragon_count": 9 }),
        json!({ "identifier": "boost-9-9-1-8-2" }),
        json!({ "identifier": "boost-5-5-2-4-1", "ply_limit": 300 }),
        json!({ "identifier": "boost-6-5-2-6-2", "dragon_count": 4 }),
        json!({ "identifier": "boost-5-6-3-4-2", "dragon_count": 4 }),
        json!({ "identifier": "boost-12-8-6-5-2", "dragon_count": 8 }),
        json!({ "identifier": "boost-13-13-5-9-2", "dragon_count": 15 }),
        json!({ "identifier": "boost-6-6-4-4-2-demo", "dragon_count": 6, "ply_limit": 200 }),
        json!({ "identifier": "boost-4-4-3-3-2-demo", "dragon_count": 0, "ply_limit": 120 }),
        json!({ "identifier": "boost-3-2-2-2-1-demo", "dragon_count": 2, "ply_limit": 60 }),
        json!({ "identifier": "boost-3-3-2-8-1-demo", "dragon_count": 1, "ply_limit": 60 }),
    ]
    .into_iter()
    .map(dict)
    .collect()
}

fn rules(game: &Game) -> slow::Rules {
    let options = game.options();
    let identifier = options["identifier"].as_str().unwrap();
    let identifier = match identifier {
        "" => "boost-9-9-2-8-2",
        given => given,
    };
    let fields: Vec<_> = identifier.split('-').collect();
    let number = |i: usize| fields[i].parse::<usize>().unwrap();
    slow::Rules {
        width: number(1) as i32,
        height: number(2) as i32,
        players: number(3),
        towers: number(5),
        demo: fields.len() == 7,
        ply_limit: options["ply_limit"].as_u64().unwrap() as usize,
    }
}

/// Positions in which what is rare in random games is near: towers, knights,
/// circles, players who are out or cannot move, pieces that can go to and fro.
fn positions() -> Vec<(Dict, &'static str)> {
    let of = |identifier: &str| dict(json!({ "identifier": identifier }));
    vec![
        (
            of("boost-9-9-2-8-2"),
            "9/2p1p1p2/1pkptp3/2pDD4/4D1D2/1P1PDP3/1PTPTK3/2P1P4/9_a_-",
        ),
        (
            of("boost-9-9-3-8-2"),
            "9/2D2D3/2DTaD1D2/2PaD1TbD2/2KaPaPbPbKb2/3PcDPb3/2PcTcDTc3/2KcDPcPc3/5D3_b_-",
        ),
        (
            of("boost-9-9-4-8-2"),
            "3PdPd4/2PdTdPd4/3PdD4/1PaD1D1Kb2/PaTaPaD1PbTbD1/1Pa2D1Pb2/3PcD4/2PcTcPc4/3PcKc4_c_-",
        ),
        (
            of("boost-9-9-4-8-2"),
            "3PdPd4/2PdTdPd4/3PdD4/9/PaTaPaD1PbTbKb1/1Pa2D1Pb2/3PcD4/2PcTcPc4/3PcKc4_a_b",
        ),
        // A dragon that completes a circle: of others' towers beside it none is left.
        (
            of("boost-9-9-4-8-2"),
            "PbPbPbPb1PcPcPcPc/9/4D4/3DTaD3/1PaD2TdD2/3DTcD3/4D4/9/PaPaPaPa1PdPdPdPd_a_-",
        ),
        (
            of("boost-9-9-4-8-2"),
            "PbPbPbPb1PcPcPcPc/9/4D4/3DTbD3/1PdD2TdD2/3DTcD3/4D4/9/PaPaPaPa1PdPdPdPd_d_-",
        ),
        (
            of("boost-9-9-4-8-2"),
            "PbPbPbPb1PcPcPcPc/9/4D4/3DTbD3/1PaD2TdD2/3DTaD3/4D4/9/PaPaPaPa1PdPdPdPd_a_b",
        ),
        (of("boost-3-3-2-8-1"), "pTp/PtP/pPp_a_-"),
        (of("boost-4-4-2-4-2"), "Tp2/p1pD/2DP/1pDT_a_-"),
        (of("boost-4-4-2-4-2"), "TDp1/D1t1/3p/P2p_a_-"),
        (of("boost-2-2-2-1-1-demo"), "P1/1p_a_-"),
    ]
}

/// Plays a random game that likes to make towers and knights and to lead dragons
/// to towers, and shows each state with the move that is made there.
fn game(start: &State, seed: u64, plies: usize, mut see: impl FnMut(&State, Option<&str>)) {
    let mut rng = Rng::derived(&[seed, 0xb005]);
    let mut state = start.clone();
    for _ in 0..plies {
        let moves = state.legal_moves(None, None).unwrap();
        if moves.is_empty() {
            break;
        }
        let makes = |m: &&String| {
            let cut = 1 + m[1..].find(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
            m[..cut] == m[cut..]
        };
        let made: Vec<_> = moves.iter().filter(makes).cloned().collect();
        let among = if made.is_empty() || rng.below(4) == 0 {
            &moves
        } else {
            &made
        };
        let chosen = &among[rng.below(among.len() as u32) as usize];
        see(&state, Some(chosen));
        state = state.play(None, MoveRef::Text(chosen), None).unwrap();
    }
    see(&state, None);
}

/// All states to start from, each with its slow twin.
fn starts() -> Vec<(State, slow::Game)> {
    let mut out = Vec::new();
    for options in settings() {
        let library = Game::new("boost", &options).unwrap();
        let start = library.start().unwrap();
        let twin = slow::Game::read(&rules(&library), &start.notation());
        out.push((start, twin));
    }
    for (options, text) in positions() {
        let library = Game::new("boost", &options).unwrap();
        let start = library.parse(text, &[]).unwrap();
        out.push((start, slow::Game::read(&rules(&library), text)));
    }
    out
}

#[test]
fn legal_moves_results_and_ends_are_those_of_the_slow_rules() {
    let games = if full() { 40 } else { 1 };
    let plies = if full() { 1001 } else { 120 };
    let (mut compared, mut reasons) = (0, BTreeMap::new());
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for (number, (start, twin)) in starts().into_iter().enumerate() {
        // Small boards come to their ends sooner, and cost less.
        let small = twin.rules.width * twin.rules.height <= 36;
        for seed in 0..games * if small { 8 } else { 1 } {
            let mut expected = twin.clone();
            game(
                &start,
                seed + 1000 * number as u64,
                plies,
                |state, chosen| {
                    let text = state.notation();
                    assert_eq!(text, expected.write());
                    let outcome = json!(state.outcome());
                    let found = outcome["reason"].as_str();
                    let wanted = expected.outcome();
                    assert_eq!(found, wanted.as_ref().map(|o| o.1), "{text}");
                    if let Some((winners, reason)) = wanted {
                        let names: Vec<_> = winners.iter().map(|p| seat(*p)).collect();
                        assert_eq!(outcome["winners"], json!(names), "{text}");
                        *reasons.entry(reason).or_insert(0) += 1;
                        return;
                    }
                    let mut moves = state.legal_moves(None, None).unwrap();
                    moves.sort();
                    assert_eq!(moves, expected.moves(), "{text}");
                    assert_eq!(state.count_legal(None).unwrap(), moves.len() as u64);
                    compared += 1;
                    if let Some(chosen) = chosen {
                        let events = state.report(None, MoveRef::Text(chosen), None).unwrap();
                        for event in events.as_array().unwrap() {
                            let kind = event["kind"].as_str().unwrap().to_owned();
                            *kinds.entry(kind).or_insert(0) += 1;
                        }
                        expected = expected.play(chosen);
                    }
                },
            );
        }
    }
    assert!(compared > 3_000, "{compared} positions only");
    for reason in ["opponents_defeated", "ply_limit", "all_passed"] {
        assert!(
            reasons.contains_key(reason),
            "no game ended by {reason}: {reasons:?}"
        );
    }
    for kind in [
        "move", "build", "promote", "capture", "pass", "defeated", "end",
    ] {
        assert!(kinds.contains_key(kind), "no {kind} happened: {kinds:?}");
    }
}

fn seat(player: usize) -> String {
    ((b'a' + player as u8) as char).to_string()
}

#[test]
fn all_results_of_single_moves_are_those_of_the_slow_rules() {
    let (mut compared, mut circles) = (0, 0);
    for (start, twin) in starts() {
        let plies = if full() { 300 } else { 40 };
        let mut expected = twin;
        let mut ply = 0;
        game(&start, 99, plies, |state, chosen| {
            if ply % 10 == 0 {
                for text in expected.moves() {
                    let next = state.play(None, MoveRef::Text(&text), None).unwrap();
                    let wanted = expected.play(&text);
                    assert_eq!(next.notation(), wanted.write());
                    let outcome = json!(next.outcome());
                    let ended = wanted.outcome();
                    assert_eq!(outcome["reason"].as_str(), ended.as_ref().map(|o| o.1));
                    if let Some((winners, reason)) = ended {
                        let names: Vec<_> = winners.iter().map(|p| seat(*p)).collect();
                        assert_eq!(outcome["winners"], json!(names), "{text}");
                        circles += u32::from(reason == "dragon_circle");
                    }
                    compared += 1;
                }
            }
            ply += 1;
            if let Some(chosen) = chosen {
                expected = expected.play(chosen);
            }
        });
    }
    assert!(compared > 2_000, "{compared} moves only");
    assert!(circles >= 3, "{circles} circles only");
}

#[test]
fn everything_else_is_refused() {
    // Every move that has an id, in a few positions: what the slow rules do not
    // know, the library does not play.
    let mut refused = 0;
    for (start, twin) in starts().into_iter().step_by(3) {
        let library = start.game();
        let mut expected = twin;
        let mut ply = 0;
        game(&start, 5, 41, |state, chosen| {
            ply += 1;
            if ply % 20 == 0 && expected.outcome().is_none() {
                let known = expected.moves();
                let texts = library.action_texts().iter();
                for text in texts.filter(|t| !t.is_empty() && !known.contains(&t.to_string())) {
                    let error = state.play(None, MoveRef::Text(text), None).err();
                    let error = error.unwrap_or_else(|| panic!("{text} was played"));
                    assert_eq!(error.code(), "illegal_move", "{text}");
                    assert!(error.message().starts_with(&**text), "{error}");
                    refused += 1;
                }
            }
            if let Some(chosen) = chosen {
                expected = expected.play(chosen);
            }
        });
    }
    assert!(refused > 1_000);
}

#[test]
fn counts_of_leaves_are_those_of_the_slow_rules() {
    for (start, twin) in starts() {
        let mut pairs = vec![(start.clone(), twin.clone())];
        let mut expected = twin;
        let mut ply = 0;
        game(&start, 3, 60, |state, chosen| {
            ply += 1;
            let Some(chosen) = chosen else { return };
            if ply == 25 || ply == 55 {
                pairs.push((state.clone(), expected.clone()));
            }
            expected = expected.play(chosen);
        });
        let depth = if full() { 3 } else { 2 };
        for (state, slow) in pairs {
            let counted = state
                .perft(depth, PerftOptions::default())
                .run(&Control::default())
                .unwrap();
            assert_eq!(counted, slow.perft(depth), "{}", slow.write());
        }
    }
}

/// Leaves that the slow rules count themselves, quickly and at leisure.
const SLOW_LEAVES: [u64; 2] = [2_000, 300_000];

#[test]
fn the_shared_counts_are_those_of_the_slow_rules() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/boost.perft"
    );
    let file = std::fs::read_to_string(path).unwrap();
    let most = SLOW_LEAVES[usize::from(full())];
    let mut counted = 0;
    for line in file.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<_> = line.split(" ; ").collect();
        let options = fields[1].strip_prefix("boost").unwrap();
        let options: Dict = options
            .trim_matches(['(', ')'])
            .split(',')
            .filter_map(|o| o.split_once('='))
            .map(|(name, value)| {
                let read = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
                (name.to_owned(), read)
            })
            .collect();
        let library = Game::new("boost", &options).unwrap();
        let slow = slow::Game::read(&rules(&library), fields[2]);
        for field in &fields[3..] {
            let (depth, leaves) = field[1..].split_once(' ').unwrap();
            let leaves: u64 = leaves.parse().unwrap();
            if leaves <= most {
                assert_eq!(slow.perft(depth.parse().unwrap()), leaves, "{line}");
                counted += 1;
            }
        }
    }
    assert!(counted > 15, "{counted} counts only");
}
