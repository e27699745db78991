//! Making the situations: they are found in games of careless bots, or among boards of
//! few pieces where nothing else should matter.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use boardwright::bots::Limits;
use boardwright::bughouse::{BoardId, Bughouse, Position, SEATS, engine, seat_of};
use boardwright::chess::Color;
use boardwright::game::{Game, Seat};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::state::{Rules, State};
use boardwright::value::Dict;

use super::scan::{Expected, Rulebook, Situation};
use super::{EACH, HEADER, path};
use crate::Failure;

/// The seed of the committed file.
pub const SEED: u64 = 1;

/// Kinds of situations that are looked for in games.
const KINDS: [&str; 6] = ["need", "feed", "mate", "lost", "flag", "stall"];
/// Games until it is given up.
const GAMES: u64 = 4_000;
/// Boards of few pieces until it is given up.
const TRIES: usize = 200_000;
/// The longest game, what a move of it takes, and of a hundred how many are random.
const PLIES: usize = 160;
const NODES: u64 = 120;
const CARELESS: u32 = 20;

/// Makes the file anew, and names it.
///
/// # Errors
///
/// If the games do not have enough situations, or the file cannot be written.
pub fn make(root: &Path, seed: u64) -> Result<Vec<String>, Failure> {
    let rules = Rules::<Bughouse>::new(&Dict::new())?;
    let mut shelves: Vec<Vec<Situation>> = KINDS.map(|_| Vec::new()).to_vec();
    for game in 0..GAMES {
        if shelves.iter().all(|shelf| shelf.len() == EACH) {
            break;
        }
        look_through(&rules, &mut Rng::derived(&[seed, game]), &mut shelves)?;
    }
    shelves.push(asked(rules.game(), &mut Rng::derived(&[seed, GAMES])));
    let counts: Vec<_> = shelves.iter().map(Vec::len).collect();
    if counts.iter().any(|count| *count < EACH) {
        return Err(Failure::new(format!(
            "{counts:?} situations by kind, not {EACH} of each"
        )));
    }
    let mut text = HEADER.to_owned();
    for shelf in &shelves {
        for (number, found) in (1..).zip(shelf) {
            let position = rules.game().notation(&found.position);
            let clocks = found.clocks.map_or_else(
                || "-".to_owned(),
                |clocks| clocks.map(|ms| ms.to_string()).join(" "),
            );
            let list = |moves: &std::collections::BTreeSet<String>| {
                moves.iter().cloned().collect::<Vec<_>>().join(" ")
            };
            let expected = match &found.expected {
                Expected::Best(moves) => format!("best {}", list(moves)),
                Expected::Avoid(moves) => format!("avoid {}", list(moves)),
                Expected::Sit => "sit".to_owned(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{} {number} ; {position} ; {} ; {clocks} ; {} ; {expected}",
                found.kind,
                SEATS[found.seat.index()],
                found.message.as_deref().unwrap_or("-"),
            );
        }
    }
    let path = path(root);
    crate::write(&path, &text)?;
    let shown = path.strip_prefix(root).unwrap_or(&path);
    Ok(vec![shown.display().to_string()])
}

/// Plays a game and puts what is found on the shelves, one of a kind.
fn look_through(
    rules: &std::sync::Arc<Rules<Bughouse>>,
    rng: &mut Rng,
    shelves: &mut [Vec<Situation>],
) -> Result<(), Failure> {
    let book = Rulebook(rules.game());
    let mut bots = Vec::new();
    for _ in 0..4 {
        bots.push(engine::make("search", &Dict::new(), rng.next_u64())?);
    }
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut state = State::start(rules)?;
    let mut open: HashSet<_> = KINDS
        .into_iter()
        .zip(shelves.iter())
        .filter(|(_, shelf)| shelf.len() < EACH)
        .map(|(kind, _)| kind)
        .collect();
    for _ in 0..PLIES {
        let live: Vec<Seat> = state.live().iter().collect();
        if live.is_empty() || state.outcome().is_some() || open.is_empty() {
            break;
        }
        // Situations know no history.
        let [a, b] = BoardId::ALL.map(|id| state.position().board(id).with_counters(0, 1));
        let position = Position::new(a, b);
        for seat in &live {
            for found in book.scan(&position, *seat) {
                let shelf = KINDS.iter().position(|kind| *kind == found.kind);
                let shelf = &mut shelves[shelf.unwrap_or(0)];
                let known = shelf.iter().any(|other| other.position == found.position);
                if !known && open.remove(found.kind) {
                    shelf.push(found);
                }
            }
        }
        let seat = live[rng.below(live.len() as u32) as usize];
        let action = if rng.below(100) < CARELESS {
            let moves = state.legal(Some(seat));
            moves[rng.below(moves.len() as u32) as usize]
        } else {
            let observation = state.observe(seat);
            let bot = &mut bots[seat.index()];
            bot.decide(&observation, &limits, &Control::default())?
                .action
        };
        state = state.play(&action)?;
    }
    Ok(())
}

/// Boards on which one piece can take either of two, beside the kings; the other board
/// stands as at the start of the game.
fn asked(game: &Bughouse, rng: &mut Rng) -> Vec<Situation> {
    const TAKERS: [char; 3] = ['N', 'B', 'R'];
    const TAKEN: [char; 4] = ['p', 'n', 'b', 'r'];
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1";
    let book = Rulebook(game);
    let mut found = Vec::new();
    for try_ in 0..TRIES {
        if found.len() == EACH {
            break;
        }
        let mut pick = |from: &[char]| from[rng.below(from.len() as u32) as usize];
        let men = ['K', 'k', pick(&TAKERS), pick(&TAKEN), pick(&TAKEN)];
        let mut squares = [' '; 64];
        for man in men {
            squares[rng.below(64) as usize] = man;
        }
        let rows: Vec<String> = squares.chunks(8).map(row).collect();
        let board = format!("{}[] w - - 0 1", rows.join("/"));
        let own = [BoardId::A, BoardId::B][try_ % 2];
        let text = match own {
            BoardId::A => format!("{board} | {start}"),
            BoardId::B => format!("{start} | {board}"),
        };
        // Most are no positions.
        let Ok(position) = game.parse(&text) else {
            continue;
        };
        let all = book.scan(&position, seat_of(own, Color::White));
        found.extend(all.into_iter().find(|one| one.kind == "asked"));
    }
    found
}

/// A rank as notations have it.
fn row(squares: &[char]) -> String {
    let mut out = String::new();
    let mut free = 0;
    for square in squares.iter().chain(&['|']) {
        if *square == ' ' {
            free += 1;
            continue;
        }
        if free > 0 {
            out.push_str(&free.to_string());
            free = 0;
        }
        out.push(*square);
    }
    out.pop();
    out
}
