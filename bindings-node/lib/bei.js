'use strict'

// BEI, the interface of Boost engines, from the controller's side.

const check = require('./check')
const { INSPECT } = require('./common')
const { single } = require('./compare')
const { Engine } = require('./engine')
const { BoardwrightError, invalid } = require('./errors')
const { Game } = require('./game')
const jobs = require('./jobs')

/** The identifier of the standard game. */
const STANDARD = 'boost-9-9-2-8-2'

/**
 * A `go` whose move has not come, and who waits for that.
 *
 * @typedef {object} Going
 * @property {boolean} wanted
 * @property {(move: import('..').BeiMove | null) => void} [resolve]
 * @property {(error: unknown) => void} [reject]
 */

/** Those that somebody waits for: they are not collected before they have answered. */
/** @type {Set<BeiController>} */
const awaited = new Set()

class BeiController {
  uncloneable = single('BeiController')
  #engine
  #onProperty
  #onMove
  /** @type {Game | null} */
  #game = null
  /** Every go has one move, in order. */
  /** @type {Going[]} */
  #going = []

  /**
   * @param {string | null} [identifier]
   * @param {import('..').BeiControllerOptions | null} [options]
   */
  constructor(identifier, options) {
    const { onProperty, onMove } = check.named(options, ['onProperty', 'onMove'])
    this.#onProperty = callback('onProperty', onProperty)
    this.#onMove = callback('onMove', onMove)
    this.#engine = new Engine('bei', (line) => this.#heard(line))
    this.#engine.send('bei')
    this.newGame(identifier ?? STANDARD)
  }

  /** @param {string} identifier */
  newGame(identifier) {
    const name = word('identifier', identifier)
    let game = this.#game
    try {
      game = new Game('boost', { identifier: name })
    } catch (error) {
      // The engine says that it is unknown.
      if (!(error instanceof BoardwrightError && error.code === 'invalid_option')) throw error
    }
    this.#engine.send(`newgame ${name}`)
    this.#game = game
  }

  /** @param {number} strength */
  setStrength(strength) {
    this.#engine.send(`setoption strength ${integer('strength', strength)}`)
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  setWeight(name, value) {
    this.#engine.send(`setoption ${word('name', name)} ${integer('value', value)}`)
  }

  /** @param {number} depth */
  setDepth(depth) {
    this.#engine.send(`setoption depth ${integer('depth', depth)}`)
  }

  /**
   * @param {string} position
   * @param {readonly string[]} [taboo]
   */
  setLine(position, taboo) {
    const earlier = check.texts('taboo', taboo)
    // The engine would say the same, but in a log.
    this.#known().parse(position, { history: earlier })
    this.#engine.send(['setline', position, ...earlier].join(' '))
  }

  /** @param {number} turns */
  ponder(turns) {
    this.#known()
    if (integer('turns', turns) < 0) throw invalid(`turns: takes an integer from 0, not ${turns}`)
    this.#engine.send(`ponder ${turns}`)
  }

  go() {
    this.#go({ wanted: true })
  }

  /** @returns {Promise<import('..').BeiMove | null>} */
  think() {
    return new Promise((resolve, reject) => {
      this.#go({ wanted: true, resolve, reject })
      awaited.add(this)
      jobs.hold()
    })
  }

  /** @param {Going} going */
  #go(going) {
    this.#known()
    if (this.closed) throw new BoardwrightError('cancelled', 'the controller was closed')
    // What it says is heard when the event loop turns, never in between.
    this.#engine.send('go')
    this.#going.push(going)
  }

  /** @param {{ readonly wantMove?: boolean | undefined } | null} [options] */
  stop(options) {
    const { wantMove = true } = check.named(options, ['wantMove'])
    if (typeof wantMove !== 'boolean') {
      throw invalid(`wantMove: takes true or false, not ${check.kind(wantMove)}`)
    }
    if (!wantMove) for (const going of this.#going) going.wanted = false
    this.#engine.send('stop')
  }

  get closed() {
    return this.#engine.closed
  }

  close() {
    this.#engine.close()
    for (const going of this.#going.splice(0)) {
      going.reject?.(new BoardwrightError('cancelled', 'the controller was closed'))
      this.#answered(going)
    }
  }

  #known() {
    if (this.#game === null) throw invalid('there is no game yet: newGame begins one')
    return this.#game
  }

  /** @param {Going} going */
  #answered(going) {
    if (going.resolve === undefined) return
    jobs.unref()
    if (!this.#going.some(({ resolve }) => resolve !== undefined)) awaited.delete(this)
  }

  /** @param {string} line */
  #heard(line) {
    const [kind = '', ...words] = line.split(' ')
    if (kind === 'move') {
      this.#moved(words)
    } else if (kind === 'id') {
      const [name = '', ...value] = words
      this.#onProperty?.(name, value.join(' '))
    } else {
      this.#onProperty?.(kind, words.join(' '))
    }
  }

  /** @param {string[]} words */
  #moved([score, move = '', ...equals]) {
    const going = this.#going.shift()
    if (going === undefined) return
    const told = going.wanted ? { score: Number(score), move, equals } : null
    going.resolve?.(told)
    this.#answered(going)
    if (told !== null) this.#onMove?.(told)
  }

  [INSPECT]() {
    return 'BeiController()'
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(BeiController.prototype, Symbol.dispose, {
    /** @this {BeiController} */
    value() {
      this.close()
    },
    configurable: true,
    writable: true,
  })
}

/**
 * @template T
 * @param {string} name
 * @param {T} value
 * @returns {T | undefined}
 */
function callback(name, value) {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'function') return value
  throw invalid(`${name}: takes a function, not ${check.kind(value)}`)
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function integer(name, value) {
  const given = check.integer(name, value ?? NaN)
  if (given !== undefined && Number.isSafeInteger(given)) return given
  throw invalid(`${name}: takes an integer of at most 2^53 - 1`)
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function word(name, value) {
  const text = check.text(name, value)
  if (/^\S+$/.test(text)) return text
  throw invalid(`${name}: takes a word without spaces`)
}

exports.BeiController = BeiController
