//! A position and a move for clients.

use super::Jarls;
use super::combat::{Combat, Weight};
use super::description::{
    Attack, CombatDescription, CombatSide, JarlsDescription, JarlsEvent, name, names,
};
use super::events::{Happening, PieceInPlay};
use super::hex::DIRECTION_NAMES;
use super::mask::Mask;
use super::movegen::PathEnd;
use super::moves::{Action, PathStep};
use super::position::{Phase, Position};
use contract::game::{Flow, Outcome};
use contract::value::Named;

impl Jarls {
    fn place(&self, at: u8) -> String {
        self.board.hex(at).to_string()
    }

    fn places(&self, of: Mask) -> Vec<String> {
        of.iter().map(|at| self.place(at)).collect()
    }

    pub(super) fn description(&self, position: &Position) -> JarlsDescription {
        let pieces = position.all().iter().filter_map(|at| {
            let player = position.owner(at)?;
            Some((self.place(at), format!("{}{player}", position.letter(at))))
        });
        let players = || 0..self.settings.players;
        let team = |team: u8| names(players().filter(|p| p % 2 == team));
        let (attacks, blocked) = self.attacks(position);
        JarlsDescription {
            radius: position.radius,
            turn: position.turn,
            round: position.round,
            first: name(position.first),
            quiet_rounds: position.quiet.max(0).unsigned_abs(),
            phase: match position.phase {
                Phase::Moving => "moving",
                Phase::Placing => "placing",
                Phase::Starving(_) => "starving",
                Phase::Throne => "throne",
            },
            living: names(players().filter(|p| position.lives(*p))),
            teams: self.settings.teams.then(|| [0, 1].map(team)),
            pieces: Named(pieces.collect()),
            holes: self.places(position.holes),
            shields: self.places(position.shields),
            attacks,
            blocked,
        }
    }

    /// The attacks that the player to move can make, each with its preview, and
    /// the moves that are legal and not listed.
    fn attacks(&self, position: &Position) -> (Vec<Attack>, Vec<String>) {
        let (mut attacks, mut blocked) = (Vec::new(), Vec::new());
        if position.phase != Phase::Moving || self.outcome_of(position).is_some() {
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
                let combat = self.combat(&combat);
                attacks.push(Attack { text, combat });
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

    fn side(&self, weight: &Weight, momentum: Option<u32>) -> CombatSide {
        CombatSide {
            strength: weight.strength,
            momentum,
            support: weight.support,
            supporters: self.places(weight.behind),
            total: weight.total(),
        }
    }

    pub(super) fn combat(&self, combat: &Combat) -> CombatDescription {
        CombatDescription {
            attacker: self.place(combat.from),
            defender: self.place(combat.at),
            attack: self.side(&combat.attack, Some(combat.attack.momentum)),
            defence: self.side(&combat.defence, None),
            outcome: match combat.stop {
                None => "push",
                Some(_) => "blocked",
            },
            stop: combat.stop.map(|s| s.word()),
        }
    }

    /// Lists the events of a move, in order.
    pub(super) fn events(&self, position: &Position, action: Action) -> Vec<JarlsEvent> {
        let mut happenings: Vec<Happening> = Vec::new();
        let next = self.made(position, action, &mut happenings);
        let events = happenings.iter().map(|happening| self.event(happening));
        let end = self.outcome_of(&next).map(|outcome| self.end(outcome));
        events.chain(end).collect()
    }

    fn end(&self, outcome: Outcome) -> JarlsEvent {
        let winner = outcome.winners.iter().next();
        JarlsEvent::GameEnded {
            outcome: outcome.named(&self.names()),
            team: winner
                .filter(|_| self.settings.teams)
                .map(|seat| seat.0 % 2),
        }
    }

    pub(super) fn event(&self, happening: &Happening) -> JarlsEvent {
        match *happening {
            Happening::Combat(ref combat) => JarlsEvent::Combat(self.combat(combat)),
            Happening::Move {
                piece,
                from,
                to,
                momentum,
            } => JarlsEvent::Move {
                seat: name(piece.player),
                piece: word(piece),
                from: self.place(from),
                to: self.place(to),
                momentum,
            },
            Happening::Push {
                at,
                direction,
                depth,
            } => JarlsEvent::Push {
                at: self.place(at),
                direction: DIRECTION_NAMES[usize::from(direction % 6)],
                depth,
            },
            Happening::Eliminated { piece, at, cause } => JarlsEvent::Eliminated {
                seat: name(piece.player),
                piece: word(piece),
                at: self.place(at),
                cause: cause.word(),
            },
            Happening::Shield { player, at } => JarlsEvent::Shield {
                seat: name(player),
                at: self.place(at),
            },
            Happening::TurnEnded { player } => JarlsEvent::TurnEnded { seat: name(player) },
            Happening::TurnSkipped { player } => JarlsEvent::TurnSkipped { seat: name(player) },
            Happening::Round { number, first } => JarlsEvent::Round {
                round: number,
                first: name(first),
            },
            Happening::Ring { radius } => JarlsEvent::Ring { radius },
            Happening::Starving { players, among } => JarlsEvent::Starving {
                seats: names((0..8).filter(|p| players >> p & 1 != 0)),
                among: self.places(among),
            },
        }
    }
}

const fn word(piece: PieceInPlay) -> &'static str {
    if piece.jarl { "jarl" } else { "warrior" }
}
