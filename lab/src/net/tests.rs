//! The whole way from nothing to a network that plays, in small.

use std::sync::Arc;

use boardwright::bots::Limits;
use boardwright::bughouse::Bughouse;
use boardwright::chess::eval::inputs::{self, Layout};
use boardwright::chess::eval::{EvalWeights, Evaluator};
use boardwright::chess::{CrazyhouseVariant, OneBoard};
use boardwright::game::{Game as _, Seat};
use boardwright::search::{Engine, Searched as _};
use boardwright::state::{Rules, State};
use boardwright::value::Dict;
use serde_json::Value;

use super::float::Sizes;
use super::games::NO_SCORE;
use super::samples::{NO_RESULT, SampleReader};
use super::selfplay::{GameSettings, Recorded as _, play_out, players};
use super::train::{self, Phase, TrainSettings};
use super::versus;
use crate::tune::attempt;

type Crazyhouse = OneBoard<CrazyhouseVariant>;

/// An evaluation that counts what the sides have, on the board and in hand.
fn material() -> Evaluator {
    let mut weights: Value = serde_json::from_str(&EvalWeights::shipped(true).write()).unwrap();
    for part in ["terms", "danger"] {
        for (name, numbers) in weights[part].as_object_mut().unwrap() {
            if !["material", "hand"].contains(&name.as_str()) {
                nothing(numbers);
            }
        }
    }
    Evaluator::new(Arc::new(EvalWeights::read(&weights.to_string()).unwrap()))
}

/// Makes all numbers zero.
fn nothing(numbers: &mut Value) {
    match numbers {
        Value::Array(numbers) => numbers.iter_mut().for_each(nothing),
        _ => *numbers = 0.into(),
    }
}

#[test]
fn a_network_trained_in_seconds_beats_the_counting_of_material() {
    let rules = Rules::<Crazyhouse>::new(&Dict::new()).unwrap();
    let settings = GameSettings {
        nodes: 60,
        ..GameSettings::default()
    };
    let mut players = players::<Crazyhouse>(&Evaluator::hand_written(true), Crazyhouse::PARAMS);
    let mut reader = SampleReader::new(&rules, 4, 0.0);
    for seed in 1..=300 {
        let game = play_out(&mut players, &rules, &settings, seed).unwrap();
        reader.add(&game).unwrap();
    }
    let split = reader.split;
    let sizes = Sizes {
        layout: Layout::Threats,
        hidden: 32,
        narrow: 32,
        buckets: inputs::BUCKETS,
    };
    let phases =
        [(&split.drill, 6, 0.005), (&split.learnt, 2, 0.001)].map(|(samples, epochs, rate)| {
            Phase {
                samples,
                epochs,
                rate,
            }
        });
    let settings = TrainSettings {
        batch: 256,
        result_weight: 0.3,
        decay: 0.0,
        seed: 1,
        threads: 2,
        scale: None,
        from: None,
    };
    let network = train::train("tiny", sizes, &phases, &split.kept, &settings, |_| {}).unwrap();
    let trained = Evaluator::with_network(Arc::new(network), true).unwrap();
    let mut engines = [trained, material()].map(|evaluator| {
        let mut engine = Engine::new(1);
        engine.set_evaluator(evaluator);
        engine
    });
    let limits = Limits {
        nodes: Some(200),
        ..Limits::default()
    };
    let points: u32 = (1..=60)
        .flat_map(|seed| versus::pair(&rules, &mut engines, &limits, seed).unwrap())
        .map(u32::from)
        .sum();
    // Of 240: 120 games, a win counting two.
    assert!(points >= 132, "{points} of 240");
}

