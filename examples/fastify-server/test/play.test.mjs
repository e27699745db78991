// Every registered game over the socket: made, played, left, come back to, looked on, ended.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Game, games } from 'boardwright'
import { FULL, serving } from './helpers.mjs'

const bot = { bot: 'random', delay: 0 }

for (const { name } of games()) {
  test(`${name} is played against bots`, async (t) => {
    const { http, join } = await serving(t)
    const { seats } = new Game(name)
    const [mine] = seats
    // Two bots of the same board play on alone, and would soon be done.
    const alone = name === 'bughouse'
    const paced = alone ? { ...bot, delay: 20 } : bot
    const others = Object.fromEntries(seats.slice(1).map((seat) => [seat, paced]))
    const made = await http('POST', '/api/games', {
      game: name,
      seats: { [mine]: 'me', ...others },
    })
    assert.equal(made.status, 201, made.message)
    // Or they are done already, when the answer comes late.
    if (alone) assert.ok(['playing', 'ended'].includes(made.game.status))
    else assert.equal(made.game.status, 'playing')
    let person = await join({ token: made.tokens[mine], views: true })
    assert.deepEqual([person.hi.seat, person.hi.role], [mine, 'seat'])
    const depth = FULL ? 200 : 12
    let heard = []
    for (let moves = 0; moves < depth;) {
      let candidates
      for (;;) {
        const before = person.events.length
        candidates = await person.call('candidates')
        if (candidates.length > 0 || person.told('ended').length > 0) break
        await person.until(({ events }) => events.length > before)
      }
      if (candidates.length === 0) break
      let done = false
      for (const move of candidates) {
        const { answer, error } = await person.ask('commit', { move })
        // Others moved meanwhile, where several seats are live.
        if (error) {
          assert.ok(['not_your_turn', 'illegal_move', 'game_over'].includes(error.code), error.code)
        } else if (answer.refused === undefined) done = true
        if (done || error) break
      }
      if (done) moves += 1
      if (person.told('ended').length > 0) break
      if (done && moves % 5 === 0) {
        // Away and back: nothing is missed and nothing comes twice.
        heard = [...heard, ...person.events]
        const { since } = person
        await person.leave()
        person = await join({ token: made.tokens[mine], since, views: true })
      }
    }
    heard = [...heard, ...person.events]
    assert.deepEqual(
      heard.map(({ seq }) => seq),
      heard.map((_, i) => i),
    )
    if (person.told('ended').length === 0) {
      const { answer, error } = await person.ask('resign')
      assert.ok(answer ?? error.code === 'game_over')
      // Others may play on.
      const { game } = await http('GET', `/api/games/${made.id}`)
      if (game.status !== 'ended') return
    }
    await person.hears('ended')
    const { game } = await http('GET', `/api/games/${made.id}`)
    assert.equal(game.status, 'ended')
    assert.ok(game.outcome.reason)
    const whole = await http('GET', `/api/games/${made.id}/reveal`)
    assert.ok(whole.moves.length > 0)
    await person.leave()
  })
}

test('no bot moves before everybody has come', async (t) => {
  const { http, join, parts } = await serving(t)
  const seats = { 'A.white': 'invite', 'A.black': bot, 'B.white': bot, 'B.black': bot }
  const made = await http('POST', '/api/games', { game: 'bughouse', seats })
  assert.equal(made.game.status, 'waiting')
  const { table } = parts.games.get(made.id)
  await table.runBots()
  assert.equal(table.moves().moves.length, 0)
  const code = made.invitations['A.white']
  const { token } = await http('POST', '/api/invitations', { code, accept: true })
  const person = await join({ token })
  await person.hears('moved')
})

