// Bots by what the registry says of them.

import type { GameInfo } from './protocol.js'

export interface Occupant {
  readonly bot: string
  readonly name: string
  readonly options?: Readonly<Record<string, unknown>>
}

/** The levels of a bot; none if it has no such option. */
export function levels(info: GameInfo, bot: string): readonly string[] {
  const options = info.bot_options[bot] ?? []
  return options.find(({ name, kind }) => name === 'level' && kind === 'choice')?.values ?? []
}

/** A bot as the server takes it: `search:casual` is the bot `search` at that level. */
export function occupantOf(info: GameInfo, choice: string): Occupant {
  const [bot = '', level] = choice.split(':')
  const known = level !== undefined && levels(info, bot).includes(level)
  return { bot, name: choice.replace(':', ', '), ...(known && { options: { level } }) }
}

/** All bots of a game, each at each of its levels. */
export function botChoices(info: GameInfo): readonly string[] {
  return info.bots.flatMap((bot) => {
    const known = levels(info, bot)
    return known.length === 0 ? [bot] : known.map((level) => `${bot}:${level}`)
  })
}
