//! The weights of messages, and the thresholds from which the partner is told something.

use std::time::Duration;

use contract::bot::Clock;

/// The parameters of team play.
///
/// Worths are in centipawns, those of pieces from 0 to
/// [`MATES`](crate::engine::MATES), with which one mates; shares are in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// The weight of the partner's messages, in hundredths; 0 ignores them.
    pub heed: i64,
    /// The value of a piece that the partner needs a little.
    pub need_low: i64,
    /// The value of a piece that would help the partner.
    pub need_medium: i64,
    /// The value of a piece with which the partner mates.
    pub need_high: i64,
    /// The value of a piece that saves the partner from a mate: it does not mate.
    pub need_saving: i64,
    /// The value of a piece that decides as the partner says and the boards do not show.
    pub need_unproved: i64,
    /// The cost of a piece with which the partner's opponent mates.
    pub fear: i64,
    /// The addition of the greatest danger to the weight of the other board, in hundredths.
    pub threat_weight: i64,
    /// The share of the partner's balance that becomes contempt.
    pub material_contempt: i64,
    /// The share of the clock that is sat away in all where nobody can be outsat.
    pub stall_share: i64,
    /// The share of the time of a move that is left when one is to hurry.
    pub fast_share: i64,
    /// The share of the clock for which a piece that decides is waited for.
    pub wait_share: i64,
    /// Positions that a question about what would decide a board takes once that has moved;
    /// none is asked for 0.
    pub outlook_nodes: u64,
    /// By how much a piece must help beyond its value to be asked for.
    pub need_margin: i64,
    /// From how bad a position on the danger is medium.
    pub threat_medium: i64,
    /// From how bad a position on the danger is high.
    pub threat_high: i64,
    /// By how much the balance must have changed to be told.
    pub material_step: i64,
    /// From what worth on the partner is told to wait.
    pub stall_above: i64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            heed: 50,
            need_low: 60,
            need_medium: 150,
            need_high: 10_000,
            need_saving: 1_500,
            need_unproved: 1_000,
            fear: 10_000,
            threat_weight: 15,
            material_contempt: 25,
            stall_share: 25,
            fast_share: 50,
            wait_share: 5,
            outlook_nodes: 1_000,
            need_margin: 120,
            threat_medium: 250,
            threat_high: 600,
            material_step: 200,
            stall_above: 1_500,
        }
    }
}

impl Params {
    /// A part of something, by how much is made of what the partner says.
    pub(super) const fn heeded(&self, of: i64) -> i64 {
        of * self.heed / 100
    }

    /// A share of a clock for the sake of the partner.
    pub(super) fn share(&self, share: i64, clock: Option<Clock>) -> Duration {
        let share = u32::try_from(share * self.heed).unwrap_or(0);
        clock.map_or(Duration::ZERO, |clock| {
            clock.remaining.saturating_mul(share) / 10_000
        })
    }
}
