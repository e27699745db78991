//! Native values as JavaScript holds them: opaque externals.
//!
//! A class of napi's per value would be simpler, but takes a global lock for
//! each argument and three times as long to call.

use std::any::TypeId;
use std::cell::{Ref, RefCell, RefMut};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use boardwright::Error;
use napi::bindgen_prelude::{FromNapiValue, ToNapiValue, TypeName, ValidateNapiValue};
use napi::{ValueType, check_status, sys};

use crate::errors::{Result, raised};

/// The target of an external. The type stands first, so that it can be read before the rest is
/// known.
#[repr(C)]
struct Body<T> {
    kind: TypeId,
    content: RefCell<Option<T>>,
}

/// An argument: a value that JavaScript holds, for the length of the call.
pub(crate) struct Handle<T: 'static>(&'static Body<T>);

impl<T: 'static> Handle<T> {
    /// The value.
    ///
    /// # Errors
    ///
    /// `disposed` once it has been disposed of.
    pub(crate) fn get(&self) -> Result<Ref<'_, T>> {
        Ref::filter_map(self.0.content.borrow(), Option::as_ref).map_err(|_| disposed())
    }

    /// The value, to be changed.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub(crate) fn get_mut(&self) -> Result<RefMut<'_, T>> {
        RefMut::filter_map(self.0.content.borrow_mut(), Option::as_mut).map_err(|_| disposed())
    }

    /// Frees the value now and not when the garbage collector comes by.
    pub(crate) fn dispose(&self) {
        drop(self.0.content.take());
    }
}

fn disposed() -> napi::Error<crate::errors::Code> {
    raised(&Error::disposed("it has been disposed of"))
}

impl<T: 'static> TypeName for Handle<T> {
    fn type_name() -> &'static str {
        "Handle"
    }

    fn value_type() -> ValueType {
        ValueType::External
    }
}

impl<T: 'static> ValidateNapiValue for Handle<T> {}

impl<T: 'static> FromNapiValue for Handle<T> {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> napi::Result<Self> {
        let mut data = ptr::null_mut();
        // SAFETY: both come from the call that is being served.
        check_status!(unsafe { sys::napi_get_value_external(env, value, &mut data) })?;
        // SAFETY: the addon is private to `lib/`, which passes it no external but
        // those that `New` below made. All of them start with the type, and they
        // live as long as JavaScript holds them, which it does during the call;
        // the handle is not kept beyond it.
        let kind = unsafe { *data.cast::<TypeId>() };
        if kind != TypeId::of::<T>() {
            return Err(napi::Error::from_reason("a handle of another kind"));
        }
        // SAFETY: as above, and the type is this one.
        Ok(Self(unsafe { &*data.cast::<Body<T>>() }))
    }
}

/// A result: a value that JavaScript is to hold.
pub(crate) struct New<T>(pub(crate) T);

impl<T: 'static> ToNapiValue for New<T> {
    unsafe fn to_napi_value(env: sys::napi_env, new: Self) -> napi::Result<sys::napi_value> {
        let data = Box::into_raw(Box::new(Body {
            kind: TypeId::of::<T>(),
            content: RefCell::new(Some(new.0)),
        }));
        let mut value = ptr::null_mut();
        // SAFETY: the environment is that of the call, and the finalizer takes back
        // the box made here.
        let made = check_status!(unsafe {
            sys::napi_create_external(
                env,
                data.cast(),
                Some(finalize::<T>),
                ptr::null_mut(),
                &mut value,
            )
        });
        if let Err(error) = made {
            // SAFETY: Node has not taken it over.
            drop(unsafe { Box::from_raw(data) });
            return Err(error);
        }
        Ok(value)
    }
}

/// Node calls this once, on the thread of the environment.
unsafe extern "C" fn finalize<T>(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: this is the box that `New` gave to Node.
        drop(unsafe { Box::from_raw(data.cast::<Body<T>>()) });
    }));
}
