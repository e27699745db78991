//! Tests of the bot: that it plays every rule set, keeps to its limits, repeats
//! itself, and knows how to win what is won.

use super::*;
use crate::seat_of;
use crate::tests::{HIDDEN, at, attempt, full, go, seen, start};
use chess::{FenOptions, Piece, Setup, Square};
use contract::error::ErrorKind;
use contract::state::State;
use contract::value::Dict;
use search::bots::{RandomBot, make};

pub(super) fn recon(seed: u64, options: &[(&str, i64)]) -> Recon {
    let mut given = Dict::new();
    for (name, value) in options {
        given.insert((*name).into(), (*value).into());
    }
    let options = Options::read("bot recon", OPTIONS, &given).unwrap();
    Recon::new(&options, seed).unwrap()
}

pub(super) fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::default()
    }
}

pub(super) fn turn(state: &State<Blind>) -> Color {
    state.position().board().turn()
}

pub(super) fn decide(
    bot: &mut dyn Bot<Blind>,
    state: &State<Blind>,
    limits: &Limits,
) -> Decision<Attempt> {
    let observation = state.observe(seat_of(turn(state)));
    let control = Control::default();
    bot.decide(&observation, limits, &control).unwrap()
}

/// Plays a game against chance; plies, attempts that were refused, and the end.
fn played(
    state: &State<Blind>,
    bot: &mut Recon,
    color: Color,
    limits: &Limits,
    most: usize,
) -> (usize, usize, State<Blind>) {
    let mut state = state.clone();
    let mut random = RandomBot::new(most as u64);
    let (mut plies, mut refused) = (0, 0);
    while state.outcome().is_none() && plies < most {
        let mover = turn(&state);
        let decision = if mover == color {
            decide(bot, &state, limits)
        } else {
            decide(&mut random, &state, limits)
        };
        let before = state.position().turn.tried.contains(&decision.action);
        let next = state.play(&decision.action).unwrap();
        if turn(&next) == mover {
            refused += usize::from(mover == color);
            assert!(mover != color || !before, "{} again", decision.action);
        } else {
            plies += 1;
        }
        state = next;
    }
    (plies, refused, state)
}

#[test]
fn it_plays_every_rule_set() {
    for rules in HIDDEN.into_iter().chain(["vanilla"]) {
        for color in Color::ALL {
            let mut bot = recon(1, &[("particles", 300), ("exact", 1_000)]);
            let plies = if full() { 200 } else { 16 };
            let (plies, refused, state) =
                played(&start(rules), &mut bot, color, &nodes(20_000), plies);
            assert!(plies > 3, "{rules}: {}", state.notation());
            assert!(refused < 20 * plies, "{rules}: {refused} in {plies}");
            assert_eq!(bot.counters().size > 0, rules != "vanilla", "{rules}");
        }
    }
}

#[test]
fn a_limit_of_nodes_makes_it_repeat_itself() {
    let line = |seed| {
        let mut bot = recon(seed, &[("particles", 500), ("exact", 2_000)]);
        let (_, _, state) = played(&start("wild16"), &mut bot, Color::White, &nodes(4_000), 14);
        state.notation()
    };
    assert_eq!(line(3), line(3));
}

#[test]
fn made_anew_in_the_middle_it_goes_on() {
    let mut bot = recon(4, &[("particles", 500)]);
    let (_, _, state) = played(&start("wild16"), &mut bot, Color::White, &nodes(4_000), 20);
    // Another one takes the seat, and has only the log to go by.
    let mut other = recon(5, &[("particles", 500)]);
    let decision = decide(&mut other, &state, &nodes(40_000));
    assert!(other.counters().size > 0);
    assert!(state.play(&decision.action).is_ok());
    bot.new_game();
    let first = decide(&mut bot, &start("wild16"), &nodes(2_000));
    assert_eq!(bot.counters().size, 1);
    assert!(first.messages[0].starts_with("belief size=1 exact=yes depletions=0"));
}

#[test]
fn whatever_happens_it_has_a_move() {
    let state = start("wild16");
    let mut bot = recon(1, &[]);
    let none = Limits {
        movetime: Some(Duration::ZERO),
        ..Limits::default()
    };
    let decision = decide(&mut bot, &state, &none);
    assert!(state.play(&decision.action).is_ok());
    let observation = state.observe(seat_of(Color::White));
    let concluded = Control::default();
    concluded.finish_early();
    assert!(
        bot.decide(&observation, &nodes(1 << 40), &concluded)
            .is_ok()
    );
    let cancelled = Control::default();
    cancelled.cancel();
    let error = bot
        .decide(&observation, &nodes(100), &cancelled)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    // Of the moves that it may choose from it chooses one.
    let limits = Limits {
        moves: Some(vec!["a2a3".into(), "h2h4".into()]),
        ..nodes(500)
    };
    let chosen = decide(&mut bot, &state, &limits).action.to_string();
    assert!(["a2a3", "h2h4"].contains(&chosen.as_str()), "{chosen}");
}

