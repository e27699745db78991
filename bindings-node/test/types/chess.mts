// The types of `boardwright/chess`. Checked by `tsc --strict`, never run.

import {
  Chess,
  type Color,
  DEFAULT_POSITION,
  KING,
  Move,
  type MovesOptions,
  type Piece,
  SQUARES,
  type Square,
  WHITE,
  validateFen,
} from 'boardwright/chess'

const chess = new Chess(DEFAULT_POSITION, { skipValidation: undefined })
chess.moves() satisfies string[]
chess.moves({ verbose: true }) satisfies Move[]
chess.moves({ square: 'e2' }) satisfies string[]
chess.moves({ square: 'e2', piece: 'p', verbose: true }) satisfies Move[]
const options: MovesOptions = { piece: undefined }
chess.moves({ ...options, verbose: Math.random() > 0.5 }) satisfies string[] | Move[]
const { from, captured, promotion } = chess.move({ from: 'e2', to: 'e4', promotion: undefined })
from satisfies Square
captured satisfies Piece['type'] | undefined
promotion satisfies Piece['type'] | undefined
chess.move(null, { strict: true }).isBigPawn() satisfies boolean
chess.undo() satisfies Move | null
chess.history({ verbose: true }) satisfies Move[]
chess.history() satisfies string[]
chess.board()[0]?.[0]?.square satisfies Square | undefined
chess.getComment() satisfies string | undefined
chess.setCastlingRights(WHITE, { [KING]: true }) satisfies boolean
chess.getCastlingRights('b').q satisfies boolean
chess.turn() satisfies Color
chess.get(SQUARES[0] ?? 'a8') satisfies Piece | undefined
validateFen('').error satisfies string | undefined
// @ts-expect-error There is no such square.
chess.get('i9')
// @ts-expect-error Moves are made by the game.
new Move()
// @ts-expect-error There is no such option.
chess.pgn({ max_width: 5 })
