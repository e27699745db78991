'use strict'

// Seats, clocks, bots and events around any game.

const check = require('./check')
const { INSPECT, disposable } = require('./common')
const jobs = require('./jobs')
const { native } = require('./native')
const states = require('./state')

/** How the library calls what JavaScript calls otherwise. */
const SETTINGS = new Map([
  ['onAbandoned', 'on_abandoned'],
  ['retryCap', 'retry_cap'],
  ['onCap', 'on_cap'],
  ['botTimeout', 'bot_timeout'],
  ['attemptCap', 'attempt_cap'],
])

/** Known to this file alone: with it a table is made of a handle. */
const SECRET = Symbol('table')

class Table {
  /** @type {import('./native-types').TableHandle} */
  #handle

  /**
   * @param {string | import('./state').State} game
   * @param {import('..').TableOptions | null} [options]
   * @param {unknown} [secret]
   * @param {import('./native-types').TableHandle} [handle]
   */
  constructor(game, options, secret, handle) {
    if (secret === SECRET && handle !== undefined) {
      this.#handle = handle
      return
    }
    const { seats, options: rules, ...settings } = check.object(options)
    const named = Object.entries(settings).map(([name, value]) => [
      SETTINGS.get(name) ?? name,
      value,
    ])
    const state = states.handleOf(game)
    // A state has its options already: the library says that there is no such setting.
    if (state !== undefined && rules !== undefined && rules !== null) named.push(['options', rules])
    const rest = check.options(Object.fromEntries(named))
    this.#handle =
      state === undefined
        ? native.tableStart(check.text('game', game), check.options(rules), check.options(seats), rest)
        : native.table(state, check.options(seats), rest)
  }

  /** @param {string} text */
  static load(text) {
    return new Table('', null, SECRET, native.tableLoad(check.text('saved table', text)))
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} [args]
   */
  call(name, args) {
    const answer = native.tableCall(this.#handle, check.text('call', name), check.options(args))
    return JSON.parse(answer)
  }

  /**
   * @param {import('..').Seat} seat
   * @param {import('..').Move} move
   * @param {import('..').CommitOptions | null} [options]
   */
  commit(seat, move, options) {
    return this.call('commit', { ...check.object(options), seat, move })
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  resign(seat, options) {
    return this.call('resign', { ...check.object(options), seat })
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  offerDraw(seat, options) {
    return this.call('offer_draw', { ...check.object(options), seat })
  }

  /**
   * @param {import('..').Seat} seat
   * @param {boolean} accept
   * @param {import('..').AtTime | null} [options]
   */
  respondDraw(seat, accept, options) {
    return this.call('respond_draw', { ...check.object(options), seat, accept })
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  claimDraw(seat, options) {
    return this.call('claim_draw', { ...check.object(options), seat })
  }

  /** @param {import('..').Seat} seat @param {string} text @param {import('..').AtTime | null} [options] */
  message(seat, text, options) {
    return this.call('message', { ...check.object(options), seat, text })
  }

  /** @param {number} now */
  tick(now) {
    return this.call('tick', { now })
  }

  /** @param {import('..').Seat} seat @param {number} now */
  disconnected(seat, now) {
    return this.call('disconnected', { seat, now })
  }

  /** @param {import('..').Seat} seat @param {number} now */
  reconnected(seat, now) {
    return this.call('reconnected', { seat, now })
  }

  /**
   * @param {import('..').Seat} seat
   * @param {import('..').Occupant} occupant
   * @param {import('..').AtTime | null} [options]
   */
  takeOver(seat, occupant, options) {
    return this.call('take_over', { ...check.object(options), seat, occupant })
  }

  /** @param {import('..').Seat | null} [seat] */
  fill(seat) {
    return this.call('fill', { seat }).filled
  }

  /**
   * @param {import('..').Seat} seat
   * @param {number} [plies]
   * @param {import('..').AtTime | null} [options]
   */
  undo(seat, plies = 1, options = null) {
    return this.call('undo', { ...check.object(options), seat, plies })
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  view(seat, options) {
    return this.call('view', { ...check.object(options), seat })
  }

  /** @param {import('..').Seat} seat */
  candidates(seat) {
    return this.call('candidates', { seat })
  }

  /** @param {import('..').Seat} seat @param {number} [since] */
  events(seat, since = 0) {
    return this.call('events', { seat, since })
  }

  reveal() {
    return this.call('reveal')
  }

  get outcome() {
    return this.call('outcome')
  }

  save() {
    return this.call('save')
  }

  /** @param {{ signal?: AbortSignal | null } | null} [options] */
  runBots(options) {
    return jobs.run(
      check.named(options, ['signal']),
      (desk, job) => native.tableQuiet(desk, job, this.#handle),
      () => undefined,
    )
  }

  close() {
    native.tableClose(this.#handle)
  }

  dispose() {
    native.tableDispose(this.#handle)
  }

  [INSPECT]() {
    return 'Table {}'
  }
}

disposable(Table)

exports.Table = Table
