//! Decisions about many positions in one piece of work.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Bot, Decision, Limits, Observation, Subject, guard};
use contract::error::Result;
use contract::jobs::{self, Class, Control, Kind, Work};

/// The stack of a thread that decides, as that of a match.
const STACK: usize = 8 << 20;

impl Bot {
    /// Decides about each of several subjects, on as many threads as the pool has, each by this
    /// bot as new: an answer depends on its own subject alone. The limits are those of each
    /// decision, but for `deadline`, which is that of all. The bot itself is not engaged.
    ///
    /// # Errors
    ///
    /// Those of [`decide`](Self::decide), from here or from the work, which name the subject by
    /// its place.
    pub fn decide_many(
        &self,
        subjects: &[Subject<'_>],
        limits: Limits,
    ) -> Result<Work<Vec<Decision<String>>>> {
        let given = |(place, subject)| {
            let observation = guard(|| self.given(subject));
            observation
                .map(Observation)
                .map_err(|error| error.at(format_args!("subject {place}")))
        };
        let observations: Vec<_> = subjects
            .iter()
            .enumerate()
            .map(given)
            .collect::<Result<_>>()?;
        let bot = self.clone();
        Ok(Work::new(Kind::Decision, Class::Long, move |control| {
            bot.decide_each(&observations, &limits, control)
        }))
    }

    fn decide_each(
        &self,
        observations: &[Observation],
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<Decision<String>>> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let found = Mutex::new(Vec::with_capacity(observations.len()));
        let work = || {
            while !failed.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(observation) = observations.get(place) else {
                    return;
                };
                let decided = guard(|| {
                    control.check()?;
                    let subject = Subject::Observation(observation);
                    self.renewed()
                        .decide(&subject, limits.clone())?
                        .run(control)
                });
                failed.fetch_or(decided.is_err(), Ordering::Relaxed);
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.push((place, decided));
            }
        };
        std::thread::scope(|scope| {
            // This thread is one of them.
            for number in 1..jobs::threads().min(observations.len()) {
                let started = std::thread::Builder::new()
                    .name(format!("boardwright-decide-{number}"))
                    .stack_size(STACK)
                    .spawn_scoped(scope, work);
                // Those that there are do all of it.
                if started.is_err() {
                    break;
                }
            }
            work();
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(place, _)| *place);
        control.check()?;
        let each = found.into_iter();
        each.map(|(place, decided)| {
            decided.map_err(|error| error.at(format_args!("subject {place}")))
        })
        .collect()
    }
}
