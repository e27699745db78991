//! `boardwright presets`: the rules that composed chess is made of.

use boardwright::host;
use boardwright::presets::PresetInfo;
use boardwright::{Error, error};

use crate::console::{Console, Failure, Tone};
use crate::games::tell_options;

pub(crate) fn run(console: &mut Console, id: Option<&str>) -> Result<(), Failure> {
    let all = host::presets()?;
    let Some(id) = id else {
        return match console.is_json() {
            true => console.json(&all),
            false => list(console, &all),
        };
    };
    let Some(preset) = all.iter().find(|preset| preset.id == id) else {
        let known: Vec<&str> = all.iter().map(|preset| preset.id.as_str()).collect();
        return Err(Error::invalid_option(format!(
            "there is no preset {}: there are {}",
            error::quoted(id),
            known.join(", ")
        ))
        .into());
    };
    match console.is_json() {
        true => console.json(preset),
        false => describe_one(console, preset),
    }
}

fn list(console: &mut Console, all: &[PresetInfo]) -> Result<(), Failure> {
    let width = all.iter().map(|preset| preset.id.len()).max().unwrap_or(0);
    for preset in all {
        let id = console.tone(Tone::Strong, format_args!("{:width$}", preset.id));
        console.line(format_args!("{id}  {}", preset.description))?;
    }
    Ok(())
}

fn describe_one(console: &mut Console, preset: &PresetInfo) -> Result<(), Failure> {
    let id = console.tone(Tone::Strong, &preset.id);
    console.line(format_args!("{id}: {}", preset.name))?;
    console.line(format_args!("{}", preset.description))?;
    let pieces: Vec<String> = preset
        .pieces
        .iter()
        .map(|piece| {
            let moves = piece.betza.as_deref().unwrap_or("its own");
            format!("{} ({}, moves {moves})", piece.id, piece.letter)
        })
        .collect();
    let start = preset.start.iter().cloned().collect();
    for (what, named) in [
        ("requires", preset.requires.clone()),
        ("excludes", preset.incompatible_with.clone()),
        ("pieces", pieces),
        ("attributes", preset.attributes.clone()),
        ("start", start),
        (
            "hooks",
            preset.hooks.iter().map(|hook| (*hook).to_owned()).collect(),
        ),
    ] {
        if !named.is_empty() {
            console.line(format_args!("{what:10}  {}", named.join(", ")))?;
        }
    }
    tell_options(console, &preset.options)
}
