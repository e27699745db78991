//! The first position, the terrain, the notation, the drawing.

use serde_json::{Value, json};

use super::super::hex::Hex;
use super::super::mask::Mask;
use super::super::setup::symmetry;
use super::{Play, rules, state};
use contract::game::Game;
use contract::state::{Rules, State};

fn start(options: Value) -> State<super::Jarls> {
    State::start(&rules(options)).unwrap()
}

#[test]
fn the_table_of_set_ups() {
    for (players, radius, warriors) in [(2, 3, 5), (3, 5, 5), (4, 6, 4), (5, 7, 4), (6, 8, 4)] {
        let state = start(json!({ "players": players }));
        let (game, p) = (state.game(), state.position());
        assert_eq!(game.board().radius(), radius);
        assert_eq!(p.jarls.len(), players);
        for player in 0..players as u8 {
            assert_eq!(p.warriors(player).len(), warriors);
            let jarl = p.jarl(player).unwrap();
            assert_eq!(game.board().distance(jarl), radius);
        }
    }
}

#[test]
fn jarls_are_spread_evenly_and_warriors_stand_before_them() {
    let fields = |options: Value| start(options).fields();
    let none = |players: u8| json!({ "players": players, "terrain": "none" });
    let two = fields(none(2));
    assert_eq!(two[2], "J3,0W1,0W1,2W2,0W2,1W3,-1");
    assert_eq!(two[3], "J-3,0W-3,1W-2,-1W-2,0W-1,-2W-1,0");
    let jarl = |text: &str| text[..text.find('W').unwrap()].to_owned();
    let jarls = |players: u8| -> Vec<String> {
        let fields = fields(none(players));
        fields[2..2 + usize::from(players)]
            .iter()
            .map(|f| jarl(f))
            .collect()
    };
    assert_eq!(jarls(3), ["J5,0", "J-5,5", "J0,-5"]);
    assert_eq!(jarls(4), ["J6,0", "J-3,6", "J-6,0", "J3,-6"]);
    assert_eq!(
        jarls(6),
        ["J8,0", "J0,8", "J-8,8", "J-8,0", "J0,-8", "J8,-8"]
    );
    // For five no angle but the first is that of a hex.
    assert_eq!(jarls(5), ["J7,0", "J-2,7", "J-7,4", "J-3,-4", "J5,-7"]);
    // A line along no axis.
    assert_eq!(fields(none(4))[3], "J-3,6W-2,4W-2,5W-1,2W-1,3");
}

#[test]
fn holes_keep_off_the_throne_the_edge_and_the_ways() {
    let mut counts = Vec::new();
    for (players, level) in [
        (2, "calm"),
        (2, "treacherous"),
        (2, "chaotic"),
        (6, "chaotic"),
    ] {
        for seed in 0..20 {
            let state = start(json!({ "players": players, "level": level, "seed": seed }));
            let (board, p) = (state.game().board(), state.position());
            let mut ways = Mask::single(board.throne());
            for at in p.all().iter() {
                let line = board.hex(at).line_to(Hex::THRONE);
                ways = ways | line.iter().filter_map(|h| board.index_of(*h)).collect();
            }
            assert!((p.holes & ways).is_empty());
            assert!(p.holes.without(board.within(board.radius() - 1)).is_empty());
            counts.push(p.holes.len());
        }
    }
    counts.dedup();
    // 9 do not fit on the smallest board; on 217 hexes it is round(9 · √(217/37)).
    assert_eq!(counts, [3, 6, 8, 22]);
}

#[test]
fn terrain_follows_from_the_seed() {
    let with = |seed: u64| start(json!({ "players": 3, "seed": seed })).notation();
    assert_eq!(with(7), with(7));
    let mut all: Vec<_> = (0..20).map(with).collect();
    all.dedup();
    assert_eq!(all.len(), 20);
}

