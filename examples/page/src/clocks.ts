// Clocks: what they show between two frames of the server, and the difference that matters.

import type { Player, View } from './protocol.js'

/** A time as minutes and seconds, with tenths below twenty seconds. */
export function timeText(milliseconds: number): string {
  const left = Math.max(0, milliseconds)
  const seconds = Math.floor(left / 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (seconds >= 3600) {
    return `${String(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`
  }
  if (seconds < 20) return `0:${two(seconds)}.${String(Math.floor((left % 1000) / 100))}`
  return `${String(minutes)}:${two(seconds % 60)}`
}

/** A difference in whole seconds, with its sign. */
export function differenceText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const sign = seconds > 0 ? '+' : seconds < 0 ? '−' : '±'
  return `${sign}${String(Math.abs(seconds))} s`
}

/** The seats that may act, as far as this view tells. */
export function toMove(view: View): readonly string[] {
  if (view.outcome !== null) return []
  if (view.live !== undefined && view.live !== null) return view.live
  if (typeof view.to_move === 'string') return [view.to_move]
  return view.may_act === true && view.seat !== undefined ? [view.seat] : []
}

/** The time left on a clock so long after the view was made, where its seat is to move. */
export function remaining(view: View, player: Player, since: number): number | null {
  if (player.clock === null) return null
  const runs = view.table.status === 'playing' && toMove(view).includes(player.seat)
  return Math.max(0, player.clock - (runs ? since : 0))
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The seats of each team, where the view has teams. */
export function teamsOf(view: View): readonly (readonly string[])[] {
  const { teams } = view
  return Array.isArray(teams) ? teams.filter(isTexts) : []
}

/** The seats that play with this one. */
export function partnersOf(view: View, seat: string): readonly string[] {
  const team = teamsOf(view).find((seats) => seats.includes(seat)) ?? []
  return team.filter((other) => other !== seat)
}

/**
 * The seat whose clock matters beside one's own: where partners play on another board, the
 * opponent there, since both of them may wait for each other.
 */
export function rivalOf(view: View, seat: string): string | null {
  const board = seat.split('.')[0]
  const others = (view.seats ?? []).filter((other) => other !== seat)
  const mine = partnersOf(view, seat)
  if (mine.length === 0) return null
  const away = others.filter((other) => !mine.includes(other) && other.split('.')[0] !== board)
  return away.length === 1 ? (away[0] ?? null) : null
}
