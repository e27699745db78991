//! The arguments of the commands, declared.

use std::path::PathBuf;
use std::time::Duration;

use boardwright::Error;
use boardwright::arena::{Openings, Sprt, TimeControl};
use boardwright::arguments::{PLY_LIMIT, THREADS};
use boardwright::error::quoted;
use boardwright::host::{Game, State};
use boardwright::value::{Dict, Value};
use clap::{Args, Parser, Subcommand};

use crate::matches::values as matches;

/// Boards, drops, blind views and search.
#[derive(Debug, Parser)]
#[command(name = "boardwright", version)]
pub(crate) struct Cli {
    /// Write JSON to standard output: one document, or one to a line.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, or all there is to know about one.
    Games {
        /// The game to tell more about.
        name: Option<String>,
    },
    /// List the presets of composed chess, or all there is to know about one.
    Presets {
        /// The preset to tell more about.
        id: Option<String>,
    },
    /// Count the leaves of the tree of legal moves.
    Perft(PerftArgs),
    /// Draw a position as SVG.
    Draw(Box<DrawArgs>),
    /// Play a game in the terminal, or have bots play it.
    Play(PlayArgs),
    /// Write random openings that favour nobody much, for matches here and elsewhere.
    Openings(OpeningsArgs),
    /// Play two bots or programs against each other and say how much stronger one is.
    Match(Box<MatchArgs>),
    /// Play many bots or programs against each other: round robin, gauntlet, Swiss, knock-out.
    Tournament(Box<TournamentArgs>),
    /// Do jobs, one to a line of standard input, and write the result of each.
    Worker(WorkerArgs),
    /// Have bots play many games on fixed seats and say what came of them.
    Selfplay(SelfplayArgs),
    /// Say whether the time of an answer tells two attempts apart.
    Timing(TimingArgs),
    /// Say how far decisions go beyond their time, and how soon they end when cancelled.
    Latency(LatencyArgs),
    /// Run a fixed workload over all games; the node count is the same everywhere.
    Bench(BenchArgs),
    /// Check files of games in PGN: count games and plies, name what is damaged.
    Pgn(PgnArgs),
    /// Be an engine for a program that speaks its protocol, over the standard streams.
    Engine(EngineArgs),
    /// Write the completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the version.
    Version,
}

/// Files of games.
#[derive(Debug, Args)]
pub(crate) struct PgnArgs {
    /// The files, plain or packed with gzip or zstd; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Read every game as one of this game, whatever its tag Variant says.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Stop at the first damaged game.
    #[arg(long)]
    pub(crate) stop: bool,
    /// Read on after ends by fifty moves, repetition or insufficient material.
    #[arg(long)]
    pub(crate) play_on: bool,
    /// Repair FEN tags: castling letters without a rook, missing fields and counters.
    #[arg(long)]
    pub(crate) lenient_fen: bool,
    /// Write the games again as the standard wants them; damage becomes lines that begin
    /// with %.
    #[arg(long, conflicts_with = "main_lines")]
    pub(crate) rewrite: bool,
    /// Read main lines alone, and games on one chess board alone: fast.
    #[arg(long)]
    pub(crate) main_lines: bool,
    /// Number of threads for main lines.
    #[arg(long, default_value = "1", requires = "main_lines", value_parser = threads)]
    pub(crate) threads: usize,
}

/// A position of a game.
#[derive(Debug, Args)]
pub(crate) struct Subject {
    /// The name of the game; `boardwright games` lists them.
    pub(crate) game: String,
    /// Start from this position, in the game's notation.
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Set an option of the game; `boardwright games GAME` lists them.
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) options: Vec<(String, Value)>,
}

