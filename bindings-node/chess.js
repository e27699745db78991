'use strict'

// The names of chess.js over the native core. `chess.mjs` hands on the same objects.

const { validateFen } = require('./lib/chess/fen')
const { Chess } = require('./lib/chess/game')
const { Move } = require('./lib/chess/move')
const {
  BISHOP,
  BLACK,
  DEFAULT_POSITION,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  ROOK,
  SEVEN_TAG_ROSTER,
  SQUARES,
  WHITE,
  xoroshiro128,
} = require('./lib/chess/names')

module.exports = {
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
}
