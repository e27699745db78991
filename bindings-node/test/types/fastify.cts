// The types of the plugin as a user of CommonJS sees them. Checked by `tsc --strict`, never run.

import fastify = require('fastify')
import boardwright = require('boardwright/fastify')

const app = fastify()
app.register(boardwright, { schemas: false })
app.register(boardwright.default)
const options: boardwright.BoardwrightFastifyOptions = { retryAfter: 1 }
options satisfies object
app.boardwright.draining satisfies boolean
