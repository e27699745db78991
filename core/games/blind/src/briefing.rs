//! The rules in words.

use super::Blind;
use super::rules::{Any, Audience, Detail, Nonsense, Play, Repeated, Touch, Tries};
use chess_games::briefing::CHESS;
use contract::briefing::Briefing;

const fn hearers(audience: Audience) -> &'static str {
    match audience {
        Audience::Mover => "you alone hear of it",
        Audience::Opponent => "the other side alone hears of it",
        Audience::Both => "both sides hear of it",
    }
}

impl Blind {
    /// The sentences that part this rule set from others, each about one of its facts.
    fn facts(&self) -> Vec<&'static str> {
        let rules = self.rules;
        let mut out = Vec::new();
        match rules.play {
            Play::Fog => out.extend([
                "You see your own pieces and every square that they could move to; what stands before a pawn is hidden.",
                "There is no check: the king may be captured, and that wins.",
                match self.stalemate_wins {
                    true => "Who has no move loses.",
                    false => "Stalemate is a draw.",
                },
            ]),
            Play::Reconnaissance => out.extend([
                "A turn is a look (sense:e4 shows the nine squares around e4; or pass) and then a move (or pass).",
                "There is no check: the king may be captured, and that wins.",
                "A piece that slides stops at the first piece in its way and captures it; a move that is impossible costs \
                 the turn. The square of a capture is announced to both.",
            ]),
            Play::Chess | Play::Crazyhouse => {}
        }
        if rules.play == Play::Crazyhouse {
            out.push("Captured pieces change sides and may be dropped: N@f3 drops a knight.");
        }
        if rules.checks {
            out.push(
                "Check is announced to both with its direction: file, rank, long or short diagonal as the king sees them, \
                 or knight.",
            );
        }
        match rules.victim {
            Detail::PawnOrPiece => out
                .push("Of a capture the square is announced, and if a pawn or a piece was taken."),
            Detail::Hidden if rules.play == Play::Chess => {
                out.push("Of a capture the square is announced.")
            }
            _ => {}
        }
        match rules.tries {
            Tries::Untold => {}
            Tries::Count => out.push("Before a move the number of captures by pawns is announced."),
            Tries::YesNo => out.push("Before a move it is announced if a pawn can capture."),
            Tries::Squares => {
                out.push("Before a move the squares from which pawns can capture are announced.")
            }
        }
        match rules.any {
            Any::Never => {}
            Any::UntilCapture => out.push(
                "any? asks if a pawn can capture; after a yes only captures by pawns are allowed until one succeeds.",
            ),
            Any::OneTry => out.push("any? asks if a pawn can capture; after a yes one such capture must be tried."),
        }
        match rules.touch {
            Touch::Never => {}
            Touch::Loose => out.push("touch:e2 picks a piece up, and again lets go of it."),
            Touch::Binding => out.push("touch:e2 picks a piece up, which must then be moved."),
        }
        if let Nonsense::Apart(_) = rules.nonsense {
            out.push("An attempt that your own pieces rule out is answered with nonsense.");
        }
        match rules.repeated {
            Repeated::Again => {}
            Repeated::Nonsense => {
                out.push("An attempt that was refused in this turn already is nonsense.")
            }
            Repeated::AlreadyTried => {
                out.push("An attempt that was refused in this turn already is answered with already_tried.");
            }
        }
        if rules.stalemate_loses {
            out.push("Who is stalemated loses.");
        }
        out
    }

    pub(super) fn rules_in_words(&self) -> Briefing {
        let name = self.rules.name;
        let frame = match self.rules.open {
            true => {
                format!("Chess with everything visible, under the rules {name} of blind chess.")
            }
            false => format!(
                "Blind chess under the rules {name}: you know your own pieces, and of the other side only what a moderator \
                 tells you. You make attempts; one that the position forbids is refused, {}, and you try another in the \
                 same turn.",
                hearers(self.rules.rejected)
            ),
        };
        let frame = match self.rules.play {
            Play::Fog => format!("Chess in the fog, under the rules {name}."),
            Play::Reconnaissance => format!("Reconnaissance blind chess, under the rules {name}."),
            Play::Chess | Play::Crazyhouse => frame,
        };
        let facts = self.facts().join(" ");
        Briefing {
            short: format!("{frame} {facts}").trim_end().to_owned(),
            rules: format!("{frame} {facts}\nThe pieces move as in chess.\n{CHESS}"),
            advice: "Draw conclusions from what is announced and from what is refused: a refused move of a sliding piece \
                     means that something stands in its way, or that it would leave the king in check. Attempts that only \
                     succeed if an enemy piece stands somewhere cost little and tell much. After a capture announced on a \
                     square, think of taking back there."
                .into(),
            notation: "An attempt is the square of the piece and the square it goes to: e2e4, e1g1 for castling, e7e8q for a \
                       promotion."
                .into(),
            style: "attempts",
        }
    }
}
