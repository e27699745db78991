//! Effects of hooks: changes of the board, answers to the engine, notes and things to show.

use serde::Deserialize;

use super::condition::{Side, counter};
use super::frame::{Frame, Place};
use super::outcome;
use crate::board::ColoredPiece;
use crate::context::{BoardMut, BoardRef};
use crate::data::Id;
use crate::preset::Verdict;
use chess::{Bitboard, Color, attacks};
use contract::value::{Dict, Value};

/// Reason for the end of a game: a closed list, for clients know reasons by their words.
macro_rules! reasons {
    ($($name:ident = $text:literal,)+) => {
        /// Reason for the end of a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(in crate::hooks) enum Reason {
            $(#[doc = $text] $name,)+
        }

        impl Reason {
            const ALL: &[Self] = &[$(Self::$name),+];

            const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

reasons! {
    GoalReached = "goal_reached",
    ChecksGiven = "checks_given",
    CapturesMade = "captures_made",
    FirstCapture = "first_capture",
    ThreeChecks = "three_checks",
    KingOfTheHill = "king_of_the_hill",
    KingArrived = "king_arrived",
    BothKingsArrived = "both_kings_arrived",
    KingLost = "king_lost",
    KingsLost = "kings_lost",
    Annihilation = "annihilation",
    HordeDestroyed = "horde_destroyed",
    Extinction = "extinction",
    NoPieceLeft = "no_piece_left",
    NoMoveLeft = "no_move_left",
    Checkmate = "checkmate",
    Stalemate = "stalemate",
}

/// Winner at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::hooks) enum Winner {
    /// The side of the event.
    Own,
    /// The other one.
    Enemy,
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody: a draw.
    None,
}

impl Winner {
    const fn color(self, own: Color) -> Option<Color> {
        match self {
            Self::Own => Some(own),
            Self::Enemy => Side::Enemy.one(own),
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::None => None,
        }
    }
}

const fn one() -> i16 {
    1
}

/// Damage to a piece, or to all on the eight squares around a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct Hit {
    pub(in crate::hooks) at: Option<Place>,
    pub(in crate::hooks) around: Option<Place>,
    #[serde(default = "one")]
    pub(in crate::hooks) amount: i16,
    pub(in crate::hooks) kind: String,
}

/// A new piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct Newcomer {
    pub(in crate::hooks) at: Place,
    pub(in crate::hooks) kind: Id,
    /// The side of the event if none is named.
    pub(in crate::hooks) side: Option<Side>,
}

/// A piece that goes to another square.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct Way {
    pub(in crate::hooks) from: Option<Place>,
    pub(in crate::hooks) to: Place,
}

/// A piece that becomes one of another type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct Change {
    pub(in crate::hooks) at: Option<Place>,
    pub(in crate::hooks) kind: Id,
}

/// An attribute that is set, changed within bounds, or removed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct AttributeChange {
    pub(in crate::hooks) at: Option<Place>,
    pub(in crate::hooks) name: String,
    pub(in crate::hooks) set: Option<i16>,
    pub(in crate::hooks) add: Option<i16>,
    #[serde(default)]
    pub(in crate::hooks) remove: bool,
    min: Option<i16>,
    max: Option<i16>,
}

/// A counter that is set or changed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct CounterChange {
    pub(in crate::hooks) name: String,
    pub(in crate::hooks) side: Option<Side>,
    pub(in crate::hooks) set: Option<i32>,
    pub(in crate::hooks) add: Option<i32>,
}

/// An amount of damage that is set or changed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct AmountChange {
    pub(in crate::hooks) set: Option<i16>,
    pub(in crate::hooks) add: Option<i16>,
}

/// End of the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct End {
    winner: Winner,
    reason: Reason,
}

/// Something that the host may show.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hooks) struct Sight {
    pub(in crate::hooks) kind: String,
    pub(in crate::hooks) at: Option<Place>,
    pub(in crate::hooks) ttl: u32,
}

/// Effect of a hook.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::hooks) enum Effect {
    /// Deals damage.
    Damage(Hit),
    /// Puts a new piece on an empty square.
    Spawn(Newcomer),
    /// Takes a piece off the board that does not die.
    Retract(Place),
    /// Moves a piece to an empty square.
    Relocate(Way),
    /// Makes a piece one of another type.
    Become(Change),
    /// Changes an attribute.
    Attribute(AttributeChange),
    /// Changes a counter of the preset.
    Counter(CounterChange),
    /// Tells the host what to show.
    Show(Sight),
    /// Puts the preset out of force.
    Deactivate,
    /// Ends the game.
    End(End),
    /// Lets the game go on though a side is mated or its king lost.
    PlayOn,
    /// Refuses the move with a reason.
    Forbid(String),
    /// Takes over the capture: nothing follows but the effects of the hook.
    Consume,
    /// Deals the damage of the capture; where the target lives or the attacker is gone, the
    /// other effects do not follow.
    Take,
    /// Takes the damage, of which the piece does not die.
    Absorb,
    /// Takes the damage, of which the piece dies.
    Kill,
    /// Passes another amount of damage on.
    Amount(AmountChange),
    /// Adds a note to the record of the move, with counters of the side in braces.
    Note(String),
    /// Answers the question of the event with yes.
    Yes,
}

