//! In which order moves are tried, generated only as far as they are needed.
//!
//! The move of the transposition table comes first, then what wins material,
//! killers, quiet moves by what is known of them, and what loses material last.

use super::hooks::{HistoryIndex, RankedMove, Searched, Stage};
use super::move_history::{GREATEST, QuietScores, Statistics};
use contract::history::PositionHistory;

/// A move that is to be tried.
#[derive(Clone, Debug)]
pub(super) struct Pick<A> {
    pub(super) action: A,
    pub(super) place: HistoryIndex,
    /// True if the move belongs to the tactical stage.
    pub(super) tactical: bool,
    /// True if the static exchange on the move's target square loses no material; always true for
    /// quiet moves, which are not checked.
    pub(super) sound: bool,
    /// For quiet moves, what is known of them.
    pub(super) known: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickStage {
    Table,
    ListTactical,
    Sound,
    Killers(usize),
    ListQuiet,
    Quiet,
    Unsound,
    ListForcing,
    Forcing,
    End,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All of them.
    All,
    /// Tactical moves that lose nothing.
    Sound,
    /// Those and then forcing ones.
    SoundAndForcing,
}

/// Facts of a node that every call of the picker shares.
pub(super) struct PickContext<'a, G: Searched> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    pub(super) node: &'a G::Node,
    pub(super) side: bool,
    /// The pair slots of the moves before.
    pub(super) before: [Option<u32>; 2],
}

// Written out, or `A: Clone` would be asked of the types.
impl<G: Searched> Clone for PickContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searched> Copy for PickContext<'_, G> {}

impl<'a, G: Searched> PickContext<'a, G> {
    /// Lists the moves of a stage.
    #[inline]
    fn stage(
        self,
        past: &'a dyn PositionHistory,
        stage: Stage,
    ) -> impl FnOnce(&mut Lists<G::Action>) + 'a {
        move |lists| {
            let (plain, ranked) = (&mut lists.plain, &mut lists.ranked);
            self.game
                .ranked_moves(self.position, self.node, past, stage, plain, ranked);
        }
    }

    #[inline]
    fn quiet_scores<'s>(&self, statistics: &'s Statistics) -> QuietScores<'s> {
        statistics.quiet(self.side, self.before)
    }

    #[inline]
    pub(super) fn place(&self, action: &G::Action) -> HistoryIndex {
        self.game.place(self.position, action)
    }
}

/// Room for lists that is used again at every visit of a ply.
pub(super) struct Lists<A> {
    plain: Vec<A>,
    ranked: Vec<RankedMove<A>>,
    /// The scores of `ranked`, apart from them so that the greatest is found fast.
    scores: Vec<i32>,
    unsound: Vec<RankedMove<A>>,
}

impl<A> Default for Lists<A> {
    fn default() -> Self {
        Self {
            plain: Vec::new(),
            ranked: Vec::new(),
            scores: Vec::new(),
            unsound: Vec::new(),
        }
    }
}

impl<A> Lists<A> {
    /// Gives moves their scores, and leaves out those that get none.
    #[inline]
    fn score(&mut self, score: impl Fn(&RankedMove<A>) -> Option<i32>) {
        self.scores.clear();
        for i in 0..self.ranked.len() {
            if let Some(score) = score(&self.ranked[i]) {
                let place = self.scores.len();
                if place != i {
                    self.ranked.swap(place, i);
                }
                self.scores.push(score);
            }
        }
        self.ranked.truncate(self.scores.len());
    }
}

/// Hands out the moves of one node.
pub(super) struct Picker<G: Searched> {
    step: PickStage,
    wanted: Wanted,
    table: Option<G::Action>,
    killers: [u16; 2],
    lists: Lists<G::Action>,
    at: usize,
    skip_quiets: bool,
}

impl<G: Searched> Picker<G> {
    pub(super) fn new(
        table: Option<G::Action>,
        killers: [u16; 2],
        wanted: Wanted,
        mut lists: Lists<G::Action>,
    ) -> Self {
        lists.ranked.clear();
        lists.scores.clear();
        lists.unsound.clear();
        Self {
            step: PickStage::Table,
            wanted,
            table,
            killers,
            lists,
            at: 0,
            skip_quiets: false,
        }
    }

