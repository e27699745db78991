// Limits of the server, and the buckets that hold clients to them.

/** Limits, which the registry tells. */
export interface Limits {
  readonly body: number
  readonly frame: number
  readonly frames_per_second: number
  readonly frames_burst: number
  readonly requests_per_minute: number
  readonly creations_per_minute: number
  readonly sockets_per_seat: number
  readonly sockets_per_game: number
  readonly games: number
  readonly waiting: number
  readonly bot_movetime: number
  readonly name: number
  readonly say: number
}

export const LIMITS: Limits = {
  body: 16_384,
  frame: 8_192,
  frames_per_second: 20,
  frames_burst: 40,
  requests_per_minute: 600,
  creations_per_minute: 60,
  sockets_per_seat: 8,
  sockets_per_game: 100,
  games: 2_000,
  waiting: 3_600_000,
  bot_movetime: 5_000,
  name: 40,
  say: 500,
}

/** Frames above the limit after which a socket is closed. */
export const FLOOD = 200

/** Bytes that may wait for a client that does not read. */
export const MOST_WAITING = 1 << 20

/** Milliseconds after which a socket that has not said `hello` is closed. */
export const HELLO_WITHIN = 10_000

/** A bucket of tokens, filled by the time. */
export class Bucket {
  readonly #rate: number
  readonly #burst: number
  #left: number
  #at: number

  constructor(perSecond: number, burst: number, now: number) {
    this.#rate = perSecond / 1000
    this.#burst = burst
    this.#left = burst
    this.#at = now
  }

  /** Takes one; false if none is left. */
  take(now: number): boolean {
    const filled = this.#left + Math.max(0, now - this.#at) * this.#rate
    this.#left = Math.min(this.#burst, filled)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
