//! Fitting the weights of the evaluation to games: what it says should predict
//! what becomes of a position.
//!
//! Texel's method (Österlund, 2014): the value of a quiet position, squeezed
//! through a logistic function, is compared with the result of its game, here
//! mixed with what a search thought of it. The error is lessened by Adam (Kingma
//! and Ba, 2015) along exact gradients, which the trace of the evaluation gives:
//! it is linear in its weights but for the danger to kings, whose cost grows with
//! its square.

use std::sync::Arc;

use super::{Tuned, TuningSample};
use crate::logistic;
use boardwright::chess::eval::{EvalWeights, Evaluator, Taper, TermTrace, danger_cost};
use boardwright::chess::{Board, Color};
use boardwright::error::{Error, Result};

/// Settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TexelSettings {
    /// Number of passes over all positions.
    pub(crate) epochs: u32,
    /// Initial learning rate of the weights, in centipawns a step.
    pub(crate) rate: f32,
    /// Weight of the search's score against the result, 0 to 1.
    pub(crate) lambda: f32,
}

impl Default for TexelSettings {
    fn default() -> Self {
        Self {
            epochs: 60,
            rate: 1.0,
            lambda: 0.5,
        }
    }
}

/// Progress of a fit after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Progress {
    /// The epochs done.
    pub(crate) epoch: u32,
    /// Mean squared error on the positions that were learnt from.
    pub(crate) error: f32,
    /// The same on every tenth stretch of positions, which was kept apart.
    pub(crate) kept: f32,
}

/// Positions in a row that are learnt from or kept apart together.
const STRETCH: usize = 100;

/// One position as the tuner sees it.
struct Row {
    parts: Vec<TexelPart>,
    /// Result and opinion, to be mixed once the scale is known.
    result: f32,
    score: f32,
}

/// A board of it.
struct TexelPart {
    taper: Taper,
    terms: Vec<(u16, i16)>,
    dangers: [Vec<(u16, i16)>; 2],
    /// The share of the middlegame, and of the endgame, in the score for the side
    /// that counts.
    middle: f32,
    end: f32,
}

#[derive(Default)]
struct Gathered {
    terms: Vec<(u16, i16)>,
    dangers: [Vec<(u16, i16)>; 2],
}

impl TermTrace for Gathered {
    fn term(&mut self, index: usize, by: i32) {
        add(&mut self.terms, index, by);
    }

    fn danger(&mut self, king: Color, index: usize, by: i32) {
        if by != 0 {
            add(&mut self.dangers[king.index()], index, by);
        }
    }
}

fn add(to: &mut Vec<(u16, i16)>, index: usize, by: i32) {
    let index = index as u16;
    match to.iter_mut().find(|(i, _)| *i == index) {
        Some((_, sum)) => *sum += by as i16,
        None => to.push((index, by as i16)),
    }
}

/// Fits weights, beginning with those given.
///
/// # Errors
///
/// `invalid_option` where there are fewer than a thousand positions.
pub(crate) fn fit<G: Tuned>(
    weights: &Arc<EvalWeights>,
    samples: &[TuningSample<G::Position>],
    settings: &TexelSettings,
    note: &str,
    mut watch: impl FnMut(Progress),
) -> Result<EvalWeights> {
    if samples.len() < 1000 {
        return Err(Error::invalid_option(format!(
            "positions: {} are too few, it takes a thousand",
            samples.len()
        )));
    }
    let evaluator = Evaluator::new(Arc::clone(weights));
    let rows: Vec<Row> = samples.iter().map(|s| row::<G>(&evaluator, s)).collect();
    let mut values: Vec<f32> = weights.to_list().iter().map(|w| *w as f32).collect();
    let scale = scale(&rows, &values);
    let mut adam = Adam::new(values.len());
    // Positions of a game stand together, and so do those that are kept apart: or
    // what was learnt of a game would seem to be known of others.
    let (learnt, kept): (Vec<_>, Vec<_>) = rows
        .iter()
        .enumerate()
        .partition(|(i, _)| i / STRETCH % 10 != 9);
    let learnt: Vec<&Row> = learnt.into_iter().map(|(_, r)| r).collect();
    let kept: Vec<&Row> = kept.into_iter().map(|(_, r)| r).collect();
    let target = |row: &Row| {
        (1.0 - settings.lambda) * row.result + settings.lambda * logistic(row.score / scale)
    };
    let mut best = (f32::INFINITY, values.clone());
    for epoch in 0..settings.epochs {
        // Falls to a twentieth in the end.
        let rate = settings.rate * (1.0 - 0.95 * epoch as f32 / settings.epochs as f32);
        let mut error = 0.0;
        for batch in learnt.chunks(8192) {
            let mut gradient = vec![0.0; values.len()];
            for row in batch {
                let p = logistic(evaluate(row, &values) / scale);
                let miss = p - target(row);
                error += miss * miss;
                descend(row, &values, miss * p * (1.0 - p), &mut gradient);
            }
            adam.step(&mut values, &gradient, rate);
        }
        let mean = |rows: &[&Row]| {
            let sum: f32 = rows
                .iter()
                .map(|r| (logistic(evaluate(r, &values) / scale) - target(r)).powi(2))
                .sum();
            sum / rows.len() as f32
        };
        let progress = Progress {
            epoch: epoch + 1,
            error: error / learnt.len() as f32,
            kept: mean(&kept),
        };
        if progress.kept < best.0 {
            best = (progress.kept, values.clone());
        }
        watch(progress);
    }
    let rounded: Vec<i32> = best.1.iter().map(|v| v.round() as i32).collect();
    EvalWeights::from_list(evaluator.taper(), &rounded, note)
}

