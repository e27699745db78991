//! Belief of a seat about the pieces that it does not see: all arrangements that its log allows as
//! long as they are few, a weighted sample of them beyond that.
//!
//! A belief is made from a [`SeatView`] and from nothing else. It puts made-up
//! positions before the referee and compares the answers with the log; it must
//! never see a state or a history. It follows a log part by part, and is made anew
//! from the whole log where the one that it is shown does not go on from there.

mod budget;
mod guess;
mod packed;
mod particles;
mod plausible;
mod replies;
mod segments;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use budget::Budget;
pub(crate) use packed::{Frame, Packed};
pub(crate) use particles::ParticleSet;

use self::guess::Count;
use self::segments::LogSegment;
use self::step::Sizes;
use super::Blind;
use super::event::LogEntry;
use super::seat::SeatView;
use contract::bot::BeliefCounters;
use contract::error::Result;
use contract::game::Game;
use contract::rng::Rng;

/// Largest number of sets kept as checkpoints.
const CHECKPOINTS: usize = 10;
/// Largest size of such a set.
const CHECKPOINT: usize = 4_096;
/// Largest number of them that are replayed when no arrangement is left.
const REPLAYS: usize = 3;
/// So many parts of a log are followed in any case.
const TURN: usize = 4;
/// So many are made up when that does not help.
const GUESSES: usize = 2_000;
/// Sets the draws of what is not the ordinary course of things apart.
const SALT: u64 = 0x5eed;

/// Earlier set to which a belief can go back.
#[derive(Clone, Debug)]
struct Checkpoint {
    view: SeatView,
    cloud: ParticleSet,
}

/// Belief of a seat.
pub(crate) struct Belief {
    sizes: Sizes,
    seed: u64,
    /// View and set reached so far; none before the first decision.
    followed: Option<Followed>,
}

struct Followed {
    view: SeatView,
    cloud: ParticleSet,
    exact: bool,
    /// True if the log begins with the start of a game.
    start: bool,
    checkpoints: Vec<Checkpoint>,
    counters: BeliefCounters,
}

impl std::fmt::Debug for Belief {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Belief({:?})", self.counters())
    }
}

impl Belief {
    /// A belief that keeps up to `exact` arrangements if they are all there are, and
    /// `drawn` of more.
    pub(crate) fn new(exact: usize, drawn: usize, seed: u64) -> Self {
        Self {
            sizes: Sizes { exact, drawn },
            seed,
            followed: None,
        }
    }

    /// Returns the size, exactness and history of the belief.
    pub(crate) fn counters(&self) -> BeliefCounters {
        self.followed
            .as_ref()
            .map_or_else(BeliefCounters::default, |f| BeliefCounters {
                size: f.cloud.len(),
                exact: f.exact,
                ..f.counters
            })
    }

    /// The arrangements, and what they share.
    pub(crate) fn all(&self) -> Option<(Frame, &ParticleSet)> {
        let followed = self.followed.as_ref()?;
        Some((Frame::of(&followed.view), &followed.cloud))
    }

    /// Believes in some positions of a moment, whatever was before.
    #[cfg(test)]
    pub(crate) fn suppose(&mut self, view: &SeatView, all: &[super::Position]) {
        let mut cloud = particles::ParticleBuilder::new(all.len());
        for position in all {
            cloud.add(Packed::of(position, !view.own_pieces().color, 0), 1);
        }
        self.followed = Some(Followed {
            view: view.clone(),
            cloud: cloud.cloud(),
            exact: true,
            start: false,
            checkpoints: Vec::new(),
            counters: BeliefCounters::default(),
        });
    }

    /// Returns true if a board is among those believed in, counters of moves apart.
    #[cfg(test)]
    pub(crate) fn holds(&self, position: &super::Position) -> bool {
        self.followed.as_ref().is_some_and(|followed| {
            let theirs = !followed.view.own_pieces().color;
            let packed = Packed::of(position, theirs, 0);
            followed.cloud.all().iter().any(|one| one.is(&packed))
        })
    }

    /// Follows a log to its end, as far as its share of the effort allows. Returns whether
    /// it got there.
    ///
    /// # Errors
    ///
    /// `internal` if the game cannot begin.
    pub(crate) fn follow(
        &mut self,
        game: &Blind,
        view: &SeatView,
        effort: &mut Budget<'_>,
    ) -> Result<bool> {
        let known = self
            .followed
            .take()
            .filter(|followed| view.continues(&followed.view));
        let begun_anew = known.is_none();
        let mut followed = match known {
            Some(followed) => followed,
            None => self.begin(game, view, effort)?,
        };
        let arrived = self.advance(game, view, &mut followed, effort);
        // A log that begins alike may still be of another game.
        if arrived && !begun_anew && !same(&followed.view, view) {
            followed = self.begin(game, view, effort)?;
            let arrived = self.advance(game, view, &mut followed, effort);
            self.followed = Some(followed);
            return Ok(arrived);
        }
        self.followed = Some(followed);
        Ok(arrived)
    }

    /// The belief at the beginning of a log.
    fn begin(&self, game: &Blind, view: &SeatView, effort: &mut Budget<'_>) -> Result<Followed> {
        let color = view.own_pieces().color;
        let start = game.start()?;
        let brief = game.brief(&start, color);
        let folded = SeatView::fold(game.rules, brief.clone(), view.log(), view.outcome());
        if folded == *view {
            let first = SeatView::fold(game.rules, brief, [], None);
            return Ok(Followed {
                view: first,
                cloud: ParticleSet::certain(Packed::of(&start, !color, 0)),
                exact: true,
                start: true,
                checkpoints: Vec::new(),
                counters: BeliefCounters::default(),
            });
        }
        // What there was before is not known: whatever fits what is known now.
        let mut rng = Rng::derived(&[self.seed, view.log().len() as u64, SALT]);
        let count = Count::of(view, false);
        let cloud = guess::guessed(game, view, None, count, GUESSES, effort, &mut rng);
        Ok(Followed {
            view: view.clone(),
            cloud,
            exact: false,
            start: false,
            checkpoints: Vec::new(),
            counters: BeliefCounters::default(),
        })
    }

