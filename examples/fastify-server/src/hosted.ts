// One game: its table, who is there, and what they are told.

import type { described, LibraryBot, Table, TableEvents } from 'boardwright'
import { SEAT_CALLS } from 'boardwright'
import { ServerError } from './errors.js'
import { type ChatLine, type GameRecord, isOpen, type SeatRecord, summary } from './records.js'
import { showSeat, showWatch } from './showing.js'
import { hashOf, drawToken } from './tokens.js'
import type { Written } from './store.js'

/** The calls of a game that show all of it, which are made for seats at any time. */
const OF_ALL = new Set(['reveal', 'pgn', 'outcome'])

/** The calls of spectators, by the names that the table has for them. */
const WATCH_CALLS = new Map([
  ['view', 'spectator_view'],
  ['events', 'spectator_events'],
])

/** Lines of chat that a game may have. */
const MOST_LINES = 5_000

/** The calls of spectators after the end. */
const AFTER_END = new Set(['moves', ...OF_ALL])

/** Somebody who is told of a game. */
export interface Client {
  /** The seat; null for a spectator. */
  readonly seat: string | null
  /** True if the view comes with the events. */
  readonly views: boolean
  /** The number of the next event, and of the next line. */
  since: number
  chatSince: number
  send(frame: string): void
}

/** Changes that are to be written, and frames to be told once they have been. */
export interface Collected {
  readonly written: Written | null
  tell(): void
}

export class Hosted {
  readonly record: GameRecord
  readonly table: Table
  readonly clients = new Set<Client>()
  /** When something is due by itself; null for never. */
  due: number | null = null
  #lines: ChatLine[] = []
  #nextLine: number
  #savedRevision = -1
  #seatsChanged: boolean
  #peopleChanged = true

  constructor(record: GameRecord, table: Table, nextLine: number, isNew: boolean) {
    this.record = record
    this.table = table
    this.#nextLine = nextLine
    this.#seatsChanged = isNew
    if (!isNew) this.#savedRevision = table.revision
  }

  get ended(): boolean {
    return this.record.status === 'ended'
  }

  get summary() {
    return summary(this.record)
  }

  seat(name: string): SeatRecord | undefined {
    return this.record.seats.find(({ seat }) => seat === name)
  }

  /** Seats a person; the token is given, or drawn and returned. */
  sit(seat: SeatRecord, name: string | null, hash?: Buffer): string | null {
    const token = hash === undefined ? drawToken() : null
    const now = Date.now()
    if (seat.kind !== 'person') this.table.takeOver(seat.seat, 'human', { now })
    Object.assign(seat, { kind: 'person', name, token: hash ?? hashOf(token), invitation: null })
    // Until the first socket comes.
    this.table.disconnected(seat.seat, now)
    this.#seated()
    return token
  }

  /** Lets bots sit on open seats, or on one of them. */
  fill(wanted: string | undefined, occupant: LibraryBot): string[] {
    const { seats, status } = this.record
    const fits = (of: SeatRecord) => isOpen(of) && (wanted === undefined || of.seat === wanted)
    const open = status === 'waiting' ? seats.filter(fits) : []
    if (open.length === 0) throw new ServerError('seat_taken', 'no such seat is open')
    for (const seat of open) {
      // One that plays a team sits at its other seats as well.
      if (seat.kind !== 'bot') this.table.takeOver(seat.seat, occupant, { now: Date.now() })
      this.#noteBots()
    }
    this.#seated()
    return open.map(({ seat }) => seat)
  }

