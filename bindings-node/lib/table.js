'use strict'

// Seats, clocks, bots and events around any game.

const check = require('./check')
const { CONSTRUCT: SHARED, INSPECT, disposable } = require('./common')
const { single } = require('./compare')
const { invalid } = require('./errors')
const games = require('./game')
const jobs = require('./jobs')
const { native } = require('./native')
const observations = require('./observation')
const own = require('./own')
const { Rules } = require('./rules')
const states = require('./state')

/** The library's names for what JavaScript names otherwise. */
const SETTINGS = new Map([
  ['onAbandoned', 'on_abandoned'],
  ['onLeave', 'on_leave'],
  ['onFlag', 'on_flag'],
  ['retryCap', 'retry_cap'],
  ['onCap', 'on_cap'],
  ['botTimeout', 'bot_timeout'],
  ['attemptCap', 'attempt_cap'],
  ['spectatorDelay', 'spectator_delay'],
])

/**
 * The arguments of a call: what is given by position, and options beside. The library
 * says which options there are; none may say again what was given already.
 *
 * @param {object | null | undefined} options
 * @param {Record<string, unknown>} positional
 */
function args(options, positional) {
  const named = check.object(options)
  for (const name of Object.keys(named)) {
    if (Object.hasOwn(positional, name)) {
      throw invalid(`options: ${name} is given before them`)
    }
  }
  return { ...named, ...positional }
}

const NOTHING = () => {}

/** Known to this file alone: with it a table is made of a handle. */
const CONSTRUCT = Symbol('table')

/**
 * @typedef {object} Listener
 * @property {(told?: any) => void} listener
 * @property {import('./native-types').ListeningHandle | null} listening
 * @property {boolean} follows whether it is told events, and not of changes alone
 */

/**
 * Calls a listener. What it throws is thrown as of any event: nobody's call is on the stack
 * who could catch it.
 *
 * @param {(...told: any[]) => void} listener
 * @param {unknown[]} told
 */
