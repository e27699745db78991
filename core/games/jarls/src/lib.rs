//! Jarls: a push-combat game for two to six players on a board of hexes. Nothing
//! is captured by landing on it: pieces are shoved, and one that is shoved off the
//! board or into a hole is gone. Whose Jarl walks onto the Throne has won, as has
//! whose Jarl is the last.
//!
//! Where the published rules are silent or say two things:
//!
//! - Support behind a run-up counts from the hex the attacker started from;
//!   `run_up_support=false` counts from where it attacks.
//! - A line in which a warrior would land on the Throne, or that ends at a shield
//!   or an ally, does not move: the attack is blocked. A warrior cannot attack a
//!   Jarl that stands on the Throne at all.
//! - An attack is made from the hex before the defender, and a warrior never enters
//!   the Throne: it may pass over the empty Throne, but not attack over it. (If it
//!   could, the first move of two players would push the other Jarl off the board.)
//! - A Jarl's move of two hexes across the Throne is accepted and stops there; it is
//!   not listed beside the move onto `0,0`.
//! - Blocked attacks are accepted and not listed, except where a player has no
//!   other move; `describe` names them. Under fog all attacks are listed, and a
//!   Jarl's draft is judged by what its player sees.
//! - What starvation and falling rings take is no elimination for the rounds that
//!   these count.
//! - Hexes have no fourfold or fivefold symmetry: shields for four players turn
//!   onto themselves by half a circle, for five they lie anywhere.
//! - Whose team loses one of its players by resignation or on time loses. Without teams, and
//!   with three players or more, that player is out as one whose Jarl was eliminated, and the
//!   others play on. It is no elimination for the rounds that are counted.

mod board;
mod briefing;
mod combat;
mod description;
mod draw;
mod eval;
mod events;
mod exposure;
mod fog;
mod heuristic;
mod hex;
mod mask;
mod movegen;
mod moves;
mod notation;
mod picture;
mod planes;
mod play;
mod position;
mod questions;
mod race;
mod reasons;
mod report;
mod search;
mod settings;
mod setup;
mod words;

pub use board::HexBoard;
pub use description::{Attack, CombatDescription, CombatSide, JarlsDescription, JarlsEvent};
pub use eval::Weights;
pub use fog::{FogDescription, FogView, JarlsView, SightedPly};
pub use heuristic::Heuristic;
pub use hex::{DIRECTION_NAMES, DIRECTIONS, Hex};
pub use mask::Mask;
pub use moves::{Action, PathStep};
pub use position::{Phase, Position};
pub use search::JarlsNode;
pub use settings::{JarlsSettings, Terrain};

use ::search::bots::RandomBot;
use contract::bot::{self, Bot};
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::Result;
use contract::game::{
    Flow, Game, GameInfo, Hidden, MoveContext, Outcome, Seat, SeatEvent, Seats, canonical_only,
};
use contract::history::PositionHistory;
use contract::ids::IdSet;
use contract::options::{OptionSpec, Options};
use contract::planes::PlaneLayout;
use contract::question::{Given, Questions};
use contract::state::State;
use contract::value::{Dict, Value};
use contract::view::FullView;
use events::Deaf;
use position::stir;

/// Jarls in the list of games.
pub static ENTRY: dynamic::Entry = dynamic::Entry::of::<Jarls>();

/// The rules with their options fixed.
#[derive(Clone, Copy, Debug)]
pub struct Jarls {
    board: &'static HexBoard,
    settings: JarlsSettings,
}

impl Jarls {
    /// The board of the game.
    #[must_use]
    pub const fn board(&self) -> &'static HexBoard {
        self.board
    }

    /// The options.
    #[must_use]
    pub const fn settings(&self) -> &JarlsSettings {
        &self.settings
    }

    fn names(&self) -> Vec<String> {
        description::names(0..self.settings.players)
    }

    /// The players who are still in the game, as bits.
    fn living(&self, position: &Position) -> u8 {
        (0..self.settings.players)
            .filter(|p| position.lives(*p))
            .fold(0, |bits, p| bits | 1 << p)
    }

    /// The seats that win and lose together with a player.
    fn side_of(&self, player: u8) -> Seats {
        let side = self.settings.side(player);
        (0..self.settings.players)
            .filter(|p| self.settings.side(*p) == side)
            .map(Seat)
            .collect()
    }

    fn drawn_by_counting(&self, position: &Position) -> bool {
        self.settings.limited() && position.quiet >= self.settings.round_limit
    }

    /// Returns the outcome, if the game has ended. The Throne goes before the last Jarl.
    fn outcome_of(&self, position: &Position) -> Option<Outcome> {
        if position.phase == Phase::Throne {
            return Some(Outcome::win(self.side_of(position.mover), "throne"));
        }
        if self.decided(position) {
            let living = (0..self.settings.players).find(|p| position.lives(*p));
            return Some(match living {
                Some(player) => Outcome::win(self.side_of(player), "last_standing"),
                None => Outcome::draw("no_jarl_left"),
            });
        }
        self.drawn_by_counting(position)
            .then(|| self.drawn(position, "round_limit"))
    }
}

