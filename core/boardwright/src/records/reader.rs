//! Records of any game, one after the other, and columns.

use std::fmt;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use ::records::columns::{self, BoardRules, ColumnOptions, Columns, Reading};
use ::records::write::WriteOptions;
use ::records::{Damage, DamageKind, GameResult, GameText, ReadOptions, Source, Stop, Tree};
use contract::error::{Error, Result};
use contract::jobs::{Class, Control, Kind, Work};
use dynamic::AnyRecord;

use super::input::{Input, is_packed, open, unpacked};
use super::options::ColumnSettings;
use super::variant::game_of_variant;
use crate::host::{Game, State, guard};
use crate::registry;

/// A record of any game; a value.
#[derive(Clone)]
pub struct Record {
    record: AnyRecord,
    line: usize,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("line", &self.line)
            .field("tags", &self.record.tags())
            .finish_non_exhaustive()
    }
}

impl Record {
    /// Makes a record of moves given as texts of a style, by default the canonical one, with
    /// what is said about them.
    ///
    /// # Errors
    ///
    /// Those of the first move that cannot be read or is not legal.
    pub fn new(
        start: &State,
        moves: &Tree<String>,
        tags: &[(String, String)],
        result: Option<GameResult>,
        style: Option<&str>,
    ) -> Result<Self> {
        guard(|| {
            let record = start.erased().record(moves, tags, result, style)?;
            Ok(Self { record, line: 0 })
        })
    }

    /// Returns the line in which it begins, from 1; 0 for one that was not read.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.start().game()
    }

    /// Returns the tags, in order.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        self.record.tags()
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        ::records::tag(self.tags(), name)
    }

    /// Returns the result at its end; `None` if there is none.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.record.result()
    }

    /// Returns the first state.
    #[must_use]
    pub fn start(&self) -> State {
        State::of(self.record.start())
    }

    /// Returns the state after a move of the tree by its index; `None` for the state after
    /// the main line.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an index beyond the end.
    pub fn state(&self, node: Option<usize>) -> Result<State> {
        guard(|| Ok(State::of(self.record.state(node)?)))
    }

    /// Returns the moves with variations, comments, glyphs, clocks and evaluations, as texts
    /// of a style, by default the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    pub fn moves(&self, style: Option<&str>) -> Result<Tree<String>> {
        guard(|| self.record.moves(style))
    }

    /// Writes it as PGN, a blank line at its end.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without SAN, `invalid_option` for a tag that cannot be
    /// written.
    pub fn pgn(&self, options: WriteOptions) -> Result<String> {
        guard(|| self.record.pgn(options))
    }
}

/// The games of a stream, one after the other.
pub struct GameReader {
    source: Source<Input>,
    options: ReadOptions,
    rules: Chooser,
}

impl fmt::Debug for GameReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

/// Chooses games by the tag `Variant` and remembers the last choice.
struct Chooser {
    given: Option<Game>,
    last: Option<(Option<String>, Game)>,
}

impl Chooser {
    fn game(&mut self, text: &GameText<'_>) -> Result<Game, Stop> {
        if let Some(game) = &self.given {
            return Ok(game.clone());
        }
        let variant = text.tag("Variant").map(|tag| tag.value());
        if let Some((known, game)) = &self.last
            && known.as_deref() == variant.as_deref()
        {
            return Ok(game.clone());
        }
        let game = game_of_variant(variant.as_deref())
            .map_err(|error| text.fault(DamageKind::Variant, error.message().to_owned()))?;
        self.last = Some((variant.map(Into::into), game.clone()));
        Ok(game)
    }
}

impl GameReader {
    /// Reads games of one game, whatever their tag `Variant` says, or without one of the
    /// games that this tag names.
    #[must_use]
    pub fn new(input: Input, options: ReadOptions, game: Option<Game>) -> Self {
        Self {
            source: Source::new(input, options.limits),
            options,
            rules: Chooser {
                given: game,
                last: None,
            },
        }
    }

