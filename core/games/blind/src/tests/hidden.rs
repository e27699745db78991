//! Tests of leaks: two games in which a seat made and heard the same give it the same bytes,
//! whatever else is on the board; and what differs for it was announced. What a seat hears is taken
//! from `slow.rs`, so that a leak into the log is found as well. Each test is shown to find leaks
//! that are planted.

use std::collections::HashMap;

use super::super::fault_injection::{Leak, plant};
use super::super::sight;
use super::*;
use chess::{Board, FenOptions, Piece, Square};
use contract::bot::{Bot, Limits};
use contract::jobs::Control;

/// Everything that a seat can obtain.
fn bytes(state: &State<Blind>, color: Color) -> String {
    let seat = super::super::seat_of(color);
    let observation = state.observe(seat);
    let bot = if observation.may_act() {
        let mut bot = super::super::Casual::new(3);
        let decided = bot.decide(&observation, &Limits::default(), &Control::default());
        decided.unwrap().action.to_string()
    } else {
        String::new()
    };
    let spoken = observation.candidates();
    let spoken: Vec<_> = spoken
        .iter()
        .map(|attempt| observation.move_in_words(attempt))
        .collect();
    format!(
        "{}\n{}\n{spoken:?}\n{:?}\n{}\n{}\n{}\n{:?}\n{}\n{bot}\n{}",
        observation.text(),
        observation.describe_text(),
        observation,
        serde_json::to_string(&observation.describe()).unwrap(),
        contract::game::View::draw(observation.view(), state.game()),
        contract::drawing::render(&observation.scene(None), &Default::default()),
        texts(&observation.candidates()),
        observation.key(),
        hash_of(&observation),
    )
}

fn hash_of(value: &impl std::hash::Hash) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Announcements so far, and a state that is consistent with them.
type World = (String, State<Blind>);

/// Compares the grouping of worlds by announcements with that by what the seat obtains; names the
/// first group that differs.
fn compare(worlds: &[World], color: Color) -> Result<(), String> {
    let mut by_announced: HashMap<&str, String> = HashMap::new();
    let mut by_bytes: HashMap<String, &str> = HashMap::new();
    for (announced, state) in worlds {
        let all = bytes(state, color);
        let known = by_announced
            .entry(announced.as_str())
            .or_insert_with(|| all.clone());
        if *known != all {
            return Err(format!("a leak after {announced}:\n{known}\n{all}"));
        }
        let before = by_bytes.entry(all).or_insert(announced.as_str());
        if before != announced {
            return Err(format!("{before} and {announced} cannot be told apart"));
        }
    }
    Ok(())
}

/// Plays on in every world: the seat makes the attempt, the other side every legal
/// move it has. Worlds that come to the same position, heard the same way, are kept
/// once.
fn grown(rules: &str, worlds: &[World], own: Option<Attempt>) -> Vec<World> {
    let mut next: HashMap<(String, String), State<Blind>> = HashMap::new();
    for (announced, state) in worlds {
        let board = *state.position().board();
        let attempts: Vec<Attempt> = match own {
            Some(attempt) => vec![attempt],
            None => board
                .legal_moves(&chess::Rules::CHESS)
                .into_iter()
                .map(|mv| attempt(&slow::said(mv)))
                .collect(),
        };
        if state.outcome().is_some() {
            continue;
        }
        for attempt in attempts {
            let (mine, theirs, _) = slow::referee(rules, &board, attempt);
            let heard = if own.is_some() {
                format!(">{attempt} {mine}")
            } else {
                theirs
            };
            let after = state.play(&attempt).unwrap();
            // The end is announced as well.
            let end = ended(&after);
            let announced = format!("{announced} {heard} {end:?};");
            let key = (announced, after.notation());
            next.entry(key).or_insert(after);
        }
    }
    next.into_iter()
        .map(|((announced, _), state)| (announced, state))
        .collect()
}

