//! Files of games to learn from.
//!
//! A line of text names the game and how its moves were found, then come the games:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | number of plies |
//! | 1 | number of plies of the opening, which have no score |
//! | 1 | result for the first side: 0 lost, 1 drawn, 2 won |
//! | 2 each | the moves; in games of two boards one byte more, the board |
//! | 2 each | the scores after the opening, in centipawns for the side to move; -32768 where the move was drawn at random |
//!
//! Numbers are little-endian. Games stand in the order of their seeds, which begin
//! with that of the header, so a file that was cut off is continued by counting.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The least score of a mate as it is written; scores of evaluation are less.
pub(crate) const WRITTEN_MATE: i16 = 30_000;

/// In place of a score where the move was drawn at random.
pub(crate) const NO_SCORE: i16 = i16::MIN;

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GamesHeader {
    /// Version of the format.
    pub(crate) boardwright_games: u32,
    /// The game.
    pub(crate) game: String,
    /// Seed of the first game.
    pub(crate) seed: u64,
    /// Positions searched for a move.
    pub(crate) nodes: u64,
    /// Random plies that begin a game; half of the games have one more.
    pub(crate) opening: u32,
    /// Per cent of the later plies that are drawn at random.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) random_percent: u32,
    /// The evaluation that the games were played with.
    pub(crate) evaluation: String,
    /// Changes of the search that they were played with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<String>,
}

/// True for no per cent at all, which files made before there was a choice do not name.
const fn is_none(percent: &u32) -> bool {
    *percent == 0
}

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameRecord {
    /// Number of plies of the opening.
    pub(crate) opening: u8,
    /// Result for the first side: 0 lost, 1 drawn, 2 won.
    pub(crate) result: u8,
    /// The moves: the board above 16 bits of the move.
    pub(crate) moves: Vec<u32>,
    /// Scores of the plies after the opening, for the side to move; [`NO_SCORE`] for random ones.
    pub(crate) scores: Vec<i16>,
}

/// Number of bytes of a move in the files of a game.
const fn move_bytes(two_boards: bool) -> usize {
    if two_boards { 3 } else { 2 }
}

impl GameRecord {
    /// Appends the game in its written form.
    ///
    /// # Errors
    ///
    /// What the writer says.
    pub(crate) fn write(&self, two_boards: bool, out: &mut impl Write) -> io::Result<()> {
        let plies = u16::try_from(self.moves.len()).map_err(|_| damaged("a game is too long"))?;
        let mut bytes = Vec::with_capacity(4 + 5 * self.moves.len());
        bytes.extend_from_slice(&plies.to_le_bytes());
        bytes.extend_from_slice(&[self.opening, self.result]);
        for mv in &self.moves {
            bytes.extend_from_slice(&mv.to_le_bytes()[..move_bytes(two_boards)]);
        }
        for score in &self.scores {
            bytes.extend_from_slice(&score.to_le_bytes());
        }
        out.write_all(&bytes)
    }

