// Errors: that each has the code it should, from the shared vectors and for what
// only JavaScript can get wrong.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import {
  BoardwrightError,
  Bot,
  Cursor,
  configure,
  errorCodes,
  Game,
  games,
  legalMovesMany,
  load,
  Observation,
  parse,
  State,
  start,
} from 'boardwright'
import { codeOf, rejectsCode, stateOf, throwsCode, vectors } from './helpers.mjs'

const NAME = games()[0].name
const state = start(NAME)

/** @param {string} text */
function argument(text) {
  const [, lists] = /^nested:(\d+)$/.exec(text) ?? []
  if (lists === undefined) return /^-?\d+$/.test(text) ? Number(text) : text
  let value = 'x'
  for (let i = 0; i < Number(lists); i++) value = [value]
  return value
}

/** A name as JavaScript writes it. */
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())

describe('arguments are checked as everywhere', () => {
  for (const { fields } of vectors('arguments')) {
    const [name, given, named, message] = fields
    test(`${name} ${given} ${named}`, async () => {
      const positional = given === '-' ? [] : given.split(',').map(argument)
      const pairs = named === '-' ? [] : named.split(',').map((pair) => pair.split('='))
      const options = Object.fromEntries(pairs.map(([key, value]) => [camel(key), argument(value)]))
      const call = { configure, start }[name] ?? state[name].bind(state)
      await assert.rejects(
        async () => call(...positional, options),
        (error) => {
          assert.equal(codeOf(error), 'invalid_option')
          assert.equal(error.message, message.replace(/^\w+/, camel))
          return true
        },
      )
    })
  }
})

describe('the shared vectors', () => {
  for (const { file, fields } of vectors('errors')) {
    const [what, game, position, move, code] = fields
    test(`${file}: ${what}`, () => {
      if (move === '-') {
        throwsCode(code, () => stateOf(game, position))
        return
      }
      const state = stateOf(game, position)
      throwsCode(code, () => state.play(move))
      throwsCode(code, () => state.cursor().play(move))
      throwsCode(code, () => state.playMany([move]))
      assert.equal(state.tryPlay(move), null)
    })
  }
})

test('an error', () => {
  const error = new BoardwrightError('busy', 'try again')
  assert.equal(codeOf(error), 'busy')
  assert.ok(error instanceof Error)
  assert.equal(String(error), 'BoardwrightError: try again')
  assert.deepEqual(Object.keys(error), ['code'])
  assert.match(error.stack, /errors\.test\.mjs/)
  assert.throws(
    () => state.play('zz'),
    ({ stack }) => /errors\.test\.mjs/.test(stack),
  )
})

test('the codes are those of the core', () => {
  const native = createRequire(import.meta.url)('../boardwright.node')
  assert.deepEqual(JSON.parse(native.errorCodes()), [...errorCodes])
  assert.ok(Object.isFrozen(errorCodes))
})

describe('wrong arguments', () => {
  const calls = {
    'no game': () => start(),
    'a game that is no text': () => start(7),
    'an unknown game': [() => start('no-such-game'), 'unknown_game'],
    'options that are no object': () => start(NAME, 'red'),
    'options in an array': () => start(NAME, [1]),
    'an unknown option': () => start(NAME, { 'no such': 1 }),
    'an option that no value can have': () => start(NAME, { x: () => 1 }),
    'options without end': () => {
      const options = {}
      options.a = options
      options.b = options
      start(NAME, options)
    },
    'a huge option': () => start(NAME, { x: 2n ** 70n }),
    'no number': () => start(NAME, { x: Number.NaN }),
    'half a character': () => start(NAME, { x: '\ud800' }),
    'a notation that is no text': () => parse(NAME, null),
    'a notation that cannot be read': [() => parse(NAME, '?'), 'invalid_notation'],
    'half a character in a notation': [
      () => parse(NAME, state.notation.replace(' ', '\udfff')),
      'invalid_notation',
    ],
    'a history that is no array': () => parse(NAME, state.notation, { history: 'x' }),
    'a history of something else': () => parse(NAME, state.notation, { history: [1] }),
    'a history that cannot be read': [
      () => parse(NAME, state.notation, { history: ['?'] }),
      'invalid_notation',
    ],
    'parse options that are no object': () => parse(NAME, state.notation, 5),
    'an option beside history': () => state.game.parse(state.notation, { chess: 1 }),
    'a saved state that is no text': () => load({}),
    'a saved state that cannot be read': [() => load('{}'), 'invalid_notation'],
    'a move that is none': () => state.play(null),
    'a move that is a list': () => state.play(['e2e4']),
    'an id below 0': [() => state.play(-1), 'invalid_notation'],
    'a broken id': [() => state.play(0.5), 'invalid_notation'],
    'an id that is no number': [() => state.play(Number.NaN), 'invalid_notation'],
    'a huge id': [() => state.play(2 ** 32), 'invalid_notation'],
    'an id that there is not': [() => state.play(2 ** 32 - 1), 'invalid_notation'],
    'half a character in a move': [() => state.play('\ud83d'), 'invalid_notation'],
    'a very long move': [() => state.play('e'.repeat(1 << 20)), 'invalid_notation'],
    'moves that are none': () => state.playMany('e2e4'),
    'moves with something else': () => state.playMany([{}]),
    'a misspelt option': () => state.legalMoves({ sytle: 'san' }),
    'a seat by an object': () => state.legalMoves({ seat: {} }),
    'a seat that is not there': () => state.legalMoves({ seat: 99 }),
    'a seat below 0': () => state.legalMoves({ seat: -1 }),
    'a broken seat': () => state.legalMoves({ seat: 0.5 }),
    'a seat of no name': () => state.legalMoves({ seat: '' }),
    'an unknown seat': () => state.countLegal({ seat: 'nobody' }),
    'nobody who observes': () => state.observe(),
    'a style that is no text': () => state.legalMoves({ style: 1 }),
    'an unknown style': [() => state.legalMoves({ style: 'braille' }), 'unsupported'],
    'an unknown style to play in': [() => state.play('e2e4', { style: 'x' }), 'unsupported'],
    'an unknown style in tryPlay': [() => state.tryPlay('e2e4', { style: 'x' }), 'unsupported'],
    'changes that are none': () => state.edit(5),
    'states that are none': () => legalMovesMany(state),
    'states with something else': () => legalMovesMany([state, {}]),
    'a cursor on nothing': () => new Cursor({}),
    'plies below 0': () => state.cursor().undo(-1),
    'a bot that is no text': () => new Bot(1, { game: NAME }),
    'an unknown bot': [() => new Bot('deep-thought', { game: NAME }), 'unknown_bot'],
    'a bot without a game': () => new Bot('random'),
    'a bot for an unknown game': [() => new Bot('random', { game: '?' }), 'unknown_game'],
    'a bot with an unknown option': () => new Bot('random', { game: NAME, elo: 3000 }),
    'a seed below 0': () => new Bot('random', { game: NAME, seed: -1 }),
    'a seed that is not exact': () => new Bot('random', { game: NAME, seed: 2 ** 53 }),
    'a huge seed': () => new Bot('random', { game: NAME, seed: 2n ** 64n }),
    'no threads': () => configure({ threads: 0 }),
    'too many threads': () => configure({ threads: 1025 }),
    'a queue that is no number': () => configure({ maxQueue: '9' }),
    'a setting that is none': () => configure({ thread: 1 }),
    'a state made by hand': [() => new State(), 'unsupported'],
    'an observation made by hand': [() => new Observation(), 'unsupported'],
    'rules made by hand': () => new Game(),
  }
  for (const [what, call] of Object.entries(calls)) {
    const [wrong, code] = Array.isArray(call) ? call : [call, 'invalid_option']
    test(what, () => throwsCode(code, wrong))
  }
})

