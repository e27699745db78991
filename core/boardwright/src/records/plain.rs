//! Records as plain values, for hosts.

use ::records::{Annotations, Eval, GameResult, Mark, MarkColor, Node, Tree};
use contract::error::{Error, Result, quoted};
use contract::game::Seat;
use contract::value::Value;
use serde::{Deserialize, Serialize};

use super::reader::Record;
use crate::host::State;

/// A mark on the board: an arrow, or a square where both ends are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MarkDescription {
    /// `green`, `red`, `yellow` or `blue`.
    pub color: String,
    /// The origin.
    pub from: String,
    /// The destination.
    pub to: String,
}

/// A move of a record, with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RecordNode {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The name of the seat that made it.
    pub seat: String,
    /// The index of the move before it; null for a first move.
    pub parent: Option<usize>,
    /// The numeric glyphs; 1 to 6 are `!` `?` `!!` `??` `!?` `?!`.
    pub nags: Vec<u8>,
    /// The comments before it, at the beginning of a variation.
    pub before: Vec<String>,
    /// The comments after it, without what the fields below say.
    pub comments: Vec<String>,
    /// The time on the mover's clock after it, in milliseconds.
    pub clock: Option<u64>,
    /// The time that it took, in milliseconds.
    pub elapsed: Option<u64>,
    /// The evaluation after it in centipawns of the first seat.
    pub eval: Option<i32>,
    /// Mate in so many moves after it; negative if the first seat is mated.
    pub mate: Option<i32>,
    /// The depth of the evaluation in plies.
    pub depth: Option<u32>,
    /// Arrows and squares.
    pub marks: Vec<MarkDescription>,
}

/// The moves of a record: a list in which every move stands after the move before it. Of the
/// moves after one the first continues its line, the others begin variations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RecordTree {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub nodes: Vec<RecordNode>,
}

const COLORS: [(&str, MarkColor); 4] = [
    ("green", MarkColor::Green),
    ("red", MarkColor::Red),
    ("yellow", MarkColor::Yellow),
    ("blue", MarkColor::Blue),
];

fn mark(mark: &Mark) -> MarkDescription {
    let named = COLORS.iter().find(|(_, color)| *color == mark.color);
    MarkDescription {
        color: named.map_or_else(String::new, |(name, _)| (*name).to_owned()),
        from: mark.from.to_string(),
        to: mark.to.to_string(),
    }
}

fn read_mark(given: &MarkDescription) -> Result<Mark> {
    let color = COLORS.iter().find(|(name, _)| *name == given.color);
    let color = color.map(|(_, color)| *color).ok_or_else(|| {
        let got = quoted(&given.color);
        Error::invalid_option(format!("marks: there is no colour {got}"))
    })?;
    let square = |text: &str| {
        text.parse()
            .map_err(|_| Error::invalid_option(format!("marks: {} is no square", quoted(text))))
    };
    Ok(Mark {
        color,
        from: square(&given.from)?,
        to: square(&given.to)?,
    })
}

/// The fields of a node that come from its annotations.
fn noted(notes: &Annotations) -> RecordNode {
    let (eval, mate) = match notes.eval {
        None => (None, None),
        Some(Eval::Centipawns(value)) => (Some(value), None),
        Some(Eval::Mate(moves)) => (None, Some(moves)),
    };
    RecordNode {
        clock: notes.clock,
        elapsed: notes.elapsed,
        eval,
        mate,
        depth: notes.depth,
        marks: notes.marks.iter().map(mark).collect(),
        ..RecordNode::default()
    }
}

fn notes_of(node: &RecordNode) -> Result<Annotations> {
    let eval = match (node.eval, node.mate) {
        (None, None) => None,
        (Some(value), None) => Some(Eval::Centipawns(value)),
        (None, Some(moves)) => Some(Eval::Mate(moves)),
        (Some(_), Some(_)) => {
            return Err(Error::invalid_option(
                "eval: stands beside a mate, and one is the score",
            ));
        }
    };
    Ok(Annotations {
        clock: node.clock,
        elapsed: node.elapsed,
        eval,
        depth: node.depth,
        marks: node.marks.iter().map(read_mark).collect::<Result<_>>()?,
    })
}

impl RecordTree {
    /// Reads a tree from a plain value: a map as [`RecordTree`] is written, or a list of the
    /// moves of a line, each a text or a map without `parent`.
    ///
    /// # Errors
    ///
    /// `invalid_option` for anything else.
    pub fn read(given: Value) -> Result<Self> {
        let wrong = |error: serde_json::Error| Error::invalid_option(format!("moves: {error}"));
        let Value::Array(line) = given else {
            return serde_json::from_value(given).map_err(wrong);
        };
        let mut tree = Self::default();
        for given in line {
            let mut node = match given {
                Value::String(text) => RecordNode {
                    text,
                    ..RecordNode::default()
                },
                other => serde_json::from_value::<RecordNode>(other).map_err(wrong)?,
            };
            node.parent = tree.nodes.len().checked_sub(1);
            tree.nodes.push(node);
        }
        Ok(tree)
    }

