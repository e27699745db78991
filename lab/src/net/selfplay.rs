//! Games that an evaluation plays against itself, to learn from.

use std::sync::Arc;

use boardwright::bots::Limits;
use boardwright::chess::eval::Evaluator;
use boardwright::chess::{Move, OneBoard, Variant};
use boardwright::error::Result;
use boardwright::game::{Game, Seat};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::{Engine, MATE_BOUND, Params, Searched as _};
use boardwright::state::{Rules, State};

use super::games::{GameRecord, NO_SCORE, WRITTEN_MATE};

/// Settings of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameSettings {
    /// Positions searched for a move.
    pub(crate) nodes: u64,
    /// Random plies that begin a game.
    pub(crate) opening: u32,
    /// Per cent of the later plies that are drawn at random.
    pub(crate) random_percent: u32,
    /// The most that an opening may favour a side, in centipawns.
    pub(crate) balance: i32,
    /// Number of plies after which a game counts as drawn.
    pub(crate) ply_limit: usize,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            nodes: 800,
            opening: 7,
            random_percent: 0,
            balance: 500,
            ply_limit: 400,
        }
    }
}

/// A game that a network can learn from games of.
pub(crate) trait Recorded: Game {
    /// True if there are two boards.
    const TWO_BOARDS: bool;
    /// State of the players between games.
    type Players;

    /// A move as a number.
    fn packed(action: &Self::Action) -> u32;

    /// The move of such a number; `None` where it is none.
    fn unpacked(packed: u32) -> Option<Self::Action>;

    /// Players for games of one thread, with their evaluation and the numbers of their search.
    fn players(evaluator: &Evaluator, params: Params) -> Self::Players;

    /// Plays the game of a seed.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn play_out(
        players: &mut Self::Players,
        rules: &Arc<Rules<Self>>,
        settings: &GameSettings,
        seed: u64,
    ) -> Result<GameRecord>
    where
        Self: Sized;
}

/// Plies in a row at which a game is called: won where the score is beyond
/// [`CALLED_WON`], drawn where it is within [`CALLED_DRAWN`] late in the game.
const CALLED_PLIES: u32 = 6;
const CALLED_WON: i32 = 2500;
const CALLED_DRAWN: i32 = 8;
/// Ply from which on a game may be called drawn.
const CALLED_DRAWN_FROM: usize = 90;

/// Calls games that are as good as over.
#[derive(Default)]
struct Referee {
    won: u32,
    drawn: u32,
}

impl Referee {
    /// Notes a score for the first side; the result for it where the game is called.
    fn call(&mut self, ply: usize, score: i32) -> Option<u8> {
        if score.abs() >= MATE_BOUND {
            return Some(if score > 0 { 2 } else { 0 });
        }
        self.won = if score.abs() >= CALLED_WON {
            self.won + 1
        } else {
            0
        };
        let still = ply >= CALLED_DRAWN_FROM && score.abs() <= CALLED_DRAWN;
        self.drawn = if still { self.drawn + 1 } else { 0 };
        if self.won >= CALLED_PLIES {
            return Some(if score > 0 { 2 } else { 0 });
        }
        (self.drawn >= CALLED_PLIES).then_some(1)
    }
}

/// The written form of a score.
fn written(score: i32) -> i16 {
    match score {
        s if s >= MATE_BOUND => WRITTEN_MATE,
        s if s <= -MATE_BOUND => -WRITTEN_MATE,
        s => s.clamp(1 - i32::from(WRITTEN_MATE), i32::from(WRITTEN_MATE) - 1) as i16,
    }
}

impl<V: Variant> Recorded for OneBoard<V> {
    const TWO_BOARDS: bool = false;
    type Players = [Engine<Self>; 2];

    fn packed(mv: &Move) -> u32 {
        u32::from(mv.to_bits())
    }

    fn unpacked(packed: u32) -> Option<Move> {
        Move::from_bits(u16::try_from(packed).ok()?)
    }

