// The picture of a game, its words, and the moves in words: of a seat made from its observation,
// of spectators from what they may see.

import type { DrawingOptions, Observation, State, Table } from 'boardwright'
import { BoardwrightError } from 'boardwright'

/** The options of a picture that are a client's; whose it is, the server knows. */
const OPTIONS = ['orientation', 'theme', 'coordinates']

/** A move that may be tried now, with its words. */
export interface ShownMove {
  readonly move: string
  readonly words: string
}

/** The answer to `show`. */
export interface Shown {
  /** SVG with named cells; null while spectators may see nothing. */
  readonly picture: string | null
  readonly words: string | null
  /** Moves that may be tried now; none for spectators. */
  readonly moves: readonly ShownMove[]
  /** The move that led there; null where the game hides something until its end. */
  readonly last: ShownMove | null
}

const NOTHING: Shown = { picture: null, words: null, moves: [], last: null }

/** The parts of a game that are shown. */
interface Of {
  readonly table: Table
  readonly ended: boolean
  readonly record: { readonly hidden: boolean }
}

function optionsOf(args: Readonly<Record<string, unknown>>): DrawingOptions {
  for (const name of Object.keys(args)) {
    if (OPTIONS.includes(name)) continue
    const shown = JSON.stringify(name.slice(0, 40))
    throw new BoardwrightError(
      'invalid_option',
      `show has no argument ${shown}: there are ${OPTIONS.join(', ')}`,
    )
  }
  return { theme: 'auto', ...args, cells: true }
}

const drawn = (of: Observation | State, options: DrawingOptions) => ({
  picture: of.svg(options),
  words: of.describeText(),
})

/** The last of the moves of a state that anybody may see. */
function lastOf(state: State): ShownMove | null {
  const move = state.lastMove()
  if (move === null || state.ply === 0) return null
  using before = state.atPly(state.ply - 1)
  return { move, words: before.moveInWords(move) }
}

/**
 * Shows a seat what it knows, and what it may try now; after the end the whole game, from its
 * side.
 */
export function showSeat(
  { table, ended, record }: Of,
  seat: string,
  args: Record<string, unknown>,
): Shown {
  if (ended && record.hidden) return showWatch(table, { orientation: seat, ...args })
  const options = optionsOf(args)
  using observation = table.observe(seat)
  const moves = table.candidates(seat).map((move) => ({
    move,
    words: observation.moveInWords(move),
  }))
  if (record.hidden) return { ...drawn(observation, options), moves, last: null }
  using state = table.state()
  return { ...drawn(observation, options), moves, last: lastOf(state) }
}

/** Shows spectators what their view has, which may be behind the game. */
export function showWatch(table: Table, args: Record<string, unknown>): Shown {
  const options = optionsOf(args)
  const view = table.spectatorView()
  if (!view.shown || typeof view.ply !== 'number') return NOTHING
  using last = table.state()
  using state = last.atPly(view.ply)
  return { ...drawn(state, options), moves: [], last: lastOf(state) }
}
