//! Options of pictures as hosts give them: read, with errors that name what is wrong.

use contract::drawing::Hue;
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value, kind_of, quoted_value, whole_number};

use super::{ArrowOption, DRAWING, DrawingOptions, LastMove, MOST_MARKS, SIZES, SeatName, Theme};

/// Bytes of a name of a cell or of a move.
const LONGEST: usize = 256;
/// The most time that a clock shows, in milliseconds: 1000 hours.
const LONGEST_TIME: u64 = 3_600_000_000;

impl DrawingOptions {
    /// Reads options as hosts give them, see [`DRAWING`]. A null counts as not given.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and the values that it takes, or the options that
    /// exist.
    pub fn read(given: &Dict) -> Result<Self> {
        let mut options = Self::default();
        for (name, value) in given.iter().filter(|(_, value)| !value.is_null()) {
            match name.as_str() {
                "seat" => options.seat = Some(seat_name("seat", value)?),
                "last_move" => options.last_move = last_move(value)?,
                "arrows" => options.arrows = arrows(value)?,
                "squares" => options.squares = squares(value)?,
                "orientation" => options.orientation = Some(seat_name("orientation", value)?),
                "size" => options.size = Some(size(value)?),
                "theme" => options.theme = theme(value)?,
                "coordinates" => options.coordinates = flag("coordinates", value)?,
                "cells" => options.cells = flag("cells", value)?,
                "clocks" => options.clocks = clocks(value)?,
                _ => {
                    let names: Vec<_> = DRAWING.iter().map(|option| option.name).collect();
                    return Err(Error::invalid_option(format!(
                        "a picture has no option {}: there are {}",
                        quoted(name),
                        names.join(", ")
                    )));
                }
            }
        }
        Ok(options)
    }
}

fn wrong(name: &str, takes: &str, value: &Value) -> Error {
    Error::invalid_option(format!(
        "{name}: takes {takes}, not {}",
        quoted_value(value)
    ))
}

fn flag(name: &str, value: &Value) -> Result<bool> {
    let flag = value.as_bool();
    flag.ok_or_else(|| wrong(name, "true or false", value))
}

fn seat_name(name: &str, value: &Value) -> Result<SeatName> {
    if let Some(text) = value.as_str() {
        return Ok(SeatName::Name(text.to_owned()));
    }
    let index = whole_number(value).and_then(|index| i64::try_from(index).ok());
    let index = index.map(SeatName::Index);
    index.ok_or_else(|| wrong(name, "a seat by its name or number", value))
}

fn short(name: &str, text: &str) -> Result<String> {
    if text.len() > LONGEST {
        return Err(Error::invalid_option(format!(
            "{name}: {} is longer than {LONGEST} bytes",
            quoted(text)
        )));
    }
    Ok(text.to_owned())
}

pub(super) fn bounded(name: &str, count: usize) -> Result<()> {
    if count > MOST_MARKS {
        return Err(Error::invalid_option(format!(
            "{name}: takes at most {MOST_MARKS}, not {count}"
        )));
    }
    Ok(())
}

fn last_move(value: &Value) -> Result<LastMove> {
    match value {
        Value::Bool(true) => Ok(LastMove::OfState),
        Value::Bool(false) => Ok(LastMove::Hidden),
        Value::String(text) => Ok(LastMove::Text(short("last_move", text)?)),
        _ => Err(wrong(
            "last_move",
            "the text of a move, true or false",
            value,
        )),
    }
}

fn hue(name: &str, value: &Value) -> Result<Hue> {
    let known = value.as_str();
    let found = Hue::ALL.into_iter().find(|hue| Some(hue.name()) == known);
    found.ok_or_else(|| wrong(name, &one_of(Hue::ALL.map(Hue::name)), value))
}

fn one_of<const N: usize>(names: [&str; N]) -> String {
    format!("one of {}", names.join(", "))
}

