//! From one set of arrangements to the next: each is put before the referee with
//! what was attempted, and kept if the answer is what the seat has heard. What the
//! rules are is the business of `referee/`; here only what cannot possibly lead to what
//! was heard is left out early, so that fewer moves need an answer.

use super::budget::{Budget, MIN_PARTICLES};
use super::packed::{Frame, Packed};
use super::particles::{ParticleBuilder, ParticleSet};
use super::replies::{Replies, Reply, ReplyClues, tells_of_move};
use crate::attempt::Attempt;
use crate::event::Event;
use crate::position::Position;
use crate::rules::{Audience, Play};
use crate::seat::{SeatView, Turn};
use crate::{Blind, PieceInfo};
use chess::{Color, Square};
use contract::history::EmptyHistory;
use contract::rng::Rng;

/// Number of arrangements that are tried in full to estimate how many moves fit.
const PILOTS: usize = 48;
/// Weights within a step are multiplied by this.
const FINE: u32 = 20;

/// Largest sizes of sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Up to so many all of them are kept.
    pub(super) exact: usize,
    /// Beyond that so many are drawn.
    pub(super) drawn: usize,
}

/// The position after an attempt of the seat's own, if the answer is what it has
/// heard; the same position where nothing was moved.
fn answered(
    game: &Blind,
    position: &Position,
    attempt: Attempt,
    heard: &[Event],
) -> Option<Position> {
    let mut expected = heard.iter().filter(tells_of_move);
    let mut same = true;
    let mut compare = |audience, event: Event| {
        if audience != Audience::Opponent && tells_of_move(&&event) {
            same &= expected.next() == Some(&event);
        }
    };
    let whole = !attempt.moves() || game.rules.play == Play::Reconnaissance;
    let next = if whole {
        let answer = game.adjudicate(position, attempt);
        for (audience, event) in answer.events {
            compare(audience, event);
        }
        answer.next
    } else {
        match (game.judged(position, attempt), heard.first()) {
            (Err((refusal, _)), Some(Event::Rejected(said))) => {
                return (refusal == *said).then(|| position.clone());
            }
            (Ok(mv), Some(Event::Moved(_))) => game.made(position, mv, &mut compare),
            _ => return None,
        }
    };
    let same = same && expected.next().is_none();
    let goes_on = || {
        let moved = next.board.turn() != position.board.turn();
        next.won.is_none() && (!moved || game.outcome_of(&next, &EmptyHistory).is_none())
    };
    (same && goes_on()).then_some(next)
}

/// After an attempt of the seat's own: `view` is as it was when it was made.
/// `last` if nothing was heard after it; else enough of the effort is left for what was.
/// Returns the set, and whether nothing was left out for want of time.
#[allow(clippy::too_many_arguments)]
pub(super) fn own_attempt(
    game: &Blind,
    view: &SeatView,
    cloud: ParticleSet,
    attempt: Attempt,
    heard: &[Event],
    last: bool,
    effort: &mut Budget<'_>,
    rng: &mut Rng,
) -> (ParticleSet, bool) {
    let frame = Frame::of(view);
    let theirs = !view.own_pieces().color;
    let moved = heard.iter().any(|e| matches!(e, Event::Moved(_)));
    let (turn, fresh): (&Turn, Turn) = (view.turn(), Turn::default());
    let turn = if *turn == fresh { &fresh } else { turn };
    let before = cloud.len();
    let most = effort.until_share() / if last { 1 } else { 2 };
    let most = most.min(usize::MAX as u64) as usize;
    let mut cloud = cloud.resampled(most.max(MIN_PARTICLES), rng);
    let thinned = cloud.len() < before;
    let mut whole = true;
    if !moved {
        let (mut kept, mut done) = (0, 0);
        cloud.retain(|packed| {
            if !whole || effort.is_enough(kept, done) || !effort.take(1) {
                whole = false;
                return false;
            }
            done += 1;
            let fits = answered(game, &frame.unpack_in(packed, turn), attempt, heard).is_some();
            kept += usize::from(fits);
            fits
        });
        return (cloud, whole && !thinned);
    }
    let mut next = ParticleBuilder::new(cloud.len());
    for (done, packed) in cloud.all().iter().enumerate() {
        if effort.is_enough(next.len(), done) || !effort.take(1) {
            whole = false;
            break;
        }
        if let Some(after) = answered(game, &frame.unpack_in(packed, turn), attempt, heard) {
            next.add(Packed::of(&after, theirs, 0), u64::from(packed.weight));
        }
    }
    (next.cloud(), whole && !thinned)
}

