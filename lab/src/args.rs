//! Command line arguments.

use std::path::PathBuf;
use std::str::FromStr;

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
    /// Make networks from games of the library's own.
    Net(NetArgs),
    /// Play teams of bughouse against each other by clocks that count positions.
    Teams(TeamsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TeamsArgs {
    /// Options of the bots of the first team, as `messages=full,control=dual`.
    #[arg(long, value_name = "OPTIONS", default_value = "messages=full")]
    pub(crate) a: String,
    /// Options of the bots of the other team.
    #[arg(long, value_name = "OPTIONS", default_value = "messages=ignore")]
    pub(crate) b: String,
    /// Changes of the numbers of the first team's play, as `sit_below=900,hurry_percent=80`.
    #[arg(long, value_name = "NUMBER=VALUE")]
    pub(crate) change: Option<String>,
    /// Milliseconds of each seat for a game.
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub(crate) clock: u64,
    /// Positions in a second.
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) speed: u64,
    /// Positions of a move while there is time.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub(crate) nodes: u64,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// The seed of the first opening.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct NetArgs {
    #[command(subcommand)]
    pub(crate) command: NetCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NetCommand {
    /// Play games and write their moves and scores; continues a file that was begun.
    Data(NetDataArgs),
    /// Train a network on such games.
    Train(NetTrainArgs),
    /// Play matches between two networks, or a network and the hand-written evaluation.
    Match(NetMatchArgs),
    /// Compare how many positions two evaluations look at in a second.
    Speed(NetSpeedArgs),
}

#[derive(Debug, Args)]
pub(crate) struct NetDataArgs {
    /// The game.
    pub(crate) game: String,
    /// File to write the games to.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Positions that are searched for a move.
    #[arg(long, value_name = "N", default_value_t = 800)]
    pub(crate) nodes: u64,
    /// The evaluation that plays: `hand`, `shipped` or the file of a network.
    #[arg(long, value_name = "NETWORK", default_value = "shipped")]
    pub(crate) by: String,
    /// Changes of the search that plays, as `tune try` takes them: `-FEATURE` and
    /// `NUMBER=VALUE`, joined by commas.
    #[arg(long, value_name = "CHANGE", allow_hyphen_values = true)]
    pub(crate) change: Option<String>,
    /// Random plies that begin a game; half of the games have one more.
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub(crate) opening_plies: u32,
    /// Per cent of the later plies that are drawn at random instead of searched.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) random_percent: u32,
    /// The seed of the first game; each further one has the next.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
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
    /// Play the search against itself with a change, to see what that gains.
    Try(TuneTryArgs),
    /// Fit the errors of levels to games of people, for each range of ratings.
    Levels(TuneLevelsArgs),
    /// Tell if each level takes back, mates a lone king, and beats the one below.
    Gates(TuneGatesArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TuneLevelsArgs {
    /// Files of games in PGN, with the tags `WhiteElo` and `BlackElo`.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,
    /// Positions that are searched to value the moves of one.
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub(crate) nodes: u64,
    /// Look at one in so many moves.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) every: u32,
    /// Turns that are drawn for the chance of a move.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) draws: u32,
    /// Seed of what is looked at and drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct TuneGatesArgs {
    /// Games for each row.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) games: u64,
    /// Strengths of which each plays the one before.
    #[arg(long, value_name = "N", num_args = 2..,
        default_values_t = [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300, 2500])]
    pub(crate) rungs: Vec<i32>,
    /// Strengths of which trades and endings are looked at.
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [100, 500, 1000, 1500, 2000, 2500])]
    pub(crate) strengths: Vec<i32>,
    /// The seed of the first game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
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

