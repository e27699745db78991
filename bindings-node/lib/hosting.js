'use strict'

// A server's requests and tables, from its start to its end.

const check = require('./check')
const { BoardwrightError, invalid } = require('./errors')
const { Table } = require('./table')

class Hosting {
  #save
  #draining = false
  /** @type {Map<string, Table>} */
  #tables = new Map()
  /** The requests whose work can be stopped.
   * @type {Set<AbortController>} */
  #open = new Set()
  /** Signals by the raw response, so that whoever asks twice gets the same one.
   * @type {WeakMap<import('node:http').ServerResponse, AbortSignal>} */
  #signals = new WeakMap()

  /** @param {((table: Table, key: string) => unknown) | undefined} save */
  constructor(save) {
    this.#save = save
  }

  get draining() {
    return this.#draining
  }

  get tables() {
    return new Map(this.#tables)
  }

  /**
   * A signal that is aborted when the client goes away before it has its answer, or when the
   * server closes.
   *
   * @param {import('node:http').ServerResponse} raw
   */
  gone(raw) {
    const known = this.#signals.get(raw)
    if (known !== undefined) return known
    const controller = new AbortController()
    this.#signals.set(raw, controller.signal)
    const closed = () => {
      this.#open.delete(controller)
      if (!raw.writableFinished) {
        controller.abort(new BoardwrightError('cancelled', 'the client has gone'))
      }
    }
    if (raw.closed || raw.destroyed) closed()
    else if (this.#draining) controller.abort(closing())
    else {
      this.#open.add(controller)
      raw.once('close', closed)
    }
    return controller.signal
  }

  /** @param {string} key @param {Table} table */
  hold = (key, table) => {
    if (!(table instanceof Table)) throw invalid(`table: takes a Table, not ${check.kind(table)}`)
    if (this.#draining) throw closing()
    const there = this.#tables.get(check.text('key', key))
    if (there !== undefined && there !== table) {
      throw invalid(`key: there is another table ${JSON.stringify(key)}`)
    }
    this.#tables.set(key, table)
    return table
  }

  /** @param {string} key */
  release = (key) => {
    const table = this.#tables.get(check.text('key', key))
    this.#tables.delete(key)
    return table
  }

  /** Stops what requests wait for; those that go on are answered before {@link close}. */
  drain() {
    this.#draining = true
    for (const controller of this.#open) controller.abort(closing())
    this.#open.clear()
  }

  /** Saves the tables, each even where another cannot be, and ends what their bots are at. */
  async close() {
    this.drain()
    /** @type {unknown[]} */
    const failures = []
    await Promise.all(
      [...this.#tables].map(async ([key, table]) => {
        try {
          table.close()
          await this.#save?.(table, key)
        } catch (error) {
          failures.push(error)
        }
        table.dispose()
      }),
    )
    this.#tables.clear()
    if (failures.length === 1) throw failures[0]
    if (failures.length > 1) throw new AggregateError(failures, 'tables could not be saved')
  }
}

const closing = () => new BoardwrightError('cancelled', 'the server closes')

exports.Hosting = Hosting
