//! Games of a match in Portable Game Notation, for games that have SAN.

use super::record::{Played, RecordedPly};
use crate::host::Game;
use crate::records::{GameTags, PlayedMove, Record, WriteOptions, played_line, termination};
use ::records::GameResult;
use contract::bot::Score;
use contract::error::Result;
use contract::game::Seat;

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

/// A game as PGN, or as BPGN where its seats are those of several boards, a blank line at its
/// end. `names` are those of the players. A comment after each move says what its player
/// thought (score, depth, seconds).
///
/// # Errors
///
/// `unsupported` for a game without SAN; those of a move that cannot be replayed.
pub fn pgn(game: &Game, played: &Played, names: &[String], headings: &PgnTags) -> Result<String> {
    let start = match &played.start {
        None => game.start()?,
        Some(text) => game.parse(text, &[])?,
    };
    let moves = played.plies.iter().map(|ply| PlayedMove {
        seat: Seat(ply.seat),
        text: ply.text.clone(),
        clock: None,
        comment: ply.time.map(|time| spent(ply, time)),
    });
    let tree = played_line(moves, Some(ending(played)));
    let tags = tags(game, played, names, headings);
    let record = Record::new(&start, &tree, &tags, Some(result(played)), None)?;
    record.pgn(WriteOptions::default())
}

/// `+0.35/12 0.100s`.
fn spent(ply: &RecordedPly, micros: u64) -> String {
    let thought = thought(ply.score, ply.depth);
    format!("{thought}{:.3}s", micros as f64 / 1e6)
}

/// The reason of the end.
fn ending(played: &Played) -> String {
    match &played.fault {
        None => played.reason.clone(),
        Some(fault) => format!("{}: {}", played.reason, fault.message),
    }
}

/// The result of the first board, whose seats are the first two.
fn result(played: &Played) -> GameResult {
    let won = |seat| played.winners.contains(&seat);
    match (won(0), won(1)) {
        (true, false) => GameResult::FirstWins,
        (false, true) => GameResult::SecondWins,
        _ => GameResult::Draw,
    }
}

fn tags(
    game: &Game,
    played: &Played,
    names: &[String],
    headings: &PgnTags,
) -> Vec<(String, String)> {
    // The games of an opening are as many as players, who change seats between them.
    let mut present = played.players.clone();
    present.sort_unstable();
    present.dedup();
    let first = played.opening * present.len() as u64;
    let round = played.id.checked_sub(first).map_or(1, |game| game + 1);
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let given = [
        tag("Event", &headings.event),
        tag("Date", &headings.date),
        tag("Round", &format!("{}.{round}", played.opening + 1)),
    ];
    let players = played.players.iter();
    let tags = GameTags {
        players: players
            .map(|number| names.get(*number).map(String::as_str))
            .collect(),
        result: Some(result(played)),
        time_control: headings.time_control.clone(),
        plies: played.plies.len(),
        termination: termination(Some(&played.reason)),
    };
    tags.list(game, &given)
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
