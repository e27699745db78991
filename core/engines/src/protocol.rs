//! The protocols of programs: UCI in a game of one board, UCI by a player of one board of two, and
//! UBI.

use boardwright::arena::{MovesSoFar, Setup, Turn};
use boardwright::bots::Clock;
use boardwright::host::{Game, MoveRef, State};
use boardwright::value::Dict;
use boardwright::{Error, Result};

use crate::option::{EngineOption, needs};
use crate::process::MessageTap;

/// The style of moves that UCI writes.
const STYLE: &str = "uci";

/// The game of two boards.
const TWO_BOARDS: &str = "bughouse";

/// The protocol that a program speaks.
#[derive(Debug)]
pub enum EngineProtocol {
    /// UCI, with the position of a game's own start where that is not the program's.
    Uci {
        /// The position that games begin with, in the game's notation.
        start: Option<String>,
    },
    /// A player at a game of two boards.
    Partner {
        /// UBI, which knows of both; otherwise UCI, which is told of its own.
        ubi: bool,
        /// Both boards, as far as the game was told.
        boards: Boards,
    },
}

/// Two boards as they are followed for a program that is told positions.
#[derive(Debug, Default)]
pub struct Boards {
    /// The letter of its own board.
    letter: char,
    /// The game as it was last told, and how far that was.
    followed: Option<(State, Option<String>, usize)>,
    game: Option<Game>,
}

impl EngineProtocol {
    /// For a game, by the protocol.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game that the protocol does not tell of.
    pub fn of(ubi: bool, game: &Game) -> Result<Self> {
        if game.name() == TWO_BOARDS {
            let boards = Boards::default();
            return Ok(Self::Partner { ubi, boards });
        }
        let one_board =
            game.info().styles.first() == Some(&STYLE) && game.seats().len() == 2 && !game.hidden();
        if ubi || !one_board {
            let protocol = if ubi { "UBI" } else { "UCI" };
            return Err(Error::unsupported(format!(
                "{} cannot be played through {protocol}",
                game.name()
            )));
        }
        let usual = Game::new(game.name(), &Dict::new())?.start()?.notation();
        let own = game.start()?.notation();
        Ok(Self::Uci {
            start: (own != usual).then_some(own),
        })
    }

    const fn ubi(&self) -> bool {
        matches!(self, Self::Partner { ubi: true, .. })
    }

    /// The first word to a program, and its last one in answer.
    pub(crate) const fn hello(&self) -> (&'static str, &'static str) {
        match self.ubi() {
            true => ("ubi", "ubiok"),
            false => ("uci", "uciok"),
        }
    }

