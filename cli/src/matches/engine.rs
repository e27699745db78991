//! A program that speaks UCI (the Universal Chess Interface of S. Meyer-Kahlen) as
//! a player.
//!
//! It is kept from game to game and started again when it has broken down. What it
//! says is never trusted: a move goes to the referee, who finds whether it is legal.

use std::time::{Duration, Instant};

use boardwright::arena::{Decided, Fault, FaultKind, Player, Setup, Stop, Turn};
use boardwright::error::quoted;
use boardwright::rim::Game;
use boardwright::value::Dict;
use boardwright::{Error, Result};
use serde_json::{Value, json};

use super::process::{Heard, Program};

/// How long a program may take to begin, and to get ready for a game.
const PREPARATION: Duration = Duration::from_secs(30);

/// How long a program that is too late may take to end its search, before it is
/// ended itself.
const LAST_CHANCE: Duration = Duration::from_millis(500);

/// How much longer than the referee we wait, so that it is the referee who finds
/// that an answer is late.
const SLACK: Duration = Duration::from_millis(100);

/// What the protocol plays where nothing else is said.
const USUAL: &str = "chess";

/// The style of moves that the protocol writes.
const STYLE: &str = "uci";

/// The options that say what is played.
const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

/// A program as a player.
#[derive(Debug)]
pub(super) struct UciPlayer {
    label: String,
    command: Vec<String>,
    /// As `setoption` wants them.
    settings: Vec<String>,
    /// The position of a game's own start, where that is not the program's.
    start: Option<String>,
    program: Option<Program>,
}

/// An option that a program has, and what it takes.
#[derive(Debug, PartialEq, Eq)]
struct Offered {
    name: String,
    button: bool,
    /// The words of a choice.
    choices: Vec<String>,
}

impl UciPlayer {
    /// Starts a program, called `label`, for a game.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game that the protocol or the program does not play;
    /// `invalid_option` for a program that does not start or has no such option.
    pub(super) fn new(
        label: &str,
        command: &[String],
        options: &[(String, String)],
        game: &Game,
    ) -> Result<Self> {
        let styles = game.info().styles;
        if styles.first() != Some(&STYLE) || game.seats().len() != 2 || game.hidden() {
            return Err(Error::unsupported(format!(
                "{} cannot be played through UCI",
                game.name()
            )));
        }
        let usual = Game::new(game.name(), &Dict::new())?.start()?.notation()?;
        let own = game.start()?.notation()?;
        let mut player = Self {
            label: label.to_owned(),
            command: command.to_vec(),
            settings: Vec::new(),
            start: (own != usual).then_some(own),
            program: None,
        };
        let stop = Stop::new();
        let (mut program, offered) = player.start(&stop)?;
        player.settings = settings(&offered, options, game)
            .map_err(|error| Error::new(error.kind(), format!("{}: {error}", player.shown())))?;
        player.prepare(&mut program, &stop)?;
        player.program = Some(program);
        Ok(player)
    }

    fn shown(&self) -> String {
        quoted(&self.command.join(" "))
    }

    fn broken(&self, what: &str) -> Error {
        Error::invalid_option(format!("{} cannot play: {what}", self.shown()))
    }

    /// A new process that has said what it is.
    fn start(&self, stop: &Stop) -> Result<(Program, Vec<Offered>)> {
        let mut program = Program::start(&self.command)
            .map_err(|error| self.broken(&format!("it cannot be started: {error}")))?;
        let mut offered = Vec::new();
        self.tell(&mut program, "uci")?;
        self.wait(&mut program, "uciok", stop, |line| {
            offered.extend(option(line))
        })?;
        Ok((program, offered))
    }

    /// Sets a new process up.
    fn prepare(&self, program: &mut Program, stop: &Stop) -> Result<()> {
        for setting in &self.settings {
            self.tell(program, setting)?;
        }
        self.ready(program, stop)
    }

