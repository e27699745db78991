'use strict'

// What deep comparison and cloning make of the classes. What they hold is native or
// private, so that without this any two instances would be equal for
// `assert.deepStrictEqual` and `toEqual`, and `structuredClone` would make empty
// objects of them.

/** Under which a value has what deep comparison looks at. */
const COMPARED = Symbol('compared')

/** The method that gives what is compared, as plain data. */
const CONTENTS = Symbol('contents')

/**
 * What is compared of a value, read when somebody looks: to read it costs more than a move.
 */
class Contents {
  /** @type {{ [CONTENTS](): object } | null} */
  #of

  /** @param {{ [CONTENTS](): object }} of */
  constructor(of) {
    this.#of = of
  }

  /** @param {Contents} contents */
  static read(contents) {
    const of = contents.#of
    if (of !== null) {
      contents.#of = null
      Object.assign(contents, contentsOf(of))
    }
    return contents
  }
}

/** @param {{ [CONTENTS](): object }} of */
function contentsOf(of) {
  try {
    return of[CONTENTS]()
  } catch {
    // Disposed of, it is equal to nothing but itself.
    return { disposed: Symbol('disposed') }
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
 * What is compared of a value.
 *
 * @param {{ [CONTENTS](): object }} of
 */
const compared = (of) => new Proxy(new Contents(of), WHEN_READ)

/**
 * What keeps `structuredClone` and `postMessage` from making an empty object: a symbol
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

module.exports = { COMPARED, CONTENTS, compared, single, uncloneable }
