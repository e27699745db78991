//! A tournament whose games are jobs has the table of one in this process, whoever plays them
//! and however often.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::{Value, json};

use crate::VERSION;
use crate::arena::job::run_line;
use crate::arena::record::Played;
use crate::arena::tournament::{JobQueue, Occasion, TournamentQueue, TournamentSettings};
use crate::arena::{Guests, Programs};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::value::{Dict, to_value};

const NOW: Duration = Duration::ZERO;

/// A job and its result as a worker has them, texts both ways.
fn worked(job: &Value) -> Value {
    let done = run_line(&job.to_string(), &Guests::default(), &Control::default());
    let text = to_value(&done).unwrap().to_string();
    serde_json::from_str(&text).unwrap()
}

fn dict(value: Value) -> Dict {
    value.as_object().unwrap().clone()
}

fn swiss() -> Dict {
    dict(json!({
        "game": "crazyhouse", "players": ["search(level=casual)", "heuristic", "random", "random", "random"],
        "system": "swiss", "rounds": 3, "seed": 4, "limits": { "nodes": 20 }, "ply_limit": 16,
        "opening_plies": 2, "opening_balance": -1,
    }))
}

fn queue(given: Dict, lease: Option<Duration>) -> JobQueue {
    let settings = TournamentSettings::read(given).unwrap();
    JobQueue::new(settings, BTreeMap::new(), lease).unwrap()
}

fn keep(_: &Played) -> crate::Result<()> {
    Ok(())
}

/// The games as they are played in this process.
fn in_process(given: &Dict) -> (BTreeMap<u64, Played>, TournamentSettings) {
    let settings = TournamentSettings::read(given.clone()).unwrap();
    let make = |number: usize| {
        settings.players[number].make(&settings.tournament.game, &Guests::default())
    };
    let games = settings
        .tournament
        .run(
            1,
            &make,
            BTreeMap::new(),
            &mut |_| Ok(ControlFlow::Continue(())),
            &Control::default(),
        )
        .unwrap();
    (games, settings)
}

/// A game without the times of its moves.
fn timeless(game: &Played) -> Value {
    let mut value = to_value(game).unwrap();
    for ply in value["plies"].as_array_mut().unwrap() {
        if let Some(time) = ply.get_mut("time") {
            *time = 0.into();
        }
    }
    value
}

/// The tournaments that every language plays, but for those with bots of the host's own.
#[test]
fn jobs_have_the_tables_of_every_language() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/scenarios/arena.json"
    );
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut played = 0;
    for case in cases {
        let given = dict(case["options"].clone());
        let players = given["players"].as_array().unwrap();
        if players.iter().any(|player| player.get("own").is_some()) {
            let settings = TournamentSettings::read(given).unwrap();
            let error = JobQueue::new(settings, BTreeMap::new(), None).unwrap_err();
            assert_eq!(error.code(), "unsupported");
            continue;
        }
        played += 1;
        let mut queue = queue(given, None);
        while !queue.is_over() {
            // A round's jobs at once, the last one first, every result twice.
            let mut jobs = Vec::new();
            while let Some(job) = queue.acquire(NOW).unwrap() {
                jobs.push(job);
            }
            assert_eq!((queue.out(), queue.waiting()), (jobs.len(), 0));
            for job in jobs.iter().rev() {
                let result = worked(job);
                assert!(queue.submit(&result, &mut keep).unwrap().is_some());
                assert_eq!(queue.submit(&result, &mut keep).unwrap(), None);
            }
        }
        let table = to_value(&queue.report().table).unwrap();
        assert_eq!(table, case["table"], "{}", case["name"]);
    }
    assert!(played >= 3, "{played}");
}

#[test]
fn games_of_jobs_are_the_games_to_the_last_field() {
    let (games, settings) = in_process(&swiss());
    let mut queue = queue(swiss(), None);
    while let Some(job) = queue.acquire(NOW).unwrap() {
        let finished = queue.submit(&worked(&job), &mut keep).unwrap().unwrap();
        assert_eq!(finished.games, games.len() as u64);
        assert_eq!(finished.done, queue.played().len() as u64);
    }
    let plain = |games: &BTreeMap<u64, Played>| games.values().map(timeless).collect::<Vec<_>>();
    assert_eq!(plain(queue.played()), plain(&games));
    let (ours, theirs) = (queue.report(), settings.report(&games));
    assert_eq!((ours.table, ours.markdown), (theirs.table, theirs.markdown));
    // Times are told beside the results.
    assert!(ours.times.iter().all(|times| times.mean.is_some()));
}

