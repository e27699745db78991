//! The picture of a board of hexes.

use contract::drawing::{Board, Cell, Grid, Ground, Label, Owner, Piece, Player, Scene, Shape};
use contract::game::Seat;

use super::Jarls;
use super::description::name;
use super::fog::Glimpse;
use super::hex::Hex;
use super::position::{Phase, Position};
use super::setup;

impl Jarls {
    /// The picture of everything.
    pub(super) fn picture(&self, position: &Position, from: Option<Seat>) -> Scene {
        let mut scene = self.board_picture(position, from, |_| true);
        scene.players = (0..self.settings.players)
            .map(|player| {
                let warriors = position.warriors(player).len();
                Player {
                    note: format!("{warriors} {}", plural(warriors, "warrior")),
                    out: !position.lives(player),
                    ..self.player(player, position.mover)
                }
            })
            .collect();
        match position.phase {
            Phase::Moving => {}
            Phase::Placing => scene.captions.push("Shields are placed".into()),
            Phase::Starving(_) => scene.captions.push("Warriors starve".into()),
            // The outcome says it.
            Phase::Throne => scene.end(),
        }
        scene
    }

    /// The picture of what a seat sees, with the terrain that it remembers.
    pub(super) fn glimpse_picture(&self, glimpse: &Glimpse, from: Seat) -> Scene {
        let known = self.known_by(glimpse);
        let mut scene = self.board_picture(&known, Some(from), |at| glimpse.seen.has(at));
        scene.players = (0..self.settings.players)
            .map(|player| Player {
                out: glimpse.living >> player & 1 == 0,
                ..self.player(player, glimpse.mover)
            })
            .collect();
        scene
            .captions
            .push(format!("Seen by {}", name(glimpse.seat)));
        scene
    }

    fn player(&self, player: u8, mover: u8) -> Player {
        let team = match self.settings.teams {
            true => format!(", team {}", self.settings.side(player)),
            false => String::new(),
        };
        Player {
            seat: player,
            owner: Owner::Seat(player),
            name: (name(player) + &team).into(),
            text: player.to_string().into(),
            to_move: player == mover,
            ..Player::default()
        }
    }

    /// The board with some hexes in sight; rings that have fallen are gone.
    fn board_picture(
        &self,
        position: &Position,
        from: Option<Seat>,
        seen: impl Fn(u8) -> bool,
    ) -> Scene {
        let on_board = self.board.within(position.radius);
        let cells = on_board.iter().map(|at| {
            let hex = self.board.hex(at);
            Cell {
                name: hex.to_string().into(),
                x: i16::from(hex.q),
                y: i16::from(hex.r),
                ground: self.ground(position, at),
                unseen: !seen(at),
                piece: position.owner(at).map(|player| piece(position, at, player)),
                ..Cell::default()
            }
        });
        let board = Board {
            grid: Grid::Hexes,
            turn: from.map_or(0, |seat| self.turn_for(seat)),
            cells: cells.collect(),
            labels: labels(position.radius as i8),
            ..Board::default()
        };
        let captions = vec![format!(
            "Round {}, turn {}, first {}",
            position.round,
            position.turn,
            name(position.first)
        )];
        Scene {
            boards: vec![board],
            captions,
            ..Scene::default()
        }
    }

    fn ground(&self, position: &Position, at: u8) -> Ground {
        if position.holes.has(at) {
            Ground::Hole
        } else if position.shields.has(at) {
            Ground::Shield
        } else if at == self.board.throne() {
            Ground::Throne
        } else {
            Ground::Light
        }
    }

    /// Returns the turn of the board that brings the home of a seat to the lower edge.
    fn turn_for(&self, seat: Seat) -> u8 {
        let homes = setup::jarls(self.board, self.settings.players);
        let home = homes.get(seat.index()).copied().unwrap_or(Hex::THRONE);
        let mut best = (0, i32::MIN);
        let mut turned = home;
        for turn in 0..6 {
            let low = i32::from(turned.r);
            if low > best.1 {
                best = (turn, low);
            }
            // A sixth of a circle against the clock.
            turned = Hex {
                q: turned.q + turned.r,
                r: -turned.q,
            };
        }
        best.0
    }
}

fn piece(position: &Position, at: u8, player: u8) -> Piece {
    let jarl = position.jarls.has(at);
    Piece {
        shape: if jarl { Shape::Jarl } else { Shape::Warrior },
        owner: Owner::Seat(player),
        word: if jarl { "jarl" } else { "warrior" }.into(),
        text: player.to_string().into(),
        ..Piece::default()
    }
}

/// The coordinates r at the left ends of the rows, and q at the lower ends of the lines that
/// run down to the right.
fn labels(radius: i8) -> Vec<Label> {
    let span = -radius..=radius;
    let rows = span.clone().map(|r| {
        let least = (-radius).max(-radius - r);
        (least - 1, r, format!("r{r}"))
    });
    let lines = span.map(|q| {
        let most = radius.min(radius - q);
        (q, most + 1, format!("q{q}"))
    });
    let label = |(x, y, text): (i8, i8, String)| Label {
        x: i16::from(x),
        y: i16::from(y),
        text,
    };
    rows.chain(lines).map(label).collect()
}

fn plural(count: u32, word: &str) -> String {
    if count == 1 {
        word.to_owned()
    } else {
        format!("{word}s")
    }
}