function hand(listener, ...told) {
  try {
    listener(...told)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

class Table {
  uncloneable = single('Table')
  /** @type {import('./native-types').TableHandle} */
  #handle
  /** @type {Set<Listener>} */
  #listeners = new Set()

  /**
   * @param {string | import('./state').State} game
   * @param {import('..').TableOptions | null} [options]
   * @param {unknown} [secret]
   * @param {import('./native-types').TableHandle} [handle]
   */
  constructor(game, options, secret, handle) {
    if (secret === CONSTRUCT && handle !== undefined) {
      this.#handle = handle
      return
    }
    const { seats: given, options: rules, ...settings } = check.object(options)
    const { seats, bots } = own.splitAll(given)
    /** @type {Record<string, unknown>} */
    const named = {}
    for (const [name, value] of Object.entries(settings)) {
      const known = SETTINGS.get(name) ?? name
      if (Object.hasOwn(named, known)) throw invalid(`options: ${name} is given twice`)
      named[known] = known === 'on_abandoned' ? own.told(value) : value
    }
    const state = states.handleOf(game)
    // A state has its options already: the library says that there is no such setting.
    if (state !== undefined && rules !== undefined && rules !== null) named.options = rules
    const rest = check.options(named)
    this.#handle =
      state === undefined
        ? native.tableStart(
            check.text('game', game),
            check.options(rules),
            check.options(seats),
            rest,
          )
        : native.table(state, check.options(seats), rest)
    for (const [seat, bot] of bots) own.attend(this.#handle, seat, bot)
  }

  /** @param {string} text */
  static load(text) {
    return new Table('', null, CONSTRUCT, native.tableLoad(check.text('saved table', text)))
  }

  /**
   * @param {import('..').Seat} seat
   * @param {unknown} bot
   */
  attend(seat, bot) {
    const answerer = own.unwrapped(bot)
    if (!own.answers(answerer)) {
      throw invalid(`bot: takes a function or an ExternalEngine, not ${check.kind(bot)}`)
    }
    own.attend(this.#handle, String(check.seat(seat)), answerer)
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
   * @param {string} name
   * @param {Readonly<Record<string, unknown>> | null} [payload]
   * @param {import('..').AtTime | null} [options]
   */
  seatCall(seat, name, payload, options) {
    const { now } = check.object(options)
    const answer = native.tableSeatCall(
      this.#handle,
      check.seat(seat),
      check.text('call', name),
      check.options(payload),
      now,
    )
    return JSON.parse(answer)
  }

  /**
   * @param {import('..').Seat} seat
   * @param {import('..').Move} move
   * @param {import('..').CommitOptions | null} [options]
   */
  commit(seat, move, options) {
    return this.call('commit', args(options, { seat, move }))
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  resign(seat, options) {
    return this.call('resign', args(options, { seat }))
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  offerDraw(seat, options) {
    return this.call('offer_draw', args(options, { seat }))
  }

  /**
   * @param {import('..').Seat} seat
   * @param {boolean} accept
   * @param {import('..').AtTime | null} [options]
   */
  respondDraw(seat, accept, options) {
    return this.call('respond_draw', args(options, { seat, accept }))
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  claimDraw(seat, options) {
    return this.call('claim_draw', args(options, { seat }))
  }

  /** @param {import('..').Seat} seat @param {string} text @param {import('..').AtTime | null} [options] */
  message(seat, text, options) {
    return this.call('message', args(options, { seat, text }))
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
    const [told, bot] = own.split(occupant)
    const answer = this.call('take_over', args(options, { seat, occupant: told }))
    if (bot !== undefined) own.attend(this.#handle, String(check.seat(seat)), bot)
    return answer
  }

  /** @param {import('..').Seat | null} [seat] @param {import('..').FillOptions | null} [options] */
  fill(seat, options) {
    const { occupant, ...rest } = check.object(options)
    const [told, bot] = own.split(occupant)
    const { filled } = this.call('fill', { ...args(rest, { seat }), occupant: told })
    if (bot !== undefined) for (const name of filled) own.attend(this.#handle, name, bot)
    return filled
  }

  /**
   * @param {import('..').Seat} seat
   * @param {number} [plies]
   * @param {import('..').AtTime | null} [options]
   */
  undo(seat, plies = 1, options = null) {
    return this.call('undo', args(options, { seat, plies }))
  }

  /**
   * @param {import('..').Seat} seat
   * @param {Readonly<Record<string, unknown>>} changes
   * @param {import('..').AtTime | null} [options]
   */
  proposeEdit(seat, changes, options = null) {
    return this.call('propose_edit', args(options, { seat, changes }))
  }

  /**
   * @param {Readonly<Record<string, unknown>>} changes
   * @param {import('..').AtTime | null} [options]
   */
  edit(changes, options = null) {
    return this.call('edit', args(options, { changes }))
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  view(seat, options) {
    return this.call('view', args(options, { seat }))
  }

  /** @param {import('..').Seat} seat @param {import('..').AtTime | null} [options] */
  candidates(seat, options) {
    return this.call('candidates', args(options, { seat }))
  }

  /**
   * @param {import('..').Seat} seat
   * @param {number} [since]
   * @param {import('..').AtTime | null} [options]
   */
  events(seat, since = 0, options = null) {
    return this.call('events', args(options, { seat, since }))
  }

  /** @param {import('..').AtTime | null} [options] */
  spectatorView(options) {
    return this.call('spectator_view', args(options, {}))
  }

  /** @param {number} [since] @param {import('..').AtTime | null} [options] */
  spectatorEvents(since = 0, options = null) {
    return this.call('spectator_events', args(options, { since }))
  }

  /** @param {import('..').AtTime | null} [options] */
  refereeView(options) {
    return this.call('referee_view', args(options, {}))
  }

  /** @param {number} [since] @param {import('..').AtTime | null} [options] */
  refereeEvents(since = 0, options = null) {
    return this.call('referee_events', args(options, { since }))
  }

  /** @param {number} [since] @param {import('..').AtTime | null} [options] */
  reveal(since = 0, options = null) {
    return this.call('reveal', args(options, { since }))
  }

  get outcome() {
    return this.call('outcome')
  }

  /**
   * @param {Readonly<Record<string, string>> | null} [tags]
   * @param {import('..').AtTime | null} [options]
   */
  pgn(tags = null, options = null) {
    return this.call('pgn', args(options, { tags }))
  }

  /** @param {import('..').AtTime | null} [options] */
  abort(options) {
    return this.call('abort', args(options, {}))
  }

  /** @param {readonly import('..').Seat[]} winners @param {import('..').AtTime | null} [options] */
  adjudicate(winners, options) {
    return this.call('adjudicate', args(options, { winners }))
  }

  /** @param {import('..').AtTime | null} [options] */
  pause(options) {
    return this.call('pause', args(options, {}))
  }

  /** @param {import('..').AtTime | null} [options] */
  resume(options) {
    return this.call('resume', args(options, {}))
  }

  /** @param {import('..').MovesOptions | null} [options] */
  moves(options) {
    return this.call('moves', args(options, {}))
  }

  get #rules() {
    return Rules.ofTable(this.#handle)
  }

  get game() {
    return games.gameOf(this.#rules)
  }

  get revision() {
    return native.tableRevision(this.#handle)
  }

  state() {
    return new states.State(SHARED, native.tableState(this.#handle), this.#rules)
  }

  /** @param {import('..').Seat} seat */
  observe(seat) {
    const named = check.seat(seat)
    if (named === undefined) throw invalid('seat: name the one that observes')
    const handle = native.tableObserve(this.#handle, named)
    return new observations.Observation(SHARED, handle, this.#rules)
  }

  /** @param {import('..').AtTime | null} [options] */
  save(options) {
    return this.call('save', args(options, {}))
  }

  /**
   * @param {import('../described').SavedMark | null} [since]
   * @param {import('..').AtTime | null} [options]
   */
  saveChanges(since = null, options = null) {
    return this.call('save_changes', args(options, { since }))
  }

  /** @param {{ signal?: AbortSignal | null } | null} [options] */
  runBots(options) {
    return jobs.run(
      check.named(options, ['signal']),
      (context, job) => native.tableQuiet(context, job, this.#handle),
      () => undefined,
      // Who waits for the bots has the table, even by nothing but the promise.
      this,
    )
  }

  /**
   * @param {(told?: any) => void} listener
   * @param {object | null} [options]
   */
  listen(listener, options = null) {
    if (typeof listener !== 'function') {
      throw invalid(`listener: takes a function, not ${check.kind(listener)}`)
    }
    const named = args(options, {})
    const given = check.options(named)
    const follows = Object.values(named).some((value) => value !== null && value !== undefined)
    /** @type {Listener} */
    const entry = { listener, listening: null, follows }
    const handle = this.#handle
    const { begun } = jobs.begin(
      Table.#waits(new WeakRef(this), new WeakRef(entry)),
      (context, job) => native.tableListen(context, job, handle, given),
    )
    entry.listening = begun
    this.#listeners.add(entry)
    // Events from before; who listens to changes alone looks by itself.
    if (entry.follows) queueMicrotask(() => this.#tell(entry))
    return () => {
      this.#listeners.delete(entry)
      native.tableUnlisten(handle, begun)
    }
  }

  /**
   * A listener to changes. It holds the table weakly, since to be listened to keeps no
   * table alive; made here, where nothing else is in reach of the function.
   *
   * @param {WeakRef<Table>} table
   * @param {WeakRef<Listener>} entry
   */
  static #waits(table, entry) {
    const told = () => {
      const [here, listener] = [table.deref(), entry.deref()]
      if (here !== undefined && listener !== undefined) here.#tell(listener)
    }
    return { told, done: NOTHING, failed: NOTHING }
  }

  /** @param {Listener} entry */
  #tell(entry) {
    if (!this.#listeners.has(entry) || entry.listening === null) return
    native.tableHeard(entry.listening)
    if (!entry.follows) return hand(entry.listener)
    // A listener may stop itself, or dispose of the table.
    while (this.#listeners.has(entry)) {
      const told = native.tableTaken(entry.listening)
      if (told === null) return
      hand(entry.listener, JSON.parse(told))
    }
  }

  close() {
    native.tableClose(this.#handle)
  }

  dispose() {
    this.#listeners.clear()
    native.tableDispose(this.#handle)
  }

  [INSPECT]() {
    return 'Table {}'
  }
}

disposable(Table)

exports.SEAT_CALLS = Object.freeze(native.tableSeatCalls())
exports.Table = Table
