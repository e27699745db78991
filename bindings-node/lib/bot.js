'use strict'

// Deciders.

const { Analysis } = require('./analysis')
const check = require('./check')
const { INSPECT, CONSTRUCT, disposable, shown } = require('./common')
const { single } = require('./compare')
const { invalid } = require('./errors')
const { Game } = require('./game')
const jobs = require('./jobs')
const { native } = require('./native')
const observations = require('./observation')
const states = require('./state')

const LIMITS = /** @type {const} */ ([
  'movetime',
  'deadline',
  'nodes',
  'depth',
  'mate',
  'lines',
  'moves',
  'clock',
  'clocks',
  'heard',
])
const DECIDE = /** @type {const} */ (['seat', ...LIMITS, 'signal'])
const CLOCK = /** @type {const} */ (['remaining', 'increment', 'movesToGo'])

/**
 * Within what a bot decides, as JSON. The addon says what is out of range.
 *
 * @param {{ readonly [name in (typeof LIMITS)[number]]?: any }} named
 */
function limitsOf({ movetime, deadline, nodes, depth, mate, lines, moves, clock, clocks, heard }) {
  return check.options({
    movetime: check.milliseconds('movetime', movetime),
    deadline: check.milliseconds('deadline', deadline),
    nodes,
    depth,
    mate,
    lines,
    moves,
    clock: clockOf(clock),
    clocks: Array.isArray(clocks) ? clocks.map(clockOf) : clocks,
    heard,
  })
}

/** @param {unknown} clock */
function clockOf(clock) {
  if (clock === undefined || clock === null) return undefined
  const { remaining, increment, movesToGo } = check.named(clock, CLOCK)
  return {
    remaining: check.milliseconds('clock: remaining', remaining),
    increment: check.milliseconds('clock: increment', increment),
    moves_to_go: movesToGo,
  }
}

/**
 * The subject of a question to a bot, as the addon has it.
 *
 * @param {unknown} subject
 * @param {{ readonly [name in (typeof DECIDE)[number]]?: any }} named
 */
function question(subject, named) {
  const seat = check.seat(named.seat)
  const limits = limitsOf(named)
  const state = states.handleOf(subject)
  const observation = observations.handleOf(subject)
  if (observation !== undefined && seat !== undefined) {
    throw invalid('seat: an observation has its own')
  }
  if (state === undefined && observation === undefined) {
    throw invalid(`subject: takes a State or an Observation, not ${check.kind(subject)}`)
  }
  return { seat, limits, state, observation }
}

class Bot {
  uncloneable = single('Bot')
  /** @type {import('./native-types').BotHandle} */
  #handle
  /** The last job that it was given; it is at one at a time. */
  #job = 0

  /**
   * @param {string} name
   * @param {import('..').BotOptions} options
   */
  constructor(name, options) {
    const { game, seed, ...rest } = check.object(options)
    this.#handle = native.bot(
      check.text('bot', name),
      game instanceof Game ? game.name : check.text('game', game),
      check.options(rest),
      check.seed(seed),
    )
  }

  get name() {
    return native.botName(this.#handle)
  }

  get game() {
    return native.botGame(this.#handle)
  }

  /**
   * @param {import('./state').State | import('./observation').Observation} subject
   * @param {import('..').DecideOptions} [options]
   * @returns {Promise<import('..').Decision>}
   */
  async decide(subject, options) {
    const named = check.named(options, DECIDE)
    const { seat, limits, state, observation } = question(subject, named)
    /** @type {Parameters<typeof jobs.run>[1]} */
    const submit = (context, job) => {
      if (state !== undefined) {
        native.decideState(context, job, this.#handle, state, seat, limits)
      } else if (observation !== undefined) {
        native.decideObservation(context, job, this.#handle, observation, limits)
      }
      this.#job = job
    }
    return jobs.run(named, submit, (decision, queued) => ({ ...decision, queued }))
  }

  /**
   * @param {import('./state').State | import('./observation').Observation} subject
   * @param {import('..').DecideOptions} [options]
   * @returns {Analysis}
   */
  analyse(subject, options) {
    const named = check.named(options, DECIDE)
    const { seat, limits, state, observation } = question(subject, named)
    const handle = this.#handle
    /** @type {import('./analysis').Submit} */
    const submit = (context, job) => {
      const feed =
        state !== undefined
          ? native.analyseState(context, job, handle, state, seat, limits)
          : native.analyseObservation(
              context,
              job,
              handle,
              /** @type {any} */ (observation),
              limits,
            )
      this.#job = job
      return feed
    }
    return new Analysis(CONSTRUCT, jobs.signalOf(named.signal), submit)
  }

  newGame() {
    native.botNewGame(this.#handle)
  }

  dispose() {
    jobs.cancel(this.#job)
    native.botDispose(this.#handle)
  }

  [INSPECT]() {
    return shown('Bot', () => `Bot(${this.name}, ${this.game})`)
  }
}

disposable(Bot)

exports.Bot = Bot
