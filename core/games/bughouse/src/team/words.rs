//! Messages as people say them, in a small vocabulary. A clause with any other word in it is
//! chat, which changes nothing: better a request missed than one misheard.

use super::message::{Danger, Message, Pieces, Reason, Urgency};
use super::text;
use chess::Piece;

/// The moves for which a seat sits until it is told otherwise, and the most that may be said.
const LONG: u32 = 50;
const MOST: u32 = 100;

/// A word of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Piece(Piece),
    /// That something is wanted.
    Need,
    /// That something is given, taken or lost.
    Give,
    Not,
    /// That something is to be kept.
    Keep,
    Urgent,
    Medium,
    Low,
    Sit,
    Go,
    Fast,
    /// That there is little time.
    Clock,
    Mate,
    /// That the speaker is mated.
    Dead,
    Danger,
    Safe,
    /// That it happens to the speaker, or is done by the opponent.
    Against,
    Number(u32),
    Filler,
}

const WORDS: &[(Word, &[&str])] = &[
    (Word::Piece(Piece::Pawn), &["p", "pawn", "pawns"]),
    (
        Word::Piece(Piece::Knight),
        &["n", "knight", "knights", "horse", "horses"],
    ),
    (Word::Piece(Piece::Bishop), &["b", "bishop", "bishops"]),
    (Word::Piece(Piece::Rook), &["r", "rook", "rooks"]),
    (Word::Piece(Piece::Queen), &["q", "queen", "queens"]),
    (Word::Need, &["need", "needs", "want", "wants"]),
    (
        Word::Give,
        &[
            "get",
            "give",
            "take",
            "capture",
            "bring",
            "send",
            "feed",
            "lose",
            "trade",
            "sac",
            "sacrifice",
        ],
    ),
    (Word::Not, &["dont", "not", "no", "never", "without"]),
    (Word::Keep, &["keep", "avoid"]),
    (
        Word::Urgent,
        &[
            "now",
            "urgent",
            "urgently",
            "asap",
            "immediately",
            "badly",
            "must",
            "high",
            "saves",
            "save",
        ],
    ),
    (Word::Medium, &["medium"]),
    (Word::Low, &["low", "maybe", "later", "longer", "anymore"]),
    (Word::Sit, &["sit", "wait", "hold", "stall", "stop"]),
    (Word::Go, &["go", "move", "play", "unsit"]),
    (
        Word::Fast,
        &["fast", "faster", "hurry", "quick", "quickly", "speed"],
    ),
    (Word::Clock, &["time", "clock", "flag", "flagging"]),
    (
        Word::Mate,
        &["mate", "mates", "mating", "win", "wins", "winning", "won"],
    ),
    (Word::Dead, &["dead", "dying", "mated", "lost", "losing"]),
    (
        Word::Danger,
        &["danger", "trouble", "attack", "attacked", "help"],
    ),
    (Word::Safe, &["safe", "alive", "defended"]),
    (
        Word::Against,
        &["me", "he", "she", "they", "opponent", "him"],
    ),
    (
        Word::Filler,
        &[
            "a", "an", "the", "any", "some", "another", "more", "one", "please", "pls", "plz", "i",
            "im", "am", "is", "are", "be", "being", "getting", "have", "has", "you", "can", "do",
            "for", "to", "of", "or", "and", "with", "on", "in", "up", "will", "ill", "it", "just",
            "very", "really", "soon", "here", "under", "urgency", "moves", "so", "ok", "okay",
        ],
    ),
];

fn word(text: &str) -> Option<Word> {
    if let Ok(number) = text.parse() {
        return Some(Word::Number(number));
    }
    let found = WORDS.iter().find(|(_, words)| words.contains(&text));
    found.map(|(word, _)| *word)
}

/// Returns the meaning of a message: as UBI writes it, or in words; nothing for chat.
#[must_use]
pub fn understood(said: &str) -> Vec<Message> {
    if let Ok(message) = text::read(&said.to_ascii_lowercase()) {
        return vec![message];
    }
    let said = said.to_lowercase().replace(['\'', '\u{2019}'], "");
    let clauses = said.split([',', '.', ';', ':', '?']);
    clauses.flat_map(clause).collect()
}

fn clause(text: &str) -> Vec<Message> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(word);
    let Some(words) = words.collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let has = |word: Word| words.contains(&word);
    let pieces: Pieces = words
        .iter()
        .filter_map(|word| match word {
            Word::Piece(piece) => Some(*piece),
            _ => None,
        })
        .collect();
    match pieces.is_empty() {
        false => about_pieces(pieces, &has, text.contains('!')),
        true => about_the_game(&words, &has),
    }
}

