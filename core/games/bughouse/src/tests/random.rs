//! Random games of four seats with clocks: material stays, records replay.

use super::super::bpgn::{self, BughouseRecord, Ending, Ply};
use super::super::{BoardId, Bughouse, SEATS};
use super::{START, both, full, rules};
use chess::{Color, Piece};
use contract::game::{Game, Seat, Seats};
use contract::rng::Rng;
use contract::state::State;
use records::{Lines, Record};

/// Counts each piece and colour in all, a promoted one being a pawn.
fn material(state: &State<Bughouse>) -> [[u32; 6]; 2] {
    let mut sum = [[0; 6]; 2];
    for id in BoardId::ALL {
        let board = state.position().board(id);
        for square in board.occupied() {
            let (color, piece) = board.colored_piece_at(square).unwrap();
            let piece = if board.promoted().has(square) {
                Piece::Pawn
            } else {
                piece
            };
            sum[color.index()][piece.index()] += 1;
        }
        for color in Color::ALL {
            for piece in Piece::DROPPABLE {
                sum[color.index()][piece.index()] += u32::from(board.pocket(color, piece));
            }
        }
        assert_eq!(board.hash(), board.recomputed_hash());
    }
    sum
}

/// A game in which seats act when chance says so, by clocks of chance.
fn play(rng: &mut Rng) -> Record<Bughouse> {
    let start = both(START, START);
    let mut state = start.clone();
    let mut plies: Vec<Ply> = Vec::new();
    let mut clocks = [20_000 + u64::from(rng.below(60_000)); 4];
    let whole = material(&start);
    let greedy = rng.below(4);
    let ending = loop {
        assert_eq!(material(&state), whole, "{}", state.notation());
        if state.outcome().is_some() {
            break Ending::of(&state);
        }
        // Time passes for the seats on the clock; the first flag decides, and two
        // of both teams in the same instant draw.
        let running = state.on_clock();
        assert_eq!(running.len(), 2);
        let spent = u64::from(rng.below(900));
        let least = running.iter().map(|s| clocks[s.index()]).min().unwrap();
        if least <= spent {
            let fallen: Seats = running
                .iter()
                .filter(|s| clocks[s.index()] == least)
                .collect();
            let outcome = state.game().forfeited(state.position(), fallen, "timeout");
            break match fallen.iter().next() {
                Some(by) if !outcome.is_draw() => Ending::Lost {
                    by,
                    reason: "timeout",
                },
                _ => Ending::Drawn { reason: "timeout" },
            };
        }
        for seat in running.iter() {
            clocks[seat.index()] -= spent;
        }
        match rng.below(400) {
            0 => {
                break Ending::Lost {
                    by: Seat(rng.below(4) as u8),
                    reason: "resigned",
                };
            }
            1 => {
                break Ending::Drawn {
                    reason: "draw_agreed",
                };
            }
            _ => {}
        }
        // Both that are live may sit; then only time passes.
        let moves = state.legal(None);
        if moves.is_empty() || rng.below(8) == 0 {
            continue;
        }
        let mut action = moves[rng.below(moves.len() as u32) as usize];
        for _ in 0..greedy {
            let board = state.position().board(action.board);
            if board.captured_by(action.mv).is_none() {
                action = moves[rng.below(moves.len() as u32) as usize];
            }
        }
        let seat = state.game().actor(state.position(), &action);
        assert!(running.contains(seat));
        state = state.play(&action).unwrap();
        let clock = Some(clocks[seat.index()]);
        plies.push(Ply {
            seat,
            action,
            clock,
        });
    };
    let names = [
        ("WhiteA", "Ann"),
        ("BlackA", "Ann Bo"),
        ("WhiteB", "won time"),
        ("BlackB", ""),
    ];
    let mut tags = vec![("Event".to_owned(), "by \"chance\" \\".to_owned())];
    if rng.below(2) == 0 {
        tags.extend(names.map(|(n, v)| (n.to_owned(), v.to_owned())));
    }
    bpgn::record(start, &plies, tags, ending)
}

#[test]
fn random_games_replay_from_their_records() {
    let games = if full() { 10_000 } else { 300 };
    let mut rng = Rng::derived(&[0xb9]);
    let played: Vec<_> = (0..games).map(|_| play(&mut rng)).collect();
    let text: String = played.iter().map(|r| r.bpgn().unwrap()).collect();
    let mut read = bpgn::games(&rules(), Lines::new(text.lines()), bpgn::options());
    let mut reasons = std::collections::BTreeSet::new();
    for record in &played {
        let again = read.next().unwrap().unwrap();
        assert_eq!(again.last(), record.last());
        assert_eq!(again.moves, record.moves);
        assert_eq!(again.result, record.result);
        let game = record.start.game();
        let (expected, told) = (record.ending().outcome(game), again.ending().outcome(game));
        assert_eq!(told, expected, "{:?}", again.moves.closing());
        reasons.extend(told.map(|o| o.reason));
        assert_eq!(again.tag("Event"), Some("by \"chance\" \\"));
    }
    assert!(read.next().is_none());
    for reason in ["timeout", "resigned", "draw_agreed", "checkmate"] {
        assert!(reasons.contains(reason), "{reason} in {reasons:?}");
    }
    assert_eq!(SEATS.len(), 4);
}
