// The server for `bench/load.mjs`, whose many people come from one address.

import { build } from './app.js'

const limits = { requests_per_minute: 1e6, creations_per_minute: 1e6 }
const { app } = await build({ file: process.env['GAMES'] ?? ':memory:', limits })
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0))
})
process.send?.({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) })
