// What the tests share.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BoardwrightError, errorCodes, games, parse, start } from 'boardwright'

/** Whether the long forms of the tests run. */
export const FULL = process.env.BOARDWRIGHT_FULL === '1'

const VECTORS = new URL('../../tests/vectors/', import.meta.url)

/**
 * Lines of the shared vectors of a kind, split into their fields.
 *
 * @param {string} kind the ending of the files' names
 */
export function vectors(kind) {
  const lines = readdirSync(VECTORS)
    .filter((name) => name.endsWith(`.${kind}`))
    .sort()
    .flatMap((name) =>
      readFileSync(new URL(name, VECTORS), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => ({ file: name, fields: line.split(' ; ').map((field) => field.trim()) })),
    )
  assert.ok(lines.length > 0, `there is no line in tests/vectors/*.${kind}`)
  return lines
}

/** A game as the vectors write it: `name` or `name(option=value,…)`, values as JSON. */
export function gameOf(text) {
  const [, name, options] = /^([^(]+)(?:\((.*)\))?$/.exec(text) ?? assert.fail(`no game: ${text}`)
  const entries = (options ? options.split(',') : []).map((option) => {
    const at = option.indexOf('=')
    return [option.slice(0, at).trim(), JSON.parse(option.slice(at + 1))]
  })
  return { name, options: Object.fromEntries(entries) }
}

/** The state of a vector: its game, and a position or "start". */
export function stateOf(game, position) {
  const { name, options } = gameOf(game)
  return position === 'start' ? start(name, options) : parse(name, position, options)
}

/** The code of an error of the library's; anything else fails the test. */
export function codeOf(error) {
  assert.ok(error instanceof BoardwrightError, `not an error of the library's: ${error?.stack}`)
  assert.ok(errorCodes.includes(error.code), `no such code: ${error.code}`)
  assert.equal(error.name, 'BoardwrightError')
  assert.ok(error.message.length > 0 && error.message.length < 2000, error.message)
  return error.code
}

/** What a call throws has this code. */
export function throwsCode(code, call) {
  assert.throws(call, (error) => {
    assert.equal(codeOf(error), code, error.message)
    return true
  })
}

/** What a promise is rejected with has this code. */
export async function rejectsCode(code, promise) {
  await assert.rejects(promise, (error) => {
    assert.equal(codeOf(error), code, error.message)
    return true
  })
}

/** Random numbers from a seed (mulberry32, by Tommy Ettinger; public domain). */
export function random(seed) {
  let a = seed >>> 0
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const below = (n) => next() % n
  return { below, pick: (list) => list[below(list.length)] }
}

/** A game with two live seats that hides something; only test builds have it. */
export function hiddenGame() {
  const found = games().find((game) => game.hidden === 'always' && start(game.name).live.length > 1)
  assert.ok(found, 'no such game: build with BOARDWRIGHT_FEATURES=test-games')
  return found.name
}

/** Lets the event loop turn, so that what was collected is freed. */
export const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The resident memory in bytes once everything dead has been freed. */
export async function settledMemory() {
  for (let i = 0; i < 5; i++) {
    globalThis.gc()
    await turn()
  }
  return process.memoryUsage().rss
}

/**
 * Runs a program in a process of its own, which must end by itself and write nothing to
 * stderr; an exception in it is its own and not the test runner's.
 *
 * @returns what it printed
 */
export async function program(code) {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--unhandled-rejections=strict', '-e', code],
    { cwd: fileURLToPath(new URL('.', import.meta.url)), timeout: 60_000 },
  )
  assert.equal(stderr, '')
  return stdout
}

/** Returns true if all that is expected is there; lists must be as long as expected. */
export function covers(got, expected) {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(got) &&
      got.length === expected.length &&
      expected.every((item, i) => covers(got[i], item))
    )
  }
  if (expected !== null && typeof expected === 'object') {
    return (
      got !== null &&
      typeof got === 'object' &&
      Object.entries(expected).every(([name, value]) => name in got && covers(got[name], value))
    )
  }
  return got === expected
}
