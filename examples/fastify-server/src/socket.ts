// The socket: frames, `hello`, calls, and clients of all kinds.

import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { badToken, isFault, ServerError, type Told, told } from './errors.js'
import type { Games } from './games.js'
import type { Client, Hosted } from './hosted.js'
import { Bucket, FLOOD, HELLO_WITHIN, MOST_WAITING } from './limits.js'
import { seen } from './texts.js'
import { hashOf } from './tokens.js'

/** The version of the protocol. */
export const PROTOCOL = 1

/** Close codes for the errors that end a connection. */
const CLOSES: Readonly<Record<string, number>> = {
  draining: 1001,
  hello_first: 1008,
  bad_token: 4001,
  wrong_protocol: 4002,
  too_many: 4003,
  no_such_game: 4004,
}

interface Frame {
  readonly id: number
  readonly call: string
  readonly args: Record<string, unknown>
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

/** The number of a frame, null where there is none to be read. */
const idOf = (value: unknown) => (isMap(value) && isCount(value['id']) ? value['id'] : null)

function frameOf(value: unknown): Frame {
  const bad = (message: string) => new ServerError('bad_frame', message)
  if (!isMap(value)) throw bad('a frame is a JSON object')
  const { id, call, args = {}, ...more } = value
  if (!isCount(id)) throw bad('id: takes a whole number from 0 to 2^53 - 1')
  if (typeof call !== 'string') throw bad('call: takes a text')
  if (!isMap(args)) throw bad('args: takes an object')
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) throw bad(`there is no field ${JSON.stringify(unknown.slice(0, 40))}`)
  return { id, call, args }
}

/** The arguments of `hello`. */
function helloOf(args: Record<string, unknown>) {
  const {
    protocol,
    token,
    game,
    since = 0,
    chat_since: chatSince = 0,
    views = false,
    ...more
  } = args
  const wrong = (message: string) => new ServerError('invalid_option', message)
  if (protocol !== PROTOCOL) {
    throw new ServerError('wrong_protocol', `protocol: this server speaks ${String(PROTOCOL)}`)
  }
  if ((token === undefined) === (game === undefined)) throw wrong('hello: takes a token or a game')
  if (game !== undefined && typeof game !== 'string') throw wrong('game: takes a text')
  if (!isCount(since)) throw wrong('since: takes a whole number from 0')
  if (!isCount(chatSince)) throw wrong('chat_since: takes a whole number from 0')
  if (typeof views !== 'boolean') throw wrong('views: takes true or false')
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) {
    throw wrong(`hello has no argument ${JSON.stringify(unknown.slice(0, 40))}`)
  }
  return { token, game, since, chatSince, views }
}

/** All connections of the server. */
export class Sockets {
  readonly #games: Games
  readonly #connections = new Set<Connection>()
  readonly log: FastifyBaseLogger

  constructor(games: Games, log: FastifyBaseLogger) {
    this.#games = games
    this.log = log
  }

  get size(): number {
    return this.#connections.size
  }

