'use strict'

// Bots of JavaScript's own, at a table, in a tournament or by themselves. The library puts questions, which are taken
// when the event loop is told of them; a function answers.

const { CONSTRUCT } = require('./common')
const { BoardwrightError, invalid } = require('./errors')
const external = require('./external')
const jobs = require('./jobs')
const { LanguageModel, answered } = require('./model')
const { native } = require('./native')
const observations = require('./observation')
const { Rules } = require('./rules')

const { ExternalEngine } = external

/** @typedef {import('..').OwnBot} OwnBot */
/** @typedef {import('./native-types').ToldHandle} Told */

const NOTHING = () => {}

/** @typedef {import('./external').ExternalEngine} Program */
/** Answerer of a seat. @typedef {OwnBot | LanguageModel | Program} Answerer */

/**
 * @param {unknown} bot
 * @returns {bot is Answerer}
 */
const answers = (bot) =>
  typeof bot === 'function' || bot instanceof LanguageModel || bot instanceof ExternalEngine

/** The functions of bots that were made of one. @type {WeakMap<object, OwnBot | LanguageModel>} */
const made = new WeakMap()

/** Bots of the library by plain values, as seats and players are told of them. @type {WeakMap<object, object>} */
const described = new WeakMap()

/**
 * A map whose bot is of the library, by plain values; nothing for any other.
 *
 * @param {{ readonly bot?: unknown }} given
 */
function plain(given) {
  const bot = described.get(/** @type {object} */ (given.bot))
  return bot === undefined ? undefined : { ...given, bot }
}

/**
 * The function of a bot that was made of one; anything else as it is.
 *
 * @param {unknown} bot
 */
const unwrapped = (bot) => made.get(/** @type {object} */ (bot)) ?? bot

/** The library's names of what an answer or a seat has. */
const NAMES = new Map([
  ['offerDraw', 'offer_draw'],
  ['claimDraw', 'claim_draw'],
  ['onFailure', 'on_failure'],
])

/**
 * A map with the library's names.
 *
 * @param {object} given
 */
function named(given) {
  /** @type {Record<string, unknown>} */
  const out = {}
  for (const [name, value] of Object.entries(given)) {
    const known = NAMES.get(name) ?? name
    if (Object.hasOwn(out, known)) throw invalid(`${name} is given twice`)
    out[known] = value
  }
  return out
}

/**
 * An occupant as the library is told of it, and the function that answers for it.
 *
 * @param {unknown} occupant
 * @returns {[unknown, Answerer | undefined]}
 */
function split(occupant) {
  const bot = unwrapped(occupant)
  if (answers(bot)) return [{ bot: 'own' }, bot]
  const seat = /** @type {any} */ (told(occupant))
  const answerer = unwrapped(seat?.bot)
  return answers(answerer) ? [{ ...seat, bot: 'own' }, answerer] : [seat, undefined]
}

/**
 * A bot as the library is told of it, such as the one to come.
 *
 * @param {unknown} occupant
 */
function told(occupant) {
  const bot = plain({ bot: occupant })
  if (bot !== undefined) return bot
  const map = typeof occupant === 'object' && occupant !== null && !Array.isArray(occupant)
  if (!map) return occupant
  const seat = named(occupant)
  return plain(seat) ?? seat
}

/** @param {unknown} answer */
function written(answer) {
  // Undefined is no JSON: who answers nothing has answered null.
  return JSON.stringify(told(answer)) ?? 'null'
}

