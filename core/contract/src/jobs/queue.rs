//! Order of the queue as plain data, without threads or clocks.
//!
//! Short work goes first, then work with a running clock, the most pressing first, then
//! long work. Callers share: among the waiting callers, the one with the fewest running
//! jobs is served, in turn if they are equal. Up to `threads` jobs run at once. Short and
//! clocked work does not wait for long work to end: up to `threads` of each may run
//! besides. And one long job may always run, whatever else does.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use super::{Class, Control, Kind};

/// The urgency of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    Short,
    /// Time at which its clock runs out.
    Clocked(Instant),
    Long,
}

impl Rank {
    /// Returns the rank of a job requested at `called`.
    pub(super) fn of(class: Class, called: Instant) -> Self {
        match class {
            Class::Short => Self::Short,
            Class::Clocked(left) => Self::Clocked(called + left.min(Class::FAR)),
            Class::Long => Self::Long,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Clocked(_) => "clocked",
            Self::Long => "long",
        }
    }

    /// Returns true if both are of one class.
    fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// The properties of a job that the queue needs.
#[derive(Clone, Debug)]
pub(super) struct Meta {
    pub(super) id: u64,
    pub(super) caller: u64,
    pub(super) kind: Kind,
    pub(super) rank: Rank,
    pub(super) called: Instant,
    pub(super) control: Arc<Control>,
}

/// A job with its work.
#[derive(Debug)]
pub(super) struct QueuedJob<T> {
    pub(super) meta: Meta,
    pub(super) work: T,
}

/// Callers in the order in which they are served, each with its jobs.
#[derive(Debug)]
struct CallerQueues<T>(VecDeque<(u64, VecDeque<QueuedJob<T>>)>);

impl<T> CallerQueues<T> {
    fn push(&mut self, entry: QueuedJob<T>) {
        let caller = entry.meta.caller;
        if let Some((_, jobs)) = self.0.iter_mut().find(|(c, _)| *c == caller) {
            jobs.push_back(entry);
        } else {
            self.0.push_back((caller, VecDeque::from([entry])));
        }
    }

    /// Removes the next job; `running` returns the number of running jobs of a caller.
    fn pop(&mut self, running: impl Fn(u64) -> usize) -> Option<QueuedJob<T>> {
        let callers = self.0.iter().enumerate();
        let (place, _) = callers.min_by_key(|(_, (caller, _))| running(*caller))?;
        let (caller, mut jobs) = self.0.remove(place)?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            self.0.push_back((caller, jobs));
        }
        Some(job)
    }

    fn iter(&self) -> impl Iterator<Item = &QueuedJob<T>> {
        self.0.iter().flat_map(|(_, jobs)| jobs)
    }

    fn sweep(&mut self, ends: &impl Fn(&Meta) -> bool, out: &mut Vec<QueuedJob<T>>) {
        for (_, jobs) in &mut self.0 {
            let mut kept = VecDeque::with_capacity(jobs.len());
            for job in jobs.drain(..) {
                if ends(&job.meta) {
                    out.push(job);
                } else {
                    kept.push_back(job);
                }
            }
            *jobs = kept;
        }
        self.0.retain(|(_, jobs)| !jobs.is_empty());
    }
}

/// The waiting and the running jobs.
#[derive(Debug)]
pub(super) struct Queue<T> {
    short: CallerQueues<T>,
    clocked: BTreeMap<(Instant, u64), QueuedJob<T>>,
    long: CallerQueues<T>,
    waiting: usize,
    /// With the times at which they started.
    running: Vec<(Meta, Instant)>,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self {
            short: CallerQueues(VecDeque::new()),
            clocked: BTreeMap::new(),
            long: CallerQueues(VecDeque::new()),
            waiting: 0,
            running: Vec::new(),
        }
    }
}

impl<T> Queue<T> {
    pub(super) const fn waiting(&self) -> usize {
        self.waiting
    }

    pub(super) fn running(&self) -> &[(Meta, Instant)] {
        &self.running
    }