/// After a turn of the other side: `view` is as it was before it. Returns the set,
/// and whether it holds all that follows from the one before.
#[allow(clippy::too_many_arguments)]
pub(super) fn their_turn(
    game: &Blind,
    view: &SeatView,
    mut cloud: ParticleSet,
    before: &[Event],
    after: &[Event],
    sizes: Sizes,
    effort: &mut Budget<'_>,
    rng: &mut Rng,
) -> (ParticleSet, bool) {
    let frame = Frame::of(view);
    let theirs = !view.own_pieces().color;
    let answer = before.iter().find_map(|event| match event {
        Event::AnyAnswer(any) => Some(*any),
        _ => None,
    });
    let mut whole = true;
    if let Some(any) = answer {
        cloud.retain(|packed| {
            whole &= !effort.is_late() && effort.take(1);
            whole && game.pawn_captures(&frame.unpack(packed).board).is_empty() != any
        });
    }
    let heard = ReplyClues::new(game, before, after, last_taken(view));
    let mut replies = Replies::default();
    let pilot = pilot(&heard, &frame, &cloud, &mut replies, effort);
    let foreseen = |of_pilots: u64| of_pilots * cloud.len() as u64 / pilot.number;
    // Something must be left for draws where this is not finished.
    let bearable = effort.until_share() * 5 / 6;
    if foreseen(pilot.kept) <= sizes.exact as u64 && foreseen(pilot.tried) <= bearable {
        let all = enumerate(&heard, &frame, &cloud, theirs, sizes, &mut replies, effort);
        if let Some(all) = all {
            return (all, whole);
        }
    }
    let drawn = draw(
        &heard,
        &frame,
        &cloud,
        theirs,
        sizes,
        &pilot,
        &mut replies,
        effort,
        rng,
    );
    (drawn, false)
}

/// Totals over the arrangements tried in full: their number, the answers that they need, and the
/// moves that fit.
struct Pilot {
    number: u64,
    tried: u64,
    kept: u64,
}

fn pilot(
    heard: &ReplyClues<'_>,
    frame: &Frame,
    cloud: &ParticleSet,
    replies: &mut Replies,
    effort: &mut Budget<'_>,
) -> Pilot {
    let pilots = cloud.len().min(PILOTS);
    let mut pilot = Pilot {
        number: 0,
        tried: 0,
        kept: 0,
    };
    for number in 0..pilots {
        let position = frame.unpack(&cloud.all()[number * cloud.len() / pilots]);
        heard.replies(&position, replies);
        // Listing the moves counts as well.
        let tried = replies.list.len() as u64 + 1;
        if !effort.take(tried) {
            break;
        }
        let fits = |(mv, _): &&(Reply, u32)| heard.after(&position, *mv).is_some();
        pilot.kept += replies.list.iter().filter(fits).count() as u64;
        pilot.tried += tried;
        pilot.number += 1;
        if number > 3 && effort.tracking_exhausted() || effort.is_late() {
            break;
        }
    }
    pilot.number = pilot.number.max(1);
    pilot
}

/// All that follows; none if it becomes too much.
fn enumerate(
    heard: &ReplyClues<'_>,
    frame: &Frame,
    cloud: &ParticleSet,
    theirs: Color,
    sizes: Sizes,
    replies: &mut Replies,
    effort: &mut Budget<'_>,
) -> Option<ParticleSet> {
    let mut next = ParticleBuilder::new(cloud.len() * 2);
    for packed in cloud.all() {
        if next.len() > sizes.exact || effort.tracking_exhausted() {
            return None;
        }
        let position = frame.unpack(packed);
        heard.replies(&position, replies);
        if !effort.take(replies.list.len() as u64 + 1) {
            return None;
        }
        for (mv, likely) in &replies.list {
            if let Some(after) = heard.after(&position, *mv) {
                let weight = (u64::from(packed.weight) << FINE) * u64::from(*likely) / replies.all;
                next.add(Packed::of(&after, theirs, 0), weight);
            }
        }
    }
    (next.len() <= sizes.exact).then(|| next.cloud())
}

