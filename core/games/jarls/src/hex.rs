//! Axial coordinates: hexes, directions, distances, straight lines.

use std::fmt;
use std::ops::{Add, Sub};

/// A hex by its axial coordinates; the third one is `-q - r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex {
    /// The first coordinate.
    pub q: i8,
    /// The second coordinate.
    pub r: i8,
}

/// The six directions in the order of the rules: E, NE, NW, W, SW, SE.
pub const DIRECTIONS: [Hex; 6] = [
    Hex { q: 1, r: 0 },
    Hex { q: 1, r: -1 },
    Hex { q: 0, r: -1 },
    Hex { q: -1, r: 0 },
    Hex { q: -1, r: 1 },
    Hex { q: 0, r: 1 },
];

/// Their names.
pub const DIRECTION_NAMES: [&str; 6] = ["E", "NE", "NW", "W", "SW", "SE"];

/// The direction that leads back.
#[must_use]
pub(super) const fn opposite(direction: u8) -> u8 {
    (direction + 3) % 6
}

impl Hex {
    /// The Throne, in the middle of every board.
    pub const THRONE: Self = Self { q: 0, r: 0 };

    /// Returns the number of steps between two hexes.
    #[must_use]
    pub fn distance(self, other: Self) -> u8 {
        let (q, r) = (
            i32::from(self.q) - i32::from(other.q),
            i32::from(self.r) - i32::from(other.r),
        );
        q.abs().max(r.abs()).max((q + r).abs()) as u8
    }

    /// The same hex after a turn of a sixth of a circle around the Throne.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            q: -self.r,
            r: self.q + self.r,
        }
    }

    /// Reads `q,r`; each coordinate is 0 or has no leading zero, and no `+`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let coordinate = |text: &str| -> Option<i8> {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = digits.bytes().all(|b| b.is_ascii_digit())
                && (text == "0" || !digits.starts_with('0'));
            text.parse().ok().filter(|_| plain)
        };
        let (q, r) = text.split_once(',')?;
        Some(Self {
            q: coordinate(q)?,
            r: coordinate(r)?,
        })
    }

    /// The hexes from this one to another, both included: cube interpolation,
    /// nudged by (1e-6, 1e-6, -2e-6) and rounded, which settles lines that run
    /// between hexes.
    #[must_use]
    pub fn line_to(self, other: Self) -> Vec<Self> {
        let steps = self.distance(other);
        let cube = |h: Self| {
            let (q, r) = (f64::from(h.q), f64::from(h.r));
            [q, r, -q - r]
        };
        let (from, to) = (cube(self), cube(other));
        let nudge = [1e-6, 1e-6, -2e-6];
        (0..=steps)
            .map(|step| {
                let t = match steps {
                    0 => 0.0,
                    _ => f64::from(step) / f64::from(steps),
                };
                rounded([0, 1, 2].map(|i: usize| from[i] + (to[i] - from[i]) * t + nudge[i]))
            })
            .collect()
    }
}

/// The hex in which a point lies: each coordinate rounded, and the one that was
/// moved most made to fit the others.
fn rounded(point: [f64; 3]) -> Hex {
    let near = point.map(f64::round);
    let off = [0, 1, 2].map(|i: usize| (near[i] - point[i]).abs());
    let [mut q, mut r, s] = near;
    if off[0] > off[1] && off[0] > off[2] {
        q = -r - s;
    } else if off[1] > off[2] {
        r = -q - s;
    }
    Hex {
        q: q as i8,
        r: r as i8,
    }
}

impl Add for Hex {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            q: self.q.saturating_add(other.q),
            r: self.r.saturating_add(other.r),
        }
    }
}

impl Sub for Hex {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            q: self.q.saturating_sub(other.q),
            r: self.r.saturating_sub(other.r),
        }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn hex(q: i8, r: i8) -> Hex {
        Hex { q, r }
    }

    #[test]
    fn texts_have_one_form_only() {
        for (q, r) in [(0, 0), (3, -1), (-8, 8), (12, -12)] {
            assert_eq!(Hex::read(&hex(q, r).to_string()), Some(hex(q, r)));
        }
        for wrong in [
            "", "1", "1,", ",1", "+1,0", "01,0", "-0,0", "1,0,0", "1, 0", "200,0",
        ] {
            assert_eq!(Hex::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_along_axes_and_between_them() {
        let along: Vec<_> = hex(3, 0).line_to(Hex::THRONE);
        assert_eq!(along, [hex(3, 0), hex(2, 0), hex(1, 0), hex(0, 0)]);
        // Halfway between two columns the nudge decides, always to the same side.
        let between = hex(-1, 2).line_to(Hex::THRONE);
        assert_eq!(between, [hex(-1, 2), hex(0, 1), hex(0, 0)]);
        for (q, r) in [(-3, 6), (7, -2), (5, 2), (1, -8)] {
            let line = hex(q, r).line_to(Hex::THRONE);
            assert_eq!(line.len(), usize::from(hex(q, r).distance(Hex::THRONE)) + 1);
            assert!(line.windows(2).all(|w| w[0].distance(w[1]) == 1));
        }
        assert_eq!(hex(2, 2).line_to(hex(2, 2)), [hex(2, 2)]);
    }

    #[test]
    fn six_turns_lead_back() {
        let mut at = hex(3, -1);
        for (i, direction) in DIRECTIONS.iter().enumerate() {
            at = at.turned();
            assert_eq!(direction.turned(), DIRECTIONS[(i + 5) % 6]);
        }
        assert_eq!(at, hex(3, -1));
    }
}
