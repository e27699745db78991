'use strict'

// The main lines of many games as typed arrays.

const check = require('./check')
const { INSPECT, CONSTRUCT, made } = require('./common')
const { invalid } = require('./errors')
const { Game } = require('./game')
const jobs = require('./jobs')
const { native } = require('./native')
const { bytesOf, renamed, sourceOf } = require('./records')
const { Rules } = require('./rules')

const NO_CLOCK = -1
const NO_EVAL = -(2 ** 15)
const MATE = 32_000
const NO_RESULT = -128

const decoder = new TextDecoder()

class Texts {
  #bytes
  #offsets

  /**
   * @param {unknown} secret
   * @param {{ bytes: Uint8Array, offsets: Float64Array }} arrays
   */
  constructor(secret, { bytes, offsets }) {
    made(secret, 'readColumns()')
    this.#bytes = bytes
    this.#offsets = offsets
  }

  get bytes() {
    return this.#bytes
  }

  get offsets() {
    return this.#offsets
  }

  get length() {
    return this.#offsets.length - 1
  }

  /** @param {number} index */
  at(index) {
    const place = index < 0 ? index + this.length : index
    const [start, end] = [this.#offsets[place], this.#offsets[place + 1]]
    return start === undefined || end === undefined
      ? undefined
      : decoder.decode(this.#bytes.subarray(start, end))
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i += 1) yield /** @type {string} */ (this.at(i))
  }
}

class Columns {
  #arrays
  #starts
  #fens
  #headers
  #damages

  /**
   * @param {unknown} secret
   * @param {import('./native-types').ColumnArrays} arrays
   * @param {readonly string[]} names
   */
  constructor(secret, arrays, names) {
    made(secret, 'readColumns()')
    this.#arrays = arrays
    this.#starts = new Texts(CONSTRUCT, arrays.starts)
    this.#fens = new Texts(CONSTRUCT, arrays.fens)
    this.#headers = Object.fromEntries(
      arrays.headers.map((header, i) => [names[i], new Texts(CONSTRUCT, header)]),
    )
    /** @type {readonly import('..').Damage[]} */
    this.#damages = JSON.parse(arrays.damages)
  }

  get lines() {
    return this.#arrays.lines
  }

  get results() {
    return this.#arrays.results
  }

  get plyOffsets() {
    return this.#arrays.plyOffsets
  }

  get moves() {
    return this.#arrays.moves
  }

  get clocks() {
    return this.#arrays.clocks
  }

  get evals() {
    return this.#arrays.evals
  }

  get boards() {
    return this.#arrays.boards
  }

  get starts() {
    return this.#starts
  }

  get fens() {
    return this.#fens
  }

  get headers() {
    return this.#headers
  }

  get damages() {
    return this.#damages
  }

  get length() {
    return this.results.length
  }

  [INSPECT]() {
    return `Columns(${this.length} games, ${this.moves.length} plies)`
  }
}

/** Bytes that are gathered before they are read: lines one by one would cost a job each. */
const PORTION = 1 << 18

/**
 * Columns of a source that gives parts, which is never held whole.
 *
 * @param {Iterator<unknown> | AsyncIterator<unknown>} parts
 * @param {string} given
 * @param {number | undefined} limit
 * @param {AbortSignal | undefined} signal
 * @param {((bytes: number) => void) | null | undefined} progress
 */
async function fed(parts, given, limit, signal, progress) {
  const slot = native.columnsFeed(given, limit)
  let last = 0
  /** @type {Uint8Array[]} */
  let gathered = []
  let length = 0
  /** @param {Uint8Array} bytes */
  const feed = async (bytes) => {
    const arrays = await jobs.run(
      { signal },
      (context, job) => native.columnsFed(context, job, slot, bytes),
      () => native.columnsFedTake(slot),
    )
    const done = native.columnsFedDone(slot)
    if (done !== last) progress?.(done)
    last = done
    return arrays
  }
  try {
    for (;;) {
      const { done, value } = await parts.next()
      if (!done) {
        const bytes = bytesOf(value)
        // What was given can be changed before it is read.
        gathered.push(Uint8Array.from(bytes))
        length += bytes.length
        if (length < PORTION) continue
      }
      if (length > 0) {
        const arrays = await feed(Buffer.concat(gathered))
        ;[gathered, length] = [[], 0]
        if (arrays !== null) return arrays
      }
      if (done) {
        const arrays = await feed(new Uint8Array())
        if (arrays !== null) return arrays
      }
    }
  } finally {
    // One that is left before its end closes its source; after the end nothing happens.
    await parts.return?.()
  }
}

/**
 * @param {any} source
 * @param {import('..').ColumnOptions | null} [options]
 * @returns {Promise<Columns>}
 */
async function readColumns(source, options) {
  const { signal, progress, deadline, ...rest } = check.object(options)
  if (progress !== undefined && progress !== null && typeof progress !== 'function') {
    throw invalid(`progress: takes a function, not ${check.kind(progress)}`)
  }
  const names = check.texts('headers', rest.headers)
  const given = renamed(rest)
  const limit = check.milliseconds('deadline', deadline)
  jobs.signalOf(signal)?.throwIfAborted()
  const { path, bytes, now, later } = sourceOf(source)
  const parts = later ?? now
  if (parts !== undefined) {
    return new Columns(CONSTRUCT, await fed(parts, given, limit, signal, progress), names)
  }
  /** @type {import('./native-types').ColumnsHandle | undefined} */
  let slot
  return jobs.run(
    { signal },
    (context, job) => {
      slot = native.columns(context, job, path, bytes, given, limit)
    },
    () => new Columns(CONSTRUCT, native.columnsTake(/** @type {any} */ (slot)), names),
    undefined,
    () => {
      if (slot === undefined) return
      const done = native.columnsDone(slot)
      progress?.(done)
    },
  )
}

/**
 * @param {number} code
 * @param {string | import('./game').Game | null} [game]
 */
function moveText(code, game) {
  const number = check.integer('code', code)
  if (number === undefined || number < 0 || number > 0xffff) {
    throw invalid(`code: takes an integer from 0 to 65535, not ${check.kind(code)}`)
  }
  const rules =
    game instanceof Game
      ? Rules.of(game.name, check.options(game.options))
      : Rules.of(check.text('game', game ?? 'chess'), '{}')
  return native.columnMoveText(rules.handle, number)
}

module.exports = {
  Columns,
  MATE,
  NO_CLOCK,
  NO_EVAL,
  NO_RESULT,
  Texts,
  moveText,
  readColumns,
}
