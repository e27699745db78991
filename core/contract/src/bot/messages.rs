//! Messages between the seats of a team, as a bot hears and says them.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result, quoted};
use crate::game::{Game, Seat};
use crate::state::Rules;
use crate::value::{Value, kind_of, quoted_value, whole_number};

/// Something that a seat has heard from one that it plays with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Heard {
    /// The seat that said it.
    pub from: String,
    /// The words.
    pub text: String,
    /// The number of plies that had been made when it was said; nothing counts as now.
    pub ply: Option<u64>,
}

/// Something that a bot says to those it plays with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Said {
    /// The words.
    pub text: String,
    /// True if it has said so before and still holds it: a reminder, which need not be shown to
    /// people again.
    pub repeated: bool,
}

/// Greatest number of messages that a decision takes.
pub const MOST_HEARD: usize = 1000;

/// Greatest number of different messages that a seat remembers during a game.
pub const MOST_REMEMBERED: usize = 64;

/// Makes room for a message among those that a seat remembers, the newest last: each stands there
/// once, and the oldest are forgotten.
pub fn make_room(remembered: &mut Vec<Heard>, new: &Heard) {
    remembered.retain(|other| other.from != new.from || other.text != new.text);
    let oldest = remembered.len().saturating_sub(MOST_REMEMBERED - 1);
    remembered.drain(..oldest);
}

/// Reads what was heard: a list of maps with `from`, `text` and, unless it was said just now,
/// `ply`.
pub(super) fn read(value: &Value) -> Result<Vec<Heard>> {
    let takes = "takes a list of maps with from, text and ply";
    let wrong = |got: &Value| {
        let got = kind_of(got);
        Error::invalid_option(format!("heard: {takes}, not {got}"))
    };
    let list = value.as_array().ok_or_else(|| wrong(value))?;
    if list.len() > MOST_HEARD {
        return Err(Error::invalid_option(format!(
            "heard: takes {MOST_HEARD} messages at most, not {}",
            list.len()
        )));
    }
    let one = |(index, value): (usize, &Value)| {
        let map = value.as_object().ok_or_else(|| wrong(value))?;
        let known = ["from", "text", "ply"];
        if let Some(name) = map.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(Error::invalid_option(format!(
                "heard[{index}]: has no {}: there are {}",
                quoted(name),
                known.join(", ")
            )));
        }
        let text = |name: &str| {
            let text = map.get(name).and_then(Value::as_str).map(str::to_owned);
            text.ok_or_else(|| {
                Error::invalid_option(format!("heard[{index}].{name}: takes a text"))
            })
        };
        let ply = map.get("ply").filter(|ply| !ply.is_null()).map(|ply| {
            let number = whole_number(ply).and_then(|ply| u64::try_from(ply).ok());
            number.ok_or_else(|| {
                Error::invalid_option(format!(
                    "heard[{index}].ply: takes an integer of at least 0, not {}",
                    quoted_value(ply)
                ))
            })
        });
        Ok(Heard {
            from: text("from")?,
            text: text("text")?,
            ply: ply.transpose()?,
        })
    };
    list.iter().enumerate().map(one).collect()
}

/// Checks that all was said by seats that play with the one that hears it.
///
/// # Errors
///
/// `invalid_option`, naming the message and those who may have said it.
pub(super) fn check<G: Game>(rules: &Rules<G>, seat: Seat, heard: &[Heard]) -> Result<()> {
    let names = rules.seat_names();
    let partners = rules.game().team(seat).without(seat);
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    let known = |from: &str| partners.iter().any(|seat| name(seat) == from);
    match heard.iter().position(|heard| !known(&heard.from)) {
        None => Ok(()),
        Some(index) => {
            let partners: Vec<_> = partners.iter().map(name).collect();
            let with = match partners.is_empty() {
                true => "nobody".into(),
                false => partners.join(", "),
            };
            Err(Error::invalid_option(format!(
                "heard[{index}].from: {} plays with {with}, not with {}",
                name(seat),
                quoted(&heard[index].from)
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_remembered_once_and_the_oldest_are_forgotten() {
        let mut remembered = Vec::new();
        let mut hear = |from: &str, text: String| {
            let heard = Heard {
                from: from.into(),
                text,
                ply: None,
            };
            make_room(&mut remembered, &heard);
            remembered.push(heard);
            remembered.clone()
        };
        hear("a", "sit".into());
        hear("b", "sit".into());
        let said = hear("a", "sit".into());
        let from: Vec<_> = said.iter().map(|heard| heard.from.as_str()).collect();
        assert_eq!(from, ["b", "a"]);
        for number in 0..MOST_REMEMBERED {
            let known = hear("a", number.to_string());
            assert!(known.len() <= MOST_REMEMBERED);
        }
        let known = hear("a", "0".into());
        assert_eq!(known.len(), MOST_REMEMBERED);
        assert_eq!((&*known[0].text, &*known[63].text), ("1", "0"));
    }
}
