// Tournaments: the tables of every language, progress, cutting short and going on.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { Bot, Games, arena } from '../index.mjs'
import { given, refused, scenarios as CASES } from './scenarios.mjs'

for (const scenario of CASES) {
  test(scenario.name, async () => {
    const told = []
    const [game, players, options] = given(scenario, {
      progress: (finished) => told.push(finished),
    })
    const report = await arena.tournament(game, players, options)
    assert.deepEqual(report.table, scenario.table)
    assert.equal(told.length, report.table.games)
    assert.equal(told.at(-1).done, told.length)
    assert.match(report.markdown, /^\| # \| player \|/)
  })
}

test('finished games are an asynchronous iterator', async () => {
  const games = arena.games('tournament', ...given(CASES[0]))
  assert.ok(games instanceof Games)
  const ids = []
  for await (const { id } of games) ids.push(id)
  assert.deepEqual(
    ids.sort((a, b) => a - b),
    [...Array(24).keys()],
  )
  assert.equal(games.length, 24)
  assert.deepEqual((await games.report).table, CASES[0].table)
})

test('the report of games that are left is rejected', async () => {
  // The first game ends at once; whatever comes after it never does.
  let asked = 0
  const bot = () => {
    asked += 1
    return asked === 1 ? { resign: true } : new Promise(() => {})
  }
  const players = [{ name: 'own', bot }, 'random']
  const games = arena.games('match', 'chess', players, { games: 4, concurrency: 1 })
  for await (const { fault } of games) {
    assert.equal(fault, null)
    break
  }
  await assert.rejects(games.report, { name: 'AbortError' })
})

test('a tournament that is left goes on from its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-'))
  try {
    const log = join(folder, 'games.jsonl')
    for (let run = 0; run < 3; run += 1) {
      let left = 5
      const games = arena.games('tournament', ...given(CASES[0], { log }))
      for await (const { fault } of games) {
        assert.equal(fault, null)
        left -= 1
        if (left === 0) break
      }
      // All may have ended before it was left.
      await games.report.catch(({ name }) => assert.equal(name, 'AbortError'))
      // The file is free once the games under way have been given up.
      for (;;) {
        const other = arena.tournament(...given(CASES[0], { log, seed: 1 }))
        const error = await other.then(assert.fail, (error) => error)
        if (!/in use/.test(error.message)) {
          assert.match(error.message, /seed was/)
          break
        }
      }
    }
    const seen = []
    const report = await arena.tournament(
      ...given(CASES[0], { log, progress: ({ id }) => seen.push(id) }),
    )
    assert.deepEqual(report.table, CASES[0].table)
    assert.ok(seen.length <= 24 - 15)
    assert.equal(readFileSync(log, 'utf8').split('\n').length, 26)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('matches and selfplay', async () => {
  const short = { plyLimit: 10, openingPlies: 0, concurrency: 2 }
  const match = await arena.match(
    'crazyhouse',
    'random',
    { bot: 'heuristic' },
    { games: 4, ...short },
  )
  assert.equal(match.table.games, 4)
  assert.notEqual(match.table.estimate, null)
  const selfplay = await arena.selfplay('crazyhouse', 'random', { games: 3, ...short })
  assert.deepEqual(
    selfplay.table.players.map(({ name }) => name),
    ['random', 'random #2'],
  )
})

test('what is wrong is named', async () => {
  await assert.rejects(
    arena.tournament('chess', ['random', 'nobody']),
    refused('unknown_bot', /nobody/),
  )
  await assert.rejects(arena.match('checkers', 'random', 'random'), refused('unknown_game', /./))
  await assert.rejects(
    arena.match('chess', 'random', 'random', { games: 3 }),
    refused('invalid_option', /games: takes a multiple of 2/),
  )
  await assert.rejects(
    arena.match('chess', 'random', 'random', { ply_limit: 3 }),
    refused('invalid_option', /no option "ply_limit"/),
  )
  await assert.rejects(
    arena.match('chess', 'random', 'random', { progress: 3 }),
    refused('invalid_option', /progress: takes a function/),
  )
  const games = arena.games('cup', 'chess', ['random', 'random'])
  await assert.rejects(
    async () => {
      for await (const { id } of games) assert.fail(`game ${id}`)
    },
    refused('invalid_option', /there is no "cup"/),
  )
})

test('a signal, or what progress throws, ends it', async () => {
  const abort = new AbortController()
  const endless = { games: 1_000_000, plyLimit: 10 }
  const match = arena.match('chess', 'random', 'random', {
    ...endless,
    signal: abort.signal,
    progress: () => abort.abort(new Error('enough')),
  })
  await assert.rejects(match, /enough/)
  const thrown = arena.match('chess', 'random', 'random', {
    ...endless,
    progress: () => {
      throw new RangeError('too much')
    },
  })
  await assert.rejects(thrown, RangeError)
})

test('a function plays under its name, and loses what it throws at', async () => {
  const asked = new Set()
  function first({ seat, kind, candidates, observation }) {
    asked.add(seat)
    assert.equal(kind, 'move')
    assert.equal(observation.seat, seat)
    return candidates[0]
  }
  const report = await arena.match('chess', first, 'random', { games: 2, plyLimit: 20 })
  assert.deepEqual(report.table.players.map(({ name }) => name).sort(), ['first', 'random'])
  assert.deepEqual([...asked].sort(), ['black', 'white'])

  const faults = []
  const broken = () => {
    throw new TypeError('oh')
  }
  const options = {
    games: 2,
    plyLimit: 6,
    openingPlies: 0,
    progress: ({ fault }) => faults.push(fault),
  }
  const table = (await arena.tournament('chess', [broken, 'random'], options)).table
  assert.ok(table.complete)
  assert.equal(faults.length, 2)
  for (const { player, kind, message } of faults) {
    assert.deepEqual([player, kind, message], ['broken', 'crash', 'TypeError: oh'])
  }
})

test('a question of a tournament that is stopped is given up', async () => {
  const controller = new AbortController()
  let told
  const slow = ({ signal }) =>
    new Promise((resolve, reject) => {
      told = signal
      signal.addEventListener('abort', () => reject(signal.reason))
      controller.abort()
    })
  const { signal } = controller
  await assert.rejects(arena.match('chess', slow, 'random', { games: 2, signal }), {
    name: 'AbortError',
  })
  // Once the games have ended nothing else keeps the event loop going.
  const alive = setInterval(() => {}, 1000)
  if (!told.aborted) await new Promise((resolve) => told.addEventListener('abort', resolve))
  clearInterval(alive)
  assert.equal(told.reason.code, 'cancelled')
})

test('bots that were made play as their names and options', async () => {
  const strong = new Bot('search', { game: 'chess', level: 'casual', seed: 2n ** 63n })
  const weak = new Bot('random', { game: 'chess' })
  const rules = { games: 4, limits: { nodes: 50 }, plyLimit: 40 }
  const made = await arena.match('chess', strong, { name: 'weak', bot: weak }, rules)
  const options = { level: 'casual' }
  const named = await arena.match(
    'chess',
    { bot: 'search', options },
    { name: 'weak', bot: 'random' },
    rules,
  )
  assert.deepEqual(made.table, named.table)
  const alone = await arena.selfplay('chess', weak, { games: 2, plyLimit: 10 })
  assert.equal(alone.table.games, 2)
  await assert.rejects(
    arena.match('crazyhouse', 'random', weak, { games: 2 }),
    /players\[1\]: bot: it plays .?chess/,
  )
  await assert.rejects(
    arena.match('chess', { bot: strong, options }, weak, { games: 2 }),
    /players\[0\]: options: the bot has its own/,
  )
})
