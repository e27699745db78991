// The types of the names of chess.js.

/** A side. */
export type Color = 'w' | 'b'
/** A kind of piece. */
export type PieceSymbol = 'p' | 'n' | 'b' | 'r' | 'q' | 'k'
/** A square. */
export type Square = `${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${
  1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`

/** A piece of a side. */
export type Piece = {
  color: Color
  type: PieceSymbol
}

/** A square of the board with the piece on it; null for an empty one. */
export type BoardSquare = { square: Square; type: PieceSymbol; color: Color } | null

/** A comment with the position that it is on. */
export type Comment = {
  fen: string
  comment: string
}

export const WHITE = 'w'
export const BLACK = 'b'
export const PAWN = 'p'
export const KNIGHT = 'n'
export const BISHOP = 'b'
export const ROOK = 'r'
export const QUEEN = 'q'
export const KING = 'k'
/** The position at which chess starts, as FEN. */
export const DEFAULT_POSITION: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
/** The squares from a8 to h1, rank by rank. */
export const SQUARES: Square[]
/** The tags that every PGN has, with what they are where nothing is known. */
export const SEVEN_TAG_ROSTER: Record<string, string>

/** Says if a FEN is well formed and has a king for each side, and what it lacks if not. */
export function validateFen(fen: string): { ok: boolean; error?: string }

/** Returns a generator of numbers of 64 bits from a state of 128. */
export function xoroshiro128(state: bigint): () => bigint

/** A move with all that is said about it. */
export class Move {
  private constructor()
  /** The side that moves. */
  color: Color
  from: Square
  to: Square
  piece: PieceSymbol
  captured: PieceSymbol | undefined
  promotion: PieceSymbol | undefined
  /** Letters of what it does: `n`, `c`, `b`, `e`, `p`, `k`, `q`, and `-` for the null move. */
  flags: string
  /** The move in SAN. */
  san: string
  /** Its squares and the piece of a promotion, as `e7e8q`. */
  lan: string
  /** The FEN before the move. */
  before: string
  /** The FEN after the move. */
  after: string
  /** Returns true for a capture other than en passant. */
  isCapture(): boolean
  /** Returns true if a pawn is promoted. */
  isPromotion(): boolean
  /** Returns true for a capture en passant. */
  isEnPassant(): boolean
  /** Returns true for castling to the side of the king. */
  isKingsideCastle(): boolean
  /** Returns true for castling to the side of the queen. */
  isQueensideCastle(): boolean
  /** Returns true if a pawn goes two squares ahead. */
  isBigPawn(): boolean
}

/**
 * A game of chess that is played in place, with the methods of chess.js. What cannot be done is
 * a `BoardwrightError`, an `Error` with a code, with the message of chess.js.
 */
