//! `boardwright pgn`: files of games checked.

use std::io::stdin;
use std::path::Path;
use std::time::Instant;

use boardwright::host::Game;
use boardwright::records::{
    ColumnOptions, Damage, GameReader, Input, ReadOptions, WriteOptions, columns_parts, open,
    unpacked,
};
use boardwright::value::Dict;
use serde::Serialize;

use crate::args::PgnArgs;
use crate::console::{Console, Failure, Tone};

/// The name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The findings of a file.
#[derive(Debug, Default, Serialize)]
struct Counts {
    file: String,
    games: u64,
    plies: u64,
    variations: u64,
    without_result: u64,
    damaged: u64,
    seconds: f64,
}

pub(crate) fn run(console: &mut Console, args: &PgnArgs) -> Result<(), Failure> {
    let game = match &args.game {
        None => None,
        Some(name) => Some(Game::new(name, &Dict::new())?),
    };
    let options = ReadOptions {
        play_on: args.play_on,
        lenient_fen: args.lenient_fen,
        ..ReadOptions::default()
    };
    let mut damaged = 0;
    for file in &args.files {
        let name = file.to_string_lossy().into_owned();
        let input = input(file)?;
        let begun = Instant::now();
        let mut counts = Counts {
            file: name,
            ..Counts::default()
        };
        if args.main_lines {
            main_lines(console, args, input, game.clone(), options, &mut counts)?;
        } else {
            whole(console, args, input, game.clone(), options, &mut counts)?;
        }
        counts.seconds = begun.elapsed().as_secs_f64();
        damaged += counts.damaged;
        if args.rewrite {
            // The games themselves are the output.
        } else if console.is_json() {
            console.json(&counts)?;
        } else {
            let games = console.tone(Tone::Strong, counts.games);
            console.line(format_args!(
                "{}: {games} games, {} plies, {} damaged, in {:.3} s",
                counts.file, counts.plies, counts.damaged, counts.seconds
            ))?;
        }
        if args.stop && damaged > 0 {
            break;
        }
    }
    match damaged {
        0 => Ok(()),
        count => Err(Failure::Damaged(count)),
    }
}

fn input(file: &Path) -> Result<Input, Failure> {
    if file.as_os_str() == STANDARD_INPUT {
        return unpacked(stdin())
            .map_err(|error| Failure::Io("cannot read standard input".into(), error));
    }
    Ok(open(file)?)
}

/// Reads everything: variations too, and all games.
fn whole(
    console: &mut Console,
    args: &PgnArgs,
    input: Input,
    game: Option<Game>,
    options: ReadOptions,
    counts: &mut Counts,
) -> Result<(), Failure> {
    let mut reader = GameReader::new(input, options, game);
    while let Some(read) = reader.read()? {
        match read {
            Ok(record) => {
                let moves = record.moves(None)?;
                let plies = moves.main_ids().count() as u64;
                counts.games += 1;
                counts.plies += plies;
                counts.variations += moves.nodes().len() as u64 - plies;
                counts.without_result += u64::from(record.result().is_none());
                if args.rewrite {
                    console.text(&record.pgn(WriteOptions::default())?)?;
                }
            }
            Err(damage) => {
                if args.rewrite {
                    console.text("% ")?;
                }
                report(console, counts, &damage)?;
                if args.stop {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Reads main lines of chess boards, on several threads.
fn main_lines(
    console: &mut Console,
    args: &PgnArgs,
    input: Input,
    game: Option<Game>,
    read: ReadOptions,
    counts: &mut Counts,
) -> Result<(), Failure> {
    let options = ColumnOptions {
        read,
        ..ColumnOptions::default()
    };
    let mut failure = None;
    columns_parts(
        input,
        game,
        &options,
        args.threads,
        args.stop,
        &mut |part| {
            counts.games += part.games() as u64;
            counts.plies += part.moves.len() as u64;
            let unknown = |result: &&i8| **result == boardwright::records::NO_RESULT;
            counts.without_result += part.results.iter().filter(unknown).count() as u64;
            for damage in &part.damages {
                if let Err(error) = report(console, counts, damage) {
                    failure.get_or_insert(error);
                }
            }
            Ok(())
        },
    )?;
    failure.map_or(Ok(()), Err)
}

/// Writes a damage as `file:line: reason`.
fn report(console: &mut Console, counts: &mut Counts, damage: &Damage) -> Result<(), Failure> {
    counts.damaged += 1;
    if console.is_json() {
        #[derive(Serialize)]
        struct Line<'a> {
            file: &'a str,
            #[serde(flatten)]
            damage: &'a Damage,
        }
        let file = &counts.file;
        return console.json(&Line { file, damage });
    }
    console.line(format_args!(
        "{}:{}: {}",
        counts.file, damage.line, damage.message
    ))
}
