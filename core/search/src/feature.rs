//! Parts of the search that can be left out, to measure what each of them gains.

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Feature {
    /// A pass that is good enough ends a node.
    NullMove,
    /// A static score far above beta ends a node.
    ReverseFutility,
    /// Late moves are searched less deep first.
    Reductions,
    /// Late quiet moves are left out near the leaves.
    LateMoves,
    /// Quiet moves are left out where the static score is far below alpha.
    Futility,
    /// Moves that lose material are left out near the leaves.
    Exchanges,
    /// The only good move of a node is searched deeper.
    Singular,
    /// Positions in check are searched deeper.
    CheckExtension,
    /// Nodes without a move to begin with are searched less deep.
    ShallowFirst,
    /// Mates by checks alone are looked for before the search.
    ForcingMates,
    /// Quiescence tries quiet checks at its first ply.
    QuietChecks,
    /// Quiescence leaves out captures that cannot reach alpha.
    Delta,
    /// Quiet moves that were good at the same ply come first.
    Killers,
    /// Quiet moves are ordered by how often they were good.
    QuietHistory,
    /// Tactical moves are ordered by how often they were good.
    TacticalHistory,
    /// Quiet moves are ordered by how often they were good after the moves before.
    PairHistory,
    /// Iterations begin with a narrow window.
    Aspiration,
}

impl Feature {
    /// All features by their names.
    pub const ALL: [(&'static str, Self); 17] = [
        ("null_move", Self::NullMove),
        ("reverse_futility", Self::ReverseFutility),
        ("reductions", Self::Reductions),
        ("late_moves", Self::LateMoves),
        ("futility", Self::Futility),
        ("exchanges", Self::Exchanges),
        ("singular", Self::Singular),
        ("check_extension", Self::CheckExtension),
        ("shallow_first", Self::ShallowFirst),
        ("forcing_mates", Self::ForcingMates),
        ("quiet_checks", Self::QuietChecks),
        ("delta", Self::Delta),
        ("killers", Self::Killers),
        ("quiet_history", Self::QuietHistory),
        ("tactical_history", Self::TacticalHistory),
        ("pair_history", Self::PairHistory),
        ("aspiration", Self::Aspiration),
    ];

    /// The feature of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|f| f.0 == name).map(|f| f.1)
    }
}

/// A set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// No feature.
    pub const NONE: Self = Self(0);

    /// The set with a feature more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u32)
    }

    /// Returns true if the feature is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_have_names_and_places_of_their_own() {
        let mut all = Features::NONE;
        for (name, feature) in Feature::ALL {
            assert!(!all.has(feature), "{name}");
            all = all.with(feature);
            assert!(all.has(feature));
            assert_eq!(Feature::named(name), Some(feature));
        }
        assert!(Feature::named("nothing").is_none());
    }
}
