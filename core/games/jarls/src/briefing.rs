//! The rules in words.

use super::Jarls;
use super::settings::Terrain;
use contract::briefing::Briefing;
use std::fmt::Write;

impl Jarls {
    pub(super) fn rules_in_words(&self) -> Briefing {
        let settings = &self.settings;
        let (radius, players) = (settings.radius, u64::from(settings.players));
        let goal = "You win when your Jarl moves onto the Throne (0,0) on your own turn, or when every other Jarl is gone.";
        let push = "Moving onto an enemy attacks it: the attack is the attacker's strength, 1 more after a two-hex move, and \
                    the strength of friends in an unbroken line behind it; the defence is the defender's strength and that \
                    of its friends in an unbroken line behind it. A greater attack pushes the whole line one hex; else the \
                    attacker stops before the defender.";
        let mut more = String::new();
        // Writing to a text does not fail.
        let _ = match settings.terrain {
            Terrain::Bare => Ok(()),
            Terrain::Holes(_) => write!(
                more,
                "\nHoles block movement; a piece pushed into one is gone."
            ),
            Terrain::Shields(_) | Terrain::Drafted => write!(
                more,
                "\nShields stand still: they block movement and stop pushes, and eliminate nobody."
            ),
        };
        if matches!(settings.terrain, Terrain::Drafted) {
            more.push_str(" The players place them before the game, one each.");
        }
        if settings.teams {
            more.push_str(
                "\nPlayers of even and of odd numbers are two teams: allies support each other, may not be attacked and \
                 block pushes; a team wins and loses together.",
            );
        }
        if settings.starvation {
            more.push_str(
                "\nAfter 10 rounds without an elimination, and every 5 rounds again, every player gives up the warrior \
                 farthest from the Throne, and without warriors the Jarl.",
            );
        }
        if settings.sudden_death {
            more.push_str(
                "\nAfter 20 rounds without an elimination, and every 5 rounds again, the outer ring falls with all on it.",
            );
        }
        if settings.limited() {
            let _ = write!(
                more,
                "\nThe game is drawn after {} rounds without an elimination.",
                settings.round_limit
            );
        }
        if settings.fog {
            more.push_str(
                "\nYou see only hexes within 4 of a piece of yours. An attack on what you see may turn out otherwise than \
                 it looks, since you do not see who stands behind.",
            );
        }
        let draft = match settings.adjacent {
            true => "with two warriors of yours directly behind it",
            false => "with two warriors of yours on the line behind it",
        };
        let run_up = match settings.run_up_support {
            true => "Behind an attacker is behind the hex it started from.",
            false => {
                "A two-hex attack has no support: behind an attacker is behind the hex it attacks from."
            }
        };
        let board = format!(
            "Jarls is played by {} on a board of hexes of radius {radius}. A hex is q,r; the neighbours of q,r are q+1,r; \
             q+1,r-1; q,r-1; q-1,r; q-1,r+1 and q,r+1. The distance of q,r from the Throne is the greatest of |q|, |r| and \
             |q+r|.",
            contract::words::count(players, "player")
        );
        Briefing {
            short: format!(
                "Push-combat on hexes of radius {radius} around the Throne 0,0; each has a Jarl (strength 2) and warriors \
                 (strength 1). {goal} {push}{}",
                more.replace('\n', " ")
            ),
            rules: format!(
                "{board}
Each player has a Jarl (strength 2) and {} (strength 1). A turn moves one piece in a straight line: a warrior 1 or 2 hexes, a \
Jarl 1 hex, or 2 {draft}. Nothing moves through pieces or onto friends. Warriors never enter the Throne.
{push} {run_up} The last piece of a line that is pushed off the board is gone. No warrior can be pushed onto the Throne: such a \
push is blocked.
A player whose Jarl is gone is out with all warriors. {goal}
The player who begins a round changes with every round: with two players the order is 0 1, 1 0, 0 1.{more}",
                contract::words::count(u64::from(settings.warriors), "warrior")
            ),
            advice: "Take the Throne when you can, and see each turn whether an enemy Jarl could. Keep your Jarl away from \
                     the edge and from holes, with warriors behind it. Attack in line with friends behind the attacker, \
                     where the enemy stands near an edge."
                .into(),
            notation: "A move is the hex of the piece, >, and the hex it goes to, which for an attack is the enemy's: \
                       3,0>1,0. A warrior given up is x2,-1; a shield placed is s2,-1."
                .into(),
            style: "jarls",
        }
    }
}
