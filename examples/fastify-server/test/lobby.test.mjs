// Games that are found: open seats, invitations, seeks, bots, analysis, and what becomes of games.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join as path } from 'node:path'
import { describe, test } from 'node:test'
import { Game, games } from 'boardwright'
import { folder, serving } from './helpers.mjs'

const bot = { bot: 'random', delay: 0 }

test('the registry tells the games, the version and the limits', async (t) => {
  const { http } = await serving(t)
  const registry = await http('GET', '/api/registry')
  assert.equal(registry.protocol, 1)
  assert.deepEqual(
    registry.games.map(({ name }) => name),
    games().map(({ name }) => name),
  )
  assert.equal(registry.limits.frame, 8192)
  const health = await http('GET', '/api/health')
  assert.deepEqual([health.status, health.said, health.protocol], [200, 'ok', 1])
})

test('open seats are in the lobby until they are taken', async (t) => {
  const { http, join } = await serving(t)
  const { id, tokens } = await http('POST', '/api/games', {
    game: 'chess',
    name: 'Ada',
    clock: { base: 60_000 },
  })
  const lobby = async (status) => (await http('GET', `/api/games?status=${status}`)).games
  const [{ seats, status }] = await lobby('waiting')
  assert.equal(status, 'waiting')
  assert.deepEqual(seats, [
    { seat: 'white', occupant: 'person', open: null, name: 'Ada' },
    { seat: 'black', occupant: 'empty', open: 'lobby', name: null },
  ])
  const ada = await join({ token: tokens.white })
  // Nobody moves and no clock runs before all are there.
  assert.equal(await ada.refused('commit', { move: 'e2e4' }), 'unsupported')
  assert.equal((await http('POST', `/api/games/${id}/join`, { seat: 'white' })).code, 'seat_taken')
  const joined = await http('POST', `/api/games/${id}/join`, { name: 'Bob' })
  assert.deepEqual([joined.status, joined.seat], [201, 'black'])
  assert.equal((await http('POST', `/api/games/${id}/join`, {})).code, 'seat_taken')
  await ada.until(({ frames }) => frames.some(({ people }) => people?.black.name === 'Bob'))
  const bob = await join({ token: joined.token })
  await ada.call('commit', { move: 'e2e4' })
  await bob.hears('moved')
  assert.deepEqual(await lobby('waiting'), [])
  assert.deepEqual(
    (await lobby('playing')).map((game) => game.id),
    [id],
  )
})

test('the lobby comes in parts, the newest first', async (t) => {
  const { http } = await serving(t)
  const ids = []
  for (let i = 0; i < 5; i++) ids.unshift((await http('POST', '/api/games', { game: 'chess' })).id)
  const found = []
  for (let next = ''; next !== null;) {
    const part = await http('GET', `/api/games?limit=2${next && `&before=${next}`}`)
    found.push(...part.games.map(({ id }) => id))
    next = part.next
  }
  assert.deepEqual(found, ids)
})

test('an invitation is for one seat and worth nothing after', async (t) => {
  const { http, join } = await serving(t)
  const made = await http('POST', '/api/games', {
    game: 'chess',
    visibility: 'private',
    seats: { white: 'me', black: 'invite' },
  })
  // It shows itself to nobody else.
  assert.deepEqual((await http('GET', '/api/games')).games, [])
  assert.equal((await http('GET', `/api/games/${made.id}`)).code, 'no_such_game')
  assert.equal((await http('POST', `/api/games/${made.id}/join`, {})).code, 'no_such_game')
  await assert.rejects(join({ game: made.id }), { code: 'no_such_game' })
  const code = made.invitations.black
  const looked = await http('POST', '/api/invitations', { code })
  assert.deepEqual([looked.status, looked.seat, looked.token], [200, 'black', undefined])
  const { token } = await http('POST', '/api/invitations', { code, accept: true, name: 'Bob' })
  assert.equal((await http('POST', '/api/invitations', { code, accept: true })).code, 'bad_token')
  const [white, black] = [await join({ token: made.tokens.white }), await join({ token })]
  await white.call('commit', { move: 'e2e4' })
  await black.hears('moved')
  await black.call('resign')
  // After its end anybody with its id may see it.
  assert.equal((await http('GET', `/api/games/${made.id}`)).game.outcome.winner, 'white')
})

