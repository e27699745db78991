// JSON Schemas of what is posted: the server's own fields, and the library's for the rest.

import { schemas } from 'boardwright/fastify'

const text = { type: 'string', maxLength: 200 }
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const map = { type: 'object' }

const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const bot = object(
  {
    bot: text,
    name: text,
    options: map,
    movetime: count,
    delay: { anyOf: [count, { type: 'array', items: count, minItems: 2, maxItems: 2 }] },
  },
  ['bot'],
)

/** The settings of a table that are a client's; the others are the server's. */
const SETTINGS = ['clock', 'grace', 'on_leave', 'on_flag', 'undo', 'edits', 'spectator_delay']
const known = schemas.settings['properties'] as Readonly<Record<string, object>>
const settings = Object.fromEntries(SETTINGS.map((name) => [name, known[name] ?? {}]))

export const creation = object(
  {
    game: text,
    options: map,
    name: text,
    visibility: { enum: ['public', 'private'] },
    seats: {
      type: 'object',
      additionalProperties: { anyOf: [{ enum: ['me', 'open', 'invite'] }, bot] },
    },
    ...settings,
    on_abandoned: { anyOf: [{ enum: ['lose', 'bot', null] }, bot] },
  },
  ['game'],
)

export const rules = object({ game: text, options: map }, ['game'])
export const joining = object({ seat: text, name: text })
export const filling = object({ seat: text, occupant: bot })
export const invitation = object({ code: text, name: text, accept: { type: 'boolean' } }, ['code'])

export const seek = object(
  { game: text, options: map, clock: settings['clock'] ?? {}, name: text },
  ['game'],
)

export const analysis = object(
  { ply: count, seat: text, movetime: count, lines: { type: 'integer', minimum: 1, maximum: 10 } },
  ['ply'],
)

// Of addresses; what they hold is text.
const digits = { type: 'string', pattern: '^\\d{1,9}$' }
export const since = object({ since: digits })
export const waiting = object({ wait: { type: 'string', pattern: '^(2[0-5]|1?\\d)$' } })
export const listing = object({
  status: { enum: ['waiting', 'playing', 'ended'] },
  before: digits,
  limit: { type: 'string', pattern: '^[1-9]\\d?$' },
})
