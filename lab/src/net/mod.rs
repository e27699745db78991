//! Networks: games to learn from, training, and matches between networks.
//!
//! [`games`] keeps whole games in few bytes, [`selfplay`] plays them, of both boards in
//! [`bughouse`], [`samples`] makes positions of them, [`train`] learns from these and changes
//! the numbers of a [`float`] network, and [`versus`] plays one evaluation against another.
//! The command is `lab net`; `docs/network.md` describes the network and the recipe.

mod bughouse;
pub(crate) mod commands;
mod float;
pub(crate) mod games;
pub(crate) mod samples;
pub(crate) mod selfplay;
pub(crate) mod train;
pub(crate) mod versus;

#[cfg(test)]
mod tests;
