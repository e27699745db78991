// The tournaments that every language plays, as Node's calls take them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

import { BoardwrightError } from '../index.mjs'

export const scenarios = JSON.parse(
  readFileSync(new URL('../../tests/scenarios/arena.json', import.meta.url), 'utf8'),
)

const CAMEL = {
  at_once: 'atOnce',
  ply_limit: 'plyLimit',
  opening_plies: 'openingPlies',
  opening_balance: 'openingBalance',
  opening_nodes: 'openingNodes',
}

/** The bots of the host's own that the cases name by number, as every language has them. */
const OWN = [
  ({ candidates }) => candidates[0],
  async ({ candidates }) => candidates.at(-1),
  () => ({ resign: true }),
]

const player = (of) => (of.own === undefined ? of : { name: of.name, bot: OWN[of.own] })

/** The game, the players and the other options of a case. */
export function given({ options }, more = {}) {
  const { game, players: listed, ...rest } = options
  const players = listed.map(player)
  const named = Object.entries(rest).map(([name, value]) => [CAMEL[name] ?? name, value])
  return [game, players, { ...Object.fromEntries(named), ...more }]
}

/** Looks at an error of the package. */
export const refused = (code, message) => (error) => {
  assert.ok(error instanceof BoardwrightError, String(error))
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}
