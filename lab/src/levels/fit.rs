//! Errors of people, from their games.
//!
//! A player of some noise and carelessness ([`levels`](boardwright::search::levels)) plays a move
//! with the chance that it looks best in one of many turns that are drawn. The noise and the
//! carelessness by which the moves that were played are likeliest are those of the players.

use boardwright::bots::Limits;
use boardwright::chess::{Move, OneBoard, Variant};
use boardwright::error::Result;
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::levels::{Handicap, Ladder, Seen, Turn, last_capture};
use boardwright::search::{Engine, Searched as _};
use boardwright::state::State;
use records::Record;

/// Noises that are tried.
const NOISES: [i32; 12] = [0, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384];
/// Plies of a game that are left out at its beginning, which people know by heart.
const KNOWN: usize = 12;
/// Halvings of the interval in which the carelessness lies.
const STEPS: usize = 30;

/// The part of a game that is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FitSettings {
    /// Positions that are searched to value the moves of one.
    pub(crate) nodes: u64,
    /// One in so many plies.
    pub(crate) every: u32,
}

/// A move of a person.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The person's rating.
    pub(crate) rating: i32,
    /// The index of the move that was played.
    played: usize,
    /// For each move what a search found.
    found: Vec<Seen>,
    /// For each quiet one what the position is worth after it.
    standing: Vec<Option<i32>>,
    /// The value of the best move.
    best: i32,
}

impl Case {
    /// The case of a move in a state; `None` if there was no choice.
    fn of<V: Variant>(
        engine: &mut Engine<OneBoard<V>>,
        state: &State<OneBoard<V>>,
        played: &Move,
        rating: i32,
        nodes: u64,
        control: &Control,
    ) -> Result<Option<Self>> {
        let seat = state.game().to_move(state.position());
        let limits = Limits {
            nodes: Some(nodes),
            lines: Some(u32::MAX),
            ..Limits::default()
        };
        let moves = Engine::choices(state, seat, &limits)?;
        let Some(played) = moves.iter().position(|mv| mv == played) else {
            return Ok(None);
        };
        if moves.len() < 2 {
            return Ok(None);
        }
        // The same position has the same values, whatever was looked at before it.
        engine.clear();
        let lines = engine
            .think(state, seat, &limits, control, &mut |_| {})?
            .lines;
        let (game, position) = (state.game(), state.position());
        let capture = last_capture(state);
        let seen = |mv: &Move| {
            let line = lines.iter().find(|line| line.moves[0] == *mv);
            Seen {
                value: line.map(|line| line.value),
                takes_back: (capture.as_ref())
                    .is_some_and(|last| game.takes_back(position, last, mv)),
            }
        };
        Ok(Some(Self {
            rating,
            played,
            found: moves.iter().map(seen).collect(),
            standing: (moves.iter())
                .map(|mv| {
                    let quiet = !game.tactical(position, mv);
                    quiet.then(|| engine.evaluate_after(state, mv, seat))
                })
                .collect(),
            best: lines[0].value,
        }))
    }

    /// The chance that the move that was played looks best in a turn, from so many draws; none is
    /// taken for impossible.
    fn chance(&self, turn: Turn, draws: u32, rng: &mut Rng) -> f64 {
        let looks_best = |rng: &mut Rng| turn.best_looking(&self.found, |i| self.standing[i], rng);
        let hits = (0..draws).filter(|_| looks_best(rng) == Some(self.played));
        let choices = self.found.len() as f64;
        (hits.count() as f64 + 0.5) / (f64::from(draws) + 0.5 * choices)
    }
}

/// The cases of a game, by the ratings in its tags; none of a player without one.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn cases<V: Variant>(
    record: &Record<OneBoard<V>>,
    settings: &FitSettings,
    seed: u64,
    control: &Control,
) -> Result<Vec<Case>> {
    let ratings = ["WhiteElo", "BlackElo"].map(|tag| record.tag(tag)?.trim().parse::<i32>().ok());
    let mut engine = Engine::new(1);
    let mut rng = Rng::derived(&[seed, 0xf17]);
    let mut state = record.start.clone();
    let mut cases = Vec::new();
    for (ply, node) in record.moves.main_line().enumerate() {
        let taken = rng.below(settings.every.max(1)) == 0 && ply >= KNOWN;
        if let Some(rating) = ratings[node.seat.index() % 2].filter(|_| taken) {
            let nodes = settings.nodes;
            let case = Case::of(&mut engine, &state, &node.action, rating, nodes, control)?;
            cases.extend(case);
        }
        state = state.play_unchecked(&node.action);
    }
    Ok(cases)
}

