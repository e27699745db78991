//! Prompts: what a model is told of the game, the position and the form of its answer.
//!
//! All of it comes from the observation of a seat and from the question that the seat is asked.

use std::fmt::Write;

use serde::Serialize;
use serde_json::json;

use super::config::{Config, PromptStyle};
use crate::host::{MoveRef, Observation};
use crate::own::{QuestionDetails, QuestionKind, Refusal};
use contract::value::Value;
use contract::words::spoken;

/// The speaker of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The rules and the form of answers.
    System,
    /// The position and the question.
    User,
    /// The model.
    Assistant,
}

/// A message to or from a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    /// The speaker.
    pub role: Role,
    /// The words.
    pub content: String,
}

/// Moves so far that are told.
const MOST_MOVES: usize = 40;
/// Moves up to which each is explained to a beginner.
const MOST_EXPLAINED: usize = 80;
/// Moves up to which a schema lists them.
const MOST_IN_SCHEMA: usize = 250;

/// The style in which moves are written to a model.
pub(super) fn move_style(observation: &Observation) -> &'static str {
    match observation.is_full() {
        true => observation.game().briefing().style,
        false => canonical(observation),
    }
}

pub(super) fn canonical(observation: &Observation) -> &'static str {
    let styles = observation.game().info().styles;
    styles.first().copied().unwrap_or_default()
}

/// The moves to choose from, canonical and as they are written to the model, without those
/// that were refused in this turn.
pub(super) fn choices(observation: &Observation, refused: &[Refusal]) -> Vec<(String, String)> {
    let canonical = observation.candidates();
    let styled = observation.candidates_in(move_style(observation));
    let styled = styled.unwrap_or_else(|_| canonical.clone());
    let all = canonical.into_iter().zip(styled);
    all.filter(|(text, _)| !refused.iter().any(|refusal| refusal.text == *text))
        .collect()
}

/// The prompt for a question.
pub(super) fn messages(
    config: &Config,
    details: &QuestionDetails,
    observation: &Observation,
) -> Vec<Message> {
    vec![
        Message {
            role: Role::System,
            content: system(config, details, observation),
        },
        Message {
            role: Role::User,
            content: user(config, details, observation),
        },
    ]
}

fn system(config: &Config, details: &QuestionDetails, observation: &Observation) -> String {
    let game = observation.game();
    let briefing = game.briefing();
    let (name, seat) = (game.name(), &details.seat);
    let answer = answer_form(config.style, details.kind);
    let notation = &briefing.notation;
    match config.style {
        PromptStyle::Beginner => {
            let mut out = format!(
                "You are a player in a game of {name}. Your seat is {seat}.\n\nRules\n{}\n",
                briefing.rules
            );
            if !briefing.advice.is_empty() {
                let _ = writeln!(out, "\nAdvice\n{}", briefing.advice);
            }
            let _ = write!(out, "\nNotation\n{notation}\n\nAnswer\n{answer}");
            out
        }
        PromptStyle::Intermediate => format!(
            "You play {name} as {seat}.\n{}\n{notation}\n{answer}",
            briefing.short
        ),
        PromptStyle::Hard => format!("{name}, {seat}. {notation}\n{answer}"),
    }
}

fn answer_form(style: PromptStyle, kind: QuestionKind) -> String {
    let draw = matches!(kind, QuestionKind::Draw);
    let form = match draw {
        true => json!({ "reasoning": "…", "accept": false }),
        false => json!({ "reasoning": "…", "move": "…", "offer_draw": false, "resign": false }),
    };
    let length = match style {
        PromptStyle::Beginner => {
            "reasoning: think step by step about the threats and the best moves, in a few sentences."
        }
        PromptStyle::Intermediate => "reasoning: one to three sentences.",
        PromptStyle::Hard => "reasoning: one sentence.",
    };
    let rest = match draw {
        true => " accept: true takes the draw that is offered.",
        false => {
            " move: your move, alone and in the notation above. offer_draw: true offers a draw with it. resign: true gives \
             the game up instead."
        }
    };
    format!("Answer with one JSON object and nothing else: {form}\n{length}{rest}")
}

fn user(config: &Config, details: &QuestionDetails, observation: &Observation) -> String {
    let mut parts = vec![position(config.style, observation)];
    if let Some(moves) = line(config.style, observation) {
        parts.push(moves);
    }
    parts.extend(heard(&details.events));
    parts.extend(clock(details));
    match details.kind {
        QuestionKind::Draw => parts.push("A draw is offered to you. Do you accept it?".into()),
        QuestionKind::Move => {
            parts.extend(refusals(&details.refused));
            parts.push(question(config, details, observation));
        }
    }
    parts.join("\n\n")
}

