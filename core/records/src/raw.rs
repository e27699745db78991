//! Splits lines into games and their parts: tags, numbers, moves, comments, result. The
//! meaning of moves is not known here.

/// The fault of a game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Damage {
    /// The line that the game begins in, from 1.
    pub from: usize,
    /// The line of the fault.
    pub line: usize,
    /// The fault in words.
    pub message: String,
}

/// Longest game that is kept while it is read, in bytes.
const LONGEST: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// The text before the dots.
    Number(String),
    Move(String),
    Comment(String),
    Result(&'static str),
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A game in parts, each with its line.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) line: usize,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) tokens: Vec<(usize, Token)>,
}

/// The games in a sequence of lines.
#[derive(Debug)]
pub(crate) struct Raws<I> {
    lines: I,
    line: usize,
    /// The rest of the last line, which belongs to the next game.
    left: Option<String>,
}

/// A game while it is read.
struct Partial {
    raw: Raw,
    size: usize,
    fault: Option<Damage>,
    /// The open comment, if any: the line of its start, and its text so far.
    comment: Option<(usize, String)>,
    /// Number of open variations.
    depth: u32,
}

impl Partial {
    const fn new() -> Self {
        Self {
            raw: Raw {
                line: 0,
                tags: Vec::new(),
                tokens: Vec::new(),
            },
            size: 0,
            fault: None,
            comment: None,
            depth: 0,
        }
    }

    /// Records the first fault; the game is still read to its end.
    fn fault(&mut self, line: usize, message: impl Into<String>) {
        if self.fault.is_none() {
            self.fault = Some(Damage {
                from: self.raw.line,
                line,
                message: message.into(),
            });
        }
    }

    fn push(&mut self, line: usize, token: Token) {
        if self.depth == 0 && self.fault.is_none() {
            self.raw.tokens.push((line, token));
        }
    }

    fn finish(self) -> Result<Raw, Damage> {
        match self.fault {
            None => Ok(self.raw),
            Some(fault) => Err(fault),
        }
    }

    /// Ends an incomplete game with a fault.
    fn broken(mut self, line: usize, message: &str) -> Result<Raw, Damage> {
        match self.comment.take() {
            Some((from, _)) => self.fault(from, "the comment is not closed"),
            None if self.depth > 0 => self.fault(line, "a variation is not closed"),
            None => self.fault(line, message),
        }
        self.finish()
    }

    /// Reads a line of moves; returns the rest of it after a result.
    fn moves<'a>(&mut self, number: usize, text: &'a str) -> Option<&'a str> {
        let mut rest = text;
        loop {
            if let Some((from, comment)) = &mut self.comment {
                let Some((inside, after)) = rest.split_once('}') else {
                    comment.push_str(rest);
                    comment.push(' ');
                    return None;
                };
                comment.push_str(inside);
                let (from, comment) = (*from, std::mem::take(comment));
                self.comment = None;
                self.push(from, Token::Comment(comment.trim().to_owned()));
                rest = after;
            }
            rest = rest.trim_start();
            let first = rest.chars().next()?;
            match first {
                '{' => {
                    self.comment = Some((number, String::new()));
                    rest = &rest[1..];
                }
                ';' => {
                    self.push(number, Token::Comment(rest[1..].trim().to_owned()));
                    return None;
                }
                '(' => {
                    self.depth += 1;
                    rest = &rest[1..];
                }
                ')' => {
                    match self.depth.checked_sub(1) {
                        Some(depth) => self.depth = depth,
                        None => self.fault(number, "a ) that closes no variation"),
                    }
                    rest = &rest[1..];
                }
                '}' => {
                    self.fault(number, "a } that closes no comment");
                    rest = &rest[1..];
                }
                _ => {
                    let end = rest
                        .find(|c: char| c.is_whitespace() || "{}();".contains(c))
                        .unwrap_or(rest.len());
                    let word = &rest[..end];
                    rest = &rest[end..];
                    if let Some(result) = RESULTS.iter().find(|r| **r == word) {
                        if self.depth == 0 {
                            self.push(number, Token::Result(result));
                            return Some(rest);
                        }
                    } else {
                        self.word(number, word);
                    }
                }
            }
        }
    }

    fn word(&mut self, line: usize, word: &str) {
        if word.starts_with('$') {
            return;
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let letter = usize::from(word[digits..].starts_with(['A', 'a', 'B', 'b']));
        let dots = word[digits..]
            .get(letter..)
            .map_or(0, |rest| rest.bytes().take_while(|b| *b == b'.').count());
        let mut rest = word;
        if digits > 0 && dots > 0 {
            let end = digits + letter;
            self.push(line, Token::Number(word[..end].to_owned()));
            rest = &word[end + dots..];
        } else if word.bytes().all(|b| b == b'.') {
            return;
        }
        if !rest.is_empty() {
            self.push(line, Token::Move(rest.to_owned()));
        }
    }
}

/// Reads a line that is a tag and nothing else.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let quoted = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !named {
        return None;
    }
    let mut value = String::with_capacity(quoted.len());
    let mut escaped = false;
    for c in quoted.chars() {
        match (escaped, c) {
            (false, '\\') => escaped = true,
            (false, '"') => return None,
            _ => {
                value.push(c);
                escaped = false;
            }
        }
    }
    Some((name.to_owned(), value))
}

impl<I> Raws<I> {
    pub(crate) const fn new(lines: I) -> Self {
        Self {
            lines,
            line: 0,
            left: None,
        }
    }
}

impl<I> Raws<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
    fn take_line(&mut self) -> Option<String> {
        if let Some(left) = self.left.take() {
            return Some(left);
        }
        let line = self.lines.next()?;
        self.line += 1;
        let text = line.as_ref();
        // A byte order mark may start the text.
        let text = if self.line == 1 {
            text.trim_start_matches('\u{feff}')
        } else {
            text
        };
        Some(text.to_owned())
    }

    pub(crate) fn next(&mut self) -> Option<Result<Raw, Damage>> {
        let mut game = Partial::new();
        loop {
            let Some(line) = self.take_line() else {
                if game.raw.line == 0 {
                    return None;
                }
                return Some(game.broken(self.line, "the game has no result"));
            };
            if line.starts_with('%') || line.trim().is_empty() && game.raw.line == 0 {
                continue;
            }
            let tag = read_tag(&line);
            let begun = !game.raw.tokens.is_empty() || game.comment.is_some() || game.depth > 0;
            if begun && tag.is_some() {
                self.left = Some(line);
                // The line is not counted again when the next game reads it.
                let at = self.line;
                return Some(game.broken(at, "the next game begins, and this one has no result"));
            }
            if game.raw.line == 0 {
                game.raw.line = self.line;
            }
            game.size += line.len() + 1;
            if game.size > LONGEST {
                game.fault(self.line, format!("longer than {LONGEST} bytes"));
                game.raw.tokens.clear();
                game.raw.tokens.shrink_to_fit();
            }
            if let Some(tag) = tag {
                game.raw.tags.push(tag);
                continue;
            }
            if !begun && line.trim_start().starts_with('[') {
                let what = contract::error::quoted(line.trim());
                game.fault(self.line, format!("{what} is no tag"));
                continue;
            }
            if let Some(rest) = game.moves(self.line, &line) {
                if !rest.trim().is_empty() {
                    self.left = Some(rest.to_owned());
                }
                return Some(game.finish());
            }
        }
    }
}
