// The table: the scenarios that all languages share, and what Node adds.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { Bot, Game, legalMovesMany, legalMovesManyAsync, SEAT_CALLS, Table } from '../index.mjs'
import { covers, program } from './helpers.mjs'

const scenarios = ['tables', 'partners'].flatMap((name) => {
  const file = new URL(`../../tests/scenarios/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
})

/** Has a bot decide without a table. */
async function decide(state, { bot: name, options, seat, limits, error, expect }) {
  const bot = new Bot(name, { game: state.game, seed: 1, ...options })
  const decided = bot.decide(state.observe(seat), limits)
  if (error) return assert.rejects(decided, { code: error })
  const got = await decided
  assert.ok(covers(got, expect), JSON.stringify([expect, got]))
}

assert.ok(scenarios.length > 20)
for (const scenario of scenarios) {
  test(scenario.name, async () => {
    const game = new Game(scenario.game, scenario.options)
    const state = scenario.position ? game.parse(scenario.position) : game.start()
    let table = new Table(state, { seats: scenario.seats, ...scenario.settings })
    for (const step of scenario.steps) {
      if (step.wait) await table.runBots()
      else if (step.save_load) table = Table.load(table.save())
      else if (step.decide) await decide(table.state(), step.decide)
      else if (step.error) {
        assert.throws(() => table.call(step.call, step.args), { code: step.error })
      } else {
        const got = table.call(step.call, step.args)
        const what = `${JSON.stringify(step)}: ${JSON.stringify(got)}`
        if ('expect' in step) assert.ok(covers(got, step.expect), what)
        if (step.kinds) {
          assert.deepEqual(
            got.events.map((event) => event.kind),
            step.kinds,
            what,
          )
        }
        for (const name of ['includes', 'excludes']) {
          if (!step[name]) continue
          const found = got.events.some((event) => covers(event, step[name]))
          assert.equal(found, name === 'includes', what)
        }
      }
    }
  })
}

test('a host looks at everything', () => {
  const table = new Table('blind', { options: { rules: 'fog' }, seed: 1 })
  const before = table.revision
  table.commit('white', 'e2e4')
  assert.ok(table.revision > before)
  assert.equal(table.game.options.rules, 'fog')
  assert.deepEqual(table.state().moves(), ['e2e4'])
  assert.equal(table.observe('black').key, table.state().observe(1).key)
  assert.throws(() => table.observe('green'), { code: 'invalid_option' })
  assert.equal(table.moves({ since: 0 }).moves[0].move, 'e2e4')
  table.pause()
  table.resume({ now: 5 })
  assert.ok(table.adjudicate(['black']).ended)
  assert.equal(table.outcome.reason, 'adjudicated')
  assert.throws(() => table.abort(), { code: 'game_over' })
})

test('the named methods', async () => {
  const table = new Table('chess', {
    seats: { black: { bot: 'random', seed: 5, delay: 0 } },
    clock: { base: 60_000 },
    botTimeout: 10_000,
  })
  assert.equal(table.commit('white', 'e4', { style: 'san', now: 1_000 }).since, 1)
  await table.runBots()
  const view = table.view('white')
  assert.equal(view.ply, 2)
  assert.equal(table.events('white').next, view.table.next_seq)
  assert.ok(table.candidates('white').length > 0)
  assert.equal(table.outcome, null)
  table.resign(0)
  assert.equal(table.outcome.reason, 'resigned')
  assert.deepEqual(Table.load(table.save()).reveal(), table.reveal())
  table.close()
  table.dispose()
  assert.throws(() => table.view('white'), { code: 'disposed' })
})

test('what there is not is refused', () => {
  const state = new Game('chess').start()
  const table = new Table(state, { clock: { base: 1000 }, now: 5 })
  const refused = [
    () => new Table(state, { options: { chess960: true } }),
    () => new Table(state, { options: {} }),
    () => new Table('chess', { option: {} }),
    () => new Table('chess', { onAbandoned: 'bot', on_abandoned: 'lose' }),
    () => new Table('chess', { clock: { base: 1, bonus: 2 } }),
    () => new Table('chess', { seats: { white: { bot: 'random', speed: 2 } } }),
    () => new Table('chess', { seats: { white: 'human', 0: 'human' } }),
    () => table.commit('white', 'e2e4', { seat: 'black' }),
    () => table.commit('white', 'e2e4', { move: 'd2d4' }),
    () => table.commit('white', 'e2e4', { nwo: 5 }),
    () => table.resign('white', { style: 'san' }),
    () => table.offerDraw('white', { at: 5 }),
    () => table.respondDraw('white', true, { accept: false }),
    () => table.claimDraw('white', { why: 'x' }),
    () => table.message('white', 'x', { to: 'black' }),
    () => table.takeOver('white', 'human', { bot: 'random' }),
    () => table.fill('white', { ocupant: { bot: 'random' } }),
    () => table.fill(null, { seat: 'white' }),
    () => table.undo('white', 1, { count: 2 }),
    () => table.view('white', { plies: 0 }),
    () => table.candidates('white', { styel: 'san' }),
    () => table.events('white', 0, { since: 1 }),
    () => table.reveal(0, { seat: 'white' }),
    () => table.save({ format: 1 }),
    () => table.call('tick', { seat: 'white' }),
    () => table.listen(),
    () => table.listen({}),
    () => legalMovesMany([], { styel: 'san' }),
    () => legalMovesMany([state], { signal: null }),
  ]
  for (const call of refused) assert.throws(call, { code: 'invalid_option' }, String(call))
  // Nothing of it has come to pass; and what is null counts as not given.
  assert.equal(table.events('white').next, 1)
  assert.ok(new Table(state, { options: null, clock: null, onAbandoned: undefined }))
  assert.equal(table.commit('white', 'e4', { style: 'san', now: 6, ...null }).ended, false)
})

test('types and answers have what was refused', () => {
  const table = new Table('blind')
  const tried = table.commit('white', 'e2d3')
  assert.equal(typeof tried.refused, 'string')
  assert.ok(!('refused' in table.commit('white', 'e2e4')))
})

/**
 * Counts what a table tells, and resolves `next` when it does. A listener keeps no process
 * alive; that of a test `t` is, until it has ended.
 */
function listening(t, table) {
  const alive = setInterval(() => {}, 1000)
  t.after(() => clearInterval(alive))
  const heard = { calls: 0, next: null, stop: null }
  let woken
  const renew = () => {
    heard.next = new Promise((resolve) => {
      woken = resolve
    })
  }
  renew()
  heard.stop = table.listen(() => {
    heard.calls += 1
    woken()
    renew()
  })
  return heard
}

test('a listener is told of what bots do, without being asked', async (t) => {
  const table = new Table('chess', { seats: { black: { bot: 'random', delay: 0 } } })
  const heard = listening(t, table)
  table.commit('white', 'e2e4')
  for (;;) {
    await heard.next
    if (table.view('white').ply === 2) break
  }
  table.close()
})

test('many changes are one call, when the event loop turns', async (t) => {
  const table = new Table('chess')
  const heard = listening(t, table)
  for (const move of ['e2e4', 'e7e5', 'g1f3']) table.commit(table.view(0).to_move, move)
  assert.equal(heard.calls, 0)
  await heard.next
  assert.equal(heard.calls, 1)
  // What has been told and not been heard is not heard after the stop.
  table.offerDraw('black')
  heard.stop()
  heard.stop()
  const last = listening(t, table)
  table.resign('white')
  await last.next
  assert.deepEqual([heard.calls, last.calls], [1, 1])
})

test('what a listener throws is uncaught, and others are told all the same', async () => {
  // In a process of its own: here the test runner hears every uncaught exception.
  const printed = await program(`
    import { Table } from 'boardwright'
    const table = new Table('chess')
    // A listener keeps no process alive.
    const alive = setInterval(() => {}, 1000)
    let heard = 0
    const tell = (what) => {
      console.log(table.view('white').ply, what)
      heard += 1
      // In whatever order they are told.
      if (heard === 3) {
        stop()
        table.commit('black', 'e7e5')
      }
      if (heard === 5) clearInterval(alive)
    }
    process.on('uncaughtException', (error) => tell(error.message))
    table.listen(() => tell('one'))
    const stop = table.listen(() => {
      throw new Error('thrown')
    })
    table.listen(() => tell('another'))
    table.commit('white', 'e2e4')
  `)
  const lines = printed.trimEnd().split('\n').sort()
  assert.deepEqual(lines, ['1 another', '1 one', '1 thrown', '2 another', '2 one'])
})

test('a listener is told events as they happen, each once', async (t) => {
  const table = new Table('chess', { seats: { black: { bot: 'random', delay: 0 } }, seed: 1 })
  const alive = setInterval(() => {}, 1000)
  t.after(() => clearInterval(alive))
  const kinds = { black: [], spectators: [], referee: [] }
  const ended = Object.keys(kinds).map(
    (name) =>
      new Promise((done) => {
        const of = name === 'black' ? { seat: 'black', since: 1 } : { feed: name }
        const stop = table.listen(({ since, next, events }) => {
          assert.equal(events.length, next - since)
          kinds[name].push(...events.map(({ kind }) => kind))
          if (!kinds[name].includes('ended')) return
          stop()
          done()
        }, of)
      }),
  )
  table.commit('white', 'e2e4')
  await table.runBots()
  table.resign('white')
  await Promise.all(ended)
  const game = ['moved', 'move', 'moved', 'move', 'resigned', 'ended']
  assert.deepEqual(kinds, {
    black: game,
    spectators: ['started', ...game],
    referee: ['started', ...game],
  })
  assert.deepEqual(table.refereeEvents(1).events[0].heard_by, ['white', 'black'])
  for (const options of [
    { feed: 'everybody' },
    { seat: 'white', feed: 'referee' },
    { since: 1 },
    { seat: 'green' },
    { seat: 'white', sicne: 1 },
  ]) {
    assert.throws(() => table.listen(() => {}, options), { code: 'invalid_option' })
  }
})

test('spectators of a hidden game are told nothing before its end', () => {
  const table = new Table('blind', { seed: 1 })
  table.commit('white', 'e2e5')
  assert.deepEqual(table.spectatorEvents().events, [])
  assert.equal(table.spectatorView().shown, false)
  assert.equal(table.refereeView().to_move, 'white')
  const heard = table.refereeEvents().events
  table.resign('white')
  assert.equal(table.spectatorEvents().events.length, heard.length + 2)
  const late = new Table('chess', { spectatorDelay: 1, seed: 1 })
  late.commit('white', 'e2e4')
  assert.equal(late.spectatorView().ply, 0)
})

test('long lists let the event loop turn', async () => {
  const state = new Game('chess').start()
  const states = Array.from({ length: 5000 }, () => state)
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const listed = legalMovesManyAsync(states)
  states.length = 0
  assert.equal((await listed).length, 5000)
  running = false
  // 21 of work each, in parts of 4096.
  assert.ok(turns >= 20, `${turns} turns`)
  assert.deepEqual(await legalMovesManyAsync([state], { style: 'san' }), [
    state.legalMoves({ style: 'san' }),
  ])
  const controller = new AbortController()
  const aborted = legalMovesManyAsync(
    Array.from({ length: 5000 }, () => state),
    { signal: controller.signal },
  )
  controller.abort(new Error('enough'))
  await assert.rejects(aborted, { message: 'enough' })
  for (const wrong of [[[5]], ['x'], [[state], { styel: 1 }], [[state], { signal: 5 }]]) {
    await assert.rejects(legalMovesManyAsync(...wrong), { code: 'invalid_option' })
  }
})

test('a hundred tables of bots play at once', { timeout: 120_000 }, async () => {
  const bot = (seed) => ({ bot: 'random', seed })
  const tables = Array.from(
    { length: 100 },
    (_, i) => new Table('crazyhouse', { seats: { white: bot(i), black: bot(i + 1) } }),
  )
  await Promise.all(tables.map((table) => table.runBots()))
  assert.ok(tables.every((table) => table.outcome !== null))
})

test('a wait that is aborted rejects, and the table goes on', async () => {
  const table = new Table('chess', {
    seats: { white: { bot: 'random', delay: 50 }, black: 'human' },
  })
  const reason = new Error('enough')
  const waiting = table.runBots({ signal: AbortSignal.abort(reason) })
  await assert.rejects(waiting, reason)
  await table.runBots()
  assert.equal(table.view('black').to_move, 'black')
})

test('garbage gets typed errors', () => {
  const table = new Table('chess')
  for (const garbage of [null, 3, 2.5, -1, 'x', '\ud800', [], {}, () => {}, Symbol('x'), 1n]) {
    for (const call of ['commit', 'respond_draw', 'take_over', 'undo', 'events', 'tick']) {
      for (const name of ['seat', 'move', 'accept', 'occupant', 'plies', 'since', 'now']) {
        try {
          table.call(call, { seat: 'white', [name]: garbage })
        } catch (error) {
          assert.ok(error.code && error.code !== 'internal', String(error))
        }
      }
    }
    // A function is a bot of one's own.
    if (typeof garbage !== 'function') {
      const seats = { white: garbage ?? 5 }
      assert.throws(() => new Table('chess', { seats }), { name: /Error/ })
    }
    assert.throws(() => Table.load(garbage), { code: /invalid_option|invalid_notation/ })
  }
})

test('a table is the same by its changes', () => {
  const table = new Table('chess', { seed: 1 })
  let saved = table.saveChanges()
  const texts = [saved.saved]
  for (const [seat, move] of [
    ['white', 'e2e4'],
    ['black', 'e7e5'],
  ]) {
    table.commit(seat, move)
    saved = table.saveChanges(saved.next)
    texts.push(saved.saved)
  }
  assert.equal(Table.load(texts.join('\n')).save(), table.save())
  const other = new Table('bughouse')
  assert.throws(() => other.saveChanges(saved.next), { code: 'invalid_option', message: /since: / })
})

test('clients make the calls of seats and no others', () => {
  const table = new Table('chess')
  assert.ok(SEAT_CALLS.includes('commit') && !SEAT_CALLS.includes('take_over'))
  assert.ok(Object.isFrozen(SEAT_CALLS))
  assert.equal(table.seatCall('white', 'commit', { move: 'e2e4' }, { now: 5 }).ended, false)
  for (const [name, payload, code, message] of [
    ['commit', { move: 'e7e5', seat: 'black' }, 'invalid_option', /seat is for the server/],
    ['view', { now: 9 }, 'invalid_option', /now is for the server/],
    ['resign', { why: 1 }, 'invalid_option', /a seat gives nothing/],
    ['take_over', { occupant: 'random' }, 'unsupported', /a seat has no call/],
    ['dance', null, 'unsupported', /a seat has no call/],
    [3, {}, 'invalid_option', /call/],
    ['commit', [], 'invalid_option', /takes/],
    ['commit', { move: 'd2d4' }, 'not_your_turn', /./],
  ]) {
    assert.throws(() => table.seatCall('white', name, payload), { code, message })
  }
  assert.throws(() => table.seatCall('nobody', 'view'), { code: 'invalid_option' })
  assert.throws(() => table.seatCall('white', 'view', null, { now: -1 }), /now/)
})

test('bots that were made are seated with their names, options and seeds', async () => {
  const one = new Bot('random', { game: 'chess', seed: 3 })
  const seat = { bot: 'random', seed: 3, name: 'Ann' }
  const played = async (white) => {
    const seats = { white, black: { bot: 'random', seed: 4 } }
    const table = new Table('chess', { seats, seed: 1 })
    await table.runBots()
    return table.reveal().moves
  }
  const moves = await played(one)
  assert.ok(moves.length > 10)
  assert.deepEqual(moves, await played({ bot: one, name: 'Ann' }))
  assert.deepEqual(moves, await played(seat))
  const table = new Table('chess', { seats: { white: 'empty' }, onAbandoned: one })
  assert.deepEqual(table.fill(null, { occupant: { bot: one, name: 'Bea' } }), ['white'])
  assert.equal(table.view('black').table.players[0].name, 'Bea')
  table.takeOver('white', one)
  const exploding = new Bot('random', { game: 'chess+atomic' })
  new Table('chess+atomic', { seats: { black: exploding } }).dispose()
  const other = new Bot('random', { game: 'crazyhouse' })
  const refused = (white, message) =>
    assert.throws(() => new Table('chess', { seats: { white } }), {
      code: 'invalid_option',
      message,
    })
  refused(other, /seats\.white\.bot: it plays .?crazyhouse.?, not chess/)
  refused({ bot: other }, /seats\.white\.bot: it plays .?crazyhouse.?, not chess/)
  refused({ bot: one, seed: 2 }, /seats\.white\.seed: the bot has its own already/)
  refused({ bot: one, options: {} }, /seats\.white\.options: the bot has its own already/)
  assert.throws(() => new Table('chess', { onAbandoned: other }), /on_abandoned\.bot: it plays/)
})
