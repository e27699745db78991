// The types of the names of chess.js as an ES module.

export * from './chess.js'
