// Pictures of states and observations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { games, start } from 'boardwright'
import { throwsCode } from './helpers.mjs'

const count = (svg, part) => svg.split(part).length - 1

test('every game is drawn, for every seat', () => {
  for (const { name } of games()) {
    const state = start(name)
    assert.match(state.svg(), /^<svg [^]*<title [^]*<\/svg>\n$/)
    for (const seat of state.game.seats) {
      assert.equal(state.svg({ seat }), state.observe(seat).svg())
    }
  }
})

test('marks and looks', () => {
  const state = start('chess').play('e2e4')
  const svg = state.svg({
    lastMove: 'e2e4',
    arrows: ['e7e5', ['g8', 'f6'], { from: 'd7', to: 'd5', color: 'red' }],
    squares: { e4: 'green' },
    orientation: 'black',
    size: 240,
    theme: 'dark',
    coordinates: false,
    clocks: { white: 61_000, black: null },
  })
  assert.match(svg, / width="240"/)
  const marks = ['m', 'hb', 'hr', 'rg', 'a'].map((name) => count(svg, `class="${name}"`))
  assert.deepEqual(marks, [1, 2, 1, 1, 0])
  assert.match(svg, />1:01</)
  assert.equal(state.svg({ clocks: [61_000, null] }), state.svg({ clocks: { white: 61_000 } }))
  assert.equal(state.svg(null), state.svg({ lastMove: undefined }))
})

test('an observation shows what its seat knows', () => {
  const state = start('blind', { rules: 'fog' })
  assert.equal(count(state.svg(), '<use '), 32)
  const observation = state.observe('white')
  assert.equal(count(observation.svg(), '<use '), 16)
  throwsCode('hidden_information', () => observation.svg({ seat: 'black' }))
})

test('wrong options are named', () => {
  const state = start('chess')
  for (const [options, said] of [
    [{ squares: ['e9'] }, /^squares: /],
    [{ lastMove: 'e2e9' }, /^last_move: /],
    [{ arrows: 3 }, /^arrows: /],
    [{ theme: 'blue' }, /^theme: takes one of light, dark, auto/],
    [{ size: 2 ** 40 }, /^size: takes an integer from 16 to 8192/],
    [{ seat: 'red' }, /^seat: /],
    [{ colour: 'red' }, /^a picture has no option/],
  ]) {
    assert.throws(() => state.svg(options), { code: 'invalid_option', message: said })
  }
})
