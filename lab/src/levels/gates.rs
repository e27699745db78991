//! Gates of the levels: what each must do to look like a person.

use std::sync::Arc;

use boardwright::arena::tournament::{Occasion, TournamentSettings};
use boardwright::arena::{Estimate, Guests};
use boardwright::bots::{Bot, Limits, make_searching};
use boardwright::chess::{Board, Chess, Move, MoveKind, OneBoard, Piece, Square, Variant};
use boardwright::error::{Error, Result};
use boardwright::game::{Game as _, Seat};
use boardwright::jobs::Control;
use boardwright::rng::Rng;
use boardwright::search::{Engine, Searched as _};
use boardwright::state::{Rules, State};
use boardwright::value::Dict;
use serde_json::json;

use crate::net::selfplay::opening;

/// Positions that are searched to know what should be played.
const REFEREE_NODES: u64 = 30_000;
/// Lines among which the referee looks for a move that does not take back.
const REFEREE_LINES: u32 = 8;
/// By so many centipawns to take back must be better than everything else.
const MARGIN: i32 = 100;
/// Plies after which a game counts as not won.
const PLY_LIMIT: usize = 300;
/// Random plies that begin a game.
const OPENING: u32 = 8;
/// Positions that no level ever looks at: each ends by its own number.
const UNREACHED: u64 = 100_000_000;

/// Number of cases, and of those that were as they should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Cases.
    pub(crate) cases: u64,
    /// Of these as they should be.
    pub(crate) right: u64,
}

impl Count {
    pub(crate) fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.right += other.right;
    }

    /// The share, in hundredths.
    pub(crate) fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.cases.max(1) as f64
    }
}

fn level<V: Variant>(strength: i32, seed: u64) -> Result<Box<dyn Bot<OneBoard<V>>>> {
    let options = json!({ "strength": strength });
    let options = options.as_object().cloned().unwrap_or_default();
    make_searching("search", &options, seed)
}

fn decide<V: Variant>(
    bot: &mut dyn Bot<OneBoard<V>>,
    state: &State<OneBoard<V>>,
    control: &Control,
) -> Result<Move> {
    let limits = Limits {
        nodes: Some(UNREACHED),
        ..Limits::default()
    };
    let seat = state.game().to_move(state.position());
    Ok(bot.decide(&state.observe(seat), &limits, control)?.action)
}

/// Returns true if a game is over, or a player can claim a draw.
fn is_over<V: Variant>(state: &State<OneBoard<V>>) -> bool {
    let claimable = || state.game().claimable(state.position(), state.history());
    state.outcome().is_some() || claimable().is_some()
}

const fn worth(piece: Piece) -> u32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 100,
    }
}

/// The square on which a move takes a piece that is worth as much as the one that takes.
fn even_trade(board: &Board, mv: Move) -> Option<Square> {
    let taken = board.captured_by(mv)?;
    let (_, taking) = board.colored_piece_at(mv.from())?;
    (mv.kind() == MoveKind::Normal && worth(taken.piece) == worth(taking)).then(|| mv.to())
}

/// Plays a game of a level against itself, and counts how often it takes back in an even trade
/// where a referee, the search without handicap, does so because all else is worse.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn trades<V: Variant>(
    rules: &Arc<Rules<OneBoard<V>>>,
    strength: i32,
    seed: u64,
    control: &Control,
) -> Result<Count> {
    let mut bot = level::<V>(strength, seed)?;
    let mut referee = Engine::new(1);
    let (mut state, _) = opening(rules, OPENING, &mut Rng::derived(&[seed, 0x7ade]))?;
    let (mut count, mut trade) = (Count::default(), None);
    for _ in 0..PLY_LIMIT {
        if is_over(&state) {
            break;
        }
        let mv = decide(bot.as_mut(), &state, control)?;
        if let Some(square) = trade
            && should_take_back(&mut referee, &state, square, control)?
        {
            count.add(Count {
                cases: 1,
                right: u64::from(mv.to() == square),
            });
        }
        trade = even_trade(state.position(), mv);
        state = state.play_unchecked(&mv);
    }
    Ok(count)
}

/// Returns true if it is best to take on a square, and everything else is much worse.
fn should_take_back<V: Variant>(
    referee: &mut Engine<OneBoard<V>>,
    state: &State<OneBoard<V>>,
    square: Square,
    control: &Control,
) -> Result<bool> {
    let limits = Limits {
        nodes: Some(REFEREE_NODES),
        lines: Some(REFEREE_LINES),
        ..Limits::default()
    };
    let seat = state.game().to_move(state.position());
    referee.clear();
    let lines = referee
        .think(state, seat, &limits, control, &mut |_| {})?
        .lines;
    if lines.len() < 2 || lines[0].moves[0].to() != square {
        return Ok(false);
    }
    let other = lines.iter().find(|line| line.moves[0].to() != square);
    Ok(other.is_some_and(|other| lines[0].value - other.value >= MARGIN))
}

