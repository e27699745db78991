//! Games of a match in Portable Game Notation, for games that have SAN.

use super::record::Played;
use crate::host::{Game, MoveRef, SeatRef, State};
use contract::bot::Score;
use contract::error::{Error, Result};
use contract::value::Value;
use records::{STYLE, tag_line, wrapped};

/// PGN tags that cannot be derived from a game record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnTags {
    /// Event to which the games belong.
    pub event: String,
    /// The day, as `2024.12.31`; empty where it is not known.
    pub date: String,
    /// The time control as the standard writes it; empty where there is none.
    pub time_control: String,
}

/// A game as PGN, a blank line at its end. `names` are those of the players. A
/// comment after each move says what its player thought (score, depth, seconds).
///
/// # Errors
///
/// `unsupported` for a game without SAN or with more than two seats; those of a
/// move that cannot be replayed.
pub fn pgn(game: &Game, played: &Played, names: &[String], headings: &PgnTags) -> Result<String> {
    if !game.info().styles.contains(&STYLE) || game.seats().len() != 2 {
        return Err(Error::unsupported(format!(
            "pgn: {} is not written in PGN",
            game.name()
        )));
    }
    let mut state = match &played.start {
        None => game.start()?,
        Some(text) => game.parse(text, &[])?,
    };
    let mut out = String::new();
    tags(&mut out, game, &state, played, names, headings)?;
    let mut words = Vec::new();
    let (mut number, mut second) = begins(&state)?;
    for (i, ply) in played.plies.iter().enumerate() {
        let (seat, action) = (
            Some(SeatRef::Index(i64::from(ply.seat))),
            MoveRef::Text(&ply.text),
        );
        if !second {
            words.push(format!("{number}."));
        } else if i == 0 {
            words.push(format!("{number}..."));
        }
        words.push(state.move_text(seat, action, Some(STYLE), None)?);
        if let Some(time) = ply.time {
            let thought = thought(ply.score, ply.depth);
            words.push(format!("{{{thought}{:.3}s}}", time as f64 / 1e6));
        }
        state = state.play(seat, action, None)?;
        number += u64::from(second);
        second = !second;
    }
    let told = played.fault.as_ref().map_or_else(String::new, |fault| {
        format!(": {}", fault.message.replace(['{', '}'], ""))
    });
    words.extend(
        format!("{{{}{told}}}", played.reason)
            .split_whitespace()
            .map(str::to_owned),
    );
    words.push(result(played).into());
    out.push_str(&wrapped(words.iter().map(String::as_str)));
    out.push('\n');
    Ok(out)
}

fn result(played: &Played) -> &'static str {
    match played.winners[..] {
        [0] => "1-0",
        [1] => "0-1",
        _ => "1/2-1/2",
    }
}

/// The number of the first move, and whether the second seat makes it. The number
/// is the last field of the notation, where that is one.
fn begins(state: &State) -> Result<(u64, bool)> {
    let notation = state.notation();
    let number = notation.split(' ').next_back().and_then(|n| n.parse().ok());
    let second = state.live().single().is_some_and(|seat| seat.0 == 1);
    Ok((number.unwrap_or(1), second))
}

fn tags(
    out: &mut String,
    game: &Game,
    start: &State,
    played: &Played,
    names: &[String],
    headings: &PgnTags,
) -> Result<()> {
    let mut tag = |name: &str, value: &str| {
        out.push_str(&tag_line(name, value));
    };
    let or = |text: &str, other: &str| if text.is_empty() { other } else { text }.to_owned();
    let name = |seat: usize| {
        let number = played.players.get(seat).copied();
        number
            .and_then(|n| names.get(n))
            .map_or("?", String::as_str)
    };
    let round = played.id - played.opening * names.len().max(1) as u64 + 1;
    tag("Event", &or(&headings.event, "?"));
    tag("Site", "?");
    tag("Date", &or(&headings.date, "????.??.??"));
    tag("Round", &format!("{}.{round}", played.opening + 1));
    tag("White", name(0));
    tag("Black", name(1));
    tag("Result", result(played));
    // PGN without this tag is of chess, and without FEN from its usual start.
    let options = game.options();
    let chess960 = options.get("chess960") == Some(&Value::Bool(true));
    let variant = format!("{}{}", game.name(), if chess960 { "960" } else { "" });
    if variant != "chess" {
        tag("Variant", &variant);
    }
    if played.start.is_some() || chess960 {
        tag("SetUp", "1");
        tag("FEN", &start.notation());
    }
    if !headings.time_control.is_empty() {
        tag("TimeControl", &headings.time_control);
    }
    tag("PlyCount", &played.plies.len().to_string());
    tag("Termination", termination(played));
    out.push('\n');
    Ok(())
}

/// The words of the standard (9.8.1).
fn termination(played: &Played) -> &'static str {
    match (played.fault.as_ref().map(|f| f.kind), &*played.reason) {
        (Some(super::FaultKind::Timeout), _) => "time forfeit",
        (Some(super::FaultKind::IllegalMove), _) => "rules infraction",
        (Some(super::FaultKind::Crash), _) => "abandoned",
        (None, "ply_limit" | "waiting") => "adjudication",
        (None, _) => "normal",
    }
}

/// `+0.35/12 ` or nothing.
fn thought(score: Option<Score>, depth: Option<u32>) -> String {
    let Some(score) = score else {
        return String::new();
    };
    let text = match score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(plies) => {
            let sign = if plies < 0 { '-' } else { '+' };
            format!("{sign}M{}", plies.unsigned_abs().div_ceil(2))
        }
        Score::Decitempi(value) | Score::Points(value) => value.to_string(),
        Score::WinProbability(chance) => chance.to_string(),
        _ => return String::new(),
    };
    let depth = depth.map_or_else(String::new, |d| format!("/{d}"));
    format!("{text}{depth} ")
}
