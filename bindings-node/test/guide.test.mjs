// The server of the guide to tables, as it is written there, with two real clients.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'

const guide = readFileSync(new URL('../../docs/table.md', import.meta.url), 'utf8')
const [, code] = /```js\n(.*?)```/s.exec(guide)

test('the server of the guide plays a game', { timeout: 60_000 }, async (t) => {
  assert.ok(code.split('\n').length < 60, 'the guide promises fewer than 60 lines')
  // Inside the package, where its own name and its tools are found.
  const folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'guide-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'server.mjs')
  writeFileSync(file, code)
  const { serve } = await import(pathToFileURL(file).href)

  const server = serve({ game: 'chess' })
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address()

  const connect = async (seat) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/one/${seat}`)
    const client = { socket, kinds: [], answers: [] }
    socket.on('message', (text) => {
      const { events, ...answer } = JSON.parse(text)
      if (events) client.kinds.push(...events.map((event) => event.kind))
      else client.answers.push(answer)
    })
    await once(socket, 'open')
    return client
  }
  const white = await connect('white')
  const black = await connect('black')
  const until = async (what) => {
    while (!what()) await new Promise((done) => setTimeout(done, 5))
  }
  const send = async (client, ...call) => {
    const before = client.answers.length
    client.socket.send(JSON.stringify(call))
    await until(() => client.answers.length > before)
    return client.answers.at(-1)
  }

  assert.equal((await send(white, 'commit', { move: 'f2f3' })).answer.ended, false)
  assert.equal((await send(white, 'commit', { move: 'g2g4' })).error, 'not_your_turn')
  assert.equal((await send(black, 'save')).error, 'unsupported')
  assert.equal((await send(black, 'commit', { move: 'e7e5' })).answer.ended, false)
  assert.equal((await send(white, 'commit', { move: 'g2g4' })).answer.ended, false)
  assert.equal((await send(black, 'commit', { move: 'd8h4' })).answer.ended, true)
  await until(() => white.kinds.includes('ended') && black.kinds.includes('ended'))
  assert.deepEqual(white.kinds.filter((kind) => kind === 'moved').length, 4)

  const stranger = new WebSocket(`ws://127.0.0.1:${port}/one/green`)
  const [closing] = await once(stranger, 'close')
  assert.equal(closing, 1008)
  for (const { socket } of [white, black]) socket.terminate()
})
