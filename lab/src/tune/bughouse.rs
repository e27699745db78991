//! Games of bughouse that the search plays against itself, to fit its weights to.

use std::sync::Arc;

use super::selfplay::{SelfplaySettings, labelled, scrambled};
use super::{Tuned, TuningSample};
use boardwright::bots::{Bot, Limits, Score};
use boardwright::chess::eval::EvalWeights;
use boardwright::chess::{Board, Color};
use boardwright::error::Result;
use boardwright::game::Seat;
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::Searched as _;
use boardwright::state::{Rules, State};
use boardwright::value::Dict;

use boardwright::bughouse::engine::color_of;
use boardwright::bughouse::{Action, BoardId, Bughouse, Position, SEATS};

use crate::net::selfplay::Recorded as _;

/// The first of the seats that count as White's where two boards are one position.
const FIRST: Seat = Seat(0);

impl Tuned for Bughouse {
    fn boards(position: &Position) -> Vec<(Board, Color)> {
        let of = |id| (*position.board(id), color_of(true, id));
        BoardId::ALL.map(of).to_vec()
    }

    fn shipped() -> Arc<EvalWeights> {
        EvalWeights::shipped(true)
    }

    /// Whoever is live moves next, by chance: so boards get ahead of each other.
    fn record(
        rules: &Arc<Rules<Self>>,
        settings: &SelfplaySettings,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<TuningSample<Position>>> {
        let mut rng = Rng::derived(&[seed, 0xb06]);
        let mut bots = SEATS
            .iter()
            .map(|_| player(seed))
            .collect::<Result<Vec<_>>>()?;
        let limits = Limits {
            nodes: Some(settings.nodes),
            ..Limits::default()
        };
        // Twice as many plies as on one board.
        let plies = 2 * settings.opening;
        let mut state = scrambled(rules, plies, &mut rng)?;
        // One that favours a team much is taken back.
        loop {
            let seat = Self::next_seat(&state, &mut rng);
            let first = bots[seat.index()].decide(&state.observe(seat), &limits, control)?;
            match first.score {
                Some(Score::Centipawns(worth)) if worth.abs() <= 2 * settings.balance => break,
                _ => state = scrambled(rules, plies, &mut rng)?,
            }
        }
        let mut samples = Vec::new();
        for _ in 0..settings.ply_limit {
            if let Some(outcome) = state.outcome() {
                return Ok(labelled(samples, outcome.score(FIRST)));
            }
            let seat = Self::next_seat(&state, &mut rng);
            let decision = bots[seat.index()].decide(&state.observe(seat), &limits, control)?;
            if let Some(Score::Centipawns(worth)) = decision.score
                && is_quiet(&state, &decision.action)
            {
                samples.push(TuningSample {
                    position: *state.position(),
                    score: if Self::side(seat) == 0 { worth } else { -worth },
                    result: 0.0,
                });
            }
            state = state.play_unchecked(&decision.action);
        }
        Ok(labelled(samples, 0.5))
    }
}

/// A bot for one of the seats, its book closed: what a book says is not what the
/// weights make of a position.
fn player(seed: u64) -> Result<Box<dyn Bot<Bughouse>>> {
    let mut own = Dict::new();
    own.insert("hash".into(), 2.into());
    own.insert("book".into(), false.into());
    boardwright::bots::make("search", &own, seed)
}

/// Returns true if neither board is in check and a move is not tactical.
fn is_quiet(state: &State<Bughouse>, action: &Action) -> bool {
    let position = state.position();
    let calm = BoardId::ALL
        .iter()
        .all(|id| !position.board(*id).is_check());
    let one = state.game().one_board();
    calm && !one.tactical(position.board(action.board), &action.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_position_is_searched_and_not_looked_up() {
        let state = State::start(&Rules::<Bughouse>::new(&Dict::new()).unwrap()).unwrap();
        let limits = Limits {
            nodes: Some(100),
            ..Limits::default()
        };
        let observation = state.observe(FIRST);
        let decision = player(1)
            .unwrap()
            .decide(&observation, &limits, &Control::default())
            .unwrap();
        assert!(decision.nodes > 0);
    }
}
