//! `boardwright selfplay`: bots on fixed seats, many games, and what came of them:
//! results by seat, lengths, times, ends, attempts that were refused. For any game,
//! and above all for those that hide something, since a bot is given its seat's
//! observation alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use boardwright::Error;
use boardwright::bots::Limits;
use boardwright::error::quoted;
use boardwright::game::{Effect, Seat};
use boardwright::host::{
    Bot, Decision, Game, MoveRef, NamedOutcome, Score, SeatRef, State, Subject,
};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde::Serialize;
use serde_json::json;

use crate::args::{SelfplayArgs, dict};
use crate::console::{Console, Failure};
use crate::job::Interrupt;
use crate::matches::Spec;

/// After so many attempts in one turn a game counts as stuck.
const STUCK: usize = 2_000;

/// The bot at a seat.
struct SelfplayBot {
    text: String,
    name: String,
    options: Dict,
}

/// The end of one game.
struct Ended {
    winners: Vec<usize>,
    reason: String,
}

/// The results of all games.
#[derive(Default)]
struct Totals {
    results: Vec<[u64; 3]>,
    ends: BTreeMap<String, u64>,
    plies: Vec<u64>,
    moves: Vec<u64>,
    /// The time of each decision.
    times: Vec<Vec<Duration>>,
    /// The part of it in which its thread was running, where the system tells: the rest was spent
    /// waiting for a processor.
    ran: Vec<Vec<Duration>>,
    refused: Vec<u64>,
    /// Counters of bots that keep a belief: the times that it ran out, was followed once more, was
    /// made up again. None where a bot has no such counters.
    beliefs: Vec<Option<[u64; 3]>>,
    /// In how many decisions the truth was among what was believed, of how many.
    truths: Vec<[u64; 2]>,
    cut: u64,
    stuck: u64,
    errors: u64,
}

pub(crate) fn run(console: &mut Console, args: &SelfplayArgs) -> Result<(), Failure> {
    let mut options = dict(&args.options);
    if let Some(rules) = &args.rules {
        options.insert("rules".into(), rules.as_str().into());
    }
    let game = Game::new(&args.game, &options)?;
    let players = players(args, &game)?;
    if let Some(folder) = &args.transcripts {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Io(format!("cannot make {}", folder.display()), error))?;
    }
    let seats = game.seats().len();
    let mut totals = Totals {
        results: vec![[0; 3]; seats],
        moves: vec![0; seats],
        times: vec![Vec::new(); seats],
        ran: vec![Vec::new(); seats],
        refused: vec![0; seats],
        beliefs: vec![None; seats],
        truths: vec![[0; 2]; seats],
        ..Totals::default()
    };
    let interrupt = Interrupt::notice()?;
    let mut played = 0;
    while played < args.games && !interrupt.pressed() {
        let mut transcript = String::new();
        let ended = play_one(args, &game, &players, played, &mut totals, &mut transcript)?;
        totals.count(&ended);
        if let Some(folder) = &args.transcripts {
            let names: Vec<_> = players.iter().map(|p| p.text.as_str()).collect();
            let head = format!(
                "game {} {}\nplayers {}\nseed {} game {played}\n",
                game.name(),
                Value::Object(game.options()),
                names.join(" "),
                args.seed
            );
            write(folder, played, &(head + &transcript))?;
        }
        played += 1;
    }
    report(console, args, &game, &players, &mut totals, played)
}

fn write(folder: &Path, number: u64, text: &str) -> Result<(), Failure> {
    let file = folder.join(format!("game-{:05}.txt", number + 1));
    std::fs::write(&file, text)
        .map_err(|error| Failure::Io(format!("cannot write {}", file.display()), error))
}

/// The bot of each seat.
fn players(args: &SelfplayArgs, game: &Game) -> Result<Vec<SelfplayBot>, Failure> {
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    for (seat, spec) in [("white", &args.white), ("black", &args.black)] {
        if let Some(spec) = spec {
            named.insert(seat, spec);
        }
    }
    for (seat, spec) in &args.seats {
        named.insert(seat, spec);
    }
    if let Some(seat) = named.keys().find(|s| !game.seats().iter().any(|n| n == *s)) {
        return Err(Failure::Library(Error::invalid_option(format!(
            "{} has no seat {}: there are {}",
            game.name(),
            quoted(seat),
            game.seats().join(", ")
        ))));
    }
    let mut players = Vec::new();
    for seat in game.seats() {
        let text = named.get(seat.as_str()).copied().unwrap_or(&args.bot);
        let Spec::Bot { name, options } = Spec::read(seat, text)? else {
            return Err(Failure::Library(Error::unsupported(
                "selfplay is for bots; boardwright match plays programs",
            )));
        };
        // One that cannot be made is found before anything is played.
        Bot::new(&name, game.name(), &options, 0)?;
        players.push(SelfplayBot {
            text: text.to_owned(),
            name,
            options,
        });
    }
    Ok(players)
}

