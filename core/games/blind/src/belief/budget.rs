//! Budget of a decision: time, or a number of positions.

use std::time::Duration;

use contract::bot::Limits;
use contract::jobs::Control;
use search::Timer;

/// Positions visited in a microsecond, a low estimate; used only to foresee what can be finished in
/// time.
const PER_MICROSECOND: u64 = 2;
/// Part of the time to move that is kept for the return to the caller.
const SPARE: Duration = Duration::from_micros(700);
/// So many are found before the share of the effort ends a step.
pub(super) const MIN_PARTICLES: usize = 48;
/// Number of positions between two checks of the clock.
const POLL_INTERVAL: u64 = 24;

/// Share of a budget for following a log, in quarters.
const QUARTERS: u32 = 3;

/// Budget of one decision.
pub(crate) struct Budget<'a> {
    timer: Timer<'a>,
    nodes: Option<u64>,
    /// About how long following a log may take, where time limits it.
    share_of_time: Option<Duration>,
    /// At how many positions following a log may look, where they are limited.
    share_of_nodes: Option<u64>,
    spent: u64,
    looked: u64,
    over: bool,
    late: bool,
    followed: bool,
}

impl<'a> Budget<'a> {
    /// Begins to count. Where nothing binds there is `otherwise` to spend.
    pub(crate) fn begin(limits: &Limits, otherwise: Duration, control: &'a Control) -> Self {
        let mut limits = limits.clone();
        // Every depth takes the time that it takes; only time and nodes bind.
        let bound = limits.movetime.is_some()
            || limits.deadline.is_some()
            || limits.clock.is_some()
            || limits.nodes.is_some();
        if !bound {
            limits.movetime = Some(otherwise);
        }
        limits.movetime = limits
            .movetime
            .map(|time| time.saturating_sub(SPARE).max(time / 2));
        let by_clock = limits
            .clock
            .map(|clock| clock.remaining / 60 + clock.increment / 2);
        let by_deadline = control
            .deadline()
            .map(|at| at.saturating_duration_since(control.now()));
        let time = [limits.movetime, by_clock, by_deadline];
        let time = time.into_iter().flatten().min();
        Self {
            timer: Timer::start(&limits, Duration::from_millis(20), control),
            nodes: limits.nodes,
            share_of_time: time.map(|time| time * QUARTERS / 4),
            share_of_nodes: limits
                .nodes
                .map(|nodes| nodes.saturating_mul(QUARTERS.into()) / 4),
            spent: 0,
            looked: 0,
            over: limits.nodes == Some(0),
            late: limits.nodes == Some(0),
            followed: false,
        }
    }

    /// Takes so many positions to look at. Returns whether there were as many: if not,
    /// all is spent, and they must not be looked at.
    #[must_use]
    pub(crate) fn take(&mut self, positions: u64) -> bool {
        if positions > self.left() {
            self.exhaust();
            return false;
        }
        self.spent += positions;
        if self.left() == 0 {
            self.exhaust();
        }
        true
    }

    fn exhaust(&mut self) {
        (self.over, self.late, self.followed) = (true, true, true);
    }

    /// Returns the number of positions that may still be visited.
    pub(crate) fn left(&self) -> u64 {
        self.nodes
            .map_or(u64::MAX, |most| most.saturating_sub(self.spent))
    }

    /// Returns the number of positions visited.
    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    fn poll(&mut self) {
        if self.late || self.spent < self.looked + POLL_INTERVAL && self.looked > 0 {
            return;
        }
        self.looked = self.spent.max(1);
        self.over |= self.timer.is_over();
        self.late |= self.over && self.timer.is_late();
        self.followed = self.over
            || (self.share_of_time).is_some_and(|most| self.timer.elapsed() >= most)
            || (self.share_of_nodes).is_some_and(|most| self.spent >= most);
    }

    /// Returns true if it must end even without a result: it is over, and no time is left for a
    /// beginning, or the caller wants no answer any more.
    pub(crate) fn is_late(&mut self) -> bool {
        self.poll();
        self.late
    }

    /// Returns true if the whole budget is spent, or the caller wants an end.
    pub(crate) fn is_over(&mut self) -> bool {
        self.poll();
        self.over
    }

    /// Returns true if the share for following a log is spent.
    pub(crate) fn tracking_exhausted(&mut self) -> bool {
        self.poll();
        self.followed
    }

    /// Returns true if a step must end that has processed `done` arrangements and found `found`: it
    /// ends with its share of the budget, but goes on until there is a usable result, as far as
    /// that is possible.
    pub(super) fn is_enough(&mut self, found: usize, done: usize) -> bool {
        found >= MIN_PARTICLES && self.tracking_exhausted()
            || (found > 0 || done > 4 * MIN_PARTICLES) && self.is_over()
            || self.is_late()
    }

    /// About how many positions can be looked at until that share of it is spent.
    pub(super) fn until_share(&self) -> u64 {
        let by_time = self.share_of_time.map(|most| {
            let left = most.saturating_sub(self.timer.elapsed());
            left.as_micros() as u64 * PER_MICROSECOND
        });
        let by_nodes = self
            .share_of_nodes
            .map(|most| most.saturating_sub(self.spent));
        by_time
            .unwrap_or(u64::MAX)
            .min(by_nodes.unwrap_or(u64::MAX))
    }
}
