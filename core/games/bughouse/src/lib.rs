//! Bughouse: two boards, four seats, two of them live at once.
//!
//! `A.white` and `B.black` are a team, `A.black` and `B.white` the other. What a
//! seat captures goes, in its colour, into the pocket of its partner on the other
//! board. On each board the side to move is live, whatever happens on the other:
//! plies interleave as they come, and to *sit* is not to act. The first board that
//! ends ends the game for both teams. A side in check without a move that some
//! piece could still help is *frozen*: it waits, and its clock runs.
//!
//! Clocks are no part of a position: they stand in one place, the
//! `boardwright::table`, which is told the time by its host and lets the clocks
//! of [`Game::on_clock`] run, so a frozen seat's too. Nothing here knows what time
//! it is, so games replay exactly. A record of a game carries the clocks, see
//! [`bpgn`].
//!
//! Where rule books leave something open: positions of a board are counted for
//! repetition when a move on that board brings them about, whatever was played on
//! the other meanwhile. Should a position that was read have ended on both boards,
//! board A decides. When nobody can move, the game is drawn (`deadlock`), or, by the
//! option `deadlock=flag` for games with clocks, goes on until a flag falls.

pub mod book;
pub mod bpgn;
mod briefing;
mod ends;
pub mod engine;
mod picture;
mod report;
pub mod team;
#[cfg(test)]
mod tests;
mod words;

use std::ops::ControlFlow;

use chess::{Board, Color, Move};
use chess_games::{BughouseBoardVariant, OneBoard, Variant};
use contract::bot::{Bot, Heard};
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::{Error, Result, quoted};
use contract::game::{Flow, Game, GameInfo, Hidden, Outcome, Seat, Seats, read_and_check};
use contract::history::PositionHistory;
use contract::options::{OptionKind, OptionSpec, Options, joined};
use contract::planes::{Plane, PlaneLayout, PlaneWriter};
use contract::question::{Given, Parameter, ParameterKind, Questions};
use contract::state::State;
use contract::text::decoded;
use contract::value::{Dict, Value};
use contract::view::FullView;
use search::bots::SEARCHING;

pub use report::{BoardOfTwo, BughouseDescription, BughouseEvent, Place};

/// Bughouse in the list of games.
pub static ENTRY: dynamic::Entry = dynamic::Entry::of::<Bughouse>();

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoardId {
    /// The first.
    A,
    /// The second.
    B,
}

impl BoardId {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// `A` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }

    /// The board of that letter.
    #[must_use]
    pub fn from_letter(letter: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|id| letter.chars().eq([id.letter()]))
    }
}

/// The names of the seats.
pub const SEATS: [&str; 4] = ["A.white", "A.black", "B.white", "B.black"];

/// The seat of a side of a board.
#[must_use]
pub const fn seat_of(board: BoardId, color: Color) -> Seat {
    Seat((2 * board.index() + color.index()) as u8)
}

/// The board and the side of a seat.
#[must_use]
pub const fn place_of(seat: Seat) -> (BoardId, Color) {
    let board = if seat.0 < 2 { BoardId::A } else { BoardId::B };
    let color = if seat.0.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    };
    (board, color)
}

/// Returns the partner of a seat.
#[must_use]
pub const fn partner_of(seat: Seat) -> Seat {
    Seat(3 - seat.0 % 4)
}

/// Returns the opponent of a seat's partner.
#[must_use]
pub const fn rival_of(seat: Seat) -> Seat {
    Seat((seat.0 + 2) % 4)
}

/// Both boards: plain data, no past and no clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    boards: [Board; 2],
}

impl Position {
    /// Two boards beside each other.
    #[must_use]
    pub const fn new(a: Board, b: Board) -> Self {
        Self { boards: [a, b] }
    }

    /// One of the boards.
    #[must_use]
    pub const fn board(&self, id: BoardId) -> &Board {
        &self.boards[id.index()]
    }

    /// The same with another board in the place of one.
    #[must_use]
    pub const fn with(mut self, id: BoardId, board: Board) -> Self {
        self.boards[id.index()] = board;
        self
    }

    /// The seats whose turn it is, whether or not they have a move.
    #[must_use]
    pub fn to_move(&self) -> Seats {
        BoardId::ALL
            .into_iter()
            .map(|id| seat_of(id, self.board(id).turn()))
            .collect()
    }
}

/// A move on one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// The board.
    pub board: BoardId,
    /// The move.
    pub mv: Move,
}

