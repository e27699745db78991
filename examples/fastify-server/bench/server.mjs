// A server of its own for a benchmark, on a file that goes with it, and clients of it.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

/** Starts it. `resident` tells its memory in MiB, `stop` ends it and removes its file. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-bench-'))
  const main = fileURLToPath(new URL('../dist/load.js', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, GAMES: join(folder, 'games.db') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  const address = await new Promise((resolve, reject) => {
    child.once('message', ({ listening }) => resolve(listening))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const resident = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024
  }
  return { address, resident, stop }
}

/** Makes a game; the tokens of its seats. */
export async function create(address, asked) {
  const response = await fetch(`${address}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return Object.values(answer.tokens)
}

/** A socket. `call` gives the frame of the answer; `told` hears events, in order. */
export function connect(address, told) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/socket`)
  const calls = new Map()
  let id = 0
  const call = (name, args) =>
    new Promise((resolve) => {
      id += 1
      calls.set(id, resolve)
      socket.send(JSON.stringify({ id, call: name, args }))
    })
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text))
    if (frame.event === 'told') {
      told(frame.events)
    } else if (!('event' in frame)) {
      calls.get(frame.id)?.(frame)
      calls.delete(frame.id)
    }
  })
  return { socket, call }
}
