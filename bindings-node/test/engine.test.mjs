// Engines that speak a protocol in this process, and the controller of BEI.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BeiController, Engine, parse, protocols, start, version } from 'boardwright'
import { program, rejectsCode, throwsCode, turn } from './helpers.mjs'

/** The circle of the first player is complete with c5e5. */
const NEARLY = 'pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_a_-'
/** A position that no opening book knows. */
const OPEN = 'pppp1p1pp/9/6p2/9/4D4/9/2P6/9/PP1PP1PPP_a_-'

/** Keeps what is told, in order, until it is asked for. */
function mailbox() {
  const came = []
  const waiting = []
  return {
    came,
    put(value) {
      if (waiting.length > 0) waiting.shift()(value)
      else came.push(value)
    },
    next: () =>
      came.length > 0 ? Promise.resolve(came.shift()) : new Promise((done) => waiting.push(done)),
    async until(start) {
      for (;;) {
        const line = await this.next()
        if (line.startsWith(start)) return line
      }
    },
  }
}

test('every protocol answers', async () => {
  assert.deepEqual(protocols().slice(0, 3), ['uci', 'ubi', 'bei'])
  for (const protocol of protocols()) {
    const lines = mailbox()
    const engine = new Engine(protocol, lines.put).ref()
    engine.send(protocol)
    await lines.until(`${protocol}ok`)
    engine.send('isready\nquit\nisready')
    assert.equal(await lines.until('readyok'), 'readyok')
    assert.equal(engine.closed, true)
    assert.equal(engine.protocol, protocol)
    await turn()
    assert.deepEqual(lines.came, [])
  }
})

test('a search blocks neither lines nor the event loop', async () => {
  const lines = mailbox()
  const engine = new Engine('uci', lines.put).ref()
  engine.send('position startpos\ngo infinite')
  engine.send('isready')
  await lines.until('readyok')
  for (let i = 0; i < 100; i++) await turn()
  engine.send('stop')
  await lines.until('bestmove')
  engine.close()
})

test('what is wrong is an error or a line', async () => {
  throwsCode('unsupported', () => new Engine('ucci', () => {}))
  throwsCode('invalid_option', () => new Engine(3, () => {}))
  throwsCode('invalid_option', () => new Engine('uci'))
  const lines = mailbox()
  const engine = new Engine('bei', lines.put).ref()
  throwsCode('invalid_option', () => engine.send(7))
  engine.send('nonsense')
  await lines.until('log unknown command')
  engine.close()
  engine.close()
  assert.equal(engine.closed, true)
})

function controller(identifier) {
  const properties = mailbox()
  const moves = mailbox()
  const made = new BeiController(identifier, {
    onProperty: (name, value) => properties.put([name, value]),
    onMove: moves.put,
  })
  return { made, properties, moves }
}

test('the controller tells properties and moves', async () => {
  const { made, properties, moves } = controller()
  made.setDepth(2)
  made.setLine(NEARLY)
  const wanted = { score: 9_999_999, move: 'c5e5', equals: [] }
  assert.deepEqual(await made.think(), wanted)
  assert.deepEqual(moves.came, [wanted])
  const told = Object.fromEntries(properties.came)
  assert.deepEqual(Object.keys(told), ['protocol', 'name', 'author', 'version', 'beiok', 'known'])
  assert.equal(told.protocol, '2.0.0')
  assert.equal(told.version, version)
  // A win counts as the weight says.
  made.setWeight('victory', 500)
  assert.equal((await made.think()).score, 499)
  made.setStrength(3000)
  // One arrangement may not come again, so there is one move left.
  made.newGame('boost-9-9-2-8-2-demo')
  made.setDepth(1)
  made.setLine('p8/9/9/9/9/9/9/9/P8_a_-', ['p8/9/9/9/9/9/9/P8/9_b_-'])
  assert.equal((await made.think()).move, 'a1b1')
  assert.deepEqual(
    properties.came.slice(6).map(([name]) => name),
    ['log', 'known'],
  )
  assert.match(properties.came[6][1], /3000 counts as 2500/)
  made.close()
})

