// The shared vectors: counts of leaves and whole games, from the same files that
// every language runs.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { load } from 'boardwright'
import { FULL, stateOf, throwsCode, vectors } from './helpers.mjs'

/** Larger counts are the core's own test's. */
const MOST_LEAVES = FULL ? 20_000_000 : 2_000_000

describe('perft', () => {
  for (const { file, fields } of vectors('perft')) {
    const [name, game, position, ...counts] = fields
    test(`${file}: ${name}`, async () => {
      const state = stateOf(game, position)
      const wanted = counts.map((count) => {
        const [, depth, leaves] = /^d(\d+) (\d+)$/.exec(count) ?? assert.fail(`no count: ${count}`)
        return [Number(depth), Number(leaves)]
      })
      assert.ok(wanted.length > 0)
      for (const [depth, leaves] of wanted.filter(([, leaves]) => leaves <= MOST_LEAVES)) {
        assert.equal(await state.perft(depth), leaves, `depth ${depth}`)
      }
    })
  }
})

describe('games', () => {
  for (const { file, fields } of vectors('games')) {
    const [name, game, position, moves, notation, key, reason] = fields
    test(`${file}: ${name}`, () => {
      const first = stateOf(game, position)
      const texts = moves.split(' ').filter((move) => move !== '')
      assert.ok(texts.length > 0)
      let state = first
      const cursor = first.cursor()
      for (const move of texts) {
        assert.ok(state.legalMoves().includes(move), move)
        state = state.play(move)
        cursor.play(move)
      }
      const atOnce = first.playMany(texts)
      for (const last of [state, atOnce, cursor.state, load(state.save())]) {
        assert.equal(last.notation, notation)
        assert.equal(last.key, key)
        assert.equal(last.outcome?.reason ?? '-', reason)
        assert.ok(last.equals(state))
      }
    })
  }
})

describe('words', () => {
  for (const { file, fields } of vectors('words')) {
    const [name, game, moves, seat, position, told] = fields
    test(`${file}: ${name}`, () => {
      const start = stateOf(game, 'start')
      const state = moves === '-' ? start : start.playMany(moves.split(' '))
      const speaker = seat === '-' ? state : state.observe(seat)
      assert.equal(speaker.describeText(), position)
      for (const pair of told === '-' ? [] : told.split(' | ')) {
        const [move, words] = pair.split(' = ')
        assert.equal(speaker.moveInWords(move), words, move)
      }
      if (seat !== '-') {
        assert.equal(state.describeText({ seat }), position)
        throwsCode('illegal_move', () => speaker.moveInWords('z9z9'))
      }
    })
  }
})

describe('questions', () => {
  for (const { file, fields } of vectors('questions')) {
    const [name, game, moves, question, given, answer] = fields
    test(`${file}: ${name}`, () => {
      const start = stateOf(game, 'start')
      const state = moves === '-' ? start : start.playMany(moves.split(' '))
      const args = JSON.parse(given)
      const observation = state.observe(0)
      if (/^[a-z_]+$/.test(answer) && !['true', 'false', 'null'].includes(answer)) {
        throwsCode(answer, () => state.ask(question, args))
      } else {
        assert.deepEqual(state.ask(question, args), JSON.parse(answer))
        if (!state.game.hidden) {
          assert.deepEqual(observation.ask(question, args), JSON.parse(answer))
        }
      }
      if (state.game.hidden) {
        throwsCode('hidden_information', () => observation.ask(question, args))
      }
    })
  }

  test('are listed, and told where one is misspelt', () => {
    const start = stateOf('chess', 'start')
    const attackers = start.game.questions.find(({ name }) => name === 'attackers')
    assert.deepEqual(
      attackers.arguments.map(({ name }) => name),
      ['square', 'by'],
    )
    assert.throws(() => start.ask('atackers'), /there are pieces, piece_at/)
    assert.throws(() => start.ask('attackers', { sqare: 'e4' }), /there are square, by/)
    assert.throws(() => start.ask('attackers'), /square has to be given/)
  })
})
