//! Running the program and reading what it writes.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_boardwright"))
}

/// Runs the program with these arguments and this standard input.
pub(crate) fn run_with(args: &[&str], input: &str) -> Ran {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may be gone already.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs the program with these arguments.
pub(crate) fn run(args: &[&str]) -> Ran {
    run_with(args, "")
}

/// The standard output of a run that must do well.
pub(crate) fn ok(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    ran.out
}

/// The one JSON document of a run that must do well.
pub(crate) fn json(args: &[&str]) -> Value {
    let args: Vec<_> = args.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&ok(&args)).expect("one JSON document")
}

/// The JSON lines of a run that must do well.
pub(crate) fn events(args: &[&str], input: &str) -> Vec<Value> {
    let args: Vec<_> = args.iter().copied().chain(["--json"]).collect();
    let ran = run_with(&args, input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    let events: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect();
    assert!(!events.is_empty());
    events
}

/// Asserts that a run fails with this code of the library's, and says so.
pub(crate) fn refused(args: &[&str], code: &str) {
    let ran = run(args);
    assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
    assert!(
        ran.err.starts_with(&format!("error [{code}]: ")),
        "{args:?}: {ran:?}"
    );
    assert_eq!(ran.out, "", "{args:?}");
}

/// A file of its own for one test; gone at the end.
pub(crate) struct Scratch(pub(crate) std::path::PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("boardwright-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The lines of the shared counts of leaves, as fields.
pub(crate) fn counted() -> Vec<Vec<String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let files = std::fs::read_dir(folder).expect("the vectors");
    let mut lines = Vec::new();
    for path in files.map(|file| file.expect("a file").path()) {
        if path.extension().is_some_and(|e| e == "perft") {
            let text = std::fs::read_to_string(&path).expect("text");
            let fields = |line: &str| line.split(" ; ").map(str::to_owned).collect();
            lines.extend(
                text.lines()
                    .filter(|l| !l.starts_with('#') && !l.is_empty())
                    .map(fields),
            );
        }
    }
    assert!(lines.len() > 20, "only {} lines were read", lines.len());
    lines
}

/// The arguments that name the game and the position of such a line.
pub(crate) fn subject(fields: &[String]) -> Vec<String> {
    let (game, options) = match fields[1].trim_end_matches(')').split_once('(') {
        None => (&*fields[1], Vec::new()),
        Some((game, options)) => (game, options.split(',').collect()),
    };
    let mut args = vec![game.to_owned(), "--position".into(), fields[2].clone()];
    for option in options {
        args.extend(["--option".into(), option.to_owned()]);
    }
    args
}
