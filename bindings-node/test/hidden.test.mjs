// A game with two live seats that hides something: what seats see, and that
// nothing else gets to them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Bot, games, load, start } from 'boardwright'
import { hiddenGame, random, rejectsCode, throwsCode } from './helpers.mjs'

const NAME = hiddenGame()

/** Plays each live seat's first or random candidate, as its own observation has them. */
function* game(seed) {
  const { pick } = random(seed)
  let state = start(NAME)
  while (state.outcome === null) {
    yield state
    const seat = pick(state.live)
    const candidates = state.observe(seat).candidates()
    if (candidates.length === 0) return
    state = state.play(pick(candidates), { seat })
  }
  yield state
}

test('two seats are live, and each has its own moves', () => {
  const state = start(NAME)
  assert.ok(state.game.hidden)
  assert.equal(state.live.length, 2)
  assert.equal(state.toMove, null)
  const [first, second] = state.live
  const moves = state.legalMoves({ seat: first })
  assert.equal(moves.length * 2, state.legalMoves().length)
  const next = state.play(moves[0])
  assert.deepEqual(next.live, [second])
  assert.equal(next.toMove, second)
  throwsCode('not_your_turn', () => next.play(moves[1], { seat: first }))
  throwsCode('not_your_turn', () => next.play(moves[1]))
  throwsCode('not_your_turn', () => state.play(moves[0], { seat: second }))
  assert.equal(next.tryPlay(moves[1]), null)
})

test('what one seat did does not show to the other', () => {
  const { pick } = random(1)
  for (let i = 0; i < 50; i++) {
    const state = start(NAME)
    const [mover, other] = state.live
    const next = state.play(pick(state.legalMoves({ seat: mover })))
    const [before, after] = [state.observe(other), next.observe(other)]
    assert.ok(before.equals(after))
    assert.equal(before.key, after.key)
    assert.equal(before.text, after.text)
    assert.deepEqual(before.describe(), after.describe())
    assert.deepEqual(next.describe({ seat: other }), after.describe())
    assert.equal(before.draw(), after.draw())
    assert.equal(before.svg(), after.svg())
    assert.ok(!state.observe(mover).equals(next.observe(mover)))
  }
})

test('what a seat is told holds nothing of the whole state', () => {
  const whole = new Set(Object.keys(start(NAME).describe()))
  const shared = ['game', 'options', 'seats', 'outcome']
  for (const state of game(3)) {
    for (const seat of state.game.seats) {
      const seen = Object.keys(state.describe({ seat }))
      const both = seen.filter((key) => whole.has(key))
      assert.deepEqual(both, shared)
    }
  }
})

test('nothing that a log would show has the position', () => {
  for (const state of game(5)) {
    const { notation } = state
    assert.notEqual(notation, String(state))
    const shown = [
      String(state),
      inspect(state, { depth: 10, showHidden: true }),
      JSON.stringify(state),
      JSON.stringify({ state, list: [state] }),
      inspect(state.cursor()),
      ...state.game.seats.map((seat) => inspect(state.observe(seat))),
    ]
    for (const text of shown) assert.ok(!text.includes(notation), text)
    assert.deepEqual(
      Object.entries({ ...state })
        .flat()
        .map(String),
      ['uncloneable', 'Symbol(a State (send its save(), and load() it there))'],
    )
    assert.ok(load(state.save()).equals(state))
  }
})

test('a bot is given observations only', async () => {
  const bot = new Bot('random', { game: NAME, seed: 1 })
  const state = start(NAME)
  await rejectsCode('hidden_information', bot.decide(state))
  await rejectsCode('hidden_information', bot.decide(state, { seat: 0 }))
  await rejectsCode('invalid_option', bot.decide(state.observe(0), { seat: 0 }))

  let now = state
  while (now.outcome === null && now.live.length > 0) {
    const observation = now.observe(now.live[0])
    if (observation.candidates().length === 0) break
    const { move } = await bot.decide(observation)
    assert.ok(observation.candidates().includes(move))
    now = now.play(move, { seat: observation.seat })
  }
  assert.ok(now.ply > 4)
  const waits = start(NAME)
    .play(start(NAME).legalMoves({ seat: 0 })[0])
    .observe(0)
  assert.equal(waits.mayAct, false)
  await rejectsCode('not_your_turn', bot.decide(waits))
})

test('a bot that fails does no harm', async () => {
  const faulty = games()
    .find((info) => info.name === NAME)
    .bots.filter((name) => name.startsWith('faulty'))
  assert.ok(faulty.length > 0)
  for (const name of faulty) {
    const bot = new Bot(name, { game: NAME })
    const observation = start(NAME).observe(0)
    if (name === 'faulty-illegal') {
      // It answers, and the rules refuse what it says.
      const { move } = await bot.decide(observation)
      assert.throws(() => start(NAME).play(move, { seat: 0 }), { code: 'not_your_turn' })
      continue
    }
    await assert.rejects(
      bot.decide(observation, { deadline: 200, signal: AbortSignal.timeout(500) }),
    )
  }
  const bot = new Bot('random', { game: NAME })
  assert.ok((await bot.decide(start(NAME).observe(0))).move)
})