impl Game for Jarls {
    type Position = Position;
    type Action = Action;
    type Record = Option<Box<SightedPly>>;
    type View = JarlsView;
    type Description = JarlsDescription;
    type Event = JarlsEvent;

    const INFO: GameInfo = GameInfo {
        name: "jarls",
        summary: "push-combat on hexes for two to six: take the Throne, or be the last Jarl",
        seats: (2, 6),
        hidden: Hidden::Optional,
        options: settings::OPTIONS,
        styles: &["jarls"],
        bots: &["heuristic", "search", "easy", "medium", "hard"],
    };

    fn new(options: &Options) -> Result<Self> {
        let settings = JarlsSettings::new(options)?;
        Ok(Self {
            board: HexBoard::of(settings.radius),
            settings,
        })
    }

    fn briefing(&self) -> Briefing {
        self.rules_in_words()
    }

    fn seat_names(&self) -> Vec<String> {
        self.names()
    }

    fn hidden(&self) -> bool {
        self.settings.fog
    }

    fn hides_turns(&self) -> bool {
        self.settings.fog && self.settings.starvation
    }

    fn start(&self) -> Result<Position> {
        let mut position = setup::start(self.board, &self.settings)?;
        if position.phase == Phase::Moving {
            self.begin(&mut position, &mut Deaf);
        }
        Ok(position)
    }

    fn parse(&self, text: &str) -> Result<Position> {
        self.read_jpn(text)
    }

