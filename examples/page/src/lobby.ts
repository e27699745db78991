// The lobby: games to sit down at, games to watch, a form for a new one, and seeks.

import * as api from './api.js'
import { Creator } from './creator.js'
import { button, h } from './dom.js'
import { Refused, type Registry, type Summary } from './protocol.js'
import { gameAddress, keep, ownGames, ownName } from './seats.js'
import { seatsText } from './words.js'

/** Milliseconds between two looks at the lobby. */
const EVERY = 5_000

/** Shows the lobby; what it gives leaves it. */
export function lobby(root: HTMLElement, registry: Registry): () => void {
  const error = h('p', { class: 'error', role: 'alert' })
  const waiting = h('ul', { class: 'games', 'data-list': 'waiting' })
  const playing = h('ul', { class: 'games', 'data-list': 'playing' })
  const own = h('p', { class: 'own' })
  const failed = (reason: unknown) => {
    if (reason === null) error.textContent = ''
    else {
      error.textContent =
        reason instanceof Refused ? reason.message : 'The server cannot be reached.'
    }
  }
  const creator = new Creator(registry, failed)

  const sit = async (game: Summary) => {
    const name = ownName()
    const joined = await api.join(game.id, name ? { name } : {})
    keep({ id: joined.id, seat: joined.seat, token: joined.token })
    location.hash = gameAddress(joined.id, joined.seat)
  }
  const row = (game: Summary) =>
    h(
      'li',
      {},
      h('b', {}, game.game),
      h('span', {}, seatsText(game)),
      game.seats.some(({ open }) => open === 'lobby') &&
        game.status === 'waiting' &&
        button('Sit down', () => {
          sit(game).catch(failed)
        }),
      h('a', { href: gameAddress(game.id) }, 'Look on'),
    )
  const none = () => [h('li', { class: 'none' }, 'None.')]
  const look = async () => {
    const [open, on] = await Promise.all([api.list('waiting'), api.list('playing')])
    const rows = (games: readonly Summary[]) => (games.length > 0 ? games.map(row) : none())
    waiting.replaceChildren(...rows(open.games))
    playing.replaceChildren(...rows(on.games))
    const mine = new Set(ownGames())
    const here = [...open.games, ...on.games].filter(({ id }) => mine.has(id))
    own.replaceChildren(
      ...here.map(({ id, game }) => h('a', { href: gameAddress(id) }, `Back to ${game}`)),
    )
  }
  root.replaceChildren(
    h(
      'div',
      { class: 'lobby' },
      h('section', {}, h('h2', {}, 'Play'), own, error, creator.element),
      h('section', {}, h('h2', {}, 'Open seats'), waiting, h('h2', {}, 'Games on'), playing),
    ),
  )
  look().catch(failed)
  const timer = window.setInterval(() => {
    if (!document.hidden) look().catch(failed)
  }, EVERY)
  return () => {
    window.clearInterval(timer)
    creator.close()
  }
}
