//! Bughouse with clocks: all who are live think at once.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::*;
use crate::game::Seat;
use crate::rim::MoveRef;

/// How long a thread waits for another before the test has failed.
const LONG: Duration = Duration::from_secs(30);

/// What a player does in its turn.
type Does = dyn Fn(&Turn<'_>, &Stop) -> Result<Decided, Fault> + Send + Sync;

struct Scripted(Arc<Does>);

impl Player for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn new_game(&mut self, _: &Setup<'_>, _: &Stop) -> Result<()> {
        Ok(())
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        (self.0)(turn, stop)
    }
}

/// The first move there is.
fn first(turn: &Turn<'_>) -> Decided {
    let moves = turn.observation.candidates().unwrap();
    Decided {
        text: moves[0].clone(),
        ..Decided::default()
    }
}

fn wait(stop: &Stop) -> Fault {
    while !stop.asked() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Fault::Stopped
}

/// Games of bughouse from its start, with so many seconds for each seat.
fn timed(games: u64, seconds: u64) -> Match {
    let mut games = of("bughouse", games);
    games.openings = Openings::Random {
        seed: 1,
        plies: 0,
        balance: None,
        nodes: 0,
    };
    games.conditions.clocks = Some(TimeControl {
        base: Duration::from_secs(seconds),
        increment: Duration::ZERO,
    });
    games
}

/// One game of bughouse, with so many seconds for each seat and no more plies.
fn play(
    seconds: u64,
    plies: u32,
    does: impl Fn(&Turn<'_>, &Stop) -> Result<Decided, Fault> + Send + Sync + 'static,
) -> Played {
    let mut games = timed(1, seconds);
    games.conditions.limits = Limits::default();
    games.conditions.ply_limit = plies;
    let does: Arc<Does> = Arc::new(does);
    let entrants =
        |_: usize| -> Result<Box<dyn Player>> { Ok(Box::new(Scripted(Arc::clone(&does)))) };
    let mut all = run(&games, &entrants, &BTreeSet::new());
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn live_seats_think_at_once() {
    // The first two to be asked wait for each other.
    let met = (Mutex::new(0), Condvar::new());
    let game = play(100, 12, move |turn, _| {
        let (count, told) = &met;
        let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
        *count += 1;
        told.notify_all();
        let (count, late) = told
            .wait_timeout_while(count, LONG, |count| *count < 2)
            .unwrap_or_else(PoisonError::into_inner);
        drop(count);
        match late.timed_out() {
            true => Err(Fault::Of(FaultKind::Crash, "alone".into())),
            false => Ok(first(turn)),
        }
    });
    assert_eq!((&*game.reason, game.fault), ("ply_limit", None));
    // Kept in the order in which the moves came, which is a game.
    let mut state = Game::new("bughouse", &Dict::new())
        .unwrap()
        .start()
        .unwrap();
    for ply in &game.plies {
        state = state.play(None, MoveRef::Text(&ply.text), None).unwrap();
        assert!(ply.time.is_some());
    }
    assert_eq!(game.plies.len(), 12);
}

#[test]
fn a_clock_runs_while_the_other_board_plays_on() {
    // White on A never moves, and Black on B, its partner, does not either when White
    // there has moved; the flag that falls is that of who was asked first.
    let game = play(1, 1000, |turn, stop| match turn.seat {
        Seat(0 | 3) => Err(wait(stop)),
        _ => Ok(first(turn)),
    });
    assert_eq!(game.reason, "timeout");
    let fault = game.fault.expect("it thought until its flag fell");
    assert_eq!((fault.seat, fault.kind), (0, FaultKind::Timeout));
    assert_eq!(game.winners, [1, 2]);
    assert_eq!(game.plies.iter().map(|p| p.seat).collect::<Vec<_>>(), [2]);
}

#[test]
fn partners_hear_each_other_and_nobody_else_does() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    let game = play(100, 40, move |turn, _| {
        for text in turn.post.take(turn.seat) {
            hears.lock().unwrap().push((turn.seat.0, text));
        }
        turn.post.send(turn.seat, &format!("from {}", turn.seat.0));
        Ok(first(turn))
    });
    assert_eq!(game.fault, None);
    let heard = heard.lock().unwrap();
    let partner = [3, 2, 1, 0];
    for (seat, text) in heard.iter() {
        let from = partner[usize::from(*seat)];
        assert_eq!(*text, format!("from {from}"));
    }
    assert!((0..4).all(|seat| heard.iter().any(|(s, _)| *s == seat)));
}

#[test]
fn an_illegal_move_loses_for_the_team() {
    let game = play(100, 40, |turn, stop| match turn.seat {
        Seat(2) => Ok(Decided {
            text: "B:e2e5".into(),
            ..Decided::default()
        }),
        _ => Err(wait(stop)),
    });
    assert_eq!(
        (&*game.reason, &*game.winners),
        ("illegal_move", &[0, 3][..])
    );
    assert_eq!(
        game.fault.map(|f| (f.seat, f.kind)),
        Some((2, FaultKind::IllegalMove))
    );
}

#[test]
fn bots_play_by_the_clock() {
    let mut games = timed(2, 100);
    games.conditions.limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let game = games.game.clone();
    let all = run(&games, &bots(&game, ["search", "random"]), &BTreeSet::new());
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|g| g.fault.is_none()), "{all:?}");
}

