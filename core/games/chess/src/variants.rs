//! The differences of the registered games of one board: names, options, defaults.

use crate::eval::{CHESS_NETWORK, CRAZYHOUSE_NETWORK, ShippedNetwork};
use chess::{DropAggression, PieceValues, Rank, Rules};
use contract::error::{Error, Result};
use contract::game::{GameInfo, Hidden};
use contract::options::{OptionKind, OptionSpec, Options, Preset, Setting};
use search::Params;
use search::bots::SEARCHING;
use search::levels::{LADDER, Ladder, Rung};

/// The result of stalemate on a board of bughouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stalemate {
    /// It waits for a piece from the partner.
    Wait,
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// The form in which a captured promoted piece goes to the partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromotedCapture {
    /// It arrives as a pawn.
    Pawn,
    /// It leaves the game.
    Discard,
    /// It arrives as what it is.
    Steal,
}

/// All that is decided when a game is chosen.
#[derive(Clone, Copy, Debug)]
pub struct VariantSettings {
    /// The rules of the board.
    pub(super) board: Rules,
    /// King-takes-rook in notation, and castling from any files.
    pub(super) chess960: bool,
    /// The number of the start position.
    pub(super) position: u16,
    /// The number of occurrences of a position that end the game; 0 for no such rule.
    pub(super) repetitions: u32,
    /// True if pockets make positions different.
    pub(super) pockets_in_key: bool,
    /// After how many plies without progress the game is drawn; 0 for never.
    pub(super) halfmove_limit: u16,
    pub(super) stalemate: Stalemate,
    pub(super) promoted_capture: PromotedCapture,
}

/// A game of one board.
pub trait Variant:
    Clone
    + Copy
    + std::fmt::Debug
    + Send
    + Sync
    + std::panic::UnwindSafe
    + std::panic::RefUnwindSafe
    + 'static
{
    /// The properties of the game that do not depend on its options.
    const INFO: GameInfo;
    /// True if there are drops.
    const DROPS: bool;
    /// True if a side without a legal move may have to wait for the other board.
    const WAITS: bool;
    /// True if bare kings and the like end the game.
    const DEAD_POSITIONS: bool;
    /// The rules of the board before options.
    const BOARD: Rules;
    /// Values of pieces in exchanges.
    const EXCHANGE: PieceValues;
    /// The margins of the search.
    const PARAMS: Params;
    /// Players of all strengths, the weakest first.
    const LADDER: Ladder = LADDER;
    /// The network that evaluates positions.
    const NETWORK: Option<&'static ShippedNetwork>;
}

/// Chess; Chess960 by option.
#[derive(Clone, Copy, Debug)]
pub struct ChessVariant;

/// Crazyhouse.
#[derive(Clone, Copy, Debug)]
pub struct CrazyhouseVariant;

/// One board of bughouse.
#[derive(Clone, Copy, Debug)]
pub struct BughouseBoardVariant;

/// For games with drops, in which what a side has changes faster: tuned by
/// `cargo run --release -p boardwright-lab -- tune crazyhouse spsa --rounds 1200 --nodes 4000`, but
/// for late moves, of which far more can be good than in chess: those by `tune crazyhouse try`.
const DROP_PARAMS: Params = Params {
    window: 52,
    reverse_depth: 3,
    reverse_margin: 240,
    null_base: 3,
    null_slope: 3,
    null_surplus: 200,
    lmr_base: 100,
    lmr_factor: 77,
    lmr_history: 28_446,
    lmp_base: 12,
    lmp_depth: 4,
    futility_depth: 6,
    futility_base: 76,
    futility_margin: 113,
    see_quiet: 163,
    see_tactical: 80,
    check_extension_plies: 38,
    delta: 857,
    correction: 0,
    ..Params::DEFAULT
};

/// The rungs of levels of games with drops; see `docs/strength.md`. Errors are in centipawns.
const DROP_LADDER: Ladder = Ladder::new(&[
    Rung::new(100, 20, 1800, 1000),
    Rung::new(300, 26, 850, 870),
    Rung::new(500, 40, 480, 680),
    Rung::new(700, 75, 270, 450),
    Rung::new(900, 170, 150, 270),
    Rung::new(1100, 400, 94, 158),
    Rung::new(1300, 2_600, 40, 42),
    Rung::new(1500, 4_200, 33, 22),
    Rung::new(1700, 7_500, 26, 12),
    Rung::new(1900, 12_500, 20, 7),
    Rung::new(2100, 19_000, 18, 5),
    Rung::new(2300, 40_000, 13, 0),
    Rung::new(2500, 100_000, 8, 0),
]);

/// The option of Chess960.
pub const CHESS960: OptionSpec = OptionSpec {
    name: "chess960",
    kind: OptionKind::Flag { default: false },
    doc: "Chess960: castling from any files, written as king takes rook",
};