/// The outcome of a game without a move anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deadlock {
    Draw,
    Flag,
}

/// The rules of both boards under their options.
#[derive(Clone, Copy, Debug)]
pub struct Bughouse {
    board: OneBoard<BughouseBoardVariant>,
    deadlock: Deadlock,
}

const DEADLOCK: OptionSpec = OptionSpec {
    name: "deadlock",
    kind: OptionKind::Choice {
        default: "draw",
        values: &["draw", "flag"],
    },
    doc: "what a game comes to in which no seat has a move: a draw, or, where clocks run, whatever \
          the first flag decides",
};

/// The options of one board apply to both.
const BOARD_OPTIONS: &[OptionSpec] = BughouseBoardVariant::INFO.options;

const OPTIONS: &[OptionSpec] =
    &joined::<_, { BOARD_OPTIONS.len() + 1 }>(&[BOARD_OPTIONS, &[DEADLOCK]]);

/// The board that a question is about.
const BOARD: Parameter = Parameter {
    name: "board",
    kind: ParameterKind::Word {
        values: &["A", "B"],
    },
    required: true,
    doc: "the board",
};

/// Above the ids of board A begin those of board B.
const IDS: u32 = chess::MOVE_IDS as u32;

impl Bughouse {
    /// The rules of one board.
    #[must_use]
    pub const fn one_board(&self) -> &OneBoard<BughouseBoardVariant> {
        &self.board
    }

    /// The same game with pins and checks that bind.
    const fn binding(mut self) -> Self {
        self.board = self.board.binding();
        self
    }

    /// Reads `A | B`; each of the boards as [`bughouse-board`](OneBoard) does.
    fn read_boards(&self, text: &str) -> Result<Position> {
        let halves: Vec<_> = text.split('|').collect();
        let [a, b] = halves[..] else {
            return Err(Error::invalid_notation(format!(
                "boards: takes two of them with | between, not {}",
                halves.len()
            )));
        };
        let read = |id: BoardId, text: &str| {
            self.board
                .parse(text)
                .map_err(|error| error.at(format_args!("board {}", id.letter())))
        };
        Ok(Position::new(read(BoardId::A, a)?, read(BoardId::B, b)?))
    }

    /// The board that a text of a move names, and the rest of it. Where it names
    /// none, it is that of the seat.
    fn split_action(text: &str, seat: Option<Seat>) -> Result<(BoardId, &str)> {
        if let Some((letter, rest)) = text.split_once(':') {
            let board = BoardId::from_letter(letter).ok_or_else(|| {
                Error::invalid_notation(format!(
                    "board: {} in {} is neither A nor B",
                    quoted(letter),
                    quoted(text)
                ))
            })?;
            return Ok((board, rest));
        }
        match seat {
            Some(seat) => Ok((place_of(seat).0, text)),
            None => Err(Error::invalid_notation(format!(
                "board: {} does not say on which, as A:e2e4 does",
                quoted(text)
            ))),
        }
    }
}

impl Game for Bughouse {
    type Position = Position;
    type Action = Action;
    type Record = ();
    type View = FullView<Self>;
    type Description = BughouseDescription;
    type Event = BughouseEvent;

    const INFO: GameInfo = GameInfo {
        name: "bughouse",
        summary: "two boards, two teams: what you capture your partner drops",
        seats: (4, 4),
        hidden: Hidden::Never,
        options: OPTIONS,
        styles: &["uci", "san", "lan"],
        bots: SEARCHING,
    };

    fn new(options: &Options) -> Result<Self> {
        Ok(Self {
            board: OneBoard::new(options)?,
            deadlock: match options.word("deadlock")? {
                "flag" => Deadlock::Flag,
                _ => Deadlock::Draw,
            },
        })
    }

    fn briefing(&self) -> Briefing {
        self.rules_in_words()
    }

    fn seat_names(&self) -> Vec<String> {
        SEATS.map(str::to_owned).to_vec()
    }

    fn start(&self) -> Result<Position> {
        let board = self.board.start()?;
        Ok(Position::new(board, board))
    }

    fn parse(&self, text: &str) -> Result<Position> {
        self.read_boards(text)
    }

    fn notation(&self, position: &Position) -> String {
        let [a, b] = BoardId::ALL.map(|id| self.board.notation(position.board(id)));
        format!("{a} | {b}")
    }

