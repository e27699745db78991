//! Bots: games without an error, and that `casual` is better than chance.

use super::super::Casual;
use super::*;
use contract::bot::{Bot, Limits};
use contract::jobs::Control;
use search::bots::RandomBot;

/// Plays a game; the plies that changed the board, and how it ended.
fn match_up(
    state: &State<Blind>,
    bots: [&mut dyn Bot<Blind>; 2],
    most: usize,
) -> (usize, Option<(&'static str, Option<usize>)>) {
    let [white, black] = bots;
    let mut state = state.clone();
    let mut plies = 0;
    while state.outcome().is_none() && plies < most {
        let color = state.position().board().turn();
        let observation = state.observe(super::super::seat_of(color));
        let bot: &mut dyn Bot<Blind> = match color {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let decision = bot
            .decide(&observation, &Limits::default(), &Control::default())
            .unwrap();
        let next = state.play(&decision.action).unwrap();
        plies += usize::from(next.position().board().turn() != color);
        state = next;
    }
    (plies, ended(&state))
}

#[test]
#[allow(clippy::print_stdout)]
fn casual_beats_chance_where_all_is_visible() {
    let games = if full() { 100 } else { 12 };
    let mut lengths = Vec::new();
    let began = std::time::Instant::now();
    for color in 0..2 {
        let mut won = 0;
        for seed in 0..games {
            let mut casual = Casual::new(seed);
            let mut random = RandomBot::new(seed + 1000);
            let start = start("vanilla");
            let (plies, end) = if color == 0 {
                match_up(&start, [&mut casual, &mut random], 1_000)
            } else {
                match_up(&start, [&mut random, &mut casual], 1_000)
            };
            won += u64::from(end.is_some_and(|(_, winner)| winner == Some(color)));
            lengths.push(plies);
        }
        assert!(won * 5 > games * 4, "{won} of {games} as {color}");
    }
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!((20..=200).contains(&median), "{median}");
    // Both bots and the making of the moves together; told, and no test of anything.
    let plies: usize = lengths.iter().sum();
    println!(
        "median {median} plies, {:.1} us a ply",
        began.elapsed().as_secs_f64() * 1e6 / plies.max(1) as f64
    );
}

#[test]
fn bots_play_every_rule_set_without_an_error() {
    let games = if full() { 100 } else { 2 };
    for rules in HIDDEN.into_iter().chain(["vanilla"]) {
        for seed in 0..games {
            let mut casual = Casual::new(seed);
            let mut random = RandomBot::new(seed);
            let (plies, _) = match_up(&start(rules), [&mut casual, &mut random], 300);
            assert!(plies > 3, "{rules}");
        }
    }
}

#[test]
fn casual_has_the_habits_of_its_page() {
    let decided = |state: &State<Blind>| {
        let color = state.position().board().turn();
        let observation = state.observe(super::super::seat_of(color));
        let mut bot = Casual::new(5);
        let decided = bot.decide(&observation, &Limits::default(), &Control::default());
        decided.unwrap().action.to_string()
    };
    // 50, two ranks ahead and a pawn in the centre: 105; a knight has 110.
    assert!(["b1a3", "b1c3", "g1f3", "g1h3"].contains(&decided(&start("wild16")).as_str()));
    let late = at("wild16", "4k3/8/8/8/8/8/3PPPPP/4K3 w - - 0 1");
    assert!(["d2d4", "e2e4"].contains(&decided(&late).as_str()));
    let queen = at("wild16", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(decided(&queen), "e7e8q");
    // It takes back where something was taken.
    let taken = go(&start("blind"), "e2e4 d7d5 a2a3 d5e4 ");
    let answer = decided(&taken);
    assert!(answer.ends_with("e4") || answer.len() == 4, "{answer}");
    let mate = at("vanilla", "6k1/5ppp/8/8/8/8/8/R3K2q w - - 0 1");
    assert_ne!(decided(&mate), "a1a8");
    let mate = at("vanilla", "6k1/5ppp/8/8/8/7q/4K3/R7 w - - 0 1");
    assert_eq!(decided(&mate), "a1a8");
    // Not the queen that stalemates.
    let stale = at("vanilla", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    assert_ne!(decided(&stale), "g6f7");
}

#[test]
fn casual_accepts_a_draw_below_fifteen_points() {
    for (fen, accepts) in [
        ("4k3/8/8/8/8/8/PPPPP3/Q3K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/PPPPPP2/Q3K3 w - - 0 1", false),
    ] {
        for rules in ["blind", "vanilla"] {
            let state = at(rules, fen);
            let observation = state.observe(super::super::seat_of(Color::White));
            let answer = Casual::new(1).accepts_draw(&observation, &Control::default());
            assert_eq!(answer.unwrap(), accepts, "{rules} {fen}");
        }
    }
}
