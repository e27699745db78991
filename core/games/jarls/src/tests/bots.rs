//! The bots, and what the search is told.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::eval::Weights;
use super::super::{Action, Heuristic, Jarls, Phase};
use super::{Play, rules, two};
use contract::bot::{Bot, Limits, Score};
use contract::game::{Game, Seat};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::State;
use contract::value::Dict;
use search::{Searched, Stage};

fn start(options: Value) -> State<Jarls> {
    State::start(&rules(options)).unwrap()
}

fn decide(state: &State<Jarls>, bot: &mut dyn Bot<Jarls>, limits: &Limits) -> Action {
    let seat = state.live().single().unwrap();
    bot.decide(&state.observe(seat), limits, &Control::default())
        .unwrap()
        .action
}

fn text(state: &State<Jarls>, action: &Action) -> String {
    state.game().text(action)
}

/// Positions of random games, of many kinds of games.
fn positions(each: u64, plies: usize, mut see: impl FnMut(&State<Jarls>)) {
    for (i, options) in (0..).zip([
        json!({}),
        json!({ "terrain": "shields" }),
        json!({ "players": 3 }),
        json!({ "players": 4, "teams": 2 }),
        json!({ "players": 6, "radius": 5 }),
        json!({ "players": 6, "teams": 2, "radius": 5, "level": "chaotic" }),
        json!({ "players": 3, "starvation": true, "radius": 4 }),
    ]) {
        for game in 0..each {
            let mut rng = Rng::derived(&[i, game, 0x626f74]);
            let mut state = start(options.clone());
            for _ in 0..plies {
                let moves = state.legal(None);
                if moves.is_empty() {
                    break;
                }
                see(&state);
                state = state.play_unchecked(&moves[rng.below(moves.len() as u32) as usize]);
            }
        }
    }
}

#[test]
fn the_sums_of_the_heuristic() {
    let score = |text: &str, action: &str| {
        let state = two(text);
        let action = state.read(None, action, None).unwrap();
        state.game().promise_of(state.position(), action).0
    };
    let plain = "3 - J3,-3W-1,1 J0,-3 0 1 1 0 0 -";
    assert_eq!(score(plain, "-1,1>0,1"), 0);
    assert_eq!(score(plain, "-1,1>1,1"), 3, "momentum");
    assert_eq!(
        score("3 - J3,-3W-1,1W1,1 J0,-3 0 1 1 0 0 -", "-1,1>0,1"),
        2,
        "a friend beside it"
    );
    assert_eq!(
        score("3 - J2,-2 J0,-3 0 1 1 0 0 -", "2,-2>1,-1"),
        5,
        "nearer to the Throne"
    );
    assert_eq!(
        score("3 - J2,-2 J0,-3 0 1 1 0 0 -", "2,-2>3,-2"),
        -35,
        "onto the edge"
    );
    assert_eq!(
        score("3 H1,1 J2,-1 J0,-3 0 1 1 0 0 -", "2,-1>2,0"),
        -15,
        "beside a hole"
    );
    assert_eq!(
        score("3 - J1,-1 J0,-3 0 1 1 0 0 -", "1,-1>0,0"),
        1005,
        "the Throne"
    );
    // Momentum, a push, the defender 2 from the edge.
    assert_eq!(
        score("3 - J3,-3W-2,1 J0,-3W0,1 0 1 1 0 0 -", "-2,1>0,1"),
        3 + 10 + 2
    );
    // A push off the edge; the supporter stands beside where it ends no more.
    let off = "3 - J3,-3W0,1W1,1 J0,-3W2,1 0 1 1 0 0 -";
    assert_eq!(score(off, "1,1>2,1"), 10 + 6 + 50);
    let jarl = "3 - J3,-3W-1,1W0,1W1,1 J2,1W0,-3W1,-3 0 1 1 0 0 -";
    assert_eq!(score(jarl, "1,1>2,1"), 10 + 6 + 150);
    let own = "3 - J2,1W-1,1W0,1 J-3,0W1,1 0 1 1 0 0 -";
    assert_eq!(score(own, "0,1>1,1"), 10 + 4 - 150 + 2);
    assert_eq!(
        score("3 - J3,-3W-1,1 J0,-3W0,1 0 1 1 0 0 -", "-1,1>0,1"),
        0,
        "blocked"
    );
}

