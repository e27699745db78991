//! The bot `heuristic`: one ply ahead, by the sums of the rules page and by what a
//! move leaves open (`exposure.rs`). `docs/jarls.md` has both as tables.

use std::time::Duration;

use super::Jarls;
use super::events::{Cause, Deaf, Happening};
use super::fog::JarlsView;
use super::mask::Mask;
use super::moves::Action;
use super::position::{Phase, Position};
use super::reasons::Reason;
use super::words::player;
use contract::bot::{Alternative, Bot, Decision, Limits, Score, Watch};
use contract::error::{Error, Result};
use contract::game::View;
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::{Observation, State};
use contract::value::Dict;
use contract::words::count;
use search::Timer;

/// Values of things.
const THRONE: i32 = 1000;
const PUSH: i32 = 10;
const ELIMINATION: i32 = 50;
const JARL: i32 = 100;
const CLOSER: i32 = 5;
const ON_EDGE: i32 = -30;
const BESIDE_HOLE: i32 = -15;
const FRIEND: i32 = 2;
const MOMENTUM: i32 = 3;

/// Time that the host needs for itself on a running clock.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Moves at most so much worse than the best are taken for as good.
const NEAR: i32 = 1;

impl Jarls {
    /// Scores a move for the bot: its gain, and the threats that it leaves open.
    fn worth_of(&self, position: &Position, living: u8, action: Action) -> i32 {
        let (sum, next) = self.promise_of(position, action);
        sum + self.openness(position, &next, living)
    }

    /// Returns a move in words, with what counts for and against it, the most telling first.
    fn reasons_for(&self, position: &Position, living: u8, action: Action) -> String {
        let mut parts: Vec<(Reason, i32)> = Vec::new();
        let mut note = |reason, eval: i32| {
            if eval != 0 {
                parts.push((reason, eval));
            }
        };
        let next = self.promise(position, action, &mut note);
        self.threats(position, &next, living, &mut note);
        parts.sort_by_key(|(_, eval)| std::cmp::Reverse(eval.abs()));
        let mut out = self.action_in_words(position, action);
        for (i, (reason, eval)) in parts.iter().enumerate() {
            out.push_str(if i == 0 { ": " } else { ", " });
            out.push_str(&format!("{} ({eval:+})", reason.words()));
        }
        out
    }

    /// Scores the gain of a move, one ply ahead, and returns the position after it. One's own
    /// pieces that it loses count against it; warriors that leave with their Jarl are part of its
    /// value.
    pub(super) fn promise_of(&self, position: &Position, action: Action) -> (i32, Position) {
        let mut sum = 0;
        let next = self.promise(position, action, &mut |_, eval| sum += eval);
        (sum, next)
    }

    /// Tells all that [`promise_of`](Self::promise_of) adds up, and returns the position after
    /// the move.
    fn promise(
        &self,
        position: &Position,
        action: Action,
        note: &mut impl FnMut(Reason, i32),
    ) -> Position {
        let mut events: Vec<Happening> = Vec::new();
        let next = self.made(position, action, &mut events);
        let Action::Move(step) = action else {
            return next;
        };
        let board = self.board;
        let friends = self.sides(position, position.mover).friends;
        if step.length == 2 {
            note(Reason::Momentum, MOMENTUM);
        }
        for event in &events {
            match event {
                Happening::Move {
                    piece, from, to, ..
                } => {
                    let around = friends.without(Mask::single(*from)) & board.beside(*to);
                    note(Reason::Friends, FRIEND * around.len() as i32);
                    if piece.jarl {
                        let far = |at: u8| i32::from(board.distance(at));
                        note(Reason::Closer, CLOSER * (far(*from) - far(*to)));
                        if board.distance(*to) == position.radius {
                            note(Reason::OnEdge, ON_EDGE);
                        }
                        if !(board.beside(*to) & position.holes).is_empty() {
                            note(Reason::BesideHole, BESIDE_HOLE);
                        }
                    }
                }
                Happening::Push { at, .. } => {
                    let edge = i32::from(position.radius) - i32::from(board.distance(*at));
                    note(Reason::Push, PUSH + (3 - edge) * 2);
                }
                Happening::Eliminated {
                    piece,
                    cause: Cause::Edge | Cause::Hole,
                    ..
                } => {
                    let eval = ELIMINATION + if piece.jarl { JARL } else { 0 };
                    let side = |player| self.settings.side(player);
                    let ours = side(piece.player) == side(position.mover);
                    let reason = match (ours, piece.jarl) {
                        (true, _) => Reason::OwnLoss,
                        (false, true) => Reason::Jarl,
                        (false, false) => Reason::Warrior,
                    };
                    note(reason, if ours { -eval } else { eval });
                }
                // What comes after the turn is not the doing of the move.
                Happening::TurnEnded { .. } => break,
                _ => {}
            }
        }
        if next.phase == Phase::Throne {
            note(Reason::Throne, THRONE);
        }
        next
    }
}

/// Plays one of the moves that are best one ply ahead, drawn by the seed and what
/// its seat knows. Where limits end it before it has looked at all moves, it chooses
/// among those that it has seen.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    seed: u64,
}

