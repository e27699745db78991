//! The file of finished games: a line of JSON that says what they are of, and one for each game.
//!
//! The one module of the arena that touches a file, and only the one that it is given. A line
//! counts from when its end is written, so a run that is killed loses at
//! most the games that were under way; what it left of a line is taken away.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::record::Played;
use contract::error::{Error, quoted};
use contract::value::{Dict, Value, to_value};

/// Format of files of matches of two players.
pub const MATCH: &str = "boardwright-match";

/// Format of files of tournaments.
pub const TOURNAMENT: &str = "boardwright-tournament";

const VERSION: u64 = 1;

/// A file of finished games, to which more are added.
#[derive(Debug)]
pub struct GameLog {
    file: File,
    path: PathBuf,
}

/// Why a file of games cannot be used.
#[derive(Debug)]
pub enum LogError {
    /// It is that of something else.
    Refused(Error),
    /// The system says so; with what was being done.
    Io(String, std::io::Error),
}

impl From<Error> for LogError {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

/// For hosts an error of the system is an option that cannot be.
impl From<LogError> for Error {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Refused(error) => error,
            LogError::Io(doing, error) => Self::invalid_option(format!("{doing}: {error}")),
        }
    }
}

/// Returns a text that is the same for the same list: FNV-1a, 64 bits.
#[must_use]
pub fn fingerprint(list: &[String]) -> String {
    let mut key = 0xcbf2_9ce4_8422_2325_u64;
    for byte in list.iter().flat_map(|line| line.bytes().chain([b'\n'])) {
        key = (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{key:016x}")
}

impl GameLog {
    /// Opens or creates the file of this format for what has this identity, and reads the
    /// games it holds.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a file of something else, naming what differs, or one
    /// that is in use; `invalid_notation` for one that is no such file.
    pub fn open(
        path: &Path,
        format: &str,
        identity: &Dict,
    ) -> Result<(Self, BTreeMap<u64, Played>), LogError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = file.map_err(failed("open", path))?;
        lock(&file, path)?;
        let mut log = Self {
            file,
            path: path.to_owned(),
        };
        let mut bytes = Vec::new();
        log.file
            .read_to_end(&mut bytes)
            .map_err(failed("read", path))?;
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|_| wrong(path, 1, "is not text in UTF-8"))?;
        let mut lines = text.lines().enumerate();
        let Some((_, first)) = lines.next() else {
            // What stands there without an end of line must be the beginning of
            // ours, or it is somebody else's file.
            let header = header(format, identity);
            if !header.as_bytes().starts_with(&bytes) {
                return Err(wrong(path, 1, &not_ours(format)).into());
            }
            log.cut(0)?;
            log.write(&header)?;
            return Ok((log, BTreeMap::new()));
        };
        check(path, first, format, identity)?;
        let mut games = BTreeMap::new();
        for (index, line) in lines {
            let game: Played = serde_json::from_str(line)
                .map_err(|error| wrong(path, index + 1, &format!("is no game: {error}")))?;
            games.entry(game.id).or_insert(game);
        }
        log.cut(whole as u64)?;
        Ok((log, games))
    }

    /// Goes on writing after so many bytes, and takes away what follows.
    fn cut(&mut self, length: u64) -> Result<(), LogError> {
        self.file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .map_err(failed("write", &self.path))?;
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), LogError> {
        self.file
            .write_all(line.as_bytes())
            .map_err(failed("write", &self.path))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn add(&mut self, game: &Played) -> Result<(), LogError> {
        self.write(&format!("{}\n", to_value(game)?))
    }
}

fn failed(doing: &str, path: &Path) -> impl Fn(std::io::Error) -> LogError {
    let text = format!("cannot {doing} {}", path.display());
    move |error| LogError::Io(text.clone(), error)
}

fn wrong(path: &Path, line: usize, what: &str) -> Error {
    Error::invalid_notation(format!("results: {} line {line} {what}", path.display()))
}

/// The words for a file of another format.
fn not_ours(format: &str) -> String {
    format!("is not that of a {}", noun(format))
}

/// The noun for that of which a file of a format is.
fn noun(format: &str) -> &str {
    format.rsplit('-').next().unwrap_or(format)
}

/// The first line.
fn header(format: &str, identity: &Dict) -> String {
    let mut out = Dict::new();
    out.insert("format".into(), format.into());
    out.insert("version".into(), VERSION.into());
    out.extend(identity.clone());
    format!("{}\n", Value::Object(out))
}

/// Checks that the first line is that of this match.
fn check(path: &Path, line: &str, format: &str, identity: &Dict) -> Result<(), Error> {
    let found: Dict = serde_json::from_str(line)
        .ok()
        .filter(|found: &Dict| found.get("format").and_then(Value::as_str) == Some(format))
        .ok_or_else(|| wrong(path, 1, &not_ours(format)))?;
    if found.get("version").and_then(Value::as_u64) != Some(VERSION) {
        return Err(Error::unsupported(format!(
            "results: {} is of a version that is not known, only {VERSION} is",
            path.display()
        )));
    }
    // Written and read once more, so that numbers are compared as they are read.
    let text = Value::Object(identity.clone()).to_string();
    let identity: Dict = serde_json::from_str(&text)
        .map_err(|error| Error::internal(format!("an identity cannot be read: {error}")))?;
    for (name, value) in &identity {
        let other = found.get(name).unwrap_or(&Value::Null);
        if other != value {
            return Err(Error::invalid_option(format!(
                "results: {} is of another {}: {name} was {}, not {}",
                path.display(),
                noun(format),
                quoted(&other.to_string()),
                quoted(&value.to_string())
            )));
        }
    }
    Ok(())
}

/// Keeps a second run from playing the same games. The lock goes with the process.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), LogError> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => Err(Error::invalid_option(format!(
            "results: {} is in use by another run",
            path.display()
        ))
        .into()),
        // Some file systems have no locks; then that is left to whoever runs us.
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn lock(_: &File, _: &Path) -> Result<(), LogError> {
    Ok(())
}
