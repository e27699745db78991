//! BPGN: what is read, what is refused, who won.

use serde_json::json;

use super::super::Bughouse;
use super::super::bpgn::{BughouseRecord, Ending, games, options};
use super::{EMPTY, rules, with};
use contract::game::{Seat, Seats};
use records::{Damage, Lines, Record};

const GAME: &str = r#"[Event "rated bughouse game"]
[WhiteA "alef"][BlackA "x"]
[WhiteA "alef"]
[BlackA "bet"]
[WhiteB "gimel"]
[BlackB "dalet"]
[TimeControl "180+0"]
[Result "1-0"]
{C:This is game 7}
1A. d4{179.9} 1B. e4{179.5} 1a. d5{178.25} 1b. d5{177}
2B. exd5{170.1} (2B. e5) 2A. c4 {a comment}
2a. P@e4{99.000} $5 {bet resigns} 1-0
"#;

fn read(text: &str) -> Vec<Result<Record<Bughouse>, Damage>> {
    games(&rules(), text.as_bytes(), options())
        .among(&["bughouse", "crazyhouse"])
        .collect()
}

fn winners(text: &str) -> Option<Seats> {
    let record = read(text).remove(0).unwrap();
    record
        .ending()
        .outcome(record.start.game())
        .map(|o| o.winners)
}

const FIRST: Seats = Seats::only(Seat(0)).with(Seat(3));
const SECOND: Seats = Seats::only(Seat(1)).with(Seat(2));

#[test]
fn a_game_is_read_with_its_clocks_and_its_order() {
    let text = GAME.replace("[WhiteA \"alef\"][BlackA \"x\"]\n", "");
    let all = read(&text);
    assert_eq!(all.len(), 1);
    let record = all[0].as_ref().unwrap();
    let seats: Vec<_> = record.moves.main_line().map(|p| p.seat.0).collect();
    assert_eq!(seats, [0, 2, 1, 3, 2, 0, 1]);
    let clocks: Vec<_> = record.moves.main_line().map(|p| p.notes.clock).collect();
    assert_eq!(
        clocks[..4],
        [Some(179_900), Some(179_500), Some(178_250), Some(177_000)]
    );
    assert_eq!(clocks[5], None);
    assert_eq!(record.tag("TimeControl"), Some("180+0"));
    assert_eq!(record.moves.closing(), Some("bet resigns"));
    assert_eq!(
        record.ending(),
        Ending::Lost {
            by: Seat(1),
            reason: "resigned"
        }
    );
    // Written and read again it is the same.
    let again = read(&record.bpgn().unwrap()).remove(0).unwrap();
    assert_eq!(again.last(), record.last());
    let line = |record: &Record<Bughouse>| -> Vec<_> {
        let moves = record.moves.main_line();
        moves
            .map(|node| (node.seat, node.action, node.notes.clock))
            .collect()
    };
    assert_eq!(line(&again), line(record));
}

#[test]
fn damaged_games_are_told_with_their_lines_and_the_rest_is_read() {
    let good = "[Event \"x\"]\n\n1A. e4 1a. e5 *\n\n";
    let bad = [
        ("[Event \"x\"]\n\n1A. e4\n1a. e9 *\n\n", 4, "e9"),
        (
            "[Event \"x\"]\n\n1A. e4 1A. e5 *\n\n",
            3,
            "not the turn of A.white",
        ),
        ("[Event \"x\"]\n\n1. e4 *\n\n", 3, "1A"),
        ("[Event \"x\"]\n\ne4 *\n\n", 3, "which board"),
        (
            "[Event \"x\"]\n\n1A. e4 {never\nclosed\n\n",
            3,
            "not closed",
        ),
        ("[Event \"x\"]\n\n1A. e4 (1A. d4\n\n", 5, "variation"),
        ("[Event \"x\"]\n\n1A. e4\n\n", 5, "no result"),
        ("[Event x]\n\n1A. e4 *\n\n", 1, "no tag"),
        ("[FEN \"8/8 | 8\"]\n\n1A. e4 *\n\n", 1, "start: board A"),
        ("[Variant \"crazyhouse\"]\n\n1A. e4 *\n\n", 1, "crazyhouse"),
        (
            "[Event \"x\"]\n\n1A. e4 } 1a. e5 *\n\n",
            3,
            "closes no comment",
        ),
    ];
    for (text, line, part) in bad {
        let all = read(&format!("{good}{text}{good}"));
        assert_eq!(all.len(), 3, "{text}");
        assert!(all[0].is_ok() && all[2].is_ok(), "{text}: {all:?}");
        let damage = all[1].as_ref().unwrap_err();
        assert_eq!(damage.line, 4 + line, "{text}: {damage}");
        assert_eq!(damage.from, 5, "{text}");
        assert!(damage.to_string().contains(part), "{damage}");
    }
    assert!(read("").is_empty() && read("\n\n% nothing\n").is_empty());
    let two = read("1A. e4 * 1A. d4 *");
    assert_eq!(two.len(), 2);
    assert_eq!(two[1].as_ref().unwrap().moves.nodes().len(), 1);
}

