//! The parameters of `search` that are no options: only who tunes it sets them.

/// Parameters of the search of two boards. Values are in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineParams {
    /// The weight of the other board, in hundredths of the own one's.
    pub other_board: i32,
    /// The cost of being in check without a move while a piece could still help.
    pub frozen: i32,
    /// The least that the best capture of the other team on the other board wins there, by
    /// static exchange, to count as made: what it takes will be dropped here; 10 000 for never.
    /// Not where the bot plays both seats of a team.
    pub foreseen_capture: i32,
    /// The value of a piece with which whoever is to move on the other board would have mated
    /// at once. Not where the bot plays both seats of a team.
    pub mating_piece: i32,
    /// The score of its best move below which it sits while others play.
    pub sit_below: i32,
    /// Within how many plies it is mated for it to sit while others play.
    pub sit_plies: i32,
    /// The share of the usual time that a move takes while the rival on the other board has
    /// more left, in hundredths.
    pub hurry_percent: i32,
}

impl EngineParams {
    /// The parameters that are shipped.
    pub const SHIPPED: Self = Self {
        other_board: 80,
        frozen: 700,
        foreseen_capture: 0,
        mating_piece: 300,
        sit_below: 1_500,
        sit_plies: 12,
        hurry_percent: 70,
    };

    /// The fields that count in any decision, by name, with the least and greatest value that make
    /// sense.
    pub const FIELDS: &[(&'static str, i32, i32)] = &[
        ("other_board", 0, 400),
        ("frozen", 0, 3_000),
        ("foreseen_capture", -500, 10_000),
        ("mating_piece", 0, 3_000),
    ];

    /// The fields that count where there are clocks, in the same form.
    pub const CLOCK_FIELDS: &[(&'static str, i32, i32)] = &[
        ("sit_below", 0, 100_000),
        ("sit_plies", 0, 100),
        ("hurry_percent", 1, 100),
    ];

    /// The field of a name in [`FIELDS`](Self::FIELDS) or [`CLOCK_FIELDS`](Self::CLOCK_FIELDS).
    pub fn field(&mut self, name: &str) -> Option<&mut i32> {
        Some(match name {
            "other_board" => &mut self.other_board,
            "frozen" => &mut self.frozen,
            "foreseen_capture" => &mut self.foreseen_capture,
            "mating_piece" => &mut self.mating_piece,
            "sit_below" => &mut self.sit_below,
            "sit_plies" => &mut self.sit_plies,
            "hurry_percent" => &mut self.hurry_percent,
            _ => return None,
        })
    }
}

impl Default for EngineParams {
    fn default() -> Self {
        Self::SHIPPED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_name_and_lies_in_its_range() {
        let mut params = EngineParams::SHIPPED;
        let fields = EngineParams::FIELDS.iter();
        for (name, least, greatest) in fields.chain(EngineParams::CLOCK_FIELDS) {
            let value = *params.field(name).unwrap();
            assert!((*least..=*greatest).contains(&value), "{name} is {value}");
        }
        assert!(params.field("sit").is_none());
    }
}