impl Subject {
    /// The state it names.
    pub(crate) fn state(&self) -> Result<State, Error> {
        let game = Game::new(&self.game, &dict(&self.options))?;
        match &self.position {
            None => game.start(),
            Some(text) => game.parse(text, &[]),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) subject: Subject,
    /// Plies to count.
    pub(crate) depth: u32,
    /// Show the count below each move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads that share the work, 1 to 1024, or `all` for one a processor.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// Size of a table of positions met before, in megabytes; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0)]
    pub(crate) hash: usize,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) subject: Subject,
    /// Make this move first, in the game's canonical notation; may be given several times.
    #[arg(long = "move", value_name = "TEXT")]
    pub(crate) moves: Vec<String>,
    /// Draw what this seat knows, from its side.
    #[arg(long, value_name = "NAME")]
    pub(crate) seat: Option<String>,
    /// See the boards from the side of this seat.
    #[arg(long, value_name = "NAME")]
    pub(crate) orientation: Option<String>,
    /// Mark the cells of this move; `none` marks none.
    #[arg(long, value_name = "TEXT")]
    pub(crate) last_move: Option<String>,
    /// Draw an arrow, as e2e4 or e2e4=red; may be given several times.
    #[arg(long = "arrow", value_name = "CELLS[=COLOUR]")]
    pub(crate) arrows: Vec<String>,
    /// Put a ring around a cell, as e4 or e4=red; may be given several times.
    #[arg(long = "square", value_name = "CELL[=COLOUR]")]
    pub(crate) squares: Vec<String>,
    /// The time left on a clock, in milliseconds; may be given several times.
    #[arg(long = "clock", value_name = "SEAT=MS", value_parser = assignment)]
    pub(crate) clocks: Vec<(String, Value)>,
    /// The width in pixels; without it the picture fills the place it is given.
    #[arg(long, value_name = "PIXELS")]
    pub(crate) size: Option<u64>,
    /// The colours: light, dark, or auto for what the reader prefers.
    #[arg(long, value_name = "NAME", default_value = "light")]
    pub(crate) theme: String,
    /// Leave out the names of rows and columns.
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// Write to this file and not to standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) subject: Subject,
    /// Go on with a game that was saved.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "options"])]
    pub(crate) load: Option<PathBuf>,
    /// The bot at the seats that you do not take.
    #[arg(long, value_name = "NAME", default_value = "random")]
    pub(crate) bot: String,
    /// Set an option of the bot.
    #[arg(long = "bot-option", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) bot_options: Vec<(String, Value)>,
    /// Take this seat, by name; may be given several times. The first seat if none is given.
    #[arg(long = "seat", value_name = "NAME")]
    pub(crate) seats: Vec<String>,
    /// Take no seat: the bot plays itself.
    #[arg(long, conflicts_with = "seats")]
    pub(crate) auto: bool,
    /// With --auto, draw the board after every move.
    #[arg(long, requires = "auto")]
    pub(crate) boards: bool,
    /// The seed of the bots' random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Seconds that the bot may think about a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    pub(crate) movetime: f64,
    /// Positions that the bot may look at for a move.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Plies that the bot may look ahead.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Stop after this many plies.
    #[arg(long, value_name = "N", default_value_t = PLY_LIMIT.default.unwrap_or_default() as u32)]
    pub(crate) ply_limit: u32,
}

/// Random openings.
#[derive(Debug, Args)]
pub(crate) struct OpeningArgs {
    /// Random plies that begin a game; 8 for a game that has a bot `search`, else none.
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(..=i64::from(Openings::MOST_PLIES)))]
    pub(crate) opening_plies: Option<u32>,
    /// The most that such an opening may favour a side, in centipawns, by a search of
    /// `--opening-nodes` positions; `any` for no bound.
    #[arg(long, value_name = "N", value_parser = matches::balance,
        default_value_t = matches::Balance(Some(Openings::USUAL_BALANCE)))]
    pub(crate) opening_balance: matches::Balance,
    /// Positions to look at to judge such an opening; a few hundred thousand find what a
    /// quick search takes for even.
    #[arg(long, value_name = "N", default_value_t = Openings::USUAL_NODES,
        value_parser = clap::value_parser!(u64).range(1..=Openings::MOST_NODES))]
    pub(crate) opening_nodes: u64,
}