/// The option that names a start position of Chess960.
pub const CHESS960_POSITION: OptionSpec = OptionSpec {
    name: "chess960_position",
    kind: OptionKind::Int {
        default: 518,
        min: 0,
        max: 959,
    },
    doc: "the number of the start position; 518 is that of chess, others need chess960",
};

const fn repetition_count(default: i64) -> OptionSpec {
    OptionSpec {
        name: "repetition_count",
        kind: OptionKind::Int {
            default,
            min: 0,
            max: 100,
        },
        doc: "how many occurrences of a position draw the game by themselves; 0 for no such rule",
    }
}

const fn halfmove_limit(default: i64) -> OptionSpec {
    OptionSpec {
        name: "halfmove_limit",
        kind: OptionKind::Int {
            default,
            min: 0,
            max: 1000,
        },
        doc: "plies without a capture, pawn move or pawn drop after which the game is drawn by \
              itself; 0 for no such rule",
    }
}

const REPETITION: OptionSpec = OptionSpec {
    name: "repetition",
    kind: OptionKind::Choice {
        default: "with_pockets",
        values: &["with_pockets", "without_pockets", "off"],
    },
    doc: "whether positions that differ in the pockets alone are the same for the repetition rule",
};

const PAWN_DROP_RANKS: OptionSpec = OptionSpec {
    name: "pawn_drop_ranks",
    kind: OptionKind::Choice {
        default: "2-7",
        values: &["2-7", "2-6", "1-7", "1-6"],
    },
    doc: "where pawns may be dropped, counted from the side that drops",
};

const DROP_AGGRESSION: OptionSpec = OptionSpec {
    name: "drop_aggression",
    kind: OptionKind::Choice {
        default: "mate_allowed",
        values: &[
            "mate_allowed",
            "no_check",
            "no_chess_mate",
            "no_bughouse_mate",
        ],
    },
    doc: "what a drop may do: anything, no check, no mate as the position is, or no mate that \
          even a full pocket could not parry",
};

impl Variant for ChessVariant {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        summary: "chess by the FIDE laws; Chess960 by option",
        seats: (2, 2),
        hidden: Hidden::Never,
        options: &[
            CHESS960,
            CHESS960_POSITION,
            repetition_count(5),
            halfmove_limit(150),
        ],
        styles: &["uci", "san", "lan"],
        bots: SEARCHING,
    };
    const DROPS: bool = false;
    const WAITS: bool = false;
    const DEAD_POSITIONS: bool = true;
    const BOARD: Rules = Rules::CHESS;
    const EXCHANGE: PieceValues = PieceValues([100, 310, 330, 500, 950, 20_000]);
    const PARAMS: Params = Params {
        null_base: 4,
        null_slope: 3,
        lmp_ply: 2,
        ..Params::DEFAULT
    };
    const NETWORK: Option<&'static ShippedNetwork> = Some(&CHESS_NETWORK);
}

impl Variant for CrazyhouseVariant {
    const INFO: GameInfo = GameInfo {
        name: "crazyhouse",
        summary: "chess in which what you capture changes sides and can be dropped",
        seats: (2, 2),
        hidden: Hidden::Never,
        options: &[
            CHESS960,
            CHESS960_POSITION,
            repetition_count(3),
            REPETITION,
            halfmove_limit(0),
            PAWN_DROP_RANKS,
            DROP_AGGRESSION,
        ],
        styles: &["uci", "san", "lan"],
        bots: SEARCHING,
    };
    const DROPS: bool = true;
    const WAITS: bool = false;
    const DEAD_POSITIONS: bool = false;
    const BOARD: Rules = Rules::CRAZYHOUSE;
    const EXCHANGE: PieceValues = PieceValues([100, 230, 230, 290, 500, 20_000]);
    // Scores of the network are smaller than those of the evaluation for which the others were
    // found. On a board of bughouse that makes no difference.
    const PARAMS: Params = Params {
        reverse_margin: 160,
        null_surplus: 133,
        futility_base: 50,
        futility_margin: 75,
        delta: 571,
        ..DROP_PARAMS
    };
    const LADDER: Ladder = DROP_LADDER;
    const NETWORK: Option<&'static ShippedNetwork> = Some(&CRAZYHOUSE_NETWORK);
}

/// Rule sets by where the game is played. Each option can still be set alone.
/// `fics` is provisional.
const RULE_SETS: &[Preset] = &[
    Preset {
        name: "lichess",
        sets: &[],
    },
    Preset {
        name: "chess_com",
        sets: &[("stalemate", Setting::Word("draw"))],
    },
    Preset {
        name: "uscf",
        sets: &[
            ("repetition", Setting::Word("off")),
            ("stalemate", Setting::Word("wait")),
        ],
    },
    Preset {
        name: "fairy",
        sets: &[("stalemate", Setting::Word("loss"))],
    },
    Preset {
        name: "fics",
        sets: &[("repetition", Setting::Word("without_pockets"))],
    },
];

