//! Simultaneous phantom tic-tac-toe: a small game with two live seats that hides
//! something, to prove that the contract holds for such games.
//!
//! In each round both seats secretly name a cell. Once both have, the cells that
//! are free get their marks; a seat that named an occupied cell is told so and
//! gets nothing. If both named the same free cell, `x` has it in odd rounds and
//! `o` in even ones, and the other is told that it is occupied. Three in a line
//! win, for both at once it is a draw, as it is when the board is full.
//!
//! A seat knows its own marks, the cells that it found occupied, and what it has
//! named in this round.

use serde::{Deserialize, Serialize};

use super::faulty::Faulty;
use contract::bot::{self, Bot, Decision, Limits};
use contract::error::{Error, Result, quoted};
use contract::game::{
    Flow, Game, GameEvent, GameInfo, Hidden, MoveContext, Outcome, Seat, SeatEvent, Seats, View,
    canonical_only,
};
use contract::history::PositionHistory;
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options};
use contract::state::{Observation, State};
use contract::value::{Dict, Named as ByName};

const CELLS: u8 = 9;
const FULL: u16 = (1 << CELLS) - 1;
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const MARKS: [char; 2] = ['X', 'O'];
const NAMES: [&str; 2] = ["x", "o"];

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Phantom {
    /// True if a seat may name a cell in which it has found the opponent's mark.
    stubborn: bool,
}

/// The whole board, which no seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [u16; 2],
    found: [u16; 2],
    named: [Option<u8>; 2],
    round: u8,
}

/// A seat names a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    seat: Seat,
    cell: u8,
}

/// Message to a seat at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    cell: u8,
    placed: bool,
}

/// Information of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    seat: Seat,
    own: u16,
    found: u16,
    named: Option<u8>,
    told: Vec<Told>,
    outcome: Option<Outcome>,
    stubborn: bool,
}

const fn other(seat: usize) -> usize {
    1 - seat
}

fn cell_text(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
}

fn cell_from(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [f @ b'a'..=b'c', r @ b'1'..=b'3'] => Some((r - b'1') * 3 + (f - b'a')),
        _ => None,
    }
}

