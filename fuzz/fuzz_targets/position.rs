//! Fuzzes positions of every game.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::position);