impl OpeningArgs {
    /// The openings of a game by a seed.
    pub(crate) fn of(&self, game: &Game, seed: u64) -> Openings {
        Openings::Random {
            seed,
            plies: (self.opening_plies).unwrap_or_else(|| Openings::usual_plies(game)),
            balance: self.opening_balance.0,
            nodes: self.opening_nodes,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each line is a position that `match --openings FILE` begins with. They are those that a match of
the same seed and arguments draws for itself.")]
pub(crate) struct OpeningsArgs {
    /// The name of the game; `boardwright games` lists them.
    pub(crate) game: String,
    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) random: OpeningArgs,
    /// The seed of their random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that share the work, 1 to 1024, or `all` for one a processor.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// Set an option of the game; `boardwright games GAME` lists them.
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) options: Vec<(String, Value)>,
}

/// Limits, clocks and openings of the games of a match or tournament.
#[derive(Debug, Args)]
pub(crate) struct ConditionArgs {
    /// Time for each move, as 100ms, 1.5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = matches::time)]
    pub(crate) movetime: Option<Duration>,
    /// Positions to look at for each move.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead for each move.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// A clock for each seat: seconds for the game, and seconds that each move adds.
    #[arg(long, value_name = "BASE+INC", value_parser = matches::time_control)]
    pub(crate) tc: Option<TimeControl>,
    /// Time by which a move may be late before it loses; 1s with --movetime, nothing with --tc.
    #[arg(long, value_name = "TIME", value_parser = matches::time)]
    pub(crate) margin: Option<Duration>,
    /// Time that a move may take where neither --movetime nor --tc bounds it.
    #[arg(long, value_name = "TIME", value_parser = matches::time, default_value = "60s")]
    pub(crate) move_timeout: Duration,
    /// Time in which a program that is too late may end its search before it is ended itself.
    #[arg(long, value_name = "TIME", value_parser = matches::time, default_value = "500ms")]
    pub(crate) last_chance: Duration,
    #[command(flatten)]
    pub(crate) random: OpeningArgs,
    /// Begin with the positions of a file, one to a line, in turn.
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// After so many plies a game is a draw.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) ply_limit: u32,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A player (SPEC) is a bot of the game with its options, as search(level=max,hash=16), or a
program that speaks UCI, as 'engine:fairy-stockfish[Skill Level=10,Threads=1]', UBI, as
'ubi:boardwright engine ubi[TeamMessageMode=full]', or BEI, as
'bei:boardwright engine bei[strength=1500]'. The options UCI_Variant and UCI_Chess960 are set
as the game needs them. In bughouse each of them plays a team, with a program at either seat;
a program that speaks UCI is told of its own board.

With --tc, seats that are live at once think at the same time. Every opening is played twice,
with colours swapped. A draw that could be claimed is claimed; nothing else is adjudicated.
A crash, an illegal move or a move that comes too late loses the game and is reported. Exit
code 0 says that no bot of our own had such an error.

With --results, finished games are kept in a file; the same command run again after it was
stopped or killed plays the games that are missing, and no other ones.")]
pub(crate) struct MatchArgs {
    /// The name of the game; `boardwright games` lists them.
    #[arg(long, value_name = "NAME")]
    pub(crate) game: String,
    /// Set an option of the game; `boardwright games GAME` lists them.
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) options: Vec<(String, Value)>,
    /// The first player.
    #[arg(long, value_name = "SPEC")]
    pub(crate) a: String,
    /// The second player; may be the same as the first.
    #[arg(long, value_name = "SPEC")]
    pub(crate) b: String,
    /// In a game of more than two sides, seat the first player at one side only and the
    /// second at all others, each side in turn; otherwise they take the sides in turn.
    #[arg(long)]
    pub(crate) one_vs_rest: bool,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// Games played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: u16,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
    /// The seed of the openings and of the bots' random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop when a sequential test has decided between two Elo differences; the
    /// chances of an error are 0.05 if not given.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = matches::sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Write the games to a file in PGN.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Keep finished games in a file, and go on with those that it holds.
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    /// The name of the game; `boardwright games` lists them.
    #[arg(long, value_name = "NAME")]
    pub(crate) game: String,
    /// Set an option of the game; `boardwright games GAME` lists them.
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) options: Vec<(String, Value)>,
    /// A player, as search(level=max) or engine:COMMAND; may be given several times.
    #[arg(long = "player", value_name = "SPEC", required = true)]
    pub(crate) players: Vec<String>,
    /// The way in which players meet.
    #[arg(long, value_name = "NAME", default_value = "round_robin",
        value_parser = ["round_robin", "gauntlet", "swiss", "knock_out", "fixed"])]
    pub(crate) system: String,
    /// Number of times that all meet, or of the rounds of a Swiss tournament.
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u64>,
    /// The games of an encounter; one from each side if not given.
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,
    /// The players of a game, where there are more than two sides.
    #[arg(long, value_name = "N")]
    pub(crate) at_once: Option<u64>,
    /// Number of first players who meet the others in a gauntlet.
    #[arg(long, value_name = "N")]
    pub(crate) challengers: Option<u64>,
    /// Take the players in their order, the strongest first, and draw no lots.
    #[arg(long)]
    pub(crate) seeded: bool,
    /// The seed of openings, lots and bots.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: u64,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
    /// Write the games of this run to a file in PGN.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Keep finished games in a file, and go on with those that it holds.
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
    /// Play nothing here, but hand the games out over HTTP to `boardwright worker --url`; a port
    /// of 0 takes a free one. Whoever reaches the address can take jobs and send results.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) serve: Option<String>,
    /// Seconds after which a game without a result is handed out again.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300,
        requires = "serve"
    )]
    pub(crate) lease: u64,
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    /// Fetch jobs from URL/acquire and send their results to URL/submit, by requests from here
    /// alone, in place of the standard streams; only http.
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Number of requests in a row that may fail before it is given up; the pauses between
    /// them grow to 5 seconds.
    #[arg(long, value_name = "N", default_value_t = 30, requires = "url")]
    pub(crate) retries: u32,
    /// Start the programs that jobs name; without it such jobs are refused, since whoever
    /// writes the jobs could run anything here.
    #[arg(long)]
    pub(crate) programs: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SelfplayArgs {
    /// The name of the game; `boardwright games` lists them.
    #[arg(long, value_name = "NAME")]
    pub(crate) game: String,
    /// Set an option of the game; `boardwright games GAME` lists them.
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) options: Vec<(String, Value)>,
    /// The rule set, for a game that has the option `rules`.
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// The bot at the seat white, with its options, as search(level=max).
    #[arg(long, value_name = "SPEC")]
    pub(crate) white: Option<String>,
    /// The bot at the seat black.
    #[arg(long, value_name = "SPEC")]
    pub(crate) black: Option<String>,
    /// The bot at another seat.
    #[arg(long = "seat", value_name = "SEAT=SPEC", value_parser = seated)]
    pub(crate) seats: Vec<(String, String)>,
    /// The bot at the seats that are not named.
    #[arg(long, value_name = "SPEC", default_value = "random")]
    pub(crate) bot: String,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// The seed of the bots' random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// After so many plies a game is stopped; refused attempts do not count.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) max_ply: u64,
    /// Time for each decision, as 100ms, 1.5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = matches::time)]
    pub(crate) movetime: Option<Duration>,
    /// Positions to look at for each decision.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Write what each seat attempted into this folder, a file for each game.
    #[arg(long, value_name = "DIR")]
    pub(crate) transcripts: Option<PathBuf>,
    /// Count how often the truth is among what a bot believes; not part of its time.
    #[arg(long)]
    pub(crate) belief_accuracy: bool,
}

