// A game: what the server says of it is shown, and what people do there is sent.

import * as api from './api.js'
import { Board } from './board.js'
import { partnersOf, toMove } from './clocks.js'
import { Connection } from './connection.js'
import { announce, button, choose, h } from './dom.js'
import { History, type MadeMove } from './history.js'
import { MoveList } from './list.js'
import { Panel } from './panel.js'
import { botChoices, occupantOf } from './bots.js'
import {
  type GameEvent,
  type GameInfo,
  type Hello,
  type People,
  Refused,
  type Registry,
  type ServerEvent,
  type Shown,
  type Summary,
  type View,
} from './protocol.js'
import { gameAddress, keep, ownName, seatsOf } from './seats.js'
import { Talk } from './talk.js'
import { outcomeText, titled } from './words.js'

interface Own {
  readonly id: string
  readonly seat?: string
  readonly token?: string
}

export class GamePage {
  readonly #registry: Registry
  readonly #own: Own
  readonly #connection: Connection
  readonly #board: Board
  readonly #panel = new Panel()
  readonly #history = new History()
  readonly #list: MoveList
  readonly #talk: Talk
  readonly #status = h('p', { class: 'status', 'data-status': '' })
  readonly #error = h('p', { class: 'error', role: 'alert' })
  readonly #actions = h('div', { class: 'actions' })
  readonly #words = h('p', { class: 'words' })
  readonly #title = h('h2', {})
  readonly #invites = h('ul', { class: 'invites' })
  #summary: Summary | null = null
  #view: View | null = null
  #people: People = {}
  #status_: Summary['status'] = 'waiting'
  #events: GameEvent[] = []
  readonly #heard: MadeMove[] = []
  #greeted = false
  #turned = 0
  #asking = false
  #dirty = false
  #timer: number

