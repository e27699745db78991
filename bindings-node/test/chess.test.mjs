// `boardwright/chess`: what it exports, examples, errors, and where it goes further than
// chess.js. The comparison is in chess-compare.test.mjs.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import ts from 'typescript'
import { BoardwrightError } from 'boardwright'
import * as ours from 'boardwright/chess'

const require = createRequire(import.meta.url)
const theirs = require('chess.js')
const { Chess, Move, SQUARES, validateFen } = ours

/** An error of the library's with a code, a message, and nothing else. */
const thrown = (code, message) => (error) => {
  assert.ok(error instanceof BoardwrightError, error.stack)
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

describe('the module', () => {
  test('ESM and CJS share the objects', () => {
    const cjs = require('boardwright/chess')
    assert.deepEqual(Object.keys(cjs).sort(), Object.keys(ours).sort())
    for (const [name, value] of Object.entries(cjs)) assert.equal(ours[name], value, name)
  })

  test('the names are those of chess.js, with the same constants', () => {
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort())
    for (const [name, value] of Object.entries(theirs)) {
      if (typeof value !== 'function') assert.deepEqual(ours[name], value, name)
    }
    const [own, peer] = [ours, theirs].map(({ xoroshiro128 }) => xoroshiro128(2n ** 99n + 7n))
    for (let i = 0; i < 100; i++) assert.equal(own(), peer())
  })

  for (const name of ['Chess', 'Move']) {
    test(`${name} has the public members of chess.js`, () => {
      const members = ({ prototype }) =>
        Object.getOwnPropertyNames(prototype).filter((member) => !member.startsWith('_'))
      assert.deepEqual(members(ours[name]).sort(), members(theirs[name]).sort())
    })

    test(`${name} has the members that its types say`, () => {
      const text = readFileSync(new URL('../chess.d.ts', import.meta.url), 'utf8')
      const file = ts.createSourceFile('chess.d.ts', text, ts.ScriptTarget.Latest)
      const declared = file.statements.find((each) => each.name?.text === name)
      const methods = declared.members.filter(ts.isMethodDeclaration).map((each) => each.name.text)
      const there = Object.getOwnPropertyNames(ours[name].prototype)
      const called = there.filter((member) => member !== 'constructor')
      assert.deepEqual([...new Set(methods)].sort(), called.sort())
    })
  }

  test('a move has the fields of chess.js in its order', () => {
    const [own, peer] = [ours, theirs].map((library) => new library.Chess().move('e4'))
    assert.ok(own instanceof Move)
    assert.equal(JSON.stringify(own), JSON.stringify(peer))
    assert.deepEqual(Object.keys(own), Object.keys(peer))
    assert.throws(() => new Move(), thrown('unsupported', /not made with new/))
  })

  test('it shows where it is', () => {
    assert.equal(inspect(new Chess()), `Chess(${ours.DEFAULT_POSITION})`)
  })
})

