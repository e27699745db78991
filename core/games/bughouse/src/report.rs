//! Both boards and a move for clients, and in text.

use serde::Serialize;

use super::{Action, BoardId, Bughouse, Position, SEATS, partner_of, place_of, seat_of};
use chess::{Color, FenStyle};
use chess_games::{BoardDescription, BoardEvent, BySide};
use contract::game::{Game, GameEvent, NamedOutcome, Seat};
use contract::history::{EmptyHistory, PositionHistory, WithOne};
use contract::value::Named;

/// The teams, by their first seats.
const TEAMS: [[Seat; 2]; 2] = [[Seat(0), Seat(3)], [Seat(1), Seat(2)]];

const fn name(seat: Seat) -> &'static str {
    SEATS[seat.index() % 4]
}

/// The form of BFEN with the pockets as a ninth rank.
const SLASH: FenStyle = FenStyle {
    pocket: true,
    slash: true,
    shredder: false,
};

/// Between the boards of a diagram, and how wide one is.
const GAP: usize = 4;
const WIDTH: usize = 18;

/// A position of two boards for clients.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BughouseDescription {
    /// The seats of either team.
    pub teams: [[&'static str; 2]; 2],
    /// The boards by letter.
    pub boards: Named<BoardOfTwo>,
    /// The seats by name.
    pub places: Named<Place>,
}

/// One of the two boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardOfTwo {
    /// The board as it is by itself.
    #[serde(flatten)]
    pub board: BoardDescription,
    /// The seats of the sides.
    pub seats: BySide<&'static str>,
    /// The board as text.
    pub notation: String,
    /// The same with the pocket as a ninth rank.
    pub slash_notation: String,
}

/// The situation of a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The letter of its board.
    pub board: &'static str,
    /// The side it plays there.
    pub color: &'static str,
    /// The number of its team, 0 or 1.
    pub team: usize,
    /// Its partner.
    pub partner: &'static str,
    /// `to_move`, `off_turn`, `frozen` in a mate that a piece from the partner could parry,
    /// `waiting` where none but such a piece can move, or `over`.
    pub status: &'static str,
    /// The number of moves that it has on its board.
    pub moves: u32,
    /// The number of drops that it has.
    pub drops: u32,
    /// Any of `move`, `drop` and `sit`, which is not to act.
    pub may: Vec<&'static str>,
}

/// Something that a move brings about on either board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BughouseEvent {
    /// A piece goes to the partner.
    Transfer {
        /// The board it goes to.
        board: &'static str,
        /// The partner.
        seat: &'static str,
        /// The piece, a letter as in FEN.
        piece: String,
    },
    /// A seat is mated as long as its partner sends nothing.
    Frozen {
        /// Its board.
        board: &'static str,
        /// The seat.
        seat: &'static str,
    },
    /// A seat cannot move as long as its partner sends nothing.
    Waiting {
        /// Its board.
        board: &'static str,
        /// The seat.
        seat: &'static str,
    },
    /// A seat can move again.
    Freed {
        /// Its board.
        board: &'static str,
        /// The seat.
        seat: &'static str,
    },
    /// The game has ended.
    End {
        /// The board that ended it, if one alone did.
        #[serde(skip_serializing_if = "Option::is_none")]
        board: Option<&'static str>,
        /// The outcome.
        #[serde(flatten)]
        outcome: NamedOutcome,
    },
    /// Something on the board of the move.
    #[serde(untagged)]
    OnBoard {
        /// The event.
        #[serde(flatten)]
        event: BoardEvent,
        /// The board.
        board: &'static str,
    },
}

impl GameEvent for BughouseEvent {
    fn ends_game(&self) -> bool {
        matches!(self, Self::End { .. })
    }
}

const fn letter(id: BoardId) -> &'static str {
    match id {
        BoardId::A => "A",
        BoardId::B => "B",
    }
}

