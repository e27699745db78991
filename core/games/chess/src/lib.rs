//! The games of one board behind the common contract: chess, crazyhouse, one
//! board of bughouse. What tells them apart is in `variants.rs`.
//!
//! Where this departs from the letter of a rule book: a draw that must be
//! claimed (threefold repetition and fifty moves in chess) does not end the game
//! but is reported as `claimable_draw`; fivefold repetition and seventy-five moves
//! end it. Crazyhouse has no dead positions, as on Lichess: bare kings with empty
//! pockets play on. On a board of bughouse a side in check without a move is mated only if
//! no piece in hand could help; otherwise it is *frozen* and waits.

pub mod briefing;
mod edit;
mod ends;
mod errors;
pub mod eval;
pub mod picture;
pub mod planes;
pub mod questions;
mod report;
mod searched;
#[cfg(test)]
mod tests;
mod threats;
mod variants;
pub mod words;

use std::marker::PhantomData;
use std::ops::ControlFlow;

use chess::{
    Board, Color, Dialect, FIRST_DROP, FenOptions, MOVE_IDS, Move, Rules, STANDARD, Stages,
    chess960_start, perft_bulk,
};
use contract::bot::Bot;
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::{Error, Result};
use contract::game::{
    Flow, Game, GameInfo, Outcome, SampledMove, Seat, Seats, read_and_check, unknown_style,
};
use contract::history::PositionHistory;
use contract::ids::IdSet;
use contract::options::{OptionSpec, Options};
use contract::planes::{PlaneLayout, PlaneWriter};
use contract::question::{Given, Questions};
use contract::rng::Rng;
use contract::state::State;
use contract::text::decoded;
use contract::value::{Dict, Value};
use contract::view::FullView;

pub use errors::OrError;
pub use report::{BoardDescription, BoardEvent, BySide, DropsOrDraws, Gain, Way};
pub use variants::{
    BughouseBoardVariant, ChessVariant, CrazyhouseVariant, Variant, VariantSettings,
};
pub use variants::{CHESS960, CHESS960_POSITION, start_position};

/// Chess in the list of games.
pub static CHESS: dynamic::Entry = dynamic::Entry::of_board::<Chess>();

/// Crazyhouse in the list of games.
pub static CRAZYHOUSE: dynamic::Entry = dynamic::Entry::of_board::<Crazyhouse>();

/// One board of bughouse in the list of games.
pub static BUGHOUSE_BOARD: dynamic::Entry = dynamic::Entry::of_board::<BughouseBoard>();

/// Chess; Chess960 by option.
pub type Chess = OneBoard<ChessVariant>;
/// Crazyhouse.
pub type Crazyhouse = OneBoard<CrazyhouseVariant>;
/// One board of bughouse.
pub type BughouseBoard = OneBoard<BughouseBoardVariant>;

/// A game of one board under its options.
#[derive(Clone, Copy, Debug)]
pub struct OneBoard<V> {
    settings: VariantSettings,
    variant: PhantomData<V>,
}

impl<V: Variant> OneBoard<V> {
    /// The rules of the board.
    pub const fn rules(&self) -> &Rules {
        &self.settings.board
    }

    /// The same game with pins and checks that bind, which is what searches look ahead by: a move
    /// that leaves the king to be taken is the last one.
    #[must_use]
    pub const fn binding(mut self) -> Self {
        self.settings.board = self.settings.board.exposed_kings(false);
        self
    }

    const fn dialect(&self) -> Dialect {
        if self.settings.chess960 {
            Dialect::Chess960
        } else {
            Dialect::Standard
        }
    }

    const fn fen_options(&self) -> FenOptions {
        FenOptions {
            rules: self.settings.board,
            allow_pocket: V::DROPS,
            exposed_king: false,
        }
    }

    /// Checks that rights to castle are those of the game.
    fn playable(&self, board: Board) -> Result<Board> {
        if !self.settings.chess960 && !board.has_standard_castling() {
            return Err(Error::invalid_notation(
                "castling: king or rook do not stand as in chess; that needs chess960=true",
            ));
        }
        Ok(board)
    }
}

const fn seat_of(color: Color) -> Seat {
    Seat(color.index() as u8)
}

const fn color_of(seat: Seat) -> Color {
    match seat.0 {
        0 => Color::White,
        _ => Color::Black,
    }
}

