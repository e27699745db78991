//! Accumulators that follow a search: each position begins from a similar one.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i16x32};

use super::{Lanes, Network};

/// The side from which a position is seen, and if its board is mirrored for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideView {
    /// True for the second side.
    pub second: bool,
    /// True if left and right are exchanged.
    pub mirrored: bool,
}

/// Numbering of the inputs of a network. A position is the set of bits of `WORDS` words,
/// the same for both views; a view gives each bit its number.
pub trait InputLayout<const WORDS: usize> {
    /// Number of an input of a view, less than the number of inputs of the network.
    fn number(word: usize, bit: u32, view: SideView) -> usize;
}

/// The greatest number of inputs that an accumulator gains or loses one by one; with more of
/// them it is made from nothing.
const CHANGES: usize = 16;
/// Number of positions that are remembered. Positions of one ply share a place.
const PLACES: usize = 32;

/// A position whose accumulators are known.
#[derive(Clone, Copy, Debug)]
struct Known<const WORDS: usize> {
    bits: [u64; WORDS],
    /// `None` where the accumulator of the view is not known.
    views: [Option<SideView>; 2],
}

/// Accumulators of the positions evaluated last, one for each ply. A position is reached
/// from the one before it, or from another one of its ply, whichever differs in fewer words.
#[derive(Clone, Debug)]
pub struct Accumulators<const WORDS: usize> {
    known: Vec<Known<WORDS>>,
    /// By place, by view, by hidden neuron.
    values: Vec<Lanes>,
    /// Number of [`Lanes`] of an accumulator.
    chunks: usize,
    /// The vectors that the processor has.
    level: Level,
}

/// Up to [`CHANGES`] bits, each a word and a place in it, then the inputs that they are.
#[derive(Clone, Copy)]
struct Few {
    items: [u16; CHANGES],
    count: usize,
}

impl Few {
    const NONE: Self = Self {
        items: [0; CHANGES],
        count: 0,
    };

    /// Adds the bits of a word; `None` where there is no room for all of them.
    #[inline(always)]
    fn extend(&mut self, word: usize, bits: u64) -> Option<()> {
        for bit in ones(bits) {
            *self.items.get_mut(self.count)? = (word * 64) as u16 | bit as u16;
            self.count += 1;
        }
        Some(())
    }

    /// The inputs that the bits are for a view.
    #[inline(always)]
    fn inputs<const WORDS: usize, L: InputLayout<WORDS>>(&self, view: SideView) -> Self {
        let mut inputs = Self::NONE;
        inputs.count = self.count;
        for (input, item) in inputs.items.iter_mut().zip(self.items()) {
            let (word, bit) = (usize::from(item / 64), u32::from(item % 64));
            *input = L::number(word, bit, view) as u16;
        }
        inputs
    }

    #[inline(always)]
    fn items(&self) -> &[u16] {
        &self.items[..self.count]
    }
}

/// The bits that a position gains and loses on the way to another.
#[derive(Clone, Copy)]
struct Changes {
    gained: Few,
    lost: Few,
}

/// An accumulator, and the inputs that another one has gained and lost.
struct Step {
    from: usize,
    gained: Few,
    lost: Few,
}

