// Judgements of positions of games that have ended.

import { Bot } from 'boardwright'
import { analyst, infoOf } from './bots.js'
import { ServerError } from './errors.js'
import type { Hosted } from './hosted.js'

export interface Question {
  readonly ply: number
  readonly seat?: string
  readonly movetime?: number
  readonly lines?: number
}

/** Thinking time for which none is asked, in milliseconds. */
const MOVETIME = 500

/** Time that a question may wait for its turn, in milliseconds. */
const PATIENCE = 10_000

/** Has the strongest bot of the game judge the position after some plies. */
export async function analyse(
  hosted: Hosted,
  question: Question,
  most: number,
  signal: AbortSignal,
) {
  if (!hosted.ended) throw new ServerError('not_over', 'the game has not ended')
  const { ply, seat, movetime = MOVETIME, lines } = question
  if (movetime > most) {
    throw new ServerError('invalid_option', `movetime: takes ${String(most)} milliseconds at most`)
  }
  const { record, table } = hosted
  const named = analyst(infoOf(record.game))
  const state = table.state().atPly(ply)
  if (record.hidden && seat === undefined) {
    throw new ServerError('invalid_option', 'seat: name the one whose knowledge is judged')
  }
  const subject = record.hidden ? state.observe(seat ?? 0) : state
  const bot = new Bot(named, { game: record.game })
  try {
    const decision = await bot.decide(subject, {
      movetime,
      deadline: movetime + PATIENCE,
      signal,
      ...(lines !== undefined && { lines }),
      ...(!record.hidden && seat !== undefined && { seat }),
    })
    return { bot: named, decision }
  } finally {
    bot.dispose()
  }
}
