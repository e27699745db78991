// The example of the README in a real Fastify, with real clients.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Bot, configure, start } from 'boardwright'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const code = [...readme.matchAll(/^```js\n(.*?)^```$/gms)]
  .map(([, block]) => block)
  .find((block) => block.includes("from 'fastify'"))

let folder
let app
let gone
let port

before(async () => {
  folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'fastify-'))
  const file = join(folder, 'server.mjs')
  // What it shows at the end injects a request, after which no route can be added.
  const [server] = code.split('\nconst position')
  writeFileSync(file, `${server}\nexport { app, gone }\n`)
  ;({ app, gone } = await import(pathToFileURL(file).href))
  app.route({ method: ['GET', 'POST'], url: '/think', handler: think })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = app.server.address().port
})

after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => configure({ threads: 2 }))

/** What became of the last search of `think`. */
let thought

async function think(request, reply) {
  const limits = request.query.long ? {} : { nodes: 2000 }
  thought = new Bot('search', { game: 'chess' })
    .decide(start('chess'), { ...limits, signal: gone(reply) })
    .then(({ move }) => ({ move }))
  thinking?.()
  return thought
}
let thinking

const BODY = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }

test('requests of all kinds are answered', async () => {
  const url = `http://127.0.0.1:${port}`
  for (const options of [{}, { method: 'POST' }, { method: 'POST', ...BODY }]) {
    const response = await fetch(`${url}/think`, options)
    assert.ok((await response.json()).move, JSON.stringify(options))
  }
  const decide = async (body) => {
    const response = await fetch(`${url}/decide`, { ...BODY, method: 'POST', body })
    return [response.status, await response.json()]
  }
  const [status, { move }] = await decide(JSON.stringify({ position: start('chess').notation }))
  assert.equal(status, 200)
  assert.ok(start('chess').legalMoves().includes(move))
  for (const body of ['{}', '{"position":5}', '{"position":"x"}', 'null']) {
    assert.equal((await decide(body))[0], 400, body)
  }
})

test('who goes away stops the search', async () => {
  configure({ threads: 1 })
  for (const options of [{ method: 'GET' }, { method: 'POST', ...BODY }]) {
    const began = new Promise((resolve) => {
      thinking = resolve
    })
    const { body, ...rest } = options
    const client = request({ port, host: '127.0.0.1', path: '/think?long=1', ...rest })
    client.on('error', () => {})
    client.end(body)
    await began
    const closed = new Promise((resolve) => client.on('close', resolve))
    client.destroy()
    await closed
    await assert.rejects(thought, { name: 'AbortError' })
    // It would go on for ever; with one thread the next is answered only if it does not.
    const bot = new Bot('search', { game: 'chess' })
    assert.ok((await bot.decide(start('chess'), { nodes: 100 })).move)
  }
})
