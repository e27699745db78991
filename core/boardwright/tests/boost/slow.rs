//! Boost once more, slowly and from the rule page alone: ways are walked one by
//! one, the board is a map, earlier boards are kept whole.

use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Point = (i32, i32);
pub(crate) type Board = BTreeMap<Point, (char, usize)>;

const SIDES: [Point; 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
/// Whose the dragons are.
const NOBODY: usize = 99;

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) players: usize,
    pub(crate) towers: usize,
    pub(crate) demo: bool,
    pub(crate) ply_limit: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) mover: usize,
    pub(crate) forfeited: BTreeSet<usize>,
    earlier: Vec<Board>,
    /// Players that have passed since the last move other than a pass.
    passed: BTreeSet<usize>,
    circle: Option<usize>,
}

pub(crate) fn name(point: Point) -> String {
    format!("{}{}", (b'a' + point.0 as u8) as char, point.1 + 1)
}

pub(crate) fn point(text: &str) -> Point {
    let file = i32::from(text.as_bytes()[0] - b'a');
    (file, text[1..].parse::<i32>().unwrap() - 1)
}

fn letter(player: usize) -> char {
    (b'a' + player as u8) as char
}

impl Game {
    pub(crate) fn read(rules: &Rules, text: &str) -> Self {
        let fields: Vec<_> = text.split('_').collect();
        let mut board = Board::new();
        for (row, line) in fields[0].split('/').enumerate() {
            let y = rules.height - 1 - row as i32;
            let (mut x, mut run) = (0, String::new());
            let mut chars = line.chars().peekable();
            while let Some(c) = chars.next() {
                if c.is_ascii_digit() {
                    run.push(c);
                    continue;
                }
                x += std::mem::take(&mut run).parse().unwrap_or(0);
                let owner = match c {
                    'D' => NOBODY,
                    _ if rules.players > 2 => (chars.next().unwrap() as u8 - b'a') as usize,
                    _ => usize::from(c.is_lowercase()),
                };
                board.insert((x, y), (c.to_ascii_uppercase(), owner));
                x += 1;
            }
        }
        Self {
            rules: rules.clone(),
            board,
            mover: (fields[1].as_bytes()[0] - b'a') as usize,
            forfeited: fields[2]
                .bytes()
                .filter(u8::is_ascii_lowercase)
                .map(|b| (b - b'a') as usize)
                .collect(),
            earlier: Vec::new(),
            passed: BTreeSet::new(),
            circle: None,
        }
    }

