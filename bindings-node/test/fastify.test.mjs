// The plugin for Fastify: injected requests, and real clients that go away.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { afterEach, describe, test } from 'node:test'
import Fastify from 'fastify'
import { Bot, BoardwrightError, Table, configure, errorCodes, games, start } from 'boardwright'
import boardwright, * as named from 'boardwright/fastify'

const require = createRequire(import.meta.url)
afterEach(() => configure({ threads: 2, maxQueue: 1000 }))

/** A server with the plugin, which closes with the test. */
async function server(t, options = {}, routes = () => {}) {
  const app = Fastify({ ajv: { customOptions: { allowUnionTypes: true } } })
  await app.register(boardwright, options)
  await routes(app)
  t.after(() => app.close())
  return app
}

test('ESM and CJS share one plugin', () => {
  const cjs = require('boardwright/fastify')
  assert.equal(boardwright, cjs)
  assert.equal(cjs.default, cjs)
  assert.deepEqual(Object.keys(named).sort(), ['boardwright', 'default', 'schemas', 'statusOf'])
  assert.equal(named.schemas, cjs.schemas)
  assert.equal(named.boardwright, cjs)
})

test('options are checked', async () => {
  for (const options of [
    { error: true },
    { errors: 1 },
    { schemas: 'no' },
    { retryAfter: -1 },
    { retryAfter: 0.5 },
    { saveTable: 'here' },
  ]) {
    const app = Fastify()
    app.register(boardwright, options)
    await assert.rejects(app.ready(), { code: 'invalid_option' }, JSON.stringify(options))
  }
})

describe('errors', () => {
  const routes = (app) => {
    app.get('/library/:code', ({ params }) => {
      throw new BoardwrightError(params.code, 'in words')
    })
    app.get('/other', () => {
      throw Object.assign(new Error('a teapot'), { statusCode: 418 })
    })
    app.post('/play', ({ body }) => ({ notation: start('chess').play(body.move).notation }))
  }

  test('are answered by their code', async (t) => {
    const app = await server(t, { retryAfter: 7 }, routes)
    for (const code of errorCodes) {
      const response = await app.inject(`/library/${code}`)
      const { statusCode, error, ...rest } = response.json()
      assert.deepEqual(rest, { code, message: 'in words' })
      assert.equal(statusCode, response.statusCode)
      assert.equal(error, response.statusMessage)
      assert.equal(named.statusOf(code), statusCode)
      assert.equal(response.headers['retry-after'], statusCode === 503 ? '7' : undefined)
    }
    const statuses = { unknown_game: 404, invalid_notation: 400, game_over: 409, busy: 503 }
    for (const [code, status] of Object.entries(statuses)) {
      assert.equal(named.statusOf(code), status)
    }
    assert.equal(named.statusOf('__proto__'), 500)
    const post = (move) => app.inject({ method: 'POST', url: '/play', payload: { move } })
    assert.equal((await post('e2e5')).statusCode, 409)
    assert.equal((await post('?')).statusCode, 400)
    assert.equal((await post('e2e4')).statusCode, 200)
  })

  test('of others go on to the handler above', async (t) => {
    const app = Fastify()
    app.setErrorHandler((error, _, reply) => reply.code(error.statusCode).send({ mine: true }))
    await app.register(async (scope) => {
      await scope.register(boardwright)
      routes(scope)
    })
    t.after(() => app.close())
    const other = await app.inject('/other')
    assert.deepEqual([other.statusCode, other.json()], [418, { mine: true }])
    assert.equal((await app.inject('/library/busy')).json().code, 'busy')
  })

  test('are left alone where it is wanted', async (t) => {
    const app = await server(t, { errors: false }, (app) => {
      app.setErrorHandler((error, _, reply) =>
        app.boardwright.send(error, reply.header('x-mine', 1)),
      )
      routes(app)
    })
    const answer = await app.inject('/library/busy')
    assert.deepEqual(
      [answer.statusCode, answer.headers['retry-after'], answer.headers['x-mine']],
      [503, '1', '1'],
    )
  })

  test('a full queue is a 503 that says when to come again', async (t) => {
    configure({ threads: 1, maxQueue: 1 })
    const search = (options) => new Bot('search', { game: 'chess' }).decide(start('chess'), options)
    const app = await server(t, {}, (app) => {
      app.post('/decide', async (_, reply) => ({ ...(await search({ signal: reply.gone })) }))
    })
    const others = new AbortController()
    const busy = Array.from({ length: 4 }, () => search({ signal: others.signal }))
    const ended = Promise.allSettled(busy)
    const answer = await app.inject({ method: 'POST', url: '/decide' })
    assert.deepEqual(
      [answer.statusCode, answer.json().code, answer.headers['retry-after']],
      [503, 'busy', '1'],
    )
    others.abort()
    await ended
  })
})

