'use strict'

// Games that are loaded whole: the core plays all their moves in one call, and the positions
// between are found when they are wanted.

const { BoardwrightError } = require('../errors')
const { native } = require('../native')
const { moveOf, nullMove } = require('./move')
const { Position } = require('./position')
const { plain, tidied } = require('./san')

/**
 * The FEN at which a game with these tags starts; nothing for that of chess.
 *
 * @param {ReadonlyMap<string, string>} tags
 * @param {boolean} strict only the tags of the standard are heeded
 */
function fenIn(tags, strict) {
  if (!strict) {
    const named = [...tags].filter(([name]) => name.toLowerCase() === 'fen')
    return named.at(-1)?.[1] || undefined
  }
  if (tags.get('SetUp') !== '1') return undefined
  const fen = tags.get('FEN')
  if (fen !== undefined) return fen
  throw new BoardwrightError(
    'invalid_notation',
    'Invalid PGN: FEN tag must be supplied with SetUp tag',
  )
}

/**
 * The positions after moves in SAN as the standard has it; nothing where one is not like that.
 *
 * @param {Position} first
 * @param {readonly string[]} moves
 * @param {boolean} strict
 * @returns {Position[] | undefined}
 */
function linked(first, moves, strict) {
  if (moves.length === 0) return []
  const wanted = moves.map((move) => tidied(move, strict))
  let end
  try {
    end = native.playMany(first.state, wanted, undefined, 'san')
  } catch (error) {
    // What is wrong, or only unusual, shows when the moves are read one by one.
    if (error instanceof BoardwrightError) return undefined
    throw error
  }
  /** @type {string[]} */
  const sans = JSON.parse(native.stateMoves(end, 'san'))
  if (!sans.every((san, index) => plain(san) === wanted[index])) return undefined
  const at = (/** @type {number} */ ply) => (ply < sans.length ? native.stateAtPly(end, ply) : end)
  return sans.map((san, index) => Position.at(() => at(index + 1), san))
}

/**
 * The move that leads from a position to the next one.
 *
 * @param {Position} before
 * @param {Position} next
 * @returns {import('./move').Move}
 */
function moveBetween(before, next) {
  if (next.row === null) return nullMove(before, next.fen)
  next.row ??= before.rowsOf({ moves: [next.san], style: 'san' })[0]
  return moveOf(before, next.row)
}

/**
 * The moves that lead through a line.
 *
 * @param {readonly Position[]} line
 */
function movesAlong([first, ...rest]) {
  const unknown = rest.findIndex(({ row }) => row === undefined)
  if (unknown >= 0) {
    // Such positions follow each other, for a whole game has them.
    const known = rest.findIndex(({ row }, index) => index > unknown && row !== undefined)
    const asked = rest.slice(unknown, known < 0 ? rest.length : known)
    const from = unknown === 0 ? first : rest[unknown - 1]
    const rows = from.rowsOf({ moves: asked.map(({ san }) => san), style: 'san' })
    for (const [index, position] of asked.entries()) position.learn(rows[index])
  }
  let before = first
  return rest.map((next) => {
    const move = moveBetween(before, next)
    before = next
    return move
  })
}

module.exports = { fenIn, linked, moveBetween, movesAlong }
