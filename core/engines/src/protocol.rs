//! The protocols of programs: UCI in a game of one board, UCI by a player of one board of two,
//! UBI, and BEI.

use std::str::FromStr;
use std::time::Duration;

use boardwright::arena::{Decided, MovesSoFar, Setup, Turn};
use boardwright::bots::Clock;
use boardwright::error::quoted;
use boardwright::host::{Game, MoveRef, Score, State};
use boardwright::value::Dict;
use boardwright::{Error, Result};

use crate::option::{self, EngineOption, is_chess960, needs};
use crate::process::MessageTap;

/// The style of moves that UCI writes.
const STYLE: &str = "uci";

/// The game of two boards.
const TWO_BOARDS: &str = "bughouse";

/// The game of BEI.
const BEI_GAME: &str = "boost";

/// The part of its clock that a program is given for a move where the protocol knows no clocks:
/// one in so many, and three quarters of the increment.
const CLOCK_PART: u32 = 30;

/// The name of a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Bughouse Interface.
    Ubi,
    /// The interface of Boost engines.
    Bei,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Uci, Self::Ubi, Self::Bei];

    /// Text of all that a program is told of a game when it is set up, so that it plays all games
    /// with the same text: besides that it is told positions.
    pub(crate) fn told(self, game: &Game) -> Result<String> {
        Ok(match self {
            Self::Uci | Self::Ubi => format!("{} {}", game.name(), is_chess960(game)),
            Self::Bei => identifier(game)?,
        })
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ubi => "ubi",
            Self::Bei => "bei",
        }
    }
}

impl FromStr for Language {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::invalid_option(format!(
                "protocol: takes one of {names}, not {}",
                quoted(text)
            ))
        })
    }
}

/// The protocol that a program speaks.
#[derive(Debug)]
pub enum EngineProtocol {
    /// BEI, with the identifier of the game.
    Bei {
        /// The game.
        game: Game,
        /// Its name in the protocol.
        identifier: String,
    },
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
    pub fn of(language: Language, game: &Game) -> Result<Self> {
        let (boost, two_boards) = (game.name() == BEI_GAME, game.name() == TWO_BOARDS);
        let one_board =
            game.info().styles.first() == Some(&STYLE) && game.seats().len() == 2 && !game.hidden();
        match language {
            Language::Bei if boost => {
                let (identifier, game) = (identifier(game)?, game.clone());
                return Ok(Self::Bei { game, identifier });
            }
            Language::Uci | Language::Ubi if two_boards => {
                let (ubi, boards) = (language == Language::Ubi, Boards::default());
                return Ok(Self::Partner { ubi, boards });
            }
            Language::Uci if one_board => {}
            _ => {
                return Err(Error::unsupported(format!(
                    "{} cannot be played through {}",
                    game.name(),
                    language.name().to_uppercase()
                )));
            }
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
        match self {
            Self::Bei { .. } => ("bei", "beiok"),
            Self::Partner { ubi: true, .. } => ("ubi", "ubiok"),
            Self::Partner { .. } | Self::Uci { .. } => ("uci", "uciok"),
        }
    }

    /// The line that begins another game.
    pub(crate) fn new_game(&self) -> String {
        match self {
            Self::Bei { identifier, .. } => format!("newgame {identifier}"),
            Self::Partner { ubi: true, .. } => "ubinewgame".to_owned(),
            Self::Partner { .. } | Self::Uci { .. } => "ucinewgame".to_owned(),
        }
    }

    /// The reason for which a program that says this in answer to
    /// [`new_game`](Self::new_game) cannot play.
    pub(crate) fn declines(&self, line: &str) -> Option<String> {
        match self {
            Self::Bei { identifier, .. } if line == "unknown" => {
                Some(format!("it does not know {identifier}"))
            }
            _ => None,
        }
    }

    /// The lines that set options.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one that a program has not declared, where programs declare theirs;
    /// as [`needs`](Self::needs).
    pub(crate) fn settings(
        &self,
        offered: &[EngineOption],
        given: &[(String, String)],
        game: &Game,
    ) -> Result<Vec<String>> {
        if let Self::Bei { .. } = self {
            let line = |(name, value): &(String, String)| format!("setoption {name} {value}");
            return Ok(given.iter().map(line).collect());
        }
        let mut all = self.needs(offered, given, game)?;
        all.extend_from_slice(given);
        option::settings(offered, &all)
    }

    /// Time after which a program that does not know of time is told to answer.
    pub(crate) fn time(&self, turn: &Turn<'_>) -> Option<Duration> {
        let Self::Bei { .. } = self else {
            return None;
        };
        turn.limits.movetime.or_else(|| {
            let clock = turn.clocks.get(turn.seat.index())?;
            Some(clock.remaining / CLOCK_PART + clock.increment * 3 / 4)
        })
    }

    /// The options that a program needs for the game besides those asked for.
    ///
    /// # Errors
    ///
    /// `unsupported` where it does not play the game.
    fn needs(
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
            Self::Bei { game, .. } => {
                let mut text = "setline".to_owned();
                for position in positions(game, line)?.iter().rev() {
                    text.push(' ');
                    text.push_str(position);
                }
                Ok(vec![text, "go".to_owned()])
            }
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

    /// Takes from a line what it says about the search, and returns the move with which it
    /// answers, as the game writes it.
    pub(crate) fn best(&self, line: &str, decided: &mut Decided) -> Option<String> {
        let mut words = line.split_ascii_whitespace();
        match (self, words.next()?) {
            (Self::Bei { .. }, "move") => {
                let score = words.next().and_then(|score| score.parse().ok());
                decided.score = score.map(Score::Decitempi);
                return Some(words.next().unwrap_or_default().to_owned());
            }
            (Self::Bei { .. }, _) => return None,
            (_, "info") => {
                option::info(words, decided);
                return None;
            }
            (_, "bestmove") => {}
            _ => return None,
        }
        match self {
            Self::Bei { .. } => None,
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

/// The identifier of a game of BEI.
fn identifier(game: &Game) -> Result<String> {
    let described = game.start()?.describe(None)?;
    let text = described["identifier"].as_str();
    Ok(text.unwrap_or_default().to_owned())
}

/// The positions of a game from its start to the present one.
fn positions(game: &Game, line: &MovesSoFar) -> Result<Vec<String>> {
    let mut state = match &line.start {
        Some(text) => game.parse(text, &[])?,
        None => game.start()?,
    };
    let mut all = vec![state.notation()];
    for text in &line.moves {
        state = state.play(None, MoveRef::Text(text), None)?;
        all.push(state.notation());
    }
    Ok(all)
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