/// Plays one game.
fn play_one(
    args: &SelfplayArgs,
    game: &Game,
    players: &[SelfplayBot],
    number: u64,
    totals: &mut Totals,
    transcript: &mut String,
) -> Result<Ended, Failure> {
    let mut bots = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let seed = Rng::derived(&[args.seed, number, seat as u64]).next_u64();
        bots.push(Bot::new(&player.name, game.name(), &player.options, seed)?);
    }
    let limits = Limits {
        movetime: args.movetime,
        nodes: args.nodes,
        ..Limits::default()
    };
    let mut state = game.start()?;
    let (mut plies, mut attempts) = (0_u64, 0);
    let mut beliefs: Vec<Option<[u64; 3]>> = vec![None; players.len()];
    let ended = loop {
        if let Some(outcome) = state.outcome() {
            break outcome_of(game, &outcome);
        }
        if plies >= args.max_ply {
            totals.cut += 1;
            break drawn("ply_limit");
        }
        let Some(seat) = acting(&state)? else {
            totals.stuck += 1;
            break drawn("stuck");
        };
        let index = seat.index();
        let running = ran();
        let began = Instant::now();
        let next = decide(&bots[index], &state, seat, &limits);
        let took = began.elapsed();
        totals.times[index].push(took);
        if let (Some(before), Some(after)) = (running, ran()) {
            totals.ran[index].push(after.saturating_sub(before));
        }
        let mut held = None;
        if args.belief_accuracy
            && let Some(keys) = bots[index].believed()?
        {
            let truth = keys.contains(&state.key());
            totals.truths[index][0] += u64::from(truth);
            totals.truths[index][1] += 1;
            held = Some(truth);
        }
        let mut thought = String::new();
        let (text, next, effect) = match next {
            Ok((decision, next)) => {
                if args.belief_accuracy {
                    thought = thoughts(&decision, held);
                }
                if let Some(counted) = bots[index].belief_counters()? {
                    let counts = [counted.depletions, counted.replays, counted.rejuvenations];
                    beliefs[index] = Some(counts.map(u64::from));
                }
                next
            }
            Err(error) => {
                totals.errors += 1;
                let _ = writeln!(transcript, "{} error {error}", game.seats()[index]);
                break drawn("error");
            }
        };
        state = next;
        let note = match effect {
            Effect::Refused(why) => {
                totals.refused[index] += 1;
                format!(" {why}")
            }
            Effect::Continued => " ...".into(),
            Effect::Moved => {
                plies += 1;
                totals.moves[index] += 1;
                String::new()
            }
        };
        let _ = writeln!(transcript, "{} {text}{note}{thought}", game.seats()[index]);
        attempts = if effect == Effect::Moved {
            0
        } else {
            attempts + 1
        };
        if attempts > STUCK {
            totals.stuck += 1;
            break drawn("stuck");
        }
    };
    totals.plies.push(plies);
    for (sum, told) in totals.beliefs.iter_mut().zip(beliefs) {
        if let Some(told) = told {
            let sum = sum.get_or_insert([0; 3]);
            sum.iter_mut().zip(told).for_each(|(sum, n)| *sum += n);
        }
    }
    let winners: Vec<_> = ended
        .winners
        .iter()
        .map(|w| game.seats()[*w].as_str())
        .collect();
    let _ = writeln!(
        transcript,
        "end {} {}\n{}",
        ended.reason,
        if winners.is_empty() {
            "-".into()
        } else {
            winners.join(" ")
        },
        state.notation()
    );
    Ok(ended)
}

fn drawn(reason: &str) -> Ended {
    Ended {
        winners: Vec::new(),
        reason: reason.into(),
    }
}

fn outcome_of(game: &Game, outcome: &NamedOutcome) -> Ended {
    let index = |name: &String| game.seats().iter().position(|seat| seat == name);
    Ended {
        winners: outcome.winners.iter().filter_map(index).collect(),
        reason: outcome.reason.to_owned(),
    }
}

