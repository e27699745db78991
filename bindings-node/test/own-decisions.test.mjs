// Bots of JavaScript's own without a table: the scenarios that all languages share, and what Node adds.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inspect } from 'node:util'

import {
  Bot,
  BoardwrightError,
  ExternalEngine,
  Game,
  LanguageModel,
  Table,
  arena,
  start,
} from '../index.mjs'
import { covers } from './helpers.mjs'

const file = new URL('../../tests/scenarios/own-decisions.json', import.meta.url)
const scenarios = JSON.parse(readFileSync(file, 'utf8'))

const CAMEL = { retry_cap: 'retryCap', bot_timeout: 'botTimeout' }

/** The names that JavaScript has. */
const camel = (given = {}) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [CAMEL[name] ?? name, value]))

assert.ok(scenarios.length > 15)
for (const scenario of scenarios) {
  test(scenario.name, async () => {
    let state = new Game(scenario.game, scenario.options).start()
    for (const move of scenario.moves ?? []) state = state.play(move)
    const subject = scenario.observe ? state.observe(scenario.observe) : state
    const steps = [...scenario.answers]
    const faults = []
    const answer = (question) => {
      const step = steps.shift()
      // An assertion here would fail the bot, and not the test.
      const details = JSON.parse(JSON.stringify({ ...question, observation: undefined }))
      if ('expect' in step && !covers(details, step.expect)) faults.push([step, details])
      const { length } = question.candidates
      if ((step.candidates ?? length) !== length) faults.push([step, length])
      if (step.fail) throw new Error(step.fail)
      return step.answer
    }
    const decide = async () => {
      const bot = new Bot(answer, camel(scenario.bot))
      return bot.decide(subject, { seat: scenario.seat, ...scenario.limits })
    }
    if (scenario.error) {
      await assert.rejects(decide, (error) => {
        assert.ok(error instanceof BoardwrightError, inspect(error))
        assert.equal(error.code, scenario.error)
        assert.ok(error.message.includes(scenario.message), error.message)
        return true
      })
    } else {
      const decision = await decide()
      assert.ok(covers(decision, scenario.expect), JSON.stringify(decision))
    }
    assert.deepEqual(faults, [])
    assert.deepEqual(steps, [])
  })
}

const first = ({ candidates }) => candidates[0]

test('what it throws is the cause', async () => {
  const bot = new Bot(async () => {
    throw new RangeError('no book')
  })
  await assert.rejects(bot.decide(start('chess')), (error) => {
    assert.equal(error.code, 'bot_failed')
    assert.equal(error.message, 'RangeError: no book')
    assert.ok(error.cause instanceof RangeError)
    return true
  })
})

test('a decision that is aborted is not thought about', async () => {
  const signals = []
  const aborts = []
  let asked
  const come = () => new Promise((resolve) => (asked = resolve))
  const hangs = ({ signal }) => {
    signals.push(signal)
    aborts.push(new Promise((told) => signal.addEventListener('abort', told)))
    asked()
    return new Promise(() => {})
  }
  const bot = new Bot(hangs)
  const controller = new AbortController()
  let asks = come()
  const decision = bot.decide(start('chess'), { signal: controller.signal })
  await asks
  controller.abort()
  await assert.rejects(decision, { name: 'AbortError' })
  // The clock says if it is still asked then.
  const late = bot.decide(start('chess'), { deadline: 1 })
  await assert.rejects(late, { code: 'bot_failed', message: /no answer within 1 ms/ })
  const before = signals.length
  asks = come()
  const disposed = bot.decide(start('chess'))
  await asks
  bot.dispose()
  await assert.rejects(disposed, { code: 'cancelled' })
  await Promise.all(aborts)
  assert.equal(signals.length, before + 1)
  assert.ok(before === 1 || before === 2)
  await assert.rejects(bot.decide(start('chess')), { code: 'disposed' })
})

test('many decisions at once, and what was asked is let go', async () => {
  let go
  const open = new Promise((resolve) => (go = resolve))
  const bot = new Bot(async ({ candidates }) => {
    await open
    return candidates.at(-1)
  })
  const all = Array.from({ length: 50 }, () => bot.decide(start('chess')))
  go()
  for (const decision of await Promise.all(all)) assert.equal(decision.move, 'g1h3')
})

test('what it does not do', async () => {
  const bot = new Bot(first, { game: 'chess' })
  const state = start('chess')
  assert.throws(() => bot.analyse(state), { code: 'unsupported' })
  assert.throws(() => bot.newGame(), { code: 'unsupported' })
  assert.deepEqual([bot.name, bot.game, inspect(bot)], ['own', 'chess', 'Bot(own, chess)'])
  const any = new Bot(first)
  assert.deepEqual([any.game, inspect(any)], [null, 'Bot(own)'])
  for (const wrong of [3, null, undefined, {}]) {
    assert.throws(() => new Bot(wrong, { game: 'chess' }), { code: 'invalid_option' })
  }
  assert.throws(() => new Bot(first, { seed: 1 }), { code: 'invalid_option', message: /seed/ })
  const program = Object.create(ExternalEngine.prototype)
  assert.throws(() => new Bot(program), { code: 'invalid_option' })
  await assert.rejects(bot.decide('chess'), { code: 'invalid_option', message: /subject/ })
})

test('seated it is the function itself', async () => {
  const bot = new Bot(first)
  for (const white of [bot, { bot, name: 'Ada', onFailure: 'lose' }]) {
    const table = new Table('chess', { seats: { white }, seed: 1 })
    await table.runBots()
    assert.equal(table.view('black').table.players[0].bot, 'own')
    assert.equal(table.moves().moves[0].move, 'a2a3')
    table.takeOver('black', bot)
    table.attend('white', bot)
    table.dispose()
  }
  const players = [bot, { bot, name: 'Ada' }]
  const report = await arena.tournament('chess', players, { games: 2, plyLimit: 6, seed: 1 })
  assert.deepEqual(report.times.map(({ name }) => name).sort(), ['Ada', 'first'])
})

test('a language model decides', async () => {
  const body = JSON.stringify({ choices: [{ message: { content: '{"move": "e4"}' } }] })
  const send = async () => ({ status: 200, headers: {}, body })
  const endpoints = [{ baseUrl: 'http://localhost:1', model: 'm' }]
  const bot = new Bot(new LanguageModel({ endpoints, send, preflight: false }))
  const { move } = await bot.decide(start('chess'))
  assert.equal(move, 'e2e4')
})

test('a function goes with the decision or the table that it answered for', async () => {
  const decided = async () => {
    const bot = ({ candidates }) => candidates[0]
    await new Bot(bot).decide(start('chess'))
    // One that was refused before it was asked.
    await assert.rejects(new Bot(bot).decide(start('chess'), { depth: 1 }), { code: 'unsupported' })
    return new WeakRef(bot)
  }
  const seated = async () => {
    const bot = ({ candidates }) => candidates[0]
    const table = new Table('chess', { seats: { white: bot }, seed: 1 })
    await table.runBots()
    table.dispose()
    return new WeakRef(bot)
  }
  for (const gone of [await decided(), await seated()]) {
    while (gone.deref() !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      globalThis.gc()
    }
  }
})
