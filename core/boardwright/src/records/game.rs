//! Games of tables and matches as records: tags that follow from a game, and its moves.

use ::records::{Annotations, GameResult, Node, Tree};
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::{Dict, Value, quoted_value};

use crate::host::Game;

/// The words of the standard for ends (9.8.1), by the reasons of outcomes; `None` is a game
/// that goes on.
pub(crate) fn termination(reason: Option<&str>) -> &'static str {
    match reason {
        None | Some("aborted") => "unterminated",
        Some("timeout" | "timeout_against_insufficient_material" | "time_limit") => "time forfeit",
        Some("illegal_move") => "rules infraction",
        Some("abandoned" | "bot_unavailable" | "crash") => "abandoned",
        Some("ply_limit" | "waiting" | "adjudicated") => "adjudication",
        Some(_) => "normal",
    }
}

/// Tags that a game has besides those that its moves imply.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameTags<'a> {
    /// Names of the players by seat; `None` where nobody knows.
    pub players: Vec<Option<&'a str>>,
    /// The result.
    pub result: Option<GameResult>,
    /// The time control as the standard writes it; empty where there is none.
    pub time_control: String,
    /// The number of moves.
    pub plies: usize,
    /// The word for the end.
    pub termination: &'static str,
}

impl GameTags<'_> {
    /// Lists the tags. Those given come first or replace them.
    pub(crate) fn list(&self, game: &Game, given: &[(String, String)]) -> Vec<(String, String)> {
        let mut tags = given.to_vec();
        let mut add = |name: &str, value: &str| {
            if !tags.iter().any(|(known, _)| known == name) {
                tags.push((name.to_owned(), value.to_owned()));
            }
        };
        for (number, seat) in game.seats().iter().enumerate() {
            let player = self.players.get(number).copied().flatten();
            add(&player_tag(seat), player.unwrap_or("?"));
        }
        if let Some(result) = self.result {
            add("Result", result.text());
        }
        if !self.time_control.is_empty() {
            add("TimeControl", &self.time_control);
        }
        add("PlyCount", &self.plies.to_string());
        add("Termination", self.termination);
        tags
    }
}

/// The tag with the name of a seat's player: `White` of `white`, `WhiteA` of `A.white`.
fn player_tag(seat: &str) -> String {
    let (board, side) = seat.split_once('.').unwrap_or(("", seat));
    let (first, rest) = side.split_at_checked(1).unwrap_or((side, ""));
    format!("{}{rest}{board}", first.to_ascii_uppercase())
}

/// A move of a line with what is said after it.
#[derive(Clone, Debug)]
pub(crate) struct PlayedMove {
    pub seat: Seat,
    /// The canonical text.
    pub text: String,
    /// The time on the mover's clock in milliseconds.
    pub clock: Option<u64>,
    pub comment: Option<String>,
}

/// The tree of a line of moves; the reason of the end is a comment of the last one.
pub(crate) fn played_line(
    moves: impl IntoIterator<Item = PlayedMove>,
    ending: Option<String>,
) -> Tree<String> {
    let mut tree = Tree::default();
    let mut at = None;
    for played in moves {
        let mut node = Node::new(played.seat, played.text);
        node.after.extend(played.comment);
        node.notes = Annotations {
            clock: played.clock,
            ..Annotations::default()
        };
        at = Some(tree.push(at, node));
    }
    match at {
        Some(last) => tree.node_mut(last).after.extend(ending),
        None => tree.comments.extend(ending),
    }
    tree
}

/// Reads tags from a map.
///
/// # Errors
///
/// `invalid_option` for a value that is no text.
pub(crate) fn tags_from_plain(given: &Dict) -> Result<Vec<(String, String)>> {
    let tag = |(name, value): (&String, &Value)| match value {
        Value::String(text) => Ok((name.clone(), text.clone())),
        other => Err(Error::invalid_option(format!(
            "tags: {name}: takes a text, not {}",
            quoted_value(other)
        ))),
    };
    given.iter().map(tag).collect()
}
