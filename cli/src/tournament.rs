//! `boardwright tournament`: many players against each other, by the options that every host
//! gives, played here or handed out.

use std::fs::File;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright::arena::Guests;
use boardwright::arena::tournament::{FinishedGame, Occasion, TournamentReport, tournament};
use boardwright::value::{Dict, Value, to_value};
use boardwright::{Error, Result};
use boardwright_engines::EnginePlayer;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::args::{TournamentArgs, dict};
use crate::console::{Console, Failure};
use crate::openings::positions;
use crate::{job, serve};

/// Number of games with errors that are reported one by one.
const FAULTS_TOLD: usize = 20;

pub(crate) fn run(console: &mut Console, args: &TournamentArgs) -> Result<(), Failure> {
    let given = options(args)?;
    let told = Arc::new(Mutex::new(Told {
        pgn: args.pgn.as_deref().map(create).transpose()?,
        failed: None,
        faults: Vec::new(),
        bar: ProgressBar::new(0).with_style(
            ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        ),
    }));
    match &args.serve {
        None => {
            let report = play(args, given, &told);
            tell_all(console, args, report, &told)
        }
        Some(address) => {
            let lease = Duration::from_secs(args.lease);
            let mut server = serve::Server::open(console, address, lease, given)?;
            let report = server.run(&mut |game| lock(&told).take(&game));
            tell_all(console, args, report, &told)?;
            console.flush()?;
            server.dismiss();
            Ok(())
        }
    }
}

fn lock(told: &Mutex<Told>) -> MutexGuard<'_, Told> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays the games here.
fn play(
    args: &TournamentArgs,
    given: Dict,
    told: &Arc<Mutex<Told>>,
) -> Result<TournamentReport, Failure> {
    let last_chance = args.conditions.last_chance;
    let guests = Guests::new(move |name, program, game| {
        EnginePlayer::of_plain(name, program, last_chance, game)
    });
    let ours = Arc::clone(told);
    let work = tournament(
        Occasion::Tournament,
        given,
        Arc::new(guests),
        Box::new(move |game| lock(&ours).take(&game)),
    );
    Ok(job::run(work)?.value)
}

/// Tells what came of a tournament.
fn tell_all(
    console: &mut Console,
    args: &TournamentArgs,
    report: Result<TournamentReport, Failure>,
    told: &Mutex<Told>,
) -> Result<(), Failure> {
    let mut told = lock(told);
    told.bar.finish_and_clear();
    if let Some((path, error)) = told.failed.take() {
        return Err(Failure::Io(format!("cannot write {path}"), error));
    }
    let report = report?;
    tell(console, &report, &told.faults)?;
    let ours = |player: &&boardwright::arena::tournament::Standing| {
        let given = args.players.get(player.number as usize);
        given.is_some_and(|text| {
            matches!(
                boardwright::arena::PlayerSpec::read("player", text),
                Ok(boardwright::arena::PlayerSpec::Bot { .. })
            )
        })
    };
    let faults = report.table.players.iter().filter(ours);
    match faults.flat_map(|player| player.errors.values()).sum() {
        0 => Ok(()),
        faults => Err(Failure::Faults(faults)),
    }
}

/// The part of finished games that is kept while the tournament goes on.
struct Told {
    pgn: Option<(String, File)>,
    failed: Option<(String, io::Error)>,
    faults: Vec<String>,
    bar: ProgressBar,
}

impl Told {
    fn take(&mut self, game: &FinishedGame) -> ControlFlow<()> {
        self.bar.set_length(game.games);
        self.bar.set_position(game.done);
        if let Some(fault) = &game.fault {
            self.faults.push(format!(
                "game {}: {} at {}: {}: {}",
                game.id, fault.player, fault.seat, fault.kind, fault.message
            ));
        }
        let (Some((path, file)), Some(pgn)) = (&mut self.pgn, &game.pgn) else {
            return ControlFlow::Continue(());
        };
        match file.write_all(pgn.as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some((path.clone(), error));
                ControlFlow::Break(())
            }
        }
    }
}

fn create(path: &Path) -> Result<(String, File), Failure> {
    let name = path.display().to_string();
    let file =
        File::create(path).map_err(|error| Failure::Io(format!("cannot write {name}"), error))?;
    Ok((name, file))
}

fn tell(
    console: &mut Console,
    report: &TournamentReport,
    faults: &[String],
) -> Result<(), Failure> {
    if console.is_json() {
        return console.json(report);
    }
    let table = &report.table;
    console.line(format_args!(
        "{}, {}, {} games{}\n\n{}",
        table.game,
        table.system.name(),
        table.games,
        if table.complete { "" } else { " so far" },
        report.markdown
    ))?;
    let ends: Vec<_> = table
        .reasons
        .iter()
        .map(|(why, n)| format!("{why} {n}"))
        .collect();
    console.line(format_args!("ends: {}", ends.join(", ")))?;
    for fault in faults.iter().take(FAULTS_TOLD) {
        console.line(format_args!("{fault}"))?;
    }
    Ok(())
}

/// The arguments as the options that every host gives.
fn options(args: &TournamentArgs) -> Result<Dict, Failure> {
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let openings = args
        .conditions
        .openings
        .as_deref()
        .map(positions)
        .transpose()?;
    let balance = args
        .conditions
        .random
        .opening_balance
        .0
        .map_or_else(|| json!(-1), Value::from);
    let given = json!({
        "game": args.game,
        "options": dict(&args.options),
        "players": args.players,
        "system": args.system,
        "rounds": args.rounds,
        "games": args.games,
        "at_once": args.at_once,
        "challengers": args.challengers,
        "seeded": args.seeded,
        "seed": args.seed,
        "limits": {
            "movetime": args.conditions.movetime.map(milliseconds),
            "nodes": args.conditions.nodes,
            "depth": args.conditions.depth,
        },
        "clock": args.conditions.tc.map(|tc| json!({
            "base": milliseconds(tc.base), "increment": milliseconds(tc.increment),
        })),
        "margin": args.conditions.margin.map(milliseconds),
        "move_timeout": milliseconds(args.conditions.move_timeout),
        "ply_limit": args.conditions.ply_limit,
        "openings": openings,
        "opening_plies": args.conditions.random.opening_plies,
        "opening_balance": balance,
        "opening_nodes": args.conditions.random.opening_nodes,
        "concurrency": args.concurrency,
        "log": args.results,
        "pgn": args.pgn.is_some(),
    });
    match to_value(&given)? {
        Value::Object(given) => Ok(given),
        _ => Err(Error::internal("options are no map").into()),
    }
}
