//! Pairing, refereeing and counting, on registered games with bots and with
//! players that misbehave.

mod host;
mod job;
mod live;
mod own;
mod plan;
mod queue;
mod talk;
mod tournament;

use contract::bot::Score;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::*;
use crate::host::Game;
use contract::bot::Limits;
use contract::error::{Error, ErrorKind, Result};
use contract::time::Time;
use contract::value::Dict;

/// The longest that a thread waits for another before the test has failed.
const LONG: Duration = Duration::from_secs(600);

/// Value shared by threads that wait for each other.
#[derive(Default)]
struct Shared<T>(Mutex<T>, Condvar);

impl<T> Shared<T> {
    fn new(value: T) -> Self {
        Self(Mutex::new(value), Condvar::new())
    }

    /// Changes it, and wakes who waits.
    fn with<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let out = change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
        self.1.notify_all();
        out
    }

    /// Waits until something is true of it; false if that has not come about.
    fn until(&self, mut holds: impl FnMut(&T) -> bool) -> bool {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (value, late) = self
            .1
            .wait_timeout_while(value, LONG, |value| !holds(value))
            .unwrap_or_else(PoisonError::into_inner);
        drop(value);
        !late.timed_out()
    }
}

fn conditions() -> Conditions {
    Conditions {
        limits: Limits {
            nodes: Some(200),
            ..Limits::default()
        },
        clocks: None,
        ply_limit: 60,
        movetime_margin: Duration::from_secs(10),
        clock_margin: Duration::ZERO,
        move_timeout: Duration::from_secs(60),
    }
}

fn of(game: &str, games: u64) -> Match {
    let game = Game::new(game, &Dict::new()).unwrap();
    Match {
        plan: PairingPlan::between(games, 2, &game.sides()).unwrap(),
        game,
        openings: Openings::Random {
            seed: 1,
            plies: 4,
            balance: Some(150),
            nodes: 500,
        },
        conditions: conditions(),
        seed: 7,
        concurrency: 2,
    }
}

fn bots<'a>(game: &'a Game, names: [&'a str; 2]) -> impl Fn(usize) -> Result<Box<dyn Player>> + 'a {
    move |number| {
        let player = BotPlayer::new(names[number], names[number], &Dict::new(), game)?;
        Ok(Box::new(player))
    }
}

/// Bots by the numbers of their players.
fn bots_of<'a>(
    game: &'a Game,
    names: &'a [&'a str],
) -> impl Fn(usize) -> Result<Box<dyn Player>> + Sync + 'a {
    move |number| {
        let player = BotPlayer::new(names[number], names[number], &Dict::new(), game)?;
        Ok(Box::new(player))
    }
}

/// Plays a match, and returns its games in the order of their numbers.
fn run(games: &Match, entrants: &PlayerFactory<'_>, done: &BTreeSet<u64>) -> Vec<Played> {
    run_by(&Time::default(), games, entrants, done)
}

/// The same, with players timed by this time.
fn run_by(
    time: &Time,
    games: &Match,
    entrants: &PlayerFactory<'_>,
    done: &BTreeSet<u64>,
) -> Vec<Played> {
    let mut all = Vec::new();
    games
        .run_by(
            time,
            entrants,
            done,
            |game| {
                all.push(game);
                Ok(ControlFlow::Continue(()))
            },
            || false,
        )
        .unwrap();
    all.sort_by_key(|game| game.id);
    all
}

/// Without what depends on the machine.
fn timeless(mut games: Vec<Played>) -> Vec<Played> {
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        ply.time = ply.time.map(|_| 0);
    }
    games
}