fn won(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

fn grid(at: impl Fn(u8) -> char) -> String {
    let row = |r: u8| (0..3).map(|f| at(r * 3 + f)).collect::<String>();
    format!("{}\n{}\n{}\n", row(2), row(1), row(0))
}

/// The cells that a seat may name, knowing what it knows.
fn open(own: u16, found: u16, stubborn: bool) -> impl Iterator<Item = u8> {
    let closed = if stubborn { own } else { own | found };
    (0..CELLS).filter(move |c| closed & (1 << c) == 0)
}

impl Game for Phantom {
    type Position = Position;
    type Action = Named;
    type Record = [Option<Told>; 2];
    type View = Known;
    type Description = Marks;
    type Event = CellEvent;

    const INFO: GameInfo = GameInfo {
        name: "phantom-tic-tac-toe",
        summary: "tic-tac-toe in which both name a cell at once and see only their own",
        seats: (2, 2),
        hidden: Hidden::Always,
        options: &[OptionSpec {
            name: "stubborn",
            kind: OptionKind::Flag { default: false },
            doc: "whether a seat may name a cell again that it found occupied",
        }],
        styles: &["cells"],
        bots: &["faulty-throws", "faulty-silent", "faulty-illegal"],
    };

    fn new(options: &Options) -> Result<Self> {
        Ok(Self {
            stubborn: options.flag("stubborn")?,
        })
    }

    fn seat_names(&self) -> Vec<String> {
        NAMES.map(String::from).to_vec()
    }

    fn start(&self) -> Result<Position> {
        Ok(Position {
            marks: [0; 2],
            found: [0; 2],
            named: [None; 2],
            round: 1,
        })
    }

    /// `BOARD/FOUND_X/FOUND_O/NAMED/ROUND`: nine cells from a1 on, twice nine for
    /// what each found, what each has named in this round (1 to 9 or `-`), the round.
    fn parse(&self, text: &str) -> Result<Position> {
        let wrong = |field: &str| Error::invalid_notation(format!("{field}: in {}", quoted(text)));
        let fields: Vec<_> = text.split('/').collect();
        let [board, found_x, found_o, named, round] = fields[..] else {
            return Err(wrong("not five fields"));
        };
        let cells = |field: &str, name: &str, mark: char, also: char| -> Result<u16> {
            if field.chars().count() != usize::from(CELLS) {
                return Err(wrong(name));
            }
            field
                .chars()
                .enumerate()
                .try_fold(0, |set, (i, c)| match c {
                    c if c == mark => Ok(set | 1 << i),
                    c if c == also || c == '.' => Ok(set),
                    _ => Err(wrong(name)),
                })
        };
        let marks = [
            cells(board, "board", 'X', 'O')?,
            cells(board, "board", 'O', 'X')?,
        ];
        let found = [
            cells(found_x, "found by x", '*', '.')?,
            cells(found_o, "found by o", '*', '.')?,
        ];
        if found[0] & !marks[1] != 0 || found[1] & !marks[0] != 0 {
            return Err(wrong("found, but not there"));
        }
        let name = |c: char| match c {
            '-' => Ok(None),
            '1'..='9' => Ok(Some(c as u8 - b'1')),
            _ => Err(wrong("named")),
        };
        let mut named_chars = named.chars();
        let named = match (named_chars.next(), named_chars.next(), named_chars.next()) {
            (Some(x), Some(o), None) => [name(x)?, name(o)?],
            _ => return Err(wrong("named")),
        };
        if named.iter().all(Option::is_some) {
            return Err(wrong("named by both, so the round is over"));
        }
        for seat in 0..2 {
            let open = |c| open(marks[seat], found[seat], self.stubborn).any(|o| o == c);
            if named[seat].is_some_and(|c| !open(c)) {
                return Err(wrong("named, but known to be occupied"));
            }
        }
        let round = round
            .parse()
            .ok()
            .filter(|r| *r > 0)
            .ok_or_else(|| wrong("round"))?;
        Ok(Position {
            marks,
            found,
            named,
            round,
        })
    }

    fn notation(&self, p: &Position) -> String {
        let cells = |at: &dyn Fn(u16) -> char| (0..CELLS).map(|c| at(1 << c)).collect::<String>();
        let board = cells(
            &|bit| match (p.marks[0] & bit != 0, p.marks[1] & bit != 0) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '.',
            },
        );
        let found =
            [0, 1].map(|s: usize| cells(&|bit| if p.found[s] & bit != 0 { '*' } else { '.' }));
        let named: String = p
            .named
            .iter()
            .map(|n| n.map_or('-', |c| char::from(b'1' + c)))
            .collect();
        format!("{board}/{}/{}/{named}/{}", found[0], found[1], p.round)
    }

    fn key(&self, p: &Position) -> u64 {
        let bits = [p.marks[0], p.marks[1], p.found[0], p.found[1]];
        let mut key = bits.iter().fold(0, |key, b| key << CELLS | u64::from(*b));
        for named in p.named {
            key = key << 4 | u64::from(named.unwrap_or(15));
        }
        (key << 8 | u64::from(p.round)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn live(&self, p: &Position) -> Seats {
        (0..2)
            .filter(|s| p.named[usize::from(*s)].is_none())
            .map(Seat)
            .collect()
    }

    fn actor(&self, _: &Position, action: &Named) -> Seat {
        action.seat
    }

    fn legal(
        &self,
        p: &Position,
        _: &dyn PositionHistory,
        mut visit: impl FnMut(Named) -> Flow,
    ) -> Flow {
        if over(p).is_some() {
            return Flow::Continue(());
        }
        for seat in self.live(p).iter() {
            let i = seat.index();
            for cell in open(p.marks[i], p.found[i], self.stubborn) {
                visit(Named { seat, cell })?;
            }
        }
        Flow::Continue(())
    }

    // The list does not depend on anything hidden, nor then may the reason.
    fn play(&self, p: &Position, action: &Named) -> (Position, Self::Record) {
        let mut next = *p;
        let mut told = [None; 2];
        next.named[action.seat.index() & 1] = Some(action.cell);
        if let [Some(x), Some(o)] = next.named {
            let cells = [x, o];
            let first = usize::from(p.round.is_multiple_of(2));
            // Marks of this round are made one after the other, so that the second
            // finds the first one's cell occupied.
            for seat in [first, other(first)] {
                let bit = 1 << cells[seat];
                let placed = (next.marks[0] | next.marks[1]) & bit == 0;
                if placed {
                    next.marks[seat] |= bit;
                } else {
                    next.found[seat] |= bit;
                }
                told[seat] = Some(Told {
                    cell: cells[seat],
                    placed,
                });
            }
            next.named = [None; 2];
            next.round = p.round.saturating_add(1);
        }
        (next, told)
    }

    fn outcome(&self, p: &Position, _: &dyn PositionHistory) -> Option<Outcome> {
        over(p)
    }

    fn text(&self, action: &Named) -> String {
        format!(
            "{}:{}",
            NAMES[action.seat.index() & 1],
            cell_text(action.cell)
        )
    }

    fn read(
        &self,
        p: &Position,
        _: &dyn PositionHistory,
        seat: Option<Seat>,
        text: &str,
        style: &str,
    ) -> Result<Named> {
        canonical_only::<Self>(style)?;
        let wrong = || Error::invalid_notation(format!("{} is no move like x:b2", quoted(text)));
        let (said, cell) = match text.split_once(':') {
            Some((name, cell)) => {
                let seat = NAMES.iter().position(|n| *n == name).ok_or_else(wrong)?;
                (Some(Seat(seat as u8)), cell)
            }
            None => (None, text),
        };
        let cell = cell_from(cell).ok_or_else(wrong)?;
        let seat = said.or(seat).or(self.live(p).single()).ok_or_else(|| {
            Error::invalid_notation("both seats may move, so name one, as in x:b2")
        })?;
        Ok(Named { seat, cell })
    }

    fn action_count(&self) -> Option<u32> {
        Some(2 * u32::from(CELLS))
    }

    fn action_id(&self, action: &Named) -> u32 {
        u32::from(action.seat.0) * u32::from(CELLS) + u32::from(action.cell)
    }

    fn action_from_id(&self, _: &Position, id: u32) -> Option<Named> {
        let cells = u32::from(CELLS);
        (id < 2 * cells).then(|| Named {
            seat: Seat((id / cells) as u8),
            cell: (id % cells) as u8,
        })
    }

    fn action_text(&self, id: u32) -> Option<String> {
        let cells = u32::from(CELLS);
        let seat = NAMES.get((id / cells) as usize)?;
        Some(format!("{seat}:{}", cell_text((id % cells) as u8)))
    }

    fn describe(&self, p: &Position, _: &dyn PositionHistory) -> Marks {
        let marks = NAMES.iter().zip(p.marks);
        let marks = marks.map(|(name, marks)| (format!("marks_{name}"), cells_of(marks)));
        Marks {
            round: p.round,
            marks: ByName(marks.collect()),
        }
    }

    // Each seat hears of its own attempt at once, and at the end of the round what
    // came of it; that the round is over tells it that the other has named a cell.
    fn events_for(&self, made: &MoveContext<'_, Self>, to: Seat) -> Vec<SeatEvent<CellEvent>> {
        let named = (made.action.seat == to).then(|| CellEvent::Named {
            cell: cell_text(made.action.cell),
        });
        let told = made.record.get(to.index()).copied().flatten();
        let told = told.map(|told| CellEvent::Told {
            cell: cell_text(told.cell),
            placed: told.placed,
        });
        named.into_iter().chain(told).map(SeatEvent::Game).collect()
    }

    fn draw(&self, p: &Position) -> String {
        grid(|c| match (p.marks[0] >> c & 1, p.marks[1] >> c & 1) {
            (1, _) => MARKS[0],
            (_, 1) => MARKS[1],
            _ => '.',
        })
    }

    fn bot(name: &str, _: &Dict, _: u64) -> Result<Box<dyn Bot<Self>>> {
        match name {
            "faulty-throws" => Ok(Box::new(Faulty::Throws)),
            "faulty-silent" => Ok(Box::new(Faulty::Silent)),
            "faulty-illegal" => Ok(Box::new(Illegal)),
            _ => Err(bot::unknown::<Self>(name)),
        }
    }

    fn view(&self, state: &State<Self>, seat: Seat) -> Known {
        let (p, i) = (state.position(), seat.index() & 1);
        Known {
            seat,
            own: p.marks[i],
            found: p.found[i],
            named: p.named[i],
            told: state
                .history()
                .forwards()
                .filter_map(|e| e.record[i])
                .collect(),
            outcome: state.outcome(),
            stubborn: self.stubborn,
        }
    }
}

/// A bot that would move for the other seat.
struct Illegal;

impl Bot<Phantom> for Illegal {
    fn decide(
        &mut self,
        observation: &Observation<Phantom>,
        _: &Limits,
        _: &Control,
    ) -> Result<Decision<Named>> {
        let seat = Seat(1 - (observation.seat().0 & 1));
        Ok(Decision::plain(Named { seat, cell: 0 }))
    }
}

fn cells_of(set: u16) -> Vec<String> {
    (0..CELLS)
        .filter(|c| set >> c & 1 == 1)
        .map(cell_text)
        .collect()
}

fn over(p: &Position) -> Option<Outcome> {
    const LINE: &str = "three_in_a_line";
    match p.marks.map(won) {
        [true, true] => Some(Outcome::draw(LINE)),
        [true, false] => Some(Outcome::win(Seats::only(Seat(0)), LINE)),
        [false, true] => Some(Outcome::win(Seats::only(Seat(1)), LINE)),
        _ if p.marks[0] | p.marks[1] == FULL => Some(Outcome::draw("board_full")),
        // A seat that knows every cell to be taken could name none.
        _ => None,
    }
}

/// The whole board, for whoever may see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marks {
    /// The number of the round.
    round: u8,
    /// The cells of each seat.
    #[serde(flatten)]
    marks: ByName<Vec<String>>,
}

/// The cells that a seat knows of.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownCells {
    /// Its own.
    own: Vec<String>,
    /// Those that it found occupied.
    found: Vec<String>,
    /// The one that it has named in this round.
    named: Option<String>,
    /// The answers to those of earlier rounds.
    told: Vec<ToldCell>,
}

