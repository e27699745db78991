//! Accumulators that follow a search: each position begins from a similar one.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i16x32};

use super::{ByteLanes, LANES, Lanes, Network};

/// The side from which a position is seen, and if its board is mirrored for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideView {
    /// True for the second side.
    pub second: bool,
    /// True if left and right are exchanged.
    pub mirrored: bool,
}

/// Facts of a position besides its bits that its evaluation needs.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The views of the first and of the second side.
    pub views: [SideView; 2],
    /// True if the second side is to move.
    pub second_moves: bool,
    /// The set of output weights.
    pub bucket: usize,
    /// Any number, the same for positions that are likely similar, and one more for those that
    /// follow them.
    pub ply: usize,
}

/// Numbering of the inputs of a network. A position is the set of bits of `WORDS` words,
/// the same for both views; a view gives each bit its number.
pub trait InputLayout<const WORDS: usize> {
    /// The first of the words whose inputs may be [narrow](super::NetworkHeader::narrow); so are
    /// those of all words after it.
    const NARROW: usize = WORDS;

    /// Number of an input of a view, less than the number of inputs of the network.
    fn number(word: usize, bit: u32, view: SideView) -> usize;
}

/// Number of positions that are remembered. Positions of one ply share a place.
const PLACES: usize = 32;
/// The index of the changes from nothing.
const NOTHING: usize = 2;

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
    /// Room for the changes from the position before, from another one of the ply, and from
    /// nothing.
    changes: [Changes; 3],
    /// The vectors that the processor has.
    level: Level,
}

/// The bits that a position gains and those that it loses on the way to another, each a word and a
/// place in it: of words before [`InputLayout::NARROW`], and of others.
#[derive(Clone, Debug, Default)]
struct Changes([[Vec<u16>; 2]; 2]);

impl Changes {
    /// Finds the bits in which two positions differ, in the words of a set.
    #[inline(always)]
    fn find<L: InputLayout<WORDS>, const WORDS: usize>(
        &mut self,
        from: &[u64; WORDS],
        to: &[u64; WORDS],
        differing: u64,
    ) {
        self.0.as_flattened_mut().iter_mut().for_each(Vec::clear);
        for word in ones(differing) {
            let old = from[word as usize];
            let lists = &mut self.0[usize::from(word as usize >= L::NARROW)];
            // One loop for both, whose end is guessed wrong once and not twice.
            for bit in ones(old ^ to[word as usize]) {
                lists[(old >> bit & 1) as usize].push((word * 64 + bit) as u16);
            }
        }
    }
}

/// The way to an accumulator.
struct Step<'n> {
    network: &'n Network,
    /// The accumulator that it is made from; `None` for the biases.
    from: Option<usize>,
    /// The index of the changes that lead there.
    changes: usize,
    to: usize,
    view: SideView,
}

impl<const WORDS: usize> Accumulators<WORDS> {
    const EMPTY: [u64; WORDS] = [0; WORDS];

