//! The libraries, each in the best way it documents.

use std::hint::black_box;

use boardwright::chess::{Board, FenOptions, Rules, perft_bulk, perft_full};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess, Position};

use crate::cases::Case;

/// The treatment of the last ply: its moves are counted or made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Bulk,
    Full,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bulk => "bulk",
            Self::Full => "full",
        }
    }
}

/// Work of a library that answers a number in which all libraries agree.
pub type Reads<'a> = Box<dyn Fn() -> Result<u64, String> + 'a>;

/// A library with a position set up.
pub trait Peer {
    fn name(&self) -> &'static str;
    fn perft(&self, kind: Kind, depth: u32) -> u64;
}

/// All libraries that know the game of a case, ours first.
pub fn of(case: &Case) -> Result<Vec<Box<dyn Peer>>, String> {
    let (options, rules) = if case.crazyhouse {
        (FenOptions::CRAZYHOUSE, Rules::CRAZYHOUSE)
    } else {
        (FenOptions::CHESS, Rules::CHESS)
    };
    let board = Board::from_fen(case.fen, &options).map_err(|error| error.to_string())?;
    let fen: Fen = case
        .fen
        .parse()
        .map_err(|error| format!("{}: {error}", case.name))?;
    let mode = CastlingMode::Standard;
    let ours = Box::new(Ours { board, rules });
    Ok(if case.crazyhouse {
        let position: Crazyhouse = fen
            .into_position(mode)
            .map_err(|error| format!("{}: {error}", case.name))?;
        vec![ours, Box::new(Shakmaty(position))]
    } else {
        let position: Chess = fen
            .into_position(mode)
            .map_err(|error| format!("{}: {error}", case.name))?;
        let cozy = case
            .fen
            .parse()
            .map_err(|error| format!("{}: {error}", case.name))?;
        vec![ours, Box::new(Cozy(cozy)), Box::new(Shakmaty(position))]
    })
}

struct Ours {
    board: Board,
    rules: Rules,
}

impl Peer for Ours {
    fn name(&self) -> &'static str {
        "boardwright"
    }

    fn perft(&self, kind: Kind, depth: u32) -> u64 {
        match kind {
            Kind::Bulk => perft_bulk(&self.board, &self.rules, depth),
            Kind::Full => perft_full(&self.board, &self.rules, depth),
        }
    }
}

struct Cozy(cozy_chess::Board);

impl Peer for Cozy {
    fn name(&self) -> &'static str {
        "cozy-chess"
    }

    fn perft(&self, kind: Kind, depth: u32) -> u64 {
        match kind {
            Kind::Bulk => cozy_bulk(&self.0, depth),
            Kind::Full => cozy_full(&self.0, depth),
        }
    }
}

fn cozy_bulk(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += cozy_bulk(&next, depth - 1);
        }
        false
    });
    leaves
}

fn cozy_full(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += if depth > 1 {
                cozy_full(&next, depth - 1)
            } else {
                black_box(&next);
                1
            };
        }
        false
    });
    leaves
}

struct Shakmaty<P>(P);

impl<P: Position + Clone> Peer for Shakmaty<P> {
    fn name(&self) -> &'static str {
        "shakmaty"
    }

    fn perft(&self, kind: Kind, depth: u32) -> u64 {
        match kind {
            Kind::Bulk => shakmaty_bulk(&self.0, depth),
            Kind::Full => shakmaty_full(&self.0, depth),
        }
    }
}

fn shakmaty_bulk<P: Position + Clone>(position: &P, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth <= 1 {
        return moves.len() as u64;
    }
    let below = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        shakmaty_bulk(&next, depth - 1)
    });
    below.sum()
}

fn shakmaty_full<P: Position + Clone>(position: &P, depth: u32) -> u64 {
    let below = position.legal_moves().into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if depth > 1 {
            shakmaty_full(&next, depth - 1)
        } else {
            black_box(&next);
            1
        }
    });
    below.sum()
}
