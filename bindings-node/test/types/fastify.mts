// The types of the plugin for Fastify. Checked by `tsc --strict`, never run.

import Fastify from 'fastify'
import { Bot, BoardwrightError, start, Table } from 'boardwright'
import boardwright, { type JsonSchema, type Schemas, schemas, statusOf } from 'boardwright/fastify'

const app = Fastify()
await app.register(boardwright, { retryAfter: 2, saveTable: (table, key) => key + table.save() })
app.register(boardwright, { errors: null, saveTable: undefined })
// @ts-expect-error There is no such option.
app.register(boardwright, { error: false })
app.boardwright.hold('key', new Table('chess')) satisfies Table
app.boardwright.release('key') satisfies Table | undefined
app.boardwright.schemas satisfies Schemas
schemas.calls['commit']?.arguments satisfies JsonSchema | undefined
schemas.options('chess') satisfies JsonSchema
statusOf('busy') satisfies number
app.post('/', async (_request, reply) => {
  const { move } = await new Bot('random', { game: 'chess' }).decide(start('chess'), {
    signal: reply.gone,
  })
  return { move }
})
app.setErrorHandler((error, _request, reply) =>
  error instanceof BoardwrightError ? app.boardwright.send(error, reply) : reply.send(error),
)
// @ts-expect-error The signal is the plugin's.
app.get('/', (_, reply) => (reply.gone = new AbortController().signal))
