//! Training: gradient descent on the two cores, then rounding to integers.
//!
//! The network's output, squeezed through a logistic function, should be the chance to win:
//! a mix of the game's result and of what a search thought. The mean squared error is
//! lessened by Adam (Kingma and Ba, 2015) in shuffled batches, the rate falling along half a
//! cosine, with weight decay apart from the gradient (Loshchilov and Hutter, 2019). A batch is
//! cut into the same parts whatever the number of threads, so the same data gives the same
//! network.

use std::sync::Arc;

use boardwright::error::Result;
use boardwright::rng::Rng;
use boardwright::search::network::{Network, OUTPUT_UNIT, UNIT, WEIGHT_LIMIT};

use super::float::{FloatNetwork, Forward, Sizes};
use super::samples::{Label, NO_RESULT, Samples};
use crate::logistic;

/// Settings of a training.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrainSettings {
    /// Positions in a batch.
    pub(crate) batch: usize,
    /// Weight of the game's result against the search's score, 0 to 1.
    pub(crate) result_weight: f32,
    /// The share of each number that a step takes off it, times the learning rate.
    pub(crate) decay: f32,
    /// Seed of first weights and of shuffling.
    pub(crate) seed: u64,
    /// Threads that share the work.
    pub(crate) threads: usize,
    /// The network to begin with; `None` for random weights.
    pub(crate) from: Option<Arc<Network>>,
    /// Centipawns that are the unit of the logistic function; those that predict results best
    /// where there are none.
    pub(crate) scale: Option<u32>,
}

/// Passes over positions of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phase<'a> {
    /// The positions.
    pub(crate) samples: &'a Samples,
    /// Number of passes over all of them.
    pub(crate) epochs: u32,
    /// Learning rate at the beginning.
    pub(crate) rate: f32,
}

/// What is known of a network in training after a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EpochReport {
    /// The passes done.
    pub(crate) epoch: u32,
    /// Mean squared error on the positions that were learnt from.
    pub(crate) error: f64,
    /// The same on those that were kept apart.
    pub(crate) kept: f64,
}

/// Parts of a batch, each with gradients of its own.
const PARTS: usize = 8;
/// The greatest magnitude of an input weight before rounding.
const INPUT_LIMIT: f32 = WEIGHT_LIMIT as f32 / UNIT as f32;
/// The greatest magnitude of the other numbers: that of an output weight before rounding.
const OUTPUT_LIMIT: f32 = WEIGHT_LIMIT as f32 / OUTPUT_UNIT as f32;

/// Trains a network in phases, of which the last is over positions of games. `watch` is told
/// after each pass how well it does on positions that were kept apart.
///
/// # Errors
///
/// `invalid_option` for sizes that a network cannot have.
pub(crate) fn train(
    name: &str,
    sizes: Sizes,
    phases: &[Phase<'_>],
    kept: &Samples,
    settings: &TrainSettings,
    mut watch: impl FnMut(EpochReport),
) -> Result<Network> {
    let mut rng = Rng::derived(&[settings.seed, 0x7ea1]);
    let target = Target {
        scale: settings
            .scale
            .map_or_else(|| fitted_scale(&kept.labels), |scale| scale as f32),
        result_weight: settings.result_weight,
    };
    let mut network = match &settings.from {
        Some(network) => FloatNetwork::of(network, sizes, target.scale)?,
        None => FloatNetwork::random(sizes, &mut rng),
    };
    let scale = target.scale.round() as u32;
    // Sizes that a network cannot have are refused before anything is learnt.
    network.rounded(name, scale)?;
    let mut adam = Adam::new(sizes.total(), settings.decay);
    let all_kept = numbers(kept);
    for phase in phases {
        let mut order = numbers(phase.samples);
        let steps = (order.len().div_ceil(settings.batch) as u32 * phase.epochs).max(1);
        let mut step = 0;
        for epoch in 1..=phase.epochs {
            shuffle(&mut order, &mut rng);
            let mut error = 0.0;
            for batch in order.chunks(settings.batch) {
                let (sum, gradient) = slope(
                    &network,
                    phase.samples,
                    batch,
                    target,
                    settings.threads,
                    true,
                );
                error += sum;
                let rate = phase.rate * rate_share(step, steps);
                adam.step(&mut network.values, sizes.input_biases(), &gradient, rate);
                step += 1;
            }
            let (sum, _) = slope(&network, kept, &all_kept, target, settings.threads, false);
            watch(EpochReport {
                epoch,
                error: error / order.len().max(1) as f64,
                kept: sum / all_kept.len().max(1) as f64,
            });
        }
    }
    network.rounded(name, scale)
}

fn numbers(samples: &Samples) -> Vec<u32> {
    (0..samples.labels.len() as u32).collect()
}

/// The share of the learning rate at a step: a short rise, then half a cosine down to a
/// hundredth.
fn rate_share(step: u32, steps: u32) -> f32 {
    let done = step as f32 / steps as f32;
    let rise = ((step + 1) as f32 / 200.0).min(1.0);
    rise * (0.01 + 0.99 * 0.5 * (1.0 + (done * std::f32::consts::PI).cos()))
}

/// What the output should come to.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// Centipawns of the unit of the logistic function.
    scale: f32,
    result_weight: f32,
}

