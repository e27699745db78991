// Games in a browser, played as people play them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game } from 'boardwright'
import { NEEDS, serving } from './helpers.mjs'

/** A game whose seats are all people's, each with a browser of their own. */
async function seated(server, game, more = {}) {
  const { seats } = new Game(game, more.options ?? {})
  const { id, tokens } = await server.http('POST', '/api/games', {
    game,
    seats: Object.fromEntries(seats.map((seat) => [seat, 'me'])),
    ...more,
  })
  const people = {}
  for (const seat of seats) {
    people[seat] = await server.person()
    await people[seat].sit(id, seat, tokens[seat])
    await people[seat].page.locator('.picture').waitFor()
  }
  return { id, people, hosted: server.parts.games.get(id) }
}

test('a blind game against the casual bot, from the lobby to its end', NEEDS, async (t) => {
  const server = await serving(t)
  const ada = await server.person()
  await ada.open()
  await ada.page.fill('#name', 'Ada')
  await ada.page.selectOption('[name=game]', 'blind')
  await ada.page.locator('.seats[data-game=blind]').waitFor()
  await ada.page.selectOption('[name=seat-black]', 'bot casual')
  await ada.page.getByRole('button', { name: 'Start' }).click()
  await ada.status('Your turn')
  await ada.tap('e2', 'e4')
  await ada.holds('e4', 'white pawn')
  const moved = ada.page.locator('.moves li:not(.refused)')
  await moved.first().waitFor()
  assert.match(await moved.first().innerText(), /e2e4/)
  await ada.page.locator('.status', { hasText: /Your turn|have|draw/ }).waitFor()
  // Some more moves from the list, which has all that may be tried and their words.
  await ada.page.locator('.all-moves summary').click()
  for (let made = 2; made <= 6; made += 1) {
    await ada.page
      .locator('.status[data-status=ended]')
      .or(ada.page.locator('.status', { hasText: 'Your turn' }))
      .waitFor()
    if (await ada.page.locator('.status[data-status=ended]').count()) break
    const before = await ada.page.locator('.moves li').count()
    await ada.page.locator('.all-moves li button').nth(made).click()
    await ada.page.locator('.moves li').nth(before).waitFor()
  }
  if ((await ada.page.locator('.status[data-status=ended]').count()) === 0) {
    await ada.page.getByRole('button', { name: 'Resign' }).click()
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  }
  await ada.page.locator('.status[data-status=ended]').waitFor()
  assert.match(await ada.page.locator('.status').innerText(), /You have|A draw/)
  // What was hidden is shown after the end.
  await ada.page.locator('[data-content="black king"]').waitFor({ state: 'attached' })
  assert.deepEqual(server.faults, [])
})

test('crazyhouse: a drop by dragging and one by tapping', NEEDS, async (t) => {
  const server = await serving(t)
  const { people } = await seated(server, 'crazyhouse')
  const { white, black } = people
  await white.drag('e2', 'e4')
  await black.holds('e4', 'white pawn')
  await black.tap('d7', 'd5')
  await white.holds('d5', 'black pawn')
  await white.drag('e4', 'd5')
  await black.holds('d5', 'white pawn')
  await black.drag('d8', 'd5')
  await white.holds('d5', 'black queen')
  await white.hand('pawn').waitFor()
  // Only empty squares are offered, and none of the last ranks.
  await white.hand('pawn').click()
  const goes = await white.page
    .locator('.goes')
    .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell))
  assert.ok(goes.includes('e4') && !goes.includes('d5') && !goes.includes('e8'))
  await white.tap('c4')
  await black.holds('c4', 'white pawn')
  await black.hand('pawn').waitFor()
  const hand = await black.centre('pawn', '[data-hand=pawn][tabindex="0"] > :first-child')
  await black.drag(hand, 'e4')
  await white.holds('e4', 'black pawn')
  // By keys: a piece in hand, then a square; or a square, then what is to be put there.
  await white.tap('c4', 'c5')
  await black.holds('c5', 'white pawn')
  await black.tap('d5', 'd2')
  await white.holds('d2', 'black queen')
  await white.tap('b1', 'd2')
  await black.holds('d2', 'white knight')
  await black.tap('a7', 'a6')
  await white.holds('a6', 'black pawn')
  await white.hand('queen').focus()
  const { keyboard } = white.page
  await keyboard.press('Enter')
  await keyboard.press('ArrowUp')
  await keyboard.press('Escape')
  await white.cell('h5').focus()
  await keyboard.press('Enter')
  await white.page.getByRole('dialog').locator('[data-value="Q@h5"]').press('Enter')
  await black.holds('h5', 'white queen')
  await white.page.locator('.moves', { hasText: /@c4.*@e4.*@h5/ }).waitFor()
  // A drop can be a premove, and be taken back.
  await black.tap('a6', 'a5')
  await white.holds('a5', 'black pawn')
  const ahead = (text) => black.page.locator(`${text}.premove`).waitFor({ state: 'attached' })
  await black.hand('pawn').click()
  await black.tap('g4')
  await ahead('[data-cell="g4"]')
  await ahead('[data-hand="pawn"]')
  await black.hand('pawn').click()
  await black.page.locator('.premove').first().waitFor({ state: 'detached' })
  await black.tap('h6')
  await ahead('[data-cell="h6"]')
  await white.tap('a2', 'a3')
  await white.holds('h6', 'black pawn')
  assert.deepEqual(server.faults, [])
})

