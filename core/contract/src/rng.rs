//! The one source of randomness: ChaCha8 with a fixed way of drawing from it, so that a
//! seed gives the same numbers on every machine, in every host language and release.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use crate::error::{Error, Result};

/// Name of the generator and of the way numbers are drawn from it; written wherever a seed
/// is recorded.
pub const GENERATOR: &str = "chacha8-1";

/// Returns an unpredictable seed from the operating system.
///
/// # Errors
///
/// `internal` if the system has none to give.
pub fn from_system() -> Result<u64> {
    getrandom::u64()
        .map_err(|e| Error::internal(format!("the system gives no random numbers: {e}")))
}

/// A seeded stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Creates the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::derived(&[seed])
    }

    /// Creates the stream of up to four numbers, for instance a bot's seed, a key and a
    /// ply. Further numbers are an error of the caller and are ignored.
    #[must_use]
    pub fn derived(parts: &[u64]) -> Self {
        let mut seed = [0; 32];
        for (bytes, part) in seed.chunks_exact_mut(8).zip(parts) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        Self(ChaCha8Rng::from_seed(seed))
    }

    /// Returns the next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number in `0..bound`, by multiplication and shift; the bias is below
    /// `bound / 2³²`. A bound of 0 gives 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.next_u32()) * u64::from(bound)) >> 32) as u32
    }
}
