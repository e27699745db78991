//! Errors, as Node throws them: with the stable code.

/// The stable code of an error, which Node shows as its `code`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code(&'static str);

impl AsRef<str> for Code {
    fn as_ref(&self) -> &str {
        self.0
    }
}

/// The result of every export that can fail.
pub(crate) type Result<T> = std::result::Result<T, napi::Error<Code>>;

/// An error of the library's as one that Node throws.
pub(crate) fn raised(error: &boardwright::Error) -> napi::Error<Code> {
    napi::Error::new(Code(error.code()), error.message().to_owned())
}

/// Turns the library's results into Node's.
pub(crate) trait OrRaise<T> {
    /// Raises the error, if it is one.
    fn or_raise(self) -> Result<T>;
}

impl<T> OrRaise<T> for boardwright::Result<T> {
    fn or_raise(self) -> Result<T> {
        self.map_err(|error| raised(&error))
    }
}
