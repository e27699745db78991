//! Errors as `Boardwright.Error` exceptions, returned or raised.

use boardwright::{Error, Result};
use rustler::types::atom::Atom;
use rustler::{Encoder, Env, NifResult, Term};

use crate::atoms;

/// An error on its way to becoming an exception.
struct Exception(Error);

impl Encoder for Exception {
    fn encode<'a>(&self, env: Env<'a>) -> Term<'a> {
        encode(env, &self.0)
    }
}

/// The exception that stands for an error.
pub(crate) fn encode<'a>(env: Env<'a>, error: &Error) -> Term<'a> {
    // The codes are a fixed list of the library's, so their atoms are too.
    let code = Atom::from_str(env, error.code()).unwrap_or_else(|_| atoms::error());
    let keys = [
        atoms::structure(),
        atoms::exception(),
        atoms::code(),
        atoms::message(),
    ];
    let values = [
        atoms::error_module().encode(env),
        true.encode(env),
        code.encode(env),
        error.message().encode(env),
    ];
    map(env, &keys.map(|key| key.encode(env)), &values)
}

/// A map; its keys must differ.
pub(crate) fn map<'a>(env: Env<'a>, keys: &[Term<'a>], values: &[Term<'a>]) -> Term<'a> {
    Term::map_from_term_arrays(env, keys, values).unwrap_or_else(|_| Term::map_new(env))
}

/// `{:ok, value}` or `{:error, exception}`.
pub(crate) fn tagged<'a>(env: Env<'a>, result: Result<impl Encoder>) -> Term<'a> {
    match result {
        Ok(value) => (atoms::ok(), value).encode(env),
        Err(error) => (atoms::error(), encode(env, &error)).encode(env),
    }
}

/// `:ok` or `{:error, exception}`.
pub(crate) fn done<'a>(env: Env<'a>, result: Result<()>) -> Term<'a> {
    match result {
        Ok(()) => atoms::ok().encode(env),
        Err(error) => (atoms::error(), encode(env, &error)).encode(env),
    }
}

/// The value, or the exception raised.
pub(crate) fn bare<'a>(env: Env<'a>, result: Result<impl Encoder>) -> NifResult<Term<'a>> {
    match result {
        Ok(value) => Ok(value.encode(env)),
        Err(error) => Err(rustler::Error::RaiseTerm(Box::new(Exception(error)))),
    }
}
