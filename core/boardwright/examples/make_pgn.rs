//! Writes games between random players as PGN, for measurements: with clocks, the tags of a
//! server and a mean of 60 plies and some 700 bytes a game.
//!
//! `cargo run --release -p boardwright --example make_pgn -- 100000 [SEED] [VARIANT] > games.pgn`

use std::io::{self, BufWriter, Write};

use boardwright::chess::{Chess, Crazyhouse, OneBoard, Variant};
use boardwright::game::Game;
use boardwright::history::EmptyHistory;
use boardwright::records::write::{self, Movetext};
use boardwright::records::{Annotations, GameResult};
use boardwright::rng::Rng;
use boardwright::state::{Rules, State};
use boardwright::value::Dict;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let mut number = |or: u64| args.next().map_or(Ok(or), |text| text.parse());
    let (games, seed) = (number(1000)?, number(1)?);
    let mut out = BufWriter::new(io::stdout().lock());
    match args.next().as_deref() {
        None | Some("chess") => {
            games_of(&Rules::<Chess>::new(&Dict::new())?, games, seed, &mut out)
        }
        Some("crazyhouse") => games_of(
            &Rules::<Crazyhouse>::new(&Dict::new())?,
            games,
            seed,
            &mut out,
        ),
        Some(other) => Err(format!("{other}: there are chess, crazyhouse").into()),
    }
}

fn games_of<V: Variant>(
    rules: &std::sync::Arc<Rules<OneBoard<V>>>,
    games: u64,
    seed: u64,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    for index in 0..games {
        let mut rng = Rng::derived(&[seed, index]);
        // Between 20 and 100 plies.
        let plies = 20 + rng.below(81);
        let start = State::start(rules)?;
        let game = rules.game();
        let mut board = *start.position();
        let mut text = Movetext::new(1, false);
        let mut clocks = [180_000_u64; 2];
        for ply in 0..plies {
            // A dead position ends a game that still has moves.
            if game.outcome(&board, &EmptyHistory).is_some() {
                break;
            }
            let moves = board.legal_moves(game.rules());
            let Some(count) = u32::try_from(moves.len()).ok().filter(|count| *count > 0) else {
                break;
            };
            // Captures are preferred, so that boards empty as in real games.
            let mut mv = moves[rng.below(count) as usize];
            for _ in 0..2 {
                if board.captured_by(mv).is_none() {
                    mv = moves[rng.below(count) as usize];
                }
            }
            text.action(&board.san(mv, game.rules()));
            let clock = &mut clocks[ply as usize % 2];
            *clock = clock.saturating_sub(u64::from(rng.below(5)) * 1000);
            let notes = Annotations {
                clock: Some(*clock),
                ..Annotations::default()
            };
            // Not every file has clocks; half of these games do.
            if index % 2 == 0 {
                text.comment("", &notes);
            }
            board = game.play(&board, &mv).0;
        }
        let result = [
            GameResult::FirstWins,
            GameResult::SecondWins,
            GameResult::Draw,
        ];
        let result = result[rng.below(3) as usize];
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let mut tags = vec![
            tag("Event", "Rated Blitz game".into()),
            tag(
                "Site",
                format!("https://example.org/{:08x}", rng.next_u32()),
            ),
            tag(
                "Date",
                format!("2024.{:02}.{:02}", 1 + index % 12, 1 + index % 28),
            ),
            tag("White", format!("player{}", rng.below(100_000))),
            tag("Black", format!("player{}", rng.below(100_000))),
            tag("Result", result.text().into()),
            tag("WhiteElo", (1200 + rng.below(1200)).to_string()),
            tag("BlackElo", (1200 + rng.below(1200)).to_string()),
            tag("TimeControl", "180+0".into()),
            tag("Termination", "Normal".into()),
        ];
        if let Some(variant) = write::variant_name(rules) {
            tags.push(tag("Variant", variant));
        }
        out.write_all(write::tags(&tags)?.as_bytes())?;
        out.write_all(text.end(result).as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}
