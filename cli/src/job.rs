//! Long work, on the library's pool and stopped by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright::host::Work;
use boardwright::jobs::Request;

use crate::console::Failure;

/// Interval at which the command looks for Ctrl-C.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// The result of a piece of work, and the time it took.
#[derive(Debug)]
pub(crate) struct Done<T> {
    pub(crate) value: T,
    pub(crate) took: Duration,
}

/// Notices Ctrl-C for as long as it lives. What was to happen before still does,
/// unless that was to end the process.
pub(crate) struct Interrupt {
    pressed: Arc<AtomicBool>,
    id: signal_hook::SigId,
}

impl Interrupt {
    pub(crate) fn notice() -> Result<Self, Failure> {
        let pressed = Arc::new(AtomicBool::new(false));
        let id = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&pressed))
            .map_err(|error| Failure::Io("cannot listen for Ctrl-C".into(), error))?;
        Ok(Self { pressed, id })
    }

    /// Returns true if it was pressed.
    pub(crate) fn pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        signal_hook::low_level::unregister(self.id);
    }
}

/// Runs a piece of work to its end, or until Ctrl-C, which makes it `cancelled`.
pub(crate) fn run<T: Send + 'static>(work: Work<T>) -> Result<Done<T>, Failure> {
    let interrupt = Interrupt::notice()?;
    let task = work.start(Request {
        patient: true,
        ..Request::default()
    })?;
    loop {
        if let Some(finished) = task.wait(Some(POLL)) {
            return Ok(Done {
                value: finished.result?,
                took: finished.ran,
            });
        }
        if interrupt.pressed() {
            task.handle().cancel();
        }
    }
}
