//! Infos and decisions in the words of UCI.

use std::fmt::Write as _;
use std::time::Duration;

use contract::bot::{Bound, Decision, Info, Score};

/// Plies to a mate as moves of the side that gives it: a mate in one ply is a
/// mate in 1, and to be mated in two plies is -1.
const fn mate(plies: i32) -> i32 {
    if plies > 0 {
        plies / 2 + plies % 2
    } else {
        plies / 2
    }
}

/// `cp 31`, `mate -2`; nothing for a chance to win, of which UCI knows nothing.
fn score(of: Score) -> Option<String> {
    match of {
        Score::Mate(plies) => Some(format!("mate {}", mate(plies))),
        Score::Centipawns(value) | Score::Decitempi(value) | Score::Points(value) => {
            Some(format!("cp {value}"))
        }
        _ => None,
    }
}

// Writing to a string does not fail, so what it gives is not looked at below.

/// Adds a score and on which side of it the value lies.
fn add_score(out: &mut String, of: Option<Score>, bound: Option<Bound>) {
    if let Some(score) = of.and_then(score) {
        let _ = write!(out, " score {score}");
        out.push_str(match bound {
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
            None => "",
        });
    }
}

/// Adds a line of play, if there is one.
pub(in crate::protocol) fn add_pv<T: AsRef<str>>(
    out: &mut String,
    pv: impl IntoIterator<Item = T>,
) {
    for (i, text) in pv.into_iter().enumerate() {
        out.push_str(if i == 0 { " pv " } else { " " });
        out.push_str(text.as_ref());
    }
}

const fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// The line about a step of an analysis.
pub(super) fn line(info: &Info<String>) -> String {
    let mut out = format!("info {}", fields(info));
    add_pv(&mut out, &info.pv);
    out
}

/// Writes the fields of an analysis step, without its principal variation.
pub(in crate::protocol) fn fields<A>(info: &Info<A>) -> String {
    let mut out = format!(
        "depth {} seldepth {} multipv {}",
        info.depth, info.selective_depth, info.line
    );
    add_score(&mut out, info.score, info.bound);
    let _ = write!(
        out,
        " nodes {} nps {} hashfull {} time {}",
        info.nodes,
        info.nodes_per_second(),
        info.hash_full,
        milliseconds(info.time)
    );
    out
}

/// The line about a decision, which knows less.
pub(super) fn decided(decision: &Decision<String>) -> String {
    let mut out = format!("info depth {} multipv 1", decision.depth);
    add_score(&mut out, decision.score, None);
    let (nodes, time) = (decision.nodes, milliseconds(decision.time));
    let _ = write!(out, " nodes {nodes}");
    if let Some(speed) = nodes.saturating_mul(1000).checked_div(time) {
        let _ = write!(out, " nps {speed}");
    }
    let _ = write!(out, " time {time}");
    add_pv(&mut out, &decision.pv);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let moves = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(mate);
        assert_eq!(moves, [-2, -1, -1, 0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn everything_that_is_known_is_said() {
        let info = Info {
            depth: 9,
            selective_depth: 15,
            line: 2,
            score: Some(Score::Centipawns(-31)),
            bound: Some(Bound::Upper),
            nodes: 1000,
            time: Duration::from_millis(12),
            hash_full: 7,
            pv: vec!["e2e4".into(), "e7e5".into()],
        };
        assert_eq!(
            line(&info),
            "info depth 9 seldepth 15 multipv 2 score cp -31 upperbound nodes 1000 nps 83333 \
             hashfull 7 time 12 pv e2e4 e7e5"
        );
        let mut decision = Decision::plain("a1a8".to_owned());
        decision.depth = 3;
        decision.nodes = 70;
        decision.time = Duration::from_millis(2);
        decision.score = Some(Score::Mate(3));
        assert_eq!(
            decided(&decision),
            "info depth 3 multipv 1 score mate 2 nodes 70 nps 35000 time 2 pv a1a8"
        );
        let bare = Decision {
            pv: Vec::new(),
            ..Decision::plain(String::new())
        };
        assert_eq!(decided(&bare), "info depth 0 multipv 1 nodes 0 time 0");
    }
}
