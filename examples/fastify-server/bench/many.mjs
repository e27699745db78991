// Memory over many games: each is made, played for some moves and resigned, over sockets.
//
//   npm run many -- [--games 10000] [--at-once 20]
//
// Resident memory of the server, a process of its own with a file, after the first thousand
// games and after each thousand more.

import { EventEmitter, once } from 'node:events'
import { parseArgs } from 'node:util'
import { connect, create, start } from './server.mjs'

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
  const [token] = await create(address, { game, seats })
  const heard = new EventEmitter()
  const ended = once(heard, 'ended')
  const { socket, call } = connect(address, (events) => {
    if (events.some(({ kind }) => kind === 'ended')) heard.emit('ended')
  })
  socket.on('error', (error) => heard.emit('error', error))
  const done = async (name, args) => {
    const { error } = await call(name, args)
    if (error) throw new Error(`${name}: ${error.code}: ${error.message}`)
  }
  await once(socket, 'open')
  await done('hello', { protocol: 1, token })
  for (const move of moves) await done('commit', { move })
  await done('resign')
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
