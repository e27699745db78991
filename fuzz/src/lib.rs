//! The bodies of the fuzz targets.
//!
//! Each takes any bytes and says whether the library accepted them. It panics
//! when something is wrong: an error of a kind that the call does not have,
//! `internal` above all, or something accepted that does not hold together.

pub mod mutate;
mod whole;

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use boardwright::ErrorKind::{
    self, GameOver, IllegalMove, InvalidNotation, InvalidOption, NotYourTurn, UnknownBot,
    UnknownGame, Unsupported,
};
use boardwright::host::{self, Bot, Game, MoveRef, SeatRef, State};
use boardwright::options::KindDescription;
use boardwright::records::{GameReader, Limits, NullMoves, ReadOptions, Record, WriteOptions};
use boardwright::registry::{Entry, GAMES};
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};

/// Makes a fuzz target of a body; without a fuzzer, a program that replays the
/// files it is given.
#[macro_export]
macro_rules! target {
    ($body:path) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $body(data);
        });

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            for file in std::env::args_os().skip(1) {
                $body(&std::fs::read(file)?);
            }
            Ok(())
        }
    };
}

/// Returns the accepted value, or `None` for an allowed error; panics on any other error.
#[track_caller]
fn sound<T>(result: boardwright::Result<T>, allowed: &[ErrorKind]) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) if allowed.contains(&error.kind()) => {
            assert!(!error.message().is_empty(), "an error that says nothing");
            None
        }
        Err(error) => panic!("{}: {error}", error.code()),
    }
}

/// Returns the value of a call that cannot fail; panics if it does.
#[track_caller]
fn must<T>(result: boardwright::Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{}: {error}", error.code()),
    }
}

/// The game that a byte stands for.
fn entry(byte: u8) -> &'static Entry {
    &GAMES[usize::from(byte) % GAMES.len()]
}

/// The rules that two bytes stand for: a game, and which of its flags are turned
/// over; the default options where those do not go together.
fn rules(game: u8, flags: u8) -> Game {
    let info = entry(game).info();
    let described = info.options.iter().map(|spec| spec.describe());
    let turned: Dict = described
        .filter(|option| option.kind == KindDescription::Flag)
        .enumerate()
        .filter(|(i, _)| flags >> (i % 8) & 1 == 1)
        .map(|(_, option)| (option.name.to_owned(), (option.default == false).into()))
        .collect();
    sound(Game::new(info.name, &turned), &[InvalidOption])
        .unwrap_or_else(|| must(Game::new(info.name, &Dict::new())))
}

/// Takes so many bytes off the front; missing ones are zero.
fn take<const N: usize>(data: &[u8]) -> ([u8; N], &[u8]) {
    let mut head = [0; N];
    let count = N.min(data.len());
    head[..count].copy_from_slice(&data[..count]);
    (head, &data[count..])
}

/// A position: game, flags, then the text; further lines are earlier positions.
pub fn position(data: &[u8]) -> bool {
    let ([game, flags], text) = take(data);
    let rules = rules(game, flags);
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split('\n');
    let now = lines.next().unwrap_or_default();
    let earlier: Vec<_> = lines.collect();
    match sound(rules.parse(now, &earlier), &[InvalidNotation]) {
        None => false,
        Some(state) => {
            assert_eq!(state.ply(), earlier.len());
            whole::check(&state);
            true
        }
    }
}

