//! The report of a match when it is over, and while it goes on.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use boardwright::arena::{Match, Played, Sprt, Summary, Tally, Trinomial, Verdict};
use boardwright::error::quoted;
use boardwright::host::fields;
use boardwright::value::{Dict, Value, to_value};
use serde_json::json;

use crate::console::{Console, Failure, Tone};

/// Number of games with errors that are reported one by one.
const FAULTS_TOLD: usize = 20;

/// A match, to be told of.
pub(super) struct MatchReport<'a> {
    /// The players of the match: A first, B all others.
    pub(super) names: &'a [String],
    pub(super) games: &'a Match,
    pub(super) sprt: Option<Sprt>,
    pub(super) identity: Dict,
}

/// Games won, drawn and lost.
fn results(of: &Trinomial) -> String {
    format!("+{} ={} -{}", of.wins, of.draws, of.losses)
}

/// A number with its sign, or the infinity that stands for none.
fn signed(number: Option<f64>, infinity: &str) -> String {
    number.map_or_else(|| infinity.to_owned(), |n| format!("{n:+.1}"))
}

/// The Elo difference with its error bars.
fn elo(sum: &Summary) -> Option<String> {
    let estimate = sum.estimate()?;
    let infinity = if estimate.score > 0.5 { "+inf" } else { "-inf" };
    Some(format!(
        "Elo {} ({} to {})",
        signed(estimate.elo, infinity),
        signed(estimate.elo_low, "-inf"),
        signed(estimate.elo_high, "+inf")
    ))
}

/// The results for A, and for all others together.
fn parties(sum: &Summary) -> Vec<(&'static str, Tally)> {
    let Some((first, others)) = sum.players.split_first() else {
        return Vec::new();
    };
    let mut rest = Tally::default();
    for tally in others {
        rest.add(tally);
    }
    vec![("A", first.clone()), ("B", rest)]
}

/// The share of games that one player among several has won, and the share expected by chance.
fn share(console: &mut Console, sum: &Summary) -> Result<(), Failure> {
    let Some(a) = sum.players.first() else {
        return Ok(());
    };
    let percent = |part: f64| 100.0 * part;
    let won = a.total.wins as f64 / sum.games as f64;
    let equal = 1.0 / sum.players.len() as f64;
    console.line(format_args!(
        "A has won {} of {} games ({:.1} %, {:.2} times an equal share of {:.1} %): {}",
        a.total.wins,
        sum.games,
        percent(won),
        won / equal,
        percent(equal),
        results(&a.total)
    ))
}

/// A line while the match goes on.
pub(super) fn brief(sum: &Summary) -> String {
    let won = sum.players.first().map(|a| results(&a.total));
    format!(
        "{} {}",
        won.unwrap_or_default(),
        elo(sum).unwrap_or_default()
    )
}

/// The day by UTC, as `2024.12.31`; nothing where the clock stands before 1970.
pub(super) fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or_else(|_| String::new(), |since| date(since.as_secs() / 86_400))
}

