//! `boardwright play`: a game between a person and a bot, or a bot and itself.
//!
//! The [`Table`] referees: it holds the state and says who is to act. What is
//! told goes through [`Teller`], which shows a person nothing of a hidden game
//! but what the person's seats observe. With several live seats, the one that has
//! made the fewest moves is next.

mod person;
mod reporter;
mod table;

use std::time::Duration;

use boardwright::Error;
use boardwright::host::{self, Limits, State};

use crate::args::PlayArgs;
use crate::console::{Console, Failure};
use person::{InputResult, Person};
use reporter::{End, Reporter};
use table::{Participant, PlayTable};

pub(crate) fn run(console: &mut Console, args: &PlayArgs) -> Result<(), Failure> {
    let state = first(args)?;
    let table = PlayTable::new(state, args)?;
    let mut teller = Reporter::new(console, args.boards);
    let limits = limits(args)?;
    play(table, &mut teller, limits, args.ply_limit)
}

fn first(args: &PlayArgs) -> Result<State, Failure> {
    let Some(path) = &args.load else {
        return Ok(args.subject.state()?);
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Io(format!("cannot read {}", path.display()), error))?;
    let state = host::load(text.trim_end())?;
    let (saved, asked) = (state.game().name(), &args.subject.game);
    if saved != asked {
        return Err(Error::invalid_option(format!(
            "load: {} is a game of {saved}, not {asked}",
            path.display()
        ))
        .into());
    }
    Ok(state)
}

fn limits(args: &PlayArgs) -> Result<Limits, Error> {
    let movetime = Duration::try_from_secs_f64(args.movetime).map_err(|_| {
        Error::invalid_option(format!(
            "movetime: takes seconds from 0 on, not {}",
            args.movetime
        ))
    })?;
    Ok(Limits {
        movetime: Some(movetime),
        nodes: args.nodes,
        depth: args.depth,
        ..Limits::default()
    })
}

fn play(
    mut table: PlayTable,
    teller: &mut Reporter<'_>,
    limits: Limits,
    ply_limit: u32,
) -> Result<(), Failure> {
    let mut person = Person::default();
    teller.start(&table)?;
    loop {
        if table.state.outcome().is_some() {
            return teller.end(&table, &End::Outcome);
        }
        if table.plies() >= ply_limit as usize {
            return teller.end(&table, &End::PlyLimit);
        }
        let Some(seat) = table.next()? else {
            return teller.end(&table, &End::Waiting);
        };
        match table.player(seat) {
            Participant::Bot(bot) => {
                let text = table.decide(seat, bot, limits.clone())?;
                let made = table.play(seat, &text)?;
                teller.moved(&table, &made)?;
            }
            Participant::Person => {
                teller.turn(&table, seat)?;
                match person.act(&mut table, teller, seat)? {
                    InputResult::Moved(made) => teller.moved(&table, &made)?,
                    InputResult::More => {}
                    InputResult::Over(end) => return teller.end(&table, &end),
                }
            }
        }
    }
}
