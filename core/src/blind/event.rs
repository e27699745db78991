//! What the moderator says, to whom, and the texts of it. The texts are stable:
//! they stand in information states, in saved games and in the events of a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use super::attempt::Attempt;
use super::rules::Detail;
use crate::chess::{Bitboard, Color, File, Piece, Rank, Square};
use crate::error::{Error, Result, quoted};
use crate::value::{Dict, Value};

/// Why an attempt was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It is no legal move.
    Illegal,
    /// The mover could have known.
    Nonsense,
    /// It was refused in this turn before.
    AlreadyTried,
    /// The man is pinned, or the king would still be in check.
    WontHelp,
    /// There is no man of one's own.
    NoSuchPiece,
    /// The man has no legal move.
    NoLegalMoves,
}

impl Refusal {
    const ALL: [Self; 6] = [
        Self::Illegal,
        Self::Nonsense,
        Self::AlreadyTried,
        Self::WontHelp,
        Self::NoSuchPiece,
        Self::NoLegalMoves,
    ];

    /// The stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal_move",
            Self::Nonsense => "nonsense",
            Self::AlreadyTried => "already_tried",
            Self::WontHelp => "wont_help",
            Self::NoSuchPiece => "no_such_piece",
            Self::NoLegalMoves => "no_legal_moves",
        }
    }
}

/// What is told of a man that took or was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    /// Nothing.
    Hidden,
    /// That it is a pawn.
    Pawn,
    /// That it is not a pawn.
    Officer,
    /// What it is, a pawn excepted.
    Exactly(Piece),
}

impl Told {
    /// What is told of a man in some detail.
    #[must_use]
    pub const fn of(piece: Piece, detail: Detail) -> Self {
        match (detail, piece) {
            (Detail::Hidden, _) => Self::Hidden,
            (_, Piece::Pawn) => Self::Pawn,
            (Detail::PawnOrPiece, _) => Self::Officer,
            (Detail::Exact, piece) => Self::Exactly(piece),
        }
    }

    /// The stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Pawn => "pawn",
            Self::Officer => "piece",
            Self::Exactly(piece) => piece.name(),
        }
    }

    /// The man, where it is known.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Self::Pawn => Some(Piece::Pawn),
            Self::Exactly(piece) => Some(piece),
            Self::Hidden | Self::Officer => None,
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Hidden, Self::Pawn, Self::Officer]
            .into_iter()
            .chain(Piece::ALL.into_iter().map(Self::Exactly))
            .find(|told| told.word() == word)
    }
}

/// From where a king is in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along its file.
    File,
    /// Along its rank.
    Rank,
    /// Along the longer of its diagonals.
    LongDiagonal,
    /// Along the shorter one.
    ShortDiagonal,
    /// By a knight.
    Knight,
}

impl Direction {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 5] = [
        Self::File,
        Self::Rank,
        Self::LongDiagonal,
        Self::ShortDiagonal,
        Self::Knight,
    ];

    /// The stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Rank => "rank",
            Self::LongDiagonal => "long_diagonal",
            Self::ShortDiagonal => "short_diagonal",
            Self::Knight => "knight",
        }
    }

    /// The direction from a king to a man that gives check. Diagonals are as the
    /// king sees them: in the corners of a1 and h8 the one through a1 and h8 is long.
    #[must_use]
    pub fn between(king: Square, checker: Square) -> Self {
        let (file, rank) = (king.file().index(), king.rank().index());
        let across = checker.file().index().abs_diff(file);
        let along = checker.rank().index().abs_diff(rank);
        if across == 0 {
            return Self::File;
        }
        if along == 0 {
            return Self::Rank;
        }
        if across != along {
            return Self::Knight;
        }
        let rising = (checker.file() > king.file()) == (checker.rank() > king.rank());
        if rising == ((file < 4) == (rank < 4)) {
            Self::LongDiagonal
        } else {
            Self::ShortDiagonal
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Directions(u8);

impl Directions {
    /// With one more.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In canonical order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |d| self.0 >> *d as u8 & 1 == 1)
    }

    fn words(self) -> Vec<&'static str> {
        self.iter().map(Direction::word).collect()
    }
}

