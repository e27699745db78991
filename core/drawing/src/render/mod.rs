//! The renderer: from a scene and a style to SVG.

mod board;
mod cells;
mod description;
mod marks;
mod players;
mod table;

use crate::palette::Class;
use crate::scene::{Player, Scene, Shape};
use crate::shapes::Symbol;
use crate::style::Style;
use crate::svg::Svg;
use board::Frame;

/// Length of the side of a cell.
const CELL: i32 = 400;
/// Around everything, and between boards.
const PAD: i32 = 60;
const GAP: i32 = 240;
/// The width of the picture of a board of chess.
const USUAL_WIDTH: i32 = 3680;
/// Height of a line of text.
const LINE: i32 = 180;

/// Writes the picture of a scene.
#[must_use]
pub fn render(scene: &Scene, style: &Style) -> String {
    let cells: usize = scene.boards.iter().map(|b| b.cells.len()).sum();
    let mut picture = Picture {
        svg: Svg::with_capacity(4096 + 48 * cells),
        scene,
        style,
        symbols: Vec::new(),
        badges: board::badge_names(scene),
    };
    let (width, height) = picture.body();
    picture.finish(width, height)
}

/// A picture while it is written.
struct Picture<'a> {
    svg: Svg,
    scene: &'a Scene,
    style: &'a Style,
    symbols: Vec<Symbol>,
    /// The names of the numbers that pieces have, each of which has a corner of its own.
    badges: Vec<&'a str>,
}

impl Picture<'_> {
    /// Writes everything that is seen; returns the width and the height of it.
    fn body(&mut self) -> (i32, i32) {
        let frames: Vec<_> = self.scene.boards.iter().map(|b| self.frame(b)).collect();
        let tallest = frames.iter().map(|f| f.height).max().unwrap_or(0);
        let mut x = PAD;
        for (i, frame) in frames.iter().enumerate() {
            let y = PAD + (tallest - frame.height) / 2;
            if self.style.cells {
                self.named_board(i, frame);
            }
            self.svg.moved(x, y, frame.percent);
            self.board(i, frame);
            self.svg.raw("</g>");
            if self.style.cells {
                self.svg.raw("</g>");
            }
            x += frame.width + GAP;
        }
        let mut width = match frames.len() {
            0 => 3600,
            _ => x - GAP + PAD,
        };
        let mut y = PAD + tallest;
        if !self.scene.facts.is_empty() {
            width = width.max(4200);
            y = self.table(width, y);
        }
        let scene = self.scene;
        if !(scene.players.is_empty() && scene.captions.is_empty() && self.badges.is_empty()) {
            // What stands below has the same size in every picture of the same width.
            let percent = (width * 100 / USUAL_WIDTH).clamp(100, 250);
            self.svg.moved(0, y, percent);
            let inner = width * 100 / percent;
            let mut below = 0;
            if !scene.players.is_empty() {
                below = self.list(inner, 60);
            }
            below = self.captions(inner, below);
            self.svg.raw("</g>");
            y += below * percent / 100;
        }
        (width, y + PAD)
    }

    fn captions(&mut self, width: i32, mut y: i32) -> i32 {
        let scene = self.scene;
        let legend = board::legend(&self.badges);
        for caption in scene.captions.iter().chain(&legend) {
            for line in table::wrapped(caption, width - 2 * PAD, 130) {
                y += LINE;
                self.svg.line(Class::Text, PAD + 20, y - 40, line);
            }
        }
        y
    }

    /// Writes a shape with its box at a place.
    fn shape(&mut self, symbol: Symbol, class: Class, x: i32, y: i32) {
        if !self.symbols.contains(&symbol) {
            self.symbols.push(symbol);
        }
        self.svg.raw("<use").class(class).raw(" href=\"#").id();
        self.svg.raw(symbol.name()).raw("\"").at(x, y).raw("/>");
    }

    /// Puts everything together: head, description, colours, shapes, what is seen.
    fn finish(mut self, width: i32, height: i32) -> String {
        let size = self.size(width, height);
        self.svg.used.add(Class::Background);
        let fog = board::has_fog(self.scene);
        if fog {
            self.svg.used.add(Class::FogLine);
        }
        let words = description::of(self.scene, self.style);
        let salt = format!(
            "{}{}{size}{words}",
            self.scene.title,
            self.style.theme.name()
        );
        let id = self.svg.digest(&salt);
        let mut head = Svg::with_capacity(2048);
        head.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"")
            .id();
        head.raw("\" class=\"boardwright\" role=\"img\" aria-labelledby=\"");
        head.id().raw("T ").id().raw("D\" viewBox=\"0 0 ");
        head.num(width).raw(" ").num(height).raw("\"").raw(&size);
        head.raw("><title id=\"")
            .id()
            .raw("T\">")
            .text(&self.scene.title);
        head.raw("</title><desc id=\"")
            .id()
            .raw("D\">")
            .text(&words);
        head.raw("</desc><style>");
        let mut out = String::with_capacity(12_288);
        head.finish(&id, &mut out);
        self.svg.used.rules(&id, self.style.theme, &mut out);
        out.push_str("</style>");
        let mut defs = Svg::default();
        self.symbols.sort_unstable();
        if fog || !self.symbols.is_empty() {
            defs.raw("<defs>");
            if fog {
                defs.raw("<pattern id=\"")
                    .id()
                    .raw("F\" width=\"8\" height=\"8\"");
                defs.raw(" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">");
                defs.raw("<path")
                    .class(Class::FogLine)
                    .raw(" d=\"M4 0v8\"/></pattern>");
            }
            for symbol in &self.symbols {
                defs.raw("<g id=\"").id().raw(symbol.name()).raw("\">");
                let [first, second] = symbol.parts();
                defs.raw(first).raw(second).raw("</g>");
            }
            defs.raw("</defs>");
        }
        defs.rect(Class::Background, [0, 0, width, height], 40);
        defs.finish(&id, &mut out);
        self.svg.finish(&id, &mut out);
        out.push_str("</svg>\n");
        out
    }

    fn size(&self, width: i32, height: i32) -> String {
        self.style.width.map_or_else(String::new, |pixels| {
            let high = (i64::from(pixels) * i64::from(height) + i64::from(width) / 2)
                / i64::from(width.max(1));
            format!(" width=\"{pixels}\" height=\"{}\"", high.max(1))
        })
    }

    /// The time left on a player's clock, if it is shown.
    fn clock(&self, player: &Player) -> Option<u64> {
        let clocks = &self.style.clocks;
        clocks.get(usize::from(player.seat)).copied().flatten()
    }
}

/// The swatch of a player: its token, where seats have one.
fn swatch(player: &Player) -> Symbol {
    Symbol::new(Shape::Warrior, player.owner)
}

/// The place of a board in its own units, and its size in those of the picture.
impl Frame {
    const fn scaled(&mut self, percent: i32) {
        self.percent = percent;
        self.width = self.width * percent / 100;
        self.height = self.height * percent / 100;
    }
}
