//! The options of the UBI program.

use crate::protocol::uci_options::{UciOption, UciOptionKind, UciOptions};
use bughouse::engine::{TEMPO, WEIGHTS};
use bughouse::team::Params;
use contract::error::Result;
use search::bots::SEARCH_OPTIONS;
use search::bots::book::BOOK;

/// The most lines that may be asked for.
const MOST_LINES: i64 = 500;

/// How much is made of what the partner says, in hundredths.
const MODES: [(&str, i64); 3] = [("ignore", 0), ("consider", 50), ("full", 100)];

/// All options with their defaults.
pub(super) fn all() -> Result<UciOptions> {
    let modes = MODES.iter().map(|(name, _)| *name).collect();
    let play = Params::default();
    let weight = |name: &'static str, default: i64, greatest: i64| {
        UciOption::new(name, UciOptionKind::Spin(default, 0, greatest))
    };
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
        UciOption::of_bot("Regime", &TEMPO, "regime")?,
        UciOption::of_bot("Sit", &TEMPO, "sit")?,
        UciOption::of_bot("Sit Below", &TEMPO, "sit_below")?,
        UciOption::of_bot("Sit Plies", &TEMPO, "sit_plies")?,
        UciOption::of_bot("Sit Reserve", &TEMPO, "sit_reserve")?,
        UciOption::of_bot("Rush", &TEMPO, "rush")?,
        UciOption::of_bot("Other Board", &WEIGHTS, "other_board")?,
        UciOption::of_bot("Frozen", &WEIGHTS, "frozen")?,
        UciOption::of_bot("Foreseen Capture", &WEIGHTS, "foreseen_capture")?,
        UciOption::of_bot("Mating Piece", &WEIGHTS, "mating_piece")?,
        // The parameters of team play, as `bughouse::team::Params` explains them.
        weight("Need Low", play.need_low, 10_000),
        weight("Need Medium", play.need_medium, 10_000),
        weight("Need High", play.need_high, 10_000),
        weight("Need Saving", play.need_saving, 10_000),
        weight("Need Unproved", play.need_unproved, 10_000),
        weight("Fear", play.fear, 10_000),
        weight("Threat Weight", play.threat_weight, 400),
        weight("Material Contempt", play.material_contempt, 100),
        weight("Stall Share", play.stall_share, 100),
        weight("Fast Share", play.fast_share, 100),
        weight("Wait Share", play.wait_share, 100),
        weight("Outlook Nodes", play.outlook_nodes.cast_signed(), 1_000_000),
        weight("Need Margin", play.need_margin, 10_000),
        weight("Threat Medium", play.threat_medium, 10_000),
        weight("Threat High", play.threat_high, 10_000),
        weight("Material Step", play.material_step, 10_000),
        weight("Stall Above", play.stall_above, 100_000),
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
        need_low: set.number("Need Low"),
        need_medium: set.number("Need Medium"),
        need_high: set.number("Need High"),
        need_saving: set.number("Need Saving"),
        need_unproved: set.number("Need Unproved"),
        fear: set.number("Fear"),
        threat_weight: set.number("Threat Weight"),
        material_contempt: set.number("Material Contempt"),
        stall_share: set.number("Stall Share"),
        fast_share: set.number("Fast Share"),
        wait_share: set.number("Wait Share"),
        outlook_nodes: set.number("Outlook Nodes").unsigned_abs(),
        need_margin: set.number("Need Margin"),
        threat_medium: set.number("Threat Medium"),
        threat_high: set.number("Threat High"),
        material_step: set.number("Material Step"),
        stall_above: set.number("Stall Above"),
    }
}

/// Whether both seats of a team are played.
pub(super) fn is_dual(set: &UciOptions) -> bool {
    set.word("Control") == "dual"
}
