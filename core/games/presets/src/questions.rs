//! Questions about a board whose rules are composed.

use super::Presets;
use super::action::{Action, Special};
use super::board::{ColoredPiece, PieceTypeId};
use super::library::Library;
use super::position::{Counters, Position};
use super::preset::Hooks;
use chess::{Bitboard, Color, File, Piece, Square, attacks_of};
use chess_games::questions::{Asked, OF_COMPOSED, Parts, answer};
use contract::error::{Error, Result};
use contract::game::Game;
use contract::history::{EmptyHistory, PositionHistory, WithOne};
use contract::question::{Given, Questions, action_of};
use contract::value::Value;

/// A position with its rules and its past.
struct AskedPosition<'a> {
    game: &'a Presets,
    position: Position,
    past: &'a dyn PositionHistory,
}

impl Presets {
    pub(super) const QUESTIONS: Questions = Questions::of(OF_COMPOSED);

    pub(super) fn answer(
        &self,
        position: &Position,
        past: &dyn PositionHistory,
        given: &Given<'_>,
    ) -> Result<Value> {
        let question = given.question();
        let foreign = Color::ALL
            .into_iter()
            .any(|color| position.board.strange(color).any());
        let extended = foreign || position.hooks.meets(Hooks::EXTRA_MOVES);
        if extended && matches!(question, "pin" | "pinned") {
            return Err(Error::unsupported(format!(
                "{question}: answered for the movements of chess alone"
            )));
        }
        let asked = AskedPosition {
            game: self,
            position: position.clone(),
            past,
        };
        answer(&asked, given)?.ok_or_else(|| {
            let name = Self::INFO.name;
            Error::internal(format!("{name} does not answer {question}"))
        })
    }
}

impl AskedPosition<'_> {
    fn library(&self) -> &Library {
        self.game.library()
    }

    fn letter(&self, man: ColoredPiece) -> char {
        let letter = self.library().type_of(man.kind).letter;
        match man.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    fn royals(&self, color: Color) -> Bitboard {
        self.library().royals(&self.position.board, color)
    }
}

impl Asked for AskedPosition<'_> {
    type Action = Action;

    fn turn(&self) -> Color {
        self.position.turn
    }

    fn fullmove(&self) -> u32 {
        self.position.fullmove.into()
    }

    fn colors(&self, color: Color) -> Bitboard {
        self.position.of(color)
    }

    fn pieces(&self, piece: Piece) -> Bitboard {
        let [white, black] = [Color::White, Color::Black]
            .map(|color| self.position.pieces(color, PieceTypeId::of_chess(piece)));
        white | black
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        Some(self.letter(self.position.piece_at(square)?))
    }

    fn kind_at(&self, square: Square) -> Option<&str> {
        let man = self.position.piece_at(square)?;
        Some(&self.library().type_of(man.kind).id)
    }

    fn kind_of_letter(&self, letter: char) -> Option<&str> {
        let large = letter.to_ascii_uppercase();
        let kind = self.library().kinds.iter().find(|k| k.letter == large)?;
        Some(&kind.id)
    }

    fn kinds(&self) -> Vec<&str> {
        let kinds = self.library().kinds.iter();
        kinds.map(|kind| kind.id.as_str()).collect()
    }

    fn kings(&self, color: Color) -> Bitboard {
        self.position.pieces(color, PieceTypeId::KING)
    }

    fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let from = self.position.of(by).into_iter();
        from.filter(|from| self.library().strikes(&self.position, *from, square))
            .collect()
    }

    fn attacks(&self, square: Square) -> Bitboard {
        self.library().struck(&self.position, square)
    }

    fn checkers(&self) -> Bitboard {
        let turn = self.position.turn;
        if self.library().safe(&self.position, turn) {
            return Bitboard::EMPTY;
        }
        let kings = self.royals(turn).into_iter();
        kings.fold(Bitboard::EMPTY, |all, king| {
            all | self.attackers(king, !turn)
        })
    }

    fn pin_line(&self, color: Color, square: Square) -> Option<Bitboard> {
        let kings = self.royals(color);
        let king = kings.first().filter(|_| kings.len() == 1)?;
        if self.library().ignores_check(&self.position, color) {
            return None;
        }
        let of = |kind| self.position.pieces(!color, kind);
        let queens = of(PieceTypeId::QUEEN);
        chess::pin_line(
            king,
            square,
            self.position.occupied(),
            of(PieceTypeId::ROOK) | queens,
            of(PieceTypeId::BISHOP) | queens,
        )
    }

    fn legal(&self) -> Vec<Action> {
        match self.library().over(&self.position) {
            Some(_) => Vec::new(),
            None => self.library().legal_moves(&self.position),
        }
    }

    fn pseudo_legal(&self) -> Vec<Action> {
        let offered = self.library().offered(&self.position).into_iter();
        let castles = |action: &Action| action.kind() == Special::Castle;
        offered
            .filter(|action| !castles(action) || self.library().keeps_safe(&self.position, action))
            .collect()
    }

    fn read(&self, value: &Value, style: Option<&str>) -> Result<Action> {
        action_of(self.game, &self.position, self.past, value, style)
    }

    fn write(&self, action: Action, style: Option<&str>) -> Result<String> {
        match style {
            None => Ok(self.game.text(&action)),
            Some(style) => self.game.write(&self.position, self.past, &action, style),
        }
    }

    fn check(&self, action: Action) -> Result<()> {
        self.game.check(&self.position, self.past, &action)
    }

    // Only what a piece could do is read at all.
    fn is_offered(&self, _: Action) -> bool {
        true
    }

    fn parts(&self, action: Action) -> Parts {
        let (library, position) = (self.library(), &self.position);
        let mover = position.turn;
        let man = position.piece_at(action.from());
        let castles = action.kind() == Special::Castle;
        let captured = action
            .legs()
            .filter(|_| !castles)
            .find_map(|leg| library.target(position, &action, mover, leg))
            .and_then(|square| Some((self.letter_at(square)?, square)));
        Parts {
            from: Some(action.from()),
            to: action.to(),
            piece: man.map_or('?', |man| self.letter(man)),
            pawn: man.is_some_and(|man| man.kind == PieceTypeId::PAWN),
            captured,
            en_passant: action.kind() == Special::EnPassant,
            promotion: action
                .promotion()
                .map(|kind| library.type_of(kind).letter.to_ascii_lowercase()),
            castling: castles.then_some(match action.to().file() {
                File::C => "queenside",
                _ => "kingside",
            }),
        }
    }

    fn gives_check(&self, action: Action) -> bool {
        let (next, _) = self.library().played(&self.position, &action);
        !self.library().safe(&next, next.turn)
    }

    fn changes_for_good(&self, action: Action) -> bool {
        let (next, _) = self.library().played(&self.position, &action);
        next.castling != self.position.castling || self.library().has_counted(&self.position, &next)
    }

    fn has_en_passant(&self) -> bool {
        self.position.en_passant().is_some()
    }

    fn notation(&self) -> String {
        self.game.notation(&self.position)
    }

    fn after(&self, action: Action) -> Self {
        AskedPosition {
            game: self.game,
            position: self.library().played(&self.position, &action).0,
            past: &EmptyHistory,
        }
    }

    fn is_insufficient(&self, color: Option<Color>) -> bool {
        match color {
            Some(color) => self.library().cannot_win(&self.position, color),
            None => self.library().is_dead(&self.position),
        }
    }

    fn claims(&self) -> Vec<&'static str> {
        self.game.settings.claims(&self.position, self.past)
    }

    fn claims_after(&self, action: Action) -> Vec<&'static str> {
        let next = self.library().played(&self.position, &action).0;
        let past = WithOne::new(self.past, self.position.key());
        self.game.settings.claims(&next, &past)
    }
}

