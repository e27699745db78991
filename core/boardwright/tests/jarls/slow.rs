//! Jarls once more: slow, naive, written from the rule page and from nothing else,
//! to be compared with the library. It shares no code with it; positions come and
//! go as JPN, which it reads and writes by itself.

use std::collections::BTreeMap;

pub(crate) type Hex = (i32, i32);

/// Contents of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    Jarl(usize),
    Warrior(usize),
    Hole,
    Shield,
}

impl Thing {
    fn owner(self) -> Option<usize> {
        match self {
            Self::Jarl(p) | Self::Warrior(p) => Some(p),
            _ => None,
        }
    }

    fn strength(self) -> i32 {
        match self {
            Self::Jarl(_) => 2,
            Self::Warrior(_) => 1,
            _ => 0,
        }
    }
}

/// The rules in force.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) players: usize,
    pub(crate) teams: bool,
    pub(crate) adjacent: bool,
    pub(crate) run_up_support: bool,
    pub(crate) starvation: bool,
    pub(crate) sudden_death: bool,
    pub(crate) round_limit: i32,
    /// The options field of the notation, copied through.
    pub(crate) options: String,
    /// The whole board, before any ring fell.
    pub(crate) radius: i32,
    /// Hexes on which no shield may be placed, besides the Throne and the edge.
    pub(crate) kept_free: Vec<Hex>,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) rules: Rules,
    pub(crate) cells: BTreeMap<Hex, Thing>,
    radius: i32,
    mover: usize,
    turn: i32,
    round: i32,
    first: usize,
    /// Players that have had their turn in this round, or have none.
    done: Vec<bool>,
    quiet: i32,
    /// Players that still have to give up a warrior.
    hungry: Vec<usize>,
    placing: bool,
    throne: bool,
}

const STEPS: [Hex; 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

fn plus(a: Hex, b: Hex, times: i32) -> Hex {
    (a.0 + b.0 * times, a.1 + b.1 * times)
}

fn far((q, r): Hex) -> i32 {
    [q, r, -q - r].iter().map(|c| c.abs()).max().unwrap()
}

/// Course of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fight {
    None,
    Push,
    Blocked,
}

impl Game {
    pub(crate) fn read(rules: &Rules, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let n = rules.players;
        let hexes = |field: &str| -> Vec<(char, Hex)> {
            let mut out = Vec::new();
            let mut rest = field;
            while let Some(letter) = rest.chars().next().filter(|c| *c != '-') {
                rest = &rest[1..];
                let end = rest.find(char::is_alphabetic).unwrap_or(rest.len());
                let (q, r) = rest[..end].split_once(',').unwrap();
                out.push((letter, (q.parse().unwrap(), r.parse().unwrap())));
                rest = &rest[end..];
            }
            out
        };
        let mut cells = BTreeMap::new();
        for (letter, hex) in hexes(fields[1]) {
            cells.insert(
                hex,
                if letter == 'H' {
                    Thing::Hole
                } else {
                    Thing::Shield
                },
            );
        }
        for p in 0..n {
            for (letter, hex) in hexes(fields[2 + p]) {
                let thing = if letter == 'J' {
                    Thing::Jarl(p)
                } else {
                    Thing::Warrior(p)
                };
                assert!(cells.insert(hex, thing).is_none());
            }
        }
        let tail = &fields[2 + n..];
        let (mover, first) = (tail[0].parse().unwrap(), tail[3].parse().unwrap());
        let phase = tail[5];
        let mut done = vec![false; n];
        let mut p = first;
        while p != mover && !phase.starts_with('x') && phase != "s" {
            done[p] = true;
            p = (p + 1) % n;
        }
        Self {
            rules: rules.clone(),
            cells,
            radius: fields[0].parse().unwrap(),
            mover,
            turn: tail[1].parse().unwrap(),
            round: tail[2].parse().unwrap(),
            first,
            done,
            quiet: tail[4].parse().unwrap(),
            hungry: phase
                .strip_prefix('x')
                .map(|d| d.bytes().map(|b| usize::from(b - b'0')).collect())
                .unwrap_or_default(),
            placing: phase == "s",
            throne: phase == "T",
        }
    }

