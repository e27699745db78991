//! Both boards and a move in plain values and in text.

use serde_json::json;

use super::{Action, BoardId, Bughouse, Position, SEATS, partner_of, place_of, seat_of};
use chess::{Color, FenStyle};
use contract::game::{Game, Seat};
use contract::history::{EmptyHistory, PositionHistory, WithOne};
use contract::value::{Dict, Value};

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

impl Bughouse {
    pub(super) fn dict(&self, position: &Position, past: &dyn PositionHistory) -> Dict {
        let over = self.end(position, past).is_some();
        let boards: Dict = BoardId::ALL
            .into_iter()
            .map(|id| {
                let mut one = self.board.describe(position.board(id), &EmptyHistory);
                one.insert(
                    "seats".into(),
                    json!({
                        "white": name(seat_of(id, Color::White)),
                        "black": name(seat_of(id, Color::Black)),
                    }),
                );
                let board = position.board(id);
                one.insert("notation".into(), self.board.notation(board).into());
                one.insert("slash_notation".into(), board.fen_with(&SLASH).into());
                if over {
                    one.insert("status".into(), "over".into());
                }
                (id.letter().to_string(), one.into())
            })
            .collect();
        let places: Dict = (0..4)
            .map(Seat)
            .map(|seat| (name(seat).into(), self.place(position, seat, over)))
            .collect();
        let mut out = Dict::new();
        out.insert(
            "teams".into(),
            TEAMS.map(|team| json!(team.map(name))).to_vec().into(),
        );
        out.insert("boards".into(), boards.into());
        out.insert("places".into(), places.into());
        out
    }

    /// What a seat is and may do. `may` lists what: `move` on the board, `drop`,
    /// and `sit`, which is not to act.
    fn place(&self, position: &Position, seat: Seat, over: bool) -> Value {
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
        let mut may = Vec::new();
        if moves > 0 {
            may.push("move");
        }
        if drops > 0 {
            may.push("drop");
        }
        if moves + drops > 0 {
            may.push("sit");
        }
        json!({
            "board": id.letter().to_string(),
            "color": color.name(),
            "team": usize::from(TEAMS[1].contains(&seat)),
            "partner": name(partner_of(seat)),
            "status": status,
            "moves": moves,
            "drops": drops,
            "may": may,
        })
    }

    /// What a move brings about: what happens on its board, what is handed over,
    /// whom it stops or sets free, the end.
    pub(super) fn events(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        action: Action,
    ) -> Vec<Value> {
        let id = action.board;
        let board = position.board(id);
        let mut out = self.board.happenings(board, action.mv);
        for event in &mut out {
            if let Value::Object(event) = event {
                event.insert("board".into(), id.letter().to_string().into());
            }
        }
        let (next, ()) = self.play(position, &action);
        if let Some(piece) = self.handed_over(board, action.mv) {
            out.push(json!({
                "kind": "transfer",
                "board": id.other().letter().to_string(),
                "seat": name(partner_of(seat_of(id, board.turn()))),
                "piece": piece.fen_letter(!board.turn()).to_string(),
            }));
        }
        let after = WithOne::new(past, self.key(position));
        if let Some(outcome) = self.end(&next, &after) {
            let mut event = Dict::new();
            event.insert("kind".into(), "end".into());
            if let Some((id, _)) = self.settled(&next) {
                event.insert("board".into(), id.letter().to_string().into());
            }
            if let Value::Object(outcome) = outcome.describe(&self.seat_names()) {
                event.extend(outcome);
            }
            out.push(event.into());
            return out;
        }
        let (before, now) = (self.live(position), self.live(&next));
        let opponent = seat_of(id, !board.turn());
        if !now.contains(opponent) {
            out.push(json!({
                "kind": if next.board(id).is_check() { "frozen" } else { "waiting" },
                "board": id.letter().to_string(),
                "seat": name(opponent),
            }));
        }
        let across = seat_of(id.other(), position.board(id.other()).turn());
        if now.contains(across) && !before.contains(across) {
            out.push(json!({
                "kind": "freed",
                "board": id.other().letter().to_string(),
                "seat": name(across),
            }));
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
