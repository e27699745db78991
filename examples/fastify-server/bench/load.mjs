// Many people at once: sockets in games, moves at the pace of people, and how long a move takes to
// be acknowledged.
//
//   npm run load -- [--seconds 60] [--pairs 200] [--alone 100] [--think 7000]
//
// `pairs` games of two people and `alone` games against a bot of 20 ms; each person thinks `think`
// milliseconds. The server runs in a process of its own, on a file.

import { parseArgs } from 'node:util'
import { connect, create, start } from './server.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '200' },
    alone: { type: 'string', default: '100' },
    think: { type: 'string', default: '7000' },
    game: { type: 'string', default: 'chess' },
  },
})
const [seconds, pairs, alone, think] = [
  values.seconds,
  values.pairs,
  values.alone,
  values.think,
].map(Number)

const { address, stop } = await start()

const bot = { bot: 'search', movetime: 20, delay: 0 }
const latencies = []
const errors = []
let lost = 0
let ended = 0
let over = false

/** A person who moves at random, some time after it is its turn. */
function play(token) {
  let next = 0
  let thinking = false
  const move = async () => {
    const { answer: candidates = [] } = await call('candidates')
    if (candidates.length === 0 || over) return
    const text = candidates[Math.floor(Math.random() * candidates.length)]
    const began = performance.now()
    const { error } = await call('commit', { move: text })
    latencies.push(performance.now() - began)
    if (error) errors.push(error.code)
  }
  const turn = () => {
    if (thinking || over) return
    thinking = true
    setTimeout(
      () => {
        thinking = false
        void move()
      },
      think * (0.5 + Math.random()),
    )
  }
  const { socket, call } = connect(address, (events) => {
    // Each event once and in order, or something was lost.
    for (const { seq, kind } of events) {
      if (seq !== next) lost += 1
      next = seq + 1
      if (kind === 'ended') ended += 1
      if (kind === 'moved' || kind === 'started' || kind === 'resumed') turn()
    }
  })
  socket.on('error', (error) => errors.push(error.message))
  return new Promise((resolve) => {
    socket.on('open', () => {
      void call('hello', { protocol: 1, token }).then(({ error }) => {
        if (error) errors.push(error.code)
        resolve(socket)
      })
    })
  })
}

const people = (seats) => create(address, { game: values.game, seats })
const tokens = []
for (let i = 0; i < pairs; i++) tokens.push(...(await people({ white: 'me', black: 'me' })))
for (let i = 0; i < alone; i++) tokens.push(...(await people({ white: 'me', black: bot })))
const sockets = await Promise.all(tokens.map(play))
await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
over = true
const sorted = Float64Array.from(latencies).sort()
const at = (share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1)
console.log(
  `${sockets.length} sockets in ${pairs + alone} games for ${seconds} s: ${sorted.length} moves, ` +
    `acknowledged in p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms; ` +
    `${errors.length} errors ${[...new Set(errors)].join(' ')}, ${lost} events lost, ${ended} ends heard`,
)
for (const socket of sockets) socket.terminate()
await stop()
