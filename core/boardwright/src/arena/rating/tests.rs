//! Ratings of games that are made up, and the registry that keeps them.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::arena::tournament::{Plan, System, Tournament};
use crate::arena::{Conditions, Openings, Played};
use crate::host::Game;
use contract::bot::Limits;
use contract::error::ErrorKind;
use contract::value::{Dict, to_value};

const MODE: &str = "one_seat";

fn registry(names: &[&str]) -> Registry {
    let mut registry = Registry::new();
    for name in names {
        let bot = RegisteredBot {
            kind: BotKind::Internal,
            modes: BTreeMap::new(),
            status: BotStatus::Active,
            player: Dict::new(),
            ratings: BTreeMap::new(),
        };
        registry.register(name, bot).unwrap();
    }
    registry
}

/// A game of sides with their places.
fn game(sides: &[(&[&str], usize)]) -> RatedGame {
    let side = |(players, place): &(&[&str], usize)| Side {
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        place: *place,
    };
    RatedGame {
        sides: sides.iter().map(side).collect(),
    }
}

/// Checks the example of Glickman's paper, moved by the 300 points that lie between its 1500 and
/// the 1200 that bots begin with: a player with a deviation of 200 against three of known strength.
#[test]
fn glicko_is_as_in_the_paper() {
    let mut registry = registry(&["p", "a", "b", "c"]);
    let text = registry.to_json().unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (name, rating, deviation) in [
        ("p", 1200.0, 200.0),
        ("a", 1100.0, 30.0),
        ("b", 1250.0, 100.0),
        ("c", 1400.0, 300.0),
    ] {
        value["bots"][name]["ratings"] = json!({ "chess": { MODE: {
            "wins": 0, "draws": 0, "losses": 0,
            "glicko": { "rating": rating, "deviation": deviation, "volatility": 0.06 },
            "weng_lin": { "rating": 1200.0, "uncertainty": 400.0 },
        } } });
    }
    registry = Registry::from_json(&value.to_string()).unwrap();
    let games = [
        game(&[(&["p"], 1), (&["a"], 2)]),
        game(&[(&["p"], 2), (&["b"], 1)]),
        game(&[(&["c"], 1), (&["p"], 2)]),
    ];
    assert!(registry.rate("1", "chess", MODE, &games).unwrap());
    let rating = registry.rating("p", "chess", MODE).unwrap();
    let glicko = rating.glicko.unwrap();
    // 1464.06, 151.52 and 0.05999 there.
    assert!((glicko.rating - 1164.06).abs() < 0.02, "{glicko:?}");
    assert!((glicko.deviation - 151.52).abs() < 0.01, "{glicko:?}");
    assert!((glicko.volatility - 0.05999).abs() < 1e-5, "{glicko:?}");
    assert_eq!((rating.wins, rating.losses), (1, 2));
}

/// Checks the update of two equal players by the formulas of Weng and Lin: with c² = 2·(σ² + β²)
/// the winner gains σ²/(2c).
#[test]
fn weng_lin_is_as_in_the_paper() {
    let mut registry = registry(&["a", "b", "c"]);
    let one = [game(&[(&["a"], 1), (&["b"], 2)])];
    registry.rate("1", "chess", MODE, &one).unwrap();
    let c = (2.0 * (400.0_f64.powi(2) + 200.0_f64.powi(2))).sqrt();
    let gain = 400.0_f64.powi(2) / c / 2.0;
    let of = |registry: &Registry, name: &str| registry.rating(name, "chess", MODE).unwrap();
    let (a, b) = (of(&registry, "a"), of(&registry, "b"));
    assert!((a.weng_lin.rating - 1200.0 - gain).abs() < 2e-9, "{a:?}");
    assert!((b.weng_lin.rating - 1200.0 + gain).abs() < 2e-9, "{b:?}");
    assert!(a.weng_lin.uncertainty < 400.0);
    // Who has not played begins with 1200.
    assert_eq!(of(&registry, "c"), BotRating::default());
    assert_eq!(START, 1200.0);
}

