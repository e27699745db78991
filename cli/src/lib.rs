//! The command line, as a function that a host can call: [`run`].
//!
//! Everything goes through the registry and `boardwright::host`; no game is named
//! here. Results go to standard output, errors and progress to standard error.

mod args;
mod bench;
mod console;
mod draw;
mod engine;
mod games;
mod job;
mod latency;
mod matches;
mod openings;
mod perft;
mod pgn;
mod play;
mod presets;
mod selfplay;
mod serve;
mod timing;
mod tournament;
mod worker;

use std::ffi::OsString;

use boardwright::host;
use clap::{CommandFactory as _, Parser as _};
use serde_json::json;

use args::{Cli, Command};
use console::{Console, Failure};

/// Runs one command and gives its exit code: 0 when it was done, 1 after an
/// error (written to standard error as `error [code]: …`), 2 when the command
/// line could not be understood.
///
/// The first argument is the name of the program, as in [`std::env::args_os`].
/// Uses the standard streams of the process and never ends it.
#[must_use]
pub fn run(args: impl IntoIterator<Item = OsString>) -> i32 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(message) => {
            // Nobody is left to be told that a stream is closed.
            let _ = message.print();
            return if message.use_stderr() { 2 } else { 0 };
        }
    };
    let mut console = Console::standard(cli.json);
    let done = host::guard(|| Ok(command(&mut console, &cli.command)))
        .unwrap_or_else(|error| Err(Failure::Library(error)))
        .and_then(|()| console.flush());
    match done {
        Ok(()) => 0,
        // Whoever read the output has seen enough of it.
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => {
            let _ = console.flush();
            console.error(&failure);
            1
        }
    }
}

fn command(console: &mut Console, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Games { name } => games::run(console, name.as_deref()),
        Command::Presets { id } => presets::run(console, id.as_deref()),
        Command::Perft(args) => perft::run(console, args),
        Command::Draw(args) => draw::run(console, args),
        Command::Play(args) => play::run(console, args),
        Command::Openings(args) => openings::run(console, args),
        Command::Match(args) => matches::run(console, args),
        Command::Tournament(args) => tournament::run(console, args),
        Command::Worker(args) => worker::run(console, args),
        Command::Selfplay(args) => selfplay::run(console, args),
        Command::Timing(args) => timing::run(console, args),
        Command::Latency(args) => latency::run(console, args),
        Command::Bench(args) => bench::run(console, args),
        Command::Pgn(args) => pgn::run(console, args),
        Command::Engine(args) => engine::run(console, args),
        Command::Completions { shell } => completions(console, *shell),
        Command::Version => version(console),
    }
}

fn completions(console: &mut Console, shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "boardwright", &mut script);
    let script = String::from_utf8_lossy(&script);
    if console.is_json() {
        return console.json(&json!({ "shell": shell.to_string(), "script": script }));
    }
    console.text(&script)
}

fn version(console: &mut Console) -> Result<(), Failure> {
    let version = env!("CARGO_PKG_VERSION");
    if console.is_json() {
        return console.json(&json!({
            "name": "boardwright",
            "version": version,
            "generator": boardwright::rng::GENERATOR,
        }));
    }
    console.line(format_args!("boardwright {version}"))
}
