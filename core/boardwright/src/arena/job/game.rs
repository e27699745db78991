//! One game as a job: the result that a worker writes, and the game made of it again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Done, USUAL_SEED, read_game, read_opening, read_players, read_seed};
use crate::arena::own::Guests;
use crate::arena::player::{FaultKind, Stop};
use crate::arena::record::{Faulted, Played, RecordedPly};
use crate::arena::referee;
use crate::arena::tournament::read_conditions;
use crate::host::Game;
use crate::taken::Taken;
use contract::bot::Score;
use contract::error::{Error, Result, quoted};
use contract::jobs::Control;
use contract::value::{Dict, Value, to_value};

/// The result of a job of kind `game`, without anything that depends on the machine.
#[derive(Debug, Serialize, Deserialize)]
struct GameResult {
    /// The name of the player at each seat.
    players: Dict,
    /// The position that it began with; null for the game's own start.
    start: Option<String>,
    /// The seat and the text of each move, those of the opening first.
    moves: Vec<(String, String)>,
    /// The decisions of the last moves, all but those of the opening.
    decisions: Vec<Decision>,
    winners: Vec<String>,
    draw: bool,
    reason: String,
    fault: Option<SeatFault>,
    /// The sum of the nodes of all decisions.
    nodes: u64,
    /// The number of decisions for which another player stepped in.
    fallbacks: u64,
}

/// A decision, as far as its player says something about it.
#[derive(Debug, Serialize, Deserialize)]
struct Decision {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fallback: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SeatFault {
    seat: String,
    kind: FaultKind,
    message: String,
}

/// Plays the game of a job.
pub(super) fn play(given: Dict, guests: &Guests, control: &Control) -> Result<Done> {
    let mut taken = Taken::new(given);
    let game = read_game(&mut taken)?;
    let players = read_players(&mut taken, &game)?;
    let stop = Arc::new(Stop::new());
    let told = Arc::clone(&stop);
    control.when_cancelled(move || told.ask());
    let opening = read_opening(&mut taken, &game, &stop)?;
    let seed = read_seed(&mut taken)?.unwrap_or(USUAL_SEED);
    let conditions = read_conditions(&mut taken)?;
    taken.end()?;
    let mut made = players
        .iter()
        .map(|player| player.make(&game, guests))
        .collect::<Result<Vec<_>>>()?;
    let numbers: Vec<_> = (0..made.len()).collect();
    let played = referee::play(
        0,
        0,
        &game,
        &conditions,
        opening,
        &mut made,
        &numbers,
        seed,
        &stop,
    )?;
    let names = players.into_iter().map(|player| player.name);
    Ok(Done {
        result: to_value(&GameResult::of(&game, &played, names))?,
        times: Some(played.decided().filter_map(|ply| ply.time).collect()),
    })
}

impl GameResult {
    fn of(game: &Game, played: &Played, names: impl Iterator<Item = String>) -> Self {
        let seats = game.seats();
        let seat = |seat: u8| seats.get(usize::from(seat)).cloned().unwrap_or_default();
        let decision = |ply: &RecordedPly| Decision {
            score: ply.score,
            depth: ply.depth,
            nodes: ply.nodes,
            fallback: ply.fallback.clone(),
        };
        let moves = played.plies.iter();
        Self {
            players: seats
                .iter()
                .cloned()
                .zip(names.map(Value::String))
                .collect(),
            start: played.start.clone(),
            moves: moves
                .map(|ply| (seat(ply.seat), ply.text.clone()))
                .collect(),
            decisions: played.decided().map(decision).collect(),
            winners: played.winners.iter().map(|s| seat(*s)).collect(),
            draw: played.is_draw(),
            reason: played.reason.clone(),
            fault: played.fault.as_ref().map(|fault| SeatFault {
                seat: seat(fault.seat),
                kind: fault.kind,
                message: fault.message.clone(),
            }),
            nodes: played.decided().filter_map(|ply| ply.nodes).sum(),
            fallbacks: played.decided().filter(|p| p.fallback.is_some()).count() as u64,
        }
    }
}

/// The place of a game in a tournament, by which its result becomes a game of it.
pub(in crate::arena) struct GamePlace<'a> {
    pub(in crate::arena) game: &'a Game,
    pub(in crate::arena) id: u64,
    pub(in crate::arena) opening: u64,
    /// The player at each seat, by number.
    pub(in crate::arena) players: Vec<usize>,
    /// The names of all players.
    pub(in crate::arena) names: &'a [String],
}

impl GamePlace<'_> {
    /// Makes the game of the result of its job, and of the times of its decisions in
    /// microseconds; where these are missing they are 0.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what is wrong with the result.
    pub(in crate::arena) fn played(self, result: &Value, times: &[u64]) -> Result<Played> {
        let wrong = |what: String| Error::invalid_option(format!("result: {what}"));
        let of: GameResult = serde_path_to_error::deserialize(result)
            .map_err(|error| wrong(format!("{}: {}", error.path(), error.inner())))?;
        let seats = self.game.seats();
        let seat = |name: &str| -> Result<u8> {
            let found = seats.iter().position(|s| s == name);
            let number = found.and_then(|n| u8::try_from(n).ok());
            number.ok_or_else(|| wrong(format!("there is no seat {}", quoted(name))))
        };
        for (name, player) in seats.iter().zip(&self.players) {
            let expected = self.names.get(*player).map(String::as_str);
            let got = of.players.get(name).and_then(Value::as_str);
            if got != expected {
                return Err(wrong(format!(
                    "players: {} at {name} is {}, not {}",
                    "the player",
                    quoted(expected.unwrap_or_default()),
                    quoted(got.unwrap_or_default())
                )));
            }
        }
        let opening = of.moves.len().checked_sub(of.decisions.len());
        let opening =
            opening.ok_or_else(|| wrong("decisions: are more than there are moves".into()))?;
        let mut decisions = of.decisions.into_iter().enumerate();
        let mut plies = Vec::with_capacity(of.moves.len());
        for (index, (name, text)) in of.moves.into_iter().enumerate() {
            let decided = (index >= opening).then(|| decisions.next()).flatten();
            let time = decided.as_ref().map(|(i, _)| times.get(*i).copied());
            let decision = decided.map(|(_, decision)| decision);
            let (score, depth, nodes, fallback) = decision.map_or((None, None, None, None), |d| {
                (d.score, d.depth, d.nodes, d.fallback)
            });
            plies.push(RecordedPly {
                seat: seat(&name)?,
                text,
                time: time.map(Option::unwrap_or_default),
                score,
                depth,
                nodes,
                fallback,
            });
        }
        let winners = of.winners.iter().map(|name| seat(name));
        let fault = of.fault.map(|fault| -> Result<Faulted> {
            let at = seat(&fault.seat)?;
            let player = self.players.get(usize::from(at)).copied();
            Ok(Faulted {
                player: player.ok_or_else(|| Error::internal("nobody has the seat"))?,
                seat: at,
                kind: fault.kind,
                message: fault.message,
            })
        });
        Ok(Played {
            id: self.id,
            opening: self.opening,
            start: of.start,
            plies,
            winners: winners.collect::<Result<_>>()?,
            reason: of.reason,
            fault: fault.transpose()?,
            players: self.players,
        })
    }
}
