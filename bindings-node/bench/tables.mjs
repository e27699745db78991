// A thousand tables with two bots each, for a minute: how responsive does the event
// loop stay, does memory grow, does anything go wrong or stand still?
//
//   node --expose-gc bench/tables.mjs [--seconds 60] [--tables 1000] [--json]
//   node --expose-gc bench/tables.mjs --game blind --bot casual [--option rules=wild16]

import { setMaxListeners } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Table } from '../index.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    tables: { type: 'string', default: '1000' },
    game: { type: 'string', default: 'crazyhouse' },
    bot: { type: 'string', default: 'random' },
    option: { type: 'string', multiple: true, default: [] },
    nodes: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const count = Number(values.tables)
const options = Object.fromEntries(values.option.map((text) => text.split('=')))

let games = 0
let errors = 0
const finished = new Array(count).fill(0)
const tables = new Array(count).fill(null)
const ended = new AbortController()
setMaxListeners(count + 1, ended.signal)

/** The plies of a game; where a seat is not told the number, what it has heard of them. */
function ply(table) {
  const { ply, log } = table.view('white')
  return ply ?? log.filter(({ kind }) => kind === 'moved').length
}

/** All plies of a place so far, those of the game that is on among them. */
const plies = (place) => finished[place] + (tables[place] === null ? 0 : ply(tables[place]))

async function seat(place) {
  const nodes = values.nodes === undefined ? {} : { nodes: Number(values.nodes) }
  const bot = (seed) => ({ bot: values.bot, seed, ...nodes })
  for (let round = 0; !ended.signal.aborted; round++) {
    const table = new Table(values.game, {
      seats: { white: bot(place + round), black: bot(place + round + 1) },
      options,
    })
    tables[place] = table
    try {
      await table.runBots({ signal: ended.signal })
      if (table.outcome === null) throw new Error('a table stands still')
      games += 1
    } catch (error) {
      if (!ended.signal.aborted) {
        errors += 1
        process.stderr.write(`${error}\n`)
      }
    }
    finished[place] = plies(place)
    tables[place] = null
    table.dispose()
  }
}

const memory = () => {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().rss / 2 ** 20)
}

const delay = monitorEventLoopDelay({ resolution: 1 })
const seated = Array.from({ length: count }, (_, place) => seat(place))
// The start, in which all tables are made at once, is not what is measured.
await new Promise((done) => setTimeout(done, (seconds * 1000) / 6))
const early = memory()
delay.enable()
await new Promise((done) => setTimeout(done, (seconds * 1000) / 1.5))
delay.disable()
const late = memory()
const then = finished.map((_, place) => plies(place))
await new Promise((done) => setTimeout(done, (seconds * 1000) / 6))
// A game that is on then is left as it is.
ended.abort()
await Promise.all(seated)
const after = memory()

const result = {
  tables: count,
  seconds,
  games,
  plies: finished.reduce((sum, plies) => sum + plies, 0),
  errors,
  // Those that did nothing in the last sixth of the time.
  stuck: finished.filter((plies, place) => plies === then[place]).length,
  event_loop_p50_ms: delay.percentile(50) / 1e6,
  event_loop_p99_ms: delay.percentile(99) / 1e6,
  event_loop_max_ms: delay.max / 1e6,
  memory_early_mb: early,
  memory_late_mb: late,
  memory_after_mb: after,
}
if (values.json) console.log(JSON.stringify(result))
else for (const [name, value] of Object.entries(result)) console.log(name.padEnd(20), value)
