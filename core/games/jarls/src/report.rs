//! A position and a move in plain values.

use serde_json::json;

use super::Jarls;
use super::combat::{Combat, Weight};
use super::events::{GameEvent, Piece};
use super::hex::DIRECTION_NAMES;
use super::mask::Mask;
use super::movegen::PathEnd;
use super::moves::{Action, PathStep};
use super::position::{Phase, Position};
use contract::game::{Flow, Outcome};
use contract::value::{Dict, Value};

impl Jarls {
    fn place(&self, at: u8) -> String {
        self.board.hex(at).to_string()
    }

    fn places(&self, of: Mask) -> Vec<String> {
        of.iter().map(|at| self.place(at)).collect()
    }

    fn seat(&self, player: u8) -> Value {
        json!(self.name(player))
    }

    fn seats(&self, players: impl Iterator<Item = u8>) -> Vec<String> {
        players.filter_map(|p| self.name(p)).collect()
    }

    /// The position in plain values: `pieces` by hex (`J0` is the Jarl of player
    /// 0), terrain, counters, and the attacks of the player to move with what comes
    /// of each. `blocked` are the legal moves that are not listed.
    pub(super) fn dict(&self, position: &Position) -> Dict {
        let mut pieces = Dict::new();
        for at in position.all().iter() {
            if let Some(player) = position.owner(at) {
                let text = format!("{}{player}", position.letter(at));
                pieces.insert(self.place(at), text.into());
            }
        }
        let players = 0..self.settings.players;
        let phase = match position.phase {
            Phase::Moving => "moving",
            Phase::Placing => "placing",
            Phase::Starving(_) => "starving",
            Phase::Throne => "throne",
        };
        let teams = self
            .settings
            .teams
            .then(|| [0, 1].map(|team| self.seats(players.clone().filter(|p| p % 2 == team))));
        let (attacks, blocked) = self.attacks(position);
        let mut out = Dict::new();
        out.insert("radius".into(), position.radius.into());
        out.insert("turn".into(), position.turn.into());
        out.insert("round".into(), position.round.into());
        out.insert("first".into(), self.seat(position.first));
        out.insert("quiet_rounds".into(), position.quiet.max(0).into());
        out.insert("phase".into(), phase.into());
        let living = players.filter(|p| position.lives(*p));
        out.insert("living".into(), json!(self.seats(living)));
        out.insert("teams".into(), json!(teams));
        out.insert("pieces".into(), pieces.into());
        out.insert("holes".into(), json!(self.places(position.holes)));
        out.insert("shields".into(), json!(self.places(position.shields)));
        out.insert("attacks".into(), attacks.into());
        out.insert("blocked".into(), json!(blocked));
        out
    }

    /// The attacks that the player to move can make, each with its preview, and
    /// the moves that are legal and not listed.
    fn attacks(&self, position: &Position) -> (Vec<Value>, Vec<String>) {
        let (mut attacks, mut blocked) = (Vec::new(), Vec::new());
        if position.phase != Phase::Moving || self.ended(position).is_some() {
            return (attacks, blocked);
        }
        let sides = self.sides(position, position.mover);
        let _ = self.each_step(position, &sides, |step: PathStep, kind| {
            if kind == PathEnd::Attack {
                let text = self.board.text(Action::Move(step));
                let combat = self.weigh(position, &sides, step);
                if combat.stop.is_some() {
                    blocked.push(text.clone());
                }
                let mut attack = Dict::new();
                attack.insert("move".into(), text.into());
                attack.extend(self.combat(&combat));
                attacks.push(attack.into());
            }
            Flow::Continue(())
        });
        let mut listed = Vec::new();
        let _ = self.actions(position, |action| {
            listed.push(self.board.text(action));
            Flow::Continue(())
        });
        blocked.retain(|text| !listed.contains(text));
        (attacks, blocked)
    }

