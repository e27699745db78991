// `boardwright/chess` beside chess.js, method by method: random games, moves and positions as
// people write them, and texts that are none. Known differences are those of docs/chess-js.md.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as ours from 'boardwright/chess'
import * as theirs from 'chess.js'
import { FULL } from './helpers.mjs'

const GAMES = FULL ? 200 : 14
const { SQUARES } = theirs

/** Draws that are the same in each run. */
function chance(seed) {
  const next = theirs.xoroshiro128((BigInt(seed) << 64n) | 0x9e3779b97f4a7c15n)
  const below = (limit) => Number(next() % BigInt(limit))
  return { below, one: (list) => list[below(list.length)] }
}

/** A value without its class; the moves of a list in one order. */
function plain(value) {
  if (value instanceof ours.Move || value instanceof theirs.Move) return { ...value }
  if (!Array.isArray(value)) return value
  return value.map(plain)
}

/** The answer of a call, or the message that it throws. */
function outcome(chess, call) {
  try {
    return { value: plain(call(chess)) }
  } catch (error) {
    return { message: error.message }
  }
}

/** Calls both, and compares what comes of it. */
function same(pair, what, call, normal = (value) => value) {
  const [got, wanted] = pair.map((chess) => outcome(chess, call))
  const context = `${what} at ${pair[1].fen()}`
  if (wanted.message !== undefined) return assert.deepEqual(got, wanted, context)
  assert.deepEqual(normal(got.value), normal(wanted.value), `${context}: ${got.message ?? ''}`)
}

const sorted = (list) =>
  list.toSorted((a, b) =>
    (a.lan ?? a) < (b.lan ?? b) ? -1 : Number((a.lan ?? a) !== (b.lan ?? b)),
  )
/** Moves from a square, which chess.js writes as if no other piece could go there. */
const unnamed = (moves) => sorted(moves).map((move) => ({ ...move, san: null }))

/** Everything that can be asked without changing the game. */
function asked(pair, { one }) {
  const square = one(SQUARES)
  const piece = one([...'pnbrqk'])
  const color = one(['w', 'b'])
  same(pair, 'fen', (chess) => chess.fen())
  same(pair, 'fen forced', (chess) => chess.fen({ forceEnpassantSquare: true }))
  same(pair, 'moves', (chess) => chess.moves(), sorted)
  same(pair, 'moves verbose', (chess) => chess.moves({ verbose: true }), sorted)
  same(pair, `moves ${square}`, (chess) => chess.moves({ square, verbose: true }), unnamed)
  same(pair, `moves ${piece}`, (chess) => chess.moves({ piece }), sorted)
  same(pair, `moves ${piece} verbose`, (chess) => chess.moves({ piece, verbose: true }), sorted)
  const both = { square, piece, verbose: true }
  same(pair, `moves ${square} ${piece}`, (chess) => chess.moves(both), unnamed)
  same(pair, `get ${square}`, (chess) => chess.get(square))
  same(pair, `attackers ${square}`, (chess) => chess.attackers(square))
  same(pair, `attackers ${square} ${color}`, (chess) => chess.attackers(square, color))
  same(pair, `isAttacked ${square} ${color}`, (chess) => chess.isAttacked(square, color))
  same(pair, `findPiece ${piece}`, (chess) => chess.findPiece({ type: piece, color }))
  same(pair, `rights ${color}`, (chess) => chess.getCastlingRights(color))
  for (const name of PLAIN) same(pair, name, (chess) => chess[name]())
}

const PLAIN = [
  'ascii',
  'board',
  'getComment',
  'getComments',
  'getHeaders',
  'header',
  'history',
  'inCheck',
  'isCheck',
  'isCheckmate',
  'isDraw',
  'isDrawByFiftyMoves',
  'isGameOver',
  'isInsufficientMaterial',
  'isStalemate',
  'isThreefoldRepetition',
  'moveNumber',
  'pgn',
  'turn',
]

