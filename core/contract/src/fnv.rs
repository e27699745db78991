//! FNV-1a, 64 bits (Fowler, Noll and Vo): unlike std's hasher, the same on every machine
//! and in every release.

use std::hash::Hasher;

/// Offset basis of FNV-1a.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// A running FNV-1a hash.
#[derive(Clone, Copy)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self::new()
    }
}

impl Fnv {
    /// Creates the hash of no bytes.
    pub const fn new() -> Self {
        Self(OFFSET)
    }

    /// Creates the hash of no bytes, different for each seed.
    pub const fn seeded(seed: u64) -> Self {
        Self(OFFSET ^ seed)
    }

    /// Continues from a key, however it was made.
    pub const fn onward(key: u64) -> Self {
        Self(key)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_published_values() {
        // From the authors' test suite.
        for (text, sum) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut fnv = Fnv::new();
            fnv.write(text.as_bytes());
            assert_eq!(fnv.finish(), sum, "{text}");
        }
    }
}