/// A move: game, flags, style, length and seed of the random game before it, the
/// seat, then the text. The same bytes are tried as a number of a move, too.
pub fn moves(data: &[u8]) -> bool {
    let ([game, flags, style, plies, seed, seat], text) = take(data);
    let state = somewhere(game, flags, plies, seed);
    let rules = state.game();
    let seats = rules.seats().len() as i64;
    // One number stands for no seat, so that none is named either.
    let of = Some(i64::from(seat) % (seats + 1))
        .filter(|s| *s < seats)
        .map(SeatRef::Index);
    let styles = rules.info().styles;
    let style = styles.get(usize::from(style) % (styles.len() + 1)).copied();
    let text = String::from_utf8_lossy(text);
    let refusals = [InvalidNotation, IllegalMove, NotYourTurn, GameOver];

    let ([a, b, c, d], _) = take(text.as_bytes());
    let id = MoveRef::Id(u32::from_le_bytes([a, b, c & 1, d & 1]));
    let by_id = sound(
        state.play(of, id, None),
        &[refusals.as_slice(), &[Unsupported]].concat(),
    );
    if let Some(next) = by_id {
        whole::check(&next);
    }

    let action = MoveRef::Text(&text);
    let Some(next) = sound(state.play(of, action, style), &refusals) else {
        return false;
    };
    whole::check(&next);
    assert_eq!(next.ply(), state.ply() + 1);
    must(state.report(of, action, style));
    for to in styles {
        let written = must(state.move_text(of, action, Some(to), style));
        let again = must(state.play(of, MoveRef::Text(&written), Some(to)));
        assert!(again == next, "{text:?} is not {written:?} in {to}");
    }
    true
}

/// A saved state.
pub fn load(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let refusals = [InvalidNotation, InvalidOption, UnknownGame, Unsupported];
    match sound(host::load(&text), &refusals) {
        None => false,
        Some(state) => {
            whole::check(&state);
            true
        }
    }
}

/// Options: a game, then JSON, or lines of `name=value`. With the byte at its
/// highest, the text is the name of a game or a bot instead.
pub fn options(data: &[u8]) -> bool {
    let ([game], text) = take(data);
    let text = String::from_utf8_lossy(text);
    if game == u8::MAX {
        // A name may compose presets, of which there may be none of that name.
        let game = Game::new(&text, &Dict::new());
        let found = sound(game, &[UnknownGame, InvalidOption]).is_some();
        let bot = Bot::new(&text, GAMES[0].info().name, &Dict::new(), 0);
        return sound(bot, &[UnknownBot]).is_some() || found;
    }
    let entry = entry(game);
    let given = dict(&text);
    for bot in entry.bots() {
        sound(
            Bot::new(bot, entry.info().name, &given, 1),
            &[InvalidOption],
        );
    }
    let Some(rules) = sound(Game::new(entry.info().name, &given), &[InvalidOption]) else {
        return false;
    };
    let again = must(Game::new(rules.name(), &rules.options()));
    assert!(again.same(&rules), "{:?}", rules.options());
    if let Some(state) = sound(rules.start(), &[InvalidOption]) {
        whole::check(&state);
    }
    // Anything takes no options at all.
    !given.is_empty()
}

/// A change from outside: game, flags, length and seed of the random game before
/// it, then JSON, or lines of `name=value`.
pub fn edit(data: &[u8]) -> bool {
    let ([game, flags, plies, seed], text) = take(data);
    let state = somewhere(game, flags, plies, seed);
    let changes = dict(&String::from_utf8_lossy(text));
    match sound(
        state.edit(&changes),
        &[InvalidNotation, InvalidOption, Unsupported],
    ) {
        None => false,
        Some(changed) => {
            whole::check(&changed);
            !changes.is_empty()
        }
    }
}

/// Games in PGN: a byte of options, then the text. All ways of reading agree, and what is
/// read is the same once it is written.
pub fn pgn(data: &[u8]) -> bool {
    let ([flags], text) = take(data);
    let flag = |bit: u8| flags >> bit & 1 == 1;
    let options = ReadOptions {
        play_on: flag(0),
        lenient_fen: flag(1),
        skip_variations: flag(2),
        skip_comments: flag(7),
        require_result: flag(3),
        bare_clocks: flag(4),
        null_moves: if flag(5) {
            NullMoves::EndLine
        } else {
            NullMoves::Damage
        },
        limits: Limits {
            game_bytes: if flag(6) { 64 } else { 1 << 20 },
            comment_bytes: 30,
            tags: 8,
            depth: 3,
        },
    };
    let input = Box::new(std::io::Cursor::new(text.to_vec()));
    let mut reader = GameReader::new(input, options, None);
    let (mut good, mut damaged) = (0, 0);
    let lines = text.iter().filter(|byte| **byte == b'\n').count() + 1;
    while let Some(read) = must(reader.read()) {
        match read {
            Err(damage) => {
                assert!((1..=lines).contains(&damage.from), "{damage}");
                assert!((damage.from..=lines).contains(&damage.line), "{damage}");
                assert!(!damage.message.is_empty(), "a damage that says nothing");
                damaged += 1;
            }
            Ok(record) => {
                good += 1;
                must(record.state(None));
                // Names of tags can be stranger than those that are written.
                let written = sound(record.pgn(WriteOptions::default()), &[InvalidOption]);
                if let (Some(written), None) = (written, record.tag("Variant")) {
                    let mut again = GameReader::new(
                        Box::new(std::io::Cursor::new(written.into_bytes())),
                        ReadOptions {
                            play_on: true,
                            ..ReadOptions::default()
                        },
                        None,
                    );
                    let again = must(again.read()).expect("a game").expect("no damage");
                    let main = |record: &Record| -> Vec<String> {
                        let moves = must(record.moves(None));
                        moves.main_line().map(|node| node.action.clone()).collect()
                    };
                    assert_eq!(main(&again), main(&record));
                }
            }
        }
        assert!(good + damaged <= text.len(), "games without end");
    }
    good > damaged
}

