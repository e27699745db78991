//! Counts the leaves below each move: `perft DEPTH [FEN]`, by default chess from the start
//! position, and crazyhouse if the position has a pocket.

use std::error::Error;

use boardwright_chess::{Board, Dialect, FenOptions, Rules, divide};

#[expect(clippy::print_stdout, reason = "this is a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().unwrap_or_else(|| "4".into()).parse()?;
    let (board, rules) = match arguments.next() {
        None => (Board::default(), Rules::CHESS),
        Some(fen) if fen.contains('[') => {
            let options = FenOptions::CRAZYHOUSE;
            (Board::from_fen(&fen, &options)?, Rules::CRAZYHOUSE)
        }
        Some(fen) => (fen.parse()?, Rules::CHESS),
    };
    let mut total = 0;
    for (mv, leaves) in divide(&board, &rules, depth) {
        println!("{}: {leaves}", mv.uci(Dialect::Standard));
        total += leaves;
    }
    println!("{total}");
    Ok(())
}
