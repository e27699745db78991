'use strict'

// The class of chess.js: a line of positions, each of which asks the core, with tags and
// comments.

const check = require('../check')
const { INSPECT } = require('../common')
const { BoardwrightError } = require('../errors')
const { Headers } = require('./headers')
const { fenIn, linked, moveBetween, movesAlong } = require('./loading')
const { isBigPawn, moveOf } = require('./move')
const { DEFAULT_POSITION, INDEX, NULL_MOVE, SQUARES, WHITE } = require('./names')
const { countMoves } = require('./perft')
const { partsOf, scan, wrapped } = require('./pgn')
const { Position } = require('./position')
const { plain, readSan, readSquares } = require('./san')

/** @typedef {import('../../chess').Color} Color */
/** @typedef {import('../../chess').Piece} Piece */
/** @typedef {import('../../chess').Square} Square */
/** @typedef {import('./move').Move} Move */
/** @typedef {import('./move').Row} Row */

const EMPTY = ['8/8/8/8/8/8/8/8', 'w', '-', '-', '0', '1']

/** The words of the core for the kinds of pieces. @type {Record<string, string>} */
const KINDS = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }

/** The pieces by the letters of FEN. @type {Map<string, Piece>} */
const PIECES = new Map()
for (const type of /** @type {import('../../chess').PieceSymbol[]} */ (Object.keys(KINDS))) {
  PIECES.set(type.toUpperCase(), { color: 'w', type }).set(type, { color: 'b', type })
}

/**
 * The letter that FEN has for a piece; nothing for what is none.
 *
 * @param {any} piece
 */
function letterOf({ type, color }) {
  const kind = check.text('type', type).toLowerCase()
  if (KINDS[kind] === undefined) return undefined
  return color === WHITE ? kind.toUpperCase() : color === 'b' ? kind : undefined
}

class Chess {
  /** The positions from the first to the present one. @type {Position[]} */
  #line = []
  #headers = new Headers()
  /** Comments by the FEN that they are on. @type {Map<string, string>} */
  #comments = new Map()

  /**
   * @param {string} [fen]
   * @param {{ skipValidation?: boolean | undefined }} [options]
   */
  constructor(fen = DEFAULT_POSITION, { skipValidation = false } = {}) {
    this.load(fen, { skipValidation })
  }

