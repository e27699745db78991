//! Tests of the sight and hearing of a seat under fog, and that nothing else reaches it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::fog::leaks::{Leak, plant};
use super::super::position::{Phase, Position};
use super::super::{Action, Heuristic, Jarls};
use super::{Play, plain, rules};
use contract::bot::{Bot, Limits};
use contract::game::{Game, MoveContext, Outcome, Seat, Seats, View};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::{Saved, State};
use search::bots::RandomBot;

fn full() -> bool {
    std::env::var_os("BOARDWRIGHT_FULL").is_some()
}

fn state(options: Value, text: &str) -> State<Jarls> {
    let mut options = options;
    options["fog"] = true.into();
    super::state(options, text)
}

fn start(options: Value) -> State<Jarls> {
    let mut options = options;
    options["fog"] = true.into();
    State::start(&rules(options)).unwrap()
}

/// Returns the events of a move that a seat hears.
fn heard(state: &State<Jarls>, text: &str, seat: u8) -> Vec<Value> {
    let action = state.read(None, text, None).unwrap();
    let next = state.play(&action).unwrap();
    let made = MoveContext {
        before: state.position(),
        past: state.history(),
        action: &action,
        after: next.position(),
        record: next.history().backwards().next().unwrap().record,
        seats: state.rules().seat_names(),
    };
    let events = state.game().events_for(&made, Seat(seat));
    events.iter().map(plain).collect()
}

fn candidates(state: &State<Jarls>, seat: u8) -> Vec<String> {
    let texts = state.observe(Seat(seat)).candidates();
    texts.iter().map(|a| state.game().text(a)).collect()
}

const SIX: &str = "8 - J8,0W7,0 J0,8W0,7 J-8,8W-7,7 J-8,0W-7,0 J0,-8W0,-7 J8,-8W7,-7";

fn six(tail: &str) -> State<Jarls> {
    state(json!({ "players": 6 }), &format!("{SIX} {tail}"))
}

#[test]
fn a_seat_sees_four_hexes_far() {
    let state = state(
        json!({ "radius": 8 }),
        "8 H1,0H8,-4 J8,0 J4,0W3,0W8,-8 0 1 1 0 0 -",
    );
    let seen = plain(state.observe(Seat(0)).describe());
    assert_eq!(seen["pieces"], json!({ "8,0": "J0", "4,0": "J1" }));
    assert_eq!(seen["holes"], json!(["8,-4"]));
    assert!(seen.get("notation").is_none() && seen.get("quiet_rounds").is_none());
    let drawn = state.observe(Seat(0));
    let drawn = drawn.view().draw(state.game());
    assert!(drawn.contains("J1") && !drawn.contains("W1"), "{drawn}");
    assert!(drawn.contains('?'));
    let other = plain(state.observe(Seat(1)).describe());
    assert_eq!(other["pieces"]["8,0"], "J0");
    assert_eq!(other["pieces"]["8,-8"], "W1");
    assert_eq!(other["phase"], "waiting");
    assert!(state.observe(Seat(1)).candidates().is_empty());
}

#[test]
fn terrain_that_was_seen_is_remembered() {
    let first = state(json!({ "radius": 8 }), "8 H4,4 J8,0 J-8,0 0 1 1 0 0 -");
    assert_eq!(
        plain(first.observe(Seat(0)).describe())["holes"],
        json!(["4,4"])
    );
    let away = first.go("8,0>8,-1");
    assert_eq!(
        plain(away.observe(Seat(0)).describe())["holes"],
        json!(["4,4"])
    );
    let anew = State::parse(away.rules(), &away.notation(), &[]).unwrap();
    let fresh = anew.observe(Seat(0));
    assert_eq!(plain(fresh.describe())["holes"], json!([]));
    assert_ne!(
        fresh.text(),
        away.observe(Seat(0)).text(),
        "what was heard before is part of it"
    );
    // Saved and taken up again a seat knows what it knew.
    let loaded = State::<Jarls>::load(&Saved::read(&away.save().unwrap()).unwrap()).unwrap();
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(loaded.observe(seat).text(), away.observe(seat).text());
    }
}

