//! The questions about states and observations that every host asks in the same way: from
//! their declaration come the methods of the bindings, their types and documentation.
//!
//! A question is a method of [`host::State`](crate::host::State) or
//! [`host::Observation`](crate::host::Observation) of the same name and one entry of
//! [`STATE`] or [`OBSERVATION`]; `cargo run -p xtask -- reference` writes the rest. The method
//! takes the seat first, then what has to be given, then the styles.

/// A question.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The name; each host writes it in its own style.
    pub name: &'static str,
    /// The documentation: paragraphs with an empty line between them, the first in the third
    /// person for a method and a noun phrase for a property.
    pub doc: &'static str,
    /// The arguments; a question without any is a property, unless it computes much.
    pub takes: &'static [Argument],
    /// The answer.
    pub gives: Answer,
    /// True for a method that takes no argument.
    pub method: bool,
    /// The codes of the errors that it can have, besides `internal`.
    pub errors: &'static [&'static str],
    /// The longest time that an answer can take.
    pub cost: Cost,
    /// A call with its answer, for the documentation.
    pub example: Option<Example>,
}

impl Query {
    /// Returns true if it has the form of a property, where a host has such.
    #[must_use]
    pub const fn is_property(&self) -> bool {
        self.takes.is_empty() && !self.method
    }

    /// Returns the name of the method in Rust that gives the answer as bindings want it: a
    /// description that is no plain value yet.
    #[must_use]
    pub const fn rust_name(&self) -> &'static str {
        match self.gives {
            Answer::Description => "description",
            _ => self.name,
        }
    }
}

/// An argument of a question.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: ArgumentKind,
}

/// The values that an argument takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ArgumentKind {
    /// A move, as text or action id; has to be given.
    Move,
    /// A text; has to be given.
    Text,
    /// The number of a ply; has to be given.
    Ply,
    /// A seat, by name or number; need not be given.
    Seat,
    /// A style of notation; need not be given.
    Style,
    /// A map of names to plain values, in its place among what has to be given; need not be
    /// given.
    Map,
}

impl ArgumentKind {
    /// Returns true if the argument has to be given.
    #[must_use]
    pub const fn is_required(self) -> bool {
        matches!(self, Self::Move | Self::Text | Self::Ply)
    }

    /// Returns true if the argument is given by its place and not by its name.
    #[must_use]
    pub const fn is_placed(self) -> bool {
        self.is_required() || matches!(self, Self::Map)
    }
}

/// The kind of an answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Answer {
    /// A text.
    Text,
    /// A text, or nothing.
    MaybeText,
    /// Texts in order.
    Texts,
    /// A number from 0, of type `u64`.
    Count,
    /// A number from 0 of things that are in memory, of type `usize`.
    Length,
    /// An action id.
    Id,
    /// True or false.
    Flag,
    /// The fields of a state or an observation.
    Description,
    /// Events in order.
    Events,
    /// A state of the same game.
    State,
}

/// The longest time that an answer can take, for hosts whose threads must not be held up.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cost {
    /// Less than a millisecond.
    Short,
    /// More than a millisecond where the rules are slow.
    Rules,
    /// More than a millisecond where the rules are slow, or there are many plies to replay.
    Replay,
    /// More than a millisecond where the rules are slow, or the answer has all that a seat was
    /// told in a game.
    Log,
}

/// A call with its answer, on the first state of a game.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The game.
    pub game: &'static str,
    /// The arguments that are given, by name.
    pub given: &'static [(&'static str, &'static str)],
    /// The answer: a text without quotes, or a number.
    pub answer: &'static str,
}

const SEAT: Argument = Argument {
    name: "seat",
    kind: ArgumentKind::Seat,
};
const STYLE: Argument = Argument {
    name: "style",
    kind: ArgumentKind::Style,
};
const MOVE: Argument = Argument {
    name: "move",
    kind: ArgumentKind::Move,
};

const QUERY: Query = Query {
    name: "",
    doc: "",
    takes: &[],
    gives: Answer::Text,
    method: false,
    errors: &[],
    cost: Cost::Short,
    example: None,
};