fn row<G: Tuned>(evaluator: &Evaluator, sample: &TuningSample<G::Position>) -> Row {
    let boards = G::boards(&sample.position);
    Row {
        parts: boards
            .iter()
            .map(|(board, color)| part(evaluator, board, *color))
            .collect(),
        result: sample.result,
        score: sample.score as f32,
    }
}

fn part(evaluator: &Evaluator, board: &Board, color: Color) -> TexelPart {
    let mut gathered = Gathered::default();
    evaluator.trace(board, &mut gathered);
    // How much of either half counts is asked of the evaluation itself.
    let white = |middle, end| evaluator.tapered(board, middle, end) as f32;
    let sign = match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    let sum: i32 = gathered
        .terms
        .iter()
        .map(|(i, by)| evaluator.end_weight(usize::from(*i)) * i32::from(*by))
        .sum();
    let side = if sum > 0 { 10_000 } else { -10_000 };
    TexelPart {
        taper: evaluator.taper(),
        terms: gathered.terms,
        dangers: gathered.dangers,
        middle: sign * white(10_000, 0) / 10_000.0,
        end: sign * white(0, side) / side as f32,
    }
}

fn danger(part: &TexelPart, king: usize, values: &[f32]) -> f32 {
    let dangers = &values[2 * EvalWeights::term_count()..];
    part.dangers[king]
        .iter()
        .map(|(i, by)| dangers[usize::from(*i)] * f32::from(*by))
        .sum()
}

fn evaluate(row: &Row, values: &[f32]) -> f32 {
    row.parts.iter().map(|part| worth_of(part, values)).sum()
}

fn worth_of(part: &TexelPart, values: &[f32]) -> f32 {
    let (mut middle, mut end) = (0.0, 0.0);
    for (i, by) in &part.terms {
        let i = 2 * usize::from(*i);
        middle += values[i] * f32::from(*by);
        end += values[i + 1] * f32::from(*by);
    }
    for (king, sign) in [(0, -1.0), (1, 1.0)] {
        let (m, e) = danger_cost(part.taper, danger(part, king, values) as i32);
        middle += sign * m as f32;
        end += sign * e as f32;
    }
    part.middle * middle + part.end * end
}

/// Adds the gradient of one position; `slope` is that of the error by the score.
fn descend(row: &Row, values: &[f32], slope: f32, gradient: &mut [f32]) {
    for part in &row.parts {
        descend_by(part, values, slope, gradient);
    }
}

fn descend_by(part: &TexelPart, values: &[f32], slope: f32, gradient: &mut [f32]) {
    for (i, by) in &part.terms {
        let i = 2 * usize::from(*i);
        gradient[i] += slope * part.middle * f32::from(*by);
        gradient[i + 1] += slope * part.end * f32::from(*by);
    }
    let first = 2 * EvalWeights::term_count();
    for (king, sign) in [(0, -1.0), (1, 1.0)] {
        let danger = danger(part, king, values).clamp(0.0, 2400.0);
        if danger == 0.0 {
            continue;
        }
        // What `danger_cost` grows by.
        let steep = match part.taper {
            Taper::Men => part.middle * danger / 1024.0 + part.end / 12.0,
            Taper::Hands => (part.middle + part.end) * danger / 1024.0,
        };
        for (i, by) in &part.dangers[king] {
            gradient[first + usize::from(*i)] += slope * sign * steep * f32::from(*by);
        }
    }
}