    /// Gives its room back.
    pub(super) fn into_lists(self) -> Lists<G::Action> {
        self.lists
    }

    /// From now on hands out no quiet move.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move to try.
    pub(super) fn next(
        &mut self,
        site: PickContext<'_, G>,
        past: &dyn PositionHistory,
        statistics: &Statistics,
    ) -> Option<Pick<G::Action>> {
        loop {
            let pick = match self.step {
                PickStage::Table => self.of_table(site, statistics),
                PickStage::ListTactical => {
                    self.list(site.stage(past, Stage::Tactical), |ranked| {
                        Some(ranked.promise * 32 + statistics.tactical(site.side, ranked.place) / 8)
                    });
                    self.step = PickStage::Sound;
                    None
                }
                PickStage::Sound => self.sound(site),
                PickStage::Killers(i) => {
                    if !G::CHEAP_DECODE || self.skip_quiets || i == 2 {
                        self.step = PickStage::ListQuiet;
                        None
                    } else {
                        self.step = PickStage::Killers(i + 1);
                        self.killer(i, site, past, statistics)
                    }
                }
                PickStage::ListQuiet => {
                    if !self.skip_quiets {
                        self.list_quiet(site, past, statistics);
                    }
                    self.step = PickStage::Quiet;
                    None
                }
                PickStage::Quiet => self.quiet(site, statistics),
                PickStage::Unsound => self.unsound(),
                PickStage::ListForcing => {
                    self.list_forcing(site, statistics);
                    self.step = PickStage::Forcing;
                    None
                }
                PickStage::Forcing => self.forcing(site),
                PickStage::End => return None,
            };
            if pick.is_some() {
                return pick;
            }
        }
    }

    /// The move of the transposition table.
    #[inline]
    fn of_table(
        &mut self,
        site: PickContext<'_, G>,
        statistics: &Statistics,
    ) -> Option<Pick<G::Action>> {
        self.step = PickStage::ListTactical;
        let action = self.table.clone()?;
        let tactical = site.game.tactical(site.position, &action);
        let place = site.place(&action);
        let known = match tactical {
            true => 0,
            false => site.quiet_scores(statistics).of(place),
        };
        Some(Pick {
            action,
            place,
            tactical,
            sound: true,
            known,
        })
    }

    /// The best tactical move that loses nothing; those that do are kept for the end.
    #[inline]
    fn sound(&mut self, site: PickContext<'_, G>) -> Option<Pick<G::Action>> {
        while let Some(best) = self.take() {
            if site.game.see_at_least(site.position, &best.action, 0) {
                return Some(tactical(best, true));
            }
            if self.wanted == Wanted::All {
                self.lists.unsound.push(best);
            }
        }
        self.step = match self.wanted {
            Wanted::All => PickStage::Killers(0),
            Wanted::Sound => PickStage::End,
            Wanted::SoundAndForcing => PickStage::ListForcing,
        };
        None
    }

    /// Lists the quiet moves by their history and what they promise.
    #[inline]
    fn list_quiet(
        &mut self,
        site: PickContext<'_, G>,
        past: &dyn PositionHistory,
        statistics: &Statistics,
    ) {
        let killers = self.killers;
        let known = site.quiet_scores(statistics);
        self.list(site.stage(past, Stage::Quiet), |ranked| {
            let score = known.of(ranked.place) + ranked.promise;
            match killers.contains(&site.game.tt_move(&ranked.action)) {
                false => Some(score),
                // They were handed out before.
                true if G::CHEAP_DECODE => None,
                true => Some(score + 4 * GREATEST),
            }
        });
    }

    /// The best quiet move.
    #[inline]
    fn quiet(
        &mut self,
        site: PickContext<'_, G>,
        statistics: &Statistics,
    ) -> Option<Pick<G::Action>> {
        let best = match self.skip_quiets {
            true => None,
            false => self.take(),
        };
        let Some(best) = best else {
            self.step = PickStage::Unsound;
            self.at = 0;
            return None;
        };
        Some(Pick {
            known: site.quiet_scores(statistics).of(best.place),
            action: best.action,
            place: best.place,
            tactical: false,
            sound: true,
        })
    }

