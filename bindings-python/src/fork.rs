//! Forking: the library's gate is shut for the moment in which this process is copied,
//! so that no lock of a table is held in the child by a thread that is not there.

/// Has every fork of this process pass the gate from now on.
pub(crate) fn guard() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::ffi::c_int;

        type Handler = unsafe extern "C" fn();

        unsafe extern "C" {
            fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
        }

        // None of these can panic, and what is behind the gate never waits for the
        // interpreter, which the thread that forks holds.
        unsafe extern "C" fn prepare() {
            boardwright::fork::prepare();
        }
        unsafe extern "C" fn parent() {
            boardwright::fork::parent();
        }
        unsafe extern "C" fn child() {
            boardwright::fork::child();
        }

        // SAFETY: the handlers are functions of this module, which Python never unloads.
        let failed = unsafe { pthread_atfork(prepare, parent, child) };
        if failed != 0 {
            return Err(std::io::Error::from_raw_os_error(failed));
        }
    }
    Ok(())
}
