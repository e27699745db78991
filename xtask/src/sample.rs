//! Seeded random games of any game under any of its options.
//!
//! Moves are drawn from the sorted list of their texts, so that a game stays the
//! same when the order in which the library lists moves changes.

use boardwright::game::GameInfo;
use boardwright::host::{Game, MoveRef, State};
use boardwright::options::{KindDescription, OptionDescription};
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use boardwright::{Error, ErrorKind};

/// A random legal move; `None` where there is none.
///
/// # Errors
///
/// Those of the library.
pub fn draw(state: &State, rng: &mut Rng) -> Result<Option<String>, Error> {
    let mut moves = state.legal_moves(None, None)?;
    if moves.is_empty() {
        return Ok(None);
    }
    moves.sort_unstable();
    Ok(Some(
        moves.swap_remove(rng.below(moves.len() as u32) as usize),
    ))
}

/// A random game of at most so many plies: its moves and its last state.
///
/// # Errors
///
/// Those of the library.
pub fn walk(start: &State, rng: &mut Rng, plies: usize) -> Result<(Vec<String>, State), Error> {
    let mut state = start.clone();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(text) = draw(&state, rng)? else {
            break;
        };
        state = state.play(None, MoveRef::Text(&text), None)?;
        moves.push(text);
    }
    Ok((moves, state))
}

/// Options that differ from the defaults: every other value of every option that
/// can be counted up, and the ends and the middle of ranges. A value that does
/// not go alone is tried with each flag turned over, and then beside each other
/// value of each other option.
///
/// # Errors
///
/// Those of the library, `invalid_option` excepted.
pub fn variants(info: &GameInfo) -> Result<Vec<Dict>, Error> {
    let flags: Vec<(String, Value)> = info
        .options
        .iter()
        .map(|spec| spec.describe())
        .filter(|option| option.kind == KindDescription::Flag)
        .map(|option| (option.name.to_owned(), (option.default == false).into()))
        .collect();
    let mut all = flags.clone();
    for option in info.options.iter().map(|spec| spec.describe()) {
        let values = others(&option).into_iter();
        all.extend(values.map(|v| (option.name.to_owned(), v)));
    }
    let mut found = Vec::new();
    for spec in info.options {
        let option = spec.describe();
        for value in others(&option) {
            let alone: Dict = [(option.name.to_owned(), value)].into_iter().collect();
            let others = all.iter().filter(|(other, _)| other != option.name);
            let beside = others.map(|flag| {
                let mut both = alone.clone();
                both.insert(flag.0.clone(), flag.1.clone());
                both
            });
            for options in std::iter::once(alone.clone()).chain(beside) {
                if goes(info.name, &options)? {
                    found.push(options);
                    break;
                }
            }
        }
    }
    Ok(found)
}

/// The values to try besides the default.
fn others(option: &OptionDescription) -> Vec<Value> {
    let texts = |texts: &[&str]| texts.iter().map(|text| Value::from(*text)).collect();
    let mut values: Vec<Value> = match &option.kind {
        KindDescription::Flag => vec![true.into(), false.into()],
        KindDescription::Int { min, max, .. } => {
            vec![(*min).into(), (min + (max - min) / 2).into(), (*max).into()]
        }
        KindDescription::Choice { values } | KindDescription::Preset { values } => texts(values),
        KindDescription::Text { examples } | KindDescription::Plain { examples } => texts(examples),
    };
    values.retain(|value| *value != option.default);
    values
}

fn goes(game: &str, options: &Dict) -> Result<bool, Error> {
    match Game::new(game, options).and_then(|game| game.start()) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::InvalidOption => Ok(false),
        Err(error) => Err(error),
    }
}

/// A game as the shared vectors name it: `name`, or `name(option=JSON,…)`.
#[must_use]
pub fn label(name: &str, options: &Dict) -> String {
    if options.is_empty() {
        return name.to_owned();
    }
    let options: Vec<_> = options
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!("{name}({})", options.join(","))
}

/// Reads what [`label`] writes; `None` for what it does not.
#[must_use]
pub fn read_label(label: &str) -> Option<(&str, Dict)> {
    let Some((name, options)) = label.split_once('(') else {
        return Some((label, Dict::new()));
    };
    let options = options.strip_suffix(')')?.split(',').map(|option| {
        let (name, value) = option.split_once('=')?;
        Some((name.to_owned(), serde_json::from_str(value).ok()?))
    });
    Some((name, options.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use boardwright::registry::GAMES;
    use serde_json::json;

    use super::*;

    #[test]
    fn every_option_is_varied() {
        for entry in GAMES {
            let info = entry.info();
            let variants = variants(info).expect("variants");
            for option in info.options {
                let varied = variants
                    .iter()
                    .filter(|v| v.contains_key(option.name))
                    .count();
                assert!(varied > 0, "{}: {}", info.name, option.name);
            }
        }
    }

    #[test]
    fn walks_are_the_same_every_time() {
        let start = Game::new(GAMES[0].info().name, &Dict::new())
            .and_then(|game| game.start())
            .expect("a start");
        let walk = |seed| walk(&start, &mut Rng::new(seed), 40).expect("a walk");
        assert_eq!(walk(1).0, walk(1).0);
        assert_ne!(walk(1).0, walk(2).0);
        assert_eq!(walk(1).1.ply(), walk(1).0.len());
    }

    #[test]
    fn labels_carry_options_as_json() {
        let options: Dict = [("a".into(), json!(true)), ("b".into(), json!("x"))]
            .into_iter()
            .collect();
        assert_eq!(label("g", &Dict::new()), "g");
        assert_eq!(label("g", &options), "g(a=true,b=\"x\")");
        assert_eq!(read_label("g"), Some(("g", Dict::new())));
        assert_eq!(read_label("g(a=true,b=\"x\")"), Some(("g", options)));
        for wrong in ["g(a=true", "g(a)", "g(a=x)", "g()"] {
            assert_eq!(read_label(wrong), None, "{wrong}");
        }
    }
}
