//! Games by the values of the tag `Variant`, as servers write it.

use contract::error::{Error, Result, quoted};
use contract::value::Dict;
use serde_json::json;

use crate::host::Game;

/// Names of servers, in small letters without blanks and signs, with the game and true for
/// Chess960.
const NAMES: &[(&str, &str, bool)] = &[
    ("standard", "chess", false),
    ("normal", "chess", false),
    ("orthodox", "chess", false),
    ("fromposition", "chess", false),
    ("fischerandom", "chess", true),
    ("fischerrandom", "chess", true),
    ("fischerrandomchess", "chess", true),
    ("freestyle", "chess", true),
    ("freestylechess", "chess", true),
    ("zh", "crazyhouse", false),
    ("atomic", "chess+atomic", false),
    ("threecheck", "chess+three-check", false),
    ("3check", "chess+three-check", false),
    ("kingofthehill", "chess+king-of-the-hill", false),
    ("koth", "chess+king-of-the-hill", false),
    ("antichess", "chess+antichess", false),
    ("giveaway", "chess+antichess", false),
    ("suicide", "chess+suicide", false),
    ("horde", "chess+horde", false),
    ("racingkings", "chess+racing-kings", false),
];

/// Returns the names of servers that are understood, each with the name of its game.
pub fn variant_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().map(|(name, game, _)| (*name, *game))
}

/// Returns the game that a value of the tag `Variant` names; without a tag it is chess. A
/// name of the registry is itself understood; `960` after any name is for Chess960.
///
/// # Errors
///
/// `unknown_game` for a name that stands for no game here.
pub fn game_of_variant(variant: Option<&str>) -> Result<Game> {
    let Some(variant) = variant else {
        return Game::new("chess", &Dict::new());
    };
    let lower = variant.trim().to_ascii_lowercase();
    let of_server = |text: &str| {
        let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        NAMES.iter().find(|(name, ..)| *name == plain)
    };
    let (name, chess960) = match (of_server(&lower), lower.strip_suffix("960")) {
        (Some((_, game, chess960)), _) => (*game, *chess960),
        (None, Some(shuffled)) => match of_server(shuffled) {
            Some((_, game, _)) => (*game, true),
            None => (shuffled.trim_end_matches([' ', '-', '_']), true),
        },
        (None, None) => (lower.as_str(), false),
    };
    let mut options = Dict::new();
    if chess960 {
        options.insert("chess960".into(), json!(true));
    }
    Game::new(name, &options).map_err(|error| {
        let what = format!("{} names no game here", quoted(variant));
        Error::new(error.kind(), what)
    })
}
