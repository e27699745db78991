//! The options of the game, and its identifier, which says most of them at once.

use contract::error::{Error, Result, quoted};
use contract::options::{OptionKind, OptionSpec, Options};

/// The most players.
pub(super) const PLAYERS: usize = 6;

/// The least and the greatest of the numbers of an identifier, in its order.
const PARTS: [(&str, i64, i64, i64); 5] = [
    ("width", 9, 2, 16),
    ("height", 9, 2, 16),
    ("players", 2, 1, 6),
    ("population", 8, 0, 65_535),
    ("towers", 2, 0, 65_535),
];

const fn flag(name: &'static str, doc: &'static str) -> OptionSpec {
    let kind = OptionKind::Flag { default: false };
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

const fn text(
    name: &'static str,
    examples: &'static [&'static str],
    doc: &'static str,
) -> OptionSpec {
    let kind = OptionKind::Text {
        default: "",
        examples,
    };
    OptionSpec { name, kind, doc }
}

/// A number of the identifier, given alone.
const fn part(index: usize, doc: &'static str) -> OptionSpec {
    let (name, default, min, max) = PARTS[index];
    int(name, (default, min, max), doc)
}

/// Options of the game.
pub(super) const OPTIONS: &[OptionSpec] = &[
    text(
        "identifier",
        &[
            "boost-7-7-2-8-2",
            "boost-16-16-4-10-3",
            "boost-9-9-3-8-2-demo",
        ],
        "boost-WIDTH-HEIGHT-PLAYERS-POPULATION-TOWERS with or without -demo, in place of these \
         options one by one",
    ),
    part(0, "files of the board"),
    part(1, "ranks of the board"),
    part(2, "how many play"),
    part(3, "the most pawns that a player starts with"),
    part(4, "the most towers that a player may have"),
    flag("demo", "whether defeated players go on moving"),
    text(
        "dragons",
        &["c5"],
        "the points of the dragons, as in b8,c4; nothing for as many as dragon_count says",
    ),
    int(
        "dragon_count",
        (7, 0, 256),
        "how many dragons are placed by the seed, as far as symmetry and room allow",
    ),
    OptionSpec {
        name: "seed",
        kind: OptionKind::Seed { max: (1 << 53) - 1 },
        doc: "the seed of the places of the dragons",
    },
    flag("blank", "whether the board is empty at the start"),
    flag(
        "compensation",
        "whether the dragon on the centre is moved one point north before the first move",
    ),
    int(
        "ply_limit",
        (1000, 1, 1_000_000),
        "plies after which the game is drawn",
    ),
];

/// The options, read and checked.
#[derive(Clone, Debug)]
pub struct BoostSettings {
    /// Files of the board, 2 to 16.
    pub width: u8,
    /// Ranks of the board, 2 to 16.
    pub height: u8,
    /// Number of players, 1 to 6.
    pub players: u8,
    /// The most pawns that a player starts with.
    pub population: u32,
    /// The most towers of a player.
    pub towers: u32,
    /// True if defeated players go on moving.
    pub demo: bool,
    /// The points of the dragons, if they were given.
    pub dragons: Option<Vec<u8>>,
    /// Number of dragons that the seed places, as far as symmetry and room allow.
    pub dragon_count: u32,
    /// The seed.
    pub seed: u64,
    /// True if the board is empty at the start.
    pub blank: bool,
    /// True if the dragon on the centre is moved one point north.
    pub compensation: bool,
    /// Plies after which the game is drawn.
    pub ply_limit: usize,
}

/// For each width of a board 1 / width, in 65536ths and not less.
const RECIPROCALS: [u32; 17] = {
    let mut table = [0; 17];
    let mut width = 1;
    while width < 17 {
        table[width as usize] = 65536_u32.div_ceil(width);
        width += 1;
    }
    table
};

impl BoostSettings {
    /// Reads and checks the options.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and the field.
    pub fn new(options: &Options) -> Result<Self> {
        let identifier = options.word("identifier")?;
        let mut parts = [0; 5];
        let mut demo = options.flag("demo")?;
        for (value, (name, ..)) in parts.iter_mut().zip(PARTS) {
            *value = options.int(name)?;
        }
        if !identifier.is_empty() {
            let (named, named_demo) = read_identifier(identifier)?;
            for ((given, named), (name, default, ..)) in parts.iter().zip(named).zip(PARTS) {
                if *given != default && *given != named {
                    return Err(Error::invalid_option(format!(
                        "{name}: {given} was given, and the identifier says {named}"
                    )));
                }
            }
            if demo && !named_demo {
                return Err(Error::invalid_option(
                    "demo: true was given, and the identifier says nothing of it",
                ));
            }
            (parts, demo) = (named, named_demo);
        }
        // Their ranges are those of the table.
        let [width, height, players, population, towers] = parts;
        let (width, height) = (width as u8, height as u8);
        let given = options.word("dragons")?;
        let dragons = (!given.is_empty()).then(|| read_points(given, width, height));
        Ok(Self {
            width,
            height,
            players: players as u8,
            population: population as u32,
            towers: towers as u32,
            demo,
            dragons: dragons.transpose()?,
            dragon_count: options.int("dragon_count")? as u32,
            seed: options.int("seed")?.unsigned_abs(),
            blank: options.flag("blank")?,
            compensation: options.flag("compensation")?,
            ply_limit: options.int("ply_limit")? as usize,
        })
    }

