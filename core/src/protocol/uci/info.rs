//! Infos and decisions, which the bots give as plain values, in the words of UCI.

use std::fmt::Write as _;

use crate::value::{Dict, Value};

/// The moves of a line of play.
fn moves(of: &Value) -> impl Iterator<Item = &str> {
    of.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

/// Plies to a mate as moves of the side that gives it: a mate in one ply is a
/// mate in 1, and to be mated in two plies is -1.
const fn mate(plies: i64) -> i64 {
    if plies > 0 {
        plies / 2 + plies % 2
    } else {
        plies / 2
    }
}

/// `cp 31`, `mate -2`; nothing where there is no opinion.
fn score(of: &Value) -> Option<String> {
    let value = of["value"].as_i64()?;
    Some(match of["unit"].as_str()? {
        "mate" => format!("mate {}", mate(value)),
        _ => format!("cp {value}"),
    })
}

/// Adds what is known.
fn add(out: &mut String, name: &str, value: &Value) {
    if !value.is_null() {
        // Writing to a string does not fail.
        let _ = write!(out, " {name} {value}");
    }
}

/// The line about a step of an analysis, or about a decision, which knows less.
pub(in crate::protocol) fn line(info: &Dict) -> String {
    let get = |name: &str| info.get(name).unwrap_or(&Value::Null);
    let depth = get("depth");
    let mut out = format!("info depth {depth}");
    add(&mut out, "seldepth", get("selective_depth"));
    add(&mut out, "multipv", info.get("line").unwrap_or(&1.into()));
    if let Some(score) = score(get("score")) {
        let _ = write!(out, " score {score}");
        match get("bound").as_str() {
            Some("lower") => out.push_str(" lowerbound"),
            Some("upper") => out.push_str(" upperbound"),
            _ => {}
        }
    }
    add(&mut out, "nodes", get("nodes"));
    match (get("nodes").as_u64(), get("time").as_u64()) {
        (Some(nodes), Some(ms @ 1..)) if get("nodes_per_second").is_null() => {
            add(&mut out, "nps", &(nodes.saturating_mul(1000) / ms).into());
        }
        _ => add(&mut out, "nps", get("nodes_per_second")),
    }
    add(&mut out, "hashfull", get("hash_full"));
    add(&mut out, "time", get("time"));
    let mut pv = moves(get("pv")).peekable();
    if pv.peek().is_some() {
        out.push_str(" pv");
        for action in pv {
            out.push(' ');
            out.push_str(action);
        }
    }
    out
}

/// The move that a step of an analysis or a decision puts first.
pub(super) fn first_move(of: &Dict) -> Option<&str> {
    moves(of.get("pv")?).next()
}

/// The reply that it expects.
pub(super) fn second_move(of: &Dict) -> Option<&str> {
    moves(of.get("pv")?).nth(1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: Value) -> String {
        line(value.as_object().unwrap())
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let moves = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(mate);
        assert_eq!(moves, [-2, -1, -1, 0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn everything_that_is_known_is_said() {
        let info = json!({
            "depth": 9, "selective_depth": 15, "line": 2, "nodes": 1000, "time": 12,
            "score": { "unit": "centipawns", "value": -31 }, "bound": "upper",
            "nodes_per_second": 83333, "hash_full": 7, "pv": ["e2e4", "e7e5"],
        });
        assert_eq!(
            of(info),
            "info depth 9 seldepth 15 multipv 2 score cp -31 upperbound nodes 1000 nps 83333 \
             hashfull 7 time 12 pv e2e4 e7e5"
        );
        let info = json!({
            "depth": 3, "nodes": 70, "time": 2, "move": "a1a8",
            "score": { "unit": "mate", "value": 3 }, "pv": ["a1a8"],
        });
        assert_eq!(
            of(info),
            "info depth 3 multipv 1 score mate 2 nodes 70 nps 35000 time 2 pv a1a8"
        );
        assert_eq!(
            of(json!({ "depth": 0, "score": null, "pv": [] })),
            "info depth 0 multipv 1"
        );
    }
}
