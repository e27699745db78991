//! The options of a player by language models and of its endpoints.

use serde::{Deserialize, Serialize};

use contract::error::{Error, Result, quoted};
use contract::text::check_seen;
use contract::value::{Dict, Value, kind_of, whole_number};

/// An option of a player or of an endpoint, for documentation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ModelOption {
    /// The name.
    pub name: &'static str,
    /// The default, or that there is none.
    pub default: &'static str,
    /// The meaning.
    pub doc: &'static str,
}

const fn option(name: &'static str, default: &'static str, doc: &'static str) -> ModelOption {
    ModelOption { name, default, doc }
}

/// The options of a player.
pub const MODEL: &[ModelOption] = &[
    option(
        "endpoints",
        "required",
        "the endpoints, in the order in which they are tried",
    ),
    option(
        "style",
        "intermediate",
        "the style of the prompts: beginner (rules at length and advice), intermediate, hard (terse)",
    ),
    option(
        "legal_moves",
        "list",
        "list names the legal moves (in hidden games: the candidates) in each prompt, hidden does not",
    ),
    option(
        "retries",
        "2",
        "wrong answers to a question that are fed back with the reason, 0 to 10",
    ),
    option(
        "attempts",
        "8",
        "calls for a question, failed ones included, 1 to 100",
    ),
    option(
        "answer_tokens",
        "1024",
        "the most tokens of an answer, 1 to 1000000",
    ),
    option(
        "max_tokens",
        "none",
        "the ceiling on all tokens; no call is made that could exceed it",
    ),
    option(
        "max_cost",
        "none",
        "the ceiling on the cost, in the unit of the prices; needs the prices of all endpoints",
    ),
    option(
        "preflight",
        "true",
        "whether an endpoint is checked before its first call",
    ),
    option(
        "backoff",
        "1000",
        "milliseconds before a failed endpoint is called again, doubled with each failure",
    ),
    option(
        "max_wait",
        "30000",
        "the longest wait for an endpoint, in milliseconds",
    ),
    option(
        "cooldown",
        "60000",
        "milliseconds for which an endpoint is left alone that refuses the key, the model or the request",
    ),
    option("transcript", "1000", "exchanges that are kept, 0 to 100000"),
];

/// The options of an endpoint.
pub const ENDPOINT: &[ModelOption] = &[
    option(
        "base_url",
        "required",
        "the address before /chat/completions, such as http://localhost:11434/v1",
    ),
    option("model", "required", "the name of the model"),
    option(
        "key",
        "none",
        "the key, sent as a bearer token and shown nowhere",
    ),
    option(
        "headers",
        "none",
        "more headers, whose values are shown nowhere",
    ),
    option(
        "timeout",
        "30000",
        "milliseconds that a call may take, 1 to 3600000",
    ),
    option(
        "output",
        "schema",
        "the strictest form of answer that is asked for: schema, object or text; it steps down where the endpoint refuses one",
    ),
    option(
        "extra",
        "none",
        "more fields of the request, such as temperature",
    ),
    option(
        "input_price",
        "none",
        "the price of a million tokens of prompts",
    ),
    option(
        "output_price",
        "none",
        "the price of a million tokens of answers",
    ),
];

/// Returns the names of the options of a player.
#[must_use]
pub fn model_options() -> Vec<&'static str> {
    MODEL.iter().map(|option| option.name).collect()
}

/// Returns the names of the options of an endpoint.
#[must_use]
pub fn endpoint_options() -> Vec<&'static str> {
    ENDPOINT.iter().map(|option| option.name).collect()
}

/// The largest body of an answer that is read, in bytes; hosts stop reading there.
pub const LARGEST_ANSWER: usize = 1 << 20;

/// The most endpoints.
const MOST_ENDPOINTS: usize = 16;
/// The longest time, in milliseconds.
const LONGEST: i128 = 24 * 3_600_000;

/// A text that is shown nowhere.
#[derive(Clone)]
pub(super) struct Secret(pub(super) String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// A style of prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptStyle {
    /// Rules at length, advice, a diagram, and moves in words.
    Beginner,
    /// Rules in short, and the position in words.
    Intermediate,
    /// The position and the moves.
    Hard,
}

/// A form of answers that is asked of an endpoint, the strictest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Any text.
    Text,
    /// A JSON object.
    Object,
    /// JSON by a schema.
    Schema,
}

impl Output {
    /// Returns the next form down.
    pub(super) const fn lower(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Object),
            Self::Object => Some(Self::Text),
            Self::Text => None,
        }
    }
}

/// An endpoint.
#[derive(Clone, Debug)]
pub(super) struct EndpointConfig {
    pub(super) base_url: String,
    pub(super) model: String,
    pub(super) key: Option<Secret>,
    pub(super) headers: Vec<(String, Secret)>,
    pub(super) timeout: u64,
    pub(super) output: Output,
    pub(super) extra: Dict,
    /// Millionths of a unit for a million tokens.
    pub(super) input_price: Option<u64>,
    pub(super) output_price: Option<u64>,
}

