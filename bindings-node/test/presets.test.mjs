// Pieces and rules as data, composed at run time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, parse, start } from 'boardwright'
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
