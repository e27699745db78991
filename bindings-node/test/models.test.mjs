// Language models at tables: the scenarios that all languages share, against a local server.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import { Game, LanguageModel, Table, start } from '../index.mjs'
import { covers } from './helpers.mjs'

const file = new URL('../../tests/scenarios/models.json', import.meta.url)
const scenarios = JSON.parse(readFileSync(file, 'utf8'))

// A table keeps no process alive, and while a question comes nothing else does here.
const alive = setInterval(() => {}, 1_000)
after(() => clearInterval(alive))

/** A count that can be waited for. */
class Count {
  #count = 0
  #waiting = []

  add() {
    this.#count += 1
    for (const waiting of this.#waiting.splice(0)) waiting()
  }

  async taken() {
    while (this.#count === 0) await new Promise((resolve) => this.#waiting.push(resolve))
    this.#count -= 1
  }
}

function completion({ say, usage = { prompt_tokens: 100, completion_tokens: 10 } }) {
  const message = { role: 'assistant', content: say }
  return JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage })
}

/** A server that answers by a script for each model; it ends with the test. */
async function serving(t, script, models) {
  const steps = structuredClone(script)
  const running = { requests: [], held: new Count(), gone: new Count(), unexpected: [] }
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      assert.equal(request.url, '/v1/models')
      if (!models) return response.writeHead(404).end()
      return response.end(JSON.stringify({ data: models.map((id) => ({ id })) }))
    }
    assert.equal(request.url, '/v1/chat/completions')
    let text = ''
    for await (const part of request) text += part
    const body = JSON.parse(text)
    running.requests.push({ body, headers: request.headers })
    if (!steps[body.model]) {
      // A model that takes the first move that the schema lists.
      const { move } = body.response_format.json_schema.schema.properties
      const say = JSON.stringify(move ? { move: move.enum[0] } : { accept: false })
      return response.end(completion({ say }))
    }
    const step = steps[body.model].shift()
    if (step === undefined) {
      running.unexpected.push(body.model)
      return response.writeHead(500).end()
    }
    if (step.never) {
      response.on('close', () => running.gone.add())
      return running.held.add()
    }
    if (step.slow) return undefined
    if (step.close) return request.socket.destroy()
    if ('say' in step) return response.end(completion(step))
    return response.writeHead(step.status, step.headers).end(step.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  running.url = `http://127.0.0.1:${server.address().port}/v1`
  return running
}

/** Names as Node has them. */
function camel(map) {
  const name = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [name(key), value]))
}

function player(options, { url }) {
  const endpoints = options.endpoints.map((endpoint) => ({ ...camel(endpoint), baseUrl: url }))
  return new LanguageModel({ ...camel(options), endpoints })
}

function checkRequests({ requests }, expected) {
  assert.equal(requests.length, expected.length)
  for (const [i, { body, headers }] of requests.entries()) {
    const { has = [], lacks = [], ...equal } = expected[i]
    const text = JSON.stringify(body) + body.messages.map(({ content }) => content).join('')
    for (const part of has) assert.ok(text.includes(part), `${part}: ${text}`)
    for (const part of lacks) assert.ok(!text.includes(part), `${part}: ${text}`)
    const format = body.response_format?.type ?? null
    const got = { format, model: body.model, key: headers.authorization }
    assert.ok(covers(got, equal), JSON.stringify({ got, equal }))
  }
}

function check(step, table, model) {
  const what = JSON.stringify(step)
  if (step.moves) {
    const moves = table.call('moves', {}).moves.map(({ move }) => move)
    assert.deepEqual(moves, step.moves)
  } else if (step.failed) {
    const { seat, reason } = step.failed
    const { events } = table.call('events', { seat })
    const failure = events.find(({ kind }) => kind === 'bot_failed')
    assert.equal(failure.reason, reason)
    assert.ok(failure.fallback)
  } else if (step.stats) {
    assert.ok(covers(model.stats, step.stats), `${what}: ${JSON.stringify(model.stats)}`)
  } else if (step.transcript) {
    const transcript = model.transcript()
    assert.ok(covers(transcript, step.transcript), `${what}: ${JSON.stringify(transcript)}`)
    const shown = JSON.stringify([transcript, model.stats]) + inspect(model)
    assert.ok(!shown.includes('key-of-'))
  } else {
    const got = table.call(step.call, step.args)
    if ('expect' in step) assert.ok(covers(got, step.expect), `${what}: ${JSON.stringify(got)}`)
  }
}