#[test]
fn its_options_are_checked() {
    for (name, value) in [("particles", 5), ("exact", 0), ("depth", 3)] {
        let mut given = Dict::new();
        given.insert(name.into(), value.into());
        let error = make::<Blind>("recon", &given, 1).err().unwrap();
        assert_eq!(error.code(), "invalid_option", "{name}");
    }
}

#[test]
fn it_takes_what_it_knows_to_hang_and_mates_where_it_sees_it() {
    let mate = at("vanilla", "6k1/5ppp/8/8/8/7q/4K3/R7 w - - 0 1");
    let chosen = |state: &State<Blind>, most| {
        decide(&mut recon(2, &[]), state, &nodes(most))
            .action
            .to_string()
    };
    assert_eq!(chosen(&mate, 20_000), "a1a8");
    let hanging = at("vanilla", "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1");
    assert_eq!(chosen(&hanging, 20_000), "d1d5");
    // What has just taken something is known to stand there.
    for (moves, taking) in [
        ("e2e4 d7d5 e4d5 d8d5 b1c3 d5a2", "a1a2"),
        ("e2e4 b8c6 d2d4 c6d4", "d1d4"),
    ] {
        let taken = crate::tests::go(&start("wild16"), moves);
        assert_eq!(chosen(&taken, 60_000), taking);
    }
}

/// Returns the bot's attempt where a rook stands on any of some squares, and the king of the other
/// side on any of four; the bot, and the state with the first of each.
fn before_pawns(rules: &str, squares: &[&str], ask: i64) -> (Recon, State<Blind>, Attempt) {
    let square = |text: &str| -> Square { text.parse().unwrap() };
    let states: Vec<State<Blind>> = squares
        .iter()
        .flat_map(|rook| ["g8", "h8", "g7", "h7"].map(|king| (*rook, king)))
        .map(|(rook, king)| {
            let mut setup = Setup::default();
            let men = [
                ("g1", Color::White, Piece::King),
                (king, Color::Black, Piece::King),
            ];
            let pawns = ["a3", "c3", "e3", "a5", "c5", "e5"];
            let pawns = pawns.map(|at| (at, Color::White, Piece::Pawn));
            for (at, color, piece) in men.into_iter().chain(pawns) {
                setup.men[square(at).index()] = Some((color, piece));
            }
            setup.men[square(rook).index()] = Some((Color::Black, Piece::Rook));
            let board = setup.board(&FenOptions::CHESS).unwrap();
            at(rules, &board.fen())
        })
        .collect();
    let state = states[0].clone();
    let positions: Vec<Position> = states.iter().map(|s| s.position().clone()).collect();
    let mut bot = recon(1, &[("ask", ask)]);
    bot.belief.suppose(&seen(&state, Color::White), &positions);
    let action = decide(&mut bot, &state, &nodes(150_000)).action;
    (bot, state, action)
}

#[test]
fn it_asks_where_many_pawns_might_take_something_and_follows_the_answer() {
    const MANY: [&str; 12] = [
        "b4", "d4", "f4", "b6", "d6", "f6", "a8", "b8", "c8", "d8", "e8", "f8",
    ];
    let (mut bot, state, asked) = before_pawns("berkeley_any", &MANY, ASK);
    assert_eq!(asked, Attempt::AskAny);
    assert_eq!(bot.counters().size, 48);
    let state = state.play(&asked).unwrap();
    let taken = decide(&mut bot, &state, &nodes(150_000)).action.to_string();
    assert_eq!(bot.counters().size, 24, "what the answer rules out is gone");
    let tries = [
        "a3b4", "c3b4", "c3d4", "e3d4", "e3f4", "a5b6", "c5b6", "c5d6", "e5d6", "e5f6",
    ];
    assert!(tries.contains(&taken.as_str()), "{taken}");
    let (.., silent) = before_pawns("berkeley_any", &MANY, 10_000);
    assert_ne!(silent, Attempt::AskAny, "it was told not to");
    // Something can be taken wherever the rook stands, or nothing.
    for rules in ["berkeley_any", "english"] {
        for known in [&MANY[..6], &MANY[6..]] {
            let (.., action) = before_pawns(rules, known, ASK);
            assert_ne!(action, Attempt::AskAny, "{rules}: {known:?}");
        }
    }
    // Elsewhere there is no such question.
    let (.., action) = before_pawns("berkeley", &MANY, 0);
    assert!(action.moves(), "{action}");
}