#[test]
fn seats_are_swapped_and_rotate() {
    let plan = PairingPlan::new(5, 2, 2).unwrap();
    let all: Vec<_> = (0..6).map(|id| plan.pairing(id)).collect();
    let expect = |opening, round, players: [usize; 2]| {
        Some(Pairing {
            opening,
            round,
            players: players.to_vec(),
        })
    };
    assert_eq!(all[0], expect(0, 0, [0, 1]));
    assert_eq!(all[1], expect(0, 1, [1, 0]));
    assert_eq!(all[4], expect(2, 0, [0, 1]));
    assert_eq!(all[5], None);
    // Three players at three seats: everybody sits everywhere once.
    let plan = PairingPlan::new(3, 3, 3).unwrap();
    for seat in 0..3 {
        let held: BTreeSet<_> = (0..3)
            .map(|id| plan.pairing(id).unwrap().players[seat])
            .collect();
        assert_eq!(held.len(), 3);
    }
    // Two players at four seats hold two each.
    let plan = PairingPlan::new(2, 2, 4).unwrap();
    assert_eq!(plan.pairing(0).unwrap().players, [0, 1, 0, 1]);
    assert_eq!(plan.pairing(1).unwrap().players, [1, 0, 1, 0]);
    assert!(PairingPlan::new(2, 3, 2).is_err() && PairingPlan::new(2, 1, 2).is_err());
    // And if there are teams, those of one.
    let bughouse = Game::new("bughouse", &Dict::new()).unwrap();
    assert_eq!(bughouse.sides(), [0, 1, 1, 0]);
    let plan = PairingPlan::between(2, 2, &bughouse.sides()).unwrap();
    assert_eq!(plan.pairing(0).unwrap().players, [0, 1, 1, 0]);
    assert_eq!(plan.pairing(1).unwrap().players, [1, 0, 0, 1]);
    let plan = PairingPlan::between(4, 4, &bughouse.sides()).unwrap();
    assert_eq!(plan.pairing(1).unwrap().players, [1, 2, 3, 0]);
}

#[test]
fn points_are_compared_by_seats() {
    let game = |players: &[usize], winners: &[u8]| Played {
        id: 0,
        opening: 0,
        players: players.to_vec(),
        start: None,
        plies: Vec::new(),
        winners: winners.to_vec(),
        reason: "checkmate".into(),
        fault: None,
    };
    let points = |players: &[usize], winners: &[u8]| {
        let game = game(players, winners);
        (game.half_points(0), game.half_points(1))
    };
    assert_eq!(points(&[0, 1], &[0]), (2, 0));
    assert_eq!(points(&[1, 0], &[0]), (0, 2));
    assert_eq!(points(&[0, 1], &[]), (1, 1));
    assert_eq!(points(&[0, 1, 0, 1], &[0, 3]), (1, 1));
    assert_eq!(points(&[0, 1, 0, 1], &[0, 2]), (2, 0));
    // One winner among three seats, of which the second player holds one.
    assert_eq!(points(&[0, 1, 0], &[1]), (0, 2));
    assert_eq!(points(&[0, 1, 0], &[2]), (2, 0));
}

#[test]
fn every_game_can_be_played() {
    for entry in crate::registry::GAMES {
        let mut games = of(entry.info().name, 2);
        games.openings = Openings::Random {
            seed: 1,
            plies: 0,
            balance: None,
            nodes: 0,
        };
        let game = games.game.clone();
        let all = run(&games, &bots(&game, ["random", "random"]), &BTreeSet::new());
        assert_eq!(all.len(), 2, "{}", entry.info().name);
        for game in &all {
            assert_eq!(game.fault, None);
            assert!(!game.plies.is_empty() && game.plies.len() <= 60);
        }
    }
}

#[test]
fn the_games_of_an_opening_begin_alike_and_others_do_not() {
    let games = of("crazyhouse", 6);
    let game = games.game.clone();
    let all = run(
        &games,
        &bots(&game, ["random", "heuristic"]),
        &BTreeSet::new(),
    );
    let opening = |id: usize| -> Vec<&str> {
        let plies = all[id].plies.iter().filter(|p| p.time.is_none());
        plies.map(|p| &*p.text).collect()
    };
    assert!((0..6).all(|id| opening(id).len() == 4));
    for pair in [0, 2, 4] {
        assert_eq!(opening(pair), opening(pair + 1));
        assert_eq!(all[pair].players, [0, 1]);
        assert_eq!(all[pair + 1].players, [1, 0]);
    }
    assert_ne!(opening(0), opening(2));
    assert_ne!(opening(2), opening(4));
}

