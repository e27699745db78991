//! The first position.

use super::bits::Bits;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::read_point;
use contract::error::{Error, Result};
use contract::rng::Rng;

/// The pawns of three and of four players on nine by nine points, in the order in
/// which they are filled up.
const NINE: [&[&str]; 2] = [
    &[
        "a1 b1 c1 d1 f1 g1 h1 i1",
        "a9 b9 c9 d9 a4 a5 a6 a7",
        "f9 g9 h9 i9 i4 i5 i6 i7",
    ],
    &[
        "a1 b1 c1 d1 a3 a4",
        "a9 b9 c9 d9 a6 a7",
        "f1 g1 h1 i1 i3 i4",
        "f9 g9 h9 i9 i6 i7",
    ],
];

impl<B: Bits> BoostRules<B> {
    /// The first position.
    ///
    /// # Errors
    ///
    /// `invalid_option` for dragons that stand where something is, and for a
    /// compensation without a dragon to move or a point for it.
    pub(super) fn start(&self) -> Result<Layout<B>> {
        let mut p = Layout::EMPTY;
        if !self.settings.blank {
            for player in 0..self.settings.players {
                for at in self.homes(player) {
                    self.put(&mut p, Piece::Pawn(player), at);
                }
            }
        }
        match &self.settings.dragons {
            Some(points) => {
                for at in points {
                    if let Some(piece) = p.at(*at) {
                        return Err(Error::invalid_option(format!(
                            "dragons: on {} stands a {}",
                            self.settings.point(*at),
                            piece.word()
                        )));
                    }
                    self.put(&mut p, Piece::Dragon, *at);
                }
            }
            None if self.settings.blank => {}
            None => self.place_dragons(&mut p),
        }
        if self.settings.compensation {
            self.compensate(&mut p)?;
        }
        Ok(p)
    }

    /// The points on which a player starts.
    fn homes(&self, player: u8) -> Vec<u8> {
        let settings = &self.settings;
        let (width, height, players) = (settings.width, settings.height, settings.players);
        let most = settings.population as usize;
        let mut homes = if players <= 2 {
            let rank = if player == 0 { 0 } else { height - 1 };
            let row = u16::from(rank) * u16::from(width);
            // From the outside in, without the one or two in the middle.
            (0..(width - 1) / 2)
                .flat_map(|i| [i, width - 1 - i])
                .map(|file| (row + u16::from(file)) as u8)
                .collect()
        } else if (width, height) == (9, 9) && players <= 4 {
            let table = NINE[usize::from(players) - 3];
            table[usize::from(player)]
                .split(' ')
                .filter_map(|text| read_point(text, width, height))
                .map(|(at, _)| at)
                .collect()
        } else {
            let ring = self.perimeter();
            let share = |i: u8| usize::from(i) * ring.len() / usize::from(players);
            let (first, end) = (share(player), share(player + 1));
            ring.get(first..end.saturating_sub(1).max(first))
                .unwrap_or_default()
                .to_vec()
        };
        homes.truncate(most);
        homes
    }

    /// The points of the edge clockwise from a1: up the west side, along the top,
    /// down the east side and back along the bottom.
    fn perimeter(&self) -> Vec<u8> {
        let (width, height) = (self.settings.width, self.settings.height);
        let at = |file: u8, rank: u8| (u16::from(rank) * u16::from(width) + u16::from(file)) as u8;
        let west = (0..height).map(|rank| at(0, rank));
        let top = (1..width).map(|file| at(file, height - 1));
        let east = (0..height - 1).rev().map(|rank| at(width - 1, rank));
        let bottom = (1..width - 1).rev().map(|file| at(file, 0));
        west.chain(top).chain(east).chain(bottom).collect()
    }

    /// Places dragons by the seed, in a pattern that half a turn leaves as it is.
    /// Each keeps its image, so points whose image is taken stay free as well.
    fn place_dragons(&self, p: &mut Layout<B>) {
        let settings = &self.settings;
        let area = settings.area();
        let free = self.board.without(p.occupied());
        let mut count = settings.dragon_count.min(free.len() * 3 / 4);
        let centre = settings.centre();
        if count % 2 == 1 && centre.is_none() {
            count -= 1;
        }
        if let Some(centre) = centre.filter(|_| count % 2 == 1) {
            self.put(p, Piece::Dragon, centre);
        }
        let image = |at: u8| (area - 1 - usize::from(at)) as u8;
        let kept_free = self.poles();
        let mut pairs: Vec<u8> = free
            .points()
            .filter(|at| *at < image(*at) && free.has(image(*at)) && !kept_free.contains(at))
            .collect();
        let mut rng = Rng::derived(&[settings.seed, 0x6472_6167_6f6e]);
        for _ in 0..count / 2 {
            if pairs.is_empty() {
                break;
            }
            let at = pairs.swap_remove(rng.below(pairs.len() as u32) as usize);
            self.put(p, Piece::Dragon, at);
            self.put(p, Piece::Dragon, image(at));
        }
    }

    /// The points just north and south of the centre, where files have a middle.
    fn poles(&self) -> Vec<u8> {
        let (width, height) = (self.settings.width, self.settings.height);
        if width % 2 == 0 {
            return Vec::new();
        }
        // With an even number of ranks the centre lies between the two.
        let (south, north) = if height % 2 == 1 {
            (height / 2 - 1, height / 2 + 1)
        } else {
            (height / 2 - 1, height / 2)
        };
        [south, north]
            .map(|rank| (u16::from(rank) * u16::from(width)) as u8 + width / 2)
            .to_vec()
    }

    fn compensate(&self, p: &mut Layout<B>) -> Result<()> {
        let wrong = |what: &str| Err(Error::invalid_option(format!("compensation: {what}")));
        let Some(centre) = self.settings.centre() else {
            return wrong("a board with an even number of files or ranks has no centre");
        };
        let point = self.settings.point(centre);
        if p.at(centre) != Some(Piece::Dragon) {
            return wrong(&format!("no dragon stands on the centre, {point}"));
        }
        let north = centre + self.settings.width;
        if p.at(north).is_some() {
            return wrong(&format!("{} is not free", self.settings.point(north)));
        }
        self.take(p, centre);
        self.put(p, Piece::Dragon, north);
        Ok(())
    }
}
