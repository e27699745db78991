// The methods of `boardwright/chess` beside those of chess.js, in one run.
//
//   node bench/chess-js.mjs [--json] [--rounds N]
//
// Each round calls a method once on each of many positions that nobody has asked yet, so that
// nothing is remembered; the figures are medians of the rounds.

import { parseArgs } from 'node:util'
import * as ours from '../chess.mjs'
import * as theirs from 'chess.js'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '15' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds takes an integer of at least 1')
  process.exit(2)
}

/** Numbers from 0 to below 1, the same in each run. */
function generator(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
}

/** A random game of so many plies at most: its moves in SAN, its positions and its PGN. */
function played(seed, plies) {
  const random = generator(seed)
  const chess = new ours.Chess()
  const fens = []
  while (chess.history().length < plies && !chess.isGameOver()) {
    fens.push(chess.fen())
    const moves = chess.moves()
    chess.move(moves[Math.floor(random() * moves.length)])
  }
  return { fens, moves: chess.history(), pgn: chess.pgn() }
}

const GAMES = Array.from({ length: 4 }, (_, seed) => played(seed + 1, 80))
const FENS = GAMES.flatMap(({ fens }) => fens)
const MOVES = GAMES.flatMap(({ moves }) => moves)

/** New games at all positions. */
const fresh = ({ Chess }) => FENS.map((fen) => new Chess(fen))

/** A random game as programs play it, by lists of moves and questions after the end. */
function random({ Chess }, seed) {
  const draw = generator(seed)
  const chess = new Chess()
  for (let ply = 0; ply < 80 && !chess.isGameOver(); ply++) {
    // The orders of the lists differ, and the games would with them.
    const moves = chess.moves().sort()
    chess.move(moves[Math.floor(draw() * moves.length)])
  }
  return chess.fen()
}

/** Measurements: each has what is made before, and a call with each of those. */
const CASES = [
  ['moves()', fresh, (chess) => chess.moves()],
  ['moves({ verbose: true })', fresh, (chess) => chess.moves({ verbose: true })],
  ['moves({ square })', fresh, (chess) => chess.moves({ square: 'e2', verbose: true })],
  ['move(san)', fresh, (chess, at) => chess.move(MOVES[at])],
  ['fen() after move(san)', moved, (chess) => chess.fen()],
  ['isGameOver()', fresh, (chess) => chess.isGameOver()],
  ['isCheck()', moved, (chess) => chess.isCheck()],
  ['attackers(square)', moved, (chess) => chess.attackers('e4')],
  ['board()', moved, (chess) => chess.board()],
  ['new Chess(fen)', (library) => FENS.map((fen) => [library, fen]), load],
  ['move(san), a whole game', (library) => GAMES.map(({ moves }) => [library, moves]), replay],
  ['a random game', (library) => [1, 2, 3].map((seed) => [library, seed]), game],
  ['loadPgn(pgn)', (library) => GAMES.map(({ pgn }) => [new library.Chess(), pgn]), loadPgn],
  ['pgn()', loaded, (chess) => chess.pgn()],
  ['history({ verbose: true })', loaded, (chess) => chess.history({ verbose: true })],
  ['perft(3)', ({ Chess }) => [new Chess()], (chess) => chess.perft(3)],
]

/** New games after a move, so many that calls which are soon over can be measured. */
function moved(library) {
  return Array.from({ length: 6 }, () => fresh(library)).flatMap((games) => {
    for (const [at, chess] of games.entries()) chess.move(MOVES[at])
    return games
  })
}

function loaded({ Chess }) {
  return GAMES.map(({ pgn }) => {
    const chess = new Chess()
    chess.loadPgn(pgn)
    return chess
  })
}

function load([{ Chess }, fen]) {
  return new Chess(fen)
}

function game([library, seed]) {
  return random(library, seed)
}

function replay([library, moves]) {
  const chess = new library.Chess()
  for (const move of moves) chess.move(move)
}

function loadPgn([chess, pgn]) {
  return chess.loadPgn(pgn)
}

/** Microseconds of one call, from one round, of the processor: others may use it as well. */
function measure(library, prepare, call) {
  const each = prepare(library)
  const began = process.cpuUsage()
  for (let at = 0; at < each.length; at++) call(each[at], at)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / each.length
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

const results = []
for (const [what, prepare, call] of CASES) {
  const samples = { ours: [], theirs: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const [name, library] of Object.entries({ ours, theirs })) {
      const taken = measure(library, prepare, call)
      // The first round warms up.
      if (round > 0) samples[name].push(taken)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const own = median(samples.ours)
  const peer = median(samples.theirs)
  results.push({ what, boardwright: own, 'chess.js': peer, ratio: peer / own })
}

if (values.json) console.log(JSON.stringify(results))
else {
  console.log(
    `${'µs a call'.padEnd(28)}${'boardwright'.padStart(12)}${'chess.js'.padStart(12)}   ratio`,
  )
  for (const { what, boardwright, 'chess.js': peer, ratio } of results) {
    const figures = [boardwright, peer].map((figure) => figure.toFixed(2).padStart(12)).join('')
    console.log(`${what.padEnd(28)}${figures}${ratio.toFixed(1).padStart(8)}`)
  }
}
