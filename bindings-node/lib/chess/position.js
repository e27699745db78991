'use strict'

// A position in the line of a game, which asks the core what it is asked. It is known by its
// FEN, by a state of the core, or by how one gets to that state, and finds the others when
// they are wanted.

const check = require('../check')
const { BoardwrightError } = require('../errors')
const { native } = require('../native')
const { COMMON, boardOf, piecesOf, readFen } = require('./fen')
const { rowOf } = require('./move')
const { BLACK, INDEX, NULL_MOVE, SQUARES, WHITE } = require('./names')

/** @typedef {import('../native-types').StateHandle} Handle */
/** @typedef {import('./move').Row} Row */
/** @typedef {import('../../chess').Color} Color */
/** @typedef {import('../../chess').Square} Square */

/** A draw by counting is asked about, and ends nothing. */
const ENDLESS = check.options({ repetition_count: 0, halfmove_limit: 0 })

/** The games that positions are played in: a side without a king is known to the second. */
const GAMES = ['chess', 'chess+']
/** @type {import('../native-types').GameHandle[]} */
const rules = []

/** @param {number} index */
const rulesAt = (index) => (rules[index] ??= native.game(GAMES[index], ENDLESS))

/**
 * @param {Handle} state
 * @param {string} question
 * @param {Readonly<Record<string, unknown>>} [args]
 */
const ask = (state, question, args) =>
  JSON.parse(native.ask(state, question, args === undefined ? '{}' : JSON.stringify(args)))

/** The words of the core for the sides. */
const SIDES = { [WHITE]: 'white', [BLACK]: 'black' }

/** @param {Color} color @returns {Color} */
const other = (color) => (color === WHITE ? BLACK : WHITE)

/**
 * The state for a FEN, or the reason for which there is none.
 *
 * @param {string} fen
 * @returns {{ state: Handle } | { refusal: BoardwrightError }}
 */
function parsed(fen) {
  let refusal
  for (const index of GAMES.keys()) {
    try {
      return { state: native.parse(rulesAt(index), fen, []) }
    } catch (error) {
      refusal = error
    }
  }
  const { code, message } = /** @type {BoardwrightError} */ (refusal)
  return { refusal: new BoardwrightError(code, `the position cannot be played: ${message}`) }
}

/**
 * The state for a FEN of chess, if there is one.
 *
 * @param {string} fen
 */
function tryParse(fen) {
  try {
    return native.parse(rulesAt(0), fen, [])
  } catch (error) {
    if (error instanceof BoardwrightError) return undefined
    throw error
  }
}

/**
 * The fields of a FEN without rights to castle and a square of en passant that do not go with
 * its pieces.
 *
 * @param {readonly string[]} fields
 */
function settled(fields) {
  const [pieces, turn, castling, passed, ...numbers] = fields
  const start = native.start(rulesAt(0))
  /** @param {string} rights @param {string} square @returns {string[]} */
  const faults = (rights, square) =>
    ask(start, 'validity', { notation: [pieces, turn, rights, square, ...numbers].join(' ') })
  const isSound = (/** @type {string} */ right) =>
    castling.includes(right) && !faults(right, '-').includes('bad_castling_rights')
  const rights = [...'KQkq'].filter(isSound).join('') || '-'
  const square = passed === '-' || faults('-', passed).includes('invalid_ep_square') ? '-' : passed
  return [pieces, turn, rights, square, ...numbers]
}

/**
 * The order of `SQUARES`.
 *
 * @param {Square} a
 * @param {Square} b
 */
const inOrder = (a, b) => (INDEX.get(a) ?? 0) - (INDEX.get(b) ?? 0)

class Position {
  /** The move that led here, in SAN; nothing at the start of a line. @type {string | undefined} */
  san
  /** All about that move; null for the null move. @type {Row | null | undefined} */
  row
  /** A square of en passant that a FEN named, whether or not the capture is legal. */
  named = '-'
  /** @type {string | undefined} */
  #fen
  /** @type {readonly string[] | undefined} */
  #fields
  /** @type {readonly string[] | undefined} */
  #board
  /** @type {Handle | undefined} */
  #state
  /** @type {BoardwrightError | undefined} */
  #refusal
  /** @type {(() => Handle) | undefined} */
  #find
  /** @type {readonly string[] | undefined} */
  #sans
  /** @type {readonly Row[] | undefined} */
  #rows
  /** @type {boolean | undefined} */
  #check
  /** @type {boolean | undefined} */
  #canMove

