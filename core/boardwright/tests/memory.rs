//! Tests of memory: a table frees the beliefs of its bots, and a kept state is small. It is a
//! program of its own, because it counts all memory of the process, and that of each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use boardwright::host::{Bot, Game, Limits, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::{self, Work};
use boardwright::rng::Rng;
use boardwright::table::Table;
use boardwright::value::Dict;
use serde_json::{Value, json};

struct Counting;

static HELD: AtomicIsize = AtomicIsize::new(0);

thread_local! {
    /// Bytes that this thread took, less those it gave back. The test runner's own threads
    /// work beside a test, so only this says what the test itself holds.
    static HELD_HERE: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    HELD.fetch_add(bytes, Ordering::Relaxed);
    HELD_HERE.set(HELD_HERE.get() + bytes);
}

// SAFETY: everything is the system's allocator's; the sizes are only added up.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const PATIENCE: Duration = Duration::from_secs(600);

fn dict(value: Value) -> Dict {
    value.as_object().cloned().unwrap_or_default()
}

fn call(table: &Table, name: &str, args: Value) -> Value {
    table.call(name, &dict(args)).expect(name)
}

/// A table where `recon` has followed a few turns.
fn table(seed: u64) -> Table {
    let game = Game::new("blind", &dict(json!({ "rules": "wild16" }))).expect("a game");
    let bot = json!({ "bot": "recon", "seed": seed, "delay": 0, "options": { "nodes": 20_000 } });
    let seats = dict(json!({ "white": "human", "black": bot }));
    let start = game.start().expect("a start");
    let table = Table::from_values(&start, &seats, &Dict::new()).expect("a table");
    for line in ["e2e3", "d2d3", "c2c3", "f2f3", "a2a3"] {
        let answer = table.call("commit", &dict(json!({ "seat": "white", "move": line })));
        assert!(answer.is_ok(), "{line}");
        assert!(table.wait_quiet(Some(PATIENCE)));
    }
    table
}

fn held() -> isize {
    HELD.load(Ordering::Relaxed)
}

/// Only one test counts at a time.
static ONE: Mutex<()> = Mutex::new(());

/// Bytes of each state of a game of 100 plies that is kept whole.
fn kept(name: &str) -> isize {
    let mut state = start(name);
    let mut rng = Rng::new(5);
    // What is made once for all states is made before.
    let _ = state.legal_moves(None, None).expect("moves");
    let mut states = Vec::with_capacity(101);
    let before = HELD_HERE.get();
    for _ in 0..100 {
        let moves = state.legal_moves(None, None).expect("moves");
        let chosen = &moves[rng.below(moves.len() as u32) as usize];
        state = state
            .play(None, MoveRef::Text(chosen), None)
            .expect("legal");
        states.push(state.clone());
    }
    (HELD_HERE.get() - before) / 100
}

#[test]
fn a_kept_state_is_small_with_its_moves() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, most) in [("chess", 250), ("crazyhouse", 250), ("boost", 540)] {
        let bytes = kept(name);
        assert!((100..=most).contains(&bytes), "{name}: {bytes} bytes");
    }
}

/// Bytes of each of several things; what is made once for all of them is made before.
fn each<T>(make: impl Fn(u64) -> T) -> isize {
    const COUNT: u64 = 16;
    drop(make(COUNT));
    let before = held();
    let all: Vec<T> = (0..COUNT).map(make).collect();
    let bytes = (held() - before) / COUNT as isize;
    drop(all);
    bytes
}

fn start(name: &str) -> State {
    let game = Game::new(name, &Dict::new());
    game.and_then(|game| game.start()).expect("a start")
}

/// A table of people after some plies.
fn people(name: &str, plies: u64, seed: u64) -> Table {
    let seats = dict(json!({}));
    let settings = dict(json!({ "seed": seed }));
    let table = Table::from_values(&start(name), &seats, &settings).expect("a table");
    for ply in 0..plies {
        let state = table.state();
        let Some(seat) = state.live().iter().next().map(|seat| seat.0) else {
            break;
        };
        let moves = state
            .legal_moves(Some(SeatRef::Index(seat.into())), None)
            .expect("moves");
        let chosen = &moves[(ply * 7919) as usize % moves.len()];
        call(&table, "commit", json!({ "seat": seat, "move": chosen }));
    }
    table
}

fn thinker(name: &str, bot: &str, nodes: Option<u64>, seed: u64) -> Bot {
    let made = Bot::new(bot, name, &Dict::new(), seed).expect("a bot");
    if nodes.is_some() {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let state = start(name);
        let seat = state.live().iter().next().expect("a seat to move");
        let seat = SeatRef::Index(seat.0.into());
        let work = made.decide(&Subject::State(&state, Some(seat)), limits);
        work.and_then(Work::wait).expect("a decision");
    }
    made
}

/// `BOARDWRIGHT_TELL=1 cargo test -p boardwright --test memory -- --nocapture` prints the figures.
#[test]
fn idle_tables_and_bots_are_small() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    SIZES.call_once(measure_sizes);
}

/// Once, and before the test that ends all threads, which bots decide on.
static SIZES: Once = Once::new();

#[allow(clippy::print_stdout)]
fn measure_sizes() {
    let tell = std::env::var_os("BOARDWRIGHT_TELL").is_some();
    for name in [
        "chess",
        "crazyhouse",
        "bughouse",
        "jarls",
        "boost",
        "chess+",
    ] {
        let tables = [0, 100].map(|plies| each(|seed| people(name, plies, seed)));
        let bots = [None, Some(1), Some(1_000), Some(20_000)]
            .map(|nodes| each(|seed| thinker(name, "search", nodes, seed)));
        if tell {
            println!(
                "{name}: a table {tables:?} at the start and after 100 plies, \
                 a bot {bots:?} before and after 1, 1000, 20000 nodes"
            );
        }
        assert!((500..=10_000).contains(&tables[0]), "{name}: {tables:?}");
        assert!((100..=8_000).contains(&bots[0]), "{name}: {bots:?}");
    }
}

#[test]
fn a_belief_goes_with_its_table() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    SIZES.call_once(measure_sizes);
    // The pool, tables of attacks and weights come to stay. What the last decision holds
    // may do so for a moment longer, which only makes less of what the others hold.
    drop(table(0));
    let before = held();
    let tables: Vec<_> = (1..5).map(table).collect();
    let with = held() - before;
    assert!(with > 200_000, "four beliefs hold {with} bytes");
    for table in &tables {
        assert_eq!(
            call(table, "view", json!({ "seat": "white" }))["table"]["status"],
            "playing"
        );
    }
    let most = held();
    drop(tables);
    // Once the threads have ended nothing holds anything for a moment longer.
    jobs::shutdown();
    let let_go = most - held();
    assert!(
        let_go >= with * 9 / 10,
        "{let_go} of {with} bytes are let go"
    );
}
