//! Limits of counts, by a game whose counts are known.

use boardwright_chess_games::Chess;
use contract::arguments;
use contract::error::ErrorKind;
use contract::jobs::Control;
use contract::state::{Rules, State};
use contract::value::Dict;
use search::perft::{PerftOptions, perft};

#[test]
fn a_count_that_overflows_is_refused_and_not_wrapped() {
    let rules = Rules::<Chess>::new(&Dict::new()).unwrap();
    let kings = State::parse(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[]).unwrap();
    let options = PerftOptions {
        threads: 1,
        hash: 64,
    };
    let control = Control::default();
    assert_eq!(perft(&kings, 3, options, &control).unwrap(), 170);
    let error = perft(&kings, 40, options, &control).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let huge = PerftOptions {
        threads: 1,
        hash: arguments::HASH.most as usize + 1,
    };
    let error = perft(&kings, 3, huge, &control).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}
