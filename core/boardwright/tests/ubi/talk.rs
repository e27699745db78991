//! The talk of partners through UBI: what they say, hear and make of it.

use super::{Host, START, starts};

const FROZEN: &str = "4R1k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1";
/// A knight, or a pawn whose captor promotes.
const CHOICE: &str = "4k3/7p/6P1/n7/1P6/8/8/4K3[] w - - 0 1";
const ASK: &str = "go board A depth 1 searchmoves g6h7 b4a5";
/// Black mates with a knight, whatever White does first.
const WAITS: &str = "6k1/8/8/8/8/PP6/PP1P4/KRB5[] w - - 0 1";
/// White on A can trade queens; with a queen White on B mates, once Black has moved.
const TRADE: &str = "3qk3/8/8/8/8/8/8/3QK3[] w - - 0 1 | k7/8/1K6/8/8/8/8/8[] b - - 0 1";
const TRADING: &str = "go board A depth 2 searchmoves d1d8 d1a1";

/// Returns the index of the first line that begins with `start`.
fn place(lines: &[String], start: &str) -> Option<usize> {
    lines.iter().position(|line| line.starts_with(start))
}

#[test]
fn who_is_frozen_asks_for_what_helps() {
    let host = Host::new();
    host.quiet(&format!("position {FROZEN} | {START}"));
    let lines = host.all("go board A depth 3");
    assert!(lines.contains(&"info string A.black has no move, and waits".to_owned()));
    assert!(lines.contains(&"bestmove board A (none)".to_owned()));
    // Which one is left to the evaluation: several can be put between.
    let needs = |l: &String| l.starts_with("teammsg need ") && l.ends_with(" urgency high");
    assert!(lines.iter().any(needs), "{lines:?}");
    // Whoever plays both seats has nobody to ask.
    host.quiet("setoption name Control value dual");
    let lines = host.all("go board A depth 3");
    assert!(!starts(&lines, "teammsg"), "{lines:?}");
    host.quiet("position board A bfen 6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1");
    let lines = host.all("go board B depth 3");
    assert_eq!(
        lines,
        [
            "info string the game has ended: checkmate",
            "bestmove board B (none)"
        ]
    );
}

#[test]
fn threats_and_balances_are_told_when_they_change() {
    let host = Host::new();
    host.quiet(&format!(
        "position 1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b - - 0 1 | {START}"
    ));
    // Black lacks its queen and rooks, and no piece that comes would mate it.
    let lines = host.all("go board A depth 2");
    assert!(starts(&lines, "teammsg threat "), "{lines:?}");
    assert!(starts(&lines, "teammsg material -"), "{lines:?}");
    let again = host.all("go board A depth 2");
    assert!(!starts(&again, "teammsg threat "), "{again:?}");
    assert!(!starts(&again, "teammsg material "), "{again:?}");
}

#[test]
fn what_the_partner_says_counts_and_expires() {
    let host = Host::new();
    let at = |number: u32| {
        let board = CHOICE.strip_suffix('1').unwrap();
        host.quiet(&format!("position {board}{number} | {WAITS}"));
    };
    at(1);
    host.quiet("setoption name TeamMessageMode value full");
    assert_eq!(host.best(ASK), "g6h7");
    host.quiet("partnermsg need n urgency high");
    for number in 1..=2 {
        at(number);
        // Who is asked again about the same move has not moved.
        assert_eq!(host.best(ASK), "b4a5");
        assert_eq!(host.best(ASK), "b4a5");
    }
    at(3);
    assert_eq!(host.best(ASK), "g6h7");
    // Not where it is not to listen, nor where it plays both seats.
    for (name, value, back) in [
        ("TeamMessageMode", "ignore", "full"),
        ("Control", "dual", "single"),
    ] {
        host.quiet(&format!("setoption name {name} value {value}"));
        host.quiet("partnermsg need n urgency high");
        assert_eq!(host.best(ASK), "g6h7", "{name}");
        host.quiet(&format!("setoption name {name} value {back}"));
        host.quiet("ubinewgame");
    }
    for (text, part) in [
        ("partnermsg hello", "need, stall"),
        ("partnermsg need x", "p, n, b, r, q"),
        ("partnermsg", "nothing"),
    ] {
        let told = host.told(text);
        assert!(
            told.starts_with("partnermsg: ") && told.contains(part),
            "{told}"
        );
    }
}

#[test]
fn what_is_heard_in_the_middle_of_a_search_begins_it_anew() {
    let host = Host::new();
    host.quiet("setoption name TeamMessageMode value full");
    for (piece, best) in [('n', "d4c5"), ('b', "d4e5")] {
        host.quiet("ubinewgame");
        host.quiet(&format!(
            "position 4k3/8/8/2n1b3/3P4/8/8/4K3[] w - - 0 1 | {START}"
        ));
        // Deeper than it ever comes: it ends with what it hears, which mates.
        host.send("go board A depth 60");
        host.until("info board A depth 5 ");
        host.send(&format!("partnermsg need {piece} urgency high"));
        let line = host.until("bestmove board A ").pop().unwrap();
        assert!(line.contains(best), "{line}");
    }
}

