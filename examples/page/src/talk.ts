// Chat of the table, and messages to partners.

import { button, h } from './dom.js'
import type { ChatLine } from './protocol.js'
import { tells } from './words.js'

export interface Talking {
  say(text: string): void
  message(text: string): void
}

const MOST = 200

function form(label: string, send: (text: string) => void): HTMLFormElement {
  const input = h('input', { 'aria-label': label, placeholder: label, maxlength: 200 })
  return h(
    'form',
    {
      submit: (event) => {
        event.preventDefault()
        if (input.value.trim() !== '') send(input.value)
        input.value = ''
      },
    },
    input,
    h('button', {}, 'Send'),
  )
}

export class Talk {
  readonly #lines = h('ol', { class: 'lines', 'aria-label': 'Chat', tabindex: 0 })
  readonly #tells = h('div', { class: 'tells', role: 'group', 'aria-label': 'To your partner' })
  readonly #partner: HTMLElement
  readonly element: HTMLElement

  constructor(talking: Talking, speaks: boolean) {
    this.#partner = h(
      'div',
      { class: 'partner', hidden: true },
      h('h2', {}, 'To your partner'),
      this.#tells,
      form('Message to your partner', (text) => {
        talking.message(text)
      }),
    )
    this.element = h(
      'section',
      { class: 'talk' },
      this.#partner,
      h('h2', {}, 'Chat'),
      this.#lines,
      speaks &&
        form('Say to the table', (text) => {
          talking.say(text)
        }),
    )
    this.#send = (text) => {
      talking.message(text)
    }
  }

  readonly #send: (text: string) => void

  /** Offers texts for partners, about the kinds of pieces that the picture has. */
  partners(seats: readonly string[], kinds: readonly string[]): void {
    this.#partner.hidden = seats.length === 0
    const key = kinds.join()
    if (seats.length === 0 || this.#tells.dataset['kinds'] === key) return
    this.#tells.dataset['kinds'] = key
    const buttons = tells(kinds).map((text) =>
      button(text, () => {
        this.#send(text)
      }),
    )
    this.#tells.replaceChildren(...buttons)
  }

  lines(lines: readonly ChatLine[]): void {
    for (const { seat, name, text } of lines) {
      this.#lines.append(h('li', {}, h('b', {}, name ?? seat), ` ${text}`))
    }
    while (this.#lines.childElementCount > MOST) this.#lines.firstElementChild?.remove()
    this.#lines.scrollTop = this.#lines.scrollHeight
  }
}
