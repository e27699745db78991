//! Fuzzes games in PGN.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::pgn);