    pub(crate) fn write(&self) -> String {
        let list = |wanted: &dyn Fn(Thing) -> Option<char>| -> String {
            let mut text = String::new();
            for ((q, r), thing) in &self.cells {
                if let Some(letter) = wanted(*thing) {
                    text += &format!("{letter}{q},{r}");
                }
            }
            text
        };
        let dash = |text: String| {
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        };
        let mut fields = vec![self.radius.to_string()];
        fields.push(dash(
            list(&|t| (t == Thing::Hole).then_some('H'))
                + &list(&|t| (t == Thing::Shield).then_some('S')),
        ));
        for p in 0..self.rules.players {
            fields.push(dash(
                list(&|t| (t == Thing::Jarl(p)).then_some('J'))
                    + &list(&|t| (t == Thing::Warrior(p)).then_some('W')),
            ));
        }
        for number in [
            self.mover as i32,
            self.turn,
            self.round,
            self.first as i32,
            self.quiet,
        ] {
            fields.push(number.to_string());
        }
        let hungry: String = self.hungry.iter().map(usize::to_string).collect();
        fields.push(match (self.throne, self.placing, hungry.is_empty()) {
            (true, _, _) => "T".into(),
            (_, true, _) => "s".into(),
            (_, _, false) => format!("x{hungry}"),
            _ => "-".into(),
        });
        fields.push(self.rules.options.clone());
        fields.join(" ")
    }

    fn team(&self, player: usize) -> usize {
        if self.rules.teams { player % 2 } else { player }
    }

    fn at(&self, hex: Hex) -> Option<Thing> {
        self.cells.get(&hex).copied()
    }

    fn owner(&self, hex: Hex) -> Option<usize> {
        self.at(hex).and_then(Thing::owner)
    }

    fn on_board(&self, hex: Hex) -> bool {
        far(hex) <= self.radius
    }

    pub(crate) fn pieces(&self, player: usize) -> Vec<Hex> {
        let own = |(_, t): &(&Hex, &Thing)| t.owner() == Some(player);
        self.cells.iter().filter(own).map(|(h, _)| *h).collect()
    }

    pub(crate) fn living(&self) -> Vec<usize> {
        let has = |p: &usize| self.cells.values().any(|t| *t == Thing::Jarl(*p));
        (0..self.rules.players).filter(has).collect()
    }

    fn decided(&self) -> bool {
        let mut teams: Vec<usize> = self.living().iter().map(|p| self.team(*p)).collect();
        teams.sort();
        teams.dedup();
        self.throne || teams.len() < 2
    }

    /// Returns the winners and the reason, if the game is over.
    pub(crate) fn outcome(&self) -> Option<(Vec<usize>, &'static str)> {
        let with = |player: usize| {
            let together = |p: &usize| self.team(*p) == self.team(player);
            (0..self.rules.players).filter(together).collect()
        };
        if self.throne {
            return Some((with(self.mover), "throne"));
        }
        if self.decided() {
            return Some(match self.living().first() {
                Some(p) => (with(*p), "last_standing"),
                None => (Vec::new(), "no_jarl_left"),
            });
        }
        let limited = !self.rules.starvation && !self.rules.sudden_death;
        (limited && self.quiet >= self.rules.round_limit).then_some((Vec::new(), "round_limit"))
    }

    /// The friends of a player in an unbroken line that begins at a hex.
    fn row(&self, player: usize, mut hex: Hex, step: Hex) -> i32 {
        let mut sum = 0;
        while let Some(owner) = self.owner(hex) {
            if self.team(owner) != self.team(player) {
                break;
            }
            sum += self.at(hex).unwrap().strength();
            hex = plus(hex, step, 1);
        }
        sum
    }

    fn draft(&self, player: usize, jarl: Hex, step: Hex) -> bool {
        let mut warriors = 0;
        for i in 1..=2 * self.rules.radius {
            match self.at(plus(jarl, step, -i)) {
                Some(Thing::Warrior(p)) if p == player => warriors += 1,
                None if self.rules.adjacent => break,
                None | Some(Thing::Hole) if !self.rules.adjacent => {}
                _ => break,
            }
        }
        warriors >= 2
    }

