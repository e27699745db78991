// Events that come by themselves, at times that the test sets. In a file of its own, and one test: a timer
// that was made before is not cleared by one that stands in for it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serving } from './helpers.mjs'

test('flags fall, people are missed and silent sockets closed by timers alone', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_700_000_000_000 })
  const { http, join, socket, parts } = await serving(t, { limits: { waiting: 50_000 } })
  const both = { game: 'chess', seats: { white: 'me', black: 'me' } }
  const clocked = await http('POST', '/api/games', { ...both, clock: { base: 5_500 } })
  const white = await join({ token: clocked.tokens.white })
  await join({ token: clocked.tokens.black })
  await white.call('commit', { move: 'e2e4' })
  t.mock.timers.tick(5_499)
  assert.equal((await white.call('view')).table.status, 'playing')
  t.mock.timers.tick(1)
  await white.hears('ended')
  assert.equal(white.told('ended')[0].reason, 'timeout')

  const left = await http('POST', '/api/games', { ...both, grace: 10_000 })
  const stays = await join({ token: left.tokens.white })
  const leaves = await join({ token: left.tokens.black })
  await leaves.leave()
  await stays.until(({ frames }) => frames.at(-1).people?.black.sockets === 0)
  t.mock.timers.tick(10_000)
  await stays.hears('ended')
  assert.equal(stays.told('ended')[0].reason, 'abandoned')

  const waits = await http('POST', '/api/games', { game: 'chess' })
  const alone = await join({ token: waits.tokens.white })
  t.mock.timers.tick(50_000)
  await alone.hears('ended')
  assert.equal(alone.told('ended')[0].reason, 'aborted')
  assert.equal(parts.games.unfinished, 0)

  const mute = await socket()
  t.mock.timers.tick(10_000)
  assert.deepEqual(await mute.closed, { code: 1008, reason: 'hello_first' })
})
