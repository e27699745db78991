//! The options of the game: which presets, for whom, for how long, and what is
//! defined as data.

use std::sync::Arc;

use super::data;
use super::library::Library;
use super::preset::Counter;
use super::scope::{Active, Scope};
use chess_games::{CHESS960, CHESS960_POSITION, start_position};
use contract::error::{Error, Result, quoted};
use contract::options::{OptionDescription, OptionKind, OptionSpec, Options};
use contract::value::{Value, kind_of, quoted_value, whole_number};

/// The longest duration, in plies.
const LONGEST: i64 = 10_000;

/// The most documents.
const MOST_DOCUMENTS: usize = 32;

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "presets",
        kind: OptionKind::Plain {
            default: "",
            examples: &[
                "piece-hp+king-heals+explosive-rook",
                "queen-splits+piece-shield@white:20+poisoned-squares",
                "knights-leap-twice+wrap-board",
                "berserker+pawn-stamina+cannon",
                "last-piece-standing+knight-immunity",
                "capture-to-win",
                "atomic+three-check",
                "king-of-the-hill",
                "racing-kings",
                "horde",
                "antichess",
                "suicide",
            ],
        },
        doc: "the presets in force at the start: ids joined by +, each with @white or @black and \
              :PLIES behind it if so wished, or a list of ids and of maps with id, scope, turns; \
              chess+ID+ID is short for it",
    },
    OptionSpec {
        name: "scope",
        kind: OptionKind::Choice {
            default: "both",
            values: &["both", "white", "black"],
        },
        doc: "for whom presets are in force that do not say it themselves",
    },
    OptionSpec {
        name: "turns",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: LONGEST,
        },
        doc: "for how many plies presets are in force that do not say it themselves; 0 for ever",
    },
    OptionSpec {
        name: "define",
        kind: OptionKind::Plain {
            default: "",
            examples: &[
                "id = \"amazons\"\n[[piece]]\nid = \"amazon\"\nletter = \"A\"\nbetza = \"QN\"\n\
                 replaces = \"queen\"\n",
            ],
        },
        doc: "presets as data: TOML or JSON as text, a map, or a list of them",
    },
    CHESS960,
    CHESS960_POSITION,
    OptionSpec {
        name: "repetition_count",
        kind: OptionKind::Int {
            default: 5,
            min: 0,
            max: 100,
        },
        doc: "how many occurrences of a position draw the game by themselves; 0 for no such rule",
    },
    OptionSpec {
        name: "halfmove_limit",
        kind: OptionKind::Int {
            default: 150,
            min: 0,
            max: 1000,
        },
        doc: "plies without a capture or pawn move after which the game is drawn by itself; 0 for \
              no such rule",
    },
];

/// The options that each preset takes by itself.
pub(super) fn of_preset() -> Vec<OptionDescription> {
    let own = OPTIONS
        .iter()
        .filter(|o| ["scope", "turns"].contains(&o.name));
    own.map(OptionSpec::describe).collect()
}

/// All that is decided when the game is chosen.
pub(super) struct RuleSettings {
    pub(super) library: Library,
    /// The presets at the start, in the order of registration.
    pub(super) chosen: Vec<Active>,
    /// The attributes and the counters of those presets that planes show: an attribute by its
    /// place, a counter with the place of its preset. Found once, since planes are filled often.
    pub(super) attributes: Vec<usize>,
    pub(super) counters: Vec<(u16, Counter)>,
    /// The number of the start position, where no preset has one of its own.
    pub(super) position: u16,
    pub(super) repetitions: u32,
    pub(super) halfmove_limit: u16,
}

