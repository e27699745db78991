//! Bughouse as one search sees it.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::{Action, BoardId, Position, place_of, seat_of};
use super::Bughouse;
use super::advice::Advice;
use super::needs::Needs;
use super::params::EngineParams;
use crate::report::BughouseDescription;
use chess::Color;
use contract::error::{Error, Result};
use contract::fnv::Fnv;
use contract::game::{Flow, Game, GameInfo, NoEvent, Outcome, Seat, Seats};
use contract::history::PositionHistory;
use contract::options::Options;
use contract::state::{Rules, State};
use contract::view::FullView;

/// The boards that a line of play may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// Moves on one board.
    One(BoardId),
    /// Moves of a team on any of its boards, then of the other team.
    Team {
        /// True if it is the team of `A.white`.
        first: bool,
    },
}

/// A position as a search sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchPosition {
    /// Both boards.
    pub both: Position,
    /// The boards that are searched.
    pub focus: Focus,
    /// The pieces that would mate on the board that is not searched.
    pub needs: Needs,
}

/// A ply of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeamPly {
    /// A move.
    Move(Action),
    /// A team lets the other one go on.
    Sit,
}

/// The weights of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TeamWeights {
    /// The weight of the other board, in hundredths.
    pub(super) other_board: i32,
    /// The cost of being frozen, in centipawns.
    pub(super) frozen: i32,
    /// The gain of a capture on the other board from which it is foreseen, in centipawns.
    pub(super) foreseen: i32,
    /// The value of a piece that comes with which somebody could have mated on the other board at
    /// once, in centipawns.
    pub(super) mating_piece: i32,
    /// The value beyond the usual of a piece that the partner gets, by piece.
    pub(super) want: [i32; 5],
    /// The cost beyond the usual of a piece that the partner's opponent gets.
    pub(super) fear: [i32; 5],
}

impl Default for TeamWeights {
    fn default() -> Self {
        Self::of(&EngineParams::SHIPPED)
    }
}

impl TeamWeights {
    /// The weights of parameters, without advice.
    pub(super) const fn of(params: &EngineParams) -> Self {
        Self {
            other_board: params.other_board,
            frozen: params.frozen,
            foreseen: params.foreseen_capture,
            mating_piece: params.mating_piece,
            want: [0; 5],
            fear: [0; 5],
        }
    }

    /// These with what messages of the partner come to, the other board counting so much of
    /// what it usually does, in hundredths.
    pub(super) fn advised(self, advice: &Advice, percent: i32) -> Self {
        let other_board = (self.other_board + advice.other_board).min(MOST_PERCENT);
        Self {
            other_board: (other_board * percent / 100).min(MOST_PERCENT),
            want: advice.wants,
            fear: advice.fears,
            ..self
        }
    }

    /// Returns true if pieces are wanted or feared beyond the usual.
    pub(super) fn wishes(&self) -> bool {
        self.want
            .iter()
            .chain(&self.fear)
            .any(|weight| *weight != 0)
    }

    /// Returns the mark that distinguishes weights from others, so that a table does not use
    /// entries of other weights; nothing for those that are shipped.
    fn mark(&self) -> u64 {
        if *self == Self::default() {
            return 0;
        }
        let own = [
            self.other_board,
            self.frozen,
            self.foreseen,
            self.mating_piece,
        ];
        let mut sum = Fnv::new();
        for value in own.iter().chain(&self.want).chain(&self.fear) {
            i64::from(*value).hash(&mut sum);
        }
        sum.finish()
    }
}

/// The most that the other board counts, in hundredths.
const MOST_PERCENT: i32 = 400;

/// Bughouse as one search sees it: the same rules, and weights.
#[derive(Clone, Copy, Debug)]
pub struct SearchBughouse {
    pub(super) game: Bughouse,
    /// The game with pins and checks that bind.
    pub(super) binding: Bughouse,
    pub(super) weights: TeamWeights,
    /// The mark that distinguishes the weights from others.
    mark: u64,
}

