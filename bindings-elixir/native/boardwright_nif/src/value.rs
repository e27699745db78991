//! Plain values to terms and back.
//!
//! Keys are binaries in what comes out. What goes in may have atoms for keys and
//! words, as Elixir's options have; no atom is made. It is looked at in small
//! doses: a host's scheduler must not be held up by an option that is a million
//! values long or deep.

use std::collections::HashSet;

use boardwright::arguments::ValueBudget;
use boardwright::error::quoted;
use boardwright::plain::{Builder, build};
use boardwright::value::{Dict, Serialize, Value};
use boardwright::{Error, Result};
use rustler::types::map::MapIterator;
use rustler::{Encoder, Env, Term, TermType};

use crate::args::{items_up_to, kind, text};

/// Makes terms.
#[derive(Clone, Copy)]
struct Terms<'a>(Env<'a>);

impl<'a> Builder for Terms<'a> {
    type Built = Term<'a>;
    type Refused = &'static str;

    fn null(self) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(crate::atoms::nil().encode(self.0))
    }

    fn flag(self, value: bool) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(value.encode(self.0))
    }

    fn integer(self, value: i64) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(value.encode(self.0))
    }

    fn natural(self, value: u64) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(value.encode(self.0))
    }

    fn fraction(self, value: f64) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(value.encode(self.0))
    }

    fn text(self, value: &str) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(value.encode(self.0))
    }

    fn list(self, items: Vec<Term<'a>>) -> std::result::Result<Term<'a>, Self::Refused> {
        Ok(items.encode(self.0))
    }

    fn map(
        self,
        entries: Vec<(Term<'a>, Term<'a>)>,
    ) -> std::result::Result<Term<'a>, Self::Refused> {
        let all_at_once = Term::map_from_pairs(self.0, &entries);
        // A key may come twice.
        let one_by_one = |_| {
            let nothing = Term::map_new(self.0);
            let mut entries = entries.iter();
            entries.try_fold(nothing, |map, (key, value)| map.map_put(*key, *value))
        };
        all_at_once.or_else(one_by_one).map_err(|_| "no map")
    }
}

/// Anything that is a plain value, as a term.
///
/// # Errors
///
/// `internal` for what is none.
pub(crate) fn term<'a, T: Serialize + ?Sized>(env: Env<'a>, value: &T) -> Result<Term<'a>> {
    build(Terms(env), value)
}

/// A plain value or a map of such as a term; the exception in its place for anything that is
/// none.
pub(crate) fn encode<'a, T: Serialize + ?Sized>(env: Env<'a>, value: &T) -> Term<'a> {
    term(env, value).unwrap_or_else(|error| crate::errors::encode(env, &error))
}

/// Reads the options of a call, value by value.
#[derive(Debug)]
pub(crate) struct Reader {
    budget: ValueBudget,
}

impl Reader {
    /// One for a call.
    pub(crate) const fn new() -> Self {
        Self {
            budget: ValueBudget::new(),
        }
    }

    /// One for a call that takes results of many games.
    pub(crate) const fn of_results() -> Self {
        Self {
            budget: ValueBudget::of_results(),
        }
    }