#[test]
fn who_sees_a_move_hears_of_it_and_nobody_else() {
    let at = six("0 1 1 0 0 -");
    let kinds = |seat| -> Vec<String> {
        let kind = |e: &Value| e["kind"].as_str().unwrap().to_owned();
        heard(&at, "7,0>6,0", seat).iter().map(kind).collect()
    };
    assert_eq!(kinds(0), ["moved", "move", "turn_ended"]);
    for seat in 1..6 {
        assert_eq!(kinds(seat), ["turn_ended"], "player {seat}");
    }
    // A Jarl that falls out of sight is told of by name alone.
    let text = "8 - J8,0 J0,8W-6,8W-5,8W-4,8 J-8,8 - - - 1 1 1 1 0 -";
    let push = state(json!({ "players": 6 }), text);
    let push = push.go("-6,8>-7,8");
    assert_eq!(
        heard(&push, "-8,8>-7,7", 0),
        [json!({"kind": "turn_ended", "seat": "p2"})]
    );
    let text = "8 - J8,0 J0,8W-7,8W-6,8W-5,8 J-8,8 - - - 1 1 1 1 0 -";
    let push = state(json!({ "players": 6 }), text);
    let far = heard(&push, "-7,8>-8,8", 0);
    assert_eq!(far[0], json!({ "kind": "out", "seat": "p2" }));
    let own = heard(&push, "-7,8>-8,8", 2);
    assert!(
        own.iter()
            .any(|e| e["kind"] == "eliminated" && e["at"] == "-8,8"),
        "{own:?}"
    );
    assert!(own.iter().all(|e| e["kind"] != "combat"));
}

#[test]
fn every_attack_on_a_visible_piece_is_a_candidate() {
    // Player 1's warrior is braced by a line that reaches out of sight.
    let text = "8 - J-8,0W-1,1 J8,-8W0,1W1,1W2,1W3,1W4,1 0 1 1 0 0 -";
    let braced = state(json!({ "radius": 8 }), text);
    let weak = state(
        json!({ "radius": 8 }),
        &text.replace("W1,1W2,1W3,1W4,1", "W8,0"),
    );
    for state in [&braced, &weak] {
        assert!(candidates(state, 0).contains(&"-1,1>0,1".to_owned()));
        let listed: Vec<_> = state
            .legal(None)
            .iter()
            .map(|a| state.game().text(a))
            .collect();
        assert_eq!(listed, candidates(state, 0));
    }
}

#[test]
fn a_draft_is_judged_by_what_its_player_sees() {
    // Between the Jarl and its warriors stands an enemy whom none of them sees.
    let text = "8 - J5,0W-6,0W-7,0 J-8,8W-1,0 0 1 1 0 0 -";
    let open = state(json!({ "radius": 8 }), text);
    assert!(candidates(&open, 0).contains(&"5,0>7,0".to_owned()));
    assert_eq!(open.go("5,0>7,0").fields()[2], "J7,0W-7,0W-6,0");
    let near = state(json!({ "radius": 8 }), &text.replace("W-1,0", "W1,0"));
    assert!(!candidates(&near, 0).contains(&"5,0>7,0".to_owned()));
    assert!(near.refused("5,0>7,0").contains("two warriors"));
}

#[test]
fn shields_are_placed_in_the_open() {
    let options = json!({ "players": 6, "terrain": "shields", "draft_shields": true });
    let first = start(options);
    assert!(!candidates(&first, 5).is_empty());
    let placed = first.go("s3,3");
    for seat in 0..6 {
        assert_eq!(
            plain(placed.observe(Seat(seat)).describe())["shields"],
            json!(["3,3"])
        );
    }
}

