//! A game of one chess board, appended to the arrays.

use chess::{Board, Color, Line, Move};
use contract::game::Game;
use contract::state::Rules;

use super::{ColumnOptions, Columns, MATE, NO_CLOCK, NO_EVAL, NO_RESULT};
use crate::STYLE;
use crate::comment::{Eval, clock, eval};
use crate::damage::{DamageKind, NullMoves, Stop};
use crate::reader::{Keys, null_move, refused, start_of};
use crate::scan::{GameResult, GameText, Token};

const MOST_CENTIPAWNS: i32 = 20_000;

/// Rules whose games are played on a chess board.
pub trait BoardRules: Send + Sync {
    /// Reads a game and appends it.
    ///
    /// # Errors
    ///
    /// As in [`crate::read_game`]; what was appended is not whole then.
    fn append_game(
        &self,
        text: &mut GameText<'_>,
        options: &ColumnOptions,
        buffers: &mut GameBuffers,
        out: &mut Columns,
    ) -> std::result::Result<(), Stop>;

    /// Returns the canonical text of a move of [`Columns::moves`]; `None` for a code that no
    /// move has.
    fn move_text(&self, code: u16) -> Option<String>;
}

/// Buffers that one game after the other uses, under the same rules.
#[derive(Debug, Default)]
pub struct GameBuffers {
    keys: Keys,
    /// The usual start, once it was needed.
    pub(super) start: Option<Board>,
}

/// A game that is played on one chess board.
pub trait BoardGame: Game<Position = Board, Action = Move> {
    /// Begins a line of play that is read from its text; `None` where the rules or the position
    /// are not those of chess. With `play_on` a draw does not end it.
    fn line(&self, start: &Board, play_on: bool) -> Option<Line>;
}

impl<G: BoardGame> BoardRules for Rules<G> {
    fn move_text(&self, code: u16) -> Option<String> {
        Some(self.game().text(&Move::from_bits(code)?))
    }

    fn append_game(
        &self,
        text: &mut GameText<'_>,
        options: &ColumnOptions,
        buffers: &mut GameBuffers,
        out: &mut Columns,
    ) -> std::result::Result<(), Stop> {
        let game = self.game();
        let read = &options.read;
        let GameBuffers { keys, start } = buffers;
        let usual = || match start {
            Some(board) => Ok(*board),
            None => Ok(*start.insert(game.start()?)),
        };
        let board = start_of(text, read, usual, |fen| game.parse(fen))?;
        let result = match append_line(game, &board, text, options, out)? {
            Some(result) => result,
            None => append_boards(game, board, keys, text, options, out)?,
        };
        if options.starts {
            out.starts.push(&game.notation(&board));
        }
        for (name, header) in options.headers.iter().zip(&mut out.headers) {
            match text.tag(name) {
                None => header.push(""),
                Some(tag) if tag.raw.is_ascii() && !tag.raw.contains(&b'\\') => {
                    header.push_bytes(tag.raw);
                }
                Some(tag) => header.push(&tag.value()),
            }
        }
        if result.is_none() && read.require_result {
            let message = "the game has no result";
            return Err(text.fault(DamageKind::NoResult, message));
        }
        out.ply_offsets.push(out.moves.len() as u64);
        out.results.push(match result {
            Some(GameResult::FirstWins) => 1,
            Some(GameResult::SecondWins) => -1,
            Some(GameResult::Draw) => 0,
            Some(GameResult::Unknown) | None => NO_RESULT,
        });
        Ok(())
    }
}

/// Appends the moves of a game, of which nothing else is appended yet, if no position is asked
/// for and it follows the rules to its end; otherwise `None`, and nothing is read or appended.
fn append_line<G: BoardGame>(
    game: &G,
    start: &Board,
    text: &mut GameText<'_>,
    options: &ColumnOptions,
    out: &mut Columns,
) -> std::result::Result<Option<Option<GameResult>>, Stop> {
    if options.boards || options.fens {
        return Ok(None);
    }
    let Some(mut line) = game.line(start, options.read.play_on) else {
        return Ok(None);
    };
    let begins = text.position();
    let read = append_moves(text, options, out, |_, _, word| line.read(word).ok_or(None));
    match read {
        Ok(result) => Ok(Some(result)),
        Err(Some(Stop::Incomplete)) => Err(Stop::Incomplete),
        Err(_) => {
            text.rewind(begins);
            out.undo();
            Ok(None)
        }
    }
}

