// People who wait for others that want the same game.

import { randomInt } from 'node:crypto'
import { Game } from 'boardwright'
import { badToken, ServerError } from './errors.js'
import type { Games } from './games.js'
import type { Clock } from './records.js'
import { seen } from './texts.js'
import { drawToken, hashOf } from './tokens.js'

/** Milliseconds after which a seek lapses that nobody asks after. */
const LAPSES = 60_000

/** Seeks that may wait at a time. */
const MOST = 10_000

export interface Wanted {
  readonly game: string
  readonly options?: Record<string, unknown>
  readonly clock?: Clock | null
  readonly name?: string
}

interface Seek {
  readonly key: string
  readonly hash: Buffer
  readonly name: string | null
  asked: number
  /** Those that ask and wait for an answer. */
  readonly waiting: Set<() => void>
}

const hex = (hash: Buffer) => hash.toString('hex')

export class Seeks {
  readonly #games: Games
  readonly #seeks = new Map<string, Seek>()

  constructor(games: Games) {
    this.#games = games
  }

  get size(): number {
    return this.#seeks.size
  }

  /** Seeks a game; the ticket becomes the token of the seat. */
  seek({ game, options = {}, clock = null, name }: Wanted): string {
    this.#lapse()
    if (this.#seeks.size >= MOST) throw new ServerError('too_many', 'too many seeks')
    const rules = new Game(game, options)
    const ticket = drawToken()
    const hash = hashOf(ticket)
    if (hash === null) throw badToken()
    // Equal rules are written alike, however they were asked for.
    const { base, increment = 0, delay = 0 } = clock ?? { base: null }
    const key = JSON.stringify([game, rules.options, base, increment, delay])
    const called = name === undefined ? null : seen('name', name, this.#games.limits.name)
    const seek: Seek = { key, hash, name: called, asked: Date.now(), waiting: new Set() }
    const all = [...this.#seeks.values(), seek].filter((other) => other.key === key)
    if (all.length < rules.seats.length) {
      this.#seeks.set(hex(hash), seek)
      return ticket
    }
    const seated = all.slice(0, rules.seats.length)
    for (let i = seated.length - 1; i > 0; i--) {
      const j = randomInt(i + 1)
      const [a, b] = [seated[i], seated[j]]
      if (a !== undefined && b !== undefined) [seated[i], seated[j]] = [b, a]
    }
    this.#games.create({ game, options, clock }, seated)
    for (const { hash: paired } of seated) this.#seeks.delete(hex(paired))
    this.#games.after(() => {
      for (const { waiting } of seated) for (const answer of waiting) answer()
    })
    return ticket
  }

  /**
   * Tells what has become of a seek, at once or as soon as it is paired.
   *
   * @param wait milliseconds
   */
  async ask(hash: Buffer, wait: number, gone: AbortSignal) {
    this.#lapse()
    const seek = this.#seeks.get(hex(hash))
    if (seek !== undefined && wait > 0) {
      await new Promise<void>((resolve) => {
        const answer = () => {
          clearTimeout(timer)
          seek.waiting.delete(answer)
          gone.removeEventListener('abort', answer)
          resolve()
        }
        const timer = setTimeout(answer, wait)
        seek.waiting.add(answer)
        if (gone.aborted) answer()
        else gone.addEventListener('abort', answer)
      })
    }
    if (seek !== undefined && this.#seeks.get(hex(hash)) === seek) {
      seek.asked = Date.now()
      return { status: 'waiting' as const }
    }
    return this.#paired(hash)
  }

  /** Takes a seek back; tells of the game if it was paired before. */
  cancel(hash: Buffer) {
    const seek = this.#seeks.get(hex(hash))
    if (seek === undefined) return this.#paired(hash)
    this.#seeks.delete(hex(hash))
    for (const answer of seek.waiting) answer()
    return { status: 'gone' as const }
  }

  #paired(hash: Buffer) {
    try {
      const { hosted, seat } = this.#games.seatOf('token', hash)
      const { id } = hosted.record
      return { status: 'paired' as const, id, seat: seat.seat, game: hosted.summary }
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      throw new ServerError('no_such_seek', 'there is no such seek')
    }
  }

  #lapse(): void {
    const now = Date.now()
    for (const [key, { asked, waiting }] of this.#seeks) {
      if (waiting.size === 0 && now - asked > LAPSES) this.#seeks.delete(key)
    }
  }
}
