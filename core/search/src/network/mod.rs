//! A small network as an evaluation: sparse inputs, one hidden layer, integers all through.
//!
//! A position sets some of many inputs, seen once from either side. Each view adds up the
//! weights of its inputs in an accumulator of `hidden` values of 16 bits, which is brought
//! from that of a similar position to this one by the inputs that differ
//! ([`Accumulators`]). The values of both views, that of the side to move first, are cut to
//! 0 to [`UNIT`], squared, weighted and summed; one set of output weights a bucket, which
//! the game chooses by the phase of play. Additions wrap, so every machine computes the same.
//!
//! `docs/network.md` describes inputs, file format and training.

mod accumulators;
mod file;
#[cfg(test)]
mod tests;

pub use accumulators::{Accumulators, InputLayout, Seen, SideView};
pub use file::{NarrowInputs, NetworkHeader};

use contract::error::{Error, Result};
use fearless_simd::prelude::*;
use fearless_simd::{i8x32, i16x32, i32x16};

/// The value 1 of a hidden neuron.
pub const UNIT: i16 = 255;
/// The value 1 of an output weight.
pub const OUTPUT_UNIT: i16 = 64;
/// The greatest magnitude of a weight: its product with [`UNIT`] fits 16 bits, and it takes a
/// byte of a file.
pub const WEIGHT_LIMIT: i16 = 127;
/// Numbers of hidden neurons are multiples of this, the numbers of the widest vector.
pub const LANES: usize = 32;
/// The greatest number of hidden neurons: the sum of a view fits 32 bits.
pub const HIDDEN_LIMIT: usize = 256;

/// Numbers of [`LANES`] hidden neurons, where vectors of every width can be loaded at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
struct Lanes([i16; LANES]);

impl Lanes {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S) -> i16x32<S> {
        i16x32::simd_from(simd, self.0)
    }
}

/// Weights to [`LANES`] hidden neurons, a byte each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
struct ByteLanes([i8; LANES]);

impl ByteLanes {
    /// The weights as wide as sums are.
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S) -> i16x32<S> {
        let (first, second) = i8x32::simd_from(simd, self.0).widen();
        first.combine(second)
    }
}

/// A trained network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    header: NetworkHeader,
    /// By input, then by hidden neuron that it leads to.
    input_weights: Vec<ByteLanes>,
    /// By hidden neuron.
    input_biases: Vec<Lanes>,
    /// By bucket, then by view, then by hidden neuron.
    output_weights: Vec<Lanes>,
    /// By bucket, in parts of [`UNIT`] times [`OUTPUT_UNIT`].
    output_biases: Vec<i32>,
    hash: u64,
}

/// The numbers of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkWeights {
    /// By input, then by hidden neuron that it leads to.
    pub input: Vec<i16>,
    /// By hidden neuron.
    pub input_biases: Vec<i16>,
    /// By bucket, then by view (the side to move first), then by hidden neuron.
    pub output: Vec<i16>,
    /// By bucket, in parts of [`UNIT`] times [`OUTPUT_UNIT`].
    pub output_biases: Vec<i32>,
}

impl Network {
    /// A network of these numbers.
    ///
    /// # Errors
    ///
    /// `invalid_option` where their counts are not those of the header, or a value is beyond
    /// its limit.
    pub fn new(header: NetworkHeader, weights: NetworkWeights) -> Result<Self> {
        let wrong = |text: String| Err(Error::invalid_option(format!("network: {text}")));
        let NetworkHeader {
            inputs,
            hidden,
            buckets,
            ..
        } = header;
        if hidden == 0 || hidden % LANES != 0 || hidden > HIDDEN_LIMIT {
            return wrong(format!(
                "hidden: takes a multiple of {LANES} up to {HIDDEN_LIMIT}, {hidden} given"
            ));
        }
        if inputs == 0 || buckets == 0 {
            return wrong("inputs and buckets: at least one of each".into());
        }
        if let Some(narrow) = header.narrow
            && (narrow.hidden == 0 || narrow.hidden % LANES != 0 || narrow.hidden > hidden)
        {
            return wrong(format!(
                "narrow: hidden: takes a multiple of {LANES} up to {hidden}, {} given",
                narrow.hidden
            ));
        }
        let counts = [
            ("input weights", weights.input.len(), header.input_weights()),
            ("input biases", weights.input_biases.len(), Some(hidden)),
            (
                "output weights",
                weights.output.len(),
                buckets.checked_mul(2 * hidden),
            ),
            ("output biases", weights.output_biases.len(), Some(buckets)),
        ];
        for (name, given, due) in counts {
            if Some(given) != due {
                return wrong(format!("{name}: {given} do not fit the header"));
            }
        }
        if header.scale == 0 || header.scale > 10_000 {
            return wrong(format!("scale: takes 1 to 10000, {} given", header.scale));
        }
        let beyond = |w: &&i16| !(-WEIGHT_LIMIT..=WEIGHT_LIMIT).contains(*w);
        for (name, weights) in [("input", &weights.input), ("output", &weights.output)] {
            if let Some(weight) = weights.iter().find(beyond) {
                return wrong(format!(
                    "{name} weights: at most {WEIGHT_LIMIT} in magnitude, {weight} given"
                ));
            }
        }
        let mut network = Self {
            header,
            input_weights: in_bytes(&weights.input),
            input_biases: in_lanes(&weights.input_biases),
            output_weights: in_lanes(&weights.output),
            output_biases: weights.output_biases,
            hash: 0,
        };
        network.hash = network.computed_hash();
        Ok(network)
    }