    /// Iterates over the waiting jobs, in no particular order.
    pub(super) fn queued(&self) -> impl Iterator<Item = &Meta> {
        let turns = self.short.iter().chain(self.long.iter());
        turns.chain(self.clocked.values()).map(|entry| &entry.meta)
    }

    pub(super) fn push(&mut self, entry: QueuedJob<T>) {
        self.waiting += 1;
        match entry.meta.rank {
            Rank::Short => self.short.push(entry),
            Rank::Clocked(due) => {
                self.clocked.insert((due, entry.meta.id), entry);
            }
            Rank::Long => self.long.push(entry),
        }
    }

    /// Returns true if a job of the rank may run beside those that already run.
    pub(super) fn has_room(&self, rank: Rank, threads: usize) -> bool {
        if self.running.len() < threads {
            return true;
        }
        let alike = self.running.iter();
        let alike = alike.filter(|(meta, _)| meta.rank.is_like(rank)).count();
        match rank {
            Rank::Short | Rank::Clocked(_) => alike < threads,
            Rank::Long => alike == 0,
        }
    }

    /// Removes the job to start now; it counts as running from then on.
    pub(super) fn next(&mut self, now: Instant, threads: usize) -> Option<QueuedJob<T>> {
        let entry = self.take(now, threads)?;
        self.waiting -= 1;
        self.running.push((entry.meta.clone(), now));
        Some(entry)
    }

    fn take(&mut self, now: Instant, threads: usize) -> Option<QueuedJob<T>> {
        let short = self.has_room(Rank::Short, threads);
        let clocked = self.has_room(Rank::Clocked(now), threads);
        let long = self.has_room(Rank::Long, threads);
        let running = &self.running;
        let of = |rank: Rank| {
            move |caller: u64| {
                let own =
                    |(meta, _): &&(Meta, Instant)| meta.caller == caller && meta.rank.is_like(rank);
                running.iter().filter(own).count()
            }
        };
        let mut next = None;
        if short {
            next = self.short.pop(of(Rank::Short));
        }
        if next.is_none() && clocked {
            next = self.clocked.pop_first().map(|(_, entry)| entry);
        }
        if next.is_none() && long {
            next = self.long.pop(of(Rank::Long));
        }
        next
    }

    /// Records that a job has ended.
    pub(super) fn ended(&mut self, id: u64) {
        self.running.retain(|(meta, _)| meta.id != id);
    }

