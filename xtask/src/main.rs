//! `cargo run -p xtask -- check | vectors | playthroughs | prompts | transcript | mates | situations | book`.

use std::process::ExitCode;

use xtask::{
    Failure, arena, book, check, decisions, mates, pictures, playthrough, prompts, questions,
    ratings, reference, root, situations, transcript, vectors, words,
};

const USAGE: &str = "usage: cargo run -p xtask -- COMMAND

  check         versions, licences, lock files and texts of the repository
  vectors       make tests/vectors/*.games, *.words, *.questions and *.decisions anew
  playthroughs  make tests/playthroughs/*.txt anew (with --features test-games for all)
  prompts       make tests/prompts/*.txt anew
  reference     make docs/reference/*.md anew
  pictures      make docs/pictures/*.svg and docs/drawing.md anew
  transcript    make tests/protocols/ubi.txt
  mates make    make tests/vectors/mates.suite anew; `mates make SEED` with other games
  mates verify  prove every line of it again
  mates solve   have the bot search find every mate of it within a second
  situations make   make tests/vectors/bughouse.suite anew
  situations solve  have the engine play every one of them for a second, through UBI
  book          grow the opening books anew (with --release, some minutes)";

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["check"] => run_checks(),
        ["vectors"] => make_vectors().map(|files| written(&files)),
        ["playthroughs"] => playthrough::write(&root()).map(|files| written(&files)),
        ["prompts"] => prompts::write(&root()).map(|files| written(&files)),
        ["pictures"] => pictures::write(&root()).map(|files| written(&files)),
        ["transcript"] => transcript::write(&root()).map(|file| written(&[file])),
        ["reference"] => reference::write(&root()).map(|files| written(&files)),
        ["book"] => book::make(&root()).map(|files| written(&files)),
        ["mates", "make"] => mates::make(&root(), mates::SEED).map(|files| written(&files)),
        ["mates", "make", seed] => make_mates(seed),
        ["mates", "solve"] => mates::solve(&root()).map(|solved| written(&[solved.to_string()])),
        ["situations", "make"] => {
            situations::make(&root(), situations::SEED).map(|files| written(&files))
        }
        ["situations", "solve"] => situations::solve(&root(), 1, situations::Budget::Second)
            .map(|solved| written(&[solved.to_string()])),
        ["mates", "verify"] => mates::verify(&root()).map(|counts| written(&[counts.to_string()])),
        _ => {
            say(&mut std::io::stderr(), USAGE);
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(code) => code,
        Err(failure) => {
            say(&mut std::io::stderr(), &failure.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run_checks() -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    for report in check::all(&root())? {
        for violation in &report.violations {
            say(&mut std::io::stderr(), violation);
        }
        say(&mut std::io::stdout(), &report.to_string());
        if !report.violations.is_empty() {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

fn make_mates(seed: &str) -> Result<ExitCode, Failure> {
    let seed = seed
        .parse()
        .map_err(|_| Failure::new(format!("{seed:?} is no seed: an integer from 0")))?;
    mates::make(&root(), seed).map(|files| written(&files))
}

fn make_vectors() -> Result<Vec<String>, Failure> {
    let mut files = vectors::write(&root())?;
    files.extend(words::write(&root())?);
    files.extend(questions::write(&root())?);
    files.push(decisions::write(&root())?);
    files.push(arena::write(&root())?);
    files.push(ratings::write(&root())?);
    Ok(files)
}

fn written(files: &[String]) -> ExitCode {
    say(&mut std::io::stdout(), &files.join("\n"));
    ExitCode::SUCCESS
}

fn say(to: &mut dyn std::io::Write, text: &str) {
    // If nobody listens, the exit code says enough.
    let _ = writeln!(to, "{text}");
}