impl SearchBughouse {
    /// The rules of a game with the parameters of a search, as states of it are
    /// [seen](Self::seen).
    #[must_use]
    pub fn with_params(of: &Rules<Bughouse>, params: &EngineParams) -> Arc<Rules<Self>> {
        Self::rules(of, TeamWeights::of(params))
    }

    /// A state as a seat that decides looks at it: the moves of its own board, and on the other
    /// one the pieces that would mate, or the capture that is about to be made.
    #[must_use]
    pub fn seen(state: &State<Bughouse>, seat: Seat, rules: Arc<Rules<Self>>) -> State<Self> {
        let both = *state.position();
        let own = place_of(seat).0;
        let other = seat_of(own.other(), both.board(own.other()).turn());
        let needs = rules.game().needs(&both, own, is_first(seat));
        // Who would mate with a piece that comes waits for it.
        let foreseen = match is_first(other) == is_first(seat) || needs.any() {
            true => both,
            false => rules.game().assume_best_capture(both, own.other()),
        };
        let focus = Focus::One(own);
        let position = SearchPosition {
            both: foreseen,
            focus,
            needs,
        };
        state.under(rules, position)
    }

    /// A state as whoever plays both seats of a team looks at it: the moves of both boards.
    pub(super) fn seen_by_team(
        state: &State<Bughouse>,
        seat: Seat,
        rules: Arc<Rules<Self>>,
    ) -> State<Self> {
        let position = SearchPosition {
            both: *state.position(),
            focus: Focus::Team {
                first: is_first(seat),
            },
            needs: Needs::default(),
        };
        state.under(rules, position)
    }

    /// The rules of a game with weights, as states of it are seen.
    pub(super) fn rules(of: &Rules<Bughouse>, weights: TeamWeights) -> Arc<Rules<Self>> {
        let lens = Self {
            game: *of.game(),
            binding: of.game().binding(),
            weights,
            mark: weights.mark(),
        };
        Rules::of(lens, of.options().clone())
    }
}

impl SearchPosition {
    /// Whose move it is on a board, if moves of it are looked at now.
    pub(super) fn mover(&self, id: BoardId) -> Option<Seat> {
        let seat = seat_of(id, self.both.board(id).turn());
        match self.focus {
            Focus::One(only) => (only == id).then_some(seat),
            Focus::Team { first } => (first == is_first(seat)).then_some(seat),
        }
    }

    /// The boards on which moves are looked at now.
    pub(super) fn boards(&self) -> impl Iterator<Item = BoardId> + Clone {
        let seen = *self;
        BoardId::ALL
            .into_iter()
            .filter(move |id| seen.mover(*id).is_some())
    }

    /// After a ply that changed the boards, or a pass.
    pub(super) const fn then(&self, both: Position) -> Self {
        let focus = match self.focus {
            Focus::One(id) => Focus::One(id),
            Focus::Team { first } => Focus::Team { first: !first },
        };
        Self {
            both,
            focus,
            needs: self.needs,
        }
    }
}

/// Returns true if a seat belongs to the team of `A.white`.
#[must_use]
pub const fn is_first(seat: Seat) -> bool {
    seat.0 == 0 || seat.0 == 3
}

impl Game for SearchBughouse {
    type Position = SearchPosition;
    type Action = TeamPly;
    type Record = ();
    type View = FullView<Self>;
    type Description = BughouseDescription;
    type Event = NoEvent;

    const INFO: GameInfo = GameInfo {
        bots: &[],
        ..Bughouse::INFO
    };

    fn new(options: &Options) -> Result<Self> {
        let game = Bughouse::new(options)?;
        Ok(Self {
            game,
            binding: game.binding(),
            weights: TeamWeights::default(),
            mark: 0,
        })
    }

    fn seat_names(&self) -> Vec<String> {
        self.game.seat_names()
    }

    fn start(&self) -> Result<SearchPosition> {
        Ok(SearchPosition {
            both: self.game.start()?,
            focus: Focus::Team { first: true },
            needs: Needs::default(),
        })
    }

    /// Only the boards are written; what is looked at is set by whoever searches.
    fn parse(&self, text: &str) -> Result<SearchPosition> {
        Ok(SearchPosition {
            both: self.game.parse(text)?,
            focus: Focus::Team { first: true },
            needs: Needs::default(),
        })
    }

