// Tournaments whose games are jobs: the tables of every language, whoever plays and how often.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'

import { JobQueue, arena, cancelJob, jobs, version } from '../index.mjs'
import { given, refused, scenarios } from './scenarios.mjs'

const CASES = scenarios.filter(({ options }) =>
  options.players.every(({ own }) => own === undefined),
)
const [FIRST] = CASES

const MATCH = ['match', 'chess', ['random', 'random'], { games: 2, plyLimit: 9, openingPlies: 0 }]
const open = (more) => new arena.JobQueue(...MATCH.slice(0, 3), { ...MATCH[3], ...more })

test('there are cases', () => assert.ok(CASES.length >= 3))

for (const scenario of CASES) {
  test(scenario.name, async () => {
    const queue = new arena.JobQueue('tournament', ...given(scenario))
    assert.ok(queue instanceof JobQueue)
    const told = []
    while (!queue.over) {
      // A round's jobs at once, the last one first, every result twice: as an object and as a text.
      const round = []
      for (let job = queue.acquire(); job !== null; job = queue.acquire()) round.unshift(job)
      assert.deepEqual([queue.waiting, queue.out], [0, round.length])
      const results = await Promise.all(round.map((job) => arena.runJob(job)))
      for (const result of results) {
        told.push(queue.submit(result))
        assert.equal(queue.submit(JSON.stringify(result)), null)
      }
    }
    assert.deepEqual(queue.report().table, scenario.table)
    assert.equal(told.length, scenario.table.games)
    assert.equal(told.at(-1).done, told.length)
    assert.equal(queue.acquire(), null)
    queue.close()
  })
}

test('the game of a job is that of the tournament', async () => {
  const games = new Map()
  const [game, players, options] = given(FIRST, { progress: (told) => games.set(told.id, told) })
  await arena.tournament(game, players, options)
  const queue = new arena.JobQueue('tournament', ...given(FIRST))
  for (let job = queue.acquire(); job !== null; job = queue.acquire()) {
    // As a text, both ways.
    const result = await arena.runJob(JSON.stringify(job))
    const told = queue.submit(result)
    assert.equal(told.done, queue.report().table.games)
    assert.ok(told.time > 0)
    // These differ from run to run.
    const { done, time } = told
    assert.deepEqual(told, { ...games.get(told.id), done, time })
  }
  assert.ok(queue.over)
})

test('the clock of a lease is set by its owner', async () => {
  let now = 0
  const queue = open({ lease: 1000, now: () => now })
  const [first, other] = [queue.acquire(), queue.acquire()]
  assert.notEqual(first.id, other.id)
  now = 999.9
  assert.equal(queue.acquire(), null)
  now = 1000
  assert.deepEqual(queue.acquire(), first)
  assert.deepEqual(queue.acquire(), other)
  assert.equal(queue.acquire(), null)
  assert.notEqual(queue.submit(await arena.runJob(first)), null)
  now = 1e300
  assert.deepEqual(queue.acquire(), other)
  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY, '0', 1n, undefined]) {
    now = wrong
    assert.throws(() => queue.acquire(), refused('invalid_option', /^now: gives milliseconds/))
  }
  now = new RangeError('no clock')
  const broken = open({
    now: () => {
      throw now
    },
  })
  assert.throws(() => broken.acquire(), RangeError)
  assert.equal(broken.out, 0)
  // Without a lease, and with the clock of the machine, nothing is handed out twice.
  const plain = open()
  assert.ok(plain.acquire() && plain.acquire())
  assert.equal(plain.acquire(), null)
  // One of no length has always passed.
  const short = open({ lease: 0 })
  assert.ok(short.acquire() && short.acquire() && short.acquire())
})

test('what is given back is handed out again, and its result counts all the same', async () => {
  const queue = open()
  const [first] = [queue.acquire(), queue.acquire()]
  assert.deepEqual([queue.waiting, queue.out], [0, 2])
  assert.equal(queue.release(first.id), true)
  assert.equal(queue.release(first.id), false)
  assert.deepEqual([queue.waiting, queue.out], [1, 1])
  assert.notEqual(queue.submit(await arena.runJob(first)), null)
  assert.equal(queue.acquire(), null)
})

