//! Positions with operations: what is read, refused and written.

use boardwright_chess_games::{Chess, Crazyhouse};
use contract::game::Game;
use contract::state::Rules;
use contract::value::Dict;
use records::epd::{Epd, Operand, Word};

fn parse<G: Game>(line: &str) -> contract::error::Result<Epd<G>> {
    Epd::parse(&Rules::new(&Dict::new()).unwrap(), line)
}

#[test]
fn operations_are_typed_and_written_again() {
    let line = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - \
                am O-O; bm Ng5 d4; ce -35; acd 12; pv d4 exd4 O-O; id \"two; \\\"knights\\\"\"; \
                c0 \"a comment\"; odd word \"and text\"; noop; hmvc 4; fmvn 4;";
    let epd = parse::<Chess>(line).unwrap();
    assert!(epd.state.notation().ends_with(" 4 4"));
    assert_eq!(epd.operand("ce"), Some(&Operand::Integer(-35)));
    assert_eq!(
        epd.operand("id"),
        Some(&Operand::Text("two; \"knights\"".into()))
    );
    let words = vec![Word::Bare("word".into()), Word::Quoted("and text".into())];
    assert_eq!(epd.operand("odd"), Some(&Operand::Words(words)));
    assert!(matches!(epd.operand("bm"), Some(Operand::Moves(moves)) if moves.len() == 2));
    assert!(matches!(epd.operand("pv"), Some(Operand::Line(moves)) if moves.len() == 3));
    assert_eq!(epd.write().unwrap(), line);
    let counters = parse::<Chess>("4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 70;").unwrap();
    let mut bare = counters.clone();
    bare.operations.clear();
    assert_eq!(bare.write().unwrap(), counters.write().unwrap());
    let drop = "4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6+;";
    assert_eq!(parse::<Crazyhouse>(drop).unwrap().write().unwrap(), drop);
}

#[test]
fn errors_name_the_column() {
    const BOARD: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
    for (rest, column, part) in [
        (" bm Kd1", 33, "no ;"),
        (" bm ;", 27, "there are none"),
        (" bm Kd9;", 30, "Kd9"),
        (" bm Ke3;", 30, "Ke3"),
        (" bm \"Kd1\";", 30, "without quotes"),
        (" pv Kd1 Kd1;", 34, "Kd1"),
        (" ce x;", 30, "no whole number"),
        (" ce 1 2;", 27, "one number"),
        (" id word;", 30, "in quotes"),
        (" id \"open;", 30, "not closed"),
        (" ce 1; ce 2;", 33, "second time"),
        (" 9x 1;", 27, "no operation"),
        (" fmvn 0;", 27, "too small"),
    ] {
        let error = parse::<Chess>(&format!("{BOARD}{rest}")).unwrap_err();
        let begins = format!("EPD, column {column}: ");
        assert!(error.message().starts_with(&begins), "{rest}: {error}");
        assert!(error.message().contains(part), "{rest}: {error}");
    }
    for (line, part) in [
        ("", "placement: missing"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "en passant: missing"),
        ("4k3/8/8/8/8/8/8/4K2 w - -", "placement"),
        ("é", "column 2: side to move"),
    ] {
        let error = parse::<Chess>(line).unwrap_err();
        assert!(error.message().contains(part), "{line}: {error}");
    }
}
