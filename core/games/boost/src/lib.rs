//! Boost: an abstract game on a grid for one to six players. Pieces go farther the
//! more neighbours they have; who surrounds a tower with four dragons has won, as
//! has whose opponents are all defeated.
//!
//! Where the published rules are silent:
//!
//! - Nine by nine points with three or four players are filled in the order of the
//!   table up to the limit of population; other boards by the rule of shares.
//! - In a demo nobody is defeated by what is on the board: only who has resigned
//!   (run out of time, or left otherwise) is out. Without it a position in which all are defeated is drawn.
//! - Every player has a turn in every round; who is out passes. The game is drawn
//!   when each of the others has passed in their last turn, with nothing between.
//! - Whether an arrangement was there before is asked of moves alone: a pass leaves
//!   it as it is.
//! - A dragon that comes to the last side of another player's tower flanks it and
//!   takes it, and captures go first: a move completes circles of the mover alone.
//!   Those of others stand only in positions that are read; they are judged as if
//!   the player before had completed them.

mod bits;
pub mod book;
mod bots;
mod briefing;
mod description;
mod eval;
mod movegen;
mod moves;
mod notation;
mod picture;
mod planes;
mod play;
mod position;
mod questions;
mod report;
mod rules;
mod search;
mod settings;
mod setup;
mod styles;
mod weights;
mod words;

pub use bits::{Bits, Wide};
pub use description::{BoostDescription, BoostEvent, PlayerDescription};
pub use moves::Action;
pub use position::{Layout, Piece, Position};
pub use search::BoostNode;
pub use settings::BoostSettings;
pub use weights::Weights;

use contract::bot::Bot;
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::Result;
use contract::game::{
    Flow, Game, GameInfo, Hidden, Outcome, Seat, SeatEvent, Seats, unknown_style,
};
use contract::history::{PositionHistory, WithOne};
use contract::ids::IdSet;
use contract::options::{OptionSpec, Options};
use contract::planes::PlaneLayout;
use contract::question::{Given, Questions};
use contract::state::State;
use contract::value::{Dict, Value};
use contract::view::FullView;
use rules::BoostRules;
use settings::PLAYERS;

/// Boost in the list of games.
pub static ENTRY: dynamic::Entry = dynamic::Entry::of::<Boost>();

/// The rules with their options fixed.
#[derive(Clone, Debug)]
pub struct Boost {
    field: Field,
    /// Entries of the opening book for the game, if there are any.
    book: Option<&'static book::Entries>,
}

/// The board, by how many words hold it.
#[derive(Clone, Debug)]
enum Field {
    Narrow(Box<BoostRules<u128>>),
    Wide(Box<BoostRules<Wide>>),
}

/// Does something with the rules and the layout of a position, whatever holds them.
macro_rules! on {
    ($boost:expr, $position:expr, |$rules:ident, $layout:ident| $body:expr) => {
        match &$boost.field {
            $crate::Field::Narrow($rules) => {
                let $layout = $position.narrow();
                $body
            }
            $crate::Field::Wide($rules) => {
                let $layout = $position.wide();
                $body
            }
        }
    };
}
use on;

impl Boost {
    /// The options.
    #[must_use]
    pub fn settings(&self) -> &BoostSettings {
        match &self.field {
            Field::Narrow(rules) => &rules.settings,
            Field::Wide(rules) => &rules.settings,
        }
    }

    /// Returns the weights of the evaluation.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        match &self.field {
            Field::Narrow(rules) => &rules.weights,
            Field::Wide(rules) => &rules.weights,
        }
    }

    /// Returns the same rules with other weights of the evaluation. They are no part of the
    /// rules: positions and states stay equal.
    #[must_use]
    pub fn with_weights(&self, weights: Weights) -> Self {
        let mut game = self.clone();
        match &mut game.field {
            Field::Narrow(rules) => rules.weights = weights,
            Field::Wide(rules) => rules.weights = weights,
        }
        game
    }

    /// The player whose turn it is.
    #[must_use]
    pub fn turn(&self, position: &Position) -> Seat {
        on!(self, position, |_rules, p| Seat(p.mover))
    }

    /// Evaluates a position for a player against all others, in decitempi.
    #[must_use]
    pub fn static_evaluation(&self, position: &Position, seat: Seat) -> i64 {
        on!(self, position, |rules, p| rules
            .static_evaluation(p, seat.0))
    }

    /// The part of it that the dragons round a player's towers make.
    #[must_use]
    pub fn circle_evaluation(&self, position: &Position, seat: Seat) -> i64 {
        on!(self, position, |rules, p| rules
            .circle_evaluation(p, seat.0))
    }

    /// A key of a position in which pawns and knights are alike.
    #[must_use]
    pub fn opening_signature(&self, position: &Position) -> u64 {
        on!(self, position, |rules, p| rules.opening_signature(p))
    }

    /// Returns the opening book's score of a position for the player that has just moved, in
    /// decitempi; nothing where the book does not have the position, or `in_book` is 0.
    #[must_use]
    pub fn book_worth(&self, position: &Position) -> Option<i16> {
        let entries = self.book.filter(|_| self.weights().in_book > 0)?;
        entries.get(&self.opening_signature(position)).copied()
    }

    /// Returns the bonus of a position for being in the opening book, in decitempi: the weight
    /// `in_book` or nothing. It is no part of the static evaluation, for there what one player
    /// gains the others lose.
    #[must_use]
    pub fn in_book_bonus(&self, position: &Position) -> i64 {
        match self.book_worth(position) {
            Some(_) => self.weights().in_book,
            None => 0,
        }
    }

    /// Counts the towers of a player.
    #[must_use]
    pub fn towers(&self, position: &Position, seat: Seat) -> u32 {
        on!(self, position, |_rules, p| (p.of(seat.0) & p.towers).len())
    }
}

