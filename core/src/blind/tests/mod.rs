//! Tests of blind chess, by subject.