    fn tree(&self) -> Result<Tree<String>> {
        let mut tree: Tree<String> = Tree::default();
        tree.comments.clone_from(&self.comments);
        let mut ids = Vec::with_capacity(self.nodes.len());
        for (index, given) in self.nodes.iter().enumerate() {
            // The seat follows from the move.
            let mut node = Node::new(Seat(0), given.text.clone());
            node.nags.clone_from(&given.nags);
            node.before.clone_from(&given.before);
            node.after.clone_from(&given.comments);
            node.notes = notes_of(given)?;
            let parent = match given.parent {
                None => None,
                Some(parent) => Some(*ids.get(parent).ok_or_else(|| {
                    let message = format!("moves: {index} comes before its parent {parent}");
                    Error::invalid_option(message)
                })?),
            };
            ids.push(tree.push(parent, node));
        }
        Ok(tree)
    }

    /// Returns the moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &RecordNode> + '_ {
        // The first child of a move is the first in the list that has it as parent.
        let mut at = None;
        let mut rest = self.nodes.iter().enumerate();
        std::iter::from_fn(move || {
            let (index, node) = rest.find(|(_, node)| node.parent == at)?;
            at = Some(index);
            Some(node)
        })
    }
}

impl Record {
    /// Makes a record from plain values: the moves as [`RecordTree::read`] takes them, and the
    /// result as PGN writes it.
    ///
    /// # Errors
    ///
    /// `invalid_option`, and those of the first move that is not legal.
    pub fn from_plain(
        start: &State,
        moves: Value,
        tags: &[(String, String)],
        result: Option<&str>,
        style: Option<&str>,
    ) -> Result<Self> {
        let result = match result {
            None => None,
            Some(text) => Some(GameResult::read(text.as_bytes()).ok_or_else(|| {
                let got = quoted(text);
                Error::invalid_option(format!("result: takes 1-0, 0-1, 1/2-1/2 or *, not {got}"))
            })?),
        };
        Self::new(
            start,
            &RecordTree::read(moves)?.tree()?,
            tags,
            result,
            style,
        )
    }

    /// Returns the moves as plain values.
    ///
    /// # Errors
    ///
    /// As in [`Record::moves`].
    pub fn tree(&self, style: Option<&str>) -> Result<RecordTree> {
        let tree = self.moves(style)?;
        let game = self.game();
        let seats = game.seats();
        let nodes = tree.nodes().iter().map(|node| RecordNode {
            text: node.action.clone(),
            seat: seats.get(node.seat.index()).cloned().unwrap_or_default(),
            parent: node.parent().map(|parent| parent.index()),
            nags: node.nags.clone(),
            before: node.before.clone(),
            comments: node.after.clone(),
            ..noted(&node.notes)
        });
        Ok(RecordTree {
            comments: tree.comments.clone(),
            nodes: nodes.collect(),
        })
    }

    /// Returns the texts of the main line.
    ///
    /// # Errors
    ///
    /// As in [`Record::moves`].
    pub fn main_line(&self, style: Option<&str>) -> Result<Vec<String>> {
        let tree = self.moves(style)?;
        Ok(tree.main_line().map(|node| node.action.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use contract::value::{Dict, to_value};

    use super::*;
    use crate::host;
    use crate::records::{GameReader, ReadSettings};

    const GAME: &str = "[White \"Ann\"]\n\n{first} 1. e4 $1 {[%clk 0:03:00] [%eval 0.30,12] best} \
        (1. d4 {[%cal Ge2e4] queen's} d5 (1... Nf6)) 1... e5 2. Nf3 1-0\n\n";

    fn read(text: &'static str) -> Record {
        let settings = ReadSettings::new(Dict::new()).unwrap();
        let input = Box::new(Cursor::new(text.as_bytes()));
        let mut reader = GameReader::new(input, settings.read, settings.game);
        reader.read().unwrap().unwrap().unwrap()
    }

    #[test]
    fn a_record_survives_its_plain_form() {
        let record = read(GAME);
        let tree = record.tree(None).unwrap();
        let line: Vec<_> = tree.main_line().map(|node| node.text.as_str()).collect();
        assert_eq!(line, ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(line, record.main_line(None).unwrap());
        assert_eq!(tree.nodes[0].clock, Some(180_000));
        assert_eq!(
            (tree.nodes[0].eval, tree.nodes[0].depth),
            (Some(30), Some(12))
        );
        let again = Record::from_plain(
            &record.start(),
            to_value(&tree).unwrap(),
            record.tags(),
            Some("1-0"),
            None,
        )
        .unwrap();
        assert_eq!(
            again.tree(Some("san")).unwrap(),
            record.tree(Some("san")).unwrap()
        );
        let written = |record: &Record| record.pgn(crate::records::WriteOptions::default());
        assert_eq!(written(&again).unwrap(), written(&record).unwrap());
    }

    #[test]
    fn wrong_trees_are_refused() {
        let start = host::start("chess", &Dict::new()).unwrap();
        for (moves, what) in [
            (serde_json::json!(5), "moves"),
            (
                serde_json::json!({"nodes": [{"move": "e2e4", "parent": 0}]}),
                "parent",
            ),
            (serde_json::json!(["e2e5"]), "move 0"),
            (
                serde_json::json!([{"move": "e2e4", "eval": 1, "mate": 1}]),
                "eval",
            ),
            (serde_json::json!([{"move": "e2e4", "clok": 1}]), "clok"),
        ] {
            let error = Record::from_plain(&start, moves, &[], None, None).unwrap_err();
            assert!(error.message().contains(what), "{error:?}");
        }
    }
}
