// Pieces and rules as data, composed at run time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, parse, presets, start } from 'boardwright'
import { throwsCode } from './helpers.mjs'

const define = `
id = "arsenal"

[[piece]]
id = "amazon"
letter = "A"
betza = "QN"
replaces = "queen"

[[piece]]
id = "gun"
letter = "C"
betza = "mRcpR"
replaces = "rook"
`

const at = (text) => parse('chess+arsenal', `${text} {}`, { define })

test('a cannon and an amazon move, check, mate and are kept', () => {
  const state = start('chess+arsenal', { define })
  assert.ok(state.notation.startsWith('cnbakbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBAKBNC'))
  assert.ok(state.legalMoves().includes('d1c3') && state.legalMoves().includes('d1e3'))
  assert.ok(state.draw().includes('1 C N B A K B N C'))
  const played = state.play('d1c3').play('d8c6')
  const loaded = load(played.save())
  assert.ok(loaded.equals(played))
  assert.deepEqual(loaded.legalMoves(), played.legalMoves())
  assert.equal(at('7k/8/6A1/8/8/8/8/K7 b - - 0 1').outcome.reason, 'checkmate')
  assert.equal(at('7k/8/7p/8/8/8/8/K6C b - - 0 1').describe().check, true)
  assert.equal(at('7k/8/8/8/8/8/8/K6C b - - 0 1').describe().check, false)
  assert.ok(at('k7/7n/8/7p/8/8/8/K6C w - - 0 1').legalMoves().includes('h1h7'))
})

test('maps do as well, and errors are typed', () => {
  const piece = [{ id: 'camel', letter: 'M', betza: 'C', replaces: 'knight' }]
  const state = start('chess+camels', { define: { id: 'camels', piece } })
  assert.ok(state.legalMoves().includes('b1a4'))
  throwsCode('invalid_option', () => start('chess+arsenal', { define: define.replace('QN', 'Q?') }))
  throwsCode('invalid_option', () => start('chess+king-heals'))
})

test('presets are switched in a running game', () => {
  const state = start('chess+piece-hp@white:4').play('e2e4')
  assert.equal(state.describe().presets[0].turns, 3)
  const next = state.edit({ activate: { id: 'three-check', scope: 'black' } })
  assert.deepEqual(
    next.describe().presets.map((preset) => preset.id),
    ['piece-hp', 'three-check'],
  )
})

test('presets are listed', () => {
  const all = new Map(presets().map((preset) => [preset.id, preset]))
  assert.deepEqual(all.get('king-heals').requires, ['piece-hp'])
  assert.ok(all.get('piece-hp').incompatible_with.includes('racing-kings'))
  assert.deepEqual(all.get('piece-hp').attributes, ['Hp'])
  assert.equal(all.get('cannon').pieces[0].betza, 'mRcpR')
  assert.equal(all.get('atomic').start, null)
  assert.deepEqual(all.get('three-check').hooks, ['after_move', 'game_result', 'describe_move'])
  assert.deepEqual(
    all.get('atomic').options.map((option) => option.name),
    ['scope', 'turns'],
  )
  for (const { id, requires, description } of all.values()) {
    const inForce = start(`chess+${[...requires, id].join('+')}`).describe().presets
    assert.ok(inForce.some((preset) => preset.description === description))
  }
})

const hooks = `
id = "duel"

[[hook]]
when = "on_check"
then = [{ counter = { name = "checks", side = "own", add = 1 } }]

[[hook]]
when = "game_result"
if = [{ counter = { name = "checks", side = "own", min = 2 } }]
then = [{ end = { winner = "own", reason = "checks_given" } }]
`

test('hooks are data and refused with their line', () => {
  let state = parse('chess+duel', '4k3/8/8/8/8/8/R7/4K3 w - - 0 1', { define: hooks })
  for (const move of ['a2a8', 'e8e7', 'a8a7']) state = state.play(move)
  assert.equal(state.outcome.winner, 'white')
  assert.equal(state.outcome.reason, 'checks_given')
  assert.ok(load(state.save()).equals(state))
  throwsCode('invalid_option', () =>
    start('chess+duel', { define: hooks.replace('on_check', 'on_tea') }),
  )
  assert.throws(
    () => start('chess+duel', { define: hooks.replace('on_check', 'on_tea') }),
    /line 5.*on_tea.*on_check/,
  )
})
