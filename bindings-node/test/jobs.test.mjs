// Jobs: promises, cancelling, deadlines, the queue.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bot, cancelJob, configure, games, jobs, parse, start, statistics } from 'boardwright'
import { rejectsCode, throwsCode, turn } from './helpers.mjs'

const NAME = games()[0].name
const state = start(NAME)

/** Deep enough to take longer than any test. */
const LONG = 20

const unhandled = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))
after(() => assert.deepEqual(unhandled, []))

afterEach(() => configure({ threads: 2, maxQueue: 4096 }))

/** A job that runs until it is stopped, and what stops it. */
function long() {
  const controller = new AbortController()
  const promise = state.perft(LONG, { signal: controller.signal })
  return {
    promise,
    async stop() {
      controller.abort()
      await assert.rejects(promise, { name: 'AbortError' })
    },
  }
}

/**
 * As many of them as there is room for. A job that has ended takes its place for some
 * moments longer, so this may take several tries.
 */
async function full(count) {
  for (;;) {
    const jobs = Array.from({ length: count }, long)
    const ends = jobs.map(({ promise }) => promise.catch((error) => error))
    const refused = await Promise.race([...ends, sleep(20)])
    if (refused === undefined) return jobs
    assert.equal(refused.code, 'busy')
    for (const job of jobs) job.stop().catch(() => {})
    await sleep(20)
  }
}

/** Ends when a thread has taken the job that was asked for first. */
async function taken() {
  while (jobs()[0].state !== 'running') await turn()
}

/** Ends when the pool has come to all that was queued before. */
const drained = () => state.perft(2)

test('many jobs at once, each with its own answer', async () => {
  const depths = Array.from({ length: 600 }, (_, i) => i % 4)
  const counts = await Promise.all(depths.map((depth) => state.perft(depth)))
  const expected = [1, 20, 400, 8902]
  assert.deepEqual(
    counts,
    depths.map((depth) => expected[depth]),
  )
})

test('the event loop turns while jobs run', async () => {
  const job = long()
  let ended = false
  job.promise.catch(() => (ended = true))
  for (let turns = 0; turns < 50; turns++) await turn()
  assert.equal(ended, false)
  await job.stop()
})

test('an aborted job rejects at once with the reason', async () => {
  const controller = new AbortController()
  const job = state.perft(LONG, { signal: controller.signal })
  await sleep(20)
  const reason = { why: 'the user left' }
  controller.abort(reason)
  await assert.rejects(job, (error) => error === reason)
  // It has been cancelled natively as well: with one thread the next gets its turn.
  configure({ threads: 1 })
  await drained()
})

test('a signal that was aborted before', async () => {
  const reason = new Error('too late')
  const signal = AbortSignal.abort(reason)
  for (const job of [
    state.perft(LONG, { signal }),
    state.divide(LONG, { signal }),
    state.playouts(1e9, { signal }),
    new Bot('random', { game: NAME }).decide(state, { signal }),
  ]) {
    await assert.rejects(job, (error) => error === reason)
  }
})

test('signals by time and of several kinds', async () => {
  await assert.rejects(state.perft(LONG, { signal: AbortSignal.timeout(30) }), {
    name: 'TimeoutError',
  })
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(60_000)])
  const job = state.playouts(2 ** 40, { signal })
  setTimeout(() => controller.abort(), 20)
  await assert.rejects(job, { name: 'AbortError' })
})

test('no listener stays behind', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = () => getEventListeners(signal, 'abort').length
  for (let i = 0; i < 50; i++) await state.perft(1, { signal })
  assert.equal(listeners(), 0)
  await rejectsCode('invalid_option', state.perft(65, { signal }))
  await rejectsCode('cancelled', state.perft(LONG, { signal, deadline: 1 }))
  assert.equal(listeners(), 0)
  const jobs = Array.from({ length: 8 }, () => state.perft(LONG, { signal }))
  assert.equal(listeners(), 8)
  controller.abort()
  const ends = await Promise.allSettled(jobs)
  assert.ok(ends.every((end) => end.status === 'rejected' && end.reason === signal.reason))
  assert.equal(listeners(), 0)
  // Aborting again, or after the end, does nothing.
  controller.abort()
  await drained()
})

test('a job that is still queued can be aborted', async () => {
  configure({ threads: 1 })
  const running = long()
  const controller = new AbortController()
  const queued = state.perft(LONG, { signal: controller.signal })
  const last = state.perft(2)
  await sleep(20)
  controller.abort()
  await assert.rejects(queued, { name: 'AbortError' })
  await running.stop()
  assert.equal(await last, 400)
})