/// The first seat that has something to try.
fn acting(state: &State) -> Result<Option<Seat>, Failure> {
    for seat in state.live().iter() {
        let index = i64::from(seat.0);
        let observation = state.observe(SeatRef::Index(index))?;
        if observation.may_act() {
            return Ok(Some(seat));
        }
    }
    Ok(None)
}

/// Writes the thought of a bot for a transcript: its score, the best of the rest, if the truth was
/// among its belief, its messages.
fn thoughts(decision: &Decision<String>, held: Option<bool>) -> String {
    let score = |of: Option<Score>| match of {
        None => "-".to_owned(),
        Some(score) => score.value().to_string(),
    };
    let mut out = format!(" ; {}", score(decision.score));
    for other in decision.alternatives.iter().take(3) {
        let _ = write!(out, ", {} {}", other.action, score(other.score));
    }
    if let Some(held) = held {
        let _ = write!(out, "; truth={}", if held { "yes" } else { "no" });
    }
    for message in &decision.messages {
        let _ = write!(out, "; {message}");
    }
    out
}

/// A decision, and the move as it was made: its text, what came of it.
type Decided = (Decision<String>, (String, State, Effect));

/// Has a bot decide, and makes its move.
fn decide(bot: &Bot, state: &State, seat: Seat, limits: &Limits) -> Result<Decided, Error> {
    let observation = state.observe(SeatRef::Index(i64::from(seat.0)))?;
    let work = bot.decide(&Subject::Observation(&observation), limits.clone())?;
    let decision = work.run(&Control::default())?;
    let made = state.commit(seat, MoveRef::Text(&decision.action), None)?;
    Ok((decision, (made.text, made.state, made.effect)))
}

impl Totals {
    fn count(&mut self, ended: &Ended) {
        *self.ends.entry(ended.reason.clone()).or_default() += 1;
        for (seat, result) in self.results.iter_mut().enumerate() {
            let place = match (ended.winners.is_empty(), ended.winners.contains(&seat)) {
                (true, _) => 1,
                (false, true) => 0,
                (false, false) => 2,
            };
            result[place] += 1;
        }
    }
}

/// Returns the time that this thread has been running so far; none where the system does not tell.
fn ran() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split_ascii_whitespace().next()?;
    nanoseconds.parse().ok().map(Duration::from_nanos)
}

/// Returns the time within which so many of a hundred decisions were made, in milliseconds.
fn percentile(sorted: &[Duration], of: usize) -> f64 {
    let at = (sorted.len() * of).div_ceil(100).saturating_sub(1);
    sorted.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

fn ratio(a: f64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a / b as f64 }
}

/// The results of the games for one seat.
#[derive(Serialize)]
struct SeatReport<'a> {
    seat: &'a str,
    player: &'a str,
    won: u64,
    drawn: u64,
    lost: u64,
    moves: u64,
    refused: u64,
    refused_per_turn: f64,
    milliseconds_per_move: f64,
    milliseconds: Milliseconds,
    longest_milliseconds: f64,
    running_milliseconds: Option<RunningMilliseconds>,
    truth_believed: Option<f64>,
    belief: Option<BeliefReport>,
}

/// Percentiles of the times of decisions.
#[derive(Serialize)]
struct Milliseconds {
    #[serde(rename = "50")]
    half: f64,
    #[serde(rename = "90")]
    nine_tenths: f64,
    #[serde(rename = "99")]
    ninety_nine: f64,
}

/// Percentiles of the times that decisions were running.
#[derive(Serialize)]
struct RunningMilliseconds {
    #[serde(rename = "50")]
    half: f64,
    #[serde(rename = "99")]
    ninety_nine: f64,
    #[serde(rename = "100")]
    all: f64,
}

/// The counters of a bot's belief.
#[derive(Serialize)]
struct BeliefReport {
    depletions: u64,
    replays: u64,
    rejuvenations: u64,
}

