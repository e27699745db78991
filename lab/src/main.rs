//! The `lab` program: how the numbers of evaluation and search are made. It is not
//! shipped, and what is shipped knows nothing of it. `log.md` beside it has a line for
//! each experiment.

mod args;
mod commands;
mod levels;
mod net;
mod teams;
mod tune;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};

/// Why a command failed.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The chance to win that a score stands for, in units of the scale of its game.
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Tune(args) => commands::run(cli.json, args),
        Command::Net(args) => net::commands::run(cli.json, args),
        Command::Teams(args) => teams::run(cli.json, args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            #[expect(clippy::print_stderr, reason = "this is a program")]
            {
                eprintln!("error: {failure}");
            }
            ExitCode::FAILURE
        }
    }
}