/// Answers of the hooks to an event.
#[derive(Default)]
pub(in crate::hooks) struct Answer {
    pub(in crate::hooks) forbidden: Option<String>,
    pub(in crate::hooks) consumed: bool,
    pub(in crate::hooks) died: Option<bool>,
    pub(in crate::hooks) amount: i16,
    pub(in crate::hooks) verdict: Option<Verdict>,
    pub(in crate::hooks) notes: Vec<String>,
    pub(in crate::hooks) yes: bool,
}

/// Field of the state in which an end is kept until the game is judged.
const END: &str = "end";

/// The end that a hook has brought about.
pub(in crate::hooks) fn ended(look: &BoardRef<'_>) -> Option<Verdict> {
    let end = look.state().get(END)?.as_object()?;
    let named = end.get("reason")?.as_str()?;
    let reason = Reason::ALL.iter().find(|reason| reason.text() == named)?;
    let winner = end.get("winner").and_then(Value::as_str);
    let winner = Color::ALL.into_iter().find(|c| Some(c.name()) == winner);
    Some(Verdict::Over(outcome(winner, reason.text())))
}

impl Effect {
    /// Carries it out; false where the other effects do not follow.
    pub(in crate::hooks) fn apply(
        &self,
        world: &mut BoardMut<'_>,
        frame: &Frame<'_>,
        answer: &mut Answer,
    ) -> bool {
        let own = frame.own;
        let square = |place: Option<Place>| frame.square(frame.or_own(place));
        match self {
            Self::Damage(hit) => {
                let squares = match hit.around {
                    Some(place) => frame.square(place).map_or(Bitboard::EMPTY, attacks::king),
                    None => square(hit.at).map_or(Bitboard::EMPTY, Bitboard::from),
                };
                for square in squares {
                    world.deal_damage(square, hit.amount, &hit.kind, None);
                }
            }
            Self::Spawn(new) => {
                let color = new.side.map_or(Some(own), |side| side.one(own));
                let kind = world.read().kind(&new.kind.0);
                if let (Some(square), Some(color), Some(kind)) = (frame.square(new.at), color, kind)
                {
                    world.spawn(square, ColoredPiece::new(color, kind));
                }
            }
            Self::Retract(place) => {
                if let Some(square) = frame.square(*place) {
                    world.retract(square);
                }
            }
            Self::Relocate(way) => {
                if let (Some(from), Some(to)) = (square(way.from), frame.square(way.to)) {
                    world.relocate(from, to);
                }
            }
            Self::Become(change) => {
                let kind = world.read().kind(&change.kind.0);
                if let (Some(square), Some(kind)) = (square(change.at), kind) {
                    world.transform(square, kind);
                }
            }
            Self::Attribute(change) => change.apply(world, frame),
            Self::Counter(change) => change.apply(world, own),
            Self::Show(sight) => {
                let at = sight.at.and_then(|place| frame.square(place));
                world.effect(&sight.kind, at, sight.ttl, Dict::new().into());
            }
            Self::Deactivate => {
                world.end_own();
                return false;
            }
            Self::End(end) => end.keep(world, own),
            Self::Forbid(reason) => answer.forbidden = Some(reason.clone()),
            Self::Consume => answer.consumed = true,
            Self::Take => {
                answer.consumed = true;
                let (Some((target, _)), Some((attacker, man))) = (frame.target, frame.attacker)
                else {
                    return false;
                };
                let died = world.deal_damage(target, 1, "capture", Some(attacker));
                return died && world.piece_at(attacker) == man;
            }
            Self::Absorb => answer.died = Some(false),
            Self::Kill => answer.died = Some(true),
            Self::Amount(change) => {
                let more = answer.amount.saturating_add(change.add.unwrap_or(0));
                answer.amount = change.set.unwrap_or(more).max(0);
            }
            Self::PlayOn | Self::Note(_) | Self::Yes => {}
        }
        true
    }