describe('two people', () => {
  const opened = async (server, game = 'chess', more = {}) => {
    const seats = Object.fromEntries(
      new Game(game, more.options ?? {}).seats.map((seat) => [seat, 'me']),
    )
    const { tokens, id } = await server.http('POST', '/api/games', { game, seats, ...more })
    const people = {}
    for (const [seat, token] of Object.entries(tokens)) people[seat] = await server.join({ token })
    return { tokens, id, people }
  }

  test('draws, resignation, undo and claims', async (t) => {
    const server = await serving(t)
    const { white, black } = (await opened(server)).people
    assert.equal((await white.call('commit', { move: 'e2e4' })).ended, false)
    await black.hears('moved')
    assert.equal(await white.refused('commit', { move: 'd2d4' }), 'not_your_turn')
    assert.equal((await white.call('undo', { plies: 1 })).done, false)
    assert.equal((await black.call('undo', { plies: 1 })).done, true)
    await white.call('commit', { move: 'Nf3', style: 'san' })
    assert.ok(await black.refused('claim_draw'))
    await white.call('offer_draw')
    await black.hears('draw_offered')
    await black.call('respond_draw', { accept: false })
    assert.equal((await black.call('resign')).ended, true)
    await white.hears('ended')
    assert.equal(await white.refused('commit', { move: 'e2e4' }), 'game_over')
    assert.ok((await white.call('pgn')).includes('Nf3'))
    assert.equal((await white.call('outcome')).winner, 'white')
  })

  test('rules are changed while a game goes on, where its table allows it and both agree', async (t) => {
    const server = await serving(t)
    const { white, black } = (await opened(server, 'chess+', { edits: true })).people
    const changes = { activate: 'atomic' }
    await white.call('commit', { move: 'e2e4' })
    assert.equal((await white.call('propose_edit', { changes })).done, false)
    await black.hears('edit_wanted')
    assert.deepEqual(black.told('edit_wanted')[0].changes, changes)
    assert.equal(
      await black.refused('propose_edit', { changes: { activate: 'x' } }),
      'invalid_option',
    )
    assert.equal((await black.call('propose_edit', { changes })).done, true)
    await white.hears('edited')
    await black.call('commit', { move: 'd7d5' })
    // The capture takes both pawns from the board.
    await white.call('commit', { move: 'e4d5' })
    const { notation } = await black.call('view')
    assert.ok(notation.startsWith('rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b'), notation)
    // Elsewhere nobody changes anything.
    const other = (await opened(server, 'chess+')).people
    assert.equal(await other.white.refused('propose_edit', { changes }), 'unsupported')
  })

  test('two tabs of one person hear everything and may both move', async (t) => {
    const server = await serving(t, { limits: { sockets_per_seat: 2 } })
    const { tokens, people } = await opened(server)
    const tab = await server.join({ token: tokens.white })
    assert.equal(tab.hi.people.white.sockets, 2)
    await tab.call('commit', { move: 'e2e4' })
    await Promise.all([people.white, people.black, tab].map((one) => one.hears('moved')))
    // A third is one too many.
    const third = await server.socket()
    await assert.rejects(third.hello({ token: tokens.white }), { code: 'too_many' })
    assert.equal((await third.closed).code, 4003)
    // The person is there until the last has gone.
    await tab.leave()
    await people.black.call('commit', { move: 'e7e5' })
    // Each was gone until the first socket came.
    const gone = people.black.told('disconnected').length
    await people.white.hears('moved', 2)
    await people.white.leave()
    await people.black.hears('disconnected', gone + 1)
    assert.equal(people.black.events.at(-1).seat, 'white')
    const kinds = people.black.events.map(({ kind }) => kind)
    assert.ok(kinds.lastIndexOf('disconnected') > kinds.lastIndexOf('moved'))
    assert.ok(kinds.slice(0, -1).lastIndexOf('disconnected') < kinds.indexOf('moved'))
  })

  test('chat of the table, and of partners', async (t) => {
    const server = await serving(t)
    const { people, id, tokens } = await opened(server, 'bughouse', { name: 'Ada' })
    const looker = await server.join({ game: id })
    const all = Object.values(people)
    assert.deepEqual(await people['A.white'].call('say', { text: ' hello ' }), { seq: 0 })
    await Promise.all([...all, looker].map((one) => one.until(({ lines }) => lines.length === 1)))
    const { at, ...line } = looker.lines[0]
    assert.deepEqual(line, { seq: 0, seat: 'A.white', name: 'Ada', text: 'hello' })
    assert.ok(at > 0)
    for (const text of ['', 'x'.repeat(501), 'a\nb', 'a\u202eb', 5]) {
      assert.equal(await people['A.white'].refused('say', { text }), 'invalid_option')
    }
    assert.equal(await looker.refused('say', { text: 'psst' }), 'no_such_call')
    const SECRET = 'need a knight now'
    await people['A.white'].call('message', { text: SECRET })
    await people['B.black'].hears('message')
    for (const one of [people['A.black'], people['B.white'], looker]) {
      await one.call('ping')
      assert.ok(!one.raw.join().includes(SECRET))
    }
    // Who comes back hears the lines from a number on.
    await people['A.black'].call('say', { text: 'second' })
    const back = await server.join({ token: tokens['B.white'], chat_since: 1 })
    await back.until(({ lines }) => lines.length > 0)
    assert.deepEqual(
      back.lines.map(({ seq, text }) => [seq, text]),
      [[1, 'second']],
    )
  })

  test('spectators see what spectators may, and call nothing of the seats', async (t) => {
    const server = await serving(t)
    const { people, id } = await opened(server)
    const looker = await server.join({ game: id, views: true })
    await people.white.call('commit', { move: 'e2e4' })
    await looker.hears('moved')
    assert.equal(looker.view.ply, 1)
    for (const call of [
      'commit',
      'candidates',
      'resign',
      'referee_view',
      'save',
      'take_over',
      'say',
    ]) {
      assert.equal(await looker.refused(call, {}), 'no_such_call', call)
    }
    assert.equal(await looker.refused('reveal'), 'not_over')
    assert.equal((await looker.call('view')).shown, true)
    await people.white.call('resign')
    await looker.hears('ended')
    assert.equal((await looker.call('reveal')).moves.length, 1)
  })

  for (const { name, hidden } of games().filter(({ hidden }) => hidden !== 'never')) {
    test(`frames of ${name} leak nothing`, async (t) => {
      const options = { jarls: { fog: true } }[name] ?? {}
      if (!new Game(name, options).hidden) return assert.equal(hidden, 'optional')
      const server = await serving(t)
      const { people, id } = await opened(server, name, { options })
      const looker = await server.join({ game: id, views: true })
      const { table } = server.parts.games.get(id)
      for (let moves = 0; moves < (FULL ? 60 : 12) && !table.outcome; moves++) {
        for (const [seat, one] of Object.entries(people)) {
          const candidates = await one.call('candidates')
          const move = candidates[(moves * 7919) % (candidates.length || 1)]
          if (move === undefined) continue
          await one.ask('commit', { move })
          // What a seat gets is what its own observation has, and nothing else.
          assert.deepEqual(await one.call('view'), JSON.parse(JSON.stringify(table.view(seat))))
          assert.deepEqual(await one.call('candidates'), table.candidates(seat))
        }
      }
      for (const [seat, one] of Object.entries(people)) {
        await one.call('ping')
        const { events } = table.events(seat)
        await one.until((heard) => heard.events.length >= events.length)
        assert.deepEqual(one.events, events)
        for (const call of table.outcome ? [] : ['reveal', 'pgn']) {
          assert.ok(await one.refused(call), call)
        }
        // Nor is there anything else that could tell more.
        for (const { event, people: who } of one.frames) {
          assert.ok([undefined, 'told', 'people', 'chat'].includes(event), event)
          for (const known of Object.values(who ?? {})) {
            const fields = ['name', 'occupant', 'open', 'sockets']
            assert.deepEqual(Object.keys(known).sort(), fields)
          }
        }
        assert.equal(await one.refused('moves', { seat: 'nobody' }), 'wrong_seat')
      }
      if (table.outcome) return
      await looker.call('ping')
      // A spectator hears who plays, and of no move.
      assert.equal((await looker.call('view')).shown, false)
      assert.deepEqual(looker.told('moved'), [])
      const { view } = await server.http('GET', `/api/games/${id}`)
      assert.equal(view.shown, false)
      assert.equal((await server.http('GET', `/api/games/${id}/reveal`)).code, 'not_over')
    })
  }
})

