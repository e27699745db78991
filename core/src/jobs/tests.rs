use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::place::alone;
use super::*;
use crate::error::ErrorKind;

/// The longest that anything is waited for before the test has failed.
const PATIENCE: Duration = Duration::from_secs(120);

fn spin(control: &Control) -> Result<()> {
    loop {
        control.check()?;
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn code<T: std::fmt::Debug>(finished: Finished<T>) -> ErrorKind {
    finished.result.unwrap_err().kind()
}

#[test]
fn a_job_runs_and_reports() {
    let _alone = alone(2, 16);
    let task = start(Request::default(), |_| Ok(6 * 7)).unwrap();
    assert_eq!(task.wait(None).unwrap().result.unwrap(), 42);
}

#[test]
fn a_panic_becomes_internal_and_the_pool_lives_on() {
    let _alone = alone(1, 16);
    for _ in 0..5 {
        let task = start(Request::default(), |_| -> Result<()> {
            panic!("on purpose")
        })
        .unwrap();
        assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Internal);
    }
}

#[test]
fn a_full_queue_says_busy_and_patience_waits() {
    let _alone = alone(1, 2);
    let running: Vec<_> = (0..3)
        .map(|_| start(Request::default(), spin).unwrap())
        .collect();
    let refused = start(Request::default(), spin).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Busy);
    let patient = start(
        Request {
            patient: true,
            ..Request::default()
        },
        |_| Ok(1),
    )
    .unwrap();
    for task in &running {
        task.ticket().cancel();
    }
    for task in running {
        assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Cancelled);
    }
    assert_eq!(patient.wait(None).unwrap().result.unwrap(), 1);
}

#[test]
fn who_hears_of_the_end_finds_the_place_free() {
    let _alone = alone(1, 0);
    for _ in 0..2_000 {
        let task = start(Request::default(), |_| Ok(())).unwrap();
        task.wait(None).unwrap().result.unwrap();
    }
}

#[test]
fn who_hears_of_the_end_finds_what_the_job_held_let_go() {
    let _alone = alone(1, 16);
    let held_at_the_end = |request: Request, cancelled: bool| {
        let held = Arc::new(());
        let seen = Arc::downgrade(&held);
        let (send, told) = mpsc::channel();
        let ticket = submit(
            request,
            move |_| {
                drop(held);
                Ok(())
            },
            move |_| send.send(seen.strong_count()).unwrap(),
        )
        .unwrap();
        if cancelled {
            ticket.cancel();
        }
        told.recv().unwrap()
    };
    let late = Request {
        deadline: Some(Duration::ZERO),
        ..Request::default()
    };
    assert_eq!(held_at_the_end(Request::default(), false), 0);
    assert_eq!(held_at_the_end(late, false), 0);
    // The same where it is answered for while another runs.
    let running = start(Request::default(), spin).unwrap();
    assert_eq!(held_at_the_end(late, false), 0);
    assert_eq!(held_at_the_end(Request::default(), true), 0);
    running.ticket().cancel();
    assert_eq!(code(running.wait(None).unwrap()), ErrorKind::Cancelled);
}

#[test]
fn a_queued_job_is_cancelled_or_expires_while_another_runs() {
    let _alone = alone(1, 16);
    let first = start(Request::default(), spin).unwrap();
    let cancelled = start(Request::default(), |_| Ok(())).unwrap();
    let deadline = Some(Duration::from_millis(30));
    let expired = start(
        Request {
            deadline,
            ..Request::default()
        },
        |_| Ok(()),
    )
    .unwrap();
    cancelled.ticket().cancel();
    assert_eq!(
        code(cancelled.wait(Some(PATIENCE)).unwrap()),
        ErrorKind::Cancelled
    );
    let end = expired.wait(Some(PATIENCE)).unwrap();
    assert!(end.queued >= Duration::from_millis(30));
    assert_eq!(code(end), ErrorKind::Cancelled);
    assert!(
        first.wait(Some(Duration::ZERO)).is_none(),
        "the first still runs"
    );
    first.ticket().cancel();
    assert_eq!(code(first.wait(None).unwrap()), ErrorKind::Cancelled);
}

