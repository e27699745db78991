// Moves by cells, and what is pointed at on the way to one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drops, named, point, targets } from '../../unit/moves.js'

const squares = new Set([...'abcdefgh'].flatMap((file) => [...'12345678'].map((row) => file + row)))
const hexes = new Set(['1,0', '2,-1', '-1,2', '1,01', '10,2', '0,2'])
const two = new Set(['A', 'B'].flatMap((board) => [...squares].map((cell) => `${board}:${cell}`)))

test('texts of moves name cells', () => {
  for (const [text, known, cells, rest] of [
    ['e2e4', squares, ['e2', 'e4'], ''],
    ['e7e8q', squares, ['e7', 'e8'], 'q'],
    ['N@f3', squares, ['f3'], 'N@'],
    ['pass', squares, [], 'pass'],
    ['1,0>2,-1', hexes, ['1,0', '2,-1'], ''],
    // The longest name that stands there.
    ['10,2>1,01', hexes, ['10,2', '1,01'], ''],
    ['-1,2>0,2', hexes, ['-1,2', '0,2'], ''],
    ['A:e2e4', two, ['A:e2', 'A:e4'], ''],
    ['B:N@e4', two, ['B:e4'], 'N@'],
    ['x:a1', new Set(['a1']), ['a1'], 'x:'],
    ['e2e4', new Set(), [], 'e2e4'],
  ]) {
    assert.deepEqual(named(text, known), { move: text, cells, rest }, text)
  }
})

test('cells lead to a move, a choice or further cells', () => {
  const moves = ['e2e4', 'e2e3', 'e7e8q', 'e7e8n', 'b2c3d4', 'b2c3', 'a1'].map((text) =>
    named(text, squares),
  )
  assert.deepEqual([...targets(moves, [])].sort(), ['a1', 'b2', 'e2', 'e7'])
  assert.deepEqual([...targets(moves, ['e2'])].sort(), ['e3', 'e4'])
  assert.deepEqual(point(moves, [], 'e2'), { kind: 'on', picked: ['e2'] })
  assert.deepEqual(point(moves, ['e2'], 'e4'), { kind: 'chosen', move: 'e2e4' })
  assert.deepEqual(point(moves, ['e2'], 'e5'), { kind: 'none' })
  assert.deepEqual(point(moves, ['e7'], 'e8'), { kind: 'which', moves: ['e7e8q', 'e7e8n'] })
  assert.deepEqual(point(moves, ['b2'], 'c3'), { kind: 'which', moves: ['b2c3d4', 'b2c3'] })
  assert.deepEqual(point(moves, [], 'a1'), { kind: 'chosen', move: 'a1' })
  assert.deepEqual(
    point(moves, [], 'a1', () => true),
    { kind: 'which', moves: ['a1'] },
  )
})

test('pieces in hand go where their drops say', () => {
  const texts = ['N@f3', 'N@c3', 'P@e4', 'e2e4']
  const moves = texts.map((text) => named(text, squares))
  const words = new Map([
    ['N@f3', 'drops a knight on f3, check'],
    ['N@c3', 'drops a knight on c3'],
    ['P@e4', 'drops a pawn on e4, attacking the knights'],
    ['e2e4', 'knight from e2 to e4'],
  ])
  const of = (word) => drops(moves, words, word).map(({ move }) => move)
  assert.deepEqual(of('knight'), ['N@f3', 'N@c3'])
  assert.deepEqual(of('pawn'), ['P@e4'])
  assert.deepEqual(of('queen'), [])
})
