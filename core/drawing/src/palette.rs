//! Colours: classes of a picture, their CSS variables and defaults by theme.
//!
//! Seats have the colours of Okabe and Ito, which people with any colour vision tell apart;
//! they differ by shape or letter as well. The colours of marks differ by dashes as well.

use crate::scene::Owner;
use crate::style::{Hue, Theme};

/// A class of elements that look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    Background,
    Light,
    Dark,
    Grid,
    Hex,
    Throne,
    Hole,
    Shield,
    ShieldMark,
    Fog,
    FogLine,
    LastMove,
    Check,
    Lifted,
    Blue,
    Green,
    Red,
    Yellow,
    BlueRing,
    GreenRing,
    RedRing,
    YellowRing,
    /// The dark line below a ring, against which its dashes show.
    RingLine,
    White,
    Black,
    Nobody,
    Seat0,
    Seat1,
    Seat2,
    Seat3,
    Seat4,
    Seat5,
    /// Text, from its start.
    Text,
    /// Bold text, from its start.
    Strong,
    /// Text that does not matter any more.
    Gone,
    /// Names of rows and columns, centred.
    Axis,
    /// The same on boards that are wider than others.
    WideAxis,
    /// Text on a piece, centred.
    Letter,
    /// Small text on a piece, centred.
    Small,
    Badge,
    BadgeText,
    Promoted,
    Turn,
    Clock,
    ClockText,
    /// A form that is not seen and takes the pointer.
    Target,
}

/// A property of a class: its name, the name of its variable and its values in the light and
/// the dark theme.
type Property = (&'static str, &'static str, &'static str, &'static str);