/// A player.
#[derive(Clone, Debug)]
pub(super) struct Config {
    pub(super) endpoints: Vec<EndpointConfig>,
    pub(super) style: PromptStyle,
    pub(super) listed: bool,
    pub(super) retries: u32,
    pub(super) attempts: u32,
    pub(super) answer_tokens: u64,
    pub(super) max_tokens: Option<u64>,
    pub(super) max_cost: Option<u128>,
    pub(super) preflight: bool,
    pub(super) backoff: u64,
    pub(super) max_wait: u64,
    pub(super) cooldown: u64,
    pub(super) transcript: usize,
}

/// Options that are read by name.
struct Given<'a> {
    /// Text that stands before a name in errors.
    of: String,
    dict: &'a Dict,
}

impl<'a> Given<'a> {
    fn new(of: String, dict: &'a Dict, known: &[ModelOption]) -> Result<Self> {
        for name in dict.keys() {
            if !known.iter().any(|option| option.name == name) {
                let names: Vec<_> = known.iter().map(|option| option.name).collect();
                let name = quoted(name);
                let names = names.join(", ");
                return Err(Error::invalid_option(format!(
                    "{of}there is no option {name}: there are {names}"
                )));
            }
        }
        Ok(Self { of, dict })
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.dict.get(name).filter(|value| !value.is_null())
    }

    fn wrong(&self, name: &str, takes: &str, got: &Value) -> Error {
        let got = match got {
            Value::Number(number) => number.to_string(),
            other => kind_of(other).to_owned(),
        };
        Error::invalid_option(format!("{}{name}: takes {takes}, not {got}", self.of))
    }

    fn error(&self, name: &str, what: &str) -> Error {
        Error::invalid_option(format!("{}{name}: {what}", self.of))
    }

    fn whole(&self, name: &str, (least, most): (i128, i128)) -> Result<Option<u64>> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let number = whole_number(value).filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| u64::try_from(number).ok());
        number
            .map(Some)
            .ok_or_else(|| self.wrong(name, &format!("an integer from {least} to {most}"), value))
    }

    fn flag(&self, name: &str, default: bool) -> Result<bool> {
        match self.get(name) {
            None => Ok(default),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(self.wrong(name, "true or false", other)),
        }
    }

    fn text(&self, name: &str) -> Result<Option<&'a str>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(name, "a string", other)),
        }
    }

    fn needed(&self, name: &str) -> Result<&'a str> {
        let text = self.text(name)?.filter(|text| !text.trim().is_empty());
        let text = text.ok_or_else(|| self.error(name, "is needed"))?;
        check_seen(&format!("{}{name}", self.of), text)?;
        Ok(text)
    }

    fn word<T: serde::de::DeserializeOwned>(
        &self,
        name: &str,
        words: &[&str],
        default: T,
    ) -> Result<T> {
        let Some(text) = self.text(name)? else {
            return Ok(default);
        };
        serde_json::from_value(text.into()).map_err(|_| {
            let text = quoted(text);
            self.error(name, &format!("takes {}, not {text}", words.join(", ")))
        })
    }

    fn map(&self, name: &str) -> Result<Dict> {
        match self.get(name) {
            None => Ok(Dict::new()),
            Some(Value::Object(map)) => Ok(map.clone()),
            Some(other) => Err(self.wrong(name, "a map", other)),
        }
    }

    /// Money, in parts of a unit.
    fn money(&self, name: &str, parts: f64) -> Result<Option<f64>> {
        const MOST: f64 = 1e6;
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let money = value.as_f64().filter(|money| (0.0..=MOST).contains(money));
        let money = money.ok_or_else(|| self.wrong(name, "a number from 0 to 1000000", value))?;
        Ok(Some((money * parts).round()))
    }
}

/// Checks a value of a header. It is not named, since it may be a key.
fn check_header(given: &Given<'_>, name: &str, value: &str) -> Result<()> {
    let fits = !value.is_empty() && value.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    match fits {
        true => Ok(()),
        false => Err(given.error(name, "takes printable characters of ASCII")),
    }
}

