//! The game that is being played, and who plays it.

use boardwright::Error;
use boardwright::bots::Limits;
use boardwright::error::ErrorKind;
use boardwright::game::Seat;
use boardwright::host::{Bot, Game, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::Request;
use boardwright::value::Value;

use crate::args::{PlayArgs, dict};

/// The occupant of a seat.
pub(super) enum Participant {
    /// A person, at the terminal.
    Person,
    /// A bot.
    Bot(Bot),
}

/// A move that was made.
pub(super) struct MadeMove {
    /// The index of the seat that made it.
    pub(super) seat: usize,
    /// Its texts, the canonical one first, one for each style of the game.
    pub(super) texts: Vec<(&'static str, String)>,
    /// The events that it caused.
    pub(super) report: Value,
}

/// A step that can be taken back.
struct PlayedStep {
    before: State,
    turns: Vec<u32>,
    seat: usize,
}

/// The game that is being played.
pub(super) struct PlayTable {
    pub(super) state: State,
    pub(super) game: Game,
    players: Vec<Participant>,
    /// Number of times that each seat acted or passed the turn to others.
    turns: Vec<u32>,
    past: Vec<PlayedStep>,
}

impl PlayTable {
    pub(super) fn new(state: State, args: &PlayArgs) -> Result<Self, Error> {
        let game = state.game();
        let names = game.seats();
        let seats = args.seats.iter().map(|name| game.seat(SeatRef::Name(name)));
        let persons: Vec<Seat> = match args.seats.is_empty() {
            false => seats.collect::<Result<_, Error>>()?,
            // The first seat, unless all are the bot's.
            true => (!args.auto).then_some(Seat(0)).into_iter().collect(),
        };
        let options = dict(&args.bot_options);
        let players = (0..names.len()).map(|seat| {
            if persons.iter().any(|person| person.index() == seat) {
                return Ok(Participant::Person);
            }
            // Bots that share a seed would think alike; each has one of its own.
            let seed = args.seed.wrapping_add(seat as u64);
            Bot::new(&args.bot, game.name(), &options, seed).map(Participant::Bot)
        });
        let players = players.collect::<Result<_, Error>>()?;
        let turns = vec![0; names.len()];
        Ok(Self {
            state,
            players,
            turns,
            past: Vec::new(),
            game,
        })
    }

    pub(super) fn player(&self, seat: usize) -> &Participant {
        &self.players[seat]
    }

    pub(super) fn seat_name(&self, seat: usize) -> &str {
        &self.game.seats()[seat]
    }

    /// The seats held by persons.
    pub(super) fn persons(&self) -> impl Iterator<Item = usize> {
        let held = |seat: &usize| matches!(self.players[*seat], Participant::Person);
        (0..self.players.len()).filter(held)
    }

    /// The seats held by bots, with these.
    pub(super) fn bots(&self) -> impl Iterator<Item = (usize, &Bot)> {
        self.players
            .iter()
            .enumerate()
            .filter_map(|(seat, player)| match player {
                Participant::Bot(bot) => Some((seat, bot)),
                Participant::Person => None,
            })
    }

    /// Counts the moves made here.
    pub(super) fn plies(&self) -> usize {
        self.past.len()
    }

    /// The seat to act next: of the live ones that have a move, the one that has
    /// acted least. None where everybody waits for something from outside.
    pub(super) fn next(&self) -> Result<Option<usize>, Error> {
        let mut next: Option<usize> = None;
        for seat in self.state.live().iter().map(|s| s.index()) {
            let sooner = next.is_none_or(|other| self.turns[seat] < self.turns[other]);
            if sooner && !self.state.observe(at(seat))?.candidates().is_empty() {
                next = Some(seat);
            }
        }
        Ok(next)
    }

    /// The text of the move that a bot chooses; it is told what its seat observes.
    pub(super) fn decide(&self, seat: usize, bot: &Bot, limits: Limits) -> Result<String, Error> {
        let observation = self.state.observe(at(seat))?;
        let work = bot.decide(&Subject::Observation(&observation), limits)?;
        let request = Request {
            caller: bot.caller(),
            patient: true,
            ..Request::default()
        };
        let task = work.start(request)?;
        let finished = task
            .wait(None)
            .ok_or_else(|| Error::internal("no decision came"))?;
        Ok(finished.result?.action)
    }

    /// Makes a move given in any style of the game, the canonical one first.
    pub(super) fn play(&mut self, seat: usize, text: &str) -> Result<MadeMove, Error> {
        let styles = self.game.info().styles;
        let mut refused: Vec<Error> = Vec::new();
        for style in styles {
            match self
                .state
                .play(Some(at(seat)), MoveRef::Text(text), Some(style))
            {
                Ok(next) => return self.enter(seat, text, style, next),
                Err(error) => refused.push(error),
            }
        }
        Err(weightiest(refused))
    }

    fn enter(
        &mut self,
        seat: usize,
        text: &str,
        style: &'static str,
        next: State,
    ) -> Result<MadeMove, Error> {
        let before = &self.state;
        let (of, action) = (Some(at(seat)), MoveRef::Text(text));
        let texts = self.game.info().styles.iter().map(|to| {
            let text = before.move_text(of, action, Some(to), Some(style))?;
            Ok((*to, text))
        });
        let texts = texts.collect::<Result<_, Error>>()?;
        let report = before.report(of, action, Some(style))?;
        let before = std::mem::replace(&mut self.state, next);
        self.past.push(PlayedStep {
            before,
            turns: self.turns.clone(),
            seat,
        });
        self.turns[seat] += 1;
        Ok(MadeMove {
            seat,
            texts,
            report,
        })
    }

    /// Lets another live seat go first.
    pub(super) fn wait(&mut self, seat: usize) {
        self.turns[seat] += 1;
    }

    /// Takes moves back up to and with the last one made by a person.
    pub(super) fn undo(&mut self) -> Result<(), Error> {
        if self.game.hidden() {
            return Err(Error::hidden_information(
                "what was learned from a move cannot be taken back",
            ));
        }
        let persons: Vec<_> = self.persons().collect();
        let Some(i) = self
            .past
            .iter()
            .rposition(|step| persons.contains(&step.seat))
        else {
            return Err(Error::unsupported("there is no move of yours to take back"));
        };
        if let Some(step) = self.past.drain(i..).next() {
            self.state = step.before;
            self.turns = step.turns;
        }
        Ok(())
    }

    /// The whole game for [`host::load`](boardwright::host::load). While a hidden
    /// game goes on, a person must not have it.
    pub(super) fn save(&self) -> Result<String, Error> {
        if self.game.hidden() {
            return Err(Error::hidden_information(
                "a saved game shows everything, so it is not for a player",
            ));
        }
        self.state.save()
    }
}

/// A seat as the rim takes it.
pub(super) fn at(seat: usize) -> SeatRef<'static> {
    SeatRef::Index(seat as i64)
}

/// The refusal worth telling: that the move is illegal says more than that one of
/// the styles cannot read it. What only cannot be read is told for every style.
fn weightiest(refused: Vec<Error>) -> Error {
    if let Some(error) = refused
        .iter()
        .find(|e| e.kind() != ErrorKind::InvalidNotation)
    {
        return error.clone();
    }
    let mut words: Vec<&str> = Vec::new();
    for error in &refused {
        if !words.contains(&error.message()) {
            words.push(error.message());
        }
    }
    Error::invalid_notation(words.join("; "))
}
