//! FEN and BFEN: a position in one line.
//!
//! `placement[pocket] side castling en-passant halfmove fullmove`. Reading is lenient if
//! the meaning is clear; every error names its field. Writing has one form for one
//! position.

use std::str::FromStr;

use super::bitboard::Bitboard;
use super::board::{Board, Setup};
use super::rules::Rules;
use super::types::{Color, File, Piece, Rank, Square};
use crate::error::{Error, Result, quoted};

/// The contents that a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenOptions {
    /// The rules: they decide if promoted marks are kept (else they are read and dropped),
    /// and on which squares pawns may stand.
    pub rules: Rules,
    /// True if a pocket may hold anything.
    pub allow_pocket: bool,
    /// True if the king of the side that is not to move may be attacked, as in games in
    /// which kings are captured.
    pub exposed_king: bool,
}

impl FenOptions {
    /// Chess, Chess960 included.
    pub const CHESS: Self = Self {
        rules: Rules::CHESS,
        allow_pocket: false,
        exposed_king: false,
    };
    /// Crazyhouse.
    pub const CRAZYHOUSE: Self = Self {
        rules: Rules::CRAZYHOUSE,
        allow_pocket: true,
        exposed_king: false,
    };
    /// One board of bughouse.
    pub const BUGHOUSE: Self = Self {
        rules: Rules::BUGHOUSE,
        allow_pocket: true,
        exposed_king: false,
    };
}

/// The style of a written text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FenStyle {
    /// Brackets with the pockets after the placement, and `~` after promoted
    /// pieces.
    pub pocket: bool,
    /// With `pocket`, the pockets as a ninth rank and not in brackets.
    pub slash: bool,
    /// Castling as files of rooks (`HAha`) even if `KQkq` would suffice.
    pub shredder: bool,
}

fn wrong(field: &str, what: impl AsRef<str>) -> Error {
    Error::invalid_notation(format!("{field}: {}", what.as_ref()))
}

impl Board {
    /// Reads a position.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming the field and the fault.
    pub fn from_fen(text: &str, options: &FenOptions) -> Result<Self> {
        let mut fields = text.split_ascii_whitespace();
        let mut setup = Setup::default();
        let placement = fields.next().ok_or_else(|| wrong("placement", "missing"))?;
        read_placement(placement, &mut setup)?;
        setup.turn = read_turn(fields.next())?;
        read_castling(fields.next().unwrap_or("-"), &mut setup)?;
        setup.en_passant = read_en_passant(fields.next().unwrap_or("-"))?;
        setup.halfmove = read_number("halfmove", fields.next().unwrap_or("0"))?;
        setup.fullmove = read_number("fullmove", fields.next().unwrap_or("1"))?;
        if let Some(extra) = fields.next() {
            return Err(too_many(extra));
        }
        setup.board(options)
    }