/// The errors of a move that cannot be read or played.
const OF_A_MOVE: &[&str] = &[
    "invalid_notation",
    "illegal_move",
    "not_your_turn",
    "game_over",
];

/// The questions about a state.
pub const STATE: &[Query] = &[
    Query {
        name: "notation",
        doc: "The position in the game's notation; of a hidden game, the referee's.",
        ..QUERY
    },
    Query {
        name: "key",
        doc: "The repetition key, 16 hexadecimal digits.",
        ..QUERY
    },
    Query {
        name: "ply",
        doc: "The number of plies in its history.",
        gives: Answer::Length,
        ..QUERY
    },
    Query {
        name: "repetitions",
        doc: "The number of times that its position has occurred, this time included.\n\nCounts \
              the states in its history and this one that have its key; whether the rules look \
              at all of them is for the game to say.",
        gives: Answer::Length,
        ..QUERY
    },
    Query {
        name: "moves",
        doc: "Lists the moves that led to the state; of a hidden game, the referee's.\n\nThey begin \
              at the start or at a position that was parsed; edits may lie between them.",
        takes: &[STYLE],
        gives: Answer::Texts,
        errors: &["unsupported"],
        cost: Cost::Replay,
        ..QUERY
    },
    Query {
        name: "last_move",
        doc: "Returns the last of its moves; nothing if there are none.",
        takes: &[STYLE],
        gives: Answer::MaybeText,
        errors: &["unsupported"],
        cost: Cost::Replay,
        ..QUERY
    },
    Query {
        name: "at_ply",
        doc: "Returns the state at an earlier ply, which its moves lead to.\n\nThe plies are those \
              from the position before the first of its moves to its own.",
        takes: &[Argument {
            name: "ply",
            kind: ArgumentKind::Ply,
        }],
        gives: Answer::State,
        errors: &["invalid_option"],
        cost: Cost::Replay,
        ..QUERY
    },
    Query {
        name: "pgn",
        doc: "Writes the game that led to the state as PGN, with tags.\n\nIt has the moves and \
              the result; games of two boards are written as BPGN. Of a hidden game it is the \
              referee's.",
        takes: &[Argument {
            name: "tags",
            kind: ArgumentKind::Map,
        }],
        errors: &["unsupported", "invalid_option"],
        cost: Cost::Replay,
        ..QUERY
    },
    Query {
        name: "epd",
        doc: "Writes the state as a line of EPD with operations.\n\nThese are a map of codes to \
              moves, numbers and texts, as `parse_epd` reads them. Moves are given canonically \
              or in SAN, and written in SAN. Of a hidden game it is the referee's.",
        takes: &[Argument {
            name: "operations",
            kind: ArgumentKind::Map,
        }],
        errors: &[
            "unsupported",
            "invalid_option",
            "invalid_notation",
            "illegal_move",
        ],
        cost: Cost::Rules,
        ..QUERY
    },
    Query {
        name: "count_legal",
        doc: "Counts the legal moves, of all live seats or of one.",
        takes: &[SEAT],
        gives: Answer::Count,
        errors: &["invalid_option"],
        cost: Cost::Rules,
        example: Some(Example {
            game: "chess",
            given: &[],
            answer: "20",
        }),
        ..QUERY
    },
    Query {
        name: "move_text",
        doc: "Returns a legal move in another style of notation.\n\nWithout `style` it is the \
              canonical one; `from_style` is the one in which the move is given.",
        takes: &[
            MOVE,
            STYLE,
            Argument {
                name: "from_style",
                kind: ArgumentKind::Style,
            },
            SEAT,
        ],
        errors: &[
            "invalid_notation",
            "illegal_move",
            "not_your_turn",
            "game_over",
            "unsupported",
        ],
        cost: Cost::Rules,
        example: Some(Example {
            game: "chess",
            given: &[("move", "g1f3"), ("style", "san")],
            answer: "Nf3",
        }),
        ..QUERY
    },
    Query {
        name: "action_id",
        doc: "Returns the action id of a legal move.",
        takes: &[
            Argument {
                name: "move",
                kind: ArgumentKind::Text,
            },
            SEAT,
        ],
        gives: Answer::Id,
        errors: &[
            "invalid_notation",
            "illegal_move",
            "not_your_turn",
            "game_over",
            "unsupported",
        ],
        cost: Cost::Rules,
        ..QUERY
    },
    Query {
        name: "report",
        doc: "Lists the events that a move would bring about, in the order to show them.",
        takes: &[MOVE, SEAT, STYLE],
        gives: Answer::Events,
        errors: OF_A_MOVE,
        cost: Cost::Rules,
        ..QUERY
    },
    Query {
        name: "describe",
        doc: "Returns the state in plain values, or what a seat may see of it.",
        takes: &[SEAT],
        gives: Answer::Description,
        errors: &["invalid_option"],
        cost: Cost::Log,
        ..QUERY
    },
    Query {
        name: "describe_text",
        doc: "Describes the state in English sentences, or what a seat may know of it.\n\nFor \
              people with screen readers, and for prompts of language models. Of a hidden game \
              the state's own words are the referee's; a seat's are made from what it knows.",
        takes: &[SEAT],
        errors: &["invalid_option"],
        cost: Cost::Log,
        ..QUERY
    },
    Query {
        name: "move_in_words",
        doc: "Describes a legal move in English words.\n\nTwo legal moves of a state never have \
              the same words. Of a hidden game these are the referee's.",
        takes: &[MOVE, SEAT, STYLE],
        errors: OF_A_MOVE,
        cost: Cost::Rules,
        example: Some(Example {
            game: "chess",
            given: &[("move", "g1f3")],
            answer: "knight from g1 to f3",
        }),
        ..QUERY
    },
    Query {
        name: "leave",
        doc: "Returns the state in which a seat has left the game while the others play on.\n\nThe \
              seat is given by its name, whoever's turn it is. The reason, such as `resigned`, \
              `timeout` or `abandoned`, is that of the outcome if a single side is left. A game \
              that ends when a seat leaves is `unsupported`, as are all games \
              of two.",
        takes: &[
            Argument {
                name: "name",
                kind: ArgumentKind::Text,
            },
            Argument {
                name: "reason",
                kind: ArgumentKind::Text,
            },
        ],
        gives: Answer::State,
        errors: &["unsupported", "invalid_option", "game_over"],
        cost: Cost::Rules,
        ..QUERY
    },
    Query {
        name: "out",
        doc: "The seats that are out of the game while others play on.\n\nThey have left it, or \
              are out by its rules.",
        gives: Answer::Texts,
        ..QUERY
    },
    Query {
        name: "draw",
        doc: "Draws the position in text.",
        method: true,
        ..QUERY
    },
];

