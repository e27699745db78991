// The routes: JSON over HTTP, as the protocol has them.

import type { FastifyInstance } from 'fastify'
import { Game, games as registry, presets, version } from 'boardwright'
import { analyse, type Question } from './analysis.js'
import { type AskedBot, infoOf } from './bots.js'
import { badToken, ServerError } from './errors.js'
import type { Creation, Games } from './games.js'
import type { Hosted } from './hosted.js'
import { isOpen } from './records.js'
import * as body from './schemas.js'
import type { Seeks, Wanted } from './seeks.js'
import { PROTOCOL, type Sockets } from './socket.js'
import type { Store } from './store.js'
import { bearer, hashOf } from './tokens.js'

export interface Parts {
  readonly games: Games
  readonly seeks: Seeks
  readonly sockets: Sockets
  readonly store: Store
}

/** Number of games of the lobby that come at a time. */
const PAGE = 20

export function routes(app: FastifyInstance, { games, seeks, sockets }: Parts): void {
  const { limits } = games
  const dear = { rateLimit: { max: limits.creations_per_minute, timeWindow: 60_000 } }

  /** A game that may be shown to anybody. */
  const shown = (id: string): Hosted => {
    const hosted = games.get(id)
    if (hosted.record.visibility === 'public' || hosted.ended) return hosted
    throw new ServerError('no_such_game', 'there is no such game')
  }
  const over = (id: string): Hosted => {
    const hosted = shown(id)
    if (!hosted.ended) throw new ServerError('not_over', 'the game has not ended')
    return hosted
  }

  app.get('/api/health', { config: { rateLimit: false } }, async (_request, reply) => {
    const { draining } = app.boardwright
    if (draining) void reply.code(503)
    const status = draining ? 'draining' : 'ok'
    return { status, protocol: PROTOCOL, version, games: games.unfinished, sockets: sockets.size }
  })

  app.get('/api/registry', async () => ({
    protocol: PROTOCOL,
    version,
    games: registry(),
    presets: presets(),
    limits,
  }))

  app.post<{ Body: { game: string; options?: Record<string, unknown> } }>(
    '/api/rules',
    { schema: { body: body.rules }, config: dear },
    async ({ body: { game, options = {} } }) => {
      const { name } = infoOf(game)
      const rules = new Game(name, options)
      return { game: name, options: rules.options, seats: rules.seats, hidden: rules.hidden }
    },
  )

  app.get<{
    Querystring: { status?: 'waiting' | 'playing' | 'ended'; before?: string; limit?: string }
  }>(
    '/api/games',
    { schema: { querystring: body.listing } },
    async ({ query: { status = 'waiting', before, limit } }) => {
      const first = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)
      return games.list(status, first, limit === undefined ? PAGE : Number(limit))
    },
  )

  app.post<{ Body: Creation }>(
    '/api/games',
    { schema: { body: body.creation }, config: dear },
    async (request, reply) => {
      const { id, tokens, invitations, hosted } = games.create(request.body)
      await games.written()
      return reply.code(201).send({ id, tokens, invitations, game: hosted.summary })
    },
  )

  interface OfGame {
    Params: { id: string }
  }

  app.get<OfGame>('/api/games/:id', async ({ params }) => {
    const hosted = shown(params.id)
    const answer = { game: hosted.summary, view: hosted.view(null) }
    await games.written()
    return answer
  })

  app.get<OfGame & { Querystring: { since?: string } }>(
    '/api/games/:id/reveal',
    { schema: { querystring: body.since } },
    async ({ params, query }) => over(params.id).table.reveal(Number(query.since ?? 0)),
  )

  app.get<OfGame>('/api/games/:id/pgn', async ({ params }) => {
    const { table, record } = over(params.id)
    const names = record.seats.map(({ seat, name }) => [seat, name] as const)
    // By the tags that records of two players have; the table knows those of bots.
    const tags = names.flatMap(([seat, name]) => {
      const side = /^(?:(\w+)\.)?(white|black)$/.exec(seat)
      if (side === null || name === null) return []
      const colour = side[2] === 'white' ? 'White' : 'Black'
      return [[`${colour}${side[1] ?? ''}`, name] as const]
    })
    return { pgn: table.pgn(Object.fromEntries(tags)) }
  })

  app.post<OfGame & { Body: { seat?: string; name?: string } | undefined }>(
    '/api/games/:id/join',
    { schema: { body: body.joining }, config: dear },
    async ({ params, body }, reply) => {
      const joined = games.join(params.id, body?.seat, body?.name)
      const { summary } = games.get(params.id)
      await games.written()
      return reply.code(201).send({ ...joined, game: summary })
    },
  )

  app.post<OfGame & { Body: { seat?: string; occupant?: AskedBot } | undefined }>(
    '/api/games/:id/fill',
    { schema: { body: body.filling }, config: dear },
    async ({ params, body, headers }) => {
      const { hosted } = games.seatOf('token', bearer(headers.authorization))
      if (hosted.record.id !== params.id) throw badToken()
      const filled = games.fill(hosted, body?.seat, body?.occupant)
      await games.written()
      return { filled }
    },
  )

  app.post<OfGame & { Body: Question }>(
    '/api/games/:id/analysis',
    { schema: { body: body.analysis }, config: dear },
    async ({ params, body }, reply) =>
      analyse(over(params.id), body, limits.bot_movetime, reply.gone),
  )

  app.post<{ Body: { code: string; name?: string; accept?: boolean } }>(
    '/api/invitations',
    { schema: { body: body.invitation }, config: dear },
    async ({ body: { code, name, accept = false } }, reply) => {
      const hash = hashOf(code)
      if (hash === null) throw badToken()
      const { hosted, seat } = games.seatOf('invitation', hash)
      if (!isOpen(seat) || hosted.ended) throw new ServerError('seat_taken', 'this seat is taken')
      if (!accept) return { id: hosted.record.id, seat: seat.seat, game: hosted.summary }
      const joined = games.sit(hosted, seat, name)
      const { summary } = hosted
      await games.written()
      return reply.code(201).send({ ...joined, game: summary })
    },
  )

  app.post<{ Body: Wanted }>(
    '/api/seeks',
    { schema: { body: body.seek }, config: dear },
    async ({ body }, reply) => {
      const ticket = seeks.seek(body)
      await games.written()
      const found = await seeks.ask(ticketOf(ticket), 0, reply.gone)
      return reply.code(201).send({ ticket, ...found })
    },
  )

  app.get<{ Querystring: { wait?: string } }>(
    '/api/seek',
    { schema: { querystring: body.waiting } },
    async ({ headers, query }, reply) =>
      seeks.ask(bearer(headers.authorization), Number(query.wait ?? 0) * 1000, reply.gone),
  )

  app.delete('/api/seek', async ({ headers }) => seeks.cancel(bearer(headers.authorization)))

  app.get('/api/socket', { websocket: true }, (socket) => {
    sockets.connect(socket)
  })
}

function ticketOf(ticket: string): Buffer {
  const hash = hashOf(ticket)
  if (hash === null) throw badToken()
  return hash
}
