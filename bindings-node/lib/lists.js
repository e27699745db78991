'use strict'

// Lists of legal moves, of states and cursors alike.

const check = require('./check')
const { SEAT, SEAT_STYLE } = require('./common')
const ids = require('./ids')

/** @typedef {string | number | undefined} Seat */

/**
 * The functions of the addon that list moves of a kind of thing.
 *
 * @template H
 * @typedef {object} Lists
 * @property {(handle: H, seat: Seat, buffer: Uint32Array) => number} ids
 * @property {(handle: H, seat: Seat, style: string | undefined) => string} moves
 * @property {(handle: H, seat: Seat) => number} count
 */

/**
 * @template H
 * @param {Lists<H>} lists
 * @param {H} handle
 * @param {import('./rules').Rules} rules
 * @param {unknown} options
 * @returns {string[]}
 */
exports.moves = (lists, handle, rules, options) => {
  const { texts } = rules
  if (options === undefined && texts.length > 0) {
    return ids.pick(ids.fill(lists.ids, handle, undefined), texts)
  }
  const named = check.named(options, SEAT_STYLE)
  const seat = check.seat(named.seat)
  const style = check.style(named.style)
  if (texts.length > 0 && (style === undefined || style === rules.canonical)) {
    return ids.pick(ids.fill(lists.ids, handle, seat), texts)
  }
  return JSON.parse(lists.moves(handle, seat, style))
}

/**
 * @template H
 * @param {Lists<H>} lists
 * @param {H} handle
 * @param {unknown} options
 * @returns {number[]}
 */
exports.ids = (lists, handle, options) => {
  const { seat } = check.named(options, SEAT)
  return ids.copy(ids.fill(lists.ids, handle, check.seat(seat)))
}

/**
 * @template H
 * @param {Lists<H>} lists
 * @param {H} handle
 * @param {unknown} options
 * @returns {number}
 */
exports.count = (lists, handle, options) => {
  const { seat } = check.named(options, SEAT)
  return lists.count(handle, check.seat(seat))
}
