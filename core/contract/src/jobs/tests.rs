use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::pool::Pool;
use super::*;
use crate::error::ErrorKind;

/// Longest wait before a test fails.
const PATIENCE: Duration = Duration::from_secs(600);

/// Creates a pool for one test, so that no other test's jobs are in its queue.
fn own(threads: usize, queue: usize) -> Own {
    let settings = PoolSettings::new(threads, queue);
    Own(Box::leak(Box::new(Pool::new(std::process::id(), settings))))
}

#[derive(Clone, Copy)]
struct Own(&'static Pool);

impl Own {
    fn submit<T: Send + 'static>(
        self,
        request: Request,
        work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
        done: impl FnOnce(Finished<T>) + Send + 'static,
    ) -> Result<JobHandle> {
        let work = Work::new(Kind::Other, Class::Long, work);
        self.0.submit(request, work, done)
    }

    fn start<T: Send + 'static>(
        self,
        request: Request,
        work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
    ) -> Result<Task<T>> {
        self.start_as(Kind::Other, Class::Long, request, work)
    }

    fn start_as<T: Send + 'static>(
        self,
        kind: Kind,
        class: Class,
        request: Request,
        work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
    ) -> Result<Task<T>> {
        Task::new(self.0, request, Work::new(kind, class, work))
    }

    fn timer(self, millis: u64, call: impl FnOnce() + Send + 'static) -> Timer {
        self.0.timer(Duration::from_millis(millis), Box::new(call))
    }

    fn cancel(self, id: u64) -> bool {
        self.0.cancel_where(|job, _| job == id) > 0
    }
}

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
    let pool = own(2, 16);
    let task = pool.start(Request::default(), |_| Ok(6 * 7)).unwrap();
    assert_eq!(task.wait(None).unwrap().result.unwrap(), 42);
}

#[test]
fn a_panic_becomes_internal_and_the_pool_lives_on() {
    let pool = own(1, 16);
    for _ in 0..5 {
        let task = pool
            .start(Request::default(), |_| -> Result<()> {
                panic!("on purpose")
            })
            .unwrap();
        assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Internal);
    }
}

#[test]
fn a_full_queue_says_busy_and_patience_waits() {
    let pool = own(1, 2);
    let running: Vec<_> = (0..3)
        .map(|_| pool.start(Request::default(), spin).unwrap())
        .collect();
    let refused = pool.start(Request::default(), spin).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Busy);
    let patient = pool
        .start(
            Request {
                patient: true,
                ..Request::default()
            },
            |_| Ok(1),
        )
        .unwrap();
    for task in &running {
        task.handle().cancel();
    }
    for task in running {
        assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Cancelled);
    }
    assert_eq!(patient.wait(None).unwrap().result.unwrap(), 1);
}

#[test]
fn who_hears_of_the_end_finds_the_place_free() {
    let pool = own(1, 0);
    for _ in 0..2_000 {
        let task = pool.start(Request::default(), |_| Ok(())).unwrap();
        task.wait(None).unwrap().result.unwrap();
    }
}

#[test]
fn who_hears_of_the_end_finds_what_the_job_held_let_go() {
    let pool = own(1, 16);
    let held_at_the_end = |request: Request, cancelled: bool| {
        let held = Arc::new(());
        let seen = Arc::downgrade(&held);
        let (send, told) = mpsc::channel();
        let handle = pool
            .submit(
                request,
                move |_| {
                    drop(held);
                    Ok(())
                },
                move |_| send.send(seen.strong_count()).unwrap(),
            )
            .unwrap();
        if cancelled {
            handle.cancel();
        }
        told.recv().unwrap()
    };
    let late = Request {
        deadline: Some(Duration::ZERO),
        ..Request::default()
    };
    assert_eq!(held_at_the_end(Request::default(), false), 0);
    assert_eq!(held_at_the_end(late, false), 0);
    // The same if the reaper completes it while another job runs.
    let running = pool.start(Request::default(), spin).unwrap();
    assert_eq!(held_at_the_end(late, false), 0);
    assert_eq!(held_at_the_end(Request::default(), true), 0);
    running.handle().cancel();
    assert_eq!(code(running.wait(None).unwrap()), ErrorKind::Cancelled);
}

#[test]
fn a_queued_job_is_cancelled_or_expires_while_another_runs() {
    let pool = own(1, 16);
    let first = pool.start(Request::default(), spin).unwrap();
    let cancelled = pool.start(Request::default(), |_| Ok(())).unwrap();
    let deadline = Some(Duration::from_millis(30));
    let expired = pool
        .start(
            Request {
                deadline,
                ..Request::default()
            },
            |_| Ok(()),
        )
        .unwrap();
    cancelled.handle().cancel();
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
    first.handle().cancel();
    assert_eq!(code(first.wait(None).unwrap()), ErrorKind::Cancelled);
}