#[test]
fn search_says_that_it_does_not_search() {
    let at = start(json!({ "players": 3 }));
    let mut bot = Jarls::bot("search", &contract::value::Dict::new(), 1).unwrap();
    let decision = bot
        .decide(
            &at.observe(Seat(0)),
            &Limits::default(),
            &Control::default(),
        )
        .unwrap();
    assert!(
        decision.messages.last().unwrap().contains("heuristic"),
        "{:?}",
        decision.messages
    );
    assert!(at.play(&decision.action).is_ok());
}

/// Everything that a seat can get from a state, in one text.
fn everything(state: &State<Jarls>, seat: Seat) -> String {
    let observation = state.observe(seat);
    let game = state.game();
    let mut hasher = DefaultHasher::new();
    observation.hash(&mut hasher);
    let candidates: Vec<_> = observation
        .candidates()
        .iter()
        .map(|a| game.text(a))
        .collect();
    let spoken = observation.candidates();
    let spoken: Vec<_> = spoken
        .iter()
        .map(|action| observation.move_in_words(action))
        .collect();
    let mut out = format!(
        "{}\n{}\n{spoken:?}\n{:x} {:x}\n{observation:?}\n{}\n{}\n{}\n{candidates:?} {}\n",
        observation.text(),
        observation.describe_text(),
        observation.key(),
        hasher.finish(),
        plain(observation.describe()),
        observation.view().draw(game),
        contract::drawing::render(&observation.scene(None), &Default::default()),
        observation.may_act(),
    );
    if observation.may_act() && observation.outcome().is_none() {
        let (limits, control) = (Limits::default(), Control::default());
        let mut bots: [Box<dyn Bot<Jarls>>; 2] =
            [Box::new(RandomBot::new(3)), Box::new(Heuristic::new(3))];
        for bot in &mut bots {
            let decision = bot.decide(&observation, &limits, &control).unwrap();
            out += &format!("{:?}\n", decision.map(|action| game.text(action)));
        }
    }
    for id in 0..game.action_count().unwrap() {
        let Some(action) = game.action_from_id(state.position(), id) else {
            continue;
        };
        // Of moves that are accepted the answer is the next state.
        let near =
            matches!(action, Action::Move(step) if state.position().of(seat.0).has(step.from));
        if near || id % 13 == 0 {
            match state.check(Some(seat), &action) {
                Ok(()) => out += "accepted\n",
                Err(error) => out += &format!("{} {error}\n", error.code()),
            }
        }
    }
    out
}

/// A position that differs from another only in what a seat does not see.
fn differing(game: &Jarls, position: &Position, seat: u8, rng: &mut Rng) -> Position {
    let mut other = *position;
    let dark = game
        .board()
        .within(position.radius)
        .without(game.glimpse(position, seat).seen);
    let pick = |from: super::super::Mask, rng: &mut Rng| {
        let all: Vec<u8> = from.iter().collect();
        (!all.is_empty()).then(|| all[rng.below(all.len() as u32) as usize])
    };
    for _ in 0..=rng.below(6) {
        let free = dark
            .without(other.all() | other.holes | other.shields)
            .without(super::super::Mask::single(game.board().throne()));
        match rng.below(6) {
            0 | 1 => {
                // A piece stands elsewhere.
                if let (Some(from), Some(to)) = (pick(dark & other.all(), rng), pick(free, rng)) {
                    let owner = usize::from(other.owner(from).unwrap());
                    other.pieces[owner].remove(from);
                    other.pieces[owner].insert(to);
                    if other.jarls.has(from) {
                        other.jarls.remove(from);
                        other.jarls.insert(to);
                    }
                }
            }
            2 => {
                // A warrior is not there.
                let warriors = (dark & other.all()).without(other.jarls);
                if let Some(at) = pick(warriors, rng) {
                    let owner = usize::from(other.owner(at).unwrap());
                    other.pieces[owner].remove(at);
                }
            }
            3 => {
                // One more is.
                let player = rng.below(u32::from(game.settings().players)) as u8;
                if let (true, Some(at)) = (player != seat && other.lives(player), pick(free, rng)) {
                    other.pieces[usize::from(player)].insert(at);
                }
            }
            4 => {
                if let Some(at) = pick(dark & other.holes, rng) {
                    other.holes.remove(at);
                }
                if let Some(at) = pick(free, rng) {
                    other.holes.insert(at);
                }
            }
            _ => other.quiet = rng.below(9) as i32 - 1,
        }
    }
    other
}