    /// Returns the number of unpacked bytes of the games read so far.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.source.position()
    }

    /// Reads the next game; `None` at the end. After a damage the next call goes on with the
    /// next game.
    ///
    /// # Errors
    ///
    /// `internal`.
    pub fn read(&mut self) -> Result<Option<Result<Record, Damage>>> {
        let (options, rules, source) = (&self.options, &mut self.rules, &mut self.source);
        guard(move || {
            let next = source.next(|text| {
                let game = rules.game(text)?;
                Arc::clone(game.erased()).read_record(text, options)
            });
            Ok(next.map(|read| read.map(|(line, record)| Record { record, line })))
        })
    }
}

/// Bytes for [`columns()`].
pub enum ColumnsInput {
    /// A text in memory, which is not copied.
    Bytes(Arc<dyn AsRef<[u8]> + Send + Sync>),
    /// A stream.
    Stream(Input),
}

/// Returns the rules by which columns of a game are read.
fn board_rules(game: &Game) -> Option<Arc<dyn BoardRules>> {
    let entry = registry::find(game.name()).ok()?;
    entry.board_rules(game.erased())
}

fn choose(game: Option<Game>) -> impl Fn(Option<&str>) -> Option<Arc<dyn BoardRules>> + Sync {
    move |variant| match &game {
        Some(game) => board_rules(game),
        None => board_rules(&game_of_variant(variant).ok()?),
    }
}

/// Called with the number of unpacked bytes read so far.
pub type Progress = Box<dyn Fn(u64) + Send + Sync>;

/// Prepares the reading of main lines into arrays, to run on the pool. Without `game` each
/// game is read as its tag `Variant` says; games that are not played on one chess board are
/// damages of kind `variant`. The answer does not depend on the number of threads.
///
/// # Errors
///
/// `unsupported` for a game that is not played on one chess board.
pub fn columns(
    input: ColumnsInput,
    game: Option<Game>,
    options: ColumnOptions,
    threads: usize,
    stop: bool,
    progress: Progress,
) -> Result<Work<Columns>> {
    check_game(game.as_ref())?;
    Ok(Work::new(Kind::Records, Class::Long, move |control| {
        let choose = choose(game);
        let reading = Reading {
            threads,
            stop,
            progress: &*progress,
            control,
        };
        match input {
            ColumnsInput::Bytes(bytes) => {
                columns::read((*bytes).as_ref(), &choose, &options, &reading)
            }
            ColumnsInput::Stream(stream) => {
                let mut all = Columns::new(&options);
                columns::read_stream(stream, &choose, &options, &reading, &mut |part| {
                    all.append(part, 1);
                    Ok(())
                })?;
                Ok(all)
            }
        }
    }))
}

/// Reads a stream as [`columns()`] does, on the calling thread and its helpers, and hands each
/// part of some megabytes to `each` in order: in constant memory.
///
/// # Errors
///
/// As in [`columns()`], and those of `each`.
pub fn columns_parts(
    input: Input,
    game: Option<Game>,
    options: &ColumnOptions,
    threads: usize,
    stop: bool,
    each: &mut dyn FnMut(Columns) -> Result<()>,
) -> Result<()> {
    check_game(game.as_ref())?;
    let choose = choose(game);
    let reading = Reading {
        threads,
        stop,
        progress: &|_| {},
        control: &Control::new(None),
    };
    columns::read_stream(input, &choose, options, &reading, each)
}

