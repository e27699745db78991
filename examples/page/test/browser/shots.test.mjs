// Pictures of every registered game on a screen and on a telephone, and what must hold of them.

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { games, Game } from 'boardwright'
import { NEEDS, serving } from './helpers.mjs'

const SHOTS = fileURLToPath(new URL('../../shots', import.meta.url))
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
/** Moves before the picture. */
const MOVES = 9

/** Moves of a game, always the same ones. */
function play(hosted, seats) {
  const { table } = hosted
  for (let made = 0, next = 1; made < MOVES; made += 1) {
    const seat = seats.find((name) => table.candidates(name).length > 0)
    if (seat === undefined) return
    const moves = table.candidates(seat)
    next = (next * 48271) % 2147483647
    table.commit(seat, moves[next % moves.length], { now: Date.now() })
  }
}

/** Options with which a game has more to show, where it has them. */
const RICH = { players: 4, presets: 'piece-hp+pawn-stamina' }

test('every registered game fits a screen and a telephone', NEEDS, async (t) => {
  mkdirSync(SHOTS, { recursive: true })
  const server = await serving(t)
  const people = {}
  for (const [size, viewport] of Object.entries(SIZES)) {
    people[size] = await server.person({ viewport, hasTouch: size === 'phone' })
  }
  for (const { name, options } of games()) {
    const known = options.filter((option) => option.name in RICH).map((option) => option.name)
    const rich = Object.fromEntries(known.map((option) => [option, RICH[option]]))
    const { seats } = new Game(name, rich)
    const made = await server.http('POST', '/api/games', {
      game: name,
      options: rich,
      seats: Object.fromEntries(seats.map((seat) => [seat, 'me'])),
      clock: { base: 300_000 },
    })
    play(server.parts.games.get(made.id), seats)
    for (const [size, viewport] of Object.entries(SIZES)) {
      const person = people[size]
      await person.sit(made.id, seats[0], made.tokens[seats[0]])
      await person.page.locator('.picture').waitFor()
      const wide = await person.page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= viewport.width, `${name} is ${wide} wide at ${viewport.width}`)
      for (const { width, height } of await person.boxes('svg.board')) {
        assert.ok(width >= 180 && height >= 60, `${name}: a board of ${width}`)
      }
      await person.page.screenshot({ path: `${SHOTS}/${name}-${size}.png`, fullPage: true })
    }
  }
  for (const [size, viewport] of Object.entries(SIZES)) {
    const person = people[size]
    await person.open()
    await person.page.locator('.seats select').first().waitFor()
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(wide <= viewport.width)
    await person.page.screenshot({ path: `${SHOTS}/lobby-${size}.png`, fullPage: true })
  }
  assert.deepEqual(server.faults, [])
})
