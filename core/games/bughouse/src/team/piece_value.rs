//! The pieces that would decide a board, found out by searching it with one more in hand.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::message::{Claims, Pieces, Urgency};
use crate::{Bughouse, DEADLOCK, Position, partner_of, place_of, rival_of};
use chess::{Board, Color, Piece};
use chess_games::{BughouseBoard, OrError as _};
use contract::bot::{self, Bot, Limits, Score};
use contract::error::Result;
use contract::game::{Game, Seat};
use contract::history::EmptyHistory;
use contract::jobs::Control;
use contract::state::{Rules, State};
use contract::value::Dict;

/// The parts of the positions of a decision that a question takes: of what a board needs
/// there are six each time, of what was claimed one or two now and then.
const NEEDS: u64 = 128;
const CLAIMS: u64 = 32;

/// The least and the greatest number of positions that a question takes.
const NODES: (u64, u64) = (250, 1_500);

/// The value of pieces in hand, pawn to queen, in centipawns.
const IN_HAND: [i64; 5] = [100, 230, 230, 290, 500];

/// A mate in these units.
const MATE: i64 = 100_000;

/// A score in centipawns; a mate is worth more than anything else, and more the sooner it
/// comes.
#[must_use]
pub fn centipawns(score: Option<Score>) -> Option<i64> {
    match score? {
        Score::Mate(plies) if plies > 0 => Some(MATE - i64::from(plies)),
        Score::Mate(plies) => Some(-MATE - i64::from(plies)),
        Score::Centipawns(value) | Score::Points(value) | Score::Decitempi(value) => {
            Some(value.into())
        }
        _ => None,
    }
}

/// Returns true if a score says that one is mated.
#[must_use]
pub const fn is_lost(eval: i64) -> bool {
    eval < -MATE / 2
}

/// Returns true if a score says that one mates.
#[must_use]
pub const fn is_won(eval: i64) -> bool {
    eval > MATE / 2
}

/// The value of what a seat holds, in centipawns.
#[must_use]
pub fn value_in_hand(position: &Position, seat: Seat) -> i64 {
    let (board, color) = place_of(seat);
    let board = position.board(board);
    let pieces = Piece::DROPPABLE.into_iter().zip(IN_HAND);
    pieces
        .map(|(piece, eval)| i64::from(board.pocket(color, piece)) * eval)
        .sum()
}

/// The pieces that a seat needs, and whether it is mated without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The pieces, and how urgent each is.
    pub pieces: Vec<(Piece, Urgency)>,
    /// True if it is being mated.
    pub lost: bool,
}

/// Finds the pieces that would save the seat to move or let it mate; where there is none, the
/// one that would help it most, if one helps by more than `margin` centipawns beyond its
/// worth.
///
/// # Errors
///
/// `cancelled`.
pub fn needs(
    state: &State<Bughouse>,
    seat: Seat,
    margin: i64,
    nodes: QuestionNodes,
    control: &Control,
) -> Result<Needs> {
    let mut question = PieceProbe::new(state, seat)?;
    let effects = question.about(Pieces::ALL, nodes.needs, control)?;
    let lost = effects.iter().any(|effect| is_lost(effect.now));
    // Any of those that decide will do, and one may be easier to come by.
    let urgent = effects.iter().filter(|effect| effect.decides());
    let pieces: Vec<_> = urgent.map(|effect| (effect.piece, Urgency::High)).collect();
    if !pieces.is_empty() {
        return Ok(Needs { pieces, lost });
    }
    let mut best: Option<(i64, Piece)> = None;
    for effect in effects {
        // Of two that help alike the cheaper one is easier to come by.
        let (gain, value) = (effect.gain(), value(effect.piece));
        if gain > margin && best.is_none_or(|(most, _)| gain > most + value) {
            best = Some((gain, effect.piece));
        }
    }
    let urgency = |gain| match gain > 3 * margin {
        true => Urgency::Medium,
        false => Urgency::Low,
    };
    let best = best.map(|(gain, piece)| (piece, urgency(gain)));
    Ok(Needs {
        pieces: best.into_iter().collect(),
        lost,
    })
}

/// The positions that a question takes beside a decision: one of what a board needs, and one of
/// what was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionNodes {
    needs: u64,
    claims: u64,
}

/// Questions that a decision asks at most about needs, and about each kind of claims: one
/// without a piece more, and one for each piece.
const QUESTIONS: u64 = 1 + Piece::DROPPABLE.len() as u64;

/// The part of the positions of a decision that all its questions may take where these are
/// limited, and the fewest that tell anything.
const SHARE: u64 = 8;
const FEWEST: u64 = 30;

impl QuestionNodes {
    /// Returns those beside a decision of so many positions, which they are added to.
    #[must_use]
    pub fn beside(decision: u64) -> Self {
        let part = |of: u64| (decision / of).clamp(NODES.0, NODES.1);
        Self {
            needs: part(NEEDS),
            claims: part(CLAIMS),
        }
    }

    /// Returns those within a decision that may take so many positions in all; `None` where so
    /// few are left for a question that it tells nothing.
    #[must_use]
    pub fn within(decision: u64) -> Option<Self> {
        // Needs, and claims of two kinds.
        let most = decision / (SHARE * 3 * QUESTIONS);
        let beside = Self::beside(decision);
        (most >= FEWEST).then(|| Self {
            needs: beside.needs.min(most),
            claims: beside.claims.min(most),
        })
    }

    /// Returns the positions that the questions about needs may take.
    #[must_use]
    pub const fn of_needs(self) -> u64 {
        self.needs * QUESTIONS
    }

