//! States of any game.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use contract::drawing::Scene;
use contract::error::Result;
use contract::game::{Game, MoveContext, Outcome, Seat, Seats};
use contract::ids::IdSet;
use contract::jobs::{Kind, Work};
use contract::plain::Plain;
use contract::question::{action_from_id, id_count};
use contract::state::State;
use contract::value::{Dict, Named, Value};
use records::epd::Operation;
use records::{GameResult, Tree};
use search::perft::{self, PerftOptions, Progress};
use search::playouts::{self, NamedPlayouts, PlayoutOptions};
use smallvec::SmallVec;

use crate::{
    AnyGame, AnyObservation, AnyRecord, AnyState, Committed, Erased, Left, MoveRef, SeatEvents,
    hash_of, values,
};

/// See [`State`].
pub trait DynState: Erased {
    /// Returns the rules.
    fn rules(&self) -> AnyGame;
    /// Returns the position in the game's notation.
    fn notation(&self) -> String;
    /// Returns the repetition key.
    fn key(&self) -> u64;
    /// Returns the number of plies in its history.
    fn ply(&self) -> usize;
    /// Returns the number of times that its position has occurred, this time included.
    fn repetitions(&self) -> usize;
    /// Writes the moves that led to it.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    fn moves(&self, style: Option<&str>) -> Result<Vec<String>>;
    /// Writes the last of the moves.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    fn last_move(&self, style: Option<&str>) -> Result<Option<String>>;
    /// Returns the state at an earlier ply.
    ///
    /// # Errors
    ///
    /// As in [`State::at_ply`].
    fn at_ply(&self, ply: usize) -> Result<AnyState>;
    /// Returns the seats that may act.
    fn live(&self) -> Seats;
    /// Returns the seats whose clocks run.
    fn on_clock(&self) -> Seats;
    /// Returns a key of the basis of a seat's decision.
    fn decision_key(&self, seat: Seat) -> u64;
    /// Returns the outcome, if the game has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends the ids of the legal moves to `out`.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids.
    fn legal_ids(&self, seat: Option<Seat>, out: &mut Vec<u32>) -> Result<()>;
    /// Writes 1 at the ids of the legal moves and 0 elsewhere, and counts the moves.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids.
    fn legal_mask(&self, seat: Option<Seat>, mask: &mut [u8]) -> Result<u64>;
    /// Returns the texts of the legal moves.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    fn legal_texts(&self, seat: Option<Seat>, style: Option<&str>) -> Result<Vec<String>>;
    /// Counts the legal moves.
    fn count_legal(&self, seat: Option<Seat>) -> u64;
    /// Returns the state after a part of several moves, one after the other.
    ///
    /// # Errors
    ///
    /// As in [`State::play`] and [`State::read`]; of several moves names the wrong one.
    fn play(
        &self,
        seat: Option<Seat>,
        moves: &[MoveRef<'_>],
        part: Range<usize>,
        style: Option<&str>,
    ) -> Result<AnyState>;
    /// Makes a move and returns the events for each seat.
    ///
    /// # Errors
    ///
    /// As in [`State::play`] and [`State::read`].
    fn commit(&self, seat: Seat, action: MoveRef<'_>, style: Option<&str>) -> Result<Committed>;
    /// Returns the outcome when seats lose by other means than a move.
    fn forfeited(&self, losers: Seats, reason: &'static str) -> Outcome;
    /// Returns the state without seats that leave; see [`State::leave`].
    ///
    /// # Errors
    ///
    /// `game_over` and `invalid_option`.
    fn leave(&self, seats: Seats, reason: &str) -> Result<Option<Left>>;
    /// Returns who left the game while others played on, and why, in order.
    fn departures(&self) -> Vec<(Seats, &'static str)>;
    /// Returns the seats that are out of the game.
    fn out(&self) -> Seats;
    /// Returns a draw of those who are still in the game.
    fn drawn(&self, reason: &'static str) -> Outcome;
    /// Returns the reason of the draw that a seat may claim, if there is one.
    fn claimable(&self) -> Option<&'static str>;
    /// Rewrites a move from one style into another.
    ///
    /// # Errors
    ///
    /// As in [`State::read`] and [`State::write`]; the move must be legal.
    fn rewrite(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<String>;
    /// Returns the id of a legal move.
    ///
    /// # Errors
    ///
    /// As in [`State::read`]; `unsupported` for a game without ids.
    fn action_id(&self, seat: Option<Seat>, text: &str) -> Result<u32>;
    /// Returns the events of a move that is not made.
    ///
    /// # Errors
    ///
    /// As in [`State::play`].
    fn report(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Vec<Value>>;
    /// Describes the whole state.
    fn description(&self) -> Plain;
    /// Describes the state in English sentences.
    fn describe_text(&self) -> String;
    /// Describes a legal move in English words.
    ///
    /// # Errors
    ///
    /// As in [`State::play`] and [`State::read`].
    fn move_in_words(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<String>;
    /// Draws the position as text.
    fn draw(&self) -> String;
    /// Returns the picture of the position.
    fn scene(&self, from: Option<Seat>) -> Scene;
    /// Returns a state changed from outside.
    ///
    /// # Errors
    ///
    /// As in [`State::edit`].
    fn edit(&self, changes: &Dict) -> Result<AnyState>;
    /// Answers one of the questions of the game.
    ///
    /// # Errors
    ///
    /// As in [`State::ask`].
    fn ask(&self, question: &str, given: &Dict) -> Result<Value>;
    /// Returns the observation of a seat.
    fn observe(&self, seat: Seat) -> AnyObservation;
    /// Writes the whole state as text for `registry::load`.
    ///
    /// # Errors
    ///
    /// As in [`State::save`].
    fn save(&self) -> Result<String>;
    /// Prepares a perft count to run on the pool.
    fn perft(&self, depth: u32, options: PerftOptions) -> Work<u64>;
    /// Prepares a perft count below each move to run on the pool; `progress` is called on
    /// any thread each time a move is done.
    fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: Box<dyn Fn(Progress) + Send + Sync>,
    ) -> Work<Named<u64>>;
    /// Prepares random games to run on the pool.
    ///
    /// # Errors
    ///
    /// As in [`playouts::check_options`].
    fn playouts(&self, options: PlayoutOptions) -> Result<Work<NamedPlayouts>>;
    /// Writes a line of EPD; the moves of the operations are texts in SAN or the canonical
    /// style.
    ///
    /// # Errors
    ///
    /// As in [`records::epd::Epd::write`] and [`State::read`].
    fn write_epd(&self, operations: &[Operation<String>]) -> Result<String>;
    /// Makes a record of moves that begin here, given as texts of a style, by default the
    /// canonical one.
    ///
    /// # Errors
    ///
    /// As in [`State::read`] and [`State::check`], naming the move by its index.
    fn record(
        &self,
        moves: &Tree<String>,
        tags: &[(String, String)],
        result: Option<GameResult>,
        style: Option<&str>,
    ) -> Result<AnyRecord>;
    /// Returns the record of the known moves that led to the state, with its result and tags.
    ///
    /// # Errors
    ///
    /// `internal` only.
    fn record_so_far(&self, tags: &[(String, String)]) -> Result<AnyRecord>;
    /// Returns true if the other is the same in position, counters, options and history.
    fn same(&self, other: &dyn DynState) -> bool;
    /// Returns a hash consistent with [`same`](Self::same), for this process only.
    fn hash_code(&self) -> u64;
    /// Returns a short text for a debugger; redacted if the game hides anything.
    fn inspect(&self) -> String;
    /// Returns itself for downcasts.
    fn as_any(&self) -> &dyn Any;
}

/// Finds the legal move that a host gives.
fn resolve<G: Game>(
    state: &State<G>,
    seat: Option<Seat>,
    action: MoveRef<'_>,
    style: Option<&str>,
) -> Result<G::Action> {
    let action = match action {
        MoveRef::Text(text) => state.read(seat, text, style)?,
        MoveRef::Id(id) => action_from_id(state.game(), state.position(), id)?,
    };
    state.check(seat, &action)?;
    Ok(action)
}

impl<G: Game> DynState for State<G> {
    fn rules(&self) -> AnyGame {
        Arc::clone(self.rules()) as AnyGame
    }

    fn notation(&self) -> String {
        self.notation()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn ply(&self) -> usize {
        self.history().len()
    }

    fn repetitions(&self) -> usize {
        self.repetitions()
    }

    fn moves(&self, style: Option<&str>) -> Result<Vec<String>> {
        self.move_texts(style)
    }

    fn last_move(&self, style: Option<&str>) -> Result<Option<String>> {
        self.last_move_text(style)
    }

    fn at_ply(&self, ply: usize) -> Result<AnyState> {
        Ok(Arc::new(self.at_ply(ply)?))
    }

    fn live(&self) -> Seats {
        self.live()
    }

    fn on_clock(&self) -> Seats {
        self.on_clock()
    }

    fn decision_key(&self, seat: Seat) -> u64 {
        self.decision_key(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn legal_ids(&self, seat: Option<Seat>, out: &mut Vec<u32>) -> Result<()> {
        id_count(self.game(), Some(self.position()))?;
        self.each_legal_id(seat, |set| set.append_to(out));
        Ok(())
    }

    fn legal_mask(&self, seat: Option<Seat>, mask: &mut [u8]) -> Result<u64> {
        id_count(self.game(), Some(self.position()))?;
        mask.fill(0);
        let mut sets = SmallVec::<[_; 64]>::new();
        self.each_legal_id(seat, |set| sets.push(set));
        IdSet::flag_all(&sets, mask);
        Ok(sets.iter().map(|set| u64::from(set.len())).sum())
    }

    fn legal_texts(&self, seat: Option<Seat>, style: Option<&str>) -> Result<Vec<String>> {
        self.legal(seat)
            .iter()
            .map(|action| self.write(action, style))
            .collect()
    }

    fn count_legal(&self, seat: Option<Seat>) -> u64 {
        self.count_legal(seat)
    }

    fn play(
        &self,
        seat: Option<Seat>,
        moves: &[MoveRef<'_>],
        part: Range<usize>,
        style: Option<&str>,
    ) -> Result<AnyState> {
        if let [action] = moves {
            return Ok(Arc::new(
                self.play_unchecked(&resolve(self, seat, *action, style)?),
            ));
        }
        let mut state = self.clone();
        for (i, action) in moves.iter().enumerate().take(part.end).skip(part.start) {
            let action = resolve(&state, seat, *action, style)
                .map_err(|e| e.at(format_args!("move {} of {}", i + 1, moves.len())))?;
            state = state.play_unchecked(&action);
        }
        Ok(Arc::new(state))
    }

    fn commit(&self, seat: Seat, action: MoveRef<'_>, style: Option<&str>) -> Result<Committed> {
        let action = resolve(self, Some(seat), action, style)?;
        let state = self.play_unchecked(&action);
        let default = G::Record::default();
        let made = MoveContext {
            before: self.position(),
            past: self.history(),
            action: &action,
            after: state.position(),
            record: state.history().last().map_or(&default, |e| e.record),
            seats: self.rules().seat_names(),
        };
        let mut told = (0..made.seats.len()).map(|i| self.game().events_for(&made, Seat(i as u8)));
        let told = if self.game().tells_all_alike() {
            let events = told.next().unwrap_or_default();
            debug_assert!(told.all(|other| other == events), "a seat is told more");
            SeatEvents::all(events)
        } else {
            SeatEvents::of(told.collect())
        };
        Ok(Committed {
            text: self.game().text(&action),
            told,
            effect: self.game().effect(&made),
            state: Arc::new(state),
        })
    }

    fn forfeited(&self, losers: Seats, reason: &'static str) -> Outcome {
        self.game().forfeited(self.position(), losers, reason)
    }

    fn leave(&self, seats: Seats, reason: &str) -> Result<Option<Left>> {
        let Some(state) = self.leave(seats, reason)? else {
            return Ok(None);
        };
        // Who was out before does not leave.
        let seats = state.departures().last().map_or(seats, |left| left.seats);
        let all = 0..self.rules().seat_names().len();
        let told = all.map(|i| {
            self.game()
                .leave_events(self.position(), seats, Seat(i as u8))
        });
        Ok(Some(Left {
            told: SeatEvents::of(told.collect()),
            state: Arc::new(state),
        }))
    }

    fn departures(&self) -> Vec<(Seats, &'static str)> {
        let departures = self.departures();
        departures.map(|left| (left.seats, left.reason)).collect()
    }

    fn out(&self) -> Seats {
        self.out()
    }

    fn drawn(&self, reason: &'static str) -> Outcome {
        self.game().drawn(self.position(), reason)
    }

    fn claimable(&self) -> Option<&'static str> {
        self.game().claimable(self.position(), self.history())
    }

    fn rewrite(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<String> {
        self.write(&resolve(self, seat, action, from)?, to)
    }

    fn action_id(&self, seat: Option<Seat>, text: &str) -> Result<u32> {
        id_count(self.game(), Some(self.position()))?;
        Ok(self
            .game()
            .action_id(&resolve(self, seat, MoveRef::Text(text), None)?))
    }

    fn report(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Vec<Value>> {
        let action = resolve(self, seat, action, style)?;
        values(&self.game().report(self.position(), self.history(), &action))
    }

    fn description(&self) -> Plain {
        Plain::of(self.describe())
    }

    fn describe_text(&self) -> String {
        self.describe_text()
    }

    fn move_in_words(
        &self,
        seat: Option<Seat>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<String> {
        Ok(self.move_in_words(&resolve(self, seat, action, style)?))
    }

    fn draw(&self) -> String {
        self.game().draw(self.position())
    }

    fn scene(&self, from: Option<Seat>) -> Scene {
        self.scene(from)
    }

    fn edit(&self, changes: &Dict) -> Result<AnyState> {
        Ok(Arc::new(self.edit(changes)?))
    }

    fn ask(&self, question: &str, given: &Dict) -> Result<Value> {
        self.ask(question, given)
    }

    fn observe(&self, seat: Seat) -> AnyObservation {
        Arc::new(self.observe(seat))
    }

    fn save(&self) -> Result<String> {
        self.save()
    }

    fn perft(&self, depth: u32, options: PerftOptions) -> Work<u64> {
        let state = self.clone();
        Work::new(Kind::Perft, perft::class(depth), move |control| {
            perft::perft(&state, depth, options, control)
        })
    }

    fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: Box<dyn Fn(Progress) + Send + Sync>,
    ) -> Work<Named<u64>> {
        let state = self.clone();
        Work::new(Kind::Perft, perft::class(depth), move |control| {
            let counts = perft::divide(&state, depth, options, control, &*progress)?;
            let game = state.game();
            let named = counts.iter().map(|(action, n)| (game.text(action), *n));
            Ok(Named(named.collect()))
        })
    }

    fn playouts(&self, options: PlayoutOptions) -> Result<Work<NamedPlayouts>> {
        playouts::check_options(&options)?;
        let state = self.clone();
        let class = playouts::class(&options);
        Ok(Work::new(Kind::Playouts, class, move |control| {
            let sum = playouts::playouts(&state, options, control)?;
            Ok(sum.named(state.rules().seat_names()))
        }))
    }

    fn write_epd(&self, operations: &[Operation<String>]) -> Result<String> {
        crate::record::write_epd(self, operations)
    }

    fn record(
        &self,
        moves: &Tree<String>,
        tags: &[(String, String)],
        result: Option<GameResult>,
        style: Option<&str>,
    ) -> Result<AnyRecord> {
        crate::record::record(self, moves, tags, result, style)
    }

    fn record_so_far(&self, tags: &[(String, String)]) -> Result<AnyRecord> {
        let mut record = records::Record::of_state(self)?;
        record.tags = tags.to_vec();
        Ok(Arc::new(record))
    }

    fn same(&self, other: &dyn DynState) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self == other)
    }

    fn hash_code(&self) -> u64 {
        hash_of(self)
    }

    fn inspect(&self) -> String {
        format!("{self:?}")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