impl EndpointConfig {
    fn read(at: usize, value: &Value) -> Result<Self> {
        let Value::Object(dict) = value else {
            let got = kind_of(value);
            return Err(Error::invalid_option(format!(
                "endpoints[{at}]: takes a map, not {got}"
            )));
        };
        let given = Given::new(format!("endpoints[{at}]."), dict, ENDPOINT)?;
        let key = given.text("key")?.filter(|key| !key.is_empty());
        if let Some(key) = key {
            check_header(&given, "key", key)?;
        }
        let mut headers = Vec::new();
        for (name, value) in given.map("headers")? {
            let token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
            let Value::String(text) = &value else {
                return Err(given.wrong("headers", "a map of strings", &value));
            };
            if name.is_empty() || !name.bytes().all(token) {
                return Err(given.error("headers", "takes names of letters, digits and hyphens"));
            }
            check_header(&given, "headers", text)?;
            headers.push((name.to_ascii_lowercase(), Secret(text.clone())));
        }
        let extra = given.map("extra")?;
        let own = [
            "model",
            "messages",
            "max_tokens",
            "response_format",
            "stream",
            "n",
        ];
        if let Some(name) = own.iter().find(|name| extra.contains_key(**name)) {
            return Err(given.error("extra", &format!("{name} is set by the player")));
        }
        let price = |name| Ok::<_, Error>(given.money(name, 1e6)?.map(|price| price as u64));
        Ok(Self {
            base_url: base_url(&given)?,
            model: given.needed("model")?.to_owned(),
            key: key.map(|key| Secret(key.to_owned())),
            headers,
            timeout: given.whole("timeout", (1, 3_600_000))?.unwrap_or(30_000),
            output: given.word("output", &["schema", "object", "text"], Output::Schema)?,
            extra,
            input_price: price("input_price")?,
            output_price: price("output_price")?,
        })
    }

    /// Takes the secrets of the endpoint out of a text that comes from it.
    pub(super) fn redacted(&self, text: &str) -> String {
        const SHORTEST: usize = 4;
        let mut out = text.to_owned();
        let headers = self.headers.iter().map(|(_, value)| value);
        for Secret(secret) in self.key.iter().chain(headers) {
            if secret.len() >= SHORTEST && out.contains(secret) {
                out = out.replace(secret, "[secret]");
            }
        }
        out
    }
}

fn base_url(given: &Given<'_>) -> Result<String> {
    let url = given.needed("base_url")?;
    // The address is not repeated: somebody may have put a key into it.
    let wrong = |what| given.error("base_url", what);
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme))
        .ok_or_else(|| wrong("begins with http:// or https://"))?;
    if !rest.bytes().all(|byte| byte.is_ascii_graphic()) || rest.starts_with('/') {
        return Err(wrong("is no address"));
    }
    if rest.contains(['?', '#', '@']) {
        return Err(wrong(
            "has no user, query or fragment; a key has an option of its own",
        ));
    }
    let url = url.trim_end_matches('/');
    if url.ends_with("/chat/completions") {
        return Err(wrong("ends before /chat/completions"));
    }
    Ok(url.to_owned())
}

impl Config {
    pub(super) fn read(options: &Dict) -> Result<Self> {
        let given = Given::new(String::new(), options, MODEL)?;
        let endpoints = match given.get("endpoints") {
            Some(Value::Array(list)) if (1..=MOST_ENDPOINTS).contains(&list.len()) => {
                let list = list.iter().enumerate();
                list.map(|(i, value)| EndpointConfig::read(i, value))
                    .collect::<Result<Vec<_>>>()?
            }
            Some(Value::Array(list)) => {
                return Err(given.error(
                    "endpoints",
                    &format!("takes 1 to {MOST_ENDPOINTS} endpoints, not {}", list.len()),
                ));
            }
            Some(other) => return Err(given.wrong("endpoints", "a list of endpoints", other)),
            None => return Err(given.error("endpoints", "is needed")),
        };
        let max_cost = given.money("max_cost", super::account::PARTS)?;
        let unpriced = |e: &EndpointConfig| e.input_price.is_none() || e.output_price.is_none();
        if let (Some(at), Some(_)) = (endpoints.iter().position(unpriced), max_cost) {
            return Err(given.error(
                "max_cost",
                &format!("needs input_price and output_price of endpoints[{at}]"),
            ));
        }
        let styles = ["beginner", "intermediate", "hard"];
        let listed = match given.text("legal_moves")? {
            None | Some("list") => true,
            Some("hidden") => false,
            Some(other) => {
                let other = quoted(other);
                return Err(given.error("legal_moves", &format!("takes list, hidden, not {other}")));
            }
        };
        let small = |name, range, default: u32| {
            let number = given.whole(name, range)?;
            Ok::<_, Error>(
                number
                    .and_then(|n| u32::try_from(n).ok())
                    .unwrap_or(default),
            )
        };
        let time =
            |name, default| Ok::<_, Error>(given.whole(name, (0, LONGEST))?.unwrap_or(default));
        Ok(Self {
            endpoints,
            style: given.word("style", &styles, PromptStyle::Intermediate)?,
            listed,
            retries: small("retries", (0, 10), 2)?,
            attempts: small("attempts", (1, 100), 8)?,
            answer_tokens: given
                .whole("answer_tokens", (1, 1_000_000))?
                .unwrap_or(1024),
            max_tokens: given.whole("max_tokens", (0, 1 << 53))?,
            max_cost: max_cost.map(|cost| cost as u128),
            preflight: given.flag("preflight", true)?,
            backoff: time("backoff", 1_000)?,
            max_wait: time("max_wait", 30_000)?,
            cooldown: time("cooldown", 60_000)?,
            transcript: small("transcript", (0, 100_000), 1_000)? as usize,
        })
    }
}
