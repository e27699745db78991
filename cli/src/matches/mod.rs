//! `boardwright match`: two players against each other, many games, and what that
//! says about their strength.
//!
//! The games are played by `boardwright::arena`, programs are players by `boardwright_engines`;
//! the file of finished games is
//! the arena's; here is what is told ([`report`]).

mod report;
pub(crate) mod values;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use boardwright::Error;
use boardwright::arena::log::{self, GameLog};
use boardwright::arena::{
    Conditions, Guests, Match, NamedPlayer, Openings, PairingPlan, PgnTags, Played, Player, Sprt,
    Summary, Verdict, pgn,
};
use boardwright::bots::Limits;
use boardwright::host::Game;
use boardwright::value::Dict;
use boardwright_engines::EnginePlayer;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::args::{MatchArgs, dict};
use crate::console::{Console, Failure};
use crate::job::Interrupt;
use crate::openings::positions;
pub(crate) use boardwright::arena::PlayerSpec as Spec;
use report::MatchReport;

/// Time by which a move may be late by default with a time for each move: a loaded machine is no
/// fault of a player.
const MARGIN: std::time::Duration = std::time::Duration::from_secs(1);

pub(crate) fn run(console: &mut Console, args: &MatchArgs) -> Result<(), Failure> {
    let game = Game::new(&args.game, &dict(&args.options))?;
    let specs = [("a", &args.a), ("b", &args.b)].map(|(name, text)| Spec::read(name, text));
    let [a, b] = specs;
    let specs = [a?, b?];
    let sides = game.sides();
    let count = sides.iter().max().map_or(0, |most| most + 1);
    let players = if args.one_vs_rest { count.max(2) } else { 2 };
    if players > 2 && args.sprt.is_some() {
        let message = "sprt: compares two players, and alone seats more";
        return Err(Error::invalid_option(message).into());
    }
    // The first player is A, and all others are B.
    let spec_of = |number: usize| usize::from(number > 0);
    let names: Vec<String> = (0..players)
        .map(|number| [&args.a, &args.b][spec_of(number)].clone())
        .collect();
    let games = Match {
        plan: PairingPlan::between(args.games, players, &sides)?,
        conditions: conditions(args, &specs)?,
        openings: openings(args, &game)?,
        seed: args.seed,
        concurrency: usize::from(args.concurrency),
        game,
    };
    let last_chance = args.conditions.last_chance;
    let guests = Guests::new(move |name, program, game| {
        EnginePlayer::of_plain(name, program, last_chance, game)
    });
    let entrants = |number: usize| -> Result<Box<dyn Player>, Error> {
        let label = names
            .get(number)
            .ok_or_else(|| Error::internal("there is no such player"))?;
        let player = NamedPlayer {
            name: label.clone(),
            spec: specs[spec_of(number)].clone(),
        };
        player.make(&games.game, &guests)
    };
    // What cannot play at all is found before anything is written.
    for (number, name) in ["a", "b"].into_iter().enumerate() {
        entrants(number).map_err(|error| error.at(name))?;
    }
    if args.pgn.is_some() {
        let nothing = nothing_played(games.game.seats().len());
        pgn(&games.game, &nothing, &names, &PgnTags::default())?;
    }
    let report = MatchReport {
        names: &names,
        games: &games,
        sprt: args.sprt,
        identity: identity(args, &games),
    };
    let Course {
        played,
        sum,
        broken_off,
    } = play(args, &games, &report, &entrants)?;
    report.tell(console, &played, &sum)?;
    if let Some(error) = broken_off {
        return Err(error.into());
    }
    let own = |number: &usize| matches!(specs[spec_of(*number)], Spec::Bot { .. });
    let faults = (0..players)
        .filter(own)
        .map(|number| sum.players[number].errors())
        .sum();
    match faults {
        0 => Ok(()),
        faults => Err(Failure::Faults(faults)),
    }
}

/// The progress of a match.
struct Course {
    /// The games, those of earlier runs included.
    played: BTreeMap<u64, Played>,
    /// Their sum.
    sum: Summary,
    /// Why there are not more, where something broke it off.
    broken_off: Option<Error>,
}