describe('show', () => {
  for (const { name } of games()) {
    test(`${name}: a picture, its words, and the moves in words`, async (t) => {
      const server = await serving(t)
      const { seats } = new Game(name)
      const { id, tokens } = await server.http('POST', '/api/games', {
        game: name,
        seats: Object.fromEntries(seats.map((seat) => [seat, 'me'])),
      })
      const { table, record } = server.parts.games.get(id)
      const looker = await server.join({ game: id })
      let made = null
      for (const seat of seats) {
        const person = await server.join({ token: tokens[seat] })
        const { picture, words, moves, last } = await person.call('show')
        const observation = table.observe(seat)
        assert.equal(picture, observation.svg({ theme: 'auto', cells: true }))
        assert.equal(words, observation.describeText())
        assert.deepEqual(
          moves,
          table.candidates(seat).map((move) => ({ move, words: observation.moveInWords(move) })),
        )
        assert.deepEqual(last, record.hidden ? null : made)
        const turned = await person.call('show', { orientation: seats[0], theme: 'dark' })
        assert.equal(turned.words, words)
        for (const args of [
          { cells: false },
          { seat: 'nobody' },
          { theme: 'none' },
          { last_move: 'x' },
        ]) {
          assert.ok(['invalid_option', 'wrong_seat'].includes(await person.refused('show', args)))
        }
        const [first] = moves
        if (first === undefined) continue
        await person.call('commit', { move: first.move })
        made = first
        const after = await person.call('show')
        assert.deepEqual(after.last, record.hidden ? null : first)
      }
      const seen = await looker.call('show')
      if (record.hidden) {
        assert.deepEqual(seen, { picture: null, words: null, moves: [], last: null })
        // After the end nothing is hidden any more.
        server.parts.games.get(id).table.abort({ now: Date.now() })
        await looker.hears('ended')
        const whole = await looker.call('show')
        const state = table.state()
        assert.equal(whole.words, state.describeText())
        const person = await server.join({ token: tokens[seats[0]] })
        assert.equal((await person.call('show')).words, whole.words)
      } else assert.ok(seen.picture.includes('data-cell') && seen.moves.length === 0)
    })
  }

  test('spectators see no more than their delay lets them', async (t) => {
    const server = await serving(t)
    const { id, tokens } = await server.http('POST', '/api/games', {
      game: 'chess',
      seats: { white: 'me', black: 'me' },
      spectator_delay: 2,
    })
    const looker = await server.join({ game: id })
    const white = await server.join({ token: tokens.white })
    const black = await server.join({ token: tokens.black })
    await white.call('commit', { move: 'e2e4' })
    await black.call('commit', { move: 'e7e5' })
    await white.call('commit', { move: 'g1f3' })
    const { words, last } = await looker.call('show')
    assert.equal(last.move, 'e2e4')
    assert.equal(words, new Game('chess').start().play('e2e4').describeText())
  })
})
