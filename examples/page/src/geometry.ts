// The next cell in a direction, for arrow keys, on boards of any lattice.

export interface Spot {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** The directions of keys, with y growing downwards. */
export const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The nearest spot that lies more in a direction than beside it; null at the edge. */
export function nextSpot(
  spots: readonly Spot[],
  from: Spot,
  [dx, dy]: readonly [number, number],
): Spot | null {
  let best: Spot | null = null
  let least = Infinity
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y]
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (along <= 0.5 || aside > along) continue
    const cost = along + 2 * aside
    if (cost < least) [best, least] = [spot, cost]
  }
  return best
}