#[test]
fn balanced_openings_are_balanced() {
    let stop = Stop::new();
    let game = Game::new("chess", &Dict::new()).unwrap();
    let openings = |balance, nodes| Openings::Random {
        seed: 3,
        plies: 8,
        balance,
        nodes,
    };
    let notations = |balance, nodes| -> Vec<String> {
        (0..12)
            .map(|i| openings(balance, nodes).opening(&game, i, &stop).unwrap())
            .map(|opening| opening.state.notation())
            .collect()
    };
    let (any, fair) = (notations(None, 1000), notations(Some(150), 1000));
    assert_ne!(any, fair, "none of the random openings was refused");
    assert_eq!(fair, notations(Some(150), 1000));
    // To look at less takes others to be fair.
    assert_ne!(fair, notations(Some(150), 100));
    // Every random opening that passes the test stands as it is.
    assert!(any.iter().any(|n| fair.contains(n)));
    let wild = Openings::Random {
        seed: 3,
        plies: 400,
        balance: Some(0),
        nodes: 1,
    };
    let stop = Stop::new();
    stop.ask();
    let error = wild.opening(&game, 0, &stop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

#[test]
fn listed_openings_come_in_turn() {
    let game = Game::new("chess", &Dict::new()).unwrap();
    let list = [
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "8/8/8/4k3/8/8/4R3/4K3 b - - 3 9",
    ];
    let openings = Openings::Listed(list.map(String::from).into());
    let stop = Stop::new();
    for index in 0..4 {
        let opening = openings.opening(&game, index, &stop).unwrap();
        assert_eq!(opening.start.as_deref(), Some(list[index as usize % 2]));
        assert!(opening.moves.is_empty());
    }
    let over = Openings::Listed(["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".to_owned()].into());
    assert!(over.opening(&game, 0, &stop).is_err());
    let none = Openings::Listed(Vec::new().into());
    assert!(none.opening(&game, 0, &stop).is_err());
}

#[test]
fn a_match_of_nodes_is_the_same_however_it_is_run() {
    let mut games = of("crazyhouse", 6);
    let game = games.game.clone();
    let entrants = bots(&game, ["search", "heuristic"]);
    let whole = timeless(run(&games, &entrants, &BTreeSet::new()));
    assert_eq!(whole.len(), 6);
    assert!(whole.iter().all(|g| g.fault.is_none()));
    // Taken up again with some games done, it plays the others, and the same.
    let done = BTreeSet::from([0, 3, 4]);
    games.concurrency = 1;
    let rest = timeless(run(&games, &entrants, &done));
    let wanted: Vec<_> = whole
        .iter()
        .filter(|g| !done.contains(&g.id))
        .cloned()
        .collect();
    assert_eq!(rest, wanted);
    assert_eq!(run(&games, &entrants, &(0..6).collect()), []);
    // A record is read back as it was.
    for game in &whole {
        let text = serde_json::to_string(game).unwrap();
        assert_eq!(&serde_json::from_str::<Played>(&text).unwrap(), game);
    }
}

#[test]
fn a_match_can_be_ended_early_or_stopped() {
    let games = of("chess", 1000);
    let game = games.game.clone();
    let entrants = bots(&game, ["random", "random"]);
    // Nobody begins a game before all but the last two have been heard of.
    let heard = Arc::new(Shared::new(0));
    let begun = Arc::new(AtomicUsize::new(0));
    let gated = |number: usize| -> Result<Box<dyn Player>> {
        let (heard, begun) = (Arc::clone(&heard), Arc::clone(&begun));
        Ok(Box::new(Gated {
            player: entrants(number)?,
            gate: move || {
                let seats = begun.fetch_add(1, Ordering::Relaxed);
                assert!(heard.until(|heard| seats / 2 < heard + 2), "nobody hears");
            },
        }))
    };
    let ended = games.run(
        &gated,
        &BTreeSet::new(),
        |_| {
            Ok(
                if heard.with(|heard| std::mem::replace(heard, *heard + 1)) < 2 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                },
            )
        },
        || false,
    );
    assert_eq!(ended, Ok(()));
    // Those under way when it was broken off, and one more for each thread that had
    // taken it up already.
    let heard = heard.with(|heard| *heard);
    assert!((3..=7).contains(&heard), "{heard}");
    let stopped = games.run(
        &entrants,
        &BTreeSet::new(),
        |_| Ok(ControlFlow::Continue(())),
        || true,
    );
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Cancelled);
    let failed = games.run(
        &entrants,
        &BTreeSet::new(),
        |_| Err(Error::internal("the disk is full")),
        || false,
    );
    assert_eq!(failed, Err(Error::internal("the disk is full")));
}