#[test]
fn teams_and_many_sides_are_rated_by_weng_and_lin_alone() {
    let mut registry = registry(&["a", "b", "c", "d"]);
    let teams = [game(&[(&["a", "b"], 1), (&["c", "d"], 2)])];
    let many = [game(&[(&["a"], 1), (&["b"], 2), (&["c"], 2), (&["d"], 2)])];
    registry.rate("teams", "bughouse", MODE, &teams).unwrap();
    registry.rate("many", "jarls", MODE, &many).unwrap();
    let of = |name: &str, game: &str| registry.rating(name, game, MODE).unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| of(name, "bughouse"));
    assert_eq!(a, b);
    assert!(a.weng_lin.rating > 1200.0 && c.weng_lin.rating < 1200.0);
    assert_eq!((a.glicko, c.glicko), (None, None));
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| of(name, "jarls"));
    assert!(a.weng_lin.rating > b.weng_lin.rating);
    assert_eq!((b, c), (c, d));
    assert_eq!((a.wins, b.losses, b.draws), (1, 1, 0));
    // Games and modes are kept apart.
    assert_eq!(
        registry.rating("a", "bughouse", "two_seats").unwrap(),
        BotRating::default()
    );
    assert_eq!(of("a", "chess"), BotRating::default());
}

#[test]
fn a_batch_counts_once_and_only_for_bots_that_are_known() {
    let mut registry = registry(&["a", "b"]);
    let games = [game(&[(&["a"], 1), (&["b"], 2)])];
    assert!(registry.rate("1", "chess", MODE, &games).unwrap());
    let once = registry.clone();
    assert!(!registry.rate("1", "chess", MODE, &games).unwrap());
    assert_eq!(registry, once);
    let unknown = [games[0].clone(), game(&[(&["a"], 1), (&["x"], 2)])];
    let error = registry.rate("2", "chess", MODE, &unknown).unwrap_err();
    assert_eq!(error.message(), "\"x\" is not registered");
    assert_eq!(registry, once);
}

#[test]
fn registries_are_kept_in_files() {
    let mut registry = registry(&["a", "b", "c|d"]);
    let games = [
        game(&[(&["a"], 1), (&["b"], 2)]),
        game(&[(&["c|d"], 1), (&["b"], 1)]),
    ];
    registry.rate("1", "chess", MODE, &games).unwrap();
    registry.set_status("b", BotStatus::Paused).unwrap();
    let path = std::env::temp_dir().join(format!("boardwright-bots-{}", std::process::id()));
    assert_eq!(Registry::load(&path).unwrap(), Registry::new());
    registry.save(&path).unwrap();
    assert_eq!(Registry::load(&path).unwrap(), registry);
    std::fs::remove_file(&path).unwrap();

    let board = registry.leaderboard("chess", MODE);
    let order: Vec<_> = board
        .bots
        .iter()
        .map(|bot| (bot.rank, &*bot.name))
        .collect();
    assert_eq!(order, [(1, "a"), (2, "c|d"), (3, "b")]);
    assert!(
        board.markdown().contains("| 2 | c\\|d | internal | "),
        "{}",
        board.markdown()
    );
    let value = to_value(&board).unwrap();
    assert_eq!(value["bots"][2]["status"], "paused");
    assert_eq!(value["bots"][0]["wins"], 1);
    registry.set_status("a", BotStatus::Retired).unwrap();
    assert_eq!(registry.leaderboard("chess", MODE).bots.len(), 2);
    assert!(registry.leaderboard("jarls", MODE).bots.is_empty());

    // A change of a bot keeps its ratings.
    let rating = registry.rating("b", "chess", MODE).unwrap();
    let mut changed = registry.bots()["b"].clone();
    changed.ratings.clear();
    changed.kind = BotKind::External;
    registry.register("b", changed).unwrap();
    assert_eq!(registry.rating("b", "chess", MODE).unwrap(), rating);
}

