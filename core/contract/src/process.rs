//! Values of which each process has one, forked processes too.

use std::sync::OnceLock;

use crate::fork;

/// One value for each process that asks: a chain with one link for each fork between it and
/// the process that first asked. Nothing of an ancestor's is touched, because its locks may
/// be held for ever.
pub struct PerProcess<T: 'static> {
    own: OnceLock<(u32, T)>,
    child: OnceLock<Box<PerProcess<T>>>,
}

impl<T> Default for PerProcess<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> PerProcess<T> {
    /// Creates an empty chain.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            own: OnceLock::new(),
            child: OnceLock::new(),
        }
    }

    /// Returns the value of the running process, made if there is none yet.
    pub fn get(&'static self, make: impl Fn(u32) -> T) -> &'static T {
        let process = std::process::id();
        let mut link = self;
        loop {
            let (of, value) = fork::once(&link.own, || (process, make(process)));
            if *of == process {
                return value;
            }
            link = &**fork::once(&link.child, || Box::new(Self::new()));
        }
    }
}
