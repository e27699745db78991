//! Bots of the host's own as players.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::arena::tournament::{FinishedGame, Occasion, TournamentReport, tournament};
use crate::arena::{Guests, MovesSoFar, Player as _, RestartSignal, Setup, Stop, TeamChat, Turn};
use crate::host::Game;
use crate::own::{Ask, Question, Questions, Told, bot_failed};
use contract::bot::Limits;
use contract::error::{ErrorKind, Result};
use contract::game::Seat;
use contract::jobs::Control;
use contract::value::Dict;

fn given(more: Value) -> Dict {
    let mut given = json!({
        "game": "chess",
        "players": [{ "name": "mine", "own": 0 }, "random"],
        "ply_limit": 40,
        "games": 2,
        "seed": 3,
    });
    let fields = given.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    fields.clone()
}

fn play(
    occasion: Occasion,
    more: Value,
    guests: Guests,
) -> Result<(TournamentReport, Vec<FinishedGame>)> {
    let games = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&games);
    let told = Box::new(move |game| {
        told.lock().unwrap().push(game);
        ControlFlow::Continue(())
    });
    let report = tournament(occasion, given(more), Arc::new(guests), told).wait()?;
    let games = std::mem::take(&mut *games.lock().unwrap());
    Ok((report, games))
}

fn of(ask: Ask) -> Guests {
    let mut guests = Guests::default();
    assert_eq!(guests.add(ask), 0);
    guests
}

fn mine(ask: impl Fn(Question) + Send + Sync + 'static) -> Guests {
    of(Arc::new(ask))
}

type Answer = Box<dyn Fn(Question) + Send + Sync>;

/// Answers with the first move that may be tried.
fn first(question: &Question) {
    question.answer(&json!(question.observation().candidates()[0]));
}

#[test]
fn whole_games_of_every_kind_are_played() {
    for (game, players, at_least) in [
        ("chess", 2, 10),
        ("blind", 2, 5),
        ("boost", 2, 10),
        ("jarls", 2, 10),
    ] {
        let mut players = vec![json!("random"); players - 1];
        players.push(json!({ "name": "mine", "own": 0 }));
        // Where attempts are private, those that were refused are no longer among the candidates.
        let guests = mine(|question| first(&question));
        let more = json!({ "game": game, "players": players, "concurrency": 2, "games": 4 });
        let (report, games) = play(Occasion::Tournament, more, guests).unwrap();
        assert!(report.table.complete, "{game}");
        assert_eq!(games.len(), 4, "{game}");
        for game in games {
            assert_eq!(game.fault, None, "{game:?}");
            assert!(game.moves.len() >= at_least, "{game:?}");
        }
    }
}

#[test]
fn answers_that_are_none_lose_the_game_and_a_resignation_ends_it() {
    let none = Some("illegal_move");
    let says = |value: Value| -> Answer {
        Box::new(move |question| {
            question.answer(&value);
        })
    };
    let fails: Answer = Box::new(|question| {
        question.fail(bot_failed("ValueError: oh"));
    });
    let cases = [
        ("an illegal move", says(json!("e2e5")), none),
        ("a shape", says(json!({ "mvoe": "e2e4" })), none),
        (
            "a style",
            says(json!({ "move": "e2e4", "style": "braille" })),
            none,
        ),
        ("an answer to nobody's offer", says(json!(true)), none),
        ("a claim", says(json!({ "claim_draw": true })), none),
        ("an exception", fails, Some("crash")),
        ("a dropped question", Box::new(drop), Some("crash")),
        ("a resignation", says(json!({ "resign": true })), None),
    ];
    for (name, answer, fault) in cases {
        let (_, games) = play(Occasion::Match, json!({}), mine(answer)).unwrap();
        for game in &games {
            assert_eq!(game.reason, fault.unwrap_or("resignation"), "{name}");
            let kind = game.fault.as_ref().map(|fault| &*fault.kind);
            assert_eq!(kind, fault, "{name}");
            let (winner, _) = &game
                .players
                .0
                .iter()
                .find(|(_, who)| who == "random")
                .unwrap();
            assert_eq!(&game.winners[..], std::slice::from_ref(winner), "{name}");
        }
    }
}