#[test]
fn a_deadline_stops_a_running_job() {
    let pool = own(1, 16);
    let called = Instant::now();
    let deadline = Some(Duration::from_millis(20));
    let task = pool
        .start(
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
    let pool = own(1, 64);
    let gate = pool.start(Request::default(), spin).unwrap();
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
                pool.start(request, move |_| {
                    order.lock().unwrap().push(caller);
                    Ok(())
                })
                .unwrap(),
            );
        }
    }
    gate.handle().cancel();
    for task in tasks {
        task.wait(None).unwrap().result.unwrap();
    }
    assert_eq!(*order.lock().unwrap(), [1, 2, 1, 2, 1, 1]);
}

#[test]
fn every_job_is_answered_exactly_once_under_random_cancels() {
    let pool = own(4, 10_000);
    let mut rng = crate::rng::Rng::new(5);
    let answers = Arc::new((0..2_000).map(|_| AtomicU32::new(0)).collect::<Vec<_>>());
    let total = Arc::new(AtomicUsize::new(0));
    let handles: Vec<_> = (0..2_000)
        .map(|i| {
            let (answers, total) = (Arc::clone(&answers), Arc::clone(&total));
            let deadline = (i % 3 == 0).then(|| Duration::from_micros(u64::from(rng.below(3_000))));
            let request = Request {
                caller: i as u64 % 5,
                deadline,
                patient: true,
            };
            let handle = pool
                .submit(
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
                handle.cancel();
            }
            handle
        })
        .collect();
    let patience = Instant::now();
    while total.load(Ordering::Acquire) < handles.len() {
        assert!(patience.elapsed() < PATIENCE, "a job was never answered");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(answers.iter().all(|a| a.load(Ordering::Relaxed) == 1));
}

#[test]
fn pieces_run_in_parallel_and_settings_are_checked() {
    let pool = own(2, 16);
    let sum: u64 = pool.0.rayon(2).unwrap().install(|| {
        use rayon::prelude::*;
        (0..1_000_u64).into_par_iter().sum()
    });
    assert_eq!(sum, 499_500);
    assert_eq!(
        configure(Some(0), None).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

#[test]
fn timers_fire_in_order_and_not_early() {
    let pool = own(1, 16);
    let (send, fired) = mpsc::channel();
    // The earliest and latest time at which each is due.
    let due: Vec<_> = [30, 5, 15]
        .map(Duration::from_millis)
        .into_iter()
        .enumerate()
        .map(|(number, delay)| {
            let send = send.clone();
            let before = Instant::now();
            let call = move || send.send((number, Instant::now())).unwrap();
            pool.0.timer(delay, Box::new(call)).leave();
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

#[test]
fn what_is_dropped_stops() {
    let pool = own(1, 16);
    let (send, ended) = mpsc::channel();
    let (told, (begin, begun)) = (send.clone(), mpsc::channel());
    let running = pool
        .start(Request::default(), move |control| {
            begin.send(()).unwrap();
            let _ = spin(control);
            told.send("running").unwrap();
            Ok(())
        })
        .unwrap();
    let waiting = pool.submit(Request::default(), spin, move |_| {
        send.send("waiting").unwrap();
    });
    drop(waiting.unwrap().owned());
    assert_eq!(ended.recv().unwrap(), "waiting");
    begun.recv().unwrap();
    drop(running);
    assert_eq!(ended.recv().unwrap(), "running");
}

#[test]
fn a_timer_that_is_dropped_does_not_fire() {
    let pool = own(1, 16);
    let (send, fired) = mpsc::channel();
    let after = |millis, name: &'static str| {
        let send = send.clone();
        pool.timer(millis, move || {
            send.send(name).unwrap();
        })
    };
    let dropped = after(3_600_000, "dropped");
    let waits = dropped.probe();
    assert!(waits());
    drop(dropped);
    assert!(!waits());
    after(1, "left").leave();
    let kept = after(2, "kept");
    assert_eq!(fired.recv().unwrap(), "left");
    assert_eq!(fired.recv().unwrap(), "kept");
    drop((kept, send));
    assert!(fired.recv().is_err(), "nobody holds a call any more");
}

#[test]
fn jobs_are_listed_and_cancelled_by_number_and_by_caller() {
    let pool = own(1, 16);
    let of = |caller| Request {
        caller,
        ..Request::default()
    };
    let (mine, yours) = (new_caller(), new_caller());
    let (send, begun) = mpsc::channel();
    let running = pool.start_as(Kind::Perft, Class::Long, of(mine), move |control| {
        send.send(()).unwrap();
        spin(control)
    });
    let running = running.unwrap();
    begun.recv().unwrap();
    let waiting: Vec<_> = [mine, yours, yours]
        .into_iter()
        .map(|caller| pool.start(of(caller), spin).unwrap())
        .collect();
    let shown: Vec<_> = pool.0.list().iter().map(Listed::describe).collect();
    let shown: Vec<_> = shown.iter().map(|job| (job.kind, job.state)).collect();
    let other = ("other", "waiting");
    assert_eq!(shown, [("perft", "running"), other, other, other]);
    let sums = count(&pool.0.list(), 1, 16);
    let counted = |waiting, running| JobCount { waiting, running };
    assert_eq!(sums.all, counted(3, 1));
    let of = |kind: &str| {
        sums.kinds
            .0
            .iter()
            .find(|(name, _)| name == kind)
            .unwrap()
            .1
    };
    assert_eq!((of("perft"), of("other")), (counted(0, 1), counted(3, 0)));
    assert_eq!(pool.0.cancel_where(|_, of| of == yours), 2);
    for task in &waiting[1..] {
        assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Cancelled);
    }
    let left: Vec<_> = pool
        .0
        .list()
        .iter()
        .map(|job| (job.id, job.caller))
        .collect();
    let ids = [running.handle().id(), waiting[0].handle().id()];
    assert_eq!(left, ids.map(|id| (id, mine)));
    assert!(ids.into_iter().all(|id| pool.cancel(id)));
    for task in [&running, &waiting[0]] {
        assert_eq!(code(task.wait(None).unwrap()), ErrorKind::Cancelled);
    }
    assert!(!pool.cancel(ids[0]) && pool.0.list().is_empty());
}

#[test]
fn short_and_clocked_work_runs_while_all_threads_are_held() {
    let pool = own(2, 0);
    let barrier = Arc::new(std::sync::Barrier::new(3));
    let held: Vec<_> = (0..2)
        .map(|_| {
            let barrier = Arc::clone(&barrier);
            pool.start(Request::default(), move |_| {
                barrier.wait();
                barrier.wait();
                Ok(())
            })
            .unwrap()
        })
        .collect();
    barrier.wait();
    let refused = pool.start(Request::default(), |_| Ok(())).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Busy);
    for class in [Class::Short, Class::Clocked(Duration::from_secs(1))] {
        for _ in 0..100 {
            let task = pool.start_as(Kind::Decision, class, Request::default(), |_| Ok(()));
            task.unwrap().wait(None).unwrap().result.unwrap();
        }
    }
    assert_eq!(pool.0.load(), (0, 2));
    barrier.wait();
    for task in held {
        task.wait(None).unwrap().result.unwrap();
    }
}

#[test]
fn threads_that_are_not_needed_any_more_end() {
    let pool = own(2, 64);
    let sizes = |threads: usize| -> Vec<_> {
        let parts = pool.0.rayon(threads).into_iter();
        parts
            .map(|parts| parts.install(rayon::current_num_threads))
            .collect()
    };
    let most = 2.max(std::thread::available_parallelism().unwrap().get());
    assert_eq!(sizes(MOST_THREADS), [most]);
    assert_eq!(sizes(1), [1]);
    let kept = pool.0.parts();
    assert!(kept.is_none_or(|kept| kept == 2), "{kept:?}");
}

#[test]
fn what_is_answered_from_elsewhere_ends_by_its_answer_or_is_lost() {
    let (begun, answers) = mpsc::channel();
    let work = Work::elsewhere(Kind::Decision, move |_: &Arc<Control>, answer| {
        begun.send(answer).unwrap();
    });
    let (first, prepared) = mpsc::channel();
    let work = work.prepared(move |_| first.send(()).unwrap());
    let task = work.then(|n: u32| Ok(n + 1)).start(Request::default());
    assert_eq!(prepared.try_recv(), Ok(()));
    answers.recv().unwrap()(Ok(1));
    assert_eq!(task.unwrap().wait(None).unwrap().result, Ok(2));

    let cancelled = Work::elsewhere(Kind::Decision, |control: &Arc<Control>, answer| {
        let reason = || Err::<u32, _>(Error::cancelled("cancelled by the caller"));
        control.when_cancelled(move || answer(reason()));
    });
    let lost = Work::<u32>::elsewhere(Kind::Decision, |_: &Arc<Control>, answer| drop(answer));
    for work in [cancelled, lost] {
        let task = work.start(Request::default()).unwrap();
        task.handle().cancel();
        let error = task.wait(None).unwrap().result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cancelled);
    }
    let nowhere = Work::<u32>::elsewhere(Kind::Decision, |_: &Arc<Control>, _| ());
    let error = nowhere.run(&Control::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
