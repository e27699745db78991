//! Games of bughouse to learn from: both boards of a position are added up for a team.

use boardwright::bots::Limits;
use boardwright::bughouse::engine::{
    EngineParams, SearchBughouse, TeamEvaluator, TeamPly, color_of, is_first,
};
use boardwright::bughouse::{Action, BoardId, Bughouse, Position, place_of};
use boardwright::chess::eval::Evaluator;
use boardwright::chess::{BughouseBoardVariant, Move};
use boardwright::error::{Error, Result};
use boardwright::game::Seat;
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::{Engine, Params, Searched as _};
use boardwright::state::State;

use super::samples::{PackedBoard, Sampled};
use super::selfplay::Recorded;
use crate::tune::Fields;
use crate::tune::attempt::Numbers;

/// The bit above those of a move that says that it is one of board B.
const ON_B: u32 = 1 << 16;

/// The numbers of the search of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TeamNumbers {
    search: Params,
    team: EngineParams,
}

impl Numbers for TeamNumbers {
    const FIELDS: &'static [Fields] = &[Params::FIELDS, EngineParams::FIELDS];

    fn search(&mut self) -> &mut Params {
        &mut self.search
    }

    fn field(&mut self, name: &str) -> Option<&mut i32> {
        self.team.field(name).or_else(|| self.search.field(name))
    }
}

/// Both seats of a team, each with a search of its own board.
pub(crate) struct TeamPlayer {
    engines: [Engine<SearchBughouse>; 2],
    team: EngineParams,
}

impl Recorded for Bughouse {
    const BOARDS: usize = 2;
    type Board = BughouseBoardVariant;
    type Numbers = TeamNumbers;
    const USUAL: TeamNumbers = TeamNumbers {
        search: SearchBughouse::PARAMS,
        team: EngineParams::SHIPPED,
    };
    type Player = TeamPlayer;

    fn packed(action: &Action) -> u32 {
        let board = match action.board {
            BoardId::A => 0,
            BoardId::B => ON_B,
        };
        u32::from(action.mv.to_bits()) | board
    }

    fn unpacked(packed: u32) -> Option<Action> {
        Some(Action {
            board: if packed & ON_B == 0 {
                BoardId::A
            } else {
                BoardId::B
            },
            mv: Move::from_bits(u16::try_from(packed & !ON_B).ok()?)?,
        })
    }

    fn player(evaluator: &Evaluator, numbers: TeamNumbers, megabytes: usize) -> TeamPlayer {
        TeamPlayer {
            engines: [(); 2].map(|()| {
                let mut engine = Engine::new(megabytes);
                engine.params = numbers.search;
                engine.set_evaluator(TeamEvaluator::new(evaluator.clone()));
                engine
            }),
            team: numbers.team,
        }
    }

    fn clear(player: &mut TeamPlayer) {
        player.engines.iter_mut().for_each(Engine::clear);
    }

    fn next_seat(state: &State<Self>, rng: &mut Rng) -> Seat {
        let live: Vec<_> = state.live().iter().collect();
        live[rng.below(live.len() as u32) as usize]
    }

    fn side(seat: Seat) -> usize {
        usize::from(!is_first(seat))
    }

    fn find(
        player: &mut TeamPlayer,
        state: &State<Self>,
        seat: Seat,
        limits: &Limits,
        control: &Control,
    ) -> Result<(Action, i32)> {
        let rules = SearchBughouse::with_params(state.rules(), &player.team);
        let seen = SearchBughouse::seen(state, seat, rules);
        let board = place_of(seat).0;
        let engine = &mut player.engines[board.index()];
        let found = engine.think(&seen, seat, limits, control, &mut |_| {})?;
        let best = &found.lines[0];
        match best.moves[0] {
            TeamPly::Move(action) => Ok((action, best.value)),
            TeamPly::Sit => Err(Error::internal("a seat that has moves would sit")),
        }
    }
}

impl Sampled for Bughouse {
    /// The other board may be in check, as it often is where a search looks at it, if there is an
    /// answer: who waits for a piece has been judged apart.
    fn packed_boards(
        &self,
        position: &Position,
        found: &Action,
        hand: &mut Evaluator,
    ) -> Option<Vec<PackedBoard>> {
        let (own, one) = (position.board(found.board), self.one_board());
        let other = position.board(found.board.other());
        let quiet = !own.is_check() && !one.tactical(own, &found.mv);
        (quiet && other.has_legal(one.rules())).then(|| packed(position, hand))
    }

    fn judged(&self, position: &Position, hand: &mut Evaluator) -> Option<(Vec<PackedBoard>, i16)> {
        let calm = BoardId::ALL
            .iter()
            .all(|id| !position.board(*id).is_check());
        let boards = calm.then(|| packed(position, hand))?;
        let score = boards.iter().map(|b| b.hand * i16::from(b.sign)).sum();
        Some((boards, score))
    }
}

/// Both boards for the first team.
fn packed(position: &Position, hand: &mut Evaluator) -> Vec<PackedBoard> {
    BoardId::ALL
        .into_iter()
        .map(|id| PackedBoard::of(position.board(id), true, color_of(true, id), hand))
        .collect()
}