#[test]
fn shields_turn_onto_themselves_and_leave_everybody_a_way() {
    for (players, asked, got) in [
        (2, 0, 4),
        (3, 0, 3),
        (4, 0, 4),
        (5, 0, 3),
        (6, 0, 0),
        (6, 13, 12),
        (2, 7, 6),
    ] {
        for seed in 0..20 {
            let state = start(json!({
                "players": players, "terrain": "shields", "shields": asked, "seed": seed,
            }));
            let (board, p) = (state.game().board(), state.position());
            assert_eq!(p.shields.len(), got, "{players} players");
            let turned = |hex: Hex| (0..6 / symmetry(players)).fold(hex, |h, _| h.turned());
            for at in p.shields.iter() {
                let there = board.index_of(turned(board.hex(at))).unwrap();
                assert!(p.shields.has(there));
                assert!(board.distance(at) < board.radius() && board.distance(at) > 0);
            }
            assert!((p.shields & p.all()).is_empty());
            for jarl in p.jarls.iter() {
                let line = board.hex(jarl).line_to(Hex::THRONE);
                assert!(
                    line.iter()
                        .all(|h| !p.shields.has(board.index_of(*h).unwrap()))
                );
            }
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (options, part) in [
        (json!({ "players": 6, "radius": 2 }), "radius 2"),
        (json!({ "players": 3, "radius": 2 }), "radius 2"),
        (json!({ "radius": 1 }), "radius"),
        (json!({ "teams": 2 }), "4 or 6"),
        (json!({ "players": 5, "teams": 2 }), "4 or 6"),
        (json!({ "players": 4, "teams": 1 }), "teams"),
        (json!({ "draft_shields": true }), "terrain=shields"),
    ] {
        let found = Rules::<super::Jarls>::new(options.as_object().unwrap())
            .and_then(|rules| State::start(&rules));
        let error = found.err().unwrap_or_else(|| panic!("{options}"));
        assert_eq!(error.code(), "invalid_option", "{options}");
        assert!(error.to_string().contains(part), "{error}");
    }
    start(json!({ "radius": 2 }));
    start(json!({ "players": 3, "radius": 8 }));
}

#[test]
fn notations_that_make_no_sense_are_refused_with_the_field() {
    let good = "3 - J3,0W2,0 J-3,0 0 1 1 0 0 - -";
    let rules = rules(json!({}));
    assert!(State::parse(&rules, good, &[]).is_ok());
    for (from, to, part) in [
        ("3 -", "4 -", "radius"),
        ("3 -", "2 -", "radius"),
        ("3 -", "3 H0,0", "terrain"),
        ("3 -", "3 J1,0", "terrain"),
        ("3 -", "3 H3,0", "player 0"),
        ("3 -", "3 H4,0", "terrain"),
        ("3 -", "3 H1,0H1,0", "terrain"),
        ("J3,0W2,0", "W2,0", "player 0"),
        ("J3,0W2,0", "J3,0J2,0", "player 0"),
        ("J3,0W2,0", "J3,0W3,0", "player 0"),
        ("J3,0W2,0", "J3,0W0,0", "Throne"),
        ("J3,0W2,0", "J3,0W", "player 0"),
        ("J3,0W2,0", "J3,0W02,0", "player 0"),
        ("J3,0W2,0", "", "player 0"),
        ("J-3,0", "J2,0", "player 1"),
        ("0 1 1 0 0", "2 1 1 0 0", "player to move"),
        ("0 1 1 0 0", "0 0 1 0 0", "turn"),
        ("0 1 1 0 0", "0 01 1 0 0", "turn"),
        ("0 1 1 0 0", "0 1 x 0 0", "round"),
        ("0 1 1 0 0", "0 1 1 5 0", "first player"),
        ("0 1 1 0 0", "0 1 1 0 -2", "elimination"),
        ("0 - -", "0 T -", "phase"),
        ("0 - -", "0 s -", "draft_shields"),
        ("0 - -", "0 x0 -", "starvation"),
        ("0 - -", "0 - fog=true", "options"),
        ("0 - -", "0 -", "fields"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let error = State::parse(&rules, &text, &[])
            .err()
            .unwrap_or_else(|| panic!("{text}"));
        assert_eq!(error.code(), "invalid_notation");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let hungry = super::rules(json!({ "starvation": true }));
    for phase in ["x", "x1", "x01", "x10", "x00", "x9"] {
        let text = format!("3 - J3,0W2,0W0,2 J-3,0W1,0 0 1 1 0 10 {phase} starvation=true");
        assert!(State::parse(&hungry, &text, &[]).is_err(), "{phase}");
    }
    let stuck = "3 H2,0H3,-1H2,1 J3,0 J-3,0 0 1 1 0 0 - -";
    assert!(
        State::parse(&rules, stuck, &[])
            .unwrap_err()
            .to_string()
            .contains("has no move")
    );
}

#[test]
fn what_decides_stands_in_the_options_field() {
    let options = json!({
        "players": 4, "teams": 2, "draft": "adjacent", "run_up_support": false,
        "starvation": true, "sudden_death": true, "round_limit": 50, "seed": 3,
    });
    let text = start(options).notation();
    assert!(
        text.ends_with(
            " - teams=2,draft=adjacent,run_up_support=false,starvation=true,sudden_death=true,\
             round_limit=50"
        ),
        "{text}"
    );
}

#[test]
fn the_drawing_says_where_everything_is() {
    let shown = state(json!({}), "3 H1,-2S0,2 J3,0W2,0 J-3,0W-1,-1 0 1 1 0 0 -");
    let expected = "\
r-3 q0          .   .   .   .
r-2 q-1       .   .   o   .   .
r-1 q-2     .   W1  .   .   .   .
r0 q-3    J1  .   .   *   .   W0  J0
r1 q-3      .   .   .   .   .   .
r2 q-3        .   .   .   #   .
r3 q-3          .   .   .   .
";
    assert_eq!(shown.game().draw(shown.position()), expected);
}