    /// Returns the positions that the questions about claims may take.
    #[must_use]
    pub const fn of_claims(self) -> u64 {
        self.claims * 2 * QUESTIONS
    }
}

/// The result of the verification of claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedClaims {
    /// The pieces with which the partner mates.
    pub mates: Pieces,
    /// The pieces that save it.
    pub saves: Pieces,
    /// The pieces with which its opponent mates.
    pub fears: Pieces,
}

/// Holds the claims that a seat was told against its partner's board.
///
/// # Errors
///
/// `cancelled`.
pub fn verified(
    state: &State<Bughouse>,
    seat: Seat,
    claims: Claims,
    nodes: QuestionNodes,
    control: &Control,
) -> Result<VerifiedClaims> {
    let partner = partner_of(seat);
    // Mostly nothing was claimed, and then nothing is asked.
    let ask = |seat: Seat, pieces: Pieces| match pieces.is_empty() {
        true => Ok(Vec::new()),
        false => PieceProbe::new(state, seat)?.about(pieces, nodes.claims, control),
    };
    let wants = ask(partner, claims.wants)?;
    let fears = ask(rival_of(seat), claims.fears)?;
    Ok(VerifiedClaims {
        mates: pieces(&wants, PieceEffect::mates),
        saves: pieces(&wants, PieceEffect::saves),
        fears: pieces(&fears, PieceEffect::mates),
    })
}

/// The pieces that have such an effect.
pub(super) fn pieces(effects: &[PieceEffect], which: fn(&PieceEffect) -> bool) -> Pieces {
    let found = effects.iter().filter(|effect| which(effect));
    found.map(|effect| effect.piece).collect()
}

/// The pieces that the partner of a seat could take, and hand over, if it were to move now;
/// none where it cannot be, for its opponent is in check.
#[must_use]
pub fn capturable(game: &Bughouse, position: &Position, seat: Seat) -> Pieces {
    let (id, color) = place_of(partner_of(seat));
    let board = position.board(id);
    let board = match (board.turn() == color, board.is_check()) {
        (true, _) => *board,
        (false, false) => board.make_null(),
        (false, true) => return Pieces::default(),
    };
    let mut found = Pieces::default();
    let _ = game.one_board().legal(&board, &EmptyHistory, |mv| {
        if let Some(piece) = game.handed_over(&board, mv) {
            found = found.with(piece);
        }
        ControlFlow::Continue(())
    });
    found
}

/// The value of a piece in hand.
fn value(piece: Piece) -> i64 {
    IN_HAND.get(piece.index()).copied().unwrap_or(0)
}

/// The effect of one more piece for a side, in centipawns.
pub(super) struct PieceEffect {
    piece: Piece,
    /// The value of the side's position without.
    now: i64,
    /// And with it.
    then: i64,
}

impl PieceEffect {
    /// Returns true if the side mates with it; it did not without.
    pub(super) const fn mates(&self) -> bool {
        is_won(self.then)
    }

    /// Returns true if the side is not mated with it; it was without.
    const fn saves(&self) -> bool {
        is_lost(self.now) && !is_lost(self.then) && !is_won(self.then)
    }

    pub(super) const fn decides(&self) -> bool {
        self.mates() || self.saves()
    }

    /// The gain beyond the value of the piece.
    fn gain(&self) -> i64 {
        self.then - self.now - value(self.piece)
    }
}

/// A question about what a seat would do with one more piece, its board standing by itself.
pub(super) struct PieceProbe {
    rules: Arc<Rules<BughouseBoard>>,
    board: Board,
    /// The side that has the piece.
    color: Color,
    /// It knows more with each question.
    bot: Box<dyn Bot<BughouseBoard>>,
}

impl PieceProbe {
    pub(super) fn new(state: &State<Bughouse>, seat: Seat) -> Result<Self> {
        let (id, color) = place_of(seat);
        Ok(Self {
            rules: alone(state.rules())?,
            board: *state.position().board(id),
            color,
            bot: search::bots::make("search", &Dict::new(), 0)?,
        })
    }

    /// The effects of some pieces by searches of so many positions; none where the side
    /// mates anyway.
    pub(super) fn about(
        &mut self,
        pieces: Pieces,
        nodes: u64,
        control: &Control,
    ) -> Result<Vec<PieceEffect>> {
        let mut effects = Vec::new();
        let sign = if self.board.turn() == self.color {
            1
        } else {
            -1
        };
        // Who has no move now is mated for want of a piece.
        let now = self.ask(self.board, nodes, control)?;
        let now = now.unwrap_or(-MATE) * sign;
        if is_won(now) {
            return Ok(effects);
        }
        for piece in pieces.iter() {
            let richer = self.board.with_one_more(self.color, piece).or_error()?;
            if let Some(then) = self.ask(richer, nodes, control)? {
                let then = then * sign;
                effects.push(PieceEffect { piece, now, then });
            }
        }
        Ok(effects)
    }

    /// The value of a board for the side to move there; none where that has no move, or no
    /// opinion.
    fn ask(&mut self, board: Board, nodes: u64, control: &Control) -> Result<Option<i64>> {
        let state = State::at(&self.rules, board);
        let Some(seat) = state.live().single() else {
            return Ok(None);
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let observation = state.observe(seat);
        let found = bot::decide(&mut *self.bot, &observation, &limits, control)?;
        Ok(centipawns(found.score))
    }
}

/// The rules of one board of a game by itself.
fn alone(rules: &Rules<Bughouse>) -> Result<Arc<Rules<BughouseBoard>>> {
    let mut options = rules.options().to_dict();
    options.remove(DEADLOCK.name);
    Rules::new(&options)
}