/// Of the worlds those that one of them cannot be told from.
fn consistent(worlds: Vec<World>, rng: &mut Rng, most: usize) -> Vec<World> {
    let mut announced: Vec<_> = worlds.iter().map(|(a, _)| a.clone()).collect();
    announced.sort();
    announced.dedup();
    let chosen = announced[rng.below(announced.len() as u32) as usize].clone();
    let mut kept: Vec<_> = worlds.into_iter().filter(|(a, _)| *a == chosen).collect();
    kept.sort_by_key(|(_, state)| state.notation());
    kept.truncate(most);
    kept
}

/// Games of `plies` plies seen from a seat: all that is consistent with its log, at
/// every ply, up to `most` positions.
fn enumerate(
    rules: &str,
    color: Color,
    plies: usize,
    most: usize,
    seed: u64,
) -> Result<usize, String> {
    let mut rng = Rng::derived(&[seed, 0x1eaf]);
    let mut worlds = vec![(String::new(), start(rules))];
    let mut compared = 0;
    for _ in 0..plies {
        let state = &worlds[0].1;
        let own = (state.position().board().turn() == color).then(|| {
            let open = state.observe(super::super::seat_of(color)).candidates();
            open[rng.below(open.len() as u32) as usize]
        });
        let next = grown(rules, &worlds, own);
        if next.is_empty() {
            break;
        }
        compared += next.len();
        compare(&next, color)?;
        worlds = consistent(next, &mut rng, most);
    }
    Ok(compared)
}

const COMPARED: [&str; 4] = ["blind", "wild16", "berkeley", "cincinnati"];

#[test]
fn positions_consistent_with_a_log_look_the_same_and_others_do_not() {
    let (games, plies, most) = if full() { (20, 12, 4_000) } else { (2, 7, 60) };
    for rules in COMPARED {
        for color in Color::ALL {
            for seed in 0..games {
                let compared = enumerate(rules, color, plies, most, seed).unwrap();
                assert!(compared > 20, "{rules}");
            }
        }
    }
}

#[test]
fn planted_leaks_are_found_among_consistent_positions() {
    let found = |leak, rules: &str| {
        plant(Some(leak));
        let found = Color::ALL
            .into_iter()
            .any(|color| (0..8).any(|seed| enumerate(rules, color, 8, 100, seed).is_err()));
        plant(None);
        found
    };
    assert!(found(Leak::Halfmoves, "blind"));
    assert!(found(Leak::Halfmoves, "wild16"));
    assert!(found(Leak::Castling, "blind"));
}

/// Tightness: positions that an announcement has ruled out must not look like the
/// others. With checks and tries swallowed they do, in games and among placements.
#[test]
fn announcements_that_are_swallowed_are_found() {
    plant(Some(Leak::Silence));
    let games = Color::ALL
        .into_iter()
        .any(|color| (0..8).any(|seed| enumerate("wild16", color, 8, 100, seed).is_err()));
    let placed = buckets("blind", "d4".parse().unwrap(), Piece::Queen).is_err();
    plant(None);
    assert!(games && placed, "{games} {placed}");
}

#[test]
fn planted_leaks_are_found_among_placements() {
    let square = "d4".parse().unwrap();
    for (leak, man) in [(Leak::King, Piece::Queen), (Leak::Identity, Piece::Pawn)] {
        plant(Some(leak));
        let found = buckets("blind", square, man);
        plant(None);
        let expected = leak == Leak::King;
        // Of queens there is one in all placements or in none: nothing to be found.
        assert_eq!(found.is_err(), expected, "{leak:?}");
    }
}

