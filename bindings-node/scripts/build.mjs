// Builds the addon and puts it beside the package's JavaScript.
//
//   node scripts/build.mjs [--features LIST] [--profile NAME]
//
// Both may come from BOARDWRIGHT_FEATURES and BOARDWRIGHT_PROFILE as well. Cargo says where it put the
// library, so its own settings (a target directory elsewhere) are respected.

import { spawnSync } from 'node:child_process'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const CRATE = 'boardwright-node'
const here = fileURLToPath(new URL('..', import.meta.url))

const { values } = parseArgs({
  options: {
    features: { type: 'string', default: process.env.BOARDWRIGHT_FEATURES ?? '' },
    profile: { type: 'string', default: process.env.BOARDWRIGHT_PROFILE ?? 'release' },
  },
})

const args = ['build', '-p', CRATE, '--profile', values.profile]
args.push('--message-format', 'json-render-diagnostics')
if (values.features) args.push('--features', values.features)
const cargo = spawnSync('cargo', args, {
  cwd: here,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
if (cargo.error) {
  console.error(`cargo cannot be run (is Rust installed?): ${cargo.error.message}`)
  process.exit(1)
}
if (cargo.status !== 0) process.exit(cargo.status ?? 1)

const library = cargo.stdout
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line))
  .filter((m) => m.reason === 'compiler-artifact' && m.target.kind.includes('cdylib'))
  .filter((m) => m.target.name.replaceAll('-', '_') === CRATE.replaceAll('-', '_'))
  .flatMap((m) => m.filenames)
  .find((name) => /\.(so|dylib|dll)$/.test(name))
if (!library) {
  console.error('cargo did not say where it put the library')
  process.exit(1)
}

// By way of another name: a process that has the old file open keeps it whole.
const temporary = path.join(here, `boardwright.node.${process.pid}`)
try {
  copyFileSync(library, temporary)
  renameSync(temporary, path.join(here, 'boardwright.node'))
} finally {
  rmSync(temporary, { force: true })
}