/// The state with another position and the same past.
fn with(state: &State<Jarls>, position: &Position) -> Option<State<Jarls>> {
    let notation = state.game().notation(position);
    // Not all of them can be positions: somebody might have no move.
    let other = State::parse(state.rules(), &notation, &[]).ok()?;
    Some(state.under(Arc::clone(state.rules()), *other.position()))
}

/// Plays random games and compares what seats get of pairs of positions that they
/// cannot tell apart: how many pairs, how many that differ.
fn compare(games: u64) -> (u32, u32) {
    let sets = [
        json!({ "players": 3 }),
        json!({ "players": 4, "level": "chaotic" }),
        json!({ "players": 6, "radius": 6, "level": "chaotic" }),
        json!({ "players": 4, "radius": 5, "teams": 2, "terrain": "shields" }),
        json!({ "players": 3, "radius": 6, "starvation": true }),
        json!({ "players": 3, "radius": 7, "sudden_death": true, "run_up_support": false }),
    ];
    let (mut compared, mut differ) = (0, 0);
    for game in 0..games {
        let mut state = start(sets[game as usize % sets.len()].clone());
        let mut rng = Rng::derived(&[game, 0x666f67]);
        for ply in 0..160 {
            let moves = state.legal(None);
            if moves.is_empty() {
                break;
            }
            // Attacks are what there is most to tell of.
            let attacks: Vec<_> = moves
                .iter()
                .filter(|a| matches!(a, Action::Move(s) if state.position().all().has(state.game().board().end(*s))))
                .collect();
            let action = match attacks.len() {
                0 => moves[rng.below(moves.len() as u32) as usize],
                n => *attacks[rng.below(n as u32) as usize],
            };
            if ply % 3 == 0 && state.position().phase == Phase::Moving {
                let seat = rng.below(u32::from(state.game().settings().players)) as u8;
                let other = differing(state.game(), state.position(), seat, &mut rng);
                if let Some(other) =
                    with(&state, &other).filter(|o| o.position() != state.position())
                {
                    let seat = Seat(seat);
                    compared += 1;
                    differ += u32::from(everything(&state, seat) != everything(&other, seat));
                    // The same player leaves both, whom the seat may or may not see.
                    let leaver = rng.below(u32::from(state.game().settings().players)) as u8;
                    if let (Some(one), Some(two)) = (left(&state, leaver), left(&other, leaver)) {
                        let same = |s: &State<Jarls>| s.game().glimpse(s.position(), seat.0);
                        let saved = plant_nothing(|| same(&one) == same(&two));
                        if saved && one.outcome() == two.outcome() {
                            compared += 1;
                            differ += u32::from(everything(&one, seat) != everything(&two, seat));
                        }
                    }
                    // The same move in both: as long as the seat sees the same, it
                    // has heard the same.
                    if other.play(&action).is_ok()
                        && other.actor_of(&action) == state.actor_of(&action)
                    {
                        let (one, two) =
                            (state.play_unchecked(&action), other.play_unchecked(&action));
                        let same = |s: &State<Jarls>| s.game().glimpse(s.position(), seat.0);
                        let ends = |s: &State<Jarls>| -> Option<Outcome> { s.outcome() };
                        let saved = plant_nothing(|| same(&one) == same(&two));
                        if saved && ends(&one) == ends(&two) {
                            compared += 1;
                            differ += u32::from(everything(&one, seat) != everything(&two, seat));
                        }
                    }
                }
            }
            if ply == 40 || ply == 60 {
                state = left(&state, rng.below(3) as u8).unwrap_or(state);
                if state.outcome().is_some() {
                    break;
                }
                continue;
            }
            state = state.play_unchecked(&action);
        }
    }
    (compared, differ)
}

