// The program: settings from the environment, and signals that close it in order.

import { configure } from 'boardwright'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from './app.js'

const { env } = process
const number = (name: string, otherwise: number) => {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`${name}: takes a whole number, not ${JSON.stringify(text)}`)
}

configure({ maxQueue: number('MAX_QUEUE', 1_000), hashMb: number('HASH_MB', 256) })
const built = fileURLToPath(new URL('../../page/dist', import.meta.url))
const page = env['PAGE'] ?? (existsSync(built) ? built : undefined)
const { app } = await build({
  file: env['GAMES'] ?? 'games.db',
  durable: env['DURABLE'] === '1',
  ...(page !== undefined && { page }),
  trustProxy: env['TRUST_PROXY'] === '1',
  logger: { level: env['LOG_LEVEL'] ?? 'info' },
})

let closing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (closing) return
    closing = true
    app.log.info(`${signal}: closing`)
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.log.error(error)
        process.exit(1)
      },
    )
  })
}

const address = await app.listen({ port: number('PORT', 3000), host: env['HOST'] ?? '127.0.0.1' })
process.send?.({ listening: address })
