// Programs of others at the seats of tables.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { BoardwrightError, ExternalEngine, Game, Table } from '../index.mjs'

/** A program that speaks a protocol by this package. */
const OURS = [process.execPath, fileURLToPath(new URL('fixtures/program.mjs', import.meta.url))]

/** The command of a program that answers `go` in its own way. */
const script = (go) => [
  'sh',
  '-c',
  `while read -r line; do
    case "$line" in
        uci) echo "id name fake 1"; echo "option name Level type spin"; echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        go*) ${go} ;;
    esac
done`,
]

const refused = (code, word) => (error) => {
  assert.ok(error instanceof BoardwrightError, String(error))
  assert.equal(error.code, code)
  if (word !== undefined) assert.match(error.message, word)
  return true
}

test('a program plays a whole game', async () => {
  const options = { options: { Hash: 1 } }
  const engine = await ExternalEngine.start('chess', [...OURS, 'uci'], options)
  assert.match(engine.name, /^Boardwright/)
  assert.deepEqual([engine.protocol, engine.game], ['uci', new Game('chess')])
  const seats = { white: { bot: 'random' }, black: { bot: engine, nodes: 30 } }
  const table = new Table('chess', { seats, seed: 1 })
  await table.runBots()
  assert.ok(table.outcome)
  const [, black] = table.reveal().seats
  assert.ok(black.thoughts.length > 3 && black.thoughts.every((thought) => thought.nodes > 0))
  // Its seat is free for the next table.
  const again = new Table('chess', { seats: { black: engine }, seed: 1 })
  again.dispose()
  engine.close()
  assert.throws(() => new Table('chess', { seats: { black: engine } }), refused('bot_failed'))
})

test('a program plays Boost through BEI', async () => {
  const game = new Game('boost')
  const settings = { protocol: 'bei', options: { depth: 1 } }
  const engine = await ExternalEngine.start(game, [...OURS, 'bei'], settings)
  const seats = { 0: { bot: 'random' }, 1: { bot: engine, name: 'Bea' } }
  const table = new Table('boost', { seats, seed: 1 })
  await table.runBots()
  assert.ok(table.outcome)
  const { events } = table.events(1)
  assert.ok(!events.some((event) => event.kind === 'bot_failed'))
  engine.close()
})

test('a program that fails costs it the move', async () => {
  for (const [go, why] of [
    ['exit 3', /it (ended|closed its output)/],
    ['echo bestmove e9e5', /it answered/],
    [':', /there was no answer within 20 ms/],
  ]) {
    const engine = await ExternalEngine.start('chess', script(go))
    const seats = { black: { bot: engine, delay: 0 } }
    const table = new Table('chess', { seats, botTimeout: go === ':' ? 20 : 60_000 })
    for (const move of ['e2e4', 'a2a3']) {
      table.commit('white', move)
      await table.runBots()
      assert.equal(table.view('white').to_move, 'white')
    }
    const failed = table.events('black').events.filter((event) => event.kind === 'bot_failed')
    assert.equal(failed.length, 2)
    for (const { reason } of failed) assert.match(reason, why)
    engine.close()
  }
})

test('a program takes over and answers for a loaded table', async () => {
  const engine = await ExternalEngine.start('chess', script('echo bestmove e7e5'))
  const table = new Table('chess', { seed: 1 })
  table.takeOver('black', { bot: engine, delay: 0 })
  assert.throws(() => new Table('chess', { seats: { white: engine } }), refused('bot_busy'))
  const saved = table.save()
  table.dispose()
  const loaded = Table.load(saved)
  loaded.attend('black', engine)
  loaded.commit('white', 'e2e4')
  await loaded.runBots()
  assert.deepEqual(
    loaded.moves().moves.map(({ move }) => move),
    ['e2e4', 'e7e5'],
  )
  engine.close()
})

test('programs that cannot play are refused', async () => {
  const start = (...args) => ExternalEngine.start(...args)
  for (const game of ['blind', 'jarls']) {
    await assert.rejects(start(game, 'sh'), refused('unsupported', new RegExp(game)))
  }
  await assert.rejects(start('crazyhouse', script(':')), refused('unsupported', /crazyhouse/))
  await assert.rejects(start('chess', '/nowhere/at-all'), refused('invalid_option', /nowhere/))
  const nope = { options: { Nope: 1 } }
  await assert.rejects(start('chess', script(':'), nope), refused('invalid_option', /Level/))
  const usi = { protocol: 'usi' }
  await assert.rejects(start('chess', 'sh', usi), refused('invalid_option', /protocol/))
  for (const command of [[], [1], null, 5, {}]) {
    await assert.rejects(start('chess', command), refused('invalid_option', /command/))
  }
  await assert.rejects(start(1, 'sh'), refused('invalid_option'))
  await assert.rejects(start('chess', 'sh', { movetime: 5 }), refused('invalid_option', /movetime/))
  const aborted = AbortSignal.abort(new Error('enough'))
  await assert.rejects(start('chess', script(':'), { signal: aborted }), /enough/)
  const engine = await start('chess', script(':'))
  const other = () => new Table('crazyhouse', { seats: { white: engine } })
  assert.throws(other, refused('invalid_option', /chess/))
  assert.throws(() => new Table('chess').attend('white', engine), refused('unsupported'))
  assert.throws(() => new ExternalEngine(), refused('unsupported'))
  // Nothing that a client sends names a program.
  for (const payload of [{ bot: 'ExternalEngine' }, { bot: { command: ['sh'] } }]) {
    assert.throws(() => new Table('chess').takeOver('white', payload), BoardwrightError)
  }
  engine.close()
})
