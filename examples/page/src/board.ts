// Boards that people point at: by dragging, tapping and keys.

import { DIRECTIONS, nextSpot } from './geometry.js'
import { Drag } from './drag.js'
import { drops, type Named, named, point, targets } from './moves.js'
import { type Cell, dot, type Held, type Picture, picture, spots } from './picture.js'
import type { Shown } from './protocol.js'

export interface Handlers {
  /** A move has been chosen. */
  move(move: string): void
  /** One of several moves is to be chosen. */
  which(moves: readonly string[]): void
}

/** A situation that a board shows. */
export interface Scene {
  readonly shown: Shown
  /** The seat of the viewer and its number; null for spectators. */
  readonly seat: string | null
  readonly index: number
  /** True if a move may be chosen before it is the seat's turn. */
  readonly premoves: boolean
}

/** A move that is made once it is the seat's turn: from a cell, or out of the hand. */
interface Premove {
  readonly from: string | null
  readonly hand: string | null
  readonly to: string
}

export class Board {
  readonly #root: HTMLElement
  readonly #handlers: Handlers
  #scene: Scene | null = null
  #picture: Picture | null = null
  #moves: readonly Named[] = []
  #words: ReadonlyMap<string, string> = new Map()
  #picked: readonly string[] = []
  #hand: string | null = null
  #premove: Premove | null = null
  #later: Scene | null = null
  #focus: string | null = null
  readonly #drag: Drag

