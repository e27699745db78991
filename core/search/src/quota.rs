//! The positions that a search may look at, shared by all its threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// Number of nodes that a thread takes at a time.
const BLOCK: u64 = 512;

/// Number of nodes left to search. Threads take them in blocks, so that together they never exceed
/// it.
#[derive(Debug)]
pub(super) struct Quota {
    /// `u64::MAX` where nothing limits them.
    left: AtomicU64,
}

impl Quota {
    pub(super) const fn new(nodes: u64) -> Self {
        Self {
            left: AtomicU64::new(nodes),
        }
    }

    /// Takes a block, or what is left of one; 0 if nothing is.
    pub(super) fn take(&self) -> u64 {
        self.take_up_to(BLOCK)
    }

    /// Takes as many as there are, up to `most`.
    pub(super) fn take_up_to(&self, most: u64) -> u64 {
        let taken =
            self.left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| match left {
                    u64::MAX => None,
                    left => Some(left - left.min(most)),
                });
        taken.map_or(most, |left| left.min(most))
    }

    /// Gives back what was taken and not used.
    pub(super) fn give_back(&self, unused: u64) {
        let add = |left: u64| (left != u64::MAX).then(|| left.saturating_add(unused));
        // Without a limit there is nothing to give back to.
        let _ = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_never_more_than_there_was() {
        let quota = Quota::new(3 * BLOCK + 7);
        let taken: Vec<u64> = std::iter::repeat_with(|| quota.take()).take(6).collect();
        assert_eq!(taken, [BLOCK, BLOCK, BLOCK, 7, 0, 0]);
        quota.give_back(5);
        assert_eq!(quota.take(), 5);
        let endless = Quota::new(u64::MAX);
        assert_eq!((endless.take(), endless.take_up_to(9)), (BLOCK, 9));
        endless.give_back(1);
        assert_eq!(endless.take(), BLOCK);
    }

    #[test]
    fn threads_together_take_all_of_it_and_no_more() {
        let quota = Quota::new(100_003);
        let sum: u64 = std::thread::scope(|scope| {
            let taking = || {
                std::iter::repeat_with(|| quota.take())
                    .take_while(|n| *n > 0)
                    .sum::<u64>()
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(taking)).collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert_eq!(sum, 100_003);
    }
}
