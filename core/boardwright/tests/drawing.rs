//! Pictures of every game: they are well-formed, show every piece and mark, and show of a
//! hidden game what the seat knows and nothing else.

#[path = "drawing/cells.rs"]
mod cells;

use std::collections::{HashMap, HashSet};

use boardwright::host::{DrawingOptions, Game, LastMove, MoveRef, SeatName, SeatRef, State, Theme};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use roxmltree::{Document, Node};
use serde_json::json;

/// Every game by itself, and with options that change what is to be seen.
fn games() -> Vec<Game> {
    let mut all: Vec<(String, Value)> = GAMES
        .iter()
        .map(|entry| (entry.info().name.to_owned(), json!({})))
        .collect();
    all.push((
        "chess".into(),
        json!({"chess960": true, "chess960_position": 7}),
    ));
    for rules in [
        "blind",
        "wild16",
        "berkeley",
        "berkeley_any",
        "cincinnati",
        "rand",
        "english",
        "crazykrieg",
        "fog",
        "rbc",
        "vanilla",
    ] {
        all.push(("blind".into(), json!({"rules": rules})));
    }
    for players in 2..=6 {
        for fog in [false, true] {
            let options = json!({"players": players, "fog": fog, "terrain": "shields"});
            all.push(("jarls".into(), options));
        }
    }
    all.push((
        "jarls".into(),
        json!({"players": 4, "teams": 2, "level": "chaotic"}),
    ));
    all.push((
        "jarls".into(),
        json!({"terrain": "shields", "draft_shields": true}),
    ));
    for (players, width, height) in [(1, 5, 5), (2, 2, 2), (3, 9, 9), (4, 7, 12), (6, 16, 16)] {
        let options = json!({"players": players, "width": width, "height": height,
                             "population": 2, "dragon_count": 0});
        all.push(("boost".into(), options));
    }
    for presets in [
        "atomic",
        "piece-hp+pawn-stamina",
        "piece-shield+berserker",
        "wrap-board",
    ] {
        all.push((format!("chess+{presets}"), json!({})));
    }
    let define = "id = \"fairies\"\nname = \"<Fairies> & \\\"others\\\"\"\n\n[[piece]]\nid = \"amazon\"\n\
                  letter = \"A\"\nbetza = \"QN\"\nreplaces = \"queen\"\n";
    all.push((
        "chess+".into(),
        json!({"define": define, "presets": "fairies"}),
    ));
    let games = all.into_iter().map(|(name, options)| {
        let options = options.as_object().unwrap();
        Game::new(&name, options).unwrap_or_else(|e| panic!("{name} {options:?}: {e}"))
    });
    games.collect()
}

/// Visits the first state and some of seeded random games.
fn each_state(game: &Game, seeds: u64, mut see: impl FnMut(&State, Option<&str>)) {
    for seed in 0..seeds {
        let mut rng = Rng::derived(&[seed, 0x5667]);
        let mut state = game.start().unwrap();
        see(&state, None);
        for ply in 0..60 {
            let moves = state.legal_moves(None, None).unwrap();
            if moves.is_empty() {
                break;
            }
            let text = &moves[rng.below(moves.len() as u32) as usize];
            state = state.play(None, MoveRef::Text(text), None).unwrap();
            if ply % 13 == 5 || ply == 59 {
                see(&state, Some(text));
            }
        }
    }
}

fn options(given: Value) -> DrawingOptions {
    DrawingOptions::read(given.as_object().unwrap()).unwrap()
}

/// Reads a picture and checks what holds for all of them.
fn read(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    let root = document.root_element();
    let id = root.attribute("id").unwrap();
    assert_eq!(root.attribute("role"), Some("img"));
    let mut ids = HashSet::new();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(
            !["script", "image", "foreignObject", "a"].contains(&name),
            "{name}"
        );
        if let Some(own) = node.attribute("id") {
            assert!(own.starts_with(id) && ids.insert(own.to_owned()), "{own}");
        }
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{svg}");
        }
    }
    for node in document.descendants() {
        if let Some(link) = node.attribute("href") {
            assert!(ids.contains(link.strip_prefix('#').unwrap()), "{link}");
        }
    }
    let labels = root.attribute("aria-labelledby").unwrap();
    assert!(
        labels.split(' ').all(|label| ids.contains(label)),
        "{labels}"
    );
    // Every class has a rule, and every rule is of a class in use.
    let style = document
        .descendants()
        .find(|n| n.has_tag_name("style"))
        .unwrap();
    let style = style.text().unwrap();
    let used: HashSet<_> = document
        .descendants()
        .filter_map(|n| n.attribute("class"))
        .collect();
    for class in used.iter().filter(|class| **class != "boardwright") {
        assert!(style.contains(&format!(" .{class}{{")), "{class}: {style}");
    }
    assert!(
        !style.contains("http") && !style.contains("url("),
        "{style}"
    );
    document
}