/// The centipawns that are worth a factor of e in the odds, by which the score
/// of positions predicts results best.
fn scale(rows: &[Row], values: &[f32]) -> f32 {
    let worths: Vec<_> = rows
        .iter()
        .map(|r| (evaluate(r, values), r.result))
        .collect();
    let error = |scale: f32| -> f32 {
        worths
            .iter()
            .map(|(w, r)| (logistic(w / scale) - r).powi(2))
            .sum()
    };
    let (mut low, mut high) = (40.0_f32, 800.0_f32);
    while high - low > 1.0 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(a) < error(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f32::midpoint(low, high)
}

struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Self {
            mean: vec![0.0; count],
            square: vec![0.0; count],
            steps: 0,
        }
    }

    fn step(&mut self, values: &mut [f32], gradient: &[f32], rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let mean_bias = 1.0 - MEAN.powi(self.steps);
        let square_bias = 1.0 - SQUARE.powi(self.steps);
        for (i, value) in values.iter_mut().enumerate() {
            let g = gradient[i];
            self.mean[i] = MEAN * self.mean[i] + (1.0 - MEAN) * g;
            self.square[i] = SQUARE * self.square[i] + (1.0 - SQUARE) * g * g;
            // What no position has stays as it was.
            if self.square[i] > 0.0 {
                let step =
                    (self.mean[i] / mean_bias) / ((self.square[i] / square_bias).sqrt() + 1e-8);
                *value -= rate * step;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::selfplay;
    use boardwright::bughouse::Bughouse;
    use boardwright::chess::{CrazyhouseVariant, OneBoard};
    use boardwright::jobs::Control;
    use boardwright::state::Rules;
    use boardwright::value::Dict;

    type Zh = OneBoard<CrazyhouseVariant>;

    /// The positions of some games of a game.
    fn samples<G: Tuned>() -> Vec<TuningSample<G::Position>> {
        let rules = Rules::<G>::new(&Dict::new()).unwrap();
        let settings = selfplay::SelfplaySettings {
            nodes: 60,
            ply_limit: 120,
            ..selfplay::SelfplaySettings::default()
        };
        let control = Control::new(None);
        let mut all = Vec::new();
        for seed in 0.. {
            all.extend(G::record(&rules, &settings, seed, &control).unwrap());
            if all.len() > 1500 {
                break;
            }
        }
        let boards = all.iter().flat_map(|s| G::boards(&s.position));
        assert!(boards.into_iter().all(|(board, _)| !board.is_check()));
        all
    }

    /// That rows add up to what the evaluation says of all boards.
    fn rows_add_up<G: Tuned>() {
        let weights = G::shipped();
        let mut evaluator = Evaluator::new(Arc::clone(&weights));
        let values: Vec<f32> = weights.to_list().iter().map(|w| *w as f32).collect();
        for sample in samples::<G>().iter().take(300) {
            let exact: i32 = G::boards(&sample.position)
                .iter()
                .map(|(board, color)| {
                    let worth = evaluator.evaluate(board);
                    if board.turn() == *color {
                        worth
                    } else {
                        -worth
                    }
                })
                .sum();
            let ours = evaluate(&row::<G>(&evaluator, sample), &values);
            assert!((exact as f32 - ours).abs() < 6.0, "{exact} {ours}");
        }
    }

    #[test]
    fn rows_say_what_the_evaluation_says() {
        rows_add_up::<Zh>();
        rows_add_up::<Bughouse>();
    }

    #[test]
    fn fitting_lessens_the_error() {
        let samples = samples::<Zh>();
        let settings = TexelSettings {
            epochs: 8,
            ..TexelSettings::default()
        };
        let mut errors = Vec::new();
        let fitted = fit::<Zh>(
            &EvalWeights::shipped(true),
            &samples,
            &settings,
            "test",
            |p| {
                errors.push(p.error);
            },
        )
        .unwrap();
        assert!(errors[7] < errors[0], "{errors:?}");
        assert_eq!(fitted.note, "test");
        assert!(
            fit::<Zh>(
                &EvalWeights::shipped(true),
                &samples[..9],
                &settings,
                "",
                |_| {}
            )
            .is_err()
        );
    }
}
