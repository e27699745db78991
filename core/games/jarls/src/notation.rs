//! JPN, the notation of positions: one line, fields parted by single spaces.
//!
//! ```text
//! position = radius terrain player… mover turn round first quiet phase options
//! radius   = the radius that is left of the board
//! terrain  = "-" | { ("H" | "S") hex }          holes and shields
//! player   = "-" | "J" hex { "W" hex }          one field each; "-" for one who is out
//! mover    = index of the player to move, from 0
//! turn     = number of this turn, from 1
//! round    = number of this round, from 1
//! first    = index of the first player of this round
//! quiet    = full rounds since the last elimination; -1 in the very round of one
//! phase    = "-" | "s" | "x" index { index } | "T"
//! options  = "-" | name "=" value { "," name "=" value }
//! hex      = q "," r                            as in 3,-1
//! ```
//!
//! The phase is `-` where a piece is to be moved, `s` where the mover places a
//! shield, `x` with the players who still have to give up one of several warriors
//! to starvation, `T` where the mover's Jarl has taken the Throne. Options are
//! those that decide what comes of a position, in the order of `settings.rs`,
//! where they are not at their defaults; they must be those of the game that
//! reads the text. Written are hexes in the order of q, then r.

use super::Jarls;
use super::hex::Hex;
use super::mask::Mask;
use super::position::{Phase, Position};
use super::settings::{SEATS, Terrain};
use contract::error::{Error, Result, quoted};

/// The greatest number of turns, rounds and quiet rounds that is read.
const MOST: i64 = 1_000_000_000;

impl Jarls {
    pub(super) fn jpn(&self, position: &Position) -> String {
        use std::fmt::Write as _;
        let mut out = position.radius.to_string();
        let hexes = |out: &mut String, letter: char, mask: Mask| {
            for at in mask.iter() {
                // Writing to a string cannot fail.
                let _ = write!(out, "{letter}{}", self.board.hex(at));
            }
        };
        let dash = |out: &mut String, empty: bool| {
            if empty {
                out.push('-');
            }
        };
        out.push(' ');
        hexes(&mut out, 'H', position.holes);
        hexes(&mut out, 'S', position.shields);
        dash(&mut out, (position.holes | position.shields).is_empty());
        for player in 0..self.settings.players {
            out.push(' ');
            let of = position.of(player);
            hexes(&mut out, 'J', of & position.jarls);
            hexes(&mut out, 'W', of.without(position.jarls));
            dash(&mut out, of.is_empty());
        }
        let phase = match position.phase {
            Phase::Moving => "-".to_owned(),
            Phase::Placing => "s".to_owned(),
            Phase::Throne => "T".to_owned(),
            Phase::Starving(who) => (0..self.settings.players)
                .filter(|p| who >> p & 1 != 0)
                .fold("x".to_owned(), |text, p| text + &p.to_string()),
        };
        let _ = write!(
            out,
            " {} {} {} {} {} {phase} {}",
            position.mover,
            position.turn,
            position.round,
            position.first,
            position.quiet,
            self.settings.text(),
        );
        out
    }

    pub(super) fn read_jpn(&self, text: &str) -> Result<Position> {
        let players = self.settings.seats();
        let fields: Vec<_> = text.split(' ').collect();
        if fields.len() != players + 9 {
            return Err(Error::invalid_notation(format!(
                "{} has {} fields, and with {players} players there are {}",
                quoted(text),
                fields.len(),
                players + 9
            )));
        }
        let (head, tail) = (&fields[..2], &fields[2 + players..]);
        let options = self.settings.text();
        if tail[6] != options {
            return Err(wrong(
                "options",
                tail[6],
                &format!("the game that reads it has {options}"),
            ));
        }
        let mut position = Position {
            pieces: [Mask::EMPTY; SEATS],
            jarls: Mask::EMPTY,
            holes: Mask::EMPTY,
            shields: Mask::EMPTY,
            radius: self.read_radius(head[0])?,
            mover: index("player to move", tail[0], players)?,
            first: index("first player", tail[3], players)?,
            phase: Phase::Moving,
            turn: number("turn", tail[1], 1)? as u32,
            round: number("round", tail[2], 1)? as u32,
            quiet: number("rounds since an elimination", tail[4], -1)? as i32,
        };
        let mut taken = Mask::single(self.board.throne());
        for (letter, at) in self.read_hexes("terrain", head[1], position.radius)? {
            let mask = match letter {
                'H' => &mut position.holes,
                'S' => &mut position.shields,
                _ => return Err(wrong("terrain", head[1], "takes H and S")),
            };
            if taken.has(at) {
                return Err(wrong("terrain", head[1], "a hex twice, or the Throne"));
            }
            mask.insert(at);
            taken.insert(at);
        }
        taken.remove(self.board.throne());
        for (player, field) in fields[2..2 + players].iter().enumerate() {
            let name = format!("player {player}");
            for (i, (letter, at)) in (0..).zip(self.read_hexes(&name, field, position.radius)?) {
                match letter {
                    'J' if i == 0 => position.jarls.insert(at),
                    'W' if i > 0 && at == self.board.throne() => {
                        return Err(wrong(&name, field, "no warrior stands on the Throne"));
                    }
                    'W' if i > 0 => {}
                    _ => return Err(wrong(&name, field, "takes one J and then W")),
                }
                if taken.has(at) {
                    return Err(wrong(&name, field, "stands where something else is"));
                }
                taken.insert(at);
                position.pieces[player].insert(at);
            }
        }
        position.phase = self.read_phase(tail[5], &position)?;
        self.checked(position, text)
    }

