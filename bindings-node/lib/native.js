'use strict'

// The addon, with the errors it throws made those of the package.

const { addon } = require('./addon')
const { raised } = require('./errors')

/**
 * A native function that throws errors of the package. Arguments are passed one
 * by one, since collecting them costs as much as the call.
 *
 * @param {Function} call
 * @returns {Function}
 */
function guarded(call) {
  /** @type {(...args: any[]) => any} */
  const through = (a, b, c, d, e, f, g) => {
    try {
      return call(a, b, c, d, e, f, g)
    } catch (error) {
      throw raised(error)
    }
  }
  return through
}

const found = addon(
  // @ts-ignore It is there once it has been built.
  () => require('../boardwright.node'),
  (name) => require(name),
)
const calls = Object.entries(found).map(([name, call]) => [name, guarded(call)])
/** @type {import('./native-types').Native} */
const native = Object.fromEntries(calls)

exports.native = native
exports.version = native.version()
