//! Players who leave a game that goes on.

use serde_json::{Value, json};

use super::super::Jarls;
use super::{Play, plain, rules, state};
use contract::error::ErrorKind;
use contract::game::{Game, Seat, Seats};
use contract::rng::Rng;
use contract::state::{Saved, State};

fn three(text: &str) -> State<Jarls> {
    state(json!({ "players": 3, "radius": 5 }), text)
}

fn seats(list: &[u8]) -> Seats {
    list.iter().copied().map(Seat).collect()
}

fn left(state: &State<Jarls>, list: &[u8]) -> State<Jarls> {
    let next = state.leave(seats(list), "resigned").unwrap();
    let next = next.expect("the others play on");
    // The notation says all of it.
    let read = State::parse(next.rules(), &next.notation(), &[]).unwrap();
    assert!(read.position() == next.position());
    next
}

fn told(state: &State<Jarls>, list: &[u8], to: u8) -> Vec<Value> {
    let game = state.game();
    let events = game.leave_events(state.position(), seats(list), Seat(to));
    events.iter().map(plain).collect()
}

const OPEN: &str = "5 - J5,0W4,0 J-5,5W-4,4 J0,-5W0,-4";

#[test]
fn who_leaves_out_of_turn_is_gone_and_the_turn_stays() {
    let at = three(&format!("{OPEN} 0 3 1 0 4 -"));
    let next = left(&at, &[1]);
    assert_eq!(next.fields()[2..5], ["J5,0W4,0", "-", "J0,-5W0,-4"]);
    assert_eq!(next.fields()[5..11], ["0", "3", "1", "0", "4", "-"]);
    assert_eq!((next.outcome(), next.out()), (None, seats(&[1])));
    assert_eq!(next.history().len(), 0, "it is no ply");
    assert_eq!(
        told(&at, &[1], 2),
        [
            json!({"kind": "eliminated", "seat": "p1", "piece": "jarl", "at": "-5,5", "cause": "left"}),
            json!({"kind": "eliminated", "seat": "p1", "piece": "warrior", "at": "-4,4", "cause": "orphaned"}),
        ]
    );
    // The rotation goes on without it.
    let after = next.go("5,0>5,-1");
    assert_eq!(after.live(), Seats::only(Seat(2)));
}

#[test]
fn the_turn_of_who_leaves_passes_on() {
    let at = three(&format!("{OPEN} 0 4 2 0 4 -"));
    let next = left(&at, &[0]);
    assert_eq!(next.fields()[5..11], ["1", "5", "2", "0", "4", "-"]);
    assert_eq!(
        told(&at, &[0], 1)[2],
        json!({"kind": "turn_ended", "seat": "p0"})
    );
    // At the end of a round the next begins.
    let last = three(&format!("{OPEN} 2 6 2 0 4 -"));
    assert_eq!(
        left(&last, &[2]).fields()[5..11],
        ["1", "7", "3", "1", "5", "-"]
    );
    // Two at once, of whom one is to move.
    let both = left(&at, &[0, 1]);
    assert_eq!(both.outcome().unwrap().winners, seats(&[2]));
}

#[test]
fn whoever_is_left_has_won_for_the_reason_of_the_last_who_left() {
    let at = three(&format!("{OPEN} 0 3 1 0 4 -"));
    let one = left(&at, &[2]);
    let end = one.leave(seats(&[0]), "timeout").unwrap().unwrap();
    let outcome = end.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.reason), (seats(&[1]), "timeout"));
    assert!(end.legal(None).is_empty() && end.live().is_empty());
    let error = end.leave(seats(&[1]), "resigned").err().unwrap();
    assert_eq!(error.kind(), ErrorKind::GameOver);
    let saved = State::<Jarls>::load(&Saved::read(&end.save().unwrap()).unwrap()).unwrap();
    assert_eq!(saved.outcome(), end.outcome());
    // All at once: nobody has won.
    let all = left(&at, &[0, 1, 2]).outcome().unwrap();
    assert!(all.is_draw() && all.out.is_empty(), "{all:?}");
    assert_eq!(all.reason, "resigned");
}

