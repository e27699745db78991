'use strict'

// Records of games: read one after the other, asked, written.

const check = require('./check')
const { CONSTRUCT, INSPECT, made } = require('./common')
const { single } = require('./compare')
const { BoardwrightError, invalid } = require('./errors')
const jobs = require('./jobs')
const { native } = require('./native')
const { Rules } = require('./rules')
const states = require('./state')

/** Games that a job reads before the loop gets its turn. */
const BATCH = 64

/** The library's names for what JavaScript names otherwise. */
const NAMES = new Map([
  ['onDamage', 'on_damage'],
  ['playOn', 'play_on'],
  ['lenientFen', 'lenient_fen'],
  ['nullMoves', 'null_moves'],
  ['requireResult', 'require_result'],
  ['bareClocks', 'bare_clocks'],
])

/**
 * Options with the library's names, as JSON.
 *
 * @param {Record<string, unknown>} given
 */
function renamed(given) {
  /** @type {Record<string, unknown>} */
  const named = {}
  for (const [name, value] of Object.entries(given)) {
    if (name.includes('_')) throw invalid(`there is no option ${JSON.stringify(name)}`)
    named[NAMES.get(name) ?? name] = value
  }
  return check.options(named)
}

/** @param {any} state */
const stateOf = (state) => new states.State(CONSTRUCT, state, Rules.ofState(state))

class GameRecord {
  uncloneable = single('Record')
  /** @type {import('./native-types').RecordHandle} */
  #handle
  /** @type {{ line: number, tags: Readonly<{ [name: string]: string }>, result: any } | undefined} */
  #head

  /**
   * @param {symbol} secret
   * @param {import('./native-types').RecordHandle} handle
   */
  constructor(secret, handle) {
    made(secret, 'readGames() and GameRecord.of()')
    this.#handle = handle
  }

  /**
   * @param {import('./state').State} start
   * @param {any} moves
   * @param {import('..').RecordOptions | null} [options]
   */
  static of(start, moves, options) {
    const { tags, result, style, clocks, comments } = check.named(options, [
      'tags',
      'result',
      'style',
      'clocks',
      'comments',
    ])
    const state = states.handleOf(start)
    if (state === undefined) throw invalid(`start: takes a State, not ${check.kind(start)}`)
    const pairs = Object.entries(check.object(tags)).flatMap(([name, value]) => [
      name,
      check.text(name, value),
    ])
    const given = annotated(moves, clocks, comments)
    const end = result === undefined || result === null ? undefined : check.text('result', result)
    const made = native.record(state, given, pairs, end, check.style(style))
    return new GameRecord(CONSTRUCT, made)
  }

