//! Team play: what boards need, and what partners tell each other and make of it.

use std::time::{Duration, Instant};

use super::{FROZEN, START, both, seat};
use crate::engine::{Advice, MATES};
use crate::team::{self, Claims, Danger, Finding, Message, Needs, Params, Pieces, Reason};
use crate::team::{QuestionNodes, Talk, Urgency};
use chess::Piece;
use contract::ErrorKind;
use contract::bot::{Clock, Limits, Score};
use contract::jobs::Control;

/// White mates with a knight; Black sees to that if it is to move.
const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
/// Black mates with a knight, whatever White does first.
const WAITS: &str = "6k1/8/8/8/8/PP6/PP1P4/KRB5[] w - - 0 1";
/// A pawn for the knight.
const TAKES: &str = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";

fn set(pieces: &[Piece]) -> Pieces {
    pieces.iter().copied().collect()
}

const fn need(piece: Piece, urgency: Urgency) -> Message {
    Message::Need { piece, urgency }
}

fn found(needs: Needs) -> Vec<Message> {
    Talk::default().found(Finding::Needs(needs))
}

#[test]
fn a_board_needs_what_mates_or_saves_it() {
    let control = Control::default();
    let needs = |a, name| {
        team::needs(
            &both(a, START),
            seat(name),
            120,
            QuestionNodes::beside(100_000),
            &control,
        )
        .unwrap()
    };
    let mates = needs(SMOTHERED, "A.white");
    assert_eq!(mates.pieces, [(Piece::Knight, Urgency::High)]);
    assert!(!mates.lost);
    // Whatever can be put between saves Black.
    let saves = needs(FROZEN, "A.black");
    assert!(saves.lost);
    let pieces: Pieces = saves.pieces.iter().map(|(piece, _)| *piece).collect();
    assert!(pieces.contains(Piece::Rook) && pieces.contains(Piece::Knight));
    // No pawn stands on the last rank.
    assert!(!pieces.contains(Piece::Pawn));
    assert!(
        saves
            .pieces
            .iter()
            .all(|(_, urgency)| *urgency == Urgency::High)
    );
    // First that one is mated, then what helps.
    let said = found(saves);
    assert_eq!(
        said[0],
        Message::Threat {
            danger: Danger::Critical,
            pieces: Pieces::NONE
        }
    );
    assert!(said[1..].contains(&need(Piece::Rook, Urgency::High)));
    let cancelled = Control::default();
    cancelled.cancel();
    let error = team::needs(
        &both(START, START),
        seat("A.white"),
        120,
        QuestionNodes::beside(0),
        &cancelled,
    );
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Cancelled);
}

#[test]
fn claims_hold_where_the_board_shows_it() {
    let claims = Claims {
        wants: set(&[Piece::Knight, Piece::Pawn]),
        fears: set(&[Piece::Queen]),
    };
    let held = |b| {
        let state = both(START, b);
        team::verified(
            &state,
            seat("A.white"),
            claims,
            QuestionNodes::beside(100_000),
            &Control::default(),
        )
        .unwrap()
    };
    let here = held(WAITS);
    assert_eq!(
        (here.mates, here.saves),
        (set(&[Piece::Knight]), Pieces::NONE)
    );
    let there = held(START);
    assert_eq!(there, team::VerifiedClaims::default());
    // With a queen White mates there, once Black has moved.
    assert_eq!(
        held("k7/8/1K6/8/8/8/8/8[] b - - 0 1").fears,
        set(&[Piece::Queen])
    );

    let params = Params::default();
    let advice = Advice::default()
        .wanting(Piece::Knight, MATES)
        .wanting(Piece::Pawn, MATES)
        .fearing(Piece::Queen, MATES);
    let corrected = team::corrected(advice, &params, claims, here);
    assert_eq!(corrected.wants, [1_000, MATES, 0, 0, 0]);
    assert_eq!(corrected.fears, [0; 5]);
}

#[test]
fn a_partner_reaches_what_it_could_take_now() {
    let reach = |b: &str| {
        let state = both(SMOTHERED, b);
        team::capturable(state.game(), state.position(), seat("A.white"))
    };
    assert_eq!(reach(START), Pieces::NONE);
    assert_eq!(reach(TAKES), set(&[Piece::Knight]));
    // Also where its opponent is to move, and may leave it there; not out of a check.
    assert_eq!(reach(&TAKES.replace(" b ", " w ")), set(&[Piece::Knight]));
    assert_eq!(reach("4k3/8/8/3p4/4N3/8/8/r3K3[] w - - 0 1"), Pieces::NONE);
}

