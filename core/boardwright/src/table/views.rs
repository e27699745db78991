//! Views of a table: for a seat at any moment, for everybody after the end.

use super::answers::{
    EventsAnswer, MovesAnswer, PlayerView, Reveal, RevealedLeave, RevealedMove, RevealedSeat,
    TablePart, TableView,
};
use super::log::Feed;
use super::moves::LoggedMove;
use super::occupants::Occupant;
use super::state::{SeatSlot, TableState};
use crate::host::{SeatRef, seat_names};
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
    /// The moves that a seat may try now, in a notation.
    pub(super) fn candidates(&self, seat: Seat, style: Option<&str>) -> Result<Vec<String>> {
        let first = self.game.info().styles.first().copied();
        let other = style.filter(|style| Some(*style) != first);
        // Also after the end a notation that does not exist is refused.
        if let Some(style) = other {
            if self.game.hidden() {
                return Err(Error::unsupported(format!(
                    "style: {} hides something, and what may be tried is written as {} alone",
                    self.game.name(),
                    first.unwrap_or("text")
                )));
            }
            let legal = self
                .state
                .legal_moves(Some(SeatRef::Index(seat.index() as i64)), Some(style))?;
            return Ok(if self.ended.is_some() {
                Vec::new()
            } else {
                legal
            });
        }
        if self.ended.is_some() {
            return Ok(Vec::new());
        }
        Ok(self.state.observe_seat(seat)?.candidates())
    }

    /// The events of a feed from a number on, as many as are given at a time, the number from
    /// which to go on, and whether there are more already.
    pub(super) fn events(&self, feed: Feed, since: usize) -> Result<EventsAnswer> {
        let end = self.logs.end(feed);
        let since = since.min(end);
        let next = since.saturating_add(MOST).min(end);
        Ok(EventsAnswer {
            since,
            next,
            more: next < end,
            events: self.events_of(feed, since)?,
        })
    }

    /// The events of a feed from a number on, as many as are given at a time.
    pub(super) fn events_of(&self, feed: Feed, since: usize) -> Result<Vec<Value>> {
        // A seat that does not hear of every move of the others must not count them either.
        let hears = || !self.game.hides_turns() && self.start.live().single().is_some();
        let counts = !matches!(feed, Feed::Seat(_)) || !self.game.hidden() || hears();
        let shown = (self.game.seats(), counts);
        self.logs.since(feed, since, MOST, shown)
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
        let moves = steps.iter().zip(self.step_texts(None)?);
        let moves = self.revealed_moves(moves, since);
        let seats = self.places.iter().enumerate().map(|(i, place)| {
            let seat = Seat(i as u8);
            Ok(RevealedSeat {
                seat: self.named(seat),
                occupant: place.occupant.word(),
                events: self.events_of(Feed::Seat(seat), since)?,
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
            left: self.revealed_leaves(),
            seats: seats.collect::<Result<_>>()?,
        })
    }

    /// Returns the table as a seat sees it, with its events from a number on if one is given.
    pub(super) fn view(&self, seat: Seat, since: Option<usize>) -> Result<TableView> {
        let open = !self.game.hidden();
        let game = self.state.describe_at_table(seat)?;
        let live = self.live();
        let clocks = |of| of == seat || !self.game.hides_turns();
        let feed = Feed::Seat(seat);
        let events = since.map(|since| self.events(feed, since)).transpose()?;
        Ok(TableView {
            seat: self.named(seat),
            game,
            live: open.then(|| seat_names(&self.game, live)),
            to_move: open.then(|| live.single().map(|s| self.named(s))),
            // The table's end stands before that of the rules alone.
            outcome: self.ended.map(|o| o.named(self.game.seats())),
            table: TablePart {
                events,
                ..self.table_part(feed, clocks)
            },
        })
    }

    /// The part of a view that belongs to the table, for who reads a feed; `clocks` says of
    /// which seats it shows the clock.
    pub(super) fn table_part(&self, feed: Feed, clocks: impl Fn(Seat) -> bool) -> TablePart {
        let seats = (0..self.places.len()).map(|i| Seat(i as u8));
        TablePart {
            status: self.status(),
            players: seats.map(|seat| self.player(seat, clocks(seat))).collect(),
            draw_offer: self.draw.map(|(by, _)| self.named(by)),
            next_seq: self.logs.end(feed),
            events: None,
        }
    }

    /// The word for what the table is at.
    fn status(&self) -> &'static str {
        let empty = SeatSlot::is_open;
        match (self.ended, self.paused) {
            (Some(_), _) => "ended",
            (None, Some(_)) => "paused",
            (None, None) if self.places.iter().any(empty) => "waiting",
            (None, None) => "playing",
        }
    }

    /// The moves made so far, and what was tried, from a number on, in a notation: all of them,
    /// or where something is hidden those of the seat that asks.
    pub(super) fn moves(
        &self,
        seat: Option<Seat>,
        style: Option<&str>,
        since: usize,
    ) -> Result<MovesAnswer> {
        let own = seat.filter(|_| self.game.hidden());
        let steps = self.line.steps().iter().zip(self.step_texts(style)?);
        let steps = steps.filter(|(step, _)| own.is_none_or(|seat| step.seat == seat));
        let steps: Vec<_> = steps.collect();
        let end = steps.len();
        let since = since.min(end);
        let next = since.saturating_add(MOST).min(end);
        Ok(MovesAnswer {
            since,
            next,
            more: next < end,
            moves: self.revealed_moves(steps.into_iter(), since),
            // Where something is hidden a seat's view says who left.
            left: if own.is_none() {
                self.revealed_leaves()
            } else {
                Vec::new()
            },
        })
    }

    /// Returns the seats that left the game while others played on.
    fn revealed_leaves(&self) -> Vec<RevealedLeave> {
        let leaves = self.line.leaves().iter();
        leaves
            .flat_map(|leave| {
                leave.seats.iter().map(|seat| RevealedLeave {
                    seat: self.named(seat),
                    reason: leave.reason,
                    at: leave.at,
                    after: leave.after,
                })
            })
            .collect()
    }

    /// Returns at most [`MOST`] of the steps from a number on, with their texts.
    fn revealed_moves<'a>(
        &self,
        steps: impl Iterator<Item = (&'a LoggedMove, String)>,
        since: usize,
    ) -> Vec<RevealedMove> {
        let moves = steps.skip(since).take(MOST);
        let moves = moves.map(|(step, text)| RevealedMove {
            seat: self.named(step.seat),
            text,
            moved: step.moved,
            at: step.at,
        });
        moves.collect()
    }

    /// A seat as it is shown, with its clock and the reason why it left, or without, where those
    /// would tell whose turn it is.
    fn player(&self, seat: Seat, clock: bool) -> PlayerView {
        let place = &self.places[seat.index()];
        let clocks = self.clocks.as_ref().filter(|_| clock);
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
            left: self.left_for(seat, clock),
            clock: clocks.map(|c| c.left(seat, self.now)),
        }
    }
}

/// Returns the thoughts of a seat's bot from a number on, at most [`MOST`] of them.
fn thoughts(place: &SeatSlot, since: usize) -> Result<Vec<Value>> {
    let thoughts = place.thoughts.iter().skip(since).take(MOST);
    thoughts.map(to_value).collect()
}