  /**
   * The position of a FEN, and the FEN with what was left out of it.
   *
   * @param {string} fen
   * @param {boolean} skipValidation
   */
  static read(fen, skipValidation) {
    if (typeof fen === 'string' && COMMON.test(fen)) {
      const state = tryParse(fen)
      if (state !== undefined) {
        const position = new Position()
        position.#state = state
        position.named = fen.split(' ', 4)[3]
        return { position, fen }
      }
    }
    const fields = readFen(fen, skipValidation)
    return { position: Position.of(fields), fen: fields.join(' ') }
  }

  /**
   * The position of fields of FEN, without what does not go with its pieces.
   *
   * @param {readonly string[]} fields
   */
  static of(fields) {
    const position = new Position()
    const plain = fields[2] === '-' && fields[3] === '-'
    let found = parsed(fields.join(' '))
    if ('refusal' in found && !plain) {
      const sound = settled(fields)
      found = parsed(sound.join(' '))
      fields = sound
    }
    position.named = fields[3]
    if ('state' in found) position.#state = found.state
    else {
      position.#refusal = found.refusal
      position.#fen = fields.join(' ')
    }
    return position
  }

  /**
   * The position that a state of the core is of.
   *
   * @param {() => Handle} find
   * @param {string} san the move that leads to it
   */
  static at(find, san) {
    const position = new Position()
    position.#find = find
    position.#reached(san)
    return position
  }

  /** The position of a state. @param {Handle} state */
  like(state) {
    const position = new Position()
    position.#state = state
    return position
  }

  /** The position after a move. @param {Row} row */
  after(row) {
    const next = new Position()
    next.#find = () => this.#played(row)
    next.#fen = row.after
    next.row = row
    next.#reached(row.san)
    return next
  }