#[test]
fn what_a_move_leaves_open() {
    let open = |text: &str, action: &str| {
        let state = two(text);
        let (game, position) = (state.game(), state.position());
        let action = state.read(None, action, None).unwrap();
        let next = game.promise_of(position, action).1;
        game.openness(position, &next, game.living(position))
    };
    // After the first of a round the other moves twice, and then one does oneself.
    let [first, second] = ["0 1 1 0", "0 2 1 1"];
    let quiet = "3 - J3,-3W-3,3 J-3,0";
    assert_eq!(open(&format!("{quiet} {first} 0 -"), "-3,3>-2,2"), 0);
    let near = "3 - J3,-3W-3,3 J-2,0";
    assert_eq!(
        open(&format!("{near} {first} 0 -"), "-3,3>-2,2"),
        -800,
        "two moves from the Throne, and both are the other's"
    );
    assert_eq!(
        open(&format!("{near} {second} 0 -"), "-3,3>-2,2"),
        0,
        "one moves again first"
    );
    let own = "3 - J1,-2W-3,3 J-3,0";
    assert_eq!(
        open(&format!("{own} {second} 0 -"), "1,-2>1,-1"),
        500,
        "the Throne comes next"
    );
    let edge = "3 - J3,-1W-3,3 J-3,0W1,-1W0,-1W-1,-1";
    assert_eq!(
        open(&format!("{edge} {first} 0 -"), "-3,3>-2,2"),
        -800,
        "one's Jarl can be pushed off"
    );
    assert_eq!(
        open(&format!("{edge} {first} 0 -"), "3,-1>2,0"),
        0,
        "not from where it is now"
    );
    let warrior = "3 - J3,-3W-3,3W3,-1 J-3,0W1,-1W0,-1";
    assert_eq!(open(&format!("{warrior} {first} 0 -"), "-3,3>-2,2"), -20);
    let last = "3 - J3,-3W-1,1W0,1W1,1 J2,1W0,-3W1,-3";
    assert_eq!(
        open(&format!("{last} {first} 0 -"), "1,1>2,1"),
        700,
        "nobody is left"
    );
    let suicide = "3 - J2,1W-1,1W0,1 J-3,0W1,1";
    assert_eq!(open(&format!("{suicide} {first} 0 -"), "0,1>1,1"), -800);
}

#[test]
fn the_heuristic_leaves_no_throne_open_that_it_can_close() {
    // Whoever can be stopped is stopped: of the moves that leave nothing open there
    // is one, and it is taken unless the Throne or the last Jarl is.
    let (mut closed, mut bot) = (0, Heuristic::new(3));
    positions(4, 100, |state| {
        let (game, position) = (state.game(), state.position());
        let ordinary = position.phase == Phase::Moving && state.outcome().is_none();
        if !ordinary {
            return;
        }
        let living = game.living(position);
        let open = |action: &Action| {
            let next = game.promise_of(position, *action).1;
            game.openness(position, &next, living)
        };
        let scores: Vec<_> = state.legal(None).iter().map(open).collect();
        let (lost, fine) = (
            scores.iter().any(|w| *w <= -700),
            scores.iter().any(|w| *w > -300),
        );
        if lost && fine {
            let action = decide(state, &mut bot, &Limits::default());
            let won = state.play_unchecked(&action).outcome().is_some();
            assert!(won || open(&action) > -700, "{}", state.notation());
            closed += 1;
        }
    });
    assert!(closed > 20, "{closed} chances only");
}

#[test]
fn the_race_to_the_throne() {
    let arrivals = |text: &str| {
        let state = two(text);
        let both = state.game().arrivals(state.position());
        (both[0], both[1])
    };
    // Turns from now: 0 1 1 0 0 1 1 0.
    assert_eq!(arrivals("3 - J1,0 J-3,0 0 1 1 0 0 -").0, 0);
    assert_eq!(arrivals("3 - J2,0 J-3,0 0 1 1 0 0 -"), (3, 5));
    assert_eq!(arrivals("3 - J3,0 J-2,0 0 1 1 0 0 -"), (4, 2));
    // The second of a round, who moves again at once: 1 1 0 0 1.
    assert_eq!(arrivals("3 - J3,0 J-2,0 1 2 1 0 0 -"), (6, 1));
    // A piece in the way takes a move; the way round it is as short here.
    assert_eq!(arrivals("3 - J2,0W1,0 J-3,0 0 1 1 0 0 -").0, 4);
    assert_eq!(arrivals("3 - J2,-1W1,0 J-3,0 0 1 1 0 0 -").0, 3);
    // Walled in by holes there is no way.
    let shut = "3 H1,0H1,1H2,-1H2,1H3,-1 J2,0 J-3,0 0 1 1 0 0 -";
    assert_eq!(arrivals(shut).0, super::super::race::NEVER);
}

#[test]
fn who_moves_next_is_known_without_making_a_move() {
    positions(3, 80, |state| {
        let (game, position) = (state.game(), state.position());
        if position.phase != Phase::Moving || state.outcome().is_some() {
            return;
        }
        for action in state.legal(None).iter().take(3) {
            let next = state.play_unchecked(action);
            let after = next.position();
            let everybody = game.living(after) == game.living(position);
            let stuck =
                (0..game.settings().players).any(|p| after.lives(p) && !game.can_move(after, p));
            if everybody && !stuck && after.phase == Phase::Moving {
                assert_eq!(after.mover, game.follower(position), "{}", state.notation());
            }
        }
    });
}