impl Heuristic {
    /// A bot whose draws derive from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Bot<Jarls> for Heuristic {
    fn decide(
        &mut self,
        observation: &Observation<Jarls>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        control.check()?;
        let game = observation.rules().game();
        let (position, living) = match observation.view() {
            JarlsView::Full(view) => match view.full() {
                Some(state) => (*state.position(), game.living(state.position())),
                None => return Err(Error::internal("a view without fog shows everything")),
            },
            JarlsView::Hidden(view) => (game.known_by(&view.remembered()), view.now.living),
        };
        let timer = Timer::start(limits, OVERHEAD, control);
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut moves = Vec::new();
        let choices = observation.choices(limits)?;
        for action in &choices {
            let over = match moves.is_empty() {
                true => timer.is_late(),
                false => timer.is_over(),
            };
            if over || moves.len() as u64 >= most {
                break;
            }
            moves.push((game.worth_of(&position, living, *action), *action));
        }
        if control.is_cancelled() {
            return Err(Error::cancelled("cancelled by the caller"));
        }
        let Some(best) = moves.iter().map(|(eval, _)| *eval).max() else {
            // There was no time to look at anything.
            return Ok(Decision::plain(choices[0]));
        };
        let nodes = moves.len() as u64;
        let mut rng = Rng::derived(&[self.seed, observation.key()]);
        let near: Vec<usize> = (0..moves.len())
            .filter(|i| moves[*i].0 >= best - NEAR)
            .collect();
        let chosen = near[rng.below(near.len() as u32) as usize];
        let (eval, action) = moves.swap_remove(chosen);
        moves.sort_by_key(|(eval, _)| std::cmp::Reverse(*eval));
        let points = |eval: i32| Some(Score::Points(eval));
        let mut reasoning = game.reasons_for(&position, living, action);
        if let Some((eval, next)) = moves.first() {
            let next = game.action_in_words(&position, *next);
            let looked = count(nodes, "move");
            reasoning.push_str(&format!("; of {looked} the next: {next} ({eval:+})"));
        }
        Ok(Decision {
            messages: vec![reasoning],
            score: points(eval),
            depth: 1,
            nodes,
            alternatives: moves
                .iter()
                .map(|(eval, action)| Alternative {
                    action: *action,
                    score: points(*eval),
                })
                .collect(),
            ..Decision::plain(action)
        })
    }

    fn is_quick(&self, _: &Limits) -> bool {
        true
    }

    /// Under fog, where nobody's score is known, it accepts none.
    fn accepts_draw(
        &mut self,
        observation: &Observation<Jarls>,
        control: &Control,
    ) -> Result<bool> {
        match observation.view().full() {
            Some(state) => search::bots::accepts_by_score(state, observation.seat(), control),
            None => Ok(false),
        }
    }
}

/// The bot `search`; under fog, where nothing can be looked ahead with certainty,
/// it plays as `heuristic` does and says so.
pub(super) struct Foreseeing {
    search: Box<dyn Bot<Jarls>>,
    heuristic: Heuristic,
}

impl Foreseeing {
    pub(super) fn new(options: &Dict, seed: u64) -> Result<Self> {
        Ok(Self {
            search: search::bots::make_searching("search", options, seed)?,
            heuristic: Heuristic::new(seed),
        })
    }

    fn near(
        &mut self,
        observation: &Observation<Jarls>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        let mut decision = self.heuristic.decide(observation, limits, control)?;
        let text = "under fog nothing is searched: this is the move of heuristic";
        decision.messages.push(text.into());
        Ok(decision)
    }
}

/// The plies of a line that are told in words.
const TOLD: usize = 4;

/// Returns the move of a search in words, with its score and what is expected to follow.
fn foreseen(state: &State<Jarls>, decision: &Decision<Action>) -> String {
    let game = state.game();
    let mut position = *state.position();
    let mut line = Vec::new();
    for action in decision.pv.iter().take(TOLD) {
        let next = game.made(&position, *action, &mut Deaf);
        let mover = player(position.mover);
        let told = game.told_in_full(&position, *action);
        line.push(if line.is_empty() {
            told
        } else {
            format!("{mover}: {told}")
        });
        position = next;
    }
    let mut out = line.join("; then ");
    let (depth, nodes) = (count(decision.depth.into(), "ply"), decision.nodes);
    match &decision.score {
        Some(Score::Points(points)) => out.push_str(&format!(": worth {points:+} points")),
        Some(Score::Mate(plies)) => {
            let end = if *plies > 0 { "wins" } else { "loses" };
            let plies = count(plies.unsigned_abs().into(), "ply");
            out.push_str(&format!(": {end} in {plies}"));
        }
        _ => {}
    }
    out.push_str(&format!(", looking {depth} ahead at {nodes} positions"));
    out
}

impl Bot<Jarls> for Foreseeing {
    fn decide(
        &mut self,
        observation: &Observation<Jarls>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        match observation.view().full() {
            Some(state) => {
                let mut decision = self.search.decide(observation, limits, control)?;
                decision.messages.push(foreseen(state, &decision));
                Ok(decision)
            }
            None => self.near(observation, limits, control),
        }
    }

    fn analyse(
        &mut self,
        observation: &Observation<Jarls>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, Action>,
    ) -> Result<Decision<Action>> {
        match observation.view().full() {
            Some(_) => self.search.analyse(observation, limits, control, watch),
            None => self.heuristic.analyse(observation, limits, control, watch),
        }
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Jarls>,
        control: &Control,
    ) -> Result<bool> {
        match observation.view().full() {
            Some(_) => self.search.accepts_draw(observation, control),
            None => Ok(false),
        }
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        self.search.is_quick(limits)
    }
}