/// What is told of captures that pawns could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriesTold {
    /// How many.
    Count(u8),
    /// Whether there are any.
    Any(bool),
    /// From which squares.
    From(Bitboard),
}

/// What a side sees on some squares: the other side's men, and that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The squares in sight.
    pub seen: Bitboard,
    /// The other side's men on them, by kind.
    pub theirs: [Bitboard; 6],
    /// Where a pawn could be taken in passing.
    pub passed: Option<Square>,
}

impl Sight {
    /// All of the other side's men in sight.
    #[must_use]
    pub fn men(&self) -> Bitboard {
        self.theirs
            .iter()
            .fold(Bitboard::EMPTY, |all, some| all | *some)
    }

    /// The other side's man on a square.
    #[must_use]
    pub fn man_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL
            .into_iter()
            .find(|piece| self.theirs[piece.index()].has(square))
    }

    /// Eight ranks from the eighth down: digits for squares out of sight, dots for
    /// those without a man of the other side, letters for its men; then the square
    /// of a capture in passing.
    fn text(&self) -> String {
        let mut out = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut unseen = 0_u8;
            for file in File::ALL {
                let square = Square::at(file, rank);
                if !self.seen.has(square) {
                    unseen += 1;
                    continue;
                }
                if unseen > 0 {
                    out.push(char::from(b'0' + unseen));
                    unseen = 0;
                }
                out.push(self.man_at(square).map_or('.', Piece::letter));
            }
            if unseen > 0 {
                out.push(char::from(b'0' + unseen));
            }
            if rank != Rank::First {
                out.push('/');
            }
        }
        if let Some(square) = self.passed {
            out.push('/');
            out.push_str(&square.to_string());
        }
        out
    }

    fn read(text: &str) -> Option<Self> {
        let mut sight = Self::default();
        let mut parts = text.split('/');
        for rank in Rank::ALL.into_iter().rev() {
            let mut file = 0_u8;
            for letter in parts.next()?.chars() {
                if let Some(run) = letter.to_digit(9) {
                    file += run as u8;
                    continue;
                }
                let square = Square::at(File::wrap(file), rank);
                if file > 7 {
                    return None;
                }
                sight.seen |= square.into();
                if letter != '.' {
                    sight.theirs[Piece::from_letter(letter)?.index()] |= square.into();
                }
                file += 1;
            }
            if file != 8 {
                return None;
            }
        }
        sight.passed = match parts.next() {
            Some(square) => Some(square.parse().ok()?),
            None => None,
        };
        parts.next().is_none().then_some(sight)
    }

    fn describe(&self) -> Dict {
        let mut out = Dict::new();
        let squares: Vec<_> = self.seen.into_iter().map(|s| s.to_string()).collect();
        let men: Dict = self
            .men()
            .into_iter()
            .filter_map(|s| Some((s.to_string(), self.man_at(s)?.name().into())))
            .collect();
        out.insert("squares".into(), json!(squares));
        out.insert("men".into(), men.into());
        out.insert(
            "en_passant".into(),
            json!(self.passed.map(|s| s.to_string())),
        );
        out
    }
}

/// Something that the moderator says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A side has moved.
    Moved(Color),
    /// An attempt was refused.
    Rejected(Refusal),
    /// A man was taken.
    Capture {
        /// Where; of a capture in passing that is named, where the pawn lands.
        square: Square,
        /// What was taken.
        victim: Told,
        /// What took it.
        by: Told,
        /// Whether it is named as a capture in passing.
        en_passant: bool,
    },
    /// The side to move is in check.
    Check(Directions),
    /// The captures that the pawns of the side to move could make.
    PawnTries(TriesTold),
    /// The answer to "any?".
    AnyAnswer(bool),
    /// A pawn has to take something.
    MustTryPawn,
    /// It need not any longer.
    Released,
    /// A pawn was promoted.
    Promoted,
    /// A man was dropped.
    Dropped(Piece),
    /// How many attempts were refused before the move.
    RebuffCount(u16),
    /// What a look has shown; the square that was chosen, if one was.
    Sensed {
        /// The middle of it.
        around: Option<Square>,
        /// What is there.
        sight: Sight,
    },
    /// What became of a move; nothing if it could not be made at all.
    MoveTaken {
        /// The move that was wanted.
        asked: Option<Attempt>,
        /// The one that was made.
        done: Option<Attempt>,
    },
    /// What a side sees from now on.
    Sees(Sight),
}