impl<'a> SeatReport<'a> {
    fn of(seat: &'a str, player: &'a str, totals: &Totals, i: usize) -> Self {
        let [won, drawn, lost] = totals.results[i];
        let times = &totals.times[i];
        let all: Duration = times.iter().sum();
        let [told, decisions] = totals.truths[i];
        let ran = Some(&totals.ran[i]).filter(|ran| !ran.is_empty());
        Self {
            seat,
            player,
            won,
            drawn,
            lost,
            moves: totals.moves[i],
            refused: totals.refused[i],
            refused_per_turn: ratio(totals.refused[i] as f64, totals.moves[i]),
            milliseconds_per_move: ratio(all.as_secs_f64() * 1e3, times.len() as u64),
            milliseconds: Milliseconds {
                half: percentile(times, 50),
                nine_tenths: percentile(times, 90),
                ninety_nine: percentile(times, 99),
            },
            longest_milliseconds: percentile(times, 100),
            running_milliseconds: ran.map(|ran| RunningMilliseconds {
                half: percentile(ran, 50),
                ninety_nine: percentile(ran, 99),
                all: percentile(ran, 100),
            }),
            truth_believed: (decisions > 0).then(|| ratio(told as f64, decisions)),
            belief: totals.beliefs[i].map(|[depletions, replays, rejuvenations]| BeliefReport {
                depletions,
                replays,
                rejuvenations,
            }),
        }
    }
}

fn report(
    console: &mut Console,
    args: &SelfplayArgs,
    game: &Game,
    players: &[SelfplayBot],
    totals: &mut Totals,
    played: u64,
) -> Result<(), Failure> {
    totals.plies.sort_unstable();
    let all = totals.times.iter_mut().chain(&mut totals.ran);
    all.for_each(|times| times.sort_unstable());
    let median = totals
        .plies
        .get(totals.plies.len() / 2)
        .copied()
        .unwrap_or(0);
    let mean = ratio(totals.plies.iter().sum::<u64>() as f64, played);
    let seats: Vec<SeatReport<'_>> = players
        .iter()
        .enumerate()
        .map(|(i, player)| SeatReport::of(&game.seats()[i], &player.text, totals, i))
        .collect();
    if console.is_json() {
        return console.json(&json!({
            "game": game.name(),
            "options": game.options(),
            "seed": args.seed,
            "games": played,
            "seats": seats,
            "plies": { "mean": mean, "median": median,
                "least": totals.plies.first(), "most": totals.plies.last() },
            "ends": totals.ends,
            "ply_limit": totals.cut,
            "stuck": totals.stuck,
            "errors": totals.errors,
        }));
    }
    console.line(format_args!("{played} games of {}", game.name()))?;
    report_seats(console, &seats)?;
    report_beliefs(console, game, totals)?;
    let most = totals.plies.last().copied().unwrap_or(0);
    console.line(format_args!(
        "plies: mean {mean:.1}, median {median}, most {most}"
    ))?;
    let ends: Vec<_> = totals
        .ends
        .iter()
        .map(|(why, n)| format!("{why} {n}"))
        .collect();
    console.line(format_args!("ends: {}", ends.join(", ")))?;
    console.line(format_args!(
        "stopped by the ply limit {}, stuck {}, errors {}",
        totals.cut, totals.stuck, totals.errors
    ))
}

/// Tells the results and times of each seat.
fn report_seats(console: &mut Console, seats: &[SeatReport<'_>]) -> Result<(), Failure> {
    for seat in seats {
        let times = &seat.milliseconds;
        console.line(format_args!(
            "{} {}: {} won, {} drawn, {} lost; {:.2} refused a turn; {:.3} ms a move, \
             half of them within {:.3}, 90 % {:.3}, 99 % {:.3}, all {:.3}",
            seat.seat,
            seat.player,
            seat.won,
            seat.drawn,
            seat.lost,
            seat.refused_per_turn,
            seat.milliseconds_per_move,
            times.half,
            times.nine_tenths,
            times.ninety_nine,
            seat.longest_milliseconds,
        ))?;
    }
    for seat in seats {
        if let Some(running) = &seat.running_milliseconds {
            console.line(format_args!(
                "{}: of that it was running, half of the decisions within {:.3} ms, \
                 99 % {:.3}, all {:.3}",
                seat.seat, running.half, running.ninety_nine, running.all,
            ))?;
        }
    }
    Ok(())
}

/// Tells how well the bots followed what is hidden from them.
fn report_beliefs(console: &mut Console, game: &Game, totals: &Totals) -> Result<(), Failure> {
    for (i, told) in totals.beliefs.iter().enumerate() {
        if let Some([depletions, replays, rejuvenations]) = told {
            console.line(format_args!(
                "{}: its belief ran out {depletions} times; followed once more {replays}, \
                 made up again {rejuvenations}",
                game.seats()[i]
            ))?;
        }
    }
    for (i, [told, decisions]) in totals.truths.iter().enumerate() {
        if *decisions > 0 {
            console.line(format_args!(
                "{}: the truth was among what it believed in {told} of {decisions} decisions",
                game.seats()[i]
            ))?;
        }
    }
    Ok(())
}
