// The plugin for Fastify as an ES module, with the objects of the CommonJS one.

import plugin from './fastify.js'

export default plugin
export const { boardwright, schemas, statusOf } = plugin
