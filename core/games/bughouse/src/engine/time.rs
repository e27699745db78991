//! Time management: how fast to play, and when to sit.
//!
//! A game of bughouse is over for all as soon as one board is, so time on one board
//! is worth as much as a move on the other. A seat that is being mated does better to
//! sit as long as it can afford to: its partner plays on, and may win or send help.
//! And a seat whose rival (the opponent of its partner) can do nothing but wait for a
//! piece does not bring that piece about by moving: if it has more time, the rival's
//! flag falls first.

use std::time::Duration;

use super::params::EngineParams;
use contract::bot::{Clock, Limits, Score};
use contract::error::Result;
use contract::game::Seat;
use contract::options::{OptionKind, OptionSpec, Options};

/// The available time, by what is left on one's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeProfile {
    name: &'static str,
    /// It holds below so much time.
    below: Duration,
    /// The share of the usual time that a move takes, in hundredths.
    budget: u32,
    /// The share of its usual weight that the other board has, in hundredths.
    other_board: i32,
    /// The part of the clock that is not sat away.
    reserve: Duration,
}

const fn regime(
    name: &'static str,
    below: u64,
    budget: u32,
    other: i32,
    reserve: u64,
) -> TimeProfile {
    TimeProfile {
        name,
        below: Duration::from_secs(below),
        budget,
        other_board: other,
        reserve: Duration::from_millis(reserve),
    }
}

/// From the least time to the most. The less time there is, the less a plan of the
/// partner's comes to, and the more must be left for the end: games are decided late, by
/// moves for which there is none.
const REGIMES: [TimeProfile; 5] = [
    regime("instant", 15, 50, 90, 400),
    regime("blitz", 120, 100, 100, 3_000),
    regime("standard", 600, 100, 100, 10_000),
    regime("extended", 1800, 100, 100, 20_000),
    regime("slow", u64::MAX, 100, 110, 30_000),
];

/// The options for time.
pub const TIME_OPTIONS: [OptionSpec; 2] = [
    OptionSpec {
        name: "regime",
        kind: OptionKind::Choice {
            default: "auto",
            values: &["auto", "instant", "blitz", "standard", "extended", "slow"],
        },
        doc: "for how much time it plays, which sets what a move takes, what the other board \
              counts and how much of the clock is never sat away; auto goes by what is left: less \
              than 15 s, 2 min, 10 min, 30 min, or more",
    },
    OptionSpec {
        name: "sit",
        kind: OptionKind::Flag { default: true },
        doc: "whether it sits where that is better than to move, if the clocks are known; for \
              control=single",
    },
];

/// The time management of a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    regime: Option<TimeProfile>,
    sits: bool,
    params: EngineParams,
}

/// The situation at the other board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elsewhere {
    /// The seat of the other team there.
    pub(super) rival: Seat,
    /// True if it is the rival's move.
    pub(super) rivals: bool,
    /// True if whoever is to move there has a move.
    pub(super) goes_on: bool,
}

impl TimeManager {
    pub(super) fn new(options: &Options, params: EngineParams) -> Result<Self> {
        let regime = options.word("regime")?;
        Ok(Self {
            regime: REGIMES.into_iter().find(|r| r.name == regime),
            sits: options.flag("sit")?,
            params,
        })
    }

    fn regime(&self, clock: Clock) -> TimeProfile {
        let last = REGIMES[REGIMES.len() - 1];
        // An increment comes once with every move.
        let time = clock
            .remaining
            .saturating_add(clock.increment.saturating_mul(40));
        self.regime.unwrap_or_else(|| {
            let holds = REGIMES.into_iter().find(|r| time < r.below);
            holds.unwrap_or(last)
        })
    }

    /// Returns the share of its usual weight that the other board has, in hundredths.
    pub(super) fn other_board(&self, limits: &Limits, seat: Seat) -> i32 {
        let clock = limits.clock_of(seat);
        clock.map_or(100, |clock| self.regime(clock).other_board)
    }

    /// The limits with a clock that shows what may be spent.
    pub(super) fn paced(&self, limits: &Limits, seat: Seat, rival: Seat) -> Limits {
        let mut paced = limits.clone();
        let Some(clock) = limits.clock_of(seat) else {
            return paced;
        };
        let mut percent = self.regime(clock).budget;
        let behind = limits.clocks.get(rival.index());
        if behind.is_some_and(|rival| rival.remaining > clock.remaining) {
            percent = percent * self.params.hurry_percent.unsigned_abs() / 100;
        }
        paced.clock = Some(Clock {
            remaining: clock.remaining.saturating_mul(percent) / 100,
            ..clock
        });
        paced
    }

    /// Returns the time to hold back a move of such a score.
    pub(super) fn hold(
        &self,
        limits: &Limits,
        seat: Seat,
        score: Option<Score>,
        there: Elsewhere,
    ) -> Duration {
        let Some(clock) = limits.clock_of(seat).filter(|_| self.sits) else {
            return Duration::ZERO;
        };
        let reserve = self.regime(clock).reserve;
        let spare = clock.remaining.saturating_sub(reserve);
        let rivals = limits.clocks.get(there.rival.index());
        // Who can only wait for a piece waits for this move: its flag falls first.
        if there.rivals
            && !there.goes_on
            && let Some(rival) = rivals.filter(|rival| rival.remaining < spare)
        {
            return rival.remaining.saturating_add(reserve).min(spare);
        }
        let lost = match score {
            Some(Score::Mate(plies)) => plies < 0 && -plies <= self.params.sit_plies,
            Some(Score::Centipawns(score)) => score <= -self.params.sit_below,
            _ => false,
        };
        // Where nothing goes on elsewhere nobody can help.
        if lost && there.goes_on {
            spare
        } else {
            Duration::ZERO
        }
    }
}
