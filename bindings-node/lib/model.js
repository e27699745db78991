'use strict'

// Language models at the seats of a table. The library makes the prompts, reads the answers and
// chooses the endpoint; here the calls are made, by fetch or by a function that is given.

const check = require('./check')
const { INSPECT } = require('./common')
const { BoardwrightError, invalid } = require('./errors')
const { native } = require('./native')
const observations = require('./observation')

/** @typedef {import('..').LanguageModelCall} Call */
/** @typedef {import('..').LanguageModelResponse} Response */
/** @typedef {import('./native-types').TurnHandle} Turn */
/** @typedef {import('./native-types').ToldHandle} Told */

/** The bytes of a response that are read; the library takes no larger one. */
const LARGEST = 1 << 20

/** @param {string} name */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * A map with the library's names.
 *
 * @param {unknown} given
 * @param {string} what
 */
function named(given, what) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid(`${what}: takes an object`)
  }
  /** @type {Record<string, unknown>} */
  const out = {}
  for (const [name, value] of Object.entries(given)) {
    const known = snake(name)
    if (Object.hasOwn(out, known)) throw invalid(`${name} is given twice`)
    if (value !== undefined) out[known] = value
  }
  return out
}

/**
 * Makes a call by fetch.
 *
 * @param {Call} call
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
async function byFetch({ method, url, headers, body }, signal) {
  const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
  const parts = []
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.length
    if (length > LARGEST) break
  }
  const text = Buffer.concat(parts).toString()
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
}

/** @param {unknown} error */
function message(error) {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.name}: ${error.message}${cause}`
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 */
function wait(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(undefined)
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve(undefined)
    }
  })
}

/**
 * Answers a question of a table.
 *
 * @type {(model: LanguageModel, told: Told, signal: AbortSignal) => Promise<unknown>}
 */
let answered

/** A player by language models, which sits at a table as a bot of the host's own. */
class LanguageModel {
  #model
  /** @type {NonNullable<import('..').LanguageModelOptions['send']>} */
  #send

  /** @param {import('..').LanguageModelOptions} options */
  constructor(options) {
    const { send, endpoints, ...rest } = named(options, 'options')
    if (send !== undefined && typeof send !== 'function') throw invalid('send: takes a function')
    if (!Array.isArray(endpoints)) throw invalid('endpoints: takes a list of endpoints')
    const all = endpoints.map((endpoint, i) => named(endpoint, `endpoints[${i}]`))
    this.#model = native.modelNew(check.options({ ...rest, endpoints: all }))
    this.#send = /** @type {any} */ (send) ?? byFetch
  }

  static {
    answered = async (model, told, signal) => {
      const step = await model.#endOf(native.modelAsk(model.#model, told), signal)
      if (step.step === 'answer') return step.answer
      throw new BoardwrightError('bot_failed', step.reason)
    }
  }

  async preflight() {
    const { endpoints } = await this.#endOf(native.modelPreflight(this.#model), undefined)
    return endpoints
  }

  [INSPECT]() {
    return `LanguageModel(${this.models.join(', ')})`
  }

  /** @param {import('..').Observation} observation */
  prompt(observation) {
    const handle = observations.handleOf(observation)
    if (handle === undefined) throw invalid('prompt: takes an Observation')
    return JSON.parse(native.modelPrompt(this.#model, handle))
  }

  get models() {
    return native.modelNames(this.#model)
  }

  get stats() {
    return JSON.parse(native.modelStats(this.#model))
  }

  transcript() {
    return JSON.parse(native.modelTranscript(this.#model))
  }

  /**
   * Carries the steps out until the last one.
   *
   * @param {Turn} turn
   * @param {AbortSignal | undefined} signal
   */
  async #endOf(turn, signal) {
    try {
      let reply
      for (;;) {
        signal?.throwIfAborted()
        const step = JSON.parse(native.turnStep(turn, Math.floor(performance.now()), reply))
        reply = undefined
        if (step.step === 'call') reply = JSON.stringify(await this.#reply(step, signal))
        else if (step.step === 'wait') await wait(step.wait, signal)
        else return step
      }
    } finally {
      native.turnCancel(turn)
    }
  }

  /**
   * Makes a call, and returns its outcome.
   *
   * @param {Call} call
   * @param {AbortSignal | undefined} signal
   */
  async #reply(call, signal) {
    const late = AbortSignal.timeout(call.timeout)
    const either = signal === undefined ? late : AbortSignal.any([late, signal])
    try {
      const { status, headers, body } = await this.#send(call, either)
      const after = Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after')
      return { status, headers: after ? { 'retry-after': after[1] } : {}, body }
    } catch (error) {
      signal?.throwIfAborted()
      if (late.aborted) return { error: 'timeout' }
      return { error: 'connection', message: message(error) }
    }
  }
}

exports.LanguageModel = LanguageModel
exports.answered = answered
