// Dragging by mouse, pen and finger; a press that does not move is a tap.

export interface Dragged {
  /** True if there is something at the element that may be dragged. */
  takes(element: Element): boolean
  tap(element: Element): void
  /** Something that can be dragged is taken up. */
  lift(element: Element): void
  /** The dragged thing is let go over an element, or over none. */
  drop(element: Element | null): void
  /** Nothing is dragged any more. */
  over(): void
}

/** Pixels before a press becomes a drag. */
const SLACK = 5

interface Press {
  readonly pointer: number
  readonly element: Element
  readonly x: number
  readonly y: number
  readonly takes: boolean
  ghost: SVGSVGElement | null
}

export class Drag {
  readonly #root: HTMLElement
  readonly #dragged: Dragged
  #press: Press | null = null

  constructor(root: HTMLElement, dragged: Dragged) {
    this.#root = root
    this.#dragged = dragged
    root.addEventListener('pointerdown', (event) => {
      this.#down(event)
    })
    root.addEventListener('pointermove', (event) => {
      this.#move(event)
    })
    root.addEventListener('pointerup', (event) => {
      this.#up(event)
    })
    root.addEventListener('pointercancel', () => {
      this.#end()
    })
  }

  get active(): boolean {
    return this.#press !== null
  }

  #down(event: PointerEvent): void {
    const { target, button, isPrimary, pointerId: pointer, clientX: x, clientY: y } = event
    if (button !== 0 || !isPrimary || !(target instanceof Element)) return
    const element = target.closest('[data-cell], [data-hand]')
    if (element === null) return
    this.#press = { pointer, element, x, y, takes: this.#dragged.takes(element), ghost: null }
    this.#root.setPointerCapture(pointer)
  }

  #move({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const press = this.#press
    if (press?.pointer !== pointerId || !press.takes) return
    if (press.ghost === null) {
      if (Math.hypot(x - press.x, y - press.y) < SLACK) return
      press.ghost = ghostOf(press.element)
      this.#root.firstElementChild?.append(press.ghost)
      press.element.classList.add('dragged')
      this.#dragged.lift(press.element)
    }
    press.ghost.style.left = `${String(x)}px`
    press.ghost.style.top = `${String(y)}px`
  }

  #up({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const press = this.#press
    if (press?.pointer !== pointerId) return
    this.#end(() => {
      const below = document.elementFromPoint(x, y)?.closest('[data-cell], [data-hand]') ?? null
      if (press.ghost !== null) this.#dragged.drop(below)
      else if (below === press.element) this.#dragged.tap(press.element)
    })
  }

  #end(then?: () => void): void {
    this.#press?.ghost?.remove()
    this.#press?.element.classList.remove('dragged')
    this.#press = null
    then?.()
    this.#dragged.over()
  }
}

/** The piece alone, which follows the pointer. */
function ghostOf(element: Element): SVGSVGElement {
  const target = element.firstElementChild as SVGGraphicsElement
  const { x, y, width, height } = target.getBBox()
  const box = target.getBoundingClientRect()
  const ghost = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  ghost.setAttribute('class', 'ghost')
  ghost.setAttribute('viewBox', [x, y, width, height].join(' '))
  ghost.setAttribute('width', String(box.width))
  ghost.setAttribute('height', String(box.height))
  const pieces = [...element.children].slice(1).filter((child) => !child.matches('.dot'))
  ghost.append(...pieces.map((child) => child.cloneNode(true)))
  return ghost
}
