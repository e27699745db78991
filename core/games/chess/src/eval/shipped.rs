//! The networks that are shipped, made by `cargo run --release -p boardwright-lab -- net train`;
//! `docs/network.md` says how.

use std::sync::{Arc, OnceLock};

use super::inputs::Layout;
use contract::fork;
use search::network::Network;

/// A network in the library, read when it is first used.
#[derive(Debug)]
pub struct ShippedNetwork {
    bytes: &'static [u8],
    /// Its inputs, as its header names them.
    pub layout: Layout,
    read: OnceLock<Arc<Network>>,
}

/// The network of chess.
pub static CHESS_NETWORK: ShippedNetwork =
    ShippedNetwork::new(include_bytes!("chess.net"), Layout::Pieces);

/// The network of crazyhouse, by which the boards of bughouse are evaluated as well.
pub static CRAZYHOUSE_NETWORK: ShippedNetwork =
    ShippedNetwork::new(include_bytes!("crazyhouse.net"), Layout::Threats);

impl ShippedNetwork {
    const fn new(bytes: &'static [u8], layout: Layout) -> Self {
        Self {
            bytes,
            layout,
            read: OnceLock::new(),
        }
    }

    /// The network.
    ///
    /// # Panics
    ///
    /// Never: a test reads each network that is shipped.
    pub fn network(&'static self) -> &'static Arc<Network> {
        fork::once(&self.read, || {
            Arc::new(Network::read(self.bytes).expect("the shipped network can be read"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

    #[test]
    fn the_shipped_networks_are_read_and_fit_their_games() {
        for (shipped, drops) in [(&CHESS_NETWORK, false), (&CRAZYHOUSE_NETWORK, true)] {
            let network = Arc::clone(shipped.network());
            assert_eq!(network.header().layout, shipped.layout.name());
            assert!(Evaluator::with_network(network, drops).is_ok());
            assert!(shipped.bytes.len() < 400_000, "{}", shipped.bytes.len());
        }
    }
}
