//! The bot `casual`: one look at its own pieces. It never resigns, and accepts a draw
//! when it has less than fifteen points of material (pawn 1, knight and bishop 3,
//! rook 5, queen 9).
//!
//! The points of a move are those of a person's habits: 50 for a square without a
//! piece of one's own, 150 more for one where the other side has just taken something
//! or where a piece of it is in sight, 30 for a minor piece that leaves the back rank
//! in the first sixteen plies, 25 for the first step of a pawn in the centre and 10
//! of one beside it, 15 for each rank ahead, -40 for a queen or a rook that leaves
//! the back rank, 100 for a queen promoted and 50 for anything else. In `vanilla`,
//! where all is visible, 10 000 for a mate, -10 000 for a move that draws, and 30
//! for each point of a piece taken.

use super::attempt::Attempt;
use super::event::{Event, LogEntry};
use super::position::Position;
use super::rules::Play;
use super::seat::{OwnPieces, SeatView};
use super::view::BlindView;
use super::{Blind, sight};
use chess::{Bitboard, Color, File, Piece, Square};
use contract::bot::{Bot, Decision, Limits};
use contract::error::{Error, Result};
use contract::game::View;
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::{Observation, State};

/// Below so many points of its own a draw is accepted.
const CONTENT: u32 = 15;
/// For so many plies minor pieces are developed.
const OPENING: usize = 16;
/// Parts of a point; ties are broken within a hundredth of a point.
const FINE: i64 = 10_000;

/// Chooses at one look.
#[derive(Clone, Copy, Debug)]
pub struct Casual {
    seed: u64,
}

impl Casual {
    /// A bot that breaks ties by a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Chooses among some of the candidates.
    pub(super) fn choose(
        self,
        observation: &Observation<Blind>,
        choices: &[Attempt],
    ) -> Result<Decision<Attempt>> {
        let mut rng = Rng::derived(&[self.seed, observation.key()]);
        let choice = match observation.view() {
            BlindView::Hidden(view) => from_view(view, choices, &mut rng),
            BlindView::Full(_) => {
                let state = observation.view().full();
                state.and_then(|state| from_state(state, choices, &mut rng))
            }
        };
        choice
            .map(Decision::plain)
            .ok_or_else(|| Error::not_your_turn("there is no move to choose from"))
    }
}

const fn piece_value(piece: Piece) -> i64 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 100,
    }
}

/// The points of a move by one's own pieces alone.
fn habit(own: &OwnPieces, ply: usize, attempt: Attempt) -> i64 {
    let Attempt::Move {
        from,
        to,
        promotion,
    } = attempt
    else {
        return match attempt {
            Attempt::Drop { .. } => 50,
            _ => 0,
        };
    };
    let Some(piece) = own.piece_at(from) else {
        return 0;
    };
    let home = from.rank() == own.color.back_rank();
    let rank = |square: Square| match own.color {
        Color::White => square.rank().index() as i64,
        Color::Black => 7 - square.rank().index() as i64,
    };
    let mut points = if own.all().has(to) { 0 } else { 50 };
    points += 15 * (rank(to) - rank(from)).max(0);
    points += match piece {
        Piece::Knight | Piece::Bishop if home && ply < OPENING => 30,
        Piece::Queen | Piece::Rook if home && to.rank() != from.rank() => -40,
        Piece::Pawn if rank(from) == 1 => match from.file() {
            File::D | File::E => 25,
            File::C | File::F => 10,
            _ => 0,
        },
        _ => 0,
    };
    points
        + match promotion {
            Some(Piece::Queen) => 100,
            Some(_) => 50,
            None => 0,
        }
}

/// Returns the known squares of the other side's pieces: the captor of the last move, and those in
/// sight.
fn known_men(view: &SeatView) -> Bitboard {
    let mut men = view
        .sight()
        .map_or(Bitboard::EMPTY, |sight| sight.their_pieces());
    // What was told since the last move is still so.
    for entry in view.log().iter().rev() {
        match entry {
            LogEntry::Heard(Event::Moved(_)) => break,
            LogEntry::Heard(Event::Capture { square, .. }) if view.piece_at(*square).is_none() => {
                men |= (*square).into();
            }
            LogEntry::Heard(Event::Sensed { sight, .. }) => men |= sight.their_pieces(),
            _ => {}
        }
    }
    men
}

fn from_view(view: &SeatView, choices: &[Attempt], rng: &mut Rng) -> Option<Attempt> {
    if view.rules().play == Play::Reconnaissance && !view.turn().sensed {
        return choose_look(view, choices, rng);
    }
    let moved = |entry: &&LogEntry| matches!(entry, LogEntry::Heard(Event::Moved(_)));
    let ply = view.log().iter().filter(moved).count();
    let men = known_men(view);
    best(choices, rng, |attempt| {
        let takes = match attempt {
            Attempt::Move { to, .. } if men.has(to) => 150,
            _ => 0,
        };
        habit(view.own_pieces(), ply, attempt) + takes
    })
}

/// Chooses the square to sense: the captor's if it is known, else any off the edge.
fn choose_look(view: &SeatView, choices: &[Attempt], rng: &mut Rng) -> Option<Attempt> {
    let men = known_men(view);
    best(choices, rng, |attempt| match attempt {
        Attempt::Sense(square) if men.has(square) => 2,
        Attempt::Sense(square) => {
            let inner = |index: usize| (1..7).contains(&index);
            i64::from(inner(square.file().index()) && inner(square.rank().index()))
        }
        _ => -1,
    })
}

fn from_state(state: &State<Blind>, choices: &[Attempt], rng: &mut Rng) -> Option<Attempt> {
    let position: &Position = state.position();
    let board = position.board();
    let own = sight::own_pieces(board, board.turn());
    let ply = state.history().len();
    best(choices, rng, |attempt| {
        let taken = match (attempt, state.game().resolved(position, attempt)) {
            (Attempt::Move { .. }, Some(mv)) => board
                .captured_by(mv)
                .map_or(0, |taken| 30 * piece_value(taken.piece)),
            _ => 0,
        };
        let end = match state.play_unchecked(&attempt).outcome() {
            Some(outcome) if outcome.is_draw() => -10_000,
            Some(_) => 10_000,
            None => 0,
        };
        habit(&own, ply, attempt) + taken + end
    })
}

/// The choice with the most points; ties are broken by chance.
fn best(choices: &[Attempt], rng: &mut Rng, points: impl Fn(Attempt) -> i64) -> Option<Attempt> {
    let score = |attempt: &Attempt| {
        let tie = i64::from(rng.below(FINE as u32 / 100));
        points(*attempt) * FINE + tie
    };
    choices.iter().copied().max_by_key(score)
}

impl Bot<Blind> for Casual {
    fn decide(
        &mut self,
        observation: &Observation<Blind>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Attempt>> {
        control.check()?;
        self.choose(observation, &observation.choices(limits)?)
    }

    fn is_quick(&self, _: &Limits) -> bool {
        true
    }

    fn accepts_draw(&mut self, observation: &Observation<Blind>, _: &Control) -> Result<bool> {
        let color = super::color_of(observation.seat());
        let material = match observation.view() {
            BlindView::Hidden(view) => view.own_pieces().material(),
            BlindView::Full(_) => observation.view().full().map_or(0, |state| {
                sight::own_pieces(state.position().board(), color).material()
            }),
        };
        Ok(material < CONTENT)
    }
}
