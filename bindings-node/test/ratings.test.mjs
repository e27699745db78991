// Registries of bots: the answers of every language, and files.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { BoardwrightError, BotRegistry, arena } from '../index.mjs'

const CASES = JSON.parse(
  readFileSync(new URL('../../tests/scenarios/ratings.json', import.meta.url), 'utf8'),
)

const CAMEL = {
  at_once: 'atOnce',
  ply_limit: 'plyLimit',
  opening_plies: 'openingPlies',
}

const CALLS = {
  register: (registry, { name, ...rest }) => registry.register(name, rest),
  set_status: (registry, { name, status }) => registry.setStatus(name, status),
  remove: (registry, { name }) => registry.remove(name),
  rate: (registry, { batch, ...rest }) => registry.rate(batch, rest),
  rate_game: (registry, { batch, ...rest }) => registry.rateGame(batch, rest),
  bot: (registry, { name }) => registry.bot(name),
  bots: (registry) => registry.bots(),
  rating: (registry, { name, game, mode }) => registry.rating(name, game, mode),
  leaderboard: (registry, { game, mode }) => registry.leaderboard(game, mode),
  markdown: (registry, { game, mode }) => registry.markdown(game, mode),
  estimate: (_, given) => arena.estimate(given),
  sprt: (_, { pairs, ...rest }) => arena.sprt(pairs, rest),
  elo: (_, { results }) => arena.elo(results),
}

async function taken(registry, { ask, change, strength, given, tournament, batch }) {
  if (tournament === undefined) return CALLS[ask ?? change ?? strength](registry, given)
  const { game, players, ...rest } = tournament
  const named = Object.entries(rest).map(([name, value]) => [CAMEL[name] ?? name, value])
  const report = await arena.tournament(game, players, Object.fromEntries(named))
  return registry.rateReport(batch, report)
}

for (const { name, steps } of CASES) {
  test(name, async () => {
    const registry = new BotRegistry()
    for (const step of steps) {
      if (step.error === undefined) {
        assert.deepEqual(await taken(registry, step), step.answer)
      } else {
        await assert.rejects(
          async () => taken(registry, step),
          (error) => error instanceof BoardwrightError && error.code === step.error,
        )
      }
    }
  })
}

test('a registry is kept in a file and goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-'))
  try {
    const path = join(folder, 'bots.json')
    const registry = BotRegistry.load(path)
    assert.equal(registry.size, 0)
    for (const name of ['a', 'b']) registry.register(name, { modes: ['chess'] })
    const sides = [
      { players: ['a'], place: 1 },
      { players: ['b'], place: 2 },
    ]
    const batch = { game: 'chess', results: [{ sides, games: 2 }] }
    assert.equal(registry.rate('1', batch), true)
    registry.save(path)
    const again = BotRegistry.load(path)
    assert.deepEqual(again.bots(), registry.bots())
    assert.equal(again.rate('1', batch), false)
    assert.equal(again.rate('2', batch), true)
    assert.equal(again.rating('a', 'chess').wins, 4)
    assert.equal(registry.rating('a', 'chess').wins, 2)
    assert.equal(new BotRegistry(again.toText()).toText(), again.toText())
    writeFileSync(path, '{')
    assert.throws(() => BotRegistry.load(path), { code: 'invalid_notation' })
    assert.throws(() => registry.save(join(folder, 'none', 'bots.json')), /cannot write/)
    const circle = {}
    circle.self = circle
    assert.throws(() => registry.register('c', { kind: 'external', player: circle }), {
      code: 'invalid_option',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
