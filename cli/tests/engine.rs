//! The program as an engine, over pipes.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{program, refused, run_with};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);
/// The running program.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    fn start(protocol: &str) -> Self {
        let mut child = program()
            .args(["engine", protocol])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (read, lines) = channel();
        // A program that stops talking must fail its test, not hang it.
        std::thread::spawn(move || {
            for line in out.lines() {
                if read.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
        }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open pipe");
        writeln!(input, "{line}").expect("the program reads");
        input.flush().expect("the program reads");
    }

    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("{error}: no {start:?} after {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The exit code; what is still said is read.
    fn end(mut self) -> i32 {
        while self.lines.recv_timeout(PATIENCE).is_ok() {}
        let status = self.child.wait().expect("it ends");
        status.code().expect("it ends by itself")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Left running only by a test that fails; gone already otherwise.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns true if a line is what a pattern says, `*` standing for any text.
fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((before, rest)) => line.strip_prefix(before).is_some_and(|line| {
            let ends = (0..=line.len()).filter(|&i| line.is_char_boundary(i));
            ends.into_iter().any(|i| fits(rest, &line[i..]))
        }),
    }
}

#[test]
fn a_transcript_is_followed_word_by_word() {
    follow("uci", include_str!("transcripts/uci.txt"));
}

#[test]
fn and_so_is_one_of_two_boards() {
    follow("ubi", include_str!("transcripts/ubi.txt"));
}

#[test]
fn a_transcript_of_boost_is_followed_word_by_word() {
    follow("bei", include_str!("transcripts/bei.txt"));
}

fn follow(protocol: &str, script: &str) {
    let mut program = Program::start(protocol);
    // A line that was read to see that it belongs to what comes next.
    let mut ahead = None;
    for (number, step) in (1..).zip(script.lines()) {
        let mut next = || {
            ahead.take().unwrap_or_else(|| {
                program
                    .lines
                    .recv_timeout(PATIENCE)
                    .unwrap_or_else(|error| panic!("line {number}: {step}: {error}"))
            })
        };
        if let Some(pattern) = step.strip_prefix("< ") {
            let line = next();
            assert!(fits(pattern, &line), "line {number}: {step}\n{line}");
        } else if let Some(pattern) = step.strip_prefix("<+ ") {
            let line = next();
            assert!(fits(pattern, &line), "line {number}: {step}\n{line}");
            // Another pattern comes after such a one: its line ends this.
            while ahead.is_none() {
                let line = program
                    .lines
                    .recv_timeout(PATIENCE)
                    .unwrap_or_else(|error| panic!("after line {number}: {step}: {error}"));
                ahead = Some(line).filter(|line| !fits(pattern, line));
            }
        } else if let Some(line) = step.strip_prefix("> ") {
            assert_eq!(ahead, None, "line {number}: {step}");
            program.send(line);
        } else {
            assert!(step.is_empty() || step.starts_with('#'), "line {number}");
        }
    }
    assert_eq!(program.end(), 0);
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut program = Program::start("uci");
    program.send("go infinite");
    program.until("info depth 3 ");
    program.input = None;
    assert_eq!(program.end(), 0);
}

#[test]
fn quit_ends_a_search() {
    let mut program = Program::start("uci");
    program.send("go infinite");
    program.until("info depth 3 ");
    program.send("quit");
    assert_eq!(program.end(), 0);
}

#[test]
fn what_is_no_text_is_told_so_and_ends_nothing() {
    let mut program = Program::start("uci");
    let input = program.input.as_mut().expect("an open pipe");
    input
        .write_all(b"\xff\xfe\x00 1\r\nisready\r\nquit\n")
        .expect("it reads");
    let lines = program.until("readyok");
    assert!(
        lines[0].starts_with("info string unknown command "),
        "{lines:?}"
    );
    assert_eq!(program.end(), 0);
}

#[test]
fn a_host_that_does_not_listen_ends_it() {
    let mut child = program()
        .args(["engine", "uci"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    // It goes though its input is open.
    while writeln!(input, "uci").is_ok() {}
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn other_protocols_and_json_are_refused() {
    refused(&["engine", "xboard"], "unsupported");
    refused(&["engine", "uci", "--json"], "unsupported");
    let ran = run_with(&["engine", "uci"], "");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}