fn position(style: PromptStyle, observation: &Observation) -> String {
    let words = observation.describe_text();
    match style {
        PromptStyle::Beginner => {
            let diagram = observation.draw();
            format!("{words}\n\nDiagram\n{}", diagram.trim_end())
        }
        PromptStyle::Intermediate => words,
        PromptStyle::Hard if observation.is_full() => {
            format!("Position: {}\n{words}", observation.text())
        }
        PromptStyle::Hard => words,
    }
}

fn line(style: PromptStyle, observation: &Observation) -> Option<String> {
    let moves = observation.moves(move_style(observation))?;
    let from = moves.len().saturating_sub(match style {
        PromptStyle::Hard => MOST_MOVES / 5,
        _ => MOST_MOVES,
    });
    let last = moves.get(from..).filter(|last| !last.is_empty())?;
    Some(format!("The last moves, oldest first: {}", last.join(" ")))
}

/// Messages, as their senders' words and nobody else's.
fn heard(events: &[Value]) -> Option<String> {
    let messages = events.iter().filter(|event| event["kind"] == "message");
    let told: Vec<_> = messages
        .map(|event| {
            let seat = event["seat"].as_str().unwrap_or_default();
            format!("{seat} says to you: {}", event["text"])
        })
        .collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

fn clock(details: &QuestionDetails) -> Option<String> {
    let clock = details.clock?;
    let seconds = |milliseconds: u64| milliseconds / 1_000;
    let mut out = format!("You have {} seconds left", seconds(clock.remaining));
    if clock.increment > 0 {
        let _ = write!(
            out,
            ", and {} more with each move",
            seconds(clock.increment)
        );
    }
    out.push('.');
    Some(out)
}

fn refusals(refused: &[Refusal]) -> Option<String> {
    if refused.is_empty() {
        return None;
    }
    let mut out = String::from("Refused in this turn:");
    for refusal in refused {
        let (code, reason) = (spoken(&refusal.code), &refusal.reason);
        let _ = write!(out, "\n{}: {code}", refusal.text);
        if *reason != refusal.code && *reason != code {
            let _ = write!(out, " ({reason})");
        }
    }
    Some(out)
}

fn question(config: &Config, details: &QuestionDetails, observation: &Observation) -> String {
    let full = observation.is_full();
    if !config.listed {
        return match full {
            true => {
                "Find a legal move yourself; one that is not legal is refused. Your move?".into()
            }
            false => "Find a move to try yourself; it may be refused. Your move?".into(),
        };
    }
    let choices = choices(observation, &details.refused);
    let heading = match full {
        true => "Legal moves",
        false => "Moves that you may try (some may be refused)",
    };
    let explained = config.style == PromptStyle::Beginner && choices.len() <= MOST_EXPLAINED;
    if explained {
        let lines = choices.iter().map(|(text, styled)| {
            let words = observation.move_in_words(MoveRef::Text(text));
            match words {
                Ok(words) if words != *styled => format!("\n{styled}: {words}"),
                _ => format!("\n{styled}"),
            }
        });
        return format!("{heading}:{}\n\nYour move?", lines.collect::<String>());
    }
    let texts: Vec<_> = choices.into_iter().map(|(_, styled)| styled).collect();
    format!("{heading}: {}\n\nYour move?", texts.join(" "))
}

/// The schema of an answer.
pub(super) fn schema(
    config: &Config,
    details: &QuestionDetails,
    observation: &Observation,
) -> Value {
    let text = json!({ "type": "string" });
    let flag = json!({ "type": "boolean" });
    let properties = match details.kind {
        QuestionKind::Draw => json!({ "reasoning": text, "accept": flag }),
        QuestionKind::Move => {
            let choices = match config.listed {
                true => choices(observation, &details.refused),
                false => Vec::new(),
            };
            let texts: Vec<_> = choices.into_iter().map(|(_, styled)| styled).collect();
            let one = match (1..=MOST_IN_SCHEMA).contains(&texts.len()) {
                true => json!({ "type": "string", "enum": texts }),
                false => text.clone(),
            };
            json!({ "reasoning": text, "move": one, "offer_draw": flag, "resign": flag })
        }
    };
    let names = properties.as_object().into_iter().flatten();
    let names: Vec<_> = names.map(|(name, _)| name.clone()).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}