    fn players(evaluator: &Evaluator, params: Params) -> Self::Players {
        [(); 2].map(|()| {
            let mut engine = Engine::new(1);
            engine.params = params;
            engine.set_evaluator(evaluator.clone());
            engine
        })
    }

    fn play_out(
        players: &mut Self::Players,
        rules: &Arc<Rules<Self>>,
        settings: &GameSettings,
        seed: u64,
    ) -> Result<GameRecord> {
        let mut rng = Rng::derived(&[seed, 0x9a3e5]);
        let control = Control::new(None);
        let limits = Limits {
            nodes: Some(settings.nodes),
            ..Limits::default()
        };
        let (mut state, moves) = balanced(players, rules, settings, &limits, &mut rng, &control)?;
        for player in players.iter_mut() {
            player.clear();
        }
        let mut record = GameRecord {
            opening: moves.len() as u8,
            result: 1,
            moves,
            scores: Vec::new(),
        };
        let mut referee = Referee::default();
        while record.moves.len() < settings.ply_limit {
            if let Some(outcome) = state.outcome() {
                record.result = (outcome.score(Seat(0)) * 2.0) as u8;
                break;
            }
            let game = state.game();
            if game.claimable(state.position(), state.history()).is_some() {
                break;
            }
            if rng.below(100) < settings.random_percent {
                let Some(drawn) = drawn_move(&state, &mut rng) else {
                    break;
                };
                record.moves.push(Self::packed(&drawn));
                record.scores.push(NO_SCORE);
                state = state.play_unchecked(&drawn);
                continue;
            }
            let seat = game.to_move(state.position());
            let found =
                players[seat.index()].think(&state, seat, &limits, &control, &mut |_| {})?;
            let best = &found.lines[0];
            record.moves.push(Self::packed(&best.moves[0]));
            record.scores.push(written(best.value));
            let first = if seat == Seat(0) {
                best.value
            } else {
                -best.value
            };
            if let Some(result) = referee.call(record.moves.len(), first) {
                record.result = result;
                break;
            }
            state = state.play_unchecked(&best.moves[0]);
        }
        Ok(record)
    }
}

/// A legal move drawn at random; `None` where there is none.
fn drawn_move<G: Recorded>(state: &State<G>, rng: &mut Rng) -> Option<G::Action> {
    let mut legal = state.legal(None);
    (!legal.is_empty()).then(|| legal.swap_remove(rng.below(legal.len() as u32) as usize))
}

/// A position after random plies that favours nobody much, and its moves.
fn balanced<V: Variant>(
    players: &mut [Engine<OneBoard<V>>; 2],
    rules: &Arc<Rules<OneBoard<V>>>,
    settings: &GameSettings,
    limits: &Limits,
    rng: &mut Rng,
    control: &Control,
) -> Result<(State<OneBoard<V>>, Vec<u32>)> {
    loop {
        let (state, moves) = opening(rules, settings.opening, rng)?;
        players[0].clear();
        let seat = state.game().to_move(state.position());
        let found = players[0].think(&state, seat, limits, control, &mut |_| {})?;
        if found.lines[0].value.abs() <= settings.balance {
            return Ok((state, moves));
        }
    }
}

/// A position after so many random plies or one more that has not ended, and its moves.
pub(crate) fn opening<G: Recorded>(
    rules: &Arc<Rules<G>>,
    plies: u32,
    rng: &mut Rng,
) -> Result<(State<G>, Vec<u32>)> {
    loop {
        let mut state = State::start(rules)?;
        let mut moves = Vec::new();
        for _ in 0..plies + rng.below(2) {
            let Some(drawn) = drawn_move(&state, rng) else {
                break;
            };
            moves.push(G::packed(&drawn));
            state = state.play_unchecked(&drawn);
        }
        if !state.live().is_empty() {
            return Ok((state, moves));
        }
    }
}
