'use strict'

// A state that is moved forward and back in place.

const check = require('./check')
const { INSPECT, SEAT_STYLE, CONSTRUCT, disposable, shown } = require('./common')
const { single } = require('./compare')
const { invalid } = require('./errors')
const lists = require('./lists')
const { native } = require('./native')
const states = require('./state')

/** @typedef {import('./native-types').CursorHandle} Handle */
/** @typedef {import('..').MoveOptions} MoveOptions */
/** @typedef {import('..').SeatOptions} SeatOptions */

/** The functions of the addon that list moves of cursors. */
const LISTS = {
  ids: native.cursorLegalIds,
  moves: native.cursorLegalMoves,
  count: native.cursorCountLegal,
}

class Cursor {
  uncloneable = single('Cursor')
  /** @type {Handle} */
  #handle
  /** @type {import('./rules').Rules} */
  #rules

  /** @param {import('./state').State} state */
  constructor(state) {
    const handle = states.handleOf(state)
    if (handle === undefined) throw invalid(`state: takes a State, not ${check.kind(state)}`)
    this.#handle = native.cursor(handle)
    this.#rules = states.rulesOf(state)
  }

  get state() {
    return new states.State(CONSTRUCT, native.cursorState(this.#handle), this.#rules)
  }

  get depth() {
    return native.cursorDepth(this.#handle)
  }

  /**
   * @param {import('..').Move} move
   * @param {MoveOptions} [options]
   */
  play(move, options) {
    const { seat, style } = check.named(options, SEAT_STYLE)
    native.cursorPlay(this.#handle, check.move(move), check.seat(seat), check.style(style))
    return this
  }

  /** @param {number} [plies] */
  undo(plies) {
    return native.cursorUndo(this.#handle, check.integer('plies', plies))
  }

  /** @param {MoveOptions} [options] */
  legalMoves(options) {
    return lists.moves(LISTS, this.#handle, this.#rules, options)
  }

  /** @param {SeatOptions} [options] */
  legalIds(options) {
    return lists.ids(LISTS, this.#handle, options)
  }

  /** @param {SeatOptions} [options] */
  countLegal(options) {
    return lists.count(LISTS, this.#handle, options)
  }

  dispose() {
    native.cursorDispose(this.#handle)
  }

  [INSPECT]() {
    return shown('Cursor', () => `Cursor(${this.state[INSPECT]()}, depth ${this.depth})`)
  }
}

disposable(Cursor)

exports.Cursor = Cursor