    /// The identifier of the game.
    #[must_use]
    pub fn identifier(&self) -> String {
        format!(
            "boost-{}-{}-{}-{}-{}{}",
            self.width,
            self.height,
            self.players,
            self.population,
            self.towers,
            if self.demo { "-demo" } else { "" }
        )
    }

    /// Counts the points of the board, 4 to 256.
    #[must_use]
    pub const fn area(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns the file and the rank of a point, from 0.
    #[inline]
    pub(super) fn file_and_rank(&self, at: u8) -> (u8, u8) {
        // By the reciprocal of the width, for divisions take as long as everything else here.
        let reciprocal = RECIPROCALS.get(usize::from(self.width)).copied();
        let rank = ((u32::from(at) * reciprocal.unwrap_or_default()) >> 16) as u8;
        (at.wrapping_sub(rank.wrapping_mul(self.width)), rank)
    }

    /// The text of a point.
    #[must_use]
    pub fn point(&self, at: u8) -> String {
        let (file, rank) = self.file_and_rank(at);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    }

    /// The point in the middle, where there is one.
    #[must_use]
    pub const fn centre(&self) -> Option<u8> {
        if self.width % 2 == 1 && self.height % 2 == 1 {
            Some(self.height / 2 * self.width + self.width / 2)
        } else {
            None
        }
    }

    /// The letter of a player.
    #[must_use]
    pub const fn letter(player: u8) -> char {
        (b'a' + player) as char
    }
}

/// Reads an identifier.
fn read_identifier(text: &str) -> Result<([i64; 5], bool)> {
    let wrong = |what: String| Err(Error::invalid_option(format!("identifier: {what}")));
    let mut fields: Vec<&str> = text.split('-').collect();
    if fields.first() != Some(&"boost") {
        return wrong(format!("{} does not begin with boost-", quoted(text)));
    }
    let demo = fields.last() == Some(&"demo");
    if demo {
        fields.pop();
    }
    if fields.len() != 1 + PARTS.len() {
        return wrong(format!(
            "{} has not the form boost-WIDTH-HEIGHT-PLAYERS-POPULATION-TOWERS, with or without \
             -demo",
            quoted(text)
        ));
    }
    let mut parts = [0; 5];
    for ((value, field), (name, _, min, max)) in parts.iter_mut().zip(&fields[1..]).zip(PARTS) {
        let plain = !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
        let number = field
            .parse()
            .ok()
            .filter(|n| plain && (min..=max).contains(n));
        let Some(number) = number else {
            return wrong(format!(
                "{name} takes an integer from {min} to {max}, not {}",
                quoted(field)
            ));
        };
        *value = number;
    }
    Ok((parts, demo))
}

/// Reads the text of a point at the front of a text; what is left is given back.
pub(super) fn read_point(text: &str, width: u8, height: u8) -> Option<(u8, &str)> {
    let file = text.bytes().next()?.checked_sub(b'a')?;
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    let rank: u8 = number.parse().ok().filter(|_| !number.starts_with('0'))?;
    (file < width && (1..=height).contains(&rank))
        .then(|| ((rank - 1) as u16 * u16::from(width) + u16::from(file)) as u8)
        .map(|at| (at, rest))
}

fn read_points(text: &str, width: u8, height: u8) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for word in text.split(',') {
        let word = word.trim();
        let Some((at, "")) = read_point(word, width, height) else {
            return Err(Error::invalid_option(format!(
                "dragons: {} is no point of a board of {width} files and {height} ranks",
                quoted(word)
            )));
        };
        if out.contains(&at) {
            return Err(Error::invalid_option(format!(
                "dragons: {word} stands twice"
            )));
        }
        out.push(at);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn files_and_ranks_are_those_of_a_division() {
        for width in 2..=16 {
            let options = [("width".to_owned(), i64::from(width).into())]
                .into_iter()
                .collect();
            let rules = contract::state::Rules::<crate::Boost>::new(&options).unwrap();
            let settings = rules.game().settings();
            assert_eq!(settings.width, width);
            for at in 0..=u8::MAX {
                assert_eq!(settings.file_and_rank(at), (at % width, at / width));
            }
        }
    }
}