/// Plays a game with a piece and the king against a bare king, both by a level, from a random
/// position in which the piece is to move. Won is right.
///
/// # Errors
///
/// `cancelled`.
pub(crate) fn ending(
    rules: &Arc<Rules<Chess>>,
    piece: char,
    strength: i32,
    seed: u64,
    control: &Control,
) -> Result<Count> {
    let mut bots = [level(strength, seed)?, level(strength, seed ^ 1)?];
    let mut state = lone_king(rules, piece, seed)?;
    for _ in 0..PLY_LIMIT {
        if is_over(&state) {
            break;
        }
        let seat = state.game().to_move(state.position());
        let mv = decide(bots[seat.index()].as_mut(), &state, control)?;
        state = state.play_unchecked(&mv);
    }
    let won = (state.outcome()).is_some_and(|outcome| outcome.winners.contains(Seat(0)));
    Ok(Count {
        cases: 1,
        right: u64::from(won),
    })
}

/// A random position of a king and a piece against a king, White to move.
fn lone_king(rules: &Arc<Rules<Chess>>, piece: char, seed: u64) -> Result<State<Chess>> {
    let mut rng = Rng::derived(&[seed, 0xe0d]);
    // Nearly half of all placements are positions.
    for _ in 0..1000 {
        let mut board = [['1'; 8]; 8];
        for man in ['K', piece, 'k'] {
            board[rng.below(8) as usize][rng.below(8) as usize] = man;
        }
        let ranks = board.map(|rank| rank.iter().collect::<String>());
        let fen = format!("{} w - - 0 1", compact(&ranks.join("/")));
        if let Ok(position) = rules.game().parse(&fen) {
            let state = State::at(rules, position);
            if !is_over(&state) {
                return Ok(state);
            }
        }
    }
    Err(Error::internal("no placement of three men is a position"))
}

/// Writes empty squares of FEN as one number.
fn compact(fen: &str) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for c in fen.chars().chain(['\n']) {
        if c == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out += &empty.to_string();
            empty = 0;
        }
        if c != '\n' {
            out.push(c);
        }
    }
    out
}

/// Plays a level against the one below.
///
/// # Errors
///
/// Those of a tournament.
pub(crate) fn neighbours(
    game: &str,
    [upper, lower]: [i32; 2],
    games: u64,
    seed: u64,
    threads: usize,
    control: &Control,
) -> Result<Option<Estimate>> {
    let player = |strength| format!("search(strength={strength})");
    // Many random plies decide a game of Jarls by themselves.
    let opening = if game == "jarls" { 2 } else { OPENING };
    let given = json!({
        "game": game, "players": [player(upper), player(lower)], "games": games, "seed": seed,
        "limits": { "nodes": UNREACHED }, "concurrency": threads, "opening_plies": opening,
    });
    let given: Dict = given.as_object().cloned().unwrap_or_default();
    let settings = TournamentSettings::of(Occasion::Match, given)?;
    let told = Box::new(|_| std::ops::ControlFlow::Continue(()));
    let report = settings.play(&Guests::default(), Box::new(|_| {}), told, control)?;
    Ok(report.table.estimate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_trades_are_of_pieces_of_one_worth() {
        let rules = Rules::<Chess>::new(&Dict::new()).unwrap();
        let fen = "4k3/8/2n5/3p1r2/4P1B1/8/8/R3K3 w - - 0 1";
        let state = State::at(&rules, rules.game().parse(fen).unwrap());
        let moves = state.legal(None);
        let trade = |uci: &str| {
            let mv = moves.iter().find(|mv| mv.to_string() == uci).unwrap();
            even_trade(state.position(), *mv).map(|square| square.to_string())
        };
        assert_eq!(trade("e4d5").as_deref(), Some("d5"));
        assert_eq!(trade("e4f5"), None);
        assert_eq!(trade("g4f5"), None);
        assert_eq!(trade("a1a2"), None);
    }

    #[test]
    fn lone_kings_stand_anywhere() {
        let rules = Rules::<Chess>::new(&Dict::new()).unwrap();
        let places: std::collections::BTreeSet<_> = (0..50)
            .map(|seed| lone_king(&rules, 'R', seed).unwrap().notation())
            .collect();
        assert!(places.len() > 45);
        assert!(places.iter().all(|fen| fen.ends_with(" w - - 0 1")));
    }

    #[test]
    fn a_strong_level_takes_back_and_mates() {
        let rules = Rules::<Chess>::new(&Dict::new()).unwrap();
        let control = Control::new(None);
        let mut taken = Count::default();
        for seed in 0..3 {
            taken.add(trades(&rules, 1500, seed, &control).unwrap());
        }
        assert!(taken.cases > 3 && taken.percent() > 90.0, "{taken:?}");
        let won = ending(&rules, 'Q', 1700, 1, &control).unwrap();
        assert_eq!(won, Count { cases: 1, right: 1 });
    }
}