test('a move is discarded that is not wanted', async () => {
  const { made, moves } = controller()
  made.setDepth(100)
  made.setLine(OPEN)
  const discarded = [made.think(), made.think()]
  made.go()
  made.stop({ wantMove: false })
  assert.deepEqual(await Promise.all(discarded), [null, null])
  const kept = made.think()
  made.stop()
  const { move } = await kept
  assert.ok(parse('boost', OPEN).legalMoves().includes(move))
  made.ponder(3)
  made.setDepth(1)
  made.setLine(NEARLY)
  await made.think()
  assert.deepEqual(
    moves.came.map((told) => told.move),
    [move, 'c5e5'],
  )
  made.close()
})

test('promises are settled when it is closed', async () => {
  const { made } = controller()
  made.setDepth(100)
  made.setLine(OPEN)
  const promises = [made.think(), made.think()]
  made.close()
  for (const promise of promises) await rejectsCode('cancelled', promise)
  throwsCode('cancelled', () => made.go())
  await rejectsCode('cancelled', made.think())
  assert.equal(made.closed, true)
})

test('what the controller is told wrongly is typed', async () => {
  const { made, properties } = controller('boost-99-9-2-8-2')
  for (const call of [() => made.go(), () => made.ponder(1), () => made.setLine(OPEN)]) {
    throwsCode('invalid_option', call)
  }
  await rejectsCode('invalid_option', made.think())
  made.newGame('boost-9-9-2-8-2')
  made.newGame('chess')
  throwsCode('invalid_notation', () => made.setLine('pppp5'))
  throwsCode('invalid_notation', () => made.setLine(OPEN, ['pppp5']))
  for (const call of [
    () => made.newGame('two words'),
    () => made.newGame(''),
    () => made.newGame(7),
    () => made.ponder(-1),
    () => made.ponder(),
    () => made.setStrength('strong'),
    () => made.setWeight('pawn', 1.5),
    () => made.setWeight('two words', 1),
    () => made.setDepth(1.5),
    () => made.setLine(OPEN, OPEN),
    () => made.stop({ wantMove: 'no' }),
    () => made.stop({ want: false }),
    () => new BeiController('boost-9-9-2-8-2', { onMove: 3 }),
    () => new BeiController('boost-9-9-2-8-2', { onLine() {} }),
  ]) {
    throwsCode('invalid_option', call)
  }
  // The game that was known is still played.
  made.setDepth(1)
  assert.ok(
    start('boost')
      .legalMoves()
      .includes((await made.think()).move),
  )
  const told = properties.came.map(([name]) => name)
  assert.deepEqual(told.slice(5), ['log', 'unknown', 'known', 'log', 'unknown'])
  made.close()
})

test('engines and controllers that nobody uses are closed', async () => {
  const gone = []
  const registry = new FinalizationRegistry((number) => gone.push(number))
  for (let i = 0; i < 30; i++) {
    const { made } = controller()
    made.setDepth(100)
    made.setLine(OPEN)
    made.go()
    registry.register(made, i)
    await turn()
  }
  const until = Date.now() + 60_000
  while (gone.length < 25 && Date.now() < until) {
    globalThis.gc()
    await turn()
  }
  assert.ok(gone.length >= 25, `${gone.length} of 30 are gone`)
  // Their searches have made room.
  assert.equal(await start('chess').perft(2, { deadline: 60_000 }), 400)
})

test('a program ends while a go is on its way, and not while somebody waits for one', async () => {
  const head = `
    import { BeiController } from 'boardwright'
    const controller = new BeiController()
    controller.setLine('${OPEN}')
  `
  assert.equal(await program(`${head} controller.setDepth(100); controller.go()`), '')
  const waited = `${head} controller.setDepth(3); console.log((await controller.think()).move.length)`
  assert.equal(await program(waited), '4\n')
})

test('what a callback throws is uncaught, and the next line still comes', async () => {
  const printed = await program(`
    import { Engine } from 'boardwright'
    process.on('uncaughtException', (error) => console.log(error.message))
    const engine = new Engine('bei', (line) => {
      if (line === 'readyok') engine.close()
      else throw new Error(line)
    }).ref()
    engine.send('protocol\\nisready')
  `)
  assert.equal(printed, 'log unknown command "protocol"\n')
})
