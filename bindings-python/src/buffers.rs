//! Arrays of the library's that Python reads where they lie, by the buffer protocol.

use std::any::Any;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use boardwright::records::{Columns, Texts};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

/// A copy of the bytes of an object with a buffer of them; `None` for any other object.
pub(crate) fn copied(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    match PyBuffer::<u8>::get(object) {
        Ok(buffer) => buffer.to_vec(object.py()).map(Some),
        Err(_) => Ok(None),
    }
}

/// A number of an array, with its format in the terms of Python's `struct`.
pub(crate) trait Item {
    const FORMAT: &'static CStr;
}

impl Item for u8 {
    const FORMAT: &'static CStr = c"B";
}

impl Item for i8 {
    const FORMAT: &'static CStr = c"b";
}

impl Item for u16 {
    const FORMAT: &'static CStr = c"H";
}

impl Item for i16 {
    const FORMAT: &'static CStr = c"h";
}

impl Item for u32 {
    const FORMAT: &'static CStr = c"I";
}

impl Item for i32 {
    const FORMAT: &'static CStr = c"i";
}

impl Item for u64 {
    const FORMAT: &'static CStr = c"Q";
}

/// An array that cannot be changed.
///
/// `memoryview(array)` and `numpy.asarray(array)` look at it where it lies and keep it alive.
#[pyclass(frozen, module = "boardwright._native", name = "Array")]
pub(crate) struct Array {
    /// Keeps the numbers where they are.
    _owner: Arc<dyn Any + Send + Sync>,
    start: *const c_void,
    bytes: isize,
    size: isize,
    format: &'static CStr,
    shape: [isize; 2],
    strides: [isize; 2],
    dimensions: c_int,
}

// SAFETY: the pointer leads into vectors that the owner keeps, which nothing changes.
unsafe impl Send for Array {}
// SAFETY: as above.
unsafe impl Sync for Array {}

impl Array {
    /// An array of numbers that the owner keeps.
    fn new<T: Item>(owner: &Arc<impl Any + Send + Sync>, items: &[T]) -> Self {
        let size = size_of::<T>() as isize;
        let length = items.len() as isize;
        Self {
            _owner: Arc::clone(owner) as Arc<dyn Any + Send + Sync>,
            start: items.as_ptr().cast(),
            bytes: length * size,
            size,
            format: T::FORMAT,
            shape: [length, 0],
            strides: [size, 0],
            dimensions: 1,
        }
    }

    /// An array of numbers that nobody else has.
    pub(crate) fn of_numbers<T: Item + Send + Sync + 'static>(numbers: Vec<T>) -> Self {
        let owner = Arc::new(numbers);
        Self::new(&owner, &owner)
    }

    /// The array of a name; `None` for a name that there is not.
    pub(crate) fn of(owner: &Arc<Columns>, name: &str) -> Option<Self> {
        Some(match name {
            "lines" => Self::new(owner, &owner.lines),
            "results" => Self::new(owner, &owner.results),
            "ply_offsets" => Self::new(owner, &owner.ply_offsets),
            "moves" => Self::new(owner, &owner.moves),
            "clocks" => Self::new(owner, &owner.clocks),
            "evals" => Self::new(owner, &owner.evals),
            "boards" => {
                let boards = owner.boards.len() as isize / 64;
                Self {
                    shape: [boards, 64],
                    strides: [64, 1],
                    dimensions: 2,
                    ..Self::new(owner, &owner.boards)
                }
            }
            _ => return None,
        })
    }

    /// The bytes and the offsets of texts.
    pub(crate) fn of_texts(owner: &Arc<Columns>, texts: &Texts) -> (Self, Self) {
        (
            Self::new(owner, &texts.bytes),
            Self::new(owner, &texts.offsets),
        )
    }
}

#[pymethods]
impl Array {
    fn __len__(&self) -> usize {
        self.shape[0] as usize
    }

    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("no view to fill"));
        }
        let array = slf.get();
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            // SAFETY: the view is the caller's, as for the fields below.
            unsafe { (*view).obj = ptr::null_mut() };
            return Err(PyBufferError::new_err("the array cannot be changed"));
        }
        let asked = |flag: c_int| flags & flag == flag;
        // SAFETY: Python gives a view to fill. What it points to is the array's, which does not
        // move: Python objects do not, and the object lives as long as the view has it.
        unsafe {
            (*view).buf = array.start.cast_mut();
            (*view).len = array.bytes;
            (*view).itemsize = array.size;
            (*view).readonly = 1;
            (*view).ndim = array.dimensions;
            (*view).format = match asked(ffi::PyBUF_FORMAT) {
                true => array.format.as_ptr().cast_mut(),
                false => ptr::null_mut(),
            };
            (*view).shape = match asked(ffi::PyBUF_ND) {
                true => array.shape.as_ptr().cast_mut(),
                false => ptr::null_mut(),
            };
            (*view).strides = match asked(ffi::PyBUF_STRIDES) {
                true => array.strides.as_ptr().cast_mut(),
                false => ptr::null_mut(),
            };
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.into_ptr();
        }
        Ok(())
    }

    unsafe fn __releasebuffer__(&self, _view: *mut ffi::Py_buffer) {}
}
