//! Views of a table: for a seat at any moment, for everybody after the end.

use super::answers::{
    EventsAnswer, MovesAnswer, PlayerView, Reveal, RevealedMove, RevealedSeat, TablePart, TableView,
};
use super::setup::Occupant;
use super::state::{SeatSlot, TableState};
use crate::host::seat_names;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::{Value, to_value};

/// Under which name a view has what the table adds to what the game shows a seat; no
/// game shows anything under it. `seat`, `outcome`, `live` and `to_move` are the same
/// thing in both, of which the table knows more: a resignation, a flag.
pub(super) const TABLE: &str = "table";

/// Largest number of events, moves or thoughts in one answer, so that no call takes long.
const MOST: usize = 1_000;

impl TableState {
    /// The moves that a seat may try now.
    pub(super) fn candidates(&self, seat: Seat) -> Result<Vec<String>> {
        if self.ended.is_some() {
            return Ok(Vec::new());
        }
        Ok(self.state.observe_seat(seat)?.candidates())
    }

    /// A seat's events from a number on, as many as are given at a time, the number from
    /// which to go on, and whether there are more already.
    pub(super) fn events(&self, seat: Seat, since: usize) -> Result<EventsAnswer> {
        let end = self.logs.next(seat);
        let since = since.min(end);
        let next = since.saturating_add(MOST).min(end);
        Ok(EventsAnswer {
            since,
            next,
            more: next < end,
            events: self.logs.since(seat, since, MOST)?,
        })
    }

    /// The whole game, after its end and not before: of the moves and of each seat's events
    /// and thoughts those from a number on, as many as are given at a time.
    pub(super) fn reveal(&self, since: usize) -> Result<Reveal> {
        if self.ended.is_none() {
            return Err(Error::hidden_information(
                "the game is revealed when it has ended",
            ));
        }
        let steps = self.line.steps();
        let ends = self.places.iter().enumerate().map(|(i, place)| {
            let told = self.logs.next(Seat(i as u8));
            told.max(place.thoughts.len())
        });
        let end = ends.max().unwrap_or(0).max(steps.len());
        let since = since.min(end);
        let next = since.saturating_add(MOST).min(end);
        let moves = self.revealed_moves(self.step_texts(None)?, since);
        let seats = self.places.iter().enumerate().map(|(i, place)| {
            let seat = Seat(i as u8);
            Ok(RevealedSeat {
                seat: self.named(seat),
                occupant: place.occupant.word(),
                events: self.logs.since(seat, since, MOST)?,
                thoughts: thoughts(place, since)?,
            })
        });
        Ok(Reveal {
            game: self.game.name().into(),
            options: self.game.options(),
            since,
            next,
            more: next < end,
            start: self.start.notation(),
            moves,
            notation: self.state.notation(),
            outcome: self.ended.map(|o| o.named(self.game.seats())),
            seats: seats.collect::<Result<_>>()?,
        })
    }

    /// Returns the table as a seat sees it.
    pub(super) fn view(&self, seat: Seat) -> Result<TableView> {
        let Value::Object(mut game) = self.state.describe_for(seat)? else {
            return Err(Error::internal("a description is a map"));
        };
        // What the game shows is never written over, where the table does not know better.
        if game.contains_key(TABLE) {
            return Err(Error::internal(format!(
                "{} shows something under {TABLE}, which is the table's",
                self.game.name()
            )));
        }
        for known_better in ["seat", "outcome"] {
            game.shift_remove(known_better);
        }
        let open = !self.game.hidden();
        if open {
            game.shift_remove("live");
            game.shift_remove("to_move");
        }
        let live = self.live();
        let players = (0..self.places.len()).map(|i| self.player(Seat(i as u8), seat));
        Ok(TableView {
            seat: self.named(seat),
            game,
            live: open.then(|| seat_names(&self.game, live)),
            to_move: open.then(|| live.single().map(|s| self.named(s))),
            // The table's end stands before that of the rules alone.
            outcome: self.ended.map(|o| o.named(self.game.seats())),
            table: TablePart {
                status: self.status(),
                players: players.collect(),
                draw_offer: self.draw.map(|(by, _)| self.named(by)),
                next_seq: self.logs.next(seat),
            },
        })
    }

    /// The word for what the table is at.
    fn status(&self) -> &'static str {
        let empty = |place: &SeatSlot| matches!(place.occupant, Occupant::Empty);
        match (self.ended, self.paused) {
            (Some(_), _) => "ended",
            (None, Some(_)) => "paused",
            (None, None) if self.places.iter().any(empty) => "waiting",
            (None, None) => "playing",
        }
    }

    /// The moves made so far, and what was tried, from a number on, in a notation: for the
    /// host, since a seat of a game that hides something may not know them.
    pub(super) fn moves(&self, style: Option<&str>, since: usize) -> Result<MovesAnswer> {
        let (steps, texts) = (self.line.steps(), self.step_texts(style)?);
        let since = since.min(steps.len());
        let next = since.saturating_add(MOST).min(steps.len());
        Ok(MovesAnswer {
            since,
            next,
            more: next < steps.len(),
            moves: self.revealed_moves(texts, since),
        })
    }

    /// Returns at most [`MOST`] of the steps from a number on, with their texts.
    fn revealed_moves(&self, texts: Vec<String>, since: usize) -> Vec<RevealedMove> {
        let moves = self.line.steps().iter().zip(texts);
        let moves = moves.skip(since).take(MOST).map(|(s, text)| RevealedMove {
            seat: self.named(s.seat),
            text,
            at: s.at,
        });
        moves.collect()
    }

    /// A seat as another one, or it itself, sees it.
    fn player(&self, seat: Seat, seen_by: Seat) -> PlayerView {
        let place = &self.places[seat.index()];
        let shown = seat == seen_by || !self.game.hides_turns();
        let clocks = self.clocks.as_ref().filter(|_| shown);
        PlayerView {
            seat: self.named(seat),
            occupant: place.occupant.word(),
            bot: match &place.occupant {
                Occupant::Bot(bot) => Some(bot.bot.name().to_owned()),
                _ => None,
            },
            name: self.called(seat, &place.occupant).map(str::to_owned),
            seats: seat_names(&self.game, self.seats_of_player(seat)),
            connected: place.gone.is_none(),
            clock: clocks.map(|c| c.left(seat, self.now)),
        }
    }
}

/// Returns the thoughts of a seat's bot from a number on, at most [`MOST`] of them.
fn thoughts(place: &SeatSlot, since: usize) -> Result<Vec<Value>> {
    let thoughts = place.thoughts.iter().skip(since).take(MOST);
    thoughts.map(to_value).collect()
}
