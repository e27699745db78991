//! Games that the search plays against itself.

use std::sync::Arc;

use super::{Tuned, TuningSample};
use boardwright::bots::Limits;
use boardwright::chess::eval::EvalWeights;
use boardwright::chess::{Board, Color, OneBoard, Variant};
use boardwright::error::Result;
use boardwright::game::{Game, Outcome, Seat};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::{Engine, MATE_BOUND, SearchResult, Searched};
use boardwright::state::{Rules, State};

/// Settings of self-play games: search effort, openings and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SelfplaySettings {
    /// Positions that are searched for a move.
    pub(crate) nodes: u64,
    /// Random plies that begin a game.
    pub(crate) opening: u32,
    /// The most that an opening may favour a side, in centipawns.
    pub(crate) balance: i32,
    /// After so many plies a game counts as drawn.
    pub(crate) ply_limit: u32,
}

impl Default for SelfplaySettings {
    fn default() -> Self {
        Self {
            nodes: 5000,
            opening: 8,
            balance: 150,
            ply_limit: 300,
        }
    }
}

/// An opening of random moves that favours nobody much.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn opening<V: Variant>(
    rules: &Arc<Rules<OneBoard<V>>>,
    engine: &mut Engine<OneBoard<V>>,
    settings: &SelfplaySettings,
    rng: &mut Rng,
    control: &Control,
) -> Result<State<OneBoard<V>>> {
    loop {
        let state = scrambled(rules, settings.opening, rng)?;
        let thought = think(engine, &state, settings.nodes, control)?;
        if thought.lines[0].value.abs() <= settings.balance {
            return Ok(state);
        }
    }
}

/// A game after so many random plies or one more, so that either side begins the game
/// proper equally often; none that has ended.
///
/// # Errors
///
/// What the game says of its first position.
pub(crate) fn scrambled<G: Game>(
    rules: &Arc<Rules<G>>,
    plies: u32,
    rng: &mut Rng,
) -> Result<State<G>> {
    loop {
        let mut state = State::start(rules)?;
        for _ in 0..plies + rng.below(2) {
            let moves = state.legal(None);
            if moves.is_empty() {
                break;
            }
            state = state.play_unchecked(&moves[rng.below(moves.len() as u32) as usize]);
        }
        if !state.live().is_empty() {
            return Ok(state);
        }
    }
}

/// Plays a game from a state, the first engine for White. `watch` is told of each
/// position that was thought about.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn play<V: Variant>(
    engines: [&mut Engine<OneBoard<V>>; 2],
    start: State<OneBoard<V>>,
    settings: &SelfplaySettings,
    control: &Control,
    mut watch: impl FnMut(&State<OneBoard<V>>, &SearchResult<<OneBoard<V> as Game>::Action>),
) -> Result<Outcome> {
    let [white, black] = engines;
    white.clear();
    black.clear();
    let mut state = start;
    for _ in 0..settings.ply_limit {
        if let Some(outcome) = state.outcome() {
            return Ok(outcome);
        }
        // Nobody claims here, so what could be claimed counts.
        if let Some(reason) = state.game().claimable(state.position(), state.history()) {
            return Ok(Outcome::draw(reason));
        }
        let engine = match state.game().to_move(state.position()) {
            Seat(0) => &mut *white,
            _ => &mut *black,
        };
        let thought = think(engine, &state, settings.nodes, control)?;
        watch(&state, &thought);
        state = state.play_unchecked(&thought.lines[0].moves[0]);
    }
    Ok(Outcome::draw("ply_limit"))
}

fn think<V: Variant>(
    engine: &mut Engine<OneBoard<V>>,
    state: &State<OneBoard<V>>,
    nodes: u64,
    control: &Control,
) -> Result<SearchResult<<OneBoard<V> as Game>::Action>> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let seat = state.game().to_move(state.position());
    engine.think(state, seat, &limits, control, &mut |_| {})
}

impl<V: Variant> Tuned for OneBoard<V> {
    fn boards(board: &Board) -> Vec<(Board, Color)> {
        vec![(*board, Color::White)]
    }

    fn shipped() -> Arc<EvalWeights> {
        EvalWeights::shipped(V::DROPS)
    }

    fn record(
        rules: &Arc<Rules<Self>>,
        settings: &SelfplaySettings,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<TuningSample<Board>>> {
        let mut rng = Rng::derived(&[seed, 0x7e5e1]);
        let (mut white, mut black) = (Engine::new(2), Engine::new(2));
        let start = opening(rules, &mut white, settings, &mut rng, control)?;
        let mut samples = Vec::new();
        let engines = [&mut white, &mut black];
        let outcome = play(engines, start, settings, control, |state, thought| {
            let board = *state.position();
            let best = &thought.lines[0];
            let game = state.game();
            let quiet = !board.is_check() && !game.tactical(&board, &best.moves[0]);
            if quiet && best.value.abs() < MATE_BOUND {
                let white = game.to_move(&board) == Seat(0);
                samples.push(TuningSample {
                    position: board,
                    score: if white { best.value } else { -best.value },
                    result: 0.0,
                });
            }
        })?;
        Ok(labelled(samples, outcome.score(Seat(0))))
    }
}

/// Positions with the result of their game.
pub(crate) fn labelled<P>(mut samples: Vec<TuningSample<P>>, result: f64) -> Vec<TuningSample<P>> {
    for sample in &mut samples {
        sample.result = result as f32;
    }
    samples
}
