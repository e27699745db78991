//! The openings of a match: seeded random moves that favour nobody much, or positions from a list.

use std::sync::Arc;

use serde_json::json;

use super::log::fingerprint;
use super::player::Stop;
use crate::host::{Bot, Game, MoveRef, State, Subject, guard};
use contract::bot::{Limits, Score};
use contract::error::{Error, Result};
use contract::rng::Rng;
use contract::value::{Dict, Value};

/// Number of random openings tried before it is given up.
const TRIES: u64 = 1000;

/// Tells the stream of random numbers from others of the same seed.
const STREAM: u64 = 0x6f70_656e;

/// Plies of random moves at the beginning of a game that has a bot to judge them, where no number
/// is given.
const USUAL_PLIES: u32 = 8;

/// The bot that says how balanced an opening is.
const JUDGE: &str = "search";
/// Positions that it looks at for each MB of its table.
const NODES_OF_MB: u64 = 1 << 15;

/// The openings of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// With random moves from the game's start.
    Random {
        /// The seed.
        seed: u64,
        /// Number of plies.
        plies: u32,
        /// The most that an opening may favour a side, in centipawns, where the
        /// game has a bot `search` that counts them; `None` takes any.
        balance: Option<u32>,
        /// Positions that are searched to find out.
        nodes: u64,
    },
    /// From these positions in turn, from the first again after the last.
    Listed(Arc<[String]>),
}

/// The opening of one game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position, in the game's notation; `None` for the game's own start.
    pub start: Option<String>,
    /// Moves from there, in the game's canonical notation, and who makes them.
    pub moves: Vec<(u8, String)>,
    /// The state after the opening.
    pub state: State,
}

impl Openings {
    /// The most that an opening may favour a side, in centipawns, where no number is given.
    pub const USUAL_BALANCE: u32 = 150;
    /// Positions that are searched to judge an opening, where no number is given.
    pub const USUAL_NODES: u64 = 4000;
    /// The most random plies that begin a game.
    pub const MOST_PLIES: u32 = 1000;
    /// The most positions that can be searched to judge an opening.
    pub const MOST_NODES: u64 = 1_000_000;

    /// Returns the number of random plies at the beginning of a game, where none is given.
    #[must_use]
    pub fn usual_plies(game: &Game) -> u32 {
        match Self::judged(game) {
            true => USUAL_PLIES,
            false => 0,
        }
    }

    /// Returns true if the game has a bot that can say whether an opening is balanced.
    #[must_use]
    pub fn judged(game: &Game) -> bool {
        !game.hidden() && game.info().bots.contains(&JUDGE)
    }

    /// Returns the parts by which the openings of one seed differ from others, as a map.
    #[must_use]
    pub fn identity(&self) -> Value {
        match self {
            Self::Listed(list) => json!({ "positions": fingerprint(list) }),
            Self::Random {
                plies,
                balance,
                nodes,
                ..
            } => json!({ "plies": plies, "balance": balance, "nodes": nodes }),
        }
    }

    /// The opening of this number, from 0; the same at every call.
    ///
    /// # Errors
    ///
    /// `invalid_notation` for a position that cannot be read; `invalid_option`
    /// where no random opening is found or the list is empty; `cancelled`.
    pub fn opening(&self, game: &Game, index: u64, stop: &Stop) -> Result<Opening> {
        match self {
            Self::Listed(list) => {
                let count = list.len() as u64;
                let which = index.checked_rem(count).unwrap_or(0) as usize;
                let text = list
                    .get(which)
                    .ok_or_else(|| Error::invalid_option("openings: there is none"))?;
                let state = game.parse(text, &[])?;
                if state.outcome().is_some() {
                    return Err(Error::invalid_option(format!(
                        "openings: the game is over in position {}",
                        which + 1
                    )));
                }
                Ok(Opening {
                    start: Some(text.clone()),
                    moves: Vec::new(),
                    state,
                })
            }
            Self::Random {
                seed,
                plies,
                balance,
                nodes,
            } => {
                let start = Opening {
                    start: None,
                    moves: Vec::new(),
                    state: game.start()?,
                };
                if *plies == 0 {
                    return Ok(start);
                }
                let judge = balance.and_then(|most| OpeningJudge::new(game, most, *nodes));
                for attempt in 0..TRIES {
                    stop.check()?;
                    let mut rng = Rng::derived(&[*seed, STREAM, index, attempt]);
                    let Some(opening) = walk(&start, *plies, &mut rng)? else {
                        continue;
                    };
                    let fair = judge
                        .as_ref()
                        .map_or(Ok(true), |j| j.fair(&opening, stop))?;
                    if fair {
                        return Ok(opening);
                    }
                }
                Err(Error::invalid_option(format!(
                    "opening_plies: of {TRIES} random openings of {plies} plies none is a \
                     balanced game that goes on"
                )))
            }
        }
    }
}

/// Random moves from a start; `None` where they end the game. Moves are drawn from
/// the sorted list of their texts, so that the order in which they are made does
/// not matter.
fn walk(start: &Opening, plies: u32, rng: &mut Rng) -> Result<Option<Opening>> {
    let mut opening = start.clone();
    for _ in 0..plies {
        if opening.state.ended().is_some() {
            return Ok(None);
        }
        let mut choices = Vec::new();
        for seat in opening.state.live().iter() {
            let at = crate::host::SeatRef::Index(i64::from(seat.0));
            let mut texts = opening.state.legal_moves(Some(at), None)?;
            texts.sort_unstable();
            choices.extend(texts.into_iter().map(|text| (seat.0, text)));
        }
        let drawn = rng.below(choices.len() as u32) as usize;
        if drawn >= choices.len() {
            return Ok(None);
        }
        let (seat, text) = choices.swap_remove(drawn);
        let at = crate::host::SeatRef::Index(i64::from(seat));
        opening.state = opening.state.play(Some(at), MoveRef::Text(&text), None)?;
        opening.moves.push((seat, text));
    }
    let over = opening.state.ended().is_some() || opening.state.live().is_empty();
    Ok((!over).then_some(opening))
}

/// Says whether an opening is balanced.
struct OpeningJudge {
    bot: Bot,
    most: u32,
    limits: Limits,
}

impl OpeningJudge {
    /// The judge for a game; `None` for one that has none.
    fn new(game: &Game, most: u32, nodes: u64) -> Option<Self> {
        if !Openings::judged(game) {
            return None;
        }
        let mut options = Dict::new();
        let megabytes = nodes.div_ceil(NODES_OF_MB).max(1);
        options.insert("hash".into(), megabytes.into());
        let bot = Bot::new(JUDGE, game.name(), &options, 0).ok()?;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        Some(Self { bot, most, limits })
    }

    fn fair(&self, opening: &Opening, stop: &Stop) -> Result<bool> {
        /// It looks at a million positions at most; this is for a machine that stands still.
        const PATIENCE: std::time::Duration = std::time::Duration::from_secs(600);
        self.bot.new_game()?;
        // Where several may act, the first of them says what it thinks.
        let seat = opening.state.live().iter().next();
        let at = seat.map(|s| crate::host::SeatRef::Index(i64::from(s.0)));
        let work = self
            .bot
            .decide(&Subject::State(&opening.state, at), self.limits.clone())?;
        let control = stop.control(PATIENCE);
        let decision = guard(|| work.run(&control))?;
        Ok(match decision.score {
            Some(Score::Mate(_)) => false,
            Some(Score::Centipawns(value)) => value.unsigned_abs() <= self.most,
            // What is counted in another way has no bound in centipawns.
            _ => true,
        })
    }
}