describe('seeks', () => {
  for (const { name } of games()) {
    test(`as many as ${name} has seats are paired`, async (t) => {
      const { http, join, parts } = await serving(t)
      const { seats } = new Game(name)
      const tickets = []
      for (let i = 1; i < seats.length; i++) {
        const { said, ticket } = await http('POST', '/api/seeks', { game: name, name: `p${i}` })
        assert.equal(said, 'waiting')
        tickets.push(ticket)
      }
      const asked = tickets.map((ticket) => http('GET', '/api/seek?wait=25', undefined, ticket))
      const last = await http('POST', '/api/seeks', { game: name })
      assert.equal(last.said, 'paired')
      const all = [last, ...(await Promise.all(asked))]
      assert.deepEqual(all.map(({ seat }) => seat).sort(), [...seats].sort())
      assert.equal(new Set(all.map(({ id }) => id)).size, 1)
      for (const [i, ticket] of [last.ticket, ...tickets].entries()) {
        const one = await join({ token: ticket })
        assert.equal(one.hi.seat, all[i].seat)
        assert.equal(one.hi.game.status, 'playing')
      }
      assert.equal(parts.seeks.size, 0)
    })
  }

  test('other wishes are not paired, and a seek is taken back', async (t) => {
    const { http } = await serving(t)
    const first = await http('POST', '/api/seeks', { game: 'chess', clock: { base: 5_000 } })
    const other = await http('POST', '/api/seeks', { game: 'chess' })
    assert.equal(other.said, 'waiting')
    assert.equal((await http('DELETE', '/api/seek', undefined, first.ticket)).said, 'gone')
    assert.equal((await http('GET', '/api/seek', undefined, first.ticket)).code, 'no_such_seek')
    assert.equal(
      (await http('POST', '/api/seeks', { game: 'chess', clock: { base: 5_000 } })).said,
      'waiting',
    )
    // The same, said in other words.
    const same = { game: 'chess', options: { chess960: false }, clock: null }
    assert.equal((await http('POST', '/api/seeks', same)).said, 'paired')
  })
})

test('bots fill open seats', async (t) => {
  const { http, join } = await serving(t)
  const { id, tokens } = await http('POST', '/api/games', { game: 'bughouse' })
  const token = Object.values(tokens)[0]
  const fill = (body) => http('POST', `/api/games/${id}/fill`, body, token)
  const filled = await fill({ seat: 'B.black', occupant: bot })
  assert.deepEqual(filled.filled, ['B.black'], filled.message)
  assert.equal((await fill({ occupant: { bot: 'nobody' } })).code, 'unknown_bot')
  assert.equal((await fill({})).filled.length, 2)
  const one = await join({ token })
  assert.equal(one.hi.game.status, 'playing')
  await one.hears('moved')
})

test('finished games are judged, replayed and freed', async (t) => {
  const file = path(folder(t), 'games.db')
  const { http, join, parts } = await serving(t, { file })
  for (const { name, hidden } of games()) {
    const { seats } = new Game(name)
    const { id, tokens } = await http('POST', '/api/games', {
      game: name,
      seats: Object.fromEntries(seats.map((seat) => [seat, 'me'])),
      on_leave: 'end',
    })
    const people = []
    for (const token of Object.values(tokens)) people.push(await join({ token }))
    for (const one of people) {
      const [move] = await one.call('candidates')
      if (move !== undefined) await one.ask('commit', { move })
    }
    assert.equal((await http('POST', `/api/games/${id}/analysis`, { ply: 0 })).code, 'not_over')
    await people[0].ask('resign')
    await people[0].hears('ended')
    for (const one of people) await one.leave()
    await parts.games.written()
    // Loaded for as long as it is looked at.
    const judge = (seat) =>
      http('POST', `/api/games/${id}/analysis`, { ply: 1, movetime: 10, ...(seat && { seat }) })
    let judged = await judge()
    if (hidden === 'always' || new Game(name).hidden) assert.equal(judged.code, 'invalid_option')
    // Where several may act, or know different things, one of them is named.
    for (const seat of seats) if (judged.status !== 200) judged = await judge(seat)
    assert.ok(judged.decision?.move, `${name}: ${judged.message}`)
    const { moves, game } = await http('GET', `/api/games/${id}/reveal`)
    assert.equal(game, name)
    assert.ok(moves.length > 0)
    const pgn = await http('GET', `/api/games/${id}/pgn`)
    assert.ok(pgn.pgn ?? pgn.code === 'unsupported', pgn.code)
    const late = await join({ token: Object.values(tokens)[0] })
    await late.hears('ended')
    assert.equal((await late.call('reveal')).moves.length, moves.length)
    await late.leave()
    await parts.games.written()
    assert.equal(parts.games.size, 0, 'tables of ended games are freed')
  }
})

