//! A game of one chess board, appended to the arrays.

use chess::{Board, Color, Move};
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

impl<G: Game<Position = Board, Action = Move>> BoardRules for Rules<G> {
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
        let mut board = start_of(text, read, usual, |fen| game.parse(fen))?;
        keys.0.clear();
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
        let begins = out.moves.len();
        let result = loop {
            match text.token_but_number()? {
                Token::Move(word) => {
                    let mv = game
                        .read_recorded(&board, keys, None, word, STYLE, read.play_on)
                        .map_err(|e| refused(text, word, &e))?;
                    if options.boards {
                        push_board(&board, &mut out.boards);
                    }
                    if options.fens {
                        out.fens.push(&game.notation(&board));
                    }
                    keys.0.push(game.key(&board));
                    board = game.play(&board, &mv).0;
                    out.moves.push(mv.to_bits());
                    if options.clocks {
                        out.clocks.push(NO_CLOCK);
                    }
                    if options.evals {
                        out.evals.push(NO_EVAL);
                    }
                }
                Token::Comment(comment) => {
                    if out.moves.len() > begins {
                        notes(comment, options, out);
                    }
                }
                Token::Nag(_) | Token::Close | Token::Number(_) => {}
                Token::Open => text.skip_variation()?,
                Token::Null(word) => match read.null_moves {
                    NullMoves::Damage => return Err(null_move(text, word)),
                    NullMoves::EndLine => break skip_to_result(text)?,
                },
                Token::Result(result) => break Some(result),
                Token::End => break None,
            }
        };
        if result.is_none() && read.require_result {
            let message = "the game has no result";
            return Err(text.fault(DamageKind::NoResult, message));
        }
        if options.boards {
            push_board(&board, &mut out.boards);
        }
        if options.fens {
            out.fens.push(&game.notation(&board));
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
#[inline]
fn notes(comment: &[u8], options: &ColumnOptions, out: &mut Columns) {
    if !(options.clocks || options.evals) {
        return;
    }
    if options.clocks
        && let Some(time) = plain_clock(comment)
    {
        set_clock(out, time);
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

/// Reads `[%clk h:mm:ss]`, the most frequent comment of all.
#[inline]
fn plain_clock(comment: &[u8]) -> Option<u64> {
    let (command, time) = comment.split_first_chunk::<6>()?;
    let (time, &[close]) = time.split_first_chunk::<7>()? else {
        return None;
    };
    let &[h, a, m1, m0, b, s1, s0] = time;
    if *command != *b"[%clk " || a != b':' || b != b':' || close != b']' {
        return None;
    }
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let (h, m1, m0, s1, s0) = (digit(h), digit(m1), digit(m0), digit(s1), digit(s0));
    if h.max(m1).max(m0).max(s1).max(s0) > 9 {
        return None;
    }
    Some(u64::from(
        1000 * (3600 * h + 60 * (10 * m1 + m0) + 10 * s1 + s0),
    ))
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
