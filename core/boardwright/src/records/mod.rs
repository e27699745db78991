//! Records of any game: PGN and columns from files, packed or not, with the game chosen by
//! the tag `Variant`.
//!
//! [`GameReader`] gives one [`Record`] after the other in constant memory; [`columns`] reads
//! the main lines of chess boards into flat arrays. [`open`] and [`unpacked`] make the
//! streams. `docs/records.md` describes formats, dialects and limits.

mod chunks;
mod epd;
mod feed;
mod game;
mod input;
mod options;
mod plain;
mod played;
mod reader;
mod stream;
mod variant;

pub use ::records::columns::{ColumnOptions, Columns, MATE, NO_CLOCK, NO_EVAL, NO_RESULT, Texts};
pub use ::records::write::{self, WriteOptions};
pub use ::records::{
    Annotations, Damage, DamageKind, Eval, GameResult, Limits, Lines, Mark, MarkColor, Node,
    NodeId, NullMoves, ReadOptions, Tree, tag_line, wrapped,
};
pub(crate) use epd::{operations_from_plain, operations_to_plain};
pub use feed::{ColumnsFeed, Fed};
pub(crate) use game::{GameTags, PlayedMove, played_line, tags_from_plain, termination};
pub use input::{Input, open, unpacked};
pub use options::{ColumnSettings, OnDamage, ReadSettings, write_options};
pub use plain::{MarkDescription, RecordNode, RecordTree};
pub use played::{PlayedText, ToldLine};
pub use reader::{
    ColumnsInput, ColumnsSource, GameReader, Progress, Record, columns, columns_of, columns_parts,
    move_text,
};
pub use stream::{Next, RecordStream};
pub use variant::{game_of_variant, variant_names};
