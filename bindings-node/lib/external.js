'use strict'

// Programs of others, at the seats of tables.

const check = require('./check')
const { CONSTRUCT, INSPECT, made } = require('./common')
const { single } = require('./compare')
const { Game } = require('./game')
const jobs = require('./jobs')
const { native } = require('./native')
const { Rules } = require('./rules')

const OPTIONS = /** @type {const} */ (['protocol', 'options', 'signal'])

class ExternalEngine {
  uncloneable = single('ExternalEngine')
  /** @type {import('./native-types').ProgramHandle} */
  #handle
  /** @type {string} */
  #name
  /** @type {string} */
  #protocol
  /** @type {Game} */
  #game

  /**
   * @param {unknown} secret
   * @param {import('./native-types').ProgramHandle} handle
   * @param {Game} game
   * @param {[string, string]} told
   */
  constructor(secret, handle, game, told) {
    made(secret, 'ExternalEngine.start')
    this.#handle = handle
    this.#game = game
    ;[this.#name, this.#protocol] = told
  }

  /**
   * @param {unknown} game
   * @param {unknown} command
   * @param {object | null} [options]
   */
  static async start(game, command, options) {
    const named = check.named(options, OPTIONS)
    const plays = game instanceof Game ? game : new Game(check.text('game', game))
    const { handle: rules } = Rules.of(plays.name, check.options(plays.options))
    const { protocol, options: set } = named
    const given = check.options({ command, protocol, options: set })
    /** @type {import('./native-types').ProgramHandle | undefined} */
    let handle
    /** @type {[string, string]} */
    const told = await jobs.run(
      named,
      (context, job) => {
        handle = native.programStart(context, job, rules, given)
      },
      (answer) => answer,
    )
    if (handle === undefined) throw new TypeError('a program without a handle')
    return new ExternalEngine(CONSTRUCT, handle, plays, told)
  }

  get name() {
    return this.#name
  }

  get protocol() {
    return this.#protocol
  }

  get game() {
    return this.#game
  }

  close() {
    native.programClose(this.#handle)
  }

  /**
   * Answers for a seat of a table.
   *
   * @param {ExternalEngine} engine
   * @param {import('./native-types').TableHandle} table
   * @param {string} seat
   */
  static attend(engine, table, seat) {
    native.programAttend(engine.#handle, table, seat)
  }

  [INSPECT]() {
    return `ExternalEngine(${this.#game.name}, ${this.#name})`
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(ExternalEngine.prototype, Symbol.dispose, {
    /** @this {ExternalEngine} */
    value() {
      this.close()
    },
    configurable: true,
    writable: true,
  })
}

const { attend } = ExternalEngine
// For the package alone.
Reflect.deleteProperty(ExternalEngine, 'attend')

exports.ExternalEngine = ExternalEngine
exports.attend = attend