    fn notation(&self, seen: &SearchPosition) -> String {
        self.game.notation(&seen.both)
    }

    fn key(&self, seen: &SearchPosition) -> u64 {
        self.game.key(&seen.both)
    }

    fn search_key(&self, seen: &SearchPosition) -> u64 {
        // What is looked at decides what follows.
        let salt = match seen.focus {
            Focus::One(BoardId::A) => 0x9e37_79b9_7f4a_7c15,
            Focus::One(BoardId::B) => 0xbf58_476d_1ce4_e5b9,
            Focus::Team { first: true } => 0x94d0_49bb_1331_11eb,
            Focus::Team { first: false } => 0xd6e8_feb8_6659_fd93,
        };
        self.game.search_key(&seen.both) ^ salt ^ seen.needs.salt() ^ self.mark
    }

    fn live(&self, seen: &SearchPosition) -> Seats {
        let live = self.game.live(&seen.both);
        seen.boards()
            .filter_map(|id| seen.mover(id))
            .filter(|seat| live.contains(*seat))
            .collect()
    }

    fn team(&self, seat: Seat) -> Seats {
        self.game.team(seat)
    }

    fn actor(&self, seen: &SearchPosition, step: &TeamPly) -> Seat {
        match step {
            TeamPly::Move(action) => self.game.actor(&seen.both, action),
            TeamPly::Sit => match seen.focus {
                Focus::One(id) => seat_of(id, seen.both.board(id).turn()),
                Focus::Team { first: true } => Seat(0),
                Focus::Team { first: false } => Seat(1),
            },
        }
    }

    fn legal(
        &self,
        seen: &SearchPosition,
        past: &dyn PositionHistory,
        mut visit: impl FnMut(TeamPly) -> Flow,
    ) -> Flow {
        if self.game.decided(&seen.both).is_some() {
            return ControlFlow::Continue(());
        }
        for board in seen.boards() {
            self.game
                .one_board()
                .legal(seen.both.board(board), past, |mv| {
                    visit(TeamPly::Move(Action { board, mv }))
                })?;
        }
        ControlFlow::Continue(())
    }

    fn check(
        &self,
        seen: &SearchPosition,
        past: &dyn PositionHistory,
        step: &TeamPly,
    ) -> Result<()> {
        match step {
            TeamPly::Move(action) if seen.mover(action.board).is_some() => {
                self.game.check(&seen.both, past, action)
            }
            _ => Err(Error::illegal_move(format!(
                "{} is not legal",
                self.text(step)
            ))),
        }
    }

    fn play(&self, seen: &SearchPosition, step: &TeamPly) -> (SearchPosition, ()) {
        let both = match step {
            TeamPly::Move(action) => self.game.play(&seen.both, action).0,
            TeamPly::Sit => seen.both,
        };
        (seen.then(both), ())
    }

    fn outcome(&self, seen: &SearchPosition, past: &dyn PositionHistory) -> Option<Outcome> {
        self.game.outcome(&seen.both, past)
    }

    fn text(&self, step: &TeamPly) -> String {
        match step {
            TeamPly::Move(action) => self.game.text(action),
            TeamPly::Sit => "sit".into(),
        }
    }

    fn read(
        &self,
        seen: &SearchPosition,
        past: &dyn PositionHistory,
        seat: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<TeamPly> {
        let action = self.game.read(&seen.both, past, seat, text, style)?;
        Ok(TeamPly::Move(action))
    }

    fn describe(&self, seen: &SearchPosition, past: &dyn PositionHistory) -> BughouseDescription {
        self.game.describe(&seen.both, past)
    }

    fn draw(&self, seen: &SearchPosition) -> String {
        self.game.draw(&seen.both)
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> FullView<Self> {
        FullView::new(state, seat)
    }
}

/// The side of a team on a board.
#[must_use]
pub fn color_of(first: bool, id: BoardId) -> Color {
    let white = Seat(if first { 0 } else { 2 });
    if place_of(white).0 == id {
        Color::White
    } else {
        Color::Black
    }
}
