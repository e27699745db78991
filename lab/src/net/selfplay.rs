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
use crate::tune::attempt::Numbers;

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
    /// Boards of a position.
    const BOARDS: usize;
    /// The game on each of its boards.
    type Board: Variant;
    /// The numbers of its search.
    type Numbers: Numbers;
    /// Those that are shipped.
    const USUAL: Self::Numbers;
    /// All seats of a side.
    type Player: Send;

    /// A move as a number.
    fn packed(action: &Self::Action) -> u32;

    /// The move of such a number; `None` where it is none.
    fn unpacked(packed: u32) -> Option<Self::Action>;

    /// A player with its evaluation, the numbers of its search, and tables of so many MB.
    fn player(evaluator: &Evaluator, numbers: Self::Numbers, megabytes: usize) -> Self::Player;

    /// Lets a player forget all it has learnt.
    fn clear(player: &mut Self::Player);

    /// The seat that moves next, drawn where several may.
    fn next_seat(state: &State<Self>, rng: &mut Rng) -> Seat;

    /// The side of a seat: 0 or 1.
    fn side(seat: Seat) -> usize;

    /// The move of a seat and its score for the seat's side, in centipawns.
    ///
    /// # Errors
    ///
    /// `cancelled`.
    fn find(
        player: &mut Self::Player,
        state: &State<Self>,
        seat: Seat,
        limits: &Limits,
        control: &Control,
    ) -> Result<(Self::Action, i32)>;
}

/// Two players of a game that are alike.
pub(crate) fn players<G: Recorded>(evaluator: &Evaluator, numbers: G::Numbers) -> [G::Player; 2] {
    [(); 2].map(|()| G::player(evaluator, numbers, 1))
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
    const BOARDS: usize = 1;
    type Board = V;
    type Numbers = Params;
    const USUAL: Params = Self::PARAMS;
    type Player = Engine<Self>;

    fn packed(mv: &Move) -> u32 {
        u32::from(mv.to_bits())
    }

    fn unpacked(packed: u32) -> Option<Move> {
        Move::from_bits(u16::try_from(packed).ok()?)
    }

    fn player(evaluator: &Evaluator, params: Params, megabytes: usize) -> Engine<Self> {
        let mut engine = Engine::new(megabytes);
        engine.params = params;
        engine.set_evaluator(evaluator.clone());
        engine
    }

    fn clear(player: &mut Engine<Self>) {
        player.clear();
    }

    fn next_seat(state: &State<Self>, _: &mut Rng) -> Seat {
        state.game().to_move(state.position())
    }

    fn side(seat: Seat) -> usize {
        seat.index()
    }

    fn find(
        player: &mut Engine<Self>,
        state: &State<Self>,
        seat: Seat,
        limits: &Limits,
        control: &Control,
    ) -> Result<(Move, i32)> {
        let found = player.think(state, seat, limits, control, &mut |_| {})?;
        Ok((found.lines[0].moves[0], found.lines[0].value))
    }
}

/// Plays the game of a seed.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn play_out<G: Recorded>(
    players: &mut [G::Player; 2],
    rules: &Arc<Rules<G>>,
    settings: &GameSettings,
    seed: u64,
) -> Result<GameRecord> {
    let mut rng = Rng::derived(&[seed, 0x9a3e5]);
    let control = Control::new(None);
    let limits = Limits {
        nodes: Some(settings.nodes),
        ..Limits::default()
    };
    let (mut state, moves) = balanced(&mut players[0], rules, settings, &limits, &mut rng)?;
    players.iter_mut().for_each(G::clear);
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
        if state
            .game()
            .claimable(state.position(), state.history())
            .is_some()
        {
            break;
        }
        if rng.below(100) < settings.random_percent {
            let Some(drawn) = drawn_move(&state, &mut rng) else {
                break;
            };
            record.moves.push(G::packed(&drawn));
            record.scores.push(NO_SCORE);
            state = state.play_unchecked(&drawn);
            continue;
        }
        let seat = G::next_seat(&state, &mut rng);
        let side = G::side(seat);
        let (best, value) = G::find(&mut players[side], &state, seat, &limits, &control)?;
        record.moves.push(G::packed(&best));
        record.scores.push(written(value));
        let first = if side == 0 { value } else { -value };
        // A mate of one board may be too late for the other one: such games go on.
        let mate = value.abs() >= MATE_BOUND;
        if !(mate && G::BOARDS > 1)
            && let Some(result) = referee.call(record.moves.len(), first)
        {
            record.result = result;
            break;
        }
        state = state.play_unchecked(&best);
    }
    Ok(record)
}

/// A legal move drawn at random; `None` where there is none.
pub(crate) fn drawn_move<G: Recorded>(state: &State<G>, rng: &mut Rng) -> Option<G::Action> {
    let mut legal = state.legal(None);
    (!legal.is_empty()).then(|| legal.swap_remove(rng.below(legal.len() as u32) as usize))
}

/// A position after random plies that favours nobody much, and its moves.
fn balanced<G: Recorded>(
    player: &mut G::Player,
    rules: &Arc<Rules<G>>,
    settings: &GameSettings,
    limits: &Limits,
    rng: &mut Rng,
) -> Result<(State<G>, Vec<u32>)> {
    loop {
        let (state, moves) = opening(rules, settings.opening, rng)?;
        if favour::<G>(player, &state, limits, rng)? <= settings.balance {
            return Ok((state, moves));
        }
    }
}

/// By how much a position favours either side, in centipawns, as a player finds that knows
/// nothing yet.
pub(crate) fn favour<G: Recorded>(
    player: &mut G::Player,
    state: &State<G>,
    limits: &Limits,
    rng: &mut Rng,
) -> Result<i32> {
    G::clear(player);
    let seat = G::next_seat(state, rng);
    let (_, value) = G::find(player, state, seat, limits, &Control::new(None))?;
    Ok(value.abs())
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
