//! The evaluation of chess and of chess with drops.
//!
//! It is tapered between middlegame and endgame, or in games with drops between
//! full hands and empty ones, and linear in its weights, the
//! danger to kings excepted, which grows with its square. Weights are data; a
//! tuner is told by [`TermTrace`] which of them counted and how often.

mod danger;
mod endings;
pub mod inputs;
mod pawns;
mod reach;
mod shipped;
mod structure;
mod terms;
mod threats;
mod weights;

use std::sync::Arc;

pub use shipped::{CHESS_NETWORK, CRAZYHOUSE_NETWORK, ShippedNetwork};
pub use terms::{TermTrace, Untraced};
pub use weights::{EvalWeights, Taper};

use crate::Variant;
use chess::{Board, Color};
use contract::error::{Error, Result};
use inputs::{BoardInputs, Layout};
use search::network::{Accumulators, Network, Seen};

/// Evaluates boards with one set of weights, or with a network.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Arc<EvalWeights>,
    network: Option<NetworkEvaluator>,
}

/// A network and what it knows of the boards evaluated last.
#[derive(Clone, Debug)]
struct NetworkEvaluator {
    network: Arc<Network>,
    accumulators: BoardAccumulators,
    drops: bool,
}

/// Accumulators of a network of each layout.
#[derive(Clone, Debug)]
enum BoardAccumulators {
    Pieces(Accumulators<{ inputs::PIECE_WORDS }>),
    Threats(Accumulators<{ inputs::THREAT_WORDS }>),
    Structure(Accumulators<{ inputs::WORDS }>),
}

impl BoardAccumulators {
    fn new(network: &Network, layout: Layout) -> Self {
        match layout {
            Layout::Pieces => Self::Pieces(Accumulators::new(network)),
            Layout::Threats => Self::Threats(Accumulators::new(network)),
            Layout::Structure => Self::Structure(Accumulators::new(network)),
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, network: &Network, board: &Board, drops: bool, seen: Seen) -> i32 {
        use inputs::{bits, piece_bits, threat_bits};
        match self {
            Self::Pieces(known) => {
                known.evaluate::<BoardInputs>(network, &piece_bits(board, drops), seen)
            }
            Self::Threats(known) => {
                known.evaluate::<BoardInputs>(network, &threat_bits(board, drops), seen)
            }
            Self::Structure(known) => {
                known.evaluate::<BoardInputs>(network, &bits(board, drops), seen)
            }
        }
    }
}

impl NetworkEvaluator {
    fn evaluate(&mut self, board: &Board) -> i32 {
        let second_moves = board.turn() == Color::Black;
        let seen = Seen {
            views: inputs::views(board),
            second_moves,
            bucket: inputs::bucket(board, self.drops),
            ply: 2 * board.fullmove() as usize + usize::from(second_moves),
        };
        self.accumulators
            .evaluate(&self.network, board, self.drops, seen)
    }
}

impl Evaluator {
    /// With the network of a game, or the shipped weights where it has none.
    #[must_use]
    pub fn shipped<V: Variant>() -> Self {
        match V::NETWORK {
            Some(shipped) => Self::by(Arc::clone(shipped.network()), shipped.layout, V::DROPS),
            None => Self::hand_written(V::DROPS),
        }
    }

    /// With the shipped weights, for chess or for games with drops.
    #[must_use]
    pub fn hand_written(drops: bool) -> Self {
        Self::new(EvalWeights::shipped(drops))
    }

    /// With weights of one's own.
    #[must_use]
    pub const fn new(weights: Arc<EvalWeights>) -> Self {
        Self {
            weights,
            network: None,
        }
    }

    /// With a network, for a game with or without drops.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a network of other inputs.
    pub fn with_network(network: Arc<Network>, drops: bool) -> Result<Self> {
        let header = network.header();
        let fits = Layout::named(&header.layout).filter(|layout| {
            (header.inputs, header.buckets) == (layout.inputs(), inputs::BUCKETS)
                && header.narrow.is_none_or(|n| n.first == inputs::FIRST_ROUND)
                && !(drops && *layout == Layout::Pieces)
        });
        match fits {
            Some(layout) => Ok(Self::by(network, layout, drops)),
            None => Err(Error::invalid_option(format!(
                "network: its inputs, {} {}, are none of this game",
                header.inputs, header.layout
            ))),
        }
    }

    fn by(network: Arc<Network>, layout: Layout, drops: bool) -> Self {
        Self {
            weights: EvalWeights::shipped(drops),
            network: Some(NetworkEvaluator {
                accumulators: BoardAccumulators::new(&network, layout),
                network,
                drops,
            }),
        }
    }

    /// The name and the hash of its network, `hand` without one.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.network {
            Some(evaluator) => evaluator.network.label(),
            None => "hand".into(),
        }
    }

    /// Evaluates a board for the side to move, in centipawns.
    #[must_use]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        let mut value = || match &mut self.network {
            Some(network) => network.evaluate(board),
            None => terms::evaluate(board, &self.weights, &mut Untraced),
        };
        match self.weights.taper {
            Taper::Men => endings::corrected(board, value),
            // Whoever has a king alone may have a hand full of pieces.
            Taper::Hands => value(),
        }
    }

    /// Combines the two halves of a score, both for White.
    pub fn tapered(&self, board: &Board, middle: i32, end: i32) -> i32 {
        terms::tapered(board, self.weights.taper, middle, end)
    }

    /// Returns the taper between the two halves of the weights.
    pub fn taper(&self) -> Taper {
        self.weights.taper
    }

    /// The endgame half of a term.
    pub fn end_weight(&self, term: usize) -> i32 {
        self.weights.end(term)
    }

    /// The same, telling which weights counted.
    pub fn trace(&self, board: &Board, trace: &mut impl TermTrace) -> i32 {
        terms::evaluate(board, &self.weights, trace)
    }
}

