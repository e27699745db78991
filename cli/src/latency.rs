//! `boardwright latency`: how far decisions go beyond their time, and how soon they
//! end when they are cancelled, for every bot of every game; and how long the calls of a
//! table take late in a long game.
//!
//! What the tests count in positions made, this tells in milliseconds; on a machine
//! that is busy it tells more of the machine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boardwright::host::{Bot, Game, Limits, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::Control;
use boardwright::registry::{self, Entry};
use boardwright::rng::Rng;
use boardwright::table::Table;
use boardwright::value::{Dict, Value};
use serde_json::json;

use crate::args::LatencyArgs;
use crate::console::{Console, Failure};

/// Plies played at random before a decision is asked for.
const PLIES: u32 = 60;
/// Longest time from the beginning of a decision until it is cancelled.
const CANCELLED_AFTER: Duration = Duration::from_millis(20);

/// The measurements of one bot in one game, in milliseconds.
struct LatencyRow {
    game: String,
    bot: String,
    overrun: Vec<f64>,
    cancel: Vec<f64>,
}

pub(crate) fn run(console: &mut Console, args: &LatencyArgs) -> Result<(), Failure> {
    if let Some(plies) = args.table {
        return table(console, plies);
    }
    let movetime = Duration::from_millis(args.movetime);
    let mut rows = Vec::new();
    for entry in registry::GAMES.iter().filter(|e| e.shipped()) {
        if args.game.as_ref().is_some_and(|g| g != entry.info().name) {
            continue;
        }
        for options in settings(entry) {
            let game = Game::new(entry.info().name, &options)?;
            for (name, of_bot) in bots(entry) {
                let mut row = LatencyRow {
                    game: title(game.name(), &options),
                    bot: title(name, &of_bot),
                    overrun: Vec::new(),
                    cancel: Vec::new(),
                };
                let Ok(bot) = Bot::new(name, game.name(), &of_bot, args.seed) else {
                    continue;
                };
                for sample in 0..args.samples {
                    let mut rng = Rng::derived(&[args.seed, u64::from(sample)]);
                    let state = after(&game, rng.below(PLIES), &mut rng)?;
                    measure(&bot, &state, movetime, &mut rng, &mut row)?;
                }
                rows.push(row);
            }
        }
    }
    if console.is_json() {
        let rows = rows.iter_mut().map(|row| {
            json!({
                "game": row.game,
                "bot": row.bot,
                "overrun": quantiles(&mut row.overrun),
                "cancel": quantiles(&mut row.cancel),
            })
        });
        console.json(&json!({ "movetime": args.movetime, "rows": rows.collect::<Vec<_>>() }))?;
        return Ok(());
    }
    console.line(format_args!(
        "milliseconds beyond {} and after a cancel: median, 99th of 100, most",
        args.movetime
    ))?;
    for row in &mut rows {
        let [o50, o99, o100] = quantiles(&mut row.overrun);
        let [c50, c99, c100] = quantiles(&mut row.cancel);
        console.line(format_args!(
            "{:<58} {:<28} {o50:>6.2} {o99:>6.2} {o100:>6.2}   {c50:>6.2} {c99:>6.2} {c100:>6.2}",
            row.game, row.bot
        ))?;
    }
    Ok(())
}

/// Milliseconds that each call of a table takes late in a long hidden game.
fn table(console: &mut Console, plies: usize) -> Result<(), Failure> {
    // No draws by repetition or by fifty moves, so that the game goes on.
    let options = json!({ "rules": "berkeley" });
    let options = options.as_object().cloned().unwrap_or_default();
    let state = Game::new("blind", &options)?.start()?;
    let settings = json!({ "now": 0, "seed": 1, "undo": true });
    let settings = settings.as_object().cloned().unwrap_or_default();
    let table = Table::from_values(&state, &Dict::new(), &settings)?;
    let call = |name: &str, args: Value| {
        let args = args.as_object().cloned().unwrap_or_default();
        table.call(name, &args)
    };
    let turn = |ply: usize| {
        let (seat, tried, moves) = match ply % 2 {
            0 => ("white", "e2d3", ["g1f3", "f3g1"]),
            _ => ("black", "e7d6", ["g8f6", "f6g8"]),
        };
        let attempt = json!({ "seat": seat, "move": tried });
        let action = json!({ "seat": seat, "move": moves[ply / 2 % 2] });
        (attempt, action)
    };
    for ply in 0..plies {
        let (attempt, action) = turn(ply);
        call("commit", attempt)?;
        call("commit", action)?;
    }
    let mut rows: Vec<(&str, f64)> = Vec::new();
    let mut time = |name: &'static str, args: Value| -> Result<Value, Failure> {
        let began = Instant::now();
        let answer = call(name, args)?;
        rows.push((name, began.elapsed().as_secs_f64() * 1e3));
        Ok(answer)
    };
    let (attempt, action) = turn(plies);
    time("commit", attempt)?;
    time("commit", action)?;
    time("view", json!({ "seat": "white" }))?;
    time("candidates", json!({ "seat": "white" }))?;
    time("events", json!({ "seat": "white" }))?;
    time("undo", json!({ "seat": "white", "plies": 1 }))?;
    time("undo", json!({ "seat": "black", "plies": 1 }))?;
    time("tick", json!({ "now": 1 }))?;
    time("resign", json!({ "seat": "white" }))?;
    time("reveal", json!({}))?;
    let saved = time("save", json!({}))?;
    let saved = saved.as_str().unwrap_or_default();
    let began = Instant::now();
    Table::load(saved)?;
    rows.push(("load", began.elapsed().as_secs_f64() * 1e3));
    if console.is_json() {
        let rows = rows.iter();
        let rows: Vec<_> = rows
            .map(|(call, ms)| json!({ "call": call, "milliseconds": ms }))
            .collect();
        console.json(&json!({ "plies": plies, "bytes": saved.len(), "rows": rows }))?;
        return Ok(());
    }
    console.line(format_args!(
        "milliseconds after {plies} plies and as many refused attempts; {} bytes saved",
        saved.len()
    ))?;
    for (call, ms) in rows {
        console.line(format_args!("{call:<12} {ms:>8.2}"))?;
    }
    Ok(())
}

