//! Positions of the referee, views of seats and attempts in English. What is said for a seat is
//! made from its view alone.

use super::Blind;
use super::attempt::Attempt;
use super::event::{Direction, Directions, Event, LogEntry, PieceInfo, Sight, TriesTold};
use super::position::Position;
use super::rules::Play;
use super::seat::{SeatView, Turn};
use chess::{Bitboard, Color, Piece, Square};
use chess_games::words::{self as board, side};
use contract::words::{Sentences, article, count, list, list_by, spoken};

/// The newest entries of its log that a seat is told, squares in sight left out.
const LOG_TOLD: usize = 12;

/// An attempt: the verb now and in the past, and the rest.
struct Phrase {
    present: &'static str,
    past: &'static str,
    rest: String,
}

impl Phrase {
    fn present(&self) -> String {
        format!("{} {}", self.present, self.rest).trim_end().into()
    }

    fn past(&self) -> String {
        format!("{} {}", self.past, self.rest).trim_end().into()
    }
}

/// Returns an attempt in words: `own` is the piece of one's own on a square, as far as it is
/// known, and `castles` says of a move of the king that it is castling.
fn phrase(
    attempt: Attempt,
    own: impl Fn(Square) -> Option<Piece>,
    castles: impl Fn(Square, Square) -> bool,
) -> Phrase {
    let (present, past, rest) = match attempt {
        Attempt::Move { from, to, .. } if castles(from, to) => {
            let way = if to > from { "king" } else { "queen" };
            ("tries", "tried", format!("castling on the {way}'s side"))
        }
        Attempt::Move {
            from,
            to,
            promotion,
        } => {
            let pawn = own(from) == Some(Piece::Pawn);
            let mut rest = match pawn && from.file() != to.file() {
                true => format!("a capture with the pawn from {from} on {to}"),
                false => {
                    let piece = own(from).map_or("a piece", Piece::name);
                    format!("{piece} from {from} to {to}")
                }
            };
            if let Some(piece) = promotion {
                rest.push_str(&format!(", promoting to {}", piece.name()));
            }
            ("tries", "tried", rest)
        }
        Attempt::Drop { piece, to } => {
            let piece = article(piece.name());
            ("tries", "tried", format!("to drop {piece} on {to}"))
        }
        Attempt::Touch(square) => {
            let piece = own(square).map_or("piece", Piece::name);
            let rest = format!("the {piece} on {square}");
            ("touches", "touched", rest)
        }
        Attempt::AskAny => (
            "asks",
            "asked",
            "whether a pawn can take something".to_owned(),
        ),
        Attempt::Sense(square) => {
            let rest = format!("at the nine squares around {square}");
            ("looks", "looked", rest)
        }
        Attempt::Pass => ("passes", "passed", String::new()),
    };
    Phrase {
        present,
        past,
        rest,
    }
}

impl Blind {
    fn phrase(&self, position: &Position, attempt: Attempt) -> Phrase {
        let own = |square| {
            let (color, piece) = position.board.colored_piece_at(square)?;
            (color == position.board.turn()).then_some(piece)
        };
        let castles = |from, to| {
            let attempt = Attempt::Move {
                from,
                to,
                promotion: None,
            };
            self.resolved(position, attempt)
                .is_some_and(chess::Move::is_castle)
        };
        phrase(attempt, own, castles)
    }

    /// Returns an attempt in words, whatever answer it gets.
    pub(super) fn attempt_in_words(&self, position: &Position, attempt: Attempt) -> String {
        self.phrase(position, attempt).present()
    }

    /// Returns the whole board and the events of the turn.
    pub(super) fn board_in_words(&self, position: &Position) -> String {
        let mut out = Sentences::default();
        out.add(format!("rules: {}", spoken(self.rules.name)));
        out.add(format!("move {}", position.board.fullmove()));
        let pockets = self.rules.play == Play::Crazyhouse;
        board::board(&position.board, pockets, &mut out);
        if let (Some(square), None) = (position.passed, position.board.en_passant()) {
            out.add(format!("a pawn has just passed {square}"));
        }
        if !self.rules.takes_kings() {
            board::check(&position.board, &mut out);
        }
        let tried = |attempt| self.phrase(position, attempt).rest;
        turn_in_words(
            &position.turn,
            side(position.board.turn()),
            "has",
            tried,
            &mut out,
        );
        out.finish()
    }
}

