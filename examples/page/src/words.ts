// Words for what the server says in fields: events, outcomes, names of seats and options.

import type { GameEvent, Outcome, Summary } from './protocol.js'

/** A name in `snake_case` as words. */
export const spaced = (name: string) => name.replaceAll('_', ' ')

/** A name with a capital in front. */
export const titled = (name: string) => {
  const text = spaced(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The outcome as a sentence, from the side of a seat if there is one. */
export function outcomeText(outcome: Outcome, seat: string | null): string {
  const reason = spaced(outcome.reason)
  if (outcome.winners.length === 0) return `A draw: ${reason}.`
  if (seat !== null) {
    return outcome.winners.includes(seat) ? `You have won: ${reason}.` : `You have lost: ${reason}.`
  }
  const verb = outcome.winners.length > 1 ? 'have' : 'has'
  return `${outcome.winners.join(' and ')} ${verb} won: ${reason}.`
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, of]) => [spaced(name), valueText(of)] as const)
    return fields
      .filter(([, of]) => of !== '')
      .map(([name, of]) => (of === 'yes' ? name : `${name} ${of}`))
      .join(', ')
  }
  if (typeof value === 'string') return spaced(value)
  return typeof value === 'number' ? String(value) : ''
}

/** Events of the coming and going of people, which the list of people shows already. */
const SILENT = new Set(['started', 'seated', 'disconnected', 'reconnected', 'paused', 'resumed'])

const plies = (count: unknown) => (count === 1 ? 'a move' : `${valueText(count)} moves`)

/** An event in words; null for one that needs none. */
export function eventText(event: GameEvent): string | null {
  const { kind, seat, move, text } = event
  if (SILENT.has(kind)) return null
  const who = typeof seat === 'string' ? seat : ''
  if (kind === 'message') return `${who} to partners: ${valueText(text)}`
  if (kind === 'moved') return typeof move === 'string' ? null : `${who} has moved`
  if (kind === 'undo_wanted') return `${who} wants to take back ${plies(event['plies'])}`
  if (kind === 'undone') return `${plies(event['plies'])} taken back`
  if (kind === 'edit_wanted') return `${who} wants a change: ${valueText(event['changes'])}`
  if (kind === 'edited') return `changed: ${valueText(event['changes'])}`
  if (kind === 'ended') return outcomeText(event as unknown as Outcome, null)
  // Of a move that is told as a whole the parts are seen on the board.
  if (kind === 'move') return null
  const said = typeof event['name'] === 'string' ? event['name'] : kind
  const known = new Set(['seq', 'ply', 'kind', 'seat', 'at', 'name', kind])
  const own = valueText(event[kind])
  const fields = Object.entries(event).filter(([name]) => !known.has(name))
  const rest = valueText(Object.fromEntries(fields))
  const main = own === '' ? spaced(said) : `${spaced(said)} ${own}`
  return [who && `${who}:`, main, rest && `(${rest})`].filter(Boolean).join(' ')
}

/** The people of a game in one line. */
export function seatsText({ seats }: Summary): string {
  const names = seats.map(({ seat, name, open, occupant }) => {
    const who = open === null ? (name ?? occupant) : open === 'lobby' ? 'open' : 'invited'
    return `${seat}: ${who}`
  })
  return names.join(', ')
}

/** Ready-made texts for partners: needs and offers of each kind of piece, and the rest. */
export function tells(kinds: readonly string[]): readonly string[] {
  const pieces = kinds.flatMap((kind) => [`need ${kind}`, `dont give ${kind}`])
  return [...pieces, 'sit', 'go', 'hurry']
}
