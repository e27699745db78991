// The types as a user of ES modules sees them. Checked by `tsc --strict`, never run.

import {
  type Acted,
  type Analysis,
  arena,
  BeiController,
  type BeiMove,
  BoardwrightError,
  Bot,
  type Columns,
  type Committed,
  Cursor,
  configure,
  type Damage,
  type Decision,
  type Description,
  Engine,
  type ErrorCode,
  errorCodes,
  Game,
  type GameInfo,
  type PresetInfo,
  GameRecord,
  type games,
  type Info,
  type JobQueue,
  type JobResult,
  legalMovesMany,
  legalMovesManyAsync,
  load,
  moveText,
  Observation,
  type Outcome,
  type Playouts,
  parse,
  presets,
  readColumns,
  readGames,
  State,
  start,
  Table,
  type version,
} from 'boardwright'

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function same<A, B>(..._: Same<A, B> extends true ? [] : ['the types differ']): void {}

same<typeof version, string>()
same<typeof errorCodes, readonly ErrorCode[]>()
same<ReturnType<typeof games>, GameInfo[]>()
same<ReturnType<typeof presets>, PresetInfo[]>()

const state: State = start('crazyhouse', { chess960: true, seed: null })
const parsed = parse('chess', state.notation, { history: [state.notation], chess960: false })
same<typeof parsed, State>()
load(state.save()) satisfies State

state.legalMoves() satisfies string[]
state.legalMoves({ seat: 0, style: 'san' }) satisfies string[]
state.legalIds({ seat: 'white' }) satisfies number[]
state.countLegal() satisfies number
state.play('e2e4').play(12, { seat: null }) satisfies State
same<ReturnType<State['tryPlay']>, State | null>()
state.playMany(['e2e4', 3])
state.playMany(new Uint32Array(2))
state.moveText('Nf3', { fromStyle: 'san', style: 'uci' }) satisfies string
state.describe({ seat: 1 }) satisfies Description
state.describeText({ seat: 'white' }) satisfies string
state.moveInWords('Nf3', { style: 'san' }) satisfies string
state.describe().pockets.white
legalMovesMany([state, parsed]) satisfies string[][]

same<State['toMove'], string | null>()
same<State['outcome'], Outcome | null>()
const { outcome } = state
if (outcome !== null) outcome.winner satisfies string | null

const controller = new AbortController()
const { signal } = controller
same<Awaited<ReturnType<State['perft']>>, number>()
await state.perft(4, { threads: 2, hash: 16, deadline: 1000, signal })
same<Awaited<ReturnType<State['divide']>>, Record<string, number>>()
same<Awaited<ReturnType<State['playouts']>>, Playouts>()
await state.playouts(10, { seed: 2n ** 63n, plyLimit: 100, signal: AbortSignal.timeout(5) })

const own = new Bot(
  async ({ candidates, refused }) => candidates[refused.length] ?? { resign: true },
  {
    game: 'chess',
    retryCap: 2,
    botTimeout: 1000,
  },
)
same<typeof own.game, string | null>()
new Table('chess', { seats: { white: own, black: { bot: own, name: 'Ada' } } })
const bot = new Bot('random', { game: new Game('chess'), seed: 1, level: 'strong' })
const decision = await bot.decide(state, { seat: 'white', movetime: 50, nodes: 1000, signal })
same<typeof decision, Decision>()
const observation = state.observe(0)
observation.moveInWords(7) satisfies string
same<typeof observation, Observation>()
await bot.decide(observation)
await bot.decide(state, { clock: { remaining: 100, movesToGo: 3 }, lines: 2, moves: ['e2e4'] })
const analysis = bot.analyse(state, { mate: 3, signal })
analysis satisfies Analysis
for await (const info of analysis) {
  same<typeof info, Info>()
  info.score?.unit satisfies string | undefined
}
same<typeof analysis.decision, Decision | null>()
bot.newGame()

const cursor = new Cursor(state).play('e2e4')
same<typeof cursor, Cursor>()
cursor.undo() satisfies number