    /// The position after a piece went from one hex to another, before the turn
    /// passes on, and how the attack went; `None` where the rules forbid it.
    pub(crate) fn attempt(&self, player: usize, from: Hex, to: Hex) -> Option<(Self, Fight)> {
        let (step, length) = STEPS
            .iter()
            .flat_map(|s| [(*s, 1), (*s, 2)])
            .find(|(s, n)| plus(from, *s, *n) == to)?;
        let piece = self.at(from).filter(|t| t.owner() == Some(player))?;
        let jarl = matches!(piece, Thing::Jarl(_));
        if !self.on_board(to) || (to == (0, 0) && !jarl) {
            return None;
        }
        let before = plus(to, step, -1);
        let through = self.at(before).is_some();
        if length == 2 && (through || (jarl && !self.draft(player, from, step))) {
            return None;
        }
        let mut after = self.clone();
        match self.at(to) {
            Some(Thing::Hole | Thing::Shield) => return None,
            None => {
                let stop = if jarl && before == (0, 0) && length == 2 {
                    before
                } else {
                    to
                };
                after.cells.remove(&from);
                after.cells.insert(stop, piece);
                after.throne = jarl && stop == (0, 0);
                return Some((after, Fight::None));
            }
            Some(_) => {}
        }
        let enemy = self.owner(to).unwrap();
        if self.team(enemy) == self.team(player) {
            return None;
        }
        if !jarl && length == 2 && before == (0, 0) {
            // It would attack from the Throne.
            return None;
        }
        if jarl && length == 2 && before == (0, 0) {
            after.cells.remove(&from);
            after.cells.insert(before, piece);
            after.throne = true;
            return Some((after, Fight::None));
        }
        let mut attack = piece.strength() + length - 1;
        if length == 1 || self.rules.run_up_support {
            attack += self.row(player, plus(from, step, -1), (-step.0, -step.1));
        }
        let defence = self.at(to).unwrap().strength() + self.row(enemy, plus(to, step, 1), step);
        // The line that would move, and what is at its end.
        let mut line = Vec::new();
        let mut end = to;
        while self.owner(end).is_some() {
            line.push(end);
            end = plus(end, step, 1);
        }
        let ally = |h: &Hex| {
            let owner = self.owner(*h).unwrap();
            owner != player && self.team(owner) == self.team(player)
        };
        let desecrates =
            |h: &Hex| matches!(self.at(*h), Some(Thing::Warrior(_))) && plus(*h, step, 1) == (0, 0);
        let stuck = self.at(end) == Some(Thing::Shield)
            || line.iter().any(ally)
            || line.iter().any(desecrates);
        if attack <= defence || stuck {
            if length == 2 {
                after.cells.remove(&from);
                after.cells.insert(before, piece);
            }
            return Some((after, Fight::Blocked));
        }
        let falls = !self.on_board(end) || self.at(end) == Some(Thing::Hole);
        after.cells.remove(&from);
        for hex in &line {
            after.cells.remove(hex);
        }
        for hex in &line {
            let next = plus(*hex, step, 1);
            if next == end && falls {
                after.quiet = -1;
            } else {
                after.cells.insert(next, self.at(*hex).unwrap());
            }
        }
        after.cells.insert(to, piece);
        after.throne = jarl && to == (0, 0);
        after.bury();
        Some((after, Fight::Push))
    }

    fn bury(&mut self) {
        let living = self.living();
        self.cells
            .retain(|_, t| t.owner().is_none_or(|p| living.contains(&p)));
    }

    /// All that a player's pieces can do: from, to, and how it goes.
    fn ways(&self, player: usize) -> Vec<(Hex, Hex, Fight)> {
        let mut out = Vec::new();
        for from in self.pieces(player) {
            for q in -2..=2 {
                for r in -2..=2 {
                    let to = (from.0 + q, from.1 + r);
                    if let Some((_, fight)) = self.attempt(player, from, to) {
                        // Across the Throne it would only stop there.
                        let over = far(to) == 1 && far(from) == 1 && plus(from, to, 1) == (0, 0);
                        let jarl = matches!(self.at(from), Some(Thing::Jarl(_)));
                        if !(over && jarl) {
                            out.push((from, to, fight));
                        }
                    }
                }
            }
        }
        out
    }

    /// The farthest warriors of a player.
    fn farthest(&self, player: usize) -> Vec<Hex> {
        let mut own = self.pieces(player);
        own.retain(|h| matches!(self.at(*h), Some(Thing::Warrior(_))));
        let most = own.iter().map(|h| far(*h)).max().unwrap_or(0);
        own.retain(|h| far(*h) == most);
        own
    }

