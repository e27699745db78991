'use strict'

// Tournaments whose games others play: a queue of jobs, and the call that does one.

const { given } = require('./arena-options')
const check = require('./check')
const { INSPECT, shown } = require('./common')
const { invalid } = require('./errors')
const jobs = require('./jobs')
const { native } = require('./native')

/** Milliseconds of a clock that nobody sets. */
const monotonic = () => performance.now()

/**
 * A job or a result as JSON. Integers beyond 2^53 become their digits, as seeds may be given.
 *
 * @param {string} name
 * @param {unknown} value
 * @returns {string}
 */
function document(name, value) {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`${name}: takes an object or a text of JSON, not ${check.kind(value)}`)
  }
  try {
    return JSON.stringify(value, (key, part) => {
      if (typeof part === 'bigint') return String(part)
      // It would become null, which stands for what is not given.
      if (typeof part === 'number' && !Number.isFinite(part)) {
        throw invalid(`${key}: cannot be ${part}`)
      }
      return part
    })
  } catch (error) {
    throw invalid(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}

/** A tournament whose games are jobs for others. */
class JobQueue {
  #handle
  #now

  /**
   * @param {unknown} occasion
   * @param {unknown} game
   * @param {unknown} players
   * @param {unknown} [options]
   */
  constructor(occasion, game, players, options) {
    const { lease, now, ...rest } = check.object(options)
    if (now !== undefined && now !== null && typeof now !== 'function') {
      throw invalid(`now: takes a function, not ${check.kind(now)}`)
    }
    this.#now = now ?? monotonic
    this.#handle = native.queueOpen(
      check.text('occasion', occasion),
      given(undefined, game, players, rest),
      check.milliseconds('lease', lease),
    )
  }

  get over() {
    return native.queueOver(this.#handle)
  }

  get waiting() {
    return native.queueWaiting(this.#handle)
  }

  get out() {
    return native.queueOut(this.#handle)
  }

  acquire() {
    const now = this.#now()
    if (typeof now !== 'number' || !Number.isFinite(now) || now < 0) {
      throw invalid(`now: gives milliseconds from 0, not ${check.kind(now)}`)
    }
    const job = native.queueAcquire(this.#handle, now)
    return job === null ? null : JSON.parse(job)
  }

  /** @param {unknown} result */
  submit(result) {
    const game = native.queueSubmit(this.#handle, document('result', result))
    return game === null ? null : JSON.parse(game)
  }

  /** @param {unknown} id */
  release(id) {
    return native.queueRelease(this.#handle, check.text('id', id))
  }

  report() {
    return JSON.parse(native.queueReport(this.#handle))
  }

  close() {
    native.queueClose(this.#handle)
  }

  [INSPECT]() {
    return shown('JobQueue', () => `JobQueue(${this.waiting} waiting, ${this.out} out)`)
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(JobQueue.prototype, Symbol.dispose, {
    value: JobQueue.prototype.close,
    configurable: true,
    writable: true,
  })
}

/**
 * Does a job on the library's own pool.
 *
 * @param {unknown} job
 * @param {unknown} [options]
 * @returns {Promise<import('..').JobResult>}
 */
async function runJob(job, options) {
  const { programs, signal } = check.named(options, ['programs', 'signal'])
  if (programs !== undefined && programs !== null && typeof programs !== 'boolean') {
    throw invalid(`programs: takes true or false, not ${check.kind(programs)}`)
  }
  const text = document('job', job)
  return jobs.run(
    { signal },
    (context, number) => native.runJob(context, number, text, programs ?? false),
    (result) => result,
  )
}

module.exports = { JobQueue, runJob }
