//! A queue between a thread that reports and a host that is woken to read.

use std::collections::VecDeque;

/// Number of reports of a search that are kept for a slow reader: all lines of a depth and
/// more.
pub const MOST_REPORTS: usize = 1024;

/// Items for a reader that may not be called by whichever thread has something to report: it
/// is woken once, and then not again before it has found the queue empty. Of a slow reader the
/// oldest items are dropped.
#[derive(Debug)]
pub struct WakingQueue<T> {
    items: VecDeque<T>,
    most: usize,
    /// True from the call of the reader until it finds nothing.
    woken: bool,
}

impl<T> WakingQueue<T> {
    /// Creates a queue of at most so many items.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self {
            items: VecDeque::new(),
            most,
            woken: false,
        }
    }

    /// Adds an item; returns true if the reader must be woken.
    #[must_use]
    pub fn push(&mut self, item: T) -> bool {
        if self.items.len() == self.most {
            self.items.pop_front();
        }
        self.items.push_back(item);
        !std::mem::replace(&mut self.woken, true)
    }

    /// Takes the oldest item; with nothing left the next one wakes the reader.
    pub fn pop(&mut self) -> Option<T> {
        let item = self.items.pop_front();
        self.woken &= item.is_some();
        item
    }

    /// Takes all items; the next one wakes the reader.
    pub fn take(&mut self) -> VecDeque<T> {
        self.woken = false;
        std::mem::take(&mut self.items)
    }

    /// Takes all items, for a reader that asks until there are none: only then the next one
    /// wakes it, so that items stay in order when wakings could overtake each other.
    pub fn take_more(&mut self) -> Option<VecDeque<T>> {
        self.woken &= !self.items.is_empty();
        (!self.items.is_empty()).then(|| std::mem::take(&mut self.items))
    }

    /// Drops all items.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_is_woken_once_for_what_it_then_takes() {
        let mut queue = WakingQueue::new(usize::MAX);
        assert!(queue.push('a'));
        assert!(!queue.push('b'));
        assert_eq!(queue.take(), ['a', 'b']);
        assert!(queue.take().is_empty());
        assert!(queue.push('c'));
    }

    #[test]
    fn one_that_asks_until_there_is_nothing_is_not_woken_meanwhile() {
        let mut queue = WakingQueue::new(usize::MAX);
        assert!(queue.push('a'));
        assert_eq!(queue.take_more().unwrap(), ['a']);
        assert!(!queue.push('b'));
        assert_eq!(queue.take_more().unwrap(), ['b']);
        assert_eq!(queue.take_more(), None);
        assert!(queue.push('c'));
        assert_eq!(queue.pop(), Some('c'));
        assert!(!queue.push('d'));
        assert_eq!((queue.pop(), queue.pop()), (Some('d'), None));
        assert!(queue.push('e'));
    }

    #[test]
    fn of_a_slow_reader_the_oldest_are_dropped() {
        let mut queue = WakingQueue::new(2);
        let woken = ['a', 'b', 'c'].map(|item| queue.push(item));
        assert_eq!(woken, [true, false, false]);
        assert_eq!(queue.take(), ['b', 'c']);
    }
}
