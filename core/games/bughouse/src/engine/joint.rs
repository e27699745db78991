//! Both boards for whoever plays both seats of a team: each seat decides as if its board
//! were its own alone, and what it comes to is held against a search in which the teams
//! take turns on both boards.
//!
//! The first sees further, for it has half of the moves to look at; the second sees what
//! one board does to the other exactly, a few plies deep. So the move of the second is
//! made where it is clearly the better one by its own measure.

use std::time::Duration;

use super::search_game::{SearchBughouse, TeamPly};
use contract::bot::{Bot, Decision, Limits, Score};
use contract::error::{ErrorKind, Result};
use contract::game::Game;
use contract::jobs::Control;
use contract::state::Observation;

/// Share of a decision that goes to one board, in hundredths; the rest goes to both.
const OWN: u32 = 85;

/// Fewer positions of both boards tell nothing.
const LEAST_NODES: u64 = 200;

/// By how much a move must be better with both boards in view, in centipawns: less is
/// within what two searches of few plies differ by anyway.
const CLEARLY: i32 = 2_000;

fn part(time: Duration, percent: u32) -> Duration {
    time.saturating_mul(percent) / 100
}

/// Returns the limits for one board.
pub(super) fn own_part(limits: &Limits) -> Limits {
    let mut own = limits.clone();
    for time in [&mut own.movetime, &mut own.deadline].into_iter().flatten() {
        *time = part(*time, OWN);
    }
    if let Some(clock) = &mut own.clock {
        clock.remaining = part(clock.remaining, OWN);
    }
    own.nodes = own.nodes.map(|nodes| nodes * u64::from(OWN) / 100);
    own
}

/// The better of what was found for one board and of what both boards, as `through` sees
/// them, say; `limits` are those of the whole decision.
pub(super) fn confirmed(
    inner: &mut dyn Bot<SearchBughouse>,
    through: &Observation<SearchBughouse>,
    found: Decision<TeamPly>,
    limits: &Limits,
    control: &Control,
) -> Result<Decision<TeamPly>> {
    // Who was told to come to an end has no time for it.
    if control.is_concluded() {
        return Ok(found);
    }
    let mut spent = found.nodes;
    let within = |share: u64, spent: u64, moves: Option<Vec<String>>| Limits {
        nodes: Some((found.nodes * share / u64::from(OWN)).max(LEAST_NODES)).map(|nodes| {
            nodes.min(
                limits
                    .nodes
                    .map_or(u64::MAX, |most| most.saturating_sub(spent)),
            )
        }),
        movetime: limits.movetime.map(|time| part(time, share as u32)),
        deadline: limits.deadline.map(|time| part(time, share as u32)),
        moves,
        ..Limits::default()
    };
    // Too few positions are left for both questions.
    if limits
        .nodes
        .is_some_and(|most| most < spent.saturating_add(2 * LEAST_NODES))
    {
        return Ok(found);
    }
    // Where the time is up before a question is put, what was found stands.
    let mut ask = |within: &Limits| match inner.decide(through, within, control) {
        Err(error) if error.kind() == ErrorKind::Cancelled && !control.is_cancelled() => Ok(None),
        answer => answer.map(Some),
    };
    let Some(both) = ask(&within(10, spent, limits.moves.clone()))? else {
        return Ok(found);
    };
    spent += both.nodes;
    if both.action == found.action {
        return Ok(Decision {
            nodes: spent,
            ..both
        });
    }
    let text = through.rules().game().text(&found.action);
    let Some(own) = ask(&within(5, spent, Some(vec![text])))? else {
        return Ok(Decision {
            nodes: spent,
            ..found
        });
    };
    spent += own.nodes;
    let better = value(both.score) - value(own.score);
    Ok(Decision {
        nodes: spent,
        ..if better > CLEARLY { both } else { found }
    })
}

/// A score in centipawns; a mate is worth more than anything else.
fn value(score: Option<Score>) -> i32 {
    const MATE: i32 = 100_000;
    match score {
        Some(Score::Centipawns(eval)) => eval,
        Some(Score::Mate(plies)) if plies > 0 => MATE - plies,
        Some(Score::Mate(plies)) => -MATE - plies,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use contract::game::Seat;
    use contract::state::{Rules, State};
    use contract::value::Dict;

    /// Answers what it was told to, and remembers within what.
    struct Scripted {
        answers: VecDeque<Decision<TeamPly>>,
        asked: Vec<Limits>,
    }

    impl Bot<SearchBughouse> for Scripted {
        fn decide(
            &mut self,
            _: &Observation<SearchBughouse>,
            limits: &Limits,
            _: &Control,
        ) -> Result<Decision<TeamPly>> {
            self.asked.push(limits.clone());
            Ok(self.answers.pop_front().unwrap())
        }
    }

    /// Chooses a move of one board, the best with both in view, and returns its score; with those
    /// that were searched.
    fn chosen(
        own: (usize, i32),
        both: (usize, i32),
        then: i32,
        control: &Control,
    ) -> (usize, Vec<Limits>) {
        let state = State::start(&Rules::<SearchBughouse>::new(&Dict::new()).unwrap()).unwrap();
        let moves = state.legal(Some(Seat(0)));
        let decision = |number: usize, eval: i32, nodes: u64| Decision {
            score: Some(Score::Centipawns(eval)),
            nodes,
            ..Decision::plain(moves[number])
        };
        let mut inner = Scripted {
            answers: [
                decision(both.0, both.1, 10_000),
                decision(own.0, then, 5_000),
            ]
            .into(),
            asked: Vec::new(),
        };
        let limits = Limits {
            movetime: Some(Duration::from_secs(1)),
            nodes: Some(100_000),
            ..Limits::default()
        };
        let through = state.observe(Seat(0));
        let found = decision(own.0, own.1, 85_000);
        let best = confirmed(&mut inner, &through, found, &limits, control).unwrap();
        assert!(best.nodes <= 100_000, "{}", best.nodes);
        let number = moves.iter().position(|mv| *mv == best.action).unwrap();
        (number, inner.asked)
    }

    #[test]
    fn the_other_board_decides_where_it_says_so_clearly() {
        let control = Control::default();
        assert_eq!(chosen((0, 500), (1, 40), 39 - CLEARLY, &control).0, 1);
        assert_eq!(chosen((0, 500), (1, 40), 40 - CLEARLY, &control).0, 0);
        let (number, asked) = chosen((2, 0), (2, 900), 0, &control);
        assert_eq!((number, asked.len()), (2, 1));
    }

    #[test]
    fn both_boards_take_their_part_of_a_decision_and_no_more() {
        let control = Control::default();
        let (_, asked) = chosen((0, 0), (1, 0), 0, &control);
        let nodes: Vec<_> = asked.iter().map(|limits| limits.nodes.unwrap()).collect();
        assert_eq!(nodes, [10_000, 5_000]);
        let times: Vec<_> = asked
            .iter()
            .map(|l| l.movetime.unwrap().as_millis())
            .collect();
        assert_eq!(times, [100, 50]);
        let named = |limits: &Limits| limits.moves.as_ref().map(Vec::len);
        assert_eq!((named(&asked[0]), named(&asked[1])), (None, Some(1)));
        // Who was told to come to an end asks no more.
        control.finish_early();
        let (number, asked) = chosen((0, 0), (1, 900), 0, &control);
        assert_eq!((number, asked.len()), (0, 0));
    }
}
