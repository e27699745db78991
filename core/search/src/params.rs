//! The numbers by which a search prunes and reduces.

use crate::feature::Features;

/// Margins are in the units of a game's evaluation; factors of reductions in
/// hundredths of a ply. All of them can be tuned by self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Half width of the first aspiration window.
    pub window: i32,
    /// Reverse futility: down to which depth, and the margin for each ply.
    pub reverse_depth: i32,
    /// See [`reverse_depth`](Self::reverse_depth).
    pub reverse_margin: i32,
    /// Null move: the least reduction in plies.
    pub null_base: i32,
    /// Null move: one ply more for each so many plies of depth.
    pub null_slope: i32,
    /// Null move: one ply more for each so much above beta.
    pub null_surplus: i32,
    /// Late moves are reduced by `base + factor · ln(depth) · ln(number)`.
    pub lmr_base: i32,
    /// See [`lmr_base`](Self::lmr_base).
    pub lmr_factor: i32,
    /// The statistics of a move that are worth one ply of reduction.
    pub lmr_history: i32,
    /// Late quiet moves are left out after `base + depth²` of them.
    pub lmp_base: i32,
    /// Up to which depth.
    pub lmp_depth: i32,
    /// Beyond so many plies from the root: nearer to it the move left out may be the one that
    /// saves a piece, and no deeper search of it follows.
    pub lmp_ply: i32,
    /// Futility: up to which depth, the margin at once, and for each ply.
    pub futility_depth: i32,
    /// See [`futility_depth`](Self::futility_depth).
    pub futility_base: i32,
    /// See [`futility_depth`](Self::futility_depth).
    pub futility_margin: i32,
    /// Exchanges that lose more than this a ply are left out: quiet moves.
    pub see_quiet: i32,
    /// The same for tactical moves, multiplied by the square of the depth.
    pub see_tactical: i32,
    /// Number of plies beyond the iteration's depth to which check extensions may carry a line.
    pub check_extension_plies: i32,
    /// Quiescence leaves out what cannot come within this of alpha.
    pub delta: i32,
    /// Late moves of the root are reduced by so much less than others, in
    /// hundredths of a ply.
    pub lmr_root: i32,
    /// Additional reduction at expected cut nodes; the next two fields reduce less where the
    /// position improves and on exact lines. In hundredths of a ply.
    pub cut_reduction: i32,
    /// See [`cut_reduction`](Self::cut_reduction).
    pub improving_reduction: i32,
    /// See [`cut_reduction`](Self::cut_reduction).
    pub exact_reduction: i32,
    /// Quiet moves with statistics below this for each ply are left out.
    pub history_margin: i32,
    /// Up to which depth; 0 for never.
    pub history_depth: i32,
    /// Longest mate by checks alone that is looked for before the search, in moves of the mating
    /// side; 0 for none.
    pub forcing_moves: i32,
    /// Corrections of the static evaluation: the greatest by one structure of a position; 0 for
    /// none.
    pub correction: i32,
    /// Features that the search leaves out; none, but for experiments.
    pub without: Features,
}

impl Params {
    /// Defaults for an evaluation in centipawns.
    pub const DEFAULT: Self = Self {
        window: 20,
        reverse_depth: 7,
        reverse_margin: 80,
        null_base: 3,
        null_slope: 4,
        null_surplus: 200,
        lmr_base: 60,
        lmr_factor: 45,
        lmr_history: 8192,
        lmp_base: 3,
        lmp_depth: 8,
        lmp_ply: 0,
        futility_depth: 7,
        futility_base: 90,
        futility_margin: 90,
        see_quiet: 60,
        see_tactical: 20,
        check_extension_plies: 12,
        delta: 160,
        lmr_root: 150,
        cut_reduction: 100,
        improving_reduction: 50,
        exact_reduction: 100,
        history_margin: 4000,
        history_depth: 0,
        forcing_moves: 12,
        correction: 64,
        without: Features::NONE,
    };

    /// The fields by name, with the least and greatest value that make sense.
    pub const FIELDS: &[(&'static str, i32, i32)] = &[
        ("window", 5, 200),
        ("reverse_depth", 0, 12),
        ("reverse_margin", 20, 400),
        ("null_base", 2, 6),
        ("null_slope", 2, 8),
        ("null_surplus", 50, 800),
        ("lmr_base", 0, 200),
        ("lmr_factor", 10, 120),
        ("lmr_history", 1000, 32000),
        ("lmp_base", 1, 30),
        ("lmp_depth", 0, 12),
        ("lmp_ply", 0, 8),
        ("futility_depth", 0, 12),
        ("futility_base", 0, 600),
        ("futility_margin", 20, 400),
        ("see_quiet", 10, 400),
        ("see_tactical", 5, 200),
        ("check_extension_plies", 0, 40),
        ("delta", 20, 1000),
        ("lmr_root", 0, 1000),
        ("cut_reduction", 0, 300),
        ("improving_reduction", 0, 300),
        ("exact_reduction", 0, 300),
        ("history_margin", 500, 16000),
        ("history_depth", 0, 8),
        ("forcing_moves", 0, 30),
        ("correction", 0, 256),
    ];

    /// The field of a name.
    pub fn field(&mut self, name: &str) -> Option<&mut i32> {
        Some(match name {
            "window" => &mut self.window,
            "reverse_depth" => &mut self.reverse_depth,
            "reverse_margin" => &mut self.reverse_margin,
            "null_base" => &mut self.null_base,
            "null_slope" => &mut self.null_slope,
            "null_surplus" => &mut self.null_surplus,
            "lmr_base" => &mut self.lmr_base,
            "lmr_factor" => &mut self.lmr_factor,
            "lmr_history" => &mut self.lmr_history,
            "lmp_base" => &mut self.lmp_base,
            "lmp_depth" => &mut self.lmp_depth,
            "lmp_ply" => &mut self.lmp_ply,
            "futility_depth" => &mut self.futility_depth,
            "futility_base" => &mut self.futility_base,
            "futility_margin" => &mut self.futility_margin,
            "see_quiet" => &mut self.see_quiet,
            "see_tactical" => &mut self.see_tactical,
            "check_extension_plies" => &mut self.check_extension_plies,
            "delta" => &mut self.delta,
            "lmr_root" => &mut self.lmr_root,
            "cut_reduction" => &mut self.cut_reduction,
            "improving_reduction" => &mut self.improving_reduction,
            "exact_reduction" => &mut self.exact_reduction,
            "history_margin" => &mut self.history_margin,
            "history_depth" => &mut self.history_depth,
            "forcing_moves" => &mut self.forcing_moves,
            "correction" => &mut self.correction,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_name_and_lies_in_its_range() {
        let mut params = Params::DEFAULT;
        for (name, least, greatest) in Params::FIELDS {
            let value = *params.field(name).unwrap();
            assert!((*least..=*greatest).contains(&value), "{name} is {value}");
        }
        assert!(params.field("nothing").is_none());
        let size = Params::FIELDS.len() * size_of::<i32>() + size_of::<Features>();
        assert_eq!(size_of::<Params>(), size);
    }
}
