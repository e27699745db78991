'use strict'

// A position with its past.

const check = require('./check')
const {
  INSPECT,
  SEAT,
  SEAT_STYLE,
  CONSTRUCT,
  disposable,
  made,
  outcome,
  shown,
} = require('./common')
const { COMPARED, compared, uncloneable } = require('./compare')
const cursors = require('./cursor')
const { invalid } = require('./errors')
const games = require('./game')
const jobs = require('./jobs')
const lists = require('./lists')
const { native } = require('./native')
const observations = require('./observation')

/** @typedef {import('./native-types').StateHandle} Handle */
/** @typedef {import('..').Move} Move */
/** @typedef {import('..').MoveOptions} MoveOptions */
/** @typedef {import('..').SeatOptions} SeatOptions */

/** The functions of the addon that list moves of states. */
const LISTS = { ids: native.legalIds, moves: native.legalMoves, count: native.stateCountLegal }

/**
 * The native value of a state; nothing for anything else.
 *
 * @type {(value: unknown) => Handle | undefined}
 */
let handleOf

/**
 * The rules of a state.
 *
 * @type {(state: State) => import('./rules').Rules}
 */
let rulesOf

const UNCLONEABLE = uncloneable('a State (send its save(), and load() it there)')

/**
 * The parts of a state that are compared. The mark differs with everything, and shows nothing.
 *
 * @param {State} state
 */
function contentsOf(state) {
  const { name, hidden } = rulesOf(state)
  const mark = native.stateMark(/** @type {Handle} */ (handleOf(state)))
  return hidden ? { game: name, mark } : { game: name, notation: state.notation, mark }
}

