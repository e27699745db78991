//! Memory for hash tables in this process, counted over all that are alive.
//!
//! A table claims the memory it may need before it allocates. A claim beyond the ceiling is
//! an error, so that no option from a stranger ends the process.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::error::{Error, Result};

/// Bytes claimed.
static CLAIMED: AtomicUsize = AtomicUsize::new(0);
/// The ceiling in MiB; 0 until one is set.
static CEILING: AtomicU64 = AtomicU64::new(0);

/// Highest ceiling that may be set, in MiB.
pub const HIGHEST: u64 = 1 << 20;
/// Memory assumed if the system does not tell, in MiB.
const UNKNOWN: u64 = 4096;

/// Sets the ceiling, in MiB.
pub fn set_ceiling(megabytes: u64) -> Result<()> {
    if megabytes == 0 || megabytes > HIGHEST {
        return Err(Error::invalid_option(format!(
            "hash_mb: takes an integer from 1 to {HIGHEST}, not {megabytes}"
        )));
    }
    CEILING.store(megabytes, Ordering::Relaxed);
    Ok(())
}

/// Returns the ceiling in MiB: as set, or half of the machine's memory.
pub fn ceiling() -> u64 {
    match CEILING.load(Ordering::Relaxed) {
        0 => (physical() / 2).max(1),
        set => set,
    }
}

/// Returns the bytes claimed by all tables alive.
pub fn claimed() -> usize {
    CLAIMED.load(Ordering::Relaxed)
}

/// Returns the memory of the machine for this process, in MiB.
fn physical() -> u64 {
    use std::sync::OnceLock;
    static FOUND: OnceLock<u64> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let read = |path: &str| std::fs::read_to_string(path).ok();
        let machine = read("/proc/meminfo").and_then(|text| total(&text));
        let group = read("/sys/fs/cgroup/memory.max");
        let group = group.and_then(|text| text.trim().parse::<u64>().ok());
        let found = machine.map(|all| group.map_or(all, |most| all.min(most >> 20)));
        found.unwrap_or(UNKNOWN)
    })
}

/// Returns the total memory in the text of `/proc/meminfo`, in MiB.
fn total(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Checks that a table of this size is within the ceiling.
///
/// # Errors
///
/// `invalid_option` for a size above the ceiling.
pub fn check(megabytes: usize) -> Result<()> {
    let most = ceiling();
    if megabytes as u64 > most {
        return Err(Error::invalid_option(format!(
            "hash: {megabytes} MB cannot be had: all tables of the process may take {most} MB"
        )));
    }
    Ok(())
}

/// Returns the error for a table of a size that the machine cannot provide.
pub fn refused(bytes: usize) -> Error {
    let megabytes = bytes.div_ceil(1 << 20);
    Error::invalid_option(format!(
        "hash: {megabytes} MB cannot be had on this machine"
    ))
}

/// Bytes claimed for one table.
#[derive(Debug, Default)]
pub struct Claim(AtomicUsize);

impl Claim {
    /// Changes the claim to `bytes`.
    ///
    /// # Errors
    ///
    /// `invalid_option` if all tables together would exceed the ceiling; the claim stays
    /// unchanged.
    pub fn set(&self, bytes: usize) -> Result<()> {
        let before = self.0.load(Ordering::Relaxed);
        if bytes > before {
            let most = usize::try_from(ceiling() << 20).unwrap_or(usize::MAX);
            let more = |all: usize| all.checked_add(bytes - before).filter(|all| *all <= most);
            if let Err(all) = CLAIMED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
                return Err(Error::invalid_option(format!(
                    "hash: {} MB cannot be had: all tables of the process may take {} MB, and {} \
                     MB are taken",
                    bytes.div_ceil(1 << 20),
                    most >> 20,
                    all.div_ceil(1 << 20)
                )));
            }
        } else {
            CLAIMED.fetch_sub(before - bytes, Ordering::Relaxed);
        }
        self.0.store(bytes, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        CLAIMED.fetch_sub(*self.0.get_mut(), Ordering::Relaxed);
    }
}

/// Bytes of a list from which on Linux is asked for pages of two megabytes: a table that is read
/// at random takes much of its time to find its pages, and fewer are found faster.
const HUGE: usize = 1 << 22;

/// Returns an empty list with room for `count`, or `None` if the machine lacks the memory.
pub fn room<T>(count: usize) -> Option<Vec<T>> {
    let mut list: Vec<T> = Vec::new();
    list.try_reserve_exact(count).ok()?;
    let bytes = list.capacity() * size_of::<T>();
    if bytes >= HUGE {
        kevy_madvise::advise_hugepage(list.as_ptr().cast(), bytes);
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn what_the_machine_has_is_read() {
        let text = "MemTotal:       24689212 kB\nMemFree: 1 kB\n";
        assert_eq!(total(text), Some(24_110));
        assert_eq!(total("nothing"), None);
        assert!(physical() > 0);
    }

    #[test]
    fn what_is_beyond_the_ceiling_is_an_error_that_names_it() {
        let (claim, other) = (Claim::default(), Claim::default());
        claim.set(1 << 20).unwrap();
        for bytes in [usize::MAX, (HIGHEST as usize + 1) << 20] {
            let refused = other.set(bytes).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidOption);
            assert!(refused.to_string().contains("cannot be had"), "{refused}");
            let refused = claim.set(bytes).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidOption);
        }
        // What was claimed is still claimed, and can be given back.
        assert!(claimed() >= 1 << 20);
        claim.set(0).unwrap();
        other.set(1 << 10).unwrap();
        assert!(check(HIGHEST as usize + 1).is_err());
        check(1).unwrap();
        assert!(room::<u64>(usize::MAX / 16).is_none());
    }
}
