//! `boardwright worker`: does jobs that stand on lines of the standard input, or that it fetches
//! over HTTP.

use std::io::{self, BufRead as _, Read as _};
use std::thread;
use std::time::Duration;

use boardwright::arena::Guests;
use boardwright::arena::job::{LONGEST_JOB, run_line};
use boardwright::jobs::Control;
use boardwright::value::{Value, to_value};
use boardwright::{Error, ErrorKind, Result, VERSION};
use boardwright_engines::EnginePlayer;
use serde_json::json;

use crate::args::WorkerArgs;
use crate::console::{Console, Failure};

/// Pause of a worker for which there is no job now.
const IDLE: Duration = Duration::from_millis(250);

/// The first pause after a request that failed, and the longest; each is twice the one before.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(5)];

/// The longest that a request may take.
const REQUEST: Duration = Duration::from_secs(60);

/// The longest answer, in bytes.
const LONGEST_ANSWER: u64 = LONGEST_JOB as u64;

/// Does jobs, from standard input or over HTTP.
pub(crate) fn run(console: &mut Console, args: &WorkerArgs) -> Result<(), Failure> {
    let last_chance = Duration::from_millis(500);
    let guests = match args.programs {
        true => Guests::new(move |name, program, game| {
            EnginePlayer::of_plain(name, program, last_chance, game)
        }),
        false => Guests::default(),
    };
    match &args.url {
        None => lines(console, &guests),
        Some(url) => {
            let client = Client::new(url, args.retries)?;
            client.work(&guests)
        }
    }
}

/// Does jobs from standard input, one to a line, and writes their results in their order.
fn lines(console: &mut Console, guests: &Guests) -> Result<(), Failure> {
    let failed = |error| Failure::Io("cannot read standard input".into(), error);
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        // A line without an end takes no more memory than the longest job.
        let most = LONGEST_JOB as u64 + 2;
        let read = input
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut line)
            .map_err(failed)?;
        if read == 0 {
            return Ok(());
        }
        if !line.ends_with(b"\n") && line.len() as u64 == most {
            skip_line(&mut input).map_err(failed)?;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        if text.is_empty() {
            continue;
        }
        let control = Control::default();
        console.json(&run_line(text, guests, &control))?;
        console.flush()?;
    }
}

/// Reads on to the end of a line, which is dropped.
fn skip_line(input: &mut impl io::BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|b| *b == b'\n');
        let (length, over) = match end {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if over {
            return Ok(());
        }
    }
}

/// A queue as a worker sees it: two addresses to which it posts JSON.
struct Client {
    agent: ureq::Agent,
    url: String,
    retries: u32,
}

/// The answer of a queue.
enum Answer {
    /// A value.
    Value(Value),
    /// There is no job now.
    Later,
    /// There are no more jobs.
    Over,
}

impl Client {
    fn new(url: &str, retries: u32) -> Result<Self> {
        if !url.starts_with("http://") {
            return Err(Error::invalid_option(format!(
                "url: takes an address that begins with http://, not {url:?}"
            )));
        }
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(REQUEST))
            .build();
        Ok(Self {
            agent: config.into(),
            url: url.trim_end_matches('/').to_owned(),
            retries,
        })
    }

    /// Does jobs until there are no more.
    fn work(&self, guests: &Guests) -> Result<(), Failure> {
        loop {
            let job = match self.post("acquire", &json!({ "version": VERSION }))? {
                Answer::Value(job) => job,
                Answer::Later => {
                    thread::sleep(IDLE);
                    continue;
                }
                Answer::Over => return Ok(()),
            };
            let done = run_line(&job.to_string(), guests, &Control::default());
            match self.post("submit", &to_value(&done)?)? {
                Answer::Value(taken) if taken["over"] != true => {}
                _ => return Ok(()),
            }
        }
    }

    /// Posts a value, again and again while no answer comes.
    fn post(&self, what: &str, value: &Value) -> Result<Answer, Failure> {
        let url = format!("{}/{what}", self.url);
        let text = value.to_string();
        let [mut pause, longest] = PAUSES;
        let mut failed = 0;
        loop {
            let error = match self.once(&url, &text) {
                Ok((status, text)) if status < 500 => return answer(&url, status, &text),
                Ok((status, _)) => io::Error::other(format!("status {status}")),
                Err(error) => io::Error::other(error),
            };
            failed += 1;
            if failed > self.retries {
                return Err(Failure::Io(format!("no answer from {url}"), error));
            }
            thread::sleep(pause);
            pause = (2 * pause).min(longest);
        }
    }

    fn once(&self, url: &str, text: &str) -> Result<(u16, String), ureq::Error> {
        let request = self.agent.post(url);
        let mut response = request
            .header("content-type", "application/json")
            .send(text)?;
        let body = response.body_mut().with_config().limit(LONGEST_ANSWER);
        let text = body.read_to_string()?;
        Ok((response.status().as_u16(), text))
    }
}

/// The meaning of an answer; one that refuses what was sent has the error of the library.
fn answer(url: &str, status: u16, text: &str) -> Result<Answer, Failure> {
    match status {
        204 => return Ok(Answer::Later),
        410 => return Ok(Answer::Over),
        _ => {}
    }
    let wrong = || {
        Failure::Io(
            format!("cannot use {url}"),
            io::Error::other(format!("status {status}")),
        )
    };
    let value: Value = serde_json::from_str(text).map_err(|_| wrong())?;
    if status == 200 {
        return Ok(Answer::Value(value));
    }
    let of = |name: &str| value["error"][name].as_str();
    let (Some(code), Some(message)) = (of("code"), of("message")) else {
        return Err(wrong());
    };
    let kind = ErrorKind::ALL.into_iter().find(|kind| kind.code() == code);
    let kind = kind.unwrap_or(ErrorKind::Internal);
    Err(Error::new(kind, message.to_owned()).into())
}
