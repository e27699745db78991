//! Players beside a board or in a list below: names, pockets, clocks, whose turn it is.

use super::board::{Frame, STRIP};
use super::{PAD, Picture, swatch};
use crate::palette::Class;
use crate::scene::{Board, Held, Owner, Player};
use crate::shapes::Symbol;
use crate::svg::width_of;

/// The size of a piece in a pocket, in hundredths of one on the board.
const POCKET: i32 = 62;
/// The least width of a column of the list.
const COLUMN: i32 = 1300;
/// Height of a row of the list.
const ROW: i32 = 260;

impl Picture<'_> {
    /// Writes the players who sit at a board.
    pub(super) fn seated(&mut self, board: &Board, frame: &Frame) {
        let [x, y, wide, tall] = frame.field;
        let above = y - STRIP - 20;
        let below = y + tall + if self.style.coordinates { 170 } else { 20 };
        for (player, top) in [(&board.far, above), (&board.near, below)] {
            let Some(player) = player else {
                continue;
            };
            if frame.strips {
                self.strip(player, x, top, wide);
            } else if player.to_move {
                let far = top == above;
                let middle = if far { y + 90 } else { y + tall - 90 };
                self.colour(player.owner, x + wide + 90, middle);
            }
        }
    }

    /// Writes a player on one line.
    fn strip(&mut self, player: &Player, x: i32, top: i32, wide: i32) {
        let middle = top + STRIP / 2;
        let mut at = self.named(player, x, middle);
        let mut end = x + wide;
        if let Some(left) = self.clock(player) {
            end -= self.time(left, end, middle) + 60;
        }
        if let Some(pocket) = player.pocket.as_ref().filter(|pocket| !pocket.is_empty()) {
            at += 60;
            let needed: i32 = pocket.iter().map(held_width).sum();
            let room = (end - at).max(100);
            let percent = (room * 99 / needed.max(1)).clamp(20, 100);
            let wide = needed * percent / 100;
            self.svg
                .rect(Class::Dark, [at - 20, middle - 135, wide + 40, 270], 40);
            self.svg.moved(at, middle, percent);
            let mut x = 0;
            for held in pocket {
                if self.style.cells {
                    self.named_hand(player, held, x, held_width(held));
                }
                self.held(held, player.owner, x);
                if self.style.cells {
                    self.svg.raw("</g>");
                }
                x += held_width(held);
            }
            self.svg.raw("</g>");
        }
    }

    /// Writes the mark of whose turn it is, the colour and the name of a player; returns where
    /// they end.
    fn named(&mut self, player: &Player, x: i32, middle: i32) -> i32 {
        if player.to_move {
            self.svg.raw("<path").class(Class::Turn).raw(" d=\"M");
            self.svg.pair(x, middle - 60).raw("l9 6-9 6z\"/>");
        }
        let class = Class::of(player.owner);
        match player.owner {
            Owner::Seat(_) => {
                self.svg.moved(x + 110, middle - 100, 50);
                let symbol = swatch(player);
                self.shape(symbol, class, 0, 0);
                if !player.text.is_empty() {
                    self.svg.raw("<g").class(class).raw(">");
                    let y = crate::shapes::baseline(symbol);
                    self.svg.line(Class::Letter, 200, y, &player.text);
                    self.svg.raw("</g>");
                }
                self.svg.raw("</g>");
            }
            Owner::White | Owner::Black | Owner::Nobody => {
                self.colour(player.owner, x + 190, middle);
            }
        }
        let text = match (player.out, player.to_move) {
            (true, _) => Class::Gone,
            (_, true) => Class::Strong,
            _ => Class::Text,
        };
        let mut end = x + 320;
        self.svg.line(text, end, middle + 45, &player.name);
        let size = if player.to_move { 150 } else { 130 };
        end += width_of(&player.name, size);
        if !player.note.is_empty() {
            self.svg
                .line(Class::Text, end + 60, middle + 45, &player.note);
            end += 60 + width_of(&player.note, 130);
        }
        end
    }

    /// Writes the colour of a side, on a ground on which either can be seen.
    fn colour(&mut self, owner: Owner, x: i32, y: i32) {
        self.svg.rect(Class::Dark, [x - 80, y - 80, 160, 160], 40);
        self.svg.circle(Class::of(owner), x, y, 52);
    }

    /// Writes a clock that ends at a place; returns its width.
    fn time(&mut self, left: u64, end: i32, middle: i32) -> i32 {
        let text = time_text(left);
        let wide = width_of(&text, 140) + 100;
        let at = [end - wide, middle - 95, wide, 190];
        self.svg.rect(Class::Clock, at, 40);
        self.svg
            .line(Class::ClockText, end - wide / 2, middle + 46, &text);
        wide
    }

    fn held(&mut self, held: &Held, owner: Owner, x: i32) {
        self.svg.moved(x, -POCKET * 2, POCKET);
        self.shape(Symbol::new(held.shape, owner), Class::of(owner), 0, 0);
        self.svg.raw("</g>");
        if held.count > 1 {
            let text = held.count.to_string();
            self.svg.line(Class::Strong, x + 235, 50, &text);
        }
    }

    /// Writes all players that sit at no board; returns where they end.
    pub(super) fn list(&mut self, width: i32, top: i32) -> i32 {
        let scene = self.scene;
        let room = width - 2 * PAD;
        let widest = |player: &Player| {
            let clock = self
                .clock(player)
                .map_or(0, |left| width_of(&time_text(left), 140) + 200);
            480 + width_of(&player.name, 130) + width_of(&player.note, 130) + clock
        };
        let widest = scene.players.iter().map(widest).max().unwrap_or(0);
        let column = widest.max(COLUMN).min(room.max(1));
        let columns = (room / column).clamp(1, scene.players.len().max(1) as i32);
        let column = room / columns;
        for (i, player) in (0..).zip(&scene.players) {
            let x = PAD + i % columns * column;
            let middle = top + i / columns * ROW + ROW / 2;
            self.named(player, x, middle);
            if let Some(left) = self.clock(player) {
                self.time(left, x + column - 60, middle);
            }
        }
        let rows = (scene.players.len() as i32 + columns - 1) / columns;
        top + rows * ROW
    }
}

fn held_width(held: &Held) -> i32 {
    let count = match held.count {
        0 | 1 => 0,
        count => 20 + width_of(&count.to_string(), 130),
    };
    260 + count
}

/// Returns a time as minutes and seconds, with hours where there are any, and with tenths below
/// twenty seconds.
fn time_text(milliseconds: u64) -> String {
    let (seconds, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100);
    let (minutes, second) = (seconds / 60, seconds % 60);
    match (minutes, seconds) {
        (60.., _) => format!("{}:{:02}:{second:02}", minutes / 60, minutes % 60),
        (_, 0..20) => format!("0:{second:02}.{tenths}"),
        _ => format!("{minutes}:{second:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::time_text;

    #[test]
    fn times_are_short() {
        for (milliseconds, text) in [
            (0, "0:00.0"),
            (9_999, "0:09.9"),
            (19_950, "0:19.9"),
            (20_000, "0:20"),
            (61_500, "1:01"),
            (3_599_999, "59:59"),
            (3_600_000, "1:00:00"),
        ] {
            assert_eq!(time_text(milliseconds), text);
        }
    }
}