describe('wrong arguments of jobs reject', () => {
  const bot = new Bot('random', { game: NAME })
  const calls = {
    'no depth': () => state.perft(),
    'a depth that is no number': () => state.perft('3'),
    'a depth below 0': () => state.perft(-1),
    'too deep': () => state.perft(65),
    'a broken depth': () => state.divide(1.5),
    'no threads': () => state.perft(2, { threads: 0 }),
    'too many threads': () => state.perft(2, { threads: 1025 }),
    'a deadline below 0': () => state.perft(2, { deadline: -1 }),
    'a broken deadline': () => state.perft(2, { deadline: 0.5 }),
    'a signal that is none': () => state.perft(2, { signal: {} }),
    'a misspelt option': () => state.perft(2, { thread: 1 }),
    'options that are none': () => state.perft(2, 2),
    'no games': () => state.playouts(),
    'too many games': () => state.playouts(2 ** 41),
    'a seed that is no number': () => state.playouts(1, { seed: 'x' }),
    'no plies': () => state.playouts(1, { plyLimit: 0 }),
    'nothing to decide on': () => bot.decide(),
    'something else to decide on': () => bot.decide({ notation: state.notation }),
    'a movetime below 0': () => bot.decide(state, { movetime: -5 }),
    'a broken movetime': () => bot.decide(state, { movetime: 0.5 }),
    'a clock that is none': () => bot.decide(state, { clock: 3 }),
    'a clock without time': () => bot.decide(state, { clock: {} }),
    'a clock below 0': () => bot.decide(state, { clock: { remaining: -1 } }),
    'clocks that are none': () => bot.decide(state, { clocks: 3 }),
    'clocks of which one is none': () => bot.decide(state, { clocks: [{ remaining: 1 }, null] }),
    'a misspelt clock': () => bot.decide(state, { clock: { remaining: 1, rest: 1 } }),
    'no nodes': () => bot.decide(state, { nodes: -1 }),
    'a broken depth to decide': () => bot.decide(state, { depth: 1.5 }),
    'a mate in none': () => bot.decide(state, { mate: 0 }),
    'no lines': () => bot.decide(state, { lines: 0 }),
    'moves that are none': () => bot.decide(state, { moves: 'e2e4' }),
    'an analysis of nothing': async () => bot.analyse(undefined).next(),
    'an analysis with wrong limits': async () => bot.analyse(state, { lines: '1' }).next(),
    'a seat that is not there': () => bot.decide(state, { seat: 9 }),
    'another game': () => bot.decide(start(games()[1].name)),
  }
  for (const [what, call] of Object.entries(calls)) {
    test(what, async () => {
      const promise = call()
      assert.ok(promise instanceof Promise)
      await rejectsCode('invalid_option', promise)
    })
  }
})

test('what would have been understood is named', async () => {
  const chess = start('chess')
  assert.throws(() => chess.play('e4'), /the style san would read it/)
  const bot = new Bot('random', { game: 'crazyhouse' })
  const said = 'the bot plays crazyhouse and was given'
  await assert.rejects(bot.decide(chess), new RegExp(`${said} a state of chess`))
  const seen = chess.observe('white')
  await assert.rejects(bot.decide(seen), new RegExp(`${said} an observation of chess`))
})

test('a method taken off its object is a TypeError, as everywhere', () => {
  const { legalMoves } = state
  assert.throws(() => legalMoves(), TypeError)
  assert.throws(() => legalMoves.call({}), TypeError)
})
