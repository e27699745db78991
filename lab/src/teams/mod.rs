//! `lab teams`: matches of bughouse teams by clocks that count positions, so that what time and
//! talk are worth shows on any machine alike.

mod course;

use std::time::Duration;

use boardwright::bughouse::Bughouse;
use boardwright::bughouse::engine::EngineParams;
use boardwright::chess::BughouseBoardVariant;
use boardwright::error::{Error, Result, quoted};
use boardwright::rng::Rng;
use boardwright::state::Rules;
use boardwright::value::Dict;
use serde_json::json;

use crate::Failure;
use crate::args::TeamsArgs;
use crate::commands::{bar, say, spread};
use crate::net::commands::evaluator;
use crate::net::selfplay::Recorded as _;
use crate::net::versus::{MatchSettings, Tally, balanced};
use crate::tune::attempt::{assigned, elo};
use course::{End, Pace, Played, Team};

/// Plays the match that was asked for.
pub(crate) fn run(json: bool, args: &TeamsArgs) -> std::result::Result<(), Failure> {
    let pace = Pace {
        clock: Duration::from_millis(args.clock),
        speed: args.speed,
        nodes: args.nodes,
    };
    let teams = [
        Team {
            options: options(&args.a)?,
            params: match &args.change {
                Some(change) => params(change)?,
                None => EngineParams::SHIPPED,
            },
        },
        Team {
            options: options(&args.b)?,
            params: EngineParams::SHIPPED,
        },
    ];
    let settings = MatchSettings::new(None, None, args.games, args.seed, args.threads);
    let (tally, totals) = matched(&teams, &pace, &settings)?;
    let estimate = tally.estimate();
    let games = totals.games.max(1);
    if json {
        let [lost, drawn, won] = tally.games;
        return say(format_args!(
            "{}",
            json!({
                "won": won, "drawn": drawn, "lost": lost,
                "elo": estimate.as_ref().and_then(|estimate| estimate.elo),
                "flags": totals.flags, "plies": totals.plies / games,
                "messages": totals.messages / games, "sits": totals.sits / games,
            })
        ));
    }
    say(format_args!(
        "{} {}, {} flags; a game has {} plies, {} messages and {} moves held back",
        tally.counts(),
        estimate.as_ref().map(elo).unwrap_or_default(),
        totals.flags,
        totals.plies / games,
        totals.messages / games,
        totals.sits / games,
    ))
}

/// Sums over the games of a match.
#[derive(Debug, Default)]
struct Totals {
    games: usize,
    flags: usize,
    plies: usize,
    messages: usize,
    sits: usize,
}

impl Totals {
    fn add(&mut self, game: &Played) {
        self.games += 1;
        self.flags += usize::from(game.end == End::Flag);
        self.plies += game.plies;
        self.messages += game.messages;
        self.sits += game.sits;
    }
}

/// Plays a match, each opening with both teams on either side.
fn matched(
    teams: &[Team; 2],
    pace: &Pace,
    settings: &MatchSettings,
) -> std::result::Result<(Tally, Totals), Failure> {
    let rules = Rules::<Bughouse>::new(&Dict::new())?;
    let shipped = evaluator::<BughouseBoardVariant>("shipped")?;
    let pairs = settings.games.div_ceil(2);
    let progress = bar(pairs, "teams");
    let (mut tally, mut totals) = (Tally::default(), Totals::default());
    spread(
        settings.threads,
        settings.seed,
        pairs,
        |seed| {
            let mut rng = Rng::derived(&[seed, 0x7ea5]);
            let mut judge = Bughouse::player(&shipped, Bughouse::USUAL, 2);
            let start = balanced(&rules, &mut judge, &mut rng)?;
            let [a, b] = teams;
            let first = course::play(&start, [a, b], pace, seed)?;
            let second = course::play(&start, [b, a], pace, seed)?;
            Ok([first, second])
        },
        |[first, second]| {
            tally.add([first.points, 2 - second.points]);
            totals.add(&first);
            totals.add(&second);
            progress.inc(1);
            progress.set_message(tally.counts());
            Ok(())
        },
    )?;
    progress.finish_and_clear();
    Ok((tally, totals))
}

/// Options of a bot, as they are written on a command line.
///
/// # Errors
///
/// `invalid_option` for what has no value.
fn options(text: &str) -> Result<Dict> {
    let mut options = Dict::new();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(|| {
            Error::invalid_option(format!("takes NAME=VALUE, {} given", quoted(part)))
        })?;
        let value = match (value.parse::<i64>(), value.parse::<bool>()) {
            (Ok(number), _) => number.into(),
            (_, Ok(flag)) => flag.into(),
            _ => value.into(),
        };
        options.insert(name.to_owned(), value);
    }
    Ok(options)
}

/// The numbers of team play that are shipped, with changes joined by commas.
///
/// # Errors
///
/// As [`assigned`].
fn params(change: &str) -> Result<EngineParams> {
    let mut params = EngineParams::SHIPPED;
    let lists = [EngineParams::FIELDS, EngineParams::CLOCK_FIELDS];
    for part in change.split(',') {
        let (name, number) = assigned(part, &lists)?;
        if let Some(field) = params.field(name) {
            *field = number;
        }
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a game of short clocks from the first position.
    fn played(first: &str, clock: u64) -> Played {
        let rules = Rules::<Bughouse>::new(&Dict::new()).unwrap();
        let start = boardwright::state::State::start(&rules).unwrap();
        let pace = Pace {
            clock: Duration::from_millis(clock),
            speed: 5_000,
            nodes: 300,
        };
        let team = |text: &str| Team {
            options: options(&format!("{text},book=false")).unwrap(),
            params: EngineParams::SHIPPED,
        };
        let teams = [team(first), team("messages=ignore")];
        course::play(&start, [&teams[0], &teams[1]], &pace, 1).unwrap()
    }

    #[test]
    fn a_game_follows_from_its_seed() {
        let game = played("messages=full", 200);
        assert_eq!(game, played("messages=full", 200));
        assert!(game.messages > 0 && game.plies > 20, "{game:?}");
        assert_eq!(played("messages=ignore", 200).messages, 0);
    }

    #[test]
    fn a_flag_falls_where_there_is_no_time() {
        let game = played("messages=ignore", 30);
        assert_eq!(game.end, End::Flag);
        assert_ne!(game.points, 1);
    }

    #[test]
    fn numbers_and_options_are_read_and_refused() {
        assert_eq!(params("sit_below=900").unwrap().sit_below, 900);
        let refused = |text| params(text).unwrap_err().to_string();
        assert!(refused("sit_blow=1").contains("sit_below"));
        assert!(refused("sit_below=x").contains("0 to 100000"));
        assert!(refused("sit_below").contains("NUMBER=VALUE"));
        assert_eq!(options("sit=false,hash=2").unwrap().len(), 2);
    }
}