#[test]
fn random_moves_have_no_score_and_are_not_learnt_from() {
    let rules = Rules::<Crazyhouse>::new(&Dict::new()).unwrap();
    let settings = GameSettings {
        nodes: 30,
        random_percent: 50,
        ..GameSettings::default()
    };
    let mut players = players::<Crazyhouse>(&Evaluator::hand_written(true), Crazyhouse::PARAMS);
    let mut reader = SampleReader::new(&rules, 0, 0.8);
    let (mut plies, mut searched) = (0, 0);
    for seed in 1..=30 {
        let game = play_out(&mut players, &rules, &settings, seed).unwrap();
        let later = game.moves.len() - usize::from(game.opening);
        assert_eq!(game.scores.len(), later);
        plies += later;
        searched += game.scores.iter().filter(|s| **s != NO_SCORE).count();
        reader.add(&game).unwrap();
    }
    assert!(
        plies * 2 / 5 < searched && searched < plies * 3 / 5,
        "{searched} of {plies}"
    );
    let labels = reader.split.learnt.labels;
    assert!(!labels.is_empty() && labels.len() < searched);
    assert!(labels.iter().all(|label| label.score != NO_SCORE));
    assert!(labels.iter().all(|label| label.result == NO_RESULT));
}

#[test]
fn both_boards_of_bughouse_are_played_kept_and_learnt_from() {
    let rules = Rules::<Bughouse>::new(&Dict::new()).unwrap();
    let settings = GameSettings {
        nodes: 40,
        opening: 14,
        random_percent: 10,
        ..GameSettings::default()
    };
    let mut players = players::<Bughouse>(&Evaluator::hand_written(true), Bughouse::USUAL);
    let mut reader = SampleReader::new(&rules, 1, 0.8);
    let (mut decided, mut boards) = (0, [0; 2]);
    for seed in 1..=60 {
        let game = play_out::<Bughouse>(&mut players, &rules, &settings, seed).unwrap();
        let mut state = State::start(&rules).unwrap();
        for packed in &game.moves {
            let action = Bughouse::unpacked(*packed).unwrap();
            assert_eq!(Bughouse::packed(&action), *packed);
            boards[action.board.index()] += 1;
            let seat = rules.game().actor(state.position(), &action);
            assert_eq!(
                Bughouse::side(seat) == 0,
                rules.game().team(Seat(0)).contains(seat)
            );
            state = state.play(&action).unwrap();
        }
        if let Some(outcome) = state.outcome() {
            assert_eq!(f64::from(game.result) / 2.0, outcome.score(Seat(0)));
            decided += 1;
        }
        reader.add(&game).unwrap();
    }
    assert!(
        decided > 10 && boards.iter().all(|plies| *plies > 500),
        "{decided}, {boards:?}"
    );
    for samples in [
        &reader.split.learnt,
        &reader.split.kept,
        &reader.split.drill,
    ] {
        assert!(!samples.labels.is_empty());
        assert_eq!(samples.parts.len(), 2 * samples.labels.len());
        // A team has White on one board and Black on the other.
        for [a, b] in samples.parts.as_chunks().0 {
            assert_eq!([a.sign == 1, b.sign == 1], [!a.black_moves, b.black_moves]);
        }
    }
}

#[test]
fn a_team_that_minds_the_other_board_wins_and_changes_of_its_numbers_are_read() {
    let rules = Rules::<Bughouse>::new(&Dict::new()).unwrap();
    let changed = attempt::changed(Bughouse::USUAL, "other_board=0,-reductions").unwrap();
    assert_ne!(changed, Bughouse::USUAL);
    let refused = attempt::changed(Bughouse::USUAL, "other_boards=0").unwrap_err();
    assert!(refused.to_string().contains("other_board"), "{refused}");
    // Another board that counts nothing gives pieces to whoever is opposite it.
    let mut pair = [Bughouse::USUAL, changed]
        .map(|numbers| Bughouse::player(&Evaluator::hand_written(true), numbers, 1));
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let points: u32 = (1..=20)
        .flat_map(|seed| versus::pair::<Bughouse>(&rules, &mut pair, &limits, seed).unwrap())
        .map(u32::from)
        .sum();
    // Of 80: 40 games, a win counting two.
    assert!(points > 44, "{points} of 80");
}
