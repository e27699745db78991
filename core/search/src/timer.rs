//! When a search has to end.

use std::time::{Duration, Instant};

use contract::bot::{Clock, Limits};
use contract::jobs::Control;

/// Time before a deadline at which a search ends, so that the answer arrives in time.
const BEFORE_DEADLINE: Duration = Duration::from_millis(3);
/// Time beyond its limit that a search without a move may use to find a better one than the first
/// of the list.
const GRACE: Duration = Duration::from_millis(1);
/// Moves that are still to be made on a clock without controls.
const MOVES_TO_GO: u32 = 28;

/// Time limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeBudget {
    /// No new iteration is begun after this.
    soft: Duration,
    /// It ends at this.
    hard: Duration,
}

/// The limits of one search, and how far it has come.
pub struct Timer<'a> {
    control: &'a Control,
    called: Instant,
    budget: Option<TimeBudget>,
    deadline: Option<Instant>,
    pondering: bool,
}

impl<'a> Timer<'a> {
    /// Starts to count. `overhead` is what the host needs for itself between the
    /// decision and the stopping of its clock.
    pub fn start(limits: &Limits, overhead: Duration, control: &'a Control) -> Self {
        let mut budget = limits.movetime.map(|time| TimeBudget {
            soft: time,
            hard: time,
        });
        if let Some(clock) = limits.clock {
            let allotted = allot(clock, overhead);
            budget = Some(match budget {
                None => allotted,
                Some(fixed) => TimeBudget {
                    soft: fixed.soft.min(allotted.soft),
                    hard: fixed.hard.min(allotted.hard),
                },
            });
        }
        let deadline = control.deadline();
        Self {
            control,
            called: control.now(),
            budget,
            deadline: deadline.map(|at| at.checked_sub(BEFORE_DEADLINE).unwrap_or(at)),
            pondering: limits.ponder,
        }
    }

    /// From when the time counts that is budgeted; `None` while pondering.
    fn since(&self) -> Option<Instant> {
        if self.pondering {
            self.control.ponder_hit_at()
        } else {
            Some(self.called)
        }
    }

    fn now(&self) -> Instant {
        self.control.now()
    }

    /// Returns the time since the search was called.
    pub fn elapsed(&self) -> Duration {
        self.now().saturating_duration_since(self.called)
    }

    /// Returns true if a search that has a move must stop. Reads the clock.
    pub fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.control.is_concluded() || self.is_past(Duration::ZERO)
    }

    /// Returns true if a search must stop even without a move: it is cancelled, or its time or the
    /// request to conclude is past by `GRACE`. Any legal move is then the answer. Reads the
    /// clock.
    pub fn is_late(&self) -> bool {
        self.control.is_cancelled() || self.is_past(GRACE)
    }

    /// Returns true if the time is exceeded by at least `grace`.
    fn is_past(&self, grace: Duration) -> bool {
        let now = self.now();
        let past = |at: Instant, most: Duration| now.saturating_duration_since(at) >= most;
        self.deadline.is_some_and(|at| now >= at + grace)
            || self.budget.is_some_and(|budget| {
                self.since()
                    .is_some_and(|since| past(since, budget.hard + grace))
            })
            || self
                .control
                .concluded_at()
                .is_some_and(|at| past(at, grace))
    }

    /// Returns true if there is time to begin another iteration. `percent` scales the time: 100 for
    /// an ordinary position.
    pub fn goes_on(&self, percent: u32) -> bool {
        let (Some(budget), Some(since)) = (self.budget, self.since()) else {
            return true;
        };
        let spent = self.now().saturating_duration_since(since);
        spent < budget.hard && (budget.soft == budget.hard || spent * 100 < budget.soft * percent)
    }

    /// Returns true if a time limit or a deadline applies.
    pub const fn is_bounded(&self) -> bool {
        self.budget.is_some() || self.deadline.is_some()
    }

    /// Returns true if one part in `share` of the time has passed, or the caller wants the search
    /// to end.
    pub fn has_used(&self, share: u32) -> bool {
        if self.control.is_cancelled() || self.control.is_concluded() {
            return true;
        }
        let until = |at: Instant| at.saturating_duration_since(self.called) / share;
        self.deadline.is_some_and(|at| self.elapsed() >= until(at))
            || self.budget.is_some_and(|budget| {
                self.since().is_some_and(|since| {
                    self.now().saturating_duration_since(since) >= budget.hard / share
                })
            })
    }

    /// Returns true if the search runs on its own clock, and so has reason to save time.
    pub fn is_thrifty(&self) -> bool {
        self.budget.is_some_and(|b| b.soft < b.hard) && self.since().is_some()
    }
}

/// Number of steps between two reads of the clock. A read costs as much as a few dozen bitboard
/// operations, so cheap work is done in batches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    every: u64,
    left: u64,
}

impl Pace {
    /// A look with every so many steps, the first one with the first.
    pub(crate) const fn every(every: u64) -> Self {
        Self { every, left: 1 }
    }

    /// Takes a step. Returns whether it is time to look.
    #[inline]
    pub(crate) const fn step(&mut self) -> bool {
        self.left -= 1;
        let due = self.left == 0;
        if due {
            self.left = self.every;
        }
        due
    }
}

/// Computes the time limits of a move from a clock.
fn allot(clock: Clock, overhead: Duration) -> TimeBudget {
    let remaining = clock.remaining.saturating_sub(overhead);
    let moves = clock
        .moves_to_go
        .unwrap_or(MOVES_TO_GO)
        .clamp(1, MOVES_TO_GO);
    // A move short of the control must leave something for the moves after it.
    let most = if clock.moves_to_go == Some(1) {
        remaining * 9 / 10
    } else {
        remaining * 2 / 5
    };
    let share = remaining / moves + clock.increment * 3 / 4;
    TimeBudget {
        soft: share.min(most) * 7 / 10,
        hard: (share * 3).min(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn a_budget_never_takes_the_whole_clock() {
        let overhead = Duration::from_millis(20);
        for remaining in [0, 1, 19, 20, 21, 50, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 100, 2000] {
                for to_go in [None, Some(1), Some(2), Some(40)] {
                    let budget = allot(clock(remaining, increment, to_go), overhead);
                    let most = remaining.saturating_sub(20);
                    assert!(
                        budget.hard.as_millis() as u64 <= most,
                        "{remaining} {to_go:?}"
                    );
                    assert!(budget.soft <= budget.hard);
                }
            }
        }
    }

    #[test]
    fn a_game_without_increment_can_be_played_to_a_thousand_moves() {
        let overhead = Duration::from_millis(1);
        let mut remaining = Duration::from_secs(60);
        for _ in 0..1000 {
            let budget = allot(
                Clock {
                    remaining,
                    ..Clock::default()
                },
                overhead,
            );
            remaining = remaining.saturating_sub(budget.hard);
            assert!(remaining > Duration::ZERO);
        }
    }

    #[test]
    fn pondering_waits_for_the_hit() {
        let control = Control::new(None);
        let limits = Limits {
            movetime: Some(Duration::ZERO),
            ponder: true,
            ..Limits::default()
        };
        let timer = Timer::start(&limits, Duration::ZERO, &control);
        assert!(!timer.is_over() && timer.goes_on(100));
        control.ponder_hit();
        assert!(timer.is_over());
    }
}