/// Plays the games that are missing.
fn play(
    args: &MatchArgs,
    games: &Match,
    report: &MatchReport<'_>,
    entrants: &boardwright::arena::PlayerFactory<'_>,
) -> Result<Course, Failure> {
    let (mut results, mut played) = match &args.results {
        None => (None, BTreeMap::new()),
        Some(path) => {
            let (results, played) = GameLog::open(path, log::MATCH, &report.identity)?;
            (Some(results), played)
        }
    };
    played.retain(|id, _| *id < games.plan.games());
    let mut pgn_file = match &args.pgn {
        None => None,
        Some(path) => Some(PgnFile::create(path, games, args, report.names, &played)?),
    };
    let progress = ProgressBar::new(games.plan.games()).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    progress.set_position(played.len() as u64);
    let (players, seats) = (games.plan.players(), games.game.seats().len());
    let mut sum = Summary::of(players, seats, played.values());
    let interrupt = Interrupt::notice()?;
    let done = played.keys().copied().collect();
    let mut failure = None;
    let ran = if decided(args.sprt, &sum) {
        Ok(())
    } else {
        games.run(
            entrants,
            &done,
            |game| {
                let kept = results.as_mut().map_or(Ok(()), |r| r.add(&game));
                let kept = kept.map_err(Failure::from);
                let written =
                    kept.and_then(|()| pgn_file.as_mut().map_or(Ok(()), |f| f.add(&game)));
                if let Err(error) = written {
                    failure = Some(error);
                    return Err(Error::cancelled("the match was given up"));
                }
                sum.add(&game);
                played.insert(game.id, game);
                progress.inc(1);
                progress.set_message(report::brief(&sum));
                Ok(if decided(args.sprt, &sum) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
            || interrupt.pressed(),
        )
    };
    progress.finish_and_clear();
    match failure {
        Some(failure) => Err(failure),
        None => Ok(Course {
            played,
            sum,
            broken_off: ran.err(),
        }),
    }
}

fn decided(sprt: Option<Sprt>, sum: &Summary) -> bool {
    sprt.is_some_and(|sprt| sprt.verdict(&sum.pairs) != Verdict::Undecided)
}

/// A game without moves, to ask whether the game can be written.
fn nothing_played(seats: usize) -> Played {
    Played {
        id: 0,
        opening: 0,
        players: (0..seats).collect(),
        start: None,
        plies: Vec::new(),
        winners: Vec::new(),
        reason: String::new(),
        fault: None,
    }
}

/// The openings of the games.
fn openings(args: &MatchArgs, game: &Game) -> Result<Openings, Failure> {
    if let Some(path) = &args.conditions.openings {
        let list = positions(path)?;
        if list.is_empty() {
            let message = format!("openings: {} holds no position", path.display());
            return Err(Error::invalid_option(message).into());
        }
        for (index, line) in list.iter().enumerate() {
            let outcome = game.parse(line, &[]).map(|state| state.outcome());
            let wrong = match outcome {
                Ok(None) => continue,
                Ok(_) => "the game is over there".to_owned(),
                Err(error) => error.message().to_owned(),
            };
            let message = format!("openings: position {}: {wrong}", index + 1);
            return Err(Error::invalid_notation(message).into());
        }
        return Ok(Openings::Listed(list.into()));
    }
    Ok(args.conditions.random.of(game, args.seed))
}

fn conditions(args: &MatchArgs, specs: &[Spec]) -> Result<Conditions, Error> {
    let limits = Limits {
        movetime: args.conditions.movetime,
        nodes: args.conditions.nodes,
        depth: args.conditions.depth,
        ..Limits::default()
    };
    let engine = specs.iter().any(|spec| matches!(spec, Spec::Program(_)));
    if engine && !limits.bind() && args.conditions.tc.is_none() {
        return Err(Error::invalid_option(
            "an engine needs a limit: give movetime, nodes, depth or tc",
        ));
    }
    if args.conditions.ply_limit == 0 {
        return Err(Error::invalid_option(
            "ply_limit: takes an integer of at least 1",
        ));
    }
    Ok(Conditions {
        limits,
        clocks: args.conditions.tc,
        ply_limit: args.conditions.ply_limit,
        movetime_margin: args.conditions.margin.unwrap_or(MARGIN),
        clock_margin: args.conditions.margin.unwrap_or_default(),
        move_timeout: args.conditions.move_timeout,
    })
}

/// Identifies this match: games of another one must not be counted in it.
fn identity(args: &MatchArgs, games: &Match) -> Dict {
    let ms = |t: std::time::Duration| t.as_secs_f64() * 1000.0;
    let clock = games
        .conditions
        .clocks
        .map(|c| json!({ "base": ms(c.base), "increment": ms(c.increment) }));
    let mut out = Dict::new();
    out.insert("game".into(), games.game.name().into());
    out.insert("options".into(), games.game.options().into());
    out.insert("a".into(), args.a.as_str().into());
    out.insert("b".into(), args.b.as_str().into());
    if args.one_vs_rest {
        // Matches without it have been kept in files that do not name it.
        out.insert("alone".into(), true.into());
    }
    out.insert("movetime".into(), json!(args.conditions.movetime.map(ms)));
    out.insert("nodes".into(), json!(args.conditions.nodes));
    out.insert("depth".into(), json!(args.conditions.depth));
    out.insert("clock".into(), json!(clock));
    out.insert("seed".into(), args.seed.into());
    out.insert("openings".into(), games.openings.identity());
    out.insert("ply_limit".into(), args.conditions.ply_limit.into());
    out
}

/// The file that games are written to in PGN, as they end.
struct PgnFile<'a> {
    file: File,
    path: &'a Path,
    games: &'a Match,
    names: &'a [String],
    headings: PgnTags,
}

impl<'a> PgnFile<'a> {
    /// A new file with the games that are there already.
    fn create(
        path: &'a Path,
        games: &'a Match,
        args: &MatchArgs,
        names: &'a [String],
        played: &BTreeMap<u64, Played>,
    ) -> Result<Self, Failure> {
        let file = File::create(path)
            .map_err(|error| Failure::Io(format!("cannot write {}", path.display()), error))?;
        let time_control = args.conditions.tc.map_or_else(String::new, |tc| {
            format!("{}+{}", tc.base.as_secs_f64(), tc.increment.as_secs_f64())
        });
        let mut out = Self {
            file,
            path,
            games,
            names,
            headings: PgnTags {
                event: format!("boardwright match, seed {}", args.seed),
                date: report::today(),
                time_control,
            },
        };
        for game in played.values() {
            out.add(game)?;
        }
        Ok(out)
    }

    fn add(&mut self, game: &Played) -> Result<(), Failure> {
        let text = pgn(&self.games.game, game, self.names, &self.headings)?;
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| Failure::Io(format!("cannot write {}", self.path.display()), error))
    }
}