test('what cannot be written is not told', async (t) => {
  const { http, join, parts } = await serving(t)
  const made = await http('POST', '/api/games', {
    game: 'chess',
    seats: { white: 'me', black: 'me' },
  })
  const white = await join({ token: made.tokens.white })
  const black = await join({ token: made.tokens.black })
  await black.call('ping')
  const { store } = parts
  const write = store.write.bind(store)
  const failed = new Promise((resolve) => {
    store.write = () => {
      store.write = write
      resolve()
      throw new Error('the disk is full')
    }
  })
  const answer = white.ask('commit', { move: 'e2e4' })
  await failed
  assert.equal(black.told('moved').length, 0)
  // It is tried again by itself after a second, or now.
  parts.games.flush()
  assert.equal((await answer).answer.ended, false)
  await black.hears('moved')
})

test('what is installed is free and downloads nothing', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const free = /^\(?(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0)( OR .*)?\)?$/
  let count = 0
  for (const [name, { license, dev, hasInstallScript, link }] of Object.entries(lock.packages)) {
    if (dev || link || !name.startsWith('node_modules/')) continue
    count += 1
    assert.match(license ?? '', free, name)
    assert.ok(!hasInstallScript, name)
  }
  assert.ok(count > 20)
})

test('rules have seats, which a page needs before it makes a game', async (t) => {
  const { http } = await serving(t)
  for (const { name } of games()) {
    const answer = await http('POST', '/api/rules', { game: name })
    const game = new Game(name)
    assert.deepEqual([answer.game, answer.seats], [name, game.seats])
    assert.deepEqual([answer.hidden, answer.options], [game.hidden, game.options])
  }
  const four = await http('POST', '/api/rules', { game: 'jarls', options: { players: 4 } })
  assert.equal(four.seats.length, 4)
  for (const [body, code] of [
    [{ game: 'jarls', options: { players: 9 } }, 'invalid_option'],
    [{ game: 'checkers' }, 'unknown_game'],
    [{}, 'invalid_option'],
    [{ game: 'chess', seats: {} }, 'invalid_option'],
  ]) {
    assert.equal((await http('POST', '/api/rules', body)).code, code)
  }
})

test('a built page is served, with headers that bind it to this site', async (t) => {
  const page = folder(t)
  writeFileSync(path(page, 'index.html'), '<!doctype html><p>the page')
  mkdirSync(path(page, 'assets'))
  writeFileSync(path(page, 'assets', 'main.js'), 'let x')
  const { address } = await serving(t, { page })
  const root = await fetch(`${address}/`)
  assert.equal(await root.text(), '<!doctype html><p>the page')
  assert.match(root.headers.get('content-type'), /^text\/html/)
  assert.match(root.headers.get('content-security-policy'), /default-src 'self'/)
  assert.equal(root.headers.get('referrer-policy'), 'no-referrer')
  const script = await fetch(`${address}/assets/main.js`)
  assert.match(script.headers.get('content-type'), /javascript/)
  // Nothing else of the disk, and errors are those of the protocol.
  for (const wrong of [
    '/nothing',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/%2e%2e/package.json',
  ]) {
    const { status, code } = await fetch(`${address}${wrong}`).then(async (response) => ({
      status: response.status,
      ...(await response.json()),
    }))
    assert.ok([400, 403, 404].includes(status), wrong)
    assert.ok(['not_found', 'bad_request'].includes(code), `${wrong}: ${code}`)
  }
  const { address: bare } = await serving(t)
  assert.equal((await fetch(`${bare}/`)).status, 404)
})
