// The tokens of one's seats, kept by the browser, and addresses within the page.

export interface Seat {
  readonly id: string
  readonly seat: string
  readonly token: string
}

const KEY = 'boardwright-seats'
/** Seats that are kept; older ones are forgotten. */
const MOST = 50

function all(): readonly Seat[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Seat[]
  } catch {
    return []
  }
}

export function keep(seat: Seat): void {
  const others = all().filter(({ id, seat: name }) => id !== seat.id || name !== seat.seat)
  localStorage.setItem(KEY, JSON.stringify([seat, ...others].slice(0, MOST)))
}

/** One's seats of a game. */
export const seatsOf = (id: string) => all().filter((seat) => seat.id === id)

/** Games in which one has a seat, the newest first. */
export const ownGames = () => [...new Set(all().map(({ id }) => id))]

export type Address =
  | { readonly page: 'lobby' }
  | { readonly page: 'game'; readonly id: string; readonly seat: string | null }
  | { readonly page: 'invitation'; readonly code: string }

/** The words of the part of an address that browsers do not send. */
export function address(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [game, invite] = [fields.get('game'), fields.get('invite')]
  if (invite !== null) return { page: 'invitation', code: invite }
  if (game !== null) return { page: 'game', id: game, seat: fields.get('seat') }
  return { page: 'lobby' }
}

export const gameAddress = (id: string, seat?: string) =>
  `#${new URLSearchParams({ game: id, ...(seat !== undefined && { seat }) }).toString()}`

const NAME = 'boardwright-name'
export const ownName = () => localStorage.getItem(NAME) ?? ''
export const keepName = (name: string) => {
  localStorage.setItem(NAME, name)
}
