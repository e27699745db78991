'use strict'

// The package as CommonJS. `index.mjs` hands on the same objects, so that both
// kinds of module share one instance.

const { BoardwrightError, errorCodes } = require('./lib/errors')
const { Analysis } = require('./lib/analysis')
const { BeiController } = require('./lib/bei')
const { Bot } = require('./lib/bot')
const { cancelJob, configure, jobs, statistics } = require('./lib/jobs')
const { Cursor } = require('./lib/cursor')
const { Engine, protocols } = require('./lib/engine')
const { Game, games, load, parse, start } = require('./lib/game')
const { Observation } = require('./lib/observation')
const { State, legalMovesMany } = require('./lib/state')
const { Table } = require('./lib/table')
const { version } = require('./lib/native')

module.exports = {
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
}
