//! The log of moves with what they brought about. It is the past: it lies in the
//! records of a state's history, and the position holds a chain of the same
//! entries so that hooks can read it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use contract::value::Value;

/// Something that a move brought about besides itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum SideEffect {
    /// Damage was dealt.
    Damage {
        /// The square.
        square: String,
        /// The letter of the piece that was hit.
        piece: String,
        /// `capture`, `explosion`, `poison`, or a word of a preset.
        damage: String,
        /// The amount that arrived.
        amount: i16,
        /// True if it was the end of the piece.
        died: bool,
    },
    /// A piece appeared.
    Spawn {
        /// The square.
        square: String,
        /// Its letter.
        piece: String,
    },
    /// A piece left the board without having died.
    Retract {
        /// The square it stood on.
        square: String,
        /// Its letter.
        piece: String,
    },
    /// A preset came into force.
    Activated {
        /// Its id.
        preset: String,
        /// The side for which it is in force, or `both`.
        scope: String,
    },
    /// A preset went out of force.
    Deactivated {
        /// Its id.
        preset: String,
    },
    /// Something to show.
    Effect {
        /// The id of the preset.
        preset: String,
        /// The name of it.
        effect: String,
        /// The square; null for an effect that has none.
        square: Option<String>,
        /// The time for which it is shown, in milliseconds.
        ttl: u32,
        /// Anything else that the preset tells the host, of a form of its own.
        data: Value,
    },
    /// A call of a hook that was not carried out.
    Dropped {
        /// The reason.
        reason: String,
    },
}

/// A move and what it brought about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveEntry {
    /// The side that moved: `white` or `black`.
    pub side: String,
    /// The move in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The letter of the piece that moved.
    pub piece: String,
    /// Its effects, in order; absent without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<SideEffect>,
    /// The notes of presets about it; absent without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// An entry as the history keeps it; nothing for what was never played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Logged(pub(super) Option<Arc<MoveEntry>>);

impl Logged {
    /// The entry.
    #[must_use]
    pub fn entry(&self) -> Option<&MoveEntry> {
        self.0.as_deref()
    }
}

impl From<&Arc<MoveEntry>> for Logged {
    fn from(entry: &Arc<MoveEntry>) -> Self {
        Self(Some(Arc::clone(entry)))
    }
}

impl Hash for Logged {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_deref().map(|e| &e.text).hash(state);
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Logged {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        MoveEntry::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<MoveEntry>()
    }
}

impl Serialize for Logged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_deref().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Logged {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(
            Option::<MoveEntry>::deserialize(deserializer)?.map(Arc::new),
        ))
    }
}

#[derive(Debug)]
struct ValueNode {
    entry: Arc<MoveEntry>,
    before: Option<Arc<ValueNode>>,
}

impl Drop for ValueNode {
    // By a loop: a long game must not overflow the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.before.take();
        }
    }
}

/// The entries so far, shared with earlier positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Option<Arc<ValueNode>>);

impl Log {
    pub(super) fn push(&mut self, entry: Arc<MoveEntry>) {
        let before = self.0.take();
        self.0 = Some(Arc::new(ValueNode { entry, before }));
    }

    /// From the last move back to the first.
    pub(super) fn backwards(&self) -> impl Iterator<Item = &Arc<MoveEntry>> {
        let mut node = self.0.as_deref();
        std::iter::from_fn(move || {
            let this = node?;
            node = this.before.as_deref();
            Some(&this.entry)
        })
    }
}
