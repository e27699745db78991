// All games: made, found, written, told, and freed.

import { BoardwrightError, Game, Table, type TableOptions } from 'boardwright'
import { type AskedBot, infoOf, occupant, opponent } from './bots.js'
import { badToken, ServerError } from './errors.js'
import { type Client, Hosted } from './hosted.js'
import type { Limits } from './limits.js'
import { type Clock, type GameRecord, isOpen, type SeatRecord, summary } from './records.js'
import type { Store } from './store.js'
import { seen } from './texts.js'
import { drawId, drawToken, hashOf, same } from './tokens.js'

/** The longest that a timer takes. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Milliseconds before a write that failed is tried again. */
const AGAIN = 1_000

/** A game as clients ask for it. */
export interface Creation {
  readonly game: string
  readonly options?: Record<string, unknown>
  readonly name?: string
  readonly visibility?: 'public' | 'private'
  readonly seats?: Record<string, 'me' | 'open' | 'invite' | AskedBot>
  readonly clock?: Clock | null
  readonly on_abandoned?: string | AskedBot | null
  readonly [setting: string]: unknown
}

/** Told of faults that nobody waits for. */
export interface Log {
  error(error: unknown, message: string): void
}

export class Games {
  readonly limits: Limits
  readonly #store: Store
  readonly #log: Log
  readonly #live = new Map<string, Hosted>()
  readonly #timers = new Map<Hosted, NodeJS.Timeout>()
  readonly #changed = new Set<Hosted>()
  #after: (() => void)[] = []
  #scheduled = false
  #closed = false

  constructor(store: Store, limits: Limits, log: Log) {
    this.#store = store
    this.limits = limits
    this.#log = log
    for (const id of store.unfinished()) this.#resume(id)
  }

  /** The number of games in memory. */
  get size(): number {
    return this.#live.size
  }

  /** The number of games that have not ended. */
  get unfinished(): number {
    let count = 0
    for (const { ended } of this.#live.values()) if (!ended) count += 1
    return count
  }

  /** Goes on with a game after the server was down; that time counts for nobody. */
  #resume(id: string): void {
    const hosted = this.#load(id)
    if (hosted === null) return
    const now = Date.now()
    if (hosted.record.status === 'playing') hosted.table.resume({ now })
    for (const { seat, kind } of hosted.record.seats) {
      if (kind === 'person') hosted.table.disconnected(seat, now)
    }
    this.changed(hosted)
  }