/// Prepares the reading of a file or of bytes, unpacked if they are packed, as [`columns()`]
/// does. At the first damaged game it is an `invalid_notation` if the settings say stop.
///
/// # Errors
///
/// Those of [`columns`](fn@columns), and `invalid_option` for a source that cannot be read.
pub fn columns_of(
    source: ColumnsSource,
    settings: ColumnSettings,
    progress: Progress,
) -> Result<Work<Columns>> {
    let input = match source {
        ColumnsSource::File(path) => ColumnsInput::Stream(open(&path)?),
        ColumnsSource::Bytes(bytes) if is_packed((*bytes).as_ref()) => {
            let input = unpacked(Cursor::new(SharedBytes(bytes)));
            let fault = |error| Error::invalid_option(format!("source: {error}"));
            ColumnsInput::Stream(input.map_err(fault)?)
        }
        ColumnsSource::Bytes(bytes) => ColumnsInput::Bytes(bytes),
    };
    let ColumnSettings {
        game,
        columns: options,
        threads,
        stop,
    } = settings;
    let work = columns(input, game, options, threads, stop, progress)?;
    Ok(work.then(move |columns| stop_at_damage(columns, stop)))
}

/// The columns, or the error of their damage if reading had to stop there.
pub(super) fn stop_at_damage(columns: Columns, stop: bool) -> Result<Columns> {
    match columns.damages.first() {
        Some(damage) if stop => Err(Error::invalid_notation(damage.to_string())),
        _ => Ok(columns),
    }
}

/// Reads a stream into columns on the calling thread and its helpers.
pub(super) fn stream_columns(
    input: Input,
    settings: ColumnSettings,
    progress: &(dyn Fn(u64) + Sync),
    control: &Control,
) -> Result<Columns> {
    let choose = choose(settings.game);
    let reading = Reading {
        threads: settings.threads,
        stop: settings.stop,
        progress,
        control,
    };
    let mut all = Columns::new(&settings.columns);
    columns::read_stream(input, &choose, &settings.columns, &reading, &mut |part| {
        all.append(part, 1);
        Ok(())
    })?;
    Ok(all)
}

impl ColumnSettings {
    pub(super) fn check_game(&self) -> Result<()> {
        check_game(self.game.as_ref())
    }
}

/// A source of [`columns_of`].
pub enum ColumnsSource {
    /// A file.
    File(PathBuf),
    /// A text in memory, which is not copied.
    Bytes(Arc<dyn AsRef<[u8]> + Send + Sync>),
}

struct SharedBytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// Returns the canonical text of a move of [`Columns::moves`].
///
/// # Errors
///
/// `unsupported` for a game that is not played on one chess board, `invalid_notation` for a
/// code that no move has.
pub fn move_text(game: &Game, code: u16) -> Result<String> {
    check_game(Some(game))?;
    board_rules(game)
        .and_then(|rules| rules.move_text(code))
        .ok_or_else(|| Error::invalid_notation(format!("move: no move has the code {code}")))
}

fn check_game(game: Option<&Game>) -> Result<()> {
    match game {
        Some(game) if board_rules(game).is_none() => Err(Error::unsupported(format!(
            "columns: {} is not played on one chess board",
            game.name()
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use contract::value::Dict;

    use super::*;

    #[test]
    fn names_of_servers_are_understood() {
        for (name, game) in super::super::variant_names() {
            assert_eq!(
                game_of_variant(Some(name)).unwrap().name(),
                Game::new(game, &Dict::new()).unwrap().name(),
                "{name}"
            );
        }
        for (name, notation) in [
            ("Three-check", "chess+"),
            ("King of the Hill", "chess+"),
            ("Crazyhouse", "crazyhouse"),
            ("chess 960", "chess"),
            ("crazyhouse960", "crazyhouse"),
            ("From Position", "chess"),
            ("chess+piece-hp", "chess+"),
        ] {
            assert_eq!(game_of_variant(Some(name)).unwrap().name(), notation);
        }
        for (name, chess960) in [
            ("Atomic", false),
            ("Atomic 960", true),
            ("Three-check960", true),
            ("crazyhouse 960", true),
            ("Fischerandom", true),
        ] {
            let game = game_of_variant(Some(name)).unwrap();
            assert_eq!(game.options()["chess960"], chess960, "{name}");
        }
        assert!(game_of_variant(Some("Shogi")).is_err());
    }
}
