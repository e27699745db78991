//! A second implementation of the rules, as plain as can be: squares in an array,
//! every move tried and taken back if the king hangs. It shares nothing with the
//! first but the texts of positions and moves.

const FILES: &str = "abcdefgh";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    /// As in FEN: upper case is White.
    letter: char,
    promoted: bool,
}

#[derive(Clone, Debug)]
struct OneBoard {
    squares: [Option<Man>; 64],
    pocket: Vec<char>,
    white: bool,
    castling: Vec<char>,
    passed: Option<i32>,
}

#[derive(Clone, Debug)]
pub(super) struct Slow {
    boards: [OneBoard; 2],
    /// False where kings may be taken.
    pins: bool,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Go(i32, i32, Option<char>),
    Drop(char, i32),
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

fn name(square: i32) -> String {
    let file = FILES.chars().nth((square % 8) as usize).unwrap();
    format!("{file}{}", square / 8 + 1)
}

/// The square a step away, if it is on the board.
fn beside(square: i32, (dx, dy): (i32, i32)) -> Option<i32> {
    let (x, y) = (square % 8 + dx, square / 8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some(8 * y + x)
}

impl OneBoard {
    fn read(text: &str) -> Self {
        let fields: Vec<_> = text.split_whitespace().collect();
        let (placement, pocket) = fields[0].split_once('[').unwrap();
        let mut squares = [None; 64];
        for (row, rank) in placement.split('/').enumerate() {
            let (mut file, y) = (0, 7 - row);
            for c in rank.chars() {
                match c {
                    '1'..='8' => file += c as usize - '0' as usize,
                    '~' => {
                        let man: &mut Option<Man> = &mut squares[8 * y + file - 1];
                        man.as_mut().unwrap().promoted = true;
                    }
                    letter => {
                        squares[8 * y + file] = Some(Man {
                            letter,
                            promoted: false,
                        });
                        file += 1;
                    }
                }
            }
        }
        let square = |text: &str| {
            let file = FILES.find(text.chars().next().unwrap()).unwrap() as i32;
            file + 8 * (text[1..].parse::<i32>().unwrap() - 1)
        };
        Self {
            squares,
            pocket: pocket.trim_end_matches(']').chars().collect(),
            white: fields[1] == "w",
            castling: fields[2].chars().filter(|c| *c != '-').collect(),
            passed: (fields[3] != "-").then(|| square(fields[3])),
        }
    }

    fn at(&self, square: i32) -> Option<char> {
        self.squares[square as usize].map(|man| man.letter)
    }

    fn own(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() == self.white
    }

    fn attacked(&self, square: i32, by_white: bool) -> bool {
        let is = |at: i32, kinds: &str| {
            self.at(at).is_some_and(|l| {
                l.is_ascii_uppercase() == by_white && kinds.contains(l.to_ascii_lowercase())
            })
        };
        let near = |steps: &[(i32, i32)], kinds: &str| {
            steps
                .iter()
                .filter_map(|s| beside(square, *s))
                .any(|at| is(at, kinds))
        };
        let far = |steps: &[(i32, i32)], kinds: &str| {
            steps.iter().any(|step| {
                let mut at = square;
                while let Some(next) = beside(at, *step) {
                    at = next;
                    if self.at(at).is_some() {
                        return is(at, kinds);
                    }
                }
                false
            })
        };
        let back = if by_white { -1 } else { 1 };
        near(&JUMPS, "n")
            || near(&STRAIGHT, "k")
            || near(&DIAGONAL, "k")
            || near(&[(-1, back), (1, back)], "p")
            || far(&STRAIGHT, "rq")
            || far(&DIAGONAL, "bq")
    }

    fn king(&self, white: bool) -> Option<i32> {
        let letter = if white { 'K' } else { 'k' };
        (0..64).find(|s| self.at(*s) == Some(letter))
    }

    /// Returns true if a side's king is attacked.
    fn hangs(&self, white: bool) -> bool {
        self.king(white)
            .is_some_and(|king| self.attacked(king, !white))
    }

    fn check(&self) -> bool {
        self.hangs(self.white)
    }

    /// Returns the captured piece, and the board after the move.
    fn after(&self, step: Step) -> (Self, Option<Man>) {
        let mut next = self.clone();
        let mut taken = None;
        next.passed = None;
        match step {
            Step::Drop(letter, to) => {
                let at = next.pocket.iter().position(|p| *p == letter).unwrap();
                next.pocket.remove(at);
                next.squares[to as usize] = Some(Man {
                    letter,
                    promoted: false,
                });
            }
            Step::Go(from, to, promotion) => {
                let mut man = next.squares[from as usize].take().unwrap();
                taken = next.squares[to as usize];
                let pawn = man.letter.eq_ignore_ascii_case(&'p');
                if pawn && self.passed == Some(to) && from % 8 != to % 8 {
                    taken = next.squares[(from / 8 * 8 + to % 8) as usize].take();
                }
                if let Some(piece) = promotion {
                    man = Man {
                        letter: if self.white {
                            piece.to_ascii_uppercase()
                        } else {
                            piece
                        },
                        promoted: true,
                    };
                }
                if pawn && (from - to).abs() == 16 {
                    next.passed = Some((from + to) / 2);
                }
                let king = man.letter.eq_ignore_ascii_case(&'k');
                if king && (from - to).abs() == 2 && from % 8 == 4 {
                    let (rook, stop) = if to > from {
                        (to + 1, to - 1)
                    } else {
                        (to - 2, to + 1)
                    };
                    next.squares[stop as usize] = next.squares[rook as usize].take();
                }
                next.squares[to as usize] = Some(man);
                for (square, rights) in [
                    (4, "KQ"),
                    (60, "kq"),
                    (0, "Q"),
                    (7, "K"),
                    (56, "q"),
                    (63, "k"),
                ] {
                    if from == square || to == square {
                        next.castling.retain(|c| !rights.contains(*c));
                    }
                }
            }
        }
        next.white = !self.white;
        (next, taken)
    }

    fn steps(&self) -> Vec<Step> {
        let mut out = Vec::new();
        for from in 0..64 {
            let Some(letter) = self.at(from).filter(|l| self.own(*l)) else {
                continue;
            };
            let mut go = |to: i32| out.push(Step::Go(from, to, None));
            match letter.to_ascii_lowercase() {
                'p' => self.pawn(from, &mut out),
                'n' => JUMPS
                    .iter()
                    .filter_map(|s| beside(from, *s))
                    .for_each(&mut go),
                'k' => {
                    for steps in [STRAIGHT, DIAGONAL] {
                        steps
                            .iter()
                            .filter_map(|s| beside(from, *s))
                            .for_each(&mut go);
                    }
                    self.castle(&mut out);
                }
                kind => {
                    let mut lines = Vec::new();
                    if kind != 'b' {
                        lines.extend(STRAIGHT);
                    }
                    if kind != 'r' {
                        lines.extend(DIAGONAL);
                    }
                    for line in lines {
                        let mut at = from;
                        while let Some(next) = beside(at, line) {
                            at = next;
                            go(at);
                            if self.at(at).is_some() {
                                break;
                            }
                        }
                    }
                }
            }
        }
        let mut held: Vec<_> = self.pocket.iter().filter(|p| self.own(**p)).collect();
        held.sort();
        held.dedup();
        for piece in held {
            for to in (0..64).filter(|s| self.at(*s).is_none()) {
                let edge = !(8..56).contains(&to);
                if !(edge && piece.eq_ignore_ascii_case(&'p')) {
                    out.push(Step::Drop(*piece, to));
                }
            }
        }
        out.retain(|step| match step {
            Step::Go(_, to, _) => self.at(*to).is_none_or(|l| !self.own(l)),
            Step::Drop(..) => true,
        });
        out
    }

    fn pawn(&self, from: i32, out: &mut Vec<Step>) {
        let ahead = if self.white { 8 } else { -8 };
        let mut add = |to: i32| {
            if (8..56).contains(&to) {
                out.push(Step::Go(from, to, None));
            } else {
                out.extend("nbrq".chars().map(|p| Step::Go(from, to, Some(p))));
            }
        };
        let one = from + ahead;
        if (0..64).contains(&one) && self.at(one).is_none() {
            add(one);
            let home = if self.white { 1 } else { 6 };
            if from / 8 == home && self.at(one + ahead).is_none() {
                add(one + ahead);
            }
        }
        for dx in [-1, 1] {
            let Some(to) = beside(from, (dx, ahead / 8)) else {
                continue;
            };
            if self.at(to).is_some_and(|l| !self.own(l)) || self.passed == Some(to) {
                add(to);
            }
        }
    }

    fn castle(&self, out: &mut Vec<Step>) {
        let home = if self.white { 4 } else { 60 };
        let (short, long) = if self.white { ('K', 'Q') } else { ('k', 'q') };
        let free = |squares: &[i32]| squares.iter().all(|s| self.at(home + s).is_none());
        let safe = |squares: &[i32]| {
            squares
                .iter()
                .all(|s| !self.attacked(home + s, !self.white))
        };
        if self.castling.contains(&short) && free(&[1, 2]) && safe(&[0, 1, 2]) {
            out.push(Step::Go(home, home + 2, None));
        }
        if self.castling.contains(&long) && free(&[-1, -2, -3]) && safe(&[0, -1, -2]) {
            out.push(Step::Go(home, home - 2, None));
        }
    }

    fn legal(&self, pins: bool) -> Vec<Step> {
        if self.king(self.white).is_none() {
            return Vec::new();
        }
        let mut steps = self.steps();
        // Taking in passing stays as in chess.
        steps.retain(|step| {
            let passing = matches!(step, Step::Go(from, to, _) if self.passed == Some(*to)
                && self.at(*from).is_some_and(|l| l.eq_ignore_ascii_case(&'p')));
            !pins && !passing || !self.after(*step).0.hangs(self.white)
        });
        steps
    }

    /// In check, and not even a full pocket would help.
    fn mated(&self) -> bool {
        let mut full = self.clone();
        full.pocket.extend("QRBNPqrbnp".chars());
        self.check() && full.legal(true).is_empty()
    }
}

impl Slow {
    pub(super) fn read(text: &str) -> Self {
        let (a, b) = text.split_once('|').unwrap();
        Self {
            boards: [OneBoard::read(a), OneBoard::read(b)],
            pins: true,
        }
    }

    pub(super) fn without_pins(text: &str) -> Self {
        Self {
            pins: false,
            ..Self::read(text)
        }
    }

    fn play(&self, board: usize, step: Step) -> Self {
        let (next, taken) = self.boards[board].after(step);
        let mut both = self.clone();
        both.boards[board] = next;
        if let Some(man) = taken.filter(|man| !man.letter.eq_ignore_ascii_case(&'k')) {
            let pawn = if man.letter.is_ascii_uppercase() {
                'P'
            } else {
                'p'
            };
            let piece = if man.promoted { pawn } else { man.letter };
            both.boards[1 - board].pocket.push(piece);
        }
        both
    }

    fn legal(&self) -> Vec<(usize, Step)> {
        let lists = [0, 1].map(|i| self.boards[i].legal(self.pins));
        let over = (0..2).any(|i| lists[i].is_empty() && self.lost()[i]);
        if over {
            return Vec::new();
        }
        let [a, b] = lists;
        let tag = |i: usize| move |step: Step| (i, step);
        a.into_iter()
            .map(tag(0))
            .chain(b.into_iter().map(tag(1)))
            .collect()
    }

    /// The boards whose side to move is mated or has lost its king.
    pub(super) fn lost(&self) -> [bool; 2] {
        [0, 1].map(|i| match self.pins {
            true => self.boards[i].mated(),
            false => self.boards[i].king(self.boards[i].white).is_none(),
        })
    }

    /// The legal moves as texts, sorted.
    pub(super) fn texts(&self) -> Vec<String> {
        let mut out: Vec<_> = self
            .legal()
            .into_iter()
            .map(|(board, step)| {
                let letter = ['A', 'B'][board];
                match step {
                    Step::Drop(piece, to) => {
                        format!("{letter}:{}@{}", piece.to_ascii_uppercase(), name(to))
                    }
                    Step::Go(from, to, promotion) => {
                        let promotion = promotion.map_or_else(String::new, String::from);
                        format!("{letter}:{}{}{promotion}", name(from), name(to))
                    }
                }
            })
            .collect();
        out.sort();
        out
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .into_iter()
            .map(|(board, step)| self.play(board, step).perft(depth - 1))
            .sum()
    }
}
