//! Matches between two searches: the same openings, each played from both sides.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boardwright::arena::{Estimate, Pentanomial};
use boardwright::bots::Limits;
use boardwright::chess::{OneBoard, Variant};
use boardwright::error::Result;
use boardwright::game::Seat;
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::{Engine, Searched as _};
use boardwright::state::{Rules, State};

use super::selfplay::{Recorded, favour, opening};
use crate::Failure;
use crate::commands::{bar, spread};

/// Number of random plies that begin a game, for each of its boards.
const OPENING: u32 = 8;
/// The most that an opening may favour a side, in centipawns.
const BALANCE: i32 = 150;
/// Number of plies after which a game counts as drawn.
const PLY_LIMIT: usize = 400;

/// Size and limits of a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchSettings {
    /// Limits of a move.
    pub(crate) limits: Limits,
    /// Number of games.
    pub(crate) games: u64,
    /// The seed of the first opening.
    pub(crate) seed: u64,
    /// Threads that share the work.
    pub(crate) threads: usize,
}

impl MatchSettings {
    /// Settings by what commands are given: nodes or milliseconds for a move, games, seed, and
    /// threads, 0 for one a processor.
    pub(crate) fn new(
        nodes: Option<u64>,
        time: Option<u64>,
        games: u64,
        seed: u64,
        threads: usize,
    ) -> Self {
        Self {
            limits: Limits {
                nodes,
                movetime: time.map(Duration::from_millis),
                ..Limits::default()
            },
            games,
            seed,
            threads: crate::commands::threads(threads),
        }
    }
}

/// Results of the first player, in pairs of games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Games by the points that they gave, in halves: lost, drawn, won.
    pub(crate) games: [u64; 3],
    pairs: Pentanomial,
}

impl Tally {
    /// Counts a pair of games by their points in halves.
    pub(crate) fn add(&mut self, points: [u8; 2]) {
        for point in points {
            self.games[usize::from(point)] += 1;
        }
        self.pairs.add(points.map(u64::from).iter().sum());
    }

    /// The first player's strength by these games; `None` without any.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        Estimate::of_pairs(&self.pairs)
    }

    /// Won, drawn, lost.
    pub(crate) fn counts(&self) -> String {
        let [lost, drawn, won] = self.games;
        format!("{won}-{drawn}-{lost}")
    }
}

/// Plays a match between two players, which `make` makes anew for each opening.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn matched<G: Recorded>(
    rules: &Arc<Rules<G>>,
    settings: &MatchSettings,
    label: &str,
    make: impl Fn() -> [G::Player; 2] + Sync,
) -> std::result::Result<Tally, Failure> {
    let pairs = settings.games.div_ceil(2);
    let progress = bar(pairs, label);
    let mut tally = Tally::default();
    spread(
        settings.threads,
        settings.seed,
        pairs,
        |seed| pair(rules, &mut make(), &settings.limits, seed),
        |points| {
            tally.add(points);
            progress.inc(1);
            progress.set_message(format!("{label} {}", tally.counts()));
            Ok(())
        },
    )?;
    progress.finish_and_clear();
    Ok(tally)
}

/// A position after random plies on all boards that favours nobody much, as a player finds.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn balanced<G: Recorded>(
    rules: &Arc<Rules<G>>,
    player: &mut G::Player,
    rng: &mut Rng,
) -> Result<State<G>> {
    let quick = Limits {
        nodes: Some(2000),
        ..Limits::default()
    };
    loop {
        let (state, _) = opening(rules, OPENING * G::BOARDS as u32, rng)?;
        if favour::<G>(player, &state, &quick, rng)? <= BALANCE {
            return Ok(state);
        }
    }
}

/// Plays the two games of a seed; the points of the first player of each, 0 to 2.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn pair<G: Recorded>(
    rules: &Arc<Rules<G>>,
    players: &mut [G::Player; 2],
    limits: &Limits,
    seed: u64,
) -> Result<[u8; 2]> {
    let mut rng = Rng::derived(&[seed, 0x3a7c4]);
    let start = balanced(rules, &mut players[0], &mut rng)?;
    let mut points = [0; 2];
    for (game, points) in points.iter_mut().enumerate() {
        players.iter_mut().for_each(G::clear);
        let first = one::<G>(&start, players, game, limits, &mut rng.clone())?;
        *points = if game == 0 { first } else { 2 - first };
    }
    Ok(points)
}

/// Plays a game; the points of the first side, which is the first player's unless they are swapped.
fn one<G: Recorded>(
    start: &State<G>,
    players: &mut [G::Player; 2],
    swapped: usize,
    limits: &Limits,
    rng: &mut Rng,
) -> Result<u8> {
    let control = Control::new(None);
    let mut state = start.clone();
    for _ in 0..PLY_LIMIT {
        if let Some(outcome) = state.outcome() {
            return Ok((outcome.score(Seat(0)) * 2.0) as u8);
        }
        let game = state.game();
        if game.claimable(state.position(), state.history()).is_some() {
            return Ok(1);
        }
        let seat = G::next_seat(&state, rng);
        let player = &mut players[G::side(seat) ^ swapped];
        let (best, _) = G::find(player, &state, seat, limits, &control)?;
        state = state.play_unchecked(&best);
    }
    Ok(1)
}

/// Positions that are searched for the speed of an evaluation.
const TIMED: u64 = 12;

/// Positions searched a second by one thread, by one evaluation and by the other, in turns.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn speed<V: Variant>(
    rules: &Arc<Rules<OneBoard<V>>>,
    engines: &mut [Engine<OneBoard<V>>; 2],
    nodes: u64,
    seed: u64,
) -> Result<[f64; 2]> {
    let control = Control::new(None);
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut took = [(0_u64, Duration::ZERO); 2];
    for number in 0..TIMED {
        // Later in the game more is in hand.
        let plies = 8 + 4 * number as u32;
        let (state, _) = opening(rules, plies, &mut Rng::derived(&[seed, number]))?;
        let seat = state.game().to_move(state.position());
        for (engine, took) in engines.iter_mut().zip(&mut took) {
            engine.clear();
            let started = Instant::now();
            took.0 += engine
                .think(&state, seat, &limits, &control, &mut |_| {})?
                .nodes;
            took.1 += started.elapsed();
        }
    }
    Ok(took.map(|(nodes, time)| nodes as f64 / time.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::attempt::elo;

    #[test]
    fn a_tally_says_who_is_ahead() {
        let mut tally = Tally::default();
        assert!(tally.estimate().is_none());
        for points in [[2, 1], [2, 0], [2, 2], [1, 1]] {
            tally.add(points);
        }
        assert_eq!(tally.counts(), "4-3-1");
        let estimate = tally.estimate().unwrap();
        assert!(estimate.elo.unwrap() > 0.0);
        assert!(elo(&estimate).starts_with("+137 ["), "{}", elo(&estimate));
    }
}