impl Variant for BughouseBoardVariant {
    const INFO: GameInfo = GameInfo {
        name: "bughouse-board",
        summary: "one board of bughouse: captures leave it, the pocket is filled from outside",
        seats: (2, 2),
        hidden: Hidden::Never,
        options: &[
            OptionSpec {
                name: "rules",
                kind: OptionKind::Preset {
                    default: "lichess",
                    presets: RULE_SETS,
                },
                doc: "the rule set that the other options start from",
            },
            CHESS960,
            CHESS960_POSITION,
            repetition_count(3),
            REPETITION,
            halfmove_limit(0),
            PAWN_DROP_RANKS,
            DROP_AGGRESSION,
            OptionSpec {
                name: "stalemate",
                kind: OptionKind::Choice {
                    default: "wait",
                    values: &["wait", "loss", "draw"],
                },
                doc: "what a side comes to that is not in check and has no move",
            },
            OptionSpec {
                name: "promoted_capture",
                kind: OptionKind::Choice {
                    default: "pawn",
                    values: &["pawn", "discard", "steal"],
                },
                doc: "what a captured promoted piece is to the partner: a pawn, nothing, or itself",
            },
            OptionSpec {
                name: "pins",
                kind: OptionKind::Choice {
                    default: "on",
                    values: &["on", "off"],
                },
                doc: "whether pins and checks bind; without them a king may be left in check, and \
                      whoever takes it wins",
            },
        ],
        styles: &["uci", "san", "lan"],
        bots: SEARCHING,
    };
    const DROPS: bool = true;
    const WAITS: bool = true;
    const DEAD_POSITIONS: bool = false;
    const BOARD: Rules = Rules::BUGHOUSE;
    const EXCHANGE: PieceValues = PieceValues([100, 230, 230, 290, 500, 20_000]);
    const PARAMS: Params = DROP_PARAMS;
    const LADDER: Ladder = DROP_LADDER;
    const NETWORK: Option<&'static ShippedNetwork> = Some(&CRAZYHOUSE_NETWORK);
}

/// Reads the number of the start position.
///
/// # Errors
///
/// `invalid_option` for another than that of chess without Chess960.
pub fn start_position(options: &Options) -> Result<u16> {
    let position = options.int("chess960_position")? as u16;
    if !options.flag("chess960")? && position != chess::STANDARD {
        return Err(Error::invalid_option(
            "chess960_position: another start position than 518 needs chess960=true",
        ));
    }
    Ok(position)
}

impl VariantSettings {
    /// The settings of a variant under options that have been checked.
    ///
    /// # Errors
    ///
    /// `invalid_option` where options do not go together.
    pub(super) fn new<V: Variant>(options: &Options) -> Result<Self> {
        let chess960 = options.flag("chess960")?;
        let position = start_position(options)?;
        let mut settings = Self {
            board: V::BOARD,
            chess960,
            position,
            repetitions: options.int("repetition_count")? as u32,
            pockets_in_key: true,
            halfmove_limit: options.int("halfmove_limit")? as u16,
            stalemate: Stalemate::Draw,
            promoted_capture: PromotedCapture::Pawn,
        };
        if settings.repetitions == 1 {
            return Err(Error::invalid_option(
                "repetition_count: takes 0 or an integer from 2 to 100, not 1",
            ));
        }
        if V::DROPS {
            match options.word("repetition")? {
                "off" => settings.repetitions = 0,
                "without_pockets" => settings.pockets_in_key = false,
                _ => {}
            }
            let (lowest, highest) = match options.word("pawn_drop_ranks")? {
                "2-6" => (Rank::Second, Rank::Sixth),
                "1-7" => (Rank::First, Rank::Seventh),
                "1-6" => (Rank::First, Rank::Sixth),
                _ => (Rank::Second, Rank::Seventh),
            };
            let aggression = match options.word("drop_aggression")? {
                "no_check" => DropAggression::NoCheck,
                "no_chess_mate" => DropAggression::NoChessMate,
                "no_bughouse_mate" => DropAggression::NoBughouseMate,
                _ => DropAggression::MateAllowed,
            };
            settings.board = settings
                .board
                .pawn_drop_ranks(lowest, highest)
                .drop_aggression(aggression);
        }
        if V::WAITS {
            settings.stalemate = match options.word("stalemate")? {
                "loss" => Stalemate::Loss,
                "draw" => Stalemate::Draw,
                _ => Stalemate::Wait,
            };
            settings.board = settings.board.exposed_kings(options.word("pins")? == "off");
            settings.promoted_capture = match options.word("promoted_capture")? {
                "discard" => PromotedCapture::Discard,
                "steal" => PromotedCapture::Steal,
                _ => PromotedCapture::Pawn,
            };
        }
        Ok(settings)
    }
}
