//! The view of a seat as planes for learning.

use super::view::SeatView;
use crate::attempt::Attempt;
use crate::event::{Direction, Event, LogEntry, Sight, TriesTold};
use chess::{Bitboard, Color, Piece, Square};
use contract::planes::{Plane, PlaneLayout, PlaneWriter};

const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// Returns the planes of a seat that does not see everything.
pub(crate) fn layout() -> PlaneLayout {
    let mut planes = Vec::new();
    let flag = |name: String, doc: String| Plane::flag(name, doc);
    let own = PIECES.map(|p| flag(format!("own_{p}"), format!("squares of the seat's own {p}")));
    planes.extend(own);
    let flags = [
        (
            "castling",
            "squares of the seat's rooks that may still castle",
        ),
        (
            "promoted",
            "squares of the seat's pieces that came from promotions, where it matters",
        ),
        ("black", "1 everywhere if the seat is Black"),
        ("to_move", "1 everywhere if the seat is to move"),
        (
            "seen",
            "squares that the seat sees now, under rules that show any",
        ),
    ];
    planes.extend(flags.map(|(name, doc)| flag(name.into(), doc.into())));
    planes.extend(PIECES.map(|p| {
        flag(
            format!("seen_{p}"),
            format!("squares of the other side's {p} in sight"),
        )
    }));
    planes.push(flag(
        "seen_en_passant".into(),
        "square to which a pawn in sight can be taken in passing".into(),
    ));
    planes.push(flag(
        "sensed".into(),
        "squares that the seat looked at last".into(),
    ));
    planes.extend(PIECES.map(|p| {
        flag(
            format!("sensed_{p}"),
            format!("squares of the other side's {p} when it looked last"),
        )
    }));
    for (side, of) in [
        ("own", "the seat's own"),
        ("their", "the other side's, where it is told,"),
    ] {
        planes.extend(PIECES[..5].iter().map(|p| {
            Plane::count(
                format!("{side}_reserve_{p}"),
                format!("number of {p} in {of} reserve"),
                8,
            )
        }));
    }
    planes.extend(Direction::ALL.map(|d| {
        let word = d.word();
        flag(
            format!("check_{word}"),
            format!("1 everywhere if a check of the kind {word} was announced"),
        )
    }));
    let turn = [
        (
            "check",
            "1 everywhere if a check was announced, of whatever kind",
        ),
        (
            "tries_from",
            "squares from which pawns of the side to move can capture, where those are told",
        ),
        (
            "tries_none",
            "1 everywhere if it was told that no pawn can capture",
        ),
        (
            "asked_yes",
            "1 everywhere if \"any?\" was answered with yes in this turn",
        ),
        (
            "asked_no",
            "1 everywhere if \"any?\" was answered with no in this turn",
        ),
        (
            "must_try_pawn",
            "1 everywhere if a pawn has to try to capture",
        ),
        (
            "looked",
            "1 everywhere if the look of this turn has been taken",
        ),
        ("touched", "square of the piece that was taken up"),
        (
            "tried_from",
            "squares from which attempts were refused in this turn",
        ),
        (
            "tried_to",
            "squares to which attempts were refused in this turn",
        ),
        (
            "lost_at",
            "square of the last capture, if the other side made it",
        ),
        ("won_at", "square of the last capture, if the seat made it"),
    ];
    planes.extend(turn.map(|(name, doc)| flag(name.into(), doc.into())));
    planes.push(Plane::count(
        "tries",
        "number of captures by pawns that was told; 1 where only their existence was",
        4,
    ));
    planes.push(Plane::count(
        "refused",
        "attempts that were refused in this turn",
        8,
    ));
    planes.push(Plane::count(
        "announcements",
        "entries of the seat's log so far",
        255,
    ));
    PlaneLayout {
        rows: 8,
        columns: 8,
        grid: "row 0 is the seat's first rank, so that Black sees the board mirrored; column 0 is the a-file",
        planes,
    }
}

