//! Positions to learn from, packed: replayed from games and filtered.

use std::path::PathBuf;
use std::sync::Arc;

use boardwright::chess::eval::Evaluator;
use boardwright::chess::eval::inputs::{
    self, BoardInputs, Layout, PIECE_WORDS, RELATION_WORDS, WORDS,
};
use boardwright::chess::{Board, Color, OneBoard, Variant};
use boardwright::rng::Rng;
use boardwright::search::Searched as _;
use boardwright::search::network::SideView;
use boardwright::state::{Rules, State};

use super::games::{GameRecord, GamesReader, NO_SCORE, WRITTEN_MATE};
use super::selfplay::{Recorded, drawn_move};
use crate::Failure;
use crate::commands::failed;

/// A board as the inputs of a network, in 112 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedBoard {
    occupied: u64,
    /// The word of each piece in turn, four bits each. In bughouse all of 64 may stand on one board.
    kinds: [u8; 32],
    promoted: u64,
    hands: u64,
    relations: [u64; RELATION_WORDS],
    /// The bucket of output weights.
    pub(crate) bucket: u8,
    /// True if Black is to move.
    pub(crate) black_moves: bool,
    mirrored: [bool; 2],
    /// The sign of the mover's score in that of the first side.
    pub(crate) sign: i8,
    /// Score by the hand-written evaluation for the mover, in centipawns.
    pub(crate) hand: i16,
}

impl PackedBoard {
    /// Packs a board; `first` is the colour of the first side on it.
    pub(crate) fn of(board: &Board, drops: bool, first: Color, hand: &mut Evaluator) -> Self {
        let words = inputs::piece_bits(board, drops);
        let mut packed = Self {
            occupied: board.occupied().0,
            promoted: words[12] | words[13],
            hands: words[14],
            relations: inputs::relations(board),
            bucket: inputs::bucket(board, drops) as u8,
            black_moves: board.turn() == Color::Black,
            mirrored: inputs::views(board).map(|view| view.mirrored),
            sign: if board.turn() == first { 1 } else { -1 },
            hand: hand.evaluate(board).clamp(-6000, 6000) as i16,
            ..Self::default()
        };
        for (number, square) in ones(packed.occupied).enumerate() {
            let bit = 1_u64 << square;
            let kind = words[..12].iter().position(|w| w & bit != 0).unwrap_or(0) as u8;
            packed.kinds[number / 2] |= kind << (number % 2 * 4);
        }
        packed
    }

    /// The inputs of the mover's view and of the other one.
    pub(crate) fn inputs(&self, layout: Layout, mover: &mut Vec<u16>, other: &mut Vec<u16>) {
        mover.clear();
        other.clear();
        let view = |second: bool| SideView {
            second,
            mirrored: self.mirrored[usize::from(second)],
        };
        let views = [view(self.black_moves), view(!self.black_moves)];
        let words: [u64; WORDS] = inputs::with_relations(&self.piece_words(), &self.relations);
        for (word, bits) in words[..layout.words()].iter().enumerate() {
            for bit in ones(*bits) {
                mover.push(BoardInputs::number(word, bit, views[0]) as u16);
                other.push(BoardInputs::number(word, bit, views[1]) as u16);
            }
        }
    }

    fn piece_words(&self) -> [u64; PIECE_WORDS] {
        let mut words = [0; PIECE_WORDS];
        for (number, square) in ones(self.occupied).enumerate() {
            let kind = usize::from(self.kinds[number / 2] >> (number % 2 * 4) & 15);
            words[kind] |= 1_u64 << square;
        }
        let white = words[..6].iter().fold(0, |set, word| set | word);
        words[12] = self.promoted & white;
        words[13] = self.promoted & !white;
        words[14] = self.hands;
        words
    }
}

fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

const _: () = assert!(PIECE_WORDS == 15);

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Label {
    /// Score of the search for the first side, in centipawns.
    pub(crate) score: i16,
    /// Result for the first side: 0 lost, 1 drawn, 2 won; [`NO_RESULT`] where there is none.
    pub(crate) result: u8,
}

/// In place of a result.
pub(crate) const NO_RESULT: u8 = u8::MAX;

/// Positions, `boards` of each in a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// The boards of all positions.
    pub(crate) parts: Vec<PackedBoard>,
    /// Boards of a position.
    pub(crate) boards: usize,
    /// A label each position.
    pub(crate) labels: Vec<Label>,
}

/// Scores of a larger magnitude are left out: there is nothing to learn.
const DECIDED: i16 = 6000;
/// Every so manieth game is kept apart.
const KEPT: u64 = 50;

