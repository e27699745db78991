//! `lab tune GAME levels` and `lab tune GAME gates`.

use std::collections::BTreeMap;
use std::fs::File;

use boardwright::chess::{Chess, ChessVariant, CrazyhouseVariant, OneBoard, Variant};
use boardwright::jobs::Control;
use boardwright::state::Rules;
use boardwright::value::Dict;
use records::ReadOptions;
use serde_json::json;

use super::fit::{Case, FitSettings, cases, fit};
use super::gates::{self, Count};
use crate::Failure;
use crate::args::{TuneGatesArgs, TuneLevelsArgs};
use crate::commands::{bar, failed, say, spread, threads};
use crate::tune::attempt::elo;

/// Width of a range of ratings.
const RANGE: i32 = 200;
/// From these strengths on even trades are to be taken back, and a lone king mated.
const WANTED_FROM: (i32, i32) = (500, 1000);
/// Shares that are wanted of them, in hundredths, and of a level against the one below.
const WANTED: (f64, f64, [f64; 2]) = (97.0, 95.0, [65.0, 85.0]);

/// Fits noise and carelessness to people's games.
pub(crate) fn levels<V: Variant>(
    json: bool,
    args: &TuneLevelsArgs,
) -> std::result::Result<(), Failure> {
    let rules = Rules::<OneBoard<V>>::new(&Dict::new())?;
    let settings = FitSettings {
        nodes: args.nodes,
        every: args.every,
    };
    let (mut games, mut damaged) = (Vec::new(), 0_u64);
    for path in &args.games {
        let file = File::open(path).map_err(failed("read", path))?;
        for game in records::games(&rules, file, ReadOptions::default()) {
            match game {
                Ok(record) => games.push(record),
                Err(_) => damaged += 1,
            }
        }
    }
    let progress = bar(games.len() as u64, "games");
    let control = Control::new(None);
    let mut found: BTreeMap<(i32, usize), Vec<Case>> = BTreeMap::new();
    spread(
        threads(args.threads),
        0,
        games.len() as u64,
        |game| {
            let of = cases(&games[game as usize], &settings, args.seed + game, &control)?;
            Ok((game as usize, of))
        },
        |(game, of)| {
            progress.inc(1);
            for case in of {
                let range = case.rating.div_euclid(RANGE) * RANGE;
                found.entry((range, game)).or_default().push(case);
            }
            Ok(())
        },
    )?;
    progress.finish_and_clear();
    // In the order of the games, whichever thread was first.
    let mut ranges: BTreeMap<i32, Vec<Case>> = BTreeMap::new();
    for ((range, _), of) in found {
        ranges.entry(range).or_default().extend(of);
    }
    if !json {
        say(format_args!(
            "{} games, {damaged} more that are damaged\n\n\
             | rating | moves | noise | careless, of 1000 | chance of a move |\n\
             | ---: | ---: | ---: | ---: | ---: |",
            games.len()
        ))?;
    }
    for (range, cases) in ranges {
        let Some(fit) = fit(&cases, V::LADDER, args.draws, args.seed) else {
            continue;
        };
        let chance = fit.likelihood.exp();
        if json {
            let told = json!({
                "rating": [range, range + RANGE], "moves": cases.len(), "noise": fit.noise,
                "careless": fit.careless, "chance": chance,
            });
            say(format_args!("{told}"))?;
        } else {
            say(format_args!(
                "| {range} to {} | {} | {} | {} | {chance:.3} |",
                range + RANGE,
                cases.len(),
                fit.noise,
                fit.careless
            ))?;
        }
    }
    Ok(())
}

/// Tells if the levels of a game keep their gates: those that it has.
pub(crate) fn gates(
    json: bool,
    args: &TuneGatesArgs,
    game: &str,
) -> std::result::Result<(), Failure> {
    match game {
        "chess" => {
            trades::<ChessVariant>(json, args)?;
            endings(json, args)?;
        }
        "crazyhouse" => trades::<CrazyhouseVariant>(json, args)?,
        _ => {}
    }
    ladder(json, args, game)
}

