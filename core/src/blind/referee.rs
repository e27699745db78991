//! The moderator: the complete answer to an attempt, made before any of it is
//! told. Who hears what is decided here and nowhere else.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::Blind;
use super::attempt::Attempt;
use super::event::{Entry, Event, Refusal, Told};
use super::position::Position;
use super::rules::{Any, Audience, InPassing, Nonsense, Play, Repeated, Touch, Tries, Words};
use super::seat::{self, Known};
use super::sight::{checks, own, victim_of};
use crate::chess::{Bitboard, Board, Color, Move, MoveKind, Piece, Square, attacks};
use crate::game::{Effect, Flow};
use crate::history::NoPast;

/// What an attempt leaves behind: where it was made, for a log to begin there, and
/// what it adds to the log of either side.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    before: Box<str>,
    heard: [Vec<Entry>; 2],
}

// The record of an attempt is as secret as the position.
impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Record(hidden)")
    }
}

impl Record {
    /// The position that the attempt was made in; empty where it is not known.
    pub(super) fn before(&self) -> &str {
        &self.before
    }

    /// What it added to the log of a side.
    #[must_use]
    pub fn heard(&self, color: Color) -> &[Entry] {
        &self.heard[color.index()]
    }
}

/// The answer to an attempt.
pub(super) struct Answer {
    pub(super) next: Position,
    pub(super) events: Vec<(Audience, Event)>,
}

impl Answer {
    fn tell(&mut self, audience: Audience, event: Event) {
        self.events.push((audience, event));
    }
}

impl Blind {
    /// The move that an attempt would be.
    pub(super) fn resolved(&self, position: &Position, attempt: Attempt) -> Option<Move> {
        let board = &position.board;
        match attempt {
            Attempt::Move {
                from,
                to,
                promotion: Some(piece),
            } => Some(Move::promotion(from, to, piece)),
            Attempt::Move { from, to, .. } => {
                let own = own(board, board.turn());
                if let Some((rook, _)) = own.castled(from, to) {
                    return Some(Move::castle(from, rook));
                }
                let pawn = own.of(Piece::Pawn).has(from);
                let passed = position.passed.or(board.en_passant());
                if pawn && passed == Some(to) && from.file() != to.file() {
                    return Some(Move::en_passant(from, to));
                }
                Some(Move::normal(from, to))
            }
            Attempt::Drop { piece, to } => Some(Move::drop(piece, to)),
            _ => None,
        }
    }

    /// The attempt that a legal move is.
    pub(super) fn attempt_of(mv: Move) -> Attempt {
        match mv.kind() {
            MoveKind::Drop(piece) => Attempt::Drop { piece, to: mv.to() },
            MoveKind::Castle => Attempt::Move {
                from: mv.from(),
                to: mv.castled().0,
                promotion: None,
            },
            _ => Attempt::Move {
                from: mv.from(),
                to: mv.to(),
                promotion: mv.promoted_to(),
            },
        }
    }

