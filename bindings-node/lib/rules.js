'use strict'

// The rules of a game as the classes share them: the native value, what is known of
// it, and the table that turns ids of moves into texts.

const { native } = require('./native')

/** Number of rules that are remembered; then the oldest are forgotten. */
const MOST_KNOWN = 64

/**
 * Rules by what they were asked for with, and by their full options.
 *
 * @type {Map<string, Rules>}
 */
const known = new Map()

/**
 * @param {string} key
 * @param {Rules} rules
 */
function remember(key, rules) {
  if (known.size >= MOST_KNOWN) {
    for (const oldest of known.keys()) {
      known.delete(oldest)
      break
    }
  }
  known.set(key, rules)
  return rules
}

class Rules {
  /** @type {string[] | undefined} */
  #texts

  /** @param {import('./native-types').GameHandle} handle */
  constructor(handle) {
    const info = JSON.parse(native.gameInfo(handle))
    this.handle = handle
    /** @type {string} */
    this.name = info.name
    /** @type {Readonly<Record<string, unknown>>} */
    this.options = Object.freeze(info.options)
    /** @type {readonly string[]} */
    this.seats = Object.freeze(info.seats)
    /** @type {boolean} */
    this.hidden = info.hidden
    /** The notation that ids stand for.
     * @type {string} */
    this.canonical = info.styles[0]
    /** No name has a line break in it. */
    this.key = `${info.name}\n${JSON.stringify(info.options)}`
    /** The game as users see it, made when first asked for.
     * @type {import('./game').Game | undefined} */
    this.game = undefined
  }

  /** Of all action ids, fetched at once when first needed; empty for a game without ids. */
  get texts() {
    this.#texts ??= /** @type {string[]} */ (JSON.parse(native.actionTexts(this.handle)))
    return this.#texts
  }

  /**
   * @param {string} name
   * @param {string} options as JSON
   */
  static of(name, options) {
    const key = `${name}\n${options}`
    const found = known.get(key)
    // Under its full options it may have been forgotten, or made anew since.
    if (found) return known.get(found.key) ?? remember(found.key, found)
    const rules = Rules.#share(native.game(name, options))
    return rules.key === key ? rules : remember(key, rules)
  }

  /** @param {import('./native-types').StateHandle} state */
  static ofState(state) {
    return Rules.#share(native.gameOf(state))
  }

  /** @param {import('./native-types').ObservationHandle} observation */
  static ofObservation(observation) {
    return Rules.#share(native.observationRules(observation))
  }

  /** @param {import('./native-types').TableHandle} table */
  static ofTable(table) {
    return Rules.#share(native.tableGame(table))
  }

  /** @param {import('./native-types').GameHandle} handle */
  static #share(handle) {
    const rules = new Rules(handle)
    return known.get(rules.key) ?? remember(rules.key, rules)
  }
}

exports.Rules = Rules
