// Moves by the cells that their texts name, and what somebody points at on the way to one.

/** A move with the cells that it names, in order, and what is left of its text. */
export interface Named {
  readonly move: string
  readonly cells: readonly string[]
  readonly rest: string
}

/**
 * Finds the cells that the text of a move names, at each place the longest name that stands
 * there. A text of a board, as `A:e2e4`, names cells of that board, as `A:e2`.
 */
export function named(move: string, known: ReadonlySet<string>): Named {
  const colon = move.indexOf(':')
  const board = colon > 0 ? move.slice(0, colon + 1) : ''
  const onBoard = board !== '' && [...known].some((cell) => cell.startsWith(board))
  const prefix = onBoard ? board : ''
  const text = onBoard ? move.slice(colon + 1) : move
  let longest = 0
  for (const cell of known) longest = Math.max(longest, cell.length - prefix.length)
  const cells: string[] = []
  let rest = ''
  for (let at = 0; at < text.length;) {
    let length = Math.min(longest, text.length - at)
    while (length > 0 && !known.has(prefix + text.slice(at, at + length))) length -= 1
    if (length > 0) cells.push(prefix + text.slice(at, at + length))
    else rest += text.charAt(at)
    at += Math.max(1, length)
  }
  return { move, cells, rest: rest.replace(/[>-]/g, '') }
}

/** A kind of pieces in hand. */
export interface Hand {
  readonly word: string
  readonly seat: string
}

/** A way on from what has been pointed at so far. */
export type Step =
  | { readonly kind: 'chosen'; readonly move: string }
  | { readonly kind: 'which'; readonly moves: readonly string[] }
  | { readonly kind: 'on'; readonly picked: readonly string[] }
  | { readonly kind: 'none' }

/** The moves that begin with these cells. */
export function beginning(moves: readonly Named[], picked: readonly string[]): readonly Named[] {
  return moves.filter(({ cells }) => picked.every((cell, i) => cells[i] === cell))
}

/** The cells to which moves that begin with these lead next. */
export function targets(moves: readonly Named[], picked: readonly string[]): Set<string> {
  const next = beginning(moves, picked).map(({ cells }) => cells[picked.length])
  return new Set(next.filter((cell) => cell !== undefined))
}

/**
 * Goes on by a cell: to a move, a choice between moves, or the next cell. A move that `asks`
 * names is never made by one cell alone.
 */
export function point(
  moves: readonly Named[],
  picked: readonly string[],
  cell: string,
  asks: (move: Named) => boolean = () => false,
): Step {
  const now = [...picked, cell]
  const found = beginning(moves, now)
  const [first] = found.filter(({ cells }) => cells.length === now.length)
  if (found.length === 0) return { kind: 'none' }
  if (first === undefined) return { kind: 'on', picked: now }
  if (found.length === 1 && !(now.length === 1 && asks(first))) {
    return { kind: 'chosen', move: first.move }
  }
  return { kind: 'which', moves: found.map(({ move }) => move) }
}

/** The moves that put a piece of a kind in hand somewhere: of one cell, with the kind in words. */
export function drops(
  moves: readonly Named[],
  words: ReadonlyMap<string, string>,
  word: string,
): readonly Named[] {
  const says = new RegExp(`\\b${word.replace(/[^\w ]/g, '\\$&')}\\b`, 'i')
  return moves.filter(
    ({ move, cells, rest }) =>
      cells.length === 1 && rest !== '' && says.test(words.get(move) ?? ''),
  )
}