/// Seats as the bits of players.
fn bits_of(seats: Seats) -> u8 {
    seats.iter().fold(0, |bits, seat| bits | 1 << (seat.0 & 7))
}

impl Game for Boost {
    type Position = Position;
    type Action = Action;
    type Record = ();
    type View = FullView<Self>;
    type Description = BoostDescription;
    type Event = BoostEvent;

    const INFO: GameInfo = GameInfo {
        name: "boost",
        summary: "pawns, knights, towers and dragons on a grid: the more neighbours, the farther",
        seats: (1, PLAYERS as u8),
        hidden: Hidden::Never,
        options: settings::OPTIONS,
        styles: styles::STYLES,
        bots: &["heuristic", "search", "mcts"],
    };
    const HISTORY_DEPENDENT: bool = true;

    fn new(options: &Options) -> Result<Self> {
        let settings = BoostSettings::new(options)?;
        let book = book::Book::shipped().game(&settings.identifier());
        let field = if settings.area() <= 128 {
            Field::Narrow(Box::new(BoostRules::new(settings)))
        } else {
            Field::Wide(Box::new(BoostRules::new(settings)))
        };
        Ok(Self { field, book })
    }

    fn briefing(&self) -> Briefing {
        self.rules_in_words()
    }

    fn seat_names(&self) -> Vec<String> {
        (0..self.settings().players)
            .map(|player| BoostSettings::letter(player).to_string())
            .collect()
    }

    fn start(&self) -> Result<Position> {
        match &self.field {
            Field::Narrow(rules) => rules.start().map(Position::from),
            Field::Wide(rules) => rules.start().map(Position::from),
        }
    }

    fn parse(&self, text: &str) -> Result<Position> {
        match &self.field {
            Field::Narrow(rules) => rules.parse(text).map(Position::from),
            Field::Wide(rules) => rules.parse(text).map(Position::from),
        }
    }

    fn notation(&self, position: &Position) -> String {
        on!(self, position, |rules, p| rules.notation(p))
    }

    /// Of the arrangement alone: whose turn it is makes no difference to what must
    /// not be repeated.
    fn key(&self, position: &Position) -> u64 {
        on!(self, position, |_rules, p| p.key)
    }

    fn live(&self, position: &Position) -> Seats {
        on!(self, position, |rules, p| match rules.outcome_of(p) {
            Some(_) => Seats::NONE,
            None => Seats::only(Seat(p.mover)),
        })
    }

    fn actor(&self, position: &Position, _: &Action) -> Seat {
        on!(self, position, |_rules, p| Seat(p.mover))
    }

    fn search_key(&self, position: &Position) -> u64 {
        on!(self, position, |rules, p| rules.signature(p))
    }

    fn legal(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        mut visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        on!(self, position, |rules, p| rules
            .legal(p, past, |set| set.each(&mut visit)))
    }

    fn legal_ids(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        mut visit: impl FnMut(IdSet),
    ) {
        on!(self, position, |rules, p| {
            let _ = rules.legal(p, past, |set| {
                rules.settings.each_id(set, &mut visit);
                Flow::Continue(())
            });
        });
    }

    fn count_legal(&self, position: &Position, past: &dyn PositionHistory) -> u64 {
        on!(self, position, |rules, p| rules.count(p, past))
    }

