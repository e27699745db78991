//! The options of the UBI program.

use crate::protocol::declared::{Declarations, Declared, Kind};
use bughouse::engine::{TEMPO, WEIGHTS};
use contract::error::Result;
use search::bots::SEARCH_OPTIONS;
use search::bots::book::BOOK;

/// The most lines that may be asked for.
const MOST_LINES: i64 = 500;

/// How much is made of what the partner says, in hundredths.
pub(super) const MODES: [(&str, i64); 3] = [("ignore", 0), ("consider", 50), ("full", 100)];

/// All options with their defaults.
pub(super) fn all() -> Result<Declarations> {
    let modes = MODES.iter().map(|(name, _)| *name).collect();
    let weight = |name: &'static str, default: i64, greatest: i64| {
        Declared::new(name, Kind::Spin(default, 0, greatest))
    };
    Ok(Declarations(vec![
        Declared::of_bot("Hash", SEARCH_OPTIONS, "hash")?,
        Declared::of_bot("Threads", SEARCH_OPTIONS, "threads")?,
        Declared::new("Ponder", Kind::Check(false)),
        Declared::new("MultiPV", Kind::Spin(1, 1, MOST_LINES)),
        Declared::of_bot("Book", &[BOOK], "book")?,
        Declared::new("TeamMessageMode", Kind::Combo("consider", modes)),
        Declared::new("Control", Kind::Combo("single", vec!["single", "dual"])),
        Declared::new("Team", Kind::Combo("none", vec!["none", "A", "B"])),
        Declared::of_bot("Contempt", SEARCH_OPTIONS, "contempt")?,
        Declared::of_bot("Move Overhead", SEARCH_OPTIONS, "overhead")?,
        Declared::of_bot("Regime", &TEMPO, "regime")?,
        Declared::of_bot("Sit", &TEMPO, "sit")?,
        Declared::of_bot("Sit Below", &TEMPO, "sit_below")?,
        Declared::of_bot("Sit Plies", &TEMPO, "sit_plies")?,
        Declared::of_bot("Sit Reserve", &TEMPO, "sit_reserve")?,
        Declared::of_bot("Rush", &TEMPO, "rush")?,
        Declared::of_bot("Other Board", &WEIGHTS, "other_board")?,
        Declared::of_bot("Frozen", &WEIGHTS, "frozen")?,
        Declared::of_bot("Foreseen Capture", &WEIGHTS, "foreseen_capture")?,
        Declared::of_bot("Mating Piece", &WEIGHTS, "mating_piece")?,
        // What messages come to: for a piece that is needed, by urgency, for one that saves
        // who is being mated, for one of which the boards do not show that it decides, and
        // for one that must not be given, in centipawns, the greatest value where it mates;
        // for a threat what it adds to the weight of the other board at its highest, in hundredths; for a
        // balance what of it becomes contempt, in hundredths; for a stall how much of the
        // clock is sat away in all where nobody can be outsat, for haste what is left of the
        // time of a move, and how much of the clock is waited for a piece that decides and
        // that the partner can take, in hundredths.
        weight("Need Low", 60, 10_000),
        weight("Need Medium", 150, 10_000),
        weight("Need High", 10_000, 10_000),
        weight("Need Saving", 1_500, 10_000),
        weight("Need Unproved", 1_000, 10_000),
        weight("Fear", 10_000, 10_000),
        weight("Threat Weight", 15, 400),
        weight("Material Contempt", 25, 100),
        weight("Stall Share", 25, 100),
        weight("Fast Share", 50, 100),
        weight("Wait Share", 5, 100),
        // How many positions a question about what would decide a board takes when it has
        // moved; none is asked for 0.
        weight("Outlook Nodes", 1_000, 1_000_000),
        // When the partner is told: by how much a piece must help beyond what it is
        // worth, from what worth on there is a threat, by how much the balance must have
        // changed, and from what worth on it is to wait, in centipawns.
        weight("Need Margin", 120, 10_000),
        weight("Threat Medium", 250, 10_000),
        weight("Threat High", 600, 10_000),
        weight("Material Step", 200, 10_000),
        weight("Stall Above", 1_500, 100_000),
    ]))
}