    pub(crate) fn write(&self) -> String {
        let mut ranks = Vec::new();
        for y in (0..self.rules.height).rev() {
            let mut rank = String::new();
            let mut run = 0;
            for x in 0..self.rules.width {
                let Some((kind, owner)) = self.board.get(&(x, y)) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    rank += &run.to_string();
                    run = 0;
                }
                match *owner {
                    NOBODY => rank.push('D'),
                    o if self.rules.players > 2 => rank.extend([*kind, letter(o)]),
                    0 => rank.push(*kind),
                    _ => rank.push(kind.to_ascii_lowercase()),
                }
            }
            if run > 0 {
                rank += &run.to_string();
            }
            ranks.push(rank);
        }
        let gone: String = self.forfeited.iter().map(|p| letter(*p)).collect();
        let gone = if gone.is_empty() { "-".into() } else { gone };
        format!("{}_{}_{gone}", ranks.join("/"), letter(self.mover))
    }

    fn on_board(&self, (x, y): Point) -> bool {
        (0..self.rules.width).contains(&x) && (0..self.rules.height).contains(&y)
    }

    fn beside(&self, (x, y): Point) -> Vec<Point> {
        let all = SIDES.iter().map(|(dx, dy)| (x + dx, y + dy));
        all.filter(|p| self.on_board(*p)).collect()
    }

    fn has(&self, at: Point, kind: char, owner: usize) -> bool {
        self.board.get(&at) == Some(&(kind, owner))
    }

    fn owner(&self, at: Point) -> Option<usize> {
        self.board.get(&at).map(|(_, owner)| *owner)
    }

    fn count(&self, kind: char, owner: usize) -> usize {
        self.board.values().filter(|p| **p == (kind, owner)).count()
    }

    pub(crate) fn defeated(&self, player: usize) -> bool {
        let towers = self.count('T', player);
        let others = self.count('P', player) + self.count('K', player);
        towers == 0 && others < 4 || others == 0
    }

    fn out(&self, player: usize) -> bool {
        self.forfeited.contains(&player) || !self.rules.demo && self.defeated(player)
    }

    fn living(&self) -> Vec<usize> {
        (0..self.rules.players).filter(|p| !self.out(*p)).collect()
    }

    /// Winners and why.
    pub(crate) fn outcome(&self) -> Option<(Vec<usize>, &'static str)> {
        let living = self.living();
        if self.rules.players > 1 && living.len() == 1 {
            return Some((living, "opponents_defeated"));
        }
        if let Some(winner) = self.circle {
            return Some((vec![winner], "dragon_circle"));
        }
        if living.is_empty() {
            return Some((Vec::new(), "all_defeated"));
        }
        if living.iter().all(|p| self.passed.contains(p)) {
            return Some((Vec::new(), "all_passed"));
        }
        (self.earlier.len() >= self.rules.ply_limit).then_some((Vec::new(), "ply_limit"))
    }

    /// Walks all ways of so many steps.
    fn walk(&self, way: &mut Vec<Point>, steps: usize, knight: bool, ends: &mut BTreeSet<Point>) {
        let here = *way.last().unwrap();
        for next in self.beside(here) {
            if way.contains(&next) {
                continue;
            }
            let enemy = self
                .owner(next)
                .is_some_and(|o| o != self.mover && o != NOBODY);
            let free = !self.board.contains_key(&next);
            if steps == 1 && (free || knight && enemy) {
                ends.insert(next);
            } else if steps > 1 && free {
                way.push(next);
                self.walk(way, steps - 1, knight, ends);
                way.pop();
            }
        }
    }

    /// All moves, whether they repeat a board or not.
    fn possible(&self) -> Vec<String> {
        let me = self.mover;
        let mut out = Vec::new();
        for (at, (kind, owner)) in &self.board {
            let mine = *owner == me && *kind != 'T';
            let led = *kind == 'D' && self.beside(*at).iter().any(|p| self.owner(*p) == Some(me));
            if !mine && !led {
                continue;
            }
            let occupied = self.beside(*at);
            let occupied = occupied
                .iter()
                .filter(|p| self.board.contains_key(p))
                .count();
            let mut ends = BTreeSet::new();
            self.walk(&mut vec![*at], 1 + occupied, *kind == 'K', &mut ends);
            out.extend(ends.iter().map(|to| name(*at) + &name(*to)));
        }
        let towers = self.count('T', me);
        for x in 0..self.rules.width {
            for y in 0..self.rules.height {
                let at = (x, y);
                let beside = self.beside(at);
                let builds = !self.board.contains_key(&at)
                    && towers < self.rules.towers
                    && beside.len() == 4
                    && beside.iter().all(|p| self.owner(*p) == Some(me));
                let promotes = self.has(at, 'P', me)
                    && self.count('K', me) < towers
                    && beside.iter().any(|p| self.has(*p, 'T', me));
                if builds || promotes {
                    out.push(name(at).repeat(2));
                }
            }
        }
        out
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut moves = if self.out(self.mover) {
            Vec::new()
        } else {
            self.possible()
        };
        let new: Vec<_> = moves
            .iter()
            .filter(|m| !self.earlier.contains(&self.play(m).board))
            .cloned()
            .collect();
        if !new.is_empty() {
            moves = new;
        }
        if moves.is_empty() {
            moves.push("--".into());
        }
        moves.sort();
        moves
    }

    pub(crate) fn play(&self, text: &str) -> Self {
        let mut next = self.clone();
        let me = self.mover;
        next.earlier.push(self.board.clone());
        next.mover = (me + 1) % self.rules.players;
        if text == "--" {
            next.passed.insert(me);
            return next;
        }
        next.passed.clear();
        let cut = 1 + text[1..].find(|c: char| c.is_ascii_lowercase()).unwrap();
        let (from, to) = (point(&text[..cut]), point(&text[cut..]));
        if from == to {
            let made = if self.board.contains_key(&to) {
                'K'
            } else {
                'T'
            };
            next.board.insert(to, (made, me));
            return next;
        }
        let piece = next.board.remove(&from).unwrap();
        next.board.insert(to, piece);
        if piece.0 != 'K' {
            for (dx, dy) in SIDES {
                let near = (to.0 + dx, to.1 + dy);
                let far = (near.0 + dx, near.1 + dy);
                let enemy = next.owner(near).is_some_and(|o| o != me && o != NOBODY);
                let flanked = next.owner(far).is_some_and(|o| o == me || o == NOBODY);
                if enemy && flanked {
                    next.board.remove(&near);
                }
            }
        }
        if piece.0 == 'D' {
            let circled = |at: Point| {
                let tower = next.board.get(&at).filter(|(kind, _)| *kind == 'T')?;
                let beside = next.beside(at);
                let whole = beside.len() == 4 && beside.iter().all(|p| next.has(*p, 'D', NOBODY));
                (whole && !next.out(tower.1)).then_some(tower.1)
            };
            let made: Vec<usize> = SIDES
                .iter()
                .filter_map(|(dx, dy)| circled((to.0 + dx, to.1 + dy)))
                .collect();
            next.circle = made
                .iter()
                .copied()
                .find(|o| *o == me)
                .or(made.first().copied());
        }
        next
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => {
                // Ends that the past brings about are not looked at.
                let mut free = self.clone();
                free.passed.clear();
                free.rules.ply_limit = usize::MAX;
                free.moves()
                    .iter()
                    .map(|m| free.play(m).perft(depth - 1))
                    .sum()
            }
        }
    }
}
