//! A tournament played by workers over HTTP: requests and replies lost and doubled, workers
//! killed, and the same table.

mod common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use common::{Scratch, program, refused};
use serde_json::{Value, json};

const PROXIES: [&str; 6] = [
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
];

/// The program, that goes through no proxy of the machine's.
fn direct() -> Command {
    let mut command = program();
    for name in PROXIES {
        command.env_remove(name);
    }
    command
}

/// A server of the tournament with these further arguments, and its address.
fn serve(more: &[&str]) -> (Child, String) {
    let mut child = direct()
        .args(TOURNAMENT)
        .args(SWISS)
        .args(["--serve", "127.0.0.1:0"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut err = BufReader::new(child.stderr.take().expect("standard error"));
    err.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("serving at http://");
    let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
    // Nobody reads on, and nothing may wait for that.
    thread::spawn(move || {
        let mut rest = String::new();
        let _ = err.read_to_string(&mut rest);
    });
    (child, address)
}

/// The tournament, but for its players.
const TOURNAMENT: &[&str] = &[
    "tournament",
    "--json",
    "--game",
    "crazyhouse",
    "--nodes",
    "20",
    "--ply-limit",
    "20",
    "--opening-plies",
    "2",
    "--seed",
    "3",
];

/// A Swiss tournament, each round of which depends on the results of the one before.
const SWISS: [&str; 14] = [
    "--player",
    "random",
    "--player",
    "heuristic",
    "--player",
    "search(level=casual,hash=1)",
    "--player",
    "search(level=max,hash=1)",
    "--player",
    "random",
    "--system",
    "swiss",
    "--rounds=4",
    "--games=4",
];

fn worker(address: &str) -> Child {
    direct()
        .args([
            "worker",
            "--url",
            &format!("http://{address}/"),
            "--retries",
            "1000",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn table(server: Child) -> Value {
    table_of(&server.wait_with_output().expect("it ends"))
}

/// The table in a report.
fn table_of(done: &Output) -> Value {
    assert!(done.status.success());
    let report: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    report["table"].clone()
}

/// The table of the tournament when it is played in one process.
fn wanted() -> Value {
    let mut command = direct();
    command.args(TOURNAMENT).args(SWISS);
    table_of(&command.output().expect("it runs"))
}

/// A request or an answer: everything up to the end that its head states.
fn message(from: &mut impl std::io::Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut one = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        if from.read(&mut one).ok()? == 0 {
            return None;
        }
        bytes.push(one[0]);
    }
    let head = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let length: u64 = length.map_or(0, |text| text.trim().parse().expect("a length"));
    from.take(length).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Hands a request on and returns the answer.
fn ask(address: &str, request: &[u8]) -> Option<Vec<u8>> {
    let mut server = TcpStream::connect(address).ok()?;
    server.write_all(request).ok()?;
    message(&mut server)
}

/// A network between workers and a server that loses every fifth request and every third answer,
/// and hands every fourth request on twice.
struct Network {
    address: String,
    /// The number of requests that came, that were lost, of answers lost, and of requests doubled.
    counts: Arc<[AtomicUsize; 4]>,
}

impl Network {
    fn before(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let counts: Arc<[AtomicUsize; 4]> = Arc::default();
        let ours = Arc::clone(&counts);
        thread::spawn(move || {
            for worker in listener.incoming() {
                let (Ok(worker), server, counts) = (worker, server.clone(), Arc::clone(&ours))
                else {
                    return;
                };
                thread::spawn(move || pass(worker, &server, &counts));
            }
        });
        Self { address, counts }
    }

    fn count(&self, which: usize) -> usize {
        self.counts[which].load(Ordering::SeqCst)
    }
}

fn pass(mut worker: TcpStream, server: &str, counts: &[AtomicUsize; 4]) {
    let count = |which: usize| counts[which].fetch_add(1, Ordering::SeqCst);
    while let Some(request) = message(&mut worker) {
        let number = count(0);
        if number % 5 == 4 {
            count(1);
            return;
        }
        if number % 4 == 3 {
            count(3);
            ask(server, &request);
        }
        let Some(answer) = ask(server, &request) else {
            return;
        };
        if number % 3 == 2 {
            count(2);
            return;
        }
        if worker.write_all(&answer).is_err() {
            return;
        }
    }
}

#[test]
fn lost_and_doubled_messages_and_killed_workers_change_nothing() {
    let file = Scratch::new("served.jsonl");
    let games = || std::fs::read_to_string(&file.0).map_or(0, |text| text.matches('\n').count());
    // A job is handed out again as soon as somebody has nothing else to do.
    let (mut server, address) = serve(&["--lease", "0", "--results", file.path()]);
    let network = Network::before(address);
    let mut workers: Vec<Child> = Vec::new();
    for number in 0..3 {
        workers.push(worker(&network.address));
        // Two of them are killed once so many games have been played.
        if number < 2 {
            while games() < 1 + 6 * (number + 1) && server.try_wait().expect("a state").is_none() {
                thread::yield_now();
            }
            let mut child = workers.pop().expect("a worker");
            child.kill().expect("it runs");
            child.wait().expect("it ends");
        }
    }
    let other = worker(&network.address);
    assert_eq!(table(server), wanted());
    assert_eq!(games(), 33);
    for which in 1..4 {
        assert!(network.count(which) > 0, "{which} of {}", network.count(0));
    }
    for mut child in workers.into_iter().chain([other]) {
        let _ = child.kill();
        child.wait().expect("it ends");
    }
}

#[test]
fn a_server_that_is_killed_goes_on_from_its_file() {
    let file = Scratch::new("killed.jsonl");
    let games = || std::fs::read_to_string(&file.0).map_or(0, |text| text.matches('\n').count());
    for killed in 1..=3 {
        let (mut server, address) = serve(&["--results", file.path()]);
        let mut child = worker(&address);
        while games() < 1 + 4 * killed && server.try_wait().expect("a state").is_none() {
            thread::yield_now();
        }
        server.kill().expect("it runs");
        server.wait().expect("it ends");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
    let (server, address) = serve(&["--results", file.path()]);
    let mut child = worker(&address);
    assert_eq!(table(server), wanted());
    assert_eq!(games(), 33);
    // It hears that the tournament is over.
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_queue_says_what_it_refuses() {
    let (mut server, address) = serve(&[]);
    let post = |path: &str, body: &str| {
        let length = body.len();
        let request =
            format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n{body}");
        let answer = ask(&address, request.as_bytes()).expect("an answer");
        let text = String::from_utf8(answer).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status").to_owned();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    };
    let (status, answer) = post("/acquire", r#"{"version":"0.0.1"}"#);
    assert_eq!(
        (&*status, &answer["error"]["code"]),
        ("409", &json!("unsupported"))
    );
    let (status, answer) = post("/acquire", "{");
    assert_eq!(
        (&*status, &answer["error"]["code"]),
        ("409", &json!("invalid_notation"))
    );
    let version = json!({ "version": env!("CARGO_PKG_VERSION") });
    let (status, job) = post("/queue/acquire", &version.to_string());
    assert_eq!((&*status, &job["kind"]), ("200", &json!("game")));
    let failed = json!({
        "id": job["id"], "version": version["version"],
        "error": { "code": "unknown_bot", "message": "there is none" },
    });
    let (status, answer) = post("/submit", &failed.to_string());
    assert_eq!(
        (&*status, &answer["error"]["code"]),
        ("409", &json!("unknown_bot"))
    );
    // Another worker gets the job.
    assert_eq!(post("/acquire", &version.to_string()).1, job);
    assert_eq!(post("/other", "{}").0, "404");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

#[test]
fn a_worker_gives_up_with_an_error() {
    refused(&["worker", "--url", "https://x"], "invalid_option");
    // Nobody listens at a port that was just given back.
    let port = TcpListener::bind("127.0.0.1:0")
        .expect("a port")
        .local_addr()
        .expect("an address");
    let url = format!("http://{port}");
    let done = direct()
        .args(["worker", "--url", &url, "--retries", "1"])
        .output()
        .expect("it runs");
    assert_eq!(done.status.code(), Some(1));
    let err = String::from_utf8(done.stderr).expect("text");
    assert!(
        err.starts_with(&format!("error [io]: no answer from {url}/acquire: ")),
        "{err}"
    );
}
