//! Arguments as the rim takes them. `lib/check.js` has looked at their kinds.

use std::slice;

use boardwright::arguments::WholeNumber;
use boardwright::host::{MoveRef, SeatRef};
use napi::bindgen_prelude::{FromNapiValue, TypeName, ValidateNapiValue, type_of};
use napi::{ValueType, check_status, sys};

use crate::errors::{OrRaise, Result};

/// A seat by its index or name, or none.
pub(crate) enum SeatArg {
    None,
    Index(i64),
    Name(String),
}

impl SeatArg {
    pub(crate) fn get(&self) -> Option<SeatRef<'_>> {
        match self {
            Self::None => None,
            Self::Index(index) => Some(SeatRef::Index(*index)),
            Self::Name(name) => Some(SeatRef::Name(name)),
        }
    }

    /// The seat where one must be named; none there is has an empty name.
    pub(crate) fn named(&self) -> SeatRef<'_> {
        self.get().unwrap_or(SeatRef::Name(""))
    }
}

/// A move by its text or action id.
pub(crate) enum MoveArg {
    Text(String),
    Id(u32),
}

impl MoveArg {
    pub(crate) fn get(&self) -> MoveRef<'_> {
        match self {
            Self::Text(text) => MoveRef::Text(text),
            Self::Id(id) => MoveRef::Id(*id),
        }
    }
}

/// A whole number in its range, or its default. That it is a whole number is known.
pub(crate) fn whole(argument: &WholeNumber, given: Option<f64>) -> Result<u64> {
    argument.read(given.map(|n| n as i128)).or_raise()
}

/// A whole number in its range that need not be given.
pub(crate) fn maybe_whole(argument: &WholeNumber, given: Option<f64>) -> Result<Option<u64>> {
    given.map(|given| whole(argument, Some(given))).transpose()
}

/// The buffer for ids, which JavaScript reuses.
pub(crate) struct Ids(&'static mut [u32]);

impl Ids {
    /// Writes as many ids as there is room for and says how many they are, so
    /// that JavaScript can come again with a larger buffer.
    pub(crate) fn fill(self, ids: &[u32]) -> u32 {
        let room = self.0.len().min(ids.len());
        self.0[..room].copy_from_slice(&ids[..room]);
        // No game has as many moves as that.
        u32::try_from(ids.len()).unwrap_or(u32::MAX)
    }
}

macro_rules! argument {
    ($type:ty) => {
        impl TypeName for $type {
            fn type_name() -> &'static str {
                stringify!($type)
            }

            fn value_type() -> ValueType {
                ValueType::Unknown
            }
        }

        impl ValidateNapiValue for $type {}
    };
}

argument!(SeatArg);
argument!(MoveArg);
argument!(Ids);

impl FromNapiValue for SeatArg {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> napi::Result<Self> {
        // SAFETY: both come from the call that is being served.
        unsafe {
            Ok(match type_of!(env, value)? {
                ValueType::Undefined | ValueType::Null => Self::None,
                ValueType::Number => Self::Index(i64::from_napi_value(env, value)?),
                _ => Self::Name(String::from_napi_value(env, value)?),
            })
        }
    }
}

impl FromNapiValue for MoveArg {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> napi::Result<Self> {
        // SAFETY: both come from the call that is being served.
        unsafe {
            Ok(match type_of!(env, value)? {
                ValueType::Number => Self::Id(u32::from_napi_value(env, value)?),
                _ => Self::Text(String::from_napi_value(env, value)?),
            })
        }
    }
}

impl FromNapiValue for Ids {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> napi::Result<Self> {
        let (mut kind, mut length, mut data) = (0, 0, std::ptr::null_mut());
        // SAFETY: both come from the call that is being served.
        check_status!(unsafe {
            sys::napi_get_typedarray_info(
                env,
                value,
                &mut kind,
                &mut length,
                &mut data,
                std::ptr::null_mut(),
                std::ptr::null_mut(),
            )
        })?;
        if kind != sys::TypedarrayType::uint32_array {
            return Err(napi::Error::from_reason("not a Uint32Array"));
        }
        if data.is_null() || length == 0 {
            return Ok(Self(&mut []));
        }
        // SAFETY: the array holds that many numbers, `lib/` shares it with nobody,
        // and nothing but this call runs on its thread until the call is over.
        Ok(Self(unsafe {
            slice::from_raw_parts_mut(data.cast(), length)
        }))
    }
}
