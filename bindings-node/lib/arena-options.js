'use strict'

// The options of tournaments, as the library takes them.

const check = require('./check')
const { invalid } = require('./errors')
const { invited } = require('./own')

/** Options by their names here, where these are others. */
const NAMES = new Map([
  ['atOnce', 'at_once'],
  ['moveTimeout', 'move_timeout'],
  ['plyLimit', 'ply_limit'],
  ['openingPlies', 'opening_plies'],
  ['openingBalance', 'opening_balance'],
  ['openingNodes', 'opening_nodes'],
])

/**
 * The options as JSON.
 *
 * @param {import('./native-types').GuestsHandle | undefined} guests undefined where nobody is asked
 * @param {unknown} game
 * @param {unknown} players
 * @param {Record<string, unknown>} rest
 */
function given(guests, game, players, rest) {
  /** @type {Record<string, unknown>} */
  const named = {}
  for (const [name, value] of Object.entries(rest)) {
    if (name.includes('_')) throw invalid(`there is no option ${JSON.stringify(name)}`)
    named[NAMES.get(name) ?? name] = value
  }
  named.game = check.text('game', game)
  const several = Array.isArray(players) ? players : [players]
  named.players = several.map((player) => invited(guests, player))
  return check.options(named)
}

exports.given = given