impl<const WORDS: usize> Accumulators<WORDS> {
    /// Accumulators of a network, none known yet.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        Self::with_level(network, Level::new())
    }

    /// Accumulators that are computed with these vectors; all give the same.
    pub(super) fn with_level(network: &Network, level: Level) -> Self {
        let chunks = network.chunks();
        let nothing = Known {
            bits: [0; WORDS],
            views: [None; 2],
        };
        Self {
            known: vec![nothing; PLACES],
            values: vec![Lanes::default(); PLACES * 2 * chunks],
            chunks,
            level,
        }
    }

    /// Evaluates a position for the side to move, in centipawns. `views` are those of the
    /// first and the second side; `ply` helps to find a similar position and may be any number.
    ///
    /// The network must be the one that these accumulators were made for.
    #[inline]
    pub fn evaluate<L: InputLayout<WORDS>>(
        &mut self,
        network: &Network,
        bits: &[u64; WORDS],
        views: [SideView; 2],
        second_moves: bool,
        bucket: usize,
        ply: usize,
    ) -> i32 {
        dispatch!(self.level, simd => {
            self.follow::<L, _>(simd, network, bits, views, ply);
            self.output(simd, network, ply, second_moves, bucket)
        })
    }

    /// Brings the accumulators of the place of a ply to a position.
    #[inline(always)]
    fn follow<L: InputLayout<WORDS>, S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        bits: &[u64; WORDS],
        views: [SideView; 2],
        ply: usize,
    ) {
        let place = ply % PLACES;
        let before = (ply + PLACES - 1) % PLACES;
        let differing = [before, place].map(|p| differing_words(&self.known[p].bits, bits));
        // Both views mostly come from the same place, and so by the same changes.
        let mut found: [Option<Option<Changes>>; 2] = [None, None];
        for (side, view) in views.into_iter().enumerate() {
            let usable = |p: usize| self.known[p].views[side] == Some(view);
            let source = match (usable(before), usable(place)) {
                (true, true) if differing[0].count_ones() <= differing[1].count_ones() => Some(0),
                (_, true) => Some(1),
                (true, false) => Some(0),
                (false, false) => None,
            };
            let to = place * 2 + side;
            let step = source.and_then(|source| {
                let at = [before, place][source];
                let known = &self.known[at].bits;
                let changes = found[source]
                    .get_or_insert_with(|| changes(known, bits, differing[source]))
                    .as_ref()?;
                Some(Step {
                    from: at * 2 + side,
                    gained: changes.gained.inputs::<WORDS, L>(view),
                    lost: changes.lost.inputs::<WORDS, L>(view),
                })
            });
            match step {
                Some(step) => self.apply(simd, network, &step, to),
                None => self.make::<L>(network, bits, to, view),
            }
        }
        self.known[place] = Known {
            bits: *bits,
            views: views.map(Some),
        };
    }

    /// The score of the position of a ply for the side to move.
    #[inline(always)]
    fn output<S: Simd>(
        &self,
        simd: S,
        network: &Network,
        ply: usize,
        second_moves: bool,
        bucket: usize,
    ) -> i32 {
        let (place, chunks) = (ply % PLACES, self.chunks);
        let (first, second) = self.values[place * 2 * chunks..][..2 * chunks].split_at(chunks);
        match second_moves {
            false => network.output(simd, first, second, bucket),
            true => network.output(simd, second, first, bucket),
        }
    }

    /// Makes an accumulator from nothing.
    #[cold]
    fn make<L: InputLayout<WORDS>>(
        &mut self,
        network: &Network,
        bits: &[u64; WORDS],
        to: usize,
        view: SideView,
    ) {
        let values = &mut self.values[to * self.chunks..][..self.chunks];
        values.copy_from_slice(&network.input_biases);
        for (word, bits) in bits.iter().enumerate() {
            for bit in ones(*bits) {
                let weights = network.input(L::number(word, bit, view));
                for (values, weights) in values.iter_mut().zip(weights) {
                    for (value, weight) in values.0.iter_mut().zip(weights.0) {
                        *value = value.wrapping_add(weight);
                    }
                }
            }
        }
    }

    /// Makes an accumulator from another one.
    #[inline(always)]
    fn apply<S: Simd>(&mut self, simd: S, network: &Network, step: &Step, to: usize) {
        // As much at once as there are registers for.
        if S::i16s::LEN < 16 {
            self.apply_by::<S, 2>(simd, network, step, to);
        } else {
            self.apply_by::<S, 4>(simd, network, step, to);
        }
    }

    /// Makes an accumulator in parts of so many [`Lanes`], and what is left of it singly.
    #[inline(always)]
    fn apply_by<S: Simd, const LENGTH: usize>(
        &mut self,
        simd: S,
        network: &Network,
        step: &Step,
        to: usize,
    ) {
        let whole = self.chunks / LENGTH * LENGTH;
        for first in (0..whole).step_by(LENGTH) {
            self.apply_to::<S, LENGTH>(simd, network, step, to, first);
        }
        for first in whole..self.chunks {
            self.apply_to::<S, 1>(simd, network, step, to, first);
        }
    }

    /// Makes a part of an accumulator; sums that do not fit wrap.
    #[inline(always)]
    fn apply_to<S: Simd, const LENGTH: usize>(
        &mut self,
        simd: S,
        network: &Network,
        step: &Step,
        to: usize,
        first: usize,
    ) {
        let part = |of: usize| of * self.chunks + first..of * self.chunks + first + LENGTH;
        let values = &self.values[part(step.from)];
        let mut sums: [i16x32<S>; LENGTH] = std::array::from_fn(|i| values[i].load(simd));
        for number in step.gained.items() {
            let weights = &network.input_weights[part(usize::from(*number))];
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum += weights.load(simd);
            }
        }
        for number in step.lost.items() {
            let weights = &network.input_weights[part(usize::from(*number))];
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum -= weights.load(simd);
            }
        }
        let made = &mut self.values[part(to)];
        for (made, sum) in made.iter_mut().zip(sums) {
            made.0 = sum.into();
        }
    }
}

/// The set of the words in which two positions differ.
#[inline(always)]
fn differing_words<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> u64 {
    const { assert!(WORDS <= 64) };
    let mut set = 0;
    for i in 0..WORDS {
        set |= u64::from(a[i] != b[i]) << i;
    }
    set
}

/// The bits in which two positions differ; `None` where there are too many.
#[inline(always)]
fn changes<const WORDS: usize>(
    from: &[u64; WORDS],
    to: &[u64; WORDS],
    differing: u64,
) -> Option<Changes> {
    let mut changes = Changes {
        gained: Few::NONE,
        lost: Few::NONE,
    };
    for word in ones(differing).map(|word| word as usize) {
        let (old, new) = (from[word], to[word]);
        changes.gained.extend(word, new & !old)?;
        changes.lost.extend(word, old & !new)?;
    }
    Some(changes)
}

/// The bits of a word.
#[inline(always)]
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
