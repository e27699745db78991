// Bots of JavaScript's own: the scenarios that all languages share, and what Node adds.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'

import { Game, Table } from '../index.mjs'
import { covers } from './helpers.mjs'

const file = new URL('../../tests/scenarios/own.json', import.meta.url)
const scenarios = JSON.parse(readFileSync(file, 'utf8'))

// A table keeps no process alive, and while a question comes nothing else does here.
const alive = setInterval(() => {}, 1_000)
after(() => clearInterval(alive))

/** Bots whose questions wait until a step answers them. */
class Waiting {
  #waiting = []
  #comers = []
  #held = []

  bot = (question) =>
    new Promise((resolve, reject) => {
      const entry = { question, resolve, reject }
      this.#waiting.push(entry)
      for (const comer of this.#comers.splice(0)) comer()
    })

  async next(seat) {
    for (;;) {
      const fits = ({ question }) => question.seat === seat && !question.signal.aborted
      const at = this.#waiting.findIndex(fits)
      if (at >= 0) return this.#waiting.splice(at, 1)[0]
      await new Promise((resolve) => this.#comers.push(resolve))
    }
  }

  async question(step) {
    const entry = await this.next(step.seat)
    const { question } = entry
    const what = `${JSON.stringify(step)}: ${JSON.stringify(question)}`
    if ('expect' in step) assert.ok(covers(question, step.expect), what)
    if (step.kinds) {
      assert.deepEqual(
        question.events.map((event) => event.kind),
        step.kinds,
        what,
      )
    }
    if (step.candidates) assert.equal(question.candidates.length, step.candidates, what)
    if (step.hold) this.#held.push(entry)
    else if (step.fail) entry.reject(new Error(step.fail))
    else entry.resolve(step.answer)
  }

  async held(step) {
    const at = this.#held.findIndex(({ question }) => question.seat === step.seat)
    const [{ question, resolve }] = this.#held.splice(at, 1)
    if (step.given_up && !question.signal.aborted) {
      await new Promise((told) => question.signal.addEventListener('abort', told))
    }
    resolve(step.answer)
  }
}

assert.ok(scenarios.length > 10)
for (const scenario of scenarios) {
  test(scenario.name, async () => {
    const game = new Game(scenario.game, scenario.options)
    const state = scenario.position ? game.parse(scenario.position) : game.start()
    const waiting = new Waiting()
    /** Functions in place of the word, as a host gives them. */
    const seated = (occupant) =>
      occupant?.bot === 'own' ? { ...occupant, bot: waiting.bot } : occupant
    const seats = Object.entries(scenario.seats).map(([seat, who]) => [seat, seated(who)])
    const options = { seats: Object.fromEntries(seats), ...scenario.settings }
    let table = new Table(state, options)
    for (const step of scenario.steps) {
      if (step.wait) await table.runBots()
      else if (step.save_load) {
        table = Table.load(table.save())
        for (const [seat, who] of Object.entries(scenario.seats)) {
          if (who.bot === 'own') table.attend(seat, waiting.bot)
        }
      } else if (step.question) await waiting.question(step.question)
      else if (step.held) await waiting.held(step.held)
      else if (step.error) {
        assert.throws(() => table.call(step.call, step.args), { code: step.error })
      } else {
        const { seat, occupant } = step.args
        const got =
          step.call === 'take_over'
            ? table.takeOver(seat, seated(occupant))
            : table.call(step.call, step.args)
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
    table.dispose()
  })
}

/** Plays a blind game to its end, with one bot against the library's. */
async function blind(bot, settings) {
  const table = new Table('blind', {
    options: { rules: 'fog' },
    seats: { white: { bot, delay: 0 }, black: { bot: 'random', seed: 2 } },
    seed: 1,
    ...settings,
  })
  await table.runBots()
  return table
}

test('ten lines play a whole blind game', async () => {
  const asked = []
  const table = await blind(async ({ candidates, refused, observation }) => {
    asked.push(observation.seat)
    const tried = refused.map(({ move }) => move)
    return candidates.find((move) => !tried.includes(move))
  })
  assert.ok(table.outcome)
  assert.ok(asked.length > 5)
  const kinds = table.reveal().seats[0].events.map(({ kind }) => kind)
  assert.ok(!kinds.includes('bot_failed'))
})

test('a bot that throws, answers nonsense or in vain never stops the game', async () => {
  let calls = 0
  const table = await blind(({ candidates }) => {
    calls += 1
    if (calls % 4 === 0) throw new TypeError('it is broken')
    if (calls % 4 === 1) return { move: 'nonsense' }
    if (calls % 4 === 2) return Promise.reject(new Error('it is broken, too'))
    return candidates[0]
  })
  assert.ok(table.outcome)
  const events = table.reveal().seats[0].events
  const failed = events.filter(({ kind }) => kind === 'bot_failed')
  assert.ok(failed.some(({ reason }) => reason === 'TypeError: it is broken'))
  assert.ok(failed.every(({ code, fallback }) => code === 'bot_failed' && fallback !== null))
})

test('a bot that never answers is replaced for the move, and told so', async () => {
  const aborted = []
  const never = ({ signal }) => {
    aborted.push(new Promise((told) => signal.addEventListener('abort', told)))
    return new Promise(() => {})
  }
  const table = new Table('chess', {
    seats: { white: { bot: never, delay: 0 } },
    botTimeout: 1,
    seed: 1,
  })
  await table.runBots()
  assert.equal(table.view('black').ply, 1)
  table.commit('black', table.candidates('black')[0])
  await table.runBots()
  assert.equal(table.view('black').ply, 3)
  await Promise.all(aborted)
  assert.equal(aborted.length, 2)
})

test('an answer that comes late is not taken', async () => {
  let answer
  let aborted
  const late = ({ signal }) => {
    aborted = new Promise((told) => signal.addEventListener('abort', told))
    return new Promise((resolve) => (answer = resolve))
  }
  const table = new Table('chess', { seats: { white: late }, seed: 1 })
  while (answer === undefined) await new Promise(setImmediate)
  table.takeOver('white', 'human')
  await aborted
  table.commit('white', 'e2e4')
  answer('d2d4')
  await new Promise(setImmediate)
  assert.equal(table.view('black').ply, 1)
})

test('a seat of a hidden game is asked with what it knows', async () => {
  const questions = []
  const own = (question) => {
    questions.push(question)
    return question.candidates[0]
  }
  const seats = { white: own, black: { bot: 'random', seed: 3 } }
  const table = new Table('blind', { options: { rules: 'fog' }, seats, seed: 1 })
  await table.runBots()
  const told = questions.flatMap(({ events }) => events)
  const { events } = table.events('white')
  assert.deepEqual(told, events.slice(0, told.length))
  const { id, ...details } = questions[3]
  assert.ok(id > 0)
  assert.deepEqual(Object.keys(details).sort(), [
    'candidates',
    'clock',
    'events',
    'kind',
    'movetime',
    'nodes',
    'observation',
    'refused',
    'seat',
    'signal',
    'timeout',
  ])
  for (const { observation } of questions) assert.equal(observation.seat, 'white')
})

test('what cannot answer is refused', () => {
  const table = new Table('chess', { seats: { white: 'external' } })
  const bot = () => 'e2e4'
  assert.throws(() => table.attend('white', bot), { code: 'unsupported' })
  assert.throws(() => table.attend('green', bot), { code: 'invalid_option' })
  assert.throws(() => table.attend('white', 'random'), { code: 'invalid_option' })
  const wrong = { bot, options: {} }
  assert.throws(() => new Table('chess', { seats: { white: wrong } }), { code: 'invalid_option' })
})

test('seats are filled with bots of your own, and with those of the library', async () => {
  const table = new Table('chess', { seats: { black: 'empty' }, seed: 1 })
  const asked = []
  const occupant = (question) => {
    asked.push(question.seat)
    return question.candidates[0]
  }
  assert.throws(() => table.fill(null, { ocupant: occupant }), { code: 'invalid_option' })
  assert.deepEqual(table.fill(null, { occupant }), ['black'])
  table.commit('white', 'e2e4')
  await table.runBots()
  assert.deepEqual(asked, ['black'])
  table.close()

  const onAbandoned = { bot: 'search', options: { level: 'beginner' }, onFailure: 'lose' }
  const left = new Table('chess', { seed: 1, grace: 10, onAbandoned })
  left.disconnected('white', 0)
  left.tick(10)
  assert.equal(left.view('black').table.players[0].bot, 'search')
  left.close()
})
