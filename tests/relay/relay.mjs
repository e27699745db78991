// A stage of the relay; relay.py says what it is about.
//
//   relay.mjs go ROUND IN OUT

import { readFileSync, writeFileSync } from 'node:fs'
import { Table } from '../../bindings-node/index.mjs'

function play(table, index, turn) {
  for (let i = 0; i < 1 + ((index * 13 + turn * 29) % 40); i++) {
    if (table.outcome !== null) return
    const ply = table.events(0).next
    const seat = [0, 1].find((s) => table.candidates(s).length > 0)
    if (seat === undefined) return
    const moves = table.candidates(seat)
    const move = moves[(ply * 7919 + index * 104729) % moves.length]
    table.commit(seat, move, { now: 1000 * ply })
  }
}

const [, , , turn, from, to] = process.argv
const lines = readFileSync(from, 'utf8').trimEnd().split('\n')
const saves = lines.map((line, index) => {
  const table = Table.load(line)
  play(table, index, Number(turn))
  return `${table.save()}\n`
})
writeFileSync(to, saves.join(''))