#[test]
fn moves_in_other_styles_and_action_ids_are_read() {
    for answer in [json!({ "move": "e4", "style": "san" }), json!(796)] {
        let guests = mine(move |question| {
            question.answer(&answer);
        });
        let more = json!({ "ply_limit": 1, "opening_plies": 0 });
        let (_, games) = play(Occasion::Match, more, guests).unwrap();
        assert_eq!(
            (&*games[0].reason, games[0].fault.as_ref()),
            ("ply_limit", None)
        );
    }
}

#[test]
fn one_that_never_answers_loses_by_time_and_is_told_that_it_is_given_up() {
    let (rang, bell) = mpsc::channel();
    let queue = Questions::new(move || {
        let _ = rang.send(());
    });
    let guests = of(queue.ask());
    let more = json!({ "move_timeout": 1 });
    let (_, games) = play(Occasion::Match, more, guests).unwrap();
    // One of the two games may begin with a move of the other, and ends as this one.
    assert_eq!(games[0].fault.as_ref().unwrap().kind, "timeout");
    let mut told = Vec::new();
    while told.len() < 2 {
        bell.recv_timeout(super::LONG).expect("it is told");
        told.extend(std::iter::from_fn(|| queue.take()));
    }
    let Told::Asked(question) = &told[0] else {
        panic!("{told:?}");
    };
    assert!(question.is_over());
    assert!(matches!(told[1], Told::GivenUp(id) if id == question.details().id));
}

#[test]
fn a_tournament_that_is_stopped_waits_for_no_answer() {
    let (asked, question) = mpsc::channel();
    let guests = mine(move |question| {
        let _ = asked.send(question);
    });
    let told = Box::new(|_| ControlFlow::Continue(()));
    let work = tournament(Occasion::Match, given(json!({})), Arc::new(guests), told);
    let control = Arc::new(Control::default());
    let runs = Arc::clone(&control);
    let run = std::thread::spawn(move || work.run(&runs));
    let question = question.recv_timeout(super::LONG).expect("it is asked");
    control.cancel();
    let ended = run.join().unwrap();
    assert_eq!(ended.unwrap_err().kind(), ErrorKind::Cancelled);
    assert!(question.is_over());
}

#[test]
fn it_hears_its_partner_once_and_its_partner_hears_it() {
    let (own, partner) = (Seat(0), Seat(3));
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&heard);
    let guests = mine(move |question| {
        let details = question.details();
        let known = question.limits().heard.clone().unwrap_or_default().len();
        told.lock().unwrap().push((details.events.clone(), known));
        let mv = &question.observation().candidates()[0];
        question.answer(&json!({ "move": mv, "says": ["sit", "need n"] }));
    });
    let game = Game::new("bughouse", &Dict::new()).unwrap();
    let mut player = guests.own("mine", 0).unwrap();
    let setup = Setup {
        game: &game,
        seat: own,
        seed: 1,
    };
    player.new_game(&setup, &Stop::new()).unwrap();
    let post = TeamChat::of(&game);
    post.send(partner, "go");
    let state = game.start().unwrap();
    let observation = state.observe_seat(own).unwrap();
    let turn = Turn {
        seat: own,
        observation: &observation,
        line: Some(&MovesSoFar::default()),
        limits: &Limits::default(),
        clocks: &[],
        allowance: super::LONG,
        post: &post,
        recall: &RestartSignal::default(),
    };
    for _ in 0..2 {
        let decided = player.decide(&turn, &Stop::new()).unwrap();
        assert_eq!(decided.text, observation.candidates()[0]);
        assert_eq!(post.take(partner), ["sit", "need n"]);
    }
    let message = json!({ "kind": "message", "seat": "B.black", "text": "go" });
    // It is an event once, and known for the rest of the game.
    let heard = heard.lock().unwrap();
    assert_eq!(heard[..], [(vec![message], 1), (vec![], 1)]);
    drop(heard);
    player.new_game(&setup, &Stop::new()).unwrap();
    assert!(player.decide(&turn, &Stop::new()).is_ok());
}

#[test]
fn nobodys_bot_is_refused() {
    let error = play(Occasion::Match, json!({}), Guests::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert_eq!(error.message(), "mine: nobody answers for it");
}
