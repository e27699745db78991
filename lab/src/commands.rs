//! `lab tune`: making the numbers of evaluation and search from games of the library's
//! own. `docs/strength.md` says how the shipped ones were made.

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use boardwright::bughouse::Bughouse;
use boardwright::chess::eval::EvalWeights;
use boardwright::chess::{
    BughouseBoardVariant, ChessVariant, CrazyhouseVariant, OneBoard, Variant,
};
use boardwright::error::quoted;
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::Searched as _;
use boardwright::state::Rules;
use boardwright::value::Dict;
use boardwright::{Error, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::Failure;
use crate::args::{TuneArgs, TuneCommand, TuneDataArgs, TuneSpsaArgs, TuneTexelArgs, TuneTryArgs};
use crate::levels::commands as levels;
use crate::net::commands::evaluator;
use crate::net::selfplay::Recorded;
use crate::net::versus::{self, MatchSettings};
use crate::tune::selfplay::SelfplaySettings;
use crate::tune::{Tuned, TuningSample, attempt, spsa, texel};

pub(crate) fn run(json: bool, args: &TuneArgs) -> std::result::Result<(), Failure> {
    if let TuneCommand::Gates(gates) = &args.command {
        return levels::gates(json, gates, &args.game);
    }
    match args.game.as_str() {
        "chess" => command::<ChessVariant>(json, &args.command),
        "crazyhouse" => command::<CrazyhouseVariant>(json, &args.command),
        "bughouse-board" => command::<BughouseBoardVariant>(json, &args.command),
        "bughouse" => match &args.command {
            TuneCommand::Data(args) => data::<Bughouse>(json, args),
            TuneCommand::Texel(args) => texel::<Bughouse>(json, args),
            TuneCommand::Try(args) => attempts::<Bughouse>(json, args),
            TuneCommand::Spsa(_) => Err(Error::unsupported(
                "the numbers of the search are tuned by games of one board: bughouse-board",
            )
            .into()),
            TuneCommand::Levels(_) | TuneCommand::Gates(_) => Err(Error::unsupported(
                "the errors of people are found in games of one board",
            )
            .into()),
        },
        other => Err(Error::unsupported(format!(
            "{} has no weights to tune: chess, crazyhouse, bughouse and bughouse-board have",
            quoted(other)
        ))
        .into()),
    }
}

fn command<V: Variant>(json: bool, command: &TuneCommand) -> std::result::Result<(), Failure> {
    match command {
        TuneCommand::Data(args) => data::<OneBoard<V>>(json, args),
        TuneCommand::Texel(args) => texel::<OneBoard<V>>(json, args),
        TuneCommand::Spsa(args) => spsa::<V>(json, args),
        TuneCommand::Try(args) => attempts::<OneBoard<V>>(json, args),
        TuneCommand::Levels(args) => levels::levels::<V>(json, args),
        // These are of any game.
        TuneCommand::Gates(args) => levels::gates(json, args, V::INFO.name),
    }
}

/// Does numbered pieces of work on several threads; `done` is told of each as it
/// is finished, in any order, and may end all of it.
pub(crate) fn spread<T: Send>(
    threads: usize,
    from: u64,
    count: u64,
    work: impl Fn(u64) -> Result<T> + Sync,
    done: impl FnMut(T) -> std::result::Result<(), Failure> + Send,
) -> std::result::Result<(), Failure> {
    let next = AtomicU64::new(0);
    let done = Mutex::new((done, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= count {
                        return;
                    }
                    let result = work(from + i).map_err(Failure::from);
                    let mut guard = done.lock().unwrap_or_else(PoisonError::into_inner);
                    let (done, ended) = &mut *guard;
                    if let Err(failure) = result.and_then(done) {
                        *ended = Err(failure);
                        next.store(count, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// A line of results.
pub(crate) fn say(line: std::fmt::Arguments<'_>) -> std::result::Result<(), Failure> {
    writeln!(std::io::stdout(), "{line}").map_err(Failure::from)
}

/// Returns the number of threads that an argument asks for; 0 is one a processor.
pub(crate) fn threads(given: usize) -> usize {
    match given {
        0 => boardwright::jobs::threads(),
        given => given,
    }
}

pub(crate) fn bar(count: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count)
        .with_style(style)
        .with_message(what.to_owned())
}

pub(crate) fn failed(doing: &str, path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let text = format!("cannot {doing} {}", path.display());
    move |error| format!("{text}: {error}").into()
}

fn data<G: Tuned>(json: bool, args: &TuneDataArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<G>::new(&Dict::new())?;
    let settings = SelfplaySettings {
        nodes: args.nodes,
        opening: args.opening_plies,
        ..SelfplaySettings::default()
    };
    let file = std::fs::File::create(&args.out).map_err(failed("write", &args.out))?;
    let mut file = BufWriter::new(file);
    let progress = bar(args.games, "games");
    let control = Control::new(None);
    let mut positions = 0_u64;
    let game = rules.game();
    spread(
        threads(args.threads),
        args.seed,
        args.games,
        |seed| G::record(&rules, &settings, seed, &control),
        |samples: Vec<TuningSample<G::Position>>| {
            for sample in &samples {
                let text = game.notation(&sample.position);
                writeln!(file, "{text};{};{}", sample.score, sample.result)
                    .map_err(failed("write", &args.out))?;
            }
            positions += samples.len() as u64;
            progress.inc(1);
            Ok(())
        },
    )?;
    file.flush().map_err(failed("write", &args.out))?;
    progress.finish_and_clear();
    if json {
        return say(format_args!(
            "{}",
            json!({ "games": args.games, "positions": positions })
        ));
    }
    say(format_args!(
        "{positions} positions of {} games",
        args.games
    ))
}

fn read<G: Tuned>(path: &Path) -> std::result::Result<Vec<TuningSample<G::Position>>, Failure> {
    let rules = Rules::<G>::new(&Dict::new())?;
    let file = std::fs::File::open(path).map_err(failed("read", path))?;
    let mut samples = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(failed("read", path))?;
        let wrong = || {
            Error::invalid_notation(format!(
                "{} line {}: takes a position, a score and a result with ; between",
                path.display(),
                number + 1
            ))
        };
        let fields: Vec<_> = line.split(';').collect();
        let [position, score, result] = fields[..] else {
            return Err(wrong().into());
        };
        samples.push(TuningSample {
            position: rules.game().parse(position)?,
            score: score.parse().map_err(|_| wrong())?,
            result: result.parse().map_err(|_| wrong())?,
        });
    }
    Ok(samples)
}

fn texel<G: Tuned>(json: bool, args: &TuneTexelArgs) -> std::result::Result<(), Failure> {
    let mut samples = Vec::new();
    for path in &args.data {
        samples.extend(read::<G>(path)?);
    }
    let weights = match &args.from {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(failed("read", path))?;
            Arc::new(EvalWeights::read(&text)?)
        }
        None => G::shipped(),
    };
    let settings = texel::TexelSettings {
        epochs: args.epochs,
        rate: args.rate,
        lambda: args.lambda,
    };
    let progress = bar(args.epochs.into(), "epochs");
    let mut last = None;
    let fitted = texel::fit::<G>(&weights, &samples, &settings, &args.note, |p| {
        progress.inc(1);
        progress.set_message(format!("error {:.6}, kept {:.6}", p.error, p.kept));
        last = Some(p);
    })?;
    progress.finish_and_clear();
    std::fs::write(&args.out, fitted.write()).map_err(failed("write", &args.out))?;
    let (error, kept) = last.map_or((0.0, 0.0), |p| (p.error, p.kept));
    if json {
        return say(format_args!(
            "{}",
            json!({
                "positions": samples.len(), "error": error, "kept": kept,
            })
        ));
    }
    say(format_args!(
        "{} positions: mean squared error {error:.6}, on those kept apart {kept:.6}",
        samples.len()
    ))
}

fn spsa<V: Variant>(json: bool, args: &TuneSpsaArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<OneBoard<V>>::new(&Dict::new())?;
    let settings = SelfplaySettings {
        nodes: args.nodes,
        opening: args.opening_plies,
        ..SelfplaySettings::default()
    };
    let tuner = spsa::Spsa::new(OneBoard::<V>::PARAMS, &args.params, args.rounds)?;
    let state = Mutex::new((tuner, Rng::derived(&[args.seed])));
    let progress = bar(args.rounds.into(), "pairs of games");
    let control = Control::new(None);
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    spread(
        threads(args.threads),
        args.seed,
        args.rounds.into(),
        |seed| {
            let trial = {
                let mut guard = lock();
                let (tuner, rng) = &mut *guard;
                tuner.next(rng)
            };
            let lead = spsa::trial(&rules, &trial, &settings, seed, &control)?;
            lock().0.update(&trial, lead);
            Ok(())
        },
        |()| {
            progress.inc(1);
            Ok(())
        },
    )?;
    progress.finish_and_clear();
    let values = lock().0.values();
    if json {
        let map: Dict = values
            .iter()
            .map(|(n, v)| ((*n).into(), json!(v)))
            .collect();
        return say(format_args!("{}", serde_json::Value::from(map)));
    }
    for (name, value) in values {
        say(format_args!("{name}: {:.0}", value.round()))?;
    }
    Ok(())
}

/// Plays the shipped search against itself with each change.
fn attempts<G: Recorded>(json: bool, args: &TuneTryArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<G>::new(&Dict::new())?;
    let base = G::USUAL;
    let evaluator = evaluator::<G::Board>(&args.by)?;
    let settings = MatchSettings::new(args.nodes, args.time, args.games, args.seed, args.threads);
    let changes = match args.changes.is_empty() {
        true => attempt::features(),
        false => args.changes.clone(),
    };
    let changes = changes
        .iter()
        .map(|change| Ok((change, attempt::changed(base, change)?)))
        .collect::<Result<Vec<_>>>()?;
    if !json {
        say(format_args!(
            "| change | won, drawn, lost | score | Elo, 95 % |\n| --- | ---: | ---: | --- |"
        ))?;
    }
    for (change, numbers) in changes {
        let tally = versus::matched(&rules, &settings, change, || {
            [numbers, base].map(|numbers| G::player(&evaluator, numbers, 16))
        })?;
        let Some(estimate) = tally.estimate() else {
            continue;
        };
        if json {
            let [lost, drawn, won] = tally.games;
            let told = json!({
                "change": change, "won": won, "drawn": drawn, "lost": lost, "estimate": estimate,
            });
            say(format_args!("{told}"))?;
        } else {
            say(format_args!(
                "| `{change}` | {} | {:.1} % | {} |",
                tally.counts(),
                100.0 * estimate.score,
                attempt::elo(&estimate)
            ))?;
        }
    }
    Ok(())
}
