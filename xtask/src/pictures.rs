//! The pictures of `docs/drawing.md`: every game as it is drawn, light and dark.

use std::path::Path;

use boardwright::host::{self, DrawingOptions, Game, MoveRef, State};
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde_json::json;

use crate::{Failure, sample};

/// The folder of the pictures.
const FOLDER: &str = "docs/pictures";
/// The page that shows them.
pub const PAGE: &str = "docs/drawing.md";
/// The marks between which the page shows them.
const MARKS: [&str; 2] = ["<!-- pictures -->", "<!-- /pictures -->"];

/// A picture to make.
struct Subject {
    /// The name of its files.
    name: &'static str,
    /// The line below it.
    caption: &'static str,
    game: &'static str,
    options: Value,
    /// The notation of the position; the start where it is empty.
    position: &'static str,
    /// Moves made from there.
    moves: &'static [&'static str],
    /// The number of random moves made after them.
    random: usize,
    /// The options of the picture.
    drawing: Value,
}

/// A file of the sheet: its path and what it holds.
#[derive(Debug)]
pub struct File {
    /// The path in the repository.
    pub path: String,
    /// The text.
    pub text: String,
}

fn subject(name: &'static str, caption: &'static str, game: &'static str) -> Subject {
    Subject {
        name,
        caption,
        game,
        options: json!({}),
        position: "",
        moves: &[],
        random: 0,
        drawing: json!({}),
    }
}

/// A piece type and presets as data.
const DATA: &str = r#"
id = "fairies"
name = "Amazon, camel and cannon"

[[piece]]
id = "amazon"
letter = "A"
betza = "QN"
replaces = "queen"

[[piece]]
id = "camel"
letter = "M"
betza = "C"
replaces = "bishop"

[[piece]]
id = "cannon"
letter = "C"
betza = "mRcpR"
replaces = "rook"
"#;

fn subjects() -> Vec<Subject> {
    vec![
        Subject {
            position: "r1bqk2r/pppp1Bpp/2n2n2/2b1p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 5",
            drawing: json!({
                "last_move": "c4f7",
                "arrows": [["e8", "f7"], {"from": "e1", "to": "g1", "color": "green"}],
                "squares": {"e5": "red"},
            }),
            ..subject(
                "chess",
                "`chess`: a check, the last move, arrows and a marked square",
                "chess",
            )
        },
        Subject {
            drawing: json!({
                "last_move": false,
                "arrows": [
                    "a2a4",
                    {"from": "g8", "to": "f6", "color": "green"},
                    {"from": "b1", "to": "g6", "color": "green"},
                    {"from": "e7", "to": "e3", "color": "red"},
                    {"from": "h2", "to": "h6", "color": "yellow"},
                ],
                "squares": {"a5": "blue", "b5": "green", "c5": "red", "d5": "yellow",
                            "c4": "blue", "d4": "green", "f4": "red", "g4": "yellow"},
            }),
            ..subject("marks", "Marks: each colour has dashes of its own", "chess")
        },
        Subject {
            options: json!({"chess960": true, "chess960_position": 356}),
            drawing: json!({"orientation": "black"}),
            ..subject(
                "chess960",
                "`chess(chess960=true)` from Black's side",
                "chess",
            )
        },
        Subject {
            position: "r1b1k2r/ppp2p1p/2n2Q~p1/3p4/3Pp3/2N1B3/PPP1bPPP/R3K2R[QNNPpppb] w KQkq - 0 14",
            drawing: json!({"clocks": {"white": 12_300, "black": 185_000}}),
            ..subject(
                "crazyhouse",
                "`crazyhouse`: pockets, clocks and a promoted queen",
                "crazyhouse",
            )
        },
        Subject {
            position: "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2NP1N2/PPP2PPP/R1BQKB1R[BNpp] w KQkq - 0 6",
            ..subject(
                "bughouse-board",
                "`bughouse-board`: one board alone",
                "bughouse-board",
            )
        },
        Subject {
            position: "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2NP1N2/PPP2PPP/R1BQKB1R[BNpp] w KQkq - 0 6 | \
                       rnbqkb1r/ppp2ppp/5n2/3P4/8/8/PPPP1PPP/RNBQKBNR[Qp] b KQkq - 0 4",
            drawing: json!({
                "seat": "A.white",
                "last_move": "A:f8b4",
                "clocks": [95_000, 61_000, 88_000, 14_500],
            }),
            ..subject(
                "bughouse",
                "`bughouse` as `A.white` sees it: its own board, its partner beside it",
                "bughouse",
            )
        },
        Subject {
            random: 14,
            ..subject(
                "jarls-2",
                "`jarls` for two: Jarls, warriors, holes and the Throne",
                "jarls",
            )
        },
        Subject {
            options: json!({"players": 4, "teams": 2, "terrain": "shields", "seed": 3}),
            random: 40,
            ..subject(
                "jarls-4",
                "`jarls(players=4, teams=2, terrain=\"shields\")`",
                "jarls",
            )
        },
        Subject {
            options: json!({"players": 6, "level": "treacherous", "seed": 5}),
            random: 90,
            ..subject("jarls-6", "`jarls(players=6)`", "jarls")
        },
        Subject {
            options: json!({"players": 3, "fog": true, "level": "treacherous", "seed": 2}),
            random: 60,
            drawing: json!({"seat": "p1"}),
            ..subject("jarls-fog", "`jarls(fog=true)` as `p1` knows it", "jarls")
        },
        Subject {
            random: 60,
            ..subject("boost-2", "`boost` for two", "boost")
        },
        Subject {
            options: json!({"players": 6, "width": 16, "height": 16}),
            random: 150,
            ..subject(
                "boost-6",
                "`boost(players=6, width=16, height=16)`",
                "boost",
            )
        },
        Subject {
            options: json!({"rules": "berkeley"}),
            moves: &["e2e4", "d7d5", "f1b5"],
            drawing: json!({"seat": "black"}),
            ..subject(
                "blind-kriegspiel",
                "`blind(rules=\"berkeley\")` as Black knows it, in check",
                "blind",
            )
        },
        Subject {
            options: json!({"rules": "fog"}),
            moves: &["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"],
            drawing: json!({"seat": "white", "last_move": "f1c4"}),
            ..subject("blind-fog", "Fog of war as White knows it", "blind")
        },
        Subject {
            options: json!({"rules": "crazykrieg"}),
            moves: &["e2e4", "d7d5", "e4d5", "d8d5"],
            drawing: json!({"seat": "white"}),
            ..subject(
                "blind-crazykrieg",
                "`crazykrieg` as White knows it",
                "blind",
            )
        },
        Subject {
            options: json!({"rules": "rbc"}),
            moves: &["sense:b2", "e2e4", "sense:e4"],
            drawing: json!({"seat": "black"}),
            ..subject(
                "blind-reconnaissance",
                "Reconnaissance: Black has looked around e4",
                "blind",
            )
        },
        Subject {
            random: 24,
            ..subject(
                "presets-hp",
                "`chess+piece-hp+pawn-stamina`: numbers of pieces",
                "chess+piece-hp+pawn-stamina",
            )
        },
        Subject {
            options: json!({"define": DATA, "presets": "fairies"}),
            random: 20,
            ..subject(
                "presets-betza",
                "Pieces defined as data have their letters",
                "chess+",
            )
        },
    ]
}