#[test]
fn a_move_that_is_held_back_is_decided_anew_when_the_game_goes_on() {
    // White on A holds its first move back for as long as it may; with each move on
    // the other board it is asked again, and the third time it moves at once.
    let asked = Arc::new(Mutex::new(Vec::new()));
    let asks = Arc::clone(&asked);
    let game = play(100, 4, move |turn, stop| {
        let plies = turn.line.unwrap().moves.len();
        match turn.seat {
            Seat(0) => {
                let mut asks = asks.lock().unwrap();
                asks.push(plies);
                let sits = if asks.len() < 3 { LONG } else { Duration::ZERO };
                Ok(Decided {
                    hold: sits,
                    ..first(turn)
                })
            }
            Seat(2 | 3) if plies < 2 => {
                // It has been asked about what is on the boards now.
                while asks.lock().unwrap().last() != Some(&plies) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(first(turn))
            }
            _ if plies == 3 => Ok(first(turn)),
            _ => Err(wait(stop)),
        }
    });
    assert_eq!((&*game.reason, game.fault), ("ply_limit", None));
    assert_eq!(*asked.lock().unwrap(), [0, 1, 2]);
    let seats: Vec<_> = game.plies.iter().map(|p| p.seat).collect();
    assert_eq!(seats[..3], [2, 3, 0]);
}

#[test]
fn a_move_that_is_held_back_is_made_in_the_end() {
    let hold = Duration::from_millis(200);
    let game = play(100, 1, move |turn, stop| match turn.seat {
        Seat(0) => Ok(Decided {
            hold,
            ..first(turn)
        }),
        _ => Err(wait(stop)),
    });
    assert_eq!((&*game.reason, game.fault), ("ply_limit", None));
    let ply = &game.plies[0];
    assert!(ply.seat == 0 && ply.time >= Some(200_000), "{ply:?}");
}

#[test]
fn who_thinks_decides_anew_when_a_piece_comes_and_not_before() {
    // White on A waits until it is told so; the other board takes a pawn with its third
    // move, which is Black's on A from then on.
    let asked = Arc::new(Mutex::new(Vec::new()));
    let asks = Arc::clone(&asked);
    let game = play(100, 4, move |turn, stop| {
        let plies = turn.line.unwrap().moves.len();
        let on_b = |text: &str| Decided {
            text: text.into(),
            ..Decided::default()
        };
        match (turn.seat, plies) {
            (Seat(0), 0) => {
                asks.lock().unwrap().push(plies);
                while !turn.recall.came() && !stop.asked() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(first(turn))
            }
            (Seat(0), _) => {
                asks.lock().unwrap().push(plies);
                Ok(first(turn))
            }
            (Seat(2), 0) => Ok(on_b("B:e2e4")),
            (Seat(3), 1) => Ok(on_b("B:d7d5")),
            (Seat(2), 2) => Ok(on_b("B:e4d5")),
            _ => Err(wait(stop)),
        }
    });
    assert_eq!((&*game.reason, game.fault), ("ply_limit", None));
    assert_eq!(*asked.lock().unwrap(), [0, 3]);
    let seats: Vec<_> = game.plies.iter().map(|p| p.seat).collect();
    assert_eq!(seats, [2, 3, 2, 0]);
}
