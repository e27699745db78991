//! Draws that a searching bot accepts and offers, and resignation: all by its score, from nothing
//! but its own observation.

use contract::bot::{Decision, Limits, Score};
use contract::error::Result;
use contract::game::Seat;
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options};
use contract::state::State;

use crate::{Engine, Searched};

/// Plies for each seat after which a game is long.
const LONG: usize = 40;
/// A bot that may offer draws does so in one of so many of its moves at most.
const OFFER_EVERY: usize = 10;
/// Decisions in a row that must be as bad before it resigns.
const IN_A_ROW: u32 = 3;
/// Positions that it looks at before it answers an offer.
const NODES_OF_ANSWER: u64 = 2_000;
/// Chances to win, in hundredths: at most so much is lost.
const LOST: i32 = 30;
/// Chances from `LEVEL.0` to `LEVEL.1` are even.
const LEVEL: (i32, i32) = (45, 55);

/// The options, which `search` and `heuristic` have.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "accept_draws",
        kind: OptionKind::Choice {
            default: "score",
            values: &["score", "never", "always"],
        },
        doc: "whether it accepts the draws that others offer: by its score, if it is lost, or no \
              better than level after 40 moves of each seat; never; or always",
    },
    OptionSpec {
        name: "offer_draws",
        kind: OptionKind::Flag { default: false },
        doc: "whether it offers a draw, in one of ten of its moves at most, where the game is level \
              after 40 moves of each seat",
    },
    OptionSpec {
        name: "resigns",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 49,
        },
        doc: "at what chance to win, in hundredths, it resigns, if it is no better three decisions \
              in a row; 10 is 16 pawns behind in chess, 20 six, 30 two and a half; 0 for never",
    },
];

/// An answer to offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Accept {
    #[default]
    ByScore,
    Never,
    Always,
}

/// What a bot does beside its moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Manners {
    accept: Accept,
    offers: bool,
    resigns: Option<i32>,
    /// How many decisions in a row were as bad, and after how many plies the last was made.
    low: (u32, Option<usize>),
}

impl Manners {
    pub(super) fn read(options: &Options) -> Result<Self> {
        Ok(Self {
            accept: match options.word("accept_draws")? {
                "never" => Accept::Never,
                "always" => Accept::Always,
                _ => Accept::ByScore,
            },
            offers: options.flag("offer_draws")?,
            resigns: Some(options.int("resigns")? as i32).filter(|chance| *chance > 0),
            low: (0, None),
        })
    }

    /// Forgets earlier decisions, because another game begins.
    pub(super) fn new_game(&mut self) {
        self.low = (0, None);
    }

    /// Adds to a decision what the bot does beside its move; `best` is the score of the best move
    /// it saw, in a state after so many plies.
    pub(super) fn attach<A>(
        &mut self,
        decision: &mut Decision<A>,
        best: Score,
        plies: usize,
        seats: usize,
    ) {
        let chance = chance(best);
        // A decision that is repeated counts once.
        if self.low.1 != Some(plies) {
            let low = self.resigns.is_some_and(|most| chance <= most);
            self.low = (if low { self.low.0 + 1 } else { 0 }, Some(plies));
        }
        decision.resign = self.low.0 >= IN_A_ROW;
        let turns = plies / seats.max(1);
        decision.offer_draw = self.offers
            && !decision.resign
            && turns >= LONG
            && turns.is_multiple_of(OFFER_EVERY)
            && (LEVEL.0..=LEVEL.1).contains(&chance);
    }

    /// Returns true if the bot of a seat accepts a draw, whosever turn it is.
    pub(super) fn accepts<G: Searched>(
        &self,
        engine: &Engine<G>,
        state: &State<G>,
        seat: Seat,
        depth: Option<u32>,
        control: &Control,
    ) -> Result<bool> {
        control.check()?;
        match self.accept {
            Accept::Never => return Ok(false),
            Accept::Always => return Ok(true),
            Accept::ByScore => {}
        }
        let limits = Limits {
            nodes: Some(NODES_OF_ANSWER),
            depth,
            ..Limits::default()
        };
        let chance = outlook(engine, state, seat, &limits, control)?;
        let turns = state.history().len() / state.rules().seat_names().len().max(1);
        let most = if turns >= LONG { LEVEL.1 } else { LOST };
        Ok(chance <= most)
    }
}

/// Returns true if a bot that looks one ply ahead accepts a draw by its score, as `heuristic` does
/// without options.
///
/// # Errors
///
/// `cancelled`.
pub fn accepts_by_score<G: Searched>(
    state: &State<G>,
    seat: Seat,
    control: &Control,
) -> Result<bool> {
    Manners::default().accepts(&Engine::new(1), state, seat, Some(1), control)
}

