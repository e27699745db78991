// The table: the scenarios that all languages share, and what Node adds.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { Game, Table } from '../index.mjs'

const file = new URL('../../tests/scenarios/tables.json', import.meta.url)
const scenarios = JSON.parse(readFileSync(file, 'utf8'))

/** Whether all that is expected is there; lists must be as long as expected. */
function covers(got, expected) {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(got) &&
      got.length === expected.length &&
      expected.every((item, i) => covers(got[i], item))
    )
  }
  if (expected !== null && typeof expected === 'object') {
    return (
      got !== null &&
      typeof got === 'object' &&
      Object.entries(expected).every(([name, value]) => name in got && covers(got[name], value))
    )
  }
  return got === expected
}

assert.ok(scenarios.length > 20)
for (const scenario of scenarios) {
  test(scenario.name, { timeout: 60_000 }, async () => {
    const game = new Game(scenario.game, scenario.options)
    const state = scenario.position ? game.parse(scenario.position) : game.start()
    let table = new Table(state, { seats: scenario.seats, ...scenario.settings })
    for (const step of scenario.steps) {
      if (step.wait) await table.runBots()
      else if (step.save_load) table = Table.load(table.save())
      else if (step.error) {
        assert.throws(() => table.call(step.call, step.args), { code: step.error })
      } else {
        const got = table.call(step.call, step.args)
        const what = `${JSON.stringify(step)}: ${JSON.stringify(got)}`
        if ('expect' in step) assert.ok(covers(got, step.expect), what)
        if (step.kinds) {
          assert.deepEqual(
            got.events.map((event) => event.kind),
            step.kinds,
            what,
          )
        }
      }
    }
  })
}

test('the named methods', async () => {
  const table = new Table('chess', {
    seats: { black: { bot: 'random', seed: 5, delay: 0 } },
    clock: { base: 60_000 },
    botTimeout: 10_000,
  })
  assert.equal(table.commit('white', 'e4', { style: 'san', now: 1_000 }).since, 1)
  await table.runBots()
  const view = table.view('white')
  assert.equal(view.ply, 2)
  assert.equal(table.events('white').next, view.table.next_seq)
  assert.ok(table.candidates('white').length > 0)
  assert.equal(table.outcome, null)
  table.resign(0)
  assert.equal(table.outcome.reason, 'resigned')
  assert.deepEqual(Table.load(table.save()).reveal(), table.reveal())
  table.close()
  table.dispose()
  assert.throws(() => table.view('white'), { code: 'invalid_option' })
})

test('a hundred tables of bots play at once', { timeout: 120_000 }, async () => {
  const bot = (seed) => ({ bot: 'random', seed })
  const tables = Array.from(
    { length: 100 },
    (_, i) => new Table('crazyhouse', { seats: { white: bot(i), black: bot(i + 1) } }),
  )
  await Promise.all(tables.map((table) => table.runBots()))
  assert.ok(tables.every((table) => table.outcome !== null))
})

test('a wait that is aborted rejects, and the table goes on', async () => {
  const table = new Table('chess', {
    seats: { white: { bot: 'random', delay: 50 }, black: 'human' },
  })
  const reason = new Error('enough')
  const waiting = table.runBots({ signal: AbortSignal.abort(reason) })
  await assert.rejects(waiting, reason)
  await table.runBots()
  assert.equal(table.view('black').to_move, 'black')
})

test('garbage gets typed errors', () => {
  const table = new Table('chess')
  for (const garbage of [null, 3, 2.5, -1, 'x', '\ud800', [], {}, () => {}, Symbol('x'), 1n]) {
    for (const call of ['commit', 'respond_draw', 'take_over', 'undo', 'events', 'tick']) {
      for (const name of ['seat', 'move', 'accept', 'occupant', 'plies', 'since', 'now']) {
        try {
          table.call(call, { seat: 'white', [name]: garbage })
        } catch (error) {
          assert.ok(error.code && error.code !== 'internal', String(error))
        }
      }
    }
    assert.throws(() => new Table('chess', { seats: { white: garbage ?? 5 } }), { name: /Error/ })
    assert.throws(() => Table.load(garbage), { code: /invalid_option|invalid_notation/ })
  }
})