#[test]
fn the_heuristic_takes_the_throne_whenever_it_can() {
    let mut taken = 0;
    for name in ["heuristic", "medium"] {
        let mut bot = Jarls::bot(name, &Dict::new(), 5).unwrap();
        positions(12, 300, |state| {
            let wins = |a: &Action| {
                let next = state.play_unchecked(a);
                next.position().phase == Phase::Throne
            };
            if state.legal(None).iter().any(wins) {
                let action = decide(state, &mut *bot, &Limits::default());
                assert!(wins(&action), "{}", state.notation());
                taken += 1;
            }
        });
    }
    assert!(taken > 50, "{taken} chances only");
}

#[test]
fn the_heuristic_hardly_ever_ends_a_jarls_move_on_the_edge() {
    let (mut decisions, mut jarls, mut edges) = (0, 0, 0);
    let mut bot = Heuristic::new(11);
    positions(4, 60, |state| {
        let board = state.game().board();
        let ordinary = state.position().phase == Phase::Moving && state.outcome().is_none();
        if !ordinary {
            return;
        }
        let Action::Move(step) = decide(state, &mut bot, &Limits::default()) else {
            panic!("a piece is to be moved");
        };
        decisions += 1;
        if state.position().jarls.has(step.from) {
            jarls += 1;
            edges += u32::from(board.distance(board.end(step)) == state.position().radius);
        }
    });
    assert!(
        decisions > 500 && jarls > 20,
        "{jarls} Jarl moves of {decisions}"
    );
    assert!(
        edges * 5 < jarls,
        "{edges} of {jarls} Jarl moves end on the edge"
    );
}

#[test]
fn the_same_seed_decides_the_same() {
    let mut drawn = 0;
    for players in 2..=6 {
        let state = start(json!({ "players": players }));
        let with = |seed| decide(&state, &mut Heuristic::new(seed), &Limits::default());
        assert_eq!(with(1), with(1));
        let all: Vec<_> = (0..20).map(with).collect();
        drawn += u32::from(all.iter().any(|a| *a != all[0]));
    }
    assert!(drawn > 0, "it always draws the same");
}

#[test]
fn the_two_stages_are_all_moves_each_once() {
    let mut tactical = 0;
    positions(3, 120, |state| {
        let (game, position) = (state.game(), state.position());
        let node = game.node(position);
        let mut all = Vec::new();
        for stage in [Stage::Tactical, Stage::Quiet] {
            let from = all.len();
            Searched::moves(game, position, &node, state.history(), stage, &mut all);
            for action in &all[from..] {
                let is = stage == Stage::Tactical;
                assert_eq!(game.tactical(position, action), is, "{}", state.notation());
                tactical += u32::from(is);
            }
        }
        let mut legal = state.legal(None);
        let id = |a: &Action| game.action_id(a);
        all.sort_by_key(id);
        legal.sort_by_key(id);
        assert_eq!(all, legal, "{}", state.notation());
        for action in &legal {
            let code = game.tt_move(action);
            assert_ne!(code, 0);
            assert_eq!(
                game.decode(position, &node, state.history(), code),
                Some(*action)
            );
            assert!(game.slot(position, action) < Jarls::SLOTS);
            assert!(game.pair(position, action) < Jarls::PAIRS);
        }
    });
    assert!(tactical > 50, "{tactical} tactical moves only");
}

#[test]
fn what_one_side_gains_the_other_loses() {
    positions(3, 80, |state| {
        let game = state.game();
        if game.settings().players > 2 && !game.settings().teams {
            return;
        }
        let score = |seat| game.evaluate_for(&Weights::SHIPPED, state.position(), seat);
        assert_eq!(score(0), -score(1), "{}", state.notation());
    });
    // A warrior more, a Jarl nearer, a Jarl on the edge; whose turn it is counts in
    // the race alone.
    let score = |weights: &Weights, text: &str| {
        let state = two(text);
        state.game().evaluate_for(weights, state.position(), 0)
    };
    let racing = Weights::SHIPPED;
    let still = Weights {
        ahead: 0,
        lead: 0,
        ..racing
    };
    let even = "3 - J3,0W1,1 J-3,0W-1,-1 0 1 1 0 0 -";
    assert_eq!(score(&still, even), 0);
    assert!(score(&racing, even) > 0, "the mover is there first");
    for weights in [&still, &racing] {
        let even = score(weights, even);
        assert!(score(weights, "3 - J3,0W1,1W1,-2 J-3,0W-1,-1 0 1 1 0 0 -") > even);
        assert!(score(weights, "3 - J2,0W1,1 J-3,0W-1,-1 0 1 1 0 0 -") > even);
    }
}