impl Target {
    fn of(self, label: &Label) -> f32 {
        let thought = logistic(f32::from(label.score) / self.scale);
        if label.result == NO_RESULT {
            return thought;
        }
        let result = f32::from(label.result) / 2.0;
        self.result_weight * result + (1.0 - self.result_weight) * thought
    }
}

/// The sum of squared errors of some positions and, if it is wanted, its mean gradient.
fn slope(
    network: &FloatNetwork,
    samples: &Samples,
    chosen: &[u32],
    target: Target,
    threads: usize,
    wanted: bool,
) -> (f64, Vec<f32>) {
    let length = chosen.len().div_ceil(PARTS).max(1);
    let parts: Vec<&[u32]> = chosen.chunks(length).collect();
    let mut results: Vec<(f64, Vec<f32>)> = Vec::with_capacity(parts.len());
    std::thread::scope(|scope| {
        let each = parts.len().div_ceil(threads.max(1)).max(1);
        let running: Vec<_> = parts
            .chunks(each)
            .map(|mine| {
                scope.spawn(move || {
                    mine.iter()
                        .map(|part| part_slope(network, samples, part, target, wanted))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        for thread in running {
            match thread.join() {
                Ok(these) => results.extend(these),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    let mut error = 0.0;
    let mut gradient = vec![0.0; if wanted { network.values.len() } else { 0 }];
    let share = 1.0 / chosen.len().max(1) as f32;
    for (sum, part) in results {
        error += sum;
        for (to, by) in gradient.iter_mut().zip(part) {
            *to += by * share;
        }
    }
    (error, gradient)
}

fn part_slope(
    network: &FloatNetwork,
    samples: &Samples,
    chosen: &[u32],
    target: Target,
    wanted: bool,
) -> (f64, Vec<f32>) {
    let mut gradient = vec![0.0; if wanted { network.values.len() } else { 0 }];
    let mut passes = vec![Forward::new(network.sizes.hidden); samples.boards];
    let mut error = 0.0;
    for index in chosen {
        let index = *index as usize;
        let boards = &samples.parts[index * samples.boards..][..samples.boards];
        let y: f32 = boards
            .iter()
            .zip(&mut passes)
            .map(|(board, pass)| f32::from(board.sign) * network.forward(board, pass))
            .sum();
        let p = logistic(y);
        let miss = p - target.of(&samples.labels[index]);
        error += f64::from(miss) * f64::from(miss);
        if wanted {
            let slope = 2.0 * miss * p * (1.0 - p);
            for (board, pass) in boards.iter().zip(&mut passes) {
                network.backward(board, pass, slope * f32::from(board.sign), &mut gradient);
            }
        }
    }
    (error, gradient)
}

/// The centipawns at which the logistic function predicts results best.
pub(crate) fn fitted_scale(labels: &[Label]) -> f32 {
    let every = labels.len().div_ceil(200_000).max(1);
    let error = |scale: f32| -> f64 {
        labels
            .iter()
            .filter(|label| label.result != NO_RESULT)
            .step_by(every)
            .map(|l| {
                let p = logistic(f32::from(l.score) / scale);
                f64::from(p - f32::from(l.result) / 2.0).powi(2)
            })
            .sum()
    };
    let (mut low, mut high) = (50.0_f32, 2000.0_f32);
    while high - low > 1.0 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f32::midpoint(low, high).round()
}

/// Fisher and Yates.
fn shuffle(order: &mut [u32], rng: &mut Rng) {
    for i in (1..order.len()).rev() {
        order.swap(i, rng.below(i as u32 + 1) as usize);
    }
}

/// Adam, and limits within which weights can be rounded.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    beta: [f32; 2],
    /// As in [`TrainSettings`].
    decay: f32,
}

impl Adam {
    fn new(count: usize, decay: f32) -> Self {
        Self {
            first: vec![0.0; count],
            second: vec![0.0; count],
            beta: [1.0, 1.0],
            decay,
        }
    }

    /// Takes a step; the first `input_weights` numbers are weights of inputs.
    fn step(&mut self, values: &mut [f32], input_weights: usize, gradient: &[f32], rate: f32) {
        let (b1, b2) = (0.9, 0.999);
        self.beta[0] *= b1;
        self.beta[1] *= b2;
        let (one, two) = (1.0 / (1.0 - self.beta[0]), 1.0 / (1.0 - self.beta[1]));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((value, g), (first, second)) in values.iter_mut().zip(gradient).zip(moments) {
            *first = b1 * *first + (1.0 - b1) * g;
            *second = b2 * *second + (1.0 - b2) * g * g;
            let by = rate * (*first * one) / ((*second * two).sqrt() + 1e-8);
            *value -= by + rate * self.decay * *value;
        }
        let (input, others) = values.split_at_mut(input_weights);
        for (values, limit) in [(input, INPUT_LIMIT), (others, OUTPUT_LIMIT)] {
            for value in values {
                *value = value.clamp(-limit, limit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::samples::PackedBoard;
    use boardwright::chess::eval::Evaluator;
    use boardwright::chess::eval::inputs::{self, Layout};
    use boardwright::chess::{Board, Color, CrazyhouseVariant, OneBoard};
    use boardwright::state::{Rules, State};
    use boardwright::value::Dict;
    use std::sync::Arc;

    /// Boards of random games, of which each gives some that are not all alike.
    fn boards(count: usize) -> Vec<Board> {
        let rules = Rules::<OneBoard<CrazyhouseVariant>>::new(&Dict::new()).unwrap();
        let mut rng = Rng::new(5);
        let mut boards = Vec::new();
        let mut state = State::start(&rules).unwrap();
        while boards.len() < count {
            let legal = state.legal(None);
            if legal.is_empty() || state.history().len() > 80 {
                state = State::start(&rules).unwrap();
                continue;
            }
            state = state.play_unchecked(&legal[rng.below(legal.len() as u32) as usize]);
            if rng.below(4) == 0 {
                boards.push(*state.position());
            }
        }
        boards
    }

    /// The worth of what a side has over the other, in pawns.
    fn material(board: &Board) -> i32 {
        let of = |color| -> i32 {
            boardwright::chess::Piece::DROPPABLE
                .into_iter()
                .zip([1, 3, 3, 5, 9])
                .map(|(piece, worth)| {
                    let held = i32::from(board.pocket(color, piece));
                    (board.colored_pieces(color, piece).len() as i32 + held) * worth
                })
                .sum()
        };
        of(Color::White) - of(Color::Black)
    }

    fn samples(boards: &[Board]) -> Samples {
        Samples {
            parts: boards
                .iter()
                .map(|board| {
                    PackedBoard::of(
                        board,
                        true,
                        Color::White,
                        &mut Evaluator::hand_written(true),
                    )
                })
                .collect(),
            boards: 1,
            labels: boards
                .iter()
                .map(|board| {
                    let score = material(board) * 100;
                    Label {
                        score: score as i16,
                        result: (score.signum() + 1) as u8,
                    }
                })
                .collect(),
        }
    }

    #[test]
    fn decay_takes_its_share_off_numbers_without_a_gradient() {
        let mut values = [0.5, -0.25, 1.0];
        let mut adam = Adam::new(values.len(), 0.5);
        adam.step(&mut values, 2, &[0.0; 3], 0.1);
        let due = [0.475, -0.2375, 0.95];
        let near = |(a, b): (&f32, f32)| (a - b).abs() < 1e-6;
        assert!(values.iter().zip(due).all(near), "{values:?}");
        Adam::new(values.len(), 0.0).step(&mut values, 2, &[0.0; 3], 0.1);
        assert!(values.iter().zip(due).all(near), "{values:?}");
    }

    #[test]
    fn a_network_is_trained_on_with_inputs_that_it_lacks() {
        let sizes = |layout| Sizes {
            layout,
            hidden: 64,
            narrow: 32,
            buckets: inputs::BUCKETS,
        };
        let (few, all) = (sizes(Layout::Pieces), sizes(Layout::Structure));
        let network = FloatNetwork::random(few, &mut Rng::new(1));
        let network = network.rounded("few", 300).unwrap();
        let widened = FloatNetwork::of(&network, all, 300.0).unwrap();
        let widened = widened.rounded("all", 300).unwrap();
        let of = |network| Evaluator::with_network(Arc::new(network), false).unwrap();
        let (mut before, mut after) = (of(network.clone()), of(widened));
        for board in boards(100) {
            assert_eq!(after.evaluate(&board), before.evaluate(&board));
        }
        // With other numbers of neurons it is none to begin with, nor are fewer inputs.
        let other = Sizes { hidden: 32, ..all };
        assert!(FloatNetwork::of(&network, other, 300.0).is_err());
        let all = FloatNetwork::random(all, &mut Rng::new(1)).rounded("all", 300);
        assert!(FloatNetwork::of(&all.unwrap(), few, 300.0).is_err());
    }

    #[test]
    fn material_is_learnt_and_the_rounded_network_plays_as_it_was_trained() {
        material_is_learnt(32);
        // Other inputs than pieces lead to half of the neurons.
        material_is_learnt(64);
    }

    fn material_is_learnt(hidden: usize) {
        let boards = boards(30_000);
        let (learnt, kept) = boards.split_at(28_000);
        let sizes = Sizes {
            layout: Layout::Threats,
            hidden,
            narrow: 32,
            buckets: inputs::BUCKETS,
        };
        let settings = TrainSettings {
            batch: 100,
            result_weight: 0.0,
            decay: 0.0,
            seed: 1,
            threads: 2,
            scale: None,
            from: None,
        };
        let phase = Phase {
            samples: &samples(learnt),
            epochs: 8,
            rate: 0.005,
        };
        let mut reports = Vec::new();
        let network = train(
            "test",
            sizes,
            &[phase],
            &samples(kept),
            &settings,
            |report| {
                reports.push(report);
            },
        )
        .unwrap();
        assert_eq!(reports.len(), 8);
        assert!(reports[7].kept < reports[0].kept / 2.0, "{reports:?}");
        let header = network.header();
        let again = FloatNetwork::of(&network, sizes, header.scale as f32).unwrap();
        assert_eq!(again.rounded(&header.name, header.scale).unwrap(), network);
        // In units twice as large the outputs are half as large, and scores stay.
        let halved = FloatNetwork::of(&network, sizes, 2.0 * header.scale as f32).unwrap();
        let outputs = sizes.output();
        assert_eq!(halved.values[..outputs], again.values[..outputs]);
        assert!(
            halved.values[outputs..]
                .iter()
                .zip(&again.values[outputs..])
                .all(|(half, whole)| (half * 2.0 - whole).abs() < 1e-6)
        );
        // The integers say what the training came to.
        let scale = network.header().scale as f32;
        let mut evaluator = Evaluator::with_network(Arc::new(network), true).unwrap();
        let kept_samples = samples(kept);
        let error: f64 = kept
            .iter()
            .zip(&kept_samples.labels)
            .map(|(board, label)| {
                let score = evaluator.evaluate(board) as f32;
                let first = if board.turn() == Color::White {
                    score
                } else {
                    -score
                };
                let miss = logistic(first / scale) - logistic(f32::from(label.score) / scale);
                f64::from(miss) * f64::from(miss)
            })
            .sum();
        let error = error / kept.len() as f64;
        let trained = reports[7].kept;
        assert!(
            (error - trained).abs() < trained / 5.0 + 1e-5,
            "{error} and {trained}"
        );
    }
}
