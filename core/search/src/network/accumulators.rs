//! Accumulators that follow a search: each position begins from a similar one.

use super::{LANES, Network};

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

/// The greatest number of inputs that are changed one by one; with more of them an
/// accumulator is made from nothing.
const CHANGES: usize = 32;
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
    values: Vec<i16>,
    hidden: usize,
}

/// The inputs that an accumulator gains and loses.
struct Changes {
    gained: [u16; CHANGES],
    gained_count: usize,
    lost: [u16; CHANGES],
    lost_count: usize,
}

impl<const WORDS: usize> Accumulators<WORDS> {
    /// Accumulators of a network, none known yet.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        let hidden = network.header().hidden;
        let nothing = Known {
            bits: [0; WORDS],
            views: [None; 2],
        };
        Self {
            known: vec![nothing; PLACES],
            values: vec![0; PLACES * 2 * hidden],
            hidden,
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
        let place = ply % PLACES;
        let before = (ply + PLACES - 1) % PLACES;
        let differing = [before, place].map(|p| differing_words(&self.known[p].bits, bits));
        for (side, view) in views.into_iter().enumerate() {
            let usable = |p: usize| self.known[p].views[side] == Some(view);
            let source = match (usable(before), usable(place)) {
                (true, true) if differing[0] <= differing[1] => Some(before),
                (_, true) => Some(place),
                (true, false) => Some(before),
                (false, false) => None,
            };
            self.reach::<L>(network, bits, source, place, side, view);
        }
        self.known[place] = Known {
            bits: *bits,
            views: views.map(Some),
        };
        let hidden = self.hidden;
        let (first, second) = self.values[place * 2 * hidden..][..2 * hidden].split_at(hidden);
        match second_moves {
            false => network.output(first, second, bucket),
            true => network.output(second, first, bucket),
        }
    }

    /// Makes the accumulator of a view from that of another place, or from nothing.
    #[inline]
    fn reach<L: InputLayout<WORDS>>(
        &mut self,
        network: &Network,
        bits: &[u64; WORDS],
        source: Option<usize>,
        place: usize,
        side: usize,
        view: SideView,
    ) {
        let hidden = self.hidden;
        let to = (place * 2 + side) * hidden;
        if let Some(source) = source
            && let Some(changes) = changes::<WORDS, L>(&self.known[source].bits, bits, view)
        {
            let from = (source * 2 + side) * hidden;
            self.apply(network, &changes, from, to);
            return;
        }
        self.values[to..to + hidden].copy_from_slice(&network.input_biases);
        let values = &mut self.values[to..to + hidden];
        for (word, bits) in bits.iter().enumerate() {
            for bit in ones(*bits) {
                let weights = network.input(L::number(word, bit, view));
                for (value, weight) in values.iter_mut().zip(weights) {
                    *value = value.wrapping_add(*weight);
                }
            }
        }
    }

    #[inline]
    fn apply(&mut self, network: &Network, changes: &Changes, from: usize, to: usize) {
        let hidden = self.hidden;
        for start in (0..hidden).step_by(LANES) {
            let mut lanes = [0; LANES];
            lanes.copy_from_slice(&self.values[from + start..][..LANES]);
            for number in &changes.gained[..changes.gained_count] {
                let weights = &network.input(usize::from(*number))[start..][..LANES];
                for i in 0..LANES {
                    lanes[i] = lanes[i].wrapping_add(weights[i]);
                }
            }
            for number in &changes.lost[..changes.lost_count] {
                let weights = &network.input(usize::from(*number))[start..][..LANES];
                for i in 0..LANES {
                    lanes[i] = lanes[i].wrapping_sub(weights[i]);
                }
            }
            self.values[to + start..][..LANES].copy_from_slice(&lanes);
        }
    }
}

/// Number of words in which two positions differ.
#[inline]
fn differing_words<const WORDS: usize>(a: &[u64; WORDS], b: &[u64; WORDS]) -> u32 {
    let mut count = 0;
    for i in 0..WORDS {
        count += u32::from(a[i] != b[i]);
    }
    count
}

/// The inputs of a view in which two positions differ; `None` where there are too many.
#[inline]
fn changes<const WORDS: usize, L: InputLayout<WORDS>>(
    from: &[u64; WORDS],
    to: &[u64; WORDS],
    view: SideView,
) -> Option<Changes> {
    let mut changes = Changes {
        gained: [0; CHANGES],
        gained_count: 0,
        lost: [0; CHANGES],
        lost_count: 0,
    };
    for word in 0..WORDS {
        let (old, new) = (from[word], to[word]);
        if old == new {
            continue;
        }
        for bit in ones(new & !old) {
            *changes.gained.get_mut(changes.gained_count)? = L::number(word, bit, view) as u16;
            changes.gained_count += 1;
        }
        for bit in ones(old & !new) {
            *changes.lost.get_mut(changes.lost_count)? = L::number(word, bit, view) as u16;
            changes.lost_count += 1;
        }
    }
    Some(changes)
}

/// The bits of a word.
#[inline]
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