fn arrows(value: &Value) -> Result<Vec<ArrowOption>> {
    const TAKES: &str = "a list of arrows like e2e4, [e2, e4] or {from: e2, to: e4, color: red}";
    let Value::Array(items) = value else {
        return Err(wrong("arrows", TAKES, value));
    };
    bounded("arrows", items.len())?;
    let text = |value: Option<&Value>| match value {
        Some(Value::String(text)) => short("arrows", text),
        other => Err(wrong("arrows", TAKES, other.unwrap_or(&Value::Null))),
    };
    let arrow = |item: &Value| match item {
        Value::String(_) => Ok(ArrowOption {
            cells: vec![text(Some(item))?],
            hue: Hue::default(),
        }),
        Value::Array(ends) if ends.len() == 2 => Ok(ArrowOption {
            cells: vec![text(ends.first())?, text(ends.last())?],
            hue: Hue::default(),
        }),
        Value::Object(fields) => {
            let known = ["from", "to", "cells", "color"];
            if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
                return Err(Error::invalid_option(format!(
                    "arrows: an arrow has no {}: there are {}",
                    quoted(name),
                    known.join(", ")
                )));
            }
            let colour = fields.get("color").filter(|colour| !colour.is_null());
            Ok(ArrowOption {
                cells: match fields.get("cells") {
                    Some(cells) => vec![text(Some(cells))?],
                    None => vec![text(fields.get("from"))?, text(fields.get("to"))?],
                },
                hue: colour.map_or(Ok(Hue::default()), |c| hue("arrows, color", c))?,
            })
        }
        _ => Err(wrong("arrows", TAKES, item)),
    };
    items.iter().map(arrow).collect()
}

fn squares(value: &Value) -> Result<Vec<(String, Hue)>> {
    const TAKES: &str = "a list of cells, or a map from cells to colours";
    match value {
        Value::Array(items) => {
            bounded("squares", items.len())?;
            let cells = items.iter().map(|item| match item {
                Value::String(cell) => Ok((short("squares", cell)?, Hue::default())),
                _ => Err(wrong("squares", TAKES, item)),
            });
            cells.collect()
        }
        Value::Object(fields) => {
            bounded("squares", fields.len())?;
            let cells = fields.iter();
            let cells =
                cells.map(|(cell, colour)| Ok((short("squares", cell)?, hue("squares", colour)?)));
            cells.collect()
        }
        _ => Err(wrong("squares", TAKES, value)),
    }
}

pub(super) fn size(value: &Value) -> Result<u32> {
    let (least, most) = SIZES;
    let size = whole_number(value).and_then(|size| u32::try_from(size).ok());
    let size = size.filter(|size| (least..=most).contains(size));
    size.ok_or_else(|| wrong("size", &format!("an integer from {least} to {most}"), value))
}

fn theme(value: &Value) -> Result<Theme> {
    let known = value.as_str();
    let found = Theme::ALL.into_iter().find(|t| Some(t.name()) == known);
    found.ok_or_else(|| wrong("theme", &one_of(Theme::ALL.map(Theme::name)), value))
}

fn clocks(value: &Value) -> Result<Vec<(SeatName, u64)>> {
    let time = |value: &Value| {
        let time = whole_number(value).and_then(|time| u64::try_from(time).ok());
        let time = time.filter(|time| *time <= LONGEST_TIME);
        let takes = format!("milliseconds from 0 to {LONGEST_TIME}");
        time.ok_or_else(|| wrong("clocks", &takes, value))
    };
    let mut out = Vec::new();
    match value {
        Value::Array(times) => {
            bounded("clocks", times.len())?;
            for (seat, value) in (0..).zip(times).filter(|(_, value)| !value.is_null()) {
                out.push((SeatName::Index(seat), time(value)?));
            }
        }
        Value::Object(times) => {
            bounded("clocks", times.len())?;
            for (seat, value) in times.iter().filter(|(_, value)| !value.is_null()) {
                out.push((SeatName::Name(seat.clone()), time(value)?));
            }
        }
        other => {
            return Err(Error::invalid_option(format!(
                "clocks: takes a map from seats to milliseconds or a list of them, not {}",
                kind_of(other)
            )));
        }
    }
    Ok(out)
}
