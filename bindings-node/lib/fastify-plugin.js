'use strict'

// `fastify-plugin`, which makes a plugin that decorates the scope it is registered in. It is an
// optional peer of the package, so that whoever has no Fastify installs nothing.

/**
 * @param {any} register
 * @param {{ fastify: string, name: string }} about
 */
exports.plugin = function plugin(register, about) {
  let made
  try {
    made = require('fastify-plugin')
  } catch (error) {
    if (/** @type {any} */ (error)?.code !== 'MODULE_NOT_FOUND') throw error
    throw Object.assign(
      new Error(
        'boardwright/fastify needs the package fastify-plugin: npm install fastify-plugin',
        {
          cause: error,
        },
      ),
      { code: 'peer_missing' },
    )
  }
  return made(register, about)
}
