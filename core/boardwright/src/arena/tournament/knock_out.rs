//! Knock-outs: who loses an encounter is out. Who stands first meets who stands last, so that
//! the first two can meet in the final alone; where the number of players is no power of two
//! the first ones begin in the second round.
//!
//! A tie is broken by further encounters of the same two. After [`TIE_BREAKS`] of them the one
//! that stood higher at the start goes on.

use super::plan::{Plan, Results, Schedule};

/// Encounters that break a tie, at most.
pub const TIE_BREAKS: u32 = 4;

/// State of a meeting of two players.
enum Meeting {
    /// It is not over.
    Open,
    /// The winner and the loser.
    Over(usize, usize),
    /// So far nobody has won.
    Tied,
}

pub(super) fn schedule(plan: &Plan, results: &Results<'_>) -> Schedule {
    let mut schedule = Schedule::default();
    let order = plan.order();
    let rounds = order.len().next_power_of_two().trailing_zeros();
    schedule.survived = vec![rounds; order.len()];
    // Places of the first round; those beyond the players are empty.
    let mut places: Vec<Option<usize>> = bracket(rounds)
        .into_iter()
        .map(|place| order.get(place).copied())
        .collect();
    for round in 0..rounds {
        let mut meetings: Vec<Option<Meeting>> = (0..places.len() / 2).map(|_| None).collect();
        for attempt in 0..=TIE_BREAKS {
            let mut open = false;
            for (at, pair) in places.chunks(2).enumerate() {
                let [Some(a), Some(b)] = *pair else { continue };
                if !matches!(meetings[at], None | Some(Meeting::Tied)) {
                    continue;
                }
                let encounter = schedule.add(round, vec![a, b]).clone();
                let meeting = match results(&encounter).as_deref() {
                    Some([first, second]) if first > second => Meeting::Over(a, b),
                    Some([first, second]) if first < second => Meeting::Over(b, a),
                    Some(_) if attempt < TIE_BREAKS => Meeting::Tied,
                    Some(_) if stands(&order, a) < stands(&order, b) => Meeting::Over(a, b),
                    Some(_) => Meeting::Over(b, a),
                    None => Meeting::Open,
                };
                open |= matches!(meeting, Meeting::Open);
                meetings[at] = Some(meeting);
            }
            // Ties are broken when all others of the round are over, so that numbers do not
            // depend on what ends first.
            if open {
                return schedule;
            }
            if !meetings.iter().any(|m| matches!(m, Some(Meeting::Tied))) {
                break;
            }
        }
        let mut next = Vec::with_capacity(meetings.len());
        for (meeting, pair) in meetings.into_iter().zip(places.chunks(2)) {
            next.push(match meeting {
                Some(Meeting::Over(winner, loser)) => {
                    schedule.survived[loser] = round;
                    Some(winner)
                }
                _ => pair.iter().copied().flatten().next(),
            });
        }
        places = next;
    }
    schedule.complete = true;
    schedule
}

/// The place of a player at the start.
fn stands(order: &[usize], player: usize) -> usize {
    order
        .iter()
        .position(|other| *other == player)
        .unwrap_or(order.len())
}

/// The order in which places stand in a bracket of so many rounds: neighbours meet.
fn bracket(rounds: u32) -> Vec<usize> {
    let mut places = vec![0];
    for _ in 0..rounds {
        let size = 2 * places.len();
        places = places
            .into_iter()
            .flat_map(|place| [place, size - 1 - place])
            .collect();
    }
    places
}
