//! The threads of the library, which give way to the host's own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use crate::error::{Error, Result};

const STACK: usize = 8 << 20;

/// A rayon pool that is kept for those who come next.
#[derive(Debug, Default)]
pub(super) struct KeptPool(Mutex<Option<Arc<rayon::ThreadPool>>>);

impl KeptPool {
    /// Returns the pool if its size is suitable, or one of so many threads, which is kept from
    /// then on.
    pub(super) fn get(
        &self,
        threads: usize,
        suits: impl Fn(usize) -> bool,
    ) -> Result<Arc<rayon::ThreadPool>> {
        let mut kept = self.lock();
        if let Some(pool) = kept.as_ref().filter(|p| suits(p.current_num_threads())) {
            return Ok(Arc::clone(pool));
        }
        Ok(Arc::clone(kept.insert(Arc::new(parts(threads)?))))
    }

    /// Keeps it no longer.
    pub(super) fn clear(&self) {
        self.lock().take();
    }

    /// Returns its number of threads.
    #[cfg(test)]
    pub(super) fn size(&self) -> Option<usize> {
        self.lock().as_ref().map(|pool| pool.current_num_threads())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<rayon::ThreadPool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Builds the threads for the parts of a job.
pub(super) fn parts(threads: usize) -> Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|i| format!("boardwright-part-{i}"))
        .start_handler(|_| lower_priority())
        .build()
        .map_err(|e| Error::internal(format!("no threads can be started: {e}")))
}

/// Starts a thread.
pub(super) fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    Builder::new()
        .name(name.into())
        .stack_size(STACK)
        .spawn(|| {
            lower_priority();
            life();
        })
        .map_err(|e| Error::internal(format!("no thread can be started: {e}")))
}

/// Makes the calling thread give way to the host's own. Linux keeps a nice value
/// for each thread; elsewhere threads run at the priority of the process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};

        // In a process that gives way already its threads must not come before the host's.
        let thread = Some(rustix::thread::gettid());
        if getpriority_process(thread).is_ok_and(|nice| nice < NICE) {
            // If it is not allowed, the thread runs at normal priority.
            let _ = setpriority_process(thread, NICE);
        }
    }
}

/// The nice value of the library's threads.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::{getpriority_process, setpriority_process};

    use super::*;

    #[test]
    fn a_thread_gives_way_and_never_comes_before_its_process() {
        let lowered = |nice: i32| {
            let thread = std::thread::spawn(move || {
                let own = Some(rustix::thread::gettid());
                let before = getpriority_process(own).unwrap();
                // To raise a priority may not be allowed.
                if before < nice {
                    setpriority_process(own, nice).unwrap();
                }
                lower_priority();
                (before.max(nice), getpriority_process(own).unwrap())
            });
            thread.join().unwrap()
        };
        for nice in [0, 7, 19] {
            let (before, after) = lowered(nice);
            assert_eq!(after, before.max(NICE));
        }
    }
}
