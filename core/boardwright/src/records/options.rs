//! Options of reading and writing as hosts give them: plain values by name.

use ::records::columns::ColumnOptions;
use ::records::write::WriteOptions;
use ::records::{NullMoves, ReadOptions};
use contract::arguments;
use contract::error::{Error, Result};
use contract::value::{Dict, Value, kind_of, quoted_value, whole_number};

use crate::host::Game;
use crate::taken::Taken;

/// Treatment of damaged games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDamage {
    /// The host raises an error; reading can go on after it.
    #[default]
    Raise,
    /// Damaged games are left out.
    Skip,
    /// Damages come among the games.
    Yield,
}

/// Options of reading, by default strict about moves and whole.
#[derive(Clone, Debug, Default)]
pub struct ReadSettings {
    /// The game; by default the one that the tag `Variant` names.
    pub game: Option<Game>,
    /// The choices of the reader.
    pub read: ReadOptions,
    /// The treatment of damaged games.
    pub on_damage: OnDamage,
}

/// Options of reading into columns.
#[derive(Clone, Debug)]
pub struct ColumnSettings {
    /// The game; by default the one that the tag `Variant` names.
    pub game: Option<Game>,
    /// The arrays that are filled, and the choices of the reader.
    pub columns: ColumnOptions,
    /// The number of threads.
    pub threads: usize,
    /// True to stop at the first damaged game.
    pub stop: bool,
}

impl Taken<'_> {
    fn read(&mut self) -> Result<ReadOptions> {
        let nulls = [
            ("damage", NullMoves::Damage),
            ("end_line", NullMoves::EndLine),
        ];
        Ok(ReadOptions {
            play_on: self.flag("play_on", false)?,
            lenient_fen: self.flag("lenient_fen", false)?,
            require_result: self.flag("require_result", false)?,
            bare_clocks: self.flag("bare_clocks", false)?,
            null_moves: self.word("null_moves", &nulls)?.unwrap_or_default(),
            ..ReadOptions::default()
        })
    }
}

impl ReadSettings {
    /// Reads options.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and what there is, and `unknown_game`.
    pub fn new(given: Dict) -> Result<Self> {
        let mut taken = Taken::new(given);
        let ways = [
            ("raise", OnDamage::Raise),
            ("skip", OnDamage::Skip),
            ("yield", OnDamage::Yield),
        ];
        let settings = Self {
            game: taken.game()?,
            on_damage: taken.word("on_damage", &ways)?.unwrap_or_default(),
            read: ReadOptions {
                skip_variations: !taken.flag("variations", true)?,
                skip_comments: !taken.flag("comments", true)?,
                ..taken.read()?
            },
        };
        taken.end()?;
        Ok(settings)
    }
}

impl ColumnSettings {
    /// Reads options.
    ///
    /// # Errors
    ///
    /// As in [`ReadSettings::new`].
    pub fn new(given: Dict) -> Result<Self> {
        let mut taken = Taken::new(given);
        let threads = match taken.value("threads") {
            None => None,
            Some(value) => Some(
                whole_number(&value)
                    .ok_or_else(|| arguments::THREADS.wrong(quoted_value(&value)))?,
            ),
        };
        let headers = match taken.value("headers") {
            None => Vec::new(),
            Some(Value::Array(names)) => names
                .into_iter()
                .map(|name| match name {
                    Value::String(name) => Ok(name),
                    other => Err(Error::invalid_option(format!(
                        "headers: takes names of tags, not {}",
                        quoted_value(&other)
                    ))),
                })
                .collect::<Result<_>>()?,
            Some(other) => {
                let got = kind_of(&other);
                return Err(Error::invalid_option(format!(
                    "headers: takes a list, not {got}"
                )));
            }
        };
        let settings = Self {
            game: taken.game()?,
            threads: arguments::THREADS.read(threads)? as usize,
            stop: taken
                .word("on_damage", &[("raise", true), ("skip", false)])?
                .unwrap_or(true),
            columns: ColumnOptions {
                headers,
                clocks: taken.flag("clocks", true)?,
                evals: taken.flag("evals", false)?,
                starts: taken.flag("starts", false)?,
                boards: taken.flag("boards", false)?,
                fens: taken.flag("fens", false)?,
                read: taken.read()?,
            },
        };
        taken.end()?;
        Ok(settings)
    }
}

/// Reads the options of writing: `variations`, `comments`, `notes`, `nags`, true by default.
///
/// # Errors
///
/// `invalid_option`, naming the option and what there is.
pub fn write_options(given: Dict) -> Result<WriteOptions> {
    let mut taken = Taken::new(given);
    let options = WriteOptions {
        variations: taken.flag("variations", true)?,
        comments: taken.flag("comments", true)?,
        notes: taken.flag("notes", true)?,
        nags: taken.flag("nags", true)?,
    };
    taken.end()?;
    Ok(options)
}