/// Adds the events of a turn before its move.
fn turn_in_words(
    turn: &Turn,
    subject: &str,
    has: &str,
    tried: impl Fn(Attempt) -> String,
    out: &mut Sentences,
) {
    if let Some(square) = turn.armed {
        out.add(format!("{subject} {has} taken up the piece on {square}"));
    }
    if turn.bound {
        out.add(format!("{subject} must try a capture with a pawn"));
    }
    if let Some(answer) = turn.asked {
        let answer = if answer { "yes" } else { "no" };
        out.add(format!(
            "{subject} asked whether a pawn can take something: {answer}"
        ));
    }
    if turn.sensed {
        out.add(format!("{subject} {has} used the look of this turn"));
    }
    if turn.refused > 0 {
        let refused = count(turn.refused.into(), "attempt");
        out.add(format!("refused in this turn: {refused}"));
    }
    if !turn.tried.is_empty() {
        let tried: Vec<_> = turn.tried.iter().map(|attempt| tried(*attempt)).collect();
        let tried = list_by(&tried, "; ");
        out.add(format!("{subject} tried in vain in this turn: {tried}"));
    }
}

impl SeatView {
    fn phrase(&self, attempt: Attempt) -> Phrase {
        let own = self.own_pieces();
        let castles = |from, to| own.castled(from, to).is_some();
        phrase(attempt, |square| own.piece_at(square), castles)
    }

    /// Returns one of the seat's attempts in words. A piece that it sees on the square is
    /// named.
    pub(super) fn attempt_in_words(&self, attempt: Attempt) -> String {
        let mut out = self.phrase(attempt).present();
        if let Attempt::Move { to, .. } = attempt
            && let Some(piece) = self.sight().and_then(|sight| sight.piece_at(to))
        {
            out.push_str(&format!(", where a {} is seen", piece.name()));
        }
        out
    }

    /// Returns all that the seat knows of the position.
    pub(super) fn in_words(&self) -> String {
        let own = self.own_pieces();
        let other = side(!own.color);
        let mut out = Sentences::default();
        out.add(format!("rules: {}", spoken(self.rules().name)));
        let pieces = board::pieces(|piece| own.of(piece));
        out.add(format!("your pieces: {pieces}"));
        if self.rules().play == Play::Crazyhouse {
            let held = |reserve: &[u8; 5]| {
                board::hand(|piece| reserve.get(piece.index()).copied().unwrap_or(0))
            };
            out.add(format!("in your hand: {}", held(&own.reserve)));
            let theirs = held(self.their_reserve());
            out.add(format!("in {other}'s hand: {theirs}"));
        }
        let king = own.king();
        let rook = |beyond: fn(&Square, &Square) -> bool| {
            let mut rooks = own.castling.into_iter();
            rooks.find(|rook| king.is_some_and(|king| beyond(rook, &king)))
        };
        if let Some(ways) = board::castling([rook(Square::lt), rook(Square::gt)]) {
            out.add(format!("as far as you know you may {ways}"));
        }
        let mine = self.to_move() == own.color;
        if let Some(directions) = self.check() {
            let who = if mine { "you are" } else { other };
            let is = if mine { "" } else { " is" };
            out.add(format!("{who}{is} in check {}", towards(directions)));
        }
        if let Some(told) = self.tries_told() {
            let whose = if mine { "your" } else { other };
            let of = if mine { "" } else { "'s" };
            out.add(format!("told of {whose}{of} pawns: {}", tries(told)));
        }
        if mine {
            turn_in_words(
                self.turn(),
                "you",
                "have",
                |attempt| self.phrase(attempt).rest,
                &mut out,
            );
        }
        match self.sight() {
            None => out.add(format!("you do not see {other}'s pieces")),
            Some(sight) => seen_in_words(sight, own.all(), other, &mut out),
        }
        self.log_in_words(&mut out);
        out.finish()
    }

    fn log_in_words(&self, out: &mut Sentences) {
        let mut told = self.log().iter().rev().filter_map(|entry| match entry {
            // The pieces have moved since: what was tried is told by its squares.
            LogEntry::Own(attempt) => {
                let phrase = phrase(*attempt, |_| None, |_, _| false);
                Some(format!("you {}", phrase.past()))
            }
            LogEntry::Heard(event) => heard(event, self.own_pieces().color),
        });
        let mut newest: Vec<_> = told.by_ref().take(LOG_TOLD).collect();
        newest.reverse();
        let head = match told.count() {
            0 => "your log".into(),
            older => {
                let all = newest.len() + older;
                format!("the newest {} of {all} entries of your log", newest.len())
            }
        };
        if !newest.is_empty() {
            out.add(format!("{head}: {}", newest.join("; ")));
        }
    }
}