/// The state after a player has left; `None` where the game does not go on, or the player is out.
fn left(state: &State<Jarls>, player: u8) -> Option<State<Jarls>> {
    state.leave(Seats::only(Seat(player)), "resigned").ok()?
}

/// Asks the referee a question of the test itself with no leak planted, then restores the leak.
fn plant_nothing<T>(ask: impl FnOnce() -> T) -> T {
    let planted = super::super::fog::leaks::planted();
    plant(None);
    let answer = ask();
    plant(planted);
    answer
}

trait Actor {
    fn actor_of(&self, action: &Action) -> Seat;
}

impl Actor for State<Jarls> {
    fn actor_of(&self, action: &Action) -> Seat {
        self.game().actor(self.position(), action)
    }
}

#[test]
fn what_is_not_seen_makes_no_difference() {
    plant(None);
    let (compared, differ) = compare(if full() { 600 } else { 24 });
    assert!(compared > 300, "{compared} pairs only");
    assert_eq!(differ, 0, "of {compared} pairs");
}

#[test]
fn the_comparison_finds_leaks() {
    for leak in Leak::ALL {
        plant(Some(leak));
        // Pieces are lost far off less often than anything else happens.
        let games = if leak == Leak::Elimination { 240 } else { 24 };
        let (compared, differ) = compare(games);
        plant(None);
        assert!(differ > 0, "{leak:?} is not noticed in {compared} pairs");
    }
}

#[test]
fn who_has_to_give_up_a_warrior_is_nobody_elses_to_know() {
    // p1 and p2 have two warriors each that are equally far from the Throne.
    let starving = |player: u8| {
        let text = format!(
            "5 - J5,0W4,0W3,0 J-5,5W-5,4W-4,5 J0,-5W-1,-4W-2,-3 {player} 30 10 0 10 x{player}"
        );
        state(json!({ "players": 3, "starvation": true }), &text)
    };
    let tell = |state: &State<Jarls>| {
        let seen = state.observe(Seat(0));
        let wrong = state
            .check(Some(Seat(0)), &state.legal(None)[0])
            .unwrap_err();
        (
            seen.text(),
            plain(seen.describe()),
            seen.key(),
            wrong.message().to_owned(),
        )
    };
    let (one, two) = (starving(1), starving(2));
    assert_eq!(one.live().single(), Some(Seat(1)));
    assert_eq!(tell(&one), tell(&two));
    assert!(!one.observe(Seat(0)).may_act());
    assert_eq!(plain(one.observe(Seat(1)).describe())["phase"], "starving");
    let mut choices = candidates(&one, 1);
    choices.sort();
    assert_eq!(choices, ["x-4,5", "x-5,4"]);
    let after = |state: &State<Jarls>| {
        let next = state.play(&state.legal(None)[0]).unwrap();
        let seen = next.observe(Seat(0));
        (seen.text(), plain(seen.describe()), seen.candidates())
    };
    assert_eq!(after(&one), after(&two));
    assert!(one.game().hides_turns());
}

#[test]
fn a_view_is_the_same_whether_moves_are_known_or_not() {
    let mut state = start(json!({ "players": 3 }));
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let moves = state.legal(None);
        if moves.is_empty() {
            break;
        }
        state = state.play_unchecked(&moves[rng.below(moves.len() as u32) as usize]);
    }
    assert!(!state.moves().is_empty());
    let bare: State<Jarls> = state.under(Arc::clone(state.rules()), *state.position());
    assert!(bare.moves().is_empty() && bare == state);
    for seat in (0..3).map(Seat) {
        let (one, other) = (state.observe(seat), bare.observe(seat));
        assert!(one == other);
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
        assert_eq!(
            serde_json::to_value(one.describe()).unwrap(),
            serde_json::to_value(other.describe()).unwrap()
        );
    }
    assert_eq!(format!("{state:?}"), format!("{bare:?}"));
}
