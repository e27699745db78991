// The server of the guide to tables, as it is written there: real clients, and others.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'

const guide = readFileSync(new URL('../../docs/table.md', import.meta.url), 'utf8')
const [, code] = /```js\n(.*?)```/s.exec(guide)

let folder
let serve

before(async () => {
  assert.ok(code.split('\n').length < 90, 'the guide promises a screen of code')
  // Inside the package, where its own name and its tools are found.
  folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'guide-'))
  const file = join(folder, 'server.mjs')
  writeFileSync(file, code)
  ;({ serve } = await import(pathToFileURL(file).href))
})

after(() => rmSync(folder, { recursive: true }))

/** A server, and how to connect to it; everything ends with the test. */
async function running(t) {
  const { server, open } = serve()
  const sockets = []
  t.after(async () => {
    for (const socket of sockets) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
  })
  await once(server, 'listening')
  const { port } = server.address()

  const client = (path) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    sockets.push(socket)
    const heard = { events: [], answers: [] }
    let changed = () => {}
    socket.on('message', (text) => {
      const { events, ...answer } = JSON.parse(text)
      if (events) heard.events.push(...events)
      else heard.answers.push(answer)
      changed()
    })
    /** Resolves once it has heard what it waits for. */
    const until = async (what) => {
      while (!what(heard)) {
        await new Promise((resolve) => {
          changed = resolve
        })
      }
    }
    const send = async (...call) => {
      const before = heard.answers.length
      socket.send(JSON.stringify(call))
      await until(({ answers }) => answers.length > before)
      return heard.answers.at(-1)
    }
    const told = (kind) => heard.events.filter((event) => event.kind === kind)
    const hears = (kind, count = 1) => until(() => told(kind).length >= count)
    return { socket, heard, until, send, told, hears }
  }
  /** A client whose seat has been told that it is there. */
  const join = async (path) => {
    const joined = client(path)
    await joined.until(({ events }) => events.length > 0)
    return joined
  }
  return { port, open, client, join }
}

test('the server of the guide plays a game', async (t) => {
  const { open, client, join } = await running(t)
  const tokens = open('chess')
  const white = await join(`/${tokens.white}`)
  const black = await join(`/${tokens.black}`)

  assert.equal((await white.send('commit', { move: 'f2f3' })).answer.ended, false)
  assert.equal((await white.send('commit', { move: 'g2g4' })).error, 'not_your_turn')
  assert.equal((await black.send('save')).error, 'unsupported')
  assert.equal((await black.send('commit', { move: 'e7e5' })).answer.ended, false)
  assert.equal((await white.send('commit', { move: 'g2g4' })).answer.ended, false)
  assert.equal((await black.send('commit', { move: 'd8h4' })).answer.ended, true)
  await Promise.all([white.hears('ended'), black.hears('ended')])
  assert.equal(white.told('moved').length, 4)

  // When both have left, nobody gets in any more.
  white.socket.close()
  black.socket.close()
  await Promise.all([once(white.socket, 'close'), once(black.socket, 'close')])
  const late = client(`/${tokens.white}`)
  const [closing] = await once(late.socket, 'close')
  assert.equal(closing, 1008)
})

/** What a scanner, or somebody with ill intent, asks for. */
const PATHS = [
  '/',
  '//',
  '/%E0%A4%A',
  '/%',
  '/one/white',
  '/?since=1',
  '/AAAAAAAAAAAAAAAAAAAAAA',
  '/AAAAAAAAAAAAAAAAAAAAAA?since=99999999999999999999',
  '/__proto__',
  '/..%2f..%2fetc%2fpasswd',
  '/.git/config',
  `/${'a'.repeat(5000)}`,
]

