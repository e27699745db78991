'use strict'

// Errors of the library as answers over HTTP.

const { STATUS_CODES } = require('node:http')

/** @type {Readonly<Record<import('..').ErrorCode, number>>} */
const STATUSES = Object.freeze({
  unknown_game: 404,
  unknown_bot: 404,
  invalid_option: 400,
  invalid_notation: 400,
  unsupported: 400,
  hidden_information: 403,
  illegal_move: 409,
  not_your_turn: 409,
  game_over: 409,
  bot_busy: 409,
  disposed: 410,
  busy: 503,
  cancelled: 503,
  bot_failed: 500,
  internal: 500,
})

/**
 * The status of an error; 500 for a code that is not known.
 *
 * @param {string} code
 * @returns {number}
 */
function statusOf(code) {
  return Object.hasOwn(STATUSES, code)
    ? STATUSES[/** @type {import('..').ErrorCode} */ (code)]
    : 500
}

/**
 * The body of an answer, in the form of Fastify's own errors.
 *
 * @param {import('./errors').BoardwrightError} error
 */
function answerOf({ code, message }) {
  const statusCode = statusOf(code)
  return { statusCode, code, error: STATUS_CODES[statusCode], message }
}

module.exports = { STATUSES, answerOf, statusOf }
