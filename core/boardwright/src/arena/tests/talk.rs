//! Bots of this process that talk with their partners in a match.

use super::*;
use crate::arena::BotPlayer;
use crate::host::State;
use contract::game::Seat;
use contract::jobs::Control;
use serde_json::json;

/// A knight, or a pawn whose captor promotes.
const CHOICE: &str = "4k3/7p/6P1/n7/1P6/8/8/4K3[] w - - 0 1";
/// A knight or a bishop.
const FORK: &str = "4k3/8/8/2n1b3/3P4/8/8/4K3[] w - - 0 1";
/// Black mates with a knight, whatever White does first.
const WAITS: &str = "6k1/8/8/8/8/PP6/PP1P4/KRB5[] w - - 0 1";
/// White mates with a knight.
const MATES: &str = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";

const OWN: Seat = Seat(0);
const PARTNER: Seat = Seat(3);

/// A player at the first seat, what it and its partner say, and the position.
struct Talking {
    player: BotPlayer,
    post: TeamChat,
    state: State,
}

impl Talking {
    fn new(messages: &str, boards: [&str; 2]) -> Self {
        let game = Game::new("bughouse", &Dict::new()).unwrap();
        let options = json!({ "messages": messages });
        let options = options.as_object().unwrap();
        let mut player = BotPlayer::new("talks", "search", options, &game).unwrap();
        let setup = Setup {
            game: &game,
            seat: OWN,
            seed: 1,
        };
        player.new_game(&setup, &Stop::new()).unwrap();
        Self {
            player,
            post: TeamChat::of(&game),
            state: game.parse(&boards.join(" | "), &[]).unwrap(),
        }
    }

    fn decides(&mut self, limits: Limits) -> String {
        let turn = Turn {
            seat: OWN,
            observation: &self.state.observe_seat(OWN).unwrap(),
            line: Some(&MovesSoFar::default()),
            limits: &limits,
            clocks: &[],
            allowance: LONG,
            post: &self.post,
            recall: &RestartSignal::default(),
        };
        self.player.decide(&turn, &Stop::new()).unwrap().text
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn what_a_partner_says_changes_what_a_bot_plays() {
    for (messages, said, best) in [
        ("full", "", "A:g6h7"),
        ("full", "need n urgency high", "A:b4a5"),
        ("consider", "need knight now", "A:b4a5"),
        ("full", "hello", "A:g6h7"),
        ("ignore", "need n urgency high", "A:g6h7"),
    ] {
        let mut talking = Talking::new(messages, [CHOICE, WAITS]);
        talking.post.send(PARTNER, said);
        assert_eq!(talking.decides(nodes(20_000)), best, "{messages}: {said}");
    }
}

#[test]
fn a_bot_says_what_it_needs_before_its_move_and_what_decides_after_it() {
    let mut talking = Talking::new("full", [MATES, CHOICE]);
    talking.decides(nodes(20_000));
    let said = talking.post.take(PARTNER);
    assert_eq!(said[0], "need n urgency high");
    assert!(talking.post.take(OWN).is_empty());
    talking
        .player
        .reflect(OWN, &talking.post, &Control::default());
    let after = talking.post.take(PARTNER);
    // Its own bare king fears a queen; the other one walks out of the corner that the knight would
    // have mated in.
    assert_eq!(after, ["threat high pieces q", "need n urgency low"]);
    // Nothing has been decided since.
    talking
        .player
        .reflect(OWN, &talking.post, &Control::default());
    assert!(talking.post.take(PARTNER).is_empty());
    let mut silent = Talking::new("ignore", [MATES, CHOICE]);
    silent.decides(nodes(20_000));
    silent
        .player
        .reflect(OWN, &silent.post, &Control::default());
    assert!(silent.post.take(PARTNER).is_empty());
}

#[test]
fn an_urgent_message_begins_a_decision_anew() {
    let mut talking = Talking::new("full", [FORK, WAITS]);
    let post = talking.post.clone();
    // It ends with what it hears, which mates, and never otherwise.
    let limits = Limits {
        movetime: Some(LONG * 30),
        ..Limits::default()
    };
    let said = std::thread::spawn(move || {
        post.send(PARTNER, "hello");
        post.send(PARTNER, "need b urgency high");
    });
    assert_eq!(talking.decides(limits), "A:d4e5");
    said.join().unwrap();
}
