//! The options of the UBI program.

use crate::protocol::uci_options::{UciOption, UciOptionKind, UciOptions};
use bughouse::engine::TIME_OPTIONS;
use bughouse::team::Params;
use contract::error::Result;
use search::bots::SEARCH_OPTIONS;
use search::bots::book::BOOK;

/// The most lines that may be asked for.
const MOST_LINES: i64 = 500;

/// Weight of the partner's messages in each mode, in hundredths.
const MODES: [(&str, i64); 3] = [("ignore", 0), ("consider", 50), ("full", 100)];

/// All options with their defaults.
pub(super) fn all() -> Result<UciOptions> {
    let modes = MODES.iter().map(|(name, _)| *name).collect();
    Ok(UciOptions(vec![
        UciOption::of_bot("Hash", SEARCH_OPTIONS, "hash")?,
        UciOption::of_bot("Threads", SEARCH_OPTIONS, "threads")?,
        UciOption::new("Ponder", UciOptionKind::Check(false)),
        UciOption::new("MultiPV", UciOptionKind::Spin(1, 1, MOST_LINES)),
        UciOption::of_bot("Book", &[BOOK], "book")?,
        UciOption::new("TeamMessageMode", UciOptionKind::Combo("consider", modes)),
        UciOption::new(
            "Control",
            UciOptionKind::Combo("single", vec!["single", "dual"]),
        ),
        UciOption::new("Team", UciOptionKind::Combo("none", vec!["none", "A", "B"])),
        UciOption::of_bot("Contempt", SEARCH_OPTIONS, "contempt")?,
        UciOption::of_bot("Move Overhead", SEARCH_OPTIONS, "overhead")?,
        UciOption::of_bot("Evaluation", SEARCH_OPTIONS, "evaluation")?,
        UciOption::of_bot("Regime", &TIME_OPTIONS, "regime")?,
        UciOption::of_bot("Sit", &TIME_OPTIONS, "sit")?,
    ]))
}

/// The parameters of team play that the options set. What one seat finds out the other one of
/// the same player knows.
pub(super) fn params(set: &UciOptions) -> Params {
    let mode = set.word("TeamMessageMode");
    let known = MODES.iter().find(|(name, _)| *name == mode);
    Params {
        heed: match is_dual(set) {
            true => 100,
            false => known.map_or(0, |(_, heed)| *heed),
        },
        ..Params::default()
    }
}

/// Returns true if the engine plays both seats of a team.
pub(super) fn is_dual(set: &UciOptions) -> bool {
    set.word("Control") == "dual"
}
