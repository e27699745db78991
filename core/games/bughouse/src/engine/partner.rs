//! A bot that talks with its partner: it makes use of what that one says, and says what its own
//! searches have shown. Between them stands a [`Talk`], as between the boards of UBI.

use std::time::{Duration, Instant};

use super::advice::Advice;
use super::bots::full_state;
use crate::team::{self, Finding, Message, Params, QuestionNodes, Talk, after_a_move, understood};
use crate::{Action, Bughouse, place_of};
use contract::bot::{Bot, Decision, Heard, LEAST_TIME_TO_TALK, Limits, Said, Watch};
use contract::error::{ErrorKind, Result};
use contract::game::Seat;
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options};
use contract::state::{Observation, State};
use contract::value::Dict;

/// The option of a bot that talks.
pub(super) const MESSAGES: OptionSpec = OptionSpec {
    name: "messages",
    kind: OptionKind::Choice {
        default: "consider",
        values: &["ignore", "consider", "full"],
    },
    doc: "how much is made of what the partner says: nothing, and it says nothing itself, half or \
          all; whoever plays both seats of a team hears all of itself",
};

/// So many times the time of a move counts as a clock.
const MOVES: u32 = 20;

/// A bot whose search takes advice.
pub(super) trait Advised: Bot<Bughouse> {
    /// Takes in what its partner has said.
    fn advise(&mut self, advice: Advice) -> Result<()>;
}

/// A bot and its side of the talk with the partner.
pub(super) struct PartnerBot<I> {
    bot: I,
    params: Params,
    /// True if it plays both seats of a team.
    dual: bool,
    /// True if it searches what its board needs and fears.
    asks: bool,
    talk: Talk,
    /// Its last words on each matter.
    said: Vec<Message>,
    /// Positions that the last decision took.
    nodes: u64,
    /// The position after its last decision, and its seat.
    last: Option<(State<Bughouse>, Seat)>,
}

/// Returns the parameters of team play by the word for how much is made of messages.
fn params(word: &str, dual: bool) -> Params {
    Params {
        heed: match word {
            "ignore" => 0,
            _ if dual => 100,
            "consider" => 50,
            _ => 100,
        },
        ..Params::default()
    }
}

impl<I: Advised> PartnerBot<I> {
    pub(super) fn new(bot: I, messages: &str, dual: bool, asks: bool) -> Self {
        Self {
            bot,
            params: params(messages, dual),
            dual,
            asks,
            talk: Talk::default(),
            said: Vec::new(),
            nodes: 0,
            last: None,
        }
    }

    /// Decides with what was heard, where it talks to anybody.
    fn confer(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
        decide: impl FnOnce(&mut I, &Limits) -> Result<Decision<Action>>,
    ) -> Result<Decision<Action>> {
        self.last = None;
        let talks = limits.heard.as_ref().filter(|_| self.talks());
        let Some(heard) = talks else {
            self.bot.advise(Advice::default())?;
            return decide(&mut self.bot, limits);
        };
        let (state, seat) = (full_state(observation)?, observation.seat());
        let asked = control.now();
        self.listen(state, seat, heard, asked);
        self.talk.begin();
        let mut limits = limits.clone();
        self.talk.hurry(&self.params, &mut limits);
        let mut says = Vec::new();
        let spent = self.prepare(state, seat, &limits, asked, control, &mut says)?;
        pass(
            &mut limits,
            seat,
            control.now().saturating_duration_since(asked),
        );
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        let mut decision = decide(&mut self.bot, &limits)?;
        decision.nodes += spent;
        self.nodes = decision.nodes;
        if let Some(value) = team::centipawns(decision.score) {
            for message in self.talk.decided(&self.params, value) {
                self.say(message, control, &mut says);
            }
            if !team::is_won(value) {
                decision.hold = decision.hold.max(self.patience(state, seat, &limits));
            }
        }
        decision.says = says;
        self.last = Some((state.play(&decision.action)?, seat));
        Ok(decision)
    }

    /// Takes note of all that the partner has said and that may still count.
    fn listen(&mut self, state: &State<Bughouse>, seat: Seat, heard: &[Heard], asked: Instant) {
        self.talk.forget_heard();
        let now = state.history().len();
        // Verified are claims from before the last move: the boards have changed since.
        let before = asked.checked_sub(Duration::from_nanos(1)).unwrap_or(asked);
        let (own, first) = (place_of(seat).0, state.known_from());
        let moves = state.moves();
        for heard in heard {
            let ply = heard
                .ply
                .map_or(now, |ply| usize::try_from(ply).unwrap_or(now));
            let since = moves.iter().skip(ply.saturating_sub(first));
            // It moves on its board in turns with its opponent, who was last.
            let made = since.filter(|action| action.board == own).count() / 2;
            let at = if ply < now { before } else { asked };
            for message in understood(&heard.text) {
                self.talk
                    .hear_late(message, at, u32::try_from(made).unwrap_or(u32::MAX));
            }
        }
    }

