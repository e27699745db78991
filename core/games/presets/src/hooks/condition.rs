//! Conditions of hooks: what has to hold for the effects to follow.

use serde::{Deserialize, Deserializer, de};

use super::frame::{Frame, PLACES, Place};
use crate::action::Special;
use crate::board::ColoredPiece;
use crate::context::BoardRef;
use crate::data::Id;
use chess::{Bitboard, Color, File, Rank, Square, attacks};

/// A side as the event sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::hooks) enum Side {
    /// The side of the event.
    Own,
    /// The other one.
    Enemy,
    /// White.
    White,
    /// Black.
    Black,
    /// Each side for which the preset is in force.
    Scope,
}

impl Side {
    /// Returns true if it includes a side.
    pub(in crate::hooks) fn has(self, look: &BoardRef<'_>, own: Color, color: Color) -> bool {
        match self {
            Self::Own => color == own,
            Self::Enemy => color != own,
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Scope => look.scope().has(color),
        }
    }

    /// The side, where it is a single one.
    pub(in crate::hooks) const fn one(self, own: Color) -> Option<Color> {
        match self {
            Self::Own => Some(own),
            Self::Enemy => Some(match own {
                Color::White => Color::Black,
                Color::Black => Color::White,
            }),
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Scope => None,
        }
    }
}

/// A set of squares, read from a list.
#[derive(Clone, Copy, Debug)]
struct Area(Bitboard);

impl Default for Area {
    fn default() -> Self {
        Self(Bitboard::FULL)
    }
}

fn squares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Area, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let all = texts.iter().map(|text| text.parse::<Square>());
    let all: Result<Bitboard, _> = all
        .collect::<Result<Vec<_>, _>>()
        .map(|v| v.into_iter().collect());
    all.map(Area).map_err(|e| de::Error::custom(e.message()))
}

fn ranks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Area, D::Error> {
    let numbers = Vec::<i64>::deserialize(deserializer)?;
    let mut all = Bitboard::EMPTY;
    for number in numbers {
        let rank = usize::try_from(number - 1).ok();
        let rank = rank.and_then(|i| Rank::ALL.get(i)).copied();
        all |=
            Bitboard::rank(rank.ok_or_else(|| {
                de::Error::custom(format!("a rank is one of 1 to 8, not {number}"))
            })?);
    }
    Ok(Area(all))
}

fn files<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Area, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let mut all = Bitboard::EMPTY;
    for name in names {
        let file = "abcdefgh".find(&*name).filter(|_| name.len() == 1);
        let file = file.and_then(|i| File::ALL.get(i)).copied();
        let file = file
            .ok_or_else(|| de::Error::custom(format!("a file is one of a to h, not {name:?}")))?;
        all |= Rank::ALL.iter().map(|r| Square::at(file, *r)).collect();
    }
    Ok(Area(all))
}

/// Test of a piece and of the square on which it stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct PieceTest {
    /// The place; left out in `each` and in `captures`.
    pub(in crate::hooks) at: Option<Place>,
    /// The types; any if none is named.
    #[serde(default)]
    pub(in crate::hooks) kind: Vec<Id>,
    /// The types that do not fit.
    #[serde(default)]
    pub(in crate::hooks) except: Vec<Id>,
    side: Option<Side>,
    #[serde(default, deserialize_with = "squares")]
    on: Area,
    #[serde(default, deserialize_with = "ranks")]
    ranks: Area,
    #[serde(default, deserialize_with = "files")]
    files: Area,
    /// The eight squares around a place.
    pub(in crate::hooks) around: Option<Place>,
}

impl PieceTest {
    fn fits(&self, look: &BoardRef<'_>, own: Color, man: ColoredPiece) -> bool {
        let among = |kinds: &[Id]| {
            let id = &look.library.type_of(man.kind).id;
            kinds.iter().any(|kind| kind.0 == *id)
        };
        self.side.is_none_or(|side| side.has(look, own, man.color))
            && (self.kind.is_empty() || among(&self.kind))
            && !among(&self.except)
    }

    fn area(&self, frame: &Frame<'_>) -> Bitboard {
        let all = self.on.0 & self.ranks.0 & self.files.0;
        match self.around {
            None => all,
            Some(place) => match frame.square(place) {
                Some(square) => all & attacks::king(square),
                None => Bitboard::EMPTY,
            },
        }
    }

    /// The pieces that fit, by square.
    pub(in crate::hooks) fn squares(&self, look: &BoardRef<'_>, frame: &Frame<'_>) -> Bitboard {
        let there = self.area(frame) & look.position().occupied();
        let fits = |square: &Square| {
            let man = look.piece_at(*square);
            man.is_some_and(|man| self.fits(look, frame.own, man))
        };
        there.into_iter().filter(fits).collect()
    }

