//! Tournaments, each finished game of which is a message.

use std::ops::ControlFlow;
use std::sync::Arc;

use boardwright::arena::Guests;
use boardwright::arena::tournament::{Occasion, tournament};
use boardwright::host;
use boardwright_engines::start_program;
use rustler::{Env, Term};

use crate::args::{map, word};
use crate::errors::tagged;
use crate::jobs::{Start, start_telling};
use crate::own::asking;
use crate::results::ResultKind;

/// Starts a tournament, a match or self-play. Messages are `{:boardwright, tag, {:game, game}}` for
/// each game, and at the end that of a job. `own` has the processes that answer for players of the
/// host's own, which these name by place, and if each is to hear that nobody asks any more.
#[rustler::nif(schedule = "DirtyCpu")]
fn arena<'a>(
    env: Env<'a>,
    occasion: Term<'a>,
    given: Term<'a>,
    own: Vec<(Term<'a>, bool)>,
    tag: Term<'a>,
) -> Term<'a> {
    let begin = || {
        let occasion = Occasion::named(word("occasion", occasion)?.as_ref())?;
        let given = map("arena", given)?;
        let mut guests = Guests::new(start_program);
        for (pid, hears_end) in own {
            guests.add(asking(pid, hears_end)?);
        }
        let how = Start {
            caller: None,
            deadline: None,
            patient: false,
            shape: ResultKind::Plain,
        };
        start_telling(env, tag, &how, |reporter| {
            let told = Box::new(move |game| {
                reporter.game(&host::fields(&game));
                ControlFlow::Continue(())
            });
            Ok(tournament(occasion, given, Arc::new(guests), told))
        })
    };
    tagged(env, begin())
}
