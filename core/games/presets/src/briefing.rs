//! The rules in words.

use super::Presets;
use chess_games::briefing::{ADVICE, CHESS, CHESS960, SAN};
use contract::briefing::Briefing;

impl Presets {
    pub(super) fn rules_in_words(&self) -> Briefing {
        let library = self.library();
        let chosen = self.settings.chosen.iter();
        let mut told = Vec::new();
        for active in chosen {
            let preset = library.preset(active.preset);
            let text = format!("{}: {}", preset.name(), preset.description().trim());
            if !told.contains(&text) {
                told.push(text);
            }
        }
        let set = match told.is_empty() {
            true => "No rules are changed at the start.".to_owned(),
            false => format!(
                "These rules are in force at the start, and change those of chess:\n- {}",
                told.join("\n- ")
            ),
        };
        let frame = "Chess whose rules are composed of presets, each in force for White, for Black or for both. A \
                     position names those that are in force in it.";
        let shuffled = match library.chess960 {
            true => format!("\n{CHESS960}"),
            false => String::new(),
        };
        Briefing {
            short: format!("{frame} {set}"),
            rules: format!("{frame}\nThe rules of chess hold otherwise.\n{CHESS}{shuffled}\n{set}"),
            advice: format!(
                "{ADVICE} Think first about what the changed rules make possible, for you and against you."
            ),
            notation: format!(
                "{SAN} Moves that chess does not have are written as the list of moves shows them."
            ),
            style: "san",
        }
    }
}