#[test]
fn a_seat_waits_for_what_decides_and_can_be_taken() {
    let state = both(SMOTHERED, TAKES);
    let mut talk = Talk::default();
    assert!(!talk.waits(&state, seat("A.white")));
    talk.found(Finding::Decides(set(&[Piece::Knight])));
    assert!(talk.waits(&state, seat("A.white")));
    assert!(!talk.waits(&both(SMOTHERED, START), seat("A.white")));
    talk.begin();
    assert!(!talk.waits(&state, seat("A.white")));
    let clock = Some(Clock {
        remaining: Duration::from_secs(100),
        ..Clock::default()
    });
    // A twentieth of the clock, of which half is made.
    let params = Params::default();
    assert_eq!(Talk::patience(&params, clock), Duration::from_millis(2_500));
    assert_eq!(Talk::patience(&params, None), Duration::ZERO);
}

#[test]
fn what_the_partner_says_becomes_advice() {
    let now = Instant::now();
    let params = Params {
        heed: 100,
        ..Params::default()
    };
    let mut talk = Talk::default();
    let change = talk.hear(need(Piece::Knight, Urgency::High), now);
    assert!(change.renews && !change.releases);
    // What was known already is no news.
    assert!(!talk.hear(need(Piece::Knight, Urgency::High), now).renews);
    assert!(!talk.hear(need(Piece::Rook, Urgency::Low), now).renews);
    let advice = talk.advice(&params);
    assert_eq!(advice.wants, [0, MATES, 0, 60, 0]);
    let pieces = set(&[Piece::Queen]);
    let danger = Danger::High;
    assert!(talk.hear(Message::Threat { danger, pieces }, now).renews);
    talk.hear(Message::Material(-400), now);
    let advice = talk.advice(&params);
    assert_eq!(advice.fears, [0, 0, 0, 0, MATES]);
    assert_eq!((advice.other_board, advice.contempt), (10, -100));
    // Who is being mated wants to be saved, which is less than to mate.
    let danger = Danger::Critical;
    talk.hear(Message::Threat { danger, pieces }, now);
    assert_eq!(talk.advice(&params).wants[1], 1_500);
    // Half is made of it, or nothing; a mate stays one.
    let half = talk.advice(&Params::default());
    assert_eq!(
        (half.wants[1], half.wants[3], half.contempt),
        (1_500, 30, -48)
    );
    let deaf = Params { heed: 0, ..params };
    assert_eq!(talk.advice(&deaf), Advice::default());
    // What was claimed later is believed, what was claimed before may be over.
    let later = now + Duration::from_secs(1);
    assert_eq!(talk.doubtful(&params, now), Claims::default());
    assert_eq!(talk.doubtful(&params, later).wants, set(&[Piece::Knight]));
    assert_eq!(talk.doubtful(&deaf, later), Claims::default());
    for _ in 0..3 {
        talk.moved();
    }
    assert_eq!(talk.advice(&params), Advice::default());
}

#[test]
fn a_seat_sits_for_its_partner_and_hurries_for_it() {
    let now = Instant::now();
    let params = Params::default();
    let clock = |seconds| Clock {
        remaining: Duration::from_secs(seconds),
        ..Clock::default()
    };
    let limits = |clocks: [u64; 4]| Limits {
        clock: Some(clock(clocks[0])),
        clocks: clocks.map(clock).to_vec(),
        ..Limits::default()
    };
    let mut talk = Talk::default();
    let white = seat("A.white");
    let stall = |talk: &Talk, clocks| talk.stall(&params, white, &limits(clocks));
    assert_eq!(stall(&talk, [60; 4]), Duration::ZERO);
    talk.hear(Message::Stall(3), now);
    // Its rival is B.white: it is sat out where it has less time.
    assert_eq!(stall(&talk, [60, 60, 20, 60]), Duration::from_secs(20));
    // An eighth of the clock, over three moves.
    assert_eq!(stall(&talk, [60, 60, 60, 60]), Duration::from_millis(2_500));
    assert!(talk.hear(Message::Stall(0), now).releases);
    assert_eq!(stall(&talk, [60, 60, 20, 60]), Duration::ZERO);

    let hurried = |talk: &Talk| {
        let mut limits = limits([60; 4]);
        talk.hurry(&params, &mut limits);
        limits.clock.unwrap().remaining.as_secs()
    };
    assert_eq!(hurried(&talk), 60);
    assert!(talk.hear(Message::PlayFast(None), now).releases);
    assert_eq!(hurried(&talk), 30);
    talk.hear(Message::PlayFast(Some(Reason::Time)), now);
    assert_eq!(hurried(&talk), 15);
}

