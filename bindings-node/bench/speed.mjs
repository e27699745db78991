// How fast the package is, and beside it what people use now.
//
//   node bench/speed.mjs [--json] [--rounds N]
//
// Each round runs everything once, so that what disturbs the machine disturbs all of
// them; the figures are medians of the rounds. The peers are installed in this folder
// when they are not there yet.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parse, start, version } from '../index.mjs'
import { PEERS } from './peers.mjs'

const HERE = new URL('.', import.meta.url)
/** For how long each thing runs in a round, in milliseconds. */
const SLICE = 60

const POSITIONS = {
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  kiwipete: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '9' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds takes an integer of at least 1')
  process.exit(2)
}

/** Installs the peers where they are missing; says why where that cannot be done. */
function install() {
  if (existsSync(new URL('node_modules/.package-lock.json', HERE))) return null
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: fileURLToPath(HERE),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.status === 0) return null
  return (npm.error?.message ?? npm.stderr).trim().split('\n')[0]
}

/** Calls a second in one slice. */
function rate(call) {
  let calls = 0
  const began = performance.now()
  let now = began
  while (now - began < SLICE) {
    for (let i = 0; i < 64; i++) call()
    calls += 64
    now = performance.now()
  }
  return (calls * 1000) / (now - began)
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

const missing = []
const uninstalled = install()
if (uninstalled !== null) missing.push(`the peers cannot be installed: ${uninstalled}`)

/** The peers that can be loaded, each with what makes its call for a position. */
const peers = []
for (const peer of PEERS) {
  try {
    const manifest = new URL(`node_modules/${peer.name}/package.json`, HERE)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
    peers.push({ ...peer, version, make: await peer.load() })
  } catch (error) {
    missing.push(`${peer.name}: ${String(error.message).split('\n')[0]}`)
  }
}

/** What runs: a library, a position, what is called. */
const cases = []
for (const [position, fen] of Object.entries(POSITIONS)) {
  const state = parse('chess', fen)
  const own = { library: 'boardwright', position, version }
  cases.push({ ...own, what: 'legalMoves()', run: () => state.legalMoves(), main: true })
  for (const { name, version, call, make } of peers) {
    const run = make(fen)
    const [got, wanted] = [run().length, state.countLegal()]
    if (got === wanted) cases.push({ library: name, version, position, what: call, run })
    else missing.push(`${name}, ${position}: lists ${got} moves instead of ${wanted}`)
  }
  cases.push({ ...own, what: 'legalIds()', run: () => state.legalIds() })
  cases.push({ ...own, what: 'countLegal()', run: () => state.countLegal() })
  cases.push({ ...own, what: "legalMoves({ style: 'san' })", run: san(state) })
  const [move] = state.legalMoves()
  cases.push({ ...own, what: 'play(move)', run: () => state.play(move).dispose() })
  const cursor = state.cursor()
  cases.push({ ...own, what: 'cursor.play(move), undo()', run: () => cursor.play(move).undo() })
}

function san(state) {
  const options = { style: 'san' }
  return () => state.legalMoves(options)
}

for (const each of cases) rate(each.run)
const samples = new Map(cases.map((each) => [each, []]))
for (let round = 0; round < rounds; round++) {
  for (const [each, rates] of samples) {
    rates.push(rate(each.run))
    // What was dropped is freed here and not in somebody else's slice.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const results = cases.map((each) => {
  const perSecond = Math.round(median(samples.get(each)))
  const own = cases.find((other) => other.main && other.position === each.position)
  const peer = each.library !== own.library
  return {
    library: each.library,
    version: each.version,
    position: each.position,
    what: each.what,
    per_second: perSecond,
    // How many times as fast the package is, in the same rounds.
    ratio: peer ? median(samples.get(own)) / median(samples.get(each)) : null,
  }
})

const crazyhouse = start('crazyhouse')
const began = performance.now()
const { plies } = await crazyhouse.playouts(2000, { seed: 1 })
const pliesPerSecond = Math.round((plies * 1000) / (performance.now() - began))

if (values.json) {
  const playouts = { game: 'crazyhouse', threads: 1, plies_per_second: pliesPerSecond }
  console.log(
    JSON.stringify({ node: process.version, rounds, results, playouts, missing }, null, 2),
  )
} else {
  console.log(`Calls a second, medians of ${rounds} rounds, Node ${process.version}\n`)
  for (const position of Object.keys(POSITIONS)) {
    console.log(position)
    for (const result of results.filter((r) => r.position === position)) {
      const name = `${result.library} ${result.version}`.padEnd(18)
      const figure = result.per_second.toLocaleString('en').padStart(12)
      const ratio =
        result.ratio === null ? '' : `   ours is ${result.ratio.toFixed(1)} times as fast`
      console.log(`  ${name} ${result.what.padEnd(29)}${figure}${ratio}`)
    }
    console.log()
  }
  const rate = pliesPerSecond.toLocaleString('en')
  console.log(`random crazyhouse games on one thread: ${rate} plies a second`)
  for (const line of missing) console.log(`not measured: ${line}`)
}