    /// The word for another game.
    pub(crate) const fn new_game(&self) -> &'static str {
        match self.ubi() {
            true => "ubinewgame",
            false => "ucinewgame",
        }
    }

    /// The options that a program needs for the game besides those asked for.
    ///
    /// # Errors
    ///
    /// `unsupported` where it does not play the game.
    pub(crate) fn needs(
        &self,
        offered: &[EngineOption],
        given: &[(String, String)],
        game: &Game,
    ) -> Result<Vec<(String, String)>> {
        match self.ubi() {
            true => Ok(Vec::new()),
            false => needs(offered, given, game),
        }
    }

    /// Takes a seat in another game.
    pub(crate) fn take_seat(&mut self, setup: &Setup<'_>) {
        if let Self::Partner { boards, .. } = self {
            let seats = setup.game.seats();
            let name = seats.get(setup.seat.index());
            boards.letter = name.and_then(|name| name.chars().next()).unwrap_or('A');
            boards.followed = None;
            boards.game = Some(setup.game.clone());
        }
    }

    /// The lines that ask for a move.
    ///
    /// # Errors
    ///
    /// What keeps the game from being followed.
    pub(crate) fn ask(&mut self, turn: &Turn<'_>) -> Result<Vec<String>> {
        let line = turn
            .line
            .ok_or_else(|| Error::internal("the game hides something"))?;
        match self {
            Self::Uci { start } => {
                let start = line.start.as_ref().or(start.as_ref());
                let mut position = start.map_or_else(
                    || "position startpos".to_owned(),
                    |fen| format!("position fen {fen}"),
                );
                if !line.moves.is_empty() {
                    position.push_str(" moves ");
                    position.push_str(&line.moves.join(" "));
                }
                Ok(vec![position, go("go", turn.clocks, turn)])
            }
            Self::Partner { ubi, boards } => {
                let both = boards.follow(line)?;
                let letter = boards.letter;
                let second = letter == 'B';
                let clocks = turn.clocks.chunks(2).nth(usize::from(second));
                let clocks = clocks.unwrap_or_default();
                if !*ubi {
                    let own = both.split('|').nth(usize::from(second)).unwrap_or_default();
                    let position = format!("position fen {}", own.trim());
                    return Ok(vec![position, go("go", clocks, turn)]);
                }
                let mut position = format!("position {both}");
                if !turn.clocks.is_empty() {
                    position.push_str(" clock");
                    for clock in turn.clocks {
                        position.push_str(&format!(" {}", clock.remaining.as_millis()));
                    }
                }
                Ok(vec![
                    position,
                    go(&format!("go board {letter}"), clocks, turn),
                ])
            }
        }
    }

    /// The move that a line answers with, as the game writes it.
    pub(crate) fn best(&self, line: &str) -> Option<String> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("bestmove") {
            return None;
        }
        match self {
            Self::Uci { .. } => Some(words.next().unwrap_or_default().to_owned()),
            Self::Partner { ubi, boards } => {
                let letter = boards.letter.to_string();
                if *ubi && (words.next(), words.next()) != (Some("board"), Some(&*letter)) {
                    return None;
                }
                let text = words.next().unwrap_or_default();
                Some(format!("{letter}:{text}"))
            }
        }
    }

    /// Passes on what a program says to its partner, at once and whether or not it is
    /// its turn.
    pub(crate) fn message_tap(&self, turn: &Turn<'_>) -> Option<MessageTap> {
        let (post, seat) = (turn.post.clone(), turn.seat);
        self.ubi().then(|| -> MessageTap {
            Box::new(move |line| {
                let told = line.strip_prefix("teammsg ");
                if let Some(text) = told {
                    post.send(seat, text);
                }
                told.is_some()
            })
        })
    }

    /// Returns true if others act while it thinks, a partner among them.
    pub(crate) const fn plays_in_team(&self) -> bool {
        matches!(self, Self::Partner { .. })
    }

    /// The lines that tell what its partner said.
    pub(crate) fn partner_messages(&self, turn: &Turn<'_>) -> Vec<String> {
        let told = turn.post.take(turn.seat);
        match self.ubi() {
            true => told
                .iter()
                .map(|text| format!("partnermsg {text}"))
                .collect(),
            false => Vec::new(),
        }
    }
}

impl Boards {
    /// The boards after a game, as text.
    fn follow(&mut self, line: &MovesSoFar) -> Result<String> {
        let goes_on = self
            .followed
            .take()
            .filter(|(_, start, plies)| *start == line.start && *plies <= line.moves.len());
        let (mut state, plies) = match (goes_on, &self.game) {
            (Some((state, _, plies)), _) => (state, plies),
            (None, Some(game)) => match &line.start {
                Some(text) => (game.parse(text, &[])?, 0),
                None => (game.start()?, 0),
            },
            (None, None) => return Err(Error::internal("no game has begun")),
        };
        for text in &line.moves[plies..] {
            state = state.play(None, MoveRef::Text(text), None)?;
        }
        let text = state.notation();
        self.followed = Some((state, line.start.clone(), line.moves.len()));
        Ok(text)
    }
}

/// The line that asks for a move within the limits; `clocks` are White's and Black's.
fn go(word: &str, clocks: &[Clock], turn: &Turn<'_>) -> String {
    let mut out = word.to_owned();
    let mut add = |name: &str, value: u128| {
        out.push_str(&format!(" {name} {value}"));
    };
    if let [white, black] = clocks {
        for (side, clock) in [('w', white), ('b', black)] {
            add(&format!("{side}time"), clock.remaining.as_millis());
            add(&format!("{side}inc"), clock.increment.as_millis());
        }
    }
    let limits = turn.limits;
    if let Some(time) = limits.movetime {
        add("movetime", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    out
}
