//! The shared vectors of games and errors, which every language runs from the
//! same files; `tests/README.md` says what the lines mean. The counts of leaves
//! have a runner of their own.

use std::fs;
use std::path::{Path, PathBuf};

use boardwright::host::{self, Bot, Game, Limits, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::Control;
use boardwright::value::Dict;

fn lines(extension: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    let lines: Vec<Vec<String>> = files
        .iter()
        .flat_map(|file| {
            fs::read_to_string(file)
                .unwrap()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split(" ; ").map(str::to_owned).collect())
        .collect();
    assert!(!lines.is_empty(), "no *.{extension} line was read");
    lines
}

/// `game` or `game(option=JSON,…)`.
fn game(text: &str) -> boardwright::Result<Game> {
    let (name, options) = match text.strip_suffix(')').and_then(|t| t.split_once('(')) {
        None => (text, Dict::new()),
        Some((name, options)) => (
            name,
            options
                .split(',')
                .map(|option| option.split_once('=').unwrap())
                .map(|(name, value)| (name.to_owned(), serde_json::from_str(value).unwrap()))
                .collect(),
        ),
    };
    Game::new(name, &options)
}

fn position(game: &Game, text: &str) -> boardwright::Result<State> {
    if text == "start" {
        game.start()
    } else {
        game.parse(text, &[])
    }
}

#[test]
fn games_end_where_the_vectors_say() {
    for line in lines("games") {
        let [name, rules, from, moves, notation, key, reason] = &line[..] else {
            panic!("not seven fields: {line:?}");
        };
        let start = position(&game(rules).unwrap(), from).unwrap();
        let moves: Vec<_> = moves.split_whitespace().collect();
        let one_by_one = moves.iter().fold(start.clone(), |s, m| {
            s.play(None, MoveRef::Text(m), None).unwrap()
        });
        let refs: Vec<_> = moves.iter().map(|m| MoveRef::Text(m)).collect();
        let at_once = start.play_many(None, &refs, None).unwrap();
        assert!(one_by_one == at_once, "{name}");
        assert_eq!(at_once.notation(), *notation, "{name}");
        assert_eq!(at_once.key(), *key, "{name}");
        let outcome = at_once.outcome();
        assert_eq!(outcome.map_or("-", |o| o.reason), reason, "{name}");
    }
}

#[test]
fn positions_and_moves_are_told_in_the_words_of_the_vectors() {
    for line in lines("words") {
        let [name, rules, moves, seat, position, told] = &line[..] else {
            panic!("not six fields: {line:?}");
        };
        let start = game(rules).unwrap().start().unwrap();
        let moves = moves.split(' ').filter(|text| *text != "-");
        let moves: Vec<_> = moves.map(MoveRef::Text).collect();
        let state = start.play_many(None, &moves, None).unwrap();
        let seat = Some(SeatRef::Name(seat)).filter(|_| seat != "-");
        assert_eq!(state.describe_text(seat).unwrap(), *position, "{name}");
        for pair in told.split(" | ").filter(|pair| *pair != "-") {
            let (text, words) = pair.split_once(" = ").unwrap();
            let found = match seat {
                None => state.move_in_words(None, MoveRef::Text(text), None),
                Some(seat) => {
                    let observation = state.observe(seat).unwrap();
                    observation.move_in_words(MoveRef::Text(text))
                }
            };
            assert_eq!(found.unwrap(), words, "{name}: {text}");
        }
    }
}

/// `unit value`, or `-` for none.
#[test]
fn decisions_are_those_of_the_vectors() {
    let full = std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1");
    let count = if full { usize::MAX } else { 100 };
    for line in lines("decisions").iter().take(count) {
        let [name, rules, from, seat, bot, nodes, text, eval] = &line[..] else {
            panic!("not eight fields: {line:?}");
        };
        let state = position(&game(rules).unwrap(), from).unwrap();
        let seat = Some(SeatRef::Name(seat)).filter(|_| seat != "-");
        let mut options: Dict = serde_json::from_str(bot).unwrap();
        let seed = options.remove("seed").unwrap().as_u64().unwrap();
        let bot = Bot::new("search", state.game().name(), &options, seed).unwrap();
        let limits = Limits {
            nodes: Some(nodes.parse().unwrap()),
            ..Limits::default()
        };
        let work = bot.decide(&Subject::State(&state, seat), limits).unwrap();
        let decision = work.run(&Control::new(None)).unwrap();
        let made = "where the search has changed, `make vectors` makes them anew";
        assert_eq!(decision.action, *text, "{name}; {made}");
        let score = decision.score.map_or_else(|| "-".into(), |s| s.to_string());
        assert_eq!(score, *eval, "{name}; {made}");
    }
}

#[test]
fn wrong_input_gets_the_codes_of_the_vectors() {
    for line in lines("errors") {
        let [what, rules, from, text, code] = &line[..] else {
            panic!("not five fields: {line:?}");
        };
        let error = game(rules)
            .and_then(|game| position(&game, from))
            .and_then(|state| match text.as_str() {
                "-" => Ok(state),
                text => state.play(None, MoveRef::Text(text), None),
            })
            .err()
            .unwrap_or_else(|| panic!("{what}: no error"));
        assert_eq!(error.code(), code, "{what}: {error}");
        assert!(error.message().len() > 10, "{what}: the error says nothing");
    }
}

#[test]
fn a_saved_state_of_another_version_is_refused() {
    let saved = host::start("chess", &Dict::new()).unwrap().save().unwrap();
    let later = saved.replace("\"version\":2", "\"version\":5");
    assert_ne!(saved, later);
    assert_eq!(host::load(&later).unwrap_err().code(), "unsupported");
    let mangled = saved.replace("boardwright-state", "something");
    assert_eq!(host::load(&mangled).unwrap_err().code(), "invalid_notation");
}

#[test]
fn questions_are_answered_as_in_the_vectors() {
    let mut errors = 0;
    for line in lines("questions") {
        let [name, rules, moves, question, given, answer] = &line[..] else {
            panic!("not six fields: {line:?}");
        };
        let game = game(rules).unwrap();
        let moves = moves.split(' ').filter(|text| *text != "-");
        let moves: Vec<_> = moves.map(MoveRef::Text).collect();
        let state = game.start().unwrap().play_many(None, &moves, None).unwrap();
        let given: Dict = serde_json::from_str(given).unwrap();
        let answered = state.ask(question, &given);
        errors += u32::from(answered.is_err());
        let answered = match &answered {
            Ok(value) => value.to_string(),
            Err(error) => error.code().to_owned(),
        };
        assert_eq!(answered, *answer, "{rules}, {name}: {question}");
        let observation = state.observe(SeatRef::Index(0)).unwrap();
        let observed = observation.ask(question, &given);
        let observed = match &observed {
            Ok(value) => value.to_string(),
            Err(error) => error.code().to_owned(),
        };
        let expected = match game.hidden() {
            true => "hidden_information",
            false => answer,
        };
        assert_eq!(observed, expected, "{rules}, {name}: {question}");
    }
    assert!(errors > 0);
}
