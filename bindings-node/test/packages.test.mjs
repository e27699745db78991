// The packages that are published: their files, their manifests, an installation from their
// tarballs in an empty project, and what is said on machines that they do not fit.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const require = createRequire(import.meta.url)
const { addon, platformOf, thisMachine, SCOPE } = require('../lib/addon.js')
const HERE = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(path.join(HERE, 'package.json'), 'utf8'))
const PLATFORM = platformOf(thisMachine())

/** Runs a program to its end and answers what it printed. */
function run(program, args, cwd, env = {}) {
  const done = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (done.error) throw done.error
  return { status: done.status, out: done.stdout, err: done.stderr }
}

function must(program, args, cwd) {
  const { status, out, err } = run(program, args, cwd)
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${out}${err}`)
  return out
}

const PROGRAM = `
const played = start('chess').play('e4', { style: 'san' })
new Bot('random', { game: 'chess', seed: 1 }).decide(played).then(({ move }) => {
  if (!played.legalMoves().includes(move)) throw new Error(move)
  console.log(played.legalMoves().length)
})`
const ESM = `import { start, Bot } from 'boardwright'${PROGRAM}`
const CJS = `const { start, Bot } = require('boardwright')${PROGRAM}`

describe('packed and installed', () => {
  let folder, tarballs, project

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'boardwright-test-'))
    tarballs = path.join(folder, 'tarballs')
    project = path.join(folder, 'project')
    mkdirSync(project)
    const script = path.join(HERE, 'scripts', 'packages.mjs')
    const file = path.join(HERE, 'boardwright.node')
    must('node', [script, '--out', tarballs, '--addon', `${PLATFORM}=${file}`], HERE)
    writeFileSync(path.join(project, 'package.json'), '{"private": true}')
    const all = readdirSync(tarballs).map((name) => path.join(tarballs, name))
    must('npm', ['install', '--offline', '--no-audit', '--no-fund', ...all], project)
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  const write = (name, text) => {
    writeFileSync(path.join(project, name), text)
    return name
  }
  const installed = (name) => path.join(project, 'node_modules', ...name.split('/'))
  const manifest = (name) => JSON.parse(readFileSync(path.join(installed(name), 'package.json')))

  test('hold what is listed and nothing else', () => {
    const files = (name) =>
      must('tar', ['tzf', path.join(tarballs, name)], folder)
        .trim()
        .split('\n')
        .map((entry) => entry.replace(/^package\//, ''))
        .filter((entry) => !entry.startsWith('lib/'))
        .sort()
    assert.deepEqual(readdirSync(tarballs).sort(), [
      `boardwright-${version}.tgz`,
      `boardwright-${PLATFORM}-${version}.tgz`,
    ])
    const listed = JSON.parse(readFileSync(path.join(HERE, 'package.json'))).files
    const own = listed.filter((name) => name !== 'lib' && name !== 'boardwright.node')
    assert.deepEqual(files(`boardwright-${version}.tgz`), [
      ...[...own, 'README.md', 'package.json'].sort(),
    ])
    assert.deepEqual(files(`boardwright-${PLATFORM}-${version}.tgz`), [
      'LICENSE-APACHE',
      'LICENSE-MIT',
      'README.md',
      'boardwright.node',
      'package.json',
    ])
    assert.deepEqual(
      readdirSync(path.join(installed('boardwright'), 'lib'), { recursive: true }).sort(),
      readdirSync(path.join(HERE, 'lib'), { recursive: true }).sort(),
    )
  })

  test('the main package asks for the platform of the same version and runs nothing', () => {
    const { optionalDependencies, scripts, devDependencies, dependencies } = manifest('boardwright')
    assert.deepEqual(optionalDependencies, { [SCOPE + PLATFORM]: version })
    assert.deepEqual([scripts, devDependencies, dependencies], [undefined, undefined, undefined])
    const { os, cpu, scripts: own } = manifest(SCOPE + PLATFORM)
    assert.deepEqual([os, cpu, own], [[process.platform], [process.arch], undefined])
  })

  for (const [name, text] of [
    ['main.mjs', ESM],
    ['main.cjs', CJS],
    [
      'worker.mjs',
      `import { Worker } from 'node:worker_threads'
new Worker(new URL('main.mjs', import.meta.url))`,
    ],
  ]) {
    test(`is used from ${name}`, () => {
      write('main.mjs', ESM)
      assert.equal(must('node', [write(name, text)], project), '20\n')
    })
  }

  test('the names of chess.js are there for both kinds of module', () => {
    const said = `console.log(new Chess().move('e4').after)`
    const after = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n'
    for (const [name, text] of [
      ['chess.mjs', `import { Chess } from 'boardwright/chess'`],
      ['chess.cjs', `const { Chess } = require('boardwright/chess')`],
    ]) {
      assert.equal(must('node', [write(name, `${text}\n${said}`)], project), after)
    }
  })

  test('the plugin names the package that it needs', () => {
    const { status, err } = run('node', ['-e', `require('boardwright/fastify')`], project)
    assert.notEqual(status, 0)
    assert.match(err, /boardwright\/fastify needs the package fastify-plugin: npm install/)
    assert.match(err, /code: 'peer_missing'/)
  })

  test('has types for both kinds of module', () => {
    const options = { module: 'nodenext', strict: true, exactOptionalPropertyTypes: true }
    const compilerOptions = { ...options, noEmit: true, skipLibCheck: false, types: ['node'] }
    const typeRoots = [path.join(HERE, 'node_modules', '@types')]
    write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, include: ['typed*'] }),
    )
    const typed = `import { start, Bot, type State } from 'boardwright'
const state: State = start('chess')
export const move: Promise<string> = new Bot('random', { game: 'chess' }).decide(state).then((d) => d.move)
`
    write('typed.mts', typed)
    write('typed.cts', typed)
    must('node', [path.join(HERE, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'], project)
    write('typed.mts', `${typed}export const number: number = state\n`)
    const wrong = run(
      'node',
      [path.join(HERE, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'],
      project,
    )
    assert.match(wrong.out, /typed\.mts\(4,14\).*State/)
  })

  for (const [format, name] of [
    ['esm', 'bundle.mjs'],
    ['cjs', 'bundle.cjs'],
  ]) {
    test(`is left out of a bundle of ${format}`, async () => {
      const bundle = (external) =>
        esbuild.build({
          absWorkingDir: project,
          entryPoints: [write('entry.mjs', ESM)],
          outfile: path.join(project, name),
          bundle: true,
          platform: 'node',
          format,
          external,
          loader: { '.node': 'copy' },
          logLevel: 'silent',
        })
      await bundle(['boardwright'])
      assert.equal(must('node', [name], project), '20\n')
      // Bundled, it cannot be found, and says what to do.
      await assert.rejects(bundle([]), /boardwright\.node/)
    })
  }

  test('publint has nothing to say', async () => {
    for (const name of ['boardwright', SCOPE + PLATFORM]) {
      const { messages, pkg } = await publint({ pkgDir: installed(name), level: 'warning' })
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg)),
        [],
      )
    }
  })

  test('are the types wrong: no', () => {
    const attw = path.join(HERE, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js')
    const tarball = path.join(tarballs, `boardwright-${version}.tgz`)
    must('node', [attw, tarball, '--profile', 'node16', '--format', 'json'], folder)
  })

  test('without its package the addon is named', () => {
    write('main.mjs', ESM)
    rmSync(path.join(project, 'node_modules', SCOPE), { recursive: true })
    const { status, err } = run('node', ['main.mjs'], project)
    assert.notEqual(status, 0)
    assert.match(err, new RegExp(`${SCOPE}${PLATFORM} is not installed: it is an optional`))
    assert.match(err, /addon_missing/)
  })
})

describe('on other machines', () => {
  const absent = () => {
    throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' })
  }
  const packages = { [`${SCOPE}linux-x64-gnu`]: version, [`${SCOPE}darwin-arm64`]: version }
  const linux = { platform: 'linux', arch: 'x64', glibc: '2.28' }
  const found = { version: () => version }

  test('the package of the platform is loaded', () => {
    const load = (name) => (name === `${SCOPE}darwin-arm64` ? found : absent())
    const mac = { platform: 'darwin', arch: 'arm64', glibc: null }
    assert.equal(addon(absent, load, mac, packages), found)
    assert.equal(
      addon(() => found, absent, mac, packages),
      found,
    )
  })

  for (const [machine, name] of [
    [{ platform: 'linux', arch: 'x64', glibc: null }, 'linux-x64-musl'],
    [{ platform: 'linux', arch: 'riscv64', glibc: '2.40' }, 'linux-riscv64-gnu'],
    [{ platform: 'win32', arch: 'arm64', glibc: null }, 'win32-arm64-msvc'],
    [{ platform: 'freebsd', arch: 'x64', glibc: null }, 'freebsd-x64'],
  ]) {
    test(name, () => {
      assert.throws(() => addon(absent, absent, machine, packages), {
        code: 'addon_missing',
        message: `boardwright has no addon for ${name}: there are linux-x64-gnu, darwin-arm64`,
      })
    })
  }

  test('a library of C that is too old', () => {
    const load = () => {
      throw new Error("libc.so.6: version `GLIBC_2.34' not found (required by boardwright.node)")
    }
    assert.throws(() => addon(absent, load, linux, packages), {
      code: 'addon_unfit',
      message: /^@boardwright\/linux-x64-gnu cannot .* needs glibc 2\.34 or later, .* has 2\.28$/,
    })
  })

  test('an addon that is damaged', () => {
    const load = () => {
      throw new Error('file too short')
    }
    assert.throws(() => addon(load, absent, linux, {}), {
      code: 'addon_unfit',
      message: 'boardwright.node cannot be loaded on this machine: file too short',
    })
  })

  test('an addon of another version', () => {
    const old = { version: () => '0.0.9' }
    assert.throws(() => addon(absent, () => old, linux, packages), {
      code: 'addon_unfit',
      message: `@boardwright/linux-x64-gnu is of version 0.0.9, and boardwright of version ${version}`,
    })
  })

  test('a checkout that was not built', () => {
    assert.throws(() => addon(absent, absent, linux, {}), {
      code: 'addon_missing',
      message: /`npm run build`/,
    })
  })
})

test('only known platforms are packed', () => {
  const script = path.join(HERE, 'scripts', 'packages.mjs')
  const { status, err } = run('node', [script, '--out', 'x', '--addon', 'amiga=y'], HERE)
  assert.equal(status, 1)
  assert.match(err, /no platform "amiga": there are linux-x64-gnu, /)
})
