// The games on disk: SQLite, one file, written before anybody is told of a change.

import Database from 'libsql'
import type { ChatLine, GameRecord, GameStatus, SeatKind, SeatRecord } from './records.js'

const SCHEMA = `
create table if not exists games (
  number integer primary key autoincrement,
  id text not null unique,
  status text not null,
  visibility text not null,
  record text not null,
  save text not null
) strict;
create index if not exists games_by_status on games (visibility, status, number);
create table if not exists seats (
  id text not null references games (id),
  place integer not null,
  seat text not null,
  kind text not null,
  name text,
  token blob unique,
  invitation blob unique,
  primary key (id, place)
) strict;
create table if not exists chat (
  id text not null references games (id),
  seq integer not null,
  seat text not null,
  name text,
  text text not null,
  at integer not null,
  primary key (id, seq)
) strict;
`

interface GameRow {
  readonly number: number
  readonly id: string
  readonly status: GameStatus
  readonly visibility: 'public' | 'private'
  readonly record: string
}

interface SeatRow {
  readonly seat: string
  readonly kind: SeatKind
  readonly name: string | null
  readonly token: Uint8Array | null
  readonly invitation: Uint8Array | null
}

/** The state of a game to be written. */
export interface Written {
  readonly record: GameRecord
  /** The table, as its `save` gives it. */
  readonly save: string
  /** True if the seats have changed, too. */
  readonly seats: boolean
  /** Lines that are new. */
  readonly lines: readonly ChatLine[]
}

/** A blob as the driver gives it, as bytes to compare. */
const bytes = (blob: Uint8Array | null) => (blob === null ? null : Buffer.from(blob))

export class Store {
  readonly #db: Database.Database
  readonly #put
  readonly #putSeat
  readonly #putLine

  /**
   * @param file the path of the file, or `:memory:`
   * @param durable true if a change survives a loss of power, too, which costs a flush of the disk
   *   each time; otherwise it survives the end of the process at any moment
   */
  constructor(file: string, durable: boolean) {
    this.#db = new Database(file)
    this.#db.pragma('journal_mode = WAL')
    this.#db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    this.#db.exec(SCHEMA)
    this.#put = this.#db.prepare(
      `insert into games (id, status, visibility, record, save) values (?, ?, ?, ?, ?)
       on conflict (id) do update set
         status = excluded.status, record = excluded.record, save = excluded.save`,
    )
    this.#putSeat = this.#db.prepare(
      `insert into seats (id, place, seat, kind, name, token, invitation) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (id, place) do update set kind = excluded.kind, name = excluded.name,
         token = excluded.token, invitation = excluded.invitation`,
    )
    this.#putLine = this.#db.prepare(
      'insert into chat (id, seq, seat, name, text, at) values (?, ?, ?, ?, ?, ?)',
    )
  }

  /** Writes all of these or none. */
  write(all: readonly Written[]): void {
    this.#db.transaction(() => {
      for (const { record, save, seats, lines } of all) {
        const { id, status, visibility, seats: seated, ...rest } = record
        this.#put.run(id, status, visibility, JSON.stringify(rest), save)
        if (seats) {
          for (const [place, { seat, kind, name, token, invitation }] of seated.entries()) {
            this.#putSeat.run(id, place, seat, kind, name, token, invitation)
          }
        }
        for (const { seq, seat, name, text, at } of lines) {
          this.#putLine.run(id, seq, seat, name, text, at)
        }
      }
    })()
  }

  /** The game with its table, or null. */
  read(id: string): { record: GameRecord; save: string } | null {
    const query = this.#db.prepare(
      'select number, id, status, visibility, record, save from games where id = ?',
    )
    const row = query.get(id) as (GameRow & { save: string }) | undefined
    return row === undefined ? null : { record: this.#record(row), save: row.save }
  }

  /** The ids of all games that have not ended. */
  unfinished(): string[] {
    const query = this.#db.prepare("select id from games where status <> 'ended' order by number")
    return (query.all() as { id: string }[]).map(({ id }) => id)
  }

  /** Public games of a status, the newest first; with the number of the last of them. */
  list(status: GameStatus, before: number, limit: number): { records: GameRecord[]; last: number } {
    const query = this.#db.prepare(
      `select number, id, status, visibility, record from games
       where visibility = 'public' and status = ? and number < ? order by number desc limit ?`,
    )
    const rows = query.all(status, before, limit) as GameRow[]
    return { records: rows.map((row) => this.#record(row)), last: rows.at(-1)?.number ?? 0 }
  }

  /** The game whose seat has this hash as its token or its invitation. */
  seatOf(kind: 'token' | 'invitation', hash: Buffer): string | null {
    const query = this.#db.prepare(`select id from seats where ${kind} = ?`)
    // In a list: the driver takes a lone object for named parameters.
    return (query.get([hash]) as { id: string } | undefined)?.id ?? null
  }

  /** The chat of a game from a line on. */
  chat(id: string, since: number): ChatLine[] {
    const query = this.#db.prepare(
      'select seq, seat, name, text, at from chat where id = ? and seq >= ? order by seq',
    )
    return query.all(id, since) as ChatLine[]
  }

  /** The number that the next line of a game will have. */
  nextLine(id: string): number {
    const query = this.#db.prepare(
      'select coalesce(max(seq) + 1, 0) as next from chat where id = ?',
    )
    return (query.get(id) as { next: number }).next
  }

  close(): void {
    this.#db.close()
  }

  #record({ id, status, visibility, record }: GameRow): GameRecord {
    const query = this.#db.prepare(
      'select seat, kind, name, token, invitation from seats where id = ? order by place',
    )
    const seats = (query.all(id) as SeatRow[]).map(
      ({ seat, kind, name, token, invitation }): SeatRecord => ({
        seat,
        kind,
        name,
        token: bytes(token),
        invitation: bytes(invitation),
      }),
    )
    const rest = JSON.parse(record) as Omit<GameRecord, 'id' | 'status' | 'seats' | 'visibility'>
    return { ...rest, id, status, visibility, seats }
  }
}
