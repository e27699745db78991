'use strict'

// Observations: the knowledge of one seat.

const check = require('./check')
const { INSPECT, disposable, made, outcome, shown } = require('./common')
const { COMPARED, compared, uncloneable } = require('./compare')
const games = require('./game')
const ids = require('./ids')
const { native } = require('./native')

/** @typedef {import('./native-types').ObservationHandle} Handle */
/** @typedef {import('..').Move} Move */

/** @type {(handle: Handle, seat: unknown, buffer: Uint32Array) => number} */
const listIds = (handle, _, buffer) => native.candidateIds(handle, buffer)

/**
 * The native value of an observation; nothing for anything else.
 *
 * @type {(value: unknown) => Handle | undefined}
 */
let handleOf

const UNCLONEABLE = uncloneable('an Observation (send its text, or what describe() gives)')

/** @param {Observation} observation */
const contentsOf = ({ game, seat, text }) => ({ game: game.name, seat, text })

class Observation {
  uncloneable = UNCLONEABLE;
  [COMPARED] = compared(this, contentsOf)
  /** @type {Handle} */
  #handle
  /** @type {import('./rules').Rules} */
  #rules
  /** @type {import('..').Outcome | null | undefined} */
  #outcome

  static {
    handleOf = (value) =>
      typeof value === 'object' && value !== null && #handle in value ? value.#handle : undefined
  }

  /**
   * @param {symbol} secret
   * @param {Handle} handle
   * @param {import('./rules').Rules} rules
   */
  constructor(secret, handle, rules) {
    made(secret, 'state.observe(seat)')
    this.#handle = handle
    this.#rules = rules
  }

  get game() {
    return games.gameOf(this.#rules)
  }

  get outcome() {
    if (this.#outcome === undefined) {
      this.#outcome = outcome(native.observationOutcome(this.#handle))
    }
    return this.#outcome
  }

  candidates() {
    const { texts } = this.#rules
    if (texts.length === 0) return JSON.parse(native.candidates(this.#handle))
    return ids.pick(ids.fill(listIds, this.#handle, undefined), texts)
  }

  candidateIds() {
    return ids.copy(ids.fill(listIds, this.#handle, undefined))
  }

  // <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
  get seat() {
    return native.observationSeat(this.#handle)
  }

  get text() {
    return native.observationText(this.#handle)
  }

  get key() {
    return native.observationKey(this.#handle)
  }

  get mayAct() {
    return native.observationMayAct(this.#handle)
  }

  describe() {
    return JSON.parse(native.observationDescribe(this.#handle))
  }

  describeText() {
    return native.observationDescribeText(this.#handle)
  }

  /** @param {Move} move */
  moveInWords(move) {
    return native.observationMoveInWords(this.#handle, check.move(move))
  }

  draw() {
    return native.observationDraw(this.#handle)
  }
  // </made: observation>

  /**
   * @param {string} question
   * @param {Readonly<Record<string, unknown>> | null} [args]
   */
  ask(question, args) {
    const given = check.options(args)
    return JSON.parse(native.observationAsk(this.#handle, check.text('question', question), given))
  }

  /** @param {import('..').DrawingOptions | null} [options] */
  svg(options) {
    return native.observationSvg(this.#handle, check.drawing(options))
  }

  /** @param {unknown} other */
  equals(other) {
    const handle = handleOf(other)
    return handle !== undefined && native.observationEquals(this.#handle, handle)
  }

  dispose() {
    native.observationDispose(this.#handle)
  }

  toString() {
    return shown('Observation', () => this.text)
  }

  toJSON() {
    return this.toString()
  }

  [INSPECT]() {
    return shown('Observation', () => native.observationInspect(this.#handle))
  }
}

disposable(Observation)

exports.Observation = Observation
exports.handleOf = handleOf
