//! Positions and moves in English.

use super::bits::Bits;
use super::description::BoostEvent;
use super::moves::Action;
use super::position::Layout;
use super::rules::BoostRules;
use super::settings::BoostSettings;
use contract::words::{Sentences, count, list, places};

/// The most steps that a piece takes: one, and one for each neighbour of three.
const MOST_STEPS: u32 = 4;

/// Returns a player as it is named within a sentence.
pub(super) fn player(number: u8) -> String {
    called(BoostSettings::letter(number))
}

fn called(letter: char) -> String {
    format!("player {letter}")
}

impl<B: Bits> BoostRules<B> {
    fn points(&self, of: B) -> Vec<String> {
        of.points().map(|at| self.settings.point(at)).collect()
    }

    pub(super) fn layout_in_words(&self, p: &Layout<B>, over: bool) -> String {
        let mut out = Sentences::default();
        let (width, height) = (self.settings.width, self.settings.height);
        out.add(format!("the board has {width} files and {height} ranks"));
        for number in 0..self.settings.players {
            let of = p.of(number);
            let kinds = [
                ("tower", p.towers),
                ("knight", p.knights),
                ("pawn", p.pawns),
            ];
            let told = kinds
                .into_iter()
                .filter_map(|(kind, all)| places(kind, &self.points(of & all)));
            let told: Vec<_> = told.collect();
            let pieces = match told.is_empty() {
                true => "no pieces".into(),
                false => told.join(", "),
            };
            let name = player(number);
            out.add(match self.out(p, number) {
                true => format!("{name} is out: {pieces}"),
                false => format!("{name}: {pieces}"),
            });
        }
        if let Some(dragons) = places("dragon", &self.points(p.dragons)) {
            out.add(dragons);
        }
        if !over && !self.out(p, p.mover) {
            self.reach_in_words(p, &mut out);
        }
        out.finish()
    }

    /// Tells the distances of the pieces that the player to move may move.
    fn reach_in_words(&self, p: &Layout<B>, out: &mut Sentences) {
        let sides = self.sides(p);
        let led = self.led(p, &sides);
        let name = player(p.mover);
        let movable = (sides.own & (p.pawns | p.knights)) | led;
        for steps in 1..=MOST_STEPS {
            let these = movable.points().filter(|at| {
                let beside = (self.beside(*at) & sides.occupied).len();
                beside + 1 == steps
            });
            let these: Vec<_> = these.map(|at| self.settings.point(at)).collect();
            if !these.is_empty() {
                let (steps, these) = (count(steps.into(), "step"), list(&these));
                out.add(format!("{name} moves {steps} from {these}"));
            }
        }
        if !led.is_empty() {
            let led = list(&self.points(led));
            out.add(format!("dragons that {name} may move: {led}"));
        }
    }

    pub(super) fn action_in_words(
        &self,
        p: &Layout<B>,
        action: Action,
        seats: &[String],
    ) -> Vec<String> {
        let events = self.events(p, action, seats);
        events
            .into_iter()
            .filter_map(|event| {
                Some(match event {
                    BoostEvent::Pass { .. } => "passes".into(),
                    BoostEvent::Promote { at, .. } => {
                        format!("promotes the pawn on {at} to a knight")
                    }
                    BoostEvent::Build { at, .. } => format!("builds a tower on {at}"),
                    BoostEvent::Move {
                        piece, from, to, ..
                    } => {
                        let piece = piece.unwrap_or("piece");
                        format!("{piece} from {from} to {to}")
                    }
                    BoostEvent::Capture { seat, piece, at } => {
                        format!("takes the {piece} of {} on {at}", called(seat))
                    }
                    BoostEvent::Defeated { seat } => format!("{} is defeated", called(seat)),
                    // The game tells its end, which depends on the past as well.
                    BoostEvent::End(_) => return None,
                })
            })
            .collect()
    }
}
