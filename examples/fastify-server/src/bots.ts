// The bots that clients may ask for: of the game's own list, within the server's limits.

import { type GameInfo, games, type LibraryBot, type OptionInfo } from 'boardwright'
import { BoardwrightError } from 'boardwright'
import { ServerError } from './errors.js'
import type { Limits } from './limits.js'
import { seen } from './texts.js'

/** Thinking time of a bot for which none is asked, in milliseconds. */
const MOVETIME = 300

/** The most milliseconds by which an answer may be delayed. */
const MOST_DELAY = 60_000

/** Options that are numbers and yet cost the server nothing. */
const FREE = new Set(['strength'])

/** A bot as clients ask for it. */
export interface AskedBot {
  readonly bot: string
  readonly name?: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly movetime?: number
  readonly delay?: number | readonly [number, number]
}

const all = new Map(games().map((game) => [game.name, game]))

/** The game of a name. */
export function infoOf(name: string): GameInfo {
  const info = all.get(name)
  if (info !== undefined) return info
  const names = [...all.keys()].join(', ')
  throw new BoardwrightError(
    'unknown_game',
    `there is no game ${JSON.stringify(name)}: there are ${names}`,
  )
}

/** True for an option that a client may set: threads, memory and nodes are the server's. */
const isFree = ({ name, kind }: OptionInfo) =>
  FREE.has(name) || kind === 'choice' || kind === 'flag'

/** Checks a bot that a client asks for, and bounds it. */
export function occupant(
  game: GameInfo,
  field: string,
  asked: AskedBot,
  limits: Limits,
): LibraryBot {
  const { bot, name, options = {}, movetime = MOVETIME, delay } = asked
  const wrong = (what: string) => new ServerError('invalid_option', `${field}.${what}`)
  if (!game.bots.includes(bot)) {
    const message = `${field}.bot: there is no ${JSON.stringify(bot)}: there are ${game.bots.join(', ')}`
    throw new BoardwrightError('unknown_bot', message)
  }
  if (movetime > limits.bot_movetime) {
    throw wrong(`movetime: takes ${String(limits.bot_movetime)} milliseconds at most`)
  }
  if (Math.max(...[delay ?? 0].flat()) > MOST_DELAY) {
    throw wrong(`delay: takes ${String(MOST_DELAY)} milliseconds at most`)
  }
  const free = (game.bot_options[bot] ?? []).filter(isFree).map((option) => option.name)
  for (const option of Object.keys(options)) {
    if (free.includes(option)) continue
    const may = free.length === 0 ? 'there are none' : `there are ${free.join(', ')}`
    throw wrong(`options: ${JSON.stringify(option)} is not the client’s: ${may}`)
  }
  return {
    bot,
    options,
    movetime,
    ...(name !== undefined && { name: seen(`${field}.name`, name, limits.name) }),
    ...(delay !== undefined && { delay }),
  }
}

/** Bots for analysis, the best first. */
const ANALYSTS = ['search', 'mcts', 'recon', 'casual', 'heuristic']

/** Bots for seats for which none is named, those first that play like people. */
const OPPONENTS = ['casual', 'heuristic', 'random']

function first(names: readonly string[], game: GameInfo): string {
  const found = names.find((name) => game.bots.includes(name)) ?? game.bots[0]
  if (found === undefined) throw new BoardwrightError('unsupported', `${game.name} has no bots`)
  return found
}

/** The strongest bot that a game has. */
export const analyst = (game: GameInfo) => first(ANALYSTS, game)

/** The bot for a seat for which none is named. */
export const opponent = (game: GameInfo) => first(OPPONENTS, game)
