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

/**
 * A source as a path or as bytes: what gives parts is read whole.
 *
 * @param {any} source
 * @returns {Promise<{ path?: string, bytes?: Uint8Array }>}
 */
async function whole(source) {
  const { path, bytes, now, later } = sourceOf(source)
  const parts = later ?? now
  if (parts === undefined) return { path, bytes }
  const read = []
  for (;;) {
    const { done, value } = await parts.next()
    if (done) return { bytes: Buffer.concat(read) }
    read.push(bytesOf(value))
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
  const { path, bytes } = await whole(source)
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