/// `SEAT=SPEC`.
fn seated(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((seat, spec)) if !seat.is_empty() && !spec.is_empty() => {
            Ok((seat.to_owned(), spec.to_owned()))
        }
        _ => Err(format!("{} is not of the form SEAT=SPEC", quoted(text))),
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Both attempts are made by the seat to act, in the same position and in random order; the
slowest tenth of either is left out. As in

  boardwright timing blind --position '4k3/8/8/p7/8/4r3/4N3/R3K3 w - - 0 1' -a e2c3 -b a1a7

where a piece is pinned and another one blocked. --inject-delay shows what a leak looks like.")]
pub(crate) struct TimingArgs {
    #[command(flatten)]
    pub(crate) subject: Subject,
    /// An attempt.
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) a: String,
    /// Another one.
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) b: String,
    /// Number of times that either attempt is made.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) samples: u32,
    /// Nanoseconds by which the answer to the second is held back.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) inject_delay: u64,
    /// The seed of the order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct LatencyArgs {
    /// Only this game; all of them if it is not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// The time of a decision, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10)]
    pub(crate) movetime: u64,
    /// Number of positions in which each bot is asked.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) samples: u32,
    /// The seed of the positions and of the cancels.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Measure the calls of a blind table after so many plies instead, each after an
    /// attempt that is refused.
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["game", "movetime", "samples", "seed"])]
    pub(crate) table: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Threads that share the work, 1 to 1024, or `all` for one a processor. The node count is
    /// the same.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// Compare the node counts with those of a file, and fail if they differ.
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// The protocol: uci for chess programs, ubi for bughouse, bei for controllers of Boost.
    pub(crate) protocol: String,
}

/// Reads the number of threads that an argument asks for.
fn threads(given: &str) -> Result<usize, String> {
    if given == "all" {
        return Ok(boardwright::jobs::threads());
    }
    let wrong = |error: boardwright::Error| error.message().to_owned();
    match given.parse::<u32>() {
        Ok(number) => THREADS.check(number.into()).map_err(wrong),
        Err(_) => Err(wrong(THREADS.wrong(boardwright::error::quoted(given)))),
    }
    .map(|threads| threads as usize)
}

/// The options given, the last of each name.
pub(crate) fn dict(given: &[(String, Value)]) -> Dict {
    given.iter().cloned().collect()
}

/// `name=value`, where the value is JSON if it can be read so, and a string if not.
fn assignment(text: &str) -> Result<(String, Value), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
            Ok((name.to_owned(), value))
        }
        _ => Err(format!("{} is not of the form NAME=VALUE", quoted(text))),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn values_are_json_or_strings() {
        for (text, name, value) in [
            ("a=true", "a", json!(true)),
            ("a=12", "a", json!(12)),
            ("a=word", "a", json!("word")),
            ("a=\"12\"", "a", json!("12")),
            ("a=", "a", json!("")),
            ("a=b=c", "a", json!("b=c")),
        ] {
            assert_eq!(assignment(text), Ok((name.to_owned(), value)), "{text}");
        }
        assert!(assignment("a").is_err());
        assert!(assignment("=a").is_err());
    }
}