  #noteBots(): void {
    const { players } = this.table.view(0).table
    for (const { seat, occupant, name } of players) {
      const known = this.seat(seat)
      if (occupant !== 'bot' || known === undefined || known.kind === 'bot') continue
      // Whoever had the token may still look on from there.
      Object.assign(known, { kind: 'bot', name, invitation: null })
      this.#seatsChanged = this.#peopleChanged = true
    }
  }

  #seated(): void {
    this.#seatsChanged = this.#peopleChanged = true
    this.begin()
  }

  /** Lets the game begin once nobody is missing any more. */
  begin(): void {
    const waits = this.record.seats.some(isOpen)
    if (waits || this.record.status !== 'waiting') return
    this.table.resume({ now: Date.now() })
    this.record.status = 'playing'
  }

  /** Notes that a seat or the spectators have one more or one less. */
  join(client: Client): void {
    this.clients.add(client)
    this.#peopleChanged = true
    if (client.seat !== null && !this.ended) this.table.reconnected(client.seat, Date.now())
  }

  leave(client: Client): void {
    if (!this.clients.delete(client)) return
    this.#peopleChanged = true
    if (client.seat === null || this.ended || this.at(client.seat) > 0) return
    this.table.disconnected(client.seat, Date.now())
  }

  /** The number of sockets at a seat. */
  at(seat: string | null): number {
    let count = 0
    for (const client of this.clients) if (client.seat === seat) count += 1
    return count
  }

  /** Makes a call for a seat or a spectator. */
  call(seat: string | null, name: string, args: Record<string, unknown>): unknown {
    const { seat: named, now, ...rest } = args
    if (now !== undefined) throw new ServerError('invalid_option', 'now: the time is the server’s')
    if (seat === null) return this.#watch(name, args)
    if (!this.calls(seat).includes(name)) throw this.#unknown(name, seat)
    if (named !== undefined && named !== seat) {
      throw new ServerError('wrong_seat', `this is the seat ${seat}`)
    }
    if (name === 'show') return showSeat(this, seat, rest)
    const at = { now: Date.now() }
    if (OF_ALL.has(name)) return this.table.call(name, { ...rest, ...at })
    return this.table.seatCall(seat, name, rest, at)
  }

  #watch(name: string, args: Record<string, unknown>): unknown {
    if (name === 'show') return showWatch(this.table, args)
    const call = WATCH_CALLS.get(name)
    if (call !== undefined) return this.table.call(call, { ...args, now: Date.now() })
    if (!AFTER_END.has(name)) throw this.#unknown(name, null)
    if (!this.ended) throw new ServerError('not_over', `${name}: the game has not ended`)
    return this.table.call(name, args)
  }

  #unknown(name: string, seat: string | null): ServerError {
    const shown = JSON.stringify(name.slice(0, 40))
    return new ServerError(
      'no_such_call',
      `no call ${shown}: there are ${this.calls(seat).join(', ')}`,
    )
  }

  /** The names of what may be called. */
  calls(seat: string | null): string[] {
    const calls =
      seat === null
        ? [...WATCH_CALLS.keys(), 'show', ...AFTER_END]
        : [...SEAT_CALLS, 'show', ...OF_ALL, 'say']
    return [...calls, 'ping']
  }

  /** Says something to the whole table. */
  say(seat: string, text: string): { seq: number } {
    if (this.#nextLine >= MOST_LINES) throw new ServerError('too_many', 'all has been said here')
    const seq = this.#nextLine++
    const name = this.seat(seat)?.name ?? null
    this.#lines.push({ seq, seat, name, text, at: Date.now() })
    return { seq }
  }

  view(seat: string | null): unknown {
    return seat === null ? this.table.spectatorView() : this.table.view(seat)
  }

  /** People and bots at the seats. */
  people(): Record<string, object> {
    const entries = this.summary.seats.map(({ seat, ...rest }) => [
      seat,
      { ...rest, sockets: this.at(seat) },
    ])
    return Object.fromEntries(entries) as Record<string, object>
  }

  /** Ends a game for which nobody has come. */
  abort(): void {
    this.table.abort({ now: Date.now() })
  }

  /**
   * Takes what has changed: to be written, and then to be told. Nothing is told that is not in
   * what is written, so the table is saved last. May be called again if writing fails.
   */
  collect(earlier: (id: string, since: number) => ChatLine[]): Collected {
    const now = Date.now()
    let revision = this.#savedRevision
    const { record, table } = this
    if (!this.ended) {
      const { ended, next } = table.tick(now)
      this.due = next
      revision = table.revision
      if (ended) this.#end(now)
      else if (revision !== this.#savedRevision) this.#noteBots()
    }
    const lines = this.#lines.slice()
    const telling = this.#telling(now, lines, earlier)
    const fresh = revision !== this.#savedRevision || this.#seatsChanged || lines.length > 0
    const seats = this.#seatsChanged
    const written = fresh ? { record, save: table.save(), seats, lines } : null
    return {
      written,
      tell: () => {
        this.#savedRevision = revision
        if (written !== null) this.#seatsChanged = false
        this.#lines = this.#lines.slice(lines.length)
        telling()
      },
    }
  }

  #end(now: number): void {
    const outcome = this.table.call('outcome') as described.NamedOutcome
    Object.assign(this.record, { status: 'ended', ended: now, outcome })
    this.due = null
    this.#seatsChanged = this.#peopleChanged = true
    for (const seat of this.record.seats) {
      seat.invitation = null
      if (isOpen(seat)) seat.kind = 'lobby'
    }
  }

  /** Takes down what each client is to hear; what it gives sends that. */
  #telling(now: number, lines: ChatLine[], earlier: (id: string, since: number) => ChatLine[]) {
    const known = new Map<string, { frames: string[]; next: number }>()
    const sent: (() => void)[] = []
    const people = this.#peopleChanged ? this.#people() : null
    for (const client of this.clients) {
      const key = `${String(client.since)} ${String(client.views)} ${client.seat ?? ''}`
      let told = known.get(key)
      if (told === undefined) known.set(key, (told = this.#events(client, now)))
      const { frames, next } = told
      const chat = this.#chat(client, lines, earlier)
      sent.push(() => {
        client.since = next
        client.chatSince = this.#nextLine
        for (const frame of [...frames, ...chat]) client.send(frame)
        if (people !== null) client.send(people)
      })
    }
    return () => {
      if (people !== null) this.#peopleChanged = false
      for (const send of sent) send()
    }
  }

  #events(client: Client, now: number) {
    const frames: string[] = []
    let next = client.since
    for (;;) {
      const told = this.#part(client.seat, next)
      next = told.next
      if (told.events.length === 0) break
      const view = client.views && !told.more ? { view: this.view(client.seat) } : {}
      frames.push(JSON.stringify({ event: 'told', now, ...told, ...view }))
      if (!told.more) break
    }
    return { frames, next }
  }

  #part(seat: string | null, since: number): TableEvents {
    return seat === null ? this.table.spectatorEvents(since) : this.table.events(seat, since)
  }

  #chat(client: Client, lines: ChatLine[], earlier: (id: string, since: number) => ChatLine[]) {
    if (client.chatSince >= this.#nextLine) return []
    const first = this.#nextLine - lines.length
    const before = client.chatSince < first ? earlier(this.record.id, client.chatSince) : []
    const wanted = [...before, ...lines.filter(({ seq }) => seq >= client.chatSince)]
    return [JSON.stringify({ event: 'chat', next: this.#nextLine, lines: wanted })]
  }

  #people(): string {
    const { status } = this.record
    const spectators = this.at(null)
    return JSON.stringify({ event: 'people', people: this.people(), spectators, status })
  }
}
