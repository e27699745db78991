//! Strength by results, for hosts: Elo with error bars, the likelihood of superiority
//! and the sequential test, from plain values to plain values.

use std::collections::BTreeSet;

use serde::Serialize;

use super::games::RatedResult;
use super::host::{missing, no_such, read, read_results};
use super::pool::EloPool;
use crate::arena::estimate::{Estimate, Pentanomial, Trinomial};
use crate::arena::sprt::{Sprt, Verdict};
use crate::arena::tournament::{read_sprt, tenths};
use crate::host::guard;
use crate::taken::Taken;
use contract::arguments::WholeNumber;
use contract::error::{Error, Result};
use contract::value::{Dict, Value, to_value};

/// State of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtState {
    /// The logarithm of the ratio of the hypotheses' likelihoods.
    pub llr: f64,
    /// At or below it `elo0` is accepted.
    pub lower: f64,
    /// At or above it `elo1` is accepted.
    pub upper: f64,
    /// The state.
    pub verdict: Verdict,
}

/// The Elo of one of many players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EloEntry {
    /// The name.
    pub name: String,
    /// The rating to a tenth, of all on average 0.
    pub elo: f64,
    /// Half of its 95 % interval, to a tenth.
    pub error: f64,
    /// The likelihood, 0 to 1, that it is stronger than the next one; null for the last.
    pub superiority: Option<f64>,
}

const fn count(name: &'static str) -> WholeNumber {
    WholeNumber {
        name,
        doc: "",
        least: 0,
        most: 1 << 40,
        default: Some(0),
    }
}

const RESULTS: [WholeNumber; 3] = [count("wins"), count("draws"), count("losses")];

/// Answers a question about results.
///
/// | question | takes | answer |
/// |---|---|---|
/// | `estimate` | `wins`, `draws`, `losses`; or `pairs` | an [`Estimate`], whose `los` is the likelihood of superiority; null without games |
/// | `sprt` | `elo0`, `elo1`, `alpha`, `beta`, `pairs` | a [`SprtState`] |
/// | `elo` | `results` | a list of [`EloEntry`], the strongest first |
///
/// `pairs` are the numbers of pairs of games with 0, ½, 1, 1½ and 2 points. `results` are as
/// [`BotRegistry::change`](super::BotRegistry::change) takes them, of two players each.
///
/// # Errors
///
/// `invalid_option`, naming what is wrong.
pub fn strength(question: &str, given: Dict) -> Result<Value> {
    guard(|| {
        let mut taken = Taken::new(given);
        match question {
            "estimate" => {
                let pairs = pairs(&mut taken)?;
                let mut counts = [0; 3];
                for (count, argument) in counts.iter_mut().zip(&RESULTS) {
                    let given = taken.maybe_whole(argument)?;
                    if given.is_some() && pairs.is_some() {
                        return Err(Error::invalid_option(format!(
                            "{}: is not given with pairs",
                            argument.name
                        )));
                    }
                    *count = given.unwrap_or_default();
                }
                taken.end()?;
                let [wins, draws, losses] = counts;
                to_value(&pairs.map_or_else(
                    || {
                        Estimate::of_games(&Trinomial {
                            wins,
                            draws,
                            losses,
                        })
                    },
                    |pairs| Estimate::of_pairs(&pairs),
                ))
            }
            "sprt" => {
                let pairs = pairs(&mut taken)?.ok_or_else(|| missing("pairs"))?;
                let sprt = read_sprt(taken.rest())?;
                to_value(&state(&sprt, &pairs))
            }
            "elo" => {
                let results = taken.list("results")?;
                taken.end()?;
                let results = results.ok_or_else(|| missing("results"))?;
                to_value(&elo(&read_results(results)?)?)
            }
            other => Err(no_such("question", other)),
        }
    })
}

fn pairs(taken: &mut Taken<'_>) -> Result<Option<Pentanomial>> {
    let Some(list) = taken.list("pairs")? else {
        return Ok(None);
    };
    let counts: [u64; 5] = read("pairs", Value::Array(list))?;
    let argument = count("pairs");
    for count in counts {
        argument.check(count.into())?;
    }
    Ok(Some(Pentanomial(counts)))
}

fn state(sprt: &Sprt, pairs: &Pentanomial) -> SprtState {
    let (lower, upper) = sprt.bounds();
    SprtState {
        llr: sprt.log_likelihood_ratio(pairs),
        lower,
        upper,
        verdict: sprt.verdict(pairs),
    }
}

/// Elo of all who have played, the strongest first.
fn elo(results: &[RatedResult]) -> Result<Vec<EloEntry>> {
    let players = |r: &'_ RatedResult| match &r.sides[..] {
        [a, b] => match (&a.players[..], &b.players[..]) {
            ([a], [b]) => Some((a.clone(), b.clone())),
            _ => None,
        },
        _ => None,
    };
    let unlike = || Error::invalid_option("results: Elo is of games between two players");
    let met: Vec<_> = results
        .iter()
        .map(players)
        .collect::<Option<_>>()
        .ok_or_else(unlike)?;
    let names: BTreeSet<&String> = met.iter().flat_map(|(a, b)| [a, b]).collect();
    let names: Vec<_> = names.into_iter().collect();
    if names.len() > crate::arena::tournament::MOST_PLAYERS {
        return Err(Error::invalid_option(format!(
            "results: Elo is of at most {} players, not {}",
            crate::arena::tournament::MOST_PLAYERS,
            names.len()
        )));
    }
    let number = |name: &String| names.binary_search(&name).unwrap_or_default();
    let mut pool = EloPool::new(names.len());
    for (result, (a, b)) in results.iter().zip(&met) {
        let (a, b) = (number(a), number(b));
        let half = match result.sides[0].place.cmp(&result.sides[1].place) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        pool.add(a, b, half * result.games);
        pool.add(b, a, (2 - half) * result.games);
    }
    let Some(ratings) = pool.ratings() else {
        return Ok(Vec::new());
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| ratings.elo[*b].total_cmp(&ratings.elo[*a]));
    let next = order.iter().skip(1).map(Some).chain([None]);
    let entry = |(player, next): (&usize, Option<&usize>)| EloEntry {
        name: names[*player].clone(),
        elo: tenths(ratings.elo[*player]),
        error: tenths(ratings.error[*player]),
        superiority: next.and_then(|next| ratings.superiority(*player, *next)),
    };
    Ok(order.iter().zip(next).map(entry).collect())
}
