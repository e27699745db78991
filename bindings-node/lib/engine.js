'use strict'

// Engines that speak a protocol, in this process: a line in, lines out.

const check = require('./check')
const { INSPECT } = require('./common')
const { single } = require('./compare')
const { invalid } = require('./errors')
const jobs = require('./jobs')
const { native } = require('./native')

class Engine {
  uncloneable = single('Engine')
  /** @type {import('./native-types').EngineHandle} */
  #handle
  /** @type {(line: string) => void} */
  #onLine
  #referenced = false

  /**
   * @param {string} protocol
   * @param {(line: string) => void} onLine
   */
  constructor(protocol, onLine) {
    const name = check.text('protocol', protocol)
    if (typeof onLine !== 'function') {
      throw invalid(`onLine: takes a function, not ${check.kind(onLine)}`)
    }
    this.#onLine = onLine
    // What waits for its lines does not keep it alive.
    const own = new WeakRef(this)
    const told = () => {
      const engine = own.deref()
      if (engine !== undefined) engine.#hear()
    }
    const { begun } = jobs.begin({ told, done() {}, failed() {} }, (context, job) =>
      native.engine(context, job, name),
    )
    this.#handle = begun
  }

  #hear() {
    const said = native.engineTake(this.#handle)
    if (said === '') return
    for (const line of said.split('\n')) {
      try {
        this.#onLine(line)
      } catch (error) {
        // As of any event: nobody's call is on the stack who could catch it.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  get protocol() {
    return native.engineProtocol(this.#handle)
  }

  get closed() {
    return native.engineClosed(this.#handle)
  }

  /** @param {string} text */
  send(text) {
    native.engineSend(this.#handle, check.text('line', text))
    // After its protocol's word for the end nothing more is to come.
    if (this.#referenced && this.closed) this.unref()
  }

  ref() {
    if (!this.#referenced && !this.closed) {
      this.#referenced = true
      jobs.hold()
    }
    return this
  }

  unref() {
    if (this.#referenced) {
      this.#referenced = false
      jobs.unref()
    }
    return this
  }

  close() {
    native.engineClose(this.#handle)
    this.unref()
  }

  [INSPECT]() {
    return `Engine(${this.protocol})`
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(Engine.prototype, Symbol.dispose, {
    /** @this {Engine} */
    value() {
      this.close()
    },
    configurable: true,
    writable: true,
  })
}

const protocols = () => native.protocols()

exports.Engine = Engine
exports.protocols = protocols
