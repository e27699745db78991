//! Records of typed games, read from the text of a game.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use contract::error::{Error, ErrorKind, quoted};
use contract::game::{Game, Seat};
use contract::history::PositionHistory;
use contract::state::{Rules, State};

use crate::STYLE;
use crate::comment::{Annotations, clock};
use crate::damage::{Damage, DamageKind, NullMoves, ReadOptions, Stop};
use crate::scan::{GameResult, GameText, Token};
use crate::source::{Slice, Source};
use crate::tree::{Node, NodeId, Tree};
use contract::text::decoded;

/// A game that was read, or is to be written.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The line in which it begins, from 1; 0 for one that was not read.
    pub line: usize,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
    /// The first state.
    pub start: State<G>,
    /// Its moves.
    pub moves: Tree<G::Action>,
    /// The result at its end; `None` if there is none.
    pub result: Option<GameResult>,
}

impl<G: Game> Record<G> {
    /// Creates the record of a line of moves that are legal one after the other.
    ///
    /// # Errors
    ///
    /// As in [`State::play`], for the first move that cannot be played.
    pub fn of(start: State<G>, actions: &[G::Action]) -> contract::error::Result<Self> {
        let mut state = start.clone();
        let mut moves = Vec::with_capacity(actions.len());
        for action in actions {
            moves.push((state.game().actor(state.position(), action), action.clone()));
            state = state.play(action)?;
        }
        Ok(Self {
            line: 0,
            tags: Vec::new(),
            start,
            moves: Tree::line(moves),
            result: None,
        })
    }

    /// Creates the record of the known moves that led to a state, with its result; of those since
    /// the last edit.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn of_state(state: &State<G>) -> contract::error::Result<Self> {
        let mut at = state.at_ply(state.unbroken_from())?;
        let start = at.clone();
        let mut moves = Vec::new();
        let before = state.unbroken_from() - state.known_from();
        for action in state.moves().into_iter().skip(before) {
            moves.push((at.game().actor(at.position(), action), action.clone()));
            at = at.play_unchecked(action);
        }
        Ok(Self {
            line: 0,
            tags: Vec::new(),
            start,
            moves: Tree::line(moves),
            result: Some(GameResult::of(state.outcome())),
        })
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// Returns the state after the main line.
    #[must_use]
    pub fn last(&self) -> State<G> {
        let moves = self.moves.main_line();
        moves.fold(self.start.clone(), |state, node| {
            state.play_unchecked(&node.action)
        })
    }
}

/// Returns the value of a tag.
#[must_use]
pub fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter()
        .find(|(n, _)| n == name)
        .map(|(_, value)| value.as_str())
}

/// The keys of earlier positions.
#[derive(Debug, Default)]
pub(crate) struct Keys(pub(crate) Vec<u64>);

