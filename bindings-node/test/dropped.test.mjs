// What is dropped stops: tables and bots that are disposed of, collected, or end with
// their worker. Run with --expose-gc.
//
// What must stop thinks for an hour. That it has begun and that it has stopped is seen in
// what the library says of its jobs, looked at in each turn of the event loop; no clock
// is looked at.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { Bot, Cursor, start, statistics, Table } from 'boardwright'
import { rejectsCode, throwsCode, turn } from './helpers.mjs'

const HOUR = 3_600_000
const HERE = fileURLToPath(new URL('.', import.meta.url))
const WORKER = new URL('fixtures/table-worker.mjs', import.meta.url)

const state = start('chess')
const SLOW = { bot: 'search', movetime: HOUR, delay: 0 }
/** A table on which a bot thinks. */
const slow = (settings) =>
  new Table('chess', { seats: { white: SLOW }, botTimeout: HOUR, ...settings })

/** Resolves when so many jobs run, and none waits. */
async function running(count, each = () => {}) {
  for (;;) {
    const now = statistics()
    if (now.running === count && now.waiting === 0) return
    each()
    await turn()
  }
}
const begun = () => running(1)
const stopped = () => running(0)

beforeEach(stopped)

/** Collects what nothing holds, and lets what was collected go. */
async function collect() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await turn()
  }
}

test('a table disposed of stops thinking', async () => {
  const table = slow()
  await begun()
  table.dispose()
  await stopped()
  slow()[Symbol.dispose]()
  await stopped()
})

test('a table closed stops thinking', async () => {
  const table = slow()
  const waits = table.runBots()
  await begun()
  table.close()
  assert.equal(await waits, undefined)
  await stopped()
})

test('a table that was collected stops thinking', async () => {
  const leave = async () => {
    const table = slow()
    // A listener that holds the table does not keep it.
    table.listen(() => table.view('white'))
    await begun()
  }
  await leave()
  await running(0, globalThis.gc)
})

test('a table that ended stops thinking', async () => {
  const table = slow()
  await begun()
  table.resign('black')
  await table.runBots()
  await stopped()
  assert.equal(table.outcome.winner, 'white')
})

test('a worker that ends takes its tables with it', { timeout: 120_000 }, async () => {
  for (const then of ['wait', 'exit', 'throw', 'dispose']) {
    const worker = new Worker(WORKER, { workerData: { then } })
    const ended = new Promise((resolve) => worker.on('exit', resolve))
    worker.on('error', () => {})
    if (then === 'wait') {
      await new Promise((resolve) => worker.once('message', resolve))
      await begun()
      await worker.terminate()
    }
    await ended
    await stopped()
  }
})

test('a table is kept while somebody waits for its bots', async () => {
  const waits = new Table('chess', {
    seats: { white: { bot: 'search', nodes: 20_000, delay: 0 } },
  }).runBots()
  await collect()
  assert.equal(await waits, undefined)
})

test('who waits for the bots of a table that goes is told', async () => {
  const table = slow()
  const waits = table.runBots()
  await begun()
  table.dispose()
  await rejectsCode('cancelled', waits)
  // Also where the bot has decided and holds its move back.
  const delayed = new Table('chess', { seats: { white: { bot: 'random', delay: HOUR } } })
  const holds = delayed.runBots()
  await stopped()
  delayed.dispose()
  await rejectsCode('cancelled', holds)
  await rejectsCode('disposed', table.runBots())
})

test('delays of a table that went keep no process alive', async () => {
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

test('a bot disposed of stops', async () => {
  const bot = new Bot('search', { game: 'chess' })
  const decision = bot.decide(state, { movetime: HOUR })
  await begun()
  bot.dispose()
  await rejectsCode('cancelled', decision)
  await stopped()
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
  await stopped()
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
