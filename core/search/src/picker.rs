//! In which order moves are tried, generated only as far as they are needed.
//!
//! The move of the transposition table comes first, then what wins material,
//! killers, quiet moves by what is known of them, and what loses material last.

use super::hooks::{Searched, Stage};
use super::move_history::{GREATEST, HistoryIndex, Statistics};
use contract::history::PositionHistory;

/// A move with what its order is decided by.
#[derive(Clone, Debug)]
pub(super) struct Scored<A> {
    pub(super) action: A,
    pub(super) score: i32,
    pub(super) place: HistoryIndex,
}

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
    pub(super) before: [Option<usize>; 2],
}

// Written out, or `A: Clone` would be asked of the types.
impl<G: Searched> Clone for PickContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searched> Copy for PickContext<'_, G> {}

impl<G: Searched> PickContext<'_, G> {
    #[inline]
    pub(super) fn place(&self, action: &G::Action) -> HistoryIndex {
        HistoryIndex {
            slot: self.game.slot(self.position, action),
            pair: if G::PAIRS > 0 {
                self.game.pair(self.position, action)
            } else {
                0
            },
        }
    }
}

/// Room for lists that is used again at every visit of a ply.
pub(super) struct Lists<A> {
    pub(super) plain: Vec<A>,
    pub(super) scored: Vec<Scored<A>>,
    pub(super) unsound: Vec<Scored<A>>,
}

impl<A> Default for Lists<A> {
    fn default() -> Self {
        Self {
            plain: Vec::new(),
            scored: Vec::new(),
            unsound: Vec::new(),
        }
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
        lists.scored.clear();
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
                    self.list(site, past, Stage::Tactical, |game, action, place| {
                        game.order_score(site.position, site.node, action) * 32
                            + statistics.tactical(site.side, place) / 8
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
            false => statistics.quiet(site.side, place, site.before),
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
        self.list(site, past, Stage::Quiet, |game, action, place| {
            let known = statistics.quiet(site.side, place, site.before);
            let promise = game.order_score(site.position, site.node, action);
            if !G::CHEAP_DECODE && killers.contains(&game.tt_move(action)) {
                known + promise + 4 * GREATEST
            } else {
                known + promise
            }
        });
        if G::CHEAP_DECODE {
            // They were handed out before.
            let game = site.game;
            self.lists
                .scored
                .retain(|m| !killers.contains(&game.tt_move(&m.action)));
        }
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
            known: statistics.quiet(site.side, best.place, site.before),
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
        self.lists.plain.clear();
        site.game
            .forcing_moves(site.position, site.node, &mut self.lists.plain);
        self.score(site, |game, action, place| {
            game.order_score(site.position, site.node, action)
                + statistics.quiet(site.side, place, site.before)
        });
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
            known: statistics.quiet(site.side, place, site.before),
            action,
            place,
            tactical: false,
            sound: true,
        })
    }

    fn list(
        &mut self,
        site: PickContext<'_, G>,
        past: &dyn PositionHistory,
        stage: Stage,
        value: impl Fn(&G, &G::Action, HistoryIndex) -> i32,
    ) {
        self.lists.plain.clear();
        site.game
            .moves(site.position, site.node, past, stage, &mut self.lists.plain);
        self.score(site, value);
    }

    fn score(
        &mut self,
        site: PickContext<'_, G>,
        value: impl Fn(&G, &G::Action, HistoryIndex) -> i32,
    ) {
        self.lists.scored.clear();
        self.at = 0;
        for action in self.lists.plain.drain(..) {
            if self.table.as_ref() == Some(&action) {
                continue;
            }
            let place = site.place(&action);
            self.lists.scored.push(Scored {
                score: value(site.game, &action, place),
                place,
                action,
            });
        }
    }

    /// The best of those that are left; the first of equals, so that the order is
    /// the same everywhere.
    #[inline]
    fn take(&mut self) -> Option<Scored<G::Action>> {
        let left = self.lists.scored.get_mut(self.at..)?;
        let mut best = 0;
        for (i, candidate) in left.iter().enumerate() {
            if candidate.score > left[best].score {
                best = i;
            }
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.at += 1;
        Some(left[0].clone())
    }
}

fn tactical<A>(scored: Scored<A>, sound: bool) -> Pick<A> {
    Pick {
        action: scored.action,
        place: scored.place,
        tactical: true,
        sound,
        known: 0,
    }
}
