//! Games that exist only to test the contract; registered with the feature
//! `test-games`, never shipped.

mod faulty;
mod phantom;

pub use phantom::Phantom;
