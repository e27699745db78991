'use strict'

// The package as CommonJS. `index.mjs` hands on the same objects, so that both
// kinds of module share one instance.

const { BoardwrightError, errorCodes } = require('./lib/errors')
const { Analysis } = require('./lib/analysis')
const { Games, JobQueue, arena } = require('./lib/arena')
const { BeiController } = require('./lib/bei')
const { Bot } = require('./lib/bot')
const {
  Columns,
  MATE,
  NO_CLOCK,
  NO_EVAL,
  NO_RESULT,
  Texts,
  moveText,
  readColumns,
} = require('./lib/columns')
const { cancelJob, configure, jobs, statistics } = require('./lib/jobs')
const { Cursor } = require('./lib/cursor')
const { Engine, protocols } = require('./lib/engine')
const { ExternalEngine } = require('./lib/external')
const { Game, games, load, parse, parseEpd, presets, start } = require('./lib/game')
const { LanguageModel } = require('./lib/model')
const { Observation } = require('./lib/observation')
const { GameReader, GameRecord, readGames } = require('./lib/records')
const { BotRegistry } = require('./lib/ratings')
const { State, legalMovesMany, legalMovesManyAsync } = require('./lib/state')
const { SEAT_CALLS, Table } = require('./lib/table')
const { version } = require('./lib/native')

module.exports = {
  Analysis,
  BeiController,
  BoardwrightError,
  Bot,
  BotRegistry,
  Columns,
  Cursor,
  Engine,
  ExternalEngine,
  Game,
  GameReader,
  GameRecord,
  Games,
  JobQueue,
  LanguageModel,
  MATE,
  NO_CLOCK,
  NO_EVAL,
  NO_RESULT,
  Observation,
  SEAT_CALLS,
  State,
  Table,
  Texts,
  arena,
  cancelJob,
  configure,
  errorCodes,
  games,
  jobs,
  legalMovesMany,
  legalMovesManyAsync,
  load,
  moveText,
  parse,
  parseEpd,
  presets,
  protocols,
  readColumns,
  readGames,
  start,
  statistics,
  version,
}
