//! The question "any?" before an attempt. The answer parts the positions that are believed in:
//! where a pawn can take something the side is bound by what it has heard, and elsewhere no capture
//! by a pawn need be tried.
//!
//! An order of attempts is worth what the first one of it comes to that a position
//! accepts, less what the refusals before it cost. To choose orders and to count
//! them in the same positions would find a gain in whatever is split: they are chosen in
//! three quarters of the sample and counted in the last one, each quarter in turn.

use super::ranking::{Column, cost, order};
use crate::rules::{Any, RuleSet};

/// Cost of asking, in centipawns: both sides hear the answer.
const PRICE: i64 = 4;
/// Of how many parts of the sample one is left out where orders are chosen.
const PARTS: usize = 4;

/// Attempts as they were judged in some positions.
pub(super) struct Question<'a> {
    pub(super) rules: &'a RuleSet,
    /// Values of each attempt in each position.
    pub(super) columns: &'a [Column],
    /// Which attempts are captures by pawns.
    pub(super) tries: &'a [bool],
    /// Weight of each position.
    pub(super) weights: &'a [u64],
    /// Number of attempts refused in this turn.
    pub(super) refused: usize,
}

impl Question<'_> {
    /// By how much it is better to ask, in centipawns; none where the answer is
    /// the same in all positions.
    pub(super) fn gain(&self) -> Option<i64> {
        let rows = 0..self.weights.len();
        let yes: Vec<bool> = rows.clone().map(|row| self.any(row)).collect();
        if yes.iter().all(|any| *any == yes[0]) {
            return None;
        }
        let mut gain = 0;
        for part in 0..PARTS {
            let (counted, chosen): (Vec<_>, Vec<_>) =
                rows.clone().partition(|row| row % PARTS == part);
            let silent = self.completed(self.ordered(&chosen, &|_| true));
            gain -= self.order_value(&silent, &counted);
            for answer in [false, true] {
                let only = |from: &[usize]| -> Vec<usize> {
                    from.iter()
                        .copied()
                        .filter(|row| yes[*row] == answer)
                        .collect()
                };
                let order = self.after(answer, &only(&chosen), &silent);
                gain += self.order_value(&order, &only(&counted));
            }
        }
        let total = self.weights.iter().sum::<u64>().max(1);
        Some((gain / i128::from(total)) as i64 - PRICE)
    }

    /// Returns true if a pawn can capture in a position.
    fn any(&self, row: usize) -> bool {
        let mut tried = self.columns.iter().zip(self.tries).filter(|(_, is)| **is);
        tried.any(|(column, _)| column.values[row].is_some())
    }

    /// The order of attempts after an answer, chosen in positions that give it; what
    /// none of them accepts comes last, as it would without it.
    fn after(&self, answer: bool, chosen: &[usize], silent: &[usize]) -> Vec<usize> {
        let follow = |allowed: &dyn Fn(usize) -> bool| {
            let mut order = self.ordered(chosen, allowed);
            let rest = silent.iter().copied().filter(|i| allowed(*i));
            order.extend(rest.filter(|i| !order.contains(i)).collect::<Vec<_>>());
            order
        };
        if !answer {
            return follow(&|i| !self.tries[i]);
        }
        let mut order = follow(&|i| self.tries[i]);
        if self.rules.any == Any::OneTry {
            // Once one was tried everything is free again.
            order.truncate(1);
            let rest = follow(&|_| true);
            order.extend(
                rest.into_iter()
                    .filter(|i| *i != order[0])
                    .collect::<Vec<_>>(),
            );
        }
        order
    }

    /// The allowed attempts that some of the positions accept, the one to make first
    /// in front.
    fn ordered(&self, rows: &[usize], allowed: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let which: Vec<usize> = (0..self.columns.len()).filter(|i| allowed(*i)).collect();
        let columns: Vec<Column> = which
            .iter()
            .map(|i| Column {
                values: rows
                    .iter()
                    .map(|row| self.columns[*i].values[*row])
                    .collect(),
            })
            .collect();
        let weights: Vec<u64> = rows.iter().map(|row| self.weights[*row]).collect();
        let columns: Vec<&Column> = columns.iter().collect();
        let order = order(&columns, &weights, self.rules, self.refused);
        order.into_iter().map(|i| which[i]).collect()
    }

    /// An order with everything that is not in it yet.
    fn completed(&self, mut order: Vec<usize>) -> Vec<usize> {
        let rest = (0..self.columns.len()).filter(|i| !order.contains(i));
        order.extend(rest.collect::<Vec<_>>());
        order
    }

    /// Returns the value of an order in some positions, summed by their weights.
    fn order_value(&self, order: &[usize], rows: &[usize]) -> i128 {
        let each = cost(self.rules, self.refused);
        let mut sum = 0;
        for row in rows {
            let values = order.iter().map(|i| self.columns[*i].values[*row]);
            let accepted = values
                .zip(0..)
                .find_map(|(value, before)| Some((value?, before)));
            if let Some((value, before)) = accepted {
                sum +=
                    i128::from(i64::from(value) - each * before) * i128::from(self.weights[*row]);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recon::ASK;

    /// The last attempt is worth nothing and always accepted; of the others each is a
    /// capture by a pawn, worth `worth`, and accepted in as many of 64 positions as
    /// the others, in half of them one.
    fn gain(rules: &str, captures: usize, score: i32) -> Option<i64> {
        let mut columns = vec![Column::default(); captures + 1];
        for row in 0..64 {
            for (i, column) in columns.iter_mut().enumerate() {
                let hit = row % 4 < 2 && row / 4 % captures == i;
                column.values.push(if i == captures {
                    Some(0)
                } else {
                    hit.then_some(score)
                });
            }
        }
        let tries: Vec<bool> = (0..=captures).map(|i| i < captures).collect();
        Question {
            rules: RuleSet::named(rules).unwrap(),
            columns: &columns,
            tries: &tries,
            weights: &[1; 64],
            refused: 0,
        }
        .gain()
    }

    #[test]
    fn asking_saves_refusals_and_costs_the_freedom_to_choose() {
        for rules in ["berkeley_any", "english"] {
            // Eight attempts in vain where there is nothing to take: half of 32, less
            // the price.
            assert_eq!(gain(rules, 8, 300), Some(12), "{rules}");
            // One attempt tells as much as the question does.
            assert_eq!(gain(rules, 1, 300), Some(-2), "{rules}");
        }
        // Bound to what is bad until something is taken, or for one attempt, which is
        // mostly in vain.
        let bound = gain("berkeley_any", 8, -300).unwrap();
        let once = gain("english", 8, -300).unwrap();
        assert!(bound < ASK, "{bound}");
        assert!((-50..-4).contains(&once), "{once}");
    }

    #[test]
    fn where_the_answer_is_known_nothing_is_asked() {
        // A pawn can take something in so many of 64 positions.
        let asked = |many: usize| {
            let columns = [
                Column {
                    values: (0..64).map(|row| (row < many).then_some(300)).collect(),
                },
                Column {
                    values: vec![Some(0); 64],
                },
            ];
            let question = Question {
                rules: RuleSet::named("english").unwrap(),
                columns: &columns,
                tries: &[true, false],
                weights: &[1; 64],
                refused: 0,
            };
            question.gain().is_some()
        };
        let answers = [0, 1, 63, 64].map(asked);
        assert_eq!(answers, [false, true, true, false]);
    }
}