fn names(of: Bitboard) -> Vec<String> {
    of.into_iter().map(|square| square.to_string()).collect()
}

fn seen_in_words(sight: &Sight, own: Bitboard, other: &str, out: &mut Sentences) {
    let pieces = board::pieces(|piece| sight.theirs[piece.index()]);
    out.add(format!("you see of {other}: {pieces}"));
    let free = sight.seen - sight.their_pieces() - own;
    out.add(format!(
        "squares that you see without a piece: {}",
        list(&names(free))
    ));
    out.add("the other squares you do not see");
    if let Some(square) = sight.passed {
        out.add(format!("a pawn may be taken en passant on {square}"));
    }
}

fn towards(directions: Directions) -> String {
    let words = directions.iter().map(|direction| match direction {
        Direction::File => "along the file",
        Direction::Rank => "along the rank",
        Direction::LongDiagonal => "along the long diagonal",
        Direction::ShortDiagonal => "along the short diagonal",
        Direction::Knight => "from a knight",
    });
    list(&words.collect::<Vec<_>>())
}

fn tries(told: TriesTold) -> String {
    match told {
        TriesTold::Count(number) => format!("they can make {}", count(number.into(), "capture")),
        TriesTold::Any(true) => "one of them can take something".into(),
        TriesTold::Any(false) => "none of them can take anything".into(),
        TriesTold::From(squares) if squares.is_empty() => "none of them can take anything".into(),
        TriesTold::From(squares) => {
            format!("those that can take something: {}", list(&names(squares)))
        }
    }
}

fn piece(info: PieceInfo) -> String {
    match info {
        PieceInfo::Hidden => "a piece".into(),
        PieceInfo::Officer => "a piece that is no pawn".into(),
        PieceInfo::Pawn => "a pawn".into(),
        PieceInfo::Exactly(piece) => article(piece.name()),
    }
}

/// Returns an announcement in words for a seat; nothing for squares in sight, which the view
/// has as they are now.
fn heard(event: &Event, me: Color) -> Option<String> {
    let attempt = |attempt: Attempt| phrase(attempt, |_| None, |_, _| false).rest;
    Some(match *event {
        Event::Moved(color) if color == me => "you moved".into(),
        Event::Moved(color) => format!("{} moved", side(color)),
        Event::Rejected(refusal) => format!("an attempt was refused, {}", spoken(refusal.word())),
        Event::Capture {
            square,
            victim,
            by,
            en_passant,
        } => {
            let mut text = format!("{} was taken on {square}", piece(victim));
            if en_passant {
                text.push_str(" en passant");
            }
            if by != PieceInfo::Hidden {
                text.push_str(&format!(" by {}", piece(by)));
            }
            text
        }
        Event::Check(directions) => format!("check {}", towards(directions)),
        Event::PawnTries(told) => format!("of the pawns {}", tries(told)),
        Event::AnyAnswer(true) => "a pawn can take something".into(),
        Event::AnyAnswer(false) => "no pawn can take anything".into(),
        Event::MustTryPawn => "a capture with a pawn must be tried".into(),
        Event::Released => "a capture with a pawn need not be tried any longer".into(),
        Event::Promoted => "a pawn was promoted".into(),
        Event::Dropped(piece) => format!("{} was dropped", article(piece.name())),
        Event::RebuffCount(number) => {
            format!("{} refused before that", count(number.into(), "attempt"))
        }
        Event::Sensed { around: None, .. } => "no look was taken".into(),
        Event::Sensed {
            around: Some(square),
            sight,
        } => {
            let pieces = board::pieces(|piece| sight.theirs[piece.index()]);
            format!("the look around {square} showed of the other side: {pieces}")
        }
        Event::MoveTaken { asked, done } => match (asked, done) {
            (Some(asked), Some(done)) if asked != done => {
                format!("in its place was made {}", attempt(done))
            }
            (_, Some(_)) => "the move was made".into(),
            (_, None) => "no move was made".into(),
        },
        Event::Sees(_) => return None,
    })
}
