//! Levels that play as people do: [`fit`] finds the errors of people in their games, [`gates`]
//! tells if each level takes back, wins what is won, and beats the one below. The commands are
//! `lab tune GAME levels` and `lab tune GAME gates`.

pub(crate) mod commands;
mod fit;
mod gates;