#[test]
fn a_deadline_stops_a_running_job() {
    let _alone = alone(1, 16);
    let called = Instant::now();
    let deadline = Some(Duration::from_millis(20));
    let task = start(
        Request {
            deadline,
            ..Request::default()
        },
        spin,
    )
    .unwrap();
    assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Cancelled);
    assert!(called.elapsed() >= Duration::from_millis(20));
}

#[test]
fn callers_take_turns() {
    let _alone = alone(1, 64);
    let gate = start(Request::default(), spin).unwrap();
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    for (caller, count) in [(1, 4), (2, 2)] {
        for _ in 0..count {
            let order = Arc::clone(&order);
            let request = Request {
                caller,
                ..Request::default()
            };
            tasks.push(
                start(request, move |_| {
                    order.lock().unwrap().push(caller);
                    Ok(())
                })
                .unwrap(),
            );
        }
    }
    gate.ticket().cancel();
    for task in tasks {
        task.wait(None).unwrap().result.unwrap();
    }
    assert_eq!(*order.lock().unwrap(), [1, 2, 1, 2, 1, 1]);
}

#[test]
fn every_job_is_answered_exactly_once_under_random_cancels() {
    let _alone = alone(4, 10_000);
    let mut rng = crate::rng::Rng::new(5);
    let answers = Arc::new((0..2_000).map(|_| AtomicU32::new(0)).collect::<Vec<_>>());
    let total = Arc::new(AtomicUsize::new(0));
    let tickets: Vec<_> = (0..2_000)
        .map(|i| {
            let (answers, total) = (Arc::clone(&answers), Arc::clone(&total));
            let deadline = (i % 3 == 0).then(|| Duration::from_micros(u64::from(rng.below(3_000))));
            let request = Request {
                caller: i as u64 % 5,
                deadline,
                patient: true,
            };
            let ticket = submit(
                request,
                |control| {
                    std::thread::sleep(Duration::from_micros(20));
                    control.check()
                },
                move |_| {
                    answers[i].fetch_add(1, Ordering::Relaxed);
                    total.fetch_add(1, Ordering::Release);
                },
            )
            .unwrap();
            if rng.below(3) == 0 {
                ticket.cancel();
            }
            ticket
        })
        .collect();
    let patience = Instant::now();
    while total.load(Ordering::Acquire) < tickets.len() {
        assert!(patience.elapsed() < PATIENCE, "a job was never answered");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(answers.iter().all(|a| a.load(Ordering::Relaxed) == 1));
}

#[test]
fn pieces_run_in_parallel_and_settings_are_checked() {
    let _alone = alone(2, 16);
    let sum: u64 = in_parallel(2, || {
        use rayon::prelude::*;
        (0..1_000_u64).into_par_iter().sum()
    })
    .unwrap();
    assert_eq!(sum, 499_500);
    assert_eq!(
        configure(Some(0), None).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

#[test]
fn timers_fire_in_order_and_not_early() {
    let _alone = alone(1, 16);
    let (send, fired) = mpsc::channel();
    // When each is due at the earliest and at the latest.
    let due: Vec<_> = [30, 5, 15]
        .map(Duration::from_millis)
        .into_iter()
        .enumerate()
        .map(|(number, delay)| {
            let send = send.clone();
            let before = Instant::now();
            later(delay, move || send.send((number, Instant::now())).unwrap());
            (before + delay, Instant::now() + delay)
        })
        .collect();
    let fired: Vec<_> = (0..3)
        .map(|_| fired.recv_timeout(PATIENCE).unwrap())
        .collect();
    assert!(fired.iter().all(|(number, at)| *at >= due[*number].0));
    for (place, (number, _)) in fired.iter().enumerate() {
        let sooner = |(other, _): &(usize, Instant)| due[*other].1 < due[*number].0;
        assert!(!fired[place..].iter().any(sooner), "{fired:?} of {due:?}");
    }
}