/// Workers that come and go in any order, lose jobs and results and send some twice.
#[test]
fn any_order_of_events_has_the_same_table() {
    let (games, settings) = in_process(&swiss());
    let wanted = settings.report(&games).table;
    let mut results: BTreeMap<String, Value> = BTreeMap::new();
    for seed in 0..30 {
        let mut rng = Rng::derived(&[seed]);
        let lease = Duration::from_secs(4);
        let mut queue = queue(swiss(), (seed % 2 == 0).then_some(lease));
        let (mut out, mut sent): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        let mut now = 0;
        while !queue.is_over() {
            now += 1;
            match rng.below(6) {
                0 | 1 => out.extend(queue.acquire(Duration::from_secs(now)).unwrap()),
                2 if !out.is_empty() => {
                    // A worker is lost; with a lease nobody has to notice.
                    let job = out.swap_remove(rng.below(out.len() as u32) as usize);
                    if seed % 2 == 1 {
                        queue.release(job["id"].as_str().unwrap()).unwrap();
                    }
                }
                3 if !sent.is_empty() => {
                    let again = &sent[rng.below(sent.len() as u32) as usize];
                    assert_eq!(queue.submit(again, &mut keep).unwrap(), None);
                }
                _ if !out.is_empty() => {
                    let job = out.swap_remove(rng.below(out.len() as u32) as usize);
                    let id = job["id"].as_str().unwrap().to_owned();
                    let result = results.entry(id).or_insert_with(|| worked(&job)).clone();
                    queue.submit(&result, &mut keep).unwrap();
                    sent.push(result);
                }
                _ => {}
            }
        }
        assert_eq!(queue.report().table, wanted, "seed {seed}");
        assert_eq!(queue.acquire(Duration::MAX).unwrap(), None);
    }
}

#[test]
fn a_job_is_handed_out_again_after_its_lease_or_when_given_back() {
    let second = Duration::from_secs(1);
    let given = dict(
        json!({ "game": "chess", "players": ["random", "random"], "ply_limit": 9,
        "opening_plies": 0 }),
    );
    let mut leased = queue(given.clone(), Some(second));
    let [first, other] = [(); 2].map(|()| leased.acquire(NOW).unwrap().unwrap());
    assert_eq!(leased.acquire(second / 2).unwrap(), None);
    assert_eq!(leased.acquire(second).unwrap().as_ref(), Some(&first));
    assert_eq!(leased.acquire(second).unwrap().as_ref(), Some(&other));
    assert_eq!(leased.acquire(second).unwrap(), None);
    assert!(leased.submit(&worked(&first), &mut keep).unwrap().is_some());
    assert_eq!(leased.acquire(3 * second).unwrap().as_ref(), Some(&other));
    let mut plain = queue(given, None);
    let [first, _] = [(); 2].map(|()| plain.acquire(NOW).unwrap().unwrap());
    assert_eq!(plain.acquire(Duration::MAX).unwrap(), None);
    let id = first["id"].as_str().unwrap();
    assert!(plain.release(id).unwrap());
    assert!(!plain.release(id).unwrap());
    assert_eq!((plain.waiting(), plain.out()), (1, 1));
    // The result of a job that was given back counts all the same.
    assert!(plain.submit(&worked(&first), &mut keep).unwrap().is_some());
    assert_eq!(plain.acquire(NOW).unwrap(), None);
}

#[test]
fn what_is_no_result_is_named() {
    let given = dict(
        json!({ "game": "chess", "players": ["random", "heuristic"], "ply_limit": 9,
        "opening_plies": 0 }),
    );
    let mut queue = queue(given.clone(), None);
    let job = queue.acquire(NOW).unwrap().unwrap();
    let done = worked(&job);
    let id = job["id"].as_str().unwrap();
    let with = |path: &str, value: Value| {
        let mut wrong = done.clone();
        *wrong.pointer_mut(path).unwrap() = value;
        wrong
    };
    let key = id.rsplit_once('-').unwrap().0;
    for (wrong, code, message) in [
        (
            json!(7),
            "unsupported",
            "version: the result is of version \"\"".to_owned(),
        ),
        (
            with("/version", "0.0.1".into()),
            "unsupported",
            "version: the result is of version \"0.0.1\"".into(),
        ),
        (
            with("/id", json!(1)),
            "invalid_option",
            "id: takes a text".into(),
        ),
        (
            with("/id", "0".into()),
            "invalid_option",
            "id: there is no job \"0\"".into(),
        ),
        (
            with("/id", format!("{key}-7").into()),
            "invalid_option",
            format!("id: there is no job \"{key}-7\""),
        ),
        (
            with("/id", format!("{key}-00").into()),
            "invalid_option",
            format!("id: there is no job \"{key}-00\""),
        ),
        (
            with("/result/moves", json!(3)),
            "invalid_option",
            format!("job \"{id}\": result: moves: invalid type"),
        ),
        (
            with("/result/moves/0/0", "red".into()),
            "invalid_option",
            format!("job \"{id}\": result: there is no seat \"red\""),
        ),
        (
            with("/result/moves", json!([])),
            "invalid_option",
            format!("job \"{id}\": result: decisions: are more than there are moves"),
        ),
        (
            with("/result/players/white", "nobody".into()),
            "invalid_option",
            format!("job \"{id}\": result: players: "),
        ),
        (
            json!({ "id": id, "version": VERSION, "error": { "code": "unknown_bot", "message": "x" } }),
            "unknown_bot",
            format!("job \"{id}\": x"),
        ),
    ] {
        let error = queue.submit(&wrong, &mut keep).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(error.message().starts_with(&message), "{error}");
    }
    assert_eq!((queue.played().len(), queue.out()), (0, 1));
    assert_eq!(queue.release("x").unwrap_err().code(), "invalid_option");
    // A game that cannot be kept does not count.
    let full = |_: &Played| Err(crate::Error::internal("the disk is full"));
    assert!(queue.submit(&done, &mut { full }).is_err());
    assert!(queue.submit(&done, &mut keep).unwrap().is_some());
    // The jobs of another tournament have other ids.
    let other = [given, dict(json!({ "seed": 2 }))].into_iter().flatten();
    let mut other = self::queue(other.collect(), None);
    assert_ne!(other.acquire(NOW).unwrap().unwrap()["id"], job["id"]);
    assert_eq!(
        other.submit(&done, &mut keep).unwrap_err().code(),
        "invalid_option"
    );
    let unknown = dict(json!({ "game": "chess", "players": ["random", "nobody"] }));
    let error = TournamentQueue::open(Occasion::Tournament, unknown, None).unwrap_err();
    assert_eq!(error.code(), "unknown_bot");
}

