// Calls of states and tables, for every game, in microseconds.
//
// Each call is measured at the start and after a number of plies; the figure is the median of
// many calls. The thinking of bots is no part of it.
//
//   node bench/calls.mjs [--plies 100] [--seconds 0.05] [--game NAME] [--json]

import { parseArgs } from 'node:util'
import { games, load, Table } from '../index.mjs'

const { values } = parseArgs({
  options: {
    plies: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '0.05' },
    game: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
/** Far apart in any list, so that games are neither short nor alike. */
const STRIDE = 7919
/** Calls between two looks at the clock, which takes some of the time of a short call. */
const TOGETHER = 8

/** Calls again and again for so long; the median. */
function microseconds(call) {
  call()
  const times = []
  const until = performance.now() + 1000 * seconds
  while (times.length === 0 || performance.now() < until) {
    const began = performance.now()
    for (let i = 0; i < TOGETHER; i++) call()
    times.push(((performance.now() - began) * 1000) / TOGETHER)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)]
}

/** A seat that may act, and a move of its. */
function choice(state, ply) {
  const seat = state.live[0]
  const moves = state.legalMoves({ seat })
  return { seat, move: moves[(ply * STRIDE) % moves.length] }
}

/** The same game at a table for any number of plies, but not to its end. */
function played(game, plies) {
  const table = new Table(game, { options: {} })
  for (let ply = 0; ply < plies; ply++) {
    const state = table.state()
    const { seat, move } = choice(state, ply)
    if (state.play(move, { seat }).outcome !== null) return { state, table, ply }
    table.commit(seat, move)
  }
  return { state: table.state(), table, ply: plies }
}

function ofState(state) {
  const { seat, move } = choice(state, 1)
  const text = state.save()
  return {
    play: () => state.play(move, { seat }),
    legalMoves: () => state.legalMoves(),
    describe: () => state.describe(),
    observe: () => state.observe(seat),
    describeText: () => state.describeText(),
    save: () => state.save(),
    load: () => load(text),
  }
}

function ofTable(table) {
  const seat = table.state().live[0]
  const text = table.save()
  const mark = table.saveChanges().next
  const newest = table.events(seat, 1e9).next
  return {
    view: () => table.view(seat),
    'events, the newest': () => table.events(seat, Math.max(0, newest - 2)),
    save: () => table.save(),
    saveChanges: () => table.saveChanges(mark),
    load: () => Table.load(text).dispose(),
  }
}

function measure(game) {
  const rows = {}
  for (const wanted of [0, Number(values.plies)]) {
    const { state, table, ply } = played(game, wanted)
    const named = (of, calls) =>
      Object.entries(calls).map(([name, call]) => [`${of}: ${name}`, call])
    for (const [name, call] of [
      ...named('state', ofState(state)),
      ...named('table', ofTable(table)),
    ]) {
      rows[name] ??= {}
      rows[name][`${ply} plies`] = Math.round(10 * microseconds(call)) / 10
    }
    table.dispose()
  }
  return rows
}

const told = {}
for (const game of values.game ?? games().map(({ name }) => name)) told[game] = measure(game)
if (values.json) {
  console.log(JSON.stringify(told, null, 1))
} else {
  const names = Object.keys(told)
  console.log(`| call, µs | ${names.join(' | ')} |\n${'|---'.repeat(names.length + 1)}|`)
  for (const row of Object.keys(told[names[0]])) {
    const cells = names.map((name) => Object.values(told[name][row]).join(' / '))
    console.log(`| ${row} | ${cells.join(' | ')} |`)
  }
}
