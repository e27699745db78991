// The server put together.

import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifySchemaValidationError,
  type FastifyServerOptions,
} from 'fastify'
import files from '@fastify/static'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import boardwright from 'boardwright/fastify'
import { answerOf, isFault, ServerError, told } from './errors.js'
import { Games } from './games.js'
import { type Limits, LIMITS } from './limits.js'
import { type Parts, routes } from './routes.js'
import { Seeks } from './seeks.js'
import { Sockets } from './socket.js'
import { Store } from './store.js'

export interface ServerOptions {
  /** The file of the games; `:memory:` for none. */
  readonly file: string
  /** True if acknowledged moves survive a loss of power, too. */
  readonly durable?: boolean
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>
  /** Milliseconds between two pings of a socket; 0 for none. */
  readonly pingEvery?: number
  readonly logger?: NonNullable<FastifyServerOptions['logger']>
  /** The folder of a built page that is served at `/`; none where left out. */
  readonly page?: string
  /** True behind a proxy that says whose request it is. */
  readonly trustProxy?: boolean
}

/**
 * Headers of the page: it runs its own scripts and no others, and no address goes to another
 * site. Pictures bring their styles along.
 */
const PAGE_HEADERS = [
  [
    'content-security-policy',
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  ],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
] as const

/** Parts of a server, for those who embed it. */
export interface GameServer {
  readonly app: FastifyInstance
  readonly parts: Parts
}

/** Says in words why a schema refuses something: of several forms that it may have, by the nearest. */
function refused(errors: readonly FastifySchemaValidationError[], part: string): Error {
  const named = errors.find(({ keyword }) => keyword === 'additionalProperties')
  const { keyword, instancePath, message, params, parentSchema } = (named ??
    errors[0]) as FastifySchemaValidationError & { parentSchema?: { properties?: object } }
  const where = `${part}${instancePath}`
  if (keyword === 'additionalProperties') {
    const there = Object.keys(parentSchema?.properties ?? {}).join(', ')
    const what = `there is no ${JSON.stringify(params['additionalProperty'])}`
    return new Error(`${where}: ${what}${there && `: there are ${there}`}`)
  }
  if (keyword === 'enum') {
    return new Error(`${where} must be one of ${JSON.stringify(params['allowedValues'])}`)
  }
  if (keyword === 'type') {
    return new Error(`${where} must be ${String(params['type']).replaceAll(',', ' or ')}`)
  }
  return new Error(`${where} ${message ?? keyword}`)
}

/** The error as clients are told it: what Fastify says becomes a code of the protocol. */
function known(error: unknown): ServerError | null {
  if (error instanceof ServerError) return error
  const { statusCode, validation, message, code } = error as FastifyError
  if (validation !== undefined) return new ServerError('invalid_option', message)
  if (statusCode === 413) return new ServerError('too_large', 'the body is too large')
  if (statusCode === 429) return new ServerError('too_many', 'too many requests; wait a moment')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServerError('bad_request', message)
  }
  return code === 'FST_ERR_BAD_URL' ? new ServerError('bad_request', 'a malformed address') : null
}

/**
 * Has the connection end with the answer where an upgrade was asked for: HTTP has let go of it by
 * then, and nobody else would close it.
 */
function ends(reply: FastifyReply): void {
  const { socket } = reply.raw
  if (reply.request.raw.headers.upgrade === undefined) return
  reply.raw.once('finish', () => {
    socket?.end()
  })
}

/** Makes a server, which is not listening yet. */
export async function build(options: ServerOptions): Promise<GameServer> {
  const limits = { ...LIMITS, ...options.limits }
  const app = Fastify({
    logger: options.logger ?? false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: limits.body,
    // Fields that are not known are named, not dropped, and nothing is made of another kind.
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: false,
        // Schemas come with the errors, for their words.
        verbose: true,
      },
    },
    schemaErrorFormatter: refused,
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const bad = known(error) ?? new ServerError('bad_request', 'a malformed request')
      ends(reply)
      void reply.code(bad.statusCode).send(answerOf(bad))
    },
  })
  app.setErrorHandler((error, request, reply) => {
    ends(reply)
    const bad = known(error)
    if (bad === null && isFault(error)) request.log.error(error)
    const answer = answerOf(told(bad ?? error))
    if (answer.statusCode === 503) void reply.header('retry-after', 1)
    return reply.code(answer.statusCode).send(answer)
  })
  app.setNotFoundHandler((_request, reply) => {
    ends(reply)
    const error = new ServerError('not_found', 'there is no such address')
    return reply.code(error.statusCode).send(answerOf(error))
  })

  // One handler answers for both, the library's errors and the server's.
  await app.register(boardwright, { errors: false })
  await app.register(rateLimit, {
    max: limits.requests_per_minute,
    timeWindow: 60_000,
    cache: 10_000,
  })

  app.addHook('onRequest', async ({ url }) => {
    if (app.boardwright.draining && !url.startsWith('/api/health')) {
      throw new ServerError('draining', 'the server closes; come back in a moment')
    }
  })

  const store = new Store(options.file, options.durable ?? false)
  const games = new Games(store, limits, {
    error: (error, message) => {
      app.log.error(error, message)
    },
  })
  const seeks = new Seeks(games)
  const sockets = new Sockets(games, app.log)
  const parts = { games, seeks, sockets, store }
  const { pingEvery = 20_000 } = options
  const pings =
    pingEvery > 0
      ? setInterval(() => {
          sockets.ping()
        }, pingEvery)
      : undefined

  // Before the sockets’ own, which would close them without a word.
  app.addHook('preClose', async () => {
    clearInterval(pings)
    // Calls under way are written and answered; then everybody is told to come back.
    await games.written()
    sockets.drain()
  })
  await app.register(websocket, { options: { maxPayload: limits.frame, perMessageDeflate: false } })
  routes(app, parts)
  if (options.page !== undefined) {
    await app.register(files, {
      root: options.page,
      setHeaders: (reply) => {
        for (const [name, value] of PAGE_HEADERS) void reply.header(name, value)
      },
    })
  }

  app.addHook('onClose', async () => {
    games.close()
  })
  return { app, parts }
}
