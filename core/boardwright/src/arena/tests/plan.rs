//! Pairings: pure functions, with results that are made up.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::tournament::{Encounter, Plan, Schedule, System, TIE_BREAKS, Tournament};
use crate::arena::{Openings, Played};
use crate::host::Game;
use contract::rng::Rng;
use contract::value::Dict;

fn plan(system: System, players: usize) -> Plan {
    Plan {
        system,
        players,
        at_once: 2,
        games: 2,
        rounds: 1,
        challengers: 1,
        lots: None,
    }
}

/// The schedule once nothing is open any more, with these results.
fn finished(plan: &Plan, results: impl Fn(&Encounter) -> Vec<u64>) -> Schedule {
    plan.check().expect("a plan");
    let schedule = plan.schedule(&|encounter| Some(results(encounter)));
    assert!(schedule.complete);
    let numbers: Vec<_> = schedule.encounters.iter().map(|e| e.number).collect();
    assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>());
    schedule
}

/// The player with the lower number wins everything.
fn first_wins(encounter: &Encounter) -> Vec<u64> {
    let best = encounter.players.iter().min();
    let points = |p: &usize| if Some(p) == best { 4 } else { 0 };
    encounter.players.iter().map(points).collect()
}

fn pairs(schedule: &Schedule, round: u32) -> Vec<Vec<usize>> {
    let of = schedule.encounters.iter().filter(|e| e.round == round);
    of.map(|e| e.players.clone()).collect()
}

#[test]
fn in_a_round_robin_all_meet_and_nobody_twice_in_a_round() {
    for players in 2..=9 {
        let schedule = finished(&plan(System::RoundRobin, players), first_wins);
        let met: BTreeSet<_> = schedule
            .encounters
            .iter()
            .map(|e| BTreeSet::from_iter(e.players.clone()))
            .collect();
        assert_eq!(met.len(), players * (players - 1) / 2);
        assert_eq!(schedule.encounters.len(), met.len());
        for round in 0..players as u32 {
            let busy: Vec<_> = pairs(&schedule, round).concat();
            assert_eq!(BTreeSet::from_iter(busy.clone()).len(), busy.len());
        }
        let twice = Plan {
            rounds: 2,
            ..plan(System::RoundRobin, players)
        };
        assert_eq!(twice.count(), 2 * met.len() as u64);
        assert_eq!(
            finished(&twice, first_wins).encounters.len() as u64,
            twice.count()
        );
    }
    let four = Plan {
        at_once: 4,
        games: 4,
        ..plan(System::RoundRobin, 6)
    };
    let schedule = finished(&four, first_wins);
    let groups: BTreeSet<_> = schedule.encounters.iter().map(|e| &e.players).collect();
    assert_eq!((groups.len(), four.count()), (15, 15));
}

