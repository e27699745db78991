//! Moves and attacks.

use serde_json::json;

use super::{Play, plain, rules, state, two};
use contract::state::State;

/// A Jarl of each far from whatever is going on in the rows r = 1 and r = 2.
const TAIL: &str = "0 1 1 0 0 -";

fn duel(terrain: &str, zero: &str, one: &str) -> String {
    format!("3 {terrain} J3,-3{zero} J0,-3{one} {TAIL}")
}

#[test]
fn a_run_up_keeps_the_weight_of_the_friends_behind_it() {
    // W W →→ W ← W: 1 + 1 + 1 against 1 + 1.
    let text = duel("-", "W-3,1W-2,1", "W0,1W1,1");
    let pushed = two(&text).go("-2,1>0,1").fields();
    assert_eq!(pushed[2..4], ["J3,-3W-3,1W0,1", "J0,-3W1,1W2,1"]);
    let events = two(&text).events("-2,1>0,1");
    let (attack, defence) = (&events[0]["attack"], &events[0]["defence"]);
    assert_eq!(events[0]["outcome"], "push");
    assert_eq!(
        [
            &attack["strength"],
            &attack["momentum"],
            &attack["support"],
            &attack["total"]
        ],
        [1, 1, 1, 3]
    );
    assert_eq!(attack["supporters"], json!(["-3,1"]));
    assert_eq!(
        [&defence["strength"], &defence["support"], &defence["total"]],
        [1, 1, 2]
    );
    assert_eq!(defence["supporters"], json!(["1,1"]));
    assert_eq!(
        two(&text).kinds("-2,1>0,1"),
        ["combat", "move", "push", "turn_ended"]
    );
    assert_eq!(events[2]["depth"], 2);

    let alone = json!({ "run_up_support": false });
    let blocked = state(alone.clone(), &text);
    assert!(!blocked.lists("-2,1>0,1"));
    let after = blocked.go("-2,1>0,1").fields();
    assert_eq!(after[2..4], ["J3,-3W-3,1W-1,1", "J0,-3W0,1W1,1"]);
    assert_eq!(blocked.events("-2,1>0,1")[0]["attack"]["total"], 2);
    // An attack from next door keeps its support.
    let close = state(alone, &duel("-", "W-2,1W-1,1", "W0,1"));
    assert!(close.lists("-1,1>0,1"));
}

#[test]
fn an_attack_must_be_greater_than_the_defence() {
    let even = two(&duel("-", "W-1,1", "W0,1"));
    assert!(!even.lists("-1,1>0,1"));
    let after = even.go("-1,1>0,1");
    assert_eq!(
        after.fields()[2..5],
        ["J3,-3W-1,1", "J0,-3W0,1", "1"],
        "it stays, and has used the turn"
    );
    assert_eq!(even.kinds("-1,1>0,1"), ["combat", "turn_ended"]);
    assert_eq!(even.events("-1,1>0,1")[0]["stop"], "defence");
    // With momentum it is enough; a brace makes it even again.
    assert!(two(&duel("-", "W-2,1", "W0,1")).lists("-2,1>0,1"));
    let braced = two(&duel("-", "W-2,1", "W0,1W1,1"));
    assert!(!braced.lists("-2,1>0,1"));
    assert_eq!(
        braced.go("-2,1>0,1").fields()[2],
        "J3,-3W-1,1",
        "it stops before the defender"
    );
    assert_eq!(braced.kinds("-2,1>0,1"), ["combat", "move", "turn_ended"]);
    // A gap breaks support and brace.
    assert!(two(&duel("-", "W-2,1", "W0,1W2,1")).lists("-2,1>0,1"));
    assert!(!two(&duel("-", "W-3,1W-1,1", "W0,1")).lists("-1,1>0,1"));
}

#[test]
fn a_jarl_counts_two() {
    let attacks = two(&format!("3 - J-1,1 J0,-3W0,1 {TAIL}"));
    assert!(attacks.lists("-1,1>0,1"));
    let supports = two(&format!("3 - J-2,1W-1,1 J0,-3W0,1W1,1 {TAIL}"));
    assert!(supports.lists("-1,1>0,1"));
    let braces = two(&format!("3 - J3,-3W-2,1W-1,1 J1,1W0,1 {TAIL}"));
    assert!(!braces.lists("-1,1>0,1"));
    // 1 + 1 + 1 against a Jarl alone.
    let against = two(&format!("3 - J3,-3W-3,1W-2,1 J0,1 {TAIL}"));
    assert!(against.lists("-2,1>0,1"));
    assert!(!two(&format!("3 - J3,-3W-2,1 J0,1 {TAIL}")).lists("-2,1>0,1"));
}