/// The answer to a cell that was named.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ToldCell {
    cell: String,
    placed: bool,
}

/// Something that one seat is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CellEvent {
    /// It has named a cell.
    Named {
        /// The cell.
        cell: String,
    },
    /// The answer, at the end of the round.
    Told {
        /// The cell.
        cell: String,
        /// True if the seat has got the cell.
        placed: bool,
    },
}

impl GameEvent for CellEvent {
    fn ends_game(&self) -> bool {
        false
    }
}

impl View<Phantom> for Known {
    type Description = KnownCells;
    type AtTable = KnownCells;

    fn text(&self, _: &Phantom) -> String {
        let named = self.named.map_or("-".into(), cell_text);
        let told: Vec<_> = self
            .told
            .iter()
            .map(|t| format!("{}{}", cell_text(t.cell), if t.placed { '+' } else { '*' }))
            .collect();
        format!(
            "{} {} {named} {}",
            NAMES[self.seat.index() & 1],
            grid(|c| self.cell(c)).replace('\n', ""),
            if told.is_empty() {
                "-".into()
            } else {
                told.join(",")
            }
        )
    }

    fn may_act(&self, _: &Phantom) -> bool {
        self.named.is_none()
    }

    fn outcome(&self, _: &Phantom) -> Option<Outcome> {
        self.outcome
    }

    fn candidates(&self, _: &Phantom, visit: &mut dyn FnMut(Named) -> Flow) -> Flow {
        if self.named.is_none() {
            for cell in open(self.own, self.found, self.stubborn) {
                visit(Named {
                    seat: self.seat,
                    cell,
                })?;
            }
        }
        Flow::Continue(())
    }

    fn describe_at_table(&self, game: &Phantom) -> KnownCells {
        self.describe(game)
    }

    fn describe(&self, _: &Phantom) -> KnownCells {
        let told = self.told.iter().map(|t| ToldCell {
            cell: cell_text(t.cell),
            placed: t.placed,
        });
        KnownCells {
            own: cells_of(self.own),
            found: cells_of(self.found),
            named: self.named.map(cell_text),
            told: told.collect(),
        }
    }

    fn draw(&self, _: &Phantom) -> String {
        grid(|c| self.cell(c))
    }
}

impl Known {
    fn cell(&self, cell: u8) -> char {
        match (self.own >> cell & 1, self.found >> cell & 1) {
            (1, _) => MARKS[self.seat.index() & 1],
            (_, 1) => '*',
            _ => '.',
        }
    }
}
