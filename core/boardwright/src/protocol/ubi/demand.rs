//! What a board needs, found out by searching it with one more piece in hand.

use super::message::{Message, Pieces};
use super::position;
use super::session::Go;
use crate::host::{Bot, Limits, MoveRef, Score, State, Subject};
use chess::{Color, Piece};
use contract::error::Result;
use contract::jobs::Control;
use contract::value::{Dict, Value};

/// Which part of the positions of a decision each question takes: of what a board needs there
/// are six each time, of what was claimed one or two now and then.
const NEEDS: u64 = 128;
const CLAIMS: u64 = 32;
/// Their least and greatest number.
const NODES: (u64, u64) = (250, 1_500);
/// What pieces are worth in hand, pawn to queen, in centipawns.
pub(super) const WORTH: [i64; 5] = [100, 230, 230, 290, 500];
/// A mate in these units.
const MATE: i64 = 100_000;

/// A score in centipawns; a mate is worth more
/// the sooner it comes.
pub(super) fn worth(score: Option<Score>) -> Option<i64> {
    match score? {
        Score::Mate(plies) if plies > 0 => Some(MATE - i64::from(plies)),
        Score::Mate(plies) => Some(-MATE - i64::from(plies)),
        Score::Centipawns(value) | Score::Points(value) | Score::Decitempi(value) => {
            Some(value.into())
        }
        _ => None,
    }
}

/// Whether a worth says that one is mated.
pub(super) const fn is_lost(worth: i64) -> bool {
    worth < -MATE / 2
}

/// Whether a worth says that one mates.
pub(super) const fn is_won(worth: i64) -> bool {
    worth > MATE / 2
}

/// What a board needs, and whether it is lost without.
pub(super) struct Needs {
    pub(super) messages: Vec<Message>,
    pub(super) lost: bool,
}

impl Needs {
    /// Pieces that decide.
    pub(super) fn deciding(pieces: Pieces) -> Self {
        Self {
            messages: pieces.iter().map(|piece| Message::Need(piece, 2)).collect(),
            lost: false,
        }
    }
}

/// The pieces that would save the side to move, or let it mate; where there is none, the
/// one that would help it most, if one does. A decision on the board takes so many positions.
pub(super) fn needs(go: &Go, nodes: u64, control: &Control) -> Result<Needs> {
    let ask = Ask::new(position::alone(&go.state, go.board)?, go.is_white())?;
    let effects = ask.about(Pieces::ALL, part(nodes, NEEDS), control)?;
    let lost = effects.iter().any(|effect| is_lost(effect.now));
    // Any of those that decide will do, and one may be easier to come by.
    let urgent = effects.iter().filter(|effect| effect.decides());
    let messages: Vec<_> = urgent
        .map(|effect| Message::Need(effect.piece, 2))
        .collect();
    if !messages.is_empty() {
        return Ok(Needs { messages, lost });
    }
    let mut best: Option<(i64, Piece)> = None;
    for effect in effects {
        // Of two that help alike the cheaper one is easier to come by.
        let (gain, value) = (effect.gain(), value(effect.piece));
        if gain > go.margin && best.is_none_or(|(most, _)| gain > most + value) {
            best = Some((gain, effect.piece));
        }
    }
    let urgency = |gain| u8::from(gain > 3 * go.margin);
    let best = best.map(|(gain, piece)| Message::Need(piece, urgency(gain)));
    Ok(Needs {
        messages: best.into_iter().collect(),
        lost,
    })
}

/// How many positions a question takes where a decision takes so many.
fn part(nodes: u64, of: u64) -> u64 {
    (nodes / of).clamp(NODES.0, NODES.1)
}

/// Pieces that were said to decide the other board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Claims {
    /// The partner would mate with these, or be saved by them.
    pub(super) wants: Pieces,
    /// The partner's opponent would mate with these.
    pub(super) fears: Pieces,
}

/// What became of claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// The partner mates with these.
    pub(super) mates: Pieces,
    /// These save it.
    pub(super) saves: Pieces,
    /// Its opponent mates with these.
    pub(super) fears: Pieces,
}

