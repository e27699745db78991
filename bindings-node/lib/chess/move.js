'use strict'

// Moves as chess.js has them, from the rows that the core tells.

const { CONSTRUCT, made } = require('../common')
const { NULL_MOVE } = require('./names')

/** @typedef {import('../../chess').Square} Square */
/** @typedef {import('../../chess').PieceSymbol} PieceSymbol */

/**
 * A legal move, read from a row of the question `legal_rows`.
 *
 * @typedef {object} Row
 * @property {string} uci
 * @property {string} san
 * @property {string} piece as FEN has it
 * @property {string | undefined} captured
 * @property {string | undefined} promotion
 * @property {string} from
 * @property {string} to
 * @property {string} after the FEN
 */

/**
 * @param {string} letter
 * @returns {string | undefined}
 */
const some = (letter) => (letter === '-' ? undefined : letter.toLowerCase())

/**
 * @param {string} text
 * @returns {Row}
 */
function rowOf(text) {
  const first = text.indexOf(' ')
  // The words from here on are of known lengths.
  const at = text.indexOf(' ', first + 1)
  return {
    uci: text.slice(0, first),
    san: text.slice(first + 1, at),
    piece: text[at + 1],
    captured: some(text[at + 3]),
    promotion: some(text[at + 5]),
    from: text.slice(at + 7, at + 9),
    to: text.slice(at + 10, at + 12),
    after: text.slice(at + 13),
  }
}

/** True if a row is of a pawn that goes two squares ahead. @param {Row} row */
const isBigPawn = ({ piece, from, to }) =>
  (piece === 'P' || piece === 'p') && Math.abs(Number(from[1]) - Number(to[1])) === 2

/**
 * The letters of chess.js for what a move does, in its order.
 *
 * @param {Row} row
 * @param {string} passed the square of en passant
 */
function flagsOf(row, passed) {
  const { san, piece, captured, promotion, to } = row
  if (san.startsWith('O-O')) return san.startsWith('O-O-O') ? 'q' : 'k'
  if (isBigPawn(row)) return 'b'
  if (captured === undefined) return promotion === undefined ? 'n' : 'np'
  if (to === passed && (piece === 'P' || piece === 'p')) return 'e'
  return promotion === undefined ? 'c' : 'cp'
}

class Move {
  /**
   * @param {symbol} secret
   * @param {import('./position').Position} before
   * @param {Row | null} row null for the null move
   * @param {string} after the FEN
   */
  constructor(secret, before, row, after) {
    made(secret, 'move(), moves(), history() and undo()')
    this.color = before.turn
    this.from = /** @type {Square} */ (row?.from ?? 'a8')
    this.to = /** @type {Square} */ (row?.to ?? 'a8')
    this.piece = /** @type {PieceSymbol} */ (row?.piece.toLowerCase() ?? 'k')
    this.captured = /** @type {PieceSymbol | undefined} */ (row?.captured)
    this.promotion = /** @type {PieceSymbol | undefined} */ (row?.promotion)
    this.flags = row ? flagsOf(row, before.passed) : '-'
    this.san = row?.san ?? NULL_MOVE
    this.lan = this.from + this.to + (row?.promotion ?? '')
    this.before = before.fen
    this.after = after
  }

  isCapture() {
    return this.flags.includes('c')
  }

  isPromotion() {
    return this.flags.includes('p')
  }

  isEnPassant() {
    return this.flags.includes('e')
  }

  isKingsideCastle() {
    return this.flags.includes('k')
  }

  isQueensideCastle() {
    return this.flags.includes('q')
  }

  isBigPawn() {
    return this.flags.includes('b')
  }
}

/**
 * The move of a row.
 *
 * @param {import('./position').Position} before
 * @param {Row} row
 */
const moveOf = (before, row) => new Move(CONSTRUCT, before, row, row.after)

/**
 * The null move.
 *
 * @param {import('./position').Position} before
 * @param {string} after
 */
const nullMove = (before, after) => new Move(CONSTRUCT, before, null, after)

module.exports = { Move, isBigPawn, moveOf, nullMove, rowOf }