    fn ready(&self, program: &mut Program, stop: &Stop) -> Result<()> {
        self.tell(program, "isready")?;
        self.wait(program, "readyok", stop, |_| ())
    }

    fn tell(&self, program: &mut Program, line: &str) -> Result<()> {
        program
            .say(line)
            .map_err(|_| self.broken(&format!("at {}: {}", quoted(line), program.end())))
    }

    /// Waits for a word on a line of its own.
    fn wait(
        &self,
        program: &mut Program,
        word: &str,
        stop: &Stop,
        mut other: impl FnMut(&str),
    ) -> Result<()> {
        let until = Instant::now() + PREPARATION;
        loop {
            match program.hear(until, stop) {
                Heard::Line(line) if line == word => return Ok(()),
                Heard::Line(line) => other(&line),
                Heard::Stopped => return Err(Error::cancelled("the match was stopped")),
                Heard::Nothing => {
                    return Err(self.broken(&format!(
                        "no {word} came within {} s",
                        PREPARATION.as_secs()
                    )));
                }
                Heard::Gone => {
                    return Err(self.broken(&format!("no {word} came: {}", program.end())));
                }
            }
        }
    }

    /// Has the process that is there begin a new game.
    fn renew(&self, program: &mut Program, stop: &Stop) -> Result<()> {
        self.tell(program, "ucinewgame")?;
        self.ready(program, stop)
    }

    /// The line that tells the position.
    fn position(&self, turn: &Turn<'_>) -> Option<String> {
        let line = turn.line?;
        let start = line.start.as_ref().or(self.start.as_ref());
        let mut out = start.map_or_else(
            || "position startpos".to_owned(),
            |fen| format!("position fen {fen}"),
        );
        if !line.moves.is_empty() {
            out.push_str(" moves ");
            out.push_str(&line.moves.join(" "));
        }
        Some(out)
    }

    /// Asks for a move. A program that has not answered in the end is given up.
    fn ask(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        let crash = |what: String| Fault::Of(FaultKind::Crash, what);
        let Some(position) = self.position(turn) else {
            return Err(crash("it was not told how the game went".into()));
        };
        let Some(program) = self.program.as_mut() else {
            return Err(crash("it was asked before the game began".into()));
        };
        let told = program.say(&position).and_then(|()| program.say(&go(turn)));
        if told.is_err() {
            let end = program.end();
            self.program = None;
            return Err(crash(end));
        }
        let mut decided = Decided::default();
        let mut until = Instant::now() + turn.allowance + SLACK;
        let mut late = false;
        loop {
            match program.hear(until, stop) {
                Heard::Line(line) => {
                    let mut words = line.split_ascii_whitespace();
                    match words.next() {
                        Some("bestmove") if late => return Err(timeout(turn, "stopped, it")),
                        Some("bestmove") => {
                            words
                                .next()
                                .unwrap_or_default()
                                .clone_into(&mut decided.text);
                            return Ok(decided);
                        }
                        Some("info") => info(words, &mut decided),
                        _ => {}
                    }
                }
                Heard::Stopped => return Err(Fault::Stopped),
                Heard::Gone => {
                    let end = program.end();
                    self.program = None;
                    return Err(crash(end));
                }
                // It may yet answer, and be fit for the next game.
                Heard::Nothing if !late && program.say("stop").is_ok() => {
                    late = true;
                    until = Instant::now() + LAST_CHANCE;
                }
                Heard::Nothing => {
                    program.kill();
                    self.program = None;
                    return Err(timeout(turn, "it never"));
                }
            }
        }
    }
}

fn timeout(turn: &Turn<'_>, who: &str) -> Fault {
    let allowed = turn.allowance.as_millis();
    Fault::Of(
        FaultKind::Timeout,
        format!("no move within {allowed} ms; {who} answered"),
    )
}

impl Player for UciPlayer {
    fn name(&self) -> &str {
        &self.label
    }

