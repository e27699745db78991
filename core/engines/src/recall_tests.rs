//! Programs that are told to stop and decide again.

use std::time::Duration;

use crate::{EnginePlayer, EngineProtocol, Language};
use boardwright::arena::{Decided, MovesSoFar, Player, RestartSignal, Setup, Stop, TeamChat, Turn};
use boardwright::game::Seat;
use boardwright::host::{Game, Limits, SeatRef};
use boardwright::value::Dict;

/// A program that does something when it is told to stop, and nothing before.
fn program(stop: &str) -> [String; 3] {
    let script = format!(
        r#"while read -r line; do
    case "$line" in
        uci) echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        stop) {stop} ;;
    esac
done"#
    );
    ["sh".into(), "-c".into(), script]
}

/// Asks a program that is recalled at once and has no last chance.
fn recalled(stop: &str, hurried: bool) -> Result<Decided, String> {
    let game = Game::new("chess", &Dict::new()).expect("a game");
    let protocol = EngineProtocol::of(Language::Uci, &game).expect("a protocol");
    let player = EnginePlayer::new("fake", &program(stop), &[], protocol, Duration::ZERO, &game);
    let mut player = player.expect("it starts");
    if hurried {
        player = player.hurried();
    }
    let state = game.start().expect("a state");
    let seat = Seat(0);
    let end = Stop::new();
    let setup = Setup {
        game: &game,
        seat,
        seed: 0,
    };
    player.new_game(&setup, &end).expect("it is ready");
    let recall = RestartSignal::default();
    recall.tell();
    let turn = Turn {
        seat,
        observation: &state.observe(SeatRef::Index(0)).expect("a seat"),
        line: Some(&MovesSoFar::default()),
        limits: &Limits::default(),
        clocks: &[],
        allowance: Duration::from_secs(600),
        post: &TeamChat::of(&game),
        recall: &recall,
    };
    player
        .decide(&turn, &end)
        .map_err(|fault| format!("{fault:?}"))
}

#[test]
fn a_recalled_program_has_its_allowance_unless_it_is_hurried() {
    assert_eq!(
        recalled("sleep 0.1; echo bestmove e2e4", false).map(|decided| decided.text),
        Ok("e2e4".into())
    );
    let late = recalled(":", true).expect_err("it has no time at all");
    assert!(late.contains("Timeout"), "{late}");
}
