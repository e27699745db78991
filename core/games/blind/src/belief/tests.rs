//! Tests of beliefs: that an exact one is what trying everything gives, and
//! that a sampled one keeps to what was heard.

use std::collections::HashSet;
use std::time::Duration;

use super::*;
use crate::attempt::Attempt;
use crate::event::Event;
use crate::position::Position;
use crate::tests::{HIDDEN, attempt, full, seen, start, wander};
use crate::{Play, seat_of, sight};
use chess::Color;
use contract::bot::Limits;
use contract::jobs::Control;
use contract::state::State;

fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::default()
    }
}

/// Has a belief follow what a side knows of a state.
fn follow(belief: &mut Belief, state: &State<Blind>, color: Color, most: u64) -> bool {
    let control = Control::default();
    let mut effort = Budget::begin(&nodes(most), Duration::from_secs(1), &control);
    let view = seen(state, color);
    belief.follow(state.game(), &view, &mut effort).unwrap()
}

fn key(position: &Position, theirs: Color) -> (u64, u64) {
    let packed = Packed::of(position, theirs, 0);
    (packed.hash(), packed.occupied().0)
}

/// The states that a seat cannot tell from one of them, one attempt later, found by
/// having the other side do everything in each.
fn grown(
    worlds: &[State<Blind>],
    truth: &State<Blind>,
    made: Attempt,
    color: Color,
) -> Vec<State<Blind>> {
    let expected = seen(truth, color);
    let theirs = worlds[0].position().board().turn() != color;
    let mut known = HashSet::new();
    let mut next = Vec::new();
    for state in worlds {
        let moved = made.moves() || made == Attempt::Pass;
        let tried = if theirs && moved {
            state.legal(None)
        } else {
            vec![made]
        };
        for attempt in tried {
            let Ok(after) = state.play(&attempt) else {
                continue;
            };
            let view = seen(&after, color);
            let same = view == expected && after.outcome().is_none();
            if same && known.insert(key(after.position(), !color)) {
                next.push(after);
            }
        }
    }
    next
}

/// Checks that a belief is exactly the set that trying everything gives, and returns the largest
/// size of that set.
fn compared(rules: &str, color: Color, seed: u64, plies: usize, most: usize) -> usize {
    let mut rng = Rng::derived(&[seed, 0xbe1]);
    let mut truth = start(rules);
    let mut worlds = vec![truth.clone()];
    let mut belief = Belief::new(1_000_000, 1_000_000, seed);
    let mut largest = 0;
    for _ in 0..plies {
        let turn = truth.position().board().turn();
        let looks =
            truth.game().rules.play == Play::Reconnaissance && !truth.position().turn.sensed;
        let choices = if turn == color {
            truth.observe(seat_of(color)).candidates()
        } else if looks {
            vec![attempt("sense:d5")]
        } else {
            truth.legal(None)
        };
        let mut made = choices[rng.below(choices.len() as u32) as usize];
        let asks = truth.game().rules.any != crate::Any::Never;
        if asks && truth.position().turn.asked.is_none() && rng.below(4) == 0 {
            made = Attempt::AskAny;
        }
        truth = truth.play(&made).unwrap();
        if truth.outcome().is_some() {
            break;
        }
        worlds = grown(&worlds, &truth, made, color);
        if worlds.len() > most {
            break;
        }
        largest = largest.max(worlds.len());
        // In the middle of the other side's turn nothing is followed yet.
        if truth.position().board().turn() != color {
            continue;
        }
        assert!(follow(&mut belief, &truth, color, u64::MAX / 4));
        let counters = belief.counters();
        let context = || format!("{rules} {color:?} {seed}: {}", truth.notation());
        assert!(counters.exact, "{}", context());
        assert_eq!(counters.size, worlds.len(), "{}", context());
        for world in &worlds {
            assert!(belief.holds(world.position()), "{}", context());
        }
        // Followed in one go it is the same.
        let mut anew = Belief::new(1_000_000, 1_000_000, seed + 1);
        assert!(follow(&mut anew, &truth, color, u64::MAX / 4));
        assert_eq!(anew.counters().size, worlds.len(), "{}", context());
    }
    largest
}

#[test]
fn an_exact_belief_is_what_trying_everything_gives() {
    let (games, plies, most) = if full() { (12, 24, 4_000) } else { (2, 9, 350) };
    for rules in HIDDEN {
        let mut largest = 0;
        for seed in 0..games {
            for color in Color::ALL {
                largest = largest.max(compared(rules, color, seed, plies, most));
            }
        }
        assert!(largest > 15, "{rules}: {largest}");
    }
}

#[test]
fn arrangements_are_packed_and_unpacked() {
    for rules in HIDDEN {
        for seed in 40..44 {
            wander(rules, seed, 120, |state| {
                let position = state.position();
                if position.won.is_some() {
                    return;
                }
                for color in Color::ALL {
                    let view = seen(state, color);
                    let packed = Packed::of(position, !color, 7);
                    let again = Frame::of(&view).unpack(&packed);
                    let plain = position.board.with_counters(0, 1);
                    assert!(again.board == plain, "{rules}: {}", state.notation());
                    assert_eq!(again.board.hash(), again.board.recomputed_hash());
                    assert_eq!(again.passed, position.passed);
                    assert!(Packed::of(&again, !color, 0).is(&packed));
                }
            });
        }
    }
}