#[test]
fn a_stop_reaches_a_long_decision() {
    let mut games = of("chess", 2);
    games.conditions.limits = Limits {
        movetime: Some(Duration::from_secs(600)),
        ..Limits::default()
    };
    games.openings = Openings::Listed(["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".to_owned()].into());
    let game = games.game.clone();
    let entrants = bots(&game, ["search", "search"]);
    let asked = Arc::new(AtomicU64::new(0));
    let answers = Arc::new(Mutex::new(Vec::new()));
    let watched = |number: usize| -> Result<Box<dyn Player>> {
        Ok(Box::new(Watched {
            player: entrants(number)?,
            asked: Arc::clone(&asked),
            answers: Arc::clone(&answers),
        }))
    };
    let stopped = games.run(
        &watched,
        &BTreeSet::new(),
        |_| Ok(ControlFlow::Continue(())),
        || asked.load(Ordering::Relaxed) == 2,
    );
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Cancelled);
    // Both games were at their first decision, which did not come to its end.
    assert_eq!(
        *answers.lock().unwrap(),
        [Err(Fault::Stopped), Err(Fault::Stopped)]
    );
}

/// Passes a gate before each game.
struct Gated<F> {
    player: Box<dyn Player>,
    gate: F,
}

impl<F: Fn() + Send> Player for Gated<F> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn new_game(&mut self, setup: &Setup<'_>, stop: &Stop) -> Result<()> {
        (self.gate)();
        self.player.new_game(setup, stop)
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        self.player.decide(turn, stop)
    }
}

/// Notes what it is asked and what it answers.
struct Watched {
    player: Box<dyn Player>,
    asked: Arc<AtomicU64>,
    answers: Arc<Mutex<Vec<Result<Decided, Fault>>>>,
}

impl Player for Watched {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn new_game(&mut self, setup: &Setup<'_>, stop: &Stop) -> Result<()> {
        self.player.new_game(setup, stop)
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = self.player.decide(turn, stop);
        self.answers.lock().unwrap().push(answer.clone());
        answer
    }
}

/// Plays random moves until a ply, and then does what it was made for.
struct Troublemaker {
    bot: BotPlayer,
    ply: usize,
    trouble: Trouble,
    time: Time,
}

#[derive(Clone, Copy)]
enum Trouble {
    Say(&'static str),
    Break,
    /// It takes so much time.
    Take(Duration),
}

impl Player for Troublemaker {
    fn name(&self) -> &str {
        "troublemaker"
    }