describe('moves', () => {
  test('a promotion that is none is passed over', () => {
    const chess = new Chess()
    assert.equal(chess.move({ from: 'e2', to: 'e4', promotion: 'q' }).lan, 'e2e4')
    chess.load('8/P6k/8/8/8/8/8/K7 w - - 0 1')
    const promoted = chess.move({ from: 'a7', to: 'a8', promotion: 'n' })
    assert.equal(promoted.flags, 'np')
    assert.equal(promoted.lan, 'a7a8n')
    chess.undo()
    const none = { from: 'a7', to: 'a8' }
    const message = /^Invalid move: \{"from":"a7","to":"a8"\}$/
    assert.throws(() => chess.move(none), thrown('illegal_move', message))
  })

  test('what is not legal leaves the game as it was', () => {
    const chess = new Chess()
    const before = chess.fen()
    for (const move of [
      'e5',
      '',
      'x',
      'e2e5',
      'O-O',
      5,
      undefined,
      {},
      [],
      { from: 'e1', to: 'h1' },
    ]) {
      assert.throws(() => chess.move(move), thrown('illegal_move', /^Invalid move: /))
    }
    assert.throws(() => chess.move('e2e4', { strict: true }), thrown('illegal_move', /e2e4/))
    assert.equal(chess.fen(), before)
    assert.deepEqual(chess.history(), [])
  })

  test('a list that is given out is the caller’s own', () => {
    const chess = new Chess()
    chess.moves().length = 0
    chess.moves({ verbose: true }).length = 0
    chess.board()[0].length = 0
    chess.get('e2').type = 'q'
    chess.header().Event = 'x'
    assert.equal(chess.moves().length, 20)
    assert.equal(chess.moves({ verbose: true }).length, 20)
    assert.equal(chess.board()[0].length, 8)
    assert.equal(chess.get('e2').type, 'p')
    assert.equal(chess.getHeaders().Event, '?')
  })

  test('moves from a square are written as all are', () => {
    const chess = new Chess('4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1')
    assert.ok(chess.moves({ square: 'b1' }).includes('Nbd2'))
    assert.equal(chess.move('Nbd2').from, 'b1')
  })

  test('a draw ends nothing', () => {
    const chess = new Chess('k7/8/8/8/8/8/1p6/K7 w - - 150 90')
    assert.ok(chess.isDrawByFiftyMoves())
    assert.equal(chess.move('Kxb2').captured, 'p')
    assert.ok(chess.isInsufficientMaterial() && chess.isGameOver())
    assert.deepEqual(chess.moves().sort(), ['Ka7', 'Kb7', 'Kb8'])
    for (const move of ['Kb8', 'Kb3', 'Ka8', 'Kb2', 'Kb8', 'Kb3', 'Ka8', 'Kb2', 'Kb8']) {
      chess.move(move)
    }
    assert.ok(chess.isThreefoldRepetition())
    assert.equal(chess.perft(3), new theirs.Chess(chess.fen()).perft(3))
    const again = new Chess()
    again.loadPgn(chess.pgn())
    assert.deepEqual(again.history(), chess.history())
  })

  test('the null move', () => {
    const chess = new Chess()
    const move = chess.move('--')
    assert.deepEqual({ ...move }, { ...new theirs.Chess().move('--') })
    chess.move('e5')
    chess.move(null)
    chess.move('Nf6')
    assert.equal(chess.setTurn('b'), true)
    assert.equal(chess.setTurn('b'), false)
    const pgn = chess.pgn()
    assert.match(pgn, /1\. -- e5 2\. -- Nf6 3\. -- \*$/)
    const again = new Chess()
    again.loadPgn(pgn)
    assert.deepEqual(again.history(), ['--', 'e5', '--', 'Nf6', '--'])
    assert.equal(again.fen(), chess.fen())
    assert.deepEqual(again.history({ verbose: true }), chess.history({ verbose: true }))
    for (const fen of ['4k3/8/8/8/8/8/8/8 b - - 4 7', 'k7/8/8/8/8/8/8/K7 w - - 0 1']) {
      const [own, peer] = [ours, theirs].map((it) => new it.Chess(fen, { skipValidation: true }))
      assert.deepEqual({ ...own.move(null) }, { ...peer.move(null) })
      assert.deepEqual(own.moves().sort(), peer.moves().sort())
      assert.equal(own.undo().before, own.fen())
    }
    const check = new Chess('4k3/8/8/8/8/8/8/4K2r w - - 0 1')
    assert.throws(() => check.move(null), thrown('illegal_move', /^Null move not allowed when in/))
  })
})

describe('boards that are set up', () => {
  test('piece by piece', () => {
    const chess = new Chess()
    chess.clear()
    assert.deepEqual(chess.moves(), [])
    assert.ok(!chess.isCheck() && !chess.isCheckmate() && !chess.isInsufficientMaterial())
    assert.equal(chess.put({ type: 'p', color: 'w' }, 'a7'), true)
    assert.deepEqual(chess.moves().sort(), ['a8=B', 'a8=N', 'a8=Q', 'a8=R'])
    chess.put({ type: 'k', color: 'w' }, 'e1')
    assert.equal(chess.put({ type: 'k', color: 'w' }, 'e2'), false)
    chess.put({ type: 'k', color: 'b' }, 'e8')
    chess.put({ type: 'r', color: 'w' }, 'h1')
    assert.equal(chess.setCastlingRights('w', { k: true, q: true }), false)
    assert.deepEqual(chess.getCastlingRights('w'), { k: true, q: false })
    assert.equal(chess.fen(), '4k3/P7/8/8/8/8/8/4K2R w K - 0 1')
    assert.equal(chess.getHeaders().FEN, '4k3/P7/8/8/8/8/8/4K2R w - - 0 1')
    assert.equal(chess.move('O-O').flags, 'k')
    chess.undo()
    assert.deepEqual(chess.remove('h1'), { type: 'r', color: 'w' })
    assert.equal(chess.remove('h1'), undefined)
    assert.equal(chess.fen(), '4k3/P7/8/8/8/8/8/4K3 w - - 0 1')
    assert.throws(() => chess.put({}, 'a1'), thrown('invalid_option', /type: takes a string/))
  })

  test('in the midst of a game', () => {
    const chess = new Chess()
    chess.move('e4')
    chess.put({ type: 'q', color: 'b' }, 'd5')
    assert.equal(chess.move('Qxe4+').captured, 'p')
    assert.deepEqual(chess.history(), ['e4', 'Qxe4+'])
    assert.equal(chess.undo().san, 'Qxe4+')
    assert.equal(chess.undo().san, 'e4')
    assert.equal(chess.fen(), ours.DEFAULT_POSITION)
    assert.equal(chess.undo(), null)
  })

  test('a side that could take the king has no moves to list', () => {
    const chess = new Chess('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1')
    assert.ok(!chess.isCheck())
    assert.deepEqual(chess.attackers('e8', 'w'), ['e2'])
    assert.match(chess.hash(), /^[0-9a-f]{16}$/)
    assert.notEqual(chess.hash(), new Chess('4k3/8/8/8/8/8/4R3/4K3 b - - 0 1').hash())
    for (const call of [() => chess.moves(), () => chess.move('Kd1'), () => chess.isGameOver()]) {
      assert.throws(
        call,
        thrown('invalid_notation', /cannot be played: .*king of black could be taken/),
      )
    }
    chess.remove('e2')
    assert.equal(chess.moves().length, 5)
  })

  test('rights to castle without king and rook are dropped', () => {
    const chess = new Chess('4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1')
    assert.equal(chess.fen(), '4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1')
  })

  test('what is no FEN is refused', () => {
    const chess = new Chess()
    chess.move('e4')
    const before = chess.fen()
    for (const [fen, message] of [
      ['', /must contain six/],
      ['8/8/8/8/8/8/8/8 w - - 0 1', /missing white king/],
      ['4k3/8/8/8/8/8/8/4K3 w - e6 x 1', /half move counter/],
      ['4k3/8/8/8/8/8/8/4K3 w - - 0 0', /move number/],
      ['4k3/8/8/8/8/8/8/4K3 w x - 0 1', /castling availability/],
      ['4k3/8/8/8/8/8/8/4K3 x - - 0 1', /side-to-move/],
      ['4k3/8/8/8/8/8/4K3 w - - 0 1', /rows/],
      ['4k3/9/8/8/8/8/8/4K3 w - - 0 1', /too many squares/],
      ['4k3/44/8/8/8/8/8/4K3 w - - 0 1', /consecutive/],
      ['4k3/8/8/8/8/8/8/P3K3 w - - 0 1', /edge rows/],
    ]) {
      assert.throws(() => chess.load(fen), thrown('invalid_notation', message), fen)
      assert.throws(() => new Chess(fen), thrown('invalid_notation', message), fen)
      assert.match(validateFen(fen).error, message)
    }
    assert.throws(() => chess.load(5), thrown('invalid_option', /fen: takes a string/))
    assert.equal(chess.fen(), before)
    const bare = new Chess('8/8/8/8/8/8/8/8 b - - 3 9', { skipValidation: true })
    assert.equal(bare.fen(), '8/8/8/8/8/8/8/8 b - - 3 9')
    assert.throws(() => new Chess('x', { skipValidation: true }), thrown('invalid_notation', /six/))
  })
})

