//! The options of the game, checked against each other.

use super::board::{HexBoard, RADII};
use contract::error::{Error, Result};
use contract::options::{OptionKind, OptionSpec, Options};

/// The most seats.
pub(super) const SEATS: usize = 6;

/// The table of set-ups: for 2 to 6 players the radius, the warriors of each,
/// and the shields of terrain with shields.
const SET_UPS: [(u8, u8, u8); 5] = [(3, 5, 5), (5, 5, 4), (6, 4, 4), (7, 4, 3), (8, 4, 3)];

const fn flag(name: &'static str, default: bool, doc: &'static str) -> OptionSpec {
    let kind = OptionKind::Flag { default };
    OptionSpec { name, kind, doc }
}

const fn int(
    name: &'static str,
    (default, min, max): (i64, i64, i64),
    doc: &'static str,
) -> OptionSpec {
    let kind = OptionKind::Int { default, min, max };
    OptionSpec { name, kind, doc }
}

const fn word(
    name: &'static str,
    default: &'static str,
    values: &'static [&'static str],
    doc: &'static str,
) -> OptionSpec {
    let kind = OptionKind::Choice { default, values };
    OptionSpec { name, kind, doc }
}

/// Options of the game, with defaults and ranges.
pub(super) const OPTIONS: &[OptionSpec] = &[
    int("players", (2, 2, 6), "how many play"),
    int(
        "teams",
        (0, 0, 2),
        "2 for two teams (player i is of team i mod 2; for 4 or 6 players), 0 for none",
    ),
    int(
        "radius",
        (0, 0, 8),
        "the radius of the board, 2 to 8; 0 for what the number of players asks for",
    ),
    word(
        "terrain",
        "holes",
        &["none", "holes", "shields"],
        "what stands on the board at the start, drawn from the seed",
    ),
    word(
        "level",
        "calm",
        &["calm", "treacherous", "chaotic"],
        "how many holes: 3, 6 or 9 on 37 hexes, growing with the square root of the board",
    ),
    int(
        "shields",
        (0, 0, 24),
        "how many shields, rounded down to what the symmetry allows; 0 for what the number of \
         players asks for",
    ),
    flag(
        "draft_shields",
        false,
        "whether the players place the shields, one each, in reverse order",
    ),
    OptionSpec {
        name: "seed",
        kind: OptionKind::Seed { max: (1 << 53) - 1 },
        doc: "the seed of the terrain",
    },
    word(
        "draft",
        "line",
        &["line", "adjacent"],
        "where the two warriors stand who let a Jarl move two hexes: anywhere on the line behind \
         it, or directly behind",
    ),
    flag(
        "run_up_support",
        true,
        "whether friends behind the hex that an attacker started from support a two-hex attack",
    ),
    flag(
        "starvation",
        false,
        "whether, after 10 rounds without an elimination and again every 5, everybody loses a \
         warrior or else the Jarl",
    ),
    flag(
        "sudden_death",
        false,
        "whether, after 20 rounds without an elimination and again every 5, the outer ring falls",
    ),
    flag(
        "fog",
        false,
        "whether a player sees only hexes within 4 of one of their own pieces",
    ),
    int(
        "round_limit",
        (200, 1, 1000),
        "rounds without an elimination after which the game is drawn, unless starvation or \
         sudden_death is on",
    ),
];

/// Terrain of the starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Nothing.
    Bare,
    /// So many holes, as many as fit.
    Holes(u32),
    /// So many shields, before rounding to the symmetry.
    Shields(u32),
    /// Shields that the players place.
    Drafted,
}