/// As many as are wanted, drawn by weight and likelihood.
#[allow(clippy::too_many_arguments)]
fn draw(
    heard: &ReplyClues<'_>,
    frame: &Frame,
    cloud: &ParticleSet,
    theirs: Color,
    sizes: Sizes,
    pilot: &Pilot,
    replies: &mut Replies,
    effort: &mut Budget<'_>,
    rng: &mut Rng,
) -> ParticleSet {
    // Of what is tried only a share fits; one in 512, if none of the pilots did.
    let kept = (pilot.kept * 512).max(pilot.tried).max(1);
    let wanted = sizes.drawn as u64 * 6 / 5 * pilot.tried.max(1) * 512 / kept;
    // Unpacking a position costs as much as a test: what is drawn must be finished, or
    // what comes last in the set is left out every time.
    let tests = wanted
        .min(effort.until_share() / 2)
        .max(8 * MIN_PARTICLES as u64);
    let draws = (sizes.drawn as u64).min(tests);
    let each = (tests / draws).max(1);
    let mut next = ParticleBuilder::new(sizes.drawn);
    for (done, (packed, times)) in cloud.draw(draws as usize, rng).into_iter().enumerate() {
        if effort.is_enough(next.len(), done) {
            break;
        }
        let position = frame.unpack(&packed);
        heard.replies(&position, replies);
        if !effort.take(1) {
            break;
        }
        let count = replies.list.len() as u64;
        let tests = u64::from(times) * each;
        let weight = u64::from(times) << FINE;
        let mut consider = |mv: Reply, weight: u64| {
            if !effort.take(1) {
                return;
            }
            if let Some(after) = heard.after(&position, mv) {
                next.add(Packed::of(&after, theirs, 0), weight.max(1));
            }
        };
        if tests >= count {
            for (mv, likely) in &replies.list {
                consider(*mv, weight * u64::from(*likely) / replies.all);
            }
            continue;
        }
        // Evenly spread marks over the likelihoods of what may have been heard.
        let offset = (u64::from(rng.next_u32()) * replies.fitting) >> 32;
        let share = weight * replies.fitting / replies.all;
        let (mut sum, mut marked) = (0, 0);
        for (mv, likely) in &replies.list {
            sum += u64::from(*likely);
            let marks = (sum * tests + replies.fitting - offset - 1) / replies.fitting;
            if marks > marked {
                consider(*mv, share * (marks - marked) / tests);
                marked = marks;
            }
        }
    }
    next.cloud().resampled(sizes.drawn, rng)
}

/// Returns the square of the seat's capture, if its last move was one.
fn last_taken(view: &SeatView) -> Option<Square> {
    let own = view.own_pieces().color;
    for entry in view.log().iter().rev() {
        match entry {
            super::LogEntry::Heard(Event::Capture { square, .. }) => return Some(*square),
            super::LogEntry::Heard(Event::Moved(color)) if *color == own => return None,
            _ => {}
        }
    }
    None
}

/// Counts the pieces that the seat has captured, as announced: pawns, others, and of unknown kind.
pub(super) fn lost(view: &SeatView) -> [u32; 3] {
    let mut lost = [0; 3];
    let mut mine = false;
    for entry in view.log() {
        match entry {
            super::LogEntry::Heard(Event::Moved(color)) => mine = *color == view.own_pieces().color,
            super::LogEntry::Heard(Event::Capture { victim, .. }) if mine => {
                lost[match victim {
                    PieceInfo::Pawn => 0,
                    PieceInfo::Hidden => 2,
                    _ => 1,
                }] += 1;
            }
            _ => {}
        }
    }
    lost
}
