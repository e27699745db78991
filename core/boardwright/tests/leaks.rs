//! Everything that a seat, its bots, its listeners and spectators can get at a table: where two
//! games look the same to a seat, it is the same to the byte.

use std::sync::mpsc;
use std::time::Duration;

use boardwright::game::Hidden;
use boardwright::host::{self, MoveRef, Observation, SeatRef, State};
use boardwright::own::Question;
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::table::{Follower, Table};
use boardwright::value::{Dict, Value};
use serde_json::json;

const PATIENCE: Duration = Duration::from_secs(600);

fn dict(value: Value) -> Dict {
    match value {
        Value::Object(dict) => dict,
        _ => Dict::new(),
    }
}

/// The games that hide something, with options under which they do.
fn hidden_games() -> Vec<State> {
    let mut given: Vec<_> = GAMES
        .iter()
        .filter(|entry| entry.info().hidden == Hidden::Always)
        .map(|entry| (entry.info().name, json!({})))
        .collect();
    let rules = [
        "wild16",
        "berkeley_any",
        "cincinnati",
        "crazykrieg",
        "fog",
        "rbc",
    ];
    given.extend(rules.map(|rules| ("blind", json!({ "rules": rules }))));
    given.extend([
        ("jarls", json!({ "players": 3, "fog": true })),
        (
            "jarls",
            json!({ "players": 2, "fog": true, "starvation": true, "terrain": "none" }),
        ),
    ]);
    given
        .into_iter()
        .map(|(name, options)| host::start(name, &dict(options)).unwrap())
        .collect()
}

fn seat_ref(seat: usize) -> SeatRef<'static> {
    SeatRef::Index(seat as i64)
}

/// Two moves of others after which a seat knows the same.
struct Twins {
    state: State,
    seat: usize,
    mover: usize,
    moves: [String; 2],
    /// A move after which the seat knows something else.
    other: Option<String>,
    next: State,
}

/// Random games, and at each ply a pair of moves that some seat cannot tell apart.
fn twins(start: &State, seed: u64, plies: usize) -> Vec<Twins> {
    let mut rng = Rng::new(seed);
    let mut state = start.clone();
    let mut found = Vec::new();
    for _ in 0..plies {
        for mover in 0..state.game().seats().len() {
            let Ok(moves) = state.legal_moves(Some(seat_ref(mover)), None) else {
                continue;
            };
            for seat in (0..state.game().seats().len()).filter(|seat| *seat != mover) {
                found.extend(pair(&state, mover, seat, &moves, &mut rng));
            }
        }
        let moves = state.legal_moves(None, None).unwrap();
        if moves.is_empty() {
            break;
        }
        let text = &moves[rng.below(moves.len() as u32) as usize];
        state = state.play(None, MoveRef::Text(text), None).unwrap();
    }
    found
}

fn pair(
    state: &State,
    mover: usize,
    seat: usize,
    moves: &[String],
    rng: &mut Rng,
) -> Option<Twins> {
    let mut known: Vec<(Observation, String)> = Vec::new();
    for _ in 0..moves.len().min(8) {
        let text = &moves[rng.below(moves.len() as u32) as usize];
        let next = state.play(Some(seat_ref(mover)), MoveRef::Text(text), None);
        // After the end everything is revealed.
        let Some(next) = next.ok().filter(|next| next.outcome().is_none()) else {
            continue;
        };
        let seen = next.observe(seat_ref(seat)).unwrap();
        match known.iter().find(|(other, _)| *other == seen) {
            Some((_, other)) if other != text => {
                let differs = known.iter().find(|(other, _)| *other != seen);
                return Some(Twins {
                    state: state.clone(),
                    seat,
                    mover,
                    moves: [other.clone(), text.clone()],
                    other: differs.map(|(_, text)| text.clone()),
                    next,
                });
            }
            _ => known.push((seen, text.clone())),
        }
    }
    None
}

impl Twins {
    fn name(&self, seat: usize) -> String {
        self.state.game().seats()[seat].clone()
    }

    fn table(&self, own: usize) -> Table {
        let game = self.state.game();
        let seats = game.seats().iter().enumerate().map(|(i, name)| {
            let bot = json!({ "bot": "own", "delay": 0 });
            (name.clone(), if i == own { bot } else { json!("human") })
        });
        let settings = json!({ "seed": 7, "clock": { "base": 60_000, "increment": 0 } });
        Table::from_values(&self.state, &seats.collect(), &dict(settings)).unwrap()
    }

    fn is_live_after(&self, seat: usize) -> bool {
        self.next.live().iter().any(|live| live.index() == seat)
    }

