//! Tokens and money used, and the ceilings on both. Money is counted in whole millionths of a
//! millionth of a unit, so that sums are exact.

use super::config::{Config, EndpointConfig};

/// The parts of a unit that are counted.
pub(super) const PARTS: f64 = 1e12;

/// A use of tokens and its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) input: u64,
    pub(super) output: u64,
    cost: u128,
}

impl Use {
    pub(super) fn at(endpoint: &EndpointConfig, input: u64, output: u64) -> Self {
        let price = |price: Option<u64>, tokens: u64| {
            u128::from(price.unwrap_or_default()) * u128::from(tokens)
        };
        Self {
            input,
            output,
            cost: price(endpoint.input_price, input) + price(endpoint.output_price, output),
        }
    }

    const fn tokens(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// Estimates the tokens of a text, rather too high than too low.
pub(super) fn estimate(text: &str) -> u64 {
    (text.len() as u64).div_ceil(3)
}

/// The use so far, and what calls under way may use at most.
#[derive(Debug, Default)]
pub(super) struct Account {
    pub(super) input: u64,
    pub(super) output: u64,
    cost: u128,
    reserved_tokens: u64,
    reserved_cost: u128,
}

impl Account {
    /// Sets aside what a call may use, if the ceilings allow it.
    ///
    /// # Errors
    ///
    /// The ceiling that is reached, in words.
    pub(super) fn reserve(&mut self, config: &Config, most: Use) -> Result<(), String> {
        let tokens = (self.input + self.output)
            .saturating_add(self.reserved_tokens)
            .saturating_add(most.tokens());
        if let Some(max) = config.max_tokens.filter(|max| tokens > *max) {
            return Err(format!(
                "max_tokens: the ceiling of {max} tokens is reached"
            ));
        }
        let cost = self.cost + self.reserved_cost + most.cost;
        if let Some(max) = config.max_cost.filter(|max| cost > *max) {
            let max = max as f64 / PARTS;
            return Err(format!("max_cost: the ceiling of {max} is reached"));
        }
        self.reserved_tokens += most.tokens();
        self.reserved_cost += most.cost;
        Ok(())
    }

    /// Counts what a call has used, in place of what was set aside for it.
    pub(super) fn settle(&mut self, reserved: Use, used: Use) {
        self.reserved_tokens = self.reserved_tokens.saturating_sub(reserved.tokens());
        self.reserved_cost = self.reserved_cost.saturating_sub(reserved.cost);
        self.input = self.input.saturating_add(used.input);
        self.output = self.output.saturating_add(used.output);
        self.cost = self.cost.saturating_add(used.cost);
    }

    /// Returns the cost in units of money.
    pub(super) fn cost(&self) -> f64 {
        self.cost as f64 / PARTS
    }
}
