//! BPGN: PGN of two boards.
//!
//! Before each move stands its number with the letter of its board, a capital for
//! White: `1A. d4{179.9} 1a. d5{180.0} 1B. e4{179.5}`; the order of the text is the
//! order of play, and after each move its clock in seconds. The comment before the
//! result says how the game ended, by the name of a player or of a seat. Where
//! there is one it decides who won: the result itself speaks only for the board
//! that ended, and nothing says which that was. Without a comment the last
//! position decides if it has ended the game, and otherwise the result is taken
//! to be that of board A.
//!
//! Reading is the streaming of [`pgn`](records), with its treatment of damaged
//! games. The format is that of the archives of bughouse-db.org, which is described
//! in no standard.

use std::io::Read;
use std::sync::Arc;

use super::{Action, BoardId, Bughouse, Position, SEATS, place_of, seat_of};
use chess::Color;
use contract::error::{Error, Result, quoted};
use contract::game::{Game, Outcome, Seat, Seats};
use contract::state::{Rules, State};
use contract::text::is_unseen;
use records::{GameResult, Node, ReadOptions, Reader, Record, STYLE, Tree, tag, tag_line, wrapped};

/// The tags that name the players, by seat.
pub const PLAYERS: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];

/// The options of a reader that fit archives of bughouse: a comment that is a number is a
/// clock, and a game without a result is damaged.
#[must_use]
pub fn options() -> ReadOptions {
    ReadOptions {
        bare_clocks: true,
        require_result: true,
        ..ReadOptions::default()
    }
}

/// Reads games of two boards, as [`records::games`] does.
pub fn games<R: Read>(
    rules: &Arc<Rules<Bughouse>>,
    input: R,
    options: ReadOptions,
) -> Reader<Bughouse, R> {
    records::games(rules, input, options)
}

/// The seat and the text of a move after its number, which says on which board and of which
/// side it is.
pub(crate) fn numbered(
    position: &Position,
    number: Option<&str>,
    text: &str,
) -> Result<(Seat, String)> {
    let seat = number.and_then(seat_of_number).ok_or_else(|| {
        Error::invalid_notation(match number {
            None => "no number says on which board".to_owned(),
            Some(number) => format!("{} is no number with a board, as 1A is", quoted(number)),
        })
    })?;
    let (board, color) = place_of(seat);
    if position.board(board).turn() != color {
        return Err(Error::not_your_turn(format!(
            "it is not the turn of {}",
            SEATS[seat.index()]
        )));
    }
    Ok((seat, format!("{}:{text}", board.letter())))
}

/// The number of the next move of a board with the board's letter, as `1A`.
pub(crate) fn number(position: &Position, id: BoardId) -> String {
    let board = position.board(id);
    let letter = match board.turn() {
        Color::White => id.letter(),
        Color::Black => id.letter().to_ascii_lowercase(),
    };
    format!("{}{letter}", board.fullmove())
}

fn seat_of_number(number: &str) -> Option<Seat> {
    let letter = number.trim_start_matches(|c: char| c.is_ascii_digit());
    Some(match letter {
        "A" => seat_of(BoardId::A, Color::White),
        "a" => seat_of(BoardId::A, Color::Black),
        "B" => seat_of(BoardId::B, Color::White),
        "b" => seat_of(BoardId::B, Color::Black),
        _ => return None,
    })
}

/// Ending of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat lost, and its team with it.
    Lost {
        /// The seat.
        by: Seat,
        /// Why, as in [`Outcome::reason`].
        reason: &'static str,
    },
    /// A seat's team won; which of the others lost is not known.
    Won {
        /// The seat.
        by: Seat,
        /// Why, as in [`Outcome::reason`].
        reason: &'static str,
    },
    /// Nobody won.
    Drawn {
        /// Why.
        reason: &'static str,
    },
    /// It is not over, or nothing is known.
    Open,
}

/// Words in the closing comment, and what they stand for; those further up go
/// before those further down.
const LOSSES: &[(&str, &str)] = &[
    ("checkmate", "checkmate"),
    ("king taken", "king_taken"),
    ("stalemate", "stalemate"),
    ("resign", "resigned"),
    ("disconnect", "abandoned"),
    ("time", "timeout"),
    ("forfeit", "forfeited"),
    ("loses", "lost"),
    ("lost", "lost"),
];

const DRAWS: &[(&str, &str)] = &[
    ("agree", "draw_agreed"),
    ("repetition", "threefold_repetition"),
    ("time", "timeout"),
    ("stalemate", "stalemate"),
    ("deadlock", "deadlock"),
    ("draw", "drawn"),
];

