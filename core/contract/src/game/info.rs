//! Properties of a game that do not depend on its options.

use serde::{Serialize, Serializer};

use crate::error::Result;
use crate::options::OptionSpec;

/// The options under which a game hides something from seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// Every seat sees everything.
    Never,
    /// Seats see less with some options.
    Optional,
    /// No seat sees everything.
    Always,
}

impl Hidden {
    /// Returns the word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Optional => "optional",
            Self::Always => "always",
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Hidden {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hidden".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words = [Self::Never, Self::Optional, Self::Always].map(Self::word);
        schemars::json_schema!({ "type": "string", "enum": words })
    }
}

impl Serialize for Hidden {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// The properties of a game that do not depend on its options.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name by which it is started.
    pub name: &'static str,
    /// A line about it.
    pub summary: &'static str,
    /// The least and the greatest number of seats.
    pub seats: (u8, u8),
    /// The options under which it hides something.
    pub hidden: Hidden,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its notations for moves, the canonical one first.
    pub styles: &'static [&'static str],
    /// Its bots, without those that every game has.
    pub bots: &'static [&'static str],
}
