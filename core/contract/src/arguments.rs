//! The arguments of calls that every host checks in the same way: whole numbers with their
//! ranges and defaults, and the bounds of plain values.

use crate::error::{Error, Result, quoted};
use crate::jobs::MOST_THREADS;

/// A whole number that a call takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct WholeNumber {
    /// The name.
    pub name: &'static str,
    /// The documentation.
    pub doc: &'static str,
    /// The least value.
    pub least: u64,
    /// The greatest value.
    pub most: u64,
    /// The value if none is given; `None` for an argument that has to be given, or that is
    /// left as it is.
    pub default: Option<u64>,
}

impl WholeNumber {
    /// Checks a value that is given.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the argument, its range and the value.
    pub fn check(&self, given: i128) -> Result<u64> {
        let fits = u64::try_from(given).ok();
        let fits = fits.filter(|value| (self.least..=self.most).contains(value));
        fits.ok_or_else(|| self.wrong(given))
    }

    /// Checks a value, or takes the default where none is given.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check); `invalid_option` if there is no default.
    pub fn read(&self, given: Option<i128>) -> Result<u64> {
        match (given, self.default) {
            (Some(given), _) => self.check(given),
            (None, Some(default)) => Ok(default),
            (None, None) => Err(self.wrong("nothing")),
        }
    }

    /// The error for a value that is not taken.
    pub fn wrong(&self, got: impl std::fmt::Display) -> Error {
        let Self {
            name, least, most, ..
        } = self;
        Error::invalid_option(format!(
            "{name}: takes an integer from {least} to {most}, not {got}"
        ))
    }
}

const fn whole(
    name: &'static str,
    (least, most): (u64, u64),
    default: Option<u64>,
    doc: &'static str,
) -> WholeNumber {
    WholeNumber {
        name,
        doc,
        least,
        most,
        default,
    }
}

/// The depth of `perft` and `divide`.
pub const DEPTH: WholeNumber = whole(
    "depth",
    (0, DEEPEST_COUNT),
    None,
    "The depth of the tree of legal moves, in plies.",
);

/// The threads of `perft`, `divide` and `playouts`.
pub const THREADS: WholeNumber = whole(
    "threads",
    (1, MOST_THREADS as u64),
    Some(1),
    "The threads that share the work.",
);

/// The hash table of `perft` and `divide`.
pub const HASH: WholeNumber = whole(
    "hash",
    (0, 1 << 16),
    Some(0),
    "The size of the table of positions met before, in MiB; 0 for none.",
);

/// The games of `playouts`.
pub const GAMES: WholeNumber = whole("games", (0, 1 << 40), None, "The number of random games.");

/// The games of a vector.
pub const VECTOR_GAMES: WholeNumber = whole(
    "games",
    (1, 1 << 20),
    None,
    "The number of games that are stepped at once.",
);

/// The seed of `playouts` and of bots.
pub const SEED: WholeNumber = whole(
    "seed",
    (0, u64::MAX),
    Some(0),
    "The seed from which all draws follow.",
);

/// The bound on each game of `playouts`.
pub const PLY_LIMIT: WholeNumber = whole(
    "ply_limit",
    (1, u32::MAX as u64),
    Some(10_000),
    "The plies after which a game is given up.",
);

/// The plies that `undo` of a cursor takes back.
pub const PLIES: WholeNumber = whole(
    "plies",
    (0, u32::MAX as u64),
    Some(1),
    "The plies to take back.",
);

/// The ply of `at_ply`.
pub const PLY: WholeNumber = whole(
    "ply",
    (0, u32::MAX as u64),
    None,
    "The ply, from 0 for a state without history.",
);

/// The threads of the pool, for `configure`.
pub const POOL_THREADS: WholeNumber = whole(
    "threads",
    (1, MOST_THREADS as u64),
    None,
    "The jobs that run at once; as it was if not given.",
);

/// The queue of the pool, for `configure`.
pub const MAX_QUEUE: WholeNumber = whole(
    "max_queue",
    (0, u32::MAX as u64),
    None,
    "The jobs that may wait before further ones are `busy`; as it was if not given.",
);