  constructor(root: HTMLElement, handlers: Handlers) {
    this.#root = root
    this.#handlers = handlers
    this.#drag = new Drag(root, {
      takes: (element) => this.#takes(element),
      tap: (element) => {
        this.#tap(element)
      },
      lift: (element) => {
        this.clear()
        this.#tap(element)
      },
      drop: (element) => {
        this.#drop(element)
      },
      over: () => {
        const later = this.#later
        this.#later = null
        if (later !== null) this.update(later)
      },
    })
    root.addEventListener('keydown', (event) => {
      this.#key(event)
    })
    root.addEventListener('focusin', ({ target }) => {
      const cell = target instanceof Element ? target.closest<SVGGElement>('[data-cell]') : null
      this.#focus = cell?.dataset['cell'] ?? null
    })
    root.addEventListener('focusout', () => {
      if (this.#root.isConnected && !this.#drawing) this.#focus = null
    })
  }

  #drawing = false

  /** Moves of which no cell is drawn, for which there are buttons. */
  get silent(): readonly string[] {
    return this.#moves.filter(({ cells }) => cells.length === 0).map(({ move }) => move)
  }

  /** True if there is nothing to point at. */
  get bare(): boolean {
    return (this.#picture?.cells.size ?? 0) === 0
  }

  /** The kinds of pieces that partners can pass on: where they play on boards of their own. */
  get kinds(): readonly string[] {
    const cells = [...(this.#picture?.cells.values() ?? [])]
    if (!cells.some(({ board }) => board > 0)) return []
    const words = cells.flatMap(({ content, owner }) => {
      const [word = ''] = content.slice(owner.length + 1).split(/[ ,]/)
      // The royal piece is never taken.
      return word === '' || word === 'king' ? [] : [word]
    })
    return [...new Set(words)]
  }

  /** Shows a situation, once nothing is being dragged. */
  update(scene: Scene): void {
    if (this.#drag.active) {
      this.#later = scene
      return
    }
    this.#scene = scene
    const { shown } = scene
    this.#picture = shown.picture === null ? null : picture(shown.picture)
    const known = new Set(this.#picture?.cells.keys() ?? [])
    this.#moves = shown.moves.map(({ move }) => named(move, known))
    this.#words = new Map(shown.moves.map(({ move, words }) => [move, words]))
    this.#drawing = true
    const focus = this.#focus
    this.#root.replaceChildren(...(this.#picture === null ? [] : [this.#picture.element]))
    this.#picture?.element.addEventListener('contextmenu', (event) => {
      event.preventDefault()
      this.clear()
    })
    if (targets(this.#moves, this.#picked).size === 0) this.#picked = []
    const hands = this.#picture?.hands ?? []
    if (!hands.some((held) => held.word === this.#hand && this.#mine(held))) this.#hand = null
    this.#paint()
    this.#enterable(focus)
    this.#drawing = false
    this.#makePremove()
  }

  /** Forgets what has been picked. */
  clear(): void {
    this.#picked = []
    this.#hand = null
    this.#premove = null
    this.#paint()
  }

  #makePremove(): void {
    if (this.#premove === null || this.#moves.length === 0) return
    const { from, hand, to } = this.#premove
    this.#premove = null
    const fits =
      hand === null
        ? this.#moves.filter(({ cells }) => cells[0] === from && cells[1] === to)
        : this.#dropsOf(hand).filter(({ cells }) => cells[0] === to)
    const [first] = fits
    this.#paint()
    if (first === undefined) return
    if (fits.length === 1) this.#handlers.move(first.move)
    else this.#handlers.which(fits.map(({ move }) => move))
  }

  #dropsOf(word: string): readonly Named[] {
    return drops(this.#moves, this.#words, word)
  }

  #isDrop(move: Named): boolean {
    const hands = this.#picture?.hands ?? []
    return hands.some(({ word }) => this.#dropsOf(word).includes(move))
  }

  #mine(held: Held): boolean {
    if (held.seat !== this.#scene?.index) return false
    return this.#dropsOf(held.word).length > 0 || (this.#waits() && held.count > 0)
  }

  /** True if whatever is chosen is a premove. */
  #waits(): boolean {
    const { seat = null, premoves = false } = this.#scene ?? {}
    return seat !== null && premoves && this.#moves.length === 0
  }

  /** True if a premove may begin on this cell. */
  #ahead(cell: Cell): boolean {
    const seat = this.#scene?.seat ?? null
    if (seat === null || !this.#waits()) return false
    return cell.owner === seat || cell.owner.startsWith(`${seat},`)
  }

  #takes(element: Element): boolean {
    const held = this.#heldOf(element)
    if (held !== null) return this.#mine(held)
    const cell = this.#cellOf(element)
    if (cell === null) return false
    return cell.content !== '' && (targets(this.#moves, []).has(cell.name) || this.#ahead(cell))
  }

  #cellOf(element: Element | null): Cell | null {
    const name = element?.closest<SVGGElement>('[data-cell]')?.dataset['cell']
    return name === undefined ? null : (this.#picture?.cells.get(name) ?? null)
  }

  #heldOf(element: Element | null): Held | null {
    const group = element?.closest('[data-hand]')
    return this.#picture?.hands.find((held) => held.element === group) ?? null
  }

  /** Somebody has tapped, or taken a piece up. */
  #tap(element: Element): void {
    const held = this.#heldOf(element)
    if (held !== null) {
      const again = this.#hand === held.word
      this.clear()
      if (!again && this.#mine(held)) this.#hand = held.word
      this.#paint()
      return
    }
    const cell = this.#cellOf(element)
    if (cell === null) this.clear()
    else this.#point(cell)
  }

  #drop(element: Element | null): void {
    const cell = this.#cellOf(element)
    if (cell === null || cell.name === this.#picked.at(-1)) return
    this.#point(cell)
  }

  #point(cell: Cell): void {
    if (this.#hand !== null && this.#waits()) {
      this.#premove = { from: null, hand: this.#hand, to: cell.name }
      this.#hand = null
      this.#paint()
      return
    }
    if (this.#hand !== null) {
      const found = this.#dropsOf(this.#hand).find(({ cells }) => cells[0] === cell.name)
      this.clear()
      if (found === undefined) return
      this.#handlers.move(found.move)
      return
    }
    if (this.#moves.length === 0) {
      this.#pointAhead(cell)
      return
    }
    if (this.#picked.at(-1) === cell.name) {
      this.clear()
      return
    }
    const asks = (move: Named) => this.#isDrop(move)
    let step = point(this.#moves, this.#picked, cell.name, asks)
    if (step.kind === 'none' && this.#picked.length > 0) {
      step = point(this.#moves, [], cell.name, asks)
    }
    this.#picked = step.kind === 'on' ? step.picked : []
    this.#paint()
    if (step.kind === 'chosen') this.#handlers.move(step.move)
    if (step.kind === 'which') this.#handlers.which(step.moves)
  }

  #pointAhead(cell: Cell): void {
    const [from] = this.#picked
    const begins = this.#ahead(cell)
    if (from !== undefined && from !== cell.name && this.#premove === null) {
      this.#premove = { from, hand: null, to: cell.name }
      this.#picked = []
    } else {
      this.clear()
      if (begins && from !== cell.name) this.#picked = [cell.name]
    }
    this.#paint()
  }

  /** Shows what is picked and where it may go, in colours and in words. */
  #paint(): void {
    const { cells, hands } = this.#picture ?? { cells: new Map<string, Cell>(), hands: [] }
    const held = this.#hand
    const drops = held === null ? [] : this.#dropsOf(held)
    const to =
      held === null
        ? targets(this.#moves, this.#picked)
        : new Set(drops.flatMap(({ cells: [cell] }) => (cell === undefined ? [] : [cell])))
    const picking = held !== null || this.#picked.length > 0
    for (const cell of cells.values()) {
      const { name, element, content } = cell
      for (const old of element.querySelectorAll('.dot')) old.remove()
      const picked = this.#picked.includes(name)
      const ahead = this.#premove?.from === name || this.#premove?.to === name
      element.classList.toggle('picked', picked)
      element.classList.toggle('premove', ahead)
      const goes = picking && to.has(name)
      element.classList.toggle('goes', goes)
      element.classList.toggle('begins', !picking && to.has(name))
      if (goes) dot(cell, 'to')
      const says = [
        content === '' ? 'empty' : content,
        picked && 'picked',
        ahead && 'premove',
        goes && 'can go here',
      ]
      element.setAttribute('aria-label', `${name}: ${says.filter(Boolean).join(', ')}`)
      element.setAttribute('role', 'button')
    }
    for (const { element, word, count, seat } of hands) {
      const own = seat === this.#scene?.index
      const ahead = own && this.#premove?.hand === word
      element.classList.toggle('picked', own && held === word)
      element.classList.toggle('premove', ahead)
      element.setAttribute('role', 'button')
      const says = [`in hand: ${String(count)} ${word}`, ahead && 'premove']
      element.setAttribute('aria-label', says.filter(Boolean).join(', '))
    }
  }

  /** Lets the keyboard in at one cell, that which had the focus if one had. */
  #enterable(focus: string | null): void {
    const { cells, hands } = this.#picture ?? { cells: new Map<string, Cell>(), hands: [] }
    const began = [...targets(this.#moves, [])][0]
    const entry = cells.get(focus ?? began ?? '') ?? [...cells.values()][0]
    for (const cell of cells.values()) cell.element.setAttribute('tabindex', '-1')
    for (const held of hands) {
      if (this.#mine(held)) held.element.setAttribute('tabindex', '0')
    }
    entry?.element.setAttribute('tabindex', '0')
    if (focus !== null) entry?.element.focus()
  }

  #key(event: KeyboardEvent): void {
    const { target } = event
    if (!(target instanceof SVGGElement)) return
    if (event.key === 'Escape') this.clear()
    else if (event.key === 'Enter' || event.key === ' ') this.#tap(target)
    else if (event.key in DIRECTIONS) this.#walk(target, event.key)
    else return
    event.preventDefault()
  }

  #walk(target: SVGGElement, key: string): void {
    const cells = this.#picture?.cells
    const direction = DIRECTIONS[key]
    if (cells === undefined || direction === undefined) return
    const all = spots(cells)
    const from = all.find(({ name }) => name === target.dataset['cell'])
    const next = from && nextSpot(all, from, direction)
    // From a hand to where the keyboard was let in.
    const entry = [...cells.values()].find(({ element }) => element.tabIndex === 0)
    const cell = from === undefined ? entry : cells.get(next?.name ?? '')
    if (cell === undefined) return
    for (const { element } of cells.values()) element.setAttribute('tabindex', '-1')
    cell.element.setAttribute('tabindex', '0')
    cell.element.focus()
  }
}
