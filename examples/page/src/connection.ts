// The socket of a game: calls with answers, events, and coming back after it was lost.

import { type Hello, PROTOCOL, Refused, type ServerEvent } from './protocol.js'

export interface Listener {
  /** Greeted: at the start, and each time that the socket came back. */
  hello(hello: Hello): void
  event(event: ServerEvent): void
  /** The socket is lost; false if it does not come back. */
  lost(comesBack: boolean, message: string): void
}

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Refused) => void
}

/** Close codes after which coming back is of no use. */
const FINAL = new Set([4001, 4002, 4004])

/** The wait before a try, in milliseconds: twice as long each time, less a random part. */
export function backoff(tries: number, random: number): number {
  return Math.min(30_000, 1_000 * 2 ** tries) * (1 - random / 2)
}

export class Connection {
  readonly #who: { readonly token: string } | { readonly game: string }
  readonly #listener: Listener
  #socket: WebSocket | null = null
  #id = 0
  #tries = 0
  #since = 0
  #chatSince = 0
  #closed = false
  #timer: number | undefined
  readonly #waiting = new Map<number, Waiting>()

  constructor(who: { readonly token: string } | { readonly game: string }, listener: Listener) {
    this.#who = who
    this.#listener = listener
    this.#open()
  }

  #open(): void {
    const address = new URL('/api/socket', location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = (this.#socket = new WebSocket(address))
    socket.addEventListener('open', () => {
      const args = {
        protocol: PROTOCOL,
        ...this.#who,
        since: this.#since,
        chat_since: this.#chatSince,
        views: true,
      }
      this.call('hello', args).then(
        (hello) => {
          this.#tries = 0
          this.#listener.hello(hello as Hello)
        },
        (error: unknown) => {
          if (error instanceof Refused && error.code !== 'lost') {
            this.#listener.lost(false, error.message)
          }
        },
      )
    })
    socket.addEventListener('message', ({ data }) => {
      this.#heard(JSON.parse(String(data)) as Record<string, unknown>)
    })
    socket.addEventListener('close', ({ code }) => {
      this.#lost(code)
    })
  }

  #heard(frame: Record<string, unknown>): void {
    if ('event' in frame) {
      const event = frame as unknown as ServerEvent
      if (event.event === 'told') this.#since = event.next
      if (event.event === 'chat') this.#chatSince = event.next
      this.#listener.event(event)
      return
    }
    const waiting = this.#waiting.get(Number(frame['id']))
    this.#waiting.delete(Number(frame['id']))
    const error = frame['error'] as { code: string; message: string } | undefined
    if (error === undefined) waiting?.resolve(frame['answer'])
    else waiting?.reject(new Refused(error.code, error.message))
  }

  #lost(code: number): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new Refused('lost', 'the connection was lost'))
    }
    this.#waiting.clear()
    if (this.#closed) return
    if (FINAL.has(code)) {
      this.#listener.lost(false, 'The server has no such game or seat.')
      return
    }
    this.#listener.lost(true, 'The connection is lost; trying again …')
    this.#timer = window.setTimeout(
      () => {
        this.#open()
      },
      backoff(this.#tries++, Math.random()),
    )
  }

  /** Calls something and gives its answer; rejects with `Refused`. */
  call(call: string, args: object = {}): Promise<unknown> {
    const id = ++this.#id
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Refused('lost', 'there is no connection'))
        return
      }
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, call, args }))
    })
  }

  close(): void {
    this.#closed = true
    window.clearTimeout(this.#timer)
    this.#socket?.close()
  }
}
