//! `selfplay` and `timing`.

mod common;

use common::{Scratch, json, ok, refused};

const BLIND: &[&str] = &[
    "selfplay",
    "--game",
    "blind",
    "--rules",
    "wild16",
    "--white",
    "casual",
    "--black",
    "random",
    "--games",
    "2",
    "--seed",
    "1",
    "--max-ply",
    "30",
];

#[test]
fn games_repeat_themselves_and_are_counted() {
    let (one, two) = (json(BLIND), json(BLIND));
    assert_eq!(one["games"], 2);
    assert_eq!(one["plies"], two["plies"]);
    assert_eq!(one["ends"], two["ends"]);
    assert_eq!(one["errors"], 0);
    assert_eq!(one["stuck"], 0);
    let seats = one["seats"].as_array().expect("seats");
    assert_eq!(seats[0]["player"], "casual");
    assert_eq!(seats[1]["seat"], "black");
    assert!(seats[1]["refused"].as_u64().expect("a count") > 0);
    let results = |seat: usize| {
        ["won", "drawn", "lost"].map(|name| seats[seat][name].as_u64().expect("a count"))
    };
    let ([a, b, c], [d, e, f]) = (results(0), results(1));
    assert_eq!((a, b, c), (f, e, d));
    assert_eq!(a + b + c, 2);
}

#[test]
fn the_truth_is_looked_up_in_what_is_believed() {
    let told = json(&[
        "selfplay",
        "--game",
        "blind",
        "--rules",
        "wild16",
        "--white",
        "recon",
        "--black",
        "casual",
        "--games",
        "1",
        "--max-ply",
        "5",
        "--nodes",
        "4000",
        "--belief-accuracy",
    ]);
    // After so few moves all that is possible is believed in.
    let seats = told["seats"].as_array().expect("seats");
    assert_eq!(seats[0]["truth_believed"], 1.0);
    assert!(seats[1]["truth_believed"].is_null());
    let times = &seats[0]["milliseconds"];
    let [half, most] = ["50", "99"].map(|share| times[share].as_f64().expect("a time"));
    let longest = seats[0]["longest_milliseconds"].as_f64().expect("a time");
    assert!(half <= most && most <= longest);
}

#[test]
fn transcripts_and_other_games() {
    let folder = Scratch::new("selfplay");
    let path = folder.0.to_str().expect("a path");
    let text = ok(&[BLIND, &["--transcripts", path]].concat());
    assert!(text.contains("2 games of blind") && text.contains("stuck 0, errors 0"));
    let game = std::fs::read_to_string(folder.0.join("game-00002.txt")).expect("a transcript");
    assert!(game.starts_with("game blind"));
    assert!(game.contains("players casual random"));
    assert!(game.contains(" illegal_move\n") && game.contains("\nend ply_limit -\n"));
    std::fs::remove_dir_all(&folder.0).expect("to be removed");
    let jarls = json(&[
        "selfplay",
        "--game",
        "jarls",
        "--seat",
        "p0=heuristic",
        "--games",
        "1",
        "--max-ply",
        "6",
    ]);
    assert_eq!(jarls["ply_limit"], 1);
    assert_eq!(jarls["ends"]["ply_limit"], 1);
    refused(
        &["selfplay", "--game", "jarls", "--white", "random"],
        "invalid_option",
    );
    refused(
        &["selfplay", "--game", "blind", "--rules", "poker"],
        "invalid_option",
    );
    refused(
        &["selfplay", "--game", "blind", "--white", "nobody"],
        "unknown_bot",
    );
}

#[test]
fn times_of_two_attempts_are_compared() {
    let command = [
        "timing",
        "blind",
        "--position",
        "4k3/8/8/p7/8/4r3/4N3/R3K3 w - - 0 1",
        "-a",
        "e2c3",
        "-b",
        "a1a7",
        "--samples",
        "200",
    ];
    let plain = json(&command);
    assert_eq!(plain["samples"], 200);
    assert_eq!(plain["attempts"][1], "a1a7");
    let t = plain["t"].as_f64().expect("a number");
    assert_eq!(plain["told_apart"], t.abs() >= 4.5);
    refused(
        &[&command[..6], &["-b", "nothing"]].concat(),
        "invalid_notation",
    );
}