#[test]
fn whoever_is_pushed_off_is_gone() {
    let edge = two(&duel("-", "W-1,1W0,1", "W1,1W2,1"));
    assert!(!edge.lists("0,1>1,1"));
    let edge = two(&duel("-", "W-2,1W-1,1W0,1", "W1,1W2,1"));
    assert_eq!(
        edge.go("0,1>1,1").fields()[2..4],
        ["J3,-3W-2,1W-1,1W1,1", "J0,-3W2,1"]
    );
    let events = edge.events("0,1>1,1");
    let gone = events.iter().find(|e| e["kind"] == "eliminated").unwrap();
    assert_eq!(
        *gone,
        json!({"kind": "eliminated", "seat": "p1", "piece": "warrior", "at": "2,1", "cause": "edge"})
    );
    assert_eq!(
        edge.go("0,1>1,1").fields()[8],
        "-1",
        "an elimination in this very round"
    );

    let hole = two(&duel("H1,1", "W-2,1", "W0,1"));
    assert_eq!(hole.go("-2,1>0,1").fields()[2..4], ["J3,-3W0,1", "J0,-3"]);
    let causes: Vec<_> = hole
        .events("-2,1>0,1")
        .iter()
        .map(|e| e["cause"].clone())
        .collect();
    assert!(causes.contains(&json!("hole")));
}

#[test]
fn a_line_of_any_owner_moves_and_only_the_defenders_friends_count() {
    // Behind the defender stand an own warrior and the other's: the line ends at
    // the edge.
    let text = duel("-", "W-3,1W-2,1W1,1", "W0,1W2,1");
    let mixed = two(&text);
    assert!(mixed.lists("-2,1>0,1"));
    let events = mixed.events("-2,1>0,1");
    assert_eq!(events[0]["defence"]["total"], 1);
    assert_eq!(
        events[2],
        json!({"kind": "push", "at": "0,1", "direction": "E", "depth": 3})
    );
    assert_eq!(
        mixed.go("-2,1>0,1").fields()[2..4],
        ["J3,-3W-3,1W0,1W2,1", "J0,-3W1,1"]
    );
    // One's own pieces can be pushed off by it.
    let own = two(&duel("-", "W-3,1W-2,1W2,1", "W0,1W1,1"));
    assert_eq!(
        own.go("-2,1>0,1").fields()[2..4],
        ["J3,-3W-3,1W0,1", "J0,-3W1,1W2,1"]
    );
}

#[test]
fn a_shield_at_the_end_stops_the_line() {
    let shield = json!({ "terrain": "shields" });
    let held = state(shield.clone(), &duel("S2,1", "W-3,1W-2,1", "W0,1W1,1"));
    assert!(!held.lists("-2,1>0,1"));
    assert_eq!(held.events("-2,1>0,1")[0]["stop"], "shield");
    assert_eq!(
        held.go("-2,1>0,1").fields()[2..4],
        ["J3,-3W-3,1W-1,1", "J0,-3W0,1W1,1"]
    );
    // One hex of room is enough.
    let room = state(shield, &duel("S2,1", "W-3,1W-2,1", "W0,1"));
    assert!(room.lists("-2,1>0,1"));
}

#[test]
fn nobody_moves_through_anything_nor_onto_friends() {
    let full = two(&duel("H-1,2S1,0", "W-1,1W-1,0W0,1", "W0,0"[..0].trim()));
    for (text, why) in [
        ("-1,1>0,1", "a friend"),
        ("-1,1>1,1", "in the way"),
        ("-1,1>-1,2", "a hole"),
        ("-1,1>-1,3", "in the way"),
        ("-1,0>0,0", "never enters the Throne"),
        ("-1,0>1,0", "a shield"),
        ("0,-3>0,-2", "not a piece of the player to move"),
        ("2,0>2,1", "no piece"),
        ("3,-3>1,-1", "two warriors behind"),
    ] {
        let refused = full.refused(text);
        assert!(refused.contains(why), "{refused}");
    }
    assert!(full.read(None, "-1,1>2,1", None).is_err());
}

