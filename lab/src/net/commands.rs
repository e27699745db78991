//! `lab net`: making networks.

use std::collections::BTreeMap;
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use boardwright::bughouse::Bughouse;
use boardwright::chess::eval::Evaluator;
use boardwright::chess::eval::inputs::{self, Layout};
use boardwright::chess::{
    BughouseBoardVariant, ChessVariant, CrazyhouseVariant, OneBoard, Variant,
};
use boardwright::error::quoted;
use boardwright::search::Engine;
use boardwright::search::network::Network;
use boardwright::state::Rules;
use boardwright::value::Dict;
use boardwright::{Error, Result};
use serde_json::json;

use super::float::Sizes;
use super::games::{GameRecord, GamesHeader, GamesReader};
use super::samples::{self, NO_RESULT, Sampled};
use super::selfplay::{self, GameSettings, Recorded};
use super::train;
use super::train::{EpochReport, Phase};
use super::versus::{self, MatchSettings};
use crate::Failure;
use crate::args::{NetArgs, NetCommand, NetDataArgs, NetMatchArgs, NetSpeedArgs, NetTrainArgs};
use crate::commands::{bar, failed, say, threads};
use crate::tune::attempt;

pub(crate) fn run(json: bool, args: &NetArgs) -> std::result::Result<(), Failure> {
    let game = match &args.command {
        NetCommand::Data(args) => &args.game,
        NetCommand::Train(args) => &args.game,
        NetCommand::Match(args) => &args.game,
        NetCommand::Speed(args) => &args.game,
    };
    match game.as_str() {
        "chess" => command::<OneBoard<ChessVariant>>(json, args),
        "crazyhouse" => command::<OneBoard<CrazyhouseVariant>>(json, args),
        "bughouse-board" => command::<OneBoard<BughouseBoardVariant>>(json, args),
        "bughouse" => command::<Bughouse>(json, args),
        other => Err(no_network(other)),
    }
}

fn command<G: Sampled>(json: bool, args: &NetArgs) -> std::result::Result<(), Failure> {
    match &args.command {
        NetCommand::Data(args) => {
            let numbers = match &args.change {
                Some(change) => attempt::changed(G::USUAL, change)?,
                None => G::USUAL,
            };
            data::<G>(json, args, &evaluator::<G::Board>(&args.by)?, numbers)
        }
        NetCommand::Train(args) => {
            let from = args.from.as_deref().map(network::<G::Board>).transpose()?;
            train::<G>(json, args, from)
        }
        NetCommand::Match(args) => versus::<G>(json, args),
        NetCommand::Speed(args) => speed::<G::Board>(json, args),
    }
}

fn no_network(game: &str) -> Failure {
    Error::unsupported(format!(
        "{} has no network: chess, crazyhouse, bughouse and bughouse-board have",
        quoted(game)
    ))
    .into()
}

