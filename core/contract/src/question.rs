//! Questions about positions that a game declares, so that every host can ask them by name:
//! their names, arguments and answers, and the check of what is given.

use serde::Serialize;

use crate::arguments::shown;
use crate::error::{Error, Result, quoted};
use crate::game::Game;
use crate::history::PositionHistory;
use crate::state::State;
use crate::value::{Dict, Value, kind_of, quoted_value, whole_number};

/// A question about positions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The name, in `snake_case`.
    pub name: &'static str,
    /// The answer in words, with the cases in which it is null or empty.
    pub doc: &'static str,
    /// The arguments.
    pub takes: &'static [Parameter],
    /// The kind of the answer.
    pub gives: AnswerKind,
    /// True if the answer can take more than a millisecond.
    pub long: bool,
}

/// The kind of an answer, for the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// True or false.
    Flag,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// A text, or null.
    MaybeText,
    /// A list of texts.
    Texts,
    /// A list of texts, or null.
    MaybeTexts,
    /// A map.
    Map,
    /// A list of maps.
    Maps,
}

impl AnswerKind {
    /// Returns the kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Flag => "true or false",
            Self::Number => "a whole number",
            Self::Text => "a text",
            Self::MaybeText => "a text or null",
            Self::Texts => "a list of texts",
            Self::MaybeTexts => "a list of texts or null",
            Self::Map => "a map",
            Self::Maps => "a list of maps",
        }
    }

    /// Returns true if a value is an answer of this kind.
    #[must_use]
    pub fn fits(self, value: &Value) -> bool {
        let texts = |value: &Value| {
            let list = value.as_array();
            list.is_some_and(|list| list.iter().all(Value::is_string))
        };
        match self {
            Self::Flag => value.is_boolean(),
            Self::Number => value.is_i64() || value.is_u64(),
            Self::Text => value.is_string(),
            Self::MaybeText => value.is_string() || value.is_null(),
            Self::Texts => texts(value),
            Self::MaybeTexts => texts(value) || value.is_null(),
            Self::Map => value.is_object(),
            Self::Maps => {
                let list = value.as_array();
                list.is_some_and(|list| list.iter().all(Value::is_object))
            }
        }
    }
}

/// An argument of a question.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, in `snake_case`.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: ParameterKind,
    /// True if it has to be given.
    pub required: bool,
    /// The documentation: a noun phrase without a full stop.
    pub doc: &'static str,
}

impl Parameter {
    /// Returns the same argument as one that has to be given.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// Returns the accepted values in words for an error message.
    fn takes(&self) -> String {
        match self.kind {
            ParameterKind::Move => "a move as text or action id".into(),
            ParameterKind::Moves => "a list of moves as texts or action ids".into(),
            ParameterKind::Text => "a text".into(),
            ParameterKind::Word { values } => format!("one of {}", values.join(", ")),
            ParameterKind::Flag => "true or false".into(),
            ParameterKind::Number { min, max } => format!("an integer from {min} to {max}"),
        }
    }

    fn check(&self, value: &Value) -> Result<()> {
        let is_move = |value: &Value| value.is_string() || action_id(value).is_some();
        let fits = match self.kind {
            ParameterKind::Move => is_move(value),
            ParameterKind::Moves => value.as_array().is_some_and(|all| all.iter().all(is_move)),
            ParameterKind::Text => value.is_string(),
            ParameterKind::Word { values } => value.as_str().is_some_and(|v| values.contains(&v)),
            ParameterKind::Flag => value.is_boolean(),
            ParameterKind::Number { min, max } => {
                let number = whole_number(value);
                number.is_some_and(|n| (i128::from(min)..=i128::from(max)).contains(&n))
            }
        };
        if fits {
            return Ok(());
        }
        let got = match (self.kind, value.as_array()) {
            (ParameterKind::Moves, Some(all)) => {
                let wrong = all.iter().find(|value| !is_move(value));
                format!("a list with {}", wrong.map_or("nothing", kind_of))
            }
            _ => quoted_value(value),
        };
        Err(Error::invalid_option(format!(
            "{}: takes {}, not {got}",
            self.name,
            self.takes()
        )))
    }
}

