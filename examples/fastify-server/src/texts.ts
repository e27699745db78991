// Texts that people write: names and chat.

import { ServerError } from './errors.js'

// Control, format (direction marks and what is invisible), surrogates, private use, unassigned,
// line and paragraph separators.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u

/** Checks a text that others will read. */
export function seen(field: string, text: unknown, most: number): string {
  if (typeof text !== 'string') {
    throw new ServerError('invalid_option', `${field}: takes a text`)
  }
  const trimmed = text.trim()
  if (trimmed === '' || Buffer.byteLength(trimmed) > most) {
    throw new ServerError('invalid_option', `${field}: takes 1 to ${String(most)} bytes`)
  }
  if (UNSEEN.test(trimmed)) {
    const message = `${field}: takes no control, direction or invisible characters`
    throw new ServerError('invalid_option', message)
  }
  return trimmed
}