impl<V: Variant> Game for OneBoard<V> {
    type Position = Board;
    type Action = Move;
    type Record = ();
    type View = FullView<Self>;
    type Description = BoardDescription;
    type Event = BoardEvent;

    const INFO: GameInfo = V::INFO;

    fn new(options: &Options) -> Result<Self> {
        Ok(Self {
            settings: VariantSettings::new::<V>(options)?,
            variant: PhantomData,
        })
    }

    fn briefing(&self) -> Briefing {
        self.rules_in_words()
    }

    fn seat_names(&self) -> Vec<String> {
        Color::ALL.map(|c| c.name().to_owned()).to_vec()
    }

    fn start(&self) -> Result<Board> {
        if self.settings.position == STANDARD {
            Ok(Board::start())
        } else {
            chess960_start(self.settings.position).or_error()
        }
    }

    fn parse(&self, text: &str) -> Result<Board> {
        self.playable(Board::from_fen(text, &self.fen_options()).or_error()?)
    }

    fn notation(&self, board: &Board) -> String {
        if V::DROPS { board.bfen() } else { board.fen() }
    }

    fn key(&self, board: &Board) -> u64 {
        if self.settings.pockets_in_key {
            board.hash()
        } else {
            board.hash_without_pockets()
        }
    }

    fn search_key(&self, board: &Board) -> u64 {
        board.hash()
    }

    fn live(&self, board: &Board) -> Seats {
        if V::WAITS && !board.has_legal(&self.settings.board) {
            return Seats::NONE;
        }
        Seats::only(seat_of(board.turn()))
    }

    fn on_clock(&self, board: &Board) -> Seats {
        Seats::only(seat_of(board.turn()))
    }

    fn actor(&self, board: &Board, _: &Move) -> Seat {
        seat_of(board.turn())
    }

    fn legal(
        &self,
        board: &Board,
        _: &dyn PositionHistory,
        mut visit: impl FnMut(Move) -> Flow,
    ) -> Flow {
        board.visit(&self.settings.board, Stages::ALL, |set| {
            for mv in set {
                visit(mv)?;
            }
            ControlFlow::Continue(())
        })
    }

    fn count_legal(&self, board: &Board, _: &dyn PositionHistory) -> u64 {
        u64::from(board.count_legal(&self.settings.board))
    }

    fn count_leaves(&self, board: &Board, depth: u32) -> Option<u64> {
        Some(perft_bulk(board, &self.settings.board, depth))
    }

    fn legal_ids(&self, board: &Board, _: &dyn PositionHistory, mut visit: impl FnMut(IdSet)) {
        let dialect = self.dialect();
        let _ = board.visit(&self.settings.board, Stages::ALL, |set| {
            set.each_ids(dialect, |base, stride, squares| {
                visit(IdSet::new(base, stride, squares.0));
            });
            ControlFlow::Continue(())
        });
    }

    fn check(&self, board: &Board, _: &dyn PositionHistory, mv: &Move) -> Result<()> {
        board.check_legal(*mv, &self.settings.board).or_error()
    }

    fn play(&self, board: &Board, mv: &Move) -> (Board, ()) {
        contract::work::add(1);
        (board.make(*mv, &self.settings.board), ())
    }

    fn outcome(&self, board: &Board, past: &dyn PositionHistory) -> Option<Outcome> {
        self.end(board, past)
    }

    fn outcome_listed(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        some: bool,
    ) -> Option<Outcome> {
        self.end_listed(board, past, some)
    }

    fn sample(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        rng: &mut Rng,
    ) -> SampledMove<Self> {
        // Mate goes before a draw by counting, so the full rule decides whenever
        // one of those draws stands; otherwise the list is made once.
        if self.drawn_by_counting(board, past).is_none()
            && let Some(mv) = board.random_legal(&self.settings.board, |count| rng.below(count))
        {
            return SampledMove::Move(mv);
        }
        self.end(board, past)
            .map_or(SampledMove::Waiting, SampledMove::Over)
    }

    fn text(&self, mv: &Move) -> String {
        mv.uci(self.dialect())
    }

    fn write(
        &self,
        board: &Board,
        _: &dyn PositionHistory,
        mv: &Move,
        style: &str,
    ) -> Result<String> {
        match style {
            "uci" => Ok(self.text(mv)),
            "san" => Ok(board.san(*mv, &self.settings.board)),
            "lan" => Ok(board.lan(*mv, &self.settings.board)),
            _ => Err(unknown_style::<Self>(style)),
        }
    }