test('a queue goes on from its file, which close frees', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-'))
  try {
    const log = join(folder, 'games.jsonl')
    const reopen = () => new arena.JobQueue('tournament', ...given(FIRST, { log }))
    let queues = 0
    let late = null
    for (;;) {
      const queue = reopen()
      queues += 1
      assert.throws(reopen, refused('invalid_option', /in use/))
      // The result of a job that was handed out before.
      if (late !== null) assert.notEqual(queue.submit(late), null)
      for (let left = 5; left > 0; left -= 1) {
        const job = queue.acquire()
        if (job !== null) queue.submit(await arena.runJob(job))
      }
      const next = queue.acquire()
      const { over } = queue
      if (over) assert.deepEqual(queue.report().table, FIRST.table)
      late = next && (await arena.runJob(next))
      queue.close()
      queue.close()
      for (const call of [
        () => queue.over,
        () => queue.waiting,
        () => queue.out,
        () => queue.acquire(),
        () => queue.submit('{}'),
        () => queue.release('x'),
        () => queue.report(),
      ]) {
        assert.throws(call, refused('disposed', /./))
      }
      assert.equal(inspect(queue), 'JobQueue(disposed)')
      if (over) break
    }
    assert.ok(queues > 3)
    assert.equal(readFileSync(log, 'utf8').split('\n').length, 26)
    const report = await arena.tournament(...given(FIRST, { log }))
    assert.deepEqual(report.table, FIRST.table)
    // A file of another tournament is none of this one, and stays as it is.
    assert.throws(
      () => new arena.JobQueue('tournament', ...given(FIRST, { log, seed: 1 })),
      refused('invalid_option', /seed was/),
    )
    if (Symbol.dispose) {
      const queue = reopen()
      queue[Symbol.dispose]()
      reopen().close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('results that do not count are named', async () => {
  const queue = open()
  const job = queue.acquire()
  const done = await arena.runJob(job)
  assert.deepEqual([done.id, done.version, done.error], [job.id, version, undefined])
  for (const [wrong, code, message] of [
    [{ ...done, version: '0.0.1' }, 'unsupported', /of version "0\.0\.1"/],
    [{ ...done, id: 'x' }, 'invalid_option', /there is no job "x"/],
    [{ ...done, result: { ...done.result, moves: 3 } }, 'invalid_option', /moves/],
    [{}, 'unsupported', /version/],
    ['{', 'invalid_notation', /result: is no JSON/],
    [3, 'invalid_option', /^result: takes an object or a text of JSON, not 3/],
    [undefined, 'invalid_option', /not undefined/],
    [[done], 'invalid_option', /not an array/],
    [{ ...done, times: [Number.NaN] }, 'invalid_option', /^result: 0: cannot be NaN/],
  ]) {
    assert.throws(() => queue.submit(wrong), refused(code, message))
  }
  const circle = {}
  circle.circle = circle
  assert.throws(() => queue.submit(circle), refused('invalid_option', /circular/))
  assert.equal(queue.out, 1)
  // The job of another version is refused by who would do it, and so is its result here.
  const old = await arena.runJob({ ...job, version: '0.0.1' })
  assert.deepEqual([old.id, old.error.code, old.result], [job.id, 'unsupported', undefined])
  assert.throws(() => queue.submit(old), refused('unsupported', /version "0\.0\.1"/))
  assert.notEqual(queue.submit(done), null)
})

test('what is wrong with a job is its result', async () => {
  const perft = { id: '1', version, kind: 'perft', game: 'chess', depth: 2 }
  assert.deepEqual(await arena.runJob(perft), { id: '1', version, result: { nodes: 400 } })
  for (const [job, id, code] of [
    [{ ...perft, kind: 'tea' }, '1', 'invalid_option'],
    [{ ...perft, game: 'checkers' }, '1', 'unknown_game'],
    [{}, null, 'invalid_option'],
    ['', null, 'invalid_notation'],
    ['[]', null, 'invalid_option'],
    [' '.repeat(2 ** 21), null, 'invalid_option'],
    [{ ...perft, noise: ' '.repeat(2 ** 21) }, null, 'invalid_option'],
  ]) {
    const done = await arena.runJob(job)
    assert.deepEqual([done.id, done.error.code, done.result], [id, code, undefined])
  }
  // Seeds are digits where they are too long for a number.
  const game = { ...perft, kind: 'game', depth: undefined, players: ['random', 'random'] }
  const [a, b] = await Promise.all(
    [2n ** 63n, String(2n ** 63n)].map((seed) => arena.runJob({ ...game, seed, ply_limit: 9 })),
  )
  assert.deepEqual(a.result, b.result)
  assert.equal(a.result.moves.length, 9)
  const program = { ...game, players: ['random', 'engine:no-such-program'], limits: { nodes: 1 } }
  const denied = await arena.runJob(program)
  assert.equal(denied.error.code, 'unsupported')
  const missing = await arena.runJob(program, { programs: true })
  assert.match(missing.error.message, /no-such-program/)
  assert.notEqual(missing.error.code, 'unsupported')
})

test('a job is stopped by its signal, or by its number', async () => {
  const job = (id) => ({ id, version, kind: 'perft', game: 'chess', depth: 30 })
  const first = arena.runJob(job('1'))
  const [listed] = jobs()
  assert.equal(cancelJob(listed.id), true)
  await assert.rejects(first, refused('cancelled', /./))
  const aborted = AbortSignal.abort(new Error('enough'))
  await assert.rejects(arena.runJob(job('2'), { signal: aborted }), /enough/)
  const controller = new AbortController()
  const running = arena.runJob(job('3'), { signal: controller.signal })
  controller.abort()
  await assert.rejects(running, { name: 'AbortError' })
})

test('arguments of the wrong kind are named', async () => {
  for (const job of [undefined, null, 3, true, [], Symbol('x'), () => {}]) {
    await assert.rejects(arena.runJob(job), refused('invalid_option', /^job: takes an object/))
  }
  const wrong = [
    [{ programs: 1 }, /^programs: takes true or false/],
    [{ program: true }, /no option "program"/],
    [{ signal: 3 }, /^signal: takes an AbortSignal/],
    [3, /./],
  ]
  for (const [options, message] of wrong) {
    await assert.rejects(arena.runJob({}, options), refused('invalid_option', message))
  }
  const queue =
    (...args) =>
    () =>
      new arena.JobQueue(...args)
  const players = ['random', 'random']
  for (const [make, code, message] of [
    [queue(), 'invalid_option', /^occasion: takes a string/],
    [queue('cup', 'chess', players), 'invalid_option', /there is no "cup"/],
    [queue('match', 3, players), 'invalid_option', /^game: takes a string/],
    [queue('match', 'checkers', players), 'unknown_game', /checkers/],
    [queue('match', 'chess', ['random', 'nobody']), 'unknown_bot', /nobody/],
    [queue('match', 'chess', players, { lease: -1 }), 'invalid_option', /^lease: /],
    [queue('match', 'chess', players, { lease: 0.5 }), 'invalid_option', /^lease: /],
    [queue('match', 'chess', players, { lease: '1' }), 'invalid_option', /^lease: /],
    [queue('match', 'chess', players, { now: 3 }), 'invalid_option', /^now: takes a function/],
    [queue('match', 'chess', players, { ply_limit: 3 }), 'invalid_option', /"ply_limit"/],
    [queue('match', 'chess', players, { plies: 3 }), 'invalid_option', /"plies"/],
    [queue('match', 'chess', players, { signal: AbortSignal.abort() }), 'invalid_option', /signal/],
    [queue('match', 'chess', players, 3), 'invalid_option', /./],
  ]) {
    assert.throws(make, refused(code, message))
  }
  const one = open()
  assert.throws(() => one.release(3), refused('invalid_option', /^id: takes a string/))
  assert.throws(() => one.release('x'), refused('invalid_option', /there is no job "x"/))
  assert.throws(() => arena.JobQueue('match', 'chess', players), TypeError)
})

test("bots of the host's own play in their process alone", () => {
  const own = () => assert.fail('nobody asks it')
  for (const player of [own, { name: 'own', bot: own }]) {
    const make = () => new arena.JobQueue('match', 'chess', [player, 'random'])
    assert.throws(make, refused('unsupported', /"own": .*plays in this process alone/))
  }
})
