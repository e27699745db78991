// The types of `boardwright/chess` for CommonJS. Checked by `tsc --strict`, never run.

import chess = require('boardwright/chess')

const game: chess.Chess = new chess.Chess()
const move: chess.Move = game.move('e4')
move.san satisfies string
