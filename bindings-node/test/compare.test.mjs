// Deep comparison and cloning tell the truth, and nothing that is hidden.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect, isDeepStrictEqual } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { Bot, Cursor, Engine, Game, games, load, parse, start, Table } from 'boardwright'

/** Equal, both ways and by both kinds of comparison. */
const same = (a, b) => isDeepStrictEqual(a, b) && isDeepStrictEqual(b, a)

/**
 * What `toEqual` of Jest and Vitest, `deep.equal` of Chai and `isEqual` of lodash have in
 * common: own enumerable properties, symbols among them, one by one.
 */
function toEqual(a, b) {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = (value) =>
    Reflect.ownKeys(value).filter((key) => Object.getOwnPropertyDescriptor(value, key).enumerable)
  const [of, others] = [keys(a), keys(b)]
  return (
    of.length === others.length &&
    of.every((key) => others.includes(key) && toEqual(a[key], b[key]))
  )
}

test('states are equal exactly when they are the same', () => {
  for (const { name } of games()) {
    const first = start(name)
    const moves = first.legalMoves()
    const next = first.play(moves[0])
    const states = [first, next, ...moves.slice(1, 4).map((move) => first.play(move))]
    for (const a of states) {
      for (const b of states) {
        assert.equal(same(a, b), a.equals(b), name)
        assert.equal(toEqual(a, b), a.equals(b), name)
      }
      assert.ok(same(a, load(a.save())), name)
      assert.ok(toEqual([{ a }], [{ a: load(a.save()) }]), name)
    }
    assert.ok(same(first.observe(0), start(name).observe(0)))
    assert.equal(same(next.observe(0), first.observe(0)), next.observe(0).equals(first.observe(0)))
  }
})

test('the past, counters and options count', () => {
  const line = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
  const back = start('chess').playMany(line)
  const bare = parse('chess', back.notation)
  assert.equal(back.notation, bare.notation)
  assert.ok(!back.equals(bare) && !same(back, bare) && !toEqual(back, bare))
  assert.ok(!same(start('chess'), start('chess', { chess960: true })))
  assert.ok(!same(new Game('chess'), new Game('crazyhouse')))
  assert.ok(!same(new Game('chess'), new Game('chess', { chess960: true })))
  assert.ok(same(new Game('chess'), start('chess').game))
  assert.throws(() => assert.deepEqual(start('chess'), start('chess').play('e2e4')), {
    message: /notation/,
  })
})

test('what has an identity is equal to itself alone', () => {
  const make = [
    () => new Bot('random', { game: 'chess' }),
    () => new Table('chess'),
    () => new Cursor(start('chess')),
    () => new Engine('uci', () => {}),
    () => new Bot('random', { game: 'chess' }).analyse(start('chess')),
  ]
  for (const one of make) {
    const [a, b] = [one(), one()]
    assert.ok(same(a, a) && !same(a, b) && !toEqual(a, b))
  }
  const [a, b] = [start('chess'), start('chess')]
  a.dispose()
  b.dispose()
  assert.ok(!same(a, b) && !same(a, start('chess')) && same(a, a))
})

test('what cannot be cloned says what to send', () => {
  const { port1, port2 } = new MessageChannel()
  const state = start('chess')
  for (const [thing, says] of [
    [state, /State .*save\(\)/],
    [start('blind').observe(0), /Observation .*text/],
    [state.game, /Game .*name/],
    [new Bot('random', { game: 'chess' }), /Bot/],
    [new Table('chess'), /Table/],
    [state.cursor(), /Cursor/],
  ]) {
    for (const clone of [structuredClone, (value) => port1.postMessage(value)]) {
      assert.throws(() => clone(thing), { name: 'DataCloneError', message: says })
      assert.throws(() => clone({ in: [thing] }), { name: 'DataCloneError', message: says })
    }
  }
  port1.close()
  port2.close()
})

test('what is compared shows nothing of a hidden position', () => {
  const before = start('blind')
  const [a, b] = ['e2e4', 'd2d4'].map((move) => before.play(move))
  assert.ok(!same(a, b))
  assert.throws(
    () => assert.deepEqual(a, b),
    (error) => !error.message.includes('PPPP') && !error.message.includes('/'),
  )
  for (const options of [{ customInspect: false }, { showHidden: true }, { showProxy: true }]) {
    for (const getters of [true, false]) {
      const shown = inspect([a, { ...a }, Object.assign({}, a)], { ...options, getters, depth: 9 })
      assert.ok(!shown.includes('PPPP'), shown)
    }
  }
  assert.ok(!JSON.stringify([a, { ...a }]).includes('PPPP'))
})