/// Appends the moves of a game and the positions that are asked for.
fn append_boards<G: BoardGame>(
    game: &G,
    mut board: Board,
    keys: &mut Keys,
    text: &mut GameText<'_>,
    options: &ColumnOptions,
    out: &mut Columns,
) -> std::result::Result<Option<GameResult>, Stop> {
    let position = |board: &Board, out: &mut Columns| {
        if options.boards {
            push_board(board, &mut out.boards);
        }
        if options.fens {
            out.fens.push(&game.notation(board));
        }
    };
    keys.0.clear();
    let result = append_moves(text, options, out, |text, out, word| {
        let mv = game
            .read_recorded(&board, keys, None, word, STYLE, options.read.play_on)
            .map_err(|e| refused(text, word, &e))?;
        position(&board, out);
        keys.0.push(game.key(&board));
        board = game.play(&board, &mv).0;
        Ok::<_, Stop>(mv)
    })?;
    position(&board, out);
    Ok(result)
}

/// Reads moves to the end of a game and appends them with their clocks and evaluations.
#[inline(always)]
fn append_moves<E: From<Stop>>(
    text: &mut GameText<'_>,
    options: &ColumnOptions,
    out: &mut Columns,
    mut read: impl FnMut(&GameText<'_>, &mut Columns, &[u8]) -> std::result::Result<Move, E>,
) -> std::result::Result<Option<GameResult>, E> {
    let begins = out.moves.len();
    loop {
        match text.token_but_number()? {
            Token::Move(word) => {
                let mv = read(text, out, word)?;
                out.moves.push(mv.to_bits());
                if options.clocks {
                    out.clocks.push(text.clock_after_move().unwrap_or(NO_CLOCK));
                }
                if options.evals {
                    out.evals.push(NO_EVAL);
                }
            }
            Token::Comment(comment) if out.moves.len() > begins => notes(comment, options, out),
            Token::Comment(_) | Token::Nag(_) | Token::Close | Token::Number(_) => {}
            Token::Open => text.skip_variation()?,
            Token::Null(word) => match options.read.null_moves {
                NullMoves::Damage => return Err(null_move(text, word).into()),
                NullMoves::EndLine => return Ok(skip_to_result(text)?),
            },
            Token::Result(result) => return Ok(Some(result)),
            Token::End => return Ok(None),
        }
    }
}

/// Goes to the result of a game whose line has ended.
fn skip_to_result(text: &mut GameText<'_>) -> std::result::Result<Option<GameResult>, Stop> {
    loop {
        match text.token()? {
            Token::Result(result) => return Ok(Some(result)),
            Token::End => return Ok(None),
            Token::Open => text.skip_variation()?,
            _ => {}
        }
    }
}

/// Takes clock and evaluation of the last ply from a comment.
#[inline(never)]
fn notes(comment: &[u8], options: &ColumnOptions, out: &mut Columns) {
    if !(options.clocks || options.evals) {
        return;
    }
    if options.read.bare_clocks
        && options.clocks
        && let Some(time) = clock(comment.trim_ascii())
    {
        set_clock(out, time);
        return;
    }
    let mut rest = comment;
    while let Some(at) = memchr::memchr(b'[', rest) {
        rest = &rest[at + 1..];
        let Some(command) = rest.strip_prefix(b"%") else {
            continue;
        };
        let Some(end) = memchr::memchr(b']', command) else {
            return;
        };
        let (command, after) = command.split_at(end);
        rest = after;
        let blank = command.iter().position(u8::is_ascii_whitespace);
        let (name, value) = command.split_at(blank.unwrap_or(command.len()));
        let value = value.trim_ascii();
        if options.clocks && name == b"clk" {
            if let Some(time) = clock(value) {
                set_clock(out, time);
            }
        } else if options.evals
            && name == b"eval"
            && let Some((value, _)) = eval(value)
            && let Some(last) = out.evals.last_mut()
            && *last == NO_EVAL
        {
            *last = packed_eval(value);
        }
    }
}

fn set_clock(out: &mut Columns, time: u64) {
    if let Some(last) = out.clocks.last_mut()
        && *last == NO_CLOCK
    {
        *last = i32::try_from(time).unwrap_or(i32::MAX);
    }
}

fn packed_eval(value: Eval) -> i16 {
    match value {
        Eval::Centipawns(cp) => cp.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i16,
        Eval::Mate(moves) => {
            let distance = moves.unsigned_abs().min(1000) as i16;
            if moves < 0 {
                distance - MATE
            } else {
                MATE - distance
            }
        }
    }
}

fn push_board(board: &Board, out: &mut Vec<u8>) {
    let from = out.len();
    out.resize(from + 64, 0);
    for square in board.occupied() {
        if let Some((color, piece)) = board.colored_piece_at(square) {
            let side = if color == Color::White { 1 } else { 9 };
            out[from + square.index()] = side + piece.index() as u8;
        }
    }
}
