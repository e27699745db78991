'use strict'

// The tags of a game in the order of the standard.

const { DEFAULT_POSITION, FURTHER_TAGS, SEVEN_TAG_ROSTER } = require('./names')

/** Null keeps the place of a tag that is not there. @type {ReadonlyMap<string, string | null>} */
const NONE = new Map([
  ...Object.entries(SEVEN_TAG_ROSTER),
  .../** @type {[string, null][]} */ (FURTHER_TAGS.map((name) => [name, null])),
])

class Headers {
  /** Made when somebody asks. @type {Map<string, string | null> | undefined} */
  #made
  /** @type {string | null} */
  #fen = null

  get #tags() {
    if (this.#made === undefined) {
      this.#made = new Map(NONE)
      this.start(this.#fen)
    }
    return this.#made
  }

  /** The tags with the places of those that are not there. */
  get all() {
    return Object.fromEntries(this.#tags)
  }

  /** The tags that are there. @returns {Record<string, string>} */
  get given() {
    return Object.fromEntries(this.#given())
  }

  /** @returns {[string, string][]} */
  #given() {
    return /** @type {[string, string][]} */ ([...this.#tags].filter(([, value]) => value !== null))
  }

  /** The value of a tag. @param {string} name */
  get(name) {
    return this.#tags.get(name) ?? undefined
  }

  /**
   * @param {string} name
   * @param {string | null | undefined} value
   */
  set(name, value) {
    this.#tags.set(name, value ?? SEVEN_TAG_ROSTER[name] ?? null)
  }

  /** Takes a tag away; true if it was known. @param {string} name */
  remove(name) {
    const known = this.#tags.has(name)
    if (known) this.set(name, null)
    return known
  }

  /** Names the position at which the game starts. @param {string | null} fen null for none */
  start(fen) {
    this.#fen = fen === DEFAULT_POSITION ? null : fen
    this.#made?.set('SetUp', this.#fen === null ? null : '1').set('FEN', this.#fen)
  }

  /** The lines of a PGN. @param {string} newline */
  written(newline) {
    return this.#given()
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `[${name} "${value}"]${newline}`)
      .join('')
  }
}

module.exports = { Headers }
