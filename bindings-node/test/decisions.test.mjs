// What a bot decides within its limits, and what it tells while it thinks.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, afterEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Analysis, Bot, configure, games, parse, start } from 'boardwright'
import { FULL, rejectsCode, settledMemory, stateOf, throwsCode, vectors } from './helpers.mjs'

const NAMES = games()
  .filter((game) => game.bots.includes('search'))
  .map((game) => game.name)
const NAME = NAMES[0]
const state = start(NAME)
const search = (game = NAME, options = {}) => new Bot('search', { game, ...options })

const unhandled = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))
after(() => assert.deepEqual(unhandled, []))

afterEach(() => configure({ threads: 2, maxQueue: 4096 }))

/** The bot is free, for it takes another decision. */
const free = async (bot) => assert.equal((await bot.decide(state, { depth: 1 })).depth, 1)

/** The same for one whose decision was given up: soon. */
async function soonFree(bot) {
  for (;;) {
    try {
      await free(bot)
      return
    } catch (error) {
      assert.equal(error.code, 'bot_busy')
      await sleep(1)
    }
  }
}

const all = async (steps) => {
  const list = []
  for await (const step of steps) list.push(step)
  return list
}

/** Milliseconds, more than anything here takes on any machine. */
const PATIENCE = 120_000

const LIMITS = [
  { movetime: 20 },
  { deadline: 120_000, depth: 3 },
  { nodes: 3000 },
  { depth: 3 },
  { mate: 2, nodes: 2000 },
  { clock: { remaining: 1500 } },
  { clock: { remaining: 1000, increment: 10, movesToGo: 40 } },
  { clock: { remaining: 0, increment: null, movesToGo: undefined } },
  { clocks: [{ remaining: 1000 }, { remaining: 2000, increment: 10 }] },
  { clocks: null, nodes: 100 },
  { movetime: 0, nodes: 2 ** 53 - 1, moves: null },
  { nodes: 0 },
  { depth: 0 },
  { movetime: 10, deadline: Number.MAX_SAFE_INTEGER },
]

describe('limits', () => {
  for (const limits of LIMITS) {
    test(JSON.stringify(limits), async () => {
      const decision = await search().decide(state, limits)
      assert.ok(state.legalMoves().includes(decision.move))
      assert.equal(decision.pv[0], decision.move)
      if (limits.depth > 0) assert.equal(decision.depth, limits.depth)
      if (limits.nodes < 1e6) assert.ok(decision.nodes < limits.nodes + 1000, decision.nodes)
    })
  }

  test('a seat that is being mated sits by the clocks', async () => {
    const lost = '6k1/8/8/8/8/5b1q/8/7K[] w - - 0 1'
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'
    const both = parse('bughouse', `${lost} | ${start}`)
    const bot = search('bughouse')
    const clocks = [1, 2, 3, 4].map(() => ({ remaining: 1_000_000 }))
    const decision = await bot.decide(both, { seat: 'A.white', nodes: 2000, clocks })
    assert.deepEqual([decision.move, decision.hold], ['A:h1g1', 980_000])
    assert.equal((await bot.decide(both, { seat: 'A.white', nodes: 2000 })).hold, 0)
  })

  test('lines and moves', async () => {
    const decision = await search().decide(state, { depth: 3, lines: 4 })
    const moves = [decision, ...decision.alternatives].map(({ move }) => move)
    assert.equal(new Set(moves).size, 4)
    const some = state.legalMoves().slice(2, 5)
    assert.ok(some.includes((await search().decide(state, { depth: 3, moves: some })).move))
    for (const bot of [new Bot('random', { game: NAME }), search()]) {
      assert.equal((await bot.decide(state, { depth: 1, moves: [some[1]] })).move, some[1])
      await rejectsCode('invalid_option', bot.decide(state, { depth: 1, moves: [] }))
    }
    await rejectsCode('invalid_notation', search().decide(state, { moves: ['nonsense'] }))
  })
})