  constructor(root: HTMLElement, registry: Registry, own: Own) {
    this.#registry = registry
    this.#own = own
    const boards = h('div', { class: 'boards', 'data-boards': '' })
    this.#board = new Board(boards, {
      move: (move) => {
        this.#commit(move)
      },
      which: (moves) => {
        this.#which(moves)
      },
    })
    this.#list = new MoveList((move) => {
      this.#commit(move)
    })
    const call = (name: string) => (text: string) => {
      this.#call(name, { text })
    }
    this.#talk = new Talk({ say: call('say'), message: call('message') }, own.token !== undefined)
    root.replaceChildren(
      h(
        'article',
        { class: 'game' },
        h('div', { class: 'head' }, this.#title, this.#status, this.#error),
        h('div', { class: 'people' }, this.#panel.element, this.#invites),
        h('div', { class: 'play' }, boards, this.#list.silent, this.#actions),
        h(
          'aside',
          {},
          this.#list.element,
          h('details', { class: 'said' }, h('summary', {}, 'Position in words'), this.#words),
          this.#history.element,
          this.#talk.element,
        ),
      ),
    )
    this.#connection = new Connection(
      own.token === undefined ? { game: own.id } : { token: own.token },
      {
        hello: (hello) => {
          this.#hello(hello)
        },
        event: (event) => {
          this.#event(event)
        },
        lost: (_comesBack, message) => {
          this.#error.textContent = message
        },
      },
    )
    this.#timer = window.setInterval(() => {
      this.#panel.tick()
    }, 100)
  }

  close(): void {
    window.clearInterval(this.#timer)
    this.#connection.close()
  }

  get #seat(): string | null {
    return this.#own.seat ?? null
  }

  get #info(): GameInfo | undefined {
    return this.#registry.games.find(({ name }) => name === this.#summary?.game)
  }

  #hello(hello: Hello): void {
    this.#error.textContent = ''
    this.#summary = hello.game
    this.#status_ = hello.game.status
    this.#people = hello.people
    this.#view = hello.view
    this.#title.textContent = `${hello.game.game}${hello.seat === null ? ', looking on' : ''}`
    document.title = `${hello.game.game}: Boardwright`
    this.#links()
    this.#changed()
    this.#greeted = true
  }

  #event(event: ServerEvent): void {
    if (event.event === 'chat') this.#talk.lines(event.lines)
    if (event.event === 'goodbye') this.#error.textContent = event.message
    if (event.event === 'people') {
      this.#people = event.people
      this.#status_ = event.status
      this.#links()
    }
    if (event.event === 'told') {
      this.#events.push(...event.events)
      if (this.#seat === null && this.#status_ !== 'ended') this.#overheard(event.events)
      if (event.view !== undefined) this.#view = event.view
    }
    if (event.event === 'told' || event.event === 'people') this.#changed()
  }

  /** Takes down moves that spectators hear of, who may not ask for all of them before the end. */
  #overheard(events: readonly GameEvent[]): void {
    for (const { kind, seat, move } of events) {
      if (kind !== 'moved' || typeof move !== 'string') continue
      this.#heard.push({ seat: String(seat), move, moved: true })
    }
    this.#history.moves(this.#heard)
  }

  /** Shows at once what is known, and asks for the picture. */
  #changed(): void {
    const view = this.#view
    if (view === null) return
    if (view.outcome !== null) this.#status_ = 'ended'
    const status = this.#status_
    const seated = this.#own.token !== undefined
    this.#panel.update(view, this.#people, this.#seat, status, {
      sit: (seat) => {
        this.#sit(seat)
      },
      fill: seated
        ? (seat) => {
            this.#fill(seat)
          }
        : null,
    })
    this.#status.textContent = this.#statusText(view)
    this.#status.dataset['status'] = status
    this.#refresh()
  }

  #statusText(view: View): string {
    if (view.outcome !== null) return outcomeText(view.outcome, this.#seat)
    if (this.#status_ === 'waiting') return 'Waiting for players.'
    const seats = toMove(view)
    if (this.#seat !== null && seats.includes(this.#seat)) return 'Your turn.'
    if (seats.length === 0) return this.#seat === null ? 'The game is on.' : 'Not your turn.'
    const bots = seats.filter((seat) => this.#people[seat]?.occupant === 'bot')
    if (bots.length > 0) return `${bots.join(' and ')}: bot is thinking.`
    return `${seats.join(' and ')} to move.`
  }

  /** Asks for the picture and the moves: once at a time, and again if something came between. */
  #refresh(): void {
    this.#dirty = true
    if (this.#asking) return
    this.#asking = true
    const ask = async () => {
      while (this.#dirty) {
        this.#dirty = false
        const shown = (await this.#connection.call('show', this.#side())) as Shown
        if (this.#seat !== null || this.#status_ === 'ended') {
          this.#history.moves(await this.#made())
        }
        this.#show(shown)
      }
    }
    ask()
      .catch((error: unknown) => {
        this.#failed(error)
      })
      .finally(() => {
        this.#asking = false
      })
  }

  #side(): { orientation?: string } {
    const seats = this.#summary?.seats ?? []
    const own = Math.max(
      0,
      seats.findIndex(({ seat }) => seat === this.#seat),
    )
    const side = seats[(own + this.#turned) % Math.max(1, seats.length)]
    return this.#turned === 0 || side === undefined ? {} : { orientation: side.seat }
  }

  async #made(): Promise<readonly MadeMove[]> {
    const styles = this.#info?.styles ?? []
    const style = !this.#summary?.hidden && styles.includes('san') ? { style: 'san' } : {}
    const all: MadeMove[] = []
    for (;;) {
      const args = { since: all.length, ...style }
      const part = (await this.#connection.call('moves', args)) as {
        moves: readonly MadeMove[]
        more: boolean
      }
      all.push(...part.moves)
      if (!part.more || part.moves.length === 0) return all
    }
  }

  #show(shown: Shown): void {
    const view = this.#view
    const summary = this.#summary
    if (view === null || summary === null) return
    this.#board.update({
      shown,
      seat: this.#seat,
      index: summary.seats.findIndex(({ seat }) => seat === this.#seat),
      premoves: !summary.hidden && this.#status_ === 'playing',
    })
    const shows = this.#board.bare && shown.picture === null && this.#seat === null
    this.#words.textContent = shows ? 'Spectators see this game after its end.' : shown.words
    this.#list.update(shown.moves, new Set(this.#board.silent), this.#board.bare)
    const events = this.#events
    this.#events = []
    this.#history.tell(events, shown.last?.words ?? null, this.#greeted)
    if (this.#seat !== null) this.#talk.partners(partnersOf(view, this.#seat), this.#board.kinds)
    this.#offer(view)
  }

  /** The buttons of what may be done now. */
  #offer(view: View): void {
    const seat = this.#seat
    const playing = this.#status_ === 'playing' && seat !== null
    const act = (text: string, call: string, args: object = {}) =>
      button(text, () => {
        this.#call(call, args)
      })
    const offer = view.table.draw_offer
    const buttons = [
      button('Turn the board', () => {
        this.#turned += 1
        this.#refresh()
      }),
      playing &&
        offer !== null &&
        offer !== seat &&
        act('Accept the draw', 'respond_draw', { accept: true }),
      playing &&
        offer !== null &&
        offer !== seat &&
        act('Decline the draw', 'respond_draw', { accept: false }),
      playing && offer === null && act('Offer a draw', 'offer_draw'),
      playing && (view.claimable_draw ?? null) !== null && act('Claim the draw', 'claim_draw'),
      playing && act('Take back', 'undo', { plies: 1 }),
      playing &&
        button('Resign', () => {
          this.#resign()
        }),
    ]
    const key = buttons.map((each) => (each === false ? '' : (each.textContent ?? ''))).join()
    if (this.#actions.dataset['key'] === key) return
    this.#actions.dataset['key'] = key
    this.#actions.replaceChildren(...buttons.filter((each) => each !== false))
  }

  #call(name: string, args: object): void {
    this.#error.textContent = ''
    this.#connection.call(name, args).catch((error: unknown) => {
      this.#failed(error)
    })
  }

  #failed(error: unknown): void {
    const message = error instanceof Refused ? error.message : String(error)
    this.#error.textContent = titled(message)
  }

  #commit(move: string): void {
    this.#error.textContent = ''
    this.#connection.call('commit', { move }).then(
      (answer) => {
        const { refused } = answer as { refused?: string | null }
        if (typeof refused !== 'string') return
        this.#error.textContent = `${move}: ${titled(refused)}. Try another move.`
        announce(this.#error.textContent)
      },
      (error: unknown) => {
        this.#failed(error)
      },
    )
  }

  #which(moves: readonly string[]): void {
    const choices = moves.map((move) => ({ value: move, text: this.#list.wordsOf(move) }))
    choose('Which move?', choices).then(
      (move) => {
        this.#board.clear()
        if (move !== null) this.#commit(move)
      },
      (error: unknown) => {
        this.#failed(error)
      },
    )
  }

  #resign(): void {
    const sure = [{ value: 'resign', text: 'Resign' }]
    choose('Resign the game?', sure).then(
      (answer) => {
        if (answer === 'resign') this.#call('resign', {})
      },
      () => undefined,
    )
  }

  #sit(seat: string): void {
    const name = ownName()
    api.join(this.#own.id, { seat, ...(name && { name }) }).then(
      (joined) => {
        keep({ id: joined.id, seat: joined.seat, token: joined.token })
        location.hash = gameAddress(joined.id, joined.seat)
      },
      (error: unknown) => {
        this.#failed(error)
      },
    )
  }

  #fill(seat: string): void {
    const info = this.#info
    const token = this.#own.token
    if (info === undefined || token === undefined) return
    const filling = async () => {
      const bot = await choose(
        'Which bot?',
        botChoices(info).map((value) => ({ value, text: value.replace(':', ', ') })),
      )
      if (bot === null) return
      await api.fill(this.#own.id, { seat, occupant: occupantOf(info, bot) }, token)
    }
    filling().catch((error: unknown) => {
      this.#failed(error)
    })
  }

  /** Links to one's other seats, and to the game for others. */
  #links(): void {
    const { id } = this.#own
    const others = seatsOf(id).filter(({ seat }) => seat !== this.#seat)
    const codes = JSON.parse(sessionStorage.getItem(`invitations ${id}`) ?? '{}') as Record<
      string,
      string
    >
    const open = Object.entries(codes).filter(([seat]) => this.#people[seat]?.open === 'invitation')
    const items = [
      ...others.map(({ seat }) =>
        h('li', {}, h('a', { href: gameAddress(id, seat) }, `Your other seat: ${seat}`)),
      ),
      ...open.map(([seat, code]) => {
        const link = new URL(`#invite=${encodeURIComponent(code)}`, location.href).href
        return h(
          'li',
          {},
          `For ${seat}: `,
          h('input', { readonly: true, value: link, 'aria-label': `Invitation for ${seat}` }),
        )
      }),
    ]
    this.#invites.replaceChildren(...items)
  }
}
