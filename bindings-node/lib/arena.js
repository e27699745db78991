'use strict'

// Matches, tournaments and self-play: promises of their reports, and iterators of their
// finished games.

const { given } = require('./arena-options')
const check = require('./check')
const { INSPECT, CONSTRUCT, made } = require('./common')
const { invalid } = require('./errors')
const jobs = require('./jobs')
const { native } = require('./native')
const { JobQueue, runJob } = require('./queue')
const { elo, estimate, sprt } = require('./ratings')

/**
 * Plays; `told` is called with each finished game.
 *
 * @param {string} occasion
 * @param {unknown} game
 * @param {unknown} players
 * @param {object | null | undefined} options
 * @param {((game: import('..').FinishedGame) => void) | null | undefined} told
 * @returns {Promise<import('..').TournamentReport>}
 */
async function play(occasion, game, players, options, told) {
  const { signal, ...rest } = check.object(options)
  delete rest.progress
  const guests = native.guests()
  const settings = given(guests, game, players, rest)
  /** @type {import('./native-types').FinishedGamesHandle | undefined} */
  let games
  const tell = () => {
    if (games === undefined) return
    // Each is told once, also where a call throws.
    for (const game of JSON.parse(native.arenaTake(games))) told?.(game)
  }
  return jobs.run(
    { signal },
    (context, job) => {
      games = native.arena(context, job, occasion, settings, guests)
    },
    (report) => {
      tell()
      return report
    },
    undefined,
    tell,
  )
}

/**
 * @param {string} occasion
 * @param {unknown} game
 * @param {unknown} players
 * @param {any} options
 */
async function run(occasion, game, players, options) {
  const { progress } = check.object(options)
  if (progress !== undefined && progress !== null && typeof progress !== 'function') {
    throw invalid(`progress: takes a function, not ${check.kind(progress)}`)
  }
  return play(occasion, game, players, options, progress)
}

class Games {
  /** @type {import('..').FinishedGame[]} */
  #waiting = []
  /** @type {(() => void) | undefined} */
  #wake
  #ended = false
  #report
  #abort = new AbortController()
  #length = 0

  /**
   * @param {unknown} secret
   * @param {string} occasion
   * @param {unknown} game
   * @param {unknown} players
   * @param {any} options
   */
  constructor(secret, occasion, game, players, options) {
    made(secret, 'arena.games()')
    const { signal, ...rest } = check.object(options)
    const outer = jobs.signalOf(signal)
    const signals = outer === undefined ? [] : [outer]
    const both = AbortSignal.any([this.#abort.signal, ...signals])
    this.#report = play(occasion, game, players, { ...rest, signal: both }, (finished) => {
      this.#waiting.push(finished)
      this.#length = finished.games
      this.#wake?.()
    })
    const end = () => {
      this.#ended = true
      this.#wake?.()
    }
    // Whoever iterates or awaits the report is told of an error.
    this.#report.then(end, end)
  }

  get report() {
    return this.#report
  }

  get length() {
    return this.#length
  }

  close() {
    this.#abort.abort()
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        const finished = this.#waiting.shift()
        if (finished !== undefined) {
          yield finished
        } else if (this.#ended) {
          break
        } else {
          await new Promise((/** @type {(value?: undefined) => void} */ wake) => {
            this.#wake = wake
          })
        }
      }
      if (!this.#abort.signal.aborted) await this.#report
    } finally {
      // A loop that is left stops the games.
      this.close()
    }
  }

  [INSPECT]() {
    return 'Games'
  }
}

module.exports = {
  Games,
  JobQueue,
  arena: Object.freeze({
    JobQueue,
    elo,
    estimate,
    runJob,
    sprt,
    /**
     * @param {unknown} game
     * @param {unknown} players
     * @param {object | null} [options]
     */
    tournament: (game, players, options) => run('tournament', game, players, options),
    /**
     * @param {unknown} game
     * @param {unknown} a
     * @param {unknown} b
     * @param {object | null} [options]
     */
    match: (game, a, b, options) => run('match', game, [a, b], options),
    /**
     * @param {unknown} game
     * @param {unknown} players
     * @param {object | null} [options]
     */
    selfplay: (game, players, options) => run('selfplay', game, players, options),
    /**
     * @param {string} occasion
     * @param {unknown} game
     * @param {unknown} players
     * @param {object | null} [options]
     */
    games: (occasion, game, players, options) =>
      new Games(CONSTRUCT, check.text('occasion', occasion) ?? '', game, players, options),
  }),
}
