'use strict'

// Registries of bots, and what results say about strength.

const check = require('./check')
const { INSPECT } = require('./common')
const { invalid } = require('./errors')
const { native } = require('./native')

/** The arguments before the options, by their places. */
const REGISTER = /** @type {const} */ (['kind', 'player', 'modes', 'status'])
const RATE = /** @type {const} */ (['game', 'mode', 'results'])
const RATE_GAME = /** @type {const} */ (['game', 'options', 'players', 'winners', 'mode'])

/**
 * Arguments as JSON; the library bounds them.
 *
 * @param {Record<string, unknown>} given
 */
function json(given) {
  try {
    return JSON.stringify(given)
  } catch (error) {
    throw invalid(`arguments: ${error instanceof Error ? error.message : error}`)
  }
}

/** Bots by name, with kind, modes, status, player and ratings. */
class BotRegistry {
  #handle

  /** @param {string} [text] */
  constructor(text) {
    this.#handle =
      text === undefined ? native.registryNew() : native.registryParse(check.text('text', text))
  }

  /** @param {string} path */
  static load(path) {
    const registry = new BotRegistry()
    registry.#handle = native.registryLoad(check.text('path', path))
    return registry
  }

  /**
   * @param {string} question
   * @param {Record<string, unknown>} given
   */
  #ask(question, given) {
    return JSON.parse(native.registryAsk(this.#handle, question, json(given)))
  }

  /**
   * @param {string} change
   * @param {Record<string, unknown>} given
   */
  #change(change, given) {
    return JSON.parse(native.registryChange(this.#handle, change, json(given)))
  }

  get size() {
    return native.registrySize(this.#handle)
  }

  /**
   * @param {string} name
   * @param {unknown} [options]
   */
  register(name, options) {
    return this.#change('register', { name, ...check.named(options, REGISTER) })
  }

  /**
   * @param {string} name
   * @param {string} status
   */
  setStatus(name, status) {
    return this.#change('set_status', { name, status })
  }

  /** @param {string} name */
  remove(name) {
    return this.#change('remove', { name })
  }

  /**
   * @param {string} batch
   * @param {unknown} results
   */
  rate(batch, results) {
    return this.#change('rate', { batch, ...check.named(results, RATE) })
  }

  /**
   * @param {string} batch
   * @param {import('..').TournamentReport} report
   */
  rateReport(batch, report) {
    return this.rate(batch, check.object(report).rated)
  }

  /**
   * @param {string} batch
   * @param {unknown} game
   */
  rateGame(batch, game) {
    return this.#change('rate_game', { batch, ...check.named(game, RATE_GAME) })
  }

  /** @param {string} name */
  bot(name) {
    return this.#ask('bot', { name })
  }

  bots() {
    return this.#ask('bots', {})
  }

  /**
   * @param {string} name
   * @param {string} game
   * @param {string} [mode]
   */
  rating(name, game, mode) {
    return this.#ask('rating', { name, game, mode })
  }

  /**
   * @param {string} game
   * @param {string} [mode]
   */
  leaderboard(game, mode) {
    return this.#ask('leaderboard', { game, mode })
  }

  /**
   * @param {string} game
   * @param {string} [mode]
   */
  markdown(game, mode) {
    return this.#ask('markdown', { game, mode })
  }

  /** @returns {string} */
  toText() {
    return this.#ask('text', {})
  }

  /** @param {string} path */
  save(path) {
    this.#ask('save', { path: check.text('path', path) })
  }

  [INSPECT]() {
    return `BotRegistry(${this.size} bots)`
  }
}

/**
 * @param {string} question
 * @param {Record<string, unknown>} given
 */
const strength = (question, given) => JSON.parse(native.strength(question, json(given)))

module.exports = {
  BotRegistry,
  /** @param {unknown} results */
  estimate: (results) =>
    strength('estimate', check.named(results, ['wins', 'draws', 'losses', 'pairs'])),
  /**
   * @param {unknown} pairs
   * @param {unknown} options
   */
  sprt: (pairs, options) =>
    strength('sprt', { pairs, ...check.named(options, ['elo0', 'elo1', 'alpha', 'beta']) }),
  /** @param {unknown} results */
  elo: (results) => strength('elo', { results }),
}