test('blind: neither page ever receives the pieces of the other', NEEDS, async (t) => {
  const server = await serving(t)
  const { people, hosted } = await seated(server, 'blind')
  const { white, black } = people
  const line = [
    [white, black, 'e2', 'e4'],
    [black, white, 'd7', 'd5'],
    [white, black, 'e4', 'd5'],
    [black, white, 'd8', 'd5'],
  ]
  for (const [mover, other, from, to] of line) {
    await mover.status('Your turn')
    await mover.tap(from, to)
    await mover.cell(to).and(mover.page.locator('[data-owner]')).waitFor({ state: 'attached' })
    await other.status('Your turn')
  }
  assert.equal(hosted.table.call('referee_view').ply, 4)
  for (const [person, own, theirs] of [
    [white, 'white', 'black'],
    [black, 'black', 'white'],
  ]) {
    assert.ok(person.frames.length > 8)
    const shown = person.frames.map((frame) => JSON.parse(frame))
    const pictures = shown.flatMap(({ answer }) => (answer?.picture ? [answer.picture] : []))
    assert.ok(pictures.length > 2 && pictures.at(-1).includes(`data-owner="${own}"`))
    for (const frame of person.frames) {
      assert.ok(!frame.includes(`data-owner=\\"${theirs}\\"`), frame)
      assert.ok(!frame.includes(`${theirs} king`) && !frame.includes(`${theirs} queen`), frame)
    }
    // Of views only the own pieces, by their letters.
    const views = shown.flatMap(({ view, answer }) => [view, answer?.view]).filter(Boolean)
    assert.ok(views.length > 4)
    for (const { pieces } of views) {
      const letters = Object.values(pieces).join('')
      const wanted = own === 'white' ? letters.toUpperCase() : letters.toLowerCase()
      assert.equal(letters, wanted)
    }
    // No move of the other's is told, by any name.
    const moves = line.filter(([mover]) => mover !== person).map(([, , from, to]) => from + to)
    const told = shown.flatMap(({ events = [] }) => events)
    for (const move of moves) assert.ok(!JSON.stringify(told).includes(move), move)
    // The last picture is that of the own observation.
    using(hosted.table.observe(own), (observation) => {
      assert.equal(pictures.at(-1), observation.svg({ theme: 'auto', cells: true }))
    })
  }
  assert.deepEqual(server.faults, [])
})

function using(resource, use) {
  try {
    return use(resource)
  } finally {
    resource.dispose()
  }
}