    fn new_game(&mut self, _: &Setup<'_>, stop: &Stop) -> Result<()> {
        if let Some(mut program) = self.program.take() {
            match self.renew(&mut program, stop) {
                Ok(()) => {
                    self.program = Some(program);
                    return Ok(());
                }
                Err(error) if stop.asked() => return Err(error),
                // It has broken down since; another one may do better.
                Err(_) => program.kill(),
            }
        }
        let (mut program, _) = self.start(stop)?;
        self.prepare(&mut program, stop)?;
        self.renew(&mut program, stop)?;
        self.program = Some(program);
        Ok(())
    }

    fn decide(&mut self, turn: &Turn<'_>, stop: &Stop) -> Result<Decided, Fault> {
        self.ask(turn, stop)
    }
}

/// The line that asks for a move.
fn go(turn: &Turn<'_>) -> String {
    let mut out = "go".to_owned();
    let mut add = |name: &str, value: u128| {
        out.push_str(&format!(" {name} {value}"));
    };
    if let [white, black] = turn.clocks {
        for (side, clock) in [('w', white), ('b', black)] {
            add(&format!("{side}time"), clock.remaining.as_millis());
            add(&format!("{side}inc"), clock.increment.as_millis());
        }
    }
    let limits = turn.limits;
    if let Some(time) = limits.movetime {
        add("movetime", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    out
}

/// An option that a line declares.
fn option(line: &str) -> Option<Offered> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let mut words = rest.split_ascii_whitespace();
    let kind = words.next()?;
    let choices = rest
        .split(" var ")
        .skip(1)
        .map(|choice| choice.trim().to_owned());
    Some(Offered {
        name: name.trim().to_owned(),
        button: kind == "button",
        choices: choices.collect(),
    })
}

/// The lines that set what is asked for, and what the game needs besides.
fn settings(offered: &[Offered], given: &[(String, String)], game: &Game) -> Result<Vec<String>> {
    let find = |name: &str| offered.iter().find(|o| o.name.eq_ignore_ascii_case(name));
    let is_given = |name: &str| given.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
    let mut all = Vec::new();
    if !is_given(VARIANT) {
        let plays = |option: &&Offered| option.choices.iter().any(|c| c == game.name());
        match find(VARIANT).filter(plays) {
            Some(option) => all.push((option, game.name().to_owned())),
            None if game.name() == USUAL => {}
            None => {
                return Err(Error::unsupported(format!(
                    "it does not play {}",
                    game.name()
                )));
            }
        }
    }
    let chess960 = game.options().get("chess960") == Some(&Value::Bool(true));
    if chess960 && !is_given(CHESS960) {
        let option = find(CHESS960)
            .ok_or_else(|| Error::unsupported("it does not castle as Chess960 does"))?;
        all.push((option, "true".to_owned()));
    }
    for (name, value) in given {
        let option = find(name).ok_or_else(|| {
            let known: Vec<_> = offered.iter().map(|o| &*o.name).collect();
            Error::invalid_option(format!(
                "it has no option {}: there are {}",
                quoted(name),
                known.join(", ")
            ))
        })?;
        if !option.choices.is_empty() && !option.choices.contains(value) {
            return Err(Error::invalid_option(format!(
                "{}: takes one of {}, not {}",
                option.name,
                option.choices.join(", "),
                quoted(value)
            )));
        }
        all.push((option, value.clone()));
    }
    let line = |(option, value): (&Offered, String)| {
        if option.button {
            format!("setoption name {}", option.name)
        } else {
            format!("setoption name {} value {value}", option.name)
        }
    };
    Ok(all.into_iter().map(line).collect())
}

/// Takes from an `info` line what it says of the best line of play.
fn info<'a>(mut words: impl Iterator<Item = &'a str>, decided: &mut Decided) {
    let mut depth = None;
    let mut nodes = None;
    let mut score = None;
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse::<i64>().ok());
        match word {
            "multipv" if number() != Some(1) => return,
            "depth" => depth = number().and_then(|n| u32::try_from(n).ok()),
            "nodes" => nodes = number().and_then(|n| u64::try_from(n).ok()),
            "cp" => score = number().map(|cp| json!({ "unit": "centipawns", "value": cp })),
            // They count moves, we count plies.
            "mate" => {
                score = number().map(|moves| {
                    let plies = moves.saturating_mul(2) - i64::from(moves > 0);
                    json!({ "unit": "mate", "value": plies })
                });
            }
            // What follows is text or moves.
            "string" | "pv" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    decided.depth = depth.or(decided.depth);
    decided.nodes = nodes.or(decided.nodes);
    if score.is_some() {
        decided.score = score;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read =
            option("option name UCI_Variant type combo default chess var chess var king of var x");
        assert_eq!(
            read,
            Some(Offered {
                name: "UCI_Variant".into(),
                button: false,
                choices: vec!["chess".into(), "king of".into(), "x".into()],
            })
        );
        let button = option("option name Clear Hash type button").unwrap();
        assert!(button.button && button.name == "Clear Hash");
        assert_eq!(option("id name x"), None);
        assert_eq!(option("option name x"), None);
    }

    #[test]
    fn settings_are_what_is_asked_for_and_what_the_game_needs() {
        let offered: Vec<_> = [
            "option name UCI_Variant type combo default chess var chess var crazyhouse",
            "option name Skill Level type spin default 20 min -20 max 20",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
        ]
        .into_iter()
        .filter_map(option)
        .collect();
        let game = |name: &str, options: Value| {
            Game::new(name, options.as_object().expect("a map")).unwrap()
        };
        let given = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            let owned = |(n, v): &(&str, &str)| ((*n).to_owned(), (*v).to_owned());
            pairs.iter().map(owned).collect()
        };
        let crazyhouse = game("crazyhouse", json!({}));
        let asked = given(&[("skill level", "3"), ("Clear Hash", "")]);
        assert_eq!(
            settings(&offered, &asked, &crazyhouse).unwrap(),
            [
                "setoption name UCI_Variant value crazyhouse",
                "setoption name Skill Level value 3",
                "setoption name Clear Hash",
            ]
        );
        let chess960 = game("chess", json!({ "chess960": true }));
        assert_eq!(
            settings(&offered, &[], &chess960).unwrap(),
            [
                "setoption name UCI_Variant value chess",
                "setoption name UCI_Chess960 value true",
            ]
        );
        let chess = game("chess", json!({}));
        assert_eq!(settings(&[], &[], &chess), Ok(Vec::new()));
        assert!(settings(&[], &[], &crazyhouse).is_err());
        assert!(settings(&[], &[], &chess960).is_err());
        assert!(settings(&offered, &given(&[("Nope", "1")]), &chess).is_err());
        assert!(settings(&offered, &given(&[("UCI_Variant", "atomic")]), &chess).is_err());
    }

    #[test]
    fn what_a_program_thinks_is_read() {
        let read = |lines: &[&str]| {
            let mut decided = Decided::default();
            for line in lines {
                info(line.split_ascii_whitespace(), &mut decided);
            }
            decided
        };
        let thought = read(&[
            "depth 9 seldepth 12 multipv 1 score cp -35 nodes 1200 nps 9 pv e2e4 e7e5",
            "depth 9 multipv 2 score cp -90 nodes 1201 pv d2d4",
            "currmove e2e4 currmovenumber 1",
        ]);
        assert_eq!((thought.depth, thought.nodes), (Some(9), Some(1200)));
        let unit = |unit: &str, value: i64| Some(json!({ "unit": unit, "value": value }));
        assert_eq!(thought.score, unit("centipawns", -35));
        assert_eq!(read(&["score mate 3"]).score, unit("mate", 5));
        assert_eq!(read(&["score mate -3"]).score, unit("mate", -6));
        assert_eq!(read(&["string depth 5 score cp 1"]), Decided::default());
        assert_eq!(read(&["depth x score cp", "depth"]), Decided::default());
    }
}