/// The classes in the order of [`Class`]: name, properties by theme, other properties.
const RULES: &[(&str, &[Property], &str)] = &[
    ("bg", &[("fill", "background", "#fff", "#16191d")], ""),
    ("l", &[("fill", "light", "#eceff3", "#9aa5b1")], ""),
    ("d", &[("fill", "dark", "#92a5bb", "#5f6d7d")], ""),
    (
        "g",
        &[("stroke", "grid", "#5c6a79", "#2e363f")],
        "fill:none;stroke-width:1.2",
    ),
    (
        "e",
        &[
            ("fill", "light", "#eceff3", "#9aa5b1"),
            ("stroke", "grid", "#5c6a79", "#2e363f"),
        ],
        "stroke-width:1.2",
    ),
    (
        "th",
        &[
            ("fill", "throne", "#f6d860", "#d2b03c"),
            ("stroke", "throne-mark", "#6b5500", "#3d3000"),
        ],
        "stroke-width:1.5;stroke-linejoin:round",
    ),
    (
        "ho",
        &[
            ("fill", "hole", "#22272e", "#07090b"),
            ("stroke", "hole-edge", "#5c6a79", "#46525f"),
        ],
        "stroke-width:2.5",
    ),
    ("sh", &[("fill", "shield", "#8b7d6b", "#6f6353")], ""),
    (
        "sm",
        &[("stroke", "shield-mark", "#f3ede4", "#e4dccf")],
        "fill:none;stroke-width:2.5;stroke-linejoin:round",
    ),
    ("fo", &[("fill", "fog", "#6f7a86", "#1b2026")], "opacity:.5"),
    (
        "fl",
        &[("stroke", "fog-line", "#3f4851", "#6d7986")],
        "stroke-width:1.4;opacity:.7",
    ),
    (
        "m",
        &[("fill", "last-move", "#f0e442", "#f0e442")],
        "opacity:.62",
    ),
    (
        "k",
        &[
            ("fill", "check", "#d55e00", "#ff8a3c"),
            ("stroke", "check", "#d55e00", "#ff8a3c"),
        ],
        "fill-opacity:.4;stroke-width:3",
    ),
    (
        "li",
        &[("stroke", "lifted", "#0072b2", "#7cc7f2")],
        "fill:none;stroke-width:2.5;stroke-dasharray:5 3",
    ),
    ("hb", &arrow("blue", "#0072b2", "#3fa9ee"), "opacity:.85"),
    ("hg", &arrow("green", "#009e73", "#2fd6a5"), "opacity:.85"),
    ("hr", &arrow("red", "#d55e00", "#f07a2b"), "opacity:.85"),
    ("hy", &arrow("yellow", "#e0b400", "#f0d442"), "opacity:.85"),
    ("rb", &ring("blue", "#0072b2", "#3fa9ee"), RING),
    (
        "rg",
        &ring("green", "#009e73", "#2fd6a5"),
        "fill:none;stroke-width:3.2;stroke-dasharray:9 4",
    ),
    (
        "rr",
        &ring("red", "#d55e00", "#f07a2b"),
        "fill:none;stroke-width:3.2;stroke-dasharray:4 3",
    ),
    (
        "ry",
        &ring("yellow", "#e0b400", "#f0d442"),
        "fill:none;stroke-width:3.2;stroke-dasharray:9 3 3 3",
    ),
    (
        "ro",
        &[("stroke", "mark-line", "#14171a", "#0b0d0f")],
        "fill:none;stroke-width:4.6",
    ),
    (
        "w",
        &[
            ("fill", "white-piece", "#fff", "#fbfbfb"),
            ("stroke", "white-line", "#22272e", "#14171a"),
            ("color", "white-line", "#22272e", "#14171a"),
        ],
        PIECE,
    ),
    (
        "b",
        &[
            ("fill", "black-piece", "#3d444d", "#22262b"),
            ("stroke", "black-line", "#14171a", "#000"),
            ("color", "black-detail", "#f2f4f6", "#dfe4e9"),
        ],
        PIECE,
    ),
    (
        "n",
        &[
            ("fill", "nobody", "#57606a", "#2a3037"),
            ("stroke", "nobody-line", "#22272e", "#0b0d0f"),
            ("color", "nobody-detail", "#fff", "#f0f0f0"),
        ],
        PIECE,
    ),
    ("s0", &seat("seat-0", "#0072b2", "#fff"), PIECE),
    ("s1", &seat("seat-1", "#e69f00", "#14171a"), PIECE),
    ("s2", &seat("seat-2", "#009e73", "#fff"), PIECE),
    ("s3", &seat("seat-3", "#cc79a7", "#14171a"), PIECE),
    ("s4", &seat("seat-4", "#f0e442", "#14171a"), PIECE),
    ("s5", &seat("seat-5", "#d55e00", "#fff"), PIECE),
    ("t", &[TEXT], "font:13px sans-serif"),
    ("tb", &[TEXT], "font:bold 13px sans-serif"),
    (
        "tg",
        &[TEXT],
        "font:13px sans-serif;opacity:.5;text-decoration:line-through",
    ),
    (
        "a",
        &[("fill", "axis", "#525d69", "#a7b2bd")],
        "font:11px sans-serif;text-anchor:middle",
    ),
    (
        "aw",
        &[("fill", "axis", "#525d69", "#a7b2bd")],
        "font:15px sans-serif;text-anchor:middle",
    ),
    (
        "x",
        &[],
        "font:bold 17px sans-serif;text-anchor:middle;fill:currentColor;stroke:none",
    ),
    (
        "y",
        &[],
        "font:bold 11px sans-serif;text-anchor:middle;fill:currentColor;stroke:none",
    ),
    (
        "q",
        &[
            ("fill", "badge", "#fff6d6", "#2b2510"),
            ("stroke", "badge-line", "#6b5500", "#e6c75a"),
        ],
        "stroke-width:1",
    ),
    (
        "qt",
        &[("fill", "badge-text", "#3d3000", "#ffe9a3")],
        "font:bold 10px sans-serif;text-anchor:middle",
    ),
    (
        "p",
        &[
            ("fill", "promoted", "#d55e00", "#ff8a3c"),
            ("stroke", "promoted-line", "#fff", "#14171a"),
        ],
        "stroke-width:1",
    ),
    ("v", &[("fill", "turn", "#009e73", "#3fd0a6")], ""),
    (
        "c",
        &[
            ("fill", "clock", "#eceff3", "#2a3037"),
            ("stroke", "clock-line", "#92a5bb", "#5f6d7d"),
        ],
        "stroke-width:1",
    ),
    ("ct", &[TEXT], "font:bold 13px monospace;text-anchor:middle"),
    ("hit", &[], "fill:none;pointer-events:all"),
];

const PIECE: &str = "stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round";

const TEXT: Property = ("fill", "text", "#22272e", "#dfe5ea");

const RING: &str = "fill:none;stroke-width:3.2";

const fn arrow(name: &'static str, light: &'static str, dark: &'static str) -> [Property; 2] {
    [
        ("fill", name, light, dark),
        ("stroke", "mark-line", "#14171a", "#0b0d0f"),
    ]
}