    /// Whether the rules take an attempt up at all, and if not, why.
    pub(super) fn knows(&self, attempt: Attempt) -> Result<(), &'static str> {
        let rules = self.rules;
        match attempt {
            Attempt::Move { .. } => Ok(()),
            Attempt::Drop { .. } if rules.play == Play::Crazyhouse => Ok(()),
            Attempt::Drop { .. } => Err("nothing is dropped"),
            Attempt::Touch(_) if rules.touch != Touch::Never => Ok(()),
            Attempt::Touch(_) => Err("men are not touched"),
            Attempt::AskAny if rules.any != Any::Never => Ok(()),
            Attempt::AskAny => Err("there is no question for captures by pawns"),
            Attempt::Sense(_) | Attempt::Pass if rules.play == Play::Reconnaissance => Ok(()),
            Attempt::Sense(_) => Err("there is no look at the board"),
            Attempt::Pass => Err("a side must move"),
        }
    }

    /// Visits the attempts that would be accepted and bring the game on.
    pub(super) fn accepted(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Attempt) -> Flow,
    ) -> Flow {
        if position.won.is_some() {
            return ControlFlow::Continue(());
        }
        let board = &position.board;
        match self.rules.play {
            Play::Chess | Play::Crazyhouse => {
                let binding = self.rules.touch == Touch::Binding;
                let armed = position.turn.armed.filter(|_| binding);
                let pawns = board.colored_pieces(board.turn(), Piece::Pawn);
                board.visit(self.board_rules(), crate::chess::Stages::ALL, |set| {
                    for mv in set {
                        let bound = position.turn.bound
                            && !(!mv.is_drop()
                                && pawns.has(mv.from())
                                && mv.from().file() != mv.to().file());
                        let held = armed.is_some_and(|square| mv.is_drop() || mv.from() != square);
                        if !bound && !held {
                            visit(Self::attempt_of(mv))?;
                        }
                    }
                    ControlFlow::Continue(())
                })
            }
            Play::Fog => {
                let own = own(board, board.turn());
                let truth = Self::truth(position, board.turn());
                seat::candidates(&own, &truth, visit)?;
                seat::tries(&own, &truth, visit)
            }
            Play::Reconnaissance => {
                if position.turn.sensed {
                    let own = own(board, board.turn());
                    seat::candidates(&own, &Known::NOTHING, visit)?;
                    seat::tries(&own, &Known::NOTHING, visit)?;
                } else {
                    for square in crate::chess::Bitboard::FULL {
                        visit(Attempt::Sense(square))?;
                    }
                }
                visit(Attempt::Pass)
            }
        }
    }

    /// The complete answer to an attempt of the side to move.
    pub(super) fn answer(&self, position: &Position, attempt: Attempt) -> Answer {
        let mut answer = Answer {
            next: position.clone(),
            events: Vec::new(),
        };
        match attempt {
            Attempt::Touch(square) => self.touch(position, square, &mut answer),
            Attempt::AskAny => self.ask(position, &mut answer),
            Attempt::Sense(square) => self.sense(position, Some(square), &mut answer),
            Attempt::Pass if !position.turn.sensed => self.sense(position, None, &mut answer),
            _ if self.rules.play == Play::Reconnaissance => {
                self.reconnoitre(position, attempt, &mut answer);
            }
            Attempt::Pass => self.refuse(attempt, Refusal::Illegal, Audience::Mover, &mut answer),
            Attempt::Move { .. } | Attempt::Drop { .. } => match self.judged(position, attempt) {
                Err((refusal, audience)) => {
                    self.refuse(attempt, refusal, audience, &mut answer);
                }
                Ok(mv) => self.make(position, mv, &mut answer),
            },
        }
        answer
    }

    /// The answer, as what each side adds to its log.
    pub(super) fn logged(&self, position: &Position, attempt: Attempt) -> (Position, Record) {
        let answer = self.answer(position, attempt);
        let mover = position.board.turn();
        let mut heard = [Vec::new(), Vec::new()];
        heard[mover.index()].push(Entry::Own(attempt));
        for (audience, event) in answer.events {
            #[cfg(test)]
            let audience = super::leaks::audience(audience, &event);
            for color in Color::ALL {
                let told = match audience {
                    Audience::Both => true,
                    Audience::Mover => color == mover,
                    Audience::Opponent => color != mover,
                };
                if told {
                    heard[color.index()].push(Entry::Heard(event));
                }
            }
        }
        #[cfg(test)]
        super::leaks::into_logs(position, &mut heard);
        let before = self.write(position).into();
        (answer.next, Record { before, heard })
    }

    /// What an attempt came to, by what the side that made it heard.
    pub(super) fn effect_of(mover: Color, record: &Record) -> Effect {
        let mut effect = Effect::Aside;
        for entry in record.heard(mover) {
            match entry {
                Entry::Heard(Event::Rejected(refusal)) => {
                    return Effect::Refused(refusal.word());
                }
                Entry::Heard(Event::Moved(_)) => effect = Effect::Moved,
                _ => {}
            }
        }
        effect
    }

    /// Refuses an attempt.
    fn refuse(&self, attempt: Attempt, refusal: Refusal, audience: Audience, answer: &mut Answer) {
        answer.tell(audience, Event::Rejected(refusal));
        if !attempt.moves() {
            return;
        }
        let position = &mut answer.next;
        let own = own(&position.board, position.board.turn());
        let waits = position.turn.waits(&own, &Known::NOTHING, attempt);
        position.turn.refuse(self.rules, attempt, refusal, waits);
        if position.turn.bound && !waits && self.rules.any == Any::OneTry {
            position.turn.bound = false;
            answer.tell(Audience::Both, Event::Released);
        }
    }

    /// The answer to what one's own men rule out.
    fn nonsense(&self) -> (Refusal, Audience) {
        match self.rules.nonsense {
            Nonsense::SameWord => (Refusal::Illegal, self.rules.rejected),
            Nonsense::Apart(audience) => (Refusal::Nonsense, audience),
        }
    }

    /// Whether a move is accepted, and if not, what is said and to whom.
    pub(super) fn judged(
        &self,
        position: &Position,
        attempt: Attempt,
    ) -> Result<Move, (Refusal, Audience)> {
        let (rules, board, turn) = (self.rules, &position.board, &position.turn);
        let mover = board.turn();
        let own = own(board, mover);
        let diagonal = match seat::legal_shape(&own, &Known::NOTHING, attempt) {
            Some(diagonal) => diagonal,
            None if turn.bound => return Err((Refusal::Nonsense, Audience::Mover)),
            None => {
                let nobody = attempt
                    .from()
                    .is_some_and(|from| own.man_at(from).is_none());
                if rules.words == Words::Named && nobody {
                    return Err((Refusal::NoSuchPiece, rules.rejected));
                }
                return Err(self.nonsense());
            }
        };
        // Told to the mover alone: it knows that it is bound, and what was refused.
        if turn.waits(&own, &Known::NOTHING, attempt) {
            return Err((Refusal::Nonsense, Audience::Mover));
        }
        if rules.touch == Touch::Binding && turn.armed.is_some() && turn.armed != attempt.from() {
            return Err((Refusal::Illegal, rules.rejected));
        }
        if turn.tried.contains(&attempt) {
            match rules.repeated {
                Repeated::Again => {}
                Repeated::Nonsense => return Err(self.nonsense()),
                Repeated::AlreadyTried => return Err((Refusal::AlreadyTried, rules.rejected)),
            }
        }
        let unannounced = diagonal
            && (turn.asked == Some(false)
                || rules.unannounced_try_is_nonsense && self.unannounced(board, attempt));
        let ignored = rules.ignored_check_is_nonsense
            && board.is_check()
            && seat::ignores_check(&own, checks(board), attempt);
        if unannounced || ignored {
            return Err(self.nonsense());
        }
        let mv = self
            .resolved(position, attempt)
            .ok_or((Refusal::Illegal, rules.rejected))?;
        let (legal, exposes) = self.found(position, attempt, mv, diagonal);
        if legal {
            return Ok(mv);
        }
        let refusal = match rules.words {
            Words::Plain => Refusal::Illegal,
            Words::Named if exposes => Refusal::WontHelp,
            Words::Named => Refusal::Illegal,
        };
        Err((refusal, rules.rejected))
    }

    /// Whether captures by pawns were told, and this is none of them.
    fn unannounced(&self, board: &Board, attempt: Attempt) -> bool {
        let captures = self.pawn_captures(board);
        match self.rules.tries {
            Tries::Untold => false,
            Tries::Count | Tries::YesNo => captures.is_empty(),
            Tries::Squares => !captures
                .iter()
                .any(|(from, _)| attempt.from() == Some(*from)),
        }
    }

    /// Of a move that one's own men allow: whether it is legal, and whether at most a
    /// pin or a check forbids it. For all men but the king both are found out by the
    /// same steps, and without a branch by what is hidden: the time that it takes must
    /// not tell what the answer does not.
    fn found(
        &self,
        position: &Position,
        attempt: Attempt,
        mv: Move,
        diagonal: bool,
    ) -> (bool, bool) {
        let board = &position.board;
        if self.rules.takes_kings() {
            let own = own(board, board.turn());
            let truth = Self::truth(position, board.turn());
            let legal = seat::legal_shape(&own, &truth, attempt).is_some();
            return (legal, false);
        }
        let king = board.king(board.turn()) == mv.from();
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) if !king => {
                let free = is_free(board, mv, diagonal);
                (free & board.keeps_king(mv), free)
            }
            kind => {
                let exposes = match kind {
                    MoveKind::EnPassant => true,
                    MoveKind::Castle => false,
                    _ => board.is_check(),
                };
                (board.is_legal(mv, self.board_rules()), exposes)
            }
        }
    }

    fn touch(&self, position: &Position, square: Square, answer: &mut Answer) {
        let own = own(&position.board, position.board.turn());
        let mut refuse = |refusal| answer.tell(Audience::Mover, Event::Rejected(refusal));
        let armed = position.turn.armed;
        if self.rules.touch == Touch::Binding {
            if armed.is_some() {
                return refuse(Refusal::Illegal);
            }
            if own.man_at(square).is_none() {
                return refuse(Refusal::NoSuchPiece);
            }
            if position.board.legal_from(square).is_empty() {
                return refuse(Refusal::NoLegalMoves);
            }
        } else {
            let mut any = false;
            let mut look = |attempt: Attempt| {
                if attempt.from() == Some(square) {
                    any = true;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            let known = Known::NOTHING;
            if seat::candidates(&own, &known, &mut look).is_continue() {
                let _ = seat::tries(&own, &known, &mut look);
            }
            if !any {
                return refuse(match self.rules.nonsense {
                    Nonsense::SameWord => Refusal::Illegal,
                    Nonsense::Apart(_) => Refusal::Nonsense,
                });
            }
        }
        answer.next.turn.armed = (armed != Some(square)).then_some(square);
    }

    fn ask(&self, position: &Position, answer: &mut Answer) {
        if position.turn.asked.is_some() {
            return answer.tell(Audience::Mover, Event::Rejected(Refusal::Nonsense));
        }
        let any = !self.pawn_captures(&position.board).is_empty();
        answer.next.turn.asked = Some(any);
        answer.tell(Audience::Both, Event::AnyAnswer(any));
        if any {
            answer.next.turn.bound = true;
            answer.tell(Audience::Both, Event::MustTryPawn);
        }
    }

    fn sense(&self, position: &Position, around: Option<Square>, answer: &mut Answer) {
        if position.turn.sensed {
            return answer.tell(Audience::Mover, Event::Rejected(Refusal::Illegal));
        }
        let board = &position.board;
        let sight = around.map_or_else(Default::default, |square| {
            Self::window(board, board.turn(), square)
        });
        answer.next.turn.sensed = true;
        answer.tell(Audience::Mover, Event::Sensed { around, sight });
    }

    /// A move of reconnaissance: sliding men stop at the first man in the way and
    /// take it, and what cannot be done costs the turn.
    fn reconnoitre(&self, position: &Position, attempt: Attempt, answer: &mut Answer) {
        let board = &position.board;
        let mover = board.turn();
        let own = own(board, mover);
        let shaped = seat::legal_shape(&own, &Known::NOTHING, attempt).is_some();
        if !position.turn.sensed || !(shaped || attempt == Attempt::Pass) {
            return self.refuse(attempt, Refusal::Illegal, Audience::Mover, answer);
        }
        let truth = Self::truth(position, mover);
        let fits = |attempt: &Attempt| seat::legal_shape(&own, &truth, *attempt).is_some();
        let done = match attempt {
            Attempt::Move {
                from,
                to,
                promotion,
            } => {
                let shorter = attacks::between(from, to)
                    .into_iter()
                    .filter(|_| own.man_at(from) != Some(Piece::King))
                    .map(|to| Attempt::Move {
                        from,
                        to,
                        promotion,
                    });
                let ways: Vec<_> = shorter.chain([attempt]).filter(fits).collect();
                let length = |way: &Attempt| match way {
                    Attempt::Move { to, .. } => attacks::between(from, *to).len(),
                    _ => 0,
                };
                ways.into_iter().max_by_key(length)
            }
            _ => None,
        };
        let asked = (attempt != Attempt::Pass).then_some(attempt);
        answer.tell(Audience::Mover, Event::MoveTaken { asked, done });
        match done.and_then(|done| self.resolved(position, done)) {
            Some(mv) => self.make(position, mv, answer),
            None => {
                answer.next = Position::new(board.make_null(), None);
                answer.tell(Audience::Both, Event::Moved(mover));
            }
        }
    }

    fn make(&self, position: &Position, mv: Move, answer: &mut Answer) {
        let events = &mut answer.events;
        answer.next = self.made(position, mv, &mut |audience, event| {
            events.push((audience, event));
        });
    }

    /// A move that is accepted is made, and everybody told what the rules say; what
    /// was attempted before it counts only for how often it was in vain.
    pub(super) fn made(
        &self,
        position: &Position,
        mv: Move,
        tell: &mut dyn FnMut(Audience, Event),
    ) -> Position {
        let (rules, board) = (self.rules, &position.board);
        let mover = board.turn();
        let captured = board.captured_by(mv);
        tell(Audience::Both, Event::Moved(mover));
        if let (true, MoveKind::Drop(piece)) = (rules.drops, mv.kind()) {
            tell(Audience::Both, Event::Dropped(piece));
        }
        if let Some(captured) = captured {
            self.tell_capture(position, mv, captured.demoted(), captured.piece, tell);
        }
        if captured.is_some_and(|captured| captured.piece == Piece::King) {
            // No board is without a king: it stays as it was.
            return Position {
                won: Some(mover),
                ..Position::new(*board, position.passed)
            };
        }
        if rules.promotion && mv.promoted_to().is_some() {
            tell(Audience::Both, Event::Promoted);
        }
        let next = board.make(mv, self.board_rules());
        let passed = rules.takes_kings().then(|| passed_by(board, mv)).flatten();
        let after = Position::new(next, passed);
        if rules.checks && next.is_check() {
            tell(Audience::Both, Event::Check(checks(&next)));
        }
        if rules.tries != Tries::Untold && self.ended(&after, &NoPast).is_none() {
            if let Some(tries) = self.tries_told(&next) {
                tell(Audience::Both, tries);
            }
        }
        if rules.rebuffs {
            tell(Audience::Both, Event::RebuffCount(position.turn.refused));
        }
        if rules.play == Play::Fog {
            for (audience, color) in [(Audience::Mover, mover), (Audience::Opponent, !mover)] {
                let sight = Self::sight(&after, color);
                tell(audience, Event::Sees(sight));
            }
        }
        after
    }

    fn tell_capture(
        &self,
        position: &Position,
        mv: Move,
        demoted: Piece,
        piece: Piece,
        tell: &mut dyn FnMut(Audience, Event),
    ) {
        let (rules, board) = (self.rules, &position.board);
        let mover = board.turn();
        let in_passing = mv.kind() == MoveKind::EnPassant;
        let named = in_passing && rules.in_passing == InPassing::Named;
        let square = if in_passing && !named {
            victim_of(mover, mv.to())
        } else {
            mv.to()
        };
        // What goes into a reserve is told as what it is there.
        let shown = if rules.play == Play::Crazyhouse {
            demoted
        } else {
            piece
        };
        let by = board.piece_at(mv.from()).unwrap_or(Piece::Pawn);
        let told = |victim, by| Event::Capture {
            square,
            victim,
            by,
            en_passant: named,
        };
        let by = Told::of(by, rules.captor);
        if rules.play == Play::Fog {
            // The captor has seen what it takes; the other side knows what it loses.
            tell(Audience::Mover, told(Told::of(shown, rules.victim), by));
            tell(Audience::Opponent, told(Told::Hidden, by));
        } else {
            tell(Audience::Both, told(Told::of(shown, rules.victim), by));
        }
    }
}

/// Whether no man of the other side is in the way of a move that one's own men allow;
/// a pawn on a diagonal needs one to take.
fn is_free(board: &Board, mv: Move, diagonal: bool) -> bool {
    let mover = board.turn();
    let theirs = board.colors(!mover);
    let pawn = board.colored_pieces(mover, Piece::Pawn).has(mv.from());
    let (from, to) = (mv.from(), mv.to());
    let there = Bitboard::from(to);
    let wrong = match (pawn, diagonal) {
        (true, true) => there - theirs,
        (true, false) => there & theirs,
        _ => Bitboard::EMPTY,
    };
    let way = attacks::between(from, to) & theirs;
    (way | wrong).is_empty()
}

/// The square that a double step has passed.
fn passed_by(board: &Board, mv: Move) -> Option<Square> {
    let pawn = board.piece_at(mv.from()) == Some(Piece::Pawn);
    let (from, to) = (mv.from(), mv.to());
    (pawn && !mv.is_drop() && from.rank().index().abs_diff(to.rank().index()) == 2)
        .then(|| attacks::between(from, to).first())
        .flatten()
}