impl RuleSettings {
    pub(super) fn new(options: &Options) -> Result<Self> {
        let mut defined = Vec::new();
        match options.plain("define")? {
            Value::String(text) if text.is_empty() => {}
            Value::Array(many) if many.len() > MOST_DOCUMENTS => {
                return Err(Error::invalid_option(format!(
                    "define: takes at most {MOST_DOCUMENTS} documents, not {}",
                    many.len()
                )));
            }
            Value::Array(many) => {
                for one in many {
                    defined.push(data::define(one)?);
                }
            }
            one => defined.push(data::define(one)?),
        }
        let mut library = Library::new(defined).map_err(|e| e.at("define"))?;
        library.chess960 = options.flag("chess960")?;
        let position = start_position(options)?;
        let scope = Scope::from_name(options.word("scope")?).unwrap_or_default();
        let turns = match options.int("turns")? {
            0 => None,
            n => Some(n as u16),
        };
        let mut chosen = read_set(&library, options.plain("presets")?, scope, turns)?;
        chosen.sort_by_key(|active| active.preset);
        library.agree(&chosen)?;
        let starts: Vec<u16> = chosen
            .iter()
            .map(|active| active.preset)
            .filter(|preset| library.preset(*preset).start().is_some())
            .collect();
        if let [first, second, ..] = starts[..]
            && library.preset(first).start() != library.preset(second).start()
        {
            return Err(Error::invalid_option(format!(
                "presets: {} and {} start from different positions",
                library.id(first),
                library.id(second)
            )));
        }
        if let ([preset, ..], true) = (&starts[..], position != chess::STANDARD) {
            return Err(Error::invalid_option(format!(
                "chess960_position: {} has a start position of its own",
                library.id(*preset)
            )));
        }
        let attributes = library.attributes_of(&chosen).into_iter();
        let attributes = attributes.filter_map(|name| library.attribute(name));
        let attributes = attributes.collect();
        let counters = chosen.iter().flat_map(|active| {
            let counters = library.preset(active.preset).counters().into_iter();
            counters.map(|counter| (active.preset, counter))
        });
        let counters = counters.collect();
        let repetitions = options.int("repetition_count")? as u32;
        if repetitions == 1 {
            return Err(Error::invalid_option(
                "repetition_count: takes 0 or an integer from 2 to 100, not 1",
            ));
        }
        Ok(Self {
            attributes,
            counters,
            library,
            chosen,
            position,
            repetitions,
            halfmove_limit: options.int("halfmove_limit")? as u16,
        })
    }

    pub(super) fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }
}

/// Reads a set of presets.
///
/// # Errors
///
/// `invalid_option`, naming what is wrong.
pub(super) fn read_set(
    library: &Library,
    value: &Value,
    scope: Scope,
    turns: Option<u16>,
) -> Result<Vec<Active>> {
    match value {
        Value::String(text) if text.is_empty() => Ok(Vec::new()),
        Value::String(text) => text
            .split('+')
            .map(|one| read_text(library, one, scope, turns))
            .collect(),
        Value::Array(list) => list
            .iter()
            .map(|one| read_one(library, one, scope, turns))
            .collect(),
        other => Err(Error::invalid_option(format!(
            "presets: takes ids joined by + or a list, not {}",
            kind_of(other)
        ))),
    }
}

/// Reads one preset: a text, or a map with `id`, `scope`, `turns`.
pub(super) fn read_one(
    library: &Library,
    value: &Value,
    scope: Scope,
    turns: Option<u16>,
) -> Result<Active> {
    let map = match value {
        Value::String(text) => return read_text(library, text, scope, turns),
        Value::Object(map) => map,
        other => {
            return Err(Error::invalid_option(format!(
                "presets: takes ids and maps with id, scope and turns, not {}",
                quoted_value(other)
            )));
        }
    };
    if let Some(name) = map
        .keys()
        .find(|k| !["id", "scope", "turns"].contains(&&***k))
    {
        return Err(Error::invalid_option(format!(
            "presets: an entry has no field {}: there are id, scope, turns",
            quoted(name)
        )));
    }
    let Some(id) = map.get("id").and_then(Value::as_str) else {
        return Err(Error::invalid_option("presets: an entry has no id"));
    };
    let scope = match map.get("scope").filter(|v| !v.is_null()) {
        None => scope,
        Some(value) => read_scope(value.as_str().unwrap_or_default(), &quoted_value(value))?,
    };
    let turns = match map.get("turns").filter(|v| !v.is_null()) {
        None => turns,
        Some(value) => Some(read_turns(whole_number(value), &quoted_value(value))?),
    };
    Ok(Active {
        preset: library.find(id)?,
        scope,
        turns,
    })
}

fn read_scope(name: &str, got: &str) -> Result<Scope> {
    Scope::from_name(name).ok_or_else(|| {
        Error::invalid_option(format!(
            "presets: a scope is one of white, black, both, not {got}"
        ))
    })
}

fn read_turns(number: Option<i128>, got: &str) -> Result<u16> {
    number
        .filter(|n| (1..=i128::from(LONGEST)).contains(n))
        .map(|n| n as u16)
        .ok_or_else(|| {
            Error::invalid_option(format!(
                "presets: turns take an integer from 1 to {LONGEST}, not {got}"
            ))
        })
}

/// Reads `ID`, `ID@SCOPE`, `ID:TURNS` or `ID@SCOPE:TURNS`.
fn read_text(
    library: &Library,
    text: &str,
    mut scope: Scope,
    mut turns: Option<u16>,
) -> Result<Active> {
    let mut rest = text;
    if let Some((before, number)) = rest.split_once(':') {
        rest = before;
        turns = Some(read_turns(number.parse().ok(), &quoted(number))?);
    }
    if let Some((before, name)) = rest.split_once('@') {
        rest = before;
        scope = read_scope(name, &quoted(name))?;
    }
    Ok(Active {
        preset: library.find(rest)?,
        scope,
        turns,
    })
}