  /** Takes from SAN what it says of the position. @param {string} san */
  #reached(san) {
    this.san = san
    const mark = san[san.length - 1]
    if (mark === '#') this.#canMove = false
    this.#check = mark === '#' || mark === '+'
  }

  /** Takes notice of the move that led here. @param {Row} row */
  learn(row) {
    this.row = row
    this.#fen ??= row.after
  }

  /** @param {Row} row */
  #played(row) {
    try {
      return native.play(this.state, row.uci, undefined, 'uci')
    } catch (error) {
      // chess.js plays on where neither side can win.
      if (/** @type {any} */ (error).code !== 'game_over') throw error
      const found = parsed(row.after)
      if ('state' in found) return found.state
      throw found.refusal
    }
  }

  /** The position after the null move; the core refuses it in check. */
  passing() {
    let next
    try {
      const state = native.edit(this.state, '{"pass":true}')
      next = Position.at(() => state, NULL_MOVE)
    } catch (error) {
      // Boards that lack a king are not edited by the core.
      if (/** @type {any} */ (error).code !== 'invalid_option') throw error
      const [pieces, turn, castling, , halfmove, fullmove] = this.fields
      const numbers = [Number(halfmove) + 1, Number(fullmove) + Number(turn === BLACK)]
      const turned = other(/** @type {Color} */ (turn))
      next = Position.of([pieces, turned, castling, '-', ...numbers.map(String)])
      next.san = NULL_MOVE
    }
    next.row = null
    return next
  }

  /** The state of the core. @returns {Handle} */
  get state() {
    if (this.#state === undefined) {
      if (this.#refusal !== undefined) throw this.#refusal
      this.#state = /** @type {() => Handle} */ (this.#find)()
      this.#find = undefined
    }
    return this.#state
  }

  /** True if the core can play it. */
  get isPlayable() {
    return this.#refusal === undefined
  }

  get fen() {
    return (this.#fen ??= native.stateNotation(this.state))
  }

  get fields() {
    return (this.#fields ??= this.fen.split(' '))
  }

  get board() {
    return (this.#board ??= boardOf(this.fields[0]))
  }

  /** The side to move. */
  get turn() {
    return /** @type {Color} */ (this.fields[1])
  }

  /** The square of en passant, where the capture is legal. */
  get passed() {
    return this.fields[3]
  }

  /** The plies since a capture or a move of a pawn. */
  get halfmove() {
    return Number(this.fields[4])
  }

  /** By which positions are compared. */
  get key() {
    const { fen } = this
    return fen.slice(0, fen.lastIndexOf(' ', fen.lastIndexOf(' ') - 1))
  }

  /** The piece on a square, as FEN has it; an empty text for none. @param {string} square */
  letterAt(square) {
    return this.board[INDEX.get(square) ?? -1] ?? ''
  }

  /**
   * The position with a changed board, reached by the same move.
   *
   * @param {number} at the square's place in `SQUARES`
   * @param {string} letter
   */
  with(at, letter) {
    const fields = settled([piecesOf(this.board.with(at, letter)), ...this.fields.slice(1)])
    return this.#changed(fields)
  }

  /** The position with other rights to castle. @param {string} rights */
  castling(rights) {
    const [pieces, turn, , ...rest] = this.fields
    return this.#changed(settled([pieces, turn, rights, ...rest]))
  }

  /** @param {readonly string[]} fields */
  #changed(fields) {
    const next = Position.of(fields)
    next.san = this.san
    next.row = this.row
    return next
  }

  /** The legal moves in SAN. */
  get sans() {
    if (this.#sans === undefined) {
      /** @type {string[]} */
      const sans = JSON.parse(native.legalMoves(this.state, undefined, 'san'))
      // The core has no moves where neither side can win, and answers questions about them.
      this.#sans = sans.length > 0 ? sans : this.rows.map(({ san }) => san)
    }
    return this.#sans
  }

  /** The legal moves. */
  get rows() {
    return (this.#rows ??= this.rowsOf())
  }

  /** True if there is a legal move. */
  get canMove() {
    return (this.#canMove ??=
      native.stateCountLegal(this.state, undefined) > 0 || this.rows.length > 0)
  }

  /**
   * The legal moves that a question is about.
   *
   * @param {Readonly<Record<string, unknown>>} [args]
   * @returns {Row[]}
   */
  rowsOf(args) {
    return ask(this.state, 'legal_rows', args).map(rowOf)
  }

  /**
   * The legal move that a text says; nothing for another.
   *
   * @param {string} move
   * @param {'uci' | 'san'} style
   * @returns {Row | undefined}
   */
  rowFor(move, style) {
    try {
      return this.rowsOf({ moves: [move], style })[0]
    } catch (error) {
      const { code } = /** @type {BoardwrightError} */ (error)
      if (code === 'illegal_move' || code === 'invalid_notation') return undefined
      throw error
    }
  }

  /** True if the side to move is in check. */
  get inCheck() {
    if (this.#check === undefined) {
      if (this.isPlayable) this.#check = ask(this.state, 'checkers').length > 0
      else {
        const king = this.board.indexOf(this.turn === WHITE ? 'K' : 'k')
        const by = other(this.turn)
        this.#check = king >= 0 && this.attackers(SQUARES[king], by).length > 0
      }
    }
    return this.#check
  }

  /** True if neither side can win. */
  get isDead() {
    return ask(this.isPlayable ? this.state : this.#turned, 'insufficient_material')
  }

  /**
   * The squares of the pieces that attack a square, in the order of `SQUARES`.
   *
   * @param {string} square
   * @param {Color} color
   * @returns {Square[]}
   */
  attackers(square, color) {
    if (!INDEX.has(square) || SIDES[color] === undefined) return []
    /** @type {Square[]} */
    const from = JSON.parse(
      native.ask(
        this.#attacked(color),
        'attackers',
        `{"square":"${square}","by":"${SIDES[color]}"}`,
      ),
    )
    return from.length < 2 ? from : from.sort(inOrder)
  }

  /**
   * A state in which a side attacks what it attacks here. Where a king could be taken it is the
   * turn of that side, and a knight stands in the way in place of the other's king.
   *
   * @param {Color} color
   */
  #attacked(color) {
    if (this.isPlayable) return this.state
    const [king, knight] = color === WHITE ? 'kn' : 'KN'
    const board = this.board.map((letter) => (letter === king ? knight : letter))
    const found = parsed([piecesOf(board), color, '- - 0 1'].join(' '))
    if ('refusal' in found) throw this.#refusal
    return found.state
  }

  /** The state with the turn passed, where this position cannot be played. */
  get #turned() {
    const [pieces, turn, , , ...numbers] = this.fields
    const turned = parsed([pieces, other(/** @type {Color} */ (turn)), '- -', ...numbers].join(' '))
    if ('refusal' in turned) throw this.#refusal
    return turned.state
  }

  /** The key of the position, 16 hexadecimal digits. */
  get hash() {
    if (this.isPlayable) return native.stateKey(this.state)
    const key = BigInt(`0x${native.stateKey(this.#turned)}`)
    return BigInt.asUintN(64, ~key).toString(16).padStart(16, '0')
  }
}

module.exports = { Position, other }