    /// The best of the tactical moves that lose something.
    #[inline]
    fn unsound(&mut self) -> Option<Pick<G::Action>> {
        let Some(next) = self.lists.unsound.get(self.at).cloned() else {
            self.step = PickStage::End;
            return None;
        };
        self.at += 1;
        Some(tactical(next, false))
    }

    /// Lists the quiet moves that force.
    #[inline]
    fn list_forcing(&mut self, site: PickContext<'_, G>, statistics: &Statistics) {
        let known = site.quiet_scores(statistics);
        let fill = |lists: &mut Lists<G::Action>| {
            let PickContext { game, position, .. } = site;
            game.forcing_moves(position, site.node, &mut lists.plain);
            let actions = lists.plain.drain(..);
            let ranked = actions.map(|action| game.ranked(position, site.node, action));
            lists.ranked.extend(ranked);
        };
        self.list(fill, |ranked| Some(ranked.promise + known.of(ranked.place)));
    }

    /// The best quiet move that forces and loses nothing.
    #[inline]
    fn forcing(&mut self, site: PickContext<'_, G>) -> Option<Pick<G::Action>> {
        while let Some(best) = self.take() {
            if site.game.see_at_least(site.position, &best.action, 0) {
                return Some(Pick {
                    known: 0,
                    action: best.action,
                    place: best.place,
                    tactical: false,
                    sound: true,
                });
            }
        }
        self.step = PickStage::End;
        None
    }

    fn killer(
        &mut self,
        i: usize,
        site: PickContext<'_, G>,
        past: &dyn PositionHistory,
        statistics: &Statistics,
    ) -> Option<Pick<G::Action>> {
        let code = self.killers[i];
        if code == 0 || i == 1 && code == self.killers[0] {
            return None;
        }
        let known = self.table.as_ref().map(|t| site.game.tt_move(t));
        let action = site
            .game
            .decode(site.position, site.node, past, code)
            .filter(|a| known != Some(code) && !site.game.tactical(site.position, a));
        let Some(action) = action else {
            // Not to be left out of the list of quiet moves, where it is not anyway.
            self.killers[i] = 0;
            return None;
        };
        let place = site.place(&action);
        Some(Pick {
            known: site.quiet_scores(statistics).of(place),
            action,
            place,
            tactical: false,
            sound: true,
        })
    }

    /// Lists the moves that `fill` has, those that get a score, without the one of the table.
    #[inline]
    fn list(
        &mut self,
        fill: impl FnOnce(&mut Lists<G::Action>),
        score: impl Fn(&RankedMove<G::Action>) -> Option<i32>,
    ) {
        let (table, lists) = (self.table.as_ref(), &mut self.lists);
        self.at = 0;
        lists.ranked.clear();
        fill(lists);
        lists.score(|ranked| match table == Some(&ranked.action) {
            true => None,
            false => score(ranked),
        });
    }

    /// The best of those that are left; the first of equals, so that the order is
    /// the same everywhere.
    #[inline]
    fn take(&mut self) -> Option<RankedMove<G::Action>> {
        let scores = self.lists.scores.get_mut(self.at..)?;
        let best = first_greatest(scores)?;
        scores.swap(0, best);
        let ranked = self.lists.ranked.get_mut(self.at..)?;
        ranked.swap(0, best);
        self.at += 1;
        ranked.first().cloned()
    }
}

/// The index of the first of the greatest numbers. Two passes, for the first is vectorised.
#[inline]
fn first_greatest(scores: &[i32]) -> Option<usize> {
    let greatest = scores.iter().copied().fold(i32::MIN, i32::max);
    scores.iter().position(|score| *score == greatest)
}

fn tactical<A>(ranked: RankedMove<A>, sound: bool) -> Pick<A> {
    Pick {
        action: ranked.action,
        place: ranked.place,
        tactical: true,
        sound,
        known: 0,
    }
}
