// Bad clients: refused by name, while a game beside them goes on.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { serving } from './helpers.mjs'

const PEOPLE = { game: 'chess', seats: { white: 'me', black: 'me' } }

/** A server with a game of two people, and a proof that it goes on. */
async function beside(t, options) {
  const server = await serving(t, options)
  const { tokens, id } = await server.http('POST', '/api/games', PEOPLE)
  const white = await server.join({ token: tokens.white })
  const black = await server.join({ token: tokens.black })
  const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6']
  let played = 0
  const goesOn = async () => {
    const one = played % 2 === 0 ? white : black
    await one.call('commit', { move: moves[played] })
    played += 1
    await Promise.all([white.hears('moved', played), black.hears('moved', played)])
  }
  return { ...server, id, tokens, white, black, goesOn }
}

test('junk frames are refused by name', async (t) => {
  const { join, tokens, goesOn, white } = await beside(t)
  await goesOn()
  const one = await join({ token: tokens.black })
  const junk = {
    bad_frame: [
      '',
      'null',
      '5',
      '[]',
      '{}',
      '"x"',
      '{"id":1}',
      '{"id":-1,"call":"view"}',
      '{"id":1.5,"call":"view"}',
      '{"id":"1","call":"view"}',
      '{"call":"view"}',
      '{"id":1,"call":5}',
      '{"id":1,"call":"view","args":[]}',
      '{"id":1,"call":"view","args":null}',
      '{"id":1,"call":"view","more":1}',
      '{"id":1,"call":"view"',
      Buffer.from('{"id":1,"call":"view"}'),
      '\u0000',
    ],
    no_such_call: [
      'save',
      'take_over',
      'tick',
      'referee_view',
      'abort',
      '__proto__',
      'constructor',
      '',
    ],
    invalid_option: [
      ['commit', { move: {} }],
      ['commit', { move: 'e7e5', more: 1 }],
      ['commit', { move: 'e7e5', now: 0 }],
      ['commit', JSON.parse('{"move":"e7e5","__proto__":{"seat":"white"}}')],
      ['undo', { plies: -1 }],
      ['view', { since: -1 }],
      ['ping', { x: 1 }],
      ['say', { text: 'hi', seat: 'white' }],
    ],
    wrong_seat: [
      ['commit', { move: 'd7d5', seat: 'white' }],
      ['resign', { seat: 'white' }],
      ['view', { seat: 'white' }],
      ['events', { seat: 0 }],
    ],
    invalid_notation: [['commit', { move: '?' }]],
    illegal_move: [['commit', { move: 'e7e4' }]],
  }
  for (const text of junk.bad_frame) {
    assert.equal((await one.send(text)).error.code, 'bad_frame', String(text))
  }
  for (const [code, calls] of Object.entries(junk)) {
    if (code === 'bad_frame') continue
    for (const call of calls) {
      const [name, args] = [call].flat()
      assert.equal(await one.refused(name, args), code, JSON.stringify(call))
    }
  }
  assert.equal(await one.refused('hello', { protocol: 1 }), 'hello_twice')
  assert.equal(white.told('ended').length, 0)
  await goesOn()
})

test('wrong tokens, ids and versions are refused, and the socket is closed with the reason', async (t) => {
  const { socket, tokens, goesOn } = await beside(t)
  const cases = [
    [{ token: 'A'.repeat(43) }, 'bad_token', 4001],
    [{ token: tokens.white.slice(0, -1) }, 'bad_token', 4001],
    [{ token: `${tokens.white}A` }, 'bad_token', 4001],
    [{ token: 5 }, 'bad_token', 4001],
    [{ token: null }, 'bad_token', 4001],
    [{ game: 'AAAAAAAAAAAA' }, 'no_such_game', 4004],
    [{ game: "' or 1=1 --" }, 'no_such_game', 4004],
    [{ protocol: 2, token: tokens.white }, 'wrong_protocol', 4002],
  ]
  for (const [args, code, close] of cases) {
    const one = await socket()
    await assert.rejects(one.hello(args), { code }, JSON.stringify(args))
    assert.deepEqual(await one.closed, { code: close, reason: code })
    assert.equal(one.frames.at(-1).event, 'goodbye')
  }
  // A frame that is merely said wrongly may be said again.
  const one = await socket()
  assert.equal(await one.refused('view'), 'hello_first')
  for (const args of [{}, { token: tokens.white, game: 'x' }, { token: tokens.white, since: -1 }]) {
    assert.equal(await one.refused('hello', { protocol: 1, ...args }), 'invalid_option')
  }
  await one.hello({ token: tokens.white })
  await goesOn()
})

