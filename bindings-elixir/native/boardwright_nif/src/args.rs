//! Arguments: what Elixir passes, as the rim takes it.
//!
//! Whatever it is, it is answered with an error of the library's that names the
//! argument; only a handle that is none is Elixir's `ArgumentError`.

use std::borrow::Cow;
use std::time::Duration;

use boardwright::arguments::{WholeNumber, shown};
use boardwright::error::quoted;
use boardwright::host::{MoveRef, SeatRef};
use boardwright::value::Dict;
use boardwright::{Error, Result};
use rustler::{Binary, Term, TermType};

use crate::atoms;
use crate::value::{Reader, atom_text};

/// The longest text that is looked at on a scheduler thread, in bytes: as long as
/// a notation can be.
const LONGEST: usize = 1 << 16;

/// Names the kind of a term for an error message.
pub(crate) fn kind(term: Term<'_>) -> &'static str {
    match term.get_type() {
        TermType::Atom => "an atom",
        TermType::Binary if term.is_binary() => "a string",
        TermType::Binary => "a bitstring",
        TermType::Fun => "a function",
        TermType::List => "a list",
        TermType::Map => "a map",
        TermType::Integer => "an integer",
        TermType::Float => "a fraction",
        TermType::Pid => "a pid",
        TermType::Port => "a port",
        TermType::Ref => "a reference",
        TermType::Tuple => "a tuple",
        TermType::Unknown => "something else",
    }
}

/// The text of a binary, or what is wrong with it.
pub(crate) fn text(term: Term<'_>) -> Result<&str, String> {
    match bytes(term)? {
        bytes if bytes.len() > LONGEST => Err(format!(
            "is {} bytes long, and {LONGEST} are the most",
            bytes.len()
        )),
        bytes => utf8(bytes),
    }
}

fn bytes(term: Term<'_>) -> Result<&[u8], String> {
    let binary = Binary::from_term(term);
    binary
        .map(|binary| binary.as_slice())
        .map_err(|_| format!("takes a string, not {}", kind(term)))
}

fn utf8(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|e| format!("is not UTF-8 from byte {} on", e.valid_up_to()))
}

/// A notation.
pub(crate) fn notation<'a>(what: &str, term: Term<'a>) -> Result<&'a str> {
    text(term).map_err(|wrong| Error::invalid_notation(format!("{what}: {wrong}")))
}

/// A saved state, which may be of any length: for dirty threads where it is long.
pub(crate) fn saved(term: Term<'_>) -> Result<&str> {
    long_notation("saved state", term)
}

/// A notation of any length: for dirty threads where it is long.
pub(crate) fn long_notation<'a>(what: &str, term: Term<'a>) -> Result<&'a str> {
    let text = bytes(term).and_then(utf8);
    text.map_err(|wrong| Error::invalid_notation(format!("{what}: {wrong}")))
}

/// A name: a string or an atom.
pub(crate) fn word<'a>(what: &str, term: Term<'a>) -> Result<Cow<'a, str>> {
    if term.is_atom() {
        return atom_text(what, term).map(Cow::Owned);
    }
    let word = text(term).map(Cow::Borrowed);
    word.map_err(|wrong| Error::invalid_option(format!("{what}: {wrong}")))
}

/// A name that need not be given.
pub(crate) fn maybe_word<'a>(what: &str, term: Option<Term<'a>>) -> Result<Option<Cow<'a, str>>> {
    term.map(|term| word(what, term)).transpose()
}

/// The items of a proper list of any length: for dirty threads where it is long.
pub(crate) fn items<'a>(what: &str, takes: &str, term: Term<'a>) -> Result<Vec<Term<'a>>> {
    items_up_to(usize::MAX, what, takes, term)
}

/// The items of a proper list that is not too long.
pub(crate) fn items_up_to<'a>(
    most: usize,
    what: &str,
    takes: &str,
    term: Term<'a>,
) -> Result<Vec<Term<'a>>> {
    let wrong = |got| Error::invalid_option(format!("{what}: takes {takes}, not {got}"));
    let mut items = Vec::new();
    let mut rest = term;
    while let Ok((head, tail)) = rest.list_get_cell() {
        if items.len() == most {
            return Err(wrong("a list of that length"));
        }
        items.push(head);
        rest = tail;
    }
    if rest.is_empty_list() {
        return Ok(items);
    }
    Err(wrong(match items[..] {
        [] => kind(term),
        _ => "an improper list",
    }))
}

/// A whole number in its range.
pub(crate) fn whole(argument: &WholeNumber, term: Term<'_>) -> Result<u64> {
    match (term.decode::<i64>(), term.decode::<u64>()) {
        (Ok(number), _) => argument.check(number.into()),
        (_, Ok(number)) => argument.check(number.into()),
        _ if term.is_integer() => Err(argument.wrong("a larger one")),
        _ => Err(argument.wrong(kind(term))),
    }
}

/// A whole number in its range that need not be given.
pub(crate) fn maybe_whole(argument: &WholeNumber, term: Option<Term<'_>>) -> Result<Option<u64>> {
    term.map(|term| whole(argument, term)).transpose()
}

