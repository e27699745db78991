//! Tournaments with bots: the same table on any number of threads, after any interruption.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::{bots_of, conditions};
use crate::arena::tournament::{Plan, Progress, System, Table, Tournament};
use crate::arena::{Openings, Played, Player, Sprt, Verdict};
use crate::host::Game;
use contract::bot::Limits;
use contract::error::{Error, ErrorKind, Result};
use contract::jobs::Control;
use contract::value::{Dict, to_value};

const BOTS: [&str; 4] = ["random", "heuristic", "search", "random"];

fn of(game: &str, system: System, players: usize) -> Tournament {
    let mut conditions = conditions();
    conditions.limits = Limits {
        nodes: Some(60),
        ..Limits::default()
    };
    conditions.ply_limit = 40;
    let game = Game::new(game, &Dict::new()).unwrap();
    let at_once = game.sides().iter().max().map_or(0, |most| most + 1);
    let at_once = at_once.min(players);
    Tournament {
        plan: Plan {
            system,
            players,
            at_once,
            games: at_once as u64,
            rounds: 1,
            challengers: 1,
            lots: Some(1),
        },
        names: (0..players).map(|n| format!("p{n}")).collect(),
        game,
        openings: Openings::Random {
            seed: 5,
            plies: 2,
            balance: None,
            nodes: 0,
        },
        conditions,
        seed: 11,
        sprt: None,
    }
}

/// Plays what is missing, on so many threads, up to so many games.
fn run(
    tournament: &Tournament,
    threads: usize,
    done: BTreeMap<u64, Played>,
    most: usize,
) -> BTreeMap<u64, Played> {
    let game = tournament.game.clone();
    let factory = bots_of(&game, &BOTS);
    let mut count = 0;
    let mut told = |_: Progress<'_>| {
        count += 1;
        Ok(if count >= most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    tournament
        .run(threads, &factory, done, &mut told, &Control::default())
        .unwrap()
}

/// Without what depends on the machine.
fn timeless(mut games: BTreeMap<u64, Played>) -> BTreeMap<u64, Played> {
    for ply in games.values_mut().flat_map(|game| &mut game.plies) {
        ply.time = ply.time.map(|_| 0);
    }
    games
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let mut tournament = of("crazyhouse", System::RoundRobin, 4);
    tournament.plan.games = 6;
    let whole = timeless(run(&tournament, 1, BTreeMap::new(), usize::MAX));
    assert_eq!(whole.len(), 36);
    assert_eq!(
        timeless(run(&tournament, 2, BTreeMap::new(), usize::MAX)),
        whole
    );
    // Cut at every tenth game.
    let mut games = BTreeMap::new();
    let mut cuts = 0;
    while games.len() < 36 {
        let before = games.len();
        games = run(&tournament, 2, games, 10);
        assert!(games.len() > before);
        cuts += 1;
    }
    assert!(cuts >= 4, "{cuts}");
    assert_eq!(timeless(games.clone()), whole);
    let table = tournament.table(&whole);
    assert_eq!(tournament.table(&games), table);
    assert!(table.complete);
    // Nothing is left to be played.
    assert_eq!(run(&tournament, 2, games.clone(), 1), games);
    // Every encounter has its openings, each from both sides.
    for pair in whole.values().collect::<Vec<_>>().chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].plies[..2], pair[1].plies[..2]);
        let mut swapped = pair[1].players.clone();
        swapped.reverse();
        assert_eq!(pair[0].players, swapped);
    }
    let openings: std::collections::BTreeSet<_> = whole.values().map(|g| g.opening).collect();
    assert_eq!(openings.len(), 18);
    // The search wins, the two random bots are last.
    assert_eq!(table.players[0].name, "p2");
    let seed = Tournament {
        seed: 12,
        ..tournament.clone()
    };
    assert_ne!(timeless(run(&seed, 2, BTreeMap::new(), usize::MAX)), whole);
}

