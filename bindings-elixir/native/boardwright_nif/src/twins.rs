//! Calls that exist twice, for normal schedulers and for dirty ones.

/// A call about a state or an observation that is short except where the rules of the game are
/// slow: there it answers `:dirty`, and its twin for dirty schedulers is to be called.
macro_rules! twins {
    ($of:ty; $($name:ident $dirty:ident $call:path, $slow:path, ($($arg:ident),*);)+) => {$(
        #[rustler::nif]
        fn $name<'a>(env: Env<'a>, of: &$of $(, $arg: Term<'a>)*) -> NifResult<Term<'a>> {
            if $slow(of) {
                return Ok(rustler::Encoder::encode(&$crate::atoms::dirty(), env));
            }
            $call(env, of $(, $arg)*)
        }

        #[rustler::nif(schedule = "DirtyCpu")]
        fn $dirty<'a>(env: Env<'a>, of: &$of $(, $arg: Term<'a>)*) -> NifResult<Term<'a>> {
            $call(env, of $(, $arg)*)
        }
    )+};
}

pub(crate) use twins;