    /// All that the seat and spectators get at a table, and what those who follow it are told.
    fn heard(&self, table: &Table, followers: &[Follower]) -> String {
        let seat = self.name(self.seat);
        let mut out = String::new();
        let mut say = |name: &str, args: Value| {
            let answer = match table.call(name, &dict(args)) {
                Ok(answer) => answer.to_string(),
                Err(error) => format!("{}: {error}", error.code()),
            };
            out.push_str(&format!("{name}: {answer}\n"));
        };
        say("view", json!({ "seat": seat }));
        say("view", json!({ "seat": seat, "since": 0 }));
        say("events", json!({ "seat": seat }));
        say("moves", json!({ "seat": seat }));
        say("candidates", json!({ "seat": seat }));
        say("spectator_view", json!({}));
        say("spectator_events", json!({}));
        say("reveal", json!({}));
        say("pgn", json!({}));
        say("commit", json!({ "seat": seat, "move": "?" }));
        say("claim_draw", json!({ "seat": seat }));
        for follower in followers {
            while let Some(told) = follower.take().unwrap() {
                out.push_str(&format!(
                    "followed: {}\n",
                    serde_json::to_string(&told).unwrap()
                ));
            }
        }
        assert!(!out.contains("thought of"), "{out}");
        assert!(!out.contains("\"seed\""), "{out}");
        out
    }

    fn followers(&self, table: &Table) -> Vec<Follower> {
        [
            json!({ "seat": self.name(self.seat) }),
            json!({ "feed": "spectators" }),
        ]
        .map(|args| Follower::new(table, &dict(args)).unwrap())
        .into()
    }

    /// The seat is a bot of the host's own: its question is compared as well.
    fn asked(&self, text: &str) -> String {
        let table = self.table(self.seat);
        let followers = self.followers(&table);
        let (send, asked) = mpsc::channel::<Question>();
        let ask = move |question| drop(send.send(question));
        table
            .attend(seat_ref(self.seat), std::sync::Arc::new(ask))
            .unwrap();
        // One that waits already is given up by the move.
        let args = json!({ "seat": self.name(self.mover), "move": text, "now": 0 });
        table.call("commit", &dict(args)).unwrap();
        let mut out = self.heard(&table, &followers);
        if self.is_live_after(self.seat) && !self.was_live() {
            let question = asked.recv_timeout(PATIENCE).unwrap();
            out.push_str(&serde_json::to_string(question.details()).unwrap());
            out.push_str(&question.observation().describe().unwrap().to_string());
            out.push_str(&question.observation().text());
        }
        table.close();
        out
    }

    fn was_live(&self) -> bool {
        self.state
            .live()
            .iter()
            .any(|live| live.index() == self.seat)
    }

    /// The other is a bot of the host's own that thinks something; returns what was heard, and
    /// what is revealed in the end.
    fn thought(&self, text: &str) -> (String, String) {
        let table = self.table(self.mover);
        let followers = self.followers(&table);
        let answer = json!({ "move": text, "thought": format!("thought of {text}") });
        let ask = move |question: Question| {
            question.answer(&answer);
        };
        table
            .attend(seat_ref(self.mover), std::sync::Arc::new(ask))
            .unwrap();
        assert!(table.wait_quiet(Some(PATIENCE)));
        let heard = self.heard(&table, &followers);
        let resigned = json!({ "seat": self.name(self.seat) });
        table.call("resign", &dict(resigned)).unwrap();
        let revealed = table.call("reveal", &Dict::new());
        (
            heard,
            revealed.map(|all| all.to_string()).unwrap_or_default(),
        )
    }
}

#[test]
fn tables_tell_a_seat_the_same_of_games_that_it_cannot_tell_apart() {
    for start in hidden_games() {
        let (mut questions, mut thoughts, mut revealed, mut differ) = (0, 0, 0, 0);
        for twins in (0..4).flat_map(|seed| twins(&start, seed, 40)) {
            let [one, two] = &twins.moves;
            assert_eq!(twins.asked(one), twins.asked(two), "{one} {two}");
            questions += usize::from(twins.is_live_after(twins.seat));
            if let Some(other) = &twins.other {
                assert_ne!(twins.asked(one), twins.asked(other), "{one} {other}");
                differ += 1;
            }
            // Alone at the move, so that it is asked once.
            if twins.state.live().single().is_some() && !twins.is_live_after(twins.mover) {
                let (heard, end) = twins.thought(one);
                assert_eq!(heard, twins.thought(two).0, "{one} {two}");
                thoughts += 1;
                revealed += usize::from(end.contains(&format!("thought of {one}")));
            }
        }
        let name = start.game().name();
        assert!(questions > 3 && differ > 0, "{name}: {questions}, {differ}");
        // Among three the game goes on when one resigns, and nothing is revealed.
        let ends = start.game().seats().len() == 2;
        if start.live().single().is_some() {
            assert!(
                thoughts > 3 && (revealed > 3 || !ends),
                "{name}: {thoughts}, {revealed}"
            );
        }
    }
}