    /// Half of it stands for each board, so that each is known again apart; see
    /// `ends`.
    fn key(&self, position: &Position) -> u64 {
        let [a, b] = BoardId::ALL.map(|id| self.half_key(position.board(id)));
        u64::from(a) << 32 | u64::from(b)
    }

    fn search_key(&self, position: &Position) -> u64 {
        // The boards must not be interchangeable.
        let [a, b] = BoardId::ALL.map(|id| position.board(id).hash());
        a.wrapping_add(b.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn live(&self, position: &Position) -> Seats {
        BoardId::ALL
            .into_iter()
            .map(|id| (id, position.board(id)))
            .filter(|(_, board)| board.has_legal(self.board.rules()))
            .map(|(id, board)| seat_of(id, board.turn()))
            .collect()
    }

    fn on_clock(&self, position: &Position) -> Seats {
        position.to_move()
    }

    /// The seat's own board: a piece may come while it thinks, and to either side.
    fn decision_key(&self, position: &Position, seat: Seat) -> u64 {
        position.board(place_of(seat).0).hash()
    }

    fn team(&self, seat: Seat) -> Seats {
        Seats::only(seat).with(partner_of(seat))
    }

    fn is_urgent(&self, heard: &[Heard], message: &str) -> bool {
        engine::is_urgent(heard, message)
    }

    fn actor(&self, position: &Position, action: &Action) -> Seat {
        seat_of(action.board, position.board(action.board).turn())
    }

    fn legal(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        mut visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        if self.decided(position).is_some() {
            return ControlFlow::Continue(());
        }
        for board in BoardId::ALL {
            self.board.legal(position.board(board), past, |mv| {
                visit(Action { board, mv })
            })?;
        }
        ControlFlow::Continue(())
    }

    fn count_legal(&self, position: &Position, past: &dyn PositionHistory) -> u64 {
        let mut sum = 0;
        for board in &position.boards {
            let count = self.board.count_legal(board, past);
            if count == 0 && self.board.decided(board).is_some() {
                return 0;
            }
            sum += count;
        }
        sum
    }

    fn check(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> Result<()> {
        self.board
            .check(position.board(action.board), past, &action.mv)
    }

    fn play(&self, position: &Position, action: &Action) -> (Position, ()) {
        let board = position.board(action.board);
        let mut next = position.with(action.board, board.make(action.mv, self.board.rules()));
        if let Some(piece) = self.handed_over(board, action.mv) {
            let other = action.board.other();
            let receiving = position.board(other);
            // A pocket that is full (255 of a kind) stays so.
            if let Ok(richer) = receiving.with_one_more(!board.turn(), piece) {
                next = next.with(other, richer);
            }
        }
        (next, ())
    }

    fn outcome(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        self.end(position, past)
    }

    fn text(&self, action: &Action) -> String {
        format!("{}:{}", action.board.letter(), self.board.text(&action.mv))
    }

    fn write(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
        style: &str,
    ) -> Result<String> {
        let board = position.board(action.board);
        let text = self.board.write(board, past, &action.mv, style)?;
        Ok(format!("{}:{text}", action.board.letter()))
    }

    fn read(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        seat: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Action> {
        let (board, rest) = Self::split_action(text, seat)?;
        let mv = self
            .board
            .read(position.board(board), past, seat, rest, style)?;
        Ok(Action { board, mv })
    }

    fn read_recorded(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        number: Option<&[u8]>,
        text: &[u8],
        style: &str,
        play_on: bool,
    ) -> Result<Action> {
        let number = number.map(decoded);
        let (seat, text) = bpgn::numbered(position, number.as_deref(), &decoded(text))?;
        read_and_check(self, position, past, Some(seat), &text, style, play_on)
    }

    fn recorded_number(&self, position: &Position, action: &Action) -> Option<String> {
        Some(bpgn::number(position, action.board))
    }

    fn action_count(&self) -> Option<u32> {
        Some(2 * IDS)
    }

    fn action_id(&self, action: &Action) -> u32 {
        action.board.index() as u32 * IDS + self.board.action_id(&action.mv)
    }

    fn action_from_id(&self, position: &Position, id: u32) -> Option<Action> {
        let board = *BoardId::ALL.get((id / IDS) as usize)?;
        let mv = self.board.action_from_id(position.board(board), id % IDS)?;
        Some(Action { board, mv })
    }

    fn action_text(&self, id: u32) -> Option<String> {
        let board = BoardId::ALL.get((id / IDS) as usize)?;
        let text = self.board.action_text(id % IDS)?;
        Some(format!("{}:{text}", board.letter()))
    }

    fn describe(&self, position: &Position, past: &dyn PositionHistory) -> BughouseDescription {
        self.description(position, past)
    }

    fn seat_in_words(&self, seat: Seat) -> String {
        words::seat(seat)
    }

    fn position_in_words(&self, position: &Position, _: &dyn PositionHistory) -> String {
        self.boards_in_words(position)
    }

    fn move_in_words(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> String {
        self.action_in_words(position, past, *action)
    }

    fn report(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: &Action,
    ) -> Vec<BughouseEvent> {
        self.events(position, past, *action)
    }

    /// A team loses with either of its seats. Two flags of both teams in the same
    /// instant draw.
    fn forfeited(&self, _: &Position, losers: Seats, reason: &'static str) -> Outcome {
        let lost = |seat: Seat| losers.iter().any(|l| self.team(l).contains(seat));
        let winners: Seats = (0..4).map(Seat).filter(|s| !lost(*s)).collect();
        Outcome::win(winners, reason)
    }

    fn draw(&self, position: &Position) -> String {
        self.diagram(position)
    }

    fn planes(&self) -> Option<PlaneLayout> {
        let mut planes = chess_games::planes::planes("", true);
        planes.extend(chess_games::planes::planes("partner_", true));
        planes.push(Plane::flag(
            "board_b",
            "1 everywhere if the seat plays on board B",
        ));
        Some(PlaneLayout {
            rows: 8,
            columns: 8,
            grid: "each board as its player of the team sees it: row 0 is the first rank of the \
                   seat, in planes of the partner that of the partner; column 0 is the a-file",
            planes,
        })
    }

    fn fill_planes(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        seat: Seat,
        out: &mut [u8],
    ) {
        let (id, _) = place_of(seat);
        let mut out = PlaneWriter::new(out, 64);
        for at in [seat, partner_of(seat)] {
            let (id, color) = place_of(at);
            let earlier = self.occurrences_before(position, past, id);
            chess_games::planes::fill(position.board(id), color, true, earlier, &mut out);
        }
        out.everywhere(u64::from(id == BoardId::B));
    }

    fn scene(&self, position: &Position, _: &dyn PositionHistory, from: Option<Seat>) -> Scene {
        self.picture(position, from)
    }

    /// `A.pocket`, `B.pocket`: all that a board's pockets hold, as `QNpp`;
    /// `A.add`, `B.add`: pieces more.
    fn edit(&self, position: &Position, changes: &Dict) -> Result<Position> {
        let mut next = *position;
        let mut parts = [Dict::new(), Dict::new()];
        for (name, value) in changes {
            let changes = OneBoard::<BughouseBoardVariant>::changes();
            let unknown = || {
                let each = BoardId::ALL.map(|id| {
                    let of = |name: &&str| format!("{}.{name}", id.letter());
                    changes.iter().map(of).collect::<Vec<_>>().join(", ")
                });
                Error::invalid_option(format!(
                    "bughouse cannot change {}: there are {}",
                    quoted(name),
                    each.join(", ")
                ))
            };
            let (letter, what) = name.split_once('.').ok_or_else(unknown)?;
            let id = BoardId::from_letter(letter).ok_or_else(unknown)?;
            if !changes.contains(&what) {
                return Err(unknown());
            }
            parts[id.index()].insert(what.to_owned(), value.clone());
        }
        for id in BoardId::ALL {
            let part = &parts[id.index()];
            if part.is_empty() {
                continue;
            }
            let board = self.board.edit(next.board(id), part).map_err(|error| {
                let letter = id.letter();
                error.at(format_args!("board {letter}"))
            })?;
            next = next.with(id, board);
        }
        Ok(next)
    }

    fn questions() -> Questions {
        Questions {
            shared: &[BOARD],
            ..OneBoard::<BughouseBoardVariant>::QUESTIONS
        }
    }

    /// The moves are those of the board, without its letter.
    fn ask(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        let id = given.text("board").and_then(BoardId::from_letter);
        let board = position.board(id.unwrap_or(BoardId::A));
        self.board.answer(board, past, given)
    }

    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        engine::make(name, options, seed)
    }

    fn bot_options(name: &str) -> &'static [OptionSpec] {
        engine::bot_options(name)
    }

    fn network() -> Option<String> {
        OneBoard::<BughouseBoardVariant>::network()
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> FullView<Self> {
        FullView::new(state, seat)
    }
}
