//! Games that exist only to test the contract; registered with the feature
//! `test-games`, never shipped.

mod faulty;
mod phantom;

pub use phantom::Phantom;

/// Phantom in the list of games.
pub static ENTRY: dynamic::Entry = dynamic::Entry::for_tests::<Phantom>();
