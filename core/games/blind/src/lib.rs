//! Blind chess: each side sees its own pieces, and a moderator who knows the whole
//! board answers attempts and says no more than its rule set allows. Rule sets are
//! data ([`RuleSet`]): Kriegspiel in its usual forms, fog of war, reconnaissance,
//! and `vanilla`, in which everything is visible.
//!
//! `referee/` and `sight.rs` alone read a whole board for somebody else; `seat/`
//! is what a seat holds, folded from its own log, and cannot name a position. An
//! attempt is a ply of the state whether it is accepted or refused, so that a
//! state's history is the log of both sides. What a table adds to any game (draw
//! offers and their answers, resignations, claims, clocks) it adds here as well,
//! and tells both sides alike.
//!
//! What the rule books leave open, or say otherwise:
//!
//! - A refused move is `wont_help` where nothing but a pin or a check forbids it,
//!   for a king only if it is in check; castling that is refused is `illegal_move`.
//! - Stalemate under `fog` is a draw, or by option a win for the side that can still
//!   move. A game of `rbc` is drawn after fifty moves without a capture or a pawn's.
//! - Directions of check are told of a mate as well.
//! - In `rand` the number of refusals is told after each move, and stands in the
//!   view at any time.
//! - `crazykrieg` is refereed as `english` with reserves, drawn by fivefold
//!   repetition alone.

mod attempt;
mod belief;
mod briefing;
mod casual;
mod event;
#[cfg(test)]
mod fault_injection;
mod picture;
mod position;
mod recon;
mod referee;
mod report;
mod rules;
mod seat;
mod sight;
#[cfg(test)]
mod tests;
mod view;
mod words;

use chess_games::OrError;
use std::hash::Hasher;
use std::ops::ControlFlow;

pub use attempt::Attempt;
pub use casual::Casual;
pub use event::{
    BlindEvent, Direction, Directions, Event, LogEntry, PieceInfo, Refusal, Sight,
    SightDescription, ToldEvent, TriesDescription, TriesTold,
};
pub use position::Position;
pub use recon::Recon;
pub use referee::Record;
pub use report::{BlindDescription, Checks};
pub use rules::{
    Any, Audience, Detail, InPassing, Nonsense, Play, RULE_SETS, Repeated, RuleSet, Touch, Tries,
    Words,
};
pub use seat::{
    CheckDescription, LogStart, LoggedEvent, OwnPieces, ReachableSquares, SeatDescription,
    SeatView, SeenDescription, Turn,
};
pub use view::BlindView;

use chess::{Board, Color};
use chess_games::{Chess, Crazyhouse};
use contract::bot::{self, Bot};
use contract::briefing::Briefing;
use contract::drawing::Scene;
use contract::error::{Error, Result};
use contract::fnv::Fnv;
use contract::game::{
    Effect, Flow, Game, GameEvent, GameInfo, Hidden, MoveContext, Outcome, Seat, SeatEvent, Seats,
    canonical_only,
};
use contract::history::PositionHistory;
use contract::options::{OptionKind, OptionSpec, Options};
use contract::planes::PlaneLayout;
use contract::question::{Given, Questions};
use contract::state::State;
use contract::value::{Dict, Value};
use contract::view::FullView;

/// Blind in the list of games.
pub static ENTRY: dynamic::Entry = dynamic::Entry::of::<Blind>();

/// The chess below, whose ends, claims and drawings are taken over.
#[derive(Clone, Copy, Debug)]
enum Below {
    Chess(Chess),
    Crazyhouse(Crazyhouse),
}

/// Calls something of the chess below.
macro_rules! below {
    ($game:expr, $chess:ident => $call:expr) => {
        match &$game.below {
            Below::Chess($chess) => $call,
            Below::Crazyhouse($chess) => $call,
        }
    };
}

/// Blind chess with its options fixed.
#[derive(Clone, Copy, Debug)]
pub struct Blind {
    rules: &'static RuleSet,
    /// True if stalemating wins; in fog only.
    stalemate_wins: bool,
    below: Below,
}

/// The past as the chess below counts it: by positions that a move led to. What
/// was attempted in vain has keys of its own.
struct MoveHistory<'a> {
    past: &'a dyn PositionHistory,
    /// True if the present position is in the past already.
    begun: bool,
}

