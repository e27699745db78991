//! The output of the commands: standard output as text or JSON, and errors.

use std::fmt::{Arguments, Display};
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use boardwright::Error;
use boardwright::arena::log::LogError;
use serde::Serialize;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The library refused.
    Library(Error),
    /// A stream or file did; what was being done with it.
    Io(String, io::Error),
    /// The fixed workload came to another count than was expected.
    Fingerprint {
        /// The expected count.
        expected: u64,
        /// The count that was found.
        nodes: u64,
    },
    /// So many games of a match were lost by errors of our own bots.
    Faults(u64),
    /// So many games of files were damaged.
    Damaged(u64),
}

impl Failure {
    /// Returns true if the reader of the output went away, which is no error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io(_, error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The stable code: the library's, or one of our own.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Library(error) => error.code(),
            Self::Io(..) => "io",
            Self::Fingerprint { .. } => "fingerprint",
            Self::Faults(_) => "player_errors",
            Self::Damaged(_) => "damaged_games",
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Library(error) => error.fmt(f),
            Self::Io(doing, error) => write!(f, "{doing}: {error}"),
            Self::Faults(games) => {
                write!(f, "{games} games were lost by errors of our own bots")
            }
            Self::Damaged(1) => f.write_str("a game is damaged"),
            Self::Damaged(games) => write!(f, "{games} games are damaged"),
            Self::Fingerprint { expected, nodes } => {
                write!(
                    f,
                    "the workload has {nodes} nodes, and {expected} were expected"
                )
            }
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Refused(error) => Self::Library(error),
            LogError::Io(doing, error) => Self::Io(doing, error),
        }
    }
}

/// The style of a piece of text on a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tone {
    /// Important.
    Strong,
    /// Secondary.
    Faint,
    /// An error.
    Alarm,
}

impl Tone {
    const fn start(self) -> &'static str {
        match self {
            Self::Strong => "\x1b[1m",
            Self::Faint => "\x1b[2m",
            Self::Alarm => "\x1b[31m",
        }
    }
}

/// Standard output and standard error.
pub(crate) struct Console {
    out: BufWriter<Stdout>,
    json: bool,
    colors: bool,
}

impl Console {
    pub(crate) fn standard(json: bool) -> Self {
        let out = io::stdout();
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let colors = !json && wanted && out.is_terminal();
        Self {
            out: BufWriter::new(out),
            json,
            colors,
        }
    }

    /// Returns true if the output is JSON.
    pub(crate) const fn is_json(&self) -> bool {
        self.json
    }

    /// Sets a piece of text off where the output is a terminal.
    pub(crate) fn tone(&self, tone: Tone, text: impl Display) -> String {
        if self.colors {
            format!("{}{text}\x1b[0m", tone.start())
        } else {
            text.to_string()
        }
    }

    pub(crate) fn line(&mut self, line: Arguments<'_>) -> Result<(), Failure> {
        writeln!(self.out, "{line}").map_err(output)
    }

    /// Text that ends its lines itself.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).map_err(output)
    }

    /// One JSON document on a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(|e| Error::internal(e.to_string()))?;
        self.line(format_args!("{text}"))
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(output)
    }

    /// A line for whoever looks on, on standard error.
    pub(crate) fn note(&self, line: Arguments<'_>) -> Result<(), Failure> {
        writeln!(io::stderr(), "{line}")
            .map_err(|error| Failure::Io("cannot write to standard error".into(), error))
    }

    pub(crate) fn error(&self, failure: &Failure) {
        // If standard error is closed, the exit code has to do.
        let _ = writeln!(io::stderr(), "error [{}]: {failure}", failure.code());
    }
}

fn output(error: io::Error) -> Failure {
    Failure::Io("cannot write to standard output".into(), error)
}
