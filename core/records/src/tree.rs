//! Moves as a tree: the main line with its variations, in one list without recursion.

use contract::game::Seat;

use crate::comment::Annotations;

/// The place of a move in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the index in [`Tree::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<A> {
    /// The move.
    pub action: A,
    /// The seat that made it.
    pub seat: Seat,
    /// The numeric glyphs, in order; 1 to 6 are `!` `?` `!!` `??` `!?` `?!`.
    pub nags: Vec<u8>,
    /// The comments before it, at the beginning of a variation.
    pub before: Vec<String>,
    /// The comments after it, without the commands in [`Self::notes`].
    pub after: Vec<String>,
    /// Clock, time, evaluation and marks from the comments after it.
    pub notes: Annotations,
    parent: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    sibling: Option<NodeId>,
}

impl<A> Node<A> {
    /// Creates a move of which nothing is said.
    pub fn new(seat: Seat, action: A) -> Self {
        Self {
            action,
            seat,
            nags: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            notes: Annotations::default(),
            parent: None,
            first: None,
            last: None,
            sibling: None,
        }
    }

    /// Returns the move before it; `None` for a first move.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

/// The moves of a game. The first child of a move continues its line, the others are
/// variations to that child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<A> {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// Clock, time, evaluation and marks from those comments.
    pub notes: Annotations,
    nodes: Vec<Node<A>>,
    first: Option<NodeId>,
    last: Option<NodeId>,
}

impl<A> Default for Tree<A> {
    fn default() -> Self {
        Self {
            comments: Vec::new(),
            notes: Annotations::default(),
            nodes: Vec::new(),
            first: None,
            last: None,
        }
    }
}

impl<A> Tree<A> {
    /// Creates a line without variations.
    pub fn line(moves: impl IntoIterator<Item = (Seat, A)>) -> Self {
        let mut tree = Self::default();
        let mut at = None;
        for (seat, action) in moves {
            at = Some(tree.push(at, Node::new(seat, action)));
        }
        tree
    }

    /// Adds a move after `parent`, as its main continuation if it is the first there.
    ///
    /// A tree holds fewer than 2³² moves: further ones are not told apart.
    pub fn push(&mut self, parent: Option<NodeId>, mut node: Node<A>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        node.parent = parent;
        (node.first, node.last, node.sibling) = (None, None, None);
        self.nodes.push(node);
        let (first, last) = match parent.and_then(|p| self.nodes.get_mut(p.index())) {
            Some(parent) => (&mut parent.first, &mut parent.last),
            None => (&mut self.first, &mut self.last),
        };
        first.get_or_insert(id);
        if let Some(before) = last.replace(id) {
            self.nodes[before.index()].sibling = Some(id);
        }
        id
    }

    /// Returns all moves, each after the move before it.
    #[must_use]
    pub fn nodes(&self) -> &[Node<A>] {
        &self.nodes
    }

    /// Returns a move.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node<A> {
        &self.nodes[id.index()]
    }

    /// Returns a move to change what is said about it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<A> {
        &mut self.nodes[id.index()]
    }

    /// Returns the moves after a move, or the first moves; the main continuation first.
    pub fn children(&self, parent: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(parent), |id| self.node(*id).sibling)
    }

    /// Returns the main continuation.
    #[must_use]
    pub fn first_child(&self, parent: Option<NodeId>) -> Option<NodeId> {
        match parent {
            Some(parent) => self.node(parent).first,
            None => self.first,
        }
    }

    /// Returns the next variation to the same move.
    pub(crate) fn sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).sibling
    }

    /// Returns the places of the main line's moves.
    pub fn main_ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first, |id| self.node(*id).first)
    }

    /// Returns the moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &Node<A>> + '_ {
        self.main_ids().map(|id| self.node(id))
    }

    /// Returns the last comment after the main line's last move: the end of the game in
    /// words.
    #[must_use]
    pub fn closing(&self) -> Option<&str> {
        let comments = match self.main_ids().last() {
            Some(last) => &self.node(last).after,
            None => &self.comments,
        };
        comments.last().map(String::as_str)
    }

    /// Returns the tree with other moves in the same places.
    pub fn map<B>(self, mut to: impl FnMut(A) -> B) -> Tree<B> {
        let nodes = self.nodes.into_iter().map(|node| Node {
            action: to(node.action),
            seat: node.seat,
            nags: node.nags,
            before: node.before,
            after: node.after,
            notes: node.notes,
            parent: node.parent,
            first: node.first,
            last: node.last,
            sibling: node.sibling,
        });
        Tree {
            nodes: nodes.collect(),
            comments: self.comments,
            notes: self.notes,
            first: self.first,
            last: self.last,
        }
    }
}
