// What is measured beside: for each library how it makes a list of the legal moves
// as texts, in the way its users would write it. A library that is not there or
// cannot be loaded says why.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

async function chessJs() {
  const { Chess } = require('chess.js')
  return (fen) => {
    const chess = new Chess(fen)
    return () => chess.moves()
  }
}

async function chessops() {
  const { Chess } = await import('chessops/chess')
  const { parseFen } = await import('chessops/fen')
  const { makeUci } = await import('chessops/util')
  return (fen) => {
    const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap()
    return () => {
      const moves = []
      for (const [from, targets] of position.allDests()) {
        for (const to of targets) {
          const rank = to >> 3
          const promotes = (rank === 0 || rank === 7) && position.board.pawn.has(from)
          if (!promotes) moves.push(makeUci({ from, to }))
          else {
            for (const promotion of ['queen', 'rook', 'bishop', 'knight']) {
              moves.push(makeUci({ from, to, promotion }))
            }
          }
        }
      }
      return moves
    }
  }
}

async function ffish() {
  // It was built when Node had no fetch of its own, and takes it for a browser's.
  const { fetch } = globalThis
  globalThis.fetch = undefined
  try {
    const library = require('ffish')
    await new Promise((resolve) => {
      library.onRuntimeInitialized = resolve
    })
    // It ends the process on errors that are not its own.
    process.removeAllListeners('uncaughtException')
    process.removeAllListeners('unhandledRejection')
    return (fen) => {
      const board = new library.Board('chess', fen)
      return () => board.legalMoves().split(' ')
    }
  } finally {
    globalThis.fetch = fetch
  }
}

export const PEERS = [
  { name: 'chess.js', call: 'moves()', load: chessJs },
  { name: 'chessops', call: 'allDests(), makeUci()', load: chessops },
  { name: 'ffish', call: "legalMoves().split(' ')", load: ffish },
]