    fn shield_places(&self) -> Vec<Hex> {
        let r = self.radius;
        let mut out = Vec::new();
        for q in -r..=r {
            for s in -r..=r {
                let hex = (q, s);
                let free = self.at(hex).is_none() && !self.rules.kept_free.contains(&hex);
                if far(hex) < r && far(hex) > 0 && free {
                    out.push(hex);
                }
            }
        }
        out
    }

    /// The texts of the listed moves, sorted, or of those that are legal and not
    /// listed.
    pub(crate) fn moves(&self, listed: bool) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        if self.decided() {
            return out;
        }
        if self.placing {
            out = self
                .shield_places()
                .iter()
                .map(|(q, r)| format!("s{q},{r}"))
                .collect();
        } else if !self.hungry.is_empty() {
            let among = self.farthest(self.mover);
            out = among.iter().map(|(q, r)| format!("x{q},{r}")).collect();
        } else {
            let ways = self.ways(self.mover);
            let any = ways.iter().any(|w| w.2 != Fight::Blocked);
            for ((q, r), (x, y), fight) in ways {
                if (fight == Fight::Blocked && any) != listed {
                    out.push(format!("{q},{r}>{x},{y}"));
                }
            }
        }
        if !listed && (self.placing || !self.hungry.is_empty()) {
            out.clear();
        }
        out.sort();
        out
    }

    pub(crate) fn play(&self, text: &str) -> Self {
        let hex = |text: &str| {
            let (q, r) = text.split_once(',').unwrap();
            (q.parse().unwrap(), r.parse().unwrap())
        };
        let mut after = self.clone();
        if let Some(at) = text.strip_prefix('s') {
            after.cells.insert(hex(at), Thing::Shield);
            if self.mover > 0 && !after.shield_places().is_empty() {
                after.mover -= 1;
            } else {
                after.placing = false;
                after.find_mover();
            }
            return after;
        }
        if let Some(at) = text.strip_prefix('x') {
            after.cells.remove(&hex(at));
            after.hungry.retain(|p| *p != self.mover);
            after.next_hungry();
            return after;
        }
        let (from, to) = text.split_once('>').unwrap();
        after = self.attempt(self.mover, hex(from), hex(to)).unwrap().0;
        after.turn += 1;
        after.done[self.mover] = true;
        if !after.decided() {
            after.find_mover();
        }
        after
    }

    /// The players in the order of this round.
    fn order(&self) -> Vec<usize> {
        let n = self.rules.players;
        (0..n).map(|i| (self.first + i) % n).collect()
    }

    fn next_hungry(&mut self) {
        let next = self.order().into_iter().find(|p| self.hungry.contains(p));
        match next {
            Some(p) => self.mover = p,
            None => self.find_mover(),
        }
    }

    fn find_mover(&mut self) {
        loop {
            let living = self.living();
            for p in self.order() {
                if self.done[p] || !living.contains(&p) {
                    continue;
                }
                if !self.ways(p).is_empty() {
                    self.mover = p;
                    return;
                }
                self.done[p] = true;
            }
            self.end_round();
            if self.decided() {
                return;
            }
            if !self.hungry.is_empty() {
                self.next_hungry();
                return;
            }
        }
    }

    fn end_round(&mut self) {
        self.round += 1;
        self.quiet += 1;
        self.done = vec![false; self.rules.players];
        let quiet = self.quiet;
        if self.rules.sudden_death
            && [20, 25, 30, 35, 40, 45, 50, 55, 60].contains(&quiet)
            && self.radius > 0
        {
            self.radius -= 1;
            let left = self.radius;
            self.cells.retain(|h, _| far(*h) <= left);
            self.bury();
        }
        if self.rules.starvation && quiet >= 10 && quiet % 5 == 0 {
            let mut gone = Vec::new();
            for p in self.living() {
                let farthest = self.farthest(p);
                match farthest.len() {
                    0 if quiet >= 15 => gone.extend(self.pieces(p)),
                    0 => {}
                    1 => gone.push(farthest[0]),
                    _ => self.hungry.push(p),
                }
            }
            for hex in gone {
                self.cells.remove(&hex);
            }
        }
        if self.decided() {
            self.hungry.clear();
            return;
        }
        let living = self.living();
        loop {
            self.first = (self.first + 1) % self.rules.players;
            if living.contains(&self.first) {
                return;
            }
        }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves(true);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|m| self.play(m).perft(depth - 1)).sum(),
        }
    }
}
