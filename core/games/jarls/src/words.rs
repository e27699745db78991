//! Positions and moves in English. Hexes go by their axial coordinates `q,r`.

use super::Jarls;
use super::combat::{Combat, Stop};
use super::description::name;
use super::events::{Cause, Happening, PieceInPlay};
use super::fog::{Duty, Glimpse};
use super::mask::Mask;
use super::moves::Action;
use super::position::{Phase, Position};
use contract::words::{Sentences, count, list, list_by, places, result};

/// The directions of `DIRECTION_NAMES`.
const DIRECTIONS: [&str; 6] = [
    "east",
    "northeast",
    "northwest",
    "west",
    "southwest",
    "southeast",
];

/// Returns a player as it is named within a sentence.
pub(super) fn player(number: u8) -> String {
    format!("player {}", name(number))
}

const fn kind(jarl: bool) -> &'static str {
    if jarl { "Jarl" } else { "warrior" }
}

impl Jarls {
    fn hex(&self, at: u8) -> String {
        self.board().hex(at).to_string()
    }

    fn hex_list(&self, of: Mask) -> String {
        let hexes: Vec<_> = of.iter().map(|at| self.hex(at)).collect();
        list_by(&hexes, "; ")
    }

    /// Returns pieces of one player by kind.
    fn army(&self, of: Mask, jarls: Mask) -> String {
        let hexes = |of: Mask| of.iter().map(|at| self.hex(at)).collect::<Vec<_>>();
        let jarl = (of & jarls).first();
        let far = jarl.map(|at| self.board().distance(at).into());
        let jarl = jarl.and_then(|_| places("Jarl", &hexes(of & jarls)));
        let jarl = jarl.zip(far).map(|(jarl, far): (String, u64)| {
            format!("{jarl}, {} from the Throne", count(far, "step"))
        });
        let warriors = places("warrior", &hexes(of.without(jarls)));
        let told: Vec<_> = jarl.into_iter().chain(warriors).collect();
        match told.is_empty() {
            true => "none".into(),
            false => told.join(", "),
        }
    }

    fn board_size(&self, radius: u8, out: &mut Sentences) {
        out.add(format!(
            "the board has a radius of {radius}, and the Throne is 0,0"
        ));
    }

    fn terrain(&self, holes: Mask, shields: Mask, out: &mut Sentences) {
        if !holes.is_empty() {
            out.add(format!("holes: {}", self.hex_list(holes)));
        }
        if !shields.is_empty() {
            out.add(format!("shields: {}", self.hex_list(shields)));
        }
    }

    fn teams_in_words(&self, out: &mut Sentences) {
        if !self.settings().teams {
            return;
        }
        for team in 0..2 {
            let members = (team..self.settings().players).step_by(2).map(player);
            let members: Vec<_> = members.collect();
            out.add(format!("team {team}: {}", list(&members)));
        }
    }

    pub(super) fn all_in_words(&self, position: &Position) -> String {
        let mut out = Sentences::default();
        let (turn, round) = (position.turn, position.round);
        let first = player(position.first);
        out.add(format!("turn {turn}, round {round}, begun by {first}"));
        let mover = player(position.mover);
        match position.phase {
            Phase::Placing => out.add(format!("{mover} is to place a shield")),
            Phase::Starving(_) => out.add(format!("{mover} is to give up a warrior")),
            Phase::Moving | Phase::Throne => {}
        }
        let quiet = position.quiet.max(0).unsigned_abs();
        if self.settings().limited() && quiet > 0 {
            out.add(format!("rounds since the last elimination: {quiet}"));
        }
        self.board_size(position.radius, &mut out);
        self.teams_in_words(&mut out);
        for number in 0..self.settings().players {
            match position.lives(number) {
                false => out.add(format!("{} is out", player(number))),
                true => {
                    let army = self.army(position.of(number), position.jarls);
                    out.add(format!("{}: {army}", player(number)));
                }
            }
        }
        self.terrain(position.holes, position.shields, &mut out);
        out.finish()
    }