describe('analyse', () => {
  for (const name of NAMES) {
    test(`${name}: every line of every depth`, async () => {
      const state = start(name)
      const [seat] = state.live
      const analysis = search(name).analyse(state, { seat, depth: 5, lines: 3 })
      assert.ok(analysis instanceof Analysis)
      assert.equal(analysis.decision, null)
      const infos = await all(analysis)
      const exact = infos.filter((info) => info.bound === null)
      assert.deepEqual(
        exact.map((info) => [info.depth, info.line]),
        Array.from({ length: 15 }, (_, i) => [1 + Math.floor(i / 3), 1 + (i % 3)]),
      )
      const best = exact.at(-3)
      assert.equal(analysis.decision.move, best.pv[0])
      assert.deepEqual(analysis.decision.score, best.score)
      assert.ok(Number.isInteger(analysis.decision.queued))
      assert.ok(best.selective_depth >= 5 && best.nodes > 0 && best.hash_full >= 0)
      assert.deepEqual(await analysis.next(), { done: true, value: analysis.decision })
      // The same for a seat's own view.
      const seen = state.observe(seat)
      const again = await all(search(name).analyse(seen, { depth: 5, lines: 3 }))
      assert.deepEqual(
        again.map((info) => info.pv),
        infos.map((info) => info.pv),
      )
      assert.equal(
        (await all(new Bot('random', { game: name }).analyse(state, { seat }))).length,
        1,
      )
    })
  }

  test('the last report has the move that is decided', async () => {
    for (const name of NAMES) {
      for (const nodes of [100, 1000, 3000, 10_000]) {
        const analysis = search(name).analyse(start(name), { seat: start(name).live[0], nodes })
        const infos = await all(analysis)
        assert.equal(infos.at(-1).pv[0], analysis.decision.move, `${name}, ${nodes} nodes`)
      }
    }
  })

  test('leaving the loop stops the search and frees the bot', async () => {
    const bot = search()
    for (let i = 0; i < 20; i++) {
      for await (const info of bot.analyse(state)) if (info.depth === 4) break
      await free(bot)
    }
    const thrown = async () => {
      for await (const info of bot.analyse(state)) throw new Error(`at ${info.depth}`)
    }
    await assert.rejects(thrown(), { message: 'at 1' })
    await free(bot)
  })

  test('steps asked for at once, and after the end', async () => {
    const bot = search()
    // Of two lines there are two, and nothing in between.
    const analysis = bot.analyse(state, { depth: 1, lines: 2 })
    const steps = await Promise.all([1, 2, 3, 4].map(() => analysis.next()))
    assert.deepEqual(
      steps.map((step) => step.done),
      [false, false, true, true],
    )
    assert.deepEqual(await analysis.return(), { done: true, value: null })
    // A step that waits when the analysis is ended from elsewhere.
    const endless = bot.analyse(state)
    for (let i = 0; i < 8; i++) await endless.next()
    const waiting = all(endless)
    await endless.return()
    await waiting
    await free(bot)
    await assert.rejects(endless.throw(new Error('mine')), { message: 'mine' })
    assert.equal((await bot.analyse(state).return()).done, true)
  })

  test('a signal rejects at once with its reason', async () => {
    const bot = search()
    const controller = new AbortController()
    const { signal } = controller
    const listeners = () => getEventListeners(signal, 'abort').length
    await all(bot.analyse(state, { depth: 2, signal }))
    for await (const info of bot.analyse(state, { signal })) if (info.depth === 2) break
    assert.equal(listeners(), 0)
    const reason = { why: 'the user left' }
    const analysis = bot.analyse(state, { signal })
    const loop = all(analysis)
    await sleep(50)
    assert.equal(listeners(), 1)
    controller.abort(reason)
    await assert.rejects(loop, (error) => error === reason)
    assert.equal(listeners(), 0)
    assert.deepEqual(await analysis.next(), { done: true, value: null })
    await soonFree(bot)
    const late = bot.analyse(state, { signal })
    await assert.rejects(late.next(), (error) => error === reason)
    assert.equal((await late.next()).done, true)
    // Aborted while nobody waits: the next who asks is told.
    const second = new AbortController()
    const unread = bot.analyse(state, { signal: second.signal })
    await unread.next()
    second.abort(reason)
    await assert.rejects(unread.next(), (error) => error === reason)
    assert.equal((await unread.next()).done, true)
    await soonFree(bot)
  })

  test('errors', async () => {
    const bot = search()
    const deadline = bot.analyse(state, { deadline: 0 })
    await rejectsCode('cancelled', deadline.next())
    assert.equal((await deadline.next()).done, true)
    throwsCode('invalid_option', () => bot.analyse(state, { linse: 3 }))
    const wrong = bot.analyse(state, { lines: 0 })
    await rejectsCode('invalid_option', wrong.next())
    assert.equal((await wrong.next()).done, true)
    const engaged = bot.analyse(state)
    await engaged.next()
    await rejectsCode('bot_busy', bot.analyse(state).next())
    throwsCode('bot_busy', () => bot.newGame())
    await engaged.return()
    bot.newGame()
    throwsCode('unsupported', () => new Analysis())
  })

  test('concluding', async () => {
    const analysis = search().analyse(state)
    analysis.conclude()
    let depth = 0
    for await (const info of analysis) {
      depth = info.depth
      if (depth === 4) analysis.conclude()
    }
    assert.ok(analysis.decision.depth >= 4 && depth - analysis.decision.depth <= 1)
    analysis.conclude()
  })

  test('who reads slowly holds nothing up and misses the oldest', async () => {
    const analysis = search().analyse(state, { lines: 500, nodes: 400_000 })
    await analysis.next()
    // The event loop stands still, and the search goes on.
    const until = performance.now() + 1500
    while (performance.now() < until);
    const infos = await all(analysis)
    assert.ok(infos.length <= 1024 + 1, `${infos.length} steps`)
    // The end is among what is left: the best of the iteration that was broken off, if it
    // changed, and of the last whole one if not.
    const best = infos.findLast((info) => info.line === 1)
    assert.equal(best.pv[0], analysis.decision.move)
    assert.ok([0, 1].includes(best.depth - analysis.decision.depth), `depth ${best.depth}`)
  })

  test('an analysis that nobody uses any more is stopped', async () => {
    const bot = search()
    await (async () => {
      const analysis = bot.analyse(state)
      await analysis.next()
    })()
    const until = performance.now() + PATIENCE
    while (performance.now() < until) {
      await settledMemory()
      try {
        await free(bot)
        return
      } catch (error) {
        assert.equal(error.code, 'bot_busy')
      }
    }
    assert.fail('it goes on')
  })
})