/// The positions to learn from, and those that are kept apart to judge by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Split {
    /// To learn from.
    pub(crate) learnt: Samples,
    /// Kept apart.
    pub(crate) kept: Samples,
    /// Positions a few random moves away from those of the games, with the score of the
    /// hand-written evaluation alone.
    pub(crate) drill: Samples,
    /// Games read.
    pub(crate) games: u64,
}

/// A game whose positions become samples.
pub(crate) trait Sampled: Recorded {
    /// The boards of a position as inputs, if it is one to learn from: nobody in check and the
    /// move that was found not tactical.
    fn packed_boards(
        &self,
        position: &Self::Position,
        found: &Self::Action,
        hand: &mut Evaluator,
    ) -> Option<Vec<PackedBoard>>;

    /// The boards of a position as inputs with the score of the hand-written evaluation for
    /// the first side; `None` in check.
    fn judged(
        &self,
        position: &Self::Position,
        hand: &mut Evaluator,
    ) -> Option<(Vec<PackedBoard>, i16)>;
}

impl<V: Variant> Sampled for OneBoard<V> {
    fn packed_boards(
        &self,
        board: &Board,
        found: &Self::Action,
        hand: &mut Evaluator,
    ) -> Option<Vec<PackedBoard>> {
        let quiet = !board.is_check() && !self.tactical(board, found);
        quiet.then(|| vec![PackedBoard::of(board, V::DROPS, Color::White, hand)])
    }

    fn judged(&self, board: &Board, hand: &mut Evaluator) -> Option<(Vec<PackedBoard>, i16)> {
        if board.is_check() {
            return None;
        }
        let packed = PackedBoard::of(board, V::DROPS, Color::White, hand);
        Some((vec![packed], packed.hand * i16::from(packed.sign)))
    }
}

/// Reads the games of files.
pub(crate) fn read<G: Sampled>(
    rules: &Arc<Rules<G>>,
    paths: &[PathBuf],
    drills: u32,
    trace: f64,
) -> Result<Split, Failure> {
    let mut reader = SampleReader::new(rules, drills, trace);
    for path in paths {
        let games = GamesReader::open(path).map_err(failed("read", path))?;
        if games.header.game != G::INFO.name {
            return Err(format!("{} holds games of {}", path.display(), games.header.game).into());
        }
        for game in games {
            let game = game.map_err(failed("read", path))?;
            reader.add(&game).map_err(|e| {
                let number = reader.split.games;
                Failure::from(format!("{}, game {number}: {e}", path.display()))
            })?;
        }
    }
    Ok(reader.split)
}

/// Makes samples of games.
pub(crate) struct SampleReader<'a, G: Sampled> {
    rules: &'a Arc<Rules<G>>,
    drills: u32,
    /// Weight of what comes later in the score of a position, as in [`traced`].
    trace: f64,
    hand: Evaluator,
    rng: Rng,
    /// The samples so far.
    pub(crate) split: Split,
}

impl<'a, G: Sampled> SampleReader<'a, G> {
    /// With so many positions of the drill from each position of a game, and this weight of
    /// later scores.
    pub(crate) fn new(rules: &'a Arc<Rules<G>>, drills: u32, trace: f64) -> Self {
        let none = Samples {
            boards: G::BOARDS,
            ..Samples::default()
        };
        Self {
            rules,
            drills,
            trace,
            hand: Evaluator::hand_written(G::Board::DROPS),
            rng: Rng::derived(&[0xd4111]),
            split: Split {
                learnt: none.clone(),
                kept: none.clone(),
                drill: none,
                games: 0,
            },
        }
    }

    /// Adds the next game.
    ///
    /// # Errors
    ///
    /// One of its moves is none.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), Failure> {
        let Self {
            rules,
            trace,
            hand,
            rng,
            split,
            ..
        } = self;
        split.games += 1;
        let samples = if split.games % KEPT == 0 {
            &mut split.kept
        } else {
            &mut split.learnt
        };
        add_game(rules, game, *trace, samples, hand)?;
        for _ in 0..self.drills {
            add_drill(rules, game, &mut split.drill, hand, rng)?;
        }
        Ok(())
    }
}