/** @param {unknown} error */
function message(error) {
  // The words of a bot that failed are a reason already.
  if (error instanceof BoardwrightError && error.code === 'bot_failed') return error.message
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** The questions to one seat, to one player of a tournament, or of one decision. */
class Seat {
  /** @type {OwnBot | LanguageModel} */
  #bot
  /** @type {import('./native-types').QuestionsHandle | undefined} */
  #questions
  /** Those that are thought about, by their numbers. @type {Map<number, AbortController>} */
  #open = new Map()
  /** @type {Rules | undefined} */
  #rules
  /** The last error of the bot. @type {unknown} */
  thrown

  /**
   * Once nobody asks any more, whatever is thought about comes to nothing.
   *
   * @param {OwnBot | LanguageModel} bot
   */
  constructor(bot) {
    this.#bot = bot
    const { begun } = jobs.begin(
      { told: () => this.#take(), done: NOTHING, failed: () => this.#abort(...this.#open.keys()) },
      (context, job) => native.questions(context, job),
    )
    this.#questions = begun
  }

  /**
   * Hands the queue to those who ask; it is let go where that fails.
   *
   * @template T
   * @param {(questions: import('./native-types').QuestionsHandle) => T} put
   * @returns {T}
   */
  asked(put) {
    // It is there once this is made.
    const questions = /** @type {import('./native-types').QuestionsHandle} */ (this.#questions)
    try {
      return put(questions)
    } finally {
      native.questionsRelease(questions)
    }
  }

  /** @param {number[]} ids */
  #abort(...ids) {
    for (const id of ids) {
      this.#open.get(id)?.abort(new BoardwrightError('cancelled', 'it is not asked any more'))
    }
  }

  #take() {
    while (this.#questions !== undefined) {
      const told = native.questionsTake(this.#questions)
      if (told === null) return
      const over = native.toldGivenUp(told)
      if (over === null) void this.#answer(told)
      else this.#abort(over)
    }
  }

  /** @param {Told} told */
  async #answer(told) {
    const details = JSON.parse(native.questionDetails(told))
    const handle = native.questionObservation(told)
    this.#rules ??= Rules.ofObservation(handle)
    const observation = new observations.Observation(CONSTRUCT, handle, this.#rules)
    const controller = new AbortController()
    this.#open.set(details.id, controller)
    /** @type {import('..').Question} */
    const question = {
      ...details,
      observation,
      signal: controller.signal,
      get candidates() {
        return observation.candidates()
      },
    }
    try {
      const bot = this.#bot
      const { signal } = controller
      const answer = bot instanceof LanguageModel ? answered(bot, told, signal) : bot(question)
      native.questionAnswer(told, written(await answer))
    } catch (error) {
      this.thrown = error
      native.questionFail(told, message(error))
    } finally {
      this.#open.delete(details.id)
      native.toldDispose(told)
    }
  }
}

/**
 * The occupants as the library takes them, and the functions among them by seat.
 *
 * @param {unknown} seats
 */
function splitAll(seats) {
  /** @type {[string, Answerer][]} */
  const bots = []
  if (typeof seats !== 'object' || seats === null || Array.isArray(seats)) return { seats, bots }
  /** @type {Record<string, unknown>} */
  const occupants = {}
  for (const [seat, occupant] of Object.entries(seats)) {
    const [told, bot] = split(occupant)
    occupants[seat] = told
    if (bot !== undefined) bots.push([seat, bot])
  }
  return { seats: occupants, bots }
}

/**
 * Has a function or a program answer for a seat.
 *
 * @param {import('./native-types').TableHandle} table
 * @param {string} seat
 * @param {Answerer} bot
 */
function attend(table, seat, bot) {
  if (bot instanceof ExternalEngine) external.attend(bot, table, seat)
  else new Seat(bot).asked((questions) => native.tableAttend(table, seat, questions))
}

/**
 * A player of a tournament as the library is told of it; one that is JavaScript's own is among the guests.
 *
 * @param {import('./native-types').GuestsHandle | undefined} guests undefined where nobody is asked
 * @param {unknown} player
 */
function invited(guests, player) {
  const map = typeof player === 'object' && player !== null && 'bot' in player
  const { bot: given, ...rest } = map && !answers(player) ? player : { bot: player }
  const bot = unwrapped(given)
  if (!answers(bot)) return plain({ ...rest, bot }) ?? player
  if (bot instanceof ExternalEngine) {
    throw invalid('players: a program is given by its command, for each game has one of its own')
  }
  const name = bot instanceof LanguageModel ? 'LanguageModel' : bot.name || 'own'
  const own =
    guests === undefined
      ? 0
      : new Seat(bot).asked((questions) => native.guestsAdd(guests, questions))
  return { name, ...rest, own }
}

exports.Seat = Seat
exports.answers = answers
exports.attend = attend
exports.described = described
exports.invited = invited
exports.made = made
exports.split = split
exports.splitAll = splitAll
exports.told = told
exports.unwrapped = unwrapped
