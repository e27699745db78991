'use strict'

// What deep comparison and cloning make of the classes. What they hold is native or
// private, so that without this any two instances would be equal for
// `assert.deepStrictEqual` and `toEqual`, and `structuredClone` would make empty
// objects of them.

/** Under which a value has what deep comparison looks at. */
const COMPARED = Symbol('compared')

/**
 * The parts of a value that are compared, read when somebody looks: to read it costs more than a move.
 */
class Contents {
  /** @type {any} */
  #of
  /** @type {((of: any) => object) | null} */
  #contents

  /**
   * @param {any} of
   * @param {(of: any) => object} contents
   */
  constructor(of, contents) {
    this.#of = of
    this.#contents = contents
  }

  /** @param {Contents} contents */
  static read(contents) {
    const read = contents.#contents
    if (read !== null) {
      contents.#contents = null
      try {
        Object.assign(contents, read(contents.#of))
      } catch {
        // Disposed of, it is equal to nothing but itself.
        Object.assign(contents, { disposed: Symbol('disposed') })
      }
    }
    return contents
  }
}

/** @type {ProxyHandler<Contents>} */
const WHEN_READ = {
  ownKeys: (contents) => Reflect.ownKeys(Contents.read(contents)),
  has: (contents, key) => Reflect.has(Contents.read(contents), key),
  get: (contents, key) => Reflect.get(Contents.read(contents), key),
  getOwnPropertyDescriptor: (contents, key) =>
    Reflect.getOwnPropertyDescriptor(Contents.read(contents), key),
}

/**
 * The parts of a value that are compared.
 *
 * @template T
 * @param {T} of
 * @param {(of: T) => object} contents gives it as plain data
 */
const compared = (of, contents) => new Proxy(new Contents(of, contents), WHEN_READ)

/**
 * Keeps `structuredClone` and `postMessage` from making an empty object: a symbol
 * cannot be cloned, and the error shows its text.
 *
 * @param {string} text
 */
const uncloneable = (text) => Symbol(text)

/**
 * The same for what has an identity: no two of them are equal.
 *
 * @param {string} name of the class
 */
const single = (name) => Symbol(`a ${name}, which belongs to its thread,`)

module.exports = { COMPARED, compared, single, uncloneable }
