//! The positions and rules that are measured.

use crate::peers::Kind;

/// A position and the depths to which it is counted.
pub struct Case {
    pub name: &'static str,
    pub crazyhouse: bool,
    pub fen: &'static str,
    /// Depths of bulk and full.
    depths: [u32; 2],
    /// The same for a quick run.
    quick: [u32; 2],
}

impl Case {
    pub const fn depth(&self, kind: Kind, quick: bool) -> u32 {
        let depths = if quick { self.quick } else { self.depths };
        depths[kind as usize]
    }
}

pub const CASES: &[Case] = &[
    Case {
        name: "chess start",
        crazyhouse: false,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depths: [6, 6],
        quick: [5, 5],
    },
    Case {
        name: "chess kiwipete",
        crazyhouse: false,
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depths: [5, 5],
        quick: [4, 4],
    },
    Case {
        name: "chess middlegame",
        crazyhouse: false,
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depths: [5, 4],
        quick: [4, 4],
    },
    Case {
        name: "chess endgame",
        crazyhouse: false,
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depths: [7, 6],
        quick: [6, 5],
    },
    Case {
        name: "crazyhouse start",
        crazyhouse: true,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        depths: [5, 5],
        quick: [5, 4],
    },
    Case {
        name: "crazyhouse middlegame",
        crazyhouse: true,
        fen: "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
        depths: [5, 4],
        quick: [4, 4],
    },
    Case {
        name: "crazyhouse rich pocket",
        crazyhouse: true,
        fen: "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        depths: [4, 3],
        quick: [3, 3],
    },
];