#[test]
fn a_warrior_passes_over_the_empty_throne_and_never_enters_it() {
    let passes = two(&duel("-", "W-1,0", "W2,1"));
    assert!(passes.lists("-1,0>1,0") && !passes.lists("-1,0>0,0"));
    assert_eq!(passes.go("-1,0>1,0").fields()[2], "J3,-3W1,0");
    let taken = two(&format!("3 - J3,-3W-1,0 J0,0 {TAIL}"));
    assert!(taken.refused("-1,0>1,0").contains("in the way"));
    assert!(
        taken.refused("-1,0>0,0").contains("never enters"),
        "nor attacks who stands there"
    );
    // It does not attack from the Throne, however weak who stands behind it.
    let over = two(&duel("-", "W-2,0W-1,0", "W1,0"));
    assert!(!over.lists("-1,0>1,0"));
    assert!(over.refused("-1,0>1,0").contains("attack from the Throne"));
    let start = State::start(&rules(json!({ "terrain": "none" }))).unwrap();
    assert!(start.refused("1,0>-1,0").contains("attack from the Throne"));
}

#[test]
fn no_warrior_is_pushed_onto_the_throne_but_a_jarl_is_and_wins_nothing() {
    let held = two(&duel("-", "W-3,0", "W-1,0"));
    assert!(!held.lists("-3,0>-1,0"));
    assert_eq!(held.events("-3,0>-1,0")[0]["stop"], "throne");
    assert_eq!(
        held.go("-3,0>-1,0").fields()[2..4],
        ["J3,-3W-2,0", "J0,-3W-1,0"]
    );
    // Also with a Jarl on the Throne already, whose line would push a warrior in.
    let full = two(&format!("3 - J3,-3W-3,0W-2,0 J0,0W-1,0 {TAIL}"));
    assert!(!full.lists("-2,0>-1,0"));
    let even = two(&format!("3 - J3,-3W-3,0W-2,0 J-1,0 {TAIL}"));
    assert!(!even.lists("-2,0>-1,0"), "2 against 2");
    let jarl = two(&format!("3 - J-3,0W-2,0 J-1,0 {TAIL}"));
    let after = jarl.go("-2,0>-1,0");
    assert_eq!(after.fields()[3], "J0,0");
    assert_eq!(after.reason(), "-");
    // It may step off and, another time, onto the Throne again, which wins.
    let back = after.go("0,0>1,0").go("1,0>2,0");
    assert_eq!(back.reason(), "-");
    let home = two("3 - J-3,0 J1,0 1 3 2 1 1 -").go("1,0>0,0");
    assert_eq!((home.reason(), home.winners()), ("throne", vec![1]));
}

#[test]
fn a_jarl_pushes_another_off_the_throne() {
    let text = format!("3 - J-2,0W-3,0 J0,0W2,0W2,1 {TAIL}");
    let far = two(&text);
    assert!(far.refused("-2,0>0,0").contains("two warriors behind"));
    let near = two(&format!("3 - J-1,0W-2,0 J0,0W2,0W2,1 {TAIL}"));
    let won = near.go("-1,0>0,0");
    assert_eq!((won.reason(), won.winners()), ("throne", vec![0]));
    assert_eq!(won.fields()[2..4], ["J0,0W-2,0", "J1,0W2,0W2,1"]);
    assert_eq!(won.fields()[9], "T");
    assert_eq!(
        two(won.notation().trim_end_matches(" -")).reason(),
        "throne"
    );
    assert_eq!(near.kinds("-1,0>0,0").last().unwrap(), "game_ended");
}

#[test]
fn if_one_move_would_do_both_it_is_a_throne_win() {
    // The other Jarl is shoved from the Throne into a hole.
    let both = two(&format!("3 H1,0 J-1,0W-2,0 J0,0W2,1 {TAIL}"));
    let won = both.go("-1,0>0,0");
    assert_eq!(won.reason(), "throne");
    assert_eq!(won.fields()[3], "-");
    let kinds = both.kinds("-1,0>0,0");
    assert_eq!(
        kinds,
        [
            "combat",
            "move",
            "push",
            "eliminated",
            "eliminated",
            "turn_ended",
            "game_ended"
        ]
    );
    assert_eq!(both.events("-1,0>0,0")[4]["cause"], "orphaned");
}