const engine = new Engine('uci', (line) => line satisfies string).ref()
engine.send('isready')
const bei = new BeiController('boost-7-7-2-8-2', {
  onMove: (move) => same<typeof move, BeiMove>(),
})
same<Awaited<ReturnType<typeof bei.think>>, BeiMove | null>()
bei.stop({ wantMove: false })

const table = new Table('blind', { options: { rules: 'wild16' }, clock: undefined, seed: null })
const tried = table.commit('white', 'e2e4', { now: 5, style: 'uci' })
same<typeof tried, Committed>()
tried.refused satisfies string | undefined
same<ReturnType<Table['resign']>, Acted>()
for (const event of table.events('white').events) {
  event.seq satisfies number
  if (event.kind === 'draw_offered') event.seat satisfies string
  if (event.kind === 'eliminated') event.cause satisfies string
  if (event.kind === 'ended') event.winners satisfies readonly string[]
  // @ts-expect-error there is no event of that kind
  if (event.kind === 'nothing') stop()
}
table.tick(5).next satisfies number | null
table.view('white').table.players[0]?.connected satisfies boolean | undefined
const stop = table.listen(() => table.events('white', 0, { now: 1 }).events)
same<typeof stop, () => void>()
new Table(state, { grace: 5, now: Date.now() })
same<Awaited<ReturnType<typeof legalMovesManyAsync>>, string[][]>()
await legalMovesManyAsync([state], { style: 'san', signal })

configure({ threads: 4, maxQueue: 100 })
{
  using scratch = state.play('e2e4')
  scratch.key satisfies string
}

try {
  state.play('e2e5')
} catch (error) {
  if (error instanceof BoardwrightError) {
    switch (error.code) {
      case 'illegal_move':
        break
      default:
        error.code satisfies Exclude<ErrorCode, 'illegal_move'>
    }
  }
}

// What must not compile.

// @ts-expect-error States are made by calls.
new State()
// @ts-expect-error Observations are made by calls.
new Observation()
// @ts-expect-error A game is named.
start()
// @ts-expect-error A state has its own options.
new Table(state, { options: { chess960: true } })
// @ts-expect-error There is no such setting.
new Table('chess', { on_abandonned: 'bot' })
// @ts-expect-error There is no such code.
errorCodes.includes('no_such_code')
// @ts-expect-error There is no such option.
state.legalMoves({ styel: 'san' })
// @ts-expect-error A move is a text or an id.
state.play({ from: 'e2', to: 'e4' })
// @ts-expect-error It may be null.
state.tryPlay('e2e4').notation
// @ts-expect-error It is a promise.
state.perft(3).toFixed()
// @ts-expect-error A signal is no text.
state.perft(3, { signal: 'stop' })
// @ts-expect-error States do not change.
state.notation = ''
// @ts-expect-error A bot plays a game.
new Bot('random', { seed: 1 })
// @ts-expect-error Nobody would hear it.
new Engine('uci')

for (const record of readGames('games.pgn')) same<typeof record, GameRecord>()
for await (const found of readGames(new URL('file:///games.pgn'), { onDamage: 'yield' })) {
  same<typeof found, GameRecord | Damage>()
}
const columns = await readColumns(['1. e4 *'], {
  headers: ['White'],
  signal: new AbortController().signal,
})
same<typeof columns, Columns>()
moveText(columns.moves[0] ?? 0, 'chess')
GameRecord.of(start('chess'), ['e2e4', { move: 'e7e5', clock: 1000 }], { result: '*' }).pgn({
  nags: false,
})
// @ts-expect-error There is no such way.
readGames('games.pgn', { onDamage: 'ignore' })

{
  using queue = new arena.JobQueue('match', 'chess', ['random', 'random'], { lease: 1000 })
  same<typeof queue, JobQueue>()
  const job = queue.acquire()
  if (job !== null) {
    const result = await arena.runJob(job, { signal })
    same<typeof result, JobResult>()
    queue.submit(result)?.players satisfies { readonly [seat: string]: string } | undefined
    queue.submit(JSON.stringify(result))
  }
}
// @ts-expect-error Nobody stops it, it is closed.
new arena.JobQueue('match', 'chess', ['random', 'random'], { signal })
