'use strict'

// Promises of jobs. The addon runs a job on the library's own pool and calls
// `settle` with its number when it has ended, whatever became of it; who waits for
// which number is known here.

const check = require('./check')
const { BoardwrightError, invalid } = require('./errors')
const { native } = require('./native')

/**
 * @typedef {object} Waiting
 * @property {(text: string, queued: number) => void} done
 * @property {(error: unknown) => void} failed
 * @property {() => void} [told] there is something to take before the end
 * @property {object} [keep] what must not be collected before the end
 */

/** @type {Map<number, Waiting>} */
const waiting = new Map()

const context = native.attach((job, code, text, queued) => {
  const waits = waiting.get(job)
  // Nobody waits for a job that was aborted.
  if (waits === undefined) return
  if (code === 'told') waits.told?.()
  else if (code === undefined || code === null) waits.done(text, queued)
  else waits.failed(new BoardwrightError(code, text))
})

/**
 * Asks a job to stop, if it has not ended; it still answers.
 *
 * @param {number} job
 */
const cancel = (job) => native.cancel(context, job)

let last = 0
let held = 0

/** Keeps the process alive: somebody waits. */
function hold() {
  held += 1
  if (held === 1) native.hold(context)
}

/** Takes back one {@link hold}. */
function unref() {
  held -= 1
  if (held === 0) native.release(context)
}

/**
 * Starts to wait for a job; the process stays alive until nobody waits.
 *
 * @param {number} job
 * @param {Waiting} waits
 */
function wait(job, waits) {
  hold()
  waiting.set(job, waits)
}

/** @param {number} job */
function stopWaiting(job) {
  if (waiting.delete(job)) unref()
}

/**
 * Starts a job that tells something before its end. It keeps the process alive only
 * while somebody holds it.
 *
 * @template T
 * @param {Waiting} waits
 * @param {(context: import('./native-types').JobContextHandle, job: number) => T} submit
 */
function begin(waits, submit) {
  const job = ++last
  waiting.set(job, {
    told: waits.told,
    done(text, queued) {
      waiting.delete(job)
      waits.done(text, queued)
    },
    failed(error) {
      waiting.delete(job)
      waits.failed(error)
    },
  })
  try {
    const begun = submit(context, job)
    return {
      begun,
      cancel: () => cancel(job),
      conclude: () => native.conclude(context, job),
    }
  } catch (error) {
    waiting.delete(job)
    throw error
  }
}

/**
 * @param {any} value
 * @returns {AbortSignal | undefined}
 */
function signalOf(value) {
  if (value === undefined || value === null) return undefined
  if (typeof value?.aborted === 'boolean' && typeof value.addEventListener === 'function') {
    return value
  }
  throw invalid(`signal: takes an AbortSignal, not ${check.kind(value)}`)
}

/**
 * Runs a job. Whatever goes wrong rejects the promise, wrong arguments included.
 *
 * @template T
 * @param {{ readonly signal?: any }} options
 * @param {(context: import('./native-types').JobContextHandle, job: number) => void} submit
 * @param {(result: any, queued: number) => T} read makes the answer of the result and
 *   of how many milliseconds the job was queued
 * @param {object} [keep] what must not be collected before the end
 * @param {() => void} [told] called when there is something to take before the end; what it
 *   throws ends the job
 * @returns {Promise<T>}
 */
function run(options, submit, read, keep, told) {
  return new Promise((resolve, reject) => {
    const signal = signalOf(options.signal)
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const job = ++last
    const ended = () => {
      stopWaiting(job)
      signal?.removeEventListener('abort', aborted)
    }
    const aborted = () => {
      ended()
      cancel(job)
      reject(signal?.reason)
    }
    wait(job, {
      done(text, queued) {
        ended()
        try {
          resolve(read(JSON.parse(text), queued))
        } catch (error) {
          reject(error)
        }
      },
      told() {
        try {
          told?.()
        } catch (error) {
          ended()
          cancel(job)
          reject(error)
        }
      },
      failed(error) {
        ended()
        reject(error)
      },
      ...(keep && { keep }),
    })
    try {
      submit(context, job)
      signal?.addEventListener('abort', aborted, { once: true })
    } catch (error) {
      ended()
      reject(error)
    }
  })
}

/**
 * @param {{ threads?: number, maxQueue?: number, hashMb?: number }} options
 */
function configure(options) {
  const { threads, maxQueue, hashMb } = check.named(options, ['threads', 'maxQueue', 'hashMb'])
  native.configure(
    check.integer('threads', threads),
    check.integer('maxQueue', maxQueue),
    check.integer('hashMb', hashMb),
  )
}

/** @returns {import('..').Statistics} */
const statistics = () => JSON.parse(native.statistics())

/** @returns {import('..').JobInfo[]} */
const jobs = () => JSON.parse(native.jobs())

/** @param {number} id */
const cancelJob = (id) => native.cancelJob(check.integer('id', id))

module.exports = {
  begin,
  cancel,
  cancelJob,
  configure,
  hold,
  jobs,
  unref,
  run,
  signalOf,
  statistics,
}
