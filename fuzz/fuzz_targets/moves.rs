//! Fuzzes moves of every game in every style.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::moves);