/// Games of chance, followed with little to spend.
fn followed(rules: &str, seed: u64, drawn: usize, most: u64) -> (BeliefCounters, usize, usize) {
    let color = Color::ALL[seed as usize % 2];
    let mut belief = Belief::new(drawn, drawn, seed);
    let (mut held, mut asked) = (0, 0);
    wander(rules, seed, 240, |state| {
        let mine = state.position().board().turn() == color;
        if !mine || state.outcome().is_some() {
            return;
        }
        assert!(follow(&mut belief, state, color, most));
        let view = seen(state, color);
        let (frame, cloud) = belief.all().unwrap();
        for packed in cloud.all() {
            let position = frame.unpack_in(packed, view.turn());
            assert!(!packed.occupied().meets(view.own_pieces().all()));
            if state.game().rules.checks {
                let told = position
                    .board
                    .is_check()
                    .then(|| sight::checks(&position.board));
                assert_eq!(told, view.check(), "{rules}: {}", state.notation());
            }
        }
        let counters = belief.counters();
        let truth = belief.holds(state.position());
        assert!(truth || !counters.exact, "{rules}: {}", state.notation());
        held += usize::from(truth);
        asked += 1;
    });
    (belief.counters(), held, asked)
}

#[test]
fn a_sampled_belief_keeps_to_what_was_heard() {
    for rules in HIDDEN {
        let (mut held, mut asked) = (0, 0);
        for seed in 0..if full() { 40 } else { 3 } {
            let (_, h, a) = followed(rules, seed, 400, 60_000);
            held += h;
            asked += a;
        }
        assert!(asked > 0 && held > 0, "{rules}: {held} of {asked}");
    }
}

#[test]
fn what_runs_out_is_made_up_again() {
    let mut depleted = 0;
    for seed in 0..if full() { 200 } else { 12 } {
        let (counters, ..) = followed("wild16", seed, 60, 60_000);
        depleted += counters.depletions;
        assert_eq!(
            counters.depletions,
            counters.replays + counters.rejuvenations
        );
    }
    assert!(depleted > 0);
}

#[test]
fn a_log_that_begins_in_the_middle_is_guessed_at() {
    let game = crate::tests::at("wild16", "4k3/pp3p2/8/8/8/8/5PPP/R3K3 b - - 0 9");
    let state = game.play(&attempt("e8d7")).unwrap();
    let mut belief = Belief::new(1_000, 1_000, 1);
    assert!(follow(&mut belief, &state, Color::White, 400_000));
    let counters = belief.counters();
    assert!(counters.size > 100 && !counters.exact, "{counters:?}");
}

#[test]
fn another_game_is_another_belief() {
    let mut belief = Belief::new(1_000, 1_000, 1);
    let one = start("wild16").play(&attempt("e2e4")).unwrap();
    assert!(follow(&mut belief, &one, Color::Black, 100_000));
    assert_eq!(belief.counters().size, 20);
    let two = start("wild16");
    let two = two.play(&attempt("e2e4")).unwrap();
    let two = two.play(&attempt("e7e5")).unwrap();
    let two = two.play(&attempt("d2d4")).unwrap();
    assert!(follow(&mut belief, &two, Color::Black, 100_000));
    assert!(belief.holds(two.position()));
    assert!(follow(&mut belief, &one, Color::Black, 100_000));
    assert_eq!(belief.counters().size, 20);
}

/// The belief names no state and no history: it cannot be handed the truth.
#[test]
fn a_belief_cannot_name_the_truth() {
    for (name, source) in [
        ("mod", include_str!("mod.rs")),
        ("particles", include_str!("particles.rs")),
        ("budget", include_str!("budget.rs")),
        ("guess", include_str!("guess.rs")),
        ("segments", include_str!("segments.rs")),
        ("packed", include_str!("packed.rs")),
        ("plausible", include_str!("plausible.rs")),
        ("step", include_str!("step.rs")),
    ] {
        let code = source.lines().filter(|l| !l.trim_start().starts_with("//"));
        for line in code {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words {
                let forbidden = [
                    "State",
                    "FullView",
                    "EitherView",
                    "Past",
                    "Record",
                    "BlindView",
                    "full",
                ];
                assert!(!forbidden.contains(&word), "belief/{name}.rs: {line}");
            }
        }
    }
}

/// Checks that logs are cut into turns at the right events.
#[test]
fn logs_are_cut_into_turns() {
    let state = crate::tests::go(&start("berkeley"), "e2e4 e7d6 d7d5");
    let log = seen(&state, Color::White).log().to_vec();
    let mut from = 0;
    let mut parts = Vec::new();
    while let Some((part, to)) = segments::next(&log, from, Color::White) {
        parts.push(part);
        from = to;
    }
    assert_eq!(from, log.len());
    assert!(matches!(&parts[0], LogSegment::Own { heard, .. } if heard.len() == 1));
    assert!(matches!(&parts[1], LogSegment::Theirs(before, after)
        if before.len() == 1 && after == &[Event::Moved(Color::Black)]));
}
