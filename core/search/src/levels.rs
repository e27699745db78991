//! Levels: the moves of a position as a weaker player sees them.
//!
//! A weaker player looks at fewer positions, errs a little about each move, and has careless
//! turns, in which it does not look at the answers to half of its quiet moves: what they leave to
//! be taken it does not see. Captures it always follows up, so it throws nothing at what is
//! protected, and what has just captured it likes to take back. As a game is decided errors shrink
//! and it looks at more: what is won is won in the end, and what is lost is not thrown away. In
//! games where one move decides it also overlooks moves, those that win as well.

use contract::rng::Rng;
use contract::state::State;

use crate::{MATE, Searched};

/// Strengths that there are.
pub const STRENGTHS: (i32, i32) = (100, 2500);
/// A score at which errors are half as large, in games in centipawns.
const DECIDED: i32 = 300;
/// The factor by which more positions are looked at where nothing is left of the errors,
const CARE: u64 = 8;
/// up to so many in all: stronger players need no more.
const MOST_CARE: u64 = 3_000;
/// The error by which a player that makes it chooses among one more line.
const ERROR_OF_LINE: i32 = 6;
/// By so many times the greatest error it looks better to take back,
const HABIT: i32 = 12;
/// and by so much at most: nobody takes back a piece with a queen that is lost by it.
const MOST_HABIT: i32 = 300;
/// The most lines that a player chooses among who errs about moves,
const MOST_LINES: i32 = 16;
/// and that one chooses among who overlooks some: as many that in one turn of a hundred all of them
/// are overlooked.
const MOST_NOTICED: i32 = 64;

/// A player of some strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The strength.
    pub strength: i32,
    /// Positions after which it is content with what it has seen.
    pub nodes: u64,
    /// The greatest error about a move, in the units of the evaluation.
    pub noise: i32,
    /// Careless turns in a thousand.
    pub careless: i32,
    /// Of a thousand moves those that it overlooks.
    pub overlooks: i32,
}

impl Rung {
    /// A rung of a ladder.
    #[must_use]
    pub const fn new(strength: i32, nodes: u64, noise: i32, careless: i32) -> Self {
        Self {
            strength,
            nodes,
            noise,
            careless,
            overlooks: 0,
        }
    }

    /// The rung of a player that overlooks so many of a thousand moves.
    #[must_use]
    pub const fn overlooking(mut self, overlooks: i32) -> Self {
        self.overlooks = overlooks;
        self
    }
}

/// Players of all strengths of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Its rungs, the weakest first.
    pub rungs: &'static [Rung],
    /// A score at which errors are half as large, in the units of the evaluation.
    pub decided: i32,
}

impl Ladder {
    /// A ladder of a game whose scores are centipawns.
    #[must_use]
    pub const fn new(rungs: &'static [Rung]) -> Self {
        Self {
            rungs,
            decided: DECIDED,
        }
    }

    /// The ladder of a game that is as good as decided at another score.
    #[must_use]
    pub const fn decided_at(mut self, score: i32) -> Self {
        self.decided = score;
        self
    }

    /// Returns the handicap of a strength. Between two rungs it is interpolated, positions by
    /// their logarithm.
    #[must_use]
    pub fn handicap(&self, strength: i32) -> Handicap {
        let strength = strength.clamp(STRENGTHS.0, STRENGTHS.1);
        let upper = self.rungs.partition_point(|rung| rung.strength < strength);
        let upper = upper.min(self.rungs.len().saturating_sub(1));
        let (Some(low), Some(high)) = (
            self.rungs.get(upper.saturating_sub(1)),
            self.rungs.get(upper),
        ) else {
            return self.unhindered();
        };
        let width = i64::from(high.strength - low.strength).max(1);
        let above = i64::from(strength - low.strength).clamp(0, width);
        let part = |a: i64, b: i64| a + (b - a) * above / width;
        let between = |a: i32, b: i32| part(a.into(), b.into()) as i32;
        let nodes = match above == width {
            true => high.nodes,
            false => power_of_two(part(log2(low.nodes), log2(high.nodes))),
        };
        Handicap {
            nodes: Some(nodes),
            noise: between(low.noise, high.noise),
            careless: between(low.careless, high.careless),
            overlooks: between(low.overlooks, high.overlooks),
            decided: self.decided,
        }
    }

