// Records: reading, damage, writing, two boards, columns.

import assert from 'node:assert/strict'
import { createReadStream, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import {
  Game,
  NO_CLOCK,
  NO_RESULT,
  GameRecord,
  Table,
  moveText,
  parseEpd,
  readColumns,
  readGames,
  start,
} from 'boardwright'
import { FULL, throwsCode } from './helpers.mjs'

const FOLDER = new URL('../../tests/records/', import.meta.url)
const FILE = fileURLToPath(new URL('games.pgn', FOLDER))
const TOLD = JSON.parse(readFileSync(new URL('games.json', FOLDER), 'utf8'))
const GAMES = readFileSync(FILE)

/** The findings of a reader, as the shared vectors have them. */
function plain(found) {
  if (!(found instanceof GameRecord)) {
    const { line, from, kind } = found
    return { line, from, kind }
  }
  return {
    line: found.line,
    game: found.game.name,
    tags: { ...found.tags },
    result: found.result,
    tree: found.tree('san'),
    end: found.state().notation,
  }
}

test('vectors are read as in every language', async () => {
  const chunks = []
  for (let i = 0; i < GAMES.length; i += 11) chunks.push(GAMES.subarray(i, i + 11))
  for (const source of [
    FILE,
    new URL('games.pgn', FOLDER),
    GAMES,
    gzipSync(GAMES),
    chunks,
    [GAMES.toString()],
    `${FILE}.gz`,
    `${FILE}.zst`,
  ]) {
    const found = [...readGames(source, { onDamage: 'yield' })]
    assert.deepEqual(found.map(plain), TOLD)
  }
  for (const source of [
    FILE,
    chunks,
    createReadStream(FILE, { highWaterMark: 100 }),
    createReadStream(`${FILE}.zst`),
  ]) {
    const found = []
    for await (const item of readGames(source, { onDamage: 'yield' })) found.push(plain(item))
    assert.deepEqual(found, TOLD)
  }
  throwsCode('unsupported', () => [...readGames(createReadStream(FILE))])
})

test('damage is thrown, left out or told', async () => {
  const reader = readGames(GAMES)
  const games = reader[Symbol.iterator]()
  assert.equal(games.next().value.tags.Event, 'Annotated')
  throwsCode('invalid_notation', () => games.next())
  assert.equal(games.next().value.tags.Event, 'Chess960')
  const told = []
  const kept = [...readGames(GAMES, { onDamage: (damage) => told.push(damage) })]
  const damages = TOLD.filter(({ kind }) => kind !== undefined)
  assert.deepEqual(told.map(plain), damages)
  assert.equal(kept.length, TOLD.length - damages.length)
  assert.equal([...readGames(GAMES, { onDamage: 'skip' })].length, kept.length)
  await assert.rejects(async () => {
    for await (const record of readGames(GAMES)) assert.ok(record.line > 0)
  }, /line 1/)
})

test('a loop that is left closes its source', async () => {
  const closed = []
  function* now() {
    try {
      for (;;) yield '1. e4 *\n\n'
    } finally {
      closed.push('now')
    }
  }
  async function* later() {
    try {
      for (;;) yield '1. e4 *\n\n'
    } finally {
      closed.push('later')
    }
  }
  for (const record of readGames(now())) {
    assert.equal(record.line, 1)
    break
  }
  for await (const record of readGames(later())) {
    assert.equal(record.line, 1)
    break
  }
  assert.deepEqual(closed, ['now', 'later'])
})

test('wrong arguments are refused', async () => {
  throwsCode('invalid_option', () => readGames(5))
  throwsCode('invalid_option', () => readGames('/nowhere/at.all'))
  throwsCode('invalid_option', () => readGames(GAMES, { onDamage: 'ignore' }))
  throwsCode('invalid_option', () => readGames(GAMES, { on_damage: 'skip' }))
  throwsCode('unknown_game', () => readGames(GAMES, { game: 'go' }))
  throwsCode('invalid_option', () => [...readGames([5])])
  const cut = gzipSync(GAMES).subarray(0, 400)
  throwsCode('invalid_option', () => [...readGames(cut, { onDamage: 'skip' })])
  await assert.rejects(readColumns(GAMES, { game: 'bughouse' }), { code: 'unsupported' })
  await assert.rejects(readColumns(GAMES, { threads: 0 }), { code: 'invalid_option' })
  await assert.rejects(readColumns(GAMES), { code: 'invalid_notation' })
})

test('records are written and read again', () => {
  const [record] = readGames(GAMES, { onDamage: 'skip' })
  const [again] = readGames([record.pgn()])
  assert.deepEqual(again.tree(), record.tree())
  const made = GameRecord.of(record.start, record.tree(), {
    tags: record.tags,
    result: record.result,
  })
  assert.equal(made.pgn(), record.pgn())
  assert.equal(`${record}`, record.pgn())
  const line = GameRecord.of(start('chess'), ['e4', 'e5'], {
    style: 'san',
    result: '*',
    clocks: [1000, null],
    comments: [null, 'symmetrical'],
  })
  assert.ok(line.pgn().endsWith('1. e4 {[%clk 0:00:01]} 1... e5 {symmetrical} *\n\n'))
  assert.deepEqual(line.clocks, [1000, null])
  throwsCode('illegal_move', () => GameRecord.of(start('chess'), ['e2e4', 'e2e4']))
  throwsCode('invalid_option', () => GameRecord.of(start('chess'), ['e2e4'], { clocks: [] }))
  throwsCode('invalid_option', () => record.state(1000))
})

/** A generator of numbers below 1, the same for the same seed. */
function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function someGame(game, draw) {
  const pick = (list) => list[Math.floor(draw() * list.length)]
  let state = start(game)
  const moves = []
  const length = Math.floor(draw() * 50)
  while (moves.length < length) {
    const legal = state.legalMoves()
    if (legal.length === 0) break
    moves.push(pick(legal))
    state = state.play(moves.at(-1))
  }
  return GameRecord.of(start(game), moves, {
    tags: game === 'bughouse' ? { WhiteA: 'Ann', BlackB: 'Ben' } : { White: 'Größe' },
    result: pick(['1-0', '0-1', '1/2-1/2', '*']),
    clocks: moves.map(() => pick([null, Math.floor(draw() * 180_000)])),
    comments: moves.map(() => pick([null, null, 'C: sit'])),
  })
}

test('games of two boards are written and read again', () => {
  const draw = random(23)
  const records = Array.from({ length: FULL ? 10_000 : 100 }, () => someGame('bughouse', draw))
  const again = [...readGames(records.map((record) => record.pgn()))]
  assert.equal(again.length, records.length)
  for (const [i, record] of records.entries()) {
    assert.equal(again[i].game.name, 'bughouse')
    assert.deepEqual(again[i].tree(), record.tree())
    assert.equal(again[i].result, record.result)
  }
})

test('columns are what a loop over records finds', async () => {
  const draw = random(5)
  const texts = Array.from({ length: 30 }, (_, i) =>
    someGame(i % 2 ? 'chess' : 'crazyhouse', draw).pgn(),
  )
  texts.push('1. e4 e4 *\n\n')
  const records = [...readGames(texts, { onDamage: 'skip' })]
  const results = { '1-0': 1, '0-1': -1, '1/2-1/2': 0, '*': NO_RESULT }
  for (const threads of [1, 3]) {
    const told = []
    const columns = await readColumns(texts, {
      headers: ['White', 'Nothing'],
      boards: true,
      fens: true,
      starts: true,
      threads,
      onDamage: 'skip',
      progress: (bytes) => told.push(bytes),
    })
    assert.equal(columns.length, 30)
    assert.deepEqual(
      [...columns.headers.White],
      records.map(({ tags }) => tags.White),
    )
    assert.equal(columns.headers.Nothing.at(-1), '')
    assert.deepEqual(
      [...columns.results],
      records.map(({ result }) => results[result]),
    )
    assert.deepEqual(
      [...columns.clocks],
      records.flatMap(({ clocks }) => clocks.map((clock) => clock ?? NO_CLOCK)),
    )
    for (const [i, record] of records.entries()) {
      const [from, to] = [columns.plyOffsets[i], columns.plyOffsets[i + 1]]
      const codes = [...columns.moves.subarray(from, to)]
      assert.deepEqual(
        codes.map((code) => moveText(code, record.game)),
        record.moves(),
      )
      assert.equal(columns.fens.at(to + i), record.state().notation)
    }
    assert.equal(columns.boards.length, 64 * (columns.moves.length + 30))
    assert.equal(columns.damages.length, 1)
    assert.ok(told.length > 0)
    assert.equal(told.at(-1), Buffer.byteLength(texts.join('')))
  }
  throwsCode('unsupported', () => moveText(0, 'bughouse'))
  throwsCode('invalid_option', () => moveText(70_000))
  assert.equal(moveText((12 << 6) | 28, new Game('chess')), 'e2e4')
})

test('columns stop when they are aborted', async () => {
  const reason = new Error('enough')
  await assert.rejects(readColumns(GAMES, { signal: AbortSignal.abort(reason) }), reason)
})

const EPD = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - '

test('EPD is read and written', () => {
  const line = `${EPD}bm Ng5 O-O; ce -35; id "a; \\"b\\""; odd x "y z"; noop; hmvc 4;`
  const { state, operations } = parseEpd(line)
  assert.deepEqual(operations, {
    bm: ['f3g5', 'e1g1'],
    ce: -35,
    id: 'a; "b"',
    odd: ['x', '"y z"'],
    noop: [],
    hmvc: 4,
  })
  assert.equal(state.notation, `${EPD}4 1`)
  assert.equal(state.epd(operations), line)
  assert.equal(state.epd(), `${EPD}hmvc 4;`)
  const san = new Game('chess').parseEpd(line, { style: 'san' })
  assert.deepEqual(san.operations.bm, ['Ng5', 'O-O'])
  assert.equal(san.state.epd(san.operations), line)
  assert.equal(san.state.epd({ bm: 'O-O', n: null, m: [3] }), `${EPD}bm O-O; n; m 3; hmvc 4;`)
  const drop = '4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6+;'
  const dropped = parseEpd(drop, { game: 'crazyhouse' })
  assert.deepEqual(dropped.operations, { bm: ['N@f6'] })
  assert.equal(dropped.state.epd(dropped.operations), drop)
  const castling = parseEpd('4k3/8/8/8/8/8/8/5KR1 w G - bm O-O;', { chess960: true })
  assert.deepEqual(castling.operations, { bm: ['f1g1'] })
})

test('errors of EPD name the column', () => {
  for (const [rest, column, code] of [
    ['bm Ng6;', EPD.length + 4, 'illegal_move'],
    ['ce x;', EPD.length + 4, 'invalid_notation'],
    ['bm Ng5', EPD.length + 7, 'invalid_notation'],
  ]) {
    const named = new RegExp(`EPD, column ${column}: `)
    assert.throws(() => parseEpd(EPD + rest), { code, message: named })
  }
  const state = start('chess')
  throwsCode('illegal_move', () => state.epd({ bm: 'Ke3' }))
  throwsCode('invalid_option', () => state.epd({ ce: 'x' }))
  throwsCode('invalid_option', () => state.epd(5))
  throwsCode('invalid_option', () => parseEpd(5))
  throwsCode('unsupported', () => parseEpd(EPD, { style: 'long' }))
  throwsCode('unknown_game', () => parseEpd(EPD, { game: 'chesss' }))
  for (const name of ['boost', 'blind', 'bughouse']) {
    throwsCode('unsupported', () => start(name).epd())
  }
  for (let cut = 0; cut < EPD.length + 6; cut += 1) {
    try {
      parseEpd(`${EPD}bm Ng5;`.slice(0, cut))
    } catch (error) {
      assert.ok(['invalid_notation', 'illegal_move'].includes(error.code), error)
    }
  }
})

test('states and tables are written with tags', () => {
  const state = start('chess').play('e2e4')
  const text = state.pgn({ White: 'Ann' })
  assert.ok(text.includes('[White "Ann"]') && text.endsWith('1. e4 *\n\n'))
  throwsCode('invalid_option', () => state.pgn({ Round: 2 }))
  throwsCode('unsupported', () => start('boost').pgn())
  const table = new Table('chess', { clock: { base: 60_000 } })
  table.tick(0)
  table.commit('white', 'e2e4', { now: 500 })
  const [record] = readGames([table.pgn({ White: 'Ann', Black: 'Ben' })])
  assert.deepEqual([record.tags.White, record.tags.Black, record.result], ['Ann', 'Ben', '*'])
  assert.deepEqual(record.clocks, [59_500])
  throwsCode('hidden_information', () => new Table('blind').pgn())
})

test('a source of columns is read as it comes', async () => {
  const words = 'words '.repeat(600)
  const game = Buffer.from(`[White "Ann"]\n\n1. e4 {[%clk 0:03:00]} e5 {${words}} 1-0\n\n`)
  const part = Buffer.concat(Array(100).fill(game))
  let given = 0
  let closed
  const parts = async function* (times, first = '') {
    try {
      yield first
      for (let i = 0; i < times; i += 1) {
        given += part.length
        yield part
      }
    } finally {
      closed = true
    }
  }
  const told = []
  const columns = await readColumns(parts(40), { progress: (bytes) => told.push([bytes, given]) })
  assert.equal(columns.length, 4000)
  // The first parts were worked before the last were asked for.
  assert.ok(told[0][1] < part.length * 40)
  assert.equal(told.at(-1)[0], part.length * 40)
  const whole = await readColumns(Buffer.concat(Array(40).fill(part)))
  assert.deepEqual(columns.moves, whole.moves)
  assert.equal((await readColumns([])).length, 0)
  ;[given, closed] = [0, false]
  await assert.rejects(readColumns(parts(1000, '1. e4 e6 2. Qxe8 0-1\n\n')), {
    code: 'invalid_notation',
  })
  assert.ok(closed && given < part.length * 100)
  const broken = async function* () {
    yield '1. e4 e5 1-0\n\n'
    throw new Error('gone')
  }
  await assert.rejects(readColumns(broken()), /gone/)
  await assert.rejects(readColumns([5]), { code: 'invalid_option' })
  const controller = new AbortController()
  const endless = async function* () {
    for (;;) {
      controller.abort()
      yield part
    }
  }
  await assert.rejects(readColumns(endless(), { signal: controller.signal }), {
    name: 'AbortError',
  })
})
