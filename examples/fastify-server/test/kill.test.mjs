// A server that is killed at any moment, in a process of its own: what was acknowledged is there.

import assert from 'node:assert/strict'
import { join as path } from 'node:path'
import { test } from 'node:test'
import { Game, games } from 'boardwright'
import { folder, FULL, spawned } from './helpers.mjs'

const KILLS = FULL ? 10 : 2
/** True if somebody was told of the end: bots may come to it while others wait for their turn. */
const over = (events) =>
  Object.values(events)
    .flat()
    .some(({ kind }) => kind === 'ended')
const bot = { bot: 'random', delay: 0 }

test('after kill -9 every game goes on where its last acknowledged move left it', async (t) => {
  const file = path(folder(t), 'games.db')
  let server = await spawned(file)
  t.after(() => server.end('SIGKILL'))
  const all = []
  for (const { name } of games()) {
    const { seats } = new Game(name)
    // One person against bots in one, people alone in the other.
    for (const alone of [true, false]) {
      const who = seats.map((seat, i) => [seat, i === 0 || !alone ? 'me' : bot])
      const made = await server.http('POST', '/api/games', {
        game: name,
        seats: Object.fromEntries(who),
        clock: { base: 3_600_000 },
      })
      assert.equal(made.status, 201, made.message)
      all.push({ name, id: made.id, tokens: made.tokens, events: {}, moved: 0, lines: 0 })
    }
  }
  const waiting = await server.http('POST', '/api/games', {
    game: games()[0].name,
    seats: {
      [new Game(games()[0].name).seats[0]]: 'me',
      [new Game(games()[0].name).seats[1]]: 'invite',
    },
  })
  const [code] = Object.values(waiting.invitations)

  for (let kill = 0; kill < KILLS; kill++) {
    for (const game of all) {
      const people = []
      for (const [seat, token] of Object.entries(game.tokens)) {
        const known = (game.events[seat] ??= [])
        const one = await server.join({ token, views: true })
        await one.until(({ events }) => events.length >= known.length)
        // Nothing that was told before is missing or different.
        assert.deepEqual(one.events.slice(0, known.length), known, game.name)
        people.push({ seat, one })
      }
      const [{ one: first }] = people
      await first.until(({ frames }) => frames.some(({ event }) => event === 'people'))
      assert.deepEqual(
        first.lines.map(({ text }) => text),
        Array.from({ length: game.lines }, (_, i) => `line ${i}`),
      )
      // The time of which nobody knows counts for nobody.
      for (const { clock } of (await first.call('view')).table.players) {
        assert.ok(clock === null || clock > 3_500_000, `${game.name} ${clock}`)
      }
      await first.call('say', { text: `line ${game.lines++}` })
      for (const { seat, one } of people) {
        const [move] = await one.call('candidates')
        if (move !== undefined) {
          const { answer } = await one.ask('commit', { move })
          if (answer) game.moved += 1
        }
        game.people = people
        await one.call('ping')
        game.events[seat] = one.events
      }
    }
    // Moves are on their way, and bots at theirs, when it ends.
    for (const { people } of all) {
      for (const { one } of people) one.socket.send('{"id":9999,"call":"view"}')
    }
    assert.equal(await server.end('SIGKILL'), 'SIGKILL')
    for (const { people } of all) for (const { one } of people) await one.closed
    for (const game of all) {
      for (const { seat, one } of game.people) game.events[seat] = one.events
    }
    server = await spawned(file)
  }
  const { games: unfinished } = await server.http('GET', '/api/health')
  assert.ok(unfinished > 0)
  for (const { name, id, tokens, events } of all) {
    for (const [seat, token] of Object.entries(tokens)) {
      const one = await server.join({ token })
      const known = events[seat]
      await one.until((heard) => heard.events.length >= known.length)
      assert.deepEqual(one.events.slice(0, known.length), known, name)
      await one.leave()
    }
    assert.equal((await server.http('GET', `/api/games/${id}`)).status, 200)
  }
  assert.deepEqual(
    all
      .filter(({ moved, events }) => moved === 0 && !over(events))
      .map(({ name, tokens }) => [name, Object.keys(tokens)]),
    [],
  )
  // The invitation still is one, and the game begins.
  const accepted = await server.http('POST', '/api/invitations', { code, accept: true })
  assert.equal(accepted.status, 201)
  assert.equal(accepted.game.status, 'playing')
})

test('closed by a signal, it says goodbye and loses nothing', async (t) => {
  const file = path(folder(t), 'games.db')
  const server = await spawned(file)
  t.after(() => server.end('SIGKILL'))
  const { tokens, id } = await server.http('POST', '/api/games', {
    game: 'chess',
    seats: { white: 'me', black: { bot: 'search', movetime: 5_000, delay: 0 } },
  })
  const one = await server.join({ token: tokens.white })
  await one.call('commit', { move: 'a2a3' })
  const ended = server.end('SIGTERM')
  assert.deepEqual(await one.closed, { code: 1001, reason: 'draining' })
  assert.equal(one.frames.at(-1).event, 'goodbye')
  assert.equal(await ended, 0)
  const again = await spawned(file)
  t.after(() => again.end('SIGKILL'))
  const { view, game } = await again.http('GET', `/api/games/${id}`)
  assert.ok(view.ply >= 1)
  assert.equal(game.status, 'playing')
})