    /// Reads the next game; `None` at the end, or where the file was cut off within a game.
    ///
    /// # Errors
    ///
    /// What the reader says; `InvalidData` for a damaged game.
    pub(crate) fn read(two_boards: bool, from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut head = [0; 4];
        if !filled(from, &mut head)? {
            return Ok(None);
        }
        let plies = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let (opening, result) = (head[2], head[3]);
        let Some(scored) = plies
            .checked_sub(usize::from(opening))
            .filter(|_| result <= 2)
        else {
            return Err(damaged("a game is damaged"));
        };
        let width = move_bytes(two_boards);
        let mut moves = vec![0; plies * width];
        let mut scores = vec![0; scored * 2];
        if !filled(from, &mut moves)? || !filled(from, &mut scores)? {
            return Ok(None);
        }
        let wide = |bytes: &[u8]| {
            let mut whole = [0; 4];
            whole[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(whole)
        };
        Ok(Some(Self {
            opening,
            result,
            moves: moves.chunks_exact(width).map(wide).collect(),
            scores: scores
                .chunks_exact(2)
                .map(|b| i16::from_le_bytes([b[0], b[1]]))
                .collect(),
        }))
    }

    /// Number of bytes of the written form.
    pub(crate) fn written_bytes(&self, two_boards: bool) -> u64 {
        (4 + self.moves.len() * move_bytes(two_boards) + self.scores.len() * 2) as u64
    }
}

fn damaged(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Fills a buffer; false where there was less left.
fn filled(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The games of a file, one by one.
pub(crate) struct GamesReader<R> {
    from: R,
    /// The first line.
    pub(crate) header: GamesHeader,
    /// Bytes read of the header and of whole games.
    pub(crate) bytes: u64,
    two_boards: bool,
}

impl GamesReader<BufReader<std::fs::File>> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// What the system says; `InvalidData` for a file that is none of games.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::new(BufReader::with_capacity(
            1 << 20,
            std::fs::File::open(path)?,
        ))
    }
}

impl<R: BufRead> GamesReader<R> {
    /// Reads the first line.
    ///
    /// # Errors
    ///
    /// What the reader says; `InvalidData` where there is no such line.
    pub(crate) fn new(mut from: R) -> io::Result<Self> {
        let mut line = String::new();
        from.read_line(&mut line)?;
        let header: GamesHeader =
            serde_json::from_str(&line).map_err(|_| damaged("not a file of games"))?;
        if header.boardwright_games != 1 {
            return Err(damaged("games of another version"));
        }
        let two_boards = header.game == "bughouse";
        Ok(Self {
            from,
            bytes: line.len() as u64,
            header,
            two_boards,
        })
    }
}

impl<R: BufRead> Iterator for GamesReader<R> {
    type Item = io::Result<GameRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = GameRecord::read(self.two_boards, &mut self.from).transpose()?;
        if let Ok(record) = &record {
            self.bytes += record.written_bytes(self.two_boards);
        }
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(game: &str) -> String {
        let header = GamesHeader {
            boardwright_games: 1,
            game: game.into(),
            seed: 1,
            nodes: 10,
            opening: 2,
            random_percent: 0,
            evaluation: "hand".into(),
            change: None,
        };
        serde_json::to_string(&header).unwrap() + "\n"
    }

    #[test]
    fn games_are_read_as_they_were_written_and_a_cut_one_is_left_out() {
        for two_boards in [false, true] {
            let top = if two_boards { 0x1_0000 } else { 0 };
            let games: Vec<_> = (0..3_u8)
                .map(|n| GameRecord {
                    opening: 1,
                    result: n,
                    moves: vec![77, 0x8001 | top, 0xffff],
                    scores: vec![-5, WRITTEN_MATE],
                })
                .collect();
            let mut bytes = header(if two_boards { "bughouse" } else { "chess" }).into_bytes();
            for game in &games {
                game.write(two_boards, &mut bytes).unwrap();
            }
            let read: Vec<_> = GamesReader::new(&bytes[..])
                .unwrap()
                .collect::<io::Result<_>>()
                .unwrap();
            assert_eq!(read, games);
            for cut in 1..games[2].written_bytes(two_boards) as usize {
                let mut reader = GamesReader::new(&bytes[..bytes.len() - cut]).unwrap();
                assert_eq!(reader.by_ref().map(Result::unwrap).count(), 2);
                let whole = bytes.len() as u64 - games[2].written_bytes(two_boards);
                assert_eq!(reader.bytes, whole);
            }
        }
    }

    #[test]
    fn a_damaged_game_is_an_error() {
        let mut bytes = header("chess").into_bytes();
        bytes.extend_from_slice(&[1, 0, 2, 0]);
        let first = GamesReader::new(&bytes[..]).unwrap().next().unwrap();
        assert_eq!(first.unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert!(GamesReader::new(&b"games\n"[..]).is_err());
    }
}