test('deadlines count from the call, also in the queue', async () => {
  configure({ threads: 1 })
  const began = performance.now()
  const jobs = [
    state.perft(LONG, { deadline: 100 }),
    state.divide(LONG, { deadline: 50 }),
    state.playouts(2 ** 40, { deadline: 50 }),
    state.perft(1, { deadline: 0 }),
  ]
  await Promise.all(jobs.map((job) => rejectsCode('cancelled', job)))
  const took = performance.now() - began
  assert.ok(took >= 99, `${took} ms`)
  assert.equal(await state.perft(2, { deadline: 60_000 }), 400)
  assert.equal(await state.perft(2, { deadline: Number.MAX_SAFE_INTEGER }), 400)
})

test('a full queue is busy, and recovers', async () => {
  configure({ threads: 1, maxQueue: 2 })
  const three = await full(3)
  await rejectsCode('busy', state.perft(2))
  await rejectsCode('busy', state.playouts(100))
  await rejectsCode('busy', new Bot('search', { game: NAME }).decide(state))
  for (const job of three) await job.stop()
  await Promise.all((await full(3)).map((job) => job.stop()))
})

test('a bot takes one decision at a time', async () => {
  configure({ threads: 1 })
  const running = long()
  await taken()
  const bot = new Bot('search', { game: NAME, nodes: 3000 })
  const first = bot.decide(state)
  await rejectsCode('bot_busy', bot.decide(state))
  const other = new Bot('random', { game: NAME }).decide(state)
  await sleep(60)
  await running.stop()
  const decision = await first
  assert.ok(decision.queued >= 50, `queued ${decision.queued} ms`)
  assert.ok((await other).move)
  assert.ok((await bot.decide(state)).move)
})

test('an aborted decision frees the bot', async () => {
  configure({ threads: 1 })
  const running = long()
  const bot = new Bot('random', { game: NAME })
  const controller = new AbortController()
  const decision = bot.decide(state, { signal: controller.signal })
  controller.abort()
  await assert.rejects(decision, { name: 'AbortError' })
  await running.stop()
  await drained()
  assert.ok((await bot.decide(state)).move)
})

test('jobs are listed and cancelled', async () => {
  configure({ threads: 1 })
  const ends = [state.perft(LONG), state.playouts(1e9)].map((job) => rejectsCode('cancelled', job))
  await taken()
  const [first, second] = jobs()
  assert.deepEqual([first.kind, first.state], ['perft', 'running'])
  assert.deepEqual([second.kind, second.state], ['playouts', 'waiting'])
  assert.deepEqual(statistics().kinds.perft, { waiting: 0, running: 1 })
  // Short work does not wait for what runs.
  assert.ok((await new Bot('random', { game: NAME }).decide(state)).move)
  assert.equal(cancelJob(second.id), true)
  assert.equal(cancelJob(first.id), true)
  await Promise.all(ends)
  assert.equal(cancelJob(first.id), false)
})

test('hash tables have a ceiling', async () => {
  const before = statistics().hash_mb
  configure({ hashMb: 64 })
  throwsCode('invalid_option', () => new Bot('search', { game: NAME, hash: 65536 }))
  await rejectsCode('invalid_option', state.perft(2, { hash: 65536 }))
  throwsCode('invalid_option', () => configure({ hashMb: 0 }))
  configure({ hashMb: before })
})

test('callers take turns', async () => {
  configure({ threads: 1 })
  const [running, next, last] = [long(), long(), long()]
  const leaves = new AbortController()
  // Long work as the counts are, and so for the same thread: short work has another one.
  const bot = new Bot('search', { game: NAME }).decide(state, { signal: leaves.signal })
  await taken()
  const [, , , search] = jobs()
  assert.notEqual(search.caller, jobs()[0].caller)
  /** Ends when one job runs alone. Which comes next is seen by that, not by what ends first. */
  const alone = async (id) => {
    while (jobs()[0].id !== id || jobs()[0].state !== 'running') await turn()
  }
  const [, second, third] = jobs()
  await running.stop()
  await alone(second.id)
  // Of the two that wait, the bot is of another caller than the count that has run.
  await next.stop()
  while (jobs().every(({ state }) => state !== 'running')) await turn()
  assert.deepEqual(
    jobs().map(({ id, state }) => [id, state]),
    [
      [third.id, 'waiting'],
      [search.id, 'running'],
    ],
  )
  leaves.abort()
  await assert.rejects(bot, { name: 'AbortError' })
  await alone(third.id)
  await last.stop()
})

test('counts that JavaScript cannot hold are unsupported', async () => {
  // Two bare kings: few positions, so a table reaches any depth at once.
  const kings = parse('chess', '4k3/8/8/8/8/8/8/4K3 w - - 0 1')
  const safe = await kings.perft(14, { hash: 16 })
  assert.ok(Number.isSafeInteger(safe) && safe > 2 ** 32)
  await rejectsCode('unsupported', kings.perft(20, { hash: 16 }))
  await rejectsCode('unsupported', kings.divide(21, { hash: 16 }))
})
