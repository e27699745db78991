//! Fuzzes changes made from outside.
#![cfg_attr(fuzzing, no_main)]

boardwright_fuzz::target!(boardwright_fuzz::edit);
