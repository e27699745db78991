//! The arrays that a vector of games writes into.

use contract::error::{Error, Result};

/// Arrays that observations are written to.
#[derive(Debug)]
pub enum Observations<'a> {
    /// As small numbers.
    U8(&'a mut [u8]),
    /// As floating-point numbers, each plane divided by its unit.
    F32(&'a mut [f32]),
}

/// The arrays of a caller, each of which may be left out. The games come one after the other.
#[derive(Debug, Default)]
pub struct Arrays<'a> {
    /// Planes of the seat to move: games × planes × rows × columns.
    pub observations: Option<Observations<'a>>,
    /// 1 for each action id that the seat to move may try: games × action ids.
    pub masks: Option<&'a mut [u8]>,
    /// 1 for a win, -1 for a loss, 0 for a draw and while the game goes on: games × seats.
    pub rewards: Option<&'a mut [f32]>,
    /// 1 where a game has ended.
    pub terminated: Option<&'a mut [u8]>,
    /// 1 where a game was given up.
    pub truncated: Option<&'a mut [u8]>,
    /// The seat to move.
    pub seats: Option<&'a mut [u8]>,
}

/// Numbers of values of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) size: usize,
    pub(super) area: usize,
    pub(super) actions: usize,
    pub(super) seats: usize,
}

/// A part of the arrays, of as many games as it is said to be.
#[derive(Debug)]
pub(super) struct Part<'a>(pub(super) Arrays<'a>);

/// Refuses an array of another size.
///
/// # Errors
///
/// `invalid_option`, naming it.
pub(super) fn sized(name: &str, got: usize, needed: usize) -> Result<()> {
    if got == needed {
        return Ok(());
    }
    Err(Error::invalid_option(format!(
        "{name}: it must have {needed} items, not {got}"
    )))
}

impl<'a> Arrays<'a> {
    pub(super) fn checked(self, games: usize, shape: &Shape) -> Result<Part<'a>> {
        let observations = self.observations.as_ref().map(|of| match of {
            Observations::U8(of) => of.len(),
            Observations::F32(of) => of.len(),
        });
        let length = |of: &Option<&mut [u8]>| of.as_ref().map(|of| of.len());
        let all = [
            ("observations", observations, shape.size),
            ("masks", length(&self.masks), shape.actions),
            (
                "rewards",
                self.rewards.as_ref().map(|of| of.len()),
                shape.seats,
            ),
            ("terminated", length(&self.terminated), 1),
            ("truncated", length(&self.truncated), 1),
            ("seats", length(&self.seats), 1),
        ];
        for (name, got, each) in all {
            if let Some(got) = got {
                sized(name, got, games * each)?;
            }
        }
        Ok(Part(self))
    }
}

/// Takes the first items off an array.
#[inline]
fn first<'a, T>(of: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    of.as_mut()?.split_off_mut(..count)
}

impl<'a> Part<'a> {
    /// Takes the part of the first games off.
    #[inline]
    pub(super) fn take(&mut self, games: usize, shape: &Shape) -> Self {
        let (of, size) = (&mut self.0, games * shape.size);
        Self(Arrays {
            observations: match &mut of.observations {
                None => None,
                Some(Observations::U8(of)) => of.split_off_mut(..size).map(Observations::U8),
                Some(Observations::F32(of)) => of.split_off_mut(..size).map(Observations::F32),
            },
            masks: first(&mut of.masks, games * shape.actions),
            rewards: first(&mut of.rewards, games * shape.seats),
            terminated: first(&mut of.terminated, games),
            truncated: first(&mut of.truncated, games),
            seats: first(&mut of.seats, games),
        })
    }

    /// Notes that no game has ended.
    pub(super) fn no_ends(&mut self) {
        if let Some(rewards) = &mut self.0.rewards {
            rewards.fill(0.0);
        }
        let flags = [&mut self.0.terminated, &mut self.0.truncated];
        for flags in flags.into_iter().flatten() {
            flags.fill(0);
        }
    }
}