impl Ending {
    /// Of a game that ended on the boards.
    #[must_use]
    pub fn of(state: &State<Bughouse>) -> Self {
        let Some(outcome) = state.outcome() else {
            return Self::Open;
        };
        let reason = outcome.reason;
        match state.game().decided(state.position()) {
            _ if outcome.is_draw() => Self::Drawn { reason },
            Some((board, _)) => Self::Lost {
                by: seat_of(board, state.position().board(board).turn()),
                reason,
            },
            None => outcome
                .winners
                .iter()
                .next()
                .map_or(Self::Open, |by| Self::Won { by, reason }),
        }
    }

    /// Returns the outcome for the seats; `None` for an open ending.
    #[must_use]
    pub fn outcome(self, game: &Bughouse) -> Option<Outcome> {
        let all = Seats::first(SEATS.len());
        match self {
            Self::Open => None,
            Self::Drawn { reason } => Some(Outcome::draw(reason)),
            Self::Won { by, reason } => Some(Outcome::win(game.team(by), reason)),
            Self::Lost { by, reason } => {
                let losers = game.team(by);
                let winners = all.iter().filter(|s| !losers.contains(*s)).collect();
                Some(Outcome::win(winners, reason))
            }
        }
    }

    /// The result of the board that ended.
    const fn result(self) -> GameResult {
        match self {
            Self::Open => GameResult::Unknown,
            Self::Drawn { .. } => GameResult::Draw,
            Self::Lost { by, .. } if by.0 % 2 == 0 => GameResult::SecondWins,
            Self::Won { by, .. } if by.0 % 2 == 1 => GameResult::SecondWins,
            _ => GameResult::FirstWins,
        }
    }

    /// The closing comment.
    fn comment(self, tags: &[(String, String)]) -> Option<String> {
        let name = |seat: Seat| {
            let unique = |name: &&str| {
                !name.is_empty()
                    && PLAYERS.iter().filter(|p| tag(tags, p) == Some(*name)).count() == 1
                    // A name must be found again at the beginning of the comment.
                    && !name.starts_with("Game ")
                    && !name.contains(['{', '}'])
                    && name.split_whitespace().collect::<Vec<_>>().join(" ") == **name
                    && !name.contains(is_unseen)
                    && (0..SEATS.len()).all(|other| {
                        other == seat.index()
                            || tag(tags, PLAYERS[other]).is_none_or(|o| !o.starts_with(name))
                                && !SEATS[other].starts_with(name)
                    })
            };
            tag(tags, PLAYERS[seat.index()])
                .filter(unique)
                .unwrap_or(SEATS[seat.index()])
                .to_owned()
        };
        let words = |reason: &str| reason.replace('_', " ");
        match self {
            Self::Open => None,
            Self::Drawn { reason } => Some(match reason {
                "draw_agreed" => "Game drawn by mutual agreement".into(),
                "timeout" => "Game drawn because both teams ran out of time".into(),
                _ => format!("Game drawn by {}", words(reason)),
            }),
            Self::Lost { by, reason } => {
                let name = name(by);
                Some(match reason {
                    "checkmate" => format!("{name} checkmated"),
                    "stalemate" => format!("{name} stalemated"),
                    "resigned" => format!("{name} resigns"),
                    "timeout" => format!("{name} forfeits on time"),
                    "abandoned" => format!("{name} forfeits by disconnection"),
                    _ => format!("{name} loses: {}", words(reason)),
                })
            }
            Self::Won { by, reason } => Some(format!("{} won: {}", name(by), words(reason))),
        }
    }

    /// Reads a closing comment; `None` where it mentions no end.
    fn read(comment: &str, tags: &[(String, String)]) -> Option<Self> {
        let lower = comment.to_ascii_lowercase();
        let find = |table: &[(&str, &'static str)], text: &str| {
            table
                .iter()
                .find(|(w, _)| text.contains(w))
                .map(|(_, r)| *r)
        };
        // The longest name that the comment begins with; players go before seats.
        let named = (0..4)
            .flat_map(|i| {
                let player = tag(tags, PLAYERS[i]).filter(|n| !n.is_empty() && *n != "?");
                [player, Some(SEATS[i])].map(|name| (i, name))
            })
            .filter_map(|(i, name)| {
                let rest = comment.strip_prefix(name?)?;
                rest.starts_with([' ', '\''])
                    .then(|| (name.map_or(0, str::len), i, rest.to_ascii_lowercase()))
            })
            .max_by_key(|(length, ..)| *length);
        if let Some((_, i, rest)) = named {
            let by = Seat(i as u8);
            // Partners win and lose together.
            if rest.contains(" won") || rest.contains(" wins") {
                let reason = find(LOSSES, &rest).unwrap_or("won");
                return Some(Self::Won { by, reason });
            }
            if let Some(reason) = find(LOSSES, &rest) {
                return Some(Self::Lost { by, reason });
            }
        }
        let drawn = lower.contains("draw") || lower.contains("both");
        drawn
            .then(|| find(DRAWS, &lower))
            .flatten()
            .map(|reason| Self::Drawn { reason })
    }
}

/// A move of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub action: Action,
    /// Time on its clock after it, in milliseconds.
    pub clock: Option<u64>,
}