fn search() -> Box<dyn Bot<Jarls>> {
    Jarls::bot("search", &Dict::new(), 1).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn search_sees_the_throne_and_the_last_jarl() {
    let mut bot = search();
    let wins = two("3 - J1,-1W3,-1 J-3,0W-2,0 0 1 1 0 0 -");
    assert_eq!(
        text(&wins, &decide(&wins, &mut *bot, &nodes(2_000))),
        "1,-1>0,0"
    );
    // It has two moves in a row, and needs both.
    let mut twice = two("3 - J2,-1W3,-3 J-3,0W-2,2 0 2 1 1 0 -");
    for _ in 0..2 {
        twice = twice.go(&text(&twice, &decide(&twice, &mut *bot, &nodes(5_000))));
    }
    assert_eq!(twice.reason(), "throne");
    let jarl = two("3 - J3,-3W-1,1W0,1W1,1 J2,1W0,-3W1,-3 0 1 1 0 0 -");
    assert_eq!(
        text(&jarl, &decide(&jarl, &mut *bot, &nodes(2_000))),
        "1,1>2,1"
    );
}

#[test]
fn every_bot_answers_by_time_on_the_largest_board() {
    for options in [
        json!({ "players": 6 }),
        json!({ "players": 6, "teams": 2 }),
        json!({ "players": 5 }),
        json!({ "players": 6, "fog": true }),
    ] {
        let state = start(options);
        for name in ["random", "heuristic", "search", "easy", "medium", "hard"] {
            let mut bot = search::bots::make::<Jarls>(name, &Dict::new(), 1).unwrap();
            let limits = Limits {
                movetime: Some(Duration::from_millis(100)),
                ..Limits::default()
            };
            let observation = state.observe(Seat(0));
            let decision = bot
                .decide(&observation, &limits, &Control::default())
                .unwrap();
            // How long it takes is measured by `examples/budgets.rs`.
            assert!(state.play(&decision.action).is_ok());
        }
    }
}

#[test]
fn search_goes_on_legally_with_any_number_of_players() {
    for options in [
        json!({ "players": 3, "starvation": true, "radius": 4 }),
        json!({ "players": 4, "teams": 2, "radius": 4 }),
        json!({ "players": 5, "sudden_death": true }),
        json!({ "players": 3, "terrain": "shields", "draft_shields": true }),
    ] {
        let mut state = start(options);
        let mut bot = search();
        for _ in 0..30 {
            if state.outcome().is_some() {
                break;
            }
            state = state.go(&text(&state, &decide(&state, &mut *bot, &nodes(200))));
        }
    }
}

/// The numbers of a reasoning add up to the score, in all kinds of positions.
#[test]
fn the_heuristic_gives_its_reasons() {
    let mut seen = 0;
    positions(1, 30, |state| {
        let mut bot = Jarls::bot("heuristic", &Dict::new(), 1).unwrap();
        let seat = state.live().iter().next().unwrap();
        let observation = state.observe(seat);
        let decision = bot.decide(&observation, &Limits::default(), &Control::default());
        let decision = decision.unwrap();
        let [reasoning] = &decision.messages[..] else {
            panic!("{:?}", decision.messages);
        };
        let own = reasoning.split("; of ").next().unwrap();
        let numbers = own.split('(').skip(1);
        let sum: i32 = numbers
            .map(|rest| rest.split(')').next().unwrap().parse::<i32>().unwrap())
            .sum();
        assert_eq!(Some(Score::Points(sum)), decision.score, "{reasoning}");
        assert_eq!(
            reasoning.contains("; of "),
            decision.nodes > 1,
            "{reasoning}"
        );
        seen += usize::from(own.contains('('));
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn reasons_are_words() {
    let decided = |text: &str, name: &str, limits: &Limits| {
        let state = two(text);
        let mut bot = Jarls::bot(name, &Dict::new(), 1).unwrap();
        let seat = state.live().iter().next().unwrap();
        let observation = state.observe(seat);
        let mut decision = bot
            .decide(&observation, limits, &Control::default())
            .unwrap();
        decision.messages.pop().unwrap()
    };
    let throne = "3 - J1,0 J0,-3 0 1 1 0 0 -";
    let said = decided(throne, "heuristic", &Limits::default());
    let expected =
        "Jarl from 1,0 to 0,0: takes the Throne (+1000), the Jarl's way to the Throne (+5); of ";
    assert!(said.starts_with(expected), "{said}");
    let said = decided(throne, "search", &nodes(500));
    assert!(said.starts_with("Jarl from 1,0 to 0,0"), "{said}");
    assert!(said.contains(": wins in a ply, looking "), "{said}");
}