/** Ways of saying a move, of which some say none. */
function said({ san, from, to, promotion = '', piece }, { one, below }) {
  const letter = piece.toUpperCase()
  const texts = [
    san,
    san.replace(/[+#]/, ''),
    san.replace('x', ''),
    san.replace('=', ''),
    `${san}${one(['!', '?!', '+', '#', '+!!', ' ', '!?+'])}`,
    san.toLowerCase(),
    san.replaceAll('O', '0'),
    `${from}${to}${promotion}`,
    `${from}-${to}${promotion.toUpperCase()}`,
    `${from}x${to}=${promotion}`,
    `${letter}${from}${to}${promotion}`,
    `${letter}${from}-${to}`,
    `${letter}${from[0]}${to}`,
    `${letter}${from[1]}${to}`,
    `${piece}${to}`,
    `${from[0]}${to}`,
    `1. ${san}`,
    { from, to },
    { from, to, promotion: one(['q', 'n', 'k', 'Q', 5, undefined]) },
    { from: from.toUpperCase(), to },
    { from, to: one(SQUARES) },
    { from },
    one([undefined, 5, {}, [], '', true]),
    Array.from({ length: below(7) }, () => one([...'abcdefgh12345678KQRBNOPx-=+#0 '])).join(''),
  ]
  return one(texts)
}

const STARTS = [
  theirs.DEFAULT_POSITION,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1',
  '4k3/8/8/8/8/8/8/R3K2N w Q - 96 70',
  '8/8/8/4k3/8/3KB3/4p3/8 w - - 0 1',
]

/** The same game in both. */
const pairAt = (fen) => [new ours.Chess(fen), new theirs.Chess(fen)]

test('random games', () => {
  let plies = 0
  for (let seed = 1; seed <= GAMES; seed++) {
    const random = chance(seed)
    const pair = pairAt(STARTS[seed % STARTS.length])
    for (let ply = 0; ply < 60; ply++) {
      if (ply % 6 === 0) asked(pair, random)
      const moves = pair[1].moves({ verbose: true })
      if (moves.length === 0) break
      const move = said(random.one(moves), random)
      const strict = random.below(3) === 0
      same(pair, `move ${JSON.stringify(move)}`, (chess) => chess.move(move, { strict }))
      plies += 1
      const turn = random.below(24)
      if (turn === 0) same(pair, 'undo', (chess) => chess.undo())
      if (turn === 1) same(pair, 'comment', (chess) => chess.setComment(`a ${move} {`))
      if (turn === 2) same(pair, 'remove', (chess) => chess.removeComment())
      if (turn === 3) same(pair, 'perft', (chess) => chess.perft(2))
    }
    asked(pair, random)
    same(pair, 'history', (chess) => chess.history({ verbose: true }))
    const [own, peer] = pair
    const again = new ours.Chess()
    again.loadPgn(own.pgn())
    assert.deepEqual(
      again.history({ verbose: true }).map(plain),
      peer.history({ verbose: true }).map(plain),
    )
    for (let back = peer.history().length; back >= 0; back--) {
      same([again, peer], 'undo', (chess) => chess.undo())
      same([again, peer], 'fen', (chess) => chess.fen())
    }
  }
  assert.ok(plies > GAMES * 30, `${plies} plies`)
})

test('repetitions', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const { one } = chance(seed)
    const pair = pairAt('4k3/p7/8/8/8/8/P7/4K3 w - - 0 1')
    for (let ply = 0; ply < 40; ply++) {
      // Kings alone move, near to where they were.
      const moves = pair[1].moves({ piece: 'k', verbose: true })
      const { lan } = one(moves.filter(({ to }) => 'd1e1d8e8'.includes(to)))
      same(pair, lan, (chess) => chess.move(lan))
      same(pair, 'threefold', (chess) => chess.isThreefoldRepetition())
      same(pair, 'over', (chess) => chess.isGameOver())
    }
  }
})

describe('positions', () => {
  test('texts that are FEN and texts that are not', () => {
    const random = chance(7)
    let sound = 0
    for (let i = 0; i < (FULL ? 20_000 : 2000); i++) {
      const signs = [...random.one(STARTS)]
      for (let change = random.below(3); change >= 0; change--) {
        const inserted = random.one([...'pnbrqkPNBRQK12345678/ wb-KQ0e36', ''])
        signs.splice(random.below(signs.length), random.below(2), inserted)
      }
      const fen = signs.join('')
      const wanted = theirs.validateFen(fen)
      // What is no number but begins like one is refused.
      const [, , , , ...numbers] = fen.split(/\s+/)
      if (!numbers.every((number) => /^\d+$/.test(number))) continue
      assert.deepEqual(ours.validateFen(fen), wanted, fen)
      if (!wanted.ok) continue
      sound += 1
      const pair = pairAt(fen)
      const pieces = (text) => text.split(' ', 2).join(' ')
      same(pair, 'fen', (chess) => chess.fen(), pieces)
      same(pair, 'board', (chess) => chess.board())
      same(pair, 'isCheck', (chess) => chess.isCheck())
    }
    assert.ok(sound > 50, `${sound} are FEN`)
  })

  test('boards that are changed', () => {
    for (let seed = 1; seed <= GAMES; seed++) {
      const random = chance(seed)
      const pair = pairAt(STARTS[seed % STARTS.length])
      if (random.below(2)) same(pair, 'clear', (chess) => chess.clear())
      for (let change = 0; change < 12; change++) {
        const square = random.one([...SQUARES, 'e9', ''])
        const piece = { type: random.one([...'pnbrqkx']), color: random.one(['w', 'b']) }
        if (random.below(3)) same(pair, 'put', (chess) => chess.put(piece, square))
        else same(pair, 'remove', (chess) => chess.remove(square))
        same(pair, 'board', (chess) => chess.board())
        same(pair, 'get', (chess) => chess.get(square))
        const rights = { [random.one(['k', 'q'])]: random.below(2) === 1 }
        same(pair, 'set rights', (chess) => chess.setCastlingRights(piece.color, rights))
        // A square of en passant goes with any change in chess.js.
        const fen = (text) => text.replace(/ [a-h][36] /, ' - ')
        same(pair, 'fen', (chess) => chess.fen(), fen)
      }
    }
  })
})