    fn advance(
        &self,
        game: &Blind,
        view: &SeatView,
        followed: &mut Followed,
        effort: &mut Budget<'_>,
    ) -> bool {
        let log = view.log();
        let mut parts = 0;
        loop {
            let from = followed.view.log().len();
            let Some((part, to)) = segments::next(log, from, view.own_pieces().color) else {
                return followed.view.log().len() == log.len();
            };
            // A turn is followed even where there is hardly any time.
            if parts >= TURN && effort.is_over() || effort.is_late() {
                return false;
            }
            parts += 1;
            // What is far behind must not take the time of what is to come.
            let parts_left = 1 + (log.len() - to) / 3;
            let sizes = Sizes {
                exact: self.sizes.exact,
                drawn: (self.sizes.drawn / parts_left).max(self.sizes.drawn.min(1_000)),
            };
            self.step(game, &part, &log[from..to], sizes, followed, effort);
        }
    }

    /// Takes one part of the log.
    fn step(
        &self,
        game: &Blind,
        part: &LogSegment,
        entries: &[LogEntry],
        sizes: Sizes,
        followed: &mut Followed,
        effort: &mut Budget<'_>,
    ) {
        let before = if followed.exact {
            None
        } else {
            Some((Frame::of(&followed.view), followed.cloud.clone()))
        };
        let cloud = std::mem::take(&mut followed.cloud);
        let mut rng = self.rng(&followed.view, 0);
        let (cloud, whole) = stepped(game, &followed.view, cloud, part, sizes, effort, &mut rng);
        for entry in entries {
            followed.view.advance(entry);
        }
        followed.exact &= whole;
        followed.cloud = cloud;
        if followed.cloud.is_empty() {
            followed.exact = false;
            followed.counters.depletions += 1;
            self.recover(game, before, sizes, followed, effort);
        }
        if matches!(part, LogSegment::Theirs(..)) {
            followed.remember(self.seed);
        }
    }

    /// The draws of a part of the log that begins after what a view has.
    fn rng(&self, view: &SeatView, salt: u64) -> Rng {
        Rng::derived(&[self.seed, view.log().len() as u64, salt])
    }

    /// Finds something to believe in again: from an earlier set followed once more,
    /// else from what was believed last with some pieces moved, else from nothing.
    fn recover(
        &self,
        game: &Blind,
        before: Option<(Frame, ParticleSet)>,
        sizes: Sizes,
        followed: &mut Followed,
        effort: &mut Budget<'_>,
    ) {
        let log = followed.view.log();
        let color = followed.view.own_pieces().color;
        let back = followed.checkpoints.iter().rev().skip(1).step_by(2);
        for (number, checkpoint) in back.take(REPLAYS).enumerate() {
            let salt = SALT + number as u64;
            let mut view = checkpoint.view.clone();
            let mut cloud = checkpoint.cloud.clone();
            while !cloud.is_empty() && !effort.is_over() {
                let from = view.log().len();
                let Some((part, to)) = segments::next(log, from, color) else {
                    break;
                };
                let mut rng = self.rng(&view, salt);
                (cloud, _) = stepped(game, &view, cloud, &part, sizes, effort, &mut rng);
                for entry in &log[from..to] {
                    view.advance(entry);
                }
            }
            if !cloud.is_empty() && view.log().len() == log.len() {
                followed.cloud = cloud;
                followed.counters.replays += 1;
                return;
            }
        }
        let mut rng = Rng::derived(&[self.seed, log.len() as u64, SALT, 1]);
        let count = Count::of(&followed.view, followed.start);
        let before = before.as_ref().map(|(frame, cloud)| (frame, cloud.all()));
        followed.cloud = guess::guessed(
            game,
            &followed.view,
            before,
            count,
            GUESSES.min(sizes.drawn),
            effort,
            &mut rng,
        );
        followed.counters.rejuvenations += 1;
    }
}

/// A set after one part of the log, and whether nothing was left out of it.
fn stepped(
    game: &Blind,
    view: &SeatView,
    cloud: ParticleSet,
    part: &LogSegment,
    sizes: Sizes,
    effort: &mut Budget<'_>,
    rng: &mut Rng,
) -> (ParticleSet, bool) {
    match part {
        LogSegment::Own {
            attempt,
            heard,
            last,
        } => step::own_attempt(game, view, cloud, *attempt, heard, *last, effort, rng),
        LogSegment::Theirs(before, after) => {
            step::their_turn(game, view, cloud, before, after, sizes, effort, rng)
        }
    }
}

/// Returns true if two views of one seat with the same log agree in its own pieces and its turn;
/// the end of the game is not compared.
fn same(followed: &SeatView, view: &SeatView) -> bool {
    followed.own_pieces() == view.own_pieces() && followed.turn() == view.turn()
}

impl Followed {
    /// Remembers where it is, and forgets what is too far back.
    fn remember(&mut self, seed: u64) {
        if self.cloud.is_empty() {
            return;
        }
        let mut rng = Rng::derived(&[seed, self.view.log().len() as u64, SALT, 2]);
        self.checkpoints.push(Checkpoint {
            view: self.view.clone(),
            cloud: self.cloud.clone().resampled(CHECKPOINT, &mut rng),
        });
        if self.checkpoints.len() > CHECKPOINTS {
            self.checkpoints.remove(0);
        }
    }
}
