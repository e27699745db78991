// Memory over many games: each is made, played for some moves and resigned, over sockets.
//
//   npm run many -- [--games 10000] [--at-once 20]
//
// Resident memory of the server, a process of its own with a file, after the first thousand
// games and after each thousand more.

import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'

import { start } from './server.mjs'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: '20' },
  },
})
const [games, atOnce] = [Number(values.games), Number(values['at-once'])]

const { address, resident, stop } = await start()

const KINDS = [
  { game: 'chess', bot: { bot: 'search', movetime: 2, delay: 0 }, moves: ['e2e4'] },
  { game: 'crazyhouse', bot: { bot: 'search', movetime: 2, delay: 0 }, moves: ['e2e4'] },
  { game: 'blind', bot: { bot: 'casual', delay: 0 }, moves: ['e2e4'] },
  { game: 'jarls', bot: { bot: 'heuristic', delay: 0 }, moves: [] },
]

/** One game from its making to its end. */
async function play(number) {
  const { game, bot, moves } = KINDS[number % KINDS.length]
  const seats = game === 'jarls' ? { p0: 'me', p1: bot } : { white: 'me', black: bot }
  const response = await fetch(`${address}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game, seats }),
  })
  const made = await response.json()
  if (!response.ok) throw new Error(`${made.code}: ${made.message}`)
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/socket`)
  let id = 0
  const calls = new Map()
  const ended = new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (text) => {
      const frame = JSON.parse(String(text))
      if ('event' in frame) {
        if (frame.event === 'told' && frame.events.some(({ kind }) => kind === 'ended')) resolve()
      } else {
        calls.get(frame.id)?.(frame)
      }
    })
  })
  const call = async (name, args) => {
    id += 1
    const mine = id
    const frame = await new Promise((resolve) => {
      calls.set(mine, resolve)
      socket.send(JSON.stringify({ id: mine, call: name, args }))
    })
    if (frame.error) throw new Error(`${name}: ${frame.error.code}: ${frame.error.message}`)
    return frame.answer
  }
  await new Promise((resolve) => socket.once('open', resolve))
  await call('hello', { protocol: 1, token: Object.values(made.tokens)[0] })
  for (const move of moves) await call('commit', { move })
  await call('resign')
  await ended
  socket.terminate()
}

let next = 0
let done = 0
const sizes = []
try {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < games) {
        await play(next++)
        done += 1
        if (done % 1000 === 0) {
          sizes.push(resident())
          console.log(`${done} games: ${sizes.at(-1).toFixed(1)} MiB`)
        }
      }
    }),
  )
  if (sizes.length > 1) {
    const growth = (sizes.at(-1) / sizes[0] - 1) * 100
    console.log(`after ${done} games ${growth.toFixed(1)} % more than after 1000`)
  }
} finally {
  await stop()
}
