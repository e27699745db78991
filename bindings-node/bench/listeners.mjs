// A thousand tables whose seats and spectators are told their events as they happen, for a
// minute: how responsive does the event loop stay, and is anything lost?
//
//   node bench/listeners.mjs [--seconds 60] [--tables 1000] [--delay 1000] [--game chess] [--json]
//
// At each table two bots make a random move `delay` milliseconds after the other one's. Nothing
// is asked of the tables: what the listeners were told is compared with their events at the end.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Table } from '../index.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    tables: { type: 'string', default: '1000' },
    delay: { type: 'string', default: '1000' },
    game: { type: 'string', default: 'chess' },
    json: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const milliseconds = Number(values.delay)
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

let lost = 0
/** A listener that counts what it is told, and that nothing is left out. */
function count(table, of) {
  const heard = { of, next: 0 }
  table.listen(({ since, next }) => {
    if (since !== heard.next) lost += 1
    heard.next = next
  }, of)
  return heard
}

const places = Array.from({ length: Number(values.tables) }, (_, place) => {
  const bot = (seed) => ({ bot: 'random', seed, delay: milliseconds })
  const table = new Table(values.game, {
    seats: { white: bot(place), black: bot(place + 1) },
    seed: place,
  })
  const heard = ['white', 'black'].map((seat) => count(table, { seat }))
  heard.push(count(table, { feed: 'spectators' }))
  return { table, heard }
})

// The start, in which all tables are made at once, is not what is measured.
await pause(2 * milliseconds)
const told = () => places.flatMap(({ heard }) => heard).reduce((sum, { next }) => sum + next, 0)
const before = told()
const delay = monitorEventLoopDelay({ resolution: 1 })
const began = performance.now()
const used = process.cpuUsage()
delay.enable()
await pause(seconds * 1000)
delay.disable()
const elapsed = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(used)
const events = told() - before

for (const { table } of places) if (table.outcome === null) table.pause()
// What has happened meanwhile is told when the loop turns.
await pause(100)
for (const { table, heard } of places) {
  for (const { of, next } of heard) {
    const events = of.seat ? table.events(of.seat, next) : table.spectatorEvents(next)
    if (events.next !== next) lost += 1
  }
}
const at = (share) => Math.round(delay.percentile(share) / 1e4) / 100
const result = {
  tables: places.length,
  listeners: places.length * 3,
  'events a second': Math.round(events / elapsed),
  'processor time, %': Math.round((user + system) / 1e4 / elapsed),
  'event loop delay, ms': { p50: at(50), p99: at(99), most: at(100) },
  lost,
}
if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`)
else console.table(result)
process.exitCode = lost === 0 ? 0 : 1
for (const { table } of places) table.dispose()
