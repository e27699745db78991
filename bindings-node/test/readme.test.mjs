// The examples of the README, here and at the top, run as they stand. Where a line
// ends in `// → text`, that is what it prints.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const run = promisify(execFile)

/** The JavaScript of a README, block by block. */
function blocks(name) {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  const found = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code)
  assert.ok(found.length > 0, `${name} has no example`)
  return found
}

/** Blocks that need servers and packages of the reader's, `js file=NAME`: parsed, and not run. */
function files(name) {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return [...text.matchAll(/^```js file=(\S+)\n(.*?)^```$/gms)].map(([, file, code]) => [
    file,
    code,
  ])
}

for (const [name, printed] of [
  ['../README.md', true],
  ['../../README.md', false],
  ['../../docs/boost.md', false],
  ['../../docs/arena.md', false],
  ['../../docs/chess-js.md', true],
]) {
  describe(name, () => {
    for (const [i, code] of blocks(name).entries()) {
      test(`example ${i + 1}`, async () => {
        const { stdout, stderr } = await run(
          process.execPath,
          ['--input-type=module', '--unhandled-rejections=strict', '-e', code],
          { cwd: HERE, timeout: 60_000 },
        )
        assert.equal(stderr, '')
        if (!printed) return
        const wanted = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text)
        assert.ok(wanted.length > 0)
        assert.deepEqual(stdout.trimEnd().split('\n'), wanted)
      })
    }
    for (const [file, code] of files(name)) {
      test(file, async () => {
        const folder = mkdtempSync(join(tmpdir(), 'boardwright-'))
        try {
          writeFileSync(join(folder, file), code)
          await run(process.execPath, ['--check', join(folder, file)], { timeout: 60_000 })
        } finally {
          rmSync(folder, { recursive: true })
        }
      })
    }
  })
}