    fn read_radius(&self, field: &str) -> Result<u8> {
        let whole = self.board.radius();
        let least = if self.settings.sudden_death { 0 } else { whole };
        (least..=whole)
            .find(|r| r.to_string() == field)
            .ok_or_else(|| wrong("radius", field, &format!("takes {least} to {whole}")))
    }

    fn read_hexes(&self, name: &str, field: &str, radius: u8) -> Result<Vec<(char, u8)>> {
        if field == "-" {
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        let mut rest = field;
        loop {
            let mut chars = rest.chars();
            let Some(letter) = chars.next() else {
                return match out.is_empty() {
                    true => Err(wrong(name, field, "is - where there is nothing")),
                    false => Ok(out),
                };
            };
            let after = chars.as_str();
            let end = after
                .find(|c: char| c.is_alphabetic())
                .unwrap_or(after.len());
            let at = Hex::read(&after[..end])
                .and_then(|hex| self.board.index_of(hex))
                .filter(|at| self.board.distance(*at) <= radius)
                .ok_or_else(|| {
                    let what = format!("{} is no hex of the board", quoted(&after[..end]));
                    wrong(name, field, &what)
                })?;
            out.push((letter, at));
            rest = &after[end..];
        }
    }

    fn read_phase(&self, field: &str, position: &Position) -> Result<Phase> {
        let err = |what: &str| Err(wrong("phase", field, what));
        match field {
            "-" => Ok(Phase::Moving),
            "s" if self.settings.terrain != Terrain::Drafted => err("needs draft_shields=true"),
            "s" => Ok(Phase::Placing),
            "T" if position.jarl(position.mover) == Some(self.board.throne()) => Ok(Phase::Throne),
            "T" => err("the Jarl of the player to move is not on the Throne"),
            _ => {
                let Some(players) = field.strip_prefix('x').filter(|p| !p.is_empty()) else {
                    return err("takes -, s, T, or x with players");
                };
                if !self.settings.starvation {
                    return err("needs starvation=true");
                }
                let mut who = 0u8;
                for (i, digit) in players.char_indices() {
                    let player = index(
                        "phase",
                        &players[i..i + digit.len_utf8()],
                        self.settings.seats(),
                    )?;
                    if who >> player != 0 {
                        return err("players stand in ascending order");
                    }
                    if self.farthest(position, player).len() < 2 {
                        return err("has a player who has nothing to choose from");
                    }
                    who |= 1 << player;
                }
                match who >> position.mover & 1 {
                    1 => Ok(Phase::Starving(who)),
                    _ => err("the player to move is not among them"),
                }
            }
        }
    }

    /// Checks that the game can go on from the position, where it has not ended.
    fn checked(&self, position: Position, text: &str) -> Result<Position> {
        if self.decided(&position) {
            return Ok(position);
        }
        let stuck = match position.phase {
            Phase::Moving => !self.can_move(&position, position.mover),
            Phase::Placing => self.shield_hexes(&position).is_empty(),
            Phase::Starving(_) | Phase::Throne => false,
        };
        if stuck && !self.drawn_by_counting(&position) {
            let mover = position.mover.to_string();
            let what = format!("has no move in {}", quoted(text));
            return Err(wrong("player to move", &mover, &what));
        }
        Ok(position)
    }
}

fn wrong(name: &str, field: &str, what: &str) -> Error {
    Error::invalid_notation(format!("{name} {}: {what}", quoted(field)))
}

fn index(name: &str, field: &str, players: usize) -> Result<u8> {
    (0..players as u8)
        .find(|p| p.to_string() == field)
        .ok_or_else(|| wrong(name, field, &format!("takes 0 to {}", players - 1)))
}

fn number(name: &str, field: &str, least: i64) -> Result<i64> {
    field
        .parse()
        .ok()
        // One text for each number: no sign, no leading zero.
        .filter(|n: &i64| (least..=MOST).contains(n) && n.to_string() == field)
        .ok_or_else(|| wrong(name, field, &format!("takes a whole number from {least}")))
}