fn about_pieces(pieces: Pieces, has: &impl Fn(Word) -> bool, exclaims: bool) -> Vec<Message> {
    let threat = || {
        vec![Message::Threat {
            danger: Danger::High,
            pieces,
        }]
    };
    let need = |urgency: Urgency| {
        let need = |piece| Message::Need { piece, urgency };
        pieces.iter().map(need).collect()
    };
    // Of moving, sitting and the clock nothing is said with a piece.
    let others = [Word::Sit, Word::Go, Word::Clock, Word::Safe, Word::Fast];
    let hold = has(Word::Sit) && !others[1..].iter().any(|word| has(*word));
    match has(Word::Not) {
        true if has(Word::Need) => need(Urgency::Low),
        true => threat(),
        false if has(Word::Keep) || hold => threat(),
        false if others.iter().any(|word| has(*word)) => Vec::new(),
        // "Give me a knight" is not "a knight mates me".
        false if has(Word::Mate) && has(Word::Against) && !has(Word::Need) && !has(Word::Give) => {
            threat()
        }
        false if has(Word::Low) => need(Urgency::Low),
        false if has(Word::Urgent) || has(Word::Mate) || exclaims => need(Urgency::High),
        false => need(Urgency::Medium),
    }
}

fn about_the_game(words: &[Word], has: &impl Fn(Word) -> bool) -> Vec<Message> {
    let threat = |danger| Message::Threat {
        danger,
        pieces: Pieces::NONE,
    };
    let not = has(Word::Not);
    let told = words.iter().find_map(|word| match word {
        Word::Number(number) => Some((*number).clamp(1, MOST)),
        _ => None,
    });
    let mates = has(Word::Mate);
    if has(Word::Dead) || mates && has(Word::Against) {
        return match not {
            true => vec![threat(Danger::Low)],
            false => vec![
                threat(Danger::Critical),
                Message::PlayFast(Some(Reason::Pressure)),
            ],
        };
    }
    let message = if has(Word::Fast) {
        match not {
            true => return Vec::new(),
            false => Message::PlayFast(has(Word::Clock).then_some(Reason::Time)),
        }
    } else if has(Word::Sit) {
        Message::Stall(if not { 0 } else { told.unwrap_or(1) })
    } else if has(Word::Go) {
        Message::Stall(if not { 1 } else { 0 })
    } else if has(Word::Clock) && (not || has(Word::Low) || has(Word::Need)) {
        Message::PlayFast(Some(Reason::Time))
    } else if mates && !not {
        Message::Stall(LONG)
    } else if has(Word::Danger) && !not {
        threat(Danger::High)
    } else if has(Word::Safe) && !not {
        threat(Danger::Low)
    } else {
        return Vec::new();
    };
    vec![message]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_are_understood() {
        for (said, meant) in [
            ("need n urgency high", "need n urgency high"),
            ("Need knight", "need n urgency medium"),
            (
                "I need a knight or a bishop",
                "need n urgency medium; need b urgency medium",
            ),
            ("need a queen now", "need q urgency high"),
            ("Knight!", "need n urgency high"),
            ("n mates", "need n urgency high"),
            ("give me a rook, please", "need r urgency medium"),
            ("get pawns", "need p urgency medium"),
            ("I don't need a knight any more", "need n urgency low"),
            ("maybe a pawn", "need p urgency low"),
            ("don\u{2019}t give a queen", "threat high pieces q"),
            (
                "no knights, no queens",
                "threat high pieces n; threat high pieces q",
            ),
            ("never lose n or q", "threat high pieces nq"),
            ("q mates me", "threat high pieces q"),
            ("hold q", "threat high pieces q"),
            ("sit", "stall duration 1"),
            ("Sit!", "stall duration 1"),
            ("sit 3 moves", "stall duration 3"),
            ("stall", "stall duration 1"),
            ("don't move", "stall duration 1"),
            ("go", "stall duration 0"),
            ("GO GO GO", "stall duration 0"),
            ("don't wait", "stall duration 0"),
            ("play fast", "play_fast"),
            ("hurry", "play_fast"),
            ("I have no time", "play_fast reason time"),
            ("mating", "stall duration 50"),
            ("I mate", "stall duration 50"),
            ("dead", "threat critical; play_fast reason pressure"),
            (
                "I'm getting mated",
                "threat critical; play_fast reason pressure",
            ),
            ("I am not dead", "threat low"),
            ("trouble here", "threat high"),
            ("I am safe", "threat low"),
            ("material -310", "material -310"),
            ("ok, go", "stall duration 0"),
        ] {
            let meaning = understood(said);
            let texts: Vec<_> = meaning.iter().map(ToString::to_string).collect();
            assert_eq!(texts.join("; "), meant, "{said}");
        }
    }

    #[test]
    fn chat_is_chat() {
        for said in [
            "",
            "hello",
            "good move",
            "nice knight",
            "my queen is gone",
            "I like bishops",
            "shall we go to the cinema",
            "ok",
            "no",
            "gg",
            "need",
            "move the knight",
            "time",
            "?!",
            "12",
        ] {
            assert!(
                understood(said).is_empty(),
                "{said}: {:?}",
                understood(said)
            );
        }
    }
}
