//! Speed and accuracy with which the bot `recon` follows the log of a seat, without deciding
//! anything: games between `casual` and chance, from White's seat, with a limit of nodes, so that
//! all but the times is the same on every machine.
//!
//! ```text
//! cargo bench -p boardwright --bench belief [-- GAMES [NODES]]
//! ```
//!
//! For each rule set: how many turns, how long one takes to follow, how many positions
//! are looked at in a microsecond, how many are believed in, how often these are all
//! that are possible, how often the truth is among them, and how often none was left.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use boardwright::blind::{Blind, Casual, Recon};
use boardwright::bots::{Bot, Limits, RandomBot};
use boardwright::game::Seat;
use boardwright::jobs::Control;
use boardwright::state::{Rules, State};
use boardwright::value::Dict;

/// A game is left after so many of White's turns.
const TURNS: usize = 60;

/// The measurements of one rule set.
#[derive(Default)]
struct Row {
    turns: u64,
    time: Duration,
    looked: u64,
    believed: u64,
    exact: u64,
    true_ones: u64,
    depletions: u64,
}

fn main() -> boardwright::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse().ok());
    let games = numbers.next().unwrap_or(10);
    let nodes = numbers.next().unwrap_or(60_000);
    println!(
        "{games} games, {nodes} nodes a decision, of which following takes up to three quarters"
    );
    println!(
        "{:14} {:>6} {:>8} {:>8} {:>9} {:>8} {:>8} {:>6}",
        "rules", "turns", "ms", "per us", "believed", "exact", "true", "empty"
    );
    for rules in [
        "wild16",
        "blind",
        "berkeley",
        "cincinnati",
        "english",
        "fog",
        "rbc",
    ] {
        let mut row = Row::default();
        for seed in 0..games {
            follow(rules, seed, nodes, &mut row)?;
        }
        let of = |n: u64| n as f64 / row.turns.max(1) as f64;
        println!(
            "{rules:14} {:6} {:8.3} {:8.2} {:9.0} {:7.1}% {:7.1}% {:6}",
            row.turns,
            row.time.as_secs_f64() * 1e3 / row.turns.max(1) as f64,
            row.looked as f64 / row.time.as_micros().max(1) as f64,
            of(row.believed),
            100.0 * of(row.exact),
            100.0 * of(row.true_ones),
            row.depletions
        );
    }
    Ok(())
}

/// Plays a game and follows it from White's seat.
fn follow(rules: &str, seed: u64, nodes: u64, row: &mut Row) -> boardwright::Result<()> {
    let mut options = Dict::new();
    options.insert("rules".into(), rules.into());
    let mut state = State::start(&Rules::<Blind>::new(&options)?)?;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let control = Control::default();
    let mut players: [Box<dyn Bot<Blind>>; 2] =
        [Box::new(Casual::new(seed)), Box::new(RandomBot::new(seed))];
    let mut recon = Recon::sized(100_000, 40_000, seed);
    let mut turns = 0;
    while state.outcome().is_none() && turns < TURNS {
        let seat = state.live().iter().next().unwrap_or(Seat(0));
        let observation = state.observe(seat);
        if seat == Seat(0) {
            let began = Instant::now();
            row.looked += recon.follow(&observation, &limits, &control)?;
            row.time += began.elapsed();
            let counters = recon.counters();
            let keys = Bot::<Blind>::believed(&recon).unwrap_or_default();
            row.turns += 1;
            row.believed += counters.size as u64;
            row.exact += u64::from(counters.exact);
            row.true_ones += u64::from(keys.contains(&state.key()));
            turns += 1;
        }
        let decision = players[seat.index()].decide(&observation, &limits, &control)?;
        state = state.play(&decision.action)?;
    }
    row.depletions += u64::from(recon.counters().depletions);
    Ok(())
}
