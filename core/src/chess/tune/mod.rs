//! Making the numbers of evaluation and search from games of our own.
//!
//! [`selfplay`] makes the data, [`texel`] fits the weights of the evaluation to
//! it, [`spsa`] tries numbers of the search in games. Nothing here is needed to
//! play; the command is `boardwright tune`.

pub mod selfplay;
pub mod spsa;
pub mod texel;