    fn new_game(&mut self, setup: &Setup<'_>, stop: &Stop) -> Result<()> {
        self.bot.new_game(setup, stop)
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        let decided = self.bot.decide(turn, stop)?;
        if turn.line.map_or(0, |line| line.moves.len()) < self.ply {
            return Ok(decided);
        }
        match self.trouble {
            Trouble::Say(text) => Ok(Decided {
                text: text.to_owned(),
                ..decided
            }),
            Trouble::Break => Err(Fault::Of(FaultKind::Crash, "it broke".into())),
            Trouble::Take(time) => {
                self.time.pass(time);
                Ok(decided)
            }
        }
    }
}

fn trouble(trouble: Trouble, change: impl FnOnce(&mut Conditions)) -> Vec<Played> {
    let mut games = of("chess", 2);
    change(&mut games.conditions);
    // One game after the other: they share the time.
    games.concurrency = 1;
    let time = Time::set();
    let game = games.game.clone();
    let entrants = |number: usize| -> Result<Box<dyn Player>> {
        let bot = BotPlayer::new("random", "random", &Dict::new(), &game)?;
        Ok(match number {
            0 => Box::new(Troublemaker {
                bot,
                ply: 6,
                trouble,
                time: time.clone(),
            }),
            _ => Box::new(bot),
        })
    };
    run_by(&time, &games, &entrants, &BTreeSet::new())
}

#[test]
fn faults_cost_the_game_and_are_counted() {
    let slow = Trouble::Take(Duration::from_millis(60));
    let cases = [
        (Trouble::Say("e2e5"), FaultKind::IllegalMove, "illegal_move"),
        (
            Trouble::Say("nonsense"),
            FaultKind::IllegalMove,
            "illegal_move",
        ),
        (Trouble::Break, FaultKind::Crash, "crash"),
        (slow, FaultKind::Timeout, "time_limit"),
    ];
    for (what, kind, reason) in cases {
        let all = trouble(what, |conditions| {
            if kind == FaultKind::Timeout {
                conditions.limits.movetime = Some(Duration::from_millis(1));
                conditions.movetime_margin = Duration::from_millis(40);
            }
        });
        let sum = Summary::of(2, 2, &all);
        for game in &all {
            let fault = game.fault.as_ref().expect("a fault");
            assert_eq!((fault.player, fault.kind, &*game.reason), (0, kind, reason));
            assert_eq!(game.players[usize::from(fault.seat)], 0);
            assert_eq!((game.half_points(0), game.half_points(1)), (0, 2));
            assert!(game.plies.len() >= 6, "{game:?}");
        }
        assert_eq!(sum.players[0].faults[kind.code()], 2);
        assert_eq!((sum.players[0].errors(), sum.players[1].errors()), (2, 0));
        assert_eq!((sum.reasons[reason], sum.pairs.0), (2, [1, 0, 0, 0, 0]));
    }
}

#[test]
fn clocks_are_kept_by_the_referee() {
    let all = trouble(Trouble::Take(Duration::from_millis(60)), |conditions| {
        conditions.clocks = Some(TimeControl {
            base: Duration::from_millis(150),
            increment: Duration::from_millis(5),
        });
    });
    // Two moves of 60 ms are on the clock, a third is not; White's first comes after six
    // plies, Black's after seven.
    for (game, plies) in all.iter().zip([10, 11]) {
        let fault = game.fault.as_ref().expect("a fault");
        assert_eq!((fault.kind, &*game.reason), (FaultKind::Timeout, "timeout"));
        assert_eq!(game.plies.len(), plies);
    }
}

#[test]
fn a_summary_counts() {
    let games = of("crazyhouse", 8);
    let game = games.game.clone();
    let all = run(&games, &bots(&game, ["search", "random"]), &BTreeSet::new());
    let sum = Summary::of(2, 2, &all);
    assert_eq!((sum.games, sum.pairs.pairs()), (8, 4));
    let [a, b] = &sum.players[..] else {
        panic!("two players");
    };
    assert_eq!(
        (a.total.wins, a.total.losses),
        (b.total.losses, b.total.wins)
    );
    assert_eq!(a.total.games(), 8);
    assert_eq!((a.by_seat[0].games(), a.by_seat[1].games()), (4, 4));
    assert_eq!(a.by_seat[0].wins + b.by_seat[0].wins, sum.seats[0].wins);
    assert_eq!(sum.reasons.values().sum::<u64>(), 8);
    let decided: usize = all.iter().map(|g| g.decided().count()).sum();
    assert_eq!(a.effort.moves + b.effort.moves, decided as u64);
    assert!(a.effort.nodes > b.effort.nodes && a.effort.longest > 0);
    let points: u64 = all.iter().map(|g| g.half_points(0)).sum();
    let estimate = sum.estimate().unwrap();
    assert!((estimate.score - points as f64 / 16.0).abs() < 1e-12);
    // A search that sees a mate is not beaten by chance.
    assert!(estimate.score > 0.5, "{estimate:?}");
    let names = ["a".to_owned(), "b".to_owned()];
    let told = sum.describe(&names, game.seats());
    assert_eq!(told.players[0].name, "a");
    let (seat, results) = &told.players[0].by_seat.0[0];
    assert_eq!((&**seat, results.wins), ("white", a.by_seat[0].wins));
    assert_eq!(told.estimate.unwrap().method, Method::Pentanomial);
    // An odd game out is counted as a game and not as a pair.
    let seven = Summary::of(2, 2, &all[..7]);
    assert_eq!((seven.games, seven.pairs.pairs()), (7, 3));
    let one = Summary::of(2, 2, &all[..1]);
    assert_eq!(one.estimate().unwrap().method, Method::Trinomial);
    assert_eq!(Summary::of(2, 2, &[]).estimate(), None);
}

#[test]
fn pgn_tells_the_game() {
    let game = Game::new("crazyhouse", &Dict::new()).unwrap();
    let ply = |seat, text: &str, time| RecordedPly {
        seat,
        text: text.into(),
        time,
        score: time.map(|_| Score::Centipawns(-135)),
        depth: time.map(|_| 9),
        nodes: None,
        fallback: None,
    };
    let mut played = Played {
        id: 3,
        opening: 1,
        players: vec![1, 0],
        start: None,
        plies: vec![
            ply(0, "e2e4", None),
            ply(1, "d7d5", None),
            ply(0, "e4d5", Some(12_345)),
            ply(1, "d8d5", None),
            ply(0, "P@e4", None),
        ],
        winners: vec![1],
        reason: "timeout".into(),
        fault: Some(Faulted {
            player: 1,
            seat: 0,
            kind: FaultKind::Timeout,
            message: "late {by} far".into(),
        }),
    };
    let names = ["A \"one\"".to_owned(), "B".to_owned()];
    let headings = PgnTags {
        event: "test".into(),
        date: "2024.02.29".into(),
        time_control: "60+1".into(),
    };
    let text = pgn(&game, &played, &names, &headings).unwrap();
    assert_eq!(
        text,
        "[Event \"test\"]\n[Site \"?\"]\n[Date \"2024.02.29\"]\n[Round \"2.2\"]\n\
         [White \"B\"]\n[Black \"A \\\"one\\\"\"]\n[Result \"0-1\"]\n\
         [TimeControl \"60+1\"]\n[PlyCount \"5\"]\n[Termination \"time forfeit\"]\n\
         [Variant \"crazyhouse\"]\n\n\
         1. e4 d5 2. exd5 {-1.35/9 0.012s} 2... Qxd5 3. @e4 {timeout: late (by) far} 0-1\n\n"
    );
    played.start = Some("4k3/8/8/8/8/8/8/4K3[Q] b - - 0 7".into());
    played.plies = vec![ply(1, "e8e7", None), ply(0, "Q@d6", None)];
    played.fault = None;
    played.winners = Vec::new();
    played.reason = "ply_limit".into();
    let text = pgn(&game, &played, &names, &headings).unwrap();
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[Q] b - - 0 7\"]\n"));
    assert!(
        text.ends_with("7... Ke7 8. Q@d6+ {ply_limit} 1/2-1/2\n\n"),
        "{text}"
    );
    played.plies = vec![ply(1, "e8e1", None)];
    assert!(pgn(&game, &played, &names, &headings).is_err());
    let game = Game::new("bughouse", &Dict::new()).unwrap();
    played.start = None;
    played.players = vec![0, 1, 1, 0];
    played.plies = vec![
        ply(0, "A:e2e4", Some(12_345)),
        ply(2, "B:d2d4", None),
        ply(1, "A:d7d5", None),
    ];
    played.winners = vec![1, 2];
    let text = pgn(&game, &played, &names, &headings).unwrap();
    assert!(text.contains("[WhiteA \"A \\\"one\\\"\"]\n[BlackA \"B\"]\n[WhiteB \"B\"]\n"));
    assert!(
        text.ends_with("1A. e4 {-1.35/9 0.012s} 1B. d4 1a. d5 {ply_limit} 0-1\n\n"),
        "{text}"
    );
    let read =
        crate::records::RecordStream::of_bytes(text, crate::records::ReadSettings::default());
    match read.unwrap().next().unwrap() {
        crate::records::Next::Record(record) => {
            assert_eq!(
                record.main_line(None).unwrap(),
                ["A:e2e4", "B:d2d4", "A:d7d5"]
            );
        }
        other => panic!("{other:?}"),
    }
}
