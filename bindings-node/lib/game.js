'use strict'

// The rules of a game with their options fixed, and states that come from texts.

const check = require('./check')
const { INSPECT, CONSTRUCT } = require('./common')
const { COMPARED, compared, uncloneable } = require('./compare')
const { BoardwrightError } = require('./errors')
const { native } = require('./native')
const { Rules } = require('./rules')
const states = require('./state')

const UNCLONEABLE = uncloneable('a Game (send its name and options)')

class Game {
  uncloneable = UNCLONEABLE;
  [COMPARED] = compared(this, (game) => game.toJSON())
  /** @type {Rules} */
  #rules

  /**
   * @param {string} name
   * @param {object} [options]
   * @param {unknown} [rules] for the package alone
   */
  constructor(name, options, rules) {
    this.#rules =
      rules instanceof Rules ? rules : Rules.of(check.text('game', name), check.options(options))
  }

  get name() {
    return this.#rules.name
  }

  get options() {
    return this.#rules.options
  }

  get seats() {
    return this.#rules.seats
  }

  get hidden() {
    return this.#rules.hidden
  }

  /** @returns {readonly import('..').QuestionInfo[]} */
  get questions() {
    return JSON.parse(native.gameQuestions(this.#rules.handle))
  }

  get actionCount() {
    return this.#rules.texts.length || null
  }

  /** @param {number} id */
  actionText(id) {
    const { name, texts } = this.#rules
    if (texts.length === 0) throw new BoardwrightError('unsupported', `${name} has no action ids`)
    const text = texts[check.actionId(id)]
    if (text === undefined) {
      throw new BoardwrightError(
        'invalid_notation',
        `action id ${id}: ${name} has the ids 0 to ${texts.length - 1}`,
      )
    }
    return text
  }

  start() {
    return new states.State(CONSTRUCT, native.start(this.#rules.handle), this.#rules)
  }

  /**
   * @param {string} text
   * @param {{ history?: readonly string[] }} [options]
   */
  parse(text, options) {
    const { history } = check.named(options, ['history'])
    return read(this.#rules, text, history)
  }

  /**
   * @param {string} line
   * @param {{ style?: string | null } | null} [options]
   */
  parseEpd(line, options) {
    const { style } = check.named(options, ['style'])
    return readEpd(this.#rules, line, style)
  }

  /** @param {unknown} other */
  equals(other) {
    return other instanceof Game && this.#rules.key === other.#rules.key
  }

  toString() {
    return this.#rules.name
  }

  toJSON() {
    return { name: this.name, options: this.options }
  }

  /**
   * @param {number} _
   * @param {object} options
   * @param {(value: unknown, options: object) => string} inspect
   */
  [INSPECT](_, options, inspect) {
    return `Game(${this.name}, ${inspect(this.options, options)})`
  }
}

/**
 * The game as users see it, one object for the same rules.
 *
 * @param {Rules} rules
 * @returns {Game}
 */
function gameOf(rules) {
  rules.game ??= new Game(rules.name, undefined, rules)
  return rules.game
}

/**
 * @param {Rules} rules
 * @param {string} text
 * @param {unknown} history
 */
function read(rules, text, history) {
  const state = native.parse(
    rules.handle,
    check.text('notation', text),
    check.texts('history', history),
  )
  return new states.State(CONSTRUCT, state, rules)
}

/**
 * @param {Rules} rules
 * @param {string} line
 * @param {unknown} style
 */
function readEpd(rules, line, style) {
  const [handle, operations] = native.parseEpd(
    rules.handle,
    check.text('EPD', line),
    check.style(style),
  )
  const state = new states.State(CONSTRUCT, handle, rules)
  return { state, operations: JSON.parse(operations) }
}

/** @returns {import('..').GameInfo[]} */
function games() {
  return JSON.parse(native.games())
}

/** @returns {import('..').PresetInfo[]} */
function presets() {
  return JSON.parse(native.presets())
}

/**
 * @param {string} game
 * @param {object} [options]
 */
function start(game, options) {
  const rules = Rules.of(check.text('game', game), check.options(options))
  return new states.State(CONSTRUCT, native.start(rules.handle), rules)
}

/**
 * @param {string} game
 * @param {string} text
 * @param {{ history?: readonly string[] }} [options]
 */
function parse(game, text, options) {
  const { history, ...rest } = check.object(options)
  const rules = Rules.of(check.text('game', game), check.options(rest))
  return read(rules, text, history)
}

/**
 * @param {string} line
 * @param {import('..').EpdOptions | null} [options]
 */
function parseEpd(line, options) {
  const { game, style, ...rest } = check.object(options)
  const rules = Rules.of(check.text('game', game ?? 'chess'), check.options(rest))
  return readEpd(rules, line, style)
}

/** @param {string} text */
function load(text) {
  const state = native.load(check.text('saved state', text))
  return new states.State(CONSTRUCT, state, Rules.ofState(state))
}

exports.Game = Game
exports.gameOf = gameOf
exports.games = games
exports.load = load
exports.parse = parse
exports.parseEpd = parseEpd
exports.presets = presets
exports.start = start