#[test]
fn files_of_another_kind_are_refused() {
    let good = registry(&["a"]).to_json().unwrap();
    let with = |from: &str, to: &str| Registry::from_json(&good.replacen(from, to, 1));
    let kind = |result: contract::Result<Registry>| result.unwrap_err().kind();
    assert_eq!(kind(Registry::from_json("{")), ErrorKind::InvalidNotation);
    assert_eq!(kind(Registry::from_json("{}")), ErrorKind::InvalidNotation);
    assert_eq!(
        kind(with("\"version\": 1", "\"version\": 2")),
        ErrorKind::Unsupported
    );
    assert_eq!(
        kind(with("\"internal\"", "\"alien\"")),
        ErrorKind::InvalidNotation
    );
    assert_eq!(
        kind(with("\"rated\"", "\"counted\"")),
        ErrorKind::InvalidNotation
    );
    let endless = r#""ratings": {"chess": {"one_seat": {"wins": 0, "draws": 0, "losses": 0,
        "glicko": {"rating": 1200, "deviation": 0, "volatility": 0},
        "weng_lin": {"rating": 1200, "uncertainty": 400}}}}"#;
    let error = with("\"ratings\": {}", endless).unwrap_err();
    assert_eq!(
        error.message(),
        "registry: a rating of \"a\" is out of range"
    );
}

#[test]
fn tournaments_are_rated_by_sides_or_by_players() {
    let tournament = |name: &str, players: usize, at_once: usize| {
        let game = Game::new(name, &Dict::new()).unwrap();
        Tournament {
            names: (0..players).map(|n| format!("p{n}")).collect(),
            plan: Plan {
                system: System::RoundRobin,
                players,
                at_once,
                games: at_once as u64,
                rounds: 1,
                challengers: 1,
                lots: None,
            },
            openings: Openings::Listed([].into()),
            conditions: Conditions {
                limits: Limits::default(),
                clocks: None,
                ply_limit: 100,
                movetime_margin: std::time::Duration::ZERO,
                clock_margin: std::time::Duration::ZERO,
                move_timeout: std::time::Duration::ZERO,
            },
            game,
            seed: 1,
            sprt: None,
        }
    };
    let rated = |tournament: &Tournament, players: &[usize], winners: &[u8]| {
        let played = Played {
            id: 0,
            opening: 0,
            players: players.to_vec(),
            start: None,
            plies: Vec::new(),
            winners: winners.to_vec(),
            reason: "checkmate".into(),
            fault: None,
        };
        tournament
            .rated_games(&BTreeMap::from([(0, played)]))
            .remove(0)
    };
    let chess = tournament("chess", 2, 2);
    assert_eq!(chess.mode(), "one_seat");
    assert_eq!(
        rated(&chess, &[1, 0], &[0]),
        game(&[(&["p1"], 1), (&["p0"], 2)])
    );
    assert_eq!(
        rated(&chess, &[0, 1], &[]),
        game(&[(&["p0"], 1), (&["p1"], 1)])
    );
    // The seats of bughouse are white and black of one board, then of the other: 0 and 3 are one
    // team.
    let teams = tournament("bughouse", 2, 2);
    assert_eq!(teams.mode(), "two_seats");
    assert_eq!(
        rated(&teams, &[0, 1, 1, 0], &[0, 3]),
        game(&[(&["p0"], 1), (&["p1"], 2)])
    );
    let single = tournament("bughouse", 4, 4);
    assert_eq!(single.mode(), "one_seat");
    assert_eq!(
        rated(&single, &[0, 1, 2, 3], &[1, 2]),
        game(&[(&["p0", "p3"], 2), (&["p1", "p2"], 1)])
    );
    // Two players who hold several sides each are compared by these.
    let jarls = tournament("jarls", 2, 2);
    let seats = jarls.game.seats().len();
    let players: Vec<_> = (0..seats).map(|seat| seat % 2).collect();
    assert_eq!(
        rated(&jarls, &players, &[1]),
        game(&[(&["p0"], 2), (&["p1"], 1)])
    );
}
