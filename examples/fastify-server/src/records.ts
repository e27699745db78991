// The part of a game that the server keeps beside its table.

import type { described } from 'boardwright'

/** The occupant of a seat: a person, a bot, or nobody yet. */
export type SeatKind = 'person' | 'bot' | 'lobby' | 'invitation'

/** A seat. */
export interface SeatRecord {
  readonly seat: string
  kind: SeatKind
  name: string | null
  token: Buffer | null
  invitation: Buffer | null
}

export type GameStatus = 'waiting' | 'playing' | 'ended'

/** Time control of each seat, in milliseconds. */
export interface Clock {
  readonly base: number
  readonly increment?: number
  readonly delay?: number
}

/** A game. */
export interface GameRecord {
  readonly id: string
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly hidden: boolean
  readonly clock: Clock | null
  readonly visibility: 'public' | 'private'
  readonly created: number
  status: GameStatus
  ended: number | null
  outcome: described.NamedOutcome | null
  readonly seats: SeatRecord[]
}

/** A line that was said to the whole table. */
export interface ChatLine {
  readonly seq: number
  readonly seat: string
  readonly name: string | null
  readonly text: string
  readonly at: number
}

const OPEN = { lobby: 'lobby', invitation: 'invitation', person: null, bot: null } as const

/** True if nobody sits there yet. */
export const isOpen = ({ kind }: SeatRecord) => OPEN[kind] !== null

/** Facts of a game that anybody may know: no token, no hash, nothing of the position. */
export function summary(record: GameRecord) {
  const { id, game, options, hidden, status, clock, visibility, created, ended, outcome } = record
  const seats = record.seats.map((of) => ({
    seat: of.seat,
    occupant: isOpen(of) ? 'empty' : of.kind,
    open: OPEN[of.kind],
    name: of.name,
  }))
  return { id, game, options, hidden, status, clock, visibility, created, ended, outcome, seats }
}

export type Summary = ReturnType<typeof summary>