#[test]
fn a_draft_takes_a_jarl_two_hexes() {
    let lists = |text: &str, options| state(options, &format!("3 {text} {TAIL}")).lists("0,1>2,1");
    let plain = json!({});
    // Moving E, the warriors must be W of it.
    assert!(lists("- J0,1W-1,1W-2,1 J0,-3", plain.clone()));
    assert!(lists("- J0,1W-1,1W-3,1 J0,-3", plain.clone()), "a gap");
    assert!(lists("H-1,1 J0,1W-2,1W-3,1 J0,-3", plain.clone()), "a hole");
    assert!(
        !lists("- J0,1W-1,1W1,0 J0,-3", plain.clone()),
        "one is not enough"
    );
    assert!(
        !lists("- J0,1W-1,1W-3,1 J0,-3W-2,1", plain.clone()),
        "an enemy ends the line"
    );
    assert!(
        !lists("S-2,1 J0,1W-1,1W-3,1 J0,-3", json!({"terrain": "shields"})),
        "a shield ends it"
    );
    let adjacent = json!({ "draft": "adjacent" });
    assert!(lists("- J0,1W-1,1W-2,1 J0,-3", adjacent.clone()));
    assert!(!lists("- J0,1W-1,1W-3,1 J0,-3", adjacent.clone()));
    assert!(!lists("H-1,1 J0,1W-2,1W-3,1 J0,-3", adjacent));
    // An ally does not count, and ends the line.
    let teams = json!({ "players": 4, "teams": 2, "radius": 3 });
    let text = "3 - J0,1W-1,1W-3,1 J0,-3 J3,-3W-2,1 J3,0 0 1 1 0 0 -";
    assert!(!state(teams, text).lists("0,1>2,1"));
    // It is an attack with momentum.
    let attack = two(&format!("3 - J0,1W-1,1W-2,1 J0,-3W2,1 {TAIL}"));
    let events = attack.events("0,1>2,1");
    assert_eq!(events[0]["attack"]["total"], 5);
    assert_eq!(attack.go("0,1>2,1").fields()[3], "J0,-3");
}

#[test]
fn a_jarl_that_would_cross_the_throne_stops_there() {
    let text = format!("3 - J1,0W2,0W3,0 J0,-3 {TAIL}");
    let crossing = two(&text);
    assert!(crossing.lists("1,0>0,0") && !crossing.lists("1,0>-1,0"));
    let won = crossing.go("1,0>-1,0");
    assert_eq!(
        (won.reason(), &won.fields()[2][..]),
        ("throne", "J0,0W2,0W3,0")
    );
    // Also where the move would have been an attack beyond it.
    let attack = two(&format!("3 - J1,0W2,0W3,0 J0,-3W-1,0 {TAIL}"));
    assert!(!attack.lists("1,0>-1,0"));
    assert_eq!(
        attack.go("1,0>-1,0").fields()[2..4],
        ["J0,0W2,0W3,0", "J0,-3W-1,0"]
    );
    // From two away it is an ordinary draft.
    assert!(
        two(&format!("3 - J-2,2W-3,3 J0,-3 {TAIL}"))
            .refused("-2,2>0,0")
            .contains("behind")
    );
    let drafted = state(
        json!({ "radius": 4 }),
        &format!("4 - J2,0W3,0W4,0 J0,-3 {TAIL}"),
    );
    assert_eq!(drafted.go("2,0>0,0").reason(), "throne");
}

#[test]
fn who_loses_the_jarl_is_out_with_all_warriors() {
    let three = json!({ "players": 3, "radius": 3 });
    let text = "3 - J3,-3W0,1W1,1 J2,1W-3,0W0,-3 J-3,3W-2,2 0 1 1 0 0 -";
    let push = state(three.clone(), text);
    assert!(!push.lists("1,1>2,1"), "2 against 2");
    let push = state(three, &text.replace("W0,1W1,1", "W-1,1W0,1W1,1"));
    let after = push.go("1,1>2,1");
    assert_eq!(
        after.fields()[2..6],
        ["J3,-3W-1,1W0,1W2,1", "-", "J-3,3W-2,2", "2"]
    );
    let causes: Vec<_> = push
        .events("1,1>2,1")
        .iter()
        .filter(|e| e["kind"] == "eliminated")
        .map(|e| (e["piece"].clone(), e["cause"].clone()))
        .collect();
    let orphan = (json!("warrior"), json!("orphaned"));
    assert_eq!(
        causes,
        [(json!("jarl"), json!("edge")), orphan.clone(), orphan]
    );
    // Against two it is the end.
    let last = two(&format!("3 - J3,-3W-1,1W0,1W1,1 J2,1W-3,0 {TAIL}")).go("1,1>2,1");
    assert_eq!((last.reason(), last.winners()), ("last_standing", vec![0]));
    // And one can do it to oneself.
    let own = two(&format!("3 - J2,1W-1,1W0,1 J-3,0W1,1 {TAIL}")).go("0,1>1,1");
    assert_eq!((own.reason(), own.winners()), ("last_standing", vec![1]));
    assert_eq!(own.fields()[2], "-");
}