/// Plays games into a file, after those that stand in it.
fn data<G: Recorded>(
    json: bool,
    args: &NetDataArgs,
    evaluator: &Evaluator,
    numbers: G::Numbers,
) -> std::result::Result<(), Failure> {
    let settings = GameSettings {
        nodes: args.nodes,
        opening: args.opening_plies,
        random_percent: args.random_percent,
        ..GameSettings::default()
    };
    let header = GamesHeader {
        boardwright_games: 1,
        game: args.game.clone(),
        seed: args.seed,
        nodes: args.nodes,
        opening: args.opening_plies,
        random_percent: args.random_percent,
        evaluation: evaluator.label(),
        change: args.change.clone(),
    };
    let (file, done) = open_to_continue(&args.out, &header)?;
    let mut file = BufWriter::new(file);
    let progress = bar(args.games, "games");
    progress.set_position(done);
    let rules = Rules::<G>::new(&Dict::new())?;
    let next = AtomicU64::new(done);
    let (told, heard) = mpsc::sync_channel::<(u64, Result<GameRecord>)>(256);
    let mut plies = 0;
    std::thread::scope(|scope| -> std::result::Result<(), Failure> {
        for _ in 0..threads(args.threads) {
            let (told, rules, next) = (told.clone(), &rules, &next);
            scope.spawn(move || {
                let mut players = selfplay::players::<G>(evaluator, numbers);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games {
                        return;
                    }
                    let seed = args.seed + number;
                    let record = selfplay::play_out(&mut players, rules, &settings, seed);
                    if told.send((number, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(told);
        // Games are written in the order of their seeds, in which they may not end.
        let mut waiting = BTreeMap::new();
        let mut number = done;
        // The receiver goes with this block, so that threads end where writing fails.
        for (of, record) in heard {
            waiting.insert(of, record?);
            while let Some(record) = waiting.remove(&number) {
                record
                    .write(G::BOARDS > 1, &mut file)
                    .map_err(failed("write", &args.out))?;
                plies += record.scores.len() as u64;
                number += 1;
                progress.inc(1);
            }
        }
        Ok(())
    })?;
    file.flush().map_err(failed("write", &args.out))?;
    progress.finish_and_clear();
    if json {
        let told = json!({ "games": args.games, "continued_from": done, "positions": plies });
        return say(format_args!("{told}"));
    }
    say(format_args!(
        "{plies} positions of {} games, {done} games stood there before",
        args.games.saturating_sub(done)
    ))
}

/// A file to write after the whole games that stand in it, and their number.
fn open_to_continue(
    path: &Path,
    header: &GamesHeader,
) -> std::result::Result<(std::fs::File, u64), Failure> {
    let write = || failed("write", path);
    if !path.exists() {
        let mut file = std::fs::File::create(path).map_err(write())?;
        writeln!(file, "{}", serde_json::to_string(header)?).map_err(write())?;
        return Ok((file, 0));
    }
    let mut reader = GamesReader::open(path).map_err(failed("read", path))?;
    if reader.header != *header {
        return Err(format!("{} holds games of other settings", path.display()).into());
    }
    let mut games = 0;
    for record in reader.by_ref() {
        record.map_err(failed("read", path))?;
        games += 1;
    }
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .open(path)
        .map_err(write())?;
    // What was cut off is written again.
    file.set_len(reader.bytes).map_err(write())?;
    file.seek(SeekFrom::End(0)).map_err(write())?;
    Ok((file, games))
}

/// Share of the learning rate in games after a drill.
const AFTER_DRILL: f32 = 0.2;

/// Trains a network and writes it.
fn train<G: Sampled>(
    json: bool,
    args: &NetTrainArgs,
    from: Option<Arc<Network>>,
) -> std::result::Result<(), Failure> {
    let rules = Rules::<G>::new(&Dict::new())?;
    let split = samples::read(&rules, &args.data, args.drills, args.trace)?;
    if split.kept.labels.is_empty() {
        return Err(format!("{} games are too few: none is kept apart", split.games).into());
    }
    if split.kept.labels.iter().all(|l| l.result == NO_RESULT) {
        return Err(
            "no game without random moves is kept apart to know the worth of a score".into(),
        );
    }
    let hidden = from.as_ref().map_or(args.hidden, |n| n.header().hidden);
    let own = from.as_ref().and_then(|n| n.header().narrow);
    let sizes = Sizes {
        layout: Layout::of_game(G::Board::DROPS),
        hidden,
        narrow: args.narrow.or(own.map(|n| n.hidden)).unwrap_or(hidden),
        buckets: inputs::BUCKETS,
    };
    let settings = train::TrainSettings {
        batch: args.batch.max(1),
        result_weight: args.result_weight,
        decay: args.decay,
        seed: args.seed,
        threads: threads(args.threads),
        scale: args.scale,
        from,
    };
    let drill = Phase {
        samples: &split.drill,
        epochs: args.drill_epochs,
        rate: args.rate,
    };
    // What was learnt first is not to be lost again.
    let rate = match args.drills {
        0 => args.rate,
        _ => args.rate * AFTER_DRILL,
    };
    let games = Phase {
        samples: &split.learnt,
        epochs: args.epochs,
        rate,
    };
    let mut phases = vec![games];
    if args.drills > 0 {
        phases.insert(0, drill);
    }
    let mut last = None;
    let mut told = Ok(());
    let network = train::train(
        &args.name,
        sizes,
        &phases,
        &split.kept,
        &settings,
        |report| {
            let EpochReport { epoch, error, kept } = report;
            if !json && told.is_ok() {
                told = say(format_args!(
                    "pass {epoch}: error {error:.6}, kept {kept:.6}"
                ));
            }
            last = Some(report);
        },
    )?;
    told?;
    std::fs::write(&args.out, network.write()?).map_err(failed("write", &args.out))?;
    let (error, kept) = last.map_or((0.0, 0.0), |r| (r.error, r.kept));
    let positions = split.learnt.labels.len();
    if json {
        let told = json!({
            "games": split.games, "positions": positions, "error": error, "kept": kept,
            "scale": network.header().scale, "network": network.label(),
        });
        return say(format_args!("{told}"));
    }
    say(format_args!(
        "{}: {positions} positions of {} games, scale {}, mean squared error {error:.6}, on \
         those kept apart {kept:.6}",
        network.label(),
        split.games,
        network.header().scale
    ))
}

/// The evaluation that a name or a file stands for.
pub(crate) fn evaluator<V: Variant>(name: &str) -> std::result::Result<Evaluator, Failure> {
    match name {
        "hand" => Ok(Evaluator::hand_written(V::DROPS)),
        "shipped" => Ok(Evaluator::shipped::<V>()),
        file => Ok(Evaluator::with_network(network::<V>(file)?, V::DROPS)?),
    }
}

/// The network that a name or a file stands for, which has the inputs of the game.
fn network<V: Variant>(name: &str) -> std::result::Result<Arc<Network>, Failure> {
    let network = match (name, V::NETWORK) {
        ("shipped", Some(shipped)) => Arc::clone(shipped.network()),
        _ => {
            let path = Path::new(name);
            Arc::new(Network::read(
                &std::fs::read(path).map_err(failed("read", path))?,
            )?)
        }
    };
    // Checked here, for training takes the sizes as they are.
    Evaluator::with_network(Arc::clone(&network), V::DROPS)?;
    Ok(network)
}

/// Plays a match between two evaluations.
fn versus<G: Recorded>(json: bool, args: &NetMatchArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<G>::new(&Dict::new())?;
    let evaluators = [
        evaluator::<G::Board>(&args.a)?,
        evaluator::<G::Board>(&args.b)?,
    ];
    let NetMatchArgs {
        nodes,
        time,
        games,
        seed,
        threads,
        ..
    } = *args;
    let settings = MatchSettings::new(nodes, time, games, seed, threads);
    let tally = versus::matched(&rules, &settings, "pairs of games", || {
        evaluators
            .each_ref()
            .map(|evaluator| G::player(evaluator, G::USUAL, 16))
    })?;
    let [lost, drawn, won] = tally.games;
    if json {
        let told = json!({ "won": won, "drawn": drawn, "lost": lost });
        return say(format_args!("{told}"));
    }
    let share = (won as f64 + drawn as f64 / 2.0) / (won + drawn + lost).max(1) as f64;
    say(format_args!("{}, {:.1} %", tally.counts(), 100.0 * share))
}

/// Compares how many positions two evaluations look at in a second.
fn speed<V: Variant>(json: bool, args: &NetSpeedArgs) -> std::result::Result<(), Failure> {
    let rules = Rules::<OneBoard<V>>::new(&Dict::new())?;
    let mut engines = [engine::<V>(&args.a)?, engine::<V>(&args.b)?];
    let mut ratios = Vec::new();
    for run in 0..args.runs.max(1) {
        let [a, b] = versus::speed(&rules, &mut engines, args.nodes, run)?;
        ratios.push(a / b);
        let told = json!({ "a": a.round(), "b": b.round(), "ratio": a / b });
        match json {
            true => say(format_args!("{told}"))?,
            false => say(format_args!(
                "{a:.0} and {b:.0} positions a second, ratio {:.3}",
                a / b
            ))?,
        }
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    if !json {
        say(format_args!("median ratio {median:.3}"))?;
    }
    Ok(())
}

fn engine<V: Variant>(name: &str) -> std::result::Result<Engine<OneBoard<V>>, Failure> {
    let mut engine = Engine::new(16);
    engine.set_evaluator(evaluator::<V>(name)?);
    Ok(engine)
}