for (const scenario of scenarios) {
  test(scenario.name, async (t) => {
    const server = await serving(t, scenario.script, scenario.models)
    const models = scenario.players.map((options) => player(options, server))
    const seats = Object.entries(scenario.seats).map(([seat, who]) => [
      seat,
      who === 'human' ? who : { bot: models[who.model], delay: 0, name: who.name },
    ])
    const state = new Game(scenario.game, scenario.options).start()
    const table = new Table(state, { seats: Object.fromEntries(seats), seed: 1 })
    for (const step of scenario.steps) {
      if (step.wait) await table.runBots()
      else if (step.held) await server.held.taken()
      else if (step.gone) await server.gone.taken()
      else if (step.preflight) assert.deepEqual(await models[0].preflight(), step.preflight)
      else if (step.requests) checkRequests(server, step.requests)
      else check(step, table, models[step.player ?? 0])
    }
    table.dispose()
    assert.deepEqual(server.unexpected, [])
  })
}

test('a function makes the calls', async () => {
  const calls = []
  const send = async (call, signal) => {
    calls.push(call)
    assert.equal(signal.aborted, false)
    if (call.method === 'GET') throw new Error('no such list')
    return { status: 200, headers: {}, body: completion({ say: 'e4' }) }
  }
  const endpoints = [{ baseUrl: 'https://nowhere.invalid/v1', model: 'a', key: 'key-of-a' }]
  const careful = new LanguageModel({ endpoints, send })
  assert.deepEqual(await careful.preflight(), [
    { model: 'a', ok: false, reason: 'no connection: Error: no such list' },
  ])
  const model = new LanguageModel({ endpoints, send, preflight: false })
  const table = new Table('chess', { seats: { white: model } })
  await table.runBots()
  assert.equal(table.view('black').ply, 1)
  assert.equal(calls.at(-1).headers.authorization, 'Bearer key-of-a')
  const prompt = model.prompt(start('blind').observe('white'))
  assert.deepEqual(
    prompt.map(({ role }) => role),
    ['system', 'user'],
  )
  assert.equal(inspect(model), 'LanguageModel(a)')
  table.attend('white', model)
  table.dispose()
})

test('wrong options are refused', () => {
  const refused = (options, message) =>
    assert.throws(() => new LanguageModel(options), { code: 'invalid_option', message })
  refused(undefined, /options: takes an object/)
  refused({}, /endpoints: takes a list/)
  refused({ endpoints: [] }, /endpoints: takes 1 to 16/)
  refused({ endpoints: [5] }, /endpoints\[0\]: takes an object/)
  refused({ endpoints: [{ baseUrl: 'nowhere', model: 'a' }] }, /base_url: begins with/)
  refused({ endpoints: [{ baseUrl: 'http://h', model: 'a' }], send: 5 }, /send: takes a function/)
  refused({ endpoints: [{ baseUrl: 'http://h', model: 'a' }], styl: 5 }, /no option "styl"/)
})

test('the guide', async (t) => {
  const guide = readFileSync(new URL('../../docs/language-models.md', import.meta.url), 'utf8')
  const [, code] = /```js\n(.*?)```/s.exec(guide)
  const { url } = await serving(t, {})
  // Inside the package, where its own name is found.
  const folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'guide-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'models.mjs')
  const told = t.mock.method(console, 'log', () => {})
  writeFileSync(file, code.replaceAll(/'https?:[^']+'/g, JSON.stringify(url)))
  const { table } = await import(pathToFileURL(file).href)
  assert.ok(table.outcome)
  const [, stats] = told.mock.calls.at(-1).arguments
  assert.ok(stats.answers > 3)
  assert.equal(stats.fallbacks, 0)
})