class State {
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
    rulesOf = (state) => state.#rules
  }

  /**
   * @param {symbol} secret
   * @param {Handle} handle
   * @param {import('./rules').Rules} rules
   */
  constructor(secret, handle, rules) {
    made(secret, 'start(), parse() and load()')
    this.#handle = handle
    this.#rules = rules
  }

  get game() {
    return games.gameOf(this.#rules)
  }

  get live() {
    const live = native.live(this.#handle)
    return this.#rules.seats.filter((_, i) => live & (1 << i))
  }

  get toMove() {
    const live = native.live(this.#handle)
    const single = live !== 0 && (live & (live - 1)) === 0
    return single ? this.#rules.seats[31 - Math.clz32(live)] : null
  }

  get outcome() {
    if (this.#outcome === undefined) this.#outcome = outcome(native.stateOutcome(this.#handle))
    return this.#outcome
  }

  /** @param {MoveOptions} [options] */
  legalMoves(options) {
    return lists.moves(LISTS, this.#handle, this.#rules, options)
  }

  /** @param {SeatOptions} [options] */
  legalIds(options) {
    return lists.ids(LISTS, this.#handle, options)
  }

  /**
   * @param {Move} move
   * @param {MoveOptions} [options]
   */
  play(move, options) {
    const { seat, style } = check.named(options, SEAT_STYLE)
    return this.#next(
      native.play(this.#handle, check.move(move), check.seat(seat), check.style(style)),
    )
  }

  /**
   * @param {Move} move
   * @param {MoveOptions} [options]
   */
  tryPlay(move, options) {
    const { seat, style } = check.named(options, SEAT_STYLE)
    const next = native.tryPlay(
      this.#handle,
      check.move(move),
      check.seat(seat),
      check.style(style),
    )
    return next === null ? null : this.#next(next)
  }

  /**
   * @param {readonly Move[]} moves
   * @param {MoveOptions} [options]
   */
  playMany(moves, options) {
    const { seat, style } = check.named(options, SEAT_STYLE)
    return this.#next(
      native.playMany(this.#handle, check.moves(moves), check.seat(seat), check.style(style)),
    )
  }

  // <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
  get notation() {
    return native.stateNotation(this.#handle)
  }

  get key() {
    return native.stateKey(this.#handle)
  }

  get ply() {
    return native.statePly(this.#handle)
  }

  get repetitions() {
    return native.stateRepetitions(this.#handle)
  }

  /** @param {import('..').StyleOptions} [options] */
  moves(options) {
    const { style } = check.named(options, ['style'])
    return JSON.parse(native.stateMoves(this.#handle, check.style(style)))
  }

  /** @param {import('..').StyleOptions} [options] */
  lastMove(options) {
    const { style } = check.named(options, ['style'])
    return native.stateLastMove(this.#handle, check.style(style))
  }

  /** @param {number} ply */
  atPly(ply) {
    return this.#next(native.stateAtPly(this.#handle, check.integer('ply', ply)))
  }

  /** @param {Readonly<Record<string, unknown>> | null} [tags] */
  pgn(tags) {
    return native.statePgn(this.#handle, check.options(tags))
  }

  /** @param {Readonly<Record<string, unknown>> | null} [operations] */
  epd(operations) {
    return native.stateEpd(this.#handle, check.options(operations))
  }

  /** @param {SeatOptions} [options] */
  countLegal(options) {
    const { seat } = check.named(options, SEAT)
    return native.stateCountLegal(this.#handle, check.seat(seat))
  }

  /**
   * @param {Move} move
   * @param {import('..').MoveTextOptions} [options]
   */
  moveText(move, options) {
    const { style, fromStyle, seat } = check.named(options, ['style', 'fromStyle', 'seat'])
    return native.stateMoveText(
      this.#handle,
      check.move(move),
      check.style(style),
      check.style(fromStyle),
      check.seat(seat),
    )
  }

  /**
   * @param {string} move
   * @param {SeatOptions} [options]
   */
  actionId(move, options) {
    const { seat } = check.named(options, SEAT)
    return native.stateActionId(this.#handle, check.text('move', move), check.seat(seat))
  }

  /**
   * @param {Move} move
   * @param {MoveOptions} [options]
   */
  report(move, options) {
    const { seat, style } = check.named(options, SEAT_STYLE)
    return JSON.parse(
      native.stateReport(this.#handle, check.move(move), check.seat(seat), check.style(style)),
    )
  }

  /** @param {SeatOptions} [options] */
  describe(options) {
    const { seat } = check.named(options, SEAT)
    return JSON.parse(native.stateDescribe(this.#handle, check.seat(seat)))
  }

  /** @param {SeatOptions} [options] */
  describeText(options) {
    const { seat } = check.named(options, SEAT)
    return native.stateDescribeText(this.#handle, check.seat(seat))
  }

  /**
   * @param {Move} move
   * @param {MoveOptions} [options]
   */
  moveInWords(move, options) {
    const { seat, style } = check.named(options, SEAT_STYLE)
    return native.stateMoveInWords(
      this.#handle,
      check.move(move),
      check.seat(seat),
      check.style(style),
    )
  }

  /**
   * @param {string} name
   * @param {string} reason
   */
  leave(name, reason) {
    return this.#next(
      native.stateLeave(this.#handle, check.text('name', name), check.text('reason', reason)),
    )
  }

  get out() {
    return JSON.parse(native.stateOut(this.#handle))
  }

  draw() {
    return native.stateDraw(this.#handle)
  }
  // </made: state>

  /** @param {import('..').DrawingOptions | null} [options] */
  svg(options) {
    return native.stateSvg(this.#handle, check.drawing(options))
  }

  /** @param {object} changes */
  edit(changes) {
    return this.#next(native.edit(this.#handle, check.options(changes)))
  }

  /**
   * @param {string} question
   * @param {Readonly<Record<string, unknown>> | null} [args]
   */
  ask(question, args) {
    const given = check.options(args)
    return JSON.parse(native.ask(this.#handle, check.text('question', question), given))
  }

  /** @param {import('..').Seat} seat */
  observe(seat) {
    const named = check.seat(seat)
    if (named === undefined) throw invalid('seat: name the one that observes')
    return new observations.Observation(CONSTRUCT, native.observe(this.#handle, named), this.#rules)
  }

  save() {
    return native.save(this.#handle)
  }

  cursor() {
    return new cursors.Cursor(this)
  }

  /**
   * @param {number} depth
   * @param {import('..').PerftOptions} [options]
   * @returns {Promise<number>}
   */
  async perft(depth, options) {
    return this.#count(native.perft, depth, options)
  }

  /**
   * @param {number} depth
   * @param {import('..').PerftOptions} [options]
   * @returns {Promise<Record<string, number>>}
   */
  async divide(depth, options) {
    return this.#count(native.divide, depth, options)
  }

  /**
   * @param {typeof native.perft} submit
   * @param {unknown} depth
   * @param {unknown} options
   */
  #count(submit, depth, options) {
    const named = check.named(options, ['threads', 'hash', 'deadline', 'signal'])
    const plies = check.integer('depth', depth)
    const threads = check.integer('threads', named.threads)
    const hash = check.integer('hash', named.hash)
    const deadline = check.milliseconds('deadline', named.deadline)
    return jobs.run(
      named,
      (context, job) => submit(context, job, this.#handle, plies, threads, hash, deadline),
      (counted) => counted,
    )
  }

  /**
   * @param {number} games
   * @param {import('..').PlayoutsOptions} [options]
   * @returns {Promise<import('..').Playouts>}
   */
  async playouts(games, options) {
    const named = check.named(options, ['seed', 'plyLimit', 'threads', 'deadline', 'signal'])
    const played = {
      games: check.integer('games', games),
      seed: check.seed(named.seed),
      plyLimit: check.integer('plyLimit', named.plyLimit),
      threads: check.integer('threads', named.threads),
    }
    const deadline = check.milliseconds('deadline', named.deadline)
    return jobs.run(
      named,
      (context, job) => native.playouts(context, job, this.#handle, played, deadline),
      (counts) => counts,
    )
  }

  /** @param {unknown} other */
  equals(other) {
    const handle = handleOf(other)
    return handle !== undefined && native.stateEquals(this.#handle, handle)
  }

  dispose() {
    native.stateDispose(this.#handle)
  }

  toString() {
    return this.#rules.hidden ? this[INSPECT]() : shown('State', () => this.notation)
  }

  toJSON() {
    return this.toString()
  }

  /** @returns {string} */
  [INSPECT]() {
    return shown('State', () => native.stateInspect(this.#handle))
  }

  /** @param {Handle} handle */
  #next(handle) {
    return new State(CONSTRUCT, handle, this.#rules)
  }
}

disposable(State)

/**
 * @param {readonly State[]} states
 * @param {MoveOptions} [options]
 * @returns {string[][]}
 */
function legalMovesMany(states, options) {
  const named = check.named(options, SEAT_STYLE)
  return statesIn(states).map((state) => state.legalMoves(named))
}

/** After so many moves listed, or states without any, the event loop gets its turn. */
const PART = 4096

/**
 * @param {readonly State[]} states
 * @param {import('..').MoveOptions & { readonly signal?: import('..').AbortSignalLike | null }} [options]
 * @returns {Promise<string[][]>}
 */
async function legalMovesManyAsync(states, options) {
  const { signal: given, ...named } = check.named(options, ['seat', 'style', 'signal'])
  const signal = jobs.signalOf(given)
  /** @type {string[][]} */
  const listed = []
  let left = PART
  for (const state of statesIn(states)) {
    if (left <= 0) {
      await new Promise((resolve) => setImmediate(resolve))
      left = PART
    }
    if (signal?.aborted) throw signal.reason
    const moves = state.legalMoves(named)
    left -= moves.length + 1
    listed.push(moves)
  }
  return listed
}

/**
 * A copy of an array of states, checked.
 *
 * @param {unknown} states
 * @returns {State[]}
 */
function statesIn(states) {
  if (!Array.isArray(states)) {
    throw invalid(`states: takes an array of states, not ${check.kind(states)}`)
  }
  return Array.from(states, (state) => {
    if (handleOf(state) !== undefined) return state
    throw invalid(`states: takes an array of states, with ${check.kind(state)} in it`)
  })
}

exports.State = State
exports.handleOf = handleOf
exports.legalMovesMany = legalMovesMany
exports.legalMovesManyAsync = legalMovesManyAsync
exports.rulesOf = rulesOf