/// A record of a game that was played.
#[must_use]
pub fn record(
    start: State<Bughouse>,
    plies: &[Ply],
    tags: Vec<(String, String)>,
    ending: Ending,
) -> Record<Bughouse> {
    let mut moves = Tree::default();
    let mut at = None;
    for ply in plies {
        let mut node = Node::new(ply.seat, ply.action);
        node.notes.clock = ply.clock;
        at = Some(moves.push(at, node));
    }
    if let Some(comment) = ending.comment(&tags) {
        match at {
            Some(at) => moves.node_mut(at).after.push(comment),
            None => moves.comments.push(comment),
        }
    }
    Record {
        line: 0,
        result: Some(ending.result()),
        tags,
        start,
        moves,
    }
}

/// The record of a game on two boards.
pub trait BughouseRecord {
    /// Returns the ending, as far as it can be known; see the module.
    #[must_use]
    fn ending(&self) -> Ending;

    /// The record as BPGN, an empty line at its end. Tags that follow from the
    /// record (`Result`, `Variant`, `SetUp`, `FEN`, `PlyCount`) are written as they
    /// are, whatever `tags` say.
    ///
    /// # Errors
    ///
    /// Those of a move that cannot be replayed.
    fn bpgn(&self) -> Result<String>;
}

impl BughouseRecord for Record<Bughouse> {
    fn ending(&self) -> Ending {
        let told = self
            .moves
            .closing()
            .and_then(|closing| Ending::read(closing, &self.tags));
        if let Some(told) = told {
            return told;
        }
        let won = |seat: u8| Ending::Won {
            by: Seat(seat),
            reason: "unknown",
        };
        match (Ending::of(&self.last()), self.result) {
            (Ending::Open, Some(GameResult::FirstWins)) => won(0),
            (Ending::Open, Some(GameResult::SecondWins)) => won(1),
            (Ending::Open, Some(GameResult::Draw)) => Ending::Drawn { reason: "unknown" },
            (ending, _) => ending,
        }
    }

    fn bpgn(&self) -> Result<String> {
        const OWN: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "PlyCount"];
        let mut out = String::new();
        for (name, value) in self.tags.iter().filter(|(n, _)| !OWN.contains(&n.as_str())) {
            out.push_str(&tag_line(name, value));
        }
        let result = self.result.unwrap_or(GameResult::Unknown).text();
        out.push_str(&tag_line("Result", result));
        out.push_str(&tag_line("Variant", Bughouse::INFO.name));
        let start = self.start.notation();
        if State::start(self.start.rules())?.notation() != start {
            out.push_str(&tag_line("SetUp", "1"));
            out.push_str(&tag_line("FEN", &start));
        }
        let plies = self.moves.main_line().count();
        out.push_str(&tag_line("PlyCount", &plies.to_string()));
        out.push('\n');
        let mut words = Vec::with_capacity(2 * plies + 2);
        let mut state = self.start.clone();
        for ply in self.moves.main_line() {
            let id = ply.action.board;
            words.push(format!("{}.", number(state.position(), id)));
            let san = state.write(&ply.action, Some(STYLE))?;
            let san = san.split_once(':').map_or(san.as_str(), |(_, san)| san);
            words.push(match ply.notes.clock {
                None => san.to_owned(),
                Some(ms) => format!("{san}{{{}.{:03}}}", ms / 1000, ms % 1000),
            });
            state = state.play(&ply.action)?;
        }
        if let Some(closing) = self.moves.closing() {
            let text = format!("{{{}}}", closing.replace(['{', '}'], ""));
            words.extend(text.split_whitespace().map(str::to_owned));
        }
        words.push(result.into());
        out.push_str(&wrapped(words.iter().map(String::as_str)));
        out.push('\n');
        Ok(out)
    }
}
