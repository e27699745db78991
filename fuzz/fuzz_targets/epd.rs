//! Fuzzes positions with operations.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::epd);