fn maybe<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "-".into(), |value| value.to_string())
}

impl Event {
    /// The stable name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Moved(Color::White) => "white_moved",
            Self::Moved(Color::Black) => "black_moved",
            Self::Rejected(refusal) => refusal.word(),
            Self::Capture { .. } => "capture",
            Self::Check(_) => "check",
            Self::PawnTries(_) => "pawn_tries",
            Self::AnyAnswer(true) => "any_yes",
            Self::AnyAnswer(false) => "any_no",
            Self::MustTryPawn => "must_try_pawn",
            Self::Released => "released",
            Self::Promoted => "promoted",
            Self::Dropped(_) => "dropped",
            Self::RebuffCount(_) => "rebuffs",
            Self::Sensed { .. } => "sensed",
            Self::MoveTaken { .. } => "move_taken",
            Self::Sees(_) => "sees",
        }
    }

    /// What kind of event it is; several names may be of one kind.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Moved(_) => "moved",
            Self::Rejected(_) => "rejected",
            Self::AnyAnswer(_) => "any_answer",
            other => other.name(),
        }
    }

    /// The event in plain values: `kind`, `name` and what belongs to it.
    #[must_use]
    pub fn describe(&self) -> Value {
        let mut out = Dict::new();
        out.insert("kind".into(), self.kind().into());
        out.insert("name".into(), self.name().into());
        match self {
            Self::Moved(color) => {
                out.insert("seat".into(), color.name().into());
            }
            Self::Capture {
                square,
                victim,
                by,
                en_passant,
            } => {
                out.insert("square".into(), square.to_string().into());
                out.insert("victim".into(), victim.word().into());
                out.insert("by".into(), by.word().into());
                out.insert("en_passant".into(), (*en_passant).into());
            }
            Self::Check(directions) => {
                out.insert("directions".into(), json!(directions.words()));
            }
            Self::PawnTries(TriesTold::Count(count)) => {
                out.insert("count".into(), (*count).into());
            }
            Self::PawnTries(TriesTold::Any(any)) | Self::AnyAnswer(any) => {
                out.insert("any".into(), (*any).into());
            }
            Self::PawnTries(TriesTold::From(squares)) => {
                let squares: Vec<_> = squares.into_iter().map(|s| s.to_string()).collect();
                out.insert("squares".into(), json!(squares));
            }
            Self::Dropped(piece) => {
                out.insert("piece".into(), piece.name().into());
            }
            Self::RebuffCount(count) => {
                out.insert("count".into(), (*count).into());
            }
            Self::Sensed { around, sight } => {
                out.insert("around".into(), json!(around.map(|s| s.to_string())));
                out.extend(sight.describe());
            }
            Self::MoveTaken { asked, done } => {
                out.insert("asked".into(), json!(asked.map(|a| a.to_string())));
                out.insert("done".into(), json!(done.map(|a| a.to_string())));
            }
            Self::Sees(sight) => out.extend(sight.describe()),
            Self::Rejected(_) | Self::MustTryPawn | Self::Released | Self::Promoted => {}
        }
        out.into()
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let name = parts.next()?;
        let mut next = || parts.next();
        let event = match name {
            "white_moved" => Self::Moved(Color::White),
            "black_moved" => Self::Moved(Color::Black),
            "capture" => Self::Capture {
                square: next()?.parse().ok()?,
                victim: Told::read(next()?)?,
                by: Told::read(next()?)?,
                en_passant: match next()? {
                    "en_passant" => true,
                    "-" => false,
                    _ => return None,
                },
            },
            "check" => {
                let mut set = Directions::default();
                for word in next()?.split('+') {
                    let known = Direction::ALL.into_iter().find(|d| d.word() == word)?;
                    set = set.with(known);
                }
                Self::Check(set)
            }
            "pawn_tries" => Self::PawnTries(match next()? {
                "yes" => TriesTold::Any(true),
                "no" => TriesTold::Any(false),
                "from" => {
                    let squares = next()?;
                    let squares = squares.split('+').filter(|s| !s.is_empty());
                    TriesTold::From(
                        squares
                            .map(|s| s.parse::<Square>().ok())
                            .collect::<Option<Bitboard>>()?,
                    )
                }
                count => TriesTold::Count(count.parse().ok()?),
            }),
            "any_yes" => Self::AnyAnswer(true),
            "any_no" => Self::AnyAnswer(false),
            "must_try_pawn" => Self::MustTryPawn,
            "released" => Self::Released,
            "promoted" => Self::Promoted,
            "dropped" => {
                let word = next()?;
                Self::Dropped(Piece::ALL.into_iter().find(|p| p.name() == word)?)
            }
            "rebuffs" => Self::RebuffCount(next()?.parse().ok()?),
            "sensed" => Self::Sensed {
                around: match next()? {
                    "-" => None,
                    square => Some(square.parse().ok()?),
                },
                sight: Sight::read(next()?)?,
            },
            "move_taken" => {
                let mut attempt = || match next()? {
                    "-" => Some(None),
                    text => Attempt::read(text).ok().map(Some),
                };
                Self::MoveTaken {
                    asked: attempt()?,
                    done: attempt()?,
                }
            }
            "sees" => Self::Sees(Sight::read(next()?)?),
            word => Self::Rejected(Refusal::ALL.into_iter().find(|r| r.word() == word)?),
        };
        parts.next().is_none().then_some(event)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Capture {
                square,
                victim,
                by,
                en_passant,
            } => {
                let named = if *en_passant { "en_passant" } else { "-" };
                write!(f, ":{square}:{}:{}:{named}", victim.word(), by.word())
            }
            Self::Check(directions) => write!(f, ":{}", directions.words().join("+")),
            Self::PawnTries(TriesTold::Count(count)) => write!(f, ":{count}"),
            Self::PawnTries(TriesTold::Any(any)) => f.write_str(if *any { ":yes" } else { ":no" }),
            Self::PawnTries(TriesTold::From(squares)) => {
                let squares: Vec<_> = squares.into_iter().map(|s| s.to_string()).collect();
                write!(f, ":from:{}", squares.join("+"))
            }
            Self::Dropped(piece) => write!(f, ":{}", piece.name()),
            Self::RebuffCount(count) => write!(f, ":{count}"),
            Self::Sensed { around, sight } => {
                write!(f, ":{}:{}", maybe(*around), sight.text())
            }
            Self::MoveTaken { asked, done } => {
                write!(f, ":{}:{}", maybe(*asked), maybe(*done))
            }
            Self::Sees(sight) => write!(f, ":{}", sight.text()),
            _ => Ok(()),
        }
    }
}

/// A line of a seat's log: what it attempted, or what it heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// An attempt of its own.
    Own(Attempt),
    /// Something that the moderator said.
    Heard(Event),
}

impl Entry {
    /// The entry in plain values.
    #[must_use]
    pub fn describe(&self) -> Value {
        match self {
            Self::Own(attempt) => json!({ "kind": "attempt", "attempt": attempt.to_string() }),
            Self::Heard(event) => event.describe(),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(attempt) => write!(f, ">{attempt}"),
            Self::Heard(event) => event.fmt(f),
        }
    }
}

impl FromStr for Entry {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(attempt) = text.strip_prefix('>') {
            return Attempt::read(attempt).map(Self::Own);
        }
        Event::read(text)
            .map(Self::Heard)
            .ok_or_else(|| Error::invalid_notation(format!("event: {} is none", quoted(text))))
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
