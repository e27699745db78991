//! The lines in which a program describes itself and its search, as UCI and its relatives write
//! them.

use std::time::Duration;

use boardwright::arena::Decided;
use boardwright::error::quoted;
use boardwright::host::{Game, Score};
use boardwright::{Error, Result};
use serde_json::Value;

/// The variant that the protocol plays by default.
const USUAL: &str = "chess";

/// The options that say what is played.
const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

/// An option that a program has, and what it takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EngineOption {
    name: String,
    button: bool,
    /// The words of a choice.
    choices: Vec<String>,
}

/// An option that a line declares.
pub(crate) fn option(line: &str) -> Option<EngineOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let mut words = rest.split_ascii_whitespace();
    let kind = words.next()?;
    let choices = rest
        .split(" var ")
        .skip(1)
        .map(|choice| choice.trim().to_owned());
    Some(EngineOption {
        name: name.trim().to_owned(),
        button: kind == "button",
        choices: choices.collect(),
    })
}

/// Returns true for a game in which castling is that of Chess960.
pub(crate) fn is_chess960(game: &Game) -> bool {
    game.options().get("chess960") == Some(&Value::Bool(true))
}

/// The options that a program needs for a game before it can play it, besides those asked for.
pub(crate) fn needs(
    offered: &[EngineOption],
    given: &[(String, String)],
    game: &Game,
) -> Result<Vec<(String, String)>> {
    let find = |name: &str| offered.iter().find(|o| o.name.eq_ignore_ascii_case(name));
    let is_given = |name: &str| given.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
    let mut all = Vec::new();
    if !is_given(VARIANT) {
        let plays = |option: &&EngineOption| option.choices.iter().any(|c| c == game.name());
        match find(VARIANT).filter(plays) {
            Some(_) => all.push((VARIANT.to_owned(), game.name().to_owned())),
            None if game.name() == USUAL => {}
            None => {
                return Err(Error::unsupported(format!(
                    "it does not play {}",
                    game.name()
                )));
            }
        }
    }
    if is_chess960(game) && !is_given(CHESS960) {
        if find(CHESS960).is_none() {
            return Err(Error::unsupported("it does not castle as Chess960 does"));
        }
        all.push((CHESS960.to_owned(), "true".to_owned()));
    }
    Ok(all)
}

/// The lines that set options, in the spelling of the program.
pub(crate) fn settings(
    offered: &[EngineOption],
    given: &[(String, String)],
) -> Result<Vec<String>> {
    let find = |name: &str| offered.iter().find(|o| o.name.eq_ignore_ascii_case(name));
    let mut all = Vec::new();
    for (name, value) in given {
        let option = find(name).ok_or_else(|| {
            let known: Vec<_> = offered.iter().map(|o| &*o.name).collect();
            Error::invalid_option(format!(
                "it has no option {}: there are {}",
                quoted(name),
                known.join(", ")
            ))
        })?;
        if !option.choices.is_empty() && !option.choices.contains(value) {
            return Err(Error::invalid_option(format!(
                "{}: takes one of {}, not {}",
                option.name,
                option.choices.join(", "),
                quoted(value)
            )));
        }
        all.push((option, value.clone()));
    }
    let line = |(option, value): (&EngineOption, String)| {
        if option.button {
            format!("setoption name {}", option.name)
        } else {
            format!("setoption name {} value {value}", option.name)
        }
    };
    Ok(all.into_iter().map(line).collect())
}

