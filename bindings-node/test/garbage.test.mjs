// Ten thousand pieces of garbage for each entry point: the answer is a value or an
// error of the library's, never a crash and never `internal`.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Bot,
  Cursor,
  configure,
  Game,
  games,
  legalMovesMany,
  load,
  parse,
  start,
} from 'boardwright'
import { codeOf, FULL, random } from './helpers.mjs'

// A stack for each of half a million errors is not what is tested.
Error.stackTraceLimit = 0

const TRIES = FULL ? 100_000 : 10_000
const GAMES = games().map((game) => game.name)

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  255,
  256,
  65_536,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e300,
  -1e300,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
]
const BIGINTS = [0n, 1n, -1n, 2n ** 63n, 2n ** 64n, 2n ** 64n - 1n, -(2n ** 64n), 10n ** 400n]
const circle = {}
circle.circle = circle
const OTHERS = [
  null,
  undefined,
  true,
  false,
  Symbol('s'),
  () => {},
  {},
  [],
  [null],
  [[[[[]]]]],
  circle,
  new Date(0),
  new Map([[1, 2]]),
  new Uint8Array(8),
  new Float64Array([Number.NaN, 1e300]),
  new ArrayBuffer(8),
  /x/,
  Promise.resolve(1),
  new Proxy({}, {}),
  Object.create(null),
  { toString: () => 'e2e4' },
  { valueOf: () => 1 },
  { length: 3 },
  { length: 2 ** 40 },
]

/** Makers of garbage, from a seed; `good` are texts that could be mistaken for right. */
function maker(seed, good) {
  const { below, pick } = random(seed)
  const char = () => {
    switch (below(6)) {
      case 0:
        return String.fromCharCode(below(128))
      case 1:
        return String.fromCharCode(0xd800 + below(0x800))
      case 2:
        return String.fromCharCode(below(0x10000))
      case 3:
        return String.fromCodePoint(0x10000 + below(0x100000))
      case 4:
        return pick([...'12345678/[]~ wbKQkq-@=+#x:{}",'])
      default:
        return pick([...'PNBRQKpnbrqkabcdefgh'])
    }
  }
  const noise = () => Array.from({ length: below(pick([4, 20, 200])) }, char).join('')
  const mutated = () => {
    let text = pick(good)
    for (let i = below(4); i >= 0; i--) {
      const at = below(text.length + 1)
      switch (below(4)) {
        case 0:
          text = text.slice(0, at)
          break
        case 1:
          text = text.slice(0, at) + char() + text.slice(at + 1)
          break
        case 2:
          text = text.slice(0, at) + text.slice(at + 1 + below(3))
          break
        default:
          text = text.slice(0, at) + pick(good).slice(below(10)) + text.slice(at)
      }
    }
    return text
  }
  const text = () => pick([noise, mutated, mutated])()
  const huge = () => pick(['8/', 'Q', '\u{1f600}', '[', '9'.repeat(9)]).repeat(30_000)
  const value = () => {
    switch (below(below(500) === 0 ? 10 : 9)) {
      case 0:
      case 1:
      case 2:
        return text()
      case 3:
        return pick(NUMBERS)
      case 4:
        return below(2 ** 32) - 2 ** 31
      case 5:
        return pick(BIGINTS)
      case 6:
      case 7:
        return pick(OTHERS)
      case 8:
        return [value(), pick(OTHERS), text()].slice(0, below(4))
      default:
        return huge()
    }
  }
  /** Named arguments, some of which there are. */
  const named = (names) => {
    if (below(8) === 0) return value()
    const options = {}
    for (const name of names) if (below(2) === 0) options[name] = value()
    if (below(10) === 0) options[pick(['__proto__', 'toString', noise(), ''])] = value()
    return options
  }
  return { below, pick, text, value, named }
}

const states = GAMES.flatMap((name) => {
  const first = start(name)
  return [first, first.play(first.legalMoves()[0])]
})
const moves = states.flatMap((state) =>
  state.game.hidden
    ? state.legalMoves()
    : games()
        .find((game) => game.name === state.game.name)
        .styles.flatMap((style) => state.legalMoves({ style })),
)
const notations = states.map((state) => state.notation)
const saved = states.map((state) => state.save())
const words = [...GAMES, 'random', 'white', 'x', 'uci', 'san', 'true', 'PPQ']
const all = [...moves, ...notations, ...saved, ...words]

const MOVE = ['seat', 'style', 'fromStyle']
const OPTIONS = [
  ...new Set(games().flatMap((game) => game.options.map((option) => option.name))),
  'history',
]