/// Counts the pieces on boards: the shapes that are drawn at their full size.
fn pieces(document: &Document<'_>) -> usize {
    let uses = document.descendants().filter(|n| n.has_tag_name("use"));
    let on_board = uses.filter(|n| {
        let scaled = n.ancestors().filter_map(|a| a.attribute("transform"));
        scaled
            .filter(|t| t.contains("scale") && !t.contains("scale(.70)"))
            .count()
            == 0
    });
    on_board.count()
}

fn of_class(document: &Document<'_>, class: &str) -> usize {
    let nodes = document.descendants();
    nodes
        .filter(|n| n.attribute("class") == Some(class))
        .count()
}

/// The pieces that a description lists.
fn described(value: &Value) -> usize {
    let count = |value: &Value| value.as_object().map_or(0, serde_json::Map::len);
    let boards = value["boards"].as_object();
    boards.map_or_else(
        || count(&value["pieces"]) + count(&value["sees"]["pieces"]),
        |boards| boards.values().map(|board| count(&board["pieces"])).sum(),
    )
}

#[test]
fn every_game_draws_all_its_pieces() {
    for game in games() {
        each_state(&game, 2, |state, last| {
            for theme in Theme::ALL {
                let bare = DrawingOptions {
                    theme,
                    last_move: LastMove::Hidden,
                    ..Default::default()
                };
                let svg = state.svg(&bare).unwrap();
                let document = read(&svg);
                assert_eq!(
                    pieces(&document),
                    described(&state.describe(None).unwrap()),
                    "{svg}"
                );
                assert_eq!(of_class(&document, "m"), 0);
            }
            if let Some(text) = last {
                let marked = DrawingOptions {
                    last_move: LastMove::Text(text.to_owned()),
                    ..Default::default()
                };
                match state.svg(&marked) {
                    Ok(svg) => {
                        // It is the move that the state knows, marked without being named.
                        assert_eq!(svg, state.svg(&Default::default()).unwrap());
                        let touches = text.chars().any(|c| c.is_ascii_digit());
                        let drawn = of_class(&read(&svg), "m");
                        assert_eq!(drawn, usize::from(touches), "{text}: {svg}");
                    }
                    // A table has no cells, and a ring of hexes may have fallen with the move.
                    Err(error) => assert!(
                        error.message().ends_with("the picture has none") || game.name() == "jarls",
                        "{error}"
                    ),
                }
            }
        });
    }
}

#[test]
fn seats_see_what_they_know() {
    for game in games() {
        each_state(&game, 2, |state, _| {
            for index in 0..game.seats().len() {
                let observation = state.observe(SeatRef::Index(index as i64)).unwrap();
                let svg = observation.svg(&DrawingOptions::default()).unwrap();
                let of_state = DrawingOptions {
                    seat: Some(SeatName::Index(index as i64)),
                    ..Default::default()
                };
                assert_eq!(state.svg(&of_state).unwrap(), svg);
                let document = read(&svg);
                let known = described(&observation.describe().unwrap());
                // Where a seat looks around, the description has it in its log alone.
                let looks = game
                    .options()
                    .get("rules")
                    .is_some_and(|rules| rules == "rbc");
                let drawn = pieces(&document);
                assert!(drawn == known || looks && drawn > known, "{svg}");
                assert!(drawn <= described(&state.describe(None).unwrap()));
            }
        });
    }
}

/// Two states that a seat cannot tell apart give it the same bytes: in random games of all
/// hidden games, everything that comes to the same observation.
#[test]
fn equal_knowledge_gives_equal_pictures() {
    let mut met_twice = 0;
    for game in games().into_iter().filter(Game::hidden) {
        let mut known: HashMap<String, (String, String)> = HashMap::new();
        for seed in 0..40 {
            let mut rng = Rng::derived(&[seed, 0x1ea4]);
            let mut state = game.start().unwrap();
            for _ in 0..5 {
                let moves = state.legal_moves(None, None).unwrap();
                if moves.is_empty() {
                    break;
                }
                let text = &moves[rng.below(moves.len() as u32) as usize];
                state = state.play(None, MoveRef::Text(text), None).unwrap();
                for seat in 0..game.seats().len() as i64 {
                    let observation = state.observe(SeatRef::Index(seat)).unwrap();
                    let svg = observation.svg(&DrawingOptions::default()).unwrap();
                    let key = format!("{seat} {}", observation.text());
                    let truth = state.notation();
                    let entry = known
                        .entry(key)
                        .or_insert_with(|| (truth.clone(), svg.clone()));
                    assert_eq!(entry.1, svg, "{}: {}", game.name(), observation.text());
                    met_twice += usize::from(entry.0 != truth);
                }
            }
        }
    }
    assert!(met_twice > 100, "only {met_twice} states were like another");
}