  connect(socket: WebSocket): void {
    const connection = new Connection(socket, this.#games, this.log)
    this.#connections.add(connection)
    socket.on('close', () => {
      this.#connections.delete(connection)
    })
  }

  /** Pings all; drops those that have not answered since the last time. */
  ping(): void {
    for (const connection of this.#connections) connection.ping()
  }

  /** Says goodbye to all. */
  drain(): void {
    for (const connection of this.#connections) {
      connection.goodbye(new ServerError('draining', 'the server closes; come back in a moment'))
    }
  }
}

class Connection {
  readonly #socket: WebSocket
  readonly #games: Games
  readonly #log: FastifyBaseLogger
  readonly #bucket: Bucket
  readonly #timer: NodeJS.Timeout
  #excess = 0
  #alive = true
  #over = false
  #ending = false
  #hosted: Hosted | null = null
  #client: Client | null = null

  constructor(socket: WebSocket, games: Games, log: FastifyBaseLogger) {
    this.#socket = socket
    this.#games = games
    this.#log = log
    const { frames_per_second: rate, frames_burst: burst } = games.limits
    this.#bucket = new Bucket(rate, burst, Date.now())
    this.#timer = setTimeout(() => {
      this.goodbye(new ServerError('hello_first', 'no hello has come in time'))
    }, HELLO_WITHIN)
    socket.on('message', (data, isBinary) => {
      this.#message(data, isBinary)
    })
    socket.on('pong', () => {
      this.#alive = true
    })
    // Not the protocol, or too long: the socket is closed with the reason.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#left()
    })
  }

  ping(): void {
    if (!this.#alive) {
      this.#socket.terminate()
      return
    }
    this.#alive = false
    this.#socket.ping()
  }

  /** Tells why, and closes. */
  goodbye(error: ServerError): void {
    if (this.#over) return
    this.#send(JSON.stringify({ event: 'goodbye', ...told(error) }))
    this.#over = true
    this.#socket.close(CLOSES[error.code] ?? 1008, error.code)
    this.#left()
  }

  #left(): void {
    clearTimeout(this.#timer)
    this.#over = true
    const [hosted, client] = [this.#hosted, this.#client]
    this.#hosted = this.#client = null
    if (hosted !== null && client !== null) this.#games.leave(hosted, client)
  }

  #send(frame: string): void {
    if (this.#over) return
    // A client that does not read what it asked for loses the connection, and comes back.
    if (this.#socket.bufferedAmount > MOST_WAITING) this.#socket.terminate()
    else this.#socket.send(frame)
  }

  #message(data: RawData, isBinary: boolean): void {
    if (this.#over || this.#ending) return
    const over = !this.#bucket.take(Date.now())
    if (over && ++this.#excess > FLOOD) {
      // After the answers to what came before it.
      this.#ending = true
      this.#after(() => {
        this.goodbye(new ServerError('too_many', 'a flood of frames'))
      })
      return
    }
    let id: number | null = null
    try {
      const value = read(data, isBinary)
      id = idOf(value)
      if (over) throw new ServerError('too_many', 'too many frames; wait a moment')
      const { call, args } = frameOf(value)
      this.#answer({ id, answer: this.#call(call, args) })
    } catch (error) {
      this.#refuse(id, error)
    }
  }

  #refuse(id: number | null, error: unknown): void {
    if (isFault(error)) this.#log.error(error)
    const known: Told = told(error)
    this.#answer({ id, error: known })
    // The reason to end a connection before it has begun.
    if (this.#client === null && known.code !== 'too_many' && known.code in CLOSES) {
      if (known.code !== 'hello_first') {
        this.#after(() => {
          this.goodbye(error as ServerError)
        })
      }
    } else if (this.#client === null && error instanceof TooManySockets) {
      this.#after(() => {
        this.goodbye(error)
      })
    }
  }

  #after(then: () => void): void {
    this.#games.after(then)
  }

  /** Answers once all that has changed so far has been written. */
  #answer(frame: object): void {
    const text = JSON.stringify(frame)
    this.#after(() => {
      this.#send(text)
    })
  }

  #call(name: string, args: Record<string, unknown>): unknown {
    if (name === 'hello') return this.#hello(args)
    const [hosted, client] = [this.#hosted, this.#client]
    if (hosted === null || client === null) {
      throw new ServerError('hello_first', 'the first frame is a hello')
    }
    const { seat } = client
    if (name === 'ping') {
      nothing(name, args)
      return { now: Date.now() }
    }
    // Whatever it does, or finds out, is written before it is answered.
    this.#games.changed(hosted)
    if (name !== 'say' || seat === null) return hosted.call(seat, name, args) ?? null
    const { text, ...more } = args
    nothing(name, more)
    return hosted.say(seat, seen('text', text, this.#games.limits.say))
  }

  #hello(args: Record<string, unknown>): unknown {
    if (this.#client !== null) throw new ServerError('hello_twice', 'it has been said')
    const { token, game, since, chatSince, views } = helloOf(args)
    const { hosted, seat } = game === undefined ? this.#seat(token) : this.#look(game)
    const { sockets_per_seat: atSeat, sockets_per_game: atGame } = this.#games.limits
    if (seat !== null && hosted.at(seat) >= atSeat) throw new TooManySockets('at this seat')
    if (hosted.clients.size >= atGame) throw new TooManySockets('in this game')
    const send = (frame: string) => {
      this.#send(frame)
    }
    const client: Client = { seat, views, since, chatSince, send }
    clearTimeout(this.#timer)
    this.#hosted = hosted
    this.#client = client
    hosted.join(client)
    this.#games.changed(hosted)
    return {
      protocol: PROTOCOL,
      now: Date.now(),
      id: hosted.record.id,
      seat,
      role: seat === null ? 'spectator' : 'seat',
      game: hosted.summary,
      view: hosted.view(seat),
      people: hosted.people(),
      calls: hosted.calls(seat),
    }
  }

  #seat(token: unknown): { hosted: Hosted; seat: string } {
    const hash = hashOf(token)
    if (hash === null) throw badToken()
    const { hosted, seat } = this.#games.seatOf('token', hash)
    return { hosted, seat: seat.seat }
  }

  #look(id: string): { hosted: Hosted; seat: null } {
    const hosted = this.#games.get(id)
    if (hosted.record.visibility === 'private' && !hosted.ended) {
      throw new ServerError('no_such_game', 'there is no such game')
    }
    return { hosted, seat: null }
  }
}

class TooManySockets extends ServerError {
  constructor(where: string) {
    super('too_many', `too many sockets ${where}`)
  }
}

function nothing(call: string, args: Record<string, unknown>): void {
  const [unknown] = Object.keys(args)
  if (unknown === undefined) return
  const shown = JSON.stringify(unknown.slice(0, 40))
  throw new ServerError('invalid_option', `${call} has no argument ${shown}`)
}

/** The value of a frame. */
function read(data: RawData, isBinary: boolean): unknown {
  if (isBinary) throw new ServerError('bad_frame', 'a frame is text')
  try {
    return JSON.parse((data as Buffer).toString('utf8'))
  } catch {
    throw new ServerError('bad_frame', 'a frame is JSON')
  }
}
