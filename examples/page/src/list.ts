// All moves as a list with their words: for every game, with or without a board.

import { button, h } from './dom.js'
import type { ShownMove } from './protocol.js'

export class MoveList {
  readonly #commit: (move: string) => void
  readonly #count = h('summary', {}, 'All moves')
  readonly #items = h('ul', {})
  readonly #input = h('input', {
    'aria-label': 'A move as text',
    placeholder: 'A move, as e2e4',
    autocomplete: 'off',
    name: 'move',
  })
  /** Moves that touch no cell. */
  readonly silent = h('div', { class: 'silent', role: 'group', 'aria-label': 'Other moves' })
  readonly element = h(
    'details',
    { class: 'all-moves' },
    this.#count,
    h(
      'form',
      {
        submit: (event) => {
          event.preventDefault()
          const move = this.#input.value.trim()
          this.#input.value = ''
          if (move !== '') this.#commit(move)
        },
      },
      this.#input,
      h('button', {}, 'Move'),
    ),
    this.#items,
  )
  #moves: readonly ShownMove[] = []
  #opened = false

  constructor(commit: (move: string) => void) {
    this.#commit = commit
    this.element.addEventListener('toggle', () => {
      if (this.element.open) this.#fill()
    })
  }

  wordsOf(move: string): string {
    return this.#moves.find((known) => known.move === move)?.words ?? move
  }

  /** Shows the moves; those in `silent` have buttons, and without a board the list is open. */
  update(moves: readonly ShownMove[], silent: ReadonlySet<string>, bare: boolean): void {
    this.#moves = moves
    this.#count.textContent = `All moves (${String(moves.length)})`
    if (bare && moves.length > 0 && !this.#opened) this.element.open = this.#opened = true
    const apart = bare ? [] : moves.filter(({ move }) => silent.has(move))
    this.silent.replaceChildren(...apart.map((each) => this.#button(each)))
    if (this.element.open) this.#fill()
  }

  #button({ move, words }: ShownMove): HTMLButtonElement {
    const press = () => {
      this.#commit(move)
    }
    return button(words, press, { 'data-move': move, title: move })
  }

  #fill(): void {
    this.#items.replaceChildren(...this.#moves.map((each) => h('li', {}, this.#button(each))))
  }
}
