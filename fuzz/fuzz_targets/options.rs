//! Fuzzes the names and options of games and bots.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::options);