    fn at_place(&self, look: &BoardRef<'_>, frame: &Frame<'_>) -> bool {
        let place = frame.or_own(self.at);
        let Some(square) = frame.square(place) else {
            return false;
        };
        let man = frame.man(look, place);
        self.area(frame).has(square) && man.is_some_and(|man| self.fits(look, frame.own, man))
    }
}

/// Test of an attribute; of its being there if no bound is given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct AttributeTest {
    pub(in crate::hooks) at: Option<Place>,
    pub(in crate::hooks) name: String,
    pub(in crate::hooks) min: Option<i16>,
    pub(in crate::hooks) max: Option<i16>,
}

/// Test of a counter, of a side or, without one, of all; 1 or more if no bound is given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct CounterTest {
    pub(in crate::hooks) name: String,
    pub(in crate::hooks) side: Option<Side>,
    pub(in crate::hooks) min: Option<i64>,
    pub(in crate::hooks) max: Option<i64>,
}

/// Number of pieces on the board; 1 or more if no bound is given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct CountTest {
    pub(in crate::hooks) of: PieceTest,
    pub(in crate::hooks) min: Option<u32>,
    pub(in crate::hooks) max: Option<u32>,
}

/// Test of a square being attacked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct AttackTest {
    pub(in crate::hooks) at: Option<Place>,
    pub(in crate::hooks) by: Side,
}

/// Kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::hooks) enum MoveKind {
    Castle,
    Double,
    EnPassant,
    Promotion,
    /// A move of several legs.
    Several,
}

/// Condition of a hook.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::hooks) enum Condition {
    /// A piece stands at a place, and fits.
    Piece(PieceTest),
    /// Nobody stands on a place.
    Empty(Place),
    /// Two places are one square.
    Same([Place; 2]),
    /// The piece at a place has an attribute within bounds.
    Attribute(AttributeTest),
    /// A counter of the preset is within bounds.
    Counter(CounterTest),
    /// The move captures a piece that fits.
    Captures(PieceTest),
    /// So many pieces that fit are on the board.
    Pieces(CountTest),
    /// A side is in check.
    Check(Side),
    /// The move would give check.
    GivesCheck(bool),
    /// The side to move has a move.
    CanMove(bool),
    /// The side of the event is this one.
    Side(Side),
    /// The side to move is this one.
    Turn(Side),
    /// A side has lost its last royal piece.
    KingLost(Side),
    /// A side attacks a place.
    Attacked(AttackTest),
    /// The damage, or that of which a piece died, is of such a kind.
    Damage(Vec<String>),
    /// The piece that left the board died.
    Died(bool),
    /// The move is of such a kind.
    Move(Vec<MoveKind>),
    /// A condition does not hold.
    Not(Box<Condition>),
    /// One of several holds.
    Any(Vec<Condition>),
}

fn within<T: PartialOrd + Copy>(value: T, min: Option<T>, max: Option<T>) -> bool {
    min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max)
}

/// Returns the lower bound of a count, which is 1 if no bound is given.
fn least<T: From<u8>>(min: Option<T>, max: Option<&T>) -> Option<T> {
    match (min, max) {
        (None, None) => Some(T::from(1)),
        (min, _) => min,
    }
}

impl Condition {
    /// Returns true if it holds.
    pub(in crate::hooks) fn holds(&self, look: &BoardRef<'_>, frame: &Frame<'_>) -> bool {
        let own = frame.own;
        match self {
            Self::Piece(test) => test.at_place(look, frame),
            Self::Empty(place) => {
                let square = frame.square(*place);
                square.is_some_and(|square| look.piece_at(square).is_none())
            }
            Self::Same([one, other]) => {
                let one = frame.square(*one);
                one.is_some() && one == frame.square(*other)
            }
            Self::Attribute(test) => {
                let value = frame.attribute(look, frame.or_own(test.at), &test.name);
                value.is_some_and(|value| within(value, test.min, test.max))
            }
            Self::Counter(test) => {
                let value = look.counted(&counter(&test.name, test.side, own));
                within(value, least(test.min, test.max.as_ref()), test.max)
            }
            Self::Captures(test) => captures(test, look, frame),
            Self::Pieces(test) => {
                let count = test.of.squares(look, frame).len();
                within(count, least(test.min, test.max.as_ref()), test.max)
            }
            Self::Check(side) => Color::ALL
                .into_iter()
                .any(|c| side.has(look, own, c) && look.in_check(c)),
            Self::GivesCheck(wanted) => frame.action.is_some_and(|action| {
                let after = look.library.tried(look.position(), &action);
                look.at(&after).in_check(!own) == *wanted
            }),
            Self::CanMove(wanted) => look.has_move() == *wanted,
            Self::Side(side) => side.has(look, own, own),
            Self::Turn(side) => {
                let turn = frame.turn.unwrap_or(look.position().turn());
                side.has(look, own, turn)
            }
            Self::KingLost(side) => Color::ALL
                .into_iter()
                .any(|c| side.has(look, own, c) && look.has_lost(c)),
            Self::Attacked(test) => {
                let square = frame.square(frame.or_own(test.at));
                square.is_some_and(|square| {
                    Color::ALL
                        .into_iter()
                        .any(|c| test.by.has(look, own, c) && look.attacks(c, square))
                })
            }
            Self::Damage(kinds) => frame
                .damage
                .is_some_and(|damage| kinds.iter().any(|kind| kind == damage)),
            Self::Died(wanted) => frame.damage.is_some() == *wanted,
            Self::Move(kinds) => frame.action.is_some_and(|action| {
                kinds.iter().any(|kind| match kind {
                    MoveKind::Castle => action.kind() == Special::Castle,
                    MoveKind::Double => action.kind() == Special::Double,
                    MoveKind::EnPassant => action.kind() == Special::EnPassant,
                    MoveKind::Promotion => action.promotion().is_some(),
                    MoveKind::Several => action.len() > 1,
                })
            }),
            Self::Not(inner) => !inner.holds(look, frame),
            Self::Any(all) => all.iter().any(|one| one.holds(look, frame)),
        }
    }

