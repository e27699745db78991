//! Players by language models in every game: whole games by models that answer in all the ways
//! that are read, and prompts that tell no more than the seat knows.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright::game::Hidden;
use boardwright::host::{self, MoveRef, Observation, SeatRef, State};
use boardwright::model::{LanguageModel, Reply, Step};
use boardwright::own::{Ask, Question, bot_failed};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::table::Table;
use boardwright::value::{Dict, Value};
use serde_json::json;

const PATIENCE: Option<Duration> = Some(Duration::from_secs(600));

fn dict(value: Value) -> Dict {
    match value {
        Value::Object(dict) => dict,
        _ => Dict::new(),
    }
}

fn player(style: &str, moves: &str) -> LanguageModel {
    LanguageModel::new(&dict(json!({
        "endpoints": [{ "base_url": "http://server/v1", "model": "any" }],
        "style": style, "legal_moves": moves, "preflight": false, "transcript": 5,
    })))
    .unwrap()
}

/// The games with some of their options, those that hide something among them.
fn games() -> Vec<(&'static str, Dict)> {
    let mut games: Vec<_> = GAMES.iter().map(|e| (e.info().name, Dict::new())).collect();
    let more = [
        ("blind", json!({ "rules": "berkeley_any" })),
        ("blind", json!({ "rules": "crazykrieg" })),
        ("blind", json!({ "rules": "fog" })),
        ("blind", json!({ "rules": "rbc" })),
        ("jarls", json!({ "players": 3, "fog": true })),
        ("jarls", json!({ "fog": true, "terrain": "none" })),
        ("chess+", json!({ "presets": "berserker+piece-hp" })),
    ];
    games.extend(more.map(|(name, options)| (name, dict(options))));
    games
}

/// A model that knows a move: in JSON, in any notation, in prose.
fn say(observation: &Observation, refused: &[String], rng: &mut Rng) -> String {
    let styles = observation.game().info().styles;
    let styles: Vec<_> = styles
        .iter()
        .filter(|style| observation.candidates_in(style).is_ok())
        .collect();
    let style = styles[rng.below(styles.len() as u32) as usize];
    let canonical = observation.candidates();
    let left = |at: &usize| !refused.contains(&canonical[*at]);
    let open: Vec<_> = (0..canonical.len()).filter(left).collect();
    let at = open[rng.below(open.len() as u32) as usize];
    let text = &observation.candidates_in(style).unwrap()[at];
    match rng.below(3) {
        0 => json!({ "reasoning": "so", "move": text }).to_string(),
        1 => format!("I have looked at it.\nMy move is **{text}**."),
        _ => format!("```\n{}\n```", json!({ "move": text })),
    }
}

struct Games {
    rng: Mutex<Rng>,
    left: Mutex<u32>,
}

impl Games {
    fn answer(&self, player: &LanguageModel, question: &Question) {
        {
            let mut left = self.left.lock().unwrap();
            if *left == 0 {
                question.answer(&json!({ "resign": true }));
                return;
            }
            *left -= 1;
        }
        let turn = player.ask(question.details(), question.observation());
        let refused = question.details().refused.iter();
        let refused: Vec<_> = refused.map(|refusal| refusal.text.clone()).collect();
        let mut heard = None;
        loop {
            match turn.step(0, heard.take().as_ref()).unwrap() {
                Step::Call(_) => {
                    let mut rng = self.rng.lock().unwrap();
                    let said = say(question.observation(), &refused, &mut rng);
                    let message = json!({ "message": { "content": said } });
                    heard = Some(Reply::Response {
                        status: 200,
                        headers: Dict::new(),
                        body: json!({ "choices": [message] }).to_string(),
                    });
                }
                Step::Answer { answer } => {
                    assert!(question.answer(&answer));
                    return;
                }
                Step::Fail { reason } => {
                    assert!(question.fail(bot_failed(&reason)));
                    return;
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn models_play_every_game_and_no_move_of_theirs_is_lost() {
    for (name, options) in games() {
        let state = host::start(name, &options).unwrap();
        let games = Arc::new(Games {
            rng: Mutex::new(Rng::new(3)),
            left: Mutex::new(60),
        });
        let players = [player("beginner", "list"), player("hard", "hidden")];
        let own = json!({ "bot": "own", "delay": 0 });
        let seats = state.game().seats().to_vec();
        let occupants: Dict = seats.iter().map(|s| (s.clone(), own.clone())).collect();
        let settings = dict(json!({ "seed": 1 }));
        let table = Table::from_values(&state, &occupants, &settings).unwrap();
        for (at, seat) in seats.iter().enumerate() {
            let (player, games) = (players[at % 2].clone(), Arc::clone(&games));
            let ask: Ask = Arc::new(move |question: Question| games.answer(&player, &question));
            table.attend(SeatRef::Name(seat), ask).unwrap();
        }
        assert!(table.wait_quiet(PATIENCE), "{name}");
        let mut asked = 0;
        for player in &players {
            let stats = player.stats();
            asked += stats.questions;
            assert_eq!(
                (stats.retries, stats.fallbacks),
                (0, 0),
                "{name} {options:?}"
            );
            assert_eq!(stats.answers + stats.cancelled, stats.questions, "{name}");
            assert!(player.transcript().unwrap().len() <= 5);
        }
        assert!(asked > 3, "{name}");
    }
}

/// Returns the prompts of a model in every style.
fn prompts(observation: &Observation) -> String {
    let mut out = String::new();
    for style in ["beginner", "intermediate", "hard"] {
        for moves in ["list", "hidden"] {
            let prompt = player(style, moves).prompt(observation);
            out.push_str(&serde_json::to_string(&prompt).unwrap());
        }
    }
    out
}

#[test]
fn states_that_a_seat_cannot_tell_apart_have_the_same_prompts() {
    let hidden = |name: &str| {
        let entry = boardwright::registry::find(name).unwrap();
        !matches!(entry.info().hidden, Hidden::Never)
    };
    for (name, options) in games().into_iter().filter(|(name, _)| hidden(name)) {
        let mut state = host::start(name, &options).unwrap();
        if !state.game().hidden() {
            continue;
        }
        let mut rng = Rng::new(5);
        let mut compared = 0;
        for _ in 0..24 {
            let moves = state.legal_moves(None, None).unwrap();
            if moves.is_empty() {
                break;
            }
            compared += compare(&state, &moves);
            let at = rng.below(moves.len() as u32) as usize;
            state = state.play(None, MoveRef::Text(&moves[at]), None).unwrap();
        }
        assert!(compared > 5, "{name} {options:?}: {compared}");
    }
}

/// Compares the prompts after each of some moves for the seats to which they look the same.
fn compare(state: &State, moves: &[String]) -> usize {
    let mut compared = 0;
    for seat in 0..state.game().seats().len() {
        let mut known: Vec<(Observation, String)> = Vec::new();
        for text in moves.iter().take(8) {
            let next = state.play(None, MoveRef::Text(text), None).unwrap();
            let seen = next.observe(SeatRef::Index(seat as i64)).unwrap();
            let told = prompts(&seen);
            assert!(!told.contains("seed"));
            match known.iter().find(|(other, _)| *other == seen) {
                None => known.push((seen, told)),
                Some((_, other)) => {
                    assert_eq!(told, *other);
                    compared += 1;
                }
            }
        }
    }
    compared
}