/// The memory of all hash tables of the process, for `configure`.
pub const HASH_MB: WholeNumber = whole(
    "hash_mb",
    (0, u32::MAX as u64),
    None,
    "The MiB that all hash tables may take together; as it was if not given.",
);

/// The number of a job, for `cancel_job`.
pub const JOB: WholeNumber = whole(
    "id",
    (0, u64::MAX),
    None,
    "The number of the job, as `jobs` lists it.",
);

/// All whole numbers that calls take, with the calls.
pub const ALL: &[(&str, &WholeNumber)] = &[
    ("perft, divide", &DEPTH),
    ("perft, divide, playouts", &THREADS),
    ("perft, divide", &HASH),
    ("playouts", &GAMES),
    ("playouts, bots", &SEED),
    ("playouts", &PLY_LIMIT),
    ("undo of a cursor", &PLIES),
    ("at_ply", &PLY),
    ("configure", &POOL_THREADS),
    ("configure", &MAX_QUEUE),
    ("configure", &HASH_MB),
    ("cancel_job", &JOB),
];

/// Depth beyond which no tree is counted, in plies.
pub const DEEPEST_COUNT: u64 = 64;

/// Depth to which lists and maps may be nested in the value of an option.
pub const DEEPEST: usize = 16;

/// Number of values that the options of one call may hold altogether.
pub const MOST_VALUES: usize = 10_000;

/// Most values in the results of games that are given to be rated.
pub const MOST_RESULT_VALUES: usize = 1 << 20;

/// The values that the options of one call may still hold.
#[derive(Debug)]
pub struct ValueBudget {
    left: usize,
    most: usize,
}

impl ValueBudget {
    const fn of(most: usize) -> Self {
        Self { left: most, most }
    }

    /// Creates the budget of a call.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(MOST_VALUES)
    }

    /// Creates the budget of a call that takes results of many games.
    #[must_use]
    pub const fn of_results() -> Self {
        Self::of(MOST_RESULT_VALUES)
    }

    /// Returns the number of values that it began with.
    #[must_use]
    pub const fn most(&self) -> usize {
        self.most
    }

    /// Counts a value of the option `name` that is nested in `depth` lists and maps.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one too many, or nested too deeply.
    pub fn count(&mut self, name: &str, depth: usize) -> Result<()> {
        if depth > DEEPEST {
            return Err(Error::invalid_option(format!(
                "{name}: is nested more than {DEEPEST} deep"
            )));
        }
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            Error::invalid_option(format!("{name}: has more than {} values in it", self.most))
        })?;
        Ok(())
    }
}

impl Default for ValueBudget {
    fn default() -> Self {
        Self::new()
    }
}

/// The name of an option as messages show it: what is no word is quoted.
#[must_use]
pub fn shown(name: &str) -> String {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.len() <= 64 && name.bytes().all(word) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_checked_and_named() {
        assert_eq!(THREADS.read(None), Ok(1));
        assert_eq!(THREADS.check(1024), Ok(1024));
        assert_eq!(SEED.check(i128::from(u64::MAX)), Ok(u64::MAX));
        for (argument, given, said) in [
            (
                &THREADS,
                0,
                "threads: takes an integer from 1 to 1024, not 0",
            ),
            (&DEPTH, 65, "depth: takes an integer from 0 to 64, not 65"),
            (
                &GAMES,
                -1,
                "games: takes an integer from 0 to 1099511627776, not -1",
            ),
        ] {
            let error = argument.check(given).unwrap_err();
            assert_eq!((error.code(), error.message()), ("invalid_option", said));
        }
        let error = DEPTH.read(None).unwrap_err();
        assert!(error.message().ends_with("not nothing"), "{error}");
    }

    #[test]
    fn values_are_bounded() {
        let mut budget = ValueBudget::new();
        assert!(budget.count("x", DEEPEST).is_ok());
        assert!(budget.count("x", DEEPEST + 1).is_err());
        for _ in 1..MOST_VALUES {
            budget.count("x", 0).unwrap();
        }
        let error = budget.count("x", 0).unwrap_err();
        assert!(error.message().contains("10000"), "{error}");
    }
}
