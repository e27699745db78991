//! Records of any game.

use std::any::Any;
use std::sync::Arc;

use contract::error::{Error, Result, quoted};
use contract::game::{Game, unknown_style};
use contract::history::EmptyHistory;
use contract::state::{Rules, State};
use records::columns::{BoardGame, BoardRules};
use records::epd::{Epd, Operand, Operation};
use records::write::{self, WriteOptions};
use records::{GameResult, GameText, Node, ReadOptions, Record, STYLE, Stop, Tree};

use crate::{AnyGame, AnyState, Erased};

/// A record of any game.
pub type AnyRecord = Arc<dyn DynRecord>;

/// See [`Record`].
pub trait DynRecord: Erased {
    /// Returns the line in which it begins, from 1; 0 for one that was not read.
    fn line(&self) -> usize;
    /// Returns the tags, in order.
    fn tags(&self) -> &[(String, String)];
    /// Returns the result at its end.
    fn result(&self) -> Option<GameResult>;
    /// Returns the first state.
    fn start(&self) -> AnyState;
    /// Returns the state after a move of the tree by its index; `None` for the state after
    /// the main line.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an index beyond the end.
    fn state(&self, node: Option<usize>) -> Result<AnyState>;
    /// Returns the moves as texts of a style, by default the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that the game does not have.
    fn moves(&self, style: Option<&str>) -> Result<Tree<String>>;
    /// Writes it as PGN.
    ///
    /// # Errors
    ///
    /// As in [`write::pgn`].
    fn pgn(&self, options: WriteOptions) -> Result<String>;
    /// Returns itself for downcasts.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Game> DynRecord for Record<G> {
    fn line(&self) -> usize {
        self.line
    }

    fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    fn result(&self) -> Option<GameResult> {
        self.result
    }

    fn start(&self) -> AnyState {
        Arc::new(self.start.clone())
    }

    fn state(&self, node: Option<usize>) -> Result<AnyState> {
        let Some(index) = node else {
            return Ok(Arc::new(self.last()));
        };
        let nodes = self.moves.nodes();
        let mut path = Vec::new();
        let mut at = Some(nodes.get(index).ok_or_else(|| {
            let count = nodes.len();
            Error::invalid_option(format!("node: there are {count} moves, and no {index}"))
        })?);
        while let Some(node) = at {
            path.push(&node.action);
            at = node.parent().map(|parent| self.moves.node(parent));
        }
        let played = path.iter().rev().fold(self.start.clone(), |state, action| {
            state.play_unchecked(action)
        });
        Ok(Arc::new(played))
    }

    fn moves(&self, style: Option<&str>) -> Result<Tree<String>> {
        let game = self.start.game();
        let mut texts = Vec::with_capacity(self.moves.nodes().len());
        match style {
            None => texts.extend(self.moves.nodes().iter().map(|n| game.text(&n.action))),
            Some(style) => {
                let positions = positions(&self.start, &self.moves);
                for (node, position) in self.moves.nodes().iter().zip(&positions) {
                    texts.push(game.write(position, &EmptyHistory, &node.action, style)?);
                }
            }
        }
        let mut texts = texts.into_iter();
        Ok(self.moves.clone().map(|_| texts.next().unwrap_or_default()))
    }

