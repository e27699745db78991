'use strict'

// The one error of the package.

/** @type {readonly import('..').ErrorCode[]} */
const errorCodes = Object.freeze([
  'unknown_game',
  'unknown_bot',
  'invalid_option',
  'invalid_notation',
  'illegal_move',
  'not_your_turn',
  'game_over',
  'hidden_information',
  'unsupported',
  'busy',
  'bot_busy',
  'bot_failed',
  'disposed',
  'cancelled',
  'internal',
])

class BoardwrightError extends Error {
  /**
   * @param {import('..').ErrorCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

// Where other errors have it: shared and not enumerable.
Object.defineProperty(BoardwrightError.prototype, 'name', {
  value: 'BoardwrightError',
  configurable: true,
  writable: true,
})

/**
 * Converts what the addon threw into an error of the package. What has no code of ours is a
 * fault of ours, and its message could show what a seat may not know.
 *
 * @param {any} thrown
 */
function raised(thrown) {
  return errorCodes.includes(thrown?.code)
    ? new BoardwrightError(thrown.code, thrown.message)
    : new BoardwrightError(
        'internal',
        'the library failed unexpectedly; please report what you called',
      )
}

/** @param {string} message */
const invalid = (message) => new BoardwrightError('invalid_option', message)

exports.BoardwrightError = BoardwrightError
exports.errorCodes = errorCodes
exports.invalid = invalid
exports.raised = raised