#[test]
fn in_a_gauntlet_the_challengers_meet_the_others_alone() {
    let two = Plan {
        challengers: 2,
        rounds: 2,
        ..plan(System::Gauntlet, 5)
    };
    let schedule = finished(&two, first_wins);
    assert_eq!(schedule.encounters.len() as u64, two.count());
    assert_eq!(
        pairs(&schedule, 1),
        [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]
    );
    let three = Plan {
        at_once: 3,
        games: 3,
        ..plan(System::Gauntlet, 4)
    };
    let schedule = finished(&three, first_wins);
    assert_eq!(pairs(&schedule, 0), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
}

/// Checks the pairs of eight players of whom the one with the lower number always wins, as the
/// Dutch system has them.
#[test]
fn a_swiss_tournament_pairs_halves_of_score_groups() {
    let swiss = Plan {
        rounds: 3,
        ..plan(System::Swiss, 8)
    };
    let schedule = finished(&swiss, first_wins);
    assert_eq!(pairs(&schedule, 0), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(pairs(&schedule, 1), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    // 0 and 1 have two, 2 to 5 one each, 6 and 7 none.
    assert_eq!(pairs(&schedule, 2)[0], [0, 1]);
    assert_eq!(pairs(&schedule, 2)[3], [6, 7]);
    // What is not over keeps the next round from being drawn.
    let open = swiss.schedule(&|e| (e.number != 2).then(|| first_wins(e)));
    assert!(!open.complete && open.encounters.len() == 4);
}

#[test]
fn in_a_swiss_tournament_nobody_meets_twice_before_all_have_met() {
    for players in 2..=13 {
        let rounds = players + players % 2 - 1;
        let swiss = Plan {
            rounds: rounds as u32,
            lots: Some(players as u64),
            ..plan(System::Swiss, players)
        };
        // A round robin's worth of rounds may not be found by a greedy search, half of it is.
        let half = Plan {
            rounds: (rounds as u32).div_ceil(2),
            ..swiss.clone()
        };
        for (plan, strict) in [(&swiss, false), (&half, true)] {
            let schedule = finished(plan, first_wins);
            let mut met: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
            for encounter in &schedule.encounters {
                let mut key = encounter.players.clone();
                key.sort_unstable();
                *met.entry(key).or_default() += 1;
            }
            let most = met.values().copied().max();
            assert!(
                most <= Some(if strict { 1 } else { 2 }),
                "{players}: {met:?}"
            );
            let mut byes = vec![0; players];
            for bye in &schedule.byes {
                byes[bye.player] += 1;
            }
            assert!(byes.iter().all(|n| *n <= 1), "{byes:?}");
            let sat_out = schedule.byes.len() as u32;
            assert_eq!(sat_out, plan.rounds * (players as u32 % 2));
        }
    }
}

#[test]
fn a_knock_out_leads_the_first_two_to_the_final() {
    for players in [2, 3, 6, 8, 11, 16] {
        let cup = plan(System::KnockOut, players);
        let schedule = finished(&cup, first_wins);
        assert_eq!(schedule.encounters.len(), players - 1);
        let last = schedule.encounters.last().expect("a final");
        assert_eq!(last.players, [0, 1], "{players}");
        let rounds = (players as u64).next_power_of_two().trailing_zeros();
        assert_eq!(schedule.survived[0], rounds);
        assert_eq!(schedule.survived[1], rounds - 1);
    }
    // The lots are drawn by the seed.
    let drawn = |seed| {
        let cup = Plan {
            lots: Some(seed),
            ..plan(System::KnockOut, 8)
        };
        pairs(&finished(&cup, first_wins), 0)
    };
    assert_ne!(drawn(1), drawn(2));
    assert_eq!(drawn(1), drawn(1));
}

#[test]
fn ties_of_a_knock_out_are_broken_by_further_encounters() {
    let cup = plan(System::KnockOut, 4);
    // The encounter of 1 and 2 is drawn twice, then 2 wins.
    let results = |e: &Encounter| match (&e.players[..], e.number) {
        ([1, 2], 0..=2) => vec![2, 2],
        ([1, 2], _) => vec![0, 4],
        _ => first_wins(e),
    };
    let schedule = finished(&cup, results);
    let all: Vec<_> = schedule.encounters.iter().map(|e| &e.players[..]).collect();
    assert_eq!(all, [&[0, 3][..], &[1, 2], &[1, 2], &[1, 2], &[0, 2]]);
    // Ties without an end end with who stood higher.
    let schedule = finished(&cup, |_| vec![2, 2]);
    let each = 1 + u64::from(TIE_BREAKS);
    assert_eq!(schedule.encounters.len() as u64, 3 * each);
    assert_eq!(schedule.survived, [2, 1, 0, 0]);
}

#[test]
fn plans_that_cannot_be_are_refused() {
    let wrong = [
        (
            plan(System::RoundRobin, 1),
            "players: takes from 2 to 256, not 1",
        ),
        (
            plan(System::RoundRobin, 257),
            "players: takes from 2 to 256, not 257",
        ),
        (
            Plan {
                challengers: 3,
                ..plan(System::Gauntlet, 3)
            },
            "players: takes from 4 to 256, not 3",
        ),
        (
            Plan {
                at_once: 3,
                games: 3,
                ..plan(System::KnockOut, 4)
            },
            "system: knock_out takes two players to a game, not 3",
        ),
        (
            Plan {
                rounds: 0,
                ..plan(System::Swiss, 4)
            },
            "rounds: takes at least 1, not 0",
        ),
        (
            Plan {
                games: 3,
                ..plan(System::Swiss, 4)
            },
            "games: takes a multiple of 2, so that everybody has every seat equally often, not 3",
        ),
    ];
    for (plan, message) in wrong {
        assert_eq!(plan.check().unwrap_err().message(), message);
    }
    let many = Plan {
        at_once: 4,
        games: 4,
        ..plan(System::RoundRobin, 256)
    };
    assert!(many.check().unwrap_err().message().contains("174792640"));
}

/// A tournament of chess whose games are made up: who is stronger by so much Elo wins as often
/// as that says, with a third of the games drawn.
fn simulated(plan: Plan, elo: &[f64], seed: u64) -> (Tournament, BTreeMap<u64, Played>) {
    let tournament = Tournament {
        game: Game::new("chess", &Dict::new()).expect("a game"),
        names: (0..plan.players).map(|n| format!("p{n}")).collect(),
        plan,
        openings: Openings::Listed([].into()),
        conditions: super::conditions(),
        seed,
        sprt: None,
    };
    tournament.check().expect("a tournament");
    let mut played = BTreeMap::new();
    loop {
        let schedule = tournament.schedule(&played);
        for encounter in &schedule.encounters {
            for id in tournament.games_of(encounter) {
                let [a, b] = encounter.players[..] else {
                    panic!("two players")
                };
                let seats = if id % 2 == 0 { [a, b] } else { [b, a] };
                let mut rng = Rng::derived(&[seed, 7, id]);
                let share = crate::arena::expected_score(elo[seats[0]] - elo[seats[1]]);
                let drawn = share.min(1.0 - share) * 2.0 / 3.0;
                let dice = f64::from(rng.next_u32()) / 2.0_f64.powi(32);
                let winners = match dice {
                    d if d < share - drawn / 2.0 => vec![0],
                    d if d < share + drawn / 2.0 => vec![],
                    _ => vec![1],
                };
                played.entry(id).or_insert(Played {
                    id,
                    opening: id / 2,
                    players: seats.to_vec(),
                    start: None,
                    plies: Vec::new(),
                    winners,
                    reason: "checkmate".into(),
                    fault: None,
                });
            }
        }
        if schedule.complete {
            return (tournament, played);
        }
    }
}

/// Spearman's correlation of places with the true order.
fn correlation(places: &[usize], strength: &[f64]) -> f64 {
    let mut order: Vec<_> = (0..strength.len()).collect();
    order.sort_by(|a, b| strength[*b].total_cmp(&strength[*a]));
    let n = places.len() as f64;
    let squares = order.iter().enumerate().map(|(truth, player)| {
        let found = places.iter().position(|p| p == player).expect("a place");
        (truth as f64 - found as f64).powi(2)
    });
    1.0 - 6.0 * squares.sum::<f64>() / (n * (n * n - 1.0))
}

/// A Swiss of 32 players whose strengths are drawn at random finds their order: the correlation
/// of the table's places with it is above 0.9, and so is that of the ratings' order.
#[test]
fn a_swiss_tournament_of_32_recovers_their_order() {
    for seed in 1..=5 {
        let mut rng = Rng::derived(&[seed]);
        let elo: Vec<f64> = (0..32).map(|_| f64::from(rng.below(1600))).collect();
        let swiss = Plan {
            rounds: 9,
            games: 4,
            lots: Some(seed),
            ..plan(System::Swiss, 32)
        };
        let (tournament, played) = simulated(swiss, &elo, seed);
        assert_eq!(played.len(), 9 * 16 * 4);
        let table = tournament.table(&played);
        assert!(table.complete);
        let places: Vec<_> = table.players.iter().map(|p| p.number as usize).collect();
        let found = correlation(&places, &elo);
        assert!(found > 0.9, "seed {seed}: {found}");
        let mut rated = table.players.clone();
        rated.sort_by(|a, b| b.elo.unwrap().total_cmp(&a.elo.unwrap()));
        let rated: Vec<_> = rated.iter().map(|p| p.number as usize).collect();
        let found = correlation(&rated, &elo);
        assert!(found > 0.93, "seed {seed}, by rating: {found}");
        // Nine of ten true ratings lie within the error bars, whose level is 95 %.
        let mean = elo.iter().sum::<f64>() / 32.0;
        let within = table.players.iter().filter(|p| {
            let truth = elo[p.number as usize] - mean;
            (p.elo.unwrap() - truth).abs() <= p.elo_error.unwrap()
        });
        let within = within.count();
        assert!(within >= 28, "seed {seed}: {within}");
    }
}

/// Players of one strength are not told apart by who stands first in the list.
#[test]
fn equal_players_share_points() {
    let (tournament, played) = simulated(
        Plan {
            games: 400,
            ..plan(System::RoundRobin, 4)
        },
        &[0.0; 4],
        3,
    );
    let table = tournament.table(&played);
    for player in &table.players {
        let share = player.total.score.unwrap();
        assert!((share - 0.5).abs() < 0.05, "{share}");
        assert!(player.elo.unwrap().abs() <= 2.0 * player.elo_error.unwrap());
    }
}