impl PositionHistory for Keys {
    fn occurrences(&self, key: u64, within: usize) -> u32 {
        self.0.as_slice().occurrences(key, within)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn each(&self, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.as_slice().each(visit)
    }
}

/// Returns the first state of a game by its tags.
///
/// # Errors
///
/// [`Stop::Fault`] of kind [`DamageKind::Start`].
pub(crate) fn start_of<T>(
    text: &GameText<'_>,
    options: &ReadOptions,
    start: impl FnOnce() -> Result<T, Error>,
    parse: impl FnOnce(&str) -> Result<T, Error>,
) -> Result<T, Stop> {
    let read = match text.tag("FEN") {
        None => start(),
        Some(tag) if options.lenient_fen => parse(&chess::repair_fen(&tag.value())),
        Some(tag) => parse(&tag.value()),
    };
    read.map_err(|error| text.fault_at(0, DamageKind::Start, format!("start: {}", error.message())))
}

/// The damage of a move that was refused.
#[cold]
pub(crate) fn refused(text: &GameText<'_>, word: &[u8], error: &Error) -> Stop {
    let kind = match error.kind() {
        ErrorKind::GameOver => DamageKind::GameOver,
        ErrorKind::InvalidNotation => DamageKind::UnreadableMove,
        _ => DamageKind::IllegalMove,
    };
    let number = text.last_number();
    let number = number.map_or_else(String::new, |n| format!("{}. ", decoded(n)));
    let message = format!("{number}{}: {}", quoted(&decoded(word)), error.message());
    text.fault(kind, message)
}

/// The damage of a null move.
#[cold]
pub(crate) fn null_move(text: &GameText<'_>, word: &[u8]) -> Stop {
    let message = format!("{} is a null move", quoted(&decoded(word)));
    text.fault(DamageKind::NullMove, message)
}

/// A line that waits while a variation to its last move is read.
struct Frame<P> {
    position: P,
    before: P,
    at: Option<NodeId>,
    keys: usize,
    ended: bool,
}

/// Reads a game. The line in the answer is 0: the owner of the text knows it.
///
/// # Errors
///
/// [`Stop::Incomplete`], or the first fault.
pub fn read_game<G: Game>(
    rules: &Arc<Rules<G>>,
    text: &mut GameText<'_>,
    options: &ReadOptions,
) -> Result<Record<G>, Stop> {
    let start = start_of(
        text,
        options,
        || State::start(rules),
        |fen| State::parse(rules, fen, &[]),
    )?;
    let tags: Vec<_> = text
        .tags()
        .map(|tag| (decoded(tag.name).into_owned(), tag.value().into_owned()))
        .collect();
    let game = rules.game();
    let mut tree: Tree<G::Action> = Tree::default();
    let mut position = start.position().clone();
    let mut before: Option<G::Position> = None;
    let mut keys = Keys::default();
    let mut at: Option<NodeId> = None;
    let mut stack: Vec<Frame<G::Position>> = Vec::new();
    // Comments at the beginning of a variation, before its first move.
    let mut waiting: Vec<String> = Vec::new();
    let mut fresh = false;
    // True after a null move that ended the line.
    let mut ended = false;
    let result = loop {
        match text.token()? {
            Token::Number(_) => {}
            Token::Move(_) | Token::Nag(_) | Token::Comment(_) if ended => {}
            Token::Move(word) => {
                let action = game
                    .read_recorded(
                        &position,
                        &keys,
                        text.last_number(),
                        word,
                        STYLE,
                        options.play_on,
                    )
                    .map_err(|e| refused(text, word, &e))?;
                let seat = game.actor(&position, &action);
                let (next, _) = game.play(&position, &action);
                keys.0.push(game.key(&position));
                before = Some(std::mem::replace(&mut position, next));
                let mut node = Node::new(seat, action);
                node.before = std::mem::take(&mut waiting);
                at = Some(tree.push(at, node));
                fresh = false;
            }
            Token::Null(word) => match options.null_moves {
                NullMoves::Damage => return Err(null_move(text, word)),
                NullMoves::EndLine => ended = true,
            },
            Token::Nag(nag) => {
                if let (Some(at), false, 1..) = (at, fresh, nag) {
                    tree.node_mut(at).nags.push(nag);
                }
            }
            Token::Comment(bytes) => {
                let comment = decoded(bytes);
                let (notes, comments) = match at {
                    _ if fresh => (&mut Annotations::default(), &mut waiting),
                    Some(at) => {
                        let node = tree.node_mut(at);
                        (&mut node.notes, &mut node.after)
                    }
                    None => (&mut tree.notes, &mut tree.comments),
                };
                let boards = text
                    .last_number()
                    .is_some_and(|n| n.last().is_some_and(u8::is_ascii_alphabetic));
                if (options.bare_clocks || boards)
                    && let Some(time) = clock(comment.trim_ascii().as_bytes())
                {
                    if at.is_some() && !fresh {
                        notes.clock.get_or_insert(time);
                    }
                    continue;
                }
                let rest = if fresh {
                    comment.trim_ascii().into()
                } else {
                    notes.take(&comment)
                };
                if !rest.is_empty() && !options.skip_comments {
                    comments.push(unwrapped(&rest));
                }
            }
            Token::Open if options.skip_variations || ended => text.skip_variation()?,
            Token::Open => {
                let Some(earlier) = before.take().filter(|_| !fresh) else {
                    let message = "a variation before the first move of its line";
                    return Err(text.fault(DamageKind::Variation, message));
                };
                stack.push(Frame {
                    position: std::mem::replace(&mut position, earlier.clone()),
                    before: earlier,
                    at,
                    keys: keys.0.len(),
                    ended: false,
                });
                keys.0.pop();
                at = at.and_then(|at| tree.node(at).parent());
                fresh = true;
            }
            Token::Close => {
                let Some(frame) = stack.pop() else { continue };
                // Comments of a variation without a move belong to what it varies.
                if let (Some(at), false) = (frame.at, waiting.is_empty()) {
                    tree.node_mut(at).after.append(&mut waiting);
                }
                keys.0.truncate(frame.keys.saturating_sub(1));
                keys.0.push(game.key(&frame.before));
                position = frame.position;
                before = Some(frame.before);
                at = frame.at;
                ended = frame.ended;
                fresh = false;
            }
            Token::Result(result) => break Some(result),
            Token::End if !stack.is_empty() => return Err(text.unclosed_variation()),
            Token::End if options.require_result => {
                let message = "the game has no result";
                return Err(text.fault(DamageKind::NoResult, message));
            }
            Token::End => break None,
        }
    };
    Ok(Record {
        line: 0,
        tags,
        start,
        moves: tree,
        result,
    })
}

/// Joins the lines of a comment.
fn unwrapped(text: &str) -> String {
    if text.contains(['\n', '\r']) {
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    }
}

/// The games of a stream under one set of rules; see [`games`].
#[derive(Debug)]
pub struct Reader<G: Game, R> {
    rules: Arc<Rules<G>>,
    source: Source<R>,
    options: ReadOptions,
    others: &'static [&'static str],
}