    /// Accumulators of a network, none known yet.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        Self::with_level(network, Level::new())
    }

    /// Accumulators that are computed with these vectors; all give the same.
    pub(super) fn with_level(network: &Network, level: Level) -> Self {
        let chunks = network.chunks();
        let nothing = Known {
            bits: Self::EMPTY,
            views: [None; 2],
        };
        Self {
            known: vec![nothing; PLACES],
            values: vec![Lanes::default(); PLACES * 2 * chunks],
            chunks,
            changes: Default::default(),
            level,
        }
    }

    /// Evaluates a position for the side to move, in centipawns.
    ///
    /// The network must be the one that these accumulators were made for.
    #[inline]
    pub fn evaluate<L: InputLayout<WORDS>>(
        &mut self,
        network: &Network,
        bits: &[u64; WORDS],
        seen: Seen,
    ) -> i32 {
        dispatch!(self.level, simd => {
            self.follow::<L, _>(simd, network, bits, seen);
            self.output(simd, network, seen)
        })
    }

    /// Brings the accumulators of the place of a ply to a position.
    #[inline(always)]
    fn follow<L: InputLayout<WORDS>, S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        bits: &[u64; WORDS],
        Seen { views, ply, .. }: Seen,
    ) {
        let place = ply % PLACES;
        let before = (ply + PLACES - 1) % PLACES;
        let sources = [before, place];
        let differing = sources.map(|p| differing_words(&self.known[p].bits, bits));
        // Both views mostly come from the same place, and so by the same changes.
        let mut found = [false; 3];
        for (side, view) in views.into_iter().enumerate() {
            let usable = |p: usize| self.known[p].views[side] == Some(view);
            let source = match (usable(before), usable(place)) {
                (true, true) if differing[0].count_ones() <= differing[1].count_ones() => Some(0),
                (_, true) => Some(1),
                (true, false) => Some(0),
                (false, false) => None,
            };
            let changes = source.unwrap_or(NOTHING);
            if !found[changes] {
                let (from, differing) = match source {
                    Some(source) => (&self.known[sources[source]].bits, differing[source]),
                    None => (&Self::EMPTY, differing_words(&Self::EMPTY, bits)),
                };
                self.changes[changes].find::<L, WORDS>(from, bits, differing);
                found[changes] = true;
            }
            let step = Step {
                network,
                from: source.map(|source| sources[source] * 2 + side),
                changes,
                to: place * 2 + side,
                view,
            };
            self.apply::<L, S>(simd, &step);
        }
        self.known[place] = Known {
            bits: *bits,
            views: views.map(Some),
        };
    }

    /// The score of the position of a ply for the side to move.
    #[inline(always)]
    fn output<S: Simd>(&self, simd: S, network: &Network, seen: Seen) -> i32 {
        let (place, bucket, chunks) = (seen.ply % PLACES, seen.bucket, self.chunks);
        let (first, second) = self.values[place * 2 * chunks..][..2 * chunks].split_at(chunks);
        match seen.second_moves {
            false => network.output(simd, first, second, bucket),
            true => network.output(simd, second, first, bucket),
        }
    }

    /// Makes an accumulator, in parts of as many [`Lanes`] as there are registers for: each part
    /// walks through all changes of inputs that lead there.
    #[inline(always)]
    fn apply<L: InputLayout<WORDS>, S: Simd>(&mut self, simd: S, step: &Step<'_>) {
        let (_, narrow) = step.network.narrow();
        let mut first = 0;
        while first < self.chunks {
            let end = if first < narrow { narrow } else { self.chunks };
            let rest = end - first;
            first += match S::i16s::LEN {
                LANES.. if rest >= 8 => self.apply_to::<L, S, 8>(simd, step, first),
                LANES.. if rest >= 6 => self.apply_to::<L, S, 6>(simd, step, first),
                16.. if rest >= 4 => self.apply_to::<L, S, 4>(simd, step, first),
                16.. if rest >= 3 => self.apply_to::<L, S, 3>(simd, step, first),
                _ if rest >= 2 => self.apply_to::<L, S, 2>(simd, step, first),
                _ => self.apply_to::<L, S, 1>(simd, step, first),
            };
        }
    }

    /// Makes a part of an accumulator, and returns its length; sums that do not fit wrap.
    #[inline(always)]
    fn apply_to<L: InputLayout<WORDS>, S: Simd, const LENGTH: usize>(
        &mut self,
        simd: S,
        step: &Step<'_>,
        first: usize,
    ) -> usize {
        let (network, chunks) = (step.network, self.chunks);
        let part = |of: usize| of * chunks + first..of * chunks + first + LENGTH;
        let values = match step.from {
            Some(from) => &self.values[part(from)],
            None => &network.input_biases[part(0)],
        };
        let mut sums: [i16x32<S>; LENGTH] = std::array::from_fn(|i| values[i].load(simd));
        let number =
            |item: &u16| L::number(usize::from(item / 64), u32::from(item % 64), step.view);
        let Changes([wide, others]) = &self.changes[step.changes];
        let row = |item: &u16| &network.input_weights[part(number(item))];
        add(simd, &mut sums, wide, row);
        let (narrow_first, narrow) = network.narrow();
        if first < narrow {
            let start = narrow_first * chunks + first;
            let row = |item: &u16| {
                let start = start + (number(item) - narrow_first) * narrow;
                &network.input_weights[start..start + LENGTH]
            };
            add(simd, &mut sums, others, row);
        }
        let made = &mut self.values[part(step.to)];
        for (made, sum) in made.iter_mut().zip(sums) {
            made.0 = sum.into();
        }
        LENGTH
    }
}

/// Adds the weights of what is gained, and takes off those of what is lost.
#[inline(always)]
fn add<'n, S: Simd, const LENGTH: usize>(
    simd: S,
    sums: &mut [i16x32<S>; LENGTH],
    [gained, lost]: &[Vec<u16>; 2],
    row: impl Fn(&u16) -> &'n [ByteLanes],
) {
    for weights in gained.iter().map(&row) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum += weights.load(simd);
        }
    }
    for weights in lost.iter().map(&row) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum -= weights.load(simd);
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

/// The bits of a word.
#[inline(always)]
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
