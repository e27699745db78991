'use strict'

// PGN as chess.js reads and writes it: one game, of whose variations only the first is kept.
// The moves are texts here, which the core reads.

const check = require('../check')
const { BoardwrightError } = require('../errors')

/**
 * @typedef {object} Scanned
 * @property {Map<string, string>} tags
 * @property {string[]} moves
 * @property {Map<number, string>} comments by how many moves stand before them
 * @property {string | undefined} result
 */

const TAG = /\s*\[\s*([a-zA-Z]+)\s*"([^"]*)"\s*\]/y
const TOKEN =
  /\s*(?:(?<comment>\{[^}]*\}|;[^\r\n]*)|(?<open>\()|(?<close>\))|(?<nag>\$\d+)|(?<suffix>[!?]{1,2})|(?<result>1-0|0-1|1\/2-1\/2|\*)|(?<number>\d*\.[\s.]*)|(?<move>(?:O-O-O|O-O|0-0-0|0-0|--|[a-zA-Z][a-zA-Z1-8=-]+)[+#]?))/y

/**
 * A comment without its marks.
 *
 * @param {string} text
 */
const inner = (text) =>
  text.startsWith('{') ? text.slice(1, -1).replace(/[\r\n]+/g, ' ') : text.slice(1).trim()

/**
 * @param {string} text
 * @param {number} at
 * @param {string} fault
 */
function damaged(text, at, fault) {
  const line = text.slice(0, at).split('\n').length
  return new BoardwrightError('invalid_notation', `Invalid PGN: line ${line}: ${fault}`)
}

/**
 * The parts of a game.
 *
 * @param {string} pgn
 * @returns {Scanned}
 */
function scan(pgn) {
  const text = check.text('pgn', pgn)
  /** @type {Scanned} */
  const game = { tags: new Map(), moves: [], comments: new Map(), result: undefined }
  let at = 0
  TAG.lastIndex = 0
  for (let tag; (tag = TAG.exec(text)) !== null; at = TAG.lastIndex) {
    game.tags.set(tag[1], tag[2])
  }
  const end = text.trimEnd().length
  let depth = 0
  while (at < end) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(text)?.groups
    if (groups === undefined) {
      const word = text.slice(at).trimStart().split(/\s/, 1)[0]
      throw damaged(text, at, `${JSON.stringify(word)} is neither a tag nor a move`)
    }
    if (groups['open']) depth += 1
    if (groups['close'] && (depth -= 1) < 0) {
      throw damaged(text, at, 'a variation ends that is none')
    }
    at = TOKEN.lastIndex
    if (depth > 0) continue
    if (groups['comment'] !== undefined) comment(game, inner(groups['comment']))
    else if (groups['result'] !== undefined && game.result === undefined) {
      game.result = groups['result']
    } else if (groups['move'] !== undefined) {
      if (game.result !== undefined) throw damaged(text, at, 'a move stands after the result')
      game.moves.push(groups['move'])
    }
  }
  if (depth > 0) throw damaged(text, at, 'a variation does not end')
  return game
}

/**
 * Adds a comment, which is joined to another at the same place.
 *
 * @param {Scanned} game
 * @param {string} text
 */
function comment({ moves, comments, result }, text) {
  const before = comments.get(moves.length)
  // What is said of the result stands in place of what is said of the last move.
  const alone = before === undefined || result !== undefined
  if (text !== '' || alone) comments.set(moves.length, alone ? text : `${before} ${text}`)
}

/**
 * The moves with their numbers and comments, in the parts in which lines are broken.
 *
 * @param {readonly string[]} sans
 * @param {ReadonlyMap<number, string>} comments by how many moves stand before them
 * @param {{ turn: string, number: number }} start
 */
function partsOf(sans, comments, { turn, number }) {
  const parts = []
  const noted = (/** @type {string} */ part, /** @type {number} */ count) => {
    const text = comments.get(count)
    if (text === undefined) return part
    return part === '' ? `{${text}}` : `${part} {${text}}`
  }
  let part = noted('', 0)
  let isWhite = turn === 'w'
  for (const [index, san] of sans.entries()) {
    if (isWhite) {
      if (part !== '') parts.push(part)
      part = `${number}.`
    } else if (index === 0) part = part === '' ? `${number}. ...` : `${part} ${number}. ...`
    part = noted(`${part} ${san}`, index + 1)
    if (!isWhite) number += 1
    isWhite = !isWhite
  }
  if (part !== '' || sans.length === 0) parts.push(part)
  return parts
}

/**
 * Parts in lines that are no longer than a width, where a part may be. Those with comments are
 * broken at any blank.
 *
 * @param {readonly string[]} parts
 * @param {string} newline
 * @param {number} maxWidth
 */
function wrapped(parts, newline, maxWidth) {
  /** @type {string[]} */
  const lines = []
  let line = ''
  for (const part of parts) {
    const broken = line.length + part.length > maxWidth && part.includes('{')
    for (const piece of broken ? part.split(' ').filter(Boolean) : [part]) {
      if (line !== '' && line.length + 1 + piece.length > maxWidth) {
        lines.push(line)
        line = piece
      } else line += line === '' ? piece : ` ${piece}`
    }
  }
  return [...lines, line].join(newline)
}

module.exports = { partsOf, scan, wrapped }
