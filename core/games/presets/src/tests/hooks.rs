//! The table of hooks, row by row: order, scope, and what each may do. A preset
//! that writes down what it is told is put into force beside others.

use std::sync::Arc;

use serde_json::json;

use super::{Play, start};
use crate::{
    Action, AfterMove, BeforeCapture, BeforeMove, BoardMut, Capture, ColoredPiece, Damage,
    DescribeMove, FilterMoves, GameResult, HookContext, Hooks, Listing, OnDamage, OnRetract,
    OnSpawn, PieceTypeId, Preset, Scope, SelfCheck, Verdict, register,
};
use chess::{Color, Square};
use contract::state::State;

/// Writes the hooks that are called into its state, and does what its id says.
struct Spy(&'static str);

impl Spy {
    fn saw(world: &mut BoardMut<'_>, what: &str) {
        let mut list = world.state().as_array().cloned().unwrap_or_default();
        list.push(what.into());
        world.set_state(list.into());
    }
}

impl Preset for Spy {
    fn id(&self) -> &str {
        self.0
    }

    fn name(&self) -> &str {
        "Spy"
    }

    fn description(&self) -> &str {
        "writes down what it is told"
    }

    fn incompatible_with(&self) -> Vec<String> {
        match self.0 {
            "spy-hostile" => vec!["spy-a".into()],
            _ => Vec::new(),
        }
    }

    fn requires(&self) -> Vec<String> {
        match self.0 {
            "spy-needy" => vec!["spy-a".into()],
            _ => Vec::new(),
        }
    }

    fn piece_attributes(&self) -> Vec<String> {
        vec!["Seen".into()]
    }

    fn before_move(&self, context: &mut BeforeMove<'_>) -> Result<(), String> {
        Self::saw(&mut context.board, "before_move");
        if self.0 == "spy-cancel" && context.action.to() == Square::wrap(28) {
            let e2 = context.action.from();
            context.board.set(e2, "Seen", Some(7));
            context.board.retract(Square::wrap(0));
            return Err("not to e4".into());
        }
        Ok(())
    }

    fn before_capture(&self, context: &mut BeforeCapture<'_>) -> Capture {
        Self::saw(&mut context.board, "before_capture");
        match self.0 {
            "spy-consume" => Capture::Consumed,
            _ => Capture::Pass,
        }
    }

    fn on_damage(&self, context: &mut OnDamage<'_>) -> Damage {
        let what = format!("on_damage {} {}", context.kind, context.amount);
        Self::saw(&mut context.board, &what);
        match self.0 {
            "spy-reduce" => Damage::Pass(context.amount - 1),
            "spy-double" => Damage::Pass(context.amount * 2),
            "spy-soak" => Damage::Consumed { died: false },
            _ => Damage::Pass(context.amount),
        }
    }

    fn after_move(&self, context: &mut AfterMove<'_>) {
        Self::saw(&mut context.board, "after_move");
        if self.0 == "spy-endless" {
            for square in [Square::wrap(8), Square::wrap(9)] {
                context.board.deal_damage(square, 1, "doom", None);
            }
        }
        if self.0 == "spy-replace" {
            let set = [("spy-b", Scope::Both, None)];
            context.board.replace_active(&set).unwrap();
        }
        // Moves are tried in lists as well, when it has been done already.
        if self.0 == "spy-calls" && context.board.piece_at(Square::wrap(32)).is_none() {
            let world = &mut context.board;
            let pawn = ColoredPiece::new(Color::White, PieceTypeId::PAWN);
            assert!(world.spawn(Square::wrap(32), pawn));
            assert!(!world.spawn(Square::wrap(32), pawn), "it is taken");
            assert!(world.set(Square::wrap(32), "Seen", Some(3)));
            assert!(!world.set(Square::wrap(32), "Hp", Some(3)), "not in force");
            assert!(
                !world.set(Square::wrap(40), "Seen", Some(3)),
                "nobody there"
            );
            assert_eq!(world.retract(Square::wrap(33)), None);
            assert_eq!(world.read().attributes_in_force(), ["Seen"]);
            world.effect(
                "flash",
                Some(Square::wrap(32)),
                250,
                json!({ "loud": true }),
            );
            let plies = world.read().log().count();
            Self::saw(world, &format!("log {plies}"));
        }
    }

    fn turn_start(&self, context: &mut HookContext<'_>) {
        let what = format!("turn_start {}", context.turn.name());
        Self::saw(&mut context.board, &what);
    }

    fn game_result(&self, context: &GameResult<'_>) -> Verdict {
        let seen = context.board.state().as_array().map_or(0, Vec::len);
        match self.0 {
            "spy-end" if seen > 8 => Verdict::Over(contract::game::Outcome::draw("seen_enough")),
            _ => Verdict::Pass,
        }
    }

    fn describe_move(&self, context: &DescribeMove<'_>) -> Vec<String> {
        vec![format!("{} by {}", self.0, context.mover.name())]
    }

    fn on_activate(&self, context: &mut HookContext<'_>) {
        Self::saw(&mut context.board, "on_activate");
    }

    fn on_deactivate(&self, context: &mut HookContext<'_>) {
        assert!(!context.board.state().is_null(), "it is cleared afterwards");
        if context.board.piece_at(Square::wrap(16)).is_none() {
            let knight = ColoredPiece::new(Color::White, PieceTypeId::KNIGHT);
            context.board.spawn(Square::wrap(16), knight);
        }
    }

    fn extra_moves(&self, context: &Listing<'_>, moves: &mut Vec<Action>) {
        let corner = Square::wrap(24);
        if context.piece.kind == PieceTypeId::KNIGHT && context.board.piece_at(corner).is_none() {
            moves.push(Action::new(context.from, corner));
        }
    }

    fn filter_moves(&self, _: &FilterMoves<'_>, moves: &mut Vec<Action>) {
        moves.retain(|m| m.to() != Square::wrap(31));
    }

    fn on_spawn(&self, context: &mut OnSpawn<'_>) {
        let what = format!("on_spawn {}", context.square);
        Self::saw(&mut context.board, &what);
    }

    fn on_retract(&self, context: &mut OnRetract<'_>) {
        let seen = context.attribute("Seen").unwrap_or(0);
        let of = context.died_of.unwrap_or("nothing");
        let what = format!("on_retract {} of {of}, seen {seen}", context.square);
        Self::saw(&mut context.board, &what);
        if self.0 == "spy-endless" {
            // A death that kills the next: bounded.
            let next = Square::wrap(context.square.index() as u8 + 1);
            context.board.deal_damage(next, 1, "doom", None);
            let man = context.piece;
            context.board.spawn(context.square, man);
            context.board.deal_damage(context.square, 1, "doom", None);
        }
    }

    fn filter_self_check(&self, _: &SelfCheck<'_>) -> bool {
        self.0 == "spy-brave"
    }

    fn hooks(&self) -> Hooks {
        Hooks::ALL
    }
}

const SPIES: [&str; 15] = [
    "spy-a",
    "spy-b",
    "spy-cancel",
    "spy-consume",
    "spy-reduce",
    "spy-double",
    "spy-soak",
    "spy-endless",
    "spy-replace",
    "spy-calls",
    "spy-end",
    "spy-brave",
    "spy-needy",
    "spy-hostile",
    "spy-last",
];

fn spies(presets: &str) -> State<super::Presets> {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for id in SPIES {
            register(Arc::new(Spy(id))).unwrap();
        }
    });
    start(presets)
}

