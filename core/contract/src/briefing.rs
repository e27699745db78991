//! A game explained to somebody who may never have seen it, such as a language model.

use crate::game::GameInfo;

/// The rules of a game in words, as its options have them. Texts are whole sentences; none
/// says anything about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Briefing {
    /// The rules in a few sentences, for a player who knows the games of their kind.
    pub short: String,
    /// The rules at length, in paragraphs parted by line breaks.
    pub rules: String,
    /// Advice for a first game.
    pub advice: String,
    /// The notation of moves, with examples.
    pub notation: String,
    /// The style of that notation where all is known, one of [`GameInfo::styles`]. Where
    /// something is hidden moves are written in the canonical one.
    pub style: &'static str,
}

impl Briefing {
    /// Creates a briefing from what every game says of itself.
    #[must_use]
    pub fn of(info: &GameInfo) -> Self {
        let summary = format!("{}: {}.", info.name, info.summary);
        let style = info.styles.first().copied().unwrap_or_default();
        Self {
            rules: summary.clone(),
            short: summary,
            advice: String::new(),
            notation: format!("Moves are written in the notation {style}."),
            style,
        }
    }
}