test('bughouse: four people, moves on both boards, a message to the partner', NEEDS, async (t) => {
  const server = await serving(t)
  const { people } = await seated(server, 'bughouse', { clock: { base: 300_000 } })
  const { 'A.white': aw, 'A.black': ab, 'B.white': bw, 'B.black': bb } = people
  // The own board is larger, and the clock that matters stands beside its own.
  const [own, other] = await aw.boxes('svg.board')
  assert.ok(own.width > 1.3 * other.width)
  assert.equal(await aw.page.locator('.difference').count(), 1)
  assert.equal(
    await aw.page.locator('.players li:has(.difference)').getAttribute('data-seat'),
    'B.white',
  )
  await aw.tap('A:e2', 'A:e4')
  await bw.drag('B:d2', 'B:d4')
  await ab.holds('A:e4', 'A.white pawn')
  await ab.tap('A:d7', 'A:d5')
  await bb.holds('B:d4', 'B.white pawn')
  await aw.holds('A:d5', 'A.black pawn')
  await aw.tap('A:e4', 'A:d5')
  await bb.tap('B:a7', 'B:a6')
  await bw.holds('B:a6', 'B.black pawn')
  await bw.tap('B:a2', 'B:a3')
  // What White took on board A is in the hand of its partner.
  await bb.holds('B:a3', 'B.white pawn')
  await bb.hand('pawn').click()
  await bb.tap('B:e4')
  await aw.holds('B:e4', 'B.black pawn')
  await aw.page.getByRole('button', { name: 'need knight' }).click()
  await bb.page.locator('.told', { hasText: 'need knight' }).waitFor()
  await aw.page.fill('[aria-label="Say to the table"]', 'hello all')
  await aw.page.press('[aria-label="Say to the table"]', 'Enter')
  for (const person of [ab, bw, bb]) {
    await person.page.locator('.lines', { hasText: 'hello all' }).waitFor()
  }
  // Chat came after it, in order: the other team has heard nothing of the message.
  for (const person of [ab, bw]) {
    assert.ok(person.frames.every((frame) => !frame.includes('need knight')))
  }
  assert.deepEqual(server.faults, [])
})

test('Jarls for four', NEEDS, async (t) => {
  const server = await serving(t)
  const { people, hosted } = await seated(server, 'jarls', { options: { players: 4 } })
  for (let made = 0; made < 6; made += 1) {
    const seat = hosted.table.view(0).live[0]
    const person = people[seat]
    await person.status('Your turn')
    const [move] = hosted.table.candidates(seat)
    await person.tap(...move.split('>'))
    const list = person.page.locator('.moves li')
    await list.nth(made).waitFor()
    assert.ok((await list.nth(made).innerText()).includes(move))
    for (const one of Object.values(people)) await one.page.locator('.moves li').nth(made).waitFor()
  }
  assert.equal(hosted.table.view(0).ply, 6)
  assert.deepEqual(server.faults, [])
})

test('chess by the keyboard alone, said in words', NEEDS, async (t) => {
  const server = await serving(t)
  const { people, hosted } = await seated(server, 'chess')
  const { white, black } = people
  const { page } = white
  // From the top of the page to the board by Tab.
  await page.locator('body').focus()
  for (;;) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))) break
  }
  const at = () => page.evaluate(() => document.activeElement?.dataset.cell)
  const go = async (name) => {
    for (;;) {
      const [column, row] = (await at()) ?? ''
      const [toColumn, toRow] = name
      if (column < toColumn) await page.keyboard.press('ArrowRight')
      else if (column > toColumn) await page.keyboard.press('ArrowLeft')
      else if (row < toRow) await page.keyboard.press('ArrowUp')
      else if (row > toRow) await page.keyboard.press('ArrowDown')
      else return
    }
  }
  await go('e2')
  assert.equal(await white.cell('e2').getAttribute('aria-label'), 'e2: white pawn')
  await page.keyboard.press('Enter')
  assert.match(await white.cell('e2').getAttribute('aria-label'), /picked/)
  await go('e4')
  assert.match(await white.cell('e4').getAttribute('aria-label'), /can go here/)
  await page.keyboard.press('Enter')
  await black.holds('e4', 'white pawn')
  // The move is said to the other, in words, and the focus has stayed.
  await black.page
    .locator('#live', { hasText: 'pawn from e2 to e4' })
    .waitFor({ state: 'attached' })
  await white.holds('e4', 'white pawn')
  assert.equal(await at(), 'e4')
  // A premove, made before it is White's turn.
  await go('g1')
  await page.keyboard.press(' ')
  await go('f3')
  await page.keyboard.press(' ')
  await page.locator('[data-cell="f3"].premove').waitFor({ state: 'attached' })
  await black.page.locator('.all-moves summary').click()
  await black.page.fill('[name=move]', 'e7e5')
  await black.page.press('[name=move]', 'Enter')
  await black.holds('f3', 'white knight')
  assert.deepEqual(
    hosted.table.moves().moves.map(({ move }) => move),
    ['e2e4', 'e7e5', 'g1f3'],
  )
  // Escape lets go.
  await black.cell('b8').focus()
  await black.page.keyboard.press('Enter')
  await black.page.locator('.goes').first().waitFor({ state: 'attached' })
  await black.page.keyboard.press('Escape')
  assert.equal(await black.page.locator('.goes').count(), 0)
  assert.deepEqual(server.faults, [])
})

