'use strict'

// Arguments, looked at before they cross to the addon: of the wrong kind or out of
// range, they are `invalid_option`.

const { BoardwrightError, invalid } = require('./errors')
const { native } = require('./native')

const MAX_U32 = 0xffff_ffff
const MAX_U64 = 0xffff_ffff_ffff_ffffn

/** Bounds of the size and depth of a map of options, the same in all languages. */
const { deepest, mostValues } = native.valueBounds()

/**
 * The kind of a value, for a message.
 *
 * @param {unknown} value
 */
function kind(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return String(value)
    case 'string':
      return 'a string'
    case 'object':
      return 'an object'
    case 'undefined':
      return 'undefined'
    default:
      return `a ${typeof value}`
  }
}

/**
 * Named arguments: an object, or nothing.
 *
 * @template {string} K
 * @param {unknown} given
 * @param {readonly K[]} names which there are
 * @returns {{ readonly [name in K]?: any }}
 */
function named(given, names) {
  const options = object(given)
  for (const name of Object.keys(options)) {
    if (!names.includes(/** @type {K} */ (name))) {
      throw invalid(`there is no option ${JSON.stringify(name)}: there are ${names.join(', ')}`)
    }
  }
  return /** @type {{ readonly [name in K]?: any }} */ (options)
}

/**
 * An object, an empty one where nothing is given.
 *
 * @param {unknown} given
 * @returns {Record<string, any>}
 */
function object(given) {
  if (given === undefined || given === null) return {}
  if (typeof given === 'object' && !Array.isArray(given)) return given
  throw invalid(`options: takes an object, not ${kind(given)}`)
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string}
 */
function text(name, value) {
  if (typeof value === 'string') return value
  throw invalid(`${name}: takes a string, not ${kind(value)}`)
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string[]}
 */
function texts(name, value) {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid(`${name}: takes an array, not ${kind(value)}`)
  return Array.from(value, (item) => text(name, item))
}

/**
 * @param {unknown} value
 * @returns {string | number | undefined}
 */
function seat(value) {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' || Number.isSafeInteger(value)) {
    return /** @type {string | number} */ (value)
  }
  throw invalid(`seat: takes an index or a name, not ${kind(value)}`)
}

/**
 * @param {unknown} value
 * @returns {string | undefined}
 */
function style(value) {
  return value === undefined || value === null ? undefined : text('style', value)
}

/**
 * @param {unknown} value
 * @returns {string | number}
 */
function move(value) {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return actionId(value)
  throw invalid(`move: takes a text or an action id, not ${kind(value)}`)
}

/**
 * @param {unknown} value
 * @returns {number}
 */
function actionId(value) {
  if (typeof value !== 'number') throw invalid(`action id: takes a number, not ${kind(value)}`)
  if (Number.isInteger(value) && value >= 0 && value <= MAX_U32) return value
  throw new BoardwrightError('invalid_notation', `action id: there is none like ${value}`)
}

/**
 * @param {unknown} value
 * @returns {(string | number)[]}
 */
function moves(value) {
  if (Array.isArray(value)) return Array.from(value, move)
  if (value instanceof Uint32Array) return Array.from(value)
  throw invalid(`moves: takes an array, not ${kind(value)}`)
}

/**
 * A whole number, whose range the addon knows; undefined where none is given.
 *
 * @param {string} name
 * @param {unknown} value
 * @returns {number | undefined}
 */
function integer(name, value) {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw invalid(`${name}: takes an integer, not ${kind(value)}`)
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function milliseconds(name, value) {
  const given = integer(name, value)
  if (given === undefined || (given >= 0 && Number.isSafeInteger(given))) return given
  throw invalid(`${name}: takes milliseconds from 0 to 2^53 - 1, not ${given}`)
}

/**
 * @param {unknown} value
 * @returns {bigint}
 */
function seed(value) {
  if (value === undefined || value === null) return 0n
  if (typeof value === 'bigint' && value >= 0n && value <= MAX_U64) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw invalid(
    `seed: takes an integer from 0 to 2^64 - 1 (a bigint from 2^53 on), not ${kind(value)}`,
  )
}

/**
 * Options of a picture as JSON, by the names that the library has for them.
 *
 * @param {unknown} given
 * @returns {string}
 */
function drawing(given) {
  if (given === undefined || given === null || !isMap(given)) return options(given)
  const entries = Object.entries(given)
  const named = entries.map(([name, value]) => [name === 'lastMove' ? 'last_move' : name, value])
  return options(Object.fromEntries(named.filter(([, value]) => value !== undefined)))
}

/**
 * Options of a game or a bot, or changes, as JSON. Written here because
 * `JSON.stringify` lets what it cannot write pass as null.
 *
 * @param {unknown} given
 * @returns {string}
 */
function options(given) {
  if (given === undefined || given === null) return '{}'
  if (!isMap(given)) throw invalid(`options: takes an object, not ${kind(given)}`)
  return json('options', given, { left: mostValues + 1 }, -1)
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
const isMap = (value) => Object.prototype.toString.call(value) === '[object Object]'

/**
 * @param {string} name
 * @param {unknown} value
 * @param {{ left: number }} budget
 * @param {number} depth
 * @returns {string}
 */
function json(name, value, budget, depth) {
  budget.left -= 1
  if (depth > deepest) throw invalid(`${name}: is nested more than ${deepest} deep`)
  if (budget.left < 0) throw invalid(`${name}: has more than ${mostValues} values in it`)
  switch (typeof value) {
    case 'boolean':
      return String(value)
    case 'number':
      if (Number.isFinite(value)) return String(value)
      break
    case 'bigint':
      if (value >= -MAX_U64 && value <= MAX_U64) return String(value)
      break
    case 'string':
      if (isWellFormed(value)) return JSON.stringify(value)
      throw invalid(`${name}: has half of a surrogate pair, which is no character`)
    case 'undefined':
      return 'null'
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) {
        return `[${Array.from(value, (item) => json(name, item, budget, depth + 1)).join()}]`
      }
      if (isMap(value)) {
        const fields = Object.entries(value).map(([key, item]) => {
          const quoted = json('options', key, budget, depth)
          return `${quoted}:${json(key, item, budget, depth + 1)}`
        })
        return `{${fields.join()}}`
      }
  }
  throw invalid(`${name}: cannot be ${kind(value)}`)
}

/** @param {string} value */
const isWellFormed = (value) => !/\p{Surrogate}/u.test(value)

module.exports = {
  actionId,
  drawing,
  integer,
  kind,
  milliseconds,
  move,
  moves,
  named,
  object,
  options,
  seat,
  seed,
  style,
  text,
  texts,
}