/// The values that an argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A move, as text or action id.
    Move,
    /// A list of moves.
    Moves,
    /// A text that the game reads, such as a square or a position.
    Text,
    /// One of several words.
    Word {
        /// The words.
        values: &'static [&'static str],
    },
    /// True or false; false if it is not given.
    Flag,
    /// A whole number from `min` to `max`, both included.
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
}

/// The questions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Questions {
    /// The questions.
    pub all: &'static [Question],
    /// The arguments that each of them takes before its own, such as one of several boards.
    pub shared: &'static [Parameter],
}

impl Questions {
    /// No questions.
    pub const NONE: Self = Self::of(&[]);

    /// Creates questions that share no argument.
    #[must_use]
    pub const fn of(all: &'static [Question]) -> Self {
        Self { all, shared: &[] }
    }

    /// Returns the question of a name.
    ///
    /// # Errors
    ///
    /// `invalid_option` with the questions that exist, `unsupported` for a game without any.
    pub fn find(&self, game: &str, name: &str) -> Result<&'static Question> {
        let found = self.all.iter().find(|question| question.name == name);
        found.ok_or_else(|| {
            if self.all.is_empty() {
                return Error::unsupported(format!("{game} answers no questions"));
            }
            let known: Vec<_> = self.all.iter().map(|question| question.name).collect();
            Error::invalid_option(format!(
                "{game} has no question {}: there are {}",
                quoted(name),
                known.join(", ")
            ))
        })
    }

    /// Returns the questions for clients.
    #[must_use]
    pub fn describe(&self) -> Vec<QuestionDescription> {
        let all = self.all.iter();
        all.map(|question| question.describe(self.shared)).collect()
    }
}

impl Question {
    /// Returns the arguments, those that the questions of the game share first.
    fn parameters(
        &'static self,
        shared: &'static [Parameter],
    ) -> impl Iterator<Item = &'static Parameter> {
        shared.iter().chain(self.takes)
    }

    /// Checks what is given.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the argument and the values that it takes, or the arguments
    /// that exist.
    pub fn read<'a>(
        &'static self,
        shared: &'static [Parameter],
        given: &'a Dict,
    ) -> Result<Given<'a>> {
        for (name, value) in given {
            let found = self.parameters(shared).find(|p| p.name == name);
            let Some(parameter) = found else {
                let known: Vec<_> = self.parameters(shared).map(|p| p.name).collect();
                let known = match known.is_empty() {
                    true => "it takes none".to_owned(),
                    false => format!("there are {}", known.join(", ")),
                };
                return Err(Error::invalid_option(format!(
                    "{} has no argument {}: {known}",
                    self.name,
                    shown(name)
                )));
            };
            if !value.is_null() {
                parameter.check(value)?;
            }
        }
        let missing = |parameter: &&Parameter| {
            parameter.required && given.get(parameter.name).is_none_or(Value::is_null)
        };
        match self.parameters(shared).find(missing) {
            None => Ok(Given {
                question: self,
                values: given,
            }),
            Some(missing) => Err(Error::invalid_option(format!(
                "{}: {} has to be given, {}",
                self.name,
                missing.name,
                missing.takes()
            ))),
        }
    }

    fn describe(&'static self, shared: &'static [Parameter]) -> QuestionDescription {
        QuestionDescription {
            name: self.name,
            doc: self.doc,
            arguments: self.parameters(shared).map(Parameter::describe).collect(),
            answer: self.gives.words(),
        }
    }
}

impl Parameter {
    fn describe(&self) -> ArgumentDescription {
        let (kind, values) = match self.kind {
            ParameterKind::Move => ("move", None),
            ParameterKind::Moves => ("moves", None),
            ParameterKind::Text => ("text", None),
            ParameterKind::Word { values } => ("choice", Some(values.to_vec())),
            ParameterKind::Flag => ("flag", None),
            ParameterKind::Number { .. } => ("int", None),
        };
        let bounds = match self.kind {
            ParameterKind::Number { min, max } => (Some(min), Some(max)),
            _ => (None, None),
        };
        ArgumentDescription {
            name: self.name,
            doc: self.doc,
            kind,
            values,
            min: bounds.0,
            max: bounds.1,
            required: self.required,
        }
    }
}