/** A route that thinks until it is stopped, and what became of it. */
function thinking(app) {
  const heard = { began: [], thoughts: [] }
  const began = Array.from({ length: 8 }, () => new Promise((done) => heard.began.push(done)))
  app.route({
    method: ['GET', 'POST', 'PUT'],
    url: '/think',
    handler: async ({ query }, reply) => {
      const limits = query.long ? {} : { nodes: 2000 }
      assert.equal(reply.gone, reply.gone)
      const thought = new Bot('search', { game: 'chess' })
        .decide(start('chess'), { ...limits, signal: reply.gone })
        .then(({ move }) => ({ move }))
      heard.thoughts.push(thought)
      heard.began[heard.thoughts.length - 1]()
      return thought
    },
  })
  return { thoughts: heard.thoughts, began }
}

const BODY = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }

test('who goes away stops the search, whatever the method', async (t) => {
  configure({ threads: 1 })
  let think
  const app = await server(t, {}, (app) => {
    think = thinking(app)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address()
  const kinds = [
    { method: 'GET' },
    { method: 'POST' },
    { method: 'POST', ...BODY },
    { method: 'PUT', ...BODY },
  ]
  for (const [i, { body, ...rest }] of kinds.entries()) {
    // It is answered while the client stays, after its body has been read.
    const stays = await fetch(`http://127.0.0.1:${port}/think`, { ...rest, ...(body && { body }) })
    assert.equal(stays.status, 200)
    const client = request({ port, host: '127.0.0.1', path: '/think?long=1', ...rest })
    client.on('error', () => {})
    client.end(body)
    await think.began[2 * i + 1]
    client.destroy()
    await assert.rejects(think.thoughts[2 * i + 1], { code: 'cancelled' })
    // It would go on for ever; with one thread the next is answered only if it does not.
    const bot = new Bot('search', { game: 'chess' })
    assert.ok((await bot.decide(start('chess'), { nodes: 100 })).move)
  }
})

test('an answer that has been sent aborts nothing', async (t) => {
  let signal
  const app = await server(t, {}, (app) => {
    app.post('/', async (_, reply) => {
      signal = reply.gone
      return { done: true }
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${app.server.address().port}/`
  assert.equal((await fetch(url, { method: 'POST', ...BODY })).status, 200)
  await app.close()
  assert.equal(signal.aborted, false)
})

test('asked for once the client has gone, it is aborted', async (t) => {
  let gone
  const asked = new Promise((resolve) => {
    gone = resolve
  })
  let came
  const began = new Promise((resolve) => {
    came = resolve
  })
  const app = await server(t, {}, (app) => {
    app.post('/', async (_, reply) => {
      came()
      await new Promise((closed) => reply.raw.once('close', closed))
      gone(reply.gone)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = request({ port: app.server.address().port, host: '127.0.0.1', method: 'POST' })
  client.on('error', () => {})
  client.end('')
  await began
  client.destroy()
  const { aborted, reason } = await asked
  assert.deepEqual([aborted, reason.code], [true, 'cancelled'])
})

describe('closing', () => {
  test('answers what is under way, saves every table and stops its bots', async (t) => {
    let think
    const saved = new Map()
    const app = await server(
      t,
      { saveTable: async (table, key) => saved.set(key, await table.save()) },
      (app) => {
        think = thinking(app)
        app.get('/draining', () => app.boardwright.draining)
      },
    )
    const all = games().map(({ name }) => name)
    for (const name of all) app.boardwright.hold(name, new Table(name, { seed: 1 }))
    const given = app.boardwright.hold('given back', new Table(all[0]))
    assert.equal(app.boardwright.hold('given back', given), given)
    assert.throws(() => app.boardwright.hold('given back', new Table(all[0])), {
      code: 'invalid_option',
    })
    assert.throws(() => app.boardwright.hold('x', {}), { code: 'invalid_option' })
    assert.equal(app.boardwright.release('given back'), given)
    assert.equal(app.boardwright.release('given back'), undefined)
    const thinks = new Table('chess', {
      seats: { white: { bot: 'search', movetime: 3_600_000, delay: 0, options: { hash: 1 } } },
      botTimeout: 3_600_000,
    })
    app.boardwright.hold('thinks', thinks)
    assert.deepEqual([...app.boardwright.tables.keys()], [...all, 'thinks'])

    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${app.server.address().port}/think?long=1`
    const answer = fetch(url, { method: 'POST', ...BODY })
    await think.began[0]
    assert.equal(app.boardwright.draining, false)
    await app.close()
    assert.equal(app.boardwright.draining, true)
    const { status, headers } = await answer
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
    assert.deepEqual([...saved.keys()].sort(), [...all, 'thinks'].sort())
    for (const name of all) assert.equal(Table.load(saved.get(name)).game.name, name)
    // The bot goes on where the table is loaded.
    const loaded = Table.load(saved.get('thinks'))
    assert.equal(loaded.view('black').table.players[0].occupant, 'bot')
    assert.throws(() => thinks.view('white'), { code: 'disposed' })
    assert.equal(given.view(0).table.status, 'playing')
    assert.throws(() => app.boardwright.hold('late', given), { code: 'cancelled' })
  })

  test('a table that cannot be saved hinders no other', async () => {
    const saved = []
    const app = Fastify()
    const saveTable = async (_, key) => {
      if (key === 'a') throw new Error('the disk is full')
      saved.push(key)
    }
    await app.register(boardwright, { saveTable })
    for (const key of ['a', 'b', 'c']) app.boardwright.hold(key, new Table('chess'))
    await assert.rejects(app.close(), /the disk is full/)
    assert.deepEqual(saved.sort(), ['b', 'c'])
  })

  test('without tables or requests it just closes', async () => {
    const app = Fastify()
    await app.register(boardwright)
    await app.close()
    assert.deepEqual(app.boardwright.tables, new Map())
  })
})

describe('schemas', () => {
  /** A server whose one route takes and answers by schemas. */
  async function checked(t, { body, response }, handler) {
    return server(t, {}, (app) => {
      app.post(
        '/',
        {
          schema: {
            body,
            response: { ...(response && { 200: response }), '4xx': named.schemas.error },
          },
        },
        handler,
      )
    })
  }

  test('every call of a table has one, which validates and serialises', async (t) => {
    const table = new Table('chess', { now: 0, clock: { base: 60_000 } })
    const app = await server(t, {}, (app) => {
      const { calls, error } = app.boardwright.schemas
      assert.deepEqual(Object.keys(calls).length > 20, true)
      for (const [name, { arguments: body, answer }] of Object.entries(calls)) {
        const schema = { body, response: { 200: answer, '4xx': error } }
        app.post(`/${name}`, { schema }, ({ body }) => table.call(name, body ?? {}))
      }
    })
    const post = async (name, payload) => {
      const answer = await app.inject({ method: 'POST', url: `/${name}`, payload })
      return [answer.statusCode, answer.json()]
    }
    const [, moved] = await post('commit', { seat: 'white', move: 'e2e4', now: 5 })
    assert.equal(moved.ended, false)
    const [, view] = await post('view', { seat: 'black', since: 0 })
    // Nothing that the table says is left out, whatever the game adds.
    assert.deepEqual(view, table.view('black', { since: 0 }))
    for (const [name, args] of [
      ['events', { seat: 'white' }],
      ['moves', {}],
      ['candidates', { seat: 1 }],
      ['spectator_view', {}],
      ['referee_events', {}],
      ['tick', { now: 9 }],
    ]) {
      assert.deepEqual((await post(name, args))[1], table.call(name, args), name)
    }
    // The library says what is not known; the schema, what is missing or of the wrong kind.
    const [status, unknown] = await post('resign', { seat: 'white', why: 'bored' })
    assert.deepEqual([status, unknown.code], [400, 'invalid_option'])
    for (const [name, args] of [
      ['commit', { seat: 'white' }],
      ['commit', { move: 'e7e5' }],
      ['commit', { seat: {}, move: 'e7e5' }],
      ['respond_draw', { seat: 'white', accept: 'perhaps' }],
      ['adjudicate', { winners: {} }],
      ['undo', { seat: 'white', plies: -1 }],
    ]) {
      assert.equal((await post(name, args))[0], 400, JSON.stringify(args))
    }
    await post('resign', { seat: 'white' })
    assert.deepEqual((await post('reveal', {}))[1], table.reveal())
    assert.deepEqual((await post('outcome', {}))[1], JSON.parse(JSON.stringify(table.outcome)))
  })

  test('the settings are those that a table takes', async (t) => {
    const { settings } = named.schemas
    const values = {
      clock: { base: 5, increment: 1, delay: 2 },
      grace: 5,
      on_abandoned: { bot: 'random' },
      on_leave: 'end',
      on_flag: 'play_on',
      retry_cap: 3,
      on_cap: 'resign',
      bot_timeout: 5,
      attempt_cap: 5,
      undo: false,
      edits: true,
      spectator_delay: 3,
      seed: 5,
      now: 3,
    }
    assert.deepEqual(Object.keys(settings.properties).sort(), Object.keys(values).sort())
    const app = await checked(t, { body: settings }, ({ body }) => {
      new Table('chess', body).dispose()
      return {}
    })
    const status = async (payload) =>
      (await app.inject({ method: 'POST', url: '/', payload })).statusCode
    assert.equal(await status(values), 200)
    assert.equal(await status({ clock: { base: 5 }, on_abandoned: 'bot', undo: null }), 200)
    assert.equal(await status({ clock: null }), 200)
    for (const wrong of [{ grace: -1 }, { on_leave: 'stay' }, { clock: {} }, { undo: 'maybe' }]) {
      assert.equal(await status(wrong), 400, JSON.stringify(wrong))
    }
  })

  for (const { name, options } of games()) {
    test(`the options of ${name}`, async (t) => {
      const body = named.schemas.options(name)
      assert.deepEqual(
        Object.keys(body.properties),
        options.map((option) => option.name),
      )
      const app = await checked(t, { body }, ({ body }) => {
        // Defaults are not filled in, by which a preset would count for nothing.
        assert.ok(Object.keys(body).length <= 1)
        return { name: start(name, body).game.name }
      })
      for (const option of options) {
        const payload = { [option.name]: option.default }
        const answer = await app.inject({ method: 'POST', url: '/', payload })
        assert.equal(answer.statusCode, 200, `${JSON.stringify(payload)} ${answer.body}`)
        if (option.kind !== 'int') continue
        for (const wrong of [option.min - 1, option.max + 1, 'many']) {
          const refused = await app.inject({
            method: 'POST',
            url: '/',
            payload: { [option.name]: wrong },
          })
          assert.equal(refused.statusCode, 400, `${option.name} ${wrong}`)
        }
      }
      const unknown = await app.inject({ method: 'POST', url: '/', payload: { no_such: 1 } })
      assert.deepEqual([unknown.statusCode, unknown.json().code], [400, 'invalid_option'])
    })
  }

  test('the options of bots', () => {
    for (const { name, bots, bot_options: options } of games()) {
      for (const bot of bots) {
        const { properties } = named.schemas.botOptions(name, bot)
        assert.deepEqual(
          Object.keys(properties),
          options[bot].map((option) => option.name),
        )
      }
    }
    const { level } = named.schemas.botOptions('chess', 'search').properties
    assert.ok(level.enum.includes('casual'))
    assert.throws(() => named.schemas.options('go'), { code: 'invalid_option' })
    assert.throws(() => named.schemas.botOptions('chess', 'toString'), { code: 'invalid_option' })
  })

  test('they can be left out, and cannot be changed', async (t) => {
    const app = await server(t, { schemas: false })
    assert.deepEqual(app.getSchemas(), {})
    assert.throws(() => {
      named.schemas.calls.commit.arguments.properties.move.type = 'integer'
    }, TypeError)
  })
})
