//! The options of the bots of every game that can be searched.

use contract::options::{LARGEST, OptionKind, OptionSpec, joined};

use contract::bot::NODES;

use super::manners;

/// Names of levels and what strength they stand for; `None` is without handicap.
pub const LEVELS: &[(&str, Option<i32>)] = &[
    ("beginner", Some(400)),
    ("casual", Some(900)),
    ("intermediate", Some(1400)),
    ("strong", Some(2000)),
    ("max", None),
];

/// The options of `search` by which it chooses its moves.
const STRENGTH: &[OptionSpec] = &[
    OptionSpec {
        name: "level",
        kind: OptionKind::Choice {
            default: "max",
            values: &["beginner", "casual", "intermediate", "strong", "max"],
        },
        doc: "how strong it plays",
    },
    OptionSpec {
        name: "strength",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 2500,
        },
        doc: "how strong it plays, from 100 (an instructive opponent) through 1500 (an average \
              experienced player) to 2500; 0 for as the level says",
    },
    OptionSpec {
        name: "noise",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 3000,
        },
        doc: "how far it may err about a move, in the units of the game's evaluation; 0 for as the \
              strength says",
    },
    OptionSpec {
        name: "careless",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 1000,
        },
        doc: "in how many of a thousand turns it does not see the answers to half of its quiet \
              moves; 0 for as the strength says",
    },
    OptionSpec {
        name: "overlooks",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 1000,
        },
        doc: "how many of a thousand moves it does not notice, those that win as well; 0 for as the \
              strength says",
    },
    OptionSpec {
        name: "depth",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: 100,
        },
        doc: "plies that it never looks beyond; 0 for no such limit",
    },
    NODES,
    OptionSpec {
        name: "hash",
        kind: OptionKind::Int {
            default: 8,
            min: 1,
            max: 65_536,
        },
        doc: "largest size of the transposition table in MB; it grows with what is searched",
    },
    OptionSpec {
        name: "threads",
        kind: OptionKind::Int {
            default: 1,
            min: 1,
            max: 256,
        },
        doc: "threads that search together; with more than one, decisions cannot be repeated exactly",
    },
    OptionSpec {
        name: "opponents",
        kind: OptionKind::Choice {
            default: "paranoid",
            values: &["paranoid", "max_n"],
        },
        doc: "with more than two sides: whether all others play against the one that decides, or \
              each for itself",
    },
    OptionSpec {
        name: "contempt",
        kind: OptionKind::Int {
            default: 0,
            min: -1000,
            max: 1000,
        },
        doc: "what a draw costs, in the units of the game's evaluation",
    },
    OptionSpec {
        name: "overhead",
        kind: OptionKind::Int {
            default: 20,
            min: 0,
            max: 10_000,
        },
        doc: "milliseconds of a running clock that are kept for the host",
    },
    OptionSpec {
        name: "evaluation",
        kind: OptionKind::Choice {
            default: "network",
            values: &["network", "hand"],
        },
        doc: "by what positions are evaluated: the game's network, or the hand-written evaluation, \
              which games without a network always use",
    },
];

/// The options of `search`.
pub const OPTIONS: &[OptionSpec] =
    &joined::<_, { STRENGTH.len() + manners::OPTIONS.len() }>(&[STRENGTH, manners::OPTIONS]);

/// The names of the bots made here, for [`GameInfo::bots`](contract::game::GameInfo::bots).
pub const NAMES: &[&str] = &["heuristic", "search", "mcts"];

/// The options of `mcts`.
pub const TREE_OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "leaf",
        kind: OptionKind::Choice {
            default: "evaluation",
            values: &["evaluation", "playout"],
        },
        doc: "how new leaves are judged: by the evaluation or by a random game",
    },
    OptionSpec {
        name: "exploration",
        kind: OptionKind::Int {
            default: 60,
            min: 0,
            max: 1000,
        },
        doc: "how much is tried that does not look best, in hundredths",
    },
    OptionSpec {
        name: "nodes",
        kind: OptionKind::Int {
            default: 0,
            min: 0,
            max: LARGEST,
        },
        doc: "leaves that a decision takes where nothing else bounds it; 0 for a second of time",
    },
];

/// The options of `heuristic`, `search` or `mcts`; none for another name.
#[must_use]
pub fn options_of(name: &str) -> &'static [OptionSpec] {
    match name {
        "search" => OPTIONS,
        "mcts" => TREE_OPTIONS,
        "heuristic" => manners::OPTIONS,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_an_option() {
        let OptionKind::Choice { values, .. } = OPTIONS[0].kind else {
            panic!("level is a choice");
        };
        assert!(values.iter().copied().eq(LEVELS.iter().map(|(n, _)| *n)));
    }
}
