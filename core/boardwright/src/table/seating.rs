//! Occupants of the seats: people who leave and return, and the bots that replace them.

use super::decider::Decider;
use super::event::TableEvent;
use super::occupants::{BotSeat, Occupant, occupant};
use super::setup::OnAbandoned;
use super::state::{SeatSlot, TableState};
use contract::error::{Error, Result};
use contract::game::{Seat, Seats};
use contract::value::{Value, quoted_value};

impl TableState {
    /// The bot that takes a place where the host named none: the first there is.
    pub(super) fn fallback_bot(&self, seat: Seat) -> Option<Occupant> {
        let seed = self.seed.wrapping_add(u64::from(seat.0));
        let bot = super::asking::fallback(self.game.name(), seed, None)?;
        Some(Occupant::Bot(BotSeat::new(Decider::Library(bot))))
    }

    /// The seed of a bot that comes to a seat now and was given none.
    pub(super) fn bot_seed(&self, seat: Seat) -> u64 {
        super::occupants::bot_seed(self.seed, seat, self.line.len(), self.asked)
    }

    /// Returns the name of a bot at a seat; `None` for other occupants, since the host names
    /// people.
    pub(super) fn called<'a>(&self, seat: Seat, occupant: &'a Occupant) -> Option<&'a str> {
        match occupant {
            Occupant::Bot(BotSeat {
                name: Some(name), ..
            }) => Some(name),
            // Who plays several seats has one name.
            Occupant::Bot(bot) => {
                let team = self.game.team(seat);
                let first = team.iter().next().filter(|_| bot.plays_team());
                Some(super::names::name(self.seed, first.unwrap_or(seat)))
            }
            _ => None,
        }
    }

    /// Lets somebody sit at a seat.
    pub(super) fn seat(&mut self, seat: Seat, occupant: Occupant) {
        let bot = match &occupant {
            Occupant::Bot(bot) => Some(bot.bot.name().to_owned()),
            _ => None,
        };
        self.logs.tell_all(TableEvent::Seated {
            seat: self.named(seat),
            occupant: occupant.word(),
            bot,
            name: self.called(seat, &occupant).map(str::to_owned),
        });
        let place = &mut self.places[seat.index()];
        place.stop_asking();
        place.occupant = occupant;
        place.gone = None;
        place.end_turn();
        self.revision += 1;
    }

    /// The seats whose people's time away runs out first, and when. Who is out of the game has
    /// nothing to come back to.
    pub(super) fn first_abandoned(&self, now: u64) -> Option<(Seats, u64)> {
        let grace = self.settings.grace?;
        let out = self.state.seats_out();
        let gone = |(i, place): (usize, &SeatSlot)| {
            let at = place.gone?.saturating_add(grace);
            let seat = Seat(i as u8);
            let counts = at <= now && place.left.is_none() && !out.contains(seat);
            counts.then_some((seat, at))
        };
        let places = || self.places.iter().enumerate().filter_map(gone);
        let first = places().map(|(_, at)| at).min()?;
        let seats = places().filter(|(_, at)| *at == first);
        Some((seats.map(|(seat, _)| seat).collect(), first))
    }

    pub(super) fn abandoned(&mut self, seats: Seats) {
        for seat in seats.iter() {
            let abandoned = TableEvent::Abandoned {
                seat: self.named(seat),
            };
            match self.settings.on_abandoned {
                OnAbandoned::Lose => self.tell_of_leaving(seat, abandoned),
                OnAbandoned::Bot | OnAbandoned::Named(_) => self.logs.tell_all(abandoned),
            }
        }
        let lost = seats.iter().filter(|seat| !self.replaced(*seat)).collect();
        if lost != Seats::NONE {
            self.leave(lost, "abandoned");
        }
    }

    /// Lets a bot take the seat of a person who has not come back, where the table has it so;
    /// returns false if none does.
    fn replaced(&mut self, seat: Seat) -> bool {
        let bot = match &self.settings.on_abandoned {
            OnAbandoned::Lose => return false,
            OnAbandoned::Bot => self.fallback_bot(seat),
            OnAbandoned::Named(bot) => {
                let bot = Value::Object(bot.clone());
                // It was made once when the settings were read: only memory can be short now.
                self.bot(seat, &bot).ok()
            }
        };
        match bot {
            Some(occupant) => self.seat(seat, occupant),
            None => {
                let seat = self.named(seat);
                self.logs.tell_all(TableEvent::NoBot { seat });
                return false;
            }
        }
        true
    }

    pub(super) fn disconnected(&mut self, seat: Seat) {
        let human = matches!(self.places[seat.index()].occupant, Occupant::Human);
        if self.ended.is_none() && human && self.places[seat.index()].gone.is_none() {
            self.places[seat.index()].gone = Some(self.now);
            self.revision += 1;
            self.logs.tell_all(TableEvent::Disconnected {
                seat: self.named(seat),
            });
        }
    }

    pub(super) fn reconnected(&mut self, seat: Seat) {
        if self.places[seat.index()].gone.take().is_some() {
            self.revision += 1;
            self.logs.tell_all(TableEvent::Reconnected {
                seat: self.named(seat),
            });
        }
    }

    /// Lets somebody whom the host describes take a seat over; all seats of its team where one
    /// bot plays them, the one that goes or the one that comes.
    pub(super) fn take_over(&mut self, seat: Seat, by: &Value) -> Result<()> {
        let occupant = |seat: Seat| occupant(&self.game, self.name(seat), by, self.bot_seed(seat));
        let first = occupant(seat)?;
        self.going_on()?;
        self.has_not_left(seat)?;
        let seats = match &first {
            Occupant::Bot(bot) if bot.plays_team() => self.game.team(seat),
            _ => self.seats_of_player(seat),
        };
        let others = seats.without(seat).iter();
        let others: Vec<_> = others
            .map(|seat| Ok((seat, occupant(seat)?)))
            .collect::<Result<_>>()?;
        self.seat(seat, first);
        for (seat, occupant) in others {
            self.seat(seat, occupant);
        }
        Ok(())
    }

    /// Makes the bot that a host describes for a seat.
    fn bot(&self, seat: Seat, described: &Value) -> Result<Occupant> {
        let bot = occupant(&self.game, self.name(seat), described, self.bot_seed(seat))?;
        match bot {
            Occupant::Bot(_) => Ok(bot),
            _ => Err(Error::invalid_option(format!(
                "occupant: takes a map with the name of a bot, not {}",
                quoted_value(described)
            ))),
        }
    }

    /// Adds the other seats of those who play all of a team, which must be empty.
    fn with_partners(
        &self,
        seats: &mut Vec<Seat>,
        bots: &mut Vec<Occupant>,
        bot: &impl Fn(&Seat) -> Result<Occupant>,
    ) -> Result<()> {
        for index in 0..seats.len() {
            let seat = seats[index];
            if !matches!(&bots[index], Occupant::Bot(bot) if bot.plays_team()) {
                continue;
            }
            for other in self.game.team(seat).iter() {
                if !matches!(self.places[other.index()].occupant, Occupant::Empty) {
                    return Err(Error::invalid_option(format!(
                        "occupant: it plays all seats of a team, and somebody sits at {}",
                        self.name(other)
                    )));
                }
                if !seats.contains(&other) {
                    seats.push(other);
                    bots.push(bot(&other)?);
                }
            }
        }
        Ok(())
    }

    /// Lets bots sit on the empty seats, the described one or else the first there is; gives
    /// the names of the seats. Where one cannot be made none sits down.
    pub(super) fn fill(
        &mut self,
        only: Option<Seat>,
        described: Option<&Value>,
    ) -> Result<Vec<String>> {
        self.in_play()?;
        if let Some(only) = only {
            self.has_not_left(only)?;
        }
        let empty: Vec<_> = (0..self.places.len())
            .map(|i| Seat(i as u8))
            .filter(|s| only.is_none_or(|o| o == *s))
            .filter(|s| self.places[s.index()].is_open())
            .collect();
        let bot = |seat: &Seat| match described {
            Some(described) => self.bot(*seat, described),
            None => self.fallback_bot(*seat).ok_or_else(|| {
                Error::unsupported(format!("{} has no bot to sit there", self.game.name()))
            }),
        };
        let mut empty = empty;
        let mut bots: Vec<_> = empty.iter().map(bot).collect::<Result<_>>()?;
        self.with_partners(&mut empty, &mut bots, &bot)?;
        for (seat, bot) in empty.iter().zip(bots) {
            self.seat(*seat, bot);
        }
        Ok(empty.into_iter().map(|s| self.named(s)).collect())
    }
}
