//! A network in training: its numbers as floats, a pass forward and back, and rounding to integers.

use boardwright::chess::eval::inputs::Layout;
use boardwright::error::Result;
use boardwright::rng::Rng;
use boardwright::search::network::{Network, NetworkHeader, NetworkWeights, OUTPUT_UNIT, UNIT};

use super::samples::PackedBoard;

/// The greatest magnitude of the first weights of inputs.
const FIRST_SPREAD: f32 = 0.03;

/// Sizes of a network in training.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The inputs.
    pub(crate) layout: Layout,
    /// Number of hidden neurons of a view.
    pub(crate) hidden: usize,
    /// Number of sets of output weights.
    pub(crate) buckets: usize,
}

impl Sizes {
    pub(super) const fn input_biases(self) -> usize {
        self.layout.inputs() * self.hidden
    }

    pub(super) const fn output(self) -> usize {
        self.input_biases() + self.hidden
    }

    pub(super) const fn output_biases(self) -> usize {
        self.output() + self.buckets * 2 * self.hidden
    }

    pub(super) const fn total(self) -> usize {
        self.output_biases() + self.buckets
    }
}

/// All numbers of a network in a row, as they are trained.
#[derive(Clone, Debug)]
pub(super) struct FloatNetwork {
    pub(super) sizes: Sizes,
    pub(super) values: Vec<f32>,
}

/// One pass forward of a board.
#[derive(Clone, Debug)]
pub(super) struct Forward {
    inputs: [Vec<u16>; 2],
    sums: [Vec<f32>; 2],
}

impl Forward {
    pub(super) fn new(hidden: usize) -> Self {
        Self {
            inputs: [Vec::with_capacity(128), Vec::with_capacity(128)],
            sums: [vec![0.0; hidden], vec![0.0; hidden]],
        }
    }
}

impl FloatNetwork {
    pub(super) fn random(sizes: Sizes, rng: &mut Rng) -> Self {
        let mut values = vec![0.0; sizes.total()];
        // Small, for what is hardly ever seen keeps its first weights.
        let mut fill = |from: usize, to: usize, spread: f32| {
            for value in &mut values[from..to] {
                *value = (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * spread;
            }
        };
        fill(0, sizes.input_biases(), FIRST_SPREAD);
        let spread = (1.0 / (2 * sizes.hidden) as f32).sqrt();
        fill(sizes.output(), sizes.output_biases(), spread);
        for bias in &mut values[sizes.input_biases()..sizes.output()] {
            *bias = 0.1;
        }
        Self { sizes, values }
    }

    /// The numbers of a network in integers, its scores as they are where so many centipawns are
    /// the unit of the logistic function.
    pub(super) fn of(network: &Network, sizes: Sizes, scale: f32) -> Self {
        let header = network.header();
        let share = header.scale as f32 / scale;
        let weights = network.weights();
        let floats = |numbers: Vec<i16>, unit: i16| {
            let unit = f32::from(unit);
            numbers
                .into_iter()
                .map(move |number| f32::from(number) / unit)
        };
        let wide = f32::from(UNIT) * f32::from(OUTPUT_UNIT);
        let values = floats(weights.input, UNIT)
            .chain(floats(weights.input_biases, UNIT))
            .chain(floats(weights.output, OUTPUT_UNIT).map(|weight| weight * share))
            .chain(
                weights
                    .output_biases
                    .into_iter()
                    .map(|bias| bias as f32 / wide * share),
            );
        Self {
            sizes,
            values: values.collect(),
        }
    }

    /// The output for the mover of a board, in units of the logistic function.
    pub(super) fn forward(&self, board: &PackedBoard, pass: &mut Forward) -> f32 {
        let Sizes { hidden, .. } = self.sizes;
        let [mover, other] = &mut pass.inputs;
        board.inputs(self.sizes.layout, mover, other);
        let biases = &self.values[self.sizes.input_biases()..][..hidden];
        let bucket = usize::from(board.bucket);
        let mut y = self.values[self.sizes.output_biases() + bucket];
        for side in 0..2 {
            let sums = &mut pass.sums[side];
            sums.copy_from_slice(biases);
            for input in &pass.inputs[side] {
                let row = &self.values[usize::from(*input) * hidden..][..hidden];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            let out = &self.values[self.sizes.output() + (bucket * 2 + side) * hidden..][..hidden];
            let mut lanes = [0.0_f32; 16];
            for (sums, out) in sums.chunks_exact(16).zip(out.chunks_exact(16)) {
                for i in 0..16 {
                    let value = sums[i].clamp(0.0, 1.0);
                    lanes[i] += value * value * out[i];
                }
            }
            y += lanes.iter().sum::<f32>();
        }
        y
    }

    /// Adds the gradient of an error that grows by `slope` with the output of the board.
    pub(super) fn backward(
        &self,
        board: &PackedBoard,
        pass: &mut Forward,
        slope: f32,
        gradient: &mut [f32],
    ) {
        let Sizes { hidden, .. } = self.sizes;
        let bucket = usize::from(board.bucket);
        gradient[self.sizes.output_biases() + bucket] += slope;
        for side in 0..2 {
            let at = self.sizes.output() + (bucket * 2 + side) * hidden;
            let out = &self.values[at..][..hidden];
            let sums = &mut pass.sums[side];
            for ((sum, out), to) in sums.iter_mut().zip(out).zip(&mut gradient[at..at + hidden]) {
                let value = sum.clamp(0.0, 1.0);
                *to += slope * value * value;
                let inside = if *sum > 0.0 && *sum < 1.0 {
                    2.0 * value
                } else {
                    0.0
                };
                *sum = slope * *out * inside;
            }
            let biases = &mut gradient[self.sizes.input_biases()..][..hidden];
            for (to, by) in biases.iter_mut().zip(sums.iter()) {
                *to += by;
            }
            for input in &pass.inputs[side] {
                let row = &mut gradient[usize::from(*input) * hidden..][..hidden];
                for (to, by) in row.iter_mut().zip(sums.iter()) {
                    *to += by;
                }
            }
        }
    }

    /// The network in integers.
    pub(super) fn rounded(&self, name: &str, scale: u32) -> Result<Network> {
        let Sizes {
            layout,
            hidden,
            buckets,
        } = self.sizes;
        let shorts = |from: usize, to: usize, unit: i16| -> Vec<i16> {
            self.values[from..to]
                .iter()
                .map(|v| (v * f32::from(unit)).round() as i16)
                .collect()
        };
        let wide = f32::from(UNIT) * f32::from(OUTPUT_UNIT);
        let weights = NetworkWeights {
            input: shorts(0, self.sizes.input_biases(), UNIT),
            input_biases: shorts(self.sizes.input_biases(), self.sizes.output(), UNIT),
            output: shorts(self.sizes.output(), self.sizes.output_biases(), OUTPUT_UNIT),
            output_biases: self.values[self.sizes.output_biases()..]
                .iter()
                .map(|v| (v * wide).round() as i32)
                .collect(),
        };
        let header = NetworkHeader::new(
            name,
            layout.name(),
            [layout.inputs(), hidden, buckets],
            scale,
        );
        Network::new(header, weights)
    }
}
