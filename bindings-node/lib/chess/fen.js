'use strict'

// FEN as text: its six fields, the pieces in the first of them, and what chess.js says of one
// that is not well formed.

const check = require('../check')
const { BoardwrightError } = require('../errors')
const { BLACK, SQUARES, WHITE } = require('./names')

/** The fields that may be left out, with what they are then. */
const LEFT_OUT = ['-', '-', '0', '1']

/**
 * A FEN in the form that it mostly has: whatever the core reads of it, chess.js reads.
 */
const COMMON =
  /^(?!\S*\d\d)(?:[1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+ (?:w [KQkq-]+ (?:-|[a-h]6)|b [KQkq-]+ (?:-|[a-h]3)) \d+ [1-9]\d*$/

/**
 * The fields of a text, with those that are commonly left out.
 *
 * @param {string} fen
 */
function fieldsOf(fen) {
  const fields = check.text('fen', fen).split(/\s+/)
  const { length } = fields
  return length >= 2 && length < 6 ? [...fields, ...LEFT_OUT.slice(length - 6)] : fields
}

/**
 * The fault of a rank; nothing if it has none.
 *
 * @param {string} rank
 */
function faultOfRank(rank) {
  const [wrong] = /\d\d|[^\dprnbqkPRNBQK]/.exec(rank) ?? []
  if (wrong !== undefined) {
    return `piece data is invalid (${/\d/.test(wrong) ? 'consecutive number' : 'invalid piece'})`
  }
  const squares = [...rank].reduce((sum, sign) => sum + (Number(sign) || Number(sign !== '0')), 0)
  return squares === 8 ? undefined : 'piece data is invalid (too many squares in rank)'
}

/**
 * The first fault in the form of a FEN; nothing if it has none.
 *
 * @param {readonly string[]} fields
 */
function faultOfForm(fields) {
  if (fields.length !== 6) return 'must contain six space-delimited fields'
  const [pieces, turn, castling, passed, halfmove, fullmove] = fields
  if (!/^\d*[1-9]\d*$/.test(fullmove)) return 'move number must be a positive integer'
  if (!/^\d+$/.test(halfmove)) return 'half move counter number must be a non-negative integer'
  if (!/^(?:-|[a-h][36])$/.test(passed)) return 'en-passant square is invalid'
  if (!/^[KQkq-]+$/.test(castling)) return 'castling availability is invalid'
  if (turn !== WHITE && turn !== BLACK) return 'side-to-move is invalid'
  const ranks = pieces.split('/')
  if (ranks.length !== 8) return "piece data does not contain 8 '/'-delimited rows"
  return ranks.map(faultOfRank).find((fault) => fault !== undefined)
}

/**
 * The first fault of a FEN in form that no position to be played has; nothing if there is none.
 *
 * @param {readonly string[]} fields
 */
function faultOfPosition([pieces, turn, , passed]) {
  if (passed !== '-' && passed[1] !== (turn === WHITE ? '6' : '3')) {
    return 'illegal en-passant square'
  }
  for (const [color, king] of [
    ['white', 'K'],
    ['black', 'k'],
  ]) {
    const kings = pieces.split(king).length - 1
    if (kings === 0) return `missing ${color} king`
    if (kings > 1) return `too many ${color} kings`
  }
  const ranks = pieces.split('/')
  return /p/i.test(ranks[0] + ranks[7]) ? 'some pawns are on the edge rows' : undefined
}

/**
 * @param {string} fen
 * @returns {{ ok: boolean, error?: string }}
 */
function validateFen(fen) {
  const fields = check.text('fen', fen).split(/\s+/)
  const fault = faultOfForm(fields) ?? faultOfPosition(fields)
  return fault === undefined ? { ok: true } : { ok: false, error: `Invalid FEN: ${fault}` }
}

/**
 * The fields of a text, which is refused as chess.js refuses it.
 *
 * @param {string} fen
 * @param {boolean} skipValidation only its form is looked at
 */
function readFen(fen, skipValidation) {
  const fields = fieldsOf(fen)
  const fault = faultOfForm(fields) ?? (skipValidation ? undefined : faultOfPosition(fields))
  // A count of no squares, which chess.js passes over.
  if (fault === undefined) return [fields[0].replaceAll('0', ''), ...fields.slice(1)]
  throw new BoardwrightError('invalid_notation', `Invalid FEN: ${fault}`)
}

/**
 * The letters of the pieces in the order of `SQUARES`, empty texts where none stands.
 *
 * @param {string} pieces the first field
 */
function boardOf(pieces) {
  /** @type {string[]} */
  const board = []
  for (let at = 0; at < pieces.length; at++) {
    const sign = pieces[at]
    if (sign > '8') board.push(sign)
    else if (sign !== '/') for (let empty = Number(sign); empty > 0; empty--) board.push('')
  }
  return board
}

/**
 * The first field for a board.
 *
 * @param {readonly string[]} board
 */
function piecesOf(board) {
  let pieces = ''
  let empty = 0
  for (let at = 0; at < SQUARES.length; at++) {
    if (at > 0 && at % 8 === 0) pieces += `${empty || ''}/`
    if (at % 8 === 0) empty = 0
    if (board[at] === '') empty += 1
    else {
      pieces += `${empty || ''}${board[at]}`
      empty = 0
    }
  }
  return `${pieces}${empty || ''}`
}

module.exports = { COMMON, boardOf, piecesOf, readFen, validateFen }
