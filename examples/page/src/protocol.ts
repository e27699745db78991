// What the server says, as far as the page reads it. No game is named here or anywhere else.

export const PROTOCOL = 1

export interface OptionInfo {
  readonly name: string
  readonly doc: string
  readonly kind: string
  readonly default?: unknown
  readonly min?: number
  readonly max?: number
  readonly values?: readonly string[]
  readonly examples?: readonly string[]
  readonly seed?: boolean
}

export interface GameInfo {
  readonly name: string
  readonly summary: string
  readonly seats: { readonly min: number; readonly max: number }
  readonly hidden: string
  readonly options: readonly OptionInfo[]
  readonly styles: readonly string[]
  readonly bots: readonly string[]
  readonly bot_options: Readonly<Record<string, readonly OptionInfo[]>>
}

export interface Preset {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly requires: readonly string[]
  readonly incompatible_with: readonly string[]
}

export interface Registry {
  readonly protocol: number
  readonly games: readonly GameInfo[]
  readonly presets: readonly Preset[]
}

export interface Outcome {
  readonly winners: readonly string[]
  readonly draw: boolean
  readonly reason: string
}

export interface SummarySeat {
  readonly seat: string
  readonly occupant: 'person' | 'bot' | 'empty'
  readonly open: 'lobby' | 'invitation' | null
  readonly name: string | null
}

export interface Summary {
  readonly id: string
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly hidden: boolean
  readonly status: 'waiting' | 'playing' | 'ended'
  readonly clock: { readonly base: number; readonly increment?: number } | null
  readonly visibility: 'public' | 'private'
  readonly outcome: Outcome | null
  readonly seats: readonly SummarySeat[]
}

export interface Player {
  readonly seat: string
  readonly occupant: string
  readonly bot: string | null
  readonly name: string | null
  readonly connected: boolean
  readonly left: string | null
  readonly clock: number | null
}

/** A view of a seat or of spectators: fields of the table, and those that games add. */
export interface View {
  readonly seat?: string
  readonly seats?: readonly string[]
  readonly may_act?: boolean
  readonly live?: readonly string[] | null
  readonly to_move?: string | null
  readonly outcome: Outcome | null
  readonly ply?: number
  readonly teams?: unknown
  readonly claimable_draw?: unknown
  readonly table: {
    readonly status: string
    readonly players: readonly Player[]
    readonly draw_offer: string | null
  }
}

export interface GameEvent {
  readonly seq: number
  readonly ply?: number
  readonly kind: string
  readonly [field: string]: unknown
}

export interface ShownMove {
  readonly move: string
  readonly words: string
}

export interface Shown {
  readonly picture: string | null
  readonly words: string | null
  readonly moves: readonly ShownMove[]
  readonly last: ShownMove | null
}

export interface Person {
  readonly name: string | null
  readonly occupant: 'person' | 'bot' | 'empty'
  readonly open: 'lobby' | 'invitation' | null
  readonly sockets: number
}

export type People = Readonly<Record<string, Person>>

export interface Hello {
  readonly now: number
  readonly id: string
  readonly seat: string | null
  readonly role: 'seat' | 'spectator'
  readonly game: Summary
  readonly view: View
  readonly people: People
  readonly calls: readonly string[]
}

export interface ChatLine {
  readonly seq: number
  readonly seat: string
  readonly name: string | null
  readonly text: string
}

export type ServerEvent =
  | {
      readonly event: 'told'
      readonly now: number
      readonly next: number
      readonly more: boolean
      readonly events: readonly GameEvent[]
      readonly view?: View
    }
  | { readonly event: 'chat'; readonly next: number; readonly lines: readonly ChatLine[] }
  | {
      readonly event: 'people'
      readonly people: People
      readonly spectators: number
      readonly status: Summary['status']
    }
  | { readonly event: 'goodbye'; readonly code: string; readonly message: string }

/** An error that the server told. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
