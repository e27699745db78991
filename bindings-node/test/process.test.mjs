// How environments end: workers with jobs in flight, processes that exit, throw or
// have nothing left to do.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Bot, configure, games, load, start } from 'boardwright'
import { FULL, rejectsCode } from './helpers.mjs'

const NAME = games()[0].name
const HERE = fileURLToPath(new URL('.', import.meta.url))
const BUSY = new URL('fixtures/busy-worker.mjs', import.meta.url)
const USEFUL = new URL('fixtures/useful-worker.mjs', import.meta.url)

/** Resolves when a worker says something. */
const said = (worker) =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/**
 * Runs a script in a process of its own, in which `state` and `bw` are there.
 *
 * @returns its exit code, output and how many milliseconds it took
 */
function run(script, { bare = false } = {}) {
  const prelude = bare
    ? ''
    : `import * as bw from 'boardwright'
       const name = bw.games()[0].name, state = bw.start(name);`
  return new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(process.execPath, ['--input-type=module', '-e', prelude + script], {
      cwd: HERE,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    child.stderr.on('data', (data) => {
      err += data
    })
    const hung = setTimeout(() => child.kill('SIGKILL'), 30_000)
    child.on('close', (code, signal) => {
      clearTimeout(hung)
      resolve({ code, signal, out, err, took: performance.now() - began })
    })
  })
}

/** The script ended as it should have. */
function ended(result, { code = 0, out = '' } = {}) {
  assert.equal(result.signal, null, `killed by ${result.signal}: ${result.err}`)
  assert.equal(result.code, code, result.err)
  assert.equal(result.out, out)
  assert.ok(result.took < 20_000, `${result.took} ms`)
}

test('the process stays for a job, and ends after it', async () => {
  const result = await run(`console.log(await state.perft(3))`)
  ended(result, { out: '8902\n' })
})

test('a job that nobody awaits is waited for all the same', async () => {
  const result = await run(`state.perft(3).then(console.log)`)
  ended(result, { out: '8902\n' })
})

test('a rejected job does not keep the process', async () => {
  const result = await run(`
    const controller = new AbortController()
    const jobs = Array.from({ length: 50 }, () => state.perft(20, { signal: controller.signal }))
    controller.abort()
    const ends = await Promise.allSettled(jobs)
    console.log(ends.every((end) => end.reason === controller.signal.reason))`)
  ended(result, { out: 'true\n' })
})

test('refused and wrong jobs do not keep the process', async () => {
  const result = await run(`
    bw.configure({ threads: 1, maxQueue: 0 })
    const first = state.perft(20, { deadline: 100 })
    for (const job of [state.perft(2), state.perft(-1), state.perft('x'), first]) {
      await job.catch((error) => console.log(error.code))
    }`)
  ended(result, { out: 'busy\ninvalid_option\ninvalid_option\ncancelled\n' })
})

test('exit with jobs in flight', async () => {
  const results = await Promise.all(
    [0, 1, 20].map((ms) =>
      run(`
        for (let i = 0; i < 50; i++) state.perft(20).catch(() => {})
        setTimeout(() => process.exit(7), ${ms})`),
    ),
  )
  for (const result of results) ended(result, { code: 7 })
})

test('an exception with jobs in flight', async () => {
  const result = await run(`
    for (let i = 0; i < 50; i++) state.playouts(2 ** 40, { threads: 2 }).catch(() => {})
    setTimeout(() => { throw new Error('on purpose') }, 20)`)
  ended(result, { code: 1 })
  assert.match(result.err, /on purpose/)
})

test('an unhandled rejection is the host’s own affair', async () => {
  const result = await run(`state.perft(99)`)
  ended(result, { code: 1 })
  assert.match(result.err, /invalid_option/)
})

test('a panic in a job is an error and prints nothing', async () => {
  const result = await run(`
    const info = bw.games().find((game) => game.bots.includes('faulty-throws'))
    const bot = new bw.Bot('faulty-throws', { game: info.name })
    await bot.decide(bw.start(info.name).observe(0)).catch((error) => console.log(error.code))`)
  ended(result, { out: 'internal\n' })
  assert.equal(result.err, '')
})

test('workers work', async () => {
  const state = start(NAME)
  const workers = Array.from(
    { length: 4 },
    () => new Worker(USEFUL, { workerData: { saved: state.save() } }),
  )
  const exits = workers.map((worker) => new Promise((resolve) => worker.on('exit', resolve)))
  const bot = new Bot('random', { game: NAME, seed: 1 })
  const { move } = await bot.decide(state)
  for (const answer of await Promise.all(workers.map(said))) {
    assert.deepEqual(answer.counts, await Promise.all([state.perft(3), state.perft(2)]))
    assert.equal(answer.move, move)
    assert.equal(answer.aborted, 'AbortError')
    assert.equal(answer.start, state.key)
    assert.ok(load(answer.saved).equals(state.play(move)))
  }
  // They end by themselves once their work is done.
  assert.deepEqual(await Promise.all(exits), [0, 0, 0, 0])
})

test('a terminated worker takes its 50 jobs with it', async () => {
  configure({ threads: 2 })
  const state = start(NAME)
  for (let round = 0; round < (FULL ? 50 : 8); round++) {
    const worker = new Worker(BUSY)
    await said(worker)
    await sleep(round % 4)
    await worker.terminate()
    // Both threads were taken; these answers show that they are free again.
    const counts = [state.perft(3, { deadline: 20_000 }), state.perft(2, { deadline: 20_000 })]
    assert.deepEqual(await Promise.all(counts), [8902, 400])
  }
})

test('a worker that exits or throws takes its jobs with it', async () => {
  const state = start(NAME)
  for (const then of ['exit', 'throw']) {
    const worker = new Worker(BUSY, { workerData: { then } })
    const code = await new Promise((resolve) => {
      worker.on('error', () => {})
      worker.on('exit', resolve)
    })
    assert.equal(code, then === 'exit' ? 0 : 1)
    assert.equal(await state.perft(3, { deadline: 20_000 }), 8902)
  }
})

test('the jobs of one environment are not those of another', async () => {
  configure({ threads: 2 })
  const mine = start(NAME).playouts(3000, { seed: 1 })
  const worker = new Worker(BUSY)
  await said(worker)
  await worker.terminate()
  assert.equal((await mine).games, 3000)
})

test('a library that only a worker has loaded outlives it', async () => {
  const result = await run(
    `
    import { Worker } from 'node:worker_threads'
    for (let round = 0; round < 5; round++) {
      const worker = new Worker(new URL(${JSON.stringify(BUSY.href)}), { execArgv: [] })
      await new Promise((resolve) => worker.once('message', resolve))
      await worker.terminate()
    }
    // Its threads wind down while nobody has it loaded.
    await new Promise((resolve) => setTimeout(resolve, 300))
    console.log('alive')`,
    { bare: true },
  )
  ended(result, { out: 'alive\n' })
})

test('a deadline passes while the loop is blocked', async () => {
  const job = start(NAME).perft(20, { deadline: 20 })
  const began = performance.now()
  while (performance.now() - began < 60);
  await rejectsCode('cancelled', job)
})