  /** The present position. */
  get #here() {
    return this.#line[this.#line.length - 1]
  }

  /**
   * @param {Position} position
   * @param {boolean} preserveHeaders
   */
  #begin(position, preserveHeaders) {
    this.#line = [position]
    this.#comments = new Map()
    if (!preserveHeaders) this.#headers = new Headers()
    this.#headers.start(null)
  }

  clear({ preserveHeaders = false } = {}) {
    this.#begin(Position.of(EMPTY), preserveHeaders)
  }

  /**
   * @param {string} fen
   * @param {{ skipValidation?: boolean | undefined, preserveHeaders?: boolean | undefined }} [options]
   */
  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
    const { position, fen: whole } = Position.read(fen, skipValidation)
    this.#begin(position, preserveHeaders)
    this.#headers.start(whole)
  }

  reset() {
    this.load(DEFAULT_POSITION)
  }

  /** @param {{ forceEnpassantSquare?: boolean | undefined }} [options] */
  fen(options) {
    return options?.forceEnpassantSquare ? this.#forced() : this.#here.fen
  }

  get(/** @type {Square} */ square) {
    const piece = PIECES.get(this.#here.letterAt(square))
    return piece && { ...piece }
  }

  /** @param {Piece} piece */
  findPiece(piece) {
    const letter = letterOf(piece)
    return SQUARES.filter((_, at) => this.#here.board[at] === letter)
  }

  /**
   * @param {Piece} piece
   * @param {Square} square
   */
  put(piece, square) {
    const letter = letterOf(piece)
    const at = INDEX.get(square)
    if (letter === undefined || at === undefined) return false
    const king = letter.toLowerCase() === 'k' ? this.#here.board.indexOf(letter) : -1
    if (king >= 0 && king !== at) return false
    this.#edit(this.#here.with(at, letter))
    return true
  }

  /** @param {Square} square */
  remove(square) {
    const piece = this.get(square)
    if (piece !== undefined) this.#edit(this.#here.with(INDEX.get(square) ?? 0, ''))
    return piece
  }

  /** @param {Position} position */
  #edit(position) {
    this.#line[this.#line.length - 1] = position
    if (this.#line.length === 1) this.#headers.start(position.fen)
  }

  /**
   * @param {Square} square
   * @param {Color} [attackedBy]
   */
  attackers(square, attackedBy) {
    return this.#here.attackers(square, attackedBy ?? this.turn())
  }

  /**
   * @param {Square} square
   * @param {Color} attackedBy
   */
  isAttacked(square, attackedBy) {
    return this.#here.attackers(square, attackedBy).length > 0
  }

  hash() {
    return this.#here.hash
  }

  isCheck() {
    return this.#here.inCheck
  }

  inCheck() {
    return this.#here.inCheck
  }

  isCheckmate() {
    return this.#here.inCheck && !this.#here.canMove
  }

  isStalemate() {
    return !this.#here.inCheck && !this.#here.canMove
  }

  isInsufficientMaterial() {
    return this.#here.isDead
  }

  isThreefoldRepetition() {
    const { key, halfmove } = this.#here
    // An equal position cannot lie before a capture or a move of a pawn.
    const since = this.#line.slice(-halfmove - 1)
    if (since.length < 5) return false
    return since.filter((position) => position.key === key).length >= 3
  }

  isDrawByFiftyMoves() {
    return this.#here.halfmove >= 100
  }

  isDraw() {
    return (
      this.isDrawByFiftyMoves() ||
      this.isStalemate() ||
      this.isInsufficientMaterial() ||
      this.isThreefoldRepetition()
    )
  }

  isGameOver() {
    return (
      !this.#here.canMove ||
      this.isDrawByFiftyMoves() ||
      this.isInsufficientMaterial() ||
      this.isThreefoldRepetition()
    )
  }

  /** @param {{ verbose?: boolean, square?: string, piece?: string }} [options] */
  moves({ verbose = false, square, piece } = {}) {
    const here = this.#here
    if (!square && !piece) {
      return verbose ? here.rows.map((row) => moveOf(here, row)) : [...here.sans]
    }
    const from = square?.toLowerCase()
    const kind = piece === undefined ? undefined : KINDS[piece.toLowerCase()]
    if ((square && !INDEX.has(String(from))) || (piece && kind === undefined)) return []
    const rows = here.rowsOf({ ...(square && { square: from }), ...(kind && { kind }) })
    return verbose ? rows.map((row) => moveOf(here, row)) : rows.map(({ san }) => san)
  }

  /**
   * @param {any} move
   * @param {{ strict?: boolean | undefined }} [options]
   * @returns {Move}
   */
  move(move, { strict = false } = {}) {
    const next = this.#next(this.#here, move, strict)
    if (next === undefined) {
      const said = typeof move === 'string' ? move : JSON.stringify(move)
      throw new BoardwrightError('illegal_move', `Invalid move: ${said}`)
    }
    const made = moveBetween(this.#here, next)
    this.#line.push(next)
    return made
  }

  /**
   * The position after a move; nothing if it is not legal.
   *
   * @param {Position} here
   * @param {any} move
   * @param {boolean} strict
   */
  #next(here, move, strict) {
    if (move === null || (typeof move === 'string' && plain(move) === NULL_MOVE)) {
      if (!here.inCheck) return here.passing()
      throw new BoardwrightError('illegal_move', 'Null move not allowed when in check')
    }
    const row =
      typeof move === 'string'
        ? readSan(here, move, strict)
        : typeof move === 'object'
          ? readSquares(here, move.from, move.to, move.promotion)
          : undefined
    return row && here.after(row)
  }

  /** @returns {Move | null} */
  undo() {
    if (this.#line.length === 1) return null
    const last = /** @type {Position} */ (this.#line.pop())
    return moveBetween(this.#here, last)
  }

  /** @param {{ newline?: string | undefined, maxWidth?: number | undefined }} [options] */
  pgn({ newline = '\n', maxWidth = 0 } = {}) {
    const [start, ...rest] = this.#line
    const sans = rest.map(({ san }) => String(san))
    /** @type {Map<number, string>} */
    const comments = new Map()
    if (this.#comments.size > 0) {
      for (const [count, { fen }] of this.#line.entries()) {
        const comment = this.#comments.get(fen)
        if (comment !== undefined) comments.set(count, comment)
      }
    }
    const parts = partsOf(sans, comments, { turn: start.turn, number: Number(start.fields[5]) })
    parts.push(this.#headers.get('Result') || '*')
    const head = this.#headers.written(newline) + (sans.length > 0 ? newline : '')
    return head + (maxWidth === 0 ? parts.join(' ') : wrapped(parts, newline, maxWidth))
  }

  /** @param {string[]} args */
  header(...args) {
    for (let at = 0; at + 1 < args.length; at += 2) {
      const [name, value] = [args[at], args[at + 1]]
      if (typeof name === 'string' && typeof value === 'string') this.#headers.set(name, value)
    }
    return this.#headers.all
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  setHeader(key, value) {
    this.#headers.set(key, value)
    return this.getHeaders()
  }

  /** @param {string} key */
  removeHeader(key) {
    return this.#headers.remove(key)
  }

  getHeaders() {
    return this.#headers.given
  }

  /**
   * @param {string} pgn
   * @param {{ strict?: boolean | undefined, newlineChar?: string | undefined }} [options]
   */
  loadPgn(pgn, { strict = false, newlineChar } = {}) {
    const read =
      newlineChar === undefined
        ? pgn
        : check.text('pgn', pgn).replace(new RegExp(newlineChar, 'g'), '\n')
    const { tags, moves, comments, result } = scan(read)
    const named = fenIn(tags, strict)
    const { position: first, fen } = Position.read(named ?? DEFAULT_POSITION, false)
    const line = [first, ...(linked(first, moves, strict) ?? this.#played(first, moves, strict))]
    this.#begin(first, false)
    this.#line = line
    for (const [name, value] of tags) this.#headers.set(name, value)
    if (named !== undefined) this.#headers.start(fen)
    for (const [count, text] of comments) this.#comments.set(line[count].fen, text)
    if (result !== undefined) this.#headers.set('Result', result)
  }

  /**
   * The positions after moves, read one by one.
   *
   * @param {Position} first
   * @param {readonly string[]} moves
   * @param {boolean} strict
   */
  #played(first, moves, strict) {
    let here = first
    return moves.map((move) => {
      const next = this.#next(here, move, strict)
      if (next !== undefined) return (here = next)
      throw new BoardwrightError('illegal_move', `Invalid move in PGN: ${move}`)
    })
  }

  ascii() {
    const rule = '   +------------------------+\n'
    const { board } = this.#here
    const ranks = [...'87654321'].map((rank, index) => {
      const row = board.slice(index * 8, index * 8 + 8).map((letter) => ` ${letter || '.'} `)
      return ` ${rank} |${row.join('')}|\n`
    })
    return `${rule}${ranks.join('')}${rule}     a  b  c  d  e  f  g  h`
  }

  /** @param {number} depth */
  perft(depth) {
    return countMoves(this.#here, depth)
  }

  /** @param {Color} color */
  setTurn(color) {
    if (this.turn() === color) return false
    this.move(null)
    return true
  }

  turn() {
    return this.#here.turn
  }

  board() {
    const { board } = this.#here
    /** @type {import('../../chess').BoardSquare[][]} */
    const ranks = [[], [], [], [], [], [], [], []]
    for (let at = 0; at < SQUARES.length; at++) {
      const piece = PIECES.get(board[at])
      ranks[at >> 3].push(
        piece === undefined ? null : { square: SQUARES[at], type: piece.type, color: piece.color },
      )
    }
    return ranks
  }

  /**
   * @param {Square} square
   * @returns {'light' | 'dark' | null}
   */
  squareColor(square) {
    const at = INDEX.get(square)
    if (at === undefined) return null
    return ((at >> 3) + at) % 2 === 0 ? 'light' : 'dark'
  }

  /** @param {{ verbose?: boolean }} [options] */
  history({ verbose = false } = {}) {
    return verbose ? movesAlong(this.#line) : this.#line.slice(1).map(({ san }) => String(san))
  }

  /** The FEN with the square that a pawn has passed, if an enemy pawn could go there. */
  #forced() {
    const here = this.#here
    const { fen, fields, row } = here
    if (here.passed !== '-') return fen
    let passed = here.named
    if (row && isBigPawn(row)) {
      const square = /** @type {Square} */ (row.to[0] + (row.to[1] === '4' ? '3' : '6'))
      const pawn = here.turn === WHITE ? 'P' : 'p'
      const beside = here.attackers(square, here.turn)
      if (beside.some((from) => here.letterAt(from) === pawn)) passed = square
    }
    return fields.with(3, passed).join(' ')
  }

  /** Forgets comments on positions that are not in the line. */
  #kept() {
    if (this.#comments.size === 0) return []
    const kept = new Map()
    for (const { fen } of this.#line) {
      const comment = this.#comments.get(fen)
      if (comment !== undefined) kept.set(fen, comment)
    }
    this.#comments = kept
    return Array.from(kept, ([fen, comment]) => ({ fen, comment }))
  }

  getComment() {
    return this.#comments.get(this.fen())
  }

  /** @param {string} comment */
  setComment(comment) {
    const text = check.text('comment', comment).replaceAll('{', '[').replaceAll('}', ']')
    this.#comments.set(this.fen(), text)
  }

  deleteComment() {
    return this.removeComment()
  }

  removeComment() {
    const comment = this.getComment()
    this.#comments.delete(this.fen())
    return comment
  }

  getComments() {
    return this.#kept()
  }

  deleteComments() {
    return this.removeComments()
  }

  removeComments() {
    const removed = this.#kept()
    this.#comments = new Map()
    return removed
  }

  /**
   * @param {Color} color
   * @param {{ k?: boolean | undefined, q?: boolean | undefined }} rights
   */
  setCastlingRights(color, rights) {
    const all = { w: this.getCastlingRights('w'), b: this.getCastlingRights('b') }
    const wanted = { ...all[color] }
    for (const side of /** @type {const} */ (['k', 'q'])) {
      wanted[side] = rights[side] ?? wanted[side]
    }
    all[color] = wanted
    const text = `${all.w.k ? 'K' : ''}${all.w.q ? 'Q' : ''}${all.b.k ? 'k' : ''}${all.b.q ? 'q' : ''}`
    this.#line[this.#line.length - 1] = this.#here.castling(text || '-')
    const { k, q } = this.getCastlingRights(color)
    return wanted.k === k && wanted.q === q
  }

  /** @param {Color} color */
  getCastlingRights(color) {
    const [, , castling] = this.#here.fields
    const [k, q] = color === WHITE ? 'KQ' : color === 'b' ? 'kq' : '  '
    return { k: castling.includes(k), q: castling.includes(q) }
  }

  moveNumber() {
    return Number(this.#here.fields[5])
  }

  [INSPECT]() {
    return `Chess(${this.fen()})`
  }
}

module.exports = { Chess }
