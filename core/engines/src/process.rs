//! A program that is talked to in lines, and that is gone when we are done with it.
//!
//! It is a process group of its own, so that Ctrl-C reaches us and not it, and so
//! that what it starts itself is ended with it.

use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use boardwright::arena::Stop;

use crate::wire::{Dial, LineSink, Wire};

/// The longest line that is taken; a program that writes longer ones is broken.
pub(crate) const LONGEST_LINE: u64 = 1 << 16;

/// Lines that may wait to be read.
pub(crate) const WAITING_LINES: usize = 1024;

/// Interval at which it is checked if the match was stopped.
const POLL: Duration = Duration::from_millis(20);

/// Time that a program may take to quit.
const FAREWELL: Duration = Duration::from_millis(1000);

/// The result of a wait for a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ProcessEvent {
    /// A line.
    Line(String),
    /// Nothing in time.
    Nothing,
    /// The program is gone, or it does not write lines of text.
    Gone,
    /// The match was stopped.
    Stopped,
}

/// Hears the lines of a program as they come; true for one that is not to be read
/// again.
pub(crate) type MessageTap = Box<dyn Fn(&str) -> bool + Send>;

/// The place of a program.
enum Place {
    /// A process of ours.
    Child {
        child: Child,
        input: Option<ChildStdin>,
    },
    /// Somewhere else.
    Away(Box<dyn Wire>),
}

/// A running program.
pub(crate) struct Program {
    place: Place,
    lines: Receiver<String>,
    ear: Arc<Mutex<Option<MessageTap>>>,
    /// True if it was ended: the number of its process may be another's by now.
    ended: bool,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Program");
        if let Place::Child { child, .. } = &self.place {
            shown.field("child", child);
        }
        shown.finish_non_exhaustive()
    }
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// Those of starting it.
    pub(crate) fn start(command: &[String]) -> io::Result<Self> {
        let (name, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        alone(&mut command);
        // Where the host has its children's ends ignored, as the virtual machine of Erlang does,
        // the standard library panics for a program that does not start.
        let mut child = catch_unwind(AssertUnwindSafe(|| command.spawn()))
            .unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::NotFound)))?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (send, lines) = mpsc::sync_channel(WAITING_LINES);
        let ear = Arc::new(Mutex::new(None));
        let program = Self {
            place: Place::Child { child, input },
            lines,
            ear: Arc::clone(&ear),
            ended: false,
        };
        // Should this fail, the program is ended by being dropped.
        std::thread::Builder::new()
            .name("boardwright-engine".into())
            .spawn(move || {
                if let Some(output) = output {
                    read(output, &send, &ear);
                }
            })?;
        Ok(program)
    }

    /// Opens the way to a program that is somewhere else.
    ///
    /// # Errors
    ///
    /// Those of the way.
    pub(crate) fn dial(dial: &Dial) -> io::Result<Self> {
        let (sink, lines, ear) = LineSink::new();
        Ok(Self {
            place: Place::Away(dial(sink)?),
            lines,
            ear,
            ended: false,
        })
    }

    /// Writes a line to it.
    ///
    /// # Errors
    ///
    /// Those of its pipe; mostly, that it is gone.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        match &mut self.place {
            Place::Child {
                input: Some(input), ..
            } => {
                input.write_all(format!("{line}\n").as_bytes())?;
                input.flush()
            }
            Place::Child { input: None, .. } => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
            Place::Away(wire) => wire.send(line),
        }
    }

    /// Has somebody hear each line as soon as it is said; the last one who was told
    /// to counts.
    pub(crate) fn overhear(&self, ear: Option<MessageTap>) {
        *self.ear.lock().unwrap_or_else(PoisonError::into_inner) = ear;
    }

    /// Waits for a line until a point in time.
    pub(crate) fn hear(&self, until: Instant, stop: &Stop) -> ProcessEvent {
        loop {
            if stop.asked() {
                return ProcessEvent::Stopped;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return ProcessEvent::Line(line),
                Err(RecvTimeoutError::Disconnected) => return ProcessEvent::Gone,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return ProcessEvent::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Describes how it ended, as far as that can be known.
    pub(crate) fn end(&mut self) -> String {
        let Place::Child { child, .. } = &mut self.place else {
            return "its connection ended".into();
        };
        match ended_within(child, Duration::from_millis(200)) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".into(),
        }
    }

    /// Ends it at once, and all that it has started.
    pub(crate) fn kill(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        match &mut self.place {
            Place::Child { child, input } => {
                *input = None;
                kill_group(child);
                // It may be gone already; either way it is taken from the table of processes.
                let _ = child.kill();
                let _ = child.wait();
            }
            Place::Away(wire) => wire.close(),
        }
    }
}

fn ended_within(child: &mut Child, time: Duration) -> Option<std::process::ExitStatus> {
    let until = Instant::now() + time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
            _ => return None,
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let told = self.say("stop").and_then(|()| self.say("quit"));
        if let Place::Child { child, input } = &mut self.place {
            // A program whose input has ended has been told as well.
            *input = None;
            if told.is_ok() {
                ended_within(child, FAREWELL);
            }
        }
        self.kill();
    }
}

/// Passes lines on until there are no more or nobody wants them.
fn read(output: ChildStdout, send: &SyncSender<String>, ear: &Mutex<Option<MessageTap>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || line.last() != Some(&b'\n') {
            return;
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let heard = match &*ear.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(ear) => ear(&line),
            None => false,
        };
        if !heard && send.send(line).is_err() {
            return;
        }
    }
}

#[cfg(unix)]
fn alone(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
    // Should we be killed, most programs see their input end; one that hangs does not.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        let bind = || set_parent_process_death_signal(Some(Signal::KILL)).map_err(io::Error::from);
        // SAFETY: between fork and exec it makes one system call, takes no lock and
        // no memory. The signal comes with the end of the thread that starts the
        // program, and players stay on the thread that made them.
        unsafe {
            command.pre_exec(bind);
        }
    }
}

#[cfg(not(unix))]
fn alone(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // There may be none left to be killed.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}
