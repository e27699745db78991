// The picture of a view as elements: its boards apart, its cells found by their names.

import type { Spot } from './geometry.js'

const SVG = 'http://www.w3.org/2000/svg'

export interface Cell extends Spot {
  readonly element: SVGGElement
  readonly target: SVGGraphicsElement
  readonly content: string
  readonly owner: string
  readonly board: number
}

export interface Held {
  readonly element: SVGGElement
  readonly word: string
  readonly count: number
  readonly seat: number
}

export interface Picture {
  readonly element: HTMLElement
  readonly cells: ReadonlyMap<string, Cell>
  readonly hands: readonly Held[]
}

/** Reads a picture; throws where it is none. */
function parsed(text: string): SVGSVGElement {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (!(root instanceof SVGSVGElement)) throw new Error('the server sent no picture')
  return document.importNode(root, true)
}

function frame(width: string, height: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg.setAttribute('role', 'group')
  return svg
}

/**
 * Makes the elements of a picture. Its rules go by its id, which the element around all of it
 * gets, so that each of several boards is an SVG of its own.
 */
export function picture(text: string): Picture {
  const root = parsed(text)
  const element = document.createElement('div')
  element.className = 'picture'
  element.id = root.id
  root.removeAttribute('id')
  const title = root.querySelector('title')?.textContent ?? 'The board'
  for (const gone of root.querySelectorAll('title, desc')) gone.remove()
  for (const name of ['role', 'aria-labelledby']) root.removeAttribute(name)
  const boards = [...root.querySelectorAll<SVGGElement>('g[data-board]')]
  if (boards.length > 1) {
    root.setAttribute('class', 'unseen')
    root.setAttribute('aria-hidden', 'true')
    element.append(root)
    for (const board of boards) {
      const [width = '1', height = '1'] = board.dataset['size']?.split(' ') ?? []
      const svg = frame(width, height)
      svg.setAttribute('class', 'board')
      svg.setAttribute('aria-label', `Board ${board.dataset['board'] ?? ''}`)
      board.firstElementChild?.removeAttribute('transform')
      svg.append(board)
      element.append(svg)
    }
  } else {
    root.setAttribute('class', 'board')
    root.setAttribute('role', 'group')
    root.setAttribute('aria-label', title)
    element.append(root)
  }
  return { element, cells: cellsOf(element), hands: handsOf(element) }
}

function cellsOf(element: HTMLElement): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  for (const [board, svg] of [...element.querySelectorAll('svg.board')].entries()) {
    for (const group of svg.querySelectorAll<SVGGElement>('g[data-cell]')) {
      const target = group.firstElementChild
      if (!(target instanceof SVGGraphicsElement)) continue
      const name = group.dataset['cell'] ?? ''
      const content = group.dataset['content'] ?? ''
      const owner = group.dataset['owner'] ?? ''
      // The place is measured once the picture is on the page.
      cells.set(name, { name, x: 0, y: 0, element: group, target, content, owner, board })
    }
  }
  return cells
}

/** The places of the cells of a board, once they are on the page. */
export function spots(cells: ReadonlyMap<string, Cell>): Spot[] {
  return [...cells.values()].map(({ name, target, board }) => {
    const { x, y, width, height } = target.getBBox()
    // Boards stand side by side.
    return { name, x: x + width / 2 + board * 10_000, y: y + height / 2 }
  })
}

function handsOf(element: HTMLElement): Held[] {
  return [...element.querySelectorAll<SVGGElement>('g[data-hand]')].map((group) => ({
    element: group,
    word: group.dataset['hand'] ?? '',
    count: Number(group.dataset['count']),
    seat: Number(group.dataset['seat']),
  }))
}

/** Puts a dot in the middle of a cell. */
export function dot(cell: Cell, kind: string): void {
  const { x, y, width, height } = cell.target.getBBox()
  const circle = document.createElementNS(SVG, 'circle')
  circle.setAttribute('class', `dot ${kind}`)
  circle.setAttribute('cx', String(x + width / 2))
  circle.setAttribute('cy', String(y + height / 2))
  const radius = (Math.min(width, height) / 2) * (cell.content === '' ? 0.34 : 0.9)
  circle.setAttribute('r', String(radius))
  cell.element.append(circle)
}
