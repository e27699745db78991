//! Choice of the square to sense in reconnaissance: the nine squares whose contents are least
//! known.

use std::collections::BTreeMap;

use crate::Blind;
use crate::attempt::Attempt;
use chess::{Color, Piece};

use super::ranking::Hypothesis;

/// The look that is expected to leave the least in doubt; none where none may be
/// taken.
pub(super) fn best(worlds: &[Hypothesis], attempts: &[Attempt], us: Color) -> Option<Attempt> {
    let mut found: Option<(u128, Attempt)> = None;
    for attempt in attempts {
        let Attempt::Sense(square) = attempt else {
            continue;
        };
        let mut windows: BTreeMap<[u64; 6], u64> = BTreeMap::new();
        for (position, weight) in worlds {
            let sight = Blind::window(&position.board, us, *square);
            let men = Piece::ALL.map(|piece| sight.theirs[piece.index()].0);
            *windows.entry(men).or_default() += weight;
        }
        // The chance that two positions of the sample look alike there.
        let alike = windows.values().map(|w| u128::from(*w) * u128::from(*w));
        let alike: u128 = alike.sum();
        if found.is_none_or(|(least, _)| alike < least) {
            found = Some((alike, *attempt));
        }
    }
    found.map(|(_, attempt)| attempt)
}
