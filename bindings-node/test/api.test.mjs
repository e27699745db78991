// A walk through the API for every registered game. No game is named.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { Bot, Cursor, Game, games, legalMovesMany, load, parse, start } from 'boardwright'
import { FULL, random, throwsCode } from './helpers.mjs'

const GAMES = games()
const PLIES = FULL ? 400 : 60

/** States of random games, each with the moves that led to it from the start. */
function* walks(game, count) {
  for (let seed = 1; seed <= count; seed++) {
    const { pick } = random(seed)
    let state = start(game.name)
    const moves = []
    while (moves.length < PLIES && state.outcome === null) {
      yield { state, moves }
      const legal = state.legalMoves()
      if (legal.length === 0) break
      moves.push(pick(legal))
      state = state.play(moves.at(-1))
    }
    yield { state, moves, last: true }
  }
}

test('there are games, and each says what it is', () => {
  assert.ok(GAMES.length >= 3)
  for (const game of GAMES) {
    assert.match(game.name, /^[a-z0-9-]+\+?$/)
    assert.ok(game.summary.length > 0)
    assert.ok(game.seats.min >= 1 && game.seats.max >= game.seats.min)
    assert.ok(['never', 'optional', 'always'].includes(game.hidden))
    assert.ok(game.styles.length >= 1)
    assert.ok(game.bots.includes('random'))
    for (const option of game.options) {
      assert.match(option.name, /^[a-z0-9_]+$/)
      assert.ok(option.doc.length > 0)
      assert.ok(['flag', 'int', 'choice', 'preset', 'text', 'plain'].includes(option.kind))
      // The default may be given as well.
      assert.ok(new Game(game.name, { [option.name]: option.default }).equals(new Game(game.name)))
      assert.ok(new Game(game.name, { [option.name]: null }).equals(new Game(game.name)))
    }
  }
})