    /// Returns what a seat sees now and the terrain that it remembers.
    pub(super) fn glimpse_in_words(&self, glimpse: &Glimpse, over: bool) -> String {
        let mut out = Sentences::default();
        if !over {
            out.add(format!("{} to move", player(glimpse.mover)));
        }
        let (turn, round) = (glimpse.turn, glimpse.round);
        let first = player(glimpse.first);
        out.add(format!("turn {turn}, round {round}, begun by {first}"));
        match glimpse.task {
            Duty::Place => out.add("you are to place a shield"),
            Duty::GiveUp => out.add("you are to give up a warrior"),
            Duty::Move | Duty::Wait => {}
        }
        self.board_size(glimpse.radius, &mut out);
        self.teams_in_words(&mut out);
        for (number, of) in (0..self.settings().players).zip(glimpse.pieces) {
            let out_of_game = glimpse.living >> number & 1 == 0;
            let own = number == glimpse.seat;
            let army = self.army(of, glimpse.jarls);
            out.add(match (out_of_game, own, of.is_empty()) {
                (true, true, _) => "you are out".into(),
                (true, ..) => format!("{} is out", player(number)),
                (false, true, _) => format!("your pieces: {army}"),
                (_, _, true) => format!("of {} no piece is in sight", player(number)),
                _ => format!("in sight of {}: {army}", player(number)),
            });
        }
        self.terrain(glimpse.holes, glimpse.shields, &mut out);
        out.add(format!("hexes in sight: {}", self.hex_list(glimpse.seen)));
        out.finish()
    }

    /// Returns a move as its player makes it, whatever comes of it; a piece in its way that
    /// stands in `position` is named.
    pub(super) fn action_in_words(&self, position: &Position, action: Action) -> String {
        match action {
            Action::Shield(at) => format!("places a shield on {}", self.hex(at)),
            Action::GiveUp(at) => format!("gives up the warrior on {}", self.hex(at)),
            Action::Move(step) => {
                let to = self.board().end(step);
                let kind = kind(position.jarls.has(step.from));
                let mut out = format!("{kind} from {} to {}", self.hex(step.from), self.hex(to));
                if let Some(owner) = position.owner(to) {
                    let piece = self.piece(PieceInPlay {
                        player: owner,
                        jarl: position.jarls.has(to),
                    });
                    out.push_str(&format!(", attacks {piece}"));
                }
                out
            }
        }
    }

    /// Returns a move with all that it brings about.
    pub(super) fn told_in_full(&self, position: &Position, action: Action) -> String {
        let mut happenings: Vec<Happening> = Vec::new();
        let next = self.made(position, action, &mut happenings);
        let mut out = self.action_in_words(position, action);
        for told in happenings.iter().filter_map(|h| self.happening(action, h)) {
            out.push_str(", ");
            out.push_str(&told);
        }
        if let Some(outcome) = self.outcome_of(&next) {
            out.push_str(", ");
            out.push_str(&result(self, outcome));
        }
        out
    }

    fn piece(&self, piece: PieceInPlay) -> String {
        format!("the {} of {}", kind(piece.jarl), player(piece.player))
    }

    fn happening(&self, action: Action, happening: &Happening) -> Option<String> {
        Some(match *happening {
            Happening::Combat(ref combat) => weights(combat),
            Happening::Move { to, .. } => {
                let stops = matches!(action, Action::Move(step) if to != self.board().end(step));
                return stops.then(|| format!("stops on {}", self.hex(to)));
            }
            Happening::Push {
                direction, depth, ..
            } => {
                let direction = DIRECTIONS[usize::from(direction % 6)];
                format!("pushes {} {direction}", count(depth.into(), "piece"))
            }
            Happening::Eliminated { piece, at, cause } => {
                let (piece, at) = (self.piece(piece), self.hex(at));
                let end = match cause {
                    Cause::Edge => "falls over the edge",
                    Cause::Hole => "falls into a hole",
                    Cause::Starved => "starves",
                    Cause::Orphaned => "is lost with its Jarl",
                    Cause::Left => "leaves the board with its player",
                };
                format!("{piece} on {at} {end}")
            }
            Happening::TurnSkipped { player: number } => format!("{} is skipped", player(number)),
            Happening::Ring { radius } => format!("the board shrinks to radius {radius}"),
            Happening::Starving { players, .. } => {
                let hungry = (0..8).filter(|p| players >> p & 1 != 0).map(player);
                let hungry: Vec<_> = hungry.collect();
                format!("to give up a warrior: {}", list(&hungry))
            }
            Happening::Shield { .. } | Happening::TurnEnded { .. } | Happening::Round { .. } => {
                return None;
            }
        })
    }
}

fn weights(combat: &Combat) -> String {
    let (attack, defence) = (combat.attack.total(), combat.defence.total());
    let held = match combat.stop {
        None => "",
        Some(Stop::Defence) => ", held",
        Some(Stop::Shield) => ", held by a shield",
        Some(Stop::Ally) => ", held by an ally",
        Some(Stop::Throne) => ", held at the Throne",
    };
    format!("with {attack} against {defence}{held}")
}