    /// Returns the FEN, without pockets.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(&FenStyle::default())
    }

    /// Returns the BFEN, with pockets and promoted marks.
    #[must_use]
    pub fn bfen(&self) -> String {
        self.fen_with(&FenStyle {
            pocket: true,
            ..FenStyle::default()
        })
    }

    /// Returns the text in a style.
    #[must_use]
    pub fn fen_with(&self, style: &FenStyle) -> String {
        let mut out = String::with_capacity(96);
        self.write_placement(style, &mut out);
        if style.pocket {
            out.push(if style.slash { '/' } else { '[' });
            self.write_pockets(&mut out);
            if !style.slash {
                out.push(']');
            }
        }
        out.push(' ');
        out.push(self.turn().letter());
        out.push(' ');
        self.write_castling(style, &mut out);
        out.push(' ');
        match self.en_passant() {
            Some(square) => square.push_to(&mut out),
            None => out.push('-'),
        }
        out.push_str(&format!(" {} {}", self.halfmove(), self.fullmove()));
        out
    }

    fn write_placement(&self, style: &FenStyle, out: &mut String) {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0_u8;
            for file in File::ALL {
                let square = Square::at(file, rank);
                let Some((color, piece)) = self.colored_piece_at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out.push(char::from(b'0' + empty));
                    empty = 0;
                }
                out.push(piece.fen_letter(color));
                if style.pocket && self.promoted().has(square) {
                    out.push('~');
                }
            }
            if empty > 0 {
                out.push(char::from(b'0' + empty));
            }
            if rank != Rank::First {
                out.push('/');
            }
        }
    }

    /// Writes the pockets in the order `QRBNPqrbnp`.
    pub(super) fn write_pockets(&self, out: &mut String) {
        for color in Color::ALL {
            for piece in Piece::DROPPABLE.into_iter().rev() {
                for _ in 0..self.pocket(color, piece) {
                    out.push(piece.fen_letter(color));
                }
            }
        }
    }

    fn write_castling(&self, style: &FenStyle, out: &mut String) {
        if self.castling().is_empty() {
            out.push('-');
            return;
        }
        for color in Color::ALL {
            let [queenside, kingside] = self.castling_rooks(color);
            for (rook, kingside) in [(kingside, true), (queenside, false)] {
                let Some(rook) = rook else { continue };
                let outermost = self.outermost_rook(color, kingside) == Some(rook);
                let letter = match (outermost && !style.shredder, kingside) {
                    (false, _) => rook.file().letter(),
                    (true, true) => 'k',
                    (true, false) => 'q',
                };
                out.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
    }
}

impl FromStr for Board {
    type Err = Error;

    /// Reads a FEN of chess.
    fn from_str(text: &str) -> Result<Self> {
        Self::from_fen(text, &FenOptions::CHESS)
    }
}

impl Setup {
    /// Reads a position of which the parts need not go together: rights to castle without king
    /// or rook, a square of en passant on any rank, kings and pawns wherever they stand.
    ///
    /// # Errors
    ///
    /// `invalid_notation` for a text that is no FEN or BFEN, naming the field.
    pub fn from_fen(text: &str) -> Result<Self> {
        let mut fields = text.split_ascii_whitespace();
        let mut setup = Self::default();
        read_placement(fields.next().unwrap_or_default(), &mut setup)?;
        setup.turn = read_turn(fields.next())?;
        let castling = fields.next().unwrap_or("-");
        for letter in castling.chars().filter(|_| castling != "-") {
            setup.castling |= setup.right(letter)?.into();
        }
        let passed = fields.next().unwrap_or("-");
        if passed != "-" {
            let square = Square::from_bytes(passed.as_bytes());
            let what = || format!("{} is neither - nor a square", quoted(passed));
            setup.en_passant = Some(square.ok_or_else(|| wrong("en passant", what()))?);
        }
        setup.halfmove = read_number("halfmove", fields.next().unwrap_or("0"))?;
        setup.fullmove = read_number("fullmove", fields.next().unwrap_or("1"))?;
        match fields.next() {
            None => Ok(setup),
            Some(extra) => Err(too_many(extra)),
        }
    }

    /// Replaces the rights to castle, given as in FEN; king and rooks have to be there.
    ///
    /// # Errors
    ///
    /// `invalid_notation` for letters that name no rook, or one twice.
    pub fn set_castling(&mut self, text: &str) -> Result<()> {
        self.castling = Bitboard::EMPTY;
        read_castling(text, self)
    }

    /// Returns the square of the rook that a letter of castling names; the corner if there is no
    /// such rook.
    fn right(&self, letter: char) -> Result<Square> {
        let color = color_of(letter);
        let rank = color.back_rank();
        let lower = letter.to_ascii_lowercase();
        if let Some(file) = File::from_letter(lower) {
            return Ok(Square::at(file, rank));
        }
        if lower != 'k' && lower != 'q' {
            return Err(wrong(
                "castling",
                format!("{letter:?} is no right to castle"),
            ));
        }
        let corner = if lower == 'k' { File::H } else { File::A };
        Ok(self
            .outer_rook(color, lower == 'k')
            .unwrap_or(Square::at(corner, rank)))
    }

    /// Returns the pieces of a kind on the back rank of their side.
    fn at_home(&self, color: Color, piece: Piece) -> Bitboard {
        File::ALL
            .into_iter()
            .map(|file| Square::at(file, color.back_rank()))
            .filter(|square| self.men[square.index()] == Some((color, piece)))
            .collect()
    }

    /// Returns the outermost rook beside a king on its back rank.
    fn outer_rook(&self, color: Color, kingside: bool) -> Option<Square> {
        let king = self.at_home(color, Piece::King).first()?;
        let below = Bitboard(king.bit() - 1);
        let rooks = self.at_home(color, Piece::Rook);
        if kingside {
            (rooks - below).last()
        } else {
            (rooks & below).first()
        }
    }
}

fn too_many(extra: &str) -> Error {
    wrong(
        "FEN",
        format!("unexpected {} after the sixth field", quoted(extra)),
    )
}

fn read_turn(field: Option<&str>) -> Result<Color> {
    match field {
        Some("w") => Ok(Color::White),
        Some("b") => Ok(Color::Black),
        Some(other) => Err(wrong(
            "side to move",
            format!("{} is neither w nor b", quoted(other)),
        )),
        None => Err(wrong("side to move", "missing")),
    }
}

fn read_placement(text: &str, setup: &mut Setup) -> Result<()> {
    let (placement, pocket) = match text.split_once('[') {
        Some((placement, rest)) => {
            let pocket = rest
                .strip_suffix(']')
                .ok_or_else(|| wrong("pocket", "the closing bracket is missing"))?;
            (placement, pocket)
        }
        // The slash form has the pocket as a ninth rank.
        None => match text.match_indices('/').nth(7) {
            Some((at, _)) => (&text[..at], &text[at + 1..]),
            None => (text, ""),
        },
    };
    let ranks: Vec<_> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(wrong("placement", format!("{} ranks, not 8", ranks.len())));
    }
    for (text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        read_rank(text, rank, setup)?;
    }
    read_pocket(pocket, setup)
}

