'use strict'

// The plugin for Fastify 5: requests that stop their work when their client goes away, errors
// by code, JSON Schemas, and a server that closes without losing a table. `fastify.mjs` hands
// on the same objects.

const { BoardwrightError } = require('./lib/errors')
const check = require('./lib/check')
const { plugin: named } = require('./lib/fastify-plugin')
const { Hosting } = require('./lib/hosting')
const { schemas } = require('./lib/schemas')
const { answerOf, statusOf } = require('./lib/statuses')

const OPTIONS = /** @type {const} */ (['errors', 'retryAfter', 'saveTable', 'schemas'])
/** Options of Fastify's own, which every plugin may be registered with. */
const FASTIFYS = new Set(['prefix', 'logLevel', 'logSerializers'])

/**
 * @param {any} options what is registered with; Fastify's own are `prefix` and the like
 * @returns {{ readonly [name in (typeof OPTIONS)[number]]?: any }}
 */
function read(options) {
  const given = Object.entries(check.object(options))
  const own = Object.fromEntries(given.filter(([name]) => !FASTIFYS.has(name)))
  const { errors, retryAfter, saveTable, schemas } = check.named(own, OPTIONS)
  for (const [name, value] of Object.entries({ errors, schemas })) {
    if (value !== undefined && value !== null && typeof value !== 'boolean') {
      throw new BoardwrightError('invalid_option', `${name}: takes true or false`)
    }
  }
  if (saveTable !== undefined && saveTable !== null && typeof saveTable !== 'function') {
    throw new BoardwrightError('invalid_option', 'saveTable: takes a function')
  }
  const seconds = check.integer('retryAfter', retryAfter) ?? 1
  if (seconds < 0) throw new BoardwrightError('invalid_option', 'retryAfter: takes seconds from 0')
  return { errors: errors ?? true, schemas: schemas ?? true, saveTable, retryAfter: seconds }
}

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {import('./fastify').BoardwrightFastifyOptions} options
 */
async function boardwright(app, options) {
  const { errors, retryAfter, saveTable, schemas: shared } = read(options)
  const hosting = new Hosting(saveTable ?? undefined)

  /**
   * @param {BoardwrightError} error
   * @param {import('fastify').FastifyReply} reply
   */
  const send = (error, reply) => {
    const statusCode = statusOf(error.code)
    if (statusCode === 503) reply.header('retry-after', retryAfter)
    return reply.code(statusCode).send(answerOf(error))
  }

  app.decorate('boardwright', {
    get draining() {
      return hosting.draining
    },
    get tables() {
      return hosting.tables
    },
    schemas,
    statusOf,
    send,
    hold: hosting.hold,
    release: hosting.release,
  })
  app.decorateReply('gone', { getter: gone })
  if (shared) app.addSchema(schemas.shared)
  if (errors) {
    app.setErrorHandler((error, _request, reply) => {
      // What is not the library's goes on to the handler above.
      if (!(error instanceof BoardwrightError)) throw error
      return send(error, reply)
    })
  }
  app.addHook('preClose', async () => hosting.drain())
  app.addHook('onClose', async () => hosting.close())

  /** @this {import('fastify').FastifyReply} */
  function gone() {
    return hosting.gone(this.raw)
  }
}

const plugin = named(boardwright, { fastify: '5.x', name: 'boardwright' })

module.exports = Object.assign(plugin, {
  default: plugin,
  boardwright: plugin,
  schemas,
  statusOf,
})
