//! Names of bots to which the host gives none.

use contract::game::Seat;

/// Enough that the bots of one table are called differently.
const NAMES: [&str; 16] = [
    "Alder", "Bramble", "Clover", "Dogwood", "Elder", "Fern", "Gorse", "Hazel", "Ivy", "Juniper",
    "Linden", "Maple", "Nettle", "Oak", "Poplar", "Rowan",
];

/// The name of the bot at a seat; another seed of the table gives others.
pub(super) fn name(seed: u64, seat: Seat) -> &'static str {
    let count = NAMES.len() as u64;
    NAMES[((seed % count + u64::from(seat.0)) % count) as usize]
}
