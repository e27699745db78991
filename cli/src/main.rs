//! The `boardwright` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    boardwright::host::silence_panics();
    let code = boardwright_cli::run(std::env::args_os());
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
