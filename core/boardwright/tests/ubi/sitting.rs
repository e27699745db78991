//! Boards that sit: for a piece, for the clocks, and for the partner.

use super::{Host, MATE_IN_ONE, START, starts};

#[test]
fn a_board_waits_for_a_piece_that_decides_and_that_the_partner_can_take() {
    let host = Host::new();
    let mates = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
    let takes = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
    let clocks = "clock 60000000 60000000 60000000 60000000";
    host.quiet(&format!("position {mates} | {takes} {clocks}"));
    host.quiet("setoption name TeamMessageMode value full");
    host.send("go board A depth 3 wtime 60000000 btime 60000000");
    let lines = host.until("info board A sit ");
    assert!(starts(&lines, "teammsg need n urgency high"), "{lines:?}");
    let lines = host.all("stop board A");
    assert!(starts(&lines, "bestmove board A "), "{lines:?}");
    // Also where the partner's opponent is to move, and may leave it there.
    host.quiet(&format!(
        "position {mates} | {} {clocks}",
        takes.replace(" b ", " w ")
    ));
    host.send("go board A depth 3 wtime 60000000 btime 60000000");
    host.until("info board A sit ");
    host.all("stop board A");
    // Not where the partner has nothing to take, nor where nobody listens.
    host.quiet(&format!(
        "position {mates} | 4k3/8/8/3p4/8/8/8/4K3[] b - - 0 1 {clocks}"
    ));
    let lines = host.all("go board A depth 3 wtime 60000000 btime 60000000");
    assert!(!starts(&lines, "info board A sit "), "{lines:?}");
    host.quiet(&format!("position {mates} | {takes} {clocks}"));
    host.quiet("setoption name TeamMessageMode value ignore");
    let lines = host.all("go board A depth 3 wtime 60000000 btime 60000000");
    assert!(!starts(&lines, "info board A sit "), "{lines:?}");
}

#[test]
fn a_board_that_is_better_not_moved_on_sits() {
    let host = Host::new();
    let lost = "6k1/8/8/8/8/5b1q/8/7K[] w - - 0 1";
    // More than a search of a few plies takes on any machine.
    let clock = "50000000 50000000 50000000 50000000";
    host.quiet(&format!("position {lost} | {START} clock {clock}"));
    let go = "go board A wtime 50000000 btime 50000000 depth 4";
    let sits = |lines: &[String]| {
        let told = lines
            .iter()
            .filter_map(|l| l.strip_prefix("info board A sit ")?.parse::<u64>().ok());
        told.collect::<Vec<_>>()
    };
    let lines = host.all(go);
    // All but the reserve of 30 s, and what it took to look what would help.
    assert!(matches!(sits(&lines)[..], [1..=49_970_000]), "{lines:#?}");
    // The other board is not held up by it.
    assert_ne!(host.best("go board B nodes 500"), "(none)");
    // Told to stop it answers; asked again it answers first for what it was asked.
    assert_eq!(host.best("stop board A"), "h1g1");
    host.all(go);
    let lines = host.all(go);
    assert!(starts(&lines, "bestmove board A h1g1"), "{lines:#?}");
    assert!(starts(&lines, "info board A sit"), "{lines:#?}");
    host.send("stop");
    host.until("bestmove board A");
    host.all("setoption name Sit value false");
    assert_eq!(host.best(go), "h1g1");
}

#[test]
fn a_partner_who_wants_to_be_waited_for_is() {
    let host = Host::new();
    let go = "go board A wtime 10000000 btime 10000000 depth 2";
    let sits = |text: &str| {
        let lines = host.all(text);
        let sits = lines
            .iter()
            .find_map(|l| l.strip_prefix("info board A sit "));
        let sits = sits.map(|ms| ms.parse::<u64>().unwrap());
        if sits.is_some() {
            host.send("stop");
            host.until("bestmove board A");
        }
        sits
    };
    // Where the other clocks are not known a quarter of its own, of which half counts by
    // default.
    assert_eq!(sits(go), None);
    host.all("partnermsg stall");
    assert_eq!(sits(go), Some(1_250_000));
    // With the next move the stall is over.
    let next = START.strip_suffix('1').unwrap();
    host.quiet(&format!("position {next}2 | {START}"));
    assert_eq!(sits(go), None);
    // Where they are, until the rival on the other board has no time left, if it has less; else
    // the quarter is spread over the moves.
    let with = |clocks: &str| host.quiet(&format!("position {START} | {START} clock {clocks}"));
    with("10000000 10000000 6000000 20000000");
    host.all("partnermsg stall duration 4");
    assert_eq!(sits(go), Some(6_000_000));
    with("10000000 6000000 10000000 6000000");
    assert_eq!(sits(go), Some(312_500));
    // When it has sat for as long as it should it moves.
    host.send("go board A wtime 1280 btime 1280 depth 2");
    let lines = host.until("bestmove board A");
    assert!(lines.contains(&"info board A sit 40".into()), "{lines:#?}");
    // For less it does not sit at all.
    host.all("partnermsg stall duration 100");
    assert_eq!(sits("go board A wtime 10000 btime 10000 depth 2"), None);
    // It is over where the partner says so, in the middle of it too.
    host.all("partnermsg stall duration 4");
    with("10000000 10000000 6000000 20000000");
    host.send(go);
    host.until("info board A sit ");
    host.send("partnermsg stall duration 0");
    host.until("bestmove board A");
    assert_eq!(sits(go), None);
    // A clock that no clock shows is no trouble.
    host.all("partnermsg stall duration 1");
    let long = "go board A wtime 9000000000000000000 btime 1 nodes 200";
    assert_eq!(sits(long), Some(6_000_000));
    host.all("setoption name TeamMessageMode value ignore");
    assert_eq!(sits(go), None);
}

#[test]
fn who_wins_wants_to_be_waited_for_as_long_as_that_is_so() {
    let host = Host::new();
    let told = |text: &str| {
        host.quiet(&format!("position {text} | {START}"));
        let lines = host.all("go board A depth 3");
        let mut stalls = lines
            .iter()
            .filter_map(|l| l.strip_prefix("teammsg stall duration "));
        stalls.next().map(|moves| moves.parse::<u32>().unwrap())
    };
    assert_eq!(told(START), None);
    assert!(told(MATE_IN_ONE).unwrap() > 10);
    assert_eq!(told(START), Some(0));
    assert_eq!(told(START), None);
}