    fn read(
        &self,
        board: &Board,
        _: &dyn PositionHistory,
        _: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Move> {
        match style {
            "uci" => board.read_uci(text).or_error(),
            "san" | "lan" => board.parse_san(text, &self.settings.board).or_error(),
            _ => Err(unknown_style::<Self>(style)),
        }
    }

    /// A legal move shows that the game has not ended by the position itself, so only the
    /// counters are left to ask; only a refusal needs everything, for its reason.
    fn read_recorded(
        &self,
        board: &Board,
        past: &dyn PositionHistory,
        _: Option<&[u8]>,
        text: &[u8],
        style: &str,
        play_on: bool,
    ) -> Result<Move> {
        if style == "san"
            && (play_on || self.drawn_by_counting(board, past).is_none())
            && let Some(mv) = board.find_san(text, &self.settings.board)
        {
            return Ok(mv);
        }
        read_and_check(self, board, past, None, &decoded(text), style, play_on)
    }

    fn action_count(&self) -> Option<u32> {
        // Without drops the ids of drops, which come last, are not used.
        Some(u32::from(if V::DROPS { MOVE_IDS } else { FIRST_DROP }))
    }

    fn action_id(&self, mv: &Move) -> u32 {
        u32::from(mv.id(self.dialect()))
    }

    fn action_from_id(&self, board: &Board, id: u32) -> Option<Move> {
        Move::from_id(board, u16::try_from(id).ok()?)
    }

    fn action_text(&self, id: u32) -> Option<String> {
        Move::id_text(u16::try_from(id).ok()?)
    }

    fn describe(&self, board: &Board, past: &dyn PositionHistory) -> BoardDescription {
        self.description(board, past)
    }

    fn position_in_words(&self, board: &Board, _: &dyn PositionHistory) -> String {
        self.board_words(board)
    }

    fn move_in_words(&self, board: &Board, past: &dyn PositionHistory, mv: &Move) -> String {
        self.move_words(board, past, *mv)
    }

    fn report(&self, board: &Board, past: &dyn PositionHistory, mv: &Move) -> Vec<BoardEvent> {
        self.events(board, past, *mv)
    }

    /// By the FIDE laws (6.9) a flag that falls loses only to a side that could
    /// still mate.
    fn forfeited(&self, board: &Board, losers: Seats, reason: &'static str) -> Outcome {
        let winner = Color::ALL
            .into_iter()
            .find(|c| !losers.contains(seat_of(*c)));
        match winner {
            None => Outcome::draw(reason),
            Some(color)
                if V::DEAD_POSITIONS
                    && reason == "timeout"
                    && board.has_insufficient_material(color) =>
            {
                Outcome::draw("timeout_against_insufficient_material")
            }
            Some(color) => Outcome::win(Seats::only(seat_of(color)), reason),
        }
    }

    fn claimable(&self, board: &Board, past: &dyn PositionHistory) -> Option<&'static str> {
        self.claim(board, past)
    }

    fn draw(&self, board: &Board) -> String {
        board.diagram(Color::White)
    }

    fn scene(&self, board: &Board, _: &dyn PositionHistory, from: Option<Seat>) -> Scene {
        let from = from.map_or(Color::White, color_of);
        picture::scene_of(picture::board_of(board, from, V::DROPS))
    }

    fn planes(&self) -> Option<PlaneLayout> {
        Some(planes::layout(V::DROPS))
    }

    fn fill_planes(&self, board: &Board, past: &dyn PositionHistory, seat: Seat, out: &mut [u8]) {
        let earlier = self.occurrences_before(board, past);
        let mut out = PlaneWriter::new(out, 64);
        planes::fill(board, color_of(seat), V::DROPS, earlier, &mut out);
    }

    fn edit(&self, board: &Board, changes: &Dict) -> Result<Board> {
        self.edited(board, changes)
    }

    fn changes_outside() -> bool {
        V::WAITS
    }

    fn questions() -> Questions {
        Self::QUESTIONS
    }

    fn ask(&self, board: &Board, past: &dyn PositionHistory, given: &Given<'_>) -> Result<Value> {
        self.answer(board, past, given)
    }

    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        search::bots::make_searching(name, options, seed)
    }

    fn network() -> Option<String> {
        V::NETWORK.map(|shipped| shipped.network().label())
    }

    fn bot_options(name: &str) -> &'static [OptionSpec] {
        search::bots::searching_options(name)
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> FullView<Self> {
        FullView::new(state, seat)
    }
}
