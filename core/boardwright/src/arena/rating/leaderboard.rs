//! The leaderboard of a game and mode.

use std::fmt::Write as _;

use serde::Serialize;

use super::registry::{BotKind, BotRating, BotStatus, Registry};
use crate::arena::tournament::{cell_text, tenths};

/// Bots by their ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leaderboard {
    /// The game.
    pub game: String,
    /// The mode.
    pub mode: String,
    /// The bots that have played and are not retired, the best first.
    pub bots: Vec<Ranked>,
}

/// A bot in a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RankedBot"))]
pub struct Ranked {
    /// The place, from 1.
    pub rank: u64,
    /// The name.
    pub name: String,
    /// The kind of bot.
    pub kind: BotKind,
    /// Its status.
    pub status: BotStatus,
    /// The rating by which it is ranked, to a tenth: by Glicko-2, or by Weng and Lin where no
    /// game was one of two players.
    pub rating: f64,
    /// Half of the 95 % interval, to a tenth.
    pub error: f64,
    /// The results and ratings.
    #[serde(flatten)]
    pub all: BotRating,
}

impl Registry {
    /// The leaderboard of a game and mode.
    #[must_use]
    pub fn leaderboard(&self, game: &str, mode: &str) -> Leaderboard {
        let mut bots: Vec<Ranked> = Vec::new();
        for (name, bot) in self.bots() {
            let rating = bot.ratings.get(game).and_then(|modes| modes.get(mode));
            let Some(rating) = rating.filter(|_| bot.status != BotStatus::Retired) else {
                continue;
            };
            let (value, error) = rating.shown();
            bots.push(Ranked {
                rank: 0,
                name: name.clone(),
                kind: bot.kind,
                status: bot.status,
                rating: tenths(value),
                error: tenths(error),
                all: *rating,
            });
        }
        bots.sort_by(|a, b| {
            let order = b.all.shown().0.total_cmp(&a.all.shown().0);
            order.then_with(|| a.name.cmp(&b.name))
        });
        for (place, bot) in bots.iter_mut().enumerate() {
            bot.rank = place as u64 + 1;
        }
        Leaderboard {
            game: game.to_owned(),
            mode: mode.to_owned(),
            bots,
        }
    }
}

impl Leaderboard {
    /// The leaderboard in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::from(
            "| # | bot | kind | rating | ± | games | + | = | − |\n|--:|---|---|--:|--:|--:|--:|--:|--:|\n",
        );
        for bot in &self.bots {
            let BotRating {
                wins,
                draws,
                losses,
                ..
            } = bot.all;
            let kind = match bot.kind {
                BotKind::Internal => "internal",
                BotKind::External => "external",
            };
            let _ = writeln!(
                out,
                "| {} | {} | {kind} | {} | {} | {} | {wins} | {draws} | {losses} |",
                bot.rank,
                cell_text(&bot.name),
                bot.rating,
                bot.error,
                wins + draws + losses,
            );
        }
        out
    }
}