    /// Returns the handicap of a player without any.
    #[must_use]
    pub const fn unhindered(&self) -> Handicap {
        Handicap {
            nodes: None,
            noise: 0,
            careless: 0,
            overlooks: 0,
            decided: self.decided,
        }
    }
}

/// The ladder of games in centipawns, by self-play; see `docs/strength.md`.
pub const LADDER: Ladder = Ladder::new(&[
    Rung::new(100, 20, 800, 1000),
    Rung::new(300, 30, 450, 800),
    Rung::new(500, 50, 250, 600),
    Rung::new(700, 90, 170, 420),
    Rung::new(900, 310, 97, 236),
    Rung::new(1100, 900, 66, 125),
    Rung::new(1300, 2_350, 45, 58),
    Rung::new(1500, 4_800, 33, 26),
    Rung::new(1700, 8_600, 25, 13),
    Rung::new(1900, 14_500, 21, 8),
    Rung::new(2100, 23_000, 17, 4),
    Rung::new(2300, 45_000, 13, 0),
    Rung::new(2500, 85_000, 10, 0),
]);

/// Handicap of a weaker player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Positions after which it is content with what it has seen; `None` for all that it may look
    /// at.
    pub nodes: Option<u64>,
    /// The greatest error about a move, in the units of the evaluation.
    pub noise: i32,
    /// Careless turns in a thousand.
    pub careless: i32,
    /// Of a thousand moves those that it overlooks.
    pub overlooks: i32,
    /// A score at which errors are half as large, in the units of the evaluation.
    pub decided: i32,
}

impl Handicap {
    /// Returns the number of lines that it chooses among in a position that is worth so much as it
    /// stands.
    #[must_use]
    pub fn lines(&self, standing: i32) -> u32 {
        let erring = (1 + self.shrunk(self.noise, standing) / ERROR_OF_LINE).min(MOST_LINES);
        let noticed = match self.overlooks {
            1.. => (1 + 4600 / (1000 - self.overlooks).max(1)).min(MOST_NOTICED),
            _ => 1,
        };
        erring.max(noticed) as u32
    }

    /// Returns the number of positions after which it is content in a position that is worth so much
    /// as it stands.
    #[must_use]
    pub fn enough(&self, standing: i32) -> Option<u64> {
        let left = u64::from(self.shrunk(1000, standing).unsigned_abs());
        let careful = |nodes: u64| nodes.saturating_mul(CARE).min(MOST_CARE).max(nodes);
        self.nodes
            .map(|nodes| nodes + (careful(nodes) - nodes) * (1000 - left) / 1000)
    }

    /// Draws a turn in which the best move is worth so much.
    #[must_use]
    pub fn turn(&self, best: i32, rng: &mut Rng) -> Turn {
        let careless = rng.below(1000) < self.shrunk(self.careless, best) as u32;
        self.turn_with(best, careless)
    }

    /// Returns a turn in which the best move is worth so much, careless or not.
    #[must_use]
    pub fn turn_with(&self, best: i32, careless: bool) -> Turn {
        Turn {
            noise: self.shrunk(self.noise, best),
            habit: (HABIT * self.noise).min(MOST_HABIT),
            careless,
            overlooks: self.overlooks,
        }
    }

    /// Returns the part of an error that is left where the best move is worth so much.
    #[must_use]
    pub fn shrunk(&self, error: i32, best: i32) -> i32 {
        let fourth = |n: i32| i128::from(n).pow(4);
        let (even, best) = (fourth(self.decided.clamp(1, MATE)), fourth(best));
        (i128::from(error) * even / (even + best)) as i32
    }
}

/// Returns the last move of a state if it captured something.
#[must_use]
pub fn last_capture<G: Searched>(state: &State<G>) -> Option<G::Action> {
    let last = state.history().last()?.action?;
    let captured = state.game().captured(state.position(), last);
    captured.then(|| last.clone())
}