#[test]
fn a_partner_is_told_what_has_changed() {
    let params = Params::default();
    let mut talk = Talk::default();
    let threat = |danger, pieces: &[Piece]| Message::Threat {
        danger,
        pieces: set(pieces),
    };
    assert_eq!(talk.decided(&params, 100), []);
    assert_eq!(
        talk.decided(&params, -300),
        [threat(Danger::Medium, &[]), Message::Material(-300)]
    );
    assert_eq!(talk.decided(&params, -310), []);
    let mated = team::centipawns(Some(Score::Mate(-4))).unwrap();
    assert_eq!(
        talk.decided(&params, mated),
        [
            threat(Danger::Critical, &[]),
            Message::Material(-5_000),
            Message::PlayFast(Some(Reason::Pressure)),
        ]
    );
    let said = talk.decided(&params, 2_000);
    assert_eq!(said.last(), Some(&Message::Stall(50)));
    // As long as that is so, and then not any more.
    assert_eq!(talk.decided(&params, 2_000), [Message::Stall(50)]);
    assert_eq!(talk.decided(&params, 1_900), [Message::Stall(50)]);
    let said = talk.decided(&params, 1_400);
    assert_eq!(said.last(), Some(&Message::Stall(0)));

    let quick = |pieces: &[Piece], whole| Finding::Threatens {
        pieces: set(pieces),
        whole,
    };
    let queen = [threat(Danger::Low, &[Piece::Queen])];
    assert_eq!(talk.found(quick(&[Piece::Queen], false)), queen);
    // Said again once, for what was heard expires; a longer look takes the rest back.
    assert_eq!(talk.found(quick(&[], false)), queen);
    assert_eq!(talk.found(quick(&[], true)), [threat(Danger::Low, &[])]);
    assert_eq!(talk.found(quick(&[], true)), []);

    let wants = |pieces: &[Piece], whole| Finding::Wants {
        pieces: set(pieces),
        whole,
    };
    let high = [need(Piece::Rook, Urgency::High)];
    assert_eq!(talk.found(wants(&[Piece::Rook], false)), high);
    assert_eq!(talk.found(wants(&[], false)), []);
    assert_eq!(
        talk.found(wants(&[], true)),
        [need(Piece::Rook, Urgency::Low)]
    );
}

#[test]
fn outlooks_tell_the_quick_look_first() {
    let control = Control::default();
    let mut told = Vec::new();
    let state = both("k7/8/1K6/8/8/8/8/8[] w - - 0 1", START);
    team::after_a_move(&state, seat("A.black"), 1_000, &control, |finding| {
        told.push(finding);
    })
    .unwrap();
    let queen = |finding: &Finding, long| {
        matches!(finding, Finding::Threatens { pieces, whole }
            if *whole == long && pieces.contains(Piece::Queen))
    };
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(queen(&told[0], false) && queen(&told[2], true), "{told:?}");

    let mut told = Vec::new();
    let state = both(SMOTHERED, START);
    let (white, nodes) = (seat("A.white"), 100_000);
    team::before_a_move(&state, white, 120, nodes, 1_000, &control, |finding| {
        told.push(finding);
    })
    .unwrap();
    let knight = Finding::Needs(Needs {
        pieces: vec![(Piece::Knight, Urgency::High)],
        lost: false,
    });
    assert_eq!(told[0], knight);
    assert_eq!(told[2], Finding::Decides(set(&[Piece::Knight])));
    assert_eq!(told.len(), 4, "{told:?}");
    // Of what is over nothing is found out.
    let mated = both(super::MATED, START);
    team::after_a_move(&mated, seat("A.white"), 1_000, &control, |finding| {
        panic!("{finding:?}");
    })
    .unwrap();
}