    /// The numbers, as [`Network::new`] takes them.
    #[must_use]
    pub fn weights(&self) -> NetworkWeights {
        let numbers = |lanes| out_of_lanes(lanes).collect();
        NetworkWeights {
            input: out_of_bytes(&self.input_weights).map(i16::from).collect(),
            input_biases: numbers(&self.input_biases),
            output: numbers(&self.output_weights),
            output_biases: self.output_biases.clone(),
        }
    }

    /// Name, game and sizes.
    #[must_use]
    pub const fn header(&self) -> &NetworkHeader {
        &self.header
    }

    /// Hash of the numbers, the same on every machine; eight hexadecimal digits tell
    /// networks apart.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Name and hash, as `crazyhouse-2 (1f0c33ab)`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{} ({:08x})", self.header.name, self.hash >> 32)
    }

    /// Number of [`LANES`] of a view.
    const fn chunks(&self) -> usize {
        self.header.hidden / LANES
    }

    /// The first of the inputs that are [narrow](NetworkHeader::narrow), and the number of
    /// [`LANES`] to which they lead; without such inputs the first of all, and all.
    fn narrow(&self) -> (usize, usize) {
        match self.header.narrow {
            Some(narrow) => (narrow.first, narrow.hidden / LANES),
            None => (0, self.chunks()),
        }
    }

    /// The score for the side to move, in centipawns, by the accumulators of its view and of
    /// the other one.
    #[inline(always)]
    fn output<S: Simd>(&self, simd: S, mover: &[Lanes], other: &[Lanes], bucket: usize) -> i32 {
        let chunks = self.chunks();
        let weights = &self.output_weights[bucket * 2 * chunks..][..2 * chunks];
        let (for_mover, for_other) = weights.split_at(chunks);
        let sum = i64::from(weighted(simd, mover, for_mover))
            + i64::from(weighted(simd, other, for_other));
        let unit = i64::from(UNIT);
        let value = sum / unit + i64::from(self.output_biases[bucket]);
        (value * i64::from(self.header.scale) / (unit * i64::from(OUTPUT_UNIT))) as i32
    }
}

/// Cuts numbers into [`LANES`], of which there is a whole number.
fn in_lanes(numbers: &[i16]) -> Vec<Lanes> {
    numbers.as_chunks().0.iter().copied().map(Lanes).collect()
}

/// Cuts weights into [`LANES`], each of which fits a byte.
fn in_bytes(weights: &[i16]) -> Vec<ByteLanes> {
    let narrow = |lanes: &[i16; LANES]| ByteLanes(lanes.map(|weight| weight as i8));
    weights.as_chunks().0.iter().map(narrow).collect()
}

/// The weights that were cut into lanes.
fn out_of_bytes(lanes: &[ByteLanes]) -> impl Iterator<Item = i8> {
    lanes.iter().flat_map(|lanes| lanes.0)
}

/// The numbers that were cut into lanes.
fn out_of_lanes(lanes: &[Lanes]) -> impl Iterator<Item = i16> {
    lanes.iter().flat_map(|lanes| lanes.0)
}

/// The sum of weighted squares. It fits: [`HIDDEN_LIMIT`] weights of at most [`WEIGHT_LIMIT`].
#[inline(always)]
fn weighted<S: Simd>(simd: S, values: &[Lanes], weights: &[Lanes]) -> i32 {
    let (least, greatest) = (i16x32::splat(simd, 0), i16x32::splat(simd, UNIT));
    let mut sum = i32x16::splat(simd, 0);
    for (values, weights) in values.iter().zip(weights) {
        let value = values.load(simd).max(least).min(greatest);
        sum += value.pairwise_dot_product(value * weights.load(simd));
    }
    sum.reduce_sum()
}