/// Returns the hook calls that a spy preset has recorded.
fn seen(state: &State<super::Presets>, id: &str) -> Vec<String> {
    let presets = state.described()["presets"].as_array().cloned().unwrap();
    let own = presets.iter().find(|p| p["id"] == id).unwrap();
    let list = own["state"].as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|v| v.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_hooks_of_a_move_fire_in_the_order_of_the_table() {
    let state = spies("spy-a").all("e2e4 d7d5 e4d5");
    assert_eq!(
        seen(&state, "spy-a"),
        [
            "on_activate",
            "before_move",
            "after_move",
            "turn_start black",
            "before_move",
            "after_move",
            "turn_start white",
            "before_move",
            "before_capture",
            "on_damage capture 1",
            "on_retract d5 of capture, seen 0",
            "after_move",
            "turn_start black",
        ]
    );
    let entry = state.history().backwards().next().unwrap();
    assert_eq!(entry.record.entry().unwrap().notes, ["spy-a by white"]);
}

#[test]
fn dispatch_follows_the_order_of_activation() {
    let notes = |state: &State<super::Presets>| {
        let state = state.go("e2e4");
        let entry = state.history().backwards().next().unwrap();
        entry.record.entry().unwrap().notes.clone()
    };
    // Registration order for a set at once, whatever it is written like.
    let both = ["spy-a by white", "spy-b by white"];
    assert_eq!(notes(&spies("spy-a+spy-b")), both);
    assert_eq!(notes(&spies("spy-b+spy-a")), both);
    let later = spies("spy-b").edited(json!({ "activate": "spy-a" }));
    assert_eq!(notes(&later), ["spy-b by white", "spy-a by white"]);
}

#[test]
fn before_move_before_capture_and_turn_start_are_of_the_side_in_scope() {
    let state = spies("spy-a@black").all("e2e4 d7d5 e4d5 d8d5");
    assert_eq!(
        seen(&state, "spy-a"),
        [
            "on_activate",
            // After White's moves: the rows that are of every preset, and Black's turn.
            "after_move",
            "turn_start black",
            "before_move",
            "after_move",
            // A black pawn is hit: damage is of the target's colour.
            "on_damage capture 1",
            "on_retract d5 of capture, seen 0",
            "after_move",
            "turn_start black",
            "before_move",
            "before_capture",
            "on_retract d5 of capture, seen 0",
            "after_move",
        ]
    );
}

#[test]
fn a_cancelled_move_changes_nothing_and_is_not_listed() {
    let state = spies("spy-cancel");
    let before = (state.notation(), state.key(), state.save().unwrap());
    assert!(!state.lists("e2e4") && state.lists("e2e3"));
    assert!(state.refused("e2e4").contains("not to e4"));
    // Played without being asked about: not a byte of it.
    let action = state.read(None, "e2e4", None).unwrap();
    use contract::game::Game;
    let (same, _) = state.game().play(state.position(), &action);
    assert!(same == *state.position());
    assert_eq!(state.game().notation(&same), before.0);
    assert_eq!(
        (state.notation(), state.key(), state.save().unwrap()),
        before
    );
}

#[test]
fn mate_counts_moves_that_are_cancelled_as_none() {
    // The only rescue is the rook's move to e4; with the spy that is none.
    let fen = "k7/8/8/3b4/8/8/7P/4R1BK w - - 0 1";
    spies("");
    let plain = super::at("spy-a", fen);
    assert_eq!(
        (plain.texts(), plain.reason()),
        (vec!["e1e4".to_owned()], "-")
    );
    let mated = super::at("spy-cancel", fen);
    assert_eq!((mated.texts(), mated.reason()), (Vec::new(), "checkmate"));
}

#[test]
fn a_capture_that_is_consumed_belongs_to_the_preset() {
    let state = spies("spy-consume").all("e2e4 d7d5 e4d5");
    assert_eq!(
        state.board(),
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"
    );
    assert!(
        !seen(&state, "spy-consume")
            .iter()
            .any(|s| s.starts_with("on_damage"))
    );
}

#[test]
fn damage_goes_from_one_to_the_next_until_it_is_consumed() {
    let state = spies("spy-double+spy-last").all("e2e4 d7d5 e4d5");
    assert!(seen(&state, "spy-last").contains(&"on_damage capture 2".into()));
    assert!(!state.board().contains("3p4"));
    // Nothing left: nobody dies, and the attacker stays.
    let state = spies("spy-reduce").all("e2e4 d7d5 e4d5");
    assert!(state.board().contains("3p4/4P3"));
    let state = spies("spy-soak+spy-last").all("e2e4 d7d5 e4d5");
    assert!(state.board().contains("3p4/4P3"));
    assert!(
        !seen(&state, "spy-last")
            .iter()
            .any(|s| s.starts_with("on_damage"))
    );
}

#[test]
fn chains_of_damage_are_bounded_and_said_to_be() {
    let state = spies("spy-endless").go("e2e4");
    let entry = state.history().backwards().next().unwrap();
    let text = serde_json::to_string(entry.record).unwrap();
    assert!(text.contains("too deeply"));
}

#[test]
fn durations_tick_after_the_move_and_before_after_move() {
    let state = spies("spy-a:2").go("e2e4");
    assert_eq!(state.described()["presets"][0]["turns"], 1);
    let gone = state.go("e7e5");
    // Its time was up before after_move, and on_deactivate put a knight on a3.
    assert_eq!(gone.described()["presets"], json!([]));
    assert!(gone.board().contains("/N7/"));
    assert_eq!(gone.attribute("a3", "Seen"), None);
    let entry = gone.history().backwards().next().unwrap();
    assert!(entry.record.entry().unwrap().notes.is_empty());
}

#[test]
fn the_first_answer_replaces_the_end_of_chess() {
    let state = spies("spy-end").all("e2e4 e7e5 g1f3");
    assert_eq!(state.reason(), "seen_enough");
    assert!(state.texts().is_empty());
}

#[test]
fn moves_are_added_and_taken_away_for_the_side_in_scope() {
    let state = spies("spy-a@white");
    assert!(state.lists("b1a4") && !state.lists("h2h4"));
    let black = state.go("e2e4");
    assert!(!black.lists("b8a4") && black.lists("h7h5"));
}

#[test]
fn who_opts_out_may_leave_the_king_in_check() {
    let fen = "3r3k/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let at = |presets: &str| {
        spies(presets);
        super::at(presets, fen)
    };
    assert!(at("spy-brave").legal(None).len() > at("spy-a").legal(None).len());
    let black = super::at("spy-brave@black", fen);
    assert_eq!(black.legal(None).len(), at("spy-a@black").legal(None).len());
}

