'use strict'

// Finds the native addon: that of a checkout, or the package for the machine's platform.

/** @type {{ version: string, optionalDependencies?: Record<string, string> }} */
const manifest = require('../package.json')

/** The packages for platforms are named after this and the platform. */
const SCOPE = '@boardwright/'

/**
 * A machine, as far as an addon depends on it.
 *
 * @typedef {object} Machine
 * @property {string} platform as `process.platform`
 * @property {string} arch as `process.arch`
 * @property {string | null} glibc the version of the GNU C library, on Linux; null with another
 */

/**
 * An error of the addon's absence.
 *
 * @param {'addon_missing' | 'addon_unfit'} code
 * @param {string} message
 * @param {unknown} [cause]
 */
function failure(code, message, cause) {
  return Object.assign(new Error(message, { cause }), { code })
}

/** @returns {Machine} */
function thisMachine() {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch, glibc: null }
  // Reports list network interfaces, with names that are looked up, unless told not to.
  const report = /** @type {any} */ (process.report)
  const before = report.excludeNetwork
  report.excludeNetwork = true
  const { glibcVersionRuntime } = report.getReport().header
  report.excludeNetwork = before
  return { platform, arch, glibc: glibcVersionRuntime ?? null }
}

/**
 * The name of a platform, as the packages have it.
 *
 * @param {Machine} machine
 */
function platformOf({ platform, arch, glibc }) {
  const abi = { linux: glibc === null ? '-musl' : '-gnu', win32: '-msvc' }[platform] ?? ''
  return `${platform}-${arch}${abi}`
}

/**
 * True if an error says that a module itself is not there.
 *
 * @param {any} error
 */
const isAbsent = (error) => error?.code === 'MODULE_NOT_FOUND'

/**
 * The error for an addon that is there and cannot be loaded.
 *
 * @param {string} name
 * @param {Machine} machine
 * @param {any} cause
 */
function unfit(name, machine, cause) {
  const needed = /GLIBC_([\d.]+)' not found/.exec(String(cause?.message))?.[1]
  const why =
    needed && machine.glibc
      ? `it needs glibc ${needed} or later, and this machine has ${machine.glibc}`
      : String(cause?.message ?? cause)
  return failure('addon_unfit', `${name} cannot be loaded on this machine: ${why}`, cause)
}

/**
 * Loads the addon.
 *
 * @param {() => any} own loads that of a checkout
 * @param {(name: string) => any} load loads the package of a name
 * @param {Machine | (() => Machine)} on
 * @param {Record<string, string>} packages the packages for platforms that were released, with
 *   their versions
 * @returns {Record<string, Function>}
 */
function addon(own, load, on = thisMachine, packages = manifest.optionalDependencies ?? {}) {
  try {
    return own()
  } catch (cause) {
    const machine = typeof on === 'function' ? on() : on
    if (!isAbsent(cause)) throw unfit('boardwright.node', machine, cause)
    const names = Object.keys(packages)
    if (names.length === 0) {
      throw failure(
        'addon_missing',
        'boardwright.node is not there: in a checkout `npm run build` makes it; a bundler ' +
          'has to leave boardwright out (as "external")',
        cause,
      )
    }
    const platform = platformOf(machine)
    const name = SCOPE + platform
    if (!names.includes(name)) {
      const all = names.map((name) => name.slice(SCOPE.length)).join(', ')
      throw failure('addon_missing', `boardwright has no addon for ${platform}: there are ${all}`)
    }
    return ofPackage(name, load, machine)
  }
}

/**
 * @param {string} name
 * @param {(name: string) => any} load
 * @param {Machine} machine
 */
function ofPackage(name, load, machine) {
  let found
  try {
    found = load(name)
  } catch (cause) {
    if (!isAbsent(cause)) throw unfit(name, machine, cause)
    throw failure(
      'addon_missing',
      `${name} is not installed: it is an optional dependency of boardwright, which npm leaves ` +
        'out with --omit=optional, and by a lock file or a node_modules made on another platform',
      cause,
    )
  }
  const version = found.version()
  if (version === manifest.version) return found
  throw failure(
    'addon_unfit',
    `${name} is of version ${version}, and boardwright of version ${manifest.version}`,
  )
}

module.exports = { addon, platformOf, thisMachine, SCOPE }