#[test]
fn what_a_board_needs_is_told_before_a_search_by_time_has_ended() {
    let host = Host::new();
    host.quiet(&format!(
        "position 6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | {START}"
    ));
    host.send("go board A infinite movetime 60000000");
    let lines = host.until("teammsg need n urgency high");
    assert!(!starts(&lines, "bestmove"), "{lines:?}");
    host.send("stop board A");
    host.until("bestmove board A ");
}

#[test]
fn so_is_what_would_mate_it_though_it_is_to_move() {
    let host = Host::new();
    host.quiet(&format!("position {TRADE}"));
    host.send("go board B infinite movetime 60000000");
    let lines = host.until_both("teammsg threat ", "q");
    assert!(!starts(&lines, "bestmove"), "{lines:?}");
    host.send("stop board B");
    host.until("bestmove board B ");
}

#[test]
fn whose_partner_is_in_danger_does_not_give_what_mates_there() {
    let host = Host::new();
    host.quiet(&format!("position {TRADE}"));
    host.quiet("setoption name TeamMessageMode value full");
    host.quiet("partnermsg threat high");
    assert_eq!(host.best(TRADING), "d1d8");
    host.quiet("partnermsg threat high pieces nq");
    assert_eq!(host.best(TRADING), "d1a1");
    host.quiet("partnermsg threat high pieces r");
    assert_eq!(host.best(TRADING), "d1d8");
    assert!(
        host.told("partnermsg threat high pieces k")
            .contains("p, n, b, r, q")
    );
}

#[test]
fn what_would_decide_a_board_is_told_when_it_has_moved() {
    let host = Host::new();
    host.quiet(&format!("position {TRADE}"));
    let lines = host.all("go board B depth 3");
    let fears = |l: &String| l.starts_with("teammsg threat ") && l.ends_with("q");
    assert!(lines.iter().any(fears), "{lines:?}");
    // The move itself does not wait for it.
    let move_at = place(&lines, "bestmove");
    assert!(move_at < lines.iter().position(fears), "{lines:?}");
    // And when it is over.
    host.quiet(&format!("position {START} | {START}"));
    let lines = host.all("go board B depth 3");
    assert!(
        lines.contains(&"teammsg threat low".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn what_was_wanted_and_is_not_any_more_is_taken_back() {
    let host = Host::new();
    // White to move mates with a knight; once it has moved Black sees to that.
    host.quiet(&format!(
        "position 6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | {START}"
    ));
    let lines = host.all("go board A depth 3 searchmoves g1f1");
    let said = |text: &str| place(&lines, text);
    let (wanted, moved) = (said("teammsg need n urgency high"), said("bestmove"));
    assert!(wanted.is_some() && wanted < moved, "{lines:?}");
    assert!(said("teammsg need n urgency low") > moved, "{lines:?}");
}

#[test]
fn what_was_said_before_the_position_was_told_is_held_against_it() {
    // Black on B would mate with a knight; then it would not.
    let best = |other: &str, message: &str| {
        let host = Host::new();
        host.quiet("setoption name TeamMessageMode value full");
        host.quiet(&format!("partnermsg {message}"));
        host.quiet(&format!("position {CHOICE} | {other}"));
        let lines = host.all(ASK);
        let mates = lines.iter().any(|line| line.contains(" score mate "));
        let action = lines.last().and_then(|line| line.split(' ').nth(3));
        (action.unwrap_or_default().to_owned(), mates)
    };
    let need = "need n urgency high";
    assert_eq!(best(WAITS, "material 0"), ("g6h7".into(), false));
    assert_eq!(best(WAITS, need), ("b4a5".into(), true));
    // What the board does not show counts for something, and does not mate.
    assert_eq!(best(START, need), ("b4a5".into(), false));
    // Nor is feared what does not mate any more.
    let host = Host::new();
    host.quiet("setoption name TeamMessageMode value full");
    host.quiet("partnermsg threat high pieces q");
    host.quiet(&format!("position {TRADE}"));
    assert_eq!(host.best(TRADING), "d1a1");
    host.quiet("position board B bfen k7/8/8/8/8/8/8/7K[] b - - 0 1");
    assert_eq!(host.best(TRADING), "d1d8");
}

#[test]
fn what_one_seat_finds_out_the_other_of_the_same_player_knows() {
    let host = Host::new();
    host.quiet("setoption name Control value dual");
    host.quiet(&format!("position {TRADE}"));
    assert_eq!(host.best(TRADING), "d1d8");
    let lines = host.all("go board B depth 3");
    assert!(!starts(&lines, "teammsg"), "{lines:?}");
    assert_eq!(host.best(TRADING), "d1a1");
}
