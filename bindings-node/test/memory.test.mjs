// Memory is flat: whatever is done over and over, what is dropped is freed, as long
// as the event loop turns. Run with --expose-gc.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Bot, games, load, parse, start } from 'boardwright'
import { FULL, settledMemory, turn } from './helpers.mjs'

const CYCLES = FULL ? 1_000_000 : 100_000
const EACH_TURN = 500

/** What all rounds together may add, which is far less than what they make. */
const SLACK = 24 << 20

/** Runs a cycle over and over; resident memory after the first part is that at the end. */
async function flat(cycles, cycle) {
  const run = async (count) => {
    for (let i = 0; i < count; i += EACH_TURN) {
      for (let j = 0; j < EACH_TURN; j++) cycle(i + j)
      await turn()
    }
    return settledMemory()
  }
  const before = await run(cycles / 4)
  const after = await run(cycles)
  const grown = after - before
  assert.ok(grown < SLACK, `grew by ${(grown / 2 ** 20).toFixed(1)} MB, from ${before >> 20} MB`)
}

for (const { name } of games()) {
  test(`${name}: start, play, drop`, () => {
    const move = start(name).legalMoves()[0]
    return flat(CYCLES, () => start(name).play(move))
  })
}

const NAME = games()[0].name
const state = start(NAME)
const move = state.legalMoves()[0]

test('everything else that makes something', () =>
  flat(CYCLES / 10, (i) => {
    const next = parse(NAME, state.notation).play(move)
    load(next.save())
    next.observe(0).describe()
    next.cursor().play(next.legalMoves()[0])
    next.legalMoves({ style: 'san' })
    next.describe()
    next.game.toJSON()
    new Bot('random', { game: NAME, seed: i })
    next.playMany(next.legalIds().slice(0, 1))
  }))

test('errors', () =>
  flat(CYCLES / 10, (i) => {
    for (const call of [
      () => state.play('zz'),
      () => start('none'),
      () => parse(NAME, `${i}`),
      () => load('{}'),
    ]) {
      assert.throws(call, { name: 'BoardwrightError' })
    }
    assert.equal(state.tryPlay('zz'), null)
    state.perft('x').catch(() => {})
  }))

test('jobs, settled and aborted', async () => {
  const { signal } = new AbortController()
  const round = async () => {
    const controller = new AbortController()
    const jobs = [
      state.perft(1, { signal }),
      state.perft(20, { signal: controller.signal }),
      state.playouts(1, { seed: 1 }),
      new Bot('random', { game: NAME }).decide(state, { signal }),
      state.perft(20, { deadline: 1 }),
    ]
    controller.abort()
    await Promise.allSettled(jobs)
  }
  const rounds = async (count) => {
    for (let i = 0; i < count; i++) await round()
    return settledMemory()
  }
  const before = await rounds(CYCLES / 400)
  const after = await rounds(CYCLES / 100)
  assert.ok(after - before < SLACK, `grew by ${(after - before) >> 20} MB`)
})

test('a state that is disposed of is freed without a turn of the loop', async () => {
  const before = await settledMemory()
  for (let i = 0; i < CYCLES; i++) {
    const next = state.play(move)
    next.dispose()
  }
  const grown = process.memoryUsage().rss - before
  // What is left until the loop turns is the shell, of about a hundred bytes.
  assert.ok(grown < SLACK + CYCLES * 300, `grew by ${grown >> 20} MB`)
})

test('a cursor needs no turn of the loop', async () => {
  const before = await settledMemory()
  const cursor = state.cursor()
  for (let i = 0; i < CYCLES; i++) {
    cursor.play(move)
    cursor.undo()
  }
  const grown = process.memoryUsage().rss - before
  assert.ok(grown < SLACK, `grew by ${grown >> 20} MB`)
})