#[test]
fn hooks_may_call_what_the_page_names() {
    let state = spies("spy-calls").go("e2e4");
    assert_eq!(state.attribute("a5", "Seen"), Some(3));
    let own = seen(&state, "spy-calls");
    assert!(own.contains(&"on_spawn a5".into()) && own.contains(&"log 0".into()));
    let entry = state.history().backwards().next().unwrap();
    let events = serde_json::to_value(entry.record.entry()).unwrap();
    assert_eq!(events["events"][0]["kind"], "spawn");
    assert_eq!(
        events["events"][1],
        json!({ "kind": "effect", "preset": "spy-calls", "effect": "flash", "square": "a5",
                "ttl": 250, "data": { "loud": true } })
    );
}

#[test]
fn a_hook_may_replace_the_active_presets() {
    let state = spies("spy-replace").go("e2e4");
    let presets = state.described()["presets"].clone();
    assert_eq!(presets.as_array().unwrap().len(), 1);
    assert_eq!(presets[0]["id"], "spy-b");
    // It came into force in the middle of the move.
    assert_eq!(presets[0]["state"][0], "on_activate");
    // The state of the other is gone, and its deactivation was noticed.
    assert!(state.board().contains("/N7/"));
}

#[test]
fn what_is_required_and_what_clashes_is_checked() {
    let refused = |presets: &str| {
        spies("");
        let options = super::with(presets);
        let error = contract::state::Rules::<super::Presets>::new(&options).unwrap_err();
        assert_eq!(error.code(), "invalid_option");
        error.to_string()
    };
    assert!(refused("spy-needy").contains("requires spy-a"));
    assert!(refused("spy-needy@white+spy-a@black").contains("requires spy-a"));
    assert!(refused("spy-hostile+spy-a").contains("do not go together"));
    assert!(refused("spy-a+spy-a").contains("twice"));
    spies("spy-needy@white+spy-a@white");
    spies("spy-hostile@white+spy-a@black");
    let change = json!({ "activate": "spy-hostile" });
    let error = spies("spy-a")
        .edit(change.as_object().unwrap())
        .unwrap_err();
    assert!(error.to_string().contains("do not go together"));
    let change = json!({ "deactivate": "spy-a" });
    let error = spies("spy-a+spy-needy")
        .edit(change.as_object().unwrap())
        .unwrap_err();
    assert!(error.to_string().contains("requires"));
    // Who is required goes by time, and takes who requires it along.
    let state = spies("spy-a:1+spy-needy").go("e2e4");
    assert_eq!(state.described()["presets"], json!([]));
}
