//! The report of a game: lines for people, or JSON events.
//!
//! Of a game that hides anything, a person is told nothing but what the seats in
//! the person's hands observe. Where nobody sits at the terminal, the reader
//! is the referee and is told everything.

use std::io::IsTerminal as _;

use boardwright::host::{NamedOutcome, seat_names};
use boardwright::value::Value;
use serde_json::json;

use super::person::COMMANDS;
use super::table::{MadeMove, PlayTable, at};
use crate::console::{Console, Failure, Tone};

/// Why there are no more moves.
pub(super) enum End {
    /// The rules ended it.
    Outcome,
    /// A person gave up at this seat.
    Resigned(usize),
    /// The person left.
    Left,
    /// Nobody can move before something comes from outside.
    Waiting,
    /// It was to be no longer.
    PlyLimit,
}

impl End {
    const fn word(&self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Resigned(_) => "resigned",
            Self::Left => "left",
            Self::Waiting => "waiting",
            Self::PlyLimit => "ply_limit",
        }
    }
}

/// Tells of a game.
pub(super) struct Reporter<'a> {
    console: &'a mut Console,
    boards: bool,
    echoes: bool,
    /// Whose board was drawn last, a seat's or the referee's, and after how many plies.
    drawn: Option<(Option<usize>, usize)>,
}

/// Returns true if the reader may not know everything.
fn is_redacted(table: &PlayTable) -> bool {
    table.game.hidden() && table.persons().next().is_some()
}

impl<'a> Reporter<'a> {
    pub(super) fn new(console: &'a mut Console, boards: bool) -> Self {
        // What is typed at a terminal is seen there; what is piped in is not.
        let echoes = !std::io::stdin().is_terminal();
        Self {
            console,
            boards,
            echoes,
            drawn: None,
        }
    }

    pub(super) fn start(&mut self, table: &PlayTable) -> Result<(), Failure> {
        let game = &table.game;
        let persons: Vec<_> = table.persons().map(|s| table.seat_name(s)).collect();
        if self.console.is_json() {
            let bots: serde_json::Map<_, _> = table
                .bots()
                .map(|(seat, bot)| (table.seat_name(seat).to_owned(), bot.name().into()))
                .collect();
            let mut event = json!({
                "event": "start",
                "game": game.name(),
                "options": game.options(),
                "seats": game.seats(),
                "hidden": game.hidden(),
                "persons": persons,
                "bots": bots,
            });
            if !is_redacted(table) {
                event["notation"] = table.state.notation().into();
            }
            return self.console.json(&event);
        }
        let name = self.console.tone(Tone::Strong, game.name());
        let mut sides: Vec<String> = Vec::new();
        if !persons.is_empty() {
            sides.push(format!("you are {}", persons.join(" and ")));
        }
        for (seat, bot) in table.bots() {
            sides.push(format!(
                "{} is the bot {}",
                table.seat_name(seat),
                bot.name()
            ));
        }
        self.console
            .line(format_args!("{name}: {}", sides.join(", ")))?;
        if persons.is_empty() {
            return self.whole_board(table);
        }
        let hint = self.console.tone(Tone::Faint, "type a move, or help");
        self.console.line(format_args!("{hint}"))
    }

    /// A person's turn: the board, if it is not the one drawn last.
    pub(super) fn turn(&mut self, table: &PlayTable, seat: usize) -> Result<(), Failure> {
        if self.drawn == Some((Some(seat), table.plies())) {
            return Ok(());
        }
        self.board(table, seat)
    }

    /// Shows the view of a seat.
    pub(super) fn board(&mut self, table: &PlayTable, seat: usize) -> Result<(), Failure> {
        self.drawn = Some((Some(seat), table.plies()));
        let seen = table.state.observe(at(seat))?;
        if self.console.is_json() {
            return self.console.json(&json!({
                "event": "turn",
                "seat": table.seat_name(seat),
                "board": seen.draw(),
                "text": seen.text(),
            }));
        }
        self.draw(&seen.draw())
    }

    /// Shows the referee's view, if it was not drawn last.
    fn whole_board(&mut self, table: &PlayTable) -> Result<(), Failure> {
        let now = Some((None, table.plies()));
        if std::mem::replace(&mut self.drawn, now) == now {
            return Ok(());
        }
        self.draw(&table.state.draw())
    }

    fn draw(&mut self, board: &str) -> Result<(), Failure> {
        self.console.line(format_args!("\n{}\n", board.trim_end()))
    }

    pub(super) fn prompt(&mut self, table: &PlayTable, seat: usize) -> Result<(), Failure> {
        if !self.console.is_json() {
            let prompt = self.console.tone(Tone::Strong, table.seat_name(seat));
            self.console.text(&format!("{prompt}> "))?;
        }
        self.console.flush()
    }

    /// Shows the input where it cannot be seen otherwise.
    pub(super) fn echo(&mut self, line: &str) -> Result<(), Failure> {
        if self.echoes && !self.console.is_json() {
            return self.console.line(format_args!("{line}"));
        }
        Ok(())
    }

