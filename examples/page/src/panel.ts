// The people at a table: names, clocks, whose turn it is, who is gone or thinks.

import { differenceText, remaining, rivalOf, timeText, toMove } from './clocks.js'
import { button, h } from './dom.js'
import type { People, Player, View } from './protocol.js'

export interface PanelActions {
  /** Takes an open seat. */
  readonly sit: ((seat: string) => void) | null
  /** Lets a bot take an open seat. */
  readonly fill: ((seat: string) => void) | null
}

export class Panel {
  readonly element = h('ul', { class: 'players', 'aria-label': 'Players' })
  readonly #clocks = new Map<string, HTMLElement>()
  #difference: HTMLElement | null = null
  #view: View | null = null
  #at = 0

  /** Shows the people of a view that was made just now. */
  update(view: View, people: People, seat: string | null, status: string, act: PanelActions): void {
    this.#view = view
    this.#at = performance.now()
    this.#clocks.clear()
    this.#difference = null
    const rival = seat === null ? null : rivalOf(view, seat)
    const items = view.table.players.map((player) =>
      this.#item(view, people, player, {
        seat,
        rival,
        status,
        act,
      }),
    )
    this.element.replaceChildren(...items)
    this.tick()
  }

  #item(
    view: View,
    people: People,
    player: Player,
    {
      seat,
      rival,
      status,
      act,
    }: {
      seat: string | null
      rival: string | null
      status: string
      act: PanelActions
    },
  ): HTMLElement {
    const person = people[player.seat]
    const open = status === 'waiting' && person?.open !== null
    const name = open ? 'open' : (person?.name ?? player.name ?? player.bot ?? '')
    const turn = status === 'playing' && toMove(view).includes(player.seat)
    const bot = player.occupant === 'bot'
    const notes = [
      player.seat === seat && 'you',
      turn && (bot ? 'bot is thinking' : 'to move'),
      player.left !== null && `has left: ${player.left.replaceAll('_', ' ')}`,
      !open && status !== 'ended' && !bot && !player.connected && 'away',
    ].filter((note) => note !== false)
    const clock = player.clock === null ? null : h('time', { class: 'clock' })
    if (clock !== null) this.#clocks.set(player.seat, clock)
    const difference =
      clock !== null && player.seat === rival
        ? h('span', { class: 'difference', role: 'note', 'aria-label': 'Your clock less this one' })
        : null
    if (difference !== null) this.#difference = difference
    const { sit, fill } = act
    return h(
      'li',
      { class: turn ? 'turn' : '', 'data-seat': player.seat },
      h('b', {}, player.seat),
      h('span', { class: 'who' }, name),
      notes.length > 0 && h('i', {}, notes.join(', ')),
      difference,
      clock,
      open &&
        sit !== null &&
        person?.open === 'lobby' &&
        button('Sit here', () => {
          sit(player.seat)
        }),
      open &&
        fill !== null &&
        button('Add a bot', () => {
          fill(player.seat)
        }),
    )
  }

  /** Lets the clocks run. */
  tick(): void {
    const view = this.#view
    if (view === null) return
    const since = performance.now() - this.#at
    const left = new Map<string, number>()
    for (const player of view.table.players) {
      const time = remaining(view, player, since)
      if (time === null) continue
      left.set(player.seat, time)
      const clock = this.#clocks.get(player.seat)
      if (clock === undefined) continue
      clock.textContent = timeText(time)
      clock.classList.toggle('low', time < 20_000)
    }
    const { seat } = view
    const rival = seat === undefined ? null : rivalOf(view, seat)
    if (this.#difference === null || seat === undefined || rival === null) return
    const [mine, theirs] = [left.get(seat), left.get(rival)]
    if (mine === undefined || theirs === undefined) return
    this.#difference.textContent = differenceText(mine - theirs)
    this.#difference.title = 'Your clock less this one'
  }
}
