// The form for a new game: its rules, its seats, its clock; or a seek for people who want the same.

import * as api from './api.js'
import { botChoices, occupantOf } from './bots.js'
import { button, h } from './dom.js'
import { type Field, field } from './options.js'
import type { GameInfo, Registry } from './protocol.js'
import { gameAddress, keep, ownName } from './seats.js'

export class Creator {
  readonly #registry: Registry
  readonly #failed: (error: unknown) => void
  readonly #game: HTMLSelectElement
  readonly #summary = h('p', { class: 'summary' })
  readonly #options = h('div', { class: 'options' })
  readonly #seats = h('div', { class: 'seats', role: 'group', 'aria-label': 'Seats' })
  readonly #minutes = h('input', { name: 'minutes', type: 'number', min: 0, max: 180, value: 0 })
  readonly #increment = h('input', {
    name: 'increment',
    type: 'number',
    min: 0,
    max: 180,
    value: 0,
  })
  readonly #private = h('input', { name: 'private', type: 'checkbox' })
  readonly #seeking = h('p', { class: 'seeking', role: 'status' })
  #fields: readonly (readonly [string, Field])[] = []
  #choices = new Map<string, HTMLSelectElement>()
  #asked = 0
  #ticket: string | null = null
  readonly element: HTMLElement

  constructor(registry: Registry, failed: (error: unknown) => void) {
    this.#registry = registry
    this.#failed = failed
    this.#game = h(
      'select',
      {
        name: 'game',
        change: () => {
          this.#chosen()
        },
      },
      ...registry.games.map(({ name }) => h('option', { value: name }, name)),
    )
    this.#options.addEventListener('change', () => {
      this.#ask()
    })
    this.element = h(
      'form',
      {
        class: 'creator',
        submit: (event) => {
          event.preventDefault()
          this.#create().catch(failed)
        },
      },
      h('label', { class: 'option' }, h('span', {}, 'Game'), this.#game),
      this.#summary,
      h('details', { class: 'rules' }, h('summary', {}, 'Rules'), this.#options),
      this.#seats,
      h(
        'div',
        { class: 'clock' },
        h('label', {}, 'Minutes ', this.#minutes),
        h('label', {}, 'Seconds a move ', this.#increment),
        h('label', {}, this.#private, ' private'),
      ),
      h(
        'div',
        { class: 'go' },
        h('button', { class: 'main' }, 'Start'),
        button('Seek people', () => {
          this.#seek().catch(failed)
        }),
      ),
      this.#seeking,
    )
    this.#chosen()
  }

  get #info(): GameInfo {
    const info = this.#registry.games.find(({ name }) => name === this.#game.value)
    if (info === undefined) throw new Error('the registry has no games')
    return info
  }

  #values(): Record<string, unknown> {
    const given = this.#fields.map(([name, { value }]) => [name, value()] as const)
    return Object.fromEntries(given.filter(([, value]) => value !== undefined))
  }

  #chosen(): void {
    const info = this.#info
    this.#summary.textContent = `${info.summary.charAt(0).toUpperCase()}${info.summary.slice(1)}.`
    // Seeds are the server's.
    const open = info.options.filter(({ seed }) => seed !== true)
    this.#fields = open.map((option) => [option.name, field(option, this.#registry.presets)])
    this.#options.replaceChildren(...this.#fields.map(([, { element }]) => element))
    this.#ask()
  }

  /** Asks which seats the game has by these rules. */
  #ask(): void {
    const asked = ++this.#asked
    const info = this.#info
    api.rules(info.name, this.#values()).then(
      ({ seats }) => {
        if (asked !== this.#asked) return
        this.#failed(null)
        this.#seat(info, seats)
      },
      (error: unknown) => {
        if (asked === this.#asked) this.#failed(error)
      },
    )
  }

  #seat(info: GameInfo, seats: readonly string[]): void {
    const bots = botChoices(info)
    const usual = bots.find((bot) => bot === 'casual' || bot.endsWith(':casual')) ?? bots.at(-1)
    const before = this.#choices
    this.#choices = new Map(
      seats.map((seat, i) => {
        const old = before.get(seat)?.value
        const value = i === 0 ? 'me' : usual === undefined ? 'open' : `bot ${usual}`
        const choices = [
          ['me', 'me'],
          ['open', 'anybody'],
          ['invite', 'by invitation'],
          ...bots.map((bot) => [`bot ${bot}`, `bot ${bot.replace(':', ', ')}`] as const),
        ] as const
        const known = choices.some(([known]) => known === old) ? old : value
        const select = h(
          'select',
          { name: `seat-${seat}` },
          ...choices.map(([value, text]) =>
            h('option', { value, selected: value === known }, text),
          ),
        )
        return [seat, select]
      }),
    )
    this.#seats.replaceChildren(
      ...[...this.#choices].map(([seat, select]) =>
        h('label', { class: 'option' }, h('span', {}, seat), select),
      ),
    )
    this.#seats.dataset['game'] = info.name
  }

  #clock(): { clock?: object } {
    const [base, increment] = [this.#minutes, this.#increment].map(({ value }) => Number(value))
    if (!base) return {}
    return { clock: { base: base * 60_000, increment: (increment ?? 0) * 1000 } }
  }

  #wanted() {
    const name = ownName()
    const options = this.#values()
    return { game: this.#info.name, options, ...this.#clock(), ...(name && { name }) }
  }

  async #create(): Promise<void> {
    const info = this.#info
    const seats = Object.fromEntries(
      [...this.#choices].map(([seat, { value }]) => {
        const bot = value.startsWith('bot ') ? value.slice(4) : null
        return [seat, bot === null ? value : occupantOf(info, bot)]
      }),
    )
    const visibility = this.#private.checked ? 'private' : 'public'
    const { id, tokens, invitations } = await api.create({ ...this.#wanted(), seats, visibility })
    sessionStorage.setItem(`invitations ${id}`, JSON.stringify(invitations))
    const mine = Object.entries(tokens)
    for (const [seat, token] of mine) keep({ id, seat, token })
    location.hash = gameAddress(id, mine[0]?.[0])
  }

  async #seek(): Promise<void> {
    this.#unseek()
    let found = await api.seek(this.#wanted())
    const { ticket } = found
    if (ticket === undefined) return
    this.#ticket = ticket
    this.#seeking.replaceChildren(
      'Looking for people who want the same … ',
      button('Stop', () => {
        this.#unseek()
      }),
    )
    while (found.status === 'waiting' && this.#ticket === ticket) found = await api.sought(ticket)
    if (found.status !== 'paired') return
    this.#ticket = null
    keep({ id: found.id, seat: found.seat, token: ticket })
    location.hash = gameAddress(found.id, found.seat)
  }

  #unseek(): void {
    const ticket = this.#ticket
    this.#ticket = null
    this.#seeking.replaceChildren()
    if (ticket !== null) api.unseek(ticket).catch(this.#failed)
  }

  close(): void {
    this.#unseek()
  }
}