test('boards that lack kings', () => {
  let played = 0
  for (let seed = 1; seed <= GAMES * 10; seed++) {
    const random = chance(seed)
    const pair = pairAt(theirs.DEFAULT_POSITION)
    for (const chess of pair) chess.clear()
    const kinds = [
      'k',
      ...Array.from({ length: 2 + random.below(12) }, () => random.one([...'pnbrq'])),
    ]
    for (const type of random.below(3) ? kinds : kinds.slice(1)) {
      const color = random.one(['w', 'b'])
      // Pawns are not put where chess.js would have them leave the board.
      const squares = type === 'p' ? SQUARES.slice(8, 56) : SQUARES
      const square = random.one(squares)
      same(pair, 'put', (chess) => chess.put({ type, color }, square))
    }
    for (const square of SQUARES) same(pair, square, (chess) => chess.attackers(square, 'b'))
    same(pair, 'isCheck', (chess) => chess.isCheck())
    const got = outcome(pair[0], (chess) => chess.moves({ verbose: true }))
    if (/king of (?:white|black) could be taken/.test(got.message)) continue
    played += 1
    same(pair, 'moves', (chess) => chess.moves({ verbose: true }), sorted)
    same(pair, 'isCheckmate', (chess) => chess.isCheckmate())
    same(pair, 'isStalemate', (chess) => chess.isStalemate())
  }
  assert.ok(played > GAMES, `${played} can be played`)
})

describe('PGN', () => {
  /** A PGN of a random game, with all that may stand in one. */
  function written(random) {
    const chess = new theirs.Chess()
    const parts = random.below(2) ? ['[Event "a [b] c"]\n', '[White "x"]\r\n', '\n'] : []
    if (random.below(4) === 0) parts.push('{ before } ')
    for (let ply = 0; ply < 30 && !chess.isGameOver(); ply++) {
      const san = random.one(chess.moves())
      const number = `${chess.moveNumber()}.`
      if (chess.turn() === 'w') parts.push(number, random.one(['', ' ']))
      else if (random.below(8) === 0) parts.push(number, random.one(['..', ' ...']), ' ')
      parts.push(random.below(8) ? san : san.replaceAll('O', '0'), random.one(['', '', '!', '?!']))
      chess.move(san)
      if (random.below(6) === 0) parts.push(' $', String(random.below(140)))
      if (random.below(5) === 0) parts.push(random.one([' {a\nb}', '{}', ' ; rest\n', ' {(x} ']))
      if (random.below(8) === 0) parts.push(' (', number, ' e4 {v} (e5 $1) d5) ')
      parts.push(random.one([' ', '\n', '  ']))
    }
    parts.push(random.one(['', '*', '1-0', '0-1 {resigns}', '1/2-1/2\n']))
    return parts.join('')
  }

  /** All that is there once a game is loaded. */
  const loaded = (chess) => [
    chess.history({ verbose: true }).map(plain),
    chess.getComments(),
    chess.getHeaders(),
    chess.fen(),
    chess.pgn(),
  ]

  test('games as they are written', () => {
    for (let seed = 1; seed <= GAMES * 4; seed++) {
      const random = chance(seed)
      const pgn = written(random)
      const strict = random.below(4) === 0
      const pair = pairAt(theirs.DEFAULT_POSITION)
      same(pair, `load ${pgn}`, (chess) => {
        chess.loadPgn(pgn, { strict })
        return loaded(chess)
      })
    }
  })

  test('damaged ones', () => {
    let refused = 0
    for (let seed = 1; seed <= GAMES * 8; seed++) {
      const random = chance(seed)
      const signs = [...written(random)]
      for (let change = random.below(3); change >= 0; change--) {
        const inserted = random.one([...'{}()[]";$.!*-e4NxO ', ''])
        signs.splice(random.below(signs.length), random.below(3), inserted)
      }
      const pgn = signs.join('')
      const [own, peer] = pairAt(theirs.DEFAULT_POSITION)
      own.move('e4')
      const before = loaded(own)
      const load = (chess) => {
        chess.loadPgn(pgn)
        return loaded(chess)
      }
      const [got, wanted] = [outcome(own, load), outcome(peer, load)]
      if (wanted.value !== undefined) assert.deepEqual(got, wanted, pgn)
      else if (got.message !== undefined) {
        refused += 1
        assert.match(got.message, /^Invalid (PGN|move in PGN|FEN): /)
        assert.deepEqual(loaded(own), before, 'a game that is refused changes nothing')
      }
    }
    assert.ok(refused > GAMES, `${refused} are refused`)
  })
})