/// Two games with the same attempts of one's own and other opponents, side by side.
fn lockstep(rules: &str, color: Color, seed: u64) -> Result<u32, String> {
    let mut rng = Rng::derived(&[seed, 0x10c5]);
    let (mut one, mut two) = (start(rules), start(rules));
    let mut announced = [String::new(), String::new()];
    let mut same = 0;
    for _ in 0..40 {
        if one.outcome().is_some() || two.outcome().is_some() {
            break;
        }
        if one.position().board().turn() == color {
            let open = one.observe(super::super::seat_of(color)).candidates();
            let attempt = open[rng.below(open.len() as u32) as usize];
            for (state, announced) in [&mut one, &mut two].into_iter().zip(&mut announced) {
                let board = *state.position().board();
                let (mine, _, _) = slow::referee(rules, &board, attempt);
                *state = state.play(&attempt).unwrap();
                announced.push_str(&format!(">{attempt} {mine} {:?};", ended(state)));
            }
        } else {
            for (state, announced) in [&mut one, &mut two].into_iter().zip(&mut announced) {
                // The other side tries things in vain, too.
                while state.position().board().turn() != color && state.outcome().is_none() {
                    let board = *state.position().board();
                    let other = state.observe(super::super::seat_of(!color));
                    let open = other.candidates();
                    let attempt = open[rng.below(open.len() as u32) as usize];
                    let (_, theirs, _) = slow::referee(rules, &board, attempt);
                    *state = state.play(&attempt).unwrap();
                    if !theirs.is_empty() {
                        announced.push_str(&format!("{theirs} {:?};", ended(state)));
                    }
                }
            }
        }
        let [first, second] = &announced;
        let equal = bytes(&one, color) == bytes(&two, color);
        if (first == second) != equal {
            return Err(format!("{rules} {seed}\n{first}\n{second}"));
        }
        if first != second {
            break;
        }
        same += 1;
    }
    Ok(same)
}

#[test]
fn two_games_are_the_same_until_something_differs_that_is_heard() {
    let games = if full() { 3_000 } else { 60 };
    for rules in COMPARED {
        let mut same = 0;
        for seed in 0..games {
            same += lockstep(rules, Color::White, seed).unwrap();
            same += lockstep(rules, Color::Black, seed).unwrap();
        }
        assert!(same > 4 * games as u32, "{rules}: {same}");
    }
    for leak in [Leak::Refusal, Leak::Halfmoves, Leak::Castling] {
        plant(Some(leak));
        let found = (0..400).any(|seed| lockstep("blind", Color::White, seed).is_err());
        plant(None);
        assert!(found, "{leak:?}");
    }
}

/// The boards on which a side has its king on a square and the other side a king
/// and a piece, wherever they may stand, with the first side to move.
fn placements(king: Square, man: Piece) -> Vec<Board> {
    let mut out = Vec::new();
    for other in chess::Bitboard::FULL {
        for at in chess::Bitboard::FULL {
            if at == other || at == king || other == king {
                continue;
            }
            let mut setup = chess::Setup::default();
            setup.men[king.index()] = Some((Color::White, Piece::King));
            setup.men[other.index()] = Some((Color::Black, Piece::King));
            setup.men[at.index()] = Some((Color::Black, man));
            out.extend(setup.board(&FenOptions::CHESS).ok());
        }
    }
    out
}

fn buckets(rules: &str, king: Square, man: Piece) -> Result<usize, String> {
    let boards = placements(king, man);
    let shapes = {
        let view = seen(&at(rules, &boards[0].fen()), Color::White);
        let mut out = Vec::new();
        let _ = view.shapes(false, &mut |attempt| {
            out.push(attempt);
            std::ops::ControlFlow::Continue(())
        });
        out
    };
    let mut worlds = Vec::new();
    for board in &boards {
        let state = at(rules, &board.fen());
        let opening = format!("{} {:?}", slow::opening(rules, board), ended(&state));
        for attempt in shapes.iter().filter(|_| state.outcome().is_none()) {
            let (mine, _, _) = slow::referee(rules, board, *attempt);
            let after = state.play(attempt).unwrap();
            let announced = format!("{opening} >{attempt} {mine} {:?}", ended(&after));
            worlds.push((announced, after));
        }
        worlds.push((opening, state));
    }
    compare(&worlds, Color::White)?;
    Ok(worlds.len())
}