impl Bughouse {
    pub(super) fn description(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
    ) -> BughouseDescription {
        let over = self.end(position, past).is_some();
        let boards = BoardId::ALL.map(|id| {
            let board = position.board(id);
            let mut alone = self.board.describe(board, &EmptyHistory);
            if over {
                alone.status = Some("over");
            }
            let description = BoardOfTwo {
                board: alone,
                seats: BySide::of(|color| name(seat_of(id, color))),
                notation: self.board.notation(board),
                slash_notation: board.fen_with(&SLASH),
            };
            (letter(id).to_owned(), description)
        });
        let places = (0..4).map(Seat);
        let places = places.map(|seat| (name(seat).into(), self.place(position, seat, over)));
        BughouseDescription {
            teams: TEAMS.map(|team| team.map(name)),
            boards: Named(boards.into()),
            places: Named(places.collect()),
        }
    }

    fn place(&self, position: &Position, seat: Seat, over: bool) -> Place {
        let (id, color) = place_of(seat);
        let board = position.board(id);
        let (mut moves, mut drops) = (0, 0);
        if !over && board.turn() == color {
            let _ = self.board.legal(board, &EmptyHistory, |mv| {
                if mv.is_drop() {
                    drops += 1;
                } else {
                    moves += 1;
                }
                std::ops::ControlFlow::Continue(())
            });
        }
        let status = match () {
            () if over => "over",
            () if board.turn() != color => "off_turn",
            () if moves + drops > 0 => "to_move",
            () if board.is_check() => "frozen",
            () => "waiting",
        };
        let may = [
            ("move", moves > 0),
            ("drop", drops > 0),
            ("sit", moves + drops > 0),
        ];
        Place {
            board: letter(id),
            color: color.name(),
            team: usize::from(TEAMS[1].contains(&seat)),
            partner: name(partner_of(seat)),
            status,
            moves,
            drops,
            may: may
                .into_iter()
                .filter_map(|(word, can)| can.then_some(word))
                .collect(),
        }
    }

    /// Lists the events of a move: on its board, the hand-over, the seats that it stops or sets
    /// free, the end.
    pub(super) fn events(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: Action,
    ) -> Vec<BughouseEvent> {
        let id = action.board;
        let board = position.board(id);
        let happenings = self.board.happenings(board, action.mv).into_iter();
        let mut out: Vec<_> = happenings
            .map(|event| BughouseEvent::OnBoard {
                event,
                board: letter(id),
            })
            .collect();
        let (next, ()) = self.play(position, &action);
        if let Some(piece) = self.handed_over(board, action.mv) {
            out.push(BughouseEvent::Transfer {
                board: letter(id.other()),
                seat: name(partner_of(seat_of(id, board.turn()))),
                piece: piece.fen_letter(!board.turn()).to_string(),
            });
        }
        let after = WithOne::new(past, self.key(position));
        if let Some(outcome) = self.end(&next, &after) {
            out.push(BughouseEvent::End {
                board: self.decided(&next).map(|(id, _)| letter(id)),
                outcome: outcome.named(&self.seat_names()),
            });
            return out;
        }
        let (before, now) = (self.live(position), self.live(&next));
        let opponent = seat_of(id, !board.turn());
        if !now.contains(opponent) {
            let (board, seat) = (letter(id), name(opponent));
            out.push(if next.board(id).is_check() {
                BughouseEvent::Frozen { board, seat }
            } else {
                BughouseEvent::Waiting { board, seat }
            });
        }
        let across = seat_of(id.other(), position.board(id.other()).turn());
        if now.contains(across) && !before.contains(across) {
            out.push(BughouseEvent::Freed {
                board: letter(id.other()),
                seat: name(across),
            });
        }
        out
    }

    /// Both boards side by side, A from White and B from Black, so that partners
    /// sit on the same side.
    pub(super) fn diagram(&self, position: &Position) -> String {
        let sides = [(BoardId::A, Color::White), (BoardId::B, Color::Black)];
        let [a, b] = sides.map(|(id, color)| {
            let board = position.board(id);
            let mut lines = vec![format!("  board {}, {}", id.letter(), board.turn().name())];
            lines.extend(board.diagram(color).lines().map(str::to_owned));
            lines
        });
        let width = a
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0)
            .max(WIDTH)
            + GAP;
        let mut out = String::new();
        for row in 0..a.len().max(b.len()) {
            let left = a.get(row).map_or("", String::as_str);
            match b.get(row) {
                None => out.push_str(left),
                Some(right) => {
                    out.push_str(left);
                    out.extend(std::iter::repeat_n(' ', width - left.chars().count()));
                    out.push_str(right);
                }
            }
            out.push('\n');
        }
        out
    }
}
