//! The moves of a table: made, refused and taken back.

use super::event::TableEvent;
use super::setup::Occupant;
use super::state::TableState;
use crate::host::{MoveRef, State};
use contract::error::{Error, Result};
use contract::game::{Effect, Seat};

/// A move that was made at the table, or something that was tried.
#[derive(Clone, Debug)]
pub(super) struct LoggedMove {
    pub(super) seat: Seat,
    pub(super) text: String,
    pub(super) at: u64,
    /// True if the seat has moved by it; the line also holds what was refused and what does not end
    /// a turn.
    pub(super) moved: bool,
}

/// Number of steps between two states that a line keeps, so that taking back never replays more
/// than these, however long the game.
const APART: usize = 64;

/// Everything that was made and tried at a table, in order.
#[derive(Debug)]
pub(super) struct MoveLog {
    steps: Vec<LoggedMove>,
    /// Number of steps that are moves.
    moves: usize,
    /// The states before every step whose number is a multiple of [`APART`].
    marks: Vec<State>,
}

impl MoveLog {
    pub(super) const fn new() -> Self {
        Self {
            steps: Vec::new(),
            moves: 0,
            marks: Vec::new(),
        }
    }

    /// Adds a step that was made in a state.
    pub(super) fn push(&mut self, before: &State, step: LoggedMove) {
        if self.steps.len().is_multiple_of(APART) {
            self.marks.push(before.clone());
        }
        self.moves += usize::from(step.moved);
        self.steps.push(step);
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the number of moves made, failed attempts excluded.
    pub(super) const fn moves(&self) -> usize {
        self.moves
    }

    pub(super) fn steps(&self) -> &[LoggedMove] {
        &self.steps
    }

    /// Returns the number of steps left after that many moves are taken back, each with the
    /// attempts before and after it.
    fn left_without(&self, moves: usize) -> usize {
        let mut left = moves;
        let kept = self.steps.iter().rposition(|step| {
            let stays = step.moved && left == 0;
            left -= usize::from(step.moved && left > 0);
            stays
        });
        kept.map_or(0, |last| last + 1)
    }

    /// The kept state from which the one after so many steps is reached, and the
    /// steps on the way.
    fn way_to(&self, len: usize) -> Option<(&State, &[LoggedMove])> {
        let mark = len / APART;
        let steps = self.steps.get(mark * APART..len)?;
        Some((self.marks.get(mark)?, steps))
    }

    /// Drops the steps from a number on.
    fn truncate(&mut self, len: usize) {
        let gone = self.steps.drain(len..);
        self.moves -= gone.filter(|step| step.moved).count();
        self.marks.truncate(len.div_ceil(APART));
    }

    /// Counts the steps that a seat has made since it last moved.
    pub(super) fn attempts(&self, seat: Seat) -> u32 {
        let own = self.steps.iter().rev().filter(|step| step.seat == seat);
        own.take_while(|step| !step.moved).count() as u32
    }
}

impl TableState {
    /// Makes a move for a seat, and says what it came to.
    pub(super) fn commit(
        &mut self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Effect> {
        self.in_play()?;
        let made = self.state.commit(seat, action, style)?;
        let step = LoggedMove {
            seat,
            text: made.text,
            at: self.now,
            moved: made.effect == Effect::Moved,
        };
        self.line.push(&self.state, step);
        self.state = made.state;
        self.logs.tell_move(made.told);
        self.revision += 1;
        // Otherwise the turn goes on, with its clock and with what was offered.
        if made.effect == Effect::Moved {
            self.moved(seat);
        }
        Ok(made.effect)
    }

    /// Makes a move for somebody whom the table does not ask itself. Attempts that are
    /// no move are taken up to a number in each turn; from then on only what the seat
    /// may think possible, so that it can always move, and what is kept is bounded.
    pub(super) fn attempt(
        &mut self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Effect> {
        let cap = self.settings.attempt_cap;
        if self.ended.is_none() && self.places[seat.index()].attempts >= cap {
            let made = self.state.commit(seat, action, style)?;
            let candidates = self.state.observe_seat(seat)?.candidates();
            if made.effect != Effect::Moved && !candidates.contains(&made.text) {
                return Err(Error::illegal_move(format!(
                    "{}: {} has made {cap} attempts in this turn that were no move; from now on \
                     only its candidates are taken up",
                    made.text,
                    self.name(seat)
                )));
            }
        }
        let effect = self.commit(seat, action, style)?;
        if effect != Effect::Moved {
            self.places[seat.index()].attempts += 1;
        }
        Ok(effect)
    }

    /// A seat has moved.
    fn moved(&mut self, seat: Seat) {
        // An offer lapses with the next move of a seat that was asked.
        if self.draw.is_some_and(|(by, _)| by != seat) {
            self.draw = None;
            self.logs.tell_all(TableEvent::DrawLapsed);
        }
        for place in &mut self.places {
            place.undo = None;
        }
        self.places[seat.index()].end_turn();
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.moved(seat, now);
            clocks.run(running, now);
        }
        self.ended_by_rules();
    }

    /// A seat would take back plies; it happens once all people agree on the
    /// number. Says whether it did.
    pub(super) fn undo(&mut self, seat: Seat, plies: usize) -> Result<bool> {
        self.in_play()?;
        if self.settings.undo != Some(true) {
            return Err(Error::unsupported("moves are not taken back at this table"));
        }
        let bots = self
            .places
            .iter()
            .any(|p| matches!(p.occupant, Occupant::Bot(_)));
        if bots && self.game.hidden() {
            return Err(Error::unsupported(
                "a bot takes no move back where something is hidden: what it told would be known",
            ));
        }
        // What the other seats tried in vain is nobody's to count.
        let most = self.line.moves();
        if plies == 0 || plies > most {
            return Err(Error::invalid_option(format!(
                "plies: takes an integer from 1 to {most}, not {plies}"
            )));
        }
        self.places[seat.index()].undo = Some(plies);
        self.logs.tell_all(TableEvent::UndoWanted {
            seat: self.named(seat),
            plies,
        });
        let agreed = self.places.iter().all(|place| {
            matches!(place.occupant, Occupant::Bot(_) | Occupant::Empty)
                || place.undo == Some(plies)
        });
        if agreed {
            self.take_back(plies)?;
        }
        self.revision += 1;
        Ok(agreed)
    }

    fn take_back(&mut self, plies: usize) -> Result<()> {
        let left = self.line.left_without(plies);
        let (mark, steps) = self
            .line
            .way_to(left)
            .ok_or_else(|| Error::internal("the line of the table has a gap"))?;
        self.state = after(mark, steps)?;
        self.line.truncate(left);
        self.draw = None;
        for place in &mut self.places {
            place.undo = None;
            place.end_turn();
            place.stop_asking();
        }
        self.logs.tell_all(TableEvent::Undone { plies });
        let (now, running) = (self.now, self.on_clock());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| self.timed) {
            clocks.run(running, now);
        }
        Ok(())
    }
}

/// The state after some steps.
fn after(state: &State, steps: &[LoggedMove]) -> Result<State> {
    steps.iter().try_fold(state.clone(), |state, step| {
        Ok(state
            .commit(step.seat, MoveRef::Text(&step.text), None)?
            .state)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host;
    use contract::value::Dict;

    #[test]
    fn taking_back_plays_few_steps_again_however_long_the_game() {
        let mut options = Dict::new();
        options.insert("repetition_count".into(), 0.into());
        options.insert("halfmove_limit".into(), 0.into());
        let mut state = host::start("chess", &options).unwrap();
        let mut line = MoveLog::new();
        let mut notations = vec![state.notation()];
        for i in 0..1_000 {
            let text = ["g1f3", "g8f6", "f3g1", "f6g8"][i % 4];
            let seat = Seat((i % 2) as u8);
            let step = |moved| LoggedMove {
                seat,
                text: text.into(),
                at: 0,
                moved,
            };
            let next = state.play(None, MoveRef::Text(text), None).unwrap();
            line.push(&state, step(true));
            state = next;
            notations.push(state.notation());
        }
        for plies in [1, 2, 63, 64, 65, 500, 1_000] {
            let left = line.left_without(plies);
            assert_eq!(left, 1_000 - plies);
            let (mark, steps) = line.way_to(left).unwrap();
            assert!(steps.len() < APART, "{plies}: {}", steps.len());
            assert_eq!(after(mark, steps).unwrap().notation(), notations[left]);
        }
        line.truncate(640);
        assert_eq!((line.len(), line.moves(), line.marks.len()), (640, 640, 10));
        line.truncate(0);
        assert_eq!((line.len(), line.moves(), line.marks.len()), (0, 0, 0));
    }
}