/// A name with what was set.
fn title(name: &str, options: &Dict) -> String {
    let set = options.iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!(" {name}={text}"),
        None => format!(" {name}={value}"),
    });
    std::iter::once(name.to_owned()).chain(set).collect()
}

/// The game as it is, and where its options make more work.
fn settings(entry: &Entry) -> Vec<Dict> {
    let more = match entry.info().name {
        "boost" => vec![json!({ "width": 16, "height": 16, "players": 6 })],
        "jarls" => vec![json!({ "players": 6 }), json!({ "fog": true })],
        "chess+" => vec![
            json!({ "presets": "knights-leap-twice+wrap-board" }),
            json!({ "presets": "berserker+pawn-stamina+cannon" }),
            json!({ "presets": "last-piece-standing+berserker+wrap-board+knights-leap-twice" }),
        ],
        "blind" => vec![json!({ "rules": "fog" }), json!({ "rules": "rand" })],
        _ => Vec::new(),
    };
    let more = more.into_iter().filter_map(|v| v.as_object().cloned());
    std::iter::once(Dict::new()).chain(more).collect()
}

/// The bots of a game, `mcts` with both of its ways to judge.
fn bots(entry: &Entry) -> Vec<(&'static str, Dict)> {
    let mut all = Vec::new();
    for name in entry.bots() {
        all.push((name, Dict::new()));
        if name == "mcts" {
            let playout = [("leaf".to_owned(), "playout".into())];
            all.push((name, playout.into_iter().collect()));
        }
    }
    all
}

/// A game after some random plies, or fewer where it would have ended.
fn after(game: &Game, plies: u32, rng: &mut Rng) -> Result<State, Failure> {
    let mut state = game.start()?;
    for _ in 0..plies {
        let moves = state.legal_moves(None, None)?;
        if moves.is_empty() {
            break;
        }
        let text = &moves[rng.below(moves.len() as u32) as usize];
        let next = state.play(None, MoveRef::Text(text), None)?;
        if next.outcome().is_some() {
            break;
        }
        state = next;
    }
    Ok(state)
}

fn measure(
    bot: &Bot,
    state: &State,
    movetime: Duration,
    rng: &mut Rng,
    row: &mut LatencyRow,
) -> Result<(), Failure> {
    let Some(seat) = state.live().iter().next() else {
        return Ok(());
    };
    let seat = SeatRef::Index(i64::from(seat.0));
    let observation = state.observe(seat)?;
    let subject = match state.game().hidden() {
        true => Subject::Observation(&observation),
        false => Subject::State(state, Some(seat)),
    };
    let limits = Limits {
        movetime: Some(movetime),
        ..Limits::default()
    };
    let began = Instant::now();
    let work = bot.decide(&subject, limits)?;
    work.run(&Control::default())?;
    let over = began.elapsed().saturating_sub(movetime);
    row.overrun.push(over.as_secs_f64() * 1e3);

    let limits = Limits {
        movetime: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let control = Arc::new(Control::default());
    let work = bot.decide(&subject, limits)?;
    let wait = CANCELLED_AFTER * rng.below(1000) / 1000;
    let strings = Arc::clone(&control);
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(wait);
        let at = Instant::now();
        strings.cancel();
        at
    });
    // Whether it was cancelled or had an answer before is the same here.
    let answer = work.run(&control);
    let ended = Instant::now();
    drop(answer);
    if let Ok(at) = canceller.join() {
        // What ended by itself before says nothing.
        if let Some(took) = ended.checked_duration_since(at) {
            row.cancel.push(took.as_secs_f64() * 1e3);
        }
    }
    Ok(())
}

/// The median, the 99th of a hundred, and the most; zeros of nothing.
fn quantiles(values: &mut [f64]) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let index = (values.len() as f64 * part).ceil() as usize;
        values.get(index.saturating_sub(1)).copied().unwrap_or(0.0)
    };
    [at(0.5), at(0.99), at(1.0)]
}

#[cfg(test)]
mod tests {
    use super::quantiles;

    #[test]
    fn quantiles_of_a_hundred_values() {
        let mut values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(quantiles(&mut values), [50.0, 99.0, 100.0]);
        assert_eq!(quantiles(&mut []), [0.0; 3]);
        assert_eq!(quantiles(&mut [7.0]), [7.0; 3]);
    }
}