#[derive(Debug, Args)]
pub(crate) struct TuneTryArgs {
    /// Changes, each tried by itself: `-FEATURE` leaves a part of the search out, `NUMBER=VALUE`
    /// sets one of its numbers; parts joined by commas are one change. Without any, all
    /// features are left out one after another.
    #[arg(value_name = "CHANGE", allow_hyphen_values = true)]
    pub(crate) changes: Vec<String>,
    /// Positions that are searched for a move.
    #[arg(long, value_name = "N", required_unless_present = "time")]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds for a move.
    #[arg(long, value_name = "MS")]
    pub(crate) time: Option<u64>,
    /// The evaluation: `hand`, `shipped` or the file of a network.
    #[arg(long, value_name = "NETWORK", default_value = "shipped")]
    pub(crate) by: String,
    /// Number of games for each change; each opening is played from both sides.
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(crate) games: u64,
    /// The seed of the first opening.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct NetTrainArgs {
    /// The game.
    pub(crate) game: String,
    /// Files of games.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) data: Vec<PathBuf>,
    /// File to write the network to.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Name of the network.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: String,
    /// Begin with this network, `shipped` or a file, instead of random numbers; it has the
    /// number of hidden neurons, and inputs that it lacks begin without weights.
    #[arg(long, value_name = "NETWORK", conflicts_with = "hidden")]
    pub(crate) from: Option<String>,
    /// Number of hidden neurons of a view.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) hidden: usize,
    /// Number of those to which inputs other than pieces lead; by itself those of the network to
    /// begin with, or all.
    #[arg(long, value_name = "N")]
    pub(crate) narrow: Option<usize>,
    /// Number of passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) epochs: u32,
    /// Positions in a batch.
    #[arg(long, value_name = "N", default_value_t = 8192)]
    pub(crate) batch: usize,
    /// Learning rate at the beginning.
    #[arg(long, value_name = "X", default_value_t = 0.001)]
    pub(crate) rate: f32,
    /// Weight of the game's result against the search's score, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = 0.3, value_parser = share::<f32>)]
    pub(crate) result_weight: f32,
    /// Weight of later scores in that of a position, 0 to 1: each ply counts so much of the one
    /// before.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share::<f64>)]
    pub(crate) trace: f64,
    /// Centipawns that are the unit of the logistic function, 50 to 2000; by itself those by which
    /// scores predict the results of games best.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(50..=2000))]
    pub(crate) scale: Option<u32>,
    /// Weight decay, 0 to 1: each step takes this share of the learning rate off each number.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share::<f32>)]
    pub(crate) decay: f32,
    /// Positions a few random moves away from each position of a game, to learn the
    /// hand-written evaluation from first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) drills: u32,
    /// Number of passes over these.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) drill_epochs: u32,
    /// Seed of first weights and of shuffling.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct NetMatchArgs {
    /// The game.
    pub(crate) game: String,
    /// The first player: `hand`, `shipped` or the file of a network.
    #[arg(long, value_name = "NETWORK")]
    pub(crate) a: String,
    /// The second player.
    #[arg(long, value_name = "NETWORK", default_value = "hand")]
    pub(crate) b: String,
    /// Positions that are searched for a move.
    #[arg(long, value_name = "N", required_unless_present = "time")]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds for a move.
    #[arg(long, value_name = "MS")]
    pub(crate) time: Option<u64>,
    /// Number of games; each opening is played from both sides.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) games: u64,
    /// The seed of the first opening.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work; 0 for one a processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Debug, Args)]
pub(crate) struct NetSpeedArgs {
    /// The game.
    pub(crate) game: String,
    /// The first evaluation: `hand`, `shipped` or the file of a network.
    #[arg(long, value_name = "NETWORK", default_value = "shipped")]
    pub(crate) a: String,
    /// The second one.
    #[arg(long, value_name = "NETWORK", default_value = "hand")]
    pub(crate) b: String,
    /// Positions looked at in each search.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) nodes: u64,
    /// Number of runs, of which the median counts.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) runs: u64,
}

/// Reads a share, 0 to 1.
fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (T::from(0)..=T::from(1)).contains(number))
        .ok_or_else(|| "a number from 0 to 1 is wanted".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_lie_between_0_and_1() {
        assert_eq!(share::<f64>("0.25"), Ok(0.25));
        assert_eq!(share::<f32>("1"), Ok(1.0));
        for wrong in ["-0.1", "1.5", "NaN", "half", ""] {
            assert!(share::<f64>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_commands_agree_with_themselves() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