  #told() {
    if (this.#head === undefined) {
      const { line, tags, result } = JSON.parse(native.recordHead(this.#handle))
      // The first of two stands, as in every language.
      const named = Object.fromEntries(tags.reverse())
      const ordered = Object.fromEntries(
        tags.reverse().map((/** @type {[string, string]} */ [name]) => [name, named[name]]),
      )
      this.#head = { line, tags: Object.freeze(ordered), result }
    }
    return this.#head
  }

  get line() {
    return this.#told().line
  }

  get tags() {
    return this.#told().tags
  }

  get result() {
    return this.#told().result
  }

  get game() {
    return this.start.game
  }

  get start() {
    return stateOf(native.recordStart(this.#handle))
  }

  /** @param {number | null} [node] */
  state(node) {
    return stateOf(native.recordState(this.#handle, check.integer('node', node)))
  }

  /**
   * @param {string | null} [style]
   * @returns {string[]}
   */
  moves(style) {
    return JSON.parse(native.recordMoves(this.#handle, check.style(style)))
  }

  /**
   * @param {string | null} [style]
   * @returns {import('..').RecordTree}
   */
  tree(style) {
    return JSON.parse(native.recordTree(this.#handle, check.style(style)))
  }

  get clocks() {
    return this.#line().map(({ clock }) => clock)
  }

  get evals() {
    return this.#line().map(({ eval: centipawns }) => centipawns)
  }

  /** The nodes of the main line. */
  #line() {
    const line = []
    /** @type {number | null} */
    let at = null
    for (const [index, node] of this.tree().nodes.entries()) {
      if (node.parent !== at) continue
      line.push(node)
      at = index
    }
    return line
  }

  /** @param {import('..').PgnOptions | null} [options] */
  pgn(options) {
    return native.recordPgn(this.#handle, check.options(options))
  }

  toString() {
    return this.pgn()
  }

  [INSPECT]() {
    const { White = '?', Black = '?' } = this.tags
    return `GameRecord(${White} - ${Black})`
  }
}

/**
 * Moves as JSON, with clocks and comments put to them.
 *
 * @param {any} moves
 * @param {any} clocks
 * @param {any} comments
 */
function annotated(moves, clocks, comments) {
  if (!Array.isArray(moves)) {
    if (clocks || comments) throw invalid('clocks, comments: go with an array of moves')
    const { comments: before = [], nodes = [], ...rest } = check.object(moves)
    const further = Object.keys(rest)
    if (further.length > 0) throw invalid(`moves: there is no ${further.join(', ')}`)
    return `{"comments":${plain(before)},"nodes":${plain(nodes)}}`
  }
  for (const [name, list] of Object.entries({ clocks, comments })) {
    if (list === undefined || list === null) continue
    if (!Array.isArray(list)) throw invalid(`${name}: takes an array, not ${check.kind(list)}`)
    if (list.length !== moves.length) {
      throw invalid(`${name}: ${list.length} for ${moves.length} moves`)
    }
  }
  if (!clocks && !comments) return plain(moves)
  const noted = moves.map((move, i) => ({
    ...(typeof move === 'string' ? { move } : move),
    clock: clocks?.[i],
    ...(typeof comments?.[i] === 'string' && { comments: [comments[i]] }),
  }))
  return plain(noted)
}

/**
 * A list as JSON, item by item: the bounds of options are not those of a game.
 *
 * @param {unknown} items
 */
function plain(items) {
  if (!Array.isArray(items)) throw invalid(`moves: takes an array, not ${check.kind(items)}`)
  const texts = items.map((item) =>
    typeof item === 'string' ? JSON.stringify(check.text('move', item)) : check.options(item),
  )
  return `[${texts.join()}]`
}

/**
 * A source: a path, bytes, or something that gives parts one after the other.
 *
 * @param {any} source
 */
function sourceOf(source) {
  if (typeof source === 'string') return { path: source }
  if (source instanceof URL) return { path: require('node:url').fileURLToPath(source) }
  if (source instanceof Uint8Array) return { bytes: source }
  if (typeof source?.[Symbol.asyncIterator] === 'function') {
    return { later: source[Symbol.asyncIterator]() }
  }
  if (typeof source?.[Symbol.iterator] === 'function') return { now: source[Symbol.iterator]() }
  throw invalid(
    `source: takes a path, a Uint8Array, or an iterable of texts or bytes, not ${check.kind(source)}`,
  )
}

/**
 * The bytes of a part of a source; nothing for an empty one.
 *
 * @param {unknown} part
 */
function bytesOf(part) {
  if (typeof part === 'string') return Buffer.from(part)
  if (part instanceof Uint8Array) return part
  throw invalid(`source: takes texts or bytes in its parts, not ${check.kind(part)}`)
}

const NOTHING = new Uint8Array()

class GameReader {
  uncloneable = single('GameReader')
  /** @type {import('./native-types').ReaderHandle} */
  #handle
  /** @type {Iterator<unknown> | undefined} */
  #now
  /** @type {AsyncIterator<unknown> | undefined} */
  #later
  /** @type {((damage: import('..').Damage) => void) | undefined} */
  #tell
  /** A promise that settles when nobody reads. */
  #turn = Promise.resolve()

  /**
   * @param {unknown} secret
   * @param {any} source
   * @param {import('..').ReadOptions | null} [options]
   */
  constructor(secret, source, options) {
    made(secret, 'readGames()')
    const { onDamage, ...rest } = check.object(options)
    const given = { ...rest, onDamage }
    if (typeof onDamage === 'function') {
      this.#tell = onDamage
      given.onDamage = 'yield'
    }
    const { path, bytes, now, later } = sourceOf(source)
    this.#now = now
    this.#later = later
    this.#handle = native.reader(path, bytes, renamed(given))
  }

  /**
   * The finding as an item of the iterator; nothing where more must be read.
   *
   * @param {import('./native-types').Found} found
   * @returns {IteratorResult<any, undefined> | undefined}
   */
  #item(found) {
    if (typeof found !== 'string') return { done: false, value: new GameRecord(CONSTRUCT, found) }
    if (found === 'end') return { done: true, value: undefined }
    if (!found.startsWith('{')) return undefined
    const damage = Object.freeze(JSON.parse(found))
    if (this.#tell === undefined) return { done: false, value: damage }
    this.#tell(damage)
    return undefined
  }

  /** @param {IteratorResult<unknown>} part */
  #feed({ done, value }) {
    if (done) return native.readerFeed(this.#handle, NOTHING)
    const bytes = bytesOf(value)
    // No bytes would be the end.
    if (bytes.length > 0) native.readerFeed(this.#handle, bytes)
  }

  /** @returns {IteratorResult<any, undefined>} */
  #next() {
    if (this.#later !== undefined) {
      throw new BoardwrightError('unsupported', 'the source is asynchronous: use for await')
    }
    for (;;) {
      const found = native.readerNext(this.#handle)
      if (found === 'hungry' && this.#now !== undefined) {
        this.#feed(this.#now.next())
        continue
      }
      const item = this.#item(found)
      if (item !== undefined) return item
    }
  }

  /** @returns {Promise<IteratorResult<any, undefined>>} */
  async #nextLater() {
    for (;;) {
      const found = native.readerTake(this.#handle)
      if (found === 'empty' || found === 'pause') {
        await jobs.run(
          {},
          (context, job) => native.readerMany(context, job, this.#handle, BATCH),
          () => undefined,
          this,
        )
      } else if (found === 'hungry') {
        const parts = this.#later ?? this.#now
        if (parts !== undefined) this.#feed(await parts.next())
      } else {
        const item = this.#item(found)
        if (item !== undefined) return item
      }
    }
  }

  [Symbol.iterator]() {
    return {
      next: () => this.#next(),
      // A loop that is left closes its source, where that is an iterator.
      return: () => {
        this.#now?.return?.()
        return { done: /** @type {const} */ (true), value: undefined }
      },
      [Symbol.iterator]() {
        return this
      },
    }
  }

  [Symbol.asyncIterator]() {
    return {
      next: () => {
        const next = this.#turn.then(() => this.#nextLater())
        this.#turn = next.then(
          () => undefined,
          () => undefined,
        )
        return next
      },
      return: async () => {
        await (this.#later ?? this.#now)?.return?.()
        return { done: /** @type {const} */ (true), value: undefined }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  [INSPECT]() {
    return 'GameReader'
  }
}

/**
 * @param {any} source
 * @param {import('..').ReadOptions | null} [options]
 */
const readGames = (source, options) => new GameReader(CONSTRUCT, source, options)

module.exports = { GameReader, GameRecord, bytesOf, readGames, renamed, sourceOf }