    /// A move: all of it, or, where the reader may not know, that the reader's own
    /// was made.
    pub(super) fn moved(&mut self, table: &PlayTable, made: &MadeMove) -> Result<(), Failure> {
        let own = table.persons().any(|seat| seat == made.seat);
        if is_redacted(table) && !own {
            return Ok(());
        }
        let (ply, name) = (table.state.ply(), table.seat_name(made.seat));
        if self.console.is_json() {
            let styles: serde_json::Map<_, _> = made
                .texts
                .iter()
                .map(|(style, text)| ((*style).to_owned(), text.as_str().into()))
                .collect();
            let mut event = json!({ "event": "move", "seat": name, "move": styles });
            if !is_redacted(table) {
                event["ply"] = ply.into();
                event["report"] = made.report.clone();
                event["notation"] = table.state.notation().into();
                event["key"] = table.state.key().into();
            }
            return self.console.json(&event);
        }
        let mut texts: Vec<&str> = Vec::new();
        for (_, text) in &made.texts {
            if !texts.contains(&text.as_str()) {
                texts.push(text);
            }
        }
        let text = match texts.split_first() {
            Some((first, [])) => (*first).to_owned(),
            Some((first, rest)) => format!("{first} ({})", rest.join(", ")),
            None => String::new(),
        };
        let text = self.console.tone(Tone::Strong, text);
        if is_redacted(table) {
            return self.console.line(format_args!("{name} {text}"));
        }
        self.console.line(format_args!("{ply}. {name} {text}"))?;
        if self.boards {
            self.whole_board(table)?;
        }
        Ok(())
    }

    pub(super) fn help(&mut self) -> Result<(), Failure> {
        if self.console.is_json() {
            let commands: serde_json::Map<_, _> = COMMANDS
                .iter()
                .map(|(c, doc)| ((*c).to_owned(), (*doc).into()))
                .collect();
            return self
                .console
                .json(&json!({ "event": "help", "commands": commands }));
        }
        self.console
            .line(format_args!("a move in any notation of the game, or"))?;
        for (command, doc) in COMMANDS {
            self.console.line(format_args!("  {command:14} {doc}"))?;
        }
        Ok(())
    }

    pub(super) fn moves(&mut self, moves: &[String]) -> Result<(), Failure> {
        if self.console.is_json() {
            return self
                .console
                .json(&json!({ "event": "moves", "moves": moves }));
        }
        self.console
            .line(format_args!("{} moves: {}", moves.len(), moves.join(" ")))
    }

    pub(super) fn describe(&mut self, known: &Value) -> Result<(), Failure> {
        if self.console.is_json() {
            return self
                .console
                .json(&json!({ "event": "describe", "known": known }));
        }
        self.console.line(format_args!("{known:#}"))
    }

    pub(super) fn undone(&mut self, table: &PlayTable) -> Result<(), Failure> {
        self.drawn = None;
        if self.console.is_json() {
            return self.console.json(&json!({
                "event": "undo",
                "ply": table.state.ply(),
                "notation": table.state.notation(),
            }));
        }
        Ok(())
    }

    pub(super) fn saved(&mut self, file: &str) -> Result<(), Failure> {
        if self.console.is_json() {
            return self
                .console
                .json(&json!({ "event": "saved", "file": file }));
        }
        self.console.line(format_args!("saved to {file}"))
    }

    /// Reports a command that was refused.
    pub(super) fn refused(&mut self, failure: &Failure) -> Result<(), Failure> {
        if self.console.is_json() {
            return self.console.json(&json!({
                "event": "error",
                "code": failure.code(),
                "message": failure.to_string(),
            }));
        }
        let text = self
            .console
            .tone(Tone::Alarm, format_args!("[{}] {failure}", failure.code()));
        self.console.line(format_args!("{text}"))
    }

    pub(super) fn end(&mut self, table: &PlayTable, end: &End) -> Result<(), Failure> {
        // Each seat is told the end by the game itself, if it is told.
        let outcome = match table.persons().next() {
            Some(seat) => table.state.observe(at(seat))?.outcome(),
            None => table.state.outcome(),
        };
        if self.console.is_json() {
            let mut event = json!({ "event": "end", "why": end.word(), "outcome": outcome });
            if let End::Resigned(seat) = end {
                event["seat"] = table.seat_name(*seat).into();
            }
            if !is_redacted(table) {
                event["ply"] = table.state.ply().into();
                event["notation"] = table.state.notation().into();
                event["key"] = table.state.key().into();
            }
            return self.console.json(&event);
        }
        for seat in table.persons() {
            self.turn(table, seat)?;
            if !is_redacted(table) {
                break;
            }
        }
        if table.persons().next().is_none() {
            self.whole_board(table)?;
        }
        if !is_redacted(table) {
            self.console
                .line(format_args!("position  {}", table.state.notation()))?;
            self.console
                .line(format_args!("key       {}", table.state.key()))?;
            self.console
                .line(format_args!("plies     {}", table.state.ply()))?;
        }
        let text = match end {
            End::Outcome => outcome.as_ref().map_or_else(|| "ended".into(), in_words),
            End::Resigned(seat) => format!("{} resigns", table.seat_name(*seat)),
            End::Left => "left unfinished".into(),
            End::Waiting => {
                let live = seat_names(&table.game, table.state.live()).join(", ");
                match (is_redacted(table), live.is_empty()) {
                    (true, _) | (_, true) => "unfinished: nobody can move".into(),
                    _ => format!("unfinished: {live} would be to move, but cannot"),
                }
            }
            End::PlyLimit => "unfinished: the limit of plies is reached".into(),
        };
        let text = self.console.tone(Tone::Strong, text);
        self.console.line(format_args!("result    {text}"))
    }
}

/// An outcome in words.
fn in_words(outcome: &NamedOutcome) -> String {
    let reason = outcome.reason.replace('_', " ");
    match &outcome.winners[..] {
        [] => format!("draw: {reason}"),
        [winner] => format!("{winner} wins: {reason}"),
        winners => format!("{} win: {reason}", winners.join(" and ")),
    }
}
