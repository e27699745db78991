//! Frame of an event: the squares and pieces that it is about, as places of a document name
//! them.

use serde::{Deserialize, Deserializer, de};

use crate::action::Action;
use crate::board::ColoredPiece;
use crate::context::{BoardRef, Taken};
use crate::position::Counters;
use chess::{Color, Square};

/// A square, named by its part in the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hooks) enum Place {
    /// The piece of `each` for which the hook runs.
    It,
    /// The piece that the event is about.
    Piece,
    /// The square on which the piece that moved stands now, had it been repelled or not.
    Moved,
    /// The square to which the piece that moved has come.
    Landed,
    /// The first square of the move.
    From,
    /// The last square of the move.
    To,
    /// The piece that is captured.
    Target,
    /// The piece that captures or deals the damage.
    Attacker,
    /// A square of the board.
    Square(Square),
}

/// The words for places.
pub(in crate::hooks) const PLACES: [(&str, Place); 8] = [
    ("it", Place::It),
    ("piece", Place::Piece),
    ("moved", Place::Moved),
    ("landed", Place::Landed),
    ("from", Place::From),
    ("to", Place::To),
    ("target", Place::Target),
    ("attacker", Place::Attacker),
];

impl Place {
    /// Its word; `a square` for one of the board.
    pub(in crate::hooks) fn name(self) -> &'static str {
        let found = PLACES.iter().find(|(_, place)| *place == self);
        found.map_or("a square", |(name, _)| name)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if let Some((_, place)) = PLACES.iter().find(|(name, _)| *name == text) {
            return Ok(*place);
        }
        text.parse().map(Self::Square).map_err(|_| {
            let names: Vec<_> = PLACES.iter().map(|(name, _)| *name).collect();
            de::Error::custom(format!(
                "there is no place {text:?}: there are {} and the squares a1 to h8",
                names.join(", ")
            ))
        })
    }
}

/// A square and the piece there as the event remembers it.
pub(in crate::hooks) type Spot = (Square, Option<ColoredPiece>);

/// Subject of an event.
#[derive(Clone)]
pub(in crate::hooks) struct Frame<'a> {
    /// The side of the event.
    pub(in crate::hooks) own: Color,
    pub(in crate::hooks) piece: Option<Spot>,
    pub(in crate::hooks) target: Option<Spot>,
    pub(in crate::hooks) attacker: Option<Spot>,
    pub(in crate::hooks) landed: Option<Square>,
    pub(in crate::hooks) it: Option<Square>,
    pub(in crate::hooks) action: Option<Action>,
    /// The end of the leg of a move that captures.
    pub(in crate::hooks) to: Option<Square>,
    pub(in crate::hooks) taken: &'a [Taken],
    /// True if the move has been made, so that `taken` has its captures.
    pub(in crate::hooks) after: bool,
    /// The kind of the damage, or of that of which a piece died.
    pub(in crate::hooks) damage: Option<&'a str>,
    /// The attributes that the piece had when it left.
    pub(in crate::hooks) held: Option<&'a Counters>,
    /// The side to move, where that is not said by the side of the event.
    pub(in crate::hooks) turn: Option<Color>,
}

impl Frame<'_> {
    /// One about nothing but a side.
    pub(in crate::hooks) const fn new(own: Color) -> Self {
        Self {
            own,
            piece: None,
            target: None,
            attacker: None,
            landed: None,
            it: None,
            action: None,
            to: None,
            taken: &[],
            after: false,
            damage: None,
            held: None,
            turn: None,
        }
    }

    /// The place meant where none is named.
    pub(in crate::hooks) fn or_own(&self, place: Option<Place>) -> Place {
        place.unwrap_or(match self.it {
            Some(_) => Place::It,
            None => Place::Piece,
        })
    }

    /// The square of a place, if the event has one.
    pub(in crate::hooks) fn square(&self, place: Place) -> Option<Square> {
        match place {
            Place::It => self.it,
            Place::Piece => self.piece.map(|(square, _)| square),
            Place::Moved => self.landed.or(self.action.map(|a| a.from())),
            Place::Landed => self.landed,
            Place::From => self.action.map(|a| a.from()),
            Place::To => self.to.or(self.action.map(|a| a.to())),
            Place::Target => self.target.map(|(square, _)| square),
            Place::Attacker => self.attacker.map(|(square, _)| square),
            Place::Square(square) => Some(square),
        }
    }

    /// The piece of a place: as the event remembers it, otherwise as it stands on the board.
    pub(in crate::hooks) fn man(&self, look: &BoardRef<'_>, place: Place) -> Option<ColoredPiece> {
        let spot = match place {
            Place::Piece => self.piece,
            Place::Target => self.target,
            Place::Attacker => self.attacker,
            _ => None,
        };
        match spot {
            Some((_, man)) => man,
            None => look.piece_at(self.square(place)?),
        }
    }

    /// An attribute of the piece of a place.
    pub(in crate::hooks) fn attribute(
        &self,
        look: &BoardRef<'_>,
        place: Place,
        name: &str,
    ) -> Option<i16> {
        match self.held {
            Some(held) if place == Place::Piece => {
                let attribute = look.library.attribute(name)?;
                let own = |(a, _): &&(_, _)| usize::from(*a) == attribute;
                held.iter().find(own).map(|(_, value)| *value)
            }
            _ => look.attribute(self.square(place)?, name),
        }
    }
}