    fn notation(&self, position: &Position) -> String {
        self.jpn(position)
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    /// Rounds without an elimination make a difference where something happens
    /// after some number of them.
    fn search_key(&self, position: &Position) -> u64 {
        let near = position.quiet + 64 >= self.settings.round_limit;
        if near || !self.settings.limited() {
            stir(position.key(), position.quiet as u64)
        } else {
            position.key()
        }
    }

    fn team(&self, seat: Seat) -> Seats {
        let side = self.settings.side(seat.0);
        Seats::first(self.seat_names().len())
            .iter()
            .filter(|other| self.settings.side(other.0) == side)
            .collect()
    }

    fn live(&self, position: &Position) -> Seats {
        if self.decided(position) {
            Seats::NONE
        } else {
            Seats::only(Seat(position.mover))
        }
    }

    fn actor(&self, position: &Position, _: &Action) -> Seat {
        Seat(position.mover)
    }

    fn legal(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        self.actions(position, visit)
    }

    fn count_legal(&self, position: &Position, _: &dyn PositionHistory) -> u64 {
        self.count(position)
    }

    fn legal_ids(&self, position: &Position, _: &dyn PositionHistory, visit: impl FnMut(IdSet)) {
        self.ids(position, visit);
    }

    fn check(&self, position: &Position, _: &dyn PositionHistory, action: &Action) -> Result<()> {
        self.permitted(position, *action)
    }

    fn play(&self, position: &Position, action: &Action) -> (Position, Option<Box<SightedPly>>) {
        if !self.settings.fog {
            return (self.made(position, *action, &mut Deaf), None);
        }
        let mut happenings = Vec::new();
        let next = self.made(position, *action, &mut happenings);
        let ply = self.traces(position, |to| {
            self.fog_events(position, *action, &happenings, to)
        });
        (next, Some(Box::new(ply)))
    }

    fn outcome(&self, position: &Position, _: &dyn PositionHistory) -> Option<Outcome> {
        self.outcome_of(position)
    }

    fn text(&self, action: &Action) -> String {
        self.board.text(*action)
    }

    fn read(
        &self,
        _: &Position,
        _: &dyn PositionHistory,
        _: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Action> {
        canonical_only::<Self>(style)?;
        self.board.read(text)
    }

    fn action_count(&self) -> Option<u32> {
        Some(self.board.action_count())
    }

    fn action_id(&self, action: &Action) -> u32 {
        self.board.action_id(*action)
    }

    fn action_from_id(&self, _: &Position, id: u32) -> Option<Action> {
        self.board.action(id)
    }

    fn action_text(&self, id: u32) -> Option<String> {
        self.board.action(id).map(|action| self.board.text(action))
    }

    fn describe(&self, position: &Position, _: &dyn PositionHistory) -> JarlsDescription {
        self.description(position)
    }

    fn seat_in_words(&self, seat: Seat) -> String {
        words::player(seat.0)
    }

    fn position_in_words(&self, position: &Position, _: &dyn PositionHistory) -> String {
        self.all_in_words(position)
    }

    fn move_in_words(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        action: &Action,
    ) -> String {
        self.told_in_full(position, *action)
    }

    fn report(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        action: &Action,
    ) -> Vec<JarlsEvent> {
        self.events(position, *action)
    }

    /// Returns the outcome in which all who are still in the game win, except the losers and their
    /// team.
    fn forfeited(&self, position: &Position, losers: Seats, reason: &'static str) -> Outcome {
        let lost: Vec<u8> = losers.iter().map(|s| self.settings.side(s.0)).collect();
        let winners: Seats = (0..self.settings.players)
            .filter(|p| !lost.contains(&self.settings.side(*p)))
            .filter(|p| self.settings.teams || position.lives(*p))
            .map(Seat)
            .collect();
        Outcome::win(winners, reason)
    }

    fn leave(
        &self,
        position: &Position,
        seats: Seats,
    ) -> Option<(Position, Option<Box<SightedPly>>)> {
        if self.settings.teams || self.settings.players < 3 {
            return None;
        }
        if !self.settings.fog {
            return Some((self.deserted(position, seats, &mut Deaf), None));
        }
        let mut happenings = Vec::new();
        let next = self.deserted(position, seats, &mut happenings);
        let ply = self.traces(position, |to| {
            let told = self.told_in_fog(position, &happenings, to);
            told.into_iter().map(SeatEvent::Game).collect()
        });
        Some((next, Some(Box::new(ply))))
    }

    fn leave_events(
        &self,
        position: &Position,
        seats: Seats,
        to: Seat,
    ) -> Vec<SeatEvent<JarlsEvent>> {
        let mut happenings = Vec::new();
        self.deserted(position, seats, &mut happenings);
        let told = if self.settings.fog {
            self.told_in_fog(position, &happenings, to.0)
        } else {
            happenings.iter().map(|one| self.event(one)).collect()
        };
        told.into_iter().map(SeatEvent::Game).collect()
    }

    fn out(&self, position: &Position) -> Seats {
        let players = 0..self.settings.players;
        players.filter(|p| !position.lives(*p)).map(Seat).collect()
    }

    fn events_for(&self, made: &MoveContext<'_, Self>, to: Seat) -> Vec<SeatEvent<JarlsEvent>> {
        if self.settings.fog {
            let mut happenings = Vec::new();
            self.made(made.before, *made.action, &mut happenings);
            return self.fog_events(made.before, *made.action, &happenings, to.0);
        }
        self.open_events(made)
    }

    fn draw(&self, position: &Position) -> String {
        self.diagram(position)
    }

    fn planes(&self) -> Option<PlaneLayout> {
        Some(self.plane_layout())
    }

    fn fill_planes(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        seat: Seat,
        out: &mut [u8],
    ) {
        self.fill_open(position, seat.0, out);
    }

    fn scene(&self, position: &Position, _: &dyn PositionHistory, from: Option<Seat>) -> Scene {
        self.picture(position, from)
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
        self.answer(position, given)
    }

    /// `easy`, `medium` and `hard` are `random`, `heuristic` and `search`.
    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        match name {
            "easy" | "medium" | "heuristic" => {
                Options::read(&format!("bot {name}"), &[], options)?;
                match name {
                    "easy" => Ok(Box::new(RandomBot::new(seed))),
                    _ => Ok(Box::new(Heuristic::new(seed))),
                }
            }
            "search" | "hard" => Ok(Box::new(heuristic::Foreseeing::new(options, seed)?)),
            _ => Err(bot::unknown::<Self>(name)),
        }
    }

    fn bot_options(name: &str) -> &'static [OptionSpec] {
        match name {
            "search" | "hard" => ::search::bots::SEARCH_OPTIONS,
            _ => &[],
        }
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> JarlsView {
        if !self.settings.fog {
            return JarlsView::Full(Box::new(FullView::new(state, seat)));
        }
        let now = self.glimpse(state.position(), seat.0);
        let board = self.board.within(now.radius);
        let view = FogView::fold(now, state.records(), board, state.outcome());
        JarlsView::Hidden(Box::new(view))
    }
}

#[cfg(test)]
mod tests;
