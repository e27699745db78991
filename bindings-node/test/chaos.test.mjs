// Decisions within random limits, aborted at random: each ends as it should.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bot, start } from 'boardwright'
import { codeOf, FULL, random, settledMemory } from './helpers.mjs'

const DECISIONS = FULL ? 10_000 : 300
const AT_ONCE = 16
const SLACK = 24 << 20

/** Positions of random games that have not ended. */
function positions() {
  const { pick } = random(1)
  return ['chess', 'crazyhouse'].flatMap((name) =>
    Array.from({ length: 4 }, () => {
      const states = [start(name)]
      while (states.length < 80 && states.at(-1).outcome === null) {
        states.push(states.at(-1).play(pick(states.at(-1).legalMoves())))
      }
      return states.filter((state) => state.outcome === null)
    }).flat(),
  )
}

/** Some of the limits together, none too large to wait for. */
function limits({ pick, below }) {
  const choices = {
    movetime: pick([0, 1, 5, 20]),
    deadline: pick([0, 2, 10, 50]),
    nodes: pick([0, 1, 100, 5000]),
    depth: pick([0, 1, 3, 6]),
    clock: {
      remaining: pick([0, 10, 300]),
      increment: pick([null, 0, 10]),
      movesToGo: pick([undefined, 1, 30]),
    },
  }
  const names = Object.keys(choices)
  const picked = Array.from({ length: 1 + below(3) }, () => pick(names))
  return {
    lines: pick([undefined, 1, 3]),
    ...Object.fromEntries(picked.map((name) => [name, choices[name]])),
  }
}

const STATES = positions()
const BOTS = Object.fromEntries(
  ['chess', 'crazyhouse'].map((game) => [
    game,
    Array.from({ length: AT_ONCE }, (_, seed) => new Bot('search', { game, seed, hash: 1 })),
  ]),
)

/** How a decision or an analysis ended. */
async function end(state, promise, signal) {
  try {
    const move = await promise
    assert.ok(move === undefined || state.legalMoves().includes(move), move)
    return 'decided'
  } catch (error) {
    if (signal.aborted && error === signal.reason) return 'aborted'
    return codeOf(error)
  }
}

async function move(bot, state, options) {
  return (await bot.decide(state, options)).move
}

async function analysed(bot, state, options, most) {
  const analysis = bot.analyse(state, options)
  for await (const info of analysis) {
    assert.ok(state.legalMoves().includes(info.pv[0]))
    if (info.depth > most) break
  }
  return analysis.decision?.move
}

async function chaos(count) {
  const rng = random(count)
  const seen = {}
  for (let i = 0; i < count; i += AT_ONCE) {
    const running = Array.from({ length: AT_ONCE }, (_, number) => {
      const state = rng.pick(STATES)
      const bot = BOTS[state.game.name][number]
      const controller = new AbortController()
      const { signal } = controller
      const options = { ...limits(rng), signal }
      const job =
        rng.below(4) === 0 ? analysed(bot, state, options, rng.below(6)) : move(bot, state, options)
      return { controller, ended: end(state, job, signal) }
    })
    for (const { controller } of running) if (rng.below(4) === 0) controller.abort()
    await sleep(rng.pick([0, 1, 5]))
    for (const { controller } of running) if (rng.below(4) === 0) controller.abort()
    for (const ended of await Promise.all(running.map((job) => job.ended))) {
      seen[ended] = (seen[ended] ?? 0) + 1
    }
  }
  return seen
}

test('every decision ends with a legal move, the reason or cancelled', async () => {
  for (const [game, bots] of Object.entries(BOTS)) {
    for (const bot of bots) await bot.decide(start(game), { nodes: 20_000 })
  }
  await chaos(DECISIONS / 2)
  const before = await settledMemory()
  const { decided, aborted, cancelled, bot_busy: busy = 0, ...others } = await chaos(DECISIONS)
  assert.deepEqual(others, {})
  assert.ok(decided > 0 && aborted > 0 && cancelled > 0)
  // A bot that was aborted is not free at once.
  assert.ok(busy < DECISIONS / 3, `${busy} were busy`)
  const grown = (await settledMemory()) - before
  assert.ok(grown < SLACK, `grew by ${grown >> 20} MB`)
})