describe('PGN', () => {
  test('a game that is refused changes nothing', () => {
    const chess = new Chess()
    chess.move('d4')
    for (const [pgn, code, message] of [
      ['1. e4 e5 2. Ke3', 'illegal_move', /^Invalid move in PGN: Ke3$/],
      ['1. e4 (e5', 'invalid_notation', /^Invalid PGN: line 1: a variation does not end$/],
      ['1. e4)', 'invalid_notation', /line 1: a variation ends/],
      ['[a "b"]\n\n1. e4 &', 'invalid_notation', /line 3: "&" is neither/],
      ['1. e4 * e5', 'invalid_notation', /after the result/],
      ['[FEN "x"]', 'invalid_notation', /^Invalid FEN: /],
    ]) {
      assert.throws(() => chess.loadPgn(pgn), thrown(code, message), pgn)
      assert.deepEqual(chess.history(), ['d4'])
    }
    const setUp = '[SetUp "1"]\n\n1. e4'
    const strict = { strict: true }
    const lacking = /FEN tag must be supplied/
    assert.throws(() => chess.loadPgn(setUp, strict), thrown('invalid_notation', lacking))
    assert.throws(() => chess.loadPgn('1. e2e4', strict), thrown('illegal_move', /e2e4/))
    assert.throws(() => chess.loadPgn(5), thrown('invalid_option', /pgn: takes a string/))
  })

  test('lines end where they must', () => {
    const chess = new Chess()
    chess.loadPgn('1. e4 {the best by test} e5 2. Nf3 Nc6 3. Bb5 a6', { newlineChar: '\\|' })
    const [, moves] = chess.pgn({ maxWidth: 20, newline: '\r\n' }).split('\r\n\r\n')
    const lines = moves.split('\r\n')
    for (const line of lines) assert.ok(line.length <= 20, line)
    assert.equal(lines.join(' '), chess.pgn().split('\n\n')[1])
  })

  test('every comment loses its braces', () => {
    const chess = new Chess()
    chess.setComment('{a} {b}')
    assert.equal(chess.getComment(), '[a] [b]')
    assert.throws(() => chess.setComment(5), thrown('invalid_option', /comment: takes a string/))
    assert.equal(chess.deleteComment(), '[a] [b]')
    chess.setComment('c')
    assert.deepEqual(chess.deleteComments(), [{ fen: chess.fen(), comment: 'c' }])
    assert.deepEqual(chess.getComments(), [])
  })
})

test('squares', () => {
  const chess = new Chess()
  const [own, peer] = [chess, new theirs.Chess()]
  for (const square of [...SQUARES, 'i9']) {
    assert.equal(own.squareColor(square), peer.squareColor(square))
  }
  assert.deepEqual(chess.findPiece({ type: 'x', color: 'w' }), [])
  assert.deepEqual(chess.attackers('i9', 'w'), [])
  assert.deepEqual(chess.attackers('e3', 'x'), [])
  assert.deepEqual(chess.moves({ square: 'i9' }), [])
  assert.deepEqual(chess.moves({ piece: 'x' }), [])
})
