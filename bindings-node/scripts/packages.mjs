// Packs what is published: the package without an addon, and one with the addon for each
// platform, of which npm installs the one that fits.
//
//   node scripts/packages.mjs --out FOLDER --addon PLATFORM=FILE [--addon …]
//
// PLATFORM is a name of PLATFORMS, FILE an addon that was built for it (`npm run build` in a
// checkout on that platform, or by cross-compilation). The packages are published together,
// those of platforms first.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import addon from '../lib/addon.js'

const here = fileURLToPath(new URL('..', import.meta.url))

/**
 * The platforms that an addon can be built for, as npm chooses among them.
 *
 * @type {Record<string, { os: string, cpu: string, libc?: string }>}
 */
const PLATFORMS = {
  'linux-x64-gnu': { os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-x64-musl': { os: 'linux', cpu: 'x64', libc: 'musl' },
  'linux-arm64-gnu': { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  'linux-arm64-musl': { os: 'linux', cpu: 'arm64', libc: 'musl' },
  'darwin-x64': { os: 'darwin', cpu: 'x64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64' },
  'win32-x64-msvc': { os: 'win32', cpu: 'x64' },
}

/**
 * Says what is wrong and ends the program.
 *
 * @param {string} message
 * @returns {never}
 */
function refuse(message) {
  console.error(message)
  process.exit(1)
}

/**
 * Packs a folder into the folder of the tarballs.
 *
 * @param {string} folder
 * @param {string} out
 */
function pack(folder, out) {
  const args = ['pack', '--ignore-scripts', '--pack-destination', out]
  const { status, error } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) refuse(`npm cannot be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    addon: { type: 'string', multiple: true, default: [] },
  },
})
const given = values.addon.map((text) => {
  const [, platform = '', file = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? []
  if (!file) refuse('--addon: takes PLATFORM=FILE')
  if (!Object.hasOwn(PLATFORMS, platform)) {
    const all = Object.keys(PLATFORMS).join(', ')
    refuse(`--addon: no platform ${JSON.stringify(platform)}: there are ${all}`)
  }
  return { platform, file, fits: PLATFORMS[platform] }
})
if (!values.out || given.length === 0) refuse('--out and at least one --addon are needed')

const out = path.resolve(values.out)
mkdirSync(out, { recursive: true })
const manifest = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'))
delete manifest.scripts
delete manifest.devDependencies
const stage = mkdtempSync(path.join(tmpdir(), 'boardwright-packages-'))
/** @param {object} value */
const json = (value) => `${JSON.stringify(value, null, 2)}\n`
try {
  const licences = ['LICENSE-APACHE', 'LICENSE-MIT']
  for (const { platform, file, fits } of given) {
    const folder = path.join(stage, platform)
    mkdirSync(folder)
    cpSync(file, path.join(folder, 'boardwright.node'))
    for (const name of licences) cpSync(path.join(here, name), path.join(folder, name))
    const { os, cpu, libc } = fits
    const { version, license, author, engines } = manifest
    const name = addon.SCOPE + platform
    const described = {
      name,
      version,
      description: `The native addon of boardwright for ${platform}`,
      license,
      author,
      main: 'boardwright.node',
      files: ['boardwright.node', ...licences],
      engines,
      os: [os],
      cpu: [cpu],
      ...(libc && { libc: [libc] }),
    }
    writeFileSync(path.join(folder, 'package.json'), json(described))
    const readme = `# ${name}\n\n${described.description}, which installs it by itself.\n`
    writeFileSync(path.join(folder, 'README.md'), readme)
    pack(folder, out)
  }
  const folder = path.join(stage, 'boardwright')
  mkdirSync(folder)
  const files = manifest.files.filter((/** @type {string} */ name) => name !== 'boardwright.node')
  for (const name of [...files, 'README.md']) {
    cpSync(path.join(here, name), path.join(folder, name), { recursive: true })
  }
  const optional = given.map(({ platform }) => [addon.SCOPE + platform, manifest.version])
  const released = { ...manifest, files, optionalDependencies: Object.fromEntries(optional) }
  writeFileSync(path.join(folder, 'package.json'), json(released))
  pack(folder, out)
} finally {
  rmSync(stage, { recursive: true, force: true })
}
