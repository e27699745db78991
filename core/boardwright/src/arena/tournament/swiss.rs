//! Swiss tournaments: in each round players with about as many points meet, and nobody meets
//! the same opponent twice as long as that can be avoided.
//!
//! Within a score group the upper half meets the lower half, as in the Dutch system of FIDE;
//! colours need no care, since both players have both in every encounter. With more than two
//! players to a game neighbours in the standings meet.

use std::collections::BTreeMap;

use super::plan::{Bye, Encounter, Plan, Results, Schedule};

/// Pairs that are tried before a further meeting of the same players is allowed.
const MOST_TRIES: u32 = 100_000;

/// A player in the standings.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    player: usize,
    half_points: u64,
}

/// The result of the rounds so far.
struct Standing {
    /// The place of each player in the drawing of lots.
    lots: Vec<usize>,
    half_points: Vec<u64>,
    met: BTreeMap<(usize, usize), u32>,
    byes: Vec<u32>,
}

impl Standing {
    fn new(plan: &Plan) -> Self {
        let mut lots = vec![0; plan.players];
        for (place, player) in plan.order().into_iter().enumerate() {
            lots[player] = place;
        }
        Self {
            lots,
            half_points: vec![0; plan.players],
            met: BTreeMap::new(),
            byes: vec![0; plan.players],
        }
    }

    /// The players, the first of the standings first.
    fn ranked(&self) -> Vec<Ranked> {
        let mut all: Vec<_> = (0..self.lots.len()).collect();
        all.sort_by_key(|p| (std::cmp::Reverse(self.half_points[*p]), self.lots[*p]));
        let ranked = all.into_iter().map(|player| Ranked {
            player,
            half_points: self.half_points[player],
        });
        ranked.collect()
    }

    fn meetings(&self, a: usize, b: usize) -> u32 {
        let key = (a.min(b), a.max(b));
        self.met.get(&key).copied().unwrap_or(0)
    }

    fn count(&mut self, encounter: &Encounter, half_points: &[u64]) {
        for (i, player) in encounter.players.iter().enumerate() {
            self.half_points[*player] += half_points.get(i).copied().unwrap_or(0);
            for other in &encounter.players[i + 1..] {
                let key = (*player.min(other), *player.max(other));
                *self.met.entry(key).or_default() += 1;
            }
        }
    }

    /// Takes those out who have no opponents: the last ones who have had the fewest byes.
    fn byes(&self, ranked: &mut Vec<Ranked>, at_once: usize) -> Vec<usize> {
        let mut out = Vec::new();
        while !ranked.len().is_multiple_of(at_once) {
            let fewest = ranked.iter().map(|r| self.byes[r.player]).min();
            let last = ranked
                .iter()
                .rposition(|r| Some(self.byes[r.player]) == fewest);
            let Some(last) = last else { break };
            out.push(ranked.remove(last).player);
        }
        out
    }
}

pub(super) fn schedule(plan: &Plan, results: &Results<'_>) -> Schedule {
    let mut schedule = Schedule::default();
    let mut standing = Standing::new(plan);
    for round in 0..plan.rounds {
        let mut ranked = standing.ranked();
        for player in standing.byes(&mut ranked, plan.at_once) {
            standing.byes[player] += 1;
            standing.half_points[player] += plan.bye_half_points();
            schedule.byes.push(Bye { round, player });
        }
        let groups: Vec<Vec<usize>> = match plan.at_once {
            2 => pairs(&ranked, &standing).map_or_else(
                || neighbours(&ranked, 2),
                |pairs| pairs.into_iter().map(|pair| pair.to_vec()).collect(),
            ),
            size => neighbours(&ranked, size),
        };
        let mut over = true;
        for players in groups {
            let encounter = schedule.add(round, players).clone();
            match results(&encounter) {
                Some(half_points) => standing.count(&encounter, &half_points),
                None => over = false,
            }
        }
        if !over {
            return schedule;
        }
    }
    schedule.complete = true;
    schedule
}

fn neighbours(ranked: &[Ranked], size: usize) -> Vec<Vec<usize>> {
    let groups = ranked.chunks(size);
    groups
        .map(|group| group.iter().map(|r| r.player).collect())
        .collect()
}

/// Pairs with as few repeated meetings as are found.
fn pairs(ranked: &[Ranked], standing: &Standing) -> Option<Vec<[usize; 2]>> {
    let most = standing.met.values().copied().max().unwrap_or(0);
    (0..=most).find_map(|allowed| {
        let mut search = Pairing {
            standing,
            allowed,
            tries: MOST_TRIES,
            pairs: Vec::with_capacity(ranked.len() / 2),
        };
        search.complete(ranked).then_some(search.pairs)
    })
}

/// The search for pairs, from the first of the standings to the last.
struct Pairing<'a> {
    standing: &'a Standing,
    /// The number of meetings after which players may meet once more.
    allowed: u32,
    tries: u32,
    pairs: Vec<[usize; 2]>,
}

impl Pairing<'_> {
    /// Pairs all of them; false if that cannot be done.
    fn complete(&mut self, rest: &[Ranked]) -> bool {
        let Some((first, others)) = rest.split_first() else {
            return true;
        };
        for at in preferred(first, others) {
            let other = others[at];
            if self.standing.meetings(first.player, other.player) > self.allowed {
                continue;
            }
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            let mut left = others.to_vec();
            left.remove(at);
            self.pairs.push([first.player, other.player]);
            if self.complete(&left) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }
}

/// The places of the possible opponents, the best first: the one as far down in the lower half
/// of the score group as the player is in the upper, then those around, then lower groups.
fn preferred(first: &Ranked, others: &[Ranked]) -> Vec<usize> {
    let same = others
        .iter()
        .take_while(|other| other.half_points == first.half_points)
        .count();
    // The group with its first player has `same + 1`, and its lower half begins here.
    let ideal = same.div_ceil(2).saturating_sub(1);
    let mut places: Vec<_> = (0..same).collect();
    places.sort_by_key(|place| (place.abs_diff(ideal), std::cmp::Reverse(*place)));
    places.extend(same..others.len());
    places
}
