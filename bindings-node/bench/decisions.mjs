// Two hundred decisions of 100 ms each, asked for at once in a Fastify server: do all get
// their full search, does the event loop stay responsive, are files read as fast as idle,
// and how soon is a bot free that is told to stop?
//
//   npm ci --prefix bench && node bench/decisions.mjs [--decisions 200] [--movetime 100] [--json]

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Bot, configure, start } from '../index.mjs'

const { default: fastify } = createRequire(import.meta.url)('fastify')

const { values } = parseArgs({
  options: {
    decisions: { type: 'string', default: '200' },
    movetime: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
  },
})
const count = Number(values.decisions)
const movetime = Number(values.movetime)

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
const ascending = (list) => list.toSorted((a, b) => a - b)

// Reads a file again and again, until told to end; milliseconds for each.
function reader() {
  const file = fileURLToPath(new URL('../package.json', import.meta.url))
  const times = []
  let going = true
  const done = (async () => {
    while (going) {
      const began = performance.now()
      await readFile(file)
      times.push(performance.now() - began)
      await new Promise((next) => setTimeout(next, 1))
    }
    return ascending(times)
  })()
  return {
    end: () => {
      going = false
      return done
    },
  }
}

configure({ maxQueue: count + 16 })
const state = start('crazyhouse')
const app = fastify()
app.get('/decide/:seed', async (request) => {
  const bot = new Bot('search', { game: 'crazyhouse', seed: Number(request.params.seed), hash: 1 })
  const { move, time, queued } = await bot.decide(state, { movetime })
  return { move, time, queued }
})
await app.ready()
// The first one loads what is loaded once.
await app.inject('/decide/0')

const idle = reader()
await new Promise((done) => setTimeout(done, 1000))
const idleReads = await idle.end()

const busy = reader()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const answers = await Promise.all(
  Array.from({ length: count }, (_, seed) => app.inject(`/decide/${seed}`)),
)
delay.disable()
const busyReads = await busy.end()
await app.close()

const decisions = answers.map((answer) => answer.json())
const legal = new Set(state.legalMoves())
const times = ascending(decisions.map(({ time }) => time))

// From the abort to the first moment at which the bot takes another question.
const freed = []
const bot = new Bot('search', { game: 'crazyhouse', hash: 1 })
for (let i = 0; i < 100; i++) {
  const abort = new AbortController()
  const pending = bot.decide(state, { signal: abort.signal, movetime: 60_000 })
  const settled = pending.catch(() => {})
  await new Promise((done) => setTimeout(done, 5 + (i % 7)))
  const began = performance.now()
  abort.abort()
  await settled
  for (;;) {
    try {
      await bot.decide(state, { nodes: 1 })
      break
    } catch (error) {
      if (error.code !== 'bot_busy') throw error
      await new Promise((next) => setImmediate(next))
    }
  }
  freed.push(performance.now() - began)
}

const result = {
  decisions: count,
  answered: decisions.filter(({ move }) => legal.has(move)).length,
  full_time: times.filter((time) => time >= movetime - 1).length,
  overrun_p99_ms: at(times, 0.99) - movetime,
  event_loop_p50_ms: delay.percentile(50) / 1e6,
  event_loop_p99_ms: delay.percentile(99) / 1e6,
  event_loop_max_ms: delay.max / 1e6,
  file_read_idle_p50_ms: at(idleReads, 0.5),
  file_read_busy_p50_ms: at(busyReads, 0.5),
  file_read_idle_p99_ms: at(idleReads, 0.99),
  file_read_busy_p99_ms: at(busyReads, 0.99),
  free_after_abort_p99_ms: at(ascending(freed), 0.99),
}
for (const [name, value] of Object.entries(result)) result[name] = Math.round(value * 1000) / 1000
if (values.json) console.log(JSON.stringify(result))
else for (const [name, value] of Object.entries(result)) console.log(name.padEnd(24), value)
