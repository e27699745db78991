//! A network in training: its numbers as floats, a pass forward and back, and rounding to integers.

use std::ops::Range;

use boardwright::chess::eval::inputs::{FIRST_ROUND, Layout};
use boardwright::error::{Error, Result};
use boardwright::rng::Rng;
use boardwright::search::network::{
    NarrowInputs, Network, NetworkHeader, NetworkWeights, OUTPUT_UNIT, UNIT,
};

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
    /// Number of those to which inputs other than pieces lead.
    pub(crate) narrow: usize,
    /// Number of sets of output weights.
    pub(crate) buckets: usize,
}

impl Sizes {
    /// The header of a network of these sizes.
    pub(crate) fn header(self, name: &str, scale: u32) -> NetworkHeader {
        let sizes = [self.layout.inputs(), self.hidden, self.buckets];
        let narrow = self.narrow != self.hidden && self.layout.inputs() > FIRST_ROUND;
        NetworkHeader {
            narrow: narrow.then_some(NarrowInputs {
                first: FIRST_ROUND,
                hidden: self.narrow,
            }),
            ..NetworkHeader::new(name, self.layout.name(), sizes, scale)
        }
    }

    /// The places of the weights of an input.
    fn row(self, input: usize) -> Range<usize> {
        let wide = input.min(FIRST_ROUND) * self.hidden;
        match input.checked_sub(FIRST_ROUND) {
            None => wide..wide + self.hidden,
            Some(over) => {
                let start = wide + over * self.narrow;
                start..start + self.narrow
            }
        }
    }

    pub(super) fn input_biases(self) -> usize {
        self.row(self.layout.inputs()).start
    }

    pub(super) fn output(self) -> usize {
        self.input_biases() + self.hidden
    }

    pub(super) fn output_biases(self) -> usize {
        self.output() + self.buckets * 2 * self.hidden
    }

    pub(super) fn total(self) -> usize {
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
    /// the unit of the logistic function. Inputs that it lacks begin without weights.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a network of other sizes.
    pub(super) fn of(network: &Network, sizes: Sizes, scale: f32) -> Result<Self> {
        let header = network.header();
        let fits = Layout::named(&header.layout).is_some_and(|layout| {
            let own = Sizes { layout, ..sizes };
            let of_its_inputs = own.header(&header.name, header.scale);
            layout.inputs() <= sizes.layout.inputs() && of_its_inputs == *header
        });
        if !fits {
            return Err(Error::invalid_option(
                "network: its sizes are not those of the one to be trained",
            ));
        }
        let lacking = sizes.input_biases() - sizes.row(header.inputs).start;
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
            .chain(std::iter::repeat_n(0.0, lacking))
            .chain(floats(weights.input_biases, UNIT))
            .chain(floats(weights.output, OUTPUT_UNIT).map(|weight| weight * share))
            .chain(
                weights
                    .output_biases
                    .into_iter()
                    .map(|bias| bias as f32 / wide * share),
            );
        Ok(Self {
            sizes,
            values: values.collect(),
        })
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
                let row = &self.values[self.sizes.row(usize::from(*input))];
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
                let row = &mut gradient[self.sizes.row(usize::from(*input))];
                for (to, by) in row.iter_mut().zip(sums.iter()) {
                    *to += by;
                }
            }
        }
    }

    /// The network in integers.
    pub(super) fn rounded(&self, name: &str, scale: u32) -> Result<Network> {
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
        let header = self.sizes.header(name, scale);
        Network::new(header, weights)
    }
}
