//! Rules of any game.

use std::sync::Arc;

use contract::bot::Heard;
use contract::briefing::Briefing;
use contract::error::Result;
use contract::game::{Game, GameInfo, Seat, Seats};
use contract::options::Options;
use contract::planes::{PlaneLayout, layout_of};
use contract::question::Questions;
use contract::state::{Rules, Saved, State};
use records::epd::Operation;
use records::{GameText, ReadOptions, Stop};
use search::vector::{Vector, VectorOptions};

use crate::{AnyRecord, AnyState, DynVector, Erased};

/// See [`Rules`].
pub trait DynGame: Erased {
    /// Returns the properties that do not depend on the options.
    fn info(&self) -> &'static GameInfo;
    /// Returns the options, defaults included.
    fn options(&self) -> &Options;
    /// Returns the names of the seats.
    fn seat_names(&self) -> &[String];
    /// Returns the seats that win and lose with this one, itself included.
    fn team(&self, seat: Seat) -> Seats;
    /// Returns true if a partner's message is a reason to decide anew.
    fn is_urgent(&self, heard: &[Heard], message: &str) -> bool;
    /// Returns true if some seat sees less than everything.
    fn hidden(&self) -> bool;
    /// Returns true if one call about a position may take more than a millisecond.
    fn slow(&self) -> bool;
    /// Returns true if there are moments in which a seat must not know whose turn it is.
    fn hides_turns(&self) -> bool;
    /// Returns the number of refusals of a bot's moves in one turn that a table tolerates.
    fn max_rejections(&self) -> u32;
    /// Returns the rules in words, for players who may not know them.
    fn briefing(&self) -> Briefing;
    /// Returns the questions about states.
    fn questions(&self) -> Questions;
    /// Returns the texts of all action ids; empty for a game without ids.
    fn action_texts(&self) -> &[Box<str>];
    /// Returns the first state.
    ///
    /// # Errors
    ///
    /// As in [`State::start`].
    fn start(self: Arc<Self>) -> Result<AnyState>;
    /// Reads a position.
    ///
    /// # Errors
    ///
    /// As in [`State::parse`].
    fn parse(self: Arc<Self>, text: &str, earlier: &[&str]) -> Result<AnyState>;
    /// Reads a game from the text of a record.
    ///
    /// # Errors
    ///
    /// As in [`records::read_game`].
    fn read_record(
        self: Arc<Self>,
        text: &mut GameText<'_>,
        options: &ReadOptions,
    ) -> Result<AnyRecord, Stop>;
    /// Reads a line of EPD; the moves of its operations become texts of a style, by default
    /// the canonical one.
    ///
    /// # Errors
    ///
    /// As in [`records::epd::Epd::parse`], and `unsupported` for a style that the game does
    /// not have.
    fn parse_epd(
        self: Arc<Self>,
        line: &str,
        style: Option<&str>,
    ) -> Result<(AnyState, Vec<Operation<String>>)>;
    /// Returns the planes in which a seat's knowledge is written.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without planes.
    fn planes(&self) -> Result<PlaneLayout>;
    /// Starts several games at once.
    ///
    /// # Errors
    ///
    /// As in [`Vector::new`].
    fn vector(self: Arc<Self>, options: &VectorOptions) -> Result<Box<dyn DynVector>>;
    /// Returns the value of the tag `Variant` for records of these rules.
    fn variant_name(&self) -> Option<String>;
    /// Restores a state that was saved under these rules.
    ///
    /// # Errors
    ///
    /// As in [`State::load_under`].
    fn load(self: Arc<Self>, saved: &Saved) -> Result<AnyState>;
}

impl<G: Game> DynGame for Rules<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn options(&self) -> &Options {
        self.options()
    }

    fn seat_names(&self) -> &[String] {
        self.seat_names()
    }

    fn team(&self, seat: Seat) -> Seats {
        self.game().team(seat)
    }

    fn is_urgent(&self, heard: &[Heard], message: &str) -> bool {
        self.game().is_urgent(heard, message)
    }

    fn hidden(&self) -> bool {
        self.game().hidden()
    }

    fn slow(&self) -> bool {
        self.game().slow()
    }

    fn hides_turns(&self) -> bool {
        self.game().hides_turns()
    }

    fn max_rejections(&self) -> u32 {
        self.game().max_rejections()
    }

    fn briefing(&self) -> Briefing {
        self.game().briefing()
    }

    fn questions(&self) -> Questions {
        G::questions()
    }

    fn action_texts(&self) -> &[Box<str>] {
        self.action_texts()
    }

    fn start(self: Arc<Self>) -> Result<AnyState> {
        Ok(Arc::new(State::start(&self)?))
    }

    fn parse(self: Arc<Self>, text: &str, earlier: &[&str]) -> Result<AnyState> {
        Ok(Arc::new(State::parse(&self, text, earlier)?))
    }

    fn read_record(
        self: Arc<Self>,
        text: &mut GameText<'_>,
        options: &ReadOptions,
    ) -> Result<AnyRecord, Stop> {
        crate::record::read(&self, text, options)
    }

    fn parse_epd(
        self: Arc<Self>,
        line: &str,
        style: Option<&str>,
    ) -> Result<(AnyState, Vec<Operation<String>>)> {
        crate::record::parse_epd(&self, line, style)
    }

    fn planes(&self) -> Result<PlaneLayout> {
        layout_of(self.game())
    }

    fn vector(self: Arc<Self>, options: &VectorOptions) -> Result<Box<dyn DynVector>> {
        Ok(Box::new(Vector::new(&self, options)?))
    }

    fn variant_name(&self) -> Option<String> {
        records::write::variant_name(self)
    }

    fn load(self: Arc<Self>, saved: &Saved) -> Result<AnyState> {
        Ok(Arc::new(State::load_under(&self, saved)?))
    }
}
