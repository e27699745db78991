//! Tests of the layer as a whole: the perft vectors, and invariants of all positions
//! reachable in play.

mod line;
mod moves;
mod texts;
mod vectors;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::{Board, DropAggression, FenOptions, Piece, Rank, Rules, chess960_start};

/// A seeded stream of random numbers.
pub(crate) struct Rng(ChaCha8Rng);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self::derived(&[seed])
    }

    /// Creates the stream of up to four numbers.
    pub(crate) fn derived(parts: &[u64]) -> Self {
        let mut seed = [0; 32];
        for (bytes, part) in seed.chunks_exact_mut(8).zip(parts) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        Self(ChaCha8Rng::from_seed(seed))
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }
}

/// A set of rules with positions to start from.
pub(crate) struct Variant {
    pub(crate) rules: Rules,
    pub(crate) options: FenOptions,
    starts: &'static [&'static str],
}

const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];
const DROPS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNPqrbnp] w KQkq - 0 1",
    "2k5/8/8/8/8/8/8/4K3[QQQRRRBBBNNNPPPPqqqrrrbbbnnnpppp] w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1[Pp] w kq - 0 1",
    "rnbqkbnr/pppppppp/nnbbrrqq/8/8/NNBBRRQQ/PPPPPPPP/RNBQKBNR[QNPqnp] w KQkq - 0 1",
];

fn variants() -> Vec<Variant> {
    let wide = Rules::BUGHOUSE.pawn_drop_ranks(Rank::First, Rank::Sixth);
    let drops = |rules| Variant {
        rules,
        options: FenOptions {
            rules,
            allow_pocket: true,
            exposed_king: false,
        },
        starts: DROPS,
    };
    vec![
        Variant {
            rules: Rules::CHESS,
            options: FenOptions::CHESS,
            starts: CHESS,
        },
        drops(Rules::CRAZYHOUSE),
        drops(Rules::BUGHOUSE),
        drops(wide),
        drops(wide.drop_aggression(DropAggression::NoCheck)),
        drops(Rules::BUGHOUSE.drop_aggression(DropAggression::NoChessMate)),
        drops(Rules::CRAZYHOUSE.drop_aggression(DropAggression::NoBughouseMate)),
        drops(Rules::BUGHOUSE.exposed_kings(true)),
    ]
}

/// Passes every position of random games to a check, Chess960 included.
pub(crate) fn in_random_games(games: u64, plies: u32, check: impl Fn(&Board, &Variant, &mut Rng)) {
    for (number, variant) in variants().iter().enumerate() {
        for game in 0..games {
            let mut rng = Rng::derived(&[number as u64, game]);
            let mut board = match rng.below(3) {
                0 => chess960_start(rng.below(960) as u16).unwrap(),
                _ => {
                    let start = variant.starts[rng.below(variant.starts.len() as u32) as usize];
                    Board::from_fen(start, &variant.options).unwrap()
                }
            };
            for _ in 0..plies {
                if board.pieces(Piece::King).len() < 2 {
                    break;
                }
                check(&board, variant, &mut rng);
                let Some(mv) = board.random_legal(&variant.rules, |count| rng.below(count)) else {
                    break;
                };
                board = board.make(mv, &variant.rules);
            }
        }
    }
}