#[test]
fn who_is_out_has_no_part_in_a_draw() {
    let options = json!({ "players": 3, "radius": 5, "round_limit": 5 });
    let at = state(options, &format!("{OPEN} 2 6 2 0 4 -"));
    let drawn = left(&at, &[1]).go("0,-5>1,-5");
    let outcome = drawn.outcome().unwrap();
    assert_eq!(outcome.reason, "round_limit");
    assert_eq!([0, 1, 2].map(|s| outcome.score(Seat(s))), [0.5, 0.0, 0.5]);
    let full = at.go("0,-5>1,-5").outcome().unwrap();
    assert_eq!([0, 1, 2].map(|s| full.score(Seat(s))), [0.5; 3]);
}

#[test]
fn two_players_and_teams_do_not_play_on() {
    let two = State::<Jarls>::start(&rules(json!({}))).unwrap();
    assert!(two.leave(seats(&[0]), "resigned").unwrap().is_none());
    let teams = State::<Jarls>::start(&rules(json!({ "players": 4, "teams": 2 }))).unwrap();
    assert!(teams.leave(seats(&[0]), "resigned").unwrap().is_none());
}

#[test]
fn what_cannot_leave_is_refused() {
    let at = three(&format!("{OPEN} 0 3 1 0 4 -"));
    let code = |list: &[u8], reason: &str| at.leave(seats(list), reason).err().unwrap().code();
    assert_eq!(code(&[], "resigned"), "invalid_option");
    assert_eq!(code(&[3], "resigned"), "invalid_option");
    assert_eq!(code(&[1], "bored"), "invalid_option");
    let error = left(&at, &[1])
        .leave(seats(&[1]), "resigned")
        .err()
        .unwrap();
    assert_eq!(error.code(), "game_over");
    assert_eq!(error.message(), "the game is over for p1");
    // Of several those who are in the game leave.
    let next = left(&left(&at, &[1]), &[0, 1]);
    assert_eq!(next.departures().last().unwrap().seats, seats(&[0]));
}

#[test]
fn who_places_shields_is_skipped_when_gone() {
    let options = json!({ "players": 4, "terrain": "shields", "draft_shields": true });
    let start = State::<Jarls>::start(&rules(options)).unwrap();
    assert_eq!(start.live().single(), Some(Seat(3)));
    let next = left(&start, &[3]);
    assert_eq!(
        (next.live().single(), next.fields()[11].as_str()),
        (Some(Seat(2)), "s")
    );
    let later = left(&start, &[2]);
    assert_eq!(later.live().single(), Some(Seat(3)));
    let shield = later.game().text(&later.legal(None)[0]);
    assert_eq!(later.go(&shield).live().single(), Some(Seat(1)));
    let last = left(&start, &[1, 2, 3]);
    assert_eq!(last.outcome().unwrap().winners, seats(&[0]));
    let begun = left(&left(&left(&start, &[0]), &[3]), &[2]);
    assert_eq!(begun.outcome().unwrap().winners, seats(&[1]));
}

#[test]
fn who_has_to_give_up_a_warrior_may_leave_instead() {
    let options = json!({ "players": 4, "radius": 5, "starvation": true });
    let text = "5 - J5,0W4,0W3,0 J-5,5W-5,4W-4,5 J0,-5W-1,-4W-2,-3 J0,5W0,4";
    let at = state(options, &format!("{text} 1 30 10 0 10 x12"));
    // The one to choose: the other chooses.
    let next = left(&at, &[1]);
    assert_eq!(next.fields()[6..12], ["2", "30", "10", "0", "10", "x2"]);
    // One who chooses later.
    let later = left(&at, &[2]);
    assert_eq!(later.fields()[6..12], ["1", "30", "10", "0", "10", "x1"]);
    // Nobody is left to choose: the round begins.
    let begun = left(&next, &[2]);
    assert_eq!(begun.fields()[6..12], ["0", "30", "10", "0", "10", "-"]);
    // Who was to begin it: the next does.
    let first = left(&at, &[0]);
    assert_eq!(first.fields()[6..12], ["1", "30", "10", "1", "10", "x12"]);
}