  #load(id: string): Hosted | null {
    const found = this.#store.read(id)
    if (found === null) return null
    const table = Table.load(found.save)
    return this.#host(new Hosted(found.record, table, this.#store.nextLine(id), false))
  }

  #host(hosted: Hosted): Hosted {
    this.#live.set(hosted.record.id, hosted)
    // Bots move, and flags fall, without anybody's call.
    hosted.table.listen(() => {
      this.changed(hosted)
    })
    return hosted
  }

  /** Makes a game; with tokens for `me`, or for the hashes that are given instead. */
  create(asked: Creation, people?: readonly { hash: Buffer; name: string | null }[]) {
    if (this.unfinished >= this.limits.games) throw new BoardwrightError('busy', 'too many games')
    const { game, options = {}, name, visibility = 'public', seats: given, ...settings } = asked
    const info = infoOf(game)
    const rules = new Game(game, options)
    const names = rules.seats
    const wants = Object.fromEntries(names.map((seat) => [seat, 'open'])) as Record<
      string,
      'me' | 'open' | 'invite' | AskedBot
    >
    for (const [seat, who] of Object.entries(given ?? { [names[0] ?? '']: 'me' })) {
      if (!names.includes(seat)) {
        const message = `seats: there is no ${JSON.stringify(seat)}: there are ${names.join(', ')}`
        throw new ServerError('invalid_option', message)
      }
      wants[seat] = who
    }
    const called = name === undefined ? null : seen('name', name, this.limits.name)
    const seats: Record<string, 'empty' | ReturnType<typeof occupant>> = {}
    for (const [seat, who] of Object.entries(wants)) {
      const of = `seats.${seat}`
      seats[seat] = typeof who === 'string' ? 'empty' : occupant(info, of, who, this.limits)
    }
    const now = Date.now()
    const { on_abandoned: abandoned } = settings
    const table = new Table(game, {
      ...settings,
      ...(typeof abandoned === 'object' &&
        abandoned !== null && {
          on_abandoned: occupant(info, 'on_abandoned', abandoned, this.limits),
        }),
      options,
      seats,
      now,
      // Bots that need no time would be done before people have their seats.
      paused: true,
    } as TableOptions)
    const record: GameRecord = {
      id: drawId(),
      game,
      options: rules.options,
      hidden: rules.hidden,
      clock: asked.clock ?? null,
      visibility,
      created: now,
      status: 'waiting',
      ended: null,
      outcome: null,
      seats: table.view(0).table.players.map(({ seat, occupant, name }) => {
        const kind = occupant === 'bot' ? 'bot' : wants[seat] === 'invite' ? 'invitation' : 'lobby'
        return { seat, kind, name, token: null, invitation: null }
      }),
    }
    const hosted = this.#host(new Hosted(record, table, 0, true))
    const tokens: Record<string, string> = {}
    const invitations: Record<string, string> = {}
    for (const [place, seat] of record.seats.entries()) {
      const person = people?.[place]
      if (person !== undefined) hosted.sit(seat, person.name, person.hash)
      else if (wants[seat.seat] === 'me') tokens[seat.seat] = hosted.sit(seat, called) ?? ''
      else if (seat.kind === 'invitation') {
        const code = (invitations[seat.seat] = drawToken())
        seat.invitation = hashOf(code)
      }
    }
    hosted.begin()
    this.changed(hosted)
    return { id: record.id, tokens, invitations, hosted }
  }

  /** The game of this id, from the disk if it has ended. */
  get(id: string): Hosted {
    const hosted = this.#live.get(id) ?? this.#load(id)
    if (hosted === null) throw new ServerError('no_such_game', 'there is no such game')
    // Nobody may be there any more when it has been looked at.
    if (hosted.ended) this.changed(hosted)
    return hosted
  }

  /** The seat of a token or an invitation, by its hash. */
  seatOf(kind: 'token' | 'invitation', hash: Buffer): { hosted: Hosted; seat: SeatRecord } {
    const id = this.#store.seatOf(kind, hash)
    if (id === null) throw badToken()
    const hosted = this.get(id)
    const seat = hosted.record.seats.find(
      ({ [kind]: known }) => known !== null && same(known, hash),
    )
    if (seat === undefined) throw badToken()
    return { hosted, seat }
  }

  /** Seats somebody at an open seat of the lobby. */
  join(id: string, wanted: string | undefined, name: string | undefined) {
    const hosted = this.get(id)
    if (hosted.record.visibility === 'private') {
      throw new ServerError('no_such_game', 'there is no such game')
    }
    const { seats } = hosted.record
    const fits = ({ seat, kind }: SeatRecord) =>
      kind === 'lobby' && (wanted === undefined || seat === wanted)
    const seat = hosted.record.status === 'waiting' ? seats.find(fits) : undefined
    if (seat === undefined) throw new ServerError('seat_taken', 'no such seat is open')
    return this.sit(hosted, seat, name)
  }

  /** Seats somebody there. */
  sit(hosted: Hosted, seat: SeatRecord, name: string | undefined) {
    if (!isOpen(seat)) throw new ServerError('seat_taken', 'this seat is taken')
    const called = name === undefined ? null : seen('name', name, this.limits.name)
    const token = hosted.sit(seat, called) ?? ''
    this.changed(hosted)
    return { id: hosted.record.id, seat: seat.seat, token }
  }

  /** Lets bots sit on open seats. */
  fill(hosted: Hosted, seat: string | undefined, asked: AskedBot | undefined): string[] {
    const info = infoOf(hosted.record.game)
    const bot = occupant(info, 'occupant', asked ?? { bot: opponent(info) }, this.limits)
    const filled = hosted.fill(seat, bot)
    this.changed(hosted)
    return filled
  }

  /** Public games, the newest first. */
  list(status: GameRecord['status'], before: number, limit: number) {
    const { records, last } = this.#store.list(status, before, limit)
    const games = records.map((record) => this.#live.get(record.id)?.summary ?? summary(record))
    return { games, next: records.length < limit ? null : last }
  }

  leave(hosted: Hosted, client: Client): void {
    hosted.leave(client)
    this.changed(hosted)
  }

  /** Has a game looked at once the event loop turns: written, told, timed, freed. */
  changed(hosted: Hosted): void {
    if (this.#closed || this.#live.get(hosted.record.id) !== hosted) return
    this.#changed.add(hosted)
    this.#schedule()
  }

  /** Calls a function once all changes so far have been written. */
  after(then: () => void): void {
    this.#after.push(then)
    this.#schedule()
  }

  /** Resolves once all changes so far have been written. */
  async written(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.after(resolve)
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#scheduled = false
    this.flush()
  }

  /** Writes what has changed, then tells it. */
  flush(): void {
    const changed = [...this.#changed]
    const collected = []
    for (const hosted of changed) {
      try {
        this.#expire(hosted)
        const earlier = (id: string, since: number) => this.#store.chat(id, since)
        collected.push(hosted.collect(earlier))
      } catch (error) {
        this.#log.error(error, `game ${hosted.record.id} cannot be looked at`)
      }
    }
    try {
      const written = collected.flatMap(({ written }) => written ?? [])
      if (written.length > 0) this.#store.write(written)
    } catch (error) {
      // Nothing is told that is not kept.
      this.#log.error(error, 'games cannot be written')
      if (!this.#closed && !this.#scheduled) {
        this.#scheduled = true
        setTimeout(this.#turn, AGAIN)
      }
      return
    }
    this.#changed.clear()
    for (const then of this.#after.splice(0)) then()
    for (const { tell } of collected) tell()
    for (const hosted of changed) this.#next(hosted)
  }

  #expire(hosted: Hosted): void {
    const { status, created } = hosted.record
    if (status === 'waiting' && Date.now() >= created + this.limits.waiting) hosted.abort()
  }

  /** Frees a game that has ended and that nobody looks at; has another looked at when it is time. */
  #next(hosted: Hosted): void {
    clearTimeout(this.#timers.get(hosted))
    this.#timers.delete(hosted)
    if (this.#closed) return
    const { status, created, id } = hosted.record
    if (status === 'ended') {
      if (hosted.clients.size > 0 || this.#changed.has(hosted)) return
      this.#live.delete(id)
      hosted.table.dispose()
      return
    }
    const expires = status === 'waiting' ? created + this.limits.waiting : Infinity
    const due = Math.min(hosted.due ?? Infinity, expires)
    if (due === Infinity) return
    const wait = Math.min(Math.max(due - Date.now(), 0), LONGEST_TIMER)
    this.#timers.set(
      hosted,
      setTimeout(() => {
        this.changed(hosted)
      }, wait),
    )
  }

  /** Writes everything and lets go of it. Nothing is told any more. */
  close(): void {
    if (this.#closed) return
    for (const hosted of this.#live.values()) hosted.table.close()
    for (const hosted of this.#live.values()) this.#changed.add(hosted)
    this.flush()
    this.#closed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const hosted of this.#live.values()) hosted.table.dispose()
    this.#live.clear()
    this.#store.close()
  }
}