/// Scores for the first side, in which those that were found later have a share: the chance to win
/// that a score stands for is weighed with the same of the next ply, which counts `trace`, and so
/// on to the result (TD(lambda): Sutton, Learning to predict by the methods of temporal
/// differences, 1988). Nothing is handed back beyond a random move ([`NO_SCORE`]).
fn traced(scores: &[i16], result: u8, trace: f64) -> Vec<i16> {
    /// Centipawns of the unit of the logistic function.
    const SCALE: f64 = 400.0;
    /// Nothing is surer than this, so that all chances have a score.
    const DOUBT: f64 = 1e-6;
    let mut later = Some(f64::from(result) / 2.0);
    let mut labels: Vec<_> = scores
        .iter()
        .rev()
        .map(|score| {
            if *score == NO_SCORE {
                later = None;
                return NO_SCORE;
            }
            let now = 1.0 / (1.0 + (-f64::from(*score) / SCALE).exp());
            let mixed = later.map_or(now, |later| (1.0 - trace) * now + trace * later);
            later = Some(mixed);
            let chance = mixed.clamp(DOUBT, 1.0 - DOUBT);
            (SCALE * (chance / (1.0 - chance)).ln()).round() as i16
        })
        .collect();
    labels.reverse();
    labels
}

/// Adds the positions of a game that are to learn from.
fn add_game<G: Sampled>(
    rules: &Arc<Rules<G>>,
    record: &GameRecord,
    trace: f64,
    samples: &mut Samples,
    hand: &mut Evaluator,
) -> Result<(), Failure> {
    let game = rules.game();
    let mut position = State::start(rules)?.position().clone();
    let opening = usize::from(record.opening);
    let mut first = Vec::new();
    let mut places = Vec::new();
    for (ply, packed) in record.moves.iter().enumerate() {
        let action = G::unpacked(*packed).ok_or("a move is none")?;
        let score = ply.checked_sub(opening).and_then(|i| record.scores.get(i));
        if let Some(score) = score {
            let sign = match G::side(game.actor(&position, &action)) {
                0 => 1,
                _ => -1,
            };
            first.push(match *score {
                NO_SCORE => NO_SCORE,
                score => sign * score,
            });
        }
        if let Some(score) = score
            && *score != NO_SCORE
            && score.abs() <= DECIDED.min(WRITTEN_MATE - 1)
            && let Some(boards) = game.packed_boards(&position, &action, hand)
        {
            samples.parts.extend(boards);
            places.push(first.len() - 1);
        }
        position = game.play(&position, &action).0;
    }
    let scores = match trace > 0.0 {
        true => traced(&first, record.result, trace),
        false => first,
    };
    // What came of a random move says nothing about the positions before it, and those after
    // the last one are nearer to the end than others.
    let result = match scores.contains(&NO_SCORE) {
        true => NO_RESULT,
        false => record.result,
    };
    samples.labels.extend(places.into_iter().map(|place| Label {
        score: scores[place],
        result,
    }));
    Ok(())
}

/// The most random moves between a position of a game and one of the drill.
const ASTRAY: u32 = 2;

/// Adds a position a few random moves away from each position of a game.
fn add_drill<G: Sampled>(
    rules: &Arc<Rules<G>>,
    record: &GameRecord,
    samples: &mut Samples,
    hand: &mut Evaluator,
    rng: &mut Rng,
) -> Result<(), Failure> {
    let mut state = State::start(rules)?;
    for packed in &record.moves {
        let action = G::unpacked(*packed).ok_or("a move is none")?;
        let mut astray = state.clone();
        for _ in 0..1 + rng.below(ASTRAY) {
            match drawn_move(&astray, rng) {
                Some(drawn) => astray = astray.play_unchecked(&drawn),
                None => break,
            }
        }
        if let Some((boards, score)) = rules.game().judged(astray.position(), hand) {
            samples.parts.extend(boards);
            samples.labels.push(Label {
                score,
                result: NO_RESULT,
            });
        }
        state = state.play_unchecked(&action);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_scores_and_the_result_have_their_share() {
        let scores = [20, -300, 5000, 40];
        assert_eq!(traced(&scores, 2, 0.0), scores);
        // Half of a draw's score and half of a win's.
        let even = traced(&[0], 2, 0.5)[0];
        assert_eq!(even, (400.0 * 3.0_f64.ln()).round() as i16);
        assert_eq!(traced(&[0], 0, 0.5), [-even]);
        let [first, second] = traced(&[0, 0], 2, 0.5)[..] else {
            panic!("two scores");
        };
        assert!(0 < first && first < second && second == even);
        // A random move cuts what is handed back.
        assert_eq!(traced(&[0, NO_SCORE, 0], 2, 0.5), [0, NO_SCORE, even]);
        // All that counts is the result.
        assert!(
            traced(&[-100, 100], 2, 1.0)
                .iter()
                .all(|score| *score > 5000)
        );
    }
}
