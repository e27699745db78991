//! The moves of a state: those that are legal, what they are called, and the states after them.

use super::{SeatRef, State, guard};
use contract::error::Result;
use contract::game::{Effect, Seat};
use contract::value::Value;
use dynamic::{MoveRef, SeatEvents};
use std::ops::Range;

impl State {
    /// The ids of the legal moves, in place of what `out` held.
    ///
    /// # Errors
    ///
    /// `unsupported` for a game without ids, `invalid_option` for a seat that does not exist.
    pub fn legal_ids(&self, of: Option<SeatRef<'_>>, out: &mut Vec<u32>) -> Result<()> {
        out.clear();
        self.append_legal_ids(of, out)
    }

    /// Appends the ids of the legal moves to a list.
    ///
    /// # Errors
    ///
    /// As [`legal_ids`](Self::legal_ids).
    pub fn append_legal_ids(&self, of: Option<SeatRef<'_>>, out: &mut Vec<u32>) -> Result<()> {
        guard(|| self.0.legal_ids(self.maybe_seat(of)?, out))
    }

    /// Writes 1 at the ids of the legal moves and 0 elsewhere, and counts the moves; ids beyond
    /// the end of `mask` are dropped.
    ///
    /// # Errors
    ///
    /// As [`legal_ids`](Self::legal_ids).
    pub fn legal_mask(&self, of: Option<SeatRef<'_>>, mask: &mut [u8]) -> Result<u64> {
        guard(|| self.0.legal_mask(self.maybe_seat(of)?, mask))
    }

    /// The texts of the legal moves, in a style or the canonical one.
    ///
    /// # Errors
    ///
    /// `unsupported` for a style that does not exist, `invalid_option` for such a seat.
    pub fn legal_moves(&self, of: Option<SeatRef<'_>>, style: Option<&str>) -> Result<Vec<String>> {
        guard(|| self.0.legal_texts(self.maybe_seat(of)?, style))
    }

    /// Counts the legal moves.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a seat that does not exist.
    pub fn count_legal(&self, of: Option<SeatRef<'_>>) -> Result<u64> {
        guard(|| Ok(self.0.count_legal(self.maybe_seat(of)?)))
    }

    /// The state after a move.
    ///
    /// ```
    /// use boardwright::host::{self, MoveRef};
    ///
    /// let start = host::start("chess", &Default::default())?;
    /// let state = start.play(None, MoveRef::Text("Nf3"), Some("san"))?;
    /// assert_eq!(state.notation(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    /// let error = start.play(None, MoveRef::Text("e2e5"), None).unwrap_err();
    /// assert_eq!(error.code(), "illegal_move");
    /// # Ok::<(), boardwright::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `invalid_notation`, `illegal_move`, `not_your_turn`, `game_over`.
    pub fn play(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Self> {
        self.play_many(of, &[action], style)
    }

    /// The state after several moves.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play), saying which move it was.
    pub fn play_many(
        &self,
        of: Option<SeatRef<'_>>,
        moves: &[MoveRef<'_>],
        style: Option<&str>,
    ) -> Result<Self> {
        self.play_part(of, moves, 0..moves.len(), style)
    }

    /// The state after a part of several moves, for a host that looks up in between: an
    /// error says which of all moves it was.
    ///
    /// # Errors
    ///
    /// As [`play_many`](Self::play_many).
    pub fn play_part(
        &self,
        of: Option<SeatRef<'_>>,
        moves: &[MoveRef<'_>],
        part: Range<usize>,
        style: Option<&str>,
    ) -> Result<Self> {
        guard(|| {
            Ok(Self(self.0.play(
                self.maybe_seat(of)?,
                moves,
                part,
                style,
            )?))
        })
    }

    /// A legal move in another style; `None` is the canonical one.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `unsupported` for a style that does not exist.
    pub fn move_text(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
        from_style: Option<&str>,
    ) -> Result<String> {
        guard(|| {
            self.0
                .rewrite(self.maybe_seat(of)?, action, from_style, style)
        })
    }

    /// The id of a legal move.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `unsupported` for a game without ids.
    pub fn action_id(&self, of: Option<SeatRef<'_>>, text: &str) -> Result<u32> {
        guard(|| self.0.action_id(self.maybe_seat(of)?, text))
    }

    /// The ordered events that a move would bring about.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play).
    pub fn report(
        &self,
        of: Option<SeatRef<'_>>,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Value> {
        guard(|| {
            Ok(Value::Array(self.0.report(
                self.maybe_seat(of)?,
                action,
                style,
            )?))
        })
    }

    /// Makes a move for a seat, and says who is told what of it and what it came to.
    /// For whoever referees: it says what either side is told.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play); `not_your_turn` for a seat that may not act.
    pub fn commit(
        &self,
        seat: Seat,
        action: MoveRef<'_>,
        style: Option<&str>,
    ) -> Result<Committed> {
        guard(|| {
            let made = self.0.commit(seat, action, style)?;
            Ok(Committed {
                state: Self(made.state),
                text: made.text,
                told: made.told,
                effect: made.effect,
            })
        })
    }
}

/// Result of a committed move.
#[derive(Debug)]
pub struct Committed {
    /// The state after it.
    pub state: State,
    /// The move in the game's canonical notation.
    pub text: String,
    /// Events for each seat, in the order of the seats.
    pub told: SeatEvents,
    /// Effect of the move on the turn.
    pub effect: Effect,
}
