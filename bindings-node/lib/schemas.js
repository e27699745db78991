'use strict'

// JSON Schemas of what clients send and get, made from the library's own declarations.

const { invalid } = require('./errors')
const { games } = require('./game')
/** @type {any} */
const declared = require('./schemas.json')

/** @typedef {import('../fastify').JsonSchema} JsonSchema */

/** The name under which the shared schemas are known to a validator. */
const ID = 'boardwright'

/**
 * A schema with its references to the shared ones. Objects may have more fields than are
 * declared, which serialisers are not to leave out.
 *
 * @param {any} schema
 * @returns {any}
 */
function shared(schema) {
  if (Array.isArray(schema)) return Object.freeze(schema.map(shared))
  if (schema === null || typeof schema !== 'object') return schema
  const fields = Object.entries(schema).map(([name, value]) =>
    name === '$ref' ? [name, value.replace(/^#/, `${ID}#`)] : [name, shared(value)],
  )
  const made = Object.fromEntries(fields)
  if (schema.type === 'object' && schema.properties) made.additionalProperties ??= true
  return Object.freeze(made)
}

/** @type {Record<string, any>} */
const KINDS = {
  flag: () => ({ type: 'boolean' }),
  int: (/** @type {any} */ { min, max, seed }) => ({
    type: seed ? ['integer', 'null'] : 'integer',
    minimum: min,
    maximum: max,
  }),
  choice: (/** @type {any} */ { values }) => ({ enum: values }),
  preset: (/** @type {any} */ { values }) => ({ enum: values }),
  text: (/** @type {any} */ { examples }) => ({ type: 'string', examples }),
  plain: (/** @type {any} */ { examples }) => ({
    type: ['string', 'array', 'object'],
    examples,
  }),
}

/**
 * The schema of some options. Unknown ones are refused by the library, which names them; a
 * validator would drop them. Defaults are in the words alone, since a validator would fill them
 * in, and an option that is given counts for more than the preset that sets it.
 *
 * @param {readonly import('..').OptionInfo[]} options
 * @returns {JsonSchema}
 */
function optionsOf(options) {
  const properties = options.map(({ kind, ...option }) => [
    option.name,
    { ...KINDS[kind](option), description: described(option) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** @param {{ doc: string, default: unknown }} option */
const described = (option) => `${option.doc}; ${JSON.stringify(option.default)} if not given`

/** @param {string} name */
function gameOf(name) {
  const game = games().find((game) => game.name === name)
  if (game === undefined) {
    const all = games().map((game) => game.name)
    throw invalid(`game: there is no ${JSON.stringify(name)}: there are ${all.join(', ')}`)
  }
  return game
}

const calls = Object.fromEntries(
  Object.entries(declared.calls).map(([name, { arguments: takes, answer, description }]) => [
    name,
    Object.freeze({ description, arguments: shared(takes), answer: shared(answer) }),
  ]),
)

const error = Object.freeze({
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['statusCode', 'code', 'message'],
})

const schemas = Object.freeze({
  shared: { $id: ID, ...shared({ $defs: { ...declared.$defs, Error: error } }) },
  error: Object.freeze({ $ref: `${ID}#/$defs/Error` }),
  settings: shared(declared.settings),
  calls: Object.freeze(calls),
  /** @param {string} game */
  options: (game) => optionsOf(gameOf(game).options),
  /** @param {string} game @param {string} bot */
  botOptions(game, bot) {
    const { bot_options: options, bots } = gameOf(game)
    if (!Object.hasOwn(options, bot)) {
      throw invalid(`bot: ${game} has no ${JSON.stringify(bot)}: it has ${bots.join(', ')}`)
    }
    return optionsOf(options[bot] ?? [])
  },
})

module.exports = { schemas }