/// Returns the cost of a danger to a king in the two halves of the score. In an endgame it hardly
/// counts; with drops it is the same whatever is in hand, which is part of the danger itself.
#[must_use]
pub const fn danger_cost(taper: Taper, danger: i32) -> (i32, i32) {
    if danger <= 0 {
        return (0, 0);
    }
    let cut = if danger > 2400 { 2400 } else { danger };
    let cost = cut * cut / 2048;
    match taper {
        Taper::Men => (cost, cut / 12),
        Taper::Hands => (cost, cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Color, FenOptions, Rules};

    #[derive(Default)]
    struct Counted {
        terms: Vec<(usize, i32)>,
        dangers: [Vec<(usize, i32)>; 2],
    }

    impl TermTrace for Counted {
        fn term(&mut self, index: usize, by: i32) {
            self.terms.push((index, by));
        }

        fn danger(&mut self, king: Color, index: usize, by: i32) {
            self.dangers[king.index()].push((index, by));
        }
    }

    pub(super) fn board(fen: &str) -> Board {
        let options = FenOptions {
            rules: Rules::CRAZYHOUSE,
            allow_pocket: true,
            exposed_king: false,
        };
        Board::from_fen(fen, &options).unwrap()
    }

    pub(super) const POSITIONS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
        "r4rk1/ppp2pp1/2n2n1p/2b1p3/2B1P3/2N2N2/PPP2PPP/R4RK1[QBPqbp] w - - 0 10",
        "8/8/4k3/8/2P5/3K4/8/R7[] b - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1[Pp] w kq - 0 1",
    ];

    /// The position with colours and sides of the board exchanged.
    pub(super) fn mirrored(fen: &str) -> String {
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| {
                    if c.is_ascii_lowercase() {
                        c.to_ascii_uppercase()
                    } else {
                        c.to_ascii_lowercase()
                    }
                })
                .collect()
        };
        let fields: Vec<_> = fen.split(' ').collect();
        let (ranks, pocket) = fields[0].split_once('[').unwrap();
        let ranks: Vec<_> = ranks.split('/').rev().map(swap).collect();
        let turn = if fields[1] == "w" { "b" } else { "w" };
        format!(
            "{}[{} {turn} {} - 0 1",
            ranks.join("/"),
            swap(pocket),
            swap(fields[2])
        )
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for drops in [false, true] {
            let shipped = match drops {
                true => Evaluator::shipped::<crate::CrazyhouseVariant>(),
                false => Evaluator::shipped::<crate::ChessVariant>(),
            };
            for mut evaluator in [Evaluator::hand_written(drops), shipped] {
                for fen in POSITIONS {
                    let mirrored = board(&mirrored(fen));
                    assert_eq!(
                        evaluator.evaluate(&board(fen)),
                        evaluator.evaluate(&mirrored),
                        "{fen}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_trace_adds_up_to_the_worth() {
        for drops in [false, true] {
            let mut evaluator = Evaluator::hand_written(drops);
            for fen in POSITIONS {
                let board = board(fen);
                let mut counted = Counted::default();
                let value = evaluator.trace(&board, &mut counted);
                let whole = match evaluator.weights.taper {
                    Taper::Men => endings::corrected(&board, || value),
                    Taper::Hands => value,
                };
                assert_eq!(whole, evaluator.evaluate(&board));
                let weights = evaluator.weights.to_list();
                let dangers = &weights[2 * EvalWeights::term_count()..];
                let (mut middle, mut end) = (0, 0);
                for (index, by) in counted.terms {
                    middle += weights[2 * index] * by;
                    end += weights[2 * index + 1] * by;
                }
                for (color, sign) in [(Color::White, -1), (Color::Black, 1)] {
                    let danger = counted.dangers[color.index()]
                        .iter()
                        .map(|(index, by)| dangers[*index] * by)
                        .sum();
                    let (m, e) = danger_cost(evaluator.weights.taper, danger);
                    middle += sign * m;
                    end += sign * e;
                }
                let sum = terms::tapered(&board, evaluator.weights.taper, middle, end);
                let sum = if board.turn() == Color::White {
                    sum
                } else {
                    -sum
                };
                assert_eq!(sum, value, "{fen}");
            }
        }
    }

    #[test]
    fn more_is_better() {
        let mut evaluator = Evaluator::hand_written(true);
        let plain = evaluator.evaluate(&board("4k3/pppp4/8/8/8/8/4PPPP/4K3[] w - - 0 1"));
        for piece in ["P", "N", "B", "R", "Q"] {
            let fen = format!("4k3/pppp4/8/8/8/8/4PPPP/4K3[{piece}] w - - 0 1");
            assert!(evaluator.evaluate(&board(&fen)) > plain, "{piece} in hand");
        }
    }
}