impl Library {
    /// Returns true if the piece on a square attacks another square, by its movement or by moves
    /// that presets add.
    fn strikes(&self, position: &Position, from: Square, to: Square) -> bool {
        let Some(man) = position.piece_at(from) else {
            return false;
        };
        self.reached_by(position, from, man).has(to) || self.adds(position, from, to)
    }

    /// Returns the squares that the piece on a square attacks.
    fn struck(&self, position: &Position, from: Square) -> Bitboard {
        let Some(man) = position.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        let mut struck = self.reached_by(position, from, man);
        if position.hooks.has(Hooks::EXTRA_MOVES) {
            let more = Bitboard::FULL - struck;
            for to in more {
                if self.adds(position, from, to) {
                    struck |= to.into();
                }
            }
        }
        struck
    }

    fn reached_by(&self, position: &Position, from: Square, man: ColoredPiece) -> Bitboard {
        match man.kind.in_chess() {
            Some(piece) => attacks_of(man.color, piece, from, position.occupied()),
            None => {
                let moves = &self.type_of(man.kind).moves;
                moves.targets(&self.site(position, from, man, false)).1
            }
        }
    }

    /// Returns true if presets add moves of a piece that take what an enemy would have on a square.
    fn adds(&self, position: &Position, from: Square, to: Square) -> bool {
        let Some(man) = position.piece_at(from) else {
            return false;
        };
        if !position.hooks.has(Hooks::EXTRA_MOVES) {
            return false;
        }
        // What a piece does on an empty square is no attack: somebody has to stand there.
        let mut manned = position.clone();
        if from != to && !position.of(!man.color).has(to) {
            manned.take(to);
            let victim = ColoredPiece {
                color: !man.color,
                kind: PieceTypeId::PAWN,
            };
            manned.put(to, victim, &Counters::new());
        }
        let mut moves = Vec::new();
        self.extra(&manned, from, Some(to), &mut moves);
        moves
            .iter()
            .any(|action| action.legs().any(|leg| leg == to))
    }

    /// Returns a move with its whole origin, as `Ng1-f3` and `e5xd6`.
    pub(super) fn lan(&self, position: &Position, action: &Action) -> String {
        let san = self.san(position, action);
        let man = position.piece_at(action.from());
        let (Some(man), false) = (man, action.kind() == Special::Castle) else {
            return san;
        };
        let mut out = String::new();
        if man.kind != PieceTypeId::PAWN {
            out.push(self.type_of(man.kind).letter);
        }
        out += &action.from().to_string();
        let captures = self.is_capture(position, action);
        for (index, leg) in action.legs().enumerate() {
            out.push(if captures || index > 0 { 'x' } else { '-' });
            out += &leg.to_string();
        }
        if let Some(kind) = action.promotion() {
            out.push('=');
            out.push(self.type_of(kind).letter);
        }
        let sign = san.chars().next_back();
        out.extend(sign.filter(|sign| matches!(sign, '+' | '#')));
        out
    }
}