    fn pgn(&self, options: WriteOptions) -> Result<String> {
        write::pgn(self, options)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Returns the position before each move.
fn positions<G: Game>(start: &State<G>, tree: &Tree<G::Action>) -> Vec<G::Position> {
    let game = start.game();
    let mut before: Vec<G::Position> = Vec::with_capacity(tree.nodes().len());
    for node in tree.nodes() {
        before.push(match node.parent() {
            None => start.position().clone(),
            Some(parent) => {
                game.play(&before[parent.index()], &tree.node(parent).action)
                    .0
            }
        });
    }
    before
}

/// Reads a game under rules of any game.
pub(crate) fn read<G: Game>(
    rules: &Arc<Rules<G>>,
    text: &mut GameText<'_>,
    options: &ReadOptions,
) -> Result<AnyRecord, Stop> {
    Ok(Arc::new(records::read_game(rules, text, options)?))
}

/// The canonical style.
fn canonical<G: Game>() -> &'static str {
    G::INFO.styles.first().copied().unwrap_or_default()
}

/// Makes a record of moves given as texts.
pub(crate) fn record<G: Game>(
    start: &State<G>,
    tree: &Tree<String>,
    tags: &[(String, String)],
    result: Option<GameResult>,
    style: Option<&str>,
) -> Result<AnyRecord> {
    let game = start.game();
    let style = style.unwrap_or(canonical::<G>());
    let mut after: Vec<G::Position> = Vec::with_capacity(tree.nodes().len());
    let mut moves: Tree<G::Action> = Tree::default();
    moves.comments.clone_from(&tree.comments);
    moves.notes.clone_from(&tree.notes);
    for (index, given) in tree.nodes().iter().enumerate() {
        let before = match given.parent() {
            None => start.position(),
            Some(parent) => &after[parent.index()],
        };
        let action = game
            .read(before, &EmptyHistory, None, &given.action, style)
            .and_then(|action| {
                game.check(before, &EmptyHistory, &action)?;
                Ok(action)
            })
            .map_err(|e| e.at(format_args!("move {index}")))?;
        let mut node = Node::new(game.actor(before, &action), action);
        node.nags.clone_from(&given.nags);
        node.before.clone_from(&given.before);
        node.after.clone_from(&given.after);
        node.notes.clone_from(&given.notes);
        let next = game.play(before, &node.action).0;
        after.push(next);
        moves.push(given.parent(), node);
    }
    Ok(Arc::new(Record {
        line: 0,
        tags: tags.to_vec(),
        start: start.clone(),
        moves,
        result,
    }))
}

/// Returns the rules of a game on a chess board, by which columns are read.
pub(crate) fn board_rules<G: BoardGame>(game: &AnyGame) -> Option<Arc<dyn BoardRules>> {
    let any: Arc<dyn Any + Send + Sync> = Arc::clone(game) as Arc<dyn Any + Send + Sync>;
    Some(any.downcast::<Rules<G>>().ok()? as Arc<dyn BoardRules>)
}

/// Reads a position with operations, whose moves become texts of a style, by default the
/// canonical one.
pub(crate) fn parse_epd<G: Game>(
    rules: &Arc<Rules<G>>,
    line: &str,
    style: Option<&str>,
) -> Result<(AnyState, Vec<Operation<String>>)> {
    let style = style.unwrap_or(canonical::<G>());
    if !G::INFO.styles.contains(&style) {
        return Err(unknown_style::<G>(style));
    }
    let epd = Epd::parse(rules, line)?;
    let game = epd.state.game();
    let mut operations = Vec::with_capacity(epd.operations.len());
    for operation in &epd.operations {
        let mut position = epd.state.position().clone();
        let in_line = matches!(operation.operand, Operand::Line(_));
        operations.push(operation.map(|action| {
            let text = game.write(&position, &EmptyHistory, action, style)?;
            if in_line {
                position = game.play(&position, action).0;
            }
            Ok(text)
        })?);
    }
    Ok((Arc::new(epd.state), operations))
}

/// Writes a position with operations, whose moves are texts in SAN or the canonical style.
pub(crate) fn write_epd<G: Game>(
    state: &State<G>,
    operations: &[Operation<String>],
) -> Result<String> {
    let game = state.game();
    let read = |position: &G::Position, text: &str| {
        let san =
            || game.read_recorded(position, &EmptyHistory, None, text.as_bytes(), STYLE, true);
        // Castling in canonical texts may be another move in SAN: the king's.
        game.read(position, &EmptyHistory, None, text, canonical::<G>())
            .and_then(|action| {
                game.check(position, &EmptyHistory, &action)?;
                Ok(action)
            })
            .or_else(|_| san())
    };
    let mut typed = Vec::with_capacity(operations.len());
    for operation in operations {
        let mut position = state.position().clone();
        let in_line = matches!(operation.operand, Operand::Line(_));
        let of = |error: Error, text: &str| {
            let what = format!("{}: {}: {}", operation.code, quoted(text), error.message());
            Error::new(error.kind(), what)
        };
        typed.push(operation.map(|text| {
            let action = read(&position, text).map_err(|error| of(error, text))?;
            if in_line {
                position = game.play(&position, &action).0;
            }
            Ok(action)
        })?);
    }
    Epd {
        state: state.clone(),
        operations: typed,
    }
    .write()
}
