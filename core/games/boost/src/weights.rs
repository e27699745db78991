//! The weights of the evaluation: options of the bots, not of the game.

use contract::error::Result;
use contract::options::{OptionKind, OptionSpec, Options};

/// Largest weight, in decitempi.
const LARGEST: i64 = 100_000_000;

macro_rules! weights {
    ($($name:ident: $default:literal up to $max:expr, $doc:literal;)+) => {
        /// Weights of the evaluation, in decitempi except for the distance.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $(#[doc = concat!($doc, ".")] pub $name: i64,)+
        }

        impl Weights {
            /// The weights of the rules.
            pub const DEFAULT: Self = Self { $($name: $default,)+ };

            /// The options by which a bot takes them.
            pub const OPTIONS: &[OptionSpec] = &[$(OptionSpec {
                name: stringify!($name),
                kind: OptionKind::Int { default: $default, min: 0, max: $max },
                doc: $doc,
            },)+];

            /// Reads the weights from the options of a bot that has [`OPTIONS`](Self::OPTIONS)
            /// among its own.
            ///
            /// # Errors
            ///
            /// `internal` if one of them is not declared.
            pub fn read(options: &Options) -> Result<Self> {
                Ok(Self { $($name: options.int(stringify!($name))?,)+ })
            }
        }
    };
}

weights! {
    pawn: 200 up to LARGEST, "Weight of a pawn, in decitempi";
    knight: 220 up to LARGEST, "Weight of a knight of a player with all towers, in decitempi";
    endgame_knight: 350 up to LARGEST, "Weight of a knight of any other player, in decitempi";
    knight_activity: 5 up to LARGEST,
        "Weight of each point that a knight is nearer to a dragon or foe than zero_activity_distance, in decitempi";
    zero_activity_distance: 4 up to 30,
        "Distance between a knight and the closest dragon or foe at which it has no activity, in points";
    edge_knight_penalty: 30 up to LARGEST, "Penalty for a knight on the edge, in decitempi";
    in_book: 30 up to LARGEST,
        "Bonus of a position of the opening book, reported apart, in decitempi; with 0 the bot does not open the book";
    construction_site: 80 up to LARGEST,
        "Weight of an empty point with four friends around it, in decitempi; sixteenths of it for fewer friends";
    tower: 125 up to LARGEST,
        "Weight of a tower of a player with at least four pawns and knights, in decitempi";
    endgame_tower: 700 up to LARGEST, "Weight of a tower of any other player, in decitempi";
    dragon_proximity: 10 up to LARGEST,
        "Weight of each point that a dragon is nearer to the closest tower, in decitempi";
    tight_spot_penalty: 30 up to LARGEST,
        "Penalty for a dragon on the edge diagonally next to a tower, in decitempi";
    circle_dragon: 100 up to LARGEST, "Weight of a dragon next to a tower, in decitempi";
    crowd_member: 1 up to LARGEST,
        "Weight of a piece with three friends within four points, in decitempi";
    defeat: 1_000_000 up to LARGEST,
        "Weight of a defeated opponent of several, in decitempi";
    victory: 10_000_000 up to LARGEST, "Score of a win, in decitempi";
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
    }
}
