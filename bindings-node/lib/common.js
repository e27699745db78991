'use strict'

// The parts that the classes share.

const { BoardwrightError } = require('./errors')

/** Under which `console.log` and the like ask for a text. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** Known to the package alone; what is made natively is made with it. */
const CONSTRUCT = Symbol('boardwright')

/** The named arguments of calls about moves. */
const SEAT = /** @type {const} */ (['seat'])
const SEAT_STYLE = /** @type {const} */ (['seat', 'style'])

/**
 * Refuses to construct what is made by a call.
 *
 * @param {unknown} secret
 * @param {string} by what makes it
 */
function made(secret, by) {
  if (secret !== CONSTRUCT) {
    throw new BoardwrightError('unsupported', `it is not made with new but by ${by}`)
  }
}

/**
 * Shows a text in place of what cannot be read any more, so that logging
 * never throws.
 *
 * @param {string} name of the class
 * @param {() => string} show
 */
function shown(name, show) {
  try {
    return show()
  } catch (error) {
    if (error instanceof BoardwrightError) return `${name}(${error.code})`
    throw error
  }
}

/**
 * The outcome of a game, from the addon.
 *
 * @param {string | null} text
 * @returns {import('..').Outcome | null}
 */
function outcome(text) {
  if (text === null) return null
  const value = JSON.parse(text)
  // It is handed out again and again.
  Object.freeze(value.winners)
  Object.freeze(value.scores)
  return Object.freeze(value)
}

/**
 * Has `using` dispose of instances, where the engine knows of it.
 *
 * @param {{ prototype: { dispose(): void } }} type
 */
function disposable({ prototype }) {
  if (typeof Symbol.dispose === 'symbol') {
    Object.defineProperty(prototype, Symbol.dispose, {
      value: prototype.dispose,
      configurable: true,
      writable: true,
    })
  }
}

module.exports = { INSPECT, SEAT, SEAT_STYLE, CONSTRUCT, disposable, made, outcome, shown }