/** What is called with what, by the name of the entry point. */
const CALLS = {
  start: (g) => start(g.pick([...GAMES, g.value()]), g.named(OPTIONS)),
  Game: (g) => new Game(g.pick([...GAMES, g.value()]), g.named(OPTIONS)),
  parse: (g) => parse(g.pick([...GAMES, g.value()]), g.value(), g.named(OPTIONS)),
  'parse, only notations': (g) => parse(g.pick(GAMES), g.text()),
  'Game.parse': (g) => g.pick(states).game.parse(g.value(), g.named(['history'])),
  'Game.parse, history': (g) =>
    g.pick(states).game.parse(g.pick(notations), { history: [g.text()] }),
  'Game.actionText': (g) => g.pick(states).game.actionText(g.value()),
  'Game.equals': (g) => g.pick(states).game.equals(g.value()),
  load: (g) => load(g.value()),
  'load, only saved forms': (g) => load(g.text()),
  legalMovesMany: (g) => legalMovesMany(g.pick([[g.value()], g.value()]), g.named(MOVE)),
  configure: (g) => configure(g.named(['thread', 'queue'])),
  legalMoves: (g) => g.pick(states).legalMoves(g.named(MOVE)),
  legalIds: (g) => g.pick(states).legalIds(g.named(MOVE)),
  countLegal: (g) => g.pick(states).countLegal(g.named(MOVE)),
  play: (g) => g.pick(states).play(g.value(), g.named(MOVE)),
  'play, only texts': (g) => g.pick(states).play(g.text()),
  'play, only SAN': (g) => g.pick(states).play(g.text(), { style: 'san' }),
  tryPlay: (g) => g.pick(states).tryPlay(g.value(), g.named(MOVE)),
  playMany: (g) =>
    g.pick(states).playMany(g.pick([[g.text(), g.value()], g.value()]), g.named(MOVE)),
  moveText: (g) => g.pick(states).moveText(g.value(), g.named(MOVE)),
  actionId: (g) => g.pick(states).actionId(g.value(), g.named(MOVE)),
  report: (g) => g.pick(states).report(g.value(), g.named(MOVE)),
  describe: (g) => g.pick(states).describe(g.named(MOVE)),
  describeText: (g) => g.pick(states).describeText(g.named(MOVE)),
  moveInWords: (g) => g.pick(states).moveInWords(g.value(), g.named(MOVE)),
  'Observation.moveInWords': (g) => g.pick(states).observe(0).moveInWords(g.value()),
  edit: (g) => g.pick(states).edit(g.named(['add', 'remove', 'pocket', 'pockets', 'set'])),
  observe: (g) => g.pick(states).observe(g.value()),
  equals: (g) => g.pick(states).equals(g.value()),
  'Observation.equals': (g) => g.pick(states).observe(0).equals(g.value()),
  Cursor: (g) => new Cursor(g.value()),
  'Cursor.play': (g) => g.pick(states).cursor().play(g.value(), g.named(MOVE)),
  'Cursor.undo': (g) => g.pick(states).cursor().undo(g.value()),
  'Cursor.legalMoves': (g) => g.pick(states).cursor().legalMoves(g.named(MOVE)),
  'Cursor.legalIds': (g) => g.pick(states).cursor().legalIds(g.named(MOVE)),
  'Cursor.countLegal': (g) => g.pick(states).cursor().countLegal(g.named(MOVE)),
  Bot: (g) => new Bot(g.pick(['random', g.value()]), g.named(['game', 'seed', 'level'])),
  'Bot for a game': (g) => new Bot(g.value(), { ...g.named(['seed', 'x']), game: g.pick(GAMES) }),
}

/** Values that would be right in these places would start work without end. */
const safe = (value) => (typeof value === 'number' && value > 3 && value < 2 ** 41 ? -value : value)
const sane = (options) =>
  typeof options === 'object' && options !== null && 'hash' in options
    ? { ...options, hash: safe(options.hash), threads: safe(options.threads) }
    : options
const JOB = ['threads', 'hash', 'deadline', 'signal', 'seed', 'plyLimit']
const DECIDE = [
  ...[
    'seat',
    'movetime',
    'deadline',
    'nodes',
    'depth',
    'mate',
    'lines',
    'moves',
    'clock',
    'clocks',
  ],
  'signal',
]
const CLOCK = ['remaining', 'increment', 'movesToGo']
const bots = GAMES.map((game) => new Bot('random', { game }))

const JOBS = {
  perft: (g) => g.pick(states).perft(safe(g.value()), sane(g.named(JOB))),
  divide: (g) => g.pick(states).divide(safe(g.value()), sane(g.named(JOB))),
  playouts: (g) => g.pick(states).playouts(safe(g.value()), sane(g.named(JOB))),
  decide: (g) =>
    g
      .pick(bots)
      .decide(g.pick([g.value(), g.pick(states), g.pick(states).observe(0)]), g.named(DECIDE)),
  clock: (g) =>
    g.pick(bots).decide(g.pick(states), { clock: g.named(CLOCK), moves: [g.value(), g.text()] }),
  // That wrong arguments are thrown is no difference to who awaits.
  analyse: async (g) => {
    const subject = g.pick([g.value(), g.pick(states), g.pick(states).observe(0)])
    for await (const info of g.pick(bots).analyse(subject, g.named(DECIDE))) info.pv.at(0)
  },
}

/** Fails unless the error is one that garbage may bring about. */
function expected(error, seed) {
  assert.notEqual(codeOf(error), 'internal', `seed ${seed}: ${error.message}`)
}

describe('calls', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    test(name, () => {
      let refused = 0
      for (let seed = 0; seed < TRIES; seed++) {
        try {
          call(maker(seed, all))
        } catch (error) {
          expected(error, seed)
          refused += 1
        }
      }
      const harmless = name.endsWith('equals') || name.startsWith('parse, only')
      assert.ok(harmless || refused > TRIES / 20, `only ${refused} were refused`)
    })
  }
})

describe('jobs', () => {
  for (const [name, call] of Object.entries(JOBS)) {
    test(name, async () => {
      let refused = 0
      for (let seed = 0; seed < TRIES; seed += 100) {
        const jobs = Array.from({ length: 100 }, (_, i) => call(maker(seed + i, all)))
        for (const [i, end] of (await Promise.allSettled(jobs)).entries()) {
          if (end.status === 'fulfilled') continue
          expected(end.reason, seed + i)
          refused += 1
        }
      }
      assert.ok(refused > TRIES / 20, `only ${refused} were refused`)
    })
  }
})

test('afterwards all is well', async () => {
  for (const name of GAMES) assert.equal(await start(name).perft(1), start(name).countLegal())
})