    fn check(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> Result<()> {
        on!(self, position, |rules, p| rules.check(p, past, *action))
    }

    fn play(&self, position: &Position, action: &Action) -> (Position, ()) {
        on!(self, position, |rules, p| (
            rules.made(p, *action).into(),
            ()
        ))
    }

    fn outcome(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        let outcome = on!(self, position, |rules, p| rules.outcome(p, past))?;
        // Who is out has no part in a draw.
        Some(if outcome.is_draw() {
            self.drawn(position, outcome.reason)
        } else {
            outcome
        })
    }

    fn text(&self, action: &Action) -> String {
        self.settings().text(*action)
    }

    fn write(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        action: &Action,
        style: &str,
    ) -> Result<String> {
        let written = on!(self, position, |rules, p| rules.write(p, *action, style));
        written.ok_or_else(|| unknown_style::<Self>(style))
    }

    fn read(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        _: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Action> {
        if !styles::STYLES.contains(&style) {
            return Err(unknown_style::<Self>(style));
        }
        on!(self, position, |rules, p| rules.read(p, text, style))
    }

    fn action_count(&self) -> Option<u32> {
        Some(self.settings().action_count())
    }

    fn action_id(&self, action: &Action) -> u32 {
        self.settings().action_id(*action)
    }

    fn action_from_id(&self, _: &Position, id: u32) -> Option<Action> {
        self.settings().action(id)
    }

    fn action_text(&self, id: u32) -> Option<String> {
        let settings = self.settings();
        settings.action(id).map(|action| settings.text(action))
    }

    fn describe(&self, position: &Position, _: &dyn PositionHistory) -> BoostDescription {
        let bonus = self.in_book_bonus(position);
        on!(self, position, |rules, p| rules.describe(p, bonus))
    }

    fn seat_in_words(&self, seat: Seat) -> String {
        words::player(seat.0)
    }

    fn position_in_words(&self, position: &Position, past: &dyn PositionHistory) -> String {
        let over = self.outcome(position, past).is_some();
        on!(self, position, |rules, p| rules.layout_in_words(p, over))
    }

    fn move_in_words(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> String {
        let seats = self.seat_names();
        let mut told = on!(self, position, |rules, p| rules
            .action_in_words(p, *action, &seats));
        let (next, ()) = self.play(position, action);
        let after = WithOne::new(past, self.key(position));
        let end = self.outcome(&next, &after);
        told.extend(end.map(|outcome| contract::words::result(self, outcome)));
        told.join(", ")
    }

    fn report(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        action: &Action,
    ) -> Vec<BoostEvent> {
        let seats = self.seat_names();
        on!(self, position, |rules, p| rules.events(p, *action, &seats))
    }

    /// Counts the players as forfeited: they are out, their pieces stay, and they pass.
    fn leave(&self, position: &Position, seats: Seats) -> Option<(Position, ())> {
        if self.settings().players < 3 {
            return None;
        }
        let mut next = *position;
        match &mut next {
            Position::Narrow(p) => p.forfeited |= bits_of(seats),
            Position::Wide(p) => p.forfeited |= bits_of(seats),
        }
        Some((next, ()))
    }

    fn leave_events(
        &self,
        position: &Position,
        seats: Seats,
        _: Seat,
    ) -> Vec<SeatEvent<BoostEvent>> {
        let living = on!(self, position, |rules, p| rules.living(p));
        let fell = (0..self.settings().players).filter(|q| (living & bits_of(seats)) >> q & 1 != 0);
        fell.map(|player| {
            let seat = BoostSettings::letter(player);
            SeatEvent::Game(BoostEvent::Defeated { seat })
        })
        .collect()
    }

    fn out(&self, position: &Position) -> Seats {
        let living = on!(self, position, |rules, p| rules.living(p));
        let players = (0..self.settings().players).filter(|q| living >> q & 1 == 0);
        players.map(Seat).collect()
    }

    /// Returns a win for all players that are not out, the losers excepted.
    fn forfeited(&self, position: &Position, losers: Seats, reason: &'static str) -> Outcome {
        let living = on!(self, position, |rules, p| rules.living(p));
        let winners = (0..self.settings().players)
            .filter(|player| living >> player & 1 != 0)
            .map(Seat)
            .filter(|seat| !losers.contains(*seat))
            .collect();
        Outcome::win(winners, reason)
    }

    fn draw(&self, position: &Position) -> String {
        on!(self, position, |rules, p| rules.diagram(p))
    }

    fn scene(&self, position: &Position, _: &dyn PositionHistory, from: Option<Seat>) -> Scene {
        on!(self, position, |rules, p| rules.picture(p, from))
    }

    fn planes(&self) -> Option<PlaneLayout> {
        Some(planes::layout(self.settings()))
    }

    fn fill_planes(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        seat: Seat,
        out: &mut [u8],
    ) {
        on!(self, position, |rules, p| planes::fill(
            &rules.settings,
            p,
            seat.0,
            out
        ));
    }

    fn edit(&self, position: &Position, changes: &Dict) -> Result<Position> {
        on!(self, position, |rules, p| rules
            .edit(p, changes)
            .map(Position::from))
    }

    fn questions() -> Questions {
        questions::QUESTIONS
    }

    fn ask(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        on!(self, position, |rules, p| rules.answer(p, given))
    }

    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        bots::make(name, options, seed)
    }

    fn bot_options(name: &str) -> &'static [OptionSpec] {
        bots::bot_options(name)
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> FullView<Self> {
        FullView::new(state, seat)
    }
}

#[cfg(test)]
mod tests;