#[test]
fn an_observation_is_drawn_for_its_own_seat() {
    let options = json!({"rules": "fog"});
    let game = Game::new("blind", options.as_object().unwrap()).unwrap();
    let observation = game
        .start()
        .unwrap()
        .observe(SeatRef::Name("white"))
        .unwrap();
    let other = DrawingOptions {
        seat: Some(SeatName::Name("black".into())),
        ..Default::default()
    };
    assert_eq!(
        observation.svg(&other).unwrap_err().code(),
        "hidden_information"
    );
    // Turning the board shows nothing more.
    let turned = DrawingOptions {
        orientation: Some(SeatName::Name("black".into())),
        ..Default::default()
    };
    assert_eq!(pieces(&read(&observation.svg(&turned).unwrap())), 16);
}

#[test]
fn marks_are_where_they_were_asked() {
    let state = Game::new("chess", &Dict::new()).unwrap().start().unwrap();
    let svg = state
        .svg(&options(json!({
            "arrows": ["e2e4", ["g1", "f3"], {"from": "d2", "to": "d4", "color": "red"}],
            "squares": {"e4": "green", "d5": "yellow"},
            "clocks": {"white": 61_000, "black": 9_900},
            "size": 300,
        })))
        .unwrap();
    let document = read(&svg);
    let counts = ["hb", "hr", "rg", "ry", "ct"].map(|class| of_class(&document, class));
    assert_eq!(counts, [2, 1, 1, 1, 2]);
    assert!(svg.contains(
        "Marked: e4 green, d5 yellow. Arrows: e2 to e4 blue, g1 to f3 blue, d2 to d4 red."
    ));
    assert!(svg.contains(">1:01<") && svg.contains(">0:09.9<"));
    assert_eq!(document.root_element().attribute("width"), Some("300"));
    // e4 is the fifth column from the left and the fifth row from above.
    assert!(
        svg.contains("<rect class=\"rg\" x=\"180.4\" y=\"197.4\""),
        "{svg}"
    );
    let plain = state
        .svg(&options(json!({"coordinates": false, "theme": "auto"})))
        .unwrap();
    assert_eq!(of_class(&read(&plain), "a"), 0);
    assert!(plain.contains("@media(prefers-color-scheme:dark)"));
    assert!(plain.len() < 7_000, "{} bytes", plain.len());
}

#[test]
fn colours_of_marks_differ_by_form() {
    let state = Game::new("chess", &Dict::new()).unwrap().start().unwrap();
    let colours = ["blue", "green", "red", "yellow"];
    let arrows: Vec<_> = colours
        .map(|color| {
            let svg = state.svg(&options(
                json!({"arrows": [{"from": "a2", "to": "a8", "color": color}], "squares": {"c3": color}}),
            ));
            let svg = svg.unwrap();
            let document = read(&svg);
            let class = format!("h{}", &color[..1]);
            let mut nodes = document.descendants();
            let path = nodes.find(|n| n.attribute("class") == Some(&class)).unwrap();
            let ring = format!(".r{}{{", &color[..1]);
            let rule = svg.split_once(&ring).unwrap().1.split_once('}').unwrap().0;
            let dashes = rule.split_once("stroke-dasharray:").map(|(_, dashes)| dashes.to_owned());
            (path.attribute("d").unwrap().to_owned(), dashes)
        })
        .into();
    for (i, (path, dashes)) in arrows.iter().enumerate() {
        for (other_path, other) in &arrows[..i] {
            assert!(path != other_path && dashes != other, "{path}");
        }
    }
    assert_eq!(arrows[0].0.matches('M').count(), 1);
    assert!(
        arrows[1..]
            .iter()
            .all(|(path, _)| path.matches('M').count() > 3)
    );
}

#[test]
fn pictures_on_one_page_share_no_id_unless_they_are_equal() {
    let mut known: HashMap<String, String> = HashMap::new();
    for game in games() {
        each_state(&game, 1, |state, _| {
            for given in [
                json!({}),
                json!({"theme": "dark"}),
                json!({"theme": "auto"}),
                json!({"size": 200}),
                json!({"coordinates": false}),
            ] {
                let svg = state.svg(&options(given)).unwrap();
                let id = read(&svg)
                    .root_element()
                    .attribute("id")
                    .unwrap()
                    .to_owned();
                let other = known.entry(id).or_insert_with(|| svg.clone());
                assert_eq!(*other, svg);
            }
        });
    }
    assert!(known.len() > 100);
}

