// The types as a user of CommonJS sees them. Checked by `tsc --strict`, never run.

import boardwright = require('boardwright')

const state: boardwright.State = boardwright.start('chess')
state.legalMoves() satisfies string[]
const outcome: boardwright.Outcome | null = state.outcome
outcome satisfies object | null
new boardwright.Bot('random', { game: 'chess' }) satisfies boardwright.Bot

// @ts-expect-error There is no such export.
boardwright.nothing
