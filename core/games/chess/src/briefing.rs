//! The rules in words, for all games that are played on chess boards.

use super::OneBoard;
use super::variants::{Stalemate, Variant};
use chess::DropAggression;
use contract::briefing::Briefing;
use contract::game::GameInfo;

/// The moves of the pieces of chess and the end of a game, at length.
pub const CHESS: &str = "\
White and Black move in turns on a board of 8 files (a to h) and 8 ranks (1 to 8); White begins on ranks 1 and 2.
The king moves one square in any direction, the rook any distance along files and ranks, the bishop along diagonals, the \
queen along both, all without jumping; the knight leaps two squares along a file or rank and one to the side. A pawn \
moves one square forward onto an empty square, two from its first rank, and captures one square diagonally forward; a \
pawn that has just moved two squares may be captured by a pawn beside it as if it had moved one (en passant); on the last \
rank it becomes a queen, rook, bishop or knight.
Castling moves the king two squares towards a rook and the rook to the square it crossed: neither may have moved, the \
squares between must be empty, and the king may not start on, cross or reach an attacked square.
A king that is attacked is in check and must be brought out of it at once; no move may leave the own king attacked. Mate, \
a check without escape, wins the game.";

/// The last line of the rules where kings may be taken.
const EXPOSED_KINGS: &str = "A king that is attacked is in check, but pins and checks do not bind: a king may be left in \
                             check or go into it, and whoever takes it wins. There is no mate.";

/// Advice for a first game of chess.
pub const ADVICE: &str = "Before you move, look at what the other side threatens and at every check and capture. Bring out \
knights and bishops, castle early, do not leave pieces where they can be taken for nothing, and count attackers and \
defenders before you exchange.";

/// The notation of moves in SAN.
pub const SAN: &str = "Moves are written in standard algebraic notation: e4, Nf3, Nbd2 (the knight from the b-file), exd5, \
O-O and O-O-O for castling, e8=Q for a promotion.";

/// The notation of drops, in SAN and in UCI.
pub const DROPS: &str = "A drop names the piece and the square: N@f3, P@e4.";

/// Rules of drops on one board.
fn drops<V: Variant>(board: &OneBoard<V>) -> String {
    let rules = board.rules();
    let mut out = String::from(
        "A move may drop a piece from the hand onto any empty square instead. A captured piece that was promoted counts as \
         a pawn.",
    );
    let drops = rules.pawn_drops(chess::Color::White);
    let (low, high) = (drops.0.trailing_zeros() / 8, drops.0.leading_zeros() / 8);
    out.push_str(&format!(
        " Pawns may be dropped on ranks {} to {}, counted from one's own side.",
        low + 1,
        8 - high
    ));
    out.push_str(match rules.drop_aggression {
        DropAggression::MateAllowed => " A drop may give check and mate.",
        DropAggression::NoCheck => " A drop may not give check.",
        DropAggression::NoChessMate | DropAggression::NoBughouseMate => {
            " A drop may give check, but not mate."
        }
    });
    out
}

/// The rules of Chess960, where the others are those of chess.
pub const CHESS960: &str = "Chess960: the pieces of the first rank may begin in another order; after castling king and rook \
                            stand where they do in chess, on the g- and f-file or the c- and d-file.";

impl<V: Variant> OneBoard<V> {
    pub(super) fn rules_in_words(&self) -> Briefing {
        let GameInfo { name, summary, .. } = V::INFO;
        let mut short = format!("{name}: {summary}.");
        let exposed = self.settings.board.exposed_kings;
        let mut rules = match CHESS.rsplit_once('\n') {
            Some((moves, _)) if exposed => format!("{moves}\n{EXPOSED_KINGS}"),
            _ => CHESS.to_owned(),
        };
        let mut notation = SAN.to_owned();
        if self.settings.chess960 {
            rules.push('\n');
            rules.push_str(CHESS960);
        }
        if V::DROPS && !V::WAITS {
            rules.push_str(
                "\nA piece that is captured changes sides and goes into the hand of its captor. ",
            );
            rules.push_str(&drops(self));
        }
        if V::WAITS {
            rules.push_str(
                "\nThis is one board of bughouse: captured pieces leave it, and pieces come into the hands from \
                 outside. ",
            );
            rules.push_str(&drops(self));
            if !exposed {
                rules.push_str(
                    " Mate is a check that no piece that could still be dropped would parry.",
                );
            }
        }
        if V::DROPS {
            notation.push(' ');
            notation.push_str(DROPS);
        }
        let ends = self.ends_in_words();
        rules.push('\n');
        rules.push_str(&ends);
        short.push(' ');
        short.push_str(&ends);
        let advice = match V::DROPS {
            false => ADVICE.to_owned(),
            true => format!(
                "{ADVICE} With pieces in hand an attack on the king counts more than material: look for drops that give \
                 check, and keep the squares around your own king covered."
            ),
        };
        Briefing {
            short,
            rules,
            advice,
            notation,
            style: "san",
        }
    }

    fn ends_in_words(&self) -> String {
        let settings = &self.settings;
        let mut draws = Vec::new();
        let mut more = String::new();
        match settings.stalemate {
            Stalemate::Draw => draws.push("stalemate".to_owned()),
            Stalemate::Loss => more.push_str(" A side that is not in check and has no move loses."),
            Stalemate::Wait => more.push_str(" A side that has no move waits until one comes."),
        }
        if settings.repetitions > 0 {
            draws.push(format!(
                "a position that occurs {} times",
                settings.repetitions
            ));
        }
        if settings.halfmove_limit > 0 {
            draws.push(format!(
                "{} plies without a capture or a pawn's move",
                settings.halfmove_limit
            ));
        }
        if V::DEAD_POSITIONS {
            draws.push("too few pieces to mate".to_owned());
        }
        match draws.is_empty() {
            true => more.trim_start().to_owned(),
            false => format!("Drawn are {}.{more}", contract::words::list(&draws)),
        }
    }
}