impl PositionHistory for MoveHistory<'_> {
    // Where nothing is attempted in vain the counter of plies bounds how far one
    // has to look; here it cannot, and a key does not come back from beyond it.
    fn occurrences(&self, key: u64, _: usize) -> u32 {
        let all = self.past.occurrences(key, usize::MAX);
        all.saturating_sub(u32::from(self.begun))
    }

    fn len(&self) -> usize {
        self.past.len()
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.past.each(visit)
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

impl Blind {
    /// The rule set.
    #[must_use]
    pub const fn rule_set(&self) -> &'static RuleSet {
        self.rules
    }

    fn outcome_of(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        if let Some(color) = position.won {
            return Some(Outcome::win(Seats::only(seat_of(color)), "king_taken"));
        }
        // A turn in which something was attempted had not ended the game.
        if !position.fresh() {
            return None;
        }
        if self.rules.takes_kings() {
            return self.ended_without_check(position, past);
        }
        let turns = MoveHistory { past, begun: false };
        let outcome = below!(self, chess => chess.outcome(&position.board, &turns))?;
        let loser = seat_of(position.board.turn());
        Some(
            if self.rules.stalemate_loses && outcome.reason == "stalemate" {
                Outcome::win(Seats::first(2).without(loser), "stalemate")
            } else {
                outcome
            },
        )
    }

    fn ended_without_check(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
    ) -> Option<Outcome> {
        let board = &position.board;
        if self.rules.play == Play::Fog {
            let stuck = self
                .accepted(position, &mut |_| Flow::Break(()))
                .is_continue();
            if stuck {
                return Some(if self.stalemate_wins {
                    Outcome::win(Seats::only(seat_of(!board.turn())), "stalemate")
                } else {
                    Outcome::draw("stalemate")
                });
            }
        }
        if self.rules.halfmoves > 0 && board.halfmove() >= self.rules.halfmoves {
            return Some(Outcome::draw("fifty_moves"));
        }
        let needed = u32::from(self.rules.repetitions);
        let again = || past.occurrences(self.key(position), usize::MAX) + 1 >= needed;
        (needed > 0 && again()).then_some(Outcome::draw("threefold_repetition"))
    }
}

impl Game for Blind {
    type Position = Position;
    type Action = Attempt;
    type Record = Record;
    type View = BlindView;
    type Description = BlindDescription;
    type Event = ToldEvent;

    const INFO: GameInfo = GameInfo {
        name: "blind",
        summary: "chess in which each side sees its own pieces and a moderator answers attempts: \
                  Kriegspiel, fog of war, reconnaissance",
        seats: (2, 2),
        hidden: Hidden::Optional,
        options: &[
            OptionSpec {
                name: "rules",
                kind: OptionKind::Choice {
                    default: "blind",
                    values: rules::NAMES,
                },
                doc: "the rule set: what is told, how finely and to whom; vanilla hides nothing",
            },
            OptionSpec {
                name: "fog_stalemate",
                kind: OptionKind::Choice {
                    default: "draw",
                    values: &["draw", "win"],
                },
                doc: "what stalemating the other side comes to under the rules fog",
            },
        ],
        styles: &["attempts"],
        bots: &["casual", "recon"],
    };