fn read_rank(text: &str, rank: Rank, setup: &mut Setup) -> Result<()> {
    let fault = |what: &str| {
        wrong(
            "placement",
            format!("rank {} ({}): {what}", rank.letter(), quoted(text)),
        )
    };
    let mut file = 0;
    let mut last = None;
    let mut counted = false;
    for letter in text.chars() {
        let after_count = std::mem::take(&mut counted);
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            if after_count {
                return Err(fault("two counts of empty squares side by side"));
            }
            file += empty as usize;
            last = None;
            counted = true;
        } else if letter == '~' {
            let square: Square = last.ok_or_else(|| fault("a ~ that follows no piece"))?;
            setup.promoted |= square.into();
            last = None;
        } else if let Some(piece) = Piece::from_letter(letter) {
            let at = File::ALL
                .get(file)
                .ok_or_else(|| fault("more than 8 squares"))?;
            let square = Square::at(*at, rank);
            setup.men[square.index()] = Some((color_of(letter), piece));
            file += 1;
            last = Some(square);
        } else {
            return Err(fault(&format!("{letter:?} is neither a piece nor 1 to 8")));
        }
    }
    if file == 8 {
        Ok(())
    } else {
        Err(fault(&format!("{file} squares, not 8")))
    }
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    }
}

fn read_pocket(text: &str, setup: &mut Setup) -> Result<()> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let piece = Piece::from_letter(letter)
            .filter(|&piece| piece != Piece::King)
            .ok_or_else(|| wrong("pocket", format!("{letter:?} is none of QRBNPqrbnp")))?;
        let color = color_of(letter);
        let count = &mut setup.pockets[color.index()][piece.index()];
        *count = count.checked_add(1).ok_or_else(|| {
            wrong(
                "pocket",
                format!("more than 255 of a {} {}", color.name(), piece.name()),
            )
        })?;
    }
    Ok(())
}

/// Reads castling rights. `KQkq` means the outermost rook on that side of the king (X-FEN),
/// a letter from `A` to `h` the rook on that file (Shredder-FEN).
fn read_castling(text: &str, setup: &mut Setup) -> Result<()> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = color_of(letter);
        let rank = color.back_rank();
        let lower = letter.to_ascii_lowercase();
        if let Some(file) = File::from_letter(lower) {
            allow(setup, letter, Square::at(file, rank))?;
            continue;
        }
        if lower != 'k' && lower != 'q' {
            return Err(wrong(
                "castling",
                format!("{letter:?} is no right to castle"),
            ));
        }
        if setup.at_home(color, Piece::King).is_empty() {
            return Err(wrong(
                "castling",
                format!("the {} king is not on its back rank", color.name()),
            ));
        }
        let rook = setup.outer_rook(color, lower == 'k');
        let rook = rook.ok_or_else(|| {
            wrong(
                "castling",
                format!("there is no {} rook for {letter:?}", color.name()),
            )
        })?;
        allow(setup, letter, rook)?;
    }
    Ok(())
}

/// Adds a castling right; fails if it is already there.
fn allow(setup: &mut Setup, letter: char, rook: Square) -> Result<()> {
    if setup.castling.has(rook) {
        return Err(wrong(
            "castling",
            format!("{letter:?} names the rook of {rook} a second time"),
        ));
    }
    setup.castling |= rook.into();
    Ok(())
}

fn read_en_passant(text: &str) -> Result<Option<Square>> {
    if text == "-" {
        return Ok(None);
    }
    let square = Square::from_bytes(text.as_bytes())
        .filter(|square| matches!(square.rank(), Rank::Third | Rank::Sixth))
        .ok_or_else(|| {
            let what = format!("{} is neither - nor a square of rank 3 or 6", quoted(text));
            wrong("en passant", what)
        })?;
    Ok(Some(square))
}

fn read_number<N: FromStr>(field: &str, text: &str) -> Result<N> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return Err(wrong(field, format!("{} is not a number", quoted(text))));
    }
    text.parse()
        .map_err(|_| wrong(field, format!("{} is too large", quoted(text))))
}
