// A thousand tables with two bots each, for a minute: how responsive does the event
// loop stay, does memory grow, does anything go wrong or stand still?
//
//   node --expose-gc bench/tables.mjs [--seconds 60] [--tables 1000] [--json]
//   node --expose-gc bench/tables.mjs --game blind --bot casual [--option rules=wild16]

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
let plies = 0
let errors = 0
let last = new Array(count).fill(0)
const until = performance.now() + seconds * 1000

async function seat(place) {
  for (let round = 0; performance.now() < until; round++) {
    try {
      const nodes = values.nodes === undefined ? {} : { nodes: Number(values.nodes) }
      const bot = (seed) => ({ bot: values.bot, seed, ...nodes })
      const table = new Table(values.game, {
        seats: { white: bot(place + round), black: bot(place + round + 1) },
        options,
      })
      await table.runBots()
      if (table.outcome === null) throw new Error('a table stands still')
      plies += table.view('white').ply
      games += 1
      table.dispose()
      last[place] = performance.now()
    } catch (error) {
      errors += 1
      process.stderr.write(`${error}\n`)
    }
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
await Promise.all(seated)
last = last.filter((at) => at === 0)

const result = {
  tables: count,
  seconds,
  games,
  plies,
  errors,
  stuck: last.length,
  event_loop_p50_ms: delay.percentile(50) / 1e6,
  event_loop_p99_ms: delay.percentile(99) / 1e6,
  event_loop_max_ms: delay.max / 1e6,
  memory_early_mb: early,
  memory_late_mb: late,
}
if (values.json) console.log(JSON.stringify(result))
else for (const [name, value] of Object.entries(result)) console.log(name.padEnd(20), value)
