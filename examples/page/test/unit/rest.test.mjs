// Clocks, words, addresses, directions, bots, waits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botChoices, occupantOf } from '../../unit/bots.js'
import { differenceText, remaining, rivalOf, timeText, toMove } from '../../unit/clocks.js'
import { backoff } from '../../unit/connection.js'
import { DIRECTIONS, nextSpot } from '../../unit/geometry.js'
import { address, gameAddress } from '../../unit/seats.js'
import { eventText, outcomeText, tells } from '../../unit/words.js'

const view = {
  seat: 'A.white',
  seats: ['A.white', 'A.black', 'B.white', 'B.black'],
  teams: [
    ['A.white', 'B.black'],
    ['A.black', 'B.white'],
  ],
  live: ['A.black', 'B.white'],
  outcome: null,
  table: { status: 'playing', draw_offer: null, players: [] },
}
const player = (seat, clock) => ({ seat, clock, occupant: 'human', connected: true, left: null })

test('clocks run for those who are to move', () => {
  assert.equal(remaining(view, player('A.black', 5000), 1200), 3800)
  assert.equal(remaining(view, player('A.white', 5000), 1200), 5000)
  assert.equal(remaining(view, player('B.white', 500), 1200), 0)
  assert.equal(remaining(view, player('A.black', null), 1200), null)
  const paused = { ...view, table: { ...view.table, status: 'paused' } }
  assert.equal(remaining(paused, player('A.black', 5000), 1200), 5000)
  assert.deepEqual(toMove({ ...view, live: undefined, may_act: true }), ['A.white'])
  assert.deepEqual(toMove({ ...view, outcome: {} }), [])
})

test('the clock that matters is that of the opponent on the other board', () => {
  assert.equal(rivalOf(view, 'A.white'), 'B.white')
  assert.equal(rivalOf(view, 'B.white'), 'A.white')
  assert.equal(rivalOf(view, 'A.black'), 'B.black')
  assert.equal(rivalOf({ ...view, seats: ['white', 'black'], teams: null }, 'white'), null)
})

test('times are short', () => {
  for (const [milliseconds, text] of [
    [-5, '0:00.0'],
    [9_999, '0:09.9'],
    [20_000, '0:20'],
    [61_500, '1:01'],
    [3_600_000, '1:00:00'],
  ]) {
    assert.equal(timeText(milliseconds), text)
  }
  assert.deepEqual([3400, -3600, 100].map(differenceText), ['+3 s', '−4 s', '±0 s'])
})

test('events and outcomes in words', () => {
  for (const [event, text] of [
    [{ kind: 'moved', seat: 'white', move: 'e2e4' }, null],
    [{ kind: 'moved', seat: 'white', name: 'white_moved' }, 'white has moved'],
    [{ kind: 'attempt', attempt: 'd2e3' }, 'attempt d2e3'],
    [{ kind: 'rejected', name: 'illegal_move' }, 'illegal move'],
    [
      { kind: 'capture', name: 'capture', square: 'd5', by: 'hidden', en_passant: false },
      'capture (square d5, by hidden)',
    ],
    [{ kind: 'draw_offered', seat: 'black' }, 'black: draw offered'],
    [{ kind: 'undo_wanted', seat: 'white', plies: 1 }, 'white wants to take back a move'],
    [{ kind: 'undone', plies: 2 }, '2 moves taken back'],
    [
      { kind: 'edit_wanted', seat: 'white', changes: { activate: 'atomic' } },
      'white wants a change: activate atomic',
    ],
    [{ kind: 'edited', changes: { place: { e4: 'Q' } } }, 'changed: place e4 Q'],
    [{ kind: 'message', seat: 'A.white', text: 'need knight' }, 'A.white to partners: need knight'],
    [{ kind: 'new_thing', deep: { a_b: [1, 'x'] }, yes: true }, 'new thing (deep a b 1, x, yes)'],
    [{ kind: 'disconnected', seat: 'white' }, null],
  ]) {
    assert.equal(eventText({ seq: 3, ply: 1, ...event }), text)
  }
  const won = { winners: ['white'], draw: false, reason: 'checkmate' }
  assert.equal(outcomeText(won, 'white'), 'You have won: checkmate.')
  assert.equal(outcomeText(won, 'black'), 'You have lost: checkmate.')
  assert.equal(outcomeText(won, null), 'white has won: checkmate.')
  assert.equal(
    outcomeText({ winners: [], draw: true, reason: 'stale_mate' }, null),
    'A draw: stale mate.',
  )
  assert.deepEqual(tells(['pawn']).slice(0, 2), ['need pawn', 'dont give pawn'])
})

test('addresses lead where they say, with names that need escapes', () => {
  assert.deepEqual(address(''), { page: 'lobby' })
  assert.deepEqual(address(gameAddress('id-1', 'A.white & co')), {
    page: 'game',
    id: 'id-1',
    seat: 'A.white & co',
  })
  assert.deepEqual(address('#invite=a%2Bb'), { page: 'invitation', code: 'a+b' })
})

test('arrow keys go to the nearest cell, on squares and on hexes', () => {
  const spot = (name, x, y) => ({ name, x, y })
  const squares = [spot('a1', 0, 40), spot('b1', 40, 40), spot('a2', 0, 0), spot('b2', 40, 0)]
  const go = (spots, from, key) => nextSpot(spots, from, DIRECTIONS[key])?.name ?? null
  assert.equal(go(squares, squares[0], 'ArrowUp'), 'a2')
  assert.equal(go(squares, squares[0], 'ArrowRight'), 'b1')
  assert.equal(go(squares, squares[0], 'ArrowDown'), null)
  const hexes = [spot('o', 0, 0), spot('e', 42, 0), spot('ne', 21, -36), spot('nw', -21, -36)]
  assert.equal(go(hexes, hexes[0], 'ArrowRight'), 'e')
  assert.ok(['ne', 'nw'].includes(go(hexes, hexes[0], 'ArrowUp')))
})

test('bots come with their levels', () => {
  const level = { name: 'level', kind: 'choice', values: ['beginner', 'casual'], doc: '' }
  const info = { bots: ['random', 'search'], bot_options: { random: [], search: [level] } }
  assert.deepEqual(botChoices(info), ['random', 'search:beginner', 'search:casual'])
  assert.deepEqual(occupantOf(info, 'search:casual'), {
    bot: 'search',
    name: 'search, casual',
    options: { level: 'casual' },
  })
  assert.deepEqual(occupantOf(info, 'random'), { bot: 'random', name: 'random' })
})

test('waits double up to half a minute, less a random part', () => {
  assert.deepEqual(
    [0, 1, 2, 10].map((tries) => backoff(tries, 0)),
    [1000, 2000, 4000, 30_000],
  )
  assert.equal(backoff(0, 1), 500)
})