test('the worker is free at once', async () => {
  // A pool of one thread: only once the long search has stopped does another begin.
  configure({ threads: 1 })
  const searching = search()
  const other = search()
  await other.decide(state, { depth: 1 })
  const ways = {
    async decide(signal) {
      const decision = searching.decide(state, { movetime: 10 * PATIENCE, signal })
      return () => assert.rejects(decision, (error) => error === signal.reason)
    },
    async analyse(signal) {
      const analysis = searching.analyse(state, { signal })
      await analysis.next()
      const rest = all(analysis)
      return () => assert.rejects(rest, (error) => error === signal.reason)
    },
  }
  for (const [name, way] of Object.entries(ways)) {
    for (let round = 0; round < 15; round++) {
      const controller = new AbortController()
      const ended = await way(controller.signal)
      controller.abort(new Error('the user left'))
      await ended()
      // Without the signal it would wait in vain for the search to end.
      const decision = await other.decide(state, { depth: 1, deadline: PATIENCE })
      assert.equal(decision.depth, 1, name)
    }
  }
})

test('a new game', async () => {
  const limits = { depth: 6 }
  // With the network the second search happens to change its move, and takes longer.
  const made = () => search(NAME, { evaluation: 'hand' })
  const fresh = await made().decide(state, limits)
  const bot = made()
  assert.equal((await bot.decide(state, limits)).nodes, fresh.nodes)
  assert.ok((await bot.decide(state, limits)).nodes < fresh.nodes)
  bot.newGame()
  const again = await bot.decide(state, limits)
  assert.deepEqual([again.nodes, again.pv], [fresh.nodes, fresh.pv])
})

test('the same decisions as in every language', async () => {
  const lines = vectors('decisions')
  assert.ok(lines.length >= 1000)
  for (const { fields } of FULL ? lines : lines.slice(0, 100)) {
    const [name, game, position, seat, options, nodes, move, score] = fields
    const state = stateOf(game, position)
    const bot = search(state.game.name, JSON.parse(options))
    const seen = seat === '-' ? state : state.observe(seat)
    const decision = await bot.decide(seen, { nodes: Number(nodes) })
    const worth = decision.score === null ? '-' : `${decision.score.unit} ${decision.score.value}`
    assert.deepEqual([decision.move, worth], [move, score], name)
  }
})