#[test]
fn all_placements_of_a_few_men_fall_into_the_announced_buckets() {
    let squares: Vec<Square> = if full() {
        chess::Bitboard::FULL.into_iter().collect()
    } else {
        ["d4"].map(|s| s.parse().unwrap()).to_vec()
    };
    for rules in COMPARED {
        for king in &squares {
            for man in [Piece::Queen, Piece::Rook, Piece::Pawn] {
                if !full() && (man == Piece::Rook || rules == "cincinnati") {
                    continue;
                }
                assert!(buckets(rules, *king, man).unwrap() > 1_000);
            }
        }
    }
}

/// Pairs of positions between which nothing differs that White may know.
const MUTATED: [(&str, &str, &str, Leak); 5] = [
    // Whether the pawn of d5 has just come from d7.
    (
        "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 9",
        "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 9",
        "a1a2",
        Leak::EnPassant,
    ),
    // The counters.
    (
        "4k3/8/8/3p4/8/8/8/R3K3 w Q - 0 9",
        "4k3/8/8/3p4/8/8/8/R3K3 w Q - 77 80",
        "a1a2",
        Leak::Halfmoves,
    ),
    // The other side's castling.
    (
        "r3k2r/8/8/3p4/8/8/8/R3K3 w Qkq - 0 9",
        "r3k2r/8/8/3p4/8/8/8/R3K3 w Q - 0 9",
        "a1b1",
        Leak::Castling,
    ),
    // What stands where.
    (
        "4k1q1/8/8/8/8/8/8/R3K3 w Q - 0 9",
        "4k1n1/8/8/8/8/8/8/R3K3 w Q - 0 9",
        "a1b1",
        Leak::Identity,
    ),
    (
        "4k1q1/8/8/8/8/2p5/8/R3K3 w Q - 0 9",
        "4k1b1/8/8/8/7p/8/8/R3K3 w Q - 0 9",
        "a1a2",
        Leak::Identity,
    ),
];

fn mutated(rules: &str, one: &str, two: &str, line: &str) -> bool {
    let (one, two) = (at(rules, one), at(rules, two));
    bytes(&one, Color::White) == bytes(&two, Color::White) && {
        let (one, two) = (go(&one, line), go(&two, line));
        bytes(&one, Color::White) == bytes(&two, Color::White)
    }
}

#[test]
fn hidden_facts_can_be_exchanged() {
    for rules in ["blind", "berkeley", "english"] {
        for (one, two, line, leak) in MUTATED {
            assert!(mutated(rules, one, two, line), "{rules} {one} {two}");
            plant(Some(leak));
            let equal = mutated(rules, one, two, line);
            plant(None);
            assert!(!equal, "{rules} {one}: {leak:?} is not found");
        }
    }
    // Where tries are told, the pawn that may be taken in passing is one.
    let (one, two, line, _) = MUTATED[0];
    assert!(!mutated("wild16", one, two, line));
    // What was repeated before cannot be told from what was not.
    let one = go(&start("blind"), "g1f3 g8f6 f3g1 f6g8 e2e4");
    let two = go(&start("blind"), "g1f3 b8c6 f3g1 c6b8 e2e4");
    let three = go(&start("blind"), "g1f3 g8f6 f3g1 a7a6 e2e4");
    assert_eq!(bytes(&one, Color::White), bytes(&two, Color::White));
    assert_eq!(bytes(&one, Color::White), bytes(&three, Color::White));
}

#[test]
fn errors_and_lengths_tell_nothing() {
    // The same attempt on either side of what is hidden: the same error, or none.
    let boards = [
        "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1",
        "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1",
    ];
    for text in ["a5a4", "b7b6", "N@e4", "any?", "sense:a5", "pass"] {
        let answers = boards.map(|fen| {
            let state = at("blind", fen);
            match state.play(&attempt(text)) {
                Ok(after) => format!("{:?}", heard(&after, Color::White)),
                Err(error) => error.to_string(),
            }
        });
        assert_eq!(answers[0], answers[1], "{text}");
    }
    assert_eq!(
        sight::own_pieces(start("blind").position().board(), Color::White).material(),
        39
    );
}