    fn new(options: &Options) -> Result<Self> {
        let name = options.word("rules")?;
        let rules = RuleSet::named(name)
            .ok_or_else(|| Error::internal(format!("no rule set {name} is there")))?;
        let win = options.word("fog_stalemate")? == "win";
        if win && rules.play != Play::Fog {
            return Err(Error::invalid_option(
                "fog_stalemate: only the rules fog know of it",
            ));
        }
        let given: Dict = [
            ("repetition_count", rules.repetitions.into()),
            ("halfmove_limit", rules.halfmoves.into()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect();
        let below = if rules.play == Play::Crazyhouse {
            let info = &Crazyhouse::INFO;
            Below::Crazyhouse(Crazyhouse::new(&Options::read(
                info.name,
                info.options,
                &given,
            )?)?)
        } else {
            let info = &Chess::INFO;
            Below::Chess(Chess::new(&Options::read(
                info.name,
                info.options,
                &given,
            )?)?)
        };
        Ok(Self {
            rules,
            stalemate_wins: win,
            below,
        })
    }

    fn briefing(&self) -> Briefing {
        self.rules_in_words()
    }

    fn seat_names(&self) -> Vec<String> {
        Color::ALL.map(|c| c.name().to_owned()).to_vec()
    }

    fn hidden(&self) -> bool {
        !self.rules.open
    }

    fn start(&self) -> Result<Position> {
        Ok(Position::new(Board::start(), None))
    }

    fn parse(&self, text: &str) -> Result<Position> {
        self.read_position(text)
    }

    fn notation(&self, position: &Position) -> String {
        self.write(position)
    }

    // A turn in which something was attempted has a key of its own, so that
    // attempts do not count as repetition.
    fn key(&self, position: &Position) -> u64 {
        let mut key = Fnv::onward(position.board.hash());
        if let Some(square) = position.passed {
            key.write(square.to_string().as_bytes());
        }
        if !position.fresh() || position.won.is_some() {
            position.stir(&mut key);
        }
        key.finish()
    }

    fn live(&self, position: &Position) -> Seats {
        Seats::only(seat_of(position.board.turn()))
    }

    fn actor(&self, position: &Position, _: &Attempt) -> Seat {
        seat_of(position.board.turn())
    }

    fn legal(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        mut visit: impl FnMut(Attempt) -> Flow,
    ) -> Flow {
        self.accepted(position, &mut visit)
    }

    /// Every attempt that the rule set knows is taken up, and then answered; where
    /// nothing is hidden, what the rules refuse is an error as in chess.
    fn check(&self, position: &Position, _: &dyn PositionHistory, attempt: &Attempt) -> Result<()> {
        self.knows(*attempt).map_err(|why| {
            Error::illegal_move(format!(
                "{attempt}: under the rules {} {why}",
                self.rules.name
            ))
        })?;
        if !self.rules.open {
            return Ok(());
        }
        let answer = self.adjudicate(position, *attempt);
        let refused = answer.events.iter().find_map(|(_, event)| match event {
            Event::Rejected(refusal) => Some(*refusal),
            _ => None,
        });
        let Some(refusal) = refused else {
            return Ok(());
        };
        if let Some(mv) = self.resolved(position, *attempt) {
            position
                .board
                .check_legal(mv, self.board_rules())
                .or_error()?;
        }
        Err(Error::illegal_move(format!(
            "{attempt}: {}",
            refusal.word()
        )))
    }

    fn play(&self, position: &Position, attempt: &Attempt) -> (Position, Record) {
        if self.rules.open {
            return (self.adjudicate(position, *attempt).next, Record::default());
        }
        self.logged(position, *attempt)
    }

    fn begins(&self, position: &Position, record: &mut Record) {
        self.opened(position, record);
    }

    fn outcome(&self, position: &Position, past: &dyn PositionHistory) -> Option<Outcome> {
        self.outcome_of(position, past)
    }

    fn text(&self, attempt: &Attempt) -> String {
        attempt.to_string()
    }

    fn read(
        &self,
        _: &Position,
        _: &dyn PositionHistory,
        _: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Attempt> {
        canonical_only::<Self>(style)?;
        Attempt::read(text)
    }

    fn action_count(&self) -> Option<u32> {
        Some(Attempt::IDS)
    }

    fn action_id(&self, attempt: &Attempt) -> u32 {
        attempt.id()
    }

    fn action_from_id(&self, _: &Position, id: u32) -> Option<Attempt> {
        Attempt::from_id(id)
    }

    fn action_text(&self, id: u32) -> Option<String> {
        Attempt::from_id(id).map(|attempt| attempt.to_string())
    }

    fn describe(&self, position: &Position, past: &dyn PositionHistory) -> BlindDescription {
        let turns = MoveHistory {
            past,
            begun: !position.fresh(),
        };
        let board = below!(self, chess => chess.describe(&position.board, &turns));
        self.description(board, position)
    }

    fn position_in_words(&self, position: &Position, _: &dyn PositionHistory) -> String {
        self.board_in_words(position)
    }

    /// Returns the attempt and not its answer, or, where nothing is hidden, the move.
    fn move_in_words(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        attempt: &Attempt,
    ) -> String {
        let resolved = self.resolved(position, *attempt);
        if let Some(mv) = resolved.filter(|_| self.rules.open) {
            let turns = MoveHistory {
                past,
                begun: !position.fresh(),
            };
            return below!(self, chess => chess.move_in_words(&position.board, &turns, &mv));
        }
        self.attempt_in_words(position, *attempt)
    }

    /// Lists the announcements of the referee, in order, with their audience.
    fn report(
        &self,
        position: &Position,
        _: &dyn PositionHistory,
        attempt: &Attempt,
    ) -> Vec<ToldEvent> {
        let audience = |audience| match audience {
            Audience::Mover => "mover",
            Audience::Opponent => "opponent",
            Audience::Both => "both",
        };
        let events = self.adjudicate(position, *attempt).events.into_iter();
        events
            .map(|(to, event)| ToldEvent {
                event: event.describe(),
                audience: Some(audience(to)),
            })
            .collect()
    }

    fn effect(&self, made: &MoveContext<'_, Self>) -> Effect {
        if self.rules.open {
            let moved = made.before.board.turn() != made.after.board.turn();
            return if moved {
                Effect::Moved
            } else {
                Effect::Continued
            };
        }
        Self::effect_of(made.before.board.turn(), made.record)
    }

    fn max_rejections(&self) -> u32 {
        self.rules.retries
    }

    fn forfeited(&self, position: &Position, losers: Seats, reason: &'static str) -> Outcome {
        if self.rules.takes_kings() {
            let winners = Seats::first(2).iter().filter(|s| !losers.contains(*s));
            return Outcome::win(winners.collect(), reason);
        }
        below!(self, chess => chess.forfeited(&position.board, losers, reason))
    }

    fn claimable(&self, position: &Position, past: &dyn PositionHistory) -> Option<&'static str> {
        if !self.rules.claims {
            return None;
        }
        let turns = MoveHistory {
            past,
            begun: !position.fresh(),
        };
        below!(self, chess => chess.claimable(&position.board, &turns))
    }

    /// Those about the board below; they are for the referee, who knows all of it.
    fn questions() -> Questions {
        Chess::QUESTIONS
    }

    fn ask(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        let turns = MoveHistory {
            past,
            begun: !position.fresh(),
        };
        below!(self, chess => chess.answer(&position.board, &turns, given))
    }

    /// A piece that is taken up is the mover's own business, in open games too.
    fn tells_all_alike(&self) -> bool {
        false
    }

    fn events_for(&self, made: &MoveContext<'_, Self>, to: Seat) -> Vec<SeatEvent<ToldEvent>> {
        let told = |event: BlindEvent| SeatEvent::Game(ToldEvent::from(event));
        if !self.rules.open {
            let log = made.record.heard(color_of(to));
            return log.iter().map(|entry| told(entry.describe())).collect();
        }
        let mover = made.before.board.turn();
        if made.after.board.turn() == mover {
            // Taking up a piece is nobody else's business here either.
            return if seat_of(mover) == to {
                vec![told(LogEntry::Own(*made.action).describe())]
            } else {
                Vec::new()
            };
        }
        let mut events = vec![told(BlindEvent::Moved {
            name: Event::Moved(mover).name(),
            seat: mover.name(),
            text: Some(made.action.to_string()),
        })];
        if let Some(mv) = self.resolved(made.before, *made.action) {
            let turns = MoveHistory {
                past: made.past,
                begun: !made.before.fresh(),
            };
            let report = below!(self, chess => chess.report(&made.before.board, &turns, &mv));
            let report = report.into_iter().filter(|event| !event.ends_game());
            events.extend(report.map(BlindEvent::OnBoard).map(told));
        }
        events
    }

    fn draw(&self, position: &Position) -> String {
        position.board.diagram(Color::White)
    }

    fn planes(&self) -> Option<PlaneLayout> {
        Some(if self.rules.open {
            below!(self, chess => chess.planes())?
        } else {
            seat::plane_layout()
        })
    }

    fn fill_planes(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        seat: Seat,
        out: &mut [u8],
    ) {
        let turns = MoveHistory {
            past,
            begun: !position.fresh(),
        };
        below!(self, chess => chess.fill_planes(&position.board, &turns, seat, out));
    }

    fn scene(&self, position: &Position, _: &dyn PositionHistory, from: Option<Seat>) -> Scene {
        picture::of_position(self.rules, position, from.map_or(Color::White, color_of))
    }

    fn bot(name: &str, options: &Dict, seed: u64) -> Result<Box<dyn Bot<Self>>> {
        match name {
            "casual" => {
                Options::read("bot casual", &[], options)?;
                Ok(Box::new(Casual::new(seed)))
            }
            "recon" => {
                let options = Options::read("bot recon", recon::OPTIONS, options)?;
                Ok(Box::new(Recon::new(&options, seed)?))
            }
            _ => Err(bot::unknown::<Self>(name)),
        }
    }

    fn bot_options(name: &str) -> &'static [OptionSpec] {
        match name {
            "recon" => recon::OPTIONS,
            _ => &[],
        }
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> BlindView {
        if self.rules.open {
            return BlindView::Full(Box::new(FullView::new(state, seat)));
        }
        let color = color_of(seat);
        // The log begins where the first attempt of it was made.
        let first = state
            .history()
            .forwards()
            .map(|entry| entry.record.before())
            .find(|before| !before.is_empty());
        let brief = first
            .and_then(|before| self.read_position(before).ok())
            .map_or_else(
                || self.brief(state.position(), color),
                |begin| self.brief(&begin, color),
            );
        let log = state
            .history()
            .forwards()
            .flat_map(|entry| entry.record.heard(color));
        let view = SeatView::fold(self.rules, brief, log, state.outcome());
        BlindView::Hidden(Box::new(view))
    }
}
