//! Bughouse with clocks: all who are live think at once.

use std::sync::mpsc;

use super::*;
use crate::host::MoveRef;
use contract::game::Seat;
use contract::jobs::Control;

/// Behaviour of a player in its turn.
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
    let moves = turn.observation.candidates();
    Decided {
        text: moves[0].clone(),
        ..Decided::default()
    }
}

/// Waits for the end of the game.
fn wait(stop: &Stop) -> Fault {
    let control = stop.control(LONG);
    let (tell, told) = mpsc::channel();
    control.when_cancelled(move || tell.send(()).unwrap());
    match told.recv_timeout(LONG) {
        Ok(()) => Fault::Stopped,
        Err(_) => alone(),
    }
}

/// Returns the fault that ends a game in which a thread waits in vain for another.
fn alone() -> Fault {
    Fault::Of(FaultKind::Crash, "alone".into())
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

/// One game of bughouse, with so many seconds for each seat and no more plies, while
/// time stands still.
fn play(
    seconds: u64,
    plies: u32,
    does: impl Fn(&Turn<'_>, &Stop) -> Result<Decided, Fault> + Send + Sync + 'static,
) -> Played {
    play_by(&Time::set(), seconds, plies, does)
}

/// The same, by this time.
fn play_by(
    time: &Time,
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
    let mut all = run_by(time, &games, &entrants, &BTreeSet::new());
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn live_seats_think_at_once() {
    // The first two to be asked wait for each other.
    let met = Shared::new(0);
    let game = play(100, 12, move |turn, _| {
        met.with(|count| *count += 1);
        match met.until(|count| *count >= 2) {
            true => Ok(first(turn)),
            false => Err(alone()),
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
    // there has moved, for which it takes some time; the flag that falls is that of who
    // was asked first.
    let (time, some) = (Time::set(), Duration::from_millis(10));
    let passing = time.clone();
    let game = play_by(&time, 1, 1000, move |turn, stop| match turn.seat {
        Seat(0) => Err(wait(stop)),
        Seat(3) => {
            passing.pass(Duration::from_secs(1) - some / 2);
            Err(wait(stop))
        }
        _ => {
            passing.pass(some);
            Ok(first(turn))
        }
    });
    assert_eq!(game.reason, "timeout");
    let fault = game.fault.expect("it thought until its flag fell");
    assert_eq!((fault.seat, fault.kind), (0, FaultKind::Timeout));
    assert_eq!(game.winners, [1, 2]);
    assert_eq!(game.plies.iter().map(|p| p.seat).collect::<Vec<_>>(), [2]);
}

#[test]
fn partners_hear_each_other_and_nobody_else_does() {
    // In its first turn everybody speaks, in its second everybody listens once all have
    // spoken, and none has a third before all have listened.
    #[derive(Default)]
    struct Said {
        turns: [u32; 4],
        spoken: u32,
        heard: Vec<(u8, Vec<String>)>,
    }
    let said = Arc::new(Shared::new(Said::default()));
    let says = Arc::clone(&said);
    let game = play(100, 40, move |turn, _| {
        let own = turn.seat;
        let number = says.with(|said| {
            said.turns[own.index()] += 1;
            said.turns[own.index()]
        });
        let met = match number {
            1 => {
                turn.post.send(own, &format!("from {}", own.0));
                says.with(|said| said.spoken += 1);
                true
            }
            2 => {
                let met = says.until(|said| said.spoken == 4);
                let heard = turn.post.take(own);
                says.with(|said| said.heard.push((own.0, heard)));
                met
            }
            _ => says.until(|said| said.heard.len() == 4) && turn.post.take(own).is_empty(),
        };
        match met {
            true => Ok(first(turn)),
            false => Err(alone()),
        }
    });
    assert_eq!((&*game.reason, game.fault), ("ply_limit", None));
    let mut heard = said.with(|said| std::mem::take(&mut said.heard));
    heard.sort();
    let partners = [(0, 3), (1, 2), (2, 1), (3, 0)];
    assert_eq!(
        heard,
        partners.map(|(seat, of)| (seat, vec![format!("from {of}")]))
    );
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
    let asked = Arc::new(Shared::new(Vec::new()));
    let asks = Arc::clone(&asked);
    let game = play(100, 4, move |turn, stop| {
        let plies = turn.line.unwrap().moves.len();
        match turn.seat {
            Seat(0) => {
                let times = asks.with(|asks| {
                    asks.push(plies);
                    asks.len()
                });
                let sits = if times < 3 { LONG } else { Duration::ZERO };
                Ok(Decided {
                    hold: sits,
                    ..first(turn)
                })
            }
            Seat(2 | 3) if plies < 2 => {
                // It has been asked about what is on the boards now.
                match asks.until(|asks| asks.last() == Some(&plies)) {
                    true => Ok(first(turn)),
                    false => Err(alone()),
                }
            }
            _ if plies == 3 => Ok(first(turn)),
            _ => Err(wait(stop)),
        }
    });
    assert_eq!((&*game.reason, game.fault), ("ply_limit", None));
    assert_eq!(asked.with(|asked| asked.clone()), [0, 1, 2]);
    let seats: Vec<_> = game.plies.iter().map(|p| p.seat).collect();
    assert_eq!(seats[..3], [2, 3, 0]);
}

#[test]
fn a_move_that_is_held_back_is_made_in_the_end() {
    // The other board lets time pass until something comes of it, and has enough.
    let (time, hold) = (Time::set(), Duration::from_millis(200));
    let passing = time.clone();
    let game = play_by(&time, u64::from(u32::MAX), 1, move |turn, stop| {
        if turn.seat == Seat(0) {
            return Ok(Decided {
                hold,
                ..first(turn)
            });
        }
        while !stop.asked() {
            passing.pass(hold / 4);
            std::thread::yield_now();
        }
        Err(Fault::Stopped)
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
                let control = Arc::new(Control::default());
                turn.recall.concludes(&control);
                while !control.is_concluded() && !stop.asked() {
                    std::thread::yield_now();
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
