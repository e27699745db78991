'use strict'

// Legal sequences of moves, counted in place.

const ids = require('../ids')
const { native } = require('../native')

/** @typedef {import('./position').Position} Position */

/**
 * The number of sequences of so many legal moves, at least one.
 *
 * @param {Position} position
 * @param {number} depth
 * @returns {number}
 */
function countMoves(position, depth) {
  // The core has no moves where neither side can win, and answers questions about them.
  if (native.stateOutcome(position.state) !== null) return throughRows(position, depth)
  const cursor = native.cursor(position.state)
  try {
    return throughCursor(cursor, depth, position)
  } finally {
    native.cursorDispose(cursor)
  }
}

/**
 * @param {import('../native-types').CursorHandle} cursor
 * @param {number} depth
 * @param {Position} position that at the cursor's origin
 * @returns {number}
 */
function throughCursor(cursor, depth, position) {
  const count = native.cursorCountLegal(cursor, undefined)
  if (count === 0) {
    const state = native.cursorState(cursor)
    return throughRows(position.like(state), depth)
  }
  if (depth <= 1) return count
  let sum = 0
  for (const id of ids.copy(ids.fill(native.cursorLegalIds, cursor, undefined))) {
    native.cursorPlay(cursor, id, undefined, undefined)
    sum += throughCursor(cursor, depth - 1, position)
    native.cursorUndo(cursor, undefined)
  }
  return sum
}

/**
 * @param {Position} position
 * @param {number} depth
 * @returns {number}
 */
function throughRows(position, depth) {
  const { rows } = position
  if (depth <= 1) return rows.length
  return rows.reduce((sum, row) => sum + countMoves(position.after(row), depth - 1), 0)
}

module.exports = { countMoves }
