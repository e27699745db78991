'use strict'

// Deciders.

const { Analysis } = require('./analysis')
const check = require('./check')
const { INSPECT, CONSTRUCT, disposable, shown } = require('./common')
const { single } = require('./compare')
const { BoardwrightError, invalid } = require('./errors')
const { ExternalEngine } = require('./external')
const { Game } = require('./game')
const jobs = require('./jobs')
const { native } = require('./native')
const observations = require('./observation')
const own = require('./own')
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

/** A bot of the library. */
class LibraryBot {
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
    this.#handle = native.bot(name, nameOf(game), check.options(rest), check.seed(seed))
    const kept = seed === undefined || seed === null ? {} : { seed }
    this.described = { bot: name, game: this.game, options: rest, ...kept }
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
}

/** The library's names of the options of a bot that is JavaScript's own. */
const OWN_OPTIONS = new Map([
  ['retryCap', 'retry_cap'],
  ['botTimeout', 'bot_timeout'],
])

/** A bot that is JavaScript's own. */
class FunctionBot {
  #handle
  #answerer
  /** The jobs that it is at. @type {Set<number>} */
  #jobs = new Set()

  /**
   * @param {import('..').OwnBot | import('./model').LanguageModel} answerer
   * @param {import('..').OwnBotOptions | null | undefined} options
   */
  constructor(answerer, options) {
    const { game, ...rest } = check.object(options)
    /** @type {Record<string, unknown>} */
    const given = game === undefined || game === null ? {} : { game: nameOf(game) }
    for (const [name, value] of Object.entries(rest)) given[OWN_OPTIONS.get(name) ?? name] = value
    this.#handle = native.ownBot(check.options(given))
    this.#answerer = answerer
  }

  name = 'own'

  get game() {
    return native.ownBotGame(this.#handle)
  }

  /**
   * @param {import('./state').State | import('./observation').Observation} subject
   * @param {import('..').DecideOptions} [options]
   * @returns {Promise<import('..').Decision>}
   */
  async decide(subject, options) {
    const named = check.named(options, DECIDE)
    const { seat, limits, state, observation } = question(subject, named)
    const handle = this.#handle
    let number = 0
    /** @type {InstanceType<typeof own.Seat> | undefined} */
    let seated
    /** @type {Parameters<typeof jobs.run>[1]} */
    const submit = (context, job) => {
      seated = new own.Seat(this.#answerer)
      seated.asked((questions) => {
        if (state !== undefined) {
          native.ownDecideState(context, job, handle, questions, state, seat, limits)
        } else if (observation !== undefined) {
          native.ownDecideObservation(context, job, handle, questions, observation, limits)
        }
      })
      number = job
      this.#jobs.add(job)
    }
    try {
      return await jobs.run(named, submit, (decision, queued) => ({ ...decision, queued }))
    } catch (error) {
      if (seated?.thrown !== undefined && error instanceof BoardwrightError) {
        error.cause = seated.thrown
      }
      throw error
    } finally {
      this.#jobs.delete(number)
    }
  }

  /** @returns {never} */
  analyse() {
    throw unsupported('analyse')
  }

  /** @returns {never} */
  newGame() {
    throw unsupported('newGame')
  }

  dispose() {
    for (const job of this.#jobs) jobs.cancel(job)
    native.ownBotDispose(this.#handle)
  }
}

/** @param {string} call */
const unsupported = (call) =>
  new BoardwrightError('unsupported', `${call}: a bot of your own decides, and nothing else`)

/** @param {unknown} game */
const nameOf = (game) => (game instanceof Game ? game.name : check.text('game', game))

class Bot {
  uncloneable = single('Bot')
  /** @type {LibraryBot | FunctionBot} */
  #bot

  /**
   * @param {string | import('..').OwnBot | import('./model').LanguageModel} bot
   * @param {any} [options]
   */
  constructor(bot, options) {
    if (typeof bot === 'string') {
      this.#bot = new LibraryBot(bot, options)
      own.described.set(this, this.#bot.described)
    } else if (own.answers(bot) && !(bot instanceof ExternalEngine)) {
      this.#bot = new FunctionBot(bot, options)
      own.made.set(this, bot)
    } else {
      throw invalid(`bot: takes a string or a function, not ${check.kind(bot)}`)
    }
  }

  get name() {
    return this.#bot.name
  }

  get game() {
    return this.#bot.game
  }

  /**
   * @param {import('./state').State | import('./observation').Observation} subject
   * @param {import('..').DecideOptions} [options]
   * @returns {Promise<import('..').Decision>}
   */
  decide(subject, options) {
    return this.#bot.decide(subject, options)
  }

  /**
   * @param {import('./state').State | import('./observation').Observation} subject
   * @param {import('..').DecideOptions} [options]
   * @returns {Analysis}
   */
  analyse(subject, options) {
    return this.#bot.analyse(subject, options)
  }

  newGame() {
    this.#bot.newGame()
  }

  dispose() {
    this.#bot.dispose()
  }

  [INSPECT]() {
    const game = () => (this.game === null ? '' : `, ${this.game}`)
    return shown('Bot', () => `Bot(${this.name}${game()})`)
  }
}

disposable(Bot)

exports.Bot = Bot