/// Last captures and looks that a seat has heard of.
#[derive(Default)]
struct Lately {
    sensed: Option<Sight>,
    captured: Option<(Square, bool)>,
}

impl SeatView {
    /// The last capture with true if it was the seat's own, and the last look.
    fn lately(&self) -> Lately {
        let mut lately = Lately::default();
        let mut mine = None;
        for entry in self
            .opening
            .iter()
            .map(|e| LogEntry::Heard(*e))
            .chain(self.log.iter().copied())
        {
            match entry {
                LogEntry::Heard(Event::Moved(color)) => mine = Some(color == self.own.color),
                LogEntry::Heard(Event::Capture { square, .. }) => {
                    lately.captured = mine.map(|mine| (square, mine));
                }
                LogEntry::Heard(Event::Sensed { sight, .. }) => lately.sensed = Some(sight),
                _ => {}
            }
        }
        lately
    }

    /// Writes the planes of [`layout`].
    pub(crate) fn fill(&self, out: &mut [u8]) {
        let black = self.own.color == Color::Black;
        let side = |of: Bitboard| if black { of.flipped().0 } else { of.0 };
        let at = |square: Option<Square>| side(square.map_or(Bitboard::EMPTY, Bitboard::from));
        let squares = |of: Vec<Option<Square>>| {
            let all = of.into_iter().flatten().map(Bitboard::from);
            side(all.fold(Bitboard::EMPTY, |all, one| all | one))
        };
        let lately = self.lately();
        let mut out = PlaneWriter::new(out, 64);
        for of in self.own.men {
            out.bits(side(of));
        }
        out.bits(side(self.own.castling));
        out.bits(side(self.own.promoted));
        out.everywhere(u64::from(black));
        out.everywhere(u64::from(self.to_move == self.own.color));
        let now = self.sight.unwrap_or_default();
        let sensed = lately.sensed.unwrap_or_default();
        out.bits(side(now.seen));
        for of in now.theirs {
            out.bits(side(of));
        }
        out.bits(at(now.passed));
        out.bits(side(sensed.seen));
        for of in sensed.theirs {
            out.bits(side(of));
        }
        for held in self.own.reserve.into_iter().chain(self.reserve) {
            out.everywhere(held.into());
        }
        let check = self.check.unwrap_or_default();
        for direction in Direction::ALL {
            out.everywhere(u64::from(check.iter().any(|told| told == direction)));
        }
        out.everywhere(u64::from(self.check.is_some()));
        let (from, tries, none) = match self.tries {
            None => (Bitboard::EMPTY, 0, false),
            Some(TriesTold::Count(count)) => (Bitboard::EMPTY, count.into(), count == 0),
            Some(TriesTold::Any(any)) => (Bitboard::EMPTY, u64::from(any), !any),
            Some(TriesTold::From(from)) => (from, from.len().into(), from.is_empty()),
        };
        out.bits(side(from));
        out.everywhere(u64::from(none));
        out.everywhere(u64::from(self.turn.asked == Some(true)));
        out.everywhere(u64::from(self.turn.asked == Some(false)));
        out.everywhere(u64::from(self.turn.bound));
        out.everywhere(u64::from(self.turn.sensed));
        out.bits(at(self.turn.armed));
        let tried = &self.turn.tried;
        out.bits(squares(
            tried.iter().map(|attempt| attempt.from()).collect(),
        ));
        let to = |attempt: &Attempt| match attempt {
            Attempt::Move { to, .. } | Attempt::Drop { to, .. } => Some(*to),
            _ => None,
        };
        out.bits(squares(tried.iter().map(to).collect()));
        let captured = |own: bool| {
            lately
                .captured
                .filter(|(_, mine)| *mine == own)
                .map(|(square, _)| square)
        };
        out.bits(at(captured(false)));
        out.bits(at(captured(true)));
        out.everywhere(tries);
        out.everywhere(self.turn.refused.into());
        out.everywhere(self.log.len() as u64);
    }
}

const _: () = assert!(Piece::ALL.len() == PIECES.len());
