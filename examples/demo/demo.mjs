// The same seeded games as demo.py and demo.exs play: a crazyhouse game, and two
// boards of bughouse that feed each other. Writes a transcript to the file named
// on the command line and prints the games with boards.

import { writeFileSync } from 'node:fs'
import { Bot, start } from 'boardwright'

const out = []
const show = (title, state) => console.log(`\n${title}\n${state.draw()}`)

async function crazyhouse() {
  let state = start('crazyhouse')
  const bot = new Bot('random', { game: 'crazyhouse', seed: 2026 })
  while (state.outcome === null) {
    const { move } = await bot.decide(state)
    out.push(`${state.ply} ${state.moveText(move, { style: 'san' })} ${state.key}`)
    state = state.play(move)
    if (state.ply % 40 === 0) show(`crazyhouse, ply ${state.ply}`, state)
  }
  const { reason, winner } = state.outcome
  show(`crazyhouse, the end: ${reason}, winner ${winner}`, state)
  out.push(`${state.notation} ${state.key} ${reason}`)
}

// What a capture hands over on one board is added to the pockets of the other.
async function twoBoards() {
  const boards = [start('bughouse-board'), start('bughouse-board')]
  const bots = [1, 2].map((seed) => new Bot('random', { game: 'bughouse-board', seed }))
  for (let ply = 0; ply < 200; ply++) {
    const here = ply % 2
    const there = 1 - here
    const state = boards[here]
    if (boards.some((board) => board.outcome !== null)) break
    if (state.live.length === 0) continue
    const { move } = await bots[here].decide(state)
    out.push(`${'AB'[here]} ${state.moveText(move, { style: 'san' })} ${state.key}`)
    for (const event of state.report(move)) {
      if (event.handed_over) boards[there] = boards[there].edit({ add: event.handed_over })
    }
    boards[here] = state.play(move)
  }
  boards.forEach((state, i) => {
    show(`bughouse, board ${'AB'[i]}`, state)
    out.push(`${state.notation} ${state.key}`)
  })
}

async function speed() {
  const state = start('crazyhouse')
  const lists = 300_000
  let began = performance.now()
  for (let i = 0; i < lists; i++) state.legalMoves()
  const perSecond = Math.round((lists * 1000) / (performance.now() - began))
  began = performance.now()
  const { plies } = await state.playouts(3_000, { seed: 1 })
  const pliesPerSecond = Math.round((plies * 1000) / (performance.now() - began))
  const n = (x) => x.toLocaleString('en')
  console.log(`speed node: ${n(perSecond)} legal-move lists/s, ${n(pliesPerSecond)} random plies/s`)
}

await crazyhouse()
await twoBoards()
await speed()
writeFileSync(process.argv[2], out.join('\n') + '\n')