    /// The word for it in a document.
    pub(in crate::hooks) const fn name(&self) -> &'static str {
        match self {
            Self::Piece(_) => "piece",
            Self::Empty(_) => "empty",
            Self::Same(_) => "same",
            Self::Attribute(_) => "attribute",
            Self::Counter(_) => "counter",
            Self::Captures(_) => "captures",
            Self::Pieces(_) => "pieces",
            Self::Check(_) => "check",
            Self::GivesCheck(_) => "gives_check",
            Self::CanMove(_) => "can_move",
            Self::Side(_) => "side",
            Self::Turn(_) => "turn",
            Self::KingLost(_) => "king_lost",
            Self::Attacked(_) => "attacked",
            Self::Damage(_) => "damage",
            Self::Died(_) => "died",
            Self::Move(_) => "move",
            Self::Not(_) => "not",
            Self::Any(_) => "any",
        }
    }

    /// The conditions inside it.
    pub(in crate::hooks) fn inner(&self) -> &[Self] {
        match self {
            Self::Not(inner) => std::slice::from_ref(inner),
            Self::Any(all) => all,
            _ => &[],
        }
    }

    /// The places that it names.
    pub(in crate::hooks) fn places(&self) -> Vec<Place> {
        match self {
            Self::Piece(test) => [test.at, test.around].into_iter().flatten().collect(),
            Self::Captures(test) => test.around.into_iter().collect(),
            Self::Pieces(test) => test.of.around.into_iter().collect(),
            Self::Empty(place) => vec![*place],
            Self::Same(places) => places.to_vec(),
            Self::Attribute(test) => test.at.into_iter().collect(),
            Self::Attacked(test) => test.at.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns true if it is about the piece of the hook where no place is named.
    pub(in crate::hooks) const fn needs_own(&self) -> bool {
        match self {
            Self::Piece(test) => test.at.is_none(),
            Self::Attribute(test) => test.at.is_none(),
            Self::Attacked(test) => test.at.is_none(),
            _ => false,
        }
    }

    /// The test of a piece in it.
    pub(in crate::hooks) const fn piece_test(&self) -> Option<&PieceTest> {
        match self {
            Self::Piece(test) | Self::Captures(test) => Some(test),
            Self::Pieces(test) => Some(&test.of),
            _ => None,
        }
    }
}

/// Returns true if the move captures, or has captured, a piece that fits.
fn captures(test: &PieceTest, look: &BoardRef<'_>, frame: &Frame<'_>) -> bool {
    let area = test.area(frame);
    let fits =
        |square: Square, man: ColoredPiece| area.has(square) && test.fits(look, frame.own, man);
    if let Some((square, Some(man))) = frame.target {
        return fits(square, man);
    }
    if frame.after {
        return frame.taken.iter().any(|t| fits(t.square, t.piece));
    }
    let Some(action) = frame.action.filter(|a| a.kind() != Special::Castle) else {
        return false;
    };
    action.legs().any(|leg| {
        let target = look
            .library
            .target(look.position(), &action, frame.own, leg);
        target.is_some_and(|at| look.piece_at(at).is_some_and(|man| fits(at, man)))
    })
}

/// The name of a counter in the state of the preset.
pub(in crate::hooks) fn counter(name: &str, side: Option<Side>, own: Color) -> String {
    match side.and_then(|side| side.one(own)) {
        Some(color) => format!("{} {name}", color.name()),
        None => name.to_owned(),
    }
}

/// The words of places, for messages.
pub(in crate::hooks) fn place_names(fits: impl Fn(Place) -> bool) -> String {
    let all = PLACES.iter().filter(|(_, place)| fits(*place));
    let mut names: Vec<_> = all.map(|(name, _)| *name).collect();
    names.push("a square");
    names.join(", ")
}