/// The seeds of jobs are texts: a language without whole numbers of 64 bits hands them on as
/// they are.
#[test]
fn jobs_survive_languages_without_whole_numbers() {
    let mut queue = queue(swiss(), None);
    let job = queue.acquire(NOW).unwrap().unwrap();
    fn check(value: &Value) {
        match value {
            Value::Number(number) => {
                assert!(number.as_f64().unwrap().abs() < (1u64 << 53) as f64);
            }
            Value::Array(list) => list.iter().for_each(check),
            Value::Object(map) => map.values().for_each(check),
            _ => {}
        }
    }
    check(&job);
    let seed: u64 = job["seed"].as_str().unwrap().parse().unwrap();
    assert_eq!(seed, queue.tournament().game_seed(0));
    let mut wrong = job;
    wrong["seed"] = "x".into();
    let error = worked(&wrong)["error"]["message"].clone();
    assert_eq!(error, "seed: takes an integer from 0, not \"x\"");
}

#[test]
fn a_queue_goes_on_from_its_file() {
    let (games, settings) = in_process(&swiss());
    let path = std::env::temp_dir().join(format!("boardwright-queue-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut given = swiss();
    given.insert("log".into(), path.to_str().unwrap().into());
    let open = || TournamentQueue::open(Occasion::Tournament, given.clone(), None).unwrap();
    let (mut lost, mut times): (Option<Value>, usize) = (None, 0);
    loop {
        let mut queue = open();
        times += 1;
        // The result of a job of the run before counts once as well.
        if let Some(job) = &lost {
            let cut = queue.submit_text("{").unwrap_err();
            assert_eq!(cut.code(), "invalid_notation");
            let text = worked(job).to_string();
            assert!(queue.submit_text(&text).unwrap().is_some());
            assert!(queue.submit(&worked(job)).unwrap().is_none());
        }
        for _ in 0..2 {
            if let Some(job) = queue.acquire(NOW).unwrap() {
                queue.submit(&worked(&job)).unwrap().unwrap();
            }
        }
        if queue.queue().is_over() {
            let report = queue.queue().report();
            assert_eq!(report.table, settings.report(&games).table);
            break;
        }
        let again = TournamentQueue::open(Occasion::Tournament, given.clone(), None);
        #[cfg(unix)]
        assert!(again.unwrap_err().message().contains("in use"));
        #[cfg(not(unix))]
        drop(again);
        lost = queue.acquire(NOW).unwrap();
    }
    assert!(times > 3);
    assert!(open().queue().is_over());
    let lines = std::fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 1 + games.len());
    std::fs::remove_file(&path).unwrap();
}

/// A program has to be there where the games are played, and only there.
#[test]
fn programs_are_the_worker_s() {
    let given = dict(
        json!({ "game": "chess", "players": ["random", "engine:no-such-program"],
        "limits": { "nodes": 1 }, "ply_limit": 9, "opening_plies": 0 }),
    );
    let mut queue = queue(given, None);
    let job = queue.acquire(NOW).unwrap().unwrap();
    let error = queue.submit(&worked(&job), &mut keep).unwrap_err();
    assert_eq!(error.code(), "unsupported");
    let programs: Box<Programs> = Box::new(|_, program, _| {
        assert_eq!(program["command"], json!(["no-such-program"]));
        Err(crate::Error::invalid_option("asked for"))
    });
    let guests = Guests::new(programs);
    let done = crate::arena::job::run_value(&job, &guests, &Control::default());
    assert_eq!(done.error.unwrap().message, "asked for");
}
