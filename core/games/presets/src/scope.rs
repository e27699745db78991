//! For whom, and for how long, a preset is in force.

use chess::Color;

/// The side for which a preset is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// White alone.
    White,
    /// Black alone.
    Black,
    /// Both sides.
    #[default]
    Both,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Both];

    /// Returns true if the scope includes a side.
    #[must_use]
    pub const fn has(self, color: Color) -> bool {
        matches!(
            (self, color),
            (Self::Both, _) | (Self::White, Color::White) | (Self::Black, Color::Black)
        )
    }

    /// Returns true if the scopes share a side.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Both, _)
                | (_, Self::Both)
                | (Self::White, Self::White)
                | (Self::Black, Self::Black)
        )
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Both => "both",
        }
    }

    /// The scope of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// A preset in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Active {
    /// Its place in the library of the rules.
    pub(super) preset: u16,
    /// For whom.
    pub scope: Scope,
    /// For how many more plies; without limit if none.
    pub turns: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_overlap_where_a_side_is_in_both() {
        for a in Scope::ALL {
            assert_eq!(Scope::from_name(a.name()), Some(a));
            for b in Scope::ALL {
                let shared = Color::ALL.into_iter().any(|c| a.has(c) && b.has(c));
                assert_eq!(a.overlaps(b), shared, "{a:?} {b:?}");
            }
        }
        assert_eq!(Scope::from_name("green"), None);
    }
}
