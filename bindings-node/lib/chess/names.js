'use strict'

// The constants of `boardwright/chess`, by the names that chess.js has for them.

const WHITE = 'w'
const BLACK = 'b'
const PAWN = 'p'
const KNIGHT = 'n'
const BISHOP = 'b'
const ROOK = 'r'
const QUEEN = 'q'
const KING = 'k'

const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** @type {import('../../chess').Square[]} */
const SQUARES = [...'87654321'].flatMap((rank) =>
  [...'abcdefgh'].map((file) => /** @type {import('../../chess').Square} */ (file + rank)),
)

/** The place of each square in `SQUARES`. @type {ReadonlyMap<string, number>} */
const INDEX = new Map(SQUARES.map((square, index) => [square, index]))

/** @type {Record<string, string>} */
const SEVEN_TAG_ROSTER = {
  Event: '?',
  Site: '?',
  Date: '????.??.??',
  Round: '?',
  White: '?',
  Black: '?',
  Result: '*',
}

/** Tags in the order of the standard, after those of the roster. */
const FURTHER_TAGS = (
  'WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType ' +
  'BlackType EventDate EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC ' +
  'Time UTCTime UTCDate TimeControl SetUp FEN Termination Annotator Mode PlyCount'
).split(' ')

/** The null move in SAN. */
const NULL_MOVE = '--'

const MASK = 0xffff_ffff_ffff_ffffn

/**
 * The generator xoroshiro128** by Blackman and Vigna, which chess.js exports.
 *
 * @param {bigint} state its two words, the first in the lower half
 * @returns {() => bigint}
 */
function xoroshiro128(state) {
  let [low, high] = [state & MASK, (state >> 64n) & MASK]
  /**
   * @param {bigint} word
   * @param {bigint} by
   */
  const rotated = (word, by) => ((word << by) | (word >> (64n - by))) & MASK
  return () => {
    const drawn = (rotated((low * 5n) & MASK, 7n) * 9n) & MASK
    const mixed = low ^ high
    low = (rotated(low, 24n) ^ mixed ^ (mixed << 16n)) & MASK
    high = rotated(mixed, 37n)
    return drawn
  }
}

module.exports = {
  BISHOP,
  BLACK,
  DEFAULT_POSITION,
  FURTHER_TAGS,
  INDEX,
  KING,
  KNIGHT,
  NULL_MOVE,
  PAWN,
  QUEEN,
  ROOK,
  SEVEN_TAG_ROSTER,
  SQUARES,
  WHITE,
  xoroshiro128,
}
