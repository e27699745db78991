// The package as an ECMAScript module: the same objects as `index.js` has.

import core from './index.js'

export const {
  Analysis,
  BoardwrightError,
  Bot,
  Cursor,
  Game,
  Observation,
  State,
  Table,
  configure,
  errorCodes,
  games,
  legalMovesMany,
  load,
  parse,
  start,
  version,
} = core