/// The options, read and checked.
#[derive(Clone, Copy, Debug)]
pub struct JarlsSettings {
    /// Number of players.
    pub players: u8,
    /// True if there are two teams.
    pub teams: bool,
    /// The radius.
    pub radius: u8,
    /// Number of warriors of each player.
    pub warriors: u8,
    /// Terrain of the starting position.
    pub terrain: Terrain,
    /// The seed of the terrain.
    pub seed: u64,
    /// True if the warriors of a draft must stand directly behind the Jarl.
    pub adjacent: bool,
    /// True if friends behind the starting hex of a two-hex attack support it.
    pub run_up_support: bool,
    /// True if players lose warriors after rounds without an elimination.
    pub starvation: bool,
    /// True if outer rings of the board fall after rounds without an elimination.
    pub sudden_death: bool,
    /// True if players see only the hexes near their own pieces.
    pub fog: bool,
    /// Rounds without an elimination until a draw.
    pub round_limit: i32,
}

impl JarlsSettings {
    /// Reads and checks the options.
    ///
    /// # Errors
    ///
    /// `invalid_option` where they do not go together.
    pub fn new(options: &Options) -> Result<Self> {
        let wrong = |text: &str| Err(Error::invalid_option(text.to_owned()));
        // The ranges of the numbers are those of their declarations.
        let players = options.int("players")? as u8;
        let (radius, warriors, shields) = SET_UPS[usize::from(players.clamp(2, 6) - 2)];
        let teams = match options.int("teams")? {
            0 => false,
            2 if players == 4 || players == 6 => true,
            2 => return wrong("teams: two teams need 4 or 6 players"),
            _ => return wrong("teams: takes 2 for two teams or 0 for none, not 1"),
        };
        let radius = match options.int("radius")? as u8 {
            0 => radius,
            1 => return wrong("radius: takes 2 to 8, or 0 for the usual one, not 1"),
            given => given.clamp(RADII.0, RADII.1),
        };
        let shields = match options.int("shields")? as u32 {
            0 => u32::from(shields),
            given => given,
        };
        let terrain = match (options.word("terrain")?, options.flag("draft_shields")?) {
            ("shields", true) => Terrain::Drafted,
            ("shields", false) => Terrain::Shields(shields),
            (_, true) => return wrong("draft_shields: needs terrain=shields"),
            ("holes", _) => {
                let base: f64 = match options.word("level")? {
                    "calm" => 3.0,
                    "treacherous" => 6.0,
                    _ => 9.0,
                };
                let hexes = f64::from(HexBoard::of(radius).size());
                Terrain::Holes((base * (hexes / 37.0).sqrt()).round() as u32)
            }
            _ => Terrain::Bare,
        };
        Ok(Self {
            players,
            teams,
            radius,
            warriors,
            terrain,
            seed: options.int("seed")?.unsigned_abs(),
            adjacent: options.word("draft")? == "adjacent",
            run_up_support: options.flag("run_up_support")?,
            starvation: options.flag("starvation")?,
            sudden_death: options.flag("sudden_death")?,
            fog: options.flag("fog")?,
            round_limit: options.int("round_limit")? as i32,
        })
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The team of a player; without teams everybody is one.
    #[must_use]
    pub const fn side(&self, player: u8) -> u8 {
        if self.teams { player % 2 } else { player }
    }

    /// Returns true if rounds without an elimination end the game in a draw.
    #[must_use]
    pub const fn limited(&self) -> bool {
        !self.starvation && !self.sudden_death
    }

    /// The options that make a difference to a position, as its notation has
    /// them: those that are not at their defaults, `-` where all are.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = Vec::new();
        let mut add = |differs: bool, text: String| {
            if differs {
                out.push(text);
            }
        };
        add(self.teams, "teams=2".into());
        add(self.adjacent, "draft=adjacent".into());
        add(!self.run_up_support, "run_up_support=false".into());
        add(self.starvation, "starvation=true".into());
        add(self.sudden_death, "sudden_death=true".into());
        add(self.fog, "fog=true".into());
        let limit = self.round_limit;
        add(limit != 200, format!("round_limit={limit}"));
        if out.is_empty() {
            "-".into()
        } else {
            out.join(",")
        }
    }
}