/// A question about positions of a game, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionDescription {
    /// The name by which it is asked.
    pub name: &'static str,
    /// The answer in words.
    pub doc: &'static str,
    /// The arguments.
    pub arguments: Vec<ArgumentDescription>,
    /// The kind of the answer, as `a list of texts`.
    pub answer: &'static str,
}

/// An argument of a question, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArgumentDescription {
    /// The name.
    pub name: &'static str,
    /// The documentation.
    pub doc: &'static str,
    /// The kind of the values: `move`, `moves`, `text`, `choice`, `flag` or `int`.
    pub kind: &'static str,
    /// The words of a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<&'static str>>,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// True if it has to be given.
    pub required: bool,
}

/// The arguments that were given with a question, checked against its declaration.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    question: &'static Question,
    values: &'a Dict,
}

impl<'a> Given<'a> {
    /// Returns the name of the question.
    #[must_use]
    pub const fn question(&self) -> &'static str {
        self.question.name
    }

    /// Returns the value of an argument; null if it was not given.
    #[must_use]
    pub fn value(&self, name: &str) -> &'a Value {
        self.values.get(name).unwrap_or(&Value::Null)
    }

    /// Returns the text or the word of an argument, if it was given.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.value(name).as_str()
    }

    /// Returns the flag of an argument; false if it was not given.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.value(name).as_bool().unwrap_or(false)
    }

    /// Returns the number of an argument, if it was given.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        whole_number(self.value(name)).and_then(|n| i64::try_from(n).ok())
    }

    /// Returns true if an argument was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        !self.value(name).is_null()
    }

    /// Returns the values of a list, empty if it was not given.
    #[must_use]
    pub fn list(&self, name: &str) -> &'a [Value] {
        self.value(name).as_array().map_or(&[], Vec::as_slice)
    }

    /// Reads the text of an argument that has to be given, by a function of the game.
    ///
    /// # Errors
    ///
    /// `invalid_option` with the message of the function's error, which names the argument.
    pub fn read<T, E: std::fmt::Display>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> std::result::Result<T, E>,
    ) -> Result<T> {
        read(self.text(name).unwrap_or_default())
            .map_err(|error| Error::invalid_option(error.to_string()))
    }
}

/// Reads a move that is a text or an action id; legality is left to the game.
///
/// # Errors
///
/// As in [`Game::read`].
pub fn action_of<G: Game>(
    game: &G,
    position: &G::Position,
    past: &dyn PositionHistory,
    value: &Value,
    style: Option<&str>,
) -> Result<G::Action> {
    if let Some(id) = action_id(value) {
        return action_from_id(game, position, id);
    }
    let style = style
        .or(G::INFO.styles.first().copied())
        .unwrap_or_default();
    let text = value.as_str().unwrap_or_default().trim();
    game.read(position, past, None, text, style)
}

/// Returns the number of action ids of a game, if all moves of a position have one.
///
/// # Errors
///
/// `unsupported` for a game without ids, and for a position in which moves have none.
pub fn id_count<G: Game>(game: &G, position: Option<&G::Position>) -> Result<u32> {
    let count = game
        .action_count()
        .ok_or_else(|| Error::unsupported(format!("{} has no action ids", G::INFO.name)))?;
    position.map_or(Ok(()), |position| game.check_ids(position))?;
    Ok(count)
}

/// Returns the move of an action id in a position.
///
/// # Errors
///
/// `unsupported` for a game without ids, `illegal_move` for an id that has no move there,
/// `invalid_notation` for one that is none.
pub fn action_from_id<G: Game>(game: &G, position: &G::Position, id: u32) -> Result<G::Action> {
    let count = id_count(game, Some(position))?;
    game.action_from_id(position, id).ok_or_else(|| {
        if id < count {
            let text = game.action_text(id).unwrap_or_default();
            return Error::illegal_move(format!("{text} is not legal"));
        }
        Error::invalid_notation(format!(
            "action id {id}: {} has the ids 0 to {}",
            G::INFO.name,
            count - 1
        ))
    })
}