#[test]
fn saves_and_earlier_plies_know_who_left() {
    for fog in [false, true] {
        let options = json!({ "players": 4, "fog": fog, "seed": 3 });
        let mut state = State::<Jarls>::start(&rules(options)).unwrap();
        let mut rng = Rng::new(5);
        let mut line = vec![state.clone()];
        for ply in 0..30 {
            if let Some(seat) = [(7, 1), (20, 3)].iter().find(|(at, _)| *at == ply) {
                state = left(&state, &[seat.1]);
                // From here on the ply is that after leaving.
                *line.last_mut().unwrap() = state.clone();
            }
            let moves = state.legal(None);
            let Some(action) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else {
                break;
            };
            state = state.play(action).unwrap();
            line.push(state.clone());
        }
        let known: Vec<_> = state.departures().map(|left| left.ply).collect();
        assert_eq!(known, [7, 20]);
        for (ply, then) in line.iter().enumerate() {
            assert!(state.at_ply(ply).unwrap() == *then, "ply {ply}");
        }
        let text = state.save().unwrap();
        assert!(text.contains("\"version\":3"), "{text}");
        let loaded = State::<Jarls>::load(&Saved::read(&text).unwrap()).unwrap();
        assert!(loaded == state);
        assert_eq!(loaded.save().unwrap(), text);
        assert!(loaded.departures().eq(state.departures()));
        for seat in (0..4).map(Seat) {
            assert!(loaded.observe(seat) == state.observe(seat));
            assert_eq!(loaded.observe(seat).text(), state.observe(seat).text());
        }
        assert!(!line[3].save().unwrap().contains("departures"));
        // A save made at once after leaving, before any move since.
        let there = &line[7];
        let again = State::<Jarls>::load(&Saved::read(&there.save().unwrap()).unwrap()).unwrap();
        assert!(again == *there);
    }
}

#[test]
fn damaged_departures_are_refused() {
    let start = State::<Jarls>::start(&rules(json!({ "players": 3 }))).unwrap();
    let moved = start.play(&start.legal(None)[0]).unwrap();
    let saved: Value = serde_json::from_str(&left(&moved, &[2]).save().unwrap()).unwrap();
    for (field, value) in [
        ("ply", json!(2)),
        ("seats", json!([])),
        ("seats", json!([3])),
        ("reason", json!("bored")),
    ] {
        let mut wrong = saved.clone();
        wrong["departures"][0][field] = value;
        let wrong = Saved::read(&wrong.to_string()).unwrap();
        let error = State::<Jarls>::load(&wrong).unwrap_err();
        assert_eq!(error.code(), "invalid_notation", "{field}");
        assert!(error.message().contains("departures"), "{error}");
    }
}

#[test]
fn under_fog_the_others_hear_that_a_player_is_out_and_see_what_they_saw_vanish() {
    let options = json!({ "players": 3, "radius": 8, "fog": true });
    let text = "8 - J8,0W7,0 J6,0W-8,8 J-8,0W-7,0 2 3 1 2 4 -";
    let at = state(options, text);
    assert_eq!(
        told(&at, &[1], 0),
        [
            json!({"kind": "eliminated", "seat": "p1", "piece": "jarl", "at": "6,0", "cause": "left"}),
            json!({"kind": "out", "seat": "p1"}),
        ]
    );
    assert_eq!(told(&at, &[1], 2), [json!({"kind": "out", "seat": "p1"})]);
    assert_eq!(told(&at, &[1], 1).len(), 3, "its own pieces it sees all");
    let next = left(&at, &[1]);
    let seen = |seat| plain(next.observe(Seat(seat)).describe());
    assert_eq!(seen(0)["living"], json!(["p0", "p2"]));
    assert_eq!(seen(1)["visible"], json!([]), "nothing is left that sees");
    // What was seen before it left is part of what is known.
    let elsewhere = state(
        json!({ "players": 3, "radius": 8, "fog": true }),
        &text.replace("J6,0", "J5,0"),
    );
    let (one, two) = (
        next.observe(Seat(0)),
        left(&elsewhere, &[1]).observe(Seat(0)),
    );
    assert_eq!(plain(one.describe()), plain(two.describe()));
    assert_ne!(one.text(), two.text());
    let (one, two) = (
        next.observe(Seat(2)),
        left(&elsewhere, &[1]).observe(Seat(2)),
    );
    assert_eq!(one.text(), two.text());
}
