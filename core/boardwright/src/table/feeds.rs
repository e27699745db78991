//! Views and feeds of others than the seats: spectators, who may know what everybody may, and the
//! referee, who knows everything.

use super::answers::WholeView;
use super::log::Feed;
use super::state::TableState;
use super::views::TABLE;
use crate::host::{State, seat_names};
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::{Dict, Value};

impl TableState {
    /// The number of moves after which spectators are told of one; none for after the end.
    fn delay(&self) -> Option<u64> {
        let at_once = || (!self.game.hidden()).then_some(0);
        self.settings.spectator_delay.or_else(at_once)
    }

    /// The feed of spectators, as far as it is theirs by now.
    pub(super) fn spectators(&self) -> Feed {
        let until = match self.delay() {
            _ if self.ended.is_some() => self.logs.public(),
            Some(moves) => self.logs.public_before(moves),
            None => 0,
        };
        let hears = self.game.hidden();
        Feed::Spectators { until, hears }
    }

    /// Returns the table as spectators see it.
    pub(super) fn spectator_view(&self) -> Result<WholeView> {
        let clocks = |_| self.ended.is_some() || !self.game.hides_turns();
        let past = match self.delay() {
            _ if self.ended.is_some() => 0,
            None => return Ok(self.whole_view(None, self.spectators(), clocks)),
            Some(moves) => usize::try_from(moves).unwrap_or(usize::MAX),
        };
        let now;
        let state = if past == 0 {
            &self.state
        } else {
            let steps = self.line.left_without(past.min(self.line.moves()));
            now = self.state.at_ply(self.start.ply() + steps)?;
            &now
        };
        let mut game = self.whole(state)?;
        // No seed is known to anybody before the end, whose draws are still to come.
        if self.ended.is_none()
            && let Some(Value::Object(options)) = game.get_mut("options")
        {
            options.shift_remove("seed");
        }
        Ok(self.whole_view(Some((state, game)), self.spectators(), clocks))
    }

    /// Returns the table as the referee sees it.
    pub(super) fn referee_view(&self) -> Result<WholeView> {
        let game = self.whole(&self.state)?;
        Ok(self.whole_view(Some((&self.state, game)), Feed::Referee, |_| true))
    }

    /// Describes the whole game without what the table knows better.
    fn whole(&self, state: &State) -> Result<Dict> {
        let Value::Object(mut game) = state.describe(None)? else {
            return Err(Error::internal("a description is a map"));
        };
        // What the game shows is never written over, where the table does not know better.
        if game.contains_key(TABLE) {
            return Err(Error::internal(format!(
                "{} shows something under {TABLE}, which is the table's",
                self.game.name()
            )));
        }
        for known_better in ["outcome", "live", "to_move"] {
            game.shift_remove(known_better);
        }
        Ok(game)
    }

    fn whole_view(
        &self,
        shown: Option<(&State, Dict)>,
        feed: Feed,
        clocks: impl Fn(Seat) -> bool,
    ) -> WholeView {
        let live = shown.as_ref().map(|(state, _)| match self.ended {
            Some(_) => self.live(),
            None => state.live(),
        });
        WholeView {
            live: live.map(|live| seat_names(&self.game, live)),
            to_move: live.map(|live| live.single().map(|seat| self.named(seat))),
            outcome: self.ended.map(|o| o.named(self.game.seats())),
            shown: shown.is_some(),
            game: shown.map(|(_, game)| game).unwrap_or_default(),
            table: self.table_part(feed, clocks),
        }
    }
}
