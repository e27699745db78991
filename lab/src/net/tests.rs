//! The whole way from nothing to a network that plays, in small.

use std::sync::Arc;

use boardwright::bots::Limits;
use boardwright::chess::eval::{EvalWeights, Evaluator, inputs};
use boardwright::chess::{CrazyhouseVariant, OneBoard};
use boardwright::search::{Engine, Searched as _};
use boardwright::state::Rules;
use boardwright::value::Dict;
use serde_json::Value;

use super::games::NO_SCORE;
use super::samples::{NO_RESULT, SampleReader};
use super::selfplay::{GameSettings, Recorded as _};
use super::train::{self, Phase, Sizes, TrainSettings};
use super::versus;

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
    let mut players = Crazyhouse::players(&Evaluator::hand_written(true), Crazyhouse::PARAMS);
    let mut reader = SampleReader::new(&rules, 4, 0.0);
    for seed in 1..=300 {
        let game = Crazyhouse::play_out(&mut players, &rules, &settings, seed).unwrap();
        reader.add(&game).unwrap();
    }
    let split = reader.split;
    let (layout, inputs) = inputs::layout(true);
    let sizes = Sizes {
        inputs,
        hidden: 32,
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
        from: None,
    };
    let name = ("tiny", layout);
    let network = train::train(name, sizes, &phases, &split.kept, &settings, |_| {}).unwrap();
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
    let mut players = Crazyhouse::players(&Evaluator::hand_written(true), Crazyhouse::PARAMS);
    let mut reader = SampleReader::new(&rules, 0, 0.8);
    let (mut plies, mut searched) = (0, 0);
    for seed in 1..=30 {
        let game = Crazyhouse::play_out(&mut players, &rules, &settings, seed).unwrap();
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
