// Positions and moves in words, for every registered game.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { games, parse, start } from 'boardwright'
import { random, throwsCode } from './helpers.mjs'

for (const { name } of games()) {
  test(`positions and moves are told: ${name}`, () => {
    const { pick } = random(3)
    let state = start(name)
    for (let ply = 0; ply < 30; ply++) {
      assert.match(state.describeText(), /^[^\p{C}]+\.$/u)
      for (const seat of state.game.seats) {
        const observation = state.observe(seat)
        const told = observation.describeText()
        assert.match(told, /^You are [^\p{C}]+\.$/u)
        assert.equal(state.describeText({ seat }), told)
        const moves = observation.candidates()
        const words = new Set(moves.map((move) => observation.moveInWords(move)))
        assert.equal(words.size, moves.length)
      }
      const moves = state.legalMoves()
      const words = new Set(moves.map((move) => state.moveInWords(move)))
      assert.equal(words.size, moves.length)
      if (moves.length === 0) break
      state = state.play(pick(moves))
    }
  })
}

test('chess in words', () => {
  const state = parse('chess', '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')
  assert.equal(
    state.describeText(),
    'White to move. Move 1. White: king g1, rook a1. Black: king g8, pawns f7, g7 and h7.',
  )
  assert.ok(state.describeText({ seat: 'black' }).startsWith('You are Black. White to move.'))
  assert.equal(state.moveInWords('a1a8'), 'rook from a1 to a8, checkmate')
  assert.equal(state.moveInWords('Ra8#', { style: 'san' }), 'rook from a1 to a8, checkmate')
  assert.equal(state.moveInWords(state.actionId('g1f1'), { seat: 0 }), 'king from g1 to f1')
  throwsCode('illegal_move', () => state.moveInWords('a1b2'))
  throwsCode('invalid_option', () => state.describeText({ seat: 'nobody' }))
})

test('a seat is told what it knows', () => {
  const state = start('blind', { rules: 'fog' }).playMany(['e2e4', 'd7d5'])
  const white = state.observe('white')
  assert.ok(white.moveInWords('e4d5').endsWith('on d5, where a pawn is seen'))
  assert.ok(white.describeText().includes('Your pieces: king e1, queen d1, '))
  assert.ok(state.describeText().includes('king e8'))
  assert.ok(!white.describeText().includes('king e8'))
  throwsCode('illegal_move', () => white.moveInWords('e7e5'))
})
