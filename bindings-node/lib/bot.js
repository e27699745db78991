'use strict'

// Deciders.

const check = require('./check')
const { INSPECT, disposable } = require('./common')
const { invalid } = require('./errors')
const { Game } = require('./game')
const jobs = require('./jobs')
const { native } = require('./native')
const observations = require('./observation')
const states = require('./state')

/** @type {readonly ['seat', 'movetime', 'deadline', 'nodes', 'depth', 'signal']} */
const DECIDE = ['seat', 'movetime', 'deadline', 'nodes', 'depth', 'signal']

class Bot {
  /** @type {import('./native-types').BotHandle} */
  #handle

  /**
   * @param {string} name
   * @param {import('..').BotOptions} options
   */
  constructor(name, options) {
    const { game, seed, ...rest } = check.object(options)
    this.#handle = native.bot(
      check.text('bot', name),
      game instanceof Game ? game.name : check.text('game', game),
      check.options(rest),
      check.seed(seed),
    )
  }

  get name() {
    return native.botName(this.#handle)
  }

  get game() {
    return native.botGame(this.#handle)
  }

  /**
   * @param {import('./state').State | import('./observation').Observation} subject
   * @param {import('..').DecideOptions} [options]
   * @returns {Promise<import('..').Decision>}
   */
  async decide(subject, options) {
    const named = check.named(options, DECIDE)
    const seat = check.seat(named.seat)
    const within = {
      movetime: check.milliseconds('movetime', named.movetime),
      deadline: check.milliseconds('deadline', named.deadline),
      nodes: check.whole('nodes', named.nodes, 0, Number.MAX_SAFE_INTEGER, undefined),
      depth: check.whole('depth', named.depth, 0, check.MAX_U32, undefined),
    }
    const state = states.handleOf(subject)
    const observation = observations.handleOf(subject)
    if (observation !== undefined && seat !== undefined) {
      throw invalid('seat: an observation has its own')
    }
    /** @type {Parameters<typeof jobs.run>[1]} */
    const submit = (desk, job) => {
      if (state !== undefined) {
        native.decideState(desk, job, this.#handle, state, seat, within)
      } else if (observation !== undefined) {
        native.decideObservation(desk, job, this.#handle, observation, within)
      } else {
        throw invalid(`subject: takes a State or an Observation, not ${check.kind(subject)}`)
      }
    }
    return jobs.run(named, submit, (decision, queued) => ({ ...decision, queued }))
  }

  dispose() {
    native.botDispose(this.#handle)
  }

  [INSPECT]() {
    return `Bot(${this.name}, ${this.game})`
  }
}

disposable(Bot)

exports.Bot = Bot