const fn ring(name: &'static str, light: &'static str, dark: &'static str) -> [Property; 1] {
    [("stroke", name, light, dark)]
}

const fn seat(name: &'static str, fill: &'static str, detail: &'static str) -> [Property; 3] {
    [
        ("fill", name, fill, fill),
        ("stroke", "seat-line", "#14171a", "#0b0d0f"),
        ("color", "seat-detail", detail, detail),
    ]
}

impl Class {
    pub(crate) fn name(self) -> &'static str {
        RULES[self as usize].0
    }

    /// The class of the pieces of an owner.
    pub(crate) fn of(owner: Owner) -> Self {
        match owner {
            Owner::Nobody => Self::Nobody,
            Owner::White => Self::White,
            Owner::Black => Self::Black,
            Owner::Seat(0) => Self::Seat0,
            Owner::Seat(1) => Self::Seat1,
            Owner::Seat(2) => Self::Seat2,
            Owner::Seat(3) => Self::Seat3,
            Owner::Seat(4) => Self::Seat4,
            Owner::Seat(_) => Self::Seat5,
        }
    }

    /// The class of arrows of a colour.
    pub(crate) const fn arrow(hue: Hue) -> Self {
        match hue {
            Hue::Blue => Self::Blue,
            Hue::Green => Self::Green,
            Hue::Red => Self::Red,
            Hue::Yellow => Self::Yellow,
        }
    }

    /// The class of rings of a colour.
    pub(crate) const fn ring(hue: Hue) -> Self {
        match hue {
            Hue::Blue => Self::BlueRing,
            Hue::Green => Self::GreenRing,
            Hue::Red => Self::RedRing,
            Hue::Yellow => Self::YellowRing,
        }
    }
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Classes(u64);

impl Classes {
    pub(crate) const fn add(&mut self, class: Class) {
        self.0 |= 1 << class as u8;
    }

    /// Writes the rules of the classes. Each colour stands twice: by itself for programs that do
    /// not know variables, and as a variable with a default.
    pub(crate) fn rules(self, id: &str, theme: Theme, out: &mut String) {
        match theme {
            Theme::Light => self.under(id, false, true, out),
            Theme::Dark => self.under(id, true, true, out),
            Theme::Auto => {
                self.under(id, false, true, out);
                out.push_str("@media(prefers-color-scheme:dark){");
                self.under(id, true, false, out);
                out.push('}');
            }
        }
    }

    fn under(self, id: &str, dark: bool, whole: bool, out: &mut String) {
        let rules = RULES.iter().enumerate();
        for (_, (class, colours, rest)) in rules.filter(|(i, _)| self.0 >> i & 1 != 0) {
            if !whole && colours.iter().all(|(_, _, light, dark)| light == dark) {
                continue;
            }
            out.extend(["#", id, " .", class, "{"]);
            for (i, (property, name, light, darker)) in colours.iter().enumerate() {
                let colour = if dark { darker } else { light };
                let semicolon = if i > 0 { ";" } else { "" };
                out.extend([semicolon, property, ":", colour, ";", property]);
                out.extend([":var(--bw-", name, ",", colour, ")"]);
            }
            if whole && !rest.is_empty() {
                out.push_str(if colours.is_empty() { "" } else { ";" });
                out.push_str(rest);
            }
            out.push('}');
        }
    }
}

/// Returns the names of all variables with their defaults in the light and the dark theme, each
/// once, for the documentation.
#[must_use]
pub fn variables() -> Vec<[String; 3]> {
    let mut out: Vec<[String; 3]> = Vec::new();
    for (_, name, light, dark) in RULES.iter().flat_map(|(_, colours, _)| colours.iter()) {
        let name = format!("--bw-{name}");
        if !out.iter().any(|known| known[0] == name) {
            out.push([name, (*light).into(), (*dark).into()]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_rule() {
        assert_eq!(RULES.len(), Class::Target as usize + 1);
        assert!(RULES.len() <= 64);
        for (class, name) in [
            (Class::Background, "bg"),
            (Class::YellowRing, "ry"),
            (Class::White, "w"),
            (Class::Seat5, "s5"),
            (Class::Axis, "a"),
            (Class::Turn, "v"),
            (Class::ClockText, "ct"),
            (Class::Target, "hit"),
        ] {
            assert_eq!(class.name(), name);
        }
        for (i, (name, ..)) in RULES.iter().enumerate() {
            assert!(RULES[..i].iter().all(|(other, ..)| other != name), "{name}");
        }
    }
}
