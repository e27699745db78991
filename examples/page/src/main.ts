// The page: an address leads to the lobby, to a game or to an invitation.

import './style.css'
import * as api from './api.js'
import { button, byId, h } from './dom.js'
import { lobby } from './lobby.js'
import { Refused } from './protocol.js'
import { address, gameAddress, keep, keepName, ownName, seatsOf } from './seats.js'
import { GamePage } from './game.js'

const page = byId('page')
const registry = api.registry()
let leave: () => void = () => undefined

const name = byId('name') as HTMLInputElement
name.value = ownName()
name.addEventListener('change', () => {
  keepName(name.value.trim())
})

async function open(): Promise<void> {
  leave()
  leave = () => undefined
  const at = address(location.hash)
  if (location.hash === '#page') return
  page.replaceChildren(h('p', {}, 'One moment …'))
  if (at.page === 'invitation') {
    await invited(at.code)
    return
  }
  if (at.page === 'lobby') {
    leave = lobby(page, await registry)
    return
  }
  const seats = seatsOf(at.id)
  const own = at.seat === null ? seats[0] : seats.find(({ seat }) => seat === at.seat)
  const info = await registry
  const game = new GamePage(page, info, own ?? { id: at.id })
  leave = () => {
    game.close()
  }
}

/** Shows the seat of an invitation, which one may take. */
async function invited(code: string): Promise<void> {
  const { game, seat } = await api.invitation({ code })
  const accept = async () => {
    const called = ownName()
    const taken = await api.invitation({ code, accept: true, ...(called && { name: called }) })
    if (taken.token !== undefined) keep({ id: taken.id, seat: taken.seat, token: taken.token })
    location.hash = gameAddress(taken.id, taken.seat)
  }
  page.replaceChildren(
    h('h2', {}, `An invitation to ${game.game}`),
    h('p', {}, `Your seat: ${seat}.`),
    button('Sit down', () => {
      accept().catch(failed)
    }),
  )
}

function failed(error: unknown): void {
  const message = error instanceof Refused ? error.message : 'The server cannot be reached.'
  page.replaceChildren(
    h('p', { role: 'alert' }, message),
    h('p', {}, h('a', { href: '#' }, 'To the lobby')),
  )
}

const show = () => {
  open().catch(failed)
}
window.addEventListener('hashchange', show)
show()