    /// Answers a question where nothing may change.
    pub(in crate::hooks) fn answer(
        &self,
        look: &BoardRef<'_>,
        frame: &Frame<'_>,
        answer: &mut Answer,
    ) {
        match self {
            Self::Forbid(reason) => answer.forbidden = Some(reason.clone()),
            Self::Note(text) => answer.notes.push(filled(text, look, frame.own)),
            Self::Yes => answer.yes = true,
            Self::PlayOn => {
                answer.verdict.get_or_insert(Verdict::Playing);
            }
            Self::End(end) => {
                let over = outcome(end.winner.color(frame.own), end.reason.text());
                answer.verdict.get_or_insert(Verdict::Over(over));
            }
            _ => {}
        }
    }

    /// The word for it in a document.
    pub(in crate::hooks) const fn name(&self) -> &'static str {
        match self {
            Self::Damage(_) => "damage",
            Self::Spawn(_) => "spawn",
            Self::Retract(_) => "retract",
            Self::Relocate(_) => "relocate",
            Self::Become(_) => "become",
            Self::Attribute(_) => "attribute",
            Self::Counter(_) => "counter",
            Self::Show(_) => "show",
            Self::Deactivate => "deactivate",
            Self::End(_) => "end",
            Self::PlayOn => "play_on",
            Self::Forbid(_) => "forbid",
            Self::Consume => "consume",
            Self::Take => "take",
            Self::Absorb => "absorb",
            Self::Kill => "kill",
            Self::Amount(_) => "amount",
            Self::Note(_) => "note",
            Self::Yes => "yes",
        }
    }

    /// The places that it names.
    pub(in crate::hooks) fn places(&self) -> Vec<Place> {
        let named: Vec<Option<Place>> = match self {
            Self::Damage(hit) => vec![hit.at, hit.around],
            Self::Spawn(new) => vec![Some(new.at)],
            Self::Retract(place) => vec![Some(*place)],
            Self::Relocate(way) => vec![way.from, Some(way.to)],
            Self::Become(change) => vec![change.at],
            Self::Attribute(change) => vec![change.at],
            Self::Show(sight) => vec![sight.at],
            _ => Vec::new(),
        };
        named.into_iter().flatten().collect()
    }

    /// Returns true if it is about the piece of the hook, no place being named.
    pub(in crate::hooks) const fn needs_own(&self) -> bool {
        match self {
            Self::Damage(hit) => hit.at.is_none() && hit.around.is_none(),
            Self::Relocate(way) => way.from.is_none(),
            Self::Become(change) => change.at.is_none(),
            Self::Attribute(change) => change.at.is_none(),
            _ => false,
        }
    }

    /// The type of pieces that it names.
    pub(in crate::hooks) fn piece_type(&self) -> Option<&str> {
        match self {
            Self::Spawn(new) => Some(&new.kind.0),
            Self::Become(change) => Some(&change.kind.0),
            _ => None,
        }
    }
}

impl AttributeChange {
    fn apply(&self, world: &mut BoardMut<'_>, frame: &Frame<'_>) {
        let Some(square) = frame.square(frame.or_own(self.at)) else {
            return;
        };
        if self.remove {
            world.set(square, &self.name, None);
            return;
        }
        let more = |old: i16| old.saturating_add(self.add.unwrap_or(0));
        // Nothing is added to a piece that has no such attribute.
        let value = self
            .set
            .or_else(|| world.attribute(square, &self.name).map(more));
        if let Some(value) = value {
            let value = self.max.map_or(value, |max| value.min(max));
            let value = self.min.map_or(value, |min| value.max(min));
            world.set(square, &self.name, Some(value));
        }
    }
}

impl CounterChange {
    fn apply(&self, world: &mut BoardMut<'_>, own: Color) {
        let name = counter(&self.name, self.side, own);
        let more = match self.set {
            Some(set) => i64::from(set) - world.read().counted(&name),
            None => i64::from(self.add.unwrap_or(0)),
        };
        world.count(&name, more);
    }
}

impl End {
    /// Keeps the end in the state of the preset, where the first one stays.
    fn keep(&self, world: &mut BoardMut<'_>, own: Color) {
        let mut map = world.state().as_object().cloned().unwrap_or_default();
        if map.contains_key(END) {
            return;
        }
        let mut end = Dict::new();
        let winner = self.winner.color(own);
        end.insert(
            "winner".into(),
            winner.map_or(Value::Null, |c| c.name().into()),
        );
        end.insert("reason".into(), self.reason.text().into());
        map.insert(END.into(), end.into());
        world.set_state(map.into());
    }
}

/// The names in braces in a note.
pub(in crate::hooks) fn names_in(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}

/// A note with the counters of a side in place of their names in braces.
fn filled(text: &str, look: &BoardRef<'_>, own: Color) -> String {
    let mut out = text.to_owned();
    for name in names_in(text) {
        let value = look.counted(&counter(name, Some(Side::Own), own));
        out = out.replace(&format!("{{{name}}}"), &value.to_string());
    }
    out
}