    /// Takes jobs that must not start any more out of the queue.
    pub(super) fn sweep(&mut self, ends: impl Fn(&Meta) -> bool, out: &mut Vec<QueuedJob<T>>) {
        let before = out.len();
        self.short.sweep(&ends, out);
        self.long.sweep(&ends, out);
        let gone: Vec<_> = self.clocked.iter().filter(|(_, e)| ends(&e.meta)).collect();
        let gone: Vec<_> = gone.into_iter().map(|(key, _)| *key).collect();
        out.extend(gone.iter().filter_map(|key| self.clocked.remove(key)));
        self.waiting -= out.len() - before;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    struct TestQueue {
        queue: Queue<()>,
        start: Instant,
        last: u64,
    }

    impl TestQueue {
        fn new() -> Self {
            Self {
                queue: Queue::default(),
                start: Instant::now(),
                last: 0,
            }
        }

        /// Adds a job requested `at` milliseconds after the start.
        fn ask(&mut self, at: u64, caller: u64, class: Class) -> u64 {
            self.last += 1;
            let called = self.start + Duration::from_millis(at);
            let meta = Meta {
                id: self.last,
                caller,
                kind: Kind::Other,
                rank: Rank::of(class, called),
                called,
                control: Arc::default(),
            };
            self.queue.push(QueuedJob { meta, work: () });
            self.last
        }

        /// Starts jobs until no more may run, and returns their ids.
        fn start(&mut self, threads: usize) -> Vec<u64> {
            let now = self.start;
            std::iter::from_fn(|| self.queue.next(now, threads))
                .map(|entry| entry.meta.id)
                .collect()
        }
    }

    const fn clocked(ms: u64) -> Class {
        Class::Clocked(Duration::from_millis(ms))
    }

    #[test]
    fn short_and_clocked_work_does_not_wait_for_long_work() {
        for threads in [1, 2, 4] {
            let mut queue = TestQueue::new();
            for _ in 0..2 * threads {
                queue.ask(0, 1, Class::Long);
            }
            assert_eq!(queue.start(threads).len(), threads);
            let blitz = queue.ask(1, 2, clocked(500));
            let quick = queue.ask(1, 3, Class::Short);
            assert_eq!(queue.start(threads), [quick, blitz]);
            // As many as there are threads, and no more.
            for _ in 0..threads {
                queue.ask(2, 2, clocked(500));
                queue.ask(2, 3, Class::Short);
            }
            assert_eq!(queue.start(threads).len(), 2 * (threads - 1));
            assert_eq!(queue.queue.waiting(), threads + 2);
        }
    }

    #[test]
    fn what_is_lent_is_not_used_for_long_work() {
        let mut queue = TestQueue::new();
        let long: Vec<_> = (0..3).map(|_| queue.ask(0, 1, Class::Long)).collect();
        assert_eq!(queue.start(2), long[..2]);
        let blitz = queue.ask(0, 2, clocked(10));
        assert_eq!(queue.start(2), [blitz]);
        // One of the two has ended, but two still run.
        queue.queue.ended(long[0]);
        assert!(queue.start(2).is_empty());
        queue.queue.ended(blitz);
        assert_eq!(queue.start(2), [long[2]]);
    }

    #[test]
    fn the_most_pressing_clock_goes_first_and_none_is_put_off_for_ever() {
        let mut queue = TestQueue::new();
        let first = queue.ask(0, 1, clocked(0));
        assert_eq!(queue.start(1), [first]);
        let relaxed = queue.ask(0, 1, clocked(3_000));
        let pressing = queue.ask(10, 2, clocked(200));
        let far = queue.ask(0, 4, clocked(3_600_000));
        let late = queue.ask(4_000, 3, clocked(0));
        let never = queue.ask(Class::FAR.as_millis() as u64 + 1, 3, clocked(0));
        let mut order = Vec::new();
        let mut before = first;
        for _ in 0..5 {
            queue.queue.ended(before);
            before = queue.start(1)[0];
            order.push(before);
        }
        assert_eq!(order, [pressing, relaxed, late, far, never]);
    }

    #[test]
    fn long_work_is_not_starved() {
        let mut queue = TestQueue::new();
        for _ in 0..4 {
            queue.ask(0, 1, clocked(10));
            queue.ask(0, 1, Class::Short);
        }
        let long = [queue.ask(0, 2, Class::Long), queue.ask(0, 2, Class::Long)];
        let started = queue.start(2);
        assert!(started.contains(&long[0]) && !started.contains(&long[1]));
    }

    #[test]
    fn callers_share_what_runs_at_once() {
        let mut queue = TestQueue::new();
        let mine: Vec<_> = (0..6).map(|_| queue.ask(0, 1, Class::Long)).collect();
        assert_eq!(queue.start(4), mine[..4]);
        let yours: Vec<_> = (0..3).map(|_| queue.ask(0, 2, Class::Long)).collect();
        for (ended, next) in [(0, yours[0]), (1, yours[1])] {
            queue.queue.ended(mine[ended]);
            assert_eq!(queue.start(4), [next]);
        }
        // Two each: from here on in turn.
        queue.queue.ended(mine[2]);
        queue.queue.ended(yours[0]);
        assert_eq!(queue.start(4), [mine[4], yours[2]]);
    }

    #[test]
    fn what_is_swept_starts_no_more() {
        let mut queue = TestQueue::new();
        let all = [
            queue.ask(0, 1, Class::Short),
            queue.ask(0, 1, clocked(1)),
            queue.ask(0, 1, Class::Long),
            queue.ask(0, 1, Class::Long),
        ];
        let mut out = Vec::new();
        queue.queue.sweep(|meta| meta.id != all[2], &mut out);
        assert_eq!(out.len(), 3);
        assert_eq!(queue.queue.waiting(), 1);
        assert_eq!(queue.start(4), [all[2]]);
    }
}
