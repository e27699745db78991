//! Running the program and reading what it writes.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run came to.
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
