//! `boardwright games`: what there is to play.

use boardwright::host::{self, Game};
use boardwright::options::{KindDescription, OptionDescription};
use boardwright::registry::{self, Entry, GameDescription};
use boardwright::value::{Dict, Value};
use serde::Serialize;

use crate::console::{Console, Failure, Tone};

pub(crate) fn run(console: &mut Console, name: Option<&str>) -> Result<(), Failure> {
    match name {
        None if console.is_json() => console.json(&host::games()),
        None => list(console),
        Some(name) => describe_one(console, registry::find(name)?),
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

/// A game with the names that its seats have by default.
#[derive(Serialize)]
struct GameWithSeats<'a> {
    #[serde(flatten)]
    game: &'a GameDescription,
    seat_names: &'a [String],
}

fn describe_one(console: &mut Console, entry: &Entry) -> Result<(), Failure> {
    let game = entry.describe();
    let started = Game::new(game.name, &Dict::new())?;
    let seats = started.seats();
    if console.is_json() {
        return console.json(&GameWithSeats {
            game: &game,
            seat_names: seats,
        });
    }
    let name = console.tone(Tone::Strong, game.name);
    console.line(format_args!("{name}: {}", game.summary))?;
    let range = match (game.seats.min, game.seats.max) {
        (least, most) if least == most => String::new(),
        (least, most) => format!(" ({least} to {most} of them)"),
    };
    console.line(format_args!("seats    {}{range}", seats.join(", ")))?;
    console.line(format_args!("hidden   {}", game.hidden.word()))?;
    console.line(format_args!("styles   {}", game.styles.join(", ")))?;
    console.line(format_args!("bots     {}", game.bots.join(", ")))?;
    tell_options(console, &game.options)
}

/// Writes options with what they take.
pub(crate) fn tell_options(
    console: &mut Console,
    options: &[OptionDescription],
) -> Result<(), Failure> {
    if options.is_empty() {
        return console.line(format_args!("options  none"));
    }
    console.line(format_args!("options"))?;
    for option in options {
        let name = console.tone(Tone::Strong, option.name);
        let default = plain(&option.default);
        console.line(format_args!("  {name}={default}  {}", option.doc))?;
        let takes = takes(option);
        console.line(format_args!("      {}", console.tone(Tone::Faint, takes)))?;
    }
    Ok(())
}

/// Names the values that an option takes.
fn takes(option: &OptionDescription) -> String {
    match &option.kind {
        KindDescription::Flag => "true or false".into(),
        KindDescription::Int { min, max, .. } => format!("an integer from {min} to {max}"),
        KindDescription::Choice { values } | KindDescription::Preset { values } => {
            format!("one of {}", values.join(", "))
        }
        KindDescription::Text { examples } | KindDescription::Plain { examples } => {
            let example = examples.first().copied().unwrap_or_default();
            format!("a text, a list or a map, for example {example:?}")
        }
    }
}

/// A value as it is typed after the `=`.
fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