#[test]
fn the_closing_comment_says_who_won() {
    let tags = "[WhiteA \"alef\"]\n[BlackA \"bet\"]\n[WhiteB \"alefbet\"]\n[BlackB \"timeless\"]\n";
    for (closing, expected) in [
        ("{alef checkmated} 1-0", SECOND),
        ("{alefbet checkmated} 1-0", FIRST),
        ("{bet forfeits on time} 0-1", FIRST),
        ("{timeless ran out of time} 1-0", SECOND),
        ("{timeless's partner won} 0-1", FIRST),
        ("{A.black resigns} *", FIRST),
        ("{bet won} 1-0", SECOND),
        ("{Game drawn by mutual agreement} 1-0", Seats::NONE),
        ("{both players ran out of time} 1/2-1/2", Seats::NONE),
        // Nothing said: the result is that of board A.
        ("1-0", FIRST),
        ("0-1", SECOND),
        ("1/2-1/2", Seats::NONE),
        ("{what a game} 0-1", SECOND),
    ] {
        let text = format!("{tags}\n1A. e4 1B. e4 {closing}\n");
        assert_eq!(winners(&text), Some(expected), "{closing}");
    }
    assert_eq!(winners(&format!("{tags}\n1A. e4 *\n")), None);
    // A mate on the boards goes before the result.
    let text = format!("[FEN \"6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1 | {EMPTY}\"]\n\n1A. Nf7# 0-1\n");
    assert_eq!(winners(&text), Some(FIRST));
}

/// Tags of ratings, several on a line, talk in comments before and between moves, blanks
/// or none around clocks, and clocks that do not fall with the order of the text.
const SERVER: &str = "[Event \"rated bughouse match\"]\n[Site \"a server\"]\n\
    [WhiteA \"alef\"][WhiteAElo \"1903\"]\n[BlackA \"bet\"][BlackAElo \"1820\"]\n\
    [WhiteB \"gimel\"][WhiteBElo \"2011\"]\n[BlackB \"dalet\"][BlackBElo \"?\"]\n\
    [TimeControl \"180+0\"]\n[Lag \"0\"]\n[Result \"1-0\"]\n\n\
    {C:This is game number 7 of the archive}\n{C:alef: knights are good}\n\
    {[whisper] dalet: sit}\n\
    1A. e4{180.0} 1B. d4 {179.95} 1a. d5{179.9}\n\
    {C:gimel: go} 1b. Nf6{180.0} 2A. exd5{178.0} 2a. Qxd5 {170}\n\
    2B. Nc3{178.5}{C:bet: no pawns, mates} 2b. P@e4{175.000}\n\
    3A. Nc3 {100.5} {bet resigns} 1-0\n";

#[test]
fn records_of_servers_are_read_with_what_was_said() {
    let crlf = SERVER.replace('\n', "\r\n");
    for text in [SERVER, &crlf] {
        let record = read(text).remove(0).unwrap();
        assert_eq!(record.tag("WhiteBElo"), Some("2011"));
        assert_eq!(record.tag("Lag"), Some("0"));
        assert_eq!(
            record.moves.comments,
            [
                "C:This is game number 7 of the archive",
                "C:alef: knights are good",
                "[whisper] dalet: sit"
            ]
        );
        let line: Vec<_> = record.moves.main_line().collect();
        let clocks: Vec<_> = line.iter().map(|node| node.notes.clock).collect();
        let expected = [
            180_000, 179_950, 179_900, 180_000, 178_000, 170_000, 178_500, 175_000, 100_500,
        ];
        assert_eq!(clocks, expected.map(Some));
        assert_eq!(line[2].after, ["C:gimel: go"]);
        assert_eq!(line[6].after, ["C:bet: no pawns, mates"]);
        assert_eq!(
            record.ending(),
            Ending::Lost {
                by: Seat(1),
                reason: "resigned"
            }
        );
        let written = records::write::pgn(&record, records::write::WriteOptions::default());
        let again = read(&written.unwrap()).remove(0).unwrap();
        assert_eq!(again.last(), record.last());
        assert_eq!(again.moves.comments, record.moves.comments);
    }
    // A drop that stands before the capture which gives the piece has nothing to drop.
    let early = SERVER.replace("1b. Nf6", "1b. P@e5");
    let damage = read(&early).remove(0).unwrap_err();
    assert!(damage.to_string().contains("P@e5"), "{damage}");
}

#[test]
fn a_long_stream_is_read_one_by_one() {
    // An endless iterator: whoever collects it never comes back.
    let lines = std::iter::repeat("1A. e4{5.0} 1a. e5 {a} *");
    let mut all = games(&rules(), Lines::new(lines), options());
    for i in 1..200 {
        assert_eq!(all.next().unwrap().unwrap().line, i);
    }
    // A game that goes on for ever is dropped and does not fill the memory.
    let lines = std::iter::repeat_n("1A. e4 1a. e5", 100_000).chain(["*", "1A. e4 *"]);
    let all: Vec<_> = games(&rules(), Lines::new(lines), options()).collect();
    assert_eq!(all.len(), 2);
    assert!(all[0].as_ref().unwrap_err().message.contains("longer than"));
    assert!(all[1].is_ok());
}

#[test]
fn other_rules_read_other_games() {
    let rules = with(&json!({ "pawn_drop_ranks": "2-6" }));
    let text = "1A. e4 1a. d5 2A. exd5 1B. Nf3 1b. P@b2 *";
    assert!(
        games(&rules, text.as_bytes(), options())
            .next()
            .unwrap()
            .is_err()
    );
}
