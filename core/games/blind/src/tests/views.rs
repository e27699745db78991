//! Views against the truth, and what the views' module may name.

use super::super::seat::{self, ReachableSquares};
use super::super::{Play, sight};
use super::*;
use contract::game::{Flow, View};
use std::ops::ControlFlow;

fn shapes(view: &SeatView, tries: bool) -> Vec<Attempt> {
    let mut out = Vec::new();
    let _ = view.shapes(tries, &mut |attempt| {
        out.push(attempt);
        ControlFlow::Continue(())
    });
    out
}

#[test]
fn the_start_has_twenty_candidates_and_fourteen_tries() {
    for rules in HIDDEN {
        let state = start(rules);
        for color in Color::ALL {
            let view = seen(&state, color);
            assert_eq!(shapes(&view, false).len(), 20, "{rules}");
            let tries = if rules == "fog" { 0 } else { 14 };
            assert_eq!(shapes(&view, true).len(), tries, "{rules}");
        }
        let white = state.observe(super::super::seat_of(Color::White));
        let expected = match rules {
            // None are possible, and that is known.
            "wild16" | "cincinnati" | "rand" | "fog" => 20,
            "rbc" => 65,
            _ => 34,
        };
        assert_eq!(white.candidates().len(), expected, "{rules}");
        let black = state.observe(super::super::seat_of(Color::Black));
        assert!(black.candidates().is_empty() && !black.may_act());
    }
}

#[test]
fn candidates_know_nothing_of_the_other_side() {
    // The knight is pinned: a candidate here, and not where all is visible.
    let pinned = "4k3/8/8/p7/8/4r3/4N3/R3K3 w - - 0 1";
    let white = super::super::seat_of(Color::White);
    let candidates = |rules| texts(&at(rules, pinned).observe(white).candidates());
    assert!(candidates("blind").contains(&"e2c3".to_owned()));
    assert!(candidates("blind").contains(&"a1a8".to_owned()));
    assert!(!candidates("vanilla").contains(&"e2c3".to_owned()));
    // Promotions are four, castling follows from one's own pieces and rights.
    let view = seen(
        &at("blind", "4k2r/P7/8/8/8/8/8/R3K2R w KQ - 0 1"),
        Color::White,
    );
    let all = texts(&shapes(&view, false));
    for text in ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "e1g1", "e1c1"] {
        assert!(all.contains(&text.to_owned()), "{text}");
    }
    assert_eq!(
        texts(&shapes(&view, true)),
        ["a7b8b", "a7b8n", "a7b8q", "a7b8r"]
    );
    let without = seen(
        &at("blind", "4k2r/8/8/8/8/8/8/R3K1NR w Q - 0 1"),
        Color::White,
    );
    let all = texts(&shapes(&without, false));
    assert!(all.contains(&"e1c1".to_owned()) && !all.contains(&"e1g1".to_owned()));
}

/// The fold over a seat's own log gives what the referee knows of that seat.
#[test]
fn the_fold_agrees_with_the_referee() {
    let games = if full() { 300 } else { 12 };
    for rules in HIDDEN {
        for seed in 0..games {
            wander(rules, seed, 160, |state| {
                let position = state.position();
                let board = position.board();
                let context = || format!("{rules} {seed}: {}", state.notation());
                for color in Color::ALL {
                    let view = seen(state, color);
                    if position.won.is_none() {
                        assert_eq!(
                            *view.own_pieces(),
                            sight::own_pieces(board, color),
                            "{}",
                            context()
                        );
                    }
                    if position.won.is_none() {
                        assert_eq!(view.to_move(), board.turn(), "{}", context());
                    }
                    let theirs = sight::own_pieces(board, !color).reserve;
                    let text = view.text();
                    if state.game().rules.play == Play::Crazyhouse && position.won.is_none() {
                        assert!(held(&text) == theirs, "{}: {text}", context());
                    }
                    if color == board.turn() && position.won.is_none() {
                        assert_eq!(*view.turn(), position.turn, "{}", context());
                    }
                    if state.game().rules.play == Play::Fog && position.won.is_none() {
                        let sight = Blind::sight(position, color);
                        assert_eq!(view.sight(), Some(&sight), "{}", context());
                    }
                }
                if state.outcome().is_some() {
                    return;
                }
                let mover = state.observe(super::super::seat_of(board.turn()));
                let open = mover.candidates();
                let legal = state.legal(None);
                for attempt in &legal {
                    assert!(open.contains(attempt), "{attempt} {}", context());
                }
                // In fog everything that may be tried is seen to be possible.
                if rules == "fog" && state.position().fresh() {
                    assert_eq!(texts(&open), texts(&legal), "{}", context());
                }
                let waiting = state.observe(super::super::seat_of(!board.turn()));
                assert!(!waiting.may_act() && waiting.candidates().is_empty());
            });
        }
    }
}

