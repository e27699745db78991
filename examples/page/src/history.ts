// The moves made so far, and what the table announces.

import { announce, h } from './dom.js'
import type { GameEvent } from './protocol.js'
import { eventText } from './words.js'

export interface MadeMove {
  readonly seat: string
  readonly move: string
  readonly moved: boolean
}

/** Announcements that are kept on the page. */
const MOST = 200

export class History {
  readonly #moves = h('ol', { class: 'moves', 'aria-label': 'Moves', tabindex: 0 })
  readonly #told = h('ol', { class: 'told', 'aria-label': 'Announcements', tabindex: 0 })
  readonly element = h(
    'section',
    { class: 'history' },
    h('h2', {}, 'Moves'),
    this.#moves,
    h('h2', {}, 'Announcements'),
    this.#told,
  )
  #count = 0

  /** Shows the moves: of a game that hides something those of the seat. */
  moves(moves: readonly MadeMove[]): void {
    const items = moves.map(({ seat, move, moved }) =>
      h('li', { class: moved ? '' : 'refused' }, h('span', { class: 'seat' }, seat), ` ${move}`),
    )
    this.#moves.replaceChildren(...items)
    this.#moves.scrollTop = this.#moves.scrollHeight
  }

  /** Shows what was told, and says it to screen readers; `words` are those of the last move. */
  tell(events: readonly GameEvent[], words: string | null, aloud: boolean): void {
    const texts = events.map(eventText).filter((text) => text !== null)
    for (const text of texts) {
      this.#told.append(h('li', {}, text))
      this.#count += 1
    }
    while (this.#count > MOST) {
      this.#told.firstElementChild?.remove()
      this.#count -= 1
    }
    this.#told.scrollTop = this.#told.scrollHeight
    const moved = events.some(({ kind }) => kind === 'moved')
    const said = [moved ? words : null, ...texts].filter((text) => text !== null)
    if (aloud && said.length > 0) announce(`${said.join('. ')}.`)
  }
}
