//! Longest time that each bot of Jarls and Boost takes on their largest boards, with 100 ms and
//! with 2 s a move: `cargo run --release --example budgets -- 8`, the number being that of
//! positions for each game and budget. No two decisions are made at once, so an idle machine gives
//! the fairest figures.

use std::time::{Duration, Instant};

use boardwright::host::{Bot, Game, Limits, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde_json::json;

const BUDGETS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];
const BOTS: [(&str, &str); 4] = [
    ("random", "{}"),
    ("heuristic", "{}"),
    ("search", "{}"),
    ("search", r#"{"opponents":"max_n"}"#),
];

/// The largest boards, with all that makes moves many.
fn boards() -> [(&'static str, Value); 5] {
    [
        ("jarls", json!({ "players": 6, "radius": 8 })),
        ("jarls", json!({ "players": 6, "radius": 8, "teams": 2 })),
        ("jarls", json!({ "players": 6, "radius": 8, "fog": true })),
        (
            "boost",
            json!({ "identifier": "boost-16-16-2-16-8", "dragon_count": 60 }),
        ),
        (
            "boost",
            json!({ "identifier": "boost-16-16-6-16-8", "dragon_count": 60 }),
        ),
    ]
}

/// Plays a random game of so many plies, or to its last position with a move.
fn somewhere(start: &State, plies: u32, rng: &mut Rng) -> boardwright::Result<State> {
    let mut state = start.clone();
    for _ in 0..plies {
        let moves = state.legal_moves(None, None)?;
        let Some(text) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else {
            break;
        };
        let next = state.play(None, MoveRef::Text(text), None)?;
        if next.outcome().is_some() {
            break;
        }
        state = next;
    }
    Ok(state)
}

/// Decides once; how long it took.
fn timed(bot: &Bot, state: &State, movetime: Duration) -> boardwright::Result<Duration> {
    let seat = state.live().iter().next().map_or(0, |seat| seat.0);
    let limits = Limits {
        movetime: Some(movetime),
        ..Limits::default()
    };
    let observation = state.observe(SeatRef::Index(seat.into()))?;
    let began = Instant::now();
    bot.decide(&Subject::Observation(&observation), limits)?
        .run(&Control::new(None))?;
    Ok(began.elapsed())
}

#[allow(clippy::print_stdout)]
fn main() -> boardwright::Result<()> {
    let positions = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let positions: u32 = positions.unwrap_or(8);
    for (name, options) in boards() {
        let options = options.as_object().cloned().unwrap_or_default();
        let start = Game::new(name, &options)?.start()?;
        for (bot, with) in BOTS {
            let with: Dict = serde_json::from_str(with).unwrap_or_default();
            for budget in BUDGETS {
                let mut worst = Duration::ZERO;
                for number in 0..positions {
                    let mut rng = Rng::derived(&[number.into()]);
                    let state = somewhere(&start, 12 * number, &mut rng)?;
                    let bot = Bot::new(bot, name, &with, number.into())?;
                    worst = worst.max(timed(&bot, &state, budget)?);
                }
                println!(
                    "{name} {} ; {bot} {} ; of {:.0} ms at most {:.1} ms",
                    Value::Object(options.clone()),
                    Value::Object(with.clone()),
                    1e3 * budget.as_secs_f64(),
                    1e3 * worst.as_secs_f64(),
                );
            }
        }
    }
    Ok(())
}