/// Noise and carelessness that make some moves likeliest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fit {
    /// The greatest error about a move, in centipawns.
    pub(crate) noise: i32,
    /// Careless turns in a thousand.
    pub(crate) careless: i32,
    /// The mean of the logarithms of the moves' chances.
    pub(crate) likelihood: f64,
}

/// Fits noise and carelessness to some cases of a game with a ladder; `None` without any.
pub(crate) fn fit(cases: &[Case], ladder: Ladder, draws: u32, seed: u64) -> Option<Fit> {
    let fits = NOISES.into_iter().enumerate().map(|(number, noise)| {
        let player = Handicap {
            noise,
            ..ladder.unhindered()
        };
        let chances: Vec<_> = (0..)
            .zip(cases)
            .map(|(index, case)| {
                let mut rng = Rng::derived(&[seed, number as u64, index]);
                let chance = |careless, rng: &mut Rng| {
                    case.chance(player.turn_with(case.best, careless), draws, rng)
                };
                let (seeing, careless) = (chance(false, &mut rng), chance(true, &mut rng));
                (
                    seeing,
                    careless,
                    f64::from(player.shrunk(1000, case.best)) / 1000.0,
                )
            })
            .collect();
        let likelihood = |share: f64| {
            let logs = chances.iter().map(|(seeing, careless, shrunk)| {
                let share = share * shrunk;
                ((1.0 - share) * seeing + share * careless).ln()
            });
            logs.sum::<f64>() / cases.len() as f64
        };
        let share = greatest(likelihood);
        Fit {
            noise,
            careless: (1000.0 * share).round() as i32,
            likelihood: likelihood(share),
        }
    });
    fits.filter(|fit| fit.likelihood.is_finite())
        .max_by(|a, b| a.likelihood.total_cmp(&b.likelihood))
}

/// The place between 0 and 1 where a function without hollows is greatest.
fn greatest(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..STEPS {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if f(a) < f(b) { low = a } else { high = b }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright::search::levels::LADDER;

    /// A case in which the first move is best, the second about as good, and the third loses what
    /// is not seen in a careless turn.
    fn case(played: usize) -> Case {
        Case {
            rating: 1500,
            played,
            found: [0, -20, -300]
                .map(|value| Seen {
                    value: Some(value),
                    takes_back: false,
                })
                .to_vec(),
            standing: vec![Some(0), Some(-20), Some(40)],
            best: 0,
        }
    }

    #[test]
    fn noise_and_carelessness_are_found_again() {
        let none = fit(&[], LADDER, 100, 1);
        assert!(none.is_none());
        for (noise, careless) in [(0, 0), (32, 0), (32, 300), (96, 100)] {
            let mut rng = Rng::new(7);
            let played = (0..600).map(|_| {
                let player = Handicap {
                    noise,
                    ..LADDER.unhindered()
                };
                let turn = player.turn_with(0, rng.below(1000) < careless);
                let of = case(0);
                let index = turn.best_looking(&of.found, |i| of.standing[i], &mut rng);
                case(index.unwrap())
            });
            let found = fit(&played.collect::<Vec<_>>(), LADDER, 400, 1).unwrap();
            let near = |value: i32, wanted: i32, most: i32| (value - wanted).abs() <= most;
            assert!(
                near(found.noise, noise, noise / 3 + 16),
                "{noise}, {careless}: {found:?}"
            );
            assert!(
                near(found.careless, careless as i32, 60),
                "{noise}, {careless}: {found:?}"
            );
        }
    }

    #[test]
    fn the_greatest_place_is_found_at_both_ends_and_between() {
        for wanted in [0.0, 0.3, 1.0] {
            let found = greatest(|x| -(x - wanted) * (x - wanted));
            assert!((found - wanted).abs() < 1e-4, "{wanted}: {found}");
        }
    }
}
