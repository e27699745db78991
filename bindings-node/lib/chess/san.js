'use strict'

// Moves as people write them, found among the legal ones.

const { INDEX } = require('./names')

/** @typedef {import('./move').Row} Row */
/** @typedef {import('./position').Position} Position */

/**
 * A move by its squares, with the piece before them and a promotion after them, in either case.
 *
 * @param {string} from what may stand for the square that is left
 */
const bySquares = (from) => {
  const piece = '(?<letter>[KQRBNPkqrbnp])?'
  const promotion = '(?<promoted>[QRBNqrbn])?'
  return new RegExp(`${piece}(?<from>${from})x?-?(?<to>[a-h][1-8])${promotion}`)
}

const LONG = bySquares('[a-h][1-8]')
/** With a file, a rank or nothing in place of the first square. */
const SHORT = bySquares('[a-h]?[1-8]?')

/** Promotions in the order in which the first is taken. */
const PROMOTIONS = ['n', 'b', 'r', 'q']

/**
 * A move without its marks of promotion, check and quality.
 *
 * @param {string} san
 */
const plain = (san) => san.replace('=', '').replace(/(?:\+|#)?[!?]*$/, '')

/**
 * A text as the SAN of a move without its marks, with letters for the zeros of castling.
 *
 * @param {string} text
 * @param {boolean} strict zeros are left
 */
function tidied(text, strict) {
  const san = plain(text)
  return !strict && (san === '0-0' || san === '0-0-0') ? san.replaceAll('0', 'O') : san
}

/**
 * The kind of piece that a text names; nothing if it may be any.
 *
 * @param {string} text
 */
function kindIn(text) {
  const [first = ''] = text
  if (/[a-h]/.test(first)) return /[a-h]\d.*[a-h]\d/.test(text) ? undefined : 'p'
  return first === 'O' || first === 'o' ? 'k' : first.toLowerCase()
}

/** The order of moves in chess.js, as far as it decides. @param {Row} a @param {Row} b */
const inOrder = (a, b) =>
  (INDEX.get(a.from) ?? 0) - (INDEX.get(b.from) ?? 0) ||
  PROMOTIONS.indexOf(a.promotion ?? '') - PROMOTIONS.indexOf(b.promotion ?? '')

/**
 * The move that is meant by a text that is not the SAN of one.
 *
 * @param {Position} position
 * @param {string} text without its marks
 */
function meant(position, text) {
  const parts = (LONG.exec(text) ?? SHORT.exec(text))?.groups
  if (parts === undefined) return undefined
  const { letter, from, to, promoted } = parts
  const kind = letter?.toLowerCase() ?? kindIn(text)
  const promotion = promoted?.toLowerCase()
  const fits = (/** @type {Row} */ row) => {
    if (kind !== undefined && row.piece.toLowerCase() !== kind) return false
    // It could be a capture without its x.
    if (from === '') return text === plain(row.san).replace('x', '')
    const leaves = from.length === 2 ? row.from === from : row.from.includes(from)
    return leaves && row.to === to && (promotion === undefined || row.promotion === promotion)
  }
  return position.rows.filter(fits).sort(inOrder)[0]
}

/**
 * The legal move that a text in SAN says; nothing if there is none.
 *
 * @param {Position} position
 * @param {string} text
 * @param {boolean} strict only SAN as it is written by the standard
 */
function readSan(position, text, strict) {
  const wanted = tidied(text, strict)
  const row = position.rowFor(wanted, 'san')
  if (row !== undefined && plain(row.san) === wanted) return row
  return strict ? undefined : meant(position, wanted)
}

/**
 * The legal move between two squares; nothing if there is none.
 *
 * @param {Position} position
 * @param {unknown} from
 * @param {unknown} to
 * @param {unknown} promotion passed over where nothing is promoted
 */
function readSquares(position, from, to, promotion) {
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  if (!INDEX.has(from) || !INDEX.has(to)) return undefined
  const promoted = PROMOTIONS.includes(/** @type {string} */ (promotion)) ? promotion : ''
  const edge = /p/i.test(position.letterAt(from)) && /[18]/.test(to)
  const row = position.rowFor(`${from}${to}${edge ? promoted : ''}`, 'uci')
  // The core reads some more texts as castling.
  return row?.from === from && row.to === to ? row : undefined
}

module.exports = { plain, readSan, readSquares, tidied }