/// A move as a search has seen it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The worth that was found; `None` where it was not looked at.
    pub value: Option<i32>,
    /// True if it takes back, which is played wherever it is about as good as anything else.
    pub takes_back: bool,
}

/// A turn of a weaker player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The greatest error about a move.
    pub noise: i32,
    /// By so much it looks better to take back, however the game stands.
    pub habit: i32,
    /// True if it does not look at all answers.
    pub careless: bool,
    /// Of a thousand moves those that it overlooks.
    pub overlooks: i32,
}

impl Turn {
    /// Returns the index of the move that looks best of those that it does not overlook, one of
    /// which there always is. `standing` is what a quiet move is worth as
    /// the position then stands, `None` for other moves.
    pub fn best_looking(
        &self,
        seen: &[Seen],
        mut standing: impl FnMut(usize) -> Option<i32>,
        rng: &mut Rng,
    ) -> Option<usize> {
        let (mut best, mut overlooked) = (None, Vec::new());
        for (index, seen) in seen.iter().enumerate() {
            let unseen = self.careless && rng.below(2) == 0;
            let looks = unseen.then(|| standing(index)).flatten().or(seen.value);
            let error = self.error(rng);
            let Some(looks) = looks else { continue };
            if self.overlooks > 0 && rng.below(1000) < self.overlooks as u32 {
                overlooked.push(index);
                continue;
            }
            let habit = match seen.takes_back {
                true => self.habit,
                false => 0,
            };
            let looks = looks.saturating_add(error + habit);
            if best.is_none_or(|(most, _)| looks > most) {
                best = Some((looks, index));
            }
        }
        if best.is_none() && !overlooked.is_empty() {
            let noticed = rng.below(overlooked.len() as u32) as usize;
            return overlooked.get(noticed).copied();
        }
        best.map(|(_, index)| index)
    }

    /// Draws the error about a move: small ones are likelier, and none is beyond the greatest.
    fn error(&self, rng: &mut Rng) -> i32 {
        let width = 2 * self.noise.max(0) as u32 + 1;
        (rng.below(width) + rng.below(width)) as i32 / 2 - self.noise.max(0)
    }
}

/// The binary logarithm in 256ths, linear between powers.
const fn log2(n: u64) -> i64 {
    let whole = n.ilog2();
    whole as i64 * 256 + ((n << 8 >> whole) as i64 - 256)
}

