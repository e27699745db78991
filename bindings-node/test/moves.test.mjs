// The moves of a state, and the states on the way to it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, parse, start } from 'boardwright'
import { throwsCode } from './helpers.mjs'

const LINE = ['e2e4', 'e7e5', 'g1f3', 'b8c6']

test('moves in both notations and the last', () => {
  const state = start('chess').playMany(LINE)
  assert.deepEqual(state.moves(), LINE)
  assert.deepEqual(state.moves({ style: 'san' }), ['e4', 'e5', 'Nf3', 'Nc6'])
  assert.equal(state.lastMove(), 'b8c6')
  assert.equal(state.lastMove({ style: 'san' }), 'Nc6')
  assert.deepEqual(start('chess').moves(), [])
  assert.equal(start('chess').lastMove(), null)
  throwsCode('unsupported', () => start('chess').moves({ style: 'morse' }))
  throwsCode('unsupported', () => state.lastMove({ style: 'morse' }))
  throwsCode('invalid_option', () => state.moves({ seat: 'white' }))
})

test('states on the way', () => {
  const states = [start('crazyhouse')]
  for (const move of ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'P@e6']) states.push(states.at(-1).play(move))
  const last = states.at(-1)
  states.forEach((state, ply) => {
    const again = last.atPly(ply)
    assert.ok(again.equals(state))
    assert.deepEqual(again, state)
    assert.deepEqual(again.moves(), last.moves().slice(0, ply))
  })
  for (const ply of [6, -1, 1.5, 2 ** 60, '1', undefined]) {
    throwsCode('invalid_option', () => last.atPly(ply))
  }
})

test('moves stay with saves', () => {
  const state = start('chess').playMany(LINE)
  const loaded = load(state.save())
  assert.ok(loaded.equals(state))
  assert.deepEqual(loaded.moves(), LINE)
  assert.ok(loaded.atPly(1).equals(start('chess').play('e2e4')))
  for (const wrong of ['e2e4 e7e5 g1f3 b8a6', 'e2e4 e7e5', 'e2e4 e2e4']) {
    const save = state.save().replace(LINE.join(' '), wrong)
    throwsCode('invalid_notation', () => load(save))
  }
})

test('moves begin where a position was parsed and go on through edits', () => {
  const state = start('chess').playMany(LINE)
  const parsed = parse('chess', state.notation, { history: [start('chess').notation] })
  assert.deepEqual([parsed.ply, parsed.moves()], [1, []])
  const after = parsed.play('f1b5')
  assert.deepEqual(after.moves({ style: 'san' }), ['Bb5'])
  assert.ok(after.atPly(1).equals(parsed))
  throwsCode('invalid_option', () => after.atPly(0))
  const board = start('bughouse-board').play('e2e4').play('d7d5').edit({ add: 'N' })
  assert.deepEqual([board.ply, board.moves()], [2, ['e2e4', 'd7d5']])
  const dropped = board.play('N@f3')
  assert.deepEqual(dropped.moves(), ['e2e4', 'd7d5', 'N@f3'])
  assert.ok(dropped.atPly(2).equals(board))
  assert.deepEqual(load(dropped.save()).moves(), dropped.moves())
})

test('a seat leaves, and the others play on', () => {
  const begin = start('jarls', { players: 3 })
  const state = begin.leave('p1', 'resigned')
  assert.deepEqual([state.out, begin.out, state.ply], [['p1'], [], 0])
  assert.equal(state.outcome, null)
  assert.ok(load(state.save()).equals(state))
  const { winners, reason } = state.leave('p0', 'timeout').outcome
  assert.deepEqual([winners, reason], [['p2'], 'timeout'])
  throwsCode('game_over', () => state.leave('p1', 'resigned'))
  throwsCode('invalid_option', () => begin.leave('p1', 'bored'))
  throwsCode('invalid_option', () => begin.leave('p7', 'resigned'))
  throwsCode('unsupported', () => start('chess').leave('white', 'resigned'))
})
