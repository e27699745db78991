// Helpers of the tests: a server in this process or in one of its own, and clients of it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { build } from '../dist/app.js'

/** True where the long forms of the tests run. */
export const FULL = process.env.BOARDWRIGHT_FULL === '1'

/** Limits with which no test is held up. */
const WIDE = {
  frames_per_second: 1e6,
  frames_burst: 1e6,
  requests_per_minute: 1e6,
  creations_per_minute: 1e6,
}

/** A folder that goes with the test. */
export function folder(t) {
  const made = mkdtempSync(join(tmpdir(), 'boardwright-games-'))
  t.after(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A server in this process, which closes with the test. */
export async function serving(t, { limits, ...options } = {}) {
  const server = await build({
    file: ':memory:',
    pingEvery: 0,
    ...options,
    limits: { ...WIDE, ...limits },
  })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const clients = new Clients(address)
  t.after(async () => {
    clients.close()
    await server.app.close()
  })
  return { ...server, address, ...clients.bound() }
}

/** A server in a process of its own, on a file. */
export async function spawned(file) {
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, GAMES: file, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  const address = await new Promise((resolve, reject) => {
    child.once('message', ({ listening }) => resolve(listening))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const clients = new Clients(address)
  const end = async (signal) => {
    child.kill(signal)
    const how = await ended
    clients.close()
    return how
  }
  return { address, end, ...clients.bound() }
}

class Clients {
  #address
  #sockets = []

  constructor(address) {
    this.#address = address
  }

  bound() {
    return { http: this.http, socket: this.socket, join: this.join }
  }

  close() {
    for (const socket of this.#sockets) socket.terminate()
  }

  /** The answer to a request: its status and its body. */
  http = async (method, path, body, token) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const asked = request(`${this.#address}${path}`, {
      method,
      agent: false,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    asked.end(text)
    const [response] = await once(asked, 'response')
    const answer = await json(response)
    // Some answers have a status of their own.
    const { statusCode: status, headers } = response
    return { ...answer, said: answer.status, status, headers }
  }

  /** A socket, open and silent. */
  socket = async () => {
    const socket = new WebSocket(`${this.#address.replace('http', 'ws')}/api/socket`)
    this.#sockets.push(socket)
    const person = new Person(socket)
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return person
  }

  /** A socket that has said hello, and been answered without an error. */
  join = async (args) => {
    const person = await this.socket()
    await person.hello(args)
    return person
  }
}

/** A client at a socket: all that it has heard, and what it waits for. */
class Person {
  raw = []
  frames = []
  events = []
  lines = []
  since = 0
  view = null
  hi = null
  #answers = new Map()
  #waiting = new Set()
  #id = 0

  constructor(socket) {
    this.socket = socket
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        this.#over = true
        this.#look()
        resolve({ code, reason: String(reason) })
      })
    })
    socket.on('error', () => {})
    socket.on('message', (text) => this.#heard(String(text)))
  }
  #over = false

  #heard(text) {
    this.raw.push(text)
    const frame = JSON.parse(text)
    this.frames.push(frame)
    if (frame.event === 'told') {
      this.events.push(...frame.events)
      this.since = frame.next
      if (frame.view) this.view = frame.view
    }
    if (frame.event === 'chat') this.lines.push(...frame.lines)
    if (!('event' in frame)) this.#answers.get(frame.id)?.(frame)
    this.#look()
  }

  #look() {
    for (const waiting of this.#waiting) waiting()
  }

  /** Resolves once something holds of what was heard; rejects if the socket closes before. */
  async until(what) {
    while (!what(this)) {
      if (this.#over) throw new Error('the socket was closed')
      await new Promise((resolve) => {
        const look = () => {
          this.#waiting.delete(look)
          resolve()
        }
        this.#waiting.add(look)
      })
    }
  }

  told(kind) {
    return this.events.filter((event) => event.kind === kind)
  }

  hears(kind, count = 1) {
    return this.until(() => this.told(kind).length >= count)
  }

  /** The whole answer to a call: with `answer` or `error`. */
  ask(call, args) {
    const id = ++this.#id
    this.socket.send(JSON.stringify({ id, call, ...(args && { args }) }))
    return this.#answered(id)
  }

  #answered(id) {
    return new Promise((resolve, reject) => {
      this.#answers.set(id, (frame) => {
        this.#answers.delete(id)
        resolve(frame)
      })
      this.closed.then(() => reject(new Error('the socket was closed')))
    })
  }

  /** The answer to whatever is sent, which has no number that could be read. */
  async send(text) {
    const before = this.frames.length
    this.socket.send(text)
    await this.until(() => this.frames.slice(before).some((frame) => 'error' in frame))
    return this.frames.slice(before).find((frame) => 'error' in frame)
  }

  /** The answer to a call that succeeds. */
  async call(name, args) {
    const { answer, error } = await this.ask(name, args)
    if (error) throw Object.assign(new Error(error.message), error)
    return answer
  }

  async hello(args) {
    this.since = args.since ?? 0
    this.hi = await this.call('hello', { protocol: 1, ...args })
    return this.hi
  }

  /** The code of the error of a call. */
  async refused(name, args) {
    const { error } = await this.ask(name, args)
    return error?.code
  }

  /** Closes the socket, and waits until it is. */
  async leave() {
    this.socket.close()
    return this.closed
  }
}