/// Reads games. Each item is a game or its damage; reading continues after a damaged game.
pub fn games<G: Game, R: Read>(
    rules: &Arc<Rules<G>>,
    input: R,
    options: ReadOptions,
) -> Reader<G, R> {
    Reader {
        rules: Arc::clone(rules),
        source: Source::new(input, options.limits),
        options,
        others: &[],
    }
}

impl<G: Game, R: Read> Reader<G, R> {
    /// Reports damage if the tag `Variant` names another one of these games. Any other word
    /// in it is ignored, because sites write freely there.
    #[must_use]
    pub const fn among(mut self, games: &'static [&'static str]) -> Self {
        self.others = games;
        self
    }

    /// Returns the number of bytes of the games read so far.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.source.position()
    }
}

impl<G: Game, R: Read> Iterator for Reader<G, R> {
    type Item = Result<Record<G>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let (rules, options, others) = (&self.rules, &self.options, self.others);
        let next = self.source.next(|text| {
            check_variant::<G>(text, others)?;
            read_game(rules, text, options)
        })?;
        Some(next.map(|(line, record)| Record { line, ..record }))
    }
}

/// Reads the games of a slice without copying it.
pub fn games_in<G: Game>(
    rules: &Arc<Rules<G>>,
    bytes: &[u8],
    options: ReadOptions,
) -> impl Iterator<Item = Result<Record<G>, Damage>> {
    let rules = Arc::clone(rules);
    let mut slice = Slice::new(bytes, options.limits);
    std::iter::from_fn(move || {
        let next = slice.next(|text| read_game(&rules, text, &options))?;
        Some(next.map(|(line, record)| Record { line, ..record }))
    })
}

fn check_variant<G: Game>(
    text: &GameText<'_>,
    others: &'static [&'static str],
) -> Result<(), Stop> {
    let Some(variant) = text.tag("Variant").filter(|_| !others.is_empty()) else {
        return Ok(());
    };
    let variant = variant.value();
    let named = variant.to_ascii_lowercase();
    if named != G::INFO.name && others.contains(&named.as_str()) {
        let message = format!("a game of {}, not of {}", quoted(&variant), G::INFO.name);
        return Err(text.fault_at(0, DamageKind::Variant, message));
    }
    Ok(())
}

/// The seat after which moves are counted on.
pub(crate) const SECOND: Seat = Seat(1);
