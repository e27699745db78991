//! The knowledge of a seat under fog. Nothing here can name a position or a state.

use serde::Serialize;

use super::sight::{Duty, Glimpse, SightedPly, digest};
use crate::Jarls;
use crate::description::{name, names};
use crate::mask::Mask;
use crate::moves::Action;
use contract::drawing::Scene;
use contract::game::{Flow, Outcome, Seat, View};
use contract::value::Named;

/// The knowledge of a seat under fog, for clients. Seats go by their names, hexes by their axial
/// coordinates `q,r`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FogDescription {
    /// The radius that is left of the board, in hexes.
    pub radius: u8,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The number of the round, from 1.
    pub round: u32,
    /// The first player of the round.
    pub first: String,
    /// The player to move, as far as the seat is told.
    pub mover: String,
    /// The task of the seat: `waiting`, `moving`, `placing` a shield, or `starving` where it
    /// has to give up a warrior.
    pub phase: &'static str,
    /// The players who are still in the game.
    pub living: Vec<String>,
    /// The hexes in sight.
    pub visible: Vec<String>,
    /// The pieces in sight by hex: `J0` is the Jarl of player 0, `W0` a warrior of it.
    pub pieces: Named<String>,
    /// The holes that the seat sees or has seen.
    pub holes: Vec<String>,
    /// The shields that the seat sees or has seen.
    pub shields: Vec<String>,
}

/// The knowledge of a seat under fog.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FogView {
    pub(crate) now: Glimpse,
    /// The terrain that it sees or has seen.
    pub(crate) holes: Mask,
    pub(crate) shields: Mask,
    /// A digest of all it has seen and heard before.
    log: u64,
    outcome: Option<Outcome>,
}

impl FogView {
    /// Folds what a seat sees now and what earlier moves, and players who left, left behind for it.
    pub(crate) fn fold<'a>(
        now: Glimpse,
        records: impl Iterator<Item = &'a Option<Box<SightedPly>>>,
        board: Mask,
        outcome: Option<Outcome>,
    ) -> Self {
        let mut view = Self {
            now,
            holes: now.holes,
            shields: now.shields,
            log: 0,
            outcome,
        };
        for record in records {
            if let Some(trace) = record.as_ref().and_then(|ply| ply.of(now.seat)) {
                view.holes = view.holes | trace.holes;
                view.shields = view.shields | trace.shields;
                view.log = digest(view.log, &trace.digest.to_string());
            }
        }
        // What stood on rings that fell is gone.
        view.holes = view.holes & board;
        view.shields = view.shields & board;
        view
    }

    /// Returns the present sight with the terrain that is remembered.
    pub(crate) fn remembered(&self) -> Glimpse {
        Glimpse {
            holes: self.holes,
            shields: self.shields,
            ..self.now
        }
    }
}

impl Jarls {
    fn hexes(&self, of: Mask) -> Vec<String> {
        of.iter()
            .map(|at| self.board().hex(at).to_string())
            .collect()
    }

    /// All that is seen at a moment, as text; equal exactly where the same is seen.
    pub(crate) fn glimpse_text(&self, glimpse: &Glimpse) -> String {
        let list = |letter: char, of: Mask| -> String {
            let texts = self.hexes(of).into_iter();
            texts.map(|hex| format!("{letter}{hex}")).collect()
        };
        let dash = |text: String| if text.is_empty() { "-".into() } else { text };
        let terrain = list('H', glimpse.holes) + &list('S', glimpse.shields);
        let mut fields = vec![
            format!("p{}", glimpse.seat),
            glimpse.radius.to_string(),
            dash(terrain),
        ];
        for (player, of) in (0..self.settings().players).zip(glimpse.pieces) {
            let own = list('J', of & glimpse.jarls) + &list('W', of.without(glimpse.jarls));
            let out = glimpse.living >> player & 1 == 0;
            fields.push(match (out, own.is_empty()) {
                (true, _) => "-".into(),
                (_, true) => "?".into(),
                _ => own,
            });
        }
        // Jarls stand among the pieces; what is left over would be an error, and is
        // shown so that it cannot hide.
        let [a, b, c, d, e, f] = glimpse.pieces;
        let stray = glimpse.jarls.without(a | b | c | d | e | f);
        fields.push(format!(
            "{} {} {} {} {}{}",
            glimpse.mover,
            glimpse.turn,
            glimpse.round,
            glimpse.first,
            glimpse.task.word(),
            list('!', stray),
        ));
        fields.join(" ")
    }
}

impl View<Jarls> for FogView {
    type Description = FogDescription;
    type AtTable = FogDescription;

    fn text(&self, game: &Jarls) -> String {
        let outcome = self.outcome.map_or("-", |o| o.reason);
        let winners = self.outcome.map(|o| o.winners);
        let winners: String = winners
            .iter()
            .flat_map(|w| w.iter())
            .map(|seat| format!("p{}", seat.0))
            .collect();
        format!(
            "{} {outcome}{winners} {:016x}",
            game.glimpse_text(&self.remembered()),
            self.log
        )
    }

    fn may_act(&self, _: &Jarls) -> bool {
        self.now.task != Duty::Wait
    }

    fn outcome(&self, _: &Jarls) -> Option<Outcome> {
        self.outcome
    }

    fn candidates(&self, game: &Jarls, visit: &mut dyn FnMut(Action) -> Flow) -> Flow {
        game.tries(&self.now, visit)
    }

    fn describe_at_table(&self, game: &Jarls) -> FogDescription {
        self.describe(game)
    }

    fn describe(&self, game: &Jarls) -> FogDescription {
        let now = &self.now;
        let pieces = (0..).zip(now.pieces).flat_map(|(player, of): (u8, Mask)| {
            of.iter().map(move |at| {
                let letter = if now.jarls.has(at) { 'J' } else { 'W' };
                let hex = game.board().hex(at).to_string();
                (hex, format!("{letter}{player}"))
            })
        });
        let players = 0..game.settings().players;
        FogDescription {
            radius: now.radius,
            turn: now.turn,
            round: now.round,
            first: name(now.first),
            mover: name(now.mover),
            phase: now.task.word(),
            living: names(players.filter(|p| now.living >> p & 1 != 0)),
            visible: game.hexes(now.seen),
            pieces: Named(pieces.collect()),
            holes: game.hexes(self.holes),
            shields: game.hexes(self.shields),
        }
    }

    fn in_words(&self, game: &Jarls) -> String {
        game.glimpse_in_words(&self.remembered(), self.outcome.is_some())
    }

    /// Returns the move as its player makes it: what it brings about may not be seen.
    fn move_in_words(&self, game: &Jarls, action: &Action) -> String {
        game.action_in_words(&game.known_by(&self.now), *action)
    }

    fn draw(&self, game: &Jarls) -> String {
        let known = self.now.seen | self.holes | self.shields;
        game.glimpse_diagram(&self.remembered(), known)
    }

    fn fill_planes(&self, game: &Jarls, out: &mut [u8]) {
        game.fill_glimpse(&self.remembered(), out);
    }

    fn scene(&self, game: &Jarls, from: Seat) -> Scene {
        game.glimpse_picture(&self.remembered(), from)
    }
}