/// The day so many days after 1970 began, by the Gregorian calendar.
fn date(mut days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

impl MatchReport<'_> {
    pub(super) fn tell(
        &self,
        console: &mut Console,
        played: &BTreeMap<u64, Played>,
        sum: &Summary,
    ) -> Result<(), Failure> {
        if console.is_json() {
            let told = self.value(played, sum)?;
            return console.json(&told);
        }
        let name = |number: usize| self.names.get(number).map_or("", String::as_str);
        let (a, b) = (name(0), name(1));
        let (a, b) = (console.tone(Tone::Strong, a), console.tone(Tone::Strong, b));
        console.line(format_args!(
            "{}, {} of {} games, seed {}\nA: {a}\nB: {b}",
            self.games.game.name(),
            sum.games,
            self.games.plan.games(),
            self.games.seed
        ))?;
        self.strength(console, sum)?;
        self.counts(console, sum)?;
        self.faults(console, played, sum)
    }

    fn strength(&self, console: &mut Console, sum: &Summary) -> Result<(), Failure> {
        if sum.players.len() > 2 && sum.games > 0 {
            return share(console, sum);
        }
        let (Some(a), Some(estimate)) = (sum.players.first(), sum.estimate()) else {
            return Ok(());
        };
        console.line(format_args!(
            "A has {} of {} points ({:.1} %): {}",
            a.total.points(),
            sum.games,
            100.0 * a.total.points() / sum.games as f64,
            results(&a.total)
        ))?;
        let counts = sum.pairs.0.map(|n| n.to_string()).join(" ");
        let from = if sum.pairs.pairs() > 0 {
            format!("by pairs with 0, ½, 1, 1½, 2 points: {counts}")
        } else {
            "by single games".into()
        };
        let normalised = estimate
            .normalised_elo
            .map_or_else(String::new, |n| format!(", normalised {n:+.1}"));
        console.line(format_args!(
            "{} at 95 %{normalised}, LOS {:.1} %, {from}",
            elo(sum).unwrap_or_default(),
            100.0 * estimate.los
        ))?;
        if let Some(sprt) = &self.sprt {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&sum.pairs) {
                Verdict::Undecided => "undecided".into(),
                Verdict::Elo0 => format!("{} is accepted", sprt.elo0),
                Verdict::Elo1 => format!("{} is accepted", sprt.elo1),
            };
            console.line(format_args!(
                "SPRT of {} against {}: LLR {:.2} ({lower:.2} to {upper:.2}), {verdict}",
                sprt.elo0,
                sprt.elo1,
                sprt.log_likelihood_ratio(&sum.pairs)
            ))?;
        }
        Ok(())
    }

    fn counts(&self, console: &mut Console, sum: &Summary) -> Result<(), Failure> {
        for (index, seat) in self.games.game.seats().iter().enumerate() {
            let of = |tally: &Tally| tally.by_seat.get(index).map(results).unwrap_or_default();
            let by_player: Vec<_> = parties(sum)
                .iter()
                .map(|(name, tally)| format!("{name} {}", of(tally)))
                .collect();
            let all = sum.seats.get(index).map(results).unwrap_or_default();
            console.line(format_args!("{seat}: {all}; {}", by_player.join(", ")))?;
        }
        let mut reasons: Vec<_> = sum.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons: Vec<_> = reasons.iter().map(|(r, n)| format!("{r} {n}")).collect();
        let (plies, shortest, longest) = sum.plies;
        if sum.games > 0 {
            console.line(format_args!(
                "ends: {}\nplies: {:.1} on average, from {shortest} to {longest}",
                reasons.join(", "),
                plies as f64 / sum.games as f64
            ))?;
        }
        for (name, tally) in parties(sum) {
            let effort = &tally.effort;
            if effort.moves == 0 {
                continue;
            }
            let moves = effort.moves as f64;
            let depth = if effort.with_depth > 0 {
                let mean = effort.depths as f64 / effort.with_depth as f64;
                format!(", depth {mean:.1}")
            } else {
                String::new()
            };
            console.line(format_args!(
                "{name}: {:.1} ms a move, {:.1} at most{depth}, {:.0} nodes",
                effort.time as f64 / 1000.0 / moves,
                effort.longest as f64 / 1000.0,
                effort.nodes as f64 / moves
            ))?;
        }
        Ok(())
    }

    fn faults(
        &self,
        console: &mut Console,
        played: &BTreeMap<u64, Played>,
        sum: &Summary,
    ) -> Result<(), Failure> {
        for (name, tally) in parties(sum) {
            let kinds = tally.faults.iter().map(|(kind, n)| format!(" {kind} {n}"));
            let kinds: String = kinds.collect();
            let text = format!(
                "{name}: {} errors{}{kinds}, {} fallbacks",
                tally.errors(),
                if kinds.is_empty() { "" } else { ":" },
                tally.fallbacks
            );
            let tone = match tally.errors() {
                0 => Tone::Faint,
                _ => Tone::Alarm,
            };
            let text = console.tone(tone, text);
            console.line(format_args!("{text}"))?;
        }
        let faulty = played.values().filter_map(|g| Some((g, g.fault.as_ref()?)));
        for (game, fault) in faulty.clone().take(FAULTS_TOLD) {
            let name = if fault.player == 0 { "A" } else { "B" };
            console.line(format_args!(
                "game {}: {name} {}: {}",
                game.id,
                fault.kind.code(),
                shown(&fault.message)
            ))?;
        }
        let more = faulty.count().saturating_sub(FAULTS_TOLD);
        if more > 0 {
            console.line(format_args!("and {more} more"))?;
        }
        Ok(())
    }

    fn value(&self, played: &BTreeMap<u64, Played>, sum: &Summary) -> Result<Value, Failure> {
        let mut out = self.identity.clone();
        out.extend(fields(&sum.describe(self.names, self.games.game.seats())));
        let sprt = self.sprt.map(|sprt| {
            let (lower, upper) = sprt.bounds();
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": sprt.log_likelihood_ratio(&sum.pairs),
                "lower": lower, "upper": upper,
                "verdict": sprt.verdict(&sum.pairs),
            })
        });
        out.insert("sprt".into(), json!(sprt));
        let faults = played.values().filter_map(|game| {
            let fault = to_value(game.fault.as_ref()?);
            Some(fault.map(|fault| json!({ "game": game.id, "fault": fault })))
        });
        let faults: Result<Vec<_>, _> = faults.collect();
        out.insert("faults".into(), faults?.into());
        let complete = sum.games >= self.games.plan.games();
        out.insert("complete".into(), complete.into());
        Ok(Value::Object(out))
    }
}

/// A message on one line.
fn shown(message: &str) -> String {
    if message.chars().any(char::is_control) {
        quoted(message)
    } else {
        message.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (365, "1971.01.01"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
            (20_453, "2025.12.31"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