#[test]
fn the_boards_of_bughouse_are_named() {
    let state = Game::new("bughouse", &Dict::new())
        .unwrap()
        .start()
        .unwrap();
    let svg = state
        .svg(&options(
            json!({"seat": "B.white", "last_move": "A:e2e4", "squares": ["e4", "A:e5"]}),
        ))
        .unwrap();
    let document = read(&svg);
    assert_eq!(
        (of_class(&document, "m"), of_class(&document, "rb")),
        (1, 2)
    );
    let own = document
        .descendants()
        .find(|n| n.attribute("class") == Some("rb"))
        .unwrap();
    assert!(!own.ancestors().any(|n| {
        n.attribute("transform")
            .is_some_and(|t| t.contains("scale"))
    }));
    let wrong = options(json!({"arrows": [["A:e2", "B:e4"]]}));
    assert_eq!(state.svg(&wrong).unwrap_err().code(), "invalid_option");
}

#[test]
fn wrong_options_are_named() {
    let state = Game::new("chess", &Dict::new()).unwrap().start().unwrap();
    let many = Value::Array(vec!["e4".into(); 513]);
    for (given, said) in [
        (
            json!({"sise": 3}),
            "a picture has no option \"sise\": there are seat, last_move, arrows",
        ),
        (
            json!({"size": 15}),
            "size: takes an integer from 16 to 8192, not 15",
        ),
        (
            json!({"size": "big"}),
            "size: takes an integer from 16 to 8192, not \"big\"",
        ),
        (
            json!({"theme": "blue"}),
            "theme: takes one of light, dark, auto, not \"blue\"",
        ),
        (
            json!({"seat": "red"}),
            "seat: there is no seat \"red\": there are white, black",
        ),
        (
            json!({"seat": []}),
            "seat: takes a seat by its name or number, not a list",
        ),
        (
            json!({"orientation": 2}),
            "orientation: there is no seat 2: there are white, black",
        ),
        (
            json!({"squares": ["e9"]}),
            "squares: \"e9\" is no cell: there are a1 to h8",
        ),
        (
            json!({"squares": {"e4": "pink"}}),
            "squares: takes one of blue, green, red, yellow",
        ),
        (
            json!({"squares": many}),
            "squares: takes at most 512, not 513",
        ),
        (
            json!({"arrows": ["e2"]}),
            "arrows: \"e2\" does not name two cells of one board",
        ),
        (
            json!({"arrows": ["e2e9"]}),
            "arrows: \"e2e9\" names a cell that does not exist",
        ),
        (
            json!({"arrows": [{"from": "e2", "till": "e4"}]}),
            "arrows: an arrow has no \"till\"",
        ),
        (
            json!({"last_move": "O-O"}),
            "last_move: \"O-O\" names no cell: there are a1 to h8",
        ),
        (json!({"last_move": "x".repeat(300)}), "last_move: \"xxx"),
        (json!({"cells": 1}), "cells: takes true or false, not 1"),
        (
            json!({"coordinates": 1}),
            "coordinates: takes true or false, not 1",
        ),
        (
            json!({"clocks": {"white": -1}}),
            "clocks: takes milliseconds from 0 to 3600000000",
        ),
        (
            json!({"clocks": {"red": 1}}),
            "clocks: there is no seat \"red\"",
        ),
        (json!({"clocks": [1, 2, 3]}), "clocks: there is no seat 2"),
    ] {
        let read = DrawingOptions::read(given.as_object().unwrap());
        let error = read.and_then(|options| state.svg(&options)).unwrap_err();
        assert_eq!(error.code(), "invalid_option");
        assert!(error.message().starts_with(said), "{given}: {error}");
    }
}

#[test]
fn what_users_write_is_escaped() {
    let all = games();
    let fairies = all
        .iter()
        .find(|game| {
            game.options().contains_key("define") && game.options()["presets"] == "fairies"
        })
        .unwrap();
    let svg = fairies
        .start()
        .unwrap()
        .svg(&DrawingOptions::default())
        .unwrap();
    assert!(
        svg.contains("&lt;Fairies&gt; &amp; &quot;others&quot;"),
        "{svg}"
    );
    read(&svg);
}

#[test]
fn the_same_scene_is_the_same_bytes() {
    for game in games() {
        let (a, b) = (game.start().unwrap(), game.start().unwrap());
        let svg = a.svg(&DrawingOptions::default()).unwrap();
        assert_eq!(svg, b.svg(&DrawingOptions::default()).unwrap());
        let dark = options(json!({"theme": "dark"}));
        let id = |svg: &str| read(svg).root_element().attribute("id").map(str::to_owned);
        assert_ne!(id(&svg), id(&a.svg(&dark).unwrap()));
    }
}