#[test]
fn every_system_is_the_same_on_two_threads_and_after_cuts() {
    for system in [System::Gauntlet, System::Swiss, System::KnockOut] {
        let mut tournament = of("crazyhouse", system, 4);
        tournament.plan.rounds = 2;
        let whole = run(&tournament, 1, BTreeMap::new(), usize::MAX);
        let mut games = BTreeMap::new();
        let mut runs = 0;
        while !tournament.table(&games).complete {
            games = run(&tournament, 2, games, 3);
            runs += 1;
        }
        assert!(runs > 1);
        assert_eq!(
            timeless(games.clone()),
            timeless(whole.clone()),
            "{system:?}"
        );
        assert_eq!(tournament.table(&games), tournament.table(&whole));
    }
}

#[test]
fn games_of_more_than_two_seats_rotate_them() {
    for (game, players) in [("jarls", 4), ("boost", 3), ("bughouse", 2)] {
        let game = Game::new(game, &Dict::new()).unwrap();
        let sides = game.sides();
        let count = sides.iter().max().map_or(0, |most| most + 1);
        let tournament = of(game.name(), System::RoundRobin, players.min(count));
        let games = run(&tournament, 2, BTreeMap::new(), usize::MAX);
        assert_eq!(games.len(), tournament.plan.at_once, "{}", game.name());
        for seat in 0..sides.len() {
            let held: std::collections::BTreeSet<_> =
                games.values().map(|g| g.players[seat]).collect();
            assert_eq!(held.len(), tournament.plan.at_once, "{}", game.name());
        }
        for game in games.values() {
            for (a, b) in [(0, 1), (0, 2)] {
                let together = sides.get(a) == sides.get(b);
                let same = game.players.get(a) == game.players.get(b);
                assert!(!together || same, "partners are one player");
            }
        }
        let table = tournament.table(&games);
        assert!(table.complete);
        assert_eq!(table.players[0].elo.is_some(), count == 2);
    }
}

#[test]
fn fixed_seats_stay() {
    let mut tournament = of("crazyhouse", System::Fixed, 2);
    tournament.plan.games = 5;
    let games = run(&tournament, 2, BTreeMap::new(), usize::MAX);
    assert_eq!(games.len(), 5);
    assert!(games.values().all(|game| game.players == [0, 1]));
    let openings: Vec<_> = games.values().map(|game| game.opening).collect();
    assert_eq!(openings, [0, 1, 2, 3, 4]);
    tournament.plan.players = 3;
    tournament.names.push("p2".into());
    let error = tournament.check().unwrap_err();
    assert_eq!(
        error.message(),
        "players: takes 2, one for each seat, not 3"
    );
}

#[test]
fn games_of_another_tournament_are_refused() {
    let tournament = of("crazyhouse", System::RoundRobin, 4);
    let mut games = run(&tournament, 2, BTreeMap::new(), usize::MAX);
    games.get_mut(&3).unwrap().players = vec![0, 0];
    let game = tournament.game.clone();
    let factory = bots_of(&game, &BOTS);
    let mut told = |_: Progress<'_>| Ok(ControlFlow::Continue(()));
    let error = tournament
        .run(1, &factory, games, &mut told, &Control::default())
        .unwrap_err();
    assert_eq!(error.message(), "results: game 3 is not of this tournament");
}

#[test]
fn a_cancelled_tournament_ends_and_keeps_what_was_told() {
    let mut tournament = of("crazyhouse", System::RoundRobin, 4);
    tournament.plan.games = 200;
    let control = Control::default();
    let kept = Mutex::new(BTreeMap::new());
    let game = tournament.game.clone();
    let factory = bots_of(&game, &BOTS);
    let mut told = |progress: Progress<'_>| {
        let mut kept = kept.lock().unwrap();
        kept.insert(progress.game.id, progress.game.clone());
        assert_eq!(progress.done, kept.len() as u64);
        assert_eq!(progress.games, 1200);
        if kept.len() == 5 {
            control.cancel();
        }
        Ok(ControlFlow::Continue(()))
    };
    let error = tournament
        .run(2, &factory, BTreeMap::new(), &mut told, &control)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    let kept = kept.into_inner().unwrap();
    assert!((5..=6).contains(&kept.len()), "{}", kept.len());
}

