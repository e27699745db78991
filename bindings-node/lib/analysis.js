'use strict'

// The infos of a bot that thinks, as an asynchronous iterator.

const { INSPECT, made } = require('./common')
const { single } = require('./compare')
const jobs = require('./jobs')
const { native } = require('./native')

/**
 * Queues the analysis.
 *
 * @typedef {(
 *   context: import('./native-types').JobContextHandle,
 *   job: number,
 * ) => import('./native-types').EventQueueHandle} Submit
 *
 * @typedef {IteratorResult<import('..').Info, import('..').Decision | null>} Result
 */

/**
 * One run of an analysis: what the job, the signal and those who wait have in common.
 * It knows nothing of the iterator, so that an iterator which nobody uses any more is
 * collected, and its search stopped.
 */
class Run {
  /** @type {import('..').Decision | null} */
  decision = null
  /** The failure that the next call is told, once. */
  /** @type {{ error: unknown } | null} */
  #failure = null
  /** True if nothing more is to be told. */
  #over = false
  /** @type {ReturnType<typeof jobs.begin<import('./native-types').EventQueueHandle>> | null} */
  #job = null
  /** @type {{ resolve: (result: Result) => void, reject: (error: unknown) => void }[]} */
  #waiting = []
  /** Called when the search has ended. */
  /** @type {(() => void)[]} */
  #ends = []
  #running = false
  #signal
  #submit

  /**
   * @param {AbortSignal | undefined} signal
   * @param {Submit} submit
   */
  constructor(signal, submit) {
    this.#signal = signal
    this.#submit = submit
  }

  /** @returns {Promise<Result>} */
  next() {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      jobs.hold()
      if (this.#job === null && !this.#over) this.#begin()
      this.#serve()
    })
  }

  #begin() {
    if (this.#signal?.aborted) {
      this.#fail(this.#signal.reason)
      return
    }
    try {
      this.#job = jobs.begin(
        {
          told: () => this.#serve(),
          done: (text, queued) => {
            if (!this.#over) this.decision = { ...JSON.parse(text), queued }
            this.#ended()
          },
          failed: (error) => {
            if (!this.#over) this.#failure = { error }
            this.#ended()
          },
        },
        this.#submit,
      )
      this.#running = true
      this.#signal?.addEventListener('abort', this.#aborted, { once: true })
    } catch (error) {
      this.#fail(error)
    }
  }

  #aborted = () => {
    this.#fail(this.#signal?.reason)
    this.stop()
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#failure = { error }
    this.#over = true
  }

  #ended() {
    this.#running = false
    this.#signal?.removeEventListener('abort', this.#aborted)
    for (const end of this.#ends.splice(0)) end()
    this.#serve()
  }

  /** Gives those who wait what there is. */
  #serve() {
    while (this.#waiting.length > 0) {
      const result = this.#result()
      if (result === null) return
      const waits = this.#waiting.shift()
      jobs.unref()
      if ('error' in result) waits?.reject(result.error)
      else waits?.resolve(result)
    }
  }

  /** @returns {Result | { error: unknown } | null} */
  #result() {
    const told = this.#over || this.#job === null ? null : native.eventQueueTake(this.#job.begun)
    if (told !== null) return { done: false, value: JSON.parse(told) }
    const failure = this.#failure
    this.#failure = null
    if (this.#over || failure !== null || !this.#running) this.#over = true
    if (failure !== null) return failure
    return this.#over ? { done: true, value: this.decision } : null
  }

  /** Stops the search; nothing more is told but a failure that nobody has heard of. */
  stop() {
    this.#over = true
    if (this.#running) this.#job?.cancel()
    this.#signal?.removeEventListener('abort', this.#aborted)
    this.#serve()
  }

  conclude() {
    if (this.#running) this.#job?.conclude()
  }

  /** Resolves once the search has ended, so that the bot is free. */
  ended() {
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => {
      if (!this.#running) {
        resolve()
        return
      }
      jobs.hold()
      this.#ends.push(() => {
        jobs.unref()
        resolve()
      })
    })
    return ended
  }
}

/** @type {FinalizationRegistry<Run>} */
const abandoned = new FinalizationRegistry((run) => run.stop())

class Analysis {
  uncloneable = single('Analysis')
  #run

  /**
   * @param {unknown} secret
   * @param {AbortSignal | undefined} signal
   * @param {Submit} submit
   */
  constructor(secret, signal, submit) {
    made(secret, 'bot.analyse()')
    this.#run = new Run(signal, submit)
    abandoned.register(this, this.#run)
  }

  get decision() {
    return this.#run.decision
  }

  next() {
    return this.#run.next()
  }

  /** @param {import('..').Decision | null} [value] */
  async return(value = null) {
    this.#run.stop()
    await this.#run.ended()
    return { done: true, value }
  }

  /** @param {unknown} [error] */
  async throw(error) {
    this.#run.stop()
    await this.#run.ended()
    throw error
  }

  conclude() {
    this.#run.conclude()
  }

  [Symbol.asyncIterator]() {
    return this
  }

  [INSPECT]() {
    return 'Analysis()'
  }
}

if (typeof Symbol.asyncDispose === 'symbol') {
  Object.defineProperty(Analysis.prototype, Symbol.asyncDispose, {
    /** @this {Analysis} */
    async value() {
      await this.return()
    },
    configurable: true,
    writable: true,
  })
}

exports.Analysis = Analysis
