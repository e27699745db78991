//! Positions, moves and ends of games in English sentences, for screen readers and prompts:
//! the grammar that all games share, and the frame around what a game says of a position.

use crate::game::{Game, Outcome, Seats, View};
use crate::state::{Observation, State};
use crate::text::is_unseen;
use crate::value::{Serialize, Value, to_value};

/// Sentences in a row. Each begins with a capital and ends with a full stop.
#[derive(Clone, Debug, Default)]
pub struct Sentences(String);

impl Sentences {
    /// Adds a sentence, given without its full stop; nothing for an empty text.
    pub fn add(&mut self, text: impl AsRef<str>) {
        self.append(&capitalised(text.as_ref()));
    }

    /// Adds finished sentences.
    pub fn append(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(text);
        if !text.ends_with('.') {
            self.0.push('.');
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn finish(self) -> String {
        self.0
    }
}

/// Returns a text with its first letter as a capital.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Returns a stable word such as `king_taken` as it is spoken.
#[must_use]
pub fn spoken(word: &str) -> String {
    word.replace('_', " ")
}

/// Joins items: `a, b and c`; `none` without any.
#[must_use]
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    list_by(items, ", ")
}

/// Joins items that have commas themselves: `3,0; 2,1 and 0,4`; `none` without any.
#[must_use]
pub fn list_by<T: AsRef<str>>(items: &[T], separator: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match &items[..] {
        [] => "none".into(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(separator)),
    }
}

/// Returns the plural of a noun.
#[must_use]
pub fn plural(noun: &str) -> String {
    let before_last = noun.chars().rev().nth(1);
    let vowel = before_last.is_some_and(|c| "aeiouAEIOU".contains(c));
    match noun.strip_suffix('y') {
        Some(stem) if !vowel => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Returns a noun with its indefinite article.
#[must_use]
pub fn article(noun: &str) -> String {
    let vowel = noun.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Counts things: `no pawns`, `a pawn`, `two pawns`, `13 pawns`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    const NUMBERS: [&str; 11] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    match number {
        0 => format!("no {}", plural(noun)),
        1 => article(noun),
        n => {
            let word = usize::try_from(n - 2).ok().and_then(|i| NUMBERS.get(i));
            let word = word.map_or_else(|| n.to_string(), |word| (*word).to_owned());
            format!("{word} {}", plural(noun))
        }
    }
}

/// Returns the places of pieces of one kind: `king g1`, `pawns a2, b2 and c2`; nothing
/// without any. Places that have commas themselves are parted by semicolons.
#[must_use]
pub fn places(noun: &str, at: &[String]) -> Option<String> {
    let separator = match at.iter().any(|place| place.contains(',')) {
        true => "; ",
        false => ", ",
    };
    match at {
        [] => None,
        [one] => Some(format!("{noun} {one}")),
        many => Some(format!("{} {}", plural(noun), list_by(many, separator))),
    }
}

/// Returns an outcome: `White wins: checkmate`, `draw: stalemate`.
#[must_use]
pub fn result<G: Game>(game: &G, outcome: Outcome) -> String {
    let reason = spoken(outcome.reason);
    if outcome.is_draw() {
        return format!("draw: {reason}");
    }
    let winners = seats(game, outcome.winners);
    let verb = if outcome.winners.len() == 1 {
        "wins"
    } else {
        "win"
    };
    format!("{winners} {verb}: {reason}")
}

/// Returns the fields of a description in sentences, `Key: value.` each: what is said of a
/// game that has no words of its own.
#[must_use]
pub fn fields(of: &impl Serialize) -> String {
    let mut out = Sentences::default();
    match to_value(of) {
        Ok(Value::Object(fields)) => {
            for (name, value) in &fields {
                out.add(format!("{}: {}", spoken(name), phrase(value, true)));
            }
        }
        Ok(other) => out.add(phrase(&other, true)),
        // The library has no description that cannot be written.
        Err(_) => {}
    }
    out.finish()
}

fn phrase(value: &Value, outermost: bool) -> String {
    let items: Vec<String> = match value {
        Value::Null => return "none".into(),
        Value::Bool(true) => return "yes".into(),
        Value::Bool(false) => return "no".into(),
        Value::Number(number) => return number.to_string(),
        Value::String(text) if text.is_empty() => return "none".into(),
        Value::String(text) => return text.clone(),
        Value::Array(items) => items.iter().map(|item| phrase(item, false)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            let named = fields.map(|(name, value)| {
                let value = phrase(value, false);
                format!("{} {value}", spoken(name))
            });
            named.collect()
        }
    };
    let text = list(&items);
    if outermost || items.len() < 2 {
        text
    } else {
        format!("({text})")
    }
}

/// Replaces characters that cannot be seen: names and notes of presets may have any.
fn seen(text: String) -> String {
    if text.contains(is_unseen) {
        text.replace(is_unseen, " ")
    } else {
        text
    }
}

fn seats<G: Game>(game: &G, of: Seats) -> String {
    let names: Vec<_> = of.iter().map(|seat| game.seat_in_words(seat)).collect();
    list(&names)
}

fn ended<G: Game>(game: &G, outcome: Outcome, out: &mut Sentences) {
    out.add("the game is over");
    out.add(result(game, outcome));
}

impl<G: Game> State<G> {
    /// Describes the state in English sentences: the end or whose turn it is, the position,
    /// and a draw that may be claimed. Of a hidden game these are the referee's words.
    #[must_use]
    pub fn describe_text(&self) -> String {
        let mut out = Sentences::default();
        self.speak(&mut out);
        seen(out.finish())
    }

    fn speak(&self, out: &mut Sentences) {
        let game = self.game();
        let live = self.live();
        match self.outcome() {
            Some(outcome) => ended(game, outcome, out),
            None if live.is_empty() => out.add("nobody can move now"),
            None => out.add(format!("{} to move", seats(game, live))),
        }
        out.append(&game.position_in_words(self.position(), self.history()));
        if self.outcome().is_none()
            && let Some(draw) = game.claimable(self.position(), self.history())
        {
            out.add(format!("a draw may be claimed: {}", spoken(draw)));
        }
    }

    /// Describes a move that [`play`](Self::play) accepts in English words, without a full
    /// stop. Two legal moves never have the same words. Of a hidden game these are the
    /// referee's words.
    #[must_use]
    pub fn move_in_words(&self, action: &G::Action) -> String {
        let game = self.game();
        seen(game.move_in_words(self.position(), self.history(), action))
    }
}

impl<G: Game> Observation<G> {
    /// Describes all that the seat knows of the position in English sentences.
    #[must_use]
    pub fn describe_text(&self) -> String {
        let game = self.rules().game();
        let mut out = Sentences::default();
        out.add(format!("you are {}", game.seat_in_words(self.seat())));
        if let Some(state) = self.view().full() {
            state.speak(&mut out);
            return seen(out.finish());
        }
        match self.outcome() {
            Some(outcome) => ended(game, outcome, &mut out),
            None if self.may_act() => out.add("it is your turn"),
            None => out.add("it is not your turn"),
        }
        out.append(&self.view().in_words(game));
        seen(out.finish())
    }

    /// Describes one of the [`candidates`](Self::candidates) in English words, without a full
    /// stop, as far as the seat knows what the move does.
    #[must_use]
    pub fn move_in_words(&self, action: &G::Action) -> String {
        match self.view().full() {
            Some(state) => state.move_in_words(action),
            None => seen(self.view().move_in_words(self.rules().game(), action)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_and_counts_are_english() {
        assert_eq!(list::<&str>(&[]), "none");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b"]), "a and b");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(count(0, "pawn"), "no pawns");
        assert_eq!(count(1, "archbishop"), "an archbishop");
        assert_eq!(count(2, "pawn"), "two pawns");
        assert_eq!(count(12, "bishop"), "twelve bishops");
        assert_eq!(count(13, "pawn"), "13 pawns");
        for (one, many) in [
            ("ply", "plies"),
            ("day", "days"),
            ("leech", "leeches"),
            ("ox", "oxes"),
        ] {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn places_are_told_by_kind() {
        let at = |places: &[&str]| places.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
        assert_eq!(places("pawn", &[]), None);
        assert_eq!(places("king", &at(&["g1"])).unwrap(), "king g1");
        assert_eq!(
            places("pawn", &at(&["a2", "b2"])).unwrap(),
            "pawns a2 and b2"
        );
        let hexes = at(&["3,0", "2,1", "0,4"]);
        assert_eq!(
            places("warrior", &hexes).unwrap(),
            "warriors 3,0; 2,1 and 0,4"
        );
    }

    #[test]
    fn a_description_becomes_sentences() {
        let value = json!({
            "turn": "white",
            "quiet_rounds": 3,
            "check": false,
            "holes": [],
            "pieces": {"a1": "K", "b2": "P"},
            "players": [{"seat": "a", "towers": 2}, {"seat": "b", "towers": 1}],
            "named": null,
        });
        // Maps of the type keep the order in which they were filled.
        let text = fields(&value);
        for sentence in [
            "Turn: white.",
            "Quiet rounds: 3.",
            "Check: no.",
            "Holes: none.",
            "Pieces: a1 K and b2 P.",
            "Players: (seat a and towers 2) and (seat b and towers 1).",
            "Named: none.",
        ] {
            assert!(text.contains(sentence), "{text}");
        }
    }

    #[test]
    fn sentences_have_capitals_and_full_stops() {
        let mut out = Sentences::default();
        out.add("");
        out.add("white to move");
        out.append("Move 1. White: none.");
        out.append("");
        assert_eq!(out.finish(), "White to move. Move 1. White: none.");
        assert_eq!(seen("a\u{202e}b\nc".into()), "a b c");
    }
}
