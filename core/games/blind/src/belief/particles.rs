//! A weighted set of arrangements: each is in it once, however it came about.

use super::packed::Packed;
use contract::rng::Rng;

/// The greatest weight after weights were scaled.
const TOP: u64 = 1 << 24;
/// A slot of the index that holds nothing.
const FREE: u32 = u32::MAX;

/// Arrangements with their weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleSet {
    packed: Vec<Packed>,
}

impl ParticleSet {
    /// Of one arrangement alone.
    pub(super) fn certain(packed: Packed) -> Self {
        Self {
            packed: vec![packed.weighing(TOP as u32)],
        }
    }

    pub(crate) fn all(&self) -> &[Packed] {
        &self.packed
    }

    pub(crate) fn len(&self) -> usize {
        self.packed.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The sum of all weights.
    pub(crate) fn total(&self) -> u64 {
        self.packed.iter().map(|p| u64::from(p.weight)).sum()
    }

    /// Keeps what fits.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Packed) -> bool) {
        self.packed.retain(keep);
    }

    /// So many draws by weight, each with as many as it was drawn: evenly spread, so
    /// that what has a share of the weight gets that share of the draws.
    pub(crate) fn draw(&self, draws: usize, rng: &mut Rng) -> Vec<(Packed, u32)> {
        let total = self.total();
        if total == 0 || draws == 0 {
            return Vec::new();
        }
        let draws = draws as u64;
        let offset = ((u128::from(rng.next_u32()) * u128::from(total)) >> 32) as u64;
        let mut out = Vec::with_capacity((draws as usize).min(self.len()));
        let (mut sum, mut drawn) = (0_u64, 0_u64);
        for packed in &self.packed {
            sum += u64::from(packed.weight);
            // How many of the marks offset/draws + k total/draws lie below the sum.
            let marks =
                (u128::from(sum) * u128::from(draws) + u128::from(total) - u128::from(offset) - 1)
                    / u128::from(total);
            let marks = (marks as u64).min(draws);
            if marks > drawn {
                out.push((*packed, (marks - drawn) as u32));
                drawn = marks;
            }
        }
        out
    }

    /// So many draws, with their weights: half of them from what is `apart`, the other half from
    /// the rest, out of a pool drawn by weight. Of either half the weights add up to its share of
    /// the pool.
    pub(crate) fn draw_halves(
        &self,
        draws: usize,
        pool: usize,
        apart: impl Fn(&Packed) -> bool,
        rng: &mut Rng,
    ) -> Vec<(Packed, u64)> {
        const UNIT: u64 = 1 << 20;
        let drawn = self.draw(pool, rng).into_iter();
        let (apart, rest): (Vec<_>, Vec<_>) = drawn
            .map(|(packed, times)| packed.weighing(times))
            .partition(apart);
        let mut halves = vec![Self { packed: apart }, Self { packed: rest }];
        halves.retain(|half| !half.is_empty());
        let total: u64 = halves.iter().map(Self::total).sum();
        let each = (draws / halves.len().max(1)).max(1);
        let mut out = Vec::with_capacity(draws);
        for half in halves {
            let weight = half.total() * UNIT / total;
            let drawn = half.draw(each, rng).into_iter();
            out.extend(drawn.map(|(packed, times)| {
                let weight = weight * u64::from(times) / each as u64;
                (packed, weight.max(1))
            }));
        }
        out
    }

    /// At most so many, drawn by weight.
    pub(super) fn resampled(self, most: usize, rng: &mut Rng) -> Self {
        if self.len() <= most {
            return self;
        }
        let mut packed: Vec<_> = self.draw(most, rng).into_iter().collect();
        for (one, times) in &mut packed {
            one.weight = *times;
        }
        let mut packed: Vec<_> = packed.into_iter().map(|(one, _)| one).collect();
        let top = packed
            .iter()
            .map(|p| u64::from(p.weight))
            .max()
            .unwrap_or(1);
        for one in &mut packed {
            one.weight = (u64::from(one.weight) * TOP / top).max(1) as u32;
        }
        Self { packed }
    }
}

/// Collects arrangements, adding up the weights of those that are the same.
pub(super) struct ParticleBuilder {
    packed: Vec<Packed>,
    weights: Vec<u64>,
    index: Vec<u32>,
    mask: usize,
}

impl ParticleBuilder {
    /// With room for about so many.
    pub(super) fn new(expected: usize) -> Self {
        let slots = (expected.max(32) * 2).next_power_of_two();
        Self {
            packed: Vec::with_capacity(expected),
            weights: Vec::with_capacity(expected),
            index: vec![FREE; slots],
            mask: slots - 1,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.packed.len()
    }

    pub(super) fn add(&mut self, packed: Packed, weight: u64) {
        let mut slot = packed.hash() as usize & self.mask;
        loop {
            let at = self.index[slot];
            if at == FREE {
                break;
            }
            if self.packed[at as usize].is(&packed) {
                let sum = &mut self.weights[at as usize];
                *sum = sum.saturating_add(weight);
                return;
            }
            slot = (slot + 1) & self.mask;
        }
        self.index[slot] = self.packed.len() as u32;
        self.packed.push(packed);
        self.weights.push(weight);
        if self.packed.len() * 2 > self.index.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let slots = self.index.len() * 2;
        self.mask = slots - 1;
        self.index.clear();
        self.index.resize(slots, FREE);
        for (number, packed) in self.packed.iter().enumerate() {
            let mut slot = packed.hash() as usize & self.mask;
            while self.index[slot] != FREE {
                slot = (slot + 1) & self.mask;
            }
            self.index[slot] = number as u32;
        }
    }

    /// The set, its weights scaled; none becomes 0.
    pub(super) fn cloud(mut self) -> ParticleSet {
        let top = self.weights.iter().copied().max().unwrap_or(1).max(1);
        for (packed, weight) in self.packed.iter_mut().zip(&self.weights) {
            let scaled = u128::from(*weight) * u128::from(TOP) / u128::from(top);
            packed.weight = (scaled as u64).max(1) as u32;
        }
        ParticleSet {
            packed: self.packed,
        }
    }
}