    fn weight(&self, weight: &Weight) -> Dict {
        let mut out = Dict::new();
        out.insert("strength".into(), weight.strength.into());
        out.insert("momentum".into(), weight.momentum.into());
        out.insert("support".into(), weight.support.into());
        out.insert("supporters".into(), json!(self.places(weight.behind)));
        out.insert("total".into(), weight.total().into());
        out
    }

    /// Both sides of an attack and its outcome, `push` or `blocked`; `stop` says by
    /// what it is blocked.
    fn combat(&self, combat: &Combat) -> Dict {
        let outcome = match combat.stop {
            None => "push",
            Some(_) => "blocked",
        };
        let mut out = Dict::new();
        out.insert("attacker".into(), self.place(combat.from).into());
        out.insert("defender".into(), self.place(combat.at).into());
        out.insert("attack".into(), self.weight(&combat.attack).into());
        let mut defence = self.weight(&combat.defence);
        defence.shift_remove("momentum");
        out.insert("defence".into(), defence.into());
        out.insert("outcome".into(), outcome.into());
        out.insert("stop".into(), json!(combat.stop.map(|s| s.word())));
        out
    }

    /// What a move brings about, in order.
    pub(super) fn events(&self, position: &Position, action: Action) -> Vec<Value> {
        let mut events: Vec<GameEvent> = Vec::new();
        let next = self.made(position, action, &mut events);
        let mut out: Vec<Value> = events.iter().map(|event| self.event(event)).collect();
        if let Some(outcome) = self.ended(&next) {
            out.push(self.end(outcome));
        }
        out
    }

    /// The event that ends a game: with the common fields of outcomes and the
    /// team that won, 0 or 1, where there are teams.
    fn end(&self, outcome: Outcome) -> Value {
        let mut out = Dict::new();
        out.insert("kind".into(), "game_ended".into());
        if let Value::Object(fields) = outcome.describe(&self.names()) {
            out.extend(fields);
        }
        let winner = outcome.winners.iter().next();
        let team = winner.filter(|_| self.settings.teams);
        out.insert("team".into(), json!(team.map(|seat| seat.0 % 2)));
        out.into()
    }

    pub(super) fn event(&self, event: &GameEvent) -> Value {
        let kind = |piece: &Piece| if piece.jarl { "jarl" } else { "warrior" };
        match event {
            GameEvent::Combat(combat) => {
                let mut out = Dict::new();
                out.insert("kind".into(), "combat".into());
                out.extend(self.combat(combat));
                out.into()
            }
            GameEvent::Move {
                piece,
                from,
                to,
                momentum,
            } => json!({
                "kind": "move",
                "seat": self.seat(piece.player),
                "piece": kind(piece),
                "from": self.place(*from),
                "to": self.place(*to),
                "momentum": momentum,
            }),
            GameEvent::Push {
                at,
                direction,
                depth,
            } => json!({
                "kind": "push",
                "at": self.place(*at),
                "direction": DIRECTION_NAMES[usize::from(direction % 6)],
                "depth": depth,
            }),
            GameEvent::Eliminated { piece, at, cause } => json!({
                "kind": "eliminated",
                "seat": self.seat(piece.player),
                "piece": kind(piece),
                "at": self.place(*at),
                "cause": cause.word(),
            }),
            GameEvent::Shield { player, at } => json!({
                "kind": "shield",
                "seat": self.seat(*player),
                "at": self.place(*at),
            }),
            GameEvent::TurnEnded { player } => {
                json!({ "kind": "turn_ended", "seat": self.seat(*player) })
            }
            GameEvent::TurnSkipped { player } => {
                json!({ "kind": "turn_skipped", "seat": self.seat(*player) })
            }
            GameEvent::Round { number, first } => json!({
                "kind": "round",
                "round": number,
                "first": self.seat(*first),
            }),
            GameEvent::Ring { radius } => json!({ "kind": "ring", "radius": radius }),
            GameEvent::Starving { players, among } => json!({
                "kind": "starving",
                "seats": self.seats((0..8).filter(|p| players >> p & 1 != 0)),
                "among": self.places(*among),
            }),
        }
    }
}
