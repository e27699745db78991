// The package as an ECMAScript module: the same objects as `index.js` has.

import core from './index.js'

export const {
  Analysis,
  BeiController,
  BoardwrightError,
  Bot,
  Cursor,
  Engine,
  Game,
  Observation,
  State,
  Table,
  cancelJob,
  configure,
  errorCodes,
  games,
  jobs,
  legalMovesMany,
  load,
  parse,
  protocols,
  start,
  statistics,
  version,
} = core
