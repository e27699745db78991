//! Options as hosts give them, taken out of a map one after the other.

use contract::arguments::WholeNumber;
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value, kind_of, quoted_value, whole_number};

use crate::host::Game;

/// Takes options out of a map one after the other, so that what is left is unknown.
pub(crate) struct Taken<'a> {
    given: Dict,
    known: Vec<&'a str>,
}

impl<'a> Taken<'a> {
    pub(crate) const fn new(given: Dict) -> Self {
        Self {
            given,
            known: Vec::new(),
        }
    }

    pub(crate) fn value(&mut self, name: &'a str) -> Option<Value> {
        self.known.push(name);
        self.given
            .shift_remove(name)
            .filter(|value| !value.is_null())
    }

    pub(crate) fn flag(&mut self, name: &'a str, default: bool) -> Result<bool> {
        match self.value(name) {
            None => Ok(default),
            Some(Value::Bool(value)) => Ok(value),
            Some(other) => Err(Error::invalid_option(format!(
                "{name}: takes true or false, not {}",
                quoted_value(&other)
            ))),
        }
    }

    pub(crate) fn word<T: Copy>(
        &mut self,
        name: &'a str,
        words: &[(&str, T)],
    ) -> Result<Option<T>> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let found = words.iter().find(|(word, _)| value == *word);
        found.map(|(_, value)| Some(*value)).ok_or_else(|| {
            let names: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            let got = quoted_value(&value);
            Error::invalid_option(format!("{name}: takes {}, not {got}", names.join(" or ")))
        })
    }

    /// Returns what was not taken.
    pub(crate) fn rest(self) -> Dict {
        self.given
    }

    pub(crate) fn end(self) -> Result<()> {
        match self.given.keys().next() {
            None => Ok(()),
            Some(name) => Err(Error::invalid_option(format!(
                "there is no option {}: there are {}",
                quoted(name),
                self.known.join(", ")
            ))),
        }
    }

    pub(crate) fn game(&mut self) -> Result<Option<Game>> {
        let options = match self.value("options") {
            None => Dict::new(),
            Some(Value::Object(options)) => options,
            Some(other) => {
                let got = kind_of(&other);
                return Err(Error::invalid_option(format!(
                    "options: takes a map, not {got}"
                )));
            }
        };
        match self.value("game") {
            None if options.is_empty() => Ok(None),
            None => Err(Error::invalid_option(
                "options: are those of a game, and none is given",
            )),
            Some(Value::String(name)) => Game::new(&name, &options).map(Some),
            Some(other) => {
                let got = quoted_value(&other);
                Err(Error::invalid_option(format!(
                    "game: takes a name, not {got}"
                )))
            }
        }
    }

    /// Takes a whole number of a range.
    pub(crate) fn whole(&mut self, argument: &WholeNumber) -> Result<u64> {
        match self.value(argument.name) {
            None => argument.read(None),
            Some(value) => match whole_number(&value) {
                Some(number) => argument.check(number),
                None => Err(argument.wrong(quoted_value(&value))),
            },
        }
    }

    /// Takes a whole number of a range; `None` where none is given.
    pub(crate) fn maybe_whole(&mut self, argument: &WholeNumber) -> Result<Option<u64>> {
        match self.value(argument.name) {
            None => Ok(None),
            Some(value) => match whole_number(&value) {
                Some(number) => argument.check(number).map(Some),
                None => Err(argument.wrong(quoted_value(&value))),
            },
        }
    }

    /// Takes a map.
    pub(crate) fn map(&mut self, name: &'a str) -> Result<Option<Dict>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(other) => Err(Error::invalid_option(format!(
                "{name}: takes a map, not {}",
                quoted_value(&other)
            ))),
        }
    }

    /// Takes a list.
    pub(crate) fn list(&mut self, name: &'a str) -> Result<Option<Vec<Value>>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => Err(Error::invalid_option(format!(
                "{name}: takes a list, not {}",
                quoted_value(&other)
            ))),
        }
    }

    /// Takes a text.
    pub(crate) fn text(&mut self, name: &'a str) -> Result<Option<String>> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(Error::invalid_option(format!(
                "{name}: takes a text, not {}",
                quoted_value(&other)
            ))),
        }
    }
}
