//! Records through the handles of hosts: packed files, games by their tag, columns.

use std::io::{Cursor, Read, Write};
use std::sync::Arc;

use boardwright::host::{Game, MoveRef, State};
use boardwright::records::{
    ColumnOptions, Columns, ColumnsInput, DamageKind, GameReader, GameResult, Input, ReadOptions,
    Record, Tree, WriteOptions, columns, columns_parts, game_of_variant, unpacked, variant_names,
};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::Dict;

fn input(bytes: &[u8]) -> Input {
    Box::new(Cursor::new(bytes.to_vec()))
}

fn read(bytes: &[u8]) -> Vec<Result<Record, boardwright::records::Damage>> {
    let mut reader = GameReader::new(input(bytes), ReadOptions::default(), None);
    let mut all = Vec::new();
    while let Some(read) = reader.read().unwrap() {
        all.push(read);
    }
    all
}

fn random(start: &State, seed: u64, plies: u32) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut state = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = state.legal_moves(None, None).unwrap();
        let Some(text) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else {
            break;
        };
        state = state.play(None, MoveRef::Text(text), None).unwrap();
        moves.push(text.clone());
    }
    moves
}

/// Every game with SAN and two seats, every preset that servers know: written with its tag,
/// the game is found again and its moves are the same.
#[test]
fn games_are_known_by_their_tag() {
    let names = variant_names().map(|(_, game)| game.to_owned());
    let own = GAMES
        .iter()
        .map(|entry| entry.info())
        .filter(|info| info.styles.contains(&"san") && info.seats == (2, 2))
        .map(|info| info.name.to_owned());
    let mut checked = 0;
    for name in names.chain(own) {
        let game = Game::new(&name, &Dict::new()).unwrap();
        if game.hidden() {
            continue;
        }
        let start = game.start().unwrap();
        let moves = random(&start, 5, 30);
        let line = moves
            .iter()
            .enumerate()
            .map(|(ply, text)| (boardwright::game::Seat(ply as u8 % 2), text.clone()));
        let tags = [("White".to_owned(), "a".to_owned())];
        let record = Record::new(
            &start,
            &Tree::line(line),
            &tags,
            Some(GameResult::Draw),
            None,
        )
        .unwrap();
        let text = record.pgn(WriteOptions::default()).unwrap();
        let again = read(text.as_bytes());
        assert_eq!(again.len(), 1, "{name}");
        let again = again[0]
            .as_ref()
            .unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        assert!(again.game().same(&game), "{name}: {text}");
        let written: Vec<_> = again
            .moves(None)
            .unwrap()
            .main_line()
            .map(|n| n.action.clone())
            .collect();
        assert_eq!(written, moves, "{name}");
        assert_eq!(
            again.state(None).unwrap(),
            record.state(None).unwrap(),
            "{name}"
        );
        checked += 1;
    }
    assert!(checked > 15, "{checked}");
    let unknown = read(b"[Variant \"Shogi\"]\n\n1. e4 *\n\n[Variant \"Standard\"]\n\n1. e4 *\n");
    assert_eq!(unknown[0].as_ref().unwrap_err().kind, DamageKind::Variant);
    assert!(unknown[1].is_ok());
    assert!(game_of_variant(Some("Shogi")).is_err());
}

const GAMES_TEXT: &str = "[Event \"a\"]\n\n1. e4 e5 {[%clk 0:00:09]} *\n\n[Variant \"Crazyhouse\"]\n\n\
    1. e4 d5 2. exd5 Qxd5 3. @e4 1-0\n\n[Event \"c\"]\n\n1. e5 *\n\n[Variant \"Atomic\"]\n\n1. e4 0-1\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn packed_streams_are_unpacked() {
    let text = GAMES_TEXT.repeat(500).into_bytes();
    let (front, back) = text.split_at(text.len() / 3);
    // A frame without content, as tools that work in parallel write them.
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    for packed in [
        text.clone(),
        gzip(&text),
        [gzip(front), gzip(back)].concat(),
        zstd(&text),
        [zstd(front), skipped.clone(), zstd(back)].concat(),
        [skipped, zstd(&text)].concat(),
    ] {
        let mut out = Vec::new();
        let mut stream = unpacked(Cursor::new(packed.clone())).unwrap();
        stream.read_to_end(&mut out).unwrap();
        assert!(out == text, "{:?}", &packed[..8]);
    }
    for short in [&b""[..], b"[", b"1.", b"*"] {
        let mut out = Vec::new();
        unpacked(Cursor::new(short.to_vec()))
            .unwrap()
            .read_to_end(&mut out)
            .unwrap();
        assert_eq!(out, short);
    }
    // A stream that breaks off is a damage, and the last one.
    for packed in [gzip(&text), zstd(&text)] {
        let stream = unpacked(Cursor::new(packed[..packed.len() / 2].to_vec())).unwrap();
        let mut reader = GameReader::new(stream, ReadOptions::default(), None);
        let mut last = None;
        while let Some(read) = reader.read().unwrap() {
            last = Some(read);
        }
        assert_eq!(last.unwrap().unwrap_err().kind, DamageKind::Input);
    }
}

#[test]
fn columns_read_what_is_on_boards() {
    let options = ColumnOptions {
        clocks: true,
        headers: vec!["Event".into()],
        ..ColumnOptions::default()
    };
    let text = GAMES_TEXT.repeat(3);
    let of = |input: ColumnsInput, threads| {
        let work = columns(
            input,
            None,
            options.clone(),
            threads,
            false,
            Box::new(|_| ()),
        );
        work.unwrap().wait().unwrap()
    };
    let bytes = of(ColumnsInput::Bytes(Arc::new(text.clone().into_bytes())), 1);
    assert_eq!(bytes.games(), 6);
    assert_eq!(bytes.damages.len(), 6);
    assert_eq!(bytes.moves.len(), 3 * 7);
    assert_eq!(bytes.clocks[..3], [-1, 9000, -1]);
    assert_eq!(bytes.headers[0].get(0), Some("a"));
    assert_eq!(bytes.headers[0].get(1), Some(""));
    let kinds: Vec<_> = bytes
        .damages
        .iter()
        .take(2)
        .map(|d| (d.kind, d.line))
        .collect();
    assert_eq!(
        kinds,
        [(DamageKind::IllegalMove, 11), (DamageKind::Variant, 13)]
    );
    assert!(of(ColumnsInput::Stream(input(text.as_bytes())), 2) == bytes);
    let mut all = Columns::new(&options);
    columns_parts(
        input(text.as_bytes()),
        None,
        &options,
        1,
        false,
        &mut |part| {
            all.append(part, 1);
            Ok(())
        },
    )
    .unwrap();
    assert!(all == bytes);
    let presets = Game::new("chess+atomic", &Dict::new()).unwrap();
    let refused = columns(
        ColumnsInput::Stream(input(b"")),
        Some(presets),
        options.clone(),
        1,
        false,
        Box::new(|_| ()),
    );
    assert_eq!(refused.unwrap_err().code(), "unsupported");
    let wrong = columns(
        ColumnsInput::Stream(input(b"")),
        None,
        options,
        0,
        false,
        Box::new(|_| ()),
    );
    assert_eq!(wrong.unwrap().wait().unwrap_err().code(), "invalid_option");
}