/// A whole number in its range, or its default.
pub(crate) fn whole_or_default(argument: &WholeNumber, term: Option<Term<'_>>) -> Result<u64> {
    term.map_or_else(|| argument.read(None), |term| whole(argument, term))
}

/// A duration in milliseconds; `:infinity` counts as not given.
pub(crate) fn maybe_millis(what: &'static str, term: Option<Term<'_>>) -> Result<Option<Duration>> {
    let term = term.filter(|term| atoms::infinity() != *term);
    let milliseconds = WholeNumber {
        doc: "",
        name: what,
        least: 0,
        most: u64::MAX,
        default: None,
    };
    Ok(maybe_whole(&milliseconds, term)?.map(Duration::from_millis))
}

/// A seat as Elixir names it.
#[derive(Debug)]
pub(crate) enum Seat<'a> {
    Index(i64),
    Name(Cow<'a, str>),
}

impl<'a> Seat<'a> {
    /// By an index, a string or an atom.
    pub(crate) fn new(term: Term<'a>) -> Result<Self> {
        if !term.is_number() {
            return word("seat", term).map(Self::Name);
        }
        term.decode().map(Self::Index).map_err(|_| {
            Error::invalid_option(format!("seat: there is no such seat as {}", kind(term)))
        })
    }

    /// The seat, where a name may be a number as well, as a key of a map is.
    pub(crate) fn as_key(&self) -> SeatRef<'_> {
        match self {
            Self::Index(index) => SeatRef::Index(*index),
            Self::Name(name) => SeatRef::read(name),
        }
    }

    pub(crate) fn as_ref(&self) -> SeatRef<'_> {
        match self {
            Self::Index(index) => SeatRef::Index(*index),
            Self::Name(name) => SeatRef::Name(name),
        }
    }
}

/// A move, by its text or action id.
pub(crate) fn action<'a>(term: Term<'a>) -> Result<MoveRef<'a>> {
    match term.get_type() {
        TermType::Binary => notation("move", term).map(MoveRef::Text),
        TermType::Integer => action_id(term).map(MoveRef::Id),
        _ => Err(Error::invalid_notation(format!(
            "move: takes a string or an action id, not {}",
            kind(term)
        ))),
    }
}

/// An action id.
pub(crate) fn action_id(term: Term<'_>) -> Result<u32> {
    let id = term
        .decode::<u64>()
        .ok()
        .and_then(|n| u32::try_from(n).ok());
    id.ok_or_else(|| Error::invalid_notation("action id: there is none of such a number"))
}

/// The values of the options that a call knows, in the order of `names`; `nil`
/// counts as not given.
///
/// # Errors
///
/// `invalid_option` for one that it does not know, with what there is.
pub(crate) fn options<'a, const N: usize>(
    of: &str,
    term: Term<'a>,
    names: [&str; N],
) -> Result<[Option<Term<'a>>; N]> {
    let mut found = [None; N];
    if term.is_empty_list() {
        return Ok(found);
    }
    for (name, value) in Reader::new().pairs(of, term)? {
        take(&names, &mut found, &name, value).ok_or_else(|| {
            Error::invalid_option(format!(
                "{of} has no option {}: there are {}",
                quoted(&name),
                names.join(", ")
            ))
        })?;
    }
    Ok(found.map(given))
}

/// As [`options`], with the rest as plain values for a game or a bot.
pub(crate) fn options_and_rest<'a, const N: usize>(
    of: &str,
    term: Term<'a>,
    names: [&str; N],
) -> Result<([Option<Term<'a>>; N], Dict)> {
    let (mut found, mut rest) = ([None; N], Dict::new());
    if term.is_empty_list() {
        return Ok((found, rest));
    }
    let mut reader = Reader::new();
    for (name, value) in reader.pairs(of, term)? {
        if take(&names, &mut found, &name, value).is_none() {
            let value = reader.value(&shown(&name), value)?;
            rest.insert(name, value);
        }
    }
    Ok((found.map(given), rest))
}

/// A map or a list of pairs of names and plain values, in their order.
pub(crate) fn map(name: &str, term: Term<'_>) -> Result<Dict> {
    read_map(Reader::new(), name, term)
}

/// As [`map`], with results of many games in it.
pub(crate) fn results(name: &str, term: Term<'_>) -> Result<Dict> {
    read_map(Reader::of_results(), name, term)
}

fn read_map(mut reader: Reader, name: &str, term: Term<'_>) -> Result<Dict> {
    let pairs = reader.pairs(name, term)?.into_iter();
    pairs
        .map(|(key, value)| {
            let value = reader.value(&shown(&key), value)?;
            Ok((key, value))
        })
        .collect()
}

/// Puts an option in its place, if it has one.
fn take<'a>(
    names: &[&str],
    found: &mut [Option<Term<'a>>],
    name: &str,
    value: Term<'a>,
) -> Option<()> {
    let place = names.iter().position(|n| *n == name)?;
    found[place] = Some(value);
    Some(())
}

fn given(term: Option<Term<'_>>) -> Option<Term<'_>> {
    term.filter(|term| atoms::nil() != *term)
}