for (const game of GAMES) {
  describe(game.name, () => {
    test('rules', () => {
      const rules = new Game(game.name)
      assert.equal(rules.name, game.name)
      assert.equal(String(rules), game.name)
      assert.deepEqual(
        Object.keys(rules.options),
        game.options.map((option) => option.name),
      )
      assert.ok(rules.seats.length >= game.seats.min && rules.seats.length <= game.seats.max)
      assert.ok(Object.isFrozen(rules.seats) && Object.isFrozen(rules.options))
      assert.ok(rules.equals(start(game.name).game))
      assert.ok(!rules.equals(null) && !rules.equals(game.name))
      assert.equal(start(game.name).game, start(game.name).game)
      assert.deepEqual(JSON.parse(JSON.stringify(rules)).name, game.name)
      assert.ok(inspect(rules).startsWith(`Game(${game.name}`))
      assert.ok(rules.start().equals(start(game.name)))
      const { notation } = rules.start()
      assert.ok(rules.parse(notation).equals(parse(game.name, notation)))
      assert.equal(rules.parse(notation, { history: [notation, notation] }).ply, 2)
      if (rules.actionCount === null) {
        throwsCode('unsupported', () => rules.actionText(0))
        throwsCode('unsupported', () => rules.start().legalIds())
      } else {
        const texts = Array.from({ length: rules.actionCount }, (_, id) => rules.actionText(id))
        assert.ok(texts.some((text) => text !== ''))
        throwsCode('invalid_notation', () => rules.actionText(rules.actionCount))
      }
    })

    test('states agree with themselves', () => {
      let seen = 0
      for (const { state, moves, last } of walks(game, FULL ? 20 : 4)) {
        seen += 1
        assert.equal(state.ply, moves.length)
        assert.match(state.key, /^[0-9a-f]{16}$/)
        const { seats } = state.game
        const all = state.legalMoves()
        assert.equal(state.countLegal(), all.length)
        assert.deepEqual(state.legalMoves({ style: game.styles[0] }), all)
        assert.deepEqual(state.legalMoves({ seat: null, style: undefined }), all)
        assert.equal(state.toMove, state.live.length === 1 ? state.live[0] : null)
        const bySeat = seats.map((seat, i) => {
          const own = state.legalMoves({ seat })
          assert.deepEqual(state.legalMoves({ seat: i }), own)
          assert.equal(state.countLegal({ seat }), own.length)
          assert.ok(own.length === 0 || state.live.includes(seat))
          return own
        })
        assert.deepEqual(bySeat.flat().sort(), [...all].sort())
        if (state.game.actionCount !== null) {
          const ids = state.legalIds()
          assert.ok(Array.isArray(ids))
          assert.deepEqual(
            Array.from(ids, (id) => state.game.actionText(id)),
            all,
          )
        }
        const description = state.describe()
        assert.equal(description.game, game.name)
        assert.equal(description.key, state.key)
        assert.equal(description.notation, state.notation)
        assert.deepEqual(description.live, state.live)
        assert.deepEqual(description.outcome, state.outcome)
        assert.ok(state.draw().includes('\n'))

        const again = parse(game.name, state.notation)
        assert.equal(again.notation, state.notation)
        assert.equal(again.key, state.key)
        const loaded = load(state.save())
        assert.ok(loaded.equals(state) && state.equals(loaded))
        assert.equal(loaded.game, state.game)
        if (last) {
          const replayed = start(game.name).playMany(moves)
          assert.ok(replayed.equals(state))
          assert.equal(legalMovesMany([state, start(game.name)]).length, 2)
          assert.deepEqual(legalMovesMany([state, replayed]), [all, all])
        }
      }
      assert.ok(seen > 20, `only ${seen} states`)
    })

    test('moves by text, by id and in every style lead to the same', () => {
      const { pick } = random(7)
      for (const { state } of walks(game, 2)) {
        const legal = state.legalMoves()
        if (legal.length === 0) continue
        const move = pick(legal)
        const next = state.play(move)
        assert.ok(!next.equals(state))
        assert.ok(state.tryPlay(move).equals(next))
        assert.ok(state.playMany([move]).equals(next))
        assert.ok(state.playMany([]).equals(state))
        if (state.game.actionCount !== null) {
          const id = state.actionId(move)
          assert.equal(state.game.actionText(id), move)
          assert.ok(state.play(id).equals(next))
          assert.ok(state.playMany(Uint32Array.of(id)).equals(next))
          assert.equal(state.moveText(id), move)
        }
        for (const style of game.styles) {
          const text = state.moveText(move, { style })
          assert.ok(state.legalMoves({ style }).includes(text), text)
          assert.ok(state.play(text, { style }).equals(next), `${text} for ${move}`)
          assert.equal(state.moveText(text, { fromStyle: style }), move)
        }
        const events = state.report(move)
        assert.ok(Array.isArray(events))
        for (const event of events) assert.equal(typeof event.kind, 'string')
      }
    })

    test('a cursor goes where states go', () => {
      const { pick } = random(11)
      const first = start(game.name)
      const cursor = new Cursor(first)
      const line = [first]
      for (let i = 0; i < 30; i++) {
        const legal = cursor.legalMoves()
        assert.deepEqual(legal, line.at(-1).legalMoves())
        if (first.game.actionCount !== null) {
          assert.deepEqual(cursor.legalIds(), line.at(-1).legalIds())
        }
        assert.equal(cursor.countLegal(), legal.length)
        if (legal.length === 0) break
        const move = pick(legal)
        assert.equal(cursor.play(move), cursor)
        line.push(line.at(-1).play(move))
        assert.equal(cursor.depth, line.length - 1)
        assert.ok(cursor.state.equals(line.at(-1)))
        if (i % 5 === 4) {
          assert.equal(cursor.undo(2), 2)
          line.length -= 2
        }
      }
      assert.throws(() => cursor.play('no such move'), { name: 'BoardwrightError' })
      assert.equal(cursor.depth, line.length - 1)
      assert.match(inspect(cursor), /^Cursor\(State\(.*, depth \d+\)$/)
      assert.equal(cursor.undo(1000), line.length - 1)
      assert.equal(cursor.undo(), 0)
      assert.ok(cursor.state.equals(first))
      assert.equal(first.cursor().depth, 0)
    })

    test('observations', () => {
      for (const { state } of walks(game, 1)) {
        for (const [i, seat] of state.game.seats.entries()) {
          const observation = state.observe(seat)
          assert.ok(observation.equals(state.observe(i)))
          assert.ok(!observation.equals(state) && !observation.equals(undefined))
          assert.equal(observation.seat, seat)
          assert.equal(observation.game, state.game)
          assert.match(observation.key, /^[0-9a-f]{16}$/)
          assert.equal(String(observation), observation.text)
          assert.equal(observation.mayAct, observation.candidates().length > 0)
          if (state.game.actionCount !== null) {
            assert.deepEqual(
              Array.from(observation.candidateIds(), (id) => state.game.actionText(id)),
              observation.candidates(),
            )
          }
          assert.equal(observation.describe().seat, seat)
          assert.deepEqual(state.describe({ seat }), observation.describe())
          assert.ok(observation.draw().length > 0)
          if (!state.game.hidden) {
            assert.deepEqual(observation.candidates(), state.legalMoves({ seat }))
            assert.deepEqual(observation.outcome, state.outcome)
          }
        }
      }
    })

    test('texts for people', () => {
      const state = start(game.name)
      const text = state.game.hidden ? inspect(state) : state.notation
      assert.equal(String(state), text)
      assert.equal(`${state}`, text)
      assert.equal(JSON.stringify({ state }), JSON.stringify({ state: text }))
      assert.equal(inspect(state).includes(state.notation), !state.game.hidden)
    })

    test('counts, random games and bots', async () => {
      const state = start(game.name)
      assert.equal(await state.perft(0), 1)
      assert.equal(await state.perft(1), state.countLegal())
      const divided = await state.divide(2, { threads: 2 })
      assert.deepEqual(Object.keys(divided).sort(), state.legalMoves().sort())
      const leaves = Object.values(divided).reduce((a, b) => a + b, 0)
      assert.equal(await state.perft(2), leaves)

      const played = await state.playouts(20, { seed: 5 })
      assert.equal(played.games, 20)
      assert.ok(played.plies > 0)
      assert.deepEqual(Object.keys(played.wins), [...state.game.seats])
      assert.deepEqual(await state.playouts(20, { seed: 5n, threads: 2 }), played)
      assert.notDeepEqual(await state.playouts(20, { seed: 2n ** 64n - 1n }), played)
      assert.equal((await state.playouts(3, { plyLimit: 1 })).unfinished, 3)
      assert.equal((await state.playouts(0)).games, 0)

      // Test builds have bots that fail on purpose.
      for (const name of game.bots.filter((bot) => !bot.startsWith('faulty'))) {
        const bot = new Bot(name, { game: state.game, seed: 3 })
        assert.equal(bot.name, name)
        assert.equal(bot.game, game.name)
        assert.equal(inspect(bot), `Bot(${name}, ${game.name})`)
        const seat = state.live[0]
        const decision = await bot.decide(state.observe(seat), { nodes: 1000 })
        assert.ok(state.legalMoves({ seat }).includes(decision.move))
        assert.equal(decision.pv[0], decision.move)
        for (const number of ['time', 'queued', 'depth', 'nodes']) {
          assert.ok(Number.isInteger(decision[number]) && decision[number] >= 0, number)
        }
        assert.ok(Array.isArray(decision.alternatives) && Array.isArray(decision.messages))
        assert.equal(decision.fallback, null)
        if (!state.game.hidden) {
          const same = new Bot(name, { game: game.name, seed: 3n })
          assert.equal((await same.decide(state, { seat, nodes: 1000 })).move, decision.move)
        }
      }
    })

    test('disposed of, nothing can be used', () => {
      const state = start(game.name)
      const next = state.play(state.legalMoves()[0])
      const observation = state.observe(0)
      const cursor = state.cursor()
      const bot = new Bot('random', { game: game.name })
      for (const thing of [state, observation, cursor, bot]) {
        assert.equal(thing[Symbol.dispose], thing.dispose)
        thing.dispose()
        thing.dispose()
      }
      throwsCode('disposed', () => state.notation)
      throwsCode('disposed', () => state.equals(next))
      throwsCode('disposed', () => next.equals(state))
      throwsCode('disposed', () => observation.text)
      throwsCode('disposed', () => cursor.play('x'))
      throwsCode('disposed', () => bot.name)
      assert.ok(next.legalMoves().length > 0)
    })
  })
}

test('rules are shared by what they are', () => {
  const option = GAMES.flatMap((game) =>
    game.options.filter((o) => o.kind === 'flag').map((o) => ({ game: game.name, ...o })),
  )[0]
  const plain = start(option.game).game
  const same = start(option.game, { [option.name]: option.default }).game
  const other = new Game(option.game, { [option.name]: !option.default })
  assert.equal(plain, same)
  assert.ok(!plain.equals(other))
  assert.notEqual(plain.options[option.name], other.options[option.name])
  // More rules than are remembered do no harm.
  for (const game of GAMES) {
    for (const { name, min, max } of game.options.filter((o) => o.kind === 'int')) {
      for (let value = min; value <= Math.min(max, min + 200); value++) {
        try {
          start(game.name, { [name]: value })
        } catch (error) {
          // Some go together with others only.
          assert.equal(error.code, 'invalid_option')
        }
      }
    }
  }
  assert.ok(start(option.game).game.equals(plain))
})