    /// The pairs of a keyword list or a map, each key once: of `:seat` and `"seat"` side by
    /// side nobody could say which one a host means.
    pub(crate) fn pairs<'a>(
        &mut self,
        name: &str,
        term: Term<'a>,
    ) -> Result<Vec<(String, Term<'a>)>> {
        let pairs = self.all_pairs(name, term)?;
        let mut keys = HashSet::with_capacity(pairs.len());
        match pairs.iter().find(|(key, _)| !keys.insert(key.as_str())) {
            None => Ok(pairs),
            Some((key, _)) => Err(Error::invalid_option(format!(
                "{name}: {} is given twice",
                quoted(key)
            ))),
        }
    }

    fn all_pairs<'a>(&mut self, name: &str, term: Term<'a>) -> Result<Vec<(String, Term<'a>)>> {
        let mut pairs = Vec::new();
        let most = self.budget.most();
        let mut add = |key: Term<'a>, value| {
            self.budget.count(name, 0)?;
            pairs.push((key_text(name, key)?, value));
            Ok::<_, Error>(())
        };
        if let Some(entries) = MapIterator::new(term) {
            for (key, value) in entries {
                add(key, value)?;
            }
            return Ok(pairs);
        }
        for item in items_up_to(most, name, "a keyword list or a map", term)? {
            let (key, value) = pair(item).ok_or_else(|| {
                let got = kind(item);
                Error::invalid_option(format!(
                    "{name}: takes a keyword list or a map, and this list has {got} in it"
                ))
            })?;
            add(key, value)?;
        }
        Ok(pairs)
    }

    /// The value of an option.
    pub(crate) fn value(&mut self, name: &str, term: Term<'_>) -> Result<Value> {
        self.nested(name, term, 0)
    }

    fn nested(&mut self, name: &str, term: Term<'_>, depth: usize) -> Result<Value> {
        self.budget.count(name, depth)?;
        let refused = |what: &str| Error::invalid_option(format!("{name}: {what}"));
        Ok(match term.get_type() {
            TermType::Atom => match atom_text(name, term)?.as_str() {
                "nil" => Value::Null,
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                word => Value::from(word),
            },
            TermType::Integer => match (term.decode::<i64>(), term.decode::<u64>()) {
                (Ok(number), _) => Value::from(number),
                (_, Ok(number)) => Value::from(number),
                _ => return Err(refused("no number is taken beyond 64 bits")),
            },
            TermType::Float => Value::from(
                term.decode::<f64>()
                    .map_err(|_| refused("no such number is taken"))?,
            ),
            TermType::Binary => Value::from(text(term).map_err(|what| refused(&what))?),
            TermType::List if is_keyword(term) => self.object(name, term, depth)?,
            TermType::List => {
                let mut values = Vec::new();
                for item in items_up_to(self.budget.most(), name, "a list", term)? {
                    values.push(self.nested(name, item, depth + 1)?);
                }
                Value::Array(values)
            }
            TermType::Map => self.object(name, term, depth)?,
            _ => {
                let got = kind(term);
                return Err(refused(&format!("takes a plain value, not {got}")));
            }
        })
    }

    fn object(&mut self, name: &str, term: Term<'_>, depth: usize) -> Result<Value> {
        let mut dict = Dict::new();
        for (key, value) in self.pairs(name, term)? {
            let value = self.nested(name, value, depth + 1)?;
            dict.insert(key, value);
        }
        Ok(Value::Object(dict))
    }
}

fn pair(term: Term<'_>) -> Option<(Term<'_>, Term<'_>)> {
    match rustler::types::tuple::get_tuple(term).ok()?[..] {
        [key, value] => Some((key, value)),
        _ => None,
    }
}

fn is_keyword(term: Term<'_>) -> bool {
    let first = term.list_get_cell().ok().and_then(|(head, _)| pair(head));
    first.is_some_and(|(key, _)| key.is_atom())
}

fn key_text(name: &str, key: Term<'_>) -> Result<String> {
    match key.get_type() {
        TermType::Atom => atom_text(name, key),
        TermType::Binary => text(key)
            .map(str::to_owned)
            .map_err(|what| Error::invalid_option(format!("{name}: a key {what}"))),
        _ => Err(Error::invalid_option(format!(
            "{name}: keys are atoms or strings, and this one is {}",
            kind(key)
        ))),
    }
}

/// The text of an atom.
pub(crate) fn atom_text(name: &str, atom: Term<'_>) -> Result<String> {
    // Before OTP 26 a NIF can read atoms of Latin-1 only; no name here has others.
    atom.atom_to_string()
        .map_err(|_| Error::invalid_option(format!("{name}: there is nothing of that name")))
}