#[test]
fn what_keeps_a_player_from_playing_ends_the_tournament() {
    let tournament = of("crazyhouse", System::RoundRobin, 4);
    let broken = |number: usize| -> Result<Box<dyn Player>> {
        Err(Error::invalid_option(format!("player {number} is broken")))
    };
    let mut told = |_: Progress<'_>| Ok(ControlFlow::Continue(()));
    let error = tournament
        .run(2, &broken, BTreeMap::new(), &mut told, &Control::default())
        .unwrap_err();
    assert!(error.message().contains("is broken"), "{error}");
    let game = tournament.game.clone();
    let factory = bots_of(&game, &BOTS);
    let mut told = |_: Progress<'_>| Err(Error::unsupported("no more paper"));
    let error = tournament
        .run(2, &factory, BTreeMap::new(), &mut told, &Control::default())
        .unwrap_err();
    assert_eq!(error.message(), "no more paper");
}

#[test]
fn a_test_ends_a_match_once_it_has_decided() {
    let mut tournament = of("crazyhouse", System::RoundRobin, 2);
    tournament.plan.games = 1000;
    tournament.sprt = Some(Sprt::new(-200.0, 200.0, 0.05, 0.05).unwrap());
    let games = run(&tournament, 1, BTreeMap::new(), usize::MAX);
    assert!(games.len() < 200, "{}", games.len());
    let table = tournament.table(&games);
    assert_ne!(table.sprt, Some(Verdict::Undecided));
    assert!(!table.complete && table.estimate.is_some());
    // Taken up again it is still decided.
    assert_eq!(run(&tournament, 1, games.clone(), usize::MAX), games);
    tournament.plan.players = 3;
    tournament.names.push("p2".into());
    assert!(tournament.check().is_err());
}

/// The shape that clients get, and the Markdown of it.
#[test]
fn tables_are_values_and_markdown() {
    let game = |id: u64, players: [usize; 2], winners: &[u8]| {
        let played = Played {
            id,
            opening: id / 2,
            players: players.to_vec(),
            start: None,
            plies: Vec::new(),
            winners: winners.to_vec(),
            reason: "checkmate".into(),
            fault: None,
        };
        (id, played)
    };
    let mut tournament = of("chess", System::RoundRobin, 3);
    tournament.names[0] = "a|b".into();
    // The circle: 1 and 2 (0 waits), 0 and 1 or 2 in the rounds after it.
    let order: Vec<_> = tournament
        .schedule(&BTreeMap::new())
        .encounters
        .iter()
        .map(|e| [e.players[0], e.players[1]])
        .collect();
    let mut games = BTreeMap::new();
    for (number, [a, b]) in order.into_iter().enumerate() {
        let id = 2 * number as u64;
        // The lower number wins with white and draws with black.
        let white_wins = |white: usize| if white == a.min(b) { &[0][..] } else { &[] };
        games.extend([
            game(id, [a, b], white_wins(a)),
            game(id + 1, [b, a], white_wins(b)),
        ]);
    }
    let table: Table = tournament.table(&games);
    assert!(table.complete);
    let ranks: Vec<_> = table.players.iter().map(|p| (p.rank, p.number)).collect();
    assert_eq!(ranks, [(1, 0), (2, 1), (3, 2)]);
    let value = to_value(&table).unwrap();
    assert_eq!(value["players"][0]["points"], 3.0);
    assert_eq!(value["players"][1]["wins"], 1);
    assert_eq!(value["cells"][0][1]["wins"], 1);
    assert_eq!(value["cells"][0][0], serde_json::Value::Null);
    assert_eq!(value["seats"]["white"]["wins"], 3);
    // 1.5·(2 points of player 1) / 2 + 1.5·1 / 2.
    assert_eq!(value["players"][0]["tie_break"], 2.25);
    let markdown = table.markdown();
    let lines: Vec<_> = markdown.lines().collect();
    assert_eq!(
        lines[0],
        "| # | player | games | + | = | − | points | % | Elo | ± | 1 | 2 | 3 | errors | fallbacks |"
    );
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(lines.iter().all(|line| columns(line) == columns(lines[0])));
    assert!(
        lines[2].starts_with("| 1 | a\\|b | 4 | 2 | 2 | 0 | 3 | 75.0 | +"),
        "{}",
        lines[2]
    );
    assert!(
        lines[2].ends_with("| | 1.5 | 1.5 | 0 | 0 |"),
        "{}",
        lines[2]
    );
}