/// Returns a seat's chance to win, whosever turn it is.
fn outlook<G: Searched>(
    engine: &Engine<G>,
    state: &State<G>,
    seat: Seat,
    limits: &Limits,
    control: &Control,
) -> Result<i32> {
    let game = state.game();
    let live = state.live();
    let worse = |score: Score| match score {
        Score::Mate(_) | Score::WinProbability(_) => chance(score),
        other => chance(Score::Points(
            (other.value() as i32).saturating_add(engine.contempt),
        )),
    };
    // What it has learnt for its own decisions stays as it is.
    let mut fresh = engine.unlearnt();
    if live.contains(seat) {
        let found = fresh.think(state, seat, limits, control, &mut |_| {})?;
        return Ok(worse(found.lines[0].score));
    }
    let seats = 0..state.rules().seat_names().len() as u8;
    let rival = live.iter().find(|other| !game.allied(seat, *other));
    let two_sides = rival.is_some_and(|rival| {
        seats
            .into_iter()
            .all(|other| game.allied(seat, Seat(other)) || game.allied(rival, Seat(other)))
    });
    match rival.filter(|_| two_sides) {
        // What is good for the one is bad for the other.
        Some(rival) => {
            let found = fresh.think(state, rival, limits, control, &mut |_| {})?;
            Ok(worse(reversed(found.lines[0].score)))
        }
        None => Ok(worse(Score::Points(fresh.evaluate(state, seat)))),
    }
}

fn reversed(score: Score) -> Score {
    match score {
        Score::Mate(plies) => Score::Mate(-plies),
        Score::WinProbability(chance) => Score::WinProbability(1.0 - chance),
        other => Score::Points(-(other.value() as i32)),
    }
}

/// Returns the chance to win of a score, in hundredths.
fn chance(score: Score) -> i32 {
    match score {
        Score::Mate(plies) if plies > 0 => 100,
        Score::Mate(_) => 0,
        Score::WinProbability(chance) => (chance * 100.0) as i32,
        other => crate::mcts::hundredths(other.value() as i32),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn manners(options: &serde_json::Value) -> Manners {
        let options = options.as_object().cloned().unwrap_or_default();
        Manners::read(&Options::read("bot", OPTIONS, &options).unwrap()).unwrap()
    }

    /// What a bot with the options does beside its move.
    fn beside(manners: &mut Manners, score: Score, plies: usize) -> (bool, bool) {
        let mut decision = Decision::plain(());
        manners.attach(&mut decision, score, plies, 2);
        (decision.offer_draw, decision.resign)
    }

    #[test]
    fn without_options_it_plays_on_in_silence() {
        let mut quiet = manners(&json!({}));
        for plies in 0..200 {
            for score in [
                Score::Centipawns(0),
                Score::Mate(-2),
                Score::WinProbability(0.0),
            ] {
                assert_eq!(beside(&mut quiet, score, plies), (false, false));
            }
        }
    }

    #[test]
    fn it_offers_where_a_long_game_is_level_once_in_ten_moves() {
        let mut offering = manners(&json!({ "offer_draws": true }));
        let mut offers = |score| -> Vec<usize> {
            let own = (1..240).step_by(2);
            own.filter(|plies| beside(&mut offering, score, *plies).0)
                .collect()
        };
        assert_eq!(
            offers(Score::Centipawns(0)),
            [81, 101, 121, 141, 161, 181, 201, 221]
        );
        assert_eq!(offers(Score::WinProbability(0.5)).len(), 8);
        for score in [
            Score::Centipawns(80),
            Score::Centipawns(-80),
            Score::Mate(5),
        ] {
            assert!(offers(score).is_empty());
        }
    }

    #[test]
    fn it_resigns_after_three_bad_decisions_in_a_row() {
        let mut resigning = manners(&json!({ "resigns": 20 }));
        let bad = Score::Centipawns(-700);
        let mut resigns = |score, plies| beside(&mut resigning, score, plies).1;
        assert!(!resigns(bad, 1) && !resigns(Score::Mate(-8), 3));
        // One that is repeated counts once.
        assert!(!resigns(bad, 3));
        assert!(!resigns(Score::Centipawns(-300), 5));
        assert!(!resigns(bad, 7) && !resigns(bad, 9) && resigns(bad, 11));
        resigning.new_game();
        assert!(!beside(&mut resigning, bad, 13).1);
    }
}