/// A number of an engine within what a score holds.
fn bounded(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Takes from an `info` line what it says of the best line of play.
pub(crate) fn info<'a>(mut words: impl Iterator<Item = &'a str>, decided: &mut Decided) {
    let mut depth = None;
    let mut nodes = None;
    let mut score = None;
    let mut hold = None;
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse::<i64>().ok());
        match word {
            "multipv" if number() != Some(1) => return,
            "depth" => depth = number().and_then(|n| u32::try_from(n).ok()),
            "nodes" => nodes = number().and_then(|n| u64::try_from(n).ok()),
            "sit" => hold = number().and_then(|ms| u64::try_from(ms).ok()),
            "cp" => score = number().map(|cp| Score::Centipawns(bounded(cp))),
            // They count moves, we count plies.
            "mate" => {
                score = number().map(|moves| {
                    let plies = moves.saturating_mul(2) - i64::from(moves > 0);
                    Score::Mate(bounded(plies))
                });
            }
            // What follows is text or moves.
            "string" | "pv" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    decided.depth = depth.or(decided.depth);
    decided.nodes = nodes.or(decided.nodes);
    if score.is_some() {
        decided.score = score;
    }
    decided.hold = hold.map_or(decided.hold, Duration::from_millis);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_read() {
        let read =
            option("option name UCI_Variant type combo default chess var chess var king of var x");
        assert_eq!(
            read,
            Some(EngineOption {
                name: "UCI_Variant".into(),
                button: false,
                choices: vec!["chess".into(), "king of".into(), "x".into()],
            })
        );
        let button = option("option name Clear Hash type button").unwrap();
        assert!(button.button && button.name == "Clear Hash");
        assert_eq!(option("id name x"), None);
        assert_eq!(option("option name x"), None);
    }

    #[test]
    fn settings_are_what_is_asked_for_and_what_the_game_needs() {
        let offered: Vec<_> = [
            "option name UCI_Variant type combo default chess var chess var crazyhouse",
            "option name Skill Level type spin default 20 min -20 max 20",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
        ]
        .into_iter()
        .filter_map(option)
        .collect();
        let settings = |offered: &[EngineOption], given: &[(String, String)], game: &Game| {
            let mut all = needs(offered, given, game)?;
            all.extend_from_slice(given);
            settings(offered, &all)
        };
        let game = |name: &str, options: Value| {
            Game::new(name, options.as_object().expect("a map")).unwrap()
        };
        let given = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            let owned = |(n, v): &(&str, &str)| ((*n).to_owned(), (*v).to_owned());
            pairs.iter().map(owned).collect()
        };
        let crazyhouse = game("crazyhouse", json!({}));
        let asked = given(&[("skill level", "3"), ("Clear Hash", "")]);
        assert_eq!(
            settings(&offered, &asked, &crazyhouse).unwrap(),
            [
                "setoption name UCI_Variant value crazyhouse",
                "setoption name Skill Level value 3",
                "setoption name Clear Hash",
            ]
        );
        let chess960 = game("chess", json!({ "chess960": true }));
        assert_eq!(
            settings(&offered, &[], &chess960).unwrap(),
            [
                "setoption name UCI_Variant value chess",
                "setoption name UCI_Chess960 value true",
            ]
        );
        let chess = game("chess", json!({}));
        assert_eq!(settings(&[], &[], &chess), Ok(Vec::new()));
        assert!(settings(&[], &[], &crazyhouse).is_err());
        assert!(settings(&[], &[], &chess960).is_err());
        assert!(settings(&offered, &given(&[("Nope", "1")]), &chess).is_err());
        assert!(settings(&offered, &given(&[("UCI_Variant", "atomic")]), &chess).is_err());
    }

    #[test]
    fn what_a_program_thinks_is_read() {
        let read = |lines: &[&str]| {
            let mut decided = Decided::default();
            for line in lines {
                info(line.split_ascii_whitespace(), &mut decided);
            }
            decided
        };
        let thought = read(&[
            "depth 9 seldepth 12 multipv 1 score cp -35 nodes 1200 nps 9 pv e2e4 e7e5",
            "depth 9 multipv 2 score cp -90 nodes 1201 pv d2d4",
            "currmove e2e4 currmovenumber 1",
        ]);
        assert_eq!((thought.depth, thought.nodes), (Some(9), Some(1200)));
        assert_eq!(thought.score, Some(Score::Centipawns(-35)));
        assert_eq!(read(&["score mate 3"]).score, Some(Score::Mate(5)));
        assert_eq!(read(&["score mate -3"]).score, Some(Score::Mate(-6)));
        assert_eq!(read(&["string depth 5 score cp 1"]), Decided::default());
        assert_eq!(read(&["depth x score cp", "depth"]), Decided::default());
    }
}
