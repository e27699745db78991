//! The rules in words.

use super::Boost;
use super::settings::BoostSettings;
use contract::briefing::Briefing;

impl Boost {
    pub(super) fn rules_in_words(&self) -> Briefing {
        let BoostSettings {
            width,
            height,
            players,
            towers,
            demo,
            ply_limit,
            ..
        } = self.settings();
        let board = format!(
            "Boost is played on a grid of {width} files (letters from a, the west) and {height} ranks (numbers from 1, the \
             south) by {}, with pawns, knights and towers of their own and dragons that nobody owns.",
            contract::words::count(u64::from(*players), "player")
        );
        let wins = match players {
            1 => "You win with a tower of yours that has dragons on all four sides.",
            _ => {
                "You win with a tower of yours that has dragons on all four sides, whoever moved the last of them there, \
                 or when all opponents are defeated. Defeated is who has no tower and fewer than four pieces, or nothing \
                 but towers."
            }
        };
        let demo = match demo {
            true => " Defeated players go on moving.",
            false => " Defeated players pass; their pieces stay.",
        };
        Briefing {
            short: format!(
                "{board} A pawn, knight or dragon takes exactly 1 + the number of occupied neighbouring points steps, onto \
                 empty points only. You move your pawns and knights, and dragons next to a piece of yours. {wins}"
            ),
            rules: format!(
                "{board}
Neighbours are the four orthogonal points. In a turn you do one of these: move a pawn or knight of yours, or any dragon that is \
next to one of your pieces; build; promote. You pass only when you can do nothing.
A move takes exactly 1 + (number of occupied neighbouring points at the start) steps, each to a neighbouring empty point, none \
visited twice. Towers do not move. A knight may end, with its last step, on an enemy piece, which is removed. Dragons are never \
captured.
After you have moved a pawn or a dragon, each enemy piece next to it that has one of your pieces or a dragon on the opposite \
side is removed. Knights capture only by landing.
Build: an empty point whose four neighbours are all your pieces becomes your tower; you may have {towers} at most. Promote: a \
pawn of yours next to a tower of yours becomes a knight, if you have fewer knights than towers.
No move may repeat an arrangement of pieces that was on the board before, unless every move does.
{wins}{demo} If everybody passes in succession, or after {ply_limit} plies, the game is drawn."
            ),
            advice: "Keep pieces together: neighbours make your moves longer and protect against flanking. Build your first \
                     tower early, then promote pawns. Watch where dragons can be moved around a tower, yours and theirs."
                .into(),
            notation: "A move is the point it starts from and the point it ends on: a1a3. Building and promoting name the \
                       point twice: e4e4. A pass is --."
                .into(),
            style: "boost",
        }
    }
}