/// Tells how often each level takes back in games of one board.
fn trades<V: Variant>(json: bool, args: &TuneGatesArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<OneBoard<V>>::new(&Dict::new())?;
    let control = Control::new(None);
    counted(
        json,
        args,
        "even trades taken back",
        (WANTED_FROM.0, WANTED.0),
        |strength, seed| gates::trades(&rules, strength, seed, &control),
    )
}

/// Tells how often each level wins with a queen or a rook against a bare king.
fn endings(json: bool, args: &TuneGatesArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<Chess>::new(&Dict::new())?;
    let control = Control::new(None);
    for (name, piece) in [
        ("queen against king won", 'Q'),
        ("rook against king won", 'R'),
    ] {
        counted(
            json,
            args,
            name,
            (WANTED_FROM.1, WANTED.1),
            |strength, seed| gates::ending(&rules, piece, strength, seed, &control),
        )?;
    }
    Ok(())
}

/// Counts something of each level in so many games, and prints it with what is wanted.
fn counted(
    json: bool,
    args: &TuneGatesArgs,
    name: &str,
    (from, wanted): (i32, f64),
    count: impl Fn(i32, u64) -> boardwright::Result<Count> + Sync,
) -> std::result::Result<(), Failure> {
    if !json {
        say(format_args!(
            "\n| strength | {name} | | wanted |\n| ---: | ---: | ---: | --- |"
        ))?;
    }
    for &strength in &args.strengths {
        let progress = bar(args.games, name);
        let mut sum = Count::default();
        spread(
            threads(args.threads),
            args.seed,
            args.games,
            |seed| count(strength, seed),
            |counted| {
                sum.add(counted);
                progress.inc(1);
                Ok(())
            },
        )?;
        progress.finish_and_clear();
        let kept = (strength >= from).then(|| sum.percent() >= wanted);
        if json {
            let told = json!({
                "gate": name, "strength": strength, "cases": sum.cases, "right": sum.right,
                "kept": kept,
            });
            say(format_args!("{told}"))?;
        } else {
            say(format_args!(
                "| {strength} | {} of {} | {:.1} % | {} |",
                sum.right,
                sum.cases,
                sum.percent(),
                verdict(kept, &format!("{wanted} %"))
            ))?;
        }
    }
    Ok(())
}

/// Plays each level against the one below.
fn ladder(json: bool, args: &TuneGatesArgs, game: &str) -> std::result::Result<(), Failure> {
    let control = Control::new(None);
    let [least, most] = WANTED.2;
    if !json {
        say(format_args!(
            "\n| {game} | against | score | Elo, 95 % | wanted |\n| ---: | ---: | ---: | --- | --- |"
        ))?;
    }
    for pair in args.rungs.windows(2) {
        let [lower, upper] = [pair[0], pair[1]];
        let threads = threads(args.threads);
        let found = gates::neighbours(
            game,
            [upper, lower],
            args.games,
            args.seed,
            threads,
            &control,
        )?;
        let Some(estimate) = found else { continue };
        let score = 100.0 * estimate.score;
        let kept = (least..=most).contains(&score);
        if json {
            let told = json!({
                "gate": "ladder", "game": game, "upper": upper, "lower": lower, "estimate": estimate,
                "kept": kept,
            });
            say(format_args!("{told}"))?;
        } else {
            say(format_args!(
                "| {upper} | {lower} | {score:.1} % | {} | {} |",
                elo(&estimate),
                verdict(Some(kept), &format!("{least} to {most} %"))
            ))?;
        }
    }
    Ok(())
}

/// The words of a gate that is kept, is not, or does not count.
fn verdict(kept: Option<bool>, wanted: &str) -> String {
    match kept {
        None => "–".to_owned(),
        Some(true) => format!("{wanted}: yes"),
        Some(false) => format!("{wanted}: no"),
    }
}