impl Subject {
    fn state(&self) -> Result<State, Failure> {
        let options = self.options.as_object().cloned().unwrap_or_default();
        let game = Game::new(self.game, &options)?;
        let mut state = if self.position.is_empty() {
            game.start()?
        } else {
            game.parse(self.position, &[])?
        };
        for text in self.moves {
            state = state.play(None, MoveRef::Text(text), None)?;
        }
        let mut rng = Rng::derived(&[0x70_69_63, self.random as u64]);
        Ok(sample::walk(&state, &mut rng, self.random)?.1)
    }

    fn draw(&self, theme: &str) -> Result<String, Failure> {
        let mut options: Dict = self.drawing.as_object().cloned().unwrap_or_default();
        options.insert("theme".into(), theme.into());
        let svg = self.state()?.svg(&DrawingOptions::read(&options)?);
        svg.map_err(|e| Failure::new(format!("{}: {e}", self.name)))
    }
}

/// Makes all pictures, and the page that shows them from what stands on it.
///
/// # Errors
///
/// Those of the library; if the page lacks the marks.
pub fn files(page: &str) -> Result<Vec<File>, Failure> {
    let mut files = Vec::new();
    let mut rows = String::from("\n| light | dark |\n|---|---|\n");
    for subject in subjects() {
        let mut row = String::new();
        for theme in ["light", "dark"] {
            let path = format!("{FOLDER}/{}-{theme}.svg", subject.name);
            let shown = path.trim_start_matches("docs/");
            row += &format!(
                "| <img src=\"{shown}\" width=\"360\" alt=\"{}, {theme}\"> ",
                subject.name
            );
            files.push(File {
                text: subject.draw(theme)?,
                path,
            });
        }
        rows += &format!("{row}|\n| {} | |\n", subject.caption);
    }
    rows += "\n## Colours\n\n| variable | light | dark |\n|---|---|---|\n";
    for [name, light, dark] in host::drawing_variables() {
        rows += &format!("| `{name}` | `{light}` | `{dark}` |\n");
    }
    rows.push('\n');
    let [open, close] = MARKS;
    let parts = page
        .split_once(open)
        .and_then(|(head, rest)| Some((head, rest.split_once(close)?.1)));
    let (head, tail) = parts.ok_or_else(|| Failure::new(format!("{PAGE}: no {open} … {close}")))?;
    files.push(File {
        path: PAGE.into(),
        text: format!("{head}{open}\n{rows}{close}{tail}"),
    });
    Ok(files)
}

/// Writes all pictures and the page; returns the paths.
///
/// # Errors
///
/// As [`files`], and those of the file system.
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let page = crate::read(&root.join(PAGE))?;
    let mut written = Vec::new();
    for file in files(&page)? {
        crate::write(&root.join(&file.path), &file.text)?;
        written.push(file.path);
    }
    Ok(written)
}