/// A position with operations: a game, then the line.
pub fn epd(data: &[u8]) -> bool {
    let ([game], text) = take(data);
    let rules = rules(game, 0);
    let text = String::from_utf8_lossy(text);
    let read = sound(
        rules.parse_epd(&text, None),
        &[
            InvalidNotation,
            IllegalMove,
            GameOver,
            NotYourTurn,
            Unsupported,
        ],
    );
    let Some((state, operations)) = read else {
        return false;
    };
    whole::check(&state);
    // Words with characters that nobody sees are read and not written.
    if let Some(written) = sound(state.epd(&operations), &[Unsupported]) {
        let (again, _) = must(rules.parse_epd(&written, None));
        assert_eq!(again.notation(), state.notation());
        assert_eq!(
            must(again.epd(&must(rules.parse_epd(&written, None)).1)),
            written
        );
    }
    true
}

/// A position that is nearly FEN: what is repaired once needs no repair, and what was right
/// means the same.
pub fn repair(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let repaired = boardwright::chess::repair_fen(&text);
    assert_eq!(boardwright::chess::repair_fen(&repaired), repaired);
    let rules = must(Game::new("chess", &Dict::new()));
    let before = sound(rules.parse(&text, &[]), &[InvalidNotation]);
    let after = sound(rules.parse(&repaired, &[]), &[InvalidNotation]);
    if let Some(before) = before {
        let after = after.expect("what was right stays right");
        assert_eq!(after.notation(), before.notation());
        return true;
    }
    after.is_some()
}

/// A map: a JSON object, or else lines of `name=value`, each value JSON or a word.
fn dict(text: &str) -> Dict {
    serde_json::from_str(text).unwrap_or_else(|_| {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        lines
            .map(|(name, value)| {
                let value: Value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                (name.to_owned(), value)
            })
            .collect()
    })
}

/// Returns a state of a random game; there are few such games, and each is played once.
fn somewhere(game: u8, flags: u8, plies: u8, seed: u8) -> State {
    type Lines = HashMap<(u8, u8, u8), Vec<State>>;
    static LINES: LazyLock<Mutex<Lines>> = LazyLock::new(Mutex::default);
    // A body that panicked has left no line half made.
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    let (game, flags, seed) = (game % GAMES.len() as u8, flags % 4, seed % 8);
    let line = lines
        .entry((game, flags, seed))
        .or_insert_with(|| line(must(rules(game, flags).start()), seed));
    line[usize::from(plies) % line.len()].clone()
}

/// The states of a random game, the first of them included.
fn line(start: State, seed: u8) -> Vec<State> {
    const PLIES: usize = 60;
    let mut rng = Rng::new(seed.into());
    let mut line = vec![start];
    while line.len() < PLIES {
        let state = &line[line.len() - 1];
        let moves = must(state.legal_moves(None, None));
        let Some(text) = moves.get(rng.below(moves.len() as u32) as usize) else {
            break;
        };
        line.push(must(state.play(None, MoveRef::Text(text), None)));
    }
    line
}