/// Its inverse.
const fn power_of_two(log: i64) -> u64 {
    let (whole, part) = (log / 256, log % 256);
    (((256 + part) as u64) << whole) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_strength() {
        let all: Vec<_> = (100..=2500)
            .step_by(50)
            .map(|strength| LADDER.handicap(strength))
            .collect();
        for pair in all.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes, "{pair:?}");
            assert!(pair[0].noise >= pair[1].noise, "{pair:?}");
            assert!(pair[0].careless >= pair[1].careless, "{pair:?}");
            assert!(pair[0].overlooks >= pair[1].overlooks, "{pair:?}");
        }
        for rung in LADDER.rungs {
            let handicap = LADDER.handicap(rung.strength);
            assert_eq!(handicap.nodes, Some(rung.nodes));
            assert_eq!(
                (handicap.noise, handicap.careless),
                (rung.noise, rung.careless)
            );
        }
    }

    /// Moves of which nothing but their worth is known.
    fn found(values: &[Option<i32>]) -> Vec<Seen> {
        let seen = |value: &Option<i32>| Seen {
            value: *value,
            takes_back: false,
        };
        values.iter().map(seen).collect()
    }

    /// Counts how often each move of some is chosen.
    fn chosen(handicap: Handicap, found: &[Seen], standing: &[Option<i32>]) -> Vec<u32> {
        let best = found
            .iter()
            .filter_map(|seen| seen.value)
            .max()
            .unwrap_or(0);
        let mut counts = vec![0; found.len()];
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let turn = handicap.turn(best, &mut rng);
            let index = turn.best_looking(found, |i| standing[i], &mut rng);
            counts[index.unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn errors_decide_between_what_is_about_as_good() {
        let handicap = Handicap {
            noise: 50,
            ..LADDER.unhindered()
        };
        let mut found = found(&[Some(0), Some(-20), Some(-101), None]);
        let counts = chosen(handicap, &found, &[None; 4]);
        assert!(counts[0] > counts[1] && counts[1] > 300, "{counts:?}");
        // A move that is worse by more than both errors together is never played.
        assert_eq!(counts[2..], [0, 0]);
        // By habit it would be, sometimes; one that is about as good is nearly always.
        found[2].takes_back = true;
        let counts = chosen(handicap, &found, &[None; 4]);
        assert!(counts[2] > 1900, "{counts:?}");
        // Not one that gives away much more.
        found[2].value = Some(-401);
        assert_eq!(chosen(handicap, &found, &[None; 4])[2], 0);
    }

    #[test]
    fn a_careless_turn_does_not_see_the_answers_to_quiet_moves() {
        let handicap = Handicap {
            careless: 500,
            ..LADDER.unhindered()
        };
        // The second leaves something to be taken, the third takes something protected, and
        // nobody has looked at the last.
        let found = found(&[Some(0), Some(-300), Some(-400), None]);
        let standing = [Some(0), Some(30), None, Some(20)];
        let counts = chosen(handicap, &found, &standing);
        assert_eq!(counts[2], 0);
        // In half of the turns a half of these moves.
        assert!((400..600).contains(&counts[1]), "{counts:?}");
        assert!((180..320).contains(&counts[3]), "{counts:?}");
    }

    #[test]
    fn some_moves_are_overlooked_but_never_all() {
        let overlooking = |overlooks| Handicap {
            overlooks,
            ..LADDER.unhindered()
        };
        // The best wins at once.
        let found = found(&[Some(29_999), Some(20), Some(10), None]);
        let half = chosen(overlooking(500), &found, &[None; 4]);
        assert!((1000..1200).contains(&half[0]), "{half:?}");
        assert!(half[0] > half[1] && half[1] > half[2] && half[2] > 200);
        let all = chosen(overlooking(1000), &found, &[None; 4]);
        assert!(all[..3].iter().all(|n| (560..780).contains(n)), "{all:?}");
        assert_eq!((half[3], all[3]), (0, 0));
        let lines = [1, 500, 900, 1000].map(|n| overlooking(n).lines(5000));
        assert_eq!(lines, [5, 10, 47, 64]);
    }

    #[test]
    fn a_game_is_decided_where_its_ladder_says() {
        let (usual, late) = (LADDER.unhindered(), LADDER.decided_at(900).unhindered());
        assert_eq!((usual.shrunk(100, 300), usual.shrunk(100, -3000)), (50, 0));
        assert_eq!((late.shrunk(100, 900), late.shrunk(100, -300)), (50, 98));
        let never = LADDER.decided_at(i32::MAX).unhindered();
        assert_eq!(
            (never.shrunk(100, 300), never.shrunk(i32::MAX, i32::MIN)),
            (99, 0)
        );
        let careful = LADDER.decided_at(900).handicap(500);
        assert_eq!(careful.enough(0), Some(50));
        assert!(careful.enough(300) < LADDER.handicap(500).enough(300));
    }

    #[test]
    fn errors_shrink_where_the_game_is_decided() {
        let handicap = Handicap {
            noise: 100,
            careless: 1000,
            ..LADDER.unhindered()
        };
        let careless = |best| {
            let turns = (0..1000).map(|seed| handicap.turn(best, &mut Rng::new(seed)));
            turns.filter(|turn| turn.careless).count()
        };
        assert_eq!(careless(0), 1000);
        assert!((450..550).contains(&careless(300)) && (450..550).contains(&careless(-300)));
        assert_eq!(careless(30_000), 0);
        assert_eq!(handicap.turn(-900, &mut Rng::new(1)).noise, 1);
        assert_eq!((handicap.lines(0), handicap.lines(900)), (16, 1));
    }
}