/// The questions about an observation.
pub const OBSERVATION: &[Query] = &[
    Query {
        name: "seat",
        doc: "The name of its seat.",
        ..QUERY
    },
    Query {
        name: "text",
        doc: "All that the seat knows, as text: equal exactly if the seat knows the same.",
        ..QUERY
    },
    Query {
        name: "key",
        doc: "The key of the information set, 16 hexadecimal digits.",
        ..QUERY
    },
    Query {
        name: "may_act",
        doc: "True if the seat may act, as far as it can know.",
        gives: Answer::Flag,
        ..QUERY
    },
    Query {
        name: "describe",
        doc: "Returns all that the seat knows, in plain values.",
        gives: Answer::Description,
        method: true,
        cost: Cost::Log,
        ..QUERY
    },
    Query {
        name: "describe_text",
        doc: "Describes all that the seat knows in English sentences.",
        method: true,
        cost: Cost::Rules,
        ..QUERY
    },
    Query {
        name: "move_in_words",
        doc: "Describes in English words a move that the seat may try.\n\nThe move is to be given \
              as `candidates` has it, or by its action id. Says no more of it than the seat knows.",
        takes: &[MOVE],
        errors: &["illegal_move", "unsupported"],
        cost: Cost::Rules,
        ..QUERY
    },
    Query {
        name: "draw",
        doc: "Draws in text what the seat sees.",
        method: true,
        ..QUERY
    },
];