test('scanners find no seat, and harm nobody', async (t) => {
  const { port, open, client, join } = await running(t)
  const tokens = open('chess')
  const white = await join(`/${tokens.white}`)
  for (const path of PATHS) {
    const [closing] = await once(client(path).socket, 'close')
    assert.equal(closing, 1008, path)
  }
  const RAW = [
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'POST /wp-login.php HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'quit\r\n\r\n',
  ]
  for (const bytes of RAW) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(bytes, 'latin1')
    socket.resume()
    await once(socket, 'close')
  }
  // Who has a seat can send nonsense, too.
  const nonsense = [
    '',
    'null',
    '5',
    '[]',
    '{}',
    '["commit"]',
    '["commit",null]',
    '["commit",[1]]',
    '["commit",{"move":{}}]',
    '["commit",{"move":"e2e4","more":1}]',
    '["__proto__",{}]',
    '["commit",{"__proto__":{"seat":"black"}}]',
    '["commit",{"move":1e99}]',
    '["save"]',
    '["take_over",{"occupant":"empty"}]',
    '["undo",{"plies":-1}]',
    'e'.repeat(9000),
  ]
  for (const [i, text] of nonsense.entries()) {
    white.socket.send(text)
    await white.until(({ answers }) => answers.length > i)
    assert.ok(white.heard.answers[i].error, text)
  }
  // It cannot speak for another seat.
  const other = { move: 'e2e4', seat: 'black' }
  assert.equal((await white.send('commit', other)).error, 'invalid_option')
  assert.equal((await white.send('commit', { move: 'e2e4' })).answer.ended, false)
  const flood = await join(`/${tokens.black}`)
  flood.socket.send('x'.repeat(1_000_000))
  const [closing] = await once(flood.socket, 'close')
  assert.equal(closing, 1009)
  await white.hears('disconnected', 3)
  assert.ok((await white.send('view')).answer)
})

test('who reloads is not gone, and misses nothing', async (t) => {
  const { open, join } = await running(t)
  const tokens = open('chess')
  const white = await join(`/${tokens.white}`)
  const black = await join(`/${tokens.black}`)
  await white.send('commit', { move: 'e2e4' })
  await white.hears('moved')
  const seen = white.heard.events.at(-1).seq

  // The new socket is there before the old one is closed.
  const closed = once(white.socket, 'close')
  const again = await join(`/${tokens.white}?since=${seen}`)
  assert.deepEqual((await closed)[0], 4000)
  assert.ok(again.heard.events.every((event) => event.seq >= seen))
  await black.send('commit', { move: 'e7e5' })
  await again.hears('moved')
  const { players } = (await again.send('view')).answer.table
  assert.ok(players.every(({ connected }) => connected))
  // Black was told that White was not there before it came, and nothing since.
  assert.equal(black.told('disconnected').filter(({ seat }) => seat === 'white').length, 1)
})

test('moves of bots come while another bot still thinks', async (t) => {
  const { open, join } = await running(t)
  const tokens = open('bughouse', {
    seed: 1,
    botTimeout: 3_600_000,
    seats: {
      // Without its book, from which it would answer at once.
      'A.black': { bot: 'search', options: { book: false }, movetime: 3_600_000, delay: 0 },
      'B.black': { bot: 'random', delay: 0 },
    },
  })
  assert.deepEqual(Object.keys(tokens), ['A.white', 'B.white'])
  const person = await join(`/${tokens['A.white']}`)
  const other = await join(`/${tokens['B.white']}`)
  assert.ok((await person.send('commit', { move: 'A:e2e4' })).answer)
  // A.black thinks for an hour; on the other board each move is answered.
  for (const [number, move] of ['B:e2e4', 'B:g1f3'].entries()) {
    assert.ok((await other.send('commit', { move })).answer)
    await person.hears('moved', 3 + 2 * number)
  }
  assert.ok(person.told('moved').every(({ seat }) => seat !== 'A.black'))
})

test('flags fall and people are missed without a word', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  const { open, join } = await running(t)

  const clocked = open('chess', { clock: { base: 5_500 } })
  const white = await join(`/${clocked.white}`)
  const black = await join(`/${clocked.black}`)
  await white.send('commit', { move: 'e2e4' })
  await black.hears('moved')
  t.mock.timers.tick(5_499)
  assert.equal((await black.send('view')).answer.table.status, 'playing')
  t.mock.timers.tick(1)
  await Promise.all([white.hears('ended'), black.hears('ended')])
  assert.equal(black.told('ended')[0].reason, 'timeout')

  const tokens = open('chess')
  const stays = await join(`/${tokens.white}`)
  const leaves = await join(`/${tokens.black}`)
  leaves.socket.close()
  await stays.hears('disconnected', 3)
  t.mock.timers.tick(59_000)
  assert.equal((await stays.send('view')).answer.table.status, 'playing')
  t.mock.timers.tick(1_000)
  await stays.hears('ended')
  assert.equal(stays.told('ended')[0].reason, 'abandoned')
})
