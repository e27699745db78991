//! `boardwright games`: what there is to play.

use std::fmt::Write as _;

use boardwright::host::{self, Game};
use boardwright::registry::{self, Entry};
use boardwright::value::{Dict, Value};

use crate::console::{Console, Failure, Tone};

pub(crate) fn run(console: &mut Console, name: Option<&str>) -> Result<(), Failure> {
    match name {
        None if console.is_json() => {
            let games = host::games()?;
            console.json(&games)
        }
        None => list(console),
        Some(name) => one(console, registry::find(name)?),
    }
}

fn list(console: &mut Console) -> Result<(), Failure> {
    let width = registry::GAMES
        .iter()
        .map(|e| e.info().name.len())
        .max()
        .unwrap_or(0);
    for entry in registry::GAMES {
        let info = entry.info();
        let name = console.tone(Tone::Strong, format_args!("{:width$}", info.name));
        console.line(format_args!("{name}  {}", info.summary))?;
    }
    Ok(())
}

fn one(console: &mut Console, entry: &Entry) -> Result<(), Failure> {
    let seats = Game::new(entry.info().name, &Dict::new())?.seats().to_vec();
    let mut known = entry.describe();
    if console.is_json() {
        if let Value::Object(known) = &mut known {
            known.insert("seat_names".into(), seats.into());
        }
        return console.json(&known);
    }
    let info = entry.info();
    let name = console.tone(Tone::Strong, info.name);
    console.line(format_args!("{name}: {}", info.summary))?;
    let range = match info.seats {
        (least, most) if least == most => String::new(),
        (least, most) => format!(" ({least} to {most} of them)"),
    };
    console.line(format_args!("seats    {}{range}", seats.join(", ")))?;
    console.line(format_args!(
        "hidden   {}",
        known["hidden"].as_str().unwrap_or("?")
    ))?;
    console.line(format_args!("styles   {}", info.styles.join(", ")))?;
    console.line(format_args!("bots     {}", entry.bots().join(", ")))?;
    let options = known["options"].as_array().map_or(&[][..], Vec::as_slice);
    if options.is_empty() {
        return console.line(format_args!("options  none"));
    }
    console.line(format_args!("options"))?;
    for option in options {
        let name = console.tone(Tone::Strong, option["name"].as_str().unwrap_or("?"));
        let doc = option["doc"].as_str().unwrap_or_default();
        console.line(format_args!(
            "  {name}={}  {doc}",
            plain(&option["default"])
        ))?;
        let takes = takes(option);
        console.line(format_args!("      {}", console.tone(Tone::Faint, takes)))?;
    }
    Ok(())
}

/// What an option takes, in words.
fn takes(option: &Value) -> String {
    if let Some(values) = option["values"].as_array() {
        let mut out = String::from("one of ");
        for (i, value) in values.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let _ = write!(out, "{comma}{}", plain(value));
        }
        return out;
    }
    if let Some(example) = option["examples"].get(0) {
        return format!("a text, a list or a map, for example {example}");
    }
    match (&option["min"], &option["max"]) {
        (Value::Null, _) => "true or false".into(),
        (min, max) => format!("an integer from {min} to {max}"),
    }
}

/// A value as it is typed after the `=`.
fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
