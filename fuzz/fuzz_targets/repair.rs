//! Fuzzes positions that are nearly FEN.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::repair);
