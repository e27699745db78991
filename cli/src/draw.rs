//! `boardwright draw`: a position as SVG.

use std::fs;

use boardwright::host::{DrawingOptions, MoveRef};
use boardwright::value::{Dict, Value};
use serde_json::json;

use crate::args::DrawArgs;
use crate::console::{Console, Failure};

pub(crate) fn run(console: &mut Console, args: &DrawArgs) -> Result<(), Failure> {
    let mut state = args.subject.state()?;
    let moves: Vec<_> = args.moves.iter().map(|text| MoveRef::Text(text)).collect();
    state = state.play_many(None, &moves, None)?;
    let svg = state.svg(&DrawingOptions::read(&options(args))?)?;
    if let Some(path) = &args.output {
        let failed = |error| Failure::Io(format!("cannot write {}", path.display()), error);
        return fs::write(path, &svg).map_err(failed);
    }
    if console.is_json() {
        return console.json(&json!({ "svg": svg }));
    }
    console.text(&svg)
}

/// The options as the library reads them.
fn options(args: &DrawArgs) -> Dict {
    let mut options = Dict::new();
    let texts = [
        ("seat", &args.seat),
        ("orientation", &args.orientation),
        ("last_move", &args.last_move),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            let value = match (name, text.as_str()) {
                ("last_move", "none") => Value::Bool(false),
                // Seats go by their numbers as well.
                ("seat" | "orientation", text) => text
                    .parse::<u32>()
                    .map_or_else(|_| text.into(), Value::from),
                (_, text) => text.into(),
            };
            options.insert(name.into(), value);
        }
    }
    let arrows = args.arrows.iter().map(|arrow| match arrow.split_once('=') {
        None => json!(arrow),
        Some((cells, colour)) => json!({ "cells": cells, "color": colour }),
    });
    options.insert("arrows".into(), arrows.collect());
    let squares = args.squares.iter().map(|square| {
        let (cell, colour) = square.split_once('=').unwrap_or((square, "blue"));
        (cell.to_owned(), Value::from(colour))
    });
    options.insert("squares".into(), Value::Object(squares.collect()));
    let clocks = args.clocks.iter().cloned().collect();
    options.insert("clocks".into(), Value::Object(clocks));
    options.insert("size".into(), json!(args.size));
    options.insert("theme".into(), json!(args.theme));
    options.insert("coordinates".into(), json!(!args.no_coordinates));
    options
}