fn action_id(value: &Value) -> Option<u32> {
    whole_number(value).and_then(|id| u32::try_from(id).ok())
}

impl<G: Game> State<G> {
    /// Answers one of the questions that the game declares, in plain values. Of a hidden game
    /// it is the referee's answer. The end of the game does not matter.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a question or an argument that does not exist, naming those that
    /// do; `unsupported` for a game without questions; those of the question.
    pub fn ask(&self, question: &str, given: &Dict) -> Result<Value> {
        let questions = G::questions();
        let question = questions.find(G::INFO.name, question)?;
        let given = question.read(questions.shared, given)?;
        let answer = self.game().ask(self.position(), self.history(), &given)?;
        debug_assert!(
            question.gives.fits(&answer),
            "{} gives {answer}",
            question.name
        );
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ASKED: Question = Question {
        name: "asked",
        doc: "",
        takes: &[
            Parameter {
                name: "cell",
                kind: ParameterKind::Text,
                required: true,
                doc: "",
            },
            Parameter {
                name: "side",
                kind: ParameterKind::Word {
                    values: &["left", "right"],
                },
                required: false,
                doc: "",
            },
            Parameter {
                name: "moves",
                kind: ParameterKind::Moves,
                required: false,
                doc: "",
            },
            Parameter {
                name: "times",
                kind: ParameterKind::Number { min: 1, max: 3 },
                required: false,
                doc: "",
            },
        ],
        gives: AnswerKind::Flag,
        long: false,
    };
    const NOTHING: Question = Question {
        takes: &[],
        ..ASKED
    };

    fn read(question: &'static Question, given: &Value) -> Result<()> {
        let given = given.as_object().cloned().unwrap_or_default();
        question.read(&[], &given).map(drop)
    }

    #[test]
    fn arguments_are_checked_and_named() {
        static ASKED: Question = self::ASKED;
        static NOTHING: Question = self::NOTHING;
        for given in [
            json!({"cell": "a1"}),
            json!({"cell": "a1", "side": null, "moves": ["e4", 7], "times": 3}),
        ] {
            assert_eq!(read(&ASKED, &given), Ok(()));
        }
        for (question, given, said) in [
            (&ASKED, json!({}), "asked: cell has to be given, a text"),
            (
                &ASKED,
                json!({"cell": null}),
                "asked: cell has to be given, a text",
            ),
            (&ASKED, json!({"cell": 5}), "cell: takes a text, not 5"),
            (
                &ASKED,
                json!({"cel": "a1"}),
                "asked has no argument cel: there are cell, side, moves, times",
            ),
            (
                &ASKED,
                json!({"cell": "a1", "side": "up"}),
                "side: takes one of left, right, not \"up\"",
            ),
            (
                &ASKED,
                json!({"cell": "a1", "moves": [true]}),
                "moves: takes a list of moves as texts or action ids, not a list with a boolean",
            ),
            (
                &ASKED,
                json!({"cell": "a1", "times": 4}),
                "times: takes an integer from 1 to 3, not 4",
            ),
            (
                &NOTHING,
                json!({"cell": "a1"}),
                "asked has no argument cell: it takes none",
            ),
        ] {
            let error = read(question, &given).unwrap_err();
            assert_eq!((error.code(), error.message()), ("invalid_option", said));
        }
    }

    #[test]
    fn questions_are_found_or_listed() {
        static ALL: [Question; 1] = [ASKED];
        let questions = Questions::of(&ALL);
        assert_eq!(questions.find("game", "asked").unwrap().name, "asked");
        let error = questions.find("game", "aksed").unwrap_err();
        let said = "game has no question \"aksed\": there are asked";
        assert_eq!((error.code(), error.message()), ("invalid_option", said));
        let error = Questions::NONE.find("game", "asked").unwrap_err();
        assert_eq!(error.code(), "unsupported");
    }
}
