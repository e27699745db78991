//! Games of single boards, read from PGN.

use std::sync::Arc;

use boardwright_chess_games::{Chess, Crazyhouse};
use contract::game::Seat;
use contract::state::Rules;
use contract::value::Dict;
use records::{DamageKind, GameResult, ReadOptions, games};

fn chess() -> Arc<Rules<Chess>> {
    Rules::new(&Dict::new()).unwrap()
}

const GAME: &str = "\u{feff}[Event \"F/S Return Match\"]
[White \"Fischer, Robert J.\"]
[Black \"Spassky, Boris V.\"]
[Result \"1/2-1/2\"]

1.e4 {[%clk 1:00:00]} 1... e5 {[%clk 0:59:58.25]} 2. Nf3 Nc6 3.Bb5 $1 a6 {This
opening is called the Ruy Lopez.} (3... Nf6 4. O-O (4. d3) Nxe4) 4. Ba4 ; to the end
Nf6!? 5. O-O Be7 1/2-1/2
";

#[test]
fn the_standards_parts_are_read() {
    let all: Vec<_> = games(&chess(), GAME.as_bytes(), ReadOptions::default()).collect();
    assert_eq!(all.len(), 1);
    let record = all[0].as_ref().unwrap();
    let line: Vec<_> = record.moves.main_line().collect();
    assert_eq!(line.len(), 10);
    assert_eq!(record.moves.nodes().len(), 14);
    assert_eq!(line[1].seat, Seat(1));
    assert_eq!(line[0].notes.clock, Some(3_600_000));
    assert_eq!(line[1].notes.clock, Some(3_598_250));
    assert_eq!(
        (line[4].nags.clone(), line[7].nags.clone()),
        (vec![1], vec![5])
    );
    assert_eq!(line[5].after, ["This opening is called the Ruy Lopez."]);
    assert_eq!(record.tag("Black"), Some("Spassky, Boris V."));
    assert_eq!(record.result, Some(GameResult::Draw));
    assert_eq!(
        record.last().notation(),
        "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6"
    );
}

#[test]
fn positions_and_variants_come_from_the_tags() {
    let text =
        "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\"]\n\n1. N@f3 *\n";
    let rules = Rules::<Crazyhouse>::new(&Dict::new()).unwrap();
    let record = games(&rules, text.as_bytes(), ReadOptions::default())
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(record.moves.nodes().len(), 1);
    let damage = games(&chess(), text.as_bytes(), ReadOptions::default())
        .among(&["chess", "crazyhouse"])
        .next()
        .unwrap()
        .unwrap_err();
    assert!(damage.message.contains("Crazyhouse"), "{damage}");
}

#[test]
fn comments_after_a_result_belong_to_the_last_move() {
    let text = "1. e4 {one} e5 1-0 {two} ; three\n\n{before} 1. d4 * 1. c4 0-1 {four\nlines}\n";
    let all: Vec<_> = games(&chess(), text.as_bytes(), ReadOptions::default())
        .collect::<Result<_, _>>()
        .unwrap();
    let last = |number: usize| all[number].moves.main_line().last().unwrap();
    assert_eq!(all.len(), 3);
    assert_eq!(last(0).after, ["two", "three"]);
    assert_eq!(all[0].result, Some(GameResult::FirstWins));
    assert_eq!(all[1].moves.comments, ["before"]);
    assert!(last(1).after.is_empty());
    assert_eq!(last(2).after, ["four lines"]);
    assert_eq!(all[2].result, Some(GameResult::SecondWins));
}

#[test]
fn a_comment_that_is_not_closed_after_a_result_is_damage() {
    let text = "1. e4 1-0 {open\n\n[Event \"b\"]\n\n1. d4 *\n";
    let all: Vec<_> = games(&chess(), text.as_bytes(), ReadOptions::default()).collect();
    assert_eq!(all.len(), 2);
    let damage = all[0].as_ref().unwrap_err();
    assert_eq!((damage.kind, damage.line), (DamageKind::Comment, 1));
    assert_eq!(all[1].as_ref().unwrap().tag("Event"), Some("b"));
}

#[test]
fn damage_is_told_by_line_and_skipped() {
    let text = "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let all: Vec<_> = games(&chess(), text.as_bytes(), ReadOptions::default()).collect();
    assert_eq!(all.len(), 2);
    let damage = all[0].as_ref().unwrap_err();
    assert_eq!((damage.from, damage.line), (1, 4));
    assert_eq!(damage.kind, DamageKind::IllegalMove);
    assert!(damage.message.starts_with("2. \"Ke3\""), "{damage}");
    assert_eq!(all[1].as_ref().unwrap().tag("Event"), Some("b"));
}
