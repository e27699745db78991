//! The file of finished games: a line of JSON that says which match it is of, and
//! one for each game.
//!
//! A line counts from when its end is written, so a run that is killed loses at
//! most the games that were under way; what it left of a line is taken away.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use boardwright::Error;
use boardwright::arena::Played;
use boardwright::error::quoted;
use boardwright::value::{Dict, Value, to_value};

use crate::console::Failure;

const FORMAT: &str = "boardwright-match";
const VERSION: u64 = 1;

/// The file, to which games are added.
pub(super) struct Results {
    file: File,
    path: PathBuf,
}

/// A text that is the same for the same list: FNV-1a, 64 bits.
pub(super) fn fingerprint(list: &[String]) -> String {
    let mut key = 0xcbf2_9ce4_8422_2325_u64;
    for byte in list.iter().flat_map(|line| line.bytes().chain([b'\n'])) {
        key = (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{key:016x}")
}

impl Results {
    /// Opens or creates the file of the match with this identity, and reads the
    /// games it holds.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a file of another match, naming what differs, or one
    /// that is in use; `invalid_notation` for one that is no such file.
    pub(super) fn open(
        path: &Path,
        identity: &Dict,
    ) -> Result<(Self, BTreeMap<u64, Played>), Failure> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = file.map_err(failed("open", path))?;
        lock(&file, path)?;
        let mut results = Self {
            file,
            path: path.to_owned(),
        };
        let mut bytes = Vec::new();
        results
            .file
            .read_to_end(&mut bytes)
            .map_err(failed("read", path))?;
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|_| wrong(path, 1, "is not text in UTF-8"))?;
        let mut lines = text.lines().enumerate();
        let Some((_, first)) = lines.next() else {
            // What stands there without an end of line must be the beginning of
            // ours, or it is somebody else's file.
            let header = header(identity);
            if !header.as_bytes().starts_with(&bytes) {
                return Err(wrong(path, 1, "is not that of a match").into());
            }
            results.cut(0)?;
            results.write(&header)?;
            return Ok((results, BTreeMap::new()));
        };
        check(path, first, identity)?;
        let mut games = BTreeMap::new();
        for (index, line) in lines {
            let game: Played = serde_json::from_str(line)
                .map_err(|error| wrong(path, index + 1, &format!("is no game: {error}")))?;
            games.entry(game.id).or_insert(game);
        }
        results.cut(whole as u64)?;
        Ok((results, games))
    }

    /// Goes on writing after so many bytes, and takes away what follows.
    fn cut(&mut self, length: u64) -> Result<(), Failure> {
        self.file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .map_err(failed("write", &self.path))?;
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        self.file
            .write_all(line.as_bytes())
            .map_err(failed("write", &self.path))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &Played) -> Result<(), Failure> {
        self.write(&format!("{}\n", to_value(game)?))
    }
}

fn failed(doing: &str, path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let text = format!("cannot {doing} {}", path.display());
    move |error| Failure::Io(text.clone(), error)
}

fn wrong(path: &Path, line: usize, what: &str) -> Error {
    Error::invalid_notation(format!("results: {} line {line} {what}", path.display()))
}

/// The first line.
fn header(identity: &Dict) -> String {
    let mut out = Dict::new();
    out.insert("format".into(), FORMAT.into());
    out.insert("version".into(), VERSION.into());
    out.extend(identity.clone());
    format!("{}\n", Value::Object(out))
}

/// Checks that the first line is that of this match.
fn check(path: &Path, line: &str, identity: &Dict) -> Result<(), Error> {
    let found: Dict = serde_json::from_str(line)
        .ok()
        .filter(|found: &Dict| found.get("format").and_then(Value::as_str) == Some(FORMAT))
        .ok_or_else(|| wrong(path, 1, "is not that of a match"))?;
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
                "results: {} is of another match: {name} was {}, not {}",
                path.display(),
                quoted(&other.to_string()),
                quoted(&value.to_string())
            )));
        }
    }
    Ok(())
}

/// Keeps a second run from playing the same games. The lock goes with the process.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
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
fn lock(_: &File, _: &Path) -> Result<(), Failure> {
    Ok(())
}