/// What of some claims holds on the other board as a search was told it.
pub(super) fn held(go: &Go, claims: Claims, nodes: u64, control: &Control) -> Result<Held> {
    // Mostly nothing was claimed, and then nothing is asked.
    let ask = |white: bool, pieces: Pieces| match pieces.is_empty() {
        true => Ok(Vec::new()),
        false => {
            let board = position::alone(&go.state, go.board.other())?;
            Ask::new(board, white)?.about(pieces, part(nodes, CLAIMS), control)
        }
    };
    let wants = ask(!go.is_white(), claims.wants)?;
    let fears = ask(go.is_white(), claims.fears)?;
    Ok(Held {
        mates: pieces(&wants, Effect::mates),
        saves: pieces(&wants, Effect::saves),
        fears: pieces(&fears, Effect::mates),
    })
}

/// The pieces that have such an effect.
pub(super) fn pieces(effects: &[Effect], which: fn(&Effect) -> bool) -> Pieces {
    let found = effects.iter().filter(|effect| which(effect));
    found.map(|effect| effect.piece).collect()
}

/// The pieces that the partner could take if it were to move now.
pub(super) fn reach(go: &Go) -> Result<Pieces> {
    let board = position::turned(&go.state, go.board.other(), !go.is_white())?;
    let taken = |text: &String| -> Option<Piece> {
        let events = board.report(None, MoveRef::Text(text), None).ok()?;
        let of = |event: &Value| event["handed_over"].as_str()?.chars().next();
        let letter = events.as_array()?.iter().find_map(of)?;
        Piece::DROPPABLE
            .into_iter()
            .find(|piece| piece.letter().eq_ignore_ascii_case(&letter))
    };
    let moves = board.legal_moves(None, None)?;
    Ok(moves.iter().filter_map(taken).collect())
}

/// What a piece is worth in hand.
fn value(piece: Piece) -> i64 {
    WORTH.get(piece.index()).copied().unwrap_or(0)
}

/// What one more piece would do for a side, in centipawns.
pub(super) struct Effect {
    piece: Piece,
    /// What the side's position is worth without.
    now: i64,
    /// And with it.
    then: i64,
}

impl Effect {
    /// Whether the side mates with it; it did not without.
    pub(super) const fn mates(&self) -> bool {
        is_won(self.then)
    }

    /// Whether the side is not mated with it; it was without.
    const fn saves(&self) -> bool {
        is_lost(self.now) && !is_lost(self.then) && !is_won(self.then)
    }

    pub(super) const fn decides(&self) -> bool {
        self.mates() || self.saves()
    }

    /// What it adds beyond what it is worth.
    fn gain(&self) -> i64 {
        self.then - self.now - value(self.piece)
    }
}

/// A question about what a side of a board would do with one more piece.
pub(super) struct Ask {
    /// One board by itself.
    board: State,
    /// Who has the piece.
    white: bool,
    /// Who is asked, and knows more each time.
    bot: Bot,
}

impl Ask {
    pub(super) fn new(board: State, white: bool) -> Result<Self> {
        let bot = Bot::new("search", "bughouse-board", &Dict::new(), 0)?;
        Ok(Self { board, white, bot })
    }

    /// The effects of some pieces by searches of so many positions; none where the side
    /// mates anyway.
    pub(super) fn about(
        &self,
        pieces: Pieces,
        nodes: u64,
        control: &Control,
    ) -> Result<Vec<Effect>> {
        let mut effects = Vec::new();
        let mover = self.board.notation()?.split(' ').nth(1) == Some("w");
        let sign = if mover == self.white { 1 } else { -1 };
        let ask = |state: &State| -> Result<Option<i64>> {
            if state.live()?.is_empty() {
                return Ok(None);
            }
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let work = self.bot.decide(&Subject::State(state, None), limits)?;
            Ok(worth(work.run(control)?.score).map(|worth| sign * worth))
        };
        // Who has no move now is mated for want of a piece.
        let now = ask(&self.board)?.unwrap_or(-sign * MATE);
        if is_won(now) {
            return Ok(effects);
        }
        let color = if self.white {
            Color::White
        } else {
            Color::Black
        };
        for piece in pieces.iter() {
            let one: Dict = [("add".to_owned(), piece.fen_letter(color).to_string().into())]
                .into_iter()
                .collect();
            if let Some(then) = ask(&self.board.edit(&one)?)? {
                effects.push(Effect { piece, now, then });
            }
        }
        Ok(effects)
    }
}