    /// Finds out what the board needs and what of the partner's claims holds, and has the search
    /// take the advice. Returns the positions that it took.
    fn prepare(
        &mut self,
        state: &State<Bughouse>,
        seat: Seat,
        limits: &Limits,
        asked: Instant,
        control: &Control,
        says: &mut Vec<Said>,
    ) -> Result<u64> {
        let nodes = match limits.nodes {
            _ if !self.asks || control.is_concluded() => None,
            Some(nodes) => QuestionNodes::within(nodes),
            None => Some(QuestionNodes::beside(self.nodes)),
        };
        let mut spent = 0;
        if let Some(nodes) = nodes.filter(|_| has_time(limits, seat)) {
            spent += nodes.of_needs();
            let needs = team::needs(state, seat, self.params.need_margin, nodes, control);
            // Where the time is up there is still a move to be found.
            if let Some(needs) = unless_late(needs, control)? {
                for message in self.talk.found(Finding::Needs(needs)) {
                    self.say(message, control, says);
                }
            }
        }
        let mut advice = self.talk.advice(&self.params);
        let doubtful = self.talk.doubtful(&self.params, asked);
        let claims = !doubtful.wants.is_empty() || !doubtful.fears.is_empty();
        if let Some(nodes) = nodes.filter(|_| claims) {
            spent += nodes.of_claims();
            let held = team::verified(state, seat, doubtful, nodes, control);
            if let Some(held) = unless_late(held, control)? {
                advice = team::corrected(advice, &self.params, doubtful, held);
            }
        }
        self.bot.advise(advice)?;
        Ok(spent)
    }

    /// Returns the time for which its move is held back: for the partner's sake, or for a piece.
    fn patience(&self, state: &State<Bughouse>, seat: Seat, limits: &Limits) -> Duration {
        let stall = self.talk.stall(&self.params, seat, limits);
        let wait = match self.talk.waits(state, seat) {
            true => Talk::patience(&self.params, limits.clock_of(seat)),
            false => Duration::ZERO,
        };
        stall.max(wait)
    }

    /// Says something, at once if anybody listens.
    fn say(&mut self, message: Message, control: &Control, says: &mut Vec<Said>) {
        says.extend(say(&mut self.said, message, control));
    }
}

/// Says something at once if anybody listens, else returns it; as a reminder where it was said
/// before, and nothing else of that matter since.
fn say(said: &mut Vec<Message>, message: Message, control: &Control) -> Option<Said> {
    let repeated = said.contains(&message);
    if !repeated {
        said.retain(|earlier| !earlier.yields_to(message));
        said.push(message);
    }
    control.say(Said {
        text: message.to_string(),
        repeated,
    })
}

/// Returns the result, `None` for one that did not come in time, unless the whole decision was
/// cancelled.
fn unless_late<T>(result: Result<T>, control: &Control) -> Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::Cancelled && !control.is_cancelled() => Ok(None),
        result => result.map(Some),
    }
}

/// Takes from times what has passed of them.
fn pass(limits: &mut Limits, seat: Seat, spent: Duration) {
    let times = [&mut limits.movetime, &mut limits.deadline];
    let clocks = limits.clock.iter_mut();
    let clocks = clocks.chain(limits.clocks.get_mut(seat.index()));
    let clocks = clocks.map(|clock| &mut clock.remaining);
    for time in times.into_iter().flatten().chain(clocks) {
        *time = time.saturating_sub(spent);
    }
}

/// Returns true if there is time for more than the move.
fn has_time(limits: &Limits, seat: Seat) -> bool {
    let clock = limits.clock_of(seat).map(|clock| clock.remaining);
    let moving = limits.movetime.map(|time| time.saturating_mul(MOVES));
    let mut times = clock.into_iter().chain(moving);
    times.all(|time| time >= LEAST_TIME_TO_TALK)
}

/// Returns true if a message of the partner is a reason to decide anew, or to sit no longer.
pub(crate) fn is_urgent(heard: &[Heard], message: &str) -> bool {
    let (mut talk, now) = (Talk::default(), Instant::now());
    for message in heard.iter().flat_map(|heard| understood(&heard.text)) {
        talk.hear(message, now);
    }
    understood(message).into_iter().any(|message| {
        let change = talk.hear(message, now);
        change.renews || change.releases
    })
}

impl<I: Advised> Bot<Bughouse> for PartnerBot<I> {
    fn decide(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Action>> {
        self.confer(observation, limits, control, |bot, limits| {
            bot.decide(observation, limits, control)
        })
    }

    fn analyse(
        &mut self,
        observation: &Observation<Bughouse>,
        limits: &Limits,
        control: &Control,
        watch: Watch<'_, Action>,
    ) -> Result<Decision<Action>> {
        self.confer(observation, limits, control, |bot, limits| {
            bot.analyse(observation, limits, control, watch)
        })
    }

    fn new_game(&mut self) {
        self.bot.new_game();
        self.talk = Talk::default();
        self.said.clear();
        self.nodes = 0;
        self.last = None;
    }

    fn adjust(&mut self, options: &Dict) -> Result<bool> {
        let mut own = options.clone();
        let messages = own.remove(MESSAGES.name);
        let given = messages.map(|word| (MESSAGES.name.to_owned(), word));
        let read = Options::read("bot search", &[MESSAGES], &given.into_iter().collect())?;
        if !self.bot.adjust(&own)? {
            return Ok(false);
        }
        let dual = own.get("control").is_some_and(|control| control == "dual");
        self.params = params(read.word(MESSAGES.name)?, dual);
        self.dual = dual;
        Ok(true)
    }

    fn is_quick(&self, limits: &Limits) -> bool {
        self.bot.is_quick(limits)
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Bughouse>,
        control: &Control,
    ) -> Result<bool> {
        self.bot.accepts_draw(observation, control)
    }

    fn talks(&self) -> bool {
        self.params.heed > 0
    }

    fn plays_team(&self) -> bool {
        self.dual
    }

    fn reflect(&mut self, control: &Control) -> Result<Vec<Said>> {
        let mut says = Vec::new();
        let Some((state, seat)) = self.last.take().filter(|_| self.asks && self.talks()) else {
            return Ok(says);
        };
        let nodes = self.params.outlook_nodes;
        let Self { talk, said, .. } = self;
        after_a_move(&state, seat, nodes, control, |finding| {
            for message in talk.found(finding) {
                says.extend(say(said, message, control));
            }
        })?;
        Ok(says)
    }
}
