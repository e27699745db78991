// What is dropped stops: tables and bots that are disposed of, collected, or end with
// their worker. Run with --expose-gc.
//
// There is one thread, and what must stop thinks for an hour: that a job after it comes
// to its end shows that the thread is free. No clock is looked at.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { Bot, configure, Cursor, start, Table } from 'boardwright'
import { rejectsCode, throwsCode, turn } from './helpers.mjs'

const HOUR = 3_600_000
const HERE = fileURLToPath(new URL('.', import.meta.url))
const WORKER = new URL('fixtures/table-worker.mjs', import.meta.url)

const state = start('chess')
const SLOW = { bot: 'search', movetime: HOUR, delay: 0 }
/** A table on which a bot thinks. */
const slow = (settings) =>
  new Table('chess', { seats: { white: SLOW }, botTimeout: HOUR, ...settings })

beforeEach(() => configure({ threads: 1 }))
afterEach(() => configure({ threads: 2 }))

/** Long work gets the thread, so that nothing else has it. */
const free = () => new Bot('search', { game: 'chess' }).decide(state, { nodes: 100 })

/** Collects what nothing holds, and lets what was collected go. */
async function collect() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await turn()
  }
}

test('a table disposed of stops thinking', { timeout: 60_000 }, async () => {
  const table = slow()
  table.dispose()
  assert.ok((await free()).move)
  {
    using scoped = slow()
    scoped.view('white')
  }
  assert.ok((await free()).move)
})

test('a table closed stops thinking', { timeout: 60_000 }, async () => {
  const table = slow()
  const waits = table.runBots()
  table.close()
  assert.equal(await waits, undefined)
  assert.ok((await free()).move)
})

test('a table that was collected stops thinking', { timeout: 60_000 }, async () => {
  ;(() => {
    const table = slow()
    // A listener that holds the table does not keep it.
    table.listen(() => table.view('white'))
  })()
  await collect()
  assert.ok((await free()).move)
})

test('a table that ended stops thinking', { timeout: 60_000 }, async () => {
  const table = slow()
  table.resign('black')
  await table.runBots()
  assert.ok((await free()).move)
  assert.equal(table.outcome.winner, 'white')
})

test('a worker that ends takes its tables with it', { timeout: 120_000 }, async () => {
  for (const then of ['wait', 'exit', 'throw', 'dispose']) {
    const worker = new Worker(WORKER, { workerData: { then } })
    const ended = new Promise((resolve) => worker.on('exit', resolve))
    worker.on('error', () => {})
    if (then === 'wait') {
      await new Promise((resolve) => worker.once('message', resolve))
      await worker.terminate()
    }
    await ended
    assert.ok((await free()).move, then)
  }
})

test('a table is kept while somebody waits for its bots', { timeout: 60_000 }, async () => {
  const waits = new Table('chess', {
    seats: { white: { bot: 'search', nodes: 20_000, delay: 0 } },
  }).runBots()
  await collect()
  assert.equal(await waits, undefined)
})

test('who waits for the bots of a table that goes is told', { timeout: 60_000 }, async () => {
  const table = slow()
  const waits = table.runBots()
  table.dispose()
  await rejectsCode('cancelled', waits)
  // Also where the bot has decided and holds its move back.
  const delayed = new Table('chess', { seats: { white: { bot: 'random', delay: HOUR } } })
  const holds = delayed.runBots()
  delayed.dispose()
  await rejectsCode('cancelled', holds)
  await rejectsCode('disposed', table.runBots())
})

test('delays of a table that went keep no process alive', { timeout: 60_000 }, async () => {
  const script = `
    import { Table } from 'boardwright'
    const table = new Table('chess', { seats: { white: { bot: 'random', delay: ${HOUR} } } })
    table.runBots().catch((error) => console.log(error.code))
    setImmediate(() => table.dispose())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: HERE })
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  assert.deepEqual([code, out], [0, 'cancelled\n'])
})

test('a bot disposed of stops', { timeout: 60_000 }, async () => {
  const bot = new Bot('search', { game: 'chess' })
  const decision = bot.decide(state, { movetime: HOUR })
  bot.dispose()
  await rejectsCode('cancelled', decision)
  assert.ok((await free()).move)
  const analyst = new Bot('search', { game: 'chess' })
  const analysis = analyst.analyse(state)
  await analysis.next()
  analyst.dispose()
  await assert.rejects(
    async () => {
      for await (const info of analysis) assert.ok(info.depth)
    },
    { code: 'cancelled' },
  )
  assert.ok((await free()).move)
})

test('what was disposed of can be shown, and closed', () => {
  const things = {
    State: start('chess'),
    Observation: start('blind').observe('white'),
    Cursor: new Cursor(state),
    Bot: new Bot('random', { game: 'chess' }),
    Table: new Table('chess'),
  }
  const table = things.Table
  const stop = table.listen(() => {})
  for (const [name, thing] of Object.entries(things)) {
    thing.dispose()
    thing.dispose()
    assert.ok(inspect(thing).startsWith(name), inspect(thing))
    assert.equal(typeof JSON.stringify({ thing }), 'string')
    assert.equal(typeof String(thing), 'string')
    assert.equal(typeof inspect(thing, { customInspect: false, getters: true }), 'string')
  }
  assert.equal(inspect(things.State), 'State(disposed)')
  assert.equal(JSON.stringify([things.State]), '["State(disposed)"]')
  table.close()
  stop()
  for (const call of [
    () => table.view('white'),
    () => table.listen(() => {}),
    () => table.save(),
    () => things.State.play('e2e4'),
    () => things.State.notation,
    () => things.Observation.text,
    () => things.Cursor.undo(),
    () => things.Bot.newGame(),
    () => new Table(things.State),
  ]) {
    throwsCode('disposed', call)
  }
})