export class Chess {
  /**
   * @throws {BoardwrightError} `invalid_notation` for a FEN that is not well formed, and without
   *   `skipValidation` for one that lacks a king or has pawns on the edge
   */
  constructor(fen?: string, options?: { skipValidation?: boolean | undefined })
  /** Takes all pieces away. */
  clear(options?: { preserveHeaders?: boolean | undefined }): void
  /** Starts at a position; `skipValidation` looks at the form of the FEN alone. */
  load(
    fen: string,
    options?: {
      skipValidation?: boolean | undefined
      preserveHeaders?: boolean | undefined
    },
  ): void
  /** Starts at the position of chess. */
  reset(): void
  /**
   * Returns the position as FEN, with a square of en passant where the capture is legal. With
   * `forceEnpassantSquare` it is there if a pawn stands beside, pinned or not.
   */
  fen(options?: { forceEnpassantSquare?: boolean | undefined }): string
  /** Returns the piece on a square. */
  get(square: Square): Piece | undefined
  /** Returns the squares of a side's pieces of a kind. */
  findPiece(piece: Piece): Square[]
  /** Puts a piece on a square; false for what is none, and for a second king. */
  put(piece: Piece, square: Square): boolean
  /** Takes the piece from a square and returns it. */
  remove(square: Square): Piece | undefined
  /** Returns the squares from which a side, which is the one to move, attacks a square. */
  attackers(square: Square, attackedBy?: Color): Square[]
  /** Returns true if a side attacks a square. */
  isAttacked(square: Square, attackedBy: Color): boolean
  /** Returns a key of the position, the same for equal ones. */
  hash(): string
  /** Returns true if the side to move is in check. */
  isCheck(): boolean
  /** Returns true if the side to move is in check. */
  inCheck(): boolean
  /** Returns true if the side to move is mated. */
  isCheckmate(): boolean
  /** Returns true if the side to move has no move and is not in check. */
  isStalemate(): boolean
  /** Returns true if neither side can win. */
  isInsufficientMaterial(): boolean
  /** Returns true if the position stands for the third time. */
  isThreefoldRepetition(): boolean
  /** Returns true after fifty moves of each side without a capture or a move of a pawn. */
  isDrawByFiftyMoves(): boolean
  /** Returns true for a draw by any of the rules. */
  isDraw(): boolean
  /** Returns true for mate and draws. */
  isGameOver(): boolean
  /** Returns the legal moves: all, those from a square, or those of a kind of piece. */
  moves(): string[]
  moves(options: MovesOptions & { verbose: true }): Move[]
  moves(options: MovesOptions & { verbose?: false | undefined }): string[]
  moves(options: MovesOptions & { verbose?: boolean | undefined }): string[] | Move[]
  /**
   * Makes a move: in SAN, in other notations that people write unless it is `strict`, by its
   * squares, where a promotion is passed over if there is none, or `null` for the null move.
   *
   * @throws {BoardwrightError} `illegal_move` if it is not legal
   */
  move(
    move: string | { from: string; to: string; promotion?: string | undefined } | null,
    options?: { strict?: boolean | undefined },
  ): Move
  /** Takes the last move back and returns it; null if there is none. */
  undo(): Move | null
  /** Returns the game as PGN, in lines no longer than `maxWidth` if that is given. */
  pgn(options?: { newline?: string | undefined; maxWidth?: number | undefined }): string
  /**
   * Sets tags and returns all, with null for those that are not there.
   *
   * @deprecated `setHeader` and `getHeaders` have taken its place
   */
  header(...args: string[]): Record<string, string | null>
  /** Sets a tag and returns those that are there. */
  setHeader(key: string, value: string): Record<string, string>
  /** Takes a tag away; false for one that was never there. */
  removeHeader(key: string): boolean
  /** Returns the tags. */
  getHeaders(): Record<string, string>
  /**
   * Starts with a game from PGN, of whose variations only the main line is read.
   *
   * @throws {BoardwrightError} `invalid_notation` for a text that is no PGN, `illegal_move`; the
   *   game is as it was then
   */
  loadPgn(
    pgn: string,
    options?: { strict?: boolean | undefined; newlineChar?: string | undefined },
  ): void
  /** Draws the board in text. */
  ascii(): string
  /** Counts the sequences of so many moves. */
  perft(depth: number): number
  /** Passes the turn to a side with a null move; false if it has it. */
  setTurn(color: Color): boolean
  /** Returns the side to move. */
  turn(): Color
  /** Returns the board rank by rank from a8. */
  board(): BoardSquare[][]
  /** Returns the color of a square. */
  squareColor(square: Square): 'light' | 'dark' | null
  /** Returns the moves that were made. */
  history(): string[]
  history(options: { verbose: true }): Move[]
  history(options: { verbose?: false | undefined }): string[]
  history(options: { verbose?: boolean | undefined }): string[] | Move[]
  /** Returns the comment on the position. */
  getComment(): string | undefined
  /** Sets the comment on the position; braces become brackets. */
  setComment(comment: string): void
  /** @deprecated Renamed to `removeComment` */
  deleteComment(): string | undefined
  /** Takes the comment on the position away and returns it. */
  removeComment(): string | undefined
  /** Returns the comments on the positions of the game. */
  getComments(): Comment[]
  /** @deprecated Renamed to `removeComments` */
  deleteComments(): Comment[]
  /** Takes all comments away and returns them. */
  removeComments(): Comment[]
  /** Sets rights to castle; false if king or rook do not stand as one that is given needs. */
  setCastlingRights(
    color: Color,
    rights: { k?: boolean | undefined; q?: boolean | undefined },
  ): boolean
  /** Returns a side's rights to castle. */
  getCastlingRights(color: Color): { k: boolean; q: boolean }
  /** Returns the number of the move, from 1. */
  moveNumber(): number
}

/** The moves that are asked for. */
export type MovesOptions = {
  square?: Square | undefined
  piece?: PieceSymbol | undefined
}
