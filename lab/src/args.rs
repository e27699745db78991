//! Command line arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// The workshop of boardwright: how the numbers of its evaluation and search are made.
#[derive(Debug, Parser)]
#[command(name = "lab", version)]
pub(crate) struct Cli {
    /// Write results as JSON, a document a line.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make the numbers of evaluation and search from games of the library's own.
    Tune(TuneArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The game whose numbers are made.
    pub(crate) game: String,
    #[command(subcommand)]
    pub(crate) command: TuneCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TuneCommand {
    /// Play games and write their quiet positions, what was thought of them and
    /// what became of them.
    Data(TuneDataArgs),
    /// Fit the weights of the evaluation to such positions.
    Texel(TuneTexelArgs),
    /// Tune the numbers of the search by games.
    Spsa(TuneSpsaArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TuneDataArgs {
    /// File to write the positions to.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Positions that are searched for a move.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(crate) nodes: u64,
    /// Random plies that begin a game.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) opening_plies: u32,
    /// The seed of the first game; each further one has the next.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct TuneTexelArgs {
    /// Files of positions.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) data: Vec<PathBuf>,
    /// File to write the weights to.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Begin with these weights instead of the shipped ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Number of passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) epochs: u32,
    /// Initial learning rate of the weights, in centipawns a step.
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    pub(crate) rate: f32,
    /// Weight of the search's score against the result, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    pub(crate) lambda: f32,
    /// Note on the run to write into the file.
    #[arg(long, value_name = "TEXT", default_value = "fitted to self-play")]
    pub(crate) note: String,
}

#[derive(Debug, Args)]
pub(crate) struct TuneSpsaArgs {
    /// Which numbers; all if none is named.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub(crate) params: Vec<String>,
    /// Pairs of games.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) rounds: u32,
    /// Positions that are searched for a move.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(crate) nodes: u64,
    /// Random plies that begin a game.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) opening_plies: u32,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}