test('a promotion is chosen, and a draw agreed', NEEDS, async (t) => {
  const server = await serving(t)
  const { people, hosted } = await seated(server, 'chess')
  const { white, black } = people
  for (const move of ['a2a4', 'b7b5', 'a4b5', 'h7h6', 'b5b6', 'h6h5', 'b6a7', 'h5h4']) {
    const seat = hosted.table.view(0).to_move
    hosted.table.commit(seat, move, { now: Date.now() })
  }
  server.parts.games.changed(hosted)
  await white.status('Your turn')
  await white.holds('a7', 'white pawn')
  await white.drag('a7', 'b8')
  const dialog = white.page.getByRole('dialog')
  await dialog.locator('[data-value="a7b8n"]').click()
  await black.holds('b8', 'white knight')
  await black.page.getByRole('button', { name: 'Offer a draw' }).click()
  await white.page.getByRole('button', { name: 'Accept the draw' }).click()
  for (const person of [white, black]) await person.status('A draw')
  assert.deepEqual(server.faults, [])
})

test('a game without a board of its own is played from the list', NEEDS, async (t) => {
  const server = await serving(t)
  const { people, hosted } = await seated(server, 'phantom-tic-tac-toe')
  const { x, o } = people
  await x.page.locator('.all-moves li button').first().click()
  await x.page.locator('.moves li').first().waitFor()
  await o.status('Your turn')
  await o.page.locator('.all-moves[open] li button').last().click()
  await o.page.locator('.moves li').first().waitFor()
  assert.equal(hosted.table.moves().moves.length, 2)
  assert.deepEqual(server.faults, [])
})

test('open seats, bots and invitations', NEEDS, async (t) => {
  const server = await serving(t)
  const ada = await server.person()
  await ada.open()
  await ada.page.selectOption('[name=game]', 'bughouse')
  await ada.page.locator('.seats[data-game=bughouse]').waitFor()
  await ada.page.selectOption('[name="seat-A.black"]', 'invite')
  await ada.page.selectOption('[name="seat-B.white"]', 'open')
  await ada.page.selectOption('[name="seat-B.black"]', 'open')
  await ada.page.getByRole('button', { name: 'Start' }).click()
  await ada.status('Waiting for players')
  const link = await ada.page.getByLabel('Invitation for A.black').inputValue()
  const bob = await server.person()
  await bob.page.goto(link)
  await bob.page.getByRole('button', { name: 'Sit down' }).click()
  await bob.status('Waiting for players')
  const cy = await server.person()
  await cy.open()
  await cy.page.getByRole('button', { name: 'Sit down' }).click()
  await cy.status('Waiting for players')
  await ada.page.getByRole('button', { name: 'Add a bot' }).click()
  await ada.page.getByRole('dialog').locator('[data-value=random]').click()
  await ada.status('Your turn')
  // The tab comes back to its seat after the socket was lost.
  await ada.page.context().setOffline(true)
  await ada.page.reload().catch(() => undefined)
  await ada.page.context().setOffline(false)
  await ada.page.goto(ada.address)
  await ada.page.getByRole('link', { name: 'Back to bughouse' }).click()
  await ada.status('Your turn')
  await ada.tap('A:e2', 'A:e4')
  await bob.holds('A:e4', 'A.white pawn')
  assert.deepEqual(server.faults, [])
})

test('on a telephone by touch, against a bot that thinks', NEEDS, async (t) => {
  const server = await serving(t)
  const { id, tokens } = await server.http('POST', '/api/games', {
    game: 'chess',
    // It answers after the test.
    seats: { white: 'me', black: { bot: 'random', name: 'Slow', delay: 60_000 } },
  })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const ada = await server.person(phone)
  await ada.sit(id, 'white', tokens.white)
  await ada.status('Your turn')
  for (const name of ['g1', 'f3']) {
    await ada.page.touchscreen.tap(...(await ada.centre(name)))
  }
  await ada.holds('f3', 'white knight')
  await ada.status('black: bot is thinking')
  assert.match(await ada.page.locator('[data-seat=black]').innerText(), /Slow\s+bot is thinking/)
  // The last move is marked, and the board is as wide as the telephone.
  assert.equal(await ada.page.locator('svg.board path.m').count(), 1)
  const [{ width }] = await ada.boxes('svg.board')
  assert.ok(width > 350)
  await ada.page.getByRole('button', { name: 'Resign' }).tap()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).tap()
  await ada.status('You have lost')
  assert.deepEqual(server.faults, [])
})