fn held(text: &str) -> [u8; 5] {
    let field = text.split("their_reserve=").nth(1).unwrap();
    let field = field.split(' ').next().unwrap();
    ["P", "N", "B", "R", "Q"].map(|letter| field.matches(letter).count() as u8)
}

#[test]
fn moves_in_fog_are_those_of_the_truth() {
    for seed in 0..20 {
        wander("fog", seed, 100, |state| {
            if state.outcome().is_some() {
                return;
            }
            let position = state.position();
            let own = sight::own_pieces(position.board(), position.board().turn());
            for attempt in state.legal(None) {
                let Attempt::Move { to, .. } = attempt else {
                    panic!("{attempt}")
                };
                assert!(!own.all().has(to));
                let shape = seat::legal_shape(&own, &ReachableSquares::NOTHING, attempt);
                assert!(shape.is_some());
            }
        });
    }
}

#[test]
fn states_in_the_middle_of_a_turn_are_saved_and_written() {
    for rules in HIDDEN {
        for seed in 0..4 {
            wander(rules, seed, 80, |state| {
                let text = state.notation();
                let read = at(rules, &text);
                assert!(read.position() == state.position(), "{rules}: {text}");
                let saved = contract::state::Saved::read(&state.save().unwrap()).unwrap();
                let loaded = State::<Blind>::load(&saved).unwrap();
                assert!(loaded == *state);
                for color in Color::ALL {
                    assert_eq!(seen(&loaded, color), seen(state, color));
                }
            });
        }
    }
}

#[test]
fn a_position_in_the_middle_of_a_game_begins_a_log() {
    let later = go(&start("wild16"), "e2e4 d7d5 e2e4 b1a3");
    let read = at("wild16", &later.notation());
    let view = seen(&read, Color::White);
    assert_eq!(
        *view.own_pieces(),
        sight::own_pieces(later.position().board(), Color::White)
    );
    assert!(view.log().is_empty());
    let on = go(&read, "g8f6");
    assert_eq!(seen(&on, Color::White).own_pieces(), view.own_pieces());
    assert_eq!(seen(&on, Color::White).log().len(), 2);
}

#[test]
fn seats_count_their_own_entries() {
    // White's refused attempts do not move Black's numbers.
    let quiet = go(&start("blind"), "e2e4");
    let noisy = go(&start("blind"), "e2d3 e2f3 touch:e2 e2e4");
    assert_eq!(seen(&quiet, Color::Black), seen(&noisy, Color::Black));
    assert_eq!(seen(&noisy, Color::White).log().len(), 7);
    // Where both hear them, they do.
    let quiet = go(&start("berkeley"), "e2e4");
    let noisy = go(&start("berkeley"), "e2d3 e2e4");
    assert_ne!(seen(&quiet, Color::Black), seen(&noisy, Color::Black));
}

#[test]
fn events_are_read_as_they_are_written() {
    for rules in HIDDEN {
        for seed in 20..24 {
            wander(rules, seed, 120, |state| {
                for color in Color::ALL {
                    for entry in seen(state, color).log() {
                        let text = entry.to_string();
                        assert!(!text.contains([' ', ',']), "{text}");
                        assert_eq!(text.parse::<LogEntry>().unwrap(), *entry, "{text}");
                    }
                }
            });
        }
    }
    for text in [
        "",
        "capture",
        "capture:e4",
        "check:up",
        "sees:9/8",
        "rebuffs:-1",
        ">",
        "x",
    ] {
        assert!(text.parse::<LogEntry>().is_err(), "{text}");
    }
}

#[test]
fn attempts_have_ids_and_texts() {
    let mut ids = 0;
    for id in 0..Attempt::IDS {
        let Some(attempt) = Attempt::from_id(id) else {
            continue;
        };
        assert_eq!(attempt.id(), id, "{attempt}");
        assert_eq!(Attempt::read(&attempt.to_string()).unwrap(), attempt);
        ids += 1;
    }
    // Of promotions the sides' edges have two directions.
    assert_eq!(ids, 64 * 63 + 2 * 22 * 4 + 5 * 64 + 64 + 64 + 2);
}

