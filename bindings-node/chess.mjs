// The names of chess.js as an ES module, with the objects of the CommonJS one.

import chess from './chess.js'

export const {
  BISHOP,
  BLACK,
  Chess,
  DEFAULT_POSITION,
  KING,
  KNIGHT,
  Move,
  PAWN,
  QUEEN,
  ROOK,
  SEVEN_TAG_ROSTER,
  SQUARES,
  WHITE,
  validateFen,
  xoroshiro128,
} = chess