test('floods and messages that are too large end their own connection', async (t) => {
  const limits = { frames_per_second: 1, frames_burst: 40 }
  const { join, socket, id, goesOn } = await beside(t, { limits })
  const large = await join({ game: id })
  large.socket.send('x'.repeat(1_000_000))
  assert.equal((await large.closed).code, 1009)
  const flood = await join({ game: id })
  for (let i = 0; i < 1000; i++) flood.socket.send('{"id":1,"call":"ping"}')
  assert.deepEqual(await flood.closed, { code: 4003, reason: 'too_many' })
  assert.ok(flood.frames.some(({ error }) => error?.code === 'too_many'))
  const silent = await socket()
  for (let i = 0; i < 1000; i++) silent.socket.send('junk')
  assert.equal((await silent.closed).code, 4003)
  await goesOn()
})

test('who does not answer loses the connection', async (t) => {
  const { socket, parts, address, tokens, goesOn } = await beside(t)
  // A socket of bytes alone, which answers no ping.
  const { hostname, port } = new URL(address)
  const raw = connect(Number(port), hostname)
  raw.write(
    'GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  await once(raw, 'data')
  raw.resume()
  const gone = once(raw, 'close')
  const alive = await socket()
  await alive.hello({ token: tokens.white })
  const ponged = new Promise((resolve) => alive.socket.once('ping', resolve))
  parts.sockets.ping()
  await ponged
  await alive.call('ping')
  parts.sockets.ping()
  await gone
  await alive.call('ping')
  await goesOn()
})

test('malformed requests are refused by name', async (t) => {
  const { http, id, goesOn, address, tokens } = await beside(t)
  const cases = [
    ['GET', '/', 404, 'not_found'],
    ['GET', '/.git/config', 404, 'not_found'],
    ['GET', '/api/games/%E0%A4%A', 400, 'bad_request'],
    ['GET', '/api/games/%', 400, 'bad_request'],
    ['GET', '/api/games/..%2f..%2fetc', 404, 'no_such_game'],
    ['GET', `/api/games/${'a'.repeat(500)}`, 400, 'bad_request'],
    ['GET', '/api/games?status=all', 400, 'invalid_option'],
    ['GET', '/api/games?limit=1000', 400, 'invalid_option'],
    ['GET', '/api/games?limit=1&limit=2', 400, 'invalid_option'],
    ['GET', `/api/games/${id}/reveal?since=-1`, 400, 'invalid_option'],
    ['GET', `/api/games/${id}/reveal`, 409, 'not_over'],
    ['GET', '/api/seek', 401, 'bad_token'],
    ['POST', '/api/games', 400, 'bad_request', '{'],
    ['POST', '/api/games', 400, 'invalid_option', '[]'],
    ['POST', '/api/games', 400, 'invalid_option', {}],
    ['POST', '/api/games', 404, 'unknown_game', { game: 'go' }],
    ['POST', '/api/games', 400, 'invalid_option', { game: 'chess', seeds: 1 }],
    ['POST', '/api/games', 400, 'invalid_option', { game: 'chess', seed: 1 }],
    ['POST', '/api/games', 400, 'invalid_option', { game: 'chess', seats: { green: 'me' } }],
    ['POST', '/api/games', 400, 'invalid_option', { game: 'chess', options: { x: 1 } }],
    ['POST', '/api/games', 404, 'unknown_bot', { game: 'chess', seats: { white: { bot: 'own' } } }],
    ['POST', '/api/games', 400, 'invalid_option', { game: 'chess', name: '\u202e' }],
    ['POST', '/api/games', 400, 'invalid_option', { game: 'chess', clock: { base: -1 } }],
    ['POST', '/api/games', 413, 'too_large', { game: 'x'.repeat(20_000) }],
    ['POST', `/api/games/${id}/join`, 409, 'seat_taken', {}],
    ['POST', `/api/games/${id}/fill`, 401, 'bad_token', {}],
    ['POST', `/api/games/${id}/analysis`, 409, 'not_over', { ply: 0 }],
    ['POST', '/api/invitations', 401, 'bad_token', { code: 'x' }],
    ['POST', '/api/invitations', 401, 'bad_token', { code: tokens.white, accept: true }],
  ]
  for (const [method, url, status, code, body] of cases) {
    const got = await http(method, url, body)
    assert.deepEqual(
      [got.status, code ?? got.code],
      [status, got.code],
      `${method} ${url} ${JSON.stringify(body)}`,
    )
    assert.equal(got.statusCode, status)
  }
  const greedy = (options, more) => ({
    game: 'chess',
    seats: { black: { bot: 'search', options, ...more } },
  })
  for (const body of [
    greedy({ threads: 256 }),
    greedy({ hash: 65_536 }),
    greedy({ nodes: 1e12 }),
    greedy({}, { movetime: 3_600_000 }),
    greedy({}, { delay: 1e9 }),
  ]) {
    assert.equal(
      (await http('POST', '/api/games', body)).code,
      'invalid_option',
      JSON.stringify(body),
    )
  }
  const { hostname, port } = new URL(address)
  for (const bytes of [
    'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'GET /nothing HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'quit\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.end(bytes, 'latin1')
    socket.resume()
    await once(socket, 'close')
  }
  await goesOn()
})

test('what a body must not have is named, with what there is', async (t) => {
  const { http } = await beside(t)
  for (const [body, message] of [
    [
      { seats: { black: { bot: 'search', level: 'weak' } } },
      /^body\/seats\/black: .*"level".*options/,
    ],
    [{ seeds: 1 }, /^body: there is no "seeds": there are game, /],
    [{ visibility: 'dim' }, /^body\/visibility must be one of \["public",/],
    [{ undo: 'yes' }, /^body\/undo must be boolean or null$/],
  ]) {
    const answer = await http('POST', '/api/games', { game: 'chess', ...body })
    assert.equal(answer.code, 'invalid_option')
    assert.match(answer.message, message)
  }
})

test('who asks too often is told so', async (t) => {
  const { http } = await serving(t, { limits: { creations_per_minute: 2, games: 1 } })
  assert.equal((await http('POST', '/api/games', PEOPLE)).status, 201)
  const full = await http('POST', '/api/games', PEOPLE)
  assert.deepEqual([full.status, full.code, full.headers['retry-after']], [503, 'busy', '1'])
  const often = await http('POST', '/api/games', PEOPLE)
  assert.deepEqual([often.status, often.code], [429, 'too_many'])
  assert.ok(often.headers['retry-after'])
  assert.equal((await http('GET', '/api/health')).status, 200)
})

test('no token is logged or kept', async (t) => {
  let logged = ''
  const stream = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  const { http, join, socket, parts } = await serving(t, { logger: { level: 'trace', stream } })
  const { tokens, id, invitations } = await http('POST', '/api/games', {
    game: 'chess',
    seats: { white: 'me', black: 'invite' },
  })
  const { token } = await http('POST', '/api/invitations', {
    code: invitations.black,
    accept: true,
  })
  await join({ token: tokens.white })
  await (await socket()).hello({ token: `${token}x` }).catch(() => {})
  const { ticket } = await http('POST', '/api/seeks', { game: 'chess' })
  await http('GET', '/api/seek', undefined, ticket)
  await http('POST', `/api/games/${id}/fill`, {}, token)
  assert.ok(logged.includes('/api/games'))
  const record = JSON.stringify(parts.games.get(id).record)
  for (const secret of [tokens.white, token, ticket, invitations.black]) {
    assert.equal(secret.length, 43)
    assert.ok(!logged.includes(secret))
    assert.ok(!record.includes(secret))
  }
})
