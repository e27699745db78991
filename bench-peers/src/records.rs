//! Reading of PGN: every game's main line played, beside pgn-reader with shakmaty.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use boardwright::chess::{Board, FenOptions, Rules};
use boardwright::records::{ColumnOptions, ColumnsInput, columns};
use boardwright::rng::Rng;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

use crate::peers::Reads;

/// Games between random players, with a clock after every move of every second game.
pub fn games(count: u64) -> Result<Arc<Vec<u8>>, String> {
    let (rules, options) = (Rules::CHESS, FenOptions::CHESS);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = Board::from_fen(start, &options).map_err(|error| error.to_string())?;
    let mut text = String::new();
    for game in 0..count {
        text.push_str("[Event \"Rated Blitz game\"]\n[Site \"https://example.org/0bac5d21\"]\n");
        text.push_str("[White \"first\"]\n[Black \"second\"]\n[Result \"1/2-1/2\"]\n\n");
        let mut rng = Rng::derived(&[1, game]);
        let mut board = start;
        for ply in 0..60 {
            let moves = board.legal_moves(&rules);
            if moves.is_empty() || board.is_insufficient_material() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            if ply % 2 == 0 {
                text.push_str(&format!("{}. ", ply / 2 + 1));
            } else if game % 2 == 0 {
                text.push_str(&format!("{}... ", ply / 2 + 1));
            }
            text.push_str(&board.san(mv, &rules));
            text.push(if ply % 12 == 11 { '\n' } else { ' ' });
            if game % 2 == 0 {
                text.push_str(&format!(
                    "{{[%clk 0:0{}:{:02}]}} ",
                    9 - ply / 8,
                    59 - ply % 60
                ));
            }
            board = board.make(mv, &rules);
        }
        text.push_str("1/2-1/2\n\n");
    }
    Ok(Arc::new(text.into_bytes()))
}

/// The readers, ours first; each answers the number of plies it played.
pub fn readers(text: &Arc<Vec<u8>>) -> Vec<(&'static str, Reads<'static>)> {
    let (ours, theirs) = (Arc::clone(text), Arc::clone(text));
    vec![
        ("boardwright", Box::new(move || read(&ours))),
        ("pgn-reader", Box::new(move || visit(&theirs))),
    ]
}

fn read(text: &Arc<Vec<u8>>) -> Result<u64, String> {
    let input = ColumnsInput::Bytes(Arc::<Vec<u8>>::clone(text));
    let options = ColumnOptions {
        clocks: true,
        ..ColumnOptions::default()
    };
    let read = columns(input, None, options, 1, true, Box::new(|_| ()))
        .and_then(|work| work.wait())
        .map_err(|error| error.to_string())?;
    match read.damages.first() {
        Some(damage) => Err(damage.to_string()),
        None => Ok(read.moves.len() as u64),
    }
}

fn visit(text: &[u8]) -> Result<u64, String> {
    let mut reader = Reader::new(Cursor::new(text));
    let mut plies = 0;
    while let Some(game) = reader
        .read_game(&mut Plies)
        .map_err(|error| error.to_string())?
    {
        plies += game?;
    }
    Ok(plies)
}

/// Plays the moves and counts them.
struct Plies;

impl Visitor for Plies {
    type Tags = ();
    type Movetext = (Chess, u64);
    type Output = Result<u64, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(
        &mut self,
        (position, plies): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        match san.san.to_move(position) {
            Ok(mv) => position.play_unchecked(mv),
            Err(error) => return ControlFlow::Break(Err(error.to_string())),
        }
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, plies): Self::Movetext) -> Self::Output {
        Ok(plies)
    }
}
