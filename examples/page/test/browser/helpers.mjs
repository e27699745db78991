// Helpers of the browser tests: a server in this process, and people with a browser each.

import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/** The usual places of a Chromium; `CHROMIUM` names another. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that is found; undefined where there is none. */
export const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place))

/** The options of a test that needs a browser. */
export const NEEDS = {
  skip: CHROMIUM === undefined && 'no Chromium: set CHROMIUM to the path of one',
}

/** Limits with which no test is held up. */
const WIDE = {
  frames_per_second: 1e6,
  frames_burst: 1e6,
  requests_per_minute: 1e6,
  creations_per_minute: 1e6,
}

const PAGE = fileURLToPath(new URL('../../dist', import.meta.url))

let launched = null

/** The browser of all tests of a file. */
function started() {
  launched ??= chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  return launched
}

after(async () => {
  const browser = await launched
  await browser?.close()
})

/** A server with the page, which closes with the test, and with it all that people have open. */
export async function serving(t) {
  const { build } = await import('../../../fastify-server/dist/app.js')
  const server = await build({ file: ':memory:', pingEvery: 0, page: PAGE, limits: WIDE })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const faults = []
  const contexts = []
  t.after(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    await server.app.close()
  })
  const http = async (method, path, body, token) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  /** Somebody with storage, and so seats, of their own. */
  const person = async (options = {}) => {
    const browser = await started()
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    contexts.push(context)
    // A wait that never ends is the runner's to end.
    context.setDefaultTimeout(0)
    const page = await context.newPage()
    const frames = []
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    })
    page.on('pageerror', (error) => faults.push(error))
    return new Person(page, address, frames, faults)
  }
  return { ...server, address, http, person, faults }
}

/** Somebody at a page. */
class Person {
  constructor(page, address, frames, faults) {
    this.page = page
    this.address = address
    this.frames = frames
    this.faults = faults
  }

  /** Opens the page at a part of it. */
  async open(hash = '') {
    await this.page.goto(`${this.address}/${hash}`)
  }

  /** Opens a game at the seat of a token. */
  async sit(id, seat, token) {
    await this.page.goto(`${this.address}/api/health`)
    await this.page.evaluate(
      (own) => localStorage.setItem('boardwright-seats', JSON.stringify([own])),
      { id, seat, token },
    )
    await this.open(`#game=${id}&seat=${encodeURIComponent(seat)}`)
    await this.page.locator('[data-boards]').waitFor({ state: 'attached' })
  }

  cell(name) {
    return this.page.locator(`[data-cell="${name}"]`)
  }

  hand(word) {
    return this.page.locator(`[data-hand="${word}"][tabindex="0"]`)
  }

  /** Waits until the text of the status fits. */
  async status(text) {
    await this.page.locator('.status', { hasText: text }).waitFor()
  }

  /** Waits until there is a piece, or none, on a cell. */
  async holds(name, content) {
    const has = content === null ? ':not([data-content])' : `[data-content="${content}"]`
    await this.page.locator(`[data-cell="${name}"]${has}`).waitFor({ state: 'attached' })
  }

  /** Moves by two taps, at the places where the cells are: their elements come anew at any time. */
  async tap(...names) {
    for (const name of names) await this.page.mouse.click(...(await this.centre(name)))
  }

  /** The boxes of what a selector finds, in one step: pictures come anew at any time. */
  async boxes(selector) {
    const found = await this.page.waitForFunction((wanted) => {
      const elements = [...document.querySelectorAll(wanted)]
      if (elements.length === 0) return null
      elements[0].scrollIntoView({ block: 'nearest' })
      return elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y, width, height }
      })
    }, selector)
    return found.jsonValue()
  }

  /** The middle of a cell, or of another thing. */
  async centre(name, selector = `[data-cell="${name}"] > :first-child`) {
    const [{ x, y, width, height }] = await this.boxes(selector)
    return [x + width / 2, y + height / 2]
  }

  /** Moves by dragging. */
  async drag(from, to) {
    const start = typeof from === 'string' ? await this.centre(from) : from
    const end = await this.centre(to)
    const { mouse } = this.page
    await mouse.move(...start)
    await mouse.down()
    await mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 3 })
    await mouse.move(...end, { steps: 3 })
    await mouse.up()
  }
}
