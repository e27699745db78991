//! Choice of the square to sense in reconnaissance: by what it is worth to the move after it, and
//! by how much it leaves in doubt.

use std::collections::BTreeMap;

use super::ranking::{Column, Hypothesis};
use crate::Blind;
use crate::attempt::Attempt;
use chess::{Color, Piece};

/// The value, in centipawns, of knowing all, beside that to the next move.
const KNOWLEDGE: i128 = 60;
/// Parts of a centipawn that values are compared in.
const FINE: i128 = 16;

/// The contents of the nine squares of a look.
type Window = [u64; 6];

/// The best look, with the value of the best moves after it, in centipawns; none where none may
/// be taken. `columns` has the values of the moves in as many of the first positions as were
/// judged.
pub(super) fn best(
    worlds: &[Hypothesis],
    columns: &[Column],
    looks: &[Attempt],
    us: Color,
) -> Option<(Attempt, i32)> {
    let judged = columns.iter().map(|c| c.values.len()).min().unwrap_or(0);
    let total: u64 = worlds.iter().map(|world| world.1).sum();
    let of_judged: u64 = worlds.iter().take(judged).map(|world| world.1).sum();
    let square = |weight: u64| i128::from(weight) * i128::from(weight);
    let all = square(total).max(1);
    let mut found: Option<(i128, Attempt, i128)> = None;
    for attempt in looks {
        let Attempt::Sense(around) = attempt else {
            continue;
        };
        let mut windows: BTreeMap<Window, (u64, Vec<usize>)> = BTreeMap::new();
        for (number, (position, weight)) in worlds.iter().enumerate() {
            let sight = Blind::window(&position.board, us, *around);
            let men = Piece::ALL.map(|piece| sight.theirs[piece.index()].0);
            let (sum, rows) = windows.entry(men).or_default();
            *sum += weight;
            if number < judged {
                rows.push(number);
            }
        }
        // The chance that two positions of the sample look alike there.
        let alike = windows.values().map(|(sum, _)| square(*sum)).sum::<i128>();
        let known = KNOWLEDGE * (all - alike) * FINE / all;
        let after: i128 = windows
            .values()
            .map(|(_, rows)| best_move(worlds, columns, rows))
            .sum();
        let after = after * FINE / i128::from(of_judged.max(1));
        let value = after + known;
        if found.is_none_or(|(most, _, _)| value > most) {
            found = Some((value, *attempt, after));
        }
    }
    found.map(|(_, attempt, after)| (attempt, (after / FINE) as i32))
}

/// The weighted value of the move that is best in some of the positions together; 0 where there is
/// none.
fn best_move(worlds: &[Hypothesis], columns: &[Column], rows: &[usize]) -> i128 {
    let value = |column: &Column| -> Option<i128> {
        let each = rows.iter().map(|row| {
            let value = column.values.get(*row).copied().flatten()?;
            Some(i128::from(value) * i128::from(worlds[*row].1))
        });
        each.sum()
    };
    columns.iter().filter_map(value).max().unwrap_or(0)
}
