//! The games of a tournament, handed out over HTTP: `boardwright tournament --serve`.
//!
//! `POST /acquire` with `{"version"}` is answered by a job, by 204 while there is none and by 410
//! once there are no more; `POST /submit` with a result by `{"counted", "over"}`. What is refused
//! has 409 and `{"error": {"code", "message"}}`.

use std::io::{self, Read as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use boardwright::arena::job::LONGEST_JOB;
use boardwright::arena::tournament::{FinishedGame, Occasion, TournamentQueue, TournamentReport};
use boardwright::value::{Dict, Value};
use boardwright::{Error, Result, VERSION};
use serde_json::json;
use tiny_http::{Method, Request, Response};

use crate::console::{Console, Failure};
use crate::job::Interrupt;

/// Interval at which the command looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// Time for which workers are still told that there are no more jobs.
const DISMISSAL: Duration = Duration::from_secs(2);

/// The longest body of a request, in bytes; a result is longer than its job.
const LONGEST_BODY: u64 = 16 * LONGEST_JOB as u64;

/// A tournament whose games others play.
pub(crate) struct Server {
    http: tiny_http::Server,
    queue: TournamentQueue,
    begun: Instant,
}

/// Told of each finished game; may break off.
type Told<'a> = dyn FnMut(FinishedGame) -> ControlFlow<()> + 'a;

impl Server {
    /// Listens, and says where on standard error.
    pub(crate) fn open(
        console: &Console,
        address: &str,
        lease: Duration,
        given: Dict,
    ) -> Result<Self, Failure> {
        let queue = TournamentQueue::open(Occasion::Tournament, given, Some(lease))?;
        let http = tiny_http::Server::http(address).map_err(|error| {
            Failure::Io(
                format!("cannot serve at {address}"),
                io::Error::other(error),
            )
        })?;
        console.note(format_args!("serving at http://{}", http.server_addr()))?;
        Ok(Self {
            http,
            queue,
            begun: Instant::now(),
        })
    }

    /// Hands out jobs and takes results until the tournament is over.
    pub(crate) fn run(&mut self, told: &mut Told<'_>) -> Result<TournamentReport, Failure> {
        let interrupt = Interrupt::notice()?;
        while !self.queue.queue().is_over() {
            if interrupt.pressed() {
                return Err(Error::cancelled("interrupted").into());
            }
            if let Some(request) = self.receive(POLL)?
                && self.serve(request, told)?.is_break()
            {
                break;
            }
        }
        Ok(self.queue.queue().report())
    }

    /// Tells workers that still ask that there are no more jobs.
    pub(crate) fn dismiss(&mut self) {
        let until = Instant::now() + DISMISSAL;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(Some(request)) = self.receive(left) else {
                return;
            };
            if self
                .serve(request, &mut |_| ControlFlow::Continue(()))
                .is_err()
            {
                return;
            }
        }
    }

    fn receive(&self, patience: Duration) -> Result<Option<Request>, Failure> {
        self.http
            .recv_timeout(patience)
            .map_err(|error| Failure::Io("cannot listen".into(), error))
    }

    /// Answers a request. An error of the file of games ends the tournament, since nothing more
    /// would be kept.
    fn serve(
        &mut self,
        mut request: Request,
        told: &mut Told<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        let path = request
            .url()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        let mut flow = ControlFlow::Continue(());
        let (status, answer) = if request.method() != &Method::Post {
            (405, None)
        } else {
            match (&*path, body(&mut request)) {
                (_, Err(error)) => (409, Some(described(&error))),
                ("acquire", Ok(value)) => self.acquire(&value),
                ("submit", Ok(value)) => {
                    let (status, answer, game) = self.submit(&value)?;
                    if let Some(game) = game {
                        flow = told(game);
                    }
                    (status, answer)
                }
                _ => (404, None),
            }
        };
        let text = answer.map_or_else(String::new, |value: Value| value.to_string());
        let response = Response::from_string(text).with_status_code(status);
        // A worker that has gone away asks again, or its job is handed out again.
        let _ = request.respond(response);
        Ok(flow)
    }

    fn acquire(&mut self, asked: &Value) -> (u16, Option<Value>) {
        if asked["version"] != VERSION {
            let given = &asked["version"];
            let error = Error::unsupported(format!(
                "version: the worker is of version {given}, and this is {VERSION}"
            ));
            return (409, Some(described(&error)));
        }
        if self.queue.queue().is_over() {
            return (410, None);
        }
        match self.queue.acquire(self.begun.elapsed()) {
            Ok(Some(job)) => (200, Some(job)),
            Ok(None) => (204, None),
            Err(error) => (409, Some(described(&error))),
        }
    }

    fn submit(
        &mut self,
        result: &Value,
    ) -> Result<(u16, Option<Value>, Option<FinishedGame>), Failure> {
        match self.queue.submit(result) {
            Ok(game) => {
                let over = self.queue.queue().is_over();
                let answer = json!({ "counted": game.is_some(), "over": over });
                Ok((200, Some(answer), game))
            }
            Err(error) if self.queue.is_broken() => Err(error.into()),
            // Another worker may be able to do the job.
            Err(error) => {
                if let Some(id) = result["id"].as_str() {
                    let _ = self.queue.release(id);
                }
                Ok((409, Some(described(&error)), None))
            }
        }
    }
}

fn body(request: &mut Request) -> Result<Value> {
    let mut text = String::new();
    request
        .as_reader()
        .take(LONGEST_BODY)
        .read_to_string(&mut text)
        .map_err(|error| Error::invalid_notation(format!("body: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| Error::invalid_notation(format!("body: is no JSON: {error}")))
}

fn described(error: &Error) -> Value {
    json!({ "error": { "code": error.code(), "message": error.message() } })
}