#[test]
fn nothing_prints_what_is_hidden() {
    let state = go(&start("blind"), "e2e4 e7e5");
    assert_eq!(format!("{state:?}"), "State(blind, hidden)");
    assert_eq!(format!("{:?}", state.position()), "Position(hidden)");
    let record = state.history().backwards().next().unwrap().record;
    assert_eq!(format!("{record:?}"), "Record(hidden)");
    let view = state
        .game()
        .view(&state, super::super::seat_of(Color::White));
    assert!(!format!("{view:?}").contains("e7e5"));
    assert_eq!(
        format!("{view:?}"),
        format!("Hidden(SeatView({}))", view.text(state.game()))
    );
    assert!(view.full().is_none());
}

/// The module of the views names no board, position, state or history.
#[test]
fn the_views_cannot_name_the_whole_board() {
    for (name, source) in [
        ("mod", include_str!("../seat/mod.rs")),
        ("own", include_str!("../seat/own.rs")),
        ("geometry", include_str!("../seat/geometry.rs")),
        ("view", include_str!("../seat/view.rs")),
        ("text", include_str!("../seat/text.rs")),
        ("description", include_str!("../seat/description.rs")),
    ] {
        let code = source.lines().filter(|l| !l.trim_start().starts_with("//"));
        for line in code {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words {
                let forbidden = [
                    "Board",
                    "Position",
                    "State",
                    "FullView",
                    "EitherView",
                    "BlindView",
                    "History",
                    "Record",
                    "Blind",
                    "referee",
                    "sight",
                    "Game",
                    "Setup",
                    "fen",
                ];
                let own = ["view", "text", "description"].contains(&name);
                // Its own field of what is in sight excepted.
                let excepted = word == "sight" && own;
                assert!(
                    !forbidden.contains(&word) || excepted,
                    "seat/{name}.rs names {word}: {line}"
                );
            }
            for path in [
                "contract::state",
                "contract::history",
                "boardwright::registry",
                "super::super",
            ] {
                assert!(!line.contains(path), "seat/{name}.rs names {path}");
            }
        }
    }
}

#[test]
fn candidates_run_out_only_in_a_move() {
    // Every attempt that is refused is left out from then on, so that whoever goes
    // through the candidates comes to an accepted one.
    for rules in HIDDEN {
        let mut rng = Rng::derived(&[7, 0xca5e]);
        for _ in 0..if full() { 50 } else { 4 } {
            let mut state = start(rules);
            let mut plies = 0;
            while state.outcome().is_none() && plies < 60 {
                let color = state.position().board().turn();
                let mut tried = 0;
                while state.outcome().is_none() && state.position().board().turn() == color {
                    let mut open = Vec::new();
                    let _ = seen(&state, color).candidates(&mut |attempt| -> Flow {
                        open.push(attempt);
                        ControlFlow::Continue(())
                    });
                    let chosen = open[rng.below(open.len() as u32) as usize];
                    state = state.play(&chosen).unwrap();
                    tried += 1;
                    assert!(tried < 300, "{rules}: {}", state.notation());
                }
                plies += 1;
            }
        }
    }
}

#[test]
fn a_view_is_the_same_whether_moves_are_known_or_not() {
    for rules in HIDDEN {
        let mut state = start(rules);
        let mut rng = contract::rng::Rng::new(3);
        for _ in 0..60 {
            let moves = state.legal(None);
            if moves.is_empty() {
                break;
            }
            state = state.play_unchecked(&moves[rng.below(moves.len() as u32) as usize]);
        }
        assert!(!state.moves().is_empty());
        let bare: State<Blind> = state.under(Arc::clone(state.rules()), state.position().clone());
        assert!(bare.moves().is_empty() && bare == state);
        for color in Color::ALL {
            let seat = super::super::seat_of(color);
            let (one, other) = (state.observe(seat), bare.observe(seat));
            assert!(one == other);
            assert_eq!(format!("{one:?}"), format!("{other:?}"));
            assert_eq!(
                serde_json::to_value(one.describe()).unwrap(),
                serde_json::to_value(other.describe()).unwrap()
            );
        }
        assert_eq!(format!("{state:?}"), format!("{bare:?}"));
    }
}