#[test]
fn blocked_attacks_are_listed_only_where_there_is_nothing_else() {
    // Player 0 has a Jarl in a corner, walled in by two warriors that it cannot
    // push, and nothing else.
    let text = "3 H2,0 J3,0 J-3,0W3,-1W3,-2W3,-3W2,1W1,2W0,3 0 1 1 0 0 -";
    let walled = two(text);
    let listed: Vec<_> = walled
        .legal(None)
        .iter()
        .map(|a| walled.write(a, None).unwrap())
        .collect();
    assert_eq!(listed, ["3,0>3,-1", "3,0>2,1"]);
    assert_eq!(walled.go("3,0>2,1").fields()[4], "1");
    let free = two(&text.replace("H2,0", "-"));
    assert!(!free.lists("3,0>2,1") && free.lists("3,0>2,0"));
    let described = plain(free.describe());
    assert_eq!(described["blocked"], json!(["3,0>3,-1", "3,0>2,1"]));
    assert_eq!(described["attacks"].as_array().unwrap().len(), 2);
    assert_eq!(described["attacks"][0]["outcome"], "blocked");
    assert_eq!(plain(walled.describe())["blocked"], json!([]));
}

#[test]
fn allies_support_and_brace_and_block_and_are_not_attacked() {
    let teams = json!({ "players": 4, "teams": 2, "radius": 3 });
    let at = |zero: &str, one: &str, two: &str, three: &str| {
        let text = format!("3 - J3,-3{zero} J0,-3{one} J-3,0{two} J-3,3{three} 0 1 1 0 0 -");
        state(teams.clone(), &text)
    };
    // Support of player 2 for player 0; brace of player 3 for player 1.
    assert!(at("W-1,1", "W0,1", "W-2,1", "").lists("-1,1>0,1"));
    assert!(!at("W-1,1", "W0,1", "W-2,1", "W1,1").lists("-1,1>0,1"));
    assert!(
        at("W-1,1", "", "W0,1", "")
            .refused("-1,1>0,1")
            .contains("a friend")
    );
    // An ally's piece in the line holds it; one's own does not.
    let held = at("W-2,1", "W0,1", "W1,1", "");
    assert!(!held.lists("-2,1>0,1"));
    assert_eq!(held.events("-2,1>0,1")[0]["stop"], "ally");
    assert!(at("W-2,1W1,1", "W0,1", "", "").lists("-2,1>0,1"));
}

#[test]
fn a_team_wins_together_and_loses_with_its_last_jarl() {
    let teams = json!({ "players": 4, "teams": 2, "radius": 3 });
    let throne = state(teams.clone(), "3 - J1,0 J0,-3 J-3,0 J-3,3 0 1 1 0 0 -").go("1,0>0,0");
    assert_eq!((throne.reason(), throne.winners()), ("throne", vec![0, 2]));
    // Player 1 falls, its team goes on with player 3.
    let text = "3 - J3,-3W-1,1W0,1W1,1 J2,1 J-3,0 J-3,3 0 1 1 0 0 -";
    let one = state(teams.clone(), text).go("1,1>2,1");
    assert_eq!((one.reason(), &one.fields()[6][..]), ("-", "2"));
    let both = state(teams.clone(), &text.replace("J-3,3", "-")).go("1,1>2,1");
    assert_eq!(
        (both.reason(), both.winners()),
        ("last_standing", vec![0, 2])
    );
    let event = state(teams, &text.replace("J-3,3", "-"))
        .events("1,1>2,1")
        .pop()
        .unwrap();
    assert_eq!(
        (event["kind"].clone(), event["team"].clone()),
        (json!("game_ended"), json!(0))
    );
}