#[test]
fn in_reconnaissance_it_looks_and_then_moves() {
    let state = start("rbc");
    let mut bot = recon(1, &[]);
    let look = decide(&mut bot, &state, &nodes(3_000)).action;
    assert!(matches!(look, Attempt::Sense(_)), "{look}");
    let state = state.play(&look).unwrap();
    let mv = decide(&mut bot, &state, &nodes(3_000)).action;
    assert!(mv.moves(), "{mv}");
}

#[test]
fn a_look_is_worth_what_the_move_after_it_gains() {
    let state = go(
        &start("rbc"),
        "sense:a1 e2e4 pass b8c6 sense:a1 d2d4 pass c6b4",
    );
    // A knight attacks the king or is at home; a pawn went one square or two.
    let worlds: Vec<Hypothesis> = [
        "rnbqkbnr/pppppp1p/6p1/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "rnbqkbnr/pppppp1p/8/6p1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "r1bqkbnr/pppppp1p/6p1/8/3PP3/3n4/PPP2PPP/RNBQKBNR w KQkq - 0 3",
        "r1bqkbnr/pppppp1p/8/6p1/3PP3/3n4/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    ]
    .map(|fen| (at("rbc", fen).position().clone(), 1))
    .into();
    let view = seen(&state, Color::White);
    let looks: Vec<_> = ["sense:g6", "sense:g5", "sense:d3", "sense:b7"]
        .map(attempt)
        .into();
    let control = Control::default();
    let mut effort = Budget::begin(&nodes(100_000), DEFAULT_TIME, &control);
    let game = state.game();
    let chosen = look(game, &worlds, &looks, &view, Color::White, &mut effort);
    let best = chosen.ranked[0].attempt.to_string();
    assert!(best == "sense:d3" || best == "sense:b7", "{best}");
    assert!(chosen.ranked[0].value > 0);
}

#[test]
fn half_of_a_sample_are_threats_to_the_king_and_weigh_their_share() {
    let mut bot = recon(3, &[]);
    let state = go(
        &start("rbc"),
        "sense:a1 e2e4 pass b8c6 sense:a1 d2d4 pass c6b4 sense:a1 g1f3 pass b4d3",
    );
    let observation = state.observe(seat_of(Color::White));
    bot.follow(&observation, &nodes(400_000), &Control::default())
        .unwrap();
    let view = seen(&state, Color::White);
    let mut rng = Rng::derived(&[1]);
    let threatened = |worlds: &[Hypothesis]| -> (usize, f64) {
        let all: u64 = worlds.iter().map(|world| world.1).sum();
        let those = worlds.iter().filter(|(position, _)| {
            let board = position.board();
            board.is_attacked(board.king(Color::White), Color::Black)
        });
        let weights: Vec<u64> = those.map(|world| world.1).collect();
        (
            weights.len(),
            weights.iter().sum::<u64>() as f64 / all as f64,
        )
    };
    let (few, share) = threatened(&bot.worlds(view.turn(), 4096, None, &mut rng));
    let drawn = bot.worlds(view.turn(), 192, Some(Color::White), &mut rng);
    let (many, same) = threatened(&drawn);
    assert!(few > 0 && share < 0.2, "{few}, {share}");
    assert!(many * 3 > drawn.len(), "{many} of {}", drawn.len());
    assert!((share - same).abs() < 0.05, "{share} and {same}");
}

#[test]
fn a_draw_is_accepted_only_where_it_stands_worse() {
    let bad = at("vanilla", "q3k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let good = at("vanilla", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    for (state, accepts) in [(bad, true), (good, false), (start("blind"), false)] {
        let observation = state.observe(seat_of(Color::White));
        let answer = recon(1, &[]).accepts_draw(&observation, &Control::default());
        assert_eq!(answer.unwrap(), accepts, "{}", state.notation());
    }
}

/// The bot names no state but where nothing is hidden.
#[test]
fn the_bot_looks_at_a_state_only_where_all_is_open() {
    let source = include_str!("mod.rs");
    assert_eq!(source.matches("view.full()").count(), 2);
    for source in [
        include_str!("asking.rs"),
        include_str!("lone_king.rs"),
        include_str!("endgame.rs"),
        include_str!("sensing.rs"),
        include_str!("shallow.rs"),
        include_str!("ranking.rs"),
    ] {
        assert!(!source.contains("full()") && !source.contains("state::"));
    }
}
